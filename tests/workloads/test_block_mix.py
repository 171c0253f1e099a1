# SPDX-License-Identifier: Apache-2.0
"""Block size mixes: sizes drawn by their shares, transferred in full, counted separately, and reported."""

import random
from collections import Counter
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from app.report.content import ReportTable
from app.report.session_blocks import session_text
from app.report.storage_section import storage_part
from app.results.result import result_of
from app.results.storage_results import storage_steps
from app.results.study import study_of
from app.scenario.reading import ScenarioError, read_scenario
from app.session.reader import SessionReader
from app.ui.levels.queue_depths import block_details
from app.workloads.storage_io.file import StorageFile
from app.workloads.storage_io.parameters import MechanismName, MiB, StorageIoParameters
from app.workloads.storage_io.storage_workload import Choices, StorageIoOnFile
from tests.support.driver_run import load, run
from tests.support.engine_runs import outpace
from tests.support.storage_runs import TIMED, disk, scenario_file

__all__ = ["disk"]
SIZE = 8 * MiB
READS = ((4096, 60.0), (8192, 30.0), (65536, 10.0))
WRITES = ((16384, 75.0), (32768, 25.0))


def parameters(**wanted: object) -> StorageIoParameters:
    given = {"file_bytes": SIZE, "read_percent": 70.0, "read_mix": READS, "write_mix": WRITES, **wanted}
    return StorageIoParameters(**given)  # type: ignore[arg-type]


def drawn(wanted: StorageIoParameters, number: int, seed: int = 5) -> list[tuple[int, int, bool]]:
    """Draw I/Os; for each one return its offset, its number of bytes, and whether it is a write."""
    transfers = StorageIoOnFile(Path("nowhere"), wanted).transfers
    chosen = Choices(wanted, SIZE).of(random.Random(seed))
    found = [next(chosen) for _ in range(number)]
    return [(offset, transfers[operation].block_bytes, transfers[operation].write) for offset, operation in found]


def test_sizes_are_drawn_by_their_shares_separately_for_reads_and_writes() -> None:
    found = drawn(parameters(), 40_000)
    for write, mix in ((False, READS), (True, WRITES)):
        own = [size for _, size, is_write in found if is_write is write]
        assert len(own) / len(found) == pytest.approx(0.3 if write else 0.7, abs=0.01)
        shares = {size: 100 * count / len(own) for size, count in Counter(own).items()}
        assert shares == pytest.approx(dict(mix), abs=1.5)
    assert all(offset % size == 0 and offset + size <= SIZE for offset, size, _ in found)
    assert {offset // 4096 for offset, size, _ in found if size == 4096} == set(range(SIZE // 4096))
    assert drawn(parameters(), 3000) == found[:3000] != drawn(parameters(), 3000, seed=6)


def test_sequential_blocks_follow_each_other_without_gaps() -> None:
    found = drawn(parameters(access="sequential"), 5000)
    for (at, size, _), (then, next_size, _) in pairwise(found):
        assert then == at + size or (then == 0 and at + size + next_size > SIZE)


@pytest.mark.usefixtures("each_driver")
@pytest.mark.parametrize("mechanism", ["libaio", "io_uring", "threads"])
def test_every_io_is_transferred_and_counted_at_its_own_size(direct_folder: Path, mechanism: MechanismName) -> None:
    wanted = parameters(mechanism=mechanism)
    StorageFile(direct_folder, wanted).prepare(lambda *_: None, lambda: False)
    workload = StorageIoOnFile(direct_folder, wanted)
    result = run(workload, load(users=6, workers=2), 1.5)
    assert not result.troubles()
    keys = [operation.key for operation in workload.operations]
    assert keys == ["read", "write", "read 4 KiB", "read 8 KiB", "read 64 KiB", "write 16 KiB", "write 32 KiB"]
    counts = [result.histogram(number).count for number in range(len(keys))]
    assert min(counts) > 0
    assert counts[0] == sum(counts[2:5])
    assert counts[1] == sum(counts[5:])
    assert result.orders.count == counts[0] + counts[1] == result.total("orders")
    sizes = [size for size, _ in (*READS, *WRITES)]
    assert result.total("moved_bytes") == sum(n * size for n, size in zip(counts[2:], sizes, strict=True))


@pytest.mark.usefixtures("each_driver")
def test_single_user_and_open_loop_runs_also_count_by_size(direct_folder: Path) -> None:
    wanted = parameters(read_percent=100.0, write_mix=())
    StorageFile(direct_folder, wanted).prepare(lambda *_: None, lambda: False)
    for given in (load(users=1), load(users=4, loop="open", rate=300.0)):
        result = run(StorageIoOnFile(direct_folder, wanted), given, 1.5)
        assert not result.troubles()
        assert result.histogram(0).count == result.orders.count > 0
        assert sum(result.histogram(number).count for number in (2, 3, 4)) == result.orders.count


def test_run_reports_results_by_block_size(disk: Path) -> None:
    mix = "blocks_kb = { 4 = 60, 64 = 40 }\nwrite_blocks_kb = { 16 = 100 }\nread_percent = 50\nthreads = 1"
    file = scenario_file(disk, mix + '\nfile_size = "4MB"\noutstanding = 2', TIMED)
    answer = outpace("run", file, "--session", disk / "mix.outpace")
    assert answer.returncode in {0, 1}, answer.stdout + answer.stderr
    with closing(SessionReader.open(disk / "mix.outpace")) as reader:
        (step,) = storage_steps(reader)
        assert step.io_label.startswith("4/64 KiB (60/40 %) read, 16 KiB written, random I/Os (50 % reads), direct")
        own = step.systems["A"]
        named = [(one.operation, one.block_kb, one.wanted_percent) for one in own.blocks]
        assert named == [("read", 4, 60.0), ("read", 64, 40.0), ("write", 16, 100.0)]
        assert sum(one.iops or 0 for one in own.blocks) == pytest.approx(own.iops)
        assert sum(one.mb_per_s or 0 for one in own.blocks) == pytest.approx(own.mb_per_s)
        assert sum(one.percent or 0 for one in own.blocks) == pytest.approx(200)
        assert all(one.latency is not None and one.latency.mean_ms for one in own.blocks)
        counted = next(c for c in reader.counters if c.system == 1 and c.path.endswith("\\Bytes/sec"))
        measured = next(phase for phase in reader.phases if phase.name == "measure")
        moved = reader.window(counted, measured.from_s, measured.to_s).average
        assert moved == pytest.approx(1e6 * (own.mb_per_s or 0), rel=0.02)
        result = result_of(reader)
        assert result.systems[0].figures["Bytes/s"] == pytest.approx(1e6 * (own.mb_per_s or 0))
        text = session_text(reader)
        assert "read 64 KiB, % (40 wanted)" in text
        assert "write 16 KiB MB/s" in text
        tables = [block for block in storage_part(study_of([reader]), [reader]) if isinstance(block, ReportTable)]
        assert [row.cells[3:5] for row in tables[-1].rows][:3] == [
            ("read 4 KiB", "60 %"), ("read 64 KiB", "40 %"), ("write 16 KiB", "100 %"),
        ]  # fmt: skip


def test_queue_depth_sweep_uses_the_mix_unless_it_sets_block_sizes(disk: Path) -> None:
    plan = 'name = "queue-depth-sweep"\ndepths = [2]\npasses = ["read"]\nsettle_s = 0\ndwell_s = 1\n{}'
    work = 'blocks_kb = { 4 = 60, 64 = 40 }\nthreads = 1\nfile_size = "4MB"'
    labels = []
    for name, own in (("mixed", ""), ("own", "blocks_kb = [8]")):
        file = scenario_file(disk, work, plan.format(own))
        answer = outpace("run", file, "--session", disk / f"{name}.outpace")
        assert answer.returncode in {0, 1}, answer.stdout + answer.stderr
        with closing(SessionReader.open(disk / f"{name}.outpace")) as reader:
            (step,) = storage_steps(reader)
            labels.append((step.io_label.partition(",")[0], len(step.systems["A"].blocks)))
            sizes = [line.partition(":")[0] for line in block_details([step], 2)]
            assert sizes == (["4 KiB reads", "64 KiB reads"] if name == "mixed" else [])
    assert labels == [("4/64 KiB (60/40 %) random reads", 2), ("8 KiB random reads", 0)]


@pytest.mark.parametrize(
    ("mix", "said"),
    [
        ("blocks_kb = { 4 = 60, 8 = 30 }", "add up to 100, found 90"),
        ("write_blocks_kb = { 32768 = 100 }", "at most 16 MiB"),
        ("blocks_kb = { 0 = 100 }", "expected the KiB of a block"),
        ("blocks_kb = { 4 = 0, 8 = 100 }", "above 0 and at most 100, found 0"),
    ],
)
def test_invalid_mix_is_reported_with_its_line(tmp_path: Path, mix: str, said: str) -> None:
    with pytest.raises(ScenarioError) as error:
        read_scenario(str(scenario_file(tmp_path, mix, TIMED)))
    assert f"scenario.toml:6: workload.{mix.partition(' ')[0]}: " in str(error.value)
    assert said in str(error.value)
