# SPDX-License-Identifier: Apache-2.0
"""Commands that open scenarios in the editor and run edited scenarios."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from app.scenario.reading import ScenarioError, parse_scenario
from app.scenario.writing import WritingError
from app.ui.editor.editor_window import EditorWindow
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.scenario_files import remember_scenario, scenarios_folder, source_of
from app.ui.start.run_request import StartRequest
from app.ui.start.running_engine import Starter
from app.ui.window.main_window import MainWindow
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.workbench_page import Workbench
from widgets.translation import tr


class EditorCommands(QObject):
    """Commands of the editor; `start` is called with the scenario to run."""

    def __init__(
        self,
        shell: MainWindow,
        workbench: Workbench,
        store: StateStore,
        starter: Starter,
        start: Callable[[StartRequest], None],
    ) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._starter = starter
        self._start = start
        self.windows: list[EditorWindow] = []
        workbench.themed.connect(self._set_theme)
        shell.installEventFilter(self)

    def choose(self) -> None:
        """Ask for a scenario file and open it."""
        folder = self._store.text("scenario folder") or str(scenarios_folder())
        parent = self.windows[-1] if self.windows else self._shell
        chosen, _ = QFileDialog.getOpenFileName(parent, tr("Edit a Scenario"), folder, tr("Scenarios (*.toml)"))
        if chosen:
            self._store.put("scenario folder", str(Path(chosen).parent))
            self.edit(chosen)

    def edit(self, reference: str = "") -> EditorWindow | None:
        """Open a scenario: a new scenario for "", a copy of a built-in scenario, or a file.

        Returns:
            The editor window; None if the scenario cannot be read, in which case a notice shows the reason.
        """
        for window in self.windows:
            if reference and window.draft.path == Path(reference):
                _bring_to_front(window)
                return window
        try:
            source = source_of(reference)
        except ScenarioError as error:
            self._shell.notice.say(error_text(error))
            return None
        try:
            draft = Draft(source)
        except WritingError:
            self._report_broken(Path(reference), source.text)
            return None
        if not isinstance(draft.value(("systems",), []), list):
            self._report_broken(Path(reference), source.text)
            return None
        if source.path is not None:
            remember_scenario(self._store, source.path)
        window = EditorWindow(draft, self._store, self._starter, self._workbench.theme)
        window.run_wanted.connect(self._run)
        window.new_wanted.connect(lambda: self.edit(""))
        window.open_wanted.connect(self.choose)
        window.closed.connect(lambda: self.windows.remove(window))
        self.windows.append(window)
        _bring_to_front(window)
        return window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the editor windows first; if one of them stays open, so does the main window."""
        if watched is self._shell and event.type() == QEvent.Type.Close:
            for window in tuple(self.windows):
                if not window.close():
                    event.ignore()
                    return True
        return False

    def _run(self, path: Path) -> None:
        _bring_to_front(self._shell)
        self._start(StartRequest(str(path)))

    def _set_theme(self, theme: object) -> None:
        for window in self.windows:
            window.set_theme(self._workbench.theme)

    def _report_broken(self, path: Path, text: str) -> None:
        try:
            parse_scenario(text, str(path))
            message = tr("{path} can't be shown in the form.").format(path=path)
        except ScenarioError as error:
            message = error_text(error)
        url = QUrl.fromLocalFile(str(path))
        self._shell.notice.say(message, offers=[(tr("Open in Text Editor"), lambda: QDesktopServices.openUrl(url))])


def _bring_to_front(window: MainWindow | EditorWindow) -> None:
    window.show()
    window.activateWindow()
