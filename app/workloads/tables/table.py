# SPDX-License-Identifier: Apache-2.0
"""Table descriptions: columns with the values in generated rows, keys, indexes and checksums."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.workloads.tables.row_expressions import Expression, counter, expression


@dataclass(frozen=True, eq=False)
class Column:
    """One column.

    Attributes:
        type: tiny, small, int, big, money, date, or VARCHAR(n).
        value: Value in each generated row; None in a table whose rows are given or are added later.
        nullable: Whether NULL is allowed.
        checks: Terms of the table's checksum as (kind, weight). Kinds: `number` is the number itself, money in cents;
            `text` mixes the length, the first and the last character; `length`, `month`, `day`; `at8` is the code of
            the eighth character.
        exact: Whether strings are compared byte by byte, regardless of the server's collation.
        searched: Whether the column has a full-text index.
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
    """Return a column. `checks` are pairs kind=weight, see Column.checks."""
    made = None if value is None and not nullable else expression(value)
    return Column(name, type_, made, nullable, tuple(checks.items()), exact, searched)


@dataclass(frozen=True, eq=False)
class Index:
    """Secondary index. `include` are columns that are stored but not sorted by, if the engine supports that."""

    name: str
    columns: tuple[str, ...]
    include: tuple[str, ...] = ()
    unique: bool = False


@dataclass(frozen=True, eq=False)
class ForeignKey:
    """Column that refers to another table's key; deleting the row there deletes the row here."""

    column: str
    table: str


@dataclass(frozen=True, eq=False)
class RowLoop:
    """Loop for several rows per number: a counter from `first` (0 or 1) with `times` iterations, at most `most`."""

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
        identity: Whether the database numbers new rows itself, after the generated ones.
        given: Literal rows.
        drawn_as: Table whose random numbers are used for its rows; "" for its own.
        lines: Loop that makes several rows from each draw.
        loops: Loops before the draw; `drawn` is computed from their counters and the row number.
        drawn: The number to draw, computed from ID and the counters of `loops`; it is ID in all that follows.
        copied: SELECT of the same rows from other tables, for engines whose tables have keys while they are filled:
            there it is faster than computing the rows again.
        copied_from: Tables that `copied` reads.
        where: Condition; rows for which it is false are omitted.
        is_filled: Whether a build fills the table; other tables are empty until runs fill them.
        is_internal: Whether the table belongs to Outpace, not to the workload's model.
        rows_each: Mean number of rows per number.
        title: Name shown in a build's progress, if different.
        signed: Whether its checksum also sums negative numbers.
        comment: Comment line in the SQL.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    identity: bool = False
    indexes: tuple[Index, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    given: tuple[tuple[int | str, ...], ...] = ()
    drawn_as: str = ""
    lines: RowLoop | None = None
    loops: tuple[RowLoop, ...] = ()
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
        """Check the description. Raises ValueError if it is contradictory."""
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
        """Return whether the rows are generated from their numbers."""
        return self.is_filled and not self.given

    @property
    def column_names(self) -> str:
        """Names of all columns, separated by commas."""
        return listed(one.name for one in self.columns)


def listed(names: Iterable[str]) -> str:
    """Return names separated by commas."""
    return ", ".join(names)


WEIGHTS = (
    1000003, 500009, 70001, 30011, 90001, 8191, 4093, 2039, 1021, 509, 251, 127, 61, 31, 13, 7, 5, 3, 11, 17, 19, 23,
)  # fmt: skip
"""Checksum weights of a table's columns, in column order."""


def weighted_table(name: str, *columns: Column, key: str, **more: object) -> Table:
    """Return a table whose checksum includes all columns. `key` has the names of the primary key's columns.

    Raises:
        ValueError: There are more columns than weights.
    """
    weighed = tuple(
        replace(one, checks=(("text" if one.type.startswith("VARCHAR") else "number", weight),))
        for one, weight in zip(columns, WEIGHTS[: len(columns)], strict=True)
    )
    return Table(name, weighed, tuple(key.split()), signed=True, **more)  # type: ignore[arg-type]


def exact_column(
    name: str, type_: str, value: Expression | str | int | None = None, *, nullable: bool = False
) -> Column:
    """Return a column; strings are compared byte by byte."""
    return column(name, type_, value, nullable=nullable, exact=type_.startswith("VARCHAR"))
