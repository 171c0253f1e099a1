# SPDX-License-Identifier: Apache-2.0
"""Storage I/O on real files, devices, and blocks; other programs' files are never changed."""

import itertools
import os
import random
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from app.workloads.storage_io.faults import StorageError
from app.workloads.storage_io.file import FILE_NAME, MARK_BYTES, FileMark, StorageFile, page_of
from app.workloads.storage_io.opening import open_for_io
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.preconditioning import precondition, steady
from app.workloads.storage_io.storage_workload import Choices, StorageIoOnFile
from app.workloads.workload import BuildCancelledError
from tests.support.driver_run import load, run
from tests.support.storage_folders import loop_device, mounted

MiB = 1 << 20
SIZE = 4 * MiB
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="flags of Linux")


def parameters(**wanted: object) -> StorageIoParameters:
    return StorageIoParameters(**{"file_bytes": SIZE, "block_bytes": 4096, **wanted})  # type: ignore[arg-type]


def quietly(*_: object) -> None:
    pass


def never() -> bool:
    return False


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def pages(path: Path) -> list[bytes]:
    """Return the pages of the data area."""
    data = path.read_bytes()[:-MARK_BYTES]
    return [data[at : at + 4096] for at in range(0, len(data), 4096)]


def test_file_is_written_in_full_with_incompressible_data(direct_folder: Path) -> None:
    told: list[tuple[str, float, float]] = []
    made = StorageFile(direct_folder, parameters()).prepare(lambda *now: told.append(now), never)
    assert made.written
    assert names(direct_folder) == [FILE_NAME]
    assert made.path.stat().st_size == SIZE + MARK_BYTES
    if sys.platform != "win32":
        assert made.path.stat().st_blocks * 512 >= SIZE
    found = pages(made.path)
    assert len(set(found)) == len(found) == SIZE // 4096
    assert len(zlib.compress(b"".join(found))) > 0.99 * SIZE
    assert told[-1] == ("file", SIZE, SIZE)


def test_finished_file_is_reused_and_recreated_for_another_size(direct_folder: Path) -> None:
    file = StorageFile(direct_folder, parameters())
    file.prepare(quietly, never)
    before = file.path.read_bytes()
    assert not file.prepare(quietly, never).written
    assert file.path.read_bytes() == before
    larger = StorageFile(direct_folder, parameters(file_bytes=2 * SIZE))
    with pytest.raises(StorageError, match="prepare it again"):
        larger.verify()
    assert larger.prepare(quietly, never).written
    assert larger.verify().file_bytes == 2 * SIZE
    assert larger.remove()
    assert not larger.remove()
    assert names(direct_folder) == []


@pytest.mark.parametrize("content", [b"", b"a letter", b"x" * (SIZE + MARK_BYTES)])
def test_foreign_file_is_left_unchanged(direct_folder: Path, content: bytes) -> None:
    theirs = direct_folder / "letter.dat"
    theirs.write_bytes(content)
    file = StorageFile(theirs, parameters())
    for attempt in (lambda: file.prepare(quietly, never), file.verify, file.remove):
        with pytest.raises(StorageError, match="not created by Outpace"):
            attempt()
    workload = StorageIoOnFile(theirs, parameters())
    with pytest.raises(StorageError, match="not created by Outpace"):
        workload.open()
    assert theirs.read_bytes() == content
    assert names(direct_folder) == ["letter.dat"]


def test_file_whose_size_differs_from_its_mark_is_rejected(direct_folder: Path) -> None:
    path = direct_folder / "cut.dat"
    path.write_bytes(b"x" * 8192 + page_of(FileMark(SIZE, complete=True)))
    with pytest.raises(StorageError, match="its size is not that of its mark"):
        StorageFile(path, parameters()).remove()
    assert path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights on Windows")
def test_symbolic_links_out_of_the_folder_are_rejected(direct_folder: Path) -> None:
    outside, inside = direct_folder / "outside", direct_folder / "inside"
    outside.mkdir()
    inside.mkdir()
    ours = StorageFile(outside, parameters()).prepare(quietly, never).path
    before = ours.read_bytes()
    (inside / FILE_NAME).symlink_to(ours)
    file = StorageFile(inside, parameters(file_bytes=2 * SIZE))
    for attempt in (lambda: file.prepare(quietly, never), file.verify, file.remove):
        with pytest.raises(StorageError, match="not a plain file"):
            attempt()
    assert ours.read_bytes() == before
    dangling = direct_folder / "dangling.dat"
    dangling.symlink_to(outside / "new.dat")
    with pytest.raises(StorageError):
        StorageFile(dangling, parameters()).prepare(quietly, never)
    assert names(outside) == [FILE_NAME]


def test_canceled_preparation_leaves_nothing_behind(direct_folder: Path) -> None:
    asked = iter((False, True))
    with pytest.raises(BuildCancelledError):
        StorageFile(direct_folder, parameters(file_bytes=64 * MiB)).prepare(quietly, lambda: next(asked))
    assert names(direct_folder) == []


def test_only_leftovers_of_a_killed_preparation_are_removed(direct_folder: Path) -> None:
    child = subprocess.Popen([sys.executable, "-P", "-c", ""])
    child.wait()
    left = direct_folder / f"{FILE_NAME}.{child.pid}.unfinished"
    left.write_bytes(b"\0" * 8192 + page_of(FileMark(8192, complete=False)))
    theirs = direct_folder / f"{FILE_NAME}.1.unfinished"
    theirs.write_bytes(b"somebody's")
    StorageFile(direct_folder, parameters()).prepare(quietly, never)
    assert names(direct_folder) == [FILE_NAME, theirs.name]


def test_file_created_by_another_program_meanwhile_is_kept(direct_folder: Path) -> None:
    theirs = direct_folder / FILE_NAME

    def told(*_: object) -> None:
        theirs.write_bytes(b"a letter")

    with pytest.raises(StorageError, match="created by another program meanwhile"):
        StorageFile(direct_folder, parameters()).prepare(told, never)
    assert theirs.read_bytes() == b"a letter"
    assert names(direct_folder) == [FILE_NAME]


def test_insufficient_space_is_reported_before_anything_is_written(direct_folder: Path) -> None:
    free = shutil.disk_usage(direct_folder).free
    file = StorageFile(direct_folder, parameters(file_bytes=(free // 4096 + 1) * 4096))
    with pytest.raises(StorageError, match="GB free, but a file of"):
        file.prepare(quietly, never)
    assert names(direct_folder) == []


@LINUX
def test_partial_file_is_removed_when_the_disk_fills_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with loop_device(16 * MiB) as device, mounted(device, tmp_path) as place:
        before = shutil.disk_usage(place).free
        # Simulate another program that uses up the space right after the check.
        monkeypatch.setattr(
            "app.workloads.storage_io.file.shutil.disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 10**12)
        )
        with pytest.raises(StorageError, match="is full"):
            StorageFile(place, parameters(file_bytes=64 * MiB)).prepare(quietly, never)
        monkeypatch.undo()
        assert [name for name in names(place) if name != "lost+found"] == []
        assert shutil.disk_usage(place).free == before


@LINUX
@pytest.mark.parametrize("through", [True, False])
def test_direct_io_and_write_through_set_the_open_flags(direct_folder: Path, through: bool) -> None:
    import fcntl  # noqa: PLC0415 - not on Windows

    wanted = parameters(read_percent=50, write_through=through)
    path = StorageFile(direct_folder, wanted).prepare(quietly, never).path
    descriptor = open_for_io(path, wanted, writes=True)
    try:
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    finally:
        os.close(descriptor)
    assert flags & os.O_DIRECT
    assert bool(flags & os.O_DSYNC) == through
    assert wanted.labels == ("direct I/O", "write-through on" if through else "write-through off")


@pytest.mark.usefixtures("each_driver")
@LINUX
@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no file system in memory at hand")
def test_in_memory_file_system_is_rejected_unless_cached_io_is_allowed() -> None:
    place = Path("/dev/shm") / f"outpace-test-{os.getpid()}"
    place.mkdir()
    try:
        with pytest.raises(StorageError, match="allow cached I/O"):
            StorageFile(place, parameters()).prepare(quietly, never)
        assert names(place) == []
        cached = parameters(cached=True)
        StorageFile(place, cached).prepare(quietly, never)
        assert cached.labels == ("cached by the operating system",)
        result = run(StorageIoOnFile(place, cached), load(users=2), 1.2)
        assert result.orders.count > 0
        assert not result.troubles()
    finally:
        shutil.rmtree(place)


def test_small_file_causes_a_warning(direct_folder: Path) -> None:
    file = StorageFile(direct_folder, parameters())
    assert "smaller than twice this machine's memory" in file.warnings()[0]
    assert "the storage's cache" in file.warnings(cache_bytes=3 * MiB)[0]
    assert file.warnings(cache_bytes=2 * MiB) == []


def test_random_blocks_are_aligned_and_cover_the_file_at_their_write_share() -> None:
    chosen = Choices(parameters(read_percent=70), SIZE).of(random.Random(5))
    drawn = [next(chosen) for _ in range(20_000)]
    blocks = [offset // 4096 for offset, _ in drawn]
    assert all(offset % 4096 == 0 for offset, _ in drawn)
    assert set(blocks) == set(range(SIZE // 4096))
    assert sum(write for _, write in drawn) / len(drawn) == pytest.approx(0.3, abs=0.02)
    assert all(type(offset) is int and type(write) is bool for offset, write in drawn)


def test_blocks_stay_within_a_file_that_is_no_multiple_of_their_size() -> None:
    chosen = Choices(parameters(block_bytes=12288), SIZE).of(random.Random(5))
    assert max(next(chosen)[0] for _ in range(20_000)) + 12288 <= SIZE


def test_users_of_a_worker_share_one_sequence() -> None:
    shared = Choices(parameters(access="sequential"), SIZE)
    first, second = shared.of(random.Random(1)), shared.of(random.Random(2))
    offsets = [next(user)[0] for _ in range(SIZE // 4096) for user in (first, second)]
    assert all((b - a) % SIZE == 4096 for a, b in itertools.pairwise(offsets))
    begins = {next(Choices(parameters(access="sequential"), SIZE).of(random.Random(seed)))[0] for seed in range(9)}
    assert len(begins) > 5


@pytest.mark.usefixtures("each_driver")
def test_writes_stay_within_the_data_area_and_never_repeat_a_page(direct_folder: Path) -> None:
    wanted = parameters(read_percent=0, block_bytes=8192)
    path = StorageFile(direct_folder, wanted).prepare(quietly, never).path
    before, mark = pages(path), path.read_bytes()[-MARK_BYTES:]
    result = run(StorageIoOnFile(direct_folder, wanted), load(users=4, workers=2), 1.5)
    assert result.histogram(1).count == result.orders.count > 0
    after = pages(path)
    assert path.read_bytes()[-MARK_BYTES:] == mark
    assert path.stat().st_size == SIZE + MARK_BYTES
    assert sum(a != b for a, b in zip(before, after, strict=True)) > 0
    assert len(set(after)) == len(after)
    assert names(direct_folder) == [FILE_NAME]


def test_preconditioning_fills_the_file_and_continues_until_steady(direct_folder: Path) -> None:
    wanted = parameters(file_bytes=MiB)
    file = StorageFile(direct_folder, wanted)
    before = pages(file.prepare(quietly, never).path)
    told: list[tuple[str, float, float]] = []
    done = precondition(direct_folder, wanted, lambda *now: told.append(now), never, fills=2)
    assert (done.fills, done.steady) == (2, None)
    assert told[-1] == ("fill", 2 * MiB, 2 * MiB)
    assert not set(before) & set(pages(file.path))
    found = precondition(direct_folder, wanted, quietly, never, fills=0, until_steady=True, round_s=0.05)
    assert 5 <= len(found.rounds) <= 25
    assert all(rate > 0 for rate in found.rounds)
    assert found.steady == steady(found.rounds)
    with pytest.raises(BuildCancelledError):
        precondition(direct_folder, wanted, quietly, lambda: True, fills=0, until_steady=True)
    assert file.verify().file_bytes == MiB


@pytest.mark.parametrize(
    ("rates", "holds"),
    [
        ([100.0] * 4, False),
        ([900.0, 100.0, 101.0, 99.0, 100.0, 100.0], True),
        ([100.0, 100.0, 100.0, 100.0, 125.0], False),
        ([100.0, 104.0, 108.0, 112.0, 116.0], False),
    ],
)
def test_steady_state_follows_the_snia_definition(rates: list[float], holds: bool) -> None:
    assert steady(rates) is holds


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"block_bytes": 1000}, "multiple of 512"),
        ({"read_percent": 101.0}, "between 0 and 100"),
        ({"file_bytes": 4096}, "at least 1 MiB"),
        ({"file_bytes": SIZE + 512}, "multiple of 4096"),
    ],
)
def test_invalid_io_parameters_are_rejected(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parameters(**wrong)


@pytest.mark.usefixtures("each_driver")
@LINUX
def test_unused_device_is_written_only_when_forced() -> None:
    with loop_device(SIZE) as device:
        before = device.read_bytes()
        reads = parameters(file_bytes=0)
        assert StorageFile(device, reads, device=True).prepare(quietly, never).file_bytes == SIZE
        result = run(StorageIoOnFile(device, reads, device=True), load(users=4), 1.2)
        assert result.histogram(0).count == result.orders.count > 0
        assert device.read_bytes() == before
        with pytest.raises(StorageError, match="force writes"):
            StorageFile(device, parameters(file_bytes=0, read_percent=50), device=True).verify()
        forced = parameters(file_bytes=0, read_percent=0, force_device=True)
        assert "will be overwritten" in StorageFile(device, forced, device=True).warnings()[-1]
        assert run(StorageIoOnFile(device, forced, device=True), load(users=4), 1.2).histogram(1).count > 0
        assert device.read_bytes() != before
        with pytest.raises(StorageError, match="not created by Outpace"):
            StorageFile(device, reads).verify()
        assert not StorageFile(device, reads, device=True).remove()


@LINUX
def test_device_in_use_is_rejected_even_when_forced(tmp_path: Path) -> None:
    forced = parameters(file_bytes=0, read_percent=0, force_device=True)
    whole = loop_device(16 * MiB)
    with whole as device, mounted(device, tmp_path), pytest.raises(StorageError, match="mounted at"):
        StorageFile(device, forced, device=True).prepare(quietly, never)
    with loop_device(16 * MiB, parts=1) as device:
        with mounted(Path(f"{device}p1"), tmp_path), pytest.raises(StorageError, match="mounted at"):
            StorageFile(device, forced, device=True).prepare(quietly, never)
        assert StorageFile(device, forced, device=True).verify().file_bytes == 16 * MiB


def test_file_is_rejected_as_a_device(direct_folder: Path) -> None:
    path = StorageFile(direct_folder, parameters()).prepare(quietly, never).path
    with pytest.raises(StorageError, match="not a block device"):
        StorageFile(path, parameters(), device=True).verify()


@pytest.mark.usefixtures("each_driver")
@pytest.mark.parametrize("pattern", ["zeros", "repeated"])
def test_file_contains_only_its_data_pattern(direct_folder: Path, pattern: str) -> None:
    StorageFile(direct_folder, parameters(file_bytes=MiB)).prepare(quietly, never)
    wanted = parameters(file_bytes=MiB, read_percent=0, pattern=pattern)
    file = StorageFile(direct_folder, wanted)
    with pytest.raises(StorageError, match="prepare it again"):
        file.verify()
    assert file.prepare(quietly, never).written
    assert run(StorageIoOnFile(direct_folder, wanted), load(users=4), 1.2).histogram(1).count > 0
    found = pages(file.path)
    assert len(found) == MiB // 4096
    assert len(set(found)) == 1
    assert (found[0] == bytes(4096)) == (pattern == "zeros")
    assert f"data: {'zeros' if pattern == 'zeros' else 'one page repeated'}" in wanted.labels
    # A file of zeros is not reused for incompressible data, even if it is only read.
    assert StorageFile(direct_folder, parameters(file_bytes=MiB)).prepare(quietly, never).written
