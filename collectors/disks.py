# SPDX-License-Identifier: Apache-2.0
"""Physical disks of the machine, as counted by the operating system's block layer.

Only whole disks are counted: a partition's requests also count for its disk, and loop, RAM and logical devices (LVM,
md) pass their requests on to the disks below.
"""

import math
import re
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import psutil

from collectors.series import Reading, Series, SourceError

LINUX = sys.platform.startswith("linux")

COLUMNS = (
    *("transfers", "reads", "writes"),
    *("bytes", "read bytes", "write bytes"),
    *("time", "read time", "write time"),
    "idle",
)
"""Columns of each disk; all are cumulative, and times are in seconds."""


class DiskCounters(Protocol):
    """Fields of psutil's record of a disk that are used: cumulative, times in milliseconds; on Linux also busy_time."""

    @property
    def read_count(self) -> int: ...
    @property
    def write_count(self) -> int: ...
    @property
    def read_bytes(self) -> int: ...
    @property
    def write_bytes(self) -> int: ...
    @property
    def read_time(self) -> int: ...
    @property
    def write_time(self) -> int: ...


Feed = Callable[[], Mapping[str, DiskCounters]]


class Disks:
    """COLUMNS of every disk present at the start. A disk that disappears has no data; new ones are not added."""

    name = "disks"

    def __init__(self, feed: Feed | None = None, kind: str = "PhysicalDisk") -> None:
        """Find the disks.

        Args:
            feed: function that returns the counters of all disks by name; by default, of the system's whole disks.
            kind: PhysicalDisk or LogicalDisk.
        """
        self._feed = feed or physical_disks
        try:
            first = self._feed()
        except (NotImplementedError, RuntimeError):  # psutil raises these if the system counts no disks
            first = {}
        self._idle = {name: IdleTime() for name in sorted(first)}
        counted = {name: busy_s(first[name]) is not None for name in self._idle}
        self._series = tuple(
            series
            for position, name in enumerate(self._idle)
            for series in disk_series(name, position * len(COLUMNS), with_idle=counted[name], kind=kind)
        )

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def read(self) -> Reading:
        time_s = time.perf_counter()
        try:
            disks = self._feed() if self._idle else {}
        except (NotImplementedError, RuntimeError) as error:
            raise SourceError("the disks' counters can't be read: {error}", error=str(error)) from error
        values: list[float] = []
        for name, idle in self._idle.items():
            if name in disks:
                values += cumulative(disks[name])
                values.append(idle.until(time_s, busy_s(disks[name])))
            else:
                values += [math.nan] * len(COLUMNS)
        return Reading(time_s, tuple(values))

    def close(self) -> None:
        """Do nothing: no resources are held."""


class IdleTime:
    """Idle seconds of a disk since the first reading, derived from its busy time.

    The busy time has a resolution of milliseconds and the clock one of nanoseconds, so the plain difference would
    occasionally go back slightly, which looks like a reset counter. This is therefore the highest difference so far.
    """

    def __init__(self) -> None:
        self._origin_s = math.nan
        self._busy_s = 0.0
        self._idle_s = 0.0

    def until(self, time_s: float, busy_s: float | None) -> float:
        if busy_s is None:
            return math.nan
        if math.isnan(self._origin_s) or busy_s < self._busy_s:  # first reading, or the disk's counters were reset
            self._origin_s = time_s - busy_s
            self._idle_s = 0.0
        else:
            self._idle_s = max(self._idle_s, time_s - self._origin_s - busy_s)
        self._busy_s = busy_s
        return self._idle_s


def cumulative(counters: DiskCounters) -> Iterator[float]:
    """Yield the values of all COLUMNS except the last."""
    for reads, writes in (
        (counters.read_count, counters.write_count),
        (counters.read_bytes, counters.write_bytes),
        (counters.read_time / 1000, counters.write_time / 1000),
    ):
        yield from (float(reads + writes), float(reads), float(writes))


def busy_s(counters: DiskCounters) -> float | None:
    """Return the seconds during which at least one request was in service; None if the platform does not count them."""
    busy_ms = getattr(counters, "busy_time", None)
    return None if busy_ms is None else float(busy_ms) / 1000


def disk_series(
    name: str, offset: int, *, with_idle: bool, kind: str = "PhysicalDisk", queue: int | None = None
) -> Iterator[Series]:
    """Yield the counters of a disk.

    Args:
        name: name of the disk.
        offset: index of the first of its columns.
        with_idle: whether the idle time is available.
        kind: PhysicalDisk or LogicalDisk.
        queue: column of the time-integrated queue length (seconds), if there is one.
    """
    column = {label: offset + position for position, label in enumerate(COLUMNS)}

    def counter(text: str) -> str:
        return rf"\{kind}({name})\{text}"

    for part, count in (("Transfer", "transfers"), ("Read", "reads"), ("Write", "writes")):
        yield Series(counter(f"Disk {part}s/sec"), "/s", "rate", "device", column[count])
    for part, size in (("", "bytes"), ("Read ", "read bytes"), ("Write ", "write bytes")):
        yield Series(counter(f"Disk {part}Bytes/sec"), "B/s", "rate", "device", column[size])
    for part, spent, count in (
        ("Transfer", "time", "transfers"),
        ("Read", "read time", "reads"),
        ("Write", "write time", "writes"),
    ):
        path = counter(f"Avg. Disk sec/{part}")
        yield Series(path, "s", "average", "device", column[spent], column[count], better="less")
    # Little's law: transfers per second x seconds per transfer = seconds spent in transfers per second.
    integrated = column["time"] if queue is None else queue
    yield Series(counter("Avg. Disk Queue Length"), "", "rate", "device", integrated)
    if with_idle:
        yield Series(counter("% Idle Time"), "%", "rate", "device", column["idle"], scale=100.0)


def physical_disks(blocks: Path = Path("/sys/block")) -> Mapping[str, DiskCounters]:
    """Return the counters of all physical whole disks.

    nowrap=False is used because psutil's correction for wrapped counters would hide the wrap.
    """
    disks = psutil.disk_io_counters(perdisk=True, nowrap=False)
    if not LINUX:
        return disks  # other systems list only whole drives
    return {name: counters for name, counters in disks.items() if is_physical(blocks / name.replace("/", "!"))}


def block_devices(names: Collection[str]) -> Mapping[str, DiskCounters]:
    """Return the counters of these block devices of any type: disks, partitions, loop devices, logical devices."""
    disks = psutil.disk_io_counters(perdisk=True, nowrap=False)
    return {name: counters for name, counters in disks.items() if name in names}


_LOGICAL = re.compile(r"(?:loop|ram|zram|fd|sr|dm-|md|drbd|bcache|zd)\d|_Total$|HarddiskVolume|nvme\d+c\d+n\d")
"""Devices that pass their requests on to disks that are counted anyway, are paths to such disks, or are not disks."""
_PARTITION = re.compile(r"(?:mmcblk\d+(?:p\d+|boot\d+|rpmb)|(?:nvme\d+n|nbd|rbd|pmem)\d+p\d+)$")
"""Names of partitions, including boot partitions of memory cards, which the kernel lists as devices."""
_PARENT = re.compile(r"(?P<parent>.*\d)p\d+|(?P<letters>(?:[hsv]d|xvd|dasd)[a-z]+)\d+")


def is_whole_disk(name: str, known: Collection[str]) -> bool:
    """Return whether a device is a whole disk, according to its name.

    Args:
        name: name of the device.
        known: names of all devices: "xvda1" is a partition if "xvda" also exists; some clouds have only the former.
    """
    if _LOGICAL.match(name) or _PARTITION.match(name):
        return False
    found = _PARENT.fullmatch(name)
    return found is None or (found["parent"] or found["letters"]) not in known


def is_physical(block: Path) -> bool:
    """Return whether a folder in /sys/block is a non-empty disk with a device, and not a CD or floppy drive."""
    if not (block / "device").exists() or not is_whole_disk(block.name, ()):
        return False
    try:
        return int((block / "size").read_text(encoding="ascii")) > 0
    except (OSError, ValueError):
        return False
