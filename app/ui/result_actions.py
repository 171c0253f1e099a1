"""Binds what is made of results: reports, imports, joined sessions, and which latency the load levels show."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDragMoveEvent, QDropEvent

from app.scenario.reading import looks_like_scenario
from app.session.paths import SUFFIX
from app.ui.dialogs.importing import ImportDialog
from app.ui.dialogs.joining import JoinDialog
from app.ui.dialogs.report import ReportDialog
from app.ui.ending import sentence
from app.ui.importing import Made, without_options
from app.ui.shell import Shell
from app.ui.state import StateStore
from app.ui.texts import tr
from app.ui.workbench import Workbench

Show = Callable[[Path], object]


def show_folder(folder: Path) -> None:
    """Opens a folder in the desktop's own program."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class ResultActions(QObject):
    """open_session: shows a session in the window. show: opens the folder of a report. selected: the sessions that were
    chosen to work with; None: the one that the window shows. run_scenario: asks whether a scenario is to be run."""

    def __init__(
        self, shell: Shell, workbench: Workbench, store: StateStore, open_session: Show, show: Show = show_folder
    ) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._open = open_session
        self.show = show
        self.run_scenario: Callable[[str], object] = lambda reference: None
        self.selected: Callable[[], list[Path] | None] = lambda: None
        shell.actions_["report"].triggered.connect(lambda _on=False: self.ask_report())
        shell.actions_["import"].triggered.connect(lambda _on=False: self.ask_import())
        shell.actions_["join"].triggered.connect(lambda _on=False: self.ask_join(self._shown_session()))
        shell.setAcceptDrops(True)
        shell.installEventFilter(self)
        percentile = workbench.levels.percentile
        percentile.setCurrentText(store.text("levels latency", percentile.currentText()))
        percentile.activated.connect(lambda _index: store.put("levels latency", percentile.currentText()))

    def ask_report(self) -> ReportDialog:
        """Shows the dialog; it writes by itself, and the window goes on meanwhile."""
        dialog = ReportDialog(self._shown_session(), self._store, self._shell)
        dialog.accepted.connect(lambda: self._written(dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _shown_session(self) -> list[Path]:
        selected = self.selected()
        if selected is not None:
            return selected
        follower = self._workbench.follower
        return [follower.path] if follower is not None else []

    def ask_import(self, files: Sequence[Path] = ()) -> ImportDialog:
        """Shows the dialog with these files in it."""
        dialog = ImportDialog(files, self._store, self._shell)
        dialog.accepted.connect(lambda: self._show_made(dialog.made))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_join(self, sessions: Sequence[Path] = ()) -> JoinDialog:
        """Shows the dialog with these sessions in it."""
        dialog = JoinDialog(sessions, self._shell)
        dialog.accepted.connect(lambda: self._show_made(dialog.made))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def take(self, paths: Sequence[Path]) -> None:
        """Takes in what was dropped on the window: a session is opened, several are joined, a scenario is offered to be
        run, anything else imported."""
        sessions = [path for path in paths if path.suffix == SUFFIX]
        if len(sessions) == len(paths) == 1:
            self._open(sessions[0])
        elif len(paths) == 1 and looks_like_scenario(paths[0]):
            self.run_scenario(str(paths[0]))
        elif len(sessions) == len(paths):
            self.ask_join(sessions)
        else:
            self.ask_import([path for path in paths if path not in sessions])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Files may be dropped on the window."""
        if isinstance(event, QDragEnterEvent) and event.mimeData().hasUrls():
            event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and not isinstance(event, QDragMoveEvent):
            paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            if paths:
                event.acceptProposedAction()
                # After the drop: a dialog inside of it would hold the program that the files came from.
                QTimer.singleShot(0, self, lambda: self.take(paths))
                return True
        return super().eventFilter(watched, event)

    def _show_made(self, made: Made | None) -> None:
        if made is None or not self._open(made.session) or not made.warnings:
            return
        lines = [sentence(without_options(warning)) for warning in made.warnings]
        head = tr("Made {name}. What to know of it:").format(name=made.session.name)
        self._shell.notice.say("\n".join([head, *lines]), "warning")

    def _written(self, dialog: ReportDialog) -> None:
        names = ", ".join(path.name for path in dialog.written)
        folder = dialog.written[0].parent
        self._shell.notice.say(
            tr("Report written to {folder}: {names}").format(folder=folder, names=names),
            "info",
            offers=[(tr("Open Folder"), lambda: self.show(folder))],
        )
        if dialog.open_folder.isChecked():
            self.show(folder)
