# SPDX-License-Identifier: Apache-2.0
"""Rendering of described tables as SQL: CREATE TABLE, INSERT of generated rows, indexes, keys, checksums."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache

from app.workloads.database.draws import ROW_PRIME
from app.workloads.tables.dialects import DIALECTS
from app.workloads.tables.dialects.table_dialect import LONGEST_LINE, TableDialect
from app.workloads.tables.row_expressions import Expression, named, reads, spelled_out, uses
from app.workloads.tables.table import RowLoop, Table, listed

DRAWS = (
    ("STARTED", f"(ID * :a1 + :a2) % {ROW_PRIME}", f"(ID * :b1 + :b2) % {ROW_PRIME}"),
    ("MIXED", f"(R * R % {ROW_PRIME} * R + :a3) % {ROW_PRIME}", f"(S * S % {ROW_PRIME} * S + :b3) % {ROW_PRIME}"),
    ("DRAW", f"(R * R % {ROW_PRIME} * R + :a4) % {ROW_PRIME}", f"(S * S % {ROW_PRIME} * S + :b4) % {ROW_PRIME}"),
)
"""Steps that draw R and S (see app.workloads.database.draws)."""
TABLE_SCRIPTS = ("schema", "indexes", "keys", "checksum", "counts")
"""Scripts for all tables. Each generated table also has a script for its rows, named after the table."""


@cache
def rendered(tables: tuple[Table, ...], script: str, engine: str) -> str | None:
    """Return a script of described tables: statements that end with a semicolon and an empty line.

    Args:
        tables: All tables of a workload.
        script: One of TABLE_SCRIPTS, or a table's name in lower case.
        engine: Folder of the dialect; "common" for scripts that every engine accepts.

    Returns:
        The script, or None if it does not exist.
    """
    if engine not in DIALECTS:
        return counts(tables) if script == "counts" else None
    dialect = DIALECTS[engine]
    match script:
        case "schema":
            statements = dialect.schema(tables)
        case "indexes":
            statements = dialect.indexes(tables)
        case "keys":
            statements = dialect.keys(tables)
        case "checksum":
            return "\nUNION ALL\n".join(checksum(one, dialect) for one in tables if one.is_filled)
        case _:
            found = [one for one in tables if one.name.lower() == script and one.is_generated]
            return rows(found[0], dialect) if found else None
    return "".join(f"{one};\n\n" for one in statements) or None


def table_script(table: Table, engine: str) -> str:
    """Return all SQL of one table for readers: definition, rows, indexes, keys and checksum."""
    dialect = DIALECTS[engine]
    statements = [dialect.created(table), *dialect.given(table)]
    if table.is_generated:
        statements.append(rows(table, dialect))
    statements += [*dialect.indexes([table]), *dialect.keys([table])]
    if table.is_filled:
        statements.append(checksum(table, dialect))
    return "\n\n".join(f"{one};" for one in statements)


def counts(tables: Iterable[Table]) -> str:
    """Return the query for all tables' row counts, in one row: first the tables that a build fills, then the others."""
    ordered = sorted((one for one in tables if not one.is_internal), key=lambda one: not one.is_filled)
    counted = ",\n".join(f"    (SELECT COUNT(*) FROM {one.name}) AS {one.name}_ROWS" for one in ordered)
    return f"SELECT\n{counted}"


def checksum(table: Table, dialect: TableDialect) -> str:
    """Return the query for a table's name, row count and checksum.

    The checksum is a sum of whole numbers, so that the order of rows does not matter and every engine computes the same
    value.
    """
    terms = [f"{dialect.checked(one, what)} * {weight}" for one in table.columns for what, weight in one.checks]
    never_negative = " + 2147483647" if table.signed else ""
    summed = "\n        + ".join(terms)
    return (
        f"SELECT\n    '{table.name}', {dialect.count},\n"
        f"    SUM((\n        {summed}\n    ) % 2147483647{never_negative})\nFROM {table.name}"
    )


def rows(table: Table, dialect: TableDialect) -> str:
    """Return the statement that inserts the generated rows :first to :last of a table."""
    comment = f"-- {table.comment}\n" if table.comment else ""
    if is_copied(table, dialect):
        return f"{comment}INSERT INTO {table.name} ({table.column_names})\n{table.copied}"
    steps = _Steps(dialect)
    if table.drawn is not None:
        plan = _plan([table.drawn], table.loops)
        steps.add_all(plan)
        steps.add("CHOSEN", {"ID": dialect.sql(plan.outputs[0])})
    values = [one.value for one in table.columns if one.value is not None]
    wanted = values if table.where is None else [*values, table.where]
    plan = _plan(wanted, lines=table.lines, kept=dialect.ordered_by(table))
    if {"R", "S"} & plan.reads:
        for name, r, s in DRAWS:
            steps.add(name, {"ID": "ID", "R": r, "S": s})
    steps.add_all(plan)
    shown = ",\n    ".join(dialect.sql(one) for one in plan.outputs[: len(values)])
    select = f"SELECT\n    {shown}\nFROM {steps.source}"
    if table.where is not None:
        select += f"\nWHERE {dialect.sql(plan.outputs[-1])}"
    return comment + dialect.insert(table, steps.text(), select)


def is_copied(table: Table, dialect: TableDialect) -> bool:
    """Return whether a table's rows are read from other tables rather than computed."""
    return bool(table.copied) and dialect.keys_first


@dataclass(frozen=True)
class _Stage:
    """Step of named values, optionally with a loop; `passed_on` are columns that later steps need."""

    lets: Mapping[str, Expression]
    loop: RowLoop | None
    passed_on: Set[str]


@dataclass(frozen=True)
class _Plan:
    """Computation of rows in steps.

    Attributes:
        stages: The steps, in order.
        reads: Columns that the first step reads.
        outputs: Expressions computed from the last step.
    """

    stages: Sequence[_Stage]
    reads: Set[str]
    outputs: Sequence[Expression]


def _plan(
    wanted: Sequence[Expression], loops: Sequence[RowLoop] = (), lines: RowLoop | None = None, kept: Iterable[str] = ()
) -> _Plan:
    """Divide the named values in expressions into steps, each of which reads only earlier ones.

    A value that is read once is inlined, unless it is read for each line.

    Args:
        wanted: Expressions to compute at the end.
        loops: Loops that repeat the rows before all steps.
        lines: Loop that repeats the rows after the steps of all named values that do not depend on its counter.
        kept: Columns that the last step must have even if no expression reads them.
    """
    each_line = [*wanted, lines.last] if lines is not None else []
    found = named(*wanted, *each_line)
    late = _late(found, lines)
    operands = {name: value.operands[0] for name, value in found.items()}
    for_lines = _uses([*each_line, *(operands[name] for name in late)])
    for_rows = _uses([*(wanted if lines is None else ()), *(operands[name] for name in found.keys() - late)])
    once = {one for one in found if for_lines[one] + for_rows[one] == 1 and (one in late or for_rows[one])}
    outputs = [spelled_out(one, once) for one in wanted]
    found = {name: spelled_out(value, once) for name, value in found.items() if name not in once}
    late -= once
    levels: dict[str, int] = {}
    for name, value in found.items():
        levels[name] = 1 + max((levels[one] for one in reads(*value.operands) if one in levels), default=0)
    pieces: list[tuple[Mapping[str, Expression], RowLoop | None]] = [({}, loop) for loop in loops]
    pieces += [(lets, None) for lets in _by_level(found, levels, found.keys() - late)]
    if lines is not None:
        first, *others = _by_level(found, levels, late) or [{}]
        pieces += [(first, lines), *((lets, None) for lets in others)]
    stages, needed = [], reads(*outputs) | set(kept)
    for lets, loop in reversed(pieces):
        passed_on = needed - lets.keys()
        stages.append(_Stage(lets, loop, passed_on))
        needed = passed_on | reads(*(one.operands[0] for one in lets.values()))
        if loop is not None:
            needed = (needed - {loop.name}) | reads(loop.last)
    return _Plan(stages[::-1], needed, outputs)


def _late(found: Mapping[str, Expression], lines: RowLoop | None) -> set[str]:
    """Return the named values that depend on a loop's counter. `found` is in dependency order."""
    late: set[str] = set()
    for name, value in found.items():
        if lines is not None and reads(*value.operands) & {lines.name, *late}:
            late.add(name)
    return late


def _uses(values: Iterable[Expression]) -> Counter[str]:
    return sum((uses(one) for one in values), Counter[str]())


def _by_level(
    found: Mapping[str, Expression], levels: Mapping[str, int], names: Set[str]
) -> list[Mapping[str, Expression]]:
    """Group the named values by step."""
    steps = sorted({levels[name] for name in names})
    return [{name: found[name] for name in found if name in names and levels[name] == one} for one in steps]


class _Steps:
    """Steps (CTEs) of one statement, each computed once from the previous one."""

    def __init__(self, dialect: TableDialect) -> None:
        self._dialect = dialect
        self._steps = [f"{head} AS (\n    {sql}\n)" for head, sql in dialect.numbers]
        self._columns = ["ID"]
        self.source = dialect.source

    def text(self) -> str:
        """Return the WITH clause with all steps, or "" if there are none."""
        recursive = "RECURSIVE " if self._dialect.recursive else ""
        return f"WITH {recursive}" + ",\n".join(self._steps) + "\n" if self._steps else ""

    def add(self, name: str, columns: Mapping[str, str], source: str = "") -> None:
        """Add a step.

        Args:
            name: Name of the step; made unique if necessary.
            columns: Expressions of the columns, by name.
            source: FROM clause; by default the last step.
        """
        dialect, parts = self._dialect, list(columns.values())
        name += "_AGAIN" * any(one.startswith(f"{name} ") for one in self._steps)
        shown = f" {listed(parts)}"
        if len(shown) > LONGEST_LINE:
            shown = "\n        " + ",\n        ".join(parts)
        hint = dialect.loop_hint if source else ""
        self._steps.append(
            f"{name} ({listed(columns)}) AS {dialect.materialized}(\n"
            f"    SELECT{dialect.top}{hint}{shown}\n    FROM {source or self.source}{dialect.fence}\n)"
        )
        self._columns, self.source = list(columns), name

    def add_all(self, plan: _Plan) -> None:
        """Add the steps of a plan."""
        dialect = self._dialect
        for stage in plan.stages:
            name, source, known = f"STEP_{len(self._steps)}", "", self._columns
            if stage.loop is not None:
                name, source = f"EACH_{stage.loop.name}", dialect.expanded(stage.loop, self.source)
                known = [*known, stage.loop.name]
            columns = {name: name for name in known if name in stage.passed_on}
            computed = {name: dialect.step_value(value.operands[0]) for name, value in stage.lets.items()}
            self.add(name, columns | computed, source)
