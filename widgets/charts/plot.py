# SPDX-License-Identifier: Apache-2.0
"""Content and layout of a time chart."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetricsF

from widgets.charts.axes import NOW, Axes, moment_text, time_ticks
from widgets.charts.contents import ChartContents, Fonts
from widgets.charts.curve import (
    FILL_OPACITY,
    GHOST_OPACITY,
    GHOST_WIDTH,
    HIGHLIGHT_WIDTH,
    LINE_WIDTH,
    Curve,
    Stroke,
    line_color,
)
from widgets.charts.curve_layer import Scene, Tick, Ticks
from widgets.charts.scale import nice_ticks
from widgets.charts.trace import end_y
from widgets.painting import Floats, mixed
from widgets.theme import BODY, ChartPalette
from widgets.translation import tr

_COMPACT_BELOW = 130  # height in logical pixels below which header and lane are lower
_MOST_LABEL_SHARE = 0.22  # maximum share of the width for direct labels
_HEADERS = (30, 25)
"""Height of the header in logical pixels at the usual font size, and in a compact chart."""
_LANES = (16, 12)
"""Height of the lane above the plot, likewise."""
MARGIN = 12.0
"""Space left and right of the header, and right of the plot, in logical pixels."""
CHIP = 18.0
"""Side of the square with the system's letter in the header, at the usual font size."""
MARKER = "marker"
"""Severity of a user's marker."""
ReadOut = Callable[[float, str], tuple[str, str]]
"""Formats a (value, unit) as the number and its unit."""


class CurrentValue(NamedTuple):
    """Current value, shown at the top right."""

    text: str
    unit_text: str
    color: QColor


class ThresholdLine(NamedTuple):
    """Threshold that the curves should not cross.

    Attributes:
        value: the threshold.
        severity: "warning" or "error".
        above: whether values above the threshold violate it; otherwise, values below it do.
        text: tooltip of the line.
        spans: start and end (seconds) of the periods during which it was violated.
    """

    value: float
    severity: str
    above: bool
    text: str
    spans: tuple[tuple[float, float], ...]


class Band(NamedTuple):
    """Period during which something was unavailable: shaded, with a bar and its name at the bottom of the plot.

    Attributes:
        from_s: start.
        to_s: end; infinite while it continues.
        severity: "warning" or "error".
        name: short text.
        text: tooltip.
    """

    from_s: float
    to_s: float
    severity: str
    name: str
    text: str


class Owner(NamedTuple):
    """System that a chart is about: its letter, name and color."""

    letter: str
    name: str
    color: QColor


class Pointed(NamedTuple):
    """A curve's value at the moment under the pointer; y is in device pixels."""

    value: CurrentValue
    y: float


class TextMetrics(NamedTuple):
    """Fonts, and sizes of text in logical pixels.

    Attributes:
        fonts: fonts of the chart.
        axis_width: width of the axis labels with their margin.
        label_room: width of the direct labels.
        time_width: width of the label of a long time.
        short_time_width: width of the label of a short time.
    """

    fonts: Fonts
    axis_width: int
    label_room: float
    time_width: float
    short_time_width: float


@dataclass(slots=True, kw_only=True)
class Plot(ChartContents):
    """Content of a time chart. Times are in seconds; `low` must be above 0 if `log`.

    Attributes:
        caption: what the values in the header are, such as "mean"; "" for the current ones.
        timed: whether the times are written below the plot.
        lane_labels: whether the lane has words; otherwise, only triangles.
    """

    read_out: ReadOut
    owner: Owner | None = None
    caption: str = ""
    timed: bool = True
    lane_labels: bool = True
    empty_text: str = "waiting for the first sample"
    values: tuple[CurrentValue, ...] = ()
    curves: dict[str, Curve] = field(default_factory=dict)
    from_s: float = -60.0
    to_s: float = 0.0
    now_s: float | None = 0.0
    low: float = 0.0
    high: float = 1.0
    spans: tuple[tuple[float, float, str], ...] = ()
    marks: tuple[tuple[float, str, str], ...] = ()
    windows: tuple[tuple[float, float, str], ...] = ()
    limits: tuple[ThresholdLine, ...] = ()
    bands: tuple[Band, ...] = ()
    highlight: str | None = None
    hover_s: float | None = None
    selection: tuple[float, float] | None = None
    _scenes: dict[float, Scene] = field(default_factory=dict)
    _measured: tuple[tuple[object, ...], TextMetrics] | None = None
    _current: bool = False  # true while _measured is up to date
    _in_view: bool | None = None
    # labels below the plot; unchanged while the window follows
    _times: tuple[object, list[tuple[float, str]]] | None = None
    _rows: tuple[object, tuple[int, ...]] | None = None  # horizontal grid lines; unchanged while the scale is unchanged
    _ticks: tuple[object, ChartPalette, Ticks] | None = None  # events; unchanged until there is a new one

    @property
    def empty(self) -> bool:
        """True if no curve has samples."""
        return not any(len(curve.bins) for curve in self.own)

    @property
    def own(self) -> list[Curve]:
        """Curves without the ghosts."""
        return [curve for curve in self.curves.values() if not curve.ghost]

    @property
    def in_view(self) -> bool:
        """True if any part of a curve is in view."""
        if self._in_view is None:
            held, axes = [curve.bins for curve in self.own if len(curve.bins)], self.axes()
            ends = any(self.from_s <= bins.end_s <= self.to_s and math.isfinite(bins.value[-1]) for bins in held)
            self._in_view = ends or any(math.isfinite(end_y(bins, axes)) for bins in held)
        return self._in_view

    @property
    def compact(self) -> bool:
        """True if the chart is too low for a header and a lane of the usual height."""
        return self.size.height() < _COMPACT_BELOW

    def forget(self) -> None:
        ChartContents.forget(self)
        self._scenes.clear()
        self._current = False
        self._in_view = None

    @property
    def fonts(self) -> Fonts:
        return self.measure().fonts

    @property
    def axis_width(self) -> int:
        return self.measure().axis_width

    def _axes_for(self, ratio: float) -> Axes:
        measured = self.measure()
        fonts, room = measured.fonts, measured.label_room
        left = round(max(self.least_axis_width, measured.axis_width) * ratio)
        top = round((self.header + self.lane) * ratio)
        right = round((self.size.width() - MARGIN - (room + fonts.base * 0.4 if room else 0.0)) * ratio)
        bottom = round((self.size.height() - fonts.base * (1.6 if self.timed else 0.7)) * ratio)
        return Axes(
            left=left,
            top=top,
            width=max(1, right - left),
            height=max(1, bottom - top),
            ratio=ratio,
            from_s=self.from_s,
            to_s=self.to_s,
            low=self.low,
            high=self.high,
            log=self.log,
        )

    @property
    def header(self) -> float:
        """Height of the header in logical pixels."""
        return round(self.fonts.base * _HEADERS[self.compact] / BODY)

    @property
    def lane(self) -> float:
        """Height of the lane in logical pixels."""
        return round(self.fonts.base * _LANES[self.compact] / BODY)

    @property
    def view_range(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Visible times and values; for a logarithmic axis, values are powers of ten.

        Times are relative to the current moment while a window follows it, so that they do not change every second.
        """
        origin = self.now_s if self.now_s is not None else 0.0
        ends = (math.log10(self.low), math.log10(self.high)) if self.log else (self.low, self.high)
        return (round(self.from_s - origin, 6), round(self.to_s - origin, 6)), ends

    def measure(self) -> TextMetrics:
        """Measure the sizes that depend only on texts and fonts; cached: this takes as long as painting a curve."""
        if self._current and self._measured is not None:
            return self._measured[1]
        self._current = True
        labels = tuple(curve.label for curve in self.curves.values())
        axis = (self.low, self.high, self.log, self.unit, self.format)
        key = (self.size.width(), self.size.height(), self.font.key(), axis, labels)
        if self._measured is None or self._measured[0] != key:
            fonts = Fonts.of(self.font, compact=self.compact)
            metrics = QFontMetricsF(fonts.axis)
            ticks = self._value_ticks(self.size.height() - 3 * fonts.base, fonts.base)
            widest = max((metrics.horizontalAdvance(self.format(tick, self.unit)) for tick in ticks), default=0.0)
            longest = max((metrics.horizontalAdvance(label) for label in labels), default=0.0)
            fresh = TextMetrics(
                fonts,
                axis_width=math.ceil(max(widest + fonts.base * 0.9, fonts.base * 3.4)),
                label_room=min(math.ceil(longest) + 1.0, self.size.width() * _MOST_LABEL_SHARE) if longest else 0.0,
                time_width=metrics.horizontalAdvance("-0:00:00"),
                short_time_width=metrics.horizontalAdvance("-000 s"),
            )
            self._measured = (key, fresh)
        return self._measured[1]

    def bottom_numbers(self, ratio: float) -> list[tuple[float, str]]:
        """Return the labels of the time axis: position in logical pixels, and text."""
        axes, measured = self.axes(ratio), self.measure()
        key = (self.view_range[0], axes.left, axes.width, ratio, measured.time_width, self.now_s is None)
        if self._times is not None and self._times[0] == key:
            return self._times[1]
        sample = measured.time_width if self.to_s - self.from_s > 3600 else measured.short_time_width
        most = int(axes.width / ratio / (sample + measured.fonts.base * 3))
        ticks = time_ticks(self.from_s, self.to_s, self.now_s, min(6, max(1, most)))
        self._times = key, [(round(axes.still_x(t_s)) / ratio, _spoken(text)) for t_s, text in ticks]
        return self._times[1]

    def left_numbers(self, ratio: float) -> list[tuple[float, str]]:
        """Return the labels of the value axis: position in logical pixels, and text ("" if no curve is in view)."""
        axes = self.axes(ratio)
        ticks = self._value_ticks(axes.height / ratio, self.measure().fonts.base)
        places = np.rint(axes.y(np.array(ticks))) / ratio
        shown = self.in_view
        return [
            (float(y), self.format(tick, self.unit) if shown else "") for y, tick in zip(places, ticks, strict=True)
        ]

    def limit_y(self, limit: ThresholdLine, ratio: float = 1.0) -> float:
        """Return the y position of a limit's line in logical pixels; NaN if it is not in view."""
        axes = self.axes(ratio)
        y = float(np.rint(axes.y(np.array([limit.value])))[0])
        shown = axes.top <= y < axes.bottom and self.in_view and (limit.value > 0 or not self.log)
        return y / ratio if shown else math.nan

    @property
    def head_left(self) -> float:
        """Left edge of the text in the header, in logical pixels."""
        return MARGIN + (round(self.fonts.base * CHIP / BODY) + 7.0 if self.owner is not None else 0.0)

    def fitting_head(self) -> tuple[str, str]:
        """Return the owner's name and the title, elided to fit next to the values."""
        fonts, elide = self.fonts, Qt.TextElideMode.ElideRight
        room = max(self.size.width() - self.value_width() - self.head_left - fonts.base, 0.0)
        metrics, name = QFontMetricsF(fonts.title), ""
        if self.owner is not None:
            names = QFontMetricsF(fonts.name)
            spare = room - metrics.horizontalAdvance(self.metric) - fonts.base
            name = names.elidedText(self.owner.name, Qt.TextElideMode.ElideMiddle, max(spare, room * 0.5))
            room -= names.horizontalAdvance(name) + fonts.base * 0.5
        return name, metrics.elidedText(self.metric, elide, max(room, 0.0))

    def head_room(self) -> tuple[int, int]:
        """Return the free horizontal range of the header: end of the title, and start of the values."""
        fonts, (name, title) = self.fonts, self.fitting_head()
        end = self.head_left + QFontMetricsF(fonts.title).horizontalAdvance(title) + fonts.base * 0.75
        end += QFontMetricsF(fonts.name).horizontalAdvance(name) + fonts.base * 0.5 if name else 0.0
        return round(end), round(self.size.width() - self.value_width())

    def head_values(self) -> tuple[str, tuple[CurrentValue, ...]]:
        """Return the values in the header with what they are: those under the pointer, otherwise those set."""
        if self.hover_s is not None and self.from_s <= self.hover_s <= self.to_s:
            at, _, pointed = self.pointed(self.axes())
            if pointed:
                return at, tuple(one.value for one in pointed)
        return self.caption, self.values

    def value_width(self) -> float:
        """Return the width of the values in logical pixels, measured from the chart's right edge."""
        fonts, (caption, values) = self.fonts, self.head_values()
        number, unit = QFontMetricsF(fonts.value), QFontMetricsF(fonts.unit)
        wide = MARGIN
        for value in values:
            wide += number.horizontalAdvance(value.text) + fonts.base
            wide += unit.horizontalAdvance(value.unit_text) + fonts.base * 0.4 if value.unit_text else 0
        return wide + (unit.horizontalAdvance(caption) if caption and values else 0.0)

    def scene(self, ratio: float) -> Scene:
        """Return the content that scrolls with time, and the horizontal grid lines."""
        if ratio not in self._scenes:
            axes, palette = self.axes(ratio), self.palette
            key = (axes.top, axes.height, ratio, axes.low, axes.high, axes.log, self.fonts.base)
            if self._rows is None or self._rows[0] != key:
                ticks = self._value_ticks(axes.height / ratio, self.fonts.base)
                self._rows = key, tuple(round(y) - axes.top for y in axes.y(np.array(ticks)).tolist())
            self._scenes[ratio] = Scene(
                ground=palette.panel,
                strokes=self.strokes(),
                band=palette.band,
                spans=self.spans,
                rule=palette.grid,
                rows=self._rows[1],
                ticks=self._events(),
                columns=self._columns(axes, ratio),
            )
        return self._scenes[ratio]

    def _events(self) -> Ticks:
        if self._ticks is None or self._ticks[0] is not self.marks or self._ticks[1] is not self.palette:
            ticks = (
                Tick(t_s, self.palette.label if severity == MARKER else self.palette.severity(severity))
                for t_s, _, severity in self.marks
            )
            self._ticks = self.marks, self.palette, tuple(ticks)
        return self._ticks[2]

    def _columns(self, axes: Axes, ratio: float) -> tuple[int, ...]:
        """Return the device pixel columns of vertical grid lines and axis, from the plot's left edge."""
        wide = 1 if ratio < 1.5 else round(ratio)
        lines = [round(x * ratio) - axes.left for x, _ in self.bottom_numbers(ratio)]
        lines = [0, *(line for line in lines if 0 < line < axes.width - wide)]
        return tuple(line + more for line in lines for more in range(wide))

    @property
    def chosen(self) -> str | None:
        """Key of the highlighted curve, if it is in this chart."""
        return self.highlight if self.highlight in self.curves else None

    def strokes(self) -> list[tuple[Curve, Stroke]]:
        """Return the curves that have samples, with their line styles; a highlighted curve is last, that is, on top."""
        chosen = self.chosen
        found, fill = [], FILL_OPACITY if len(self.own) == 1 else 0.0
        for curve in sorted(self.curves.values(), key=lambda curve: (not curve.ghost, curve.key == chosen)):
            if len(curve.bins):
                if curve.ghost:
                    color = mixed(curve.color, self.palette.panel, GHOST_OPACITY)
                    found.append((curve, Stroke(color, GHOST_WIDTH)))
                    continue
                color = line_color(curve.color, self.palette.panel, chosen not in {None, curve.key})
                width = HIGHLIGHT_WIDTH if curve.key == chosen else LINE_WIDTH
                found.append((curve, Stroke(color, width, curve.dash, fill)))
        return found

    def pointed(self, axes: Axes) -> tuple[str, float, list[Pointed]]:
        """Return the text of the sample time nearest to hover_s, that time, and the values there."""
        found, at_s = [], self.hover_s if self.hover_s is not None else math.nan
        hover_s = at_s
        for curve in self.own:
            times, values = curve.bins.time_s, curve.bins.value
            index = _nearest(times, hover_s)
            if index is None:
                continue
            near = abs(times[index] - hover_s) <= max(2.5 * curve.bins.interval_s, 2 * axes.seconds_a_pixel)
            value = float(values[index]) if near else math.nan
            if math.isfinite(value):
                at_s = float(times[index])
                y = float(axes.y(np.array([value]))[0])
                found.append(Pointed(CurrentValue(*self.read_out(value, self.unit), curve.color), y))
        text = moment_text(at_s, self.now_s) if found else ""
        return tr("now") if text == NOW else tr("at {time}").format(time=text) if text else "", at_s, found

    def _value_ticks(self, height: float, base: float) -> tuple[float, ...]:
        return nice_ticks(self.low, self.high, log=self.log, most=min(6, max(2, int(height / (base * 1.9)) + 1)))


def _spoken(moment: str) -> str:
    """Translate the text of a moment; all except "now" are numbers."""
    return tr("now") if moment == NOW else moment


def _nearest(times: Floats, t_s: float) -> int | None:
    if not len(times):
        return None
    after = int(np.searchsorted(times, t_s))
    if after == 0:
        return 0
    return after if after < len(times) and times[after] - t_s < t_s - times[after - 1] else after - 1
