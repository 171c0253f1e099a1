# SPDX-License-Identifier: Apache-2.0
"""Text inputs: single lines, numbers, lists, and names with values.

Undo applies to the field first; if the field has nothing to undo, it applies to the form.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontDatabase, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QCompleter, QGridLayout, QHBoxLayout, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from widgets.translation import tr

LINES_IN_SIGHT, CODE_IN_SIGHT = 3, 14


class Field(QWidget):
    """Base class of inputs.

    Attributes:
        edited: The user entered a new value for the file; None removes the value.
        left: The field lost the focus.
    """

    edited = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sent: object = self  # a unique value: nothing has been sent yet
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(6)

    @property
    def input(self) -> QWidget:
        """Widget that receives the focus."""
        return self

    def show_value(self, given: Any, default: Any) -> None:
        """Show the value in the file, or the default if it is missing."""
        raise NotImplementedError

    def set_placeholder(self, text: str) -> None:
        """Set the text that explains an empty field; the base class ignores it."""

    def send(self, value: object) -> None:
        """Report the value that the user entered."""
        self._sent = value
        self.edited.emit(value)

    def being_typed(self, given: Any) -> bool:
        """Return whether the user is typing this value, so that it must not be overwritten."""
        return self.input.hasFocus() and type(self._sent) is type(given) and self._sent == given


class LineField(QLineEdit):
    """Single-line input.

    Attributes:
        left: The line lost the focus.
        stepped: The Up or Down key was pressed.
    """

    left = Signal()
    stepped = Signal(int)

    def event(self, event: QEvent) -> bool:
        """Pass the undo and redo keys to the form if there is nothing to undo or redo here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo, redo = event.matches(QKeySequence.StandardKey.Undo), event.matches(QKeySequence.StandardKey.Redo)
            if (undo and not self.isUndoAvailable()) or (redo and not self.isRedoAvailable()):
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class TextField(Field):
    """Input of a single line of text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = LineField()
        self.line.textEdited.connect(lambda text: self.send(self.value_of(text)))
        self.line.left.connect(self.left)
        self.row.addWidget(self.line, 1)

    @property
    def input(self) -> QWidget:
        return self.line

    def set_placeholder(self, text: str) -> None:
        self.line.setPlaceholderText(text)

    def show_value(self, given: Any, default: Any) -> None:
        if self.being_typed(given):
            return
        text = self.text_of(default if given is None else given)
        if given is None and self.line.placeholderText():
            text = ""
        if text != self.line.text():
            self.line.setText(text)
            if not self.line.hasFocus():
                self.line.setCursorPosition(0)

    def value_of(self, text: str) -> Any:
        """Convert a text to a value."""
        return text or None

    def text_of(self, value: Any) -> str:
        """Format a value as text."""
        return "" if value is None else str(value)


class NumberField(TextField):
    """Input of a number in the user's locale. An invalid number is kept as a string and reported as a mistake."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line.stepped.connect(self._step)

    def value_of(self, text: str) -> Any:
        return number_of(text)

    def text_of(self, value: Any) -> str:
        return number_text(value)

    def _step(self, steps: int) -> None:
        text = self.line.text() or self.line.placeholderText()
        value = number_of(text)
        if isinstance(value, int | float) and not isinstance(value, bool):
            small = 0 < abs(value) < 1
            size = 10.0 ** math.floor(math.log10(abs(value)) + 1e-9) if small else 1
            stepped = max(round(value + steps * size, 9), 0)
            self.line.setText(number_text(stepped))
            self.send(number_of(self.line.text()))


class ListField(TextField):
    """Input of numbers or words separated by commas."""

    def __init__(self, *, numbers: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers = numbers

    def value_of(self, text: str) -> Any:
        parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
        return [number_of(part) if self._numbers else part for part in parts] or None

    def text_of(self, value: Any) -> str:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(map(str, value))
        return str(value)


class _Lines(QPlainTextEdit):
    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            document = self.document()
            undo, redo = event.matches(QKeySequence.StandardKey.Undo), event.matches(QKeySequence.StandardKey.Redo)
            if (undo and not document.isUndoAvailable()) or (redo and not document.isRedoAvailable()):
                event.ignore()
                return True
        return super().event(event)


class LinesField(Field):
    """Input of several lines of text.

    Args:
        rows: Whether the value is a list with an entry per line.
        numbers: Whether to convert entries that look like numbers.
        code: Whether the text contains SQL statements.
        parent: Parent widget.
    """

    def __init__(
        self, *, rows: bool = False, numbers: bool = False, code: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._rows = rows
        self._numbers = numbers
        self._showing = False
        self.area = _Lines()
        self.area.setTabChangesFocus(True)
        if code:
            self.area.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
            self.area.textChanged.connect(self._fit_height)
        self._fit_height()
        self.area.textChanged.connect(self._handle_edit)
        self.area.left.connect(self.left)
        self.row.addWidget(self.area, 1)

    @property
    def input(self) -> QWidget:
        return self.area

    def set_placeholder(self, text: str) -> None:
        self.area.setPlaceholderText(text)

    def show_value(self, given: Any, default: Any) -> None:
        if self.being_typed(given):
            return
        value = default if given is None else given
        text = "\n".join(map(str, value)) if self._rows and not isinstance(value, str) else str(value)
        if text != self.area.toPlainText():
            self._showing = True
            self.area.setPlainText(text)
            self._showing = False

    def _fit_height(self) -> None:
        """Fit the height to the text, within limits."""
        lines = min(max(self.area.blockCount() + 1, LINES_IN_SIGHT), CODE_IN_SIGHT)
        self.area.setFixedHeight(self.area.fontMetrics().lineSpacing() * lines + 18)

    def _handle_edit(self) -> None:
        if not self._showing:
            text = self.area.toPlainText()
            rows = [_number_or_text(line.strip(), numbers=self._numbers) for line in text.splitlines() if line.strip()]
            self.send((rows if self._rows else text) or None)


class PlaceField(TextField):
    """Input of a folder or file path, typed or browsed for.

    Attributes:
        wanted: The user wants to browse for a path.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(tr("Choose…"))
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.wanted)
        self.row.addWidget(self.button)

    def take(self, place: str) -> None:
        """Enter a chosen path."""
        self.line.setText(place)
        self.send(place)
        self.left.emit()


def number_of(text: str) -> Any:
    """Parse a number: return an integer, a float, the string itself if it is not a number, or None if it is empty."""
    text = text.strip()
    if not text:
        return None
    locale = QLocale()
    # Otherwise "0.005" is read as 5 in locales with a period as the group separator.
    locale.setNumberOptions(QLocale.NumberOption.RejectGroupSeparator)
    number, sound = locale.toDouble(text)
    if not sound:
        try:
            number = float(text)
        except ValueError:
            return text
    if not math.isfinite(number):
        return text
    return int(number) if number == int(number) else number


def number_text(value: Any) -> str:
    """Format a number in the user's locale, without group separators."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "" if value is None else str(value)
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(value) if isinstance(value, int) else locale.toString(value, "g", 12)


_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,9})?")


class PairsField(Field):
    """Input of names with values, one pair per row, with an empty row at the end. Numbers are recognized."""

    def __init__(self, names: Sequence[str] = (), parent: QWidget | None = None) -> None:
        """Create the input; `names` are suggested while a name is typed."""
        super().__init__(parent)
        self._names = names
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(6)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 3)
        self.row.addLayout(self._grid, 1)
        self._rows: list[tuple[LineField, LineField, QPushButton]] = []
        self._given: dict[str, Any] = {}
        self._add("", "")

    @property
    def input(self) -> QWidget:
        return self._rows[0][0]

    @property
    def rows(self) -> list[tuple[LineField, LineField]]:
        """Inputs of the names and of the values."""
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
        lines = LineField(name), LineField(value)
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
            line.textChanged.connect(lambda _text: self._handle_edit())
            line.left.connect(self.left)
        self._rows.append(row)

    def _remove(self, row: tuple[LineField, LineField, QPushButton]) -> None:
        for line in row[:2]:
            blocked = line.blockSignals(True)
            line.clear()
            line.blockSignals(blocked)
        self.send(self._pairs())
        self.left.emit()

    def _handle_edit(self) -> None:
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
        """Return the value of a text; if the text is unchanged, the previous value with its type."""
        before = self._given.get(name)
        if isinstance(before, bool) and text in {"true", "false"}:
            return text == "true"
        if before is not None and not isinstance(before, str) and str(before) == text:
            return before
        if isinstance(before, str) and before == text:
            return before
        return _number_or_text(text, numbers=True)


def _number_or_text(text: str, *, numbers: bool) -> str | int | float:
    if numbers and _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return text
