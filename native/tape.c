/* SPDX-License-Identifier: Apache-2.0 */
#include "tape.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tape_lists.h"

#define MAGIC 0x45504154U /* "TAPE" in little-endian order */
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
/* Maximum number of instructions without a call; more are considered an infinite loop. */
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
    /* Transactions and their values (computing.h). */
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
    /* Lists and other state that persists from cycle to cycle (tape_lists.h). */
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

/* Flags of a statement. RETRY: may be retried. LIST: all rows go into a list, whose number follows the missing row's
   message. DIRECT: not prepared. NAMED: results are identified by name. PREFIXED: names have a prefix. LAST: results
   come from the last row. */
enum { FLAG_RETRY = 1, FLAG_LIST = 2, FLAG_DIRECT = 4, FLAG_NAMED = 8, FLAG_PREFIXED = 16, FLAG_LAST = 32 };

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
    uint32_t values;     /* number of value registers */
    uint32_t operations; /* exclusive upper bound of the operation numbers of transactions */
    uint32_t *capacity;
    size_t text_bytes;
    int64_t *constant;
    double *number;
    string *text;
    table *picks;
    tape_statement *statement;
    instruction *code;
    char *bytes;
    int64_t began_ns; /* time at which the tape was read: origin of OP_ELAPSED for all users */
};

/* ---- Reading and verification ---- */

typedef struct {
    const uint8_t *at, *end;
    char *why;
    bool bad;
    uint32_t values; /* value registers used so far */
} source;

static bool refuse(source *src, const char *format, ...)
{
    if (!src->bad) {
        va_list values;
        va_start(values, format);
        vsnprintf(src->why, TAPE_WHY, format, values);
        va_end(values);
        src->bad = true;
    }
    return false;
}

static bool take(source *src, void *dst, size_t size)
{
    if (src->bad || (size_t)(src->end - src->at) < size) {
        memset(dst, 0, size);
        return refuse(src, "the tape ends too early");
    }
    memcpy(dst, src->at, size);
    src->at += size;
    return true;
}

static uint32_t read_word(source *src)
{
    uint32_t value;
    take(src, &value, sizeof value);
    return value;
}

static void *allocate(source *src, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        refuse(src, "there is no memory for the tape");
    return memory;
}

static uint32_t read_count(source *src, const char *what, uint32_t most)
{
    uint32_t value = read_word(src);
    if (value > most) {
        refuse(src, "the tape has %u %s, and at most %u are possible", value, what, most);
        return 0;
    }
    return value;
}

static uint32_t check_index(source *src, uint32_t value, uint32_t limit, const char *what, const char *where,
                            uint32_t number)
{
    if (value >= limit && !src->bad)
        refuse(src, "%s %u names %s %u, and there are %u", where, number, what, value, limit);
    return value;
}

static uint32_t use_value_register(source *src, uint32_t value, const char *where, uint32_t number)
{
    check_index(src, value, MOST_VALUES, "value register", where, number);
    if (!src->bad && value >= src->values)
        src->values = value + 1;
    return value;
}

static tape_register read_register(source *src, const tape *prog, const char *where, uint32_t number)
{
    tape_register reg = {TAPE_NUMBER, 0};
    uint32_t kind = read_word(src), index = read_word(src);
    if (kind > TAPE_VALUE) {
        refuse(src, "%s %u has a register of kind %u", where, number, kind);
        return reg;
    }
    reg.kind = (tape_kind)kind;
    reg.index = kind == TAPE_VALUE  ? use_value_register(src, index, where, number)
                : kind == TAPE_TEXT ? check_index(src, index, prog->texts, "text register", where, number)
                                    : check_index(src, index, prog->numbers, "number register", where, number);
    return reg;
}

/* Reads an optional index, stored as the index plus 1, or 0 for none. Returns the index, or -1. */
static int32_t read_optional_index(source *src, uint32_t limit, const char *what, uint32_t number)
{
    uint32_t value = read_word(src);
    return value ? (int32_t)check_index(src, value - 1, limit, what, "statement", number) : -1;
}

static void read_statement(source *src, const tape *prog, tape_statement *dst, uint32_t number)
{
    dst->operation = read_word(src);
    uint32_t flags = read_word(src);
    if (flags & ~(uint32_t)(FLAG_RETRY | FLAG_LIST | FLAG_DIRECT | FLAG_NAMED | FLAG_PREFIXED | FLAG_LAST) ||
        (flags & FLAG_LIST && flags & FLAG_NAMED))
        refuse(src, "statement %u has the flags %u", number, flags);
    dst->retry = flags & FLAG_RETRY;
    dst->direct = flags & FLAG_DIRECT;
    dst->named = flags & FLAG_NAMED;
    dst->prefixed = flags & FLAG_PREFIXED;
    dst->last = flags & FLAG_LAST;
    dst->arguments = read_count(src, "arguments of a statement", MOST_ARGUMENTS);
    dst->results = read_count(src, "results of a statement", MOST_RESULTS);
    dst->rows = read_optional_index(src, prog->numbers, "number register", number);
    dst->missing_kind = read_optional_index(src, prog->strings, "string", number);
    dst->missing_text = read_optional_index(src, prog->strings, "string", number);
    if ((dst->missing_kind < 0) != (dst->missing_text < 0))
        refuse(src, "statement %u names only half of a missing row's fault", number);
    dst->list = flags & FLAG_LIST
                    ? (int32_t)check_index(src, read_word(src), TAPE_LISTS, "list", "statement", number)
                    : -1;
    dst->argument = allocate(src, dst->arguments, sizeof *dst->argument);
    dst->result = allocate(src, dst->results, sizeof *dst->result);
    for (uint32_t i = 0; i < dst->arguments && !src->bad; i++)
        dst->argument[i] = read_register(src, prog, "statement", number);
    if (dst->direct && dst->arguments)
        refuse(src, "statement %u is not prepared and has arguments", number);
    uint32_t last_column = 0;
    for (uint32_t i = 0; i < dst->results && !src->bad; i++) {
        if (dst->named) {
            dst->result[i].name = check_index(src, read_word(src), prog->strings, "string", "statement", number);
            dst->result[i].to = read_register(src, prog, "statement", number);
            if (dst->result[i].to.kind != TAPE_VALUE)
                refuse(src, "statement %u has a result by name that goes into no value register", number);
            continue;
        }
        dst->result[i].column = read_word(src);
        if (dst->result[i].column <= last_column || dst->result[i].column > MOST_COLUMN)
            refuse(src, "statement %u reads column %u after column %u", number, dst->result[i].column, last_column);
        last_column = dst->result[i].column;
        dst->result[i].to = read_register(src, prog, "statement", number);
        if (dst->list >= 0 && dst->result[i].to.kind != TAPE_NUMBER)
            refuse(src, "statement %u lists a column that is no number", number);
        if (dst->result[i].to.kind == TAPE_VALUE)
            refuse(src, "statement %u has a result by number that goes into a value register", number);
    }
}

static void check_value_instruction(source *src, const tape *prog, const instruction *instr, uint32_t at)
{
    uint32_t sources = prog->numbers + prog->constants;
#define NAMES(value, limit, what) check_index(src, value, limit, what, "instruction", at)
#define VALUE(value) use_value_register(src, value, "instruction", at)
    switch (instr->op) {
    case OP_TRANSACTION:
        if (instr->b)
            NAMES(instr->b - 1, prog->statements, "statement");
        break;
    case OP_TRANSACTION_END:
        break;
    case OP_WAIT:
        VALUE(instr->a), NAMES(instr->b, prog->doubles, "real number");
        break;
    case OP_REFUSE:
        NAMES(instr->a, prog->strings, "string"), NAMES(instr->b, prog->strings, "string"),
            NAMES(instr->c, sources, "number");
        break;
    case OP_VALUE_NULL:
        VALUE(instr->a);
        break;
    case OP_VALUE_INTEGER:
        VALUE(instr->a), NAMES(instr->b, sources, "number");
        break;
    case OP_VALUE_REAL:
        VALUE(instr->a), NAMES(instr->b, prog->doubles, "real number");
        break;
    case OP_VALUE_TRUTH:
        VALUE(instr->a), NAMES(instr->b, 2, "truth");
        break;
    case OP_VALUE_TEXT:
        VALUE(instr->a), NAMES(instr->b, prog->strings, "string");
        break;
    case OP_VALUE_PICK:
        VALUE(instr->a), NAMES(instr->b, prog->tables, "table"), VALUE(instr->c);
        break;
    case OP_VALUE_COPY:
        VALUE(instr->a), VALUE(instr->b);
        break;
    case OP_VALUE_COMPUTE:
        VALUE(instr->a), NAMES(instr->b, COMPUTE_FUNCTIONS, "function"), NAMES(instr->c, MOST_VALUES, "value register");
        for (uint32_t i = 0; !src->bad && i < computing_arguments(instr->b); i++)
            VALUE(instr->c + i);
        break;
    case OP_VALUE_IS:
        VALUE(instr->a), NAMES(instr->b, 3, "kind of value");
        break;
    case OP_UNLESS_HOLDS:
    case OP_IF_SET:
        NAMES(instr->a, prog->instructions, "instruction"), VALUE(instr->b);
        break;
    case OP_IF_DECIDES:
        NAMES(instr->a, prog->instructions, "instruction"), VALUE(instr->b), NAMES(instr->c, 2, "truth");
        break;
    case OP_COMBINE:
        VALUE(instr->a), VALUE(instr->a + 1);
        break;
    case OP_CHOOSE:
        NAMES(instr->a, prog->numbers, "number register"), NAMES(instr->b, prog->doubles, "real number");
        if (!src->bad && (!instr->c || instr->c > prog->doubles - instr->b))
            refuse(src, "instruction %u chooses among %u real numbers from %u on", at, instr->c, instr->b);
        break;
    default:
        refuse(src, "instruction %u is of kind %u, which is unknown", at, instr->op);
    }
#undef NAMES
#undef VALUE
}

static void check_instruction(source *src, const tape *prog, const instruction *instr, uint32_t at)
{
    uint32_t sources = prog->numbers + prog->constants;
#define NAMES(value, limit, what) check_index(src, value, limit, what, "instruction", at)
#define TO(value) NAMES(value, prog->numbers, "number register")
#define FROM(value) NAMES(value, sources, "number")
#define TARGET(value) NAMES(value, prog->instructions, "instruction")
#define TEXT_REGISTER(value) NAMES(value, prog->texts, "text register")
#define LIST(value) NAMES(value, TAPE_LISTS, "list")
#define KEPT(value) NAMES(value, TAPE_KEPT, "kept number")
    switch (instr->op) {
    case OP_END:
        NAMES(instr->a, 2, "outcome");
        break;
    case OP_MOVE:
        TO(instr->a), FROM(instr->b);
        break;
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_MODULO:
    case OP_BIT_OR:
        TO(instr->a), FROM(instr->b), FROM(instr->c);
        break;
    case OP_DRAW:
        TO(instr->a), FROM(instr->b);
        break;
    case OP_UNLESS_CHANCE:
        TARGET(instr->a), NAMES(instr->b, prog->doubles, "real number"), NAMES(instr->c, prog->doubles, "real number");
        break;
    case OP_JUMP:
        TARGET(instr->a);
        break;
    case OP_IF_EQUAL:
    case OP_IF_LESS:
        TARGET(instr->a), FROM(instr->b), FROM(instr->c);
        break;
    case OP_IF_SAME_TEXT:
        TARGET(instr->a), TEXT_REGISTER(instr->b), TEXT_REGISTER(instr->c);
        break;
    case OP_TEXT_NOW:
        NAMES(instr->b, MOST_YEARS + 1, "number of years"); /* fall through */
    case OP_TEXT_EMPTY:
    case OP_TEXT_NULL:
        TEXT_REGISTER(instr->a);
        break;
    case OP_TEXT_ADD:
        TEXT_REGISTER(instr->a), NAMES(instr->b, prog->strings, "string");
        break;
    case OP_TEXT_NUMBER:
        TEXT_REGISTER(instr->a), FROM(instr->b), NAMES(instr->c, WIDEST_NUMBER + 1, "width");
        break;
    case OP_TEXT_PICK:
        TEXT_REGISTER(instr->a), NAMES(instr->b, prog->tables, "table"), FROM(instr->c);
        break;
    case OP_TEXT_JOIN:
        TEXT_REGISTER(instr->a), TEXT_REGISTER(instr->b);
        if (instr->a == instr->b)
            refuse(src, "instruction %u joins text register %u to itself", at, instr->a);
        break;
    case OP_CALL:
        NAMES(instr->a, prog->statements, "statement");
        break;
    case OP_LIST_CLEAR:
        LIST(instr->a);
        break;
    case OP_LIST_LENGTH:
        TO(instr->a), LIST(instr->b);
        break;
    case OP_LIST_AT:
    case OP_LIST_REMOVE:
    case OP_LIST_BISECT:
    case OP_LIST_FIND:
        TO(instr->a), LIST(instr->b), FROM(instr->c);
        break;
    case OP_LIST_SET:
    case OP_LIST_INSERT:
        LIST(instr->a), FROM(instr->b), FROM(instr->c);
        break;
    case OP_LIST_APPEND:
        LIST(instr->a), FROM(instr->b);
        break;
    case OP_LIST_TEXT:
        LIST(instr->a), TEXT_REGISTER(instr->b);
        break;
    case OP_KEEP:
        KEPT(instr->a), FROM(instr->b);
        break;
    case OP_KEPT:
        TO(instr->a), KEPT(instr->b);
        break;
    case OP_DRAW_LATE:
        TO(instr->a), FROM(instr->b);
        break;
    case OP_ELAPSED:
    case OP_USER:
        TO(instr->a);
        break;
    default:
        check_value_instruction(src, prog, instr, at);
    }
}

/* Checks for well-formed UTF-8 (Unicode 15, table 3-7). */
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

static void read_parts(source *src, tape *prog)
{
    if (read_word(src) != MAGIC || read_word(src) != VERSION) {
        refuse(src, "this is no tape of version %u", VERSION);
        return;
    }
    prog->numbers = read_count(src, "number registers", MOST_NUMBERS);
    prog->constants = read_count(src, "constants", MOST_CONSTANTS);
    prog->doubles = read_count(src, "real numbers", MOST_DOUBLES);
    prog->texts = read_count(src, "text registers", MOST_TEXTS);
    prog->strings = read_count(src, "strings", MOST_STRINGS);
    prog->tables = read_count(src, "tables", MOST_TABLES);
    prog->statements = read_count(src, "statements", MOST_STATEMENTS);
    prog->instructions = read_count(src, "instructions", MOST_INSTRUCTIONS);
    prog->capacity = allocate(src, prog->texts, sizeof *prog->capacity);
    prog->constant = allocate(src, prog->constants, sizeof *prog->constant);
    prog->number = allocate(src, prog->doubles, sizeof *prog->number);
    prog->text = allocate(src, prog->strings, sizeof *prog->text);
    prog->picks = allocate(src, prog->tables, sizeof *prog->picks);
    prog->statement = allocate(src, prog->statements, sizeof *prog->statement);
    prog->code = allocate(src, prog->instructions, sizeof *prog->code);
    for (uint32_t i = 0; i < prog->texts && !src->bad; i++) {
        prog->capacity[i] = read_count(src, "bytes in a text register", LONGEST_TEXT);
        prog->text_bytes += prog->capacity[i];
    }
    if (prog->text_bytes > LONGEST_TEXTS)
        refuse(src, "the tape's text registers hold more than %u bytes", LONGEST_TEXTS);
    if (src->bad)
        return;
    take(src, prog->constant, prog->constants * sizeof *prog->constant);
    take(src, prog->number, prog->doubles * sizeof *prog->number);
    for (uint32_t i = 0; i < prog->doubles && !src->bad; i++)
        if (!isfinite(prog->number[i]))
            refuse(src, "real number %u is not finite", i);
    size_t bytes = 0;
    for (uint32_t i = 0; i < prog->strings && !src->bad; i++)
        bytes += prog->text[i].length = read_count(src, "bytes in a string", LONGEST_TEXT);
    for (uint32_t i = 0; i < prog->tables && !src->bad; i++) {
        prog->picks[i].first = read_word(src);
        prog->picks[i].count = read_word(src);
        if (prog->picks[i].first > prog->strings || prog->picks[i].count > prog->strings - prog->picks[i].first)
            refuse(src, "table %u reaches beyond the %u strings", i, prog->strings);
    }
    for (uint32_t i = 0; i < prog->statements && !src->bad; i++)
        read_statement(src, prog, &prog->statement[i], i);
    if (src->bad)
        return;
    take(src, prog->code, prog->instructions * sizeof *prog->code);
    if ((size_t)(src->end - src->at) != bytes)
        refuse(src, "the tape's strings have %zu bytes, and %zu are left for them", bytes,
               (size_t)(src->end - src->at));
    /* Strings are zero-terminated. */
    if (src->bad || !(prog->bytes = allocate(src, bytes + prog->strings, 1)))
        return;
    char *at = prog->bytes;
    for (uint32_t i = 0; i < prog->strings; i++) {
        take(src, at, prog->text[i].length);
        prog->text[i].bytes = at;
        at += prog->text[i].length + 1;
        if (!is_utf8(prog->text[i].bytes, prog->text[i].length))
            refuse(src, "string %u is no UTF-8", i);
    }
}

tape *tape_read(const uint8_t *bytes, size_t size, char why[TAPE_WHY])
{
    source src = {bytes, bytes + size, why, false, 0};
    tape *prog = calloc(1, sizeof *prog);
    why[0] = 0;
    if (!prog || size > MOST_BYTES)
        refuse(&src, "the tape is too large");
    else
        read_parts(&src, prog);
    for (uint32_t i = 0; !src.bad && i < prog->instructions; i++)
        check_instruction(&src, prog, &prog->code[i], i);
    if (!src.bad) {
        uint32_t last = prog->instructions ? prog->code[prog->instructions - 1].op : OPS;
        if (last != OP_END && last != OP_JUMP)
            refuse(&src, "the tape's last instruction is neither an end nor a jump");
    }
    if (src.bad) {
        tape_free(prog);
        return NULL;
    }
    prog->began_ns = outpace_clock_ns();
    prog->values = src.values;
    for (uint32_t i = 0; i < prog->instructions; i++)
        if (prog->code[i].op == OP_TRANSACTION && prog->code[i].a >= prog->operations)
            prog->operations = prog->code[i].a == UINT32_MAX ? UINT32_MAX : prog->code[i].a + 1;
    return prog;
}

void tape_free(tape *prog)
{
    if (!prog)
        return;
    for (uint32_t i = 0; prog->statement && i < prog->statements; i++) {
        free(prog->statement[i].argument);
        free(prog->statement[i].result);
    }
    free(prog->capacity);
    free(prog->constant);
    free(prog->number);
    free(prog->text);
    free(prog->picks);
    free(prog->statement);
    free(prog->code);
    free(prog->bytes);
    free(prog);
}

uint32_t tape_statements(const tape *prog)
{
    return prog->statements;
}

const tape_statement *tape_statement_at(const tape *prog, uint32_t index)
{
    return &prog->statement[index];
}

uint32_t tape_operations(const tape *prog)
{
    return prog->operations;
}

const char *tape_string(const tape *prog, uint32_t index, uint32_t *length)
{
    *length = prog->text[index].length;
    return prog->text[index].bytes;
}

uint32_t tape_room(const tape *prog, uint32_t text)
{
    return prog->capacity[text];
}

/* ---- Execution ---- */

typedef struct {
    char *bytes;
    int32_t length; /* -1 is NULL */
} text_register;

/* String of a result. Strings of a failed attempt are freed; later transactions keep those that registers still
   reference. */
typedef struct kept_text {
    struct kept_text *next;
    size_t size;
    char bytes[];
} kept_text;

/* Attempt of the current transaction. */
typedef struct {
    tape_transaction transaction;
    uint32_t at;             /* first instruction of the transaction */
    mersenne_twister before; /* RNG state at the beginning */
    uint64_t drawn;          /* draws of this attempt */
    uint64_t most_drawn;     /* draws of the longest attempt */
} attempt;

struct tape_machine {
    const tape *prog;
    int64_t user;
    mersenne_twister draws;
    int64_t *number; /* registers, followed by the constants */
    text_register *text;
    char *bytes;
    tape_lists lists;
    sql_value *value;
    kept_text *kept, *lasting; /* strings, newest first, and the newest one from earlier transactions */
    sql_value *last;           /* values after the latest transaction that succeeded */
    size_t kept_bytes;
    attempt current;
    int64_t wait_ns;
    char refusal[TAPE_WHY];
    uint32_t at;    /* next instruction */
    uint32_t steps; /* instructions since the latest call */
    char why[TAPE_WHY];
};

tape_machine *tape_machine_new(const tape *prog, int64_t user, const mersenne_twister *draws)
{
    tape_machine *machine = calloc(1, sizeof *machine);
    if (!machine)
        return NULL;
    machine->prog = prog;
    machine->user = user;
    machine->draws = *draws;
    machine->number = calloc(prog->numbers + prog->constants + 1, sizeof *machine->number);
    machine->text = calloc(prog->texts + 1, sizeof *machine->text);
    machine->bytes = malloc(prog->text_bytes + prog->texts + 1);
    machine->value = calloc(prog->values + 1, sizeof *machine->value);
    machine->last = calloc(prog->values + 1, sizeof *machine->last);
    if (!machine->number || !machine->text || !machine->bytes || !machine->value || !machine->last) {
        tape_machine_free(machine);
        return NULL;
    }
    memcpy(machine->number + prog->numbers, prog->constant, prog->constants * sizeof *prog->constant);
    char *at = machine->bytes;
    for (uint32_t i = 0; i < prog->texts; i++) {
        machine->text[i].bytes = at;
        at += prog->capacity[i] + 1;
    }
    return machine;
}

/* Frees all strings that are newer than `until`; NULL for all. */
static void drop_texts(tape_machine *machine, const kept_text *until)
{
    while (machine->kept != until) {
        kept_text *next = machine->kept->next;
        machine->kept_bytes -= machine->kept->size;
        free(machine->kept);
        machine->kept = next;
    }
}

void tape_machine_free(tape_machine *machine)
{
    if (!machine)
        return;
    tape_lists_drop(&machine->lists);
    drop_texts(machine, NULL);
    free(machine->value);
    free(machine->last);
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
    if (length > machine->prog->capacity[to] - used)
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
    /* Same as in Python: the width includes the sign, and zeros follow the sign. */
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

/* Returns whether two strings are equal. NULL equals only NULL. */
static bool same_text(const text_register *a, const text_register *b)
{
    return a->length == b->length && (a->length <= 0 || memcmp(a->bytes, b->bytes, (size_t)a->length) == 0);
}

/* Appends the current time, or the same time some years later, where February 29 becomes February 28. The date is
   computed from the days since 1970, in 400-year eras that begin in March. */
static bool add_now(tape_machine *machine, uint32_t to, uint32_t years_later)
{
    int64_t now_s = (int64_t)time(NULL);
    int64_t days = now_s / 86400 + 719468, second_of_day = now_s % 86400;
    int64_t era = days / 146097, day_of_era = days % 146097;
    int64_t years = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * years + years / 4 - years / 100);
    int64_t month_from_march = (5 * day_of_year + 2) / 153;
    int64_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
    int64_t year = years + era * 400 + (month <= 2) + years_later;
    if (years_later && month == 2 && day == 29)
        day = 28;
    char text[64];
    int length = snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d:%02d", (int)year, (int)month, (int)day,
                          (int)(second_of_day / 3600), (int)(second_of_day / 60 % 60), (int)(second_of_day % 60));
    return add_text(machine, to, text, (uint32_t)length);
}

static bool divide(tape_machine *machine, uint32_t at, int64_t a, int64_t b, int64_t *quotient, int64_t *rest)
{
    if (b == 0 || (a == INT64_MIN && b == -1))
        return fault(machine, "a division by zero or beyond 64 bits in instruction", at);
    *quotient = a / b;
    *rest = a % b;
    if (*rest && (*rest < 0) != (b < 0)) { /* round toward negative infinity, as Python does */
        *quotient -= 1;
        *rest += b;
    }
    return true;
}

/* Same as int(random() * limit) in Python. */
static bool draw(tape_machine *machine, uint32_t at, int64_t limit, int64_t *to)
{
    if (limit > (INT64_C(1) << 53) || limit < -(INT64_C(1) << 53))
        return fault(machine, "a draw below more than 2^53 in instruction", at);
    *to = (int64_t)(mersenne_twister_random(&machine->draws) * (double)limit);
    return true;
}

/* Same as min(limit - 1, int(limit * (1 - u * u))) in Python, for a random number u. Separate statements prevent fused
   operations, so that each step is rounded. */
static bool draw_late(tape_machine *machine, uint32_t at, int64_t limit, int64_t *to)
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

/* ---- Transactions and values ---- */

static double next_random(void *context)
{
    tape_machine *machine = context;
    machine->current.drawn++;
    return mersenne_twister_random(&machine->draws);
}

/* Restores the values after the latest transaction that succeeded. */
static void restore_values(tape_machine *machine)
{
    memcpy(machine->value, machine->last, machine->prog->values * sizeof *machine->value);
    drop_texts(machine, machine->lasting);
}

static bool is_held(const tape_machine *machine, const char *text)
{
    for (uint32_t i = 0; i < machine->prog->values; i++)
        if (machine->value[i].kind == VALUE_TEXT && machine->value[i].text == text)
            return true;
    return false;
}

/* Saves the values for later transactions, and frees strings that no register references. */
static void keep_values(tape_machine *machine)
{
    memcpy(machine->last, machine->value, machine->prog->values * sizeof *machine->value);
    for (kept_text **at = &machine->kept; *at;) {
        kept_text *text = *at;
        if (is_held(machine, text->bytes)) {
            at = &text->next;
            continue;
        }
        *at = text->next;
        machine->kept_bytes -= text->size;
        free(text);
    }
    machine->lasting = machine->kept;
}

/* Makes as many random draws as the longest attempt, so that retries do not affect later draws. */
static void end_transaction(tape_machine *machine)
{
    attempt *current = &machine->current;
    while (current->transaction.under_way && current->drawn < current->most_drawn)
        next_random(machine);
    current->transaction.under_way = false;
}

static bool begin_transaction(tape_machine *machine, uint32_t at, uint32_t operation, uint32_t undo)
{
    attempt *current = &machine->current;
    if (current->transaction.under_way)
        return fault(machine, "a transaction within another in instruction", at);
    current->transaction = (tape_transaction){true, operation, (int32_t)undo - 1};
    current->at = at + 1;
    current->before = machine->draws;
    current->drawn = current->most_drawn = 0;
    restore_values(machine);
    return true;
}

void tape_again(tape_machine *machine)
{
    attempt *current = &machine->current;
    if (current->drawn > current->most_drawn)
        current->most_drawn = current->drawn;
    current->drawn = 0;
    machine->draws = current->before;
    machine->at = current->at;
    machine->why[0] = 0;
    restore_values(machine);
}

static tape_outcome set_refusal(tape_machine *machine, const char *kind, uint32_t length)
{
    snprintf(machine->refusal, TAPE_WHY, "%.*s", (int)length, kind);
    return TAPE_REFUSES;
}

/* Rejects a transaction. The number replaces the first {} in the message. */
static tape_outcome refuse_with_number(tape_machine *machine, const string *kind, const string *text, int64_t number)
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
    return set_refusal(machine, kind->bytes, kind->length);
}

static tape_outcome refuse_expression(tape_machine *machine)
{
    static const char kind[] = "expression";
    return set_refusal(machine, kind, sizeof kind - 1);
}

/* Reads an entry of a table. The first character of its string is the type: s for a string, i for an integer, r for the
 * index of a real number. */
static bool pick_value(tape_machine *machine, const table *entries, const sql_value *index, sql_value *dst)
{
    const tape *prog = machine->prog;
    if (index->kind != VALUE_INTEGER || index->integer < 0 || index->integer >= entries->count)
        return false;
    const string *entry = &prog->text[entries->first + (uint32_t)index->integer];
    if (!entry->length)
        return false;
    if (entry->bytes[0] == 's') {
        *dst = (sql_value){.kind = VALUE_TEXT, .length = (int32_t)entry->length - 1, .text = entry->bytes + 1};
        return true;
    }
    bool negative = entry->length > 1 && entry->bytes[1] == '-';
    uint64_t number = 0;
    for (uint32_t i = negative ? 2 : 1; i < entry->length; i++) {
        if (entry->bytes[i] < '0' || entry->bytes[i] > '9' || entry->length > WIDEST_NUMBER + 1)
            return false;
        number = number * 10 + (uint64_t)(entry->bytes[i] - '0');
    }
    if (entry->bytes[0] == 'i')
        *dst = (sql_value){.kind = VALUE_INTEGER, .integer = (int64_t)(negative ? 0 - number : number)};
    else if (entry->bytes[0] == 'r' && number < prog->doubles)
        *dst = (sql_value){.kind = VALUE_REAL, .real = prog->number[number]};
    else
        return false;
    return true;
}

static bool is_kind(const sql_value *value, uint32_t kind)
{
    return kind == 0 ? value->kind <= VALUE_NULL : value->kind == VALUE_TRUTH && value->integer == (kind == 1);
}

/* Evaluates AND or OR after the first operand did not decide it: the result is the second operand. */
static bool combine(sql_value *value, char *why)
{
    bool is;
    const sql_value *second = value + 1;
    if (second->kind <= VALUE_NULL) {
        *value = (sql_value){.kind = VALUE_NULL};
        return true;
    }
    if (!computing_truth(second, &is, why))
        return false;
    *value = *second;
    return true;
}

/* Same as bisect.bisect(bounds, random() * last, hi = count - 1) in Python. */
static int64_t choose(tape_machine *machine, const double *bounds, uint32_t count)
{
    double at = mersenne_twister_random(&machine->draws) * bounds[count - 1];
    uint32_t index = 0;
    while (index < count - 1 && bounds[index] <= at)
        index++;
    return index;
}

static bool set_wait(tape_machine *machine, const sql_value *value, double unit_s)
{
    if (value->kind != VALUE_REAL && value->kind != VALUE_INTEGER && value->kind != VALUE_TRUTH) {
        snprintf(machine->why, TAPE_WHY, "a number is expected");
        return false;
    }
    double wait_s = (value->kind == VALUE_REAL ? value->real : (double)value->integer) * unit_s;
    wait_s = wait_s > 0 ? wait_s : 0;
    machine->wait_ns = (int64_t)((wait_s < LONGEST_WAIT_S ? wait_s : LONGEST_WAIT_S) * 1e9);
    return true;
}

const tape_transaction *tape_transaction_of(const tape_machine *machine)
{
    return &machine->current.transaction;
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
    end_transaction(machine);
    machine->at = 0;
    machine->steps = 0;
    machine->why[0] = 0;
    memset(machine->number, 0, machine->prog->numbers * sizeof *machine->number);
    for (uint32_t i = 0; i < machine->prog->texts; i++)
        machine->text[i].length = 0;
}

tape_outcome tape_go_on(tape_machine *machine, uint32_t *statement)
{
    const tape *prog = machine->prog;
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
#define LISTED(done, list) \
    OR_FAULT((done) || fault(machine, "a place that is none, or too many numbers, in list", list))
/* Charges several steps for an operation whose cost grows with the length of a list. */
#define PASSES(which) (machine->steps += lists->list[which].used / NUMBERS_A_STEP)
#define OR_REFUSES(done)                         \
    do {                                         \
        if (!(done))                             \
            return refuse_expression(machine);  \
    } while (0)
#define WITHIN(overflows) OR_FAULT(!(overflows) || fault(machine, "a number beyond 64 bits in instruction", at))
    for (; machine->steps < MOST_STEPS; machine->steps++) {
        const instruction *instr = &prog->code[at];
        switch (instr->op) {
        case OP_END:
            OR_FAULT(!machine->current.transaction.under_way ||
                     fault(machine, "an end within a transaction in instruction", at));
            return instr->a ? TAPE_ROLLED_BACK : TAPE_DONE;
        case OP_MOVE:
            number[instr->a] = number[instr->b];
            break;
        case OP_ADD:
            WITHIN(__builtin_add_overflow(number[instr->b], number[instr->c], &number[instr->a]));
            break;
        case OP_SUBTRACT:
            WITHIN(__builtin_sub_overflow(number[instr->b], number[instr->c], &number[instr->a]));
            break;
        case OP_MULTIPLY:
            WITHIN(__builtin_mul_overflow(number[instr->b], number[instr->c], &number[instr->a]));
            break;
        case OP_DIVIDE:
            OR_FAULT(divide(machine, at, number[instr->b], number[instr->c], &quotient, &rest));
            number[instr->a] = quotient;
            break;
        case OP_MODULO:
            OR_FAULT(divide(machine, at, number[instr->b], number[instr->c], &quotient, &rest));
            number[instr->a] = rest;
            break;
        case OP_DRAW:
            OR_FAULT(draw(machine, at, number[instr->b], &number[instr->a]));
            break;
        case OP_UNLESS_CHANCE:
            if (!(mersenne_twister_random(&machine->draws) * prog->number[instr->b] < prog->number[instr->c])) {
                at = instr->a;
                continue;
            }
            break;
        case OP_JUMP:
            at = instr->a;
            continue;
        case OP_IF_EQUAL:
            if (number[instr->b] == number[instr->c]) {
                at = instr->a;
                continue;
            }
            break;
        case OP_IF_LESS:
            if (number[instr->b] < number[instr->c]) {
                at = instr->a;
                continue;
            }
            break;
        case OP_TEXT_EMPTY:
            text[instr->a].length = 0;
            break;
        case OP_TEXT_NULL:
            text[instr->a].length = -1;
            break;
        case OP_TEXT_ADD:
            OR_FAULT(add_text(machine, instr->a, prog->text[instr->b].bytes, prog->text[instr->b].length));
            break;
        case OP_TEXT_NUMBER:
            OR_FAULT(add_number(machine, instr->a, number[instr->b], instr->c));
            break;
        case OP_TEXT_PICK: {
            const table *entries = &prog->picks[instr->b];
            int64_t index = number[instr->c];
            OR_FAULT((index >= 0 && index < entries->count) ||
                     fault(machine, "an index beyond the end of table", instr->b));
            const string *entry = &prog->text[entries->first + (uint32_t)index];
            OR_FAULT(add_text(machine, instr->a, entry->bytes, entry->length));
            break;
        }
        case OP_TEXT_JOIN:
            OR_FAULT(text[instr->b].length < 0 ||
                     add_text(machine, instr->a, text[instr->b].bytes, (uint32_t)text[instr->b].length));
            break;
        case OP_TEXT_NOW:
            OR_FAULT(add_now(machine, instr->a, instr->b));
            break;
        case OP_IF_SAME_TEXT:
            if (same_text(&text[instr->b], &text[instr->c])) {
                at = instr->a;
                continue;
            }
            break;
        case OP_BIT_OR:
            number[instr->a] = number[instr->b] | number[instr->c];
            break;
        case OP_USER:
            number[instr->a] = machine->user;
            break;
        case OP_CALL:
            *statement = instr->a;
            machine->at = at + 1;
            machine->steps = 0;
            return TAPE_CALLS;
        case OP_LIST_CLEAR:
            tape_list_clear(lists, instr->a);
            break;
        case OP_LIST_LENGTH:
            number[instr->a] = lists->list[instr->b].used;
            break;
        case OP_LIST_AT:
            LISTED(tape_list_at(lists, instr->b, number[instr->c], &number[instr->a]), instr->b);
            break;
        case OP_LIST_SET:
            LISTED(tape_list_set(lists, instr->a, number[instr->b], number[instr->c]), instr->a);
            break;
        case OP_LIST_APPEND:
            LISTED(tape_list_append(lists, instr->a, number[instr->b]), instr->a);
            break;
        case OP_LIST_INSERT:
            PASSES(instr->a);
            LISTED(tape_list_insert(lists, instr->a, number[instr->b], number[instr->c]), instr->a);
            break;
        case OP_LIST_REMOVE:
            PASSES(instr->b);
            LISTED(tape_list_remove(lists, instr->b, number[instr->c], &number[instr->a]), instr->b);
            break;
        case OP_LIST_BISECT:
            number[instr->a] = tape_list_bisect(lists, instr->b, number[instr->c]);
            break;
        case OP_LIST_FIND:
            PASSES(instr->b);
            number[instr->a] = tape_list_find(lists, instr->b, number[instr->c]);
            break;
        case OP_LIST_TEXT:
            machine->steps += text[instr->b].length < 0 ? 0 : (uint32_t)text[instr->b].length / NUMBERS_A_STEP;
            LISTED(text[instr->b].length < 0 ||
                       tape_list_append_text(lists, instr->a, text[instr->b].bytes, (uint32_t)text[instr->b].length),
                   instr->a);
            break;
        case OP_KEEP:
            lists->kept[instr->a] = number[instr->b];
            break;
        case OP_KEPT:
            number[instr->a] = lists->kept[instr->b];
            break;
        case OP_DRAW_LATE:
            OR_FAULT(draw_late(machine, at, number[instr->b], &number[instr->a]));
            break;
        case OP_ELAPSED:
            number[instr->a] = (outpace_clock_ns() - prog->began_ns) / 1000000000;
            break;
        case OP_TRANSACTION:
            OR_FAULT(begin_transaction(machine, at, instr->a, instr->b));
            machine->at = at + 1;
            return TAPE_BEGINS;
        case OP_TRANSACTION_END:
            end_transaction(machine);
            keep_values(machine);
            machine->at = at + 1;
            return TAPE_ENDS;
        case OP_WAIT:
            OR_REFUSES(set_wait(machine, &values[instr->a], prog->number[instr->b]));
            machine->at = at + 1;
            return TAPE_WAITS;
        case OP_REFUSE:
            return refuse_with_number(machine, &prog->text[instr->a], &prog->text[instr->b], number[instr->c]);
        case OP_VALUE_NULL:
            values[instr->a] = (sql_value){.kind = VALUE_NULL};
            break;
        case OP_VALUE_INTEGER:
            values[instr->a] = (sql_value){.kind = VALUE_INTEGER, .integer = number[instr->b]};
            break;
        case OP_VALUE_REAL:
            values[instr->a] = (sql_value){.kind = VALUE_REAL, .real = prog->number[instr->b]};
            break;
        case OP_VALUE_TRUTH:
            values[instr->a] = (sql_value){.kind = VALUE_TRUTH, .integer = instr->b};
            break;
        case OP_VALUE_TEXT:
            values[instr->a] = (sql_value){
                .kind = VALUE_TEXT, .length = (int32_t)prog->text[instr->b].length, .text = prog->text[instr->b].bytes};
            break;
        case OP_VALUE_PICK:
            OR_FAULT(pick_value(machine, &prog->picks[instr->b], &values[instr->c], &values[instr->a]) ||
                     fault(machine, "a value that is none, or beyond the end, of table", instr->b));
            break;
        case OP_VALUE_COPY:
            values[instr->a] = values[instr->b];
            break;
        case OP_VALUE_COMPUTE:
            OR_REFUSES(computed(instr->b, &values[instr->c], next_random, machine, &values[instr->a], machine->why));
            break;
        case OP_VALUE_IS:
            values[instr->a] = (sql_value){.kind = VALUE_TRUTH, .integer = is_kind(&values[instr->a], instr->b)};
            break;
        case OP_UNLESS_HOLDS:
            OR_REFUSES(computing_holds(&values[instr->b], &holds, machine->why));
            if (!holds) {
                at = instr->a;
                continue;
            }
            break;
        case OP_IF_DECIDES:
            if (values[instr->b].kind > VALUE_NULL)
                OR_REFUSES(computing_truth(&values[instr->b], &holds, machine->why));
            if (values[instr->b].kind <= VALUE_NULL || holds == (instr->c == 1)) {
                at = instr->a;
                continue;
            }
            break;
        case OP_COMBINE:
            OR_REFUSES(combine(&values[instr->a], machine->why));
            break;
        case OP_IF_SET:
            if (values[instr->b].kind != VALUE_UNSET) {
                at = instr->a;
                continue;
            }
            break;
        case OP_CHOOSE:
            number[instr->a] = choose(machine, &prog->number[instr->b], instr->c);
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

static void value_argument(const sql_value *value, outpace_tape_value *dst)
{
    switch (value->kind) {
    case VALUE_REAL:
        dst->kind = OUTPACE_TAPE_REAL;
        memcpy(&dst->number, &value->real, sizeof dst->number);
        break;
    case VALUE_INTEGER:
    case VALUE_TRUTH:
        dst->kind = value->kind == VALUE_TRUTH ? OUTPACE_TAPE_TRUTH : OUTPACE_TAPE_NUMBER;
        dst->number = value->integer;
        break;
    case VALUE_TEXT:
        dst->kind = OUTPACE_TAPE_IS_TEXT;
        dst->length = value->length;
        dst->text = value->text;
        break;
    default:
        dst->kind = OUTPACE_TAPE_IS_TEXT;
        dst->length = -1;
    }
}

outpace_tape_value tape_argument(const tape_machine *machine, uint32_t statement, uint32_t argument)
{
    tape_register reg = machine->prog->statement[statement].argument[argument];
    outpace_tape_value value = {(int32_t)reg.kind, 0, 0, ""};
    if (reg.kind == TAPE_VALUE) {
        value_argument(&machine->value[reg.index], &value);
    } else if (reg.kind == TAPE_TEXT) {
        value.length = machine->text[reg.index].length;
        value.text = machine->text[reg.index].bytes;
        machine->text[reg.index].bytes[value.length < 0 ? 0 : value.length] = 0;
    } else {
        value.number = machine->number[reg.index];
    }
    return value;
}

void tape_store_number(tape_machine *machine, tape_register to, int64_t number)
{
    machine->number[to.index] = number;
}

bool tape_store_value(tape_machine *machine, tape_register to, sql_value value)
{
    if (value.kind == VALUE_TEXT) {
        size_t size = sizeof(kept_text) + (size_t)value.length + 1;
        kept_text *kept = machine->kept_bytes + size > LONGEST_VALUES ? NULL : malloc(size);
        if (!kept)
            return fault(machine, "there is no room for a text in value register", to.index);
        machine->kept_bytes += size;
        kept->size = size;
        kept->next = machine->kept;
        machine->kept = kept;
        memcpy(kept->bytes, value.text, (size_t)value.length);
        kept->bytes[value.length] = 0;
        value.text = kept->bytes;
    }
    machine->value[to.index] = value;
    return true;
}

/* Parses a 64-bit integer: an optional sign, digits, and optionally a decimal point followed only by zeros. */
static bool whole_number(const char *text, int64_t *result)
{
    bool negative = *text == '-';
    uint64_t magnitude = 0, limit = (uint64_t)INT64_MAX + negative;
    text += negative || *text == '+';
    const char *begin = text;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');
        if (magnitude > (limit - digit) / 10)
            return false;
        magnitude = magnitude * 10 + digit;
    }
    if (text == begin)
        return false;
    if (*text == '.')
        for (text++; *text == '0'; text++) {
        }
    *result = (int64_t)(negative ? 0 - magnitude : magnitude);
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
    int32_t to = machine->prog->statement[statement].rows;
    if (to >= 0)
        machine->number[to] = rows;
}

void tape_rows_begin(tape_machine *machine, uint32_t statement)
{
    if (machine->prog->statement[statement].list >= 0)
        tape_list_clear(&machine->lists, (uint32_t)machine->prog->statement[statement].list);
}

bool tape_store_row(tape_machine *machine, uint32_t statement)
{
    const tape_statement *call = &machine->prog->statement[statement];
    if (call->list < 0)
        return true;
    for (uint32_t i = 0; i < call->results; i++)
        if (!tape_list_append(&machine->lists, (uint32_t)call->list, machine->number[call->result[i].to.index]))
            return fault(machine, "a call returns too many rows for list", (uint32_t)call->list);
    return true;
}

bool tape_is_variable(const tape_statement *statement, const char *column)
{
    const uint8_t *at = (const uint8_t *)column;
    if (!*at || (*at >= '0' && *at <= '9' && !statement->prefixed))
        return false;
    while (*at >= 0x80 || (*at >= '0' && *at <= '9') || (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z') ||
           *at == '_')
        at++;
    return !*at;
}

outpace_tape_answer *tape_answers(const tape *prog, uint32_t statement)
{
    const tape_statement *call = &prog->statement[statement];
    size_t rows = call->list < 0 ? 1 : OUTPACE_TAPE_ROWS;
    /* Leave space for results with more columns than are read. */
    outpace_tape_answer *answers = calloc(rows * call->results + OUTPACE_MOST_RESULTS, sizeof *answers);
    for (uint32_t i = 0; answers && i < call->results && call->named; i++)
        answers[i].length = OUTPACE_TAPE_UNSET;
    return answers;
}

static sql_value decode_answer(const outpace_tape_answer *answer, int32_t length)
{
    sql_value value = {.kind = VALUE_NULL};
    switch (length) {
    case OUTPACE_TAPE_INTEGER:
    case OUTPACE_TAPE_IS_TRUTH:
        value.kind = length == OUTPACE_TAPE_INTEGER ? VALUE_INTEGER : VALUE_TRUTH;
        value.integer = answer->number;
        break;
    case OUTPACE_TAPE_DOUBLE:
        value.kind = VALUE_REAL;
        memcpy(&value.real, &answer->number, sizeof value.real);
        break;
    default:
        if (length >= 0)
            value = (sql_value){.kind = VALUE_TEXT, .length = length, .text = answer->text};
    }
    return value;
}

static bool store_answer(tape_machine *machine, tape_register to, const outpace_tape_answer *answer)
{
    int32_t length = answer->length > OUTPACE_TAPE_TEXT ? OUTPACE_TAPE_TEXT : answer->length;
    if (to.kind == TAPE_VALUE)
        return length == OUTPACE_TAPE_UNSET || tape_store_value(machine, to, decode_answer(answer, length));
    if (to.kind == TAPE_TEXT)
        return tape_store_text(machine, to, answer->text, length);
    tape_store_number(machine, to, answer->number);
    return true;
}

bool tape_store_answers(tape_machine *machine, uint32_t statement, const outpace_tape_answer *results, int64_t rows)
{
    const tape_statement *call = &machine->prog->statement[statement];
    tape_store_rows(machine, statement, rows);
    tape_rows_begin(machine, statement);
    if (rows <= 0)
        return call->missing_kind < 0;
    int64_t returned = call->list < 0 ? 1 : rows < OUTPACE_TAPE_ROWS ? rows : OUTPACE_TAPE_ROWS;
    for (int64_t row = 0; row < returned; row++) {
        for (uint32_t i = 0; i < call->results; i++, results++)
            if (!store_answer(machine, call->result[i].to, results))
                return false;
        if (!tape_store_row(machine, statement))
            return false;
    }
    return true;
}

void tape_missing(const tape_machine *machine, uint32_t statement, char *text, size_t size)
{
    const tape_statement *call = &machine->prog->statement[statement];
    const string *template = &machine->prog->text[call->missing_text];
    size_t used = 0;
    for (uint32_t i = 0; i < template->length && used + 1 < size; i++) {
        bool argument = template->bytes[i] == '{' && i + 1 < template->length && template->bytes[i + 1] == '}';
        if (!argument || !call->arguments) {
            text[used++] = template->bytes[i];
            continue;
        }
        outpace_tape_value value = tape_argument(machine, statement, 0);
        int wrote = value.kind == TAPE_TEXT
                        ? snprintf(text + used, size - used, "%.*s", value.length < 0 ? 0 : (int)value.length,
                                   value.text)
                        : snprintf(text + used, size - used, "%lld", (long long)value.number);
        used += wrote < 0 ? 0 : (size_t)wrote >= size - used ? size - used - 1 : (size_t)wrote;
        i++;
    }
    text[used] = 0;
}
