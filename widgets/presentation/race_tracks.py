# SPDX-License-Identifier: Apache-2.0
"""Race in the workbench: a lane per system that fills with its progress, with a text about its finish."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.charts.chart_view import RADIUS
from widgets.painting import faint
from widgets.text import fitting, sized
from widgets.theme import ChartPalette

_FLAGS = Qt.AlignmentFlag
_HIGHEST = 130


@dataclass(frozen=True, slots=True)
class TrackLane:
    """Lane of one system.

    Attributes:
        name: Name of the system.
        color: Color of the system.
        share: Progress, 0 to 1.
        text: Description, such as "first, after 12.4 s".
    """

    name: str
    color: QColor
    share: float
    text: str


class RaceTrack(QWidget):
    """Lanes stacked vertically, with a line at the leader's position."""

    def __init__(self, palette: ChartPalette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._lanes: tuple[TrackLane, ...] = ()
        self._empty = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_palette(self, palette: ChartPalette) -> None:
        """Set the theme. Lanes have their own colors."""
        self._palette = palette
        self.update()

    def set_lanes(self, lanes: Sequence[TrackLane], empty: str) -> None:
        """Set the lanes in order. empty: text shown before the race."""
        if (tuple(lanes), empty) != (self._lanes, self._empty):
            self._lanes, self._empty = tuple(lanes), empty
            self.setAccessibleName("; ".join(f"{lane.name}: {lane.text}" for lane in self._lanes) or empty)
            self.update()

    @property
    def lanes(self) -> tuple[TrackLane, ...]:
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

    def _paint_lane(self, painter: QPainter, box: QRectF, lane: TrackLane) -> None:
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
