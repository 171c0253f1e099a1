"""A table of what differs: a row a thing, a column a system, what is not the same marked; and the dialog that shows it
of a comparison that was made."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.compare.differences import Row, StoredComparison, difference_label, group_name
from app.ui.workbench.run_status import sentence
from widgets.theme import Theme
from widgets.translation import tr

MARKED, WHAT = 0, 1
DIFFERENT, UNTOLD, SAME = "≠", "?", "="
LEAST_WIDTH = 110


class DifferenceTable(QTableWidget):
    """What makes a comparison unfair stands out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[Row, ...] = ()
        self._names: tuple[tuple[str, str], ...] = ()
        self._only_differences = True
        self.setAccessibleName(tr("What differs between the sessions"))
        self.verticalHeader().hide()
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def show_rows(self, rows: Sequence[Row], names: Sequence[tuple[str, str]]) -> None:
        """names: letter and name of each column."""
        self._rows, self._names = tuple(rows), tuple(names)
        self._fill()

    def set_only_differences(self, only: bool) -> None:
        """Whether what is the same in all columns is left out."""
        self._only_differences = only
        self._fill()

    def _fill(self) -> None:
        shown = [row for row in self._rows if row.differs or row.untold or not self._only_differences]
        shown.sort(key=lambda row: (not row.unfair, not row.differs, not row.untold))
        self.setColumnCount(2 + len(self._names))
        self.setHorizontalHeaderLabels(["", tr("What"), *(letter for letter, _ in self._names)])
        for column, (_, name) in enumerate(self._names, 2):
            if (head := self.horizontalHeaderItem(column)) is not None:
                head.setToolTip(name)
        self.setRowCount(len(shown))
        for number, row in enumerate(shown):
            self._show(number, row)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column in (MARKED, WHAT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def _show(self, number: int, row: Row) -> None:
        sign = DIFFERENT if row.differs else UNTOLD if row.untold else SAME
        texts = [sign, f"{group_name(row.group)} · {difference_label(row.label)}", *row.texts]
        words = _words(row)
        for column, text in enumerate(texts[: self.columnCount()]):
            item = QTableWidgetItem(text.replace("\n", "; "))
            item.setToolTip(words if column == MARKED else text)
            if column == MARKED:
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            if row.unfair:
                item.setForeground(QBrush(QColor(self._theme.chart.warning)))
            elif not row.differs or column == WHAT:
                item.setForeground(QBrush(QColor(self._theme.dim)))
            self.setItem(number, column, item)


def _words(row: Row) -> str:
    if row.unfair:
        return tr("different, and it should not be")
    if row.differs:
        return tr("different")
    return tr("not every session tells it") if row.untold else tr("same")


SIZE = (980, 520)


class DifferencesDialog(QDialog):
    """Nothing can be changed in it."""

    def __init__(self, told: StoredComparison, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What Differs"))
        sentences = QLabel("\n".join(sentence(line) for line in told.sentences))
        sentences.setWordWrap(True)
        sentences.setTextFormat(Qt.TextFormat.PlainText)
        self.table = DifferenceTable(theme)
        self.table.show_rows(told.rows, [(column.letter, column.name) for column in told.columns])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(sentences)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(*SIZE)
