/* SPDX-License-Identifier: Apache-2.0 */
/* A tape: what one virtual user does in a cycle, as a small program over registers (docs/tape.md). A tape is data from
   elsewhere: it is read and verified once, and a verified one can run into no behaviour that is not defined here. */
#ifndef OUTPACE_TAPE_H
#define OUTPACE_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "computing.h"
#include "mersenne_twister.h"
#include "outpace.h"

#define TAPE_WHY 200 /* bytes of a sentence that says why a tape is refused, or what went wrong in a cycle */

/* TAPE_VALUE: of a person's own SQL, which holds whatever a column does. */
typedef enum { TAPE_NUMBER, TAPE_TEXT, TAPE_VALUE } tape_kind;

typedef struct {
    tape_kind kind;
    uint32_t index;
} tape_register;

typedef struct {
    uint32_t column; /* of the first row, from 1; 0 where it is known by its name */
    uint32_t name;   /* a string */
    tape_register to;
} tape_result;

/* A call. rows: the number register that gets the number of rows, or -1. missing_kind, missing_text: strings that name
   the fault of a call which returned no row, or -1 where none is a matter of course; {} in the text is the first
   argument. list: the list that the results of all its rows are, one row behind the other, or -1 where only the first row
   counts. */
typedef struct {
    uint32_t operation;
    bool retry;
    bool direct; /* it goes as it is and is not prepared */
    bool named;  /* its results are known by their names and go into value registers */
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
    TAPE_CALLS,     /* the cycle has come to a call, and goes on behind it */
    TAPE_BEGINS,    /* to the beginning of a transaction: calls that are one operation together */
    TAPE_ENDS,      /* to its end */
    TAPE_WAITS,     /* to a pause of tape_wait_ns */
    TAPE_REFUSES    /* the transaction can't go on: tape_refusal says why */
} tape_outcome;

/* undo: the statement that undoes what a transaction has done when it can't go on, or -1. */
typedef struct {
    bool under_way;
    uint32_t operation;
    int32_t undo;
} tape_transaction;

/* Reads and verifies. NULL: `why` is a sentence that says what is wrong, and where. */
tape *tape_read(const uint8_t *bytes, size_t size, char why[TAPE_WHY]);
void tape_free(tape *read);

uint32_t tape_statements(const tape *of);
/* More than the operation of any transaction. */
uint32_t tape_operations(const tape *of);
const tape_statement *tape_statement_at(const tape *of, uint32_t index);
const char *tape_string(const tape *of, uint32_t index, uint32_t *length);

/* Bytes that a text register has room for. */
uint32_t tape_room(const tape *of, uint32_t text);

/* NULL where memory is short. user: its number among the target's users. The twister's state is copied and goes on from
   cycle to cycle. */
tape_machine *tape_machine_new(const tape *of, int64_t user, const mersenne_twister *draws);
void tape_machine_free(tape_machine *machine);

/* A cycle step by step: begins, all registers 0 or empty; goes on to the next call, whose arguments are read with
   tape_argument and whose results are stored with tape_store_* before it goes on again, or to what else it comes to; what
   it means that a call could not be made. */
void tape_begin(tape_machine *machine);
tape_outcome tape_go_on(tape_machine *machine, uint32_t *statement);
tape_outcome tape_given_up(const tape_machine *machine);

/* The transaction that is under way, or was the latest; it begins once more, with the same draws. */
const tape_transaction *tape_transaction_of(const tape_machine *machine);
void tape_again(tape_machine *machine);
int64_t tape_wait_ns(const tape_machine *machine);
/* The kind of a fault, and its text: at most TAPE_WHY bytes each. */
const char *tape_refusal(const tape_machine *machine, const char **text);

const char *tape_fault(const tape_machine *machine);

/* A text has a zero behind it. */
outpace_tape_value tape_argument(const tape_machine *machine, uint32_t statement, uint32_t argument);
void tape_store_number(tape_machine *machine, tape_register to, int64_t number);
/* Into a value register, which keeps a text's bytes. False, and a fault, where it has no room for them. */
bool tape_store_value(tape_machine *machine, tape_register to, sql_value found);
/* The same of a decimal number's text: an integer where it is a whole one of 64 bits, else a real one. */
bool tape_store_decimal(tape_machine *machine, tape_register to, const char *text);
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
