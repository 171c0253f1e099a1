# SPDX-License-Identifier: Apache-2.0
"""Reader of a session: a read-only view of a file that may still be growing."""

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from math import inf, nan
from pathlib import Path
from types import TracebackType
from typing import Self, TypeGuard, TypeVar

import apsw
import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.censoring import NONE, Censored, censored
from app.model.documents import Document, OriginDetail, PhaseDetail, TargetDetail, UnderWay
from app.model.histogram import Histogram
from app.model.language import ENGLISH, Language
from app.model.messages import NO_OTHER_WORDING, Message, letter_of, sentence
from app.model.work_wording import wording_of
from app.model.workloads import WorkloadParameters
from app.scenario.recorded import RecordedScenario, recorded_scenario
from app.session import tables
from app.session.connection import open_for_reading
from app.session.details import detail_of, document_of
from app.session.latency import EDGE_S, SecondRows, StoredHistograms
from app.session.rates import Floats, Intervals
from app.session.readings import CounterHistory, CounterPart, statistics_of
from app.session.recorded_rows import GROWING, RecordedRows, RecordedSource
from app.session.records import (
    Counter,
    CounterStatistics,
    End,
    Event,
    OperationInfo,
    Origin,
    Phase,
    Progress,
    RecordedDocument,
    SessionInfo,
    SnapshotView,
    SystemInfo,
    TargetInfo,
)
from app.session.session_error import SessionError, damage_named


def info_of(recording: RecordedRows) -> SessionInfo:
    """Return title, scenario, versions and start time of a session; the time is in the session's own time zone."""
    row = recording.session
    versions = {key: str(value) for key, value in tables.data(row.versions).items()}
    zone = datetime.timezone(datetime.timedelta(seconds=row.utc_offset_s))
    started = aware(row.created_utc) + datetime.timedelta(microseconds=(recording.start_ns or 0) / 1e3)
    return SessionInfo(
        uuid=row.uuid,
        kind=row.kind,
        title=row.title,
        scenario_toml=row.scenario_toml,
        started=started.astimezone(zone),
        zone=row.zone,
        outpace_version=versions.get("outpace", ""),
        versions=versions,
        format=recording.format,
        clock_origin_ns=row.clock_origin_ns,
    )


def aware(time: datetime.datetime) -> datetime.datetime:
    """Return a stored time with its time zone, which is UTC."""
    return time if time.tzinfo else time.replace(tzinfo=datetime.UTC)


def systems_of(recording: RecordedRows) -> tuple[SystemInfo, ...]:
    """Return the systems in order, each with its targets."""
    return tuple(
        SystemInfo(
            id=row.id,
            letter=letter_of(index),
            name=row.name,
            role=row.role,
            color=row.color,
            facts=tables.data(row.facts),
            targets=tuple(
                TargetInfo(target.id, target.name, detail_of(TargetDetail, target.detail))
                for target in recording.rows(tables.TargetRow)
                if target.system == row.id
            ),
            origin=row.origin,
        )
        for index, row in enumerate(recording.rows(tables.SystemRow))
    )


D = TypeVar("D", bound=Document)

LATENCY_FIELDS = {"Latency p50": "p50", "Latency p95": "p95", "Latency p99": "p99", "Latency max": "maximum"}
"""Counters of an operation's latency, by the figure of second rows that each of them shows."""
PERCENTS = {"p50": 50.0, "p95": 95.0, "p99": 99.0}
_CENSORED_NAMES = {"p50": "p50", "p95": "p95", "p99": "p99", "maximum": "max"}


def _is_of(document: RecordedDocument[Document], kind: type[D]) -> TypeGuard[RecordedDocument[D]]:
    return isinstance(document.data, kind)


class _Latency(msgspec.Struct, frozen=True):
    """Latency counter: a figure of the operation at `index` in the second rows of a system."""

    system: int
    operation: int
    index: int
    figure: str
    rows: SecondRows


class SessionReader:
    """Reader that follows one session file; not thread-safe.

    Times are seconds since the common start. Until it is known, they are seconds since creation, and they are shifted
    when it becomes known. Every method raises SessionError if the file turns out to be damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: apsw.Connection | None = None
        self._version = -1
        self._recording: RecordedRows | None = None
        self._generation = 0
        self._messages: list[Message] = []
        self._histories: dict[tuple[int | None, str, int | None, str], tuple[CounterHistory, int]] = {}
        self._latency: dict[tuple[int | None, str], _Latency] = {}
        self._series: dict[tuple[int | None, str], list[tuple[RecordedSource, tables.SeriesRow]]] = {}
        """Series that add up to a counter, by the counter's system and path."""
        self._published_state: tuple[int | None, ...] = ()
        self._under_way: list[RecordedDocument[UnderWay]] = []
        self._scenario: RecordedScenario | None = None
        self._data: list[Document] = []
        self._details: list[PhaseDetail] = []
        self.info: SessionInfo
        self.systems: tuple[SystemInfo, ...] = ()
        self.operations: tuple[OperationInfo, ...] = ()
        self.origins: tuple[Origin, ...] = ()
        self.phases: tuple[Phase, ...] = ()
        self.events: tuple[Event, ...] = ()
        self.documents: tuple[RecordedDocument[Document], ...] = ()
        self.counters: tuple[Counter, ...] = ()
        self.progress: Progress | None = None
        self.end: End | None = None
        self.view: SnapshotView | None = None
        self.length_s = 0.0

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a session and read what has been committed.

        Raises:
            SessionError: If the file is missing, empty, not a session, damaged, truncated, or has a future format.
        """
        reader = cls(path)
        try:
            reader.poll()
        except BaseException:
            reader.close()
            raise
        return reader

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def started(self) -> bool:
        """True if the common start is known."""
        return self._recording is not None and self._recording.start_ns is not None

    @property
    def start_ns(self) -> int | None:
        """Common start in the engine machine's perf_counter_ns, possibly in the future; None while unknown."""
        recording = self._recording
        return (
            None if recording is None or recording.start_ns is None else self.info.clock_origin_ns + recording.start_ns
        )

    @property
    def over(self) -> bool:
        """True if nothing more will be added, because there is an end row or it is a snapshot.

        A truncated recording cannot be distinguished from a running one.
        """
        return self.end is not None or self.view is not None

    @property
    def scenario(self) -> RecordedScenario:
        """Scenario with which the session was recorded, parsed once; empty for imported results."""
        if self._scenario is None:
            self._scenario = recorded_scenario(self.info.scenario_toml)
        return self._scenario

    def name_of(self, letter: str) -> str:
        """Return the name of a system for messages: "A (NVMe)"."""
        name = next((system.name for system in self.systems if system.letter == letter), "")
        return f"{letter} ({name})" if name else letter

    @property
    def wording(self) -> Mapping[str, str]:
        """Replacements of message templates for the session's unit of work, by the template for databases."""
        work = self.scenario.workload
        return wording_of(work.unit) if isinstance(work, WorkloadParameters) else NO_OTHER_WORDING

    def sentence(self, message: Message, language: Language = ENGLISH) -> str:
        """Return the text of one of this session's messages."""
        return sentence(message, language, self.name_of, self.wording)

    def close(self) -> None:
        """Close the file; loaded data remain available, but reading histograms opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def documents_of(self, kind: type[D]) -> tuple[RecordedDocument[D], ...]:
        """Return the documents of one kind, in order."""
        return tuple(one for one in self.documents if _is_of(one, kind))

    def poll(self) -> bool:
        """Read what was committed since the last call, leaving no transaction open; return whether anything is new."""
        if self.over:
            return False
        try:
            with damage_named(self.path):
                version = int(self._open_connection().pragma("data_version"))
                if version == self._version:
                    return False
            with self._reading() as connection:
                new = self._load(connection)
        except SessionError as error:
            if isinstance(error.__cause__, apsw.BusyError) and self._recording is not None:
                return False
            raise
        self._version = version
        return new

    def _open_connection(self) -> apsw.Connection:
        if self._connection is None:
            self._connection = open_for_reading(self.path)
        return self._connection

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        """Provide a connection with a read transaction that ends with the block."""
        with damage_named(self.path):
            connection = self._open_connection()
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                # The engine can switch the file to rollback-journal mode only after all readers have closed it.
                if self.end is not None and connection.pragma("journal_mode") == "wal":
                    self.close()

    def _load(self, connection: apsw.Connection) -> bool:
        first = self._recording is None
        if self._recording is None:
            self._recording = RecordedRows.begin(connection)
            if self._recording is None:
                raise SessionError(
                    "{path} is empty: its recording was cut off before it started. Delete it.", path=self.path
                )
        recording = self._recording
        was_started = self.started
        if not recording.load(connection) and not first:
            return False
        if self.started != was_started:
            self._histories.clear()
        self._generation += 1
        self._publish(recording)
        return True

    def _publish(self, recording: RecordedRows) -> None:
        """Convert the loaded rows to the public records."""
        at = recording.seconds_of
        self.length_s = recording.length_s()
        if recording.end is not None:
            end = recording.end
            reasons, warnings = tables.messages(end.reasons), tables.messages(end.warnings)
            recording.texts.add_messages((*reasons, *warnings))
            self.end = End.of(at(end.t_ns), bool(end.valid), reasons, warnings, end.hash)
        if recording.view is not None:
            view_row = recording.view
            self.view = SnapshotView(
                view_row.uuid, aware(view_row.taken_utc), view_row.name, view_row.note, view_row.layout, view_row.png
            )
        for row in recording.rows(tables.ProgressRow):
            self.progress = Progress(at(row.t_ns), row.task, row.done, row.total, row.text)
        self.phases = self._phases(recording)
        grown = (recording.start_ns, *(len(recording.rows(kind)) for kind in GROWING), len(recording.seconds))
        if grown != self._published_state:
            self._published_state = grown
            self._publish_rows(recording)

    def _publish_rows(self, recording: RecordedRows) -> None:
        at = recording.seconds_of
        self.info = info_of(recording)
        self.origins = tuple(
            Origin(
                row.id,
                row.kind,
                row.name,
                row.uuid,
                row.digest,
                row.recorded_utc,
                row.shift_ns / 1e9,
                detail_of(OriginDetail, row.detail),
            )
            for row in recording.rows(tables.OriginRow)
        )
        self.operations = tuple(
            OperationInfo(row.id, row.key, bool(row.timed)) for row in recording.rows(tables.OperationRow)
        )
        events = recording.rows(tables.EventRow)
        messages = [tables.message(row.message) for row in events[len(self._messages) :]]
        recording.texts.add_messages(messages)
        self._messages += messages
        self.events = tuple(
            Event(at(row.t_ns), row.severity, row.kind, row.system, message)
            for row, message in zip(events, self._messages, strict=True)
        )
        rows = recording.rows(tables.DocumentRow)
        self._data += [document_of(row.kind, row.data) for row in rows[len(self._data) :]]
        self.documents = tuple(
            RecordedDocument(at(row.t_ns), row.name, row.system, row.target, row.run, row.step, data)
            for row, data in zip(rows, self._data, strict=True)
        )
        self._under_way = sorted(self.documents_of(UnderWay), key=lambda one: one.t_s)
        self.systems = systems_of(recording)
        self._histories.clear()
        self._publish_counters(recording)

    def _phases(self, recording: RecordedRows) -> tuple[Phase, ...]:
        rows = recording.rows(tables.PhaseRow)
        self._details += [detail_of(PhaseDetail, row.detail) for row in rows[len(self._details) :]]
        last_s = self.end.t_s if self.end else self.length_s if self.view else inf
        times = [*(recording.seconds_of(row.t_ns) for row in rows), last_s]
        return tuple(
            Phase(row.name, row.run, row.step, from_s, to_s, detail)
            for row, detail, (from_s, to_s) in zip(rows, self._details, pairwise(times), strict=True)
        )

    def _publish_counters(self, recording: RecordedRows) -> None:
        """Publish the counters by system, the driver's machine last; a system's latencies come last."""
        counters_by_system: dict[int | None, dict[str, Counter]] = {system.id: {} for system in self.systems}
        counters_by_system[None] = {}
        self._series.clear()
        for source in recording.sources.values():
            counters = counters_by_system[source.row.system]
            for one in source.series:
                self._series.setdefault((source.row.system, one.path), []).append((source, one))
                known = counters.setdefault(
                    one.path, Counter(source.row.system, one.path, one.unit, one.kind, one.layer, one.better)
                )
                if known.kind != one.kind:
                    raise ValueError(f"{one.path} has two kinds")
        self._latency.clear()
        for system, rows in recording.seconds.items():
            for index, operation in enumerate(self.operations):
                for name, figure in LATENCY_FIELDS.items():
                    path = _latency_path(operation.key, name)
                    counters_by_system[system][path] = Counter(system, path, "s", "gauge", "application", "less")
                    self._latency[system, path] = _Latency(system, operation.id, index, figure, rows)
        self.counters = tuple(counter for counters in counters_by_system.values() for counter in counters.values())

    def counters_on(self, agent: str) -> tuple[Counter, ...]:
        """Return the counters of an agent, that is, of its workers and its machine."""
        keys: dict[tuple[int | None, str], None] = {}
        for source in self._recording.sources.values() if self._recording else ():
            if source.agent == agent:
                keys |= dict.fromkeys((source.row.system, one.path) for one in source.series)
        return tuple(counter for counter in self.counters if (counter.system, counter.path) in keys)

    def samples(
        self, counter: Counter, from_s: float = -inf, to_s: float = inf, target: int | None = None, *, agent: str = ""
    ) -> tuple[Floats, Floats]:
        """Return times and values (each (n,)) of the intervals that end from `from_s` to `to_s`; NaN means no data.

        Args:
            counter: Counter to read.
            from_s: Start, in seconds since the common start.
            to_s: End, in seconds since the common start.
            target: Target to restrict the counter to; latencies exist only for the whole system.
            agent: Machine to restrict the counter to.
        """
        latency = self._latency.get((counter.system, counter.path))
        if latency is None:
            return self._counter(counter, target, agent).samples(from_s, to_s)
        end_s: Floats = latency.rows.ticks.array.astype(np.float64) + 1.0
        part = slice(int(np.searchsorted(end_s, from_s, "left")), int(np.searchsorted(end_s, to_s, "right")))
        value = latency.rows.figure(latency.index, latency.figure, part)
        value[self._is_after_load(end_s[part])] = nan
        return end_s[part], value

    def _is_after_load(self, end_s: Floats) -> NDArray[np.bool_]:
        """Return which seconds, given their ends, contain only calls that were in flight at the end of a load.

        These seconds contain only slow calls. In a session composed of others, phases do not apply to the whole
        session.
        """
        after = np.zeros(len(end_s), dtype=bool)
        for phase in self.phases if self.info.kind == "run" else ():
            if phase.name == "stop":
                after |= (end_s > phase.from_s + EDGE_S) & (end_s <= phase.to_s)
        return after

    def intervals(self, counter: Counter, target: int | None = None) -> Intervals:
        """Return the intervals that `samples` is computed from: value = numerator / denominator.

        For latency counters, which are derived from histograms, numerators and denominators are NaN.
        """
        latency = self._latency.get((counter.system, counter.path))
        if latency is None:
            return self._counter(counter, target).intervals()
        begin_s: Floats = latency.rows.ticks.array.astype(np.float64)
        no_data = np.full(len(begin_s), nan)
        return Intervals(begin_s, begin_s + 1.0, no_data, no_data)

    def window(
        self, counter: Counter, from_s: float, to_s: float, target: int | None = None, *, agent: str = ""
    ) -> CounterStatistics:
        """Return statistics over the intervals between the readings nearest to `from_s` and `to_s`.

        The average is computed from raw values (delta over delta); for a latency counter, it is the percentile of all
        calls. The parameters are those of `samples`.
        """
        latency = self._latency.get((counter.system, counter.path))
        if latency is None:
            return self._counter(counter, target, agent).statistics(from_s, to_s)
        rows = latency.rows.window(from_s, to_s)
        values = latency.rows.figure(latency.index, latency.figure, rows)
        values[self._is_after_load(latency.rows.ticks.array[rows].astype(np.float64) + 1.0)] = nan
        statistics = statistics_of(values, _latency_s(self._histogram(latency, from_s, to_s), latency.figure))
        late = self.censored(latency.system, self.operations[latency.index].key, from_s, to_s)
        return replace(statistics, at_least=True) if _CENSORED_NAMES[latency.figure] in late.at_least else statistics

    def average(self, counter: Counter, from_s: float, to_s: float) -> float:
        """Return the average of `window` alone, at a lower cost."""
        if (counter.system, counter.path) in self._latency:
            return self.window(counter, from_s, to_s).average
        return self._counter(counter, None).average(from_s, to_s)

    def total(self, counter: Counter, from_s: float, to_s: float, target: int | None = None) -> float:
        """Return the increase of the raw value (number of orders) between the readings nearest to the bounds.

        For a gauge, it is last - first; for a latency counter, the number of calls; NaN without data.
        """
        latency = self._latency.get((counter.system, counter.path))
        if latency is None:
            return self._counter(counter, target).total(from_s, to_s)
        return float(self._histogram(latency, from_s, to_s).count)

    def histogram(
        self, system: int, operation: str, from_s: float, to_s: float, target: int | None = None
    ) -> Histogram:
        """Return all latencies of an operation in a window, by whole ticks.

        Args:
            system: ID of the system.
            operation: Key of the operation.
            from_s: Start of the window.
            to_s: End of the window.
            target: ID of a single target; None for the whole system.
        """
        latency = self._latency.get((system, _latency_path(operation, "Latency p50")))
        copy = Histogram()
        if latency is not None:
            copy.add(self._histogram(latency, from_s, to_s, target))
        return copy

    def censored(self, system: int, operation: str, from_s: float, to_s: float, target: int | None = None) -> Censored:
        """Return the calls in flight at the end of a window, and the figures of its `histogram` that they could raise.

        Only calls are known that were still in flight when the next measured window, or the load, ended. The parameters
        are those of `histogram`.
        """
        ages_s = self.ages_s(system, operation, to_s, target)
        return censored(self.histogram(system, operation, from_s, to_s, target), ages_s) if ages_s else NONE

    def ages_s(self, system: int, operation: str, at_s: float, target: int | None = None) -> list[float]:
        """Return the ages in seconds of an operation's calls in flight at a given time, if known (see `censored`)."""
        ages_s: list[float] = []
        first_s: dict[int | None, float] = {}
        for one in self._under_way:
            if one.system != system or target not in {None, one.target} or one.t_s < at_s - EDGE_S:
                continue
            # Only the next record of each target counts: a call missing from it had returned by then.
            if one.t_s > first_s.setdefault(one.target, one.t_s):
                continue
            later_s = max(one.t_s - at_s, 0.0)
            ages_s += [age_s - later_s for age_s in one.data.ages_s.get(operation, []) if age_s > later_s]
        return ages_s

    def stored_histograms(self) -> StoredHistograms:
        """Return all histograms as stored: one or more per second, target and operation, to be merged by addition."""
        with self._reading() as connection:
            return StoredHistograms.read(connection, self.info.format)

    def latency_seconds(self, system: int, operation: str) -> Floats:
        """Return the latencies of an operation in each tick, shape (n, 7).

        The columns are the time at the tick's end, count, mean, p50, p95, p99 and maximum; times are in seconds.
        """
        latency = self._latency.get((system, _latency_path(operation, "Latency p50")))
        if latency is None:
            return np.empty((0, 7))
        rows, index, all_rows = latency.rows, latency.index, slice(None)
        count = rows.figure(index, "count", all_rows)
        with np.errstate(all="ignore"):
            mean = rows.figure(index, "sum", all_rows) / count
        figures = [rows.figure(index, figure, all_rows) for figure in ("p50", "p95", "p99", "maximum")]
        return np.column_stack((rows.ticks.array + 1.0, count, mean, *figures))

    def _histogram(self, latency: _Latency, from_s: float, to_s: float, target: int | None = None) -> Histogram:
        assert self._recording is not None
        ticks = latency.rows.ticks.array[latency.rows.window(from_s, to_s)]
        if not len(ticks):
            return Histogram()
        key = (latency.system, latency.operation, int(ticks[0]), int(ticks[-1]), target)
        histograms = self._recording.histograms
        known = histograms.known(key)
        if known is not None:
            return known
        with self._reading() as connection:
            return histograms.make(connection, self._recording.system_of, key, ticks)

    def _counter(self, counter: Counter, target: int | None, agent: str = "") -> CounterHistory:
        key = (counter.system, counter.path, target, agent)
        history, generation = self._histories.get(key) or (self._make(counter, target, agent), -1)
        if generation != self._generation:
            history.update(over=self.over)
            self._histories[key] = (history, self._generation)
        return history

    def _make(self, counter: Counter, target: int | None, agent: str) -> CounterHistory:
        parts: list[CounterPart] = []
        scale = nan
        for source, one in self._series.get((counter.system, counter.path), ()):
            if target not in {None, source.row.target} or agent not in {"", source.agent}:
                continue
            scale = scale if parts else one.scale
            weight = one.scale / scale if scale else 1.0
            parts.append(CounterPart(source.readings, one.value, one.base, weight))
        return CounterHistory(counter.kind, scale, parts)


def _latency_path(operation: str, name: str) -> str:
    return f"\\Outpace Driver({operation})\\{name}"


def _latency_s(histogram: Histogram, figure: str) -> float:
    if figure == "maximum":
        return histogram.max_ns / 1e9 if histogram.count else nan
    return histogram.percentile_ns(PERCENTS[figure]) / 1e9
