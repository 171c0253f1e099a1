# SPDX-License-Identifier: Apache-2.0
"""The help's tables of counters by engine, version and setting match the collectors."""

from collections.abc import Callable, Mapping
from importlib import resources

from app.databases.mysql import statistics as mysql
from app.databases.mysql.statistics import MySqlFacts
from app.databases.postgresql import statistics as postgresql
from app.databases.postgresql.statistics import PostgreSqlFacts
from app.databases.server_statistics import CounterPlan
from app.databases.sqlserver import statistics as sqlserver
from app.databases.sqlserver.statistics import SqlServerFacts

HELP = resources.files("resources") / "help" / "counters.md"
NOTHING = "–"


def given(plan: CounterPlan) -> set[str]:
    return {counter.path for counter in plan.counters} - {missing.path for missing in plan.missing({})}


def of_postgresql(version: int) -> Callable[[str], str]:
    def cell(path: str) -> str:
        def has(io: bool, wal: bool) -> bool:
            return path in given(postgresql.plan(PostgreSqlFacts(version, io, wal), "d", "all"))

        if has(False, False):
            return "yes"
        if has(True, False):
            return "T"
        if has(False, True):
            return "W"
        return "T, W" if has(True, True) else NOTHING

    return cell


def of_mysql(mariadb: bool, numbers: tuple[int, int]) -> Callable[[str], str]:
    def cell(path: str) -> str:
        def has(timed: bool) -> bool:
            facts = MySqlFacts(mariadb, numbers, "timed" if timed else "off", True, True)
            return path in given(mysql.plan(facts, "all"))

        return "yes" if has(False) else "P" if has(True) else NOTHING

    return cell


def of_sqlserver(babelfish: bool) -> Callable[[str], str]:
    paths = given(sqlserver.plan(SqlServerFacts(babelfish, 15), "database", "all"))
    return lambda path: "yes" if path in paths else NOTHING


COLUMNS: Mapping[str, Callable[[str], str]] = {
    "PostgreSQL 12, 13": of_postgresql(130000),
    "PostgreSQL 14, 15": of_postgresql(150000),
    "PostgreSQL 16, 17": of_postgresql(170000),
    "PostgreSQL 18": of_postgresql(180000),
    "MySQL 8, MariaDB 10.6": of_mysql(False, (8, 0)),
    "MariaDB 10.8+": of_mysql(True, (10, 11)),
    "SQL Server 2016+": of_sqlserver(False),
    "Babelfish": of_sqlserver(True),
}


def table() -> list[str]:
    """Return the table's expected lines."""
    plans = [
        postgresql.plan(PostgreSqlFacts(180000, True, True), "database", "all"),
        mysql.plan(MySqlFacts(False, (8, 0), "timed", True, True), "all"),
        sqlserver.plan(SqlServerFacts(False, 15), "database", "all"),
    ]
    paths = dict.fromkeys(counter.path for plan in plans for counter in plan.counters)
    lines = [f"| Counter | {' | '.join(COLUMNS)} |", f"|---{'|---' * len(COLUMNS)}|"]
    for path in sorted(paths, key=_order):
        lines.append(f"| `{path}` | {' | '.join(cell(path) for cell in COLUMNS.values())} |")
    return lines


def _order(path: str) -> tuple[int, str]:
    order = [r"\Engine File(database)", r"\Engine File(log)", r"\Engine File(_Total)", r"\Database", r"\SQLServer"]
    return next(place for place, start in enumerate(order) if path.startswith(start)), path


def test_help_lists_the_counters_of_each_engine_version_and_setting() -> None:
    text = HELP.read_text(encoding="utf-8")
    shown = [line for line in text.splitlines() if line.startswith("| ") or line.startswith("|---")]
    start = shown.index(table()[0])
    assert shown[start : start + len(table())] == table()


def test_help_names_every_right_and_setting_in_the_reasons() -> None:
    text = HELP.read_text(encoding="utf-8")
    for word in (
        "pg_monitor", "track_io_timing", "track_wal_io_timing", "performance_schema", "VIEW SERVER STATE",
        "VIEW SERVER PERFORMANCE STATE", "GRANT SELECT ON performance_schema.*",
    ):  # fmt: skip
        assert word in text
