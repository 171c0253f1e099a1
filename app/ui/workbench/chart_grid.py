# SPDX-License-Identifier: Apache-2.0
"""Grid of charts: a row per counter, with a column per system or a single chart for all systems.

It marks the session's phases and measurement windows.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QScrollArea, QWidget

from app.model.documents import MeasuredStep, MeasuredSystem
from app.model.events import Marker, kind_of
from app.model.workloads import WorkUnit
from app.results.measurings import loads_of, work_unit
from app.results.race_progress import after_finish
from app.session.reader import SessionReader
from app.session.records import Phase, SystemInfo
from app.ui.workbench.chart_row import ChartRow, RowFigures, spread_of
from app.ui.workbench.counter_catalogue import Catalogue, CatalogueCounter, counter_name
from app.ui.workbench.localised_figures import number_text
from app.ui.workbench.run_progress import MEASURE, load_text, repeats_of
from app.ui.workbench.run_status import did_not_start, messages_text, no_charts_message
from app.ui.workbench.threshold_marks import ThresholdMarks
from app.ui.workbench.view import IN_PROGRESS, TimeWindow, ViewLayout, WorkbenchView
from widgets.charts.plot import MARKER, Band
from widgets.charts.time_chart import TimeChart
from widgets.theme import NARROW, Theme
from widgets.translation import tr

Span = tuple[float, float, str]
"""Start and end in seconds since the common start, and a name."""
MARKED = kind_of(Marker)
WITHOUT_LOAD = ("stop", "rest", "restore", "connect")


def phase_spans(phases: Sequence[Phase], until_s: float, *, unit: WorkUnit = "order") -> list[Span]:
    """Return the phases since the common start as charts need them: (from_s, to_s, name).

    A chart shades every other span, beginning with the first. As in reports and on slides, measured spans are not
    shaded, so an empty span is inserted between two similar ones. If there are many measurements, everything between
    two of them is one span.
    """
    seen = [(max(phase.from_s, 0.0), min(phase.to_s, until_s), phase) for phase in phases]
    seen = [(from_s, to_s, phase) for from_s, to_s, phase in seen if to_s > from_s]
    if sum(phase.name == MEASURE for _, _, phase in seen) > 1:
        spans = _measurement_spans(seen, unit)
    else:
        spans = [(from_s, to_s, phase.name) for from_s, to_s, phase in seen]
    placed: list[Span] = []
    for from_s, to_s, name in spans:
        if name.startswith(MEASURE) == (len(placed) % 2 == 0):
            placed.append((from_s, from_s, ""))
        placed.append((from_s, to_s, _label(name)))
    return placed


def _label(span: str) -> str:
    """Return a span's text in the window's language; only the phase name needs translation."""
    name, dot, rest = span.partition(" · ")
    return f"{tr(name)}{dot}{rest}"


def spans_by_letter(reader: SessionReader, until_s: float) -> dict[str, list[Span]]:
    """Return the spans for each system's charts by letter, and under "" those for charts of all systems.

    They cover all phases that had begun, at full length. They are the same for all systems, except in a comparison of
    sessions with different phases.
    """
    phases = [phase for phase in reader.phases if phase.from_s < until_s]
    unit = work_unit(reader)
    whole = phase_spans(phases, math.inf, unit=unit)
    found = {"": whole, **{system.letter: whole for system in reader.systems}}
    if reader.info.kind == "compare":
        for system in reader.systems:
            own = [phase for phase in phases if not loads_of(phase) or system.letter in loads_of(phase)]
            found[system.letter] = phase_spans(own, math.inf, unit=unit)
    return found


def result_windows(reader: SessionReader, system: SystemInfo | None, until_s: float) -> list[Span]:
    """Return the windows from which results up to a moment are computed; if several, named by run or load.

    Args:
        reader: The session.
        system: The system; None for all.
        until_s: The moment, in seconds since the start.
    """
    recorded = reader.documents_of(MeasuredStep)
    seen = [document for document in recorded if document.data.from_s < document.data.to_s <= until_s + 1]
    repeats = max([repeats_of(reader), *(document.run for document in seen)])
    stepped = len({document.step for document in seen}) > 1
    windows: dict[tuple[float, float], str] = {}
    for document in seen:
        step = document.data
        if system is not None and system.letter not in step.systems:
            continue
        name = f"{document.run}" if repeats > 1 and not stepped else ""
        if stepped:
            own = step.systems[system.letter] if system is not None else step
            name = number_text(step.outstanding) if step.outstanding is not None else _load(own)
        windows[step.from_s, step.to_s] = name
    return [(from_s, to_s, name) for (from_s, to_s), name in sorted(windows.items())]


def _load(measured: MeasuredStep | MeasuredSystem) -> str:
    if measured.rate is not None and measured.rate > 0:
        return f"{number_text(measured.rate)}/s"
    return number_text(measured.users) if measured.users is not None else ""


def _measurement_spans(seen: Sequence[tuple[float, float, Phase]], unit: WorkUnit) -> list[Span]:
    """Return the measurements with their labels, with one span between consecutive measurements."""
    repeats = max(phase.run for _, _, phase in seen)
    everybody = {letter for _, _, phase in seen for letter in loads_of(phase)}
    spans: list[Span] = []
    measured = True
    for from_s, to_s, phase in seen:
        if phase.name == MEASURE:
            turn = tr(" and ").join(loads_of(phase)) if set(loads_of(phase)) != everybody else ""
            parts = [tr("run {run}").format(run=phase.run) if repeats > 1 else "", turn]
            parts.append(load_text(phase, unit))
            spans.append((from_s, to_s, " · ".join([MEASURE, *(part for part in parts if part)])))
        elif measured or not spans:
            spans.append((from_s, to_s, "rest" if phase.name in WITHOUT_LOAD else phase.name))
        else:
            spans[-1] = (spans[-1][0], to_s, spans[-1][2])
        measured = phase.name == MEASURE
    return spans


REACH = {IN_PROGRESS: "\\Outpace Driver(_Total)\\Users Requested"}
"""Counter that determines the upper end of another counter's axis, by the latter's path."""
LEAST_CHART_HEIGHT = 82
LEAST_CHART_WIDTH = 140
ROWS_IN_SIGHT = 3
SPACING = 8
USUAL_SYSTEMS = 2
ALL_COUNTERS_AFTER_S = 10.0
"""Seconds after the start by which every source has reported its counters."""
LOG_SUGGESTED_FROM = 20.0
"""Ratio between systems above which a shared linear scale is hard to read (issue 2)."""


@dataclass(frozen=True)
class ChartCell:
    """A chart of the grid: its counter, its curves, and its system's letter ("" for all systems)."""

    path: str
    chart: TimeChart
    curves: tuple[CatalogueCounter, ...]
    letter: str = ""


class ChartGrid(QScrollArea):
    """Scrollable grid of charts.

    Attributes:
        zoomed: The mouse wheel was turned; carries the factor and the moment in seconds.
        panned: The user dragged the view by this number of seconds.
        span_selected: The user selected this time span.
        reset_requested: The user double-clicked to reset the time range.
        follow_requested: The user clicked the text that reports that the view is frozen.
        menu_requested: The user requested a ChartCell's menu at this position.
        log_worth: A logarithmic scale would help; carries the suggestion's text, or "" to withdraw it.
    """

    zoomed = Signal(float, float)
    panned = Signal(float)
    span_selected = Signal(float, float)
    reset_requested = Signal()
    follow_requested = Signal()
    menu_requested = Signal(object, QPoint)
    log_worth = Signal(str)

    def __init__(self, view: WorkbenchView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Charts"))
        self._view = view
        self._theme = theme
        self._built: object = None
        self._annotated: object = None
        self._offered = ""
        self._texts_of: SessionReader | None = None
        self._texts: list[str] = []
        self.rows: list[ChartRow] = []
        self._aligning = QTimer(self)
        self._aligning.setSingleShot(True)
        self._aligning.timeout.connect(self._align)
        self._board = QWidget()
        self._grid = QGridLayout(self._board)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACING)
        self.setWidget(self._board)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.held = QPushButton(self)
        self.held.setObjectName("heldSign")
        self.held.setToolTip(tr("The session continues; click to follow it again"))
        self.held.setCursor(Qt.CursorShape.PointingHandCursor)
        self.held.clicked.connect(self.follow_requested)
        self.held.hide()
        self._board.setAutoFillBackground(False)

    @property
    def charts(self) -> list[TimeChart]:
        return [chart for row in self.rows for chart in row.charts]

    @property
    def height_in_sight(self) -> int:
        """Height, in logical pixels, of the rows that should always be visible."""
        rows = min(len(self.rows), ROWS_IN_SIGHT)
        return rows * LEAST_CHART_HEIGHT + max(rows - 1, 0) * SPACING

    def show_held(self, text: str) -> None:
        """Show a text over the charts while they are frozen and the session continues; "" removes it."""
        if text and text != self.held.text():
            self.held.setText(text)
            self.held.adjustSize()
        if text:
            self._place_held_text()
            self.held.raise_()
        self.held.setVisible(bool(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_held_text()
        self._show_times()

    def _show_times(self) -> None:
        """Write the times below every chart, or in a narrow window only below the last row."""
        wide = self.window().width() >= NARROW
        for number, row in enumerate(self.rows, 1):
            for chart in row.charts:
                chart.set_timed(wide or number == len(self.rows))

    def _place_held_text(self) -> None:
        """Place the text in the first chart's header, between the title and the value."""
        chart = next(iter(self.charts), None)
        if chart is not None:
            left, (head, figure) = chart.mapTo(self, QPoint(0, 0)).x(), chart.head_room()
            middle = (chart.width() - self.held.width()) // 2
            self.held.move(left + min(max(middle, head), max(figure - self.held.width(), 0)), 3)

    def clear(self) -> None:
        """Clear the charts."""
        self.held.hide()
        self._annotated = None
        self._built = None
        self._remove_rows()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for row in self.rows:
            row.set_theme(theme)

    def refresh(
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        window: TimeWindow,
        now_s: float | None,
        figures: RowFigures = "last",
        *,
        thresholds: ThresholdMarks | None = None,
    ) -> None:
        """Show the part of the session in `window`."""
        layout = self._view.layout
        self._build(reader, catalogue, layout, window)
        ended = after_finish(reader, reader.length_s)
        for row in self.rows:
            row.refresh(reader, layout, window, now_s, ended=ended, figures=figures)
        self._annotate(reader, window.to_s)
        if thresholds is not None:
            self._mark_thresholds(thresholds, window.to_s)
        self._align()
        self._view.keep_axes({row.path: row.axis for row in self.rows if math.isfinite(row.axis[1])})
        self._offer_log(layout)

    def _annotate(self, reader: SessionReader, to_s: float) -> None:
        """Update phases, measurement windows and events if there are new ones."""
        begun = sum(phase.from_s < to_s for phase in reader.phases)
        events = sum(event.t_s <= to_s for event in reader.events)
        results = sum(one.data.to_s <= to_s + 1 for one in reader.documents_of(MeasuredStep))
        state = (reader, self._built, begun, events, results, reader.end is None)
        if state == self._annotated:
            return
        self._annotated = state
        windows = {system.letter: result_windows(reader, system, to_s) for system in reader.systems}
        windows[""] = result_windows(reader, None, to_s)
        spans = spans_by_letter(reader, to_s)
        marks = self._marks_until(reader, to_s)
        for row in self.rows:
            for chart, cell in zip(row.charts, row.cells, strict=True):
                of_cell = {curve.system.id for curve in cell if curve.system is not None}
                chart.set_spans(spans[cell[0].letter if len(cell) == 1 else ""])
                chart.set_windows(windows[cell[0].letter if len(cell) == 1 else ""])
                chart.set_marks([mark for system, mark in marks if system is None or system in of_cell])

    def show_bands(self, bands: Callable[[str], Sequence[Band]]) -> None:
        """Mark absences; `bands` returns those that affect a system, given its letter, or any system for ""."""
        for row in self.rows:
            for chart, cell in zip(row.charts, row.cells, strict=True):
                chart.set_bands(bands(cell[0].letter if len(cell) == 1 else ""))

    def _mark_thresholds(self, thresholds: ThresholdMarks, to_s: float) -> None:
        for row in self.rows:
            for chart, cell in zip(row.charts, row.cells, strict=True):
                scales = self._view.layout.scales
                letters = [curve.letter for curve in cell if scales.get(curve.key, 1.0) == 1.0]
                chart.set_limits(thresholds.limits(row.path, letters, to_s))

    def _marks_until(self, reader: SessionReader, to_s: float) -> list[tuple[int | None, tuple[float, str, str]]]:
        """Return the events, each with its system. Texts are cached."""
        if self._texts_of is not reader or len(self._texts) > len(reader.events):
            self._texts_of, self._texts = reader, []
        new = (event.message for event in reader.events[len(self._texts) :])
        self._texts += messages_text(reader, new)
        pairs = zip(reader.events, self._texts, strict=True)
        return [
            (event.system, (event.t_s, text, MARKER if event.kind == MARKED else event.severity))
            for event, text in pairs
            if event.t_s <= to_s
        ]

    def _build(self, reader: SessionReader, catalogue: Catalogue, layout: ViewLayout, window: TimeWindow) -> None:
        """Rebuild the rows if the counters, the systems or the overlay mode have changed."""
        systems, young = reader.systems, still_young(reader)
        paths = [] if did_not_start(reader) else [path for path in layout.charted if young or known(catalogue, path)]
        reasons = {path: [catalogue.reason(system, path) for system in systems] for path in paths}
        wanted = (layout.overlay, len(systems), [(path, len(catalogue.curves(path)), reasons[path]) for path in paths])
        if wanted == self._built:
            return
        first = self._built is None
        self._built = wanted
        self._remove_rows()
        columns = 1 if layout.overlay else len(systems) or USUAL_SYSTEMS
        if not paths:
            self._show_empty_text(columns, did_not_start(reader), no_charts_message(reader))
        for number, path in enumerate(paths):
            cells = self._cells(path, systems, catalogue, layout.overlay)
            row = ChartRow(
                path,
                cells,
                self._theme,
                self._board,
                reasons[path],
                named=catalogue.names.get(path, ""),
                reach=catalogue.curves(REACH.get(path, "")),
            )
            if first and path in layout.axes:
                row.restore_axis(layout.axes[path], window, layout.log)
            width = columns // len(row.charts)
            for column, chart in enumerate(row.charts):
                chart.setMinimumHeight(LEAST_CHART_HEIGHT)
                chart.setMinimumWidth(LEAST_CHART_WIDTH)
                chart.installEventFilter(self)
                chart.wheel_zoomed.connect(self.zoomed)
                chart.hovered.connect(self._hover)
                chart.panned.connect(self.panned)
                chart.selecting.connect(self._show_selection)
                chart.span_selected.connect(self.span_selected)
                chart.reset_requested.connect(self.reset_requested)
                chart.set_lane_labels(number == 0)
                letter = systems[column].letter if len(row.charts) == len(systems) > 1 else ""
                cell = ChartCell(row.path, chart, tuple(cells[column]), letter)
                chart.menu_requested.connect(partial(self._ask_menu, cell))
                self._grid.addWidget(chart, number, column * width, 1, width)
                chart.show()  # otherwise, a layout does not show a new widget until the next paint
            self._grid.setRowStretch(number, 1)
            self.rows.append(row)
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._grid.activate()
        self._show_times()

    def _cells(
        self, path: str, systems: Sequence[SystemInfo], catalogue: Catalogue, overlay: bool
    ) -> list[list[CatalogueCounter]]:
        curves = catalogue.curves(path)
        of_machine = [curve for curve in curves if curve.system is None]
        if not curves and not overlay:  # not available yet
            return [[] for _ in range(len(systems) or USUAL_SYSTEMS)]
        if overlay or len(of_machine) == len(curves):
            return [curves]
        by_system = {curve.system.id: curve for curve in curves if curve.system is not None}
        return [[by_system[system.id]] if system.id in by_system else [] for system in systems]

    def _show_empty_text(self, columns: int, nothing_ran: bool, hint: str) -> None:
        choose = hint or tr("No counters selected. Press Ctrl+I to choose some.")
        label = QLabel(tr("The run did not start: nothing was recorded.") if nothing_ran else choose)
        label.setObjectName("welcomeText")
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._grid.addWidget(label, 0, 0, 1, columns)

    def _remove_rows(self) -> None:
        for row in self.rows:
            row.deleteLater()  # otherwise, its parent would keep the row and its charts alive
        self.rows = []
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number in range(self._grid.rowCount()):
            self._grid.setRowStretch(number, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Align the axes after a resize, because a chart's axis labels depend on its height."""
        if event.type() == QEvent.Type.Resize:
            self._aligning.start(0)
        return super().eventFilter(watched, event)

    def _align(self) -> None:
        """Give all axes the same width, so that the time axes of all rows line up."""
        width = max((chart.axis_width() for chart in self.charts), default=0)
        for chart in self.charts:
            chart.set_axis_width(width)

    def _show_selection(self, span: tuple[float, float] | None) -> None:
        for chart in self.charts:
            chart.set_selection(span)

    def _ask_menu(self, cell: ChartCell, at: QPoint, _t_s: float | None) -> None:
        self.menu_requested.emit(cell, at)

    def _hover(self, t_s: float | None) -> None:
        for chart in self.charts:
            chart.set_hover(t_s)

    def _offer_log(self, layout: ViewLayout) -> None:
        offered = ""
        if not layout.log:
            widest = max(self.rows, key=lambda row: spread_of(row.last), default=None)
            if widest is not None and (spread := spread_of(widest.last)) > LOG_SUGGESTED_FROM:
                offered = tr("{counter}: systems differ {spread:.0f}-fold · logarithmic scale (L)").format(
                    counter=counter_name(widest.path).counter, spread=spread
                )
        if bool(offered) != bool(self._offered):
            self.log_worth.emit(offered)
        self._offered = offered


def still_young(reader: SessionReader) -> bool:
    """Return whether more counters may appear, because sources start reporting at different times."""
    return not reader.over and not (reader.started and reader.length_s >= ALL_COUNTERS_AFTER_S)


def known(catalogue: Catalogue, path: str) -> bool:
    """Return whether a session has samples of a counter or a reason why there are none."""
    return bool(catalogue.curves(path)) or catalogue.has_reason(path)
