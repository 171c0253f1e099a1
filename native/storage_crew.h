/* SPDX-License-Identifier: Apache-2.0 */
/* The users of one worker where a user is one I/O under way, as Python drives them (app/driver/native_io_loop.py). */
#ifndef STORAGE_CREW_H
#define STORAGE_CREW_H

#include <stdint.h>

#include "arrivals.h"
#include "outpace.h"
#include "tally.h"
#include "verified_blocks.h"

#define STORAGE_CHOICES 8192 /* ahead of a user, a power of two */
#define STORAGE_BATCH 2048   /* handed over at once */
#define STORAGE_FAULTS 32

/* What an I/O of an operation does. kind: 0 it reads, 1 it writes, 2 it trims. */
struct storage_transfer {
    int32_t kind;
    uint32_t bytes;
};

/* As app/driver/native_io_loop.py fills it. mechanism: 0 io_uring, 1 libaio, 2 a thread a user, 3 Windows' overlapped I/O. together: several
   I/Os are begun by one call. device: of a block device. think_s: mean. serial, run: numbers that no other run has. page:
   what is written again and again, or NULL for what no storage can shrink. order, think, untimed, lag: codes of the
   tally. arrivals: of an open loop. */
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

/* I/Os that failed alike. moved: bytes, or -errno. bytes: of the first one. */
struct storage_fault {
    int32_t moved;
    uint32_t bytes;
    int64_t count;
};

/* An I/O under way. lag_ns: how long it had waited for its turn. */
struct storage_under_way {
    int64_t began_ns, lag_ns;
    int64_t operation;
};

/* Python's calls come from any thread; but seats are given by one at a time. */
struct storage_crew;

/* Works until dismissed and nothing is under way: 0. errno where the mechanism is not to be had, -errno where it broke:
   then it may be called again. */
OUTPACE_EXPORT int32_t outpace_storage_run(struct storage_crew *crew);

/* One user's life in a thread of its own: one I/O at a time, which it waits for. */
OUTPACE_EXPORT void outpace_storage_user(struct storage_crew *crew, int32_t place);

/* NULL where memory is short, or more operations are asked for than there can be. */
OUTPACE_EXPORT struct storage_crew *outpace_storage_new(const struct storage_options *given);

/* Nobody is at work any more. */
OUTPACE_EXPORT void outpace_storage_free(struct storage_crew *crew);

/* A place for another user: its number, or -1 where there is none. He is at work once he is admitted. begin_ns: after
   the start. pauses: the state of his random stream. */
OUTPACE_EXPORT int32_t outpace_storage_seat(struct storage_crew *crew, int64_t begin_ns, const uint32_t *pauses);

/* He begins to be kept going, by outpace_storage_run. */
OUTPACE_EXPORT void outpace_storage_admit(struct storage_crew *crew, int32_t place);

/* He leaves when his I/O has ended. */
OUTPACE_EXPORT void outpace_storage_leave(struct storage_crew *crew, int32_t place);

/* Whether he works, or waits for his time to begin. */
OUTPACE_EXPORT int32_t outpace_storage_seated(struct storage_crew *crew, int32_t place);

/* Where the user's choices lie: STORAGE_CHOICES numbers, used in a circle; each offset / 512 << 8 | operation, of
   sequential I/O the operation alone. */
OUTPACE_EXPORT uint64_t *outpace_storage_choices(struct storage_crew *crew, int32_t place);

/* How many choices there is room for, and how many were ever handed over. */
OUTPACE_EXPORT int64_t outpace_storage_room(struct storage_crew *crew, int32_t place, int64_t *filled);

/* So many more are there. */
OUTPACE_EXPORT void outpace_storage_filled(struct storage_crew *crew, int32_t place, int64_t number);

/* The places that have room for STORAGE_BATCH choices or more: their number. Waits for one until then, or until something
   has changed. */
OUTPACE_EXPORT int32_t outpace_storage_hungry(struct storage_crew *crew, int64_t until_ns, int32_t *places);

/* Users begin then, each after his own time. */
OUTPACE_EXPORT void outpace_storage_start(struct storage_crew *crew, int64_t start_ns);

/* Where the first sequential I/O begins. */
OUTPACE_EXPORT void outpace_storage_position(struct storage_crew *crew, int64_t position);

/* No new I/O from now on. */
OUTPACE_EXPORT void outpace_storage_dismiss(struct storage_crew *crew);

/* The I/Os that are under way: their number, at most two a place. */
OUTPACE_EXPORT int32_t outpace_storage_under_way(struct storage_crew *crew, struct storage_under_way *found);

/* What failed since the last call, by how; at most STORAGE_FAULTS. moved: bytes, or -errno. */
OUTPACE_EXPORT int32_t outpace_storage_faults(struct storage_crew *crew, struct storage_fault *found);

/* Takes one of the blocks that were wrong; 0 where there is none. */
OUTPACE_EXPORT int32_t outpace_storage_wrong(struct storage_crew *crew, struct wrong_block *found);

/* The next choice of a user who is not admitted yet: for who wants to see them. 0 where none is there. */
OUTPACE_EXPORT int32_t outpace_storage_choose(struct storage_crew *crew, int32_t place, int64_t *offset,
                                              int32_t *operation);

#endif
