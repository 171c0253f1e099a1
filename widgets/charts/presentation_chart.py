# SPDX-License-Identifier: Apache-2.0
"""Chart that is legible from three meters: its name and current value are next to the curve, never over it.

It has no axes, as it is compared with its neighbors, which share its scale. Faint thin curves, the ghosts, show the
other systems, so that one panel shows the whole comparison.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from widgets.charts.axes import Axes, beside_lines
from widgets.charts.curve import Curve, Stroke
from widgets.charts.curve_layer import CurveLayer, Scene
from widgets.painting import mixed
from widgets.presentation.measure import PresentationColors, PresentationWidget, paint_text

LABEL, VALUE, VALUE_IN_HEADER, UNIT, RADIUS, MARK = 30, 64, 58, 30, 14, 28
GUTTER, HEADER, INSET, RIGHT, TOP, BOTTOM = 270, 74, 24, 18, 18, 14
LINE, DOT, GHOST, LANE = 3.5, 7, 0.68, 40
"""Lengths in pixels of the design; `GHOST` is the opacity of other systems' curves, which are one pixel wide."""
_DIMMED, _STOPPED, _STOPPED_FILL = 0.35, 0.72, 0.12
_GRID_LINES = 3
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class OtherCurve:
    """Curve of another system, shown faintly.

    Attributes:
        time_s: Times of its samples.
        value: Its samples.
    """

    letter: str
    color: str
    time_s: Floats
    value: Floats


class PresentationChart(PresentationWidget):
    """Chart of a system's counter. Times are in seconds, values in the counter's unit."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None, *, header: bool = False) -> None:
        """Create a chart; with `header`, its name and value are above the curve instead of left of it."""
        super().__init__(colors, parent)
        self._header = header
        self._label = self._value = self._unit = self._empty = ""
        self._color = QColor(colors.dim)
        self._curve, self._layer = Curve("own", self._color, 0, ""), CurveLayer()
        self._ghosts: list[Curve] = []
        self._from_s, self._to_s = 0.0, 60.0
        self._low, self._high = 0.0, 1.0
        self._dimmed = self._marked = False
        self._marks: tuple[tuple[float, str], ...] = ()
        self._stopped: tuple[float, str] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def ghosts(self) -> tuple[str, ...]:
        """Letters of the systems whose curves are shown faintly."""
        return tuple(curve.key for curve in self._ghosts)

    def set_color(self, color: QColor | str) -> None:
        """Set the system's color. Curves are solid, as each system has its own charts, and gaps mean missing data."""
        if QColor(color) != self._color:
            self._color = QColor(color)
            self.update()

    def set_texts(self, label: str, value: str, unit: str, empty: str) -> None:
        """Set the name, the current value with its unit, and the text shown if there is no curve."""
        if (label, value, unit, empty) != (self._label, self._value, self._unit, self._empty):
            self._label, self._value, self._unit, self._empty = label, value, unit, empty
            self.setAccessibleName(f"{label}: {value} {unit}".strip())
            self.update()

    def set_samples(self, time_s: Floats, value: Floats) -> None:
        """Set all samples, with ascending times; NaN marks a gap. The arrays are kept, not copied."""
        if self._curve.bins.set_samples(time_s, value):
            self.update()

    def set_ghosts(self, others: Sequence[OtherCurve]) -> None:
        """Set the faint curves of the other systems."""
        if self.ghosts != tuple(other.letter for other in others):
            self._ghosts = [Curve(other.letter, QColor(other.color), 0, "") for other in others]
            self.update()
        for curve, other in zip(self._ghosts, others, strict=True):
            curve.color = QColor(other.color)
            if curve.bins.set_samples(other.time_s, other.value):
                self.update()

    def set_stopped(self, at_s: float | None, text: str = "") -> None:
        """Show that the system stopped at this moment: the rest of the plot is hatched. None: it has not."""
        stopped = (at_s, text) if at_s is not None else None
        if stopped != self._stopped:
            self._stopped = stopped
            self.update()

    def extent(self, from_s: float, to_s: float) -> tuple[float, float] | None:
        """Return the smallest and largest value of a time range; None without data."""
        return self._curve.bins.extent(from_s, to_s)

    def set_range(self, from_s: float, to_s: float, low: float, high: float) -> None:
        """Set the visible time range, and the scale shared with the neighboring charts."""
        if not (to_s > from_s and high > low):
            raise ValueError(f"no range: {from_s} to {to_s} s, {low} to {high}")
        if (from_s, to_s, low, high) != (self._from_s, self._to_s, self._low, self._high):
            self._from_s, self._to_s, self._low, self._high = from_s, to_s, low, high
            self.update()

    def set_marks(self, marks: Sequence[tuple[float, str]]) -> None:
        """Set the user's markers: time in seconds, and text."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self.update()

    def set_stress(self, *, dimmed: bool, marked: bool) -> None:
        """Emphasize the chart, or dim it because another row is emphasized."""
        if (dimmed, marked) != (self._dimmed, self._marked):
            self._dimmed, self._marked = dimmed, marked
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ratio = max(1.0, painter.deviceTransform().m11())
        painter.fillRect(self.rect(), QColor(self.colors.panel))
        plot = self.plot()
        self._paint_curve(painter, ratio, plot)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self._paint_stop(painter, plot)
        self._paint_marks(painter, plot)
        self._paint_texts(painter)
        self._paint_corners(painter)
        painter.end()

    def plot(self) -> QRectF:
        """Return the area of the curve, in logical pixels."""
        measure = self.measure
        top, bottom = min(measure.px(TOP), self.height() * 0.12), min(measure.px(BOTTOM), self.height() * 0.1)
        left = 0.0 if self._header else min(measure.grown(GUTTER), self.width() * 0.45)
        if self._header:
            top = self._header_height()
        if any(self._from_s <= at_s <= self._to_s for at_s, _ in self._marks):
            top += max(measure.px(LANE) - top, 0.0) if not self._header else measure.px(LANE)
        right = measure.px(RIGHT)
        return QRectF(left, top, max(self.width() - left - right, 1.0), max(self.height() - top - bottom, 1.0))

    def _header_height(self) -> float:
        return min(self.measure.grown(HEADER), self.height() * 0.45)

    def _ink(self, color: QColor | str) -> QColor:
        return mixed(color, self.colors.panel, _DIMMED) if self._dimmed else QColor(color)

    def _paint_curve(self, painter: QPainter, ratio: float, plot: QRectF) -> None:
        width = self.measure.grown(LINE) * (1.5 if self._marked else 1.0)
        foot = math.ceil(width / 2)  # keep a line at the lower end visible
        known = self._curve.bins.extent(self._from_s, self._to_s) is not None
        if not known and not self._ghosts:
            self._paint_empty(painter, plot)
            return
        height = max(1, round(plot.height() * ratio))
        axes = Axes(
            left=round(plot.left() * ratio),
            top=round(plot.top() * ratio),
            width=max(1, round(plot.width() * ratio)),
            height=height,
            ratio=ratio,
            from_s=self._from_s,
            to_s=self._to_s,
            low=self._low - (self._high - self._low) * foot / max(plot.height() - foot, 1.0),
            high=self._high,
            log=False,
        )
        color, fill = self._ink(self._color), self.colors.fill
        if self._stopped is not None:
            color = mixed(mixed(self._color, self.colors.dim, 0.5), self.colors.panel, _STOPPED)
            fill = _STOPPED_FILL
        line = max(1.0, ratio) / ratio
        strokes = [
            (curve, Stroke(mixed(curve.color, self.colors.panel, GHOST * (_DIMMED if self._dimmed else 1.0)), line))
            for curve in self._ghosts
        ]
        strokes.append((self._curve, Stroke(color, width, fill=fill)))
        rows = tuple(round(height * number / _GRID_LINES) for number in range(_GRID_LINES + 1))
        columns = tuple(
            round((at_s - self._from_s) / (self._to_s - self._from_s) * axes.width)
            for at_s, _ in self._marks
            if self._from_s <= at_s < self._to_s
        )
        scene = Scene(self.colors.panel, strokes, rule=self.colors.grid, rows=rows, columns=columns)
        self._layer.draw(painter, axes, scene)
        if known and self._stopped is None:
            self._paint_dot(painter, plot, color)

    def _paint_dot(self, painter: QPainter, plot: QRectF, color: QColor) -> None:
        """Paint a dot at the end of the curve."""
        last = self._curve.bins.last(self._from_s, self._to_s)
        if last is None:
            return
        at_s, value = last
        x = plot.left() + plot.width() * (at_s - self._from_s) / (self._to_s - self._from_s)
        y = plot.bottom() - plot.height() * (value - self._low) / (self._high - self._low)
        radius = self.measure.grown(DOT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        y = min(max(y, plot.top()), plot.bottom() - radius / 2)
        painter.drawEllipse(QPointF(min(x, plot.right()), y), radius, radius)

    def _paint_stop(self, painter: QPainter, plot: QRectF) -> None:
        """Paint a line where the system stopped, and hatch the rest, in which nothing was measured."""
        if self._stopped is None:
            return
        at_s, text = self._stopped
        share = (at_s - self._from_s) / (self._to_s - self._from_s)
        left = plot.left() + plot.width() * min(max(share, 0.0), 1.0)
        rest = QRectF(left, plot.top(), plot.right() - left, plot.height())
        painter.save()
        painter.setClipRect(rest)
        stripe, step = max(1.0, self.measure.px(7)), max(3.0, self.measure.px(20))
        painter.setPen(QPen(QColor(self.colors.raised), stripe))
        for number in range(math.ceil((rest.width() + rest.height()) / step) + 1):
            x = rest.left() + number * step
            painter.drawLine(QPointF(x, rest.top()), QPointF(x - rest.height(), rest.bottom()))
        painter.restore()
        if share >= 0:
            painter.setPen(QPen(QColor(self.colors.worse), max(1.0, self.measure.px(3))))
            painter.drawLine(QPointF(left, plot.top()), QPointF(left, plot.bottom()))
        font = self.measure.font(self.font(), MARK)
        metrics = QFontMetricsF(font)
        gap = self.measure.px(16)
        if text and rest.width() > metrics.horizontalAdvance(text) + 2 * gap:
            base = rest.center().y() + metrics.capHeight() / 2
            paint_text(painter, left + gap, base, rest.width() - gap, text, font, self.colors.ink2)

    def _paint_marks(self, painter: QPainter, plot: QRectF) -> None:
        """Paint each marker as a triangle with its text in a lane above the curve."""
        seen = sorted((t_s, text) for t_s, text in self._marks if self._from_s <= t_s <= self._to_s)
        if not seen:
            return
        font = self.measure.font(self.font(), MARK)
        metrics, gap, ink = QFontMetricsF(font), self.measure.px(12), self._ink(self.colors.mark)
        lines = [
            round(plot.left() + (t_s - self._from_s) / (self._to_s - self._from_s) * plot.width()) for t_s, _ in seen
        ]
        widths = [metrics.horizontalAdvance(text) + 1 for _, text in seen]
        places = beside_lines(lines, widths, round(plot.left()), round(plot.right()), gap)
        size, bottom = self.measure.px(8), plot.top() - self.measure.px(3)
        base = bottom - (self.measure.px(LANE) - metrics.capHeight()) / 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for (_, text), x, (left, wide) in zip(seen, lines, places, strict=True):
            painter.setPen(Qt.PenStyle.NoPen)
            corners = [QPointF(x - size, bottom - 1.4 * size), QPointF(x + size, bottom - 1.4 * size)]
            painter.drawPolygon(QPolygonF([*corners, QPointF(x, bottom)]))
            if wide >= min(metrics.horizontalAdvance(text), metrics.horizontalAdvance("Mmm…")):
                paint_text(painter, left, base, wide, text, font, ink)

    def _paint_empty(self, painter: QPainter, plot: QRectF) -> None:
        font = self.measure.font(self.font(), LABEL)
        middle = plot.center().y() + QFontMetricsF(font).capHeight() / 2
        ink = self._ink(self.colors.dim)
        align = Qt.AlignmentFlag.AlignHCenter
        paint_text(painter, plot.left(), middle, plot.width(), self._empty, font, ink, align=align)

    def _paint_texts(self, painter: QPainter) -> None:
        if self._header:
            self._paint_header(painter)
        else:
            self._paint_gutter(painter)

    def _paint_gutter(self, painter: QPainter) -> None:
        """Paint the name above the value, to the left of the curve."""
        measure, inset = self.measure, self.measure.px(INSET)
        room = self.plot().left() - inset - measure.px(8)
        full = measure.font(self.font(), LABEL)
        label, lines = measure.flowing(full, self._label, room, 2 if self.height() > full.pixelSize() * 4 else 1)
        number, unit, unit_wide = self._figure_fonts(VALUE if len(lines) == 1 else VALUE * 0.9, room)
        step, cap = label.pixelSize() * 1.16, QFontMetricsF(label).capHeight()
        tall = cap * 1.9 + step * (len(lines) - 1) + QFontMetricsF(number).capHeight()
        top = max(measure.px(6), (self.height() - tall) / 2)
        ink = self.colors.ink if self._marked else self._ink(self.colors.ink2)
        for place, line in enumerate(lines):
            paint_text(painter, inset, top + cap + place * step, room, line, label, ink)
        base = top + tall
        gap = measure.grown(10) if self._unit else 0.0
        wide = paint_text(painter, inset, base, room - unit_wide - gap, self._value, number, self._value_ink())
        if self._unit:
            paint_text(painter, inset + wide + gap, base, unit_wide + 1, self._unit, unit, self._ink(self.colors.ink2))

    def _paint_header(self, painter: QPainter) -> None:
        """Paint the name on the left and the value on the right, above the curve."""
        measure, inset = self.measure, self.measure.px(INSET)
        room, right = self.width() - 2 * inset, self.width() - inset
        number, unit, unit_wide = self._figure_fonts(VALUE_IN_HEADER, room * 0.55)
        gap = measure.grown(10) if self._unit else 0.0
        middle = self._header_height() / 2 + measure.px(4)
        base = middle + QFontMetricsF(number).capHeight() / 2
        wide = QFontMetricsF(number).horizontalAdvance(self._value)
        left = right - wide - gap - unit_wide
        paint_text(painter, left, base, wide + 1, self._value, number, self._value_ink())
        if self._unit:
            paint_text(painter, right - unit_wide, base, unit_wide + 1, self._unit, unit, self._ink(self.colors.ink2))
        free = left - inset - measure.px(20)
        label = measure.fitting(measure.font(self.font(), LABEL), self._label, free)
        ink = self.colors.ink if self._marked else self._ink(self.colors.ink2)
        base = middle + QFontMetricsF(label).capHeight() / 2
        paint_text(painter, inset, base, free, self._label, label, ink)

    def _value_ink(self) -> QColor:
        return QColor(self.colors.stopped) if self._stopped is not None else self._ink(self._color)

    def _figure_fonts(self, size: float, room: float) -> tuple[QFont, QFont, float]:
        """Return the fonts of the value and its unit, and the width of the unit."""
        number = self.measure.font(self.font(), size, figure=True, tight=-0.025)
        cap, most = QFontMetricsF(number).capHeight(), self.height() * 0.32
        if cap > most:
            number.setPixelSize(max(self.measure.least, int(number.pixelSize() * most / cap)))
        unit = self.measure.font(self.font(), UNIT)
        unit_wide = QFontMetricsF(unit).horizontalAdvance(self._unit)
        gap = self.measure.grown(10) if self._unit else 0.0
        return self.measure.fitting(number, self._value, room - unit_wide - gap), unit, unit_wide

    def _paint_corners(self, painter: QPainter) -> None:
        """Round the corners, on top of everything else; an emphasized panel has a frame."""
        radius = self.measure.px(RADIUS)
        whole = QRectF(self.rect())
        outside = QPainterPath()
        outside.addRect(whole)
        inner = QPainterPath()
        inner.addRoundedRect(whole, radius, radius)
        painter.fillPath(outside.subtracted(inner), QColor(self.colors.ground))
        if self._marked:
            width = max(1.0, self.measure.px(3))
            painter.setPen(QPen(self._color, width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            half = width / 2
            painter.drawRoundedRect(whole.adjusted(half, half, -half, -half), radius, radius)
