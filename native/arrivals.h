/* SPDX-License-Identifier: Apache-2.0 */
/* Arrivals of one worker's open loop, equivalent to Arrivals in app/driver/pacing.py: a Poisson process whose arrivals
   are claimed in order by any free user. Equal RNG states give equal arrivals. */
#ifndef ARRIVALS_H
#define ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "threads.h"
#include "mersenne_twister.h"
#include "outpace.h"
#include "tally.h"

#define ARRIVALS_NONE (-1)

/* missed: called for each arrival that no user claimed within max_lag_ns, with the time at which that limit expired. */
struct arrivals {
    mutex own;
    mersenne_twister random;
    void (*missed)(void *with, int64_t at_ns);
    void *with;
    int64_t max_lag_ns, next_ns;
    double rate;
};

/* Initializes arrivals. state: random.Random.getstate()[1]. Returns false if the state is invalid. */
bool arrivals_make(struct arrivals *arrivals, int64_t max_lag_ns, const uint32_t *state,
                   void (*missed)(void *with, int64_t at_ns), void *with);
void arrivals_drop(struct arrivals *arrivals);

/* Claims the next arrival if it is due and returns its intended time, otherwise ARRIVALS_NONE. Never blocks. */
int64_t arrivals_due(struct arrivals *arrivals, int64_t now_ns);

/* Returns the time of the next arrival, or one second from now if the rate is 0. */
int64_t arrivals_next_ns(struct arrivals *arrivals, int64_t now_ns);

/* missed: tally code for arrivals that no user claimed in time. The caller owns the tally, which must outlive the
 * arrivals. Returns NULL if the state is invalid or if out of memory. */
OUTPACE_EXPORT struct arrivals *outpace_arrivals_new(struct tally *tally, int32_t missed, int64_t max_lag_ns,
                                                     const uint32_t *state);
OUTPACE_EXPORT void outpace_arrivals_free(struct arrivals *arrivals);

/* Sets the rate in arrivals per second, 0 for none. from_ns: earliest time of the next arrival. */
OUTPACE_EXPORT void outpace_arrivals_set_rate(struct arrivals *arrivals, double rate, int64_t from_ns);

/* Counts the arrivals that have exceeded the maximum lag. Call it once per frame, because all users may be blocked. */
OUTPACE_EXPORT void outpace_arrivals_expire(struct arrivals *arrivals, int64_t now_ns);

/* Same as arrivals_due. */
OUTPACE_EXPORT int64_t outpace_arrivals_due(struct arrivals *arrivals, int64_t now_ns);

#endif
