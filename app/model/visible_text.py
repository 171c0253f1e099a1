# SPDX-License-Identifier: Apache-2.0
r"""What a stranger wrote, made fit to be shown: whatever a terminal, a window or a page would obey instead of showing
it stands as its escape (\x1b, \u202e).

Applied where texts come in (app/session/tables.py), where sentences are made (app/model/messages.py), and once more
where they go out to a terminal (app/cli/terminal.py).
"""

import re
from typing import TypeVar

Text = TypeVar("Text")

_OBEYED = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"
"""Controls of terminals (C0 without tab and newline, DEL, C1), marks that turn the direction of writing, separators of
lines, halves of characters, and the two code points of the plane that no XML file holds."""
_CONTROL = re.compile(f"[{_OBEYED}]")
_ESCAPES = {
    code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    for code in (*range(0x100), 0x61C, *range(0x2000, 0x2070), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
    if _CONTROL.match(chr(code))
}
"""Translated by them, a text of nothing but such characters takes a fifth of the time of a substitution each."""
_IN_JSON = re.compile(
    f"[{_OBEYED}]|"
    + r"\\[bfr]|\\u(?:00[01]|007[fF]|00[89]|061[cC]|200[eEfF]|202[89a-eA-E]|206[6-9]|[dD][89a-fA-F]|[fF]{3}[eEfF])"
)
"""What may stand for one of them in a JSON text."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A text of a table that begins with one of these is computed by a spreadsheet (OWASP, "CSV injection")."""


def visible(text: str) -> str:
    """The text with everything that would be obeyed as its escape; newline and tab stay."""
    return text.replace("\r\n", "\n").translate(_ESCAPES) if _CONTROL.search(text) else text


def controls_of(text: str) -> list[str]:
    """The escapes of what would be obeyed in a text, each once."""
    return [_ESCAPES[ord(control)] for control in dict.fromkeys(_CONTROL.findall(text))]


def visible_json(text: str) -> str:
    """A JSON text in which such characters stand as JSON's own escapes: its reader gets them back."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) if _CONTROL.search(text) else text


def may_hold_controls(json_text: str) -> bool:
    """Whether a value of a JSON text could hold one; quick, since hardly any does."""
    return _IN_JSON.search(json_text) is not None


def all_visible(value: Text) -> Text:
    """A value of JSON or TOML with all its texts and keys as `visible`."""
    if isinstance(value, str):
        return visible(value)  # type: ignore[return-value]
    if isinstance(value, dict):
        return {all_visible(key): all_visible(one) for key, one in value.items()}  # type: ignore[return-value]
    if isinstance(value, list | tuple):
        return type(value)(all_visible(one) for one in value)
    return value


def cell(text: str) -> str:
    """A text as a cell of a CSV file: one that a spreadsheet would compute begins with an apostrophe."""
    return f"'{text}" if text.startswith(FORMULA) or cell_text(text) != text else text


def cell_text(cell: str) -> str:
    """The text that `cell` made a cell of."""
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'").startswith(FORMULA) else cell


def shortened(text: str, most: int, mark: str = "…") -> str:
    """Return a text in one line of at most so many characters, which ends in no separator where it was cut.

    Args:
        text: Any text.
        most: Characters that it may have, the mark's too.
        mark: What says that it was cut; "" for a title that is recorded.
    """
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - len(mark)].rstrip(" ,;:·–(-/") + mark
