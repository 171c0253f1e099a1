/* SPDX-License-Identifier: Apache-2.0 */
/* A tape's cycles with answers from the caller: how a tape is compared with the code that it stands for. */

#include <stdio.h>
#include <stdlib.h>

#include "tape.h"

typedef struct {
    const tape *of;
    outpace_tape_answerer answerer;
} asking;

static bool ask(void *around, uint32_t statement, tape_machine *machine)
{
    asking *with = around;
    const tape_statement *is = tape_statement_at(with->of, statement);
    outpace_tape_value values[OUTPACE_MOST_ARGUMENTS];
    outpace_tape_answer *results = tape_answers(with->of, statement);
    int64_t rows = 0;
    for (uint32_t i = 0; i < is->arguments; i++)
        values[i] = tape_argument(machine, statement, i);
    bool done = results && with->answerer((int32_t)statement, values, (int32_t)is->arguments, results, &rows) &&
                tape_store_answers(machine, statement, results, rows);
    free(results);
    return done;
}

int32_t outpace_tape_cycles(const uint8_t *bytes, int64_t size, const uint32_t *state, int64_t cycles,
                            outpace_tape_answerer answerer, uint8_t *outcomes, char *why)
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
    tape_machine *machine = tape_machine_new(of, &draws);
    asking with = {of, answerer};
    int32_t done = machine ? 0 : -1;
    for (int64_t i = 0; machine && i < cycles; i++) {
        outcomes[i] = (uint8_t)tape_cycle(machine, ask, &with);
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
