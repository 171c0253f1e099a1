# SPDX-License-Identifier: Apache-2.0
"""Mouse and keyboard on the charts of a session.

Covers dragging, selection, zoom, reset, menus, copies and exports, live and in a recording. The sessions are synthetic;
mouse, keys, window, clipboard and files are real.
"""

import csv
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu

from app.session.records import CounterStatistics
from app.ui.workbench.chart_menu import PropertiesDialog
from app.ui.workbench.chart_row import HIDDEN
from app.ui.workbench.counter_catalogue import curve_key
from app.ui.workbench.localised_figures import duration_text
from app.ui.workbench.personal_layout import PersonalLayout
from app.ui.workbench.view import CHARTED
from tests.support.chart_hands import drag, in_plot, on_axis, surface
from tests.support.recorded import FAR_APART, SyntheticRun, recorded
from tests.support.stranger_display import Screen, wait
from widgets.tables.counter_table import AVERAGE

IOPS, LATENCY, QUEUE = CHARTED
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", r"raise\(\)|grabbing the keyboard")

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def live(opened, tmp_path):
    """Open a window on a growing session; provide its controller and the run."""
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(200)
    controller = opened(run.path)
    grow(run, controller)
    controller.viewing.show_span(120.0)
    yield controller, run
    run.finish()


def grow(run, controller, seconds=1):
    """Add seconds to the session, and let the window read them."""
    run.seconds(seconds)
    controller.follower.tick()
    QApplication.processEvents()


def charts_of(controller):
    """Return all charts after they have been painted."""
    QApplication.processEvents()
    return controller.workbench.charts.charts


def shown(controller):
    """Return the start and end of the view in whole seconds."""
    window = controller.workbench.time_window
    return round(window.from_s), round(window.to_s)


def menu_of(widget, place):
    """Return the menu that a right-click at this position in the widget opens."""
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def click(menu, text):
    """Click an entry of a menu."""
    action = next(action for action in menu.actions() if plain(action) == text)
    assert action.isEnabled(), text
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    QApplication.processEvents()


def plain(action):
    return action.text().replace("&", "")


def samples_of(controller, letter, path):
    """Return the samples of one curve that are in view."""
    window, reader = controller.workbench.time_window, controller.follower.reader
    curve = controller.workbench.catalogue.curve(letter, path)
    return reader.samples(curve.counter, window.from_s, window.to_s)


def test_dragging_a_live_chart_freezes_and_pans_all_charts(live):
    controller, run = live
    assert shown(controller) == (81, 201)
    chart = charts_of(controller)[0]
    drag(chart, in_plot(chart, 0.3), in_plot(chart, 0.55))
    assert shown(controller) == (51, 171)
    assert controller.shell.actions_["freeze"].isChecked()
    assert controller.status.text.startswith("frozen, still recording")
    held = controller.workbench.charts.held
    assert held.isVisible()
    assert held.text() == f"Frozen at {duration_text(controller.workbench.time_window.to_s)}"
    begin, end = chart.head_room()
    left = chart.mapTo(controller.workbench.charts, QPoint(0, 0)).x()
    assert left + begin <= held.x(), "not over the title"
    assert held.x() + held.width() <= left + end
    grow(run, controller, 5)
    assert shown(controller) == (51, 171), "a frozen view stands"
    assert {(chart._plot.from_s, chart._plot.to_s) for chart in charts_of(controller)} == {
        (controller.workbench.time_window.from_s, controller.workbench.time_window.to_s)
    }
    QTest.mouseClick(held, Qt.MouseButton.LeftButton)
    assert shown(controller) == (86, 206), "the sign follows again, with the range from before"
    assert not held.isVisible()


def test_freezing_a_short_session_keeps_the_view(opened, tmp_path):
    run = SyntheticRun(tmp_path / "young.outpace")
    run.seconds(10)
    controller = opened(run.path)
    grow(run, controller, 2)
    controller.viewing.show_span(120.0)
    assert shown(controller) == (-18, 12), "half a minute at first"
    grow(run, controller, 33)
    assert shown(controller) == (0, 45), "then as long as it is"
    controller.shell.actions_["freeze"].trigger()
    assert shown(controller) == (0, 45)
    controller.shell.actions_["freeze"].trigger()
    grow(run, controller, 100)
    assert shown(controller) == (25, 145), "up to the range that was chosen"
    run.finish()


def test_dragging_along_the_axis_zooms_every_chart_to_that_span(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=100))
    charts = charts_of(controller)
    assert shown(controller) == (0, 100)
    drag(charts[3], on_axis(charts[3], 0.2), on_axis(charts[3], 0.6), release=False)
    assert {chart._plot.selection for chart in charts} == {charts[3]._plot.selection}
    assert charts[3]._plot.selection == pytest.approx((20, 60), abs=0.5)
    QTest.mouseRelease(surface(charts[3]), Qt.MouseButton.LeftButton, pos=on_axis(charts[3], 0.6))
    assert shown(controller) == (20, 60)
    assert {chart._plot.selection for chart in charts} == {None}
    drag(charts[0], in_plot(charts[0], 0.25), in_plot(charts[0], 0.75), SHIFT)
    assert shown(controller) == (30, 50)
    back = controller.shell.actions_["zoom_back"]
    back.trigger()
    assert shown(controller) == (20, 60)
    back.trigger()
    assert shown(controller) == (0, 100)
    assert controller.view.layout.span_s is None
    back.trigger()
    assert shown(controller) == (0, 100), "there was nothing before"


def test_double_click_resumes_following_or_shows_the_whole_recording(live, opened, tmp_path):
    controller, _ = live
    chart = charts_of(controller)[1]
    drag(chart, on_axis(chart, 0.5), on_axis(chart, 0.75))
    assert shown(controller) == (141, 171)
    QTest.mouseDClick(surface(chart), Qt.MouseButton.LeftButton, pos=in_plot(chart, 0.5))
    assert shown(controller) == (81, 201)
    assert not controller.shell.actions_["freeze"].isChecked()
    other = opened(recorded(tmp_path / "pair.outpace", seconds=100))
    chart = charts_of(other)[1]
    drag(chart, on_axis(chart, 0.5), on_axis(chart, 0.75))
    assert shown(other) == (50, 75)
    QTest.mouseDClick(surface(chart), Qt.MouseButton.LeftButton, pos=in_plot(chart, 0.5))
    assert shown(other) == (0, 100)


def turn(chart, share, clicks):
    """Turn the wheel over the plot; positive `clicks` turn it away from the user."""
    place = in_plot(chart, share)
    event = QWheelEvent(
        QPointF(place), QPointF(chart.mapToGlobal(place)), QPoint(), QPoint(0, 120 * clicks),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(surface(chart), event)


def test_wheel_zooms_at_the_pointer_and_keeps_the_saved_range(live, opened, tmp_path):
    controller, _ = live
    turn(charts_of(controller)[0], 0.5, 1)
    assert shown(controller) == (105, 201), "what follows goes on following"
    controller.shell.actions_["freeze"].trigger()
    turn(charts_of(controller)[0], 0.5, 1)
    window = controller.workbench.time_window
    assert (window.from_s + window.to_s) / 2 == pytest.approx(153, abs=1), "what is held stays below the pointer"
    assert PersonalLayout(controller._store).layout.span_s == 120.0
    replay = opened(recorded(tmp_path / "pair.outpace", seconds=100))
    turn(charts_of(replay)[0], 0.25, 1)
    window = replay.workbench.time_window
    assert (window.from_s, window.to_s) == pytest.approx((5, 85), abs=1), "a recording at rest is zoomed at the pointer"


def test_chart_menu_resets_hides_removes_and_shows_properties(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    chart = charts_of(controller)[2]
    drag(chart, on_axis(chart, 0.5), on_axis(chart, 0.75))
    menu = menu_of(surface(chart), in_plot(chart, 0.5))
    texts = [plain(action) for action in menu.actions() if not action.isSeparator()]
    assert texts == [
        "View All", "Zoom Back", "Scale", "Logarithmic Scale", "Overlay", "Highlight",
        "Hide This Curve", "Remove Counter", "Counters…", "Copy Picture", "Copy Values", "Export This Chart…",
        "Properties…",
    ]  # fmt: skip
    click(menu, "View All")
    assert shown(controller) == (0, 60)
    click(menu_of(surface(chart), in_plot(chart, 0.5)), "Hide This Curve")
    assert controller.view.layout.hidden == (curve_key("A", LATENCY),)
    assert chart._plot.empty_text == HIDDEN
    click(menu_of(surface(chart), in_plot(chart, 0.5)), "Properties…")
    dialog = controller.shell.findChild(PropertiesDialog)
    qtbot.waitUntil(dialog.isVisible, timeout=60_000)
    for text in (
        "A · Rollback journal",
        LATENCY,
        "application",
        "the value at the time of reading",
        "less is better",
    ):
        assert text in dialog.text
    dialog.reject()
    click(menu_of(surface(chart), in_plot(chart, 0.5)), "Show This Curve")
    assert controller.view.layout.hidden == ()
    click(menu_of(surface(chart), in_plot(chart, 0.5)), "Remove Counter")
    assert controller.view.layout.charted == (IOPS, QUEUE)
    controller.shell.actions_["undo"].trigger()
    assert controller.view.layout.charted == CHARTED


def test_chart_and_row_menus_open_by_keyboard(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    chart = charts_of(controller)[0]
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_F10, SHIFT)
    menu = QApplication.activePopupWidget()
    assert menu.objectName() == "chartMenu"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    table = controller.workbench.counters.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_F10, SHIFT)
    menu = QApplication.activePopupWidget()
    assert menu.objectName() == "rowMenu"
    QTest.keyClick(menu, Qt.Key.Key_Escape)


def test_chart_picture_and_values_are_copied(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    controller.view.change(scales={curve_key("A", IOPS): 10.0})
    chart = charts_of(controller)[0]
    clipboard = QGuiApplication.clipboard()
    click(menu_of(surface(chart), in_plot(chart, 0.5)), "Copy Picture")
    picture = clipboard.image()
    assert (picture.width(), picture.height()) == (2 * chart.width(), 2 * chart.height())
    drag(chart, on_axis(chart, 0.25), on_axis(chart, 0.5))
    click(menu_of(surface(chart), in_plot(chart, 0.5)), "Copy Values")
    lines = [line.split("\t") for line in clipboard.text().splitlines()]
    time_s, value = samples_of(controller, "A", IOPS)
    assert lines[0] == ["time_s", "system", "counter", "unit", "layer", "value"]
    assert [float(line[0]) for line in lines[1:]] == pytest.approx(time_s.tolist())
    assert [float(line[-1]) for line in lines[1:]] == pytest.approx(value.tolist()), "as recorded, not as drawn"
    assert {line[1] for line in lines[1:]} == {"A · Rollback journal"}


@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv"])
def test_chart_export_creates_a_file_and_never_overwrites_one(opened, tmp_path, qtbot, suffix):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    chart = charts_of(controller)[0]
    path = tmp_path / f"chart{suffix}"

    def export(word):
        click(menu_of(surface(chart), in_plot(chart, 0.5)), "Export This Chart…")
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        name = dialog.findChild(QLineEdit, "fileNameEdit")
        name.selectAll()
        QTest.keyClicks(name, str(path))
        dialog.accept()
        qtbot.waitUntil(lambda: word in controller.shell.notice.text, timeout=60_000)

    export("Exported to")
    written = path.read_bytes()
    if suffix == ".png":
        assert QImage(str(path)).width() == 2 * chart.width()
    elif suffix == ".svg":
        assert b"<svg" in written
        assert chart._plot.title.encode() in written
    else:
        rows = list(csv.DictReader(io.StringIO(written.decode())))
        _, value = samples_of(controller, "A", IOPS)
        assert [float(row["value"] or "nan") for row in rows] == pytest.approx(value.tolist(), nan_ok=True)
        assert rows[0]["unit"] == "/s"
    export("already exists")
    assert path.read_bytes() == written


def test_row_menu_acts_on_the_selected_rows(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    table = controller.workbench.counters.table
    table.select(curve_key("B", QUEUE))
    place = table.visualRect(table.currentIndex()).center()
    click(menu_of(table.viewport(), place), "Hide")
    assert controller.view.layout.hidden == (curve_key("B", QUEUE),)
    controller.shell.actions_["highlight"].trigger()
    assert controller.view.layout.hidden == (), "what is highlighted is drawn"
    assert controller.view.layout.highlighted == curve_key("B", QUEUE)
    click(menu_of(table.viewport(), place), "Copy Values")
    titles, row = (line.split("\t") for line in QGuiApplication.clipboard().text().splitlines())
    assert dict(zip(titles, row, strict=True))["Counter"] == "Orders in Progress"
    click(menu_of(table.viewport(), place), "Remove Counter")
    assert QUEUE not in controller.view.layout.listed


def test_only_visible_rows_are_computed(live, monkeypatch):
    controller, run = live
    listed = controller.workbench.catalogue.paths
    controller.view.choose(listed, CHARTED)
    QApplication.processEvents()
    table, reader = controller.workbench.counters.table, controller.follower.reader
    computed = []
    window = reader.window

    def counted(counter, from_s, to_s, target=None) -> CounterStatistics:
        computed.append((counter.system, counter.path))
        return window(counter, from_s, to_s, target)

    monkeypatch.setattr(reader, "window", counted)
    rows = table.model().rowCount()
    in_sight = table.positions_in_sight()
    assert len(in_sight) < rows / 2
    monkeypatch.setattr(controller.workbench.headline_panel, "refresh", lambda *_: None)
    grow(run, controller)
    # The row of a challenger includes the baseline's figures.
    assert len(in_sight) <= len(computed) <= len(in_sight) + 2
    assert len(set(computed)) == len(computed)
    computed.clear()
    table.scrollToBottom()
    QApplication.processEvents()
    assert 0 < len(computed) <= len(in_sight) + 2, "what is scrolled into sight, as it is now"
    computed.clear()
    table.scrollToTop()
    QApplication.processEvents()
    assert not computed, "it was made already"


def test_charts_of_an_ended_run_show_means_of_the_measurement(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    reader, catalogue = controller.follower.reader, controller.workbench.catalogue
    measured = next(phase for phase in reader.phases if phase.name == "measure")
    for chart, letter in zip(charts_of(controller)[:2], "AB", strict=True):
        mean = reader.window(catalogue.curve(letter, IOPS).counter, measured.from_s, measured.to_s).average
        (value,) = chart._plot.values
        assert value.text == f"{round(mean):,}"
        assert (chart._plot.caption, value.unit_text) == ("mean", "")
        assert mean in [row.average for row in controller.workbench.counters.table.rows.rows], (
            "the table is of the same time"
        )
    model = controller.workbench.counters.table.model()
    tip = model.headerData(AVERAGE, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Of what was measured, 0:06 – 1:00, as the large figures"
    controller.view.change(span_s=20.0, end_s=50.0)
    tip = model.headerData(AVERAGE, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Of the time in view, 0:30 – 0:50"
    controller.view.change(end_s=None)
    controller.follower.seek(30.0)
    assert charts_of(controller)[0]._plot.caption == "at 0:30", "of a moment of the replay its own value"


def test_time_axes_of_all_charts_are_aligned(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    for change in ({}, {"log": True}, {"scales": {curve_key("A", LATENCY): 1000.0}}, {"overlay": True}):
        controller.view.change(**change)
        charts = charts_of(controller)
        assert len({chart.plot_rect().left() for chart in charts}) == 1
        assert len({chart.plot_rect().width() for chart in charts}) == 1


def test_time_axes_stay_aligned_at_every_window_height(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", FAR_APART, seconds=60))
    for height in (620, 700, 760, 880, 1000):
        controller.shell.resize(1300, height)
        qtbot.wait(50)
        assert len({chart.plot_rect().left() for chart in charts_of(controller)}) == 1, height


def test_crosshair_is_shared_by_all_charts(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    charts = charts_of(controller)
    QTest.mouseMove(surface(charts[0]), in_plot(charts[0], 0.4))
    QTest.mouseMove(surface(charts[0]), in_plot(charts[0], 0.5))
    QApplication.processEvents()
    assert {chart._plot.hover_s for chart in charts} == {charts[0]._plot.hover_s}
    assert charts[0]._plot.hover_s == pytest.approx(30, abs=0.5)


@pytest.mark.xvfb
@pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb or xdotool is missing")
def test_real_mouse_selects_pans_and_resets_charts(tmp_path):
    session = recorded(tmp_path / "pair.outpace", seconds=100)
    screen = Screen(tmp_path)
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), str(tmp_path))
    own = {**os.environ, **homes, "DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-P", "-m", "app", "open", str(session)]
    program = subprocess.Popen(command, env=own, cwd=Path(__file__).parents[2])
    try:
        charts = (slice(200, 600), slice(300, 1400))
        wait(lambda: len(set(screen.pixels()[charts][::9, ::9].reshape(-1, 3).sum(axis=1).tolist())) > 40, "result")
        screen.step("result")
        screen.mouse("mousemove", "--sync", "995", "52")
        screen.mouse("click", "1")
        screen.step("charts")
        screen.drag((450, 622), (620, 622))
        screen.step("along the time axis")
        screen.drag((450, 290), (560, 290))
        screen.step("moved")
        screen.double_click((450, 290))
        screen.step("the whole again")
    finally:
        program.kill()
        program.wait(20)
        screen.close()
