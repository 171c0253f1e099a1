# SPDX-License-Identifier: Apache-2.0
"""Error in a scenario: its location, and what was expected there."""

from dataclasses import dataclass

from app.model.errors import phrase
from app.model.messages import Sentence, sentence

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, init=False)
class Mistake:
    """Error in a scenario.

    Attributes:
        key: Location in the document; () for the whole document.
        message: Created from `text` and `values` as in app.model.errors.
    """

    key: KeyPath
    message: Sentence

    def __init__(self, key: KeyPath, text: str | Sentence, /, **values: object) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "message", text if isinstance(text, Sentence) else phrase(text, **values))

    @property
    def text(self) -> str:
        """Message in English."""
        return sentence(self.message)

    @property
    def key_text(self) -> str:
        """Key in users' notation: systems[1].targets[0].journal (counted from 1)."""
        parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in self.key]
        return "".join(parts).removeprefix(".")
