# SPDX-License-Identifier: Apache-2.0
"""Latency and queue of real PostgreSQL servers of several versions, compared with the server's own views.

The test reads the views just before and after each reading: the recorded figures must lie between the two.
"""

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from app.databases.postgresql.statistics import PostgreSqlCounters
from collectors.series import Reading
from tests.support.counted_servers import (
    ERRORS,
    FILE,
    average,
    check_form,
    opener,
    reasons,
    risen,
    series_of,
    session,
)
from tests.support.private_server import PrivateServer
from tests.support.servers import started

NAME = "watched_shop"
ROWS, PAGES = 5000, 700
BLOCKS = r"\Database\Avg. Queue Length"
OF_16 = """SELECT sum(reads), sum(reads * op_bytes), sum(read_time), sum(coalesce(writes, 0) + coalesce(extends, 0)),
    sum(coalesce(write_time, 0) + coalesce(extend_time, 0)), sum(fsyncs), sum(fsync_time) FROM pg_stat_io"""
OF_18 = """SELECT sum(reads), sum(read_bytes), sum(read_time), sum(coalesce(writes, 0) + coalesce(extends, 0)),
    sum(coalesce(write_time, 0) + coalesce(extend_time, 0)), sum(fsyncs), sum(fsync_time) FROM pg_stat_io
    WHERE object <> 'wal'"""
VIEWS: Mapping[int, Mapping[str, str]] = {
    15: {
        "files": "SELECT sum(blks_read), sum(blks_read) * 8192, sum(blk_read_time) FROM pg_stat_database",
        "log": "SELECT wal_write, wal_write_time, wal_sync, wal_sync_time FROM pg_stat_wal",
    },
    17: {"files": OF_16, "log": "SELECT wal_write, wal_write_time, wal_sync, wal_sync_time FROM pg_stat_wal"},
    18: {
        "files": OF_18,
        "log": "SELECT sum(writes), sum(write_time), sum(fsyncs), sum(fsync_time) FROM pg_stat_io WHERE object = 'wal'",
    },
}
FILES = (
    ("Reads/sec", 1.0), ("Read Bytes/sec", 1.0), ("Avg. Read Queue Length", 1e-3), ("Writes/sec", 1.0),
    ("Avg. Write Queue Length", 1e-3), ("Syncs/sec", 1.0), ("Avg. sec/Sync", 1e-3),
)  # fmt: skip
"""Our names for the columns of the views, and our units."""
LOG = (("Writes/sec", 1.0), ("Avg. Write Queue Length", 1e-3), ("Syncs/sec", 1.0), ("Avg. sec/Sync", 1e-3))


@dataclass(frozen=True)
class Views:
    """Values of the server's views at one time, by our paths and in our units."""

    values: Mapping[str, float]


@pytest.fixture(scope="module", params=[15, 17, 18])
def versioned(request: pytest.FixtureRequest) -> Iterator[tuple[PrivateServer, int]]:
    """Provide the system's PostgreSQL, and newer versions, with I/O timing."""
    settings = {"track_io_timing": "on", "track_wal_io_timing": "on", "autovacuum": "off"}
    with started("postgresql", settings, durable=True, version=0 if request.param == 15 else request.param) as server:
        with session(server) as cursor:
            found = int(cursor.execute("SHOW server_version_num").fetchval()) // 10000
            if request.param == 15 and found not in (14, 15):
                pytest.skip(f"the system's PostgreSQL is {found}: its views are those of another case")
            assert found == request.param or request.param == 15
            cursor.execute(f"CREATE DATABASE {NAME}")
            cursor.execute("CREATE ROLE watcher LOGIN PASSWORD 'only watches'")
            cursor.execute("GRANT pg_monitor TO watcher")
        with session(server, NAME) as cursor:
            cursor.execute("CREATE TABLE stock (id int PRIMARY KEY, text text)")
            cursor.execute(f"INSERT INTO stock SELECT n, repeat('x', 980) FROM generate_series(1, {ROWS}) AS n")
            cursor.execute("CHECKPOINT")
        server.stop()
        server.start()  # with an empty cache
        yield server, request.param


def views(server: PrivateServer, version: int) -> Views:
    with session(server) as cursor:
        files = cursor.execute(VIEWS[version]["files"]).fetchone()
        log = cursor.execute(VIEWS[version]["log"]).fetchone()
        blocks = cursor.execute(
            f"SELECT blk_read_time + blk_write_time FROM pg_stat_database WHERE datname = '{NAME}'"
        ).fetchone()
    found = {FILE("database", name): float(value) * unit for (name, unit), value in zip(FILES, files, strict=False)}
    found |= {FILE("log", name): float(value) * unit for (name, unit), value in zip(LOG, log, strict=True)}
    return Views({**found, BLOCKS: float(blocks[0]) / 1e3})


def value(collector: PostgreSqlCounters, path: str, reading: Reading) -> float:
    return reading.values[series_of(collector, path).value]


def between(collector: PostgreSqlCounters, server: PrivateServer, version: int) -> Reading:
    """Return a reading, after checking that each figure lies between the values of the views before and after it."""
    low = views(server, version).values
    reading = collector.read()
    high = views(server, version).values
    for path, at_least in low.items():
        recorded = value(collector, path, reading)
        assert at_least - 1e-6 <= recorded <= high[path] + 1e-6, path
    return reading


def load(server: PrivateServer) -> None:
    """Read the whole table from storage, commit thirty times, and write all changed pages to storage."""
    with session(server, NAME) as cursor:
        cursor.execute("SELECT sum(length(text)) FROM stock").fetchall()
        for number in range(30):
            cursor.execute("UPDATE stock SET text = 'y' WHERE id = ?", number + 1)
        cursor.execute("CHECKPOINT")


def test_recorded_figures_agree_with_the_server_views(versioned: tuple[PrivateServer, int]) -> None:
    server, version = versioned
    collector = PostgreSqlCounters(opener(server, "watcher", "only watches"), NAME, errors=ERRORS)
    check_form(collector)
    before = between(collector, server, version)
    load(server)
    end = time.monotonic() + 30
    while risen(collector, FILE("database", "Read Bytes/sec"), before, collector.read()) < 8192 * PAGES:
        assert time.monotonic() < end, "the server's statistics never showed the table being read"
        time.sleep(0.2)
    after = between(collector, server, version)
    elapsed_s = after.time_s - before.time_s

    def grown(role: str, name: str) -> float:
        return risen(collector, FILE(role, name), before, after)

    for role, count, queue, latency in (
        ("database", "Reads/sec", "Avg. Read Queue Length", "Avg. sec/Read"),
        ("log", "Writes/sec", "Avg. Write Queue Length", "Avg. sec/Write"),
    ):
        spent_s = grown(role, queue)
        assert 0 < spent_s < elapsed_s, role
        assert average(collector, FILE(role, latency), before, after) == pytest.approx(spent_s / grown(role, count))
    assert grown("log", "Syncs/sec") >= 30
    assert 0 < risen(collector, BLOCKS, before, after) < elapsed_s
    if version >= 16:
        assert grown("database", "Writes/sec") >= 1
        assert grown("database", "Avg. Queue Length") == pytest.approx(
            grown("database", "Avg. Read Queue Length") + grown("database", "Avg. Write Queue Length")
        )
        transfer = average(collector, FILE("_Total", "Avg. sec/Transfer"), before, after)
        assert math.isfinite(transfer)
        assert transfer < elapsed_s
    collector.close()


def test_reason_for_missing_timing_names_the_version_that_has_it(versioned: tuple[PrivateServer, int]) -> None:
    server, version = versioned
    collector = PostgreSqlCounters(opener(server), NAME, errors=ERRORS)
    missing = reasons(collector)
    collector.close()
    given: Any = {series.path for series in collector.series}
    assert {FILE("database", "Avg. sec/Read"), FILE("database", "Avg. Read Queue Length"), BLOCKS} <= given
    if version >= 16:
        assert FILE("_Total", "Avg. Queue Length") in given
    else:
        said = missing[FILE("_Total", "Avg. Queue Length")]
        assert "before version 16" in said
        assert "Version 16 does" in said
        assert "exporter" in said
    if version >= 18:
        assert not missing
    else:
        assert "before version 18" in missing[FILE("log", "Write Bytes/sec")]
