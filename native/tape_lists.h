/* SPDX-License-Identifier: Apache-2.0 */
/* State that a tape's user keeps from cycle to cycle: growing lists of numbers, and single numbers. */
#ifndef OUTPACE_TAPE_LISTS_H
#define OUTPACE_TAPE_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#define TAPE_LISTS 64U
#define TAPE_KEPT 64U
#define TAPE_LISTED (1U << 20) /* numbers in all lists of a user */

typedef struct {
    int64_t *number;
    uint32_t used, room;
} tape_list;

/* State of one user. Zero-initialized: all lists are empty, all numbers 0. */
typedef struct {
    tape_list list[TAPE_LISTS];
    int64_t kept[TAPE_KEPT];
    uint32_t held;
} tape_lists;

void tape_lists_drop(tape_lists *of);
void tape_list_clear(tape_lists *of, uint32_t list);

/* Return false if there is no such index, or no space for another number. Indexes start at 0; inserting or removing
   shifts the following numbers. */
bool tape_list_at(const tape_lists *of, uint32_t list, int64_t place, int64_t *number);
bool tape_list_set(tape_lists *of, uint32_t list, int64_t place, int64_t number);
bool tape_list_insert(tape_lists *of, uint32_t list, int64_t place, int64_t number);
bool tape_list_append(tape_lists *of, uint32_t list, int64_t number);
bool tape_list_remove(tape_lists *of, uint32_t list, int64_t place, int64_t *number);

/* Returns the index of the first number that is not less than `number`, in an ascending list; same as Python's
 * bisect.bisect_left. */
int64_t tape_list_bisect(const tape_lists *of, uint32_t list, int64_t number);
/* Returns the index of the first equal number, or -1. */
int64_t tape_list_find(const tape_lists *of, uint32_t list, int64_t number);
/* Appends each number in a string, ignoring all other characters; also returns false for a number of more than 18
 * digits. */
bool tape_list_append_text(tape_lists *of, uint32_t list, const char *text, uint32_t length);

#endif
