"""A race under the charts: a track below each system's column, filled by what it has done, and the words above it."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.booth_measure import BoothColors, BoothWidget, Measure, one_line, paint_text
from widgets.race_track import Lane

WORDS, TRACK, GAP, BETWEEN = 24, 34, 8, 16
"""Of the design, in pixels of a window 1080 high: the words, a track's height, and their distances."""


class BoothTracks(BoothWidget):
    """One track a system, in the columns of the charts."""

    def __init__(self, colors: BoothColors, parent: QWidget | None = None) -> None:
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
            self.setAccessibleName("; ".join(f"{lane.name}: {lane.words}" for lane in lanes))
            self.update()

    def height_for(self, measure: Measure) -> float:
        """The height that it needs, logical pixels."""
        line = QFontMetricsF(measure.font(self.font(), WORDS)).height()
        return line + measure.px(GAP) + measure.grown(TRACK)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        gap = self.measure.px(BETWEEN)
        number = max(1, len(self._lanes))
        wide = (self.width() - gap * (number - 1)) / number
        font = self.measure.font(self.font(), WORDS)
        for count, lane in enumerate(self._lanes):
            left = count * (wide + gap)
            metrics = QFontMetricsF(font)
            text = " · ".join(part for part in (one_line(lane.name), lane.words) if part)
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
