# SPDX-License-Identifier: Apache-2.0
"""A file from elsewhere, opened and decoded, whatever wrote it: its lines (streamed, so that a huge file takes no
memory), its whole text, the rows of a table, or the time series of a log. Mistakes name the file and the line.

Encodings: a byte order mark decides (UTF-8, UTF-16); then zero bytes at every other place (UTF-16 without a mark, as
typeperf's redirected output is); then UTF-8; what is none is taken for Windows-1252, which older tools write."""

import csv
import hashlib
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from app.model.bounds import IMPORT_LINE, IMPORT_TEXT_BYTES
from app.model.documents import OriginDetail
from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence
from app.model.regular_file import opened_regular
from app.model.visible_text import cell_text, shortened
from collectors.series import Series

LONGEST_VALUE, LONGEST_FIELD = 600, 80
"""Characters of a value in an error, and of a field that is quoted there: a damaged file may hold a million of them."""


class ImportedFileError(OutpaceError):
    """A file that can't be taken in, or a wish that can't be met. The message is for people: file, line, what to do."""

    def __init__(self, text: str | Sentence, /, **values: object) -> None:
        super().__init__(text, **_shortened(values, LONGEST_VALUE))


class FieldError(OutpaceError, ValueError):
    """A field that holds something else than it should; whoever reads the file adds the place."""

    def __init__(self, text: str | Sentence, /, **values: object) -> None:
        super().__init__(text, **_shortened(values, LONGEST_FIELD))


def _shortened(values: Mapping[str, object], most: int) -> dict[str, object]:
    """Values as an error shows them."""
    return {name: shortened(value, most) if isinstance(value, str) else value for name, value in values.items()}


def wrong(path: Path, text: str | Sentence, /, *, line: int | None = None, **values: object) -> ImportedFileError:
    """The error of a file: "night.csv, line 12: ..."."""
    what = text if isinstance(text, Sentence) else phrase(text, **_shortened(values, LONGEST_VALUE))
    if line is None:
        return ImportedFileError("{file}: {what}", file=path.name, what=what)
    return ImportedFileError("{file}, line {line}: {what}", file=path.name, line=line, what=what)


SNIFFED_BYTES = 1 << 16
CHUNK_CHARACTERS = 1 << 16

Line = tuple[int, str]
"""Its number, from 1, and its text without the line end."""


def lines_of(path: Path, longest: int = IMPORT_LINE) -> Iterator[Line]:
    """The lines that are not empty. longest: characters of one. Raises ImportedFileError where the file is missing,
    empty or no text."""
    encoding = encoding_of(path)
    try:
        with io.TextIOWrapper(opened_regular(path), encoding=encoding, newline=None) as file:
            yield from _lines(path, file, encoding, longest)
    except OSError as error:
        raise wrong(path, "can't be read: {reason}", reason=error) from None


def encoding_of(path: Path) -> str:
    """The encoding that the file's beginning tells. Raises ImportedFileError."""
    try:
        with opened_regular(path) as file:
            begin = file.read(SNIFFED_BYTES)
    except FileNotFoundError:
        raise wrong(path, "there is no such file") from None
    except OSError as error:
        raise wrong(path, "can't be read: {reason}", reason=error) from None
    if not begin.strip():
        raise wrong(path, "the file is empty")
    if begin.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if begin.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if b"\0" in begin:
        pairs = len(begin) // 2
        for encoding, zeros in (("utf-16-le", begin[1::2]), ("utf-16-be", begin[::2])):
            if zeros.count(0) > 0.9 * pairs:
                return encoding
        raise wrong(path, "this is not a text file")
    return "utf-8" if _is_utf_8(path) else "cp1252"


def digest_of(path: Path) -> str:
    """SHA-256 of the file's bytes, hexadecimal."""
    with opened_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_utf_8(path: Path) -> bool:
    """Whether the whole file is: a name with an umlaut may first come in its last line."""
    try:
        with io.TextIOWrapper(opened_regular(path), encoding="utf-8") as file:
            while file.read(CHUNK_CHARACTERS):
                pass
    except UnicodeDecodeError:
        return False
    return True


def _lines(path: Path, file: io.TextIOWrapper, encoding: str, longest: int) -> Iterator[Line]:
    number = 0
    while True:
        number += 1
        try:
            text = file.readline(longest + 1)
        except UnicodeDecodeError:
            raise wrong(
                path, "is not valid {encoding} text here; save it as UTF-8", line=number, encoding=encoding
            ) from None
        if not text:
            return
        if len(text) > longest:
            raise wrong(
                path, "the line is longer than {most:,} characters: this is not a log", line=number, most=longest
            )
        if "\0" in text:
            raise wrong(path, "it contains zero bytes here: the file is damaged or cut off", line=number)
        if text.strip():
            yield number, text.rstrip("\r\n")


def whole_text(path: Path, largest: int = IMPORT_TEXT_BYTES) -> list[str]:
    """All lines, the empty ones too: line n is the entry n - 1. Raises ImportedFileError, also of a larger file."""
    encoding_of(path)  # tells what is missing, empty or no text
    if path.stat().st_size > largest:
        raise wrong(path, "larger than {mib} MiB: import the runs in parts", mib=largest >> 20)
    lines: list[str] = []
    for number, text in lines_of(path):
        lines += [""] * (number - len(lines) - 1)
        lines.append(text)
    return lines


DELIMITERS = (";", "\t", ",")
_PAIRS = re.compile(r"Time,[^,]+,Watts,[^,]+(?:,|$)")
"""A reading of SPEC's PTDaemon."""
MOST_HEAD_LINES = 50
"""So many lines may stand above a table's header: what a meter says of itself."""

Row = tuple[int, list[str]]
"""The line's number in the file, and its fields without surrounding blanks."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is written. header: the names of its columns. header_line: where they are; 0 where each row names
    them (pairs): "Time,10:00:00,Watts,100.5"."""

    delimiter: str
    decimal_comma: bool
    header: tuple[str, ...]
    header_line: int
    pairs: bool = False

    def fields(self, row: Sequence[str]) -> Sequence[str]:
        """A row's fields without the empty ones behind the header's last column: some tools end rows with a
        delimiter."""
        width = len(self.header)
        return row if len(row) <= width or any(row[width:]) else row[:width]


def layout_of(path: Path, is_header: Callable[[Sequence[str]], bool] = lambda names: True) -> Layout:
    """The header's place and its columns; which sign decimals have is not looked at.

    is_header: whether fields are the names of the table's columns; the first such line among the first ones counts,
    without one the first line. A line beginning with # before the header is a comment. Raises ImportedFileError.
    """
    first: Layout | None = None
    for count, (line, text) in enumerate(lines_of(path)):
        if count >= MOST_HEAD_LINES:
            break
        if text.lstrip().startswith("#"):
            continue
        delimiter = next((one for one in DELIMITERS if one in text), ",")
        try:
            here = Layout(delimiter, False, _names(_fields(path, line, text, delimiter)), line)
        except ImportedFileError:
            if first is None:
                raise
            continue
        first = first or here
        if _PAIRS.match(text):
            return Layout(",", False, here.header[::2], 0, pairs=True)
        if is_header(here.header):
            return here
    if first is None:
        raise wrong(path, "it contains only comments")
    return first


def _names(fields: Sequence[str]) -> tuple[str, ...]:
    """The columns' names; delimiters at the end of the line name none."""
    width = max((index for index, name in enumerate(fields, 1) if name), default=len(fields))
    return tuple(fields[:width])


def rows_of(path: Path, layout: Layout) -> Iterator[Row]:
    """The rows below the header, streamed. A row of pairs that names other columns has no fields."""
    for line, text in lines_of(path):
        if line <= layout.header_line:
            continue
        fields = _fields(path, line, text, layout.delimiter)
        if layout.pairs:
            fields = fields[1::2] if tuple(fields[::2]) == layout.header else []
        yield line, fields


def column_named(header: Sequence[str], *names: str) -> int | None:
    """The index of the first column whose name is one of these, whatever its case and blanks; None: there is none."""
    plain = [_plain(column) for column in header]
    return next((plain.index(_plain(name)) for name in names if _plain(name) in plain), None)


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()


def _fields(path: Path, line: int, text: str, delimiter: str) -> list[str]:
    try:
        fields = next(csv.reader([text], delimiter=delimiter, strict=True, skipinitialspace=True))
    except (csv.Error, StopIteration) as error:
        raise wrong(path, "the line is cut off or its quotes are wrong ({reason})", line=line, reason=error) from None
    return [cell_text(field.strip()) for field in fields]


def with_instance(path: str, name: str) -> str:
    r"""The path with a name in its instance: \LogicalDisk(E:)\Disk Reads/sec of sql2 is \LogicalDisk(sql2 E:)\...

    A path of another form gets the name behind it.
    """
    thing, _, counter = path.removeprefix("\\").rpartition("\\")
    if not thing:
        return f"{path} ({name})"
    thing, opened, instance = thing.partition("(")
    inside = f"{name} {instance}" if opened else f"{name})"
    return f"\\{thing}({inside}\\{counter}"


Clock = Literal["dated", "clock", "number", "since start"]
"""Of a log's times: dated (seconds since 1970 as the wall clock showed), clock (a time of day, seconds since the first
day's midnight), number (seconds of any origin), since start (of the load: the log knows it)."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row. seconds: of the log's clock; rises. values: as many as the log has columns, NaN is no data."""

    line: int
    seconds: float
    values: tuple[float, ...]


Total = tuple[float, tuple[float, float] | None]
"""A figure of a run, and the seconds that it is of, where that is known."""


@dataclass(frozen=True, slots=True)
class HistogramLog:
    """Histograms of a log's intervals, which add up with those of other logs.

    middles_s: what each class stands for. rows: of each interval its time, on the log's clock, the direction's number
    and the counts. percentiles: the counters of a direction, by its number, in the order of `ranks`.
    """

    middles_s: tuple[float, ...]
    rows: Callable[[], Iterator[tuple[float, int, Sequence[int]]]]
    percentiles: Mapping[int, tuple[Series, ...]]
    ranks: tuple[float, ...]


@dataclass(slots=True)
class Log:
    """One file's time series. `rows` reads the file anew each time it is called, row by row.

    kind: for people ("PDH-CSV"). warnings, totals: known when the rows have been read to their end; totals are the
    run's figures that the log itself tells, by metric; target_totals: those of its targets, by name; decimals: that
    a metric's totals are printed with, where a text for people says so.
    facts: what it says of the system and the load, by label. histograms: of its intervals, where it has them. A log
    without columns has no rows: it tells totals and facts.
    set_back_s: when its clock was set back by an hour, as its rows tell the time; known as warnings are.
    """

    kind: str
    clock: Clock
    columns: int
    series: Sequence[Series]
    rows: Callable[[], Iterator[LogRow]]
    uncertainty_s: float = 0.0
    detail: OriginDetail = OriginDetail()
    warnings: list[Sentence] = field(default_factory=list)
    totals: dict[str, Total] = field(default_factory=dict)
    target_totals: dict[str, dict[str, Total]] = field(default_factory=dict)
    decimals: dict[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    set_back_s: list[float] = field(default_factory=list)
    histograms: HistogramLog | None = None

    def every_total(self, target: str) -> Iterator[tuple[str, str, Total]]:
        """Target, metric and figure of all totals. target: that the log is of; its own targets are parts of that."""
        for metric, total in self.totals.items():
            yield target, metric, total
        for name, own in self.target_totals.items():
            for metric, total in own.items():
                yield f"{target} {name}".strip(), metric, total


MOST_STEPS = 3600
"""Between two rows; of a longer gap, as a wrong clock makes one, the steps at its end stand for all."""
