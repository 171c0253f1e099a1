# SPDX-License-Identifier: Apache-2.0
"""Dialog for choosing the thresholds to mark: the scenario's, built-in sets, and a file."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.model.thresholds import SETS, Threshold
from app.scenario.reading import ScenarioError
from app.scenario.threshold_sets import thresholds_of
from app.ui.workbench.localised_figures import message_text
from app.ui.workbench.threshold_marks import of_sets, threshold_text
from widgets.text import ElidedLabel
from widgets.translation import marked, tr

SET_TITLES = {
    "disks": marked("Disks"),
    "processor": marked("Processor and memory"),
    "databases": marked("Databases"),
}
LEVELS = {"warning": marked("warning"), "critical": marked("critical")}
USUAL = (640, 460)


def rules_text(thresholds: Sequence[Threshold]) -> str:
    """Return a line per rule, followed by its reason and source."""
    lines = []
    for one in thresholds:
        lines.append(f"{threshold_text(one)} ({tr(LEVELS[one.level])}) – {one.counter}")
        lines += [f"    {text}" for text in (tr(one.why) if one.why else "", one.source) if text]
    return "\n".join(lines)


class ThresholdsDialog(QDialog):
    """Dialog whose results are `sets` and the `thresholds` read from the file `source`."""

    def __init__(
        self,
        own: Sequence[Threshold],
        sets: Sequence[str],
        thresholds: Sequence[Threshold],
        source: str,
        parent: QWidget | None = None,
    ) -> None:
        """Create the dialog; `own` are the scenario's thresholds."""
        super().__init__(parent)
        self.setWindowTitle(tr("Thresholds"))
        self._own = tuple(own)
        self.thresholds, self.source = tuple(thresholds), source
        about = QLabel(
            tr("Charts, events and reports mark counters that stay beyond a value. A threshold changes no result.")
        )
        about.setWordWrap(True)
        about.setObjectName("hint")
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(about)
        if own:
            mine = QCheckBox(tr("The scenario's own ({number})").format(number=len(own)))
            mine.setChecked(True)
            mine.setEnabled(False)
            column.addWidget(mine)
        self.boxes: dict[str, QCheckBox] = {}
        for name in SETS:
            box = QCheckBox(f"{tr(SET_TITLES[name])} ({len(thresholds_of(name))})")
            box.setChecked(name in sets)
            box.toggled.connect(self._show)
            self.boxes[name] = box
            column.addWidget(box)
        self.file = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.choose = QPushButton(tr("From a File…"))
        self.choose.clicked.connect(self.choose_file)
        self.forget = QPushButton(tr("Without the File"))
        self.forget.clicked.connect(lambda: self._set_thresholds((), ""))
        line = QHBoxLayout()
        line.addWidget(self.choose)
        line.addWidget(self.forget)
        line.addWidget(self.file, 1)
        column.addLayout(line)
        self.wrong = _complaint()
        column.addWidget(self.wrong)
        self.rules = QPlainTextEdit()
        self.rules.setReadOnly(True)
        self.rules.setTabChangesFocus(True)
        self.rules.setAccessibleName(tr("Thresholds that are marked"))
        self.rules.setPlaceholderText(tr("None is marked."))
        column.addWidget(self.rules, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(*USUAL)
        self._show()

    @property
    def sets(self) -> tuple[str, ...]:
        """Names of the checked sets."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def choose_file(self) -> None:
        """Ask for a TOML file; if it contains mistakes, show them and do not use it."""
        path, _ = QFileDialog.getOpenFileName(self, tr("A file of thresholds"), self.source, "TOML (*.toml)")
        if path:
            self.read(path)

    def read(self, path: str) -> None:
        """Use the thresholds of a file."""
        try:
            self._set_thresholds(thresholds_of(path), path)
        except ScenarioError as error:
            self.wrong.setText(message_text(error.message))
            self.wrong.show()

    def _set_thresholds(self, thresholds: Sequence[Threshold], source: str) -> None:
        self.thresholds, self.source = tuple(thresholds), source
        self.wrong.hide()
        self._show()

    def _show(self) -> None:
        self.file.setText(f"{self.source} ({len(self.thresholds)})" if self.source else "")
        self.forget.setVisible(bool(self.source))
        every = dict.fromkeys((*self._own, *of_sets(self.sets), *self.thresholds))
        self.rules.setPlainText(rules_text(tuple(every)))


def _complaint() -> QLabel:
    """Return a hidden label for error messages."""
    label = QLabel()
    label.setObjectName("hint")
    label.setProperty("wrong", True)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.hide()
    return label
