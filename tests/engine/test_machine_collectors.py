# SPDX-License-Identifier: Apache-2.0
"""Remotely monitored machines.

node_exporter is Debian's; pages in its format stand in for windows_exporter, and a fake program for typeperf.
"""

import contextlib
import math
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from collectors.exporter_page import parsed
from collectors.prometheus import WANTED, PrometheusCounters
from collectors.series import Collector, Series
from collectors.typeperf import TypeperfCounters
from tests.support.counter_values import made
from tests.support.exporter_pages import page_server

WAIT_S = 60.0
EXPORTER = shutil.which("prometheus-node-exporter")


def series_of(collector: Collector, path: str) -> Series:
    (found,) = (series for series in collector.series if series.path == path)
    return found


# node_exporter


@pytest.fixture(scope="module")
def exporter() -> Iterator[str]:
    """Start node_exporter and yield its address."""
    if EXPORTER is None:
        pytest.skip("prometheus-node-exporter is not on this machine: packaging/test.py installs it on Debian")
    from tests.support.private_server import free_port  # noqa: PLC0415 - not on Windows

    for _ in range(5):
        port = free_port()
        process = subprocess.Popen(
            [EXPORTER, f"--web.listen-address=127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        url = f"http://127.0.0.1:{port}/metrics"
        end = time.monotonic() + WAIT_S
        while process.poll() is None and time.monotonic() < end:
            with contextlib.suppress(OSError):
                PrometheusCounters(url)
                break
            time.sleep(0.05)
        if process.poll() is None:
            break
    yield url
    process.kill()
    process.wait()


def test_node_exporter_provides_processor_memory_and_whole_disks(exporter: str) -> None:
    collector = PrometheusCounters(exporter)
    before = collector.read()
    end = time.monotonic() + WAIT_S
    processor = series_of(collector, r"\Processor(_Total)\% Processor Time")
    while True:  # the machine's own counters have a resolution of 0.01 s
        after = collector.read()
        if after.values[processor.base] - before.values[processor.base] > 0.5e6 or time.monotonic() > end:
            break
        time.sleep(0.05)
    assert len({series.path for series in collector.series}) == len(collector.series)
    assert 0 <= made(processor, before, after) <= 100
    available = series_of(collector, r"\Memory\Available MBytes")
    with open("/proc/meminfo", encoding="ascii") as file:
        memory = {line.split(":")[0]: int(line.split()[1]) for line in file if "kB" in line}
    assert made(available, before, after) * 1024 == pytest.approx(memory["MemAvailable"], rel=0.3)
    assert 0 < made(series_of(collector, r"\Memory\% Used"), before, after) < 100
    disks = {series.path.split("(")[1].split(")")[0] for series in collector.series if "Disk" in series.path}
    assert not [name for name in disks if name.startswith(("loop", "ram", "zram", "dm-", "sr"))]
    if disks:  # a container may have none
        assert "_Total" in disks
    for series in collector.series:
        value = made(series, before, after)
        assert math.isnan(value) or value >= 0, series.path
    assert {one.path for one in collector.missing} == {r"\Metric\left out"}


def test_only_named_disks_are_read_and_unknown_ones_are_reported(exporter: str) -> None:
    known = sorted({series.path.split("(")[1].split(")")[0] for series in PrometheusCounters(exporter).series
                    if series.path.startswith(r"\PhysicalDisk")} - {"_Total"})  # fmt: skip
    collector = PrometheusCounters(exporter, ("nvme99n9", *known[:1]))
    disks = {series.path.split("(")[1].split(")")[0] for series in collector.series if "Disk(" in series.path}
    assert disks == {*known[:1], "_Total"} if known else not disks
    missing, left_out = collector.missing
    assert left_out.path == r"\Metric\left out"
    assert missing.values["device"] == "nvme99n9"
    assert all(name in missing.values["known"] for name in known)


# Pages in the format of other exporters


NODE_PAGE = r"""# HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
# TYPE node_cpu_seconds_total counter
node_cpu_seconds_total{cpu="0",mode="idle"} %(idle)s
node_cpu_seconds_total{cpu="0",mode="user"} 10
node_cpu_seconds_total{cpu="0",mode="iowait"} 2.5
node_cpu_guest_seconds_total{cpu="0",mode="user"} 7
node_disk_info{device="sda",model="a \"quoted\\\" one",path="\n"} 1
node_disk_reads_completed_total{device="sda"} %(reads)s
node_disk_reads_completed_total{device="dm-0"} 9e+99
node_disk_writes_completed_total{device="sda"} 5 1395066363000
node_disk_read_bytes_total{device="sda"} 1.6384e+04
node_disk_written_bytes_total{device="sda"} 8192
node_disk_read_time_seconds_total{device="sda"} %(read_s)s
node_disk_write_time_seconds_total{device="sda"} 0.5
node_disk_io_time_seconds_total{device="sda"} %(busy)s
node_disk_io_time_weighted_seconds_total{device="sda"} %(weighted)s
node_disk_io_now{device="sda"} 3
node_time_seconds %(time)s
node_broken{device="sda" 4
node_memory_MemTotal_bytes NaN
other_metric 5
"""

WINDOWS_PAGE = r"""windows_cpu_time_total{core="0,0",mode="dpc"} 1
windows_cpu_time_total{core="0,0",mode="idle"} 60
windows_cpu_time_total{core="0,0",mode="interrupt"} 1
windows_cpu_time_total{core="0,0",mode="privileged"} 10
windows_cpu_time_total{core="0,0",mode="user"} 30
windows_memory_available_bytes 4.194304e+09
windows_cs_physical_memory_bytes 8.388608e+09
windows_physical_disk_reads_total{disk="0 C:"} 100
windows_physical_disk_writes_total{disk="0 C:"} 50
windows_physical_disk_read_bytes_total{disk="0 C:"} 819200
windows_physical_disk_write_bytes_total{disk="0 C:"} 409600
windows_physical_disk_read_latency_seconds_total{disk="0 C:"} 0.2
windows_physical_disk_write_latency_seconds_total{disk="0 C:"} 0.1
windows_physical_disk_idle_seconds_total{disk="0 C:"} 99
windows_physical_disk_requests_queued{disk="0 C:"} 2
windows_physical_disk_split_ios_total{disk="0 C:"} 7
windows_logical_disk_reads_total{volume="C:"} 100
windows_logical_disk_reads_total{volume="HarddiskVolume1"} 1
windows_logical_disk_writes_total{volume="C:"} 50
"""


def node_page(**given: object) -> str:
    every: dict[str, object] = {"idle": 5, "reads": 10, "read_s": 1, "busy": 2, "weighted": 4, "time": 1000}
    return NODE_PAGE % {**every, **given}


def test_quoted_labels_timestamps_and_broken_lines_are_parsed_correctly() -> None:
    page = parsed(node_page(), {*WANTED, "node_disk_info", "node_broken"})
    assert page.samples["node_disk_info"][0][0] == {"device": "sda", "model": 'a "quoted\\" one', "path": "\n"}
    assert page.by("device", "node_disk_writes_completed_total") == {"sda": 5}
    assert "node_broken" not in page.samples
    assert math.isnan(page.value("node_memory_MemTotal_bytes"))


def test_latency_queue_and_idle_time_are_computed_from_counter_deltas() -> None:
    later = node_page(idle=12.5, reads=30, read_s=1.5, busy=2.5, weighted=7, time=1002)
    idle = node_page(idle=14.5, reads=30, read_s=1.5, busy=2.5, weighted=7, time=1004)
    with page_server([node_page(), node_page(), later, idle]) as url:
        collector = PrometheusCounters(url)
        first, second, third = collector.read(), collector.read(), collector.read()
        of = {series.path: made(series, first, second) for series in collector.series}
        disk = r"\PhysicalDisk(sda)"
        assert of[rf"{disk}\Avg. Disk sec/Read"] == pytest.approx(0.025)
        assert of[rf"{disk}\Disk Reads/sec"] == 10
        assert of[rf"{disk}\Avg. Disk Queue Length"] == 1.5  # from the weighted time, not from reads and writes
        assert of[rf"{disk}\% Idle Time"] == pytest.approx(75)
        assert of[rf"{disk}\Current Disk Queue Length"] == 3
        assert of[r"\PhysicalDisk(_Total)\Disk Reads/sec"] == 10  # dm-0 passes its requests on to sda
        assert of[r"\Processor(_Total)\% Processor Time"] == 0
        assert r"\Memory\% Used" not in of
        assert math.isnan(made(series_of(collector, rf"{disk}\Avg. Disk sec/Read"), second, third))
        assert {one.path for one in collector.missing} == {r"\Memory\Available MBytes", r"\Metric\left out"}


def test_partitions_are_excluded_from_exporter_disks() -> None:
    devices = {"mmcblk0": 192, "mmcblk0p1": 17, "mmcblk0p2": 95, "mmcblk0boot0": 3, "nvme0n1": 10, "nvme0n1p1": 9,
               "nvme0c0n1": 10, "md0": 7, "md0p1": 7, "loop0p1": 1, "nbd0": 4, "nbd0p1": 4, "sda": 20, "sda1": 20,
               "dm-3": 6, "xvdb1": 30, "bcache0": 5, "dasda": 2, "dasda1": 2, "rbd0p1": 8}  # fmt: skip
    page = "node_time_seconds 1\n" + "".join(
        f'node_disk_reads_completed_total{{device="{name}"}} {reads}\n' for name, reads in devices.items()
    )
    with page_server([page]) as url, contextlib.closing(PrometheusCounters(url)) as collector:
        of = {one.path: one.value for one in collector.series}
        total = collector.read().values[of[r"\PhysicalDisk(_Total)\Disk Reads/sec"]]
        whole = [name for name in devices if rf"\PhysicalDisk({name})\Disk Reads/sec" in of]
    assert whole == ["mmcblk0", "nvme0n1", "nbd0", "sda", "xvdb1", "dasda"]
    assert total == 192 + 10 + 4 + 20 + 30 + 2


def test_windows_exporter_provides_disks_volumes_and_split_requests() -> None:
    with page_server([WINDOWS_PAGE]) as url:
        collector = PrometheusCounters(url)
        reading = collector.read()
    values = {series.path: (reading.values[series.value], series) for series in collector.series}
    assert values[r"\PhysicalDisk(0 C:)\Disk Transfers/sec"][0] == 150
    assert values[r"\PhysicalDisk(0 C:)\Avg. Disk Queue Length"][0] == pytest.approx(0.3)
    assert values[r"\PhysicalDisk(0 C:)\% Idle Time"][0] == 99
    assert values[r"\PhysicalDisk(0 C:)\Split IO/Sec"][0] == 7
    assert values[r"\LogicalDisk(C:)\Disk Reads/sec"][0] == 100
    assert not [path for path in values if "Harddisk" in path]
    processor = values[r"\Processor(_Total)\% Processor Time"][1]
    assert (reading.values[processor.value], reading.values[processor.base]) == (40e6, 100e6)
    assert made(values[r"\Memory\% Used"][1], reading, reading) == 50


def test_failed_page_raises_os_error_and_redirects_are_not_followed() -> None:
    with page_server(["nothing to see"]) as url, pytest.raises(OSError, match="no page of a node_exporter"):
        PrometheusCounters(url)
    with page_server([node_page(), 503, node_page()]) as url:
        collector = PrometheusCounters(url)
        with pytest.raises(OSError, match="503"):
            collector.read()
        assert collector.read().time_s == 1000
    with page_server([302]) as url, pytest.raises(OSError, match="302"):
        PrometheusCounters(url)
    with pytest.raises(OSError, match=r"127\.0\.0\.1"):
        PrometheusCounters(url)


def test_removed_disk_has_no_data() -> None:
    gone = "\n".join(line for line in node_page().splitlines() if '"sda"' not in line)
    with page_server([node_page(), gone]) as url:
        collector = PrometheusCounters(url)
        reading = collector.read()
    for series in collector.series:
        if "Disk(" in series.path:
            assert math.isnan(reading.values[series.value])


# typeperf


FAKE_TYPEPERF = r"""
import sys, time
paths = [one for one in sys.argv[1:] if one.startswith("\\")]
def say(text):
    sys.stdout.buffer.write((text + "\r\r\n").encode()); sys.stdout.flush()
if "\\No(*)\\Such" in paths:
    say("Error: No valid counters.")
    sys.exit(1)
host = sys.argv[sys.argv.index("-s") + 1] if "-s" in sys.argv else "HERE"
say("")
say('"(PDH-CSV 4.0)",' + ",".join('"\\\\%s%s"' % (host, path) for path in paths))
rows = int((sys.argv[1:2] or ["0"])[0]) if sys.argv[1].isdigit() else 100000
for row in range(rows):
    blank = " " if row == 0 else "%.3f" % (row + 0.5)
    say('"05/31/2024 13:45:%02d.000",' % (row % 60) + ",".join('"%s"' % blank for _ in paths))
    time.sleep(0.02)
say("Exiting, please wait...")
say("The command completed successfully.")
"""


@pytest.fixture
def fake_typeperf(tmp_path: Path) -> list[str]:
    """Create a fake of the Windows program with its line endings, blank first sample and final message."""
    path = tmp_path / "typeperf.py"
    path.write_text(FAKE_TYPEPERF, "utf-8")
    return [sys.executable, "-I", str(path)]


COUNTERS = (r"\Processor Information(0,1)\% Processor Time", r"\PhysicalDisk(0 C:)\Avg. Disk sec/Read")


def test_typeperf_rows_are_read_one_by_one(fake_typeperf: list[str]) -> None:
    collector = TypeperfCounters("DB1", COUNTERS, fake_typeperf)
    assert [series.path for series in collector.series] == list(COUNTERS)
    readings = [collector.read() for _ in range(3)]
    assert readings[0].time_s < readings[1].time_s < readings[2].time_s
    assert len({reading.values[0] for reading in readings if not math.isnan(reading.values[0])}) >= 2
    collector.close()
    collector.close()


def test_typeperf_exit_is_reported_with_its_last_message_and_restarted(fake_typeperf: list[str]) -> None:
    collector = TypeperfCounters("", COUNTERS, [*fake_typeperf, "2"])
    said = ""
    end = time.monotonic() + WAIT_S
    while not said and time.monotonic() < end:
        try:
            collector.read()
        except OSError as error:
            said = str(error)
    assert "The command completed successfully." in said
    assert len(collector.read().values) == 2
    collector.close()


def test_unknown_typeperf_counter_is_reported(fake_typeperf: list[str]) -> None:
    with pytest.raises(OSError, match="No valid counters"):
        TypeperfCounters("", [r"\No(*)\Such"], fake_typeperf)


def test_missing_typeperf_raises_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="part of Windows"):
        TypeperfCounters("", COUNTERS, [str(tmp_path / "typeperf")])
