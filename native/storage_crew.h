/* SPDX-License-Identifier: Apache-2.0 */
/* Users of one worker, each with one I/O in flight: interface for Python (app/driver/native_io_loop.py). */
#ifndef STORAGE_CREW_H
#define STORAGE_CREW_H

#include <stdint.h>

#include "arrivals.h"
#include "outpace.h"
#include "tally.h"
#include "verified_blocks.h"

#define STORAGE_CHOICES 8192 /* choices buffered per user, a power of two */
#define STORAGE_BATCH 2048   /* choices handed over in one batch */
#define STORAGE_FAULTS 32

/* I/O of an operation. kind: 0 read, 1 write, 2 trim. */
struct storage_transfer {
    int32_t kind;
    uint32_t bytes;
};

/* Options, set by app/driver/native_io_loop.py. mechanism: 0 io_uring, 1 libaio, 2 a thread per user, 3 Windows'
   overlapped I/O. together: start several I/Os in one call. device: a block device. think_s: mean think time. serial,
   run: unique to this run. page: data to write repeatedly, or NULL for incompressible data. order, think, untimed, lag:
   codes of the tally. arrivals: those of an open loop. */
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

/* I/Os that failed the same way. moved: bytes, or -errno. bytes: size of the first one. */
struct storage_fault {
    int32_t moved;
    uint32_t bytes;
    int64_t count;
};

/* I/O in flight. lag_ns: its time in the queue. */
struct storage_under_way {
    int64_t began_ns, lag_ns;
    int64_t operation;
};

/* Functions called by Python, from any thread; but only one thread at a time may assign seats. */
struct storage_crew;

/* Runs until the crew is dismissed and no I/O is in flight; then returns 0. Returns errno if the mechanism is not
   available, or -errno if it failed, after which it may be called again. */
OUTPACE_EXPORT int32_t outpace_storage_run(struct storage_crew *crew);

/* Runs one user in the calling thread: one synchronous I/O at a time. */
OUTPACE_EXPORT void outpace_storage_user(struct storage_crew *crew, int32_t place);

/* NULL if out of memory or there are too many operations. */
OUTPACE_EXPORT struct storage_crew *outpace_storage_new(const struct storage_options *given);

/* No thread may still use the crew. */
OUTPACE_EXPORT void outpace_storage_free(struct storage_crew *crew);

/* Returns a seat for another user, or -1 if there is none. The user works once it is admitted. begin_ns: delay after
   the start. pauses: its RNG state. */
OUTPACE_EXPORT int32_t outpace_storage_seat(struct storage_crew *crew, int64_t begin_ns, const uint32_t *pauses);

/* Makes outpace_storage_run serve the user. */
OUTPACE_EXPORT void outpace_storage_admit(struct storage_crew *crew, int32_t place);

/* Makes the user leave after its current I/O. */
OUTPACE_EXPORT void outpace_storage_leave(struct storage_crew *crew, int32_t place);

/* Returns whether the user works, or waits for its start. */
OUTPACE_EXPORT int32_t outpace_storage_seated(struct storage_crew *crew, int32_t place);

/* Returns the ring buffer of the user's choices: STORAGE_CHOICES numbers, each offset / 512 << 8 | operation; for
   sequential I/O only the operation. */
OUTPACE_EXPORT uint64_t *outpace_storage_choices(struct storage_crew *crew, int32_t place);

/* Returns how many choices fit, and sets how many were handed over in total. */
OUTPACE_EXPORT int64_t outpace_storage_room(struct storage_crew *crew, int32_t place, int64_t *filled);

/* Announces `number` new choices. */
OUTPACE_EXPORT void outpace_storage_filled(struct storage_crew *crew, int32_t place, int64_t number);

/* Finds the seats that have space for at least STORAGE_BATCH choices; returns their number. Waits for one until a time,
   or until something changes. */
OUTPACE_EXPORT int32_t outpace_storage_hungry(struct storage_crew *crew, int64_t until_ns, int32_t *places);

/* Sets the start; users begin after their delays. */
OUTPACE_EXPORT void outpace_storage_start(struct storage_crew *crew, int64_t start_ns);

/* Sets the position of the first sequential I/O. */
OUTPACE_EXPORT void outpace_storage_position(struct storage_crew *crew, int64_t position);

/* Makes all users stop: no new I/O is started. */
OUTPACE_EXPORT void outpace_storage_dismiss(struct storage_crew *crew);

/* Returns the I/Os in flight, at most two per seat. */
OUTPACE_EXPORT int32_t outpace_storage_under_way(struct storage_crew *crew, struct storage_under_way *found);

/* Returns the failures since the last call, by kind; at most STORAGE_FAULTS. moved: bytes, or -errno. */
OUTPACE_EXPORT int32_t outpace_storage_faults(struct storage_crew *crew, struct storage_fault *found);

/* Takes one of the corrupt blocks; returns 0 if there is none. */
OUTPACE_EXPORT int32_t outpace_storage_wrong(struct storage_crew *crew, struct wrong_block *found);

/* Draws the next choice of a user that is not admitted yet, for inspection. Returns 0 if there is none. */
OUTPACE_EXPORT int32_t outpace_storage_choose(struct storage_crew *crew, int32_t place, int64_t *offset,
                                              int32_t *operation);

#endif
