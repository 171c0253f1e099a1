# SPDX-License-Identifier: Apache-2.0
"""Form fields: for each value, its name, a one-line explanation, its unit, and its choices.

The text is translated where it is shown.
"""

from dataclasses import dataclass
from typing import Any

from app.model.mistakes import KeyPath

Choices = tuple[tuple[str, str], ...]


def marked(text: str) -> str:
    """Mark a short text in a table ("users") as translatable; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class FormField:
    """Field of a form.

    Attributes:
        kind: Kind of input if the type does not determine it, such as "folder", "lines", "password" or "agents".
        choices: Pairs of value and label.
        empty: Meaning of an empty field.
        more: Whether the field is shown only on demand.
        when: Key of the same table, and its values for which the field is shown.
        wide: Whether the field takes a whole row.
        parts: Fields of each part, if the kind is "parts".
        hints: Replacements of `hint` for scenarios with a certain value at a certain key; the first match applies.
    """

    name: str
    label: str
    hint: str = ""
    unit: str = ""
    kind: str = ""
    choices: Choices = ()
    empty: str = ""
    more: bool = False
    when: tuple[str, tuple[Any, ...]] | None = None
    wide: bool = False
    parts: "tuple[FormField, ...]" = ()
    hints: tuple[tuple[KeyPath, Any, str], ...] = ()
