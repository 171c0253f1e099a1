# SPDX-License-Identifier: Apache-2.0
"""Statements and waits of a run on real servers: counts, missing privileges, and text that must not appear."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from app.databases.failures import DatabaseError
from app.databases.server import connect, load_pyodbc
from app.databases.server_work import (
    LONGEST_TEXT,
    StatementCount,
    WaitCount,
    WorkSnapshot,
    difference,
    server_work,
    without_values,
    work_of,
)
from app.databases.sqlserver import work as sqlserver
from app.model.documents import RunStatement, RunWait, ServerWork
from app.model.messages import sentence
from app.report.outputs import Outputs, write_reports
from app.results.top_statements import together, waits_of
from tests.support.engine_runs import outpace, scenario_file
from tests.support.private_server import PrivateServer
from tests.support.server_runs import Server, execute, passwords, written
from tests.support.servers import address_of, started

ERRORS = (DatabaseError, load_pyodbc().Error)
NAME = "outpace_worked"


@pytest.fixture(scope="module")
def counting() -> Iterator[PrivateServer]:
    """Start a PostgreSQL with pg_stat_statements, and a user that may only build and monitor."""
    with started("postgresql", {"shared_preload_libraries": "pg_stat_statements"}) as server:
        execute(
            server,
            "CREATE EXTENSION pg_stat_statements",
            "CREATE ROLE least LOGIN CREATEDB PASSWORD 'only builds'",
            "GRANT pg_monitor TO least",
            "CREATE ROLE stranger LOGIN PASSWORD 'sees little'",
            f"CREATE DATABASE {NAME}",
        )
        yield server


@pytest.fixture(scope="module")
def instrumented() -> Iterator[PrivateServer]:
    with started("mariadb", {"performance_schema": "ON"}) as server:
        execute(
            server,
            f"CREATE DATABASE {NAME}",
            f"CREATE TABLE {NAME}.T (N INT PRIMARY KEY)",
            "CREATE USER stranger@'127.0.0.1' IDENTIFIED BY 'sees little'",
        )
        yield server


def opened(server: PrivateServer, user: str = "", password: str = "") -> Callable[[], Any]:
    address = address_of(server, "").changed(user=user or server.user)
    return lambda: connect(address, password or server.password)


def followed(
    server: PrivateServer, act: Callable[[float], bool], open_to: Callable[[], Any] | None = None
) -> ServerWork:
    """Return the report on the effects of `act` between the two snapshots."""
    engine = work_of("postgresql" if server.engine == "postgresql" else "mysql")
    assert engine is not None
    return server_work(engine, open_to or opened(server), NAME, ERRORS, act)


def once(server: PrivateServer, statements: Sequence[str]) -> Callable[[float], bool]:
    def act(_: float) -> bool:
        execute(server, *statements, database=NAME)
        return True

    return act


def test_postgresql_statements_are_counted_without_literal_values(counting: PrivateServer) -> None:
    work = followed(counting, once(counting, ["SELECT 'secret', 42", "SELECT 'other', 7", "SELECT PG_SLEEP(0.2)"]))
    assert work.no_statements is None
    found = {one.text: one for one in work.statements}
    assert found["SELECT $1, $2"].calls == 2
    assert found["SELECT $1, $2"].rows == 2
    assert work.statements[0].text == "SELECT PG_SLEEP($1)"
    assert 0.2 <= work.statements[0].total_s <= work.total_s < 5
    assert work.calls == sum(one.calls for one in work.statements)
    assert "secret" not in str(work)


def test_password_in_a_statement_is_masked(counting: PrivateServer) -> None:
    made = "CREATE ROLE hidden PASSWORD 'it''s secret'"
    work = followed(counting, once(counting, [made, "DROP ROLE hidden"]))
    assert any(one.text == "CREATE ROLE hidden PASSWORD ?" for one in work.statements)
    assert "secret" not in str(work)


def test_postgresql_waits_are_sampled_from_sessions(counting: PrivateServer) -> None:
    moments = iter([False, False, True])

    def over(_: float) -> bool:
        time.sleep(0.3)
        return next(moments)

    with closing(connect(address_of(counting, NAME), counting.password)) as connection:
        cursor = connection.cursor()
        cursor.execute("SELECT PG_ADVISORY_LOCK(1)").fetchall()

        def wait() -> None:
            execute(counting, "SELECT PG_ADVISORY_LOCK(1)", database=NAME)

        waiter = Thread(target=wait)
        waiter.start()
        work = followed(counting, over)
        cursor.execute("SELECT PG_ADVISORY_UNLOCK(1)").fetchall()
        waiter.join()
    assert work.samplings == 2
    assert [(one.name, one.samples) for one in work.waits] == [("Lock: advisory", 2)]
    assert [(one.sessions, one.share) for one in waits_of(work)] == [(1.0, 1.0)]


def test_missing_pg_stat_statements_is_reported_with_a_remedy(
    counting: PrivateServer, postgresql: PrivateServer
) -> None:
    without = followed(postgresql, lambda _: True)
    assert without.no_statements is not None
    assert "shared_preload_libraries = 'pg_stat_statements'" in sentence(without.no_statements)
    execute(counting, "DROP EXTENSION pg_stat_statements")
    try:
        missing = followed(counting, lambda _: True)
    finally:
        execute(counting, "CREATE EXTENSION pg_stat_statements")
    assert missing.no_statements is not None
    assert "CREATE EXTENSION pg_stat_statements in it" in sentence(missing.no_statements)
    assert missing.statements == []


def test_mariadb_counts_statements_and_waits(instrumented: PrivateServer) -> None:
    asked = ["SELECT N FROM T WHERE N < 99", "SELECT N FROM T WHERE N < 7"]
    work = followed(instrumented, once(instrumented, ["INSERT INTO T VALUES (1), (2)", *asked]))
    found = {one.text: one for one in work.statements}
    assert found["INSERT INTO `T` VALUES (?) /* , ... */"].calls == 1
    assert work.nested
    assert work.waits
    assert all((one.total_s or 0) >= 0 and (one.waits or 0) > 0 for one in work.waits)
    assert work.wait_s == pytest.approx(sum(one.total_s or 0 for one in work.waits), rel=0.5)


def test_mariadb_counts_prepared_statements_together(instrumented: PrivateServer) -> None:
    with closing(connect(address_of(instrumented, NAME), instrumented.password)) as connection:
        cursor = connection.cursor()

        def act(_: float) -> bool:
            for number in range(5):
                cursor.execute("SELECT N + 1000 FROM T WHERE N = ?", number).fetchall()
            return True

        work = followed(instrumented, act)
    assert {one.text: one.calls for one in work.statements}["statement/com/Execute"] == 5
    assert work.no_statements is not None
    assert "does not tell apart" in sentence(work.no_statements)


def test_mariadb_executions_agree_with_the_driver_calls(
    instrumented: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (Server("Counted", instrumented, ("outpace_counted",)),)
    passwords(monkeypatch, systems)
    session = tmp_path / "counted.outpace"
    answer = outpace("run", written(tmp_path, systems, users=2, run_s=6), "--session", session)
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr
    result = json.loads(outpace("export", session, "--json", "-").stdout)
    (work,), (system,) = result["server_work"], result["systems"]
    calls = {one["text"]: one["calls"] for one in work["statements"]}["statement/com/Execute"]
    own = sum(one["count"] for key, one in system["operations"].items() if key != "order")
    assert abs(calls - own) <= 2 * own / 6 + 4  # the window's edges
    assert work["waits"]
    (ranking,) = result["rankings"]
    assert "asynchronously" in ranking["missing"]["write_s"]
    assert {one["total"]["name"] for one in ranking["tables"]} >= {"ORDERS", "ORDERLINES"}


def test_missing_mariadb_right_is_reported_with_a_remedy(instrumented: PrivateServer, mariadb: PrivateServer) -> None:
    work = followed(instrumented, lambda _: True, opened(instrumented, "stranger", "sees little"))
    assert work.no_statements is not None
    assert (work.statements, work.waits) == ([], [])
    assert work.no_statements == work.no_waits
    assert "GRANT SELECT ON performance_schema.* TO 'stranger'@'127.0.0.1'." in sentence(work.no_statements)
    off = followed(mariadb, lambda _: True)
    assert off.no_statements is not None
    assert "performance_schema = ON" in sentence(off.no_statements)


def test_run_statements_agree_with_the_driver_calls(
    counting: PrivateServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (Server("Counted", counting, ("outpace_counted",), user="least"),)
    passwords(monkeypatch, systems, {0: "only builds"})
    session = tmp_path / "counted.outpace"
    answer = outpace("run", written(tmp_path, systems, users=2, run_s=6), "--session", session)
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr
    result = json.loads(outpace("export", session, "--json", "-").stdout)
    (work,) = result["server_work"]
    assert (work["system"], work["run"], work["no_statements"], work["no_waits"]) == ("A", 1, "", "")
    assert work["seconds"] == pytest.approx(6, abs=1.5)
    calls = {
        word: sum(one["calls"] for one in work["statements"] if word in one["text"].lower())
        for word in ("login", "purchase", "browse")
    }
    (system,) = result["systems"]
    driver = {key: one["count"] for key, one in system["operations"].items()}
    for word, counted in calls.items():
        own = sum(count for key, count in driver.items() if word in key)
        # At the edges of the window, both sides may include a second's work.
        assert own > 0
        assert abs(counted - own) <= 2 * own / 6 + 4, (calls, driver)
    assert sum(one["share"] for one in work["statements"]) == pytest.approx(1, abs=0.05)
    assert "only builds" not in json.dumps(work)
    (ranking,) = result["rankings"]
    assert ranking["missing"]["writes"].startswith("PostgreSQL counts the writes of the whole server")
    changed = {one["total"]["name"]: one["total"].get("rows_changed", 0) for one in ranking["tables"]}
    assert changed["orders"] > 0
    write_reports([session], Outputs(html=tmp_path / "report.html"))
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Top statements and waits" in text
    assert "purchase" in text.partition("Top statements and waits")[2].lower()


# Pure functions


def test_difference_contains_only_work_between_snapshots() -> None:
    before = WorkSnapshot(
        {"a": StatementCount("A", 10, 1.0, 5), "gone": StatementCount("G", 4, 4.0), "new": StatementCount("N", 9, 9.0)},
        waits={"io": WaitCount(5, 2.0)},
    )
    after = WorkSnapshot(
        {
            "a": StatementCount("A", 14, 3.0, 9),
            "idle": StatementCount("I", 0, 0.0),
            "new": StatementCount("N", 2, 0.5),  # evicted, and counted again
        },
        waits={"io": WaitCount(8, 2.5), "lock": WaitCount(1, 4.0)},
    )
    work = difference(before, after, 7.0, nested=False)
    assert work.statements == [RunStatement("A", 4, 2.0, 4), RunStatement("N", 2, 0.5, None)]
    assert (work.calls, work.total_s, work.seconds, work.wait_s) == (6, 2.5, 7.0, 4.5)
    assert work.waits == [RunWait("lock", 1, 4.0), RunWait("io", 3, 0.5)]
    twice = together([work, work])
    assert twice is not None
    assert (twice.calls, twice.statements[0], twice.wait_s) == (12, RunStatement("A", 8, 4.0, 8), 9.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SELECT 'it''s', 42, -1.5e3, $1 FROM T2", "SELECT ?, ?, -?, $1 FROM T2"),
        ("CREATE ROLE a PASSWORD 'never clos", "CREATE ROLE a PASSWORD ?"),
        ("DO $x$ secret $x$ , $$more$$", "DO ? , ?"),
        ("ALTER USER a IDENTIFIED BY N'x\\'y' --", "ALTER USER a IDENTIFIED BY N? --"),
        ("a\n  b", "a b"),
    ],
)
def test_statement_values_are_masked(text: str, told: str) -> None:
    assert without_values(text) == told


def test_long_statement_is_truncated() -> None:
    assert len(without_values("x" * 5000)) == LONGEST_TEXT


class FakeSqlServer:
    """Fake of SQL Server 2019's answers, based on the documentation of its views."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()
        self._rows: list[tuple[object, ...]] = []

    @property
    def description(self) -> list[tuple[str]]:
        return [(name,) for name in self._names]

    def cursor(self) -> "FakeSqlServer":
        return self

    def execute(self, sql: str, parameters: Sequence[object]) -> None:
        if "dm_exec_query_stats" in sql:
            self._names = ("digest_key", "query", "calls", "total_s", "row_count")
            self._rows = [("0xAB", "SELECT * FROM T WHERE NAME = N'secret'", 4.0, 0.5, 8.0)]
            assert list(parameters) == [NAME]
        elif "dm_os_wait_stats" in sql:
            self._names = ("name", "wait_count", "total_s")
            self._rows = [("PAGEIOLATCH_SH", 12.0, 0.25)]
        else:
            self._names, self._rows = ("version", "major"), [("Microsoft SQL Server 2019", "15.0")]
        for name in self._names:
            assert f" AS {name}" in sql or f".{name}" in sql, name

    def fetchall(self) -> list[tuple[object, ...]]:
        return self._rows

    def close(self) -> None: ...


def test_sql_server_views_are_read_as_documented() -> None:
    found = sqlserver.snapshot(FakeSqlServer(), NAME, ERRORS)  # type: ignore[arg-type]
    work = difference(WorkSnapshot(), found, 1.0, nested=False)
    assert work.statements == [RunStatement("SELECT * FROM T WHERE NAME = N?", 4.0, 0.5, 8.0)]
    assert work.waits == [RunWait("PAGEIOLATCH_SH", 12.0, 0.25)]


def test_combined_work_of_no_targets_is_none() -> None:
    assert together([]) is None


def test_embedded_engine_ranks_its_files(tmp_path: Path) -> None:
    session = tmp_path / "embedded.outpace"
    scenario = scenario_file(tmp_path, users=2, think_s=0, warmup_s=0, run_s=3)
    answer = outpace("run", scenario, "--session", session)
    assert answer.returncode in (0, 1), answer.stdout + answer.stderr
    result = json.loads(outpace("export", session, "--json", "-").stdout)
    assert result["server_work"] == []
    assert [(one["system"], one["target"], one["run"]) for one in result["rankings"]] == [("A", "", 1), ("B", "", 1)]
    for ranking in result["rankings"]:
        assert {one["total"]["kind"] for one in ranking["tables"]} == {"file"}
        files = {one["total"]["name"]: one for one in ranking["tables"]}
        assert files["log"]["total"]["writes"] > 0
        assert files["log"]["total"]["write_s"] > 0
        assert sum(one["shares"]["writes"] for one in files.values()) == pytest.approx(1)
        assert max(one["cumulated_share"] for one in files.values()) == pytest.approx(1)
        assert ranking["missing"]["rows_changed"].startswith("An embedded engine counts its files")
