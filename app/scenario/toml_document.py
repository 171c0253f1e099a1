"""TOML texts of people and of strangers: parsed here alone, and only where that takes no time worth speaking of."""

import re
import tomllib
from typing import Any

from app.model.errors import OutpaceError

LARGEST_BYTES = 1 << 16
MOST_KEY_PARTS = 20
"""Of one dotted key. tomllib needs time that rises with the square of them."""

_QUOTED = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*',
    re.DOTALL,
)
_LONG_KEY = re.compile(rf'(?<![\w".-])[\w"-]++(?:[ \t]*+\.[ \t]*+[\w"-]++){{{MOST_KEY_PARTS}}}')


class TomlError(OutpaceError, ValueError):
    """A text that is no TOML, or one that is too large or too deep to be parsed; the message says which."""


def toml_document(text: str, largest_bytes: int = LARGEST_BYTES) -> dict[str, Any]:
    """The tables of a TOML text. Raises TomlError."""
    if len(text) > largest_bytes or len(text.encode("utf-8", "surrogatepass")) > largest_bytes:
        raise TomlError("the text is larger than {kib} KiB", kib=largest_bytes >> 10)
    bare = _QUOTED.sub(lambda quoted: '""' + "\n" * quoted[0].count("\n"), text)
    if found := _LONG_KEY.search(bare):
        line = bare.count("\n", 0, found.start()) + 1
        raise TomlError("a key of more than {most} parts (at line {line})", most=MOST_KEY_PARTS, line=line)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("its lists or tables lie too deep in each other") from None
    except ValueError as error:  # a number of more digits than Python reads, too
        raise TomlError("{reason}", reason=error) from None
