# SPDX-License-Identifier: Apache-2.0
"""Native I/O loop: it makes the same choices as the Python driver for every pattern."""

import ctypes
import re
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter_ns

import numpy as np
import pytest

from app.driver.load import stream
from app.driver.native_io_loop import AHEAD, NativeIoLoop
from app.driver.native_tally import NativeTally
from app.driver.tally import Codes
from app.driver.target_load import TargetLoad
from app.engine.storage_target import inspected_storage
from app.model.events import UsersNotConnected
from app.model.messages import sentence
from app.model.targets import Storage
from app.model.workloads import StorageIo
from app.native.native_library import NativeLibrary
from app.workloads.storage_io.file import FILE_NAME, StorageFile
from app.workloads.storage_io.parameters import MiB, StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageDescription, StorageIoOnFile
from app.workloads.storage_io.verified_blocks import WRONG
from app.workloads.workload import AT_ONCE, Choice, NativeIo
from tests.support.driver_run import load, started
from tests.support.storage_runs import BLOCK, DAMAGES, READ, WRITE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the loop in C is Linux's")
SIZE = 8 * MiB
MIX = {"read_mix": ((4096, 60.0), (65536, 40.0)), "write_mix": ((16384, 75.0), (32768, 25.0))}
PATTERNS: dict[str, dict[str, object]] = {
    "random reads": {},
    "writes": {"read_percent": 0.0},
    "reads and writes": {"read_percent": 70.0},
    "blocks that do not fill the file": {"block_bytes": 12288, "read_percent": 70.0},
    "zipf": {"skew": "zipf", "zipf_theta": 1.1, "read_percent": 50.0},
    "a hot set": {"skew": "hot", "hot_percent": 10.0, "hot_io_percent": 90.0},
    "trims": {"read_percent": 50.0, "trim_percent": 40.0},
    "a mix of sizes": {**MIX, "read_percent": 70.0},
    "a skewed mix": {**MIX, "read_percent": 70.0, "skew": "hot"},
    "sequential": {"access": "sequential", "read_percent": 70.0},
    "a sequential mix": {**MIX, "access": "sequential", "read_percent": 70.0},
}
USERS = 3
DRIVERS = {"python": "python", "native": "native 2"}


@pytest.fixture
def file(direct_folder: Path) -> Path:
    StorageFile(direct_folder, StorageIoParameters(file_bytes=SIZE)).prepare(lambda *_: None, lambda: False)
    return direct_folder


def test_only_the_worker_reports_the_io_driver_and_mechanism(file: Path, each_driver: str) -> None:
    place = file / FILE_NAME
    for mechanism in ("libaio", "io_uring", "threads"):
        given = StorageIoParameters(file_bytes=SIZE, mechanism=mechanism)
        found = inspected_storage(1, 1, StorageFile(place, given), Storage(path=str(place)), StorageIo())
        assert not [label for label in found.facts if "driver" in label]
        with TargetLoad(StorageIoOnFile(place, given), load(1)) as pool:
            started(pool)
            (driver,) = pool.drivers
        assert (driver.calls, driver.transport) == (DRIVERS[each_driver], mechanism)


class Chooser:
    """I/O loop without a thread or real I/O, used only for its choices."""

    def __init__(self, library: NativeLibrary, workload: StorageIoOnFile) -> None:
        codes = Codes(len(workload.operations))
        self.tally = NativeTally(library, codes)
        self.loop = NativeIoLoop(library, workload.native_io(), self.tally, think_s=0, arrivals=None)
        own, number, place = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
        self._choose = library.function(
            "outpace_storage_choose", place, own, place, ctypes.POINTER(number), ctypes.POINTER(place)
        )

    def choices(self, place: int) -> Iterator[Choice]:
        """Yield the choices that are available."""
        offset, operation = ctypes.c_int64(), ctypes.c_int32()
        while self._choose(self.loop.address, place, ctypes.byref(offset), ctypes.byref(operation)):
            yield offset.value, operation.value

    def close(self) -> None:
        self.loop.close()
        self.tally.close()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_same_seed_makes_the_same_choices_as_in_python(native_library: NativeLibrary, file: Path, pattern: str) -> None:
    wanted = StorageIoParameters(**{"file_bytes": SIZE, "block_bytes": 4096, **PATTERNS[pattern]})  # type: ignore[arg-type]
    oracle, workload = StorageIoOnFile(file, wanted), StorageIoOnFile(file, wanted)
    oracle.open()
    workload.open()
    chooser = Chooser(native_library, workload)
    try:
        streams = [stream(load(USERS), 0, "user", user) for user in range(USERS)]
        expected = [oracle.choices(rng) for rng in streams]
        streams = [stream(load(USERS), 0, "user", user) for user in range(USERS)]
        batches = [workload.batches(rng) for rng in streams]
        chooser.loop.set_position(workload.first_offset())
        places = [chooser.loop.seat(0, stream(load(USERS), 0, "pauses", user)) for user in range(USERS)]
        assert places == list(range(USERS))
        for _ in range(5):
            for place in places:
                chooser.loop.put(place, next(batches[place]))
            found = [chooser.choices(place) for place in places]
            for _ in range(AT_ONCE):
                for place in places:
                    assert next(found[place]) == next(expected[place])
            assert all(next(rest, None) is None for rest in found)
    finally:
        chooser.close()
        workload.close()
        oracle.close()


def test_choices_are_requested_before_they_run_out(native_library: NativeLibrary, file: Path) -> None:
    workload = StorageIoOnFile(file, StorageIoParameters(file_bytes=SIZE))
    workload.open()
    chooser = Chooser(native_library, workload)
    loop = chooser.loop
    try:
        batches = workload.batches(stream(load(1), 0, "user", 0))
        place = loop.seat(0, stream(load(1), 0, "pauses", 0))
        assert list(loop.hungry(0)) == [place]
        while loop.room(place) >= AT_ONCE:
            loop.put(place, next(batches))
        assert list(loop.hungry(0)) == []
        assert loop.room(place) == 0
        found = chooser.choices(place)
        for _ in range(AT_ONCE):
            next(found)
        assert list(loop.hungry(0)) == [place]
    finally:
        chooser.close()
        workload.close()


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_during_a_run_is_found_as_in_python(native_library: NativeLibrary, file: Path, damage: str) -> None:
    given = StorageIoParameters(file_bytes=SIZE, block_bytes=BLOCK, read_percent=50.0, verify=True)
    workload = StorageIoOnFile(file, given)
    workload.open()
    own = Chooser(native_library, workload)
    loop, path, at = own.loop, file / FILE_NAME, 10 * BLOCK
    user = loop.seat(0, stream(load(1), 0, "pauses", 0))
    thread = threading.Thread(target=loop.work, args=(user,))

    def done(operation: int, *offsets: int) -> bytes:
        """Return the records of all offsets, as many as fit in a batch."""
        places = np.resize(np.array(offsets, dtype=np.int64), AT_ONCE)
        loop.put(user, (places, np.full(AT_ONCE, operation, dtype=np.intp)))
        until_s = time.monotonic() + 60
        while loop.room(user) < AHEAD or len(loop.under_way()):
            assert time.monotonic() < until_s
            time.sleep(0.01)
        with path.open("rb") as opened:
            opened.seek(at)
            return opened.read(BLOCK)

    try:
        loop.start(perf_counter_ns())
        thread.start()
        old = done(WRITE, at, at + 5 * BLOCK)
        now = done(WRITE, at, at + 5 * BLOCK)
        done(READ, at, at + 5 * BLOCK)
        assert loop.faults() == []
        act, found = DAMAGES[damage]
        act(path, at, now, old)
        wrong = at + 5 * BLOCK if "misplaced" in damage else at
        loop.put(user, (np.full(AT_ONCE, wrong, dtype=np.int64), np.full(AT_ONCE, READ, dtype=np.intp)))
        until_s = time.monotonic() + 60
        while not (faults := loop.faults()):
            assert time.monotonic() < until_s
            time.sleep(0.01)
        assert faults[0].moved == WRONG
        text = str(workload.wrong_data(loop.wrong()[0]))
        assert f"at offset {wrong:,}: expected write " in text
        assert found in re.sub(r"found write \d+", "found write 1", text)
    finally:
        loop.dismiss()
        thread.join()
        own.close()
        workload.close()


class LostDescription(StorageDescription, frozen=True):
    def workload(self) -> "Lost":
        return Lost(Path(self.place), self.parameters, device=self.device)


class Lost(StorageIoOnFile):
    """Workload whose file is closed while in use."""

    @property
    def description(self) -> LostDescription:
        return LostDescription(str(self.place), self.parameters, self.device)

    def native_io(self) -> NativeIo:
        return replace(super().native_io(), mechanism="io_uring", descriptor=9999)


@pytest.mark.usefixtures("native_library")
def test_unavailable_mechanism_is_reported_and_retried(file: Path) -> None:
    workload = Lost(file, StorageIoParameters(file_bytes=SIZE, mechanism="io_uring"))
    with TargetLoad(workload, load(2)) as pool:
        result = started(pool)
        result.follow(pool, 1.5)
        result.facts += pool.facts()
    (missing,) = (fact.message for fact in result.facts if isinstance(fact.message, UsersNotConnected))
    assert (missing.connected, missing.users) == (0, 2)
    assert "Bad file descriptor" in sentence(missing)
    assert result.troubles()["connect"] > 1
