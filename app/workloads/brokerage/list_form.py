# SPDX-License-Identifier: Apache-2.0
"""How lists of numbers go to an engine's procedures, each as one text, and how they come back."""

from collections.abc import Callable, Sequence
from itertools import cycle

import msgspec


class ListForm(msgspec.Struct, frozen=True):
    """begin, between, end: what stands around the numbers. widths: to which they are filled up with zeros, in turn."""

    begin: str = ""
    between: str = ""
    end: str = ""
    widths: Sequence[int] = (0,)

    def text(self, numbers: Sequence[int]) -> str:
        """Such a list."""
        wide = zip(numbers, cycle(self.widths), strict=False)
        return self.begin + self.between.join(f"{number:0{width}}" for number, width in wide) + self.end


ARRAY = ListForm("{", ",", "}")
"""PostgreSQL's."""
JSON = ListForm("[", ", ", "]")
TICKS = ListForm(widths=(10, 6, 6))
"""A feed's, where procedures unpack by digits: security, price, volume."""


class ProcedureForm(msgspec.Struct, frozen=True):
    """How an engine's procedures talk. lists: of a procedure, how its list of numbers goes to it. hits_in_text: whether
    the orders that a feed triggers come as numbers in one text; else they are rows."""

    lists: Callable[[str], ListForm]
    hits_in_text: bool
