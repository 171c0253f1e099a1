# SPDX-License-Identifier: Apache-2.0
"""Recording of a run in its session: frames of workers, samples of collectors, events, phases."""

import math
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns

import msgspec

from app.driver.limits import WorkerSecond, driver_limit
from app.driver.series import COLUMNS, column, driver_series
from app.driver.target_load import Fact, TargetLoad
from app.driver.worker_messages import Frame
from app.model.censoring import censored
from app.model.documents import LoadDriver, SourceDetail, TargetDetail, UnderWay
from app.model.events import DriverLimits, LateSample, OperationErrors, TargetPlace, WorkerEvent
from app.model.histogram import Histogram
from app.model.messages import Message, Sentence
from app.model.steps import ORDER
from app.session.latency import merged
from app.session.packed_latencies import Counts
from app.session.writer import SessionWriter, Severity
from app.workloads.storage_io.verified_blocks import WRONG_DATA
from app.workloads.workload import CONNECT
from collectors.series import Reading, Series

SECOND_NS = 1_000_000_000
LATE_S = 1.0
KEPT_TICKS = 16
"""Seconds of data to keep in memory, because a step's result is computed within this time after its end."""
WATCHED_SECONDS = 10
"""Length in seconds of the window for the live warning about the driver."""

OPM_SERIES = (Series("\\Test\\OPM", "/min", "gauge", "application", 0, better="more"),)
"""DVD Store's own figure: orders since the end of the warm-up, divided by the minutes since then, rounded down."""
ENGINE_SERIES = (
    Series("\\Outpace Engine\\Late Samples", "", "gauge", "driver", 0, better="less"),
    Series("\\Outpace Engine\\Commit Time", "s", "gauge", "driver", 1, better="less"),
)


@dataclass(slots=True)
class TickLatencies:
    """Latencies of one operation in one tick, over all workers of a target that have reported: one row in the session.

    Attributes:
        from_ns: earliest start of the workers' intervals, since the common start.
        to_ns: latest end of the workers' intervals, since the common start.
    """

    from_ns: int
    to_ns: int
    rows: list[Counts] = field(default_factory=list)


@dataclass(slots=True)
class RecordedTarget:
    """Target under load, with its counts since the start of the load.

    Attributes:
        place: position among all databases of the run.
        number: position within its system, from 0.
        folds: latencies to write at the next commit, by tick, operation, and whether they are in the measured window.
        calls: completed calls, by key of the operation.
        under_way: long-running calls at the end of a tick, by worker; for recent ticks and the window's end.
        disconnects: connections lost or refused.
        connections_lost: established connections that were lost.
        lost_text: message of the last disconnect.
    """

    load: TargetLoad
    place: int
    number: int
    target: int
    operations: Sequence[int]
    engine_series: Sequence[Series]
    worker_sources: dict[int, int] = field(default_factory=dict)
    engine_sources: dict[int, int] = field(default_factory=dict)
    folds: dict[tuple[int, int, bool], TickLatencies] = field(default_factory=dict)
    last: dict[int, Frame] = field(default_factory=dict)
    under_way: dict[int, dict[int, Sequence[tuple[int, int]]]] = field(default_factory=dict)
    orders: int = 0
    rollbacks: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    errors: int = 0
    disconnects: int = 0
    connections_lost: int = 0
    lost_text: str = ""

    def ages_s(self, tick: int) -> dict[str, list[float]]:
        """Return the ages, in seconds, of the long-running calls at the end of a tick, by operation."""
        return self.named_ages_s(self.under_way.get(tick, {}).values())

    def named_ages_s(self, workers: Iterable[Sequence[tuple[int, int]]]) -> dict[str, list[float]]:
        """Return the ages, in seconds, of several workers' calls in flight, by operation."""
        ages_s: dict[str, list[float]] = {}
        for calls in workers:
            for operation, age_ns in calls:
                ages_s.setdefault(self.load.operations[operation].key, []).append(round(age_ns / SECOND_NS, 6))
        return ages_s

    @property
    def missed_arrivals(self) -> int:
        """Missed arrivals of the open loop so far."""
        return sum(round(frame.readings[column("missed")]) for frame in self.last.values())


@dataclass(slots=True)
class LoadCounts:
    """Counts of a system in its earlier loads."""

    orders: int = 0
    errors: int = 0
    missed: int = 0


@dataclass(slots=True)
class RecordedSystem:
    """System under load.

    Attributes:
        targets: targets that are under load now.
        measured_orders: orders since the end of the warm-up.
        opm_ns: time of the latest cumulative orders per minute, in ns since the start.
        error_sorts: number of errors of each kind in the whole run, with the text of the first.
        responses: response histograms of the last WATCHED_SECONDS, with their ticks.
        seconds: workers' figures of the last WATCHED_SECONDS.
        wrong_data: reads that returned data other than what was written.
        wrong_text: message of the first such read.
        step_orders: orders of the current step, by tick.
    """

    system: int
    letter: str
    name: str
    target_ids: list[int] = field(default_factory=list)
    targets: list[RecordedTarget] = field(default_factory=list)
    opm_source: int = -1
    measured_orders: int = 0
    opm_ns: int = 0
    error_sorts: dict[str, tuple[int, str]] = field(default_factory=dict)
    responses: deque[tuple[int, Histogram]] = field(default_factory=deque)
    seconds: deque[WorkerSecond] = field(default_factory=deque)
    measured_responses: Histogram = field(default_factory=Histogram)
    measured_seconds: list[WorkerSecond] = field(default_factory=list)
    limited: bool = False
    wrong_data: int = 0
    wrong_text: str = ""
    step_orders: dict[int, int] = field(default_factory=dict)
    earlier: LoadCounts = field(default_factory=LoadCounts)

    @property
    def orders(self) -> int:
        """Orders of the whole run so far."""
        return self.earlier.orders + sum(target.orders for target in self.targets)

    @property
    def errors(self) -> int:
        """Errors of the whole run so far."""
        return self.earlier.errors + sum(target.errors for target in self.targets)

    @property
    def beside(self) -> bool:
        """True if any of its targets runs on the cores of this machine."""
        return any(target.load.beside for target in self.targets)

    @property
    def missed_arrivals(self) -> int:
        """Missed arrivals of the whole run so far."""
        return self.earlier.missed + sum(target.missed_arrivals for target in self.targets)

    def leave(self) -> None:
        """Note that the targets are no longer under load; another load may follow."""
        self.earlier = LoadCounts(self.orders, self.errors, self.missed_arrivals)
        self.targets = []
        self.seconds.clear()
        self.responses.clear()

    def watch(self) -> int:
        """Discard everything before the last WATCHED_SECONDS; return how many seconds remain."""
        if not self.seconds:
            return 0
        newest = max(second.tick for second in self.seconds)
        while self.seconds[0].tick <= newest - WATCHED_SECONDS:
            self.seconds.popleft()
        while self.responses and self.responses[0][0] <= newest - WATCHED_SECONDS:
            self.responses.popleft()
        return newest - self.seconds[0].tick + 1


def place_of(system: RecordedSystem, target: RecordedTarget) -> TargetPlace:
    """Return the place of a target in messages."""
    return TargetPlace(system=system.letter, target=target.number + 1 if len(system.targets) > 1 else 0)


class Recording:
    """Writer of frames and samples to the session, which keeps the totals that the engine needs."""

    def __init__(self, writer: SessionWriter, origin_ns: int) -> None:
        self.writer = writer
        self.systems: list[RecordedSystem] = []
        self.frames = 0
        self.late_samples = 0
        self.late_by_agent: dict[str, int] = {}
        self._standstills: list[tuple[int, int]] = []
        self.start_ns = 0
        self._origin_ns = origin_ns
        self._reset_ns: int | None = None
        self._window_tick = -1
        self._drivers: list[tuple[int, LoadDriver]] = []
        self._stopping = False
        self._ended_tick: int | None = None
        self._engine_source = writer.add_source("engine", ENGINE_SERIES, 2, system=None)
        self._commit_s = math.nan

    def now_ns(self) -> int:
        """Return the current time on the session's clock, in nanoseconds."""
        return perf_counter_ns() - self._origin_ns

    def at_ns(self, perf_ns: int) -> int:
        """Convert a time of perf_counter_ns to the session's clock."""
        return perf_ns - self._origin_ns

    def add_system(self, name: str, role: str, color: str, facts: Mapping[str, object]) -> None:
        """Add the next system of the scenario."""
        letter = chr(ord("A") + len(self.systems))
        self.systems.append(RecordedSystem(self.writer.add_system(name, role, color, facts), letter, name))

    def add_target(self, system: RecordedSystem, detail: TargetDetail) -> None:
        """Add the next target of a system, once it is ready for the load."""
        name = f"target {len(system.target_ids) + 1}"
        system.target_ids.append(self.writer.add_target(system.system, name, detail))

    def put_under_load(
        self, system: RecordedSystem, place: int, load: TargetLoad, engine_series: Sequence[Series]
    ) -> RecordedTarget:
        """Put the system's next target under load.

        Args:
            system: system of the target.
            place: position of the target among all databases of the run.
            load: workers of the target.
            engine_series: counters of an embedded engine in its workers.
        """
        operations = [self.writer.add_operation(operation.key, operation.timed) for operation in load.operations]
        number = len(system.targets)
        target = RecordedTarget(load, place, number, system.target_ids[number], operations, engine_series)
        system.targets.append(target)
        return target

    def leave(self) -> None:
        """End the load on every system; another load may follow."""
        self._fold()
        for system in self.systems:
            system.leave()
        self._stopping = False
        self._ended_tick = None

    def second_of(self, t_s: float) -> int:
        """Convert seconds after the common start to nanoseconds of the session's clock."""
        return self.at_ns(self.start_ns) + round(t_s * SECOND_NS)

    def begin(self, start_ns: int) -> None:
        """Set the common start, a time of perf_counter_ns."""
        self.start_ns = start_ns
        self.writer.start(self.at_ns(start_ns))
        for system in self.systems:
            system.opm_source = self.writer.add_source("cumulative", OPM_SERIES, 1, system=system.system)

    def reset(self, t_s: float, until_s: float) -> None:
        """Begin a measured window at `t_s` after the start, which ends the warm-up; the window ends at `until_s`."""
        self._fold()
        self._reset_ns = self.start_ns + round(t_s * SECOND_NS)
        self._window_tick = round(until_s) - 1
        for system in self.systems:
            system.measured_orders = 0
            system.measured_responses = Histogram()
            system.measured_seconds = []

    def stop_measuring(self) -> None:
        """End the measurement. Later frames are excluded from all results, and may be late while workers shut down."""
        self._cumulative()
        self._reset_ns = None
        self._stopping = True

    def load_ended(self, at_s: float) -> None:
        """Note that the load ended a whole number of seconds after the common start.

        Calls that end later are not recorded: only slow ones remain by then, which would bias the latencies upward.
        """
        self._ended_tick = round(at_s)

    def event(
        self,
        message: Message,
        *,
        severity: Severity = "info",
        system: int | None = None,
        at_ns: int | None = None,
    ) -> None:
        """Write an event with the current time, or with a time of perf_counter_ns."""
        t_ns = self.now_ns() if at_ns is None else self.at_ns(at_ns)
        self.writer.event(t_ns, message, severity=severity, system=system)

    def fact(self, system: RecordedSystem, target: RecordedTarget, fact: Fact) -> WorkerEvent:
        """Write a message of a target's workers as an event, and return it with the target's place."""
        message = msgspec.structs.replace(fact.message, place=place_of(system, target))
        self.event(message, severity=fact.severity, system=system.system, at_ns=fact.t_ns)
        return message

    @property
    def drivers(self) -> list[LoadDriver]:
        """Drivers of the loads so far."""
        return [driver for _, driver in self._drivers]

    def driver(self, system: RecordedSystem, target: RecordedTarget, driver: LoadDriver) -> bool:
        """Record the driver that a worker uses for a target; return whether it is new."""
        if (target.target, driver) in self._drivers:
            return False
        self._drivers.append((target.target, driver))
        self.writer.document(self.now_ns(), driver, system=system.system, target=target.target)
        return True

    def frame(self, system: RecordedSystem, target: RecordedTarget, frame: Frame) -> None:
        """Record one interval of one worker."""
        self.frames += 1
        lateness_s = (perf_counter_ns() - self.start_ns - frame.to_ns) / SECOND_NS
        if lateness_s > LATE_S and not self._stopping and not self._stood_still_at(frame.to_ns):
            self.late_samples += 1
            if agent := target.load.place_of(frame.worker):
                self.late_by_agent[agent] = self.late_by_agent.get(agent, 0) + 1
            late = LateSample(place=place_of(system, target), worker=frame.worker, seconds=lateness_s)
            self.event(late, severity="warning", system=system.system)
        self._under_way(target, frame)
        target.orders += frame.orders
        target.rollbacks += frame.rollbacks
        operations = target.load.operations
        for latencies in frame.latencies:
            target.calls[operations[latencies.operation].key] += latencies.count
        system.step_orders[frame.tick] = system.step_orders.get(frame.tick, 0) + frame.orders
        if self._measures(frame):
            system.measured_orders += frame.orders
        at_ns = self.at_ns(self.start_ns) + frame.to_ns
        self._latencies(target, frame)
        driver, engine = self._sources(system, target, frame.worker)
        self.writer.sample(driver, at_ns, Reading(frame.to_ns / SECOND_NS, tuple(frame.readings)))
        if frame.engine:
            self.writer.sample(engine, at_ns, Reading(frame.engine_time_s, tuple(frame.engine)))
        for trouble in frame.troubles:
            if not trouble.retried:
                target.errors += trouble.count
                count, first = system.error_sorts.get(trouble.kind, (0, trouble.text))
                system.error_sorts[trouble.kind] = count + trouble.count, first
            if trouble.kind == WRONG_DATA:
                system.wrong_data += trouble.count
                system.wrong_text = system.wrong_text or trouble.text
            if trouble.disconnected:
                target.disconnects += trouble.count
                target.connections_lost += trouble.count if trouble.kind != CONNECT else 0
                target.lost_text = trouble.text
            severity: Severity = "info" if trouble.retried else "error"
            errors = OperationErrors(
                place=place_of(system, target),
                sort=trouble.kind,
                count=trouble.count,
                error=Sentence(text=trouble.text),
                retried=trouble.retried,
            )
            self.event(errors, severity=severity, system=system.system)
        self._load_of_worker(system, target, frame)

    def stood_still(self, from_ns: int, to_ns: int) -> None:
        """Note a standstill of the program, given in ns after the common start.

        Frames that are due during the standstill, or in the second after it, do not count as late.
        """
        self._standstills.append((from_ns, to_ns + SECOND_NS))

    def _stood_still_at(self, t_ns: int) -> bool:
        return any(from_ns <= t_ns <= to_ns for from_ns, to_ns in self._standstills)

    def _under_way(self, target: RecordedTarget, frame: Frame) -> None:
        if frame.under_way:
            target.under_way.setdefault(frame.tick, {})[frame.worker] = frame.under_way
        for tick in [tick for tick in target.under_way if tick < frame.tick - KEPT_TICKS and tick != self._window_tick]:
            del target.under_way[tick]

    def never_returned(self) -> set[TargetPlace]:
        """Record the calls that did not return, at the end of a load after its last frames.

        Returns:
            The targets with calls in flight for longer than the measured latencies can explain.
        """
        self._fold()
        places = set()
        for system in self.systems:
            for target in system.targets:
                last = [frame for frame in target.last.values() if frame.under_way]
                if not last:
                    continue
                ages_s = target.named_ages_s(frame.under_way for frame in last)
                ended_ns = self.at_ns(self.start_ns) + max(frame.to_ns for frame in last)
                calls = UnderWay(ages_s=ages_s, returned=False)
                self.writer.document(ended_ns, calls, system=system.system, target=target.target)
                if censored(system.measured_responses, ages_s.get(ORDER, [])).count:
                    places.add(place_of(system, target))
        return places

    def _latencies(self, target: RecordedTarget, frame: Frame) -> None:
        measured = self._measures(frame)
        if self._ended_tick is not None and frame.tick >= self._ended_tick:
            return
        for row in frame.latencies:
            fold = target.folds.setdefault(
                (frame.tick, row.operation, measured), TickLatencies(frame.from_ns, frame.to_ns)
            )
            fold.from_ns, fold.to_ns = min(fold.from_ns, frame.from_ns), max(fold.to_ns, frame.to_ns)
            fold.rows.append((row.count, row.sum_ns, row.min_ns, row.max_ns, row.counts))

    def _fold(self) -> None:
        """Merge the latencies of a target's workers in each tick into one row per operation.

        Separate rows of a thousand workers would take 120 GiB in eight hours. Latencies that arrive after a commit
        become another row; readers add up the rows of a tick.
        """
        for system in self.systems:
            for target in system.targets:
                order_index = len(target.operations) - 1
                for (tick, operation, measured), fold in target.folds.items():
                    histogram = merged(fold.rows)
                    self.writer.latencies(
                        target.target, target.operations[operation], tick, fold.from_ns, fold.to_ns, histogram
                    )
                    if operation == order_index:
                        system.responses.append((tick, histogram))
                        if measured:
                            system.measured_responses.add(histogram)
                target.folds.clear()

    def _measures(self, frame: Frame) -> bool:
        return self._reset_ns is not None and self.start_ns + frame.from_ns >= self._reset_ns - SECOND_NS // 10

    def _sources(self, system: RecordedSystem, target: RecordedTarget, worker: int) -> tuple[int, int]:
        if worker not in target.worker_sources:
            number = target.number if len(system.targets) > 1 else None
            detail = SourceDetail(agent=target.load.place_of(worker))
            target.worker_sources[worker] = self.writer.add_source(
                f"worker {worker}", driver_series(worker, number, storage=target.load.storage), len(COLUMNS),
                system=system.system, target=target.target, from_zero=True, detail=detail,
            )  # fmt: skip
            if series := target.engine_series:
                target.engine_sources[worker] = self.writer.add_source(
                    f"embedded engine in worker {worker}", series, 1 + max(max(s.value, s.base) for s in series),
                    system=system.system, target=target.target, from_zero=True, detail=detail,
                )  # fmt: skip
        return target.worker_sources[worker], target.engine_sources.get(worker, -1)

    def _load_of_worker(self, system: RecordedSystem, target: RecordedTarget, frame: Frame) -> None:
        previous = target.last.get(frame.worker)
        target.last[frame.worker] = frame
        second = target.load.second(previous, frame) if previous is not None else None
        if second is None:
            return
        system.seconds.append(second)
        if self._measures(frame):
            system.measured_seconds.append(second)

    def warn_of_limits(self) -> None:
        """Warn once for each system that the driver is currently limiting."""
        self._fold()
        for system in self.systems:
            if system.watch() < WATCHED_SECONDS or system.limited:
                continue
            responses = Histogram()
            for _, histogram in system.responses:
                responses.add(histogram)
            median_s = responses.percentile_ns(50) / SECOND_NS
            limit = driver_limit(system.letter, system.seconds, median_s, shares_cores=system.beside)
            if limit is not None:
                system.limited = True
                self.event(limit, severity="warning", system=system.system)

    def measured_limits(self) -> dict[str, DriverLimits]:
        """Return, by letter, the systems that the driver limited over the whole measurement."""
        self._fold()
        measured = {}
        for system in self.systems:
            limit = driver_limit(
                system.letter,
                system.measured_seconds,
                system.measured_responses.percentile_ns(50) / SECOND_NS,
                shares_cores=system.beside,
            )
            if limit is not None:
                measured[system.letter] = limit
        return measured

    def commit(self) -> None:
        """Commit once per second.

        Raises:
            SessionError: writing failed; no data is lost and the commit can be retried.
            SessionMovedError: the session's file was moved or replaced, so the recording must end.
        """
        began_ns = self.now_ns()
        self._fold()
        self._cumulative()
        reading = Reading(began_ns / SECOND_NS, (float(self.late_samples), self._commit_s))
        self.writer.sample(self._engine_source, began_ns, reading)
        self.writer.require_in_place()
        self.writer.commit()
        self._commit_s = (self.now_ns() - began_ns) / SECOND_NS

    def _cumulative(self) -> None:
        """Write DVD Store's own figure as of the last frames, so that its orders and minutes cover the same period."""
        if self._reset_ns is None:
            return
        for system in self.systems:
            counted_ns = max((frame.to_ns for target in system.targets for frame in target.last.values()), default=0)
            elapsed_s = (self.start_ns + counted_ns - self._reset_ns) / SECOND_NS
            if elapsed_s > 0 and counted_ns > system.opm_ns:
                system.opm_ns = counted_ns
                opm = math.floor(60 * system.measured_orders / elapsed_s)
                at_ns = self.at_ns(self.start_ns + counted_ns)
                self.writer.sample(system.opm_source, at_ns, Reading(counted_ns / SECOND_NS, (float(opm),)))
