/* SPDX-License-Identifier: Apache-2.0 */
/* Self-describing blocks, verified when they are read: rules and format of app/workloads/storage_io/verified_blocks.py. */
#ifndef VERIFIED_BLOCKS_H
#define VERIFIED_BLOCKS_H

#include <stdint.h>

#include "threads.h"

enum difference { SAME, NO_HEADER, OTHER_RUN, OTHER_PLACE, OTHER_WRITE, OTHER_DATA };

/* Result of a read that should have found write number `wanted` of this run. */
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
    uint32_t *latest; /* number of the latest write of each block, 0 for none */
    uint8_t *under_way;
    uint32_t wrong_first, wrong_last;
    struct wrong_block wrong[WRONG_BLOCKS];
    uint32_t table[8][256];
};

/* NULL if out of memory. run: a number unique to this run. */
struct verified_blocks *verified_blocks_new(int64_t area_bytes, int64_t block_bytes, uint64_t run);
void verified_blocks_free(struct verified_blocks *blocks);

/* Claims the block at an offset, or the next one that no other I/O uses; returns its offset, -1 if all are used. */
int64_t verified_blocks_take(struct verified_blocks *blocks, int64_t offset);
void verified_blocks_release(struct verified_blocks *blocks, int64_t offset);

/* Writes the header into a block; returns the number of the write, above 0. */
uint32_t verified_blocks_stamp(struct verified_blocks *blocks, void *block, int64_t offset);

/* Handles the end of an I/O. number: of a write, 0 for a read. Returns 0 if a read found corruption. */
int verified_blocks_ended(struct verified_blocks *blocks, void *block, int64_t offset, uint32_t number, int whole);

/* Takes one of the corrupt blocks; returns 0 if there is none. */
int verified_blocks_wrong(struct verified_blocks *blocks, struct wrong_block *found);

#endif
