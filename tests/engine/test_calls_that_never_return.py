# SPDX-License-Identifier: Apache-2.0
"""Runs in which calls hang to the end: users of a real server or the embedded engine, and I/Os on a frozen disk."""

import contextlib
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import psutil
import pytest

from app.databases.server import connect
from app.model.documents import LoadDriver, MeasuredStep, UnderWay
from app.model.events import CallsUnderWay, Outage, UsersHeldUp, UsersStuck, WorkerDied
from app.report.session_blocks import session_text
from app.results.result import result_of
from app.session.reader import SessionReader
from tests.support.engine_runs import PATIENCE_S, has_ended, measured_s, phase_of, running, until
from tests.support.engine_runs import scenario_file as embedded_scenario
from tests.support.server_runs import Server, passwords, written
from tests.support.servers import address_of
from tests.support.storage_folders import loop_device, mounted

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped by signals")
RUN_S = 14
DATABASE = "outpace_shared"


@contextlib.contextmanager
def under_load(scenario: Path, session: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a run and yield once it is measuring."""
    with running("run", scenario, "--session", session) as process:
        until(lambda: _measures(session, process), PATIENCE_S)
        yield process


def _measures(session: Path, process: subprocess.Popen[str]) -> bool:
    assert process.poll() is None, process.communicate()
    return phase_of(session) == "measure" and measured_s(session) > 0.5


def stop_idle(server: "PrivateServer", users: int) -> list[psutil.Process]:
    """Suspend the server processes of some users between two calls, when they hold no locks."""
    sql = f"SELECT pid FROM pg_stat_activity WHERE datname = '{DATABASE}' AND state = 'idle' AND query <> ''"
    stopped: list[psutil.Process] = []
    until_s = time.monotonic() + PATIENCE_S
    with contextlib.closing(connect(address_of(server), server.password)) as connection:

        def idle() -> list[int]:
            return [int(row[0]) for row in connection.execute(sql).fetchall()]

        while len(stopped) < users:
            assert time.monotonic() < until_s, "no user is idle"
            for process in map(psutil.Process, idle()):
                if process in stopped or len(stopped) == users:
                    continue
                process.suspend()
                if process.pid in idle():
                    stopped.append(process)
                else:
                    process.resume()
    return stopped


@pytest.mark.parametrize("stuck", [1, 4])
def test_run_with_hung_server_calls_is_invalid_and_reports_them(
    stuck: int, postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = [Server("PostgreSQL", postgresql, (DATABASE,))]
    passwords(monkeypatch, systems)
    scenario, session = written(tmp_path, systems, users=4, think_s=0.05, run_s=RUN_S), tmp_path / "stuck.outpace"
    with under_load(scenario, session) as process:
        stopped = stop_idle(postgresql, stuck)
        left_s = RUN_S - measured_s(session)
        try:
            out, err = process.communicate(timeout=PATIENCE_S)
        finally:
            for one in stopped:
                one.resume()
    assert process.returncode == 1, out + err
    assert "NOT a valid run" in out
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        reasons = reader.end.reasons
        (never,) = [reason for reason in reasons if isinstance(reason, UsersStuck)]
        assert never.users == stuck
        (held_up,) = [reason for reason in reasons if isinstance(reason, UsersHeldUp)]
        assert held_up.users == stuck
        # Calls that are less than a minute late are not an outage.
        assert not [reason for reason in reasons if isinstance(reason, Outage)]
        (told,) = [warning for warning in reader.end.warnings if isinstance(warning, CallsUnderWay)]
        assert told.calls == stuck
        assert told.oldest_s == held_up.oldest_s > left_s / 2
        at_end, at_last = [one.data for one in reader.documents_of(UnderWay)]
        assert len(at_end.ages_s["order"]) == len(at_last.ages_s["order"]) == stuck
        assert (at_end.returned, at_last.returned) == (True, False)
        assert max(at_last.ages_s["order"]) > max(at_end.ages_s["order"]), "it is some seconds older by then"
        (step,) = [one.data for one in reader.documents_of(MeasuredStep)]
        assert step.systems["A"].censored == stuck
        operations = result_of(reader).systems[0].operations
        order = operations["order"]
        assert order.censored == stuck
        assert "max" in order.at_least
        assert sum(one.censored for one in operations.values()) == 2 * stuck, "each call, and its order"
        table = session_text(reader)
        calls = "one call was" if stuck == 1 else f"{stuck} calls were"
        assert f"{calls} still under way when the measured window ended" in table
        if {"p50", "p95", "p99"} & set(order.at_least):
            assert "≥" in table
        if "≥" in table:
            assert any(set(one.at_least) - {"max"} for one in operations.values())


def test_run_with_embedded_calls_blocked_to_the_end_is_invalid(tmp_path: Path) -> None:
    """Another program holds the write lock of one of the two databases."""
    scenario, session = embedded_scenario(tmp_path, users=3, run_s=RUN_S), tmp_path / "locked.outpace"
    with under_load(scenario, session) as process:
        (database,) = [path for path in (tmp_path / "databases").rglob("dvdstore.db") if "write-ahead" in str(path)]
        other = apsw.Connection(str(database), flags=apsw.SQLITE_OPEN_READWRITE)
        other.set_busy_timeout(10_000)
        other.execute("BEGIN IMMEDIATE")
        try:
            out, err = process.communicate(timeout=PATIENCE_S)
        finally:
            other.close()
    assert process.returncode == 1, out + err
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        (held_up,) = [reason for reason in reader.end.reasons if isinstance(reason, UsersHeldUp)]
        assert (held_up.system, held_up.users) == ("B", 3)
        (told,) = [warning for warning in reader.end.warnings if isinstance(warning, CallsUnderWay)]
        assert (told.system, told.calls) == ("B", 3)
        free, locked = result_of(reader).systems
        assert free.operations["order"].censored == 0
        assert locked.operations["order"].censored == 3
        calls = [figures.censored for key, figures in locked.operations.items() if key != "order"]
        assert sum(calls) == 3, "each user waits in a call that writes: a purchase, or a new customer's"


STORAGE = """
title = "A disk that stands still"
[workload]
name = "storage-io"
threads = 1
outstanding = 4
read_percent = 0
file_size = "16MB"
[plan]
name = "timed"
warmup_s = 1
run_s = {run_s}
[[systems]]
name = "Frozen"
role = "baseline"
[[systems.targets]]
engine = "storage"
path = "{place}"
"""


def test_run_with_writes_blocked_on_a_frozen_disk_is_invalid(tmp_path: Path, each_driver: str) -> None:
    """The disk's file system is frozen, as for a snapshot: writes wait until it thaws, and cannot be killed."""
    if shutil.which("fsfreeze") is None:
        pytest.skip("fsfreeze is not on this machine")
    place, session, scenario = tmp_path / "disk", tmp_path / "frozen.outpace", tmp_path / "scenario.toml"
    place.mkdir()
    scenario.write_text(STORAGE.format(run_s=RUN_S, place=place), encoding="utf-8")
    with loop_device(256 << 20) as device, mounted(device, place), under_load(scenario, session) as process:
        subprocess.run(["fsfreeze", "--freeze", str(place)], check=True)
        try:
            until(lambda: has_ended(session), PATIENCE_S)  # although its worker cannot be killed
        finally:
            subprocess.run(["fsfreeze", "--unfreeze", str(place)], check=True)
        out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1, out + err
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        reasons = reader.end.reasons
        assert [reason for reason in reasons if isinstance(reason, UsersHeldUp)]
        assert [reason for reason in reasons if isinstance(reason, UsersStuck | WorkerDied)]
        write = result_of(reader).systems[0].operations["write"]
        assert write.censored >= 1
        assert write.at_least
        (driver,) = [one.data for one in reader.documents_of(LoadDriver)]
        assert driver.calls.split()[0] == each_driver
