# SPDX-License-Identifier: Apache-2.0
"""Files of other tools, opened and decoded.

A file is read as lines (streamed, to limit the memory for a huge file), as its whole text, as the rows of a table, or
as the time series of a log. Errors name the file and the line.

Encodings: a byte order mark decides (UTF-8, UTF-16); then zero bytes in every other position (UTF-16 without a mark, as
in typeperf's redirected output); then UTF-8; anything else is treated as Windows-1252, which older tools write.
"""

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
"""Maximum characters of a value in an error message, and of a quoted field, which may have a million in a damaged file.
"""


class ImportedFileError(OutpaceError):
    """File that cannot be imported, or request that cannot be fulfilled; the message names file, line and remedy."""

    def __init__(self, text: str | Sentence, /, **values: object) -> None:
        super().__init__(text, **_shortened(values, LONGEST_VALUE))


class FieldError(OutpaceError, ValueError):
    """Invalid contents of a field; the caller adds file and line."""

    def __init__(self, text: str | Sentence, /, **values: object) -> None:
        super().__init__(text, **_shortened(values, LONGEST_FIELD))


def _shortened(values: Mapping[str, object], most: int) -> dict[str, object]:
    """Return values shortened for an error message."""
    return {name: shortened(value, most) if isinstance(value, str) else value for name, value in values.items()}


def wrong(path: Path, text: str | Sentence, /, *, line: int | None = None, **values: object) -> ImportedFileError:
    """Return the error for a file: "night.csv, line 12: ..."."""
    what = text if isinstance(text, Sentence) else phrase(text, **_shortened(values, LONGEST_VALUE))
    if line is None:
        return ImportedFileError("{file}: {what}", file=path.name, what=what)
    return ImportedFileError("{file}, line {line}: {what}", file=path.name, line=line, what=what)


SNIFFED_BYTES = 1 << 16
CHUNK_CHARACTERS = 1 << 16

Line = tuple[int, str]
"""Line number, from 1, and the line without its line end."""


def lines_of(path: Path, longest: int = IMPORT_LINE) -> Iterator[Line]:
    """Yield the lines that are not empty.

    Args:
        path: the file.
        longest: maximum length of a line in characters.

    Raises:
        ImportedFileError: the file is missing, empty or not text.
    """
    encoding = encoding_of(path)
    try:
        with io.TextIOWrapper(opened_regular(path), encoding=encoding, newline=None) as file:
            yield from _lines(path, file, encoding, longest)
    except OSError as error:
        raise wrong(path, "can't be read: {reason}", reason=error) from None


def encoding_of(path: Path) -> str:
    """Detect the encoding from the file's beginning.

    Raises:
        ImportedFileError: the file is missing, empty or not text.
    """
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
    """Return the SHA-256 of the file's bytes, in hexadecimal."""
    with opened_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_utf_8(path: Path) -> bool:
    """Return whether the whole file is UTF-8; the first non-ASCII character may be in its last line."""
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
    """Return all lines, including empty ones: line n is entry n - 1.

    Raises:
        ImportedFileError: the file is missing, empty, not text, or larger than `largest`.
    """
    encoding_of(path)  # raises if the file is missing, empty or not text
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
"""Maximum number of lines above a table's header that may describe the meter."""

Row = tuple[int, list[str]]
"""Line number in the file, and fields without surrounding blanks."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Layout of a table.

    Attributes:
        header: names of the columns.
        header_line: line of the header; 0 if absent.
        pairs: whether each row names its columns: "Time,10:00:00,Watts,100.5".
    """

    delimiter: str
    decimal_comma: bool
    header: tuple[str, ...]
    header_line: int
    pairs: bool = False

    def fields(self, row: Sequence[str]) -> Sequence[str]:
        """Return a row's fields without empty ones after the last column; some tools end rows with a delimiter."""
        width = len(self.header)
        return row if len(row) <= width or any(row[width:]) else row[:width]


def layout_of(path: Path, is_header: Callable[[Sequence[str]], bool] = lambda names: True) -> TableLayout:
    """Find the header and its columns; the decimal sign is not examined.

    A line that begins with # before the header is a comment.

    Args:
        path: the file.
        is_header: returns whether fields are the names of the table's columns. The first such line near the top is the
            header; without one, the first line is.

    Raises:
        ImportedFileError: the file has no header.
    """
    first: TableLayout | None = None
    for count, (line, text) in enumerate(lines_of(path)):
        if count >= MOST_HEAD_LINES:
            break
        if text.lstrip().startswith("#"):
            continue
        delimiter = next((one for one in DELIMITERS if one in text), ",")
        try:
            layout = TableLayout(delimiter, False, _names(_fields(path, line, text, delimiter)), line)
        except ImportedFileError:
            if first is None:
                raise
            continue
        first = first or layout
        if _PAIRS.match(text):
            return TableLayout(",", False, layout.header[::2], 0, pairs=True)
        if is_header(layout.header):
            return layout
    if first is None:
        raise wrong(path, "it contains only comments")
    return first


def _names(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the columns' names; delimiters at the end of the line do not add columns."""
    width = max((index for index, name in enumerate(fields, 1) if name), default=len(fields))
    return tuple(fields[:width])


def rows_of(path: Path, layout: TableLayout) -> Iterator[Row]:
    """Yield the rows below the header, streamed. A row of pairs with different columns yields no fields."""
    for line, text in lines_of(path):
        if line <= layout.header_line:
            continue
        fields = _fields(path, line, text, layout.delimiter)
        if layout.pairs:
            fields = fields[1::2] if tuple(fields[::2]) == layout.header else []
        yield line, fields


def column_named(header: Sequence[str], *names: str) -> int | None:
    """Return the index of the first column with one of these names, ignoring case and blanks, or None."""
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
    r"""Return the path with a name in its instance: \LogicalDisk(E:)\Disk Reads/sec becomes \LogicalDisk(sql2 E:)\...

    A path without an object gets the name appended.
    """
    object_name, _, counter = path.removeprefix("\\").rpartition("\\")
    if not object_name:
        return f"{path} ({name})"
    object_name, opened, instance = object_name.partition("(")
    inside = f"{name} {instance}" if opened else f"{name})"
    return f"\\{object_name}({inside}\\{counter}"


Clock = Literal["dated", "clock", "number", "since start"]
"""Kind of clock of a log's times.

"dated" is seconds since 1970 in local time, "clock" the time of day in seconds since the first day's midnight, "number"
seconds with an unknown origin, "since start" seconds since the load began, which the tool itself recorded.
"""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row.

    Attributes:
        seconds: time on the log's clock; rises from row to row.
        values: one per column of the log; NaN means no data.
    """

    line: int
    seconds: float
    values: tuple[float, ...]


Total = tuple[float, tuple[float, float] | None]
"""Figure of a run, and the start and end of its window in seconds, if known."""


@dataclass(frozen=True, slots=True)
class HistogramLog:
    """Histograms of a log's intervals, which can be added to those of other logs.

    Attributes:
        middles_s: representative value of each class.
        rows: function that yields, for each interval, its time on the log's clock, the direction's number and the
            counts.
        percentiles: counters of a direction, by its number, in the order of `ranks`.
        ranks: percentile ranks.
    """

    middles_s: tuple[float, ...]
    rows: Callable[[], Iterator[tuple[float, int, Sequence[int]]]]
    percentiles: Mapping[int, tuple[Series, ...]]
    ranks: tuple[float, ...]


@dataclass(slots=True)
class Log:
    """Time series of one file. `rows` reads the file again, row by row, each time it is called.

    A log without columns has no rows, only totals and facts.

    Attributes:
        kind: display name of the format ("PDH-CSV").
        warnings: warnings about the log; complete when all rows have been read.
        totals: the run's figures in the log itself, by metric; complete when all rows have been read.
        target_totals: totals of its targets, by name.
        decimals: printed decimals of a metric's totals, if the file is written for people.
        facts: properties of the system and the load, by label.
        set_back_s: times at which its clock was set back by an hour; complete when the rows have been read.
        histograms: histograms of its intervals, if it has them.
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
        """Yield target, metric and figure of all totals.

        Args:
            target: target of the log; the log's targets are parts of it.
        """
        for metric, total in self.totals.items():
            yield target, metric, total
        for name, totals in self.target_totals.items():
            for metric, total in totals.items():
                yield f"{target} {name}".strip(), metric, total


MOST_STEPS = 3600
"""Maximum number of steps filled between two rows; for a longer gap, the steps at its end represent all."""
