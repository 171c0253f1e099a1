"""Binds the stand's actions: the attract loop and its playlist, and the key that starts the live run."""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from app.ui.booth.actions import BoothActions
from app.ui.booth.playlist import Playlist, PlaylistError, playlist_of, playlist_path, read_playlist, write_playlist
from app.ui.run import Run, Starter
from app.ui.shell import Shell
from app.ui.starting import last_scenario
from app.ui.state import StateStore
from app.ui.texts import tr

if TYPE_CHECKING:
    from app.ui.booth.show import Ask, Show


class Sessions(Protocol):
    """What shows sessions in the workbench (the desk)."""

    shell: Shell
    run: Run | None

    def open(self, path: Path) -> bool:
        """Shows a session."""
        ...


class StandActions(QObject):
    """One show at a time, in the booth window."""

    def __init__(self, desk: Sessions, booth: BoothActions, store: StateStore, starter: Starter, ask: "Ask") -> None:
        """ask: asks the operator what a run needs, then begins it."""
        super().__init__(desk.shell)
        self._desk = desk
        self._shell = desk.shell
        self._booth = booth
        self._store = store
        self._starter = starter
        self._ask = ask
        self.show: Show | None = None
        booth.returned.connect(self._end)
        self._shell.actions_["countdown"].triggered.connect(lambda _on=False: self.start_live())
        self._shell.actions_["attract"].triggered.connect(lambda _on=False: self.choose())

    def start_live(self) -> None:
        """The live run of the show; without one a show of the scenario that was chosen last begins with it."""
        if self.show is None:
            kept = self._kept()
            self.begin(kept if kept.scenarios else playlist_of((last_scenario(self._store),), kept))
        if self.show is not None:
            self.show.press("start")

    def choose(self) -> None:
        """Asks what the loop plays, and plays it."""
        from app.ui.dialogs.attract import AttractDialog  # noqa: PLC0415 - the first window must not wait for it

        dialog = AttractDialog(self._kept(), self._shell)
        if dialog.exec():
            try:
                write_playlist(dialog.playlist, playlist_path())
            except PlaylistError as error:
                self._shell.notice.say(str(error), "warning")
            self.begin(dialog.playlist)

    def play(self, sources: tuple[str, ...]) -> None:
        """Shows these sessions and scenarios in a loop; a scenario alone is made ready, and waits for the key."""
        playlist = playlist_of(sources, self._kept())
        self.begin(playlist, hold=len(sources) == 1 and bool(playlist.scenarios))

    def begin(self, playlist: Playlist, *, hold: bool = False) -> None:
        """Begins a show, in the place of one that is on."""
        if self._desk.run is not None and self._desk.run.alive:
            self._shell.notice.say(tr("A run is under way here. Stop it first, then begin the show."), "warning")
            return
        from app.ui.booth.show import Show  # noqa: PLC0415 - the first window must not wait for it

        self._end()
        window = self._booth.lend(self._press)
        show = Show(window, playlist, ask=self._ask, starter=self._starter, parent=self)
        show.note.connect(lambda text: self._shell.notice.say(text, "warning"))
        show.recording.connect(self._open)
        self.show = show
        show.begin(hold=hold)

    def _press(self, name: str) -> None:
        if self.show is not None:
            self.show.press(name)

    def _open(self, path: Path) -> None:
        """The operator's workbench follows the same session."""
        if self._desk.run is None or not self._desk.run.alive:
            self._desk.open(path)

    def _end(self) -> None:
        show, self.show = self.show, None
        if show is not None:
            show.close()
            show.deleteLater()

    def _kept(self) -> Playlist:
        try:
            return read_playlist(playlist_path())
        except PlaylistError as error:
            self._shell.notice.say(str(error), "warning")
            return Playlist()
