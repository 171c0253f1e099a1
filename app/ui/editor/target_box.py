# SPDX-License-Identifier: Apache-2.0
"""Boxes for a target of a system, and for a counter source of its machine."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.databases.registry import ENGINES
from app.model.form import Choices
from app.model.mistakes import KeyPath
from app.model.targets import Placement, Server
from app.scenario import drafting
from app.scenario.collectors import COLLECTORS, watches
from app.ui.editor import form_entries
from app.ui.editor.choice_fields import ChoiceField
from app.ui.editor.field_form import FieldForm, FieldGroup
from app.ui.editor.hint import Hint
from app.ui.editor.scenario_draft import Draft
from widgets.translation import tr

COLUMNS = 2
"""Maximum number of columns of fields in a card."""


class KindChoice(QWidget):
    """Choice of a table's kind (engine, counter source, workload or plan), written to the draft."""

    def __init__(self, draft: Draft, table: KeyPath, name: str, label: str, choices: Choices) -> None:
        super().__init__()
        self.key: KeyPath = (*table, name)
        self._draft = draft
        self.field = ChoiceField(choices)
        self.field.box.setAccessibleName(label)
        self.mistake = ""
        self.label = QLabel(label)
        self.label.setBuddy(self.field.box)
        self.hint = Hint()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.label)
        column.addWidget(self.field)
        column.addWidget(self.hint)
        column.addStretch(1)
        self.setProperty("wide", True)

    def refresh(self, kind: str, mistakes: dict[KeyPath, str]) -> None:
        """Show the kind and its mistake."""
        self.field.box.select(kind)
        self.mistake = text = mistakes.pop(self.key, "")
        self.hint.say(text[:1].upper() + text[1:], wrong=bool(text))


class TargetBox(QWidget):
    """Box of one target.

    Attributes:
        password_wanted: The user wants to store a password.
        removed: The user wants to remove the target.
    """

    password_wanted = Signal()
    removed = Signal()

    def __init__(self, draft: Draft, table: KeyPath, heading: str, parent: QWidget | None = None) -> None:
        """Create the box; `heading` is its number, or "" if there is only one target."""
        super().__init__(parent)
        self.table = table
        self._draft = draft
        self.engine = str(draft.value((*table, "engine"), "sqlite"))
        self.kind = KindChoice(draft, table, "engine", tr("Type"), form_entries.engines())
        self.kind.field.edited.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.remove_button = QPushButton(tr("Remove"))
        if heading:
            column.addLayout(_heading_row(heading, self.remove_button))
            self.remove_button.clicked.connect(self.removed)
        parts = []
        if self.engine in ENGINES:
            engine = ENGINES[self.engine]
            driven = replace(form_entries.DRIVEN_TARGET, more=not heading)
            parts = [FieldGroup(table, engine.target, (*engine.form, driven))]
            if issubclass(engine.target, Server):
                parts.append(FieldGroup((*table, "placement"), Placement, form_entries.PLACEMENT))
        title = tr("Encryption, driver, folders, settings") if len(parts) > 1 else tr("More settings")
        self.form = FieldForm(draft, parts, more=title, before=[self.kind], columns=COLUMNS, parent=self)
        self.form.password_wanted.connect(self.password_wanted)
        column.addWidget(self.form)

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the draft, and remove the mistakes shown here from `mistakes`."""
        self.kind.refresh(self.engine, mistakes)
        self.form.refresh(mistakes)

    def _choose(self, engine: Any) -> None:
        memory, note = self._draft.memory, ""
        if engine == drafting.STORAGE and self.engine != drafting.STORAGE:
            note = tr("All systems are folders or drives now, and the workload is storage I/O.")
        elif engine != drafting.STORAGE and self.engine == drafting.STORAGE:
            note = tr("All systems are databases now, and the workload is DVD Store.")
        self._draft.do(lambda writing: drafting.choose_engine(writing, self.table, str(engine), memory), note=note)


class WatchBox(QWidget):
    """Box of one counter source.

    Attributes:
        removed: The user wants to remove the counter source.
    """

    removed = Signal()

    def __init__(self, draft: Draft, table: KeyPath) -> None:
        super().__init__()
        self.table = table
        self._draft = draft
        self.source = str(draft.value((*table, "source"), "prometheus"))
        self.kind = KindChoice(draft, table, "source", tr("Type"), form_entries.watch_choices())
        self.kind.field.edited.connect(self._choose)
        remove = QPushButton(tr("Remove"))
        remove.clicked.connect(self.removed)
        struct = watches().get(self.source)
        parts = [FieldGroup(table, struct, COLLECTORS[self.source].form)] if struct is not None else []
        self.form = FieldForm(draft, parts, before=[self.kind], columns=COLUMNS, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(_heading_row(tr("Source {number}").format(number=int(table[-1]) + 1), remove))
        column.addWidget(self.form)

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Show the draft, and remove the mistakes shown here from `mistakes`."""
        self.kind.refresh(self.source, mistakes)
        self.form.refresh(mistakes)

    def _choose(self, source: Any) -> None:
        self._draft.do(lambda writing: drafting.choose_watch(writing, self.table, str(source), self._draft.memory))


def _heading_row(title: str, button: QPushButton) -> QHBoxLayout:
    heading = QLabel(title)
    heading.setObjectName("heading")
    button.setObjectName("link")
    button.setAutoDefault(False)
    button.setAccessibleName(f"{button.text()}: {title}")
    row = QHBoxLayout()
    row.addWidget(heading, 1)
    row.addWidget(button)
    return row
