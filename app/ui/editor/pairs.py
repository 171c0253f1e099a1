"""Names with values, any number of them: facts, settings, folders of tables."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QCompleter, QGridLayout, QPushButton, QWidget

from app.ui.editor.lines import Field, Line
from app.ui.texts import tr

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,9})?")


class PairsField(Field):
    """One row each; an empty one at the end takes the next. Values that look like numbers are numbers."""

    def __init__(self, names: Sequence[str] = (), parent: QWidget | None = None) -> None:
        """names: offered while a name is typed."""
        super().__init__(parent)
        self._names = names
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(6)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 3)
        self.row.addLayout(self._grid, 1)
        self._rows: list[tuple[Line, Line, QPushButton]] = []
        self._given: dict[str, Any] = {}
        self._add("", "")

    @property
    def input(self) -> QWidget:
        return self._rows[0][0]

    @property
    def rows(self) -> list[tuple[Line, Line]]:
        """The fields of the names and of the values."""
        return [(name, value) for name, value, _ in self._rows]

    def show_value(self, given: Any, default: Any) -> None:
        value = given if isinstance(given, Mapping) else default
        self._given = dict(value) if isinstance(value, Mapping) else {}
        if self._pairs() == self._given:
            return
        while self._rows:
            for widget in self._rows.pop():
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        for name, one in self._given.items():
            self._add(
                str(name), one if isinstance(one, str) else str(one).lower() if one in (True, False) else str(one)
            )
        self._add("", "")

    def _add(self, name: str, value: str) -> None:
        number = len(self._rows)
        lines = Line(name), Line(value)
        lines[0].setPlaceholderText(tr("name"))
        lines[1].setPlaceholderText(tr("value"))
        lines[0].setAccessibleName(tr("Name {number}").format(number=number + 1))
        lines[1].setAccessibleName(tr("Value {number}").format(number=number + 1))
        if self._names:
            completer = QCompleter(list(self._names), lines[0])
            completer.setCaseSensitivity(completer.caseSensitivity().CaseInsensitive)
            lines[0].setCompleter(completer)
        remove = QPushButton("×")
        remove.setObjectName("link")
        remove.setAutoDefault(False)
        remove.setToolTip(tr("Remove this row"))
        remove.setAccessibleName(tr("Remove row {number}").format(number=number + 1))
        remove.setEnabled(bool(name or value))
        row = (*lines, remove)
        remove.clicked.connect(lambda: self._remove(row))
        for column, widget in enumerate(row):
            self._grid.addWidget(widget, number, column)
        for line in lines:
            line.textChanged.connect(lambda _text: self._typed())
            line.left.connect(self.left)
        self._rows.append(row)

    def _remove(self, row: tuple[Line, Line, QPushButton]) -> None:
        for line in row[:2]:
            blocked = line.blockSignals(True)
            line.clear()
            line.blockSignals(blocked)
        self.send(self._pairs())
        self.left.emit()

    def _typed(self) -> None:
        last = self._rows[-1]
        if last[0].text() or last[1].text():
            last[2].setEnabled(True)
            self._add("", "")
        self.send(self._pairs())

    def _pairs(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value, _ in self._rows:
            if name.text().strip():
                found[name.text().strip()] = self._value(name.text().strip(), value.text())
        return found

    def _value(self, name: str, text: str) -> Any:
        """What is meant: what stood there before, where it is written so."""
        before = self._given.get(name)
        if isinstance(before, bool) and text in {"true", "false"}:
            return text == "true"
        if before is not None and not isinstance(before, str) and str(before) == text:
            return before
        if isinstance(before, str) and before == text:
            return before
        if _NUMBER.fullmatch(text):
            return float(text) if "." in text else int(text)
        return text
