/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of the events of a crew's users, by code (Codes in app/driver/tally.py) and by second, so that a frame can be
   cut at an exact time without a log of events. */
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

/* Hold the lock around one or more records, for microseconds only. */
static inline void tally_lock(struct tally *tally) { mutex_lock(&tally->own); }
static inline void tally_unlock(struct tally *tally) { mutex_unlock(&tally->own); }

/* Counts an event at a time (outpace_clock_ns) with a value in its second, or, if that second was already cut, in the
   next one. The lock must be held. */
void tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns);

/* codes: number of codes; those below `measured` have histograms. NULL if out of memory. */
OUTPACE_EXPORT struct tally *outpace_tally_new(int32_t codes, int32_t measured);

/* No thread may still record events. */
OUTPACE_EXPORT void outpace_tally_free(struct tally *tally);

/* Sets the start of the seconds, before anything is recorded. */
OUTPACE_EXPORT void outpace_tally_begin(struct tally *tally, int64_t zero_ns);

/* Shifts the second boundaries by less than 1 s, right after a cut: seconds in progress extend to their new end. */
OUTPACE_EXPORT void outpace_tally_steer(struct tally *tally, int64_t zero_ns);

/* Same as tally_record, but takes the lock. */
OUTPACE_EXPORT void outpace_tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns);

/* Returns everything before a boundary between seconds that was not cut yet; off a boundary, everything recorded in its
   second so far. counts, sums_ns: by code. histograms: by code, `measured` of them. */
OUTPACE_EXPORT void outpace_tally_cut(struct tally *tally, int64_t until_ns, int64_t *counts, int64_t *sums_ns,
                                      struct histogram *histograms);

#endif
