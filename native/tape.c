/* SPDX-License-Identifier: Apache-2.0 */
#include "tape.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tape_lists.h"

#define MAGIC 0x45504154U /* "TAPE" */
#define VERSION 1U

#define MOST_BYTES (16U << 20)
#define MOST_NUMBERS 256U
#define MOST_CONSTANTS 4096U
#define MOST_DOUBLES 16384U
#define MOST_TEXTS 64U
#define MOST_STRINGS 65536U
#define MOST_TABLES 256U
#define MOST_STATEMENTS 4096U
#define MOST_ARGUMENTS ((uint32_t)OUTPACE_MOST_ARGUMENTS)
#define MOST_RESULTS ((uint32_t)OUTPACE_MOST_RESULTS)
#define MOST_COLUMN 1024U
#define MOST_INSTRUCTIONS 65536U
#define LONGEST_TEXT (1U << 18)
#define LONGEST_TEXTS (4U << 20)
#define LONGEST_VALUES (64U << 20)
#define MOST_VALUES 1024U
#define WIDEST_NUMBER 20U
#define LONGEST_WAIT_S 3600.0
#define MOST_YEARS 100U
/* So many instructions without a call are taken for a loop without end. */
#define MOST_STEPS (1 << 20)
#define NUMBERS_A_STEP 32

enum {
    OP_END,
    OP_MOVE,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_MODULO,
    OP_DRAW,
    OP_UNLESS_CHANCE,
    OP_JUMP,
    OP_IF_EQUAL,
    OP_IF_LESS,
    OP_TEXT_EMPTY,
    OP_TEXT_NULL,
    OP_TEXT_ADD,
    OP_TEXT_NUMBER,
    OP_TEXT_PICK,
    OP_TEXT_JOIN,
    OP_TEXT_NOW,
    OP_CALL,
    OP_IF_SAME_TEXT,
    OP_BIT_OR,
    OP_USER,
    OPS,
    /* Of transactions and their values (computing.h). */
    OP_TRANSACTION = 40,
    OP_TRANSACTION_END,
    OP_WAIT,
    OP_REFUSE,
    OP_VALUE_NULL,
    OP_VALUE_INTEGER,
    OP_VALUE_REAL,
    OP_VALUE_TRUTH,
    OP_VALUE_TEXT,
    OP_VALUE_PICK,
    OP_VALUE_COPY,
    OP_VALUE_COMPUTE,
    OP_VALUE_IS,
    OP_UNLESS_HOLDS,
    OP_IF_DECIDES,
    OP_COMBINE,
    OP_IF_SET,
    OP_CHOOSE,
    /* Of lists and what else is kept from cycle to cycle (tape_lists.h). */
    OP_LIST_CLEAR = 80,
    OP_LIST_LENGTH,
    OP_LIST_AT,
    OP_LIST_SET,
    OP_LIST_APPEND,
    OP_LIST_INSERT,
    OP_LIST_REMOVE,
    OP_LIST_BISECT,
    OP_LIST_FIND,
    OP_LIST_TEXT,
    OP_KEEP,
    OP_KEPT,
    OP_DRAW_LATE,
    OP_ELAPSED
};

/* Of a statement: it may be tried again; a list gets its rows, whose number follows the missing row's fault; it is not
   prepared; its results are known by their names. */
enum { FLAG_RETRY = 1, FLAG_LIST = 2, FLAG_DIRECT = 4, FLAG_NAMED = 8 };

typedef struct {
    uint32_t op, a, b, c;
} instruction;

typedef struct {
    const char *bytes;
    uint32_t length;
} string;

typedef struct {
    uint32_t first, count;
} table;

struct tape {
    uint32_t numbers, constants, doubles, texts, strings, tables, statements, instructions;
    uint32_t values;     /* registers that it uses */
    uint32_t operations; /* more than any transaction's */
    uint32_t *capacity;
    size_t text_bytes;
    int64_t *constant;
    double *number;
    string *text;
    table *picks;
    tape_statement *statement;
    instruction *code;
    char *bytes;
    int64_t began_ns; /* when it was read: the beginning of the time that its users share */
};

/* ---- reading ---- */

typedef struct {
    const uint8_t *at, *end;
    char *why;
    bool bad;
    uint32_t values; /* value registers that were named so far */
} source;

static bool refuse(source *from, const char *format, ...)
{
    if (!from->bad) {
        va_list values;
        va_start(values, format);
        vsnprintf(from->why, TAPE_WHY, format, values);
        va_end(values);
        from->bad = true;
    }
    return false;
}

static bool take(source *from, void *to, size_t size)
{
    if (from->bad || (size_t)(from->end - from->at) < size) {
        memset(to, 0, size);
        return refuse(from, "the tape ends too early");
    }
    memcpy(to, from->at, size);
    from->at += size;
    return true;
}

static uint32_t word(source *from)
{
    uint32_t value;
    take(from, &value, sizeof value);
    return value;
}

static void *room(source *from, size_t count, size_t size)
{
    void *got = calloc(count ? count : 1, size);
    if (!got)
        refuse(from, "there is no memory for the tape");
    return got;
}

static uint32_t counted(source *from, const char *what, uint32_t most)
{
    uint32_t value = word(from);
    if (value > most) {
        refuse(from, "the tape has %u %s, and at most %u are possible", value, what, most);
        return 0;
    }
    return value;
}

static uint32_t below(source *from, uint32_t value, uint32_t limit, const char *what, const char *where, uint32_t number)
{
    if (value >= limit && !from->bad)
        refuse(from, "%s %u names %s %u, and there are %u", where, number, what, value, limit);
    return value;
}

static uint32_t value_register(source *from, uint32_t value, const char *where, uint32_t number)
{
    below(from, value, MOST_VALUES, "value register", where, number);
    if (!from->bad && value >= from->values)
        from->values = value + 1;
    return value;
}

static tape_register read_register(source *from, const tape *of, const char *where, uint32_t number)
{
    tape_register got = {TAPE_NUMBER, 0};
    uint32_t kind = word(from), index = word(from);
    if (kind > TAPE_VALUE) {
        refuse(from, "%s %u has a register of kind %u", where, number, kind);
        return got;
    }
    got.kind = (tape_kind)kind;
    got.index = kind == TAPE_VALUE  ? value_register(from, index, where, number)
                : kind == TAPE_TEXT ? below(from, index, of->texts, "text register", where, number)
                                    : below(from, index, of->numbers, "number register", where, number);
    return got;
}

/* An index plus 1, or 0 for none. */
static int32_t optional(source *from, uint32_t limit, const char *what, uint32_t number)
{
    uint32_t value = word(from);
    return value ? (int32_t)below(from, value - 1, limit, what, "statement", number) : -1;
}

static void read_statement(source *from, const tape *of, tape_statement *to, uint32_t number)
{
    to->operation = word(from);
    uint32_t flags = word(from);
    if (flags & ~(uint32_t)(FLAG_RETRY | FLAG_LIST | FLAG_DIRECT | FLAG_NAMED) || (flags & FLAG_LIST && flags & FLAG_NAMED))
        refuse(from, "statement %u has the flags %u", number, flags);
    to->retry = flags & FLAG_RETRY;
    to->direct = flags & FLAG_DIRECT;
    to->named = flags & FLAG_NAMED;
    to->arguments = counted(from, "arguments of a statement", MOST_ARGUMENTS);
    to->results = counted(from, "results of a statement", MOST_RESULTS);
    to->rows = optional(from, of->numbers, "number register", number);
    to->missing_kind = optional(from, of->strings, "string", number);
    to->missing_text = optional(from, of->strings, "string", number);
    if ((to->missing_kind < 0) != (to->missing_text < 0))
        refuse(from, "statement %u names only half of a missing row's fault", number);
    to->list = flags & FLAG_LIST ? (int32_t)below(from, word(from), TAPE_LISTS, "list", "statement", number) : -1;
    to->argument = room(from, to->arguments, sizeof *to->argument);
    to->result = room(from, to->results, sizeof *to->result);
    for (uint32_t i = 0; i < to->arguments && !from->bad; i++)
        to->argument[i] = read_register(from, of, "statement", number);
    if (to->direct && to->arguments)
        refuse(from, "statement %u is not prepared and has arguments", number);
    uint32_t before = 0;
    for (uint32_t i = 0; i < to->results && !from->bad; i++) {
        if (to->named) {
            to->result[i].name = below(from, word(from), of->strings, "string", "statement", number);
            to->result[i].to = read_register(from, of, "statement", number);
            if (to->result[i].to.kind != TAPE_VALUE)
                refuse(from, "statement %u has a result by name that goes into no value register", number);
            continue;
        }
        to->result[i].column = word(from);
        if (to->result[i].column <= before || to->result[i].column > MOST_COLUMN)
            refuse(from, "statement %u reads column %u after column %u", number, to->result[i].column, before);
        before = to->result[i].column;
        to->result[i].to = read_register(from, of, "statement", number);
        if (to->list >= 0 && to->result[i].to.kind != TAPE_NUMBER)
            refuse(from, "statement %u lists a column that is no number", number);
        if (to->result[i].to.kind == TAPE_VALUE)
            refuse(from, "statement %u has a result by number that goes into a value register", number);
    }
}

static void check_value_instruction(source *from, const tape *of, const instruction *is, uint32_t at)
{
    uint32_t sources = of->numbers + of->constants;
#define NAMES(value, limit, what) below(from, value, limit, what, "instruction", at)
#define VALUE(value) value_register(from, value, "instruction", at)
    switch (is->op) {
    case OP_TRANSACTION:
        if (is->b)
            NAMES(is->b - 1, of->statements, "statement");
        break;
    case OP_TRANSACTION_END:
        break;
    case OP_WAIT:
        VALUE(is->a), NAMES(is->b, of->doubles, "real number");
        break;
    case OP_REFUSE:
        NAMES(is->a, of->strings, "string"), NAMES(is->b, of->strings, "string"), NAMES(is->c, sources, "number");
        break;
    case OP_VALUE_NULL:
        VALUE(is->a);
        break;
    case OP_VALUE_INTEGER:
        VALUE(is->a), NAMES(is->b, sources, "number");
        break;
    case OP_VALUE_REAL:
        VALUE(is->a), NAMES(is->b, of->doubles, "real number");
        break;
    case OP_VALUE_TRUTH:
        VALUE(is->a), NAMES(is->b, 2, "truth");
        break;
    case OP_VALUE_TEXT:
        VALUE(is->a), NAMES(is->b, of->strings, "string");
        break;
    case OP_VALUE_PICK:
        VALUE(is->a), NAMES(is->b, of->tables, "table"), VALUE(is->c);
        break;
    case OP_VALUE_COPY:
        VALUE(is->a), VALUE(is->b);
        break;
    case OP_VALUE_COMPUTE:
        VALUE(is->a), NAMES(is->b, COMPUTE_FUNCTIONS, "function"), NAMES(is->c, MOST_VALUES, "value register");
        for (uint32_t i = 0; !from->bad && i < computing_arguments(is->b); i++)
            VALUE(is->c + i);
        break;
    case OP_VALUE_IS:
        VALUE(is->a), NAMES(is->b, 3, "kind of value");
        break;
    case OP_UNLESS_HOLDS:
    case OP_IF_SET:
        NAMES(is->a, of->instructions, "instruction"), VALUE(is->b);
        break;
    case OP_IF_DECIDES:
        NAMES(is->a, of->instructions, "instruction"), VALUE(is->b), NAMES(is->c, 2, "truth");
        break;
    case OP_COMBINE:
        VALUE(is->a), VALUE(is->a + 1), NAMES(is->b, 2, "truth");
        break;
    case OP_CHOOSE:
        NAMES(is->a, of->numbers, "number register"), NAMES(is->b, of->doubles, "real number");
        if (!from->bad && (!is->c || is->c > of->doubles - is->b))
            refuse(from, "instruction %u chooses among %u real numbers from %u on", at, is->c, is->b);
        break;
    default:
        refuse(from, "instruction %u is of kind %u, which is unknown", at, is->op);
    }
#undef NAMES
#undef VALUE
}

static void check_instruction(source *from, const tape *of, const instruction *is, uint32_t at)
{
    uint32_t sources = of->numbers + of->constants;
#define NAMES(value, limit, what) below(from, value, limit, what, "instruction", at)
#define TO(value) NAMES(value, of->numbers, "number register")
#define FROM(value) NAMES(value, sources, "number")
#define TARGET(value) NAMES(value, of->instructions, "instruction")
#define TEXT_REGISTER(value) NAMES(value, of->texts, "text register")
#define LIST(value) NAMES(value, TAPE_LISTS, "list")
#define KEPT(value) NAMES(value, TAPE_KEPT, "kept number")
    switch (is->op) {
    case OP_END:
        NAMES(is->a, 2, "outcome");
        break;
    case OP_MOVE:
        TO(is->a), FROM(is->b);
        break;
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_MODULO:
    case OP_BIT_OR:
        TO(is->a), FROM(is->b), FROM(is->c);
        break;
    case OP_DRAW:
        TO(is->a), FROM(is->b);
        break;
    case OP_UNLESS_CHANCE:
        TARGET(is->a), NAMES(is->b, of->doubles, "real number"), NAMES(is->c, of->doubles, "real number");
        break;
    case OP_JUMP:
        TARGET(is->a);
        break;
    case OP_IF_EQUAL:
    case OP_IF_LESS:
        TARGET(is->a), FROM(is->b), FROM(is->c);
        break;
    case OP_IF_SAME_TEXT:
        TARGET(is->a), TEXT_REGISTER(is->b), TEXT_REGISTER(is->c);
        break;
    case OP_TEXT_NOW:
        NAMES(is->b, MOST_YEARS + 1, "number of years"); /* fall through */
    case OP_TEXT_EMPTY:
    case OP_TEXT_NULL:
        TEXT_REGISTER(is->a);
        break;
    case OP_TEXT_ADD:
        TEXT_REGISTER(is->a), NAMES(is->b, of->strings, "string");
        break;
    case OP_TEXT_NUMBER:
        TEXT_REGISTER(is->a), FROM(is->b), NAMES(is->c, WIDEST_NUMBER + 1, "width");
        break;
    case OP_TEXT_PICK:
        TEXT_REGISTER(is->a), NAMES(is->b, of->tables, "table"), FROM(is->c);
        break;
    case OP_TEXT_JOIN:
        TEXT_REGISTER(is->a), TEXT_REGISTER(is->b);
        if (is->a == is->b)
            refuse(from, "instruction %u joins text register %u to itself", at, is->a);
        break;
    case OP_CALL:
        NAMES(is->a, of->statements, "statement");
        break;
    case OP_LIST_CLEAR:
        LIST(is->a);
        break;
    case OP_LIST_LENGTH:
        TO(is->a), LIST(is->b);
        break;
    case OP_LIST_AT:
    case OP_LIST_REMOVE:
    case OP_LIST_BISECT:
    case OP_LIST_FIND:
        TO(is->a), LIST(is->b), FROM(is->c);
        break;
    case OP_LIST_SET:
    case OP_LIST_INSERT:
        LIST(is->a), FROM(is->b), FROM(is->c);
        break;
    case OP_LIST_APPEND:
        LIST(is->a), FROM(is->b);
        break;
    case OP_LIST_TEXT:
        LIST(is->a), TEXT_REGISTER(is->b);
        break;
    case OP_KEEP:
        KEPT(is->a), FROM(is->b);
        break;
    case OP_KEPT:
        TO(is->a), KEPT(is->b);
        break;
    case OP_DRAW_LATE:
        TO(is->a), FROM(is->b);
        break;
    case OP_ELAPSED:
    case OP_USER:
        TO(is->a);
        break;
    default:
        check_value_instruction(from, of, is, at);
    }
}

/* Unicode 15, table 3-7. */
static bool is_utf8(const char *bytes, uint32_t length)
{
    const uint8_t *at = (const uint8_t *)bytes, *end = at + length;
    while (at < end) {
        uint8_t first = *at++;
        int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
        if (more < 0 || end - at < more)
            return false;
        uint8_t least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        uint8_t most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        for (; more > 0; more--, least = 0x80, most = 0xbf)
            if (*at < least || *at++ > most)
                return false;
    }
    return true;
}

static void read_parts(source *from, tape *to)
{
    if (word(from) != MAGIC || word(from) != VERSION) {
        refuse(from, "this is no tape of version %u", VERSION);
        return;
    }
    to->numbers = counted(from, "number registers", MOST_NUMBERS);
    to->constants = counted(from, "constants", MOST_CONSTANTS);
    to->doubles = counted(from, "real numbers", MOST_DOUBLES);
    to->texts = counted(from, "text registers", MOST_TEXTS);
    to->strings = counted(from, "strings", MOST_STRINGS);
    to->tables = counted(from, "tables", MOST_TABLES);
    to->statements = counted(from, "statements", MOST_STATEMENTS);
    to->instructions = counted(from, "instructions", MOST_INSTRUCTIONS);
    to->capacity = room(from, to->texts, sizeof *to->capacity);
    to->constant = room(from, to->constants, sizeof *to->constant);
    to->number = room(from, to->doubles, sizeof *to->number);
    to->text = room(from, to->strings, sizeof *to->text);
    to->picks = room(from, to->tables, sizeof *to->picks);
    to->statement = room(from, to->statements, sizeof *to->statement);
    to->code = room(from, to->instructions, sizeof *to->code);
    for (uint32_t i = 0; i < to->texts && !from->bad; i++) {
        to->capacity[i] = counted(from, "bytes in a text register", LONGEST_TEXT);
        to->text_bytes += to->capacity[i];
    }
    if (to->text_bytes > LONGEST_TEXTS)
        refuse(from, "the tape's text registers hold more than %u bytes", LONGEST_TEXTS);
    if (from->bad)
        return;
    take(from, to->constant, to->constants * sizeof *to->constant);
    take(from, to->number, to->doubles * sizeof *to->number);
    for (uint32_t i = 0; i < to->doubles && !from->bad; i++)
        if (!isfinite(to->number[i]))
            refuse(from, "real number %u is not finite", i);
    size_t bytes = 0;
    for (uint32_t i = 0; i < to->strings && !from->bad; i++)
        bytes += to->text[i].length = counted(from, "bytes in a string", LONGEST_TEXT);
    for (uint32_t i = 0; i < to->tables && !from->bad; i++) {
        to->picks[i].first = word(from);
        to->picks[i].count = word(from);
        if (to->picks[i].first > to->strings || to->picks[i].count > to->strings - to->picks[i].first)
            refuse(from, "table %u reaches beyond the %u strings", i, to->strings);
    }
    for (uint32_t i = 0; i < to->statements && !from->bad; i++)
        read_statement(from, to, &to->statement[i], i);
    if (from->bad)
        return;
    take(from, to->code, to->instructions * sizeof *to->code);
    if ((size_t)(from->end - from->at) != bytes)
        refuse(from, "the tape's strings have %zu bytes, and %zu are left for them", bytes,
               (size_t)(from->end - from->at));
    /* Each has a zero behind it. */
    if (from->bad || !(to->bytes = room(from, bytes + to->strings, 1)))
        return;
    char *at = to->bytes;
    for (uint32_t i = 0; i < to->strings; i++) {
        take(from, at, to->text[i].length);
        to->text[i].bytes = at;
        at += to->text[i].length + 1;
        if (!is_utf8(to->text[i].bytes, to->text[i].length))
            refuse(from, "string %u is no UTF-8", i);
    }
}

tape *tape_read(const uint8_t *bytes, size_t size, char why[TAPE_WHY])
{
    source from = {bytes, bytes + size, why, false, 0};
    tape *to = calloc(1, sizeof *to);
    why[0] = 0;
    if (!to || size > MOST_BYTES)
        refuse(&from, "the tape is too large");
    else
        read_parts(&from, to);
    for (uint32_t i = 0; !from.bad && i < to->instructions; i++)
        check_instruction(&from, to, &to->code[i], i);
    if (!from.bad) {
        uint32_t last = to->instructions ? to->code[to->instructions - 1].op : OPS;
        if (last != OP_END && last != OP_JUMP)
            refuse(&from, "the tape's last instruction is neither an end nor a jump");
    }
    if (from.bad) {
        tape_free(to);
        return NULL;
    }
    to->began_ns = outpace_clock_ns();
    to->values = from.values;
    for (uint32_t i = 0; i < to->instructions; i++)
        if (to->code[i].op == OP_TRANSACTION && to->code[i].a >= to->operations)
            to->operations = to->code[i].a == UINT32_MAX ? UINT32_MAX : to->code[i].a + 1;
    return to;
}

void tape_free(tape *read)
{
    if (!read)
        return;
    for (uint32_t i = 0; read->statement && i < read->statements; i++) {
        free(read->statement[i].argument);
        free(read->statement[i].result);
    }
    free(read->capacity);
    free(read->constant);
    free(read->number);
    free(read->text);
    free(read->picks);
    free(read->statement);
    free(read->code);
    free(read->bytes);
    free(read);
}

uint32_t tape_statements(const tape *of)
{
    return of->statements;
}

const tape_statement *tape_statement_at(const tape *of, uint32_t index)
{
    return &of->statement[index];
}

uint32_t tape_operations(const tape *of)
{
    return of->operations;
}

const char *tape_string(const tape *of, uint32_t index, uint32_t *length)
{
    *length = of->text[index].length;
    return of->text[index].bytes;
}

uint32_t tape_room(const tape *of, uint32_t text)
{
    return of->capacity[text];
}

/* ---- running ---- */

typedef struct {
    char *bytes;
    int32_t length; /* -1 is NULL */
} text_register;

/* A text that came from elsewhere, kept until its transaction begins once more or another one does. */
typedef struct kept_text {
    struct kept_text *next;
    char bytes[];
} kept_text;

/* Of the transaction that is under way. before: the draws at its beginning. drawn, most_drawn: how many since, in this
   attempt and the longest. */
typedef struct {
    tape_transaction is;
    uint32_t at;
    mersenne_twister before;
    uint64_t drawn, most_drawn;
} attempt;

struct tape_machine {
    const tape *of;
    int64_t user;
    mersenne_twister draws;
    int64_t *number; /* registers, and behind them the constants */
    text_register *text;
    char *bytes;
    tape_lists lists;
    sql_value *value;
    kept_text *kept;
    size_t kept_bytes;
    attempt transaction;
    int64_t wait_ns;
    char refusal[TAPE_WHY];
    uint32_t at;    /* the instruction that comes next */
    uint32_t steps; /* instructions since the latest call */
    char why[TAPE_WHY];
};

tape_machine *tape_machine_new(const tape *of, int64_t user, const mersenne_twister *draws)
{
    tape_machine *machine = calloc(1, sizeof *machine);
    if (!machine)
        return NULL;
    machine->of = of;
    machine->user = user;
    machine->draws = *draws;
    machine->number = calloc(of->numbers + of->constants + 1, sizeof *machine->number);
    machine->text = calloc(of->texts + 1, sizeof *machine->text);
    machine->bytes = malloc(of->text_bytes + of->texts + 1);
    machine->value = calloc(of->values + 1, sizeof *machine->value);
    if (!machine->number || !machine->text || !machine->bytes || !machine->value) {
        tape_machine_free(machine);
        return NULL;
    }
    memcpy(machine->number + of->numbers, of->constant, of->constants * sizeof *of->constant);
    char *at = machine->bytes;
    for (uint32_t i = 0; i < of->texts; i++) {
        machine->text[i].bytes = at;
        at += of->capacity[i] + 1;
    }
    return machine;
}

static void drop_kept(tape_machine *machine)
{
    while (machine->kept) {
        kept_text *next = machine->kept->next;
        free(machine->kept);
        machine->kept = next;
    }
    machine->kept_bytes = 0;
}

void tape_machine_free(tape_machine *machine)
{
    if (!machine)
        return;
    tape_lists_drop(&machine->lists);
    drop_kept(machine);
    free(machine->value);
    free(machine->number);
    free(machine->text);
    free(machine->bytes);
    free(machine);
}

const char *tape_fault(const tape_machine *machine)
{
    return machine->why;
}

static bool fault(tape_machine *machine, const char *what, uint32_t number)
{
    snprintf(machine->why, TAPE_WHY, "%s %u", what, number);
    return false;
}

static bool add_text(tape_machine *machine, uint32_t to, const char *bytes, uint32_t length)
{
    text_register *text = &machine->text[to];
    uint32_t used = text->length < 0 ? 0 : (uint32_t)text->length;
    if (length > machine->of->capacity[to] - used)
        return fault(machine, "a text is longer than text register", to);
    memcpy(text->bytes + used, bytes, length);
    text->length = (int32_t)(used + length);
    return true;
}

static bool add_number(tape_machine *machine, uint32_t to, int64_t value, uint32_t width)
{
    char digits[WIDEST_NUMBER + 2];
    int at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    /* As in Python the sign counts, and zeros stand behind it. */
    int least = (int)sizeof digits - (int)width + (value < 0);
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (at > least)
        digits[--at] = '0';
    if (value < 0)
        digits[--at] = '-';
    return add_text(machine, to, digits + at, (uint32_t)((int)sizeof digits - at));
}

/* NULL is equal to NULL alone. */
static bool same_text(const text_register *a, const text_register *b)
{
    return a->length == b->length && (a->length <= 0 || memcmp(a->bytes, b->bytes, (size_t)a->length) == 0);
}

/* The present, or so many years later, when there may be no 29 February. The civil date of a day since 1970, by 400-year
   eras that begin with a March. */
static bool add_now(tape_machine *machine, uint32_t to, uint32_t years_later)
{
    int64_t now_s = (int64_t)time(NULL);
    int64_t days = now_s / 86400 + 719468, of_day = now_s % 86400;
    int64_t era = days / 146097, of_era = days % 146097;
    int64_t years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * years + years / 4 - years / 100);
    int64_t shifted = (5 * of_year + 2) / 153;
    int64_t day = of_year - (153 * shifted + 2) / 5 + 1;
    int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
    int64_t year = years + era * 400 + (month <= 2) + years_later;
    if (years_later && month == 2 && day == 29)
        day = 28;
    char text[64];
    int length = snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d:%02d", (int)year, (int)month, (int)day,
                          (int)(of_day / 3600), (int)(of_day / 60 % 60), (int)(of_day % 60));
    return add_text(machine, to, text, (uint32_t)length);
}

static bool divided(tape_machine *machine, uint32_t at, int64_t a, int64_t b, int64_t *quotient, int64_t *rest)
{
    if (b == 0 || (a == INT64_MIN && b == -1))
        return fault(machine, "a division by zero or beyond 64 bits in instruction", at);
    *quotient = a / b;
    *rest = a % b;
    if (*rest && (*rest < 0) != (b < 0)) { /* as in Python */
        *quotient -= 1;
        *rest += b;
    }
    return true;
}

/* As int(random() * below) in Python. */
static bool drawn(tape_machine *machine, uint32_t at, int64_t limit, int64_t *to)
{
    if (limit > (INT64_C(1) << 53) || limit < -(INT64_C(1) << 53))
        return fault(machine, "a draw below more than 2^53 in instruction", at);
    *to = (int64_t)(mersenne_twister_random(&machine->draws) * (double)limit);
    return true;
}

/* As min(below - 1, int(below * (1 - u * u))) in Python, for the draw u. Each step is rounded by itself. */
static bool drawn_late(tape_machine *machine, uint32_t at, int64_t limit, int64_t *to)
{
    if (limit > (INT64_C(1) << 53) || limit < 1)
        return fault(machine, "a draw below less than 1 or more than 2^53 in instruction", at);
    double chance = mersenne_twister_random(&machine->draws);
    double squared = chance * chance;
    double rest = 1.0 - squared;
    double scaled = (double)limit * rest;
    *to = (int64_t)scaled < limit ? (int64_t)scaled : limit - 1;
    return true;
}

/* ---- transactions and values ---- */

static double next_random(void *with)
{
    tape_machine *machine = with;
    machine->transaction.drawn++;
    return mersenne_twister_random(&machine->draws);
}

static void clear_values(tape_machine *machine)
{
    memset(machine->value, 0, machine->of->values * sizeof *machine->value);
    drop_kept(machine);
}

/* What an earlier attempt has drawn is drawn, though the last one needed less. */
static void transaction_ends(tape_machine *machine)
{
    attempt *is = &machine->transaction;
    while (is->is.under_way && is->drawn < is->most_drawn)
        next_random(machine);
    is->is.under_way = false;
}

static bool transaction_begins(tape_machine *machine, uint32_t at, uint32_t operation, uint32_t undo)
{
    attempt *is = &machine->transaction;
    if (is->is.under_way)
        return fault(machine, "a transaction within another in instruction", at);
    is->is = (tape_transaction){true, operation, (int32_t)undo - 1};
    is->at = at + 1;
    is->before = machine->draws;
    is->drawn = is->most_drawn = 0;
    clear_values(machine);
    return true;
}

void tape_again(tape_machine *machine)
{
    attempt *is = &machine->transaction;
    if (is->drawn > is->most_drawn)
        is->most_drawn = is->drawn;
    is->drawn = 0;
    machine->draws = is->before;
    machine->at = is->at;
    machine->why[0] = 0;
    clear_values(machine);
}

static tape_outcome refuses(tape_machine *machine, const char *kind, uint32_t length)
{
    snprintf(machine->refusal, TAPE_WHY, "%.*s", (int)length, kind);
    return TAPE_REFUSES;
}

/* The text's first {} stands for the number. */
static tape_outcome refuses_with(tape_machine *machine, const string *kind, const string *text, int64_t number)
{
    char *at = machine->why;
    uint32_t hole = 0;
    while (hole + 1 < text->length && (text->bytes[hole] != '{' || text->bytes[hole + 1] != '}'))
        hole++;
    if (hole + 1 < text->length)
        snprintf(at, TAPE_WHY, "%.*s%lld%.*s", (int)hole, text->bytes, (long long)number,
                 (int)(text->length - hole - 2), text->bytes + hole + 2);
    else
        snprintf(at, TAPE_WHY, "%.*s", (int)text->length, text->bytes);
    return refuses(machine, kind->bytes, kind->length);
}

static tape_outcome expression_refuses(tape_machine *machine)
{
    static const char kind[] = "expression";
    return refuses(machine, kind, sizeof kind - 1);
}

/* A value of a list, whose text begins with its type: s a text, i an integer, r the place of a real number. */
static bool picked(tape_machine *machine, const table *from, const sql_value *place, sql_value *to)
{
    const tape *of = machine->of;
    if (place->kind != VALUE_INTEGER || place->integer < 0 || place->integer >= from->count)
        return false;
    const string *is = &of->text[from->first + (uint32_t)place->integer];
    if (!is->length)
        return false;
    if (is->bytes[0] == 's') {
        *to = (sql_value){.kind = VALUE_TEXT, .length = (int32_t)is->length - 1, .text = is->bytes + 1};
        return true;
    }
    bool negative = is->length > 1 && is->bytes[1] == '-';
    uint64_t number = 0;
    for (uint32_t i = negative ? 2 : 1; i < is->length; i++) {
        if (is->bytes[i] < '0' || is->bytes[i] > '9' || is->length > WIDEST_NUMBER + 1)
            return false;
        number = number * 10 + (uint64_t)(is->bytes[i] - '0');
    }
    if (is->bytes[0] == 'i')
        *to = (sql_value){.kind = VALUE_INTEGER, .integer = (int64_t)(negative ? 0 - number : number)};
    else if (is->bytes[0] == 'r' && number < of->doubles)
        *to = (sql_value){.kind = VALUE_REAL, .real = of->number[number]};
    else
        return false;
    return true;
}

static bool is_kind(const sql_value *of, uint32_t kind)
{
    return kind == 0 ? of->kind <= VALUE_NULL : of->kind == VALUE_TRUTH && of->integer == (kind == 1);
}

/* Behind AND (decisive 0) or OR (1), both sides of which are known: the first decided nothing. */
static bool combined(sql_value *of, bool decisive, char *why)
{
    bool holds;
    sql_value *second = of + 1;
    if (!computing_holds(second, &holds, why))
        return false;
    if (second->kind > VALUE_NULL && holds == decisive)
        *of = (sql_value){.kind = VALUE_TRUTH, .integer = decisive};
    else if (of->kind <= VALUE_NULL || second->kind <= VALUE_NULL)
        *of = (sql_value){.kind = VALUE_NULL};
    else
        *of = (sql_value){.kind = VALUE_TRUTH, .integer = !decisive};
    return true;
}

/* As bisect.bisect(bounds, random() * last, hi = count - 1) in Python. */
static int64_t chosen(tape_machine *machine, const double *bounds, uint32_t count)
{
    double at = mersenne_twister_random(&machine->draws) * bounds[count - 1];
    uint32_t found = 0;
    while (found < count - 1 && bounds[found] <= at)
        found++;
    return found;
}

static bool waits(tape_machine *machine, const sql_value *of, double unit_s)
{
    if (of->kind != VALUE_REAL && of->kind != VALUE_INTEGER && of->kind != VALUE_TRUTH) {
        snprintf(machine->why, TAPE_WHY, "a value of the wrong type");
        return false;
    }
    double wait_s = (of->kind == VALUE_REAL ? of->real : (double)of->integer) * unit_s;
    wait_s = wait_s > 0 ? wait_s : 0;
    machine->wait_ns = (int64_t)((wait_s < LONGEST_WAIT_S ? wait_s : LONGEST_WAIT_S) * 1e9);
    return true;
}

const tape_transaction *tape_transaction_of(const tape_machine *machine)
{
    return &machine->transaction.is;
}

int64_t tape_wait_ns(const tape_machine *machine)
{
    return machine->wait_ns;
}

const char *tape_refusal(const tape_machine *machine, const char **text)
{
    *text = machine->why;
    return machine->refusal;
}

void tape_begin(tape_machine *machine)
{
    transaction_ends(machine);
    machine->at = 0;
    machine->steps = 0;
    machine->why[0] = 0;
    memset(machine->number, 0, machine->of->numbers * sizeof *machine->number);
    for (uint32_t i = 0; i < machine->of->texts; i++)
        machine->text[i].length = 0;
}

tape_outcome tape_go_on(tape_machine *machine, uint32_t *statement)
{
    const tape *of = machine->of;
    int64_t *number = machine->number, quotient, rest;
    text_register *text = machine->text;
    tape_lists *lists = &machine->lists;
    sql_value *values = machine->value;
    bool holds;
    uint32_t at = machine->at;
#define OR_FAULT(done)           \
    do {                         \
        if (!(done))             \
            return TAPE_FAULT;   \
    } while (0)
#define LISTED(done, list) OR_FAULT((done) || fault(machine, "a place that is none, or too many numbers, in list", list))
/* What takes longer the longer a list is counts as more steps. */
#define PASSES(which) (machine->steps += lists->list[which].used / NUMBERS_A_STEP)
#define OR_REFUSES(done)                         \
    do {                                         \
        if (!(done))                             \
            return expression_refuses(machine);  \
    } while (0)
#define WITHIN(overflows) OR_FAULT(!(overflows) || fault(machine, "a number beyond 64 bits in instruction", at))
    for (; machine->steps < MOST_STEPS; machine->steps++) {
        const instruction *is = &of->code[at];
        switch (is->op) {
        case OP_END:
            OR_FAULT(!machine->transaction.is.under_way || fault(machine, "an end within a transaction in instruction", at));
            return is->a ? TAPE_ROLLED_BACK : TAPE_DONE;
        case OP_MOVE:
            number[is->a] = number[is->b];
            break;
        case OP_ADD:
            WITHIN(__builtin_add_overflow(number[is->b], number[is->c], &number[is->a]));
            break;
        case OP_SUBTRACT:
            WITHIN(__builtin_sub_overflow(number[is->b], number[is->c], &number[is->a]));
            break;
        case OP_MULTIPLY:
            WITHIN(__builtin_mul_overflow(number[is->b], number[is->c], &number[is->a]));
            break;
        case OP_DIVIDE:
            OR_FAULT(divided(machine, at, number[is->b], number[is->c], &quotient, &rest));
            number[is->a] = quotient;
            break;
        case OP_MODULO:
            OR_FAULT(divided(machine, at, number[is->b], number[is->c], &quotient, &rest));
            number[is->a] = rest;
            break;
        case OP_DRAW:
            OR_FAULT(drawn(machine, at, number[is->b], &number[is->a]));
            break;
        case OP_UNLESS_CHANCE:
            if (!(mersenne_twister_random(&machine->draws) * of->number[is->b] < of->number[is->c])) {
                at = is->a;
                continue;
            }
            break;
        case OP_JUMP:
            at = is->a;
            continue;
        case OP_IF_EQUAL:
            if (number[is->b] == number[is->c]) {
                at = is->a;
                continue;
            }
            break;
        case OP_IF_LESS:
            if (number[is->b] < number[is->c]) {
                at = is->a;
                continue;
            }
            break;
        case OP_TEXT_EMPTY:
            text[is->a].length = 0;
            break;
        case OP_TEXT_NULL:
            text[is->a].length = -1;
            break;
        case OP_TEXT_ADD:
            OR_FAULT(add_text(machine, is->a, of->text[is->b].bytes, of->text[is->b].length));
            break;
        case OP_TEXT_NUMBER:
            OR_FAULT(add_number(machine, is->a, number[is->b], is->c));
            break;
        case OP_TEXT_PICK: {
            const table *from = &of->picks[is->b];
            int64_t index = number[is->c];
            OR_FAULT((index >= 0 && index < from->count) || fault(machine, "an index beyond the end of table", is->b));
            const string *picked = &of->text[from->first + (uint32_t)index];
            OR_FAULT(add_text(machine, is->a, picked->bytes, picked->length));
            break;
        }
        case OP_TEXT_JOIN:
            OR_FAULT(text[is->b].length < 0 ||
                     add_text(machine, is->a, text[is->b].bytes, (uint32_t)text[is->b].length));
            break;
        case OP_TEXT_NOW:
            OR_FAULT(add_now(machine, is->a, is->b));
            break;
        case OP_IF_SAME_TEXT:
            if (same_text(&text[is->b], &text[is->c])) {
                at = is->a;
                continue;
            }
            break;
        case OP_BIT_OR:
            number[is->a] = number[is->b] | number[is->c];
            break;
        case OP_USER:
            number[is->a] = machine->user;
            break;
        case OP_CALL:
            *statement = is->a;
            machine->at = at + 1;
            machine->steps = 0;
            return TAPE_CALLS;
        case OP_LIST_CLEAR:
            tape_list_clear(lists, is->a);
            break;
        case OP_LIST_LENGTH:
            number[is->a] = lists->list[is->b].used;
            break;
        case OP_LIST_AT:
            LISTED(tape_list_at(lists, is->b, number[is->c], &number[is->a]), is->b);
            break;
        case OP_LIST_SET:
            LISTED(tape_list_set(lists, is->a, number[is->b], number[is->c]), is->a);
            break;
        case OP_LIST_APPEND:
            LISTED(tape_list_append(lists, is->a, number[is->b]), is->a);
            break;
        case OP_LIST_INSERT:
            PASSES(is->a);
            LISTED(tape_list_insert(lists, is->a, number[is->b], number[is->c]), is->a);
            break;
        case OP_LIST_REMOVE:
            PASSES(is->b);
            LISTED(tape_list_remove(lists, is->b, number[is->c], &number[is->a]), is->b);
            break;
        case OP_LIST_BISECT:
            number[is->a] = tape_list_bisect(lists, is->b, number[is->c]);
            break;
        case OP_LIST_FIND:
            PASSES(is->b);
            number[is->a] = tape_list_find(lists, is->b, number[is->c]);
            break;
        case OP_LIST_TEXT:
            machine->steps += text[is->b].length < 0 ? 0 : (uint32_t)text[is->b].length / NUMBERS_A_STEP;
            LISTED(text[is->b].length < 0 ||
                       tape_list_append_text(lists, is->a, text[is->b].bytes, (uint32_t)text[is->b].length),
                   is->a);
            break;
        case OP_KEEP:
            lists->kept[is->a] = number[is->b];
            break;
        case OP_KEPT:
            number[is->a] = lists->kept[is->b];
            break;
        case OP_DRAW_LATE:
            OR_FAULT(drawn_late(machine, at, number[is->b], &number[is->a]));
            break;
        case OP_ELAPSED:
            number[is->a] = (outpace_clock_ns() - of->began_ns) / 1000000000;
            break;
        case OP_TRANSACTION:
            OR_FAULT(transaction_begins(machine, at, is->a, is->b));
            machine->at = at + 1;
            return TAPE_BEGINS;
        case OP_TRANSACTION_END:
            transaction_ends(machine);
            machine->at = at + 1;
            return TAPE_ENDS;
        case OP_WAIT:
            OR_REFUSES(waits(machine, &values[is->a], of->number[is->b]));
            machine->at = at + 1;
            return TAPE_WAITS;
        case OP_REFUSE:
            return refuses_with(machine, &of->text[is->a], &of->text[is->b], number[is->c]);
        case OP_VALUE_NULL:
            values[is->a] = (sql_value){.kind = VALUE_NULL};
            break;
        case OP_VALUE_INTEGER:
            values[is->a] = (sql_value){.kind = VALUE_INTEGER, .integer = number[is->b]};
            break;
        case OP_VALUE_REAL:
            values[is->a] = (sql_value){.kind = VALUE_REAL, .real = of->number[is->b]};
            break;
        case OP_VALUE_TRUTH:
            values[is->a] = (sql_value){.kind = VALUE_TRUTH, .integer = is->b};
            break;
        case OP_VALUE_TEXT:
            values[is->a] = (sql_value){
                .kind = VALUE_TEXT, .length = (int32_t)of->text[is->b].length, .text = of->text[is->b].bytes};
            break;
        case OP_VALUE_PICK:
            OR_FAULT(picked(machine, &of->picks[is->b], &values[is->c], &values[is->a]) ||
                     fault(machine, "a value that is none, or beyond the end, of table", is->b));
            break;
        case OP_VALUE_COPY:
            values[is->a] = values[is->b];
            break;
        case OP_VALUE_COMPUTE:
            OR_REFUSES(computed(is->b, &values[is->c], next_random, machine, &values[is->a], machine->why));
            break;
        case OP_VALUE_IS:
            values[is->a] = (sql_value){.kind = VALUE_TRUTH, .integer = is_kind(&values[is->a], is->b)};
            break;
        case OP_UNLESS_HOLDS:
            OR_REFUSES(computing_holds(&values[is->b], &holds, machine->why));
            if (!holds) {
                at = is->a;
                continue;
            }
            break;
        case OP_IF_DECIDES:
            OR_REFUSES(computing_holds(&values[is->b], &holds, machine->why));
            if (values[is->b].kind > VALUE_NULL && holds == (is->c == 1)) {
                values[is->b] = (sql_value){.kind = VALUE_TRUTH, .integer = holds};
                at = is->a;
                continue;
            }
            break;
        case OP_COMBINE:
            OR_REFUSES(combined(&values[is->a], is->b == 1, machine->why));
            break;
        case OP_IF_SET:
            if (values[is->b].kind != VALUE_UNSET) {
                at = is->a;
                continue;
            }
            break;
        case OP_CHOOSE:
            number[is->a] = chosen(machine, &of->number[is->b], is->c);
            break;
        }
        at++;
    }
    fault(machine, "a loop without a call around instruction", at);
    return TAPE_FAULT;
}

tape_outcome tape_given_up(const tape_machine *machine)
{
    return machine->why[0] ? TAPE_FAULT : TAPE_ABANDONED;
}

static void value_argument(const sql_value *from, outpace_tape_value *to)
{
    switch (from->kind) {
    case VALUE_REAL:
        to->kind = OUTPACE_TAPE_REAL;
        memcpy(&to->number, &from->real, sizeof to->number);
        break;
    case VALUE_INTEGER:
    case VALUE_TRUTH:
        to->kind = from->kind == VALUE_TRUTH ? OUTPACE_TAPE_TRUTH : OUTPACE_TAPE_NUMBER;
        to->number = from->integer;
        break;
    case VALUE_TEXT:
        to->kind = OUTPACE_TAPE_IS_TEXT;
        to->length = from->length;
        to->text = from->text;
        break;
    default:
        to->kind = OUTPACE_TAPE_IS_TEXT;
        to->length = -1;
    }
}

outpace_tape_value tape_argument(const tape_machine *machine, uint32_t statement, uint32_t argument)
{
    tape_register from = machine->of->statement[statement].argument[argument];
    outpace_tape_value value = {(int32_t)from.kind, 0, 0, ""};
    if (from.kind == TAPE_VALUE) {
        value_argument(&machine->value[from.index], &value);
    } else if (from.kind == TAPE_TEXT) {
        value.length = machine->text[from.index].length;
        value.text = machine->text[from.index].bytes;
        machine->text[from.index].bytes[value.length < 0 ? 0 : value.length] = 0;
    } else {
        value.number = machine->number[from.index];
    }
    return value;
}

void tape_store_number(tape_machine *machine, tape_register to, int64_t number)
{
    machine->number[to.index] = number;
}

bool tape_store_value(tape_machine *machine, tape_register to, sql_value found)
{
    if (found.kind == VALUE_TEXT) {
        machine->kept_bytes += (size_t)found.length + sizeof(kept_text);
        kept_text *kept = machine->kept_bytes > LONGEST_VALUES ? NULL : malloc(sizeof *kept + (size_t)found.length + 1);
        if (!kept)
            return fault(machine, "there is no room for a text in value register", to.index);
        kept->next = machine->kept;
        machine->kept = kept;
        memcpy(kept->bytes, found.text, (size_t)found.length);
        kept->bytes[found.length] = 0;
        found.text = kept->bytes;
    }
    machine->value[to.index] = found;
    return true;
}

/* Digits with a sign, and behind a point nothing but zeros; of 64 bits. */
static bool whole_number(const char *text, int64_t *to)
{
    bool negative = *text == '-';
    uint64_t found = 0, most = (uint64_t)INT64_MAX + negative;
    text += negative || *text == '+';
    const char *begin = text;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (found > (most - digit) / 10)
            return false;
        found = found * 10 + digit;
    }
    if (text == begin)
        return false;
    if (*text == '.')
        for (text++; *text == '0'; text++) {
        }
    *to = (int64_t)(negative ? 0 - found : found);
    return !*text;
}

bool tape_store_decimal(tape_machine *machine, tape_register to, const char *text)
{
    int64_t number;
    if (whole_number(text, &number))
        return tape_store_value(machine, to, (sql_value){.kind = VALUE_INTEGER, .integer = number});
    return tape_store_value(machine, to, (sql_value){.kind = VALUE_REAL, .real = strtod(text, NULL)});
}

bool tape_store_text(tape_machine *machine, tape_register to, const char *text, int32_t length)
{
    machine->text[to.index].length = length < 0 ? -1 : 0;
    return length < 0 || add_text(machine, to.index, text, (uint32_t)length);
}

void tape_store_rows(tape_machine *machine, uint32_t statement, int64_t rows)
{
    int32_t to = machine->of->statement[statement].rows;
    if (to >= 0)
        machine->number[to] = rows;
}

void tape_rows_begin(tape_machine *machine, uint32_t statement)
{
    if (machine->of->statement[statement].list >= 0)
        tape_list_clear(&machine->lists, (uint32_t)machine->of->statement[statement].list);
}

bool tape_store_row(tape_machine *machine, uint32_t statement)
{
    const tape_statement *of = &machine->of->statement[statement];
    if (of->list < 0)
        return true;
    for (uint32_t i = 0; i < of->results; i++)
        if (!tape_list_append(&machine->lists, (uint32_t)of->list, machine->number[of->result[i].to.index]))
            return fault(machine, "a call returns too many rows for list", (uint32_t)of->list);
    return true;
}

outpace_tape_answer *tape_answers(const tape *of, uint32_t statement)
{
    const tape_statement *is = &of->statement[statement];
    size_t rows = is->list < 0 ? 1 : OUTPACE_TAPE_ROWS;
    /* Whoever answers with more columns than are read stays within it. */
    outpace_tape_answer *made = calloc(rows * is->results + OUTPACE_MOST_RESULTS, sizeof *made);
    for (uint32_t i = 0; made && i < is->results && is->named; i++)
        made[i].length = OUTPACE_TAPE_UNSET;
    return made;
}

static sql_value answered(const outpace_tape_answer *is, int32_t length)
{
    sql_value to = {.kind = VALUE_NULL};
    switch (length) {
    case OUTPACE_TAPE_INTEGER:
    case OUTPACE_TAPE_IS_TRUTH:
        to.kind = length == OUTPACE_TAPE_INTEGER ? VALUE_INTEGER : VALUE_TRUTH;
        to.integer = is->number;
        break;
    case OUTPACE_TAPE_DOUBLE:
        to.kind = VALUE_REAL;
        memcpy(&to.real, &is->number, sizeof to.real);
        break;
    default:
        if (length >= 0)
            to = (sql_value){.kind = VALUE_TEXT, .length = length, .text = is->text};
    }
    return to;
}

static bool stored(tape_machine *machine, tape_register to, const outpace_tape_answer *is)
{
    int32_t length = is->length > OUTPACE_TAPE_TEXT ? OUTPACE_TAPE_TEXT : is->length;
    if (to.kind == TAPE_VALUE)
        return length == OUTPACE_TAPE_UNSET || tape_store_value(machine, to, answered(is, length));
    if (to.kind == TAPE_TEXT)
        return tape_store_text(machine, to, is->text, length);
    tape_store_number(machine, to, is->number);
    return true;
}

bool tape_store_answers(tape_machine *machine, uint32_t statement, const outpace_tape_answer *results, int64_t rows)
{
    const tape_statement *of = &machine->of->statement[statement];
    tape_store_rows(machine, statement, rows);
    tape_rows_begin(machine, statement);
    if (rows <= 0)
        return of->missing_kind < 0;
    int64_t told = of->list < 0 ? 1 : rows < OUTPACE_TAPE_ROWS ? rows : OUTPACE_TAPE_ROWS;
    for (int64_t row = 0; row < told; row++) {
        for (uint32_t i = 0; i < of->results; i++, results++)
            if (!stored(machine, of->result[i].to, results))
                return false;
        if (!tape_store_row(machine, statement))
            return false;
    }
    return true;
}

void tape_missing(const tape_machine *machine, uint32_t statement, char *text, size_t room)
{
    const tape_statement *of = &machine->of->statement[statement];
    const string *words = &machine->of->text[of->missing_text];
    size_t used = 0;
    for (uint32_t i = 0; i < words->length && used + 1 < room; i++) {
        bool argument = words->bytes[i] == '{' && i + 1 < words->length && words->bytes[i + 1] == '}';
        if (!argument || !of->arguments) {
            text[used++] = words->bytes[i];
            continue;
        }
        outpace_tape_value value = tape_argument(machine, statement, 0);
        int wrote = value.kind == TAPE_TEXT
                        ? snprintf(text + used, room - used, "%.*s", value.length < 0 ? 0 : (int)value.length, value.text)
                        : snprintf(text + used, room - used, "%lld", (long long)value.number);
        used += wrote < 0 ? 0 : (size_t)wrote >= room - used ? room - used - 1 : (size_t)wrote;
        i++;
    }
    text[used] = 0;
}
