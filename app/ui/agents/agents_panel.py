# SPDX-License-Identifier: Apache-2.0
"""Panel of a session's agents: a table with a row per agent, and curves below."""

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from app.model.workloads import WorkUnit, per_s_factor
from app.results.agents import (
    BUSIEST,
    OFFSET,
    PROCESSOR,
    ROUND_TRIP,
    UNCERTAINTY,
    SessionAgents,
    imbalances,
)
from app.results.measurings import work_unit
from app.session.reader import SessionReader
from app.ui.agents.agent_texts import (
    UNSURE_S,
    USELESS_S,
    AgentRow,
    absence_text,
    agent_rows,
    clock_text,
    drives_text,
    imbalance_text,
    share_text,
    short_name,
    state_color,
    state_text,
    users_text,
)
from app.ui.levels.result_table import ResultTable
from app.ui.workbench.counter_catalogue import system_color
from app.ui.workbench.localised_figures import NO_DATA, AxisFigures, count_text, counted_text, fixed_text, label_text
from app.ui.workbench.view import TimeWindow
from widgets.charts.plot import Band
from widgets.charts.scale import ScaleKeeper, extent_of
from widgets.charts.time_chart import TimeChart
from widgets.tables.rows import LEFT, RIGHT, CellColumn
from widgets.theme import Theme
from widgets.translation import marked, tr

CellText = Callable[[AgentRow], str]
CellColor = Callable[[AgentRow], str | None]
FIGURES: tuple[tuple[str, str, str], ...] = (
    ("orders", marked("Orders per minute"), "/min"),
    ("users", marked("Users"), ""),
    (BUSIEST, marked("Busiest worker, % of a core"), "%"),
    (PROCESSOR, marked("Processor of the machine, %"), "%"),
    (OFFSET, marked("Clock, against the engine's"), "s"),
    (UNCERTAINTY, marked("Clock, how far it may be off (±)"), "s"),
    (ROUND_TRIP, marked("Round trip"), "s"),
)
"""Figures drawn as curves: internal name, label and unit."""
MOST_LABELLED = 12
BUSY = 70.0
"""Utilization of a core, in percent, above which a worker is considered the bottleneck."""
TABLE_SHARE = (3, 2)
TABLE_MARGIN = 16
"""Height of the table's frame and scroll bar, in logical pixels."""


class AgentsPanel(QWidget):
    """Table of agents, a warning about differences between agents, and a chart with a curve for each agent.

    The curve of the selected agent is drawn in front.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: tuple[SessionReader, SessionAgents, TimeWindow, float | None] | None = None
        self._unit: WorkUnit = "order"
        self._drawn: object = None
        self.card: ResultTable[AgentRow] = ResultTable(tr("Agents"), lambda row: row.name)
        self.table = self.card.table
        self.table.setSizeAdjustPolicy(self.table.SizeAdjustPolicy.AdjustToContents)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._highlight())
        self.note = QLabel()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setProperty("dim", True)
        self.card.foot.addWidget(self.note)
        self.card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.figure = QComboBox()
        self.figure.setAccessibleName(tr("Curves of"))
        for name, title, _ in FIGURES:
            self.figure.addItem(tr(title), name)
        self.figure.activated.connect(lambda _index: self._show_curves())
        self._figures = AxisFigures()
        self._keeper = ScaleKeeper()
        self.chart = TimeChart(theme.chart, self._figures)
        self.chart.hovered.connect(self.chart.set_hover)
        head = QHBoxLayout()
        head.addWidget(self.figure)
        head.addStretch(1)
        curves = QWidget()
        below = QVBoxLayout(curves)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(6)
        below.addLayout(head)
        below.addWidget(self.chart, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(10)
        self.splitter.addWidget(self.card)
        self.splitter.addWidget(curves)
        for place, share in enumerate(TABLE_SHARE):
            self.splitter.setStretchFactor(place, share)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._drawn = None
        self.card.set_theme(theme)
        self.chart.set_palette(theme.chart)
        if self._state is not None:
            self.card.set_columns(self._columns(), self.card.rows)

    def clear(self) -> None:
        """Clear the panel."""
        self._state = self._drawn = None
        self.card.set_rows(())
        self._remove_curves()

    def refresh(self, reader: SessionReader, agents: SessionAgents, window: TimeWindow, now_s: float | None) -> None:
        """Show the agents at the right edge of the window.

        Args:
            reader: The session.
            agents: The session's agents.
            window: Time window.
            now_s: Origin of relative times; None shows times since the start.
        """
        anew = self._state is None or self._state[0] is not reader
        self._state = reader, agents, window, now_s
        rows = agent_rows(reader, agents, window.to_s)
        if anew:
            self._unit = work_unit(reader)
            per_minute = {"I/O": tr("I/Os per minute"), "transaction": tr("Transactions per minute")}
            self.figure.setItemText(0, per_minute.get(self._unit, tr("Orders per minute")))
            self.card.set_columns(self._columns(), rows)
        else:
            self.card.set_rows(rows)
        self._hide_empty(rows)
        self._fit(len(rows))
        told = imbalances(agents, window.to_s)
        self.note.setText("\n".join(imbalance_text(one, self._unit) for one in told))
        self.note.setVisible(bool(told))
        self._show_curves()

    def _columns(self) -> list[CellColumn[AgentRow]]:
        theme = self._theme

        def figure(title: str, tip: str, text: CellText, color: CellColor | None = None) -> CellColumn[AgentRow]:
            return CellColumn(title, text, color=color, align=RIGHT, title_tip=tip)

        def dim(row: AgentRow) -> str | None:
            return theme.dim if row.totals else None

        def warned(value: str, warning: float, error: float = math.inf) -> CellColor:
            def color(row: AgentRow) -> str | None:
                found = getattr(row.figures, value)
                if found >= error:
                    return theme.chart.error
                return theme.chart.warning if found >= warning else dim(row)

            return color

        orders = (tr("IOPS"), tr("I/Os per second"))
        if self._unit != "I/O":
            orders = (counted_text(marked("OPM"), self._unit), counted_text(marked("Orders per minute"), self._unit))
        return [
            CellColumn(tr("Agent"), short_name, color=dim, tip=lambda row: row.name, align=LEFT),
            CellColumn(tr("State"), state_text, color=lambda row: state_color(row, theme), align=LEFT),
            CellColumn(
                tr("Systems"), drives_text, color=dim, align=LEFT, title_tip=tr("That it drives, or is watched for")
            ),
            figure(
                tr("Users"),
                tr("Alive, and how many were asked for where that is another number"),
                lambda row: users_text(row.figures),
                dim,
            ),
            figure(*orders, lambda row: _count(row.figures.orders_per_min / 60 * per_s_factor(self._unit)), dim),
            figure(
                tr("Busiest"),
                tr("Its busiest worker's share of one core; from 70 % on the driver limits the system"),
                lambda row: share_text(row.figures.busiest),
                warned("busiest", BUSY),
            ),
            figure(
                tr("Delay"),
                tr("How late its workers wake up (p99), the worst of them"),
                lambda row: _time(row.figures.lag_s),
                dim,
            ),
            figure(
                tr("Machine"), tr("Its processor, of all cores"), lambda row: share_text(row.figures.processor), dim
            ),
            figure(
                tr("Clock"),
                tr("How far it moved against the engine's clock since the start, and within what it is known (±)"),
                lambda row: clock_text(row.figures),
                warned("uncertainty_s", UNSURE_S, USELESS_S),
            ),
            figure(
                tr("Round trip"), tr("Of a message to it and back"), lambda row: _time(row.figures.round_trip_s), dim
            ),
            figure(tr("Last"), tr("How long ago it told anything"), lambda row: _time(row.figures.heard_s), dim),
            figure(
                tr("Late"),
                tr("Frames that came more than a second late, so far"),
                lambda row: _count(row.figures.late),
                warned("late", 1),
            ),
            figure(tr("KB/s"), tr("From it to the engine"), lambda row: _kilobytes(row.figures.bytes_per_s), dim),
        ]

    def _hide_empty(self, rows: Sequence[AgentRow]) -> None:
        """Hide columns without any data."""
        header = self.table.horizontalHeader()
        for place, name in enumerate(FIELDS):
            known = not name or any(math.isfinite(getattr(row.figures, name)) for row in rows)
            if header.isSectionHidden(place) == known:
                header.setSectionHidden(place, not known)

    def _fit(self, rows: int) -> None:
        """Limit the table's height to its rows to leave the remaining space to the curves."""
        header, row = self.table.horizontalHeader().height(), self.table.verticalHeader().defaultSectionSize()
        self.table.setMaximumHeight(header + rows * row + TABLE_MARGIN)

    def _show_curves(self) -> None:
        if self._state is None:
            return
        reader, agents, window, now_s = self._state
        place = max(self.figure.currentIndex(), 0)
        figure, _, unit = FIGURES[place]
        names = agents.names
        drawn = (reader, figure, names, self._theme.name)
        if drawn != self._drawn:
            self._drawn = drawn
            self._keeper = ScaleKeeper()
            self._remove_curves()
            self.chart.set_title(tr("Each agent"))
            self.chart.set_unit(unit)
            labelled = len(names) <= MOST_LABELLED
            for agent, (color, dash) in self._colors(agents).items():
                self.chart.add_curve(agent, color, dash, agent if labelled else "")
        for agent in names:
            self.chart.set_samples(agent, *agents.series(agent, figure))
        self.chart.set_x_range(window.from_s, window.to_s, now_s=now_s)
        extent = self.chart.y_extent(window.from_s, window.to_s)
        scale = self._keeper.update(*extent_of([extent]), False)
        self._figures.set_reach(max(abs(scale.low), abs(scale.high)), unit)
        self.chart.set_y_range(scale.low, scale.high)
        self.chart.set_bands(absence_bands(agents, window.to_s))
        self._highlight()

    def _colors(self, agents: SessionAgents) -> dict[str, tuple[str, int]]:
        """Return the color and dash of each agent's curve; an agent that drives one system has that system's color.

        Curves are solid because dashes look like missing data; the names at their ends and the highlight distinguish
        them.
        """
        reader = agents.reader
        colors = {system.letter: system_color(system, self._theme) for system in reader.systems}
        found: dict[str, tuple[str, int]] = {}
        for agent, letters in agents.driven().items():
            found[agent] = colors.get(letters[0], self._theme.ink) if len(letters) == 1 else self._theme.ink, 0
        return found

    def _highlight(self) -> None:
        rows = self.table.selectionModel().selectedRows()
        chosen = self.card.rows[rows[0].row()] if rows else None
        self.chart.set_highlight(chosen.name if chosen is not None and not chosen.totals else None)

    def _remove_curves(self) -> None:
        for key in self.chart.curve_keys:
            self.chart.remove_curve(key)


FIELDS = (
    "", "", "", "alive", "orders_per_min", "busiest", "lag_s", "processor", "uncertainty_s", "round_trip_s", "heard_s",
    "late", "bytes_per_s",
)  # fmt: skip
"""Figure that a column needs, by column; "" for columns that are always shown."""


def absence_bands(agents: SessionAgents, until_s: float, letter: str = "") -> list[Band]:
    """Return the absences that began before a moment, as bands for charts.

    Args:
        agents: The session's agents.
        until_s: The moment, in seconds since the start.
        letter: If set, include only agents that drive this system or are monitored for it.
    """
    return [
        Band(one.from_s, one.to_s, "error" if one.lost else "warning", one.agent, absence_text(one))
        for one in agents.absences(until_s)
        if not letter or letter in agents.concerned(one.agent)
    ]


def _count(value: float) -> str:
    return count_text(value) if math.isfinite(value) else NO_DATA


def _time(seconds: float) -> str:
    return label_text(seconds, "s") if math.isfinite(seconds) else NO_DATA


def _kilobytes(value: float) -> str:
    return fixed_text(value / 1000, 1) if math.isfinite(value) else NO_DATA
