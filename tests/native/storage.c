/* SPDX-License-Identifier: Apache-2.0 */
/* Tests I/O on a real file with each mechanism, while choices are provided, users start and end, and frames are cut.
 * Checks that every I/O is counted once, and that none is in flight at the end. */

#include "../../native/storage_crew.h"
#include "../../native/threads.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, BLOCKS = 512, USERS = 6, READ = 0, WRITE = 1, ORDER = 2, CODES = 9, THREADS = 2, OVERLAPPED_IO = 3 };

#if defined _WIN32

static int opened(int writable)
{
    HANDLE file = CreateFileA("io.dat", GENERIC_READ | (writable ? GENERIC_WRITE : 0), FILE_SHARE_READ | FILE_SHARE_WRITE,
                              NULL, OPEN_EXISTING, FILE_FLAG_OVERLAPPED | FILE_FLAG_NO_BUFFERING, NULL);
    CHECK(file != INVALID_HANDLE_VALUE);
    return (int)(intptr_t)file;
}

static void closed(int descriptor) { CloseHandle((HANDLE)(intptr_t)descriptor); }

#elif defined __linux__

#include <fcntl.h>
#include <unistd.h>

static int opened(int writable)
{
    int descriptor = open("io.dat", (writable ? O_RDWR : O_RDONLY) | O_DIRECT);
    if (descriptor < 0) /* tmpfs does not support O_DIRECT */
        descriptor = open("io.dat", writable ? O_RDWR : O_RDONLY);
    CHECK(descriptor >= 0);
    return descriptor;
}

static void closed(int descriptor) { close(descriptor); }

#endif

#if defined _WIN32 || defined __linux__

struct part {
    struct storage_crew *crew;
    int32_t place;
};

static _Atomic int ended;

static void run(void *argument)
{
    CHECK(outpace_storage_run(argument) == 0);
    ended++;
}

static void work(void *argument)
{
    struct part *part = argument;
    outpace_storage_user(part->crew, part->place);
    ended++;
}

static void feed(struct storage_crew *crew, int32_t place)
{
    static uint64_t state = 7;
    int64_t filled;
    uint64_t *choices = outpace_storage_choices(crew, place);
    while (outpace_storage_room(crew, place, &filled) >= STORAGE_BATCH) {
        for (int64_t at = filled; at < filled + STORAGE_BATCH; at++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            choices[at % STORAGE_CHOICES] = (state >> 33) % BLOCKS * (BLOCK / 512) << 8 | (state >> 60 & 1);
        }
        outpace_storage_filled(crew, place, STORAGE_BATCH);
    }
}

static int64_t faults(struct storage_crew *crew)
{
    struct storage_fault found[STORAGE_FAULTS];
    int32_t number = outpace_storage_faults(crew, found);
    int64_t count = 0;
    for (int32_t at = 0; at < number; at++)
        count += found[at].count;
    return count;
}

static void use(int mechanism, int together, int verify, double think_s, int open_loop, int writable)
{
    static struct histogram histograms[ORDER + 1];
    static uint32_t state[MERSENNE_TWISTER_STATE] = {1, 2, 3};
    static const struct storage_transfer transfers[] = {{READ, BLOCK}, {WRITE, BLOCK}};
    int64_t counts[CODES], sums_ns[CODES], ios = 0, orders = 0, failed = 0, start_ns = outpace_clock_ns() + 20000000;
    struct storage_under_way under_way[2 * USERS];
    struct part parts[USERS];
    thread_handle threads[USERS];
    int32_t places[USERS], hungry[USERS];
    int begun = 0;
    int descriptor = opened(writable);
    struct tally *tally = outpace_tally_new(CODES, ORDER + 1);
    outpace_tally_begin(tally, start_ns);
    struct arrivals *arrivals = outpace_arrivals_new(tally, 7, 1000000000, state);
    struct storage_options options = {
        .mechanism = mechanism, .descriptor = descriptor, .together = together, .operations = 2, .verify = verify,
        .order = ORDER, .think = 4, .untimed = 5, .lag = 6, .open_loop = open_loop, .block_bytes = BLOCK,
        .area_bytes = BLOCK * BLOCKS, .think_s = think_s, .serial = 1, .run = 99, .transfers = transfers, .tally = tally,
        .arrivals = open_loop ? arrivals : NULL,
    };
    struct storage_crew *crew = outpace_storage_new(&options);
    CHECK(crew);
    ended = 0;
    if (mechanism != THREADS)
        CHECK(thread_start(&threads[begun++], run, crew));
    outpace_arrivals_set_rate(arrivals, 2000, start_ns);
    outpace_storage_start(crew, start_ns);
    for (int round = 0; round < 24; round++) {
        if (round % 4 == 0) { /* add a user */
            int32_t place = outpace_storage_seat(crew, 0, state);
            CHECK(place >= 0);
            places[round / 4] = place;
            feed(crew, place);
            if (mechanism == THREADS) {
                parts[round / 4] = (struct part){crew, place};
                CHECK(thread_start(&threads[begun++], work, &parts[round / 4]));
            } else {
                outpace_storage_admit(crew, place);
            }
        }
        if (round == 22) /* remove a user */
            outpace_storage_leave(crew, places[0]);
        int32_t number = outpace_storage_hungry(crew, outpace_clock_ns() + 10000000, hungry);
        for (int32_t at = 0; at < number; at++)
            feed(crew, hungry[at]);
        CHECK(outpace_storage_under_way(crew, under_way) <= 2 * USERS);
        failed += faults(crew);
        outpace_tally_cut(tally, outpace_clock_ns(), counts, sums_ns, histograms);
        ios += counts[READ] + counts[WRITE];
        orders += counts[ORDER];
    }
    outpace_storage_dismiss(crew);
    for (int at = 0; at < begun; at++)
        thread_join(threads[at]);
    CHECK(ended == begun);
    CHECK(outpace_storage_under_way(crew, under_way) == 0);
    failed += faults(crew);
    outpace_tally_cut(tally, INT64_MAX, counts, sums_ns, histograms);
    ios += counts[READ] + counts[WRITE];
    orders += counts[ORDER];
    CHECK(ios > 0);
    CHECK(writable ? failed == 0 : failed > 0);
    CHECK(orders == (open_loop ? ios : 0));
    outpace_storage_free(crew);
    outpace_arrivals_free(arrivals);
    outpace_tally_free(tally);
    closed(descriptor);
}

/* Returns whether the operating system, the kernel and the container, if any, support the mechanism. */
static int has(int mechanism)
{
    static const struct storage_transfer none[1];
    if (mechanism == THREADS)
        return 1;
    int descriptor = opened(1);
    struct storage_options options = {
        .mechanism = mechanism, .descriptor = descriptor, .block_bytes = BLOCK, .transfers = none};
    struct storage_crew *crew = outpace_storage_new(&options);
    outpace_storage_dismiss(crew);
    int found = outpace_storage_run(crew) == 0;
    outpace_storage_free(crew);
    closed(descriptor);
    return found;
}

int main(void)
{
    static char block[BLOCK];
    FILE *file = fopen("io.dat", "wb");
    for (int at = 0; at < BLOCKS; at++)
        CHECK(file && fwrite(block, BLOCK, 1, file) == 1);
    fclose(file);
    for (int mechanism = 0; mechanism <= OVERLAPPED_IO; mechanism++) {
        if (!has(mechanism))
            continue;
        for (int together = 0; together <= (mechanism < THREADS); together++) {
            use(mechanism, together, 0, 0, 0, 1);
            use(mechanism, together, 1, 0, 0, 1);
            use(mechanism, together, 0, 0.0005, 0, 1);
            use(mechanism, together, 0, 0, 1, 1);
            use(mechanism, together, 0, 0, 0, 0);
        }
        printf("mechanism %d\n", mechanism);
    }
    return 0;
}

#else

int main(void) { return 0; }

#endif
