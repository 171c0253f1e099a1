# SPDX-License-Identifier: Apache-2.0
"""Time intervals in which a counter is beyond a value: the rule for thresholds.

PAL counts the slices of a log in which a counter's mean is beyond a threshold, and Performance Monitor's alerts check
single samples. Here, every sample of an interval is beyond it, like the `for` of a Prometheus alerting rule: a single
slow second does not count, and no mean hides an interval.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GAP = 1.5
"""Multiple of the typical step above which the time between two samples is a gap."""
MOST_STEPS = 1000
"""Number of samples from which the typical step is determined."""


class SampleStretch(msgspec.Struct, frozen=True):
    """Interval in which all samples are beyond a value.

    Attributes:
        from_s: Start of its first sample's interval.
        to_s: Time of its last sample.
        worst: Value farthest beyond the threshold.
    """

    from_s: float
    to_s: float
    worst: float

    @property
    def seconds(self) -> float:
        """Length of the interval in seconds."""
        return self.to_s - self.from_s


def stretches(time_s: Floats, value: Floats, beyond: float, *, above: bool, for_s: float) -> list[SampleStretch]:
    """Return the intervals of at least for_s seconds in which a counter was always above (or below) a value.

    Missing data (NaN) and gaps between samples end an interval, because the counter is unknown there. A value equal to
    the threshold is not beyond it. for_s has a tolerance of half a step: for a counter that is read every second, ten
    samples are 10 s.

    Args:
        time_s: Shape (n,), times of the samples in order; each sample covers the time since the previous one.
        value: Shape (n,), values of the samples.
        beyond: Threshold.
        above: Whether values above the threshold are beyond it; otherwise, values below it are.
        for_s: Minimum length.
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
            found.append(SampleStretch(from_s, to_s, float(part.max() if above else part.min())))
    return found


def _usual_step_s(time_s: Floats) -> float:
    """Return the median distance of neighboring samples; 1 s for a single sample."""
    steps = np.diff(time_s)
    return float(np.median(steps[:: max(1, len(steps) // MOST_STEPS)])) if len(steps) else 1.0
