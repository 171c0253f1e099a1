# SPDX-License-Identifier: Apache-2.0
"""Impossible values, which count as no data and are listed with their lines.

They are NaN, the smallest integer that a C program prints for an operation that never ran, negative counts, and more
I/Os per second than any machine completes.
"""

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
"""Strings for NaN and infinity as printed by C, .NET and Microsoft's C library, in English and German."""
_EXTREMES = frozenset({-(2.0**31), -(2.0**63), 2.0**63, 2.0**64, 2.0**63 - 1024})
"""Results of converting such values to integers."""
MOST = {"/s": 1e12, "/min": 1e14, "B/s": 1e15, "s": 1e6, "ms": 1e9, "%": 1e6, "W": 1e8}
"""Upper bounds of figures, by unit."""
LARGEST = 1e18
MOST_IOPS = 1e10
"""No storage completes ten billion I/Os per second."""
MOST_SHOWN = 5


def most_of(unit: str) -> float:
    """Return the largest possible value of a figure with that unit."""
    return MOST.get(unit, LARGEST)


def is_no_number(text: str) -> bool:
    """Return whether a field contains a program's string for NaN or infinity."""
    return _NO_NUMBER.fullmatch(text.strip()) is not None


@dataclass(slots=True)
class Unusable:
    """Impossible values of a file, collected while it is read."""

    path: Path
    count: int = 0
    examples: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Discard all values before the file is read again."""
        self.count = 0
        self.examples.clear()

    def add(self, line: int, name: str, value: object) -> None:
        self.count += 1
        if len(self.examples) < MOST_SHOWN:
            self.examples.append(f"{line} ({name[:40]}: {str(value)[:24]})")

    def checked(self, line: int, name: str, value: float, most: float = LARGEST, *, signed: bool = False) -> float:
        """Return the value, or NaN if it is impossible; with `signed` it may be negative."""
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
        """Return the number in a field; NaN if the field is empty or its value is impossible.

        Raises:
            ImportedFileError: the field contains something else.
        """
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
        """First impossible values, with their lines."""
        return "; ".join(self.examples) + ("; ..." if self.count > len(self.examples) else "")

    def notes(self) -> Iterator[Sentence]:
        """Yield a warning for the reader of the session."""
        if self.count:
            yield phrase(
                "{name}: {count:,} impossible values count as missing, in line {places}",
                name=self.path.name,
                count=self.count,
                places=self.places,
            )

    def nothing_left(self) -> ImportedFileError:
        """Return the error for a file without usable figures."""
        return wrong(self.path, "no figure of it can be used: impossible values in line {places}", places=self.places)
