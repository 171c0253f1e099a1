/* SPDX-License-Identifier: Apache-2.0 */
#include "mersenne_twister.h"

#include <string.h>

#include "outpace.h"

#define MIDDLE 397
#define MATRIX 0x9908b0dfU
#define UPPER 0x80000000U
#define LOWER 0x7fffffffU

bool mersenne_twister_set(mersenne_twister *twister, const uint32_t state[MERSENNE_TWISTER_STATE])
{
    if (state[MERSENNE_TWISTER_WORDS] > MERSENNE_TWISTER_WORDS)
        return false;
    memcpy(twister->words, state, sizeof twister->words);
    twister->next = state[MERSENNE_TWISTER_WORDS];
    return true;
}

static uint32_t twisted(uint32_t upper, uint32_t lower, uint32_t far)
{
    uint32_t mixed = (upper & UPPER) | (lower & LOWER);
    return far ^ (mixed >> 1) ^ (mixed & 1 ? MATRIX : 0);
}

static void renew(mersenne_twister *twister)
{
    uint32_t *words = twister->words;
    for (int i = 0; i < MERSENNE_TWISTER_WORDS; i++)
        words[i] = twisted(words[i], words[(i + 1) % MERSENNE_TWISTER_WORDS],
                           words[(i + MIDDLE) % MERSENNE_TWISTER_WORDS]);
    twister->next = 0;
}

uint32_t mersenne_twister_bits(mersenne_twister *twister)
{
    if (twister->next >= MERSENNE_TWISTER_WORDS)
        renew(twister);
    uint32_t bits = twister->words[twister->next++];
    bits ^= bits >> 11;
    bits ^= (bits << 7) & 0x9d2c5680U;
    bits ^= (bits << 15) & 0xefc60000U;
    return bits ^ (bits >> 18);
}

double mersenne_twister_random(mersenne_twister *twister)
{
    uint32_t high = mersenne_twister_bits(twister) >> 5;
    uint32_t low = mersenne_twister_bits(twister) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

int32_t outpace_mersenne_twister(uint32_t *state, double *draws, int64_t count)
{
    mersenne_twister twister;
    if (!mersenne_twister_set(&twister, state))
        return 0;
    for (int64_t i = 0; i < count; i++)
        draws[i] = mersenne_twister_random(&twister);
    memcpy(state, twister.words, sizeof twister.words);
    state[MERSENNE_TWISTER_WORDS] = twister.next;
    return 1;
}
