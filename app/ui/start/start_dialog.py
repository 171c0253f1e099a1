# SPDX-License-Identifier: Apache-2.0
"""Dialog for a run: the comparison, its duration and the folders."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.databases.registry import engine_of
from app.model.messages import sentence
from app.model.plans import Plan
from app.model.scenario import Scenario
from app.model.targets import Local, Server, Storage
from app.scenario.reading import BUILT_IN, ScenarioError, read_scenario
from app.ui.editor.scenario_files import recent_scenarios, scenarios_folder
from app.ui.start.run_request import StartRequest, folder_argument
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, duration_in_units, error_text, message_text
from widgets.translation import marked, tr

ABOUT_WIDTH = 560
NAME_LENGTH = 26
"""Number of visible characters of a scenario's title, fixed so that it does not depend on the buttons next to it."""
SHORTEST_S, LONGEST_S = 5, 24 * 3600
PROBLEM_HEIGHT = 110
"""Maximum height of the error list in logical pixels; longer lists scroll."""


class FolderField(QWidget):
    """Input of a folder, typed or browsed for.

    Attributes:
        changed: A different folder was entered.
    """

    changed = Signal()

    def __init__(
        self,
        folder: str,
        parent: QWidget | None = None,
        *,
        what: str = "",
        empty: str = "",
    ) -> None:
        """Create the input; `what` is the file dialog's title, and `empty` describes what an empty field means."""
        super().__init__(parent)
        self._what = what or tr("A folder for the databases of this system")
        self._line = QLineEdit(folder)
        self._line.setAccessibleName(self._what)
        self._line.setPlaceholderText(empty or tr("the program's own data folder"))
        self._line.textChanged.connect(self.changed)
        self._line.setMinimumWidth(320)
        choose = QPushButton(tr("Choose…"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._line, 1)
        row.addWidget(choose)

    @property
    def folder(self) -> str:
        return self._line.text().strip()

    def set_folder(self, folder: str) -> None:
        self._line.setText(folder)

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self._what, self.folder)
        if chosen:
            self._line.setText(chosen)


Purpose = Literal["run", "check", "build", "edit"]
TITLES: dict[Purpose, tuple[str, str]] = {
    "run": (marked("Run a Comparison"), marked("Run")),
    "check": (marked("Check the Systems of a Scenario"), marked("Check")),
    "build": (marked("Build the Databases of a Scenario"), marked("Build")),
    "edit": (marked("Edit a Scenario"), marked("Edit")),
}


class StartDialog(QDialog):
    """Dialog for a run, check or build, whose result, once accepted, is `request`.

    If rejected, `to_edit` is the scenario to edit instead ("" for a new one), or None.
    """

    def __init__(
        self,
        store: StateStore,
        parent: QWidget | None = None,
        *,
        scenario: str = BUILT_IN[0],
        purpose: Purpose = "run",
    ) -> None:
        """Create the dialog; `scenario` is preselected."""
        super().__init__(parent)
        self._purpose = purpose
        title, verb = TITLES[purpose]
        self.setWindowTitle(tr(title))
        self.to_edit: str | None = None
        self._store = store
        self._reference = BUILT_IN[0]
        self._scenario: Scenario | None = None
        self.scenarios = _titles()
        for name in BUILT_IN:
            self.scenarios.addItem(tr(read_scenario(name).scenario.title), name)
        for path in recent_scenarios(store):
            self._offer(path)
        self.scenarios.activated.connect(self._scenario_chosen)
        self.file_button = self._button(tr("Open a File…"), self._choose_file)
        self.edit_button = self._button(tr("Edit…"), lambda: self._edit(self._reference))
        self.edit_button.setToolTip(tr("Edit this scenario; a built-in one is copied first"))
        self.new_button = self._button(tr("New…"), lambda: self._edit(""))
        self.edit_button.setVisible(purpose != "edit")
        self.new_button.setToolTip(tr("Define what is compared: systems, workload, plan"))
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setObjectName("dim")
        self._about.setTextFormat(Qt.TextFormat.PlainText)
        self.seconds = _seconds()
        self.folders: dict[str, FolderField] = {}
        self._own: dict[str, str] = {}
        """Folders that the scenario specifies, by system."""
        self._folder_form = QFormLayout()
        self._folder_form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._message = QLabel()
        self._message.setObjectName("problem")
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._problem = QScrollArea()
        self._problem.setWidget(self._message)
        self._problem.setWidgetResizable(True)
        self._problem.setFixedHeight(PROBLEM_HEIGHT)
        self._problem.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "editor")
        self.run_button = self.buttons.addButton(tr(verb), QDialogButtonBox.ButtonRole.AcceptRole)
        self.run_button.setObjectName("primary")
        self.run_button.setDefault(True)
        self.buttons.accepted.connect(self._accept_if_valid)
        self.buttons.rejected.connect(self.reject)
        self._compose()
        self._load(BUILT_IN[0])
        if scenario != BUILT_IN[0]:
            self._load(scenario)

    @property
    def request(self) -> StartRequest:
        chosen = {name: field.folder for name, field in self.folders.items() if field.folder != self._own[name]}
        folders = [folder_argument(name, folder) for name, folder in chosen.items() if folder]
        return StartRequest(self._reference, float(self.seconds.value()), folders=tuple(folders))

    @property
    def problem(self) -> str:
        """Problem that prevents the run; "" if absent."""
        return self._message.text()

    def _compose(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        choice = QHBoxLayout()
        choice.addWidget(self.scenarios, 1)
        for button in (self.file_button, self.edit_button, self.new_button):
            choice.addWidget(button)
        form.addRow(tr("Comparison"), choice)
        form.addRow("", self._about)
        if self._purpose == "run":
            form.addRow(tr("Run time"), self.seconds)
        else:
            self.seconds.setParent(None)
        self._drives = QLabel(tr("Choose a folder on each drive to compare two drives."))
        self._drives.setObjectName("dim")
        self.servers = QLabel()
        self.servers.setWordWrap(True)
        self.servers.setTextFormat(Qt.TextFormat.PlainText)
        self.servers.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self.servers)
        column.addWidget(self._drives)
        column.addLayout(self._folder_form)
        column.addWidget(self._problem)
        column.addStretch()
        column.addWidget(self.buttons)
        self._about.setMinimumWidth(ABOUT_WIDTH)  # regardless of the width of translated buttons and labels

    def _scenario_chosen(self, index: int) -> None:
        self._load(self.scenarios.itemData(index))

    def _choose_file(self) -> None:
        folder = self._store.text("scenario folder")
        folder = folder or str(scenarios_folder())
        chosen, _ = QFileDialog.getOpenFileName(self, tr("A scenario file"), folder, tr("Scenarios (*.toml)"))
        if chosen:
            self._store.put("scenario folder", str(Path(chosen).parent))
            if self._purpose == "edit":
                self._edit(chosen)
            else:
                self._load(chosen)

    def _edit(self, reference: str) -> None:
        self.to_edit = reference
        self.reject()

    def _offer(self, path: Path) -> None:
        """Add a user's file to the scenarios unless it cannot be read."""
        with contextlib.suppress(ScenarioError, OSError):
            title = read_scenario(str(path)).scenario.title
            self.scenarios.addItem(f"{title} · {path.name}", str(path))

    def _button(self, label: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(label)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _on=False: do())
        return button

    def _load(self, reference: str) -> None:
        try:
            scenario = read_scenario(reference).scenario
        except ScenarioError as error:
            self._show_message(error_text(error))
            if self._scenario is not None:
                self.scenarios.setCurrentIndex(self.scenarios.findData(self._reference))
            return
        self._show_message("")
        self._reference = reference
        self._scenario = scenario
        if self.scenarios.findData(reference) < 0:
            self.scenarios.addItem(f"{scenario.title} · {Path(reference).name}", reference)
        self.scenarios.setCurrentIndex(self.scenarios.findData(reference))
        plan = scenario.plan
        work = scenario.workload
        load = work.description
        if work.label is not None:
            load = tr("{size}, {users} users each").format(size=message_text(work.label), users=work.users)
        described = tr(scenario.description) if scenario.description else ""
        self._about.setText(f"{described} {load}; {plan_summary(plan, work.users)}.".strip())
        self.seconds.setValue(round(plan.each_s))
        while self._folder_form.rowCount():
            self._folder_form.removeRow(0)
        self.folders, self._own = {}, {}
        built_in = reference in BUILT_IN
        for letter, system in zip("ABC", scenario.systems, strict=False):
            first = system.targets[0]
            if work.existing or not isinstance(first, Local) or (isinstance(first, Storage) and first.device):
                continue
            if self._purpose == "edit":
                continue
            # The last chosen folders apply to built-in scenarios; a user's file specifies its own folders.
            field = FolderField(first.folder or (self._store.text(f"folder {letter}") if built_in else ""))
            self._own[system.name] = first.folder
            self.folders[system.name] = field
            self._folder_form.addRow(f"{letter} · {system.name}", field)
        self._drives.setVisible(bool(self.folders))
        self.servers.setText(server_lines(scenario))
        self.servers.setVisible(bool(self.servers.text()))

    def _accept_if_valid(self) -> None:
        if self._purpose == "edit":
            self._edit(self._reference)
            return
        for letter, (name, field) in zip("ABC", self.folders.items(), strict=False):
            if field.folder == self._own[name]:
                continue
            problem = folder_problem(field.folder)
            if problem:
                self._show_message(f"{letter} · {name}: {problem}")
                return
            self._store.put(f"folder {letter}", field.folder)
        self._store.put("scenario", self._reference)
        self.accept()

    def _show_message(self, text: str) -> None:
        self._message.setText(text)
        self._problem.setVisible(bool(text))


def _titles() -> QComboBox:
    box = QComboBox()
    box.setMinimumContentsLength(NAME_LENGTH)
    return box


def _seconds() -> QSpinBox:
    box = QSpinBox()
    box.setRange(SHORTEST_S, LONGEST_S)
    box.setSuffix(" s")
    box.setAccelerated(True)
    box.lineEdit().setTextMargins(6, 0, 0, 0)
    return box


def server_lines(scenario: Scenario) -> str:
    """Return a line for each system on servers that names its databases; "" if there aren't any."""
    lines = []
    for letter, system in zip("ABC", scenario.systems, strict=False):
        places = [database_place(target) for target in system.targets if isinstance(target, Server)]
        if places:
            template = tr("{place} and {number} more") if len(places) > 1 else "{place}"
            lines.append(f"{letter} · {system.name}: {template.format(place=places[0], number=len(places) - 1)}")
    return "\n".join(lines)


def database_place(target: Server) -> str:
    """Return where a server's database is: "PostgreSQL, outpace_ds on db1:5433"."""
    engine = engine_of(target).title
    port = f":{target.port}" if target.port else ""
    host = tr("its ODBC string's server") if target.odbc else f"{target.host}{port}"
    return tr("{engine}, {database} on {host}").format(engine=engine, database=target.database, host=host)


def plan_summary(plan: Plan, users: int) -> str:
    """Return the plan in a few words."""
    return sentence(plan.length_text(users, duration_in_units), WINDOW_LANGUAGE)


def folder_problem(folder: str) -> str:
    """Return why a folder cannot be used for databases, with a remedy; "" if it can."""
    if not folder:
        return ""
    path = Path(folder).expanduser()
    if not path.is_absolute():
        return tr("{folder} is not a whole path. Choose the folder with the button.").format(folder=folder)
    if path.exists() and not path.is_dir():
        return tr("{folder} is a file. Choose a folder.").format(folder=folder)
    if not path.exists() and not path.parent.is_dir():
        template = tr("{folder} does not exist. Choose an existing folder, or create it first.")
        return template.format(folder=path.parent)
    return ""
