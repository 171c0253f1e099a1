# SPDX-License-Identifier: Apache-2.0
"""Statistics of SQL Server: stalls of a database's files, pending requests, performance counters, CPU share.

SQL Server's requests bypass the operating system's cache, so the file counters belong to the layer "engine file".
Babelfish for PostgreSQL has none of these views; there only the connected users are counted. The required right is VIEW
SERVER STATE or, since version 2022, VIEW SERVER PERFORMANCE STATE.
"""

from collections.abc import Callable

import msgspec

from app.databases.server_statistics import (
    Connection,
    CounterPlan,
    DatabaseCounters,
    Errors,
    Leaves,
    Query,
    Scope,
    StatisticsCounter,
    file_counters,
    number,
    rows,
    sql,
)
from app.model.documents import RankedObject, TableRanking
from app.model.errors import phrase
from app.model.form import marked

GRANT = "GRANT VIEW SERVER STATE TO the login."
GRANT_2022 = "GRANT VIEW SERVER PERFORMANCE STATE TO the login."
BABELFISH = "Babelfish for PostgreSQL has no {}. Watch its PostgreSQL, or the machine with an exporter."
ABSENT = (
    "sys.dm_os_performance_counters does not hold it: the server's performance counters are disabled (its error log"
    " says so at the start), or this edition has no such counter."
)
SYNCS = "SQL Server opens its files with write-through and counts no syncs."


class SqlServerFacts(msgspec.Struct, frozen=True):
    """Facts about a server that determine its available statistics.

    Attributes:
        major: Major version: 13 is 2016, 16 is 2022.
    """

    babelfish: bool
    major: int


class SqlServerCounters(DatabaseCounters):
    """Counters of one server and one of its databases."""

    def __init__(
        self, connect: Callable[[], Connection], database: str, *, errors: Errors, scope: Scope = "all"
    ) -> None:
        """Connect; `connect` must use master, so that the database can be restored meanwhile."""
        super().__init__("SQL Server", connect, errors, lambda to: plan(facts(to), database, scope))


def facts(connection: Connection) -> SqlServerFacts:
    (row,) = rows(connection, sql("sqlserver", "facts"), ())
    major = str(row["major"] or "").split(".", maxsplit=1)[0]
    return SqlServerFacts("babelfish" in str(row["version"]).lower(), int(major) if major.isdecimal() else 0)


FILES = (
    *("database_reads", "database_read_bytes", "database_read_s"),
    *("database_writes", "database_write_bytes", "database_write_s"),
    *("log_reads", "log_read_bytes", "log_read_s", "log_writes", "log_write_bytes", "log_write_s"),
)
PENDING = ("database_pending", "log_pending")
OF_DATABASE = ("commits", "log_flushes")
OF_SERVER = (
    *("buffer_hits", "buffer_lookups", "page_life_expectancy", "checkpoint_pages", "page_reads", "page_writes"),
    *("batch_requests", "connections", "cpu_default", "cpu_default_base", "cpu_internal", "cpu_internal_base"),
)


def plan(server: SqlServerFacts, database: str, scope: Scope) -> CounterPlan:
    """Return the counters of this product and version."""
    right = GRANT_2022 if server.major >= 16 else GRANT
    counters = [
        *(_database_counters(database) if scope != "server" else ()),
        *(_server_counters() if scope != "database" else ()),
    ]
    syncs = dict.fromkeys(("database_syncs", "log_syncs", "database_sync_s", "log_sync_s"), SYNCS)
    if server.babelfish:
        views = dict.fromkeys((*FILES, *PENDING), BABELFISH.format("sys.dm_io_virtual_file_stats"))
        other = dict.fromkeys((*OF_DATABASE, *OF_SERVER), BABELFISH.format("sys.dm_os_performance_counters"))
        sessions = [Query(sql("sqlserver", "sessions"), ("connections",))] if scope != "database" else []
        del other["connections"]
        return CounterPlan(tuple(sessions), tuple(counters), {**syncs, **views, **other})
    queries = []
    if scope != "server":
        quoted = "[" + database.replace("]", "]]") + "]"
        for name, gives in (("files", ("time_s", *FILES)), ("pending", PENDING)):
            text = sql("sqlserver", name).replace("{database}", quoted)
            queries.append(Query(text, gives, (database,), right))
    of: Leaves = {"all": (*OF_DATABASE, *OF_SERVER), "server": OF_SERVER, "database": OF_DATABASE}[scope]
    queries.append(Query(sql("sqlserver", "counters"), of, (database, database), right, ABSENT))
    return CounterPlan(tuple(queries), tuple(counters), syncs)


def _database_counters(database: str) -> tuple[StatisticsCounter, ...]:
    canonical = rf"\SQLServer:Databases({database})"
    return (
        *file_counters({"database": "engine file", "log": "engine file"}),
        *(
            StatisticsCounter(rf"\Engine File({role})\Current Queue Length", "", "gauge", "engine file", leaves)
            for role, leaves in (("database", PENDING[:1]), ("log", PENDING[1:]), ("_Total", PENDING))
        ),
        StatisticsCounter(r"\Database\Transactions/sec", "/s", "rate", "engine", ("commits",), better="more"),
        StatisticsCounter(rf"{canonical}\Transactions/sec", "/s", "rate", "engine", ("commits",), better="more"),
        StatisticsCounter(rf"{canonical}\Log Flushes/sec", "/s", "rate", "engine", ("log_flushes",)),
    )


def _server_counters() -> tuple[StatisticsCounter, ...]:
    manager = r"\SQLServer:Buffer Manager"
    pools = r"\SQLServer:Resource Pool Stats({})\CPU usage %"
    hits, lookups = ("buffer_hits",), ("buffer_lookups",)
    return (
        StatisticsCounter(r"\Database\Cache Hit Ratio", "%", "share", "engine", hits, lookups, scale=100.0),
        StatisticsCounter(r"\Database\User Connections", "", "gauge", "engine", ("connections",)),
        StatisticsCounter(rf"{manager}\Buffer cache hit ratio", "%", "share", "engine", hits, lookups, scale=100.0),
        StatisticsCounter(rf"{manager}\Page life expectancy", "s", "gauge", "engine", ("page_life_expectancy",)),
        StatisticsCounter(rf"{manager}\Checkpoint pages/sec", "/s", "rate", "engine", ("checkpoint_pages",)),
        StatisticsCounter(rf"{manager}\Page reads/sec", "/s", "rate", "engine", ("page_reads",)),
        StatisticsCounter(rf"{manager}\Page writes/sec", "/s", "rate", "engine", ("page_writes",)),
        StatisticsCounter(r"\SQLServer:SQL Statistics\Batch Requests/sec", "/s", "rate", "engine", ("batch_requests",)),
        StatisticsCounter(r"\SQLServer:General Statistics\User Connections", "", "gauge", "engine", ("connections",)),
        *(
            StatisticsCounter(
                pools.format(pool), "%", "share", "machine", (f"cpu_{pool}",), (f"cpu_{pool}_base",), scale=100.0
            )
            for pool in ("default", "internal")
        ),
    )


NO_WRITES = marked("SQL Server counts the writes of a file, not those of a table or index.")


def ranking(connection: Connection, _database: str) -> TableRanking:
    """Return the connected database's tables and indexes, ranked by page waits, with their numbers of changed rows.

    Page waits are physical reads.
    """
    objects = [
        RankedObject(
            str(row["name"]),
            str(row["table_name"]),
            str(row["kind"]),
            number(row["reads"]),
            number(row["read_s"]),
            rows_changed=number(row["rows_changed"]),
        )
        for row in rows(connection, sql("sqlserver", "ranking"), ())
    ]
    return TableRanking(objects=objects, missing=dict.fromkeys(("writes", "write_s"), phrase(NO_WRITES)))
