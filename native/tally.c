/* SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

#define SECOND_NS 1000000000

/* Counts of one second. Histograms are allocated on demand. */
struct interval {
    struct interval *next;
    int64_t from_ns, until_ns;
    struct histogram **histograms;
    int64_t *sums_ns;
    int64_t counts[];
};

struct tally *outpace_tally_new(int32_t codes, int32_t measured)
{
    struct tally *tally = calloc(1, sizeof *tally);
    if (!tally)
        return NULL;
    mutex_init(&tally->own);
    tally->codes = codes;
    tally->measured = measured;
    return tally;
}

static struct interval *interval_new(const struct tally *tally, int64_t from_ns)
{
    size_t codes = (size_t)tally->codes, measured = (size_t)tally->measured;
    size_t head = sizeof(struct interval) + 2 * codes * sizeof(int64_t);
    struct interval *interval = calloc(1, head + measured * sizeof(struct histogram *));
    if (!interval)
        abort(); /* a lost event would falsify the result; a lost worker is reported and replaced */
    interval->from_ns = from_ns;
    interval->until_ns = from_ns + SECOND_NS;
    interval->sums_ns = interval->counts + codes;
    interval->histograms = (struct histogram **)(void *)((char *)interval + head);
    return interval;
}

static void interval_free(const struct tally *tally, struct interval *interval)
{
    for (int32_t code = 0; code < tally->measured; code++)
        free(interval->histograms[code]);
    free(interval);
}

void outpace_tally_free(struct tally *tally)
{
    while (tally->first) {
        struct interval *interval = tally->first;
        tally->first = interval->next;
        interval_free(tally, interval);
    }
    mutex_destroy(&tally->own);
    free(tally);
}

void outpace_tally_begin(struct tally *tally, int64_t zero_ns)
{
    tally_lock(tally);
    tally->zero_ns = zero_ns;
    tally->cut_ns = zero_ns;
    tally_unlock(tally);
}

void outpace_tally_steer(struct tally *tally, int64_t zero_ns)
{
    tally_lock(tally);
    for (struct interval *interval = tally->first; interval; interval = interval->next) {
        interval->from_ns += zero_ns - tally->zero_ns;
        interval->until_ns += zero_ns - tally->zero_ns;
    }
    tally->zero_ns = zero_ns;
    tally_unlock(tally);
}

/* Returns the interval that contains a time or, if that was already cut, the next one; creates it if necessary. */
static struct interval *interval_at(struct tally *tally, int64_t at_ns)
{
    if (at_ns < tally->cut_ns)
        at_ns = tally->cut_ns;
    struct interval **place = &tally->first;
    while (*place && (*place)->until_ns <= at_ns)
        place = &(*place)->next;
    if (*place && (*place)->from_ns <= at_ns)
        return *place;
    int64_t second = (at_ns - tally->zero_ns) / SECOND_NS;
    struct interval *interval = interval_new(tally, tally->zero_ns + second * SECOND_NS);
    interval->next = *place;
    *place = interval;
    if (!interval->next)
        tally->last = interval;
    return interval;
}

void tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns)
{
    struct interval *interval = tally->last;
    if (!interval || at_ns < interval->from_ns || at_ns >= interval->until_ns)
        interval = interval_at(tally, at_ns);
    interval->counts[code]++;
    interval->sums_ns[code] += value_ns;
    if (code >= tally->measured)
        return;
    struct histogram **histogram = &interval->histograms[code];
    if (!*histogram && !(*histogram = calloc(1, sizeof **histogram)))
        abort();
    histogram_record(*histogram, value_ns);
}

void outpace_tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns)
{
    tally_lock(tally);
    tally_record(tally, code, at_ns, value_ns);
    tally_unlock(tally);
}

void outpace_tally_cut(struct tally *tally, int64_t until_ns, int64_t *counts, int64_t *sums_ns,
                       struct histogram *histograms)
{
    struct interval *taken = NULL, **end = &taken;
    tally_lock(tally);
    /* At a boundary, only complete seconds are removed; the final cut, off a boundary, also removes the incomplete
       second. */
    while (tally->first && tally->first->from_ns < until_ns) {
        *end = tally->first;
        end = &(*end)->next;
        tally->first = *end;
    }
    *end = NULL;
    if (!tally->first)
        tally->last = NULL;
    if (until_ns > tally->cut_ns)
        tally->cut_ns = until_ns;
    tally_unlock(tally);
    memset(counts, 0, (size_t)tally->codes * sizeof *counts);
    memset(sums_ns, 0, (size_t)tally->codes * sizeof *sums_ns);
    memset(histograms, 0, (size_t)tally->measured * sizeof *histograms);
    while (taken) {
        struct interval *interval = taken;
        taken = interval->next;
        for (int32_t code = 0; code < tally->codes; code++) {
            counts[code] += interval->counts[code];
            sums_ns[code] += interval->sums_ns[code];
        }
        for (int32_t code = 0; code < tally->measured; code++)
            if (interval->histograms[code])
                histogram_add(&histograms[code], interval->histograms[code]);
        interval_free(tally, interval);
    }
}
