# SPDX-License-Identifier: Apache-2.0
"""The scenario that is being edited: its text is the truth, every change can be taken back, every mistake is known."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.model.errors import phrase
from app.model.mistakes import KeyPath, Mistake
from app.model.scenario import Scenario
from app.scenario.drafting import Memory, names_followed
from app.scenario.reading import checked, mistakes_beside
from app.scenario.writing import Writing, WritingError
from app.ui.workbench.localised_figures import error_text

MOST_STEPS = 500


@dataclass(frozen=True, slots=True)
class Source:
    """Where a draft comes from. path: its file, None where it has none yet. folder: relative paths start there."""

    text: str
    folder: Path
    path: Path | None = None


class Draft(QObject):
    """changed: the text is another one.

    refused: a change can't be put into it, with the reason. noted: a change did so much that a person may want it back,
    in words.
    """

    changed = Signal()
    refused = Signal(str)
    noted = Signal(str)

    def __init__(self, source: Source, parent: QObject | None = None) -> None:
        """Raise WritingError where the text is no TOML."""
        super().__init__(parent)
        self.path = source.path
        self.folder = source.folder
        self._saved = source.text if source.path is not None else ""
        self._begun = source.text
        self._undo: list[str] = []
        self._redo: list[str] = []
        self._joined: KeyPath | None = None
        self.memory: Memory = {}
        self.unfolded: set[object] = set()
        """Which parts of the form the person has opened."""
        self.document: dict[str, Any] = {}
        self.scenario: Scenario | None = None
        self.mistakes: list[Mistake] = []
        self._take(source.text)

    @property
    def dirty(self) -> bool:
        """Whether anything would be lost."""
        return self.text != self._saved and not (self.path is None and self.text == self._begun)

    @property
    def saved(self) -> str:
        """What stands in its file, as far as this draft knows; "" where it has none."""
        return self._saved

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether a change was taken back."""
        return bool(self._redo)

    def value(self, key: KeyPath, default: Any = None) -> Any:
        """What stands there; the default where nothing does."""
        found: Any = self.document
        for part in key:
            try:
                found = found[part]
            except (KeyError, IndexError, TypeError):
                return default
        return found

    def put(self, key: KeyPath, value: Any, default: Any = None) -> None:
        """Set one value; None takes it out.

        A default is not written where nothing stood. Changes of one value that follow each other are taken back
        together.
        """

        def change(writing: Writing) -> None:
            with names_followed(writing):
                if value is None:
                    writing.remove(key)
                elif not (writing.value(key) is None and value == default):
                    writing.put(key, value)

        self.do(change, joined=key)

    def do(self, change: Callable[[Writing], None], *, joined: KeyPath | None = None, note: str = "") -> None:
        """Make a change that is taken back in one step. note: what to say of it."""
        goes_on = joined is not None and joined == self._joined and bool(self._undo)
        base = self._undo[-1] if goes_on else self.text
        try:
            writing = Writing(base)
            change(writing)
            text = writing.text
        except WritingError as error:
            self.refused.emit(error_text(error))
            self.changed.emit()
            return
        if not goes_on:
            self._undo.append(base)
            del self._undo[:-MOST_STEPS]
        self._joined = joined
        if text == base:
            self._undo.pop()
            self._joined = None
        if text == self.text:
            return
        self._redo.clear()
        self._take(text)
        self.changed.emit()
        if note:
            self.noted.emit(note)

    def pause(self) -> None:
        """The person turns to something else: the next change is a step of its own."""
        self._joined = None

    def undo(self) -> None:
        """Take the last change back."""
        if self._undo:
            self._redo.append(self.text)
            self._step_to(self._undo.pop())

    def redo(self) -> None:
        """Make the change again that was taken back."""
        if self._redo:
            self._undo.append(self.text)
            self._step_to(self._redo.pop())

    def saved_as(self, path: Path) -> None:
        """The text stands in this file now."""
        self.path = path
        self.folder = path.resolve().parent
        self._saved = self.text
        self.pause()
        self._take(self.text)
        self.changed.emit()

    def look_again(self) -> None:
        """The files beside the scenario may have changed."""
        before = self.mistakes
        self._take(self.text)
        if self.mistakes != before:
            self.changed.emit()

    def _step_to(self, text: str) -> None:
        self.pause()
        self._take(text)
        self.changed.emit()

    def _take(self, text: str) -> None:
        self.text = text
        self.document = Writing(text).document
        self.scenario, found = checked(self.document)
        if self.scenario is not None:
            beside = self.folder if self.path is not None else None
            found = [*found, *mistakes_beside(self.scenario, text, beside)]
        self.mistakes = [_of_a_field(mistake) for mistake in found]


def _of_a_field(mistake: Mistake) -> Mistake:
    """What is missing is told where it is to be filled in."""
    values = mistake.message.values
    missing, why = values.get("missing"), values.get("why")
    if not isinstance(missing, str):
        return mistake
    needed = phrase("this is needed: {why}", why=why) if why else phrase("this is needed")
    return Mistake((*mistake.key, missing), needed)
