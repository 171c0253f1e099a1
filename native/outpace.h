/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of the native library: what Python calls through ctypes (app/native), and nothing else is exported.

   Plain C11 without a Python ABI and with nothing linked but the C library: one file serves every Python. ODBC and the
   databases' own libraries are found at run time. docs/native.md tells how a part is added. */
#ifndef OUTPACE_H
#define OUTPACE_H

#include <stdint.h>

#if defined _WIN32
#define OUTPACE_EXPORT __declspec(dllexport)
#else
#define OUTPACE_EXPORT __attribute__((visibility("default")))
#endif

/* Rises when an exported function changes its meaning or its arguments, or goes; app/native/native_library.py has the same. */
#define OUTPACE_INTERFACE 2

/* The library itself (library.c) */

OUTPACE_EXPORT int32_t outpace_interface(void);

/* SHA-256 of the sources that it was built of, hexadecimal. */
OUTPACE_EXPORT const char *outpace_sources(void);

/* The clock (clock.c) */

/* Nanoseconds of the clock of Python's time.perf_counter_ns. */
OUTPACE_EXPORT int64_t outpace_clock_ns(void);

/* SQLite's file layer, counted (vfs.c) */

/* Of main databases; of journals and write-ahead logs; of temporary files. */
#define OUTPACE_VFS_ROLES 3

typedef struct outpace_vfs outpace_vfs;

/* Since the VFS became a counted one. busy_ns: the time of all calls, of those under way so far too; it never goes back.
   under_way: calls that have not come back. open: files that are. */
typedef struct {
    int64_t reads, read_bytes, read_ns;
    int64_t writes, write_bytes, write_ns;
    int64_t syncs, sync_ns;
    int64_t busy_ns, under_way, open;
} outpace_vfs_counts;

/* Makes own, a registered sqlite3_vfs without an open file, one of counted files of base, another sqlite3_vfs. Both
   stay what they are until the process ends. NULL: no memory. */
OUTPACE_EXPORT outpace_vfs *outpace_vfs_counted(void *base, void *own);

/* Fills in the counts of each role; the moment that they are of. From any thread. */
OUTPACE_EXPORT int64_t outpace_vfs_read(outpace_vfs *vfs, outpace_vfs_counts counts[OUTPACE_VFS_ROLES]);

/* The random generator (mersenne_twister.c) */

/* Draws `count` numbers as random.Random.random(). state: random.Random.getstate()[1], 625 numbers; afterwards the state
   from which Python would go on. 0 where it is none, and nothing is drawn then. */
OUTPACE_EXPORT int32_t outpace_mersenne_twister(uint32_t *state, double *draws, int64_t count);

/* Tapes (tape.c, answers.c; docs/tape.md) */

/* Kinds of arguments. A real number's bits are its number; a truth is 0 or 1. */
enum { OUTPACE_TAPE_NUMBER, OUTPACE_TAPE_IS_TEXT, OUTPACE_TAPE_REAL, OUTPACE_TAPE_TRUTH };

/* An argument of a call. length: bytes of UTF-8 without the zero behind them, -1 for NULL. */
typedef struct {
    int32_t kind;
    int32_t length;
    int64_t number;
    const char *text;
} outpace_tape_value;

#define OUTPACE_TAPE_TEXT 512
#define OUTPACE_MOST_ARGUMENTS 64
#define OUTPACE_MOST_RESULTS 16
/* Rows that an answer has room for where a list gets all of them. */
#define OUTPACE_TAPE_ROWS 64

/* In place of a length where the register takes any value: an integer, a real number by its bits, a truth; a column that is
   not there. */
enum { OUTPACE_TAPE_INTEGER = -2, OUTPACE_TAPE_DOUBLE = -3, OUTPACE_TAPE_IS_TRUTH = -4, OUTPACE_TAPE_UNSET = -5 };

/* A column of a call's row; its register's kind says which half counts. */
typedef struct {
    int64_t number;
    int32_t length;
    char text[OUTPACE_TAPE_TEXT];
} outpace_tape_answer;

/* Answers a call: the columns that its statement reads, of the first row or of up to OUTPACE_TAPE_ROWS where a list gets
   all, one row behind the other; and how many rows there were. 0: it failed for good. 2: it failed, and its transaction is
   to be tried again. */
typedef int32_t (*outpace_tape_answerer)(int32_t statement, const outpace_tape_value *arguments, int32_t count,
                                         outpace_tape_answer *results, int64_t *rows);

/* Runs cycles of one user in the calling thread. user: its number. state: as above, and left as it is. outcomes: how each cycle ended:
   0 done, 1 rolled back, 2 given up (a call failed), 3 a fault of the tape's. Returns how many cycles were run, -1 where
   the tape is refused. why: 200 bytes for a sentence about that or the last fault. */
OUTPACE_EXPORT int32_t outpace_tape_cycles(const uint8_t *tape, int64_t size, int64_t user, const uint32_t *state,
                                           int64_t cycles, outpace_tape_answerer answerer, uint8_t *outcomes, char *why);

/* ODBC (odbc.c) */

/* What sessions over ODBC are made of. Used by one thread until a crew has it. */
typedef struct outpace_odbc outpace_odbc;

enum { OUTPACE_ODBC_NUMBER, OUTPACE_ODBC_TEXT, OUTPACE_ODBC_REAL };

typedef struct {
    int32_t kind;
    int64_t number;
    double real;
    const char *text; /* UTF-8 with a zero at its end */
} outpace_odbc_value;

/* manager: the driver manager's library. connection: what goes to the driver, UTF-8; it is kept, password and all, and
   overwritten in the end. narrow: texts go to the driver as UTF-8, else as UTF-16. drains: further results follow a
   call's own. statements: as many as the tape has. NULL: `why` (200 bytes) is a sentence. */
OUTPACE_EXPORT outpace_odbc *outpace_odbc_new(const char *manager, const char *connection, int32_t login_timeout_s,
                                              int32_t narrow, int32_t drains, uint32_t statements, char *why);
/* The text of a statement, before the crew begins; 0 where memory is short. */
OUTPACE_EXPORT int32_t outpace_odbc_statement(outpace_odbc *odbc, uint32_t statement, const char *sql);
/* One more statement that every session begins with. wanted: the column of its first row that must hold a text which is
   not empty, else the session is refused; 0 for none. 0 where there are too many, or memory is short. */
OUTPACE_EXPORT int32_t outpace_odbc_setting(outpace_odbc *odbc, const char *sql, const outpace_odbc_value *values,
                                            int32_t count, int32_t wanted);
/* No session of it may be open. */
OUTPACE_EXPORT void outpace_odbc_free(outpace_odbc *odbc);

/* PostgreSQL's own library (libpq.c) */

/* What sessions over libpq are made of. Used by one thread until a crew has it. */
typedef struct outpace_libpq outpace_libpq;

/* library: libpq's. statements: as many as the tape has. NULL: `why` (200 bytes) is a sentence. */
OUTPACE_EXPORT outpace_libpq *outpace_libpq_new(const char *library, uint32_t statements, char *why);
/* A field of the connection, as PQconnectdbParams has it; it is kept, also a password, and overwritten in the end.
   0 where there are too many, or memory is short. */
OUTPACE_EXPORT int32_t outpace_libpq_field(outpace_libpq *libpq, const char *keyword, const char *value);
/* The text of a statement, whose arguments are $1 and so on, before the crew begins; 0 where memory is short. */
OUTPACE_EXPORT int32_t outpace_libpq_statement(outpace_libpq *libpq, uint32_t statement, const char *sql);
/* As outpace_odbc_setting, with values as texts. */
OUTPACE_EXPORT int32_t outpace_libpq_setting(outpace_libpq *libpq, const char *sql, const char *const *values,
                                             int32_t count, int32_t wanted);
/* No session of it may be open. */
OUTPACE_EXPORT void outpace_libpq_free(outpace_libpq *libpq);

/* SQLite (sqlite_calls.c), of the library that the process has loaded */

/* What sessions of an embedded SQLite are made of. Used by one thread until a crew has it. */
typedef struct outpace_sqlite outpace_sqlite;

/* The entry point of a loadable extension (https://sqlite.org/loadext.html): the connection gets a temporary view
   outpace_library, whose only row and column is the address of the library's table of functions. */
OUTPACE_EXPORT int32_t outpace_sqlite_extension(void *connection, char **error, const void *table);

/* table: that address. path: the database's. vfs: the name of its file layer. busy_tries, busy_pause_ns: how often and how
   long to wait where another connection is in the way. statements: as many as the tape has. NULL: no memory, or the
   library is too old. */
OUTPACE_EXPORT outpace_sqlite *outpace_sqlite_new(int64_t table, const char *path, const char *vfs, int32_t busy_tries,
                                                  int64_t busy_pause_ns, uint32_t statements);
/* One that reads; one that writes, while nobody else of the crew does; one that writes and whose first result is the id of
   the row it has inserted last, or 0 where a trigger refused it; one that begins a transaction that writes, so that nobody
   else does until it ends; one that ends it; one that undoes it where there is one. */
enum {
    OUTPACE_SQLITE_READS,
    OUTPACE_SQLITE_WRITES,
    OUTPACE_SQLITE_INSERTS,
    OUTPACE_SQLITE_BEGINS,
    OUTPACE_SQLITE_ENDS,
    OUTPACE_SQLITE_UNDOES
};
/* The text of a call, before the crew begins: one statement of SQL or several in one go; where one fails, the transaction
   it is in is rolled back. Its arguments are ?, ?1 and so on, or :name by names, which are in the arguments' order with commas
   between. 0 where memory is short. */
OUTPACE_EXPORT int32_t outpace_sqlite_statement(outpace_sqlite *sqlite, uint32_t statement, const char *sql,
                                                const char *names, int32_t kind);
/* One more statement that every session begins with. wanted: the text that its first row must begin with, else the session
   is refused; NULL for anything. 0 where there are too many, or memory is short. */
OUTPACE_EXPORT int32_t outpace_sqlite_setting(outpace_sqlite *sqlite, const char *sql, const char *wanted);
/* No session of it may be open. */
OUTPACE_EXPORT void outpace_sqlite_free(outpace_sqlite *sqlite);

/* The crew (crew.c): the users of a worker, each a thread */

typedef struct outpace_crew outpace_crew;

/* operations: of the workload; the codes of other events follow them, as in app/driver/tally.py. cpu_every: the processor
   time of one call in so many is an event, times that many; 0 for none. arrivals: 625 numbers, the state of the open
   loop's generator. */
typedef struct {
    int32_t operations;
    int32_t open_loop;
    int32_t cpu_every;
    double think_s;
    double max_lag_s;
    uint32_t arrivals[625];
} outpace_crew_settings;

/* One user now, in moments of the clock; 0 is none. statement: of the tape, that it has called last. */
typedef struct {
    int32_t number, alive, leaving, running, operation, statement, working;
    int64_t thread, busy_since_ns, lag_ns, latest_began_ns, latest_ended_ns, called_ns, answered_ns;
} outpace_crew_user;

/* What went wrong: a session was refused (extra: the stage, 0 the connection, else the session's statement), a call
   failed (extra: whether it may be tried again), a wanted row is missing (state: the kind), the tape had a fault. */
enum { OUTPACE_CONNECT, OUTPACE_CALL, OUTPACE_NO_ROW, OUTPACE_FAULT };
/* What is to be done with a call that failed. */
enum { OUTPACE_GIVE_UP, OUTPACE_AGAIN, OUTPACE_RECONNECT };

typedef int32_t (*outpace_crew_failed)(int32_t user, int32_t what, int32_t extra, const char *state, const char *text);
/* A user's first attempt to connect has ended. */
typedef void (*outpace_crew_tried)(int32_t user, int32_t alive);

/* In place of a statement: the user connects (0: it is refused), or has gone. */
enum { OUTPACE_ASK_OPEN = -1, OUTPACE_ASK_CLOSE = -2 };
typedef int32_t (*outpace_tape_answerer_of_user)(int32_t user, int32_t statement, const outpace_tape_value *arguments,
                                                 int32_t count, outpace_tape_answer *results, int64_t *rows);

/* timed: of each operation whether it belongs to an order's response. The callbacks come from the users' threads. NULL:
   `why` (200 bytes) is a sentence. What carries the calls, or answers them, is said by one of the next before users join. */
OUTPACE_EXPORT outpace_crew *outpace_crew_new(const uint8_t *tape, int64_t size, const outpace_crew_settings *settings,
                                              const uint8_t *timed, outpace_crew_failed failed,
                                              outpace_crew_tried tried, char *why);
OUTPACE_EXPORT void outpace_crew_over_odbc(outpace_crew *crew, outpace_odbc *odbc);
/* loops: so many threads share the users, who wait for no call, if the system lets them; else each user is a thread. */
OUTPACE_EXPORT void outpace_crew_over_libpq(outpace_crew *crew, outpace_libpq *libpq, int32_t loops);
OUTPACE_EXPORT void outpace_crew_over_sqlite(outpace_crew *crew, outpace_sqlite *sqlite);
OUTPACE_EXPORT void outpace_crew_answered(outpace_crew *crew, outpace_tape_answerer_of_user answerer);

/* One more user, which connects at once and works `begin_ns` after the start. seat: its number on the target. draws, pauses: states of its generators.
   0 where there is no memory or no thread. */
OUTPACE_EXPORT int32_t outpace_crew_join(outpace_crew *crew, int32_t user, int32_t seat, int64_t begin_ns,
                                         int32_t working, const uint32_t *draws, const uint32_t *pauses);
/* It leaves after its present cycle. */
OUTPACE_EXPORT void outpace_crew_leave(outpace_crew *crew, int32_t user);
OUTPACE_EXPORT void outpace_crew_work(outpace_crew *crew, int32_t user, int32_t working);
OUTPACE_EXPORT void outpace_crew_release(outpace_crew *crew, int64_t start_ns);
/* As Arrivals.set_rate and Arrivals.expire. */
OUTPACE_EXPORT void outpace_crew_set_rate(outpace_crew *crew, double rate, int64_t from_ns);
OUTPACE_EXPORT void outpace_crew_expire(outpace_crew *crew, int64_t now_ns);
/* Everybody, also who leaves; returns how many. */
OUTPACE_EXPORT int32_t outpace_crew_look(outpace_crew *crew, outpace_crew_user *users, int32_t room);
/* The events since the last time, three numbers each: code, moment, value. Returns how many numbers; they are the
   caller's, who gives them back. Users who have gone are dropped. */
OUTPACE_EXPORT int64_t outpace_crew_take(outpace_crew *crew, int64_t **numbers);
OUTPACE_EXPORT void outpace_crew_give_back(int64_t *numbers);
/* All leave after their present cycle; returns how many users have not gone after `grace_s`: in a cycle, or connecting. */
OUTPACE_EXPORT int32_t outpace_crew_dismiss(outpace_crew *crew, double grace_s);
/* After that: how many calls that were under way then have not returned since. */
OUTPACE_EXPORT int32_t outpace_crew_unreturned(outpace_crew *crew);
/* After that: calls under way are cancelled where that is to be had, and what fails from now on is nobody's failure.
   Returns how many are still in theirs after `wait_s`. */
OUTPACE_EXPORT int32_t outpace_crew_cancel(outpace_crew *crew, double wait_s);
/* Nobody may be left in it: 0, and nothing is freed, where somebody is. */
OUTPACE_EXPORT int32_t outpace_crew_free(outpace_crew *crew);

#endif
