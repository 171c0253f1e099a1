# SPDX-License-Identifier: Apache-2.0
"""Performance Monitor's logs as text (PDH-CSV, PDH-TSV), streamed; collectors/pdh.py explains the fields.

Spreadsheets save such logs with semicolons, without quotes, and without seconds in the times.
"""

import datetime
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from pathlib import Path

from app.imports.counter_names import english_path, foreign
from app.imports.counter_pattern import CounterPattern, too_many
from app.imports.decimal_mark import DecimalMark, Evidence
from app.imports.source import Log, LogRow, lines_of, with_instance, wrong
from app.imports.unusable import Unusable, is_no_number, most_of
from app.model.bounds import COLUMNS, IMPORT_HEADER, IMPORT_ROWS
from app.model.documents import OriginDetail
from app.model.errors import phrase
from app.model.messages import Sentence
from collectors import pdh
from collectors.series import Series

STAMPS_LOOKED_AT = 50_000
"""Number of dates examined to detect the order of day, month and year."""
JITTER_S = 2.0
"""Largest step back in time, in seconds, for which a row is merely skipped; after a larger one, the rows are out of
order.
"""
LATEST_CLOCK_CHANGE_H = 4
"""Clocks change to summer time before this hour; an hour that is missing later in the day is a gap."""
_NO_DATA = ("", "-1")
"""Strings that Performance Monitor writes for a counter without a value."""
_MINUTES_ALONE = re.compile(r"\s*\d{1,3}:\d{2}[.,]\d\s*")
"""Excel's default display of a time with milliseconds, which it also saves."""


def is_counter_log(line: str) -> bool:
    """Return whether a line is the header of such a log."""
    return pdh.FIRST.search(line) is not None


def counter_log(path: Path, decimal: DecimalMark | None = None, counters: Sequence[str] = ()) -> Log:
    """Open the log.

    Args:
        path: the file.
        decimal: the decimal sign, if the user gave it.
        counters: patterns of the counters to import; empty for all.

    Raises:
        ImportedFileError: the log cannot be read.
    """
    header = _header(path)
    columns = _columns(path, header, counters)
    scan = _Scan.of(path, header, columns, decimal)
    names = sorted(set(header.hosts) - {""})
    log = Log(
        f"PDH-{'TSV' if header.delimiter == chr(9) else 'CSV'}",
        "dated",
        len(columns),
        _series(header, columns, several_hosts=len(names) > 1),
        lambda: _rows(path, header, columns, scan, log),
        uncertainty_s=0.0 if scan.has_seconds else 60.0,
    )
    log.detail = OriginDetail(hosts=names, zone=header.zone, bias_min=header.bias_min, date_order=scan.order)
    return log


def _header(path: Path) -> pdh.PdhHeader:
    for line, text in lines_of(path, IMPORT_HEADER):
        try:
            return pdh.header_of(text)
        except pdh.PdhError as error:
            raise wrong(path, phrase(error.text, **error.values), line=line) from None
    raise wrong(path, "the file is empty")


def _columns(path: Path, header: pdh.PdhHeader, counters: Sequence[str]) -> list[int]:
    """Return the indexes of the columns whose paths match the patterns.

    Raises:
        ImportedFileError: no counter matches, or too many do.
    """
    pattern = CounterPattern(counters)
    matching = [
        index
        for index, (name, host) in enumerate(zip(header.paths, header.hosts, strict=True))
        if name.strip() and (pattern.matches(name) or pattern.matches(english_path(name))
                             or pattern.matches(f"\\\\{host}{name}"))
    ]  # fmt: skip
    if not matching:
        raise pattern.none(path, header.paths)
    if len(matching) > COLUMNS:
        raise too_many(path, [header.paths[index] for index in matching])
    return matching


def _series(header: pdh.PdhHeader, columns: Sequence[int], *, several_hosts: bool) -> tuple[Series, ...]:
    """Return the counters, without duplicates.

    If the log has several hosts, each instance includes the host, so that the path is unique.
    """
    series, taken = [], set()
    paths = [english_path(header.paths[index]) for index in columns]
    for one, index in zip(pdh.series_of(paths), columns, strict=True):
        host = header.hosts[index]
        path = with_instance(one.path, host) if several_hosts and host else one.path
        if path not in taken:
            series.append(replace(one, path=path))
        taken.add(path)
    return tuple(series)


@dataclass(slots=True)
class _Scan:
    """Result of the first pass.

    Attributes:
        order: order of the dates.
        seconds: time of each sample, on one scale.
        lines: line of each sample.
        has_seconds: whether the times of day include seconds.
    """

    order: pdh.DateOrder
    decimal_comma: bool = False
    seconds: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    passed_over: list[int] = field(default_factory=list)
    clock_changes: list[pdh.ClockChange] = field(default_factory=list)
    has_seconds: bool = False

    @classmethod
    def of(cls, path: Path, header: pdh.PdhHeader, columns: Sequence[int], decimal: DecimalMark | None) -> "_Scan":
        stamps = [fields[0] for _, fields in islice(_samples(path, header, []), STAMPS_LOOKED_AT)]
        if not stamps:
            raise _no_samples(path, header)
        try:
            scan = cls(pdh.date_order(stamps))
        except pdh.PdhError as error:
            raise wrong(path, phrase(error.text, **error.values)) from None
        evidence = Evidence()
        commas = False
        local_s: list[float] = []
        for line, fields in _samples(path, header, scan.passed_over):
            moment = pdh.moment_of(fields[0], scan.order)
            if moment is None:
                raise wrong(path, '"{text}" is not a date in the same order as those before', line=line, text=fields[0])
            if len(local_s) >= IMPORT_ROWS:
                raise wrong(path, "more than {most_rows:,} samples", line=line, most_rows=IMPORT_ROWS)
            scan.has_seconds = scan.has_seconds or fields[0].count(":") > 1
            row = "".join(fields[1:])
            commas = commas or "," in row
            if evidence.may_tell(row):
                for index in columns:
                    evidence.add(line, fields[index + 1])
            local_s.append(moment.replace(tzinfo=datetime.UTC).timestamp())
            scan.lines.append(line)
        # Performance Monitor does not separate thousands, but a spreadsheet, which writes semicolons, may.
        either: DecimalMark | None = None if header.delimiter == ";" else "comma" if commas else "point"
        scan.decimal_comma = evidence.mark(path, decimal, either) == "comma"
        scan._place(path, local_s)
        return scan

    def _place(self, path: Path, local_s: list[float]) -> None:
        """Convert the samples' local times to one scale."""
        if not self.has_seconds:
            repeated = next((index for index, pair in enumerate(pairwise(local_s), 1) if pair[0] == pair[1]), None)
            if repeated is not None:
                raise wrong(
                    path,
                    "this time has lost its seconds, as the one before: a spreadsheet saved the log again. Import the "
                    "log as Performance Monitor wrote it (relog FILE.blg -f csv -o log.csv)",
                    line=self.lines[repeated],
                )
        self.seconds, self.clock_changes = pdh.without_clock_changes(local_s, LATEST_CLOCK_CHANGE_H)
        for (before, after), line in zip(pairwise(self.seconds), self.lines[1:], strict=True):
            if after < before - JITTER_S:
                raise wrong(path, "this sample is older than the previous one: sort the rows by time", line=line)


def _no_samples(path: Path, header: pdh.PdhHeader) -> Exception:
    """Return the error that explains why no row can be read."""
    for line, text in islice(lines_of(path, IMPORT_HEADER), 1, 3):
        fields = _fields(text, header)
        if _MINUTES_ALONE.fullmatch(fields[0] if fields else ""):
            return wrong(
                path,
                '"{text}" has lost its date and hour: a spreadsheet saved what it showed. Import the log as '
                "Performance Monitor wrote it (relog FILE.blg -f csv -o log.csv)",
                line=line,
                text=fields[0].strip(),
            )
        if fields and pdh.MOMENT.match(fields[0]) and len(fields) != len(header.paths) + 1:
            return wrong(
                path,
                "{fields} fields under a header of {columns}: the columns cannot be told apart. A decimal comma needs "
                "; or quotes",
                line=line,
                fields=len(fields),
                columns=len(header.paths) + 1,
            )
        if len(fields) == len(header.paths) + 1:
            return wrong(path, '"{text}" is not a time', line=line, text=fields[0].strip())
    return wrong(path, "this Performance Monitor log contains no samples")


def _fields(text: str, header: pdh.PdhHeader) -> list[str]:
    """Return a row's fields, without empty ones after the last column."""
    fields, width = pdh.fields_of(text, header.delimiter), len(header.paths) + 1
    return fields[:width] if len(fields) > width and not any(one.strip() for one in fields[width:]) else fields


def _samples(path: Path, header: pdh.PdhHeader, passed_over: list[int]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are samples, and add the others (error messages, a truncated line) to `passed_over`."""
    first = True
    for line, text in lines_of(path, IMPORT_HEADER):
        if first:
            first = False
            continue
        fields = _fields(text, header)
        if len(fields) == len(header.paths) + 1 and pdh.MOMENT.match(fields[0]):
            yield line, fields
        elif is_counter_log(text):
            raise wrong(path, "there are lines of a second run: use one file per run", line=line)
        else:
            passed_over.append(line)


def _rows(path: Path, header: pdh.PdhHeader, columns: Sequence[int], scan: _Scan, log: Log) -> Iterator[LogRow]:
    log.warnings.clear()
    unusable = Unusable(path)
    left_out = 0
    last_s = -math.inf
    paths = [english_path(header.paths[index]) for index in columns]
    most = [most_of(pdh.unit_of(name)) for name in paths]
    comma = scan.decimal_comma
    for (line, fields), at_s in zip(_samples(path, header, []), scan.seconds, strict=False):
        if at_s <= last_s:
            left_out += 1
            continue
        last_s = at_s
        values = [
            pdh.value_of(fields[index + 1], name, decimal_comma=comma)
            for index, name in zip(columns, paths, strict=True)
        ]
        for position, value in enumerate(values):
            if not 0 <= value <= most[position]:
                printed = fields[columns[position] + 1]
                if value != value:  # noqa: PLR0124 - NaN
                    if is_no_number(printed) or printed.strip() not in _NO_DATA:
                        unusable.add(line, paths[position], printed.strip())
                else:
                    values[position] = unusable.checked(line, paths[position], value, most[position])
        yield LogRow(line, at_s, tuple(values))
    name = path.name
    log.warnings += [
        phrase("{name}: the clock was set back by an hour during the log (daylight saving)", name=name)
        if change == "back"
        else phrase("{name}: the clock was set forward by an hour during the log (daylight saving)", name=name)
        for change in scan.clock_changes
    ]
    if scan.passed_over:
        text = phrase(
            "{name}: {count:,} lines that are no samples were passed over, the first is line {first}",
            name=name,
            count=len(scan.passed_over),
            first=scan.passed_over[0],
        )
        log.warnings.append(text)
    if left_out:
        log.warnings.append(
            phrase("{name}: {count:,} samples whose time does not rise were left out", name=name, count=left_out)
        )
    log.warnings += unusable.notes()
    if not scan.has_seconds:
        log.warnings.append(phrase("{name}: its times have no seconds: they may be wrong by up to a minute", name=name))
    log.warnings += _language(name, header, paths, columns)


def _language(name: str, header: pdh.PdhHeader, paths: Sequence[str], columns: Sequence[int]) -> Iterator[Sentence]:
    translated = sum(path != header.paths[index] for path, index in zip(paths, columns, strict=True))
    if translated:
        yield phrase(
            "{name}: {count:,} counters have their English names here: they were named in another language",
            name=name,
            count=translated,
        )
    if left := foreign(paths):
        yield phrase(
            "{name}: {count:,} counters are not named in English ({first}): they have no units, and no figures are "
            "made of them by themselves. --figure makes one of each",
            name=name,
            count=len(left),
            first=left[0][:80],
        )
