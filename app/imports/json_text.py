# SPDX-License-Identifier: Apache-2.0
"""Reader for JSON from tools: surrounded by text, truncated, or with misplaced commas, decimal commas or C's NaN.

Valid JSON is parsed by Python's decoder. Only text that it rejects is repaired, and repairs are reported.
"""

import json
import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.imports.source import ImportedFileError, lines_of, whole_text, wrong
from app.imports.unusable import is_no_number
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.visible_text import all_visible, may_hold_controls, shortened

Pairs = list[tuple[str, Any]]
NEAR = 30
"""Number of characters around a fault that an error message quotes."""
_DOCUMENT = re.compile(r"^(?:hammerdb>)?[ \t]*(?=[{\[])", re.MULTILINE)
_PIECE = re.compile(r'\s+|"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+|"')
_DECIMAL_COMMA = re.compile(r"(-?\d++),(\d++)(?=\s*(?:[,}\"]|\Z))")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null")
_LOOSE = re.compile(r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d+)?")
_CLOSES = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """Parsed document.

    Attributes:
        value: the document; numbers are floats, NaN means no data.
        end: position after the document in the text.
        cut: whether the document's end is missing.
    """

    value: Any
    end: int
    notes: tuple[Sentence, ...] = ()
    cut: bool = False


def json_of(path: Path, records: Collection[str] = (), pairs: Callable[[Pairs], Any] | None = None) -> JsonDocument:
    """Return the only JSON document in a file; text before and after it is skipped.

    Args:
        path: the file.
        records: keys of lists whose complete entries are used if the document is cut off.
        pairs: function that converts an object's names and values; None for a dict.

    Raises:
        ImportedFileError: there is no document, it is damaged, or there are several.
    """
    lines = whole_text(path)
    text = "\n".join(lines)
    begin = _DOCUMENT.search(text)
    if begin is None:
        raise wrong(path, "it contains no JSON document", line=len(lines))
    document = json_document(path, text, begin.end(), records, pairs)
    after = _DOCUMENT.search(text, document.end)
    next_at = after.end() if after else document.end + len(text[document.end :]) - len(text[document.end :].lstrip())
    if not document.cut and text[next_at : next_at + 1] in ("{", "["):
        raise wrong(path, "a second document begins here: use one file per run", line=_line(text, next_at))
    return document


def json_document(
    path: Path, text: str, at: int, records: Collection[str] = (), pairs: Callable[[Pairs], Any] | None = None
) -> JsonDocument:
    """Return the document that begins at position `at` of a file's text.

    Raises:
        ImportedFileError: the document is damaged; the message names the line.
    """
    constants: list[str] = []

    def constant(name: str) -> float:
        constants.append(name)
        return math.nan

    decoder = json.JSONDecoder(parse_constant=constant, parse_int=float, object_pairs_hook=pairs)
    notes: list[Sentence] = []
    cut = False
    try:
        value, end = decoder.raw_decode(text, at)
        if constants:
            first = re.compile(r"\b(?:NaN|Infinity)\b").search(text, at)
            notes.append(_no_numbers(path, len(constants), _line(text, first.start() if first else at)))
    except json.JSONDecodeError as error:
        mended = _Mending(text, at, frozenset(records))
        mended.run()
        try:
            value, _ = decoder.raw_decode(mended.text)
        except (ValueError, RecursionError):
            raise _damaged(path, text, at, error) from None
        end, cut = mended.end, mended.cut
        notes += mended.notes(path)
    except RecursionError:
        raise wrong(path, "invalid JSON: {reason}", line=_line(text, at), reason=phrase("too deep")) from None
    return JsonDocument(all_visible(value) if may_hold_controls(text) else value, end, tuple(notes), cut)


def lines_of_key(path: Path, key: str) -> list[int]:
    """Return the line of each occurrence of a key in a JSON file, in order."""
    form = re.compile(rf'"{re.escape(key)}"\s*:')
    return [line for line, text in lines_of(path) for _ in form.findall(text)]


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _damaged(path: Path, text: str, at: int, error: json.JSONDecodeError) -> ImportedFileError:
    near = shortened(text[error.pos : error.pos + NEAR], NEAR)
    return wrong(
        path,
        "{what}; the document begins in line {line_number}",
        line=min(error.lineno, _line(text, len(text))),
        what=phrase('invalid JSON at "{near}"', near=near) if near else phrase("the output is cut off here"),
        line_number=_line(text, at),
    )


def _no_numbers(path: Path, count: int, line: int) -> Sentence:
    return phrase(
        "{name}: {count:,} values are no numbers (NaN, infinity) and count as missing, the first is in line {line}",
        name=path.name,
        count=count,
        line=line,
    )


@dataclass(slots=True)
class _Mending:
    """Repair of a damaged document in a single pass that writes a valid one.

    Attributes:
        end: position in the text at which the pass ended.
    """

    source: str
    at: int
    records: frozenset[str]
    end: int = 0
    cut: bool = False
    faults: list[int] = field(default_factory=list)
    no_numbers: list[int] = field(default_factory=list)
    _out: list[str] = field(default_factory=list)
    _open: list[tuple[str, str]] = field(default_factory=list)
    _before: str = "open"
    _key: str = ""
    _whole: tuple[int, list[tuple[str, str]], int] | None = None

    @property
    def text(self) -> str:
        """Repaired document."""
        return "".join(self._out)

    def notes(self, path: Path) -> Iterator[Sentence]:
        """Yield notes about the repairs."""
        if self.no_numbers:
            yield _no_numbers(path, len(self.no_numbers), _line(self.source, self.no_numbers[0]))
        if self.faults:
            yield phrase(
                "{name}: {count:,} faults of its JSON were mended (commas), the first is in line {line}",
                name=path.name,
                count=len(self.faults),
                line=_line(self.source, self.faults[0]),
            )
        if self.cut:
            yield phrase(
                "{name}: its end is missing: what is complete up to line {line} was imported",
                name=path.name,
                line=_line(self.source, self.end),
            )

    def run(self) -> None:
        """Repair the document as far as possible."""
        at = self.at
        while at < len(self.source):
            comma = _DECIMAL_COMMA.match(self.source, at) if self._before == "colon" else None
            piece = comma or _PIECE.match(self.source, at)
            assert piece is not None, "every character is a piece"
            if comma is not None:
                self.faults.append(at)
                self._value(at, f"{comma[1]}.{comma[2]}")
            elif not self._take(at, piece[0]):
                break
            at = piece.end()
            if not self._open and self._out:
                self.end = at
                return
        self.end = at
        if "{" not in self.source[at:]:
            self._cut_off()

    def _take(self, at: int, piece: str) -> bool:
        """Process one more piece; return False if it cannot be part of JSON."""
        if piece.isspace():
            self._out.append(piece)
        elif piece in "{[":
            self._value(at, piece)
            self._open.append((piece, self._key))
            self._before, self._key = "open", ""
        elif piece in "}]":
            if not self._open or _CLOSES[self._open[-1][0]] != piece:
                return False
            if self._before == "comma":
                self.faults.append(at)
            self._out.append(piece)
            self._open.pop()
            self._ended(at + 1)
        elif piece == ",":
            if self._before != "value":
                self.faults.append(at)
            else:
                self._before = "comma"
        elif piece == ":":
            self._out.append(piece)
            self._before = "colon"
        elif piece == '"':
            return False
        elif piece[0] == '"':
            self._value(at, piece)
            self._key = piece[1:-1]
        else:
            return self._bare(at, piece)
        return True

    def _bare(self, at: int, piece: str) -> bool:
        if _NUMBER.fullmatch(piece):
            self._value(at, piece)
        elif is_no_number(piece):
            self.no_numbers.append(at)
            self._value(at, "NaN")
        elif _LOOSE.fullmatch(piece):
            self._value(at, repr(float(piece)) if math.isfinite(float(piece)) else "NaN")
        else:
            return False
        return True

    def _value(self, at: int, piece: str) -> None:
        if self._before == "value":
            self.faults.append(at)
        if self._before in ("value", "comma"):
            self._out.append(",")
        self._out.append(piece)
        if piece not in "{[":
            self._ended(at + len(piece))

    def _ended(self, at: int) -> None:
        """Record that a value is complete; within a list of records it may be the last one that is kept."""
        self._before = "value"
        if self._open and self._open[-1][0] == "[" and self._open[-1][1] in self.records:
            self._whole = len(self._out), list(self._open), at

    def _cut_off(self) -> None:
        if self._whole is None:
            return
        length, opened, self.end = self._whole
        self.cut = True
        del self._out[length:]
        self._out += [_CLOSES[bracket] for bracket, _ in reversed(opened)]
