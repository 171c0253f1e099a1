"""I/O kept under way in C: the same choices as the Python driver's, whatever the pattern."""

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.driver.load import stream
from app.driver.native_io_loop import NativeIoLoop
from app.driver.native_tally import NativeTally
from app.driver.tally import Codes
from app.engine.storage_target import inspected_storage
from app.model.targets import Storage
from app.model.workloads import StorageIo
from app.native.native_library import NativeLibrary
from app.workloads.storage_io.file import FILE_NAME, StorageFile
from app.workloads.storage_io.parameters import MiB, StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from app.workloads.workload import AT_ONCE, Choice
from tests.test_depth_crew import load

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
DRIVERS = {"python": "Python", "native": "native 1"}


@pytest.fixture
def file(direct_folder: Path) -> Path:
    StorageFile(direct_folder, StorageIoParameters(file_bytes=SIZE)).prepare(lambda *_: None, lambda: False)
    return direct_folder


def test_what_does_the_io_is_a_fact_of_its_target(file: Path, each_driver: str) -> None:
    place = file / FILE_NAME
    for mechanism in ("libaio", "io_uring", "threads"):
        given = StorageIoParameters(file_bytes=SIZE, mechanism=mechanism)
        found = inspected_storage(1, 1, StorageFile(place, given), Storage(path=str(place)), StorageIo())
        assert found.facts["I/O driver"] == f"{DRIVERS[each_driver]} ({mechanism})"


class Chooser:
    """One loop without a thread that does I/O: only its choices are asked for."""

    def __init__(self, library: NativeLibrary, workload: StorageIoOnFile) -> None:
        codes = Codes(len(workload.operations))
        self.tally = NativeTally(library, codes)
        self.loop = NativeIoLoop(library, workload.native_io(), self.tally, think_s=0, arrivals=None)
        own, number, place = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
        self._choose = library.function(
            "outpace_storage_choose", place, own, place, ctypes.POINTER(number), ctypes.POINTER(place)
        )

    def choices(self, place: int) -> Iterator[Choice]:
        """Those that are there."""
        offset, operation = ctypes.c_int64(), ctypes.c_int32()
        while self._choose(self.loop.address, place, ctypes.byref(offset), ctypes.byref(operation)):
            yield offset.value, operation.value

    def close(self) -> None:
        self.loop.close()
        self.tally.close()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_equal_seeds_choose_as_in_python(native_library: NativeLibrary, file: Path, pattern: str) -> None:
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


def test_choices_are_asked_for_before_they_run_out(native_library: NativeLibrary, file: Path) -> None:
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
