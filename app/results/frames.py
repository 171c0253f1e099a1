# SPDX-License-Identifier: Apache-2.0
"""A session as pandas DataFrames: the way out for notebooks, and what our own exports are made of.

    from app.results.frames import open_session

    with open_session("run.outpace") as session:
        session.counters["Write-ahead log"]                             # a column a counter, a row a second
        session.percentiles(by=["system", "run"], q=[50, 95, 99])       # of merged histograms
        session.statistics()                                            # averages of raw values, step by step

Each frame is made when it is first asked for, and kept; pandas is imported then, not before. What a growing session
holds is what it held when it was opened. Columns carry their unit in their name (`_s`, `_ns`, `_ms`) or in
`frame.attrs["units"]`; `frame.attrs["layers"]` says where a figure was counted (docs/counters.md). NaN is no data,
which is not 0. Times are seconds since the common start.

Index levels mean the same everywhere: `system` (its name), `target` ("" is the system as a whole), `run` (a repeat,
from 1; 0 is before the first phase) and `step` (of the plan, from 0). docs/notebooks.md shows them at work.

Never average what is an average: use `statistics` and `percentiles`, or add up numerators and denominators of `samples`
and counts of `histograms` before dividing.
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
"""The target level of what is of the system as a whole."""
PERCENTILES = (50.0, 95.0, 99.0)
LEVELS = {
    **dict.fromkeys(("system", "target", "counter", "operation", "figure", "phase"), "str"),
    "run": "int64", "step": "int64",
}  # fmt: skip
"""The types of index levels."""
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
"""What a recorded run has besides the figures that runs are compared by; users requested are of each target."""


def open_session(path: str | Path) -> "SessionFrames":
    """The frames of a session's file, which is only read; to be closed, or used in a `with`. Raises SessionError for a
    file that is missing, no session, damaged or of a later format; so may every frame, where the damage shows later."""
    return SessionFrames(SessionReader.open(Path(path)))


class _Series(msgspec.Struct, frozen=True):
    """A counter of a system, or of one of its targets, with the places of its names in the index levels."""

    counter: Counter
    target: int | None
    codes: tuple[int, int, int]
    names: tuple[str, str, str]


class SessionFrames:
    """The frames of an open session. For one thread."""

    def __init__(self, reader: SessionReader) -> None:
        self.reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file; frames that were made stay."""
        self.reader.close()

    @cached_property
    def systems(self) -> "pd.DataFrame":
        """What was tested. Index: system, target. letter, role, color, engine, database: text; users (asked for at
        most), size_bytes, rollback_expected_percent: float64, NaN where not known."""
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
        """The counters. Index: system (the machine that drives is "driver machine"), counter (its path). unit, layer,
        kind (gauge, rate, average, share), better (more, less or ""): text."""
        rows = [(self._names[c.system], c.path, c.unit, c.layer, c.kind, c.better) for c in self.reader.counters]
        return _frame(rows, ("system", "counter"), dict.fromkeys(("unit", "layer", "kind", "better"), "str"))

    @cached_property
    def counters(self) -> "pd.DataFrame":
        """A column a counter, float64. Columns: system, target, counter; targets other than "" have what the driver
        counts of each. Index: run, step, phase, time_s: int64, the end of the second.

        attrs: "units" and "layers" by column. A counter of 10 s intervals has a value every 10th second.
        """
        import pandas as pd

        found: list[tuple[Codes, Floats]] = []
        for series in self._series:
            time_s, value = self.reader.samples(series.counter, target=series.target)
            spans = one_a_tick(series.counter.kind, self.reader.intervals(series.counter, series.target))
            if np.isnan(spans.denominator).all():  # latencies: they have no parts, but a value each second
                found.append((np.rint(time_s).astype(np.int64), value))
                continue
            with np.errstate(all="ignore"):
                quotient = spans.numerator / spans.denominator
            quotient[~np.isfinite(quotient)] = np.nan
            found.append((np.rint(spans.end_s).astype(np.int64), quotient))
        distinct = {ticks.tobytes(): ticks for ticks, _ in found}  # most counters have a value at the same seconds
        seconds = np.unique(np.concatenate([*distinct.values(), np.empty(0, dtype=np.int64)]))
        places = {key: np.searchsorted(seconds, ticks) for key, ticks in distinct.items()}
        values = np.full((len(found), len(seconds)), np.nan)
        for row, (ticks, value) in zip(values, found, strict=True):
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
        """Every sample of every counter. Index: system, target, counter, run, step. time_s, begin_s, value, numerator,
        denominator: float64; unit, layer, phase: category.

        A value is that of the interval from begin_s to time_s: numerator / denominator. Over several intervals it is
        the sum of numerators over the sum of denominators where both are known. Latency counters have neither: see
        `percentiles`. attrs: "units" of the times; the figures are of their row's unit.
        """
        return self._samples(self._series)

    def samples_in_parts(self, counters: int = 8) -> "Iterator[pd.DataFrame]":
        """`samples`, so many counters at a time: less memory where a long session is written to a file."""
        for begin in range(0, max(len(self._series), 1), counters):
            yield self._samples(self._series[begin : begin + counters])

    def _samples(self, wanted: Sequence[_Series]) -> "pd.DataFrame":
        import pandas as pd

        parts, lengths = [], []
        for series in wanted:
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
            of_series = [texts.index(getattr(series.counter, name)) for series in wanted]
            codes = np.repeat(np.array(of_series, dtype=np.int64), lengths)
            columns[name] = pd.Categorical.from_codes(codes, pd.Index(texts, dtype="str"))
        columns["phase"] = self._phase_column(places)
        of_levels = np.array([series.codes for series in wanted], dtype=np.int64).reshape(-1, 3)
        levels = dict(zip(("system", "target", "counter"), self._levels, strict=True))
        index = self._index(levels, list(np.repeat(of_levels, lengths, axis=0).T), places)
        frame = pd.DataFrame(columns, index, copy=False)
        frame.attrs["units"] = {"time_s": "s", "begin_s": "s"}
        return frame

    @cached_property
    def latencies(self) -> "pd.DataFrame":
        """Latencies of each operation in each second. Index: system, operation, run, step, time_s (the end of the
        second, int64). count: int64; mean_s, p50_s, p95_s, p99_s, max_s: float64; phase: category.

        Of longer times take `percentiles`: these are not to be averaged. attrs: "units" by column.
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
        """The latency histograms as they were recorded, a row a second, target and operation, or several that add up.
        Index: system, target, operation, run, step. time_s (the end of the second), count, sum_ns, min_ns, max_ns:
        int64; phase: category; counts: bytes, pairs of (uint16 bucket, uint32 count), see docs/session-format.md.

        `percentiles` and `distribution` merge them, all or those chosen of them.
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
        """Percentiles of all latencies of each group, from their merged histograms: within 0.8 %.

        by: levels and columns of `histograms` (system, target, operation, run, step, phase, time_s). q: in percent.
        from_s, to_s: only the seconds whose middle lies between. every_s: time_s is the end of a stretch of so many
        seconds, counted from the common start. operation: only this one; without it, where `by` does not tell
        operations apart, the one that stands for the workload (the whole order). of: a part of `histograms`.
        Index: by. count: int64; mean_s, min_s, p50_s, ..., max_s: float64. attrs: "units"; "censored", by key, how many
        calls were still under way after the group's last second and older than its p99 + 1 s, where there are any;
        "at_least", by key, the columns that these could raise: the true figure is not below.
        """
        names = [f"p{percent:g}_s" for percent in q]
        rows, late_calls, bounds = [], {}, {}
        for key, found, ages_s in self._merged(by, from_s, to_s, every_s, operation, of):
            ends = (found.mean_ns / 1e9, found.min_ns / 1e9)
            percents = [value / 1e9 for value in found.percentiles_ns(q)]
            rows.append((*key, found.count, *ends, *percents, found.max_ns / 1e9))
            late = censored(found, ages_s)
            if late.count:
                known = key if len(key) != 1 else key[0]
                raised = [
                    name for name, percent in zip(names, q, strict=True) if could_rise(found, percent, late.count)
                ]
                late_calls[known] = late.count
                bounds[known] = [*(["mean_s"] if "mean" in late.at_least else []), *raised, "max_s"]
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
        """The merged histogram of each group; parameters as of `percentiles`. Index: by, latency_s (the middle of a
        bucket, float64). count: int64; share_at_most: float64, of the latencies that are no longer."""
        rows = []
        for key, found, _ in self._merged(by, from_s, to_s, every_s, operation, of):
            filled = np.flatnonzero(found.counts)
            middles = (bucket_middle_ns(filled) / 1e9).tolist()
            counts = found.counts[filled]
            shares = (np.cumsum(counts) / found.count).tolist()
            rows += [(*key, *own) for own in zip(middles, counts.tolist(), shares, strict=True)]
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
        """Each group's key, its merged histogram, and how long its calls that were under way after its last second had
        been so, seconds."""
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

    def _ages_s(self, own: "pd.DataFrame") -> list[float]:
        if not self.reader.documents_of(UnderWay):
            return []
        levels = [own.index.get_level_values(name) for name in ("system", "target", "operation")]
        ids = {self._names[system.id]: system for system in self.reader.systems}
        found: list[float] = []
        for name, target, operation in dict.fromkeys(zip(*levels, strict=True)):
            system = ids[name]
            number = next(one.id for one in system.targets if one.name == target)
            found += self.reader.ages_s(system.id, operation, float(own["time_s"].max()), number)
        return found

    @cached_property
    def phases(self) -> "pd.DataFrame":
        """What went on when, in the order of time. Index: run, step. phase: text; from_s, to_s: float64 (of one that
        goes on: as far as it was recorded); users, rate (orders a second), asked for of each target: float64; systems:
        text, the letters of those under load."""
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
        """What happened. Index: system ("" is all of them), run, step. time_s: float64; severity (info, warning,
        error), kind, text (in English): text."""
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
        """What results are made of: each measuring of each system. Index: system, run, step. number: int64, in its run,
        from 0; from_s, to_s: float64, its window; users, rate (orders a second), asked for of each target, and
        finished_s (a race's end since the load began): float64; held (whether the plan's limit was kept), complete:
        boolean, missing where there is none; pass, access: text; block_kb, threads, outstanding: float64, of storage
        I/O."""
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
        """What reports say of the session alone; None of one without results (app.results.study)."""
        return study_of([self.reader]) if has_results(self.reader) else None

    @cached_property
    def results(self) -> "pd.DataFrame":
        """The figures of each run; of a sweep, a search or a storage plan those of each step. Index: system, target,
        run, step, figure (OPM, IOPS, "order p95", Watts, ...). value: float64; unit, layer ("" where it does not
        matter): text; valid: bool, whether the run counts."""
        rows: list[tuple[object, ...]] = []
        for own, repeat, valid in _runs(self.study) if self.study is not None else ():
            assert self.study is not None
            name = next(self._names[s.id] for s in self.reader.systems if s.letter == own.letter)
            figures = {metric: own.figures.get(metric.name, nan) for metric in self.study.metrics}
            figures |= dict(zip(RECORDED, _recorded(own), strict=True)) if own.result is not None else {}
            for metric, value in figures.items():
                layer = own.layers.get(metric.name, "")
                rows.append((name, WHOLE, repeat, own.step, metric.name, value, metric.unit, layer, valid))
            for target, held in own.targets.items():
                for key, value in held.items():
                    known_metric = self.study.metric(key)
                    unit = known_metric.unit if known_metric is not None else ""
                    rows.append((name, target, repeat, own.step, key, value, unit, "", valid))
        columns = {"value": "float64", "unit": "str", "layer": "str", "valid": "bool"}
        return _frame(rows, ("system", "target", "run", "step", "figure"), columns)

    @cached_property
    def repeats(self) -> "pd.DataFrame":
        """What the valid runs show together. Index: figure, system. repeats: int64, how many hold the figure; mean,
        geometric_mean, low, high (the geometric mean's 95 % interval, from 2 repeats on), minimum, maximum, variation
        (coefficient), median: float64."""
        names = ("mean", "geometric_mean", "low", "high", "minimum", "maximum", "variation", "median")
        rows = [
            (figure, self._name_of(letter), spread.repeats, *(getattr(spread, name) for name in names))
            for (letter, figure), spread in (self.study.spreads.items() if self.study is not None else ())
        ]
        return _frame(rows, ("figure", "system"), {"repeats": "int64", **dict.fromkeys(names, "float64")})

    @cached_property
    def comparisons(self) -> "pd.DataFrame":
        """Each challenger against the baseline, over the valid runs. Index: figure, system. ratio (of geometric means,
        challenger / baseline), low, high (its 95 % interval), degrees_of_freedom, t, p (two-sided), baseline_mean,
        challenger_mean (geometric): float64; baseline_repeats, challenger_repeats: int64; method (the test that these
        are of), verdict, reason (why there is none): text."""
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
        """The steps of a session of storage I/O; empty of any other. Index: system, target ("" and, where a system has
        several, each), run, step. block_kb (of a mix the largest), threads, outstanding: int64; read_percent: float64;
        access, data, mix (of several block sizes, in words), skew: text; write_through, cached, verified: bool;
        trim_percent, seconds ... cpu_s_per_1000 and, in milliseconds, the latencies of read, write and order (all
        I/Os): float64."""
        measured = {(one.repeat, one.number): one.step for one in measurings(self.reader)}
        rows = []
        for step in storage_steps(self.reader):
            io = [getattr(step, name) for name in STORAGE_STEP]
            for system in self.reader.systems:
                if (found := step.systems.get(system.letter)) is not None:
                    run_step = (step.run, measured[step.run, step.number])
                    where = (self._names[system.id], WHOLE, *run_step)
                    rows.append((*where, *io, *_storage_figures(found, found.seconds)))
                    for target in found.targets if len(found.targets) > 1 else ():
                        where = (self._names[system.id], target.name, *run_step)
                        rows.append((*where, *io, *_storage_figures(target, found.seconds)))
        columns = {**STORAGE_STEP, **dict.fromkeys((*STORAGE_FIGURES, *STORAGE_LATENCIES), "float64")}
        return _frame(rows, ("system", "target", "run", "step"), columns)

    def statistics(self, from_s: float | None = None, to_s: float | None = None) -> "pd.DataFrame":
        """Each counter over each step's window, or from from_s to to_s. Index: system, target, counter, and without
        times run, step. samples: int64, how many hold data; last, minimum, maximum, p95: float64, of the samples;
        average: float64, made of raw values, delta over delta; total: float64, what the raw value rose by (of orders
        their number, of a gauge last - first, of a latency the calls)."""
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
        found = self.reader.window(series.counter, from_s, to_s, target=series.target)
        total = self.reader.total(series.counter, from_s, to_s, target=series.target)
        return (found.samples, found.last, found.average, found.minimum, found.maximum, found.p95, total)

    def _windows(self) -> dict[tuple[int, int], dict[str, tuple[float, float]]]:
        """Of each run and step the window of each system; of the driver's machine the one that spans them."""
        found: dict[tuple[int, int], dict[str, tuple[float, float]]] = {}
        for one in measurings(self.reader):
            spans = spans_of(self.reader, one)
            own = found.setdefault((one.repeat, one.step), {})
            own |= {self._name_of(letter): (span.from_s, span.to_s) for letter, span in spans.items()}
            begins, ends = zip(*(own.values() or [(0.0, self.reader.length_s)]), strict=True)
            own[DRIVER_MACHINE] = (min(begins), max(ends))
        return found

    def _name_of(self, letter: str) -> str:
        return next(self._names[system.id] for system in self.reader.systems if system.letter == letter)

    @cached_property
    def _names(self) -> dict[int | None, str]:
        """Of each system by its id, and of the driver's machine; all different."""
        names: dict[int | None, str] = {None: DRIVER_MACHINE}
        for system in self.reader.systems:
            taken = system.name in names.values()
            names[system.id] = f"{system.name} ({system.letter})" if taken else system.name
        return names

    @cached_property
    def _levels(self) -> tuple[list[str], list[str], list[str]]:
        """Names of systems, targets and counters, each in their order."""
        systems = [self._names[system.id] for system in self.reader.systems]
        targets = [WHOLE, *(target.name for system in self.reader.systems for target in system.targets)]
        paths = dict.fromkeys(counter.path for counter in self.reader.counters)
        return [*systems, DRIVER_MACHINE], list(dict.fromkeys(targets)), list(paths)

    @cached_property
    def _series(self) -> list[_Series]:
        """Every counter of every system, and what the driver counts of each target, in the order of the levels."""
        places = [{name: place for place, name in enumerate(level)} for level in self._levels]
        own = {system.id: system for system in self.reader.systems}
        found = []
        for counter in self.reader.counters:
            targets: list[tuple[int | None, str]] = [(None, WHOLE)]
            if counter.system is not None and counter.path.startswith(DRIVER):
                targets += [(target.id, target.name) for target in own[counter.system].targets]
            for target, name in targets:
                names = (self._names[counter.system], name, counter.path)
                codes = (places[0][names[0]], places[1][name], places[2][counter.path])
                found.append(_Series(counter, target, codes, names))
        return sorted(found, key=lambda series: series.codes)

    @cached_property
    def _runs_and_steps(self) -> NDArray[np.int64]:
        """Run and step of each phase, shape (phases + 1, 2); the last ones are of what came before the first phase."""
        return np.array([*((phase.run, phase.step) for phase in self.reader.phases), (0, 0)], dtype=np.int64)

    @cached_property
    def _phase_names(self) -> list[str]:
        return list(dict.fromkeys([*(phase.name for phase in self.reader.phases), ""]))

    def _phases_at(self, at_s: NDArray[np.floating]) -> Codes:
        """The place of the phase at each moment; -1 before the first."""
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
        """The levels with these codes, then run and step of the phases at these places, phase and time_s if wanted."""
        import pandas as pd

        more: dict[str, Any] = dict(levels)
        every: list[Any] = list(codes)
        of_places = self._runs_and_steps[places]
        for name, column in (("run", of_places[:, 0]), ("step", of_places[:, 1])):
            more[name], where = np.unique(column, return_inverse=True)
            every.append(where)
        if phase:
            more["phase"] = self._phase_names
            every.append(self._phase_codes(places))
        if seconds is not None:
            more["time_s"], where = np.unique(seconds, return_inverse=True)
            every.append(where)
        return pd.MultiIndex(list(more.values()), every, names=list(more), verify_integrity=False)


def _runs(study: Study) -> Iterator[tuple[SystemRun, int, bool]]:
    """Each system in each step, or in each run that has no steps; its repeat, and whether it counts."""
    valid = {(run.session, run.repeat): run.valid for run in study.runs}
    stepped = {(point.session, point.repeat) for point in study.points}
    for point in study.points:
        yield from ((own, point.repeat, valid[point.session, point.repeat]) for own in point.systems.values())
    for run in study.runs:
        if (run.session, run.repeat) not in stepped:
            yield from ((own, run.repeat, run.valid) for own in run.systems.values())


def _recorded(own: SystemRun) -> tuple[float, ...]:
    """The figures of RECORDED."""
    result = own.result
    assert result is not None
    figures = (result.orders, result.errors, result.rollback_percent, result.users_alive, result.implied_users,
               result.busiest_worker_percent)  # fmt: skip
    return (known(result.worst_10_s_opm), own.cumulative_opm, *map(known, figures), own.users)


def _storage_figures(figures: StorageFigures | TargetFigures, seconds: float) -> list[float]:
    """Processor time is known of a system alone."""
    values = [seconds, *(getattr(figures, name, None) for name in STORAGE_FIGURES[1:])]
    found = [figures.latency.get(key) for key in OPERATIONS]
    return [known(one) for one in (*values, *(getattr(o, name, None) for o in found for name in LATENCIES_MS))]


def _frame(rows: Sequence[tuple[object, ...]], levels: Sequence[str], columns: Mapping[str, str]) -> "pd.DataFrame":
    """The rows under an index of these levels; columns: their types."""
    import pandas as pd

    frame = pd.DataFrame.from_records(rows, columns=[*levels, *columns])
    types = {**{level: LEVELS[level] for level in levels if level in LEVELS}, **columns}
    frame = frame.astype(types)
    return frame.set_index(list(levels)) if levels else frame
