# SPDX-License-Identifier: Apache-2.0
"""The scenario being edited: its text is authoritative, every change can be undone, and mistakes are tracked."""

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
class DraftOrigin:
    """Origin of a draft.

    Attributes:
        path: The scenario file; None if it has not been saved yet.
        folder: Base of relative paths.
    """

    text: str
    folder: Path
    path: Path | None = None


class Draft(QObject):
    """An edited scenario.

    Attributes:
        changed: The text has changed.
        refused: A change could not be applied; carries the reason.
        noted: A large change was made that the user may want to undo; carries its description.
    """

    changed = Signal()
    refused = Signal(str)
    noted = Signal(str)

    def __init__(self, source: DraftOrigin, parent: QObject | None = None) -> None:
        """Create the draft. Raises WritingError if the text is not TOML."""
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
        """Form sections that the user has expanded."""
        self.document: dict[str, Any] = {}
        self.scenario: Scenario | None = None
        self.mistakes: list[Mistake] = []
        self._set_text(source.text)

    @property
    def dirty(self) -> bool:
        """True if there are unsaved changes."""
        return self.text != self._saved and not (self.path is None and self.text == self._begun)

    @property
    def saved(self) -> str:
        """Last known text of the file; "" if there is no file."""
        return self._saved

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """True if there is a change to redo."""
        return bool(self._redo)

    def value(self, key: KeyPath, default: Any = None) -> Any:
        """Return the value of a key, or the default."""
        found: Any = self.document
        for part in key:
            try:
                found = found[part]
            except (KeyError, IndexError, TypeError):
                return default
        return found

    def put(self, key: KeyPath, value: Any, default: Any = None) -> None:
        """Set one value; None removes it.

        A default is not written if the key was missing. Consecutive changes to one value are undone together.
        """

        def change(writing: Writing) -> None:
            with names_followed(writing):
                if value is None:
                    writing.remove(key)
                elif not (writing.value(key) is None and value == default):
                    writing.put(key, value)

        self.do(change, joined=key)

    def do(self, change: Callable[[Writing], None], *, joined: KeyPath | None = None, note: str = "") -> None:
        """Apply a change as a single undo step; `note` describes it to the user."""
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
        self._set_text(text)
        self.changed.emit()
        if note:
            self.noted.emit(note)

    def pause(self) -> None:
        """End the current undo step, so that the next change starts a new one."""
        self._joined = None

    def undo(self) -> None:
        if self._undo:
            self._redo.append(self.text)
            self._restore(self._undo.pop())

    def redo(self) -> None:
        """Redo the last undone change."""
        if self._redo:
            self._undo.append(self.text)
            self._restore(self._redo.pop())

    def saved_as(self, path: Path) -> None:
        """Record that the text was saved to this file."""
        self.path = path
        self.folder = path.resolve().parent
        self._saved = self.text
        self.pause()
        self._set_text(self.text)
        self.changed.emit()

    def look_again(self) -> None:
        """Check the scenario again because files that it refers to may have changed."""
        before = self.mistakes
        self._set_text(self.text)
        if self.mistakes != before:
            self.changed.emit()

    def _restore(self, text: str) -> None:
        self.pause()
        self._set_text(text)
        self.changed.emit()

    def _set_text(self, text: str) -> None:
        self.text = text
        self.document = Writing(text).document
        self.scenario, found = checked(self.document)
        if self.scenario is not None:
            beside = self.folder if self.path is not None else None
            found = [*found, *mistakes_beside(self.scenario, text, beside)]
        self.mistakes = [_with_field_key(mistake) for mistake in found]


def _with_field_key(mistake: Mistake) -> Mistake:
    """Return a mistake about a missing value with the key of the field in which the value is entered."""
    values = mistake.message.values
    missing, why = values.get("missing"), values.get("why")
    if not isinstance(missing, str):
        return mistake
    needed = phrase("this is needed: {why}", why=why) if why else phrase("this is needed")
    return Mistake((*mistake.key, missing), needed)
