/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that the clock is monotonic when several threads read it. */

#include "../../native/outpace.h"
#include "check.h"

#include <pthread.h>

enum { THREADS = 4, READINGS = 100000 };

static void *read_it(void *argument)
{
    int64_t before = outpace_clock_ns();
    for (int i = 0; i < READINGS; i++) {
        int64_t now = outpace_clock_ns();
        CHECK(now >= before);
        before = now;
    }
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, read_it, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(outpace_interface() == OUTPACE_INTERFACE);
    return 0;
}
