# SPDX-License-Identifier: Apache-2.0
"""Writer of imported results into a session: origins, systems, sources, phases, totals."""

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
from app.imports.totals import Order, TotalsFigure, part_name
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
"""Times in seconds since the load began, and watts; each (n,), where NaN means no data."""

LONGEST_AGO = datetime.timedelta(days=13_000)
POWER = "power meter"
ROWS_A_COMMIT = 5_000
REST_S = 2
"""Seconds between two runs on the time axis, so that no reading belongs to both."""


class Recorder:
    """Writer of one new session.

    Attributes:
        warnings: messages so far, for readers of the session.
        windows: for each run and load level, the start on the session's time axis and the measured seconds.
        labels: for each system, run and level, the targets with the labels in their counters.
        power: mean watts of each run.
        largest: common paths for which the maximum over all logs was recorded.
        common: all paths without the label of one of several logs.
    """

    def __init__(
        self,
        writer: SessionWriter,
        systems: Sequence[str],
        facts: Mapping[str, Mapping[str, object]],
        progress: Callable[[Sentence], None] = lambda what: None,
        levels: Sequence[float] = (),
    ) -> None:
        """Create the systems.

        Args:
            writer: the session's writer.
            systems: names of the systems, the baseline first.
            facts: facts of the systems.
            progress: function called every few thousand rows; an exception that it raises cancels the import.
            levels: load levels in ascending order.
        """
        self._step_of: Mapping[float | None, int] = {users: step for step, users in enumerate(levels, 1)}
        self._progress = progress
        self.warnings: list[Message] = []
        self.windows: dict[tuple[int, float | None], tuple[float, tuple[float, float]]] = {}
        self.labels: dict[tuple[str, int, float | None], dict[str, str]] = {}
        self.largest: set[str] = set()
        self.common: dict[str, None] = {}
        self.power: list[TotalsFigure] = []
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
        """Record a file with its hash as the origin of rows. `recorded` is when its load began, if known."""
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
        """Write the logs of one run, after earlier runs on the time axis.

        Args:
            run: number of the run.
            logs: all logs of the run.
            window: start and end of the measured part, in seconds; None for the whole run.
            users: load level of all logs.
            levels: load levels that each log contains, one after the other.
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
                        TotalsFigure(
                            system, run, "", name, mean, "W", "", measured, decimals=decimals, users=level, part=part
                        )
                    )
        self._end_s, self._last_run = base_s + end_s, run

    def commit(self) -> None:
        """Commit everything written so far, so that it can be read."""
        self._writer.commit()

    def derived(self, system: str, series: Series, times: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        """Write a counter that is computed from others.

        Args:
            system: system of the counter.
            series: description of the counter.
            times: seconds since the session's start, rising, (n,).
            values: (n,).
        """
        source = self._writer.add_source("formula", [series], 1, system=self._systems[system])
        for at_s, value in zip(times, values, strict=True):
            self._writer.sample(source, self._ns(float(at_s)), Reading(float(at_s), (float(value),)))
        self._writer.commit()

    def totals(self, figures: Sequence[TotalsFigure]) -> None:
        """Write a document for each system, target, run and load level."""
        if not self._started:
            self._start(0, [])
        by_target: dict[tuple[str, str, int, float | None], dict[str, ImportedFigure]] = {}
        for one in figures:
            from_s, to_s = one.window or (None, None)
            by_target.setdefault((one.system, one.target, one.run, one.users), {})[one.metric] = ImportedFigure(
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
        for (system, target, run, users), metrics in by_target.items():
            self._writer.document(
                self._start_ns,
                ImportedTotals(figures=metrics, users=users),
                name=target,
                system=self._systems[system],
                target=self._target(system, target),
                run=run,
                step=self._step_of.get(users, 0),
            )

    def storage_runs(self, runs: Sequence[PlacedRun]) -> None:
        """Write a document for each run of a storage tool, after the totals."""
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
        """Write the order of the systems, the warnings and the end row."""
        self._writer.document(self._start_ns, ImportOrder(order=order), name="order")
        at_ns = self._start_ns + round(self._end_s * 1e9)
        if order != "together":
            not_simultaneous = NotSimultaneous(how="alternating" if order == "alternating" else "one at a time")
            self._writer.event(self._start_ns, not_simultaneous, severity="warning")
            self.warnings.insert(0, not_simultaneous)
        self.warnings.insert(0, FromElsewhere())
        self._writer.finish(at_ns, valid=True, reasons=[], warnings=self.warnings)

    def _start(self, before_s: int, began: Sequence[datetime.datetime | None]) -> None:
        """Write the common start: when the first run's load began, if a log contains that.

        That is before the session's creation.

        Args:
            before_s: seconds of the logs before that.
            began: starts of the logs; a time without a time zone is treated as local time.
        """
        self._start_ns = before_s * 1_000_000_000
        first = next((when for when in began if when is not None), None)
        if first is not None:
            ago_ns = since_creation_ns(self._writer, first)
            self._start_ns = ago_ns if ago_ns is not None else self._start_ns
        self._writer.start(self._start_ns)
        self._started = True

    def _log(self, log: PlacedLog, step: int, base_s: float, group: Sequence[PlacedLog]) -> float:
        """Write one log as a source.

        Args:
            log: the log.
            step: number of its load level.
            base_s: start of its run on the session's time axis.
            group: logs of the run with the same counters, this one included.

        Returns:
            Seconds since the run's start at its last row.
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
            series = [self._with_own_path(log, step, one) for one in _meter_named(log)]
            self.common |= dict.fromkeys(one.path for one in series)
        else:
            labeled = named(log.log.series, log.place.label) if len(group) > 1 else shares.unmerged(log.log.series)
            series = [self._with_own_path(log, step, one) for one in (*shares.series, *labeled)]
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
            assumed = phrase(
                "{file}: the load is taken to have begun with its first row, whose own values are of the time before "
                "and do not count (--start tells when it began)",
                file=path.name,
            )
            self.warnings.append(assumed)
        self.warnings += log.log.warnings
        return last_s

    def _power(self, run: int, logs: Sequence[PlacedLog], base_s: float) -> list[tuple[str, str, Power]]:
        """Return the power of each system over the run and, if there are several, of each of its meters.

        The power of a system is that of its meter, or the sum of its meters, which is recorded too.

        Returns:
            System, name of the part ("" for the whole system), and power.
        """
        powers = []
        for system in self._systems:
            meters = [log for log in logs if log.system == system and log.log.kind == POWER]
            readings = []
            for log in meters:
                rows = [(at_s, row.values[0]) for at_s, row in log.rows()]
                readings.append((np.array([at for at, _ in rows]), np.array([watts for _, watts in rows])))
            if not meters:
                continue
            powers.append((system, "", readings[0] if len(meters) == 1 else summed(readings)))
            if len(meters) > 1 or meters[0].place.label:
                self._together(system, run, [log.file.path.name for log in meters], powers[-1][2], base_s)
                powers += [(system, log.place.label, power) for log, power in zip(meters, readings, strict=True)]
        return powers

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
        """Return groups of several logs of one run with the same counters, or results of the same tool."""
        groups: dict[int, list[PlacedLog]] = {}
        for log in logs:
            if log.place.group:
                groups.setdefault(log.place.group, []).append(log)
        return [group for group in groups.values() if len(group) > 1]

    def _rows(self, log: PlacedLog, group: Sequence[PlacedLog]) -> Iterator[tuple[float, LogRow]]:
        """Return a log's rows; those of a log in a group are moved to the group's common times."""
        if len(group) < 2:
            return log.rows()
        return on_whole_steps(log.rows(), max(usual_step_s(one.rows()) for one in group), log.log.series)

    def _largest(self, group: Sequence[PlacedLog], run: int, base_s: float) -> None:
        """Record maxima, or minima, over several logs."""
        by_log = [shared(log.log.series, log.log.columns).largest for log in group]
        known = {one.path: one for series in by_log for one in series}
        if not known:
            return
        paths = list(known)
        self.largest.update(paths)
        columns = [[next((one.value for one in of_log if one.path == path), -1) for path in paths] for of_log in by_log]
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
        """Record the percentiles of the sum of several logs' histograms."""
        histograms = [log.log.histograms for log in group]
        available = [one for one in histograms if one is not None]
        if len(available) < len(histograms) or len({one.middles_s for one in available}) > 1:
            return
        paths = {direction: own for one in available for direction, own in one.percentiles.items()}
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
        rows = [_shifted(one, log.shift_s) for one, log in zip(available, group, strict=True)]
        for at_s, values in percentiles_of(available, rows, step_s):
            self._writer.sample(source, self._ns(base_s + at_s), Reading(at_s, values))
        self._writer.commit()

    def _in_pieces(self, file: str, rows: Iterator[tuple[float, LogRow]]) -> Iterator[tuple[float, LogRow]]:
        """Yield the rows and commit every few thousand, to limit memory use for huge logs."""
        for number, row in enumerate(rows, 1):
            yield row
            if number % ROWS_A_COMMIT == 0:
                self._writer.commit()
                self._progress(phrase("{file}: {rows:,} rows", file=file, rows=number))
        self._writer.commit()

    def _with_own_path(self, log: PlacedLog, step: int, one: Series) -> Series:
        """Return the series with a unique path: the file's name is added if another log of the run has the same path.

        Only logs of the same tool, which are merged, share a path: counts of one system by two tools must not be added
        up.
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
        """Write the phases of a run. `measurings` are the load levels (None: there are none) with their seconds."""
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
        """Return the number of the next phase; numbers continue over all load levels of a run."""
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
    """Return a log's counters; with several power meters, they are named after the part that the meter feeds."""
    if log.log.kind != POWER or not log.place.label:
        return log.log.series
    return [power_series(log.place.label)]


def since_creation_ns(writer: SessionWriter, when: datetime.datetime) -> int | None:
    """Convert a wall-clock time to ns since the session's creation, or return None if it is over 36 years away."""
    try:
        since = when.astimezone(datetime.UTC) - writer.created
    except (OverflowError, ValueError, OSError):  # a year outside the platform's calendar
        return None
    return round(since / datetime.timedelta(microseconds=1)) * 1000 if abs(since) < LONGEST_AGO else None
