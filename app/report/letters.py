# SPDX-License-Identifier: Apache-2.0
"""Approximate text widths without a font, because an HTML report is created without a display.

The widths are those of DejaVu Sans, the widest of a report's fonts; others need less space.
"""

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
"""Widths relative to the font size, each with the characters that are at most about that wide."""
_WIDTH_OF = {letter: width for width, letters in _WIDTHS for letter in letters} | {"m": 0.98}
_OTHER_WIDTH = 0.72
_NARROWEST = _WIDTHS[0][0]
BOLD = 1.12
"""Width of bold letters relative to regular letters."""


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = 1.0, *, bold: bool = False) -> float:
    """Return the width of a line of text, in the unit of the font size."""
    width = sum(_WIDTH_OF.get(letter, _OTHER_WIDTH if ord(letter) < 0x2E80 else 1.0) for letter in text)
    return width * size * (BOLD if bold else 1.0)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return the text, shortened with an ellipsis if it is wider than `width`; at least one character remains."""
    text = _cut_to_width(text, width, size)
    if text_width(text, size, bold=bold) <= width:
        return text
    most = _fitting_count(len(text) - 1, width, lambda count: text_width(text[:count] + "…", size, bold=bold))
    return text[:most].rstrip(" ,;:·–(") + "…"


def _cut_to_width(text: str, width: float, size: float) -> str:
    """Cut off what is certainly beyond the width, because an untrusted text can have millions of characters."""
    return text[: int(width / (_NARROWEST * size)) + 2]


def _fitting_count(count: int, width: float, width_of: Callable[[int], float]) -> int:
    """Return how many of `count` parts fit, at least 1; `width_of` returns the width of the first n parts."""
    return max(1, bisect_right(range(1, count + 1), width, key=width_of))


def lines_of(text: str, width: float, size: float, most: int, *, bold: bool = False) -> list[str]:
    """Break a text between words into at most `most` lines; shorten it if it does not fit."""

    def joined(words: list[str], count: int) -> float:
        return text_width(" ".join(words[:count]), size, bold=bold)

    lines: list[str] = []
    words = _cut_to_width(text, most * width, size).split()
    while words and len(lines) < most - 1:
        count = _fitting_count(len(words), width, partial(joined, words))
        lines.append(fitted(" ".join(words[:count]), width, size, bold=bold))
        words = words[count:]
    return [*lines, fitted(" ".join(words), width, size, bold=bold)] if words else lines
