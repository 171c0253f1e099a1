# SPDX-License-Identifier: Apache-2.0
"""Painting of everything below, on and next to a chart's curves, in logical pixels of the widget."""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtSvg import QSvgGenerator

from widgets.charts.axes import Axes, beside_lines, spread
from widgets.charts.contents import Contents, Fonts
from widgets.charts.curve import paint_key
from widgets.charts.curve_layer import paint_tick
from widgets.charts.plot import MARKER, TICK_SIZE, Plot, Reading
from widgets.charts.trace import end_y
from widgets.painting import Floats, faint
from widgets.theme import ChartPalette
from widgets.translation import tr

_FLAGS = Qt.AlignmentFlag
LIMIT_OPACITY = 0.75
BEYOND_OPACITY = 0.1
BAND_OPACITY = 0.12
BEYOND_BAR = 2.0
"""Height in logical pixels of the bar that marks a period beyond a limit."""
_LEAST_LETTERS = 4
"""Minimum number of characters of an elided text; shorter ones are not shown."""


def paint_grid(painter: QPainter, contents: Contents, ratio: float, *, rows: bool) -> None:
    """Paint the grid lines that are not part of the curves' picture. rows: also paint the horizontal ones."""
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


PlacedPhase = tuple[float, float, str, bool, bool]
"""Phase: start and end in logical pixels, name, whether it is shaded, and whether it starts in view."""


def placed_phases(plot: Plot, ratio: float) -> list[PlacedPhase]:
    """Return the phases in view."""
    axes = plot.axes(ratio)
    return [
        (*_between(axes, from_s, to_s), name, number % 2 == 0, from_s > axes.from_s)
        for number, (from_s, to_s, name) in enumerate(plot.spans)
        if to_s > axes.from_s and from_s < axes.to_s
    ]


def paint_phases(painter: QPainter, plot: Plot, row: QRectF, ratio: float) -> None:
    """Paint the phase names in a row above the plot, with every other phase shaded."""
    fonts, metrics = plot.fonts, QFontMetricsF(plot.fonts.axis)
    named = row.height() > 0 and not any(name for _, _, name in plot.windows)
    painter.setFont(fonts.axis)
    for left, right, text, shaded, begins in placed_phases(plot, ratio):
        if shaded:
            painter.fillRect(QRectF(left, row.top(), right - left, row.height()), faint(plot.palette.band, 0.07))
        if begins:
            painter.fillRect(QRectF(left, row.top(), 1, row.height()), faint(plot.palette.band, 0.35))
        room = right - left - fonts.base * 0.6
        if named and room > min(fonts.base * 6, metrics.horizontalAdvance(text)):  # a few letters are not worth showing
            painter.setPen(faint(plot.palette.dim, 0.85))
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            foot = row.bottom() - 1 - metrics.descent()  # the last pixel row belongs to the curves
            painter.drawText(QPointF(left + fonts.base * 0.3, foot), elided)


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
    markers = [
        (axes.moving_x(t_s) / ratio, text)
        for t_s, text, severity in plot.marks
        if severity == MARKER and axes.from_s <= t_s <= axes.to_s
    ]
    if markers:
        _paint_markers(painter, plot, axes, sorted(markers))


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
        left, right = _between(axes, band.from_s, band.to_s)
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
    """Paint a thin dashed line at each limit; in each period beyond it, shade the side beyond it and add a bar."""
    rect, ratio = plot.rect(axes.ratio), axes.ratio
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for limit in plot.limits:
        color, y = QColor(plot.palette.severity(limit.severity)), plot.limit_y(limit, ratio)
        line_y = min(max(float(axes.y(np.array([limit.value]))[0]) / ratio, rect.top()), rect.bottom())
        for from_s, to_s in limit.spans:
            if to_s <= axes.from_s or from_s >= axes.to_s:
                continue
            left, right = _between(axes, from_s, to_s)
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
    """Paint measurement windows: a line with end marks at the top of the plot, and the name above it if it fits."""
    fonts, row, ink = plot.fonts, plot.measure().name_height, plot.palette.ink
    metrics, top = QFontMetricsF(fonts.axis), axes.top / axes.ratio
    painter.setFont(fonts.axis)
    for from_s, to_s, name in plot.windows:
        if to_s <= axes.from_s or from_s >= axes.to_s:
            continue
        left, right = _between(axes, from_s, to_s)
        color = faint(ink, 0.6)
        painter.fillRect(QRectF(left + 1, top, max(right - left - 2, 1.0), 2), color)
        for at_s, x in ((from_s, left + 1), (to_s, right - 2)):
            if axes.from_s <= at_s <= axes.to_s:
                painter.fillRect(QRectF(x, top, 1, 5), color)
        if row and name and metrics.horizontalAdvance(name) + 4 <= right - left:
            painter.setPen(faint(ink, 0.75))
            place = QRectF(left, top - row, right - left, row)
            painter.drawText(place, int(_FLAGS.AlignHCenter | _FLAGS.AlignVCenter), name)


def _paint_markers(painter: QPainter, plot: Plot, axes: Axes, markers: Sequence[tuple[float, str]]) -> None:
    """Paint markers: lines, each with its text on a background at the bottom, and a triangle on the time axis.

    Args:
        painter: target.
        plot: content of the chart.
        axes: layout of the chart.
        markers: x in logical pixels and text, from left to right.
    """
    fonts, ink, metrics = plot.fonts, QColor(plot.palette.ink), QFontMetricsF(plot.fonts.axis)
    top, bottom = axes.top / axes.ratio, axes.bottom / axes.ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    ends = axes.left / axes.ratio, (axes.left + axes.width) / axes.ratio
    base, pad = bottom - metrics.descent() - fonts.base * 0.8, fonts.base * 0.3
    lines = [x for x, _ in markers]
    widths = [metrics.horizontalAdvance(text) + 2 * pad + 1 for _, text in markers]
    for (x, text), (left, wide) in zip(markers, beside_lines(lines, widths, *ends, 3.0), strict=True):
        painter.fillRect(QRectF(math.floor(x + 0.5), top, 1, bottom - top), faint(ink, 0.7))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, wide - 2 * pad)
        if len(shown) < min(len(text), _LEAST_LETTERS):
            continue  # the tooltip shows the text
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faint(plot.palette.panel, 0.88))
        painter.drawRoundedRect(QRectF(left, base - metrics.ascent(), wide, metrics.height()), 3, 3)
        painter.setFont(fonts.axis)
        painter.setPen(ink)
        painter.drawText(QPointF(left + pad, base), shown)
    for x in lines:
        paint_tick(painter, x, bottom, fonts.base * TICK_SIZE, plot.palette.ink)


def paint_values(painter: QPainter, plot: Plot) -> None:
    """Paint the current values from right to left on a common baseline."""
    fonts = plot.fonts
    number, unit = QFontMetricsF(fonts.value), QFontMetricsF(fonts.unit)
    comma = number.tightBoundingRect(",").bottom()
    foot = plot.rect().top() - plot.measure().name_height - 3
    x, y = plot.size.width() - fonts.base * 0.9, min(fonts.base * 0.65 + number.capHeight(), foot - comma)
    for value in reversed(plot.values):
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


def paint_ends(painter: QPainter, plot: Plot, ratio: float) -> None:
    """Paint the curves' names to the right of their ends, moved apart where ends are close together."""
    axes, fonts, rect = plot.axes(ratio), plot.fonts, plot.rect(ratio)
    found = [(end_y(curve.bins, axes) / ratio, curve.label, stroke.color) for curve, stroke in plot.strokes()]
    labels = sorted((label for label in found if math.isfinite(label[0]) and label[1]), key=lambda label: label[0])
    place = QRectF(rect.right() + fonts.base * 0.35, rect.top(), plot.measure().label_room, rect.height())
    paint_labels(painter, labels, place, fonts)


def paint_pointed(painter: QPainter, plot: Plot, ratio: float) -> None:
    """Paint the selected span, and the read-out: a line, a dot on each curve, and a box with the values."""
    axes, rect = plot.axes(ratio), plot.rect(ratio)
    if plot.selection is not None:
        left, right = _between(axes, *plot.selection)
        painter.fillRect(QRectF(left, rect.top(), right - left, rect.height()), faint(plot.palette.ink, 0.14))
        for x in (left, right):
            painter.fillRect(QRectF(x, rect.top(), 1, rect.height()), faint(plot.palette.ink, 0.55))
    if plot.hover_s is not None and axes.from_s <= plot.hover_s <= axes.to_s:
        at_s, head, readings = plot.readings(axes)
        if readings:
            at = math.floor(axes.moving_x(at_s) + 0.5) / axes.ratio
            paint_readings(painter, axes, at, head, readings, plot.points(axes), plot.palette, plot.fonts)


def paint_labels(painter: QPainter, labels: Sequence[tuple[float, str, QColor]], place: QRectF, fonts: Fonts) -> None:
    """Paint names at the curves' ends without overlap. labels: y (logical pixels), text and color, top down."""
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
    readings: Sequence[Reading],
    points: Floats,
    palette: ChartPalette,
    fonts: Fonts,
) -> None:
    """Paint the read-out: a line, a dot on each curve, and a box with the values, placed to cover few points.

    `at` is in logical, `points` in device pixels.
    """
    top, bottom = axes.top / axes.ratio, axes.bottom / axes.ratio
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(QRectF(at, top, 1, bottom - top), faint(palette.ink, 0.55))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(palette.panel), 1.5))
    for reading in readings:
        if axes.top <= reading.y <= axes.bottom:
            painter.setBrush(reading.color)
            painter.drawEllipse(QPointF(at + 0.5, reading.y / axes.ratio), 3.6, 3.6)
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


def free_place(axes: Axes, at: float, gap: float, size: tuple[float, float], points: Floats) -> QRectF:
    """Return the position next to `at` where a box of this size (logical pixels) covers the fewest points.

    Candidates are to its right and left, at the top and bottom of the plot, and a box's width farther away; the first
    of the best is chosen.
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


def _between(axes: Axes, from_s: float, to_s: float) -> tuple[float, float]:
    """Return the ends of a time span, clipped to the view and aligned to device pixels, in logical pixels."""
    left, right = (axes.moving_x(min(max(one, axes.from_s), axes.to_s)) for one in (from_s, to_s))
    return math.floor(left + 0.5) / axes.ratio, math.floor(right + 0.5) / axes.ratio
