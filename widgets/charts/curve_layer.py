"""The curves of a chart as a picture that moves with the time: only what is new is painted.

The picture lies on the pixels of all time (Axes.origin). When the window moves on, it is scrolled by whole pixels, and
the strip at its end is painted from the last marks that were not yet settled. What comes out is the same, pixel by
pixel, as a picture painted afresh.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from widgets.charts.axes import Axes
from widgets.charts.curve import HIGHLIGHT_WIDTH, Curve, Stroke, paint_curves
from widgets.charts.trace import GAP_INTERVALS, group, trace

Strokes = Sequence[tuple[Curve, Stroke]]
HEAD = 2  # logical pixels that a curve on the plot's upper edge reaches above it
_UNSETTLED = 4  # marks at a curve's end that the next samples may yet change


class CurveLayer:
    """Everything in device pixels. Columns are numbered from 0 s on."""

    def __init__(self) -> None:
        self._picture = QPixmap()
        self._looks: object = None
        self._first = 0
        self._margin = 0
        self._settled: dict[str, tuple[int, float]] = {}  # by curve: samples, and the column up to which they stay
        self.painted_columns = 0  # since it was made: for the tests

    def draw(self, painter: QPainter, axes: Axes, strokes: Strokes) -> None:
        """The curves within the axes, with what lies in `strokes` last on top."""
        self._refresh(axes, strokes)
        head = math.ceil(HEAD * axes.ratio)
        painter.save()
        painter.scale(1 / axes.ratio, 1 / axes.ratio)
        seen = QRectF(self._margin, 0, axes.width, axes.height + head)
        painter.drawPixmap(QPointF(axes.left, axes.top - head), self._picture, seen)
        painter.restore()

    def _refresh(self, axes: Axes, strokes: Strokes) -> None:
        widest = max((stroke.width for _, stroke in strokes), default=0.0)
        pad = math.ceil(2 * max(widest, HIGHLIGHT_WIDTH) * axes.ratio) + 2  # a line, a cap or a dot may reach that far
        margin = pad + _longest_line(axes, strokes)
        head = math.ceil(HEAD * axes.ratio)
        styles = tuple((curve.key, curve.bins.generation, curve.bins.interval_s, stroke) for curve, stroke in strokes)
        scale = (axes.width, axes.height, axes.ratio, axes.seconds_a_pixel, axes.low, axes.high, axes.log)
        looks = (styles, scale, margin)
        first, last = axes.origin, axes.origin + axes.width
        moved = first - self._first
        if looks != self._looks or abs(moved) >= axes.width:
            self._picture = QPixmap(axes.width + 2 * margin, axes.height + head)
            self._looks, self._margin = looks, margin
            dirty = [(first, last)]
        else:
            if moved:
                self._picture.scroll(-moved, 0, QRect(margin, 0, axes.width, axes.height + head))
            kept = min(self._first + axes.width, self._changed_from(strokes) - pad)
            dirty = [(first, self._first), (max(first, kept), last)]
        self._first = first
        own_axes = replace(axes, left=margin, top=head)
        for begin, end in dirty:
            if begin < end:
                self._paint(own_axes, strokes, (begin, end), pad)
        for curve, _ in strokes:
            level = curve.bins.level(group(curve.bins, axes)[0])
            few = len(level.end_s) <= _UNSETTLED
            settled = -math.inf if few else float(level.end_s[-_UNSETTLED]) / axes.seconds_a_pixel
            self._settled[curve.key] = (len(curve.bins), settled)

    def _changed_from(self, strokes: Strokes) -> int:
        """The first column that new samples change."""
        changed = math.inf
        for curve, _ in strokes:
            count, settled = self._settled[curve.key]
            if len(curve.bins) != count:
                changed = min(changed, settled)
        return math.floor(min(max(changed, self._first), 2**53))

    def _paint(self, axes: Axes, strokes: Strokes, columns: tuple[int, int], pad: int) -> None:
        """Paints some columns beside the picture and lays them into it: what is painted with a clip, or beyond a
        picture's edge, differs in a shade."""
        begin, end = columns
        self.painted_columns += end - begin
        shift = begin - axes.origin
        strip = QPixmap(end - begin + 2 * self._margin, self._picture.height())
        strip.fill(Qt.GlobalColor.transparent)
        within = ((begin - pad) * axes.seconds_a_pixel, (end + pad) * axes.seconds_a_pixel)
        own_axes = replace(axes, left=axes.left - shift)
        traces = [(stroke, trace(curve.bins, own_axes, within, _UNSETTLED)) for curve, stroke in strokes]
        painter = QPainter(strip)
        paint_curves(painter, own_axes, traces)
        painter.end()
        if end - begin == axes.width:
            self._picture = strip
            return
        painter = QPainter(self._picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(axes.left + shift, 0, strip, self._margin, 0, end - begin, strip.height())
        painter.end()


def _longest_line(axes: Axes, strokes: Strokes) -> int:
    """Beside the plot there is room for the longest line, in whole steps: Qt draws one that leaves the picture a
    shade differently."""
    lines = [curve.bins.interval_s for curve, _ in strokes if not group(curve.bins, axes)[1]]
    longest = GAP_INTERVALS * max(lines, default=0.0) / axes.seconds_a_pixel
    return 16 * math.ceil(min(longest, axes.width) / 16)
