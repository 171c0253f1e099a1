/* SPDX-License-Identifier: Apache-2.0 */
#include "libpq.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outpace.h"
#include "shared_library.h"
#include "threads.h"

/* From PostgreSQL's libpq-fe.h (chapter 34 of its documentation) and pg_type.dat; part of its stable interface. */
typedef void *pq_connection;
typedef void *pq_result;
typedef void *pq_cancel;
typedef uint32_t pq_type;

enum {
    CONNECTION_OK = 0,
    CONNECTION_BAD = 1,
    COMMAND_OK = 1,
    TUPLES_OK = 2,
    COPY_OUT = 3,
    COPY_IN = 4,
    COPY_BOTH = 8,
    AS_TEXT = 0,
    FIELD_SEVERITY = 'S',
    FIELD_STATE = 'C',
    FIELD_MESSAGE = 'M',
    FIELD_DETAIL = 'D',
    TYPE_BOOLEAN = 16,
    TYPE_LONG = 20,
    TYPE_SHORT = 21,
    TYPE_INTEGER = 23,
    TYPE_REAL = 700,
    TYPE_DOUBLE = 701,
    TYPE_NUMERIC = 1700
};

typedef struct {
    pq_connection (*connectdbParams)(const char *const *, const char *const *, int);
    int (*status)(pq_connection);
    char *(*errorMessage)(pq_connection);
    void (*finish)(pq_connection);
    int (*socket)(pq_connection);
    int (*setnonblocking)(pq_connection, int);
    void (*(*setNoticeProcessor)(pq_connection, void (*)(void *, const char *), void *))(void *, const char *);
    pq_result (*execParams)(pq_connection, const char *, int, const pq_type *, const char *const *, const int *,
                            const int *, int);
    int (*sendPrepare)(pq_connection, const char *, const char *, int, const pq_type *);
    int (*sendQuery)(pq_connection, const char *);
    int (*sendQueryPrepared)(pq_connection, const char *, int, const char *const *, const int *, const int *, int);
    int (*flush)(pq_connection);
    int (*consumeInput)(pq_connection);
    int (*isBusy)(pq_connection);
    pq_result (*getResult)(pq_connection);
    int (*resultStatus)(pq_result);
    char *(*resultErrorField)(pq_result, int);
    int (*ntuples)(pq_result);
    int (*nfields)(pq_result);
    char *(*fname)(pq_result, int);
    pq_type (*ftype)(pq_result, int);
    int (*getisnull)(pq_result, int, int);
    char *(*getvalue)(pq_result, int, int);
    int (*getlength)(pq_result, int, int);
    void (*clear)(pq_result);
    pq_cancel (*getCancel)(pq_connection);
    int (*cancel)(pq_cancel, char *, int);
    void (*freeCancel)(pq_cancel);
} library;

#define MOST_FIELDS 32
#define MOST_SETTINGS 64
#define MOST_VALUES 4
#define DIGITS 32
#define NAME 32

/* Setting: a statement executed at the start of each session, as in odbc.c. */
typedef struct {
    char *sql;
    int32_t values;
    char *value[MOST_VALUES];
    int32_t column;
} setting;

struct outpace_libpq {
    library pq;
    /* The last element remains NULL, to terminate the array. */
    char *keyword[MOST_FIELDS + 1], *value[MOST_FIELDS + 1];
    int32_t fields;
    setting setting[MOST_SETTINGS];
    int32_t settings;
    uint32_t statements;
    char **sql;
    char (*name)[NAME]; /* names of the prepared statements */
    const tape *of;
};

static char *copy_of(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = malloc(bytes);
    if (copy)
        memcpy(copy, text, bytes);
    return copy;
}

/* ---- sessions ---- */

typedef enum { PREPARING, EXECUTING } stage;

typedef struct {
    struct outpace_libpq *with;
    pq_connection connection;
    bool *prepared;
    bool never_waits;
    pq_cancel cancel;
    cancel_sender sender;
    /* Call in flight. */
    uint32_t called;
    stage stage;
    bool writes;
    call_end end; /* result so far */
} libpq_session;

static void set_failure(call_failure *why, const char *state, const char *text)
{
    snprintf(why->state, sizeof why->state, "%s", state);
    snprintf(why->text, FAILURE_TEXT, "%s", text);
}

/* Reports a lost connection, with the library's message. */
static void report_lost_connection(libpq_session *session, call_failure *why)
{
    set_failure(why, "08S01", session->with->pq.errorMessage(session->connection));
}

/* Reports the server's error message or, if absent, the library's. */
static void report_refusal(libpq_session *session, pq_result result, call_failure *why)
{
    library *pq = &session->with->pq;
    const char *state = pq->resultErrorField(result, FIELD_STATE), *text = pq->resultErrorField(result, FIELD_MESSAGE);
    const char *severity = pq->resultErrorField(result, FIELD_SEVERITY);
    const char *detail = pq->resultErrorField(result, FIELD_DETAIL);
    if (!state || !text) {
        report_lost_connection(session, why);
        return;
    }
    snprintf(why->state, sizeof why->state, "%s", state);
    snprintf(why->text, FAILURE_TEXT, "%s: %s%s%s", severity ? severity : "ERROR", text, detail ? "\nDETAIL: " : "",
             detail ? detail : "");
}

/* Discards notices from the server, which the library would write to standard error. */
static void ignore_notice(void *with, const char *text)
{
    (void)with, (void)text;
}

/* Applies one setting to a new session. */
static bool execute_setting(libpq_session *session, const setting *to, call_failure *why)
{
    library *pq = &session->with->pq;
    pq_result result = pq->execParams(session->connection, to->sql, to->values, NULL, (const char *const *)to->value, NULL,
                                      NULL, AS_TEXT);
    int status = pq->resultStatus(result);
    bool fine = status == TUPLES_OK || status == COMMAND_OK;
    if (!fine) {
        report_refusal(session, result, why);
    } else if (to->column) {
        fine = pq->ntuples(result) > 0 && to->column <= pq->nfields(result) &&
               pq->getlength(result, 0, to->column - 1) > 0;
        if (!fine)
            set_failure(why, "", "");
    }
    pq->clear(result);
    return fine;
}

static void close_session(void *opened)
{
    libpq_session *session = opened;
    cancel_sender_join(&session->sender);
    if (session->cancel)
        session->with->pq.freeCancel(session->cancel);
    if (session->connection)
        session->with->pq.finish(session->connection);
    free(session->prepared);
    free(session);
}

static void *open_session(void *with, int32_t user, call_failure *why)
{
    struct outpace_libpq *to = with;
    library *pq = &to->pq;
    libpq_session *session = calloc(1, sizeof *session);
    (void)user;
    why->stage = 0;
    set_failure(why, "", "there is no memory for another session");
    if (!session || !(session->prepared = calloc(to->statements + 1, sizeof *session->prepared))) {
        free(session);
        return NULL;
    }
    session->with = to;
    session->connection = pq->connectdbParams((const char *const *)to->keyword, (const char *const *)to->value, 0);
    bool fine = session->connection && pq->status(session->connection) == CONNECTION_OK;
    if (session->connection && !fine)
        set_failure(why, "08001", pq->errorMessage(session->connection));
    if (fine)
        pq->setNoticeProcessor(session->connection, ignore_notice, NULL);
    for (int32_t i = 0; i < to->settings && fine; i++) {
        why->stage = i + 1;
        fine = execute_setting(session, &to->setting[i], why);
    }
    if (!fine) {
        close_session(session);
        return NULL;
    }
    session->cancel = pq->getCancel(session->connection);
    return session;
}

/* Sends a cancel request over a separate connection and waits until the server closes it, which an unresponsive server
   never does. */
static void ask_to_cancel(void *given)
{
    libpq_session *session = given;
    char why[256];
    session->with->pq.cancel(session->cancel, why, sizeof why);
}

static void cancel_call(void *opened)
{
    libpq_session *session = opened;
    if (session->cancel)
        cancel_sender_start(&session->sender, ask_to_cancel, session);
}

/* ---- calls ---- */

/* Formats a number; about ten times as fast as printf. */
static const char *decimal(int64_t number, char digits[DIGITS])
{
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    char *first = &digits[DIGITS - 1];
    *first = 0;
    do
        *--first = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--first = '-';
    return first;
}

/* Returns an argument as a string; digits: buffer for a number. */
static const char *argument(const outpace_tape_value *value, char digits[DIGITS])
{
    double real;
    if (value->kind == OUTPACE_TAPE_IS_TEXT)
        return value->length < 0 ? NULL : value->text;
    if (value->kind != OUTPACE_TAPE_REAL)
        return decimal(value->number, digits);
    memcpy(&real, &value->number, sizeof real);
    snprintf(digits, DIGITS, "%.17g", real);
    return digits;
}

/* Sends the call, or the request to prepare its statement first. As in psqlODBC, every argument is sent as text, and
   the server infers its type from its use in the statement. */
static call_end send_call(libpq_session *session, const tape_machine *machine, call_failure *why)
{
    library *pq = &session->with->pq;
    const tape_statement *kind = tape_statement_at(session->with->of, session->called);
    int count = (int)kind->arguments, sent;
    const char *name = session->with->name[session->called];
    session->end = CALL_DONE;
    if (kind->direct) {
        session->stage = EXECUTING;
        sent = pq->sendQuery(session->connection, session->with->sql[session->called]);
    } else if (!session->prepared[session->called]) {
        session->stage = PREPARING;
        sent = pq->sendPrepare(session->connection, name, session->with->sql[session->called], count, NULL);
    } else {
        const char *values[OUTPACE_MOST_ARGUMENTS];
        char digits[OUTPACE_MOST_ARGUMENTS][DIGITS];
        for (uint32_t i = 0; i < kind->arguments; i++) {
            outpace_tape_value value = tape_argument(machine, session->called, i);
            values[i] = argument(&value, digits[i]);
        }
        session->stage = EXECUTING;
        sent = pq->sendQueryPrepared(session->connection, name, count, values, NULL, NULL, AS_TEXT);
    }
    int left = sent ? pq->flush(session->connection) : -1;
    session->writes = left > 0;
    if (left < 0) {
        report_lost_connection(session, why);
        return CALL_FAILED;
    }
    return CALL_UNDER_WAY;
}

/* Returns the number of bytes in a string's first `most` UTF-16 units. */
static int32_t truncated_length(const char *text, int length, int most)
{
    int characters = 0;
    for (int i = 0; i < length; i++) {
        uint8_t byte = (uint8_t)text[i];
        if ((byte & 0xc0) != 0x80 && (characters += byte >= 0xf0 ? 2 : 1) > most)
            return i;
    }
    return length;
}

static bool store_value(libpq_session *session, pq_result from, int row, int column, tape_machine *machine,
                        tape_register to)
{
    library *pq = &session->with->pq;
    const char *text = pq->getvalue(from, row, column);
    if (pq->getisnull(from, row, column))
        return tape_store_value(machine, to, (sql_value){.kind = VALUE_NULL});
    switch (pq->ftype(from, column)) {
    case TYPE_BOOLEAN:
        return tape_store_value(machine, to, (sql_value){.kind = VALUE_TRUTH, .integer = *text == 't'});
    case TYPE_LONG:
    case TYPE_SHORT:
    case TYPE_INTEGER:
        return tape_store_value(machine, to, (sql_value){.kind = VALUE_INTEGER, .integer = strtoll(text, NULL, 10)});
    case TYPE_REAL:
    case TYPE_DOUBLE:
        return tape_store_value(machine, to, (sql_value){.kind = VALUE_REAL, .real = strtod(text, NULL)});
    case TYPE_NUMERIC:
        return tape_store_decimal(machine, to, text);
    default:
        return tape_store_value(machine, to, (sql_value){.kind = VALUE_TEXT, .length = pq->getlength(from, row, column), .text = text});
    }
}

/* Stores a row's columns by name. For duplicate names, the last column is stored. */
static bool store_named(libpq_session *session, pq_result from, int row, tape_machine *machine)
{
    library *pq = &session->with->pq;
    const tape_statement *kind = tape_statement_at(session->with->of, session->called);
    for (uint32_t i = 0; i < kind->results; i++) {
        uint32_t length;
        const char *name = tape_string(session->with->of, kind->result[i].name, &length);
        int column = pq->nfields(from) - 1;
        while (column >= 0 && strcmp(pq->fname(from, column), name) != 0)
            column--;
        if (column >= 0 && !store_value(session, from, row, column, machine, kind->result[i].to))
            return false;
    }
    return true;
}

/* Stores a row's columns. Columns missing from the result are stored as NULL. */
static bool store_row(libpq_session *session, pq_result from, int row, tape_machine *machine)
{
    library *pq = &session->with->pq;
    const tape_statement *kind = tape_statement_at(session->with->of, session->called);
    int fields = pq->nfields(from);
    if (kind->named)
        return store_named(session, from, row, machine);
    for (uint32_t i = 0; i < kind->results; i++) {
        int column = (int)kind->result[i].column - 1;
        bool null = column >= fields || pq->getisnull(from, row, column);
        const char *text = null ? "" : pq->getvalue(from, row, column);
        int length = null ? -1 : pq->getlength(from, row, column);
        if (!null && pq->ftype(from, column) == TYPE_BOOLEAN)
            text = *text == 't' ? "1" : "0";
        if (kind->result[i].to.kind == TAPE_NUMBER)
            tape_store_number(machine, kind->result[i].to, strtoll(text, NULL, 10));
        else if (!tape_store_text(machine, kind->result[i].to, text,
                                  null ? -1 : truncated_length(text, length, transport_characters(session->with->of, kind->result[i].to))))
            return false;
    }
    return tape_store_row(machine, session->called);
}

/* Stores the first row, the last row or all rows. */
static bool store(libpq_session *session, pq_result from, tape_machine *machine)
{
    int rows = session->with->pq.ntuples(from);
    const tape_statement *kind = tape_statement_at(session->with->of, session->called);
    int first = kind->last && rows ? rows - 1 : 0;
    int end = kind->list < 0 && !kind->last && rows > 1 ? 1 : rows;
    tape_rows_begin(machine, session->called);
    for (int row = first; row < end; row++)
        if (!store_row(session, from, row, machine))
            return false;
    return true;
}

/* Returns the row count of a result whose columns are stored by name: 0 if there are no columns, TAPE_MISNAMED if a
   column's name is not valid as a variable name. */
static int64_t named_rows(libpq_session *session, pq_result from, const tape_statement *kind, int64_t rows)
{
    library *pq = &session->with->pq;
    int fields = pq->nfields(from);
    for (int column = 0; column < fields && (rows == 1 || (kind->last && rows > 0)); column++)
        if (!tape_is_variable(kind, pq->fname(from, column)))
            return TAPE_MISNAMED;
    return fields ? rows : 0;
}

static void handle_result(libpq_session *session, pq_result result, tape_machine *machine, call_failure *why)
{
    library *pq = &session->with->pq;
    int status = pq->resultStatus(result);
    if (status != TUPLES_OK && status != COMMAND_OK) {
        if (session->end == CALL_DONE)
            report_refusal(session, result, why);
        session->end = CALL_FAILED;
    } else if (session->stage == EXECUTING) {
        const tape_statement *kind = tape_statement_at(session->with->of, session->called);
        int64_t rows = pq->ntuples(result);
        if (kind->named)
            rows = named_rows(session, result, kind, rows);
        if (!store(session, result, machine))
            session->end = CALL_FAULT;
        tape_store_rows(machine, session->called, rows);
        if (!rows && kind->missing_kind >= 0) {
            transport_no_row(session->with->of, session->called, machine, why);
            session->end = CALL_NO_ROW;
        }
    }
    pq->clear(result);
}

/* Reads the available part of the server's response, or all of it if `waits` is set. */
static call_end read_answer(libpq_session *session, tape_machine *machine, call_failure *why, bool waits)
{
    library *pq = &session->with->pq;
    while (waits || !pq->isBusy(session->connection)) {
        pq_result result = pq->getResult(session->connection);
        int status = result ? pq->resultStatus(result) : COMMAND_OK;
        if (status == COPY_IN || status == COPY_OUT || status == COPY_BOTH) {
            /* Otherwise libpq would wait for COPY data forever. */
            set_failure(why, "08S01", "a call can't be a COPY");
            pq->clear(result);
            return CALL_FAILED;
        }
        if (result) {
            handle_result(session, result, machine, why);
            continue;
        }
        if (session->end == CALL_DONE && pq->status(session->connection) == CONNECTION_BAD) {
            report_lost_connection(session, why);
            return CALL_FAILED;
        }
        if (session->stage == EXECUTING || session->end != CALL_DONE)
            return session->end;
        session->prepared[session->called] = true;
        if (send_call(session, machine, why) == CALL_FAILED)
            return CALL_FAILED;
    }
    return CALL_UNDER_WAY;
}

static call_end begin_call(libpq_session *session, uint32_t statement, tape_machine *machine, call_failure *why)
{
    why->state[0] = why->text[0] = 0;
    session->called = statement;
    return send_call(session, machine, why);
}

static call_end make_call(void *opened, uint32_t statement, tape_machine *machine, call_failure *why)
{
    call_end end = begin_call(opened, statement, machine, why);
    return end == CALL_UNDER_WAY ? read_answer(opened, machine, why, true) : end;
}

static call_end begin_step(void *opened, uint32_t statement, tape_machine *machine, call_failure *why)
{
    libpq_session *session = opened;
    session->never_waits = session->never_waits || !session->with->pq.setnonblocking(session->connection, 1);
    return begin_call(session, statement, machine, why);
}

static call_end go_on(void *opened, tape_machine *machine, call_failure *why)
{
    libpq_session *session = opened;
    library *pq = &session->with->pq;
    int left = session->writes ? pq->flush(session->connection) : 0;
    session->writes = left > 0;
    if (left < 0 || !pq->consumeInput(session->connection)) {
        report_lost_connection(session, why);
        return CALL_FAILED;
    }
    return read_answer(session, machine, why, false);
}

static int socket_of(void *opened, bool *writes)
{
    libpq_session *session = opened;
    *writes = session->writes;
    return session->with->pq.socket(session->connection);
}

transport libpq_transport(void *given, const tape *of)
{
    struct outpace_libpq *libpq = given;
    libpq->of = of;
    return (transport){libpq, open_session, make_call, close_session, cancel_call, true};
}

transport_steps libpq_steps(void)
{
    return (transport_steps){begin_step, go_on, socket_of};
}

/* ---- functions called by Python ---- */

static bool load_library(const char *path, library *to, char *why)
{
    void *loaded = shared_library_open(path, why);
#define FIND(name) shared_library_find(loaded, "PQ" #name, &to->name)
    if (!loaded)
        return false;
    if (FIND(connectdbParams) && FIND(status) && FIND(errorMessage) && FIND(finish) && FIND(socket) &&
        FIND(setnonblocking) && FIND(setNoticeProcessor) && FIND(execParams) && FIND(sendPrepare) &&
        FIND(sendQuery) && FIND(sendQueryPrepared) && FIND(flush) && FIND(consumeInput) && FIND(isBusy) && FIND(getResult) &&
        FIND(resultStatus) && FIND(resultErrorField) && FIND(ntuples) && FIND(nfields) && FIND(fname) && FIND(ftype) &&
        FIND(getisnull) && FIND(getvalue) && FIND(getlength) && FIND(clear) && FIND(getCancel) &&
        FIND(cancel) && FIND(freeCancel))
        return true;
    snprintf(why, TAPE_WHY, "%s lacks a function of libpq", path);
    return false;
}

struct outpace_libpq *outpace_libpq_new(const char *path, uint32_t statements, char *why)
{
    struct outpace_libpq *libpq = calloc(1, sizeof *libpq);
    snprintf(why, TAPE_WHY, "there is no memory for sessions");
    if (!libpq)
        return NULL;
    libpq->statements = statements;
    libpq->sql = calloc(statements + 1, sizeof *libpq->sql);
    libpq->name = calloc(statements + 1, sizeof *libpq->name);
    if (!libpq->sql || !libpq->name || !load_library(path, &libpq->pq, why)) {
        outpace_libpq_free(libpq);
        return NULL;
    }
    for (uint32_t i = 0; i < statements; i++)
        snprintf(libpq->name[i], NAME, "outpace_%" PRIu32, i);
    return libpq;
}

int32_t outpace_libpq_field(struct outpace_libpq *libpq, const char *keyword, const char *value)
{
    if (libpq->fields == MOST_FIELDS)
        return 0;
    char *name = copy_of(keyword), *text = copy_of(value);
    if (!name || !text) {
        free(name);
        free(text);
        return 0;
    }
    libpq->keyword[libpq->fields] = name;
    libpq->value[libpq->fields++] = text;
    return 1;
}

int32_t outpace_libpq_statement(struct outpace_libpq *libpq, uint32_t statement, const char *sql)
{
    if (statement >= libpq->statements)
        return 0;
    free(libpq->sql[statement]);
    return (libpq->sql[statement] = copy_of(sql)) != NULL;
}

int32_t outpace_libpq_setting(struct outpace_libpq *libpq, const char *sql, const char *const *values, int32_t count,
                              int32_t wanted)
{
    if (libpq->settings == MOST_SETTINGS || count > MOST_VALUES)
        return 0;
    setting *to = &libpq->setting[libpq->settings++];
    to->sql = copy_of(sql);
    to->values = count;
    to->column = wanted;
    bool whole = to->sql != NULL;
    for (int32_t i = 0; i < count; i++)
        whole = (to->value[i] = copy_of(values[i])) && whole;
    return whole;
}

void outpace_libpq_free(struct outpace_libpq *libpq)
{
    if (!libpq)
        return;
    for (int32_t i = 0; i < libpq->fields; i++) {
        for (volatile char *at = libpq->value[i]; *at; at++)
            *at = 0; /* one of them is the password */
        free(libpq->keyword[i]);
        free(libpq->value[i]);
    }
    for (uint32_t i = 0; libpq->sql && i < libpq->statements; i++)
        free(libpq->sql[i]);
    free(libpq->sql);
    free(libpq->name);
    for (int32_t i = 0; i < libpq->settings; i++) {
        free(libpq->setting[i].sql);
        for (int32_t k = 0; k < MOST_VALUES; k++)
            free(libpq->setting[i].value[k]);
    }
    free(libpq);
}
