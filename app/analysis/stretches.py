# SPDX-License-Identifier: Apache-2.0
"""For how long, and how far, a counter was beyond a value: the rule by which thresholds are passed.

PAL counts the slices of a log in which a counter's mean lies beyond a threshold, and Performance Monitor's alerts look
at single samples. Here every sample of a stretch is beyond it, as the `for` of a Prometheus alerting rule has it: a
single slow second is none, and no mean hides one.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GAP = 1.5
"""Samples that lie farther apart than this many usual steps have a gap between them."""
MOST_STEPS = 1000
"""So many samples tell the usual step."""


class Stretch(msgspec.Struct, frozen=True):
    """from_s: when its first sample's interval began; to_s: its last sample. worst: the value farthest beyond."""

    from_s: float
    to_s: float
    worst: float

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.to_s - self.from_s


def stretches(time_s: Floats, value: Floats, beyond: float, *, above: bool, for_s: float) -> list[Stretch]:
    """Where a counter was above (or below) a value, without a break, for at least for_s seconds.

    time_s, value: shape (n,), samples in the order of time; each stands for the time since the one before it.

    No data (NaN) and a gap between two samples end a stretch: nobody knows what the counter was then. A value that
    equals the threshold is not beyond it. for_s is met within half a step: of a counter that is read every second ten
    samples are 10 s.
    """
    if not len(value):
        return []
    step_s = _usual_step_s(time_s)
    with np.errstate(invalid="ignore"):
        out = value > beyond if above else value < beyond
    apart = np.ones(len(value), dtype=bool)
    apart[1:] = np.diff(time_s) > GAP * step_s
    begins, ends = out & apart, out.copy()
    begins[1:] |= out[1:] & ~out[:-1]
    ends[:-1] &= ~out[1:] | apart[1:]
    found = []
    for first, last in zip(np.flatnonzero(begins).tolist(), np.flatnonzero(ends).tolist(), strict=True):
        from_s = float(time_s[first] - step_s if apart[first] else time_s[first - 1])
        to_s = float(time_s[last])
        if to_s - from_s >= for_s - step_s / 2:
            part = value[first : last + 1]
            found.append(Stretch(from_s, to_s, float(part.max() if above else part.min())))
    return found


def _usual_step_s(time_s: Floats) -> float:
    """Median distance of neighbours; 1 s where there is one sample."""
    steps = np.diff(time_s)
    return float(np.median(steps[:: max(1, len(steps) // MOST_STEPS)])) if len(steps) else 1.0
