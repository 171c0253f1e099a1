# SPDX-License-Identifier: Apache-2.0
"""Table of files to import, with the user's entries in a row per file, and buttons to add and remove rows."""

from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.window.state import StateStore
from widgets.translation import marked, tr

FILTER = marked("Results (*.csv *.tsv *.toml *.txt *.log *.log.* *.json *.xml *.out);;All files (*)")
FILE = 0
"""File name column, which takes the remaining width."""


class FileTable(QWidget):
    """Table of files.

    Attributes:
        added: The user chose files to add (Sequence[Path]).
        removed: A row was removed; carries its index.
        typed: The text of a cell changed.
    """

    added = Signal(object)
    removed = Signal(int)
    typed = Signal()

    def __init__(self, titles: Sequence[str], store: StateStore, *, name: str, add: str, height: int) -> None:
        """Create the table.

        Args:
            titles: Column titles, starting with the file column.
            store: Stored settings of the window.
            name: Accessible name of the table.
            add: Label of the Add button.
            height: Minimum height in logical pixels.
        """
        super().__init__()
        self._store = store
        self._name = name
        self.cells = QTableWidget(0, len(titles))
        self.cells.setAccessibleName(name)
        self.cells.setHorizontalHeaderLabels(list(titles))
        self.cells.verticalHeader().hide()
        self.cells.setMinimumHeight(height)
        self.cells.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.cells.setTabKeyNavigation(False)
        self.cells.setWordWrap(False)
        self.cells.setStyleSheet("QTableView::item { padding: 0 5px; }")  # less cell padding, to match the titles
        self.cells.itemChanged.connect(self.typed)
        header = self.cells.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(FILE, QHeaderView.ResizeMode.Stretch)
        self.add_button, self.remove_button = QPushButton(add), QPushButton(tr("&Remove"))
        self.remove_button.setEnabled(False)
        buttons = QHBoxLayout()
        for button, do in ((self.add_button, self._choose), (self.remove_button, self._remove)):
            button.setAutoDefault(False)
            button.clicked.connect(do)
            buttons.addWidget(button)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.cells, 1)
        column.addLayout(buttons)

    def append(self, file: Path, texts: Sequence[str], tips: Sequence[str], fixed: Collection[int] = ()) -> None:
        """Append a row.

        Args:
            file: The file.
            texts: Text of the columns after the file column.
            tips: Tooltips of those columns.
            fixed: Read-only columns, in addition to the file column.
        """
        row = self.cells.rowCount()
        blocked = self.cells.blockSignals(True)
        self.cells.insertRow(row)
        for column, (text, tip) in enumerate(zip((file.name, *texts), (str(file), *tips), strict=True)):
            item = QTableWidgetItem(text)
            item.setToolTip(tip)
            if column == FILE or column in fixed:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            self.cells.setItem(row, column, item)
        self.cells.blockSignals(blocked)
        self.remove_button.setEnabled(True)

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell, stripped."""
        item = self.cells.item(row, column)
        return item.text().strip() if item is not None else ""

    def texts(self, row: int) -> list[str]:
        return [self.text(row, column) for column in range(self.cells.columnCount())]

    def set_text(self, row: int, column: int, text: str) -> None:
        item = self.cells.item(row, column)
        if item is not None:
            item.setText(text)

    def _choose(self) -> None:
        folder = self._store.text("import folder")
        found, _ = QFileDialog.getOpenFileNames(self, self._name, folder, tr(FILTER))
        if found:
            self._store.put("import folder", str(Path(found[0]).parent))
            self.added.emit([Path(path) for path in found])

    def _remove(self) -> None:
        """Remove the current row; the first if there is no current row."""
        row = max(self.cells.currentRow(), 0)
        self.cells.removeRow(row)
        self.remove_button.setEnabled(self.cells.rowCount() > 0)
        self.removed.emit(row)


def columns_tip(tip: str, columns: Sequence[str]) -> str:
    """Return the tooltip of a field for column names, listing the table's columns."""
    return tr("{tip}. Columns: {columns}").format(tip=tip, columns=", ".join(columns))
