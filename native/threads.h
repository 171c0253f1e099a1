/* SPDX-License-Identifier: Apache-2.0 */
/* Threads, mutexes and timed waits (outpace_clock_ns) that the library needs. */
#ifndef OUTPACE_THREADS_H
#define OUTPACE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#if defined _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef SRWLOCK mutex;
typedef CONDITION_VARIABLE condition;
typedef HANDLE thread_handle;
#else
#include <pthread.h>
typedef pthread_mutex_t mutex;
typedef pthread_cond_t condition;
typedef pthread_t thread_handle;
#endif

void mutex_init(mutex *lock);
void mutex_destroy(mutex *lock);
void mutex_lock(mutex *lock);
void mutex_unlock(mutex *lock);

void cond_init(condition *cond);
void cond_destroy(condition *cond);
void cond_broadcast(condition *cond);
/* Releases the mutex while waiting. Returns after a signal, at that time, or spuriously. */
void cond_wait_until(condition *cond, mutex *lock, int64_t until_ns);

/* Suspends the calling thread. */
void thread_sleep(int64_t ns);
/* Processor time of the calling thread, like Python's time.thread_time_ns. */
int64_t thread_cpu_ns(void);

/* Starts a thread; false if the system refuses another one. */
bool thread_start(thread_handle *thread, void (*run)(void *), void *with);
void thread_join(thread_handle thread);
/* ID of the calling thread, like Python's threading.get_native_id. */
int64_t thread_id(void);
/* Asks the system to wake the calling thread as precisely as possible. */
void thread_minimize_timer_slack(void);
/* Makes the calling thread wait for a processor that another program uses, instead of preempting it. No-op except on
   Linux. */
void thread_avoid_preempting(void);
/* Pins the calling thread, the number-th from 0, to a core if there are as many threads as cores for this process.
   Otherwise, and except on Linux, a no-op. */
void thread_pin_to_core(int32_t number, int32_t threads);

#endif
