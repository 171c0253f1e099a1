"""The counter table, after Performance Monitor's."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.charts.curve import paint_key
from widgets.charts.plot import Format
from widgets.tables import counter_model
from widgets.tables.counter_model import ROW_ROLE, SORT_ROLE, CounterModel, CounterRow, Index
from widgets.text import sized
from widgets.translation import tr

__all__ = ["CounterRow", "CounterTable"]

_WIDEST = {  # what each column has to hold without eliding; the counter's name takes the rest
    counter_model.SHOW: "Show",
    counter_model.COLOR: "Color",
    counter_model.SCALE: "Scale",
    counter_model.INSTANCE: "C: (database)",
    counter_model.SYSTEM: "System",
    counter_model.LAST: "123.4 MB/s",
    counter_model.AVERAGE: "123.4 MB/s",
    counter_model.MINIMUM: "123.4 MB/s",
    counter_model.MAXIMUM: "123.4 MB/s",
    counter_model.P95: "123.4 MB/s",
    counter_model.RATIO: "0.00888×",
}
_BAR = 3  # logical pixels at the left of a selected row
_PADDING = 8.0  # logical pixels left and right in a cell


class CounterTable(QTableView):
    """Rows are updated in place: selection, scroll position and sorting stay. Space shows or hides the selected rows,
    Delete asks for their removal, the menu key (a right click, a double click on Scale) for the menu of factors; a
    third click on a title returns to the natural order."""

    shown_changed = Signal(str, bool)  # key, shown
    highlighted = Signal(object)  # key of the current row, or None
    remove_requested = Signal(list)  # keys of the selected rows (Delete)
    scale_requested = Signal(QPoint)  # a menu of factors is wanted for the selected rows, at this global position

    def __init__(
        self,
        format: Format,  # noqa: A002
        better: QColor | str,
        worse: QColor | str,
        parent: QWidget | None = None,
        *,
        ratio_format: Callable[[float], str],
    ) -> None:
        """format: (value, unit) to the text of a figure. ratio_format: the text of a ratio."""
        super().__init__(parent)
        self._model = CounterModel(format, better, worse, ratio_format, self)
        self._model.shown_changed.connect(self.shown_changed)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self._sorted.setDynamicSortFilter(False)  # rows that change places every second can't be read
        self.setModel(self._sorted)
        self.setItemDelegate(_CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("Counters"))
        self.setFont(sized(self.font(), 0.92))
        self._model.set_header_font(self.font())
        self.verticalHeader().hide()
        self._lay_out_columns()
        self.doubleClicked.connect(self._double_clicked)
        self.selectionModel().currentRowChanged.connect(self._current_changed)

    def set_ratio_title(self, text: str) -> None:
        """The last column's title, e.g. "B / A"."""
        self._model.set_ratio_title(text)

    def set_ratio_colors(self, better: QColor | str, worse: QColor | str) -> None:
        """The theme's colours of a good and a bad ratio."""
        self._model.set_ratio_colors(better, worse)

    def set_rows(self, rows: Sequence[CounterRow]) -> None:
        """All rows, each key once, in their natural order."""
        self._model.set_rows(rows)
        self._select_current()

    def current_key(self) -> str | None:
        """The key of the current row."""
        index = self.currentIndex()
        return self._row(index).key if index.isValid() else None

    def selected_keys(self) -> list[str]:
        """The keys of the selected rows, from the top."""
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())
        return [self._row(index).key for index in rows]

    def select(self, key: str) -> None:
        """Makes a row the current one and shows it; an unknown key changes nothing."""
        position = self._model.position(key)
        if position is not None:
            index = self._sorted.mapFromSource(self._model.index(position, counter_model.COUNTER))
            self.setCurrentIndex(index)
            self.scrollTo(index)

    @property
    def rows(self) -> CounterModel:
        """The rows in their natural order."""
        return self._model

    def position_of(self, index: Index) -> int:
        """The natural position of the row that an index of the view belongs to."""
        return self._sorted.mapToSource(index).row()

    def sizeHint(self) -> QSize:
        return QSize(980, 190)

    def minimumSizeHint(self) -> QSize:
        return QSize(480, 84)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            for index in self.selectionModel().selectedRows():
                row = self._row(index)
                self.shown_changed.emit(row.key, not row.shown)
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit(self.selected_keys())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By mouse below the pointer, by keyboard below the current row's Scale."""
        if event.reason() == QContextMenuEvent.Reason.Mouse and self.indexAt(event.pos()).isValid():
            self.scale_requested.emit(event.globalPos())
        elif event.reason() != QContextMenuEvent.Reason.Mouse:
            self.ask_scale()

    def ask_scale(self) -> None:
        """Asks for the menu of factors below the current row's Scale; without a current row for the first one's."""
        if not self.currentIndex().isValid() and self._sorted.rowCount():
            self.setCurrentIndex(self._sorted.index(0, counter_model.SCALE))
        if self.currentIndex().isValid():
            cell = self.visualRect(self.currentIndex().siblingAtColumn(counter_model.SCALE))
            self.scale_requested.emit(self.viewport().mapToGlobal(cell.bottomLeft()))

    def _current_changed(self) -> None:
        self._select_current()
        self.highlighted.emit(self.current_key())

    def _select_current(self) -> None:
        """Commands act on the current row, so it shows: Qt makes a row current without selecting it when the focus
        comes in, and when the row above was removed."""
        current, selection = self.currentIndex(), self.selectionModel()
        if current.isValid() and not selection.hasSelection():
            flags = QItemSelectionModel.SelectionFlag
            selection.select(current, flags.Select | flags.Rows)

    def _double_clicked(self, index: QModelIndex) -> None:
        if index.column() == counter_model.SCALE:
            self.ask_scale()

    def _row(self, index: Index) -> CounterRow:
        row: CounterRow = index.data(ROW_ROLE)
        return row

    def _lay_out_columns(self) -> None:
        metrics = QFontMetricsF(self.font())
        header, rows = self.horizontalHeader(), self.verticalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(round(metrics.horizontalAdvance(tr("Show"))))
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        for column, widest in _WIDEST.items():
            header.resizeSection(column, round(metrics.horizontalAdvance(tr(widest)) + 2 * _PADDING) + 1)
        header.setSectionResizeMode(counter_model.COUNTER, QHeaderView.ResizeMode.Stretch)
        self.setSortingEnabled(True)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(round(metrics.height()) + 8)


class _CellDelegate(QStyledItemDelegate):
    """Calm rows, painted alike in every style: a hairline below each, the curve's own line in the colour column."""

    def __init__(self, table: "CounterTable") -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Asks the model directly: every role asked for through the index costs as much as the painting."""
        position, column = self._table.position_of(index), index.column()
        model = self._table.rows
        row = model.row(position)
        rect, palette = option.rect, option.palette
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Highlight))
            if column == counter_model.SHOW:
                painter.fillRect(rect.left(), rect.top(), _BAR, rect.height(), palette.color(QPalette.ColorRole.Accent))
        line = palette.color(QPalette.ColorRole.Midlight)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, line)
        inner = QRectF(rect).adjusted(_PADDING, 0, -_PADDING, -1)
        if column == counter_model.SHOW:
            painter.save()
            _paint_check(painter, _check_box(QRectF(rect)), row.shown, palette)
            painter.restore()
        elif column == counter_model.COLOR:
            painter.save()
            color = QColor(row.color)
            color.setAlphaF(1.0 if row.shown else 0.35)
            box = QRectF(inner.left(), inner.center().y() - 2, min(26.0, inner.width()), 4)
            paint_key(painter, box, color, row.dash)
            painter.restore()
        elif text := model.text(position, column):
            role = QPalette.ColorRole.PlaceholderText if text == counter_model.MISSING else QPalette.ColorRole.Text
            painter.setPen(model.foreground(row, column) or palette.color(role))
            painter.setFont(option.font)
            shown = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, int(inner.width()))
            painter.drawText(inner, counter_model.alignment(row, column), shown)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """A click on the box of Show, or close to it, asks for the other state."""
        if index.column() != counter_model.SHOW or event.type() != QEvent.Type.MouseButtonRelease:
            return False
        if not isinstance(event, QMouseEvent) or event.button() != Qt.MouseButton.LeftButton:
            return False
        if not _check_box(QRectF(option.rect)).adjusted(-4, -4, 4, 4).contains(event.position()):
            return False
        row: CounterRow = index.data(ROW_ROLE)
        wanted = Qt.CheckState.Unchecked if row.shown else Qt.CheckState.Checked
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
