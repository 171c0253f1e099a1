/* SPDX-License-Identifier: Apache-2.0 */
/* Threads, locks and waits until a moment of outpace_clock_ns, as far as the library needs them. */
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
/* Gives the lock back meanwhile. Returns when the bell rings, at that moment, or for no reason at all. */
void thread_bell_wait(thread_bell *bell, thread_lock *lock, int64_t until_ns);

/* The calling thread waits. */
void thread_nap(int64_t ns);
/* Processor time of the calling thread, as Python's time.thread_time_ns. */
int64_t thread_cpu_ns(void);

/* False where the system refuses another thread. */
bool thread_begin(thread_handle *thread, void (*run)(void *), void *with);
void thread_join(thread_handle thread);
/* The system's number of the calling thread, as Python's threading.get_native_id. */
int64_t thread_number(void);
/* Asks the system to wake the calling thread as exactly as it can. */
void thread_be_punctual(void);
/* Where a processor is busy with another program, the calling thread, once it wakes, waits for it to rest instead of
   taking its place. Linux alone; elsewhere nothing. */
void thread_give_way(void);
/* The calling thread is the number-th, from 0, of as many as there are cores for this process: it stays on its own. Where
   there are more or fewer cores it goes where it likes, as it does anywhere but on Linux. */
void thread_keep_core(int32_t number, int32_t threads);

#endif
