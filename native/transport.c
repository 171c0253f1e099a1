/* SPDX-License-Identifier: Apache-2.0 */
#include "transport.h"

#include <stdio.h>

#define LEAST_CHARACTERS 511

static void run(void *given)
{
    cancel_sender *sender = given;
    sender->ask(sender->session);
    atomic_store(&sender->asking, false);
}

void cancel_sender_start(cancel_sender *sender, void (*ask)(void *session), void *session)
{
    if (atomic_load(&sender->asking))
        return;
    cancel_sender_join(sender);
    sender->ask = ask;
    sender->session = session;
    atomic_store(&sender->asking, true);
    sender->begun = thread_start(&sender->thread, run, sender);
    if (!sender->begun)
        atomic_store(&sender->asking, false);
}

void cancel_sender_join(cancel_sender *sender)
{
    if (sender->begun)
        thread_join(sender->thread);
    sender->begun = false;
}

int32_t transport_characters(const tape *of, tape_register to)
{
    uint32_t room = tape_room(of, to.index);
    return room > LEAST_CHARACTERS ? (int32_t)room : LEAST_CHARACTERS;
}

void transport_no_row(const tape *of, uint32_t statement, const tape_machine *machine, call_failure *why)
{
    uint32_t length;
    const char *kind = tape_string(of, (uint32_t)tape_statement_at(of, statement)->missing_kind, &length);
    snprintf(why->state, sizeof why->state, "%.*s", (int)length, kind);
    tape_missing(machine, statement, why->text, FAILURE_TEXT);
}
