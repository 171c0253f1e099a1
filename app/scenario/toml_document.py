# SPDX-License-Identifier: Apache-2.0
"""Parsing of untrusted TOML texts: all of them are parsed here, and only if that does not take long."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

from app.model.bounds import KEY_PARTS, NESTED_VALUES, SCENARIO_BYTES
from app.model.errors import OutpaceError

_QUOTED = re.compile(
    # Unterminated strings are skipped too; otherwise, the search would restart at each of their quotation marks.
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+',
    re.DOTALL,
)
_LONG_KEY = re.compile(rf'(?<![\w".-])[\w"-]++(?:[ \t]*+\.[ \t]*+[\w"-]++){{{KEY_PARTS}}}')

_BRACKET = re.compile(r"[][{}]")


class TomlError(OutpaceError, ValueError):
    """A text is not TOML, or is too large or too deeply nested to be parsed; the message contains the reason."""


def toml_document(
    text: str, largest_bytes: int = SCENARIO_BYTES, parse_float: Callable[[str], Any] = float
) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Args:
        text: Text to parse.
        largest_bytes: Maximum size of the text.
        parse_float: Function that converts a number with a decimal point.

    Raises:
        TomlError: If the text is not TOML, too large or too deeply nested.
    """
    if len(text) > largest_bytes or len(text.encode("utf-8", "surrogatepass")) > largest_bytes:
        raise TomlError("the text is larger than {kib} KiB", kib=largest_bytes >> 10)
    bare = _QUOTED.sub(lambda quoted: '""' + "\n" * quoted[0].count("\n"), text)
    if found := _LONG_KEY.search(bare):
        line = bare.count("\n", 0, found.start()) + 1
        raise TomlError("a key of more than {most} parts (at line {line})", most=KEY_PARTS, line=line)
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth = max(depth + 1, 1) if bracket[0] in "[{" else depth - 1
        if depth > NESTED_VALUES:
            raise TomlError("its lists or tables lie too deep in each other")
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except RecursionError:
        raise TomlError("its lists or tables lie too deep in each other") from None
    except ValueError as error:  # also raised for a number with more digits than Python accepts
        raise TomlError("{reason}", reason=error) from None
