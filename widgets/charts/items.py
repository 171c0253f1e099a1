# SPDX-License-Identifier: Apache-2.0
"""Items of a chart's scene: function-painted items, the view box with the ranges, and axes with custom labels."""

from collections.abc import Callable, Sequence

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets.charts.contents import ChartContents, Fonts

Numbers = Sequence[tuple[float, str]]
"""Positions along the axis in logical pixels of the widget, each with its text."""
_FLAGS = Qt.AlignmentFlag
_MOST_RATIO = 4.0  # a higher resolution does not improve a print


def ratio_of(painter: QPainter) -> float:
    """Return the device pixels per logical pixel."""
    return min(_MOST_RATIO, max(1.0, painter.deviceTransform().m11()))


class ChartItem(pg.GraphicsObject):
    """Part of a chart, painted in the widget's logical pixels, that can be repainted separately."""

    def __init__(self, draw: Callable[[QPainter, float], None]) -> None:
        """Create an item; `draw` paints it, given the number of device pixels per logical pixel."""
        super().__init__()
        self._draw = draw
        self._place = QRectF()

    def set_place(self, place: QRectF) -> None:
        """Set the area in which it paints; it must not paint outside this area."""
        if place != self._place:
            self.prepareGeometryChange()
            self._place = QRectF(place)

    def show_again(self, part: QRectF | None = None) -> None:
        """Repaint the item, or part of it.

        Qt's update() would add a pixel on each side and thus repaint neighboring items.
        """
        view = self.getViewWidget()
        if view is not None:
            view.viewport().update((self._place if part is None else part).toAlignedRect())

    def boundingRect(self) -> QRectF:
        return self._place

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        self._draw(painter, ratio_of(painter))
        painter.restore()


class PlotBox(pg.ViewBox):
    """Visible ranges, which pyqtgraph's axes follow. The box itself paints nothing."""

    def __init__(self, contents: ChartContents) -> None:
        super().__init__(enableMouse=False, enableMenu=False)
        self._contents = contents
        self._seen: object = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFlag(self.GraphicsItemFlag.ItemHasNoContents)

    def show_range(self) -> None:
        """Apply the visible ranges."""
        across, up = seen = self._contents.view_range
        if seen != self._seen:
            self._seen = seen
            self.setRange(xRange=across, yRange=up, padding=0)
            self.prepareForPaint()


class Axis(pg.AxisItem):
    """Axis whose labels are painted at given positions."""

    def __init__(self, orientation: str, numbers: Callable[[float], Numbers]) -> None:
        """Create an axis; `numbers` returns the positions and text of the labels for a device pixel ratio."""
        super().__init__(orientation)
        self._numbers = numbers
        self._color = QColor()
        self._fonts: Fonts | None = None

    def dress(self, fonts: Fonts, color: QColor) -> None:
        """Set the appearance."""
        self._fonts, self._color = fonts, color
        self.update()

    def lie(self, place: QRectF) -> None:
        """Set the area that the axis occupies in the widget."""
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
        """Paint the labels."""
        raise NotImplementedError


class BottomAxis(Axis):
    """Axis below a plot, with labels clipped to its ends."""

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
    """Axis left of a plot, with labels vertically centered on their values."""

    def __init__(self, numbers: Callable[[float], Numbers]) -> None:
        super().__init__("left", numbers)

    def draw(self, painter: QPainter, fonts: Fonts, numbers: Numbers) -> None:
        metrics, right = QFontMetricsF(fonts.axis), self.geometry().right()
        line = metrics.height()
        for y, text in numbers:
            box = QRectF(0, y - line / 2, right - fonts.base * 0.4 + 4, line)
            painter.drawText(box, _FLAGS.AlignRight | _FLAGS.AlignVCenter, text)
