/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that every event is counted exactly once while several threads record events and claim arrivals and another one
   cuts frames. */

#include "../../native/arrivals.h"
#include "../../native/outpace.h"
#include "../../native/tally.h"
#include "check.h"

#include <pthread.h>
#include <string.h>

enum { THREADS = 3, EVENTS = 30000, CODES = 5, MEASURED = 3, MISSED = 4 };

static struct tally *tally;
static struct arrivals *arrivals;
static _Atomic int64_t taken;

static void *count(void *argument)
{
    for (int event = 0; event < EVENTS; event++) {
        int64_t now_ns = outpace_clock_ns();
        outpace_tally_record(tally, event % 4, now_ns, event);
        if (arrivals_due(arrivals, now_ns) != ARRIVALS_NONE)
            taken++;
    }
    return argument;
}

int main(void)
{
    static struct histogram histograms[MEASURED];
    static uint32_t state[MERSENNE_TWISTER_STATE] = {1, 2, 3};
    int64_t counts[CODES], sums_ns[CODES], total[CODES] = {0}, measured = 0;
    int64_t zero_ns = outpace_clock_ns() - 900000000;
    pthread_t threads[THREADS];

    CHECK((tally = outpace_tally_new(CODES, MEASURED)) != NULL);
    outpace_tally_begin(tally, zero_ns);
    state[MERSENNE_TWISTER_WORDS] = MERSENNE_TWISTER_WORDS + 1;
    CHECK(outpace_arrivals_new(tally, MISSED, 1000000, state) == NULL);
    state[MERSENNE_TWISTER_WORDS] = 0;
    CHECK((arrivals = outpace_arrivals_new(tally, MISSED, 1000000, state)) != NULL);
    outpace_arrivals_set_rate(arrivals, 1e5, zero_ns + 900000000);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, count, NULL) == 0);
    for (int cut = 1; cut <= 101; cut++) {
        if (cut == 101)
            for (int i = 0; i < THREADS; i++)
                CHECK(pthread_join(threads[i], NULL) == 0);
        /* Cut off the boundaries too, and finally after all events. */
        outpace_tally_cut(tally, zero_ns + (cut == 101 ? 1000000000000 : cut * 12000000LL), counts, sums_ns, histograms);
        for (int code = 0; code < CODES; code++)
            total[code] += counts[code];
        for (int code = 0; code < MEASURED; code++) {
            CHECK(histograms[code].count == counts[code]);
            measured += histograms[code].count;
        }
        outpace_arrivals_expire(arrivals, outpace_clock_ns());
    }
    CHECK(total[0] + total[1] + total[2] + total[3] == (int64_t)THREADS * EVENTS);
    CHECK(measured == total[0] + total[1] + total[2]);
    CHECK(taken > 0);
    outpace_tally_record(tally, 0, outpace_clock_ns(), 1); /* left in the tally, to be freed with it */
    outpace_arrivals_free(arrivals);
    outpace_tally_free(tally);
    return 0;
}
