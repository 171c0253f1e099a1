/* SPDX-License-Identifier: Apache-2.0 */
/* Portable threads, mutexes and condition variables. Times are those of outpace_clock_ns. */
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
/* Waits on a condition variable; the mutex is released meanwhile. Returns after a broadcast, at `until_ns`, or
   spuriously. */
void cond_wait_until(condition *cond, mutex *lock, int64_t until_ns);

/* Suspends the calling thread. */
void thread_sleep(int64_t ns);
/* Returns the processor time of the calling thread, as Python's time.thread_time_ns does. */
int64_t thread_cpu_ns(void);

/* Starts a thread; returns false if the system cannot create another one. */
bool thread_start(thread_handle *thread, void (*run)(void *), void *with);
void thread_join(thread_handle thread);
/* Returns the ID of the calling thread, as Python's threading.get_native_id does. */
int64_t thread_id(void);
/* Makes the system wake the calling thread as precisely as possible. */
void thread_minimize_timer_slack(void);
/* Lets the calling thread wait until a processor is free, instead of preempting another program. Linux only; otherwise
   a no-op. */
void thread_avoid_preempting(void);
/* Pins the calling thread to a core if the process has as many cores as there are threads; otherwise a no-op. Linux
   only. number: index of the thread, from 0. threads: number of threads. */
void thread_pin_to_core(int32_t number, int32_t threads);

#endif
