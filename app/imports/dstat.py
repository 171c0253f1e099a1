# SPDX-License-Identifier: Apache-2.0
"""CSV output of dstat (--output FILE) and its successors pcp-dstat and dool.

A few lines with the version, the host and the command are followed by a line of groups ("dsk/sda") and one of columns
("read", "writ"). The first row of dstat and dool covers the time since the system's start. Bytes are per second.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from pathlib import Path

from app.imports.decimal_mark import DecimalMark, with_decimal_mark
from app.imports.field_values import MONTHS, RisingClock, moment_of, number_of
from app.imports.source import Log, LogRow, Row, TableLayout, lines_of, rows_of, wrong
from app.imports.unusable import Unusable, is_no_number, most_of
from app.model.bounds import IMPORT_ROWS
from app.model.documents import OriginDetail
from app.model.errors import phrase
from collectors.series import Layer, Series

_BEGIN = re.compile(r'"?(?:pcp-)?(?:dstat|dool) [\d.]+ CSV output"?', re.IGNORECASE)
_DAY_AND_MONTH = re.compile(r"(\d{1,2})-(\d{1,2}) +(\d{1,2}:\d{2}:\d{2})")
_MONTH_AND_DAY = re.compile(r"([A-Z][a-z]{2})-(\d{1,2}) +(\d{1,2}:\d{2}:\d{2})")
"""Date format of dool."""
_YEAR = re.compile(r"\b(20\d{2}|19\d{2})\b")
_DELAY = re.compile(r"\s(\d{1,5})(?:\s+\d+)?\s*$")
MOST_HEAD_LINES = 20
ROWS_LOOKED_AT = 200
"""Number of rows examined for columns of text and for the number of fields."""
LONGEST_NAME = 60

_DISK = {"read": "Disk Read Bytes/sec", "writ": "Disk Write Bytes/sec"}
_IO = {"read": "Disk Reads/sec", "writ": "Disk Writes/sec"}
_NET = {"recv": "Bytes Received/sec", "send": "Bytes Sent/sec"}
_MEMORY = {"used": "Used Bytes", "free": "Free Bytes", "buff": "Buffers Bytes", "buf": "Buffers Bytes",
           "cach": "Cached Bytes", "cache": "Cached Bytes", "avai": "Available Bytes"}  # fmt: skip
OBJECTS: Mapping[str, tuple[str, Mapping[str, str], str, Layer]] = {
    "dsk": ("PhysicalDisk", _DISK, "B/s", "device"),
    "io": ("PhysicalDisk", _IO, "/s", "device"),
    "net": ("Network Interface", _NET, "B/s", "machine"),
}
"""Object, counters, unit and layer, by the part of a group's name before the slash."""
USUAL = {"usr", "idl", "read", "writ", "recv", "send", "used", "free", "time", "epoch", "run", "int", "1m", "date/time"}
"""Column names, at least one of which is in every line of columns."""


def is_dstat(line: str) -> bool:
    """Return whether a line is the first one of dstat's CSV."""
    return _BEGIN.match(line.strip()) is not None


def dstat_log(path: Path, decimal: DecimalMark | None = None) -> Log:
    """Open the log.

    Args:
        path: the file.
        decimal: the decimal sign, if the user gave it.

    Raises:
        ImportedFileError: the file is not a complete dstat CSV.
    """
    table = _Table.of(path)
    columns = {*table.columns, *([table.time] if table.time is not None else [])}
    if decimal is not None or table.layout.delimiter != ",":  # dstat itself writes decimal points
        table.layout = with_decimal_mark(path, table.layout, columns, decimal)
    log = Log(
        "dstat CSV",
        "number" if table.time is None else "dated",
        len(table.columns),
        table.series,
        lambda: _rows(table, log),
        uncertainty_s=1.0,
    )
    log.detail = OriginDetail(
        hosts=[table.host], zone="UTC" if table.epoch else "", bias_min=0 if table.epoch else None
    )
    return log


@dataclass(slots=True)
class _Table:
    """Layout of the file.

    Attributes:
        delay_s: seconds between rows, if there is no column of times.
        since_start: whether the first row covers the time since the system's start.
        time: index of the column of times.
        epoch: whether times are seconds since 1970.
        columns: indexes of the columns that are stored.
        width: number of fields in a row.
        most: largest plausible values of the columns.
        texts: names of columns that hold text.
    """

    path: Path
    layout: TableLayout
    host: str = ""
    year: str = ""
    delay_s: float = 1.0
    since_start: bool = False
    time: int | None = None
    epoch: bool = False
    idle: tuple[int, int] | None = None
    columns: list[int] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)
    width: int = 0
    most: list[float] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> "_Table":
        """Read the head of the file."""
        plain_layout = TableLayout(_delimiter(path), False, (), 0)
        table = cls(path, plain_layout)
        before: Row = (0, [])
        head = list(islice(rows_of(path, plain_layout), MOST_HEAD_LINES + 1))
        for number, (line, fields) in enumerate(head):
            if number == 0:
                table.since_start = fields[0].lower().startswith(("dstat", "dool"))
            pairs = dict(pairwise(fields))
            if host := pairs.get("Host:"):
                table.host = host[:80]
            if command := pairs.get("Cmdline:"):
                delay = _DELAY.search(command)
                table.delay_s = float(delay[1]) if delay and int(delay[1]) else 1.0
            if (date := pairs.get("Date:")) and (year := _YEAR.search(date)):
                table.year = year[1]
            # The line of groups may also contain "epoch" and "time"; the line of columns is the last one that looks
            # like a header.
            after = head[number + 1][1] if number + 1 < len(head) else []
            if before[1] and _is_header(before[1], fields) and not _is_header(fields, after):
                table._lay_out(line, before[1], fields)
                return table
            before = line, fields
        raise wrong(path, "dstat's line of columns is missing", line=before[0])

    def _lay_out(self, line: int, groups: Sequence[str], names: Sequence[str]) -> None:
        """Find the columns. pcp-dstat 4 has blank columns between its groups, in some versions only in the head."""
        self.layout = replace(self.layout, header=tuple(names), header_line=line)
        rows = list(islice(rows_of(self.path, self.layout), ROWS_LOOKED_AT))
        named = [index for index, name in enumerate(names) if name]
        every = [_group_and_name(group, name) for group, name in zip(_groups(groups, len(names)), names, strict=True)]
        if len(named) < len(names) and rows and len(rows[0][1]) == len(named):
            every = [every[index] for index in named]
        self.layout = replace(self.layout, header=tuple(name for _, name in every))
        while every and not every[-1][1]:
            every.pop()
        self.width = len(every)
        if rows and all(len(_trimmed(fields, self.width)) > self.width for _, fields in rows):
            raise wrong(
                self.path,
                "{fields} fields under {columns} names of columns: the figures cannot be told apart. It is a known "
                "fault of dstat -m and of narrow terminals; record again with stty cols 500, or with dool",
                line=rows[0][0],
                fields=len(rows[0][1]),
                columns=self.width,
            )
        self._take(every, [fields for _, fields in rows if len(_trimmed(fields, self.width)) == self.width])

    def _take(self, every: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> None:
        paths: set[str] = set()
        for index, (group, name) in enumerate(every):
            if not name:
                continue
            if name in ("time", "date/time") or group == "epoch" or name == "epoch":
                if self.time is None or group == "epoch" or name == "epoch":
                    self.time, self.epoch = index, "epoch" in (group, name)
                continue
            if _holds_texts([fields[index] for fields in rows]):
                self.texts.append(name)
                continue
            unit = ""
            for one in _series_of(group, name, len(self.columns)):
                unit = one.unit
                if one.path not in paths:
                    paths.add(one.path)
                    self.series.append(one)
            self.columns.append(index)
            self.most.append(most_of(unit))
            if name == "idl" and _is_processor(group):
                self.series.append(_processor(group, len(self.columns) - 1))
        if not self.columns:
            raise wrong(self.path, "it contains no counters", line=self.layout.header_line)


def _delimiter(path: Path) -> str:
    """Return the delimiter: a comma, or a semicolon or tab if a spreadsheet saved the file again."""
    head = [text for _, text in islice(lines_of(path), MOST_HEAD_LINES)]
    return max((",", ";", "\t"), key=lambda delimiter: sum(text.count(delimiter) for text in head[:3]))


def _is_header(groups: Sequence[str], names: Sequence[str]) -> bool:
    plain = {name.rpartition(":")[2] for name in names}
    return len(groups) <= len(names) and bool(USUAL & plain) and all(not name.endswith(":") for name in names)


def _groups(fields: Sequence[str], width: int) -> list[str]:
    """Return the group of each column; only the first column of a group names it."""
    groups, last = [], ""
    for index in range(width):
        last = (fields[index] if index < len(fields) else "") or last
        groups.append(last)
    return groups


def _group_and_name(group: str, name: str) -> tuple[str, str]:
    """Split the name of a column of pcp-dstat 4, which contains the group: "dsk/sda:read"."""
    own, colon, plain = name.rpartition(":")
    return (own, plain) if colon and own and plain else (group, name)


def _trimmed(fields: Sequence[str], width: int) -> Sequence[str]:
    """Return a row without empty fields after the last column, which dstat writes in a narrow terminal."""
    return fields if len(fields) <= width or any(fields[width:]) else fields[:width]


def _holds_texts(values: Sequence[str]) -> bool:
    """Return whether a column has values, none of which is a number: dstat --top-cpu prints process names."""
    present = [text for text in values if text not in ("", "-") and not is_no_number(text)]
    for text in present:
        try:
            number_of(text.replace(",", "."))
        except ValueError:
            continue
        return False
    return bool(present)


def _is_processor(group: str) -> bool:
    return "cpu" in group or group == "total usage"


def _series_of(group: str, name: str, column: int) -> Iterator[Series]:
    kind, _, instance = group.partition("/")
    instance = "_Total" if instance in ("", "total") else _plain(instance)
    if kind in OBJECTS:
        thing, counters, unit, layer = OBJECTS[kind]
        if name in counters:
            yield Series(f"\\{thing}({instance})\\{counters[name]}", unit, "gauge", layer, column)
            return
    if kind.startswith("memory") and name in _MEMORY:
        yield Series(f"\\Memory\\{_MEMORY[name]}", "B", "gauge", "machine", column)
        return
    percent = "%" if _is_processor(kind) and name in ("usr", "sys", "idl", "wai", "stl", "hiq", "siq") else ""
    yield Series(f"\\dstat({_plain(group)})\\{_plain(name)}", percent, "gauge", "machine", column)


def _processor(group: str, column: int) -> Series:
    """Return the idle share as Performance Monitor's counter."""
    number = re.search(r"cpu(\d+)", group)
    return Series(f"\\Processor({number[1] if number else '_Total'})\\% Idle Time", "%", "gauge", "machine", column)


def _plain(text: str) -> str:
    return "".join(letter for letter in text[:LONGEST_NAME] if letter.isprintable() and letter not in "()\\") or "?"


def _rows(table: _Table, log: Log) -> Iterator[LogRow]:
    log.warnings.clear()
    clock, unusable = RisingClock(table.path), Unusable(table.path)
    number = cut = 0
    wide: list[int] = []
    last_s = -math.inf
    for line, row in rows_of(table.path, table.layout):
        if cut:
            raise wrong(table.path, "fields are missing in this line", line=cut)
        if row[0] == "Host:" or _BEGIN.match(row[0]):
            raise wrong(table.path, "there are lines of a second run: use one file per run", line=line)
        fields = _trimmed(row, table.width)
        if len(fields) > table.width:
            wide.append(line)
            continue
        if len(fields) < table.width:
            cut = line
            continue
        number += 1
        if number > IMPORT_ROWS:
            raise wrong(table.path, "more than {most_rows:,} lines", line=line, most_rows=IMPORT_ROWS)
        at_s = number * table.delay_s if table.time is None else _time(table, clock, line, fields[table.time])
        if at_s <= last_s:
            continue
        last_s = at_s
        if number == 1 and table.since_start:
            # This row covers the time since the system's start; it only marks the start of the next interval.
            yield LogRow(line, at_s, (math.nan,) * len(table.columns))
            continue
        yield LogRow(line, at_s, tuple(_figures(table, unusable, line, fields)))
    name = table.path.name
    log.warnings += unusable.notes()
    if table.texts:
        log.warnings.append(
            phrase("{name}: columns of texts are left out: {columns}", name=name, columns=", ".join(table.texts)[:200])
        )
    if wide:
        log.warnings.append(
            phrase(
                "{name}: {count:,} rows with more fields than the header are left out, the first is line {line}",
                name=name,
                count=len(wide),
                line=wide[0],
            )
        )
    if cut:
        log.warnings.append(phrase("{name}: its last line ({line}) is cut off and was left out", name=name, line=cut))
    if table.time is None:
        log.warnings.append(
            phrase(
                "{name} has no column of times (dstat --time): its lines are taken to be {seconds:g} s apart",
                name=name,
                seconds=table.delay_s,
            )
        )


def _figures(table: _Table, unusable: Unusable, line: int, fields: Sequence[str]) -> Iterator[float]:
    for index, most in zip(table.columns, table.most, strict=True):
        text = fields[index]
        yield (
            math.nan
            if text in ("", "-")
            else unusable.figure(line, table.layout.header[index], text, most, decimal_comma=table.layout.decimal_comma)
        )


def _time(table: _Table, clock: RisingClock, line: int, text: str) -> float:
    if table.epoch:
        seconds = _number(table, line, "epoch", text)
        if not math.isfinite(seconds):
            raise wrong(table.path, '"{text}" is not a time', line=line, text=text[:40])
        return seconds
    match = _DAY_AND_MONTH.fullmatch(text.strip())
    if match:
        text = f"{table.year or '1970'}-{match[2]}-{match[1]} {match[3]}"
    elif (match := _MONTH_AND_DAY.fullmatch(text.strip())) and match[1] in MONTHS:
        text = f"{table.year or '1970'}-{MONTHS.index(match[1]) + 1:02d}-{match[2]} {match[3]}"
    try:
        moment = moment_of(text)
    except ValueError:
        raise wrong(table.path, '"{text}" is not a time', line=line, text=text[:40]) from None
    return clock.seconds(line, moment)


def _number(table: _Table, line: int, name: str, text: str) -> float:
    try:
        return number_of(text, decimal_comma=table.layout.decimal_comma)
    except ValueError as error:
        raise wrong(table.path, "{name}: {reason}", line=line, name=name, reason=error) from None
