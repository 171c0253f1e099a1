# SPDX-License-Identifier: Apache-2.0
"""Faults of real servers under load: one dies, hangs, is disconnected, or runs out of space; the other continues."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from app.databases.server import connect
from app.session.reader import SessionReader
from tests.support.cut_line import cut_line
from tests.support.engine_runs import running, until
from tests.support.server_runs import (
    LONG_S,
    PATIENCE_S,
    Server,
    dropped_after,
    events,
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


def others_lead_s(session: Path) -> int:
    """Return the seconds from the first system's last order to the other system's."""
    of_a, of_b = orders_by_second(session)
    return max(of_b) - max(of_a)


def test_killed_server_is_reported_and_used_again_after_restart(
    disposable_postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = disposable_postgresql
    systems = Server("PostgreSQL", server), Server("MariaDB", mariadb)
    passwords(monkeypatch, systems)
    session = tmp_path / "killed.outpace"
    with under_load(written(tmp_path, systems, run_s=LONG_S), session) as process:
        server.kill()
        (lost,) = until(lambda: events(session, "server lost"), PATIENCE_S)
        assert lost.startswith("A (PostgreSQL) is unreachable since ")
        until(lambda: others_lead_s(session) > 2, PATIENCE_S)
        server.start()
        (back,) = until(lambda: events(session, "server back"), PATIENCE_S)
        assert back.startswith("A (PostgreSQL) is back after ")
        said = stopped(process)
    assert process.returncode == 1, said
    assert "A (PostgreSQL) was unreachable from " in said
    assert server.password not in said
    of_a, of_b = orders_by_second(session)
    gap = [second for second in range(min(of_a), max(of_a)) if second not in of_a]
    assert gap, "nothing was missing"
    assert len([second for second in gap if second in of_b]) >= len(gap) - 1, "the other system went on"


def test_network_failure_and_recovery_are_reported(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cut_line(postgresql.port) as line:
        systems = Server("Far away", postgresql, port=line.port), Server("MariaDB", mariadb)
        passwords(monkeypatch, systems)
        session = tmp_path / "cut.outpace"
        with under_load(written(tmp_path, systems, run_s=LONG_S), session) as process:
            line.cut()
            (lost,) = until(lambda: events(session, "server lost"), PATIENCE_S)
            assert lost.startswith("A (Far away) has not responded since ")
            line.mend()
            until(lambda: events(session, "server back"), PATIENCE_S)
            said = stopped(process)
    assert "A (Far away) did not respond from " in said


def test_hung_server_does_not_delay_the_end_of_the_run(
    disposable_mariadb: "PrivateServer", postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = disposable_mariadb
    systems = Server("PostgreSQL", postgresql), Server("MariaDB", server)
    passwords(monkeypatch, systems)
    session = tmp_path / "hangs.outpace"
    with under_load(written(tmp_path, systems, run_s=LONG_S), session) as process:
        children = psutil.Process(process.pid).children(recursive=True)
        server.suspend()
        try:
            said = stopped(process)
        finally:
            server.resume()
        _, alive = psutil.wait_procs(children, PATIENCE_S)
    assert not alive
    assert process.returncode == 1
    assert "Session: " in said
    with SessionReader.open(session) as reader:
        assert reader.end is not None, "the session has its end"


def test_system_unresponsive_to_the_end_invalidates_the_run(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every user of one system waits for a lock until the load is over; the other system continues."""
    systems = Server("S0", postgresql), Server("S1", mariadb)
    passwords(monkeypatch, systems)
    session = tmp_path / "locked.outpace"
    with under_load(written(tmp_path, systems, run_s=25), session) as process:
        holder = connect(address_of(postgresql, "outpace_shared"), postgresql.password, autocommit=False)
        with contextlib.closing(holder):
            # Other sessions can still read, so that the rows can be counted at the end.
            holder.execute("LOCK TABLE orders IN EXCLUSIVE MODE")
            out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1, out + err
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        reasons = [reader.sentence(reason) for reason in reader.end.reasons]
        assert any(re.match(r"A \(S0\) did not respond from \d+ s to the end", reason) for reason in reasons), reasons
        assert not any(reason.startswith("B ") for reason in reasons), reasons
        assert "did not respond from" in out


def test_run_with_more_users_than_connections_is_rejected(
    disposable_postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = disposable_postgresql
    systems = Server("Crowded", server), Server("MariaDB", mariadb)
    passwords(monkeypatch, systems)
    session = tmp_path / "few.outpace"
    with running("run", written(tmp_path, systems, users=18), "--session", session) as process:
        out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2, out + err
    assert err.startswith("Crowded: ")
    assert "connections left" in err
    assert "ask for fewer users" in err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root mounts a small file system")
def test_run_counts_errors_of_a_full_disk_and_continues(
    disposable_postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = disposable_postgresql
    volume = server.folder / "volume"
    volume.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", volume], check=False)
    if mounted.returncode != 0:
        pytest.skip("this machine lets nobody mount a file system")
    try:
        data = volume / "data"
        data.mkdir()
        subprocess.run(["chown", server.account, data], check=True)
        systems = (
            Server("Full", server, ("outpace_full",), extra=f'placement = {{ data = "{data}" }}'),
            Server("MariaDB", mariadb),
        )
        passwords(monkeypatch, systems)
        session = tmp_path / "full.outpace"
        scenario = written(tmp_path, systems, users=4, run_s=LONG_S)
        with dropped_after(server, "outpace_full"), under_load(scenario, session) as process:
            ballast = volume / "ballast"
            fill(ballast)
            texts = until(
                lambda: [text for text in events(session, "errors of operations") if "disk full" in text], PATIENCE_S
            )
            assert texts[0].startswith("A (Full): ")
            ballast.unlink()
            before = sum(orders_by_second(session)[0].values())
            until(lambda: sum(orders_by_second(session)[0].values()) > before + 10, PATIENCE_S)
            said = stopped(process)
        assert process.returncode == 1
        assert "errors in" in said
    finally:
        server.stop()
        subprocess.run(["umount", volume], check=False)
