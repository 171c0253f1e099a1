"""Asks what to run: which comparison, for how long, and on which drives."""

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

from app.analysis.format import duration_words
from app.scenario.model import Scenario
from app.scenario.plans import Plan, TimedRun
from app.scenario.reading import BUILT_IN, ScenarioError, read_scenario
from app.scenario.storage import Storage
from app.scenario.targets import Local, MySql, PostgreSql, ServerTarget, SqlServer
from app.ui.request import StartRequest, folder_argument
from app.ui.state import StateStore

SHORTEST_S, LONGEST_S = 5, 24 * 3600
PROBLEM_HEIGHT = 110
"""Logical pixels for what is wrong: a scenario has any number of mistakes, the rest is scrolled to."""


class FolderField(QWidget):
    """A folder to type or to choose. changed: another one stands in it."""

    changed = Signal()

    def __init__(
        self,
        folder: str,
        parent: QWidget | None = None,
        *,
        what: str = "A folder for the databases of this system",
        empty: str = "the program's own data folder",
    ) -> None:
        """what: the title of the choice. empty: what no folder stands for."""
        super().__init__(parent)
        self._what = what
        self._line = QLineEdit(folder)
        self._line.setPlaceholderText(empty)
        self._line.textChanged.connect(self.changed)
        self._line.setMinimumWidth(320)
        choose = QPushButton("Choose…")
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._line, 1)
        row.addWidget(choose)

    @property
    def folder(self) -> str:
        """What stands in it."""
        return self._line.text().strip()

    def set_folder(self, folder: str) -> None:
        """Puts a folder in."""
        self._line.setText(folder)

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self._what, self.folder)
        if chosen:
            self._line.setText(chosen)


Purpose = Literal["run", "check", "build"]
TITLES: dict[Purpose, tuple[str, str]] = {
    "run": ("Run a Comparison", "Run"),
    "check": ("Check the Systems of a Scenario", "Check"),
    "build": ("Build the Databases of a Scenario", "Build"),
}


class StartDialog(QDialog):
    """`request` is what to run, to check or to build, once the dialog was accepted."""

    def __init__(
        self,
        store: StateStore,
        parent: QWidget | None = None,
        *,
        scenario: str = BUILT_IN[0],
        purpose: Purpose = "run",
    ) -> None:
        """scenario: a built-in one or a file, chosen at first."""
        super().__init__(parent)
        self._purpose = purpose
        title, verb = TITLES[purpose]
        self.setWindowTitle(title)
        self._store = store
        self._reference = BUILT_IN[0]
        self._scenario: Scenario | None = None
        self.scenarios = QComboBox()
        for name in BUILT_IN:
            self.scenarios.addItem(read_scenario(name).scenario.title, name)
        self.scenarios.activated.connect(self._scenario_chosen)
        self.file_button = QPushButton("Choose a scenario file…")
        self.file_button.setAutoDefault(False)
        self.file_button.clicked.connect(self._choose_file)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setObjectName("dim")
        self._about.setTextFormat(Qt.TextFormat.PlainText)
        self.seconds = QSpinBox()
        self.seconds.setRange(SHORTEST_S, LONGEST_S)
        self.seconds.setSuffix(" s")
        self.seconds.setAccelerated(True)
        self.seconds.lineEdit().setTextMargins(6, 0, 0, 0)
        self.folders: dict[str, FolderField] = {}
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
        self.run_button = self.buttons.addButton(verb, QDialogButtonBox.ButtonRole.AcceptRole)
        self.run_button.setObjectName("primary")
        self.run_button.setDefault(True)
        self.buttons.accepted.connect(self._accept_if_sound)
        self.buttons.rejected.connect(self.reject)
        self._compose()
        self._load(BUILT_IN[0])
        if scenario != BUILT_IN[0]:
            self._load(scenario)

    @property
    def request(self) -> StartRequest:
        """What was chosen."""
        folders = [folder_argument(name, field.folder) for name, field in self.folders.items() if field.folder]
        return StartRequest(self._reference, float(self.seconds.value()), folders=tuple(folders))

    @property
    def problem(self) -> str:
        """What stands in the way of a run; "" where nothing does."""
        return self._message.text()

    def _compose(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        choice = QHBoxLayout()
        choice.addWidget(self.scenarios, 1)
        choice.addWidget(self.file_button)
        form.addRow("Comparison", choice)
        form.addRow("", self._about)
        if self._purpose == "run":
            form.addRow("Run time", self.seconds)
        else:
            self.seconds.setParent(None)
        self._drives = QLabel("Choose a folder on each drive to compare two drives.")
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
        self.setMinimumWidth(560)

    def _scenario_chosen(self, index: int) -> None:
        self._load(self.scenarios.itemData(index))

    def _choose_file(self) -> None:
        folder = self._store.text("scenario folder")
        chosen, _ = QFileDialog.getOpenFileName(self, "A scenario file", folder, "Scenarios (*.toml)")
        if chosen:
            self._store.put("scenario folder", str(Path(chosen).parent))
            self._load(chosen)

    def _load(self, reference: str) -> None:
        try:
            scenario = read_scenario(reference).scenario
        except ScenarioError as error:
            self._say(str(error))
            if self._scenario is not None:
                self.scenarios.setCurrentIndex(self.scenarios.findData(self._reference))
            return
        self._say("")
        self._reference = reference
        self._scenario = scenario
        if self.scenarios.findData(reference) < 0:
            self.scenarios.addItem(f"{scenario.title} · {Path(reference).name}", reference)
        self.scenarios.setCurrentIndex(self.scenarios.findData(reference))
        plan = scenario.plan
        self._about.setText(
            f"{scenario.description} {scenario.workload.words}; {plan_words(plan, scenario.workload.users)}."
        )
        self.seconds.setValue(round(plan.each_s))
        while self._folder_form.rowCount():
            self._folder_form.removeRow(0)
        self.folders = {}
        for letter, system in zip("ABC", scenario.systems, strict=False):
            first = system.targets[0]
            if not isinstance(first, Local) or (isinstance(first, Storage) and first.device):
                continue
            field = FolderField(self._store.text(f"folder {letter}") or first.folder)
            self.folders[system.name] = field
            self._folder_form.addRow(f"{letter} · {system.name}", field)
        self._drives.setVisible(bool(self.folders))
        self.servers.setText(servers_told(scenario))
        self.servers.setVisible(bool(self.servers.text()))

    def _accept_if_sound(self) -> None:
        for letter, (name, field) in zip("ABC", self.folders.items(), strict=False):
            problem = folder_problem(field.folder)
            if problem:
                self._say(f"{letter} · {name}: {problem}")
                return
            self._store.put(f"folder {letter}", field.folder)
        self._store.put("scenario", self._reference)
        self.accept()

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._problem.setVisible(bool(text))


def servers_told(scenario: Scenario) -> str:
    """A line for each system on servers: where its databases are. "" where none is."""
    lines = []
    for letter, system in zip("ABC", scenario.systems, strict=False):
        places = [place_told(target) for target in system.targets if not isinstance(target, Local)]
        if places:
            more = f" and {len(places) - 1} more" if len(places) > 1 else ""
            lines.append(f"{letter} · {system.name}: {places[0]}{more}")
    return "\n".join(lines)


def place_told(target: ServerTarget) -> str:
    """A database on a server: "PostgreSQL, outpace_ds on db1:5433"."""
    engine = {PostgreSql: "PostgreSQL", MySql: "MySQL/MariaDB", SqlServer: "SQL Server"}[type(target)]
    host = "its ODBC string's server" if target.odbc else f"{target.host}:{target.port}" if target.port else target.host
    return f"{engine}, {target.database} on {host}"


def plan_words(plan: Plan, users: int) -> str:
    """The plan in a few words."""
    if isinstance(plan, TimedRun):
        return f"warm-up {duration_words(plan.warmup_s)}, then {duration_words(plan.run_s)}"
    return f"{plan.title}, at most {duration_words(plan.load_s(users))}"


def folder_problem(folder: str) -> str:
    """Why a folder can't take databases, with what to do; "" where nothing speaks against it."""
    if not folder:
        return ""
    path = Path(folder).expanduser()
    if not path.is_absolute():
        return f"{folder} is not a whole path. Choose the folder with the button."
    if path.exists() and not path.is_dir():
        return f"{folder} is a file. Choose a folder."
    if not path.exists() and not path.parent.is_dir():
        return f"{path.parent} does not exist. Choose an existing folder, or make it first."
    return ""
