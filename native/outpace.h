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
#define OUTPACE_INTERFACE 1

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

/* An argument of a call. kind: 0 a number, 1 a text. length: bytes of UTF-8 without a zero at the end, -1 for NULL. */
typedef struct {
    int32_t kind;
    int32_t length;
    int64_t number;
    const char *text;
} outpace_tape_value;

#define OUTPACE_TAPE_TEXT 512

/* A column of a call's first row; its register's kind says which half counts. */
typedef struct {
    int64_t number;
    int32_t length;
    char text[OUTPACE_TAPE_TEXT];
} outpace_tape_answer;

/* Answers a call: the columns that its statement reads, and how many rows there were. 0: it failed for good. */
typedef int32_t (*outpace_tape_answerer)(int32_t statement, const outpace_tape_value *arguments, int32_t count,
                                         outpace_tape_answer *results, int64_t *rows);

/* Runs cycles of one user in the calling thread. state: as above, and left as it is. outcomes: how each cycle ended:
   0 done, 1 rolled back, 2 given up (a call failed), 3 a fault of the tape's. Returns how many cycles were run, -1 where
   the tape is refused. why: 200 bytes for a sentence about that or the last fault. */
OUTPACE_EXPORT int32_t outpace_tape_cycles(const uint8_t *tape, int64_t size, const uint32_t *state, int64_t cycles,
                                           outpace_tape_answerer answerer, uint8_t *outcomes, char *why);

#endif
