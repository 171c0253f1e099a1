/* SPDX-License-Identifier: Apache-2.0 */
/* Mersenne Twister MT19937 (Matsumoto and Nishimura, ACM TOMACS 8, 1998), used the same way as CPython's random.Random:
   equal states give equal numbers, bit for bit. */
#ifndef OUTPACE_MERSENNE_TWISTER_H
#define OUTPACE_MERSENNE_TWISTER_H

#include <stdbool.h>
#include <stdint.h>

#define MERSENNE_TWISTER_WORDS 624
/* Length of random.Random.getstate()[1]: the words, followed by the position of the next word. */
#define MERSENNE_TWISTER_STATE (MERSENNE_TWISTER_WORDS + 1)

typedef struct {
    uint32_t words[MERSENNE_TWISTER_WORDS];
    uint32_t next;
} mersenne_twister;

/* Sets the state from random.Random.getstate()[1]. If the position is out of range, returns false and leaves the state
   unchanged. */
bool mersenne_twister_set(mersenne_twister *twister, const uint32_t state[MERSENNE_TWISTER_STATE]);

/* Returns the next 32 random bits, as random.Random.getrandbits(32) does. */
uint32_t mersenne_twister_bits(mersenne_twister *twister);

/* Returns a random number in [0, 1) with 53 bits, as random.Random.random() does. */
double mersenne_twister_random(mersenne_twister *twister);

#endif
