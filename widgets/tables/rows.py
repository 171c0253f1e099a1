# SPDX-License-Identifier: Apache-2.0
"""Model and view shared by all tables: a row can be any object, and column descriptions define what cells show."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
Color = QColor | str | None
Role = Qt.ItemDataRole

SORT_ROLE = Qt.ItemDataRole.UserRole
ROW_ROLE = Qt.ItemDataRole.UserRole + 1
MARK_ROLE = Qt.ItemDataRole.UserRole + 2

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_CHECKS = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}


@dataclass(frozen=True)
class CellColumn(Generic[Row]):
    """Description of a column and its cells.

    Attributes:
        title: title of the column.
        text: returns the text of a cell.
        sort: returns the sort key; None sorts by the case-folded text.
        color: returns the color of the text; None for the default.
        mark: returns data that a delegate paints next to the text.
        checked: returns whether the cell's check box is checked.
        tip: returns the tooltip if it differs from the text.
        spoken: returns the text for screen readers if it differs from the text.
        align: alignment of the text.
        title_tip: tooltip of the title.
    """

    title: str
    text: Callable[[Row], str]
    sort: Callable[[Row], float | str] | None = None
    color: Callable[[Row], Color] | None = None
    mark: Callable[[Row], object] | None = None
    checked: Callable[[Row], bool] | None = None
    tip: Callable[[Row], str] | None = None
    spoken: Callable[[Row], str] | None = None
    align: Qt.AlignmentFlag = LEFT
    title_tip: str = ""

    def foreground(self, row: Row) -> QColor | None:
        """Return the color of a cell's text; None for the default."""
        color = self.color(row) if self.color is not None else None
        return QColor(color) if color is not None else None

    def cell(self, row: Row) -> tuple[str, object, object, object]:
        """Return everything that determines a cell's appearance."""
        return (
            self.text(row),
            self.color(row) if self.color is not None else None,
            self.mark(row) if self.mark is not None else None,
            self.checked(row) if self.checked is not None else None,
        )


@dataclass(frozen=True, slots=True)
class Later(Generic[Row]):
    """Row that is created on first access, so that rows out of view cost nothing."""

    key: object
    make: Callable[[], Row]


_BY_ROLE: dict[int, Callable[[CellColumn[Any], Any], Any]] = {
    Role.DisplayRole: lambda column, row: column.text(row),
    Role.TextAlignmentRole: lambda column, _: column.align,
    Role.ForegroundRole: lambda column, row: column.foreground(row),
    Role.ToolTipRole: lambda column, row: (column.tip or column.text)(row),
    Role.AccessibleTextRole: lambda column, row: (column.spoken or column.text)(row),
    Role.CheckStateRole: lambda column, row: _CHECKS[column.checked(row)] if column.checked is not None else None,
    SORT_ROLE: lambda column, row: column.sort(row) if column.sort is not None else column.text(row).casefold(),
    MARK_ROLE: lambda column, row: column.mark(row) if column.mark is not None else None,
    ROW_ROLE: lambda _, row: row,
}


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Table model whose rows are identified by key.

    Updates change cells in place: only new and missing rows are inserted and removed, and only cells that look
    different are reported as changed. Without a key, all rows are replaced whenever any of them changes.

    The signal `checked` requests the opposite state of a row's check box; the row changes with the next set_rows().
    """

    checked = Signal(object, bool)

    def __init__(
        self,
        columns: Sequence[CellColumn[Row]],
        key: Callable[[Row], object] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._key = key
        self._titles = [column.title for column in columns]
        self._title_tips: dict[int, str] = {}
        self._title_font: QFont | None = None
        self._rows: list[Row | Later[Row]] = []
        self._cells: list[list[tuple[str, object, object, object]] | None] = []  # cached by row

    @property
    def rows(self) -> Sequence[Row]:
        """All rows in natural order."""
        return [self.row(position) for position in range(len(self._rows))]

    def set_title_font(self, font: QFont) -> None:
        """Set the font of the titles, because a style sheet for headers would override the view's font."""
        self._title_font = font

    def set_title(self, column: int, text: str) -> None:
        """Set the title of a column."""
        if text != self._titles[column]:
            self._titles[column] = text
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, column, column)

    def set_title_tip(self, column: int, text: str) -> None:
        """Set the tooltip of a column's title."""
        self._title_tips[column] = text

    def set_columns(self, columns: Sequence[CellColumn[Row]], rows: Sequence[Row | Later[Row]]) -> None:
        """Replace the columns and all rows."""
        self.beginResetModel()
        self.columns = tuple(columns)
        self._titles = [column.title for column in columns]
        self._rows, self._cells = list(rows), [None] * len(rows)
        self.endResetModel()

    def set_rows(self, rows: Sequence[Row | Later[Row]], in_sight: Container[int] | None = None) -> None:
        """Set all rows in natural order, with unique keys.

        Args:
            rows: rows to show.
            in_sight: positions of the visible rows; None if unknown. Other rows are neither created nor reported as
                changed until they become visible.
        """
        if self._key is None:
            if list(rows) != self._rows:
                self.set_columns(self.columns, rows)
            return
        keys = [self._key_of(row) for row in rows]
        if [self._key_of(row) for row in self._rows] != keys:
            self._match_keys(rows, keys)
        for position, row in enumerate(rows):
            before, seen = self._rows[position], self._cells[position]
            if before is row:
                continue
            self._rows[position] = row
            if in_sight is not None and position not in in_sight:
                self._cells[position] = None
                continue
            cells = self._cells[position] = self._cells_of(self.row(position))
            for first, last in _runs_of_changes(seen, cells) if seen is not None else ():
                self.dataChanged.emit(self.index(position, first), self.index(position, last))

    def repaint_column(self, column: int) -> None:
        """Repaint a column after its colors have changed."""
        self._cells = [
            None if cells is None else self._cells_of(self.row(position)) for position, cells in enumerate(self._cells)
        ]
        if self._rows:
            self.dataChanged.emit(self.index(0, column), self.index(len(self._rows) - 1, column))

    def text(self, position: int, column: int) -> str:
        """Return the text of a cell; it is cached until the row is set again."""
        cells = self._cells[position]
        if cells is None:
            cells = self._cells[position] = self._cells_of(self.row(position))
        return cells[column][0]

    def row(self, position: int) -> Row:
        """Return the row at a position."""
        row = self._rows[position]
        if isinstance(row, Later):
            row = self._rows[position] = row.make()
        return row

    def position(self, key: object) -> int | None:
        """Return the position of the row with this key; None if absent."""
        return next((n for n, row in enumerate(self._rows) if self._key is not None and self._key_of(row) == key), None)

    def _key_of(self, row: Row | Later[Row]) -> object:
        assert self._key is not None
        return row.key if isinstance(row, Later) else self._key(row)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        checkable = self.columns[index.column()].checked is not None
        return _FLAGS | Qt.ItemFlag.ItemIsUserCheckable if checkable else _FLAGS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return self._titles[section]
        if role == Role.TextAlignmentRole:
            return RIGHT if self.columns[section].align & Qt.AlignmentFlag.AlignRight else LEFT
        if role == Role.ToolTipRole:
            return self._title_tips.get(section) or self.columns[section].title_tip or None
        return self._title_font if role == Role.FontRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        by_role = _BY_ROLE.get(role)
        return by_role(self.columns[index.column()], self.row(index.row())) if by_role is not None else None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or self.columns[index.column()].checked is None:
            return False
        self.checked.emit(self.row(index.row()), Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def _cells_of(self, row: Row) -> list[tuple[str, object, object, object]]:
        return [column.cell(row) for column in self.columns]

    def _match_keys(self, rows: Sequence[Row | Later[Row]], keys: Sequence[object]) -> None:
        wanted = set(keys)
        for position in range(len(self._rows) - 1, -1, -1):
            if self._key_of(self._rows[position]) not in wanted:
                self.beginRemoveRows(QModelIndex(), position, position)
                del self._rows[position], self._cells[position]
                self.endRemoveRows()
        for position, (row, key) in enumerate(zip(rows, keys, strict=True)):
            if position < len(self._rows) and self._key_of(self._rows[position]) == key:
                continue
            old = self.position(key)
            if old is None:
                self.beginInsertRows(QModelIndex(), position, position)
                self._rows.insert(position, row)
                self._cells.insert(position, None)
                self.endInsertRows()
            else:  # moved up: everything before it is already in place
                self.beginMoveRows(QModelIndex(), old, old, QModelIndex(), position)
                self._rows.insert(position, self._rows.pop(old))
                self._cells.insert(position, self._cells.pop(old))
                self.endMoveRows()


def _runs_of_changes(before: Sequence[object], after: Sequence[object]) -> list[tuple[int, int]]:
    """Return (first, last) of each run of adjacent columns that differ."""
    runs: list[tuple[int, int]] = []
    for column, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if runs and runs[-1][1] == column - 1:
            runs[-1] = (runs[-1][0], column)
        else:
            runs.append((column, column))
    return runs


class _SortedRows(QSortFilterProxyModel):
    """Sorting proxy that avoids mapping indexes, because each mapping queries the number of rows and columns."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        return self.sourceModel().flags(index)  # flags depend only on the column


class RowsTable(QTableView):
    """Read-only table that selects whole rows.

    If it is sortable, a click on a title sorts by that column, and a third click restores the natural order.
    """

    def __init__(self, rows: RowsModel[Any], parent: QWidget | None = None, *, sortable: bool = False) -> None:
        super().__init__(parent)
        rows.setParent(self)
        self._rows = rows
        self._sorted: _SortedRows | None = None
        header = self.horizontalHeader()
        if sortable:
            self._sorted = _SortedRows(self)
            self._sorted.setSourceModel(rows)
            self._sorted.setSortRole(SORT_ROLE)
            self._sorted.setDynamicSortFilter(False)  # rows that swapped places every second would be unreadable
            header.setSortIndicatorClearable(True)
            header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setModel(self._sorted or rows)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        header.setHighlightSections(False)
        self.setSortingEnabled(sortable)

    def position_of(self, index: Index) -> int:
        """Return the natural position of the row that a view index refers to."""
        if self._sorted is None or self._sorted.sortColumn() < 0:
            return index.row()
        return self._sorted.mapToSource(index).row()

    def index_of(self, position: int, column: int) -> QModelIndex:
        """Return the view index for the row at a natural position."""
        index = self._rows.index(position, column)
        return self._sorted.mapFromSource(index) if self._sorted is not None else index

    def positions_in_sight(self) -> set[int] | None:
        """Return the natural positions of the visible rows; None while the table is hidden."""
        if not self.isVisible():
            return None
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        seen = range(max(first, 0), (last if last >= 0 else self.model().rowCount() - 1) + 1)
        return {self.position_of(self.model().index(row, 0)) for row in seen}

    def texts(self) -> list[tuple[str, ...]]:
        """Return the text of all cells, in display order."""
        model = self.model()
        columns = range(model.columnCount())
        return [tuple(str(model.index(row, column).data()) for column in columns) for row in range(model.rowCount())]
