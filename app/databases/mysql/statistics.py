# SPDX-License-Identifier: Apache-2.0
"""Statistics of MySQL and MariaDB: InnoDB's status, and the file statistics in performance_schema if it is on.

All statistics cover the whole server. Page writes are asynchronous: performance_schema times only their submission
(microseconds), so there is no write latency of the database files. Reads are synchronous, but read-ahead is not: during
long scans the read latency is too low.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from app.databases.mysql.anonymous_account import quoted_account
from app.databases.mysql.dialect import is_mariadb
from app.databases.server_statistics import (
    Connection,
    CounterPlan,
    DatabaseCounters,
    Errors,
    Leaves,
    Query,
    Reason,
    Scope,
    StatisticsCounter,
    activity_counters,
    file_counters,
    number,
    rows,
    sql,
)
from app.model.documents import RankedObject, TableRanking
from collectors.series import Layer

DIRECT = {"o_direct", "o_direct_no_fsync", "unbuffered", "async_unbuffered"}
"""Values of innodb_flush_method with which InnoDB bypasses the operating system's cache."""

GRANT = "As an administrator: GRANT SELECT ON performance_schema.* TO {user}."
SCHEMA_ON = "Put performance_schema = ON under [mysqld] in my.cnf and restart the server."
INSTRUMENTS_ON = (
    "As an administrator: UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME "
    "LIKE 'wait/io/file/innodb/%'."
)
DISKS_TELL = (
    "The disks below its files tell: those of this machine are watched by themselves, another machine's by an exporter."
)
NO_SCHEMA = Reason("performance_schema is off; only it times the files and tells them apart.", SCHEMA_ON, settable=True)
NO_RIGHT = Reason("the user may not read performance_schema.", GRANT, settable=True)
NOT_TIMED = Reason(
    "the instruments wait/io/file/innodb/% of performance_schema are off.", INSTRUMENTS_ON, settable=True
)
TOGETHER_OFF = Reason(
    "InnoDB's status counts the writes of database files and log together, and performance_schema is off.",
    SCHEMA_ON,
    settable=True,
)
TOGETHER_REFUSED = Reason(
    "InnoDB's status counts the writes of database files and log together, and the user may not read "
    "performance_schema.",
    GRANT,
    settable=True,
)
TOGETHER_NOT_TIMED = Reason(
    "InnoDB's status counts the writes of database files and log together, and the instruments "
    "wait/io/file/innodb/% of performance_schema are off.",
    INSTRUMENTS_ON,
    settable=True,
)
ASYNCHRONOUS = Reason(
    "InnoDB writes pages asynchronously, and performance_schema times only how long it takes to hand them over.",
    DISKS_TELL,
)
SYNC_TIMES = Reason(
    "InnoDB does not time syncs apart from opening and closing files.",
    DISKS_TELL,
)
SYNCS_TOGETHER = Reason(
    "InnoDB counts the syncs of database files and log together.", "See \\Engine File(_Total)\\Syncs/sec."
)
NO_LOG_READS = Reason(
    "since version 10.8 MariaDB does not count or time its log's reads.", "In a run the log is only written."
)
NO_LOG_TIMES = Reason(
    "since version 10.8 MariaDB does not time its log's writes.",
    DISKS_TELL,
)

COMMITS = ("com_commit", "com_rollback")
"""Status variables that MySQL's performance_schema omits, so that SHOW STATUS is used for them."""

FileStatistics = Literal["timed", "off", "refused", "not instrumented"]


class MySqlFacts(msgspec.Struct, frozen=True):
    """Facts about a server that determine its available statistics.

    Attributes:
        numbers: Major and minor version.
        direct_data: Whether data files bypass the operating system's cache.
        direct_log: Whether log files do.
        user: Account, as named in a GRANT.
    """

    mariadb: bool
    numbers: tuple[int, int]
    files: FileStatistics
    direct_data: bool
    direct_log: bool
    user: str = ""

    @property
    def log_is_instrumented(self) -> bool:
        """True if the log has a file instrument; MariaDB's has none since 10.8."""
        return not (self.mariadb and self.numbers >= (10, 8))


class MySqlCounters(DatabaseCounters):
    """Counters of one server; nothing is counted per database."""

    def __init__(
        self, connect: Callable[[], Connection], database: str, *, errors: Errors, scope: Scope = "all"
    ) -> None:
        """Connect; `database` is ignored."""
        super().__init__("MySQL", connect, errors, lambda to: plan(facts(to, errors), scope))


def facts(connection: Connection, errors: Errors) -> MySqlFacts:
    """Return the facts that determine the available statistics."""
    variables = variables_of(connection)
    version = variables["version"]
    mariadb = is_mariadb(version)
    found = re.match(r"(\d+)\.(\d+)", version.removeprefix("5.5.5-"))
    numbers = (int(found[1]), int(found[2])) if found else (0, 0)
    direct = variables.get("innodb_flush_method", "").lower() in DIRECT
    buffering = variables.get("innodb_data_file_buffering", "")
    if buffering:
        direct = buffering.upper() == "OFF"
    log_buffering = variables.get("innodb_log_file_buffering", "")
    return MySqlFacts(
        mariadb=mariadb,
        numbers=numbers,
        files=_file_statistics(connection, errors, variables["performance_schema"]),
        direct_data=direct,
        direct_log=log_buffering.upper() == "OFF",
        user=account_of(connection),
    )


def _file_statistics(connection: Connection, errors: Errors, performance_schema: str) -> FileStatistics:
    if performance_schema.upper() not in {"ON", "1"}:
        return "off"
    try:
        instruments = rows(connection, sql("mysql", "instruments"), ())
        rows(connection, sql("mysql", "files"), ())
    except errors:
        rows(connection, "SELECT 1", ())  # raises if the connection is lost
        return "refused"
    timed = {str(row["name"]) for row in instruments if (row["enabled"], row["timed"]) == ("YES", "YES")}
    return "timed" if "innodb_data_file" in timed else "not instrumented"


def plan(server: MySqlFacts, scope: Scope) -> CounterPlan:
    """Return the counters available in this version with these settings."""
    if scope == "database":
        return CounterPlan((), (), {})
    timed = server.files == "timed"
    layers: dict[str, Layer] = {
        "database": "engine file" if server.direct_data else "operating-system file",
        "log": "engine file" if server.direct_log else "operating-system file",
    }
    from_files = _file_leaves(server) if timed else ()
    status = tuple(leaf for leaf in _status_leaves(server) if leaf not in from_files)
    queries = [
        Query(sql("mysql", "status_mariadb" if server.mariadb else "status_mysql"), status),
        Query(sql("mysql", "commits"), COMMITS, named=True),
    ]
    if from_files:
        queries.append(Query(sql("mysql", "files"), from_files, refused=GRANT))
    log_reads = ("log_reads", "log_read_bytes", "log_read_s")
    uncounted = () if "log_reads" in from_files else log_reads
    counters = (
        *file_counters(layers, uncounted=uncounted, syncs_together=True),
        StatisticsCounter(r"\Engine File(_Total)\Current Queue Length", "", "gauge", "engine file", ("pending",)),
        *activity_counters(commits="Commits/sec", counted=COMMITS),
        StatisticsCounter(r"\Database\Questions/sec", "/s", "rate", "engine", ("questions",)),
    )
    given = {leaf for query in queries for leaf in query.gives}
    reasons = {leaf: reason for leaf, reason in _reasons(server).items() if leaf not in given}
    return CounterPlan(tuple(queries), counters, reasons, server.user)


def _status_leaves(server: MySqlFacts) -> Leaves:
    """Return the leaves that come from status variables whose meaning on this server matches their name."""
    leaves: list[str] = ["time_s", "database_reads", "database_read_bytes", "log_writes", "log_write_bytes"]
    leaves += ["total_syncs", "pending", "cache_hits", "cache_misses", "connections", "questions"]
    if server.log_is_instrumented:
        leaves.append("log_syncs")  # the status variable was removed with the instrument
    else:
        leaves += ["database_writes", "database_write_bytes"]  # on this version they exclude the log
    return tuple(leaves)


def _file_leaves(server: MySqlFacts) -> Leaves:
    """Return the leaves available from performance_schema."""
    leaves = ["database_reads", "database_read_bytes", "database_read_s", "database_writes", "database_write_bytes"]
    if server.log_is_instrumented:
        leaves += ["log_reads", "log_read_bytes", "log_read_s", "log_writes", "log_write_bytes", "log_write_s"]
    return tuple(leaves)


WHY: Mapping[FileStatistics, tuple[Reason, Reason]] = {
    "off": (NO_SCHEMA, TOGETHER_OFF),
    "refused": (NO_RIGHT, TOGETHER_REFUSED),
    "not instrumented": (NOT_TIMED, TOGETHER_NOT_TIMED),
    "timed": (NOT_TIMED, TOGETHER_NOT_TIMED),
}
"""Reasons why times of file I/O, and of writes, are unavailable; not used if they are timed."""


def _reasons(server: MySqlFacts) -> dict[str, Reason]:
    """Return, for each leaf, why it is not available if no query provides it."""
    why, together = WHY[server.files]
    of_log = why if server.log_is_instrumented else NO_LOG_READS
    return {
        "database_read_s": why,
        "database_write_s": ASYNCHRONOUS,
        "database_writes": together,
        "database_write_bytes": together,
        "database_syncs": SYNCS_TOGETHER,
        "log_syncs": SYNCS_TOGETHER,
        "database_sync_s": SYNC_TIMES,
        "log_sync_s": SYNC_TIMES,
        "log_reads": of_log,
        "log_read_bytes": of_log,
        "log_read_s": of_log,
        "log_write_s": why if server.log_is_instrumented else NO_LOG_TIMES,
    }


FULL_TEXT = "full-text indexes"


def variables_of(connection: Connection) -> dict[str, str]:
    """Return the version and settings, by name in lower case."""
    return {str(row["variable_name"]).lower(): str(row["value"]) for row in rows(connection, sql("mysql", "facts"), ())}


def has_schema(variables: Mapping[str, str]) -> bool:
    """Return whether performance_schema is on."""
    return variables["performance_schema"].upper() in {"ON", "1"}


def account_of(connection: Connection) -> str:
    """Return the logged-in account, as named in a GRANT."""
    return quoted_account(str(rows(connection, sql("mysql", "account"), ())[0]["account"]))


def ranking(connection: Connection, database: str) -> TableRanking:
    """Return a database's tables, ranked by reads and writes of their files, which also contain the indexes.

    A full-text index has a dozen files with numbered names (FTS_...), which are merged into one object.
    """
    if not has_schema(variables_of(connection)):
        every = ("reads", "read_s", "writes", "write_s", "rows_changed")
        return TableRanking(missing=dict.fromkeys(every, NO_SCHEMA.sentence("")))
    found = rows(connection, sql("mysql", "ranking"), (database,))
    changed = {
        str(row["name"]): number(row["rows_changed"])
        for row in rows(connection, sql("mysql", "rows_changed"), (database,))
    }
    tables, full_text = [], []
    for row in found:
        name = str(row["name"])
        figures = (number(row["read_count"]), number(row["read_s"]), number(row["write_count"]))
        if name.upper().startswith("FTS_"):
            full_text.append(figures)
        else:
            tables.append(RankedObject(name, name, "table", *figures, rows_changed=changed.get(name)))
    if full_text:
        tables.append(
            RankedObject(FULL_TEXT, FULL_TEXT, "index", *(sum(column) for column in zip(*full_text, strict=True)))
        )
    return TableRanking(
        objects=sorted(tables, key=lambda one: -((one.reads or 0) + (one.writes or 0))),
        missing={"write_s": ASYNCHRONOUS.sentence("")},
    )
