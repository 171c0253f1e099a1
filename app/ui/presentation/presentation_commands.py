# SPDX-License-Identifier: Apache-2.0
"""Commands of the booth view (F11), the attract loop and the live run, shown full screen on the second screen.

The workbench remains usable meanwhile.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, Signal

from app.results.session_headline import stopped_systems
from app.session.free_space import free_bytes
from app.session.session_error import SessionError
from app.ui.presentation.booth_states import BoothState
from app.ui.presentation.markers import Markers
from app.ui.presentation.playlist import (
    Piece,
    Playlist,
    PlaylistError,
    playlist_of,
    playlist_path,
    read_playlist,
    rehearsed,
    repeats_recorded,
    write_playlist,
)
from app.ui.replay.follower import Follower
from app.ui.start.launch import last_scenario
from app.ui.start.run_request import Answers, StartRequest
from app.ui.start.running_engine import RunningEngine, Starter
from app.ui.window.background import Task
from app.ui.window.main_window import MainWindow
from app.ui.window.settings import CAUSES, SCREEN, SIZE, recordings_folder
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.run_status import lost_events
from app.ui.workbench.workbench_page import Workbench
from widgets.presentation.closing import ClosingCard
from widgets.theme import Theme
from widgets.translation import tr

if TYPE_CHECKING:
    from app.ui.presentation.presentation_window import PresentationWindow, SnapshotTaking
    from app.ui.presentation.presenter import PresenterWindow

STEP_S = 10.0


class PresentationCommands(QObject):
    """Owner of at most one booth window, which has a separate follower so that it ignores navigation in the workbench.

    The window can be lent to a show.

    Attributes:
        returned: The lent window was closed.
    """

    returned = Signal()

    def __init__(self, shell: MainWindow, workbench: Workbench, store: StateStore) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self.window: PresentationWindow | None = None
        self.presenter: PresenterWindow | None = None
        self._keeping: SnapshotTaking | None = None
        self._follower: Follower | None = None
        self._guest: Callable[[str], None] | None = None
        self._left_path: Path | None = None
        self._aside: Follower | None = None
        """Recording that is shown instead of the workbench's session."""
        self._message = ""
        """Last message for the operator since the booth was opened."""
        self.find_show: Callable[[], AttractLoop | None] = lambda: None
        """Returns the current show."""
        self.markers = Markers(shell.notice, store, self)
        self.find_run: Callable[[], RunningEngine | None] = lambda: None
        """Function that returns the current run, for markers."""
        workbench.refreshed.connect(self._follow)
        workbench.themed.connect(self._take_theme)
        shell.pages.currentChanged.connect(lambda _index: self._follow())
        shell.installEventFilter(self)

    def show_booth(self, visible: bool) -> None:
        """Open the booth window on its screen, or close it."""
        if visible == (self.window is not None):
            return
        if not visible:
            assert self.window is not None
            self.window.close()
            return
        from app.ui.presentation.presentation_window import SnapshotTaking  # noqa: PLC0415 - the first window must not wait for it

        window = new_presentation_window(self._store, self._workbench.theme, self._shell)
        if self._keeping is None:
            self._keeping = SnapshotTaking(self)
            self._keeping.message.connect(lambda text: self._shell.notice.say(text, "info"))
        keeping = self._keeping
        self._show_exhibitor(window)
        window.pressed.connect(self._press)
        window.snapshot_wanted.connect(lambda: keeping.keep(window))
        window.trouble.connect(self.report)
        window.closed.connect(self._handle_close)
        self.window = window
        self._follow()
        window.place_on(self._store.text(SCREEN))
        self._shell.actions_.check("booth", True)

    def show_presenter(self) -> None:
        """Open the presenter window on the operator's screen, or bring it to the front."""
        from app.ui.presentation.presenter import PresenterWindow  # noqa: PLC0415 - as above

        if self.presenter is None:
            self.presenter = PresenterWindow(self._store, self._shell, self._workbench.theme)
            self.presenter.grab_booth = lambda: self.window.grab() if self.window is not None else None
            self.presenter.tick.connect(self._refresh_presenter)
            self.presenter.pressed.connect(self._press_for_presenter)
        self._refresh_presenter()
        self.presenter.show()
        self.presenter.activateWindow()

    def _refresh_presenter(self) -> None:
        from app.ui.presentation.presenter_status import Situation, status_of  # noqa: PLC0415 - as above

        if self.presenter is None:
            return
        window, show = self.window, self.find_show()
        follower = window.follower if window is not None else self._workbench.follower
        reader = follower.reader if follower is not None and follower.reader.systems else None
        now = Situation(
            reader=reader,
            at_s=window.moment_s
            if window is not None and follower is not None
            else follower.now_s
            if follower
            else 0.0,
            live=follower is not None and follower.live,
            state=window.board.state if window is not None else BoothState.NEUTRAL,
            stage=show.stage if show is not None else "",
            frozen=window is not None and window.frozen,
            blanked=window is not None and window.blanked,
            aside=self._aside is not None or (show is not None and show.aside),
            free=free_bytes(recordings_folder(self._store)),
            message=self._message,
        )
        where = window.screen().name() if window is not None else ""
        self.presenter.show_status(status_of(now), reader, where=where)

    def _press_for_presenter(self, name: str) -> None:
        """Do what a button of the presenter's window says."""
        if name == "blank" and self.window is not None:
            self.window.set_blank(not self.window.blanked)
        elif name == "restart":
            self._press("stop")
            self._shell.actions_["countdown"].trigger()
        elif name != "blank":
            self._press(name)
        self._refresh_presenter()

    def report(self, text: str) -> None:
        """Show a message to the operator, in the workbench and in the presenter's window."""
        self._message = text
        self._shell.notice.say(text, "warning")

    def choose_exhibitor(self) -> None:
        from app.ui.presentation.exhibitor import ExhibitorDialog, exhibitor, keep_exhibitor  # noqa: PLC0415 - as above

        dialog = ExhibitorDialog(exhibitor(self._store), self._shell)
        if dialog.exec():
            keep_exhibitor(dialog.chosen, self._store)
            if self.window is not None:
                self._show_exhibitor(self.window)
        dialog.deleteLater()

    def _show_exhibitor(self, window: "PresentationWindow") -> None:
        """Show the exhibitor, or report to the operator why the logo or link cannot be used."""
        from app.ui.presentation.exhibitor import ExhibitorError, exhibitor, strip_of  # noqa: PLC0415 - as above

        try:
            window.set_exhibitor(strip_of(exhibitor(self._store)))
        except ExhibitorError as error:
            self._shell.notice.say(error_text(error), "warning")

    def mark(self) -> None:
        """Ask for a marker's text in the workbench."""
        self.markers.ask(self._shell, self.find_run)

    def lend(self, press: Callable[[str], None]) -> "PresentationWindow":
        """Open or return the booth window for a show; `press` handles its keys, except the one that leaves."""
        self._guest = press
        self.show_booth(True)
        assert self.window is not None
        self.window.show_follower(None)
        self._release_follower()
        return self.window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the booth window when the operator's window closes."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous() and self.window is not None:
            self.window.close()
        return super().eventFilter(watched, event)

    def _handle_close(self) -> None:
        window, self.window = self.window, None
        guest, self._guest = self._guest, None
        self._message = ""
        self._release_follower()
        if guest is not None:
            self.returned.emit()
        if window is not None:
            window.deleteLater()
        self._shell.actions_.check("booth", False)
        if self._shell.isMinimized():
            self._shell.showNormal()

    def _follow(self) -> None:
        """Show the workbench's session in the booth window if another one was opened."""
        if self.window is None or self._guest is not None:
            return
        theirs = self._workbench.follower
        if self._aside is not None and theirs is not None and theirs.path == self._left_path:
            return  # visitors see a recording until the presenter goes back
        self._leave_aside()
        path = theirs.path if theirs is not None else None
        if path == (self._follower.path if self._follower is not None else None):
            if theirs is not None and theirs.live and self._follower is not None:
                self._follower.go_live()
            if path is not None or not self.window.waiting.isHidden():
                return
        self.window.show_follower(None)
        self._release_follower()
        if theirs is None:
            self.window.announce(tr("Ask us to start a run"), tr("Two systems side by side, under the same work"))
            return
        try:
            self._follower = Follower(theirs.path, live=theirs.live, parent=self)
        except SessionError as error:
            self._shell.notice.say(error_text(error))
            self.window.announce(tr("Ask us to start a run"))
            return
        if not theirs.live:
            self._follower.seek(theirs.now_s)
        self.window.show_follower(self._follower, charted=self._workbench.view.layout.charted)
        self._follower.ended.connect(self._show_card)

    def _show_card(self) -> None:
        """Show the closing card of the run that has just ended."""
        window, follower = self.window, self._follower
        if window is None or follower is None:
            return
        from app.ui.presentation.closing_card import closing_card  # noqa: PLC0415 - as above

        path = follower.path
        task = Task(lambda: closing_card(path), (SessionError, OSError), self)

        def show(card: object) -> None:
            shown = self.window
            if shown is not None and self._follower is follower and isinstance(card, ClosingCard):
                shown.show_card(card)

        task.done.connect(show)
        task.start()

    def _release_follower(self) -> None:
        follower, self._follower = self._follower, None
        if follower is not None:
            follower.close()
            follower.deleteLater()

    def _take_theme(self, theme: Theme) -> None:
        if self.window is not None:
            self.window.set_theme(theme)
        if self.presenter is not None:
            self.presenter.set_theme(theme)

    def _press(self, name: str) -> None:
        """Handle the presenter's keys for the workbench's session: control its run or its replay."""
        follower = self._follower
        if name == "leave":
            self.show_booth(False)
        elif name == "mark":
            if self.window is not None:
                self.markers.ask(self.window, self.find_run)
        elif self._guest is not None:
            self._guest(name)
        elif name == "recording":
            self._switch()
        elif name == "stop":
            self._shell.actions_["stop"].trigger()
        elif follower is None or follower.live:
            if name == "start":
                self._shell.actions_["countdown"].trigger()
            elif name == "next" and self._in_trouble():
                self._switch()
        elif name == "start":
            self._clear_card()
            follower.seek(0.0)
            follower.play()
        else:
            self._clear_card()
            follower.seek(follower.now_s + (STEP_S if name == "next" else -STEP_S))

    def _in_trouble(self) -> bool:
        follower = self._follower
        if follower is None or not follower.live or not follower.reader.started:
            return False
        reader, at_s = follower.reader, follower.now_s
        return bool(stopped_systems(reader, at_s)) or bool(lost_events(reader, at_s))

    def _switch(self) -> None:
        """Show the best recording of the session's comparison instead of it, or go back to the session."""
        if self._aside is not None:
            self._leave_aside()
            self._follow()
            return
        if self._follower is None or self.window is None:
            return
        path = self._left_path = self._follower.path
        task = Task(lambda: repeats_recorded(path), (SessionError, OSError), self)
        task.done.connect(self._show_aside)
        task.failed.connect(self.report)
        task.start()

    def _show_aside(self, paths: object) -> None:
        window = self.window
        best = paths[0] if isinstance(paths, list) and paths else None
        if window is None or self._follower is None or self._follower.path != self._left_path:
            return
        if not isinstance(best, Path):
            self.report(tr("There is no recording of this comparison yet."))
            return
        try:
            aside = Follower(best, live=False, parent=self)
        except SessionError as error:
            self.report(error_text(error))
            return
        self._aside = aside
        window.show_follower(aside)
        aside.seek(0.0)
        aside.play()

    def _leave_aside(self) -> None:
        aside, self._aside = self._aside, None
        if aside is None:
            return
        if self.window is not None:
            self.window.show_follower(None)
        self._release_follower()
        aside.close()
        aside.deleteLater()

    def _clear_card(self) -> None:
        if self.window is not None:
            self.window.show_card(None)


def new_presentation_window(store: StateStore, theme: Theme, operator: MainWindow | None) -> "PresentationWindow":
    """Return a booth window with the user's text size; later changes of the size are stored."""
    from app.ui.presentation.presentation_window import PresentationWindow  # noqa: PLC0415 - as above

    factor = 1.0
    with contextlib.suppress(ValueError):
        factor = float(store.text(SIZE, "1"))
    window = PresentationWindow(theme, operator=operator, factor=factor)
    window.board.causes = store.text(CAUSES, "yes") == "yes"
    window.resized.connect(lambda chosen: store.put(SIZE, f"{chosen:g}"))
    window.placed.connect(lambda screen: store.put(SCREEN, screen))
    return window


if TYPE_CHECKING:
    from app.ui.presentation.attract_loop import Ask, AttractLoop, Begin


class StandController(Protocol):
    """Interface to the workbench that the show needs."""

    shell: MainWindow
    run: RunningEngine | None
    follower: Follower | None

    def open(self, path: Path, *, own: bool = False) -> bool:
        """Show a session; return whether it succeeded."""
        ...


class StandCommands(QObject):
    """Commands for the show in the booth window; there is at most one show."""

    def __init__(
        self, controller: StandController, booth: PresentationCommands, store: StateStore, starter: Starter, ask: "Ask"
    ) -> None:
        """Create the commands; `ask` asks the operator for a run's inputs, then starts it."""
        super().__init__(controller.shell)
        self._controller = controller
        self._shell = controller.shell
        self._booth = booth
        self._store = store
        self._starter = starter
        self._ask = ask
        self.show: AttractLoop | None = None
        booth.returned.connect(self._end)
        booth.find_run = self._run
        booth.find_show = lambda: self.show

    def start_live(self) -> None:
        """Start the show's live run; without a show, begin one with the last chosen scenario."""
        if self.show is None:
            saved = self._saved_playlist()
            self.begin(saved if saved.scenarios else playlist_of((last_scenario(self._store),), saved))
        if self.show is not None:
            self.show.press("start")

    def choose(self) -> None:
        """Ask for the pieces of the loop, then play it."""
        from app.ui.presentation.playlist_dialog import AttractDialog  # noqa: PLC0415 - the first window must not wait for it

        saved = self._saved_playlist()
        dialog = AttractDialog(saved, self._shell)
        follower = self._controller.follower
        if not saved.pieces and follower is not None and not follower.live:
            dialog.take([Piece(str(follower.path))])
        if dialog.exec():
            try:
                write_playlist(dialog.playlist, playlist_path())
            except PlaylistError as error:
                self._shell.notice.say(error_text(error), "warning")
            self.begin(dialog.playlist)

    def play(self, sources: tuple[str, ...]) -> None:
        """Show these sessions and scenarios in a loop; a single scenario is prepared and waits for the Start key."""
        playlist = playlist_of(sources, self._saved_playlist())
        self.begin(playlist, hold=len(sources) == 1 and bool(playlist.scenarios))

    def begin(self, playlist: Playlist, *, hold: bool = False) -> None:
        """Begin a show, replacing the current one."""
        if self._controller.run is not None and self._controller.run.alive:
            self._shell.notice.say(tr("A run is under way here. Stop it first, then begin the show."), "warning")
            return
        from app.ui.presentation.attract_loop import AttractLoop  # noqa: PLC0415 - the first window must not wait for it

        self._end()
        window = self._booth.lend(self._press)
        show = AttractLoop(window, playlist, ask=self._ask_visibly, starter=self._starter, parent=self)
        show.note.connect(self._booth.report)
        show.recording.connect(self._open)
        self.show = show
        show.begin(hold=hold)

    def _ask_visibly(self, request: StartRequest, begin: "Begin") -> None:
        """Ask the operator; if there is something to ask, bring back a workbench that is minimized."""
        begun: list[bool] = []

        def began(request: StartRequest, title: str, answers: Answers) -> None:
            begun.append(True)
            begin(request, title, answers)

        self._ask(request, began)
        if not begun and self._shell.isMinimized():
            self._shell.showNormal()

    def rehearse(self) -> None:
        """Check the stand before the doors open, and play the loop ten times as fast on request."""
        from app.ui.presentation.rehearsal import RehearsalDialog  # noqa: PLC0415 - as above

        playlist = self._saved_playlist()
        dialog = RehearsalDialog(playlist, self._store, self._shell)
        if dialog.exec():
            self.begin(rehearsed(playlist))
        dialog.deleteLater()

    def _press(self, name: str) -> None:
        if self.show is not None:
            self.show.press(name)

    def _run(self) -> RunningEngine | None:
        """Return the current run of the show, or else of the workbench."""
        live = self.show.live if self.show is not None else None
        return live.run if live is not None else self._controller.run

    def _open(self, path: Path) -> None:
        """Show the session in the operator's workbench too."""
        if self._controller.run is None or not self._controller.run.alive:
            self._controller.open(path, own=True)

    def _end(self) -> None:
        show, self.show = self.show, None
        if show is not None:
            show.close()
            show.deleteLater()

    def _saved_playlist(self) -> Playlist:
        try:
            return read_playlist(playlist_path())
        except PlaylistError as error:
            self._shell.notice.say(error_text(error), "warning")
            return Playlist()
