# SPDX-License-Identifier: Apache-2.0
"""Storage I/O scenarios on two folders, a disk for them, and damage to their blocks."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.workloads.storage_io.opening import IN_MEMORY, file_system_of
from app.workloads.storage_io.parameters import MiB

SCENARIO = """
title = "Two folders"

[workload]
name = "storage-io"
{work}

[plan]
{plan}
{systems}
"""

TIMED = 'name = "timed"\nwarmup_s = 0\nrun_s = 2\nramp_users_per_s = 1000'


def scenario_file(
    folder: Path, work: str, plan: str, *, places: tuple[str, str] = ("a", "b"), targets: int = 1, target: str = ""
) -> Path:
    """Write a scenario of two systems on devices, or on folders or files below `folder`.

    target: additional keys of each target.
    """
    systems = ""
    for name, role, place in zip(("One", "Two"), ("baseline", "challenger"), places, strict=True):
        systems += f'\n[[systems]]\nname = "{name}"\nrole = "{role}"\n'
        systems += f'[[systems.targets]]\nengine = "storage"\npath = "{place}"\n{target}\n' * targets
    path = folder / "scenario.toml"
    path.write_text(SCENARIO.format(work=work, plan=plan, systems=systems), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder whose file system supports direct I/O, with two folders in it."""
    folder = tmp_path_factory.mktemp("storage")
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as other:
        chosen = Path(other) if file_system_of(folder) in IN_MEMORY else folder
        for name in "ab":
            (chosen / name).mkdir()
        yield chosen


SIZE, BLOCK = 4 * MiB, 4096

READ, WRITE = 0, 1


def flip(file: Path, offset: int, before: bytes) -> None:
    put(file, offset + 2000, bytes([before[2000] ^ 1]))


def put(file: Path, offset: int, data: bytes) -> None:
    """Write to a file that another process has open."""
    descriptor = os.open(file, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.lseek(descriptor, offset, os.SEEK_SET)
        os.write(descriptor, data)
        with contextlib.suppress(OSError):  # EIO if a direct write of the same page was in flight: that write won
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


Damage = Callable[[Path, int, bytes, bytes], None]


DAMAGES: dict[str, tuple[Damage, str]] = {
    "a bit": (lambda file, at, now, old: flip(file, at, now), "found data with checksum"),
    "zeros": (lambda file, at, now, old: put(file, at, bytes(BLOCK)), "found a block without the header"),
    "a lost write": (lambda file, at, now, old: put(file, at, old), "found write 1: a later write was lost"),
    "a misplaced write": (
        lambda file, at, now, old: put(file, at + 5 * BLOCK, now),
        "found the block of offset 40,960",
    ),
}
