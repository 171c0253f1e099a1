# SPDX-License-Identifier: Apache-2.0
"""Processor, memory and disk counters of this machine, compared with the operating system's figures."""

import contextlib
import math
import mmap
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

import psutil
import pytest

from collectors.disks import DiskCounters, Disks, is_physical
from collectors.memory import MemoryCounters
from collectors.processor import ProcessorCounters, busy_and_all
from collectors.series import Collector, Series
from tests.support.counter_values import made

LINUX = sys.platform.startswith("linux")


def counter(collector: Collector, path: str) -> Series:
    (series,) = (series for series in collector.series if series.path == path)
    return series


@pytest.mark.parametrize(
    "collector", [ProcessorCounters(), MemoryCounters(), Disks()], ids=lambda collector: collector.name
)
def test_every_series_refers_to_an_existing_column(collector: Collector) -> None:
    reading = collector.read()
    for series in collector.series:
        assert 0 <= series.value < len(reading.values)
        assert (series.base >= 0) == (series.kind in ("average", "share"))
        assert series.base < len(reading.values)
    assert len({series.path for series in collector.series}) == len(collector.series)
    collector.close()
    collector.close()


def test_processor_time_includes_the_work_of_this_test() -> None:
    processor = ProcessorCounters()
    total = counter(processor, r"\Processor(_Total)\% Processor Time")
    before, own_before = processor.read(), time.process_time()
    while time.process_time() - own_before < 0.5:
        math.factorial(2000)
    own_s = time.process_time() - own_before
    after = processor.read()
    busy_s = (after.values[total.value] - before.values[total.value]) / 1e6
    all_s = (after.values[total.base] - before.values[total.base]) / 1e6
    tick_s = 0.01 * (psutil.cpu_count() or 1)
    assert own_s - 3 * tick_s <= busy_s <= all_s + tick_s
    assert 0 < made(total, before, after) <= 100
    cores = [series for series in processor.series if series is not total]
    assert len(cores) == psutil.cpu_count()
    assert busy_s == pytest.approx(
        sum(after.values[core.value] - before.values[core.value] for core in cores) / 1e6, abs=4 * tick_s
    )


def test_guest_time_is_counted_once_and_iowait_is_idle() -> None:
    @dataclass(frozen=True)
    class LinuxTimes:  # named as in psutil; guest is included in user
        user: float = 30.0
        nice: float = 1.0
        system: float = 5.0
        idle: float = 50.0
        iowait: float = 10.0
        irq: float = 1.0
        softirq: float = 2.0
        steal: float = 1.0
        guest: float = 25.0
        guest_nice: float = 1.0

    assert busy_and_all(LinuxTimes()) == (40e6, 100e6)


def test_memory_counters_agree_with_the_operating_system() -> None:
    memory = MemoryCounters()
    available = counter(memory, r"\Memory\Available MBytes")
    used = counter(memory, r"\Memory\% Used")
    reading = memory.read()
    system = psutil.virtual_memory()
    assert made(available, reading, reading) * 2**20 == pytest.approx(system.available, rel=0.2)
    assert made(used, reading, reading) == pytest.approx(100 - 100 * system.available / system.total, abs=10)
    assert 0 < made(used, reading, reading) < 100


@dataclass(frozen=True)
class LinuxDisk:
    """Fields of a line of /proc/diskstats: completed requests, sectors of 512 bytes, milliseconds."""

    reads: int
    sectors_read: int
    ms_reading: int
    writes: int
    sectors_written: int
    ms_writing: int
    ms_busy: int


def diskstats() -> dict[str, LinuxDisk]:
    disks = {}
    for line in Path("/proc/diskstats").read_text(encoding="ascii").splitlines():
        _, _, name, *rest = line.split()
        figures = [int(part) for part in rest]
        disks[name] = LinuxDisk(*(figures[field] for field in (0, 2, 3, 4, 6, 7, 9)))
    return disks


def disk_below(folder: Path) -> str | None:
    """Return the physical disk that holds a folder, if it is directly on one or on its partition."""
    device = folder.stat().st_dev
    block = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()
    if (block / "partition").exists():
        block = block.parent
    return block.name if is_physical(block) else None


def write_through(folder: Path, count: int, size: int) -> None:
    """Write `count` blocks of `size` bytes that reach the device one by one, bypassing the page cache if possible."""
    buffer = mmap.mmap(-1, size)  # direct I/O requires a page-aligned buffer
    flags = os.O_WRONLY | os.O_CREAT | os.O_DSYNC
    try:
        file = os.open(folder / "direct", flags | os.O_DIRECT)
    except OSError:  # a file system without direct I/O
        file = os.open(folder / "direct", flags)
    with contextlib.closing(buffer):
        for position in range(count):
            os.pwrite(file, buffer, position * size)
    os.close(file)


@pytest.mark.skipif(not LINUX, reason="compares with /proc/diskstats")
def test_disk_rates_include_direct_writes_and_agree_with_diskstats(tmp_path: Path) -> None:
    count, size = 200, 8192
    disks = Disks()
    outside_before = diskstats()
    before = disks.read()
    inside_before = diskstats()
    write_through(tmp_path, count, size)
    inside_after = diskstats()
    after = disks.read()
    outside_after = diskstats()
    interval_s = after.time_s - before.time_s

    physical = {name for name in outside_before if is_physical(Path("/sys/block") / name)}
    assert {series.path.split("(")[1].split(")")[0] for series in disks.series} == physical
    for name in physical:
        low = LinuxDisk(*map(int.__sub__, astuple(inside_after[name]), astuple(inside_before[name])))
        high = LinuxDisk(*map(int.__sub__, astuple(outside_after[name]), astuple(outside_before[name])))
        for text, fields, unit in (
            ("Disk Transfers/sec", ("reads", "writes"), 1),
            ("Disk Reads/sec", ("reads",), 1),
            ("Disk Writes/sec", ("writes",), 1),
            ("Disk Bytes/sec", ("sectors_read", "sectors_written"), 512),
            ("Disk Read Bytes/sec", ("sectors_read",), 512),
            ("Disk Write Bytes/sec", ("sectors_written",), 512),
            ("Avg. Disk Queue Length", ("ms_reading", "ms_writing"), 0.001),
        ):
            least, most = (unit * sum(getattr(part, field) for field in fields) for part in (low, high))
            series = counter(disks, rf"\PhysicalDisk({name})\{text}")
            total = made(series, before, after) * interval_s
            assert least - 1e-3 <= total <= most + 1e-3, text
        idle = made(counter(disks, rf"\PhysicalDisk({name})\% Idle Time"), before, after)
        busiest = 100 * (high.ms_busy + 2) / 1000 / interval_s
        assert 100 - busiest <= idle <= 100 - 100 * (low.ms_busy - 2) / 1000 / interval_s

    below = disk_below(tmp_path)
    if below is None:
        return  # a tmpfs or an overlay: the writes of this test do not reach a disk directly
    writes = made(counter(disks, rf"\PhysicalDisk({below})\Disk Writes/sec"), before, after) * interval_s
    written = made(counter(disks, rf"\PhysicalDisk({below})\Disk Write Bytes/sec"), before, after) * interval_s
    latency_s = made(counter(disks, rf"\PhysicalDisk({below})\Avg. Disk sec/Write"), before, after)
    assert writes >= count - 0.001
    assert written >= count * size * 0.999
    assert 0 < latency_s < interval_s


@dataclass(frozen=True)
class FakeCounters:
    read_count: int = 0
    write_count: int = 0
    read_bytes: int = 0
    write_bytes: int = 0
    read_time: int = 0
    write_time: int = 0
    busy_time: int = 0


class FakeFeed:
    """Fake feed of disks, which can be removed."""

    def __init__(self, **disks: FakeCounters) -> None:
        self.disks: dict[str, DiskCounters] | None = dict(disks)

    def __call__(self) -> dict[str, DiskCounters]:
        if self.disks is None:
            raise NotImplementedError("no /proc/diskstats")  # the error of psutil
        return self.disks


def test_removed_disk_has_no_data_and_is_not_confused_with_an_added_one() -> None:
    feed = FakeFeed(sda=FakeCounters(write_count=10), sdb=FakeCounters(write_count=20))
    disks = Disks(feed)
    of_a, of_b = (counter(disks, rf"\PhysicalDisk({name})\Disk Writes/sec") for name in ("sda", "sdb"))
    before = disks.read()
    assert (before.values[of_a.value], before.values[of_b.value]) == (10, 20)
    feed.disks = {"sdb": FakeCounters(write_count=25), "sdc": FakeCounters(write_count=7)}
    after = disks.read()
    assert len(after.values) == len(before.values)
    assert math.isnan(made(of_a, before, after))
    of_gone = [series for series in disks.series if series.path.startswith(r"\PhysicalDisk(sda)")]
    assert len(of_gone) > 5
    assert all(math.isnan(after.values[series.value]) for series in of_gone)
    assert after.values[of_b.value] == 25


def test_latency_without_completed_requests_has_no_data() -> None:
    feed = FakeFeed(sda=FakeCounters(read_count=5, read_time=50))
    disks = Disks(feed)
    before, after = disks.read(), disks.read()
    assert math.isnan(made(counter(disks, r"\PhysicalDisk(sda)\Avg. Disk sec/Read"), before, after))
    feed.disks = {"sda": FakeCounters(read_count=15, read_time=90)}
    later = disks.read()
    assert made(counter(disks, r"\PhysicalDisk(sda)\Avg. Disk sec/Read"), after, later) == pytest.approx(0.004)


def test_idle_time_never_decreases_unless_the_disk_counters_reset() -> None:
    feed = FakeFeed(sda=FakeCounters(busy_time=1000))
    disks = Disks(feed)
    idle = counter(disks, r"\PhysicalDisk(sda)\% Idle Time")

    def reads() -> Iterator[float]:
        for busy_ms in (1000, 2000, 3000):  # busy far more than the clock allows: the coarsest possible jitter
            feed.disks = {"sda": FakeCounters(busy_time=busy_ms)}
            yield disks.read().values[idle.value]
        feed.disks = {"sda": FakeCounters(busy_time=5)}
        yield disks.read().values[idle.value]

    first, second, third, anew = reads()
    assert first <= second <= third
    assert anew <= third


def test_platform_without_busy_time_has_no_idle_time_series() -> None:
    @dataclass(frozen=True)
    class WindowsCounters:
        read_count: int = 3
        write_count: int = 4
        read_bytes: int = 0
        write_bytes: int = 0
        read_time: int = 0
        write_time: int = 0

    disks = Disks(lambda: {"PhysicalDrive0": WindowsCounters()})
    assert not [series.path for series in disks.series if "Idle" in series.path]
    transfers = counter(disks, r"\PhysicalDisk(PhysicalDrive0)\Disk Transfers/sec")
    assert disks.read().values[transfers.value] == 7


def test_missing_disk_counters_give_no_series_and_lost_ones_raise() -> None:
    feed = FakeFeed(sda=FakeCounters())
    disks = Disks(feed)
    feed.disks = None
    with pytest.raises(OSError, match="no /proc/diskstats"):
        disks.read()
    diskless = Disks(feed)
    assert list(diskless.series) == []
    assert diskless.read().values == ()
