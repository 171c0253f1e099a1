# SPDX-License-Identifier: Apache-2.0
"""Conversion of raw values to rates, means and shares over any interval.

Each reading of a source becomes an interval with a numerator and a denominator. A counter's value over one interval, or
over a window of many, is scale x sum of numerators / sum of denominators. Over a window of valid readings, that is
delta over delta of the raw values, never a mean of one-second values.
"""

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from collectors.series import Kind

Floats = NDArray[np.float64]

WRAPS = (2.0**32, 2.0**64)
WRAP_AT_MOST = 16
"""Largest plausible increase of a wrapped counter, relative to the interval before; beyond it, the counter was reset.
"""
SLACK_ROWS = 64
"""Number of readings from which their typical interval is determined."""
GAUGE_REACH_S = 1.0
"""Maximum time in seconds before its reading for which a gauge's value applies."""


class Intervals(msgspec.Struct, frozen=True):
    """Readings as intervals, each array of shape (n,): begin and end in seconds, both increasing; NaN means no data.

    The denominator is the source's time for a rate, the base counter for an average, and 1 for a gauge.
    """

    begin_s: Floats
    end_s: Floats
    numerator: Floats
    denominator: Floats

    def __len__(self) -> int:
        return len(self.end_s)

    def part(self, chosen: NDArray[np.bool_]) -> "Intervals":
        """Return the selected intervals."""
        return Intervals(self.begin_s[chosen], self.end_s[chosen], self.numerator[chosen], self.denominator[chosen])


class Carry(msgspec.Struct, frozen=True):
    """Last valid reading, at which the next interval starts; the rates are those of the interval before it."""

    time_s: float
    source_s: float
    value: float
    base: float
    value_rate: float = float("nan")
    base_rate: float = float("nan")


def joined(parts: Sequence[Intervals]) -> Intervals:
    """Concatenate intervals."""
    return Intervals(
        np.concatenate([part.begin_s for part in parts]),
        np.concatenate([part.end_s for part in parts]),
        np.concatenate([part.numerator for part in parts]),
        np.concatenate([part.denominator for part in parts]),
    )


def intervals(  # noqa: PLR0917
    kind: Kind, time_s: Floats, source_s: Floats, value: Floats, base: Floats, carry: Carry | None, from_zero: bool
) -> tuple[Intervals, Carry | None]:
    """Return the intervals that end in these readings (arrays of equal length), following the reading in `carry`.

    A reading without data makes no interval; the next valid one starts at the last valid reading. A cumulative value
    that decreases was reset, so the interval has no data, unless the value plausibly wrapped at 32 or 64 bits.

    Args:
        kind: Kind of the counter.
        time_s: Times of the readings.
        source_s: Times of the source's clock.
        value: Raw values.
        base: Raw values of the base; ignored if the kind has no base.
        carry: Last valid reading before these; None if absent.
        from_zero: Whether, if there is no earlier reading, the counters were 0 at the whole second before the first
            reading; otherwise, the first reading has an empty interval without data.
    """
    with np.errstate(all="ignore"):
        if kind in {"gauge", "share"}:
            return _gauge_intervals(kind, time_s, source_s, value, base, carry)
        if carry is not None and len(time_s) == 1:
            single = next_interval(kind, float(time_s[0]), float(source_s[0]), float(value[0]), float(base[0]), carry)
            if single is not None:
                return Intervals(*np.array(single[0])[:, np.newaxis]), single[1]
        return _cumulative_intervals(kind, time_s, source_s, value, base, carry, from_zero)


def next_interval(  # noqa: PLR0917
    kind: Kind, time_s: float, source_s: float, value: float, base: float, carry: Carry
) -> tuple[tuple[float, float, float, float], Carry] | None:
    """Return begin, end, numerator and denominator of the interval for one more reading, and the new carry.

    The result equals that of `intervals` at a tenth of the cost, for the single reading per second in a live session.
    Return None if the simple case does not apply.
    """
    if kind in {"gauge", "share"}:
        denominator = 1.0 if kind == "gauge" else base
        if not (math.isfinite(value) and math.isfinite(denominator)):
            value = denominator = math.nan
        begin_s = max(carry.time_s, time_s - GAUGE_REACH_S)
        return (begin_s, time_s, value, denominator), Carry(time_s, source_s, math.nan, math.nan)
    step_s, increase, base_increase = source_s - carry.source_s, value - carry.value, base - carry.base
    is_simple = step_s > 0 and 0 <= increase < np.inf and (kind != "average" or 0 <= base_increase < np.inf)
    if not is_simple or step_s == np.inf:
        return None
    denominator = base_increase if kind == "average" else step_s
    carry_on = Carry(time_s, source_s, value, base, increase / step_s, denominator / step_s)
    return (min(carry.time_s, time_s), time_s, increase, denominator), carry_on


def _gauge_intervals(  # noqa: PLR0917
    kind: Kind, time_s: Floats, source_s: Floats, value: Floats, base: Floats, carry: Carry | None
) -> tuple[Intervals, Carry | None]:
    if not len(time_s):
        return Intervals(time_s, time_s, value, value), carry
    before = np.concatenate(([carry.time_s if carry else time_s[0] - GAUGE_REACH_S], time_s[:-1]))
    denominator = np.ones_like(value) if kind == "gauge" else base
    valid = np.isfinite(value) & np.isfinite(denominator)
    spans = Intervals(
        np.maximum(before, time_s - GAUGE_REACH_S),
        time_s,
        np.where(valid, value, np.nan),
        np.where(valid, denominator, np.nan),
    )
    return spans, Carry(float(time_s[-1]), float(source_s[-1]), float("nan"), float("nan"))


def _cumulative_intervals(  # noqa: PLR0917
    kind: Kind, time_s: Floats, source_s: Floats, value: Floats, base: Floats, carry: Carry | None, from_zero: bool
) -> tuple[Intervals, Carry | None]:
    valid = np.isfinite(value) & np.isfinite(source_s)
    if kind == "average":
        valid &= np.isfinite(base)
    begin = np.array(time_s)
    numerator = np.full(len(time_s), np.nan)
    denominator = np.full(len(time_s), np.nan)
    rows = np.flatnonzero(valid)
    if len(rows):
        if carry is None and from_zero:
            carry = _zero_before(float(time_s[rows[0]]), float(source_s[rows[0]]))
        before = [carry] if carry else []
        t = np.concatenate(([c.time_s for c in before], time_s[rows]))
        s = np.concatenate(([c.source_s for c in before], source_s[rows]))
        v = np.concatenate(([c.value for c in before], value[rows]))
        b = np.concatenate(([c.base for c in before], base[rows]))
        step_s = np.diff(s)
        step_s[step_s <= 0] = np.nan  # the source's clock was set back
        dv = _increases(v, step_s, carry.value_rate if carry else np.nan)
        db = _increases(b, step_s, carry.base_rate if carry else np.nan) if kind == "average" else step_s
        interval_rows = rows[len(rows) - len(step_s) :]
        is_valid = np.isfinite(dv) & np.isfinite(db) & np.isfinite(step_s)
        numerator[interval_rows] = np.where(is_valid, dv, np.nan)
        denominator[interval_rows] = np.where(is_valid, db, np.nan)
        # An interval without data also begins at the last valid reading, so that the begins increase.
        last_sound = np.searchsorted(rows, np.arange(len(time_s)), side="left") - len(rows) + len(t) - 1
        known = last_sound >= 0
        begin[known] = np.minimum(t[last_sound[known]], time_s[known])
        rates = (float(dv[-1] / step_s[-1]), float(db[-1] / step_s[-1])) if len(step_s) else (np.nan, np.nan)
        carry = Carry(float(t[-1]), float(s[-1]), float(v[-1]), float(b[-1]), *rates)
    elif carry is not None:
        begin[:] = carry.time_s
    return Intervals(begin, time_s, numerator, denominator), carry


def _zero_before(time_s: float, source_s: float) -> Carry:
    began_s = float(np.rint(time_s)) - 1.0
    return Carry(began_s, source_s - (time_s - began_s), 0.0, 0.0)


def _increases(value: Floats, step_s: Floats, rate_before: float) -> Floats:
    """Return the increases of a cumulative value between readings; NaN where it was reset."""
    increase = np.diff(value)
    for index in np.flatnonzero(increase < 0):
        rate = increase[index - 1] / step_s[index - 1] if index else rate_before
        increase[index] = _wrapped(float(value[index]), float(value[index + 1]), WRAP_AT_MOST * rate * step_s[index])
    return increase


def _wrapped(before: float, after: float, at_most: float) -> float:
    for modulus in WRAPS:
        increase = modulus - before + after
        if 0 <= after < before < modulus and increase <= at_most:
            return increase
    return float("nan")


def ticks_of(spans: Intervals) -> Floats:
    """Return the whole second for which each interval counts when several sources are added up.

    It is the end of the second that contains the middle of the interval (also for a last interval that was cut short);
    for a long interval, it is the second nearest to its end.
    """
    return np.maximum(np.ceil((spans.begin_s + spans.end_s) / 2), np.rint(spans.end_s))


def added_up(kind: Kind, sources: Sequence[Intervals]) -> Intervals:
    """Combine the values of one counter from several sources.

    In each tick, numerators are summed, and so are denominators that count something; times, and the 1 of gauges, are
    averaged over the sources. A source without an interval in a tick adds nothing to it; an interval without data
    leaves the whole tick without data (a first reading is not an interval).
    """
    with np.errstate(all="ignore"):
        each = [one_a_tick(kind, source) for source in sources if len(source)]
        if not each:
            empty = np.empty(0)
            return Intervals(empty, empty, empty, empty)
        ticks, where = np.unique(np.concatenate([one.end_s for one in each]), return_inverse=True)
        all_intervals = joined(each)
        begin = np.full(len(ticks), np.inf)
        np.minimum.at(begin, where, np.rint(all_intervals.begin_s))
        numerator = np.zeros(len(ticks))
        denominator = np.zeros(len(ticks))
        np.add.at(numerator, where, all_intervals.numerator)
        np.add.at(denominator, where, all_intervals.denominator)
        if kind in {"rate", "gauge"}:
            denominator /= np.bincount(where, minlength=len(ticks))
        return Intervals(np.minimum(np.maximum.accumulate(begin), ticks), ticks, numerator, denominator)


def one_a_tick(kind: Kind, source: Intervals) -> Intervals:
    """Return intervals that end at whole seconds, at most one per second.

    Intervals in the same second are added up; for a gauge or share, the last one is used. A first reading is not an
    interval.
    """
    if kind in {"rate", "average"}:
        source = source.part(source.begin_s < source.end_s)
    ticks = ticks_of(source)
    if np.all(np.diff(ticks) > 0):
        return Intervals(source.begin_s, ticks, source.numerator, source.denominator)
    last = np.append(np.diff(ticks) > 0, True)
    if kind in {"gauge", "share"}:
        return Intervals(source.begin_s, ticks, source.numerator, source.denominator).part(last)
    first = np.flatnonzero(np.append(True, last[:-1]))
    return Intervals(
        source.begin_s[first],
        ticks[last],
        np.add.reduceat(source.numerator, first),
        np.add.reduceat(source.denominator, first),
    )


def slack_s(end_s: Floats) -> float:
    """Return how far outside a window's edge a reading can lie and still belong to the window.

    It is half the interval between two readings, but at most half a second, because readings arrive some milliseconds
    after the second that they describe.
    """
    if len(end_s) < 2:
        return 0.5
    distances_s = np.diff(end_s[:SLACK_ROWS])
    lower, upper = (len(distances_s) - 1) // 2, len(distances_s) // 2  # the median; np.median would be slower
    ordered_s = np.partition(distances_s, (lower, upper))
    return min(0.5, float(ordered_s[lower] + ordered_s[upper]) / 4)


def in_window(begin_s: Floats, end_s: Floats, from_s: float, to_s: float, slack: float) -> slice:
    """Return the intervals between the readings nearest to a window's edges, if their middle is inside the window.

    `slack` is the result of `slack_s`.
    """
    first = int(np.searchsorted(begin_s, from_s - slack, side="left"))
    last = int(np.searchsorted(end_s, to_s + slack, side="right"))
    while last > first and begin_s[last - 1] + end_s[last - 1] > 2 * to_s:
        last -= 1
    while first < last and begin_s[first] + end_s[first] < 2 * from_s:
        first += 1
    return slice(min(first, last), last)


def p95(values: Floats) -> float:
    """Return the 95th percentile (nearest rank) of values without NaN; NaN if there are no values."""
    if not len(values):
        return float("nan")
    rank = int(np.ceil(0.95 * len(values) - 1e-9)) - 1
    return float(np.partition(values, rank)[rank])
