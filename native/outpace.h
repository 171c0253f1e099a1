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

#endif
