"""The report's charts as SVG, in the part of the format that browsers and Qt both draw alike: bars of a figure with
every run as a dot, and curves over time or over the load."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from math import isfinite
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.analysis.format import axis_text, duration_text, label_text, unit_scale
from app.report.content import Chart
from widgets.charts.scale import Scale, linear_scale, log_scale, nice_ticks

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

INK = "#18212c"
DIM = "#586574"
GRID = "#e3e8ee"
AXIS = "#9aa6b2"
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
GLYPH = 0.56
"""Width of an average character, of the text's size: enough to keep texts apart."""


class Drawing:
    """A picture of width x height units; y grows downwards."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._parts: list[str] = []

    def line(self, a: Point, b: Point, color: str, width: float = 1.0, dash: str = "") -> None:
        """A straight line."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<line x1="{_n(a[0])}" y1="{_n(a[1])}" x2="{_n(b[0])}" y2="{_n(b[1])}" stroke="{color}"'
            f' stroke-width="{_n(width)}"{dashes}/>'
        )

    def curve(self, points: Iterable[Point], color: str, width: float = 1.6, dash: str = "") -> None:
        """Connected points; one whose y is not finite is a gap. A point between two gaps is drawn as a dot."""
        for stretch in _stretches(points):
            if len(stretch) == 1:
                self.circle(stretch[0], width, color)
                continue
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            text = " ".join(f"{_n(x)},{_n(y)}" for x, y in stretch)
            self._parts.append(
                f'<polyline points="{text}" fill="none" stroke="{color}" stroke-width="{_n(width)}"'
                f' stroke-linejoin="round"{dashes}/>'
            )

    def band(self, low: Sequence[Point], high: Sequence[Point], color: str, opacity: float = 0.18) -> None:
        """The area between two curves with the same x; gaps as in `curve`."""
        for stretch in _stretches([(x, y) for x, y in low], [y for _, y in high]):
            if len(stretch) < 2:
                continue
            xs = [x for x, _ in stretch]
            lows = dict(low)
            highs = dict(high)
            points = [(x, lows[x]) for x in xs] + [(x, highs[x]) for x in reversed(xs)]
            text = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            self._parts.append(f'<polygon points="{text}" fill="{color}" fill-opacity="{opacity}" stroke="none"/>')

    def rectangle(
        self, x: float, y: float, width: float, height: float, color: str, *, opacity: float = 1.0, border: str = ""
    ) -> None:
        """Filled."""
        edge = f' stroke="{border}" stroke-width="1"' if border else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(max(width, 0))}" height="{_n(max(height, 0))}"'
            f' fill="{color}" fill-opacity="{opacity}"{edge}/>'
        )

    def circle(self, at: Point, radius: float, color: str, *, border: str = "") -> None:
        """Filled."""
        edge = f' stroke="{border}" stroke-width="1"' if border else ""
        self._parts.append(f'<circle cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}" fill="{color}"{edge}/>')

    def text(
        self, at: Point, text: str, *, size: float = 11, color: str = INK, anchor: Anchor = "start", bold: bool = False
    ) -> None:
        """at: the left (middle, right) end of its base line."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_n(at[0])}" y="{_n(at[1])}" font-size="{_n(size)}" fill="{color}"'
            f' text-anchor="{anchor}"{weight}>{escape(text, quote=False)}</text>'
        )

    def svg(self) -> str:
        """The whole picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(self.height)}" role="img"'
            f' aria-label="{escape(self.title)}" font-family="{escape(FONT)}">{"".join(self._parts)}</svg>'
        )


def text_width(text: str, size: float) -> float:
    """About how wide a text is drawn."""
    return GLYPH * size * len(text)


def fitted(text: str, width: float, size: float) -> str:
    """The text, shortened with an ellipsis where it is wider than `width`."""
    most = max(int(width / (GLYPH * size)), 1)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _stretches(points: Iterable[Point], also: Sequence[float] | None = None) -> list[list[Point]]:
    found: list[list[Point]] = [[]]
    for index, (x, y) in enumerate(points):
        if isfinite(y) and (also is None or isfinite(also[index])):
            found[-1].append((x, y))
        elif found[-1]:
            found.append([])
    return [stretch for stretch in found if stretch]


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


Floats = NDArray[np.float64]

WIDTH = 720.0
LABEL = 14.0
"""From one label to the next."""
LEFT = 52.0
"""So that the axes of charts one below the other line up."""
DASHES = ("", "7 3", "2 3", "14 3", "2 6", "8 8")
TIME_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400)
PLAIN = ("/s", "/min")
"""Units that a figure's own name says."""
GAP = 3.5
"""Samples this many times as far apart as usual are not connected."""
COLUMNS = 320
"""Curves of more samples are drawn as so many means, with a band from minimum to maximum."""


@dataclass(frozen=True, slots=True)
class Bar:
    """label: of a system. value: what the bar shows; dots: each run's, NaN is none."""

    label: str
    color: str
    value: float
    dots: Sequence[float]


@dataclass(frozen=True, slots=True)
class Curve:
    """x, y: shape (n,), NaN is a gap. low, high: a band around it. number: 0, 1, 2: its kind of line."""

    label: str
    color: str
    x: Floats
    y: Floats
    number: int
    low: Floats = field(default_factory=lambda: np.empty(0))
    high: Floats = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True, slots=True)
class Shade:
    """A stretch of the x axis. window: what results are made of; else a phase."""

    from_x: float
    to_x: float
    label: str
    window: bool


def bars(title: str, unit: str, entries: Sequence[Bar], note: str) -> Chart:
    """Horizontal bars from zero, one a system, with their values."""
    row, top, bottom = 46.0, 30.0, 24.0
    height = top + row * len(entries) + bottom
    drawing = Drawing(WIDTH, height, title)
    scale = linear_scale(0.0, _largest([value for bar in entries for value in (bar.value, *bar.dots)]), 0.0)
    printed = unit_scale(scale.high, unit, _step(scale))
    left, right = 8.0, WIDTH - 96.0

    def at(value: float) -> float:
        return left + (right - left) * (value - scale.low) / (scale.high - scale.low)

    _title(
        drawing,
        f"{title}, {printed.unit_text}" if printed.unit_text and printed.unit_text not in PLAIN else title,
        note,
    )
    for tick in scale.ticks:
        drawing.line((at(tick), top), (at(tick), height - bottom), GRID)
        drawing.text((at(tick), height - 8), axis_text(tick, printed), size=10, color=DIM, anchor="middle")
    for index, bar in enumerate(entries):
        y = top + row * index
        drawing.text((left + 2, y + 13), fitted(bar.label, right - left, 11.5), size=11.5, bold=True)
        if math.isfinite(bar.value):
            drawing.rectangle(left, y + 18, at(bar.value) - left, 20, bar.color, opacity=0.85)
            end = max([bar.value, *(dot for dot in bar.dots if math.isfinite(dot))])
            text = label_text(bar.value, "" if unit in PLAIN else unit)
            drawing.text((at(end) + 10, y + 33), text, size=14, bold=True)
        else:
            drawing.text((left + 4, y + 33), "no data", size=11, color=DIM)
        for dot in bar.dots:
            if math.isfinite(dot) and len(bar.dots) > 1:
                drawing.circle((at(dot), y + 28), 3.2, "#ffffff", border=INK)
    drawing.line((left, top), (left, height - bottom), AXIS)
    return Chart(drawing.svg(), WIDTH, height, title)


def over_time(
    title: str, unit: str, curves: Sequence[Curve], shades: Sequence[Shade], *, height: float = 218.0
) -> Chart:
    """Curves over the time since the common start; windows are shaded, phases named."""
    drawing = Drawing(WIDTH, height, title)
    ends = [float(curve.x[-1]) for curve in curves if len(curve.x)] + [shade.to_x for shade in shades]
    end = max([end for end in ends if math.isfinite(end)], default=1.0) or 1.0
    plot = _Plot(drawing, 0.0, end, curves, unit, top=46.0, bottom=24.0)
    for shade in shades:
        plot.shade(shade)
    plot.frame(_titled(title, plot.printed_unit), _time_ticks(end), duration_text)
    plot.curves(curves)
    return Chart(drawing.svg(), WIDTH, height, title)


def over_load(
    title: str,
    unit: str,
    load: str,
    curves: Sequence[Curve],
    *,
    log_values: bool = False,
    log_loads: bool = False,
    width: float = WIDTH,
    height: float = 250.0,
) -> Chart:
    """Curves over the number of users, the asked rate or the queue depth; every step is a dot. Values at or below zero
    have no place on a logarithmic scale."""
    drawing = Drawing(width, height, title)
    loads = [float(x) for curve in curves for x in curve.x] or [1.0]
    end = max(loads)
    low, high = (min(loads) * 0.93, end * 1.07) if log_loads else (0.0, end * 1.02)
    plot = _Plot(drawing, low, high, curves, unit, top=32.0, bottom=36.0, log_y=log_values, log_x=log_loads)
    ticks = nice_ticks(low, end, log=log_loads, most=9)
    steps = sorted({float(x) for curve in curves for x in curve.x})
    plot.frame(_titled(title, plot.printed_unit), steps if 0 < len(steps) <= 12 else ticks, lambda x: f"{x:,.10g}")
    drawing.text((plot.right, height - 4), load, size=10, color=DIM, anchor="end")
    plot.curves(curves, inside=True)
    for curve in curves:
        for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True):
            if math.isfinite(y):
                drawing.circle((plot.x(x), plot.y(y)), 2.8, curve.color)
    return Chart(drawing.svg(), width, height, title)


def thinned(label: str, color: str, number: int, time_s: Floats, value: Floats) -> Curve:
    """A curve of samples; of many the mean of each column, with its extremes. Where nothing was sampled for long it has
    a gap."""
    if len(time_s) <= 2 * COLUMNS:
        return _with_gaps(Curve(label, color, time_s, value, number))
    size = math.ceil(len(time_s) / COLUMNS)
    padded = np.full(size * math.ceil(len(time_s) / size), np.nan)
    padded[: len(value)] = value
    groups = padded.reshape(-1, size)
    held = np.isfinite(groups)
    empty = ~held.any(axis=1)
    with np.errstate(all="ignore"):
        mean = np.where(held, groups, 0.0).sum(axis=1) / held.sum(axis=1)
    low, high = np.where(held, groups, np.inf).min(axis=1), np.where(held, groups, -np.inf).max(axis=1)
    low[empty], high[empty] = np.nan, np.nan
    ends = time_s[np.minimum(np.arange(1, len(groups) + 1) * size, len(time_s)) - 1]
    return _with_gaps(Curve(label, color, ends, mean, number, low, high))


def _with_gaps(curve: Curve) -> Curve:
    steps = np.diff(curve.x)
    if not len(steps):
        return curve
    before = np.flatnonzero(steps > GAP * np.median(steps)) + 1
    if not len(before):
        return curve
    x = np.insert(curve.x, before, (curve.x[before - 1] + curve.x[before]) / 2)
    y, low, high = (np.insert(v, before, np.nan) if len(v) else v for v in (curve.y, curve.low, curve.high))
    return replace(curve, x=x, y=y, low=low, high=high)


class _Plot:
    """The area of a chart with axes."""

    def __init__(
        self,
        drawing: Drawing,
        low: float,
        high: float,
        curves: Sequence[Curve],
        unit: str,
        *,
        top: float,
        bottom: float,
        log_y: bool = False,
        log_x: bool = False,
    ) -> None:
        self._drawing = drawing
        self._unit, self._log_y, self._log_x = unit, log_y, log_x
        self._scale = _scale_of([v for curve in curves for v in (*curve.y.tolist(), *curve.high.tolist())], unit, log_y)
        self._printed = unit_scale(self._scale.high, unit, _step(self._scale))
        widest = max((self._tick_text(tick) for tick in self._scale.ticks), key=len, default="")
        labels = max((text_width(curve.label, 11) for curve in curves), default=0.0)
        self.left = max(text_width(widest, 10) + 10, LEFT)
        self.right = drawing.width - min(labels + 14, 150.0)
        self._top, self._bottom = top, drawing.height - bottom
        self._low, self._high = low, high

    @property
    def printed_unit(self) -> str:
        """Of all numbers at the axis; "" on a logarithmic one, where each has its own."""
        return "" if self._log_y else self._printed.unit_text

    def x(self, value: float) -> float:
        return self.left + (self.right - self.left) * _share(value, self._low, self._high, log=self._log_x)

    def y(self, value: float) -> float:
        share = _share(value, self._scale.low, self._scale.high, log=self._log_y)
        return self._bottom - (self._bottom - self._top) * share

    def _tick_text(self, tick: float) -> str:
        if self._log_y:
            return label_text(tick, "" if self._unit in PLAIN else self._unit)
        return axis_text(tick, self._printed)

    def shade(self, shade: Shade) -> None:
        """A window over the whole height; a phase by its edge and its name above."""
        drawing = self._drawing
        left, right = self.x(max(shade.from_x, self._low)), self.x(min(shade.to_x, self._high))
        if shade.window:
            drawing.rectangle(left, self._top, right - left, self._bottom - self._top, "#fdf3d8")
        else:
            drawing.line((left, self._top - 4), (left, self._bottom), AXIS, 0.7, "2 2")
        if shade.label and right - left > text_width(shade.label, 9) + 4:
            above = self._top - (14 if shade.window else 4)
            drawing.text((left + 3, above), shade.label, size=9, color=INK if shade.window else DIM)

    def frame(self, title: str, ticks: Sequence[float], label: Callable[[float], str]) -> None:
        """Title, grid and axes."""
        drawing = self._drawing
        drawing.text((0, 13), title, size=12.5, bold=True)
        for tick in self._scale.ticks:
            y = self.y(tick)
            drawing.line((self.left, y), (self.right, y), GRID)
            drawing.text((self.left - 6, y + 3.5), self._tick_text(tick), size=10, color=DIM, anchor="end")
        drawing.line((self.left, self._bottom), (self.right, self._bottom), AXIS)
        for tick in ticks:
            drawing.line((self.x(tick), self._bottom), (self.x(tick), self._bottom + 4), AXIS)
            drawing.text((self.x(tick), self._bottom + 15), label(tick), size=10, color=DIM, anchor="middle")

    def curves(self, curves: Sequence[Curve], *, inside: bool = False) -> None:
        """Each with its label at its end; labels are kept apart. inside: a curve that ends early has it there."""
        drawing = self._drawing
        ends: list[tuple[float, float, Curve]] = []
        for curve in curves:
            xs = [self.x(x) for x in curve.x.tolist()]
            if len(curve.low):
                low = list(zip(xs, (self.y(v) for v in curve.low.tolist()), strict=True))
                drawing.band(low, list(zip(xs, (self.y(v) for v in curve.high.tolist()), strict=True)), curve.color)
            drawing.curve(
                zip(xs, (self.y(v) for v in curve.y.tolist()), strict=True),
                curve.color,
                dash=DASHES[curve.number % len(DASHES)],
            )
            known = np.flatnonzero(np.isfinite(curve.y))
            if len(known):
                end = int(known[-1])
                ends.append((self.y(float(curve.y[end])), xs[end], curve))
        outside: list[tuple[float, Curve]] = []
        within: dict[float, list[tuple[float, Curve]]] = {}
        for y, x, curve in sorted(ends, key=lambda end: end[0]):
            here = inside and x + text_width(curve.label, 11) + 30 < self.right
            (within.setdefault(x, []) if here else outside).append((y, curve))
        for x, early in within.items():
            for y, (_, curve) in zip(self._spaced([y for y, _ in early]), early, strict=True):
                drawing.text((x + 6, y), curve.label, size=11, color=curve.color, bold=True)
        for y, (_, curve) in zip(self._spaced([y for y, _ in outside]), outside, strict=True):
            label = fitted(curve.label, drawing.width - self.right - 8, 11)
            drawing.text((self.right + 6, y), label, size=11, color=curve.color, bold=True)

    def _spaced(self, wanted: Sequence[float]) -> list[float]:
        """Base lines of labels, close to where they are wanted (ascending) and one line apart."""
        places: list[float] = []
        for y in wanted:
            places.append(max(y + 4, places[-1] + LABEL if places else -math.inf))
        lowest = self._bottom + 4
        for index in range(len(places) - 1, -1, -1):
            places[index] = min(places[index], lowest)
            lowest = places[index] - LABEL
        return places


def _title(drawing: Drawing, title: str, note: str) -> None:
    drawing.text((0, 13), title, size=12.5, bold=True)
    drawing.text((drawing.width, 13), note, size=10, color=DIM, anchor="end")


def _titled(title: str, unit: str) -> str:
    return f"{title}, {unit}" if unit and unit not in title and unit not in PLAIN else title


def _largest(values: Sequence[float]) -> float:
    return max((value for value in values if math.isfinite(value)), default=0.0)


def _scale_of(values: Sequence[float], unit: str, log: bool) -> Scale:
    largest = _largest(values)
    if log:
        return log_scale(min((value for value in values if value > 0), default=0.0), largest)
    return linear_scale(0.0, 100.0, 0.0) if unit == "%" and 50 < largest <= 100 else linear_scale(0.0, largest)


def _share(value: float, low: float, high: float, *, log: bool) -> float:
    """Where a value lies between two ends: 0 at the low one, 1 at the high one; NaN of no value."""
    if log:
        return math.log(value / low) / math.log(high / low) if value > 0 else math.nan
    return (value - low) / (high - low)


def _step(scale: Scale) -> float:
    return scale.ticks[1] - scale.ticks[0] if len(scale.ticks) > 1 else math.nan


def _time_ticks(end_s: float) -> list[float]:
    step = next((step for step in TIME_STEPS if end_s / step <= 9), TIME_STEPS[-1])
    return [float(tick) for tick in range(0, math.floor(end_s) + 1, step)]
