/* SPDX-License-Identifier: Apache-2.0 */
/* Tests that damaged tapes, from a seeded generator, are rejected or run to a defined end. */

#include "../../native/tape.h"
#include "check.h"

#include <string.h>

/* There are no races to detect in a single thread. */
#if defined __SANITIZE_THREAD__
#define DAMAGES 200
#else
#define DAMAGES 10000
#endif

enum { CYCLES = 3 };

static const uint32_t sound[] = {
    0x45504154, 1,
    /* numbers, constants, reals, texts, strings, tables, statements, instructions */
    3, 2, 2, 2, 3, 1, 2, 38,
    40, 8,                                  /* sizes of the text registers */
    10, 0, 0, 0,                            /* constants 10 and 0, in registers 3 and 4 */
    0, 0x40590000, 0, 0x40440000,           /* 100.0, 40.0 */
    3, 2, 4,                                /* sizes of the strings */
    0, 2,                                   /* a table of the first two strings */
    0, 1, 2, 2, 3, 3, 3,                    /* the statement: operation, retry, arguments, results, rows, missing */
    0, 0, 1, 0,                             /* its arguments: number 0 and text 0 */
    1, 0, 1, 2, 1, 1,                       /* column 1 to number 1, column 2 to text 1 */
    0, 3, 0, 2, 3, 0, 0, 1,                 /* another statement, with its rows in list 1 */
    1, 0, 1, 2, 0, 2,
    8, 2, 0, 1,                             /* jump to 2 with a probability of 60 % */
    7, 0, 3, 0,                             /* draw below 10 */
    7, 1, 3, 0, 2, 2, 0, 1, 3, 2, 2, 0, 4, 2, 2, 3, 5, 0, 2, 3, 6, 1, 2, 3,
    12, 0, 0, 0, 14, 0, 0, 0, 15, 0, 2, 5, 16, 0, 0, 4, 18, 0, 1, 0, 17, 0, 1, 0, 13, 1, 0, 0,
    84, 0, 3, 0, 85, 0, 4, 3, 82, 1, 0, 4, 83, 0, 4, 3, 87, 1, 0, 3, 88, 1, 0, 3, 86, 1, 0, 4, 81, 2, 0, 0,
    89, 1, 0, 0, 80, 1, 0, 0, 90, 0, 3, 0, 91, 1, 0, 0, 92, 1, 3, 0, 93, 2, 0, 0,
    22, 2, 0, 0, 21, 2, 2, 3, 20, 34, 0, 1,
    19, 1, 0, 0, 19, 0, 0, 0,               /* the calls */
    11, 36, 1, 3, 0, 1, 0, 0,               /* completed if below 10, otherwise rolled back */
    10, 37, 0, 4, 0, 0, 0, 0,
};
static const char strings[] = "oneno{} x";

/* Tape of a script, from app/workloads/sql/script_tape.py: random draws, expressions, branches, named results, a
   pause. */
static const uint32_t scripts[] = {
    0x45504154, 1, 4, 5, 6, 0, 16, 2, 6, 94, 1, 0, 0, 0, 9, 0, 2, 0, 3, 0, 0, 0x40040000, 0, 0x3fe00000, 0,
    0x3ff80000, 0xa0b5ed8d, 0x3eb0c6f7, 0, 0x40000000, 0, 0x40080000, 2, 2, 2, 2, 1, 1, 13, 37, 8, 28, 28, 16, 68, 2,
    2, 2, 1, 3, 13, 3, 0, 5, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 9, 3, 2, 3, 0, 0, 2, 1, 2, 2, 2, 3, 4, 2, 4, 5, 2,
    5, 0, 1, 1, 0, 0, 0, 0, 2, 6, 0, 5, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 57, 3, 4, 2, 10, 79, 3, 4, 40, 0, 1, 0, 1,
    0, 5, 0, 1, 1, 5, 0, 45, 0, 6, 0, 48, 3, 0, 0, 45, 8, 5, 0, 45, 9, 7, 0, 46, 10, 0, 0, 51, 8, 32, 8, 49, 2, 0, 8,
    45, 8, 4, 0, 50, 9, 0, 0, 51, 8, 31, 8, 50, 1, 8, 0, 50, 8, 1, 0, 45, 9, 8, 0, 51, 8, 12, 8, 54, 24, 8, 0, 50, 9,
    2, 0, 52, 9, 0, 0, 51, 9, 1, 9, 55, 8, 0, 0, 53, 30, 8, 0, 45, 8, 4, 0, 45, 9, 6, 0, 46, 10, 2, 0, 51, 8, 34, 8,
    9, 40, 0, 0, 47, 8, 1, 0, 54, 34, 8, 1, 50, 9, 3, 0, 55, 8, 1, 0, 53, 37, 8, 0, 44, 8, 0, 0, 9, 40, 0, 0, 50, 8,
    1, 0, 45, 9, 5, 0, 51, 8, 24, 8, 50, 6, 8, 0, 19, 1, 0, 0, 1, 0, 4, 0, 19, 2, 0, 0, 10, 46, 2, 4, 43, 6, 7, 2, 56,
    48, 4, 0, 43, 8, 9, 5, 50, 8, 4, 0, 45, 9, 7, 0, 51, 8, 12, 8, 54, 56, 8, 1, 56, 54, 5, 0, 43, 8, 10, 5, 50, 9, 5,
    0, 55, 8, 1, 0, 53, 69, 8, 0, 50, 8, 1, 0, 42, 8, 3, 0, 56, 61, 4, 0, 43, 8, 9, 5, 50, 8, 4, 0, 46, 9, 0, 0, 51,
    8, 6, 8, 50, 7, 8, 0, 19, 0, 0, 0, 1, 0, 5, 0, 1, 1, 4, 0, 9, 73, 0, 0, 19, 3, 0, 0, 19, 4, 0, 0, 1, 0, 5, 0, 9,
    73, 0, 0, 10, 75, 0, 5, 43, 11, 12, 5, 41, 0, 0, 0, 10, 78, 1, 4, 0, 0, 0, 0, 0, 1, 0, 0, 40, 1, 1, 0, 1, 0, 5, 0,
    1, 1, 5, 0, 45, 8, 5, 0, 45, 9, 7, 0, 46, 10, 0, 0, 51, 8, 32, 8, 49, 2, 1, 8, 19, 5, 0, 0, 10, 90, 0, 5, 43, 11,
    12, 5, 41, 0, 0, 0, 10, 93, 1, 4, 0, 0, 0, 0, 0, 1, 0, 0,
};
static const char scripts_strings[] =
    "nosai2r1xyno single rowline 4: \\gset needs one row, found {}no valuethe variable gx has no valuethe "
    "variable gy has no valueopen transactionthe script ends within a transaction; end it with COMMIT or "
    "ROLLBACKsai2r1";

static uint64_t state = 88172645463325252U;

static uint32_t random_below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % limit;
}

static int32_t answer(int32_t statement, const outpace_tape_value *arguments, int32_t count,
                      outpace_tape_answer *results, int64_t *rows)
{
    (void)statement;
    for (int32_t i = 0; i < count; i++)
        CHECK(arguments[i].kind == 0 || arguments[i].length < 1 || arguments[i].text[arguments[i].length - 1] != '?');
    results[0].number = random_below(40);
    results[0].length = random_below(3) ? OUTPACE_TAPE_INTEGER : OUTPACE_TAPE_UNSET;
    *rows = random_below(3);
    return (int32_t)random_below(8) < 6 ? 1 : (int32_t)random_below(3);
}

static void damage(const uint32_t *words, size_t word_bytes, const char *texts, int32_t damages)
{
    uint8_t bytes[sizeof scripts + sizeof scripts_strings], copy[sizeof bytes];
    size_t size = word_bytes + strlen(texts);
    CHECK(size <= sizeof bytes);
    memcpy(bytes, words, word_bytes);
    memcpy(bytes + word_bytes, texts, strlen(texts));
    uint32_t twister[MERSENNE_TWISTER_STATE];
    for (int i = 0; i < MERSENNE_TWISTER_STATE; i++)
        twister[i] = random_below(UINT32_MAX);
    twister[MERSENNE_TWISTER_WORDS] = MERSENNE_TWISTER_WORDS;
    uint8_t outcomes[CYCLES];
    char why[TAPE_WHY];
    CHECK(outpace_tape_cycles(bytes, (int64_t)size, 7, twister, 1, answer, outcomes, why) == 1);
    int refused = 0;
    for (int i = 0; i < damages; i++) {
        static const uint32_t odd[] = {0, 1, 2, 3, 4, 5, 0x7fffffff, 0x80000000, 0xffffffff, 255, 65536, 20, 21};
        size_t length = size;
        memcpy(copy, bytes, size);
        for (uint32_t times = 1 + random_below(3); times; times--) {
            uint32_t at = 2 + random_below((uint32_t)(word_bytes / sizeof *words) - 2);
            uint32_t word = random_below(2) ? odd[random_below(sizeof odd / sizeof *odd)] : random_below(60);
            if (random_below(4) == 0)
                word = 79 + random_below(16); /* list operations */
            memcpy(copy + 4 * at, &word, sizeof word);
        }
        if (random_below(16) == 0)
            length = random_below((uint32_t)size);
        /* Use a buffer of the exact size, so that an overrun is detected. */
        uint8_t *exact = malloc(length ? length : 1);
        CHECK(exact);
        memcpy(exact, copy, length);
        why[0] = 0;
        int32_t done = outpace_tape_cycles(exact, (int64_t)length, 7, twister, CYCLES, answer, outcomes, why);
        CHECK(done == -1 || done == CYCLES);
        CHECK(done != -1 || why[0]);
        refused += done == -1;
        free(exact);
    }
    CHECK(refused > damages / 10 && refused < damages);
}

int main(void)
{
    damage(sound, sizeof sound, strings, DAMAGES / 2);
    damage(scripts, sizeof scripts, scripts_strings, DAMAGES / 2);
    return 0;
}
