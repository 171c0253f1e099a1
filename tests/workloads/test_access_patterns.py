# SPDX-License-Identifier: Apache-2.0
"""Access patterns of drive benchmarks: their names and parameters, and a real run on two folders."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.model.documents import MeasuredStep
from app.plans.access_patterns import AccessPattern, AccessPatterns
from app.report.session_blocks import session_text
from app.results.frames import open_session
from app.results.storage_results import storage_steps
from app.scenario.reading import ScenarioError, parse_scenario, read_scenario
from app.session.reader import SessionReader
from tests.support.engine_runs import ended_whole, outpace

PATTERNS = ["SEQ1M Q8T1", "SEQ1M Q1T1", "RND4K Q32T1", "RND4K Q1T1"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("SEQ1M Q8T1", AccessPattern("sequential", 1024, 8, 1)),
        ("RND4K Q32T16", AccessPattern("random", 4, 32, 16)),
        ("SEQ128K Q32T1", AccessPattern("sequential", 128, 32, 1)),
    ],
)
def test_pattern_name_encodes_access_block_size_queue_depth_and_threads(name: str, found: AccessPattern) -> None:
    assert AccessPattern.named(name) == found
    assert found.name == name


def test_built_in_scenario_has_the_four_usual_drive_benchmark_patterns() -> None:
    scenario = read_scenario("drives-patterns").scenario
    assert isinstance(scenario.plan, AccessPatterns)
    assert list(scenario.plan.patterns) == PATTERNS
    assert scenario.plan.load_s(1) == 8 * 6


@pytest.mark.parametrize(
    ("patterns", "complaint"),
    [
        ('["SEQ1M"]', "an access pattern such as"),
        ('["RND4K Q1T1", "RND4K Q1T1"]', "named twice"),
        ('["RND4K Q64T32"]', "more than 1,000 I/Os at once"),
        ('["SEQ32M Q1T1"]', "at most 16 MiB"),
    ],
)
def test_invalid_patterns_are_rejected_with_a_reason(patterns: str, complaint: str) -> None:
    text = read_scenario("drives-patterns").text
    begin = text.index("patterns = [")
    text = text[:begin] + f"patterns = {patterns}" + text[text.index("\n", begin) :]
    with pytest.raises(ScenarioError, match=complaint):
        parse_scenario(text, "own")


@pytest.fixture
def session(direct_folder: Path) -> Iterator[tuple[SessionReader, str]]:
    """Run a scenario with two folders and yield its session and output."""
    text = read_scenario("drives-patterns").text.replace('"1GB"', '"16MB"').replace("settle_s = 1", "settle_s = 0")
    text = text.replace('"SEQ1M Q1T1", "RND4K Q32T1", ', "")
    for letter in "ab":
        (direct_folder / letter).mkdir()
        text = text.replace('path = ""', f'path = "{(direct_folder / letter).as_posix()}"', 1)
    file = direct_folder / "patterns.toml"
    file.write_text(text, encoding="utf-8")
    answer = outpace("run", file, "--seconds", "1", "--session", direct_folder / "patterns.outpace")
    ended_whole(answer, direct_folder / "patterns.outpace")
    with closing(SessionReader.open(direct_folder / "patterns.outpace")) as reader:
        yield reader, answer.stdout


def test_both_drives_run_the_patterns_in_lockstep(session: tuple[SessionReader, str]) -> None:
    reader, printed = session
    steps = storage_steps(reader)
    assert [(step.pattern, step.read_percent) for step in steps] == [
        (name, share) for share in (100.0, 0.0) for name in (PATTERNS[0], PATTERNS[-1])
    ]
    documents = [document.data for document in reader.documents_of(MeasuredStep)]
    assert [(one.access, one.block_kb, one.outstanding, one.threads) for one in documents[:2]] == [
        ("sequential", 1024, 8, 1),
        ("random", 4, 1, 1),
    ]
    with open_session(reader.path) as frames:
        of_system = [rows for _, rows in frames.steps.groupby("system")]
    for rows in of_system:
        assert list(rows["access"]) == ["sequential", "random"] * 2
    for step in steps:
        assert set(step.systems) == {"A", "B"}
        for own in step.systems.values():
            assert own.iops
            assert own.requested_outstanding == step.outstanding
            assert own.mb_per_s == pytest.approx(own.iops * step.block_kb * 1024 / 1e6)
            assert set(own.latency) == {"read" if step.read_percent else "write", "order"}
    assert "Reads, direct\n" in printed
    assert "Writes, direct, write-through off\n" in printed
    for name in (PATTERNS[0], PATTERNS[-1]):
        for figure in ("MB/s", "IOPS"):
            rows = [line for line in printed.splitlines() if line.startswith(f"{name}, {figure}")]
            assert len(rows) == 2
            assert all("×" in row for row in rows)
    assert "SEQ1M Q8T1 reads" in session_text(reader)
