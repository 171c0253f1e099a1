/* SPDX-License-Identifier: Apache-2.0 */
/* Values and expressions of custom SQL, equivalent to app/workloads/sql/computing.py. */
#ifndef OUTPACE_COMPUTING_H
#define OUTPACE_COMPUTING_H

#include <stdbool.h>
#include <stdint.h>

#define COMPUTING_WHY 200 /* size in bytes of the message if a value cannot be computed */
#define COMPUTING_MOST 3  /* maximum number of arguments of a function */

typedef enum { VALUE_UNSET, VALUE_NULL, VALUE_INTEGER, VALUE_REAL, VALUE_TRUTH, VALUE_TEXT } value_kind;

/* length: size of a string in bytes; the string itself is owned by another object. A Boolean is stored as the integer 0
   or 1. */
typedef struct {
    value_kind kind;
    int32_t length;
    union {
        int64_t integer;
        double real;
        const char *text;
    };
} sql_value;

/* Functions, in the order of FUNCTIONS in app/workloads/tape_writer.py. */
typedef enum {
    COMPUTE_NEGATIVE,
    COMPUTE_NOT,
    COMPUTE_INVERTED,
    COMPUTE_SUM,
    COMPUTE_DIFFERENCE,
    COMPUTE_PRODUCT,
    COMPUTE_QUOTIENT,
    COMPUTE_REST,
    COMPUTE_EQUAL,
    COMPUTE_UNEQUAL,
    COMPUTE_LESS,
    COMPUTE_LESS_OR_EQUAL,
    COMPUTE_GREATER,
    COMPUTE_GREATER_OR_EQUAL,
    COMPUTE_BITS_OR,
    COMPUTE_BITS_XOR,
    COMPUTE_BITS_AND,
    COMPUTE_SHIFTED_LEFT,
    COMPUTE_SHIFTED_RIGHT,
    COMPUTE_ABSOLUTE,
    COMPUTE_DOUBLE,
    COMPUTE_EXP,
    COMPUTE_GREATEST,
    COMPUTE_LEAST,
    COMPUTE_MURMUR2,
    COMPUTE_FNV1A,
    COMPUTE_WHOLE,
    COMPUTE_LN,
    COMPUTE_PI,
    COMPUTE_POWER,
    COMPUTE_SQRT,
    COMPUTE_UNIFORM,
    COMPUTE_GAUSSIAN,
    COMPUTE_EXPONENTIAL,
    COMPUTE_ZIPFIAN,
    COMPUTE_ZIPF, /* random_zipfian that also accepts smaller parameters, for a scenario's variables */
    COMPUTE_FUNCTIONS
} compute_function;

/* Returns the next random number in [0, 1). */
typedef double (*computing_random)(void *with);

/* Returns the number of arguments of a function. */
uint32_t computing_arguments(uint32_t function);
/* Evaluates a function. The result is NULL if an argument is NULL. On failure returns false and sets `why` to the
   reason. */
bool computed(uint32_t function, const sql_value *given, computing_random random, void *with, sql_value *to,
              char why[COMPUTING_WHY]);
/* Sets `holds` to whether a condition is true; NULL is false. If the value is not a valid condition, returns false and
   sets `why` to the reason. */
bool computing_holds(const sql_value *of, bool *holds, char why[COMPUTING_WHY]);
/* Sets `is` to the value of a Boolean. For a value of another type, returns false and sets `why` to the reason. */
bool computing_truth(const sql_value *of, bool *is, char why[COMPUTING_WHY]);

#endif
