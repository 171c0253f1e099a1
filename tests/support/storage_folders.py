# SPDX-License-Identifier: Apache-2.0
"""Locations for storage I/O: a folder on a disk (the temporary one may be in memory), and private devices."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.workloads.storage_io.opening import IN_MEMORY, file_system_of


@pytest.fixture
def direct_folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder whose file system supports direct I/O."""
    if file_system_of(tmp_path) not in IN_MEMORY:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        yield Path(place)


@contextlib.contextmanager
def loop_device(size_bytes: int, *, parts: int = 0, folder: str | None = None) -> Iterator[Path]:
    """Create a block device on a file.

    Args:
        size_bytes: size of the device.
        parts: number of partitions, /dev/loopNp1 and so on.
        folder: folder of the file.

    The test is skipped unless it runs as root.
    """
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("losetup") is None:
        pytest.skip("a loop device needs Linux and root")
    with tempfile.TemporaryDirectory(dir=folder) as place:
        image = Path(place) / "image"
        with image.open("wb") as file:
            file.truncate(size_bytes)
        made = subprocess.run(
            ["losetup", "--find", "--show", "--partscan", str(image)], capture_output=True, text=True, check=False
        )
        if made.returncode:
            pytest.skip(f"no loop device is to be had: {made.stderr.strip()}")
        device = Path(made.stdout.strip())
        sectors = (size_bytes // 512 - 2048) // max(parts, 1)
        for number in range(parts):
            # Offsets and sizes in sectors, from 1 MiB on. They are passed to the kernel directly, because not every
            # kernel reads partition tables.
            place_in = (str(number + 1), str(2048 + number * sectors), str(sectors))
            subprocess.run(["addpart", str(device), *place_in], check=True)
        try:
            yield device
        finally:
            for number in range(parts):
                subprocess.run(["delpart", str(device), str(number + 1)], check=True)
            subprocess.run(["losetup", "--detach", str(device)], check=True)


@contextlib.contextmanager
def mounted(device: Path, place: Path, *, block_bytes: int = 4096) -> Iterator[Path]:
    """Mount a new file system on a device."""
    subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", "-b", str(block_bytes), str(device)], check=True)
    if subprocess.run(["mount", str(device), str(place)], check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)
