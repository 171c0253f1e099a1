# SPDX-License-Identifier: Apache-2.0
"""Disks below a path: two partitions of a disk are one device, and a volume maps to all its disks."""

import os
import sys
from pathlib import Path

import pytest

from app.cli.run_command import check_drives
from app.model.workloads import StorageIo
from app.ui.start.drives import drive_facts, one_device
from app.workloads.storage_io.opening import IN_MEMORY, file_system_of
from collectors.block_devices import disks_below
from tests.support.storage_folders import loop_device, mounted

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone tells")
MIB = 2**20


def block(folder: Path, number: str, *, part: bool = False) -> Path:
    """Add a device to the fake sysfs."""
    folder.mkdir(parents=True)
    (folder / "dev").write_text(f"{number}\n", encoding="ascii")
    (folder / "slaves").mkdir()
    if part:
        (folder / "partition").write_text("1\n", encoding="ascii")
    return folder


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """Create a fake sysfs with the disks sda and sdb, each with a partition, and the volume dm-0 on both."""
    numbers, devices = tmp_path / "numbers", tmp_path / "devices"
    numbers.mkdir()
    found = {"8:0": block(devices / "sda", "8:0"), "8:16": block(devices / "sdb", "8:16")}
    found["8:1"] = block(devices / "sda" / "sda1", "8:1", part=True)
    found["8:17"] = block(devices / "sdb" / "sdb1", "8:17", part=True)
    volume = found["252:0"] = block(devices / "dm-0", "252:0")
    for number in ("8:1", "8:17"):
        (volume / "slaves" / found[number].name).symlink_to(found[number])
    for number, folder in found.items():
        (numbers / number).symlink_to(folder)
    return numbers


@pytest.mark.parametrize(
    ("number", "disks"),
    [("8:0", {"sda"}), ("8:1", {"sda"}), ("8:17", {"sdb"}), ("252:0", {"sda", "sdb"})],
)
def test_partitions_and_volumes_resolve_to_whole_disks(
    fake: Path, tmp_path: Path, number: str, disks: set[str]
) -> None:
    status = tmp_path.stat()
    own = fake / f"{os.major(status.st_dev)}:{os.minor(status.st_dev)}"
    own.unlink(missing_ok=True)
    own.symlink_to((fake / number).resolve())
    assert disks_below(tmp_path / "not" / "there" / "yet", fake) == disks


def test_in_memory_file_systems_have_no_disk_but_are_distinguished(fake: Path) -> None:
    assert disks_below(Path("/proc"), fake) != disks_below(Path("/sys"), fake)
    assert not any(letter.isalpha() for letter in "".join(disks_below(Path("/proc"), fake)))


def test_folders_on_two_partitions_of_one_disk_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = [tmp_path / name for name in "ab"]
    for place in places:
        place.mkdir()
    # The backing file is in memory, so the loop device is the lowest known disk.
    with loop_device(24 * MIB, parts=2, folder="/dev/shm") as device:
        first, second = (Path(f"{device}p{number}") for number in (1, 2))
        with mounted(first, places[0]), mounted(second, places[1]):
            assert places[0].stat().st_dev != places[1].stat().st_dev
            assert disks_below(places[0]) == disks_below(second) == disks_below(device) == {device.name}
            assert check_drives(*places) == 0
            assert f"Both folders are on one device, {device.name}:" in capsys.readouterr().out
            facts = [drive_facts(str(place), StorageIo(file_size="2MB")) for place in places]
            assert facts[0].device != facts[1].device
            assert f"one device, {device.name}:" in one_device(*facts)
    with loop_device(24 * MIB, folder=str(tmp_path)) as device:
        in_memory = file_system_of(tmp_path) in IN_MEMORY
        assert disks_below(device) == ({device.name} if in_memory else disks_below(tmp_path)), "where its file lies"
