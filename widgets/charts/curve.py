# SPDX-License-Identifier: Apache-2.0
"""Painting of a curve's trace: as lines if marks are sparse, or as a rectangle ("span") per pixel column if dense.

Painting a thick polyline of thousands of points takes Qt hundreds of milliseconds; painting spans takes less than one.
If a pixel column contains several samples, the span follows their mean, and a faint band shows minimum and maximum.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from widgets.charts.axes import Axes
from widgets.charts.bins import Bins, Floats
from widgets.charts.trace import DASHES, Trace
from widgets.painting import draw_lines, draw_mask, draw_pixel_rects, draw_rects, faint, mixed

LINE_WIDTH = 2.0  # logical pixels
GHOST_WIDTH = 1.0
GHOST_OPACITY = 0.7
HIGHLIGHT_WIDTH = 4.0
_KEYS = {
    1: ((0.0, 0.42), (0.58, 1.0)),
    2: ((0.0, 0.14), (0.29, 0.43), (0.57, 0.71), (0.86, 1.0)),
    3: ((0.0, 0.78), (0.9, 1.0)),
    4: ((0.05, 0.2), (0.8, 0.95)),
    5: ((0.0, 0.3), (0.7, 1.0)),
}  # segments of a legend key, as shares of its width
FILL_OPACITY = 0.16
_BAND_OPACITY = 0.30
_DIMMED = 0.28
_INWARD = 1 / 2048  # inset of a span's edges, as a share of a pixel


@dataclass(frozen=True, slots=True)
class Stroke:
    """Style of a line.

    Attributes:
        color: color of the line.
        width: width in logical pixels.
        dash: 0 for a solid line, else a key of DASHES.
        fill: opacity of the area below the line; used only if there is a single curve.
    """

    color: QColor
    width: float = LINE_WIDTH
    dash: int = 0
    fill: float = 0.0

    @property
    def on(self) -> float:
        """Length of a dash in logical pixels."""
        return DASHES[self.dash][0]

    @property
    def period(self) -> float:
        """Length of a dash and a gap in logical pixels."""
        return sum(DASHES[self.dash])


@dataclass(slots=True)
class Curve:
    """Appearance and samples of a curve.

    Attributes:
        ghost: whether it is another system's, drawn thinly for comparison.
    """

    key: str
    color: QColor
    dash: int
    label: str
    ghost: bool = False
    bins: Bins = field(default_factory=Bins)


def paint_curves(painter: QPainter, axes: Axes, traces: Sequence[tuple[Stroke, Trace]]) -> None:
    """Paint curves in device pixels, the last one on top."""
    traces = [(stroke, drawn) for stroke, drawn in traces if not drawn.empty]
    for stroke, drawn in traces:
        if stroke.fill:
            paint_fill(painter, axes, drawn, stroke.color, stroke.fill)
        if stroke.width > GHOST_WIDTH:
            paint_band(painter, axes, drawn, stroke.color)
    for stroke, drawn in traces:
        paint_line(painter, axes, drawn, stroke)


def paint_fill(painter: QPainter, axes: Axes, trace: Trace, color: QColor, opacity: float) -> None:
    """Paint the translucent area between the curve and zero, that is, all pixels whose centers are inside it.

    Below the curve's lowest point, it is a single rectangle; above that, it is a mask per pixel column, whose cost does
    not depend on the number of samples. (A polygon with as many corners would take milliseconds.)
    """
    first, last = max(axes.left, math.ceil(trace.x[0] - 0.5)), min(axes.left + axes.width, math.ceil(trace.x[-1] - 0.5))
    if last <= first:
        return
    curve = np.interp(np.arange(first, last) + 0.5, trace.x, trace.y)
    high, low = np.minimum(curve, axes.foot), np.maximum(curve, axes.foot)
    if not np.isfinite(curve).any():
        return
    top, bottom = max(axes.top, math.floor(np.nanmin(high))), min(axes.bottom, math.ceil(np.nanmax(low)))
    tint = faint(color, opacity)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if axes.foot >= axes.bottom and not np.isnan(curve).any():
        solid = min(max(math.ceil(np.max(high) - 0.5), top), bottom)
        painter.fillRect(QRect(first, solid, last - first, bottom - solid), tint)
        bottom = solid
    rows = np.arange(top, bottom, dtype=np.int32)[:, np.newaxis]
    mask = rows >= np.nan_to_num(np.ceil(high - 0.5), nan=bottom).astype(np.int32)
    if axes.foot < axes.bottom:
        mask &= rows < np.ceil(low - 0.5)
    draw_mask(painter, first, top, mask, tint)


def paint_band(painter: QPainter, axes: Axes, trace: Trace, color: QColor) -> None:
    """Paint a faint band from the minimum to the maximum of each group."""
    if not trace.grouped:
        return
    seen = np.isfinite(trace.y) & (trace.bottom - trace.top > LINE_WIDTH * axes.ratio)
    rects = _columns(trace)[seen]
    rects[:, 1], rects[:, 3] = trace.top[seen], (trace.bottom - trace.top)[seen]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faint(color, _BAND_OPACITY))
    draw_pixel_rects(painter, rects)


def paint_line(painter: QPainter, axes: Axes, trace: Trace, stroke: Stroke) -> None:
    """Paint the curve's line."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if trace.spans:
        _paint_spans(painter, axes, trace, stroke)
    else:
        _paint_lines(painter, axes, trace, stroke)


def line_color(color: QColor, ground: str, dimmed: bool) -> QColor:
    """Return a curve's color, dimmed if another curve is highlighted."""
    return mixed(color, ground, _DIMMED) if dimmed else color


def paint_key(painter: QPainter, box: QRectF, color: QColor, dash: int) -> None:
    """Paint a short sample of the line for a table or read-out: a bar, two dashes, four dots, and so on."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    if not dash:
        painter.drawRect(box)
        return
    for begin, end in _KEYS[dash]:
        piece = QRectF(box.left() + box.width() * begin, box.top(), box.width() * (end - begin), box.height())
        painter.drawRect(piece)


def _paint_spans(painter: QPainter, axes: Axes, trace: Trace, stroke: Stroke) -> None:
    y, width = trace.y, stroke.width * axes.ratio
    before, after = np.empty_like(y), np.empty_like(y)
    before[:1], after[-1:] = np.nan, np.nan
    before[1:] = after[:-1] = (y[:-1] + y[1:]) / 2  # neighbors meet halfway; fmin and fmax ignore the NaN of a gap
    top = np.fmin(np.fmin(before, after), y) - width / 2
    bottom = np.fmax(np.fmax(before, after), y) + width / 2
    rects = _columns(trace)
    rects[:, 1], rects[:, 3] = top, bottom - top
    rects[:, 0] += _INWARD  # Qt rounds integer edges to either side, depending on their position
    rects[:, 2] -= 2 * _INWARD
    seen = np.isfinite(y)
    if stroke.dash:
        seen &= _dash_phase(axes, trace.x - trace.step / 2, stroke) < stroke.on * axes.ratio
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(stroke.color)
    draw_rects(painter, rects[seen])


def _paint_lines(painter: QPainter, axes: Axes, trace: Trace, stroke: Stroke) -> None:
    x, y, width = trace.x, trace.y, stroke.width * axes.ratio
    known = np.isfinite(y)
    alone = known.copy()
    alone[1:] &= ~known[:-1]
    alone[:-1] &= ~known[1:]
    if stroke.dash:
        x, y = _cut_at_dashes(axes, x, y, stroke)
        known = np.isfinite(y)
    lines = np.empty((len(x) - 1, 4))
    lines[:, 0], lines[:, 1], lines[:, 2], lines[:, 3] = x[:-1], y[:-1], x[1:], y[1:]
    seen = known[:-1] & known[1:]
    if stroke.dash:
        seen &= _dash_phase(axes, (x[:-1] + x[1:]) / 2, stroke) < stroke.on * axes.ratio
    # Square caps fill the joints and are seven times faster to draw than round ones.
    pen = QPen(stroke.color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap)
    painter.setPen(pen)
    draw_lines(painter, lines[seen])
    if alone.any():  # a sample between two gaps has no line, so paint a dot
        side = np.full(int(alone.sum()), 2.4 * width)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(stroke.color)
        draw_rects(painter, np.column_stack((trace.x[alone] - side / 2, trace.y[alone] - side / 2, side, side)))


def _columns(trace: Trace) -> Floats:
    """Return rows of x, y, width, height, with x and width in whole pixels; the caller sets y and height."""
    right = np.floor(trace.x + 0.5)  # unlike rint, which rounds halves to even, independent of the plot's position
    left = np.floor(trace.x - trace.step + 0.5)
    joined = np.isfinite(trace.y[:-1])
    left[1:] = np.where(joined, right[:-1], left[1:])
    rects = np.empty((len(right), 4))
    rects[:, 0] = left
    rects[:, 2] = np.maximum(right - left, 1.0)
    return rects


def _dash_phase(axes: Axes, x: Floats, stroke: Stroke) -> Floats:
    """Return each position's distance from the start of its dash, in device pixels.

    Dashes are tied to time rather than to the screen, so that they scroll with the curve.
    """
    return np.mod(x + (axes.origin - axes.left), stroke.period * axes.ratio)


def _cut_at_dashes(axes: Axes, x: Floats, y: Floats, stroke: Stroke) -> tuple[Floats, Floats]:
    """Insert points into the polyline where dashes start and end."""
    if len(x) < 2:
        return x, y
    period, ahead = stroke.period * axes.ratio, axes.origin - axes.left
    first, last = math.floor((x[0] + ahead) / period), math.ceil((x[-1] + ahead) / period)
    starts = np.arange(first, last + 1) * period - ahead
    cuts = np.concatenate((starts, starts + stroke.on * axes.ratio))
    cuts = cuts[(cuts > x[0]) & (cuts < x[-1])]
    every = np.unique(np.concatenate((x, cuts)))
    return every, np.interp(every, x, y)
