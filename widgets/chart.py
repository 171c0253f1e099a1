"""A time chart: title, current value, grid, curves, phases, events and a hover read-out in one painted widget.

It is painted when something changed, into a picture; the hover read-out is laid over that. The time axis is relative
("-60 s ... now"), so that its numbers and the grid stand still while the curves move.
"""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from widgets.annotations import (
    Reading,
    Value,
    paint_labels,
    paint_marks,
    paint_readout,
    paint_spans,
    paint_values,
    value_width,
)
from widgets.axes import Axes, moment_text, time_ticks
from widgets.backdrop import Backdrop, Fonts
from widgets.curve import (
    HIGHLIGHT_WIDTH,
    LINE_WIDTH,
    Curve,
    Stroke,
    line_color,
    paint_band,
    paint_fill,
    paint_line,
    trace,
)
from widgets.scale import nice_ticks
from widgets.theme import ChartPalette

Format = Callable[[float, str], str]
"""(value, unit) to text."""

_MOST_FILLED = 2  # with more curves the areas below them would only muddy each other
_MOST_RATIO = 4.0  # finer than this a printer's picture gains nothing


class TimeChart(QWidget):
    """One plot over time. Everything is handed in; it never asks anybody."""

    wheel_zoomed = Signal(float, float)  # factor (below 1: closer), the time under the pointer in seconds
    hovered = Signal(object)  # the time under the pointer in seconds, or None when it left

    def __init__(self, palette: ChartPalette, format: Format, parent: QWidget | None = None) -> None:  # noqa: A002
        """format: the texts of the axis numbers, and of the read-out until set_read_out() gives another."""
        super().__init__(parent)
        self._palette = palette
        self._format = self._read_out = format
        self._title = self._unit = ""
        self._empty_text = "waiting for the first sample"
        self._values: tuple[Value, ...] = ()
        self._curves: dict[str, Curve] = {}
        self._from_s, self._to_s = -60.0, 0.0
        self._now_s: float | None = 0.0
        self._low, self._high, self._log = 0.0, 1.0, False
        self._spans: tuple[tuple[float, float, str], ...] = ()
        self._marks: tuple[tuple[float, str, str], ...] = ()
        self._highlight: str | None = None
        self._hover_s: float | None = None
        self._axis_width = 0
        self._axes: Axes | None = None
        self._backdrop: tuple[Backdrop, QPixmap] | None = None
        self._picture: QPixmap | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What it shows

    def set_palette(self, palette: ChartPalette) -> None:
        """Another theme. The curves' and values' colours come with add_curve() and set_values()."""
        self._palette = palette
        self._changed()

    def set_format(self, format: Format) -> None:  # noqa: A002
        """Another text for the axis numbers, e.g. because the scale's display unit changed."""
        self._format = format
        self._changed()

    def set_read_out(self, format: Format) -> None:  # noqa: A002
        """The texts of the hover read-out, where they are to differ from the axis' (more figures, with the unit)."""
        self._read_out = format
        self.update()

    def set_title(self, text: str) -> None:
        """The counter's name, top left; what doesn't fit is elided, and whole in the tooltip."""
        if text != self._title:
            self._title = text
            self._describe()
            self._changed()

    def set_unit(self, unit: str) -> None:
        """The data's unit, as the format callables know it."""
        self._unit = unit
        self._changed()

    def set_value(self, text: str, unit_text: str, color: QColor | str) -> None:
        """The large current value, top right."""
        self.set_values([(text, unit_text, color)])

    def set_values(self, values: Sequence[tuple[str, str, QColor | str]]) -> None:
        """Several current values (text, unit text, colour), left to right."""
        made = tuple(Value(text, unit_text, QColor(color)) for text, unit_text, color in values)
        if made != self._values:
            self._values = made
            self._describe()
            self._changed()

    def add_curve(self, key: str, color: QColor | str, dash: bool = False, label: str = "") -> None:
        """A curve; with a label, its name is written at its right end. An existing key gets the new looks."""
        old = self._curves.get(key)
        made = Curve(key, QColor(color), dash, label)
        if old is not None:
            made.bins = old.bins
        self._curves[key] = made
        self._changed()

    def remove_curve(self, key: str) -> None:
        """Takes a curve away, if it is there."""
        if self._curves.pop(key, None) is not None:
            self._changed()

    @property
    def curve_keys(self) -> tuple[str, ...]:
        """The keys of its curves, in the order in which they were added."""
        return tuple(self._curves)

    def set_samples(self, key: str, time_s: NDArray[np.float64], value: NDArray[np.float64]) -> None:
        """All samples of a curve, times ascending; NaN is a gap. Usually those of the last call and a few more: the
        arrays are kept, and must not be written to afterwards."""
        if self._curves[key].bins.set_samples(time_s, value):
            self._changed()

    def set_x_range(self, from_s: float, to_s: float, *, now_s: float | None) -> None:
        """The time in view. Labels count back from now_s; with None they are times since the start."""
        if not to_s > from_s:
            raise ValueError(f"a time range must have a length: {from_s} to {to_s} s")
        if (from_s, to_s, now_s) != (self._from_s, self._to_s, self._now_s):
            self._from_s, self._to_s, self._now_s = from_s, to_s, now_s
            self._changed()

    def set_y_range(self, low: float, high: float, log: bool = False) -> None:
        """The vertical axis, usually from scale.ScaleKeeper. Logarithmic: low above 0."""
        if not high > low or (log and not low > 0):
            raise ValueError(f"not a {'logarithmic' if log else 'linear'} axis: {low} to {high}")
        if (low, high, log) != (self._low, self._high, self._log):
            self._low, self._high, self._log = low, high, log
            self._changed()

    def y_extent(self, from_s: float, to_s: float, *, positive: bool = False) -> tuple[float, float] | None:
        """Least and greatest value of all curves; of those above zero for a logarithmic axis. None without data."""
        extents = [curve.bins.extent(from_s, to_s, positive=positive) for curve in self._curves.values()]
        present = [extent for extent in extents if extent is not None]
        return (min(low for low, _ in present), max(high for _, high in present)) if present else None

    def set_spans(self, spans: Sequence[tuple[float, float, str]]) -> None:
        """Phases: (from_s, to_s, name). Every other one is shaded: hand in all, also those out of view."""
        if tuple(spans) != self._spans:
            self._spans = tuple(spans)
            self._changed()

    def set_marks(self, marks: Sequence[tuple[float, str, str]]) -> None:
        """Events: (t_s, text, severity "info", "warning" or "error"); the text is the tick's tooltip."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self._changed()

    def set_highlight(self, key: str | None) -> None:
        """Makes one curve thicker and dims this chart's others; a key that isn't here changes nothing here."""
        if key != self._highlight:
            self._highlight = key
            self._changed()

    def set_hover(self, t_s: float | None) -> None:
        """The moment whose values are read out. Connect every chart's `hovered` with every chart's set_hover."""
        if t_s != self._hover_s:
            self._hover_s = t_s
            self.update()

    def set_empty_text(self, text: str) -> None:
        """What stands where there are no samples yet, e.g. "waiting for the first sample"."""
        if text != self._empty_text:
            self._empty_text = text
            self._changed()

    # Geometry

    def axis_width(self) -> int:
        """The logical pixels left of the plot that the axis numbers need."""
        fonts = self._fonts()
        metrics = QFontMetricsF(fonts.axis)
        labels = (self._format(tick, self._unit) for tick in self._y_ticks(self.height() - 3 * fonts.base, fonts.base))
        widest = max((metrics.horizontalAdvance(label) for label in labels), default=0.0)
        return math.ceil(max(widest + fonts.base * 0.9, fonts.base * 3.4))

    def set_axis_width(self, width: int) -> None:
        """The logical pixels left of the plot at least: charts in one column share it, so that times align."""
        if width != self._axis_width:
            self._axis_width = width
            self._changed()

    def plot_rect(self) -> QRectF:
        """The plot, in logical pixels of the widget."""
        axes = self._axes_for(self.devicePixelRatioF())
        ratio = axes.ratio
        return QRectF(axes.left / ratio, axes.top / ratio, axes.width / ratio, axes.height / ratio)

    def sizeHint(self) -> QSize:
        """Two columns of three fit a full-HD window."""
        return QSize(560, 190)

    def minimumSizeHint(self) -> QSize:
        """Three rows fit a window of 1280 x 720."""
        return QSize(220, 84)

    def _fonts(self) -> Fonts:
        return Fonts.of(self.font(), compact=self.height() < 130)

    def _y_ticks(self, height: float, base: float) -> tuple[float, ...]:
        return nice_ticks(self._low, self._high, log=self._log, most=min(6, max(2, int(height / (base * 1.9)) + 1)))

    def _label_room(self, fonts: Fonts) -> float:
        """Logical pixels right of the plot for direct labels."""
        metrics = QFontMetricsF(fonts.axis)
        widest = max((metrics.horizontalAdvance(curve.label) for curve in self._curves.values()), default=0.0)
        return min(math.ceil(widest) + 1.0, self.width() * 0.22) if widest else 0.0

    def _axes_for(self, ratio: float) -> Axes:
        fonts = self._fonts()
        room = self._label_room(fonts)
        left = round(max(self._axis_width, self.axis_width()) * ratio)
        top = round(fonts.base * (1.95 if self.height() < 130 else 2.35) * ratio)
        right = round((self.width() - 1 - (room + fonts.base * 0.8 if room else 0.0)) * ratio)
        bottom = round((self.height() - fonts.base * 1.35) * ratio)
        width, height = max(1, right - left), max(1, bottom - top)
        return Axes(
            left, top, width, height, ratio, self._from_s, self._to_s, self._low, self._high, self._log
        )  # fmt: skip

    # Painting

    def _changed(self) -> None:
        self._picture = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ratio = min(_MOST_RATIO, max(1.0, painter.deviceTransform().m11()))
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._painted(ratio)
        painter.drawPixmap(0, 0, self._picture)
        if self._hover_s is not None and self._axes is not None and self._from_s <= self._hover_s <= self._to_s:
            self._paint_hover(painter, self._axes, self._hover_s)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(QColor(self._palette.dim))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, self.height() - 1), 8, 8)
        painter.end()

    def _painted(self, ratio: float) -> QPixmap:
        fonts = self._fonts()
        axes = self._axes = self._axes_for(ratio)
        backdrop = self._backdrop_for(axes, fonts)
        if self._backdrop is None or self._backdrop[0] != backdrop:
            self._backdrop = (backdrop, backdrop.painted(fonts))
        picture = QPixmap(self._backdrop[1])
        painter = QPainter(picture)
        clip = QRectF(axes.left / ratio, axes.top / ratio - 2, axes.width / ratio, axes.height / ratio + 2)
        painter.setClipRect(clip)
        paint_spans(painter, axes, self._spans, self._palette, fonts)
        labels = self._paint_curves(painter, axes)
        paint_marks(painter, axes, self._marks, self._palette, fonts)
        painter.setClipping(False)
        paint_labels(painter, axes, labels, fonts, self._label_room(fonts))
        paint_values(painter, self.width(), self._values, self._palette, fonts)
        painter.end()
        return picture

    def _backdrop_for(self, axes: Axes, fonts: Fonts) -> Backdrop:
        ratio = axes.ratio
        metrics = QFontMetricsF(fonts.axis)
        sample = "-0:00:00" if self._to_s - self._from_s > 3600 else "-000 s"
        most = int(axes.width / ratio / (metrics.horizontalAdvance(sample) + fonts.base * 3))
        times = time_ticks(self._from_s, self._to_s, self._now_s, min(6, max(1, most)))
        values = self._y_ticks(axes.height / ratio, fonts.base)
        room = self.width() - value_width(self._values, fonts) - axes.left / ratio - fonts.base
        title = QFontMetricsF(fonts.title).elidedText(self._title, Qt.TextElideMode.ElideRight, max(room, 0.0))
        return Backdrop(
            width=self.width(),
            height=self.height(),
            ratio=ratio,
            palette=self._palette,
            font_key=fonts.title.key() + fonts.value.key(),
            plot=(axes.left / ratio, axes.top / ratio, axes.width / ratio, axes.height / ratio),
            grid_x=tuple((_whole(axes.x(np.array([t]))) / ratio, label) for t, label in times),
            grid_y=tuple((_whole(axes.y(np.array([v]))) / ratio, self._format(v, self._unit)) for v in values),
            title=title,
            log=self._log,
        )

    def _paint_curves(self, painter: QPainter, axes: Axes) -> list[tuple[float, str, QColor]]:
        """Draws in device pixels. Returns the direct labels: y of the curve's end, text, colour."""
        traces = [(curve, trace(curve.bins, axes)) for curve in self._curves.values() if len(curve.bins)]
        traces = [(curve, drawn) for curve, drawn in traces if not drawn.empty]
        if not traces:
            self._paint_empty(painter, axes)
            return []
        chosen = self._highlight if self._highlight in self._curves else None
        traces.sort(key=lambda pair: pair[0].key == chosen)  # the highlighted one on top
        painter.save()
        painter.scale(1 / axes.ratio, 1 / axes.ratio)
        labels = []
        for curve, drawn in traces:
            color = line_color(curve.color, self._palette.panel, chosen not in {None, curve.key})
            if len(self._curves) <= _MOST_FILLED:
                paint_fill(painter, axes, drawn, color)
            paint_band(painter, axes, drawn, color)
            if curve.label:
                labels.append((float(drawn.y[np.isfinite(drawn.y)][-1]), curve.label, color))
        for curve, drawn in traces:
            color = line_color(curve.color, self._palette.panel, chosen not in {None, curve.key})
            width = HIGHLIGHT_WIDTH if curve.key == chosen else LINE_WIDTH
            paint_line(painter, axes, drawn, Stroke(color, width, curve.dash))
        painter.restore()
        return labels

    def _paint_empty(self, painter: QPainter, axes: Axes) -> None:
        has_samples = any(bool(np.isfinite(curve.bins.value).any()) for curve in self._curves.values())
        ratio = axes.ratio
        plot = QRectF(axes.left / ratio, axes.top / ratio, axes.width / ratio, axes.height / ratio)
        painter.setFont(self._fonts().title)
        painter.setPen(QColor(self._palette.dim))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(plot, flags, "no data in this time range" if has_samples else self._empty_text)

    def _paint_hover(self, painter: QPainter, axes: Axes, hover_s: float) -> None:
        readings, at_s = [], hover_s
        for curve in self._curves.values():
            times, values = curve.bins.time_s, curve.bins.value
            index = _nearest(times, hover_s)
            if index is None:
                continue
            near = abs(times[index] - hover_s) <= max(2.5 * curve.bins.interval_s, 2 * axes.seconds_a_pixel)
            value = float(values[index]) if near else math.nan
            if near:
                at_s = float(times[index])
            text = self._read_out(value, self._unit) if math.isfinite(value) else "no data"
            y = float(axes.y(np.array([value]))[0])
            readings.append(Reading(curve.label, text, curve.color, curve.dash, y))
        if readings:
            x = float(axes.x(np.array([at_s]))[0])
            head = moment_text(at_s, self._now_s)
            paint_readout(painter, axes, x, head, readings, self._palette, self._fonts())

    # What a person does

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            text = self._tip_at(QPointF(event.pos()))
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
        key, now_s = event.key(), self._to_s
        step_s = (self._to_s - self._from_s) / 60
        at_s = self._hover_s if self._hover_s is not None else now_s
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            moved = at_s + (step_s if key == Qt.Key.Key_Right else -step_s)
            self.hovered.emit(min(max(moved, self._from_s), self._to_s))
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Minus}:
            self.wheel_zoomed.emit(0.8 if key == Qt.Key.Key_Plus else 1.25, at_s)
        elif key == Qt.Key.Key_Escape and self._hover_s is not None:
            self.hovered.emit(None)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._picture = None
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange}:
            self._changed()
        super().changeEvent(event)

    def _time_at(self, position: QPointF) -> float | None:
        axes = self._axes_for(1.0)
        if not (axes.left <= position.x() <= axes.left + axes.width):
            return None
        return axes.time_s(position.x())

    def _tip_at(self, position: QPointF) -> str:
        """The texts of the events under the pointer, else the title where it is elided."""
        axes = self._axes_for(1.0)
        if position.y() < axes.top:
            return self._title
        near = [text for t_s, text, _ in self._marks if abs(float(axes.x(np.array([t_s]))[0]) - position.x()) <= 5]
        return "\n".join(near[-8:])

    def _describe(self) -> None:
        values = ", ".join(f"{value.text} {value.unit_text}".strip() for value in self._values)
        self.setAccessibleName(f"{self._title}: {values}" if values else self._title)


def align_axes(charts: Iterable[TimeChart]) -> None:
    """Gives the charts of one column the same left edge of the plot, so that times align."""
    shared = list(charts)
    width = max((chart.axis_width() for chart in shared), default=0)
    for chart in shared:
        chart.set_axis_width(width)


def _nearest(times: NDArray[np.float64], t_s: float) -> int | None:
    if not len(times):
        return None
    after = int(np.searchsorted(times, t_s))
    if after == 0:
        return 0
    return after if after < len(times) and times[after] - t_s < t_s - times[after - 1] else after - 1


def _whole(x: NDArray[np.float64]) -> float:
    return float(np.rint(x[0]))
