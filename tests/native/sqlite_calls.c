/* SPDX-License-Identifier: Apache-2.0 */
/* Tests a crew's calls on a fake embedded SQLite: the function table; preparing, binding, running and finalizing
   statements; rows, errors, busy databases, rollbacks and canceled calls. */

#include "../../native/outpace.h"
#include "../../native/sqlite_library.h"
#include "../../native/threads.h"
#include "check.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

enum { USERS = 6, MANY = 200, ORDER = 3, PLACES = 218, BUSY = 5, INTERRUPTED = 9, LONGEST = 64 };

struct SqliteConnection {
    int statements, transaction, inserted;
    int (*busy)(void *, int);
    void *busy_with;
    atomic_bool interrupted;
    int64_t row;
};

struct SqliteStatement {
    SqliteConnection *of;
    char sql[LONGEST];
    int parameters, rows;
    char name[4][LONGEST];
    char bound[4]; /* n: a number, t: a string, 0: not bound */
};

static SqliteFunction *table[PLACES];
static int version_number;
static char executed[200];
static atomic_int connections, writers, steps, refused, busy, asked;
static _Atomic int64_t given_up;

/* ---- a small SQLite ---- */

static int version(void) { return version_number; }

static int fake_exec(SqliteConnection *of, const char *sql, int (*row)(void *, int, char **, char **), void *with,
                     char **error)
{
    (void)of, (void)row, (void)with, (void)error;
    snprintf(executed, sizeof executed, "%s", sql);
    return SQLITE_OK;
}

static int fake_open(const char *path, SqliteConnection **to, int flags, const char *vfs)
{
    CHECK(strcmp(path, "there/store.db") == 0 && flags == SQLITE_OPEN_READWRITE && strcmp(vfs, "counted") == 0);
    *to = calloc(1, sizeof **to);
    connections++;
    return SQLITE_OK;
}

static int fake_close(SqliteConnection *of)
{
    CHECK(of->statements == 0 && !of->transaction);
    connections--;
    free(of);
    return SQLITE_OK;
}

static int fake_codes(SqliteConnection *of, int on) { return of && on == 1 ? SQLITE_OK : SQLITE_ERROR; }

static int fake_config(SqliteConnection *of, int what, ...)
{
    return of && what == SQLITE_DBCONFIG_ENABLE_QPSG ? SQLITE_OK : SQLITE_ERROR;
}

static int fake_busy(SqliteConnection *of, int (*handler)(void *, int), void *with)
{
    of->busy = handler;
    of->busy_with = with;
    return SQLITE_OK;
}

static int fake_prepare(SqliteConnection *of, const char *sql, int length, unsigned flags, SqliteStatement **to,
                        const char **rest)
{
    (void)flags;
    CHECK(length == -1);
    *to = NULL;
    sql += strspn(sql, " ");
    size_t size = strcspn(sql, ";");
    if (rest)
        *rest = sql + size + (sql[size] == ';');
    if (strncmp(sql, "BROKEN", 6) == 0)
        return SQLITE_ERROR;
    if (!size)
        return SQLITE_OK;
    SqliteStatement *made = *to = calloc(1, sizeof *made);
    CHECK(size < LONGEST);
    memcpy(made->sql, sql, size);
    made->of = of;
    for (const char *at = made->sql; (at = strpbrk(at, "?:")); at++)
        memcpy(made->name[made->parameters++], at, strcspn(at, " "));
    CHECK(made->parameters <= 4);
    of->statements++;
    return SQLITE_OK;
}

static int fake_finalize(SqliteStatement *statement)
{
    if (statement)
        statement->of->statements--;
    free(statement);
    return SQLITE_OK;
}

static int fake_parameters(SqliteStatement *statement) { return statement->parameters; }
static const char *fake_name(SqliteStatement *statement, int at)
{
    return strcmp(statement->name[at - 1], "?") ? statement->name[at - 1] : NULL;
}

static int fake_real(SqliteStatement *statement, int at, double value)
{
    CHECK(at >= 1 && at <= statement->parameters && value == 2.5);
    statement->bound[at - 1] = 'r';
    return SQLITE_OK;
}

static int fake_number(SqliteStatement *statement, int at, int64_t value)
{
    CHECK(at >= 1 && at <= statement->parameters && value >= 0 && value < 10);
    statement->bound[at - 1] = 'n';
    return SQLITE_OK;
}

static int fake_text(SqliteStatement *statement, int at, const char *text, int length, void (*drop)(void *))
{
    CHECK(at >= 1 && at <= statement->parameters && text && length >= 0 && length <= 8 && !drop);
    statement->bound[at - 1] = 't';
    return SQLITE_OK;
}

static int fake_null(SqliteStatement *statement, int at)
{
    (void)statement, (void)at;
    return SQLITE_ERROR; /* no argument is NULL in this test */
}

static int is(const SqliteStatement *statement, const char *word)
{
    return strncmp(statement->sql, word, strlen(word)) == 0;
}

static int fake_step(SqliteStatement *statement)
{
    SqliteConnection *of = statement->of;
    for (int i = 0; i < statement->parameters; i++)
        CHECK(statement->bound[i]);
    int number = ++steps;
    if (is(statement, "PRAGMA journal") || is(statement, "SELECT"))
        return statement->rows++ < 3 ? SQLITE_ROW : SQLITE_DONE;
    if (is(statement, "SLOW")) {
        while (!atomic_load(&of->interrupted))
            thread_sleep(100000);
        return INTERRUPTED;
    }
    if (is(statement, "BEGIN")) {
        if (number % 29 == 0) {
            for (int tries = 0; of->busy(of->busy_with, tries); tries++)
                CHECK(tries < 3);
            busy++;
            return BUSY;
        }
        CHECK(++writers == 1); /* the crew allows a single writer */
        of->transaction = 1;
    } else if (is(statement, "INSERT")) {
        of->row++;
        if (number % 31 == 0) {
            refused++;
            return SQLITE_CONSTRAINT_TRIGGER; /* the transaction remains active and has to be rolled back */
        }
    } else if (is(statement, "COMMIT") || is(statement, "ROLLBACK")) {
        CHECK(of->transaction && writers-- == 1);
        of->transaction = 0;
    } else if (is(statement, "WRITE")) {
        CHECK(++writers == 1);
        CHECK(writers-- == 1);
    }
    return SQLITE_DONE;
}

static int fake_reset(SqliteStatement *statement)
{
    statement->rows = 0;
    return SQLITE_OK;
}

static const char *fake_column_text(SqliteStatement *statement, int column)
{
    CHECK(statement->rows > 0);
    return column == 0 ? "wal" : "a text";
}

static int fake_column_bytes(SqliteStatement *statement, int column)
{
    return (int)strlen(fake_column_text(statement, column));
}

static int fake_columns(SqliteStatement *statement) { return statement->rows > 0 ? 3 : 0; }

static const char *fake_column_name(SqliteStatement *statement, int column)
{
    static const char *const names[] = {"text", "number", "real"};
    return statement->rows > 0 ? names[column] : NULL;
}

static int fake_column_type(SqliteStatement *statement, int column)
{
    static const int types[] = {3, SQLITE_TYPE_INTEGER, SQLITE_TYPE_REAL};
    return statement->rows > 0 ? types[column] : SQLITE_TYPE_NULL;
}

static double fake_column_real(SqliteStatement *statement, int column)
{
    CHECK(statement->rows > 0 && column == 2);
    return 2.5;
}

static int64_t fake_column_number(SqliteStatement *statement, int column) { return statement->rows + column; }
static int64_t fake_row(SqliteConnection *of) { return of->row; }
static int fake_autocommit(SqliteConnection *of) { return !of->transaction; }
static void fake_interrupt(SqliteConnection *of) { atomic_store(&of->interrupted, true); }
static const char *fake_words(SqliteConnection *of) { return of ? "the words" : ""; }
static const char *fake_code_words(int code) { return code ? "a code's words" : ""; }

static void fill(void)
{
    SqliteLibrary small = {
        .bind_int64 = fake_number, .bind_null = fake_null, .bind_parameter_count = fake_parameters,
        .bind_parameter_name = fake_name, .bind_text = fake_text, .busy_handler = fake_busy, .close = fake_close,
        .column_bytes = fake_column_bytes, .column_int64 = fake_column_number, .column_text = fake_column_text,
        .errmsg = fake_words, .exec = fake_exec, .finalize = fake_finalize, .get_autocommit = fake_autocommit,
        .interrupt = fake_interrupt, .last_insert_rowid = fake_row, .reset = fake_reset, .step = fake_step,
        .open = fake_open, .extended_result_codes = fake_codes, .db_config = fake_config, .errstr = fake_code_words,
        .prepare = fake_prepare, .bind_double = fake_real, .column_count = fake_columns,
        .column_double = fake_column_real, .column_name = fake_column_name, .column_type = fake_column_type,
    };
#define PLACED(place, result, name, arguments) table[place] = (SqliteFunction *)small.name;
    SQLITE_FUNCTIONS(PLACED)
#undef PLACED
    table[SQLITE_AT_VERSION] = (SqliteFunction *)version;
}

/* ---- crews ---- */

/* Tape: draw below 10, a call that reads with that number and a string, one that inserts, one that writes, end. */
static const uint32_t sound[] = {
    0x45504154, 1, 2, 1, 0, 1, 0, 0, 3, 5,
    8, 10, 0,
    0, 1, 2, 2, 0, 0, 0, /**/ 0, 0, 1, 0, /**/ 1, 0, 1, 2, 1, 0,
    1, 1, 1, 1, 0, 0, 0, /**/ 0, 0, /**/ 1, 0, 1,
    2, 1, 0, 0, 0, 0, 0,
    7, 0, 2, 0, 19, 0, 0, 0, 19, 1, 0, 0, 19, 2, 0, 0, 0, 0, 0, 0,
};

/* A transaction: begin, read three columns by name, insert their values, end; another statement rolls it back. */
static const uint32_t transaction[] = {
    0x45504154, 1, 1, 1, 0, 0, 3, 0, 5, 8,
    1, 0, /**/ 4, 6, 4,                                       /* the constant 1, sizes of the strings */
    0, 4, 0, 0, 0, 0, 0,                                      /* BEGIN */
    0, 8, 0, 3, 1, 0, 0, /**/ 0, 2, 0, 1, 2, 1, 2, 2, 2,      /* SELECT: string, integer, real into values 0 to 2 */
    0, 0, 4, 0, 0, 0, 0, /**/ 2, 0, 2, 3, 2, 2, 2, 3,         /* INSERT of the values 0, 3, 2, 3 */
    0, 4, 0, 0, 0, 0, 0,                                      /* COMMIT */
    0, 4, 0, 0, 0, 0, 0,                                      /* ROLLBACK */
    40, 0, 5, 0, 45, 3, 1, 0, 19, 0, 0, 0, 19, 1, 0, 0, 19, 2, 0, 0, 19, 3, 0, 0, 41, 0, 0, 0, 0, 0, 0, 0,
};
static const char strings[] = "textnumberreal";

static int32_t failed(int32_t user, int32_t what, int32_t extra, const char *state, const char *text)
{
    CHECK(user >= 0 && extra >= 0 && what <= OUTPACE_CALL && state && text);
    asked++;
    if (strcmp(state, "5") == 0) {
        CHECK(strcmp(text, "the words") == 0);
        return OUTPACE_AGAIN;
    }
    given_up++;
    return OUTPACE_GIVE_UP;
}

static void has_tried(int32_t user, int32_t alive) { CHECK(user >= 0 && alive <= 1); }

static uint32_t state[625];

static outpace_crew *crew_of(outpace_sqlite *sqlite, const void *tape, size_t size)
{
    static outpace_crew_settings settings = {.operations = ORDER, .cpu_every = 4};
    static const uint8_t timed[ORDER] = {1, 1, 1};
    char why[200];
    for (uint32_t i = 0; i < 624; i++)
        state[i] = settings.arrivals[i] = 2654435761U * (i + 1);
    state[624] = settings.arrivals[624] = 624;
    outpace_crew *crew =
        outpace_crew_new(tape, (int64_t)size, &settings, timed, failed, has_tried, why);
    CHECK(crew);
    outpace_crew_over_sqlite(crew, sqlite);
    for (int32_t i = 0; i < USERS; i++)
        CHECK(outpace_crew_join(crew, i, i, 0, 1, state, state));
    outpace_crew_release(crew, outpace_clock_ns());
    return crew;
}

static outpace_sqlite *sqlite_of(const char *read, const char *journal)
{
    outpace_sqlite *sqlite = outpace_sqlite_new((int64_t)(intptr_t)table, "there/store.db", "counted", 2, 100000, 3);
    CHECK(sqlite);
    CHECK(outpace_sqlite_setting(sqlite, "PRAGMA journal_mode", journal));
    CHECK(outpace_sqlite_setting(sqlite, "PRAGMA cache_size", NULL));
    CHECK(outpace_sqlite_statement(sqlite, 0, read, "", OUTPACE_SQLITE_READS));
    CHECK(outpace_sqlite_statement(sqlite, 1, "BEGIN; INSERT :amount , :amount ; COMMIT; ", "amount",
                                   OUTPACE_SQLITE_INSERTS));
    CHECK(outpace_sqlite_statement(sqlite, 2, "WRITE", "", OUTPACE_SQLITE_WRITES));
    CHECK(!outpace_sqlite_statement(sqlite, 2, "WRITE", "", OUTPACE_SQLITE_WRITES));
    CHECK(!outpace_sqlite_statement(sqlite, 3, "WRITE", "", OUTPACE_SQLITE_WRITES));
    return sqlite;
}

/* Counts the events by code. */
static void counted(outpace_crew *crew, int64_t count[ORDER + 7])
{
    int64_t *numbers, all = outpace_crew_take(crew, &numbers);
    for (int64_t i = 0; i < all; i += 3) {
        CHECK(numbers[i] >= 0 && numbers[i] < ORDER + 7);
        count[numbers[i]]++;
    }
    outpace_crew_give_back(numbers);
}

static void left(outpace_crew *crew, outpace_sqlite *sqlite)
{
    CHECK(outpace_crew_free(crew));
    outpace_sqlite_free(sqlite);
    CHECK(connections == 0 && writers == 0);
}

static void works(void)
{
    int64_t count[ORDER + 7] = {0};
    outpace_sqlite *sqlite = sqlite_of("SELECT ?1 , ?2", "wal");
    outpace_crew *crew = crew_of(sqlite, sound, sizeof sound);
    while (count[ORDER] < MANY) {
        counted(crew, count);
        thread_sleep(1000000);
    }
    CHECK(outpace_crew_dismiss(crew, 60) == 0);
    counted(crew, count);
    CHECK(count[0] >= count[1] && count[1] >= count[2] && count[2] == count[ORDER]);
    CHECK(refused > 0 && busy > 0 && asked >= busy && given_up <= busy);
    CHECK(count[ORDER + 6] > count[ORDER] / 4); /* processor time is recorded for one call in four */
    left(crew, sqlite);
}

static void works_in_transactions(void)
{
    int64_t count[ORDER + 7] = {0};
    uint8_t tape[sizeof transaction + sizeof strings - 1];
    memcpy(tape, transaction, sizeof transaction);
    memcpy(tape + sizeof transaction, strings, sizeof strings - 1);
    outpace_sqlite *sqlite = outpace_sqlite_new((int64_t)(intptr_t)table, "there/store.db", "counted", 2, 100000, 5);
    CHECK(sqlite);
    static const char *const sql[] = {"BEGIN", "SELECT", "INSERT ? , ? , ? , ?", "COMMIT", "ROLLBACK"};
    static const int32_t kinds[] = {OUTPACE_SQLITE_BEGINS, OUTPACE_SQLITE_READS, OUTPACE_SQLITE_WRITES, OUTPACE_SQLITE_ENDS,
                                    OUTPACE_SQLITE_UNDOES};
    for (uint32_t i = 0; i < 5; i++)
        CHECK(outpace_sqlite_statement(sqlite, i, sql[i], "", kinds[i]));
    refused = busy = asked = 0;
    given_up = 0;
    outpace_crew *crew = crew_of(sqlite, tape, sizeof tape);
    while (count[ORDER] < MANY) {
        counted(crew, count);
        thread_sleep(1000000);
    }
    CHECK(outpace_crew_dismiss(crew, 60) == 0);
    counted(crew, count);
    CHECK(count[0] == count[ORDER] && refused > 0 && busy > 0 && asked >= busy);
    left(crew, sqlite);
}

/* Makes every call or session fail, and checks that the users are released. hangs: calls return only when canceled. */
static void fails(const char *read, const char *journal, bool hangs)
{
    int64_t count[ORDER + 7] = {0};
    asked = 0;
    outpace_sqlite *sqlite = sqlite_of(read, journal);
    outpace_crew *crew = crew_of(sqlite, sound, sizeof sound);
    while (!hangs && asked < USERS)
        thread_sleep(1000000);
    thread_sleep(20000000);
    CHECK((outpace_crew_dismiss(crew, hangs ? 0.05 : 60) > 0) == hangs);
    CHECK(outpace_crew_cancel(crew, 60) == 0);
    counted(crew, count);
    CHECK(count[0] == 0 && count[ORDER] == 0 && (hangs ? !asked : asked >= USERS));
    left(crew, sqlite);
}

int main(void)
{
    char wanted[200];
    fill();
    version_number = SQLITE_VERSION - 1;
    CHECK(outpace_sqlite_extension(NULL, NULL, table) != SQLITE_OK);
    CHECK(!outpace_sqlite_new((int64_t)(intptr_t)table, "there/store.db", "counted", 2, 1000, 1));
    version_number = 3054001;
    CHECK(outpace_sqlite_extension(NULL, NULL, table) == SQLITE_OK);
    snprintf(wanted, sizeof wanted, " SELECT %" PRIiPTR " ", (intptr_t)table);
    CHECK(strstr(executed, wanted));
    works();
    works_in_transactions();
    fails("SELECT ?9", "wal", false);
    fails("SELECT :none", "wal", false);
    fails("BROKEN", "wal", false);
    fails("SELECT ?1", "delete", false);
    fails("SLOW", "wal", true);
    return 0;
}
