# SPDX-License-Identifier: Apache-2.0
"""sysstat's JSON: `iostat -t -o JSON INTERVAL` (with or without -x) and `sadf -j` (sar's files).

Both print means per interval. They are converted back to counts (reads per second x seconds; await x reads), so that
the mean of a window weights each interval by its length, and a latency by its I/Os. Names are Performance Monitor's:
r/s is Disk Reads/sec, r_await Avg. Disk sec/Read, aqu-sz Avg. Disk Queue Length, util 100 - % Idle Time.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.imports.counted_rows import GAP, Interval, begins, counted_rows, gap_notes
from app.imports.field_values import RisingClock, moment_of
from app.imports.json_text import json_of, lines_of_key
from app.imports.source import Log, wrong
from app.imports.unusable import MOST_IOPS, Unusable, most_of
from app.model.bounds import IMPORT_ROWS
from app.model.documents import OriginDetail
from collectors.series import Better, Kind, Layer, Series

LONGEST_NAME = 60
RECORDS = "statistics"
USUAL_COMMAND = {
    "iostat JSON": "iostat -t -x -o JSON 1 > iostat.json",
    "sar JSON": "sadf -j FILE -- -u -d -r -n DEV > sar.json",
}
KIB, MIB, SECTOR = 1024.0, float(1 << 20), 512.0


def is_iostat(line: str) -> bool:
    """Return whether a line is typical of iostat's JSON."""
    return '"avg-cpu"' in line or '"disk_device"' in line


def is_sadf(line: str) -> bool:
    """Return whether a line is typical of sadf's JSON."""
    return '"file-utc-time"' in line or '"sysdata-version"' in line


@dataclass(slots=True)
class _Table:
    """Columns, created when an entry first has them.

    Attributes:
        cumulative: columns of counts.
    """

    path: Path
    series: list[Series] = field(default_factory=list)
    columns: dict[str, int] = field(default_factory=dict)
    cumulative: set[int] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    row: dict[int, float] = field(default_factory=dict)
    rows: list[tuple["_Entry", dict[int, float]]] = field(default_factory=list)

    def gauge(
        self, path: str, unit: str, value: float, *, layer: Layer = "machine", better: Better = "", scale: float = 1.0
    ) -> None:
        """Add a value unchanged."""
        column = self._column(path)
        self.row[column] = value
        self._counter(path, unit, "gauge", layer, column, better=better, scale=scale)

    def counted(self, path: str, unit: str, amount: float, *, layer: Layer, better: Better = "") -> int:
        """Add an amount counted in this interval and return its column; the counter is its rate."""
        column = self._column(path)
        self.row[column] = amount
        self.cumulative.add(column)
        self._counter(path, unit, "rate", layer, column, better=better)
        return column

    def latency(self, path: str, total_s: float, counted: int) -> None:
        """Add the seconds spent in this interval on items counted by column `counted`; the counter is their mean."""
        column = self._column(path)
        self.row[column] = total_s
        self.cumulative.add(column)
        self._counter(path, "s", "average", "device", column, base=counted, better="less")

    def finish(self, entry: "_Entry") -> None:
        """Complete the row."""
        self.rows.append((entry, self.row))
        self.row = {}

    def intervals(self) -> list[Interval]:
        """Return all rows."""
        width = range(len(self.columns))
        return [
            Interval(one.line, one.began_s, one.seconds, [row.get(column, math.nan) for column in width])
            for one, row in self.rows
        ]

    def _column(self, path: str) -> int:
        if path not in self.columns:
            self.columns[path] = len(self.columns)
        return self.columns[path]

    def _counter(  # noqa: PLR0917
        self, path: str, unit: str, kind: Kind, layer: Layer, column: int, base: int = -1, *, better: Better = "",
        scale: float = 1.0,
    ) -> None:  # fmt: skip
        if path not in self.counters:
            self.counters.add(path)
            self.series.append(Series(path, unit, kind, layer, column, base, scale, better))


@dataclass(slots=True)
class _Entry:
    """Figures of one interval.

    Attributes:
        line: line at which it begins.
        seconds: end of the interval.
        unusable: collects impossible figures.
    """

    path: Path
    line: int
    held: Mapping[str, Any]
    seconds: float
    unusable: Unusable
    began_s: float = math.nan

    @property
    def interval_s(self) -> float:
        """Length of the interval in seconds."""
        return self.seconds - self.began_s

    def number(self, figures: object, name: str) -> float:
        """Return a figure; NaN if it is missing or impossible.

        Raises:
            ImportedFileError: the value is not a number.
        """
        value = figures.get(name) if isinstance(figures, dict) else None
        if value is None:
            return math.nan
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise wrong(
                self.path,
                "{name} is not a number of at least 0 ({value})",
                line=self.line,
                name=name,
                value=str(value)[:40],
            )
        if math.isnan(value):
            self.unusable.add(self.line, name, "NaN")
        return self.unusable.checked(self.line, name, float(value), _MOST.get(name, most_of("/s")))

    def first(self, figures: object, *names: tuple[str, float]) -> float:
        """Return the first available figure times its factor."""
        values = (self.number(figures, name) * factor for name, factor in names)
        return next((value for value in values if not math.isnan(value)), math.nan)


_MOST = {
    **dict.fromkeys(("r/s", "w/s", "d/s", "f/s", "tps", "rtps", "wtps"), MOST_IOPS),
    **dict.fromkeys(("await", "r_await", "w_await", "d_await", "f_await"), most_of("ms")),
    **dict.fromkeys(("idle", "iowait", "steal", "util", "util-percent", "memused-percent"), most_of("%")),
    "avail": most_of("B"),
}
"""Largest possible values of figures; for others (kibibytes, sectors or switches per second), the limit for rates
applies.
"""


def iostat_log(path: Path) -> Log:
    """Open iostat's JSON.

    Raises:
        ImportedFileError: the file is not complete JSON of iostat.
    """
    document = json_of(path, records=(RECORDS,))
    host = _host(path, document.value)
    statistics = _list(path, host)
    lines = lines_of_key(path, "timestamp")
    clock, unusable = RisingClock(path), Unusable(path)
    entries = []
    for report, line in zip(statistics, _lines(lines, len(statistics)), strict=True):
        stamp = report.get("timestamp")
        if not isinstance(stamp, str):
            raise wrong(path, "it has no times: call iostat with -t", line=line)
        entries.append(_Entry(path, line, report, _seconds(path, clock, line, stamp), unusable))
    entries = _rising(entries)
    # The first report covers the time since the system's start, or, with -y, an interval with an unknown start.
    for entry, began_s in zip(
        entries[1:], begins([one.seconds for one in entries[1:]], _first_s(entries)), strict=True
    ):
        entry.began_s = began_s
    log = _log("iostat JSON", path, entries[1:], _iostat_figures)
    log.detail = OriginDetail(hosts=[str(host.get("nodename", ""))[:80]])
    log.facts = _facts(host)
    log.warnings += [*document.notes, *unusable.notes()]
    return log


def _first_s(entries: Sequence[_Entry]) -> float | None:
    return entries[0].seconds if entries else None


def sadf_log(path: Path) -> Log:
    """Open sadf's JSON.

    Raises:
        ImportedFileError: the file is not complete JSON of sadf.
    """
    document = json_of(path, records=(RECORDS,))
    host = _host(path, document.value)
    statistics = [report for report in _list(path, host) if isinstance(report.get("timestamp"), dict)]
    lines = lines_of_key(path, "timestamp")
    clock, unusable = RisingClock(path), Unusable(path)
    utc = all(_is_utc(report["timestamp"]) for report in statistics)
    entries = []
    for report, line in zip(statistics, _lines(lines, len(statistics)), strict=True):
        stamp = report["timestamp"]
        text = f"{stamp.get('date', '')} {stamp.get('time', '')}"
        entries.append(_Entry(path, line, report, _seconds(path, clock, line, text), unusable))
    entries = _rising(entries)
    usual_s = begins([one.seconds for one in entries])
    last_s = -math.inf
    for entry, guessed_s in zip(entries, usual_s, strict=True):
        given_s = entry.number(entry.held["timestamp"], "interval")
        began_s = entry.seconds - given_s if given_s > 0 else guessed_s
        # Times are whole seconds, so an interval that begins close to the end of the previous one begins exactly there.
        near = abs(began_s - last_s) <= min(1.0, GAP * given_s) if given_s > 0 else False
        entry.began_s = last_s if near or began_s < last_s else began_s
        last_s = entry.seconds
    log = _log("sar JSON", path, entries, _sadf_figures)
    names = [str(host.get("nodename", ""))[:80]]
    log.detail = OriginDetail(hosts=names, zone="UTC", bias_min=0) if utc else OriginDetail(hosts=names)
    log.facts = _facts(host)
    log.warnings += [*document.notes, *unusable.notes()]
    return log


def _is_utc(stamp: Mapping[str, Any]) -> bool:
    return stamp.get("utc") == 1 or str(stamp.get("tz", "")).upper() == "UTC"


def _rising(entries: Sequence[_Entry]) -> list[_Entry]:
    """Return the entries that are later than all earlier ones."""
    rising: list[_Entry] = []
    for entry in entries:
        if not rising or entry.seconds > rising[-1].seconds:
            rising.append(entry)
    return rising


def _log(kind: str, path: Path, entries: Sequence[_Entry], figures: Callable[[_Entry, _Table], None]) -> Log:
    if not entries:
        raise wrong(path, "it holds fewer than two reports: nothing was measured between them")
    if len(entries) > IMPORT_ROWS:
        raise wrong(path, "more than {most_rows:,} samples", line=entries[IMPORT_ROWS].line, most_rows=IMPORT_ROWS)
    table = _Table(path)
    for entry in entries:
        figures(entry, table)
        table.finish(entry)
    if not table.series:
        raise wrong(
            path,
            "it holds nothing that is imported (processors, disks, memory, network). Import what this gives: {command}",
            command=USUAL_COMMAND[kind],
        )
    intervals = table.intervals()
    rows = list(counted_rows(intervals, table.cumulative))
    log = Log(kind, "dated", len(table.columns), tuple(table.series), lambda: iter(rows), uncertainty_s=1.0)
    log.warnings += gap_notes(path.name, intervals)
    return log


def _host(path: Path, document: object) -> Mapping[str, Any]:
    top = document.get("sysstat") if isinstance(document, dict) else None
    hosts = top.get("hosts") if isinstance(top, dict) else None
    if not isinstance(hosts, list) or not hosts or not isinstance(hosts[0], dict):
        raise wrong(path, "the JSON that begins here is not sysstat's: it has no hosts", line=1)
    host: Mapping[str, Any] = hosts[0]
    return host


def _list(path: Path, host: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    reports = host.get("statistics")
    if not isinstance(reports, list) or not all(isinstance(one, dict) for one in reports):
        raise wrong(path, "{name} is missing: the output is damaged", line=1, name="statistics")
    return reports


def _facts(host: Mapping[str, Any]) -> dict[str, str]:
    labels = {"sysname": "Operating system", "release": "Kernel", "machine": "Machine"}
    facts = {label: str(host[name])[:80] for name, label in labels.items() if host.get(name)}
    processors = host.get("number-of-cpus")
    return {**facts, "Processors": f"{processors:g}"} if isinstance(processors, float) else facts


def _lines(known: Sequence[int], count: int) -> list[int]:
    """Return the line of each report, or 1 if it is unknown."""
    return [*known, *[1] * count][:count]


def _seconds(path: Path, clock: RisingClock, line: int, text: str) -> float:
    try:
        moment = moment_of(_SHORT_DATE.sub(_long_date, text, count=1))
    except ValueError:
        raise wrong(
            path,
            '"{text}" is not a time; S_TIME_FORMAT=ISO makes one that every reader knows',
            line=line,
            text=text[:40],
        ) from None
    return clock.seconds(line, moment)


_SHORT_DATE = re.compile(r"^(\d{2})/(\d{2})/(\d{2}|\d{4})(?=\s)")


def _long_date(date: re.Match[str]) -> str:
    """Return a date in ISO form.

    The month comes first, as in most locales without S_TIME_FORMAT, unless it is greater than 12.
    """
    month, day = (date[1], date[2]) if int(date[1]) <= 12 else (date[2], date[1])
    return f"{date[3] if len(date[3]) > 2 else '20' + date[3]}-{month}-{day}"


def _iostat_figures(entry: _Entry, table: _Table) -> None:
    cpu = entry.held.get("avg-cpu")
    if isinstance(cpu, dict):
        _processor(table, "_Total", entry.number(cpu, "idle"), entry.number(cpu, "iowait"), entry.number(cpu, "steal"))
    for disk in _named(entry, "disk", "disk_device"):
        _disk(entry, table, *disk)


def _named(entry: _Entry, name: str, key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    entries = entry.held.get(name)
    for one in entries if isinstance(entries, list) else ():
        if isinstance(one, dict) and isinstance(one.get(key), str):
            plain = "".join(
                letter for letter in one[key][:LONGEST_NAME] if letter.isprintable() and letter not in "()\\"
            )
            yield plain, one


def _processor(table: _Table, name: str, idle: float, waits: float, stolen: float) -> None:
    path = f"\\Processor({name})"
    if not math.isnan(idle):
        busy = 100 - idle - (waits if waits > 0 else 0.0)
        table.gauge(f"{path}\\% Processor Time", "%", min(max(busy, 0.0), 100.0))
    if not math.isnan(waits):
        table.gauge(f"{path}\\% I/O Wait", "%", waits)
    if stolen > 0 or f"{path}\\% Stolen" in table.columns:
        table.gauge(f"{path}\\% Stolen", "%", stolen)


def _disk(entry: _Entry, table: _Table, name: str, figures: Mapping[str, Any]) -> None:
    path, span_s = f"\\PhysicalDisk({name})", entry.interval_s
    reads, writes = entry.number(figures, "r/s"), entry.number(figures, "w/s")
    read_bytes = entry.first(
        figures, ("rkB/s", KIB), ("rMB/s", MIB), ("rsec/s", SECTOR), ("kB_read/s", KIB), ("MB_read/s", MIB)
    )
    write_bytes = entry.first(
        figures, ("wkB/s", KIB), ("wMB/s", MIB), ("wsec/s", SECTOR), ("kB_wrtn/s", KIB), ("MB_wrtn/s", MIB)
    )
    transfers = entry.number(figures, "tps")
    transfers = reads + writes if math.isnan(transfers) else transfers
    if not math.isnan(transfers):
        whole = table.counted(f"{path}\\Disk Transfers/sec", "/s", transfers * span_s, layer="device")
        waited = entry.number(figures, "await")
        waits = [(count, entry.number(figures, key)) for count, key in ((reads, "r_await"), (writes, "w_await"))]
        spent = transfers * waited if not math.isnan(waited) else sum(count * ms for count, ms in waits if count > 0)
        if not math.isnan(waited) or not math.isnan(waits[0][1]):
            table.latency(f"{path}\\Avg. Disk sec/Transfer", spent / 1e3 * span_s, whole)
    for part, count, key, size in (
        ("Read", reads, "r_await", read_bytes), ("Write", writes, "w_await", write_bytes),
        ("Discard", entry.number(figures, "d/s"), "d_await", math.nan),
        ("Flush", entry.number(figures, "f/s"), "f_await", math.nan),
    ):  # fmt: skip
        if not math.isnan(count):
            plural = "Flushes" if part == "Flush" else f"{part}s"
            column = table.counted(f"{path}\\Disk {plural}/sec", "/s", count * span_s, layer="device")
            ms = entry.number(figures, key)
            if not math.isnan(ms):
                table.latency(f"{path}\\Avg. Disk sec/{part}", count * ms / 1e3 * span_s, column)
        if not math.isnan(size):
            table.counted(f"{path}\\Disk {part} Bytes/sec", "B/s", size * span_s, layer="device")
    if not math.isnan(read_bytes + write_bytes):
        both = (read_bytes + write_bytes) * span_s
        table.counted(f"{path}\\Disk Bytes/sec", "B/s", both, layer="device")
    queue = entry.first(figures, ("aqu-sz", 1.0), ("avgqu-sz", 1.0))
    if not math.isnan(queue):
        table.gauge(f"{path}\\Avg. Disk Queue Length", "", queue, layer="device")
    busy = entry.first(figures, ("util", 1.0), ("util-percent", 1.0))
    if not math.isnan(busy):
        table.gauge(f"{path}\\% Idle Time", "%", max(100.0 - busy, 0.0), layer="device")


def _sadf_figures(entry: _Entry, table: _Table) -> None:
    for kind in ("cpu-load", "cpu-load-all"):
        for name, fields in _named(entry, kind, "cpu"):
            figures = (entry.number(fields, key) for key in ("idle", "iowait", "steal"))
            _processor(table, "_Total" if name == "all" else name, *figures)
    for name, fields in _named(entry, "disk", "disk-device"):
        bytes_read = entry.first(fields, ("rkB", KIB), ("rd_sec", SECTOR))
        bytes_written = entry.first(fields, ("wkB", KIB), ("wr_sec", SECTOR))
        converted = {**fields, "rkB/s": bytes_read / KIB, "wkB/s": bytes_written / KIB}
        _disk(entry, table, name, converted)
    _whole_machine(entry, table)
    network = entry.held.get("network")
    inner = replace(entry, held=network) if isinstance(network, dict) else None
    for name, fields in _named(inner, "net-dev", "iface") if inner else ():
        path = f"\\Network Interface({name})"
        for counter, key in (("Bytes Received/sec", "rxkB"), ("Bytes Sent/sec", "txkB")):
            value = entry.number(fields, key)
            if not math.isnan(value):
                table.counted(f"{path}\\{counter}", "B/s", value * KIB * entry.interval_s, layer="machine")


def _whole_machine(entry: _Entry, table: _Table) -> None:
    """Add the figures that exist once per machine: all I/Os, memory, run queue, and context switches."""
    io = entry.held.get("io")
    if isinstance(io, dict):
        reads, writes = io.get("io-reads"), io.get("io-writes")
        for counter, fields, key in (
            ("Transfers", io, "tps"), ("Reads", reads, "rtps"), ("Writes", writes, "wtps")
        ):  # fmt: skip
            value = entry.number(fields, key)
            if not math.isnan(value):
                table.counted(f"\\System\\I/O {counter}/sec", "/s", value * entry.interval_s, layer="device")
    memory = entry.held.get("memory")
    available = entry.number(memory, "avail")
    if not math.isnan(available):
        table.gauge("\\Memory\\Available MBytes", "MB", available / KIB)
    used = entry.number(memory, "memused-percent")
    if not math.isnan(used):
        table.gauge("\\Memory\\% Used", "%", used)
    queue = entry.held.get("queue")
    for counter, key in (("Run Queue Length", "runq-sz"), ("Load Average 1 min", "ldavg-1"), ("Blocked", "blocked")):
        value = entry.number(queue, key)
        if not math.isnan(value):
            table.gauge(f"\\System\\{counter}", "", value)
    switches = entry.number(entry.held.get("process-and-context-switch"), "cswch")
    if not math.isnan(switches):
        table.counted("\\System\\Context Switches/sec", "/s", switches * entry.interval_s, layer="machine")
