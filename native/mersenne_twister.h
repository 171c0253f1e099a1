/* SPDX-License-Identifier: Apache-2.0 */
/* The Mersenne Twister MT19937 of Matsumoto and Nishimura (ACM TOMACS 8, 1998), as CPython's random.Random draws from
   it: from the same state the same numbers, bit for bit. */
#ifndef OUTPACE_MERSENNE_TWISTER_H
#define OUTPACE_MERSENNE_TWISTER_H

#include <stdbool.h>
#include <stdint.h>

#define MERSENNE_TWISTER_WORDS 624
/* What random.Random.getstate()[1] holds: the words, then the position of the next one. */
#define MERSENNE_TWISTER_STATE (MERSENNE_TWISTER_WORDS + 1)

typedef struct {
    uint32_t words[MERSENNE_TWISTER_WORDS];
    uint32_t next;
} mersenne_twister;

/* Goes on from random.Random.getstate()[1]. False where the position lies beyond the words: nothing is changed then. */
bool mersenne_twister_set(mersenne_twister *twister, const uint32_t state[MERSENNE_TWISTER_STATE]);

/* The next 32 bits: random.Random.getrandbits(32). */
uint32_t mersenne_twister_bits(mersenne_twister *twister);

/* random.Random.random(): 53 bits, from 0 up to but without 1. */
double mersenne_twister_random(mersenne_twister *twister);

#endif
