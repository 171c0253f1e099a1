# SPDX-License-Identifier: Apache-2.0
"""Writing imported results into a session: origins, systems, sources, phases, totals."""

import datetime
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.imports.field_values import COMPARED_VALUES, decimals_of_mean
from app.imports.import_request import LoadLevel, PlacedLog
from app.imports.meter import TOTAL, power_series, summed
from app.imports.placing import stem_of
from app.imports.shared_counters import largest_of, named, on_whole_steps, percentiles_of, shared, usual_step_s
from app.imports.source import HistogramLog, LogRow, digest_of, with_instance, wrong
from app.imports.storage_outputs import PlacedRun
from app.imports.totals import Figure, Order, part_name
from app.model.bounds import COLUMNS
from app.model.documents import (
    ImportedFigure,
    ImportedTotals,
    ImportOrder,
    OriginDetail,
    PhaseDetail,
    SourceDetail,
    TargetDetail,
)
from app.model.errors import phrase
from app.model.events import FromElsewhere, NotSimultaneous
from app.model.merging import rule_of
from app.model.messages import Message, Sentence
from app.session.writer import SessionWriter
from collectors.series import Reading, Series

Power = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Seconds since the load began, and watts; each (n,), NaN is no data."""

LONGEST_AGO = datetime.timedelta(days=13_000)
POWER = "power meter"
ROWS_A_COMMIT = 5_000
REST_S = 2
"""Between two runs on the time axis, so that no reading lies in both."""


class Recorder:
    """Fills one new session.

    warnings: grow. windows: of each run and level of load where it begins on the session's time axis, and which of its
    seconds are measured. labels: of each system, run and level the targets, each with the name that its counters have.
    power: the watts of each run. largest: common paths of which the greatest of all logs counts. common: all paths
    without the name of one of several logs.
    """

    def __init__(
        self,
        writer: SessionWriter,
        systems: Sequence[str],
        facts: Mapping[str, Mapping[str, object]],
        progress: Callable[[Sentence], None] = lambda what: None,
        levels: Sequence[float] = (),
    ) -> None:
        """progress: told of every few thousand rows; what it raises ends the import. levels: of load, rising."""
        self._step_of: Mapping[float | None, int] = {users: step for step, users in enumerate(levels, 1)}
        self._progress = progress
        self.warnings: list[Message] = []
        self.windows: dict[tuple[int, float | None], tuple[float, tuple[float, float]]] = {}
        self.labels: dict[tuple[str, int, float | None], dict[str, str]] = {}
        self.largest: set[str] = set()
        self.common: dict[str, None] = {}
        self.power: list[Figure] = []
        self._writer = writer
        self._systems = {
            name: writer.add_system(name, "challenger" if index else "baseline", "", facts.get(name, {}))
            for index, name in enumerate(systems)
        }
        self._targets: dict[tuple[str, str], int] = {}
        self._kind_of: dict[tuple[str, str], str] = {}
        self._taken: dict[tuple[str, int, int, str], int] = {}
        self._start_ns = 0
        self._started = False
        self._end_s = 0.0
        self._last_run = 0
        self._steps: dict[int, int] = {}

    def origin(
        self,
        kind: str,
        path: Path,
        *,
        shift_s: float,
        detail: OriginDetail = OriginDetail(),
        recorded: datetime.datetime | None = None,
    ) -> int:
        """Where the rows of a file come from, with its hash. recorded: when its load began, where that is known."""
        return self._writer.add_origin(
            kind, path.name, digest=digest_of(path), recorded=recorded, shift_ns=round(shift_s * 1e9), detail=detail
        )

    def run(
        self,
        run: int,
        logs: Sequence[PlacedLog],
        window: tuple[float, float] | None,
        users: float | None = None,
        levels: Sequence[LoadLevel] = (),
    ) -> None:
        """Write the logs of one run, behind those before it on the time axis.

        users: the level of load that all of them are of. levels: those that each of them holds, one after the other.
        """
        step = self._step_of.get(users, 0)
        before_s = math.ceil(max(0.0, *(-log.first_s for log in logs)))
        base_s = 0.0
        if self._started:
            number = self._next_step(self._last_run)
            self._writer.phase(self._ns(self._end_s), "rest", run=self._last_run, step=number)
            base_s = float(math.ceil(self._end_s) + REST_S + before_s)
        else:
            self._start(before_s, [log.began_utc or log.began for log in logs])
        groups = self._groups(logs)
        group_of = {id(log): group for group in groups for log in group}
        ends = {id(log): self._log(log, step, base_s, group_of.get(id(log), ())) for log in logs}
        for group in groups:
            self._largest(group, run, base_s)
            self._percentiles(group, run, base_s)
        power = self._power(run, logs, base_s)
        drivers = [ends[id(log)] for log in logs if log.log.clock == "since start"]
        end_s = max(ends.values())
        together = [min(ends[id(log)] for log in group) for group in groups]
        settled = max((span[0] for log in logs for _, span in log.log.totals.values() if span), default=0.0)
        measured = window or (settled, min(max(drivers, default=end_s), *together, end_s))
        measurings: list[tuple[float | None, tuple[float, float]]]
        measurings = [(one.users, one.window) for one in levels] or [(users, measured)]
        for _, measured in measurings:
            if 0 <= measured[0] < measured[1] <= end_s + 1:
                continue
            uncovered = phrase(
                "run {run}: the window {from_s:g}-{to_s:g} s is not covered by its logs, which end at {end_s:g} s",
                run=run,
                from_s=measured[0],
                to_s=measured[1],
                end_s=end_s,
            )
            self.warnings.append(uncovered)
        self._phases(run, base_s, before_s, measurings, end_s)
        for level, measured in measurings:
            self.windows[run, level] = (base_s, measured)
            for system, part, (times, watts) in power:
                inside = watts[(times > measured[0]) & (times <= measured[1])]
                known = inside[np.isfinite(inside)]
                if len(known):
                    mean = float(known.mean())
                    decimals = decimals_of_mean(mean, known[:COMPARED_VALUES].tolist(), "W")
                    name = part_name("Watts", part) if part else "Watts"
                    self.power.append(
                        Figure(
                            system, run, "", name, mean, "W", "", measured, decimals=decimals, users=level, part=part
                        )
                    )
        self._end_s, self._last_run = base_s + end_s, run

    def commit(self) -> None:
        """What is there so far can be read."""
        self._writer.commit()

    def derived(self, system: str, series: Series, times: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """A counter that is computed of others. times: seconds since the session's start, rising; values; each (n,)."""
        source = self._writer.add_source("formula", [series], 1, system=self._systems[system])
        for at_s, value in zip(times, values, strict=True):
            self._writer.sample(source, self._ns(float(at_s)), Reading(float(at_s), (float(value),)))
        self._writer.commit()

    def totals(self, figures: Sequence[Figure]) -> None:
        """Write a document for each system, target, run and level of load."""
        if not self._started:
            self._start(0, [])
        found: dict[tuple[str, str, int, float | None], dict[str, ImportedFigure]] = {}
        for one in figures:
            from_s, to_s = one.window or (None, None)
            found.setdefault((one.system, one.target, one.run, one.users), {})[one.metric] = ImportedFigure(
                value=one.value if math.isfinite(one.value) else None,
                unit=one.unit,
                better=one.better,
                from_s=from_s,
                to_s=to_s,
                derived=one.derived,
                decimals=one.decimals,
                defined=one.defined,
                headline=one.headline,
            )
        for (system, target, run, users), held in found.items():
            self._writer.document(
                self._start_ns,
                ImportedTotals(figures=held, users=users),
                name=target,
                system=self._systems[system],
                target=self._target(system, target),
                run=run,
                step=self._step_of.get(users, 0),
            )

    def storage_runs(self, runs: Sequence[PlacedRun]) -> None:
        """What was done in each run of a storage exerciser, one document each; after the totals."""
        for one in runs:
            system = self._systems[one.system]
            self._writer.document(
                self._start_ns,
                one.document,
                name=one.label,
                system=system,
                target=self._target(one.system, one.target),
                run=one.number,
                step=self._step_of.get(one.users, 0),
            )

    def finish(self, order: Order) -> None:
        """The end: the order of the systems, the warnings, the end row."""
        self._writer.document(self._start_ns, ImportOrder(order=order), name="order")
        at_ns = self._start_ns + round(self._end_s * 1e9)
        if order != "together":
            not_simultaneous = NotSimultaneous(how="alternating" if order == "alternating" else "one at a time")
            self._writer.event(self._start_ns, not_simultaneous, severity="warning")
            self.warnings.insert(0, not_simultaneous)
        self.warnings.insert(0, FromElsewhere())
        self._writer.finish(at_ns, valid=True, reasons=[], warnings=self.warnings)

    def _start(self, before_s: int, began: Sequence[datetime.datetime | None]) -> None:
        """The common start: when the first run's load began, as far as a log tells, which is before this file was made.

        began: a time without a zone is taken for local time.
        """
        self._start_ns = before_s * 1_000_000_000
        known = next((when for when in began if when is not None), None)
        if known is not None:
            ago_ns = since_creation_ns(self._writer, known)
            self._start_ns = ago_ns if ago_ns is not None else self._start_ns
        self._writer.start(self._start_ns)
        self._started = True

    def _log(self, log: PlacedLog, step: int, base_s: float, group: Sequence[PlacedLog]) -> float:
        """Write one log as a source. Return the seconds since the run's start at its last row.

        group: the logs of the run that hold the same, it among them.
        """
        path, run = log.file.path, log.place.run
        if log.log.columns > COLUMNS:
            raise wrong(
                path,
                "it has {count:,} counters; at most {most:,} of a log can be imported",
                count=log.log.columns,
                most=COLUMNS,
            )
        shift_s = base_s + log.file.offset_s
        began = log.began
        detail = msgspec.structs.replace(
            log.log.detail,
            run=run,
            clock=log.log.clock,
            system=log.system,
            began_local=began.isoformat(sep=" ", timespec="milliseconds") if began is not None else "",
        )
        origin = self.origin(log.log.kind, path, shift_s=shift_s, detail=detail, recorded=log.began_utc)
        shares = shared(log.log.series, log.log.columns) if log.place.group else None
        if shares is None:
            series = [self._own(log, step, one) for one in _meter_named(log)]
            self.common |= dict.fromkeys(one.path for one in series)
        else:
            own = named(log.log.series, log.place.label) if len(group) > 1 else shares.unmerged(log.log.series)
            series = [self._own(log, step, one) for one in (*shares.series, *own)]
            self.common |= dict.fromkeys(one.path for one in log.log.series)
            self.labels.setdefault((log.system, run, log.file.users), {})[log.place.label] = log.place.target
        columns = log.log.columns + (len(shares.extras) if shares else 0)
        source = self._writer.add_source(
            f"{log.log.kind}: {path.name}",
            series,
            columns,
            system=self._systems[log.system],
            target=self._target(log.system, log.place.target),
            offset_ns=round(log.file.offset_s * 1e9),
            uncertainty_ns=round(log.log.uncertainty_s * 1e9),
            origin=origin,
            detail=SourceDetail(run=run, file=path.name),
        )
        last_s, last_ns = log.first_s, None
        for at_s, row in self._in_pieces(path.name, self._rows(log, group)):
            at_ns = self._ns(base_s + at_s)
            if last_ns is not None and at_ns <= last_ns:
                raise wrong(path, "this row is no later than the one before it", line=row.line)
            last_s, last_ns = at_s, at_ns
            self._writer.sample(source, at_ns, Reading(row.seconds, shares.values(row) if shares else row.values))
        if last_s <= 0:
            raise wrong(path, "it ends before the load began: check --start and --offset")
        if log.file.start is None and log.log.clock != "since start":
            taken = phrase(
                "{file}: the load is taken to have begun with its first row, whose own values are of the time before "
                "and do not count (--start tells when it began)",
                file=path.name,
            )
            self.warnings.append(taken)
        self.warnings += log.log.warnings
        return last_s

    def _power(self, run: int, logs: Sequence[PlacedLog], base_s: float) -> list[tuple[str, str, Power]]:
        """Each system's power over the run: of its meter, or the sum of its meters, which is recorded too, and of each
        of several. With the name of the part, "" for all of it."""
        found = []
        for system in self._systems:
            meters = [log for log in logs if log.system == system and log.log.kind == POWER]
            held = []
            for log in meters:
                rows = [(at_s, row.values[0]) for at_s, row in log.rows()]
                held.append((np.array([at for at, _ in rows]), np.array([watts for _, watts in rows])))
            if not meters:
                continue
            found.append((system, "", held[0] if len(meters) == 1 else summed(held)))
            if len(meters) > 1 or meters[0].place.label:
                self._together(system, run, [log.file.path.name for log in meters], found[-1][2], base_s)
                found += [(system, log.place.label, power) for log, power in zip(meters, held, strict=True)]
        return found

    def _together(self, system: str, run: int, files: Sequence[str], power: Power, base_s: float) -> None:
        self._kind_of[system, TOTAL] = "gauge"
        source = self._writer.add_source(
            "power meters together",
            [power_series()],
            1,
            system=self._systems[system],
            detail=SourceDetail(run=run, files=list(files)),
        )
        for at_s, watts in zip(*power, strict=True):
            self._writer.sample(source, self._ns(base_s + float(at_s)), Reading(float(at_s), (float(watts),)))
        self._writer.commit()

    @staticmethod
    def _groups(logs: Sequence[PlacedLog]) -> list[list[PlacedLog]]:
        """Logs of one run that hold the same counters, or results of the same tool; only where there are several."""
        found: dict[int, list[PlacedLog]] = {}
        for log in logs:
            if log.place.group:
                found.setdefault(log.place.group, []).append(log)
        return [group for group in found.values() if len(group) > 1]

    def _rows(self, log: PlacedLog, group: Sequence[PlacedLog]) -> Iterator[tuple[float, LogRow]]:
        """A log's rows; of one of several at the times of all of them."""
        if len(group) < 2:
            return log.rows()
        return on_whole_steps(log.rows(), max(usual_step_s(one.rows()) for one in group), log.log.series)

    def _largest(self, group: Sequence[PlacedLog], run: int, base_s: float) -> None:
        """Record what is a maximum over several logs, or a minimum."""
        held = [shared(log.log.series, log.log.columns).largest for log in group]
        known = {one.path: one for series in held for one in series}
        if not known:
            return
        paths = list(known)
        self.largest.update(paths)
        columns = [[next((one.value for one in own if one.path == path), -1) for path in paths] for own in held]
        smallest = [rule_of(path.rpartition("\\")[2], known[path].unit) == "smallest" for path in paths]
        series = [replace(known[path], value=index) for index, path in enumerate(paths)]
        for one in series:
            self._kind_of[group[0].system, one.path] = one.kind
        source = self._writer.add_source(
            "maxima of several logs",
            series,
            len(series),
            system=self._systems[group[0].system],
            detail=SourceDetail(run=run, files=[log.file.path.name for log in group]),
        )
        rows = [(own, self._rows(log, group)) for own, log in zip(columns, group, strict=True)]
        for number, (at_s, values) in enumerate(largest_of(rows, smallest), 1):
            self._writer.sample(source, self._ns(base_s + at_s), Reading(at_s, values))
            if number % ROWS_A_COMMIT == 0:
                self._writer.commit()
        self._writer.commit()

    def _percentiles(self, group: Sequence[PlacedLog], run: int, base_s: float) -> None:
        """Record the percentiles of several logs' histograms, added up."""
        held = [log.log.histograms for log in group]
        known = [one for one in held if one is not None]
        if len(known) < len(held) or len({one.middles_s for one in known}) > 1:
            return
        paths = {direction: own for one in known for direction, own in one.percentiles.items()}
        every = [one for direction in sorted(paths) for one in paths[direction]]
        series = [replace(one, value=index) for index, one in enumerate(every)]
        for one in series:
            self._kind_of[group[0].system, one.path] = one.kind
        source = self._writer.add_source(
            "percentiles of several logs",
            series,
            len(series),
            system=self._systems[group[0].system],
            detail=SourceDetail(run=run, files=[log.file.path.name for log in group]),
        )
        step_s = max(usual_step_s(log.rows()) for log in group)
        rows = [_shifted(one, log.shift_s) for one, log in zip(known, group, strict=True)]
        for at_s, values in percentiles_of(known, rows, step_s):
            self._writer.sample(source, self._ns(base_s + at_s), Reading(at_s, values))
        self._writer.commit()

    def _in_pieces(self, file: str, rows: Iterator[tuple[float, LogRow]]) -> Iterator[tuple[float, LogRow]]:
        """The rows, written to disk every few thousand: a huge log takes no memory."""
        for number, row in enumerate(rows, 1):
            yield row
            if number % ROWS_A_COMMIT == 0:
                self._writer.commit()
                self._progress(phrase("{file}: {rows:,} rows", file=file, rows=number))
        self._writer.commit()

    def _own(self, log: PlacedLog, step: int, one: Series) -> Series:
        """The series, under its path or, where another log of the run has that path, with the file's name in it.

        Only logs of the same tool, which are merged, keep a path that is taken: what two tools count of one system does
        not add up.
        """
        system, path, name = log.system, one.path, stem_of(log.file.path)
        owner = log.place.group or -id(log)
        while (
            self._kind_of.get((system, path), one.kind) != one.kind
            or self._taken.get((system, log.place.run, step, path), owner) != owner
        ):
            path = with_instance(path, name)
            name += "'"
        self._kind_of[system, path] = one.kind
        self._taken[system, log.place.run, step, path] = owner
        return replace(one, path=path)

    def _phases(
        self,
        run: int,
        base_s: float,
        before_s: int,
        measurings: Sequence[tuple[float | None, tuple[float, float]]],
        end_s: float,
    ) -> None:
        """measurings: the levels of load, None: there are none, with their seconds."""
        ordered = sorted(measurings, key=lambda one: one[1])
        first = ordered[0][1][0]
        phases: list[tuple[float, str, float | None]] = (
            [(-float(before_s), "before the load", None)] if before_s else []
        )
        phases += [(0.0, "warm-up", ordered[0][0])] if first > 0 else []
        for number, (users, (from_s, to_s)) in enumerate(ordered):
            phases.append((from_s, "measure", users))
            after = ordered[number + 1] if number + 1 < len(ordered) else None
            if after is not None and to_s < after[1][0]:
                phases.append((to_s, "warm-up", after[0]))
            elif after is None and to_s < end_s:
                phases.append((to_s, "after", users))
        for at_s, name, users in phases:
            detail = PhaseDetail(users=users)
            self._writer.phase(self._ns(base_s + at_s), name, run=run, step=self._next_step(run), detail=detail)

    def _next_step(self, run: int) -> int:
        """Phases of a run are numbered on, over all its steps of load."""
        self._steps[run] = self._steps.get(run, -1) + 1
        return self._steps[run]

    def _target(self, system: str, name: str) -> int | None:
        if not name:
            return None
        if (system, name) not in self._targets:
            self._targets[system, name] = self._writer.add_target(self._systems[system], name, TargetDetail())
        return self._targets[system, name]

    def _ns(self, at_s: float) -> int:
        return self._start_ns + round(at_s * 1e9)


def _shifted(log: HistogramLog, shift_s: float) -> Iterator[tuple[float, int, Sequence[int]]]:
    return ((at_s + shift_s, direction, counts) for at_s, direction, counts in log.rows())


def _meter_named(log: PlacedLog) -> Sequence[Series]:
    """A log's counters; of one of several power meters with what it feeds."""
    if log.log.kind != POWER or not log.place.label:
        return log.log.series
    return [power_series(log.place.label)]


def since_creation_ns(writer: SessionWriter, when: datetime.datetime) -> int | None:
    """A wall time as nanoseconds since the session's creation; None where a session can't hold it (over 36 years)."""
    try:
        since = when.astimezone(datetime.UTC) - writer.created
    except (OverflowError, ValueError, OSError):  # a year that the platform's calendar does not know
        return None
    return round(since / datetime.timedelta(microseconds=1)) * 1000 if abs(since) < LONGEST_AGO else None
