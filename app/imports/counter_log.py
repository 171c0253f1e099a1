# SPDX-License-Identifier: Apache-2.0
"""Performance Monitor's logs as text (PDH-CSV, PDH-TSV), streamed; what their fields mean is in collectors/pdh.py."""

import datetime
import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from pathlib import Path

from app.imports.source import Log, LogRow, lines_of, with_instance, wrong
from app.model.bounds import IMPORT_ROWS
from app.model.documents import OriginDetail
from app.model.errors import phrase
from collectors import pdh
from collectors.series import Series

STAMPS_LOOKED_AT = 50_000
"""So many dates tell the order of day, month and year."""
JITTER_S = 2.0
"""A row so little older than the one before it is left out; one older than that is out of order."""


def is_counter_log(line: str) -> bool:
    """Whether a line is the header of such a log."""
    return pdh.FIRST.search(line) is not None


def counter_log(path: Path) -> Log:
    """The log. Raises ImportedFileError."""
    header = _header(path)
    scan = _Scan.of(path, header)
    names = sorted(set(header.hosts) - {""})
    log = Log(
        f"PDH-{'TSV' if header.delimiter == chr(9) else 'CSV'}",
        "dated",
        len(header.paths),
        _series(header, several_hosts=len(names) > 1),
        lambda: _rows(path, header, scan, log),
    )
    log.detail = OriginDetail(hosts=names, zone=header.zone, bias_min=header.bias_min, date_order=scan.order)
    return log


def _header(path: Path) -> pdh.PdhHeader:
    for line, text in lines_of(path):
        try:
            return pdh.header_of(text)
        except pdh.PdhError as error:
            raise wrong(path, phrase(error.text, **error.values), line=line) from None
    raise wrong(path, "the file is empty")


def _series(header: pdh.PdhHeader, *, several_hosts: bool) -> tuple[Series, ...]:
    """With the host in each instance where the log is of several, so that a path is one counter. No path twice."""
    found, taken = [], set()
    for one, host in zip(pdh.series_of(header.paths), header.hosts, strict=True):
        path = with_instance(one.path, host) if several_hosts and host else one.path
        if path not in taken:
            found.append(replace(one, path=path))
        taken.add(path)
    return tuple(found)


@dataclass(slots=True)
class _Scan:
    """What a first pass tells. seconds: of each sample, on one scale; lines: where they are; order: of the dates."""

    order: pdh.DateOrder
    seconds: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    passed_over: list[int] = field(default_factory=list)
    clock_changes: list[pdh.ClockChange] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path, header: pdh.PdhHeader) -> "_Scan":
        stamps = [fields[0] for _, fields in islice(_samples(path, header, []), STAMPS_LOOKED_AT)]
        if not stamps:
            raise wrong(path, "this Performance Monitor log contains no samples")
        try:
            scan = cls(pdh.date_order(stamps))
        except pdh.PdhError as error:
            raise wrong(path, phrase(error.text, **error.values)) from None
        local: list[float] = []
        for line, fields in _samples(path, header, scan.passed_over):
            moment = pdh.moment_of(fields[0], scan.order)
            if moment is None:
                raise wrong(path, '"{text}" is not a date in the same order as those before', line=line, text=fields[0])
            if len(local) >= IMPORT_ROWS:
                raise wrong(path, "more than {most_rows:,} samples", line=line, most_rows=IMPORT_ROWS)
            local.append(moment.replace(tzinfo=datetime.UTC).timestamp())
            scan.lines.append(line)
        scan.seconds, scan.clock_changes = pdh.without_clock_changes(local)
        for (before, after), line in zip(pairwise(scan.seconds), scan.lines[1:], strict=True):
            if after < before - JITTER_S:
                raise wrong(path, "this sample is older than the previous one: sort the rows by time", line=line)
        return scan


def _samples(path: Path, header: pdh.PdhHeader, passed_over: list[int]) -> Iterator[tuple[int, list[str]]]:
    """The lines that are samples; the others (an error's text, a line cut off) are counted."""
    first = True
    for line, text in lines_of(path):
        if first:
            first = False
            continue
        fields = pdh.fields_of(text, header.delimiter)
        if len(fields) == len(header.paths) + 1 and pdh.MOMENT.match(fields[0]):
            yield line, fields
        else:
            passed_over.append(line)


def _rows(path: Path, header: pdh.PdhHeader, scan: _Scan, log: Log) -> Iterator[LogRow]:
    log.warnings.clear()
    negative = left_out = 0
    last_s = -math.inf
    for (line, fields), at_s in zip(_samples(path, header, []), scan.seconds, strict=False):
        values = pdh.values_of(fields, header)
        if at_s <= last_s or values is None:
            left_out += 1
            continue
        last_s = at_s
        below = sum(value < 0 for value in values)
        if below:
            negative += below
            values = tuple(math.nan if value < 0 else value for value in values)
        yield LogRow(line, at_s, values)
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
    if negative:
        log.warnings.append(
            phrase("{name}: {count:,} values are negative and count as missing", name=name, count=negative)
        )
