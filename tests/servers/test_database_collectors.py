# SPDX-License-Identifier: Apache-2.0
"""Server counters, compared with the test's own load, and the reasons for missing data."""

import math
import time
from collections.abc import Callable, Iterator, Sequence

import pytest

from app.databases.address import Address
from app.databases.failures import DatabaseError
from app.databases.mysql import statistics as mysql
from app.databases.mysql.statistics import MySqlCounters
from app.databases.postgresql import statistics as postgresql
from app.databases.postgresql.statistics import PostgreSqlCounters
from app.databases.server import connect
from app.databases.server_statistics import DatabaseCounters
from app.databases.sqlserver import statistics as sqlserver
from app.databases.sqlserver.statistics import SqlServerCounters
from app.model.messages import sentence
from collectors.series import Reading
from tests.support.counted_servers import ERRORS, FILE, average, check_form, opener, reasons, risen, series_of, session
from tests.support.private_server import PrivateServer
from tests.support.servers import address_of, started

WAIT_S = 60.0
NAME = "watched_shop"
PAGES = 600
"""Pages of at least 8 KB in the table that the tests read."""


def until(collector: DatabaseCounters, seen: Callable[[Reading], bool]) -> Reading:
    """Read until the server's statistics are up to date: some servers are a second late."""
    end = time.monotonic() + WAIT_S
    while not seen(reading := collector.read()):
        assert time.monotonic() < end, f"not seen in {WAIT_S} s: {reading}"
        time.sleep(0.2)
    return reading


# PostgreSQL


@pytest.fixture(scope="module")
def timed_postgresql() -> Iterator[PrivateServer]:
    settings = {"track_io_timing": "on", "track_wal_io_timing": "on", "autovacuum": "off"}
    with started("postgresql", settings, durable=True) as server:
        with session(server) as cursor:
            cursor.execute(f"CREATE DATABASE {NAME}")
            cursor.execute("CREATE ROLE watcher LOGIN PASSWORD 'only watches'")
            cursor.execute("GRANT pg_monitor TO watcher")
            cursor.execute("CREATE ROLE stranger LOGIN PASSWORD 'sees little'")
            cursor.execute("REVOKE SELECT ON pg_stat_wal FROM PUBLIC")
            cursor.execute("REVOKE SELECT ON pg_stat_bgwriter FROM PUBLIC")
            cursor.execute("GRANT SELECT ON pg_stat_wal, pg_stat_bgwriter TO pg_monitor")
        with session(server, NAME) as cursor:
            cursor.execute("CREATE TABLE stock (id int PRIMARY KEY, text text)")
            cursor.execute("INSERT INTO stock SELECT n, repeat('x', 980) FROM generate_series(1, 5000) AS n")
            cursor.execute("CHECKPOINT")
        yield server


def test_postgresql_counters_reflect_the_load(timed_postgresql: PrivateServer) -> None:
    timed_postgresql.stop()
    timed_postgresql.start()  # with an empty cache
    collector = PostgreSqlCounters(opener(timed_postgresql, "watcher", "only watches"), NAME, errors=ERRORS)
    check_form(collector)
    before = collector.read()
    with session(timed_postgresql, NAME) as cursor:
        cursor.execute("SELECT sum(length(text)) FROM stock").fetchall()
        for number in range(30):
            cursor.execute("UPDATE stock SET text = 'y' WHERE id = ?", number + 1)
    committed = r"\Database\Transactions/sec"
    after = until(
        collector,
        lambda now: (
            risen(collector, committed, before, now) >= 31
            and risen(collector, FILE("log", "Syncs/sec"), before, now) >= 30
            and risen(collector, FILE("database", "Reads/sec"), before, now) >= PAGES
        ),
    )
    assert risen(collector, committed, before, after) < 200
    reads = risen(collector, FILE("database", "Reads/sec"), before, after)
    assert risen(collector, FILE("database", "Read Bytes/sec"), before, after) == 8192 * reads
    elapsed_s = after.time_s - before.time_s
    for path in (FILE("database", "Avg. sec/Read"), FILE("log", "Avg. sec/Write"), FILE("log", "Avg. sec/Sync")):
        assert 0 < average(collector, path, before, after) < elapsed_s, path
    assert risen(collector, FILE("_Total", "Transfers/sec"), before, after) == pytest.approx(
        reads
        + risen(collector, FILE("database", "Writes/sec"), before, after)
        + risen(collector, FILE("log", "Writes/sec"), before, after)
    )
    hits = average(collector, r"\Database\Cache Hit Ratio", before, after)
    assert 0 < hits < 100
    assert risen(collector, r"\Database\Block Reads/sec", before, after) >= PAGES
    assert 0 < average(collector, r"\Database\Avg. sec/Block Read", before, after) < elapsed_s
    assert {series.layer for series in collector.series if "Engine File" in series.path} == {"operating-system file"}
    with session(timed_postgresql, NAME):
        until(collector, lambda now: now.values[series_of(collector, r"\Database\User Connections").value] == 1)
    missing = reasons(collector)
    assert "before version 16" in missing[FILE("database", "Avg. sec/Write")]
    assert "before version 18" in missing[FILE("log", "Write Bytes/sec")]
    assert not [text for text in missing.values() if "timing" in text]
    collector.close()
    collector.close()


def test_postgresql_without_timing_has_counts_but_no_latency(postgresql: PrivateServer) -> None:
    collector = PostgreSqlCounters(opener(postgresql), "postgres", errors=ERRORS)
    check_form(collector)
    missing = reasons(collector)
    assert "track_io_timing = on" in missing[FILE("database", "Avg. sec/Read")]
    assert "track_io_timing = on" in missing[r"\Database\Avg. sec/Block Read"]
    assert "track_wal_io_timing = on" in missing[FILE("log", "Avg. sec/Write")]
    assert "track_wal_io_timing = on" in missing[FILE("log", "Avg. sec/Sync")]
    assert not [path for path in missing if "Reads/sec" in path and "log" not in path]
    collector.close()


def test_timing_disabled_during_a_run_gives_no_data_instead_of_0(timed_postgresql: PrivateServer) -> None:
    collector = PostgreSqlCounters(opener(timed_postgresql), NAME, errors=ERRORS)
    latency = series_of(collector, FILE("database", "Avg. sec/Read"))
    assert math.isfinite(collector.read().values[latency.value])
    try:
        with session(timed_postgresql) as cursor:
            cursor.execute(f"ALTER ROLE {timed_postgresql.user} SET track_io_timing = off")
        collector.close()
        until(collector, lambda now: math.isnan(now.values[latency.value]))
        counts = series_of(collector, FILE("database", "Reads/sec"))
        assert math.isfinite(collector.read().values[counts.value])
    finally:
        with session(timed_postgresql) as cursor:
            cursor.execute(f"ALTER ROLE {timed_postgresql.user} RESET track_io_timing")
        collector.close()


def test_role_without_privileges_gets_the_reason_and_the_remedy(timed_postgresql: PrivateServer) -> None:
    collector = PostgreSqlCounters(opener(timed_postgresql, "stranger", "sees little"), NAME, errors=ERRORS)
    check_form(collector)
    missing = reasons(collector)
    for path in (FILE("log", "Writes/sec"), FILE("database", "Writes/sec"), FILE("_Total", "Transfers/sec")):
        assert "permission denied" in missing[path]
        assert "GRANT pg_monitor" in missing[path]
    assert series_of(collector, r"\Database\Transactions/sec").layer == "engine"
    assert "sees little" not in str(missing)
    collector.close()


def test_failed_login_raises_os_error(postgresql: PrivateServer) -> None:
    with pytest.raises(OSError, match="password"):
        PostgreSqlCounters(opener(postgresql, postgresql.user, "wrong"), NAME, errors=ERRORS)


def test_server_and_database_scopes_split_the_counters(timed_postgresql: PrivateServer) -> None:
    connect_to = opener(timed_postgresql)
    every = PostgreSqlCounters(connect_to, NAME, errors=ERRORS)
    database = PostgreSqlCounters(connect_to, NAME, errors=ERRORS, scope="database")
    server = PostgreSqlCounters(connect_to, NAME, errors=ERRORS, scope="server")
    paths = [{*(s.path for s in one.series), *reasons(one)} for one in (every, database, server)]
    assert paths[0] == paths[1] | paths[2]
    assert not paths[1] & paths[2]
    assert r"\Database\Transactions/sec" in paths[1]
    for one in (every, database, server):
        check_form(one)
        one.close()


def test_postgresql_ranks_tables_and_indexes_by_reads(timed_postgresql: PrivateServer) -> None:
    timed_postgresql.stop()
    timed_postgresql.start()
    with session(timed_postgresql, NAME) as cursor:
        cursor.execute("SELECT sum(length(text)) FROM stock").fetchall()
    end = time.monotonic() + WAIT_S
    while True:
        connection = connect(address_of(timed_postgresql, NAME), timed_postgresql.password)
        found = {one.name: one for one in postgresql.ranking(connection, NAME).objects}
        connection.close()
        if (found["stock"].reads or 0) >= PAGES or time.monotonic() > end:
            break
        time.sleep(0.2)
    assert next(iter(found)) == "stock"
    assert (found["stock"].reads or 0) >= PAGES
    assert (found["stock"].kind, found["stock_pkey"].kind, found["stock_pkey"].table) == ("table", "index", "stock")
    assert found["stock"].writes is None
    assert found["stock"].rows_changed == 5030  # inserted, and updated by the first test
    assert found["stock_pkey"].rows_changed is None


# MySQL and MariaDB


@pytest.fixture(scope="module")
def timed_mariadb() -> Iterator[PrivateServer]:
    settings = {
        "performance_schema": "ON",
        "innodb_buffer_pool_dump_at_shutdown": "0",
        "innodb_flush_method": "O_DIRECT",
    }
    with started("mariadb", settings, on_disk=True) as server:  # InnoDB maps a log in memory, and counts no writes
        with session(server) as cursor:
            cursor.execute(f"CREATE DATABASE {NAME}")
            cursor.execute(f"CREATE TABLE {NAME}.stock (id int PRIMARY KEY, text varchar(1000)) ENGINE=InnoDB")
            cursor.execute(f"INSERT INTO {NAME}.stock SELECT seq, repeat('x', 980) FROM mysql.seq_1_to_5000")
            cursor.execute(f"CREATE TABLE {NAME}.titles (title varchar(99), FULLTEXT (title)) ENGINE=InnoDB")
            cursor.execute("CREATE USER watcher@'127.0.0.1' IDENTIFIED BY 'only watches'")
            cursor.execute("GRANT SELECT ON performance_schema.* TO watcher@'127.0.0.1'")
            cursor.execute("CREATE USER stranger@'127.0.0.1' IDENTIFIED BY 'sees little'")
        server.stop()
        server.start()  # with an empty buffer pool
        yield server


def test_mariadb_counters_reflect_the_load(timed_mariadb: PrivateServer) -> None:
    collector = MySqlCounters(opener(timed_mariadb, "watcher", "only watches"), NAME, errors=ERRORS)
    check_form(collector)
    before = collector.read()
    with session(timed_mariadb, NAME) as cursor:
        assert cursor.execute("SELECT sum(length(text)) FROM stock").fetchval() == 4_900_000
        for number in range(30):
            cursor.execute("START TRANSACTION")
            cursor.execute("UPDATE stock SET text = 'y' WHERE id = ?", number + 1)
            cursor.execute("COMMIT")
    after = collector.read()
    assert risen(collector, r"\Database\Commits/sec", before, after) == 30
    reads = risen(collector, FILE("database", "Reads/sec"), before, after)
    assert reads >= PAGES / 2  # the pages have 16 KB
    assert risen(collector, FILE("database", "Read Bytes/sec"), before, after) >= 16384 * PAGES / 2
    elapsed_s = after.time_s - before.time_s
    assert 0 < average(collector, FILE("database", "Avg. sec/Read"), before, after) < elapsed_s
    assert risen(collector, FILE("log", "Writes/sec"), before, after) >= 1
    assert risen(collector, FILE("log", "Write Bytes/sec"), before, after) >= 30 * 100
    assert 0 < average(collector, r"\Database\Cache Hit Ratio", before, after) < 100
    assert risen(collector, r"\Database\Questions/sec", before, after) >= 90
    assert series_of(collector, FILE("database", "Reads/sec")).layer == "engine file"
    missing = reasons(collector)
    assert "asynchronously" in missing[FILE("database", "Avg. sec/Write")]
    assert "10.8" in missing[FILE("log", "Avg. sec/Write")]
    collector.close()


def test_mariadb_without_performance_schema_has_counts_but_no_latency(mariadb: PrivateServer) -> None:
    collector = MySqlCounters(opener(mariadb), "mysql", errors=ERRORS)
    check_form(collector)
    missing = reasons(collector)
    assert "performance_schema = ON" in missing[FILE("database", "Avg. sec/Read")]
    paths = {series.path for series in collector.series}
    assert {FILE("_Total", "Transfers/sec"), FILE("database", "Writes/sec"), FILE("log", "Writes/sec")} <= paths
    assert series_of(collector, FILE("database", "Reads/sec")).layer == "operating-system file"  # because of nosync
    collector.close()


def test_user_without_privileges_gets_the_reason_and_the_status_counters(timed_mariadb: PrivateServer) -> None:
    collector = MySqlCounters(opener(timed_mariadb, "stranger", "sees little"), NAME, errors=ERRORS)
    check_form(collector)
    assert "GRANT SELECT ON performance_schema" in reasons(collector)[FILE("database", "Avg. sec/Read")]
    assert FILE("database", "Reads/sec") in {series.path for series in collector.series}
    collector.close()


def test_mariadb_ranks_tables_by_file_io(timed_mariadb: PrivateServer) -> None:
    with session(timed_mariadb, NAME) as cursor:
        cursor.execute("SELECT sum(length(text)) FROM stock").fetchall()
        cursor.execute("SELECT * FROM titles WHERE MATCH (title) AGAINST ('none')").fetchall()
    connection = connect(address_of(timed_mariadb, NAME), timed_mariadb.password)
    ranking = mysql.ranking(connection, NAME)
    stock, *others = ranking.objects
    connection.close()
    assert {(one.name, one.kind) for one in others} == {("titles", "table"), (mysql.FULL_TEXT, "index")}
    assert (stock.name, stock.kind, stock.write_s) == ("stock", "table", None)
    assert "asynchronously" in sentence(ranking.missing["write_s"])
    assert (stock.rows_changed or 0) >= 0
    assert (stock.reads or 0) >= PAGES / 2
    assert (stock.read_s or 0) > 0


# SQL Server


def test_sql_server_collector_counts_user_connections(sqlserver: tuple[Address, str]) -> None:
    address, password = sqlserver
    collector = SqlServerCounters(lambda: connect(address, password, query_timeout_s=60), "master", errors=ERRORS)
    check_form(collector)
    reading = collector.read()
    users = series_of(collector, r"\Database\User Connections")
    assert reading.values[users.value] >= 1
    collector.close()


class FakeServer:
    """Fake connection and its cursor: one row for each known query, errors for all others."""

    def __init__(self, *answers: tuple[str, dict[str, object]]) -> None:
        self._answers = answers
        self._row: dict[str, object] = {}

    @property
    def description(self) -> list[tuple[str]]:
        return [(name,) for name in self._row]

    def cursor(self) -> "FakeServer":
        return self

    def execute(self, sql: str, _: Sequence[object], /) -> None:
        found = [row for text, row in (*self._answers, ("SELECT 1", {"x": 1})) if text in sql]
        if not found:
            raise DatabaseError("permission denied")
        self._row = found[0]

    def fetchone(self) -> list[object]:
        return [*self._row.values()]

    def fetchall(self) -> list[list[object]]:
        return [[*self._row.values()]]

    def close(self) -> None:
        """Do nothing: no resources are held."""


def test_disabled_sql_server_counters_are_reported_not_shown_as_0() -> None:
    # SQL Server cannot run here: this fake has all counters disabled (0 rows, so NULL everywhere).
    files: dict[str, object] = dict.fromkeys(("time_s", *sqlserver.FILES), 7.0)
    fake = FakeServer(
        ("@@VERSION", {"version": "Microsoft SQL Server 2019", "major": "15"}),
        ("dm_io_pending_io_requests", dict.fromkeys(sqlserver.PENDING, 0)),
        ("dm_io_virtual_file_stats", files),
        ("dm_os_performance_counters", {"counters": 0}),
    )
    collector = SqlServerCounters(lambda: fake, NAME, errors=ERRORS)
    check_form(collector)
    assert "counters are disabled" in reasons(collector)[r"\Database\User Connections"]
    paths = {series.path for series in collector.series}
    assert {FILE("log", "Avg. sec/Write"), FILE("_Total", "Current Queue Length")} <= paths
    assert collector.read().time_s == 7


def test_missing_sql_server_right_is_named_in_the_reason() -> None:
    fake = FakeServer(("@@VERSION", {"version": "Microsoft SQL Server 2022", "major": "16"}))
    collector = SqlServerCounters(lambda: fake, NAME, errors=ERRORS)
    assert collector.series == ()
    said = reasons(collector)[FILE("database", "Reads/sec")]
    assert "permission denied" in said
    assert "GRANT VIEW SERVER PERFORMANCE STATE" in said
