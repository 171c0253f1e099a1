/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a tape's cycles with results from a callback, so that tests can compare the tape with the Python code it
   replaces. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tape.h"

typedef struct {
    const tape *of;
    outpace_tape_answerer answerer;
} asking;

typedef enum { FAILED, ANSWERED, AGAIN } answer;

static answer ask(const asking *with, uint32_t statement, tape_machine *machine)
{
    const tape_statement *kind = tape_statement_at(with->of, statement);
    outpace_tape_value values[OUTPACE_MOST_ARGUMENTS];
    outpace_tape_answer *results = tape_answers(with->of, statement);
    int64_t rows = 0;
    for (uint32_t i = 0; i < kind->arguments; i++)
        values[i] = tape_argument(machine, statement, i);
    int32_t found = !results ? FAILED : with->answerer((int32_t)statement, values, (int32_t)kind->arguments, results, &rows);
    if (found == ANSWERED && !tape_store_answers(machine, statement, results, rows))
        found = FAILED;
    free(results);
    return (answer)found;
}

/* Rolls back the transaction in progress. */
static void undo(const asking *with, tape_machine *machine)
{
    const tape_transaction *transaction = tape_transaction_of(machine);
    if (transaction->under_way && transaction->undo >= 0)
        ask(with, (uint32_t)transaction->undo, machine);
}

/* Runs a cycle. why: set to the reason if a transaction was rejected. */
static tape_outcome cycle(const asking *with, tape_machine *machine, char *why)
{
    const char *text;
    tape_begin(machine);
    for (;;) {
        uint32_t statement;
        tape_outcome found = tape_go_on(machine, &statement);
        answer came;
        switch (found) {
        case TAPE_CALLS:
            if ((came = ask(with, statement, machine)) == ANSWERED)
                break;
            undo(with, machine);
            if (came != AGAIN || !tape_transaction_of(machine)->under_way)
                return tape_given_up(machine);
            tape_again(machine);
            break;
        case TAPE_REFUSES:
            snprintf(why, TAPE_WHY, "%s: ", tape_refusal(machine, &text));
            snprintf(why + strlen(why), TAPE_WHY - strlen(why), "%s", text);
            undo(with, machine);
            return TAPE_ABANDONED;
        case TAPE_BEGINS:
        case TAPE_ENDS:
        case TAPE_WAITS:
            break;
        default:
            undo(with, machine);
            return found;
        }
    }
}

int32_t outpace_tape_cycles(const uint8_t *bytes, int64_t size, int64_t user, const uint32_t *state,
                            int64_t cycles, outpace_tape_answerer answerer, uint8_t *outcomes, char *why)
{
    mersenne_twister draws;
    tape *of = tape_read(bytes, (size_t)size, why);
    if (!of)
        return -1;
    if (!mersenne_twister_set(&draws, state)) {
        snprintf(why, TAPE_WHY, "the random generator's state is none");
        tape_free(of);
        return -1;
    }
    tape_machine *machine = tape_machine_new(of, user, &draws);
    asking with = {of, answerer};
    int32_t done = machine ? 0 : -1;
    for (int64_t i = 0; machine && i < cycles; i++) {
        outcomes[i] = (uint8_t)cycle(&with, machine, why);
        if (outcomes[i] == TAPE_FAULT)
            snprintf(why, TAPE_WHY, "%s", tape_fault(machine));
        done++;
    }
    if (!machine)
        snprintf(why, TAPE_WHY, "there is no memory for the tape");
    tape_machine_free(machine);
    tape_free(of);
    return done;
}
