# SPDX-License-Identifier: Apache-2.0
"""Counter table, modeled on the one in Performance Monitor."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from widgets.charts.contents import Format
from widgets.charts.curve import paint_key
from widgets.tables.rows import RIGHT, ROW_ROLE, CellColumn, Color, Index, Later, RowsModel, RowsTable
from widgets.text import sized
from widgets.translation import local, marked, tr

SHOW, COLOR, SCALE, COUNTER, INSTANCE, SYSTEM, LAST, AVERAGE, MINIMUM, MAXIMUM, P95, RATIO = range(12)
NO_DATA = "–"
AT_LEAST = "≥"
MISSING = marked("no data")
JUDGED = {"better": marked("better"), "worse": marked("worse")}

_WIDEST = {  # longest text in each column; the counter's name takes the remaining width
    SHOW: "Show",
    COLOR: "Color",
    SCALE: "Scale",
    INSTANCE: "C: (database)",
    SYSTEM: "System",
    LAST: "123.4 MB/s",
    AVERAGE: "123.4 MB/s",
    MINIMUM: "123.4 MB/s",
    MAXIMUM: "123.4 MB/s",
    P95: "123.4 MB/s",
    RATIO: "0.00888×",
}
_FIRST_TO_GO = (SCALE, MINIMUM, MAXIMUM, P95, COLOR)  # columns to hide, in this order, if not all of them fit
_BAR = 3  # width of the bar at the left of a selected row, in logical pixels
_PADDING = 8.0  # padding on the left and right of a cell, in logical pixels


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A row of the table. Numbers are in `unit`; NaN means no data.

    Attributes:
        ratio: ratio of the average to the baseline's; NaN if absent.
        ratio_is: whether the ratio is good or bad for the system.
        missing: whether the system is known to have no data, in which case the tooltip gives the reason.
        at_least: whether the average is a lower bound.
        instead: text shown instead of the last value ("stopped").
    """

    key: str
    visible: bool
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
    at_least: bool = False
    instead: str = ""


def _columns(
    format: Format,  # noqa: A002
    ratio_format: Callable[[float], str],
    judged_color: Callable[[CounterRow], Color],
) -> tuple[CellColumn[CounterRow], ...]:
    def figure(
        title: str,
        value: Callable[[CounterRow], float],
        missing: str = "",
        bound: Callable[[CounterRow], bool] = lambda _row: False,
        instead: Callable[[CounterRow], str] = lambda _row: "",
    ) -> CellColumn[CounterRow]:
        def text(row: CounterRow) -> str:
            if row.missing:
                return missing
            if instead(row):
                return instead(row)
            if not math.isfinite(value(row)):
                return NO_DATA
            return f"{AT_LEAST} {format(value(row), row.unit)}" if bound(row) else format(value(row), row.unit)

        return CellColumn(title, text, sort=lambda row: _number(value(row)), tip=_tip, align=RIGHT)

    def ratio(row: CounterRow) -> str:
        return ratio_format(row.ratio) if math.isfinite(row.ratio) else ""

    def spoken_ratio(row: CounterRow) -> str:
        return f"{ratio(row)}, {tr(JUDGED[row.ratio_is])}" if row.ratio_is else ratio(row)

    def ratio_tip(row: CounterRow) -> str:
        if not row.ratio_is:
            return ""
        return tr("The average is {judged} than the baseline's").format(judged=spoken_ratio(row))

    name = partial(CellColumn[CounterRow], tip=_tip)
    return (
        name(tr("Show"), _no_text, sort=lambda row: row.visible, checked=lambda row: row.visible, spoken=_spoken),
        name(tr("Color"), _no_text, sort=lambda row: row.system.lower(), mark=_swatch),
        name(tr("Scale"), lambda row: scale_text(row.scale), sort=lambda row: _number(row.scale), align=RIGHT),
        name(tr("Counter"), lambda row: row.counter),
        name(tr("Instance"), lambda row: row.instance),
        name(tr("System"), lambda row: row.system, color=lambda row: row.system_color),
        figure(tr("Last"), lambda row: row.last, tr(MISSING), instead=lambda row: row.instead),
        figure(tr("Average"), lambda row: row.average, bound=lambda row: row.at_least),
        figure(tr("Minimum"), lambda row: row.minimum),
        figure(tr("Maximum"), lambda row: row.maximum),
        figure("p95", lambda row: row.p95),
        CellColumn(
            tr("Ratio"), ratio, sort=lambda row: _number(row.ratio), color=judged_color, mark=lambda row: row.ratio_is,
            tip=ratio_tip, spoken=spoken_ratio, align=RIGHT,
        ),
    )  # fmt: skip


def _no_text(_row: CounterRow) -> str:
    return ""


def _swatch(row: CounterRow) -> object:
    return row.visible, row.color, row.dash


def _number(value: float) -> float:
    """Return a sort key that places missing values below all others."""
    return float(value) if math.isfinite(value) else -math.inf


def _spoken(row: CounterRow) -> str:
    text = tr("{counter} of {system}, shown") if row.visible else tr("{counter} of {system}, not shown")
    return text.format(counter=row.counter, system=row.system)


def _tip(row: CounterRow) -> str:
    return row.tooltip or " · ".join(part for part in (row.counter, row.instance, row.system) if part)


class CounterTable(RowsTable):
    """Table of counters. Rows are updated in place to keep the selection, scroll position and sort order.

    Space shows or hides the selected rows' curves, Delete requests their removal, the Menu key or a right-click
    requests their menu, and a double-click on Scale requests the menu of factors. A third click on a title restores
    natural order.
    """

    visibility_changed = Signal(str, bool)  # key of the row, and whether its curve is shown
    highlighted = Signal(object)  # key of the current row; None if absent
    remove_requested = Signal(list)  # keys of the selected rows (Delete)
    menu_requested = Signal(QPoint)  # show the menu of the selected rows at this global position
    scale_requested = Signal(QPoint)  # show a menu of factors for the selected rows at this global position

    def __init__(
        self,
        format: Format,  # noqa: A002
        better: QColor | str,
        worse: QColor | str,
        parent: QWidget | None = None,
        *,
        ratio_format: Callable[[float], str],
    ) -> None:
        """Create the table.

        Args:
            format: formats a value, given its unit.
            better: color of a good ratio.
            worse: color of a bad ratio.
            parent: parent widget.
            ratio_format: formats a ratio.
        """
        judged = {"better": QColor(better), "worse": QColor(worse)}
        columns = _columns(format, ratio_format, lambda row: judged.get(row.ratio_is))
        self._counters = RowsModel(columns, key=lambda row: row.key)
        super().__init__(self._counters, parent, sortable=True)
        self._judged = judged
        self._counters.checked.connect(lambda row, visible: self.visibility_changed.emit(row.key, visible))
        self.setItemDelegate(_CellDelegate(self))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("Counters"))
        self.setFont(sized(self.font(), 0.92))
        self._counters.set_title_font(self.font())
        self._lay_out_columns()
        self.doubleClicked.connect(self._open_menu_of_scale)
        self.selectionModel().currentRowChanged.connect(self._current_changed)

    def set_ratio_title(self, text: str) -> None:
        """Set the title of the last column, such as "B / A"."""
        self._counters.set_title(RATIO, text)

    def set_span(self, text: str) -> None:
        """Set the time range that the figures cover, which is shown in the tooltips of the titles."""
        for column in (LAST, AVERAGE, MINIMUM, MAXIMUM, P95, RATIO):
            self._counters.set_title_tip(column, text)

    def set_ratio_colors(self, better: QColor | str, worse: QColor | str) -> None:
        """Set the theme's colors for good and bad ratios."""
        self._judged.update(better=QColor(better), worse=QColor(worse))
        self._counters.repaint_column(RATIO)

    def set_rows(self, rows: Sequence[CounterRow | Later[CounterRow]]) -> None:
        """Set all rows in natural order, with unique keys."""
        self._counters.set_rows(rows, self.positions_in_sight())
        self._select_current()

    def current_key(self) -> str | None:
        """Return the key of the current row; None if absent."""
        index = self.currentIndex()
        return self._row(index).key if index.isValid() else None

    def selected_keys(self) -> list[str]:
        """Return the keys of the selected rows, in display order."""
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())
        return [self._row(index).key for index in rows]

    def select(self, key: str) -> None:
        """Make a row current and scroll to it; an unknown key has no effect."""
        position = self._counters.position(key)
        if position is not None:
            index = self.index_of(position, COUNTER)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    @property
    def rows(self) -> RowsModel[CounterRow]:
        """Rows in natural order."""
        return self._counters

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide less important columns in a narrow window, so that the average and the ratio remain visible."""
        super().resizeEvent(event)
        wanted = sum(self._widths.values()) + self._widths[INSTANCE]
        for column in _FIRST_TO_GO:
            self.setColumnHidden(column, wanted > self.viewport().width())
            wanted -= self._widths[column] if self.isColumnHidden(column) else 0

    def sizeHint(self) -> QSize:
        return QSize(980, 190)

    def minimumSizeHint(self) -> QSize:
        return QSize(480, 84)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            for index in self.selectionModel().selectedRows():
                row = self._row(index)
                self.visibility_changed.emit(row.key, not row.visible)
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit(self.selected_keys())
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._request_menu()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the context menu at the pointer or, from the keyboard, below the current row."""
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self._request_menu()
        elif self.indexAt(event.pos()).isValid():
            self.menu_requested.emit(event.globalPos())

    def _request_menu(self) -> None:
        cell = self._current_cell(COUNTER)
        if cell is not None:
            self.menu_requested.emit(self.viewport().mapToGlobal(cell.bottomLeft()))

    def _current_cell(self, column: int) -> QRect | None:
        """Return the current row's cell in a column; if no row is current, make the first one current."""
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, column))
        return self.visualRect(self.currentIndex().siblingAtColumn(column)) if self.currentIndex().isValid() else None

    def ask_scale(self) -> None:
        """Request the menu of factors, below the Scale cell of the current row."""
        cell = self._current_cell(SCALE)
        if cell is not None:
            self.scale_requested.emit(self.viewport().mapToGlobal(cell.bottomLeft()))

    def is_ticked(self, key: str) -> bool:
        """Return whether a row's curve is shown."""
        position = self._counters.position(key)
        return position is not None and self._counters.row(position).visible

    def selected_texts(self) -> list[tuple[str, ...]]:
        """Return the column titles and the text of the selected rows, from top to bottom, without boxes and colors."""
        columns = range(SCALE, self._counters.columnCount())
        titles = tuple(str(self._counters.headerData(column, Qt.Orientation.Horizontal)) for column in columns)
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())
        texts = [tuple(self._counters.text(self.position_of(row), column) for column in columns) for row in rows]
        return [titles, *texts]

    def _current_changed(self) -> None:
        self._select_current()
        self.highlighted.emit(self.current_key())

    def _select_current(self) -> None:
        """Select the current row, because commands act on the selection.

        Qt makes a row current without selecting it when the table gets the focus, and when the row above is removed.
        """
        current, selection = self.currentIndex(), self.selectionModel()
        if current.isValid() and not selection.hasSelection():
            flags = QItemSelectionModel.SelectionFlag
            selection.select(current, flags.Select | flags.Rows)

    def _open_menu_of_scale(self, index: QModelIndex) -> None:
        if index.column() == SCALE:
            self.ask_scale()

    def _row(self, index: Index) -> CounterRow:
        row: CounterRow = index.data(ROW_ROLE)
        return row

    def _lay_out_columns(self) -> None:
        metrics = QFontMetricsF(self.font())
        header, rows = self.horizontalHeader(), self.verticalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setMinimumSectionSize(round(metrics.horizontalAdvance(tr("Show"))))
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._widths = {
            column: round(metrics.horizontalAdvance(tr(widest)) + 2 * _PADDING) + 1
            for column, widest in _WIDEST.items()
        }
        for column, width in self._widths.items():
            header.resizeSection(column, width)
        header.setSectionResizeMode(COUNTER, QHeaderView.ResizeMode.Stretch)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(metrics.height()) + 8)


class _CellDelegate(QStyledItemDelegate):
    """Paints cells equally in all styles: a hairline below each row, the curve's line style in the color column."""

    def __init__(self, table: "CounterTable") -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell. Reads the model directly: each role requested through the index takes as long as painting."""
        position, column = self._table.position_of(index), index.column()
        model = self._table.rows
        row = model.row(position)
        rect, palette = option.rect, option.palette
        if self._table.selectionModel().isSelected(index):
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Highlight))
            if column == SHOW:
                painter.fillRect(rect.left(), rect.top(), _BAR, rect.height(), palette.color(QPalette.ColorRole.Accent))
        line = palette.color(QPalette.ColorRole.Midlight)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, line)
        inner = QRectF(rect).adjusted(_PADDING, 0, -_PADDING, -1)
        if column == SHOW:
            painter.save()
            _paint_check(painter, _check_box(QRectF(rect)), row.visible, palette)
            painter.restore()
        elif column == COLOR:
            painter.save()
            color = QColor(row.color)
            color.setAlphaF(1.0 if row.visible else 0.35)
            box = QRectF(inner.left(), inner.center().y() - 2, min(26.0, inner.width()), 4)
            paint_key(painter, box, color, row.dash)
            painter.restore()
        elif text := model.text(position, column):
            role = QPalette.ColorRole.PlaceholderText if row.missing and column == LAST else QPalette.ColorRole.Text
            painter.setPen(model.columns[column].foreground(row) or palette.color(role))
            painter.setFont(option.font)
            elided = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, int(inner.width()))
            painter.drawText(inner, model.columns[column].align, elided)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Request the opposite state after a click on or near the check box in the Show column."""
        if index.column() != SHOW or event.type() != QEvent.Type.MouseButtonRelease:
            return False
        if not isinstance(event, QMouseEvent) or event.button() != Qt.MouseButton.LeftButton:
            return False
        if not _check_box(QRectF(option.rect)).adjusted(-4, -4, 4, 4).contains(event.position()):
            return False
        row: CounterRow = index.data(ROW_ROLE)
        wanted = Qt.CheckState.Unchecked if row.visible else Qt.CheckState.Checked
        return model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)


def _check_box(cell: QRectF) -> QRectF:
    side = min(14.0, cell.height() - 6)
    return QRectF(cell.left() + _PADDING, round(cell.center().y() - side / 2), side, side)


def _paint_check(painter: QPainter, box: QRectF, checked: bool, palette: QPalette) -> None:
    accent = palette.color(QPalette.ColorRole.Accent)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(accent if checked else palette.color(QPalette.ColorRole.PlaceholderText), 1.0))
    painter.setBrush(accent if checked else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    if checked:
        ink = palette.color(QPalette.ColorRole.Base)
        painter.setPen(QPen(ink, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        at = [(0.25, 0.52), (0.43, 0.70), (0.76, 0.32)]
        painter.drawPolyline([QPointF(box.left() + x * box.width(), box.top() + y * box.height()) for x, y in at])


def scale_text(scale: float) -> str:
    """Format a scale as Performance Monitor does: 1.0, 100.0, 0.001."""
    return local(f"{scale:.1f}" if scale >= 0.1 else f"{scale:g}")
