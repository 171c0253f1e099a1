# SPDX-License-Identifier: Apache-2.0
"""Headline of a live run: the ratio of challenger to baseline in this run so far. It is never a verdict.

The text names a system as ahead only when an interval that stays valid under continuous monitoring (confidence.py) is
on one side of 1. On two equal systems this happens in at most 5 % of the runs, however often the headline is updated.
Once made, the statement stands until the data no longer support it; then "no longer firm" is also shown.
"""

import math
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.analysis.confidence import BATCH_S, Floats, RatioIntervals, ratio_intervals

State = Literal["so far", "no clear difference so far", "about equal so far", "challenger ahead", "baseline ahead"]
"""Possible statements: the ratio alone ("so far": no interval yet, or one that contains half and twice); an interval
that contains 1 within NOT_TWICE; one within ABOUT_EQUAL; a system firmly ahead."""

TEN_SECONDS = 10
"""Number of measured seconds from which a ratio is shown."""

ABOUT_EQUAL = (0.95, 1.05)
NOT_TWICE = (0.5, 2.0)

KEPT = 0.25
"""A system stays firmly ahead while an interval of this share of the width is on its side of 1."""

PAIRS_KEPT = 8
"""Number of system pairs whose intervals up to the last whole batch are cached, because windows ask every second."""


class Headline(msgspec.Struct, frozen=True):
    """Ratio of challenger to baseline over the measured seconds so far.

    Attributes:
        baseline_mean: Orders per second over the same seconds, NaN before the first; `challenger_mean` is similar.
        ratio: Ratio of the two means; NaN while the baseline has completed nothing.
        low: Lower end of the interval, NaN while unknown; `high` is the upper end.
        ten_second_low: Smallest ratio over any 10 s that end at a whole second, and `ratio` itself, which can be
            outside if the first or last seconds, covered by few of the windows, differ. NaN before the first.
        ten_second_high: Largest ratio, defined in the same way.
        seconds: Number of seconds measured on both systems.
        no_longer_firm: Whether a system was firmly ahead and no longer is, which windows show as text.
    """

    baseline_mean: float
    challenger_mean: float
    ratio: float
    low: float
    high: float
    state: State
    ten_second_low: float
    ten_second_high: float
    seconds: int
    no_longer_firm: bool = False

    @property
    def has_ratio(self) -> bool:
        """True if there is a ratio to show, that is, 10 s were measured and both systems have completed work."""
        return self.seconds >= TEN_SECONDS and 0 < self.ratio < math.inf

    @property
    def firm(self) -> bool:
        """True if a system is firmly ahead."""
        return self.state in ("challenger ahead", "baseline ahead")


def headline(baseline: Floats, challenger: Floats) -> Headline:
    """Return the headline after the given seconds.

    A second that is NaN, infinite or negative on either system is excluded on both.

    Args:
        baseline: Shape (n,), orders per second in each second of the measuring phase, on a common clock.
        challenger: As `baseline`.
    """
    baseline, challenger = _paired(baseline, challenger)
    seconds = len(baseline)
    if seconds == 0:
        nan = math.nan
        return Headline(nan, nan, nan, nan, nan, "so far", nan, nan, 0)
    means = float(baseline.mean()), float(challenger.mean())
    ratio = means[1] / means[0] if means[0] > 0 else math.nan
    batched = seconds // BATCH_S * BATCH_S
    intervals, sides = _after_batches(baseline[:batched].tobytes(), challenger[:batched].tobytes())
    side = int(sides[-1]) if sides.size else 0
    # The last seconds do not fill a batch; if they reverse the ratio, neither system is ahead.
    side = side if side * (means[1] - means[0]) > 0 else 0
    low, high = _interval(intervals, sides, side)
    # The interval covers the ratio of totals at the end of the last batch; the seconds since then are included here.
    low, high = float(np.fmin(low, ratio)), float(np.fmax(high, ratio))
    tens = ten_second_ratios(baseline, challenger)
    tens = tens[np.isfinite(tens)]
    tens = np.append(tens, ratio) if tens.size else tens
    return Headline(
        baseline_mean=means[0],
        challenger_mean=means[1],
        ratio=ratio,
        low=low if math.isfinite(high) else math.nan,
        high=high if math.isfinite(high) else math.nan,
        state=_state(low, high, side),
        ten_second_low=float(tens.min()) if tens.size else math.nan,
        ten_second_high=float(tens.max()) if tens.size else math.nan,
        seconds=seconds,
        no_longer_firm=side == 0 and bool(sides.any()),
    )


@lru_cache(maxsize=PAIRS_KEPT)
def _after_batches(baseline: bytes, challenger: bytes) -> tuple[RatioIntervals, NDArray[np.int8]]:
    """Return the intervals after each batch, and which system was firmly ahead.

    The orders per second of whole batches are passed as bytes for caching, because nothing changes within a batch.
    """
    intervals = ratio_intervals(np.frombuffer(baseline), np.frombuffer(challenger))
    return intervals, firm_sides(intervals)


def firm_sides(intervals: RatioIntervals) -> NDArray[np.int8]:
    """Return which system is firmly ahead after each batch: 1 for the challenger, -1 for the baseline, 0 for neither.

    The shape is (..., batches). A system is named when the interval is on its side of 1. The statement is withdrawn
    when an interval of KEPT times the width no longer is. That interval is as valid at any update as the first, so the
    share of runs in which a system is ever wrongly named is unchanged.
    """
    named, kept = intervals.lower - intervals.half > 0, intervals.lower - KEPT * intervals.half > 0
    challenger = _since_named(named, kept)
    named, kept = intervals.upper + intervals.half < 0, intervals.upper + KEPT * intervals.half < 0
    return challenger.astype(np.int8) - _since_named(named, kept)


def _since_named(named: NDArray[np.bool_], kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where a statement holds: it was made at some batch and has been supported at every batch since."""
    number = np.arange(1, named.shape[-1] + 1)
    last_named = np.maximum.accumulate(np.where(named, number, 0), axis=-1)
    last_lost = np.maximum.accumulate(np.where(kept, 0, number), axis=-1)
    return np.asarray(last_named > last_lost)


def _interval(intervals: RatioIntervals, sides: NDArray[np.int8], side: int) -> tuple[float, float]:
    """Return the current interval of the ratio; while a system is firmly ahead, the intersection of all since then."""
    if not sides.size:
        return 0.0, math.inf
    low, high = np.exp(intervals.lower - intervals.half), np.exp(intervals.upper + intervals.half)
    if side == 0:
        return float(low[-1]), float(high[-1])
    since = int(np.flatnonzero(sides != side)[-1]) + 1 if (sides != side).any() else 0
    if side > 0:
        return float(low[since:].max()), float(high[-1])
    return float(low[-1]), float(high[since:].min())


def ten_second_ratios(baseline: Floats, challenger: Floats) -> Floats:
    """Return challenger / baseline over every 10 s that end at a whole second, shape (max(n - 9, 0),).

    The inputs have shape (n,), orders per second. NaN if the baseline completed nothing.
    """
    orders = _sums_of_ten(np.stack((baseline, challenger)))
    ratios: Floats = np.divide(orders[1], orders[0], out=np.full(orders.shape[1], np.nan), where=orders[0] > 0)
    return ratios


def _sums_of_ten(orders: Floats) -> Floats:
    """Return the sums of every TEN_SECONDS neighbors, shape (..., max(n - 9, 0)), from sums of two, four and eight."""
    if orders.shape[-1] < TEN_SECONDS:
        return orders[..., :0]
    two = orders[..., :-1] + orders[..., 1:]
    four = two[..., :-2] + two[..., 2:]
    eight = four[..., :-4] + four[..., 4:]
    return np.asarray(eight[..., :-2] + orders[..., 8:-1] + orders[..., 9:])


def _paired(baseline: Floats, challenger: Floats) -> tuple[Floats, Floats]:
    """Return the seconds measured on both systems. Raises ValueError if the two are not aligned."""
    if baseline.shape != challenger.shape or baseline.ndim != 1:
        raise ValueError(f"throughputs of shapes {baseline.shape} and {challenger.shape} are not aligned")
    measured = np.isfinite(baseline) & np.isfinite(challenger) & (baseline >= 0) & (challenger >= 0)
    return baseline[measured], challenger[measured]


def _state(low: float, high: float, side: int) -> State:
    if side:
        return "challenger ahead" if side > 0 else "baseline ahead"
    if low >= ABOUT_EQUAL[0] and high <= ABOUT_EQUAL[1]:
        return "about equal so far"
    return "no clear difference so far" if low >= NOT_TWICE[0] and high <= NOT_TWICE[1] else "so far"
