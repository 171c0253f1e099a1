/* SPDX-License-Identifier: Apache-2.0 */
/* Interface for Python (app/driver/native_io_loop.py) to the users of a worker, each with one I/O in flight. */
#ifndef STORAGE_CREW_H
#define STORAGE_CREW_H

#include <stdint.h>

#include "arrivals.h"
#include "outpace.h"
#include "tally.h"
#include "verified_blocks.h"

#define STORAGE_CHOICES 8192 /* choices buffered per user; must be a power of two */
#define STORAGE_BATCH 2048   /* choices that Python provides in one batch */
#define STORAGE_FAULTS 32

/* I/O of an operation. kind: 0 read, 1 write, 2 trim. */
struct storage_transfer {
    int32_t kind;
    uint32_t bytes;
};

/* Options, set by app/driver/native_io_loop.py. mechanism: 0 io_uring, 1 libaio, 2 a thread per user, 3 Windows'
   overlapped I/O. together: start several I/Os with one system call. device: true for a block device. order, think,
   untimed, lag: codes of events in the tally. think_s: mean think time in seconds. serial, run: numbers unique to this
   run. page: page of data to write repeatedly, or NULL for incompressible data. arrivals: arrivals of the open loop, or
   NULL. */
struct storage_options {
    int32_t mechanism, descriptor, together, device, operations, sequential;
    int32_t verify, order, think, untimed, lag, open_loop;
    int64_t block_bytes, area_bytes;
    double think_s;
    uint64_t serial, run;
    const struct storage_transfer *transfers;
    const char *page;
    struct tally *tally;
    struct arrivals *arrivals;
};

/* Group of I/Os that failed in the same way. moved: bytes transferred, or -errno. bytes: requested size of the first
   I/O. */
struct storage_fault {
    int32_t moved;
    uint32_t bytes;
    int64_t count;
};

/* I/O in flight. lag_ns: time from its arrival to its start. */
struct storage_under_way {
    int64_t began_ns, lag_ns;
    int64_t operation;
};

/* Functions called by Python. All are thread-safe, except that only one thread at a time may assign seats. */
struct storage_crew;

/* Runs until the crew is dismissed and no I/O is in flight, then returns 0. Returns errno if the mechanism is not
   available, or -errno if it failed; after a failure it may be called again. */
OUTPACE_EXPORT int32_t outpace_storage_run(struct storage_crew *crew);

/* Runs one user in the calling thread, with synchronous I/O. */
OUTPACE_EXPORT void outpace_storage_user(struct storage_crew *crew, int32_t place);

/* Creates a crew; returns NULL if out of memory, or if there are too many operations. */
OUTPACE_EXPORT struct storage_crew *outpace_storage_new(const struct storage_options *given);

/* Frees a crew that no thread uses anymore. */
OUTPACE_EXPORT void outpace_storage_free(struct storage_crew *crew);

/* Assigns a seat to another user and returns its number, or -1 if all are taken. The user starts to work once it is
   admitted. begin_ns: delay from the start of the run. pauses: RNG state for its pauses. */
OUTPACE_EXPORT int32_t outpace_storage_seat(struct storage_crew *crew, int64_t begin_ns, const uint32_t *pauses);

/* Admits the user: outpace_storage_run starts to serve it. */
OUTPACE_EXPORT void outpace_storage_admit(struct storage_crew *crew, int32_t place);

/* Makes the user leave after its current I/O. */
OUTPACE_EXPORT void outpace_storage_leave(struct storage_crew *crew, int32_t place);

/* Returns whether the user is working, or waiting for its start. */
OUTPACE_EXPORT int32_t outpace_storage_seated(struct storage_crew *crew, int32_t place);

/* Returns the ring buffer of the user's choices: STORAGE_CHOICES numbers, each offset / 512 << 8 | operation, or only
   the operation for sequential I/O. */
OUTPACE_EXPORT uint64_t *outpace_storage_choices(struct storage_crew *crew, int32_t place);

/* Returns the free space in the ring buffer, in choices; sets `filled` to the total number of choices added so far. */
OUTPACE_EXPORT int64_t outpace_storage_room(struct storage_crew *crew, int32_t place, int64_t *filled);

/* Publishes `number` new choices in the ring buffer. */
OUTPACE_EXPORT void outpace_storage_filled(struct storage_crew *crew, int32_t place, int64_t number);

/* Stores the seats that have space for at least STORAGE_BATCH choices in `places`, and returns their number. If there
   are none, waits until one has, something else changes, or `until_ns` has passed. */
OUTPACE_EXPORT int32_t outpace_storage_hungry(struct storage_crew *crew, int64_t until_ns, int32_t *places);

/* Sets the start of the run; each user begins after its delay. */
OUTPACE_EXPORT void outpace_storage_start(struct storage_crew *crew, int64_t start_ns);

/* Sets the position of the first sequential I/O. */
OUTPACE_EXPORT void outpace_storage_position(struct storage_crew *crew, int64_t position);

/* Stops all users: no new I/O is started. */
OUTPACE_EXPORT void outpace_storage_dismiss(struct storage_crew *crew);

/* Stores the I/Os in flight in `found`, at most two per seat, and returns their number. */
OUTPACE_EXPORT int32_t outpace_storage_under_way(struct storage_crew *crew, struct storage_under_way *found);

/* Stores the failures since the last call in `found`, at most STORAGE_FAULTS groups, and returns their number. */
OUTPACE_EXPORT int32_t outpace_storage_faults(struct storage_crew *crew, struct storage_fault *found);

/* Removes a record of a corrupt block from the queue and stores it in `found`; returns 0 if absent. */
OUTPACE_EXPORT int32_t outpace_storage_wrong(struct storage_crew *crew, struct wrong_block *found);

/* Draws the next choice of a user that is not admitted yet, for tests. Returns 0 if absent. */
OUTPACE_EXPORT int32_t outpace_storage_choose(struct storage_crew *crew, int32_t place, int64_t *offset,
                                              int32_t *operation);

#endif
