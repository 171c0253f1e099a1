/* SPDX-License-Identifier: Apache-2.0 */
#include "odbc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outpace.h"
#include "shared_library.h"

#if defined _WIN32
#define ODBC __stdcall
#else
#define ODBC
#endif

/* From Microsoft's sql.h and sqlext.h. The values are the same in all driver managers with 16-bit wide characters and
   64-bit lengths (Windows, unixODBC). */
typedef int16_t odbc_return;
typedef void *odbc_handle;
typedef uint16_t odbc_wide;
typedef int64_t odbc_length;

enum {
    HANDLE_ENVIRONMENT = 1,
    HANDLE_CONNECTION = 2,
    HANDLE_STATEMENT = 3,
    ATTRIBUTE_VERSION = 200,
    VERSION_3 = 3,
    ATTRIBUTE_LOGIN_TIMEOUT = 103,
    ATTRIBUTE_TRACE = 104,
    TRACE_OFF = 0,
    NO_PROMPT = 0,
    ZERO_ENDED = -3,
    NULL_DATA = -1,
    AS_INPUT = 1,
    CLOSE = 0,
    SUCCESS = 0,
    SUCCESS_WITH_INFO = 1,
    NO_DATA = 100,
    C_CHAR = 1,
    C_LONG = 4,
    C_DOUBLE = 8,
    C_WIDE = -8,
    C_BIGINT = -25,
    C_BIT = -7,
    SQL_NUMERIC = 2,
    SQL_DECIMAL = 3,
    SQL_INTEGER = 4,
    SQL_SMALL = 5,
    SQL_FLOAT = 6,
    SQL_REAL = 7,
    SQL_DOUBLE = 8,
    SQL_VARCHAR = 12,
    SQL_LONG_VARCHAR = -1,
    SQL_BIGINT = -5,
    SQL_TINY = -6,
    SQL_BIT = -7,
    SQL_WIDE_VARCHAR = -9,
    SQL_WIDE_LONG_VARCHAR = -10
};

/* Maximum length of nvarchar(n) in SQL Server; longer strings are bound without a length limit. */
#define LONGEST_VARCHAR 4000
#define COLUMN_CHARACTERS 512
#define LONGEST_VALUE (1U << 20) /* maximum length of a string in characters */
#define MOST_SETTINGS 64
#define MOST_VALUES 4

typedef struct {
    odbc_return(ODBC *AllocHandle)(int16_t, odbc_handle, odbc_handle *);
    odbc_return(ODBC *SetEnvAttr)(odbc_handle, int32_t, void *, int32_t);
    odbc_return(ODBC *SetConnectAttrW)(odbc_handle, int32_t, void *, int32_t);
    odbc_return(ODBC *DriverConnectW)(odbc_handle, void *, odbc_wide *, int16_t, odbc_wide *, int16_t, int16_t *,
                                      uint16_t);
    odbc_return(ODBC *PrepareW)(odbc_handle, odbc_wide *, int32_t);
    odbc_return(ODBC *ExecDirectW)(odbc_handle, odbc_wide *, int32_t);
    odbc_return(ODBC *Execute)(odbc_handle);
    odbc_return(ODBC *BindParameter)(odbc_handle, uint16_t, int16_t, int16_t, int16_t, uint64_t, int16_t, void *,
                                     odbc_length, odbc_length *);
    odbc_return(ODBC *BindCol)(odbc_handle, uint16_t, int16_t, void *, odbc_length, odbc_length *);
    odbc_return(ODBC *GetData)(odbc_handle, uint16_t, int16_t, void *, odbc_length, odbc_length *);
    odbc_return(ODBC *NumResultCols)(odbc_handle, int16_t *);
    odbc_return(ODBC *DescribeColW)(odbc_handle, uint16_t, odbc_wide *, int16_t, int16_t *, int16_t *, uint64_t *,
                                    int16_t *, int16_t *);
    odbc_return(ODBC *Fetch)(odbc_handle);
    odbc_return(ODBC *MoreResults)(odbc_handle);
    odbc_return(ODBC *FreeStmt)(odbc_handle, uint16_t);
    odbc_return(ODBC *GetDiagRecW)(int16_t, odbc_handle, int16_t, odbc_wide *, int32_t *, odbc_wide *, int16_t,
                                   int16_t *);
    odbc_return(ODBC *Cancel)(odbc_handle);
    odbc_return(ODBC *Disconnect)(odbc_handle);
    odbc_return(ODBC *FreeHandle)(int16_t, odbc_handle);
} manager;

/* Setting: a statement executed at the start of each session. column: column of its first row that must contain a
 * nonempty string, otherwise the session is rejected; 0 for no check. */
typedef struct {
    odbc_wide *sql;
    int32_t values;
    outpace_odbc_value value[MOST_VALUES];
    char *text[MOST_VALUES];
    int32_t column;
} setting;

struct outpace_odbc {
    manager odbc;
    odbc_handle environment;
    odbc_wide *connection;
    size_t connection_bytes;
    int32_t login_timeout_s;
    bool narrow, drains;
    int32_t settings;
    setting setting[MOST_SETTINGS];
    uint32_t statements;
    odbc_wide **sql;
    const tape *of;
};

/* ---- strings ---- */

static uint32_t next_code_point(const uint8_t **at, const uint8_t *end)
{
    uint32_t first = *(*at)++;
    int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    uint32_t code = more == 0 ? first : first & (0x3fU >> more);
    for (; more > 0 && *at < end; more--)
        code = code << 6 | (*(*at)++ & 0x3f);
    return code > 0x10ffff ? 0xfffd : code;
}

/* Converts UTF-8 to UTF-16; returns the number of UTF-16 units, which is at most the number of bytes. */
static size_t to_wide(const char *text, size_t length, odbc_wide *to)
{
    const uint8_t *at = (const uint8_t *)text, *end = at + length;
    odbc_wide *begin = to;
    while (at < end) {
        uint32_t code = next_code_point(&at, end);
        if (code < 0x10000) {
            *to++ = (odbc_wide)code;
        } else {
            *to++ = (odbc_wide)(0xd800 + ((code - 0x10000) >> 10));
            *to++ = (odbc_wide)(0xdc00 + ((code - 0x10000) & 0x3ff));
        }
    }
    return (size_t)(to - begin);
}

static odbc_wide *wide_copy(const char *text)
{
    size_t length = strlen(text);
    odbc_wide *copy = malloc((length + 1) * sizeof *copy);
    if (copy)
        copy[to_wide(text, length, copy)] = 0;
    return copy;
}

/* Converts UTF-16 to at most `room` bytes of UTF-8 without splitting a character; returns the number of bytes. */
static size_t to_utf8(const odbc_wide *from, size_t length, char *to, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t code = from[i];
        if (code >= 0xd800 && code < 0xdc00 && i + 1 < length && from[i + 1] >= 0xdc00 && from[i + 1] < 0xe000)
            code = 0x10000 + ((code - 0xd800) << 10) + (from[++i] - 0xdc00U);
        else if (code >= 0xd800 && code < 0xe000)
            code = 0xfffd;
        uint8_t bytes[4];
        size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        if (count == 1)
            bytes[0] = (uint8_t)code;
        else {
            for (size_t k = count - 1; k > 0; k--, code >>= 6)
                bytes[k] = (uint8_t)(0x80 | (code & 0x3f));
            bytes[0] = (uint8_t)((0xf00U >> count) | code);
        }
        if (used + count > room)
            break;
        memcpy(to + used, bytes, count);
        used += count;
    }
    return used;
}

/* ---- failures ---- */

static bool succeeded(odbc_return result)
{
    return result == SUCCESS || result == SUCCESS_WITH_INFO;
}

/* Formats the first diagnostic record as pyodbc does on platforms other than Windows. */
static void read_diagnostics(const manager *odbc, int16_t kind, odbc_handle handle, const char *function, call_failure *why)
{
    odbc_wide state[16] = {0}, text[1024] = {0};
    int32_t native = 0;
    int16_t length = 0;
    why->state[0] = 0;
    if (!succeeded(odbc->GetDiagRecW(kind, handle, 1, state, &native, text, 1023, &length))) {
        snprintf(why->text, FAILURE_TEXT, "The driver did not supply an error!");
        return;
    }
    why->state[to_utf8(state, 5, why->state, 5)] = 0;
    size_t characters = 0;
    while (characters < 1023 && text[characters])
        characters++;
    char words[3072];
    words[to_utf8(text, characters, words, sizeof words - 1)] = 0;
    snprintf(why->text, FAILURE_TEXT, "[%s] %s (%ld) (%s)", why->state, words, (long)native, function);
}

/* ---- sessions ---- */

typedef struct {
    int16_t bound; /* C type that it is bound as; 0 if not bound yet */
    int32_t number;
    int64_t large;
    double real;
    uint8_t truth;
    size_t room; /* allocated characters, for a string without a length limit */
    odbc_length length;
    char *bytes;
    odbc_wide *wide;
} parameter;

/* Column of a result. wide: buffer for a string of up to `characters` units and the terminating zero. */
typedef struct {
    int64_t number;
    odbc_length length;
    size_t characters;
    odbc_wide *wide;
    char *bytes;
} odbc_column;

typedef struct {
    odbc_handle handle;
    bool prepared;
    int16_t columns; /* number of columns in the result; -1 if unknown */
    bool misnamed;   /* a column name of the latest result is not valid as a variable name */
    parameter *parameter;
    odbc_column *column;
} prepared;

typedef struct {
    struct outpace_odbc *with;
    odbc_handle connection;
    prepared *statement;
    _Atomic(odbc_handle) calling; /* statement handle of the call in flight */
    cancel_sender sender;
} odbc_session;

static bool close_refused(odbc_session *session, odbc_handle statement, const char *function, call_failure *why)
{
    read_diagnostics(&session->with->odbc, HANDLE_STATEMENT, statement, function, why);
    session->with->odbc.FreeStmt(statement, CLOSE);
    return false;
}

/* Applies one setting to a new session. */
static bool execute_setting(odbc_session *session, setting *to, call_failure *why)
{
    manager *odbc = &session->with->odbc;
    odbc_handle statement = NULL;
    if (!succeeded(odbc->AllocHandle(HANDLE_STATEMENT, session->connection, &statement))) {
        read_diagnostics(odbc, HANDLE_CONNECTION, session->connection, "SQLAllocHandle", why);
        return false;
    }
    bool fine = true;
    odbc_length length[MOST_VALUES];
    odbc_wide wide[MOST_VALUES][COLUMN_CHARACTERS];
    for (int32_t i = 0; i < to->values && fine; i++) {
        outpace_odbc_value *value = &to->value[i];
        uint16_t at = (uint16_t)(i + 1);
        odbc_return bound;
        if (value->kind == OUTPACE_ODBC_NUMBER) {
            length[i] = sizeof value->number;
            bound = odbc->BindParameter(statement, at, AS_INPUT, C_BIGINT, SQL_BIGINT, 0, 0, &value->number, 0, &length[i]);
        } else if (value->kind == OUTPACE_ODBC_REAL) {
            length[i] = sizeof value->real;
            bound = odbc->BindParameter(statement, at, AS_INPUT, C_DOUBLE, SQL_DOUBLE, 15, 0, &value->real, 0, &length[i]);
        } else if (session->with->narrow) {
            size_t bytes = strlen(to->text[i]);
            length[i] = (odbc_length)bytes;
            bound = odbc->BindParameter(statement, at, AS_INPUT, C_CHAR, SQL_VARCHAR, bytes ? bytes : 1, 0, to->text[i],
                                        length[i], &length[i]);
        } else {
            size_t bytes = strlen(to->text[i]);
            size_t count = to_wide(to->text[i], bytes < COLUMN_CHARACTERS ? bytes : COLUMN_CHARACTERS, wide[i]);
            length[i] = (odbc_length)(2 * count);
            bound = odbc->BindParameter(statement, at, AS_INPUT, C_WIDE, SQL_WIDE_VARCHAR, count ? count : 1, 0, wide[i],
                                        length[i], &length[i]);
        }
        fine = succeeded(bound) || close_refused(session, statement, "SQLBindParameter", why);
    }
    if (fine) {
        odbc_return done = odbc->ExecDirectW(statement, to->sql, ZERO_ENDED);
        fine = succeeded(done) || done == NO_DATA || close_refused(session, statement, "SQLExecDirectW", why);
    }
    if (fine && to->column) {
        odbc_wide found[COLUMN_CHARACTERS] = {0};
        odbc_length size = NULL_DATA;
        fine = succeeded(odbc->Fetch(statement)) &&
               succeeded(odbc->GetData(statement, (uint16_t)to->column, C_WIDE, found, sizeof found, &size)) && size > 0;
        if (!fine)
            why->state[0] = why->text[0] = 0;
    }
    odbc->FreeHandle(HANDLE_STATEMENT, statement);
    return fine;
}

static void close_session(void *opened)
{
    odbc_session *session = opened;
    manager *odbc = &session->with->odbc;
    cancel_sender_join(&session->sender);
    for (uint32_t i = 0; session->statement && i < session->with->statements; i++) {
        prepared *statement = &session->statement[i];
        if (statement->handle)
            odbc->FreeHandle(HANDLE_STATEMENT, statement->handle);
        for (uint32_t k = 0; statement->parameter && k < tape_statement_at(session->with->of, i)->arguments; k++) {
            free(statement->parameter[k].bytes);
            free(statement->parameter[k].wide);
        }
        for (uint32_t k = 0; statement->column && k < tape_statement_at(session->with->of, i)->results; k++) {
            free(statement->column[k].wide);
            free(statement->column[k].bytes);
        }
        free(statement->parameter);
        free(statement->column);
    }
    free(session->statement);
    if (session->connection) {
        odbc->Disconnect(session->connection);
        odbc->FreeHandle(HANDLE_CONNECTION, session->connection);
    }
    free(session);
}

static void *open_session(void *with, int32_t user, call_failure *why)
{
    struct outpace_odbc *to = with;
    manager *odbc = &to->odbc;
    odbc_session *session = calloc(1, sizeof *session);
    (void)user;
    why->stage = 0;
    why->state[0] = why->text[0] = 0;
    if (!session || !(session->statement = calloc(to->statements, sizeof *session->statement))) {
        free(session);
        snprintf(why->text, FAILURE_TEXT, "there is no memory for another session");
        return NULL;
    }
    session->with = to;
    if (!succeeded(odbc->AllocHandle(HANDLE_CONNECTION, to->environment, &session->connection))) {
        read_diagnostics(odbc, HANDLE_ENVIRONMENT, to->environment, "SQLAllocHandle", why);
        session->connection = NULL;
        close_session(session);
        return NULL;
    }
    /* The manager's trace would write the connection string, with the password, into a file. */
    odbc->SetConnectAttrW(session->connection, ATTRIBUTE_TRACE, (void *)(intptr_t)TRACE_OFF, 0);
    if (to->login_timeout_s > 0)
        odbc->SetConnectAttrW(session->connection, ATTRIBUTE_LOGIN_TIMEOUT, (void *)(intptr_t)to->login_timeout_s, 0);
    int16_t length = 0;
    if (!succeeded(odbc->DriverConnectW(session->connection, NULL, to->connection, ZERO_ENDED, NULL, 0, &length, NO_PROMPT))) {
        read_diagnostics(odbc, HANDLE_CONNECTION, session->connection, "SQLDriverConnect", why);
        odbc->FreeHandle(HANDLE_CONNECTION, session->connection);
        session->connection = NULL;
        close_session(session);
        return NULL;
    }
    for (int32_t i = 0; i < to->settings; i++) {
        why->stage = i + 1;
        if (!execute_setting(session, &to->setting[i], why)) {
            close_session(session);
            return NULL;
        }
    }
    return session;
}

/* Sends a cancel request, for which drivers open a separate connection. */
static void ask_to_cancel(void *given)
{
    odbc_session *session = given;
    odbc_handle statement = atomic_load(&session->calling);
    if (statement)
        session->with->odbc.Cancel(statement);
}

static void cancel_call(void *opened)
{
    odbc_session *session = opened;
    cancel_sender_start(&session->sender, ask_to_cancel, session);
}

/* ---- calls ---- */

static bool bind_number(odbc_session *session, prepared *of, uint16_t at, parameter *to, int64_t value)
{
    /* Same as pyodbc: bind as INTEGER if the value fits, because the server resolves functions by argument type. */
    bool small = value >= INT32_MIN && value <= INT32_MAX;
    int16_t as = small ? C_LONG : C_BIGINT;
    to->number = (int32_t)value;
    to->large = value;
    to->length = small ? 4 : 8;
    if (to->bound == as)
        return true;
    to->bound = as;
    void *from = small ? (void *)&to->number : (void *)&to->large;
    int16_t sql = small ? SQL_INTEGER : SQL_BIGINT;
    return succeeded(session->with->odbc.BindParameter(of->handle, at, AS_INPUT, as, sql, 0, 0, from, 0, &to->length));
}

static bool bind_text(odbc_session *session, prepared *of, uint16_t at, parameter *to, size_t room, outpace_tape_value value)
{
    size_t length = value.length < 0 ? 0 : (size_t)value.length;
    bool narrow = session->with->narrow, large = room > LONGEST_VARCHAR;
    if (!to->bound) {
        to->bytes = narrow ? malloc(room + 1) : NULL;
        to->wide = narrow ? NULL : malloc((room + 1) * sizeof *to->wide);
        if (!to->bytes && !to->wide)
            return false;
    }
    if (narrow)
        memcpy(to->bytes, value.text, length);
    else
        length = 2 * to_wide(value.text, length, to->wide);
    to->length = value.length < 0 ? NULL_DATA : (odbc_length)length;
    if (to->bound)
        return true;
    to->bound = narrow ? C_CHAR : C_WIDE;
    int16_t sql = narrow ? (large ? SQL_LONG_VARCHAR : SQL_VARCHAR) : large ? SQL_WIDE_LONG_VARCHAR : SQL_WIDE_VARCHAR;
    void *from = narrow ? (void *)to->bytes : (void *)to->wide;
    odbc_length bytes = (odbc_length)(narrow ? room : 2 * room);
    return succeeded(session->with->odbc.BindParameter(of->handle, at, AS_INPUT, to->bound, sql, room ? room : 1, 0, from, bytes,
                                             &to->length));
}

static bool bind_as(odbc_session *session, prepared *of, uint16_t at, parameter *to, int16_t c_type, int16_t sql_type, void *from)
{
    if (to->bound == c_type)
        return true;
    to->bound = c_type;
    uint64_t digits = c_type == C_DOUBLE ? 15 : 0;
    return succeeded(session->with->odbc.BindParameter(of->handle, at, AS_INPUT, c_type, sql_type, digits, 0, from, 0, &to->length));
}

/* Binds a string without a length limit; binds it again whenever it is longer than all previous ones. */
static bool bind_long(odbc_session *session, prepared *of, uint16_t at, parameter *to, outpace_tape_value value)
{
    size_t length = value.length < 0 ? 0 : (size_t)value.length;
    int16_t c_type = session->with->narrow ? C_CHAR : C_WIDE;
    if (to->bound != c_type || length > to->room) {
        free(to->bytes);
        free(to->wide);
        to->bytes = NULL;
        to->wide = NULL;
        to->bound = 0;
        to->room = length > 2 * to->room ? length : 2 * to->room;
        return bind_text(session, of, at, to, to->room, value);
    }
    return bind_text(session, of, at, to, to->room, value);
}

/* Binds a value as pyodbc binds Python values. */
static bool bind_value(odbc_session *session, prepared *of, uint16_t at, parameter *to, outpace_tape_value value)
{
    switch (value.kind) {
    case OUTPACE_TAPE_NUMBER:
        return bind_number(session, of, at, to, value.number);
    case OUTPACE_TAPE_REAL:
        memcpy(&to->real, &value.number, sizeof to->real);
        to->length = sizeof to->real;
        return bind_as(session, of, at, to, C_DOUBLE, SQL_DOUBLE, &to->real);
    case OUTPACE_TAPE_TRUTH:
        to->truth = value.number != 0;
        to->length = sizeof to->truth;
        return bind_as(session, of, at, to, C_BIT, SQL_BIT, &to->truth);
    default:
        if (value.length >= 0 || !to->bound)
            return bind_long(session, of, at, to, value);
        to->length = NULL_DATA;
        return true;
    }
}

static bool bind_arguments(odbc_session *session, prepared *of, uint32_t statement, const tape_machine *machine)
{
    const tape_statement *kind = tape_statement_at(session->with->of, statement);
    for (uint32_t i = 0; i < kind->arguments; i++) {
        outpace_tape_value value = tape_argument(machine, statement, i);
        uint16_t at = (uint16_t)(i + 1);
        if (kind->argument[i].kind == TAPE_VALUE) {
            if (!bind_value(session, of, at, &of->parameter[i], value))
                return false;
        } else if (value.kind == TAPE_NUMBER) {
            if (!bind_number(session, of, at, &of->parameter[i], value.number))
                return false;
        } else if (!bind_text(session, of, at, &of->parameter[i], tape_room(session->with->of, kind->argument[i].index), value)) {
            return false;
        }
    }
    return true;
}

/* Allocates the buffer of a string column once, even if the statement is prepared again after a failure. */
static bool allocate_column(odbc_column *column, int32_t characters)
{
    column->characters = (size_t)characters;
    if (!column->wide)
        column->wide = calloc(column->characters + 1, sizeof *column->wide);
    if (!column->bytes)
        column->bytes = malloc(3 * column->characters);
    return column->wide && column->bytes;
}

static odbc_length column_size(const odbc_column *column)
{
    return (odbc_length)((column->characters + 1) * sizeof *column->wide);
}

static bool prepare(odbc_session *session, prepared *of, uint32_t statement, call_failure *why)
{
    manager *odbc = &session->with->odbc;
    const tape_statement *kind = tape_statement_at(session->with->of, statement);
    if (!of->handle && !succeeded(odbc->AllocHandle(HANDLE_STATEMENT, session->connection, &of->handle))) {
        of->handle = NULL;
        read_diagnostics(odbc, HANDLE_CONNECTION, session->connection, "SQLAllocHandle", why);
        return false;
    }
    if (!of->parameter)
        of->parameter = calloc(kind->arguments + 1, sizeof *of->parameter);
    if (!of->column)
        of->column = calloc(kind->results + 1, sizeof *of->column);
    if (!of->parameter || !of->column) {
        snprintf(why->text, FAILURE_TEXT, "there is no memory for a statement");
        return false;
    }
    of->columns = -1;
    if (!kind->direct && !succeeded(odbc->PrepareW(of->handle, session->with->sql[statement], ZERO_ENDED)))
        return close_refused(session, of->handle, "SQLPrepare", why);
    for (uint32_t i = 0; i < kind->results && !kind->named; i++) {
        odbc_column *to = &of->column[i];
        bool number = kind->result[i].to.kind == TAPE_NUMBER;
        if (!number && !allocate_column(to, transport_characters(session->with->of, kind->result[i].to))) {
            snprintf(why->text, FAILURE_TEXT, "there is no memory for a statement");
            return false;
        }
        if (!succeeded(odbc->BindCol(of->handle, (uint16_t)kind->result[i].column, number ? C_BIGINT : C_WIDE,
                                number ? (void *)&to->number : (void *)to->wide,
                                number ? (odbc_length)sizeof to->number : column_size(to), &to->length)))
            return close_refused(session, of->handle, "SQLBindCol", why);
    }
    of->prepared = true;
    return true;
}

/* Returns a column as a string, which the caller must free. Returns NULL if out of memory or if the string is too
   long. */
static char *column_text(odbc_session *session, prepared *of, uint16_t column, bool *null, size_t *bytes)
{
    size_t room = COLUMN_CHARACTERS, used = 0;
    odbc_wide *wide = malloc(room * sizeof *wide);
    char *text = NULL;
    *null = false;
    while (wide) {
        odbc_length length = NULL_DATA;
        odbc_return got = session->with->odbc.GetData(of->handle, column, C_WIDE, wide + used,
                                                 (odbc_length)((room - used) * sizeof *wide), &length);
        *null = got == SUCCESS && length == NULL_DATA && !used;
        if (got == NO_DATA || *null)
            break;
        if (!succeeded(got))
            goto failed;
        while (used < room && wide[used])
            used++;
        if (got == SUCCESS)
            break;
        if (room >= LONGEST_VALUE)
            goto failed;
        room *= 2;
        odbc_wide *larger = realloc(wide, room * sizeof *wide);
        if (!larger)
            goto failed;
        wide = larger;
    }
    if (wide && (text = malloc(3 * used + 1)))
        text[*bytes = to_utf8(wide, used, text, 3 * used)] = 0;
failed:
    free(wide);
    return text;
}

/* Stores a column of the current row, converted as pyodbc does, except for decimal numbers. */
static bool store_value(odbc_session *session, prepared *of, uint16_t column, int16_t type, tape_machine *machine, tape_register to)
{
    manager *odbc = &session->with->odbc;
    sql_value found = {.kind = VALUE_NULL};
    odbc_length length = NULL_DATA;
    uint8_t bit = 0;
    switch (type) {
    case SQL_BIT:
        if (!succeeded(odbc->GetData(of->handle, column, C_BIT, &bit, sizeof bit, &length)))
            return false;
        found = (sql_value){.kind = VALUE_TRUTH, .integer = bit};
        break;
    case SQL_TINY:
    case SQL_SMALL:
    case SQL_INTEGER:
    case SQL_BIGINT:
        if (!succeeded(odbc->GetData(of->handle, column, C_BIGINT, &found.integer, sizeof found.integer, &length)))
            return false;
        found.kind = VALUE_INTEGER;
        break;
    case SQL_REAL:
    case SQL_FLOAT:
    case SQL_DOUBLE:
        if (!succeeded(odbc->GetData(of->handle, column, C_DOUBLE, &found.real, sizeof found.real, &length)))
            return false;
        found.kind = VALUE_REAL;
        break;
    default: {
        bool null;
        size_t bytes;
        char *text = column_text(session, of, column, &null, &bytes);
        if (!text)
            return false;
        bool decimal = type == SQL_NUMERIC || type == SQL_DECIMAL;
        bool stored = null      ? tape_store_value(machine, to, found)
                      : decimal ? tape_store_decimal(machine, to, text)
                                : tape_store_value(machine, to,
                                                   (sql_value){.kind = VALUE_TEXT, .length = (int32_t)bytes, .text = text});
        free(text);
        return stored;
    }
    }
    if (length == NULL_DATA)
        found.kind = VALUE_NULL;
    return tape_store_value(machine, to, found);
}

/* Stores columns by name. For duplicate names, the last column is stored. Reads from left to right, because some
   drivers require it. */
static bool store_named(odbc_session *session, prepared *of, uint32_t statement, tape_machine *machine)
{
    const tape_statement *kind = tape_statement_at(session->with->of, statement);
    for (int16_t column = 1; column <= of->columns; column++) {
        odbc_wide wide[COLUMN_CHARACTERS] = {0};
        char name[3 * COLUMN_CHARACTERS];
        int16_t characters = 0, type = 0, digits = 0, nullable = 0;
        uint64_t size = 0;
        if (!succeeded(session->with->odbc.DescribeColW(of->handle, (uint16_t)column, wide, COLUMN_CHARACTERS - 1, &characters, &type,
                                              &size, &digits, &nullable)))
            return false;
        size_t length = 0;
        while (length < COLUMN_CHARACTERS && wide[length])
            length++;
        size_t bytes = to_utf8(wide, length, name, sizeof name - 1);
        name[bytes] = 0;
        of->misnamed |= !tape_is_variable(kind, name);
        for (uint32_t i = 0; i < kind->results; i++) {
            uint32_t own;
            const char *wanted = tape_string(session->with->of, kind->result[i].name, &own);
            if (own == bytes && memcmp(wanted, name, own) == 0 &&
                !store_value(session, of, (uint16_t)column, type, machine, kind->result[i].to))
                return false;
        }
    }
    return true;
}

static bool store(odbc_session *session, prepared *of, uint32_t statement, tape_machine *machine)
{
    const tape_statement *kind = tape_statement_at(session->with->of, statement);
    if (kind->named)
        return store_named(session, of, statement, machine);
    for (uint32_t i = 0; i < kind->results; i++) {
        odbc_column *from = &of->column[i];
        if (kind->result[i].to.kind == TAPE_NUMBER) {
            tape_store_number(machine, kind->result[i].to, from->length == NULL_DATA ? 0 : from->number);
            continue;
        }
        size_t characters = 0;
        while (characters < from->characters && from->wide[characters])
            characters++;
        size_t bytes = to_utf8(from->wide, characters, from->bytes, 3 * from->characters);
        if (!tape_store_text(machine, kind->result[i].to, from->bytes, from->length == NULL_DATA ? -1 : (int32_t)bytes))
            return false;
    }
    return tape_store_row(machine, statement);
}

static call_end execute(odbc_session *session, prepared *of, uint32_t statement, tape_machine *machine, call_failure *why)
{
    manager *odbc = &session->with->odbc;
    if (!bind_arguments(session, of, statement, machine)) {
        close_refused(session, of->handle, "SQLBindParameter", why);
        return CALL_FAILED;
    }
    bool direct = tape_statement_at(session->with->of, statement)->direct;
    odbc_return done = direct ? odbc->ExecDirectW(of->handle, session->with->sql[statement], ZERO_ENDED)
                              : odbc->Execute(of->handle);
    if (!succeeded(done) && done != NO_DATA) {
        close_refused(session, of->handle, "SQLExecDirectW", why);
        return CALL_FAILED;
    }
    int64_t rows = 0;
    const tape_statement *kind = tape_statement_at(session->with->of, statement);
    bool stored = true, all = kind->list >= 0 || kind->last;
    /* A statement always or never returns rows, except for calls with several result sets. */
    if ((of->columns < 0 || session->with->drains) && !succeeded(odbc->NumResultCols(of->handle, &of->columns))) {
        close_refused(session, of->handle, "SQLNumResultCols", why);
        return CALL_FAILED;
    }
    tape_rows_begin(machine, statement);
    of->misnamed = false;
    done = NO_DATA;
    while (of->columns > 0 && succeeded(done = odbc->Fetch(of->handle)))
        if (rows++ == 0 || all)
            stored = store(session, of, statement, machine) && stored;
    if (done != NO_DATA) {
        close_refused(session, of->handle, "SQLFetch", why);
        return CALL_FAILED;
    }
    if (session->with->drains) {
        while (succeeded(done = odbc->MoreResults(of->handle))) {
        }
        if (done != NO_DATA) {
            close_refused(session, of->handle, "SQLMoreResults", why);
            return CALL_FAILED;
        }
    }
    if (of->columns > 0 || session->with->drains)
        odbc->FreeStmt(of->handle, CLOSE);
    if (of->misnamed && (rows == 1 || (kind->last && rows)))
        rows = TAPE_MISNAMED;
    tape_store_rows(machine, statement, rows);
    if (!rows && kind->missing_kind >= 0) {
        transport_no_row(session->with->of, statement, machine, why);
        return CALL_NO_ROW;
    }
    return stored ? CALL_DONE : CALL_FAULT;
}

static call_end make_call(void *opened, uint32_t statement, tape_machine *machine, call_failure *why)
{
    odbc_session *session = opened;
    prepared *of = &session->statement[statement];
    why->state[0] = why->text[0] = 0;
    if (!of->prepared && !prepare(session, of, statement, why))
        return CALL_FAILED;
    atomic_store(&session->calling, of->handle);
    call_end end = execute(session, of, statement, machine, why);
    atomic_store(&session->calling, NULL);
    return end;
}

transport odbc_transport(void *given, const tape *of)
{
    struct outpace_odbc *odbc = given;
    odbc->of = of;
    return (transport){odbc, open_session, make_call, close_session, cancel_call, true};
}

/* ---- functions called by Python ---- */

static void *found(const char *path, manager *to, char *why)
{
    void *library = shared_library_open(path, why);
#define FIND(name) shared_library_find(library, "SQL" #name, &to->name)
    if (!library)
        return NULL;
    if (FIND(AllocHandle) && FIND(SetEnvAttr) && FIND(SetConnectAttrW) && FIND(DriverConnectW) && FIND(PrepareW) &&
        FIND(ExecDirectW) && FIND(Execute) && FIND(BindParameter) && FIND(BindCol) && FIND(GetData) &&
        FIND(NumResultCols) && FIND(DescribeColW) && FIND(Fetch) &&
        FIND(MoreResults) && FIND(FreeStmt) && FIND(GetDiagRecW) && FIND(Cancel) && FIND(Disconnect) && FIND(FreeHandle))
        return library;
    snprintf(why, TAPE_WHY, "%s lacks a function of ODBC 3", path);
    return NULL;
}

struct outpace_odbc *outpace_odbc_new(const char *manager_path, const char *connection, int32_t login_timeout_s,
                                      int32_t narrow, int32_t drains, uint32_t statements, char *why)
{
    struct outpace_odbc *odbc = calloc(1, sizeof *odbc);
    snprintf(why, TAPE_WHY, "there is no memory for sessions");
    if (!odbc)
        return NULL;
    odbc->login_timeout_s = login_timeout_s;
    odbc->narrow = narrow != 0;
    odbc->drains = drains != 0;
    odbc->statements = statements;
    odbc->sql = calloc(statements + 1, sizeof *odbc->sql);
    odbc->connection = wide_copy(connection);
    odbc->connection_bytes = (strlen(connection) + 1) * sizeof *odbc->connection;
    if (!odbc->sql || !odbc->connection || !found(manager_path, &odbc->odbc, why)) {
        outpace_odbc_free(odbc);
        return NULL;
    }
    if (!succeeded(odbc->odbc.AllocHandle(HANDLE_ENVIRONMENT, NULL, &odbc->environment)) ||
        !succeeded(odbc->odbc.SetEnvAttr(odbc->environment, ATTRIBUTE_VERSION, (void *)(intptr_t)VERSION_3, 0))) {
        snprintf(why, TAPE_WHY, "the driver manager refuses an environment for ODBC 3");
        outpace_odbc_free(odbc);
        return NULL;
    }
    return odbc;
}

int32_t outpace_odbc_statement(struct outpace_odbc *odbc, uint32_t statement, const char *sql)
{
    if (statement >= odbc->statements)
        return 0;
    free(odbc->sql[statement]);
    return (odbc->sql[statement] = wide_copy(sql)) != NULL;
}

int32_t outpace_odbc_setting(struct outpace_odbc *odbc, const char *sql, const outpace_odbc_value *values,
                             int32_t count, int32_t wanted)
{
    if (odbc->settings == MOST_SETTINGS || count > MOST_VALUES)
        return 0;
    setting *to = &odbc->setting[odbc->settings++];
    to->sql = wide_copy(sql);
    to->values = count;
    to->column = wanted;
    bool whole = to->sql != NULL;
    for (int32_t i = 0; i < count; i++) {
        to->value[i] = values[i];
        to->value[i].text = NULL;
        if (values[i].kind == OUTPACE_ODBC_TEXT) {
            size_t bytes = strlen(values[i].text) + 1;
            if ((to->text[i] = malloc(bytes)))
                memcpy(to->text[i], values[i].text, bytes);
            whole = whole && to->text[i];
        }
    }
    return whole;
}

void outpace_odbc_free(struct outpace_odbc *odbc)
{
    if (!odbc)
        return;
    if (odbc->environment)
        odbc->odbc.FreeHandle(HANDLE_ENVIRONMENT, odbc->environment);
    for (size_t i = 0; odbc->connection && i < odbc->connection_bytes; i++)
        ((volatile char *)odbc->connection)[i] = 0; /* contains the password */
    free(odbc->connection);
    for (uint32_t i = 0; odbc->sql && i < odbc->statements; i++)
        free(odbc->sql[i]);
    free(odbc->sql);
    for (int32_t i = 0; i < odbc->settings; i++) {
        free(odbc->setting[i].sql);
        for (int32_t k = 0; k < MOST_VALUES; k++)
            free(odbc->setting[i].text[k]);
    }
    free(odbc);
}
