# SPDX-License-Identifier: Apache-2.0
"""Content and layout of a chart against load."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtGui import QColor, QFontMetricsF

from widgets.charts.axes import Axes, legible, load_range
from widgets.charts.contents import ChartContents, Fonts, ReadoutLine
from widgets.charts.scale import AxisScale, linear_scale, log_scale
from widgets.painting import Floats
from widgets.translation import local

_MOST_LABEL_SHARE = 0.26  # maximum share of the width for direct labels


@dataclass(frozen=True, slots=True)
class PlottedPoint:
    """A measured point.

    Attributes:
        load: users, rate or queue depth.
        value: value of the figure.
        held: whether the step met the limit; None if there is no limit.
    """

    load: float
    value: float
    held: bool | None = None


@dataclass(frozen=True, slots=True)
class LoadCurve:
    """Points of one system, ascending by load.

    Attributes:
        label: name of the system.
        color: color of the curve.
        dash: 0 solid, 1 dashed, 2 dotted.
        points: measured points.
        most: highest load that met the limit; NaN if absent.
    """

    label: str
    color: QColor
    dash: int
    points: tuple[PlottedPoint, ...]
    most: float = math.nan

    @property
    def seen(self) -> tuple[PlottedPoint, ...]:
        """Points that have a value."""
        return tuple(point for point in self.points if math.isfinite(point.value))


@dataclass(slots=True, kw_only=True)
class LoadPlot(ChartContents):
    """Content of a load chart. A logarithmic load axis is linear in powers of ten."""

    axis: str = ""
    log_loads: bool = False
    curves: tuple[LoadCurve, ...] = ()
    limit: float = math.nan
    hover: float | None = None

    @property
    def fonts(self) -> Fonts:
        return Fonts.of(self.font, compact=True)

    @property
    def loads(self) -> tuple[float, ...]:
        """Loads of all points, ascending."""
        return tuple(sorted({point.load for curve in self.curves for point in curve.points}))

    @property
    def empty(self) -> bool:
        """True if there are no points to show."""
        return not any(curve.seen for curve in self.curves)

    def along(self, loads: Sequence[float]) -> Floats:
        """Convert loads to the scale on which the axis is linear."""
        return np.log10(np.array(loads)) if self.log_loads else np.array(loads, dtype=np.float64)

    def scale(self) -> AxisScale:
        """Return the value scale, which includes the limit unless that is far above all values."""
        values = [point.value for curve in self.curves for point in curve.seen if point.value > 0 or not self.log]
        least, most = min(values, default=math.nan), max(values, default=math.nan)
        if self.log:
            return log_scale(least, most)
        return linear_scale(0.0, max(most, min(self.limit, 3 * most)) if math.isfinite(self.limit) else most)

    @property
    def view_range(self) -> tuple[tuple[float, float], tuple[float, float]]:
        first, last = self.along(load_range(self.loads, log=self.log_loads)).tolist()
        low, high, _ = self.scale()
        return (first, last), (math.log10(low), math.log10(high)) if self.log else (low, high)

    @property
    def axis_width(self) -> int:
        fonts = self.fonts
        metrics = QFontMetricsF(fonts.axis)
        texts = [self.format(tick, self.unit) for tick in self.scale().ticks]
        return math.ceil(max(map(metrics.horizontalAdvance, texts), default=0.0) + fonts.base * 0.9)

    def _axes_for(self, ratio: float) -> Axes:
        fonts, scale, ((first, last), _) = self.fonts, self.scale(), self.view_range
        metrics = QFontMetricsF(fonts.axis)
        longest = max((metrics.horizontalAdvance(curve.label) for curve in self.curves), default=0.0)
        right = self.size.width() - min(longest + fonts.base, self.size.width() * _MOST_LABEL_SHARE)
        left, top = max(self.axis_width, self.least_axis_width), fonts.base * 2.2
        bottom = self.size.height() - fonts.base * (2.9 if self.axis else 1.5)
        return Axes(
            left=round(left * ratio),
            top=round(top * ratio),
            width=max(1, round((right - left) * ratio)),
            height=max(1, round((bottom - top) * ratio)),
            ratio=ratio,
            from_s=first,
            to_s=last,
            low=scale.low,
            high=scale.high,
            log=self.log,
        )

    def places(self, points: Sequence[PlottedPoint], axes: Axes) -> Floats:
        """Return the positions of points: rows of x and y, in logical pixels of the widget."""
        x = axes.x(self.along([point.load for point in points]))
        return np.column_stack((x, axes.y(np.array([point.value for point in points])))) / axes.ratio

    def bottom_numbers(self, ratio: float) -> list[tuple[float, str]]:
        """Return the load labels that fit: position in logical pixels, and text."""
        axes, metrics = self.axes(ratio), QFontMetricsF(self.fonts.axis)
        texts = [local(f"{load:,.10g}") for load in self.loads]
        places = (np.rint(axes.x(self.along(self.loads))) / ratio).tolist()
        shown = legible(places, [metrics.horizontalAdvance(text) for text in texts], self.fonts.base * 0.4)
        return [] if self.empty else [(places[number], texts[number]) for number in shown]

    def left_numbers(self, ratio: float) -> list[tuple[float, str]]:
        ticks = self.scale().ticks
        places = np.rint(self.axes(ratio).y(np.array(ticks))) / ratio
        return (
            [] if self.empty else [(y, self.format(t, self.unit)) for y, t in zip(places.tolist(), ticks, strict=True)]
        )

    def ends(self, axes: Axes) -> list[tuple[float, list[tuple[float, str, QColor]]]]:
        """Return the labels at the curves' ends, grouped by the load at which the curves end.

        Each group is x, with y, text and color of each label from top to bottom, in logical pixels. If not all labels
        fit, those closest to another one are omitted; the read-out names every curve.
        """
        found: dict[float, list[tuple[float, str, QColor]]] = {}
        for curve in self.curves:
            for x, y in self.places(curve.seen[-1:], axes).tolist():
                found.setdefault(x, []).append((y, curve.label, curve.color))
        room = int(axes.height / axes.ratio / QFontMetricsF(self.fonts.axis).height()) + 1
        return [(x, _most_distant(labels, room)) for x, labels in found.items()]

    def readings(self, axes: Axes) -> list[ReadoutLine]:
        """Return the values at the load under the pointer, with y in device pixels."""
        found = []
        for curve in self.curves:
            points = [point for point in curve.seen if point.load == self.hover]
            for point, (_, y) in zip(points, self.places(points, axes).tolist(), strict=True):
                text = self.format(point.value, self.unit)
                found.append(ReadoutLine(curve.label, text, curve.color, curve.dash, y * axes.ratio))
        return found


def _most_distant(labels: list[tuple[float, str, QColor]], room: int) -> list[tuple[float, str, QColor]]:
    """Return as many labels as fit: the topmost label, and those farthest from the label above them."""
    ordered = sorted(labels, key=lambda label: label[0])
    gaps = [math.inf, *(after[0] - before[0] for before, after in pairwise(ordered))]
    chosen = sorted(sorted(range(len(ordered)), key=lambda number: -gaps[number])[: max(room, 1)])
    return [ordered[number] for number in chosen]
