"""Binds what is made of results: reports of sessions, and which latency the load levels show."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.ui.dialogs.report import ReportDialog
from app.ui.shell import Shell
from app.ui.state import StateStore
from app.ui.workbench import Workbench

Show = Callable[[Path], object]


def show_folder(folder: Path) -> None:
    """Opens a folder in the desktop's own program."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class ResultActions(QObject):
    """open_session: shows a session in the window. show: opens the folder of a report."""

    def __init__(
        self, shell: Shell, workbench: Workbench, store: StateStore, open_session: Show, show: Show = show_folder
    ) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._open = open_session
        self.show = show
        shell.actions_["report"].triggered.connect(lambda _on=False: self.ask_report())
        percentile = workbench.levels.percentile
        percentile.setCurrentText(store.text("levels latency", percentile.currentText()))
        percentile.activated.connect(lambda _index: store.put("levels latency", percentile.currentText()))

    def ask_report(self) -> ReportDialog:
        """Shows the dialog; it writes by itself, and the window goes on meanwhile."""
        follower = self._workbench.follower
        dialog = ReportDialog([follower.path] if follower is not None else [], self._store, self._shell)
        dialog.accepted.connect(lambda: self._written(dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _written(self, dialog: ReportDialog) -> None:
        names = ", ".join(path.name for path in dialog.written)
        folder = dialog.written[0].parent
        self._shell.notice.say(
            f"Report written to {folder}: {names}", "info", offers=[("Open Folder", lambda: self.show(folder))]
        )
        if dialog.open_folder.isChecked():
            self.show(folder)
