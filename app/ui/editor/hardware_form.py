# SPDX-License-Identifier: Apache-2.0
"""Form of a system's hardware, in groups; its many fields are created only when it is opened."""

from dataclasses import replace

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.model.form import FormField, marked
from app.model.hardware import GROUPS, Hardware, HardwareField
from app.model.mistakes import KeyPath
from app.ui.editor.field_form import FieldForm, FieldGroup
from app.ui.editor.scenario_draft import Draft
from widgets.translation import tr

COLUMNS = 2
NOT_KNOWN = marked("not known")


class HardwareForm(QWidget):
    """Form of a system's hardware table."""

    def __init__(self, draft: Draft, table: KeyPath) -> None:
        super().__init__()
        self._draft = draft
        self.table: KeyPath = (*table, "hardware")
        self.forms: list[FieldForm] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        about = QLabel(tr("This machine’s hardware is captured anyway. What you state here goes before it."))
        about.setObjectName("hint")
        about.setWordWrap(True)
        self._column.addWidget(about)

    @property
    def number(self) -> int:
        """Number of groups with at least one value."""
        held = self._draft.value(self.table, {})
        return sum(bool(group) for group in held.values()) if isinstance(held, dict) else 0

    def unfold(self) -> None:
        """Create the fields unless they exist."""
        if self.forms:
            return
        for group in GROUPS:
            form = FieldForm(self._draft, [self._part(group)], columns=COLUMNS, parent=self)
            self.forms.append(form)
            if group.several:
                form.blocks[0].label.setObjectName("heading")
            else:
                heading = QLabel(tr(group.title))
                heading.setObjectName("heading")
                self._column.addWidget(heading)
            self._column.addWidget(form)

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the draft, and remove the mistakes shown here from `mistakes`."""
        if self.number or any(key[: len(self.table)] == self.table for key in mistakes):
            self.unfold()
        for form in self.forms:
            form.refresh(mistakes)

    @property
    def has_mistake(self) -> bool:
        """True if any value is wrong."""
        return any(block.wrong is not None for form in self.forms for block in form.blocks)

    def _part(self, group: HardwareField) -> FieldGroup:
        if group.several:
            parts = FormField(group.name, group.title, kind="parts", wide=True, parts=tuple(group.form))
            return FieldGroup(self.table, Hardware, (parts,))
        entries = [replace(entry, empty=NOT_KNOWN) if entry.kind == "" else entry for entry in group.form]
        return FieldGroup((*self.table, group.name), group.struct, entries)
