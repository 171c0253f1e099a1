# SPDX-License-Identifier: Apache-2.0
"""Load levels: a real sweep and a real latency search, started and followed in the window; and a race."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.model.documents import MeasuredStep, PlanResult
from app.session.reader import SessionReader
from app.ui.levels.load_levels import Levels, level_results, most_held
from app.ui.start.run_request import StartRequest
from app.ui.window.application import WorkbenchWindow
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from app.ui.workbench.workbench_page import LEVELS
from tests.support.engine_runs import plan_file
from tests.support.recorded import race_run, recorded
from widgets.charts.load_chart import LoadChart
from widgets.theme import LIGHT

# Without a window manager, dialogs cannot set their minimum size, and Qt warns about it.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LONG_MS = 120_000
Begin = Callable[[str], SessionController]
SWEEP = "from_users = 1\nto_users = 3\nstep_users = 1\nsettle_s = 0\ndwell_s = 2\nramp_users_per_s = 20"
SEARCH = "limit_ms = 60000\nfrom_users = 1\nto_users = 2\nstep_users = 1\nsettle_s = 0\ndwell_s = 2"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for the databases of these runs, which are built once."""
    return tmp_path_factory.mktemp("levels")


@pytest.fixture
def begun(qtbot: QtBot, tmp_path: Path, folder: Path) -> Iterator[Begin]:
    """Provide a function that starts a plan with the real engine in a window and shows its load levels."""
    windows: list[WorkbenchWindow] = []

    def make(plan: str) -> SessionController:
        window = WorkbenchWindow(StateStore(tmp_path / "window.json"))
        windows.append(window)
        qtbot.addWidget(window.shell)
        window.shell.resize(1280, 720)
        window.shell.show()
        controller = window.furnish()
        scenario = plan_file(folder, plan.split('"')[1], plan, top='order = "together"')
        controller.start(StartRequest(str(scenario), None, tmp_path / "run.outpace"))
        assert not controller.shell.notice.text
        qtbot.waitUntil(lambda: controller.follower is not None and controller.follower.reader.started, timeout=LONG_MS)
        controller.shell.actions_["levels"].trigger()
        return controller

    yield make
    for window in windows:
        controller = window.controller
        if controller is not None and controller.run is not None:
            controller.run.stop()
            controller.run.leave(go_on=False)
            controller.run = None
        window.shell.close()


def points(chart: LoadChart) -> dict[str, list[float]]:
    """Return the loads at each curve's points."""
    return {curve.label: [point.load for point in curve.points] for curve in chart.curves}


def ended(controller: SessionController, qtbot: QtBot) -> SessionReader:
    """Wait until the run is over and the window shows that; return the session."""
    qtbot.waitUntil(lambda: controller.run is None and controller.follower.reader.end is not None, timeout=LONG_MS)
    assert controller.follower.reader.end.valid, controller.follower.reader.end.reasons
    return controller.follower.reader


def test_sweep_charts_gain_a_point_with_each_step(begun, qtbot):
    controller = begun(f'name = "user-sweep"\n{SWEEP}')
    charts = controller.workbench.levels.charts
    qtbot.waitUntil(lambda: points(charts["Latency"]).get("A", [])[:1] == [1.0], timeout=LONG_MS)
    assert " users · " in controller.status.text  # the step is reported while it runs
    reader = ended(controller, qtbot)
    qtbot.waitUntil(lambda: points(charts["Latency"]) == {"A": [1.0, 2.0, 3.0], "B": [1.0, 2.0, 3.0]}, timeout=LONG_MS)
    assert points(charts["IOPS"]).keys() == points(charts["Queue length"]).keys() == {"A", "B"}
    assert points(charts["CPU %"])  # measured on the driver machine
    steps = [document.data for document in reader.documents_of(MeasuredStep)]
    told = [(step.systems["B"].orders_per_s or 0) * 60 for step in steps]
    assert [point.value for point in charts["Orders/min"].curves[1].points] == pytest.approx(told)
    for chosen, key in (("p50", "p50_s"), ("p99", "p99_s")):
        controller.workbench.levels.percentile.setCurrentText(chosen)
        assert charts["Latency"].accessibleName().startswith(f"Latency (order), {chosen}")
        measured = [getattr(step.systems["A"], key) for step in steps]
        assert [point.value for point in charts["Latency"].curves[0].points] == pytest.approx(measured)
    headline = controller.workbench.headline
    qtbot.waitUntil(lambda: "most orders per minute" in headline.accessibleDescription(), timeout=LONG_MS)
    assert "one run (3 needed for a verdict)" in headline.accessibleDescription()


def test_latency_search_shows_its_limit_and_the_levels_within_it(begun, qtbot):
    controller = begun(f'name = "latency-limit"\nfigure = "p90"\n{SEARCH}')
    reader = ended(controller, qtbot)
    levels = controller.workbench.levels
    qtbot.waitUntil(lambda: len(levels.charts["Latency"].curves) == 2, timeout=LONG_MS)
    assert levels.percentile.currentText() == "p90"
    assert levels.charts["Latency"].limit == pytest.approx(60.0)
    result = reader.documents_of(PlanResult)[0].data
    for curve in levels.charts["Latency"].curves:
        assert curve.most == result.systems[curve.label]["users"] == 2
        assert all(point.held for point in curve.points)
    assert "p90 of order at most 60.0 s" in levels.results.text
    assert "2 users per target within the limit" in levels.results.text
    levels.percentile.setCurrentText("p99")
    assert not np.isfinite(levels.charts["Latency"].limit)  # the limit does not apply to p99
    qtbot.waitUntil(
        lambda: "users within the limit" in controller.workbench.headline.accessibleDescription(), timeout=LONG_MS
    )


def test_race_shows_finish_times_and_progress(opened, tmp_path):
    run = race_run(tmp_path / "race.outpace", {"A": 12.0, "B": 7.5})
    controller = opened(run.finish())
    controller.workbench.show_page(LEVELS)
    one, other = controller.workbench.levels.track.lanes
    assert (one.share, other.share) == (1.0, 1.0)
    assert other.text == "first, after 7.5 s"
    assert one.text == "after 12.0 s, 4.5 s later (1.60× the time)"
    controller.follower.seek(8.0)  # five seconds into the race
    one, other = controller.workbench.levels.track.lanes
    assert 0.3 < one.share < 0.7
    assert other.text.endswith("of 1,000 orders")


def test_session_without_load_levels_shows_none(opened, tmp_path):
    controller = opened(recorded(tmp_path / "s.outpace", seconds=12))
    controller.shell.actions_["levels"].trigger()
    assert controller.workbench.page == LEVELS
    with SessionReader.open(controller.follower.path) as reader:
        levels = Levels(reader)
        assert levels.results.page == "run"
        assert levels.until(12.0) == []
        assert level_results(levels, 12.0, reader) == []
        assert not np.isfinite(most_held([], "A"))
    controller.workbench.set_theme(LIGHT)
    controller.shell.actions_["levels"].trigger()
    assert controller.workbench.page != LEVELS


def test_chosen_latency_percentile_is_remembered(opened, tmp_path):
    controller = opened()
    combo = controller.workbench.levels.percentile
    combo.setCurrentText("p99")
    combo.activated.emit(combo.currentIndex())
    controller.shell.close()
    assert StateStore(tmp_path / "window.json").text("levels latency") == "p99"
