"""The rows behind the counter table: what each cell says, and in which order numbers sort."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from widgets.charts.plot import Format
from widgets.translation import local, marked, tr

Index = QModelIndex | QPersistentModelIndex

COLUMNS = (
    marked("Show"),
    marked("Color"),
    marked("Scale"),
    marked("Counter"),
    marked("Instance"),
    marked("System"),
    marked("Last"),
    marked("Average"),
    marked("Minimum"),
    marked("Maximum"),
    "p95",
    marked("Ratio"),
)
SHOW, COLOR, SCALE, COUNTER, INSTANCE, SYSTEM, LAST, AVERAGE, MINIMUM, MAXIMUM, P95, RATIO = range(12)
_FIGURES = {LAST: "last", AVERAGE: "average", MINIMUM: "minimum", MAXIMUM: "maximum", P95: "p95"}
_NUMBERS = {SCALE, LAST, AVERAGE, MINIMUM, MAXIMUM, P95, RATIO}

SORT_ROLE = Qt.ItemDataRole.UserRole
ROW_ROLE = Qt.ItemDataRole.UserRole + 1

Role = Qt.ItemDataRole
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_CHECKED_FLAGS = _FLAGS | Qt.ItemFlag.ItemIsUserCheckable
NO_DATA = "–"
MISSING = marked("no data")
JUDGED = {"better": marked("better"), "worse": marked("worse")}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class CounterRow:
    """One line. Numbers in `unit`, NaN = no data. ratio: to the baseline's average, NaN = none; ratio_is: what that
    means for the system, given which direction is good. missing: it is known that there is no data, and the tool tip
    says why."""

    key: str
    shown: bool
    color: QColor | str
    dash: int
    scale: float
    counter: str
    instance: str
    system: str
    system_color: QColor | str
    unit: str
    last: float
    average: float
    minimum: float
    maximum: float
    p95: float
    ratio: float
    ratio_is: Literal["better", "worse", ""] = ""
    tooltip: str = ""
    missing: bool = False


class CounterModel(QAbstractTableModel):
    """Rows by key. New figures change cells in place; only rows that came or went are inserted or removed, and only
    cells that look otherwise than before are reported as changed: a figure's last digits seldom show."""

    shown_changed = Signal(str, bool)

    def __init__(
        self,
        format: Format,  # noqa: A002
        better: QColor | str,
        worse: QColor | str,
        ratio_format: Callable[[float], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._format, self._ratio_format = format, ratio_format
        self._judged = {"better": QColor(better), "worse": QColor(worse)}
        self._rows: list[CounterRow] = []
        self._looks: list[tuple[tuple[str, object], ...] | None] = []  # of each row's cells: text, and what colours it
        self._ratio_title = tr("Ratio")
        self._header_font: QFont | None = None
        self._cells: dict[int, Callable[[CounterRow, int], Any]] = {
            Role.DisplayRole: self._text,
            Role.CheckStateRole: _checked,
            Role.TextAlignmentRole: alignment,
            Role.ForegroundRole: self.foreground,
            Role.ToolTipRole: self._tip,
            Role.AccessibleTextRole: self._spoken,
            SORT_ROLE: self._sort_value,
            ROW_ROLE: lambda row, _: row,
        }

    def set_header_font(self, font: QFont) -> None:
        """The titles' font: a style sheet for headers would overrule that of the view."""
        self._header_font = font

    def set_ratio_title(self, text: str) -> None:
        """The last column's title."""
        if text != self._ratio_title:
            self._ratio_title = text
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, RATIO, RATIO)

    def set_ratio_colors(self, better: QColor | str, worse: QColor | str) -> None:
        """The colours of a good and a bad ratio."""
        self._judged = {"better": QColor(better), "worse": QColor(worse)}
        if self._rows:
            self.dataChanged.emit(self.index(0, RATIO), self.index(len(self._rows) - 1, RATIO))

    def set_rows(self, rows: Sequence[CounterRow]) -> None:
        """All rows, each key once, in their natural order."""
        wanted = [row.key for row in rows]
        if [row.key for row in self._rows] != wanted:
            self._match_keys(rows, set(wanted))
        for position, row in enumerate(rows):
            before, looked = self._rows[position], self._looks[position]
            if before is row:
                continue
            self._rows[position] = row
            looks = self._looks[position] = self._looks_of(row)
            if looked is not None and looks != looked:
                for first, last in _runs_of_changes(looked, looks):
                    self.dataChanged.emit(self.index(position, first), self.index(position, last))

    def text(self, position: int, column: int) -> str:
        """The text of a cell, kept from when its row came."""
        looks = self._looks[position]
        if looks is None:
            looks = self._looks[position] = self._looks_of(self._rows[position])
        return looks[column][0]

    def row(self, position: int) -> CounterRow:
        """The row at a position."""
        return self._rows[position]

    def position(self, key: str) -> int | None:
        """Where a key is."""
        return next((n for n, row in enumerate(self._rows) if row.key == key), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _CHECKED_FLAGS if index.column() == SHOW else _FLAGS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return self._ratio_title if section == RATIO else tr(COLUMNS[section])
        if role == Role.TextAlignmentRole:
            return _RIGHT if section in _NUMBERS else _LEFT
        return self._header_font if role == Role.FontRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, column = self._rows[index.row()], index.column()
        shown = self._cells.get(role)
        return shown(row, column) if shown is not None else None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """A click on Show is a wish: the row changes when it comes back with set_rows()."""
        if role != Role.CheckStateRole or index.column() != SHOW:
            return False
        self.shown_changed.emit(self._rows[index.row()].key, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def _match_keys(self, rows: Sequence[CounterRow], wanted: set[str]) -> None:
        for position in range(len(self._rows) - 1, -1, -1):
            if self._rows[position].key not in wanted:
                self.beginRemoveRows(QModelIndex(), position, position)
                del self._rows[position], self._looks[position]
                self.endRemoveRows()
        for position, row in enumerate(rows):
            if position < len(self._rows) and self._rows[position].key == row.key:
                continue
            old = self.position(row.key)
            if old is None:
                self.beginInsertRows(QModelIndex(), position, position)
                self._rows.insert(position, row)
                self._looks.insert(position, None)
                self.endInsertRows()
            else:  # moved up: everything before it is in place already
                self.beginMoveRows(QModelIndex(), old, old, QModelIndex(), position)
                self._rows.insert(position, self._rows.pop(old))
                self._looks.insert(position, self._looks.pop(old))
                self.endMoveRows()

    def _looks_of(self, row: CounterRow) -> tuple[tuple[str, object], ...]:
        return (
            ("", row.shown),
            ("", (row.shown, row.color, row.dash)),
            (scale_text(row.scale), None),
            (row.counter, None),
            (row.instance, None),
            (row.system, row.system_color),
            *((self._text(row, column), None) for column in _FIGURES),
            (self._text(row, RATIO), row.ratio_is),
        )

    def _text(self, row: CounterRow, column: int) -> str:
        if column in _FIGURES:
            value = getattr(row, _FIGURES[column])
            if row.missing:
                return tr(MISSING) if column == LAST else ""
            return self._format(value, row.unit) if math.isfinite(value) else NO_DATA
        if column == RATIO:
            return self._ratio_format(row.ratio) if math.isfinite(row.ratio) else ""
        if column == SCALE:
            return scale_text(row.scale)
        return {COUNTER: row.counter, INSTANCE: row.instance, SYSTEM: row.system}.get(column, "")

    def foreground(self, row: CounterRow, column: int) -> QColor | None:
        """A cell's own colour; None for that of all texts."""
        if column == SYSTEM:
            return QColor(row.system_color)
        return self._judged.get(row.ratio_is) if column == RATIO else None

    def _spoken(self, row: CounterRow, column: int) -> str:
        if column == SHOW:
            said = tr("{counter} of {system}, shown") if row.shown else tr("{counter} of {system}, not shown")
            return said.format(counter=row.counter, system=row.system)
        text = self._text(row, column)
        return f"{text}, {tr(JUDGED[row.ratio_is])}" if column == RATIO and row.ratio_is else text

    def _tip(self, row: CounterRow, column: int) -> str:
        if column == RATIO:
            if not row.ratio_is:
                return ""
            return tr("The average is {judged} than the baseline's").format(judged=self._spoken(row, column))
        return row.tooltip or " · ".join(part for part in (row.counter, row.instance, row.system) if part)

    @staticmethod
    def _sort_value(row: CounterRow, column: int) -> float | str:
        """Numbers by size with missing ones below all; names without regard to case."""
        if column in _NUMBERS:
            value = getattr(row, {**_FIGURES, SCALE: "scale", RATIO: "ratio"}[column])
            return float(value) if math.isfinite(value) else -math.inf
        if column == SHOW:
            return float(row.shown)
        return (
            row.system if column in {COLOR, SYSTEM} else row.instance if column == INSTANCE else row.counter
        ).lower()


def _runs_of_changes(before: Sequence[object], after: Sequence[object]) -> list[tuple[int, int]]:
    """(first, last) of each run of columns that differ."""
    runs: list[tuple[int, int]] = []
    for column, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if runs and runs[-1][1] == column - 1:
            runs[-1] = (runs[-1][0], column)
        else:
            runs.append((column, column))
    return runs


def scale_text(scale: float) -> str:
    """As Performance Monitor prints it: 1.0, 100.0, 0.001."""
    return local(f"{scale:.1f}" if scale >= 0.1 else f"{scale:g}")


def _checked(row: CounterRow, column: int) -> Qt.CheckState | None:
    if column != SHOW:
        return None
    return Qt.CheckState.Checked if row.shown else Qt.CheckState.Unchecked


def alignment(_row: CounterRow, column: int) -> Qt.AlignmentFlag:
    """Figures to the right, names to the left."""
    return _RIGHT if column in _NUMBERS else _LEFT
