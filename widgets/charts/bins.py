# SPDX-License-Identifier: Apache-2.0
"""Minimum, maximum and mean of groups of samples, so that an hour of samples can be drawn with one mark per pixel.

Groups are aligned to absolute sample numbers (samples 0..7, 8..15, ...). Therefore, a full group never changes,
whatever part of the timeline is in view, and a curve keeps its shape while it scrolls.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_SETTLED = 64  # number of samples beyond which the interval is only occasionally recomputed
_COMPARED = 64  # number of final samples compared to distinguish an append from new data


@dataclass(frozen=True, slots=True)
class BinLevel:
    """Groups of one size. Arrays have shape (n,), with an entry per group; the last group may be incomplete.

    Attributes:
        size: samples per group.
        end_s: time of a group's last sample.
        minimum: minimum of its samples, ignoring NaN; NaN if all are NaN.
        maximum: maximum, likewise.
        mean: mean, likewise.
    """

    size: int
    end_s: Floats
    minimum: Floats
    maximum: Floats
    mean: Floats

    def within(self, from_s: float, to_s: float, more: int = 1) -> slice:
        """Return the slice of groups that touch from_s..to_s, with up to `more` neighbors on each side."""
        first = int(np.searchsorted(self.end_s, from_s, side="left"))
        last = int(np.searchsorted(self.end_s, to_s, side="right"))
        return slice(max(0, first - more), min(len(self.end_s), last + more))


class Bins:
    """Samples of one curve, with groups of 2, 4, 8 ... samples, computed on demand and extended incrementally."""

    def __init__(self) -> None:
        self._time_s: Floats = np.empty(0)
        self._value: Floats = np.empty(0)
        self._levels: dict[int, BinLevel] = {}
        self._growing: dict[int, BinLevel] = {}  # includes the incomplete group
        self._interval_s = 0.0
        self._generation = 0

    def __len__(self) -> int:
        return len(self._time_s)

    @property
    def time_s(self) -> Floats:
        """Times of all samples, ascending."""
        return self._time_s

    @property
    def value(self) -> Floats:
        """Values of all samples; NaN means no data."""
        return self._value

    @property
    def end_s(self) -> float:
        """Time of the last sample; minus infinity if absent."""
        return float(self._time_s[-1]) if len(self._time_s) else -math.inf

    @property
    def generation(self) -> int:
        """Number of times the samples were replaced; while it does not change, samples are only appended."""
        return self._generation

    @property
    def interval_s(self) -> float:
        """Typical time between two samples (median of the latest thousand); 0 with fewer than two."""
        return self._interval_s

    def set_samples(self, time_s: Floats, value: Floats) -> bool:
        """Set all samples and return whether anything changed.

        Usually, they extend the samples of the last call by a few, and only the new ones take time to process.
        """
        if len(time_s) != len(value):
            raise ValueError(f"{len(time_s)} times but {len(value)} values")
        before = len(self._time_s)
        continued = before <= len(time_s) and _ends_alike(self._time_s, self._value, time_s, value)
        if not continued:
            self._levels.clear()
            self._generation += 1
        elif before == len(time_s):
            return False
        self._growing.clear()
        self._time_s, self._value = time_s, value
        if not continued or before < _SETTLED or before // _SETTLED != len(time_s) // _SETTLED:
            # the same interval, regardless of how the samples were split among calls
            settled = time_s[: len(time_s) // _SETTLED * _SETTLED or None]
            self._interval_s = float(np.median(np.diff(settled[-1024:]))) if len(settled) > 1 else 0.0
        return True

    def level(self, size: int) -> BinLevel:
        """Return the groups of `size` samples (a power of two; 1 is the samples themselves)."""
        if size == 1:
            return BinLevel(1, self._time_s, self._value, self._value, self._value)
        if size not in self._growing:
            self._growing[size] = self._grow(size)
        return self._growing[size]

    def full(self, size: int) -> BinLevel:
        """Return only the complete groups of `size` samples, whose drawing never changes."""
        if size == 1:
            return self.level(1)
        full = len(self._value) // size * size
        old = self._levels.get(size)
        start = 0 if old is None else len(old.end_s)
        if old is None or start * size < full:
            grown = _group(self._time_s[start * size : full], self._value[start * size : full], size)
            old = grown if old is None else _join(old, grown)
            self._levels[size] = old
        return old

    def _grow(self, size: int) -> BinLevel:
        old, full = self.full(size), len(self._value) // size * size
        if full == len(self._value):
            return old
        rest = _group(self._time_s[full:], self._value[full:], len(self._value) - full)
        return _join(old, rest)

    def within(self, from_s: float, to_s: float) -> slice:
        """Return the samples within a time range."""
        first = int(np.searchsorted(self._time_s, from_s, side="left"))
        return slice(first, int(np.searchsorted(self._time_s, to_s, side="right")))

    def last(self, from_s: float, to_s: float) -> tuple[float, float] | None:
        """Return time and value of the last sample in from_s..to_s; None if absent, or if it is a gap."""
        part = self.within(from_s, to_s)
        if part.stop <= part.start or not math.isfinite(self._value[part.stop - 1]):
            return None
        return float(self._time_s[part.stop - 1]), float(self._value[part.stop - 1])

    def extent(self, from_s: float, to_s: float, *, positive: bool = False) -> tuple[float, float] | None:
        """Return the smallest and largest value in from_s..to_s, or None if there is no data.

        Args:
            from_s: start of the time range.
            to_s: end of the time range.
            positive: whether to consider only values above zero, for a logarithmic axis.
        """
        part = self._value[self.within(from_s, to_s)]
        if positive:
            part = part[part > 0]
        if not len(part):
            return None
        low, high = float(np.fmin.reduce(part)), float(np.fmax.reduce(part))  # NaN only if all values are
        return None if math.isnan(low) else (low, high)


def group_size(interval_s: float, seconds_a_mark: float) -> int:
    """Return the smallest power of two such that this number of samples lasts at least `seconds_a_mark`."""
    size = 1
    while interval_s > 0 and size * interval_s < seconds_a_mark:
        size *= 2
    return size


def _ends_alike(old_time_s: Floats, old_value: Floats, time_s: Floats, value: Floats) -> bool:
    count = len(old_time_s)
    part = slice(max(0, count - _COMPARED), count)
    same_times = old_time_s[part].tobytes() == time_s[part].tobytes()
    return same_times and old_value[part].tobytes() == value[part].tobytes()


def _group(time_s: Floats, value: Floats, size: int) -> BinLevel:
    rows = value.reshape(-1, size)
    present = ~np.isnan(rows)
    count = present.sum(axis=1)
    total = np.where(present, rows, 0.0).sum(axis=1)
    mean = np.divide(total, count, out=np.full(len(rows), np.nan), where=count > 0)
    minimum, maximum = np.fmin.reduce(rows, axis=1), np.fmax.reduce(rows, axis=1)
    # Rounding errors of the sum must not move the mean outside the range of its values.
    return BinLevel(size, time_s[size - 1 :: size], minimum, maximum, np.clip(mean, minimum, maximum))


def _join(first: BinLevel, second: BinLevel) -> BinLevel:
    return BinLevel(
        first.size,
        np.concatenate((first.end_s, second.end_s)),
        np.concatenate((first.minimum, second.minimum)),
        np.concatenate((first.maximum, second.maximum)),
        np.concatenate((first.mean, second.mean)),
    )
