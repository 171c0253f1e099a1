# SPDX-License-Identifier: Apache-2.0
"""Marks drawn for a curve: its samples if they are sparse, groups of samples if a pixel column contains several."""

import math
from dataclasses import dataclass

import numpy as np

from widgets.charts.axes import Axes
from widgets.charts.bins import Bins, Floats, group_size

DASHES = {1: (7.0, 5.0), 2: (2.5, 3.5), 3: (18.0, 4.0), 4: (2.5, 8.0), 5: (10.0, 11.0)}
"""Dash and gap lengths in logical pixels along the time axis; 0 is a solid line."""
_SPARSE_PIXELS = 1.4  # distance between samples, in logical pixels, above which lines are drawn
GAP_INTERVALS = 2.5  # number of typical intervals without a sample that counts as a gap


@dataclass(frozen=True, slots=True)
class Trace:
    """Marks of a curve in device pixels, with an entry per mark (a sample or a group of samples). NaN is a gap.

    Attributes:
        x: right end of the mark.
        y: value, or mean of the group.
        top: maximum of the group.
        bottom: minimum of the group.
        grouped: whether marks are groups.
        spans: whether marks are pixel columns instead of points.
        step: width of a mark.
    """

    x: Floats
    y: Floats
    top: Floats
    bottom: Floats
    grouped: bool
    spans: bool
    step: float

    @property
    def empty(self) -> bool:
        """True if there is nothing to draw."""
        return not bool(np.isfinite(self.y).any())


def group(bins: Bins, axes: Axes) -> tuple[int, bool]:
    """Return the number of samples per mark, and whether marks are pixel columns."""
    sparse = len(bins) < 2 or bins.interval_s >= _SPARSE_PIXELS * axes.ratio * axes.seconds_a_pixel
    return (1, False) if sparse else (group_size(bins.interval_s, axes.seconds_a_pixel), True)


def trace(bins: Bins, axes: Axes, within: tuple[float, float] | None = None, more: int = 1) -> Trace:
    """Return the marks of a curve within the axes, or within part of their time, plus `more` beyond each end.

    Only complete groups are drawn: the curve ends up to two pixels early, but what is drawn never changes later.
    """
    size, spans = group(bins, axes)
    level = bins.full(size)
    part = level.within(*(within or (axes.from_s, axes.to_s)), more)
    end_s, mean, low, high = (a[part] for a in (level.end_s, level.mean, level.minimum, level.maximum))
    if len(end_s) > 1:
        jumps = np.flatnonzero(np.diff(end_s) > (size - 1 + GAP_INTERVALS) * bins.interval_s) + 1
        if len(jumps):
            end_s = np.insert(end_s, jumps, end_s[jumps - 1] + bins.interval_s * 0.01)
            mean, low, high = (np.insert(a, jumps, np.nan) for a in (mean, low, high))
    step = max(1.0, size * bins.interval_s / axes.seconds_a_pixel)
    y = axes.y(mean)
    top, bottom = (axes.y(high), axes.y(low)) if size > 1 else (y, y)
    return Trace(axes.x(end_s), y, top, bottom, size > 1, spans, step)


def end_y(bins: Bins, axes: Axes) -> float:
    """Return the vertical position, in device pixels from the top, at which a curve ends; NaN if it is not in view."""
    level = bins.full(group(bins, axes)[0])
    mean = level.mean[level.within(axes.from_s, axes.to_s)]
    seen = np.flatnonzero(np.isfinite(mean))
    return float(axes.y(mean[seen[-1:]])[0]) if len(seen) else math.nan
