# SPDX-License-Identifier: Apache-2.0
"""Real full disks and read-only folders, created with POSIX mounts, limits and users."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.model.messages import Sentence
from app.session.reader import SessionReader
from app.session.seal import settle, verify
from app.session.session_error import SessionError
from tests.support.recorded import SyntheticRun, recorded
from tests.support.session_files import SECOND, child, create

if sys.platform == "win32":
    pytest.skip("made with mounts, limits and users of POSIX", allow_module_level=True)


from tests.support.full_disks import check_kept, fill


@contextlib.contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """Mount a small file system that fills up quickly; needs root."""
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", disk], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)


def can_mount() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    return subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0


def test_full_disk_keeps_committed_data(tmp_path: Path) -> None:
    if not can_mount():
        racer = child(
            "from pathlib import Path; from tests.support.full_disks import limited; limited(Path(sys.argv[1]))",
            tmp_path / "s.outpace",
        )
        racer.communicate(timeout=60)
        assert racer.returncode == 0
        return
    with small_disk(tmp_path, 400) as disk:
        path = disk / "s.outpace"
        writer, committed, error = fill(path)
        assert "is full" in str(error)
        assert str(path) in str(error)
        check_kept(path, committed)
        # Once space is free again, the next commit writes the pending data.
        subprocess.run(["mount", "-o", "remount,size=4000k", disk], check=True)
        writer.commit()
        check_kept(path, committed + 1)
        writer.finish(SECOND, valid=False, reasons=[Sentence(text="the disk was full")], warnings=[])
        assert verify(path)


def test_disk_too_small_for_a_session_leaves_no_file(tmp_path: Path) -> None:
    process = child(
        "from pathlib import Path; from tests.support.full_disks import tiny; tiny(Path(sys.argv[1]))",
        tmp_path / "s.outpace",
    )
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert list(tmp_path.iterdir()) == []


def as_nobody(use: Callable[[], object]) -> str:
    """Return the result or error of `use`, run as a user without write access, because root could write anywhere."""
    out, into = os.pipe()
    process = os.fork()
    if not process:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setresgid(65534, 65534, 65534)
                os.setresuid(65534, 65534, 65534)
            text = str(use())
        except BaseException as error:  # noqa: BLE001
            text = str(error) if isinstance(error, SessionError) else repr(error)
        os.write(into, text.encode())
        os._exit(0)
    os.close(into)
    with open(out, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(process, 0)
    return text


def readings(path: Path) -> tuple[int, bool]:
    """Return the number of readings, and whether the file could be switched to a rollback journal."""
    with SessionReader.open(path) as reader:
        number = len(reader.samples(reader.counters[0])[0])
    return number, settle(path)


@pytest.fixture
def read_only() -> Iterator[Callable[[Path], None]]:
    """Make a folder read-only, and make every folder above it accessible to other users, which pytest's are not."""
    changed: list[tuple[Path, int]] = []

    def close(folder: Path) -> None:
        for above in folder.parents:
            mode = above.stat().st_mode
            if mode & 0o005 != 0o005 and above.owner() == folder.owner():
                changed.append((above, mode))
                above.chmod(mode | 0o005)
        changed.append((folder, folder.stat().st_mode))
        folder.chmod(0o555)

    yield close
    for folder, mode in reversed(changed):
        folder.chmod(mode & 0o7777)


def test_sessions_in_a_read_only_folder_can_be_read(tmp_path: Path, read_only: Callable[[Path], None]) -> None:
    finished = tmp_path / "finished"
    finished.mkdir()
    recorded(finished / "s.outpace", seconds=8)
    alone = tmp_path / "alone"  # left by a killed engine: log checkpointed, but still in write-ahead mode
    alone.mkdir()
    run = SyntheticRun(tmp_path / "run.outpace")
    run.seconds(5)
    run.writer._checkpoint()
    shutil.copyfile(run.path, alone / "s.outpace")
    killed = tmp_path / "killed"
    killed.mkdir()
    run.seconds(2)
    for ending in ("", "-wal"):
        shutil.copyfile(run.path.with_name(run.path.name + ending), killed / f"s.outpace{ending}")
    run.writer.close()
    for folder in (finished, alone, killed):
        for file in folder.iterdir():
            file.chmod(0o644)  # as if it belonged to another user; only the owner can change the mode
        read_only(folder)
    # A finished file needs no recovery.
    assert as_nobody(lambda: readings(finished / "s.outpace")) == "(8, True)"
    assert as_nobody(lambda: readings(alone / "s.outpace")) == "(5, False)"
    message = as_nobody(lambda: readings(killed / "s.outpace"))
    assert message == "(7, False)" or "copy both to a folder of yours" in message
    assert "is read-only" in as_nobody(lambda: create(finished / "new.outpace"))
