/* Calls that are answered by a function of the caller's, for whoever compares or tests: no database is asked. */
#ifndef OUTPACE_ANSWERS_H
#define OUTPACE_ANSWERS_H

#include "tape.h"

/* Asks `answerer` for a call's answer and stores it. missing: set where a row was wanted and none came. */
bool answered(outpace_tape_answerer answerer, const tape *of, uint32_t statement, tape_machine *machine, bool *missing);

#endif
