"""What lies on top of a chart's curves: phases, events, current values, direct labels and the hover read-out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from widgets.charts.axes import Axes, spread
from widgets.charts.backdrop import Fonts
from widgets.charts.curve import paint_key
from widgets.painting import faint
from widgets.theme import ChartPalette

_FLAGS = Qt.AlignmentFlag


@dataclass(frozen=True, slots=True)
class Value:
    """A current value, top right."""

    text: str
    unit_text: str
    color: QColor


@dataclass(frozen=True, slots=True)
class Reading:
    """One curve's line of the read-out; y in device pixels, NaN where there is no data."""

    label: str
    text: str
    color: QColor
    dash: int
    y: float


def paint_spans(
    painter: QPainter,
    axes: Axes,
    spans: Sequence[tuple[float, float, str]],
    palette: ChartPalette,
    fonts: Fonts,
    *,
    named: bool,
) -> None:
    """Phases: every other one faintly shaded, each (if `named`) with its name at the head of the plot."""
    metrics = QFontMetricsF(fonts.axis)
    painter.setFont(fonts.axis)
    top, height = axes.top / axes.ratio, axes.height / axes.ratio
    for index, (from_s, to_s, text) in enumerate(spans):
        if to_s <= axes.from_s or from_s >= axes.to_s:
            continue
        ends = np.clip(np.array([from_s, to_s]), axes.from_s, axes.to_s)
        left, right = (round(float(x)) / axes.ratio for x in axes.x(ends))
        if index % 2 == 0:
            painter.fillRect(QRectF(left, top, right - left, height), faint(palette.band, 0.07))
        if from_s > axes.from_s:
            painter.fillRect(QRectF(left, top, 1, height), faint(palette.band, 0.35))
        room = right - left - fonts.base * 0.6
        if named and room > fonts.base * 2:
            painter.setPen(faint(palette.dim, 0.85))
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QPointF(left + fonts.base * 0.3, top + metrics.ascent() + 2), elided)


def paint_windows(
    painter: QPainter, axes: Axes, windows: Sequence[tuple[float, float, str]], palette: ChartPalette, fonts: Fonts
) -> None:
    """What results are made of: a line with two ends at the plot's head, and below it the name where it has room."""
    metrics = QFontMetricsF(fonts.axis)
    top, ratio = axes.top / axes.ratio, axes.ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setFont(fonts.axis)
    for from_s, to_s, name in windows:
        if to_s <= axes.from_s or from_s >= axes.to_s:
            continue
        ends = axes.x(np.clip(np.array([from_s, to_s]), axes.from_s, axes.to_s))
        left, right = (round(float(x)) / ratio for x in ends)
        color = faint(palette.ink, 0.6)
        painter.fillRect(QRectF(left + 1, top, max(right - left - 2, 1.0), 2), color)
        for at_s, x in ((from_s, left + 1), (to_s, right - 2)):
            if axes.from_s <= at_s <= axes.to_s:
                painter.fillRect(QRectF(x, top, 1, 5), color)
        if name and metrics.horizontalAdvance(name) + 4 <= right - left:
            painter.setPen(faint(palette.ink, 0.75))
            place = QRectF(left, top + 3, right - left, metrics.height())
            painter.drawText(place, int(_FLAGS.AlignHCenter | _FLAGS.AlignVCenter), name)


def paint_marks(
    painter: QPainter, axes: Axes, marks: Sequence[tuple[float, str, str]], palette: ChartPalette, fonts: Fonts
) -> None:
    """Events: a triangle on the time axis; warnings and errors also a dotted line."""
    size = fonts.base * 0.32
    top, bottom = axes.top / axes.ratio, axes.bottom / axes.ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    for t_s, _, severity in marks:
        if not axes.from_s <= t_s <= axes.to_s:
            continue
        x = float(axes.x(np.array([t_s]))[0]) / axes.ratio
        color = palette.severity(severity)
        if severity != "info":
            painter.setPen(QPen(faint(color, 0.55), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(
            QPolygonF([QPointF(x - size, bottom), QPointF(x + size, bottom), QPointF(x, bottom - 1.7 * size)])
        )


def value_width(values: Sequence[Value], fonts: Fonts) -> float:
    """Logical pixels that the current values take, from the chart's right edge."""
    number, unit = QFontMetricsF(fonts.value), QFontMetricsF(fonts.unit)
    wide = fonts.base * 0.9
    for value in values:
        wide += number.horizontalAdvance(value.text) + fonts.base
        wide += unit.horizontalAdvance(value.unit_text) + fonts.base * 0.4 if value.unit_text else 0
    return wide


def paint_values(painter: QPainter, width: float, values: Sequence[Value], palette: ChartPalette, fonts: Fonts) -> None:
    """The current values, from right to left on one base line."""
    number, unit = QFontMetricsF(fonts.value), QFontMetricsF(fonts.unit)
    x, y = width - fonts.base * 0.9, fonts.base * 0.45 + number.capHeight() + fonts.base * 0.2
    for value in reversed(values):
        if value.unit_text:
            x -= unit.horizontalAdvance(value.unit_text)
            painter.setFont(fonts.unit)
            painter.setPen(QColor(palette.dim))
            painter.drawText(QPointF(x, y), value.unit_text)
            x -= fonts.base * 0.4
        x -= number.horizontalAdvance(value.text)
        painter.setFont(fonts.value)
        painter.setPen(value.color)
        painter.drawText(QPointF(x, y), value.text)
        x -= fonts.base


def paint_labels(
    painter: QPainter, axes: Axes, labels: Sequence[tuple[float, str, QColor]], fonts: Fonts, room: float
) -> None:
    """Names right of the curves' ends, pushed apart where curves end close together. labels: (y in device pixels,
    text, colour); room: logical pixels."""
    if not labels:
        return
    metrics = QFontMetricsF(fonts.axis)
    order = sorted(range(len(labels)), key=lambda n: labels[n][0])
    low, high = axes.top / axes.ratio + metrics.height() / 2, axes.bottom / axes.ratio - metrics.height() / 2
    centers = spread([min(max(labels[n][0] / axes.ratio, low), high) for n in order], metrics.height(), low, high)
    painter.setFont(fonts.axis)
    left = (axes.left + axes.width) / axes.ratio + fonts.base * 0.35
    for n, center in zip(order, centers, strict=True):
        painter.setPen(labels[n][2])
        elided = metrics.elidedText(labels[n][1], Qt.TextElideMode.ElideRight, room)
        box = QRectF(left, center - metrics.height() / 2, room + 1, metrics.height())
        painter.drawText(box, _FLAGS.AlignLeft | _FLAGS.AlignVCenter, elided)


def free_place(axes: Axes, at: float, gap: float, size: tuple[float, float], points: NDArray[np.float64]) -> QRectF:
    """Where a box of this size (logical pixels) beside `at` covers the fewest points: right or left of it, at the head
    or the foot of the plot, and a box's width further away; the first of the best."""
    wide, tall = size
    first, last = axes.left / axes.ratio, (axes.left + axes.width) / axes.ratio
    top, bottom = axes.top / axes.ratio + 3, axes.bottom / axes.ratio - 3
    heights = dict.fromkeys((min(top, max(2.0, bottom - tall)), max(2.0, bottom - tall)))
    lefts = [at + gap, at - gap - wide, at + gap + wide, at - gap - 2 * wide]
    inside = [left for left in lefts if left >= first and left + wide <= last] or [max(2.0, last - wide)]
    boxes = [QRectF(left, height, wide, tall) for left in inside for height in heights]
    x, y = points[:, 0] / axes.ratio, points[:, 1] / axes.ratio

    def covered(box: QRectF) -> int:
        over = (x >= box.left() - 3) & (x <= box.right() + 3) & (y >= box.top() - 3) & (y <= box.bottom() + 3)
        return int(over.sum())

    return min(boxes, key=covered)


def paint_readout(  # noqa: PLR0917
    painter: QPainter,
    axes: Axes,
    x: float,
    head: str,
    readings: Sequence[Reading],
    points: NDArray[np.float64],
    palette: ChartPalette,
    fonts: Fonts,
) -> None:
    """A vertical line at x (device pixels), a dot on each curve, and a box beside it with the moment and the values.

    points: of the curves in view, shape (n, 2), x and y in device pixels; the box lies where it covers few of them.
    """
    at = round(x) / axes.ratio
    top, bottom = axes.top / axes.ratio, axes.bottom / axes.ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(QRectF(at, top, 1, bottom - top), faint(palette.ink, 0.55))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.panel), 1.5))
    for reading in readings:
        if np.isfinite(reading.y) and axes.top <= reading.y <= axes.bottom:
            painter.setBrush(reading.color)
            painter.drawEllipse(QPointF(at + 0.5, reading.y / axes.ratio), 3.6, 3.6)
    metrics = QFontMetricsF(fonts.unit)
    pad, key = fonts.base * 0.5, fonts.base
    texts = [f"{r.text}  {r.label}" if r.label else r.text for r in readings]
    wide = max([metrics.horizontalAdvance(head), *(metrics.horizontalAdvance(t) + key * 1.5 for t in texts)]) + 2 * pad
    tall = metrics.height() * (len(texts) + 1) + pad
    box = free_place(axes, at, fonts.base * 0.7, (wide, tall), points)
    painter.setPen(QPen(QColor(palette.border), 1.0))
    painter.setBrush(faint(palette.readout, 0.94))
    painter.drawRoundedRect(box, 5, 5)
    painter.setFont(fonts.unit)
    painter.setPen(QColor(palette.dim))
    y = box.top() + pad / 2
    painter.drawText(QRectF(box.left() + pad, y, wide, metrics.height()), _FLAGS.AlignVCenter, head)
    for reading, text in zip(readings, texts, strict=True):
        y += metrics.height()
        paint_key(
            painter, QRectF(box.left() + pad, y + metrics.height() / 2 - 1.5, key, 3), reading.color, reading.dash
        )
        painter.setPen(QColor(palette.ink))
        line = QRectF(box.left() + pad + key * 1.5, y, wide, metrics.height())
        painter.drawText(line, _FLAGS.AlignVCenter, text)
