/* SPDX-License-Identifier: Apache-2.0 */
/* Tests a crew whose calls return immediately, with failures and lost connections. Users start and end on several
   threads while other threads inspect them and take events. Checks that every finished order is reported exactly
   once. */

#include "../../native/outpace.h"
#include "../../native/threads.h"
#include "check.h"

#include <stdatomic.h>
#include <string.h>

/* ROUNDS * CALLS exceeds FAILS, so that at least one call fails in each run. */
enum { USERS = 6, ORDER = 1, ROUNDS = 40, CALLS = 20, FAILS = 500 };
#define PATIENCE_NS 120000000000

/* Tape: draw below 10, one call with that number, end. The call may be retried. */
static const uint32_t sound[] = {
    0x45504154, 1, 1, 1, 0, 0, 0, 0, 1, 3, 10, 0,
    0, 1, 1, 0, 0, 0, 0, 0, 0,
    7, 0, 1, 0, 19, 0, 0, 0, 0, 0, 0, 0,
};

/* The same in a transaction; another statement rolls it back. */
static const uint32_t transaction[] = {
    0x45504154, 1, 1, 1, 0, 0, 0, 0, 2, 5, 10, 0,
    0, 1, 1, 0, 0, 0, 0, /**/ 0, 0,
    0, 4, 0, 0, 0, 0, 0,
    40, 0, 2, 0, 7, 0, 1, 0, 19, 0, 0, 0, 41, 0, 0, 0, 0, 0, 0, 0,
};

static _Atomic int64_t calls, good, opened, closed, tried, undone;

static int32_t failed(int32_t user, int32_t what, int32_t extra, const char *state, const char *text)
{
    CHECK(user >= 0 && what >= OUTPACE_CONNECT && what <= OUTPACE_CALL && extra <= 1 && state && text);
    return what == OUTPACE_CALL ? (int32_t)(calls % 3) : OUTPACE_GIVE_UP;
}

static void has_tried(int32_t user, int32_t alive)
{
    CHECK(user >= 0 && alive <= 1);
    tried++;
}

static int32_t answered(int32_t user, int32_t statement, const outpace_tape_value *arguments, int32_t count,
                        outpace_tape_answer *results, int64_t *rows)
{
    (void)user, (void)results;
    *rows = 1;
    if (statement == OUTPACE_ASK_OPEN)
        return ++opened % 5 != 0;
    if (statement == OUTPACE_ASK_CLOSE) {
        closed++;
        return 1;
    }
    if (statement == 1) {
        undone++;
        return 1;
    }
    CHECK(count == 1 && arguments[0].number >= 0 && arguments[0].number < 10);
    if (++calls % FAILS == 0)
        return 0;
    good++;
    return 1;
}

static int64_t orders(outpace_crew *crew)
{
    int64_t *numbers, found = 0, count = outpace_crew_take(crew, &numbers);
    CHECK(count % 3 == 0);
    for (int64_t i = 0; i < count; i += 3) {
        CHECK(numbers[i] >= 0 && numbers[i] <= ORDER + 5 && numbers[i + 2] >= 0);
        found += numbers[i] == ORDER;
    }
    outpace_crew_give_back(numbers);
    return found;
}

/* Waits for a number of additional calls, however rarely the users' threads are scheduled. */
static void await_calls(int64_t more)
{
    mutex lock;
    condition cond;
    mutex_init(&lock);
    cond_init(&cond);
    const int64_t wanted = calls + more, until_ns = outpace_clock_ns() + PATIENCE_NS;
    mutex_lock(&lock);
    while (calls < wanted) {
        CHECK(outpace_clock_ns() < until_ns);
        cond_wait_until(&cond, &lock, outpace_clock_ns() + 1000000);
    }
    mutex_unlock(&lock);
    cond_destroy(&cond);
    mutex_destroy(&lock);
}

static void driven(int32_t open_loop, const uint32_t *tape, int64_t size)
{
    static outpace_crew_settings settings;
    static uint32_t state[625];
    settings.operations = ORDER;
    settings.open_loop = open_loop;
    settings.think_s = 0.001;
    settings.max_lag_s = 0.01;
    for (uint32_t i = 0; i < 624; i++)
        state[i] = settings.arrivals[i] = 2654435761U * (i + 1);
    state[624] = settings.arrivals[624] = 624;
    char why[200];
    const uint8_t timed = 1;
    calls = good = opened = closed = tried = 0;
    outpace_crew *crew =
        outpace_crew_new((const uint8_t *)tape, size, &settings, &timed, failed, has_tried, why);
    CHECK(crew);
    outpace_crew_answered(crew, answered);
    outpace_crew_set_rate(crew, 2000, outpace_clock_ns());
    int32_t number = 0;
    for (; number < USERS; number++)
        CHECK(outpace_crew_join(crew, number, number, number * 1000, 1, state, state));
    outpace_crew_release(crew, outpace_clock_ns() + 1000000);
    int64_t ended = 0;
    outpace_crew_user users[4 * ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        outpace_crew_leave(crew, number - USERS);
        CHECK(outpace_crew_join(crew, number++, 0, 0, i % 2, state, state));
        outpace_crew_work(crew, number - 2, i % 3 != 0);
        outpace_crew_expire(crew, outpace_clock_ns());
        CHECK(outpace_crew_look(crew, users, 4 * ROUNDS) >= USERS);
        ended += orders(crew);
        await_calls(CALLS);
    }
    CHECK(outpace_crew_dismiss(crew, 60) == 0);
    ended += orders(crew);
    CHECK(ended == good && ended > 0);
    CHECK(opened - opened / 5 == closed);
    CHECK(tried == number);
    CHECK(outpace_crew_free(crew));
}

int main(void)
{
    char why[200];
    CHECK(!outpace_odbc_new("no such library", "DRIVER=x", 1, 0, 0, 1, why) && why[0]);
    driven(0, sound, sizeof sound);
    driven(1, sound, sizeof sound);
    CHECK(!undone);
    driven(0, transaction, sizeof transaction);
    driven(1, transaction, sizeof transaction);
    CHECK(undone);
    return 0;
}
