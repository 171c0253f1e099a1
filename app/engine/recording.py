"""What happens, as it enters the session: frames of workers, samples of collectors, events, phases."""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns

from app.driver.frames import Frame
from app.driver.limits import DriverLimit, WorkerSecond, driver_limit
from app.driver.pool import Fact, TargetLoad
from app.driver.series import COLUMNS, column, driver_series
from app.engine.watching import Sample, Watched
from app.histogram import Histogram
from app.session.writer import SessionWriter, Severity
from collectors.series import Reading, Series

SECOND_NS = 1_000_000_000
LATE_S = 1.0
WATCHED_SECONDS = 10
"""The live warning about the driver looks at this many seconds."""

OPM_SERIES = (Series("\\Test\\OPM", "/min", "gauge", "application", 0, better="more"),)
"""DVD Store's own figure: orders since the end of the warm-up, divided by the minutes since then, cut to a whole."""
ENGINE_SERIES = (
    Series("\\Outpace Engine\\Late Samples", "", "gauge", "driver", 0, better="less"),
    Series("\\Outpace Engine\\Commit Time", "s", "gauge", "driver", 1, better="less"),
)


@dataclass(slots=True)
class RecordedTarget:
    """A target under load and what was counted of it in the whole run. number: in its system, from 0."""

    load: TargetLoad
    number: int
    target: int
    operations: Sequence[int]
    engine_series: Sequence[Series]
    embedded: bool
    worker_sources: dict[int, int] = field(default_factory=dict)
    engine_sources: dict[int, int] = field(default_factory=dict)
    last: dict[int, Frame] = field(default_factory=dict)
    orders: int = 0
    rollbacks: int = 0
    errors: int = 0


@dataclass(slots=True)
class RecordedSystem:
    """A system under load. orders_at_reset: counted when the warm-up ended."""

    system: int
    letter: str
    name: str
    target_ids: list[int] = field(default_factory=list)
    targets: list[RecordedTarget] = field(default_factory=list)
    opm_source: int = -1
    orders_at_reset: int = 0
    responses: deque[Histogram] = field(default_factory=lambda: deque(maxlen=WATCHED_SECONDS))
    seconds: deque[WorkerSecond] = field(default_factory=lambda: deque(maxlen=WATCHED_SECONDS))
    measured_responses: Histogram = field(default_factory=Histogram)
    measured_seconds: list[WorkerSecond] = field(default_factory=list)
    limited: bool = False

    @property
    def orders(self) -> int:
        """Of the whole run so far."""
        return sum(target.orders for target in self.targets)


class Recording:
    """Puts frames and samples into the session; keeps the sums that the engine itself needs."""

    def __init__(self, writer: SessionWriter, origin_ns: int) -> None:
        self.writer = writer
        self.systems: list[RecordedSystem] = []
        self.late_samples = 0
        self.start_ns = 0
        self._origin_ns = origin_ns
        self._reset_ns: int | None = None
        self._machine_sources: dict[int, int] = {}
        self._engine_source = writer.add_source("engine", ENGINE_SERIES, 2, system=None)
        self._commit_s = math.nan

    def now_ns(self) -> int:
        """Now, on the session's clock."""
        return perf_counter_ns() - self._origin_ns

    def at_ns(self, perf_ns: int) -> int:
        """A moment of perf_counter_ns on the session's clock."""
        return perf_ns - self._origin_ns

    def add_system(self, name: str, role: str, color: str, facts: Mapping[str, object]) -> None:
        """A system of the scenario, in its order."""
        letter = chr(ord("A") + len(self.systems))
        self.systems.append(RecordedSystem(self.writer.add_system(name, role, color, facts), letter, name))

    def add_target(self, system: RecordedSystem, detail: Mapping[str, object]) -> None:
        """A target of a system, in its order; ready for the load."""
        name = f"target {len(system.target_ids) + 1}"
        system.target_ids.append(self.writer.add_target(system.system, name, detail))

    def put_under_load(
        self, system: RecordedSystem, load: TargetLoad, engine_series: Sequence[Series], *, embedded: bool
    ) -> RecordedTarget:
        """The system's next target gets its load. engine_series: what its workers count of an embedded engine."""
        operations = [self.writer.add_operation(operation.key, operation.timed) for operation in load.operations]
        number = len(system.targets)
        target = RecordedTarget(load, number, system.target_ids[number], operations, engine_series, embedded)
        system.targets.append(target)
        return target

    def begin(self, start_ns: int) -> None:
        """The common start, a moment of perf_counter_ns."""
        self.start_ns = start_ns
        self.writer.start(self.at_ns(start_ns))
        for system in self.systems:
            system.opm_source = self.writer.add_source("cumulative", OPM_SERIES, 1, system=system.system)

    def reset(self, t_s: float) -> None:
        """The warm-up is over at t_s after the start: what is measured counts from here."""
        self._reset_ns = self.start_ns + round(t_s * SECOND_NS)
        for system in self.systems:
            system.orders_at_reset = system.orders
            system.measured_responses = Histogram()
            system.measured_seconds = []

    def stop_measuring(self) -> None:
        """What comes now belongs to no result."""
        self._reset_ns = None

    def event(
        self, kind: str, text: str, *, severity: Severity = "info", system: int | None = None, at_ns: int | None = None
    ) -> None:
        """An event, now or at a moment of perf_counter_ns."""
        t_ns = self.now_ns() if at_ns is None else self.at_ns(at_ns)
        self.writer.event(t_ns, kind, text, severity=severity, system=system)

    def fact(self, system: RecordedSystem, fact: Fact) -> None:
        """Something that a target's workers told."""
        self.event(
            fact.kind,
            f"{system.letter}: {fact.text}",
            severity=fact.severity,
            system=system.system,
            at_ns=fact.t_ns,
        )

    def frame(self, system: RecordedSystem, target: RecordedTarget, frame: Frame) -> None:
        """One interval of one worker."""
        lateness_s = (perf_counter_ns() - self.start_ns - frame.to_ns) / SECOND_NS
        if lateness_s > LATE_S:
            self.late_samples += 1
            text = f"{system.letter}: a frame of worker {frame.worker} came {lateness_s:.1f} s late"
            self.event("late sample", text, severity="warning", system=system.system)
        target.orders += frame.orders
        target.rollbacks += frame.rollbacks
        at_ns = self.at_ns(self.start_ns) + frame.to_ns
        self._latencies(system, target, frame)
        driver, engine = self._sources(system, target, frame.worker)
        self.writer.sample(driver, at_ns, Reading(frame.to_ns / SECOND_NS, tuple(frame.readings)))
        if frame.engine:
            self.writer.sample(engine, at_ns, Reading(frame.engine_time_s, tuple(frame.engine)))
        for trouble in frame.troubles:
            text = f"{system.letter}: {trouble.count} x {trouble.kind}: {trouble.text}"
            if trouble.retried:
                text += " (tried again)"
            else:
                target.errors += trouble.count
            severity: Severity = "info" if trouble.retried else "error"
            self.event(trouble.kind, text, severity=severity, system=system.system)
        self._load_of_worker(system, target, frame)

    def _latencies(self, system: RecordedSystem, target: RecordedTarget, frame: Frame) -> None:
        order = len(target.operations) - 1
        for row in frame.latencies:
            histogram = Histogram.from_bytes(
                row.counts, count=row.count, sum_ns=row.sum_ns, min_ns=row.min_ns, max_ns=row.max_ns
            )
            self.writer.latencies(
                target.target, target.operations[row.operation], frame.tick, frame.from_ns, frame.to_ns, histogram
            )
            if row.operation == order:
                system.responses.append(histogram)
                if self._measures(frame):
                    system.measured_responses.add(histogram)

    def _measures(self, frame: Frame) -> bool:
        return self._reset_ns is not None and self.start_ns + frame.from_ns >= self._reset_ns - SECOND_NS // 10

    def _sources(self, system: RecordedSystem, target: RecordedTarget, worker: int) -> tuple[int, int]:
        if worker not in target.worker_sources:
            number = target.number if len(system.targets) > 1 else None
            target.worker_sources[worker] = self.writer.add_source(
                f"worker {worker}", driver_series(worker, number), len(COLUMNS),
                system=system.system, target=target.target, from_zero=True,
            )  # fmt: skip
            if series := target.engine_series:
                target.engine_sources[worker] = self.writer.add_source(
                    f"embedded engine in worker {worker}", series, 1 + max(max(s.value, s.base) for s in series),
                    system=system.system, target=target.target, from_zero=True,
                )  # fmt: skip
        return target.worker_sources[worker], target.engine_sources.get(worker, -1)

    def _load_of_worker(self, system: RecordedSystem, target: RecordedTarget, frame: Frame) -> None:
        before = target.last.get(frame.worker)
        target.last[frame.worker] = frame
        elapsed_s = (frame.to_ns - frame.from_ns) / SECOND_NS
        if before is None or elapsed_s < 0.5:
            return
        spent_s = frame.readings[column("cpu_s")] - before.readings[column("cpu_s")]
        if target.embedded:
            spent_s -= frame.readings[column("call_cpu_s")] - before.readings[column("call_cpu_s")]
        lag_s = frame.readings[column("wake_up_lag_s")]
        second = WorkerSecond(target.number, frame.worker, frame.tick, max(spent_s, 0) / elapsed_s, lag_s)
        system.seconds.append(second)
        if self._measures(frame):
            system.measured_seconds.append(second)

    def limits(self) -> list[DriverLimit]:
        """Says once for each system that the driver limits it now, and returns what holds for all that was measured."""
        measured = []
        for system in self.systems:
            responses = Histogram()
            for histogram in system.responses:
                responses.add(histogram)
            limit = driver_limit(system.letter, list(system.seconds), responses.percentile_ns(50) / SECOND_NS)
            if limit is not None and not system.limited and len(system.seconds) == WATCHED_SECONDS:
                system.limited = True
                self.event("driver limits", limit.text, severity="warning", system=system.system)
            of_all = driver_limit(
                f"{system.letter} ({system.name})",
                system.measured_seconds,
                system.measured_responses.percentile_ns(50) / SECOND_NS,
            )
            if of_all is not None:
                measured.append(of_all)
        return measured

    def watched(self, watched: Watched) -> None:
        """A source of the driver's own machine introduces itself."""
        self._machine_sources[watched.source] = self.writer.add_source(
            watched.name, watched.series, watched.columns, system=None
        )

    def machine_sample(self, sample: Sample) -> None:
        """One reading of the driver's own machine."""
        if sample.trouble:
            self.event("collector", sample.trouble, severity="warning")
            return
        source = self._machine_sources[sample.source]
        self.writer.sample(source, self.at_ns(sample.at_ns), Reading(sample.time_s, tuple(sample.values)))

    def commit(self) -> None:
        """Once a second. Raises SessionError where the disk refuses; nothing is lost by trying again."""
        began_ns = self.now_ns()
        self._cumulative(began_ns)
        reading = Reading(began_ns / SECOND_NS, (float(self.late_samples), self._commit_s))
        self.writer.sample(self._engine_source, began_ns, reading)
        self.writer.commit()
        self._commit_s = (self.now_ns() - began_ns) / SECOND_NS

    def _cumulative(self, t_ns: int) -> None:
        if self._reset_ns is None:
            return
        elapsed_s = (t_ns - self.at_ns(self._reset_ns)) / SECOND_NS
        for system in self.systems:
            if elapsed_s > 0:
                opm = math.floor(60 * (system.orders - system.orders_at_reset) / elapsed_s)
                self.writer.sample(system.opm_source, t_ns, Reading(t_ns / SECOND_NS, (float(opm),)))
