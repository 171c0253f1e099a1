# SPDX-License-Identifier: Apache-2.0
"""A row of charts for one counter: a chart per system, or one chart for all, with a shared scale."""

import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.analysis.format import at_least_text
from app.results.measurings import loads_of
from app.results.race_progress import Spans, ending
from app.results.session_headline import stopped_systems
from app.session.reader import SessionReader
from app.session.records import CounterStatistics
from app.ui.workbench.counter_catalogue import (
    CatalogueCounter,
    chart_title,
    counts_work,
    stop_marks,
    system_color,
    unit_caption,
)
from app.ui.workbench.localised_figures import AxisFigures, duration_text, number_text, value_text
from app.ui.workbench.run_progress import MEASURE
from app.ui.workbench.view import TimeWindow, ViewLayout
from widgets.charts.scale import ScaleKeeper, extent_of
from widgets.charts.time_chart import TimeChart
from widgets.theme import Theme
from widgets.translation import marked, tr

Floats = NDArray[np.float64]
LONGEST_NAME = 22
_DATED = re.compile(r"\d{4}-\d{2}-\d{2} ")
WAITING, NO_COUNTER = marked("waiting for the first sample"), marked("this system has no such counter")
MOST_GHOSTED = 3
"""Largest number of systems whose charts also show the others' curves."""
HIDDEN = marked("hidden (tick it in the table)")
RowFigures = Literal["last", "view", "measured"]
"""Meaning of the large figures next to the charts: the last value, the mean of the visible part, or the mean of
the last measured part."""
STALE_S = 5.0
"""Age in seconds above which a sample is not considered current."""


class ChartRow(QObject):
    """Charts of one counter.

    Attributes:
        cells: Curves of each chart; empty for a system without the counter. If all of them are empty, the counter may
            still appear.
    """

    def __init__(
        self,
        path: str,
        cells: Sequence[Sequence[CatalogueCounter]],
        theme: Theme,
        parent: QWidget,
        reasons: Sequence[str] = (),
        *,
        named: str = "",
        reach: Sequence[CatalogueCounter] = (),
    ) -> None:
        """Create the charts.

        Args:
            path: Path of the counter.
            cells: Curves of each chart.
            theme: Theme of the window.
            parent: Parent widget of the charts.
            reasons: Why each system has no data; "" if unknown.
            named: Name of the counter in this session if it differs from the path's name.
            reach: Curves that determine the upper end of the value axis, such as the number of users.
        """
        super().__init__(parent)
        self.path = path
        self.cells = [list(cell) for cell in cells]
        self._reasons = list(reasons)
        self._named = named
        self._reach = reach
        self.curves = [curve for cell in self.cells for curve in cell]
        self.axis = (math.nan, math.nan)
        self._title = ""
        self.last: dict[str, float] = {}
        self._theme = theme
        self._figures = AxisFigures()
        self._keeper = ScaleKeeper()
        self._last_axis: tuple[float, float] | None = None
        self._last_window: tuple[float, float, bool] | None = None
        self._ghosts: dict[str, list[TimeChart]] = {}
        self.charts = [self._chart(cell, number, parent) for number, cell in enumerate(self.cells)]

    def restore_axis(self, axis: tuple[float, float], window: TimeWindow, log: bool) -> None:
        """Use this value axis, stored with a snapshot, while exactly this window is shown."""
        self._last_axis, self._last_window = axis, (window.from_s, window.to_s, log)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for chart, cell in zip(self.charts, self.cells, strict=True):
            chart.set_palette(theme.chart)
            self._add_curves(chart, cell)

    def refresh(
        self,
        reader: SessionReader,
        layout: ViewLayout,
        window: TimeWindow,
        now_s: float | None,
        *,
        ended: Mapping[str, Spans] = MappingProxyType({}),
        figures: RowFigures = "last",
    ) -> None:
        """Show the contents of `window`.

        Args:
            reader: The session.
            layout: Layout of the view.
            window: Window of time.
            now_s: Origin of relative times; None shows times since the start.
            ended: Periods after a system has finished a race, by letter; curves end where they begin.
            figures: Meaning of the large figures.
        """
        extents = []
        for number, (chart, cell) in enumerate(zip(self.charts, self.cells, strict=True)):
            for curve in cell:
                time_s, value = reader.samples(curve.counter)
                value = ending(time_s, value, ended.get(curve.letter, ()))
                factor = layout.scales.get(curve.key, 1.0)
                visible = curve.key not in layout.hidden
                self.last[curve.key] = value_at(time_s, value, last_moment(reader, time_s, window.to_s))
                drawn = value if factor == 1.0 else value * factor
                chart.set_samples(curve.key, time_s if visible else time_s[:0], drawn if visible else value[:0])
                for ghost_of in self._ghosts.get(curve.key, ()):
                    ghost_of.set_samples(curve.key, time_s if visible else time_s[:0], drawn if visible else value[:0])
            all_hidden = bool(cell) and all(curve.key in layout.hidden for curve in cell)
            chart.set_empty_text(tr(HIDDEN) if all_hidden else self._empty_text(cell, number))
            chart.set_highlight(layout.highlighted if any(c.key == layout.highlighted for c in cell) else None)
            chart.set_x_range(window.from_s, window.to_s, now_s=now_s)
            extents.append(chart.y_extent(window.from_s, window.to_s, positive=layout.log))
        if self._reach and not layout.log:
            highest = [reader.window(curve.counter, window.from_s, window.to_s).maximum for curve in self._reach]
            extents += [(0.0, most) for most in highest if math.isfinite(most)]
        self._show_axis(extent_of(extents), window, layout.log)
        moment = "" if now_s is not None else tr("at {time}").format(time=duration_text(max(window.to_s, 0.0)))
        stopped = stop_marks(stopped_systems(reader, window.to_s))
        for chart, cell in zip(self.charts, self.cells, strict=True):
            means = self._mean_statistics(reader, cell, window, figures, ended)
            self._show_values(chart, cell, layout, means, stopped, moment=moment)

    def _mean_statistics(
        self,
        reader: SessionReader,
        cell: Sequence[CatalogueCounter],
        window: TimeWindow,
        figures: RowFigures,
        ended: Mapping[str, Spans],
    ) -> Mapping[str, CounterStatistics]:
        """Return the statistics of each curve whose mean is shown, by key; empty if the current values are shown.

        In a measured race, they cover the time until the system finished.
        """
        if figures == "last":
            return {}
        found = {}
        for curve in cell:
            part = measured_of(reader, curve.letter, ended) if figures == "measured" else None
            part = part or window
            found[curve.key] = reader.window(curve.counter, part.from_s, part.to_s)
        return found

    def _chart(self, cell: Sequence[CatalogueCounter], number: int, parent: QWidget) -> TimeChart:
        chart = TimeChart(self._theme.chart, self._figures, parent)
        layer = next((curve.counter.layer for curve in cell), "")
        self._title = chart_title(self.path, "", self._named)
        chart.set_title(chart_title(self.path, layer, self._named))
        chart.set_read_out(self._read)
        chart.set_empty_text(self._empty_text(cell, number))
        if cell:
            chart.set_unit(cell[0].counter.unit)
        self._add_curves(chart, cell)
        return chart

    def _empty_text(self, cell: Sequence[CatalogueCounter], number: int) -> str:
        """Return the text for an empty chart: the reason why there are no samples, if it is known."""
        if cell:
            return tr(WAITING)
        together = len(self.cells) != len(self._reasons)
        reasons = [reason for reason in (self._reasons if together else self._reasons[number : number + 1]) if reason]
        if reasons:
            return tr("No data: {reason}").format(reason=reasons[0])
        return tr(NO_COUNTER) if self.curves else tr(WAITING)

    def _add_curves(self, chart: TimeChart, cell: Sequence[CatalogueCounter]) -> None:
        together = len(cell) > 1
        for curve in cell:
            label = direct_label(curve) if together else ""
            dash = self._theme.system_dash(curve.letter) if together else 0
            chart.add_curve(curve.key, system_color(curve.system, self._theme), dash, label)
        if len(cell) != 1 or cell[0].system is None:
            return
        chart.set_owner(cell[0].letter, cell[0].system.name, system_color(cell[0].system, self._theme))
        if len(self.cells) > MOST_GHOSTED:
            return
        for curve in self.curves:
            if curve.key != cell[0].key:
                chart.add_curve(curve.key, system_color(curve.system, self._theme), ghost=True)
                charts = self._ghosts.setdefault(curve.key, [])
                charts += [chart] if chart not in charts else []

    def _read(self, value: float, unit: str) -> tuple[str, str]:
        """Format a value under the pointer, in the display unit of the axis."""
        text, _, unit_text = self._figures(value, unit).partition(" ")
        return text, self._unit_label(unit_text)

    def _unit_label(self, unit_text: str) -> str:
        """Return the unit next to a value; none where the title says it."""
        label = self._named if self._named == "IOPS" else unit_caption(self.path, unit_text)
        return "" if label == self._title else label

    def _show_values(
        self,
        chart: TimeChart,
        cell: Sequence[CatalogueCounter],
        layout: ViewLayout,
        means: Mapping[str, CounterStatistics],
        stopped: Mapping[str, str],
        *,
        moment: str,
    ) -> None:
        values = []
        for curve in cell:
            if curve.key in layout.hidden:
                continue
            if curve.letter in stopped and counts_work(curve.counter):
                values.append((stopped[curve.letter], "", system_color(curve.system, self._theme)))
                continue
            mean = means.get(curve.key)
            value = mean.average if mean is not None else self.last[curve.key]
            text, unit_text = value_text(value, curve.counter.unit)
            if not math.isfinite(value):
                unit_text = self._figures.unit_text  # without a value, no unit is shown
            factor = layout.scales.get(curve.key, 1.0)
            caption = self._unit_label(unit_text) + (
                tr(" · drawn ×{factor}").format(factor=number_text(factor)) if factor != 1.0 else ""
            )
            text = at_least_text(text, mean is not None and mean.at_least)
            values.append((text, caption, system_color(curve.system, self._theme)))
        chart.set_values(values, tr("mean") if means else moment)

    def _show_axis(self, extent: tuple[float, float], window: TimeWindow, log: bool) -> None:
        scale = self._keeper.update(*extent, log)
        low, high = scale.low, scale.high
        if self._last_axis is not None:
            if self._last_window == (window.from_s, window.to_s, log):
                low, high = self._last_axis
            else:
                self._last_axis = None
        self.axis = (low, high)
        self._figures.set_reach(high, self.curves[0].counter.unit if self.curves else "")
        for chart in self.charts:
            chart.set_y_range(low, high, log)


def direct_label(curve: CatalogueCounter) -> str:
    """Return a curve's label for its end and the read-out, short enough to leave room for the plot."""
    if curve.system is None:
        return "driver"
    name = curve.system.name
    if len(name) <= LONGEST_NAME:
        return f"{curve.letter} · {name}"
    # In a comparison, the end of a system's name identifies the session.
    head, _, tail = name.rpartition(" · ")
    tail = tail.removeprefix(tail[:5] if _DATED.match(tail) else "")
    if head and len(tail) <= LONGEST_NAME - 6:
        return f"{curve.letter} · {head[: LONGEST_NAME - len(tail) - 2].rstrip()}… {tail}"
    return f"{curve.letter} · {name[: LONGEST_NAME - 1].rstrip()}…"


def measured_of(reader: SessionReader, letter: str, ended: Mapping[str, Spans]) -> TimeWindow | None:
    """Return the last measured part in which the system was under load; None if absent.

    In a race, it ends when the system has finished.
    """
    whole = [phase for phase in reader.phases if phase.name == MEASURE]
    part = next((one for one in reversed(whole) if not letter or letter in (loads_of(one) or letter)), None)
    if part is None:
        return None
    finished = (begun for begun, _ in ended.get(letter, ()) if part.from_s < begun)
    return TimeWindow(part.from_s, min((part.to_s, *finished)))


def last_moment(reader: SessionReader, time_s: Floats, at_s: float) -> float:
    """Return the moment whose value is current. In a comparison, shorter sessions keep showing their last value."""
    return min(at_s, float(time_s[-1])) if reader.info.kind == "compare" and len(time_s) else at_s


def value_at(time_s: Floats, value: Floats, at_s: float) -> float:
    """Return the latest sample at a moment; NaN if absent or it is stale."""
    index = int(np.searchsorted(time_s, at_s + 1e-9, side="right")) - 1
    if index < 0 or at_s - float(time_s[index]) > STALE_S:
        return math.nan
    return float(value[index])


def spread_of(row_values: Mapping[str, float]) -> float:
    """Return the ratio of the largest to the smallest positive value; 1 if there are fewer than two."""
    above = [value for value in row_values.values() if math.isfinite(value) and value > 0]
    return max(above) / min(above) if len(above) > 1 else 1.0
