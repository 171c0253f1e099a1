# SPDX-License-Identifier: Apache-2.0
"""Language of sentences about figures: English, unless a window passes another one."""

from collections.abc import Callable

import msgspec


class Language(msgspec.Struct, frozen=True):
    """Language of text and numbers.

    Attributes:
        say: Function that translates a text whose placeholders are filled in afterward.
        figure: Function that converts a text from app.analysis.format to this language's notation.
    """

    say: Callable[[str], str]
    figure: Callable[[str], str]


def _as_it_is(text: str) -> str:
    return text


ENGLISH = Language(_as_it_is, _as_it_is)
"""Language of reports and files: '.' for decimals, ',' for thousands."""
