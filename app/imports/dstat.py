# SPDX-License-Identifier: Apache-2.0
"""dstat's CSV (--output FILE), also that of its successors pcp-dstat and dool.

A few lines tell the version, the host and the command; then come a line of groups ("dsk/sda") and one of columns
("read", "writ"). The first line of dstat and dool is of the time since the system's start. Bytes are a second's.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from app.imports.field_values import MONTHS, RisingClock, moment_of, number_of
from app.imports.source import Layout, Log, LogRow, Row, rows_of, wrong
from app.model.bounds import IMPORT_ROWS
from app.model.documents import OriginDetail
from app.model.errors import phrase
from collectors.series import Layer, Series

_BEGIN = re.compile(r'"?(?:pcp-)?(?:dstat|dool) [\d.]+ CSV output"?', re.IGNORECASE)
_DAY_AND_MONTH = re.compile(r"(\d{1,2})-(\d{1,2}) +(\d{1,2}:\d{2}:\d{2})")
_MONTH_AND_DAY = re.compile(r"([A-Z][a-z]{2})-(\d{1,2}) +(\d{1,2}:\d{2}:\d{2})")
"""dool's."""
_YEAR = re.compile(r"\b(20\d{2}|19\d{2})\b")
_DELAY = re.compile(r"\s(\d{1,5})(?:\s+\d+)?\s*$")
MOST_HEAD_LINES = 20
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
"""By the part of a group before the stroke: object, counters, unit, layer."""
USUAL = {"usr", "idl", "read", "writ", "recv", "send", "used", "free", "time", "epoch", "run", "int", "1m", "date/time"}
"""A line of columns has one of these."""


def is_dstat(line: str) -> bool:
    """Whether a line is the one that dstat's CSV begins with."""
    return _BEGIN.match(line.strip()) is not None


def dstat_log(path: Path) -> Log:
    """The log. Raises ImportedFileError."""
    table = _Table.of(path)
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
    """How the file is written. time: the column with it; epoch: seconds since 1970. columns: those that are kept.
    since_start: whether the first line is of all the time since the system's start."""

    path: Path
    layout: Layout
    host: str = ""
    year: str = ""
    delay_s: float = 1.0
    since_start: bool = False
    time: int | None = None
    epoch: bool = False
    idle: tuple[int, int] | None = None
    columns: list[int] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> "_Table":
        """Reads the head."""
        anything = Layout(",", False, (), 0)
        found = cls(path, anything)
        before: Row = (0, [])
        for number, (line, fields) in enumerate(rows_of(path, anything)):
            if number == 0:
                found.since_start = fields[0].lower().startswith(("dstat", "dool"))
            told = dict(pairwise(fields))
            if host := told.get("Host:"):
                found.host = host[:80]
            if command := told.get("Cmdline:"):
                delay = _DELAY.search(command)
                found.delay_s = float(delay[1]) if delay and int(delay[1]) else 1.0
            if (date := told.get("Date:")) and (year := _YEAR.search(date)):
                found.year = year[1]
            if before[1] and _is_header(before[1], fields):
                found.layout = Layout(",", False, tuple(fields), line)
                found._take(_groups(before[1], len(fields)), fields)
                return found
            if number >= MOST_HEAD_LINES:
                break
            before = line, fields
        raise wrong(path, "dstat's line of columns is missing", line=before[0])

    def _take(self, groups: Sequence[str], names: Sequence[str]) -> None:
        taken: set[str] = set()
        for index, (group, name) in enumerate(zip(groups, names, strict=True)):
            if name in ("time", "date/time") or group == "epoch" or name == "epoch":
                if self.time is None or group == "epoch" or name == "epoch":
                    self.time, self.epoch = index, "epoch" in (group, name)
                continue
            for one in _series_of(group, name, len(self.columns)):
                if one.path not in taken:
                    taken.add(one.path)
                    self.series.append(one)
            self.columns.append(index)
            if name == "idl" and "cpu" in group:
                self.series.append(_processor(group, len(self.columns) - 1))
        if not self.columns:
            raise wrong(self.path, "it contains no counters", line=self.layout.header_line)


def _is_header(groups: Sequence[str], names: Sequence[str]) -> bool:
    known = {
        "usr",
        "idl",
        "read",
        "writ",
        "recv",
        "send",
        "used",
        "free",
        "time",
        "epoch",
        "run",
        "int",
        "1m",
        "date/time",
    }
    return len(groups) <= len(names) and bool(known & set(names)) and all(not name.endswith(":") for name in names)


def _groups(fields: Sequence[str], width: int) -> list[str]:
    """The group of each column: it is named above its first one."""
    found, last = [], ""
    for index in range(width):
        last = (fields[index] if index < len(fields) else "") or last
        found.append(last)
    return found


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
    percent = "%" if "cpu" in kind and name in ("usr", "sys", "idl", "wai", "stl", "hiq", "siq") else ""
    yield Series(f"\\dstat({_plain(group)})\\{_plain(name)}", percent, "gauge", "machine", column)


def _processor(group: str, column: int) -> Series:
    """The idle share as Performance Monitor has it."""
    number = re.search(r"cpu(\d+)", group)
    return Series(f"\\Processor({number[1] if number else '_Total'})\\% Idle Time", "%", "gauge", "machine", column)


def _plain(text: str) -> str:
    return "".join(letter for letter in text[:LONGEST_NAME] if letter.isprintable() and letter not in "()\\") or "?"


def _rows(table: _Table, log: Log) -> Iterator[LogRow]:
    log.warnings.clear()
    clock = RisingClock(table.path)
    number = cut = 0
    last_s = -math.inf
    for line, fields in rows_of(table.path, table.layout):
        if cut:
            raise wrong(table.path, "fields are missing in this line", line=cut)
        if fields[0] == "Host:" or _BEGIN.match(fields[0]):
            raise wrong(table.path, "there are lines of a second run: use one file per run", line=line)
        if len(fields) < len(table.layout.header):
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
            # Of the time since the system's start: it tells only when the next interval began.
            yield LogRow(line, at_s, (math.nan,) * len(table.columns))
            continue
        yield LogRow(line, at_s, tuple(_figure(table, line, index, fields[index]) for index in table.columns))
    name = table.path.name
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


def _time(table: _Table, clock: RisingClock, line: int, text: str) -> float:
    if table.epoch:
        return _number(table, line, "epoch", text)
    found = _DAY_AND_MONTH.fullmatch(text.strip())
    if found:
        text = f"{table.year or '1970'}-{found[2]}-{found[1]} {found[3]}"
    elif (found := _MONTH_AND_DAY.fullmatch(text.strip())) and found[1] in MONTHS:
        text = f"{table.year or '1970'}-{MONTHS.index(found[1]) + 1:02d}-{found[2]} {found[3]}"
    try:
        moment = moment_of(text)
    except ValueError:
        raise wrong(table.path, '"{text}" is not a time', line=line, text=text[:40]) from None
    return clock.seconds(line, moment)


def _figure(table: _Table, line: int, index: int, text: str) -> float:
    return math.nan if text in ("", "-") else _number(table, line, table.layout.header[index], text)


def _number(table: _Table, line: int, name: str, text: str) -> float:
    try:
        return number_of(text)
    except ValueError as error:
        raise wrong(table.path, "{name}: {reason}", line=line, name=name, reason=error) from None
