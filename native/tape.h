/* SPDX-License-Identifier: Apache-2.0 */
/* A tape: the cycle of one virtual user, as a small program over registers (docs/tape.md). A tape is untrusted data: it
   is read and verified once, and a verified tape has no undefined behavior. */
#ifndef OUTPACE_TAPE_H
#define OUTPACE_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "computing.h"
#include "mersenne_twister.h"
#include "outpace.h"

#define TAPE_WHY 200 /* bytes of the reason why a tape is refused, or of a fault in a cycle */

/* TAPE_VALUE: register of custom SQL, for a column of any type. */
typedef enum { TAPE_NUMBER, TAPE_TEXT, TAPE_VALUE } tape_kind;

typedef struct {
    tape_kind kind;
    uint32_t index;
} tape_register;

typedef struct {
    uint32_t column; /* column of the first row, from 1; 0 if it is identified by name */
    uint32_t name;   /* index of a string */
    tape_register to;
} tape_result;

/* Call of a statement. */
typedef struct {
    uint32_t operation;
    bool retry;
    bool direct; /* executed without being prepared */
    bool prefixed; /* a prefix comes before the names of results */
    bool last;     /* results by name come from the last row, not the first, of any number of rows */
    bool named;  /* results are identified by name and go into value registers */
    uint32_t arguments;
    tape_register *argument;
    uint32_t results;
    tape_result *result;
    int32_t rows;         /* number register for the number of rows, or -1 */
    int32_t missing_kind; /* string with the kind of the fault if there is no row, or -1 if a row is optional */
    int32_t missing_text; /* string with its text, where {} is the first argument, or -1 */
    int32_t list;         /* list for the results of all rows, row by row, or -1 if only the first row is stored */
} tape_statement;

typedef struct tape tape;

/* One user's registers and position. */
typedef struct tape_machine tape_machine;

typedef enum {
    TAPE_DONE,
    TAPE_ROLLED_BACK,
    TAPE_ABANDONED, /* the caller could not make a call */
    TAPE_FAULT,     /* invalid operation; `tape_fault` describes it */
    TAPE_CALLS,     /* at a call; the cycle continues after it */
    TAPE_BEGINS,    /* at the beginning of a transaction: calls that form one operation */
    TAPE_ENDS,      /* at the end of a transaction */
    TAPE_WAITS,     /* at a pause of tape_wait_ns */
    TAPE_REFUSES    /* the transaction cannot continue; tape_refusal returns the reason */
} tape_outcome;

typedef struct {
    bool under_way;
    uint32_t operation;
    int32_t undo; /* statement that undoes the transaction if it cannot continue, or -1 */
} tape_transaction;

/* Reads and verifies a tape. Returns NULL for an invalid one; `why` is then the reason. */
tape *tape_read(const uint8_t *bytes, size_t size, char why[TAPE_WHY]);
void tape_free(tape *prog);

uint32_t tape_statements(const tape *prog);
/* Returns the exclusive upper bound of the operations of transactions. */
uint32_t tape_operations(const tape *prog);
const tape_statement *tape_statement_at(const tape *prog, uint32_t index);
/* Returns whether a column can name a variable: letters, digits, underscores; no digit first unless prefixed. */
bool tape_is_variable(const tape_statement *statement, const char *column);
/* Number of rows of a call by name if the row to store has a column that cannot name a variable. */
#define TAPE_MISNAMED (-1)
const char *tape_string(const tape *prog, uint32_t index, uint32_t *length);

/* Returns the capacity of a text register in bytes. */
uint32_t tape_room(const tape *prog, uint32_t text);

/* Returns NULL if there is no memory. `user` is the number among the target's users. The RNG state is copied and
   continues from cycle to cycle. */
tape_machine *tape_machine_new(const tape *prog, int64_t user, const mersenne_twister *draws);
void tape_machine_free(tape_machine *machine);

/* A cycle, step by step. tape_begin sets all registers to 0 or to empty strings. tape_go_on runs to the next call or
 * other outcome; read a call's arguments with tape_argument and store its results with tape_store_* before going on.
 * tape_given_up returns the outcome of a cycle whose call could not be made. */
void tape_begin(tape_machine *machine);
tape_outcome tape_go_on(tape_machine *machine, uint32_t *statement);
tape_outcome tape_given_up(const tape_machine *machine);

/* Returns the current or latest transaction. tape_again restarts it with the same draws. */
const tape_transaction *tape_transaction_of(const tape_machine *machine);
void tape_again(tape_machine *machine);
int64_t tape_wait_ns(const tape_machine *machine);
/* Returns the kind of a refusal, and its text: at most TAPE_WHY bytes each. */
const char *tape_refusal(const tape_machine *machine, const char **text);

const char *tape_fault(const tape_machine *machine);

/* Strings are zero-terminated. */
outpace_tape_value tape_argument(const tape_machine *machine, uint32_t statement, uint32_t argument);
void tape_store_number(tape_machine *machine, tape_register to, int64_t number);
/* Stores into a value register, which copies a string. Returns false and sets a fault if there is no space for it. */
bool tape_store_value(tape_machine *machine, tape_register to, sql_value value);
/* Stores the string of a decimal number: as an integer if it is a whole number of 64 bits, otherwise as a real
 * number. */
bool tape_store_decimal(tape_machine *machine, tape_register to, const char *text);
/* Length -1 stores NULL. Returns false and sets a fault if the register has no space for the text. */
bool tape_store_text(tape_machine *machine, tape_register to, const char *text, int32_t length);
/* Allocates the answers of a call, which the caller frees; NULL if there is no memory. */
outpace_tape_answer *tape_answers(const tape *prog, uint32_t statement);
/* Stores the columns of a call's first row, or of all rows if they go into a list, and the number of rows. Returns
   false if a required row is missing, or after a fault. */
bool tape_store_answers(tape_machine *machine, uint32_t statement, const outpace_tape_answer *results, int64_t rows);
void tape_store_rows(tape_machine *machine, uint32_t statement, int64_t rows);
/* Call tape_rows_begin before a call's first row, also before a retry, and tape_store_row after each row's results
   are in their registers. Without a list only the first row is stored. Returns false after a fault. */
void tape_rows_begin(tape_machine *machine, uint32_t statement);
bool tape_store_row(tape_machine *machine, uint32_t statement);
/* Writes the message of the fault for a call's missing row. */
void tape_missing(const tape_machine *machine, uint32_t statement, char *text, size_t room);

#endif
