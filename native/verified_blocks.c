/* SPDX-License-Identifier: Apache-2.0 */
#include "verified_blocks.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC "OUTPACE\x01"
#define POLYNOMIAL 0xedb88320U

/* Header on disk: little-endian, like every platform that the library is built for. */
struct header {
    char magic[8];
    uint64_t offset, number, run;
    uint32_t bytes, checksum;
};

_Static_assert(sizeof(struct header) == 40, "the header is that of verified_blocks.py");

struct verified_blocks *verified_blocks_new(int64_t area_bytes, int64_t block_bytes, uint64_t run)
{
    struct verified_blocks *blocks = calloc(1, sizeof *blocks);
    if (!blocks)
        return NULL;
    mutex_init(&blocks->own);
    blocks->block_bytes = block_bytes;
    blocks->blocks = area_bytes / block_bytes;
    blocks->run = run;
    /* The system allocates zeroed pages on first use, so memory is used only for blocks that are written. */
    blocks->latest = calloc((size_t)blocks->blocks, sizeof *blocks->latest);
    blocks->under_way = calloc((size_t)blocks->blocks, 1);
    if (!blocks->latest || !blocks->under_way) {
        verified_blocks_free(blocks);
        return NULL;
    }
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++)
            value = value >> 1 ^ (value & 1 ? POLYNOMIAL : 0);
        blocks->table[0][byte] = value;
    }
    for (int row = 1; row < 8; row++)
        for (int byte = 0; byte < 256; byte++) {
            uint32_t before = blocks->table[row - 1][byte];
            blocks->table[row][byte] = before >> 8 ^ blocks->table[0][before & 255];
        }
    return blocks;
}

void verified_blocks_free(struct verified_blocks *blocks)
{
    if (!blocks)
        return;
    mutex_destroy(&blocks->own);
    free(blocks->latest);
    free(blocks->under_way);
    free(blocks);
}

/* CRC-32 as in zlib, computed eight bytes at a time. bytes: must be a multiple of 8. */
static uint32_t checksum(const struct verified_blocks *blocks, const void *block, int64_t bytes)
{
    const uint32_t(*table)[256] = blocks->table;
    const char *at = block;
    uint32_t crc = 0xffffffffU;
    for (const char *end = at + bytes; at < end; at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        word ^= crc;
        crc = table[7][word & 255] ^ table[6][word >> 8 & 255] ^ table[5][word >> 16 & 255] ^
              table[4][word >> 24 & 255] ^ table[3][word >> 32 & 255] ^ table[2][word >> 40 & 255] ^
              table[1][word >> 48 & 255] ^ table[0][word >> 56];
    }
    return ~crc;
}

int64_t verified_blocks_take(struct verified_blocks *blocks, int64_t offset)
{
    int64_t block = offset / blocks->block_bytes;
    mutex_lock(&blocks->own);
    if (blocks->used >= blocks->blocks) {
        mutex_unlock(&blocks->own);
        return -1;
    }
    while (blocks->under_way[block])
        block = (block + 1) % blocks->blocks;
    blocks->under_way[block] = 1;
    blocks->used++;
    mutex_unlock(&blocks->own);
    return block * blocks->block_bytes;
}

void verified_blocks_release(struct verified_blocks *blocks, int64_t offset)
{
    mutex_lock(&blocks->own);
    blocks->under_way[offset / blocks->block_bytes] = 0;
    blocks->used--;
    mutex_unlock(&blocks->own);
}

uint32_t verified_blocks_stamp(struct verified_blocks *blocks, void *block, int64_t offset)
{
    mutex_lock(&blocks->own);
    uint32_t number = blocks->number = blocks->number == UINT32_MAX ? 1 : blocks->number + 1;
    mutex_unlock(&blocks->own);
    struct header header = {.offset = (uint64_t)offset, .number = number, .run = blocks->run,
                            .bytes = (uint32_t)blocks->block_bytes};
    memcpy(header.magic, MAGIC, sizeof header.magic);
    memcpy(block, &header, sizeof header);
    header.checksum = checksum(blocks, block, blocks->block_bytes);
    memcpy(block, &header, sizeof header);
    return number;
}

/* Compares a block with its header. No other thread uses the block, because its user has claimed it. */
static enum difference difference(const struct verified_blocks *blocks, void *block, struct wrong_block *found)
{
    struct header header;
    memcpy(&header, block, sizeof header);
    found->found_offset = (int64_t)header.offset;
    found->found_bytes = header.bytes;
    found->found_number = header.number;
    found->checksum = header.checksum;
    if (memcmp(header.magic, MAGIC, sizeof header.magic) != 0)
        return NO_HEADER;
    if (header.run != blocks->run)
        return OTHER_RUN;
    if (found->found_offset != found->offset || header.bytes != blocks->block_bytes)
        return OTHER_PLACE;
    if (header.number != found->wanted)
        return OTHER_WRITE;
    header.checksum = 0;
    memcpy(block, &header, sizeof header);
    found->computed = checksum(blocks, block, blocks->block_bytes);
    return found->computed == found->checksum ? SAME : OTHER_DATA;
}

int verified_blocks_ended(struct verified_blocks *blocks, void *block, int64_t offset, uint32_t number, int whole)
{
    uint32_t *latest = &blocks->latest[offset / blocks->block_bytes];
    if (number) {
        /* The contents after a failed write are undefined. */
        *latest = whole ? number : 0;
        return 1;
    }
    if (!whole || !*latest)
        return 1;
    struct wrong_block found = {.offset = offset, .wanted = *latest};
    found.difference = difference(blocks, block, &found);
    if (found.difference == SAME)
        return 1;
    mutex_lock(&blocks->own);
    /* If the buffer is full, blocks are counted but not reported individually. */
    if (blocks->wrong_last - blocks->wrong_first < WRONG_BLOCKS)
        blocks->wrong[blocks->wrong_last++ % WRONG_BLOCKS] = found;
    mutex_unlock(&blocks->own);
    return 0;
}

int verified_blocks_wrong(struct verified_blocks *blocks, struct wrong_block *found)
{
    mutex_lock(&blocks->own);
    int any = blocks->wrong_last != blocks->wrong_first;
    if (any)
        *found = blocks->wrong[blocks->wrong_first++ % WRONG_BLOCKS];
    mutex_unlock(&blocks->own);
    return any;
}
