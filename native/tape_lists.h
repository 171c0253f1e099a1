/* SPDX-License-Identifier: Apache-2.0 */
/* What a tape's user keeps from cycle to cycle: lists of numbers, which grow as they must, and single numbers. */
#ifndef OUTPACE_TAPE_LISTS_H
#define OUTPACE_TAPE_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#define TAPE_LISTS 64U
#define TAPE_KEPT 64U
#define TAPE_LISTED (1U << 20) /* numbers of all lists of a user */

typedef struct {
    int64_t *number;
    uint32_t used, room;
} tape_list;

/* Of one user; all are empty, and all kept numbers 0, where it is zeroed. */
typedef struct {
    tape_list list[TAPE_LISTS];
    int64_t kept[TAPE_KEPT];
    uint32_t held;
} tape_lists;

void tape_lists_drop(tape_lists *of);
void tape_list_clear(tape_lists *of, uint32_t list);

/* False where there is no such place, or no room for another number. Places count from 0; what stands behind one that is
   inserted or removed moves on, or up. */
bool tape_list_at(const tape_lists *of, uint32_t list, int64_t place, int64_t *number);
bool tape_list_set(tape_lists *of, uint32_t list, int64_t place, int64_t number);
bool tape_list_insert(tape_lists *of, uint32_t list, int64_t place, int64_t number);
bool tape_list_append(tape_lists *of, uint32_t list, int64_t number);
bool tape_list_remove(tape_lists *of, uint32_t list, int64_t place, int64_t *number);

/* The place of the first number that is not less, in a list that ascends; as bisect.bisect_left in Python. */
int64_t tape_list_bisect(const tape_lists *of, uint32_t list, int64_t number);
/* The place of the first one that is equal, or -1. */
int64_t tape_list_find(const tape_lists *of, uint32_t list, int64_t number);
/* Appends each number of a text, whatever stands between its digits; false also where one has more than 18 of them. */
bool tape_list_append_text(tape_lists *of, uint32_t list, const char *text, uint32_t length);

#endif
