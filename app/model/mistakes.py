"""A mistake in a scenario: where it is, and what was expected there."""

from dataclasses import dataclass

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake. key: where in the document, () for the whole."""

    key: KeyPath
    text: str

    @property
    def key_text(self) -> str:
        """The key as a person would write it: systems[1].targets[0].journal (counted from 1)."""
        parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in self.key]
        return "".join(parts).removeprefix(".")
