# SPDX-License-Identifier: Apache-2.0
"""Plans on screen: progress of a run, its result windows, and its summary at the end."""

import math
from pathlib import Path

import pytest

from app.model.documents import MeasuredStep, MeasuredSystem, PhaseDetail, PhaseLoad, SystemOrder
from app.model.events import Stopped
from app.results.measurings import taking_turns
from app.session.reader import SessionReader
from app.ui.workbench.chart_grid import phase_spans, result_windows
from app.ui.workbench.headline_panel import measured
from app.ui.workbench.run_progress import progress_of, repeats_of
from tests.support.recorded import PAIR, SECOND, SyntheticRun
from tests.support.ui_window import Opener

LONG_MS = 60_000
BEGIN_S, EACH_S, REST_S = 3, 12, 3


def repeated(path: Path, repeats: int = 3, *, turns: bool = False, reach: int | None = None) -> SyntheticRun:
    """Record a run of several repeats with rests between them.

    Args:
        path: session file to create.
        repeats: number of repeats.
        turns: whether the systems measure in turn.
        reach: number of turns to record; None for all.
    """
    run = SyntheticRun(path, PAIR, warm_up_s=10_000)
    stints = [["A"], ["B"]] * repeats if turns else [["A", "B"]] * repeats
    order = SystemOrder(order="alternating" if turns else "together", present=["A", "B"], stints=stints)
    run.writer.document(0, order, name=order.order)
    run.seconds(BEGIN_S)
    for number, letters in enumerate(stints[:reach]):
        repeat = number // 2 + 1 if turns else number + 1
        stint(run, repeat, letters, repeats * len(stints[0]) * EACH_S)
    return run


def stint(run: SyntheticRun, repeat: int, letters: list[str], total_s: float) -> None:
    """Record twelve seconds of measurement, then three of rest, as an engine does."""
    loads = {letter: PhaseLoad(users=8, rate=0) for letter in letters}
    detail = PhaseDetail(users=8, rate=0, seconds=EACH_S, systems=loads)
    from_s = run.tick
    at_ns = run.start_ns + from_s * SECOND
    run.writer.phase(at_ns, "measure", run=repeat, detail=detail)
    run.seconds(EACH_S)
    measured = {letter: MeasuredSystem(users=8, orders_per_s=100.0) for letter in letters}
    step = MeasuredStep(users=8, rate=0, from_s=from_s, to_s=run.tick, systems=measured)
    now_ns = run.start_ns + run.tick * SECOND
    run.writer.document(now_ns, step, name="8 users", run=repeat)
    run.writer.phase(now_ns, "rest", run=repeat, detail=PhaseDetail(seconds=REST_S))
    run.writer.progress(now_ns, "run", repeat * EACH_S, total_s, f"run {repeat}")
    run.seconds(REST_S)


def test_progress_shows_run_step_and_time_left(tmp_path):
    run = repeated(tmp_path / "s.outpace", 3, reach=2)
    with SessionReader.open(run.path) as reader:
        assert repeats_of(reader) == 3
        standing = progress_of(reader, 22.0, live=True)
        assert standing.step == "run 2 of 3 · 8 users · measuring · 0:04 of 0:12"
        assert standing.left_s == 2 * 3 * EACH_S - 2 * EACH_S
        assert standing.text.endswith("0:48 left")
        frozen = progress_of(reader, 11.0, live=False)  # an earlier time in a session that is still being recorded
        assert frozen.left_s == pytest.approx(standing.left_s + reader.length_s - 11)
        assert frozen.done == pytest.approx(1 - frozen.left_s / (2 * 3 * EACH_S))
        run.writer.event(run.start_ns + run.tick * SECOND, Stopped())
        run.seconds(1)
        reader.poll()
        stopping = progress_of(reader, 22.0, live=True)
        assert math.isnan(stopping.left_s), "nothing of the plan is left"
        assert not stopping.text.endswith("left")
    run.finish()


def test_progress_before_the_start_shows_no_time_left(tmp_path):
    run = SyntheticRun(tmp_path / "s.outpace", started=False)
    with SessionReader.open(run.path) as reader:
        standing = progress_of(reader, 0.0, live=True)
        assert (standing.text, standing.done) == ("not started", None)
        assert math.isnan(standing.left_s)
    run.finish()


def test_progress_names_the_system_being_measured(tmp_path):
    run = repeated(tmp_path / "s.outpace", 2, turns=True, reach=2)
    with SessionReader.open(run.path) as reader:
        assert progress_of(reader, 23.0, live=True).step == "run 1 of 2 · B · 8 users · measuring · 0:05 of 0:12"
        assert taking_turns(reader, 20.0)
        assert measured(reader.phases, 20.0, "A").to_s == BEGIN_S + EACH_S
        assert measured(reader.phases, 20.0, "B").from_s == BEGIN_S + EACH_S + REST_S
    run.finish()


def test_charts_label_repeats_with_their_numbers(tmp_path):
    path = repeated(tmp_path / "s.outpace").finish()
    with SessionReader.open(path) as reader:
        windows = result_windows(reader, reader.systems[0], reader.length_s)
        assert windows == [(3.0, 15.0, "1"), (18.0, 30.0, "2"), (33.0, 45.0, "3")]
        assert result_windows(reader, None, 20.0) == windows[:1]
        spans = phase_spans(reader.phases, reader.length_s)
        # Every other phase is shaded, starting with the first, so that measurements have a clear background.
        clear = [name for number, (_, _, name) in enumerate(spans) if number % 2 and name.startswith("measure")]
        shaded = [name for number, (_, _, name) in enumerate(spans) if not number % 2]
        assert clear == [f"measure · run {run} · 8 users" for run in (1, 2, 3)]
        assert not any(name.startswith("measure") for name in shaded)


def test_result_windows_of_a_system_are_only_its_turns(tmp_path):
    path = repeated(tmp_path / "s.outpace", 2, turns=True).finish()
    with SessionReader.open(path) as reader:
        one, other = (result_windows(reader, system, reader.length_s) for system in reader.systems)
        assert [(from_s, name) for from_s, _, name in one] == [(3.0, "1"), (33.0, "2")]
        assert [(from_s, name) for from_s, _, name in other] == [(18.0, "1"), (48.0, "2")]


def test_status_bar_shows_the_step_during_a_run(opened: Opener, tmp_path):
    run = repeated(tmp_path / "s.outpace", 3, reach=2)
    controller = opened(run.path)
    controller.follower.go_live()
    controller.follower.tick()
    controller.workbench.refresh()
    assert "recording · run 2 of 3 · rest" in controller.status.text
    assert "0:48 left" in controller.status.text
    assert "Rollback journal, so far" in controller.workbench.headline.accessibleName()
    run.finish()


def test_three_repeats_give_a_verdict_with_an_interval(opened: Opener, qtbot, tmp_path):
    controller = opened(repeated(tmp_path / "s.outpace").finish())
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: "95 % interval" in headline.accessibleDescription(), timeout=LONG_MS)
    assert "3 paired repeats" in headline.accessibleDescription()
    assert "Write-ahead log 1.9" in headline.accessibleName()
    assert "median of 3 runs" in headline.accessibleName()
    # There is no verdict in the middle of the run.
    controller.follower.seek(20.0)
    assert "interval" not in headline.accessibleDescription()
    controller.follower.seek(controller.follower.reader.length_s)
    assert "95 % interval" in headline.accessibleDescription()


def test_headline_states_when_there_is_no_significant_difference(opened: Opener, qtbot, tmp_path):
    same = tmp_path / "same.outpace"
    twin = type(PAIR[0])("Write-ahead log", "challenger", PAIR[0].orders_per_s)
    run = SyntheticRun(same, (PAIR[0], twin), warm_up_s=10_000, seed=4)
    for repeat in (1, 2, 3):
        stint(run, repeat, ["A", "B"], 36)
    controller = opened(run.finish())
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: "95 % interval" in headline.accessibleDescription(), timeout=LONG_MS)
    assert headline.accessibleName().startswith("No significant difference")


def test_two_repeats_give_no_verdict(opened: Opener, qtbot, tmp_path):
    controller = opened(repeated(tmp_path / "s.outpace", 2).finish())
    headline = controller.workbench.headline
    needed = "2 of 3 repeats needed for a verdict"
    qtbot.waitUntil(lambda: needed in headline.accessibleDescription(), timeout=LONG_MS)
    assert headline.accessibleName().startswith("Write-ahead log 2.04× Rollback journal")


def test_alternating_systems_are_not_compared_during_the_run(opened: Opener, tmp_path):
    controller = opened(repeated(tmp_path / "s.outpace", 3, turns=True).finish())
    controller.follower.seek(20.0)
    headline = controller.workbench.headline
    assert headline.accessibleName().startswith("Write-ahead log running")
    assert "take turns, compared at the end" in headline.accessibleDescription()
