# SPDX-License-Identifier: Apache-2.0
"""Joining of sessions of systems that ran one at a time: same figures on one time axis, labeled as not simultaneous."""

from pathlib import Path

import numpy as np
import pytest

from app.cli.session_commands import join
from app.imports.joining.join import join_sessions
from app.imports.source import ImportedFileError
from app.model.documents import MeasuredStep, MeasuredSystem, SystemOrder
from app.model.messages import Sentence, sentence
from app.results.result import result_of
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.session.seal import verify
from collectors.series import Reading, Series
from tests.support.recorded import PAIR, SyntheticRun, SyntheticSystem
from tests.support.session_kinds import two_repeats

SCENARIO = read_scenario("embedded-demo").text
DISKS, FLASH = PAIR


def alone(
    path: Path, system: SyntheticSystem, *, at_s: float, seconds: int = 40, scenario: str = "", seed: int = 1
) -> Path:
    """Write a session in which one system is present."""
    run = SyntheticRun(path, (system,), started=False, scenario_toml=scenario, seed=seed)
    run.start(at_s)
    run.seconds(seconds)
    return run.finish()


def test_joined_session_has_the_figures_of_its_parts(tmp_path: Path) -> None:
    parts = [alone(tmp_path / "a.outpace", DISKS, at_s=2.0), alone(tmp_path / "b.outpace", FLASH, at_s=7.25, seed=9)]
    joined = tmp_path / "joined.outpace"
    said: list[str] = []
    assert join(parts, "", joined, said.append) == 0
    assert said[0] == "Note: not simultaneous: the systems were run one at a time."
    assert verify(joined)
    with SessionReader.open(joined) as reader:
        assert reader.info.kind == "join"
        assert [(system.letter, system.name, system.role) for system in reader.systems] == [
            ("A", DISKS.name, "baseline"),
            ("B", FLASH.name, "challenger"),
        ]
        assert [origin.kind for origin in reader.origins] == ["session", "session"]
        assert [system.origin for system in reader.systems] == [1, 2]
        (document,) = reader.documents
        order = document.data
        assert isinstance(order, SystemOrder)
        assert (order.order, order.present, order.stints) == ("one at a time", ["A", "B"], [["A"], ["B"]])
        with SessionReader.open(parts[0]) as first:
            assert abs((reader.info.started - first.info.started).total_seconds()) < 1, "as old as its first part"
        together = result_of(reader)
        for number, path in enumerate(parts):
            with SessionReader.open(path) as own:
                assert reader.origins[number].uuid == own.info.uuid
                assert own.end is not None
                assert reader.origins[number].digest == own.end.hash
                before, after = result_of(own).systems[0], together.systems[number]
                assert (after.orders, after.opm, after.worst_10_s_opm) == (
                    before.orders, before.opm, before.worst_10_s_opm,
                )  # fmt: skip
                assert after.operations == before.operations
                assert after.counters == before.counters
                for key in ("login", "purchase"):
                    one = own.latency_seconds(1, key)
                    assert np.array_equal(one, reader.latency_seconds(number + 1, key))
        assert [system.from_s for system in together.systems] == [6.0, 6.0]
        machines = [counter.path for counter in reader.counters if counter.system is None]
        assert machines == [f"\\Processor({name} _Total)\\% Processor Time" for name in (DISKS.name, FLASH.name)]


def test_repeats_are_aligned_at_their_start(tmp_path: Path) -> None:
    parts = [two_repeats(tmp_path / "a.outpace", DISKS, 30), two_repeats(tmp_path / "b.outpace", FLASH, 42)]
    joined = tmp_path / "joined.outpace"
    join_sessions(parts, joined)
    with SessionReader.open(joined) as reader:
        second = next(phase for phase in reader.phases if phase.run == 2)
        assert second.from_s == 42
        steps = [document.data for document in reader.documents_of(MeasuredStep)]
        assert [step.systems for step in steps] == [{"A": MeasuredSystem(orders=30)}, {"B": MeasuredSystem(orders=42)}]
        assert {(step.from_s, step.to_s) for step in steps} == {(42, 62)}
        for number, (path, begin) in enumerate(zip(parts, (30, 42), strict=True), 1):
            with SessionReader.open(path) as own:
                path_of = "\\Outpace Driver(_Total)\\Orders/sec"
                mine = next(one for one in own.counters if one.path == path_of)
                shown = next(one for one in reader.counters if one.path == path_of and one.system == number)
                assert reader.total(shown, 42, 62) == own.total(mine, begin, begin + 20)
                assert (
                    reader.histogram(number, "login", 42, 62).count
                    == own.histogram(1, "login", begin, begin + 20).count
                )


def test_systems_that_were_not_run_are_ignored_when_joining(tmp_path: Path) -> None:
    """A session with one system present may list the other one, which was not run."""
    run = SyntheticRun(tmp_path / "a.outpace", (DISKS,))
    absent = run.writer.add_system(FLASH.name, "challenger", "", {})
    orders = Series("\\Outpace Driver(_Total)\\Cumulative Orders/min", "/min", "gauge", "application", 0)
    source = run.writer.add_source("cumulative", [orders], 1, system=absent)
    run.seconds(10)
    run.writer.sample(source, run.start_ns + 5_000_000_000, Reading(5.0, (0.0,)))
    first = run.finish()
    joined = tmp_path / "joined.outpace"
    join_sessions([first, alone(tmp_path / "b.outpace", FLASH, at_s=2, seconds=10)], joined)
    with SessionReader.open(joined) as reader:
        assert [system.name for system in reader.systems] == [DISKS.name, FLASH.name]
        assert not any("Cumulative" in counter.path for counter in reader.counters)
        assert all(system.opm for system in result_of(reader).systems)


def test_sessions_that_cannot_be_joined_are_reported(tmp_path: Path) -> None:
    one, other = (alone(tmp_path / f"{name}.outpace", DISKS, at_s=2, seconds=10) for name in "ab")
    joined = tmp_path / "joined.outpace"
    with pytest.raises(ImportedFileError, match="takes at least two"):
        join_sessions([one], joined)
    with pytest.raises(ImportedFileError, match=r"was measured in a\.outpace and in b\.outpace: join one of them"):
        join_sessions([one, other], joined)
    never = SyntheticRun(tmp_path / "never.outpace", (FLASH,), started=False)
    never.writer.finish(0, valid=False, reasons=[Sentence(text="stopped")], warnings=[])
    with pytest.raises(ImportedFileError, match=r"never\.outpace: its systems never started together"):
        join_sessions([one, tmp_path / "never.outpace"], joined)
    said: list[str] = []
    assert join([one, tmp_path / "nowhere.outpace"], "", joined, said.append) == 2
    assert "nowhere.outpace" in said[0]
    (tmp_path / "text.outpace").write_text("no session", encoding="utf-8")
    assert join([one, tmp_path / "text.outpace"], "", joined, said.append) == 2
    assert join([one, other], "", one, said.append) == 2, "an existing file is never written"
    assert not joined.exists()


def test_different_workload_or_missing_end_makes_the_join_invalid(tmp_path: Path) -> None:
    one = alone(tmp_path / "a.outpace", DISKS, at_s=2, seconds=10)
    other = alone(
        tmp_path / "b.outpace", FLASH, at_s=2, seconds=10, scenario=SCENARIO.replace("users = 8", "users = 16")
    )
    cut = SyntheticRun(tmp_path / "c.outpace", (FLASH,))
    cut.seconds(10)
    cut.writer.close()
    for part, reason in (
        (other, "the sessions used different workloads: their figures can't be compared"),
        (tmp_path / "c.outpace", f"{FLASH.name}: the recording was cut off"),
    ):
        joined = tmp_path / f"with-{part.stem}.outpace"
        join_sessions([one, part], joined)
        with SessionReader.open(joined) as reader:
            assert reader.end is not None
            assert not reader.end.valid
            assert [reader.sentence(one) for one in reader.end.reasons] == [reason]


def test_different_random_seeds_cause_only_a_warning(tmp_path: Path) -> None:
    """A plan without a seed draws one and stores it in the session's scenario."""
    texts = [SCENARIO.replace("run_s = 300", f"run_s = 300\nseed = {seed}") for seed in (7, 8)]
    parts = [
        alone(tmp_path / f"{system.name}.outpace", system, at_s=2, seconds=10, scenario=text)
        for system, text in zip((DISKS, FLASH), texts, strict=True)
    ]
    warnings = join_sessions(parts, tmp_path / "joined.outpace")
    assert any("the sessions used different seeds" in sentence(warning) for warning in warnings)
    with SessionReader.open(tmp_path / "joined.outpace") as reader:
        assert reader.end is not None
        assert reader.end.valid, reader.end.reasons
