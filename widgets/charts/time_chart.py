# SPDX-License-Identifier: Apache-2.0
"""Time chart: title, current value, grid, curves, phases, events, and a read-out on hover.

The time axis is relative ("-60 s ... now"), so that labels and grid stay in place while the curves scroll.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFont,
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
from widgets.charts.lane import LaneContents, lane_of, paint_lane
from widgets.charts.plot import Band, CurrentValue, Owner, Plot, ReadOut, ThresholdLine
from widgets.charts.plot_painting import (
    END_DOT,
    paint_end_dots,
    paint_ends,
    paint_grid,
    paint_head,
    paint_marks,
    paint_pointed,
    paint_values,
)
from widgets.painting import Floats
from widgets.theme import ChartPalette

Span = tuple[float, float]
"""Start and end in seconds."""
NEAR_LINE = 4.0  # distance in logical pixels within which a line's tooltip appears
_LEAST_SPAN = 4.0  # shorter drags, in logical pixels, select nothing


class TimeChart(ChartView):
    """A plot over time. It shows only the data passed to it."""

    wheel_zoomed = Signal(float, float)  # factor (below 1 zooms in), and the time under the pointer in seconds
    hovered = Signal(object)  # time under the pointer in seconds; None when the pointer has left
    panned = Signal(float)  # seconds to move the view by; positive: to later times
    selecting = Signal(object)  # span being dragged; None when the drag has ended
    span_selected = Signal(float, float)  # start and end, in seconds, of the span to show
    reset_requested = Signal()  # double click: show everything again
    menu_requested = Signal(QPoint, object)  # screen position, and the time there in seconds or None

    def __init__(self, palette: ChartPalette, format: Format, parent: QWidget | None = None) -> None:  # noqa: A002
        """Create the chart; `format` formats the axis labels, and the read-out unless set_read_out() is called."""
        plot = self._plot = Plot(palette, format, QFont(), read_out=lambda value, unit: (format(value, unit), ""))
        super().__init__(plot, parent)
        self._layer, self._ratio = CurveLayer(), 1.0  # ratio of the device that it was last painted on
        self._inside, self._lane_item = ChartItem(self._paint_inside), ChartItem(self._paint_lane)
        self._edge = ChartItem(self._paint_edge)
        self._title, self._value = (
            ChartItem(self._paint_title),
            ChartItem(lambda painter, _: paint_values(painter, plot)),
        )
        self._labels = ChartItem(lambda painter, ratio: paint_ends(painter, plot, ratio))
        self.add(self._lane_item, self._title, self._value, self._labels, self._inside, self._edge)
        self._head = ("", "")  # elided name of the owner, and elided title
        self._due = False  # true while a repaint of moved items is scheduled
        self._stands: tuple[object, ...] | None = None  # time axis at the last repaint
        self._lane: LaneContents | None = None  # at the last repaint
        self._pressed: QPointF | None = None  # where the left button was pressed, until its release
        self._selecting_from_s: float | None = None  # start of the span being dragged
        self._dragged_x = 0.0

    # Contents

    def set_format(self, format: Format) -> None:  # noqa: A002
        """Set the format of the axis labels, for example after the scale's display unit has changed."""
        self._plot.format = format
        self._changed()

    def set_read_out(self, format: ReadOut) -> None:  # noqa: A002
        """Set the format of the value under the pointer: its number and its unit."""
        self._plot.read_out = format

    def set_owner(self, letter: str, name: str, color: QColor | str) -> None:
        """Set the system that the chart is about; without one, the header starts with the title."""
        owner = Owner(letter, name, QColor(color))
        if owner != self._plot.owner:
            self._plot.owner = owner
            self._describe()
            self._changed()

    def set_timed(self, timed: bool) -> None:
        """Set whether the times are written below the plot; otherwise, a chart below says them."""
        if timed != self._plot.timed:
            self._plot.timed = timed
            self._changed()

    def set_lane_labels(self, worded: bool) -> None:
        """Set whether the lane above the plot has words; otherwise, only the triangles of events."""
        if worded != self._plot.lane_labels:
            self._plot.lane_labels = worded
            self._update_lane()

    def set_title(self, text: str) -> None:
        """Set the counter's name, shown at the top left; if it is elided, the tooltip shows it in full."""
        if text != self._plot.title:
            self._plot.title = text
            self._describe()
            self._arrange_head()

    def set_unit(self, unit: str) -> None:
        """Set the data's unit, which is passed to the format functions."""
        self._plot.unit = unit
        self._changed()

    def set_value(self, text: str, unit_text: str, color: QColor | str) -> None:
        """Set the large current value at the top right."""
        self.set_values([(text, unit_text, color)])

    def set_values(self, values: Sequence[tuple[str, str, QColor | str]], caption: str = "") -> None:
        """Set the values (text, unit text, color), from left to right, and what they are, such as "mean"."""
        new_values = tuple(CurrentValue(text, unit_text, QColor(color)) for text, unit_text, color in values)
        if (new_values, caption) != (self._plot.values, self._plot.caption):
            self._plot.values, self._plot.caption = new_values, caption
            self._describe()
            self._arrange_head()

    def add_curve(self, key: str, color: QColor | str, dash: int = 0, label: str = "", *, ghost: bool = False) -> None:
        """Add a curve, or change the appearance of an existing one.

        Args:
            key: identifier of the curve.
            color: color of the line.
            dash: 0 solid, 1 dashed, 2 dotted.
            label: label at its right end.
            ghost: whether it is another system's, drawn thinly for comparison.
        """
        old = self._plot.curves.get(key)
        curve = Curve(key, QColor(color), dash, label, ghost)
        if old is not None:
            curve.bins = old.bins
        self._plot.curves[key] = curve
        self._changed()

    def remove_curve(self, key: str) -> None:
        """Remove a curve, if it exists."""
        if self._plot.curves.pop(key, None) is not None:
            self._changed()

    @property
    def curve_keys(self) -> tuple[str, ...]:
        """Keys of the curves without the ghosts, in the order in which they were added."""
        return tuple(curve.key for curve in self._plot.own)

    def set_samples(self, key: str, time_s: Floats, value: Floats) -> None:
        """Set all samples of a curve, with ascending times; NaN marks a gap.

        Usually, they extend the samples of the last call by a few. The arrays are not copied; do not modify them
        afterwards.
        """
        bins = self._plot.curves[key].bins
        end_s, generation = bins.end_s, bins.generation
        if bins.set_samples(time_s, value) and (end_s <= self._plot.to_s or bins.generation != generation):
            self._schedule_repaint()

    def set_x_range(self, from_s: float, to_s: float, *, now_s: float | None) -> None:
        """Set the visible time range. Labels count back from now_s, or from the start if it is None."""
        if not to_s > from_s:
            raise ValueError(f"a time range must have a length: {from_s} to {to_s} s")
        if (from_s, to_s, now_s) != (self._plot.from_s, self._plot.to_s, self._plot.now_s):
            self._plot.from_s, self._plot.to_s, self._plot.now_s = from_s, to_s, now_s
            self._box.show_range()
            self._schedule_repaint()

    def set_y_range(self, low: float, high: float, log: bool = False) -> None:
        """Set the value axis, usually from scale.ScaleKeeper. A logarithmic axis requires low > 0."""
        if not high > low or (log and not low > 0):
            raise ValueError(f"not a {'logarithmic' if log else 'linear'} axis: {low} to {high}")
        if (low, high, log) != (self._plot.low, self._plot.high, self._plot.log):
            self._plot.low, self._plot.high, self._plot.log = low, high, log
            self._changed()

    def y_extent(self, from_s: float, to_s: float, *, positive: bool = False) -> tuple[float, float] | None:
        """Return the smallest and largest value of its own curves, or of their positive ones; None without data."""
        extents = [curve.bins.extent(from_s, to_s, positive=positive) for curve in self._plot.own]
        present = [extent for extent in extents if extent is not None]
        return (min(low for low, _ in present), max(high for _, high in present)) if present else None

    def set_spans(self, spans: Sequence[tuple[float, float, str]]) -> None:
        """Set all phases, including those out of view: (from_s, to_s, name). Every other one is shaded."""
        if tuple(spans) != self._plot.spans:
            self._plot.spans = tuple(spans)
            self._schedule_repaint()
            self._update_lane()

    def set_windows(self, windows: Sequence[tuple[float, float, str]]) -> None:
        """Set the measurement windows: (from_s, to_s, name). Each is shown as a line at the top of the plot.

        The name, written above it, may be empty.
        """
        if tuple(windows) != self._plot.windows:
            self._plot.windows = tuple(windows)
            self._inside.show_again()
            self._update_lane()

    def set_marks(self, marks: Sequence[tuple[float, str, str]]) -> None:
        """Set events: (t_s, text, severity "info", "warning", "error" or MARKER); the tooltip shows the whole text."""
        if tuple(marks) != self._plot.marks:
            self._plot.marks = tuple(marks)
            self._schedule_repaint()
            self._update_lane()

    def set_limits(self, limits: Sequence[ThresholdLine]) -> None:
        """Set limits, each of which is shown as a thin line with the periods beyond it."""
        if tuple(limits) != self._plot.limits:
            self._plot.limits = tuple(limits)
            self._inside.show_again()

    def set_bands(self, bands: Sequence[Band]) -> None:
        """Set the periods during which something was unavailable."""
        if tuple(bands) != self._plot.bands:
            self._plot.bands = tuple(bands)
            self._inside.show_again()

    def set_highlight(self, key: str | None) -> None:
        """Make one curve thicker and dim the chart's others; an unknown key has no effect."""
        if key != self._plot.highlight:
            self._plot.highlight = key
            self._schedule_repaint()

    @property
    def highlight(self) -> str | None:
        """Key of the highlighted curve."""
        return self._plot.highlight

    def set_hover(self, t_s: float | None) -> None:
        """Set the moment to read out. To synchronize charts, connect each chart's `hovered` to set_hover of all."""
        if t_s != self._plot.hover_s:
            self._plot.hover_s = t_s
            self._inside.show_again()
            self._arrange_head()

    def set_selection(self, span: Span | None) -> None:
        """Shade the span being dragged, in this chart or another."""
        if span != self._plot.selection:
            self._plot.selection = span
            self._inside.show_again()

    def set_empty_text(self, text: str) -> None:
        """Set the text shown while there are no samples, such as "waiting for the first sample"."""
        if text != self._plot.empty_text:
            self._plot.empty_text = text
            self._describe()
            self._inside.show_again()

    # Data access

    def samples_in_view(self) -> list[tuple[str, str, Floats, Floats]]:
        """Return each curve's key, label, and visible times (seconds) and values."""
        found = []
        for curve in self._plot.own:
            part = curve.bins.within(self._plot.from_s, self._plot.to_s)
            found.append((curve.key, curve.label, curve.bins.time_s[part], curve.bins.value[part]))
        return found

    # Geometry

    def head_room(self) -> tuple[int, int]:
        """Return the free horizontal range between the title and the current values, in logical pixels."""
        return self._plot.head_room()

    def plot_rect(self) -> QRectF:
        """Return the plot rectangle in logical pixels of the widget."""
        return self._plot.rect(self.devicePixelRatioF())

    @property
    def painted_columns(self) -> int:
        """Total number of pixel columns of curves painted so far."""
        return self._layer.painted_columns

    def sizeHint(self) -> QSize:
        """Return a size at which two columns of three charts fit in a full-HD window."""
        return QSize(560, 190)

    def minimumSizeHint(self) -> QSize:
        """Return a size at which three rows fit in a 1280 x 720 window."""
        return QSize(220, 84)

    # Painting

    def svg(self) -> bytes:
        """Render the chart, alone and so with all words."""
        worded, self._plot.lane_labels = self._plot.lane_labels, True
        try:
            return super().svg()
        finally:
            self._plot.lane_labels = worded

    def _update_lane(self) -> None:
        """Repaint the lane if anything in it moved by a pixel."""
        lane = lane_of(self._plot, self._ratio)
        if lane != self._lane:
            self._lane = lane
            self._lane_item.show_again()

    def _schedule_repaint(self) -> None:
        """Schedule a repaint after the curves or the time have changed. Several changes cause a single repaint."""
        self._plot.forget()
        if not self._due:
            self._due = True
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))

    def customEvent(self, event: QEvent) -> None:
        """Repaint the changed items. Until the view scrolls by a pixel, only the ends of curves have changed."""
        self._due = False
        plot, axes, place = self._plot, self._plot.axes(self._ratio), self._inside.boundingRect()
        stands = (axes.origin, axes.seconds_a_pixel, plot.highlight, plot.in_view)
        if stands != self._stands or plot.hover_s is not None:
            if self._stands is None or plot.in_view != self._stands[-1]:
                self._left.update()  # without a curve in view the axis has no labels
            self._stands = stands
            self._inside.show_again()
            self._update_lane()
        else:
            begin, end = self._layer.outdated(axes, plot.scene(self._ratio))
            if begin < end:
                left = (axes.left + begin) / self._ratio
                self._inside.show_again(QRectF(left, place.top(), (end - begin) / self._ratio + 1, place.height()))
        self._edge.show_again()
        if plot.measure().label_room:
            self._labels.show_again()
        if plot.hover_s is not None:
            self._arrange_head()

    def _arrange(self) -> None:
        super()._arrange()
        self._bottom.setVisible(self._plot.timed)
        rect, lane, right = self._plot.rect(), self._plot.lane, float(self.width())
        # clear of the curves' last pixel; triangles may extend beyond the plot's sides
        self._lane_item.set_place(QRectF(rect.left() - 6, rect.top() - lane, rect.width() + 12, lane - 3))
        self._lane = None
        inside = rect.adjusted(0, -2, 0, 0)
        self._inside.set_place(inside)
        self._covered = inside.toRect() if inside == QRectF(inside.toRect()) else QRect()
        side = END_DOT + 1
        self._edge.set_place(QRectF(rect.right(), rect.top() - side, side, rect.height() + 2 * side))
        self._labels.set_place(QRectF(rect.right() + side, rect.top(), right - rect.right() - side - 1, rect.height()))
        self._update_lane()
        self._arrange_head()

    def _arrange_head(self) -> None:
        """Lay out the title and the current values, which change independently."""
        plot = self._plot
        head, top, bottom = plot.fitting_head(), 2.0, plot.header
        if head != self._head:
            self._head = head
            self._title.show_again()
        end = float(plot.head_room()[0])
        self._title.set_place(QRectF(RADIUS, top, end - RADIUS, bottom - top))
        self._value.set_place(QRectF(end, top, self.width() - RADIUS / 2 - end, bottom - top))
        self._value.show_again()

    def _paint_title(self, painter: QPainter, _ratio: float) -> None:
        paint_head(painter, self._plot, *self._head)

    def _paint_lane(self, painter: QPainter, ratio: float) -> None:
        paint_lane(painter, self._plot, self._lane_item.boundingRect(), lane_of(self._plot, ratio))

    def _paint_edge(self, painter: QPainter, ratio: float) -> None:
        """Paint the halves of the curves' end dots that lie right of the plot."""
        painter.setClipRect(self._edge.boundingRect())
        paint_end_dots(painter, self._plot, ratio)

    def _paint_inside(self, painter: QPainter, ratio: float) -> None:
        """Paint the curves over shaded phases, from a cached picture that scrolls with time, then the marks on top."""
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
        paint_end_dots(painter, plot, ratio)
        paint_pointed(painter, plot, ratio)

    # User input

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
        """Start a drag, which pans the view or, along the time axis or with Shift, selects a span."""
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
        if self._pressed is not None:  # the read-out stays at the pointer, whatever moves underneath
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
        """Request the context menu for the moment under the pointer or, from the keyboard, the moment read out."""
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
        """Indicate with the cursor that dragging along the time axis selects a span."""
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
        """Handle keys: arrows move the read-out, plus and minus zoom around it, Escape removes it or cancels a drag."""
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
        """Return the tooltip: events and limits under the pointer, the elided title, or why the chart is empty."""
        axes = self._plot.axes()
        if position.y() < axes.top:
            return self._head_tip(position)
        near = [text for t_s, text, _ in self._plot.marks if abs(axes.still_x(t_s) - position.x()) <= 5]
        if axes.left <= position.x():
            near += [one.text for one in self._plot.limits if abs(self._plot.limit_y(one) - position.y()) <= NEAR_LINE]
            at_s = axes.time_s(position.x())
            near += [band.text for band in self._plot.bands if band.from_s <= at_s <= band.to_s]
        if not near and self._plot.empty and axes.left <= position.x():
            return self._plot.empty_text
        return "\n".join(near[-8:])

    def _head_tip(self, position: QPointF) -> str:
        """Return the tooltip of the header and the lane: the elided texts, or the events under the pointer."""
        plot, axes = self._plot, self._plot.axes()
        if position.y() >= plot.header:
            near = [text for t_s, text, _ in plot.marks if abs(axes.still_x(t_s) - position.x()) <= 6]
            return "\n".join(near[-8:])
        name = plot.owner.name if plot.owner is not None else ""
        whole = (name, plot.metric)
        return ": ".join(part for part in whole if part) if plot.fitting_head() != whole else ""

    def _describe(self) -> None:
        plot = self._plot
        values = ", ".join(f"{value.text} {value.unit_text}".strip() for value in plot.values)
        title = f"{plot.owner.letter} {plot.owner.name}, {plot.title}" if plot.owner is not None else plot.title
        said = f"{plot.caption} {values}".strip() if values else ""
        self.setAccessibleDescription(plot.empty_text if plot.empty else "")
        self.setAccessibleName(f"{title}: {said}" if said else title)


class HasAxis(Protocol):
    """A chart whose plot starts to the right of an axis."""

    def axis_width(self) -> int:
        """Return the width needed by the axis, in logical pixels."""

    def set_axis_width(self, width: int) -> None:
        """Set the minimum width of the axis."""


def align_axes(charts: Iterable[HasAxis]) -> None:
    """Align the plots of charts in a column at their left edges, so that times or loads line up."""
    shared = list(charts)
    width = max((chart.axis_width() for chart in shared), default=0)
    for chart in shared:
        chart.set_axis_width(width)
