/* SPDX-License-Identifier: Apache-2.0 */
/* The open loop of one worker, as Arrivals of app/driver/pacing.py: a Poisson process whose arrivals are begun in their
   order by whoever is free; from the same state of the random stream the same arrivals. */
#ifndef ARRIVALS_H
#define ARRIVALS_H

#include <stdbool.h>
#include <stdint.h>

#include "threads.h"
#include "mersenne_twister.h"
#include "outpace.h"
#include "tally.h"

#define ARRIVALS_NONE (-1)

/* missed: is told of each arrival that nobody began within max_lag_ns, by the moment when it was too late. */
struct arrivals {
    thread_lock own;
    mersenne_twister random;
    void (*missed)(void *with, int64_t at_ns);
    void *with;
    int64_t max_lag_ns, next_ns;
    double rate;
};

/* state: random.Random.getstate()[1]. False where that is none. */
bool arrivals_make(struct arrivals *arrivals, int64_t max_lag_ns, const uint32_t *state,
                   void (*missed)(void *with, int64_t at_ns), void *with);
void arrivals_drop(struct arrivals *arrivals);

/* Takes the next arrival where its time has come: its intended time, else ARRIVALS_NONE. Never waits. */
int64_t arrivals_due(struct arrivals *arrivals, int64_t now_ns);

/* When the next arrival comes; a second on where there are none. */
int64_t arrivals_next_ns(struct arrivals *arrivals, int64_t now_ns);

/* missed: the code of an arrival that nobody began, for the tally. NULL where the state is none, or memory is short. The
   tally is the caller's, and lives longer. */
OUTPACE_EXPORT struct arrivals *outpace_arrivals_new(struct tally *tally, int32_t missed, int64_t max_lag_ns,
                                                     const uint32_t *state);
OUTPACE_EXPORT void outpace_arrivals_free(struct arrivals *arrivals);

/* Arrivals a second from now on; 0 is none. from_ns: the earliest next one. */
OUTPACE_EXPORT void outpace_arrivals_set_rate(struct arrivals *arrivals, double rate, int64_t from_ns);

/* Counts arrivals that are too late by now; called once a frame, since users may all be stuck. */
OUTPACE_EXPORT void outpace_arrivals_expire(struct arrivals *arrivals, int64_t now_ns);

/* As arrivals_due. */
OUTPACE_EXPORT int64_t outpace_arrivals_due(struct arrivals *arrivals, int64_t now_ns);

#endif
