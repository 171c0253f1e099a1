"""A field that holds several parts of one kind, each with values of its own: the items of a price list, the disks of a
machine."""

import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.model.form import FormField
from app.ui.editor.text_fields import Field, Line, number_of, number_text
from widgets.flow_layout import Flow
from widgets.translation import tr

LEAST_WIDTH = 90
COLUMNS = 3


class PartBox(QWidget):
    """One part: its first value in a row of its own, with the button that removes it; the others below. changed: the
    person typed something."""

    def __init__(
        self, number: int, struct: type[msgspec.Struct], columns: Sequence[FormField], changed: Callable[[], None]
    ):
        super().__init__()
        self.lines: dict[str, Line] = {}
        self._given: dict[str, Any] = {}
        hints = typing.get_type_hints(struct)
        self._numbers = {column.name for column in columns if hints[column.name] in {int, float}}
        self.remove = QPushButton("×")
        self.remove.setObjectName("link")
        self.remove.setAutoDefault(False)
        self.remove.setToolTip(tr("Remove this row"))
        self.remove.setAccessibleName(tr("Remove row {number}").format(number=number))
        boxes = [self._labelled(column, number, changed) for column in columns]
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(boxes[0], 1)
        head.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignBottom)
        rest = Flow(LEAST_WIDTH, most=COLUMNS, spacing=8)
        rest.set_widgets(boxes[1:])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(rest)

    @property
    def values(self) -> dict[str, Any]:
        """What was entered, by the names of the part's keys; a value that reads as before is as it was."""
        found: dict[str, Any] = {}
        for name, line in self.lines.items():
            text = line.text()
            if name in self._given and text == number_text(self._given[name]):
                found[name] = self._given[name]
            elif text.strip():
                found[name] = number_of(text) if name in self._numbers else text
        return found

    def show_values(self, given: Mapping[str, Any]) -> None:
        """Shows what stands in the file."""
        self._given = dict(given)
        for name, line in self.lines.items():
            text = number_text(given.get(name))
            if text != line.text():
                line.setText(text)

    def _labelled(self, column: FormField, number: int, changed: Callable[[], None]) -> QWidget:
        label = f"{tr(column.label)} ({tr(column.unit)})" if column.unit else tr(column.label)
        line = self.lines[column.name] = Line()
        line.setAccessibleName(f"{label} {number}")
        line.textEdited.connect(lambda _text: changed())
        caption = QLabel(label)
        caption.setObjectName("hint")
        caption.setBuddy(line)
        box = QWidget()
        stack = QVBoxLayout(box)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(2)
        stack.addWidget(caption)
        stack.addWidget(line)
        return box


class PartsField(Field):
    """A box for each part, and a button for one more; what is still empty is not written."""

    def __init__(
        self, struct: type[msgspec.Struct], columns: Sequence[FormField], add: str, parent: QWidget | None = None
    ) -> None:
        """add: what the button says."""
        super().__init__(parent)
        self._struct = struct
        self._columns = columns
        self.boxes: list[PartBox] = []
        self.add_button = QPushButton(add)
        self.add_button.setObjectName("link")
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(self._add_and_focus)
        self._stack = QVBoxLayout()
        self._stack.setSpacing(6)
        self._stack.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.row.addLayout(self._stack, 1)

    @property
    def input(self) -> QWidget:
        return self.add_button

    def show_value(self, given: Any, default: Any) -> None:
        parts = [part for part in given if isinstance(part, Mapping)] if isinstance(given, list) else []
        if self._values() == parts:
            return
        while len(self.boxes) > len(parts):
            self._take_out(self.boxes[-1])
        for number, part in enumerate(parts):
            if number == len(self.boxes):
                self._add()
            self.boxes[number].show_values(part)

    def _add(self) -> PartBox:
        box = PartBox(len(self.boxes) + 1, self._struct, self._columns, self._tell)
        box.remove.clicked.connect(lambda: self._remove(box))
        for line in box.lines.values():
            line.left.connect(self.left)
        self.boxes.append(box)
        self._stack.insertWidget(len(self.boxes) - 1, box)
        return box

    def _add_and_focus(self) -> None:
        next(iter(self._add().lines.values())).setFocus()

    def _remove(self, box: PartBox) -> None:
        # A line that loses the focus has the file's value shown again, and this part is still in the file.
        self.add_button.setFocus()
        self._take_out(box)
        self._tell()
        self.left.emit()

    def _take_out(self, box: PartBox) -> None:
        self.boxes.remove(box)
        self._stack.removeWidget(box)
        box.hide()
        box.deleteLater()

    def _tell(self) -> None:
        self.send(self._values() or None)

    def _values(self) -> list[dict[str, Any]]:
        return [values for box in self.boxes if (values := box.values)]
