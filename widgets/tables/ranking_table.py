"""The I/O of a system's tables and indexes: a row each, with a bar for its share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from widgets.tables.rows import LEFT, MARK_ROLE, RIGHT, Column, Index, RowsModel, RowsTable
from widgets.theme import Theme
from widgets.translation import tr

NAME, KIND, READS, SHARE, WRITES = range(5)
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
        self._title = QLabel()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._note = QLabel()
        self._note.setProperty("dim", True)
        self._note.setWordWrap(True)
        self._rows = RowsModel(_columns(theme))
        self.table = RowsTable(self._rows, sortable=True)
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 10)
        header = self.table.horizontalHeader()
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
        return self.table.texts()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._rows.set_columns(_columns(theme), self._rows.rows)
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
        self._rows.set_rows(rows)
        for column in (READS, SHARE, WRITES):  # what an engine does not count needs no room
            self.table.setColumnHidden(column, bool(rows) and not any(row.texts[column - READS] for row in rows))
        self.table.setVisible(bool(rows))
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.DescendingOrder)


def _columns(theme: Theme) -> tuple[Column[RankingRow], ...]:
    def column(title: str, text: Callable[[RankingRow], str], color: str | None = None) -> Column[RankingRow]:
        return Column(title, text, color=lambda row: color, tip=lambda row: row.tooltip, align=LEFT)

    def figure(title: str, place: int, mark: Callable[[RankingRow], object] | None = None) -> Column[RankingRow]:
        return Column(
            title,
            lambda row: row.texts[place],
            sort=lambda row: row.figures[place],
            mark=mark,
            tip=lambda row: row.tooltip,
            align=RIGHT,
        )

    return (
        column(tr("Table or index"), lambda row: row.name),
        column(tr("Kind"), lambda row: row.kind, theme.dim),
        figure(tr("Reads"), 0),
        figure(tr("share"), 1, lambda row: row.share),
        figure(tr("Writes"), 2),
    )


class _Bars(QStyledItemDelegate):
    """A bar behind the text, as long as the share."""

    def __init__(self, table: RowsTable) -> None:
        super().__init__(table)
        self.color = QColor()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        share = index.data(MARK_ROLE)
        if isinstance(share, float) and share > 0:
            color = QColor(self.color)
            color.setAlphaF(_BAR_ALPHA)
            box = QRectF(option.rect).adjusted(3, 3, -3, -4)
            box.setLeft(box.right() - box.width() * min(share, 1.0))
            painter.fillRect(box, color)
