# SPDX-License-Identifier: Apache-2.0
"""Values of generated rows, as expressions that give the same result on every engine.

A row is a pure function of its number `ID` and of two random numbers `R` and `S` that it draws
(see app.workloads.database.draws). Numbers are integers, divided only if they are not negative, and bounded: from the
bound the renderer derives what fits into 32 bits, and an expression that could overflow 64 bits is rejected.
"""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Literal

from app.workloads.database.draws import COLUMN_PRIME, ROW_PRIME, WIDE

LARGEST_32 = 2**31 - 1
LARGEST_64 = 2**63 - 1

Kind = Literal["number", "text", "truth", "money", "date"]


@dataclass(frozen=True, eq=False)
class Expression:
    """One node of an expression's tree.

    Attributes:
        operator: Name of the operation, which dialects render.
        operands: Expressions on which it operates.
        value: Operand that is not an expression: a name, a number, a string or several strings.
        bound: Largest absolute value of a number.
        kind: Kind of its value.
    """

    operator: str
    operands: "tuple[Expression, ...]" = ()
    value: Any = None
    bound: int = 0
    kind: Kind = "number"

    def __post_init__(self) -> None:
        if self.bound > LARGEST_64:
            raise ValueError(f"{self.operator} can exceed 64 bits ({self.bound:,})")

    def __add__(self, other: "Expression | int") -> "Expression":
        right = expression(other)
        return Expression("+", (self, right), bound=self.bound + right.bound)

    def __radd__(self, other: int) -> "Expression":
        return expression(other) + self

    def __sub__(self, other: "Expression | int") -> "Expression":
        right = expression(other)
        return Expression("-", (self, right), bound=self.bound + right.bound)

    def __rsub__(self, other: int) -> "Expression":
        return expression(other) - self

    def __mul__(self, other: "Expression | int") -> "Expression":
        right = expression(other)
        return Expression("*", (self, right), bound=self.bound * right.bound)

    def __rmul__(self, other: int) -> "Expression":
        return expression(other) * self

    def __floordiv__(self, other: "Expression | int") -> "Expression":
        """Divide integers; neither may be negative, because engines and Python round negative quotients differently."""
        right = expression(other)
        return Expression("//", (self, right), bound=self.bound // (right.value if right.operator == "literal" else 1))

    def __mod__(self, other: "Expression | int") -> "Expression":
        """Return the remainder; neither number may be negative."""
        right = expression(other)
        return Expression("%", (self, right), bound=min(self.bound, right.bound - 1))

    def __neg__(self) -> "Expression":
        return Expression("negative", (self,), bound=self.bound)


def expression(value: Expression | str | int | None) -> Expression:
    """Return a constant as an expression."""
    match value:
        case Expression():
            return value
        case None:
            return Expression("null", kind="text")
        case int():
            return Expression("literal", value=value, bound=abs(value))
        case str():
            return Expression("literal", value=value, kind="text")


ID = Expression("column", value="ID", bound=LARGEST_32 - 1)
"""Number of the row, from 1."""
R = Expression("column", value="R", bound=ROW_PRIME)
S = Expression("column", value="S", bound=ROW_PRIME)


def counter(name: str, most: int) -> Expression:
    """Return the counter of a table's loop (see tables.Loop)."""
    return Expression("counter", value=name, bound=most)


def size(name: str, most: int = LARGEST_32) -> Expression:
    """Return a size-dependent number, by its name in `Dataset.numbers`."""
    return Expression("parameter", value=name, bound=most)


def let(name: str, value: Expression) -> Expression:
    """Return a named value, computed once in its own step and read wherever the result is used.

    In SQL the name is prefixed, so that it is not a keyword on any engine.
    """
    return Expression("let", (value,), f"V_{name}", value.bound, value.kind)


def part(multiplier: int, r: Expression = R, s: Expression = S) -> Expression:
    """Return a random number from 0 to COLUMN_PRIME - 1, different for each multiplier."""
    return (r * multiplier + s) % COLUMN_PRIME


def wide(high: int, low: int, below: Expression, r: Expression = R, s: Expression = S) -> Expression:
    """Return a random number from 0 to below - 1, where `below` is so large that a single part would not be uniform."""
    return (part(high, r, s) * WIDE + part(low, r, s) % WIDE) % below


def cube(value: Expression) -> Expression:
    """Return the cube modulo ROW_PRIME: the step of a draw."""
    return value * value % ROW_PRIME * value % ROW_PRIME


def absolute(value: Expression) -> Expression:
    """Return the absolute value."""
    return Expression("absolute", (value,), bound=value.bound)


def either(left: Expression, right: Expression) -> Expression:
    """Return the bitwise or; neither number may be negative."""
    bits = max(left.bound.bit_length(), right.bound.bit_length())
    return Expression("|", (left, right), bound=(1 << bits) - 1)


def is_equal(left: Expression, right: int) -> Expression:
    """Return the condition left = right."""
    return Expression("=", (left, expression(right)), kind="truth")


def is_less(left: Expression, right: int) -> Expression:
    """Return the condition left < right."""
    return Expression("<", (left, expression(right)), kind="truth")


def when(condition: Expression, yes: Expression | str | int | None, no: Expression | str | int | None) -> Expression:
    """Return one of two values, depending on a condition."""
    first, second = expression(yes), expression(no)
    kind = second.kind if first.operator == "null" else first.kind
    return Expression("when", (condition, first, second), bound=max(first.bound, second.bound), kind=kind)


def pick(values: Sequence[str] | Sequence[int], at: Expression) -> Expression:
    """Return one of several constants by its index from 0."""
    numbers = [one for one in values if isinstance(one, int)]
    return Expression("pick", (at,), tuple(values), max(numbers, default=0), "number" if numbers else "text")


def digit(digits: str, at: Expression) -> Expression:
    """Return one of several digits as a number, by its index from 0."""
    return pick([int(one) for one in digits], at)


def letters(value: Expression, count: int) -> Expression:
    """Return the capital letters that encode a number. The number must be named, because each letter reads it."""
    if value.operator != "let":
        raise ValueError("the number that letters are made of must be a let()")
    return Expression("letters", (value,), count, kind="text")


def text(*parts: Expression | str | int) -> Expression:
    """Return the concatenation of strings and numbers."""
    flat: list[Expression] = []
    for one in map(expression, parts):
        flat.extend(one.operands if one.operator == "text" else [one])
    return Expression("text", tuple(flat), kind="text")


def piece(known: str, at: Expression, length: Expression) -> Expression:
    """Return a substring of a constant string; positions start at 0."""
    return Expression("piece", (at, length), known, kind="text")


def repeated(value: Expression, count: int) -> Expression:
    """Return a string repeated `count` times."""
    return Expression("repeated", (value,), count, kind="text")


def cents(value: Expression) -> Expression:
    """Return an amount of money."""
    return Expression("cents", (value,), bound=value.bound, kind="money")


def date(year: int, month: Expression, day: Expression) -> Expression:
    """Return the beginning of a day; months and days are counted from 0."""
    return Expression("date", (month, day), year, kind="date")


def reads(*values: Expression) -> set[str]:
    """Return the columns, counters and named values that expressions read directly, not through a named value."""
    names: set[str] = set()
    for one in values:
        if one.operator in {"column", "counter", "let"}:
            names.add(str(one.value))
        else:
            names |= reads(*one.operands)
    return names


def uses(value: Expression) -> Counter[str]:
    """Return how often an expression directly uses each named value."""
    if value.operator == "let":
        return Counter([str(value.value)])
    found: Counter[str] = Counter()
    for one in value.operands:
        found += uses(one)
    return found + found if value.operator == "letters" else found


def spelled_out(value: Expression, names: Set[str]) -> Expression:
    """Return the expression with some named values inlined."""
    if value.operator == "let" and value.value in names:
        return spelled_out(value.operands[0], names)
    return replace(value, operands=tuple(spelled_out(one, names) for one in value.operands))


def named(*values: Expression) -> dict[str, Expression]:
    """Return the named values that expressions read, directly or indirectly, by name and in dependency order.

    Raises:
        ValueError: Two different values have the same name.
    """
    found: dict[str, Expression] = {}
    _add_named(values, found)
    return found


def _add_named(values: Sequence[Expression], found: dict[str, Expression]) -> None:
    for one in values:
        name = str(one.value)
        if one.operator == "let" and name in found:
            if not _is_same(one, found[name]):
                raise ValueError(f"two different values are named {name.removeprefix('V_')}")
            continue
        _add_named(one.operands, found)
        if one.operator == "let":
            found[name] = one


def _is_same(left: Expression, right: Expression) -> bool:
    return left is right or (
        (left.operator, left.value, len(left.operands)) == (right.operator, right.value, len(right.operands))
        and all(_is_same(one, other) for one, other in zip(left.operands, right.operands, strict=True))
    )
