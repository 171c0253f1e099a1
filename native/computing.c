/* SPDX-License-Identifier: Apache-2.0 */
#include "computing.h"

#include "mathematics.h"
#include <stdio.h>
#include <string.h>

/* Round each operation separately, as Python does. In C11 mode gcc does so without this pragma, which it does not
   support. */
#if defined __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#define PI 3.14159265358979323846
#define BEYOND_INTEGERS 9223372036854775808.0 /* 2^63 */
#define LEAST_SKEWED 1.001 /* bounds of random_zipfian's parameter in scripts */
#define MOST_SKEWED 1000.0
#define FNV_OFFSET UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)
#define MURMUR UINT64_C(0xc6a4a7935bd1e995)

static const uint8_t arguments[COMPUTE_FUNCTIONS] = {
    [COMPUTE_NEGATIVE] = 1,     [COMPUTE_NOT] = 1,           [COMPUTE_INVERTED] = 1,
    [COMPUTE_SUM] = 2,          [COMPUTE_DIFFERENCE] = 2,    [COMPUTE_PRODUCT] = 2,
    [COMPUTE_QUOTIENT] = 2,     [COMPUTE_REST] = 2,          [COMPUTE_EQUAL] = 2,
    [COMPUTE_UNEQUAL] = 2,      [COMPUTE_LESS] = 2,          [COMPUTE_LESS_OR_EQUAL] = 2,
    [COMPUTE_GREATER] = 2,      [COMPUTE_GREATER_OR_EQUAL] = 2, [COMPUTE_BITS_OR] = 2,
    [COMPUTE_BITS_XOR] = 2,     [COMPUTE_BITS_AND] = 2,      [COMPUTE_SHIFTED_LEFT] = 2,
    [COMPUTE_SHIFTED_RIGHT] = 2, [COMPUTE_ABSOLUTE] = 1,     [COMPUTE_DOUBLE] = 1,
    [COMPUTE_EXP] = 1,          [COMPUTE_GREATEST] = 2,      [COMPUTE_LEAST] = 2,
    [COMPUTE_MURMUR2] = 2,      [COMPUTE_FNV1A] = 2,         [COMPUTE_WHOLE] = 1,
    [COMPUTE_LN] = 1,           [COMPUTE_PI] = 0,            [COMPUTE_POWER] = 2,
    [COMPUTE_SQRT] = 1,         [COMPUTE_UNIFORM] = 2,       [COMPUTE_GAUSSIAN] = 3,
    [COMPUTE_EXPONENTIAL] = 3,  [COMPUTE_ZIPFIAN] = 3,       [COMPUTE_ZIPF] = 3,
};

uint32_t computing_arguments(uint32_t function)
{
    return arguments[function];
}

static bool refused(char *why, const char *text)
{
    snprintf(why, COMPUTING_WHY, "%s", text);
    return false;
}

static bool no_number(char *why)
{
    return refused(why, "a number is expected");
}

static bool too_large(char *why)
{
    return refused(why, "a result has more than 64 bits");
}

/* Returns whether a value is an integer. A Boolean is not. */
static bool is_integer(const sql_value *of)
{
    return of->kind == VALUE_INTEGER;
}

static bool is_number(const sql_value *of)
{
    return is_integer(of) || of->kind == VALUE_REAL;
}

static double real_of(const sql_value *of)
{
    return is_integer(of) ? (double)of->integer : of->real;
}

static bool integer(sql_value *to, int64_t number)
{
    *to = (sql_value){.kind = VALUE_INTEGER, .integer = number};
    return true;
}

static bool real(sql_value *to, double number)
{
    *to = (sql_value){.kind = VALUE_REAL, .real = number};
    return true;
}

static bool truth(sql_value *to, bool is)
{
    *to = (sql_value){.kind = VALUE_TRUTH, .integer = is};
    return true;
}

bool computing_holds(const sql_value *of, bool *holds, char why[COMPUTING_WHY])
{
    if (of->kind == VALUE_TEXT)
        return refused(why, "a text is not a condition");
    *holds = of->kind > VALUE_NULL && (of->kind == VALUE_REAL ? of->real != 0 : of->integer != 0);
    return true;
}

bool computing_truth(const sql_value *of, bool *is, char why[COMPUTING_WHY])
{
    if (of->kind != VALUE_TRUTH)
        return refused(why, "a boolean is expected");
    *is = of->integer != 0;
    return true;
}

/* Rounds half to even. */
static bool whole(const sql_value *of, int64_t *to, char *why)
{
    if (is_integer(of)) {
        *to = of->integer;
        return true;
    }
    if (of->kind != VALUE_REAL)
        return no_number(why);
    double nearest = nearbyint(of->real);
    if (!(nearest >= -BEYOND_INTEGERS && nearest < BEYOND_INTEGERS))
        return too_large(why);
    *to = (int64_t)nearest;
    return true;
}

/* ---- comparison ---- */

enum { LESS = -1, SAME, MORE, APART };

static int texts_between(const sql_value *a, const sql_value *b)
{
    int32_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, (size_t)shorter);
    if (!order)
        order = (a->length > b->length) - (a->length < b->length);
    return order < 0 ? LESS : order > 0 ? MORE : SAME;
}

/* Compares two strings or two numbers, as doubles if one of them is a double. APART: not comparable. */
static int compare(const sql_value *a, const sql_value *b)
{
    if (a->kind == VALUE_TEXT)
        return texts_between(a, b);
    if (is_integer(a) && is_integer(b))
        return a->integer < b->integer ? LESS : a->integer > b->integer ? MORE : SAME;
    double first = real_of(a), second = real_of(b);
    return first < second ? LESS : first > second ? MORE : first == second ? SAME : APART;
}

/* Stores the greater or lesser of two values, as a double if one of them is a double. */
static bool chosen(const sql_value *of, const sql_value *other, sql_value *to)
{
    if (of->kind == VALUE_INTEGER && other->kind == VALUE_REAL)
        return real(to, real_of(of));
    *to = *of;
    return true;
}

static bool apply_comparison(uint32_t function, const sql_value *a, const sql_value *b, sql_value *to, char *why)
{
    bool text = a->kind == VALUE_TEXT, both = text && b->kind == VALUE_TEXT;
    if ((text || b->kind == VALUE_TEXT) && !both && (function == COMPUTE_EQUAL || function == COMPUTE_UNEQUAL))
        return truth(to, function == COMPUTE_UNEQUAL);
    if (!both && !(is_number(a) && is_number(b)))
        return no_number(why);
    int order = compare(a, b);
    switch (function) {
    case COMPUTE_EQUAL:
        return truth(to, order == SAME);
    case COMPUTE_UNEQUAL:
        return truth(to, order != SAME);
    case COMPUTE_LESS:
        return truth(to, order == LESS);
    case COMPUTE_LESS_OR_EQUAL:
        return truth(to, order == LESS || order == SAME);
    case COMPUTE_GREATER:
        return truth(to, order == MORE);
    case COMPUTE_GREATER_OR_EQUAL:
        return truth(to, order == MORE || order == SAME);
    case COMPUTE_GREATEST:
        return order == LESS ? chosen(b, a, to) : chosen(a, b, to);
    default:
        return order == MORE ? chosen(b, a, to) : chosen(a, b, to);
    }
}

/* ---- arithmetic ---- */

static bool divide(const sql_value *a, const sql_value *b, sql_value *to, char *why)
{
    if (!is_integer(a) || !is_integer(b))
        return real(to, real_of(a) / real_of(b));
    if (!b->integer)
        return refused(why, "a division by zero");
    if (a->integer == INT64_MIN && b->integer == -1)
        return too_large(why);
    return integer(to, a->integer / b->integer);
}

static bool remainder_of(const sql_value *a, const sql_value *b, sql_value *to, char *why)
{
    int64_t first, second;
    if (!whole(a, &first, why) || !whole(b, &second, why))
        return false;
    if (!second)
        return refused(why, "a division by zero");
    return integer(to, second == -1 ? 0 : first % second);
}

static bool apply_arithmetic(uint32_t function, const sql_value *a, const sql_value *b, sql_value *to, char *why)
{
    if (!is_integer(a) || !is_integer(b)) {
        double first = real_of(a), second = real_of(b);
        return real(to, function == COMPUTE_SUM          ? first + second
                        : function == COMPUTE_DIFFERENCE ? first - second
                                                         : first * second);
    }
    int64_t found;
    bool beyond = function == COMPUTE_SUM          ? __builtin_add_overflow(a->integer, b->integer, &found)
                  : function == COMPUTE_DIFFERENCE ? __builtin_sub_overflow(a->integer, b->integer, &found)
                                                   : __builtin_mul_overflow(a->integer, b->integer, &found);
    return beyond ? too_large(why) : integer(to, found);
}

static bool apply_bitwise(uint32_t function, const sql_value *a, const sql_value *b, sql_value *to, char *why)
{
    int64_t first, second;
    if (!whole(a, &first, why) || !whole(b, &second, why))
        return false;
    return integer(to, function == COMPUTE_BITS_OR    ? first | second
                       : function == COMPUTE_BITS_XOR ? first ^ second
                                                      : first & second);
}

static bool shift(uint32_t function, const sql_value *a, const sql_value *b, sql_value *to, char *why)
{
    int64_t first, second;
    if (!whole(a, &first, why) || !whole(b, &second, why))
        return false;
    unsigned count = (unsigned)((uint64_t)second & 63);
    uint64_t bits = (uint64_t)first;
    if (function == COMPUTE_SHIFTED_LEFT)
        return integer(to, (int64_t)(bits << count));
    return integer(to, first < 0 ? (int64_t) ~(~bits >> count) : (int64_t)(bits >> count));
}

static double apply_real(uint32_t function, double a, double b)
{
    switch (function) {
    case COMPUTE_EXP:
        return exp(a);
    case COMPUTE_LN:
        return log(a);
    case COMPUTE_SQRT:
        return sqrt(a);
    default:
        return pow(a, b);
    }
}

/* FNV-1a hash of a number's eight bytes, in little-endian order. */
static uint64_t fnv1a(uint64_t number, uint64_t seed)
{
    uint64_t result = FNV_OFFSET ^ seed;
    for (int i = 0; i < 8; i++)
        result = (result ^ ((number >> (8 * i)) & 0xff)) * FNV_PRIME;
    return result;
}

/* 64-bit MurmurHash2 (Austin Appleby) of a number. */
static uint64_t murmur2(uint64_t number, uint64_t seed)
{
    uint64_t result = seed ^ (8 * MURMUR), part = number * MURMUR;
    part = (part ^ (part >> 47)) * MURMUR;
    result = (result ^ part) * MURMUR;
    result = (result ^ (result >> 47)) * MURMUR;
    return result ^ (result >> 47);
}

/* ---- random draws ---- */

typedef struct {
    int64_t first, last;
    double count; /* size of the range, converted as in Python */
    double shape;
} range;

static bool parse_bounds(const sql_value *given, range *to, char *why)
{
    if (!whole(&given[0], &to->first, why) || !whole(&given[1], &to->last, why))
        return false;
    if (to->last < to->first) {
        snprintf(why, COMPUTING_WHY, "there is no number from %lld to %lld", (long long)to->first,
                 (long long)to->last);
        return false;
    }
    uint64_t span = (uint64_t)to->last - (uint64_t)to->first;
    if (span >= INT64_MAX)
        return refused(why, "the range of a random number has more than 64 bits");
    to->count = (double)(span + 1);
    return true;
}

/* Stores the number at a zero-based position of a range. */
static bool store_in_range(const range *of, double place, sql_value *to, char *why)
{
    if (isnan(place))
        return refused(why, "no number can be drawn: cannot convert float NaN to integer");
    if (isinf(place))
        return refused(why, "no number can be drawn: cannot convert float infinity to integer");
    if (place >= 2 * BEYOND_INTEGERS || place <= -1)
        return refused(why, "no number can be drawn: it is none of the range");
    return integer(to, (int64_t)((uint64_t)of->first + (uint64_t)place));
}

static bool gaussian(const range *of, computing_random random, void *with, sql_value *to, char *why)
{
    if (!(of->shape >= 2.0))
        return refused(why, "random_gaussian needs a parameter of at least 2");
    for (;;) {
        double away = sqrt(-2.0 * log(1.0 - random(with)));
        double normal = away * sin(2.0 * PI * random(with));
        if (-of->shape <= normal && normal < of->shape)
            return store_in_range(of, of->count * (normal + of->shape) / (2.0 * of->shape), to, why);
    }
}

static bool exponential(const range *of, computing_random random, void *with, sql_value *to, char *why)
{
    if (!(of->shape > 0.0))
        return refused(why, "random_exponential needs a parameter above 0");
    double cut = exp(-of->shape);
    double drawn = -log(cut + (1.0 - cut) * (1.0 - random(with))) / of->shape;
    double place = of->count * drawn;
    uint64_t most = (uint64_t)of->last - (uint64_t)of->first;
    if (isfinite(place) && place >= (double)most)
        return integer(to, of->last);
    return store_in_range(of, place, to, why);
}

/* Integral of x^-theta from 1 to `at`, and its inverse. */
static double integral(double at, double theta)
{
    double logarithm = log(at);
    double power = (1.0 - theta) * logarithm;
    return logarithm * (fabs(power) > 1e-12 ? expm1(power) / power : 1.0);
}

static double inverse(double of, double theta)
{
    double power = (1.0 - theta) * of;
    if (power < -1.0 + 1e-16)
        power = -1.0 + 1e-16;
    return exp(of * (fabs(power) > 1e-12 ? log1p(power) / power : 1.0));
}

/* Rejection-inversion sampling: the k-th number of the range has a probability proportional to k^-theta. */
static bool zipfian(const range *of, computing_random random, void *with, sql_value *to, char *why)
{
    double theta = of->shape;
    uint64_t more = (uint64_t)of->last - (uint64_t)of->first; /* number of ranks minus one */
    double first = integral(1.5, theta) - 1.0, last = integral(of->count + 0.5, theta);
    double squeeze = 2.0 - inverse(integral(2.5, theta) - pow(2.0, -theta), theta);
    for (;;) {
        double below = last + random(with) * (first - last);
        double at = inverse(below, theta);
        if (!isfinite(at))
            return refused(why, "no number can be drawn: math range error");
        double near = floor(at + 0.5);
        uint64_t place = near <= 1 ? 0 : near - 1.0 >= (double)more ? more : (uint64_t)near - 1;
        double rank = place == UINT64_MAX ? 2 * BEYOND_INTEGERS : (double)(place + 1);
        if (rank - at <= squeeze || below >= integral(rank + 0.5, theta) - pow(rank, -theta))
            return integer(to, (int64_t)((uint64_t)of->first + place));
    }
}

static bool draw(uint32_t function, const sql_value *given, computing_random random, void *with, sql_value *to, char *why)
{
    range of = {.shape = 0};
    if (!parse_bounds(given, &of, why))
        return false;
    if (function == COMPUTE_UNIFORM)
        return store_in_range(&of, random(with) * of.count, to, why);
    if (!is_number(&given[2]))
        return no_number(why);
    of.shape = real_of(&given[2]);
    if (function == COMPUTE_GAUSSIAN)
        return gaussian(&of, random, with, to, why);
    if (function == COMPUTE_ZIPFIAN && !(LEAST_SKEWED <= of.shape && of.shape <= MOST_SKEWED))
        return refused(why, "random_zipfian needs a parameter from 1.001 to 1000");
    return function == COMPUTE_EXPONENTIAL ? exponential(&of, random, with, to, why)
                                           : zipfian(&of, random, with, to, why);
}

/* ---- functions ---- */

static bool apply_unary(uint32_t function, const sql_value *a, sql_value *to, char *why)
{
    int64_t number;
    bool is;
    switch (function) {
    case COMPUTE_NOT:
        return computing_truth(a, &is, why) && truth(to, !is);
    case COMPUTE_WHOLE:
        return whole(a, &number, why) && integer(to, number);
    case COMPUTE_INVERTED:
        return whole(a, &number, why) && integer(to, ~number);
    default:
        break;
    }
    if (!is_number(a))
        return no_number(why);
    switch (function) {
    case COMPUTE_NEGATIVE:
    case COMPUTE_ABSOLUTE:
        if (!is_integer(a))
            return real(to, function == COMPUTE_NEGATIVE ? 0 - a->real : fabs(a->real));
        if (function == COMPUTE_ABSOLUTE && a->integer >= 0)
            return integer(to, a->integer);
        return a->integer == INT64_MIN ? too_large(why) : integer(to, -a->integer);
    case COMPUTE_DOUBLE:
        return real(to, real_of(a));
    default:
        return real(to, apply_real(function, real_of(a), 0));
    }
}

static bool apply_binary(uint32_t function, const sql_value *a, const sql_value *b, sql_value *to, char *why)
{
    int64_t number, seed;
    switch (function) {
    case COMPUTE_EQUAL:
    case COMPUTE_UNEQUAL:
    case COMPUTE_LESS:
    case COMPUTE_LESS_OR_EQUAL:
    case COMPUTE_GREATER:
    case COMPUTE_GREATER_OR_EQUAL:
    case COMPUTE_GREATEST:
    case COMPUTE_LEAST:
        return apply_comparison(function, a, b, to, why);
    default:
        break;
    }
    if (!is_number(a) || !is_number(b))
        return no_number(why);
    switch (function) {
    case COMPUTE_QUOTIENT:
        return divide(a, b, to, why);
    case COMPUTE_REST:
        return remainder_of(a, b, to, why);
    case COMPUTE_BITS_OR:
    case COMPUTE_BITS_XOR:
    case COMPUTE_BITS_AND:
        return apply_bitwise(function, a, b, to, why);
    case COMPUTE_SHIFTED_LEFT:
    case COMPUTE_SHIFTED_RIGHT:
        return shift(function, a, b, to, why);
    case COMPUTE_MURMUR2:
    case COMPUTE_FNV1A:
        if (!whole(b, &seed, why) || !whole(a, &number, why))
            return false;
        return integer(to, (int64_t)(function == COMPUTE_FNV1A ? fnv1a((uint64_t)number, (uint64_t)seed)
                                                                : murmur2((uint64_t)number, (uint64_t)seed)));
    case COMPUTE_POWER:
        return real(to, apply_real(function, real_of(a), real_of(b)));
    default:
        return apply_arithmetic(function, a, b, to, why);
    }
}

bool computed(uint32_t function, const sql_value *given, computing_random random, void *with, sql_value *to,
              char why[COMPUTING_WHY])
{
    for (uint32_t i = 0; i < arguments[function]; i++)
        if (given[i].kind <= VALUE_NULL) {
            *to = (sql_value){.kind = VALUE_NULL};
            return true;
        }
    if (function >= COMPUTE_UNIFORM)
        return draw(function, given, random, with, to, why);
    if (function == COMPUTE_PI)
        return real(to, PI);
    sql_value found; /* `to` may alias an argument */
    bool fine = arguments[function] == 1 ? apply_unary(function, &given[0], &found, why)
                                         : apply_binary(function, &given[0], &given[1], &found, why);
    if (fine)
        *to = found;
    return fine;
}
