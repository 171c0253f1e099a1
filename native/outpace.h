/* SPDX-License-Identifier: Apache-2.0 */
/* Interface of the native library: everything that Python calls through ctypes (app/native); nothing else is exported.

   Plain C11, without a Python ABI and linked only with the C library: one file works with every Python version. ODBC
   and the database client libraries are loaded at run time. docs/native.md explains how to add a part. */
#ifndef OUTPACE_H
#define OUTPACE_H

#include <stdint.h>

#if defined _WIN32
#define OUTPACE_EXPORT __declspec(dllexport)
#else
#define OUTPACE_EXPORT __attribute__((visibility("default")))
#endif

/* Increase this number when an exported function is removed or its meaning or arguments change;
   app/native/native_library.py has the same value. */
#define OUTPACE_INTERFACE 2

/* The library itself (library.c) */

OUTPACE_EXPORT int32_t outpace_interface(void);

/* Returns the SHA-256 of the sources from which the library was built, in hexadecimal. */
OUTPACE_EXPORT const char *outpace_sources(void);

/* Clock (clock.c) */

/* Returns the time of Python's time.perf_counter_ns, in nanoseconds. */
OUTPACE_EXPORT int64_t outpace_clock_ns(void);

/* Counting VFS for SQLite (vfs.c) */

/* Number of file roles: main databases, journals and write-ahead logs, temporary files. */
#define OUTPACE_VFS_ROLES 3

typedef struct outpace_vfs outpace_vfs;

/* Counters since counting was enabled for the VFS. busy_ns: total time of all calls, including those in flight; never
   decreases. under_way: number of calls in flight. open: number of open files. */
typedef struct {
    int64_t reads, read_bytes, read_ns;
    int64_t writes, write_bytes, write_ns;
    int64_t syncs, sync_ns;
    int64_t busy_ns, under_way, open;
} outpace_vfs_counts;

/* Turns `own`, a registered sqlite3_vfs with no open files, into a VFS that counts calls and forwards them to `base`,
   another sqlite3_vfs. Neither may be modified or freed while the process runs. Returns NULL if out of memory. */
OUTPACE_EXPORT outpace_vfs *outpace_vfs_counted(void *base, void *own);

/* Stores the counters of each role in `counts` and returns the time at which they were read. Thread-safe. */
OUTPACE_EXPORT int64_t outpace_vfs_read(outpace_vfs *vfs, outpace_vfs_counts counts[OUTPACE_VFS_ROLES]);

/* Random numbers (mersenne_twister.c) */

/* Draws `count` numbers, as random.Random.random() does. state: random.Random.getstate()[1], 625 numbers; advanced as
   Python would. Returns 0, without drawing, if the state is invalid. */
OUTPACE_EXPORT int32_t outpace_mersenne_twister(uint32_t *state, double *draws, int64_t count);

/* Tapes (tape.c, answers.c; docs/tape.md) */

/* Argument types. A real number is stored as its bit pattern, a Boolean as 0 or 1. */
enum { OUTPACE_TAPE_NUMBER, OUTPACE_TAPE_IS_TEXT, OUTPACE_TAPE_REAL, OUTPACE_TAPE_TRUTH };

/* Argument of a call. length: size of `text` in bytes of UTF-8, without the terminating zero; -1 for NULL. */
typedef struct {
    int32_t kind;
    int32_t length;
    int64_t number;
    const char *text;
} outpace_tape_value;

#define OUTPACE_TAPE_TEXT 512
#define OUTPACE_MOST_ARGUMENTS 255
#define OUTPACE_MOST_RESULTS 256
/* Maximum number of rows that a call can store in a list. */
#define OUTPACE_TAPE_ROWS 64

/* Special lengths, for registers that hold values of any type: an integer, a real number (stored as its bit pattern), a
 * Boolean, a column that does not exist. */
enum { OUTPACE_TAPE_INTEGER = -2, OUTPACE_TAPE_DOUBLE = -3, OUTPACE_TAPE_IS_TRUTH = -4, OUTPACE_TAPE_UNSET = -5 };

/* Column of a result row. The type of its register determines which member is used. */
typedef struct {
    int64_t number;
    int32_t length;
    char text[OUTPACE_TAPE_TEXT];
} outpace_tape_answer;

/* Executes a call. results: set to the columns that the statement reads, from the first row only or, if all rows go
   into a list, from up to OUTPACE_TAPE_ROWS rows in sequence. rows: set to the number of rows. Returns 0 if the call
   failed, 2 if it failed and its transaction should be retried, otherwise 1. */
typedef int32_t (*outpace_tape_answerer)(int32_t statement, const outpace_tape_value *arguments, int32_t count,
                                         outpace_tape_answer *results, int64_t *rows);

/* Runs cycles of one user in the calling thread. user: the user's number. state: RNG state, as for
   outpace_mersenne_twister, but not modified. outcomes: set to the outcome of each cycle: 0 completed, 1 rolled back, 2
   abandoned (a call failed), 3 faulted. why: 200 bytes, set to the reason if the tape is invalid, or to the last fault.
   Returns the number of cycles, or -1 if the tape is invalid. */
OUTPACE_EXPORT int32_t outpace_tape_cycles(const uint8_t *tape, int64_t size, int64_t user, const uint32_t *state,
                                           int64_t cycles, outpace_tape_answerer answerer, uint8_t *outcomes, char *why);

/* ODBC (odbc.c) */

/* ODBC session factory. Only one thread may use it until a crew takes ownership. */
typedef struct outpace_odbc outpace_odbc;

enum { OUTPACE_ODBC_NUMBER, OUTPACE_ODBC_TEXT, OUTPACE_ODBC_REAL };

typedef struct {
    int32_t kind;
    int64_t number;
    double real;
    const char *text; /* UTF-8, zero-terminated */
} outpace_odbc_value;

/* manager: path of the driver manager's library. connection: connection string in UTF-8, including the password;
 * copied, and overwritten with zeros when freed. narrow: send strings to the driver as UTF-8 instead of UTF-16. drains:
 * a call may return several result sets. statements: statement count of the tape. On failure returns NULL and sets
 * `why` (200 bytes) to the reason. */
OUTPACE_EXPORT outpace_odbc *outpace_odbc_new(const char *manager, const char *connection, int32_t login_timeout_s,
                                              int32_t narrow, int32_t drains, uint32_t statements, char *why);
/* Sets the SQL of a statement; must be called before the crew starts. Returns 0 if out of memory. */
OUTPACE_EXPORT int32_t outpace_odbc_statement(outpace_odbc *odbc, uint32_t statement, const char *sql);
/* Adds a setting: a statement executed at the start of every session. wanted: column of its first row that must contain
   a nonempty string, otherwise the session is rejected; 0 for no check. Returns 0 if there are too many settings, or if
   out of memory. */
OUTPACE_EXPORT int32_t outpace_odbc_setting(outpace_odbc *odbc, const char *sql, const outpace_odbc_value *values,
                                            int32_t count, int32_t wanted);
/* Frees the factory. All of its sessions must be closed. */
OUTPACE_EXPORT void outpace_odbc_free(outpace_odbc *odbc);

/* PostgreSQL's client library (libpq.c) */

/* libpq session factory. Only one thread may use it until a crew takes ownership. */
typedef struct outpace_libpq outpace_libpq;

/* library: path of libpq. statements: statement count of the tape. On failure returns NULL and sets `why` (200 bytes)
   to the reason. */
OUTPACE_EXPORT outpace_libpq *outpace_libpq_new(const char *library, uint32_t statements, char *why);
/* Adds a parameter for PQconnectdbParams. The value, which may be a password, is copied, and overwritten with zeros
   when freed. Returns 0 if there are too many parameters, or if out of memory. */
OUTPACE_EXPORT int32_t outpace_libpq_field(outpace_libpq *libpq, const char *keyword, const char *value);
/* Sets the SQL of a statement, with parameters $1, $2 and so on; must be called before the crew starts. Returns 0 if
   out of memory. */
OUTPACE_EXPORT int32_t outpace_libpq_statement(outpace_libpq *libpq, uint32_t statement, const char *sql);
/* Same as outpace_odbc_setting, except that all values are strings. */
OUTPACE_EXPORT int32_t outpace_libpq_setting(outpace_libpq *libpq, const char *sql, const char *const *values,
                                             int32_t count, int32_t wanted);
/* Frees the factory. All of its sessions must be closed. */
OUTPACE_EXPORT void outpace_libpq_free(outpace_libpq *libpq);

/* SQLite (sqlite_calls.c), using the library that the process has loaded */

/* Session factory for embedded SQLite. Only one thread may use it until a crew takes ownership. */
typedef struct outpace_sqlite outpace_sqlite;

/* Entry point of a loadable extension (https://sqlite.org/loadext.html): creates a temporary view, outpace_library, in
   the connection. Its only value is the address of SQLite's function table. */
OUTPACE_EXPORT int32_t outpace_sqlite_extension(void *connection, char **error, const void *table);

/* table: address of the function table, from outpace_library. path: path of the database. vfs: name of the VFS.
   busy_tries, busy_pause_ns: number of retries, and the pause between them, while another connection holds a lock.
   statements: statement count of the tape. Returns NULL if out of memory or the library is too old. */
OUTPACE_EXPORT outpace_sqlite *outpace_sqlite_new(int64_t table, const char *path, const char *vfs, int32_t busy_tries,
                                                  int64_t busy_pause_ns, uint32_t statements);
/* Statement types. READS: only reads. WRITES: writes, while no other user of the crew may write. INSERTS: like WRITES,
   but returns the ID of the last inserted row, or 0 if a trigger rejected it. BEGINS: begins a write transaction, which
   excludes other writers until it ends. ENDS: ends the transaction. UNDOES: rolls back the transaction, if one is
   active. */
enum {
    OUTPACE_SQLITE_READS,
    OUTPACE_SQLITE_WRITES,
    OUTPACE_SQLITE_INSERTS,
    OUTPACE_SQLITE_BEGINS,
    OUTPACE_SQLITE_ENDS,
    OUTPACE_SQLITE_UNDOES
};
/* Sets the SQL of a call; must be called before the crew starts. sql: one or more SQL statements, with parameters ?, ?1
   and so on, or :name; if one fails, the transaction is rolled back. names: names of the arguments, in order, separated
   by commas. Returns 0 if out of memory. */
OUTPACE_EXPORT int32_t outpace_sqlite_statement(outpace_sqlite *sqlite, uint32_t statement, const char *sql,
                                                const char *names, int32_t kind);
/* Adds a setting: a statement executed at the start of every session. wanted: required value of the first column of its
   first row, otherwise the session is rejected; NULL for no check. Returns 0 if there are too many settings, or if out
   of memory. */
OUTPACE_EXPORT int32_t outpace_sqlite_setting(outpace_sqlite *sqlite, const char *sql, const char *wanted);
/* Frees the factory. All of its sessions must be closed. */
OUTPACE_EXPORT void outpace_sqlite_free(outpace_sqlite *sqlite);

/* Crew (crew.c): the users of a worker */

typedef struct outpace_crew outpace_crew;

/* operations: number of operations in the workload; the codes of other events follow, as in app/driver/tally.py.
   cpu_every: measure the processor time of every cpu_every-th call and record it multiplied by cpu_every; 0 to disable.
   arrivals: RNG state of the open loop, 625 numbers. */
typedef struct {
    int32_t operations;
    int32_t open_loop;
    int32_t cpu_every;
    double think_s;
    double max_lag_s;
    uint32_t arrivals[625];
} outpace_crew_settings;

/* Pause after an operation; same as Pause in app/model/pause.py. */
typedef struct {
    double fixed_s, mean_s;
    int32_t exponential;
} outpace_crew_pause;

/* Snapshot of a user. Times are those of outpace_clock_ns, or 0 if not set. statement: the statement called last. */
typedef struct {
    int32_t number, alive, leaving, running, operation, statement, working;
    int64_t thread, busy_since_ns, lag_ns, latest_began_ns, latest_ended_ns, called_ns, answered_ns;
} outpace_crew_user;

/* Failures. CONNECT: a session was rejected (extra: 0 for the connection itself, otherwise the number of the setting).
   CALL: a call failed (extra: whether it may be retried). NO_ROW: a required row is missing (state: its kind). FAULT:
   the tape faulted. */
enum { OUTPACE_CONNECT, OUTPACE_CALL, OUTPACE_NO_ROW, OUTPACE_FAULT };
/* Actions after a failure, returned by the callback. */
enum { OUTPACE_GIVE_UP, OUTPACE_AGAIN, OUTPACE_RECONNECT };

typedef int32_t (*outpace_crew_failed)(int32_t user, int32_t what, int32_t extra, const char *state, const char *text);
/* Callback that reports the end of a user's first attempt to connect. */
typedef void (*outpace_crew_tried)(int32_t user, int32_t alive);

/* Special statement numbers: the user is connecting (return 0 to reject it), or has disconnected. */
enum { OUTPACE_ASK_OPEN = -1, OUTPACE_ASK_CLOSE = -2 };
typedef int32_t (*outpace_tape_answerer_of_user)(int32_t user, int32_t statement, const outpace_tape_value *arguments,
                                                 int32_t count, outpace_tape_answer *results, int64_t *rows);

/* timed: for each operation, whether it counts toward an order's response time. Callbacks run in the users' threads. On
   failure returns NULL and sets `why` (200 bytes) to the reason. Before users join, call one of the following functions
   to select the transport or the answerer. */
OUTPACE_EXPORT outpace_crew *outpace_crew_new(const uint8_t *tape, int64_t size, const outpace_crew_settings *settings,
                                              const uint8_t *timed, outpace_crew_failed failed,
                                              outpace_crew_tried tried, char *why);
/* Sets the pause after each operation; must be called before users join. Returns 0 if out of memory. */
OUTPACE_EXPORT int32_t outpace_crew_pauses(outpace_crew *crew, const outpace_crew_pause *pauses);
OUTPACE_EXPORT void outpace_crew_over_odbc(outpace_crew *crew, outpace_odbc *odbc);
/* loops: number of threads that serve the users with nonblocking calls, if the platform supports it; otherwise each
   user has its own thread. */
OUTPACE_EXPORT void outpace_crew_over_libpq(outpace_crew *crew, outpace_libpq *libpq, int32_t loops);
OUTPACE_EXPORT void outpace_crew_over_sqlite(outpace_crew *crew, outpace_sqlite *sqlite);
OUTPACE_EXPORT void outpace_crew_answered(outpace_crew *crew, outpace_tape_answerer_of_user answerer);

/* Adds a user, which connects immediately and starts to work `begin_ns` after the start of the run. seat: its number on
   the target. draws, pauses: RNG states. Returns 0 if out of memory, or if no thread can be started. */
OUTPACE_EXPORT int32_t outpace_crew_join(outpace_crew *crew, int32_t user, int32_t seat, int64_t begin_ns,
                                         int32_t working, const uint32_t *draws, const uint32_t *pauses);
/* Makes a user leave after its current cycle. */
OUTPACE_EXPORT void outpace_crew_leave(outpace_crew *crew, int32_t user);
OUTPACE_EXPORT void outpace_crew_work(outpace_crew *crew, int32_t user, int32_t working);
OUTPACE_EXPORT void outpace_crew_release(outpace_crew *crew, int64_t start_ns);
/* Equivalents of Arrivals.set_rate and Arrivals.expire in app/driver/pacing.py. */
OUTPACE_EXPORT void outpace_crew_set_rate(outpace_crew *crew, double rate, int64_t from_ns);
OUTPACE_EXPORT void outpace_crew_expire(outpace_crew *crew, int64_t now_ns);
/* Stores snapshots of all users, including those that are leaving, and returns their number. */
OUTPACE_EXPORT int32_t outpace_crew_look(outpace_crew *crew, outpace_crew_user *users, int32_t room);
/* Sets `numbers` to the events since the last call, three numbers each (code, time, value), and returns the count of
   numbers. The caller must free them with outpace_crew_give_back. Also removes users that have finished. */
OUTPACE_EXPORT int64_t outpace_crew_take(outpace_crew *crew, int64_t **numbers);
OUTPACE_EXPORT void outpace_crew_give_back(int64_t *numbers);
/* Makes all users leave after their current cycle; returns how many are still running a cycle, or connecting, after
   `grace_s` seconds. */
OUTPACE_EXPORT int32_t outpace_crew_dismiss(outpace_crew *crew, double grace_s);
/* Returns how many of the calls that were in flight at the dismissal have still not returned. */
OUTPACE_EXPORT int32_t outpace_crew_unreturned(outpace_crew *crew);
/* Cancels the calls in flight, if supported; call it after the dismissal. Failures are no longer reported. Returns how
   many users are still running after `wait_s` seconds. */
OUTPACE_EXPORT int32_t outpace_crew_cancel(outpace_crew *crew, double wait_s);
/* Frees a crew that has no users left. Returns 0, without freeing it, if there are any. */
OUTPACE_EXPORT int32_t outpace_crew_free(outpace_crew *crew);

#endif
