# SPDX-License-Identifier: Apache-2.0
"""Starting work on a scenario: the user chooses it and answers questions, then the engine starts."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.scenario.reading import BUILT_IN, ScenarioError, read_scenario
from app.ui.editor.editor_commands import EditorCommands
from app.ui.start.drives import DrivesDialog
from app.ui.start.questions import Questions
from app.ui.start.run_request import Answers, JobKind, JobRequest, StartRequest, folder_argument
from app.ui.start.running_engine import Starter
from app.ui.start.start_dialog import StartDialog, server_lines
from app.ui.window.main_window import MainWindow
from app.ui.window.scenario_jobs import ScenarioJobs
from app.ui.window.state import StateStore
from app.ui.workbench.workbench_page import Workbench
from widgets.translation import tr

Begin = Callable[[StartRequest, str, Answers], None]
"""Function that starts an engine, given a request, the scenario's title and the answers."""


class Starting(QObject):
    """Commands for choosing and starting runs, checks and builds.

    `may_leave` returns whether the window may replace its content. `start` receives the chosen run, `begin` starts it
    after the required questions have been answered.
    """

    def __init__(
        self,
        shell: MainWindow,
        workbench: Workbench,
        store: StateStore,
        starter: Starter,
        *,
        may_leave: Callable[[], bool],
        start: Callable[[StartRequest], None],
    ) -> None:
        super().__init__(shell)
        self._shell = shell
        self._store = store
        self._may_leave = may_leave
        self._start = start
        self.questions = Questions(shell, shell.notice, starter)
        self.jobs = ScenarioJobs(shell, self.questions, starter, workbench.theme)
        self.editing = EditorCommands(shell, workbench, store, starter, start)
        self.jobs.wanted_run.connect(self.choose_run)
        workbench.themed.connect(self.jobs.set_theme)

    def choose_run(self, scenario: str = "") -> None:
        """Ask for a run and start it; `scenario` is preselected, or if it is "", the last one."""
        dialog = StartDialog(self._store, self._shell, scenario=scenario or last_scenario(self._store))
        if dialog.exec():
            self._start(dialog.request)
        elif dialog.to_edit is not None:
            self.editing.edit(dialog.to_edit)

    def choose_drives(self) -> None:
        """Ask for two drives, then compare them."""
        dialog = DrivesDialog(self._store, self._shell)
        if dialog.exec():
            self._start(dialog.request)

    def choose_edit(self) -> None:
        """Ask for a scenario, then edit it."""
        dialog = StartDialog(self._store, self._shell, scenario=last_scenario(self._store), purpose="edit")
        dialog.exec()
        if dialog.to_edit is not None:
            self.editing.edit(dialog.to_edit)

    def ask(self, request: StartRequest, begin: Begin) -> None:
        """Ask the required questions, then call `begin`. Raises ScenarioError, OSError."""
        scenario = read_scenario(request.scenario).scenario
        self.questions.ask(
            request.scenario, scenario, lambda answers: begin(request, scenario.title, answers), runs=True
        )

    def choose_check(self) -> None:
        """Ask for a scenario, then check its systems."""
        self._choose_job("check")

    def choose_build(self) -> None:
        """Ask for a scenario, then build its databases."""
        self._choose_job("build")

    def _choose_job(self, kind: JobKind) -> None:
        dialog = StartDialog(self._store, self._shell, scenario=last_scenario(self._store), purpose=kind)
        if not dialog.exec():
            if dialog.to_edit is not None:
                self.editing.edit(dialog.to_edit)
        elif self._may_leave():
            self.jobs.begin(JobRequest(kind, dialog.request.scenario, dialog.request.folders))


def last_scenario(store: StateStore) -> str:
    """Return the last chosen scenario, or the embedded demo if it can no longer be read."""
    reference = store.text("scenario", BUILT_IN[0])
    try:
        read_scenario(reference)
    except (ScenarioError, OSError):
        return BUILT_IN[0]
    return reference


def choice_text(reference: str) -> str:
    """Return the label of the button shown after a failed start: only local databases have folders."""
    try:
        scenario = read_scenario(reference).scenario
    except (ScenarioError, OSError):
        return tr("Choose…")
    return tr("Choose Scenario…") if server_lines(scenario) else tr("Choose Folder…")


def default_request(store: StateStore) -> StartRequest:
    """Return a request for the embedded demo in the last chosen folders."""
    systems = read_scenario(BUILT_IN[0]).scenario.systems
    chosen = [(system.name, store.text(f"folder {letter}")) for letter, system in zip("ABC", systems, strict=False)]
    return StartRequest(BUILT_IN[0], folders=tuple(folder_argument(name, folder) for name, folder in chosen if folder))
