# SPDX-License-Identifier: Apache-2.0
"""Storage results by access pattern: MB/s and IOPS of each system, with a row per pattern and pass.

The table can be copied to a spreadsheet.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.results.storage_results import StorageStep
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.levels.queue_depths import Depths, pass_name
from app.ui.levels.result_table import CellText, ResultTable, ratio_columns, system_columns
from app.ui.workbench.counter_catalogue import baseline_of
from app.ui.workbench.localised_figures import count_text, number_text, ratio_text
from widgets.tables.clipboard import tabbed
from widgets.tables.rows import LEFT, CellColumn
from widgets.theme import Theme
from widgets.translation import marked, tr

MB_PER_S, IOPS = "MB/s", "IOPS"
WAITING = marked("a row comes with each finished pattern")


@dataclass(frozen=True, slots=True)
class PatternRow:
    """Results of one pattern in one pass.

    Attributes:
        figures: MB/s (10^6 bytes) and IOPS by letter, averaged over the repeats; NaN if missing.
    """

    pattern: str
    kind: str
    figures: dict[str, tuple[float, float]]


def pattern_rows(steps: Sequence[StorageStep]) -> list[PatternRow]:
    """Return a row per pattern and pass, in chronological order."""
    found: dict[tuple[str, str], list[StorageStep]] = {}
    for step in steps:
        found.setdefault((step.pattern, pass_name(step)), []).append(step)
    return [PatternRow(pattern, kind, _means_by_system(own)) for (pattern, kind), own in found.items()]


def pattern_lines(rows: Sequence[PatternRow], systems: Sequence[SystemInfo], baseline: str) -> list[tuple[str, ...]]:
    """Return the table as text for a spreadsheet: titles first, figures not rounded, ratios to the baseline last."""
    others = [system.letter for system in systems if system.letter != baseline]
    titles = [f"{system.letter} {system.name}, {figure}" for system in systems for figure in (MB_PER_S, IOPS)]
    lines = [(tr("Pattern"), tr("Pass"), *titles, *(f"{letter} / {baseline}" for letter in others))]
    for row in rows:
        known = [row.figures.get(system.letter, (math.nan, math.nan)) for system in systems]
        ratios = [_ratio(row, baseline, letter) for letter in others]
        figures = [round(value, 3) if math.isfinite(value) else value for own in known for value in own]
        lines.append((row.pattern, row.kind, *map(_plain, figures), *map(_plain, ratios)))
    return lines


class PatternPanel(QWidget):
    """Panel with a table of patterns, remarks on its figures, and a Copy button."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._depths: tuple[SessionReader, Depths] | None = None
        self._reader: SessionReader | None = None
        self._card: ResultTable[PatternRow] = ResultTable(
            tr("Figures by access pattern"), lambda row: (row.pattern, row.kind)
        )
        self.table = self._card.table
        self.conditions = QLabel(tr(WAITING))
        self.conditions.setProperty("dim", True)
        self.conditions.setWordWrap(True)
        self.copy_button = QPushButton(tr("&Copy Table"))
        self.copy_button.setToolTip(tr("Copy the table for a spreadsheet (Ctrl+C in the table)"))
        self.copy_button.clicked.connect(self.copy)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        shortcut.activated.connect(self.copy)
        self._card.foot.addWidget(self.conditions, 1)
        self._card.foot.addWidget(self.copy_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._card)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._card.set_theme(theme)
        if self._reader is not None:
            self._card.set_columns(self._columns(self._reader), self._card.rows)

    def clear(self) -> None:
        """Clear the panel."""
        self._depths = self._reader = None

    def refresh(self, reader: SessionReader, at_s: float) -> None:
        """Show the patterns completed by a given time."""
        if self._depths is None or self._depths[0] is not reader:
            self._depths = reader, Depths(reader)
        steps = self._depths[1].until(at_s)
        if self._reader is reader:
            self._card.set_rows(pattern_rows(steps))
        else:
            self._card.set_columns(self._columns(reader), pattern_rows(steps))
        self._reader = reader
        said = " · ".join(dict.fromkeys(f"{pass_name(step)}: {step.conditions}" for step in steps))
        self.conditions.setText(said or tr(WAITING))
        self.copy_button.setEnabled(bool(steps))

    def copy(self) -> None:
        """Copy the whole table to the clipboard, tab-separated."""
        baseline = baseline_of(self._reader) if self._reader is not None else None
        if self._reader is None or baseline is None or not self._card.rows:
            return
        lines = pattern_lines(self._card.rows, self._reader.systems, baseline.letter)
        QGuiApplication.clipboard().setText(tabbed(lines))

    def _columns(self, reader: SessionReader) -> list[CellColumn[PatternRow]]:
        return [
            CellColumn[PatternRow](tr("Pattern"), lambda row: row.pattern, align=LEFT),
            CellColumn[PatternRow](tr("Pass"), lambda row: row.kind, color=lambda _: self._theme.dim, align=LEFT),
            *system_columns(
                reader,
                self._theme,
                (
                    (MB_PER_S, lambda letter: _figure(letter, 0)),
                    (IOPS, lambda letter: _figure(letter, 1)),
                ),
            ),
            *ratio_columns(reader, _ratio_of),
        ]


def _figure(letter: str, number: int) -> CellText[PatternRow]:
    def text(row: PatternRow) -> str:
        value = row.figures.get(letter, (math.nan, math.nan))[number]
        if not math.isfinite(value):
            return "–"
        return count_text(value) if value >= 1000 else number_text(round(value, 1))

    return text


def _ratio_of(baseline: str, letter: str) -> CellText[PatternRow]:
    def text(row: PatternRow) -> str:
        ratio = _ratio(row, baseline, letter)
        return ratio_text(1.0, ratio) if math.isfinite(ratio) else "–"

    return text


def _ratio(row: PatternRow, baseline: str, letter: str) -> float:
    base, other = (row.figures.get(one, (math.nan, math.nan))[1] for one in (baseline, letter))
    return round(other / base, 4) if base > 0 else math.nan


def _means_by_system(steps: Sequence[StorageStep]) -> dict[str, tuple[float, float]]:
    letters = dict.fromkeys(letter for step in steps for letter in step.systems)
    found = {}
    for letter in letters:
        own = [step.systems[letter] for step in steps if letter in step.systems]
        known = [one.mb_per_s for one in own if one.mb_per_s is not None]
        rates = [one.iops for one in own if one.iops is not None]
        found[letter] = (_mean(known), _mean(rates))
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _plain(value: float) -> str:
    return f"{value:.12g}" if math.isfinite(value) else ""
