"""The values of one or several tables of the scenario: those that matter in sight, the others on demand."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.scenario.checking import KeyPath
from app.ui.editor.block import Block
from app.ui.editor.draft import Draft
from app.ui.editor.entries import Entry
from app.ui.editor.grid import Flow, Fold
from app.ui.texts import tr

LEAST_WIDTH = 165


@dataclass(frozen=True, slots=True)
class Part:
    """Some values of a table."""

    table: KeyPath
    struct: type[msgspec.Struct]
    entries: Sequence[Entry]


class FieldForm(QWidget):
    """password_wanted: a password is to be stored. more: what the part on demand is called."""

    password_wanted = Signal()

    def __init__(
        self, draft: Draft, parts: Sequence[Part], *, more: str = "", before: Sequence[QWidget] = (), columns: int = 4
    ) -> None:
        """before: what stands before the fields, in their grid. columns: at most."""
        super().__init__()
        self._draft = draft
        self._more = more or tr("More settings")
        self.blocks = [Block(draft, part.table, part.struct, entry) for part in parts for entry in part.entries]
        for block in self.blocks:
            block.password_wanted.connect(self.password_wanted)
        self._place: tuple[object, ...] = ("more", *(part.table for part in parts))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        main = Flow(LEAST_WIDTH, most=columns)
        main.set_widgets([*before, *(block for block in self.blocks if not block.entry.more)])
        column.addWidget(main)
        more_blocks = [block for block in self.blocks if block.entry.more]
        grid = Flow(LEAST_WIDTH, most=columns)
        grid.set_widgets(more_blocks)
        self.fold = Fold(self._more, grid)
        self.fold.setVisible(bool(more_blocks))
        self.fold.set_open(self._place in draft.unfolded)
        self.fold.toggled.connect(self._remember)
        column.addWidget(self.fold)

    def refresh(self, mistakes: dict[KeyPath, str]) -> None:
        """Shows the draft. mistakes: by the key of the value; those that are shown here are taken out."""
        wrong = chosen = 0
        for block in self.blocks:
            block.refresh(mistakes.pop(block.key, ""))
            block.setVisible(block.fits())
            if block.entry.more:
                wrong += bool(block.mistake)
                chosen += block.chosen
        words = tr("{words} ({number} set)").format(words=self._more, number=chosen) if chosen else self._more
        self.fold.set_words(words)
        if wrong and not self.fold.is_open:
            self.fold.set_open(True)

    def _remember(self, on: bool) -> None:
        (self._draft.unfolded.add if on else self._draft.unfolded.discard)(self._place)
