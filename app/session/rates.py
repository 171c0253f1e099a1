# SPDX-License-Identifier: Apache-2.0
"""Raw values to rates, means and shares: the one place where it is done, over whatever interval is asked.

Each reading of a source becomes an interval with a numerator and a denominator. A counter's value over one interval, or
over a window of many, is scale x sum of numerators / sum of denominators: over a window of sound readings that is delta
over delta of the raw values, never a mean of one-second values.
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
"""A counter that goes down has wrapped only if it would then have risen by no more than this many times what it rose in
the interval before; else it was reset."""
SLACK_ROWS = 64
"""So many readings tell how far apart they are."""
GAUGE_REACH_S = 1.0
"""A gauge stands for at most this long before it was read."""


class Intervals(msgspec.Struct, frozen=True):
    """Readings as intervals, each array (n,): begin and end in seconds, both rising; NaN figures are no data.

    Of a rate the denominator is the source's own time, of an average what its base counted, of a gauge 1.
    """

    begin_s: Floats
    end_s: Floats
    numerator: Floats
    denominator: Floats

    def __len__(self) -> int:
        return len(self.end_s)

    def part(self, chosen: NDArray[np.bool_]) -> "Intervals":
        """The chosen ones."""
        return Intervals(self.begin_s[chosen], self.end_s[chosen], self.numerator[chosen], self.denominator[chosen])


class Carry(msgspec.Struct, frozen=True):
    """The last sound reading: what the next interval is counted from. The rates are those of the interval before it."""

    time_s: float
    source_s: float
    value: float
    base: float
    value_rate: float = float("nan")
    base_rate: float = float("nan")


def joined(parts: Sequence[Intervals]) -> Intervals:
    """Intervals one after the other."""
    return Intervals(
        np.concatenate([part.begin_s for part in parts]),
        np.concatenate([part.end_s for part in parts]),
        np.concatenate([part.numerator for part in parts]),
        np.concatenate([part.denominator for part in parts]),
    )


def intervals(  # noqa: PLR0917
    kind: Kind, time_s: Floats, source_s: Floats, value: Floats, base: Floats, carry: Carry | None, from_zero: bool
) -> tuple[Intervals, Carry | None]:
    """The intervals that end in these readings (arrays of one length), following the reading in `carry`.

    base is ignored where the kind needs none. from_zero: with no reading before, the counters were 0 at the whole
    second before the first one; otherwise the first reading has no interval (begin = end), so no data. A reading
    without data makes none; the next sound one counts from the last sound one. A cumulative value that goes down was
    reset: no data for that interval, unless it plausibly wrapped at 32 or 64 bits.
    """
    with np.errstate(all="ignore"):
        if kind in {"gauge", "share"}:
            return _moments(kind, time_s, source_s, value, base, carry)
        if carry is not None and len(time_s) == 1:
            usual = next_interval(kind, float(time_s[0]), float(source_s[0]), float(value[0]), float(base[0]), carry)
            if usual is not None:
                return Intervals(*np.array(usual[0])[:, np.newaxis]), usual[1]
        return _deltas(kind, time_s, source_s, value, base, carry, from_zero)


def next_interval(  # noqa: PLR0917
    kind: Kind, time_s: float, source_s: float, value: float, base: float, carry: Carry
) -> tuple[tuple[float, float, float, float], Carry] | None:
    """The interval of one more reading: begin, end, numerator, denominator. As intervals() has it, at a tenth of the
    cost: it is what a live session brings every second. None where it is not as simple as that."""
    if kind in {"gauge", "share"}:
        counted = 1.0 if kind == "gauge" else base
        if not (math.isfinite(value) and math.isfinite(counted)):
            value = counted = math.nan
        begin_s = max(carry.time_s, time_s - GAUGE_REACH_S)
        return (begin_s, time_s, value, counted), Carry(time_s, source_s, math.nan, math.nan)
    step_s, risen, base_risen = source_s - carry.source_s, value - carry.value, base - carry.base
    simple = step_s > 0 and 0 <= risen < np.inf and (kind != "average" or 0 <= base_risen < np.inf)
    if not simple or step_s == np.inf:
        return None
    counted = base_risen if kind == "average" else step_s
    carry_on = Carry(time_s, source_s, value, base, risen / step_s, counted / step_s)
    return (min(carry.time_s, time_s), time_s, risen, counted), carry_on


def _moments(  # noqa: PLR0917
    kind: Kind, time_s: Floats, source_s: Floats, value: Floats, base: Floats, carry: Carry | None
) -> tuple[Intervals, Carry | None]:
    if not len(time_s):
        return Intervals(time_s, time_s, value, value), carry
    before = np.concatenate(([carry.time_s if carry else time_s[0] - GAUGE_REACH_S], time_s[:-1]))
    denominator = np.ones_like(value) if kind == "gauge" else base
    sound = np.isfinite(value) & np.isfinite(denominator)
    spans = Intervals(
        np.maximum(before, time_s - GAUGE_REACH_S),
        time_s,
        np.where(sound, value, np.nan),
        np.where(sound, denominator, np.nan),
    )
    return spans, Carry(float(time_s[-1]), float(source_s[-1]), float("nan"), float("nan"))


def _deltas(  # noqa: PLR0917
    kind: Kind, time_s: Floats, source_s: Floats, value: Floats, base: Floats, carry: Carry | None, from_zero: bool
) -> tuple[Intervals, Carry | None]:
    sound = np.isfinite(value) & np.isfinite(source_s)
    if kind == "average":
        sound &= np.isfinite(base)
    begin = np.array(time_s)
    numerator = np.full(len(time_s), np.nan)
    denominator = np.full(len(time_s), np.nan)
    rows = np.flatnonzero(sound)
    if len(rows):
        if carry is None and from_zero:
            carry = _zero_before(float(time_s[rows[0]]), float(source_s[rows[0]]))
        before = [carry] if carry else []
        t = np.concatenate(([c.time_s for c in before], time_s[rows]))
        s = np.concatenate(([c.source_s for c in before], source_s[rows]))
        v = np.concatenate(([c.value for c in before], value[rows]))
        b = np.concatenate(([c.base for c in before], base[rows]))
        step_s = np.diff(s)
        step_s[step_s <= 0] = np.nan  # the source's clock went back
        dv = _risen(v, step_s, carry.value_rate if carry else np.nan)
        db = _risen(b, step_s, carry.base_rate if carry else np.nan) if kind == "average" else step_s
        counted = rows[len(rows) - len(step_s) :]
        fine = np.isfinite(dv) & np.isfinite(db) & np.isfinite(step_s)
        numerator[counted] = np.where(fine, dv, np.nan)
        denominator[counted] = np.where(fine, db, np.nan)
        # An interval without data begins at the last sound reading too, so that begins rise.
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


def _risen(value: Floats, step_s: Floats, rate_before: float) -> Floats:
    """What a cumulative value rose by between readings; NaN where it was reset."""
    risen = np.diff(value)
    for index in np.flatnonzero(risen < 0):
        rate = risen[index - 1] / step_s[index - 1] if index else rate_before
        risen[index] = _wrapped(float(value[index]), float(value[index + 1]), WRAP_AT_MOST * rate * step_s[index])
    return risen


def _wrapped(before: float, after: float, at_most: float) -> float:
    for modulus in WRAPS:
        risen = modulus - before + after
        if 0 <= after < before < modulus and risen <= at_most:
            return risen
    return float("nan")


def ticks_of(spans: Intervals) -> Floats:
    """The whole second that each interval counts for where several sources are added up: the end of the one that its
    middle lies in (a last interval cut short belongs there too), or if it is long the one nearest to its end."""
    return np.maximum(np.ceil((spans.begin_s + spans.end_s) / 2), np.rint(spans.end_s))


def added_up(kind: Kind, sources: Sequence[Intervals]) -> Intervals:
    """One counter of several sources: in each tick numerators are summed, and so are denominators that count something;
    times and the 1 of gauges are the sources' mean. A source with no interval in a tick adds nothing to it; one whose
    interval is no data makes it no data (a first reading is no interval).
    """
    with np.errstate(all="ignore"):
        each = [one_a_tick(kind, source) for source in sources if len(source)]
        if not each:
            none = np.empty(0)
            return Intervals(none, none, none, none)
        ticks, where = np.unique(np.concatenate([one.end_s for one in each]), return_inverse=True)
        together = joined(each)
        begin = np.full(len(ticks), np.inf)
        np.minimum.at(begin, where, np.rint(together.begin_s))
        numerator = np.zeros(len(ticks))
        denominator = np.zeros(len(ticks))
        np.add.at(numerator, where, together.numerator)
        np.add.at(denominator, where, together.denominator)
        if kind in {"rate", "gauge"}:
            denominator /= np.bincount(where, minlength=len(ticks))
        return Intervals(np.minimum(np.maximum.accumulate(begin), ticks), ticks, numerator, denominator)


def one_a_tick(kind: Kind, source: Intervals) -> Intervals:
    """Intervals that end at whole seconds, one in each at most: those of one second are added up, of a gauge or share
    the last one counts. A first reading is no interval."""
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
    """How far a reading may lie beyond a window's edge and still be the one that belongs to it: half the distance of
    two readings, at most half a second (readings come some milliseconds after the second that they stand for)."""
    if len(end_s) < 2:
        return 0.5
    return min(0.5, float(np.median(np.diff(end_s[:SLACK_ROWS]))) / 2)


def in_window(begin_s: Floats, end_s: Floats, from_s: float, to_s: float, slack: float) -> slice:
    """The intervals between the readings nearest to a window's edges, as far as their middle lies inside.

    slack: as slack_s gives it.
    """
    first = int(np.searchsorted(begin_s, from_s - slack, side="left"))
    last = int(np.searchsorted(end_s, to_s + slack, side="right"))
    while last > first and begin_s[last - 1] + end_s[last - 1] > 2 * to_s:
        last -= 1
    while first < last and begin_s[first] + end_s[first] < 2 * from_s:
        first += 1
    return slice(min(first, last), last)


def p95(values: Floats) -> float:
    """The 95th percentile (nearest rank) of values without NaN; NaN of none."""
    if not len(values):
        return float("nan")
    rank = int(np.ceil(0.95 * len(values) - 1e-9)) - 1
    return float(np.partition(values, rank)[rank])
