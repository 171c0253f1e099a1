# SPDX-License-Identifier: Apache-2.0
"""Storage I/O by the engine on real files: sweeps, tables, SQLIO's layout, and files that must not be touched."""

import csv
import json
import re
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app import __main__
from app.cli.run_command import check_drives
from app.imports.sqlio import read_sqlio
from app.model.documents import CheckFinding, MeasuredStep, TargetFacts
from app.model.messages import sentence
from app.report.content import Chart, Heading, ReportTable
from app.report.session_blocks import session_text
from app.report.sqlio_layout import sqlio_text
from app.report.storage_section import storage_part
from app.results.description import plan_description
from app.results.storage_results import StorageStep, storage_steps
from app.results.study import study_of
from app.session.reader import SessionReader
from tests.support.engine_runs import ended_whole, outpace, running, until
from tests.support.storage_folders import loop_device, mounted
from tests.support.storage_runs import TIMED, scenario_file

SWEEP = 'name = "queue-depth-sweep"\ndepths = [1, 4]\nsettle_s = 0\ndwell_s = 2'


@pytest.fixture(scope="module")
def swept(disk: Path) -> Iterator[tuple[SessionReader, str]]:
    """Run a sweep of two systems with four targets each, and yield its session and output."""
    file = scenario_file(disk, 'threads = 1\nfile_size = "4MB"', SWEEP, targets=4)
    answer = outpace("run", file, "--session", disk / "sweep.outpace", "--sqlio")
    ended_whole(answer, disk / "sweep.outpace")
    with closing(SessionReader.open(disk / "sweep.outpace")) as reader:
        yield reader, answer.stdout


def test_both_systems_step_through_the_depths_in_lockstep(swept: tuple[SessionReader, str]) -> None:
    reader, _ = swept
    documents = reader.documents_of(MeasuredStep)
    steps = [document.data for document in documents]
    assert [(one.data.io_pass, one.data.outstanding, one.data.users, one.step) for one in documents] == [
        ("read", 1, 1, 0), ("read", 4, 4, 1), ("write", 1, 1, 2), ("write", 4, 4, 3),
    ]  # fmt: skip
    measured = [phase for phase in reader.phases if phase.name == "measure"]
    for phase, step in zip(measured, steps, strict=True):
        assert phase.from_s == round(phase.from_s) == step.from_s
        assert phase.detail.outstanding == step.outstanding
        assert set(step.systems) == {"A", "B"}
        assert all(own.orders is not None and own.orders > 0 for own in step.systems.values())


def test_each_pass_only_reads_or_only_writes(swept: tuple[SessionReader, str]) -> None:
    for step in storage_steps(swept[0]):
        for figures in step.systems.values():
            assert set(figures.latency) == {"read" if step.read_percent else "write", "order"}
            latency = figures.latency["order"]
            assert sum(latency.histogram_percent) == pytest.approx(100)
            assert latency.min_ms is not None
            assert latency.max_ms is not None
            assert 0 < latency.min_ms <= latency.max_ms


def test_steps_have_requested_and_mean_outstanding_ios(swept: tuple[SessionReader, str]) -> None:
    for step in storage_steps(swept[0]):
        for figures in step.systems.values():
            assert figures.requested_outstanding == 4 * step.outstanding
            # An I/O counts when it ends, so a slow disk may have more in flight than requested.
            assert (figures.mean_outstanding or 0) > 0


def test_each_system_has_a_bytes_per_second_counter(swept: tuple[SessionReader, str]) -> None:
    reader, _ = swept
    counters = [counter for counter in reader.counters if counter.path == "\\Outpace Driver(_Total)\\Bytes/sec"]
    assert [(counter.system, counter.unit) for counter in counters] == [(s.id, "B/s") for s in reader.systems]
    measured = [phase for phase in reader.phases if phase.name == "measure"]
    for phase, step in zip(measured, storage_steps(reader), strict=True):
        for counter, own in zip(counters, step.systems.values(), strict=True):
            shown = reader.window(counter, phase.from_s, phase.to_s).average
            assert shown == pytest.approx((own.mb_per_s or 0) * 1e6, rel=0.02)


def test_figures_of_targets_add_up_to_those_of_the_system(swept: tuple[SessionReader, str]) -> None:
    for step in storage_steps(swept[0]):
        for figures in step.systems.values():
            assert figures.iops is not None
            assert figures.mb_per_s == pytest.approx(figures.iops * 8192 / 1e6)
            assert figures.mib_per_s == pytest.approx(figures.iops * 8192 / 2**20)
            assert len(figures.targets) == 4
            assert sum(one.iops or 0 for one in figures.targets) == pytest.approx(figures.iops)
            assert sum(one.mean_outstanding or 0 for one in figures.targets) == pytest.approx(figures.mean_outstanding)
            whole, each = figures.latency["order"], [one.latency["order"] for one in figures.targets]
            assert sum(one.count for one in each) == whole.count
            assert min(one.min_ms or 0 for one in each) == whole.min_ms
            assert max(one.max_ms or 0 for one in each) == whole.max_ms
            assert {one.requested_outstanding for one in figures.targets} == {step.outstanding}


def test_table_has_rows_per_depth_and_a_column_per_system(swept: tuple[SessionReader, str]) -> None:
    lines = session_text(swept[0]).splitlines()
    assert any(re.search(r"A: One +B: Two +B / A$", line) for line in lines)
    x = "outstanding per thread x 1 thread x 4 targets per system"
    assert f"8 KiB random reads, direct, {x}" in lines
    assert f"8 KiB random writes, direct, write-through off, {x}" in lines
    for depth in (1, 4):
        for figure in ("IOPS", "MB/s", "latency p99, ", "CPU a 1,000 I/Os"):
            rows = [line for line in lines if line.startswith(f"{depth} outstanding, {figure}")]
            assert len(rows) == 2  # reads and writes
            # For I/Os delayed by a busy machine only a lower bound of the latency is known, and there is no ratio.
            assert all(re.search(r"([\d.,]+ +){2}[\d.,]+×$", row) for row in rows if "≥" not in row)
            assert all(re.search(r"([\d.,]+ +){2}–$", row.replace("≥ ", "")) for row in rows if "≥" in row)
        for target in range(1, 5):
            for figure in ("IOPS", "latency mean, ", "latency p99, "):
                assert sum(line.startswith(f"{depth} outstanding, target {target}, {figure}") for line in lines) == 2
        assert sum(f"of {4 * depth}" in line for line in lines if "mean outstanding" in line) == 2


def test_sqlio_output_can_be_read_back(swept: tuple[SessionReader, str], tmp_path: Path) -> None:
    reader, printed = swept
    assert sqlio_text(reader).strip() in printed
    blocks = re.split(r"(?m)^sqlio ", sqlio_text(reader))[1:]
    expected: list[tuple[StorageStep, str]] = [(s, letter) for s in storage_steps(reader) for letter in s.systems]
    assert len(blocks) == len(expected) == 8
    (tmp_path / "sqlio.txt").write_text(sqlio_text(reader), encoding="utf-8")
    imported = read_sqlio(tmp_path / "sqlio.txt").runs
    assert [(run.test.threads, run.test.outstanding, run.test.block_bytes) for run in imported] == [
        (4, step.outstanding, 8192) for step, _ in expected
    ]
    for run, (step, letter) in zip(imported, expected, strict=True):
        assert run.total.iops == pytest.approx(step.systems[letter].iops, abs=0.01)
    for block, (step, letter) in zip(blocks, expected, strict=True):
        figures = step.systems[letter]
        assert block.startswith(f"-k{'R' if step.read_percent else 'W'} -t4 -s2 -o{step.outstanding} -frandom -b8 -BH")
        assert ("enabling multiple I/Os per thread with 4 outstanding" in block) == (step.outstanding == 4)
        iops = re.search(r"^IOs/sec:\s*([\d.]+)$", block, re.MULTILINE)
        mib = re.search(r"^MBs/sec:\s*([\d.]+)$", block, re.MULTILINE)
        assert iops is not None
        assert mib is not None
        assert float(iops[1]) == pytest.approx(figures.iops, abs=0.01)
        assert 0 <= (figures.mib_per_s or 0) - float(mib[1]) < 0.0101
        found = re.search(r"^ms: 0 .* 24\+\n%: ([\d ]+)$", block, re.MULTILINE)
        assert found is not None
        assert len(found[1].split()) == 25


def test_exports_contain_every_step(swept: tuple[SessionReader, str], tmp_path: Path) -> None:
    session = str(swept[0].path)
    told = json.loads(outpace("export", session, "--json", "-").stdout)["storage"]
    assert [(step["read_percent"], step["outstanding"]) for step in told] == [(100, 1), (100, 4), (0, 1), (0, 4)]
    assert outpace("export", session, "--csv", tmp_path / "csv").returncode == 0
    with (tmp_path / "csv" / "storage.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * 2 * (1 + 4)
    whole = [row for row in rows if not row["target"]]
    assert all(float(row["order_p99_ms"]) > 0 for row in rows)
    assert [float(row["iops"]) for row in whole] == [own["iops"] for step in told for own in step["systems"].values()]


def test_report_shows_iops_and_compares_reads_with_reads(swept: tuple[SessionReader, str]) -> None:
    reader, _ = swept
    study = study_of([reader])
    assert study.headline.name == "IOPS"
    first = [step for step in storage_steps(reader) if step.read_percent == 100]
    for letter in "AB":
        best = max(step.systems[letter].iops or 0 for step in first)
        assert study.runs[0].systems[letter].figures["IOPS"] == pytest.approx(best, rel=0.02)
    assert (
        "Workload",
        "Storage I/O: 8 KiB random I/Os, direct, write-through off, 1 thread per target, files of 4MB",
    ) in (plan_description(study))
    blocks = list(storage_part(study, [reader]))
    titles = [block.text for block in blocks if isinstance(block, Heading)]
    assert titles == [f"Storage I/O: {step.io_label}" for step in storage_steps(reader)[::2]]
    assert [len(block.rows) for block in blocks if isinstance(block, ReportTable)] == [4, 16, 4, 16]
    # The charts show IOPS, latency and queue, then IOPS, mean, p50 and p99 of each target.
    assert sum(isinstance(block, Chart) for block in blocks) == 2 * (3 + 4)


def test_each_target_has_a_separate_file_and_nothing_else_is_created(
    swept: tuple[SessionReader, str], disk: Path
) -> None:
    reader, _ = swept
    for folder, name in (("a", "one"), ("b", "two")):
        names = {path.name for path in (disk / folder).iterdir()}
        assert names == {f"outpace-{name}{end}.dat" for end in ("", "-2", "-3", "-4")}
    for system in reader.systems:
        assert [target.detail.cache for target in system.targets] == ["direct"] * 4
        assert all(not target.detail.checksum for target in system.targets)
    facts = [document.data for document in reader.documents_of(TargetFacts)]
    assert len(facts) == 8
    assert all(fact.lines["Cache of the operating system"] == "passed by (direct I/O)" for fact in facts)


def test_shared_device_is_reported(
    swept: tuple[SessionReader, str], disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    end = swept[0].end
    assert end is not None
    assert any(text.startswith("A and B are on one device") for text in map(sentence, end.warnings))
    assert check_drives(disk / "a", disk / "b") == 0
    assert "Both folders are on one device" in capsys.readouterr().out


# Rejected runs


def test_foreign_file_is_rejected_and_unchanged(disk: Path) -> None:
    (disk / "precious.dat").write_bytes(b"not Outpace's")
    file = scenario_file(disk, 'file_size = "4MB"', TIMED, places=("a", "precious.dat"))
    answer = outpace("run", file, "--session", disk / "refused.outpace")
    assert answer.returncode == 2
    assert "precious.dat was not created by Outpace" in answer.stderr
    assert (disk / "precious.dat").read_bytes() == b"not Outpace's"


def test_check_reports_a_missing_folder(disk: Path) -> None:
    answer = outpace("check", scenario_file(disk, 'file_size = "4MB"', TIMED, places=("a", "c")))
    assert answer.returncode == 1
    assert re.search(r"the folder .* does not exist; create it first", answer.stdout)
    assert not (disk / "c").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a file system in memory at a known place")
def test_in_memory_folder_is_rejected_unless_cached_io_is_allowed() -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = Path(name)
        for place in "ab":
            (folder / place).mkdir()
        work = 'threads = 1\noutstanding = 2\nfile_size = "4MB"\nread_percent = 50\nwrite_through = true'
        work += "\nprecondition_fills = 1\nprecondition_steady = true\nprecondition_round_s = 0.1"
        work += '\nkeep_file = false\nwrite_pattern = "zeros"'
        refused = outpace("run", scenario_file(folder, work, TIMED), "--session", folder / "refused.outpace")
        assert refused.returncode == 2
        assert re.search(r"lies in memory \(tmpfs\), which has no direct I/O. .* cached = true", refused.stderr)
        answer = outpace(
            "run", scenario_file(folder, f"{work}\ncached = true", TIMED), "--session", folder / "x.outpace"
        )
        ended_whole(answer, folder / "x.outpace")
        assert "8 KiB random I/Os (50 % reads), CACHED by the operating system, write-through on, data: zeros" in (
            answer.stdout
        )
        for row in ("read latency p50, ", "write latency p50, ", "MiB/s", "  0 ms, % of I/Os"):
            assert re.search(rf"^{re.escape(row)}", answer.stdout, re.MULTILINE)
        # The file is temporary and was overwritten before the load.
        assert [list((folder / place).iterdir()) for place in "ab"] == [[], []]
        with SessionReader.open(folder / "x.outpace") as reader:
            restored = [reader.sentence(event.message) for event in reader.events if event.kind == "restored"]
            assert len(restored) == 2
            for text in restored:
                assert re.search(
                    r"overwritten 1 time, written at random .*steady.* rounds of 0.1 s, [\d,]+ writes", text
                )
            unsteady = ["and not steady" in text for text in restored]
            assert reader.end is not None
            warnings = [reader.sentence(warning) for warning in reader.end.warnings]
            assert sum("were not steady after 25 rounds" in text for text in warnings) == sum(unsteady)
            warned = [document.data for document in reader.documents_of(CheckFinding)]
            assert sum("data: zeros: drives that compress" in sentence(data.text) for data in warned) == 2
            assert all(one.systems[letter].latency.keys() == {"read", "write", "order"}
                       for one in storage_steps(reader) for letter in "AB")  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of POSIX")
def test_canceled_preparation_leaves_no_files(disk: Path) -> None:
    for place in "de":
        (disk / place).mkdir()
    file = scenario_file(disk, 'file_size = "2GB"', TIMED, places=("d", "e"))
    with running("run", file, "--session", disk / "cancelled.outpace") as process:
        until(lambda: list((disk / "d").glob("*.unfinished")))
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 1
    assert [list((disk / place).iterdir()) for place in "de"] == [[], []]


def test_drives_with_a_missing_folder_are_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = __main__.main(["demo", "--drives", str(tmp_path), str(tmp_path / "none"), "--headless"])
    assert status == 2
    assert "does not exist. Create it" in capsys.readouterr().err


def test_sqlio_option_is_rejected_for_other_workloads() -> None:
    answer = outpace("run", "embedded-demo", "--sqlio")
    assert answer.returncode == 2
    assert "--sqlio needs the workload" in answer.stderr


# Devices


@pytest.mark.skipif(sys.platform != "linux", reason="devices are known on Linux only")
def test_device_is_read_but_a_mounted_one_is_rejected_even_if_forced(tmp_path: Path) -> None:
    """Real block devices: loop devices, which need root."""
    with loop_device(8 << 20) as first, loop_device(8 << 20) as second:
        places = (str(first), str(second))
        forced = "device = true\nforce_write = true"
        writes = scenario_file(tmp_path, "read_percent = 0", TIMED, places=places, target=forced)
        (tmp_path / "mount").mkdir()
        with mounted(second, tmp_path / "mount"):
            before = first.read_bytes()
            (tmp_path / "mount" / "letter").write_bytes(b"dear")
            allowed = f"device {first}: 8,388,608 bytes, no data in its first MiB"
            answer = outpace("run", writes, "--session", tmp_path / "mounted.outpace", "--allow", allowed)
            assert answer.returncode == 2
            assert f"the device {second} is in use (a file system on it is mounted at" in answer.stderr
            # The mounted device itself changes: its file system writes its journal at any time.
            assert first.read_bytes() == before
            assert (tmp_path / "mount" / "letter").read_bytes() == b"dear"
        before = [device.read_bytes() for device in (first, second)]
        shortly = TIMED.replace("run_s = 2", "run_s = 1")
        reads = scenario_file(tmp_path, "threads = 1", shortly, places=places, target="device = true")
        answer = outpace("run", reads, "--session", tmp_path / "reads.outpace")
        ended_whole(answer, tmp_path / "reads.outpace")
        with SessionReader.open(tmp_path / "reads.outpace") as reader:
            (step,) = storage_steps(reader)
            assert all(step.systems[letter].latency["read"].count > 0 for letter in "AB")
            facts = [document.data for document in reader.documents_of(TargetFacts)]
            assert [(fact.lines["Product"], fact.lines["Device"]) for fact in facts] == [
                ("Block device", str(d)) for d in places
            ]
        assert [device.read_bytes() for device in (first, second)] == before
