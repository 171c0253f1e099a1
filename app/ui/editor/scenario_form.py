# SPDX-License-Identifier: Apache-2.0
"""Form of a scenario: its sections from top to bottom, with each mistake next to its field.

Values without a field stay in the file unless the user removes them.
"""

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.model.form import Choices
from app.model.mistakes import KeyPath, Mistake
from app.model.plans import OF_EVERY_PLAN
from app.model.report_text import ReportText
from app.model.scenario import Scenario, StartState
from app.model.workloads import Pacing
from app.plans.registry import PLANS
from app.scenario import drafting
from app.scenario.estimate import RunTime
from app.scenario.workload_registry import WORKLOADS, parameter_structs
from app.scenario.writing import Writing
from app.ui.editor import form_entries
from app.ui.editor.agent_cards import AgentCards
from app.ui.editor.field_form import Block, FieldForm, FieldGroup
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.system_cards import Systems
from app.ui.editor.target_box import KindChoice
from app.ui.editor.threshold_fields import KEY as THRESHOLDS
from app.ui.editor.threshold_fields import ThresholdFields
from app.ui.workbench.localised_figures import duration_in_units, message_text
from widgets.theme import Theme
from widgets.translation import tr

LONGEST = 120


class UnknownValues(QWidget):
    """List of values without a field; hidden if there are none."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._draft = draft
        self._found: object = None
        self.texts: list[str] = []
        about = QLabel(tr("The form has no fields for these. They stay in the file unchanged."))
        about.setObjectName("hint")
        about.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(about)
        column.addLayout(self._grid)

    def refresh(self, known: Collection[KeyPath], mistakes: dict[KeyPath, str]) -> None:
        """Show the values without a field, and remove the mistakes shown here from `mistakes`."""
        found = [(key, value, mistakes.pop(key, "")) for key, value in unknown_values(self._draft.document, known)]
        self.setVisible(bool(found))
        if found == self._found:
            return
        self._found = found
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.texts = []
        for row, (key, value, mistake) in enumerate(found):
            written = f"{Mistake(key, '').key_text} = {value!r}"
            text = QLabel(written if len(written) <= LONGEST else written[:LONGEST] + "…")
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            hint = QLabel(mistake[:1].upper() + mistake[1:])
            hint.setTextFormat(Qt.TextFormat.PlainText)
            hint.setWordWrap(True)
            hint.setObjectName("hint")
            hint.setProperty("wrong", bool(mistake))
            remove = QPushButton(tr("Take Out"))
            remove.setObjectName("link")
            remove.setAutoDefault(False)
            remove.setAccessibleName(f"{tr('Take Out')}: {written}")
            remove.clicked.connect(lambda _on=False, place=key: self._draft.do(lambda one: one.remove(place)))
            for column, widget in enumerate((text, hint, remove)):
                self._grid.addWidget(widget, row, column)
            self.texts.append(written)


def unknown_values(document: Any, known: Collection[KeyPath], key: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every value of a document that has no field; a table without any field counts as one value."""
    entries = document.items() if isinstance(document, dict) else enumerate(document)
    for name, value in entries:
        place = (*key, name)
        if place in known:
            continue
        inside = any(one[: len(place)] == place for one in known)
        if inside and (
            isinstance(value, dict) or (isinstance(value, list) and all(isinstance(v, dict) for v in value))
        ):
            yield from unknown_values(value, known, place)
        else:
            yield place, value


WIDEST_KIND_FORM = 560
"""Maximum width, in logical pixels, of a form whose kind is chosen."""


@dataclass(frozen=True, slots=True)
class KindTable:
    """Description of a table that is of one of several kinds.

    Attributes:
        choices: Returns the available kinds.
        parts: Returns the fields of a kind.
    """

    table: KeyPath
    structs: drafting.Structs
    choose: Callable[[Writing, str, drafting.Memory], None]
    label: str
    choices: Callable[[], Choices]
    parts: Callable[[str], Sequence[FieldGroup]]


class KindForm(QWidget):
    """Form of a table whose kind is chosen in the form; it is re-created if the kind changes."""

    def __init__(self, draft: Draft, table: KindTable) -> None:
        super().__init__()
        self._draft = draft
        self._table = table
        self._shape: object = None
        self.form: FieldForm | None = None
        self.kind: KindChoice | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def refresh(self, mistakes: dict[KeyPath, str]) -> bool:
        """Show the draft; return whether the form was re-created. Shown mistakes are removed from `mistakes`."""
        table = self._table
        kind = str(self._draft.value((*table.table, "name"), next(iter(table.structs))))
        choices = table.choices()
        anew = self._shape != (kind, choices)
        if anew:
            self._shape = (kind, choices)
            self._make(kind, choices)
        assert self.form is not None
        assert self.kind is not None
        self.kind.refresh(kind, mistakes)
        self.form.refresh(mistakes)
        return anew

    def _make(self, kind: str, choices: Choices) -> None:
        old, had_focus = self.form, self.kind is not None and self.kind.field.box.hasFocus()
        self.kind = KindChoice(self._draft, self._table.table, "name", self._table.label, choices)
        self.kind.field.setMaximumWidth(WIDEST_KIND_FORM)
        self.kind.field.edited.connect(self._choose_kind)
        self.form = FieldForm(self._draft, self._table.parts(kind), before=[self.kind], parent=self)
        self._column.addWidget(self.form)
        if had_focus:
            self.kind.field.box.setFocus()
        if old is not None:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()

    def _choose_kind(self, kind: Any) -> None:
        self._draft.do(lambda writing: self._table.choose(writing, str(kind), self._draft.memory))


def workload_form(draft: Draft) -> KindForm:
    """Return the form of the workload."""

    def parts(kind: str) -> Sequence[FieldGroup]:
        known = WORKLOADS.all.get(kind)
        own = [FieldGroup(drafting.WORKLOAD, known.parameters, known.form)] if known is not None else []
        return [*own, FieldGroup(("pacing",), Pacing, form_entries.PACING)]

    structs, choices = parameter_structs(), form_entries.workload_choices
    table = KindTable(drafting.WORKLOAD, structs, drafting.choose_workload, tr("Workload"), choices, parts)
    return KindForm(draft, table)


def plan_form(draft: Draft) -> KindForm:
    """Return the form of the plan: duration, repeats, order."""

    def choices() -> Choices:
        workload = str(draft.value((*drafting.WORKLOAD, "name"), next(iter(WORKLOADS.all))))
        return tuple((name, PLANS[name].choice) for name in drafting.plans_for(workload))

    def parts(kind: str) -> Sequence[FieldGroup]:
        plan = PLANS.all.get(kind)
        own = [FieldGroup(drafting.PLAN, plan, (*plan.form, *OF_EVERY_PLAN))] if plan is not None else []
        return [
            *own,
            FieldGroup((), Scenario, form_entries.ORDER),
            FieldGroup(("start",), StartState, form_entries.START),
            FieldGroup((), Scenario, form_entries.machine()),
        ]

    label = tr("Plan")
    return KindForm(draft, KindTable(drafting.PLAN, PLANS.all, drafting.choose_plan, label, choices, parts))


WIDEST = 1500
"""Maximum width in logical pixels, because longer lines are hard to read."""


class Form(QScrollArea):
    """Scrollable form of the whole scenario; empty until the first refresh in its window.

    Attributes:
        password_wanted: The user wants to store passwords.
    """

    password_wanted = Signal()

    def __init__(self, draft: Draft, theme: Theme) -> None:
        super().__init__()
        self._draft = draft
        self.top = FieldForm(draft, [FieldGroup((), Scenario, form_entries.TOP)])
        self.systems = Systems(draft, theme)
        self.systems.password_wanted.connect(self.password_wanted)
        self.agents = AgentCards(draft)
        self.workload = workload_form(draft)
        self.plan = plan_form(draft)
        report = FieldGroup(("report",), ReportText, form_entries.REPORT)
        self.report = FieldForm(draft, [report], more=tr("Author, logo, summary, conclusion"))
        self.thresholds = ThresholdFields(draft)
        self.unknown = UnknownValues(draft)
        self.unknown_section = _Section(tr("Kept unchanged"), self.unknown)
        self.hint = QLabel()
        self.hint.setObjectName("hint")
        self.hint.setProperty("wrong", True)
        self.hint.setWordWrap(True)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self._board = board = QWidget()
        board.setObjectName("board")
        board.setMaximumWidth(WIDEST)
        column = QVBoxLayout(board)
        column.setContentsMargins(20, 16, 20, 20)
        column.setSpacing(20)
        column.addWidget(self.top)
        column.addWidget(_Section(tr("Systems"), self.systems))
        column.addWidget(_Section(tr("Agents"), self.agents))
        column.addWidget(_Section(tr("Workload"), self.workload))
        column.addWidget(_Section(tr("Plan"), self.plan))
        column.addWidget(_Section(tr("Thresholds"), self.thresholds))
        column.addWidget(_Section(tr("Report"), self.report))
        column.addWidget(self.unknown_section)
        column.addWidget(self.hint)
        column.addStretch(1)
        self.setWidget(board)
        self.setWidgetResizable(True)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_theme(self, theme: Theme) -> None:
        self.systems.set_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Show the draft and its mistakes."""
        focused = self._focused()
        mistakes = _texts_by_key(self._draft.mistakes)
        self.top.refresh(mistakes)
        self.report.refresh(mistakes)
        anew = [part.refresh(mistakes) for part in (self.systems, self.agents, self.workload, self.plan)]
        if any(anew):
            self._order_tabs()
        self.thresholds.refresh(mistakes)
        known = {*self.places(), ("systems",), ("agents",), THRESHOLDS}
        known |= {("systems", index, "role") for index in range(len(self.systems.cards))}
        self.unknown.refresh(known, mistakes)
        self.unknown_section.setVisible(not self.unknown.isHidden())
        self.systems.tell(mistakes)
        self.agents.tell(mistakes)
        self.hint.setText("\n".join(_full_text(key, text) for key, text in mistakes.items()))
        self.hint.setVisible(bool(mistakes))
        if focused is not None and self._focused() != focused:
            self.focus(focused, reveal=False)

    def _order_tabs(self) -> None:
        """Set the tab order from top to bottom, regardless of the order in which the widgets were created."""
        parts = (
            self.top,
            *self.systems.cards,
            self.systems.add_button,
            *self.agents.cards,
            self.agents.add_button,
            self.workload,
            self.plan,
            self.thresholds,
            self.report,
            self.unknown,
        )
        chain = [one for part in parts for one in (part, *part.findChildren(QWidget)) if _is_tab_stop(one)]
        chain = [one for one in chain if one.window() is self.window()]  # without pop-up lists
        for before, after in itertools.pairwise(chain):
            QWidget.setTabOrder(before, after)

    def places(self) -> Iterator[KeyPath]:
        """Yield every key that has a field."""
        yield from self._fields()

    def focus(self, key: KeyPath, *, reveal: bool = True) -> bool:
        """Focus the field of a key; return whether there is one.

        Args:
            key: The key.
            reveal: Scroll to the field; if it has several parts, to the wrong value.
        """
        found = self._fields().get(key)
        if found is None:
            return False
        wrong = found.wrong if reveal and isinstance(found, Block) else None
        target, *reasons = wrong or (found.field.input, found)
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        if reveal:
            for widget in (*reasons, target):
                self.ensureWidgetVisible(widget)
        return True

    def first_mistake(self) -> KeyPath | None:
        """Return the key of the topmost field with a mistake."""
        wrong = [one for one in self._fields().values() if _has_mistake(one) and not one.isHidden()]
        wrong.sort(key=lambda one: one.mapTo(self._board, one.rect().topLeft()).y())
        return wrong[0].key if wrong else None

    def _fields(self) -> dict[KeyPath, Block | KindChoice]:
        found: dict[KeyPath, Block | KindChoice] = {}
        parts: tuple[QWidget, ...] = (
            self.top, *self.systems.cards, *self.agents.cards, self.workload, self.plan, self.report,
        )  # fmt: skip
        for part in parts:
            for kind in part.findChildren(KindChoice):
                found[kind.key] = kind
            for block in part.findChildren(Block):
                found[block.key] = block
        return found

    def _focused(self) -> KeyPath | None:
        widget: QWidget | None = self.window().focusWidget()
        while widget is not None and widget is not self:
            if isinstance(widget, Block | KindChoice):
                return widget.key
            widget = widget.parentWidget()
        return None


def _has_mistake(field: Block | KindChoice) -> bool:
    return bool(field.mistake) or (isinstance(field, Block) and field.wrong is not None)


def _is_tab_stop(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


class _Section(QFrame):
    def __init__(self, title: str, content: QWidget) -> None:
        super().__init__()
        self.setObjectName("section")
        heading = QLabel(title)
        heading.setObjectName("sectionHeading")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(content)


def estimate_text(time: RunTime) -> str:
    """Return the expected duration of a run: "About 12 min: 3 loads of 3 min 30 s, rests of 30 s"."""
    if time.loads > 1 and time.rest_s:
        template = tr("About {total}: {number} loads of {each}, rests of {rest}")
        if time.at_most:
            template = tr("At most {total}: {number} loads of {each}, rests of {rest}")
    elif time.loads > 1:
        template = tr("About {total}: {number} loads of {each}")
        if time.at_most:
            template = tr("At most {total}: {number} loads of {each}")
    else:
        template = tr("At most {total} under load") if time.at_most else tr("About {total} under load")
    total, each, rest = (duration_in_units(seconds) for seconds in (time.total_s, time.load_s, time.rest_s))
    return template.format(total=total, number=time.loads, each=each, rest=rest)


def _texts_by_key(mistakes: list[Mistake]) -> dict[KeyPath, str]:
    found: dict[KeyPath, str] = {}
    for mistake in mistakes:
        before, text = found.get(mistake.key), message_text(mistake.message)
        found[mistake.key] = f"{before}; {text}" if before else text
    return found


def _full_text(key: KeyPath, text: str) -> str:
    return f"{Mistake(key, '').key_text}: {text}" if key else text
