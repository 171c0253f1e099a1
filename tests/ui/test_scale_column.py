# SPDX-License-Identifier: Apache-2.0
"""Menu of the Scale column, sessions with other counters, and fitting a window to its screen."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMargins, QRect, Qt
from PySide6.QtWidgets import QApplication, QMenu

from app.session.writer import SessionWriter
from app.ui.window.screen_fit import fitted
from app.ui.workbench import chart_grid
from app.ui.workbench.chart_row import WAITING
from app.ui.workbench.counter_panel import FACTORS, fitting_factor
from app.ui.workbench.view import CHARTED, IN_PROGRESS, RESPONSE, curve_key, layout_from_json
from collectors.series import Reading, Series
from tests.support.recorded import FAR_APART, SyntheticRun, recorded

SECOND = 1_000_000_000
SCREEN = QRect(0, 0, 1600, 1000)


@given(st.floats(1e-6, 1e12), st.floats(1e-6, 1e12))
def test_fitting_factor_is_the_largest_within_the_axis(largest, reach):
    factor = fitting_factor(largest, [reach, math.nan])
    assert factor in FACTORS
    assert largest * factor <= reach * (1 + 1e-9) or factor == FACTORS[0]
    above = [other for other in FACTORS if other > factor]
    assert not above or largest * above[0] > reach


@pytest.mark.parametrize(("largest", "others"), [(math.nan, [5.0]), (0.0, [5.0]), (5.0, []), (5.0, [math.nan])])
def test_fitting_factor_is_one_without_figures(largest, others):
    assert fitting_factor(largest, others) == 1.0


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_scale_chosen_by_keyboard_is_applied_and_remembered(opened, tmp_path, qtbot):
    path = recorded(tmp_path / "far.outpace", FAR_APART, seconds=30)
    controller = opened(path)
    table, key = controller.workbench.counters.table, curve_key("A", CHARTED[0])
    before = controller.workbench.charts.rows[0].charts[0].y_extent(0.0, 30.0)
    table.select(key)
    qtbot.keyClick(controller.shell, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu), timeout=60_000)
    menu = QApplication.activePopupWidget()
    next(action for action in menu.actions() if action.text() == "10.0").trigger()
    menu.close()
    after = controller.workbench.charts.rows[0].charts[0].y_extent(0.0, 30.0)
    np.testing.assert_allclose(after, np.multiply(before, 10.0))
    row = table.rows.row(0)
    assert (row.key, row.scale) == (key, 10.0)
    controller.workbench.counters.scale([key], None)
    assert controller.view.layout.scales == {key: fitting_factor(row.maximum, [table.rows.row(1).maximum])}
    assert controller.shell.close()
    assert layout_from_json(controller._store.text("layout")).scales == controller.view.layout.scales
    assert opened(path).view.layout.scales == controller.view.layout.scales


def other_session(folder):
    """Write a session of one system with counters that the default layout does not show."""
    path = folder / "other.outpace"
    writer = SessionWriter.create(path, title="Others", scenario_toml="", clock_origin_ns=0)
    system = writer.add_system("Disk", "baseline", "", {})
    series = [
        Series(f"\\Disk({name})\\Reads/sec", "/s", "gauge", "machine", n) for n, name in enumerate(("x", "_Total"))
    ]
    source = writer.add_source("disk", series, 2, system=system)
    writer.start(SECOND)
    for second in range(1, 20):
        writer.sample(source, (1 + second) * SECOND, Reading(float(second), (5.0, 7.0)))
    writer.finish(20 * SECOND, valid=True, reasons=(), warnings=())
    return path


def test_session_with_other_counters_shows_them_and_keeps_the_choice(opened, tmp_path):
    controller = opened(other_session(tmp_path))
    assert [row.path for row in controller.workbench.charts.rows] == [
        "\\Disk(_Total)\\Reads/sec",
        "\\Disk(x)\\Reads/sec",
    ]
    assert controller.workbench.counters.table.rows.rowCount() == 2
    controller.view.change(log=True)
    assert controller.open(recorded(tmp_path / "pair.outpace", seconds=10))
    assert controller.view.layout.charted == CHARTED
    assert controller.view.layout.log


def test_charts_wait_for_counters_not_yet_recorded(opened, tmp_path):
    run = SyntheticRun(tmp_path / "live.outpace", started=False)
    controller = opened(run.path)
    charts = controller.workbench.charts
    controller.workbench.show_building(False)
    assert [chart._plot.empty_text for chart in charts.charts] == [WAITING] * 6
    assert all(chart.isVisible() for chart in charts.charts)
    run.start()
    run.seconds(3)
    controller.follower.tick()
    assert all(row.curves for row in charts.rows)
    run.finish()


@given(
    st.integers(-5000, 5000), st.integers(-5000, 5000), st.integers(200, 4000), st.integers(200, 4000),
    st.integers(0, 40), st.booleans(),
)  # fmt: skip
def test_window_with_its_frame_fits_on_a_screen(left, top, width, height, title_bar, second):
    screens = [SCREEN, QRect(1600, 0, 1280, 700)] if second else [SCREEN]
    frame = QMargins(1, title_bar, 1, 1)
    made = fitted(QRect(left, top, width, height), frame, screens)
    assert any(screen.contains(made.marginsAdded(frame)) for screen in screens)


def test_window_that_fits_is_not_moved():
    inside = QRect(100, 100, 800, 600)
    assert fitted(inside, QMargins(1, 20, 1, 1), [SCREEN]) == inside


def test_queue_chart_shows_orders_in_progress_up_to_the_user_count(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20))
    queue = controller.workbench.charts.rows[2]
    assert queue.path == IN_PROGRESS
    assert queue.charts[0].accessibleName().startswith("A Rollback journal, Queue length, orders in progress: ")
    largest = max(float(np.nanmax(controller.follower.reader.samples(curve.counter)[1])) for curve in queue.curves)
    assert largest < 8 <= queue.axis[1]
    controller.view.change(log=True)
    assert queue.axis[0] > 0


def test_chart_shows_the_other_system_as_a_ghost(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20))
    response = controller.workbench.charts.rows[1].charts[0]
    assert response.curve_keys == ("A|" + RESPONSE,)
    assert [(curve.key, curve.ghost, len(curve.bins)) for curve in response._plot.curves.values()] == [
        ("A|" + RESPONSE, False, 20),
        ("B|" + RESPONSE, True, 20),
    ]
    assert [key for key, *_ in response.samples_in_view()] == ["A|" + RESPONSE], "a ghost is not exported"
    controller.view.change(overlay=True)
    together = controller.workbench.charts.rows[1].charts[0]
    assert together.curve_keys == ("A|" + RESPONSE, "B|" + RESPONSE), "one curve a system where they share a chart"


def test_performance_log_charts_transfers_latency_and_queue(opened, tmp_path):
    path = tmp_path / "perfmon.outpace"
    writer = SessionWriter.create(path, title="Log", scenario_toml="", clock_origin_ns=0)
    names = (
        "\\Processor(_Total)\\% Processor Time",
        "\\PhysicalDisk(1 E:)\\Current Disk Queue Length",
        "\\PhysicalDisk(1 E:)\\Avg. Disk sec/Transfer",
        "\\PhysicalDisk(0 C:)\\Disk Transfers/sec",
        "\\PhysicalDisk(1 E:)\\Disk Transfers/sec",
    )
    for number in range(2):
        system = writer.add_system(f"Box {number}", "challenger" if number else "baseline", "", {})
        series = [Series(name, "", "gauge", "machine", n) for n, name in enumerate(names)]
        source = writer.add_source("log", series, len(names), system=system)
        for second in range(1, 20):
            writer.sample(source, (1 + second) * SECOND, Reading(float(second), (5.0, 7.0, 1.0, 2.0, 3.0)))
    writer.start(SECOND)
    writer.finish(20 * SECOND, valid=True, reasons=(), warnings=())
    controller = opened(path)
    charted = [row.path.rsplit("\\", 1)[1] for row in controller.workbench.charts.rows]
    assert charted == ["Disk Transfers/sec", "Avg. Disk sec/Transfer", "Current Disk Queue Length"]


def test_substitute_charts_are_replaced_when_late_counters_appear(opened, tmp_path, monkeypatch):
    monkeypatch.setattr(chart_grid, "ALL_COUNTERS_AFTER_S", 0.0)
    run = SyntheticRun(tmp_path / "late.outpace", started=False)
    run.writer.start(SECOND)
    disk = Series("\\PhysicalDisk(vda)\\Disk Transfers/sec", "/s", "gauge", "device", 0)
    source = run.writer.add_source("disk", [disk], 1, system=None)
    for second in range(1, 4):
        run.writer.sample(source, (1 + second) * SECOND, Reading(float(second), (5.0,)))
    run.writer.commit()
    controller = opened(run.path)
    assert [row.path for row in controller.workbench.charts.rows] == [disk.path]
    monkeypatch.setattr(run.writer, "start", lambda _start_ns: None)  # the start is already known
    run.start(at_s=1.0)
    run.seconds(2)
    controller.follower.tick()
    assert [row.path for row in controller.workbench.charts.rows] == list(CHARTED)
    assert controller._own.layout.charted == CHARTED
    run.finish()
