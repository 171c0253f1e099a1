/* SPDX-License-Identifier: Apache-2.0 */
#include "threads.h"

#include <stdlib.h>

#include "outpace.h"

typedef struct {
    void (*run)(void *);
    void *with;
} thread_arguments;

#if defined _WIN32

void mutex_init(mutex *lock) { InitializeSRWLock(lock); }
void mutex_destroy(mutex *lock) { (void)lock; }
void mutex_lock(mutex *lock) { AcquireSRWLockExclusive(lock); }
void mutex_unlock(mutex *lock) { ReleaseSRWLockExclusive(lock); }

void cond_init(condition *cond) { InitializeConditionVariable(cond); }
void cond_destroy(condition *cond) { (void)cond; }
void cond_broadcast(condition *cond) { WakeAllConditionVariable(cond); }

void cond_wait_until(condition *cond, mutex *lock, int64_t until_ns)
{
    int64_t left_ns = until_ns - outpace_clock_ns();
    if (left_ns > 0)
        SleepConditionVariableSRW(cond, lock, (DWORD)((left_ns + 999999) / 1000000 % 0x7fffffff), 0);
}

static DWORD WINAPI thread_entry(void *given)
{
    thread_arguments with = *(thread_arguments *)given;
    free(given);
    with.run(with.with);
    return 0;
}

bool thread_start(thread_handle *thread, void (*run)(void *), void *with)
{
    thread_arguments *given = malloc(sizeof *given);
    if (!given)
        return false;
    *given = (thread_arguments){run, with};
    *thread = CreateThread(NULL, 0, thread_entry, given, 0, NULL);
    if (!*thread)
        free(given);
    return *thread != NULL;
}

void thread_join(thread_handle thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

int64_t thread_id(void) { return (int64_t)GetCurrentThreadId(); }

void thread_sleep(int64_t ns) { Sleep((DWORD)((ns + 999999) / 1000000)); }

int64_t thread_cpu_ns(void)
{
    FILETIME created, ended, kernel, user;
    GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
    uint64_t high = (uint64_t)kernel.dwHighDateTime + user.dwHighDateTime;
    return (int64_t)((high << 32) + kernel.dwLowDateTime + user.dwLowDateTime) * 100;
}

void thread_minimize_timer_slack(void) {}

void thread_avoid_preempting(void) {}

void thread_pin_to_core(int32_t number, int32_t threads) { (void)number, (void)threads; }

#else

#include <errno.h>
#include <sched.h>
#include <time.h>
#if defined __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define STACK_BYTES (2U << 20)

void mutex_init(mutex *lock) { pthread_mutex_init(lock, NULL); }
void mutex_destroy(mutex *lock) { pthread_mutex_destroy(lock); }
void mutex_lock(mutex *lock) { pthread_mutex_lock(lock); }
void mutex_unlock(mutex *lock) { pthread_mutex_unlock(lock); }

void thread_sleep(int64_t ns)
{
    struct timespec left = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

int64_t thread_cpu_ns(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (int64_t)spent.tv_sec * 1000000000 + spent.tv_nsec;
}

void cond_destroy(condition *cond) { pthread_cond_destroy(cond); }
void cond_broadcast(condition *cond) { pthread_cond_broadcast(cond); }

#if defined __APPLE__

void cond_init(condition *cond) { pthread_cond_init(cond, NULL); }

void cond_wait_until(condition *cond, mutex *lock, int64_t until_ns)
{
    int64_t left_ns = until_ns - outpace_clock_ns();
    struct timespec left = {left_ns / 1000000000, left_ns % 1000000000};
    if (left_ns > 0)
        pthread_cond_timedwait_relative_np(cond, lock, &left);
}

int64_t thread_id(void)
{
    uint64_t number = 0;
    pthread_threadid_np(NULL, &number);
    return (int64_t)number;
}

#else

void cond_init(condition *cond)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attributes);
    pthread_condattr_destroy(&attributes);
}

void cond_wait_until(condition *cond, mutex *lock, int64_t until_ns)
{
    struct timespec until = {until_ns / 1000000000, until_ns % 1000000000};
    pthread_cond_timedwait(cond, lock, &until);
}

#if defined __linux__
int64_t thread_id(void) { return (int64_t)syscall(SYS_gettid); }
#else
int64_t thread_id(void) { return 0; }
#endif

#endif

static void *thread_entry(void *given)
{
    thread_arguments with = *(thread_arguments *)given;
    free(given);
    with.run(with.with);
    return NULL;
}

bool thread_start(thread_handle *thread, void (*run)(void *), void *with)
{
    thread_arguments *given = malloc(sizeof *given);
    pthread_attr_t attributes;
    if (!given || pthread_attr_init(&attributes)) {
        free(given);
        return false;
    }
    *given = (thread_arguments){run, with};
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int failed = pthread_create(thread, &attributes, thread_entry, given);
    pthread_attr_destroy(&attributes);
    if (failed)
        free(given);
    return !failed;
}

void thread_join(thread_handle thread) { pthread_join(thread, NULL); }

void thread_minimize_timer_slack(void)
{
#if defined __linux__
    /* By default, Linux may delay a wake-up by up to 50 us to save power. */
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
#endif
}

void thread_avoid_preempting(void)
{
#if defined __linux__
    sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0});
#endif
}

void thread_pin_to_core(int32_t number, int32_t threads)
{
#if defined __linux__
    cpu_set_t all, own;
    if (sched_getaffinity(0, sizeof all, &all) || CPU_COUNT(&all) != threads)
        return;
    size_t core = 0;
    while (!CPU_ISSET(core, &all) || number--)
        core++;
    CPU_ZERO(&own);
    CPU_SET(core, &own);
    sched_setaffinity(0, sizeof own, &own);
#else
    (void)number, (void)threads;
#endif
}

#endif
