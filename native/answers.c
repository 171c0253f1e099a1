#include "answers.h"

#include <stdio.h>

#define MOST_VALUES 64
#define MOST_ANSWERS 16

bool answered(outpace_tape_answerer answerer, const tape *of, uint32_t statement, tape_machine *machine, bool *missing)
{
    const tape_statement *is = tape_statement_at(of, statement);
    outpace_tape_value values[MOST_VALUES];
    outpace_tape_answer results[MOST_ANSWERS];
    int64_t rows = 0;
    for (uint32_t i = 0; i < is->arguments; i++)
        values[i] = tape_argument(machine, statement, i);
    for (uint32_t i = 0; i < is->results; i++) {
        results[i].number = 0;
        results[i].length = 0;
    }
    *missing = false;
    if (!answerer((int32_t)statement, values, (int32_t)is->arguments, results, &rows))
        return false;
    tape_store_rows(machine, statement, rows);
    if (rows <= 0) {
        *missing = is->missing_kind >= 0;
        return !*missing;
    }
    for (uint32_t i = 0; i < is->results; i++) {
        int32_t length = results[i].length > OUTPACE_TAPE_TEXT ? OUTPACE_TAPE_TEXT : results[i].length;
        if (is->result[i].to.kind == TAPE_NUMBER)
            tape_store_number(machine, is->result[i].to, results[i].number);
        else if (!tape_store_text(machine, is->result[i].to, results[i].text, length))
            return false;
    }
    return true;
}

typedef struct {
    const tape *of;
    outpace_tape_answerer answerer;
    char *why;
} asking;

static bool ask(void *around, uint32_t statement, tape_machine *machine)
{
    asking *with = around;
    bool missing;
    if (answered(with->answerer, with->of, statement, machine, &missing))
        return true;
    if (missing)
        tape_missing(machine, statement, with->why, TAPE_WHY);
    return false;
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
    tape_claims *claims = tape_claims_new(of);
    tape_machine *machine = claims ? tape_machine_new(of, claims, &draws) : NULL;
    asking with = {of, answerer, why};
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
    tape_claims_free(claims);
    tape_free(of);
    return done;
}
