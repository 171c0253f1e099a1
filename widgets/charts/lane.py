# SPDX-License-Identifier: Apache-2.0
"""Lane above a time chart's plot: phases, and a triangle with text for each event. Nothing covers the curves."""

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPolygonF

from widgets.charts.axes import Axes
from widgets.charts.plot import MARKER, Plot
from widgets.painting import faint

_SHADE, _EDGE = 0.07, 0.35
_LEAST_LETTERS = 4
"""Minimum number of characters of an elided text; shorter ones are not shown."""
_SIZE = 5.0
"""Half the width of a triangle in logical pixels."""
_GAP = 6.0
"""Space around text in logical pixels."""
_RANKS = {MARKER: 0, "error": 1, "warning": 1}
_OTHER, _NAMED = 3, 2


class LanePhase(NamedTuple):
    """Phase: start and end in logical pixels, whether it is shaded, and whether it starts in view."""

    left: float
    right: float
    shaded: bool
    begins: bool


class LaneTick(NamedTuple):
    """Event: x in logical pixels, and color."""

    x: float
    color: str


class LaneText(NamedTuple):
    """Text in the lane: left edge in logical pixels, text, and color."""

    left: float
    text: str
    color: str


class LaneContents(NamedTuple):
    """Everything in the lane, in its order of painting."""

    phases: tuple[LanePhase, ...]
    ticks: tuple[LaneTick, ...]
    texts: tuple[LaneText, ...]


class _Label(NamedTuple):
    """Text to place at x, most important first: to the right of x or, if allowed, to the left."""

    rank: int
    x: float
    most: float
    text: str
    color: str
    event: bool


def lane_of(plot: Plot, ratio: float) -> LaneContents:
    """Return what the lane shows."""
    axes, palette = plot.axes(ratio), plot.palette
    phases = tuple(
        LanePhase(*between(axes, from_s, to_s), number % 2 == 0, from_s > axes.from_s)
        for number, (from_s, to_s, _) in enumerate(plot.spans)
        if to_s > axes.from_s and from_s < axes.to_s
    )
    marks = sorted(
        (axes.moving_x(t_s) / ratio, text, severity)
        for t_s, text, severity in plot.marks
        if axes.from_s <= t_s <= axes.to_s
    )
    ticks = tuple(
        LaneTick(x, palette.label if severity == MARKER else palette.severity(severity)) for x, _, severity in marks
    )
    if not plot.lane_labels:
        return LaneContents(phases, ticks, ())
    metrics, texts = QFontMetricsF(plot.fonts.axis), _placed(plot, axes, marks)
    covered = [(text.left - _SIZE, text.left + metrics.horizontalAdvance(text.text) + _SIZE) for text in texts]
    clear = tuple(tick for tick in ticks if not any(left < tick.x < right for left, right in covered))
    return LaneContents(phases, clear, texts)


def _placed(plot: Plot, axes: Axes, marks: list[tuple[float, str, str]]) -> tuple[LaneText, ...]:
    metrics, palette = QFontMetricsF(plot.fonts.axis), plot.palette
    begin, end = axes.left / axes.ratio, (axes.left + axes.width) / axes.ratio
    named = [span for span in plot.windows if span[2]] or [span for span in plot.spans if span[2]]
    wanted = [
        _Label(_NAMED, left, right, name, palette.dim, event=False)
        for left, right, name in (
            (*between(axes, from_s, to_s), name)
            for from_s, to_s, name in named
            if to_s > axes.from_s and from_s < axes.to_s
        )
    ]
    starts = [words.x for words in wanted]
    for x, text, severity in marks:
        if severity == "info" and any(abs(x - start) < _SIZE for start in starts):
            continue  # shown by the phase's name
        color = palette.label if severity in {MARKER, "info"} else palette.severity(severity)
        wanted.append(_Label(_RANKS.get(severity, _OTHER), x, end, text, color, event=True))
    triangles = [(x - _SIZE, x + _SIZE, _RANKS.get(severity, _OTHER)) for x, _, severity in marks]
    placed: list[tuple[float, float]] = []
    found = []
    for words in sorted(wanted):
        # The text of a marker may cover the triangles of less important events.
        taken = [(one, other) for one, other, rank in triangles if words.rank > 0 or rank == 0] + placed
        left = words.x + _GAP + (_SIZE - 3 if words.event else 0)
        right = min([words.most, *(one for one, other in taken if other > left)]) - _GAP / 2
        wide = metrics.horizontalAdvance(words.text)
        if wide > right - left and words.event and words.rank < _OTHER:
            stop = words.x - _GAP - _SIZE + 3
            free = max([begin, *(other for one, other in taken if one < stop)]) + _GAP / 2
            if stop - free > right - left:
                left, right = max(free, stop - wide), stop
        if wide > right - left and words.event and words.rank == _OTHER:
            continue
        text = metrics.elidedText(words.text, Qt.TextElideMode.ElideRight, right - left) if right > left else ""
        if len(text) < min(len(words.text), _LEAST_LETTERS):
            continue
        placed.append((left - _GAP, left + min(wide, right - left) + _GAP))
        found.append(LaneText(left, text, words.color))
    return tuple(found)


def paint_lane(painter: QPainter, plot: Plot, place: QRectF, lane: LaneContents) -> None:
    """Paint the lane in this place, in logical pixels."""
    for phase in lane.phases:
        if phase.shaded:
            area = QRectF(phase.left, place.top(), phase.right - phase.left, place.height())
            painter.fillRect(area, faint(plot.palette.band, _SHADE))
        if phase.begins:
            painter.fillRect(QRectF(phase.left, place.top(), 1, place.height()), faint(plot.palette.band, _EDGE))
    painter.setFont(plot.fonts.axis)
    base = place.center().y() + QFontMetricsF(plot.fonts.axis).capHeight() / 2
    for text in lane.texts:
        painter.setPen(QColor(text.color))
        painter.drawText(QPointF(text.left, base), text.text)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    foot = place.bottom() - 2
    for tick in lane.ticks:
        painter.setBrush(QColor(tick.color))
        corners = (QPointF(tick.x - _SIZE, foot - 7), QPointF(tick.x + _SIZE, foot - 7), QPointF(tick.x, foot))
        painter.drawPolygon(QPolygonF(corners))


def between(axes: Axes, from_s: float, to_s: float) -> tuple[float, float]:
    """Return the ends of a time span, clipped to the view and aligned to device pixels, in logical pixels."""
    left, right = (axes.moving_x(min(max(one, axes.from_s), axes.to_s)) for one in (from_s, to_s))
    return math.floor(left + 0.5) / axes.ratio, math.floor(right + 0.5) / axes.ratio
