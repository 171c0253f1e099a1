# SPDX-License-Identifier: Apache-2.0
"""Connection poolers: one that pools transactions or statements is rejected, and its sessions are left unchanged.

One that pools sessions works. The pooler is a PgBouncer.
"""

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.databases import server as servers
from app.databases.pooling import is_shared
from app.databases.server import DatabaseError, connect
from app.model.documents import LoadDriver
from app.session.reader import SessionReader
from tests.support.engine_runs import ended_whole, outpace
from tests.support.server_runs import Server, dropped_after, execute, passwords, written
from tests.support.servers import address_on, pooled

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

SHARING: Mapping[str, dict[str, str]] = {
    "transaction": {"pool_mode": "transaction"},
    "statement": {"pool_mode": "statement"},
    "one session": {"pool_mode": "transaction", "default_pool_size": "1"},
    "in turn": {"pool_mode": "transaction", "server_round_robin": "1", "min_pool_size": "2"},
    "reset always": {"pool_mode": "transaction", "server_reset_query_always": "1"},
}
STATE = (
    "SELECT json_agg(s.name || ' = ' || s.setting ORDER BY s.name) FROM pg_sleep(0.2), pg_settings AS s "
    "WHERE s.source = 'session' AND s.name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone')"
)
"""Query for the settings changed in a session, except those that PgBouncer tracks separately for each client."""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Clear the servers that earlier tests have found to be free of poolers."""
    servers._OURS.clear()
    yield
    servers._OURS.clear()


def asked(server: "PrivateServer", port: int, sql: str, database: str = "postgres") -> str:
    """Return the result that another program, psql, gets through the pooler."""
    command = ["psql", "-XAtq", "-h", server.host, "-p", str(port), "-U", server.user, "-d", database, "-c", sql]
    answer = subprocess.run(
        command, env={**os.environ, "PGPASSWORD": server.password}, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


def left_behind(server: "PrivateServer", port: int, database: str = "postgres") -> list[str]:
    """Return the changed settings of the pooled sessions that three other programs get at once."""
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(asked(server, port, STATE, database))) for _ in range(3)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(threads)
    return sorted({one for text in found if text for one in json.loads(text)})


@pytest.mark.parametrize("settings", SHARING.values(), ids=SHARING)
def test_shared_session_is_rejected_and_left_unchanged(postgresql: "PrivateServer", settings: dict[str, str]) -> None:
    with pooled(postgresql, **settings) as port:
        assert left_behind(postgresql, port) == []
        address = address_on(
            "postgresql", host=postgresql.host, port=port, user=postgresql.user, tls="off",
            settings={"work_mem": "8MB"},
        )  # fmt: skip
        with pytest.raises(DatabaseError, match="gives each transaction another session") as caught:
            connect(address, postgresql.password, query_timeout_s=10)
        assert caught.value.kind == "pooled"
        assert left_behind(postgresql, port) == []


def test_odbc_driver_detects_pooling_if_libpq_cannot_connect(postgresql: "PrivateServer") -> None:
    with pooled(postgresql, pool_mode="transaction") as port:
        odbc = f"DRIVER=PostgreSQL Unicode;SERVER={postgresql.host};PORT={port};UID={postgresql.user};PQOPT="
        address = address_on("postgresql", odbc=odbc)
        with pytest.raises(DatabaseError, match="gives each transaction another session"):
            connect(address, postgresql.password, query_timeout_s=10)
        # docs/servers.md lists the settings that psqlODBC has changed by then; they have no effect.
        assert set(left_behind(postgresql, port)) <= {"extra_float_digits = 2"}
        assert asked(postgresql, port, "SELECT 0.1::float8 + 0.2::float8") == "0.30000000000000004"


def test_alternating_sessions_are_detected_as_shared() -> None:
    own = iter(range(100))
    assert not is_shared(lambda: "1", lambda: "2")
    assert is_shared(lambda: "1", lambda: "1")
    assert is_shared(lambda: str(next(own) % 2), lambda: str(next(own) % 2))
    assert is_shared(lambda: str(next(own) % 3), lambda: str(next(own) % 3))


@pytest.mark.parametrize("query", ["", "RESET ALL", "DEALLOCATE ALL", "RESET ALL; SELECT pg_advisory_unlock_all()"])
def test_sessions_that_are_not_fully_reset_are_rejected(postgresql: "PrivateServer", query: str) -> None:
    # RESET ALL does not release a build's lock: the next build would find its database in use.
    with pooled(postgresql, pool_mode="session", server_reset_query=query, default_pool_size="3") as port:
        address = address_on("postgresql", host=postgresql.host, port=port, user=postgresql.user, tls="off")
        with pytest.raises(DatabaseError, match="server_reset_query = DISCARD ALL"):
            connect(address, postgresql.password, query_timeout_s=10)
        assert [one for one in left_behind(postgresql, port) if not one.startswith("outpace.")] == []
        assert asked(postgresql, port, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "0"
        assert asked(postgresql, port, "SELECT count(*) FROM pg_prepared_statements WHERE from_sql") == "0"


def test_pool_of_one_session_is_reported_as_too_small(postgresql: "PrivateServer") -> None:
    with pooled(postgresql, pool_mode="session", default_pool_size="1", query_wait_timeout="1") as port:
        address = address_on("postgresql", host=postgresql.host, port=port, user=postgresql.user, tls="off")
        with pytest.raises(DatabaseError, match=r"no session free for another connection .*query_wait_timeout"):
            connect(address, postgresql.password)


@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_check_build_and_run_reject_shared_sessions(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    with pooled(postgresql, pool_mode=mode) as port:
        system = (Server("Pooled", postgresql, ("outpace_pooled",), port=port),)
        passwords(monkeypatch, system)
        scenario = written(tmp_path, system)
        for command in ("check", "build", "run") if mode == "transaction" else ("check",):
            answer = outpace(command, scenario)
            assert answer.returncode != 0
            assert "gives each transaction another session" in answer.stdout + answer.stderr, command
            assert "Traceback" not in answer.stdout + answer.stderr
        assert left_behind(postgresql, port) == []
        assert asked(postgresql, port, "SHOW statement_timeout") == "0"
        asked(postgresql, port, "CREATE TABLE pooled_still_writes (a int)")
        asked(postgresql, port, "DROP TABLE pooled_still_writes")


OWN_SQL = """
title = "Own SQL through a pooler"
[workload]
name = "sql"
database = "existing"
users = 1
[[workload.transactions]]
name = "write"
script = "UPDATE pg_temp.nothing SET a = 1"
[[workload.transactions]]
name = "read"
script = "SELECT 1"
[plan]
name = "timed"
warmup_s = 1
run_s = 2
[[systems]]
name = "Pooled"
role = "baseline"
[[systems.targets]]
engine = "postgresql"
host = "{host}"
port = {port}
user = "{user}"
database = "postgres"
password = "env:OUTPACE_TEST_PASSWORD_0"
settings = {{ work_mem = "8MB" }}
"""


def test_check_of_custom_sql_leaves_pooled_sessions_unchanged(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for mode in ("transaction", "session"):
        with pooled(postgresql, pool_mode=mode) as port:
            passwords(monkeypatch, (Server("Pooled", postgresql, port=port),))
            scenario = tmp_path / f"{mode}.toml"
            scenario.write_text(OWN_SQL.format(host=postgresql.host, port=port, user=postgresql.user), "utf-8")
            refused = outpace("check", scenario).stderr
            allowed = re.findall('--allow "([^"]+)"', refused)
            assert allowed, refused
            answer = outpace("check", scenario, "--allow", allowed[0])
            said = answer.stdout + answer.stderr
            if mode == "session":
                assert 'transaction "write", line 1' in said, "the server was asked to prepare it"
            else:
                assert "gives each transaction another session" in said
            assert left_behind(postgresql, port) == []
            assert asked(postgresql, port, "SHOW default_transaction_read_only") == "off"


def test_session_pooling_supports_build_and_run_with_every_driver(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        stack.enter_context(dropped_after(postgresql, "outpace_pool_a", "outpace_pool_b"))
        port = stack.enter_context(pooled(postgresql, pool_mode="session"))
        systems = (
            Server(
                "ODBC",
                postgresql,
                ("outpace_pool_a",),
                port=port,
                extra='settings = { work_mem = "8MB" }\ntransport = "odbc"',
            ),
            Server("libpq", postgresql, ("outpace_pool_b",), port=port, extra='transport = "libpq"'),
        )
        passwords(monkeypatch, systems)
        built = outpace("build", written(tmp_path, systems))
        assert built.returncode == 0, built.stderr
        native, python = tmp_path / "native.outpace", tmp_path / "python.outpace"
        scenario = written(tmp_path, systems, run_s=2)
        ended_whole(outpace("run", scenario, "--session", native), native)
        monkeypatch.setenv("OUTPACE_DRIVER", "python")
        ended_whole(outpace("run", written(tmp_path, systems[:1], "p.toml", run_s=2), "--session", python), python)
        for path, calls in ((native, {"ODBC", "libpq"}), (python, {"pyodbc"})):
            with SessionReader.open(path) as reader:
                assert {document.data.transport for document in reader.documents_of(LoadDriver)} == calls
        for database in ("postgres", "outpace_pool_a", "outpace_pool_b"):
            assert left_behind(postgresql, port, database) == [], database
        assert execute(postgresql, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == [(0,)]
