/* A lock between threads of this library, held for a few hundred nanoseconds and never while anything is waited for. */
#ifndef MUTEX_H
#define MUTEX_H

#if defined _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

typedef SRWLOCK Mutex;
#define MUTEX_FREE SRWLOCK_INIT

static inline void mutex_lock(Mutex *mutex) { AcquireSRWLockExclusive(mutex); }
static inline void mutex_unlock(Mutex *mutex) { ReleaseSRWLockExclusive(mutex); }

#else

#include <pthread.h>

typedef pthread_mutex_t Mutex;
#define MUTEX_FREE PTHREAD_MUTEX_INITIALIZER

static inline void mutex_lock(Mutex *mutex) { pthread_mutex_lock(mutex); }
static inline void mutex_unlock(Mutex *mutex) { pthread_mutex_unlock(mutex); }

#endif

#endif
