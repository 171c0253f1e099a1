"""Binds what is done with the session and the run as a whole: open, close, stop, keep, more users, quit."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from app.ui.dialogs.about import show_about, show_shortcuts
from app.ui.follower import Follower
from app.ui.run import Run
from app.ui.saving import Saving
from app.ui.settings import recordings_folder
from app.ui.shell import Shell
from app.ui.sidebar import requested_users
from app.ui.state import StateStore
from app.ui.texts import tr
from app.ui.workbench import Workbench


class Sessions(Protocol):
    """What shows sessions and runs engines (the desk)."""

    shell: Shell
    workbench: Workbench
    saving: Saving
    run: Run | None
    follower: Follower | None

    def open(self, path: Path) -> bool:
        """Shows a session."""
        ...

    def close_session(self) -> None:
        """Goes back to the empty window."""
        ...

    def stop(self) -> None:
        """Stops the run."""
        ...


class SessionActions(QObject):
    """The desk's own actions, and the welcome page's."""

    def __init__(self, desk: Sessions, store: StateStore) -> None:
        super().__init__(desk.shell)
        self._desk = desk
        self._store = store
        shell = desk.shell
        shell.welcome.open.connect(self.choose_session)
        shell.welcome.recent.connect(desk.open)
        does: dict[str, Callable[[], object]] = {
            "stop": desk.stop,
            "open": self.choose_session,
            "folder": self.show_folder,
            "close": desk.close_session,
            "quit": shell.close,
            "snapshot": desk.saving.snapshot,
            "copy": desk.saving.copy,
            "export": desk.saving.export,
            "more_users": lambda: self._more_users(1),
            "fewer_users": lambda: self._more_users(-1),
            "shortcuts": lambda: show_shortcuts(shell),
            "about": lambda: show_about(shell),
        }
        for key, function in does.items():
            shell.actions_[key].triggered.connect(lambda _on=False, do=function: do())

    def choose_session(self) -> None:
        """Asks for a file, and opens it."""
        folder = self._store.text("open folder") or str(recordings_folder(self._store))
        kinds = tr("Outpace sessions (*.outpace)")
        path, _ = QFileDialog.getOpenFileName(self._desk.shell, tr("Open a session"), folder, kinds)
        if path:
            self._desk.open(Path(path))

    def show_folder(self) -> None:
        """Opens the folder of recorded sessions in the desktop's own program."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(recordings_folder(self._store))))

    def _more_users(self, more: int) -> None:
        """One user more or less on each target of every system."""
        run, follower, catalogue = self._desk.run, self._desk.follower, self._desk.workbench.catalogue
        if run is None or follower is None or catalogue is None:
            return
        for system in follower.reader.systems:
            a_target = run.asked_users.get(system.letter)
            if a_target is None:
                now = requested_users(follower.reader, catalogue, system.letter)
                if now is None:
                    continue
                a_target = round(now / max(len(system.targets), 1))
            run.set_users(max(1, a_target + more), system.letter)
