"""A table of what checks found: what failed first, each with what to do about it; to filter, and to copy."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from widgets.theme import Theme
from widgets.translation import marked, tr

Result = Literal["failed", "warning", "passed"]
RESULTS: tuple[Result, ...] = ("failed", "warning", "passed")
SIGNS = {"failed": marked("✗ failed"), "warning": marked("! warning"), "passed": marked("✓ passed")}
ONE = {"failed": marked("1 failed"), "warning": marked("1 warning"), "passed": marked("1 passed")}
SEVERAL = {
    "failed": marked("{number} failed"),
    "warning": marked("{number} warnings"),
    "passed": marked("{number} passed"),
}
COLUMNS = (marked("Result"), marked("System"), marked("Check"), marked("Found"), marked("What to do"))
RESULT, SYSTEM, CHECK, FOUND, REMEDY = range(5)
SHARES = {FOUND: 4, REMEDY: 5}
"""Of the width that the short columns leave."""
LAYOUT_MS = 30
PADDING = 8
"""Logical pixels left and right of a cell's text."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One check. system: what it is of, for a person. remedy: what to do, "" where nothing needs doing."""

    result: Result
    system: str
    check: str
    text: str
    remedy: str = ""
    color: str = ""

    @property
    def words(self) -> str:
        """All of it in a line, as it is copied."""
        return "\t".join((self.result, self.system, self.check, self.text, self.remedy)).rstrip()


class FindingTable(QWidget):
    """Buttons show or hide results, a field filters by words; Ctrl+C copies the selected rows, or else all shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[FindingRow] = []
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter: part of a system, a check or a text"))
        self.filter.setAccessibleName(tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._show_wanted)
        self.results: dict[str, QPushButton] = {}
        for result in RESULTS:
            button = QPushButton()
            button.setCheckable(True)
            button.setChecked(True)
            button.toggled.connect(self._show_wanted)
            self.results[result] = button
        self.copy_button = QPushButton(tr("Copy"))
        self.copy_button.setToolTip(tr("Copy the selected rows, or all that are shown (Ctrl+C)"))
        self.copy_button.clicked.connect(self.copy)
        self.table = _Table(self)
        self.table.set_theme(theme)
        self._nothing = QLabel(tr("Nothing matches the filter."))
        self._nothing.setProperty("dim", True)
        self._nothing.hide()
        top = QHBoxLayout()
        top.setSpacing(6)
        for button in self.results.values():
            top.addWidget(button)
        top.addWidget(self.filter, 1)
        top.addWidget(self.copy_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._nothing)
        column.addWidget(self.table, 1)
        self.set_rows(())

    @property
    def shown(self) -> list[FindingRow]:
        """The rows that the filter leaves, from the top."""
        return [row for number, row in enumerate(self._rows) if not self.table.isRowHidden(number)]

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        self.table.set_theme(theme)
        rows, self._rows = self._rows, []
        self.set_rows(rows)

    def set_rows(self, rows: Sequence[FindingRow]) -> None:
        """All findings; what failed comes first, otherwise their order is kept."""
        ordered = sorted(rows, key=lambda row: RESULTS.index(row.result))
        for result, button in self.results.items():
            number = sum(row.result == result for row in rows)
            button.setText(tr((ONE if number == 1 else SEVERAL)[result]).format(number=number))
            button.setEnabled(number > 0)
        if ordered == self._rows and self.table.rowCount() == len(ordered):
            return
        self._rows = ordered
        self.table.setRowCount(0)
        self.table.setRowCount(len(ordered))
        for number, row in enumerate(ordered):
            texts = (tr(SIGNS[row.result]), row.system, row.check, row.text, row.remedy)
            for column, text in enumerate(texts):
                self.table.setItem(number, column, self._item(row, column, text))
        self._show_wanted()
        if ordered:
            self.table.setCurrentCell(0, 0)

    def copy(self) -> None:
        """Puts the selected rows on the clipboard, or all that are shown where one or none is selected by hand."""
        chosen = sorted({index.row() for index in self.table.selectedIndexes()})
        rows = [self._rows[number] for number in chosen] if len(chosen) > 1 or self.table.hasFocus() else self.shown
        QGuiApplication.clipboard().setText("\n".join(row.words for row in rows))

    def _item(self, row: FindingRow, column: int, text: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        item.setToolTip(text)
        theme = self._theme
        color = theme.ink
        if column == RESULT:
            color = {"failed": theme.chart.error, "warning": theme.chart.warning, "passed": theme.better}[row.result]
        elif column == SYSTEM:
            color = row.color or theme.ink
        elif column in {CHECK, FOUND} and row.result == "passed":
            color = theme.dim
        item.setForeground(QColor(color))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{tr(COLUMNS[column])}: {text}" if text else "")
        return item

    def _show_wanted(self) -> None:
        words = self.filter.text().casefold().split()
        shown = 0
        for number, row in enumerate(self._rows):
            text = row.words.casefold()
            wanted = self.results[row.result].isChecked() and all(word in text for word in words)
            self.table.setRowHidden(number, not wanted)
            shown += wanted
        self._nothing.setVisible(bool(self._rows) and not shown)


class _Wrapped(QStyledItemDelegate):
    """Counts the style sheet's padding where Qt does not: in the width that a text has to wrap in."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -2 * PADDING, 0)
        return super().sizeHint(narrower, index)


class _Table(QTableWidget):
    """Texts wrap: a remedy that is cut off helps nobody."""

    def __init__(self, panel: FindingTable) -> None:
        super().__init__(0, len(COLUMNS), panel)
        self._panel = panel
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LAYOUT_MS)
        self._later.timeout.connect(self._lay_out)
        self.setHorizontalHeaderLabels([tr(title) for title in COLUMNS])
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setItemDelegate(_Wrapped(self))
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setAccessibleName(tr("Findings"))
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().hide()
        self.model().rowsInserted.connect(self._later.start)

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self.setStyleSheet(
            f"QTableView::item {{ padding: 5px {PADDING}px; border-bottom: 1px solid {theme.row_line}; }}"
            f"QTableView::item:selected {{ background: {theme.selection}; }}"
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._panel.copy()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._later.start()

    def _lay_out(self) -> None:
        """Short columns as wide as they need, within reason; the texts share the rest."""
        metrics, rest = self.fontMetrics(), self.viewport().width()
        for column in (RESULT, SYSTEM, CHECK):
            texts = [tr(COLUMNS[column]), *(item.text() for item in self._items(column))]
            width = min(max(metrics.horizontalAdvance(text) for text in texts) + 30, self.viewport().width() // 5)
            self.setColumnWidth(column, width)
            rest -= width
        remedies = any(item.text() for item in self._items(REMEDY))
        shares = SHARES if remedies else {FOUND: 8, REMEDY: 1}
        for column, share in shares.items():
            self.setColumnWidth(column, rest * share // sum(shares.values()))
        self.resizeRowsToContents()

    def _items(self, column: int) -> list[QTableWidgetItem]:
        found = (self.item(row, column) for row in range(self.rowCount()))
        return [item for item in found if item is not None]
