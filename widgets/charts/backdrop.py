"""What lies behind a chart's curves: the panel, the grid, the axes' numbers and the title."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPen, QPixmap

from widgets.theme import ChartPalette

RADIUS = 8.0
_FLAGS = Qt.AlignmentFlag


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts of a chart, all derived from the widget's own. compact: a chart too low for the full-size value."""

    title: QFont
    axis: QFont
    value: QFont
    unit: QFont
    base: float

    @classmethod
    def of(cls, font: QFont, *, compact: bool) -> "Fonts":
        """base: the font's height in logical pixels."""
        base = float(QFontInfo(font).pixelSize())
        value = _sized(font, base * (1.45 if compact else 1.95))
        value.setWeight(QFont.Weight.Bold)
        return cls(_sized(font, base), _sized(font, base * 0.8), value, _sized(font, base * 0.9), base)


@dataclass(frozen=True, slots=True)
class Backdrop:
    """Everything that a backdrop depends on, in logical pixels: an equal one needs no second painting.

    grid_x: (x, label) and grid_y: (y, label), device-pixel exact.
    """

    width: int
    height: int
    ratio: float
    palette: ChartPalette
    font_key: str
    plot: tuple[float, float, float, float]
    grid_x: tuple[tuple[float, str], ...]
    grid_y: tuple[tuple[float, str], ...]
    title: str
    log: bool

    def painted(self, fonts: Fonts) -> QPixmap:
        """The backdrop as an opaque picture in device pixels."""
        picture = QPixmap(round(self.width * self.ratio), round(self.height * self.ratio))
        picture.setDevicePixelRatio(self.ratio)
        picture.fill(QColor(self.palette.surround))
        painter = QPainter(picture)
        self._paint_panel(painter)
        self._paint_grid(painter)
        self._paint_numbers(painter, fonts)
        painter.end()
        return picture

    def _paint_panel(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(self.palette.border), 1.0))
        painter.setBrush(QColor(self.palette.panel))
        painter.drawRoundedRect(QRectF(0.5, 0.5, self.width - 1, self.height - 1), RADIUS, RADIUS)

    def _paint_grid(self, painter: QPainter) -> None:
        left, top, width, height = self.plot
        line = 1 / self.ratio if self.ratio < 1.5 else 1.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        grid = QColor(self.palette.grid)
        for x, _ in self.grid_x:
            if left < x < left + width - 1:
                painter.fillRect(QRectF(x, top, line, height), grid)
        for y, _ in self.grid_y:
            painter.fillRect(QRectF(left, min(y, top + height - line), width, line), grid)
        painter.fillRect(QRectF(left, top, line, height), grid)

    def _paint_numbers(self, painter: QPainter, fonts: Fonts) -> None:
        left, top, width, height = self.plot
        painter.setPen(QColor(self.palette.dim))
        painter.setFont(fonts.axis)
        metrics = QFontMetricsF(fonts.axis)
        line = metrics.height()
        for y, label in self.grid_y:
            box = QRectF(0, y - line / 2, left - fonts.base * 0.4, line)
            painter.drawText(box, _FLAGS.AlignRight | _FLAGS.AlignVCenter, label)
        foot = top + height + max(1.0, (self.height - top - height - line) / 2 - 1)
        for x, label in self.grid_x:
            wide = metrics.horizontalAdvance(label)
            at = min(max(x - wide / 2, left), left + width - wide - fonts.base * 0.3)
            painter.drawText(QRectF(at, foot, wide + 2, line), _FLAGS.AlignLeft | _FLAGS.AlignVCenter, label)
        if self.log:
            self._paint_log_sign(painter, fonts)
        painter.setFont(fonts.title)
        painter.setPen(QColor(self.palette.dim))
        painter.drawText(QPointF(left + fonts.base * 0.25, fonts.base * 1.5), self.title)

    def _paint_log_sign(self, painter: QPainter, fonts: Fonts) -> None:
        """A small framed "log" above the axis numbers."""
        metrics = QFontMetricsF(fonts.axis)
        wide = metrics.horizontalAdvance("log") + fonts.base * 0.6
        box = QRectF(self.plot[0] - fonts.base * 0.4 - wide, fonts.base * 0.6, wide, metrics.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(self.palette.dim), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        painter.drawText(box, _FLAGS.AlignCenter, "log")


def _sized(font: QFont, pixels: float) -> QFont:
    scaled = QFont(font)
    scaled.setPixelSize(max(7, round(pixels)))
    return scaled
