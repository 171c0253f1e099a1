/* SPDX-License-Identifier: Apache-2.0 */
/* Open loop of one worker, equivalent to Arrivals in app/driver/pacing.py: a Poisson process whose arrivals are taken
   in order by any free user. The same RNG state gives the same arrivals. */
#ifndef ARRIVALS_H
#define ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "threads.h"
#include "mersenne_twister.h"
#include "outpace.h"
#include "tally.h"

#define ARRIVALS_NONE (-1)

/* missed: called for each arrival that no user took within max_lag_ns, with the time at which it became too late. */
struct arrivals {
    mutex own;
    mersenne_twister random;
    void (*missed)(void *with, int64_t at_ns);
    void *with;
    int64_t max_lag_ns, next_ns;
    double rate;
};

/* state: random.Random.getstate()[1]. Returns false if it is invalid. */
bool arrivals_make(struct arrivals *arrivals, int64_t max_lag_ns, const uint32_t *state,
                   void (*missed)(void *with, int64_t at_ns), void *with);
void arrivals_drop(struct arrivals *arrivals);

/* Takes the next arrival if it is due and returns its intended time, or else ARRIVALS_NONE. Never waits. */
int64_t arrivals_due(struct arrivals *arrivals, int64_t now_ns);

/* Returns the time of the next arrival, or one second from now if the rate is 0. */
int64_t arrivals_next_ns(struct arrivals *arrivals, int64_t now_ns);

/* missed: tally code of an arrival that no user took. Returns NULL if the state is invalid or memory is exhausted.
 * The caller owns the tally, which must outlive this. */
OUTPACE_EXPORT struct arrivals *outpace_arrivals_new(struct tally *tally, int32_t missed, int64_t max_lag_ns,
                                                     const uint32_t *state);
OUTPACE_EXPORT void outpace_arrivals_free(struct arrivals *arrivals);

/* Sets the arrivals per second; 0 for none. from_ns: earliest time of the next one. */
OUTPACE_EXPORT void outpace_arrivals_set_rate(struct arrivals *arrivals, double rate, int64_t from_ns);

/* Counts arrivals that are too late by now; call it once per frame, because all users may be blocked. */
OUTPACE_EXPORT void outpace_arrivals_expire(struct arrivals *arrivals, int64_t now_ns);

/* Same as arrivals_due. */
OUTPACE_EXPORT int64_t outpace_arrivals_due(struct arrivals *arrivals, int64_t now_ns);

#endif
