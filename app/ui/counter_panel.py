"""Binds the counter table to a session and to the view."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.session.reader import SessionReader
from app.ui.figures import figure_text, ratio_figure
from app.ui.layout import Window
from app.ui.scales import fitting_factor, scale_menu
from app.ui.shown import Catalogue, baseline_of
from app.ui.table_rows import ratio_title, table_rows
from app.ui.view import View
from widgets.counter_table import CounterRow, CounterTable
from widgets.theme import Theme


class CounterPanel(QWidget):
    """The table is the charts' legend: what is shown, its colour, and its figures over what is in view."""

    def __init__(self, view: View, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._theme = theme
        self._catalogue: Catalogue | None = None
        self._rows: dict[str, CounterRow] = {}
        self.table = CounterTable(figure_text, theme.better, theme.worse, ratio_format=ratio_figure)
        self.table.shown_changed.connect(self._show_curve)
        self.table.highlighted.connect(self._follow_highlight)
        self.table.scale_requested.connect(self._ask_scale)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        self.setMinimumHeight(90)

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        self.table.set_ratio_colors(theme.better, theme.worse)

    def refresh(self, reader: SessionReader, catalogue: Catalogue, window: Window) -> None:
        """Shows the figures of `window`."""
        self._catalogue = catalogue
        if self.isHidden():
            return
        self.table.set_ratio_title(ratio_title(list(reader.systems), baseline_of(reader)))
        rows = table_rows(reader, catalogue, self._view.layout, window, self._theme)
        self._rows = {row.key: row for row in rows}
        self.table.set_rows(rows)

    def highlight(self, on: bool) -> None:
        """Highlights the current row's curve, or none."""
        key = self.table.current_key() if on else None
        if on and key is None and self._catalogue is not None and self._view.layout.charted:
            curves = self._catalogue.curves(self._view.layout.charted[0])
            key = curves[0].key if curves else None
        if key is not None:
            self.table.select(key)
        self._view.change(highlighted=key or "")

    def remove(self, keys: list[str]) -> None:
        """Removes the counters of these rows."""
        for key in keys:
            self._view.remove(_path_of(key))

    def scale(self, keys: list[str], factor: float | None) -> None:
        """Draws these curves with a factor; None takes the one that fits each into its axis."""
        scales = dict(self._view.layout.scales)
        for key in keys:
            chosen = self._fitting(key) if factor is None else factor
            if chosen == 1.0:
                scales.pop(key, None)
            else:
                scales[key] = chosen
        self._view.change(scales=scales)

    def _ask_scale(self, at: QPoint) -> None:
        keys = self.table.selected_keys()
        chosen = {self._view.layout.scales.get(key, 1.0) for key in keys}
        if not keys:
            return
        menu, entries = scale_menu(chosen.pop() if len(chosen) == 1 else None, self)
        menu.triggered.connect(lambda action: self.scale(keys, entries[action]))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def _fitting(self, key: str) -> float:
        row = self._rows.get(key)
        others = [other.maximum for other in self._rows.values() if _path_of(other.key) == _path_of(key)]
        return fitting_factor(row.maximum, others) if row is not None else 1.0

    def _show_curve(self, key: str, shown: bool) -> None:
        if self._catalogue is not None:
            path = _path_of(key)
            self._view.show_curve(key, path, shown, [curve.key for curve in self._catalogue.curves(path)])

    def _follow_highlight(self, key: str | None) -> None:
        """While a curve is highlighted, the highlight goes where the table's current row goes."""
        if self._view.layout.highlighted and key:
            self._view.change(highlighted=key)


def _path_of(key: str) -> str:
    return key.partition("|")[2]
