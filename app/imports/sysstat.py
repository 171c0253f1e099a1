# SPDX-License-Identifier: Apache-2.0
"""sysstat's JSON: `iostat -t -o JSON INTERVAL` (with or without -x) and `sadf -j` (sar's files).

Both print means of intervals. They are brought back to what was counted (reads a second x seconds; await x reads), so
that the mean of a window counts each interval by its length, and a latency by its I/Os. Names are Performance
Monitor's: r/s is Disk Reads/sec, r_await Avg. Disk sec/Read, aqu-sz Avg. Disk Queue Length, util 100 - % Idle Time.
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
    """Whether a line is one of iostat's JSON."""
    return '"avg-cpu"' in line or '"disk_device"' in line


def is_sadf(line: str) -> bool:
    """Whether a line is one of sadf's JSON."""
    return '"file-utc-time"' in line or '"sysdata-version"' in line


@dataclass(slots=True)
class _Table:
    """Columns as the entries bring them. cumulative: those of what was counted."""

    path: Path
    series: list[Series] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    cumulative: set[int] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    row: dict[int, float] = field(default_factory=dict)
    rows: list[tuple["_Entry", dict[int, float]]] = field(default_factory=list)

    def gauge(
        self, path: str, unit: str, value: float, *, layer: Layer = "machine", better: Better = "", scale: float = 1.0
    ) -> None:
        """A value as it is."""
        place = self._place(path)
        self.row[place] = value
        self._counter(path, unit, "gauge", layer, place, better=better, scale=scale)

    def counted(self, path: str, unit: str, amount: float, *, layer: Layer, better: Better = "") -> int:
        """So much in this interval; its rate. Returns the column."""
        place = self._place(path)
        self.row[place] = amount
        self.cumulative.add(place)
        self._counter(path, unit, "rate", layer, place, better=better)
        return place

    def latency(self, path: str, total_s: float, counted: int) -> None:
        """So many seconds in this interval, of what is counted in that column: their mean."""
        place = self._place(path)
        self.row[place] = total_s
        self.cumulative.add(place)
        self._counter(path, "s", "average", "device", place, base=counted, better="less")

    def finish(self, entry: "_Entry") -> None:
        """The row is complete."""
        self.rows.append((entry, self.row))
        self.row = {}

    def intervals(self) -> list[Interval]:
        """All rows."""
        width = range(len(self.places))
        return [
            Interval(one.line, one.began_s, one.seconds, [row.get(place, math.nan) for place in width])
            for one, row in self.rows
        ]

    def _place(self, path: str) -> int:
        if path not in self.places:
            self.places[path] = len(self.places)
        return self.places[path]

    def _counter(  # noqa: PLR0917
        self, path: str, unit: str, kind: Kind, layer: Layer, place: int, base: int = -1, *, better: Better = "",
        scale: float = 1.0,
    ) -> None:  # fmt: skip
        if path not in self.counters:
            self.counters.add(path)
            self.series.append(Series(path, unit, kind, layer, place, base, scale, better))


@dataclass(slots=True)
class _Entry:
    """The figures of one interval. line: where it begins. seconds: its end. unusable: gathers what cannot be."""

    path: Path
    line: int
    held: Mapping[str, Any]
    seconds: float
    unusable: Unusable
    began_s: float = math.nan

    @property
    def interval_s(self) -> float:
        """How long it is."""
        return self.seconds - self.began_s

    def number(self, held: object, name: str) -> float:
        """A figure; NaN where it is missing, or cannot be. Raises ImportedFileError for what is no number."""
        value = held.get(name) if isinstance(held, dict) else None
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

    def first(self, held: object, *names: tuple[str, float]) -> float:
        """The first of these figures that there is, times its factor."""
        found = (self.number(held, name) * factor for name, factor in names)
        return next((value for value in found if not math.isnan(value)), math.nan)


_MOST = {
    **dict.fromkeys(("r/s", "w/s", "d/s", "f/s", "tps", "rtps", "wtps"), MOST_IOPS),
    **dict.fromkeys(("await", "r_await", "w_await", "d_await", "f_await"), most_of("ms")),
    **dict.fromkeys(("idle", "iowait", "steal", "util", "util-percent", "memused-percent"), most_of("%")),
    "avail": most_of("B"),
}
"""The largest value of a figure; of others, which are kibibytes, sectors or switches a second, that of a rate."""


def iostat_log(path: Path) -> Log:
    """iostat's JSON. Raises ImportedFileError."""
    document = json_of(path, records=(RECORDS,))
    host = _host(path, document.value)
    statistics = _list(path, host)
    lines = lines_of_key(path, "timestamp")
    clock, unusable = RisingClock(path), Unusable(path)
    entries = []
    for held, line in zip(statistics, _lines(lines, len(statistics)), strict=True):
        stamp = held.get("timestamp")
        if not isinstance(stamp, str):
            raise wrong(path, "it has no times: call iostat with -t", line=line)
        entries.append(_Entry(path, line, held, _seconds(path, clock, line, stamp), unusable))
    entries = _rising(entries)
    # The first one is of the time since the system's start, or, with -y, of an interval of which the begin is unknown.
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
    """sadf's JSON. Raises ImportedFileError."""
    document = json_of(path, records=(RECORDS,))
    host = _host(path, document.value)
    statistics = [held for held in _list(path, host) if isinstance(held.get("timestamp"), dict)]
    lines = lines_of_key(path, "timestamp")
    clock, unusable = RisingClock(path), Unusable(path)
    utc = all(_is_utc(held["timestamp"]) for held in statistics)
    entries = []
    for held, line in zip(statistics, _lines(lines, len(statistics)), strict=True):
        stamp = held["timestamp"]
        text = f"{stamp.get('date', '')} {stamp.get('time', '')}"
        entries.append(_Entry(path, line, held, _seconds(path, clock, line, text), unusable))
    entries = _rising(entries)
    usual_s = begins([one.seconds for one in entries])
    last_s = -math.inf
    for entry, guessed_s in zip(entries, usual_s, strict=True):
        told_s = entry.number(entry.held["timestamp"], "interval")
        began_s = entry.seconds - told_s if told_s > 0 else guessed_s
        # Its times are whole seconds: an interval that begins about where the last one ended begins there.
        near = abs(began_s - last_s) <= min(1.0, GAP * told_s) if told_s > 0 else False
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
    """Those that are later than the one before."""
    found: list[_Entry] = []
    for entry in entries:
        if not found or entry.seconds > found[-1].seconds:
            found.append(entry)
    return found


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
    log = Log(kind, "dated", len(table.places), tuple(table.series), lambda: iter(rows), uncertainty_s=1.0)
    log.warnings += gap_notes(path.name, intervals)
    return log


def _host(path: Path, document: object) -> Mapping[str, Any]:
    top = document.get("sysstat") if isinstance(document, dict) else None
    hosts = top.get("hosts") if isinstance(top, dict) else None
    if not isinstance(hosts, list) or not hosts or not isinstance(hosts[0], dict):
        raise wrong(path, "the JSON that begins here is not sysstat's: it has no hosts", line=1)
    host: Mapping[str, Any] = hosts[0]
    return host


def _list(path: Path, held: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = held.get("statistics")
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise wrong(path, "{name} is missing: the output is damaged", line=1, name="statistics")
    return found


def _facts(host: Mapping[str, Any]) -> dict[str, str]:
    labels = {"sysname": "Operating system", "release": "Kernel", "machine": "Machine"}
    found = {label: str(host[name])[:80] for name, label in labels.items() if host.get(name)}
    processors = host.get("number-of-cpus")
    return {**found, "Processors": f"{processors:g}"} if isinstance(processors, float) else found


def _lines(found: Sequence[int], count: int) -> list[int]:
    """The line of each of so many reports; 1 of those whose line was not found."""
    return [*found, *[1] * count][:count]


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


def _long_date(found: re.Match[str]) -> str:
    """Month first, as most locales without S_TIME_FORMAT have it; day first where it can't be a month."""
    month, day = (found[1], found[2]) if int(found[1]) <= 12 else (found[2], found[1])
    return f"{found[3] if len(found[3]) > 2 else '20' + found[3]}-{month}-{day}"


def _iostat_figures(entry: _Entry, table: _Table) -> None:
    cpu = entry.held.get("avg-cpu")
    if isinstance(cpu, dict):
        _processor(table, "_Total", entry.number(cpu, "idle"), entry.number(cpu, "iowait"), entry.number(cpu, "steal"))
    for disk in _named(entry, "disk", "disk_device"):
        _disk(entry, table, *disk)


def _named(entry: _Entry, name: str, key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    held = entry.held.get(name)
    for one in held if isinstance(held, list) else ():
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
    if stolen > 0 or f"{path}\\% Stolen" in table.places:
        table.gauge(f"{path}\\% Stolen", "%", stolen)


def _disk(entry: _Entry, table: _Table, name: str, held: Mapping[str, Any]) -> None:
    path, span_s = f"\\PhysicalDisk({name})", entry.interval_s
    reads, writes = entry.number(held, "r/s"), entry.number(held, "w/s")
    read_bytes = entry.first(
        held, ("rkB/s", KIB), ("rMB/s", MIB), ("rsec/s", SECTOR), ("kB_read/s", KIB), ("MB_read/s", MIB)
    )
    write_bytes = entry.first(
        held, ("wkB/s", KIB), ("wMB/s", MIB), ("wsec/s", SECTOR), ("kB_wrtn/s", KIB), ("MB_wrtn/s", MIB)
    )
    transfers = entry.number(held, "tps")
    transfers = reads + writes if math.isnan(transfers) else transfers
    if not math.isnan(transfers):
        whole = table.counted(f"{path}\\Disk Transfers/sec", "/s", transfers * span_s, layer="device")
        waited = entry.number(held, "await")
        waits = [(count, entry.number(held, key)) for count, key in ((reads, "r_await"), (writes, "w_await"))]
        spent = transfers * waited if not math.isnan(waited) else sum(count * ms for count, ms in waits if count > 0)
        if not math.isnan(waited) or not math.isnan(waits[0][1]):
            table.latency(f"{path}\\Avg. Disk sec/Transfer", spent / 1e3 * span_s, whole)
    for part, count, key, size in (
        ("Read", reads, "r_await", read_bytes), ("Write", writes, "w_await", write_bytes),
        ("Discard", entry.number(held, "d/s"), "d_await", math.nan),
        ("Flush", entry.number(held, "f/s"), "f_await", math.nan),
    ):  # fmt: skip
        if not math.isnan(count):
            plural = "Flushes" if part == "Flush" else f"{part}s"
            place = table.counted(f"{path}\\Disk {plural}/sec", "/s", count * span_s, layer="device")
            ms = entry.number(held, key)
            if not math.isnan(ms):
                table.latency(f"{path}\\Avg. Disk sec/{part}", count * ms / 1e3 * span_s, place)
        if not math.isnan(size):
            table.counted(f"{path}\\Disk {part} Bytes/sec", "B/s", size * span_s, layer="device")
    if not math.isnan(read_bytes + write_bytes):
        both = (read_bytes + write_bytes) * span_s
        table.counted(f"{path}\\Disk Bytes/sec", "B/s", both, layer="device")
    queue = entry.first(held, ("aqu-sz", 1.0), ("avgqu-sz", 1.0))
    if not math.isnan(queue):
        table.gauge(f"{path}\\Avg. Disk Queue Length", "", queue, layer="device")
    busy = entry.first(held, ("util", 1.0), ("util-percent", 1.0))
    if not math.isnan(busy):
        table.gauge(f"{path}\\% Idle Time", "%", max(100.0 - busy, 0.0), layer="device")


def _sadf_figures(entry: _Entry, table: _Table) -> None:
    for kind in ("cpu-load", "cpu-load-all"):
        for name, held in _named(entry, kind, "cpu"):
            figures = (entry.number(held, key) for key in ("idle", "iowait", "steal"))
            _processor(table, "_Total" if name == "all" else name, *figures)
    for name, held in _named(entry, "disk", "disk-device"):
        bytes_read = entry.first(held, ("rkB", KIB), ("rd_sec", SECTOR))
        bytes_written = entry.first(held, ("wkB", KIB), ("wr_sec", SECTOR))
        here = {**held, "rkB/s": bytes_read / KIB, "wkB/s": bytes_written / KIB}
        _disk(entry, table, name, here)
    _whole_machine(entry, table)
    network = entry.held.get("network")
    inner = replace(entry, held=network) if isinstance(network, dict) else None
    for name, held in _named(inner, "net-dev", "iface") if inner else ():
        path = f"\\Network Interface({name})"
        for counter, key in (("Bytes Received/sec", "rxkB"), ("Bytes Sent/sec", "txkB")):
            value = entry.number(held, key)
            if not math.isnan(value):
                table.counted(f"{path}\\{counter}", "B/s", value * KIB * entry.interval_s, layer="machine")


def _whole_machine(entry: _Entry, table: _Table) -> None:
    """What there is one of: all I/Os, memory, run queue, context switches."""
    io = entry.held.get("io")
    if isinstance(io, dict):
        reads, writes = io.get("io-reads"), io.get("io-writes")
        for counter, held, key in (
            ("Transfers", io, "tps"), ("Reads", reads, "rtps"), ("Writes", writes, "wtps")
        ):  # fmt: skip
            value = entry.number(held, key)
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
