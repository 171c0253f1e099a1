# SPDX-License-Identifier: Apache-2.0
"""A time chart: title, current value, grid, curves, phases, events and a hover read-out.

The time axis is relative ("-60 s ... now"), so that its numbers and the grid stand still while the curves move.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from widgets.charts.chart_view import RADIUS, ChartView
from widgets.charts.contents import Format
from widgets.charts.curve import Curve
from widgets.charts.curve_layer import CurveLayer
from widgets.charts.items import ChartItem
from widgets.charts.plot import Band, Limit, Plot, Value
from widgets.charts.plot_painting import (
    PlacedPhase,
    paint_ends,
    paint_grid,
    paint_marks,
    paint_phases,
    paint_pointed,
    paint_values,
    placed_phases,
)
from widgets.painting import Floats
from widgets.theme import ChartPalette

Span = tuple[float, float]
"""From, to: seconds."""
NEAR_LINE = 4.0  # logical pixels from a line that a tool tip is of
_LEAST_SPAN = 4.0  # logical pixels that are dragged out at least, or no span was meant


class TimeChart(ChartView):
    """One plot over time. Everything is handed in; it never asks anybody."""

    wheel_zoomed = Signal(float, float)  # factor (below 1: closer), the time under the pointer in seconds
    hovered = Signal(object)  # the time under the pointer in seconds, or None when it left
    panned = Signal(float)  # seconds by which the view is to move, positive: later
    selecting = Signal(object)  # the Span that is being dragged out, or None when it ended
    span_selected = Signal(float, float)  # from, to: seconds; exactly this is to be shown
    reset_requested = Signal()  # double click: everything is to be shown again
    menu_requested = Signal(QPoint, object)  # where on the screen, and the time there in seconds or None

    def __init__(self, palette: ChartPalette, format: Format, parent: QWidget | None = None) -> None:  # noqa: A002
        """format: the texts of the axis numbers, and of the read-out until set_read_out() gives another."""
        plot = self._plot = Plot(palette, format, QFont(), read_out=format)
        super().__init__(plot, parent)
        self._layer, self._ratio = CurveLayer(), 1.0  # of the device that it was painted on last
        self._inside, self._phases = ChartItem(self._paint_inside), ChartItem(self._paint_phases)
        self._title, self._value = (
            ChartItem(self._paint_title),
            ChartItem(lambda painter, _: paint_values(painter, plot)),
        )
        self._labels = ChartItem(lambda painter, ratio: paint_ends(painter, plot, ratio))
        self.add(self._phases, self._title, self._value, self._labels, self._inside)
        self._row = QRectF()  # of the phases' names
        self._title_text = ""  # as far as it has room
        self._due = False  # whether the items are to be told that something moved
        self._stands: tuple[object, ...] | None = None  # where the time stood when they were told last
        self._placed: list[PlacedPhase] = []  # where the phases lay then
        self._pressed: QPointF | None = None  # where the left button went down, until it is let go
        self._selecting_from_s: float | None = None  # where a span began that is being dragged out
        self._dragged_x = 0.0

    # What it shows

    def set_format(self, format: Format) -> None:  # noqa: A002
        """Another text for the axis numbers, e.g. because the scale's display unit changed."""
        self._plot.format = format
        self._changed()

    def set_read_out(self, format: Format) -> None:  # noqa: A002
        """The texts of the hover read-out, where they are to differ from the axis' (more figures, with the unit)."""
        self._plot.read_out = format
        self._inside.show_again()

    def set_title(self, text: str) -> None:
        """The counter's name, top left; what doesn't fit is elided, and whole in the tooltip."""
        if text != self._plot.title:
            self._plot.title = text
            self._describe()
            self._arrange_head()

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
            self._arrange_head()

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

    def set_samples(self, key: str, time_s: Floats, value: Floats) -> None:
        """All samples of a curve, times ascending; NaN is a gap. Usually those of the last call and a few more: the
        arrays are kept, and must not be written to afterwards."""
        bins = self._plot.curves[key].bins
        end_s, generation = bins.end_s, bins.generation
        if bins.set_samples(time_s, value) and (end_s <= self._plot.to_s or bins.generation != generation):
            self._moved()

    def set_x_range(self, from_s: float, to_s: float, *, now_s: float | None) -> None:
        """The time in view. Labels count back from now_s; with None they are times since the start."""
        if not to_s > from_s:
            raise ValueError(f"a time range must have a length: {from_s} to {to_s} s")
        if (from_s, to_s, now_s) != (self._plot.from_s, self._plot.to_s, self._plot.now_s):
            self._plot.from_s, self._plot.to_s, self._plot.now_s = from_s, to_s, now_s
            self._box.show_range()
            self._moved()

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
            self._named()
            self._phases.show_again(self._row)

    def set_windows(self, windows: Sequence[tuple[float, float, str]]) -> None:
        """What results are made of: (from_s, to_s, name); each a line at the plot's head, its name where there is room.
        The name may be empty."""
        if tuple(windows) != self._plot.windows:
            self._plot.windows = tuple(windows)
            self._named()
            self._inside.show_again()
            self._phases.show_again(self._row)

    def set_marks(self, marks: Sequence[tuple[float, str, str]]) -> None:
        """Events: (t_s, text, severity "info", "warning" or "error"); the text is the tick's tooltip."""
        if tuple(marks) != self._plot.marks:
            self._plot.marks = tuple(marks)
            self._moved()
            self._inside.show_again()

    def set_limits(self, limits: Sequence[Limit]) -> None:
        """Values that the curves should not pass, each a thin line, with the stretches beyond it."""
        if tuple(limits) != self._plot.limits:
            self._plot.limits = tuple(limits)
            self._inside.show_again()

    def set_bands(self, bands: Sequence[Band]) -> None:
        """Stretches of time in which something was away."""
        if tuple(bands) != self._plot.bands:
            self._plot.bands = tuple(bands)
            self._inside.show_again()

    def set_highlight(self, key: str | None) -> None:
        """Makes one curve thicker and dims this chart's others; a key that isn't here changes nothing here."""
        if key != self._plot.highlight:
            self._plot.highlight = key
            self._moved()

    @property
    def highlight(self) -> str | None:
        """The curve that stands out."""
        return self._plot.highlight

    def set_hover(self, t_s: float | None) -> None:
        """The moment whose values are read out. Connect every chart's `hovered` with every chart's set_hover."""
        if t_s != self._plot.hover_s:
            self._plot.hover_s = t_s
            self._inside.show_again()

    def set_selection(self, span: Span | None) -> None:
        """A span that is being dragged out, here or in another chart: it is shaded."""
        if span != self._plot.selection:
            self._plot.selection = span
            self._inside.show_again()

    def set_empty_text(self, text: str) -> None:
        """What stands where there are no samples yet, e.g. "waiting for the first sample"."""
        if text != self._plot.empty_text:
            self._plot.empty_text = text
            self._describe()
            self._inside.show_again()

    # What it hands out

    def samples_in_view(self) -> list[tuple[str, str, Floats, Floats]]:
        """Each curve's key, label, times (seconds) and values, as far as they are in view."""
        found = []
        for curve in self._plot.curves.values():
            part = curve.bins.within(self._plot.from_s, self._plot.to_s)
            found.append((curve.key, curve.label, curve.bins.time_s[part], curve.bins.value[part]))
        return found

    # Geometry

    def head_room(self) -> tuple[int, int]:
        """Where something may stand between the title and the current values: from and to, logical pixels."""
        return self._plot.head_room()

    def plot_rect(self) -> QRectF:
        """The plot, in logical pixels of the widget."""
        return self._plot.rect(self.devicePixelRatioF())

    @property
    def painted_columns(self) -> int:
        """The pixel columns of its curves that were painted so far."""
        return self._layer.painted_columns

    def sizeHint(self) -> QSize:
        """Two columns of three fit a full-HD window."""
        return QSize(560, 190)

    def minimumSizeHint(self) -> QSize:
        """Three rows fit a window of 1280 x 720."""
        return QSize(220, 84)

    # Painting

    def _named(self) -> None:
        """Other phases or windows: with the first name the plot leaves room for a row of them."""
        row = self._plot.measure().name_height
        self._moved()
        if self._plot.measure().name_height != row:
            self._changed()

    def _moved(self) -> None:
        """The curves are others, or at another time. All that is set at once is looked at once."""
        self._plot.forget()
        if not self._due:
            self._due = True
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))

    def customEvent(self, event: QEvent) -> None:
        """Tells the items what moved. As long as no pixel did, only the ends of the curves are new."""
        self._due = False
        plot, axes, place = self._plot, self._plot.axes(self._ratio), self._inside.boundingRect()
        stands = (axes.origin, axes.seconds_a_pixel, plot.highlight, plot.in_view)
        if stands != self._stands or plot.hover_s is not None:
            if self._stands is None or plot.in_view != self._stands[-1]:
                self._left.update()  # without a curve in view the axis has no numbers
            self._stands = stands
            self._inside.show_again()
            phases = placed_phases(plot, self._ratio)
            if phases != self._placed:
                self._placed = phases
                self._phases.show_again(self._row)
        else:
            begin, end = self._layer.outdated(axes, plot.scene(self._ratio))
            if begin < end:
                left = (axes.left + begin) / self._ratio
                self._inside.show_again(QRectF(left, place.top(), (end - begin) / self._ratio + 1, place.height()))
        if plot.measure().label_room:
            self._labels.show_again()

    def _arrange(self) -> None:
        super()._arrange()
        rect, row, right = self._plot.rect(), self._plot.measure().name_height, float(self.width())
        self._row = QRectF(rect.left(), rect.top() - row, rect.width(), max(row - 2, 0))
        clear = QRectF(self._row.topLeft(), QSizeF(rect.width(), max(row - 3, 0)))  # of the curves' last pixel
        self._phases.set_place(clear)
        inside = rect.adjusted(0, -2, 0, 0)
        self._inside.set_place(inside)
        self._covered = inside.toRect() if inside == QRectF(inside.toRect()) else QRect()
        self._labels.set_place(QRectF(rect.right() + 2, rect.top(), right - rect.right() - 3, rect.height()))
        self._arrange_head()

    def _arrange_head(self) -> None:
        """The title beside the current values, which change without it."""
        plot, rect, fonts = self._plot, self._plot.rect(), self._plot.fonts
        fitting, top, bottom = plot.fitting_title(), 3.0, rect.top() - plot.measure().name_height - 2
        if fitting != self._title_text:
            self._title_text = fitting
            self._title.show_again()
        wide = QFontMetricsF(fonts.title).horizontalAdvance(fitting) + fonts.base / 2
        self._title.set_place(QRectF(rect.left(), top, wide, bottom - top))
        self._value.set_place(
            QRectF(rect.left() + wide, top, self.width() - RADIUS - 2 - rect.left() - wide, bottom - top)
        )
        self._value.show_again()

    def _paint_title(self, painter: QPainter, ratio: float) -> None:
        plot, fonts = self._plot, self._plot.fonts
        painter.setFont(fonts.title)
        painter.setPen(QColor(plot.palette.dim))
        painter.drawText(QPointF(plot.rect(ratio).left() + fonts.base * 0.25, fonts.base * 1.5), self._title_text)

    def _paint_phases(self, painter: QPainter, ratio: float) -> None:
        paint_phases(painter, self._plot, self._row, ratio)

    def _paint_inside(self, painter: QPainter, ratio: float) -> None:
        """The curves over the shades of the phases, from a picture that moves with the time, and what lies on them."""
        plot, axes, self._ratio = self._plot, self._plot.axes(ratio), ratio
        painter.setClipRect(self._inside.boundingRect())
        if isinstance(painter.device(), QSvgGenerator):
            painter.save()
            painter.scale(1 / ratio, 1 / ratio)
            plot.scene(ratio).paint(painter, axes, (axes.from_s, axes.to_s))
            painter.restore()
            paint_grid(painter, plot, ratio, rows=False)
        else:
            self._layer.draw(painter, axes, plot.scene(ratio))
        paint_marks(painter, plot, ratio)
        paint_pointed(painter, plot, ratio)

    # What a person does

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            text = self.tip_at(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: a drag in the plot moves the time in view; along the time axis, or with Shift, it picks a span."""
        axes, at = self._plot.axes(), event.position()
        if event.button() is not Qt.MouseButton.LeftButton or at.y() < axes.top or self._time_at(at) is None:
            return
        self._pressed, self._dragged_x = at, at.x()
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._selecting_from_s = axes.time_s(at.x()) if shift or at.y() >= axes.bottom else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is None:
            self.hovered.emit(self._time_at(at))
            self._show_cursor(at)
        elif self._selecting_from_s is not None:
            self.selecting.emit(self._span_to(at))
        elif (
            abs(at.x() - self._pressed.x()) >= QApplication.startDragDistance() or self._dragged_x != self._pressed.x()
        ):
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            seconds = (self._dragged_x - at.x()) * self._plot.axes().seconds_a_pixel
            self._dragged_x = at.x()
            if seconds:
                self.panned.emit(seconds)
        if self._pressed is not None:  # the read-out stays at the pointer, whatever moved under it
            self.hovered.emit(self._time_at(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        picked = self._span_to(event.position()) if self._selecting_from_s is not None else None
        wide = abs(event.position().x() - self._pressed.x()) >= _LEAST_SPAN
        self._end_drag()
        if picked is not None and wide:
            self.span_selected.emit(*picked)
        self._show_cursor(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.reset_requested.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The right button, or the Menu key: then it belongs to the moment that is read out."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        self.menu_requested.emit(
            event.globalPos(), self._time_at(QPointF(event.pos())) if by_mouse else self._plot.hover_s
        )
        event.accept()

    def _span_to(self, at: QPointF) -> Span:
        axes = self._plot.axes()
        end_s = min(max(axes.time_s(at.x()), axes.from_s), axes.to_s)
        begin_s = self._selecting_from_s if self._selecting_from_s is not None else end_s
        return min(begin_s, end_s), max(begin_s, end_s)

    def _end_drag(self) -> None:
        if self._selecting_from_s is not None:
            self.selecting.emit(None)
        self._pressed = self._selecting_from_s = None

    def _show_cursor(self, at: QPointF) -> None:
        """Over the time axis a drag picks a span."""
        on_axis = at.y() >= self._plot.axes().bottom and self._time_at(at) is not None
        self.viewport().setCursor(Qt.CursorShape.SplitHCursor if on_axis else Qt.CursorShape.ArrowCursor)

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
        """Left and right move the read-out, plus and minus zoom around it, Escape ends it, or a drag."""
        key, now_s = event.key(), self._plot.to_s
        step_s = (self._plot.to_s - self._plot.from_s) / 60
        at_s = self._plot.hover_s if self._plot.hover_s is not None else now_s
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            moved = at_s + (step_s if key == Qt.Key.Key_Right else -step_s)
            self.hovered.emit(min(max(moved, self._plot.from_s), self._plot.to_s))
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Minus}:
            self.wheel_zoomed.emit(0.8 if key == Qt.Key.Key_Plus else 1.25, at_s)
        elif key == Qt.Key.Key_Escape and self._pressed is not None:
            self._end_drag()
        elif key == Qt.Key.Key_F10 and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.menu_requested.emit(self.mapToGlobal(self.rect().center()), self._plot.hover_s)
        elif key == Qt.Key.Key_Escape and self._plot.hover_s is not None:
            self.hovered.emit(None)
        else:
            super().keyPressEvent(event)

    def _time_at(self, position: QPointF) -> float | None:
        axes = self._plot.axes()
        if not (axes.left <= position.x() <= axes.left + axes.width):
            return None
        return axes.time_s(position.x())

    def tip_at(self, position: QPointF) -> str:
        """The texts of events and limits under the pointer, the title where it is elided, or why the chart is empty."""
        axes = self._plot.axes()
        if position.y() < axes.top:
            return self._plot.title if self._plot.fitting_title() != self._plot.title else ""
        near = [text for t_s, text, _ in self._plot.marks if abs(axes.still_x(t_s) - position.x()) <= 5]
        if axes.left <= position.x():
            near += [one.text for one in self._plot.limits if abs(self._plot.limit_y(one) - position.y()) <= NEAR_LINE]
            at_s = axes.time_s(position.x())
            near += [band.text for band in self._plot.bands if band.from_s <= at_s <= band.to_s]
        if not near and self._plot.empty and axes.left <= position.x():
            return self._plot.empty_text
        return "\n".join(near[-8:])

    def _describe(self) -> None:
        values = ", ".join(f"{value.text} {value.unit_text}".strip() for value in self._plot.values)
        self.setAccessibleDescription(self._plot.empty_text if self._plot.empty else "")
        self.setAccessibleName(f"{self._plot.title}: {values}" if values else self._plot.title)


class HasAxis(Protocol):
    """A chart whose plot begins right of an axis."""

    def axis_width(self) -> int:
        """What the axis needs, logical pixels."""

    def set_axis_width(self, width: int) -> None:
        """What it gets at least."""


def align_axes(charts: Iterable[HasAxis]) -> None:
    """Gives the charts of one column the same left edge of the plot, so that times, or loads, align."""
    shared = list(charts)
    width = max((chart.axis_width() for chart in shared), default=0)
    for chart in shared:
        chart.set_axis_width(width)
