# SPDX-License-Identifier: Apache-2.0
"""Tables as text for the clipboard, which can be pasted into spreadsheets."""

import re
from collections.abc import Sequence

COMPUTED = re.compile("[=+@\uff1d\uff0b\uff0d\uff20-]")
"""Leading characters that make a spreadsheet recognize a formula, including full-width forms."""
NUMBER = re.compile(r"[+-]?\d[\d.,'\u00a0\u202f ]*(e[+-]?\d+)?( ?[%×])?", re.IGNORECASE)


def tabbed(lines: Sequence[Sequence[str]]) -> str:
    """Format lines as tab-separated values.

    A cell that a spreadsheet would treat as a formula is prefixed with an apostrophe, as in CSV exports; numbers are
    unchanged.
    """
    return "".join("\t".join(map(_cell, line)) + "\n" for line in lines)


def _cell(text: str) -> str:
    text = re.sub(r"[\t\r\n]+", " ", text)  # these characters would start another cell
    return f"'{text}" if COMPUTED.match(text) and not NUMBER.fullmatch(text) else text
