# SPDX-License-Identifier: Apache-2.0
"""Chart of a figure against load: a point per step, a curve per system, and a limit."""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QWidget

from widgets.charts.axes import Axes
from widgets.charts.chart_view import ChartView
from widgets.charts.contents import Format
from widgets.charts.curve import LINE_WIDTH
from widgets.charts.items import ChartItem
from widgets.charts.load_plot import LoadCurve, LoadPlot, PlottedPoint
from widgets.charts.plot_painting import paint_grid, paint_labels, paint_readings
from widgets.charts.trace import DASHES
from widgets.painting import Floats, faint
from widgets.theme import ChartPalette
from widgets.translation import local, tr

_POINT = 4.0


class LoadChart(ChartView):
    """Chart of a figure against load.

    The signal `hovered` carries the load of the points nearest to the pointer, or None when the pointer leaves the
    chart; `menu_requested` carries the screen position, and the load there or None.
    """

    hovered = Signal(object)
    menu_requested = Signal(QPoint, object)

    def __init__(self, palette: ChartPalette, format: Format, parent: QWidget | None = None) -> None:  # noqa: A002
        """Create the chart; `format` formats the axis labels and the read-out."""
        self._plot = LoadPlot(palette, format, QFont())
        super().__init__(self._plot, parent)
        self._inside = ChartItem(self._paint)
        self.add(self._inside)

    def set_titles(self, title: str, unit: str, empty: str) -> None:
        """Set the figure's name and unit, and the text shown until there is a point."""
        if (title, unit, empty) != (self._plot.title, self._plot.unit, self._plot.empty_text):
            self._plot.title, self._plot.unit, self._plot.empty_text = title, unit, empty
            self._changed()

    def set_axis(self, text: str, *, log_values: bool = False, log_loads: bool = False) -> None:
        """Set the title of the load axis, and which axes are logarithmic."""
        if (text, log_values, log_loads) != (self._plot.axis, self._plot.log, self._plot.log_loads):
            self._plot.axis, self._plot.log, self._plot.log_loads = text, log_values, log_loads
            self._changed()

    def set_curves(self, curves: Sequence[LoadCurve], limit: float = math.nan) -> None:
        """Set all points; `limit` is the value that should not be exceeded, in the figure's unit, or NaN."""
        same_limit = limit == self._plot.limit or (math.isnan(limit) and math.isnan(self._plot.limit))
        if tuple(curves) != self._plot.curves or not same_limit:
            self._plot.curves, self._plot.limit = tuple(curves), limit
            self._changed()

    def set_hover(self, load: float | None) -> None:
        """Set the load to read out. To synchronize charts, connect each chart's `hovered` to set_hover of all."""
        if load != self._plot.hover:
            self._plot.hover = load
            self._inside.update()

    @property
    def curves(self) -> tuple[LoadCurve, ...]:
        """Curves of the chart."""
        return self._plot.curves

    @property
    def axis(self) -> str:
        """Title of the load axis."""
        return self._plot.axis

    @property
    def limit(self) -> float:
        """Value that should not be exceeded; NaN if absent."""
        return self._plot.limit

    def samples_in_view(self) -> list[tuple[str, str, Floats, Floats]]:
        """Return label, label, loads and values of each curve; the label is repeated in place of a time chart's key."""
        found = []
        for curve in self._plot.curves:
            loads, values = (np.array([getattr(p, name) for p in curve.seen]) for name in ("load", "value"))
            found.append((curve.label, curve.label, loads, values))
        return found

    def place_of(self, load: float, value: float) -> tuple[float, float]:
        """Return the position of a point: x and y in logical pixels of this widget."""
        x, y = self._plot.places([PlottedPoint(load, value)], self._plot.axes())[0].tolist()
        return x, y

    def sizeHint(self) -> QSize:
        return QSize(360, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 110)

    # Painting

    def _changed(self) -> None:
        plot = self._plot
        texts = []
        for curve in plot.curves:
            points = [f"{local(format(p.load, 'g'))}: {plot.format(p.value, plot.unit)}" for p in curve.points]
            texts.append(f"{curve.label}: {', '.join(points)}")
        self.setAccessibleName(plot.title)
        self.setAccessibleDescription("; ".join(texts) or plot.empty_text)
        super()._changed()

    def _arrange(self) -> None:
        super()._arrange()
        plot, rect, whole = self._plot, self._plot.rect(), QRectF(self.rect())
        self._bottom.lie(QRectF(2, rect.bottom() + 2, whole.width() - 4, plot.fonts.base * 1.5))
        self._inside.set_place(whole)
        title = QFontMetricsF(plot.fonts.title).horizontalAdvance(plot.metric)
        self.setToolTip(plot.metric if title > whole.right() - rect.left() - plot.fonts.base else "")

    def _paint(self, painter: QPainter, ratio: float) -> None:
        plot, axes = self._plot, self._plot.axes(ratio)
        if not plot.empty:
            paint_grid(painter, plot, ratio, rows=True)
        self._paint_curves(painter, axes)
        self._paint_texts(painter, axes)
        self._paint_pointed(painter, axes)

    def _paint_curves(self, painter: QPainter, axes: Axes) -> None:
        """Paint the limit, the highest load within it, and each system's points and lines."""
        plot, rect = self._plot, self._plot.rect(axes.ratio)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if not plot.empty and plot.limit <= axes.high:
            self._paint_limit(painter, axes, rect)
        for curve in plot.curves:
            points = [QPointF(x, y) for x, y in plot.places(curve.seen, axes).tolist()]
            if math.isfinite(curve.most):
                x = plot.places([PlottedPoint(curve.most, axes.high)], axes)[0, 0]
                painter.setPen(_pen(faint(curve.color, 0.8), 2, width=1.5))
                painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
            painter.setPen(_pen(curve.color, curve.dash))
            painter.drawPolyline(points)
            painter.setPen(_pen(curve.color))
            for point, place in zip(curve.seen, points, strict=True):
                painter.setBrush(QColor(plot.palette.panel) if point.held is False else curve.color)
                painter.drawEllipse(place, _POINT, _POINT)

    def _paint_limit(self, painter: QPainter, axes: Axes, rect: QRectF) -> None:
        """Paint the limit as a line, with its label at the end where it covers fewer points."""
        plot, metrics = self._plot, QFontMetricsF(self._plot.fonts.axis)
        y = float(axes.y(np.array([plot.limit]))[0]) / axes.ratio
        painter.setPen(_pen(QColor(plot.palette.warning), 1, width=1.5))
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
        text = tr("limit {value}").format(value=plot.format(plot.limit, plot.unit))
        wide, line = metrics.horizontalAdvance(text), metrics.height()
        top = y - line - 1 if y - line > rect.top() else y + 2
        boxes = [QRectF(left, top, wide, line) for left in (rect.left() + 4, rect.right() - wide - 4)]
        points = [QPointF(*place) for curve in plot.curves for place in plot.places(curve.seen, axes).tolist()]
        painter.setFont(plot.fonts.axis)
        near = line / 2
        box = min(boxes, key=lambda box: sum(box.adjusted(-near, -near, near, near).contains(at) for at in points))
        painter.drawText(box, text)

    def _paint_texts(self, painter: QPainter, axes: Axes) -> None:
        """Paint the title, the axis title, and the names of the curves or the reason why there are no curves."""
        plot, fonts, rect = self._plot, self._plot.fonts, self._plot.rect(axes.ratio)
        whole = QRectF(self.rect())
        title_room = whole.right() - rect.left() - fonts.base
        painter.setPen(QColor(plot.palette.dim))
        painter.setFont(fonts.title)
        elided = QFontMetricsF(fonts.title).elidedText(plot.metric, Qt.TextElideMode.ElideRight, title_room)
        painter.drawText(QPointF(rect.left() + fonts.base * 0.25, fonts.base * 1.5), elided)
        if plot.empty:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(whole.adjusted(fonts.base, rect.top(), -fonts.base, 0), flags, plot.empty_text)
            return
        metrics = QFontMetricsF(fonts.axis)
        painter.setFont(fonts.axis)
        elided = metrics.elidedText(plot.axis, Qt.TextElideMode.ElideRight, whole.width() - 2 * fonts.base)
        wide = metrics.horizontalAdvance(elided)
        left = min(max(rect.center().x() - wide / 2, fonts.base * 0.9), whole.width() - wide - fonts.base * 0.5)
        painter.drawText(QPointF(left, whole.height() - metrics.descent() - fonts.base * 0.25), elided)
        for x, labels in plot.ends(axes):
            start = x + fonts.base * 0.6
            paint_labels(painter, labels, QRectF(start, rect.top(), whole.right() - start - 3, rect.height()), fonts)

    def _paint_pointed(self, painter: QPainter, axes: Axes) -> None:
        """Paint the read-out at the load under the pointer."""
        plot, readings = self._plot, self._plot.readings(axes)
        if plot.hover is None or not readings:
            return
        head = f"{local(f'{plot.hover:,.10g}')} {plot.axis.partition(',')[0]}"
        at = round(float(axes.x(plot.along([plot.hover]))[0])) / axes.ratio
        places = np.concatenate([plot.places(curve.seen, axes) for curve in plot.curves if curve.seen]) * axes.ratio
        paint_readings(painter, axes, at, head, readings, places, plot.palette, plot.fonts)

    # User input

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self._load_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_requested.emit(event.globalPos(), self._load_at(QPointF(event.pos())))
        event.accept()

    def _load_at(self, position: QPointF) -> float | None:
        loads = self._plot.loads
        away = np.abs(self._plot.axes().x(self._plot.along(loads)) - position.x())
        return loads[int(np.argmin(away))] if loads else None


def _pen(color: QColor, dash: int = 0, *, width: float = LINE_WIDTH) -> QPen:
    """Return a pen with one of the charts' dash patterns."""
    pen = QPen(color, width)
    if dash:
        pen.setDashPattern([length / width for length in DASHES[(dash - 1) % len(DASHES) + 1]])
    return pen
