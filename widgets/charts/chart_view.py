"""What all charts are: a panel with rounded corners that shows a scene of items, each painted only when it changed."""

from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontInfo, QImage, QPainter, QPen
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QGraphicsView, QSizePolicy, QStyleOptionGraphicsItem, QWidget

from widgets.theme import ChartPalette

RADIUS = 8.0
_MOST_RATIO = 4.0  # finer than this a printer's picture gains nothing
_KEYBOARD_FOCUS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


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


class ChartView(pg.GraphicsView):
    """A panel. Its items paint in logical pixels of the widget."""

    def __init__(self, palette: ChartPalette, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None)
        self.chart_palette = palette
        self._framed = False
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def add(self, *items: pg.GraphicsObject | pg.GraphicsWidget) -> None:
        """Shows items, the last one on top."""
        for item in items:
            item.setZValue(len(self.scene().items()))
            self.scene().addItem(item)

    def repaint_all(self) -> None:
        """Everything looks different: another theme, font, size or scale."""
        self.viewport().update()

    def close(self) -> bool:
        """As any widget: it may be shown again. (pyqtgraph's own takes the view apart.)"""
        return QWidget.close(self)

    def image(self, ratio: float = 2.0) -> QImage:
        """The chart as a picture, `ratio` pixels for each logical one."""
        picture = QImage(self.size() * ratio, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        QWidget.render(self, picture, QPoint())
        return picture

    def svg(self) -> bytes:
        """The chart as a drawing."""
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
        palette, whole = self.chart_palette, QRectF(self.rect())
        if whole.adjusted(RADIUS, RADIUS, -RADIUS, -RADIUS).contains(rect):
            painter.fillRect(rect, QColor(palette.panel))
            return
        painter.fillRect(rect, QColor(palette.surround))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(palette.dim if self._framed else palette.border), 1.0))
        painter.setBrush(QColor(palette.panel))
        painter.drawRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the focus to those who came by keyboard."""
        self._framed = event.reason() in _KEYBOARD_FOCUS
        self.repaint_all()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._framed = False
        self.repaint_all()
        super().focusOutEvent(event)


class ChartItem(pg.GraphicsObject):
    """A part of a chart that paints in the widget's logical pixels. Its place is set; what it shows it is handed."""

    def __init__(self) -> None:
        super().__init__()
        self._place = QRectF()

    def set_place(self, place: QRectF) -> None:
        """Where it paints; nothing of it may lie outside."""
        if place != self._place:
            self.prepareGeometryChange()
            self._place = QRectF(place)

    def boundingRect(self) -> QRectF:
        return self._place

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        self.draw(painter, ratio_of(painter))
        painter.restore()

    def draw(self, painter: QPainter, ratio: float) -> None:
        """Paints it. ratio: device pixels in a logical one."""
        raise NotImplementedError


def ratio_of(painter: QPainter) -> float:
    """The device pixels in a logical one."""
    return min(_MOST_RATIO, max(1.0, painter.deviceTransform().m11()))


def _sized(font: QFont, pixels: float) -> QFont:
    scaled = QFont(font)
    scaled.setPixelSize(max(7, round(pixels)))
    return scaled
