# SPDX-License-Identifier: Apache-2.0
"""Counters by each engine's version and settings: selection of statements and reasons, without a server."""

import re
from typing import Any

import pytest

from app.databases.mysql import statistics as mysql
from app.databases.mysql.statistics import MySqlFacts
from app.databases.postgresql import statistics as postgresql
from app.databases.postgresql.statistics import PostgreSqlFacts
from app.databases.server_statistics import CounterPlan, StatisticsCounter
from app.databases.sqlserver import statistics as sqlserver
from app.databases.sqlserver.statistics import SqlServerFacts
from collectors.series import Missing

FILE = r"\Engine File({})\{}".format
NAME = "watched_shop"


def given(plan: CounterPlan) -> set[str]:
    """Return the counters of a plan if the server rejects no query."""
    gone = {missing.path for missing in plan.missing({})}
    return {counter.path for counter in plan.counters} - gone


def of_paths(plan: CounterPlan) -> dict[str, Missing]:
    return {missing.path: missing for missing in plan.missing({})}


@pytest.mark.parametrize("version", [120000, 130004, 140011, 150004, 160001, 170000, 180000])
@pytest.mark.parametrize("timed", [True, False])
def test_every_postgresql_counter_is_queried_or_has_a_reason(version: int, timed: bool) -> None:
    check_plan(postgresql.plan(PostgreSqlFacts(version, timed, timed and version >= 140000), NAME, "all"))


def check_plan(plan: CounterPlan) -> None:
    leaves = {leaf for query in plan.queries for leaf in query.gives} | set(plan.reasons)
    for counter in plan.counters:
        assert set(counter.leaves) <= leaves, counter.path
    for query in plan.queries:
        for leaf in query.gives:
            assert (f"'{leaf}'" if query.named else f"as {leaf}") in query.text.lower(), leaf
        assert query.text.count("?") == len(query.parameters)


def postgresql_given(version: int, *, timed: bool = True) -> set[str]:
    return given(postgresql.plan(PostgreSqlFacts(version, timed, timed and version >= 140000), NAME, "all"))


def test_postgresql_counters_depend_on_the_version() -> None:
    twelve, fifteen, sixteen = (postgresql_given(version) for version in (120000, 150000, 160000))
    seventeen, eighteen = (postgresql_given(version) for version in (170000, 180000))
    assert FILE("database", "Avg. sec/Read") in twelve
    assert not {path for path in twelve if path.startswith((r"\Engine File(log)", r"\Engine File(_Total)\Tr"))}
    assert fifteen - twelve >= {
        FILE("log", "Writes/sec"),
        FILE("log", "Avg. sec/Sync"),
        FILE("_Total", "Transfers/sec"),
    }
    assert FILE("_Total", "Avg. sec/Transfer") not in fifteen
    assert sixteen - fifteen >= {
        FILE("database", "Avg. sec/Write"), FILE("database", "Syncs/sec"), FILE("_Total", "Avg. sec/Transfer"),
        FILE("_Total", "Avg. Queue Length"),
    }  # fmt: skip
    assert seventeen == sixteen
    assert eighteen - seventeen == {
        FILE("log", "Reads/sec"), FILE("log", "Avg. sec/Read"), FILE("log", "Avg. Read Queue Length"),
        *(FILE(role, f"{kind}Bytes/sec") for role in ("log", "_Total") for kind in ("", "Write ")),
        FILE("log", "Read Bytes/sec"),
    }  # fmt: skip
    assert not {path for path in postgresql_given(180000, timed=False) if "Avg." in path}
    wal = postgresql.plan(PostgreSqlFacts(180000, True, False), NAME, "all")
    assert "track_wal_io_timing" in of_paths(wal)[FILE("_Total", "Avg. sec/Transfer")].reason


def test_postgresql_views_are_chosen_by_version() -> None:
    def views(version: int) -> list[str]:
        queries = postgresql.plan(PostgreSqlFacts(version, True, True), NAME, "server").queries
        return [view for query in queries for view in re.findall(r"FROM (pg_stat_\w+)", query.text)]

    assert views(120000) == views(130000) == ["pg_stat_database", "pg_stat_bgwriter"]
    assert views(140000) == views(150000) == ["pg_stat_database", "pg_stat_bgwriter", "pg_stat_wal"]
    assert views(160000) == views(170000) == views(180000) == ["pg_stat_io", "pg_stat_wal"]
    newest = " ".join(query.text for query in postgresql.plan(PostgreSqlFacts(180000, True, True), NAME, "all").queries)
    assert not re.findall(r"op_bytes|wal_write|wal_sync", newest)  # removed in 18


MARIADB_11 = MySqlFacts(True, (10, 11), "timed", True, True)
MARIADB_6 = MySqlFacts(True, (10, 6), "timed", True, False)
MYSQL_8 = MySqlFacts(False, (8, 0), "timed", False, False)


@pytest.mark.parametrize("server", [MARIADB_11, MARIADB_6, MYSQL_8])
@pytest.mark.parametrize("files", ["timed", "off", "refused", "not instrumented"])
def test_every_mysql_counter_is_queried_or_has_a_reason(server: MySqlFacts, files: Any) -> None:
    plan = mysql.plan(MySqlFacts(server.mariadb, server.numbers, files, server.direct_data, server.direct_log), "all")
    check_plan(plan)
    assert all(missing.reason for missing in plan.missing({}))
    assert not {path for path in given(plan) if "database" in path and "Avg. sec/Write" in path}


def test_mysql_counters_depend_on_version_and_settings() -> None:
    mysql_8, mariadb_6, mariadb_11 = (given(mysql.plan(one, "all")) for one in (MYSQL_8, MARIADB_6, MARIADB_11))
    assert mysql_8 == mariadb_6
    assert mysql_8 - mariadb_11 == {
        FILE("log", name)
        for name in ("Reads/sec", "Read Bytes/sec", "Syncs/sec", "Avg. sec/Transfer", "Avg. sec/Read",
                     "Avg. sec/Write", "Avg. Queue Length", "Avg. Read Queue Length", "Avg. Write Queue Length")
    }  # fmt: skip
    off = given(mysql.plan(MySqlFacts(False, (8, 0), "off", False, False), "all"))
    assert FILE("database", "Writes/sec") not in off  # the status variable counts them together with the log's
    assert {FILE("database", "Reads/sec"), FILE("log", "Writes/sec")} <= off

    def layer(server: MySqlFacts, role: str) -> str:
        return next(one.layer for one in mysql.plan(server, "all").counters if one.path == FILE(role, "Reads/sec"))

    assert [layer(MARIADB_11, role) for role in ("database", "log", "_Total")] == ["engine file"] * 3
    assert [layer(MARIADB_6, role) for role in ("database", "log", "_Total")] == [
        "engine file", "operating-system file", "operating-system file"
    ]  # fmt: skip
    assert mysql.plan(MYSQL_8, "database").counters == ()


def test_sql_server_provides_file_queue_and_processor_counters() -> None:
    plan = sqlserver.plan(SqlServerFacts(False, 15), "DS3 [x]", "all")
    check_plan(plan)
    paths = given(plan)
    assert {
        FILE("database", "Avg. sec/Read"), FILE("log", "Avg. sec/Write"), FILE("_Total", "Avg. Queue Length"),
        FILE("_Total", "Current Queue Length"), r"\SQLServer:Resource Pool Stats(default)\CPU usage %",
        r"\SQLServer:Buffer Manager\Page life expectancy", r"\Database\User Connections",
        r"\SQLServer:Databases(DS3 [x])\Log Flushes/sec",
    } <= paths  # fmt: skip
    assert {path for path in of_paths(plan) if "Sync" not in path} == set()
    assert any("[DS3 [x]]].sys.database_files" in query.text for query in plan.queries)
    assert all("VIEW SERVER STATE" in query.refused for query in plan.queries)
    newer = sqlserver.plan(SqlServerFacts(False, 16), "DS3", "all")
    assert all("VIEW SERVER PERFORMANCE STATE" in query.refused for query in newer.queries)
    apart = [given(sqlserver.plan(SqlServerFacts(False, 15), "DS3 [x]", scope)) for scope in ("database", "server")]
    assert apart[0] | apart[1] == paths
    assert not apart[0] & apart[1]
    for scope in ("database", "server"):
        check_plan(sqlserver.plan(SqlServerFacts(False, 15), "DS3", scope))


def test_babelfish_provides_user_counts_and_a_reason_for_the_rest() -> None:
    plan = sqlserver.plan(SqlServerFacts(True, 12), NAME, "all")
    check_plan(plan)
    assert given(plan) == {
        r"\Database\User Connections", r"\SQLServer:General Statistics\User Connections"
    }  # fmt: skip
    assert all("Babelfish" in one.reason or "syncs" in one.reason for one in plan.missing({}))


def test_counter_with_several_leaves_needs_all_of_them() -> None:
    one = StatisticsCounter("x", "", "rate", "engine", ("a", "b"), ("c",))
    assert CounterPlan((), (one,), {"b": "off."}).missing({"b": "no value."}) == (Missing("x", "engine", "off."),)
    assert CounterPlan((), (one,), {}).missing({"c": "refused."}) == (Missing("x", "engine", "refused."),)
    assert CounterPlan((), (one,), {"d": "off."}).missing({}) == ()
