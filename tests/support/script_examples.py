# SPDX-License-Identifier: Apache-2.0
"""Expressions in pgbench's scripts, cycles of its transactions, and their effects on its tables."""

from collections import Counter

import pytest

from app.workloads.workload import User

EXPRESSIONS = (
    "1 + 2 * 3 - 4", "(1 + 2) * 3", "7 / 2", "-7 / 2", "-7 % 3", "7 % -3", "7.0 / 2", "1.5 + 1", "2 * 3.5",
    "5 & 3", "5 | 3", "5 # 3", "~5", "1 << 10", "-16 >> 2", "- 5", "+5", "--5",
    "1 = 1", "1 <> 2", "1 != 1", "2 < 1", "2 <= 2", "3 > 2", "3 >= 4", "1 = 1.0",
    "true and false", "true or null", "false and null", "not true", "not null", "null is null", "1 is not null",
    "5 isnull", "null notnull", "true is true", "null is false", "null + 1", "null = null",
    "case when 1 > 2 then 10 when 2 > 1 then 20 else 30 end", "case when false then 1 end",
    "abs(-3)", "abs(-3.5)", "double(3)", "int(3.7)", "int(-3.7)", "int(2.5)", "greatest(1, 5, 3)", "greatest(1, 2.5)",
    "least(4, 2, 3)", "least(1, 0.5)", "mod(17, 5)", "pi()", "exp(1)", "ln(2)", "pow(2, 10)", "power(2, 0.5)",
    "sqrt(2)", "hash(10, 5432)", "hash_fnv1a(10, 123)", "hash_murmur2(10, 123)", "hash(-1, 0)",
    "hash_fnv1a(9223372036854775807, 1)", "9223372036854775807", "-9223372036854775808", "1e3", ".5 + 1",
    "1 + 2 < 4 and 3 > 1 or false", "not 1 = 2", "1 < 2 and 2 < 3", "5 - 3 - 1", "2 * 3 % 4", "1 | 2 & 3",
    "1 + 1 << 2", "-2 * -3", "abs(random(5, 5)) + 1", "random_zipfian(7, 7, 1.5)",
    "7.5 % 2", "int(3.5)", "hash(2.5, 3)", "random(1.7, 2.2)",
)  # fmt: skip

_ARGUMENTS = ("2", "TRUE", "NULL", "1.5", "-2", "0", "0.0"), ("3", "FALSE", "NULL", "2.5", "0", "-1", "-0.5")
_OPERATORS = "+", "-", "*", "/", "%", "=", "<>", "<", "<=", ">", ">=", "|", "#", "&", "<<", ">>", "AND", "OR"
_UNARY = "abs", "debug", "double", "exp", "int", "ln", "sqrt"
_BINARY = "mod", "pow", "greatest", "least", "random", "hash", "hash_fnv1a"
COMBINED = (
    *(f"{a} {operator} {b}" for operator in _OPERATORS for a in _ARGUMENTS[0] for b in _ARGUMENTS[1]),
    *(f"{name}({a})" for name in _UNARY for a in (*_ARGUMENTS[0], "1000", "-2.5", "1e308 * 10")),
    *(f"{name}({a}, {b})" for name in _BINARY for a in _ARGUMENTS[0] for b in _ARGUMENTS[1]),
)
"""Each operator and function with arguments of each type."""

EDGES = (
    "NOT 0", "NOT 0.0", "NOT TRUE", "NOT NULL", "~TRUE", "~1.5", "~NULL", "- TRUE", "-NULL", "-(1.5)", "+TRUE", "+1.5",
    "-(-9223372036854775807-1)", "TRUE IS TRUE", "1 IS TRUE", "1.0 IS TRUE", "NULL IS TRUE", "2 ISNULL",
    "TRUE IS NOT FALSE",
    "1 IS NULL IS NULL", "not true is false", "-1 is null", "1 NOTNULL AND TRUE",
    "CASE WHEN 1 THEN 2 END", "CASE WHEN 0.0 THEN 1 ELSE 2 END", "CASE WHEN NULL THEN 1 ELSE 2 END",
    "CASE WHEN TRUE THEN 1 ELSE 2 END", "CASE WHEN -1 THEN 1 ELSE 2 END",
    "least(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)", "least(3)", "least(TRUE)", "greatest(9223372036854775807, 1.0)",
    "greatest(TRUE, 1, NULL)", "random(1, 9223372036854775807)", "random(0, 9223372036854775807)",
    "random(-9223372036854775807, 9223372036854775807)", "random(-4611686018427387904,4611686018427387904)",
    "random(2,1)", "random(TRUE, 5)", "random(1, NULL)",
    "random_zipfian(3, 3, 1.001)", "random_zipfian(1, 10, 1)", "random_zipfian(1, 10, 0.001)",
    "random_zipfian(3,3,1000)",
    "random_zipfian(1,10,1000.1)", "random_zipfian(1,10,TRUE)", "random_zipfian(1,10,NULL)",
    "random_gaussian(3,3,2)", "random_gaussian(1,3,1.9)", "random_gaussian(1,1,NULL)", "random_gaussian(TRUE,2,2.5)",
    "random_exponential(3,3,1)", "random_exponential(1,10,0.0)", "random_exponential(1,1,TRUE)",
    "hash(TRUE)", "hash(1, NULL)", "hash(TRUE, 1)", "int(1e19)", "int(9.3e18)", "int(-1e19)", "int(0.5)", "int(1.5)",
    "1.0/0", "-1.0/0", "0.0/0", "1/0.0", "0.0/0.0 = 0.0/0.0", "exp(-1000)", "sqrt(-1)", "ln(0)", "pow(0,-1)",
    "pow(-8, 1.0/3)", "pow(2, 2000)", "pow(-2, 2001)", "pow(2,63)", "pow(-2,63)", "pow(0,0)", "1.0/(-0.0)",
    "1/(-(0.0))",
    "1 << 64", "1 << 63", "1 << -1", "-1 >> 64", "-1 >> -1", "9223372036854775807 * 2", "9223372036854775807 + 1.0",
    "-9223372036854775808 - 1", "9223372036854775807 + 1", "9223372036854775807 = 9223372036854775806.0",
    "9007199254740993 > 9007199254740992.0", "-9223372036854775808 / -1", "-9223372036854775808 % -1", "1.5 % 0",
    "NULL AND 1/0", "1/0 AND FALSE", "FALSE AND 1/0", "TRUE OR 1/0", "NULL OR TRUE", "TRUE AND 5", "0.5 AND TRUE",
    "- 2 * 3", "5.", "5.e3", "ABS(-1)", "tRuE", "1.0E308", "1 = 2 or 3", "NOT - 1",
)  # fmt: skip
"""Values at the limits of their types, precedence, and evaluation only where it is necessary."""

NO_EXPRESSIONS = (
    "1 = 1 = 1", "1 < 2 < 3", "1 <> 2 <> 3", "pi(1)", "exp(1,2)", "abs()", "mod(5)", "hash(1,2,3)", "least()",
    "least(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)", "1.0E309", "1e-400", "9223372036854775808",
    "-9223372036854775809",
    "1e", "0x10", "1_000", "'a'", "(1", "1)", "1 2", "CASE 1 WHEN 1 THEN 2 END", "case when true then end", "foo(1)",
    "2 ^ 3", "1 || 2", "!1", "1 == 1", "2 in (1,2)", "1 between 0 and 2", "5 is 5",
)  # fmt: skip
"""Text that is not an expression."""


def cycles(user: User, transactions: int) -> tuple[Counter[int], int]:
    """Run cycles; return how often each operation was called, and how many transactions were rolled back."""
    called: Counter[int] = Counter()
    rolled_back = 0
    for _ in range(transactions):
        cycle = user.cycle()
        call = next(cycle)
        called[call.operation] += 1
        with pytest.raises(StopIteration) as ended:
            cycle.send(call.function(*call.arguments))
        rolled_back += ended.value.value.rolled_back
    return called, rolled_back


BALANCES = (
    "SELECT (SELECT SUM(abalance) FROM pgbench_accounts), (SELECT SUM(tbalance) FROM pgbench_tellers), "
    "(SELECT SUM(bbalance) FROM pgbench_branches), (SELECT COALESCE(SUM(delta), 0) FROM pgbench_history), "
    "(SELECT COUNT(*) FROM pgbench_history)"
)
