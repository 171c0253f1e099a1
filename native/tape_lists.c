/* SPDX-License-Identifier: Apache-2.0 */
#include "tape_lists.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 18

void tape_lists_drop(tape_lists *of)
{
    for (uint32_t i = 0; i < TAPE_LISTS; i++)
        free(of->list[i].number);
}

void tape_list_clear(tape_lists *of, uint32_t list)
{
    of->held -= of->list[list].used;
    of->list[list].used = 0;
}

static bool within(const tape_list *is, int64_t place)
{
    return place >= 0 && place < is->used;
}

bool tape_list_at(const tape_lists *of, uint32_t list, int64_t place, int64_t *number)
{
    const tape_list *is = &of->list[list];
    if (!within(is, place))
        return false;
    *number = is->number[place];
    return true;
}

bool tape_list_set(tape_lists *of, uint32_t list, int64_t place, int64_t number)
{
    if (!within(&of->list[list], place))
        return false;
    of->list[list].number[place] = number;
    return true;
}

bool tape_list_insert(tape_lists *of, uint32_t list, int64_t place, int64_t number)
{
    tape_list *is = &of->list[list];
    if (place < 0 || place > is->used || of->held == TAPE_LISTED)
        return false;
    if (is->used == is->room) {
        uint32_t room = is->room ? 2 * is->room : 16;
        int64_t *larger = realloc(is->number, room * sizeof *larger);
        if (!larger)
            return false;
        is->number = larger;
        is->room = room;
    }
    memmove(is->number + place + 1, is->number + place, (is->used - (uint32_t)place) * sizeof *is->number);
    is->number[place] = number;
    is->used++;
    of->held++;
    return true;
}

bool tape_list_append(tape_lists *of, uint32_t list, int64_t number)
{
    return tape_list_insert(of, list, of->list[list].used, number);
}

bool tape_list_remove(tape_lists *of, uint32_t list, int64_t place, int64_t *number)
{
    tape_list *is = &of->list[list];
    if (!tape_list_at(of, list, place, number))
        return false;
    is->used--;
    of->held--;
    memmove(is->number + place, is->number + place + 1, (is->used - (uint32_t)place) * sizeof *is->number);
    return true;
}

int64_t tape_list_bisect(const tape_lists *of, uint32_t list, int64_t number)
{
    const tape_list *is = &of->list[list];
    uint32_t low = 0, high = is->used;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int64_t tape_list_find(const tape_lists *of, uint32_t list, int64_t number)
{
    const tape_list *is = &of->list[list];
    for (uint32_t i = 0; i < is->used; i++)
        if (is->number[i] == number)
            return i;
    return -1;
}

bool tape_list_append_text(tape_lists *of, uint32_t list, const char *text, uint32_t length)
{
    for (uint32_t at = 0; at < length;) {
        int64_t number = 0;
        uint32_t digits = 0;
        for (; at < length && text[at] >= '0' && text[at] <= '9'; at++)
            if (++digits > MOST_DIGITS)
                return false;
            else
                number = 10 * number + (text[at] - '0');
        if (digits && !tape_list_append(of, list, number))
            return false;
        at += !digits;
    }
    return true;
}
