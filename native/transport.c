/* SPDX-License-Identifier: Apache-2.0 */
#include "transport.h"

#include <stdio.h>

#define LEAST_CHARACTERS 511

static void run(void *given)
{
    canceller *canceller = given;
    canceller->ask(canceller->session);
    atomic_store(&canceller->asking, false);
}

void canceller_begin(canceller *canceller, void (*ask)(void *session), void *session)
{
    if (atomic_load(&canceller->asking))
        return;
    canceller_end(canceller);
    canceller->ask = ask;
    canceller->session = session;
    atomic_store(&canceller->asking, true);
    canceller->begun = thread_start(&canceller->thread, run, canceller);
    if (!canceller->begun)
        atomic_store(&canceller->asking, false);
}

void canceller_end(canceller *canceller)
{
    if (canceller->begun)
        thread_join(canceller->thread);
    canceller->begun = false;
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
