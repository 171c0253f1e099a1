# SPDX-License-Identifier: Apache-2.0
"""Real engine runs for tests: the program as a process, on a small embedded pair."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TypeVar

import psutil

from app.model.events import DriverLimits, LateSamples
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from tests.support.program import Program

T = TypeVar("T")
U = TypeVar("U")
PATIENCE_S = 200.0
"""Timeout in seconds for anything that is fast on an idle machine: a busy one may take fifty times as long."""

SCENARIO = """
title = "Two journals, shortly"

[workload]
name = "dvdstore"
db_size = "{size}"
users = {users}
think_time_s = {think_s}

[plan]
name = "timed"
ramp_users_per_s = 20
warmup_s = {warmup_s}
run_s = {run_s}

[[systems]]
name = "Rollback journal"
role = "baseline"
facts = {{ Disks = 1, Price = 100 }}
[[systems.targets]]
engine = "sqlite"
journal = "rollback"
folder = "databases"

[[systems]]
name = "Write-ahead log"
role = "challenger"
[[systems.targets]]
engine = "sqlite"
journal = "wal"
folder = "databases"
"""


def scenario_file(
    folder: Path, *, size: str = "1MB", users: int = 4, think_s: float = 0.1, warmup_s: float = 1, run_s: float = 600
) -> Path:
    """Write a scenario with its databases below the folder."""
    path = folder / "scenario.toml"
    text = SCENARIO.format(size=size, users=users, think_s=think_s, warmup_s=warmup_s, run_s=run_s)
    path.write_text(text, encoding="utf-8")
    return path


def plan_file(folder: Path, name: str, plan: str, *, top: str = "", users: int = 2, think_s: float = 0.04) -> Path:
    """Write a scenario of the same pair with another plan.

    `plan` contains the keys of the plan's table, `top` keys before the first table.
    """
    text = scenario_file(folder, users=users, think_s=think_s).read_text(encoding="utf-8")
    before, _, rest = text.partition("[plan]")
    path = folder / f"{name}.toml"
    path.write_text(f"{top}\n{before}[plan]\n{plan}\n[[systems]]{rest.partition('[[systems]]')[2]}", encoding="utf-8")
    return path


def outpace(
    *arguments: object, cwd: Path | None = None, timeout_s: float = PATIENCE_S
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    with Program(*arguments, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            out, err = process.communicate(timeout=timeout_s)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def ended_whole(answer: subprocess.CompletedProcess[str], session: Path) -> None:
    """Check that the run is valid, or invalid only because of a busy machine."""
    assert answer.returncode in {0, 1}, answer.stdout + answer.stderr
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert all(isinstance(reason, DriverLimits | LateSamples) for reason in reader.end.reasons), reader.end.reasons
        assert reader.end.valid == (answer.returncode == 0)


@contextmanager
def running(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run a command while the block runs; if the test leaves it running, kill it with its children."""
    process = Program(
        *arguments,
        stdin=subprocess.PIPE if "--control" in arguments else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


_followed: ContextVar[dict[Path, SessionReader] | None] = ContextVar("_followed", default=None)
"""Sessions that `until` keeps open while this thread waits; None if it does not wait."""


def until(seen: Callable[[], T], seconds: float = PATIENCE_S) -> T:
    """Wait until a condition holds, or fail.

    The polling interval leaves processor time for the run. Sessions that the condition reads with `so_far` stay open.
    """
    end = time.perf_counter() + seconds
    readers: dict[Path, SessionReader] = {}
    before = _followed.set(readers)
    try:
        while (began := time.perf_counter()) < end:
            if found := seen():
                return found
            time.sleep(min(max(0.05, 9 * (time.perf_counter() - began)), 0.5))
    finally:
        _followed.reset(before)
        for reader in readers.values():
            reader.close()
    raise AssertionError(f"not seen within {seconds} s")


def at_rest(size: Callable[[], T], read: Callable[[], U]) -> tuple[T, U]:
    """Return a size and what was read while it did not change, because servers grow their files in the background."""

    def seen() -> tuple[T, U] | None:
        before, found = size(), read()
        return (before, found) if size() == before else None

    found = until(seen)
    assert found is not None
    return found


@contextmanager
def so_far(session: Path) -> Iterator[SessionReader]:
    """Read the session recorded so far. Within `until`, it stays open, ten times as fast as reopening it."""
    if (readers := _followed.get()) is None:
        with SessionReader.open(session) as reader:
            yield reader
    elif (reader := readers.get(session)) is None:
        yield readers.setdefault(session, SessionReader.open(session))
    else:
        reader.poll()
        yield reader


def phase_of(session: Path) -> str:
    """Return a session's current phase, or "" if it cannot be read yet."""
    try:
        with so_far(session) as reader:
            return reader.phases[-1].name if reader.phases else ""
    except SessionError:
        return ""


def recorded_s(session: Path) -> float:
    """Return the seconds recorded in a session since its common start."""
    with so_far(session) as reader:
        return reader.length_s


def measured_s(session: Path) -> float:
    """Return how many seconds the session has been measuring."""
    with so_far(session) as reader:
        phases = [phase for phase in reader.phases if phase.name == "measure"]
        return reader.length_s - phases[0].from_s if phases else 0.0


def has_ended(session: Path) -> bool:
    """Return whether the session has ended."""
    with so_far(session) as reader:
        return reader.end is not None


def children_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return a process's running descendants."""
    return psutil.Process(process.pid).children(recursive=True)


def cpu_s(process: psutil.Process) -> float:
    """Return a process's processor time; 0 if it has ended."""
    try:
        return sum(process.cpu_times()[:2])
    except psutil.NoSuchProcess:
        return 0.0
