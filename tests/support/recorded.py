# SPDX-License-Identifier: Apache-2.0
"""Synthetic sessions: written by the real SessionWriter, with figures from a seed. Nothing here was measured."""

import contextlib
import datetime
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import apsw
import numpy as np

from app.driver.series import COLUMNS, driver_series
from app.model.documents import MeasuredStep, MeasuredSystem, PhaseDetail, PhaseLoad, TargetDetail
from app.model.events import Checkpoint, OperationErrors, TargetPlace
from app.model.histogram import Histogram
from app.model.messages import Message, Sentence
from app.scenario.reading import ScenarioFile, read_scenario
from app.session.seal import recorded_hash
from app.session.writer import SessionWriter
from collectors.series import Layer, Reading, Series

SECOND = 1_000_000_000
OPERATIONS = ("login", "new_customer", "browse_category", "purchase", "order")
IO_COLUMNS = ("calls", "bytes", "time_s", "queue_s")
ROLES = ("database", "log")


def messages(texts: Sequence[str | Message]) -> list[Message]:
    """Return texts as messages."""
    return [Sentence(text=one) if isinstance(one, str) else one for one in texts]


@dataclass(frozen=True)
class SyntheticSystem:
    """Parameters of a system.

    Attributes:
        transfers: number of file calls per order.
        latency_s: median latency of a file call.
        dip_every_s: interval of slow seconds, 0 for none.
    """

    name: str
    role: str
    orders_per_s: float
    transfers: float = 20.0
    latency_s: float = 0.002
    dip_every_s: int = 0
    color: str = ""
    layer: Layer = "engine file"


PAIR = (
    SyntheticSystem("Rollback journal", "baseline", 95.0, 65.0, 0.0034, 29),
    SyntheticSystem("Write-ahead log", "challenger", 182.0, 70.0, 0.0005),
)
FAR_APART = (
    SyntheticSystem("15K SAS", "baseline", 4.0, 60.0, 0.0214),
    SyntheticSystem("NVMe", "challenger", 160.0, 80.0, 0.00009),
)
TRIO = (*PAIR, SyntheticSystem("Write-ahead log, NORMAL", "challenger", 260.0, 50.0, 0.0003))


@cache
def demo() -> ScenarioFile:
    """Return the built-in scenario, read once."""
    return read_scenario("embedded-demo")


def io_series(layer: Layer) -> list[Series]:
    """Return some of the embedded engine's file counters, with columns for both roles and their total."""
    series = []
    for number, instance in enumerate((*ROLES, "_Total")):
        first = number * len(IO_COLUMNS)
        own = f"\\Engine File({instance})\\"
        series += [
            Series(f"{own}Transfers/sec", "/s", "rate", layer, first),
            Series(f"{own}Bytes/sec", "B/s", "rate", layer, first + 1),
            Series(f"{own}Avg. sec/Transfer", "s", "average", layer, first + 2, first, better="less"),
            Series(f"{own}Avg. Queue Length", "", "rate", layer, first + 3),
        ]
    return series


class SyntheticRun:
    """Session that grows by one `second` at a time."""

    def __init__(
        self,
        path: Path,
        systems: Sequence[SyntheticSystem] = PAIR,
        *,
        title: str = "",
        seed: int = 1,
        users: int = 8,
        warm_up_s: int = 5,
        started: bool = True,
        scenario_toml: str = "",
        facts: Sequence[Mapping[str, object]] = (),
    ) -> None:
        """Begin a session.

        Args:
            path: path of the session file.
            systems: parameters of the systems.
            title: title of the scenario.
            seed: seed of the random figures.
            users: number of users of each system.
            warm_up_s: length of the warm-up.
            started: whether to call `start`.
            scenario_toml: scenario; if empty, the embedded demo's.
            facts: facts of each system.
        """
        scenario = demo()
        self.path = path
        self.systems = systems
        self.tick = 0
        self.users = users
        self._warm_up_s = warm_up_s
        self._rng = np.random.default_rng(seed)
        title = title or "Synthetic: " + scenario.scenario.title
        self.writer = SessionWriter.create(
            path, title=title, scenario_toml=scenario_toml or scenario.text, clock_origin_ns=0
        )
        self._ids: list[int] = []
        self._targets: list[int] = []
        for number, system in enumerate(systems):
            own = facts[number] if number < len(facts) else {"Figures": "synthetic"}
            self._ids.append(self.writer.add_system(system.name, system.role, system.color, own))
            detail = TargetDetail(
                engine="SQLite",
                database="DVD Store 10MB",
                settings={"journal": "write-ahead log", "synchronous": "FULL"},
            )
            self._targets.append(self.writer.add_target(self._ids[-1], "target 1", detail))
        self._operations = [self.writer.add_operation(key, True) for key in OPERATIONS]
        self._driver: list[int] = []
        self._files: list[int] = []
        self._raw: list[np.ndarray] = []
        self._files_raw: list[np.ndarray] = []
        self._cpu = 0.0
        self._machine = 0
        self._stopped: dict[str, OperationErrors] = {}
        self._hung: dict[str, int] = {}
        self.start_ns = 0
        if started:
            self.start()
        self.writer.commit()

    def building(self, done: float, total: float, text: str = "") -> None:
        """Add a progress row before the start."""
        self.writer.progress(SECOND, f"Building {self.systems[0].name}", done, total, text)
        self.writer.commit()

    def start(self, at_s: float = 2.0) -> None:
        """Start all systems, with the sources of both."""
        self.start_ns = round(at_s * SECOND)
        for number, (system, system_id, target) in enumerate(zip(self.systems, self._ids, self._targets, strict=True)):
            self._add_workers(number, system_id, target)
            columns = len(IO_COLUMNS) * (len(ROLES) + 1)
            self._files.append(
                self.writer.add_source("files", io_series(system.layer), columns, system=system_id, target=target)
            )
            self._raw.append(np.zeros(len(COLUMNS)))
            self._files_raw.append(np.zeros(columns))
        busy = Series("\\Processor(_Total)\\% Processor Time", "%", "rate", "machine", 0, scale=100.0)
        self._machine = self.writer.add_source("processor", [busy], 1, system=None)
        self.writer.start(self.start_ns)
        self.writer.phase(self.start_ns, "ramp")
        self.writer.event(self.start_ns, Sentence(text="all systems started"), kind="start")
        self.writer.commit()

    def _add_workers(self, _number: int, system: int, target: int) -> None:
        """Add the sources of a system's workers."""
        self._driver.append(
            self.writer.add_source(
                "worker", driver_series(1), len(COLUMNS), system=system, target=target, from_zero=True
            )
        )

    def _sample_workers(self, number: int, t_ns: int) -> None:
        """Add the workers' figures for a second; _raw has the sums."""
        self.writer.sample(self._driver[number], t_ns, Reading(float(self.tick), tuple(self._raw[number])))

    def second(self) -> None:
        """Add a second on every system, committed."""
        self.seconds(1)

    def seconds(self, number: int) -> None:
        """Add several seconds in one commit."""
        for _ in range(number):
            self._second()
        self.writer.commit()

    def stop(self, letter: str, sort: str = "disk full", text: str = "database or disk is full") -> None:
        """Make all calls of a system fail from now on."""
        place, error = TargetPlace(system=letter), Sentence(text=text)
        self._stopped[letter] = OperationErrors(place=place, sort=sort, count=12, error=error, retried=False)

    def hang(self, letter: str) -> None:
        """Make all calls of a system hang from now on: no call returns or fails."""
        self._hung[letter] = self.tick

    def work_again(self, letter: str) -> None:
        """Let the calls of a system succeed again."""
        self._stopped.pop(letter, None)
        self._hung.pop(letter, None)

    def finish(
        self, *, valid: bool = True, reasons: Sequence[str | Message] = (), warnings: Sequence[str | Message] = ()
    ) -> Path:
        """End the recording. Strings in `reasons` and `warnings` are converted to messages."""
        self.writer.finish(self._ns(self.tick), valid=valid, reasons=messages(reasons), warnings=messages(warnings))
        return self.path

    def _ns(self, seconds: float) -> int:
        return self.start_ns + round(seconds * SECOND)

    def _second(self) -> None:
        tick = self.tick
        if tick == 1:
            self.writer.phase(self._ns(1), "warm-up")
        if tick == 1 + self._warm_up_s:
            self.writer.phase(self._ns(tick), "measure")
            self.writer.event(self._ns(tick), Sentence(text="warm-up ended, measuring"), kind="phase")
        self.tick += 1
        for number, system in enumerate(self.systems):
            self._second_of(number, system, tick)
        self._cpu += 0.4 + 0.1 * self._rng.random()
        self.writer.sample(self._machine, self._ns(self.tick), Reading(float(self.tick), (self._cpu,)))

    def _second_of(self, number: int, system: SyntheticSystem, tick: int) -> None:
        rng, t_ns = self._rng, self._ns(self.tick)
        dip = system.dip_every_s > 0 and tick % system.dip_every_s == system.dip_every_s - 1
        rate = system.orders_per_s * (0.4 if dip else 1.0)
        orders = int(rng.poisson(rate))
        if (failed := self._stopped.get("ABCDEFGH"[number])) is not None:
            orders = 0
            self._raw[number][COLUMNS.index("errors")] += failed.count
            self.writer.event(t_ns, failed, severity="error", system=self._ids[number])
        hung_s = self.tick - self._hung.get("ABCDEFGH"[number], self.tick)
        orders = 0 if hung_s else orders
        latency_s = system.latency_s * (4.0 if dip else 1.0) * rng.lognormal(0.0, 0.12)
        if dip:
            self.writer.event(t_ns - SECOND // 2, Checkpoint(system="ABCDEFGH"[number]), system=self._ids[number])
        raw = self._raw[number]
        busy_s = orders / max(rate, 1.0) * self.users * 0.6
        for name, more in (
            ("orders", orders), ("rollbacks", int(rng.binomial(orders, 0.02))), ("response_s", busy_s),
            ("in_progress_s", busy_s),
            ("think_s", self.users - busy_s), ("cpu_s", 0.31 + 0.1 * number + 0.02 * rng.random()),
        ):  # fmt: skip
            raw[COLUMNS.index(name)] += more
        for name, value in (
            ("users_alive", self.users), ("users_requested", self.users), ("wake_up_lag_s", 0.0003),
            ("users_stalled", self.users if hung_s > 10 else 0),
        ):  # fmt: skip
            raw[COLUMNS.index(name)] = value
        self._sample_workers(number, t_ns)
        files = self._files_raw[number]
        for role, share in enumerate((0.7, 0.3)):
            calls = round(orders * system.transfers * share)
            more = np.array([calls, calls * 4096, calls * latency_s, min(calls * latency_s, 64.0)])
            files[role * len(IO_COLUMNS) : (role + 1) * len(IO_COLUMNS)] += more
            files[len(ROLES) * len(IO_COLUMNS) :] += more
        self.writer.sample(self._files[number], t_ns, Reading(float(self.tick), tuple(files)))
        drawn_s = np.empty(0)
        for position, operation in enumerate(self._operations):
            histogram = Histogram()
            middle = system.latency_s * (1 + position) * (4.0 if dip else 1.0)
            if OPERATIONS[position] == "order":
                drawn_s *= 1.25  # a purchase and the calls before it
            else:
                drawn_s = rng.lognormal(np.log(middle), 0.5, orders)
            histogram.record((drawn_s * 1e9).astype(np.int64))
            self.writer.latencies(self._targets[number], operation, tick, self._ns(tick), self._ns(tick + 1), histogram)


_RECORDED: dict[tuple[object, ...], bytes] = {}


def recorded(
    path: Path, systems: Sequence[SyntheticSystem] = PAIR, *, seconds: int = 90, title: str = "", seed: int = 1
) -> Path:
    """Return a finished synthetic session of this many seconds.

    Each process records a session only once; later calls copy it, giving it a new identity, time and seal.
    """
    key = (tuple(systems), seconds, title, seed, time.strftime("%z %Z"))
    if (before := _RECORDED.get(key)) is None:
        run = SyntheticRun(path, systems, title=title, seed=seed)
        run.seconds(seconds)
        _RECORDED[key] = run.finish().read_bytes()
        return path
    with path.open("xb") as file:
        file.write(before)
    with contextlib.closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            now = datetime.datetime.now(datetime.UTC).isoformat()
            connection.execute("UPDATE session SET uuid = ?, created_utc = ?", (str(uuid.uuid4()), now))
            connection.execute("UPDATE finish SET hash = ?", (recorded_hash(connection),))
    return path


def race_run(path: Path, finished: Mapping[str, float | None], seconds: int = 15) -> SyntheticRun:
    """Record a race of 1,000 orders that began after 3 s.

    Args:
        path: Session file.
        finished: Recorded results in seconds since the race's start, None for a system that did not finish; empty if
            the race has not ended.
        seconds: How long the race is observed.
    """
    scenario = '[workload]\nname = "dvdstore"\n[plan]\nname = "race"\norders = 1000\n'
    run = SyntheticRun(path, PAIR, warm_up_s=10_000, scenario_toml=scenario)
    run.seconds(3)
    loads = {letter: PhaseLoad(users=8, rate=0) for letter in "AB"}
    run.writer.phase(run.start_ns + 3 * SECOND, "measure", detail=PhaseDetail(users=8, systems=loads))
    run.seconds(seconds)
    if finished:
        finish_race(run, finished)
    return run


def finish_race(run: SyntheticRun, finished: Mapping[str, float | None]) -> None:
    """Record the results of a race, in seconds since its start; None for a system that did not finish."""
    systems = {
        letter: MeasuredSystem(users=8, rate=0, orders=1000, finished_s=seconds) for letter, seconds in finished.items()
    }
    step = MeasuredStep(from_s=3, to_s=run.tick, systems=systems)
    run.writer.document(run.start_ns + run.tick * SECOND, step, name="8 users", run=1)
