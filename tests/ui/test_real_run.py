# SPDX-License-Identifier: Apache-2.0
"""A real window with a real engine: live, frozen, as a snapshot, stopped, replayed, detached and reattached.

One run has an agent that is killed.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.analysis.format import value_text
from app.engine.consents import allow, consents_of
from app.model.events import AgentLost, Incomplete
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.ui.reports.snapshot_dialog import SnapshotDialog
from app.ui.start.run_request import StartRequest
from app.ui.window.application import WorkbenchWindow
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from app.ui.workbench.chart_row import measured_of
from app.ui.workbench.localised_figures import figure_text
from tests.support.agent_lab import all_ended, laboratory
from tests.support.engine_runs import scenario_file
from tests.support.lab_runs import in_files, same_load
from tests.support.ui_window import settled
from widgets.charts.time_chart import TimeChart
from widgets.tables.counter_table import AVERAGE, LAST, MAXIMUM, MINIMUM, P95
from widgets.theme import DARK

# Without a window manager, dialogs cannot set their minimum size, and Qt warns about it.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

SECONDS = 60.0
Show = Callable[[str], SessionController]


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[Show]:
    """Provide a function that shows a complete window, which starts real engines."""
    windows: list[WorkbenchWindow] = []

    def make(state: str) -> SessionController:
        window = WorkbenchWindow(StateStore(tmp_path / f"{state}.json"))
        windows.append(window)
        qtbot.addWidget(window.shell)
        window.shell.resize(1600, 1000)
        window.shell.show()
        return window.furnish()

    yield make
    for window in windows:
        controller = window.controller
        if controller is not None and controller.run is not None:
            controller.run.stop()
            controller.run.leave(go_on=False)
            controller.run = None
        window.shell.close()


def begun(controller: SessionController, folder: Path, qtbot: QtBot, shown_s: float) -> Path:
    """Start a short run from the window, wait until this many seconds are shown, and return its session."""
    session = folder / "run.outpace"
    systems = ("Rollback journal", "Write-ahead log")
    folders = tuple(f"{system}={folder / name}" for system, name in zip(systems, "ab", strict=True))
    controller.start(StartRequest(str(scenario_file(folder)), SECONDS, session, folders))
    assert not controller.shell.notice.text
    qtbot.waitUntil(lambda: controller.follower is not None and controller.follower.reader.started, timeout=60_000)
    charts = controller.workbench.charts.charts
    assert len(charts) == 6  # also before the first sample
    qtbot.waitUntil(lambda: controller.follower.now_s >= shown_s, timeout=60_000)
    return session


def measuring(controller: SessionController) -> bool:
    """Return whether the measurement has started."""
    follower = controller.follower
    return follower is not None and any(phase.name == "measure" for phase in follower.reader.phases)


def table_texts(controller: SessionController) -> list[list[str]]:
    """Return the cell text of the counter table, by row."""
    model = controller.workbench.counters.table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def pixels_of(chart: TimeChart) -> np.ndarray:
    """Return a chart's pixels, shape (height, width, 3): red, green, blue."""
    image = chart.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)


def near(pixels: np.ndarray, color: str, within: int = 60) -> np.ndarray:
    """Return a mask of the pixels that have approximately this color."""
    wanted = QColor(color)
    return abs(pixels - (wanted.red(), wanted.green(), wanted.blue())).max(axis=2) < within


def check_chart(controller: SessionController, row_number: int, column: int) -> None:
    """Check that the curve is at the samples' positions, and that title, numbers and current value are not cut off."""
    row = controller.workbench.charts.rows[row_number]
    chart, curve = row.charts[column], row.cells[column][0]
    own, other = (DARK.system_color(letter) for letter in ("AB" if column == 0 else "BA"))
    pixels, plot, window = pixels_of(chart), chart.plot_rect(), controller.workbench.time_window
    assert chart.viewport().visibleRegion().boundingRect() == chart.viewport().rect()
    time_s, value = controller.follower.reader.samples(curve.counter, window.from_s, window.to_s)
    seen = np.isfinite(value)
    low, high = row.axis
    x = plot.left() + (time_s[seen] - window.from_s) / window.span_s * plot.width()
    y = plot.bottom() - (value[seen] - low) / (high - low) * plot.height()
    assert ((y >= plot.top() - 1) & (y <= plot.bottom() + 1)).all()
    drawn = near(pixels, own)
    inside = (x > plot.left() + 2) & (x < plot.right() - 2)
    found = [drawn[max(int(b) - 4, 0) : int(b) + 5, int(a) - 2 : int(a) + 3].any() for a, b in zip(x, y, strict=True)]
    assert np.mean(np.array(found)[inside]) > 0.9
    assert not near(pixels, other, 30).any()
    name, reader = chart.accessibleName(), controller.follower.reader
    figures = [row.last[curve.key]]
    if ": mean " in name:  # mean over the measurement of a finished run or a frozen view
        part = measured_of(reader, curve.letter, {})
        spans = [(window.from_s, window.to_s), *([(part.from_s, part.to_s)] if part is not None else [])]
        figures = [reader.window(curve.counter, *span).average for span in spans]
    texts = [value_text(figure, curve.counter.unit)[0] for figure in figures]
    assert any(name.endswith(f"{text}") or f"{text} " in name for text in texts), texts
    top, left, bottom = int(plot.top()), int(plot.left()), int(plot.bottom())
    assert drawn[2 : top - 2, chart.width() // 2 :].sum() > 100  # current value
    dim = near(pixels, DARK.chart.dim, 70)
    assert dim[2:top, left : left + chart.width() // 3].sum() > 50  # title
    assert dim[top:bottom, 2 : left - 2].sum() > 30  # axis labels
    assert dim[bottom + 2 :, left:].sum() > 30  # times
    assert not dim[:, :2].any()


def check_table(controller: SessionController) -> None:
    """Check that every figure equals the reader's for the displayed window."""
    window, reader = controller.workbench.time_window, controller.follower.reader
    curves = [c for path in controller.view.layout.listed for c in controller.workbench.catalogue.curves(path)]
    texts = table_texts(controller)
    assert len(texts) == len(curves) >= 14
    for row, curve in zip(texts, curves, strict=True):
        figures = reader.window(curve.counter, window.from_s, window.to_s)
        for column, value in (
            (LAST, figures.last), (AVERAGE, figures.average), (MINIMUM, figures.minimum), (MAXIMUM, figures.maximum),
            (P95, figures.p95),
        ):  # fmt: skip
            assert row[column] == figure_text(value, curve.counter.unit), (curve.key, column)


def soon(do: Callable[[QDialog], None]) -> None:
    """Call a function with the next dialog that opens."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            do(dialog)
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(0, look)


def press(dialog: QDialog, words: str) -> None:
    """Press the button with this text."""
    assert isinstance(dialog, QMessageBox)
    next(button for button in dialog.buttons() if words in button.text()).click()


def test_live_frozen_snapshot_and_replay_views_show_the_same_figures(shown: Show, qtbot: QtBot, tmp_path: Path) -> None:
    controller = shown("live")
    session = begun(controller, tmp_path, qtbot, 6.0)
    controller.view.change(span_s=6.0)
    controller.shell.actions_["freeze"].trigger()
    frozen = controller.workbench.time_window
    qtbot.waitUntil(lambda: controller.follower.now_s > frozen.to_s + 2.5, timeout=60_000)
    assert controller.workbench.time_window == frozen
    for row in range(3):
        for column in range(2):
            check_chart(controller, row, column)
    check_table(controller)
    texts, axes = table_texts(controller), [row.axis for row in controller.workbench.charts.rows]
    paths: list[Path] = []

    def keep(dialog: QDialog) -> None:
        assert isinstance(dialog, SnapshotDialog)
        paths.append(dialog.path)
        dialog.accept()

    soon(keep)
    qtbot.keyClick(controller.shell, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    settled(controller, qtbot)
    kept = shown("snapshot")
    assert kept.open(paths[0]), kept.shell.notice.text
    assert table_texts(kept) == texts
    assert [row.axis for row in kept.workbench.charts.rows] == axes
    assert kept.workbench.time_window == frozen
    assert (kept.view.layout.listed, kept.view.layout.charted) == (
        controller.view.layout.listed,
        controller.view.layout.charted,
    )
    check_chart(kept, 0, 1)
    for _ in range(2):  # the second press skips the countdown
        controller.shell.actions_["stop"].trigger()
    qtbot.waitUntil(lambda: controller.run is None, timeout=60_000)
    assert controller.follower.reader.end is not None
    assert table_texts(controller) == texts
    replay = shown("replay")
    assert replay.open(session), replay.shell.notice.text
    replay.view.change(span_s=6.0)
    replay.follower.seek(frozen.to_s)
    assert table_texts(replay) == texts
    for column in range(2):
        check_chart(replay, 1, column)


def test_hung_or_killed_engine_is_reported(shown: Show, qtbot: QtBot, tmp_path: Path) -> None:
    """The recorded part stays in view, and no process is left."""
    others = psutil.Process().children(recursive=True)
    controller = shown("killed")
    begun(controller, tmp_path, qtbot, 2.0)
    notice = controller.shell.notice
    children = [child for child in psutil.Process().children(recursive=True) if child not in others]
    engine = next(child for child in children if "--control" in child.cmdline())
    for process in (engine, *engine.children()):
        process.suspend()
    qtbot.waitUntil(lambda: notice.text.startswith("Nothing was recorded for "), timeout=60_000)
    for process in (*engine.children(), engine):
        process.resume()
    qtbot.waitUntil(lambda: not notice.text.startswith("Nothing was recorded for "), timeout=60_000)
    shown_s = controller.follower.now_s
    engine.kill()
    qtbot.waitUntil(lambda: controller.run is None, timeout=60_000)
    assert notice.text.startswith("The engine ended unexpectedly (status -9).")
    assert not controller.follower.live
    assert controller.follower.now_s >= shown_s
    _, alive = psutil.wait_procs(children, timeout=60)
    assert not alive


def test_run_continues_without_a_window_and_a_second_window_stops_it(shown: Show, qtbot: QtBot, tmp_path: Path) -> None:
    # Processes left by earlier tests, such as multiprocessing's resource tracker.
    others = psutil.Process().children(recursive=True)
    controller = shown("first")
    session = begun(controller, tmp_path, qtbot, 2.0)
    children = [child for child in psutil.Process().children(recursive=True) if child not in others]
    soon(lambda dialog: press(dialog, "Keep Running"))
    assert controller.shell.close()
    with SessionReader.open(session) as reader:
        left_s = reader.length_s
        qtbot.waitUntil(lambda: reader.poll() and reader.length_s > left_s + 2, timeout=60_000)
        assert reader.end is None
    second = shown("second")
    assert second.open(session), second.shell.notice.text
    assert second.follower.live
    found_s = second.follower.now_s
    qtbot.waitUntil(lambda: second.follower.now_s > found_s, timeout=60_000)
    then_s = second.workbench.time_window.to_s
    qtbot.waitUntil(lambda: second.workbench.time_window.to_s > then_s, timeout=60_000)
    assert second.shell.actions_["stop"].isVisible()
    for _ in range(2):
        second.shell.actions_["stop"].trigger()
    qtbot.waitUntil(lambda: second.run is None and second.follower.reader.end is not None, timeout=60_000)
    assert "recorded" in second.status.text
    _, alive = psutil.wait_procs(children, timeout=60)
    assert not alive


@pytest.mark.skipif(sys.platform == "win32", reason="what stands in for ssh is a shell's")
def test_killed_agent_is_immediately_reported_and_marked(shown: Show, qtbot: QtBot, tmp_path: Path) -> None:
    """The notice, the status line, the charts, the Agents page and the result report it while the rest continues."""
    scenario = tmp_path / "scenario.toml"
    drivers = [["lg1", "lg1"], ["lg1", "lg2"]]
    scenario.write_text(
        same_load(drivers, in_files(tmp_path), users=4, think_s=0.05, warmup_s=1, run_s=SECONDS), encoding="utf-8"
    )
    asked = read_scenario(str(scenario)).scenario
    allow(asked, [one.text for one in consents_of(asked, runs=True)])
    with laboratory(2) as lab, lab.on_path():
        controller = shown("agents")
        controller.start(StartRequest(str(scenario), session=tmp_path / "run.outpace"))
        qtbot.waitUntil(lambda: measuring(controller), timeout=60_000)
        notice, status, workbench = controller.shell.notice, controller.status, controller.workbench
        assert not notice.text
        assert status.agents_button.text().startswith("2 agents, clocks ±")
        there = lab.processes("lg2")
        there[0].kill()
        qtbot.waitUntil(lambda: notice.text.startswith("Agent lg2"), timeout=60_000)
        assert "4 of 16 users" in notice.text
        qtbot.waitUntil(lambda: status.agents_button.text().startswith("1 of 2 agents"), timeout=60_000)
        bands = [[band.name for band in chart._plot.bands] for row in workbench.charts.rows for chart in row.charts]
        # lg2 drives a target of the second system, so the charts of the first system have no band.
        assert bands == [[], ["lg2"]] * len(workbench.charts.rows)
        first, second = workbench.sidebar._cards
        # Until then, the last message of lg2's worker counts as recent.
        qtbot.waitUntil(lambda: "Users: 4 of 8;" in second.accessibleDescription(), timeout=60_000)
        assert "Users: 4 × 2;" in first.accessibleDescription()
        notice.offers[0].click()
        rows = {row[0]: row for row in workbench.agents_panel.table.texts()}
        assert rows["lg2"][1].startswith("lost at")
        assert rows["lg1"][1] == "at work"
        assert all_ended(there, 60)
        for _ in range(2):  # the second press skips the countdown
            controller.shell.actions_["stop"].trigger()
        qtbot.waitUntil(lambda: controller.run is None, timeout=60_000)
    end = controller.follower.reader.end
    assert not end.valid
    # The other reasons are consequences of this one, and a headline has room for only one.
    lost = next(one for one in end.reasons if not isinstance(one, Incomplete))
    assert isinstance(lost, AgentLost)
    assert lost.agent == "lg2"
    assert "Agent lg2 lost at" in notice.text
