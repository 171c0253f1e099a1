# SPDX-License-Identifier: Apache-2.0
"""Cached opaque picture of everything that scrolls with time: background with phases, curves, and events.

Only new parts are painted. The picture is aligned to the global pixel grid (Axes.origin). When the window scrolls,
another part of it is shown, and the strip at its end is painted starting from the last marks that could still change.
The result equals a picture painted from scratch. Vertical grid lines do not scroll, so they are not part of the
picture: they are drawn into the pixels shown, where they lighten a dark background and darken a light one, and thus
appear to be below the curves.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from widgets.charts.axes import Axes
from widgets.charts.curve import HIGHLIGHT_WIDTH, Curve, Stroke, paint_curves
from widgets.charts.trace import GAP_INTERVALS, group, trace
from widgets.painting import Canvas, faint, mixed

HEAD = 2  # logical pixels by which a curve at the plot's upper edge extends above it
_UNSETTLED = 4  # marks at a curve's end that new samples may still change
_SHADE, _EDGE = 0.07, 0.35  # opacity of every other phase, and of its left edge
_AHEAD = 256  # columns that the window may scroll before the picture is shifted
Spans = tuple[tuple[float, float, str], ...]


class Tick(NamedTuple):
    """Event: a dotted line."""

    time_s: float
    color: str


Ticks = tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """Content of the picture: background with shaded phases, curves (the last one on top), and events.

    Attributes:
        columns: positions of vertical grid lines, from the plot's left edge, drawn in the color `rule`.
    """

    ground: str
    strokes: Sequence[tuple[Curve, Stroke]]
    band: str = ""
    spans: Spans = ()
    rule: str = ""
    rows: tuple[int, ...] = ()  # positions of horizontal grid lines, from the plot's upper edge, in the color `rule`
    ticks: Ticks = ()
    columns: tuple[int, ...] = ()

    def paint(self, painter: QPainter, axes: Axes, within: tuple[float, float], more: int = 1) -> None:
        """Paint the part within a time range, plus `more` marks beyond it, in device pixels."""
        head, line = math.ceil(HEAD * axes.ratio), max(1, round(axes.ratio))
        top, height = axes.top - head, axes.height + head
        begin, end = (math.floor(axes.moving_x(one) + 0.5) for one in within)
        self._paint_ground(painter, axes, QRect(begin, top, end - begin, height), self.ground, self.rule)
        for number, (from_s, to_s, _) in enumerate(self.spans):
            if to_s <= within[0] or from_s >= within[1]:
                continue
            ends = (min(max(one, within[0]), within[1]) for one in (from_s, to_s))
            left, right = (math.floor(axes.moving_x(one) + 0.5) for one in ends)
            if number % 2 == 0:
                place, ground = QRect(left, top, right - left, height), _shaded(self.band, self.ground, _SHADE)
                self._paint_ground(painter, axes, place, ground, _shaded(self.band, self.rule, _SHADE))
            if from_s > within[0]:
                painter.fillRect(QRect(left, top, line, height), _shaded(self.band, self.ground, _EDGE))
        traces = [(stroke, trace(curve.bins, axes, within, more)) for curve, stroke in self.strokes]
        paint_curves(painter, axes, traces)
        self._paint_ticks(painter, axes, within)

    def _paint_ticks(self, painter: QPainter, axes: Axes, within: tuple[float, float]) -> None:
        seen = [tick for tick in self.ticks if within[0] <= tick.time_s <= within[1]]
        if not seen:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for tick in seen:
            x = axes.moving_x(tick.time_s)
            painter.setPen(QPen(faint(tick.color, 0.55), axes.ratio, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, axes.top), QPointF(x, axes.bottom))

    def _paint_ground(
        self, painter: QPainter, axes: Axes, place: QRect, ground: QColor | str, rule: QColor | str
    ) -> None:
        """Paint an opaque background, because translucent areas take ten times as long."""
        painter.fillRect(place, QColor(ground))
        line, left, width, color = (
            1 if axes.ratio < 1.5 else round(axes.ratio),
            place.left(),
            place.width(),
            QColor(rule),
        )
        for row in self.rows:
            painter.fillRect(left, axes.top + min(row, axes.height - line), width, line, color)


class CurveLayer:
    """Picture of a scene in device pixels. Columns are numbered from time 0 s."""

    def __init__(self) -> None:
        self._picture = Canvas(1, 1)
        self._strip = Canvas(1, 1)  # reused, because allocating it takes as long as painting it
        self._appearance: object = None
        self._axes: Axes | None = None
        self._first = 0  # column at the picture's left margin
        self._pad = 0  # maximum extent of a line, cap or dot beyond its center
        self._margin = 0
        self._spans: Spans = ()
        self._ticks: Ticks = ()
        # by curve: number of marks, and the column up to which they are final
        self._settled: dict[str, tuple[int, float]] = {}
        self.painted_columns = 0  # running total, for tests

    def draw(self, painter: QPainter, axes: Axes, scene: Scene) -> None:
        """Paint the scene within the axes."""
        self._refresh(axes, scene)
        head, left = math.ceil(HEAD * axes.ratio), self._margin + axes.origin - self._first
        painter.save()
        painter.scale(1 / axes.ratio, 1 / axes.ratio)
        with self._picture.ruled([left + column for column in scene.columns], head, scene.rule, scene.ground):
            seen = QRectF(left, 0, axes.width, axes.height + head)
            painter.drawImage(QPointF(axes.left, axes.top - head), self._picture.image, seen)
        painter.restore()

    def outdated(self, axes: Axes, scene: Scene) -> tuple[int, int]:
        """Return the columns, from the plot's left edge, that draw() would repaint; none unless first < second."""
        if (
            self._axes is None
            or self._axes.origin != axes.origin
            or self._appearance_of(axes, scene) != self._appearance
        ):
            return 0, axes.width
        return max(0, self._changed_from(scene) - axes.origin), axes.width

    def _appearance_of(self, axes: Axes, scene: Scene) -> object:
        styles = tuple(
            (curve.key, curve.bins.generation, curve.bins.interval_s, stroke) for curve, stroke in scene.strokes
        )
        scale = (axes.width, axes.height, axes.ratio, axes.seconds_a_pixel, axes.low, axes.high, axes.log)
        return styles, scale, scene.ground, scene.band, scene.rule, scene.rows

    def _refresh(self, axes: Axes, scene: Scene) -> None:
        appearance, head = self._appearance_of(axes, scene), math.ceil(HEAD * axes.ratio)
        first, last = axes.origin, axes.origin + axes.width
        old_first = self._axes.origin if self._axes is not None else 0
        if appearance != self._appearance or abs(first - old_first) >= axes.width:
            self._appearance, self._first = appearance, first
            widest = max((stroke.width for _, stroke in scene.strokes), default=0.0)
            self._pad = math.ceil(2 * max(widest, HIGHLIGHT_WIDTH) * axes.ratio) + 2
            self._margin = self._pad + _longest_line(axes, scene)
            self._picture = self._picture.of(axes.width + _AHEAD + 2 * self._margin, axes.height + head)
            dirty = [(first, last)]
        else:
            if not self._first <= first <= self._first + _AHEAD:
                begin, end = max(first, old_first), min(last, old_first + axes.width)
                self._picture.move(self._margin + begin - self._first, self._margin + begin - first, end - begin)
                self._first = first
            changed = min(old_first + axes.width, self._changed_from(scene))
            dirty = [(first, old_first), (max(first, changed), last)]
        self._axes = axes
        for begin, end in dirty:
            if begin < end:
                self._paint(replace(axes, left=self._margin, top=head), scene, begin, end)
        self._spans, self._ticks = scene.spans, scene.ticks
        for curve, _ in scene.strokes:
            level = curve.bins.full(group(curve.bins, axes)[0])
            few = len(level.end_s) <= _UNSETTLED
            settled = -math.inf if few else float(level.end_s[-_UNSETTLED]) / axes.seconds_a_pixel
            self._settled[curve.key] = (len(level.end_s), settled)

    def _changed_from(self, scene: Scene) -> int:
        """Return the first column affected by new samples, phases or events."""
        assert self._axes is not None
        changed = math.inf
        for curve, _ in scene.strokes:
            count, settled = self._settled[curve.key]
            if len(curve.bins) // group(curve.bins, self._axes)[0] != count:
                changed = min(changed, settled)
        if scene.spans != self._spans:
            changed = min(changed, _first_difference(self._spans, scene.spans) / self._axes.seconds_a_pixel)
        if scene.ticks != self._ticks:
            others = set(scene.ticks).symmetric_difference(self._ticks)
            changed = min([changed, *(tick.time_s / self._axes.seconds_a_pixel for tick in others)])
        return math.floor(min(max(changed, self._axes.origin), 2**53)) - self._pad

    def _paint(self, axes: Axes, scene: Scene, begin: int, end: int) -> None:
        """Paint columns into a strip, then copy them into the picture.

        Painting with a clip or beyond an edge would give slightly different pixels.
        """
        self.painted_columns += end - begin
        shift, pad = begin - axes.origin, self._pad
        strip = self._picture
        if end - begin == axes.width:  # the whole picture: painted directly, and starting here
            self._first = begin
        else:
            strip = self._strip = self._strip.of(end - begin + 2 * self._margin, axes.height + axes.top)
        painter = QPainter(strip.image)
        within = ((begin - pad) * axes.seconds_a_pixel, (end + pad) * axes.seconds_a_pixel)
        scene.paint(painter, replace(axes, left=axes.left - shift), within, _UNSETTLED)
        painter.end()
        if strip is not self._picture:
            place = self._margin + begin - self._first
            self._picture.lay(place, strip, self._margin, end - begin)


@lru_cache(maxsize=64)
def _shaded(band: str, ground: str, share: float) -> QColor:
    return mixed(band, ground, share)


def _first_difference(old: Spans, new: Spans) -> float:
    """Return the time from which two lists of phases differ."""
    for before, after in zip_longest(old, new):
        if before is None or after is None:
            return float((before or after)[0])
        if before[:2] != after[:2]:
            same = before[0] == after[0]
            return float(min(before[1], after[1]) if same else min(before[0], after[0]))
    return math.inf


def _longest_line(axes: Axes, scene: Scene) -> int:
    """Return a margin wide enough for the longest line, rounded up to whole steps.

    The margin is needed because Qt paints a line that leaves the picture slightly differently.
    """
    lines = [curve.bins.interval_s for curve, _ in scene.strokes if not group(curve.bins, axes)[1]]
    longest = GAP_INTERVALS * max(lines, default=0.0) / axes.seconds_a_pixel
    return 16 * math.ceil(min(longest, axes.width) / 16)
