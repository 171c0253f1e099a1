"""Asks for a folder on each of two drives, and says what is known of them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from app.scenario.plans import length_s
from app.scenario.reading import read_scenario
from app.scenario.storage import StorageIo
from app.ui.dialogs.help import offer_help
from app.ui.dialogs.start import FolderField
from app.ui.drives import drive_facts, one_device
from app.ui.figures import duration_words
from app.ui.request import StartRequest, folder_argument
from app.ui.state import StateStore
from app.ui.texts import tr

SCENARIO = "drives-sweep"
"""What `outpace demo --drives` runs."""


class DrivesDialog(QDialog):
    """`request` is what to run, once the dialog was accepted. The folders are remembered."""

    def __init__(self, store: StateStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Compare Two Drives"))
        self._store = store
        scenario = read_scenario(SCENARIO).scenario
        assert isinstance(scenario.workload, StorageIo)
        self._work = scenario.workload
        self._targets = {letter: len(system.targets) for letter, system in zip("AB", scenario.systems, strict=True)}
        length = duration_words(length_s(scenario.plan, scenario.workload.users))
        intro = QLabel(
            tr(
                "{description} Each folder gets a file of {file_size}, written in full first; "
                "then both drives are read and written at the same moment, for {length}. No other file is touched."
            ).format(description=scenario.description, file_size=self._work.file_size, length=length)
        )
        intro.setWordWrap(True)
        self.fields: dict[str, FolderField] = {}
        self.facts: dict[str, QLabel] = {}
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for letter in self._targets:
            field = FolderField(
                store.text(f"drive {letter}"), what=tr("A folder on this drive"), empty=tr("a folder on it")
            )
            field.changed.connect(self._look)
            self.fields[letter], self.facts[letter] = field, self._label("dim")
            form.addRow(tr("Drive {letter}").format(letter=letter), field)
            form.addRow("", self.facts[letter])
        self.message, self.note = self._label("problem"), self._label("")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "storage")
        self.run_button = self.buttons.addButton(tr("Compare"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.run_button.setObjectName("primary")
        self.run_button.setDefault(True)
        self.buttons.accepted.connect(self._accept_if_sound)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(intro)
        column.addLayout(form)
        column.addWidget(self.message)
        column.addWidget(self.note)
        column.addStretch()
        column.addWidget(self.buttons)
        self.setMinimumSize(600, 320)
        self._look()

    @property
    def request(self) -> StartRequest:
        """The comparison on the folders chosen."""
        folders = tuple(folder_argument(letter, field.folder) for letter, field in self.fields.items())
        return StartRequest(SCENARIO, folders=folders)

    def _look(self) -> bool:
        """Says what is known of the folders; whether they can be measured."""
        found = {letter: drive_facts(field.folder, self._work, self._targets[letter])
                 for letter, field in self.fields.items()}  # fmt: skip
        for letter, facts in found.items():
            self.facts[letter].setText(facts.text)
        wrong = [
            tr("Drive {letter}: {problem}").format(letter=letter, problem=facts.problem)
            for letter, facts in found.items()
            if facts.problem
        ]
        filled = all(field.folder for field in self.fields.values())
        self.message.setText("\n".join(wrong) if filled else "")
        self.message.setVisible(bool(self.message.text()))
        self.note.setText("" if wrong else one_device(found["A"], found["B"]))
        self.run_button.setEnabled(not wrong)
        return not wrong

    def _accept_if_sound(self) -> None:
        if self._look():
            for letter, field in self.fields.items():
                self._store.put(f"drive {letter}", field.folder)
            self.accept()

    def _label(self, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label
