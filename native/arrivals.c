/* SPDX-License-Identifier: Apache-2.0 */
#include "arrivals.h"

#include "mathematics.h"
#include <stdlib.h>

#define NS 1000000000

bool arrivals_make(struct arrivals *arrivals, int64_t max_lag_ns, const uint32_t *state,
                   void (*missed)(void *with, int64_t at_ns), void *with)
{
    if (!mersenne_twister_set(&arrivals->random, state))
        return false;
    mutex_init(&arrivals->own);
    arrivals->missed = missed;
    arrivals->with = with;
    arrivals->max_lag_ns = max_lag_ns;
    return true;
}

void arrivals_drop(struct arrivals *arrivals)
{
    mutex_destroy(&arrivals->own);
}

/* Arrivals of storage I/O, with the tally that counts the missed ones. */
typedef struct {
    struct arrivals arrivals; /* must be the first member: outpace_arrivals_free casts its pointer */
    struct tally *tally;
    int32_t missed;
} counted;

static void count_missed(void *with, int64_t at_ns)
{
    counted *of = with;
    tally_lock(of->tally);
    tally_record(of->tally, of->missed, at_ns, 0);
    tally_unlock(of->tally);
}

struct arrivals *outpace_arrivals_new(struct tally *tally, int32_t missed, int64_t max_lag_ns, const uint32_t *state)
{
    counted *of = calloc(1, sizeof *of);
    if (!of || !arrivals_make(&of->arrivals, max_lag_ns, state, count_missed, of)) {
        free(of);
        return NULL;
    }
    of->tally = tally;
    of->missed = missed;
    return &of->arrivals;
}

void outpace_arrivals_free(struct arrivals *arrivals)
{
    arrivals_drop(arrivals);
    free(arrivals);
}

/* Draws the next arrival time; same as random.Random.expovariate. */
static void draw(struct arrivals *arrivals)
{
    if (arrivals->rate > 0)
        arrivals->next_ns += (int64_t)(-log(1.0 - mersenne_twister_random(&arrivals->random)) / arrivals->rate * NS);
}

void outpace_arrivals_set_rate(struct arrivals *arrivals, double rate, int64_t from_ns)
{
    mutex_lock(&arrivals->own);
    int overdue = arrivals->rate > 0 && arrivals->next_ns < from_ns;
    arrivals->rate = rate;
    if (!overdue) {
        arrivals->next_ns = from_ns;
        draw(arrivals);
    }
    mutex_unlock(&arrivals->own);
}

static void expire(struct arrivals *arrivals, int64_t now_ns)
{
    while (arrivals->rate > 0 && now_ns - arrivals->next_ns > arrivals->max_lag_ns) {
        arrivals->missed(arrivals->with, arrivals->next_ns + arrivals->max_lag_ns);
        draw(arrivals);
    }
}

void outpace_arrivals_expire(struct arrivals *arrivals, int64_t now_ns)
{
    mutex_lock(&arrivals->own);
    expire(arrivals, now_ns);
    mutex_unlock(&arrivals->own);
}

int64_t arrivals_due(struct arrivals *arrivals, int64_t now_ns)
{
    int64_t intended_ns = ARRIVALS_NONE;
    mutex_lock(&arrivals->own);
    expire(arrivals, now_ns);
    if (arrivals->rate > 0 && arrivals->next_ns <= now_ns) {
        intended_ns = arrivals->next_ns;
        draw(arrivals);
    }
    mutex_unlock(&arrivals->own);
    return intended_ns;
}

int64_t arrivals_next_ns(struct arrivals *arrivals, int64_t now_ns)
{
    mutex_lock(&arrivals->own);
    int64_t next_ns = arrivals->rate > 0 ? arrivals->next_ns : now_ns + NS;
    mutex_unlock(&arrivals->own);
    return next_ns;
}

int64_t outpace_arrivals_due(struct arrivals *arrivals, int64_t now_ns)
{
    return arrivals_due(arrivals, now_ns);
}
