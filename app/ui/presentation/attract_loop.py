# SPDX-License-Identifier: Apache-2.0
"""Show at a trade-fair stand: the attract loop, and live runs started with a key, from preparation to the closing card.

Errors are reported to the operator, while visitors see the next piece.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from app.control.link import ControlError, start_engine
from app.results.session_headline import stopped_systems
from app.scenario.reading import ScenarioError, read_scenario
from app.session.library import Library
from app.session.paths import default_session_path
from app.session.session_error import SessionError
from app.ui.presentation.booth_states import BoothState
from app.ui.presentation.closing_card import LastResult, closing_card, last_result
from app.ui.presentation.playlist import MakeLibrary, Piece, Playlist, PlaylistOrder, best_recorded, repeats_recorded
from app.ui.presentation.presentation_window import PresentationWindow
from app.ui.presentation.stand_run import LiveRun
from app.ui.replay.follower import Follower
from app.ui.start.run_request import Answers, StartRequest
from app.ui.start.running_engine import Starter, started_run
from app.ui.window.background import Task
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.run_status import lost_events
from widgets.presentation.closing import ClosingCard
from widgets.translation import tr

log = logging.getLogger(__name__)

INVITATION_S = 12.0
"""Seconds for which a scenario without recordings is announced."""
AGAIN_S = 20.0
"""Seconds before the playlist is retried if none of its pieces could be shown."""
HELD_MS = 1000

Stage = Literal["idle", "replay", "invitation", "preparing", "ready", "live", "card"]
BUSY = ("preparing", "ready", "live")
Begin = Callable[[StartRequest, str, Answers], None]
Ask = Callable[[StartRequest, Begin], None]
"""Function that asks the operator for a run's inputs, then begins it. Raises ScenarioError, OSError."""


class AttractLoop(QObject):
    """Controller of the show in a booth window, which it does not own.

    Attributes:
        note: There is a message for the operator.
        recording: A live run is recorded into this session.
        staged: The stage of the show changed.
    """

    note = Signal(str)
    recording = Signal(object)
    staged = Signal(str)

    def __init__(
        self,
        window: PresentationWindow,
        playlist: Playlist,
        *,
        ask: Ask,
        starter: Starter = start_engine,
        library: MakeLibrary = Library,
        parent: QObject,
    ) -> None:
        """Create the show.

        Args:
            window: Booth window.
            playlist: Pieces to play.
            ask: Asks the operator for a run's inputs.
            starter: Starts an engine.
            library: Creates a library, in another thread.
            parent: Parent object.
        """
        super().__init__(parent)
        self.window = window
        self.playlist = playlist
        self._loop = PlaylistOrder(playlist.pieces)
        window.coming = bool(playlist.pieces)
        self._ask = ask
        self._starter = starter
        self._library = library
        self.stage: Stage = "idle"
        self.follower: Follower | None = None
        self.live: LiveRun | None = None
        self._answers: dict[str, Answers] = {}
        self._asking = ""
        self._reported: set[str] = set()
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.timeout.connect(self._show_next)
        self._last: LastResult | None = None
        """Result of the best recorded run of the scenario that is prepared."""
        self._replaced: Follower | None = None
        """Follower of the live run while a recording is shown instead of it."""
        self._turn = 0
        """Number of pieces shown so far; results computed for an earlier piece are discarded."""

    # Actions of the operator and the presenter

    def begin(self, *, hold: bool = False) -> None:
        """Start the loop; if `hold` is true, prepare the first scenario and wait for the Start key."""
        self._show_next()
        if hold and (scenario := self._loop.scenario()):
            self.start_live(scenario, by_hand=True)

    def press(self, name: str) -> None:
        """Handle a presenter's key: "start", "stop", "next", "previous", "recording"."""
        busy = self.stage in BUSY
        if name == "start" and self.live is not None:
            self.live.want()
        elif name == "start" and not busy:
            self._asking = ""  # an unanswered question must not block the next start
            if scenario := self._loop.scenario():
                self.start_live(scenario)
            else:
                self.note.emit(tr("The playlist has no scenario to run live. Add one."))
        elif name == "stop" and self.live is not None:
            self.live.stop()
        elif name == "recording" or (name == "next" and self.stage == "live" and self.in_trouble()):
            self._switch()
        elif name in ("next", "previous") and not busy:
            self._show_next(1 if name == "next" else -1)

    @property
    def aside(self) -> bool:
        """True while visitors see a recording during a live run."""
        return self._replaced is not None

    def in_trouble(self) -> bool:
        """Return whether a system of the live run has stopped or does not answer."""
        follower = self.follower
        if follower is None or not follower.live or not follower.reader.started:
            return False
        reader, at_s = follower.reader, follower.now_s
        return bool(stopped_systems(reader, at_s)) or bool(lost_events(reader, at_s))

    def _switch(self) -> None:
        """Show the best recording of the scenario while the live run goes on, or go back to the live run."""
        kept = self._replaced
        if kept is not None:
            self._replaced = None
            self._turn += 1
            self._follow(kept)
            self._stage("live")
        elif self.stage == "live" and self.follower is not None:
            path, follower = self.follower.path, self.follower

            def found(paths: object) -> None:
                best = paths[0] if isinstance(paths, list) and paths else None
                if not isinstance(best, Path) or self.follower is not follower or self.live is None:
                    self.note.emit(tr("There is no recording of this comparison yet."))
                    return
                self._replaced = follower
                if not self._replay(best):
                    self._replaced = None

            self._run_in_thread(lambda: repeats_recorded(path, self._library), found, self.note.emit)
        elif self.stage not in BUSY:
            self._show_next()

    def start_live(self, scenario: str, *, by_hand: bool = False) -> None:
        """Start a run of a scenario; its users are connected while the loop continues.

        Args:
            scenario: Scenario to run.
            by_hand: Wait for the Start key again instead of counting down when all users are connected.
        """
        if self._asking or self.live is not None:
            return

        def begin(request: StartRequest, title: str, answers: Answers) -> None:
            self._asking = ""
            if self.live is None:
                self._answers[scenario] = answers
                self._start_run(request, title, answers, by_hand=by_hand)

        request = StartRequest(scenario, hold=True)
        try:
            if scenario in self._answers:
                begin(request, tr(read_scenario(scenario).scenario.title), self._answers[scenario])
            else:
                self._asking = scenario
                self._ask(request, begin)
        except (ScenarioError, OSError) as error:
            self._asking = ""
            self._replace_run(scenario, error_text(error))

    def close(self) -> None:
        """Release all resources. A run under load continues in the workbench; a waiting run is stopped."""
        self._turn += 1
        self._due.stop()
        self._leave_run()
        self._stage("idle")
        self._release_follower()

    # The loop

    def _show_next(self, by: int = 1) -> None:
        """Show the next available piece."""
        self._turn += 1
        self._due.stop()
        for _ in range(max(len(self._loop.pieces), 1)):
            piece = self._loop.step(by)
            if piece is not None and self._show_piece(piece):
                return
        self._announce(tr("Ask us to start a run"), tr("Two systems side by side, under the same work"), AGAIN_S)

    def _show_piece(self, piece: Piece) -> bool:
        if piece.kind == "session":
            return self._replay(Path(piece.source))
        try:
            title = tr(read_scenario(piece.source).scenario.title)
        except (ScenarioError, OSError) as error:
            self._skip(piece.source, error_text(error))
            return False
        self._announce(
            tr("The next run starts soon") if piece.live else tr("Ask us to start a run"), title, INVITATION_S
        )
        if piece.live:
            self.start_live(piece.source)
        else:
            self._show_best(piece.source, lambda: None)
        return True

    def _announce(self, title: str, line: str, seconds: float) -> None:
        self._release_follower()
        self._stage("invitation")
        self.window.announce(title, line)
        self._due.start(round(seconds * 1000))

    def _replay(self, path: Path) -> bool:
        """Play the last part of a recorded session. If it cannot be shown, report that once and return False."""
        try:
            follower = Follower(path, live=False, parent=self)
        except SessionError as error:
            self._skip(str(path), error_text(error))
            return False
        if not follower.reader.started or not follower.reader.systems or follower.reader.length_s <= 0:
            _close(follower)
            self._skip(str(path), tr("{path} contains no measurements.").format(path=path))
            return False
        self._reported.discard(str(path))
        self._due.stop()
        self._follow(follower)
        self._stage("replay")
        speed = self.playlist.speed
        follower.set_speed(speed)
        follower.seek(max(0.0, follower.reader.length_s - self.playlist.piece_s * speed))
        follower.play()
        follower.advanced.connect(self._end_replay)
        follower.failed.connect(lambda text: self._skip_broken(path, text))
        return True

    def _end_replay(self) -> None:
        """Show the card at the end of a replay, unless the presenter has frozen the view."""
        follower = self.follower
        if self.stage != "replay" or follower is None or follower.playing:
            return
        if self.window.frozen:
            QTimer.singleShot(HELD_MS, self, self._end_replay)
        elif follower.reader.end is not None and follower.reader.end.valid:
            self._show_card(follower.path, self.playlist.card_s)
        else:
            self._show_next()

    def _skip(self, source: str, why: str) -> None:
        if source not in self._reported:
            self._reported.add(source)
            self.note.emit(tr("The attract loop leaves this out: {why}").format(why=why))

    def _skip_broken(self, path: Path, why: str) -> None:
        self._skip(str(path), why)
        QTimer.singleShot(0, self, self._show_next)

    def _show_best(self, scenario: str, otherwise: Callable[[], None]) -> None:
        """Find and play the best recorded session of a scenario; call `otherwise` if absent."""

        def found(path: object) -> None:
            if not (isinstance(path, Path) and self._replay(path)):
                otherwise()
                return
            self.window.set_note(tr("Ask us for a live run"))

        self._run_in_thread(lambda: best_recorded(scenario, self._library), found, lambda _text: otherwise())

    # The live run

    def _start_run(self, request: StartRequest, title: str, answers: Answers, *, by_hand: bool) -> None:
        self._turn += 1
        self._due.stop()
        self._release_follower()
        self._stage("preparing")
        self._last = None
        self.window.announce(tr("The next run starts soon"), title)
        scenario = request.scenario
        self._find_last(scenario, title)
        try:
            session = default_session_path(title, datetime.now().astimezone())
            run = started_run(request, session, self, self._starter, answers)
        except (SessionError, ControlError, OSError) as error:
            self._replace_run(scenario, error_text(error))
            return
        live = self.live = LiveRun(run, self)
        live.appeared.connect(lambda follower: self._show_live(follower, title))
        line = tr("Filling the databases: {done:.0f} %")
        live.preparing.connect(lambda done: self.window.announce(line.format(done=done), title, self._last))
        live.ready.connect(lambda: self._announce_ready(live, title, by_hand=by_hand))
        live.started.connect(lambda: self._stage("live"))
        live.ended.connect(self._end_run)
        live.failed.connect(lambda why: self._replace_failed(scenario, why))

    def _find_last(self, scenario: str, title: str) -> None:
        """Find the result of the best recorded run of a scenario, and show it while the next one is prepared."""

        def work() -> LastResult | None:
            path = best_recorded(scenario, self._library)
            return last_result(path) if path is not None else None

        def found(last: object) -> None:
            if isinstance(last, LastResult):
                self._last = last
                if self.stage == "preparing":
                    self.window.announce(tr("The next run starts soon"), title, last)

        self._run_in_thread(work, found, lambda text: log.warning("no result of %s: %s", scenario, text))

    def _show_live(self, follower: Follower, title: str) -> None:
        self._follow(follower)
        self.window.announce(tr("The next run starts soon"), title, self._last)
        self.recording.emit(follower.path)

    def _announce_ready(self, live: LiveRun, title: str, *, by_hand: bool) -> None:
        self._stage("ready")
        if by_hand:
            self.window.announce(tr("Ready to start"), title, self._last)
        else:
            live.want()

    def _end_run(self, why: str) -> None:
        if why:
            self.note.emit(why)
        aside = self.aside
        self._leave_run()
        if self.follower is not None and not aside:
            self._show_card(self.follower.path, self.playlist.result_s)

    def _replace_failed(self, scenario: str, why: str) -> None:
        self._answers.pop(scenario, None)  # a wrong password is requested again
        self._replace_run(scenario, why)

    def _replace_run(self, scenario: str, why: str) -> None:
        """Replace a live run with the best recorded session of its scenario; if absent, continue the loop.

        `why` is a message for the operator.
        """
        if why:
            self.note.emit(why)
        self._turn += 1
        self._leave_run()
        self._release_follower()
        self._stage("invitation")
        self._show_best(scenario, self._show_next)

    def _leave_run(self) -> None:
        live, self.live = self.live, None
        kept, self._replaced = self._replaced, None
        if kept is not self.follower:
            _close(kept)
        if live is not None:
            live.leave()
            live.deleteLater()

    # The card

    def _show_card(self, path: Path, seconds: float) -> None:
        self._stage("card")
        self._due.start(round(max(seconds, 0.001) * 1000))

        def work() -> ClosingCard | None:
            return closing_card(path, repeats_recorded(path, self._library))

        def show(card: object) -> None:
            if isinstance(card, ClosingCard):
                self.window.show_card(card)
            elif self.window.board.state != BoothState.SYSTEM_STOPPED:
                self.window.show_no_result()

        self._run_in_thread(work, show, lambda text: log.warning("no card of %s: %s", path, text))

    # Internals

    def _run_in_thread(
        self, work: Callable[[], object], done: Callable[[object], None], failed: Callable[[str], None]
    ) -> None:
        """Run work in the background; discard the result if another piece is being shown by then."""
        turn = self._turn
        task = Task(work, (SessionError, OSError), self)
        task.done.connect(lambda found: done(found) if turn == self._turn else None)
        task.failed.connect(lambda text: failed(text) if turn == self._turn else None)
        task.start()

    def _follow(self, follower: Follower) -> None:
        """Show a session and release the previous one."""
        before, self.follower = self.follower, follower
        self.window.set_note("")
        self.window.show_follower(follower)
        if before is not self._replaced:
            _close(before)

    def _release_follower(self) -> None:
        before, self.follower = self.follower, None
        if before is not None:
            self.window.show_follower(None)
            _close(before)

    def _stage(self, stage: Stage) -> None:
        if stage != self.stage:
            self.stage = stage
            self.staged.emit(stage)


def _close(follower: Follower | None) -> None:
    if follower is not None:
        follower.close()
        follower.deleteLater()
