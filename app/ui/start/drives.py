# SPDX-License-Identifier: Apache-2.0
"""Dialog for choosing a folder on each of two drives; shows each drive's device, file system, free space and problems.

It writes nothing to the drives.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStorageInfo, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from app.model.plans import length_s
from app.model.scenario import Scenario
from app.model.workloads import StorageIo
from app.scenario.overrides import with_file_size, with_run_seconds
from app.scenario.reading import read_scenario
from app.ui.start.run_request import StartRequest, folder_argument
from app.ui.start.start_dialog import FolderField
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import duration_in_units, label_text
from collectors.block_devices import disks_below
from widgets.translation import marked, tr

SPARE_BYTES = 64 * 2**20
"""Bytes to leave free in addition to the test file."""
IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")
"""File systems in memory, which do not support direct I/O."""


@dataclass(frozen=True, slots=True)
class DriveFacts:
    """Facts about the drive that contains a folder.

    Attributes:
        device: Device of its file system; "" if unknown.
        kind: Type of its file system; "" if unknown.
        problem: Why the drive cannot be measured, with a remedy; "" if it can.
        disks: Names of the whole disks, if known; two partitions of the same disk count as one device.
    """

    device: str
    kind: str
    free_bytes: float
    problem: str = ""
    disks: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """Facts as one line."""
        free = (
            tr("{free_bytes} free").format(free_bytes=label_text(self.free_bytes, "B")) if self.free_bytes >= 0 else ""
        )
        return " · ".join(part for part in (self.device, self.kind, free) if part)


def drive_facts(folder: str, work: StorageIo, targets: int = 1) -> DriveFacts:
    """Inspect the folder that will contain the workload's files."""
    path = Path(folder).expanduser()
    if not folder:
        return DriveFacts("", "", -1, tr("Choose a folder on this drive."))
    if not path.is_absolute():
        return DriveFacts(
            "", "", -1, tr("{folder} is not a whole path. Choose the folder with the button.").format(folder=folder)
        )
    if not path.is_dir():
        template = tr("{path} is a file.") if path.exists() else tr("{path} does not exist.")
        choose = tr("Choose an existing folder, or create one first.")
        return DriveFacts("", "", -1, f"{template.format(path=path)} {choose}")
    storage = QStorageInfo(str(path.resolve()))
    device = bytes(storage.device().data()).decode(errors="replace")
    kind = bytes(storage.fileSystemType().data()).decode(errors="replace")
    free = float(storage.bytesAvailable())
    return DriveFacts(device, kind, free, _problem(path, storage, kind, work, targets), disks_below(path))


def _problem(path: Path, storage: QStorageInfo, kind: str, work: StorageIo, targets: int) -> str:
    if storage.isReadOnly():
        mounted = tr("{rootpath} is mounted read-only, but the test must write a file.").format(
            rootpath=storage.rootPath()
        )
        return tr("{mounted} Mount it for writing, or choose a folder on another drive.").format(mounted=mounted)
    if not os.access(path, os.W_OK | os.X_OK):
        return tr(
            "You can't write to {path}. Choose a folder of your own on this drive, or get write permission."
        ).format(path=path)
    if kind in IN_MEMORY and not work.cached:
        return tr("{path} is in memory ({kind}), not on a drive. Choose a folder on a disk.").format(
            path=path, kind=kind
        )
    needed, free = float(targets * (work.size_bytes + SPARE_BYTES)), float(storage.bytesAvailable())
    if free < needed and not _has_file(path):
        shortage = tr("The test file needs {needed}; {free} are free.").format(
            needed=label_text(needed, "B"), free=label_text(free, "B")
        )
        return tr("{shortage} Make room, or choose another folder.").format(shortage=shortage)
    return ""


def one_device(first: DriveFacts, second: DriveFacts) -> str:
    """Return a warning if both folders are on the same device; "" if they are not, or if that is unknown."""
    shared = ", ".join(sorted(first.disks & second.disks)) or (first.device if first.device == second.device else "")
    if not shared:
        return ""
    return tr(
        "Both folders are on one device, {shared}: the two systems slow each other down. To "
        "compare two drives, choose a folder on each."
    ).format(shared=shared)


def _has_file(folder: Path) -> bool:
    """Return whether the folder contains a file of an earlier test, which will be reused."""
    return any(folder.glob("outpace-*.dat"))


TESTS: dict[str, str] = {
    "drives-patterns": marked("SEQ1M Q8T1, SEQ1M Q1T1, RND4K Q32T1, RND4K Q1T1"),
    "drives-sweep": marked("Queue depths 1 to 32, 8 KiB random"),
}
"""Tests to choose from, by built-in scenario. The second is the test of `outpace demo --drives`."""
SIZES = ("64MB", "256MB", "1GB", "4GB", "16GB", "64GB")
SECONDS = (2, 5, 10, 30, 60)


class DrivesDialog(QDialog):
    """Dialog whose result, once accepted, is `request`. It stores the chosen folders."""

    def __init__(self, store: StateStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Compare Two Drives"))
        self._store = store
        self._choices: dict[str, QComboBox] = {}
        self.intro = QLabel()
        self.intro.setWordWrap(True)
        self.test = self._choice(tr("Test"), [(tr(text), name) for name, text in TESTS.items()], "drive test")
        sizes = [(size.replace("MB", " MB").replace("GB", " GB"), size) for size in SIZES]
        self.file_size = self._choice(tr("Test size"), sizes, "drive test size", "1GB")
        times = [(duration_in_units(seconds), f"{seconds}") for seconds in SECONDS]
        self.seconds = self._choice(tr("Measure each step for"), times, "drive test seconds", "5")
        self.fields: dict[str, FolderField] = {}
        self.facts: dict[str, QLabel] = {}
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for letter in "AB":
            field = FolderField(
                store.text(f"drive {letter}"), what=tr("A folder on this drive"), empty=tr("a folder on it")
            )
            field.changed.connect(self._show_plan)
            self.fields[letter], self.facts[letter] = field, self._label("dim")
            form.addRow(tr("Drive {letter}").format(letter=letter), field)
            form.addRow("", self.facts[letter])
        for box in (self.test, self.file_size, self.seconds):
            form.addRow(box.accessibleName(), box)
        self.message, self.note = self._label("problem"), self._label("")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "storage")
        self.run_button = self.buttons.addButton(tr("Compare"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.run_button.setObjectName("primary")
        self.run_button.setDefault(True)
        self.buttons.accepted.connect(self._accept_if_valid)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(self.intro)
        column.addLayout(form)
        column.addWidget(self.message)
        column.addWidget(self.note)
        column.addStretch()
        column.addWidget(self.buttons)
        self.setMinimumSize(600, 440)
        self._show_plan()

    @property
    def request(self) -> StartRequest:
        """Request to compare the chosen folders."""
        folders = tuple(folder_argument(letter, field.folder) for letter, field in self.fields.items())
        return StartRequest(
            self.test.currentData(),
            float(self.seconds.currentData()),
            folders=folders,
            file_size=self.file_size.currentData(),
        )

    @property
    def _scenario(self) -> Scenario:
        """Scenario of the chosen test, without the folders."""
        chosen = read_scenario(self.test.currentData()).scenario
        return with_file_size(with_run_seconds(chosen, float(self.seconds.currentData())), self.file_size.currentData())

    def _show_plan(self) -> bool:
        """Show the plan and the drives' facts; return whether the folders can be measured."""
        scenario = self._scenario
        work = scenario.workload
        assert isinstance(work, StorageIo)
        self.intro.setText(
            tr(
                "{description} Each folder gets a file of {file_size}, written in full first; "
                "then both drives are read and written at the same moment, for {length}. No other file is touched."
            ).format(
                description=tr(scenario.description),
                file_size=self.file_size.currentText(),
                length=duration_in_units(length_s(scenario.plan, work.users)),
            )
        )
        found = {letter: drive_facts(field.folder, work, len(system.targets))
                 for (letter, field), system in zip(self.fields.items(), scenario.systems, strict=True)}  # fmt: skip
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

    def _accept_if_valid(self) -> None:
        if self._show_plan():
            for letter, field in self.fields.items():
                self._store.put(f"drive {letter}", field.folder)
            for key, box in self._choices.items():
                self._store.put(key, box.currentData())
            self.accept()

    def _choice(self, name: str, items: list[tuple[str, str]], key: str, usual: str = "") -> QComboBox:
        """Return a combo box of (text, value) items; the last choice, stored under `key`, is selected."""
        box = QComboBox()
        box.setAccessibleName(name)
        for text, data in items:
            box.addItem(text, data)
        box.setCurrentIndex(max(box.findData(self._store.text(key) or usual), 0))
        box.currentIndexChanged.connect(self._show_plan)
        self._choices[key] = box
        return box

    def _label(self, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label
