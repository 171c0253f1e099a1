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

#define TAPE_WHY 200 /* size in bytes of the reason why a tape was rejected, or of a fault's message */

/* Register types. TAPE_VALUE: holds a column of any type, for custom SQL. */
typedef enum { TAPE_NUMBER, TAPE_TEXT, TAPE_VALUE } tape_kind;

typedef struct {
    tape_kind kind;
    uint32_t index;
} tape_register;

typedef struct {
    uint32_t column; /* column number in the row, from 1; 0 if the column is identified by name */
    uint32_t name;   /* index of the string with the column's name */
    tape_register to;
} tape_result;

/* Call of a statement. */
typedef struct {
    uint32_t operation;
    bool retry;
    bool direct; /* executed without being prepared */
    bool prefixed; /* the names of results have a prefix */
    bool last;     /* named results come from the last row, not the first; any number of rows is allowed */
    bool named;  /* results are identified by name and are stored in value registers */
    uint32_t arguments;
    tape_register *argument;
    uint32_t results;
    tape_result *result;
    int32_t rows;         /* number register that receives the row count, or -1 */
    int32_t missing_kind; /* string with the failure type if a required row is missing, or -1 if a row is optional */
    int32_t missing_text; /* string with its message, in which {} stands for the first argument, or -1 */
    int32_t list;         /* list that receives the results of all rows, row by row, or -1 to store only one row */
} tape_statement;

typedef struct tape tape;

/* One user's registers and position. */
typedef struct tape_machine tape_machine;

typedef enum {
    TAPE_DONE,
    TAPE_ROLLED_BACK,
    TAPE_ABANDONED, /* a call failed */
    TAPE_FAULT,     /* invalid operation; tape_fault describes it */
    TAPE_CALLS,     /* at a call; the cycle continues after it */
    TAPE_BEGINS,    /* at the beginning of a transaction, whose calls form one operation */
    TAPE_ENDS,      /* at the end of a transaction */
    TAPE_WAITS,     /* at a pause; tape_wait_ns returns its length */
    TAPE_REFUSES    /* the transaction was rejected; tape_refusal returns the reason */
} tape_outcome;

typedef struct {
    bool under_way;
    uint32_t operation;
    int32_t undo; /* statement that rolls back the transaction if it cannot continue, or -1 */
} tape_transaction;

/* Reads and verifies a tape. If it is invalid, returns NULL and sets `why` to the reason. */
tape *tape_read(const uint8_t *bytes, size_t size, char why[TAPE_WHY]);
void tape_free(tape *prog);

uint32_t tape_statements(const tape *prog);
/* Returns the exclusive upper bound of the operation numbers of transactions. */
uint32_t tape_operations(const tape *prog);
const tape_statement *tape_statement_at(const tape *prog, uint32_t index);
/* Returns whether a column's name is valid as a variable name: letters, digits and underscores, starting with a digit
   only if the name has a prefix. */
bool tape_is_variable(const tape_statement *statement, const char *column);
/* Row count of a call with named results if a column's name is not valid as a variable name. */
#define TAPE_MISNAMED (-1)
const char *tape_string(const tape *prog, uint32_t index, uint32_t *length);

/* Returns the capacity of a text register in bytes. */
uint32_t tape_room(const tape *prog, uint32_t text);

/* Creates a user's machine; returns NULL if out of memory. user: number of the user on its target. draws: RNG state,
   which is copied and continues from cycle to cycle. */
tape_machine *tape_machine_new(const tape *prog, int64_t user, const mersenne_twister *draws);
void tape_machine_free(tape_machine *machine);

/* Step through a cycle. tape_begin sets all registers to 0 or to empty strings. tape_go_on runs to the next call or
 * other outcome; read the call's arguments with tape_argument and store its results with tape_store_* before
 * continuing. tape_given_up returns the outcome of a cycle with a failed call. */
void tape_begin(tape_machine *machine);
tape_outcome tape_go_on(tape_machine *machine, uint32_t *statement);
tape_outcome tape_given_up(const tape_machine *machine);

/* Returns the current or latest transaction. tape_again restarts it with the same random draws. */
const tape_transaction *tape_transaction_of(const tape_machine *machine);
void tape_again(tape_machine *machine);
int64_t tape_wait_ns(const tape_machine *machine);
/* Returns the type of the reason why a transaction was rejected, and sets `text` to the message; at most TAPE_WHY bytes
   each. */
const char *tape_refusal(const tape_machine *machine, const char **text);

const char *tape_fault(const tape_machine *machine);

/* Returns an argument of a call. Strings are zero-terminated. */
outpace_tape_value tape_argument(const tape_machine *machine, uint32_t statement, uint32_t argument);
void tape_store_number(tape_machine *machine, tape_register to, int64_t number);
/* Stores a value in a value register; a string is copied. Returns false and sets a fault if there is no space for the
   string. */
bool tape_store_value(tape_machine *machine, tape_register to, sql_value value);
/* Parses and stores a decimal number: as an integer if it is integral and fits in 64 bits, otherwise as a real
 * number. */
bool tape_store_decimal(tape_machine *machine, tape_register to, const char *text);
/* Stores a string in a text register. length: -1 for NULL. Returns false and sets a fault if the string does not
   fit. */
bool tape_store_text(tape_machine *machine, tape_register to, const char *text, int32_t length);
/* Allocates the results of a call; the caller must free them. Returns NULL if out of memory. */
outpace_tape_answer *tape_answers(const tape *prog, uint32_t statement);
/* Stores the row count and the columns of a call's first row, or of all rows if they go into a list. Returns false if a
   required row is missing, or on a fault. */
bool tape_store_answers(tape_machine *machine, uint32_t statement, const outpace_tape_answer *results, int64_t rows);
void tape_store_rows(tape_machine *machine, uint32_t statement, int64_t rows);
/* Call tape_rows_begin before a call's first row, and again before a retry, and tape_store_row once the results of a
   row are in their registers. Without a list, only one row is stored. tape_store_row returns false on a fault. */
void tape_rows_begin(tape_machine *machine, uint32_t statement);
bool tape_store_row(tape_machine *machine, uint32_t statement);
/* Formats the message for a call whose required row is missing. */
void tape_missing(const tape_machine *machine, uint32_t statement, char *text, size_t room);

#endif
