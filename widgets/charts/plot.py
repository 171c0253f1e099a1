"""The inside of a time chart: what it holds, where things lie, and how it is painted. The widget around it is in
time_chart.py."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from widgets.charts.annotations import (
    Reading,
    Value,
    paint_labels,
    paint_marks,
    paint_readout,
    paint_spans,
    paint_values,
    paint_windows,
    value_width,
)
from widgets.charts.axes import Axes, moment_text, time_ticks
from widgets.charts.backdrop import Backdrop, Fonts
from widgets.charts.curve import (
    HIGHLIGHT_WIDTH,
    LINE_WIDTH,
    Curve,
    Stroke,
    line_color,
    paint_band,
    paint_fill,
    paint_line,
)
from widgets.charts.scale import nice_ticks
from widgets.charts.trace import Trace, trace
from widgets.theme import ChartPalette
from widgets.translation import tr

Format = Callable[[float, str], str]
"""(value, unit) to text."""

_COMPACT_BELOW = 130  # logical pixels of height: a smaller value, and phases without names
_MOST_LABEL_SHARE = 0.22  # of the width, for direct labels


@dataclass(frozen=True, slots=True)
class _Measured:
    """Fonts, and the logical pixels that texts take: axis numbers with their margin, direct labels, times."""

    fonts: Fonts
    axis_width: int
    label_room: float
    time_width: float
    short_time_width: float


@dataclass(slots=True)
class Plot:
    """One chart's contents. Times in seconds, values in `unit`; `low` above 0 where `log`."""

    palette: ChartPalette
    format: Format
    read_out: Format
    title: str = ""
    unit: str = ""
    empty_text: str = "waiting for the first sample"
    values: tuple[Value, ...] = ()
    curves: dict[str, Curve] = field(default_factory=dict)
    from_s: float = -60.0
    to_s: float = 0.0
    now_s: float | None = 0.0
    low: float = 0.0
    high: float = 1.0
    log: bool = False
    spans: tuple[tuple[float, float, str], ...] = ()
    marks: tuple[tuple[float, str, str], ...] = ()
    windows: tuple[tuple[float, float, str], ...] = ()
    highlight: str | None = None
    least_axis_width: int = 0
    _measured: tuple[tuple[object, ...], _Measured] | None = None
    _backdrop: tuple[tuple[object, ...], Backdrop, QPixmap] | None = None

    @property
    def empty(self) -> bool:
        """Whether it has no samples at all."""
        return not any(len(curve.bins) for curve in self.curves.values())

    def axis_width(self, size: QSize, font: QFont) -> int:
        """The logical pixels left of the plot that the axis numbers need."""
        return self._measure(size, font).axis_width

    def axes(self, size: QSize, font: QFont, ratio: float) -> Axes:
        """Where things lie in a chart of this size (logical pixels), font and device pixel ratio."""
        measured = self._measure(size, font)
        fonts, room = measured.fonts, measured.label_room
        left = round(max(self.least_axis_width, measured.axis_width) * ratio)
        top = round(fonts.base * (1.95 if _compact(size) else 2.35) * ratio)
        right = round((size.width() - 1 - (room + fonts.base * 0.8 if room else 0.0)) * ratio)
        bottom = round((size.height() - fonts.base * 1.45) * ratio)
        return Axes(
            left=left,
            top=top,
            width=max(1, right - left),
            height=max(1, bottom - top),
            ratio=ratio,
            from_s=self.from_s,
            to_s=self.to_s,
            low=self.low,
            high=self.high,
            log=self.log,
        )

    def picture(self, size: QSize, font: QFont, ratio: float) -> QPixmap:
        """The chart without the hover read-out, opaque, to lay a read-out over it again and again."""
        pixmap = QPixmap(round(size.width() * ratio), round(size.height() * ratio))
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(pixmap)
        self.paint(painter, size, font, ratio)
        painter.end()
        return pixmap

    def paint(self, painter: QPainter, size: QSize, font: QFont, ratio: float) -> None:
        """Paints the chart without the hover read-out, all pixels of it."""
        measured = self._measure(size, font)
        fonts = measured.fonts
        axes = self.axes(size, font, ratio)
        traces = [(curve, trace(curve.bins, axes)) for curve in self.curves.values() if len(curve.bins)]
        traces = [(curve, drawn) for curve, drawn in traces if not drawn.empty]
        painter.drawPixmap(0, 0, self._backdrop_picture(size, axes, measured, numbers=bool(traces)))
        plot = logical_plot(axes)
        painter.save()
        painter.setClipRect(plot.adjusted(0, -2, 0, 0), Qt.ClipOperation.IntersectClip)
        named = not _compact(size) and not any(name for _, _, name in self.windows)
        paint_spans(painter, axes, self.spans, self.palette, fonts, named=named)
        if not traces:
            self._paint_empty(painter, plot, fonts)
        labels = self._paint_curves(painter, axes, traces)
        paint_windows(painter, axes, self.windows, self.palette, fonts)
        paint_marks(painter, axes, self.marks, self.palette, fonts)
        painter.restore()
        paint_labels(painter, axes, labels, fonts, measured.label_room)
        paint_values(painter, size.width(), self.values, self.palette, fonts)

    def paint_hover(self, painter: QPainter, size: QSize, axes: Axes, hover_s: float) -> None:
        """The read-out of the samples nearest to a moment."""
        readings, at_s = [], hover_s
        for curve in self.curves.values():
            times, values = curve.bins.time_s, curve.bins.value
            index = _nearest(times, hover_s)
            if index is None:
                continue
            near = abs(times[index] - hover_s) <= max(2.5 * curve.bins.interval_s, 2 * axes.seconds_a_pixel)
            value = float(values[index]) if near else math.nan
            if not math.isfinite(value):
                continue
            at_s = float(times[index])
            text = self.read_out(value, self.unit)
            y = float(axes.y(np.array([value]))[0])
            readings.append(Reading(curve.label, text, curve.color, curve.dash, y))
        if readings:
            x = float(axes.x(np.array([at_s]))[0])
            phase = next((f" · {name}" for from_s, to_s, name in self.spans if from_s <= at_s < to_s), "")
            head = moment_text(at_s, self.now_s) + phase
            fonts = self._measure(size, painter.font()).fonts
            traces = [trace(curve.bins, axes) for curve in self.curves.values() if len(curve.bins)]
            columns = np.arange(axes.left, axes.left + axes.width, 2.0)
            lines = [np.interp(columns, drawn.x, drawn.y) for drawn in traces if not drawn.empty]
            points = np.column_stack((np.tile(columns, len(lines)), np.concatenate(lines)))
            paint_readout(painter, axes, x, head, readings, points, self.palette, fonts)

    def title_elided(self, size: QSize, font: QFont, ratio: float) -> bool:
        """Whether the title does not fit."""
        axes = self.axes(size, font, ratio)
        return self._elided_title(size, axes, self._measure(size, font).fonts) != self.title

    def _y_ticks(self, height: float, base: float) -> tuple[float, ...]:
        return nice_ticks(self.low, self.high, log=self.log, most=min(6, max(2, int(height / (base * 1.9)) + 1)))

    def _measure(self, size: QSize, font: QFont) -> _Measured:
        """What depends on texts and fonts alone. Measuring texts costs as much as painting a curve, so it is kept."""
        labels = tuple(curve.label for curve in self.curves.values())
        axis = (self.low, self.high, self.log, self.unit, self.format)
        key = (size.width(), size.height(), font.key(), axis, labels)
        if self._measured is None or self._measured[0] != key:
            fonts = Fonts.of(font, compact=_compact(size))
            metrics = QFontMetricsF(fonts.axis)
            ticks = self._y_ticks(size.height() - 3 * fonts.base, fonts.base)
            widest = max((metrics.horizontalAdvance(self.format(tick, self.unit)) for tick in ticks), default=0.0)
            longest = max((metrics.horizontalAdvance(label) for label in labels), default=0.0)
            fresh = _Measured(
                fonts,
                axis_width=math.ceil(max(widest + fonts.base * 0.9, fonts.base * 3.4)),
                label_room=min(math.ceil(longest) + 1.0, size.width() * _MOST_LABEL_SHARE) if longest else 0.0,
                time_width=metrics.horizontalAdvance("-0:00:00"),
                short_time_width=metrics.horizontalAdvance("-000 s"),
            )
            self._measured = (key, fresh)
        return self._measured[1]

    def _backdrop_picture(self, size: QSize, axes: Axes, measured: _Measured, *, numbers: bool) -> QPixmap:
        """The picture behind the curves. While a window follows, nothing in it changes from second to second."""
        elided = self._elided_title(size, axes, measured.fonts)
        origin = 0.0 if self.now_s is None else self.now_s
        times = (round(self.from_s - origin, 6), round(self.to_s - origin, 6), self.now_s is None)
        place = (axes.left, axes.top, axes.width, axes.height, axes.ratio)
        key = (self._measured and self._measured[0], place, times, elided, numbers, self.palette)
        if self._backdrop is not None and self._backdrop[0] == key:
            return self._backdrop[2]
        backdrop = self._backdrop_for(size, axes, measured, elided, numbers=numbers)
        if self._backdrop is not None and self._backdrop[1] == backdrop:
            picture = self._backdrop[2]
        else:
            picture = backdrop.painted(measured.fonts)
        self._backdrop = (key, backdrop, picture)
        return picture

    def _elided_title(self, size: QSize, axes: Axes, fonts: Fonts) -> str:
        """The title as far as it fits beside the current values."""
        room = size.width() - value_width(self.values, fonts) - axes.left / axes.ratio - fonts.base
        return QFontMetricsF(fonts.title).elidedText(self.title, Qt.TextElideMode.ElideRight, max(room, 0.0))

    def _backdrop_for(self, size: QSize, axes: Axes, measured: _Measured, title: str, *, numbers: bool) -> Backdrop:
        plot, fonts = logical_plot(axes), measured.fonts
        sample = measured.time_width if self.to_s - self.from_s > 3600 else measured.short_time_width
        most = int(plot.width() / (sample + fonts.base * 3))
        times = time_ticks(self.from_s, self.to_s, self.now_s, min(6, max(1, most)))
        values = self._y_ticks(plot.height(), fonts.base)
        return Backdrop(
            width=size.width(),
            height=size.height(),
            ratio=axes.ratio,
            palette=self.palette,
            font_key=fonts.title.key() + fonts.value.key(),
            plot=(plot.left(), plot.top(), plot.width(), plot.height()),
            grid_x=tuple((_whole(axes.x(np.array([t]))) / axes.ratio, label) for t, label in times),
            grid_y=tuple(
                (_whole(axes.y(np.array([v]))) / axes.ratio, self.format(v, self.unit) if numbers else "")
                for v in values
            ),
            title=title,
            log=self.log,
        )

    def _paint_curves(
        self, painter: QPainter, axes: Axes, traces: list[tuple[Curve, Trace]]
    ) -> list[tuple[float, str, QColor]]:
        """Draws in device pixels. Returns the direct labels: y of the curve's end, text, colour."""
        chosen = self.highlight if self.highlight in self.curves else None
        traces = sorted(traces, key=lambda pair: pair[0].key == chosen)  # the highlighted one on top
        painter.save()
        painter.scale(1 / axes.ratio, 1 / axes.ratio)
        labels = []
        for curve, drawn in traces:
            color = line_color(curve.color, self.palette.panel, chosen not in {None, curve.key})
            if len(self.curves) == 1:  # the areas below several curves would muddy each other
                paint_fill(painter, axes, drawn, color)
            paint_band(painter, axes, drawn, color)
            if curve.label:
                labels.append((float(drawn.y[np.isfinite(drawn.y)][-1]), curve.label, color))
        for curve, drawn in traces:
            color = line_color(curve.color, self.palette.panel, chosen not in {None, curve.key})
            width = HIGHLIGHT_WIDTH if curve.key == chosen else LINE_WIDTH
            paint_line(painter, axes, drawn, Stroke(color, width, curve.dash))
        painter.restore()
        return labels

    def _paint_empty(self, painter: QPainter, plot: QRectF, fonts: Fonts) -> None:
        has_samples = any(bool(np.isfinite(curve.bins.value).any()) for curve in self.curves.values())
        painter.setFont(fonts.title)
        painter.setPen(QColor(self.palette.dim))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(plot, flags, tr("no data in this time range") if has_samples else self.empty_text)


def logical_plot(axes: Axes) -> QRectF:
    """The plot's rectangle in logical pixels."""
    ratio = axes.ratio
    return QRectF(axes.left / ratio, axes.top / ratio, axes.width / ratio, axes.height / ratio)


def _compact(size: QSize) -> bool:
    return size.height() < _COMPACT_BELOW


def _nearest(times: NDArray[np.float64], t_s: float) -> int | None:
    if not len(times):
        return None
    after = int(np.searchsorted(times, t_s))
    if after == 0:
        return 0
    return after if after < len(times) and times[after] - t_s < t_s - times[after - 1] else after - 1


def _whole(x: NDArray[np.float64]) -> float:
    return float(np.rint(x[0]))
