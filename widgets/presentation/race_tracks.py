"""A race: one lane a system, filled by what it has done, with the words that tell who came when; as a panel of the
workbench, and under the charts of a window that is read from three metres away."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.charts.backdrop import RADIUS
from widgets.painting import faint
from widgets.presentation.measure import Measure, PresentationColors, PresentationWidget, one_line, paint_text
from widgets.text import fitting, sized
from widgets.theme import ChartPalette

_FLAGS = Qt.AlignmentFlag
_HIGHEST = 130


@dataclass(frozen=True, slots=True)
class Lane:
    """name: the system. share: done of the whole, 0 to 1. text: e.g. "first, after 12.4 s"."""

    name: str
    color: QColor
    share: float
    text: str


class RaceTrack(QWidget):
    """The lanes below each other; a flag's line at their end."""

    def __init__(self, palette: ChartPalette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._lanes: tuple[Lane, ...] = ()
        self._empty = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_palette(self, palette: ChartPalette) -> None:
        """Another theme; the lanes' colours come with set_lanes()."""
        self._palette = palette
        self.update()

    def set_lanes(self, lanes: Sequence[Lane], empty: str) -> None:
        """The systems, in their order. empty: what stands there before the race."""
        if (tuple(lanes), empty) != (self._lanes, self._empty):
            self._lanes, self._empty = tuple(lanes), empty
            self.setAccessibleName("; ".join(f"{lane.name}: {lane.text}" for lane in self._lanes) or empty)
            self.update()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """What it shows."""
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


TEXT, TRACK, GAP, BETWEEN = 24, 34, 8, 16
"""Of the design, in pixels of a window 1080 high: the text, a track's height, and their distances."""


class PresentationTracks(PresentationWidget):
    """One track a system, in the columns of the charts."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._lanes: tuple[Lane, ...] = ()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """What it shows."""
        return self._lanes

    def set_lanes(self, lanes: Sequence[Lane]) -> None:
        """The systems, in their order."""
        if tuple(lanes) != self._lanes:
            self._lanes = tuple(lanes)
            self.setAccessibleName("; ".join(f"{lane.name}: {lane.text}" for lane in lanes))
            self.update()

    def height_for(self, measure: Measure) -> float:
        """The height that it needs, logical pixels."""
        line = QFontMetricsF(measure.font(self.font(), TEXT)).height()
        return line + measure.px(GAP) + measure.grown(TRACK)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        gap = self.measure.px(BETWEEN)
        number = max(1, len(self._lanes))
        wide = (self.width() - gap * (number - 1)) / number
        font = self.measure.font(self.font(), TEXT)
        for count, lane in enumerate(self._lanes):
            left = count * (wide + gap)
            metrics = QFontMetricsF(font)
            text = " · ".join(part for part in (one_line(lane.name), lane.text) if part)
            fitted = self.measure.fitting(font, text, wide)
            paint_text(painter, left, metrics.ascent(), wide, text, fitted, self.colors.dim)
            top = metrics.height() + self.measure.px(GAP)
            self._paint_track(painter, QRectF(left, top, wide, self.height() - top), lane)
        painter.end()

    def _paint_track(self, painter: QPainter, box: QRectF, lane: Lane) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colors.track))
        radius = box.height() / 2
        painter.drawRoundedRect(box, radius, radius)
        done = box.width() * min(max(lane.share, 0.0), 1.0)
        if done <= 0:
            return
        track, filled = QPainterPath(), QPainterPath()
        track.addRoundedRect(box, radius, radius)
        wide = max(done, box.height())  # a pill has no shorter form: it comes in from the left
        filled.addRoundedRect(QRectF(box.left() + done - wide, box.top(), wide, box.height()), radius, radius)
        painter.setBrush(lane.color)
        painter.drawPath(track.intersected(filled))
