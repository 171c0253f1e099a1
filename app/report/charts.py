# SPDX-License-Identifier: Apache-2.0
"""Charts of a report as SVG: bars of a figure with a dot per run, and curves over time or load.

Only those parts of SVG are used that browsers and Qt render identically.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.analysis.format import SAID_BY_NAME, axis_text, label_text, unit_scale, with_unit
from app.model.visible_text import visible
from app.report.content import Chart
from app.report.letters import fitted, lines_of, text_width
from widgets.charts.axes import Axes, legible, load_range, spread, time_ticks
from widgets.charts.bins import Bins
from widgets.charts.scale import AxisScale, extent_of, linear_scale, log_scale
from widgets.charts.trace import DASHES, trace

Anchor = Literal["start", "middle", "end"]
Floats = NDArray[np.float64]
Point = tuple[float, float]

INK = "#18212c"
DIM = "#586574"
GRID = "#e3e8ee"
AXIS = "#9aa6b2"
SHADE = "#f0f2f5"
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


class Drawing:
    """SVG drawing of width x height units; y increases downwards."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._parts: list[str] = []

    def line(self, a: Point, b: Point, color: str, width: float = 1.0, dash: str = "") -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<line x1="{_n(a[0])}" y1="{_n(a[1])}" x2="{_n(b[0])}" y2="{_n(b[1])}" stroke="{color}"'
            f' stroke-width="{_n(width)}"{dashes}/>'
        )

    def curve(self, x: Floats, y: Floats, color: str, width: float = 1.6, dash: str = "") -> None:
        """Draw connected points with gaps where y is not finite. A point between two gaps is drawn as a dot."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        for part in _stretches(y):
            if len(part) == 1:
                self.circle((float(x[part[0]]), float(y[part[0]])), width, color)
                continue
            self._parts.append(
                f'<polyline points="{_points(x[part], y[part])}" fill="none" stroke="{color}"'
                f' stroke-width="{_n(width)}" stroke-linejoin="round"{dashes}/>'
            )

    def band(self, x: Floats, top: Floats, bottom: Floats, color: str, opacity: float = 0.18) -> None:
        """Fill the area between two curves with the same x; gaps are as in `curve`."""
        for part in _stretches(top + bottom):
            if len(part) > 1:
                points = f"{_points(x[part], bottom[part])} {_points(x[part[::-1]], top[part[::-1]])}"
                self._parts.append(
                    f'<polygon points="{points}" fill="{color}" fill-opacity="{opacity}" stroke="none"/>'
                )

    def rectangle(
        self, x: float, y: float, width: float, height: float, color: str, *, opacity: float = 1.0, border: str = ""
    ) -> None:
        edge = f' stroke="{border}" stroke-width="1"' if border else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(max(width, 0))}" height="{_n(max(height, 0))}"'
            f' fill="{color}" fill-opacity="{opacity}"{edge}/>'
        )

    def circle(self, at: Point, radius: float, color: str, *, border: str = "") -> None:
        edge = f' stroke="{border}" stroke-width="1"' if border else ""
        self._parts.append(f'<circle cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}" fill="{color}"{edge}/>')

    def text(
        self, at: Point, text: str, *, size: float = 11, color: str = INK, anchor: Anchor = "start", bold: bool = False
    ) -> None:
        """Draw a text whose start, middle or end (`anchor`) is at a point of the baseline."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_n(at[0])}" y="{_n(at[1])}" font-size="{_n(size)}" fill="{color}"'
            f' text-anchor="{anchor}"{weight}>{escape(visible(text), quote=False)}</text>'
        )

    def svg(self) -> str:
        """Return the drawing as an SVG document."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(self.height)}" role="img"'
            f' aria-label="{escape(visible(self.title))}" font-family="{escape(FONT)}" font-weight="normal">'
            f"{''.join(self._parts)}</svg>"
        )


def _stretches(y: Floats) -> list[NDArray[np.intp]]:
    """Return the indices of each run of finite values."""
    known = np.flatnonzero(np.isfinite(y))
    return np.split(known, np.flatnonzero(np.diff(known) > 1) + 1) if len(known) else []


def _points(x: Floats, y: Floats) -> str:
    return " ".join(f"{_n(a)},{_n(b)}" for a, b in zip(x.tolist(), y.tolist(), strict=True))


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


WIDTH = 720.0
LIMIT = "#b3261e"
"""Color of threshold lines."""
LABEL = 14.0
"""Vertical distance between labels."""
LABEL_ROOM = 160.0
"""Maximum width of labels to the right of the plot."""
LEFT = 52.0
"""Left edge of the plot, equal for all charts so that their axes are aligned."""


class Bar(msgspec.Struct, frozen=True):
    """Bar of a system.

    Attributes:
        label: Label of the system.
        value: Length of the bar.
        dots: Value of each run; NaN if it has none.
        text: Text of the value; "" for the usual format.
    """

    label: str
    color: str
    value: float
    dots: Sequence[float]
    text: str = ""


class SmallBar(msgspec.Struct, frozen=True):
    """Bar in a small chart.

    Attributes:
        letter: Letter of the system.
        text: Formatted value; "" if absent.
        low: Lower end of the value's interval, NaN if absent; `high` is the upper end.
    """

    letter: str
    color: str
    value: float
    text: str
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True, slots=True)
class ReportCurve:
    """Curve with ascending x, and y, of shape (n,); NaN is a gap. `number` (0, 1, 2) selects the line style."""

    label: str
    color: str
    x: Floats
    y: Floats
    number: int

    @property
    def dash(self) -> str:
        """Dash pattern for SVG, scaled to a line 0.8 times as wide as in the window; "" for a solid line."""
        return " ".join(_n(0.8 * length) for length in DASHES.get(self.number % (len(DASHES) + 1), ()))


@dataclass(frozen=True, slots=True)
class Shade:
    """Interval of the x axis.

    Attributes:
        window: Whether it is a window that results are based on; otherwise, it is a phase.
        measured: Whether the phase counts towards results; other phases are shaded, as in the window.
    """

    from_x: float
    to_x: float
    label: str
    window: bool
    measured: bool = True


def bars(title: str, unit: str, entries: Sequence[Bar], note: str) -> Chart:
    """Draw horizontal bars from zero, one per system, with their values."""
    row, top, bottom = 46.0, 30.0, 24.0
    height = top + row * len(entries) + bottom
    drawing = Drawing(WIDTH, height, title)
    scale = linear_scale(0.0, _largest([value for bar in entries for value in (bar.value, *bar.dots)]), 0.0)
    printed = unit_scale(scale.high, unit, _step(scale))
    left, right = 8.0, WIDTH - 96.0

    def at(value: float) -> float:
        return left + (right - left) * (value - scale.low) / (scale.high - scale.low)

    _title(drawing, with_unit(title, printed.unit_text), note)
    for tick in scale.ticks:
        drawing.line((at(tick), top), (at(tick), height - bottom), GRID)
        drawing.text((at(tick), height - 8), axis_text(tick, printed), size=10, color=DIM, anchor="middle")
    for index, bar in enumerate(entries):
        y = top + row * index
        drawing.text((left + 2, y + 13), fitted(bar.label, right - left, 11.5, bold=True), size=11.5, bold=True)
        if math.isfinite(bar.value):
            drawing.rectangle(left, y + 18, at(bar.value) - left, 20, bar.color, opacity=0.85)
            end = max([bar.value, *(dot for dot in bar.dots if math.isfinite(dot))])
            text = bar.text or label_text(bar.value, "" if unit in SAID_BY_NAME else unit)
            drawing.text((at(end) + 10, y + 33), text, size=14, bold=True)
        else:
            drawing.text((left + 4, y + 33), "no data", size=11, color=DIM)
        for dot in bar.dots:
            if math.isfinite(dot) and len(bar.dots) > 1:
                drawing.circle((at(dot), y + 28), 3.2, "#ffffff", border=INK)
    drawing.line((left, top), (left, height - bottom), AXIS)
    return Chart(drawing.svg(), WIDTH, height, title)


SMALL_WIDTH = 232.0
SMALL_ROW = 21.0
FARTHEST_END = 1.6
"""Maximum length of an interval relative to the largest bar; a longer interval is drawn open-ended."""


class SmallFigure(msgspec.Struct, frozen=True):
    """Chart in a grid; the caption contains the unit, the layer and which direction is better."""

    title: str
    caption: str
    bars: Sequence[SmallBar]


def small_charts(figures: Sequence[SmallFigure], columns: int = 3) -> list[Chart]:
    """Draw horizontal bars from zero, with values, and with intervals as whiskers; bars in the same row are aligned."""
    charts = []
    for first in range(0, len(figures), columns):
        row = figures[first : first + columns]
        titles = [lines_of(one.title, SMALL_WIDTH, 11, 2, bold=True) for one in row]
        captions = [lines_of(one.caption, SMALL_WIDTH, 9, 2) for one in row]
        top = max(13.0 * len(above) + 12.0 * len(below) for above, below in zip(titles, captions, strict=True)) + 3
        charts += [_small(one, *texts, top) for one, texts in zip(row, zip(titles, captions, strict=True), strict=True)]
    return charts


def _small(figure: SmallFigure, titles: Sequence[str], captions: Sequence[str], top: float) -> Chart:
    width, size, entries = SMALL_WIDTH, 10.5, figure.bars
    height = top + SMALL_ROW * len(entries) + 4
    drawing = Drawing(width, height, f"{figure.title}. {figure.caption}" if figure.caption else figure.title)
    for number, line in enumerate(titles):
        drawing.text((0, 11 + 13 * number), line, size=11, bold=True)
    for number, line in enumerate(captions):
        drawing.text((0, 10 + 13 * len(titles) + 12 * number), line, size=9, color=DIM)
    left = 15.0
    right = width - 8 - max((text_width(bar.text, size, bold=True) for bar in entries), default=0.0)
    right = max(right, left + 40)
    longest = _largest([bar.value for bar in entries])
    ends = [min(bar.high, FARTHEST_END * longest) for bar in entries if math.isfinite(bar.high)]
    reach = max(_largest([bar.value for bar in entries]), _largest(ends)) or 1.0

    def at(value: float) -> float:
        return left + (right - left) * value / reach

    for index, bar in enumerate(entries):
        y = top + SMALL_ROW * index
        drawing.text((0, y + 12.5), bar.letter, size=size, color=bar.color, bold=True)
        if not math.isfinite(bar.value):
            drawing.text((left + 3, y + 12.5), "no data", size=9, color=DIM)
            continue
        drawing.rectangle(left, y + 3, at(bar.value) - left, 13, bar.color, opacity=0.85)
        end = at(bar.value)
        if math.isfinite(bar.low) and bar.high > 0:
            end = max(end, _whisker(drawing, at, bar, y + 9.5, reach))
        drawing.text((end + 5, y + 13), bar.text, size=size, bold=True)
    drawing.line((left, top), (left, top + SMALL_ROW * len(entries) - 2), AXIS)
    return Chart(drawing.svg(), width, height, figure.title)


def _whisker(drawing: Drawing, at: Callable[[float], float], bar: SmallBar, y: float, reach: float) -> float:
    """Draw an interval with a stroke at each visible end; return its right end."""
    low, high = at(min(bar.low, reach)), at(min(bar.high, reach))
    if high - low >= 0.1:
        drawing.line((low, y), (high, y), INK)
    for x, value in ((low, bar.low), (high, bar.high)):
        if value <= reach:
            drawing.line((x, y - 3), (x, y + 3), INK)
    return high


def over_time(
    title: str,
    unit: str,
    curves: Sequence[ReportCurve],
    shades: Sequence[Shade],
    *,
    width: float = WIDTH,
    height: float = 218.0,
    limits: Sequence[float] = (),
    fill: float = 0.0,
) -> Chart:
    """Draw samples over the time since the common start, in seconds.

    If there are many samples, their mean is drawn, with a band for the extremes. Phases are named; those that do not
    count are shaded.

    Args:
        title: Title of the chart.
        unit: Unit of the values.
        curves: Samples.
        shades: Phases and windows.
        width: Width of the chart.
        height: Height of the chart.
        limits: Thresholds of the counter, drawn as broken lines if they are within the visible range.
        fill: Opacity of the area under each curve, 0 to 1.
    """
    ends = [float(curve.x[-1]) for curve in curves if len(curve.x)] + [shade.to_x for shade in shades]
    end = max([end for end in ends if math.isfinite(end) and end > 0], default=1.0)
    samples = [Bins() for _ in curves]
    for bins, curve in zip(samples, curves, strict=True):
        bins.set_samples(curve.x, curve.y)
    low, high = extent_of([bins.extent(0.0, end) for bins in samples])
    scale = _scale(low, high, unit, log=False)
    drawing = Drawing(width, height, title)
    plot = _Plot(drawing, (0.0, end), scale, curves, unit, top=46, bottom=24)
    for shade in shades:
        plot.shade(shade)
    plot.frame(title, time_ticks(0.0, end, None, max(3, round(9 * width / WIDTH))))
    for limit in limits:
        plot.limit(limit)
    for bins, curve in zip(samples, curves, strict=True):
        shape = trace(bins, plot.axes)
        if shape.grouped:
            (x, top), (_, bottom) = plot.cut(shape.x, shape.top), plot.cut(shape.x, shape.bottom)
            drawing.band(x, top, bottom, curve.color)
        x, y = plot.cut(shape.x, shape.y)
        if fill:
            drawing.band(x, y, np.where(np.isfinite(y), plot.axes.bottom, np.nan), curve.color, fill)
        plot.curve(curve, x, y)
    plot.labels()
    return Chart(drawing.svg(), width, height, title)


def over_load(
    title: str,
    unit: str,
    load: str,
    curves: Sequence[ReportCurve],
    *,
    log_values: bool = False,
    log_loads: bool = False,
    width: float = WIDTH,
    height: float = 250.0,
) -> Chart:
    """Draw curves over the number of users, the requested rate or the queue depth, with a dot per step.

    Values of zero or below are omitted on a logarithmic scale.
    """
    steps = sorted({float(x) for curve in curves for x in curve.x})
    scaled = np.log10 if log_loads else np.asarray
    values = np.concatenate([curve.y for curve in curves] or [np.empty(0)])
    values = values[np.isfinite(values) & ((values > 0) | (not log_values))]
    low, high = (float(values.min()), float(values.max())) if len(values) else (math.nan, math.nan)
    scale = _scale(low, high, unit, log=log_values)
    drawing = Drawing(width, height, title)
    ends = scaled(np.array(load_range(steps, log=log_loads)))
    plot = _Plot(drawing, (float(ends[0]), float(ends[1])), scale, curves, unit, top=32, bottom=36, log=log_values)
    plot.frame(title, [(float(scaled(step)), f"{step:,.10g}") for step in steps])
    drawing.text((plot.right, height - 4), load, size=10, color=DIM, anchor="end")
    for curve in curves:
        y = np.where((curve.y > 0) | (not log_values), curve.y, math.nan)
        plot.curve(curve, plot.axes.x(scaled(curve.x)), plot.axes.y(y), dots=True)
    plot.labels(inside=True)
    return Chart(drawing.svg(), width, height, title)


class _Plot:
    """Plot area of a chart with axes; `ends` limit the horizontal axis, in the unit in which it is linear."""

    def __init__(
        self,
        drawing: Drawing,
        ends: tuple[float, float],
        scale: AxisScale,
        curves: Sequence[ReportCurve],
        unit: str,
        *,
        top: int,
        bottom: int,
        log: bool = False,
    ) -> None:
        self._drawing, self._scale, self._unit = drawing, scale, unit
        self._printed = unit_scale(scale.high, unit, _step(scale))
        self._ends: list[tuple[float, float, ReportCurve]] = []
        numbers = max((text_width(self._tick_text(tick, log=log), 10) for tick in scale.ticks), default=0.0)
        room = max((text_width(curve.label, 11, bold=True) for curve in curves), default=0.0)
        left = math.ceil(max(numbers + 10, LEFT))
        self.axes = Axes(
            left=left,
            top=top,
            width=round(drawing.width - min(room + 14, LABEL_ROOM)) - left,
            height=round(drawing.height) - top - bottom,
            ratio=1.0,
            from_s=ends[0],
            to_s=ends[1],
            low=scale.low,
            high=scale.high,
            log=log,
        )

    @property
    def right(self) -> float:
        """Right edge of the plot."""
        return self.axes.left + self.axes.width

    def _tick_text(self, tick: float, *, log: bool) -> str:
        """Format a tick; on a logarithmic axis, each number has its own unit."""
        if log:
            return label_text(tick, "" if self._unit in SAID_BY_NAME else self._unit)
        return axis_text(tick, self._printed)

    def cut(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Clip a polyline to the plot; a line that crosses the left or right edge ends there."""
        if not len(x):
            return x, y
        first, last = max(float(x[0]), self.axes.left), min(float(x[-1]), self.right)
        at = np.unique(np.concatenate((x, (first, last))))
        at = at[(at >= first) & (at <= last)]
        return at, np.clip(np.interp(at, x, y), self.axes.top, self.axes.bottom)

    def shade(self, shade: Shade) -> None:
        """Draw a window as a line above the plot, or a phase as its edge and name, shaded if it does not count."""
        drawing, axes = self._drawing, self.axes
        left, right = axes.x(np.clip(np.array([shade.from_x, shade.to_x]), axes.from_s, axes.to_s)).tolist()
        if shade.window:
            drawing.line((left, axes.top), (right, axes.top), INK, 1.6)
        else:
            if not shade.measured:
                drawing.rectangle(left, axes.top, right - left, axes.height, SHADE)
            if shade.label or shade.measured:
                drawing.line((left, axes.top - 4), (left, axes.bottom), AXIS, 0.7, "2 2")
        if shade.label and right - left > text_width(shade.label, 9) + 4:
            above = axes.top - (14 if shade.window else 4)
            drawing.text((left + 3, above), shade.label, size=9, color=INK if shade.window else DIM)

    def limit(self, value: float) -> None:
        """Draw a threshold as a broken line."""
        if self._scale.low < value <= self._scale.high:
            y = float(self.axes.y(np.array([value]))[0])
            self._drawing.line((self.axes.left, y), (self.right, y), LIMIT, 0.9, "5 4")

    def frame(self, title: str, ticks: Sequence[tuple[float, str]]) -> None:
        """Draw title, grid and axes; `ticks` are those of the horizontal axis, with labels."""
        drawing, axes = self._drawing, self.axes
        drawing.text((0, 13), with_unit(title, "" if axes.log else self._printed.unit_text), size=12.5, bold=True)
        for tick, y in zip(self._scale.ticks, axes.y(np.array(self._scale.ticks)).tolist(), strict=True):
            drawing.line((axes.left, y), (self.right, y), GRID)
            text = self._tick_text(tick, log=axes.log)
            drawing.text((axes.left - 6, y + 3.5), text, size=10, color=DIM, anchor="end")
        drawing.line((axes.left, axes.bottom), (self.right, axes.bottom), AXIS)
        places = axes.x(np.array([tick for tick, _ in ticks])).tolist()
        shown = legible(places, [text_width(text, 10) for _, text in ticks], 4)
        for number, (x, (_, text)) in enumerate(zip(places, ticks, strict=True)):
            drawing.line((x, axes.bottom), (x, axes.bottom + 4), AXIS)
            if number in shown:
                drawing.text((x, axes.bottom + 15), text, size=10, color=DIM, anchor="middle")

    def curve(self, curve: ReportCurve, x: Floats, y: Floats, *, dots: bool = False) -> None:
        """Draw a curve in the drawing's units, with a dot at each point if `dots` is true."""
        self._drawing.curve(x, y, curve.color, dash=curve.dash)
        known = np.flatnonzero(np.isfinite(y)).tolist()
        for number in known if dots else ():
            self._drawing.circle((float(x[number]), float(y[number])), 2.8, curve.color)
        if known:
            self._ends.append((float(x[known[-1]]), float(y[known[-1]]), curve))

    def labels(self, *, inside: bool = False) -> None:
        """Draw the curves' names at their ends without overlap; with `inside`, within the plot for short curves."""
        columns: dict[float, list[tuple[float, ReportCurve]]] = {}
        latest = max((x for x, _, _ in self._ends), default=0.0)
        for x, y, curve in sorted(self._ends, key=lambda end: end[1]):
            ends_inside = inside and x < latest and x + text_width(curve.label, 11, bold=True) + 30 < self.right
            columns.setdefault(x if ends_inside else self.right, []).append((y, curve))
        for x, ends in columns.items():
            places = spread([y for y, _ in ends], LABEL, self.axes.top, self.axes.bottom)
            for middle, (_, curve) in zip(places, ends, strict=True):
                text = fitted(curve.label, self._drawing.width - x - 6, 11, bold=True)
                self._drawing.text((x + 6, middle + 4), text, size=11, color=curve.color, bold=True)


def _title(drawing: Drawing, title: str, note: str) -> None:
    drawing.text((0, 13), title, size=12.5, bold=True)
    drawing.text((drawing.width, 13), note, size=10, color=DIM, anchor="end")


def _largest(values: Sequence[float]) -> float:
    return max((value for value in values if math.isfinite(value)), default=0.0)


def _scale(low: float, high: float, unit: str, *, log: bool) -> AxisScale:
    if log:
        return log_scale(low, high)
    return linear_scale(0.0, 100.0, 0.0) if unit == "%" and 50 < high <= 100 else linear_scale(low, high)


def _step(scale: AxisScale) -> float:
    return scale.ticks[1] - scale.ticks[0] if len(scale.ticks) > 1 else math.nan
