# SPDX-License-Identifier: Apache-2.0
"""Card with a table of results: columns for each system in the system's color, then ratios to the baseline."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout

from app.session.reader import SessionReader
from app.ui.workbench.counter_catalogue import baseline_of, system_color
from widgets.presentation.cards import Card
from widgets.tables.rows import RIGHT, CellColumn, Row, RowsModel, RowsTable
from widgets.theme import Theme

CellText = Callable[[Row], str]


class ResultTable(Card, Generic[Row]):
    """Card with a table; `foot` is the row below it. Columns are never narrower than their text; the table scrolls."""

    def __init__(self, name: str, key: Callable[[Row], object], *, stretched: Sequence[int] = ()) -> None:
        """Create the card.

        Args:
            name: Accessible name of the table.
            key: Returns the key that identifies a row.
            stretched: Columns that share the remaining width; empty: all but the first two.
        """
        super().__init__()
        self._stretched = stretched
        self._model: RowsModel[Row] = RowsModel((), key=key)
        self.table = RowsTable(self._model)
        self.table.setAccessibleName(name)
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 14)
        self.foot = QHBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(10)
        column.addWidget(self.table, 1)
        column.addLayout(self.foot)

    @property
    def rows(self) -> Sequence[Row]:
        return self._model.rows

    def set_theme(self, theme: Theme) -> None:
        self.table.setStyleSheet(f"QTableView::item {{ padding: 0 10px; border-bottom: 1px solid {theme.row_line}; }}")

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace the rows without changing the columns."""
        self._model.set_rows(rows)
        self._distribute_width()

    def set_columns(self, columns: Sequence[CellColumn[Row]], rows: Sequence[Row]) -> None:
        """Replace the columns and rows."""
        self._model.set_columns(columns, rows)
        self._distribute_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._distribute_width()

    def _distribute_width(self) -> None:
        header, modes = self.table.horizontalHeader(), QHeaderView.ResizeMode
        numbers = [n for n in range(self._model.columnCount()) if not header.isSectionHidden(n)]
        needed = {n: max(header.sectionSizeHint(n), self.table.sizeHintForColumn(n)) for n in numbers}
        sharing = [n for n in numbers if (n in self._stretched if self._stretched else n > 1)]
        spare = self.table.viewport().width() - sum(needed.values())
        if spare < 0 or not sharing:
            header.setSectionResizeMode(modes.ResizeToContents)
            return
        header.setSectionResizeMode(modes.Fixed)
        for number in numbers:
            header.resizeSection(number, needed[number] + (spare // len(sharing) if number in sharing else 0))


def system_columns(
    reader: SessionReader, theme: Theme, figures: Sequence[tuple[str, Callable[[str], CellText[Row]]]]
) -> Iterator[CellColumn[Row]]:
    """Yield a column per system and figure; a figure has a title and a function that returns a letter's cell text."""
    for system in reader.systems:
        color = system_color(system, theme)
        for title, text in figures:
            yield CellColumn(
                f"{system.letter}  {title}",
                text(system.letter),
                color=lambda _, color=color: color,  # type: ignore[misc]
                align=RIGHT,
                title_tip=f"{system.letter} · {system.name}",
            )


def ratio_columns(reader: SessionReader, ratio: Callable[[str, str], CellText[Row]]) -> Iterator[CellColumn[Row]]:
    """Yield a column per challenger; `ratio` returns the cell text, given the letters of baseline and challenger."""
    baseline = baseline_of(reader)
    if baseline is None:
        return
    for system in reader.systems:
        if system.letter != baseline.letter:
            yield CellColumn(f"{system.letter} / {baseline.letter}", ratio(baseline.letter, system.letter), align=RIGHT)
