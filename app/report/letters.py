# SPDX-License-Identifier: Apache-2.0
"""About how wide a text is drawn, from the widths of its letters: no font is asked, since a report of HTML needs no
display. The widths are those of DejaVu Sans, the widest of the fonts that a report names; others need less room."""

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache, partial

_WIDTHS = (
    (0.28, "ijl"),
    (0.32, " .,:;'I|\u00a0"),
    (0.40, 'ftr()[]/-"!°'),
    (0.53, "cszJ?L*_"),
    (0.60, "avxykFTY–…"),
    (0.64, "bdeghnopquES0123456789$#€µ"),
    (0.70, "ABCKPRVXZ"),
    (0.79, "DGHNOQU+=<>×±≥≤≠&"),
    (0.83, "wm"),
    (0.99, "MW%@—"),
)
"""Widths, of the type's size, and the letters that have at most about that."""
_OF = {letter: width for width, letters in _WIDTHS for letter in letters} | {"m": 0.98}
_OTHER = 0.72
_NARROWEST = _WIDTHS[0][0]
BOLD = 1.12
"""How much wider bold letters are."""


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = 1.0, *, bold: bool = False) -> float:
    """Of a line of text in a type of this size, in the size's unit."""
    width = sum(_OF.get(letter, _OTHER if ord(letter) < 0x2E80 else 1.0) for letter in text)
    return width * size * (BOLD if bold else 1.0)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, shortened with an ellipsis where it is wider than `width`; at least one letter of it."""
    text = _bounded(text, width, size)
    if text_width(text, size, bold=bold) <= width:
        return text
    most = _most(len(text) - 1, width, lambda count: text_width(text[:count] + "…", size, bold=bold))
    return text[:most].rstrip(" ,;:·–(") + "…"


def _bounded(text: str, width: float, size: float) -> str:
    """Return the text without what certainly lies beyond the width: a stranger's text may have millions of letters."""
    return text[: int(width / (_NARROWEST * size)) + 2]


def _most(count: int, width: float, width_of: Callable[[int], float]) -> int:
    """Return how many of `count` parts fit, at least 1. width_of: of the first ones; grows with their number."""
    return max(1, bisect_right(range(1, count + 1), width, key=width_of))


def lines_of(text: str, width: float, size: float, most: int, *, bold: bool = False) -> list[str]:
    """The text on at most so many lines, parted between words; what has no room is shortened."""

    def joined(words: list[str], count: int) -> float:
        return text_width(" ".join(words[:count]), size, bold=bold)

    lines: list[str] = []
    words = _bounded(text, most * width, size).split()
    while words and len(lines) < most - 1:
        count = _most(len(words), width, partial(joined, words))
        lines.append(fitted(" ".join(words[:count]), width, size, bold=bold))
        words = words[count:]
    return [*lines, fitted(" ".join(words), width, size, bold=bold)] if words else lines
