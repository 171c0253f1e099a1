# SPDX-License-Identifier: Apache-2.0
"""Field for a list of parts with several values each, such as the items of a price list or the disks of a machine."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.model.form import FormField
from app.model.mistakes import KeyPath
from app.ui.editor.hint import mark, mistake_label
from app.ui.editor.text_fields import Field
from widgets.flow_layout import Flow
from widgets.translation import tr

LEAST_WIDTH = 90
COLUMNS = 3


class PartBox(QWidget):
    """Box of one part: its first value in one row with the Remove button, then the other values, wide ones last.

    `changed` is called after an edit.
    """

    def __init__(
        self, number: int, columns: Sequence[FormField], make: Callable[[FormField], Field], changed: Callable[[], None]
    ):
        super().__init__()
        self.fields = {column.name: make(column) for column in columns}
        self._columns = columns
        self._values: dict[str, Any] = {}
        self._changed = changed
        self.wrong: tuple[QWidget, QWidget] | None = None
        """Input that contains the first mistake and the widget that explains it; None if there is no mistake."""
        self.remove = QPushButton(tr("Remove"))
        self.remove.setObjectName("link")
        self.remove.setAutoDefault(False)
        self.remove.setToolTip(tr("Remove this row"))
        self.remove.setAccessibleName(tr("Remove row {number}").format(number=number))
        boxes = {column.name: self._labelled(column, number) for column in columns}
        rest = Flow(LEAST_WIDTH, most=COLUMNS, spacing=8)
        rest.set_widgets([boxes[column.name] for column in columns[1:] if not column.wide])
        below = QVBoxLayout(self)
        below.setContentsMargins(0, 0, 0, 10)
        below.setSpacing(6)
        below.addWidget(boxes[columns[0].name])
        below.addWidget(rest)
        shared = mistake_label()
        below.addWidget(shared)
        self.hints = {column.name: shared for column in columns}
        """Label for mistakes, by value name; values in the same row share a label."""
        for column in columns[1:]:
            if column.wide:
                self.hints[column.name] = mistake_label()
                below.addWidget(boxes[column.name])
                below.addWidget(self.hints[column.name])

    @property
    def values(self) -> dict[str, Any]:
        """Values by key, including values without a field."""
        return dict(self._values)

    def show_values(self, given: Mapping[str, Any]) -> None:
        """Show the values in the file."""
        self._values = dict(given)
        for column in self._columns:
            default = column.choices[0][0] if column.choices else ""
            self.fields[column.name].show_value(given.get(column.name), default)

    def show_mistakes(self, mistakes: Mapping[str, str]) -> None:
        """Show mistakes, given by key."""
        texts: dict[QLabel, list[str]] = {hint: [] for hint in self.hints.values()}
        for column in self._columns:
            field, text = self.fields[column.name], mistakes.get(column.name, "")
            mark(field.input, wrong=bool(text))
            field.input.setAccessibleDescription(text or (tr(column.hint) if column.hint else ""))
            if text:
                texts[self.hints[column.name]].append(f"{tr(column.label)}: {text}")
        for hint, lines in texts.items():
            hint.setText("\n".join(lines))
            hint.setVisible(bool(lines))
        named = (one.name for one in self._columns if one.name in mistakes)
        self.wrong = next(((self.fields[name].input, self.hints[name]) for name in named), None)

    def _labelled(self, column: FormField, number: int) -> QWidget:
        label = f"{tr(column.label)} ({tr(column.unit)})" if column.unit else tr(column.label)
        field = self.fields[column.name]
        field.set_placeholder(tr(column.empty) if column.empty else "")
        field.input.setAccessibleName(f"{label} {number}")
        field.input.setAccessibleDescription(tr(column.hint) if column.hint else "")
        field.input.setToolTip(tr(column.hint) if column.hint else "")
        field.edited.connect(lambda value: self._set_value(column.name, value))
        caption = QLabel(label)
        caption.setObjectName("hint")
        caption.setBuddy(field.input)
        box = QWidget()
        stack = QVBoxLayout(box)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(2)
        if column is self._columns[0]:
            head = QHBoxLayout()
            head.addWidget(caption, 1)
            head.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignBottom)
            stack.addLayout(head)
        else:
            stack.addWidget(caption)
        stack.addWidget(field)
        return box

    def _set_value(self, name: str, value: Any) -> None:
        if value is None or (isinstance(value, str) and not value.strip()):
            self._values.pop(name, None)
        else:
            self._values[name] = value
        self._changed()


class PartsField(Field):
    """Field with a box per part and a button to add one; empty parts are not written."""

    def __init__(
        self,
        columns: Sequence[FormField],
        make: Callable[[FormField], Field],
        add: str,
        parent: QWidget | None = None,
    ) -> None:
        """Create the field.

        Args:
            columns: Fields of each part.
            make: Creates the input of a value.
            add: Text of the button.
            parent: Parent widget.
        """
        super().__init__(parent)
        self._columns = columns
        self._make = make
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
            self._remove_box(self.boxes[-1])
        for number, part in enumerate(parts):
            if number == len(self.boxes):
                self._add()
            self.boxes[number].show_values(part)

    @property
    def wrong(self) -> tuple[QWidget, QWidget] | None:
        """Input that contains the first mistake and the widget that explains it; None if absent."""
        return next((box.wrong for box in self.boxes if box.wrong is not None), None)

    def show_mistakes(self, mistakes: Mapping[KeyPath, str]) -> dict[KeyPath, str]:
        """Show mistakes within the parts and return the others. Keys start with the index of the part."""
        others = dict(mistakes)
        for number, box in enumerate(box for box in self.boxes if box.values):
            own: dict[str, str] = {}
            for key in mistakes:
                if key[:1] == (number,) and len(key) > 1 and key[1] in box.fields:
                    own.setdefault(str(key[1]), others.pop(key))
            box.show_mistakes(own)
        return others

    def _add(self) -> PartBox:
        box = PartBox(len(self.boxes) + 1, self._columns, self._make, self._send_values)
        box.remove.clicked.connect(lambda: self._remove(box))
        for field in box.fields.values():
            field.left.connect(self.left)
        box.show_values({})
        self.boxes.append(box)
        self._stack.insertWidget(len(self.boxes) - 1, box)
        return box

    def _add_and_focus(self) -> None:
        next(iter(self._add().fields.values())).input.setFocus()

    def _remove(self, box: PartBox) -> None:
        # When a line loses the focus it shows the file's value again, so move the focus while the part is still in the
        # file.
        self.add_button.setFocus()
        self._remove_box(box)
        self._send_values()
        self.left.emit()

    def _remove_box(self, box: PartBox) -> None:
        self.boxes.remove(box)
        self._stack.removeWidget(box)
        box.hide()
        box.deleteLater()

    def _send_values(self) -> None:
        self.send(self._values() or None)

    def _values(self) -> list[dict[str, Any]]:
        return [values for box in self.boxes if (values := box.values)]
