"""The axes of a chart: pyqtgraph's axis items, with numbers where we want them."""

from collections.abc import Callable, Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets.charts.chart_view import Fonts, ratio_of

Numbers = Sequence[tuple[float, str]]
"""Logical pixels of the widget along the axis, and the text there."""
_FLAGS = Qt.AlignmentFlag


class Axis(pg.AxisItem):
    """An axis whose numbers are painted where they are handed in."""

    def __init__(self, orientation: str, numbers: Callable[[float], Numbers]) -> None:
        """numbers: the places and texts of its numbers, for a device pixel ratio."""
        super().__init__(orientation)
        self._numbers = numbers
        self._color = QColor()
        self._fonts: Fonts | None = None
        self._log = False

    def dress(self, fonts: Fonts, color: QColor, *, log: bool = False) -> None:
        """Its looks. log: a small framed "log" says that it is logarithmic."""
        self._fonts, self._color, self._log = fonts, color, log
        self.update()

    def lie(self, place: QRectF) -> None:
        """Where it lies in the widget."""
        self.setWidth(place.width())
        self.setHeight(place.height())
        self.setGeometry(place)

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self.size().width(), self.size().height())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._fonts is None:
            return
        painter.save()
        painter.translate(-self.pos())
        painter.setFont(self._fonts.axis)
        painter.setPen(self._color)
        self.draw(painter, self._fonts, self._numbers(ratio_of(painter)))
        painter.restore()

    def draw(self, painter: QPainter, fonts: Fonts, numbers: Numbers) -> None:
        """Paints the numbers."""
        raise NotImplementedError


class BottomAxis(Axis):
    """Numbers below a plot, none beyond its ends."""

    def __init__(self, numbers: Callable[[float], Numbers]) -> None:
        super().__init__("bottom", numbers)

    def draw(self, painter: QPainter, fonts: Fonts, numbers: Numbers) -> None:
        metrics, place = QFontMetricsF(fonts.axis), self.geometry()
        line = metrics.height()
        foot = place.top() + max(1.0, (place.height() - line) / 2 - 1)
        for x, text in numbers:
            wide = metrics.horizontalAdvance(text)
            at = min(max(x - wide / 2, place.left()), place.right() - wide - fonts.base * 0.3)
            painter.drawText(QRectF(at, foot, wide + 2, line), _FLAGS.AlignLeft | _FLAGS.AlignVCenter, text)


class LeftAxis(Axis):
    """Numbers left of a plot, their middles at their values."""

    def __init__(self, numbers: Callable[[float], Numbers]) -> None:
        super().__init__("left", numbers)

    def draw(self, painter: QPainter, fonts: Fonts, numbers: Numbers) -> None:
        metrics, right = QFontMetricsF(fonts.axis), self.geometry().right()
        line = metrics.height()
        for y, text in numbers:
            box = QRectF(0, y - line / 2, right - fonts.base * 0.4 + 4, line)
            painter.drawText(box, _FLAGS.AlignRight | _FLAGS.AlignVCenter, text)
        if self._log:
            wide = metrics.horizontalAdvance("log") + fonts.base * 0.6
            box = QRectF(right - fonts.base * 0.4 + 4 - wide, fonts.base * 0.6, wide, line)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.drawRoundedRect(box, 3, 3)
            painter.drawText(box, _FLAGS.AlignCenter, "log")
