# SPDX-License-Identifier: Apache-2.0
"""Trim as a separate operation: it punches holes in files, discards device blocks, and needs write permission."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.report.session_blocks import session_text
from app.results.storage_results import storage_steps
from app.scenario.reading import ScenarioError, read_scenario
from app.session.reader import SessionReader
from app.workloads.storage_io.file import FileMark, StorageFile, mark_of
from app.workloads.storage_io.parameters import MiB, StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from tests.support.driver_run import load, run
from tests.support.engine_runs import outpace
from tests.support.storage_folders import loop_device
from tests.support.storage_runs import TIMED, disk, scenario_file

__all__ = ["disk"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="trim is Linux's")
TRIM = 2


def parameters(**wanted: object) -> StorageIoParameters:
    given = {"file_bytes": 4 * MiB, "block_bytes": 65536, "read_percent": 50.0, "trim_percent": 40.0, **wanted}
    return StorageIoParameters(**given)  # type: ignore[arg-type]


def held(path: Path) -> int:
    """Return the number of bytes that a file occupies on disk."""
    blocks: int = getattr(path.stat(), "st_blocks")  # noqa: B009 - not on Windows
    return 512 * blocks


@pytest.mark.usefixtures("each_driver")
def test_trims_are_counted_separately_and_release_space(direct_folder: Path) -> None:
    wanted = parameters(read_percent=100.0)
    path = StorageFile(direct_folder, wanted).prepare(lambda *_: None, lambda: False).path
    before = held(path)
    own = StorageIoOnFile(direct_folder, wanted)
    result = run(own, load(users=4), 1.5)
    assert not result.troubles()
    reads, writes, trims = (result.histogram(number).count for number in range(3))
    assert [operation.key for operation in own.operations] == ["read", "write", "trim"]
    assert writes == 0
    assert trims / (reads + trims) == pytest.approx(0.4, abs=0.1)
    assert result.orders.count == reads + trims
    assert result.total("moved_bytes") == reads * 65536
    assert held(path) < before


@pytest.mark.usefixtures("each_driver")
def test_device_is_trimmed_only_when_forced() -> None:
    with loop_device(8 * MiB) as device:
        wanted = parameters(file_bytes=0, read_percent=100.0)
        with pytest.raises(Exception, match="force writes"):
            StorageFile(device, wanted, device=True).verify()
        forced = parameters(file_bytes=0, force_device=True)
        result = run(StorageIoOnFile(device, forced, device=True), load(users=2), 1.5)
        assert not result.troubles()
        assert result.histogram(TRIM).count > 0


def test_run_reports_trims_and_its_file_is_not_reused(disk: Path) -> None:
    work = 'trim_percent = 30\nread_percent = 50\nblock_kb = 64\nthreads = 1\noutstanding = 4\nfile_size = "4MB"'
    answer = outpace("run", scenario_file(disk, work, TIMED), "--session", disk / "trim.outpace")
    assert answer.returncode in {0, 1}, answer.stdout + answer.stderr
    with closing(SessionReader.open(disk / "trim.outpace")) as reader:
        (step,) = storage_steps(reader)
        assert step.io_label.startswith("64 KiB random I/Os (50 % reads), 30 % trims, direct")
        own = step.systems["A"]
        assert own.trims_per_s is not None
        assert own.trims_per_s > 0
        total = (own.reads_per_s or 0) + (own.writes_per_s or 0) + own.trims_per_s
        assert total == pytest.approx(own.iops)
        moved = 65536 * ((own.reads_per_s or 0) + (own.writes_per_s or 0)) / 1e6
        assert own.mb_per_s == pytest.approx(moved)
        assert "trim latency mean" in session_text(reader)
    mark = mark_of(disk / "a" / "outpace-one.dat")
    assert isinstance(mark, FileMark)
    assert mark.trimmed
    plain = StorageIoParameters(file_bytes=4 * MiB)
    assert not StorageFile(disk / "a" / "outpace-one.dat", plain).suits(mark)
    assert StorageFile(disk / "a" / "outpace-one.dat", plain).prepare(lambda *_: None, lambda: False).written


@pytest.mark.parametrize(
    ("work", "plan", "said"),
    [
        ("trim_percent = 10\nverify = true\nread_percent = 50", TIMED, "trim_percent: .*verify"),
        ("trim_percent = 10", 'name = "queue-depth-sweep"', "trim_percent: .*only reads or only writes"),
        ("trim_percent = 100", TIMED, "trim_percent: expected"),
    ],
)
def test_invalid_trim_settings_are_reported(tmp_path: Path, work: str, plan: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        read_scenario(str(scenario_file(tmp_path, work, plan)))


def test_trimming_a_device_needs_consent(tmp_path: Path) -> None:
    file = scenario_file(tmp_path, "trim_percent = 10", TIMED, target="device = true")
    with pytest.raises(ScenarioError, match="destroys the device's contents"):
        read_scenario(str(file))
