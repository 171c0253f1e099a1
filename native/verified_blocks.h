/* SPDX-License-Identifier: Apache-2.0 */
/* Self-describing blocks that are verified when read. app/workloads/storage_io/verified_blocks.py defines the rules and
   the format. */
#ifndef VERIFIED_BLOCKS_H
#define VERIFIED_BLOCKS_H

#include <stdint.h>

#include "threads.h"

enum difference { SAME, NO_HEADER, OTHER_RUN, OTHER_PLACE, OTHER_WRITE, OTHER_DATA };

/* Result of a read that did not find the expected data. wanted: number of the write that it should have found. */
struct wrong_block {
    int64_t offset, found_offset;
    uint64_t found_number;
    uint32_t wanted, found_bytes, checksum, computed;
    int32_t difference;
};

#define WRONG_BLOCKS 64

struct verified_blocks {
    mutex own;
    int64_t block_bytes, blocks, used;
    uint64_t run;
    uint32_t number;
    uint32_t *latest; /* number of the last write to each block, 0 for none */
    uint8_t *under_way;
    uint32_t wrong_first, wrong_last;
    struct wrong_block wrong[WRONG_BLOCKS];
    uint32_t table[8][256];
};

/* run: number unique to this run. Returns NULL if out of memory. */
struct verified_blocks *verified_blocks_new(int64_t area_bytes, int64_t block_bytes, uint64_t run);
void verified_blocks_free(struct verified_blocks *blocks);

/* Claims the block at an offset or, if another I/O uses it, the next free one. Returns its offset, or -1 if all blocks
   are in use. */
int64_t verified_blocks_take(struct verified_blocks *blocks, int64_t offset);
void verified_blocks_release(struct verified_blocks *blocks, int64_t offset);

/* Writes the header of a block; returns the number of the write, which is greater than 0. */
uint32_t verified_blocks_stamp(struct verified_blocks *blocks, void *block, int64_t offset);

/* Handles the end of an I/O. number: number of the write, 0 for a read. whole: whether the I/O was complete. Returns 0
   if a read found corruption. */
int verified_blocks_ended(struct verified_blocks *blocks, void *block, int64_t offset, uint32_t number, int whole);

/* Removes a record of a corrupt block from the queue and stores it in `found`; returns 0 if absent. */
int verified_blocks_wrong(struct verified_blocks *blocks, struct wrong_block *found);

#endif
