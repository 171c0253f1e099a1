/* SPDX-License-Identifier: Apache-2.0 */
/* Interface between the storage I/O loop (storage_crew.c) and the I/O mechanisms of each platform (storage_linux.c,
   storage_windows.c). */
#ifndef STORAGE_H
#define STORAGE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "threads.h"

enum storage_kind { STORAGE_READ, STORAGE_WRITE, STORAGE_TRIM };

/* Buffer with at most one I/O in flight. */
struct storage_slot {
    char *buffer;
    int64_t offset;
    uint32_t bytes, number; /* number: number of the verified write, 0 for other I/O */
    enum storage_kind kind;
    int32_t index, prepared;
    _Atomic int32_t operation;
    _Atomic int64_t began_ns; /* start time of the I/O in flight, 0 if absent */
};

/* Completed I/O. moved: bytes transferred, or -errno. */
struct storage_end {
    int32_t slot, moved;
};

/* I/O queue of a mechanism. Opened, used and closed by one thread. */
struct storage_queue;

enum { STORAGE_IO_URING, STORAGE_LIBAIO, STORAGE_THREADS, STORAGE_OVERLAPPED };

struct storage_mechanism {
    /* Opens a queue. together: `begin` only queues I/Os, and `submit` starts them all with one system call. Returns
       NULL and sets errno if the mechanism is not available. */
    struct storage_queue *(*open)(int descriptor, int together);
    /* Registers a new slot. Returns 0 or -errno. */
    int (*reserve)(struct storage_queue *queue, const struct storage_slot *slot, uint32_t block_bytes);
    /* Starts the slot's I/O or, with `together`, queues it. Returns 0 or -errno; on -EAGAIN, retry later. */
    int (*begin)(struct storage_queue *queue, const struct storage_slot *slot);
    /* Starts all queued I/Os. Stores those that did not start, with their errors, in `refused`, and returns their
       number. */
    int (*submit)(struct storage_queue *queue, struct storage_end *refused);
    /* Waits until at least one I/O completes, or for the timeout. Stores the completed I/Os in `ended` and returns
       their number, or -errno if waiting failed. */
    int (*wait)(struct storage_queue *queue, int64_t timeout_ns, struct storage_end *ended);
    void (*close)(struct storage_queue *queue);
};

#define STORAGE_SLOTS 2000

/* Returns a mechanism by its number in struct storage_options, or NULL if each user has its own thread with synchronous
   I/O. */
const struct storage_mechanism *storage_mechanism_of(int32_t number);

/* Allocates page-aligned memory for I/O that bypasses the page cache; returns NULL if out of memory. */
char *storage_buffers_new(size_t bytes);
void storage_buffers_free(char *buffers, size_t bytes);

/* Performs an I/O synchronously; returns the number of bytes transferred (for a trim, its size), or -errno. device:
   whether the file is a block device. descriptor, here and above: on Windows a file handle, of which only 32 bits are
   significant. */
int32_t storage_transfer(int descriptor, int device, const struct storage_slot *slot);

/* Sleeps until outpace_clock_ns reaches a time. */
void storage_sleep_until(int64_t until_ns);

/* Locks a mutex; returns false if that takes longer than 0.2 s. */
int storage_take_turn(mutex *turn);

#endif
