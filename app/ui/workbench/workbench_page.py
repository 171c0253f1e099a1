# SPDX-License-Identifier: Apache-2.0
"""Session page: sidebar, headline, charts, counter table and replay bar, or another page instead of the charts."""

import logging
from functools import cached_property
from typing import TypeVar

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.results.agents import SessionAgents
from app.results.race_progress import after_finish, race_progress
from app.ui.agents.agents_panel import AgentsPanel, absence_bands
from app.ui.levels.load_levels import LevelsPanel
from app.ui.levels.racing import fair_window
from app.ui.replay.follower import Follower
from app.ui.replay.replay_bar import ReplayBar
from app.ui.result.result_page import ResultPage
from app.ui.window.actions import Actions
from app.ui.window.scenario_jobs import Building
from app.ui.workbench.chart_grid import ChartGrid
from app.ui.workbench.chart_row import RowFigures, measured_of
from app.ui.workbench.counter_catalogue import Catalogue
from app.ui.workbench.counter_panel import CounterPanel
from app.ui.workbench.headline_panel import HeadlinePanel
from app.ui.workbench.localised_figures import duration_text
from app.ui.workbench.ranking_panel import RankingPanel
from app.ui.workbench.run_progress import preparation_text
from app.ui.workbench.run_status import did_not_start, finding_rows
from app.ui.workbench.sidebar import Sidebar
from app.ui.workbench.status_bar import StatusLine
from app.ui.workbench.threshold_marks import ThresholdMarks
from app.ui.workbench.view import TimeWindow, WorkbenchView, held, moved, selected, visible_window, zoomed
from widgets.presentation.headline import HeadlineCard
from widgets.tables.finding_table import FindingRow, FindingTable
from widgets.theme import NARROW, Theme
from widgets.translation import tr


class TitledPage(QWidget):
    """A page with a title bar.

    Attributes:
        closed: The user wants to return to the charts (Escape, or the button).
    """

    closed = Signal()

    def __init__(self, title: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        heading = QLabel(title)
        heading.setObjectName("jobState")
        self.back_button = QPushButton(tr("Show the Charts"))
        self.back_button.setToolTip(tr("Back to the charts (Esc)"))
        self.back_button.clicked.connect(self.closed)
        top = QHBoxLayout()
        top.addWidget(heading, 1)
        top.addWidget(self.back_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(content, 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


log = logging.getLogger(__name__)

USUAL_SIZES = (700, 300)
"""Relative heights of charts and table."""
HEADLINE_HEIGHTS = ((0, 60), (560, 84), (720, 104))
"""Height of the headline from this height of the page on, in logical pixels: charts and table need room too."""
CHARTS, RESULT, CHECKS, RANKING, LEVELS, AGENTS = "charts", "result", "checks", "ranking", "levels", "agents"
Panel = TypeVar("Panel", FindingTable, RankingPanel, LevelsPanel, AgentsPanel)
Built = FindingTable | RankingPanel | LevelsPanel | AgentsPanel | ResultPage


class Workbench(QWidget):
    """Shows one session at a time. Its parts depend on the session and the view, but not on each other.

    Attributes:
        refreshed: Another moment or view is shown.
        themed: The theme changed (a widgets.theme.Theme).
        levels_built: The page of load levels was created (a LevelsPanel).
        slide_requested: The user wants the image for a slide of the result.
        report_requested: The user wants a report of the result.
    """

    refreshed = Signal()
    themed = Signal(object)
    levels_built = Signal(object)
    slide_requested = Signal()
    report_requested = Signal()

    def __init__(self, view: WorkbenchView, actions: Actions, status: StatusLine, theme: Theme) -> None:
        super().__init__()
        self.view = view
        self.theme = theme
        self._status = status
        self._follower: Follower | None = None
        self._catalogue: Catalogue | None = None
        self.thresholds: ThresholdMarks | None = None
        self.agents: SessionAgents | None = None
        self.sidebar = Sidebar(theme)
        self.headline = HeadlineCard()
        self.headline_panel = HeadlinePanel(self.headline, theme)
        self.charts = ChartGrid(view, theme)
        self.counters = CounterPanel(view, theme)
        self.replay = ReplayBar(actions)
        self.opens_result = True
        """True if sessions that are over open on the result page."""
        self.building = Building()
        self._chosen = ""
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.middle = QStackedWidget()
        self._charts_page = QWidget()
        self._pages: dict[str, QWidget] = {CHARTS: self._charts_page}
        self._built: list[Built] = []
        self._compose()
        view.changed.connect(self.refresh)
        self.replay.sought.connect(self.release)
        self.charts.zoomed.connect(self._zoom)
        self.charts.panned.connect(self.pan)
        self.charts.span_selected.connect(self.select)
        self.charts.reset_requested.connect(self.reset_time)
        self.charts.follow_requested.connect(lambda: self.hold(False))
        self.charts.log_worth.connect(status.offer_log)

    @property
    def follower(self) -> Follower | None:
        return self._follower

    @property
    def catalogue(self) -> Catalogue | None:
        return self._catalogue

    @property
    def time_window(self) -> TimeWindow | None:
        """Visible part of the session."""
        follower = self._follower
        return visible_window(self.view.layout, follower.first_s, follower.now_s) if follower else None

    def bind(self, follower: Follower | None) -> None:
        """Show another session; None shows no session."""
        self._follower = follower
        self.charts.clear()
        self.replay.bind(follower)
        self._status.clear()
        self.headline_panel.clear()
        self.sidebar.clear()
        for panel in self._built:
            if isinstance(panel, LevelsPanel | AgentsPanel | ResultPage):
                panel.clear()
        self._catalogue = self.thresholds = self.agents = None
        self._chosen = ""
        self.view.forget_steps()
        if follower is None:
            self.counters.clear()
            return
        self._catalogue = Catalogue(follower.reader)
        self.thresholds = ThresholdMarks(follower.reader)
        self.agents = SessionAgents(follower.reader)
        self.sidebar.bind(follower.reader)
        follower.advanced.connect(self.refresh)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.headline.setFixedHeight(max(high for least, high in HEADLINE_HEIGHTS if self.height() >= least))
        self.sidebar.set_narrow(self.window().width() < NARROW)
        self._keep_charts_in_sight()
        super().resizeEvent(event)

    def _keep_charts_in_sight(self) -> None:
        """Shrink the table, which can scroll, before the charts if there is too little space."""
        around = self._charts_page.minimumSizeHint().height() - self.splitter.minimumSizeHint().height()
        around += self.splitter.handleWidth() + self.counters.minimumHeight()
        around += 0 if self.replay.isHidden() else self.replay.sizeHint().height()
        room = max(0, min(self.height() * 13 // 25, self.height() - around))
        self.charts.setMinimumHeight(min(self.charts.height_in_sight, room))

    def set_theme(self, theme: Theme) -> None:
        for part in (self.sidebar, self.headline_panel, self.charts, self.counters, *self._built):
            part.set_theme(theme)
        self.theme = theme
        self.themed.emit(theme)
        self.refresh()

    def show_building(self, building: bool) -> None:
        """Show the progress of building databases instead of the charts, or return to the charts."""
        self.middle.setCurrentWidget(self.building if building else self._page_of(self.page))

    @property
    def page(self) -> str:
        """Page shown unless databases are being built: "charts", "checks", "ranking", "levels" or "agents"."""
        follower = self._follower
        if self._chosen or follower is None:
            return self._chosen or CHARTS
        refused = did_not_start(follower.reader) and any(row.result == "failed" for row in self._findings(follower))
        if refused:
            return CHECKS
        return RESULT if self.opens_result and self._ended(follower) else CHARTS

    def _ended(self, follower: Follower) -> bool:
        """Return whether a session opens with its result: it is over, and is shown as of its end."""
        reader = follower.reader
        return reader.over and not follower.live and reader.view is None and not did_not_start(reader)

    @cached_property
    def checks(self) -> FindingTable:
        """Page with the checks made before the run."""
        return self._added(CHECKS, tr("Checks before the run"), FindingTable(self.theme))

    @cached_property
    def result(self) -> ResultPage:
        """Page with the result."""
        page = ResultPage(self.theme)
        page.closed.connect(lambda: self.show_page(CHARTS))
        page.slide_requested.connect(self.slide_requested)
        page.report_requested.connect(self.report_requested)
        self.middle.addWidget(page)
        self._pages[RESULT] = page
        self._built.append(page)
        return page

    @cached_property
    def ranking(self) -> RankingPanel:
        """Page with the ranking of tables, statements and waits."""
        return self._added(RANKING, tr("I/O, Statements and Waits"), RankingPanel(self.theme))

    @cached_property
    def levels(self) -> LevelsPanel:
        """Page with the load levels."""
        panel = self._added(LEVELS, tr("Load levels"), LevelsPanel(self.theme))
        self.levels_built.emit(panel)
        return panel

    @cached_property
    def agents_panel(self) -> AgentsPanel:
        """Page with the agents."""
        return self._added(AGENTS, tr("Agents"), AgentsPanel(self.theme))

    def _added(self, page: str, title: str, panel: Panel) -> Panel:
        """Add a panel as one of the pages in the middle."""
        titled = TitledPage(title, panel)
        titled.closed.connect(lambda: self.show_page(CHARTS))
        self.middle.addWidget(titled)
        self._pages[page] = titled
        self._built.append(panel)
        return panel

    def _page_of(self, page: str) -> QWidget:
        """Return a page, created on first use."""
        match page:
            case "result":
                _ = self.result
            case "checks":
                _ = self.checks
            case "ranking":
                _ = self.ranking
            case "levels":
                _ = self.levels
            case "agents":
                _ = self.agents_panel
        return self._pages[page]

    def show_page(self, page: str) -> None:
        """Show this page until another one is chosen."""
        self._chosen = page
        self.refresh()

    def _findings(self, follower: Follower) -> list[FindingRow]:
        return finding_rows(follower.reader, self.theme)

    def refresh(self) -> None:
        """Show the session at its current moment."""
        follower, catalogue, window = self._follower, self._catalogue, self.time_window
        if follower is None or catalogue is None or window is None:
            return
        if self.window().isMinimized():
            return  # not visible; refreshed when restored
        reader, layout = follower.reader, self.view.layout
        if not self._chosen and (follower.playing or (not follower.live and follower.now_s < reader.length_s - 1)):
            self._chosen = CHARTS  # the user views an earlier part of the recording
        catalogue.update()
        self._show_progress(follower)
        thresholds = self.thresholds
        if thresholds is not None:
            thresholds.refresh(layout.threshold_sets, self.view.thresholds)
        follows = follower.live and layout.end_s is None
        if self.page == CHARTS:  # charts hidden by another page are refreshed when they return
            figures = self._figures_of(follower)
            now_s = window.to_s if follows else None
            self.charts.refresh(reader, catalogue, window, now_s, figures, thresholds=thresholds)
            if self.agents is not None and self.agents.names:
                agents = self.agents
                self.charts.show_bands(lambda letter: absence_bands(agents, window.to_s, letter))
            self.charts.show_held(self._held_text(follower, window))
            self._keep_charts_in_sight()
            self._show_counters(follower, catalogue, window)
        self.headline_panel.refresh(reader, catalogue, window)
        self.sidebar.refresh(reader, catalogue, window, thresholds.events(window.to_s) if thresholds else ())
        self.replay.refresh(shown=self.page != RESULT)
        if self.page == CHECKS:
            self.checks.set_rows(self._findings(follower))
        elif self.page == RESULT:
            self.result.refresh(reader)
        elif self.page == RANKING:
            self.ranking.refresh(reader)
        elif self.page == LEVELS:
            self.levels.refresh(reader, window.to_s)
        elif self.page == AGENTS and self.agents is not None:
            self.agents_panel.refresh(reader, self.agents, window, window.to_s if follows else None)
        self._status.refresh(follower, catalogue, window, frozen=layout.end_s is not None, agents=self.agents)
        self.refreshed.emit()

    def _figures_of(self, follower: Follower) -> RowFigures:
        """Return which values the large figures show.

        These are the current values or, at the end of a recording, means of the measured part; if another part is
        selected, means of the visible part.
        """
        reader = follower.reader
        if follower.live or follower.playing or not reader.over:
            return "last"
        if self.view.layout.end_s is not None:
            return "view"
        return "measured" if follower.now_s >= reader.length_s - 1 else "last"

    def _show_counters(self, follower: Follower, catalogue: Catalogue, window: TimeWindow) -> None:
        """Show the counter table, with the same values as the charts."""
        reader = follower.reader
        measured: dict[str, TimeWindow] = {}
        if self._figures_of(follower) == "measured":
            ended = after_finish(reader, reader.length_s)
            letters = ("", *(system.letter for system in reader.systems))
            found = ((letter, measured_of(reader, letter, ended)) for letter in letters)
            measured = {letter: part for letter, part in found if part is not None}
        self.counters.refresh(reader, catalogue, fair_window(race_progress(reader, window.to_s), window), measured)

    def _held_text(self, follower: Follower, window: TimeWindow) -> str:
        """Return the text shown over the charts while they are frozen and the session continues; "" otherwise."""
        if self.view.layout.end_s is None or not (follower.live or follower.playing):
            return ""
        words = tr("Frozen at {time}") if follower.live else tr("Paused at {time}")
        return words.format(time=duration_text(max(window.to_s, 0.0)))

    def _show_progress(self, follower: Follower) -> None:
        reader = follower.reader
        preparing = follower.live and not reader.started  # from the first check to the common start, and never again
        self.show_building(preparing)
        if preparing and reader.progress is not None:
            progress = reader.progress
            task, pace = preparation_text(progress)
            self.building.show_progress(task, progress.done, progress.total, pace)

    def release(self) -> None:
        """Unfreeze the view, so that a running replay is visible."""
        self.view.change(end_s=None)

    def _zoom(self, factor: float, at_s: float) -> None:
        self.zoom(factor, at_s)

    def zoom(self, factor: float, at_s: float | None = None) -> None:
        """Zoom in (factor below 1) or out around a moment, by default the middle of the view."""
        follower, window = self._follower, self.time_window
        if follower is not None and window is not None:
            centre_s = (window.from_s + window.to_s) / 2 if at_s is None else at_s
            follows = follower.live or follower.playing
            first_s, now_s, layout = follower.first_s, follower.now_s, self.view.layout
            layout = zoomed(layout, window, factor, centre_s, first_s=first_s, now_s=now_s, follows=follows)
            self.view.look(layout, "zoom")

    def pan(self, seconds: float) -> None:
        """Move the visible time by a number of seconds (negative: earlier), which freezes a following view."""
        follower, window = self._follower, self.time_window
        if follower is not None and window is not None:
            first_s, now_s = follower.first_s, follower.now_s
            self.view.look(moved(self.view.layout, window, seconds, first_s=first_s, now_s=now_s), "pan")

    def select(self, from_s: float, to_s: float) -> None:
        """Show exactly this time span."""
        if self._follower is not None:
            self.view.look(selected(self.view.layout, from_s, to_s, now_s=self._follower.now_s))

    def hold(self, on: bool) -> None:
        """Freeze the visible time, or follow again with the previous span."""
        window = self.time_window
        if on and window is not None:
            self.view.set_layout(held(self.view.layout, window))
        elif self.view.layout.end_s is not None:
            self.view.change(end_s=None, span_s=self.view.followed_span_s)

    def show_whole(self) -> None:
        self.view.look(msgspec.structs.replace(self.view.layout, span_s=None, end_s=None))

    def reset_time(self) -> None:
        """Follow a live session with the usual time range, or show all of a recording."""
        live = self._follower is not None and self._follower.live
        span_s = self.view.usual_span_s if live else None
        self.view.look(msgspec.structs.replace(self.view.layout, span_s=span_s, end_s=None))

    def _compose(self) -> None:
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(10)
        self.splitter.addWidget(self.charts)
        self.splitter.addWidget(self.counters)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes(list(USUAL_SIZES))
        column = QVBoxLayout(self._charts_page)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(10)
        column.addWidget(self.headline)
        column.addWidget(self.splitter, 1)
        self.middle.addWidget(self._charts_page)
        self.middle.addWidget(self.building)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.middle, 1)
        right.addWidget(self.replay)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        row.addLayout(right, 1)
