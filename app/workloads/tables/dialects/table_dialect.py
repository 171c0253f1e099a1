# SPDX-License-Identifier: Apache-2.0
"""Base class of the dialects, which renders expressions, tables and checksums; dialects override what differs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from app.workloads.tables.row_expressions import LARGEST_32, Expression, reads
from app.workloads.tables.table import Column, Index, RowLoop, Table, listed

PRECEDENCE = {"+": 1, "-": 1, "negative": 1, "*": 2, "//": 2, "%": 2}
"""Precedence of operators; expressions that are not rendered as operators need no parentheses."""
LONGEST_LINE = 110


class TableDialect(ABC):
    """SQL of one engine. Stateless."""

    types: ClassVar[Mapping[str, str]]
    """Column types; VARCHAR(n) is the same on all engines."""
    materialized = ""
    """Text after AS in a step, which makes the engine compute the step once."""
    top = ""
    """Text after the SELECT of a step, for the same purpose."""
    loop_hint = ""
    """Text after the SELECT of a step with a loop, which keeps rows in key order."""
    fence = ""
    """Text at the end of a step that makes the engine compute it once."""
    divide = "/"
    substring = "SUBSTR"
    integer = "INTEGER"
    code = "ASCII"
    length = "LENGTH"
    count = "COUNT(*)"

    note = ""
    """Comment for readers of the printed SQL."""
    nested = False
    """True if joins are executed as written: for each row, all numbers of a loop."""
    keys_first = True
    """True if tables have primary keys before their rows."""

    # Rows

    numbers: Sequence[tuple[str, str]] = ()
    """Steps, with their columns, that generate the row numbers."""
    recursive = False
    """True if one of these steps is recursive."""
    source = "NUMBER"
    """Source of the row numbers from :first to :last, in the column ID."""

    @abstractmethod
    def expanded(self, loop: RowLoop, source: str) -> str:
        """Return the FROM clause that repeats each row of the source for each number of the loop."""

    def insert(self, table: Table, steps: str, select: str) -> str:
        """Return the statement that inserts generated rows. `steps` is a WITH clause, which `select` reads."""
        return f"INSERT INTO {table.name} ({table.column_names})\n{steps}{select}{self.order(table)}"

    def ordered_by(self, table: Table) -> Sequence[str]:
        """Return the columns of the last step to sort by, if a join with a loop's numbers may lose the key order."""
        return ("ID", table.lines.name) if table.lines is not None and not self.nested else ()

    def order(self, table: Table) -> str:
        """Return ORDER BY if a join with a loop's numbers might lose the key order."""
        columns = self.ordered_by(table)
        return f"\nORDER BY {listed(columns)}" if columns else ""

    def step_value(self, value: Expression) -> str:
        """Render a step's value in the type in which it is stored."""
        return self.sql(value)

    def limits(self, loop: RowLoop) -> tuple[str, str]:
        """Return the conditions that end a loop: one on its numbers only, and one that differs between rows."""
        condition = f"WHERE {loop.name} <= {self.sql(loop.last)}"
        return ("", f"\n    {condition}") if reads(loop.last) else (f" {condition}", "")

    # Expressions

    def sql(self, value: Expression) -> str:
        """Render an expression."""
        return OPERATORS[value.operator](self, value)

    def arithmetic(self, value: Expression) -> str:
        """Render a sum, difference, product, quotient or remainder, in 64 bits if 32 may not suffice."""
        left, right = value.operands
        binds = PRECEDENCE[value.operator]
        first, second = self.within(left, binds), self.within(right, binds + 1)
        if value.bound > LARGEST_32 and not is_large(left) and not is_large(right):
            first = self.large(self.sql(left))
        return f"{first} {self.divide if value.operator == '//' else value.operator} {second}"

    def within(self, value: Expression, binds: int) -> str:
        """Render an operand, in parentheses if it binds less tightly."""
        sql = self.sql(value)
        return f"({sql})" if PRECEDENCE.get(value.operator, 3) < binds else sql

    def literal(self, value: int | str) -> str:
        """Render a number or a string. Beyond 32 bits the type is explicit: a plain literal is a decimal in T-SQL."""
        if isinstance(value, str):
            return "'" + value.replace("'", "''") + "'"
        return self.large(str(value)) if abs(value) > LARGEST_32 else str(value)

    def large(self, sql: str) -> str:
        """Return a number in 64 bits."""
        return f"CAST({sql} AS BIGINT)"

    def argument(self, value: Expression) -> str:
        """Render a numeric argument of a function."""
        return self.sql(value)

    def pick(self, known: Sequence[Any], at: Expression, *, numbers: bool) -> str:
        """Select one of several constants; if all have the same length, use a substring of one string."""
        texts = [str(one) for one in known]
        if len(set(map(len, texts))) > 1:
            return self.choice(known, at)
        width = len(texts[0])
        place = at * width + 1 if width > 1 else at + 1
        found = f"{self.substring}({self.literal(''.join(texts))}, {self.argument(place)}, {width})"
        return f"CAST({found} AS {self.integer})" if numbers else found

    def choice(self, known: Sequence[Any], at: Expression) -> str:
        """Select one of several constants of different lengths."""
        cases = " ".join(f"WHEN {place} THEN {self.literal(one)}" for place, one in enumerate(known[:-1]))
        return f"CASE {self.sql(at)} {cases} ELSE {self.literal(known[-1])} END"

    def letter(self, value: Expression, place: int) -> str:
        """Return the code of one of the letters that a number encodes."""
        return self.sql(value // 26**place % 26 + 65 if place else value % 26 + 65)

    @abstractmethod
    def letters(self, codes: Sequence[str]) -> str:
        """Return the string made of characters with these codes."""

    def joined(self, parts: Sequence[Expression]) -> str:
        """Concatenate strings and numbers."""
        if len(parts) == 1:
            return f"CAST({self.sql(parts[0])} AS VARCHAR(20))"
        return f"CONCAT({listed(map(self.sql, parts))})"

    def piece(self, known: str, at: Expression, length: Expression) -> str:
        """Return a piece of a known string."""
        return f"{self.substring}({self.literal(known)}, {self.argument(at + 1)}, {self.argument(length)})"

    def repeated(self, sql: str, count: int) -> str:
        """Repeat a string."""
        return f"REPEAT({sql}, {count})"

    @abstractmethod
    def cents(self, sql: str) -> str:
        """Return an amount of money given in cents."""

    @abstractmethod
    def date(self, year: int, month: Expression, day: Expression) -> str:
        """Return the beginning of a day."""

    # Tables

    def schema(self, tables: Sequence[Table]) -> list[str]:
        """Return the statements that create tables and insert given rows."""
        return [*map(self.created, tables), *(sql for one in tables for sql in self.given(one))]

    def given(self, table: Table) -> list[str]:
        """Return the statement that inserts given rows."""
        rows = ",\n    ".join(f"({listed(map(self.literal, row))})" for row in table.given)
        return [f"INSERT INTO {table.name} ({table.column_names}) VALUES\n    {rows}"] if rows else []

    def created(self, table: Table) -> str:
        """Return CREATE TABLE."""
        lines = [*(self.column(table, one) for one in table.columns), *self.table_key(table)]
        return f"CREATE TABLE {table.name} (\n    " + ",\n    ".join(lines) + f"\n){self.table_end(table)}"

    def column(self, table: Table, one: Column) -> str:
        """Return a column's definition."""
        parts = (
            one.name, self.types.get(one.type, one.type), self.collation(one),
            self.identity(table) if (one.name,) == table.key else "",
            "" if one.nullable else "NOT NULL", self.column_key(table, one),
        )  # fmt: skip
        return " ".join(filter(None, parts))

    def collation(self, column: Column) -> str:
        """Return a COLLATE clause if a column needs one."""
        return ""

    def identity(self, table: Table) -> str:
        """Return the attribute that makes the database number new rows."""
        return ""

    def column_key(self, table: Table, column: Column) -> str:
        """Return the key clauses of a column."""
        return ""

    def table_key(self, table: Table) -> Sequence[str]:
        """Return the lines that define the primary key, unless a column's definition does."""
        return (f"PRIMARY KEY ({listed(table.key)})",) if table.key else ()

    def table_end(self, table: Table) -> str:
        """Return the clauses that follow the columns."""
        return ""

    def indexes(self, tables: Iterable[Table]) -> list[str]:
        """Return the statements that create secondary indexes and foreign keys, after the rows."""
        made = []
        for table in tables:
            made += [self.index(table, one) for one in table.indexes]
            made += [f"ALTER TABLE {table.name}\n    {one}" for one in self.foreign_keys(table)]
        return made

    def index(self, table: Table, one: Index) -> str:
        """Return CREATE INDEX."""
        unique, include = "UNIQUE " if one.unique else "", f" INCLUDE ({listed(one.include)})" if one.include else ""
        return f"CREATE {unique}INDEX {one.name} ON {table.name} ({listed(one.columns)}){include}"

    def foreign_keys(self, table: Table) -> list[str]:
        """Return the constraints that refer to other tables."""
        return [
            f"ADD CONSTRAINT FK_{table.name}_{one.table} FOREIGN KEY ({one.column}) "
            f"REFERENCES {one.table} ({one.column}) ON DELETE CASCADE"
            for one in table.foreign_keys
        ]

    def keys(self, tables: Iterable[Table]) -> list[str]:
        """Return the statements that follow the indexes: keys and the next row's number."""
        return []

    # Checksums

    def checked(self, column: Column, what: str) -> str:
        """Return a number that represents a column's value in a checksum."""
        name = column.name
        match what:
            case "number" if column.type == "money":
                return self.in_cents(name)
            case "number":
                return self.large(f"COALESCE({name}, 0)" if column.nullable else name)
            case "length":
                return self.large(f"{self.length}({name})")
            case "month" | "day":
                return self.large(self.date_part(what, name))
            case "text":
                return (
                    f"({self.large(f'{self.length}({name})')} * 17 + {self.code}({name}) * 3 + {self.last_code(name)})"
                )
        return self.large(f"{self.code}({self.substring}({name}, {what.removeprefix('at')}, 1))")

    def in_cents(self, name: str) -> str:
        """Return an amount of money in cents."""
        return f"CAST({name} * 100 AS BIGINT)"

    def date_part(self, what: str, name: str) -> str:
        """Return the month or day of a date."""
        return f"{what.upper()}({name})"

    def last_code(self, name: str) -> str:
        """Return the code of a string's last character."""
        return f"{self.code}(RIGHT({name}, 1))"


def _case(dialect: TableDialect, value: Expression) -> str:
    condition, yes, no = map(dialect.sql, value.operands)
    return f"CASE WHEN {condition} THEN {yes} ELSE {no} END"


def _comparison(dialect: TableDialect, value: Expression) -> str:
    left, right = map(dialect.sql, value.operands)
    return f"{left} {value.operator} {right}"


def _name(_: TableDialect, value: Expression) -> str:
    return str(value.value)


OPERATORS: Mapping[str, Callable[[TableDialect, Expression], str]] = {
    "column": _name,
    "counter": _name,
    "let": _name,
    "parameter": lambda _, value: f":{value.value}",
    "null": lambda *_: "NULL",
    "literal": lambda dialect, value: dialect.literal(value.value),
    "+": TableDialect.arithmetic,
    "-": TableDialect.arithmetic,
    "*": TableDialect.arithmetic,
    "//": TableDialect.arithmetic,
    "%": TableDialect.arithmetic,
    "|": lambda dialect, value: f"({dialect.within(value.operands[0], 3)} | {dialect.within(value.operands[1], 3)})",
    "negative": lambda dialect, value: f"-{dialect.within(value.operands[0], 3)}",
    "absolute": lambda dialect, value: f"ABS({dialect.sql(value.operands[0])})",
    "=": _comparison,
    "<": _comparison,
    "when": _case,
    "pick": lambda dialect, value: dialect.pick(value.value, value.operands[0], numbers=value.kind == "number"),
    "letters": lambda dialect, value: dialect.letters(
        [dialect.letter(value.operands[0], place) for place in range(value.value)]
    ),
    "text": lambda dialect, value: dialect.joined(value.operands),
    "piece": lambda dialect, value: dialect.piece(value.value, *value.operands),
    "repeated": lambda dialect, value: dialect.repeated(dialect.sql(value.operands[0]), value.value),
    "cents": lambda dialect, value: dialect.cents(dialect.within(value.operands[0], 2)),
    "date": lambda dialect, value: dialect.date(value.value, *value.operands),
}
"""Functions that render the operators of expressions."""


def is_large(value: Expression) -> bool:
    """Return whether engines compute an expression in 64 bits without a cast."""
    match value.operator:
        case "column":
            return True
        case "counter" | "parameter" | "pick":
            return False
        case "let" | "literal":
            return value.bound > LARGEST_32
        case "when":
            return any(map(is_large, value.operands[1:]))
        case "+" | "-" | "*" if value.bound > LARGEST_32:
            return True
    return any(map(is_large, value.operands))
