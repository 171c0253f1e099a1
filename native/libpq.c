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

/* Same as in odbc.c. */
typedef struct {
    char *sql;
    int32_t values;
    char *value[MOST_VALUES];
    int32_t column;
} setting;

struct outpace_libpq {
    library pq;
    /* One more, which stays NULL. */
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
    canceller canceller;
    /* Call in flight. */
    uint32_t called;
    stage stage;
    bool writes;
    call_end end; /* known so far */
} session;

static void said(call_failure *why, const char *state, const char *text)
{
    snprintf(why->state, sizeof why->state, "%s", state);
    snprintf(why->text, FAILURE_TEXT, "%s", text);
}

/* Reports the library's message about the connection itself. */
static void lost(session *is, call_failure *why)
{
    said(why, "08S01", is->with->pq.errorMessage(is->connection));
}

/* Reports the server's error or, if there is none, the library's. */
static void refused(session *is, pq_result result, call_failure *why)
{
    library *pq = &is->with->pq;
    const char *state = pq->resultErrorField(result, FIELD_STATE), *text = pq->resultErrorField(result, FIELD_MESSAGE);
    const char *severity = pq->resultErrorField(result, FIELD_SEVERITY);
    const char *detail = pq->resultErrorField(result, FIELD_DETAIL);
    if (!state || !text) {
        lost(is, why);
        return;
    }
    snprintf(why->state, sizeof why->state, "%s", state);
    snprintf(why->text, FAILURE_TEXT, "%s: %s%s%s", severity ? severity : "ERROR", text, detail ? "\nDETAIL: " : "",
             detail ? detail : "");
}

/* Ignores a server's notices, which the library would write to standard error. */
static void unheard(void *with, const char *text)
{
    (void)with, (void)text;
}

/* Executes one setting of a new session. */
static bool set(session *is, const setting *to, call_failure *why)
{
    library *pq = &is->with->pq;
    pq_result result = pq->execParams(is->connection, to->sql, to->values, NULL, (const char *const *)to->value, NULL,
                                      NULL, AS_TEXT);
    int status = pq->resultStatus(result);
    bool fine = status == TUPLES_OK || status == COMMAND_OK;
    if (!fine) {
        refused(is, result, why);
    } else if (to->column) {
        fine = pq->ntuples(result) > 0 && to->column <= pq->nfields(result) &&
               pq->getlength(result, 0, to->column - 1) > 0;
        if (!fine)
            said(why, "", "");
    }
    pq->clear(result);
    return fine;
}

static void close_session(void *opened)
{
    session *is = opened;
    canceller_end(&is->canceller);
    if (is->cancel)
        is->with->pq.freeCancel(is->cancel);
    if (is->connection)
        is->with->pq.finish(is->connection);
    free(is->prepared);
    free(is);
}

static void *open_session(void *with, int32_t user, call_failure *why)
{
    struct outpace_libpq *to = with;
    library *pq = &to->pq;
    session *is = calloc(1, sizeof *is);
    (void)user;
    why->stage = 0;
    said(why, "", "there is no memory for another session");
    if (!is || !(is->prepared = calloc(to->statements + 1, sizeof *is->prepared))) {
        free(is);
        return NULL;
    }
    is->with = to;
    is->connection = pq->connectdbParams((const char *const *)to->keyword, (const char *const *)to->value, 0);
    bool fine = is->connection && pq->status(is->connection) == CONNECTION_OK;
    if (is->connection && !fine)
        said(why, "08001", pq->errorMessage(is->connection));
    if (fine)
        pq->setNoticeProcessor(is->connection, unheard, NULL);
    for (int32_t i = 0; i < to->settings && fine; i++) {
        why->stage = i + 1;
        fine = set(is, &to->setting[i], why);
    }
    if (!fine) {
        close_session(is);
        return NULL;
    }
    is->cancel = pq->getCancel(is->connection);
    return is;
}

/* Opens a separate connection and waits until the server closes it, which an unresponsive server never does. */
static void ask_to_cancel(void *given)
{
    session *is = given;
    char why[256];
    is->with->pq.cancel(is->cancel, why, sizeof why);
}

static void cancel_call(void *opened)
{
    session *is = opened;
    if (is->cancel)
        canceller_begin(&is->canceller, ask_to_cancel, is);
}

/* ---- calls ---- */

/* Ten times as fast as printf. */
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

/* Returns an argument as text; digits: space for a number. */
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

/* Sends the call, or first its preparation. As in psqlODBC, every argument is sent as text and gets its type from its
   use in the statement. */
static call_end send_call(session *is, const tape_machine *machine, call_failure *why)
{
    library *pq = &is->with->pq;
    const tape_statement *kind = tape_statement_at(is->with->of, is->called);
    int count = (int)kind->arguments, sent;
    const char *name = is->with->name[is->called];
    is->end = CALL_DONE;
    if (kind->direct) {
        is->stage = EXECUTING;
        sent = pq->sendQuery(is->connection, is->with->sql[is->called]);
    } else if (!is->prepared[is->called]) {
        is->stage = PREPARING;
        sent = pq->sendPrepare(is->connection, name, is->with->sql[is->called], count, NULL);
    } else {
        const char *values[OUTPACE_MOST_ARGUMENTS];
        char digits[OUTPACE_MOST_ARGUMENTS][DIGITS];
        for (uint32_t i = 0; i < kind->arguments; i++) {
            outpace_tape_value value = tape_argument(machine, is->called, i);
            values[i] = argument(&value, digits[i]);
        }
        is->stage = EXECUTING;
        sent = pq->sendQueryPrepared(is->connection, name, count, values, NULL, NULL, AS_TEXT);
    }
    int left = sent ? pq->flush(is->connection) : -1;
    is->writes = left > 0;
    if (left < 0) {
        lost(is, why);
        return CALL_FAILED;
    }
    return CALL_UNDER_WAY;
}

/* Returns the bytes of a text up to `most` UTF-16 units. */
static int32_t cut(const char *text, int length, int most)
{
    int characters = 0;
    for (int i = 0; i < length; i++) {
        uint8_t byte = (uint8_t)text[i];
        if ((byte & 0xc0) != 0x80 && (characters += byte >= 0xf0 ? 2 : 1) > most)
            return i;
    }
    return length;
}

static bool store_value(session *is, pq_result from, int column, tape_machine *machine, tape_register to)
{
    library *pq = &is->with->pq;
    const char *text = pq->getvalue(from, 0, column);
    if (pq->getisnull(from, 0, column))
        return tape_store_value(machine, to, (value){.kind = VALUE_NULL});
    switch (pq->ftype(from, column)) {
    case TYPE_BOOLEAN:
        return tape_store_value(machine, to, (value){.kind = VALUE_TRUTH, .integer = *text == 't'});
    case TYPE_LONG:
    case TYPE_SHORT:
    case TYPE_INTEGER:
        return tape_store_value(machine, to, (value){.kind = VALUE_INTEGER, .integer = strtoll(text, NULL, 10)});
    case TYPE_REAL:
    case TYPE_DOUBLE:
        return tape_store_value(machine, to, (value){.kind = VALUE_REAL, .real = strtod(text, NULL)});
    case TYPE_NUMERIC:
        return tape_store_decimal(machine, to, text);
    default:
        return tape_store_value(machine, to, (value){.kind = VALUE_TEXT, .length = pq->getlength(from, 0, column), .text = text});
    }
}

/* Stores the first row's columns by name; of equal names the last one. */
static bool store_named(session *is, pq_result from, tape_machine *machine)
{
    library *pq = &is->with->pq;
    const tape_statement *kind = tape_statement_at(is->with->of, is->called);
    for (uint32_t i = 0; i < kind->results; i++) {
        uint32_t length;
        const char *name = tape_string(is->with->of, kind->result[i].name, &length);
        int column = pq->nfields(from) - 1;
        while (column >= 0 && strcmp(pq->fname(from, column), name) != 0)
            column--;
        if (column >= 0 && !store_value(is, from, column, machine, kind->result[i].to))
            return false;
    }
    return true;
}

/* Stores a row's columns. Columns missing in the result are NULL. */
static bool store_row(session *is, pq_result from, int row, tape_machine *machine)
{
    library *pq = &is->with->pq;
    const tape_statement *kind = tape_statement_at(is->with->of, is->called);
    int fields = pq->nfields(from);
    if (kind->named)
        return store_named(is, from, machine);
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
                                  null ? -1 : cut(text, length, transport_characters(is->with->of, kind->result[i].to))))
            return false;
    }
    return tape_store_row(machine, is->called);
}

/* Stores the first row, or all of them. */
static bool store(session *is, pq_result from, tape_machine *machine)
{
    int rows = is->with->pq.ntuples(from);
    int told = tape_statement_at(is->with->of, is->called)->list < 0 && rows > 1 ? 1 : rows;
    tape_rows_begin(machine, is->called);
    for (int row = 0; row < told; row++)
        if (!store_row(is, from, row, machine))
            return false;
    return true;
}

static void take(session *is, pq_result result, tape_machine *machine, call_failure *why)
{
    library *pq = &is->with->pq;
    int status = pq->resultStatus(result);
    if (status != TUPLES_OK && status != COMMAND_OK) {
        if (is->end == CALL_DONE)
            refused(is, result, why);
        is->end = CALL_FAILED;
    } else if (is->stage == EXECUTING) {
        int64_t rows = pq->ntuples(result);
        if (!store(is, result, machine))
            is->end = CALL_FAULT;
        tape_store_rows(machine, is->called, rows);
        if (!rows && tape_statement_at(is->with->of, is->called)->missing_kind >= 0) {
            transport_no_row(is->with->of, is->called, machine, why);
            is->end = CALL_NO_ROW;
        }
    }
    pq->clear(result);
}

/* Reads the available part of an answer; waits: read all of it. */
static call_end answered(session *is, tape_machine *machine, call_failure *why, bool waits)
{
    library *pq = &is->with->pq;
    while (waits || !pq->isBusy(is->connection)) {
        pq_result result = pq->getResult(is->connection);
        int status = result ? pq->resultStatus(result) : COMMAND_OK;
        if (status == COPY_IN || status == COPY_OUT || status == COPY_BOTH) {
            /* It would request data forever. */
            said(why, "08S01", "a call can't be a COPY");
            pq->clear(result);
            return CALL_FAILED;
        }
        if (result) {
            take(is, result, machine, why);
            continue;
        }
        if (is->end == CALL_DONE && pq->status(is->connection) == CONNECTION_BAD) {
            lost(is, why);
            return CALL_FAILED;
        }
        if (is->stage == EXECUTING || is->end != CALL_DONE)
            return is->end;
        is->prepared[is->called] = true;
        if (send_call(is, machine, why) == CALL_FAILED)
            return CALL_FAILED;
    }
    return CALL_UNDER_WAY;
}

static call_end begin_call(session *is, uint32_t statement, tape_machine *machine, call_failure *why)
{
    why->state[0] = why->text[0] = 0;
    is->called = statement;
    return send_call(is, machine, why);
}

static call_end make_call(void *opened, uint32_t statement, tape_machine *machine, call_failure *why)
{
    call_end end = begin_call(opened, statement, machine, why);
    return end == CALL_UNDER_WAY ? answered(opened, machine, why, true) : end;
}

static call_end begin_step(void *opened, uint32_t statement, tape_machine *machine, call_failure *why)
{
    session *is = opened;
    is->never_waits = is->never_waits || !is->with->pq.setnonblocking(is->connection, 1);
    return begin_call(is, statement, machine, why);
}

static call_end go_on(void *opened, tape_machine *machine, call_failure *why)
{
    session *is = opened;
    library *pq = &is->with->pq;
    int left = is->writes ? pq->flush(is->connection) : 0;
    is->writes = left > 0;
    if (left < 0 || !pq->consumeInput(is->connection)) {
        lost(is, why);
        return CALL_FAILED;
    }
    return answered(is, machine, why, false);
}

static int socket_of(void *opened, bool *writes)
{
    session *is = opened;
    *writes = is->writes;
    return is->with->pq.socket(is->connection);
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

static bool found(const char *path, library *to, char *why)
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
    if (!libpq)
        return NULL;
    libpq->statements = statements;
    libpq->sql = calloc(statements + 1, sizeof *libpq->sql);
    libpq->name = calloc(statements + 1, sizeof *libpq->name);
    if (!libpq->sql || !libpq->name || !found(path, &libpq->pq, why)) {
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
