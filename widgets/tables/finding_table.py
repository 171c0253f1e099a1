# SPDX-License-Identifier: Apache-2.0
"""Table of findings: failed checks first, each with a remedy; can be filtered and copied."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from widgets.tables.clipboard import tabbed
from widgets.tables.rows import CellColumn, Index, RowsModel, RowsTable
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
RESULT, SYSTEM, CHECK, FOUND, REMEDY = range(5)
SHARES = {FOUND: 4, REMEDY: 5}
"""Relative widths of the columns that share the space left by the short columns."""
TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
LAYOUT_MS = 30
PADDING = 8
"""Padding on the left and right of a cell, in logical pixels."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """Result of a check.

    Attributes:
        result: outcome.
        system: what was checked, as shown to users.
        check: name of the check.
        text: finding.
        remedy: what to do about it; "" if nothing needs to be done.
        color: color of the system.
    """

    result: Result
    system: str
    check: str
    text: str
    remedy: str = ""
    color: str = ""

    @property
    def line(self) -> str:
        """All fields as one line, for copying."""
        return tabbed([(self.result, self.system, self.check, self.text, self.remedy)]).rstrip()


class FindingTable(QWidget):
    """Findings with a filter, and buttons to show or hide results; Ctrl+C copies the selected or all visible rows."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = RowsModel(_columns(theme))
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter systems, checks and texts"))
        self.filter.setAccessibleName(tr("Filter"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._apply_filter)
        self.results: dict[str, QPushButton] = {}
        for result in RESULTS:
            button = QPushButton()
            button.setCheckable(True)
            button.setChecked(True)
            button.toggled.connect(self._apply_filter)
            self.results[result] = button
        self.copy_button = QPushButton(tr("Copy"))
        self.copy_button.setToolTip(tr("Copy the selected rows, or all rows shown (Ctrl+C)"))
        self.copy_button.clicked.connect(self.copy)
        self.table = _Table(self._rows, self)
        self.table.set_theme(theme)
        self._no_match = QLabel(tr("Nothing matches the filter."))
        self._no_match.setProperty("dim", True)
        self._no_match.hide()
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
        column.addWidget(self._no_match)
        column.addWidget(self.table, 1)
        self.set_rows(())

    @property
    def visible_rows(self) -> list[FindingRow]:
        """Rows that pass the filter, in display order."""
        return [row for number, row in enumerate(self._rows.rows) if not self.table.isRowHidden(number)]

    def set_theme(self, theme: Theme) -> None:
        """Set the theme."""
        self.table.set_theme(theme)
        self._rows.set_columns(_columns(theme), self._rows.rows)
        self._apply_filter()

    def set_rows(self, rows: Sequence[FindingRow]) -> None:
        """Set all findings; failed ones are placed first, and the order is otherwise kept."""
        ordered = sorted(rows, key=lambda row: RESULTS.index(row.result))
        for result, button in self.results.items():
            number = sum(row.result == result for row in rows)
            button.setText(tr((ONE if number == 1 else SEVERAL)[result]).format(number=number))
            button.setEnabled(number > 0)
        if ordered == self._rows.rows:
            return
        self._rows.set_rows(ordered)
        self._apply_filter()
        if ordered:
            self.table.setCurrentIndex(self._rows.index(0, 0))

    def copy(self) -> None:
        """Copy the selected rows if the table has the focus or several are selected, otherwise all visible rows."""
        chosen = sorted({index.row() for index in self.table.selectedIndexes()})
        rows = (
            [self._rows.row(number) for number in chosen]
            if len(chosen) > 1 or self.table.hasFocus()
            else self.visible_rows
        )
        QGuiApplication.clipboard().setText("\n".join(row.line for row in rows))

    def _apply_filter(self) -> None:
        parts = self.filter.text().casefold().split()
        visible = 0
        for number, row in enumerate(self._rows.rows):
            text = row.line.casefold()
            wanted = self.results[row.result].isChecked() and all(word in text for word in parts)
            self.table.setRowHidden(number, not wanted)
            visible += wanted
        self._no_match.setVisible(bool(self._rows.rows) and not visible)


def _columns(theme: Theme) -> tuple[CellColumn[FindingRow], ...]:
    colors = {"failed": theme.chart.error, "warning": theme.chart.warning, "passed": theme.better}

    def column(
        title: str, text: Callable[[FindingRow], str], color: Callable[[FindingRow], str] = lambda row: theme.ink
    ) -> CellColumn[FindingRow]:
        def spoken(row: FindingRow) -> str:
            return f"{title}: {text(row)}" if text(row) else ""

        return CellColumn(title, text, color=color, spoken=spoken, align=TOP)

    def pale(row: FindingRow) -> str:
        return theme.dim if row.result == "passed" else theme.ink

    return (
        column(tr("Result"), lambda row: tr(SIGNS[row.result]), lambda row: colors[row.result]),
        column(tr("System"), lambda row: row.system, lambda row: row.color or theme.ink),
        column(tr("Checked"), lambda row: row.check, pale),
        column(tr("Found"), lambda row: row.text, pale),
        column(tr("What to do"), lambda row: row.remedy),
    )


class _Wrapped(QStyledItemDelegate):
    """Delegate that subtracts the style sheet's padding from the width available for wrapped text, unlike Qt."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -2 * PADDING, 0)
        return super().sizeHint(narrower, index)


class _Table(RowsTable):
    """Table with word wrap, so that remedies are never truncated."""

    def __init__(self, rows: RowsModel[FindingRow], panel: FindingTable) -> None:
        super().__init__(rows, panel)
        self._panel = panel
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LAYOUT_MS)
        self._later.timeout.connect(self._lay_out)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(True)
        self.setItemDelegate(_Wrapped(self))
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setAccessibleName(tr("Findings"))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.modelReset.connect(self._later.start)

    def set_theme(self, theme: Theme) -> None:
        """Set the theme."""
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
        """Make short columns as wide as needed, within limits, and share the remaining width among the others."""
        metrics, rest, rows = self.fontMetrics(), self.viewport().width(), self.texts()
        for column in (RESULT, SYSTEM, CHECK):
            title = str(self.model().headerData(column, Qt.Orientation.Horizontal))
            texts = [title, *(row[column] for row in rows)]
            width = min(max(metrics.horizontalAdvance(text) for text in texts) + 30, self.viewport().width() // 5)
            self.setColumnWidth(column, width)
            rest -= width
        shares = SHARES if any(row[REMEDY] for row in rows) else {FOUND: 8, REMEDY: 1}
        for column, share in shares.items():
            self.setColumnWidth(column, rest * share // sum(shares.values()))
        self.resizeRowsToContents()
