"""The form of a scenario: its sections one below the other, each mistake beside what it is about."""

import itertools
from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.scenario.checking import KeyPath, Mistake
from app.scenario.estimate import RunTime
from app.scenario.model import Scenario
from app.ui.editor import entries
from app.ui.editor.block import Block
from app.ui.editor.draft import Draft
from app.ui.editor.field_form import FieldForm, Part
from app.ui.editor.kept import Kept
from app.ui.editor.protocol import plan_form, workload_form
from app.ui.editor.systems import Systems
from app.ui.editor.target_box import KindChoice
from app.ui.figures import duration_words
from app.ui.texts import tr
from widgets.theme import Theme

WIDEST = 1500
"""Logical pixels: lines that are longer are hard to follow."""


class Form(QScrollArea):
    """password_wanted: passwords are to be stored."""

    password_wanted = Signal()

    def __init__(self, draft: Draft, theme: Theme) -> None:
        super().__init__()
        self._draft = draft
        self.top = FieldForm(draft, [Part((), Scenario, entries.TOP)])
        self.systems = Systems(draft, theme)
        self.systems.password_wanted.connect(self.password_wanted)
        self.workload = workload_form(draft)
        self.plan = plan_form(draft)
        self.kept = Kept(draft)
        self.kept_section = _Section(tr("Kept as it is"), self.kept)
        self.told = QLabel()
        self.told.setObjectName("hint")
        self.told.setProperty("wrong", True)
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self._board = board = QWidget()
        board.setObjectName("board")
        board.setMaximumWidth(WIDEST)
        column = QVBoxLayout(board)
        column.setContentsMargins(20, 16, 20, 20)
        column.setSpacing(20)
        column.addWidget(self.top)
        column.addWidget(_Section(tr("Systems"), self.systems))
        column.addWidget(_Section(tr("Workload"), self.workload))
        column.addWidget(_Section(tr("Plan"), self.plan))
        column.addWidget(self.kept_section)
        column.addWidget(self.told)
        column.addStretch(1)
        self.setWidget(board)
        self.setWidgetResizable(True)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self.systems.set_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Shows the draft as it is, and what is wrong with it."""
        focused = self._focused()
        mistakes = _by_key(self._draft.mistakes)
        self.top.refresh(mistakes)
        anew = [part.refresh(mistakes) for part in (self.systems, self.workload, self.plan)]
        if any(anew):
            self._order_tabs()
        known = {*self.places(), ("systems",)}
        known |= {("systems", index, "role") for index in range(len(self.systems.cards))}
        self.kept.refresh(known, mistakes)
        self.kept_section.setVisible(not self.kept.isHidden())
        self.systems.tell(mistakes)
        self.told.setText("\n".join(_whole(key, text) for key, text in mistakes.items()))
        self.told.setVisible(bool(mistakes))
        if focused is not None and self._focused() != focused:
            self.focus(focused, reveal=False)

    def _order_tabs(self) -> None:
        """The keyboard goes through the form from the top, whatever was made when."""
        parts = (self.top, *self.systems.cards, self.systems.add_button, self.workload, self.plan, self.kept)
        chain = [one for part in parts for one in (part, *part.findChildren(QWidget)) if _by_tab(one)]
        chain = [one for one in chain if one.window() is self.window()]  # not the lists that pop up
        for before, after in itertools.pairwise(chain):
            QWidget.setTabOrder(before, after)

    def places(self) -> Iterator[KeyPath]:
        """Every key that has a field."""
        yield from self._fields()

    def focus(self, key: KeyPath, *, reveal: bool = True) -> bool:
        """Gives the keyboard to the field of a key; whether there is one. reveal: and brings it into sight."""
        found = self._fields().get(key)
        if found is None:
            return False
        target = found.field.input
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        if reveal:
            self.ensureWidgetVisible(found)
        return True

    def first_mistake(self) -> KeyPath | None:
        """The key of the first field with a mistake, from the top."""
        wrong = [one for one in self._fields().values() if one.mistake and not one.isHidden()]
        wrong.sort(key=lambda one: one.mapTo(self._board, one.rect().topLeft()).y())
        return wrong[0].key if wrong else None

    def _fields(self) -> dict[KeyPath, Block | KindChoice]:
        found: dict[KeyPath, Block | KindChoice] = {}
        parts: tuple[QWidget, ...] = (self.top, *self.systems.cards, self.workload, self.plan)
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


def _by_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


class _Section(QFrame):
    def __init__(self, words: str, content: QWidget) -> None:
        super().__init__()
        self.setObjectName("section")
        heading = QLabel(words)
        heading.setObjectName("sectionHeading")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(content)


def estimate_words(time: RunTime) -> str:
    """How long a run will take: "About 12 min: 3 loads of 3 min 30 s, rests of 30 s"."""
    if time.loads > 1 and time.rest_s:
        words = tr("About {total}: {number} loads of {each}, rests of {rest}")
        if time.at_most:
            words = tr("At most {total}: {number} loads of {each}, rests of {rest}")
    elif time.loads > 1:
        words = tr("About {total}: {number} loads of {each}")
        if time.at_most:
            words = tr("At most {total}: {number} loads of {each}")
    else:
        words = tr("At most {total} under load") if time.at_most else tr("About {total} under load")
    total, each, rest = (duration_words(seconds) for seconds in (time.total_s, time.load_s, time.rest_s))
    return words.format(total=total, number=time.loads, each=each, rest=rest)


def _by_key(mistakes: list[Mistake]) -> dict[KeyPath, str]:
    found: dict[KeyPath, str] = {}
    for mistake in mistakes:
        before = found.get(mistake.key)
        found[mistake.key] = f"{before}; {mistake.text}" if before else mistake.text
    return found


def _whole(key: KeyPath, text: str) -> str:
    return f"{Mistake(key, '').key_text}: {text}" if key else text
