# SPDX-License-Identifier: Apache-2.0
"""Writing imported results into a session: origins, systems, sources, phases, totals."""

import datetime
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.imports.import_request import PlacedLog
from app.imports.meter import TOTAL, power_series, summed
from app.imports.source import LogRow, digest_of, with_instance, wrong
from app.imports.storage_outputs import PlacedRun
from app.imports.totals import Figure, Order
from app.model.documents import ImportedFigure, ImportedTotals, ImportOrder, OriginDetail, SourceDetail, TargetDetail
from app.model.errors import phrase
from app.model.events import FromElsewhere, NotSimultaneous
from app.model.messages import Message, Sentence
from app.session.writer import SessionWriter
from collectors.series import Reading, Series

Power = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Seconds since the load began, and watts; each (n,), NaN is no data."""

LONGEST_AGO = datetime.timedelta(days=13_000)
ROWS_A_COMMIT = 5_000
REST_S = 2
"""Between two runs on the time axis, so that no reading lies in both."""


class Recorder:
    """Fills one new session. `warnings` grows, and `windows`: of each run where it begins on the session's time axis,
    and which of its seconds are measured."""

    def __init__(
        self,
        writer: SessionWriter,
        systems: Sequence[str],
        facts: Mapping[str, Mapping[str, object]],
        progress: Callable[[Sentence], None] = lambda what: None,
    ) -> None:
        """progress: told of every few thousand rows; what it raises ends the import."""
        self._progress = progress
        self.warnings: list[Message] = []
        self.windows: dict[int, tuple[float, tuple[float, float]]] = {}
        self._writer = writer
        self._systems = {
            name: writer.add_system(name, "challenger" if index else "baseline", "", facts.get(name, {}))
            for index, name in enumerate(systems)
        }
        self._targets: dict[tuple[str, str], int] = {}
        self._kind_of: dict[tuple[str, str], str] = {}
        self._taken: dict[tuple[str, int, str], str] = {}
        self._start_ns = 0
        self._started = False
        self._end_s = 0.0
        self._last_run = 0

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

    def run(self, run: int, logs: Sequence[PlacedLog], window: tuple[float, float] | None) -> None:
        """The logs of one run, behind those before it on the time axis."""
        before_s = math.ceil(max(0.0, *(-log.first_s for log in logs)))
        base_s = 0.0
        if self._started:
            self._writer.phase(self._ns(self._end_s), "rest", run=self._last_run)
            base_s = float(math.ceil(self._end_s) + REST_S + before_s)
        else:
            self._start(before_s, [log.began_utc or log.began for log in logs])
        ends = {id(log): self._log(log, run, base_s) for log in logs}
        power = self._power(run, logs, base_s)
        drivers = [ends[id(log)] for log in logs if log.log.clock == "since start"]
        end_s = max(ends.values())
        settled = max((span[0] for log in logs for _, span in log.log.totals.values() if span), default=0.0)
        measured = window or (settled, max(drivers, default=end_s))
        if not 0 <= measured[0] < measured[1] <= end_s + 1:
            uncovered = phrase(
                "run {run}: the window {from_s:g}-{to_s:g} s is not covered by its logs, which end at {end_s:g} s",
                run=run,
                from_s=measured[0],
                to_s=measured[1],
                end_s=end_s,
            )
            self.warnings.append(uncovered)
        self._phases(run, base_s, before_s, measured, end_s)
        for log, (times, watts) in power.values():
            inside = watts[(times > measured[0]) & (times <= measured[1])]
            if np.isfinite(inside).any():
                log.log.totals["Watts"] = (float(inside[np.isfinite(inside)].mean()), measured)
        self._end_s, self._last_run = base_s + end_s, run
        self.windows[run] = (base_s, measured)

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
        """A document for each system, target and run."""
        if not self._started:
            self._start(0, [])
        found: dict[tuple[str, str, int], dict[str, ImportedFigure]] = {}
        for one in figures:
            from_s, to_s = one.window or (None, None)
            found.setdefault((one.system, one.target, one.run), {})[one.metric] = ImportedFigure(
                value=one.value,
                unit=one.unit,
                better=one.better,
                from_s=from_s,
                to_s=to_s,
                derived=one.derived,
                decimals=one.decimals,
            )
        for (system, target, run), held in found.items():
            self._writer.document(
                self._start_ns,
                ImportedTotals(figures=held),
                name=target,
                system=self._systems[system],
                target=self._target(system, target),
                run=run,
            )

    def storage_runs(self, runs: Sequence[PlacedRun]) -> None:
        """What was done in each run of a storage exerciser, one document each; after the totals."""
        for one in runs:
            system = self._systems[one.system]
            self._writer.document(self._start_ns, one.document, name=one.label, system=system, run=one.number)

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

    def _log(self, log: PlacedLog, run: int, base_s: float) -> float:
        """One log as a source. Returns the seconds since the run's start at its last row."""
        path = log.file.path
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
        source = self._writer.add_source(
            f"{log.log.kind}: {path.name}",
            [self._own(log, one, path.stem) for one in log.log.series],
            log.log.columns,
            system=self._systems[log.system],
            target=self._target(log.system, log.file.target),
            offset_ns=round(log.file.offset_s * 1e9),
            uncertainty_ns=round(log.log.uncertainty_s * 1e9),
            origin=origin,
            detail=SourceDetail(run=run, file=path.name),
        )
        last_s, last_ns = log.first_s, None
        for at_s, row in self._in_pieces(path.name, log.rows()):
            at_ns = self._ns(base_s + at_s)
            if last_ns is not None and at_ns <= last_ns:
                raise wrong(path, "this row is no later than the one before it", line=row.line)
            last_s, last_ns = at_s, at_ns
            self._writer.sample(source, at_ns, Reading(row.seconds, row.values))
        if last_s <= 0:
            raise wrong(path, "it ends before the load began: check --start and --offset")
        if log.file.start is None and log.log.clock != "since start":
            taken = phrase(
                "{file}: the load is taken to have begun with its first row (--start tells it)", file=path.name
            )
            self.warnings.append(taken)
        self.warnings += log.log.warnings
        return last_s

    def _power(self, run: int, logs: Sequence[PlacedLog], base_s: float) -> dict[str, tuple[PlacedLog, Power]]:
        """Each system's power over the run: of its meter, or the sum of its meters, which is recorded too."""
        found = {}
        for system in self._systems:
            meters = [log for log in logs if log.system == system and log.log.kind == "power meter"]
            if not meters:
                continue
            held = []
            for log in meters:
                rows = [(at_s, row.values[0]) for at_s, row in log.rows()]
                held.append((np.array([at for at, _ in rows]), np.array([watts for _, watts in rows])))
            power = held[0] if len(meters) == 1 else summed(held)
            found[system] = (meters[0], power)
            if len(meters) > 1:
                self._together(system, run, [log.file.path.name for log in meters], power, base_s)
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

    def _in_pieces(self, file: str, rows: Iterator[tuple[float, LogRow]]) -> Iterator[tuple[float, LogRow]]:
        """The rows, written to disk every few thousand: a huge log takes no memory."""
        for number, row in enumerate(rows, 1):
            yield row
            if number % ROWS_A_COMMIT == 0:
                self._writer.commit()
                self._progress(phrase("{file}: {rows:,} rows", file=file, rows=number))
        self._writer.commit()

    def _own(self, log: PlacedLog, one: Series, name: str) -> Series:
        """The series, under its path or, where another log of the run has that path, with the file's name in it.

        Only what adds up keeps a path that is taken: what several drivers of one tool count. What two tools count of
        one system, or two machines' disks of one name, does not.
        """
        system, run, path = log.system, log.file.run, one.path
        adds_up = one.kind in ("rate", "average") and one.layer == "application"
        while self._kind_of.get((system, path), one.kind) != one.kind or (
            self._taken.get((system, run, path), log.log.kind) != log.log.kind
            or ((system, run, path) in self._taken and not adds_up)
        ):
            path = with_instance(path, name)
            name += "'"
        self._kind_of[system, path] = one.kind
        self._taken[system, run, path] = log.log.kind
        return Series(path, one.unit, one.kind, one.layer, one.value, one.base, one.scale, one.better)

    def _phases(self, run: int, base_s: float, before_s: int, measured: tuple[float, float], end_s: float) -> None:
        steps = [(-float(before_s), "before the load")] if before_s else []
        steps += [(0.0, "warm-up")] if measured[0] > 0 else []
        steps += [(measured[0], "measure")]
        steps += [(measured[1], "after")] if measured[1] < end_s else []
        for step, (at_s, name) in enumerate(steps):
            self._writer.phase(self._ns(base_s + at_s), name, run=run, step=step)

    def _target(self, system: str, name: str) -> int | None:
        if not name:
            return None
        if (system, name) not in self._targets:
            self._targets[system, name] = self._writer.add_target(self._systems[system], name, TargetDetail())
        return self._targets[system, name]

    def _ns(self, at_s: float) -> int:
        return self._start_ns + round(at_s * 1e9)


def since_creation_ns(writer: SessionWriter, when: datetime.datetime) -> int | None:
    """A wall time as nanoseconds since the session's creation; None where a session can't hold it (over 36 years)."""
    try:
        since = when.astimezone(datetime.UTC) - writer.created
    except (OverflowError, ValueError, OSError):  # a year that the platform's calendar does not know
        return None
    return round(since / datetime.timedelta(microseconds=1)) * 1000 if abs(since) < LONGEST_AGO else None
