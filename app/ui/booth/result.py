"""What a recorded session of several repeats or steps, or a race, came to: worked out beside the window's thread."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.session.errors import SessionError
from app.ui.background import Task
from app.ui.booth.card import Card, closing_card
from app.ui.verdict import verdict_of
from widgets.booth_head import Statement

_RATIO = re.compile(r"(?P<ratio>\S+×) (?P<of>.+)")


@dataclass(frozen=True, slots=True)
class Result:
    """numbers: of each system, by letter. card: what they mean together."""

    numbers: Mapping[str, str]
    card: Card

    def statement(self, challengers: int) -> Statement:
        """For the head: the ratio, or the words, and what it rests on."""
        card = self.card
        if challengers > 1:
            return Statement("", (" · ".join(card.lines[:challengers]), _joined(card.main, card.footnote)))
        first = card.lines[0] if card.lines else ""
        if (found := _RATIO.fullmatch(card.main)) is not None:
            return Statement(found["ratio"], (_joined(found["of"], first), card.footnote))
        return Statement(card.main, (first, card.footnote))


class Results(QObject):
    """changed: a result is known now."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._found: Result | None = None

    def of(self, path: Path) -> Result | None:
        """The result of a finished session; None while it is worked out, and where it has none."""
        if path != self._path:
            self._path, self._found = path, None
            task = Task(lambda: _result_of(path), (SessionError, OSError), self)
            task.done.connect(lambda found: self._take(path, found))
            task.done.connect(task.deleteLater)
            task.failed.connect(task.deleteLater)
            task.start()
        return self._found

    def _take(self, path: Path, found: object) -> None:
        if path == self._path and isinstance(found, Result):
            self._found = found
            self.changed.emit()


def _result_of(path: Path) -> Result | None:
    card = closing_card(path)
    if card is None:
        return None
    return Result({letter: number for letter, (_, number) in verdict_of(path).numbers.items()}, card)


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
