/* SPDX-License-Identifier: Apache-2.0 */
#include "transport.h"

#include <stdio.h>

#define LEAST_CHARACTERS 511

static void run(void *given)
{
    canceller *is = given;
    is->ask(is->session);
    atomic_store(&is->asking, false);
}

void canceller_begin(canceller *is, void (*ask)(void *session), void *session)
{
    if (atomic_load(&is->asking))
        return;
    canceller_end(is);
    is->ask = ask;
    is->session = session;
    atomic_store(&is->asking, true);
    is->begun = thread_begin(&is->thread, run, is);
    if (!is->begun)
        atomic_store(&is->asking, false);
}

void canceller_end(canceller *is)
{
    if (is->begun)
        thread_join(is->thread);
    is->begun = false;
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
