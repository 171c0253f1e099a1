# SPDX-License-Identifier: Apache-2.0
"""Ranking table of a system's top consumers: figures, and a bar for each share."""

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

from widgets.tables.rows import LEFT, MARK_ROLE, RIGHT, CellColumn, Index, RowsModel, RowsTable
from widgets.theme import EMPHASIS, Theme
from widgets.translation import tr

_BAR_ALPHA = 0.32
_NAME_WIDTH = 170
"""Minimum width of the name column in pixels; a narrower table scrolls."""


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A row of the ranking.

    Attributes:
        name: name of the object.
        figures: values to sort by; shares are 0 to 1.
        texts: figures as text; "" if not available.
        part: whether it is part of the row above.
        tooltip: full name and details.
    """

    name: str
    figures: tuple[float, ...]
    texts: tuple[str, ...]
    part: bool = False
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class RankingFigure:
    """A column of figures.

    Attributes:
        title: title of the column.
        bar: whether the figures are shares, shown with bars.
        tip: explanation, as a tooltip.
    """

    title: str
    bar: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class RankingColumns:
    """Columns of a table: the title of the name column, and the columns of figures."""

    name: str
    figures: tuple[RankingFigure, ...]


class RankingTable(QWidget):
    """Ranking with a title in the system's color, a note, rows and a summary; click a column title to sort."""

    def __init__(self, theme: Theme, columns: RankingColumns, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._columns = columns
        self._title = QLabel()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._notes = [QLabel(), QLabel()]
        for label in self._notes:
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self._notes[0].setProperty("dim", True)
        self._rows = RowsModel(self._row_columns())
        self.table = RowsTable(self._rows, sortable=True)
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 10)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._bars = _Bars(self.table)
        self._plain = QStyledItemDelegate(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._notes[1])
        column.addWidget(self.table, 1)
        column.addWidget(self._notes[0])
        column.addStretch()
        self._lay_out()

    @property
    def title(self) -> str:
        """Title, which names the system."""
        return self._title.text()

    @property
    def note(self) -> str:
        """Note about the rows, or the reason why there are no rows."""
        return self._notes[0].text()

    @property
    def summary(self) -> str:
        """Summary of the rows."""
        return self._notes[1].text()

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """Text of the rows, in display order."""
        return self.table.texts()

    def set_theme(self, theme: Theme) -> None:
        """Set the theme."""
        self._theme = theme
        self._rows.set_columns(self._row_columns(), self._rows.rows)
        self.table.setStyleSheet(
            f"QTableView::item {{ padding: 0 8px; border-bottom: 1px solid {theme.row_line}; }}"
            f"QTableView::item:selected {{ background: {theme.selection}; }}"
        )

    def set_system(self, title: str, color: str) -> None:
        """Set the system and its color."""
        self._title.setText(title)
        self._title.setStyleSheet(f"color: {color}; font-weight: {EMPHASIS};")
        self._bars.color = QColor(color)
        self.table.setAccessibleName(tr("{what} of {title}").format(what=self._columns.name, title=title))

    def set_columns(self, columns: RankingColumns) -> None:
        """Replace the columns of figures, and remove all rows."""
        if columns != self._columns:
            self._columns = columns
            self._rows.set_columns(self._row_columns(), [])
            self._lay_out()

    def set_rows(self, rows: Sequence[RankingRow], note: str, summary: str = "") -> None:
        """Set all rows, largest first, with a note and a summary ("" for none)."""
        for label, text in zip(self._notes, (note, summary), strict=True):
            label.setText(text)
            label.setVisible(bool(text))
        self._rows.set_rows(rows)
        for place in range(len(self._columns.figures)):  # hide figures that an engine does not provide
            self.table.setColumnHidden(place + 1, bool(rows) and not any(row.texts[place] for row in rows))
        self.table.setVisible(bool(rows))
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)  # the other order is reversed
        self._widen_names()

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._widen_names()

    def _lay_out(self) -> None:
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        for place, figure in enumerate(self._columns.figures):
            self.table.setItemDelegateForColumn(place + 1, self._bars if figure.bar else self._plain)
        self._widen_names()

    def _widen_names(self) -> None:
        """Give the name column the remaining width, but at least its minimum."""
        others = sum(self.table.columnWidth(place + 1) for place in range(len(self._columns.figures)))
        self.table.setColumnWidth(0, max(_NAME_WIDTH, self.table.viewport().width() - others))

    def _row_columns(self) -> tuple[CellColumn[RankingRow], ...]:
        def figure(place: int, described: RankingFigure) -> CellColumn[RankingRow]:
            mark: Callable[[RankingRow], object] | None = (lambda row: row.figures[place]) if described.bar else None
            return CellColumn(
                described.title,
                lambda row: row.texts[place],
                sort=lambda row: row.figures[place],
                color=lambda row: self._theme.dim if row.part else None,
                mark=mark,
                tip=lambda row: row.tooltip,
                align=RIGHT,
                title_tip=described.tip,
            )

        name: CellColumn[RankingRow] = CellColumn(
            self._columns.name,
            lambda row: f"    {row.name}" if row.part else row.name,
            color=lambda row: self._theme.dim if row.part else None,
            tip=lambda row: row.tooltip or row.name,
            align=LEFT,
        )
        return (name, *(figure(place, one) for place, one in enumerate(self._columns.figures)))


class _Bars(QStyledItemDelegate):
    """Delegate that paints a bar behind the text, proportional to the share."""

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
