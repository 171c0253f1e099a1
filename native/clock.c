/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of CPython's time.perf_counter_ns (Python/pytime.c), so that times from C and Python are comparable. */

#include "outpace.h"

#if defined _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

int64_t outpace_clock_ns(void)
{
    LARGE_INTEGER frequency, ticks;
    QueryPerformanceFrequency(&frequency); /* fixed at boot; not a system call */
    QueryPerformanceCounter(&ticks);
    int64_t whole = ticks.QuadPart / frequency.QuadPart, rest = ticks.QuadPart % frequency.QuadPart;
    return whole * 1000000000 + rest * 1000000000 / frequency.QuadPart;
}

#elif defined __APPLE__

#include <time.h>

int64_t outpace_clock_ns(void) { return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW); } /* mach_absolute_time */

#else

#include <time.h>

int64_t outpace_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
