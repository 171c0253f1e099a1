# SPDX-License-Identifier: Apache-2.0
r"""Escaping of untrusted text: control characters for a terminal, window or page become escapes (\x1b, \u202e).

It is applied where texts are read (app/session/tables.py), where sentences are composed (app/model/messages.py), and
again where they are written to a terminal (app/cli/terminal.py).
"""

import re
from typing import TypeVar

Text = TypeVar("Text")

_OBEYED = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"
"""Controls of terminals (C0 without tab and newline, DEL, C1), bidirectional marks, line separators, surrogates, and
the two code points of the basic plane that XML does not allow."""
_CONTROL = re.compile(f"[{_OBEYED}]")
_ESCAPES = {
    code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    for code in (*range(0x100), 0x61C, *range(0x2000, 0x2070), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
    if _CONTROL.match(chr(code))
}
"""Translation table; for a string of only such characters it takes a fifth of the time of regex substitution."""
_IN_JSON = re.compile(
    f"[{_OBEYED}]|"
    + r"\\[bfr]|\\u(?:00[01]|007[fF]|00[89]|061[cC]|200[eEfF]|202[89a-eA-E]|206[6-9]|[dD][89a-fA-F]|[fF]{3}[eEfF])"
)
"""Escapes of such characters in a JSON text."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Prefixes that cause a spreadsheet to evaluate a cell (OWASP, "CSV injection")."""


def visible(text: str) -> str:
    """Return the text with control characters escaped, except newline and tab."""
    return text.replace("\r\n", "\n").translate(_ESCAPES) if _CONTROL.search(text) else text


def controls_of(text: str) -> list[str]:
    """Return the distinct escapes of the control characters in a text."""
    return [_ESCAPES[ord(control)] for control in dict.fromkeys(_CONTROL.findall(text))]


def visible_json(text: str) -> str:
    """Return a JSON text with control characters escaped as in JSON, so that its reader still receives them."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) if _CONTROL.search(text) else text


def may_hold_controls(json_text: str) -> bool:
    """Return whether a value of a JSON text could contain a control character; fast, because hardly any text does."""
    return _IN_JSON.search(json_text) is not None


def all_visible(value: Text) -> Text:
    """Return a value of JSON or TOML with `visible` applied to all its strings and keys."""
    if isinstance(value, str):
        return visible(value)  # type: ignore[return-value]
    if isinstance(value, dict):
        return {all_visible(key): all_visible(one) for key, one in value.items()}  # type: ignore[return-value]
    if isinstance(value, list | tuple):
        return type(value)(all_visible(one) for one in value)
    return value


def cell(text: str) -> str:
    """Return a text as a cell of a CSV file, with a leading apostrophe if a spreadsheet would evaluate it."""
    return f"'{text}" if text.startswith(FORMULA) or cell_text(text) != text else text


def cell_text(cell: str) -> str:
    """Return the text of a cell; inverse of `cell`."""
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'").startswith(FORMULA) else cell


def shortened(text: str, most: int, mark: str = "…") -> str:
    """Return a text on one line of at most this many characters, without a separator before the cut.

    Args:
        text: Text to shorten.
        most: Maximum number of characters, including the mark.
        mark: Mark that shows the cut; "" for a title that is recorded.
    """
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - len(mark)].rstrip(" ,;:·–(-/") + mark
