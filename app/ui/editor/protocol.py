"""Workload and plan of the scenario: what is done to the systems, and for how long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.scenario import drafting
from app.scenario.checking import KeyPath
from app.scenario.model import Pacing, Scenario
from app.scenario.starting import Start
from app.scenario.writing import Writing
from app.ui.editor import entries
from app.ui.editor.draft import Draft
from app.ui.editor.field_form import FieldForm, Part
from app.ui.editor.target_box import KindChoice
from app.ui.texts import tr

WIDEST = 560
"""Logical pixels of a choice."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """A table of one kind out of several. choices: those that are to be had now. parts: what is asked of a kind."""

    table: KeyPath
    structs: drafting.Structs
    choose: Callable[[Writing, str, drafting.Memory], None]
    label: str
    choices: Callable[[], entries.Choices]
    parts: Callable[[str], Sequence[Part]]


class KindForm(QWidget):
    """The form of a table whose kind is chosen in it; it is made anew where the kind is another one."""

    def __init__(self, draft: Draft, kinds: Kinds) -> None:
        super().__init__()
        self._draft = draft
        self._kinds = kinds
        self._shape: object = None
        self.form: FieldForm | None = None
        self.kind: KindChoice | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def refresh(self, mistakes: dict[KeyPath, str]) -> bool:
        """Shows the draft; whether the form was made anew. mistakes: those shown here are taken out."""
        kinds = self._kinds
        kind = str(self._draft.value((*kinds.table, "name"), next(iter(kinds.structs))))
        choices = kinds.choices()
        anew = self._shape != (kind, choices)
        if anew:
            self._shape = (kind, choices)
            self._make(kind, choices)
        assert self.form is not None
        assert self.kind is not None
        self.kind.refresh(kind, mistakes)
        self.form.refresh(mistakes)
        return anew

    def _make(self, kind: str, choices: entries.Choices) -> None:
        old, had_focus = self.form, self.kind is not None and self.kind.field.box.hasFocus()
        self.kind = KindChoice(self._draft, self._kinds.table, "name", self._kinds.label, choices)
        self.kind.field.setMaximumWidth(WIDEST)
        self.kind.field.edited.connect(self._chosen)
        self.form = FieldForm(self._draft, self._kinds.parts(kind), before=[self.kind])
        self._column.addWidget(self.form)
        if had_focus:
            self.kind.field.box.setFocus()
        if old is not None:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()

    def _chosen(self, kind: Any) -> None:
        self._draft.do(lambda writing: self._kinds.choose(writing, str(kind), self._draft.memory))


def workload_form(draft: Draft) -> KindForm:
    """What is done to the systems."""

    def parts(kind: str) -> Sequence[Part]:
        struct = drafting.WORKLOADS.get(kind)
        own = [Part(drafting.WORKLOAD, struct, entries.WORKLOADS[kind])] if struct is not None else []
        return [*own, Part(("pacing",), Pacing, entries.PACING)]

    label, choices = tr("What is done"), entries.WORKLOAD_KINDS
    kinds = Kinds(drafting.WORKLOAD, drafting.WORKLOADS, drafting.choose_workload, label, lambda: choices, parts)
    return KindForm(draft, kinds)


def plan_form(draft: Draft) -> KindForm:
    """For how long, how often, in which order."""

    def choices() -> entries.Choices:
        depths = draft.value((*drafting.WORKLOAD, "name")) == drafting.STORAGE_IO
        return entries.PLAN_KINDS if depths else entries.PLAN_KINDS[:-1]

    def parts(kind: str) -> Sequence[Part]:
        struct = drafting.PLANS.get(kind)
        own = [Part(drafting.PLAN, struct, (*entries.PLANS[kind], *entries.OF_EVERY_PLAN))] if struct else []
        return [
            *own,
            Part((), Scenario, entries.ORDER),
            Part(("start",), Start, entries.START),
            Part((), Scenario, entries.MACHINE),
        ]

    label = tr("How it is run")
    return KindForm(draft, Kinds(drafting.PLAN, drafting.PLANS, drafting.choose_plan, label, choices, parts))
