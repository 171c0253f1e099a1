# SPDX-License-Identifier: Apache-2.0
"""Table of differences (a row per fact, a column per system), and the dialog that shows it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QLabel, QVBoxLayout, QWidget

from app.ui.compare.differences import DifferenceRow, difference_label, difference_text, group_name
from widgets.tables.rows import LEFT, CellColumn, RowsModel, RowsTable
from widgets.theme import Theme
from widgets.translation import tr

MARKED, WHAT = 0, 1
DIFFERENT, UNTOLD, SAME = "≠", "?", "="
LEAST_WIDTH = 110


class DifferenceTable(RowsTable):
    """Table of differences; differences that make a comparison unfair are highlighted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._model: RowsModel[DifferenceRow] = RowsModel(())
        super().__init__(self._model, parent)
        self._theme = theme
        self._differences: tuple[DifferenceRow, ...] = ()
        self._names: tuple[tuple[str, str], ...] = ()
        self._only_differences = True
        self.setAccessibleName(tr("What differs between the sessions"))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.horizontalHeader().setMinimumSectionSize(20)

    def show_rows(self, rows: Sequence[DifferenceRow], names: Sequence[tuple[str, str]]) -> None:
        """Show rows; `names` contains the letter and name of each column."""
        self._differences, self._names = tuple(rows), tuple(names)
        self._fill()

    def set_only_differences(self, only: bool) -> None:
        """Show either only facts that differ, or all facts."""
        self._only_differences = only
        self._fill()

    def _fill(self) -> None:
        rows = [row for row in self._differences if row.differs or row.untold or not self._only_differences]
        rows.sort(key=lambda row: (not row.unfair, not row.differs, not row.untold))
        self._model.set_columns(self._columns(), rows)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column in (MARKED, WHAT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def _columns(self) -> list[CellColumn[DifferenceRow]]:
        theme = self._theme

        def color(row: DifferenceRow, dim: bool) -> str | None:
            if row.unfair:
                return theme.chart.warning
            return theme.dim if dim or not row.differs else None

        def value(place: int, letter: str, name: str) -> CellColumn[DifferenceRow]:
            def text(row: DifferenceRow) -> str:
                return difference_text(row, place)

            return CellColumn(
                letter,
                lambda row: text(row).replace("\n", "; "),
                color=lambda row: color(row, dim=False),
                tip=text,
                align=LEFT,
                title_tip=name,
            )

        return [
            CellColumn(
                "",
                lambda row: DIFFERENT if row.differs else UNTOLD if row.untold else SAME,
                color=lambda row: color(row, dim=False),
                tip=_judgement,
                spoken=_judgement,
                align=Qt.AlignmentFlag.AlignCenter,
            ),
            CellColumn(
                tr("What"),
                lambda row: f"{group_name(row.group)} · {difference_label(row.label)}",
                color=lambda row: color(row, dim=True),
            ),
            *(value(place, letter, name) for place, (letter, name) in enumerate(self._names)),
        ]


def _judgement(row: DifferenceRow) -> str:
    if row.unfair:
        return tr("different, although it should be the same")
    if row.differs:
        return tr("different")
    return tr("not recorded in every session") if row.untold else tr("same")


SIZE = (980, 520)


class DifferencesDialog(QDialog):
    """Read-only dialog of differences."""

    def __init__(
        self,
        rows: Sequence[DifferenceRow],
        names: Sequence[tuple[str, str]],
        sentences: Sequence[str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """Create the dialog.

        Args:
            rows: Rows of the table.
            names: Letter and name of each column.
            sentences: Text above the table.
            theme: Theme of the window.
            parent: Parent window.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("What Differs"))
        above = QLabel("\n".join(sentences))
        above.setWordWrap(True)
        above.setTextFormat(Qt.TextFormat.PlainText)
        self.table = DifferenceTable(theme)
        self.table.show_rows(rows, names)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(above)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(*SIZE)
