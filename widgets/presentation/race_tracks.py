# SPDX-License-Identifier: Apache-2.0
"""Race: a lane per system that fills with its progress, with a text about its finish.

It is shown as a panel of the workbench, and below the charts in the booth window.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from widgets.charts.chart_view import RADIUS
from widgets.painting import faint
from widgets.presentation.measure import Measure, PresentationColors, PresentationWidget, one_line, paint_text
from widgets.text import fitting, sized
from widgets.theme import ChartPalette

_FLAGS = Qt.AlignmentFlag
_HIGHEST = 130


@dataclass(frozen=True, slots=True)
class Lane:
    """Lane of one system.

    Attributes:
        name: name of the system.
        color: color of the system.
        share: progress, 0 to 1.
        text: description, such as "first, after 12.4 s".
        result: text in the track: "47.8 s" if finished, otherwise "+12.3 s".
        finished: whether the system has completed all its orders.
    """

    name: str
    color: QColor
    share: float
    text: str
    result: str = ""
    finished: bool = False


class RaceTrack(QWidget):
    """Lanes stacked vertically, with a line at the leader's position."""

    def __init__(self, palette: ChartPalette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._lanes: tuple[Lane, ...] = ()
        self._empty = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_palette(self, palette: ChartPalette) -> None:
        """Set the theme's colors. Lanes have their own colors."""
        self._palette = palette
        self.update()

    def set_lanes(self, lanes: Sequence[Lane], empty: str) -> None:
        """Set the lanes in order; `empty` is the text shown before the race."""
        if (tuple(lanes), empty) != (self._lanes, self._empty):
            self._lanes, self._empty = tuple(lanes), empty
            self.setAccessibleName("; ".join(f"{lane.name}: {lane.text}" for lane in self._lanes) or empty)
            self.update()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """Lanes shown."""
        return self._lanes

    def sizeHint(self) -> QSize:
        return QSize(700, 300)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 70 * max(len(self._lanes), 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if not self._lanes:
            painter.setPen(QColor(self._palette.dim))
            painter.drawText(self.rect(), int(_FLAGS.AlignCenter), self._empty)
            return
        height = min(self.height() / len(self._lanes), float(_HIGHEST))
        for number, lane in enumerate(self._lanes):
            self._paint_lane(painter, QRectF(0, number * height, self.width(), height - 10), lane)

    def _paint_lane(self, painter: QPainter, box: QRectF, lane: Lane) -> None:
        painter.setPen(QPen(QColor(self._palette.border), 1.0))
        painter.setBrush(QColor(self._palette.panel))
        frame = box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faint(lane.color, 0.28))
        wide = frame.width() * min(max(lane.share, 0.0), 1.0)
        painter.drawRoundedRect(QRectF(frame.left(), frame.top(), wide, frame.height()), RADIUS, RADIUS)
        painter.setBrush(lane.color)
        painter.drawRect(QRectF(frame.left() + max(wide - 3, 0), frame.top(), 3, frame.height()))
        half = frame.width() / 2 - 24
        name = fitting(sized(self.font(), 1.5, bold=True), lane.name, half, 0.6)
        plain = fitting(sized(self.font(), 1.5), lane.text, half, 0.5)
        for font, text, side, ink in (
            (name, lane.name, _FLAGS.AlignLeft, lane.color),
            (plain, lane.text, _FLAGS.AlignRight, QColor(self._palette.ink)),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            elided = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, half)
            painter.drawText(frame.adjusted(16, 0, -16, 0), int(side | _FLAGS.AlignVCenter), elided)


TEXT, NAME, TRACK, RESULT, GAP, BETWEEN = 34, 44, 104, 72, 6, 20
"""Sizes in pixels of a window that is 1080 pixels high: text, name, track height, text in the track, and gaps."""
MANY = 2
"""Maximum number of systems with full-height tracks."""
FLASH_MS = 1200
_FLASH = 0.75
"""Initial brightness of a flash, 0 to 1."""


class PresentationTracks(PresentationWidget):
    """One track per system, stacked. A system that finishes flashes once, unless the desktop disables animations."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._lanes: tuple[Lane, ...] = ()
        self._flashing: frozenset[int] = frozenset()
        self._flash = QVariantAnimation(self)
        self._flash.setStartValue(_FLASH)
        self._flash.setEndValue(0.0)
        self._flash.setDuration(FLASH_MS)
        self._flash.valueChanged.connect(lambda _value: self.update())
        self._flash.finished.connect(self.update)

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """Lanes shown."""
        return self._lanes

    @property
    def flashing(self) -> frozenset[int]:
        """Indexes of the lanes that are flashing because they have just finished."""
        return self._flashing if self._flash.state() == QVariantAnimation.State.Running else frozenset()

    def set_lanes(self, lanes: Sequence[Lane]) -> None:
        """Set the lanes in order. A lane that has finished since the last call flashes."""
        before, self._lanes = self._lanes, tuple(lanes)
        if before == self._lanes:
            return
        self.setAccessibleName("; ".join(": ".join(filter(None, (one.name, one.text, one.result))) for one in lanes))
        if len(before) == len(self._lanes):
            pairs = enumerate(zip(before, self._lanes, strict=True))
            arrived = frozenset(number for number, (was, now) in pairs if now.finished and not was.finished)
            if arrived and self.isVisible() and self._animated():
                self._flashing = arrived
                self._flash.stop()
                self._flash.start()
        self.update()

    def height_for(self, measure: Measure) -> float:
        """Return the required height in logical pixels."""
        number = max(1, len(self._lanes))
        return number * self._lane_height(measure) + (number - 1) * measure.px(BETWEEN)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        step = self._lane_height(self.measure) + self.measure.px(BETWEEN)
        for number, lane in enumerate(self._lanes):
            box = QRectF(0, number * step, self.width(), self._lane_height(self.measure))
            self._paint_lane(painter, box, lane, flashing=number in self.flashing)
        painter.end()

    def _animated(self) -> bool:
        return self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self) > 0

    def _lane_height(self, measure: Measure) -> float:
        name = QFontMetricsF(measure.font(self.font(), NAME, bold=True)).height()
        return name + measure.px(GAP) + measure.grown(TRACK) * (1.0 if len(self._lanes) <= MANY else 0.7)

    def _paint_lane(self, painter: QPainter, box: QRectF, lane: Lane, *, flashing: bool) -> None:
        name = self.measure.font(self.font(), NAME, bold=True)
        title, wide = one_line(lane.name), box.width()
        name = self.measure.fitting(name, title, wide * 0.5)
        high = QFontMetricsF(self.measure.font(self.font(), NAME, bold=True)).height()
        base = box.top() + high - QFontMetricsF(name).descent()
        taken = min(QFontMetricsF(name).horizontalAdvance(title), wide * 0.5)
        paint_text(painter, box.left(), base, taken + 1, title, name, lane.color)
        rest = wide - taken - self.measure.px(40)
        font = self.measure.fitting(self.measure.font(self.font(), TEXT), lane.text, rest)
        right = Qt.AlignmentFlag.AlignRight
        paint_text(painter, box.left() + wide - rest, base, rest, lane.text, font, self.colors.ink, align=right)
        top = high + self.measure.px(GAP)
        self._paint_track(painter, box.adjusted(0, top, 0, 0), lane, flashing=flashing)

    def _paint_track(self, painter: QPainter, box: QRectF, lane: Lane, *, flashing: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colors.track))
        radius = box.height() / 5
        painter.drawRoundedRect(box, radius, radius)
        done = box.width() * min(max(lane.share, 0.0), 1.0)
        track = QPainterPath()
        track.addRoundedRect(box, radius, radius)
        if done > 0:
            filled = QPainterPath()
            wide = max(done, 2 * radius)  # the bar enters from the left with its rounded end
            filled.addRoundedRect(QRectF(box.left() + done - wide, box.top(), wide, box.height()), radius, radius)
            painter.setBrush(lane.color)
            painter.drawPath(track.intersected(filled))
        if flashing:
            painter.setBrush(faint(self.colors.ink, float(self._flash.currentValue() or 0.0)))
            painter.drawPath(track)
        if lane.result:
            self._paint_result(painter, box, lane, done)

    def _paint_result(self, painter: QPainter, box: QRectF, lane: Lane, done: float) -> None:
        """Paint the result at the end of the progress bar, or to the right of the bar if that is too short."""
        font = self.measure.font(self.font(), RESULT, bold=True)
        font.setPixelSize(min(font.pixelSize(), max(self.measure.least, round(box.height() * 0.72))))
        metrics, pad = QFontMetricsF(font), self.measure.px(24)
        wide = metrics.horizontalAdvance(lane.result)
        base = box.center().y() + metrics.capHeight() / 2
        inside = done > wide + 2 * pad
        left = box.left() + done - wide - pad if inside else box.left() + done + pad
        paint_text(painter, left, base, wide + 1, lane.result, font, self.colors.ground if inside else self.colors.ink)
