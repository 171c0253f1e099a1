/* SPDX-License-Identifier: Apache-2.0 */
/* What the users of a crew did, counted while they do it: by code (app/driver/tally.py, Codes) and by second, so that a
   frame is cut at an exact moment without a log of events. */
#ifndef TALLY_H
#define TALLY_H

#include <stdint.h>

#include "histogram.h"
#include "outpace.h"
#include "threads.h"

struct interval;

struct tally {
    thread_lock own;
    int32_t codes, measured;
    int64_t zero_ns, cut_ns;
    struct interval *first, *last;
};

/* Around one or many records; held for microseconds. */
static inline void tally_lock(struct tally *tally) { thread_lock_take(&tally->own); }
static inline void tally_unlock(struct tally *tally) { thread_lock_give(&tally->own); }

/* Counts an event of that moment (outpace_clock_ns) and value, by its own second; one of a second that was cut already
   in the next. The lock is held. */
void tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns);

/* codes: how many there are; those below `measured` have histograms. NULL where memory is short. */
OUTPACE_EXPORT struct tally *outpace_tally_new(int32_t codes, int32_t measured);

/* Nobody records any more. */
OUTPACE_EXPORT void outpace_tally_free(struct tally *tally);

/* Where the beat of seconds begins, before anything is recorded. */
OUTPACE_EXPORT void outpace_tally_begin(struct tally *tally, int64_t zero_ns);

/* The beat has moved by less than a second, right behind a cut: seconds that began go on to their new end. */
OUTPACE_EXPORT void outpace_tally_steer(struct tally *tally, int64_t zero_ns);

/* As tally_record, with the lock. */
OUTPACE_EXPORT void outpace_tally_record(struct tally *tally, int32_t code, int64_t at_ns, int64_t value_ns);

/* Hands over what came before a moment on the beat and no cut had before; off the beat, what came in its second. counts,
   sums_ns: by code. histograms: by code, `measured` of them. */
OUTPACE_EXPORT void outpace_tally_cut(struct tally *tally, int64_t until_ns, int64_t *counts, int64_t *sums_ns,
                                      struct histogram *histograms);

#endif
