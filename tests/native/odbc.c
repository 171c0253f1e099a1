/* SPDX-License-Identifier: Apache-2.0 */
/* Tests users over ODBC, with a driver manager in this program that returns all types: in pieces, truncated or not at
   all.

   Makes each call of a session fail once, in several ways. Checks that the reason is reported, that the call succeeds
   when repeated, and that every handle is freed. Then runs a crew while calls fail, hang and are canceled at random. */

#include "../../native/odbc.h"
#include "../../native/outpace.h"
#include "check.h"

#include <stdatomic.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

typedef uint16_t wide;

/* Values from ODBC's headers. */
enum { SUCCESS = 0, WITH_INFO = 1, NO_DATA = 100, FAILED = -1, NULL_DATA = -1 };
enum { ENVIRONMENT = 1, CONNECTION, STATEMENT };
enum { C_CHAR = 1, C_LONG = 4, C_DOUBLE = 8, C_WIDE = -8, C_BIGINT = -25, C_BIT = -7 };
enum { DECIMAL = 3, REAL = 7, VARCHAR = 12, LONG_VARCHAR = -1, BIGINT = -5, TINY = -6, BIT = -7, WIDE_VARCHAR = -9,
       WIDE_LONG_VARCHAR = -10 };

/* There are no races to detect in a single thread. */
#if defined __SANITIZE_THREAD__
#define VARIANTS 1
#else
#define VARIANTS 8
#endif

enum { ROW, LIST, VALUES, DIRECT, ECHO, MISSING, STATEMENTS };

#define LARGE (1LL << 40)
#define LONG_TEXT 1500 /* in characters; read in three pieces */

static const uint32_t words[] = {
    0x45504154, 1,
    2, 3, 1, 2, 12, 0, STATEMENTS, 27, /* numbers, constants, reals, texts, strings, tables, statements, instructions */
    40, 5000,                          /* sizes of the text registers */
    7, 0, 0, 256, 0, 0,                /* the constants 7, 2^40 and 0, in registers 2, 3 and 4 */
    0, 0x40040000,                     /* 2.5 */
    3, 4, 12, 3, 4, 3, 4, 4, 7, 4, 4, 8, /* sizes of the strings */
    /* operation, flags, arguments, results, rows, missing; registers of the arguments; columns and their registers */
    0, 1, 2, 2, 0, 0, 0,    0, 0, 1, 0,                            1, 0, 1, 2, 1, 1,
    0, 3, 1, 1, 0, 0, 0, 0, 1, 1,                                  1, 0, 1,
    0, 9, 6, 9, 0, 0, 0,    2, 0, 2, 1, 2, 2, 2, 3, 2, 4, 2, 5,
    3, 2, 6, 4, 2, 7, 5, 2, 8, 6, 2, 9, 7, 2, 10, 8, 2, 11, 9, 2, 12, 10, 2, 13, 11, 2, 14,
    0, 5, 0, 0, 0, 0, 0,
    0, 1, 11, 0, 0, 0, 0,   2, 6, 2, 7, 2, 8, 2, 9, 2, 10, 2, 11, 2, 12, 2, 13, 2, 14, 0, 1, 1, 1,
    0, 1, 1, 1, 0, 2, 3,    0, 0,                                  1, 0, 1,
    40, 0, 0, 0,            /* begin the transaction */
    45, 0, 2, 0, 45, 1, 3, 0, 46, 2, 0, 0, 47, 3, 1, 0, 48, 4, 0, 0, 44, 5, 0, 0, /* values: 7, 2^40, 2.5, true, abc, NULL */
    12, 0, 0, 0, 14, 0, 0, 0, 12, 1, 0, 0, 14, 1, 0, 0, 1, 0, 2, 0, /* both strings abc, the number 7 */
    19, ROW, 0, 0, 19, VALUES, 0, 0, 19, ECHO, 0, 0, 19, LIST, 0, 0, 19, DIRECT, 0, 0, 19, DIRECT, 0, 0,
    13, 0, 0, 0, 1, 0, 3, 0, 19, ROW, 0, 0,                         /* again with NULL and 2^40 */
    48, 0, 2, 0, 44, 4, 0, 0, 19, VALUES, 0, 0,                     /* a string instead of 7, NULL instead of abc */
    19, MISSING, 0, 0,
    41, 0, 0, 0,
    0, 0, 0, 0,
};
static const char strings[] = "abcnoneno row of {}bittinybigrealwidedecimalnulllongfraction";
static const char *const sqls[] = {"row", "list", "values", "direct", "echo", "missing"};

/* ---- the driver manager ---- */

typedef struct {
    int16_t c_type, sql_type;
    void *from;
    int64_t *length;
} parameter;

typedef struct handle {
    int16_t kind;
    int32_t sql; /* -1 for the setting's statement */
    bool connected, untraced;
    uint32_t dice;
    int rows, results; /* rows and result sets left */
    int column;        /* column that GetData read last */
    size_t read;       /* characters already read from that column */
    parameter parameter[16];
    parameter column_to[4];
    int64_t room[4];
    atomic_bool canceled;
} handle;

typedef struct {
    const char *name;
    int16_t type;
} named;

static const named columns[] = {{"bit", BIT},   {"tiny", TINY},       {"big", BIGINT}, {"real", REAL},        {"wide", WIDE_VARCHAR},
                                {"other", BIT}, {"decimal", DECIMAL}, {"null", REAL},  {"long", WIDE_VARCHAR}, {"fraction", DECIMAL}};
enum { NAMED = sizeof columns / sizeof *columns };

typedef enum { SPOKEN, SILENT, BABBLING } fault;

static _Atomic int64_t handles[4], cancels, held;
static atomic_bool hang, at_random, row_is_missing;
/* Number of calls in one thread until one fails; 0 for no failure. */
static int64_t calls_left;
static fault way;
static bool several_results, as_utf8;
static const char *failed_in;

static const wide naive[] = {'n', 'a', 0xef, 'v', 'e', ' ', 0xd83d, 0xde00, 0};

static uint32_t throw(handle *of)
{
    of->dice ^= of->dice << 13;
    of->dice ^= of->dice >> 17;
    return of->dice ^= of->dice << 5;
}

static bool fails(const char *function)
{
    if (at_random || !calls_left || --calls_left)
        return false;
    failed_in = function;
    return true;
}

static bool same(const wide *text, const char *expected)
{
    while (*expected && *text == (wide)*expected)
        text++, expected++;
    return !*text && !*expected;
}

EXPORTED int16_t SQLAllocHandle(int16_t kind, handle *parent, handle **made)
{
    static _Atomic uint32_t seed = 2463534242U;
    CHECK(kind == ENVIRONMENT ? !parent : parent && parent->kind == kind - 1);
    if (fails("SQLAllocHandle"))
        return FAILED;
    *made = calloc(1, sizeof **made);
    (*made)->kind = kind;
    (*made)->dice = (seed += 7919);
    handles[kind]++;
    return SUCCESS;
}

EXPORTED int16_t SQLFreeHandle(int16_t kind, handle *of)
{
    CHECK(of && of->kind == kind && !of->connected);
    handles[kind]--;
    free(of);
    return SUCCESS;
}

EXPORTED int16_t SQLSetEnvAttr(handle *of, int32_t attribute, void *value, int32_t length)
{
    CHECK(of->kind == ENVIRONMENT && attribute == 200 && (intptr_t)value == 3 && !length);
    return fails("SQLSetEnvAttr") ? FAILED : SUCCESS;
}

EXPORTED int16_t SQLSetConnectAttrW(handle *of, int32_t attribute, void *value, int32_t length)
{
    CHECK(of->kind == CONNECTION && !length);
    if (attribute == 104)
        of->untraced = !(intptr_t)value;
    else
        CHECK(attribute == 103 && (intptr_t)value == 5);
    return SUCCESS;
}

EXPORTED int16_t SQLDriverConnectW(handle *of, void *window, wide *text, int16_t length, wide *out, int16_t room, int16_t *used,
                                   uint16_t prompt)
{
    CHECK(of->kind == CONNECTION && !window && length == -3 && !out && !room && used && !prompt);
    CHECK(same(text, "PWD=secret") && of->untraced);
    if (fails("SQLDriverConnect") || (at_random && throw(of) % 7 == 0))
        return FAILED;
    of->connected = true;
    return WITH_INFO;
}

EXPORTED int16_t SQLDisconnect(handle *of)
{
    CHECK(of->kind == CONNECTION && of->connected);
    of->connected = false;
    return SUCCESS;
}

EXPORTED int16_t SQLGetDiagRecW(int16_t kind, handle *of, int16_t number, wide *state, int32_t *native, wide *text, int16_t room,
                                int16_t *length)
{
    CHECK(of->kind == kind && number == 1 && room == 1023);
    if (!at_random && way == SILENT)
        return NO_DATA;
    const char *code = at_random ? (of->dice % 2 ? "40001" : "08S01") : "HY000";
    for (int i = 0; i < 6; i++)
        state[i] = (wide)code[i];
    *native = 7;
    /* A string of surrogates that fills its buffer without a terminator. */
    for (int i = 0; i < room; i++)
        text[i] = way == BABBLING ? 0xd800 : i < 5 ? (wide)"broke"[i] : 0;
    *length = way == BABBLING ? INT16_MAX : 5;
    return WITH_INFO;
}

static int32_t number_of(const wide *sql)
{
    for (int32_t i = 0; i < STATEMENTS; i++)
        if (same(sql, sqls[i]))
            return i;
    CHECK(same(sql, "SET ?, ?, ?"));
    return -1;
}

EXPORTED int16_t SQLPrepareW(handle *of, wide *sql, int32_t length)
{
    CHECK(of->kind == STATEMENT && length == -3);
    of->sql = number_of(sql);
    CHECK(of->sql >= 0 && of->sql != DIRECT);
    return fails("SQLPrepare") ? FAILED : SUCCESS;
}

EXPORTED int16_t SQLBindParameter(handle *of, uint16_t at, int16_t way_in, int16_t c_type, int16_t sql_type, uint64_t size,
                                  int16_t digits, void *from, int64_t room, int64_t *length)
{
    CHECK(of->kind == STATEMENT && at >= 1 && at <= 16 && way_in == 1 && !digits && from && length);
    bool text = c_type == C_CHAR || c_type == C_WIDE;
    CHECK(!text || (size > 0 && room >= 0 && (c_type == C_CHAR) == as_utf8));
    of->parameter[at - 1] = (parameter){c_type, sql_type, from, length};
    return fails("SQLBindParameter") ? FAILED : SUCCESS;
}

EXPORTED int16_t SQLBindCol(handle *of, uint16_t at, int16_t c_type, void *to, int64_t room, int64_t *length)
{
    CHECK(of->kind == STATEMENT && at >= 1 && at <= 4 && to && length && (c_type == C_BIGINT || c_type == C_WIDE));
    of->column_to[at - 1] = (parameter){c_type, 0, to, length};
    of->room[at - 1] = room;
    return fails("SQLBindCol") ? FAILED : SUCCESS;
}

static void check_number(const parameter *of, int64_t expected)
{
    int64_t found = 0;
    CHECK(of->c_type == C_LONG || of->c_type == C_BIGINT);
    CHECK(*of->length == (of->c_type == C_LONG ? 4 : 8));
    if (of->c_type == C_LONG)
        found = *(int32_t *)of->from;
    else
        memcpy(&found, of->from, sizeof found);
    CHECK(found == expected);
}

static void check_real(const parameter *of, double expected)
{
    double found;
    memcpy(&found, of->from, sizeof found);
    CHECK(of->c_type == C_DOUBLE && *of->length == sizeof found && found == expected);
}

/* Checks a string parameter. expected: NULL for SQL NULL. */
static void check_text(const parameter *of, const char *expected)
{
    CHECK(of->c_type == (as_utf8 ? C_CHAR : C_WIDE));
    if (!expected) {
        CHECK(*of->length == NULL_DATA);
        return;
    }
    size_t characters = strlen(expected);
    CHECK(*of->length == (int64_t)(as_utf8 ? characters : 2 * characters));
    for (size_t i = 0; i < characters; i++)
        CHECK((as_utf8 ? (wide)((char *)of->from)[i] : ((wide *)of->from)[i]) == (wide)expected[i]);
}

static void check_naive(const parameter *of)
{
    static const char utf8[] = "na\xc3\xafve \xf0\x9f\x98\x80";
    CHECK(*of->length == (int64_t)(as_utf8 ? sizeof utf8 - 1 : sizeof naive - sizeof *naive));
    CHECK(!memcmp(of->from, as_utf8 ? (const void *)utf8 : (const void *)naive, (size_t)*of->length));
}

static void check_parameters(handle *of)
{
    const parameter *at = of->parameter;
    switch (of->sql) {
    case -1:
        check_number(&at[0], -LARGE), check_real(&at[1], 0.5), check_text(&at[2], "on");
        break;
    case ROW:
        if (*at[1].length == NULL_DATA)
            check_number(&at[0], LARGE);
        else
            check_number(&at[0], 7), check_text(&at[1], "abc");
        CHECK(at[1].sql_type == (as_utf8 ? VARCHAR : WIDE_VARCHAR));
        break;
    case LIST:
        check_naive(&at[0]);
        CHECK(at[0].sql_type == (as_utf8 ? LONG_VARCHAR : WIDE_LONG_VARCHAR));
        break;
    case VALUES:
        if (*at[4].length == NULL_DATA)
            check_text(&at[0], "no row of {}");
        else
            check_number(&at[0], 7), check_text(&at[4], "abc");
        check_number(&at[1], LARGE), check_real(&at[2], 2.5), check_text(&at[5], NULL);
        CHECK(at[3].c_type == C_BIT && *(uint8_t *)at[3].from == 1);
        break;
    case ECHO:
        CHECK(at[0].c_type == C_BIT && *(uint8_t *)at[0].from == 1);
        check_number(&at[1], -3), check_number(&at[2], LARGE), check_real(&at[3], 2.5), check_naive(&at[4]);
        check_number(&at[5], 12), check_text(&at[6], NULL), check_real(&at[8], 1.5);
        CHECK(*at[7].length == (as_utf8 ? LONG_TEXT : 2 * LONG_TEXT));
        check_number(&at[9], 42), check_naive(&at[10]);
        break;
    case MISSING:
        check_number(&at[0], LARGE);
        break;
    default:
        CHECK(of->sql == DIRECT);
    }
}

static int16_t execute(handle *of, const char *function)
{
    check_parameters(of);
    of->canceled = false;
    of->rows = of->sql == LIST ? 3 : of->sql == DIRECT || of->sql == ECHO || (of->sql == MISSING && row_is_missing) ? 0 : 1;
    of->results = several_results ? 2 : 0;
    of->column = 0;
    if (hang && of->sql == VALUES) {
        held++;
        while (!of->canceled)
            thread_sleep(1000000);
        return FAILED;
    }
    return fails(function) || (at_random && throw(of) % 40 == 0) ? FAILED : SUCCESS;
}

EXPORTED int16_t SQLExecDirectW(handle *of, wide *sql, int32_t length)
{
    CHECK(of->kind == STATEMENT && length == -3);
    of->sql = number_of(sql);
    CHECK(of->sql == -1 || of->sql == DIRECT);
    return execute(of, "SQLExecDirectW");
}

EXPORTED int16_t SQLExecute(handle *of)
{
    CHECK(of->kind == STATEMENT && of->sql >= 0 && of->sql != DIRECT);
    return execute(of, "SQLExecDirectW");
}

EXPORTED int16_t SQLNumResultCols(handle *of, int16_t *count)
{
    *count = of->sql == ROW ? 2 : of->sql == VALUES ? NAMED : of->sql == LIST || of->sql == MISSING ? 1 : 0;
    return fails("SQLNumResultCols") ? FAILED : SUCCESS;
}

EXPORTED int16_t SQLDescribeColW(handle *of, uint16_t column, wide *name, int16_t room, int16_t *length, int16_t *type,
                                 uint64_t *size, int16_t *digits, int16_t *nullable)
{
    CHECK(of->sql == VALUES && column >= 1 && column <= NAMED && room == 511 && length && size && digits && nullable);
    if (fails("SQLDescribeCol"))
        return FAILED;
    const named *described = &columns[column - 1];
    *type = described->type;
    *length = (int16_t)strlen(described->name);
    for (int i = 0; i <= *length; i++)
        name[i] = (wide)described->name[i];
    /* The name of another column leaves no space for the terminator. */
    for (int i = 0; !strcmp(described->name, "other") && i < room; i++)
        name[i] = 'o';
    return SUCCESS;
}

EXPORTED int16_t SQLFetch(handle *of)
{
    if (fails("SQLFetch"))
        return FAILED;
    if (!of->rows)
        return NO_DATA;
    of->rows--;
    of->column = 0;
    for (int i = 0; i < 4; i++) {
        parameter *to = &of->column_to[i];
        if (!to->from)
            continue;
        *to->length = 8;
        if (to->c_type == C_BIGINT) {
            int64_t number = of->sql == ROW ? 42 : of->rows;
            memcpy(to->from, &number, sizeof number);
            if (of->sql == LIST && of->rows == 1)
                *to->length = NULL_DATA;
        } else {
            CHECK(of->room[i] >= (int64_t)sizeof naive);
            *to->length = sizeof naive - sizeof *naive;
            memcpy(to->from, naive, sizeof naive);
        }
    }
    return SUCCESS;
}

/* Returns a string in chunks, each with as many characters as fit. */
static int16_t piece_of(handle *of, const wide *text, size_t length, wide *to, int64_t room, int64_t *left)
{
    size_t most = (size_t)room / sizeof *to - 1, count = length - of->read;
    *left = (int64_t)(2 * count);
    bool whole = count <= most;
    count = whole ? count : most;
    memcpy(to, text + of->read, count * sizeof *to);
    to[count] = 0;
    of->read += count;
    return whole ? SUCCESS : WITH_INFO;
}

EXPORTED int16_t SQLGetData(handle *of, uint16_t column, int16_t c_type, void *to, int64_t room, int64_t *length)
{
    static const wide on[] = {'o', 'n'}, twelve[] = {'1', '2'}, fraction[] = {'1', '.', '5'};
    wide o[LONG_TEXT];
    if (column != of->column)
        of->read = 0;
    CHECK(column >= of->column); /* some drivers can read only from left to right */
    of->column = column;
    if (fails("SQLGetData"))
        return FAILED;
    if (of->sql < 0)
        return piece_of(of, on, 2, to, room, length);
    CHECK(of->sql == VALUES);
    const char *name = columns[column - 1].name;
    int64_t number = !strcmp(name, "tiny") ? -3 : LARGE;
    double real = 2.5;
    *length = 8;
    switch (name[0]) {
    case 'b':
        if (c_type == C_BIT)
            *(uint8_t *)to = 1;
        else
            memcpy(to, &number, sizeof number);
        CHECK(c_type == (name[2] == 't' ? C_BIT : C_BIGINT));
        return SUCCESS;
    case 't':
        CHECK(c_type == C_BIGINT);
        memcpy(to, &number, sizeof number);
        return SUCCESS;
    case 'r':
    case 'n':
        CHECK(c_type == C_DOUBLE);
        memcpy(to, &real, sizeof real);
        *length = name[0] == 'n' ? NULL_DATA : 8;
        return SUCCESS;
    case 'w':
        return piece_of(of, naive, sizeof naive / sizeof *naive - 1, to, room, length);
    case 'd':
        return piece_of(of, twelve, 2, to, room, length);
    case 'f':
        return piece_of(of, fraction, 3, to, room, length);
    default:
        CHECK(name[0] == 'l');
        for (int i = 0; i < LONG_TEXT; i++)
            o[i] = 'o';
        return piece_of(of, o, LONG_TEXT, to, room, length);
    }
}

EXPORTED int16_t SQLMoreResults(handle *of)
{
    CHECK(several_results);
    if (fails("SQLMoreResults"))
        return FAILED;
    return --of->results > 0 ? SUCCESS : NO_DATA;
}

EXPORTED int16_t SQLFreeStmt(handle *of, uint16_t option)
{
    CHECK(of->kind == STATEMENT && !option);
    of->rows = of->results = 0;
    return SUCCESS;
}

EXPORTED int16_t SQLCancel(handle *of)
{
    CHECK(of->kind == STATEMENT);
    cancels++;
    of->canceled = true;
    return SUCCESS;
}

/* ---- one session ---- */

static outpace_odbc *odbc_of_this_program(void)
{
    char why[TAPE_WHY] = "";
    const outpace_odbc_value values[] = {{.kind = OUTPACE_ODBC_NUMBER, .number = -LARGE},
                                         {.kind = OUTPACE_ODBC_REAL, .real = 0.5},
                                         {.kind = OUTPACE_ODBC_TEXT, .text = "on"}};
    outpace_odbc *odbc = outpace_odbc_new(NULL, "PWD=secret", 5, as_utf8, several_results, STATEMENTS, why);
    if (!odbc) {
        CHECK(strstr(why, "refuses an environment"));
        return NULL;
    }
    for (uint32_t i = 0; i < STATEMENTS; i++)
        CHECK(outpace_odbc_statement(odbc, i, sqls[i]));
    CHECK(!outpace_odbc_statement(odbc, STATEMENTS, "row"));
    CHECK(!outpace_odbc_setting(odbc, "SET ?, ?, ?", values, 5, 0));
    CHECK(outpace_odbc_setting(odbc, "SET ?, ?, ?", values, 3, 1));
    return odbc;
}

static size_t written(uint8_t *tape)
{
    memcpy(tape, words, sizeof words);
    memcpy(tape + sizeof words, strings, sizeof strings - 1);
    return sizeof words + sizeof strings - 1;
}

/* Checks the reason for a failure. If a setting cannot be read, the session is rejected without a reason. */
static void check_reason(const call_failure *why)
{
    char expected[100];
    CHECK(failed_in);
    if (why->stage && (!strcmp(failed_in, "SQLFetch") || !strcmp(failed_in, "SQLGetData"))) {
        CHECK(!why->text[0] && !why->state[0]);
    } else if (way == SILENT) {
        CHECK(!strcmp(why->text, "The driver did not supply an error!"));
    } else {
        CHECK(!strcmp(why->state, "HY000"));
        snprintf(expected, sizeof expected, "(7) (%s)", failed_in);
        CHECK(strstr(why->text, way == SPOKEN ? "[HY000] broke (7)" : "\xef\xbf\xbd") && strstr(why->text, expected));
    }
}

/* Makes the calls of a cycle and repeats the one that fails; returns whether one failed. */
static bool cycle(const transport *over, void *session, tape_machine *machine)
{
    bool failed = false;
    uint32_t statement, made = 0;
    tape_begin(machine);
    for (;;) {
        tape_outcome outcome = tape_go_on(machine, &statement);
        if (outcome == TAPE_BEGINS || outcome == TAPE_ENDS)
            continue;
        if (outcome != TAPE_CALLS) {
            CHECK(outcome == TAPE_DONE && made == 9);
            return failed;
        }
        call_failure why = {.stage = 0};
        call_end end = over->call(session, statement, machine, &why);
        if (end == CALL_FAULT) {
            /* The driver failed to return a column of a row, so the row's values remain unknown. */
            CHECK(!failed && statement == VALUES && failed_in);
            failed = true;
            end = over->call(session, statement, machine, &why);
        } else if (end == CALL_FAILED) {
            CHECK(!failed);
            failed = true;
            check_reason(&why);
            end = over->call(session, statement, machine, &why);
        }
        made++;
        if (statement == MISSING && row_is_missing)
            CHECK(end == CALL_NO_ROW && !strcmp(why.state, "none") && !strcmp(why.text, "no row of 1099511627776"));
        else
            CHECK(end == CALL_DONE);
    }
}

/* Returns whether a call failed while opening the session or during the cycle. */
static bool one_session(int64_t failing)
{
    uint8_t bytes[sizeof words + sizeof strings];
    char unread[TAPE_WHY];
    tape *read = tape_read(bytes, written(bytes), unread);
    CHECK(read);
    mersenne_twister draws = {.next = MERSENNE_TWISTER_WORDS};
    bool failed = false;
    calls_left = failing;
    failed_in = NULL;
    outpace_odbc *odbc = odbc_of_this_program();
    if (odbc) {
        transport over = odbc_transport(odbc, read);
        call_failure why;
        void *session = over.open(over.with, 0, &why);
        if (session) {
            tape_machine *machine = tape_machine_new(read, 0, &draws);
            for (int i = 0; i < 2; i++)
                failed = cycle(&over, session, machine) || failed;
            tape_machine_free(machine);
            over.close(session);
        } else {
            failed = true;
            check_reason(&why);
        }
        outpace_odbc_free(odbc);
    } else {
        failed = true;
    }
    calls_left = 0;
    tape_free(read);
    for (int kind = ENVIRONMENT; kind <= STATEMENT; kind++)
        CHECK(!handles[kind]);
    CHECK(failed == (failed_in != NULL));
    return failed;
}

/* ---- a crew ---- */

enum { USERS = 6, ORDER = 1, ROUNDS = 40 };

static int32_t react(int32_t user, int32_t what, int32_t extra, const char *state, const char *text)
{
    CHECK(user >= 0 && extra <= 1 && text[0]);
    if (what == OUTPACE_CONNECT)
        return OUTPACE_GIVE_UP;
    CHECK(what == OUTPACE_CALL);
    return !strncmp(state, "08", 2) ? OUTPACE_RECONNECT : OUTPACE_AGAIN;
}

static void tried(int32_t user, int32_t alive) { CHECK(user >= 0 && alive <= 1); }

static int64_t orders(outpace_crew *crew)
{
    int64_t *numbers, found = 0, count = outpace_crew_take(crew, &numbers);
    for (int64_t i = 0; i < count; i += 3)
        found += numbers[i] == ORDER;
    outpace_crew_give_back(numbers);
    return found;
}

static void crew_at_work(void)
{
    static outpace_crew_settings settings;
    static uint32_t state[625];
    uint8_t tape[sizeof words + sizeof strings];
    char why[TAPE_WHY];
    const uint8_t timed = 1;
    settings.operations = ORDER;
    for (uint32_t i = 0; i < 624; i++)
        state[i] = settings.arrivals[i] = 2654435761U * (i + 1);
    state[624] = settings.arrivals[624] = 624;
    outpace_crew *crew = outpace_crew_new(tape, (int64_t)written(tape), &settings, &timed, react, tried, why);
    CHECK(crew);
    outpace_odbc *odbc = odbc_of_this_program();
    outpace_crew_over_odbc(crew, odbc);
    at_random = true;
    int32_t number = 0;
    for (; number < USERS; number++)
        CHECK(outpace_crew_join(crew, number, number, 0, 1, state, state));
    outpace_crew_release(crew, outpace_clock_ns());
    int64_t ended = 0;
    for (int i = 0; i < ROUNDS; i++) {
        outpace_crew_leave(crew, number - USERS);
        CHECK(outpace_crew_join(crew, number++, 0, 0, 1, state, state));
        ended += orders(crew);
        thread_sleep(5000000);
    }
    /* Cancel calls that get no answer. */
    hang = true;
    while (!held)
        thread_sleep(5000000);
    CHECK(outpace_crew_dismiss(crew, 0.05) > 0);
    CHECK(outpace_crew_cancel(crew, 60) == 0);
    ended += orders(crew);
    CHECK(ended > 0 && cancels > 0);
    CHECK(outpace_crew_free(crew));
    outpace_odbc_free(odbc);
    for (int kind = ENVIRONMENT; kind <= STATEMENT; kind++)
        CHECK(!handles[kind]);
    hang = at_random = false;
}

int main(void)
{
    char why[TAPE_WHY];
    CHECK(!outpace_odbc_new("no such library", "", 0, 0, 0, 1, why) && why[0]);
    for (int variant = 0; variant < VARIANTS; variant++) {
        as_utf8 = variant & 1;
        several_results = variant & 2;
        row_is_missing = variant & 4;
        CHECK(!one_session(0));
        for (way = SPOKEN; way <= BABBLING; way++)
            for (int64_t failing = 1; one_session(failing); failing++) {
            }
    }
    way = SPOKEN;
    as_utf8 = row_is_missing = false;
    several_results = true;
    crew_at_work();
    return 0;
}
