# SPDX-License-Identifier: Apache-2.0
"""Choosing the log counters to compare: a text field, and a searchable list."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.imports.formats import kind_of, log_format
from app.imports.import_request import FileToImport
from widgets.translation import tr

WIDTH, HEIGHT = 620, 460
LINES_HEIGHT = 62
"""Height of three lines of text, in logical pixels."""


def counters_of(files: Sequence[FileToImport]) -> list[str]:
    """Return the paths of all counters in these logs, sorted. Raises ImportedFileError, OSError."""
    found: dict[str, None] = {}
    for file in files:
        form = log_format(kind_of(file.path))
        log = form.open(file) if form is not None else None
        found.update((one.path, None) for one in (log.series if log is not None else ()))
    return sorted(found)


class ComparedCounters(QWidget):
    """Text field with a counter or formula per line, and a button that lists the counters of the logs."""

    def __init__(self, choose: Callable[[], None]) -> None:
        """Create the field; its button calls `choose`, which passes the counters it finds to `ask`."""
        super().__init__()
        self.choice: CounterChoiceDialog | None = None
        self.text = QPlainTextEdit()
        self.text.setAccessibleName(tr("Compared counters"))
        self.text.setPlaceholderText(tr("one a line: a counter, or Name = [counter] + 2 x [counter]"))
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFixedHeight(LINES_HEIGHT)
        self.button = QPushButton(tr("&Choose…"))
        self.button.setToolTip(tr("Counters of the logs whose means over the window are compared like totals"))
        self.button.setAutoDefault(False)
        self.button.clicked.connect(choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.text, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def lines(self) -> list[str]:
        """Nonempty lines of the field."""
        return [line.strip() for line in self.text.toPlainText().splitlines() if line.strip()]

    def ask(self, paths: Sequence[str]) -> None:
        """Let the user select from these counters; the selection replaces the counters in the field."""
        before = self.lines
        dialog = CounterChoiceDialog(paths, before, self.window())
        self.choice = dialog

        def take() -> None:
            others = [line for line in before if line not in paths]
            self.text.setPlainText("\n".join([*dialog.chosen, *others]))

        dialog.accepted.connect(take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


class CounterChoiceDialog(QDialog):
    """Dialog whose result, `chosen`, contains the checked paths in list order."""

    def __init__(self, paths: Sequence[str], chosen: Iterable[str], parent: QWidget | None = None) -> None:
        """Create the dialog; `paths` contains all counters in display order."""
        super().__init__(parent)
        self.setWindowTitle(tr("Compared Counters"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search objects, instances and counters"))
        self.search.setAccessibleName(tr("Search the counters"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Counters"))
        self.list.setUniformItemSizes(True)
        marked = set(chosen)
        for path in paths:
            item = QListWidgetItem(path, self.list)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked if path in marked else Qt.CheckState.Unchecked)
        self.nothing = QLabel(tr("No counter is named like that."))
        self.nothing.setObjectName("dim")
        self.nothing.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setObjectName("primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        for widget in (self.search, self.nothing):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.buttons)
        self.resize(WIDTH, HEIGHT)
        self.search.setFocus()

    @property
    def chosen(self) -> list[str]:
        """Checked paths."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]

    def mark(self, path: str) -> None:
        """Check a counter."""
        for item in self.list.findItems(path, Qt.MatchFlag.MatchExactly):
            item.setCheckState(Qt.CheckState.Checked)

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        shown = 0
        for row in range(self.list.count()):
            item = self.list.item(row)
            fits = all(word in item.text().casefold() for word in words)
            item.setHidden(not fits)
            shown += fits
        self.nothing.setVisible(not shown)
