"""Asks for a folder on each of two drives, and says what is known of them before they are measured: device, file
system, free space, and what speaks against it. Nothing is written."""

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStorageInfo, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from app.model.plans import length_s
from app.model.workloads import StorageIo
from app.scenario.reading import read_scenario
from app.ui.start.run_request import StartRequest, folder_argument
from app.ui.start.start_dialog import FolderField
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import duration_in_units, label_text
from collectors.block_devices import disks_below
from widgets.translation import tr

SPARE_BYTES = 64 * 2**20
"""Left free beside the file."""
IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")
"""File systems that have no direct I/O, since there is no storage behind them."""


@dataclass(frozen=True, slots=True)
class DriveFacts:
    """device, kind: of the file system that the folder lies on, empty where unknown. problem: why it can't be
    measured, with what to do; "" where nothing speaks against it. disks: whole ones, where known: two partitions of one
    disk are one device."""

    device: str
    kind: str
    free_bytes: float
    problem: str = ""
    disks: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """All of it in a line."""
        free = (
            tr("{free_bytes} free").format(free_bytes=label_text(self.free_bytes, "B")) if self.free_bytes >= 0 else ""
        )
        return " · ".join(part for part in (self.device, self.kind, free) if part)


def drive_facts(folder: str, work: StorageIo, targets: int = 1) -> DriveFacts:
    """Looks at a folder in which so many files for this workload are to lie."""
    path = Path(folder).expanduser()
    if not folder:
        return DriveFacts("", "", -1, tr("Choose a folder on this drive."))
    if not path.is_absolute():
        return DriveFacts(
            "", "", -1, tr("{folder} is not a whole path. Choose the folder with the button.").format(folder=folder)
        )
    if not path.is_dir():
        template = tr("{path} is a file.") if path.exists() else tr("{path} does not exist.")
        choose = tr("Choose an existing folder, or make one first.")
        return DriveFacts("", "", -1, f"{template.format(path=path)} {choose}")
    storage = QStorageInfo(str(path.resolve()))
    device = bytes(storage.device().data()).decode(errors="replace")
    kind = bytes(storage.fileSystemType().data()).decode(errors="replace")
    free = float(storage.bytesAvailable())
    return DriveFacts(device, kind, free, _problem(path, storage, kind, work, targets), disks_below(path))


def _problem(path: Path, storage: QStorageInfo, kind: str, work: StorageIo, targets: int) -> str:
    if storage.isReadOnly():
        mounted = tr("{rootpath} is mounted read-only, and the test writes a file.").format(rootpath=storage.rootPath())
        return tr("{mounted} Mount it for writing, or choose a folder on another drive.").format(mounted=mounted)
    if not os.access(path, os.W_OK | os.X_OK):
        return tr(
            "You may not write in {path}. Choose a folder of your own on this drive, or get the right to write."
        ).format(path=path)
    if kind in IN_MEMORY and not work.cached:
        return tr("{path} lies in memory ({kind}), not on a drive. Choose a folder on a disk.").format(
            path=path, kind=kind
        )
    needed, free = float(targets * (work.size_bytes + SPARE_BYTES)), float(storage.bytesAvailable())
    if free < needed and not _has_file(path):
        shortage = tr("{needed} are needed for the test's file, {free} are free.").format(
            needed=label_text(needed, "B"), free=label_text(free, "B")
        )
        return tr("{shortage} Make room, or choose another folder.").format(shortage=shortage)
    return ""


def one_device(first: DriveFacts, second: DriveFacts) -> str:
    """What to say where two folders lie on one device; "" where they do not, or where that is not known."""
    shared = ", ".join(sorted(first.disks & second.disks)) or (first.device if first.device == second.device else "")
    if not shared:
        return ""
    return tr(
        "Both folders lie on one device, {shared}: the two systems slow each other down. "
        "To compare two drives, choose a folder on each."
    ).format(shared=shared)


def _has_file(folder: Path) -> bool:
    """Whether a file of an earlier test is there, which is used again."""
    return any(folder.glob("outpace-*.dat"))


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
        length = duration_in_units(length_s(scenario.plan, scenario.workload.users))
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
