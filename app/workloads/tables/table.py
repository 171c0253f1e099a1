# SPDX-License-Identifier: Apache-2.0
"""Described tables: columns with the value of each row, keys, indexes, and what their checksums are made of."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.workloads.tables.row_expressions import Expression, counter, expression


@dataclass(frozen=True, eq=False)
class Column:
    """One column.

    Attributes:
        type: tiny, small, int, big, money, date, or VARCHAR(n).
        value: Value in each generated row; None in a table whose rows are given or come later.
        nullable: NULL is allowed.
        checks: What its table's checksum adds up: (what of it, weight). `number` is the number itself, money in cents;
            `text` mixes the length, the first and the last character; `length`, `month`, `day`; `at8` is the code of
            the eighth character.
        exact: Texts are compared byte by byte, whatever the server's own collation.
        searched: Full text searches it.
    """

    name: str
    type: str
    value: Expression | None = None
    nullable: bool = False
    checks: tuple[tuple[str, int], ...] = ()
    exact: bool = False
    searched: bool = False


def column(
    name: str,
    type_: str,
    value: Expression | str | int | None = None,
    *,
    nullable: bool = False,
    exact: bool = False,
    searched: bool = False,
    **checks: int,
) -> Column:
    """Return a column. checks: name=weight, as Column.checks."""
    made = None if value is None and not nullable else expression(value)
    return Column(name, type_, made, nullable, tuple(checks.items()), exact, searched)


@dataclass(frozen=True, eq=False)
class Index:
    """A secondary index. include: columns that it carries without sorting by them, where the engine can."""

    name: str
    columns: tuple[str, ...]
    include: tuple[str, ...] = ()
    unique: bool = False


@dataclass(frozen=True, eq=False)
class ForeignKey:
    """A column that refers to another table's key; deleting that row deletes this one."""

    column: str
    table: str


@dataclass(frozen=True, eq=False)
class Loop:
    """Several rows for each number: a counter from `first` (0 or 1) on, `times` times, `most` times at most."""

    name: str
    times: Expression
    most: int
    first: int = 1

    @property
    def number(self) -> Expression:
        """Counter of the loop."""
        return counter(self.name, self.first + self.most - 1)

    @property
    def last(self) -> Expression:
        """Last value of the counter."""
        return self.times - 1 if self.first == 0 else self.times


@dataclass(frozen=True, eq=False)
class Table:
    """One table.

    Attributes:
        key: Columns of the primary key.
        identity: The database numbers new rows itself, after those that were generated.
        given: Rows that are written out.
        drawn_as: The table whose random numbers its rows draw, "" for its own.
        lines: Several rows for each draw.
        loops: Counters that stand before the draw, and with the number make up `drawn`.
        drawn: The number to draw, computed from ID and the counters of `loops`; it is ID in all that follows.
        copied: A SELECT of the same rows from other tables, for engines where those have their keys while they are
            filled: it is faster there than to compute them again.
        copied_from: The tables that it reads.
        where: Rows for which it does not hold are left out.
        is_filled: A build fills it; the others are empty until runs fill them.
        is_internal: It belongs to Outpace, not to the workload's model.
        rows_each: Rows that one number makes, on average.
        title: For the progress of a build, where it is not the name.
        signed: Its checksum adds up negative numbers too.
        comment: A line for the SQL's reader.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    identity: bool = False
    indexes: tuple[Index, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    given: tuple[tuple[int | str, ...], ...] = ()
    drawn_as: str = ""
    lines: Loop | None = None
    loops: tuple[Loop, ...] = ()
    drawn: Expression | None = None
    copied: str = ""
    copied_from: tuple[str, ...] = ()
    where: Expression | None = None
    is_filled: bool = True
    is_internal: bool = False
    rows_each: float = 1.0
    title: str = ""
    signed: bool = False
    comment: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError where the description contradicts itself."""
        known = {one.name for one in self.columns}
        named = {*self.key, *(one.column for one in self.foreign_keys)}
        named |= {name for index in self.indexes for name in index.columns + index.include}
        if named - known:
            raise ValueError(f"{self.name} has no column {min(named - known)}")
        if self.identity and len(self.key) != 1:
            raise ValueError(f"{self.name} numbers new rows itself, so it needs a key of one column")
        if self.is_generated and (missing := [one.name for one in self.columns if one.value is None]):
            raise ValueError(f"{self.name} is generated, but its column {missing[0]} has no value")

    @property
    def is_generated(self) -> bool:
        """Return whether its rows follow from their numbers."""
        return self.is_filled and not self.given

    @property
    def column_names(self) -> str:
        """Names of all columns, separated by commas."""
        return listed(one.name for one in self.columns)


def listed(names: Iterable[str]) -> str:
    """Return names separated by commas."""
    return ", ".join(names)
