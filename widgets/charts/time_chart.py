"""A time chart: title, current value, grid, curves, phases, events and a hover read-out in one painted widget.

It is painted when something changed; a read-out is laid over a picture of it. The time axis is relative
("-60 s ... now"), so that its numbers and the grid stand still while the curves move.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from widgets.charts.annotations import Value
from widgets.charts.axes import Axes
from widgets.charts.backdrop import RADIUS
from widgets.charts.curve import Curve
from widgets.charts.plot import Format, Plot, logical_plot
from widgets.theme import ChartPalette

_MOST_RATIO = 4.0  # finer than this a printer's picture gains nothing
_KEYBOARD_FOCUS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TimeChart(QWidget):
    """One plot over time. Everything is handed in; it never asks anybody."""

    wheel_zoomed = Signal(float, float)  # factor (below 1: closer), the time under the pointer in seconds
    hovered = Signal(object)  # the time under the pointer in seconds, or None when it left

    def __init__(self, palette: ChartPalette, format: Format, parent: QWidget | None = None) -> None:  # noqa: A002
        """format: the texts of the axis numbers, and of the read-out until set_read_out() gives another."""
        super().__init__(parent)
        self._plot = Plot(palette, format, format)
        self._hover_s: float | None = None
        self._picture: QPixmap | None = None
        self._framed = False
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What it shows

    def set_palette(self, palette: ChartPalette) -> None:
        """Another theme. The curves' and values' colours come with add_curve() and set_values()."""
        self._plot.palette = palette
        self._changed()

    def set_format(self, format: Format) -> None:  # noqa: A002
        """Another text for the axis numbers, e.g. because the scale's display unit changed."""
        self._plot.format = format
        self._changed()

    def set_read_out(self, format: Format) -> None:  # noqa: A002
        """The texts of the hover read-out, where they are to differ from the axis' (more figures, with the unit)."""
        self._plot.read_out = format
        self.update()

    def set_title(self, text: str) -> None:
        """The counter's name, top left; what doesn't fit is elided, and whole in the tooltip."""
        if text != self._plot.title:
            self._plot.title = text
            self._describe()
            self._changed()

    def set_unit(self, unit: str) -> None:
        """The data's unit, as the format callables know it."""
        self._plot.unit = unit
        self._changed()

    def set_value(self, text: str, unit_text: str, color: QColor | str) -> None:
        """The large current value, top right."""
        self.set_values([(text, unit_text, color)])

    def set_values(self, values: Sequence[tuple[str, str, QColor | str]]) -> None:
        """Several current values (text, unit text, colour), left to right."""
        new_values = tuple(Value(text, unit_text, QColor(color)) for text, unit_text, color in values)
        if new_values != self._plot.values:
            self._plot.values = new_values
            self._describe()
            self._changed()

    def add_curve(self, key: str, color: QColor | str, dash: int = 0, label: str = "") -> None:
        """A curve, dash: 0 whole, 1 dashes, 2 dots. With a label, its name is written at its right end. An existing
        key gets the new looks."""
        old = self._plot.curves.get(key)
        curve = Curve(key, QColor(color), dash, label)
        if old is not None:
            curve.bins = old.bins
        self._plot.curves[key] = curve
        self._changed()

    def remove_curve(self, key: str) -> None:
        """Takes a curve away, if it is there."""
        if self._plot.curves.pop(key, None) is not None:
            self._changed()

    @property
    def curve_keys(self) -> tuple[str, ...]:
        """The keys of its curves, in the order in which they were added."""
        return tuple(self._plot.curves)

    def set_samples(self, key: str, time_s: NDArray[np.float64], value: NDArray[np.float64]) -> None:
        """All samples of a curve, times ascending; NaN is a gap. Usually those of the last call and a few more: the
        arrays are kept, and must not be written to afterwards."""
        if self._plot.curves[key].bins.set_samples(time_s, value):
            self._changed()

    def set_x_range(self, from_s: float, to_s: float, *, now_s: float | None) -> None:
        """The time in view. Labels count back from now_s; with None they are times since the start."""
        if not to_s > from_s:
            raise ValueError(f"a time range must have a length: {from_s} to {to_s} s")
        if (from_s, to_s, now_s) != (self._plot.from_s, self._plot.to_s, self._plot.now_s):
            self._plot.from_s, self._plot.to_s, self._plot.now_s = from_s, to_s, now_s
            self._changed()

    def set_y_range(self, low: float, high: float, log: bool = False) -> None:
        """The vertical axis, usually from scale.ScaleKeeper. Logarithmic: low above 0."""
        if not high > low or (log and not low > 0):
            raise ValueError(f"not a {'logarithmic' if log else 'linear'} axis: {low} to {high}")
        if (low, high, log) != (self._plot.low, self._plot.high, self._plot.log):
            self._plot.low, self._plot.high, self._plot.log = low, high, log
            self._changed()

    def y_extent(self, from_s: float, to_s: float, *, positive: bool = False) -> tuple[float, float] | None:
        """Least and greatest value of all curves; of those above zero for a logarithmic axis. None without data."""
        extents = [curve.bins.extent(from_s, to_s, positive=positive) for curve in self._plot.curves.values()]
        present = [extent for extent in extents if extent is not None]
        return (min(low for low, _ in present), max(high for _, high in present)) if present else None

    def set_spans(self, spans: Sequence[tuple[float, float, str]]) -> None:
        """Phases: (from_s, to_s, name). Every other one is shaded: hand in all, also those out of view."""
        if tuple(spans) != self._plot.spans:
            self._plot.spans = tuple(spans)
            self._changed()

    def set_windows(self, windows: Sequence[tuple[float, float, str]]) -> None:
        """What results are made of: (from_s, to_s, name); each a line at the plot's head, its name where there is room.
        The name may be empty."""
        if tuple(windows) != self._plot.windows:
            self._plot.windows = tuple(windows)
            self._changed()

    def set_marks(self, marks: Sequence[tuple[float, str, str]]) -> None:
        """Events: (t_s, text, severity "info", "warning" or "error"); the text is the tick's tooltip."""
        if tuple(marks) != self._plot.marks:
            self._plot.marks = tuple(marks)
            self._changed()

    def set_highlight(self, key: str | None) -> None:
        """Makes one curve thicker and dims this chart's others; a key that isn't here changes nothing here."""
        if key != self._plot.highlight:
            self._plot.highlight = key
            self._changed()

    def set_hover(self, t_s: float | None) -> None:
        """The moment whose values are read out. Connect every chart's `hovered` with every chart's set_hover."""
        if t_s != self._hover_s:
            self._hover_s = t_s
            self.update()

    def set_empty_text(self, text: str) -> None:
        """What stands where there are no samples yet, e.g. "waiting for the first sample"."""
        if text != self._plot.empty_text:
            self._plot.empty_text = text
            self._describe()
            self._changed()

    # Geometry

    def axis_width(self) -> int:
        """The logical pixels left of the plot that the axis numbers need."""
        return self._plot.axis_width(self.size(), self.font())

    def set_axis_width(self, width: int) -> None:
        """The logical pixels left of the plot at least: charts in one column share it, so that times align."""
        if width != self._plot.least_axis_width:
            self._plot.least_axis_width = width
            self._changed()

    def plot_rect(self) -> QRectF:
        """The plot, in logical pixels of the widget."""
        return logical_plot(self._axes(self.devicePixelRatioF()))

    def sizeHint(self) -> QSize:
        """Two columns of three fit a full-HD window."""
        return QSize(560, 190)

    def minimumSizeHint(self) -> QSize:
        """Three rows fit a window of 1280 x 720."""
        return QSize(220, 84)

    # Painting

    def _changed(self) -> None:
        self._picture = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ratio = min(_MOST_RATIO, max(1.0, painter.deviceTransform().m11()))
        if self._hover_s is None or not self._plot.from_s <= self._hover_s <= self._plot.to_s:
            self._plot.paint(painter, self.size(), self.font(), ratio)
        else:  # many repaints with the same curves while the pointer moves
            if self._picture is None or self._picture.devicePixelRatio() != ratio:
                self._picture = self._plot.picture(self.size(), self.font(), ratio)
            painter.drawPixmap(0, 0, self._picture)
            painter.setFont(self.font())
            self._plot.paint_hover(painter, self.size(), self._axes(ratio), self._hover_s)
        if self._framed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(QPen(QColor(self._plot.palette.dim), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), RADIUS, RADIUS)
        painter.end()

    def _axes(self, ratio: float) -> Axes:
        return self._plot.axes(self.size(), self.font(), ratio)

    # What a person does

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            text = self.tip_at(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hovered.emit(self._time_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.hovered.emit(self._time_at(event.position()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        at_s = self._time_at(event.position())
        turned = event.angleDelta().y()
        if at_s is not None and turned:
            self.wheel_zoomed.emit(1.25 ** (-turned / 120), at_s)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right move the read-out, plus and minus zoom around it, Escape ends it."""
        key, now_s = event.key(), self._plot.to_s
        step_s = (self._plot.to_s - self._plot.from_s) / 60
        at_s = self._hover_s if self._hover_s is not None else now_s
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            moved = at_s + (step_s if key == Qt.Key.Key_Right else -step_s)
            self.hovered.emit(min(max(moved, self._plot.from_s), self._plot.to_s))
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Minus}:
            self.wheel_zoomed.emit(0.8 if key == Qt.Key.Key_Plus else 1.25, at_s)
        elif key == Qt.Key.Key_Escape and self._hover_s is not None:
            self.hovered.emit(None)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the focus to those who came by keyboard."""
        self._framed = event.reason() in _KEYBOARD_FOCUS
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._framed = False
        super().focusOutEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._picture = None
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange}:
            self._changed()
        super().changeEvent(event)

    def _time_at(self, position: QPointF) -> float | None:
        axes = self._axes(1.0)
        if not (axes.left <= position.x() <= axes.left + axes.width):
            return None
        return axes.time_s(position.x())

    def tip_at(self, position: QPointF) -> str:
        """The texts of the events under the pointer, the title where it is elided, or why the chart is empty."""
        axes = self._axes(1.0)
        if position.y() < axes.top:
            return self._plot.title if self._plot.title_elided(self.size(), self.font(), 1.0) else ""
        near = [text for t_s, text, _ in self._plot.marks if abs(float(axes.x(np.array([t_s]))[0]) - position.x()) <= 5]
        if not near and self._plot.empty and axes.left <= position.x():
            return self._plot.empty_text
        return "\n".join(near[-8:])

    def _describe(self) -> None:
        values = ", ".join(f"{value.text} {value.unit_text}".strip() for value in self._plot.values)
        self.setAccessibleDescription(self._plot.empty_text if self._plot.empty else "")
        self.setAccessibleName(f"{self._plot.title}: {values}" if values else self._plot.title)


def align_axes(charts: Iterable[TimeChart]) -> None:
    """Gives the charts of one column the same left edge of the plot, so that times align."""
    shared = list(charts)
    width = max((chart.axis_width() for chart in shared), default=0)
    for chart in shared:
        chart.set_axis_width(width)
