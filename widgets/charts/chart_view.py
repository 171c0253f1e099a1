# SPDX-License-Identifier: Apache-2.0
"""Base class of all charts: a panel with rounded corners whose items are repainted only when they change."""

import pyqtgraph as pg
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView, QSizePolicy, QWidget

from widgets import theme
from widgets.charts.contents import ChartContents
from widgets.charts.items import BottomAxis, LeftAxis, PlotBox
from widgets.theme import ChartPalette

RADIUS = float(theme.RADIUS)
_KEYBOARD_FOCUS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class ChartView(pg.GraphicsView):
    """Panel with a plot and its two axes. Items paint in logical pixels of the widget."""

    def __init__(self, contents: ChartContents, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None)
        self._contents = contents
        contents.font, contents.size = self.font(), self.size()
        self._framed = self._cornered = self._arranged = False
        self._covered = QRect()  # area in which an item paints every pixel
        self._box = PlotBox(contents)
        self._left, self._bottom = LeftAxis(contents.left_numbers), BottomAxis(contents.bottom_numbers)
        self._left.linkToView(self._box)
        self._bottom.linkToView(self._box)
        self.add(self._box, self._left, self._bottom)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_palette(self, palette: ChartPalette) -> None:
        """Set the theme's colors. Curves have their own colors."""
        self._contents.palette = palette
        self._changed()

    def axis_width(self) -> int:
        """Return the width left of the plot that the axis labels need, in logical pixels."""
        return self._contents.axis_width

    def set_axis_width(self, width: int) -> None:
        """Set the minimum width left of the plot, in logical pixels.

        Charts in one column share it to align their plots.
        """
        if width != self._contents.least_axis_width:
            self._contents.least_axis_width = width
            self._changed()

    def add(self, *items: pg.GraphicsObject | pg.GraphicsWidget) -> None:
        """Add items, the last one on top."""
        for item in items:
            item.setZValue(len(self.scene().items()))
            self.scene().addItem(item)

    def _changed(self) -> None:
        """Invalidate all positions and appearances."""
        self._contents.forget()
        self._arranged = False
        self.viewport().update()

    def _arrange(self) -> None:
        """Position the items."""
        contents = self._contents
        rect, color = contents.rect(), QColor(contents.palette.dim)
        self._left.lie(QRectF(0, 0, rect.left() - 4, self.height()))
        self._left.dress(contents.fonts, color)
        foot = rect.bottom() + 2
        self._bottom.lie(QRectF(rect.left(), foot, rect.width(), self.height() - foot))
        self._bottom.dress(contents.fonts, color)
        self._box.setGeometry(rect)
        self._box.show_range()
        self._arranged = True

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._arranged:
            self._arrange()
        side, right, bottom = round(RADIUS), self.width() - round(RADIUS), self.height() - round(RADIUS)
        corners = (QRect(x, y, side, side) for x in (0, right) for y in (0, bottom))
        self._cornered = any(event.region().intersects(corner) for corner in corners)
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None:
            self._contents.size = self.size()
            self._contents.forget()
            self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange}:
            self._contents.font = self.font()
            self._changed()
        super().changeEvent(event)

    def close(self) -> bool:
        """Close like a plain widget, which can be shown again; pyqtgraph's version destroys the view."""
        return QWidget.close(self)

    def image(self, ratio: float = 2.0) -> QImage:
        """Render the chart as an image with `ratio` device pixels per logical pixel."""
        picture = QImage(self.size() * ratio, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        QWidget.render(self, picture, QPoint())
        return picture

    def svg(self) -> bytes:
        """Render the chart as SVG."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        drawing = QSvgGenerator()
        drawing.setOutputDevice(buffer)
        drawing.setSize(self.size())
        drawing.setViewBox(QRect(QPoint(0, 0), self.size()))
        drawing.setTitle(self.accessibleName())
        painter = QPainter(drawing)
        self.render(painter, QRectF(self.rect()), self.rect())
        painter.end()
        return bytes(buffer.data().data())

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        palette, whole = self._contents.palette, QRectF(self.rect())
        border = QColor(palette.dim if self._framed else palette.border)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if not self._cornered and isinstance(painter.device(), QWidget):  # ten times faster than rounded edges
            for part in _remaining_parts(QRectF(rect).toAlignedRect(), self._covered):
                painter.fillRect(part, QColor(palette.panel))
            if not whole.adjusted(1, 1, -1, -1).contains(QRectF(rect)):
                for edge in (QRectF(0, 0, 1, whole.height()), QRectF(0, 0, whole.width(), 1)):
                    painter.fillRect(edge, border)
                    edge.moveBottomRight(whole.bottomRight())
                    painter.fillRect(edge, border)
            return
        painter.fillRect(rect, QColor(palette.surround))
        painter.setPen(QPen(border, 1.0))
        painter.setBrush(QColor(palette.panel))
        painter.drawRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a focus frame if the focus came from the keyboard."""
        self._framed = event.reason() in _KEYBOARD_FOCUS
        self.viewport().update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._framed = False
        self.viewport().update()
        super().focusOutEvent(event)


def _remaining_parts(whole: QRect, covered: QRect) -> list[QRect]:
    """Return the parts of a rectangle that another one does not cover, as rectangles."""
    inner = covered.intersected(whole)
    if inner.isEmpty():
        return [whole]
    left, top, right, bottom = whole.left(), whole.top(), whole.right(), whole.bottom()
    parts = [
        QRect(left, top, whole.width(), inner.top() - top),
        QRect(left, inner.bottom() + 1, whole.width(), bottom - inner.bottom()),
        QRect(left, inner.top(), inner.left() - left, inner.height()),
        QRect(inner.right() + 1, inner.top(), right - inner.right(), inner.height()),
    ]
    return [part for part in parts if not part.isEmpty()]
