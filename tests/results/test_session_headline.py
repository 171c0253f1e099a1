# SPDX-License-Identifier: Apache-2.0
"""The headline: the leader, the compared figure, and the kind of I/O."""

import math
import re
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.analysis.format import brief_ratio_text
from app.imports.joining.join import join_sessions
from app.model.workloads import WorkUnit
from app.results.headline_text import headline_text
from app.results.measurings import Span, by_second
from app.results.race_progress import RaceProgress, Racer
from app.results.session_headline import (
    ChallengerLine,
    Firmness,
    SessionHeadline,
    Stage,
    reads_all,
    session_headline,
    study_headline,
)
from app.results.storage_results import StorageFigures, StorageStep
from app.results.study import study_of
from app.session.reader import SessionReader
from app.ui.presentation.closing_card import closing_card
from collectors.series import Better
from tests.support.recorded import PAIR, SyntheticRun, recorded
from tests.support.repeated import scenario_text
from tests.support.session_kinds import depths, invalid, patterns, repeats


def headline_of(
    *lines: ChallengerLine, stage: Stage = "one run", better: Better = "more", unit: WorkUnit = "order"
) -> SessionHeadline:
    names = {"A": "One", "B": "Other", "C": "Third"}
    return SessionHeadline(stage, "", names, "A", "orders", better=better, unit=unit, lines=lines)


@pytest.mark.parametrize(
    ("firmness", "better", "ratio", "leader"),
    [
        ("challenger ahead", "more", 1.5, "B"),
        ("baseline ahead", "more", 0.5, "A"),
        ("verdict", "less", 0.5, "B"),
        ("verdict", "less", 1.5, "A"),
        ("verdict", "", 1.5, ""),
        ("so far", "more", 1.5, ""),
        ("no significant difference", "more", 1.01, ""),
    ],
)
def test_headline_color_is_that_of_the_firm_leader(
    firmness: Firmness, better: Better, ratio: float, leader: str
) -> None:
    line = ChallengerLine("B", "A", ratio, firmness)
    assert headline_of(line, better=better).leader == leader
    assert headline_of(line, better=better, stage="not valid").leader == ""


def test_leader_of_three_systems_is_ahead_of_all_others() -> None:
    ahead, behind = ChallengerLine("B", "A", 1.5, "verdict"), ChallengerLine("C", "A", 0.5, "verdict")
    assert headline_of(ahead, behind).leader == ""
    assert headline_of(behind, replace(behind, challenger="B")).leader == "A"


def test_race_headline_has_the_color_of_the_first_finisher() -> None:
    line = ChallengerLine("B", "A", 1.5, "so far")
    racers = (Racer("A", "One", 1000, 1000, 7.5, math.nan, math.nan), Racer("B", "Other", 1000, 1000, 12, 400, 4.5))
    race = RaceProgress(racers, "orders", {"A": 3.0, "B": 3.0}, over=True, together=True)
    assert replace(headline_of(line, stage="race"), race=race).leader == "A"


def test_only_the_end_of_a_repeated_run_reads_all_recorded_data(tmp_path: Path) -> None:
    with SessionReader.open(repeats(tmp_path / "three.outpace")) as reader:
        assert reads_all(reader, reader.length_s)
        assert not reads_all(reader, 10)
    with SessionReader.open(recorded(tmp_path / "one.outpace", seconds=15)) as reader:
        assert not reads_all(reader, reader.length_s)
    with SessionReader.open(recorded(tmp_path / "alone.outpace", PAIR[:1], seconds=15)) as reader:
        assert not reads_all(reader, reader.length_s)


def test_headline_of_invalid_sessions_gives_the_reasons(tmp_path: Path) -> None:
    with ExitStack() as stack:
        paths = [invalid(tmp_path / f"{number}.outpace") for number in range(2)]
        readers = [stack.enter_context(SessionReader.open(path)) for path in paths]
        found = study_headline(study_of(readers), readers)
        assert found.stage == "not valid"
        assert [readers[0].sentence(reason) for reason in found.reasons] == ["7 of 8 users are at work"]


def test_first_system_is_the_baseline_if_none_is_set(tmp_path: Path) -> None:
    systems = tuple(replace(system, role="challenger") for system in PAIR)
    with SessionReader.open(recorded(tmp_path / "x.outpace", systems, seconds=20)) as reader:
        found = session_headline(reader)
    assert (found.baseline, [line.challenger for line in found.lines]) == ("A", ["B"])


def step(depth: int, one: float | None, other: float | None, read_percent: float = 100.0) -> StorageStep:
    systems = {
        letter: StorageFigures(12, iops, iops, 0, None, None, depth, None, None, {}, [])
        for letter, iops in (("A", one), ("B", other))
    }
    return StorageStep(1, depth, 8, read_percent, "random", 1, depth, False, False, "random", systems)


def test_a_pass_compares_the_best_depth_of_each_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without any I/O has no ratio, instead of a ratio of 0."""
    steps = [step(1, 100, 150), step(4, 400, 300), step(4, 200, 500), step(8, 250, None)]
    writes = [step(1, 100, 0, read_percent=0.0)]
    monkeypatch.setattr("app.results.session_headline.storage_steps", lambda reader: [*steps, *writes])
    with SessionReader.open(depths(tmp_path / "depths.outpace")) as reader:
        reads, written = session_headline(reader).passes
        # Means of the repeats at the best depth: A has 300 at 4, B 400 at 4.
        assert (reads.read_percent, reads.ratios) == (100, {"B": pytest.approx(400 / 300)})
        assert (written.read_percent, written.ratios) == (0, {})
        with SessionReader.open(depths(tmp_path / "again.outpace")) as again:
            assert study_headline(study_of([reader, again]), [reader, again]).passes == (), "of one session alone"


def test_access_pattern_is_named_without_a_separate_depth(tmp_path: Path) -> None:
    with SessionReader.open(patterns(tmp_path / "patterns.outpace")) as reader:
        found = session_headline(reader)
    assert found.io is not None
    assert (found.io.blocks, found.io.access, found.io.outstanding) == ("", "SEQ1M Q8T1", {})
    assert [one.pattern for one in found.passes] == ["SEQ1M Q8T1"]


def test_response_time_extremes_come_from_ten_second_intervals(tmp_path: Path) -> None:
    text = scenario_text("Paced", 'name = "timed"', PAIR) + "\n[pacing]\nrate = 100\n"
    run = SyntheticRun(tmp_path / "paced.outpace", scenario_toml=text)
    run.seconds(41)
    with SessionReader.open(run.finish()) as reader:
        (line,) = session_headline(reader).lines

        def p95_ns(system: int, from_s: float, to_s: float) -> float:
            return reader.histogram(system, "order", from_s, to_s).percentile_ns(95)

        # Measured from 6 to 41 s: three complete ten-second intervals, then the whole window.
        ratios = [p95_ns(2, *part) / p95_ns(1, *part) for part in ((6, 16), (16, 26), (26, 36), (6, 41))]
        assert (line.baseline_value, line.challenger_value) == pytest.approx(
            (p95_ns(1, 6, 41) / 1e9, p95_ns(2, 6, 41) / 1e9)
        )
    assert line.ratio == pytest.approx(ratios[-1])
    assert (line.ten_second_low, line.ten_second_high) == pytest.approx((min(ratios), max(ratios)))


def test_joined_system_without_measurement_has_no_figure(tmp_path: Path) -> None:
    parts = [
        recorded(tmp_path / f"{number}.outpace", (system,), seconds=seconds)
        for number, (system, seconds) in enumerate(zip(PAIR, (20, 4), strict=True))
    ]
    join_sessions(parts, joined := tmp_path / "joined.outpace")
    with SessionReader.open(joined) as reader:
        (before,) = session_headline(reader, 8.0).lines
        (at_end,) = session_headline(reader).lines
    assert before.baseline_value == pytest.approx(60 * PAIR[0].orders_per_s, rel=0.3)
    assert all(map(math.isnan, (before.challenger_value, before.ratio, at_end.ratio)))


class Uncounted(SyntheticRun):
    """System whose driver counts no orders."""

    def _add_workers(self, _number: int, system: int, target: int) -> None:
        self._driver.append(-1)

    def _sample_workers(self, number: int, t_ns: int) -> None:
        pass


def test_joined_system_without_order_counts_has_no_figure(tmp_path: Path) -> None:
    run = Uncounted(tmp_path / "other.outpace", PAIR[1:])
    run.seconds(20)
    join_sessions([recorded(tmp_path / "one.outpace", PAIR[:1], seconds=20), run.finish()], tmp_path / "joined.outpace")
    with SessionReader.open(tmp_path / "joined.outpace") as reader:
        (line,) = session_headline(reader, 12.0).lines
    assert line.baseline_value == pytest.approx(60 * PAIR[0].orders_per_s, rel=0.3)
    assert all(map(math.isnan, (line.challenger_value, line.ratio)))


def test_ratio_appears_only_after_ten_seconds(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace", warm_up_s=2)
    with SessionReader.open(run.path) as reader:
        said = []
        for _ in range(20):
            run.second()
            reader.poll()
            said.append(headline_text(session_headline(reader)))
    assert [text.main for text in said[:3]] == ["Warming up"] * 3
    assert [text.main for text in said[3:12]] == ["Measuring"] * 9
    assert said[11].small == "orders per minute · ratio after 10 s"
    assert all(text.main.endswith("× Rollback journal, so far") and text.firmness == "" for text in said[12:])
    run.finish()


def test_partial_second_sample_does_not_replace_a_full_second() -> None:
    time_s = np.array([6.0, 7.0, 8.02, 9.0, 9.43])
    assert by_second(time_s, np.array([9.0, 1.0, 2.0, 3.0, 0.1]), Span(6.0, 9.0)).tolist() == [1.0, 2.0, 3.0]
    assert by_second(time_s[:4], np.array([9.0, 1.0, 2.0, 3.0]), Span(6.0, 9.0)).tolist() == [1.0, 2.0, 3.0]
    missing = by_second(np.array([5.01, 8.02, 9.0, 12.0]), np.array([9.0, 2.0, 3.0, 8.0]), Span(6.0, 10.0))
    np.testing.assert_array_equal(missing, [np.nan, 2.0, 3.0, np.nan])


def test_names_swap_when_the_baseline_is_ahead(tmp_path: Path) -> None:
    slower = type(PAIR[0])("Slower", "challenger", PAIR[0].orders_per_s / 2)
    with SessionReader.open(recorded(tmp_path / "s.outpace", (PAIR[0], slower), seconds=90)) as reader:
        found = session_headline(reader)
        assert found.lines[0].ratio == pytest.approx(0.5, abs=0.05)
        assert headline_text(found).main.startswith("Rollback journal 2.0")
        assert headline_text(found).main.endswith("× Slower")
        low, high = headline_text(found).basis.rsplit("10 s: ", 1)[1].split(" – ")
        assert 1 < float(low) < float(high) < 3


def test_card_of_several_runs_matches_their_report(tmp_path: Path) -> None:
    paths = [recorded(tmp_path / f"{seed}.outpace", seconds=60, seed=seed) for seed in range(3)]
    with ExitStack() as stack:
        readers = [stack.enter_context(SessionReader.open(path)) for path in paths]
        found = study_headline(study_of(readers), readers)
    card = closing_card(paths[2], paths[:2])
    assert card is not None
    (line,) = found.lines
    assert line.firmness == "verdict"
    assert card.main == f"Write-ahead log handled {brief_ratio_text(line.ratio)} the orders of Rollback journal"
    assert card.ahead == "B"
    assert re.match(r"3 runs of 54 s; 95 % interval [12]\.\d+× to [12]\.\d+×\. \d+ \w+ \d{4}$", card.foot[1])
    alone = closing_card(paths[2])
    assert alone is not None
    assert re.match(r"One run of 54 s; between 1\.\d× and 2\.\d× in any 10 seconds\. ", alone.foot[1])


def test_paced_runs_are_compared_by_response_time(tmp_path: Path) -> None:
    text = scenario_text("Paced", 'name = "timed"', PAIR) + "\n[pacing]\nrate = 100\n"
    paths = []
    for seed in range(3):
        run = SyntheticRun(tmp_path / f"{seed}.outpace", scenario_toml=text, seed=seed)
        run.seconds(40)
        paths.append(run.finish())
    with ExitStack() as stack:
        readers = [stack.enter_context(SessionReader.open(path)) for path in paths]
        found = study_headline(study_of(readers), readers)
        assert found.compared == session_headline(readers[0]).compared == "response"
        assert found.leader == "B"
        assert headline_text(found).basis.startswith("response time (p95)")
    card = closing_card(paths[2], paths[:2])
    assert card is not None
    ratio = brief_ratio_text(found.lines[0].ratio)
    assert card.main == f"Write-ahead log answered in {ratio} the time of Rollback journal"
    assert "(shorter is better)" in card.groups[0].label
