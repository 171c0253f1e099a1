/* SPDX-License-Identifier: Apache-2.0 */
/* Written blocks that say what they are, and reads that look whether they still are: the rules and the format of
   app/workloads/storage_io/verified_blocks.py. */
#ifndef VERIFIED_BLOCKS_H
#define VERIFIED_BLOCKS_H

#include <stdint.h>

#include "threads.h"

enum difference { SAME, NO_HEADER, OTHER_RUN, OTHER_PLACE, OTHER_WRITE, OTHER_DATA };

/* What a read found in place of write number `wanted` of this run. */
struct wrong_block {
    int64_t offset, found_offset;
    uint64_t found_number;
    uint32_t wanted, found_bytes, checksum, computed;
    int32_t difference;
};

#define WRONG_BLOCKS 64

struct verified_blocks {
    thread_lock own;
    int64_t block_bytes, blocks, used;
    uint64_t run;
    uint32_t number;
    uint32_t *latest; /* the number of the latest write by block, 0 is none */
    uint8_t *under_way;
    uint32_t wrong_first, wrong_last;
    struct wrong_block wrong[WRONG_BLOCKS];
    uint32_t table[8][256];
};

/* NULL where memory is short. run: a number that no other run has. */
struct verified_blocks *verified_blocks_new(int64_t area_bytes, int64_t block_bytes, uint64_t run);
void verified_blocks_free(struct verified_blocks *blocks);

/* The block there, or the next that no other I/O uses: its offset; -1 where all are used. */
int64_t verified_blocks_take(struct verified_blocks *blocks, int64_t offset);
void verified_blocks_release(struct verified_blocks *blocks, int64_t offset);

/* Makes what is to be written there say so; the number of the write, above 0. */
uint32_t verified_blocks_stamp(struct verified_blocks *blocks, void *block, int64_t offset);

/* An I/O there has ended. number: of a write, 0 of a read. 0 where what was read is not what was written. */
int verified_blocks_ended(struct verified_blocks *blocks, void *block, int64_t offset, uint32_t number, int whole);

/* Takes one of those that were wrong; 0 where there is none. */
int verified_blocks_wrong(struct verified_blocks *blocks, struct wrong_block *found);

#endif
