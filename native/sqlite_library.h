/* SPDX-License-Identifier: Apache-2.0 */
/* SQLite's functions, as passed to a loadable extension (https://sqlite.org/loadext.html): a table of pointers,
   sqlite3_api_routines, to which new functions are only appended. The functions used here are declared by their index
   in the table. */
#ifndef SQLITE_LIBRARY_H
#define SQLITE_LIBRARY_H

#include "sqlite_files.h"

typedef struct SqliteConnection SqliteConnection;
typedef struct SqliteStatement SqliteStatement;

/* Index in the table, return type, name, parameters. */
#define SQLITE_FUNCTIONS(FUNCTION)                                                                                     \
    FUNCTION(3, int, bind_double, (SqliteStatement *, int, double))                                                    \
    FUNCTION(5, int, bind_int64, (SqliteStatement *, int, int64_t))                                                    \
    FUNCTION(6, int, bind_null, (SqliteStatement *, int))                                                              \
    FUNCTION(7, int, bind_parameter_count, (SqliteStatement *))                                                        \
    FUNCTION(9, const char *, bind_parameter_name, (SqliteStatement *, int))                                           \
    FUNCTION(10, int, bind_text, (SqliteStatement *, int, const char *, int, void (*)(void *)))                        \
    FUNCTION(13, int, busy_handler, (SqliteConnection *, int (*)(void *, int), void *))                                \
    FUNCTION(16, int, close, (SqliteConnection *))                                                                     \
    FUNCTION(20, int, column_bytes, (SqliteStatement *, int))                                                          \
    FUNCTION(22, int, column_count, (SqliteStatement *))                                                               \
    FUNCTION(27, double, column_double, (SqliteStatement *, int))                                                      \
    FUNCTION(29, int64_t, column_int64, (SqliteStatement *, int))                                                      \
    FUNCTION(30, const char *, column_name, (SqliteStatement *, int))                                                  \
    FUNCTION(36, const char *, column_text, (SqliteStatement *, int))                                                  \
    FUNCTION(38, int, column_type, (SqliteStatement *, int))                                                           \
    FUNCTION(53, const char *, errmsg, (SqliteConnection *))                                                           \
    FUNCTION(55, int, exec, (SqliteConnection *, const char *, int (*)(void *, int, char **, char **), void *, char **)) \
    FUNCTION(57, int, finalize, (SqliteStatement *))                                                                   \
    FUNCTION(60, int, get_autocommit, (SqliteConnection *))                                                            \
    FUNCTION(64, void, interrupt, (SqliteConnection *))                                                                \
    FUNCTION(65, int64_t, last_insert_rowid, (SqliteConnection *))                                                     \
    FUNCTION(77, int, reset, (SqliteStatement *))                                                                      \
    FUNCTION(94, int, step, (SqliteStatement *))                                                                       \
    FUNCTION(135, int, open, (const char *, SqliteConnection **, int, const char *))                                   \
    FUNCTION(150, int, extended_result_codes, (SqliteConnection *, int))                                               \
    FUNCTION(163, int, db_config, (SqliteConnection *, int, ...))                                                      \
    FUNCTION(183, const char *, errstr, (int))                                                                         \
    FUNCTION(217, int, prepare, (SqliteConnection *, const char *, int, unsigned, SqliteStatement **, const char **))

#define DECLARED(place, result, name, arguments) result(*name) arguments;
typedef struct {
    SQLITE_FUNCTIONS(DECLARED)
} SqliteLibrary;
#undef DECLARED

enum {
    SQLITE_AT_VERSION = 67,   /* int (void); 3054001 means 3.54.1 */
    SQLITE_VERSION = 3020000, /* first version whose table contains all of these functions */
    SQLITE_NOMEM = 7,
    SQLITE_TYPE_INTEGER = 1,
    SQLITE_TYPE_REAL = 2,
    SQLITE_TYPE_NULL = 5,
    SQLITE_ROW = 100,
    SQLITE_DONE = 101,
    SQLITE_CONSTRAINT_TRIGGER = 1811,
    SQLITE_OPEN_READWRITE = 2,
    SQLITE_PREPARE_PERSISTENT = 1,
    SQLITE_DBCONFIG_ENABLE_QPSG = 1007
};

#endif
