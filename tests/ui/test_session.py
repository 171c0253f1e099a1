# SPDX-License-Identifier: Apache-2.0
"""Display of a session, which is the same live and in a replay. The sessions are synthetic."""

import math
import tomllib

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from app.analysis.format import count_text
from app.results.study import study_of
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.ui.workbench.counter_panel import WindowFigures, table_rows
from app.ui.workbench.headline_panel import ORDERS_PER_MIN
from app.ui.workbench.localised_figures import figure_text, ratio_figure
from app.ui.workbench.view import CHARTED, curve_key
from tests.support.booth_looks import texts
from tests.support.recorded import FAR_APART, PAIR, TRIO, SyntheticRun, SyntheticSystem, recorded
from widgets.presentation.cards import InfoCard
from widgets.presentation.headline import HeadlineCard, HeadlineSide, Saying
from widgets.theme import DARK, LIGHT

IOPS, LATENCY, QUEUE = CHARTED
P99 = "\\Outpace Driver(order)\\Latency p99"


def rows_of(controller):
    """Return the table's rows by key."""
    window = controller.workbench.time_window
    reader = controller.follower.reader
    figures = WindowFigures(reader, window)
    rows = table_rows(reader, controller.workbench.catalogue, controller.view.layout, figures, DARK)
    return {row.key: row.make() for row in rows}


def count_color(picture, color, x_from=0.0, x_to=1.0):
    """Return the number of pixels with approximately this color, within a part of the width."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    pixels = rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)
    part = pixels[:, int(image.width() * x_from) : int(image.width() * x_to)]
    wanted = QColor(color)
    return int((abs(part - (wanted.red(), wanted.green(), wanted.blue())).max(axis=2) < 40).sum())


def test_recording_shows_its_systems_and_a_recorded_badge(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=80))
    shell, reader = controller.shell, controller.follower.reader
    qtbot.waitUntil(shell.badge.isVisible, timeout=60_000)
    assert shell.badge.text() == f"RECORDED {reader.info.started:%Y-%m-%d %H:%M}"
    assert "Synthetic" in shell.title.text()
    assert len(controller.workbench.charts.rows) == 3
    assert all(len(row.charts) == 2 for row in controller.workbench.charts.rows)
    assert controller.workbench.replay.isVisible()
    assert controller.status.text.startswith("recorded · pair.outpace")
    assert "0 errors" in controller.status.text


def test_headline_ratio_is_marked_so_far_until_it_is_firm(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=120))
    counted = controller.workbench.headline_panel
    reader, catalogue = controller.follower.reader, controller.workbench.catalogue
    said = counted.content(reader, catalogue, controller.workbench.time_window)
    below, above = (
        reader.window(catalogue.curve(letter, ORDERS_PER_MIN).counter, 6.0, 120.0).average for letter in "AB"
    )
    assert said.text.main == f"Write-ahead log {ratio_figure(above / below)} Rollback journal"
    assert said.text.firmness == "firm · one run (3 needed for a verdict)"
    assert [one.leader for one in said.text.statements] == ["B"]
    controller.follower.seek(112.0)
    assert counted.content(reader, catalogue, controller.workbench.time_window).text.firmness == "firm"
    assert [side.number for side in said.sides] == [count_text(below), count_text(above)]
    controller.follower.seek(20.0)
    early = counted.content(reader, catalogue, controller.workbench.time_window).text
    assert early.main.endswith("Rollback journal, so far")
    assert (early.firmness, early.statements[0].leader) == ("", "")
    controller.follower.seek(4.0)
    assert counted.content(reader, catalogue, controller.workbench.time_window).text.main == "Warming up"


def test_table_shows_the_figures_of_the_reader_for_the_window(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=80))
    controller.view.change(span_s=30.0, end_s=80.0)
    rows, reader = rows_of(controller), controller.follower.reader
    model = controller.workbench.counters.table.model()
    shown = {
        model.index(row, column).data() for row in range(model.rowCount()) for column in range(model.columnCount())
    }
    for path in (IOPS, LATENCY, P99):
        figures = {}
        for letter in "AB":
            curve = controller.workbench.catalogue.curve(letter, path)
            figures[letter] = reader.window(curve.counter, 50.0, 80.0)
            assert rows[curve.key].average == figures[letter].average
            assert figure_text(figures[letter].average, curve.counter.unit) in shown
            assert figure_text(figures[letter].p95, curve.counter.unit) in shown
        ratio = figures["B"].average / figures["A"].average
        assert rows[curve_key("B", path)].ratio == ratio
        assert ratio_figure(ratio) in shown
        assert math.isnan(rows[curve_key("A", path)].ratio)
    assert rows[curve_key("B", IOPS)].ratio_is == "", "a database with a larger cache does fewer"
    assert rows[curve_key("B", LATENCY)].ratio_is == "better"
    assert rows[curve_key("B", QUEUE)].ratio_is == ""


def test_systems_measured_on_different_layers_get_no_ratio(opened, tmp_path):
    device = SyntheticSystem("SSD", "challenger", 182.0, layer="device")
    controller = opened(recorded(tmp_path / "layers.outpace", (PAIR[0], device), seconds=20))
    row = rows_of(controller)[curve_key("B", IOPS)]
    assert math.isnan(row.ratio)
    assert "layer: device" in row.tooltip


def test_growing_session_is_followed_and_becomes_a_recording(opened, tmp_path, qtbot):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(10)
    controller = opened(run.path)
    assert controller.follower.now_s == pytest.approx(10.0)
    run.second()
    controller.follower.tick()
    assert controller.follower.live
    assert controller.follower.now_s == pytest.approx(11.0)
    assert controller.status.text.startswith("● recording")
    assert not controller.shell.badge.isVisible()
    assert not controller.workbench.replay.isVisible()
    assert not controller.shell.actions_["play"].isEnabled()
    live = rows_of(controller)
    run.finish()
    controller.follower.tick()
    assert not controller.follower.live
    qtbot.waitUntil(controller.shell.badge.isVisible, timeout=60_000)
    assert controller.workbench.replay.isVisible()
    assert controller.shell.actions_["play"].isEnabled()
    assert rows_of(controller) == live


def test_invalid_run_shows_the_reason(opened, tmp_path):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(8)
    controller = opened(run.path)
    run.second()
    controller.follower.tick()
    run.finish(valid=False, reasons=["B lost 2 users"])
    controller.follower.tick()
    assert controller.workbench.headline.accessibleName().startswith("Not valid – B lost 2 users. ")
    plan = next(card for card in controller.workbench.sidebar.findChildren(InfoCard) if card.accessibleName() == "Plan")
    assert "ended, not valid" in plan.accessibleDescription()
    assert "B lost 2 users" not in plan.accessibleDescription() + controller.shell.notice.text, "said once"
    assert "not valid" in controller.status.text


def test_long_reason_wraps_to_two_lines(qtbot):
    headline = HeadlineCard()
    qtbot.addWidget(headline)
    reason = "Not valid – A (Rollback journal): 5 of 8 users were lost, no connection came back within the time"
    headline.set_sides(
        [HeadlineSide("A · orders per minute", "4,138", "#888888"), HeadlineSide("B", "4,917", "#888888")]
    )
    headline.set_middle([Saying(((reason, False),))], "as measured Write-ahead log 2.80× Rollback journal")
    headline.resize(960, 84)
    said = texts(headline).split("\n")
    lines = [line for line in said if line and line in reason]
    assert " ".join(lines) == reason
    assert len(lines) == 2


def test_freezing_keeps_the_figures_while_recording_continues(opened, tmp_path):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(20)
    controller = opened(run.path)
    run.second()
    controller.follower.tick()
    controller.shell.actions_["freeze"].trigger()
    held = rows_of(controller)
    run.seconds(5)
    controller.follower.tick()
    assert controller.workbench.time_window.to_s == pytest.approx(21.0)
    assert rows_of(controller) == held
    assert "frozen, still recording" in controller.status.text
    controller.shell.actions_["freeze"].trigger()
    assert controller.workbench.time_window.to_s == pytest.approx(26.0)
    run.finish()


def test_replay_shows_the_figures_of_the_live_run(opened, tmp_path, qtbot):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(40)
    controller = opened(run.path)
    run.second()
    controller.follower.tick()
    controller.view.change(span_s=30.0)
    live = rows_of(controller)
    run.seconds(20)
    run.finish()
    controller.follower.tick()
    controller.follower.seek(41.0)
    assert rows_of(controller) == live
    qtbot.waitUntil(controller.shell.badge.isVisible, timeout=60_000)


def test_replay_plays_pauses_and_changes_speed(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30))
    actions, follower = controller.shell.actions_, controller.follower
    actions["play"].trigger()
    assert follower.playing
    assert follower.speed == 1.0
    for _ in range(5):
        actions["faster"].trigger()
    assert follower.speed == 16.0
    assert "replay 16×" in controller.status.text
    qtbot.waitUntil(lambda: follower.now_s > 3.0, timeout=60_000)
    actions["play"].trigger()
    assert not follower.playing
    at_s = follower.now_s
    follower.tick()
    assert follower.now_s == pytest.approx(at_s, abs=1.0)
    actions["to_start"].trigger()
    assert follower.now_s == 0.0
    actions["to_end"].trigger()
    assert follower.now_s == pytest.approx(30.0)


def test_replay_stops_at_the_end(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=12))
    follower = controller.follower
    follower.seek(10.0)
    follower.set_speed(16.0)
    follower.play()
    qtbot.waitUntil(lambda: not follower.playing, timeout=60_000)
    follower.tick()
    assert follower.now_s == pytest.approx(12.0)


def test_overlay_draws_both_systems_in_one_chart_in_their_colors(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=40))
    controller.shell.actions_["overlay"].trigger()
    rows = controller.workbench.charts.rows
    assert [len(row.charts) for row in rows] == [1, 1, 1]
    picture = rows[0].charts[0].grab()
    assert count_color(picture, DARK.system_color("A")) > 200
    assert count_color(picture, DARK.system_color("B")) > 200


def test_minimized_window_pauses_updates_and_catches_up_when_restored(opened, tmp_path):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(20)
    controller = opened(run.path)
    row = controller.workbench.counters.table.rows.row(0)
    controller.shell.showMinimized()
    run.seconds(5)
    controller.follower.tick()
    assert controller.workbench.counters.table.rows.row(0) == row
    controller.shell.showNormal()
    assert controller.workbench.counters.table.rows.row(0) != row
    run.finish()


def test_chart_has_the_system_color_only_where_data_exists(opened, tmp_path):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(15)
    run.finish()
    controller = opened(run.path)
    controller.view.change(span_s=120.0)  # the left half lies before the start
    chart = controller.workbench.charts.rows[2].charts[0]
    picture = chart.grab()
    assert count_color(picture, DARK.system_color("A"), 0.55, 0.95) > 200
    assert count_color(picture, DARK.system_color("A"), 0.12, 0.5) == 0
    assert count_color(picture, DARK.system_color("B")) == 0


def test_logarithmic_scale_is_offered_when_systems_differ_widely(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "far.outpace", FAR_APART, seconds=30))
    offer = controller.status.log_button
    assert offer.isVisible()
    assert "logarithmic" in offer.text()
    qtbot.keyClick(controller.shell, Qt.Key.Key_L)
    assert controller.view.layout.log
    assert not offer.isVisible()
    assert all(row.axis[0] > 0 for row in controller.workbench.charts.rows)


def test_logarithmic_scale_is_not_offered_for_similar_systems(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20))
    assert not controller.status.log_button.isVisible()


def test_all_systems_in_a_row_share_one_scale(opened, tmp_path):
    controller = opened(recorded(tmp_path / "trio.outpace", TRIO, seconds=30))
    rows, reader = controller.workbench.charts.rows, controller.follower.reader
    assert [len(row.charts) for row in rows] == [3, 3, 3]
    for row in rows:
        largest = max(reader.window(curve.counter, 0.0, 30.0).maximum for curve in row.curves)
        assert row.axis[1] >= largest
    title = controller.workbench.counters.table.model().headerData(11, Qt.Orientation.Horizontal)
    assert title == "to A"


def test_hidden_curve_is_removed_from_chart_and_axis(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=40))
    row = controller.workbench.charts.rows[1]
    high = row.axis[1]
    controller.workbench.counters.table.visibility_changed.emit(curve_key("A", LATENCY), False)
    assert controller.view.layout.hidden == (curve_key("A", LATENCY),)
    assert row.axis[1] < high
    assert not rows_of(controller)[curve_key("A", LATENCY)].visible


def test_wheel_zooms_all_charts_and_updates_the_range_selector(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=80))
    controller.shell.actions_["span 2"].trigger()
    controller.workbench.charts.charts[0].wheel_zoomed.emit(0.5, 60.0)
    assert controller.workbench.time_window.span_s == pytest.approx(30.0)
    assert controller.shell.range.currentText() == "30 s"
    controller.workbench.charts.charts[0].wheel_zoomed.emit(0.7, 60.0)
    assert controller.shell.range.currentIndex() == -1
    assert controller.shell.range.placeholderText() == "21 s"


def test_theme_change_recolors_charts_and_is_remembered(opened, tmp_path):
    path = recorded(tmp_path / "pair.outpace", seconds=40)
    controller = opened(path)
    controller.shell.actions_["theme"].trigger()
    chart = controller.workbench.charts.rows[2].charts[1]
    assert count_color(chart.grab(), LIGHT.system_color("B")) > 200
    controller.shell.close()
    again = opened(path)
    assert count_color(again.workbench.charts.rows[2].charts[1].grab(), LIGHT.system_color("B")) > 200
    again.shell.actions_["theme"].trigger()


def test_window_is_not_clipped_at_minimum_size(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "trio.outpace", TRIO, seconds=30, title="A title " * 40), size=(960, 600))
    shell = controller.shell
    assert (shell.width(), shell.height()) == (960, 600)
    qtbot.wait(50)
    hidden = shell.tools.menu.actions()
    for key in ("start", "freeze", "overlay", "snapshot", "library", "report", "booth"):
        button = shell.tools.more if shell.actions_[key] in hidden else shell.tool_button(key)
        assert button.visibleRegion().boundingRect().width() == button.width(), key
    assert shell.tool_button("start").isVisible()
    assert shell.title.width() >= 100


def test_refreshing_a_live_run_does_not_parse_the_scenario_again(opened, tmp_path, monkeypatch):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(3)
    controller = opened(run.path)
    parsed, parse = [], tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: parsed.append(text) or parse(text))
    for _ in range(10):
        run.seconds(1)
        controller.follower.tick()
    assert controller.follower.reader.length_s >= 10
    assert not parsed


def test_session_with_unknown_plan_or_workload_still_shows_its_figures(opened, tmp_path):
    text = read_scenario("embedded-demo").text
    tide, ferry = text.replace('name = "timed"', 'name = "tide"\nwaves = 3'), text.replace('"dvdstore"', '"ferry"')
    for name, changed, words in (
        ("plan", tide, ("8\u00a0users per target", "The plan “tide” of this session is not installed here")),
        (
            "work",
            ferry,
            ("The workload “ferry” of this session is not installed here",),
        ),
    ):
        run = SyntheticRun(tmp_path / f"{name}.outpace", scenario_toml=changed)
        run.seconds(70)
        run.finish()
        controller = opened(run.path, state=f"{name}.json")
        shown = " ".join(card.text for card in controller.workbench.sidebar.findChildren(InfoCard) if card.isVisible())
        for each in words:
            assert each in shown
        with SessionReader.open(run.path) as reader:
            study = study_of([reader])
        assert study.runs[0].valid
        assert all(study.runs[0].systems[letter].figures["OPM"] > 0 for letter in "AB")
