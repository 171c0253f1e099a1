# SPDX-License-Identifier: Apache-2.0
"""Verification of writes: a run checks its written data when reading it back, and wrong data makes the run invalid."""

import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from app.results.storage_results import storage_steps
from app.scenario.reading import ScenarioError, read_scenario
from app.session.reader import SessionReader
from app.workloads.storage_io.file import StorageFile
from app.workloads.storage_io.parameters import MechanismName, StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from app.workloads.storage_io.verified_blocks import WRONG, WRONG_DATA
from tests.support.driver_run import load, run
from tests.support.engine_runs import phase_of, running, until
from tests.support.storage_runs import BLOCK, DAMAGES, READ, SIZE, WRITE, disk, put, scenario_file

__all__ = ["disk"]
OWN = 'verify = true\nread_percent = 50\nblock_kb = 4\nfile_size = "4MB"\nthreads = 2\noutstanding = 2'
LONG = 'name = "timed"\nwarmup_s = 0\nrun_s = 600\nramp_users_per_s = 1000'


def workload(folder: Path, mechanism: MechanismName = "auto", **wanted: object) -> StorageIoOnFile:
    given = {"file_bytes": SIZE, "block_bytes": BLOCK, "read_percent": 50.0, "verify": True, "mechanism": mechanism}
    parameters = StorageIoParameters(**{**given, **wanted})  # type: ignore[arg-type]
    StorageFile(folder, parameters).prepare(lambda *_: None, lambda: False)
    return StorageIoOnFile(folder, parameters)


@pytest.mark.usefixtures("each_driver")
@pytest.mark.parametrize("mechanism", ["libaio", "io_uring", "threads"])
def test_intact_file_has_no_wrong_data(direct_folder: Path, mechanism: MechanismName) -> None:
    for users in (1, 16):
        result = run(workload(direct_folder, mechanism), load(users=users), 1.5)
        assert not result.troubles()
        assert result.histogram(READ).count > 0
        assert result.histogram(WRITE).count > 0


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_during_a_run_is_found_with_its_offset(direct_folder: Path, damage: str) -> None:
    own = workload(direct_folder)
    file = StorageFile(direct_folder, own.parameters).path
    own.open()
    mechanism = own.mechanism()
    mechanism.reserve(2)
    place = 10 * BLOCK

    def done(offset: int, operation: int) -> int:
        mechanism.prepare(0, offset, operation)
        return mechanism.transfer(0)

    def content() -> bytes:
        with file.open("rb") as opened:
            opened.seek(place)
            return opened.read(BLOCK)

    try:
        assert done(place, READ) == BLOCK  # not written by this run, and therefore not verified
        assert done(place, WRITE) == BLOCK
        old = content()
        assert done(place, WRITE) == BLOCK
        assert done(place + 5 * BLOCK, WRITE) == BLOCK
        assert done(place, READ) == BLOCK
        act, found = DAMAGES[damage]
        act(file, place, content(), old)
        wrong = place + 5 * BLOCK if "misplaced" in damage else place
        assert done(wrong, READ) == WRONG
        fault = own.io_fault(WRONG)
        assert fault.kind == WRONG_DATA
        number = 3 if "misplaced" in damage else 2
        assert f"at offset {wrong:,}: expected write {number} of this run, {found}" in str(fault)
        assert done(wrong, WRITE) == done(wrong, READ) == BLOCK
    finally:
        mechanism.close()
        own.close()


@pytest.mark.usefixtures("each_driver")
def test_io_on_a_block_in_flight_moves_to_the_next_block(direct_folder: Path) -> None:
    own = workload(direct_folder, skew="hot", hot_percent=0.01, hot_io_percent=100.0)
    result = run(own, load(users=32), 1.5)
    assert not result.troubles()
    assert result.histogram(READ).count > 0


@pytest.mark.usefixtures("each_driver")
def test_wrong_data_makes_a_run_invalid(disk: Path, tmp_path: Path) -> None:
    file, session = disk / "a" / "outpace-one.dat", tmp_path / "verify.outpace"
    with running("run", scenario_file(disk, OWN, LONG), "--session", session) as process:
        until(lambda: phase_of(session) == "measure")
        ends_s = time.monotonic() + 40
        while time.monotonic() < ends_s and not _wrong(session):
            for offset in range(0, SIZE, 16 * BLOCK):
                put(file, offset + 1000, b"damaged")
        process.send_signal(signal.SIGINT)
        process.wait(60)
    with closing(SessionReader.open(session)) as reader:
        assert reader.end is not None
        reasons = [reader.sentence(reason) for reason in reader.end.reasons]
        (found,) = (reason for reason in reasons if "wrong data" in reason)
        assert found.startswith("A (One): ")
        assert "at offset " in found
        assert "expected write " in found
        assert not reader.end.valid
        (step,) = storage_steps(reader)
        assert step.conditions.endswith(", verified")


def _wrong(session: Path) -> bool:
    with SessionReader.open(session) as reader:
        return any(getattr(event.message, "sort", "") == WRONG_DATA for event in reader.events)


@pytest.mark.parametrize(
    ("work", "plan", "said"),
    [
        ("verify = true", LONG, "needs reads and writes"),
        ("verify = true\nread_percent = 0", LONG, "needs reads and writes"),
        ("verify = true\nread_percent = 50", 'name = "queue-depth-sweep"', "needs reads and writes"),
        ("verify = true\nread_percent = 50\nblocks_kb = { 4 = 50, 8 = 50 }", LONG, "needs one block size"),
        ('verify = true\nread_percent = 50\nfile_size = "1MB"\noutstanding = 32', LONG, "at least 256 blocks"),
    ],
)
def test_settings_that_cannot_be_verified_are_reported(tmp_path: Path, work: str, plan: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=f"workload.verify: .*{said}"):
        read_scenario(str(scenario_file(tmp_path, work, plan)))
