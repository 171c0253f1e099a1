# SPDX-License-Identifier: Apache-2.0
"""Axes of a chart: pixel positions of times, values and labels, and the choice of time labels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_PARTS = 1024.0  # per pixel
_TIME_STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400)


@dataclass(frozen=True, slots=True)
class Axes:
    """Plot rectangle in device pixels, and the times (seconds) and values at its edges.

    Attributes:
        ratio: device pixels per logical pixel.
        seconds_a_pixel: seconds per device pixel; bit-identical while a window scrolls.
        origin: index of the left edge in a global pixel grid that starts at 0 s. Each moment keeps its pixel, and a
            curve keeps its shape, while the plot scrolls by whole pixels.
    """

    left: int
    top: int
    width: int
    height: int
    ratio: float
    from_s: float
    to_s: float
    low: float
    high: float
    log: bool
    seconds_a_pixel: float = field(init=False)
    origin: int = field(init=False)

    @property
    def bottom(self) -> int:
        """First device pixel row below the plot."""
        return self.top + self.height

    def __post_init__(self) -> None:
        seconds_a_pixel = round(self.to_s - self.from_s, 6) / self.width
        object.__setattr__(self, "seconds_a_pixel", seconds_a_pixel)
        object.__setattr__(self, "origin", math.floor(self.to_s / seconds_a_pixel + 0.5) - self.width)

    def x(self, time_s: Floats) -> Floats:
        """Return device pixels from the widget's left edge, not clipped, for content that scrolls with time.

        They differ from still_x() by at most half a pixel.
        """
        parts = np.floor(time_s * (_PARTS / self.seconds_a_pixel) + 0.5)  # whole, so the addition does not round
        return parts / _PARTS + (self.left - self.origin)

    def moving_x(self, time_s: float) -> float:
        """Return x() for a single moment."""
        return math.floor(time_s * (_PARTS / self.seconds_a_pixel) + 0.5) / _PARTS + (self.left - self.origin)

    def still_x(self, time_s: float) -> float:
        """Return device pixels from the widget's left edge for content that does not scroll: time axis ticks."""
        return self.left + (time_s - self.from_s) / self.seconds_a_pixel

    def time_s(self, x: float) -> float:
        """Return the time at a device pixel."""
        return self.from_s + (x - self.left) * self.seconds_a_pixel

    def y(self, value: Floats) -> Floats:
        """Return device pixels from the widget's top edge, clipped to one plot height above and below the plot.

        On a logarithmic axis, values at or below zero are placed at its lower end. NaN stays NaN.
        """
        if self.log:
            share = np.log10(np.maximum(value, self.low) / self.low) / math.log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.bottom - np.clip(share, -1.0, 2.0) * self.height

    @property
    def foot(self) -> float:
        """Device pixel row down to which curves are filled: the row of zero, or of the lower end of the axis."""
        if self.log or self.low >= 0:
            return float(self.bottom)
        return float(self.y(np.array([min(self.high, 0.0)]))[0])


NOW = "now"


def time_ticks(from_s: float, to_s: float, now_s: float | None, most: int) -> tuple[tuple[float, str], ...]:
    """Return at most `most` + 1 round times in view, with their labels.

    Labels count back from now_s ("-60 s", "now"), or from the start if now_s is None. They stay in place while a window
    that ends at the current moment scrolls.
    """
    length = to_s - from_s
    if not length > 0:
        return ()
    step = next((step for step in _TIME_STEPS_S if length / step <= max(1, most)), None)
    if step is None:
        step = math.ceil(length / max(1, most) / 86400) * 86400
    origin = 0.0 if now_s is None else now_s
    first, last = math.ceil((from_s - origin) / step - 1e-6), math.floor((to_s - origin) / step + 1e-6)
    longest = max(abs(from_s - origin), abs(to_s - origin))
    return tuple(
        (origin + n * step, _elapsed(n * step, longest) if now_s is None else _ago(n * step, step, longest))
        for n in range(first, last + 1)
    )


def moment_text(time_s: float, now_s: float | None) -> str:
    """Format a moment for the read-out: "-83 s", "-24:00", "-1:02:05", "now"; since the start, "12:05"."""
    if now_s is None:
        return _elapsed(round(time_s), 0.0)
    ago = round(time_s - now_s)
    return _ago(ago, 1, abs(ago)) if abs(ago) <= 300 else _elapsed(ago, 0.0)


def spread(centers: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Move ascending positions as little as needed to separate neighbors by `distance`, within low..high."""
    places: list[float] = []
    for center in centers:
        places.append(max(center, places[-1] + distance) if places else center)
    limit = high
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], limit)
        limit = places[n] - distance
    shift = max(0.0, low - places[0]) if places else 0.0
    return [center + shift for center in places]


def beside_lines(
    lines: Sequence[float], widths: Sequence[float], low: float, high: float, gap: float
) -> list[tuple[float, float]]:
    """Return positions and widths for texts next to lines at ascending positions.

    A text is placed to the right of its line if it fits before the next line, else to the left of it if it fits there,
    else on the side with more space. If a text does not fit on the right, half of the space before its line is reserved
    for it.
    """
    ends = [*lines, high][1:]
    needy = [wide > end - line - 2 * gap for line, end, wide in zip(lines, ends, widths, strict=True)]
    found, taken = [], low
    for line, end, wide, next_needy in zip(lines, ends, widths, [*needy, False][1:], strict=True):
        right, left = (end - line) / (2 if next_needy else 1) - 2 * gap, line - taken - 2 * gap
        if wide <= right or (wide > left and right >= left):
            own = max(min(wide, right), 0.0)
            found.append((line + gap, own))
        else:
            own = max(min(wide, left), 0.0)
            found.append((line - gap - own, own))
        taken = max(line, found[-1][0] + own)
    return found


def legible(places: Sequence[float], widths: Sequence[float], gap: float) -> tuple[int, ...]:
    """Return the indexes of those labels, centered on ascending positions, that do not overlap the previous label."""
    shown, taken = [], -math.inf
    for number, (place, width) in enumerate(zip(places, widths, strict=True)):
        if place - width / 2 >= taken + gap:
            shown.append(number)
            taken = place + width / 2
    return tuple(shown)


def load_range(loads: Sequence[float], *, log: bool) -> tuple[float, float]:
    """Return the ends of a load axis: from zero or, if logarithmic, from slightly below the smallest load."""
    low, high = min(loads, default=0.0), max(loads, default=0.0)
    if log:
        return (low * 0.93, high * 1.07) if low > 0 else (1.0, 2.0)
    return (0.0, high * 1.02) if high > 0 else (0.0, 1.0)


def _ago(seconds: int, step: int, longest_s: float) -> str:
    if seconds == 0:
        return NOW
    if longest_s > 3600.5:
        return ("-" if seconds < 0 else "+") + _clock(abs(seconds), hours=True)
    if longest_s > 300.5 and step % 60 == 0:
        return f"{seconds // 60:+d} min"
    return f"{seconds:+d} s"


def _elapsed(seconds: int, longest_s: float) -> str:
    return ("-" if seconds < 0 else "") + _clock(abs(seconds), hours=longest_s >= 3600 or abs(seconds) >= 3600)


def _clock(seconds: int, *, hours: bool) -> str:
    if not hours:
        return f"{seconds // 60}:{seconds % 60:02d}"
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
