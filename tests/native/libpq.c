/* SPDX-License-Identifier: Apache-2.0 */
/* Tests users over libpq in two threads, with a fake library that answers at random over its own sockets: at once or in
   pieces, with errors, missing rows and lost connections. Checks that every finished order is reported exactly once,
   and that every session and result is freed. */

#include "../../native/outpace.h"
#include "../../native/threads.h"
#include "check.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

enum { USERS = 6, LOOPS = 2, ORDER = 1, ROUNDS = 40, OK = 0, BAD = 1, DONE = 1, ROWS = 2, FATAL = 7 };

/* Tape: draw below 10, build a string, one call with both, whose first column is stored in a number register; end. The
   call may be retried. */
static const uint32_t sound[] = {
    0x45504154, 1,
    2, 1, 0, 1, 3, 0, 1, 4, /* numbers, constants, reals, texts, strings, tables, statements, instructions */
    8,                      /* size of the text register */
    10, 0,                  /* the constant 10, in register 2 */
    3, 4, 5,                /* sizes of the strings */
    0, 1, 2, 1, 0, 2, 3,    /* the statement: operation, retry, arguments, results, rows, missing */
    0, 0, 1, 0,             /* its arguments: number 0 and text 0 */
    1, 0, 1,                /* column 1 to number 1 */
    7, 0, 2, 0,             /* draw below 10 */
    14, 0, 0, 0,            /* append the first string */
    19, 0, 0, 0,            /* call */
    0, 0, 0, 0,             /* end */
};
/* The same in an automatically retried transaction; the other statement rolls it back. */
static const uint32_t transaction[] = {
    0x45504154, 1,
    2, 1, 0, 1, 3, 0, 2, 7,
    8,
    10, 0,
    3, 4, 5,
    0, 1, 2, 1, 0, 2, 3,    /* the statement, as above */
    0, 0, 1, 0,
    1, 0, 1,
    0, 4, 0, 0, 0, 0, 0,    /* statement that is not prepared */
    40, 0, 2, 0,            /* begin the transaction */
    7, 0, 2, 0,             /* draw below 10 */
    12, 0, 0, 0,            /* clear the text register */
    14, 0, 0, 0,            /* append the first string */
    19, 0, 0, 0,            /* call */
    41, 0, 0, 0,            /* end the transaction */
    0, 0, 0, 0,             /* end */
};
static const char strings[] = "abcnonegone!";

/* ---- the library ---- */

typedef struct {
    int socket[2];
    int status;
    int pieces; /* pieces of the answer still to be read */
    int answers;
    uint32_t dice;
    int prepared, executes;
} connection;

typedef struct {
    int status, rows;
} result;

static _Atomic int64_t opened, finished, results, cleared, good, calls, cancels, prepares, undone;
static _Atomic int64_t hang, held;

static uint32_t throw(connection *of)
{
    of->dice ^= of->dice << 13;
    of->dice ^= of->dice >> 17;
    return of->dice ^= of->dice << 5;
}

EXPORTED void *PQconnectdbParams(const char *const *keywords, const char *const *values, int expand)
{
    CHECK(!strcmp(keywords[0], "password") && !strcmp(values[0], "secret") && !keywords[1] && !values[1] && !expand);
    connection *of = calloc(1, sizeof *of);
    of->dice = 2463534242U + (uint32_t)opened++;
    of->status = throw(of) % 7 == 0 ? BAD : OK;
    CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, of->socket));
    return of;
}

EXPORTED int PQstatus(connection *of) { return of->status; }
EXPORTED char *PQerrorMessage(connection *of) { return of->status == OK ? "" : "server closed the connection"; }
EXPORTED int PQsocket(connection *of) { return of->status == OK ? of->socket[0] : -1; }
EXPORTED int PQsetnonblocking(connection *of, int on) { return of->status != OK || on != 1; }

EXPORTED void PQfinish(connection *of)
{
    close(of->socket[0]);
    close(of->socket[1]);
    free(of);
    finished++;
}

EXPORTED void *PQsetNoticeProcessor(connection *of, void *processor, void *with)
{
    (void)of, (void)with;
    return processor;
}

static result *made(int status, int rows)
{
    result *of = malloc(sizeof *of);
    *of = (result){status, rows};
    results++;
    return of;
}

EXPORTED result *PQexecParams(connection *of, const char *sql, int count, const uint32_t *types, const char *const *values,
                              const int *lengths, const int *formats, int as)
{
    (void)of, (void)types, (void)lengths, (void)formats, (void)as;
    CHECK(!strcmp(sql, "SET $1") && count == 1 && !strcmp(values[0], "x"));
    return made(DONE, 0);
}

static int sent(connection *of)
{
    if (of->status != OK)
        return 0;
    CHECK(!of->pieces && !of->answers);
    of->answers = 1;
    of->pieces = 1 + (int)(throw(of) % 3);
    /* Always answer a rollback: it follows the cancel request, so nothing else would release its user. */
    if (hang && of->executes == 1) {
        held++;
        return 1;
    }
    for (int i = 0; i < of->pieces; i++)
        CHECK(write(of->socket[1], "", 1) == 1);
    return 1;
}

EXPORTED int PQsendPrepare(connection *of, const char *name, const char *sql, int count, const uint32_t *types)
{
    CHECK(!strcmp(name, "outpace_0") && !strcmp(sql, "SELECT $1, $2") && count == 2 && !types && !of->prepared);
    of->executes = 0;
    prepares++;
    return sent(of);
}

EXPORTED int PQsendQueryPrepared(connection *of, const char *name, int count, const char *const *values,
                                 const int *lengths, const int *formats, int as)
{
    CHECK(of->prepared && !strcmp(name, "outpace_0") && count == 2 && !lengths && !formats && !as);
    CHECK(atoi(values[0]) >= 0 && atoi(values[0]) < 10 && !strcmp(values[1], "abc"));
    of->executes = 1;
    calls++;
    return sent(of);
}

EXPORTED int PQsendQuery(connection *of, const char *sql)
{
    CHECK(!strcmp(sql, "ROLLBACK"));
    of->executes = 2;
    undone++;
    return sent(of);
}

/* Occasionally simulate a full socket buffer. */
EXPORTED int PQflush(connection *of) { return of->status != OK ? -1 : throw(of) % 16 == 0; }

EXPORTED int PQconsumeInput(connection *of)
{
    char byte;
    if (of->status != OK)
        return 0;
    if (of->pieces && recv(of->socket[0], &byte, 1, MSG_DONTWAIT) == 1)
        of->pieces--;
    if (of->executes && throw(of) % 200 == 0) {
        of->status = BAD;
        return 0;
    }
    return 1;
}

EXPORTED int PQisBusy(connection *of) { return of->pieces > 0 && of->status == OK; }

EXPORTED result *PQgetResult(connection *of)
{
    if (!of->answers)
        return NULL;
    of->answers = 0;
    if (of->executes == 2)
        return made(throw(of) % 4 ? DONE : FATAL, 0);
    if (!of->executes) {
        of->prepared = throw(of) % 20 != 0;
        return made(of->prepared ? DONE : FATAL, 0);
    }
    uint32_t luck = throw(of) % 100;
    if (luck == 0)
        return made(FATAL, 0);
    if (luck == 1)
        return made(ROWS, 0);
    good++;
    return made(ROWS, 2);
}

EXPORTED int PQresultStatus(const result *of) { return of ? of->status : FATAL; }
EXPORTED char *PQresultErrorField(const result *of, int field)
{
    return of->status != FATAL ? NULL : field == 'C' ? "40001" : field == 'D' ? NULL : "again";
}

EXPORTED int PQntuples(const result *of) { return of->rows; }
EXPORTED int PQnfields(const result *of) { return of->rows ? 1 : 0; }
EXPORTED char *PQfname(const result *of, int field) { return of->rows && !field ? "number" : NULL; }
EXPORTED uint32_t PQftype(const result *of, int field) { return of->rows && !field ? 23 : 0; }
EXPORTED int PQgetisnull(const result *of, int row, int field) { return !of->rows || row || field; }
EXPORTED char *PQgetvalue(const result *of, int row, int field) { return of->rows && !row && !field ? "7" : ""; }
EXPORTED int PQgetlength(const result *of, int row, int field) { return of->rows && !row && !field; }

EXPORTED void PQclear(result *of)
{
    cleared++;
    free(of);
}

/* PQcancel sends the delayed answer. */
EXPORTED void *PQgetCancel(connection *of) { return of; }
EXPORTED void PQfreeCancel(void *of) { (void)of; }

EXPORTED int PQcancel(connection *of, char *why, int room)
{
    CHECK(why && room == 256);
    cancels++;
    for (int i = 0; i < 3; i++)
        CHECK(write(of->socket[1], "", 1) == 1);
    return 1;
}

/* ---- the crew ---- */

static int32_t failed(int32_t user, int32_t what, int32_t extra, const char *state, const char *text)
{
    CHECK(user >= 0 && extra <= 1 && state && text);
    if (what == OUTPACE_CONNECT || what == OUTPACE_NO_ROW)
        return OUTPACE_GIVE_UP;
    CHECK(what == OUTPACE_CALL);
    return !strncmp(state, "08", 2) ? OUTPACE_RECONNECT : !strcmp(state, "40001") ? OUTPACE_AGAIN : OUTPACE_GIVE_UP;
}

static void has_tried(int32_t user, int32_t alive) { CHECK(user >= 0 && alive <= 1); }

static int64_t orders(outpace_crew *crew)
{
    int64_t *numbers, found = 0, count = outpace_crew_take(crew, &numbers);
    for (int64_t i = 0; i < count; i += 3) {
        CHECK(numbers[i + 2] >= 0);
        found += numbers[i] == ORDER;
    }
    outpace_crew_give_back(numbers);
    return found;
}

static outpace_libpq *libpq_of_this_program(void)
{
    char why[200];
    outpace_libpq *libpq = outpace_libpq_new(NULL, 2, why);
    const char *value = "x";
    CHECK(libpq && outpace_libpq_field(libpq, "password", "secret"));
    CHECK(outpace_libpq_statement(libpq, 0, "SELECT $1, $2"));
    CHECK(outpace_libpq_statement(libpq, 1, "ROLLBACK"));
    CHECK(!outpace_libpq_statement(libpq, 2, "SELECT $1, $2"));
    CHECK(outpace_libpq_setting(libpq, "SET $1", &value, 1, 0));
    return libpq;
}

/* The loops share the users evenly. */
static void check_loops(outpace_crew *crew)
{
    outpace_crew_user users[4 * ROUNDS];
    int32_t of_first = 0, count = outpace_crew_look(crew, users, 4 * ROUNDS);
    for (int32_t i = 0; i < count; i++) {
        while (!users[i].thread) {
            thread_sleep(1000000);
            outpace_crew_look(crew, users, 4 * ROUNDS);
        }
        of_first += users[i].thread == users[0].thread;
    }
    CHECK(count == USERS && of_first == USERS / LOOPS);
}

static void driven(int32_t open_loop, double think_s, const uint32_t *words, size_t size)
{
    static outpace_crew_settings settings;
    static uint32_t state[625];
    uint8_t tape[sizeof transaction + sizeof strings - 1];
    memcpy(tape, words, size);
    memcpy(tape + size, strings, sizeof strings - 1);
    size += sizeof strings - 1;
    settings.operations = ORDER;
    settings.open_loop = open_loop;
    settings.think_s = think_s;
    settings.max_lag_s = 0.01;
    for (uint32_t i = 0; i < 624; i++)
        state[i] = settings.arrivals[i] = 2654435761U * (i + 1);
    state[624] = settings.arrivals[624] = 624;
    char why[200];
    const uint8_t timed = 1;
    opened = finished = results = cleared = good = calls = cancels = hang = held = prepares = undone = 0;
    outpace_crew *crew = outpace_crew_new(tape, (int64_t)size, &settings, &timed, failed, has_tried, why);
    CHECK(crew);
    outpace_libpq *libpq = libpq_of_this_program();
    outpace_crew_over_libpq(crew, libpq, LOOPS);
    outpace_crew_set_rate(crew, 2000, outpace_clock_ns());
    int32_t number = 0;
    for (; number < USERS; number++)
        CHECK(outpace_crew_join(crew, number, number, number * 1000, 1, state, state));
    check_loops(crew);
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
        thread_sleep(5000000);
    }
    /* The cancel request releases users whose calls get no answer. */
    hang = 1;
    while (!held)
        thread_sleep(5000000);
    thread_sleep(20000000);
    int64_t before = calls;
    thread_sleep(20000000);
    CHECK(open_loop || think_s > 0 || calls - before <= 2 * USERS);
    CHECK(outpace_crew_dismiss(crew, 0.05) > 0);
    CHECK(outpace_crew_cancel(crew, 60) == 0);
    ended += orders(crew);
    CHECK(ended == good && ended > 0 && prepares > 0 && cancels > 0);
    CHECK(outpace_crew_free(crew));
    CHECK(opened == finished && results == cleared);
    outpace_libpq_free(libpq);
}

int main(void)
{
    char why[200];
    CHECK(!outpace_libpq_new("no such library", 1, why) && why[0]);
    driven(0, 0, sound, sizeof sound);
    driven(0, 0.001, sound, sizeof sound);
    driven(1, 0, sound, sizeof sound);
    CHECK(!undone);
    driven(0, 0, transaction, sizeof transaction);
    CHECK(undone);
    return 0;
}
