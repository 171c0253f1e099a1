# SPDX-License-Identifier: Apache-2.0
"""Processor and storage use of servers on this machine, without an exporter."""

import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.databases.server_place import ServerPlace, place_of
from app.engine.devices import DISK_COUNTERS
from app.engine.local_server import devices_below, first_process, is_here
from app.engine.sources import ServerDeviceSource, ServerProcessSource, UnwatchedMachine
from collectors.block_devices import device_below, disks_below
from collectors.processes import PROCESSOR, READ, WRITTEN, Processes
from collectors.series import SourceError
from tests.support.private_server import PrivateServer
from tests.support.server_runs import execute
from tests.support.servers import address_of, address_on, started

WORK = "import time, sys\nend = time.process_time() + float(sys.argv[1])\nwhile time.process_time() < end: pass\n"


@pytest.fixture(scope="module", params=["postgresql", "mariadb", "mysql"])
def server_on_disk(request: pytest.FixtureRequest) -> Iterator[PrivateServer]:
    """Start servers whose folders are on a device; those of `each_server` may be in memory."""
    with started(request.param, on_disk=True) as server:
        yield server


def place_told_by(server: PrivateServer) -> ServerPlace:
    return place_of(address_of(server), server.password)


def test_local_server_is_found_by_its_port(each_server: PrivateServer) -> None:
    assert each_server.process is not None
    assert is_here(address_of(each_server))
    assert first_process(address_of(each_server), ServerPlace) == each_server.process.pid


def test_server_is_found_without_permission_to_list_ports(
    each_server: PrivateServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(kind: str) -> list[object]:
        raise psutil.AccessDenied

    monkeypatch.setattr(psutil, "net_connections", refused)
    assert each_server.process is not None
    address = address_of(each_server)
    assert first_process(address, lambda: place_told_by(each_server)) == each_server.process.pid
    with pytest.raises(SourceError, match="does not tell which process") as failed:
        first_process(address, ServerPlace)
    assert "administrator" in str(failed.value)


def test_other_program_on_the_port_is_reported_and_not_counted(each_server: PrivateServer) -> None:
    other = address_on("mysql" if each_server.engine == "postgresql" else "postgresql", port=each_server.port)
    with pytest.raises(SourceError, match=r"runs in a container or on another machine") as failed:
        first_process(other, ServerPlace)
    assert f"listens on {other.where}" in str(failed.value)


def test_device_of_server_folders_agrees_with_the_system(server_on_disk: PrivateServer) -> None:
    place = place_told_by(server_on_disk)
    assert {Path(folder) for what, folder in place.folders if what == "data"} == {server_on_disk.data}
    here = device_below(server_on_disk.data)
    found = devices_below([place], "outpace", {})
    if here:
        assert found.names == (here,)
        assert found.missing == ()
    else:
        assert [one.path for one in found.missing] == list(DISK_COUNTERS)
        assert "does not tell which device" in found.missing[0].reason


def test_shared_device_is_reported_and_not_attributed(server_on_disk: PrivateServer) -> None:
    place, disks = place_told_by(server_on_disk), disks_below(server_on_disk.data)
    for others, words in ((("",), "the session is recorded on"), (("B",), "{systems} uses"), (("", "B"), "{systems}")):
        found = devices_below([place], "outpace", dict.fromkeys(disks, others))
        assert found.names == ()
        assert [one.path for one in found.missing] == list(DISK_COUNTERS)
        assert words in found.missing[0].reason
        assert "B" in found.missing[0].reason.format(**found.missing[0].values) or "B" not in others


def test_missing_folders_and_missing_privileges_have_a_reason(tmp_path: Path) -> None:
    nowhere = devices_below([ServerPlace(folders=(("data", str(tmp_path / "no" / "such")),))], "outpace", {})
    assert "its folder {folder} is not here" in nowhere.missing[0].reason
    blind = devices_below([ServerPlace()], "outpace", {}).missing[0]
    assert "GRANT pg_monitor TO outpace." in blind.reason.format(**blind.values)


def test_processor_time_includes_running_and_ended_children() -> None:
    """One child has ended and the other is still running; each uses 0.5 s of processor time."""
    text = (
        "import subprocess, sys, time\n"
        f"work = {WORK!r}\n"
        "print(flush=True)\n"
        "sys.stdin.readline()\n"
        "subprocess.run([sys.executable, '-c', work, '0.5'], check=True)\n"
        "running = subprocess.Popen([sys.executable, '-c', work + 'sys.stdin.read()', '0.5'], stdin=subprocess.PIPE)\n"
        "while time.sleep(0.05) is None: pass\n"
    )
    with subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        try:
            assert parent.stdin is not None
            assert parent.stdout is not None
            parent.stdout.readline()
            processes = Processes(lambda: [parent.pid])
            before = processes.read()
            parent.stdin.write(b"\n")
            parent.stdin.flush()
            end = time.monotonic() + 60
            while (after := processes.read()).values[0] - before.values[0] < 1e6:
                assert time.monotonic() < end, after
                time.sleep(0.1)
            time.sleep(0.3)
            after = processes.read()
        finally:
            for one in psutil.Process(parent.pid).children(recursive=True):
                one.kill()
            parent.kill()
    used_s = (after.values[0] - before.values[0]) / 1e6
    assert 1.0 <= used_s < 1.6  # starting three interpreters takes some time
    assert after.values[1] > before.values[1]


@pytest.mark.skipif(not psutil.LINUX, reason="elsewhere the counters hold what the cache has served too")
def test_written_bytes_of_a_process_are_counted(tmp_path: Path) -> None:
    processes = Processes(lambda: [os.getpid()])
    if processes.missing:
        assert {one.path for one in processes.missing} == {READ, WRITTEN}
        return
    before = processes.read()
    with (tmp_path / "file").open("wb") as file:
        file.write(b"x" * 2**20)
        file.flush()
        os.fsync(file.fileno())
    written = processes.read().values[3] - before.values[3]
    on_disk = psutil.Process().io_counters().write_bytes > 0  # a folder in memory has no device
    assert written >= 2**20 or not on_disk


def test_restarted_server_is_found_again(small_server: PrivateServer) -> None:
    source = ServerProcessSource(((address_of(small_server), small_server.password),))
    assert small_server.password not in repr(source)
    collector = source.open()
    execute(small_server, "SELECT 1")
    assert collector.read().values[0] > 0
    small_server.stop()
    assert math.isnan(collector.read().values[0])  # no data; the server's statistics report the outage
    small_server.start()
    assert collector.read().values[0] > 0
    assert next(series.path for series in collector.series) == PROCESSOR
    assert {series.layer for series in collector.series} == {"engine process"}


def test_server_processor_time_agrees_with_the_system(postgresql: PrivateServer) -> None:
    """Compare with the operating system's figures, read before and after each reading."""
    collector = ServerProcessSource(((address_of(postgresql), postgresql.password),)).open()
    assert postgresql.process is not None
    own = psutil.Process(postgresql.process.pid)

    at_rest = {one.pid for one in own.children(recursive=True)}

    def used_s() -> float:
        end = time.monotonic() + 30
        while {one.pid for one in own.children(recursive=True)} - at_rest and time.monotonic() < end:
            time.sleep(0.02)  # until the connection that was just closed is gone
        every = [own, *own.children(recursive=True)]
        times = [one.cpu_times() for one in every if one.is_running()]
        return sum(t.user + t.system + t.children_user + t.children_system for t in times)

    low, before, high = used_s(), collector.read(), used_s()
    assert low - 0.05 <= before.values[0] / 1e6 <= high + 0.05
    execute(postgresql, "SELECT sum(sqrt(n)) FROM generate_series(1, 3000000) AS n")
    low, after, high = used_s(), collector.read(), used_s()
    assert low - 0.05 <= after.values[0] / 1e6 <= high + 0.05
    assert after.values[0] - before.values[0] > 0.1e6


def test_server_devices_are_collected_or_have_a_reason(server_on_disk: PrivateServer) -> None:
    logins = ((address_of(server_on_disk), server_on_disk.password),)
    collector = ServerDeviceSource(logins).open()
    here = device_below(server_on_disk.data)
    missing = getattr(collector, "missing", ())
    assert bool(collector.series) == bool(here)
    assert bool(missing) != bool(here)
    shared = ServerDeviceSource(logins, dict.fromkeys(disks_below(server_on_disk.data), ("B",))).open()
    assert shared.series == ()
    assert "B" in shared.missing[0].values["systems"]  # type: ignore[attr-defined]


def test_unmonitored_machine_explains_how_to_monitor_it() -> None:
    collector = UnwatchedMachine("db1:5432").open()
    missing = {one.path: one for one in collector.missing}  # type: ignore[attr-defined]
    assert set(missing) == {r"\Processor(_Total)\% Processor Time", *DISK_COUNTERS}
    one = next(iter(missing.values()))
    assert 'source = "prometheus"' in one.reason.format(**one.values)


def test_local_addresses_are_recognized() -> None:
    for host in ("127.0.0.1", "localhost", "::1"):
        assert is_here(address_on("postgresql", host=host))
    assert is_here(address_on("postgresql", odbc="DRIVER={x};SERVER=/var/run/postgresql"))
    assert not is_here(address_on("postgresql", host="192.0.2.1"))
    assert not is_here(address_on("postgresql", host="no-such-host.invalid"))
