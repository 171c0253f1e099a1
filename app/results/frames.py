# SPDX-License-Identifier: Apache-2.0
"""Session data as pandas DataFrames, for notebooks and for Outpace's own exports.

    from app.results.frames import open_session

    with open_session("run.outpace") as session:
        session.counters["Write-ahead log"]                             # one column per counter, one row per second
        session.percentiles(by=["system", "run"], q=[50, 95, 99])       # of merged histograms
        session.statistics()                                            # averages of raw values, step by step

Each frame is created on first access and cached; pandas is imported only then. The frames of a growing session contain
what was recorded when the session was opened. Columns have their unit in their name (`_s`, `_ns`, `_ms`) or in
`frame.attrs["units"]`; `frame.attrs["layers"]` names the layer in which a figure was counted (docs/counters.md). NaN
means no data, which is not the same as 0. Times are seconds since the common start.

Index levels mean the same everywhere: `system` (its name), `target` ("" is the whole system), `run` (a repeat, from 1;
0 is before the first phase) and `step` (of the plan, from 0). docs/notebooks.md has examples.

Never average averages: use `statistics` and `percentiles`, or sum numerators and denominators of `samples` and counts
of `histograms` before dividing.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import nan
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.censoring import censored, could_rise
from app.model.documents import MeasuredStep, StepIo, UnderWay
from app.model.histogram import Histogram, bucket_middle_ns
from app.results.measurings import known, main_operation, measurings, spans_of
from app.results.session_result import DRIVER
from app.results.storage_results import OPERATIONS, StorageFigures, TargetFigures, storage_steps
from app.results.study import has_results, study_of
from app.results.study_records import Metric, Study, SystemRun
from app.session.latency import merged
from app.session.packed_latencies import Counts
from app.session.rates import Floats, one_a_tick
from app.session.reader import SessionReader
from app.session.records import Counter
from app.session.session_error import damage_named

if TYPE_CHECKING:
    import pandas as pd

Codes = NDArray[np.int64]
DRIVER_MACHINE = "driver machine"
WHOLE = ""
"""Target level of rows that describe the whole system."""
PERCENTILES = (50.0, 95.0, 99.0)
LEAST_COUNTERS = 8
SAMPLES_AT_ONCE = 250_000
"""Approximate number of samples in each part of `samples_in_parts`, which has at least `LEAST_COUNTERS` counters."""
LEVELS = {
    **dict.fromkeys(("system", "target", "counter", "operation", "figure", "phase"), "str"),
    "run": "int64", "step": "int64",
}  # fmt: skip
"""Data types of the index levels."""
STORAGE_STEP = {
    "block_kb": "int64", "read_percent": "float64", "access": "str", "threads": "int64", "outstanding": "int64",
    "write_through": "bool", "cached": "bool", "data": "str", "mix": "str", "skew": "str",
    "verified": "bool", "trim_percent": "float64",
}  # fmt: skip
STORAGE_FIGURES = (
    "seconds", "iops", "mb_per_s", "mib_per_s", "requested_outstanding", "mean_outstanding", "cpu_s_per_1000",
)  # fmt: skip
LATENCIES_MS = ("min_ms", "mean_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms")
STORAGE_LATENCIES = tuple(f"{key}_{name}" for key in OPERATIONS for name in LATENCIES_MS)
RECORDED = (
    Metric("Worst 10 s OPM", "/min", "more"),
    Metric("Cumulative OPM", "/min", "more"),
    Metric("Orders", "", "more"),
    Metric("Errors", "", "less"),
    Metric("Rolled back %", "%", ""),
    Metric("Users", "", ""),
    Metric("Implied users", "", ""),
    Metric("Busiest worker %", "%", "less"),
    Metric("Users requested", "", ""),
)
"""Figures of a recorded run in addition to the compared ones; requested users are per target."""


def open_session(path: str | Path) -> "SessionFrames":
    """Open a session file read-only; close the result, or use it in a `with` statement.

    Raises:
        SessionError: If the file is missing, is not a session, is damaged or has a later format. Accessing a frame can
            raise it too, if damage is detected only then.
    """
    return SessionFrames(SessionReader.open(Path(path)))


class _Series(msgspec.Struct, frozen=True):
    """Counter of a system or of one of its targets, with its codes and names in the index levels."""

    counter: Counter
    target: int | None
    codes: tuple[int, int, int]
    names: tuple[str, str, str]


class SessionFrames:
    """Data frames of an open session; not thread-safe."""

    def __init__(self, reader: SessionReader) -> None:
        self.reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; existing frames remain valid."""
        self.reader.close()

    @cached_property
    def systems(self) -> "pd.DataFrame":
        """Tested systems. Index: system, target.

        Columns: letter, role, color, engine, database: text; users (maximum requested), size_bytes,
        rollback_expected_percent: float64, NaN if unknown.
        """
        rows = []
        for system in self.reader.systems:
            for target in system.targets:
                detail = target.detail
                figures = (detail.users, detail.size_bytes, detail.rollback_expected_percent)
                texts = (system.letter, system.role, system.color, detail.engine, detail.database)
                rows.append((self._names[system.id], target.name, *texts, *map(known, figures)))
            if not system.targets:
                texts = (system.letter, system.role, system.color, "", "")
                rows.append((self._names[system.id], WHOLE, *texts, nan, nan, nan))
        columns = dict.fromkeys(("letter", "role", "color", "engine", "database"), "str")
        columns |= dict.fromkeys(("users", "size_bytes", "rollback_expected_percent"), "float64")
        return _frame(rows, ("system", "target"), columns)

    @cached_property
    def counter_list(self) -> "pd.DataFrame":
        """Counters. Index: system ("driver machine" for the driver's machine), counter (path).

        Columns: unit, layer, kind (gauge, rate, average, share), better (more, less or ""): text.
        """
        rows = [(self._names[c.system], c.path, c.unit, c.layer, c.kind, c.better) for c in self.reader.counters]
        return _frame(rows, ("system", "counter"), dict.fromkeys(("unit", "layer", "kind", "better"), "str"))

    @cached_property
    def counters(self) -> "pd.DataFrame":
        """Counter values, float64, one column per counter. Columns: system, target, counter.

        Index: run, step, phase, time_s: int64, the end of the second. Targets other than "" have the driver's counters
        for that target. A counter with 10 s intervals has a value every 10th second.

        attrs: "units" and "layers" by column.
        """
        import pandas as pd

        columns_of_values: list[tuple[Codes, Floats]] = []
        for series in self._series:
            time_s, value = self.reader.samples(series.counter, target=series.target)
            spans = one_a_tick(series.counter.kind, self.reader.intervals(series.counter, series.target))
            if np.isnan(spans.denominator).all():  # latency: one value per second, without numerator and denominator
                columns_of_values.append((np.rint(time_s).astype(np.int64), value))
                continue
            with np.errstate(all="ignore"):
                quotient = spans.numerator / spans.denominator
            quotient[~np.isfinite(quotient)] = np.nan
            columns_of_values.append((np.rint(spans.end_s).astype(np.int64), quotient))
        distinct = {ticks.tobytes(): ticks for ticks, _ in columns_of_values}  # most counters have the same timestamps
        seconds = np.unique(np.concatenate([*distinct.values(), np.empty(0, dtype=np.int64)]))
        places = {key: np.searchsorted(seconds, ticks) for key, ticks in distinct.items()}
        values = np.full((len(columns_of_values), len(seconds)), np.nan)
        for row, (ticks, value) in zip(values, columns_of_values, strict=True):
            row[places[ticks.tobytes()]] = value
        levels = ("system", "target", "counter")
        columns = pd.MultiIndex.from_arrays(
            list(zip(*(s.names for s in self._series), strict=True)) or [[]] * 3, names=levels
        )
        index = self._index({}, [], self._phases_at(seconds - 0.5), phase=True, seconds=seconds)
        frame = pd.DataFrame(values.T, index, columns, copy=False)
        frame.attrs["units"] = {series.names: series.counter.unit for series in self._series}
        frame.attrs["layers"] = {series.names: series.counter.layer for series in self._series}
        return frame

    @cached_property
    def samples(self) -> "pd.DataFrame":
        """Samples of all counters. Index: system, target, counter, run, step.

        Columns: time_s, begin_s, value, numerator, denominator: float64; unit, layer, phase: category.

        A value covers the interval from begin_s to time_s and is numerator / denominator. Over several intervals, it is
        the sum of numerators divided by the sum of denominators, if both are known. Latency counters have neither; see
        `percentiles`. attrs: "units" of the times; values are in the unit of their row.
        """
        return self._samples(self._series)

    def samples_in_parts(self) -> "Iterator[pd.DataFrame]":
        """Yield `samples` for some counters at a time, to limit memory when exporting a long session."""
        counters = max(LEAST_COUNTERS, int(SAMPLES_AT_ONCE / max(self.reader.length_s, 1.0)))
        for begin in range(0, max(len(self._series), 1), counters):
            yield self._samples(self._series[begin : begin + counters])

    def _samples(self, chosen: Sequence[_Series]) -> "pd.DataFrame":
        import pandas as pd

        parts, lengths = [], []
        for series in chosen:
            time_s, value = self.reader.samples(series.counter, target=series.target)
            spans = self.reader.intervals(series.counter, series.target)
            parts.append((time_s, spans.begin_s, value, spans.numerator, spans.denominator))
            lengths.append(len(time_s))
        names = ("time_s", "begin_s", "value", "numerator", "denominator")
        arrays = [np.concatenate(column) for column in zip(*parts, strict=True)] or [np.empty(0)] * len(names)
        columns: dict[str, Any] = dict(zip(names, arrays, strict=True))
        places = self._phases_at((columns["begin_s"] + columns["time_s"]) / 2)
        for name in ("unit", "layer"):
            texts = list(dict.fromkeys(getattr(series.counter, name) for series in self._series))
            of_series = [texts.index(getattr(series.counter, name)) for series in chosen]
            codes = np.repeat(np.array(of_series, dtype=np.int64), lengths)
            columns[name] = pd.Categorical.from_codes(codes, pd.Index(texts, dtype="str"))
        columns["phase"] = self._phase_column(places)
        of_levels = np.array([series.codes for series in chosen], dtype=np.int64).reshape(-1, 3)
        levels = dict(zip(("system", "target", "counter"), self._levels, strict=True))
        index = self._index(levels, list(np.repeat(of_levels, lengths, axis=0).T), places)
        frame = pd.DataFrame(columns, index, copy=False)
        frame.attrs["units"] = {"time_s": "s", "begin_s": "s"}
        return frame

    @cached_property
    def latencies(self) -> "pd.DataFrame":
        """Latencies of each operation in each second. Index: system, operation, run, step, time_s.

        Columns: count: int64; mean_s, p50_s, p95_s, p99_s, max_s: float64; phase: category. time_s is the end of the
        second, int64. Do not average these; use `percentiles` for longer intervals. attrs: "units" by column.
        """
        import pandas as pd

        parts, codes = [np.empty((0, 7))], [np.empty((2, 0), dtype=np.int64)]
        for number, system in enumerate(self.reader.systems):
            for place, operation in enumerate(self.reader.operations):
                rows = self.reader.latency_seconds(system.id, operation.key)
                parts.append(rows)
                codes.append(np.tile(np.array([[number], [place]]), len(rows)))
        table = np.concatenate(parts)
        places = self._phases_at(table[:, 0] - 0.5)
        names = ("mean_s", "p50_s", "p95_s", "p99_s", "max_s")
        columns: dict[str, Any] = {"count": np.nan_to_num(table[:, 1]).astype(np.int64)}
        columns |= dict(zip(names, table[:, 2:].T, strict=True))
        columns["phase"] = self._phase_column(places)
        levels = {"system": self._levels[0], "operation": [one.key for one in self.reader.operations]}
        seconds = np.rint(table[:, 0]).astype(np.int64)
        index = self._index(levels, list(np.concatenate(codes, axis=1)), places, seconds=seconds)
        frame = pd.DataFrame(columns, index)
        frame.attrs["units"] = {"count": "", **dict.fromkeys(names, "s")}
        return frame

    @cached_property
    def histograms(self) -> "pd.DataFrame":
        """Recorded latency histograms, one or more rows per second, target and operation; these rows add up.

        Index: system, target, operation, run, step. Columns: time_s (the end of the second), count, sum_ns, min_ns,
        max_ns: int64; phase: category; counts: bytes, pairs of (uint16 bucket, uint32 count), see
        docs/session-format.md. `percentiles` and `distribution` merge all rows or a selection.
        """
        import pandas as pd

        stored = self.reader.stored_histograms()
        owners = {t.id: (n, t.name) for n, system in enumerate(self.reader.systems) for t in system.targets}
        names = list(dict.fromkeys(name for _, name in owners.values()))
        operations = [operation.id for operation in self.reader.operations]
        with damage_named(self.reader.path):
            targets, where = np.unique(stored.target, return_inverse=True)
            systems = np.array([owners[target][0] for target in targets.tolist()], dtype=np.int64)[where]
            target_codes = np.array([names.index(owners[t][1]) for t in targets.tolist()], dtype=np.int64)[where]
            keys, where = np.unique(stored.operation, return_inverse=True)
            operation_codes = np.array([operations.index(key) for key in keys.tolist()], dtype=np.int64)[where]
        order = np.lexsort((stored.tick, operation_codes, target_codes, systems))
        places = self._phases_at(stored.tick[order] + 0.5)
        columns: dict[str, Any] = {"time_s": stored.tick[order] + 1}
        columns |= {name: getattr(stored, name)[order] for name in ("count", "sum_ns", "min_ns", "max_ns", "counts")}
        columns["phase"] = self._phase_column(places)
        levels = {
            "system": self._levels[0],
            "target": names,
            "operation": [operation.key for operation in self.reader.operations],
        }
        codes = [systems[order], target_codes[order], operation_codes[order]]
        frame = pd.DataFrame(columns, self._index(levels, codes, places))
        frame.attrs["units"] = {"time_s": "s", "count": "", "sum_ns": "ns", "min_ns": "ns", "max_ns": "ns"}
        return frame

    def percentiles(
        self,
        by: Sequence[str] = ("system", "operation"),
        q: Sequence[float] = PERCENTILES,
        *,
        from_s: float | None = None,
        to_s: float | None = None,
        every_s: float | None = None,
        operation: str | None = None,
        of: "pd.DataFrame | None" = None,
    ) -> "pd.DataFrame":
        """Return percentiles of all latencies in each group, from merged histograms, accurate to 0.8 %.

        Args:
            by: Levels and columns of `histograms`: system, target, operation, run, step, phase, time_s.
            q: Percentiles, in percent.
            from_s: Select the seconds whose middle is not before this time.
            to_s: Select the seconds whose middle is not after this time.
            every_s: Group by intervals of this many seconds from the common start; time_s is the end of the interval.
            operation: Operation to select; by default, unless `by` contains "operation", the workload's main operation.
            of: Part of `histograms` to use instead of all.

        Returns:
            Index: by. Columns: count: int64; mean_s, min_s, p50_s, ..., max_s: float64. attrs: "units"; "censored", by
            key: the number of calls, if any, that were in flight after the group's last second and older than its p99 +
            1 s; "at_least", by key: the columns that these calls could raise and that are therefore lower bounds.
        """
        names = [f"p{percent:g}_s" for percent in q]
        rows, late_calls, bounds = [], {}, {}
        for key, histogram, ages_s in self._merged(by, from_s, to_s, every_s, operation, of):
            ends = (histogram.mean_ns / 1e9, histogram.min_ns / 1e9)
            percents = [value / 1e9 for value in histogram.percentiles_ns(q)]
            rows.append((*key, histogram.count, *ends, *percents, histogram.max_ns / 1e9))
            late = censored(histogram, ages_s)
            if late.count:
                label = key if len(key) != 1 else key[0]
                raised = [
                    name for name, percent in zip(names, q, strict=True) if could_rise(histogram, percent, late.count)
                ]
                late_calls[label] = late.count
                bounds[label] = [*(["mean_s"] if "mean" in late.at_least else []), *raised, "max_s"]
        times = ("mean_s", "min_s", *names, "max_s")
        frame = _frame(rows, by, {"count": "int64", **dict.fromkeys(times, "float64")})
        frame.attrs["units"] = {"count": "", **dict.fromkeys(times, "s")}
        frame.attrs |= {"censored": late_calls, "at_least": bounds}
        return frame

    def distribution(
        self,
        by: Sequence[str] = ("system", "operation"),
        *,
        from_s: float | None = None,
        to_s: float | None = None,
        every_s: float | None = None,
        operation: str | None = None,
        of: "pd.DataFrame | None" = None,
    ) -> "pd.DataFrame":
        """Return the merged histogram of each group; for the parameters see `percentiles`.

        Returns:
            Index: by, latency_s (the middle of a bucket, float64). Columns: count: int64; share_at_most: float64, the
            share of latencies up to this one.
        """
        rows = []
        for key, histogram, _ in self._merged(by, from_s, to_s, every_s, operation, of):
            filled = np.flatnonzero(histogram.counts)
            middles = (bucket_middle_ns(filled) / 1e9).tolist()
            counts = histogram.counts[filled]
            shares = (np.cumsum(counts) / histogram.count).tolist()
            rows += [(*key, *bucket) for bucket in zip(middles, counts.tolist(), shares, strict=True)]
        return _frame(rows, (*by, "latency_s"), {"count": "int64", "share_at_most": "float64"})

    def _merged(  # noqa: PLR0917
        self,
        by: Sequence[str],
        from_s: float | None,
        to_s: float | None,
        every_s: float | None,
        operation: str | None,
        of: "pd.DataFrame | None",
    ) -> Iterator[tuple[tuple[object, ...], Histogram, list[float]]]:
        """Yield the key of each group, its merged histogram, and the ages in seconds of its calls in flight.

        The ages are measured at the end of the group's last second.
        """
        frame = self.histograms if of is None else of
        if operation is None and "operation" not in by:
            operation = main_operation(self.reader)
        chosen = frame["count"] > 0
        if operation is not None:
            chosen &= frame.index.get_level_values("operation") == operation
        if from_s is not None:
            chosen &= frame["time_s"] - 0.5 >= from_s
        if to_s is not None:
            chosen &= frame["time_s"] - 0.5 <= to_s
        frame = frame[chosen]
        if every_s is not None:
            frame = frame.assign(time_s=np.ceil((frame["time_s"] - 0.5) / every_s) * every_s)
        columns = [frame[name].to_numpy() for name in ("count", "sum_ns", "min_ns", "max_ns", "counts")]
        keys = list(by)
        groups = frame.groupby(keys, observed=True, sort=False).indices if keys else {(): np.arange(len(frame))}
        with damage_named(self.reader.path):
            for key, rows in groups.items():
                stored: list[Counts] = list(zip(*(column[rows].tolist() for column in columns), strict=True))
                yield key if isinstance(key, tuple) else (key,), merged(stored), self._ages_s(frame.iloc[rows])

    def _ages_s(self, group: "pd.DataFrame") -> list[float]:
        if not self.reader.documents_of(UnderWay):
            return []
        levels = [group.index.get_level_values(name) for name in ("system", "target", "operation")]
        ids = {self._names[system.id]: system for system in self.reader.systems}
        ages_s: list[float] = []
        for name, target, operation in dict.fromkeys(zip(*levels, strict=True)):
            system = ids[name]
            number = next(one.id for one in system.targets if one.name == target)
            ages_s += self.reader.ages_s(system.id, operation, float(group["time_s"].max()), number)
        return ages_s

    @cached_property
    def phases(self) -> "pd.DataFrame":
        """Phases in chronological order. Index: run, step.

        Columns: phase: text; from_s, to_s: float64 (of a running phase, as far as recorded); users, rate (orders per
        second), requested per target: float64; systems: text, the letters of those under load.
        """
        letters = "".join(system.letter for system in self.reader.systems)
        rows = []
        for phase in self.reader.phases:
            detail = phase.detail
            present = letters if detail.systems is None else "".join(sorted(detail.systems))
            to_s = min(phase.to_s, self.reader.length_s)
            load = (known(detail.users), known(detail.rate))
            rows.append((phase.run, phase.step, phase.name, phase.from_s, to_s, *load, present))
        figures = dict.fromkeys(("from_s", "to_s", "users", "rate"), "float64")
        frame = _frame(rows, ("run", "step"), {"phase": "str", **figures, "systems": "str"})
        frame.attrs["units"] = {"from_s": "s", "to_s": "s", "users": "", "rate": "/s"}
        return frame

    @cached_property
    def events(self) -> "pd.DataFrame":
        """Events of the session. Index: system ("" for all systems), run, step.

        Columns: time_s: float64; severity (info, warning, error), kind, text (in English): text.
        """
        rows = []
        for event in self.reader.events:
            place = int(self._phases_at(np.array([event.t_s]))[0])
            where = (self._names[event.system] if event.system is not None else "", *self._runs_and_steps[place])
            rows.append((*where, event.t_s, event.severity, event.kind, self.reader.sentence(event.message)))
        columns = {"time_s": "float64", **dict.fromkeys(("severity", "kind", "text"), "str")}
        frame = _frame(rows, ("system", "run", "step"), columns)
        frame.attrs["units"] = {"time_s": "s"}
        return frame

    @cached_property
    def steps(self) -> "pd.DataFrame":
        """Measurement windows on which results are based. Index: system, run, step.

        Columns: number: int64, in its run, from 0; from_s, to_s: float64, its window; users, rate (orders per second),
        requested per target, and finished_s (a race's end since the load began): float64; held (whether the plan's
        limit was kept), complete: boolean, missing if not applicable; pass, access: text; block_kb, threads,
        outstanding: float64, of storage I/O.
        """
        recorded = {(one.run, one.step): one.data for one in self.reader.documents_of(MeasuredStep)}
        rows = []
        for one in measurings(self.reader):
            io: StepIo | MeasuredStep = recorded.get((one.repeat, one.step), StepIo())
            of_storage = (io.io_pass, io.access, known(io.block_kb), known(io.threads), known(io.outstanding))
            spans = spans_of(self.reader, one)
            for system in self.reader.systems:
                if (span := spans.get(letter := system.letter)) is not None:
                    load = (one.users(letter), one.rate, one.finished_s(letter), one.held(letter), one.complete)
                    where = (self._names[system.id], one.repeat, one.step)
                    rows.append((*where, one.number, span.from_s, span.to_s, *load, *of_storage))
        columns = {
            "number": "int64", **dict.fromkeys(("from_s", "to_s", "users", "rate", "finished_s"), "float64"),
            "held": "boolean", "complete": "boolean", "pass": "str",
            "access": "str", **dict.fromkeys(("block_kb", "threads", "outstanding"), "float64"),
        }  # fmt: skip
        frame = _frame(rows, ("system", "run", "step"), columns)
        frame.attrs["units"] = {"from_s": "s", "to_s": "s", "rate": "/s", "finished_s": "s", "block_kb": "KiB"}
        return frame

    @cached_property
    def study(self) -> Study | None:
        """Study of only this session; None if it has no results (app.results.study)."""
        return study_of([self.reader]) if has_results(self.reader) else None

    @cached_property
    def results(self) -> "pd.DataFrame":
        """Figures of each run; in a sweep, a search or a storage plan, of each step.

        Index: system, target, run, step, figure (OPM, IOPS, "order p95", Watts, ...). Columns: value: float64; unit,
        layer ("" if it does not matter): text; valid: bool, whether the run counts.
        """
        rows: list[tuple[object, ...]] = []
        for own, repeat, valid in _runs(self.study) if self.study is not None else ():
            assert self.study is not None
            name = next(self._names[s.id] for s in self.reader.systems if s.letter == own.letter)
            figures = {metric: own.figures.get(metric.name, nan) for metric in self.study.metrics}
            figures |= dict(zip(RECORDED, _recorded(own), strict=True)) if own.result is not None else {}
            for metric, value in figures.items():
                layer = own.layers.get(metric.name, "")
                rows.append((name, WHOLE, repeat, own.step, metric.name, value, metric.unit, layer, valid))
            for target, figures_of_target in own.targets.items():
                for key, value in figures_of_target.items():
                    known_metric = self.study.metric(key)
                    unit = known_metric.unit if known_metric is not None else ""
                    rows.append((name, target, repeat, own.step, key, value, unit, "", valid))
        columns = {"value": "float64", "unit": "str", "layer": "str", "valid": "bool"}
        return _frame(rows, ("system", "target", "run", "step", "figure"), columns)

    @cached_property
    def repeats(self) -> "pd.DataFrame":
        """Statistics over the valid runs. Index: figure, system.

        Columns: repeats: int64, how many have the figure; mean, geometric_mean, low, high (the geometric mean's 95 %
        interval, from 2 repeats on), minimum, maximum, variation (coefficient), median: float64.
        """
        names = ("mean", "geometric_mean", "low", "high", "minimum", "maximum", "variation", "median")
        rows = [
            (figure, self._name_of(letter), spread.repeats, *(getattr(spread, name) for name in names))
            for (letter, figure), spread in (self.study.spreads.items() if self.study is not None else ())
        ]
        return _frame(rows, ("figure", "system"), {"repeats": "int64", **dict.fromkeys(names, "float64")})

    @cached_property
    def comparisons(self) -> "pd.DataFrame":
        """Comparison of each challenger with the baseline, over the valid runs. Index: figure, system.

        Columns: ratio (of geometric means, challenger / baseline), low, high (its 95 % interval), degrees_of_freedom,
        t, p (two-sided), baseline_mean, challenger_mean (geometric): float64; baseline_repeats, challenger_repeats:
        int64; method (the statistical test), verdict, reason (why there is no verdict): text.
        """
        numbers = ("ratio", "low", "high", "degrees_of_freedom", "t", "p", "baseline_mean", "challenger_mean")
        repeats, texts = ("baseline_repeats", "challenger_repeats"), ("method", "verdict", "reason")
        rows = [
            (figure, self._name_of(letter), *(getattr(one, name) for name in (*numbers, *repeats, *texts)))
            for (letter, figure), one in (self.study.comparisons.items() if self.study is not None else ())
        ]
        columns = {
            **dict.fromkeys(numbers, "float64"), **dict.fromkeys(repeats, "int64"), **dict.fromkeys(texts, "str"),
        }  # fmt: skip
        return _frame(rows, ("figure", "system"), columns)

    @cached_property
    def storage(self) -> "pd.DataFrame":
        """Steps of a storage I/O session; empty for other workloads.

        Index: system, target ("" and, if a system has several, each target), run, step. Columns: block_kb (the largest
        of a mix), threads, outstanding: int64; read_percent: float64; access, data, mix (several block sizes as text),
        skew: text; write_through, cached, verified: bool; trim_percent, seconds ... cpu_s_per_1000 and, in
        milliseconds, the latencies of read, write and order (all I/Os): float64.
        """
        measured = {(one.repeat, one.number): one.step for one in measurings(self.reader)}
        rows = []
        for step in storage_steps(self.reader):
            io = [getattr(step, name) for name in STORAGE_STEP]
            for system in self.reader.systems:
                if (figures := step.systems.get(system.letter)) is not None:
                    run_step = (step.run, measured[step.run, step.number])
                    where = (self._names[system.id], WHOLE, *run_step)
                    rows.append((*where, *io, *_storage_figures(figures, figures.seconds)))
                    for target in figures.targets if len(figures.targets) > 1 else ():
                        where = (self._names[system.id], target.name, *run_step)
                        rows.append((*where, *io, *_storage_figures(target, figures.seconds)))
        columns = {**STORAGE_STEP, **dict.fromkeys((*STORAGE_FIGURES, *STORAGE_LATENCIES), "float64")}
        return _frame(rows, ("system", "target", "run", "step"), columns)

    def statistics(self, from_s: float | None = None, to_s: float | None = None) -> "pd.DataFrame":
        """Return statistics of each counter over each step's window, or over a given interval.

        Args:
            from_s: Start of the interval; with neither time given, each step's window is used.
            to_s: End of the interval.

        Returns:
            Index: system, target, counter, and run and step if no interval was given. Columns: samples: int64, the
            number of samples with data; last, minimum, maximum, p95: float64, of the samples; average: float64, of raw
            values, delta over delta; total: float64, the increase of the raw value (the number of orders, last - first
            of a gauge, the calls of a latency).
        """
        whole = from_s is None and to_s is None
        rows = []
        for where, windows in self._windows().items() if whole else ():
            for series in self._series:
                if (window := windows.get(series.names[0])) is not None:
                    rows.append((*series.names, *where, *self._statistics(series, *window)))
        if not whole:
            window = (0.0 if from_s is None else from_s, self.reader.length_s if to_s is None else to_s)
            rows = [(*series.names, *self._statistics(series, *window)) for series in self._series]
        levels = ("system", "target", "counter", *(("run", "step") if whole else ()))
        figures = ("last", "average", "minimum", "maximum", "p95", "total")
        return _frame(rows, levels, {"samples": "int64", **dict.fromkeys(figures, "float64")})

    def _statistics(self, series: _Series, from_s: float, to_s: float) -> tuple[float, ...]:
        window = self.reader.window(series.counter, from_s, to_s, target=series.target)
        total = self.reader.total(series.counter, from_s, to_s, target=series.target)
        return (window.samples, window.last, window.average, window.minimum, window.maximum, window.p95, total)

    def _windows(self) -> dict[tuple[int, int], dict[str, tuple[float, float]]]:
        """Return the window of each system by run and step; the driver machine's window spans them."""
        windows: dict[tuple[int, int], dict[str, tuple[float, float]]] = {}
        for one in measurings(self.reader):
            spans = spans_of(self.reader, one)
            windows_of_step = windows.setdefault((one.repeat, one.step), {})
            windows_of_step |= {self._name_of(letter): (span.from_s, span.to_s) for letter, span in spans.items()}
            begins, ends = zip(*(windows_of_step.values() or [(0.0, self.reader.length_s)]), strict=True)
            windows_of_step[DRIVER_MACHINE] = (min(begins), max(ends))
        return windows

    def _name_of(self, letter: str) -> str:
        return next(self._names[system.id] for system in self.reader.systems if system.letter == letter)

    @cached_property
    def _names(self) -> dict[int | None, str]:
        """Unique name of each system by ID; None is the driver's machine."""
        names: dict[int | None, str] = {None: DRIVER_MACHINE}
        for system in self.reader.systems:
            taken = system.name in names.values()
            names[system.id] = f"{system.name} ({system.letter})" if taken else system.name
        return names

    @cached_property
    def _levels(self) -> tuple[list[str], list[str], list[str]]:
        """Names of systems, targets and counters, each in recorded order."""
        systems = [self._names[system.id] for system in self.reader.systems]
        targets = [WHOLE, *(target.name for system in self.reader.systems for target in system.targets)]
        paths = dict.fromkeys(counter.path for counter in self.reader.counters)
        return [*systems, DRIVER_MACHINE], list(dict.fromkeys(targets)), list(paths)

    @cached_property
    def _series(self) -> list[_Series]:
        """Counters of all systems, and the driver's counters of each target, in the order of the levels."""
        places = [{name: place for place, name in enumerate(level)} for level in self._levels]
        own = {system.id: system for system in self.reader.systems}
        series_list = []
        for counter in self.reader.counters:
            targets: list[tuple[int | None, str]] = [(None, WHOLE)]
            if counter.system is not None and counter.path.startswith(DRIVER):
                targets += [(target.id, target.name) for target in own[counter.system].targets]
            for target, name in targets:
                names = (self._names[counter.system], name, counter.path)
                codes = (places[0][names[0]], places[1][name], places[2][counter.path])
                series_list.append(_Series(counter, target, codes, names))
        return sorted(series_list, key=lambda series: series.codes)

    @cached_property
    def _runs_and_steps(self) -> NDArray[np.int64]:
        """Run and step of each phase, shape (phases + 1, 2); the last row applies before the first phase."""
        return np.array([*((phase.run, phase.step) for phase in self.reader.phases), (0, 0)], dtype=np.int64)

    @cached_property
    def _phase_names(self) -> list[str]:
        return list(dict.fromkeys([*(phase.name for phase in self.reader.phases), ""]))

    def _phases_at(self, at_s: NDArray[np.floating]) -> Codes:
        """Return the index of the phase at each moment; -1 before the first phase."""
        begins = [phase.from_s for phase in self.reader.phases]
        places: Codes = np.searchsorted(begins, at_s, "right") - 1
        return places

    def _phase_codes(self, places: Codes) -> Codes:
        names = [*(phase.name for phase in self.reader.phases), ""]
        return np.array([self._phase_names.index(name) for name in names])[places]

    def _phase_column(self, places: Codes) -> "pd.Categorical[str]":
        import pandas as pd

        return pd.Categorical.from_codes(self._phase_codes(places), pd.Index(self._phase_names))

    def _index(
        self,
        levels: dict[str, list[str]],
        codes: Sequence[Codes],
        places: Codes,
        *,
        phase: bool = False,
        seconds: Codes | None = None,
    ) -> "pd.MultiIndex":
        """Create an index from levels and codes, run and step of the given phases, and optionally phase and time_s."""
        import pandas as pd

        more: dict[str, Any] = dict(levels)
        all_codes: list[Any] = list(codes)
        run_step = self._runs_and_steps[places]
        for name, column in (("run", run_step[:, 0]), ("step", run_step[:, 1])):
            more[name], where = np.unique(column, return_inverse=True)
            all_codes.append(where)
        if phase:
            more["phase"] = self._phase_names
            all_codes.append(self._phase_codes(places))
        if seconds is not None:
            more["time_s"], where = np.unique(seconds, return_inverse=True)
            all_codes.append(where)
        return pd.MultiIndex(list(more.values()), all_codes, names=list(more), verify_integrity=False)


def _runs(study: Study) -> Iterator[tuple[SystemRun, int, bool]]:
    """Yield each system in each step, or in each run without steps, with its repeat and whether the run counts."""
    valid = {(run.session, run.repeat): run.valid for run in study.runs}
    stepped = {(point.session, point.repeat) for point in study.points}
    for point in study.points:
        yield from ((own, point.repeat, valid[point.session, point.repeat]) for own in point.systems.values())
    for run in study.runs:
        if (run.session, run.repeat) not in stepped:
            yield from ((own, run.repeat, run.valid) for own in run.systems.values())


def _recorded(own: SystemRun) -> tuple[float, ...]:
    """Return the values of the `RECORDED` figures."""
    result = own.result
    assert result is not None
    figures = (result.orders, result.errors, result.rollback_percent, result.users_alive, result.implied_users,
               result.busiest_worker_percent)  # fmt: skip
    return (known(result.worst_10_s_opm), own.cumulative_opm, *map(known, figures), own.users)


def _storage_figures(figures: StorageFigures | TargetFigures, seconds: float) -> list[float]:
    """Return the storage figures in column order; only whole systems have processor time."""
    values = [seconds, *(getattr(figures, name, None) for name in STORAGE_FIGURES[1:])]
    latencies = [figures.latency.get(key) for key in OPERATIONS]
    return [known(one) for one in (*values, *(getattr(o, name, None) for o in latencies for name in LATENCIES_MS))]


def _frame(rows: Sequence[tuple[object, ...]], levels: Sequence[str], columns: Mapping[str, str]) -> "pd.DataFrame":
    """Create a frame from rows, index levels and the data types of the columns."""
    import pandas as pd

    frame = pd.DataFrame.from_records(rows, columns=[*levels, *columns])
    types = {**{level: LEVELS[level] for level in levels if level in LEVELS}, **columns}
    frame = frame.astype(types)
    return frame.set_index(list(levels)) if levels else frame
