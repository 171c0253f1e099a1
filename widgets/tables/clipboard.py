# SPDX-License-Identifier: Apache-2.0
"""Tables as text for the clipboard, from which spreadsheets take them."""

import re
from collections.abc import Sequence

COMPUTED = re.compile("[=+@\uff1d\uff0b\uff0d\uff20-]")
"""First characters of what a spreadsheet computes when it is pasted, full-width forms included."""
NUMBER = re.compile(r"[+-]?\d[\d.,'\u00a0\u202f ]*(e[+-]?\d+)?( ?[%×])?", re.IGNORECASE)


def tabbed(lines: Sequence[Sequence[str]]) -> str:
    """Return lines of tab-separated cells. A cell that a spreadsheet would compute gets an apostrophe, as in our CSV
    files; numbers stay as they are."""
    return "".join("\t".join(map(_cell, line)) + "\n" for line in lines)


def _cell(text: str) -> str:
    text = re.sub(r"[\t\r\n]+", " ", text)  # which would begin another cell
    return f"'{text}" if COMPUTED.match(text) and not NUMBER.fullmatch(text) else text
