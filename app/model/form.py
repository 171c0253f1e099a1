# SPDX-License-Identifier: Apache-2.0
"""What a form asks: of each value its name, a line that explains it, its unit, its choices. The texts are translated
where they are shown."""

from dataclasses import dataclass
from typing import Any

from app.model.mistakes import KeyPath

Choices = tuple[tuple[str, str], ...]


def marked(text: str) -> str:
    """A short text of a table that does not look like one ("users"): it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class FormField:
    """One value. kind: how it is asked where its type does not tell ("folder", "file", "beside", "lines", "script",
    "rows", "password", "pairs", "parts", "agents", "agent"); "beside" is the name of a file beside the scenario.
    choices: value and words. parts: of a kind "parts", what is asked of each part. empty: what an empty field
    stands for. more: asked only on demand. when: only where that value of the same table is one of these. wide:
    takes a row of its own. hints: what stands in place of the hint where the scenario has that value at that key;
    of several that hold, the first."""

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
