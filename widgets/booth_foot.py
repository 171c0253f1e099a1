"""The last line of the booth window: whether this is recorded, one quiet note, and the time that is left."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.booth_measure import BoothColors, BoothWidget, Measure, one_line, paint_text

TEXT, PAD = 26, 12
"""Of the design, in pixels of a window 1080 high."""


class BoothFoot(BoothWidget):
    """Left the mark, in the middle the note, right the time."""

    def __init__(self, colors: BoothColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._mark = self._note = self._time = ""

    def set_texts(self, mark: str, note: str, time: str) -> None:
        """mark: "RECORDED 2026-11-20", "" while it is live. time: e.g. "0:42 left"."""
        made = one_line(mark), one_line(note), time
        if made != (self._mark, self._note, self._time):
            self._mark, self._note, self._time = made
            self.setAccessibleName(". ".join(part for part in made if part))
            self.update()

    def height_for(self, measure: Measure) -> float:
        """The height that it needs, logical pixels."""
        return QFontMetricsF(measure.font(self.font(), TEXT)).height() + measure.px(10)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        font = self.measure.font(self.font(), TEXT)
        bold = self.measure.font(self.font(), TEXT, bold=True)
        metrics = QFontMetricsF(font)
        base = (self.height() + metrics.capHeight()) / 2
        left = self._paint_mark(painter, base) if self._mark else 0.0
        time_wide = QFontMetricsF(bold).horizontalAdvance(self._time)
        right = self.width() - time_wide
        if self._time:
            paint_text(painter, right, base, time_wide + 1, self._time, bold, self.colors.ink)
        gap = self.measure.px(28)
        room = right - left - 2 * gap
        if self._note and room > 0:
            paint_text(
                painter,
                left + gap if self._mark else 0.0,
                base,
                room if self._mark else right - gap,
                self._note,
                font,
                self.colors.dim,
                align=Qt.AlignmentFlag.AlignHCenter if self._mark and self._time else Qt.AlignmentFlag.AlignLeft,
            )
        painter.end()

    def _paint_mark(self, painter: QPainter, base: float) -> float:
        """Returns where it ends."""
        font = self.measure.font(self.font(), TEXT, bold=True)
        metrics, pad = QFontMetricsF(font), self.measure.px(PAD)
        wide = metrics.horizontalAdvance(self._mark) + 2 * pad
        box = QRectF(0.75, 0.75, wide, self.height() - 1.5)
        painter.setPen(QPen(QColor(self.colors.mark), max(1.0, self.measure.px(1.6))))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, self.measure.px(8), self.measure.px(8))
        paint_text(painter, pad, base, wide, self._mark, font, self.colors.mark)
        return wide
