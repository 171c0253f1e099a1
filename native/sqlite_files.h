/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of SQLite's file layer that are counted: sqlite3_file, sqlite3_io_methods
   (https://sqlite.org/c3ref/io_methods.html), and sqlite3_vfs (https://sqlite.org/c3ref/vfs.html). These interfaces are
   stable, and using them requires no symbol of SQLite. */
#ifndef SQLITE_FILES_H
#define SQLITE_FILES_H

#include <stdint.h>

typedef struct SqliteFile SqliteFile;
typedef struct SqliteVfs SqliteVfs;

typedef struct {
    int version; /* 1: up to device_characteristics, 2: up to shm_unmap, 3: all */
    int (*close)(SqliteFile *);
    int (*read)(SqliteFile *, void *, int, int64_t);
    int (*write)(SqliteFile *, const void *, int, int64_t);
    int (*truncate)(SqliteFile *, int64_t);
    int (*sync)(SqliteFile *, int);
    int (*file_size)(SqliteFile *, int64_t *);
    int (*lock)(SqliteFile *, int);
    int (*unlock)(SqliteFile *, int);
    int (*check_reserved_lock)(SqliteFile *, int *);
    int (*file_control)(SqliteFile *, int, void *);
    int (*sector_size)(SqliteFile *);
    int (*device_characteristics)(SqliteFile *);
    int (*shm_map)(SqliteFile *, int, int, int, void volatile **);
    int (*shm_lock)(SqliteFile *, int, int, int);
    void (*shm_barrier)(SqliteFile *);
    int (*shm_unmap)(SqliteFile *, int);
    int (*fetch)(SqliteFile *, int64_t, int, void **);
    int (*unfetch)(SqliteFile *, int64_t, void *);
} SqliteMethods;

struct SqliteFile {
    const SqliteMethods *methods;
};

typedef void SqliteFunction(void);

struct SqliteVfs {
    int version;
    int file_bytes; /* size of a file object */
    int path_bytes;
    SqliteVfs *next;
    const char *name;
    void *data;
    int (*open)(SqliteVfs *, const char *, SqliteFile *, int, int *);
    SqliteFunction *delete_file;
    SqliteFunction *access;
    SqliteFunction *full_path;
    SqliteFunction *library_open;
    SqliteFunction *library_error;
    SqliteFunction *library_symbol;
    SqliteFunction *library_close;
    SqliteFunction *randomness;
    SqliteFunction *sleep;
    SqliteFunction *current_time;
    SqliteFunction *last_error;
    SqliteFunction *current_time_int64; /* from version 2 */
};

enum {
    SQLITE_OK = 0,
    SQLITE_ERROR = 1,
    SQLITE_CANTOPEN = 14,
    SQLITE_IOERR_SHORT_READ = 522,
    SQLITE_OPEN_MAIN_DB = 0x100,
    SQLITE_OPEN_MAIN_JOURNAL = 0x800,
    SQLITE_OPEN_SUPER_JOURNAL = 0x4000,
    SQLITE_OPEN_WAL = 0x80000
};

#endif
