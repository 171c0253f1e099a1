# SPDX-License-Identifier: Apache-2.0
"""Outages under load: each is reported at its beginning and end, and makes the run invalid.

Servers that restart, freeze, run out of connections or space, and networks that pass data in only one direction.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.databases.server import connect
from app.model.events import ConnectionsClosed, Errors, Outage, RowsNotCounted, SystemStalled, UsersLost, UsersStuck
from app.model.messages import Message
from app.session.reader import SessionReader
from tests.support.cut_line import cut_line
from tests.support.engine_runs import ended_whole, outpace, recorded_s, until
from tests.support.server_runs import (
    LONG_S,
    PATIENCE_S,
    Server,
    copied,
    dropped_after,
    events,
    execute,
    fill,
    orders_by_second,
    passwords,
    stopped,
    under_load,
    written,
)
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="private servers need a POSIX system")


def reasons(session: Path) -> list[Message]:
    """Return the reasons why a run is invalid."""
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        return list(reader.end.reasons)


def events_of(letter: str, session: Path, kind: str) -> list[str]:
    """Return the text of a system's events of one kind."""
    return [text for text in events(session, kind) if text.startswith(letter)]


def close_connections(server: "PrivateServer", database: str) -> None:
    """Close the connections of all users at once, as a restarting server does."""
    if server.engine == "postgresql":
        execute(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")
        return
    sql = f"SELECT id FROM information_schema.processlist WHERE db = '{database}'"
    for (session,) in execute(server, sql):
        with contextlib.suppress(Exception):  # it has ended in the meantime
            execute(server, f"KILL {session}")


def test_quick_and_slow_server_restarts_invalidate_the_run(
    postgresql: "PrivateServer", disposable_mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server accepts new connections almost at once; the other is down for some seconds after a clean shutdown.

    The engine checks once a second. Users who have no connection at that moment had an outage, so the connections are
    closed again until all users have new ones in time, which may take several attempts on a busy machine.
    """
    server = disposable_mariadb
    systems = Server("Quick", postgresql), Server("Slow", server)
    passwords(monkeypatch, systems)
    session = tmp_path / "restarts.outpace"
    scenario = written(tmp_path, systems, run_s=LONG_S)
    with under_load(scenario, session) as process:
        again_s = 0.0

        def closed_at_once() -> list[str]:
            nonlocal again_s
            if time.monotonic() >= again_s:
                close_connections(postgresql, "outpace_shared")
                again_s = time.monotonic() + 5
            return events(session, "connections closed")

        closed = until(closed_at_once, PATIENCE_S)[0]
        went_s = recorded_s(session)
        server.stop()
        until(lambda: events_of("B", session, "server lost"), PATIENCE_S)
        until(lambda: events_of("B", session, "users lost"), PATIENCE_S)
        came_s = recorded_s(session)
        server.start()
        until(lambda: events_of("B", session, "server back"), PATIENCE_S)
        until(lambda: events_of("B", session, "users back"), PATIENCE_S)
        said = stopped(process)
    end_s = recorded_s(session)
    assert closed.startswith("A (Quick) closed all its connections at ")
    assert "run again" in closed
    found = reasons(session)
    assert {reason.place.system for reason in found if isinstance(reason, ConnectionsClosed)} == {"A"}
    (outage,) = [reason for reason in found if isinstance(reason, Outage) and reason.place.system == "B"]
    (missing,) = [reason for reason in found if isinstance(reason, UsersLost) and reason.system == "B"]
    assert outage.to_s is not None
    assert missing.from_s is not None
    assert missing.to_s is not None
    # Some users were still active in the first and the last whole second of the outage.
    assert went_s - 1 < outage.from_s < came_s < outage.to_s < end_s
    assert went_s - 1 < missing.from_s < came_s < missing.to_s < end_s
    assert "B (Slow): only 0 of 2 users were active from " in said
    assert "check host and port, and that the server runs" in said, "what the last connection said"
    assert "[08" not in said + str(events(session, "errors of operations")), "words, not the driver's decoration"


def test_server_hung_to_the_end_invalidates_the_run(
    disposable_mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of its processes are suspended (SIGSTOP): connections, even new ones, stay open but get no response."""
    server = disposable_mariadb
    systems = (Server("Frozen", server),)
    passwords(monkeypatch, systems)
    session = tmp_path / "frozen.outpace"
    with under_load(written(tmp_path, systems, run_s=15), session) as process:
        server.suspend()
        try:
            (lost,) = until(lambda: events(session, "server lost"), PATIENCE_S)
            out, err = process.communicate(timeout=PATIENCE_S)
        finally:
            server.resume()
    assert lost.startswith("A (Frozen) has not responded since ")
    assert process.returncode == 1, out + err
    found = reasons(session)
    (outage,) = [reason for reason in found if isinstance(reason, Outage)]
    assert outage.hangs
    assert outage.to_s is None
    assert [reason for reason in found if isinstance(reason, UsersStuck)]
    assert [reason for reason in found if isinstance(reason, RowsNotCounted)]
    assert "see whether its calls waited for a lock, for its disk or for the network" in out


def test_server_without_free_connections_is_reported_as_an_outage(
    disposable_mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other clients hold more connections than allowed; those of the users are closed, and new ones are rejected."""
    server = disposable_mariadb
    systems = (Server("Crowded", server),)
    passwords(monkeypatch, systems)
    session = tmp_path / "crowded.outpace"
    with contextlib.ExitStack() as others, under_load(written(tmp_path, systems, run_s=LONG_S), session) as process:
        admin = others.enter_context(contextlib.closing(connect(address_of(server), server.password)))
        for _ in range(14):
            others.enter_context(contextlib.closing(connect(address_of(server), server.password)))
        admin.execute("SET GLOBAL max_connections = 10")
        sql = "SELECT id FROM information_schema.processlist WHERE db = 'outpace_shared'"
        for (number,) in admin.execute(sql).fetchall():
            admin.execute(f"KILL {number}")
        (lost,) = until(lambda: events(session, "server lost"), PATIENCE_S)
        until(lambda: events(session, "users lost"), PATIENCE_S)
        admin.execute("SET GLOBAL max_connections = 100")
        until(lambda: events(session, "server back"), PATIENCE_S)
        until(lambda: events(session, "users back"), PATIENCE_S)
        said = stopped(process)
    assert lost.startswith("A (Crowded) is unreachable since ")
    assert "has no connection left" in said
    assert "Too many connections" in said
    assert "raise its limit or end other programs" in said
    assert [reason for reason in reasons(session) if isinstance(reason, Outage) and reason.to_s is not None]


def test_one_way_network_failures_are_reported_for_both_systems(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One system receives the calls, but its answers are lost; the calls to the other system are lost."""
    with cut_line(postgresql.port) as answers, cut_line(mariadb.port) as calls:
        systems = (
            Server("No answers", postgresql, port=answers.port),
            Server("No calls", mariadb, port=calls.port),
        )
        passwords(monkeypatch, systems)
        session = tmp_path / "one_way.outpace"
        with under_load(written(tmp_path, systems, run_s=LONG_S), session) as process:
            answers.cut("from the server")
            calls.cut("to the server")
            until(lambda: len(events(session, "server lost")) == 2, PATIENCE_S)
            answers.mend()
            calls.mend()
            until(lambda: len(events(session, "server back")) == 2, PATIENCE_S)
            said = stopped(process)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        told = [one for one in (*reader.end.reasons, *reader.end.warnings) if isinstance(one, Outage | SystemStalled)]
    assert {one.place.system for one in told} == {"A", "B"}
    assert all(one.to_s is not None for one in told)
    assert "A (No answers) did not respond from " in said or "A (No answers) was unreachable from " in said
    assert "B (No calls) did not respond from " in said or "B (No calls) was unreachable from " in said


def test_stall_of_a_recovered_server_is_only_a_warning(
    disposable_mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server does not respond for some seconds, as in a checkpoint: the run is valid, and the stall is reported."""
    server = disposable_mariadb
    systems = (Server("Late", server),)
    passwords(monkeypatch, systems)
    session = tmp_path / "late.outpace"
    with under_load(written(tmp_path, systems, run_s=60), session) as process:
        until(lambda: sum(orders_by_second(session)[0].values()) > 50, PATIENCE_S)
        server.suspend()
        try:
            (lost,) = until(lambda: events(session, "server lost"), PATIENCE_S)
        finally:
            server.resume()
        until(lambda: events(session, "server back"), PATIENCE_S)
        out, err = process.communicate(timeout=PATIENCE_S)
    assert lost.startswith("A (Late) has not responded since ")
    assert process.returncode == 0, out + err
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert reader.end.valid
        (stall,) = [one for one in reader.end.warnings if isinstance(one, SystemStalled)]
    assert 10 <= stall.to_s - stall.from_s <= 60
    assert "A (Late) did not respond from " in out


@pytest.fixture
def small_disk(disposable_mariadb: "PrivateServer") -> Iterator[tuple["PrivateServer", Path]]:
    """Start a MariaDB with its data on a separate file system; yield it with the path of an unused file there."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root mounts a small file system")
    server = disposable_mariadb
    server.stop()
    volume, moved = server.data, server.folder / "moved"
    volume.rename(moved)
    volume.mkdir()
    size = sum(path.stat().st_size for path in moved.rglob("*") if path.is_file()) + (96 << 20)
    try:
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", volume], check=False).returncode:
            pytest.skip("this machine lets nobody mount a file system")
        shutil.copytree(moved, volume, dirs_exist_ok=True)
        subprocess.run(["chown", "-R", server.account, volume], check=True)
        server.start()
        yield server, volume / "ballast"
    finally:
        server.stop()
        if volume.is_mount():
            subprocess.run(["umount", volume], check=True)
        volume.rmdir()
        moved.rename(volume)


def test_full_disk_of_mariadb_is_reported_and_invalidates_the_run(
    small_disk: tuple["PrivateServer", Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server refuses calls that need space, or exits if a transaction cannot be rolled back (MariaDB 10.11)."""
    server, ballast = small_disk
    systems = (Server("Full", server),)
    passwords(monkeypatch, systems)
    session = tmp_path / "full.outpace"
    with under_load(written(tmp_path, systems, users=4, run_s=LONG_S), session) as process:
        fill(ballast)
        until(lambda: any("disk full" in text for text in told(session)) or not is_up(server), PATIENCE_S)
        ballast.unlink()
        before = sum(orders_by_second(session)[0].values())
        until(lambda: in_use(server, session) and sum(orders_by_second(session)[0].values()) > before + 10, PATIENCE_S)
        said = stopped(process)
    assert process.returncode == 1, said
    assert "disk full" in said or "A (Full) was unreachable from " in said
    errors = [reason for reason in reasons(session) if isinstance(reason, Errors)]
    # If only a few calls failed during the measurement, the error is listed with the affected users instead.
    assert errors or "was unreachable from " in said or "is full" in said
    assert all(one.sort and one.error is not None for one in errors)


def told(session: Path) -> list[str]:
    return events(session, "errors of operations")


def in_use(server: "PrivateServer", session: Path) -> bool:
    """Restart the server if it has exited, possibly some time after the first failed connection; return True."""
    if not is_up(server):
        until(lambda: events(session, "server lost"), PATIENCE_S)
        server.start()
    return True


def is_up(server: "PrivateServer") -> bool:
    return server.process is not None and server.process.poll() is None


def test_concurrent_runs_on_two_databases_of_one_server_succeed(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Server("One server", postgresql), Server("One server", postgresql, ("outpace_beside",))
    passwords(monkeypatch, [first])
    with dropped_after(postgresql, *second.databases):
        copied(postgresql, *second.databases)
        session = tmp_path / "first.outpace"
        with under_load(written(tmp_path, [first], "first.toml", run_s=LONG_S), session) as process:
            other = tmp_path / "second.outpace"
            answer = outpace("run", written(tmp_path, [second], "second.toml"), "--session", other)
            ended_whole(answer, other)
            said = stopped(process)
        with SessionReader.open(session) as reader:
            assert [event.severity for event in reader.events if event.kind == "rows"] == ["info"], said
