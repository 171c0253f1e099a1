/* SPDX-License-Identifier: Apache-2.0 */
/* A tape: what one virtual user does in a cycle, as a small program over registers (docs/tape.md). A tape is data from
   elsewhere: it is read and verified once, and a verified one can run into no behaviour that is not defined here. */
#ifndef OUTPACE_TAPE_H
#define OUTPACE_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mersenne_twister.h"
#include "outpace.h"

#define TAPE_WHY 200 /* bytes of a sentence that says why a tape is refused, or what went wrong in a cycle */

typedef enum { TAPE_NUMBER, TAPE_TEXT } tape_kind;

typedef struct {
    tape_kind kind;
    uint32_t index;
} tape_register;

typedef struct {
    uint32_t column; /* of the first row, from 1 */
    tape_register to;
} tape_result;

/* A call. rows: the number register that gets the number of rows, or -1. missing_kind, missing_text: strings that name
   the fault of a call which returned no row, or -1 where none is a matter of course; {} in the text is the first
   argument. list: the list that the results of all its rows are, one row behind the other, or -1 where only the first row
   counts. */
typedef struct {
    uint32_t operation;
    bool retry;
    uint32_t arguments;
    tape_register *argument;
    uint32_t results;
    tape_result *result;
    int32_t rows;
    int32_t missing_kind;
    int32_t missing_text;
    int32_t list;
} tape_statement;

typedef struct tape tape;

/* One user's registers. What went wrong in a cycle is said in `why`. */
typedef struct tape_machine tape_machine;

typedef enum {
    TAPE_DONE,
    TAPE_ROLLED_BACK,
    TAPE_ABANDONED, /* the caller could not make a call */
    TAPE_FAULT,     /* the tape did what it may not; `tape_fault` says what */
    TAPE_CALLS      /* the cycle has come to a call, and goes on behind it */
} tape_outcome;

/* Makes a call: true, or false where the cycle can't go on. It reads its arguments with tape_argument and stores what
   came back with tape_store_*. */
typedef bool (*tape_caller)(void *around, uint32_t statement, tape_machine *machine);

/* Reads and verifies. NULL: `why` is a sentence that says what is wrong, and where. */
tape *tape_read(const uint8_t *bytes, size_t size, char why[TAPE_WHY]);
void tape_free(tape *read);

uint32_t tape_statements(const tape *of);
const tape_statement *tape_statement_at(const tape *of, uint32_t index);
const char *tape_string(const tape *of, uint32_t index, uint32_t *length);

/* Bytes that a text register has room for. */
uint32_t tape_room(const tape *of, uint32_t text);

/* NULL where memory is short. The twister's state is copied and goes on from cycle to cycle. */
tape_machine *tape_machine_new(const tape *of, const mersenne_twister *draws);
void tape_machine_free(tape_machine *machine);

/* One cycle from its beginning, all registers 0 or empty. */
tape_outcome tape_cycle(tape_machine *machine, tape_caller call, void *around);

/* The same step by step, for who does not wait for a call: begins; goes on to the next call, whose results are stored
   before it goes on again, or to the end; what it means that a call could not be made. */
void tape_begin(tape_machine *machine);
tape_outcome tape_go_on(tape_machine *machine, uint32_t *statement);
tape_outcome tape_given_up(const tape_machine *machine);

const char *tape_fault(const tape_machine *machine);

/* A text has a zero behind it. */
outpace_tape_value tape_argument(const tape_machine *machine, uint32_t statement, uint32_t argument);
void tape_store_number(tape_machine *machine, tape_register to, int64_t number);
/* length -1 stores NULL. False, and a fault, where the register has no room for it. */
bool tape_store_text(tape_machine *machine, tape_register to, const char *text, int32_t length);
/* Room for a call's answers, which the caller frees; NULL where memory is short. */
outpace_tape_answer *tape_answers(const tape *of, uint32_t statement);
/* The columns of a call's first row, or where its rows are a list of all, and how many rows there were. False: a wanted row is missing, or a fault. */
bool tape_store_answers(tape_machine *machine, uint32_t statement, const outpace_tape_answer *results, int64_t rows);
void tape_store_rows(tape_machine *machine, uint32_t statement, int64_t rows);
/* Before a call's first row, also where it is tried again; after each row's results are in their registers. Without a list
   only the first row is stored. False: a fault. */
void tape_rows_begin(tape_machine *machine, uint32_t statement);
bool tape_store_row(tape_machine *machine, uint32_t statement);
/* The text of a call's missing row. */
void tape_missing(const tape_machine *machine, uint32_t statement, char *text, size_t room);

#endif
