"""The I/O of a system's tables and indexes: a row each, with a bar for its share."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from widgets.theme import Theme
from widgets.translation import marked, tr

COLUMNS = (marked("Table or index"), marked("Kind"), marked("Reads"), marked("of all"), marked("Writes"))
NAME, KIND, READS, SHARE, WRITES = range(5)
_FIGURE = Qt.ItemDataRole.UserRole
_BAR_ALPHA = 0.32


@dataclass(frozen=True, slots=True)
class RankingRow:
    """figures: reads, their share of all (0 to 1), writes, to sort by; texts: as they are printed. share: the bar."""

    name: str
    kind: str
    figures: tuple[float, float, float]
    texts: tuple[str, str, str]
    share: float
    tooltip: str = ""


class RankingTable(QWidget):
    """A title in the system's colour, a note, the rows; a click on a title sorts by it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title = QLabel()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._note = QLabel()
        self._note.setProperty("dim", True)
        self._note.setWordWrap(True)
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setHorizontalHeaderLabels([tr(title) for title in COLUMNS])
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 10)
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place in (READS, SHARE, WRITES):
            title = QTableWidgetItem(tr(COLUMNS[place]))
            title.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setHorizontalHeaderItem(place, title)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self._bars = _Bars(self.table)
        self.table.setItemDelegateForColumn(SHARE, self._bars)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self._title, self._note):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        column.addStretch()

    @property
    def title(self) -> str:
        """The system that it is of."""
        return self._title.text()

    @property
    def note(self) -> str:
        """What it says of its rows, or of why it has none."""
        return self._note.text()

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The texts of its rows, from the top."""
        found = []
        for row in range(self.table.rowCount()):
            items = (self.table.item(row, column) for column in range(len(COLUMNS)))
            found.append(tuple(item.text() if item is not None else "" for item in items))
        return found

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        self.table.setStyleSheet(
            f"QTableView::item {{ padding: 0 8px; border-bottom: 1px solid {theme.row_line}; }}"
            f"QTableView::item:selected {{ background: {theme.selection}; }}"
        )

    def set_system(self, title: str, color: str) -> None:
        """Whose objects these are, and its colour."""
        self._title.setText(title)
        self._title.setStyleSheet(f"color: {color}; font-weight: 700;")
        self._bars.color = QColor(color)
        self.table.setAccessibleName(tr("Tables and indexes of {title}").format(title=title))

    def set_rows(self, rows: Sequence[RankingRow], note: str) -> None:
        """All rows, the most first. note: what is to be known of them, "" for nothing."""
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.table.setSortingEnabled(False)
        self.table.setRowCount(0)
        self.table.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, text in enumerate((row.name, row.kind, *row.texts)):
                figure = row.figures[column - READS] if column >= READS else None
                item = _Item(text, figure)
                if column == SHARE:
                    item.setData(_FIGURE, row.share)
                if column == KIND:
                    item.setForeground(QColor(self._theme.dim))
                item.setToolTip(row.tooltip)
                self.table.setItem(number, column, item)
        for column in (READS, SHARE, WRITES):  # what an engine does not count needs no room
            self.table.setColumnHidden(column, bool(rows) and not any(row.texts[column - READS] for row in rows))
        self.table.setVisible(bool(rows))
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        self.table.horizontalHeader().setSortIndicatorClearable(True)
        self.table.setSortingEnabled(True)


class _Item(QTableWidgetItem):
    """A cell that sorts by its figure where it has one."""

    def __init__(self, text: str, figure: float | None) -> None:
        super().__init__(text)
        self.figure = figure
        side = Qt.AlignmentFlag.AlignLeft if figure is None else Qt.AlignmentFlag.AlignRight
        self.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def __lt__(self, other: QTableWidgetItem) -> bool:
        if isinstance(other, _Item) and self.figure is not None and other.figure is not None:
            return self.figure < other.figure
        return self.text().casefold() < other.text().casefold()


class _Bars(QStyledItemDelegate):
    """A bar behind the text, as long as the share."""

    def __init__(self, table: QTableWidget) -> None:
        super().__init__(table)
        self.color = QColor()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        share = index.data(_FIGURE)
        if isinstance(share, float) and share > 0:
            color = QColor(self.color)
            color.setAlphaF(_BAR_ALPHA)
            box = QRectF(option.rect).adjusted(3, 3, -3, -4)
            box.setLeft(box.right() - box.width() * min(share, 1.0))
            painter.fillRect(box, color)
