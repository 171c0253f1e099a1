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
    "1 + 1 << 2", "-2 * -3", "abs(random(5, 5)) + 1", "random_zipfian(7, 7, 1.5)", "1 between 0 and 2",
    "7.5 % 2", "int(3.5)", "hash(2.5, 3)", "random(1.7, 2.2)",
)  # fmt: skip

BEYOND = ("9223372036854775807 + 1", "1 / 0", "5 % 0", "-9223372036854775808 / -1", "int(1e30)", "random(2, 1)")


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
