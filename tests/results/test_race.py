# SPDX-License-Identifier: Apache-2.0
"""Races: a system's curves end when it finishes, and later samples do not enter the ratio."""

import math
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.analysis.format import count_text, ratio_text
from app.results.headline_text import headline_text
from app.results.measurings import ORDERS
from app.results.race_progress import race_progress
from app.results.session_headline import session_headline
from app.session.reader import SessionReader
from app.ui.levels.session_verdict import verdict_of
from tests.support.booth_looks import booth
from tests.support.recorded import race_run
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

BEGAN_S, FAIR_TO_S = 3.0, 11.0
"""B finishes after 7.5 s, at 10.5 s: later whole seconds exclude it."""


def orders(reader: SessionReader, letter: str, from_s: float, to_s: float) -> float:
    system = next(system for system in reader.systems if system.letter == letter)
    counter = next(c for c in reader.counters if c.system == system.id and c.path == ORDERS)
    return reader.total(counter, from_s, to_s)


def test_samples_after_the_first_finish_enter_no_ratio(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 7.5}).finish())
    assert controller.follower is not None
    reader, workbench = controller.follower.reader, controller.workbench
    controller.follower.seek(14.0)  # A is still running
    left = 1000 - orders(reader, "A", BEGAN_S, BEGAN_S + 7.5)
    standing = race_progress(reader, 14.0)
    assert standing is not None
    behind = next(one.behind for one in standing.racers if one.letter == "A")
    assert abs(behind - left) < 100  # within one second's orders, because 7.5 s is between two samples
    assert workbench.headline.accessibleName().startswith("Write-ahead log finished first, after 7.5 s")
    said = workbench.headline.accessibleDescription()
    assert f"Rollback journal had {count_text(behind)} orders to go" in said
    assert f"until then Write-ahead log {ratio_text(1000 - behind, 1000)} Rollback journal" in said
    controller.follower.seek(reader.length_s)
    counter = workbench.catalogue.curve("B", workbench.charts.rows[0].path).counter
    own = reader.window(counter, BEGAN_S, BEGAN_S + 7.5).average
    name = workbench.charts.charts[1].accessibleName()
    assert "IOPS" in name
    assert name.endswith(f": mean {count_text(own)}"), "until it finished"
    at_end = workbench.headline.accessibleDescription
    qtbot.waitUntil(
        lambda: "in 62.5 % of the other's time" in at_end() and f"had {count_text(behind)} orders to go" in at_end()
    )
    for chart in workbench.charts.charts[1::2]:
        assert chart.y_extent(FAIR_TO_S + 0.5, reader.length_s) is None, (
            "nor while the users are stopped after the race"
        )
    controller.follower.seek(14.0)
    for row in workbench.charts.rows:
        for chart, (curve,) in zip(row.charts, row.cells, strict=True):
            assert chart.y_extent(BEGAN_S, FAIR_TO_S) is not None
            assert (chart.y_extent(FAIR_TO_S + 0.5, FAIR_TO_S + 3) is None) == (curve.letter == "B")


def test_ratio_compares_orders_completed_at_the_first_finish(tmp_path: Path) -> None:
    """B completes its 1,000 orders 7.5 s after the start; A's count then is interpolated between two samples."""
    with SessionReader.open(race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 7.5}).finish()) as reader:
        for at_s in (12.0, 14.0):
            found = session_headline(reader, at_s)
            assert (found.stage, found.leader) == ("race", "B")
            assert found.lines[0].ratio == pytest.approx(1000 / orders(reader, "A", BEGAN_S, BEGAN_S + 7.5), rel=0.1)


def test_first_finisher_is_known_before_the_race_ends(tmp_path: Path) -> None:
    run = race_run(tmp_path / "race.outpace", {})
    with SessionReader.open(run.path) as reader:
        assert race_progress(reader, 2.0) is None
        begun = race_progress(reader, 5.0)
        assert begun is not None
        assert begun.first is None
        standing = race_progress(reader, reader.length_s)
        assert standing is not None
        assert standing.first is not None
        assert standing.first.letter == "B"
        second = int(standing.first.finished_s)
        assert orders(reader, "B", BEGAN_S, BEGAN_S + second) < 1000
        assert orders(reader, "B", BEGAN_S, BEGAN_S + second + 1) >= 1000
    run.finish()


def test_race_without_a_finisher_has_no_winner(tmp_path: Path) -> None:
    """Orders per minute must not be displayed as seconds."""
    path = race_run(tmp_path / "race.outpace", {"A": None, "B": None}).finish()
    found = verdict_of(path)
    assert found.headline is not None
    assert headline_text(found.headline).main == "Neither system finished"
    assert [value for _, value in found.numbers.values()] == ["not finished", "not finished"]


def test_booth_shows_a_recorded_race_consistently_to_the_finish(qtbot: QtBot, tmp_path: Path) -> None:
    """Replay a race of two real systems, second by second: lanes only grow, and keep their picture afterwards."""
    path = tmp_path / "race.outpace"
    path.write_bytes((Path(__file__).parents[1] / "sessions_format_1" / "race.outpace").read_bytes())
    with booth(qtbot, path) as window:
        follower, board = window.follower, window.board
        assert follower is not None
        shares = []
        for second in range(1, math.ceil(follower.reader.length_s) + 1):
            follower.seek(float(second))
            now = race_progress(follower.reader, second)
            if now is not None and not now.over:
                shares.append([lane.share for lane in board.lanes.lanes])
        assert np.all(np.diff(np.array(shares), axis=0) >= 0)
        progress = race_progress(follower.reader, follower.reader.length_s)
        assert progress is not None
        assert progress.first is not None
        assert progress.first.name in board.race.accessibleName()
        then = progress.done_when_first_finished
        assert [round(lane.done) for lane in board.lanes.lanes] == [round(then[one.letter]) for one in progress.racers]
        assert len(board.timeline.arrivals) == sum(racer.finished for racer in progress.racers)
        assert board.timeline.isVisible()
        assert not any(chart.isVisible() for row in board.rows for chart in row.charts)
        assert board.lanes.height() > board.timeline.height()
