# SPDX-License-Identifier: Apache-2.0
"""Counter table of a session: Performance Monitor's columns, the ratio to the baseline, and the display factor."""

import math
from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Literal

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.results.session_headline import stopped_systems
from app.session.reader import SessionReader
from app.session.records import CounterStatistics, SystemInfo
from app.ui.workbench.counter_catalogue import (
    Catalogue,
    CatalogueCounter,
    baseline_of,
    counter_name,
    counts_work,
    layer_text,
    stop_marks,
    system_color,
)
from app.ui.workbench.localised_figures import duration_text, figure_text, ratio_figure
from app.ui.workbench.view import TimeWindow, ViewLayout, WorkbenchView, curve_key
from widgets.tables.counter_table import CounterRow, CounterTable, scale_text
from widgets.tables.rows import Later
from widgets.theme import Theme
from widgets.translation import marked, tr

AT_LEAST = marked("at least: calls were still under way when the window ended")
FACTORS = (0.0001, 0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0)


def fitting_factor(largest: float, others: Iterable[float]) -> float:
    """Return the power of ten that scales a curve's maximum to just below the highest maximum on its axis.

    If there is nothing to scale, return 1.
    """
    reach = max((value for value in others if math.isfinite(value) and value > 0), default=0.0)
    if not (math.isfinite(largest) and largest > 0 and reach > 0):
        return 1.0
    fitting = [factor for factor in FACTORS if largest * factor <= reach * (1 + 1e-9)]
    return max(fitting, default=FACTORS[0])


def scale_menu(chosen: float | None, parent: QWidget) -> tuple[QMenu, dict[QAction, float | None]]:
    """Return a menu of all factors with `chosen` checked, and each entry's factor; None stands for automatic."""
    menu = QMenu(tr("Scale"), parent)
    menu.setObjectName("scaleMenu")
    group = QActionGroup(menu)
    entries: dict[QAction, float | None] = {menu.addAction("&Auto"): None}
    menu.addSeparator()
    for factor in FACTORS:
        action = menu.addAction(scale_text(factor))
        action.setCheckable(True)
        action.setChecked(factor == chosen)
        group.addAction(action)
        entries[action] = factor
    return menu, entries


def table_rows(
    reader: SessionReader, catalogue: Catalogue, layout: ViewLayout, figures: "WindowFigures", theme: Theme
) -> list[Later[CounterRow]]:
    """Return a row per listed counter and system, created on demand."""
    baseline = baseline_of(reader)
    rows = []
    for path in layout.listed:
        curves = catalogue.curves(path)
        named = catalogue.names.get(path, "")
        base = next((c for c in curves if baseline is not None and c.letter == baseline.letter), None)
        rows += [Later(c.key, partial(_row, c, figures, base, layout, theme, named=named)) for c in curves]
        for system in reader.systems:
            if reason := catalogue.reason(system, path):
                make = partial(_missing_row, system, path, reason, layout, theme)
                rows.append(Later(curve_key(system.letter, path), make))
    return rows


class WindowFigures:
    """Statistics of counters over a time window, each computed only once.

    Attributes:
        own: Windows of individual systems, by letter, that differ from the common one.
        stopped: Texts shown instead of values, by letter, for systems that have stopped by the end of the window.
    """

    def __init__(
        self, reader: SessionReader, window: TimeWindow, own: Mapping[str, TimeWindow] = MappingProxyType({})
    ) -> None:
        self._reader = reader
        self._window = window
        self._own = own
        self.stopped = stop_marks(stopped_systems(reader, window.to_s))
        self._known: dict[str, CounterStatistics] = {}

    def of(self, curve: CatalogueCounter) -> CounterStatistics:
        """Return the statistics of a curve."""
        known = self._known.get(curve.key)
        if known is None:
            window = self._own.get(curve.letter, self._window)
            known = self._known[curve.key] = self._reader.window(curve.counter, window.from_s, window.to_s)
        return known


def ratio_to(base: CatalogueCounter, curve: CatalogueCounter, figures: WindowFigures) -> float:
    """Return the ratio of a curve's average to the baseline's.

    Return NaN for the baseline itself, different layers, lower bounds and stopped systems.
    """
    if curve.key == base.key or curve.system is None or curve.counter.layer != base.counter.layer:
        return math.nan
    if figures.of(base).at_least or figures.of(curve).at_least or figures.stopped.keys() & {base.letter, curve.letter}:
        return math.nan
    below, above = figures.of(base).average, figures.of(curve).average
    if not (math.isfinite(below) and math.isfinite(above)) or below <= 0 or above < 0:
        return math.nan
    return above / below


def ratio_title(systems: list[SystemInfo], baseline: SystemInfo | None) -> str:
    """Return the title of the ratio column: "B / A"; "to A" if there are several challengers."""
    if baseline is None:
        return tr("Ratio")
    challengers = [system.letter for system in systems if system.letter != baseline.letter]
    return (
        f"{challengers[0]} / {baseline.letter}"
        if len(challengers) == 1
        else tr("to {letter}").format(letter=baseline.letter)
    )


def _row(
    curve: CatalogueCounter,
    window: WindowFigures,
    base: CatalogueCounter | None,
    layout: ViewLayout,
    theme: Theme,
    *,
    named: str,
) -> CounterRow:
    figures = window.of(curve)
    ratio = ratio_to(base, curve, window) if base is not None else math.nan
    counter, color = curve.counter, system_color(curve.system, theme)
    name = counter_name(counter.path)
    system = f"{curve.letter} · {curve.system.name}" if curve.system else tr("the driver's own machine")
    return CounterRow(
        key=curve.key,
        visible=counter.path in layout.charted and curve.key not in layout.hidden,
        color=color,
        dash=theme.system_dash(curve.letter) if layout.overlay else 0,
        scale=layout.scales.get(curve.key, 1.0),
        counter=named or name.counter,
        instance="" if named else name.instance,
        system=curve.letter or "driver",
        system_color=color,
        unit=counter.unit,
        last=figures.last,
        average=figures.average,
        minimum=figures.minimum,
        maximum=figures.maximum,
        p95=figures.p95,
        ratio=ratio,
        ratio_is=_judgement_of(ratio, counter.better),
        tooltip=tr("{path}\n{system}\nlayer: {layer}").format(
            path=counter.path, system=system, layer=layer_text(counter.layer)
        )
        + ("\n" + tr(AT_LEAST) if figures.at_least else ""),
        at_least=figures.at_least,
        instead=window.stopped[curve.letter] if curve.letter in window.stopped and counts_work(counter) else "",
    )


def _missing_row(system: SystemInfo, path: str, reason: str, layout: ViewLayout, theme: Theme) -> CounterRow:
    """Return the row of a counter that a system lacks; its tooltip shows the reason."""
    key, name, color, none = curve_key(system.letter, path), counter_name(path), system_color(system, theme), math.nan
    return CounterRow(
        key=key,
        visible=path in layout.charted and key not in layout.hidden,
        color=color,
        dash=theme.system_dash(system.letter) if layout.overlay else 0,
        scale=layout.scales.get(key, 1.0),
        counter=name.counter,
        instance=name.instance,
        system=system.letter,
        system_color=color,
        unit="",
        last=none,
        average=none,
        minimum=none,
        maximum=none,
        p95=none,
        ratio=none,
        tooltip=tr("{path}\n{letter} · {name}\nNo data: {reason}").format(
            path=path, letter=system.letter, name=system.name, reason=reason
        ),
        missing=True,
    )


def _judgement_of(ratio: float, better: str) -> Literal["better", "worse", ""]:
    if not math.isfinite(ratio) or better not in ("more", "less") or ratio == 1:
        return ""
    return "better" if (ratio > 1) == (better == "more") else "worse"


class CounterPanel(QWidget):
    """Counter table, which is also the charts' legend: visibility, colors, and values over the visible time."""

    def __init__(self, view: WorkbenchView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._theme = theme
        self._catalogue: Catalogue | None = None
        self.table = CounterTable(figure_text, theme.better, theme.worse, ratio_format=ratio_figure)
        self.table.visibility_changed.connect(self.show_curve)
        self.table.highlighted.connect(self._follow_highlight)
        self.table.scale_requested.connect(self._ask_scale)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table)
        self.setMinimumHeight(90)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.table.set_ratio_colors(theme.better, theme.worse)

    def refresh(
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        window: TimeWindow,
        measured: Mapping[str, TimeWindow] = MappingProxyType({}),
    ) -> None:
        """Show the values over `window`; for the systems in `measured`, show the values over their measured parts."""
        self._catalogue = catalogue
        if self.isHidden():
            return
        self.table.set_span(_span_text(window, measured))
        self.table.set_ratio_title(ratio_title(list(reader.systems), baseline_of(reader)))
        figures = WindowFigures(reader, window, measured)
        self.table.set_rows(table_rows(reader, catalogue, self._view.layout, figures, self._theme))

    def clear(self) -> None:
        """Clear the table."""
        self._catalogue = None
        self.table.set_rows([])

    def highlight(self, on: bool) -> None:
        """Highlight the current row's curve, or remove the highlight."""
        key = self.table.current_key() if on else None
        if on and key is None and self._catalogue is not None and self._view.layout.charted:
            curves = self._catalogue.curves(self._view.layout.charted[0])
            key = curves[0].key if curves else None
        if key is not None:
            self.table.select(key)
            self.show_curve(key, True)  # only a curve that is drawn can be highlighted
        self._view.change(highlighted=key or "")

    def remove(self, keys: list[str]) -> None:
        """Remove these rows' counters from the view."""
        for key in keys:
            self._view.remove(path_of(key))

    def scale(self, keys: list[str], factor: float | None) -> None:
        """Apply a display factor to these curves; None chooses a suitable factor for each curve."""
        scales = dict(self._view.layout.scales)
        for key in keys:
            chosen = self._fitting_of(key) if factor is None else factor
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

    def _fitting_of(self, key: str) -> float:
        same = {row.key: row.maximum for row in self.table.rows.rows if path_of(row.key) == path_of(key)}
        return fitting_factor(same[key], same.values()) if key in same else 1.0

    def show_curve(self, key: str, visible: bool) -> None:
        """Show or hide a curve."""
        if self._catalogue is not None:
            path = path_of(key)
            self._view.show_curve(key, path, visible, [curve.key for curve in self._catalogue.curves(path)])

    def _follow_highlight(self, key: str | None) -> None:
        """Move the highlight to the table's current row."""
        if self._view.layout.highlighted and key:
            self._view.change(highlighted=key)


def _span_text(window: TimeWindow, measured: Mapping[str, TimeWindow]) -> str:
    """Return a text about the time range over which the values are computed."""
    shown = next(iter(measured.values()), window)
    ends = f"{duration_text(max(shown.from_s, 0.0))} – {duration_text(max(shown.to_s, 0.0))}"
    if not measured:
        return tr("Of the time in view, {ends}").format(ends=ends)
    if len(set(measured.values())) > 1:
        return tr("Of what was measured of each system, as the large figures")
    return tr("Of what was measured, {ends}, as the large figures").format(ends=ends)


def path_of(key: str) -> str:
    """Return the counter path contained in a curve's key."""
    return key.partition("|")[2]
