# SPDX-License-Identifier: Apache-2.0
"""Values that cannot be: NaN, the smallest integer that a C program prints for what never ran, negative counts, more
I/Os a second than any machine makes. They are no data, and their lines are listed."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.imports.field_values import number_of
from app.imports.source import ImportedFileError, wrong
from app.model.errors import phrase
from app.model.messages import Sentence

_NO_NUMBER = re.compile(
    r"[-+]?(?:nan(?:\([\w]*\))?|n\.(?: ?def\.)?|1[.,]#(?:ind|qnan|snan|inf|j)\d*|inf(?:inity)?|unendlich|∞)%?",
    re.IGNORECASE,
)
"""As C, .NET and Microsoft's C library print what is no number, in English and German."""
_EXTREMES = frozenset({-(2.0**31), -(2.0**63), 2.0**63, 2.0**64, 2.0**63 - 1024})
"""What a conversion of such a value to an integer gives."""
MOST = {"/s": 1e12, "/min": 1e14, "B/s": 1e15, "s": 1e6, "ms": 1e9, "%": 1e6, "W": 1e8}
"""No figure of that unit is so large."""
LARGEST = 1e18
MOST_IOPS = 1e10
"""No storage completes ten billion I/Os a second."""
MOST_SHOWN = 5


def most_of(unit: str) -> float:
    """The largest value that a figure of that unit can have."""
    return MOST.get(unit, LARGEST)


def is_no_number(text: str) -> bool:
    """Whether a field holds what a program prints for a value that is no number."""
    return _NO_NUMBER.fullmatch(text.strip()) is not None


@dataclass(slots=True)
class Unusable:
    """The values of a file that cannot be, as its reader meets them."""

    path: Path
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Begin again: the file is read once more."""
        self.count = 0
        self.examples.clear()

    def add(self, line: int, name: str, value: object) -> None:
        """One more."""
        self.count += 1
        if len(self.examples) < MOST_SHOWN:
            self.examples.append(f"{line} ({name[:40]}: {str(value)[:24]})")

    def checked(self, line: int, name: str, value: float, most: float = LARGEST, *, signed: bool = False) -> float:
        """The value; NaN where it cannot be. signed: it may be below 0."""
        if math.isnan(value):
            return value
        if value in _EXTREMES or not math.isfinite(value) or abs(value) > most or (value < 0 and not signed):
            self.add(line, name, f"{value:g}")
            return math.nan
        return value

    def figure(
        self, line: int, name: str, text: str, most: float = LARGEST, *, decimal_comma: bool = False,
        signed: bool = False,
    ) -> float:  # fmt: skip
        """The number in a field; NaN where the field is empty or its value cannot be. Raises ImportedFileError for a
        field that holds something else."""
        if is_no_number(text):
            self.add(line, name, text.strip())
            return math.nan
        try:
            value = number_of(text, decimal_comma=decimal_comma)
        except ValueError as error:
            raise wrong(self.path, "{name}: {reason}", line=line, name=name, reason=error) from None
        return self.checked(line, name, value, most, signed=signed)

    @property
    def places(self) -> str:
        """The first of them, with their lines."""
        return "; ".join(self.examples) + ("; ..." if self.count > len(self.examples) else "")

    def notes(self) -> Iterator[Sentence]:
        """What the reader of the session must know."""
        if self.count:
            yield phrase(
                "{name}: {count:,} impossible values count as missing, in line {places}",
                name=self.path.name,
                count=self.count,
                places=self.places,
            )

    def nothing_left(self) -> ImportedFileError:
        """The error where no figure is left."""
        return wrong(self.path, "no figure of it can be used: impossible values in line {places}", places=self.places)
