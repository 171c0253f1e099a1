# SPDX-License-Identifier: Apache-2.0
"""Controller of sessions and runs: open, start, follow, stop and close, with notices of outages during a run."""

import dataclasses
import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from app.control.link import ControlError, SilentEngineError, attach, start_engine
from app.model.events import ServerBack, kind_of
from app.results.agents import BACK as AGENT_BACK
from app.results.agents import newest_of_agents
from app.scenario.reading import ScenarioError
from app.session.paths import default_session_path
from app.session.reader import SessionReader
from app.session.records import Event
from app.session.session_error import SessionError
from app.ui.compare.compare_commands import CompareCommands
from app.ui.library.library_commands import LibraryCommands
from app.ui.presentation.presentation_commands import PresentationCommands, StandCommands
from app.ui.replay.follower import Follower
from app.ui.reports.saving import Saving
from app.ui.start.launch import Starting, choice_text, default_request
from app.ui.start.run_request import Answers, StartRequest, can_save_in, in_usual_folder
from app.ui.start.running_engine import Closing, RunningEngine, Starter, ask_cancelling, ask_closing, started_run
from app.ui.window.commands import (
    HelpCommands,
    ReplayCommands,
    ResultCommands,
    SearchCommands,
    ViewCommands,
    WindowCommands,
    show_folder,
)
from app.ui.window.main_window import MainWindow
from app.ui.window.notice import Offer
from app.ui.window.settings import FOLDER, recordings_folder, replay_speed
from app.ui.window.state import StateStore
from app.ui.window.theme import chosen_theme
from app.ui.window.undo import Undo
from app.ui.workbench.chart_menu import ChartMenus
from app.ui.workbench.localised_figures import duration_text, error_text
from app.ui.workbench.personal_layout import PersonalLayout
from app.ui.workbench.run_status import (
    did_not_start,
    ending_message,
    lost_events,
    messages_text,
    reason_in_headline,
    sentence,
    session_badge,
)
from app.ui.workbench.sidebar import requested_users
from app.ui.workbench.status_bar import StatusLine
from app.ui.workbench.view import WorkbenchView
from app.ui.workbench.workbench_page import CHARTS, Workbench
from widgets.translation import tr


class OutageNotice(QObject):
    """Notices in a live session about systems or agents that have become unreachable, and about their return."""

    def __init__(self, shell: MainWindow, workbench: Workbench) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._follower: Follower | None = None
        self._lost: dict[int, Event] = {}
        self._agents: dict[str, Event] = {}
        workbench.refreshed.connect(self._check_outages)

    def _check_outages(self) -> None:
        follower = self._workbench.follower
        if follower is not self._follower:
            self._follower, self._lost, self._agents = follower, {}, {}
        if follower is None or not follower.live:
            return
        self._check_agents(follower)
        lost = lost_events(follower.reader, follower.now_s)
        if lost == self._lost:
            return
        returned = [system for system in self._lost if system not in lost]
        self._lost = lost
        if lost:
            self._shell.notice.say(
                "\n".join(
                    sentence(text)
                    for text in messages_text(follower.reader, [event.message for event in lost.values()])
                ),
                "error",
            )
        elif returned:
            kind = kind_of(ServerBack)
            events = [one for one in follower.reader.events if one.kind == kind and one.system in returned]
            back = messages_text(follower.reader, [one.message for one in events])
            self._shell.notice.say(
                tr("{sentence} The run is marked, and goes on.").format(sentence=sentence(back[-1])), "warning"
            )

    def _check_agents(self, follower: Follower) -> None:
        reader = follower.reader
        newest = newest_of_agents(reader, follower.now_s)
        if newest == self._agents:
            return
        new = [event for agent, event in newest.items() if self._agents.get(agent) != event]
        self._agents = newest
        away = [event for event in newest.values() if event.kind != AGENT_BACK]
        texts = messages_text(reader, [event.message for event in away or new[-1:]])
        text = "\n".join(sentence(one) for one in texts)
        if not away:
            text = tr("{sentence} The run is marked, and goes on.").format(sentence=text)
        lost = any(event.severity == "error" for event in away)
        show = [(tr("Show the Agents"), self._shell.actions_["agents"].trigger)]
        self._shell.notice.say(text, "error" if lost else "warning", offers=show)


log = logging.getLogger(__name__)

APPEARS_WITHIN_MS = 15_000
AGAIN_MS = 250


class SessionController(QObject):
    """Controller of one window's session and run; `starter` starts engines."""

    def __init__(self, shell: MainWindow, store: StateStore, starter: Starter | None = None) -> None:
        super().__init__(shell)
        self.shell = shell
        self._store = store
        self._starter: Starter = starter or start_engine
        self.run: RunningEngine | None = None
        self.follower: Follower | None = None
        self._request: StartRequest | None = None
        """Request for the run that this window started and is showing."""
        self._silence_text = ""
        """Text of the notice while a followed run commits no data."""
        self._stopping_text = ""
        """Text of the notice while a stop can be undone."""
        self._own = PersonalLayout(store)
        self.view = WorkbenchView(self._own.layout, self)
        self.undo = Undo(shell)
        self.status = StatusLine(shell.statusBar())
        self.workbench = Workbench(self.view, shell.actions_, self.status, chosen_theme(store))
        shell.pages.addWidget(self.workbench)
        shell.notice.lie_over(self.workbench.charts, self.workbench.middle)
        self.saving = Saving(shell, self.workbench, store)
        self.helping = HelpCommands(shell, self.workbench, store)
        self.window = WindowCommands(shell, self.workbench, store)
        self.viewing = ViewCommands(shell, self.workbench, self.undo)
        self.menus = ChartMenus(shell, self.workbench, store, self.undo)
        self.replay = ReplayCommands(self.workbench)
        self.results = ResultCommands(shell, self.workbench, store, self.open)
        self.library = LibraryCommands(self, store, self.results, lambda: recordings_folder(store))
        self.comparing = CompareCommands(shell, self.workbench, store, self.open)
        self.library.compare = self.comparing.compare
        self.booth = PresentationCommands(shell, self.workbench, store)
        self._outages = OutageNotice(shell, self.workbench)
        self.starting = Starting(
            shell, self.workbench, store, self._starter, may_leave=self._leave_session, start=self.start
        )
        self.stand = StandCommands(self, self.booth, store, self._starter, self.starting.ask)
        self.results.run_scenario = self.starting.choose_run
        self.search = SearchCommands(
            shell, store, open_session=self.open, run=self.starting.choose_run, show_help=self.helping.show
        )
        self._connect()
        shell.actions_.bind(self)
        if shell.pages.currentWidget() is shell.opening:  # the session the window was started for is already shown
            self._enable()
        else:
            self._show_nothing()
        shell.may_close = self.may_close

    def begin(self, open_path: Path | None, start: StartRequest | None, booth: tuple[str, ...] = ()) -> None:
        """Do what the window was started for; `booth` lists sessions and scenarios for the booth view."""
        if booth:
            self.stand.play(booth)
        elif open_path is not None:
            self.open(open_path)
        elif start is not None:
            self.start(start)
            if self.shell.pages.currentWidget() is self.shell.opening:  # still waiting for an answer, or canceled
                self._show_nothing()

    # Sessions

    def open(self, path: Path, *, own: bool = False) -> bool:
        """Show a session and, if it is being recorded, attach to its engine; report a failure and return False.

        `own` is true for a session recorded by this window's booth view.
        """
        if not self._may_leave():
            return False
        before = self.shell.pages.currentWidget() or self.shell.welcome
        self.shell.show_opening(tr("Opening {name}…").format(name=path.stem))
        try:
            follower = Follower(path, live=False, parent=self)
        except SessionError as error:
            if before is self.shell.opening or (before is self.workbench and self.follower is None):
                self._show_nothing()
            else:
                self.shell.pages.setCurrentWidget(before)
            self.shell.notice.say(error_text(error))
            return False
        self.shell.notice.hide()
        self._request = None
        silent = ""
        if not follower.reader.over:
            try:
                self._adopt_run(RunningEngine(path, attach(follower.reader.info.uuid), self, attached=True))
                follower.go_live()
            except SilentEngineError as error:
                silent, follower.unanswered = error_text(error), True
            except (ControlError, ValueError):
                pass  # not being recorded: show what has been recorded
        if not follower.live:
            follower.set_speed(replay_speed(self._store))
        self._show(follower)
        if silent:
            self.shell.notice.say(silent)
        if self.run is not None and not own:
            text = tr("This run was started elsewhere. This window only watches; closing it does not stop the run.")
            self.shell.notice.say(text, "info")
        self._store.put("open folder", str(path.parent))
        return True

    def choose_session(self) -> None:
        """Ask for a session file and open it."""
        folder = self._store.text("open folder") or str(recordings_folder(self._store))
        filters = tr("Outpace sessions (*.outpace)")
        path, _ = QFileDialog.getOpenFileName(self.shell, tr("Open a Session"), folder, filters)
        if path:
            self.open(Path(path))

    def show_folder(self) -> None:
        """Open the folder of recorded sessions in the desktop's file manager."""
        show_folder(recordings_folder(self._store))

    def start(self, request: StartRequest) -> None:
        """Ask for the run's inputs, start an engine, and follow its session when it exists."""
        if not self._may_leave():
            return
        try:
            self.starting.ask(request, self._begin)
        except (ScenarioError, OSError) as error:
            self._show_nothing()
            self.shell.notice.say(error_text(error))

    def _begin(self, request: StartRequest, title: str, answers: Answers) -> None:
        if not self._may_leave():  # a password dialog was open meanwhile
            return
        folder = request.session.parent if request.session is not None else recordings_folder(self._store)
        if not can_save_in(folder):
            self._ask_other_folder(folder, lambda: self._begin(in_usual_folder(request), title, answers))
            return
        try:
            session = request.session or default_session_path(
                title, datetime.now().astimezone(), recordings_folder(self._store)
            )
            run = started_run(request, session, self, self._starter, answers)
        except (SessionError, ControlError, OSError) as error:
            self._show_nothing()
            self.shell.notice.say(error_text(error))
            return
        self.shell.notice.hide()
        self._forget_session()
        self._request = request
        self._adopt_run(run)
        self.shell.set_session_title(title)
        self.workbench.building.begin(title, ours=True)
        self.workbench.show_building(True)
        self.shell.pages.setCurrentWidget(self.workbench)

    def _ask_other_folder(self, folder: Path, again: Callable[[], object]) -> None:
        """Report that recordings cannot be saved in a folder, and offer to choose another one."""

        def choose() -> None:
            chosen = QFileDialog.getExistingDirectory(self.shell, tr("Folder for Recordings"), str(Path.home()))
            if chosen:
                self._store.put(FOLDER, chosen)
                self.shell.notice.hide()
                again()

        self._show_nothing()
        text = tr("Outpace cannot save in {folder}. Choose another folder for recordings, or make this one writable.")
        self.shell.notice.say(text.format(folder=folder), offers=[(tr("Choose Folder…"), choose)])

    def close_session(self) -> None:
        """Close the session and show the start page."""
        self._leave_session()

    def may_close(self) -> bool:
        """Ask what to do with a run and store the layout; return whether the window may close."""
        if not self._may_leave():
            return False
        self._own.save()
        self._forget_session()
        return True

    # Events

    def _adopt_run(self, run: RunningEngine) -> None:
        self.run = run
        run.appeared.connect(lambda path: self._follow(run, path, APPEARS_WITHIN_MS))
        run.failed.connect(self._handle_run_failure)
        run.over.connect(lambda: self._handle_run_end(run))
        run.stops.connect(self._show_stop_countdown)
        self._enable()

    def _follow(self, run: RunningEngine, path: Path, patience_ms: int) -> None:
        if self.run is not run or (self.follower is not None and self.follower.path == path):
            return
        try:
            follower = Follower(path, live=True, parent=self)
        except SessionError as error:
            if patience_ms > 0 and run.alive:  # the engine is still writing the first rows
                QTimer.singleShot(AGAIN_MS, self, lambda: self._follow(run, path, patience_ms - AGAIN_MS))
            else:
                self.shell.notice.say(error_text(error))
            return
        self._show(follower)

    def _handle_run_failure(self, text: str) -> None:
        if self.follower is not None:
            self.follower.tick()
            if self.follower.reader.end is not None:
                return  # the session is complete and contains its own validity
        self.shell.notice.say(text)

    def _handle_run_end(self, run: RunningEngine) -> None:
        if self.run is not run:
            return
        self.run = None
        run.deleteLater()
        self._enable()
        if self.follower is None:
            self._show_nothing()
            return
        self.follower.tick()
        if self.follower.reader.end is None:
            self.follower.broke_off()
            if not self.shell.notice.text:
                self.shell.notice.say(
                    tr("The engine ended without closing the session. What it recorded up to then is kept and shown.")
                )
        self._show_kind()

    def _handle_session_end(self) -> None:
        self._show_kind()
        if self.follower is not None:
            self._report_end(self.follower.reader)

    def _report_end(self, reader: SessionReader) -> None:
        ending = ending_message(reader)
        if ending is None or reason_in_headline(reader):
            return
        text, details, severity = ending
        offers: list[Offer] = []
        request = self._request
        if request is not None and did_not_start(reader):
            offers = [
                (choice_text(request.scenario), lambda: self.starting.choose_run(request.scenario)),
                (tr("Run Again"), self.run_again),
            ]
        self.shell.notice.say(text, severity, details=details, offers=offers)

    def stop(self) -> None:
        """Stop the run, keeping the recording.

        Once the run has started, a stop can be undone for a few seconds; a second call stops immediately.
        """
        if self.run is not None:
            started = self.follower is not None and self.follower.reader.started
            (self.run.stop_soon if started else self.run.stop)()
            self._enable()

    def run_again(self) -> None:
        """Repeat this window's last run with the same settings, recording a new session."""
        if self._request is not None:
            self.start(dataclasses.replace(self._request, session=None))

    def _show_stop_countdown(self, seconds: int) -> None:
        notice = self.shell.notice
        if seconds == 0:
            if notice.text == self._stopping_text:
                notice.hide()
            self._stopping_text = ""
            self._enable()
            return
        shown = notice.text == self._stopping_text != ""
        self._stopping_text = tr("Stopping in {seconds} s").format(seconds=seconds)
        if shown:
            notice.change_text(self._stopping_text)
        else:
            offers = (
                (tr("&Keep Running"), self.run.keep_running if self.run is not None else notice.hide),
                (tr("Stop &Now"), self.stop),
            )
            notice.say(self._stopping_text, "warning", offers=offers)

    def _report_silence(self, seconds: int) -> None:
        notice = self.shell.notice
        if seconds:
            self._silence_text = tr(
                "Nothing was recorded for {seconds} s: the engine or the disk of the session does not respond. The "
                "charts continue when it does; if it stays so, end the engine's process and run again."
            ).format(seconds=seconds)
            notice.say(self._silence_text, "warning")
        elif notice.text == self._silence_text:
            notice.hide()

    def add_users(self, number: int) -> None:
        """Add this number of users to each target of every system; a negative number removes users."""
        run, follower, catalogue = self.run, self.follower, self.workbench.catalogue
        if run is None or follower is None or catalogue is None:
            return
        for system in follower.reader.systems:
            a_target = run.users_a_target.get(system.letter)
            if a_target is None:
                now = requested_users(follower.reader, catalogue, system.letter)
                if now is None:
                    continue
                a_target = round(now / max(len(system.targets), 1))
            run.set_users(max(1, a_target + number), system.letter)

    def _may_leave(self) -> bool:
        """Ask what to do with a run in progress; return whether the window may replace its content."""
        run, jobs = self.run, self.starting.jobs
        if jobs.underway:
            if jobs.kind == "build" and not ask_cancelling(self.shell, self.shell.title.text()):
                return False
            jobs.leave()
        if run is None or not run.alive:
            return True
        if run.stopping or run.stops_in_s:
            answer = Closing.STOP
        elif run.attached:
            answer = Closing.GO_ON
        else:
            answer = ask_closing(self.shell, self.shell.title.text())
        if answer is Closing.STAY:
            return False
        if answer is Closing.STOP and not run.stopping:
            run.stop()
        run.leave(go_on=answer is Closing.GO_ON)
        self.run = None
        self._enable()
        return True

    # Display

    def _show(self, follower: Follower) -> None:
        self._forget_session()
        self.follower = follower
        follower.ended.connect(self._handle_session_end)
        follower.failed.connect(self.shell.notice.say)
        follower.silent.connect(self._report_silence)
        follower.advanced.connect(self._show_kind)
        self._own.show(follower, self.view)
        self.workbench.building.begin(tr(follower.reader.info.title), ours=self.run is not None)
        self.workbench.bind(follower)
        self._show_substitutes()
        follower.advanced.connect(self._show_substitutes)
        self.shell.pages.setCurrentWidget(self.workbench)
        self._show_kind()
        self._enable()
        self._report_end(follower.reader)

    def _show_substitutes(self) -> None:
        follower, catalogue = self.follower, self.workbench.catalogue
        if follower is not None and catalogue is not None:
            self._own.stand_in(follower, catalogue, self.view)

    def _show_kind(self) -> None:
        """Show clearly whether the session is live, or RECORDED with its date."""
        follower = self.follower
        if follower is None:
            return
        info = follower.reader.info
        name = " — ".join([tr(info.title), *([follower.reader.view.name] if follower.reader.view is not None else [])])
        recorded = "" if follower.live else session_badge(follower.reader)
        live = tr("LIVE {time}").format(time=duration_text(max(follower.now_s, 0.0))) if follower.live else ""
        self.shell.set_session_title(
            name, recorded, follower.reader.view.note if follower.reader.view else "", live=live
        )
        self.shell.actions_.enable("recording", not follower.live)

    def _leave_session(self) -> bool:
        """Close the current session if `_may_leave` allows it; return whether it was closed."""
        if not self._may_leave():
            return False
        self.shell.notice.hide()
        self._show_nothing()
        return True

    def _show_nothing(self) -> None:
        self._forget_session()
        self.shell.set_session_title("")
        if self.shell.pages.currentWidget() is self.shell.welcome:
            self.library.show_recent()
        else:
            self.shell.pages.setCurrentWidget(self.shell.welcome)
        self._enable()

    def _forget_session(self) -> None:
        self.shell.notice.forget_notes()
        follower, self.follower = self.follower, None
        self.workbench.bind(None)
        if follower is not None:
            follower.close()
            follower.deleteLater()

    def _enable(self) -> None:
        actions, follower = self.shell.actions_, self.follower
        seen = follower is not None and self.shell.pages.currentWidget() is self.workbench
        actions.enable("session", seen)
        self._show_switch()
        actions.enable("recording", seen and follower is not None and not follower.live)
        actions.enable("run", self.run is not None and not self.run.stopping)
        actions.enable("again", self._request is not None and self.run is None)
        self.shell.show_running(self.run is not None, again=self._request is not None)

    def _show_switch(self) -> None:
        """Show the time range where there are charts, and the switch to the result once there is one."""
        follower, page = self.follower, self.workbench.page
        seen = follower is not None and self.shell.pages.currentWidget() is self.workbench
        over = seen and follower is not None and follower.reader.over
        self.shell.tools.show_session(charts=seen and page == CHARTS, result=over)

    def _connect(self) -> None:
        shell = self.shell
        self.workbench.refreshed.connect(self._show_switch)
        shell.pages.currentChanged.connect(lambda _index: self._enable())
        self.view.changed.connect(lambda: self._own.keep(self.follower, self.view.layout, self.view.usual_span_s))
        shell.restored.connect(self.workbench.refresh)
        self.status.log_button.clicked.connect(lambda: self.view.change(log=True))
        self.status.agents_button.clicked.connect(lambda: self.viewing.show_page("agents", True))
        self.workbench.building.cancelled.connect(self.stop)
        self.workbench.report_requested.connect(self.results.ask_report)
        self.workbench.slide_requested.connect(self.saving.copy_slide)
        shell.welcome.demo.connect(lambda: self.start(default_request(self._store)))
        shell.welcome.booth.connect(lambda scenario: self.stand.play((scenario,)))
        shell.welcome.recent.connect(self.open)
        self.starting.jobs.left.connect(self._show_nothing)
