# SPDX-License-Identifier: Apache-2.0
"""Form for one or more tables of the scenario: each field with its name, input, and hint or mistake.

Important fields are always visible; the others are shown on demand.
"""

import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.model.form import FormField
from app.model.mistakes import KeyPath
from app.scenario import drafting
from app.scenario.document_check import given_type
from app.scenario.writing import Writing
from app.ui.editor.choice_fields import (
    ChoiceField,
    ColorField,
    FlagField,
    FlagsField,
    NameField,
    NamesField,
    PasswordField,
)
from app.ui.editor.form_entries import FACT_NAMES
from app.ui.editor.hint import Hint, mark
from app.ui.editor.parts_field import PartsField
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.text_fields import Field, LinesField, ListField, NumberField, PairsField, PlaceField, TextField
from widgets.flow_layout import Flow, FoldLink
from widgets.translation import tr

PRESENT, AGENTS = ("systems",), ("agents",)


class Block(QWidget):
    """Name, input and hint of one value; edits are written to the draft.

    Attributes:
        password_wanted: The user wants to store a password.
    """

    password_wanted = Signal()

    def __init__(
        self,
        draft: Draft,
        table: KeyPath,
        struct: type[msgspec.Struct],
        entry: FormField,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.key: KeyPath = (*table, entry.name)
        self.entry = entry
        self.table = table
        self._draft = draft
        self._default = _default_of(struct, entry.name)
        self.mistake = ""
        self.field = self._new_field(struct)
        self.field.set_placeholder(tr(entry.empty) if entry.empty else "")
        self.field.edited.connect(self._write_value)
        self.field.left.connect(self._end_edit)
        label = tr(entry.label)
        self.label = QLabel(label)
        self.label.setBuddy(self.field.input)
        self.hint = Hint()
        self.field.input.setAccessibleName(f"{label} ({entry.unit})" if entry.unit else label)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.field, 1)
        if entry.unit:
            unit = QLabel(tr(entry.unit))
            unit.setObjectName("hint")
            line.addWidget(unit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.label)
        column.addLayout(line)
        column.addWidget(self.hint)
        column.addStretch(1)
        if isinstance(self.field, FlagField):
            self.label.setText("")
        self.setProperty("wide", entry.wide)
        self.refresh()

    @property
    def given(self) -> Any:
        """Value in the file; None if it is not set."""
        return self._draft.value(self.key)

    @property
    def chosen(self) -> bool:
        """True if the file contains a value that differs from the default."""
        return self.given is not None and self.given != _plain_value(self._default)

    @property
    def wrong(self) -> tuple[QWidget, QWidget] | None:
        """Input that contains a mistake and the widget that explains it; None if there is no mistake."""
        part = self.field.wrong if isinstance(self.field, PartsField) else None
        return part or ((self.field.input, self.hint) if self.mistake else None)

    def refresh(self, mistake: str = "") -> None:
        """Show the draft; `mistake` is the error message about this value."""
        self.field.show_value(self.given, self._default)
        self.mistake = mistake
        entry = self.entry
        usual = next((hint for key, value, hint in entry.hints if self._draft.value(key) == value), entry.hint)
        text = mistake[:1].upper() + mistake[1:] if mistake else tr(usual) if usual else ""
        self.hint.say(text, wrong=bool(mistake))
        self.field.input.setAccessibleDescription(text)
        mark(self.field.input, wrong=bool(mistake))

    def mistake_in(self, mistakes: dict[KeyPath, str]) -> str:
        """Return the mistake in this value, or the first of them, and remove it from `mistakes`.

        For a field with several parts, a mistake within a part is shown there.
        """
        if not isinstance(self.field, PartsField | NamesField):
            return mistakes.pop(self.key, "")
        size = len(self.key)
        own = {key[size:]: mistakes.pop(key) for key in list(mistakes) if key[:size] == self.key}
        if isinstance(self.field, PartsField):
            self.field.show_value(self.given, self._default)
            own = self.field.show_mistakes(own)
        for where, text in own.items():
            return f"{where[0] + 1}: {text}" if where and isinstance(where[0], int) else text
        return ""

    def fits(self) -> bool:
        """Return whether the field applies, given the table's other values; always true with a value or a mistake."""
        if self.entry.kind == "agents":  # without agents, all load is driven from this machine
            return bool(self._agents()) or self.chosen or bool(self.mistake)
        if self.entry.when is None or self.chosen or self.wrong:
            return True
        name, values = self.entry.when
        return self._draft.value((*self.table, name)) in values

    def _write_value(self, value: Any) -> None:
        if isinstance(self.field, PairsField):
            self._draft.do(lambda writing: _write_pairs(writing, self.key, value), joined=self.key)
        elif self.key == drafting.DATABASE and value == drafting.EXISTING:
            examples = any(drafting.untouched_examples(self._draft.document))
            note = tr("The example's tables and transactions are out: they were not written for your database.")
            self._draft.do(drafting.choose_existing, note=note if examples else "")
        else:
            self._draft.put(self.key, value, _plain_value(self._default))

    def _end_edit(self) -> None:
        self._draft.pause()
        self.field.show_value(self.given, self._default)

    def _new_field(self, struct: type[msgspec.Struct]) -> Field:
        entry = self.entry
        match entry.kind:
            case "password":
                password = PasswordField()
                password.wanted.connect(self.password_wanted)
                return password
            case "folder" | "file" | "beside":
                return self._place_field(entry)
            case "parts":
                part = _element_type(_plain_type(_hint(struct, entry.name)))
                return PartsField(entry.parts, lambda column: self._field_of_part(column, part), tr("+ Add"))
            case "system" | "agent":
                return NameField(self._systems if entry.kind == "system" else self._agents)
            case "agents":
                of_target = "targets" in self.table
                return NamesField(self._agents, tr("as the system") if of_target else tr("this machine"))
        return _field_of(entry, struct)

    def _field_of_part(self, column: FormField, part: type[msgspec.Struct]) -> Field:
        return self._place_field(column) if column.kind == "beside" else _field_of(column, part)

    def _place_field(self, entry: FormField) -> PlaceField:
        place = PlaceField()
        choose = self._choose_neighbour if entry.kind == "beside" else self._choose_place
        place.wanted.connect(lambda: choose(place, entry))
        return place

    def _choose_neighbour(self, field: PlaceField, entry: FormField) -> None:
        """Ask for a file in the scenario's folder and enter its name."""
        if self._draft.path is None:
            self._draft.refused.emit(tr("Save the scenario first: such a file lies beside it."))
            return
        chosen, _ = QFileDialog.getOpenFileName(self, tr(entry.label), str(self._draft.folder))
        if not chosen:
            return
        if Path(chosen).resolve().parent == self._draft.folder:
            field.take(Path(chosen).name)
        else:
            template = tr("{path} does not lie beside the scenario. Copy it to {folder}, and choose it there.")
            self._draft.refused.emit(template.format(path=chosen, folder=self._draft.folder))

    def _systems(self) -> list[str]:
        return [str(system.get("name", "")) for system in self._draft.value(PRESENT, []) if isinstance(system, dict)]

    def _agents(self) -> list[str]:
        return [str(agent.get("name", "")) for agent in self._draft.value(AGENTS, []) if isinstance(agent, dict)]

    def _choose_place(self, field: PlaceField, entry: FormField) -> None:
        begun = field.line.text() or str(self._draft.folder)
        if entry.kind == "file":
            chosen, _ = QFileDialog.getOpenFileName(self, tr(entry.label), begun)
        else:
            chosen = QFileDialog.getExistingDirectory(self, tr(entry.label), begun)
        if chosen:
            field.take(chosen)


def _field_of(entry: FormField, struct: type[msgspec.Struct]) -> Field:
    """Return the input for a single value."""
    hint = _hint(struct, entry.name)
    makers: dict[str, Callable[[], Field]] = {
        "": lambda: _field_of_type(entry, _plain_type(hint)),
        "pairs": lambda: PairsField(FACT_NAMES if entry.name == "facts" else ()),
        "lines": LinesField,
        "script": lambda: LinesField(code=True),
        "rows": lambda: LinesField(rows=True, numbers=_element_type(_plain_type(hint)) is not str),
        "color": ColorField,
    }
    return makers[entry.kind]()


def _field_of_type(entry: FormField, plain: Any) -> Field:
    if typing.get_origin(plain) is tuple:
        if entry.choices:
            return FlagsField(entry.choices)
        return ListField(numbers=_element_type(plain) is int)
    if plain is bool:
        return FlagField(tr(entry.label))
    if entry.choices:
        return ChoiceField(entry.choices)
    return NumberField() if plain in {int, float} else TextField()


@cache
def _struct_field(struct: type[msgspec.Struct], name: str) -> msgspec.structs.FieldInfo:
    return next(one for one in msgspec.structs.fields(struct) if name in {one.name, one.encode_name})


@cache
def _hint(struct: type[msgspec.Struct], name: str) -> Any:
    field = _struct_field(struct, name)
    return given_type(typing.get_type_hints(struct, include_extras=True)[field.name])


def _plain_type(hint: Any) -> Any:
    """Return a type without its Annotated wrapper."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint


def _element_type(plain: Any) -> Any:
    """Return the element type of a tuple."""
    return _plain_type(typing.get_args(plain)[0])


def _write_pairs(writing: Writing, key: KeyPath, pairs: dict[str, Any]) -> None:
    """Write only the pairs that changed; remove the table if it becomes empty."""
    before = writing.value(key, {})
    for name in list(before) if isinstance(before, dict) else ():
        if name not in pairs:
            writing.remove((*key, name))
    for name, value in pairs.items():
        writing.put((*key, name), value)
    if not pairs:
        writing.remove(key)


def _default_of(struct: type[msgspec.Struct], name: str) -> Any:
    field = _struct_field(struct, name)
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return ""


def _plain_value(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


LEAST_WIDTH = 165


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields of one table of the scenario."""

    table: KeyPath
    struct: type[msgspec.Struct]
    entries: Sequence[FormField]


class FieldForm(QWidget):
    """Grid of fields.

    Attributes:
        password_wanted: The user wants to store a password.
    """

    password_wanted = Signal()

    def __init__(
        self,
        draft: Draft,
        parts: Sequence[FieldGroup],
        *,
        more: str = "",
        before: Sequence[QWidget] = (),
        columns: int = 4,
        parent: QWidget | None = None,
    ) -> None:
        """Create the fields.

        Args:
            draft: Draft to edit.
            parts: Field groups to show.
            more: Title of the collapsible part.
            before: Widgets placed before the fields, in the same grid.
            columns: Maximum number of columns.
            parent: Parent widget, to which the fields are added directly: moving a widget to another parent later
                restyles its children.
        """
        super().__init__(parent)
        self._draft = draft
        self._more = more or tr("More settings")
        self._place: tuple[object, ...] = ("more", *(part.table for part in parts))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        main = Flow(LEAST_WIDTH, self, most=columns)
        column.addWidget(main)
        grid = Flow(LEAST_WIDTH, self, most=columns)
        self.fold = FoldLink(self._more, grid, self)
        for widget in before:  # tab order follows the order of the children
            widget.setParent(main)
        self.blocks = [
            Block(draft, part.table, part.struct, entry, grid if entry.more else main)
            for part in parts
            for entry in part.entries
        ]
        for block in self.blocks:
            block.password_wanted.connect(self.password_wanted)
        main.set_widgets([*before, *(block for block in self.blocks if not block.entry.more)])
        more_blocks = [block for block in self.blocks if block.entry.more]
        grid.set_widgets(more_blocks)
        self.fold.setVisible(bool(more_blocks))
        self.fold.set_open(self._place in draft.unfolded)
        self.fold.toggled.connect(self._remember_unfolded)
        column.addWidget(self.fold)

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the draft, and remove the mistakes shown here from `mistakes`."""
        wrong = chosen = 0
        for block in self.blocks:
            block.refresh(block.mistake_in(mistakes))
            block.setVisible(block.fits())
            if block.entry.more:
                wrong += block.wrong is not None
                chosen += block.chosen
        title = tr("{title} ({number} set)").format(title=self._more, number=chosen) if chosen else self._more
        self.fold.set_title(title)
        if wrong and not self.fold.is_open:
            self.fold.set_open(True)

    def _remember_unfolded(self, on: bool) -> None:
        (self._draft.unfolded.add if on else self._draft.unfolded.discard)(self._place)
