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

/* Returns Python's time.perf_counter_ns. */
OUTPACE_EXPORT int64_t outpace_clock_ns(void);

/* SQLite's file layer with counters (vfs.c) */

/* Main databases; journals and write-ahead logs; temporary files. */
#define OUTPACE_VFS_ROLES 3

typedef struct outpace_vfs outpace_vfs;

/* Counters since counting was enabled for the VFS. busy_ns: time of all calls including those in flight; it never
   decreases. under_way: calls in flight. open: open files. */
typedef struct {
    int64_t reads, read_bytes, read_ns;
    int64_t writes, write_bytes, write_ns;
    int64_t syncs, sync_ns;
    int64_t busy_ns, under_way, open;
} outpace_vfs_counts;

/* Makes own, a registered sqlite3_vfs without an open file, count the files of base, another sqlite3_vfs. Neither may
   be changed until the process ends. NULL: out of memory. */
OUTPACE_EXPORT outpace_vfs *outpace_vfs_counted(void *base, void *own);

/* Sets the counters of each role and returns their time. Thread-safe. */
OUTPACE_EXPORT int64_t outpace_vfs_read(outpace_vfs *vfs, outpace_vfs_counts counts[OUTPACE_VFS_ROLES]);

/* Random numbers (mersenne_twister.c) */

/* Draws `count` numbers like random.Random.random(). state: random.Random.getstate()[1], 625 numbers; updated to the
   state from which Python would continue. Returns 0, without drawing, if it is invalid. */
OUTPACE_EXPORT int32_t outpace_mersenne_twister(uint32_t *state, double *draws, int64_t count);

/* Tapes (tape.c, answers.c; docs/tape.md) */

/* Kinds of arguments. A real number is stored as its bits, a Boolean as 0 or 1. */
enum { OUTPACE_TAPE_NUMBER, OUTPACE_TAPE_IS_TEXT, OUTPACE_TAPE_REAL, OUTPACE_TAPE_TRUTH };

/* Argument of a call. length: bytes of UTF-8 without the terminating zero, -1 for NULL. */
typedef struct {
    int32_t kind;
    int32_t length;
    int64_t number;
    const char *text;
} outpace_tape_value;

#define OUTPACE_TAPE_TEXT 512
#define OUTPACE_MOST_ARGUMENTS 255
#define OUTPACE_MOST_RESULTS 256
/* Maximum number of rows in an answer to a statement that lists all rows. */
#define OUTPACE_TAPE_ROWS 64

/* Values that replace a length, for a register that takes any value: an integer, a real number (its bits), a
 * Boolean; a column that does not exist. */
enum { OUTPACE_TAPE_INTEGER = -2, OUTPACE_TAPE_DOUBLE = -3, OUTPACE_TAPE_IS_TRUTH = -4, OUTPACE_TAPE_UNSET = -5 };

/* Column of a call's row; the kind of its register determines which part is used. */
typedef struct {
    int64_t number;
    int32_t length;
    char text[OUTPACE_TAPE_TEXT];
} outpace_tape_answer;

/* Answers a call: sets the number of rows and the columns that its statement reads, those of the first row, or of up to
   OUTPACE_TAPE_ROWS consecutive rows if all rows go into a list. Returns 0 if the call failed, 2 if it failed and its
   transaction should be retried. */
typedef int32_t (*outpace_tape_answerer)(int32_t statement, const outpace_tape_value *arguments, int32_t count,
                                         outpace_tape_answer *results, int64_t *rows);

/* Runs cycles of one user in the calling thread. user: its number. state: as above, not modified. outcomes: outcome of
   each cycle: 0 done, 1 rolled back, 2 abandoned (a call failed), 3 fault of the tape. Returns the number of cycles, or
   -1 if the tape is invalid. why: 200 bytes for a message about the invalid tape or the last fault. */
OUTPACE_EXPORT int32_t outpace_tape_cycles(const uint8_t *tape, int64_t size, int64_t user, const uint32_t *state,
                                           int64_t cycles, outpace_tape_answerer answerer, uint8_t *outcomes, char *why);

/* ODBC (odbc.c) */

/* Factory of sessions over ODBC. Used by one thread until a crew owns it. */
typedef struct outpace_odbc outpace_odbc;

enum { OUTPACE_ODBC_NUMBER, OUTPACE_ODBC_TEXT, OUTPACE_ODBC_REAL };

typedef struct {
    int32_t kind;
    int64_t number;
    double real;
    const char *text; /* UTF-8, zero-terminated */
} outpace_odbc_value;

/* manager: the driver manager's library. connection: the connection string, UTF-8, including the password; it is
 * stored and finally overwritten. narrow: strings are sent to the driver as UTF-8, or else as UTF-16. drains: a call
 * may have several results. statements: number of the tape's statements. NULL: `why` (200 bytes) is a message. */
OUTPACE_EXPORT outpace_odbc *outpace_odbc_new(const char *manager, const char *connection, int32_t login_timeout_s,
                                              int32_t narrow, int32_t drains, uint32_t statements, char *why);
/* Sets the SQL of a statement, before the crew begins; returns 0 if memory is exhausted. */
OUTPACE_EXPORT int32_t outpace_odbc_statement(outpace_odbc *odbc, uint32_t statement, const char *sql);
/* Adds a setting: a statement that starts every session. wanted: column of its first row that must contain a nonempty
   text, else the session is refused; 0 for none. Returns 0 if there are too many, or if out of memory. */
OUTPACE_EXPORT int32_t outpace_odbc_setting(outpace_odbc *odbc, const char *sql, const outpace_odbc_value *values,
                                            int32_t count, int32_t wanted);
/* No session may be open. */
OUTPACE_EXPORT void outpace_odbc_free(outpace_odbc *odbc);

/* PostgreSQL's client library (libpq.c) */

/* Factory of sessions over libpq. Used by one thread until a crew owns it. */
typedef struct outpace_libpq outpace_libpq;

/* library: path of libpq. statements: number of the tape's statements. NULL: `why` (200 bytes) is a message. */
OUTPACE_EXPORT outpace_libpq *outpace_libpq_new(const char *library, uint32_t statements, char *why);
/* Sets a parameter of PQconnectdbParams; it is stored, including a password, and finally overwritten. Returns 0 if
   there are too many, or if out of memory. */
OUTPACE_EXPORT int32_t outpace_libpq_field(outpace_libpq *libpq, const char *keyword, const char *value);
/* Sets the text of a statement with parameters $1 and so on, before the crew begins; returns 0 if out of memory. */
OUTPACE_EXPORT int32_t outpace_libpq_statement(outpace_libpq *libpq, uint32_t statement, const char *sql);
/* Same as outpace_odbc_setting, with values as strings. */
OUTPACE_EXPORT int32_t outpace_libpq_setting(outpace_libpq *libpq, const char *sql, const char *const *values,
                                             int32_t count, int32_t wanted);
/* No session may be open. */
OUTPACE_EXPORT void outpace_libpq_free(outpace_libpq *libpq);

/* SQLite (sqlite_calls.c), using the library that the process has loaded */

/* Factory of sessions of embedded SQLite. Used by one thread until a crew owns it. */
typedef struct outpace_sqlite outpace_sqlite;

/* Entry point of a loadable extension (https://sqlite.org/loadext.html): creates a temporary view outpace_library in
   the connection, with the address of the library's function table as its only value. */
OUTPACE_EXPORT int32_t outpace_sqlite_extension(void *connection, char **error, const void *table);

/* table: that address. path: path of the database. vfs: name of its file layer. busy_tries, busy_pause_ns: number of
   retries and the pause between them while another connection holds a lock. statements: number of the tape's
   statements. NULL: out of memory, or the library is too old. */
OUTPACE_EXPORT outpace_sqlite *outpace_sqlite_new(int64_t table, const char *path, const char *vfs, int32_t busy_tries,
                                                  int64_t busy_pause_ns, uint32_t statements);
/* Kinds of statements: reads; writes, while no other user of the crew does; writes and returns the ID of the last
   inserted row, or 0 if a trigger refused it; begins a write transaction, which excludes other writers until it ends;
   ends it; undoes it if there is one. */
enum {
    OUTPACE_SQLITE_READS,
    OUTPACE_SQLITE_WRITES,
    OUTPACE_SQLITE_INSERTS,
    OUTPACE_SQLITE_BEGINS,
    OUTPACE_SQLITE_ENDS,
    OUTPACE_SQLITE_UNDOES
};
/* Sets the text of a call, before the crew begins: one or several SQL statements; if one fails, its transaction is
   rolled back. Its parameters are ?, ?1 and so on, or :name according to names, the arguments' names in order,
   separated by commas. Returns 0 if out of memory. */
OUTPACE_EXPORT int32_t outpace_sqlite_statement(outpace_sqlite *sqlite, uint32_t statement, const char *sql,
                                                const char *names, int32_t kind);
/* Adds a setting: a statement that starts every session. wanted: required text in its first row's first column,
   else the session is refused; NULL for any. Returns 0 if there are too many, or if out of memory. */
OUTPACE_EXPORT int32_t outpace_sqlite_setting(outpace_sqlite *sqlite, const char *sql, const char *wanted);
/* No session may be open. */
OUTPACE_EXPORT void outpace_sqlite_free(outpace_sqlite *sqlite);

/* Crew (crew.c): the users of a worker */

typedef struct outpace_crew outpace_crew;

/* operations: number of the workload's operations; the codes of other events follow, as in app/driver/tally.py.
   cpu_every: record the processor time of every cpu_every-th call, multiplied by that number; 0 for none. arrivals: 625
   numbers, the RNG state of the open loop. */
typedef struct {
    int32_t operations;
    int32_t open_loop;
    int32_t cpu_every;
    double think_s;
    double max_lag_s;
    uint32_t arrivals[625];
} outpace_crew_settings;

/* Pause after an operation, as Pause in app/model/pause.py. */
typedef struct {
    double fixed_s, mean_s;
    int32_t exponential;
} outpace_crew_pause;

/* Snapshot of a user, with times of the clock, 0 for none. statement: the tape's statement that was called last. */
typedef struct {
    int32_t number, alive, leaving, running, operation, statement, working;
    int64_t thread, busy_since_ns, lag_ns, latest_began_ns, latest_ended_ns, called_ns, answered_ns;
} outpace_crew_user;

/* Failures: a session was refused (extra: the stage, 0 for the connection, else the setting), a call failed (extra:
   whether it may be retried), a required row is missing (state: its kind), the tape faulted. */
enum { OUTPACE_CONNECT, OUTPACE_CALL, OUTPACE_NO_ROW, OUTPACE_FAULT };
/* Reactions to a failed call. */
enum { OUTPACE_GIVE_UP, OUTPACE_AGAIN, OUTPACE_RECONNECT };

typedef int32_t (*outpace_crew_failed)(int32_t user, int32_t what, int32_t extra, const char *state, const char *text);
/* Callback that reports the end of a user's first attempt to connect. */
typedef void (*outpace_crew_tried)(int32_t user, int32_t alive);

/* Instead of a statement: the user connects (0: refused), or has disconnected. */
enum { OUTPACE_ASK_OPEN = -1, OUTPACE_ASK_CLOSE = -2 };
typedef int32_t (*outpace_tape_answerer_of_user)(int32_t user, int32_t statement, const outpace_tape_value *arguments,
                                                 int32_t count, outpace_tape_answer *results, int64_t *rows);

/* timed: for each operation whether it counts toward an order's response time. Callbacks come from the users' threads.
   NULL: `why` (200 bytes) is a message. Call one of the following functions before users join, to choose the transport
   or the answerer. */
OUTPACE_EXPORT outpace_crew *outpace_crew_new(const uint8_t *tape, int64_t size, const outpace_crew_settings *settings,
                                              const uint8_t *timed, outpace_crew_failed failed,
                                              outpace_crew_tried tried, char *why);
/* Sets the pause after each operation, before users join; 0 if memory is lacking. */
OUTPACE_EXPORT int32_t outpace_crew_pauses(outpace_crew *crew, const outpace_crew_pause *pauses);
OUTPACE_EXPORT void outpace_crew_over_odbc(outpace_crew *crew, outpace_odbc *odbc);
/* loops: number of threads that share the users with nonblocking calls, if the platform supports it; otherwise each
   user is a thread. */
OUTPACE_EXPORT void outpace_crew_over_libpq(outpace_crew *crew, outpace_libpq *libpq, int32_t loops);
OUTPACE_EXPORT void outpace_crew_over_sqlite(outpace_crew *crew, outpace_sqlite *sqlite);
OUTPACE_EXPORT void outpace_crew_answered(outpace_crew *crew, outpace_tape_answerer_of_user answerer);

/* Adds a user, which connects at once and works `begin_ns` after the start. seat: its number on the target. draws,
   pauses: RNG states. Returns 0 if out of memory or threads. */
OUTPACE_EXPORT int32_t outpace_crew_join(outpace_crew *crew, int32_t user, int32_t seat, int64_t begin_ns,
                                         int32_t working, const uint32_t *draws, const uint32_t *pauses);
/* Makes a user leave after its current cycle. */
OUTPACE_EXPORT void outpace_crew_leave(outpace_crew *crew, int32_t user);
OUTPACE_EXPORT void outpace_crew_work(outpace_crew *crew, int32_t user, int32_t working);
OUTPACE_EXPORT void outpace_crew_release(outpace_crew *crew, int64_t start_ns);
/* Same as Arrivals.set_rate and Arrivals.expire. */
OUTPACE_EXPORT void outpace_crew_set_rate(outpace_crew *crew, double rate, int64_t from_ns);
OUTPACE_EXPORT void outpace_crew_expire(outpace_crew *crew, int64_t now_ns);
/* Stores all users, including leaving ones, and returns their number. */
OUTPACE_EXPORT int32_t outpace_crew_look(outpace_crew *crew, outpace_crew_user *users, int32_t room);
/* Sets `numbers` to the events since the last call, three numbers each (code, time, value), and returns how many
   numbers there are. The caller must give them back. Users that have finished are removed. */
OUTPACE_EXPORT int64_t outpace_crew_take(outpace_crew *crew, int64_t **numbers);
OUTPACE_EXPORT void outpace_crew_give_back(int64_t *numbers);
/* Makes all users leave after their current cycle; returns how many are still running after `grace_s`: in a cycle, or
   connecting. */
OUTPACE_EXPORT int32_t outpace_crew_dismiss(outpace_crew *crew, double grace_s);
/* Returns how many of the calls that were in flight at the dismissal have not returned since. */
OUTPACE_EXPORT int32_t outpace_crew_unreturned(outpace_crew *crew);
/* After the dismissal: cancels the calls in flight, if supported; failures are no longer reported. Returns how many
   users are still running after `wait_s`. */
OUTPACE_EXPORT int32_t outpace_crew_cancel(outpace_crew *crew, double wait_s);
/* Frees a crew without users; returns 0, without freeing it, if there are any. */
OUTPACE_EXPORT int32_t outpace_crew_free(outpace_crew *crew);

#endif
