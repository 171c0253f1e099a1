/* SPDX-License-Identifier: Apache-2.0 */
/* What the loop of storage I/O (storage_crew.c) and the system's ways to do it (storage_linux.c, storage_windows.c) know of each other. */
#ifndef STORAGE_H
#define STORAGE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "threads.h"

enum storage_kind { STORAGE_READ, STORAGE_WRITE, STORAGE_TRIM };

/* One buffer and its I/O, of which one at a time is under way. */
struct storage_slot {
    char *buffer;
    int64_t offset;
    uint32_t bytes, number; /* number: of a verified write, 0 is none */
    enum storage_kind kind;
    int32_t index, prepared;
    _Atomic int32_t operation;
    _Atomic int64_t began_ns; /* of the I/O under way, 0 is none */
};

/* An I/O that ended. moved: bytes, or -errno. */
struct storage_end {
    int32_t slot, moved;
};

/* A way to keep I/Os under way. Used by one thread, which also opens and closes it. */
struct storage_queue;

enum { STORAGE_IO_URING, STORAGE_LIBAIO, STORAGE_THREADS, STORAGE_OVERLAPPED };

struct storage_mechanism {
    /* together: several I/Os are begun by one call, in `submit`. NULL, and errno, where it is not to be had. */
    struct storage_queue *(*open)(int descriptor, int together);
    /* A slot that is new to it. Returns 0 or -errno. */
    int (*reserve)(struct storage_queue *queue, const struct storage_slot *slot, uint32_t block_bytes);
    /* Begins what the slot holds, or with `together` puts it in line. Returns 0 or -errno; -EAGAIN: later. */
    int (*begin)(struct storage_queue *queue, const struct storage_slot *slot);
    /* Begins all that are in line; those that did not begin and why. Returns their number. */
    int (*submit)(struct storage_queue *queue, struct storage_end *refused);
    /* Waits for at least one I/O, or for the timeout; the number of those that ended, or -errno where nothing more can
       be waited for. There is one under way. */
    int (*wait)(struct storage_queue *queue, int64_t timeout_ns, struct storage_end *ended);
    void (*close)(struct storage_queue *queue);
};

#define STORAGE_SLOTS 2000

/* By its number in struct storage_options; NULL: each user is a thread that waits for its I/O. */
const struct storage_mechanism *storage_mechanism_of(int32_t number);

/* Whole pages for I/O past the system's cache; NULL where memory is short. */
char *storage_buffers_new(size_t bytes);
void storage_buffers_free(char *buffers, size_t bytes);

/* Does an I/O and waits for it: the bytes moved, or -errno; of a trim its bytes. device: it is a block device.
   descriptor, here and above: on Windows a file's handle, whose significant bits are 32. */
int32_t storage_transfer(int descriptor, int device, const struct storage_slot *slot);

/* As outpace_clock_ns. */
void storage_sleep_until(int64_t until_ns);

/* Takes a lock, or is false after a fifth of a second. */
int storage_take_turn(thread_lock *turn);

#endif
