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

static bool within(const tape_list *own, int64_t place)
{
    return place >= 0 && place < own->used;
}

bool tape_list_at(const tape_lists *of, uint32_t list, int64_t place, int64_t *number)
{
    const tape_list *own = &of->list[list];
    if (!within(own, place))
        return false;
    *number = own->number[place];
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
    tape_list *own = &of->list[list];
    if (place < 0 || place > own->used || of->held == TAPE_LISTED)
        return false;
    if (own->used == own->room) {
        uint32_t room = own->room ? 2 * own->room : 16;
        int64_t *larger = realloc(own->number, room * sizeof *larger);
        if (!larger)
            return false;
        own->number = larger;
        own->room = room;
    }
    memmove(own->number + place + 1, own->number + place, (own->used - (uint32_t)place) * sizeof *own->number);
    own->number[place] = number;
    own->used++;
    of->held++;
    return true;
}

bool tape_list_append(tape_lists *of, uint32_t list, int64_t number)
{
    return tape_list_insert(of, list, of->list[list].used, number);
}

bool tape_list_remove(tape_lists *of, uint32_t list, int64_t place, int64_t *number)
{
    tape_list *own = &of->list[list];
    if (!tape_list_at(of, list, place, number))
        return false;
    own->used--;
    of->held--;
    memmove(own->number + place, own->number + place + 1, (own->used - (uint32_t)place) * sizeof *own->number);
    return true;
}

int64_t tape_list_bisect(const tape_lists *of, uint32_t list, int64_t number)
{
    const tape_list *own = &of->list[list];
    uint32_t low = 0, high = own->used;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (own->number[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int64_t tape_list_find(const tape_lists *of, uint32_t list, int64_t number)
{
    const tape_list *own = &of->list[list];
    for (uint32_t i = 0; i < own->used; i++)
        if (own->number[i] == number)
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
