# SPDX-License-Identifier: Apache-2.0
"""The driver's calls per second compared with the same calls in a bare loop.

DVD Store, 10 MB, write-ahead log. Baselines, in one process without users or timing: the same SQL over the standard
library's sqlite3 (calls recorded before; "sqlite3"), in one thread and in 8 threads with a connection each and one
writer lock, and the workload's calls in one thread ("own calls"). Driver: one worker with 1 and with 8 users, with the
native and the Python driver. Rounds are interleaved; each starts with a restored database.

    python -m tests.benchmarks.driver_calls [--rounds 7] [--seconds 3] [--synchronous full|normal|off]
"""

import argparse
import contextlib
import itertools
import os
import random
import sqlite3
import statistics
import tempfile
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import apsw

from app.databases.sqlite.embedded_engine import SqliteSettings
from app.driver.load import Load, stream
from app.driver.target_load import TargetLoad
from app.model.workloads import DvdStore
from app.native.native_library import CHOICE
from app.workloads.cycle_language import Request
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.dvdstore.sqlite.store import FORMS
from app.workloads.dvdstore.statements import statement
from app.workloads.workload import Call
from tests.benchmarks.kept import add_option, keep
from tests.support.driver_run import started
from tests.support.dvdstores import build, restore, working_path

WARM_UP_S = 1.0
RECORDED_A_SECOND = 60_000
"""More calls than the bare loop can perform, so that none is repeated: re-adding a customer would cost nothing."""
DRIVERS, USERS = ("native", "python"), ("1 user", "8 users")


def own_calls(workload: EmbeddedWorkload, rng: random.Random) -> Generator[tuple[Call, Any], None, None]:
    """Yield the calls of one user forever, each with its result."""
    user = workload.user(rng)
    try:
        while True:
            cycle = user.cycle()
            result = None
            with contextlib.suppress(StopIteration):
                while True:
                    call = cycle.send(result)
                    result = call.function(*call.arguments)
                    yield call, result
    finally:
        user.close()


def calls_per_second(make_call: Callable[[], object], seconds: float) -> float:
    """Return the calls per second after the warm-up."""
    end_s = perf_counter() + WARM_UP_S
    while perf_counter() < end_s:
        make_call()
    calls, began_s = 0, perf_counter()
    end_s = began_s + seconds
    while perf_counter() < end_s:
        make_call()
        calls += 1
    return calls / (perf_counter() - began_s)


class OverSqlite3:
    """SQL of the recorded calls, run with the standard library's sqlite3."""

    def __init__(self, path: Path, synchronous: str, cache_mb: float, writer: threading.Lock) -> None:
        self._writer = writer
        self.connection = sqlite3.connect(path, isolation_level=None, cached_statements=64)
        self.connection.execute(f"PRAGMA synchronous = {synchronous}")
        self.connection.execute(f"PRAGMA cache_size = {-round(cache_mb * 1024)}")
        self.connection.execute("PRAGMA temp_store = memory")
        self.connection.execute("PRAGMA foreign_keys = on")
        self._execute = self.connection.cursor().execute
        self._new = statement("new_customer")
        text = "\n".join(line for line in statement("purchase").splitlines() if not line.startswith("--"))
        self._purchase = [part.strip() for part in text.split(";")]

    def made(self, request: Request) -> Callable[[], object]:
        """Return a recorded call as a function without parameters."""
        name, arguments = request.procedure.name, FORMS.bound(request)
        if name == "purchase":
            values = dict(zip(FORMS.names[name], arguments, strict=True))
            return lambda: self._buy(values)
        if name == "new_customer":
            return lambda: self._add(arguments)
        sql = statement(name)
        return lambda: self._execute(sql, arguments).fetchall()

    def _add(self, arguments: tuple[Any, ...]) -> list[Any]:
        with self._writer:
            return self._execute(self._new, arguments).fetchall()

    def _buy(self, values: dict[str, int | str | None]) -> int | None:
        with self._writer:
            try:
                for part in self._purchase:
                    self._execute(part, values if ":" in part else ())
            except sqlite3.IntegrityError:
                if self.connection.in_transaction:
                    self._execute("ROLLBACK")
                return 0
            return self._execute("SELECT LAST_INSERT_ROWID()").fetchone()  # type: ignore[no-any-return]


def sqlite3_threads(
    path: Path,
    synchronous: str,
    cache_mb: float,
    recorded: Sequence[Request],
    threads: int,
    seconds: float,
) -> float:
    """Return the calls per second of bare loops in `threads` threads, each with its own connection and calls."""
    writer = threading.Lock()

    def loop(part: int) -> float:
        bare = OverSqlite3(path, synchronous, cache_mb, writer)
        waiting = iter([bare.made(call) for call in recorded[part::threads]])
        together.wait()
        rate = calls_per_second(lambda: next(waiting)(), seconds)  # noqa: PLW0108
        bare.connection.close()
        return rate

    together = threading.Barrier(threads)
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(loop, range(threads)))


def driver(workload: EmbeddedWorkload, users: int, seconds: float, choice: str) -> float:
    """Return the calls per second in the full frames after the first, with the driver "native" or "python"."""
    os.environ[CHOICE] = choice
    with TargetLoad(workload, Load(users=users, seed=1, max_workers=1, embedded=True)) as pool:
        result = started(pool)
        result.follow(pool, seconds + WARM_UP_S + 0.3)
        pool.stop(10)
    frames = result.frames[1:]
    calls = sum(part.count for frame in frames for part in frame.latencies if part.operation < result.order)
    return calls / sum((frame.to_ns - frame.from_ns) / 1e9 for frame in frames)


def main() -> None:
    """Print the medians and the median of the rounds' ratios."""
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--seconds", type=float, default=3)
    options.add_argument("--synchronous", choices=("full", "normal", "off"), default="full")
    add_option(options)
    given = options.parse_args()
    settings, parameters = SqliteSettings("wal", given.synchronous), DvdStore()
    found: dict[str, list[float]] = {
        "sqlite3": [],
        "sqlite3, 8 threads": [],
        "own calls": [],
        **{f"{choice}, {users}": [] for users in USERS for choice in DRIVERS},
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        workload = EmbeddedWorkload(folder, parameters, settings)

        def fresh() -> None:
            restore(folder, parameters, settings, lambda *_: None, lambda: False)

        build(folder, parameters, lambda *_: None, lambda: False)
        fresh()
        rng = stream(Load(users=1, seed=1), 0, "user", 0)
        recording = EmbeddedWorkload(folder, parameters, SqliteSettings("wal", "off"))
        recording.open()
        calls = own_calls(recording, rng)
        number = round(RECORDED_A_SECOND * (given.seconds + WARM_UP_S))
        recorded = [call.arguments[0] for call, _ in itertools.islice(calls, number)]
        calls.close()
        recording.close()
        for number in range(given.rounds):
            for what, values in found.items():
                fresh()
                if what.startswith("sqlite3"):
                    threads = 1 if what == "sqlite3" else 8
                    path, cache_mb = working_path(folder), settings.cache_mb
                    rate = sqlite3_threads(path, given.synchronous, cache_mb, recorded, threads, given.seconds)
                    values.append(rate)
                elif what == "own calls":
                    workload.open()
                    calls = own_calls(workload, stream(Load(users=1, seed=1), 0, "user", 0))
                    values.append(calls_per_second(calls.__next__, given.seconds))
                    calls.close()
                    workload.close()
                else:
                    choice, users = what.split(", ")
                    values.append(driver(workload, int(users.split()[0]), given.seconds, choice))
            print(number, *(f"{what}: {values[-1]:.0f}/s" for what, values in found.items()), flush=True)
    print(f"APSW {apsw.sqlitelibversion()}, sqlite3 {sqlite3.sqlite_version}, synchronous={given.synchronous}")
    for what, values in found.items():
        print(f"{what:18} median {statistics.median(values):8.0f} calls/s")
    for what, base in (
        *((f"{choice}, 1 user", base) for choice in DRIVERS for base in ("sqlite3", "own calls")),
        *((f"{choice}, 8 users", base) for choice in DRIVERS for base in ("sqlite3, 8 threads", "sqlite3")),
    ):
        ratios = [a / b for a, b in zip(found[what], found[base], strict=True)]
        print(f"{what} / {base}: {statistics.median(ratios):.2f}")
        if given.keep:
            keep("driver_calls", {f"calls/s, {what} / {base}": ratios})


if __name__ == "__main__":
    main()
