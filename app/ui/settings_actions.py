"""Binds the settings: the dialog, and what a changed one does at once."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.ui.dialogs.settings import SettingsDialog
from app.ui.shell import Shell
from app.ui.state import StateStore
from app.ui.texts import tr


class SettingsActions(QObject):
    """apply: shows what was chosen."""

    def __init__(self, shell: Shell, store: StateStore, apply: Callable[[], object]) -> None:
        super().__init__(shell)
        self._shell = shell
        self._store = store
        self.apply = apply
        shell.actions_["settings"].triggered.connect(lambda _on=False: self.ask())

    def ask(self) -> None:
        """Shows the dialog."""
        dialog = SettingsDialog(self._store, self._shell)
        if dialog.exec():
            self.apply()
            if any(setting.later for setting in dialog.changed):
                self._shell.notice.say(tr("Outpace speaks the other language from its next start on."), "info")
        dialog.deleteLater()
