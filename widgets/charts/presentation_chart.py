# SPDX-License-Identifier: Apache-2.0
"""Chart that is legible from three meters: its name, the current value, and the curve with a filled area.

It has no axes and no grid because it is compared with its neighbors, which have the same scale.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.charts.axes import Axes, beside_lines
from widgets.charts.curve import Curve, Stroke
from widgets.charts.curve_layer import CurveLayer, Scene
from widgets.painting import faint, mixed
from widgets.presentation.measure import PresentationColors, PresentationWidget, paint_text

LABEL, VALUE, UNIT, LINE, RADIUS, INSET, MARK = 28, 60, 28, 3.4, 14, 24, 26
"""Lengths in pixels of a window that is 1080 pixels high."""
_DIMMED = 0.35
_RIGHT = Qt.AlignmentFlag.AlignRight
Floats = NDArray[np.float64]


class PresentationChart(PresentationWidget):
    """Chart of a system's counter. Times are in seconds, values in the counter's unit."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._label = self._value = self._unit = self._empty = ""
        self._color = QColor(colors.dim)
        self._curve, self._layer = Curve("", self._color, 0, ""), CurveLayer()
        self._from_s, self._to_s = 0.0, 60.0
        self._low, self._high = 0.0, 1.0
        self._dimmed = self._marked = False
        self._marks: tuple[tuple[float, str], ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_color(self, color: QColor | str) -> None:
        """Set the system's color. Curves are solid: each system has its own charts, and gaps mean missing data."""
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
        """Set all samples, with ascending times; NaN marks a gap. The arrays are not copied."""
        if self._curve.bins.set_samples(time_s, value):
            self.update()

    def extent(self, from_s: float, to_s: float) -> tuple[float, float] | None:
        """Return the smallest and largest value in a time range; None if there is no data."""
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
        head = self._head_height()
        self._paint_curve(painter, ratio, head)
        self._paint_marks(painter, head)
        self._paint_texts(painter)
        self._paint_frame(painter)
        painter.end()

    def _head_height(self) -> float:
        """Return the height of the header, which contains the value."""
        return QFontMetricsF(self._value_font()).capHeight() + self.measure.px(22)

    def _value_font(self) -> QFont:
        """Return the value's font, limited to about a third of the chart's height."""
        font = self.measure.font(self.font(), VALUE, bold=True)
        cap, most = QFontMetricsF(font).capHeight(), self.height() * 0.3
        if cap > most:
            font.setPixelSize(max(self.measure.least, int(font.pixelSize() * most / cap)))
        return font

    def _ink(self, color: QColor | str) -> QColor:
        return mixed(color, self.colors.panel, _DIMMED) if self._dimmed else QColor(color)

    def _paint_curve(self, painter: QPainter, ratio: float, head: float) -> None:
        width = self.measure.grown(LINE) * (1.5 if self._marked else 1.0)
        foot, room = math.ceil(width / 2), self.height() - head  # a line at the lower end must remain visible
        axes = Axes(
            left=0,
            top=round(head * ratio),
            width=max(1, round(self.width() * ratio)),
            height=max(1, round(room * ratio)),
            ratio=ratio,
            from_s=self._from_s,
            to_s=self._to_s,
            low=self._low - (self._high - self._low) * foot / max(room - foot, 1.0),
            high=self._high,
            log=False,
        )
        if self._curve.bins.extent(self._from_s, self._to_s) is None:
            self._paint_empty(painter, head)
            return
        stroke = Stroke(self._ink(self._color), width, fill=self.colors.fill)
        self._layer.draw(painter, axes, Scene(self.colors.panel, [(self._curve, stroke)]))

    def _paint_marks(self, painter: QPainter, head: float) -> None:
        """Paint each marker as a line with its text on a background at the bottom, on the side with more space."""
        font = self.measure.font(self.font(), MARK)
        metrics = QFontMetricsF(font)
        gap, ink = self.measure.px(8), self._ink(self.colors.mark)
        base = self.height() - self.measure.px(12)
        seen = sorted((t_s, text) for t_s, text in self._marks if self._from_s <= t_s <= self._to_s)
        lines = [round((t_s - self._from_s) / (self._to_s - self._from_s) * self.width()) for t_s, _ in seen]
        widths = [metrics.horizontalAdvance(text) + 1 for _, text in seen]
        places = beside_lines(lines, widths, 0.0, self.width(), gap)
        for (_, text), x, (left, wide) in zip(seen, lines, places, strict=True):
            painter.setPen(QPen(ink, max(1.0, self.measure.px(2))))
            painter.drawLine(x, round(head), x, self.height())
            if wide < min(metrics.horizontalAdvance(text), metrics.horizontalAdvance("Mmm…")):
                continue
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faint(self.colors.panel, 0.88))
            ground = QRectF(left - gap / 2, base - metrics.ascent(), wide + gap, metrics.height())
            painter.drawRoundedRect(ground, gap / 2, gap / 2)
            paint_text(painter, left, base, wide, text, font, ink)

    def _paint_empty(self, painter: QPainter, head: float) -> None:
        font = self.measure.font(self.font(), LABEL)
        middle = head + (self.height() - head) / 2 + QFontMetricsF(font).capHeight() / 2
        inset = self.measure.px(INSET)
        wide = self.width() - 2 * inset
        ink = self._ink(self.colors.dim)
        paint_text(painter, inset, middle, wide, self._empty, font, ink, align=Qt.AlignmentFlag.AlignHCenter)

    def _paint_texts(self, painter: QPainter) -> None:
        inset = self.measure.px(INSET)
        room = self.width() - 2 * inset
        number = self._value_font()
        unit = self.measure.font(self.font(), UNIT)
        gap = self.measure.px(14) if self._unit else 0.0
        unit_wide = QFontMetricsF(unit).horizontalAdvance(self._unit)
        number = self.measure.fitting(number, self._value, room * 0.62 - unit_wide - gap)
        wide = QFontMetricsF(number).horizontalAdvance(self._value) + gap + unit_wide
        base = self.measure.px(12) + QFontMetricsF(number).capHeight() + self.measure.px(2)
        right = self.width() - inset
        color = self._ink(self._color)
        paint_text(painter, right - wide, base, wide - gap - unit_wide + 1, self._value, number, color)
        if self._unit:
            dim = self._ink(self.colors.dim)
            paint_text(painter, right - unit_wide, base, unit_wide + 1, self._unit, unit, dim)
        label = self.measure.font(self.font(), LABEL)
        left = room - wide - self.measure.px(20)
        label = self.measure.fitting(label, self._label, left)
        ink = self.colors.ink if self._marked else self._ink(self.colors.dim)
        at = self.measure.px(14) + QFontMetricsF(label).ascent() * 0.92
        paint_text(painter, inset, at, left, self._label, label, ink)

    def _paint_frame(self, painter: QPainter) -> None:
        """Round the corners and paint the border, on top of everything else."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        radius = self.measure.px(RADIUS)
        whole = QRectF(self.rect())
        outside = QPainterPath()
        outside.addRect(whole)
        inner = QPainterPath()
        inner.addRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.fillPath(outside.subtracted(inner), QColor(self.colors.ground))
        width = max(1.0, self.measure.px(2.5 if self._marked else 1.2))
        border = faint(self._color, 0.8) if self._marked else QColor(self.colors.border)
        painter.setPen(QPen(border, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        half = width / 2
        painter.drawRoundedRect(whole.adjusted(half, half, -half, -half), radius, radius)
