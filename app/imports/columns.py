"""Tables of text: a header and rows, parted by commas, semicolons or tabs."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.imports.errors import wrong
from app.imports.lines import Line, lines_of

DELIMITERS = (";", "\t", ",")
_EDGE = r"(?:^|[;\t\"])\s*"
_END = r"\s*(?:$|[;\t\"])"
_COMMA = re.compile(rf"{_EDGE}-?(?:\d+,(?:\d{{1,2}}|\d{{4,}})|\d{{1,3}}(?:\.\d{{3}})+,\d+){_END}")
"""A number that can only have a decimal comma."""
_PERHAPS = re.compile(rf"{_EDGE}-?\d{{1,3}},\d{{3}}{_END}")
"""One that has, where semicolons part the columns; else its comma parts thousands."""
LOOKED_AT = 50
"""So many rows tell whether decimals are written with a comma."""

Row = tuple[int, list[str]]
"""The line's number in the file, and its fields without surrounding blanks."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is written. header: the names of its columns. header_line: where they are."""

    delimiter: str
    decimal_comma: bool
    header: tuple[str, ...]
    header_line: int


def layout_of(path: Path) -> Layout:
    """Looks at the first lines. A line beginning with # before the header is a comment. Raises ImportedFileError."""
    header: Line | None = None
    shown: list[str] = []
    for line, text in lines_of(path):
        if header is None and text.lstrip().startswith("#"):
            continue
        if header is None:
            header = (line, text)
        else:
            shown.append(text)
        if len(shown) >= LOOKED_AT:
            break
    if header is None:
        raise wrong(path, "there are only comments in it")
    delimiter = next((one for one in DELIMITERS if one in header[1]), ",")
    names = tuple(_fields(path, *header, delimiter))
    comma = any(_COMMA.search(text) for text in shown)
    comma = comma or (delimiter == ";" and any(_PERHAPS.search(text) for text in shown))
    return Layout(delimiter, comma, names, header[0])


def rows_of(path: Path, layout: Layout) -> Iterator[Row]:
    """The rows below the header, streamed."""
    for line, text in lines_of(path):
        if line > layout.header_line:
            yield line, _fields(path, line, text, layout.delimiter)


def column_named(header: Sequence[str], *names: str) -> int | None:
    """The index of the first column whose name is one of these, whatever its case and blanks; None: there is none."""
    plain = [_plain(column) for column in header]
    return next((plain.index(_plain(name)) for name in names if _plain(name) in plain), None)


def _plain(name: str) -> str:
    return re.sub(r"[\s_]+", " ", name).strip().casefold()


def _fields(path: Path, line: int, text: str, delimiter: str) -> list[str]:
    try:
        fields = next(csv.reader([text], delimiter=delimiter, strict=True, skipinitialspace=True))
    except (csv.Error, StopIteration) as error:
        raise wrong(path, f"the line is cut off or its quotes are wrong ({error})", line=line) from None
    return [field.strip() for field in fields]
