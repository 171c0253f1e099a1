# SPDX-License-Identifier: Apache-2.0
"""Value scale shared by a row of charts: round numbers that do not change while data merely fluctuates."""

import math
from collections.abc import Sequence
from typing import NamedTuple

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_INTERVALS = (4, 5)  # candidate numbers of intervals; the one that leaves less of the chart empty is used
_LOG_BOUNDS = (1.0, 2.0, 5.0, 10.0)
_MOST_DECADES = 9.0


class AxisScale(NamedTuple):
    """Ends of an axis, and the ascending values with a grid line and label, in the data's unit."""

    low: float
    high: float
    ticks: tuple[float, ...]


def linear_scale(low: float, high: float, headroom: float = 0.05) -> AxisScale:
    """Return a linear scale for low..high, with `headroom` (a share of the range) to spare.

    It always includes zero, because a truncated axis makes small differences look large.
    """
    low, high = min(low, 0.0), max(high, 0.0)
    if high - low <= 0 or not math.isfinite(high - low):
        return AxisScale(0.0, 1.0, nice_ticks(0.0, 1.0, log=False, most=5))
    spare = (high - low) * headroom
    bounds = []
    for intervals in _INTERVALS:
        step = _nice_above((high - low + spare) / intervals)
        bottom = -math.ceil((spare - low) / step) * step if low < 0 else 0.0
        top = math.ceil((high + spare) / step) * step if high > 0 else 0.0
        bounds.append((bottom, top))
    bottom, top = min(bounds, key=lambda ends: ends[1] - ends[0])
    return AxisScale(bottom, top, nice_ticks(bottom, top, log=False, most=6))


def log_scale(low: float, high: float) -> AxisScale:
    """Return a logarithmic scale for low..high of at least one decade, with ends at 1, 2 or 5 times a power of ten.

    Values at or below zero are drawn at the lower end.
    """
    if not (high > 0 and math.isfinite(high)):
        return AxisScale(1.0, 10.0, nice_ticks(1.0, 10.0, log=True, most=6))
    if not low > 0:
        low = high / 1000
    low = max(low, high * 10**-_MOST_DECADES)
    bottom, top = _log_bound(low, up=False), _log_bound(high, up=True)
    while top / bottom < 9.99:
        bottom = _log_bound(bottom * 0.99, up=False)
    return AxisScale(bottom, top, nice_ticks(bottom, top, log=True, most=6))


def nice_ticks(low: float, high: float, *, log: bool, most: int) -> tuple[float, ...]:
    """Return at most `most` (2 or more) round values within low..high, including the ends if they are round."""
    if not high > low:
        return (low,)
    return _log_ticks(low, high, most) if log else _linear_ticks(low, high, most)


class ScaleKeeper:
    """Scale with hysteresis, so that noise around a round number does not make the axis jump.

    It grows as soon as data exceeds it, and shrinks only when data fills less than `least_fill` of it.
    """

    def __init__(self, least_fill: float = 0.45) -> None:
        self._least_fill = least_fill
        self._scale: AxisScale | None = None
        self._log = False

    def update(self, low: float, high: float, log: bool = False) -> AxisScale:
        """Return the scale for data from low to high; if these are not finite, the scale does not change."""
        if not (math.isfinite(low) and math.isfinite(high)):
            if self._scale is None or self._log != log:
                return log_scale(0.0, 0.0) if log else linear_scale(0.0, 0.0)
            return self._scale
        low, high = min(low, high), max(low, high)
        if self._scale is None or self._log != log or not self._fits(self._scale, low, high, log):
            self._scale = log_scale(low, high) if log else linear_scale(low, high)
            self._log = log
        return self._scale

    def reset(self) -> None:
        """Discard the history, so that the next update chooses a new scale."""
        self._scale = None

    def _fits(self, scale: AxisScale, low: float, high: float, log: bool) -> bool:
        if not log:
            low, high = min(low, 0.0), max(high, 0.0)
            inside = scale.low <= low and high <= scale.high
            return inside and (high - low >= self._least_fill * (scale.high - scale.low) or high == low)
        if high <= 0:
            return True
        low = max(low, high * 10**-_MOST_DECADES) if low > 0 else scale.low
        if not (scale.low <= low and high <= scale.high):
            return False
        fill = math.log(high / low) / math.log(scale.high / scale.low)
        return fill >= self._least_fill or scale.high / scale.low <= 20


def extent_of(extents: Sequence[tuple[float, float] | None]) -> tuple[float, float]:
    """Return the smallest minimum and the largest maximum of several charts; (nan, nan) if no chart has data."""
    present = [extent for extent in extents if extent is not None]
    if not present:
        return math.nan, math.nan
    return min(low for low, _ in present), max(high for _, high in present)


def _nice_above(step: float) -> float:
    power = 10.0 ** math.floor(math.log10(step))
    return next(nice * power for nice in _STEPS if nice * power >= step * (1 - 1e-9))


def _linear_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    span = high - low
    for intervals in range(max(1, most - 1), 1, -1):  # prefer a step that fits both ends
        step = _nice_above(span / intervals)
        if abs(step * intervals - span) < 1e-9 * span and abs(low / step - round(low / step)) < 1e-6:
            break
    else:
        step = _nice_above(span / max(1, most - 1))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    if last <= first:  # a single label does not define a scale
        return low, high
    return tuple(min(max(n * step, low), high) for n in range(first, last + 1))


def _log_bound(value: float, *, up: bool) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    bounds = [bound * power for bound in _LOG_BOUNDS]
    if up:
        return next((bound for bound in bounds if bound >= value), bounds[-1])
    return next((bound for bound in reversed(bounds) if bound <= value), bounds[0] / 2)


def _log_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    first, last = math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1
    for factors in ((1.0, 2.0, 5.0), (1.0, 3.0), (1.0,)):
        found = [f * 10.0**n for n in range(first, last + 1) for f in factors]
        found = [value for value in found if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
        if len(found) <= most:
            return tuple(found)
    every = math.ceil(len(found) / most)
    return tuple(found[::every])
