/* SPDX-License-Identifier: Apache-2.0 */
/* Calls to SQLite in the user's thread, equivalent to app/workloads/dvdstore/sqlite/embedded_workload.py, which uses
   APSW. Both use the same copy of SQLite; a loadable extension obtains its functions. */

#include "sqlite_calls.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite_library.h"
#include "threads.h"

#define MOST_SETTINGS 16
#define MOST_PARTS 16

/* SQL of a call: one or more statements. names: names of the arguments, in order, separated by commas. */
typedef struct {
    char *sql;
    char *names;
    int32_t kind;
} call_text;

/* Setting: a statement executed at the start of each session. wanted: required value of the first column of its first
   row; NULL for no check. */
typedef struct {
    char *sql;
    char *wanted;
} setting;

/* writer: lock that lets only one user at a time write or connect. Users that rely on SQLite's polling could starve for
   seconds. */
struct outpace_sqlite {
    SqliteLibrary library;
    char *path, *vfs;
    int32_t busy_tries;
    int64_t busy_pause_ns;
    mutex writer;
    int32_t settings;
    setting setting[MOST_SETTINGS];
    uint32_t statements;
    call_text *statement;
    const tape *of;
};

/* One statement of a call. argument: index of the call's argument for each parameter. */
typedef struct {
    SqliteStatement *handle;
    uint32_t parameters;
    uint32_t argument[OUTPACE_MOST_ARGUMENTS];
    const char *rest; /* SQL after this statement */
} part;

typedef struct {
    uint32_t parts;
    bool whole; /* true if there are no more parts */
    part part[MOST_PARTS];
} prepared;

typedef struct {
    outpace_sqlite *with;
    SqliteConnection *connection;
    bool writing; /* true while the session holds `writer` for its transaction */
    atomic_bool cancelled;
    prepared **statement;
} sqlite_session;

static char *copy_of(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);
    if (copy)
        memcpy(copy, text, bytes);
    return copy;
}

/* Sets the same state and message as APSW's exceptions: the extended result code, and SQLite's message. */
static int set_failure(sqlite_session *session, int code, call_failure *why)
{
    const SqliteLibrary *sqlite = &session->with->library;
    snprintf(why->state, sizeof why->state, "%d", code);
    snprintf(why->text, FAILURE_TEXT, "%s", session->connection ? sqlite->errmsg(session->connection) : sqlite->errstr(code));
    return code;
}

/* ---- sessions ---- */

static int wait_while_busy(void *opened, int tries)
{
    sqlite_session *session = opened;
    thread_sleep(session->with->busy_pause_ns);
    return tries < session->with->busy_tries && !atomic_load(&session->cancelled);
}

static void end_writing(sqlite_session *session)
{
    if (session->writing)
        mutex_unlock(&session->with->writer);
    session->writing = false;
}

static void close_session(void *opened)
{
    sqlite_session *session = opened;
    const SqliteLibrary *sqlite = &session->with->library;
    for (uint32_t i = 0; i < session->with->statements; i++) {
        for (uint32_t k = 0; session->statement[i] && k < session->statement[i]->parts; k++)
            sqlite->finalize(session->statement[i]->part[k].handle);
        free(session->statement[i]);
    }
    free(session->statement);
    sqlite->close(session->connection);
    end_writing(session);
    free(session);
}

/* Applies one setting to a new session. */
static bool execute_setting(sqlite_session *session, const setting *to, call_failure *why)
{
    const SqliteLibrary *sqlite = &session->with->library;
    SqliteStatement *statement = NULL;
    int code = sqlite->prepare(session->connection, to->sql, -1, 0, &statement, NULL);
    bool fine = code == SQLITE_OK;
    if (fine) {
        code = sqlite->step(statement);
        const char *found = code == SQLITE_ROW && to->wanted ? sqlite->column_text(statement, 0) : NULL;
        fine = !to->wanted || (found && strcmp(found, to->wanted) == 0);
        while (code == SQLITE_ROW)
            code = sqlite->step(statement);
    }
    if (code != SQLITE_OK && code != SQLITE_DONE) {
        set_failure(session, code, why);
        fine = false;
    }
    sqlite->finalize(statement);
    return fine;
}

static bool open_connection(sqlite_session *session, call_failure *why)
{
    const outpace_sqlite *to = session->with;
    const SqliteLibrary *sqlite = &to->library;
    int code = sqlite->open(to->path, &session->connection, SQLITE_OPEN_READWRITE, to->vfs);
    if (code == SQLITE_OK)
        code = sqlite->extended_result_codes(session->connection, 1);
    if (code == SQLITE_OK)
        code = sqlite->busy_handler(session->connection, wait_while_busy, session);
    if (code == SQLITE_OK)
        code = sqlite->db_config(session->connection, SQLITE_DBCONFIG_ENABLE_QPSG, 1, NULL);
    if (code != SQLITE_OK) {
        set_failure(session, code, why);
        return false;
    }
    for (int32_t i = 0; i < to->settings; i++) {
        why->stage = i + 1;
        if (!execute_setting(session, &to->setting[i], why))
            return false;
    }
    return true;
}

static void *open_session(void *with, int32_t user, call_failure *why)
{
    outpace_sqlite *to = with;
    sqlite_session *session = calloc(1, sizeof *session);
    (void)user;
    why->stage = 0;
    why->state[0] = why->text[0] = 0;
    if (!session || !(session->statement = calloc(to->statements + 1, sizeof *session->statement))) {
        free(session);
        snprintf(why->state, sizeof why->state, "%d", SQLITE_NOMEM);
        snprintf(why->text, FAILURE_TEXT, "there is no memory for another session");
        return NULL;
    }
    session->with = to;
    mutex_lock(&to->writer);
    bool whole = open_connection(session, why);
    mutex_unlock(&to->writer);
    if (whole)
        return session;
    close_session(session);
    return NULL;
}

static void cancel_call(void *opened)
{
    sqlite_session *session = opened;
    atomic_store(&session->cancelled, true);
    session->with->library.interrupt(session->connection);
}

/* ---- calls ---- */

/* Finds the argument for a parameter: for ? the next one, *argument; for ?1 the first one; for :name the one with that
 * name. Returns false if absent. */
static bool argument_of(const char *parameter, const char *names, uint32_t arguments, uint32_t *argument)
{
    if (!parameter)
        return *argument < arguments;
    if (parameter[0] == '?') {
        *argument = (uint32_t)atoi(parameter + 1) - 1;
        return *argument < arguments;
    }
    size_t length = strlen(parameter + 1);
    for (*argument = 0; *argument < arguments; ++*argument) {
        size_t own = strcspn(names, ",");
        if (own == length && strncmp(parameter + 1, names, own) == 0)
            return true;
        names += own + (names[own] == ',');
    }
    return false;
}

/* Prepares the next part of a call, after the previous ones have run. */
static int prepare_part(sqlite_session *session, uint32_t statement, call_failure *why)
{
    const SqliteLibrary *sqlite = &session->with->library;
    const call_text *text = &session->with->statement[statement];
    prepared *of = session->statement[statement];
    part *next = &of->part[of->parts];
    const char *sql = of->parts ? next[-1].rest : text->sql;
    int code = sqlite->prepare(session->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, &next->handle, &next->rest);
    if (code != SQLITE_OK)
        return set_failure(session, code, why);
    if (!next->handle) { /* only white space and comments left */
        of->whole = true;
        return SQLITE_OK;
    }
    int parameters = sqlite->bind_parameter_count(next->handle);
    uint32_t arguments = tape_statement_at(session->with->of, statement)->arguments;
    next->parameters = (uint32_t)parameters;
    for (int i = 0; i < parameters; i++) {
        const char *name = sqlite->bind_parameter_name(next->handle, i + 1);
        if (i < OUTPACE_MOST_ARGUMENTS)
            next->argument[i] = (uint32_t)i;
        if (i < OUTPACE_MOST_ARGUMENTS && argument_of(name, text->names, arguments, &next->argument[i]))
            continue;
        snprintf(why->state, sizeof why->state, "%d", SQLITE_ERROR);
        snprintf(why->text, FAILURE_TEXT, "parameter %s of statement %u is none of its arguments", name ? name : "?",
                 statement);
        sqlite->finalize(next->handle); /* also frees the parameter's name */
        return SQLITE_ERROR;
    }
    of->whole = ++of->parts == MOST_PARTS;
    return SQLITE_OK;
}

/* Binds the arguments of a part. Strings are not copied; they must remain valid until the part has run. */
static int bind(const SqliteLibrary *sqlite, const part *of, uint32_t statement, const tape_machine *machine)
{
    int code = SQLITE_OK;
    for (uint32_t i = 0; i < of->parameters && code == SQLITE_OK; i++) {
        outpace_tape_value value = tape_argument(machine, statement, of->argument[i]);
        int at = (int)i + 1;
        double real;
        memcpy(&real, &value.number, sizeof real);
        if (value.kind == OUTPACE_TAPE_REAL)
            code = sqlite->bind_double(of->handle, at, real);
        else if (value.kind != OUTPACE_TAPE_IS_TEXT)
            code = sqlite->bind_int64(of->handle, at, value.number);
        else if (value.length < 0)
            code = sqlite->bind_null(of->handle, at);
        else
            code = sqlite->bind_text(of->handle, at, value.text, value.length, NULL);
    }
    return code;
}

static bool store_value(const SqliteLibrary *sqlite, SqliteStatement *row, int column, tape_machine *machine, tape_register to)
{
    sql_value found = {.kind = VALUE_NULL};
    switch (sqlite->column_type(row, column)) {
    case SQLITE_TYPE_INTEGER:
        found.kind = VALUE_INTEGER;
        found.integer = sqlite->column_int64(row, column);
        break;
    case SQLITE_TYPE_REAL:
        found.kind = VALUE_REAL;
        found.real = sqlite->column_double(row, column);
        break;
    case SQLITE_TYPE_NULL:
        break;
    default:
        found.kind = VALUE_TEXT;
        found.text = sqlite->column_text(row, column);
        found.length = sqlite->column_bytes(row, column);
        if (!found.text)
            found = (sql_value){.kind = VALUE_NULL};
    }
    return tape_store_value(machine, to, found);
}

/* Stores columns by name. For duplicate names, the last column is stored. */
static bool store_named(sqlite_session *session, SqliteStatement *row, const tape_statement *kind, tape_machine *machine)
{
    const SqliteLibrary *sqlite = &session->with->library;
    for (uint32_t i = 0; i < kind->results; i++) {
        uint32_t length;
        const char *name = tape_string(session->with->of, kind->result[i].name, &length);
        int column = sqlite->column_count(row) - 1;
        while (column >= 0 && strcmp(sqlite->column_name(row, column), name) != 0)
            column--;
        if (column >= 0 && !store_value(sqlite, row, column, machine, kind->result[i].to))
            return false;
    }
    return true;
}

static bool store(const SqliteLibrary *sqlite, SqliteStatement *row, const tape_statement *kind, tape_machine *machine)
{
    for (uint32_t i = 0; i < kind->results; i++) {
        int column = (int)kind->result[i].column - 1;
        if (kind->result[i].to.kind == TAPE_NUMBER) {
            tape_store_number(machine, kind->result[i].to, sqlite->column_int64(row, column));
            continue;
        }
        const char *text = sqlite->column_text(row, column);
        if (!tape_store_text(machine, kind->result[i].to, text ? text : "", text ? sqlite->column_bytes(row, column) : -1))
            return false;
    }
    return true;
}

/* Runs one part of a call. rows: number of rows so far. stored: set to whether the values fit in their registers. */
static int run_part(sqlite_session *session, const part *of, uint32_t statement, tape_machine *machine, int64_t *rows, bool *stored)
{
    const SqliteLibrary *sqlite = &session->with->library;
    const tape_statement *kind = tape_statement_at(session->with->of, statement);
    int code = bind(sqlite, of, statement, machine);
    if (code == SQLITE_OK)
        while ((code = sqlite->step(of->handle)) == SQLITE_ROW)
            if ((*rows)++ == 0 || kind->list >= 0 || kind->last)
                *stored = (kind->named ? store_named(session, of->handle, kind, machine)
                                       : store(sqlite, of->handle, kind, machine)) &&
                          tape_store_row(machine, statement) && *stored;
    for (int column = sqlite->column_count(of->handle); kind->named && (*rows == 1 || (kind->last && *rows > 0)) && column > 0; column--)
        if (!tape_is_variable(kind, sqlite->column_name(of->handle, column - 1)))
            *rows = TAPE_MISNAMED;
    int reset = sqlite->reset(of->handle);
    return code == SQLITE_DONE ? reset : code;
}

/* Runs all parts of a call. If one fails and leaves a transaction open, rolls it back. */
static int run(sqlite_session *session, uint32_t statement, tape_machine *machine, int64_t *rows, bool *stored, call_failure *why)
{
    const SqliteLibrary *sqlite = &session->with->library;
    prepared *of = session->statement[statement];
    int code = SQLITE_OK;
    for (uint32_t i = 0; code == SQLITE_OK && (i < of->parts || !of->whole); i++) {
        if (i == of->parts)
            code = prepare_part(session, statement, why);
        if (code == SQLITE_OK && i < of->parts && (code = run_part(session, &of->part[i], statement, machine, rows, stored)))
            set_failure(session, code, why);
    }
    if (code != SQLITE_OK && !sqlite->get_autocommit(session->connection)) {
        call_failure ignored;
        execute_setting(session, &(setting){.sql = "ROLLBACK"}, &ignored);
    }
    return code;
}

/* Runs a call; a write holds `writer` until the end of its transaction. */
static int run_in_turn(sqlite_session *session, uint32_t statement, tape_machine *machine, int64_t *rows, bool *stored,
                       call_failure *why)
{
    int32_t kind = session->with->statement[statement].kind;
    bool undoes = kind == OUTPACE_SQLITE_UNDOES;
    bool takes = kind != OUTPACE_SQLITE_READS && !undoes && kind != OUTPACE_SQLITE_ENDS && !session->writing;
    if (takes) {
        mutex_lock(&session->with->writer);
        session->writing = true;
    }
    int code = SQLITE_OK;
    if (!undoes || !session->with->library.get_autocommit(session->connection))
        code = run(session, statement, machine, rows, stored, why);
    bool goes_on = code == SQLITE_OK && kind == OUTPACE_SQLITE_BEGINS;
    if (undoes || (takes && !goes_on) || (kind == OUTPACE_SQLITE_ENDS && code == SQLITE_OK))
        end_writing(session);
    return code;
}

static call_end make_call(void *opened, uint32_t statement, tape_machine *machine, call_failure *why)
{
    sqlite_session *session = opened;
    outpace_sqlite *with = session->with;
    const tape_statement *kind = tape_statement_at(with->of, statement);
    const call_text *text = &with->statement[statement];
    why->state[0] = why->text[0] = 0;
    if (!session->statement[statement] && !(session->statement[statement] = calloc(1, sizeof(prepared)))) {
        snprintf(why->state, sizeof why->state, "%d", SQLITE_NOMEM);
        snprintf(why->text, FAILURE_TEXT, "there is no memory for a statement");
        return CALL_FAILED;
    }
    int64_t rows = 0;
    bool stored = true;
    tape_rows_begin(machine, statement);
    int code = run_in_turn(session, statement, machine, &rows, &stored, why);
    bool refused = code == SQLITE_CONSTRAINT_TRIGGER && text->kind == OUTPACE_SQLITE_INSERTS;
    if (code != SQLITE_OK && !refused)
        return CALL_FAILED;
    if (text->kind == OUTPACE_SQLITE_INSERTS) {
        rows = 1;
        if (kind->results && kind->result[0].to.kind == TAPE_NUMBER)
            tape_store_number(machine, kind->result[0].to,
                              refused ? 0 : with->library.last_insert_rowid(session->connection));
    }
    tape_store_rows(machine, statement, rows);
    if (!rows && kind->missing_kind >= 0) {
        transport_no_row(with->of, statement, machine, why);
        return CALL_NO_ROW;
    }
    return stored ? CALL_DONE : CALL_FAULT;
}

transport sqlite_transport(outpace_sqlite *sqlite, const tape *of)
{
    sqlite->of = of;
    return (transport){sqlite, open_session, make_call, close_session, cancel_call, false};
}

/* ---- functions called by Python and SQLite ---- */

static bool load_functions(SqliteFunction *const *table, SqliteLibrary *to)
{
    if (((int (*)(void))table[SQLITE_AT_VERSION])() < SQLITE_VERSION)
        return false;
#define TAKEN(place, result, name, arguments) to->name = (result(*) arguments)table[place];
    SQLITE_FUNCTIONS(TAKEN)
#undef TAKEN
    return true;
}

int32_t outpace_sqlite_extension(void *connection, char **error, const void *table)
{
    SqliteLibrary sqlite;
    char sql[100];
    if (!load_functions(table, &sqlite))
        return SQLITE_ERROR;
    snprintf(sql, sizeof sql, "CREATE TEMP VIEW outpace_library AS SELECT %" PRIiPTR " AS address", (intptr_t)table);
    return sqlite.exec(connection, sql, NULL, NULL, error);
}

outpace_sqlite *outpace_sqlite_new(int64_t table, const char *path, const char *vfs, int32_t busy_tries,
                                   int64_t busy_pause_ns, uint32_t statements)
{
    outpace_sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (!sqlite)
        return NULL;
    mutex_init(&sqlite->writer);
    sqlite->busy_tries = busy_tries;
    sqlite->busy_pause_ns = busy_pause_ns;
    sqlite->statements = statements;
    sqlite->path = copy_of(path);
    sqlite->vfs = copy_of(vfs);
    sqlite->statement = calloc(statements + 1, sizeof *sqlite->statement);
    if (!sqlite->path || !sqlite->vfs || !sqlite->statement ||
        !load_functions((SqliteFunction *const *)(intptr_t)table, &sqlite->library)) {
        outpace_sqlite_free(sqlite);
        return NULL;
    }
    return sqlite;
}

int32_t outpace_sqlite_statement(outpace_sqlite *sqlite, uint32_t statement, const char *sql, const char *names,
                                 int32_t kind)
{
    if (statement >= sqlite->statements || sqlite->statement[statement].sql)
        return 0;
    call_text *to = &sqlite->statement[statement];
    *to = (call_text){copy_of(sql), copy_of(names), kind};
    return to->sql && to->names;
}

int32_t outpace_sqlite_setting(outpace_sqlite *sqlite, const char *sql, const char *wanted)
{
    if (sqlite->settings == MOST_SETTINGS)
        return 0;
    setting *to = &sqlite->setting[sqlite->settings++];
    *to = (setting){copy_of(sql), wanted ? copy_of(wanted) : NULL};
    return to->sql && (to->wanted || !wanted);
}

void outpace_sqlite_free(outpace_sqlite *sqlite)
{
    if (!sqlite)
        return;
    for (uint32_t i = 0; sqlite->statement && i < sqlite->statements; i++) {
        free(sqlite->statement[i].sql);
        free(sqlite->statement[i].names);
    }
    for (int32_t i = 0; i < sqlite->settings; i++) {
        free(sqlite->setting[i].sql);
        free(sqlite->setting[i].wanted);
    }
    free(sqlite->statement);
    free(sqlite->path);
    free(sqlite->vfs);
    mutex_destroy(&sqlite->writer);
    free(sqlite);
}
