# SPDX-License-Identifier: Apache-2.0
"""Counters from an exporter's page in the Prometheus text format.

Those of a machine (node_exporter on Linux, windows_exporter) have the names of Performance Monitor; any other metrics
are read if they are named.
"""

import math
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from collectors.disks import COLUMNS, IdleTime, disk_series, is_whole_disk
from collectors.exporter_page import ExporterPage, Page, PageParser, login_headers
from collectors.memory import MBYTE
from collectors.metrics import NAMED, ExporterMetric, MetricCounters, MetricFamily, families
from collectors.series import Layer, Missing, Reading, Series, SourceError

DISK_WIDTH = len(COLUMNS) + 3
"""Number of columns per disk: those of collectors.disks, the integrated queue (s), and current and split requests."""

BUSY = {"user", "nice", "system", "irq", "softirq", "steal", "privileged"}
"""Modes in which a core is busy, for both exporters. On Windows, privileged includes interrupt and dpc."""
IDLE = {"idle", "iowait"}
MOST_SECONDS = 1e12
"""Maximum seconds of a core in one mode (30,000 years); larger values are invalid."""


@dataclass(frozen=True, slots=True)
class DiskNames:
    """Names of an exporter's counters for one type of disk. Times are in seconds."""

    kind: str
    label: str
    reads: str
    writes: str
    read_bytes: str
    write_bytes: str
    read_s: str
    write_s: str
    queue_s: str
    queued: str
    busy_s: str = ""
    idle_s: str = ""
    splits: str = ""


NODE_DISK = DiskNames(
    "PhysicalDisk", "device",
    "node_disk_reads_completed_total", "node_disk_writes_completed_total",
    "node_disk_read_bytes_total", "node_disk_written_bytes_total",
    "node_disk_read_time_seconds_total", "node_disk_write_time_seconds_total",
    "node_disk_io_time_weighted_seconds_total", "node_disk_io_now", busy_s="node_disk_io_time_seconds_total",
)  # fmt: skip


def _windows_disk(kind: str, prefix: str, label: str) -> DiskNames:
    return DiskNames(
        kind, label, f"{prefix}_reads_total", f"{prefix}_writes_total", f"{prefix}_read_bytes_total",
        f"{prefix}_write_bytes_total", f"{prefix}_read_latency_seconds_total", f"{prefix}_write_latency_seconds_total",
        "", f"{prefix}_requests_queued", idle_s=f"{prefix}_idle_seconds_total", splits=f"{prefix}_split_ios_total",
    )  # fmt: skip


WINDOWS_DISKS = (
    _windows_disk("PhysicalDisk", "windows_physical_disk", "disk"),
    _windows_disk("LogicalDisk", "windows_logical_disk", "volume"),
)


CLOCKS = ("windows_time_current_timestamp_seconds", "node_time_seconds")
CORES = {"node_cpu_seconds_total": "cpu", "windows_cpu_time_total": "core"}
"""Counter of each core's time by mode, with the label that contains the core."""
WINDOWS_TOTALS = ("windows_memory_physical_total_bytes", "windows_cs_physical_memory_bytes")
WINDOWS_AVAILABLE = "windows_memory_available_bytes"
NODE_TOTAL, NODE_AVAILABLE = "node_memory_MemTotal_bytes", "node_memory_MemAvailable_bytes"


def _disk_names(names: DiskNames) -> Iterator[str]:
    yield from (names.reads, names.writes, names.read_bytes, names.write_bytes, names.read_s, names.write_s)
    yield from filter(None, (names.queue_s, names.queued, names.busy_s, names.idle_s, names.splits))


WANTED = frozenset(
    [
        *(*CLOCKS, *CORES, *WINDOWS_TOTALS, WINDOWS_AVAILABLE, NODE_TOTAL, NODE_AVAILABLE),
        *(name for names in (NODE_DISK, *WINDOWS_DISKS) for name in _disk_names(names)),
    ]
)
"""Names of the samples to read."""


@dataclass(slots=True)
class _Disk:
    """Disk, or the sum of all disks of one type (named _Total)."""

    names: DiskNames
    name: str
    offset: int
    idle: IdleTime


class PrometheusCounters:
    """Counters of processor, memory, and the disks and named metrics that are on the page at the start."""

    def __init__(  # noqa: PLR0917
        self,
        url: str,
        devices: Sequence[str] = (),
        metrics: Sequence[ExporterMetric] = (),
        user: str = "",
        secret: str = "",
        ca: str = "",
    ) -> None:
        """Read the page for the first time.

        Args:
            url: URL of the page, http or https.
            devices: disks to count; empty for all whole disks.
            metrics: further metrics to read.
            user: user of a login with a password; "" for one with a token, or for no login.
            secret: password or token.
            ca: PEM file of the certificate authority; "" for the system's own.

        Raises:
            OSError: the page cannot be read.
        """
        self.name = "exporter"
        self._url = url
        self._source = ExporterPage(url, login_headers(user, secret), ca)
        self._metrics = MetricCounters(metrics, url)
        self._parser = PageParser(WANTED | self._metrics.names)
        text = self._source.text()
        on_page = families(text)
        page = self._parser.parse(text)
        machine = not WANTED.isdisjoint(page.samples)
        if not page.samples:
            raise _no_known_metrics(url, on_page)
        self._windows = any(name.startswith("windows_") for name in page.samples)
        self._clock = CLOCKS[0] if self._windows else CLOCKS[1]
        self._has_clock = math.isfinite(page.value(self._clock))
        self._cores = sorted(_cores(page, self._windows), key=_natural_key)
        self._disks: list[_Disk] = []
        offset = 2 + 2 * len(self._cores) + 3
        for names in WINDOWS_DISKS if self._windows else (NODE_DISK,):
            known = page.by(names.label, names.reads)
            found = [name for name in known if _is_wanted(name, devices, list(known))]
            for name in [*sorted(found, key=_natural_key), *(["_Total"] if found else [])]:
                self._disks.append(_Disk(names, name, offset, IdleTime()))
                offset += DISK_WIDTH
        self._metrics.open(page, on_page, offset)
        missing = [*(self._missing_counters(page, devices) if machine else ()), *self._metrics.missing]
        left_out = self._metrics.left_out(on_page, WANTED)
        self.missing: Sequence[Missing] = (*missing, left_out) if left_out is not None else tuple(missing)
        self._series = (*self._series_of(page), *self._metrics.series)

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def _series_of(self, page: Page) -> Iterator[Series]:
        if self._cores:
            for position, instance in enumerate(("_Total", *self._cores)):
                yield Series(
                    rf"\Processor({instance})\% Processor Time", "%", "average", "machine", 2 * position,
                    2 * position + 1, scale=100.0,
                )  # fmt: skip
        memory = 2 + 2 * len(self._cores)
        available, total = _memory(page, self._windows)
        if math.isfinite(available):
            yield Series(r"\Memory\Available MBytes", "MB", "gauge", "machine", memory)
            if math.isfinite(total):
                yield Series(r"\Memory\% Used", "%", "share", "machine", memory + 1, memory + 2, scale=100.0)
        for disk in self._disks:
            extra = disk.offset + len(COLUMNS)
            single = disk.name != "_Total"
            queue = extra if disk.names.queue_s else None
            has_idle = single and bool(disk.names.busy_s or disk.names.idle_s)
            yield from disk_series(disk.name, disk.offset, with_idle=has_idle, kind=disk.names.kind, queue=queue)
            path = rf"\{disk.names.kind}({disk.name})"
            yield Series(rf"{path}\Current Disk Queue Length", "", "gauge", "device", extra + 1)
            if disk.names.splits:
                yield Series(rf"{path}\Split IO/Sec", "/s", "rate", "device", extra + 2)

    def _missing_counters(self, page: Page, devices: Sequence[str]) -> Iterator[Missing]:
        collector = ("cpu", "memory", "physical_disk") if self._windows else ("cpu", "meminfo", "diskstats")
        if not self._cores:
            yield self._disabled_collector(r"\Processor(_Total)\% Processor Time", "machine", collector[0])
        if not math.isfinite(_memory(page, self._windows)[0]):
            yield self._disabled_collector(r"\Memory\Available MBytes", "machine", collector[1])
        found = {disk.name for disk in self._disks}
        if not found and not devices:
            yield self._disabled_collector(r"\PhysicalDisk(_Total)\Disk Transfers/sec", "device", collector[2])
        known = ", ".join(_known_disks(page))
        for device in devices:
            if device not in found:
                path = rf"\PhysicalDisk({device})\Disk Transfers/sec"
                yield Missing(
                    path,
                    "device",
                    "the exporter at {url} knows no disk {device}; it knows {known}."
                    if known
                    else "the exporter at {url} knows no disk {device}; it knows no disk at all.",
                    {"url": self._url, "device": device, "known": known},
                )

    def _disabled_collector(self, path: str, layer: Layer, collector: str) -> Missing:
        return Missing(
            path,
            layer,
            "the exporter at {url} does not give it: switch on its collector {collector}.",
            {"url": self._url, "collector": collector},
        )

    def read(self) -> Reading:
        page = self._fetch_page()
        time_s = page.value(self._clock) if self._has_clock else time.perf_counter()
        if not math.isfinite(time_s):
            raise SourceError("{url} does not tell its time any more", url=self._url)
        values = [*_processor(page, self._windows, self._cores)]
        available, total = _memory(page, self._windows)
        values += [available / MBYTE, total - available, total]
        totals: dict[str, list[list[float]]] = {}
        for disk in self._disks:
            if disk.name == "_Total":
                values += [sum(column) for column in zip(*totals[disk.names.kind], strict=True)]
            else:
                row = _disk_row(page, disk, time_s)
                totals.setdefault(disk.names.kind, []).append(row)
                values += row
        return Reading(time_s, (*values, *self._metrics.values(page)))

    def _fetch_page(self) -> Page:
        return self._parser.parse(self._source.text())

    def close(self) -> None:
        """Do nothing: no resources are held."""


def _no_known_metrics(url: str, found: Mapping[str, MetricFamily]) -> SourceError:
    """Return the error of a page without anything that is read."""
    if not found:
        return SourceError("{url} is no page of a node_exporter or windows_exporter", url=url)
    names = ", ".join(sorted(found)[:NAMED]) + (", …" if len(found) > NAMED else "")
    return SourceError(
        "{url} has none of the metrics that are read. Name some of its {count} metrics in metrics, or a set of metrics "
        "in sets: {names}",
        url=url,
        count=f"{len(found):,}",
        names=names,
    )


def _natural_key(name: str) -> tuple[object, ...]:
    """Return a key that sorts cpu2 before cpu10. Numbers are floats, because untrusted ones may have any length."""
    parts = re.split(r"([0-9]+)", name)
    return tuple((0, float(part), "") if part.isdecimal() else (1, 0.0, part) for part in parts if part)


def _is_wanted(device: str, devices: Sequence[str], known: Sequence[str]) -> bool:
    """Return whether to count a device: one that the user named or, if none are named, a whole disk."""
    return device in devices if devices else is_whole_disk(device, known)


def _known_disks(page: Page) -> list[str]:
    every: Iterable[DiskNames] = (NODE_DISK, *WINDOWS_DISKS)
    return sorted({name for names in every for name in page.by(names.label, names.reads)}, key=_natural_key)


def _cores(page: Page, windows: bool) -> dict[str, tuple[float, float]]:
    """Return the busy and total microseconds of each core."""
    name = "windows_cpu_time_total" if windows else "node_cpu_seconds_total"
    label = CORES[name]
    found: dict[str, tuple[float, float]] = {}
    for labels, value in page.samples.get(name, ()):
        core, mode = labels.get(label, ""), labels.get("mode", "")
        if mode in BUSY or mode in IDLE:
            busy, every = found.get(core, (0.0, 0.0))
            spent = round(value * 1e6) if 0 <= value < MOST_SECONDS else math.nan
            found[core] = (busy + spent * (mode in BUSY), every + spent)
    return found


def _processor(page: Page, windows: bool, cores: Sequence[str]) -> Iterator[float]:
    found = _cores(page, windows)
    nothing = (math.nan, math.nan)
    each = [found.get(core, nothing) for core in cores]
    yield sum(busy for busy, _ in each) if each else math.nan
    yield sum(every for _, every in each) if each else math.nan
    for core in each:
        yield from core


def _memory(page: Page, windows: bool) -> tuple[float, float]:
    """Return the available and total bytes."""
    if windows:
        return page.value(WINDOWS_AVAILABLE), page.value(*WINDOWS_TOTALS)
    return page.value(NODE_AVAILABLE), page.value(NODE_TOTAL)


def _disk_row(page: Page, disk: _Disk, time_s: float) -> list[float]:
    names = disk.names

    def of(counter: str) -> float:
        return page.by(names.label, counter).get(disk.name, math.nan) if counter else math.nan

    row: list[float] = []
    for read, write in (
        (names.reads, names.writes), (names.read_bytes, names.write_bytes), (names.read_s, names.write_s),
    ):  # fmt: skip
        reads, writes = of(read), of(write)
        row += (reads + writes, reads, writes)
    if names.busy_s:
        busy_s = of(names.busy_s)
        row.append(disk.idle.until(time_s, None if math.isnan(busy_s) else busy_s))
    else:
        row.append(of(names.idle_s))
    return [*row, of(names.queue_s), of(names.queued), of(names.splits)]
