/* SPDX-License-Identifier: Apache-2.0 */
/* Event counts of a crew's users, by code (Codes in app/driver/tally.py) and by second, so that a frame can be cut at
   an exact time without logging each event. */
#ifndef TALLY_H
#define TALLY_H

#include <stdint.h>

#include "histogram.h"
#include "outpace.h"
#include "threads.h"

struct interval;

struct tally {
    mutex own;
    int32_t codes, measured;
    int64_t zero_ns, cut_ns;
    struct interval *first, *last;
};

/* Hold the lock around one or more calls of tally_record, for microseconds only. */
static inline void tally_lock(struct tally *tally) { mutex_lock(&tally->own); }
static inline void tally_unlock(struct tally *tally) { mutex_unlock(&tally->own); }

/* Counts an event with a value in the second of at_ns (a time of outpace_clock_ns) or, if that second was already cut,
   in the next one. The lock must be held. */
void tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns);

/* codes: number of codes; those below `measured` have histograms. Returns NULL if out of memory. */
OUTPACE_EXPORT struct tally *outpace_tally_new(int32_t codes, int32_t measured);

/* Frees a tally in which no thread records events anymore. */
OUTPACE_EXPORT void outpace_tally_free(struct tally *tally);

/* Sets the time at which the first second starts; must be called before anything is recorded. */
OUTPACE_EXPORT void outpace_tally_begin(struct tally *tally, int64_t zero_ns);

/* Shifts the boundaries between seconds by less than 1 s; call it right after a cut. Seconds in progress extend to
   their new end. */
OUTPACE_EXPORT void outpace_tally_steer(struct tally *tally, int64_t zero_ns);

/* Same as tally_record, but takes the lock. */
OUTPACE_EXPORT void outpace_tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns);

/* Removes and returns everything recorded in the seconds before until_ns; if until_ns is not on a boundary between
   seconds, this includes everything recorded so far in its second. counts, sums_ns: indexed by code. histograms:
   indexed by code, `measured` elements. */
OUTPACE_EXPORT void outpace_tally_cut(struct tally *tally, int64_t until_ns, int64_t *counts, int64_t *sums_ns,
                                      struct histogram *histograms);

#endif
