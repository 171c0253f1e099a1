# SPDX-License-Identifier: Apache-2.0
r"""Counters that several logs of one run share, such as the logs of a system's targets or of a tool's jobs.

Each log's counters are stored under a separate path, `\\LogicalDisk(sql2 E:)\\Disk Reads/sec`. The common path,
`\\LogicalDisk(E:)\\Disk Reads/sec`, has what app.model.merging computes from all of them: the session's reader adds up
counts; averages are stored as a sum and a count, so that they are weighted; maxima are recorded here.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import merge
from itertools import groupby, islice, pairwise
from statistics import median

from app.imports.fio_log import percentile_s
from app.imports.source import MOST_STEPS, HistogramLog, LogRow, with_instance
from app.model.merging import rule_of
from collectors.series import Series

FILLED_STEPS, STEPS_A_ROW = 100_000, 60
"""Steps that may be filled in gaps of a whole log, and those that each row adds: enough for 28 hours of an hourly log.
"""
LOOKED_AT = 200
"""Number of rows from which the usual step of a log is derived."""
Extra = Callable[[LogRow], float]


@dataclass(frozen=True, slots=True)
class SharedCounters:
    """Instructions for storing one log if other logs of its run have the same counters.

    Attributes:
        series: counters that add up under their common path, which may need additional columns.
        largest: counters for which the maximum over all logs is used, with the column.
        extras: functions that compute a row's additional columns.
    """

    series: tuple[Series, ...]
    largest: tuple[Series, ...]
    extras: tuple[Extra, ...]

    def values(self, row: LogRow) -> tuple[float, ...]:
        """Return a row's values with the additional columns."""
        return (*row.values, *(extra(row) for extra in self.extras))

    def unmerged(self, counters: Sequence[Series]) -> list[Series]:
        """Return the counters that are not merged, for a log that is the only one of its run."""
        merged = {one.path for one in self.series}
        return [one for one in counters if one.path not in merged]


def shared(counters: Sequence[Series], columns: int) -> SharedCounters:
    """Return which of a log's counters are merged with those of other logs, and how.

    Args:
        counters: the log's counters.
        columns: number of columns in its rows.
    """
    by_path = {one.path: one for one in counters}
    series: list[Series] = []
    largest: list[Series] = []
    extras: list[Extra] = []

    def column(extra: Extra) -> int:
        extras.append(extra)
        return columns + len(extras) - 1

    for one in counters:
        name = one.path.rpartition("\\")[2]
        rule = rule_of(name, one.unit)
        if one.kind in ("average", "share") or (rule == "sum" and one.kind in ("rate", "gauge")):
            series.append(one)
        elif rule in ("largest", "smallest"):
            largest.append(one)
        elif rule == "mean" and one.kind == "rate":
            # A share of the time: for several sources, of the sum of their times.
            series.append(replace(one, kind="average", base=column(_seconds)))
        elif rule == "mean" and one.unit == "%":
            series.append(replace(one, kind="share", base=column(partial(_presence, one.value))))
        elif rule == "mean" and (counted := by_path.get(_counter_of(one.path))) is not None:
            weighed = column(partial(_product, one.value, counted.value))
            series.append(replace(one, kind="share", value=weighed, base=counted.value))
    return SharedCounters(tuple(series), tuple(largest), tuple(extras))


def named(counters: Sequence[Series], label: str) -> Iterator[Series]:
    """Yield a log's counters under a separate label."""
    return (replace(one, path=with_instance(one.path, label)) for one in counters)


def _counter_of(path: str) -> str:
    """Return the path of an average's count (Disk Reads/sec for Avg. Disk sec/Read), or "" if unknown."""
    thing, _, name = path.rpartition("\\")
    if name == "AvgRT":
        return f"{thing}\\OPM"
    head, slash, counted = name.rpartition("sec/")
    if not slash:
        return ""
    object_word = "Disk " if "Disk" in head else ""
    return f"{thing}\\{object_word}{counted}s/sec"


def _seconds(row: LogRow) -> float:
    return row.seconds


def _presence(value: int, row: LogRow) -> float:
    return 1.0 if math.isfinite(row.values[value]) else math.nan


def _product(average: int, count: int, row: LogRow) -> float:
    return 0.0 if row.values[count] == 0 else row.values[average] * row.values[count]


def usual_step_s(rows: Iterator[tuple[float, LogRow]]) -> float:
    """Return the usual distance between a log's rows, in whole seconds, at least 1."""
    times = [at_s for at_s, _ in islice(rows, LOOKED_AT)]
    steps = [after - before for before, after in pairwise(times) if after > before]
    return max(float(round(median(steps))), 1.0) if steps else 1.0


def on_whole_steps(
    rows: Iterator[tuple[float, LogRow]], step_s: float, counters: Sequence[Series]
) -> Iterator[tuple[float, LogRow]]:
    """Return the rows at whole steps, so that rows of several logs have the same times.

    Cumulative columns are interpolated between two rows, the others are those of the later row. If a log has no
    cumulative columns, each row is moved to the nearest step, relative to the phase of the first one. Gaps in a log of
    gauges are filled with rows without data; because otherwise a sum over all logs would silently cover fewer of them.
    """
    cumulative = sorted(
        {one.value for one in counters if one.kind in ("rate", "average")}
        | {one.base for one in counters if one.kind == "average"}
    )
    return _interpolated(rows, step_s, cumulative) if cumulative else _moved(rows, step_s)


def _moved(rows: Iterator[tuple[float, LogRow]], step_s: float) -> Iterator[tuple[float, LogRow]]:
    phase_s: float | None = None
    last = -math.inf
    left = FILLED_STEPS
    for at_s, row in rows:
        phase_s = at_s - round(at_s / step_s) * step_s if phase_s is None else phase_s
        step = round((at_s - phase_s) / step_s)
        # The phase drifts if a clock is slightly fast or slow; it is then determined again.
        if step <= last:
            phase_s = at_s - round(at_s / step_s) * step_s
            step = round((at_s - phase_s) / step_s)
        if step <= last:
            continue
        left += STEPS_A_ROW
        gap = int(step - last - 1) if math.isfinite(last) else 0
        if gap == 1:
            # One missed sample: the next one takes its place.
            yield (last + 1) * step_s, _moved_row((last + 1) * step_s, at_s, row, row.values)
        elif gap:
            none = (math.nan,) * len(row.values)
            filled = min(gap, MOST_STEPS, left)
            left -= filled
            for number in range(filled):
                step_at_s = (last + 1 + number) * step_s
                yield step_at_s, _moved_row(step_at_s, at_s, row, none)
        last = step
        yield step * step_s, _moved_row(step * step_s, at_s, row, row.values)


def _interpolated(
    rows: Iterator[tuple[float, LogRow]], step_s: float, cumulative: Sequence[int]
) -> Iterator[tuple[float, LogRow]]:
    before: tuple[float, LogRow] | None = None
    left = FILLED_STEPS
    for at_s, row in rows:
        if before is not None and row.values[cumulative[0]] >= before[1].values[cumulative[0]]:
            before_s, earlier = before
            last = math.floor(at_s / step_s)
            left += STEPS_A_ROW
            first = max(math.floor(before_s / step_s) + 1, last - min(MOST_STEPS, left))
            left -= max(last - first, 0)
            for number in range(first, last + 1):
                step_at_s = number * step_s
                share = (step_at_s - before_s) / (at_s - before_s)
                values = list(row.values)
                for index in cumulative:
                    values[index] = earlier.values[index] + share * (row.values[index] - earlier.values[index])
                yield step_at_s, _moved_row(step_at_s, at_s, row, values)
        else:
            if before is not None:
                # A decrease is a reset, or the end of a gap. Without rows there, the sum over all logs would cover
                # fewer of them.
                none = (math.nan,) * len(row.values)
                first, last = math.floor(before[0] / step_s) + 1, math.ceil(at_s / step_s)
                filled = min(max(last - first, 0), MOST_STEPS, left)
                left -= filled
                for number in range(first, first + filled):
                    yield number * step_s, _moved_row(number * step_s, at_s, row, none)
            if before is None or at_s % step_s == 0:
                yield at_s, row
        before = at_s, row


def _moved_row(step_at_s: float, at_s: float, row: LogRow, values: Sequence[float]) -> LogRow:
    """Return a row moved to another time, also on its own clock."""
    return LogRow(row.line, row.seconds + step_at_s - at_s, tuple(values))


def percentiles_of(
    histograms: Sequence[HistogramLog], rows: Sequence[Iterator[tuple[float, int, Sequence[int]]]], step_s: float
) -> Iterator[tuple[float, tuple[float, ...]]]:
    """Yield, for each step, the percentiles of all logs' histograms together, per direction.

    Args:
        histograms: histogram descriptions of the logs.
        rows: each log's histograms, at seconds since the load began.
        step_s: length of a step.
    """
    first = histograms[0]
    directions = sorted({direction for one in histograms for direction in one.percentiles})
    every = merge(
        *(((round(at_s / step_s), direction, counts) for at_s, direction, counts in log_rows) for log_rows in rows),
        key=lambda one: one[0],
    )
    for step, together in groupby(every, key=lambda one: one[0]):
        sums = {direction: [0] * len(first.middles_s) for direction in directions}
        for _, direction, counts in together:
            sums[direction] = [one + other for one, other in zip(sums[direction], counts, strict=True)]
        values = (percentile_s(sums[one], first.middles_s, rank) for one in directions for rank in first.ranks)
        yield step * step_s, tuple(values)


def largest_of(
    logs: Sequence[tuple[Sequence[int], Iterator[tuple[float, LogRow]]]], smallest: Sequence[bool]
) -> Iterator[tuple[float, tuple[float, ...]]]:
    """Yield, for each time, the maximum over all logs, or the minimum where `smallest` is set.

    Args:
        logs: each with its columns, -1 for a missing one, and its rows on whole steps.
        smallest: whether the minimum is used, for each column.
    """

    def of_log(
        columns: Sequence[int], rows: Iterator[tuple[float, LogRow]]
    ) -> Iterator[tuple[float, tuple[float, ...]]]:
        for at_s, row in rows:
            yield at_s, tuple(row.values[at] if at >= 0 else math.nan for at in columns)

    every = merge(*(of_log(columns, rows) for columns, rows in logs), key=lambda one: one[0])
    for at_s, together in groupby(every, key=lambda one: one[0]):
        extremes = [math.nan] * len(smallest)
        for _, values in together:
            for index, value in enumerate(values):
                kept = extremes[index]
                better = value < kept if smallest[index] else value > kept
                extremes[index] = value if math.isnan(kept) or better else kept
        yield at_s, tuple(extremes)
