# SPDX-License-Identifier: Apache-2.0
"""Classification of real servers' errors (retry or reconnect), and the end of private servers."""

import contextlib
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.databases.address import Address
from app.databases.server import Failure, connect, failure, load_pyodbc
from tests.support.connecting import error_of, refused, table
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

with_change = Address.changed


def test_deadlock_victim_is_retryable(each_server: "PrivateServer") -> None:
    with table(each_server, "a integer PRIMARY KEY, b integer", "(1, 0), (2, 0)") as address:
        both_hold_one = threading.Barrier(2)

        def user(first: int, second: int, outcome: list[Failure | None]) -> None:
            with contextlib.closing(connect(address, each_server.password, autocommit=False)) as connection:
                connection.execute("UPDATE t SET b = b + 1 WHERE a = ?", first)
                both_hold_one.wait(60)
                try:
                    connection.execute("UPDATE t SET b = b + 1 WHERE a = ?", second)
                    connection.commit()
                    outcome.append(None)
                except load_pyodbc().Error as error:
                    outcome.append(failure(error, address))
                    connection.rollback()

        outcome: list[Failure | None] = []
        threads = [threading.Thread(target=user, args=(*pair, outcome), daemon=True) for pair in ((1, 2), (2, 1))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert sorted(outcome, key=str) == [Failure("deadlock", retryable=True), None]


def test_lock_timeout_is_retryable(each_server: "PrivateServer") -> None:
    patience = {"postgresql": {"lock_timeout": "300ms"}, "mariadb": {"innodb_lock_wait_timeout": 1}}
    patience["mysql"] = patience["mariadb"]
    with table(each_server, "a integer PRIMARY KEY, b integer", "(1, 0)") as address:
        impatient = with_change(address, settings=patience[each_server.engine])
        with (
            contextlib.closing(connect(address, each_server.password, autocommit=False)) as holder,
            contextlib.closing(connect(impatient, each_server.password)) as waiter,
        ):
            holder.execute("UPDATE t SET b = 1")
            error = error_of(lambda: waiter.execute("UPDATE t SET b = 2"))
            assert failure(error, address) == Failure("lock timeout", retryable=True)
            holder.rollback()


SLOW = "SELECT COUNT(*) FROM information_schema.COLUMNS a, information_schema.COLUMNS b, information_schema.COLUMNS c"
"""Slow query for MySQL, whose time limit cancels a SELECT but only makes SLEEP() return early."""


def test_long_query_is_canceled_by_the_server(each_server: "PrivateServer") -> None:
    address = address_of(each_server)
    sleep = {"postgresql": "SELECT pg_sleep(120)", "mariadb": "SELECT sleep(120)"}.get(each_server.engine, SLOW)
    with contextlib.closing(connect(address, each_server.password, query_timeout_s=0.5)) as connection:
        error = error_of(lambda: connection.execute(sleep).fetchall())
        assert failure(error, address) == Failure("query timeout")
        assert connection.execute("SELECT 1").fetchone()[0] == 1


def test_statement_errors_are_classified(each_server: "PrivateServer") -> None:
    with (
        table(each_server, "a integer PRIMARY KEY", "(1)") as address,
        contextlib.closing(connect(address, each_server.password)) as connection,
    ):
        kinds = [
            failure(error_of(lambda text=text: connection.execute(text)), address).kind  # type: ignore[misc]
            for text in ("INSERT INTO t VALUES (1)", "SELECT * FROM no_such_table")
        ]
        assert kinds == ["constraint", "no such object"]


def test_killed_server_is_a_lost_connection_until_restarted(small_server: "PrivateServer") -> None:
    address = address_of(small_server)
    connection = connect(address, small_server.password)
    assert connection.execute("SELECT 1").fetchval() == 1
    small_server.kill()
    lost = failure(error_of(lambda: connection.execute("SELECT 1")), address)
    assert lost == Failure("connection lost", reconnect=True)
    again = failure(error_of(lambda: connection.execute("SELECT 1")), address)
    assert again.reconnect
    assert refused(address, small_server.password).kind == "refused"
    small_server.start()
    with contextlib.closing(connect(address, small_server.password)) as second:
        assert second.execute("SELECT 1").fetchone()[0] == 1


def test_shut_down_server_requires_reconnect_and_hung_one_times_out(small_server: "PrivateServer") -> None:
    address = address_of(small_server)
    connection = connect(address, small_server.password)
    small_server.stop()
    ended = failure(error_of(lambda: connection.execute("SELECT 1")), address)
    assert ended.kind in ("connection lost", "server shutting down")
    assert ended.reconnect
    small_server.start()
    small_server.suspend()
    try:
        assert refused(address, small_server.password, timeout_s=2).kind == "no answer"
    finally:
        small_server.resume()
    connect(address, small_server.password, timeout_s=60).close()


def test_connection_closed_by_the_administrator_requires_reconnect(each_server: "PrivateServer") -> None:
    address = address_of(each_server)
    with contextlib.closing(connect(address, each_server.password)) as admin:
        victim = connect(address, each_server.password)
        if each_server.engine == "postgresql":
            admin.execute("SELECT pg_terminate_backend(?, 60000)", victim.execute("SELECT pg_backend_pid()").fetchval())
        else:
            admin.execute(f"KILL {victim.execute('SELECT connection_id()').fetchval()}")
        ended = failure(error_of(lambda: victim.execute("SELECT 1")), address)
    assert ended.kind in ("connection lost", "server shutting down")
    assert ended.reconnect


@pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")
def test_private_server_ends_with_the_process_that_started_it(each_server: "PrivateServer") -> None:
    code = (
        "import os, time; from tests.support.private_server import RUN, server_for_tests, templates_of\n"
        "os.environ[RUN] = str(os.getpid())\n"
        f"with server_for_tests({each_server.engine!r}) as server:\n"
        "    print(server.folder, server.port, templates_of(os.getpid()), flush=True); time.sleep(600)"
    )
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen([sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        folder, port, templates = process.stdout.readline().split()
        assert list(Path(templates).glob("*/data")), "the data that its servers copy"
        process.kill()
        process.wait(60)
    pause = threading.Event()
    for _ in range(600):
        if not Path(folder).exists() and not Path(templates).exists():
            break
        pause.wait(0.1)
    assert not Path(folder).exists()
    assert not Path(templates).exists()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", int(port))) != 0
