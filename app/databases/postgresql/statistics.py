# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL's own statistics: files and log of the server, transactions and cache of a database.

Before version 16 there is no pg_stat_io: reads come from pg_stat_database, writes from pg_stat_bgwriter; only times
spent by connections themselves are available (pg_stat_database, in all versions), not those of the checkpointer and the
background writer. PostgreSQL reads and writes through the operating system's cache, so that a read may not have reached
a device: every file counter belongs to the layer "operating-system file". Statistics of a busy connection arrive up to
a second late (before version 15, half a second). The role pg_monitor is sufficient.
"""

from collections.abc import Callable, Mapping

import msgspec

from app.databases.server_statistics import (
    Connection,
    CounterPlan,
    DatabaseCounters,
    Errors,
    Query,
    Reason,
    Scope,
    StatisticsCounter,
    activity_counters,
    file_counters,
    rows,
    sql,
)
from app.model.documents import RankedObject, TableRanking
from app.model.errors import phrase
from app.model.form import marked
from collectors.series import Layer

LAYERS: Mapping[str, Layer] = {"database": "operating-system file", "log": "operating-system file"}
ROLE = "The role pg_monitor may. As an administrator: GRANT pg_monitor TO {user}."
IO_TIMING = Reason(
    "track_io_timing is off.",
    "As an administrator: ALTER SYSTEM SET track_io_timing = on; SELECT pg_reload_conf().",
    settable=True,
)
WAL_TIMING = Reason(
    "track_wal_io_timing is off.",
    "As an administrator: ALTER SYSTEM SET track_wal_io_timing = on; SELECT pg_reload_conf().",
    settable=True,
)
BEFORE_14 = Reason(
    "before version 14 PostgreSQL does not count the log's writes.",
    "Version 14 does.",
)
BEFORE_16 = {
    "writes": Reason(
        "before version 16 PostgreSQL does not count the time that the checkpointer takes for writes of the database "
        "files.",
        "Version 16 does. The disks below its files tell too: those of this machine are watched by themselves, another "
        "machine's by an exporter.",
    ),
    "syncs": Reason(
        "before version 16 PostgreSQL does not count the syncs of the database files.",
        "Version 16 does.",
    ),
}
BEFORE_18 = {
    "reads": Reason(
        "before version 18 PostgreSQL does not count reads of the log.", "In a run the log is only written."
    ),
    "writes": Reason(
        "before version 18 PostgreSQL does not count the bytes of writes of the log.",
        "\\Database\\Log Bytes/sec is what it made.",
    ),
}


class PostgreSqlFacts(msgspec.Struct, frozen=True):
    """Facts about a server that determine its available statistics.

    Attributes:
        version: Value of server_version_num, for example 150004 for 15.4.
        user: Account, as named in a GRANT.
    """

    version: int
    io_timing: bool
    wal_timing: bool
    user: str = ""


class PostgreSqlCounters(DatabaseCounters):
    """Counters of one server and one of its databases."""

    def __init__(
        self, connect: Callable[[], Connection], database: str, *, errors: Errors, scope: Scope = "all"
    ) -> None:
        """Connect; `connect` must use a database other than the one that is restored between runs."""
        super().__init__("PostgreSQL", connect, errors, lambda to: plan(facts(to), database, scope))


def facts(connection: Connection) -> PostgreSqlFacts:
    """Return the facts that determine the available statistics."""
    (row,) = rows(connection, sql("postgresql", "facts"), ())
    return PostgreSqlFacts(
        int(row["version"]), truth(row["io_timing"]), truth(row["wal_timing"]), str(row["user_name"])
    )


def truth(value: object) -> bool:
    """Return a boolean, which some drivers return as a string."""
    return value is True or str(value).strip().lower() in {"1", "t", "true", "on"}


def plan(server: PostgreSqlFacts, database: str, scope: Scope) -> CounterPlan:
    """Return the counters of this version with these settings."""
    queries: list[Query] = []
    counters: list[StatisticsCounter] = []
    reasons: dict[str, str | Reason] = {}
    if scope != "server":
        queries.append(Query(sql("postgresql", "database"), DATABASE_LEAVES, (database,), ROLE))
        counters += (*activity_counters(), *BLOCK_COUNTERS)
        if not server.io_timing:
            reasons |= dict.fromkeys(("block_read_s", "block_write_s"), IO_TIMING)
    if scope != "database":
        queries += _file_queries(server.version)
        uncounted = () if server.version >= 180000 else ("log_reads", "log_read_bytes", "log_read_s")
        counters += (*file_counters(LAYERS, uncounted=uncounted), GENERATED)
        reasons |= _file_reasons(server)
    return CounterPlan(tuple(queries), tuple(counters), reasons, server.user)


DATABASE_LEAVES = (
    *("time_s", "commits", "cache_hits", "cache_misses"), "block_read_s", "block_write_s", "connections"
)  # fmt: skip
FILES_12 = (
    *("time_s", "database_reads", "database_read_bytes", "database_read_s"),
    *("database_writes", "database_write_bytes"),
)
FILES_16 = (*FILES_12, "database_write_s", "database_syncs", "database_sync_s")
FILES_18 = (
    *FILES_16,
    *("log_reads", "log_read_bytes", "log_read_s", "log_writes", "log_write_bytes", "log_write_s"),
    *("log_syncs", "log_sync_s"),
)
LOG_14 = ("log_writes", "log_write_s", "log_syncs", "log_sync_s", "log_generated_bytes")

BLOCK_COUNTERS = (
    StatisticsCounter(r"\Database\Block Reads/sec", "/s", "rate", "operating-system file", ("cache_misses",)),
    StatisticsCounter(
        r"\Database\Avg. sec/Block Read", "s", "average", "operating-system file", ("block_read_s",), ("cache_misses",),
        better="less",
    ),
    # Time that connections spend reading and writing blocks, which is the mean number of connections waiting for I/O.
    StatisticsCounter(
        r"\Database\Avg. Queue Length", "", "rate", "operating-system file", ("block_read_s", "block_write_s")
    ),
)  # fmt: skip
GENERATED = StatisticsCounter(r"\Database\Log Bytes/sec", "B/s", "rate", "engine", ("log_generated_bytes",))


def _file_queries(version: int) -> list[Query]:
    if version >= 180000:
        return [
            Query(sql("postgresql", "files_18"), FILES_18, refused=ROLE),
            Query(sql("postgresql", "log_18"), ("log_generated_bytes",), refused=ROLE),
        ]
    files, leaves = ("files_16", FILES_16) if version >= 160000 else ("files_12", FILES_12)
    queries = [Query(sql("postgresql", files), leaves, refused=ROLE)]
    if version >= 140000:
        queries.append(Query(sql("postgresql", "log_14"), LOG_14, refused=ROLE))
    return queries


def _file_reasons(server: PostgreSqlFacts) -> dict[str, Reason]:
    reasons: dict[str, Reason] = {}
    if server.version < 160000:
        reasons["database_write_s"] = BEFORE_16["writes"]
        reasons |= dict.fromkeys(("database_syncs", "database_sync_s"), BEFORE_16["syncs"])
    if server.version < 180000:
        reasons |= dict.fromkeys(("log_reads", "log_read_bytes", "log_read_s"), BEFORE_18["reads"])
        reasons["log_write_bytes"] = BEFORE_18["writes"]
    if server.version < 140000:
        reasons |= dict.fromkeys(LOG_14, BEFORE_14)
    if not server.io_timing:
        for leaf in ("database_read_s", "database_write_s", "database_sync_s"):
            reasons.setdefault(leaf, IO_TIMING)
    if not server.wal_timing:
        for leaf in ("log_read_s", "log_write_s", "log_sync_s"):
            reasons.setdefault(leaf, WAL_TIMING)
    return reasons


NO_WRITES = marked(
    "PostgreSQL counts the writes of the whole server, not those of a table or index; rows changed are counted."
)
NO_TIMES = marked("PostgreSQL times the reads of a database, not those of a table or index.")


def ranking(connection: Connection, _database: str) -> TableRanking:
    """Return the connected database's tables and indexes, ranked by blocks read, with their numbers of changed rows.

    PostgreSQL counts neither their times nor their writes. A block may have been in the operating system's cache.
    """
    objects = [
        RankedObject(
            str(row["name"]),
            str(row["table"]),
            str(row["kind"]),
            reads=float(row["reads"] or 0),
            rows_changed=None if row["rows_changed"] is None else float(row["rows_changed"]),
        )
        for row in rows(connection, sql("postgresql", "ranking"), ())
    ]
    return TableRanking(
        objects=objects, missing={"writes": phrase(NO_WRITES), "read_s": phrase(NO_TIMES), "write_s": phrase(NO_TIMES)}
    )
