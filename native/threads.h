/* SPDX-License-Identifier: Apache-2.0 */
/* Threads, mutexes and timed waits (outpace_clock_ns), as far as the library needs them. */
#ifndef OUTPACE_THREADS_H
#define OUTPACE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#if defined _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef SRWLOCK thread_lock;
typedef CONDITION_VARIABLE thread_bell;
typedef HANDLE thread_handle;
#else
#include <pthread.h>
typedef pthread_mutex_t thread_lock;
typedef pthread_cond_t thread_bell;
typedef pthread_t thread_handle;
#endif

void thread_lock_make(thread_lock *lock);
void thread_lock_drop(thread_lock *lock);
void thread_lock_take(thread_lock *lock);
void thread_lock_give(thread_lock *lock);

void thread_bell_make(thread_bell *bell);
void thread_bell_drop(thread_bell *bell);
void thread_bell_ring(thread_bell *bell);
/* Releases the mutex while waiting. Returns after a signal, at that time, or spuriously. */
void thread_bell_wait(thread_bell *bell, thread_lock *lock, int64_t until_ns);

/* Suspends the calling thread. */
void thread_nap(int64_t ns);
/* Processor time of the calling thread, as Python's time.thread_time_ns. */
int64_t thread_cpu_ns(void);

/* Starts a thread; false if the system refuses another one. */
bool thread_begin(thread_handle *thread, void (*run)(void *), void *with);
void thread_join(thread_handle thread);
/* ID of the calling thread, as Python's threading.get_native_id. */
int64_t thread_number(void);
/* Asks the system to wake the calling thread as precisely as possible. */
void thread_be_punctual(void);
/* Makes the calling thread wait for a processor that another program uses, instead of preempting it. No-op except on
   Linux. */
void thread_give_way(void);
/* Pins the calling thread, the number-th from 0, to a core if there are as many threads as cores for this process.
   Otherwise, and except on Linux, a no-op. */
void thread_keep_core(int32_t number, int32_t threads);

#endif
