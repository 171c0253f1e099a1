# SPDX-License-Identifier: Apache-2.0
"""Readings of a session's sources in growing columns, and the counters derived from them."""

from collections.abc import Sequence
from math import isfinite, nan
from typing import Generic, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.bounds import LARGEST_FIGURE
from app.session.rates import (
    SLACK_ROWS,
    Carry,
    Floats,
    Intervals,
    added_up,
    in_window,
    intervals,
    joined,
    next_interval,
    p95,
    slack_s,
    ticks_of,
)
from app.session.records import CounterStatistics
from collectors.series import Kind

Number = TypeVar("Number", np.float64, np.int64)


class GrowingArray(Generic[Number]):
    """Growing array (n,) or (n, width); its memory doubles when full: appending takes constant amortized time."""

    def __init__(self, kind: type[Number], width: int | None = None) -> None:
        self._memory: NDArray[Number] = np.empty((64,) if width is None else (64, width), dtype=kind)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, values: NDArray[Number]) -> None:
        """Append rows."""
        needed = self._length + len(values)
        if needed > len(self._memory):
            grown = np.empty((max(needed, 2 * len(self._memory)), *self._memory.shape[1:]), dtype=self._memory.dtype)
            grown[: self._length] = self._memory[: self._length]
            self._memory = grown
        self._memory[self._length : needed] = values
        self._length = needed

    def append(self, value: float) -> None:
        """Append one entry to an array (n,)."""
        if self._length < len(self._memory):
            self._memory[self._length] = value
            self._length += 1
        else:
            self.extend(np.array([value], dtype=self._memory.dtype))

    @property
    def last(self) -> NDArray[Number]:
        """Last entry or row."""
        return self._memory[self._length - 1]  # type: ignore[no-any-return]

    def put(self, rows: NDArray[np.int64], values: NDArray[Number]) -> None:
        """Replace rows."""
        self._memory[: self._length][rows] = values

    @property
    def array(self) -> NDArray[Number]:
        """Read-only view of the current contents, which does not change when rows are added."""
        view = self._memory[: self._length]
        view.flags.writeable = False
        return view


WAIT_TICKS = 3.0
"""Number of ticks to wait for a slow source of a counter with several sources.

A tick is published when all sources have reported it, or when others are this far ahead of those that have not (stopped
or late). Published values do not change.
"""


class SourceRows:
    """Readings of one source: the engine's time (ns since creation), the source's time, and raw values (n, columns)."""

    def __init__(self, columns: int, from_zero: bool) -> None:
        self.columns = columns
        self.from_zero = from_zero
        self.t_ns = GrowingArray(np.int64)
        self.time_s = GrowingArray(np.float64)
        self.source_s = GrowingArray(np.float64)
        self.raw = GrowingArray(np.float64, columns)

    def extend(self, t_ns: Sequence[int], source_s: Sequence[float], raw: Sequence[bytes], start_ns: int) -> None:
        """Append stored rows.

        Raises:
            ValueError: If the rows do not belong to this source.
        """
        times = np.array(t_ns, dtype=np.int64)
        before = self.t_ns.array[-1:]
        if np.any(np.diff(np.concatenate((before, times))) <= 0):
            raise ValueError("the times of a source do not rise")
        if set(map(len, raw)) != {8 * self.columns}:
            raise ValueError("a reading with another number of values than its source")
        values = np.frombuffer(b"".join(raw), dtype="<f8").reshape(len(raw), self.columns)
        self.raw.extend(values.astype(np.float64))
        self.source_s.extend(np.array(source_s, dtype=np.float64))
        self.t_ns.extend(times)
        self.time_s.extend((times - start_ns) / 1e9)

    def rebase(self, start_ns: int) -> None:
        """Set another origin of the times."""
        self.time_s = GrowingArray(np.float64)
        self.time_s.extend((self.t_ns.array - start_ns) / 1e9)


class CounterPart(msgspec.Struct, frozen=True):
    """Source of a counter; `weight` is its scale relative to the counter's scale."""

    source: SourceRows
    value: int
    base: int
    weight: float = 1.0


class CounterHistory:
    """Intervals and values of one counter."""

    def __init__(self, kind: Kind, scale: float, parts: Sequence[CounterPart]) -> None:
        self._kind: Kind = kind
        self._scale = scale
        self._parts = tuple(parts)
        self._reset()

    def _reset(self) -> None:
        self._read = [0] * len(self._parts)
        self._carry: list[Carry | None] = [None] * len(self._parts)
        self._waiting: list[list[Intervals]] = [[] for _ in self._parts]
        self._last_tick = [-np.inf] * len(self._parts)
        self._published_tick = -np.inf
        self._slack_rows, self._slack = 0, 0.5
        self.begin_s = GrowingArray(np.float64)
        self.end_s = GrowingArray(np.float64)
        self.numerator = GrowingArray(np.float64)
        self.denominator = GrowingArray(np.float64)
        self.value = GrowingArray(np.float64)

    def update(self, *, over: bool) -> None:
        """Process new readings; if `over` is true, nothing more will arrive, and no source is waited for."""
        if len(self._parts) == 1 and self._process_one():
            return
        fresh = [self._new_intervals(index) for index in range(len(self._parts))]
        if len(self._parts) == 1:
            self._publish(fresh[0])
            return
        if any(len(new) and ticks_of(new)[0] <= self._published_tick for new in fresh):
            # A reading arrived too late for a published tick, so everything is recomputed.
            self._reset()
            fresh = [self._new_intervals(index) for index in range(len(self._parts))]
        for index, new in enumerate(fresh):
            self._waiting[index].append(new)
            if len(new):
                self._last_tick[index] = float(ticks_of(new)[-1])
        newest = max(self._last_tick, default=-np.inf)
        complete = min((tick for tick in self._last_tick if tick > newest - WAIT_TICKS), default=-np.inf)
        self._publish_until(newest if over else complete)

    def _process_one(self) -> bool:
        """Process a single new reading of the only source, the usual case in a live session.

        Return False if there are more readings, or if the simple case does not apply.
        """
        part, carry = self._parts[0], self._carry[0]
        source = part.source
        if len(source.t_ns) == self._read[0]:
            return True
        if carry is None or len(source.t_ns) > self._read[0] + 1:
            return False
        raw = source.raw.last
        value, base = float(raw[part.value]), float(raw[part.base]) if part.base >= 0 else 0.0
        interval_and_carry = next_interval(
            self._kind, float(source.time_s.last), float(source.source_s.last), value, base, carry
        )
        if interval_and_carry is None:
            return False
        (begin_s, end_s, numerator, denominator), self._carry[0] = interval_and_carry
        numerator *= part.weight
        self._read[0] += 1
        self.begin_s.append(begin_s)
        self.end_s.append(end_s)
        self.numerator.append(numerator)
        self.denominator.append(denominator)
        self.value.append(_figure(self._scale * numerator / denominator) if denominator else nan)
        return True

    def _new_intervals(self, index: int) -> Intervals:
        part = self._parts[index]
        rows = slice(self._read[index], len(part.source.t_ns))
        raw = part.source.raw.array[rows]
        base = raw[:, part.base] if part.base >= 0 else np.zeros(len(raw))
        spans, self._carry[index] = intervals(
            self._kind, part.source.time_s.array[rows], part.source.source_s.array[rows], raw[:, part.value], base,
            self._carry[index], part.source.from_zero,
        )  # fmt: skip
        self._read[index] = rows.stop
        if part.weight == 1.0:
            return spans
        with np.errstate(all="ignore"):
            return Intervals(spans.begin_s, spans.end_s, spans.numerator * part.weight, spans.denominator)

    def _publish_until(self, tick: float) -> None:
        if tick <= self._published_tick:
            return
        due = []
        for index, waiting in enumerate(self._waiting):
            intervals = joined(waiting)
            is_due = ticks_of(intervals) <= tick
            due.append(intervals.part(is_due))
            self._waiting[index] = [intervals.part(~is_due)]
        self._publish(added_up(self._kind, due))
        self._published_tick = tick

    def _publish(self, new: Intervals) -> None:
        if not len(new):
            return
        self.begin_s.extend(new.begin_s)
        self.end_s.extend(new.end_s)
        self.numerator.extend(new.numerator)
        self.denominator.extend(new.denominator)
        with np.errstate(all="ignore"):
            value = self._scale * new.numerator / new.denominator
        size = np.abs(value)
        value[size < 1 / LARGEST_FIGURE] = 0.0
        value[~(size <= LARGEST_FIGURE)] = np.nan
        self.value.extend(value)

    def samples(self, from_s: float, to_s: float) -> tuple[Floats, Floats]:
        """Return times and values of the intervals that end from `from_s` to `to_s`."""
        end = self.end_s.array
        rows = slice(int(np.searchsorted(end, from_s, "left")), int(np.searchsorted(end, to_s, "right")))
        return end[rows], self.value.array[rows]

    def intervals(self) -> Intervals:
        """Return the intervals of the values: numerator times scale, and denominator."""
        numerator = self._scale * self.numerator.array
        return Intervals(self.begin_s.array, self.end_s.array, numerator, self.denominator.array)

    def statistics(self, from_s: float, to_s: float) -> CounterStatistics:
        """Return statistics over the intervals between the readings nearest to `from_s` and `to_s`."""
        rows = self._rows(from_s, to_s)
        return statistics_of(self.value.array[rows], self._average(rows))

    def average(self, from_s: float, to_s: float) -> float:
        """Return the average of `statistics` alone."""
        return self._average(self._rows(from_s, to_s))

    def _rows(self, from_s: float, to_s: float) -> slice:
        end_s = self.end_s.array
        if self._slack_rows < SLACK_ROWS and len(end_s) != self._slack_rows:
            self._slack_rows, self._slack = len(end_s), slack_s(end_s)
        return in_window(self.begin_s.array, end_s, from_s, to_s, self._slack)

    def _average(self, rows: slice) -> float:
        numerator, denominator = self.numerator.array[rows], self.denominator.array[rows]
        with np.errstate(all="ignore"):
            numerator_sum, denominator_sum = float(numerator.sum()), float(denominator.sum())
            if not (isfinite(numerator_sum) and isfinite(denominator_sum)):  # some intervals have no data
                valid = np.isfinite(numerator) & np.isfinite(denominator)
                numerator_sum, denominator_sum = float(numerator[valid].sum()), float(denominator[valid].sum())
        return _figure(self._scale * numerator_sum / denominator_sum) if denominator_sum else nan

    def total(self, from_s: float, to_s: float) -> float:
        """Return the increase of the raw value between the readings nearest to the bounds; for gauges, last - first."""
        rows = self._rows(from_s, to_s)
        numerator = self.numerator.array[rows]
        numerator = numerator[np.isfinite(numerator)]
        if not len(numerator):
            return float("nan")
        with np.errstate(all="ignore"):
            if self._kind in {"gauge", "share"}:
                return float(numerator[-1] - numerator[0])
            return float(numerator.sum())


def _figure(value: float) -> float:
    """Return a value; replace values beyond any real quantity with NaN, and tiny ones with 0."""
    size = abs(value)
    return nan if not size <= LARGEST_FIGURE else value if size >= 1 / LARGEST_FIGURE else 0.0


def statistics_of(values: Floats, average: float) -> CounterStatistics:
    """Return statistics of samples, given their average over the raw values."""
    counted = values[~np.isnan(values)]
    if not len(counted):
        return CounterStatistics(0, float("nan"), average, float("nan"), float("nan"), float("nan"))
    return CounterStatistics(
        samples=len(counted),
        last=float(values[-1]),
        average=average,
        minimum=float(counted.min()),
        maximum=float(counted.max()),
        p95=p95(counted),
    )
