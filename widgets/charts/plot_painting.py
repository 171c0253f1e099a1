# SPDX-License-Identifier: Apache-2.0
"""Painting of everything below, on and next to a chart's curves, in logical pixels of the widget."""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtSvg import QSvgGenerator

from widgets.charts.axes import Axes, spread
from widgets.charts.contents import ChartContents, Fonts, ReadoutLine
from widgets.charts.curve import line_color, paint_key
from widgets.charts.lane import between
from widgets.charts.plot import CHIP, MARGIN, Plot
from widgets.charts.trace import end_y
from widgets.painting import Floats, faint, paint_chip
from widgets.theme import BODY, ChartPalette
from widgets.translation import tr

_FLAGS = Qt.AlignmentFlag
END_DOT = 3.5
"""Radius of the dot at a curve's end in logical pixels."""
LIMIT_OPACITY = 0.75
BEYOND_OPACITY = 0.1
BAND_OPACITY = 0.12
BEYOND_BAR = 2.0
"""Height in logical pixels of the bar that marks a period beyond a limit."""


def paint_grid(painter: QPainter, contents: ChartContents, ratio: float, *, rows: bool) -> None:
    """Paint the grid lines that are not part of the curves' picture; horizontal ones only if `rows` is true."""
    rect, grid = contents.rect(ratio), QColor(contents.palette.grid)
    line = 1 / ratio if ratio < 1.5 else 1.0
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if isinstance(painter.device(), QSvgGenerator):
        painter.setOpacity(0.5)
    for x, _ in contents.bottom_numbers(ratio):
        if rect.left() < x < rect.right() - 1:
            painter.fillRect(QRectF(x, rect.top(), line, rect.height()), grid)
    for y, _ in contents.left_numbers(ratio) if rows else ():
        painter.fillRect(QRectF(rect.left(), min(y, rect.bottom() - line), rect.width(), line), grid)
    painter.fillRect(QRectF(rect.left(), rect.top(), line, rect.height()), grid)
    painter.restore()


def paint_marks(painter: QPainter, plot: Plot, ratio: float) -> None:
    """Paint the marks on the curves (measurement windows, markers), or the reason why there is no curve."""
    axes = plot.axes(ratio)
    if not plot.in_view:
        has_samples = any(bool(np.isfinite(curve.bins.value).any()) for curve in plot.curves.values())
        painter.setFont(plot.fonts.title)
        painter.setPen(QColor(plot.palette.dim))
        flags = int(_FLAGS.AlignCenter | Qt.TextFlag.TextWordWrap)
        painter.drawText(plot.rect(), flags, tr("no data in this time range") if has_samples else plot.empty_text)
    _paint_bands(painter, plot, axes)
    _paint_limits(painter, plot, axes)
    _paint_windows(painter, plot, axes)


def _paint_bands(painter: QPainter, plot: Plot, axes: Axes) -> None:
    """Paint shading over the curves for each band, with a bar at the bottom and, if it fits, the name above the bar.

    Names of overlapping bands are stacked.
    """
    rect, fonts, metrics = plot.rect(axes.ratio), plot.fonts, QFontMetricsF(plot.fonts.axis)
    taken: list[float] = []
    painter.setFont(fonts.axis)
    for band in plot.bands:
        if band.to_s <= axes.from_s or band.from_s >= axes.to_s:
            continue
        color = QColor(plot.palette.severity(band.severity))
        left, right = between(axes, band.from_s, band.to_s)
        wide = max(right - left, 1.0)
        painter.fillRect(QRectF(left, rect.top(), wide, rect.height()), faint(color, BAND_OPACITY))
        painter.fillRect(QRectF(left, rect.bottom() - BEYOND_BAR, wide, BEYOND_BAR), color)
        row = next((number for number, until in enumerate(taken) if until <= left), len(taken))
        base = rect.bottom() - fonts.base * 0.8 - metrics.descent() - row * metrics.height()  # above the events' ticks
        room = right - left - fonts.base * 0.6
        if room < min(fonts.base * 3, metrics.horizontalAdvance(band.name)) or base - metrics.ascent() < rect.top():
            continue
        taken[row : row + 1] = [right]
        painter.setPen(color)
        name = metrics.elidedText(band.name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QPointF(left + fonts.base * 0.3, base), name)


def _paint_limits(painter: QPainter, plot: Plot, axes: Axes) -> None:
    """Paint a thin dashed line at each limit; in periods of violation, shade the side beyond it and add a bar."""
    rect, ratio = plot.rect(axes.ratio), axes.ratio
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for limit in plot.limits:
        color, y = QColor(plot.palette.severity(limit.severity)), plot.limit_y(limit, ratio)
        line_y = min(max(float(axes.y(np.array([limit.value]))[0]) / ratio, rect.top()), rect.bottom())
        for from_s, to_s in limit.spans:
            if to_s <= axes.from_s or from_s >= axes.to_s:
                continue
            left, right = between(axes, from_s, to_s)
            top, bottom = (rect.top(), line_y) if limit.above else (line_y, rect.bottom())
            painter.fillRect(QRectF(left, top, max(right - left, 1.0), bottom - top), faint(color, BEYOND_OPACITY))
            painter.fillRect(QRectF(left, rect.bottom() - BEYOND_BAR, max(right - left, 1.0), BEYOND_BAR), color)
        if math.isfinite(y):
            pen = QPen(faint(color, LIMIT_OPACITY), 1.0)
            pen.setDashPattern([4.0, 4.0])
            painter.setPen(pen)
            painter.drawLine(QPointF(rect.left() + 1, y), QPointF(rect.right(), y))
    painter.restore()


def _paint_windows(painter: QPainter, plot: Plot, axes: Axes) -> None:
    """Paint measurement windows: a line with end marks at the top of the plot."""
    ink, top = plot.palette.ink, axes.top / axes.ratio
    for from_s, to_s, _ in plot.windows:
        if to_s <= axes.from_s or from_s >= axes.to_s:
            continue
        left, right = between(axes, from_s, to_s)
        color = faint(ink, 0.6)
        painter.fillRect(QRectF(left + 1, top, max(right - left - 2, 1.0), 2), color)
        for at_s, x in ((from_s, left + 1), (to_s, right - 2)):
            if axes.from_s <= at_s <= axes.to_s:
                painter.fillRect(QRectF(x, top, 1, 5), color)


def paint_values(painter: QPainter, plot: Plot) -> None:
    """Paint the header's values from right to left on a common baseline, and left of them what they are."""
    fonts, (caption, values) = plot.fonts, plot.head_values()
    number, unit = QFontMetricsF(fonts.value), QFontMetricsF(fonts.unit)
    x, y = plot.size.width() - MARGIN, plot.header / 2 + number.capHeight() / 2 + 2
    for value in reversed(values):
        if value.unit_text:
            x -= unit.horizontalAdvance(value.unit_text)
            painter.setFont(fonts.unit)
            painter.setPen(QColor(plot.palette.dim))
            painter.drawText(QPointF(x, y), value.unit_text)
            x -= fonts.base * 0.4
        x -= number.horizontalAdvance(value.text)
        painter.setFont(fonts.value)
        painter.setPen(value.color)
        painter.drawText(QPointF(x, y), value.text)
        x -= fonts.base
    if caption and values:
        x += fonts.base * 0.5 - unit.horizontalAdvance(caption)
        painter.setFont(fonts.unit)
        painter.setPen(QColor(plot.palette.label))
        painter.drawText(QPointF(x, y), caption)


def paint_head(painter: QPainter, plot: Plot, name: str, title: str) -> None:
    """Paint the left of the header: the owner's chip and name, and the title."""
    fonts, x = plot.fonts, plot.head_left
    base = plot.header / 2 + QFontMetricsF(fonts.title).capHeight() / 2 + 2
    if plot.owner is not None:
        side = round(fonts.base * CHIP / BODY)
        box = QRectF(MARGIN, round(base - QFontMetricsF(fonts.title).capHeight() / 2 - side / 2), side, side)
        color, ink = plot.owner.color, plot.palette.on_system
        paint_chip(painter, box, plot.owner.letter, fonts.name, color=color, ink=ink)
        painter.setFont(fonts.name)
        painter.setPen(QColor(plot.palette.ink))
        painter.drawText(QPointF(x, base), name)
        x += QFontMetricsF(fonts.name).horizontalAdvance(name) + fonts.base * 0.5
    painter.setFont(fonts.title)
    painter.setPen(QColor(plot.palette.dim))
    painter.drawText(QPointF(x, base), title)


def paint_end_dots(painter: QPainter, plot: Plot, ratio: float) -> None:
    """Paint a dot at the end of each curve, if it ends in view."""
    axes = plot.axes(ratio)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    for curve in plot.own:
        bins = curve.bins
        if not len(bins) or not math.isfinite(bins.value[-1]) or not axes.from_s <= bins.end_s <= axes.to_s:
            continue
        x, y = axes.moving_x(bins.end_s), float(axes.y(np.array([bins.value[-1]]))[0])
        if axes.top - 1 <= y <= axes.bottom + 1:
            painter.setBrush(line_color(curve.color, plot.palette.panel, plot.chosen not in {None, curve.key}))
            painter.drawEllipse(QPointF(x / ratio, y / ratio), END_DOT, END_DOT)


def paint_ends(painter: QPainter, plot: Plot, ratio: float) -> None:
    """Paint the curves' names to the right of their ends, moved apart where ends are close together."""
    axes, fonts, rect = plot.axes(ratio), plot.fonts, plot.rect(ratio)
    found = [(end_y(curve.bins, axes) / ratio, curve.label, stroke.color) for curve, stroke in plot.strokes()]
    labels = sorted((label for label in found if math.isfinite(label[0]) and label[1]), key=lambda label: label[0])
    place = QRectF(rect.right() + fonts.base * 0.35, rect.top(), plot.measure().label_room, rect.height())
    paint_labels(painter, labels, place, fonts)


def paint_pointed(painter: QPainter, plot: Plot, ratio: float) -> None:
    """Paint the selected span, and the moment under the pointer: a line, and a dot on each curve."""
    axes, rect = plot.axes(ratio), plot.rect(ratio)
    if plot.selection is not None:
        left, right = between(axes, *plot.selection)
        painter.fillRect(QRectF(left, rect.top(), right - left, rect.height()), faint(plot.palette.ink, 0.14))
        for x in (left, right):
            painter.fillRect(QRectF(x, rect.top(), 1, rect.height()), faint(plot.palette.ink, 0.55))
    if plot.hover_s is not None and axes.from_s <= plot.hover_s <= axes.to_s:
        _, at_s, pointed = plot.pointed(axes)
        if pointed:
            at = math.floor(axes.moving_x(at_s) + 0.5) / axes.ratio
            line = [ReadoutLine("", "", one.value.color, 0, one.y) for one in pointed]
            paint_pointer(painter, axes, at, line, plot.palette)


def paint_labels(painter: QPainter, labels: Sequence[tuple[float, str, QColor]], place: QRectF, fonts: Fonts) -> None:
    """Paint names at the curves' ends without overlap; `labels` are y (logical pixels), text and color, top down."""
    metrics = QFontMetricsF(fonts.axis)
    line = metrics.height()
    low, high = place.top() + line / 2, place.bottom() - line / 2
    centers = spread([min(max(y, low), high) for y, _, _ in labels], line, low, high)
    painter.setFont(fonts.axis)
    for (_, text, color), center in zip(labels, centers, strict=True):
        painter.setPen(color)
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        box = QRectF(place.left(), center - line / 2, place.width() + 1, line)
        painter.drawText(box, _FLAGS.AlignLeft | _FLAGS.AlignVCenter, elided)


def paint_readings(  # noqa: PLR0917
    painter: QPainter,
    axes: Axes,
    at: float,
    head: str,
    readings: Sequence[ReadoutLine],
    points: Floats,
    palette: ChartPalette,
    fonts: Fonts,
) -> None:
    """Paint the read-out: a line, a dot on each curve, and a box with the values, placed to cover few points.

    `at` is in logical pixels, `points` are in device pixels.
    """
    top, bottom = axes.top / axes.ratio, axes.bottom / axes.ratio
    paint_pointer(painter, axes, at, readings, palette)
    metrics = QFontMetricsF(fonts.unit)
    pad, key, line = fonts.base * 0.5, fonts.base, metrics.height()
    texts = [f"{r.text}  {r.label}" if r.label else r.text for r in readings]
    rows = max(1, min(len(texts), int((bottom - top - pad) / line) - 1))
    columns = math.ceil(len(texts) / rows)
    each = max(metrics.horizontalAdvance(text) for text in texts) + key * 1.5
    wide = max(metrics.horizontalAdvance(head), each * columns + key * (columns - 1))
    size = (wide + 2 * pad, line * (rows + 1) + pad)
    box = free_place(axes, at, fonts.base * 0.7, size, points)
    painter.setPen(QPen(QColor(palette.border), 1.0))
    painter.setBrush(faint(palette.surround, 0.94))
    painter.drawRoundedRect(box, 5, 5)
    painter.setFont(fonts.unit)
    painter.setPen(QColor(palette.dim))
    painter.drawText(QRectF(box.left() + pad, box.top() + pad / 2, size[0], line), _FLAGS.AlignVCenter, head)
    for number, (reading, text) in enumerate(zip(readings, texts, strict=True)):
        column, row = divmod(number, rows)
        x, y = box.left() + pad + column * (each + key), box.top() + pad / 2 + (row + 1) * line
        paint_key(painter, QRectF(x, y + line / 2 - 1.5, key, 3), reading.color, reading.dash)
        painter.setPen(QColor(palette.ink))
        painter.drawText(QRectF(x + key * 1.5, y, each, line), _FLAGS.AlignVCenter, text)


def paint_pointer(
    painter: QPainter, axes: Axes, at: float, readings: Sequence[ReadoutLine], palette: ChartPalette
) -> None:
    """Paint a line at `at` (logical pixels), and a dot on each curve."""
    top, bottom = axes.top / axes.ratio, axes.bottom / axes.ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(QRectF(at, top, 1, bottom - top), faint(palette.ink, 0.55))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.panel), 1.5))
    for reading in readings:
        if axes.top <= reading.y <= axes.bottom:
            painter.setBrush(reading.color)
            painter.drawEllipse(QPointF(at + 0.5, reading.y / axes.ratio), 3.6, 3.6)


def free_place(axes: Axes, at: float, gap: float, size: tuple[float, float], points: Floats) -> QRectF:
    """Return the position next to `at` where a box of this size (logical pixels) covers the fewest points.

    Candidates are to its right and left, at the top and bottom of the plot, and a box's width farther away; among
    equally good ones, the first is chosen.
    """
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
