# SPDX-License-Identifier: Apache-2.0
"""The language that sentences about figures are said in: English, unless a window hands in its own."""

from collections.abc import Callable

import msgspec


class Language(msgspec.Struct, frozen=True):
    """say: a text in this language; its named fields are filled afterwards. figure: a text of app.analysis.format as
    this language writes it."""

    say: Callable[[str], str]
    figure: Callable[[str], str]


def _as_it_is(text: str) -> str:
    return text


ENGLISH = Language(_as_it_is, _as_it_is)
"""That of reports and files: '.' for decimals, ',' for thousands."""
