# SPDX-License-Identifier: Apache-2.0
"""Context menus of charts and of the counter table, with counter properties and commands to copy and export a chart."""

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.model.visible_text import cell as csv_cell
from app.report.session_export import write_new_file
from app.session.paths import output_folder, slug
from app.session.session_error import SessionError
from app.ui.reports.snapshot_dialog import png_of
from app.ui.window.main_window import MainWindow
from app.ui.window.state import StateStore
from app.ui.window.undo import Undo
from app.ui.workbench.chart_grid import ChartCell
from app.ui.workbench.counter_catalogue import CatalogueCounter, counter_name, layer_text, system_color
from app.ui.workbench.counter_panel import path_of, scale_menu
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.view import curve_key
from app.ui.workbench.workbench_page import Workbench
from widgets.tables.clipboard import tabbed
from widgets.tables.counter_table import scale_text
from widgets.translation import marked, tr

COLUMNS = ("time_s", "system", "counter", "unit", "layer", "value")
"""Columns of exported values, as in an export of the session."""
FOLDER = "export folder"
MESSAGE_MS = 4000
KEY_SIZE = QSize(26, 10)
KINDS = {
    "rate": marked("a rate: counts per second"),
    "average": marked("an average of the counted operations"),
    "gauge": marked("the value at the time of reading"),
    "share": marked("a share at the time of reading"),
}
BETTER = {"more": marked("more is better"), "less": marked("less is better")}


class ChartMenus(QObject):
    """Opens the context menus of charts (right click, Menu key or Shift+F10) and of table rows."""

    def __init__(self, shell: MainWindow, workbench: Workbench, store: StateStore, undo: Undo) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._undo = undo
        workbench.charts.menu_requested.connect(lambda cell, at: self._open(self.of_chart(cell), at))
        workbench.counters.table.menu_requested.connect(lambda at: self._open(self.of_rows(), at))

    def of_chart(self, cell: ChartCell) -> QMenu:
        """Return the context menu of a chart."""
        actions, bench, layout = self._shell.actions_, self._workbench, self._workbench.view.layout
        keys = [curve.key for curve in cell.curves]
        if keys and bench.counters.table.current_key() not in keys:
            bench.counters.table.select(keys[0])  # the menu's commands apply to the current row
        menu = self._menu("chartMenu")
        menu.addAction(tr("View &All"), bench.show_whole)
        if bench.charts.held.isVisible():
            menu.addAction(tr("&Follow Again"), lambda: bench.hold(False))
        menu.addAction(actions["zoom_back"])
        menu.addSeparator()
        if keys:
            self._add_scales(menu, keys)
        menu.addAction(actions["log"])
        menu.addAction(actions["overlay"])
        menu.addSeparator()
        if len(keys) == 1:
            menu.addAction(actions["highlight"])
        for curve in cell.curves:
            visible = curve.key not in layout.hidden
            text = tr("H&ide {name}") if visible else tr("S&how {name}")
            name = (curve.letter if len(keys) > 1 else "") or tr("This Curve")
            show = partial(bench.counters.show_curve, curve.key, not visible)
            menu.addAction(text.format(name=name), show)
        self._add_remove(menu, [cell.path])
        menu.addAction(actions["counters"])
        menu.addSeparator()
        menu.addAction(tr("&Copy Picture"), lambda: self.copy_picture(cell))
        if keys:
            menu.addAction(tr("Copy &Values"), lambda: self.copy_values(cell))
        menu.addAction(tr("&Export This Chart…"), lambda: self.ask_export(cell))
        menu.addSeparator()
        menu.addAction(tr("&Properties…"), lambda: self.show_properties(keys or [curve_key(cell.letter, cell.path)]))
        return menu

    def of_rows(self) -> QMenu:
        """Return the context menu of the table's selected rows."""
        actions, table = self._shell.actions_, self._workbench.counters.table
        keys = table.selected_keys()
        menu = self._menu("rowMenu")
        for text, visible in ((tr("S&how"), True), (tr("H&ide"), False)):
            menu.addAction(text, partial(self._show, keys, visible)).setEnabled(
                any(table.is_ticked(key) != visible for key in keys)
            )
        menu.addAction(actions["highlight"])
        self._add_scales(menu, keys)
        menu.addSeparator()
        menu.addAction(actions["counters"])
        self._add_remove(menu, list(dict.fromkeys(path_of(key) for key in keys)))
        menu.addSeparator()
        menu.addAction(tr("Copy &Values"), self.copy_rows)
        menu.addSeparator()
        menu.addAction(tr("&Properties…"), lambda: self.show_properties(keys))
        return menu

    def copy_picture(self, cell: ChartCell) -> None:
        """Copy an image of the chart to the clipboard."""
        QGuiApplication.clipboard().setImage(cell.chart.image(2.0))
        self._shell.statusBar().showMessage(tr("Chart copied to the clipboard"), MESSAGE_MS)

    def copy_values(self, cell: ChartCell) -> None:
        """Copy the visible samples to the clipboard, one per line, for spreadsheets."""
        self._copy_lines(self._samples(cell))

    def copy_rows(self) -> None:
        """Copy the selected rows of the table to the clipboard, with column titles."""
        self._copy_lines(self._workbench.counters.table.selected_texts())

    def ask_export(self, cell: ChartCell) -> QFileDialog:
        """Ask for a path; save the chart as an image, a vector drawing or values, depending on the file extension."""
        contents = {
            ".png": png_of(QPixmap.fromImage(cell.chart.image(2.0))),
            ".svg": cell.chart.svg(),
            ".csv": csv_text(self._samples(cell)).encode(),
        }
        follower = self._workbench.follower
        assert follower is not None
        folder = output_folder(follower.path, self._store.text(FOLDER))
        dialog = QFileDialog(self._shell, tr("Export This Chart"), str(folder))
        dialog.setObjectName("chartExport")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # nothing is ever overwritten
        filters = {tr("Picture (*.png)"): ".png", tr("Drawing (*.svg)"): ".svg", tr("Values (*.csv)"): ".csv"}
        dialog.setNameFilters(list(filters))
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(filters[chosen]))
        dialog.setDefaultSuffix(".png")
        title = "-".join(part for part in (follower.path.stem, cell.letter, counter_name(cell.path).counter) if part)
        dialog.selectFile(new_name(folder, title, ".png").name)
        dialog.fileSelected.connect(lambda name: self._write(Path(name), contents))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def show_properties(self, keys: Sequence[str]) -> "PropertiesDialog":
        dialog = PropertiesDialog([self._properties(key) for key in keys], self._shell)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _menu(self, name: str) -> QMenu:
        menu = QMenu(self._shell)
        menu.setObjectName(name)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _open(self, menu: QMenu, at: QPoint) -> None:
        menu.popup(at)

    def _add_scales(self, menu: QMenu, keys: list[str]) -> None:
        chosen = {self._workbench.view.layout.scales.get(key, 1.0) for key in keys}
        scales, factors = scale_menu(chosen.pop() if len(chosen) == 1 else None, menu)
        scales.triggered.connect(lambda action: self._workbench.counters.scale(keys, factors[action]))
        menu.addMenu(scales)

    def _add_remove(self, menu: QMenu, paths: Sequence[str]) -> None:
        view = self._workbench.view
        what = tr("Remove Counter") if len(paths) == 1 else tr("Remove Counters")

        def remove() -> None:
            for path in paths:
                view.remove(path)

        menu.addAction(self._shell.actions_["remove"].text(), lambda: self._undo.change_view(view, what, remove))

    def _show(self, keys: Sequence[str], visible: bool) -> None:
        for key in keys:
            self._workbench.counters.show_curve(key, visible)

    def _samples(self, cell: ChartCell) -> list[tuple[str, ...]]:
        """Return COLUMNS followed by a line per visible sample as recorded, without display factors."""
        follower, window = self._workbench.follower, self._workbench.time_window
        lines: list[tuple[str, ...]] = [COLUMNS]
        if follower is None or window is None:
            return lines
        for curve in cell.curves:
            if curve.key in self._workbench.view.layout.hidden:
                continue
            name = f"{curve.letter} · {curve.system.name}" if curve.system is not None else "driver"
            own = tuple(map(csv_cell, (name, curve.counter.path, curve.counter.unit, curve.counter.layer)))
            time_s, value = follower.reader.samples(curve.counter, window.from_s, window.to_s)
            pairs = zip(time_s.tolist(), value.tolist(), strict=True)
            lines += [(plain_number(at), *own, plain_number(figure)) for at, figure in pairs]
        return lines

    def _copy_lines(self, lines: Sequence[Sequence[str]]) -> None:
        QGuiApplication.clipboard().setText(tabbed(lines))
        message = tr("{count} lines copied to the clipboard").format(count=len(lines) - 1)
        self._shell.statusBar().showMessage(message, MESSAGE_MS)

    def _write(self, path: Path, contents: Mapping[str, bytes]) -> None:
        self._store.put(FOLDER, str(path.parent))
        content = contents.get(path.suffix.lower())
        try:
            if content is None:
                raise SessionError("{name} must end in .png, .svg or .csv.", name=path.name)
            write_new_file(path, content)
        except SessionError as error:
            self._shell.notice.say(error_text(error))
            return
        self._shell.notice.say(tr("Exported to {target}").format(target=path), "info")

    def _properties(self, key: str) -> "Properties":
        catalogue, follower = self._workbench.catalogue, self._workbench.follower
        assert catalogue is not None
        assert follower is not None
        letter, _, path = key.partition("|")
        system = next((one for one in follower.reader.systems if one.letter == letter), None)
        owner = f"{letter} · {system.name}" if system is not None else tr("the driver's own machine")
        reason = catalogue.reason(system, path) if system is not None else ""
        curve, named = catalogue.curve(letter, path), catalogue.names.get(path, "")
        facts = [(tr("System"), owner), *counter_facts(path, curve, named)]
        if curve is not None:
            facts.append((tr("Scale"), scale_text(self._workbench.view.layout.scales.get(key, 1.0))))
        elif reason:
            facts.append((tr("No data"), reason))
        else:
            facts.append((tr("No data"), tr("this system has no such counter")))
        return Properties(system_color(system, self._workbench.theme), tuple(facts))


@dataclass(frozen=True, slots=True)
class Properties:
    """Properties of a system's counter: the color of its curve, and labeled facts."""

    color: str
    facts: tuple[tuple[str, str], ...]


def counter_facts(path: str, curve: CatalogueCounter | None, named: str) -> list[tuple[str, str]]:
    """Return facts about a counter; `named` is its name in this session if that differs from the path's name."""
    name = counter_name(path)
    facts = [(tr("Counter"), named or name.counter), (tr("Object"), name.object), (tr("Instance"), name.instance)]
    facts.append((tr("Path"), path))
    if curve is not None:
        counter = curve.counter
        facts += [
            (tr("Unit"), counter.unit),
            (tr("Measured at"), layer_text(counter.layer)),
            (tr("Kind"), tr(KINDS[counter.kind])),
        ]
        facts.append((tr("Better"), tr(BETTER[counter.better]) if counter.better in BETTER else ""))
    return [(title, text) for title, text in facts if text]


class PropertiesDialog(QDialog):
    """Dialog with facts about one or several counters; all text can be selected and copied."""

    def __init__(self, counters: Sequence[Properties], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Properties"))
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(18)
        for counter in counters:
            form = QFormLayout()
            form.setHorizontalSpacing(16)
            key = QLabel()
            key.setPixmap(_key(counter.color))
            form.addRow(tr("Color"), key)
            for title, text in counter.facts:
                value = QLabel(text)
                value.setTextFormat(Qt.TextFormat.PlainText)
                value.setWordWrap(True)
                value.setTextInteractionFlags(
                    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
                )
                form.addRow(title, value)
            rows.addLayout(form)
        rows.addStretch()
        scroll = QScrollArea()
        scroll.setWidget(inner)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(scroll, 1)
        column.addWidget(buttons)
        self.resize(520, min(600, 120 + 290 * len(counters)))

    @property
    def text(self) -> str:
        """Full text of the dialog."""
        return "\n".join(label.text() for label in self.findChildren(QLabel) if label.text())


def _key(color: str) -> QPixmap:
    picture = QPixmap(KEY_SIZE)
    picture.fill(QColor(color))
    return picture


def plain_number(value: float) -> str:
    """Format a number as in exported files, independent of the locale; "" for missing data."""
    return f"{value:.12g}" if math.isfinite(value) else ""


def csv_text(lines: Sequence[Sequence[str]]) -> str:
    """Format lines as comma-separated values."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(lines)
    return file.getvalue()


def new_name(folder: Path, title: str, suffix: str) -> Path:
    """Return an unused path with a file name derived from a title."""
    stem, number = slug(title) or "chart", 2
    path = folder / f"{stem}{suffix}"
    while path.exists():
        path = folder / f"{stem}-{number}{suffix}"
        number += 1
    return path
