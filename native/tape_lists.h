/* SPDX-License-Identifier: Apache-2.0 */
/* State that a user keeps from cycle to cycle: growable lists of numbers, and single numbers. */
#ifndef OUTPACE_TAPE_LISTS_H
#define OUTPACE_TAPE_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#define TAPE_LISTS 64U
#define TAPE_KEPT 64U
#define TAPE_LISTED (1U << 20) /* maximum total length of a user's lists */

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

/* Return false if the index is out of range, or if there is no space for another number. Indexes start at 0; inserting
   or removing a number shifts the numbers after it. */
bool tape_list_at(const tape_lists *of, uint32_t list, int64_t place, int64_t *number);
bool tape_list_set(tape_lists *of, uint32_t list, int64_t place, int64_t number);
bool tape_list_insert(tape_lists *of, uint32_t list, int64_t place, int64_t number);
bool tape_list_append(tape_lists *of, uint32_t list, int64_t number);
bool tape_list_remove(tape_lists *of, uint32_t list, int64_t place, int64_t *number);

/* Returns the index of the first number that is not less than `number`, in an ascending list; same as Python's
 * bisect.bisect_left. */
int64_t tape_list_bisect(const tape_lists *of, uint32_t list, int64_t number);
/* Returns the index of the first occurrence of a number, or -1. */
int64_t tape_list_find(const tape_lists *of, uint32_t list, int64_t number);
/* Appends each number in a string, ignoring all other characters. Returns false if there is no space, or if a number
 * has more than 18 digits. */
bool tape_list_append_text(tape_lists *of, uint32_t list, const char *text, uint32_t length);

#endif
