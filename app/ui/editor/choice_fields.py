# SPDX-License-Identifier: Apache-2.0
"""Fields for choosing from given values."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QKeyEvent, QMouseEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QColorDialog, QComboBox, QMenu, QPushButton, QWidget

from app.model.form import Choices
from app.ui.editor.text_fields import Field, LineField
from widgets.translation import marked, tr

SWATCH = 14
PASSWORDS: Choices = (
    ("prompt", marked("Asked for at each start")),
    ("keyring", marked("From this machine's keyring")),
    ("env:", marked("From an environment variable")),
    ("none", marked("None is needed")),
)


class Choice(QComboBox):
    """Combo box that ignores the mouse wheel, so that scrolling the form does not change values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def select(self, value: Any) -> None:
        """Select a value, adding it to the list if it is not among the choices."""
        index = self.findData(value)
        if index < 0:
            self.addItem(str(value), value)
            index = self.count() - 1
        self.setCurrentIndex(index)


class ChoiceField(Field):
    """Field for one of several fixed choices."""

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = Choice()
        for value, label in choices:
            self.box.addItem(tr(label), value)
        self.box.activated.connect(lambda _index: self.send(self.box.currentData()))
        self.row.addWidget(self.box, 1)

    @property
    def input(self) -> QWidget:
        return self.box

    def show_value(self, given: Any, default: Any) -> None:
        self.box.select(default if given is None else given)


class NameField(ChoiceField):
    """Field for one name from a list that may change; `names` returns the list."""

    def __init__(self, names: Callable[[], Sequence[str]], parent: QWidget | None = None) -> None:
        super().__init__((), parent)
        self._names = names

    def show_value(self, given: Any, default: Any) -> None:
        self.box.clear()
        for name in self._names():
            self.box.addItem(name, name)
        self.box.select(default if given is None else given)


class FlagField(Field):
    """Field for a Boolean."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox(label)
        self.box.clicked.connect(lambda on: self.send(bool(on)))
        self.row.addWidget(self.box)
        self.row.addStretch()

    @property
    def input(self) -> QWidget:
        return self.box

    def show_value(self, given: Any, default: Any) -> None:
        self.box.setChecked((default if given is None else given) is True)


class FlagsField(Field):
    """Field for any number of fixed choices, stored in their listed order."""

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        for value, label in choices:
            box = self.boxes[value] = QCheckBox(tr(label))
            box.clicked.connect(lambda _on: self.send([name for name, one in self.boxes.items() if one.isChecked()]))
            self.row.addWidget(box)
        self.row.addStretch()

    @property
    def input(self) -> QWidget:
        return next(iter(self.boxes.values()))

    def show_value(self, given: Any, default: Any) -> None:
        value = default if given is None else given
        for name, box in self.boxes.items():
            box.setChecked(isinstance(value, list | tuple) and name in value)


class _StayingMenu(QMenu):
    """Menu that stays open when entries are checked; Escape or a click outside closes it."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._tick(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if event.key() not in keys or not self._tick(self.activeAction()):
            super().keyPressEvent(event)

    @staticmethod
    def _tick(action: QAction | None) -> bool:
        if action is None or not action.isCheckable():
            return False
        action.trigger()
        return True


class _NamesBox(Choice):
    """Combo box that shows the chosen names and opens a menu."""

    opened = Signal()

    def showPopup(self) -> None:
        self.opened.emit()


class NamesField(Field):
    """Field for any number of names from a list that may change, in its order; `names` returns the list."""

    def __init__(self, names: Callable[[], Sequence[str]], none: str, parent: QWidget | None = None) -> None:
        """Create the field; `none` is the text shown when no name is chosen."""
        super().__init__(parent)
        self._names = names
        self._none = none
        self.chosen: list[str] = []
        self.box = _NamesBox()
        self.box.addItem(none)
        self.menu = _StayingMenu(self.box)
        self.box.opened.connect(self._open)
        self.row.addWidget(self.box, 1)

    @property
    def input(self) -> QWidget:
        return self.box

    def show_value(self, given: Any, default: Any) -> None:
        self.chosen = [str(one) for one in given] if isinstance(given, list | tuple) else []
        text = ", ".join(self.chosen) or self._none
        self.box.setItemText(0, text)
        self.box.setToolTip(text if len(self.chosen) > 1 else "")
        for action in self.menu.actions():
            action.setChecked(action.data() in self.chosen if action.data() else not self.chosen)

    def _open(self) -> None:
        """Open the menu, which also lists chosen names that no longer exist, so that they can be unchecked."""
        self.menu.clear()
        self.menu.setMinimumWidth(self.box.width())
        names = dict.fromkeys(filter(None, (*self._names(), *self.chosen)))
        for name in ("", *names):
            action = self.menu.addAction(name.replace("&", "&&") or self._none)
            action.setData(name)
            action.setCheckable(True)
            action.setChecked(name in self.chosen if name else not self.chosen)
            action.triggered.connect(lambda on, name=name: self._handle_tick(name, on))
            if not name:
                self.menu.addSeparator()
        self.menu.popup(self.box.mapToGlobal(self.box.rect().bottomLeft()))

    def _handle_tick(self, name: str, on: bool) -> None:
        order = [action.data() for action in self.menu.actions() if action.data()]
        wanted = {*self.chosen, name} if on else {*self.chosen} - {name}
        chosen = [one for one in order if one in wanted] if name else []
        self.show_value(chosen, None)
        self.send(chosen or None)


class PasswordField(Field):
    """Field for the source of a password.

    Attributes:
        wanted: The user wants to store the password in the keyring now.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = Choice()
        for value, label in PASSWORDS:
            self.box.addItem(tr(label), value)
        self.variable = LineField()
        self.variable.setPlaceholderText(tr("NAME"))
        self.variable.setAccessibleName(tr("Name of the environment variable"))
        self.button = QPushButton(tr("Store Password…"))
        self.button.setAutoDefault(False)
        self.box.activated.connect(self._send_choice)
        self.variable.textEdited.connect(lambda text: self.send(f"env:{text.strip()}"))
        self.variable.left.connect(self.left)
        self.button.clicked.connect(self.wanted)
        self.row.addWidget(self.box, 1)
        self.row.addWidget(self.variable, 1)
        self.row.addWidget(self.button)

    @property
    def input(self) -> QWidget:
        return self.box

    def show_value(self, given: Any, default: Any) -> None:
        value = str(default if given is None else given)
        from_variable = value.startswith("env:")
        self.box.select("env:" if from_variable else value)
        self.variable.setVisible(from_variable)
        self.button.setVisible(value == "keyring")
        name = value.removeprefix("env:") if from_variable else ""
        if name != self.variable.text():
            self.variable.setText(name)

    def _send_choice(self) -> None:
        value = self.box.currentData()
        self.send(f"env:{self.variable.text()}" if value == "env:" else value)
        if value == "env:":
            self.variable.setFocus()


class ColorField(Field):
    """Field for a color; an empty field stands for the theme's color."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own = ""
        self._color = ""
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._choose)
        self.back = QPushButton(tr("Default"))
        self.back.setAutoDefault(False)
        self.back.clicked.connect(lambda: self.send(None))
        self.row.addWidget(self.button)
        self.row.addWidget(self.back)
        self.row.addStretch()

    @property
    def input(self) -> QWidget:
        return self.button

    def show_value(self, given: Any, default: Any) -> None:
        color = QColor(str(given or ""))
        self._color = color.name() if color.isValid() else self.own
        self.button.setText(self._color)
        swatch = QPixmap(SWATCH, SWATCH)
        swatch.fill(QColor(self._color))
        self.button.setIcon(QIcon(swatch))
        self.back.setVisible(bool(given))

    def _choose(self) -> None:
        chosen = QColorDialog.getColor(QColor(self._color), self, tr("Colour of the System"))
        if chosen.isValid():
            self.send(chosen.name())
