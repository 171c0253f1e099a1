"""A chart of one figure against the load: a point a step, one curve a system, a limit, and what held it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.charts.axes import spread
from widgets.charts.chart_view import RADIUS, Fonts
from widgets.charts.scale import Scale, linear_scale, log_scale
from widgets.painting import faint
from widgets.theme import ChartPalette
from widgets.translation import local, tr

Format = Callable[[float, str], str]
"""(value, unit) to text."""

_FLAGS = Qt.AlignmentFlag
_DASHES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine,
    Qt.PenStyle.DashLine,
)
_MOST_LABEL_SHARE = 0.26
_POINT = 4.0


@dataclass(frozen=True, slots=True)
class LoadPoint:
    """held: whether the step kept the limit; None where there is none."""

    load: float
    value: float
    held: bool | None = None


@dataclass(frozen=True, slots=True)
class LoadCurve:
    """A system's points, ascending by load. dash: 0 whole, 1 dashes, 2 dots. most: the highest load that held, NaN."""

    label: str
    color: QColor
    dash: int
    points: tuple[LoadPoint, ...]
    most: float = math.nan


class LoadChart(QWidget):
    """hovered: the load under the pointer that has a point, or None when it left."""

    hovered = Signal(object)

    def __init__(self, palette: ChartPalette, format: Format, parent: QWidget | None = None) -> None:  # noqa: A002
        """format: the texts of the axis numbers and of the read-out."""
        super().__init__(parent)
        self._palette = palette
        self._format = format
        self._title = self._unit = self._empty = self._axis = ""
        self._log_values = self._log_loads = False
        self._curves: tuple[LoadCurve, ...] = ()
        self._limit = math.nan
        self._hover: float | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_palette(self, palette: ChartPalette) -> None:
        """Another theme. The curves' colours come with set_curves()."""
        self._palette = palette
        self.update()

    def set_titles(self, title: str, unit: str, empty: str) -> None:
        """The figure's name and unit, and what stands there before the first point."""
        if (title, unit, empty) != (self._title, self._unit, self._empty):
            self._title, self._unit, self._empty = title, unit, empty
            self._describe()
            self.update()

    def set_axis(self, text: str, *, log_values: bool = False, log_loads: bool = False) -> None:
        """What the loads are, below their numbers, and which of the scales are logarithmic."""
        self._axis, self._log_values, self._log_loads = text, log_values, log_loads
        self.update()

    def set_curves(self, curves: Sequence[LoadCurve], limit: float = math.nan) -> None:
        """All points. limit: a line that was not to be passed, in the figure's unit; NaN: none."""
        same_limit = limit == self._limit or (math.isnan(limit) and math.isnan(self._limit))
        if tuple(curves) != self._curves or not same_limit:
            self._curves, self._limit = tuple(curves), limit
            self._describe()
            self.update()

    def set_hover(self, load: float | None) -> None:
        """The load whose values are read out. Connect every chart's `hovered` with every chart's set_hover."""
        if load != self._hover:
            self._hover = load
            self.update()

    @property
    def curves(self) -> tuple[LoadCurve, ...]:
        """What it shows."""
        return self._curves

    @property
    def axis(self) -> str:
        """What stands below the loads."""
        return self._axis

    def place_of(self, load: float, value: float) -> tuple[float, float]:
        """Where a point is drawn: x and y in logical pixels of this widget."""
        values = [point.value for curve in self._curves for point in curve.points]
        place = self._place(self._plot(Fonts.of(self.font(), compact=True), values), self._scale(values))
        return place.x(load), place.y(value)

    @property
    def limit(self) -> float:
        """The line that was not to be passed; NaN where there is none."""
        return self._limit

    def sizeHint(self) -> QSize:
        return QSize(360, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 110)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fonts = Fonts.of(self.font(), compact=True)
        self._paint_panel(painter, fonts)
        values = [point.value for curve in self._curves for point in curve.points if math.isfinite(point.value)]
        plot = self._plot(fonts, values)
        if not values:
            painter.setFont(fonts.title)
            painter.setPen(QColor(self._palette.dim))
            painter.drawText(plot, int(_FLAGS.AlignCenter | Qt.TextFlag.TextWordWrap), self._empty)
            return
        scale = self._scale(values)
        place = self._place(plot, scale)
        self._paint_axes(painter, fonts, place, scale.ticks)
        self._paint_limit(painter, fonts, place)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for curve in self._curves:
            self._paint_curve(painter, fonts, place, curve)
        self._paint_labels(painter, fonts, place)
        if self._hover is not None:
            self._paint_read_out(painter, fonts, place, self._hover)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        fonts = Fonts.of(self.font(), compact=True)
        values = [point.value for curve in self._curves for point in curve.points]
        place = self._place(self._plot(fonts, values), self._scale(values))
        loads = {point.load for curve in self._curves for point in curve.points}
        at = event.position().x()
        self.hovered.emit(min(loads, key=lambda load: abs(place.x(load) - at), default=None))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)

    # Geometry

    def _plot(self, fonts: Fonts, values: Sequence[float]) -> QRectF:
        metrics = QFontMetricsF(fonts.axis)
        ticks = self._scale(values).ticks
        left = max((metrics.horizontalAdvance(self._format(tick, self._unit)) for tick in ticks), default=0.0)
        labels = max((metrics.horizontalAdvance(curve.label) for curve in self._curves), default=0.0)
        right = min(labels + fonts.base, self.width() * _MOST_LABEL_SHARE)
        top, bottom = fonts.base * 2.2, fonts.base * (3.0 if self._axis else 1.6)
        left += fonts.base * 0.9
        return QRectF(left, top, max(self.width() - left - right, 1.0), max(self.height() - top - bottom, 1.0))

    def _scale(self, values: Sequence[float]) -> Scale:
        finite = [value for value in values if math.isfinite(value)]
        if self._log_values:
            above = [value for value in finite if value > 0]
            return log_scale(min(above, default=1.0), max(above, default=10.0))
        reach = max(finite, default=1.0)
        return linear_scale(0.0, max(reach, min(self._limit, 3 * reach)) if math.isfinite(self._limit) else reach)

    def _place(self, plot: QRectF, scale: Scale) -> "_Place":
        first, last = self._load_range()
        return _Place(plot, first, last, scale.low, scale.high, self._log_values, self._log_loads)

    def _load_range(self) -> tuple[float, float]:
        loads = [point.load for curve in self._curves for point in curve.points]
        low, high = min(loads, default=0.0), max(loads, default=1.0)
        if self._log_loads:
            return (low * 0.93, high * 1.07) if low > 0 else (1.0, 2.0)
        return (0.0, high * 1.02) if high > low or low > 0 else (0.0, 1.0)

    # Painting

    def _paint_panel(self, painter: QPainter, fonts: Fonts) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(self._palette.border), 1.0))
        painter.setBrush(QColor(self._palette.panel))
        painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), RADIUS, RADIUS)
        painter.setFont(fonts.title)
        painter.setPen(QColor(self._palette.dim))
        room = self.width() - 2 * fonts.base
        elided = QFontMetricsF(fonts.title).elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        self.setToolTip(self._title if elided != self._title else "")
        painter.drawText(QPointF(fonts.base * 0.9, fonts.base * 1.45), elided)

    def _paint_axes(self, painter: QPainter, fonts: Fonts, place: "_Place", ticks: Sequence[float]) -> None:
        metrics, plot = QFontMetricsF(fonts.axis), place.plot
        painter.setFont(fonts.axis)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for tick in ticks:
            y = place.y(tick)
            painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), QColor(self._palette.grid))
            painter.setPen(QColor(self._palette.dim))
            box = QRectF(0, y - metrics.height() / 2, plot.left() - fonts.base * 0.4, metrics.height())
            painter.drawText(box, int(_FLAGS.AlignRight | _FLAGS.AlignVCenter), self._format(tick, self._unit))
        taken = -math.inf
        for load in sorted({point.load for curve in self._curves for point in curve.points}):
            text = local(f"{load:,.10g}")
            wide, x = metrics.horizontalAdvance(text), place.x(load)
            painter.fillRect(QRectF(x, plot.bottom(), 1, 4), QColor(self._palette.dim))
            left = min(max(x - wide / 2, 0.0), self.width() - wide - 2)
            if left > taken + fonts.base * 0.4:
                painter.drawText(QPointF(left, plot.bottom() + 4 + metrics.ascent()), text)
                taken = left + wide
        if self._axis:
            top = plot.bottom() + 5 + metrics.height()
            elided = metrics.elidedText(self._axis, Qt.TextElideMode.ElideRight, self.width() - 2 * fonts.base)
            wide = metrics.horizontalAdvance(elided)
            left = min(max(plot.center().x() - wide / 2, fonts.base * 0.9), self.width() - wide - fonts.base * 0.5)
            painter.drawText(QPointF(left, top + metrics.ascent()), elided)

    def _paint_limit(self, painter: QPainter, fonts: Fonts, place: "_Place") -> None:
        if not math.isfinite(self._limit) or self._limit > place.high:
            return
        y, color = place.y(self._limit), QColor(self._palette.warning)
        painter.setPen(QPen(color, 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(place.plot.left(), y), QPointF(place.plot.right(), y))
        painter.setPen(color)
        painter.setFont(fonts.axis)
        text = tr("limit {value}").format(value=self._format(self._limit, self._unit))
        metrics = QFontMetricsF(fonts.axis)
        above = y - 3 if y - metrics.height() > place.plot.top() else y + metrics.ascent() + 2
        painter.drawText(QPointF(place.plot.left() + fonts.base * 0.3, above), text)

    def _paint_curve(self, painter: QPainter, fonts: Fonts, place: "_Place", curve: LoadCurve) -> None:
        seen = [point for point in curve.points if math.isfinite(point.value)]
        places = [QPointF(place.x(point.load), place.y(point.value)) for point in seen]
        painter.setPen(QPen(curve.color, 2.0, _DASHES[curve.dash % len(_DASHES)]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(places))
        if math.isfinite(curve.most):
            x = place.x(curve.most)
            painter.setPen(QPen(faint(curve.color, 0.8), 1.5, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, place.plot.top()), QPointF(x, place.plot.bottom()))
        painter.setPen(QPen(curve.color, 2.0))
        for point, at in zip(seen, places, strict=True):
            painter.setBrush(QColor(self._palette.panel) if point.held is False else curve.color)
            painter.drawEllipse(at, _POINT, _POINT)

    def _paint_labels(self, painter: QPainter, fonts: Fonts, place: "_Place") -> None:
        """At the curves' right ends, those that end together kept apart. Where there is no room for all, those that
        end beside another have none: the read-out names every curve."""
        metrics = QFontMetricsF(fonts.axis)
        ends: dict[float, list[tuple[float, LoadCurve]]] = {}
        for curve in self._curves:
            seen = [point for point in curve.points if math.isfinite(point.value)]
            if seen:
                ends.setdefault(seen[-1].load, []).append((place.y(seen[-1].value), curve))
        low, high = place.plot.top() + metrics.height() / 2, place.plot.bottom() - metrics.height() / 2
        painter.setFont(fonts.axis)
        room_for = math.floor((high - low) / metrics.height()) + 1
        for load, all_ends in ends.items():
            together = _spread(all_ends, room_for)
            middles = spread([min(max(y, low), high) for y, _ in together], metrics.height(), low, high)
            left = place.x(load) + fonts.base * 0.6
            for middle, (_, curve) in zip(middles, together, strict=True):
                painter.setPen(curve.color)
                room = self.width() - left - 3
                elided = metrics.elidedText(curve.label, Qt.TextElideMode.ElideRight, room)
                box = QRectF(left, middle - metrics.height() / 2, room + 1, metrics.height())
                painter.drawText(box, int(_FLAGS.AlignLeft | _FLAGS.AlignVCenter), elided)

    def _paint_read_out(self, painter: QPainter, fonts: Fonts, place: "_Place", load: float) -> None:
        read = [
            (curve, next((p for p in curve.points if p.load == load and math.isfinite(p.value)), None))
            for curve in self._curves
        ]
        lines = [(curve.color, f"{self._format(p.value, self._unit)}  {curve.label}") for curve, p in read if p]
        if not lines:
            return
        x = place.x(load)
        painter.setPen(QPen(faint(self._palette.ink, 0.5), 1.0))
        painter.drawLine(QPointF(x, place.plot.top()), QPointF(x, place.plot.bottom()))
        metrics = QFontMetricsF(fonts.unit)
        each = max(metrics.horizontalAdvance(text) for _, text in lines) + fonts.base
        columns = math.ceil(len(lines) * metrics.height() / max(place.plot.height(), metrics.height()))
        rows = math.ceil(len(lines) / columns)
        wide, tall = each * columns, metrics.height() * rows + fonts.base * 0.6
        left = x + fonts.base * 0.6 if x + fonts.base * 0.6 + wide < self.width() else x - fonts.base * 0.6 - wide
        box = QRectF(max(left, 2.0), place.plot.top(), wide, tall)
        painter.setPen(QPen(QColor(self._palette.border), 1.0))
        painter.setBrush(faint(self._palette.readout, 0.94))
        painter.drawRoundedRect(box, 5, 5)
        painter.setFont(fonts.unit)
        for number, (color, text) in enumerate(lines):
            painter.setPen(color)
            column, row = divmod(number, rows)
            y = box.top() + fonts.base * 0.3 + row * metrics.height()
            painter.drawText(QRectF(box.left() + fonts.base * 0.5 + column * each, y, each, metrics.height()), text)

    def _describe(self) -> None:
        texts = []
        for curve in self._curves:
            points = [f"{local(format(p.load, 'g'))}: {self._format(p.value, self._unit)}" for p in curve.points]
            texts.append(f"{curve.label}: {', '.join(points)}")
        self.setAccessibleName(self._title)
        self.setAccessibleDescription("; ".join(texts))


def _spread(ends: Sequence[tuple[float, LoadCurve]], room: int) -> list[tuple[float, LoadCurve]]:
    """As many of the curves' ends as have room, from the highest down: it, and those furthest from the one before."""
    ordered = sorted(ends, key=lambda end: end[0])
    gaps = [math.inf, *(after - before for (before, _), (after, _) in pairwise(ordered))]
    chosen = sorted(sorted(range(len(ordered)), key=lambda number: -gaps[number])[: max(room, 1)])
    return [ordered[number] for number in chosen]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where loads and values lie, in logical pixels."""

    plot: QRectF
    first: float
    last: float
    low: float
    high: float
    log_values: bool = False
    log_loads: bool = False

    def x(self, load: float) -> float:
        return self.plot.left() + self.plot.width() * _share(load, self.first, self.last, log=self.log_loads)

    def y(self, value: float) -> float:
        share = _share(value, self.low, self.high, log=self.log_values)
        return self.plot.bottom() - self.plot.height() * min(max(share, 0.0), 1.2)


def _share(value: float, first: float, last: float, *, log: bool) -> float:
    """Where a value lies between two ends: 0 at the first, 1 at the last."""
    if not log:
        return (value - first) / max(last - first, 1e-9)
    return math.log(value / first) / math.log(last / first) if value > 0 else 0.0
