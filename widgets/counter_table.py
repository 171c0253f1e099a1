"""The counter table, after Performance Monitor's."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QTableView, QWidget

from widgets.plot import Format


@dataclass(frozen=True, slots=True)
class CounterRow:
    """One line. Numbers in `unit`, NaN = no data (shown as a dash). ratio: to the baseline, NaN = none."""

    key: str
    shown: bool
    color: QColor | str
    dash: bool
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


class CounterTable(QTableView):
    """Rows are updated in place: selection, scroll position and sorting stay."""

    shown_changed = Signal(str, bool)  # key, shown
    highlighted = Signal(object)  # key of the current row, or None
    remove_requested = Signal(list)  # keys of the selected rows (Delete)

    def __init__(
        self,
        format: Format,  # noqa: A002
        better: QColor | str,
        worse: QColor | str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)

    def set_ratio_title(self, text: str) -> None:
        """The last column's title, e.g. "B / A"."""

    def set_ratio_colors(self, better: QColor | str, worse: QColor | str) -> None:
        """The theme's colours of a good and a bad ratio."""

    def set_rows(self, rows: Sequence[CounterRow]) -> None:
        """All rows, in their natural order."""

    def current_key(self) -> str | None:
        """The key of the current row."""
        return None

    def select(self, key: str) -> None:
        """Makes a row the current one."""
