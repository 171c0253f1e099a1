# SPDX-License-Identifier: Apache-2.0
"""Storage I/O in the window: two drives, a real sweep with four targets per system, its charts, text and levels."""

import math
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.model.workloads import StorageIo
from app.session.reader import SessionReader
from app.ui.levels.access_patterns import PatternPanel
from app.ui.levels.queue_depths import EACH, IOPS, LATENCY, OUTSTANDING, THROUGHPUT, TOGETHER
from app.ui.start.drives import DriveFacts, DrivesDialog, drive_facts, one_device
from app.ui.start.run_request import StartRequest
from app.ui.window.application import WorkbenchWindow
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from app.ui.workbench.counter_catalogue import BYTES
from app.ui.workbench.counter_catalogue import OUTSTANDING as QUEUE
from app.ui.workbench.workbench_page import LEVELS
from tests.support.engine_runs import outpace
from tests.support.recorded import PAIR, SyntheticRun
from tests.support.ui_window import FakeEngine, Opener
from widgets.charts.load_chart import LoadChart
from widgets.charts.load_plot import LoadCurve, PlottedPoint
from widgets.theme import LIGHT

# Without a window manager, dialogs cannot set their minimum size, and Qt warns about it.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LONG_MS = 120_000
TARGETS = 4
SWEEP = """
title = "Two folders"
[workload]
name = "storage-io"
threads = 1
file_size = "2MB"
[plan]
name = "queue-depth-sweep"
depths = [1, 4]
settle_s = 0
dwell_s = 2
"""


@pytest.fixture
def begun(qtbot: QtBot, tmp_path: Path, direct_folder: Path) -> Iterator[SessionController]:
    """Start a real sweep on two folders, with four targets each, in a window."""
    text = SWEEP
    for name in ("first", "second"):
        (direct_folder / name).mkdir()
        target = f'[[systems.targets]]\nengine = "storage"\npath = "{(direct_folder / name).as_posix()}"\n'
        role = "baseline" if name == "first" else "challenger"
        text += f'[[systems]]\nname = "{name}"\nrole = "{role}"\n{target * TARGETS}'
    scenario = direct_folder / "sweep.toml"
    scenario.write_text(text, encoding="utf-8")
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"))
    qtbot.addWidget(window.shell)
    window.shell.resize(1280, 720)
    window.shell.show()
    controller = window.furnish()
    controller.start(StartRequest(str(scenario), None, tmp_path / "run.outpace"))
    yield controller
    if (run := controller.run) is not None:
        run.stop()
        run.leave(go_on=False)
        controller.run = None
    window.shell.close()


def recorded(controller: SessionController) -> SessionReader:
    """Return the session that the window shows."""
    assert controller.follower is not None
    return controller.follower.reader


def drawn(chart: LoadChart) -> dict[str, list[float]]:
    """Return the depths at each curve's points."""
    return {curve.label: [point.load for point in curve.points] for curve in chart.curves}


def test_sweep_of_two_folders_is_charted_and_reported_by_queue_depth(begun, qtbot):
    controller: SessionController = begun
    assert not controller.shell.notice.text
    qtbot.waitUntil(
        lambda: controller.follower is not None and controller.run is None and controller.follower.reader.over,
        timeout=LONG_MS,
    )
    reader, workbench = recorded(controller), controller.workbench
    assert reader.end is not None
    assert len(reader.systems[0].targets) == TARGETS

    # The charts are those of storage by default, and no text mentions orders.
    assert {QUEUE, BYTES} <= set(controller.view.layout.charted)
    model = workbench.counters.table.rows
    cells = [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]
    counters = [str(text) for row in cells for text in row]
    assert "IOPS" in counters
    assert "Latency p99, writes" in counters
    assert not [counter for counter in counters if "Orders" in counter]
    qtbot.waitUntil(lambda: "highest IOPS" in workbench.headline.accessibleDescription(), timeout=LONG_MS)
    assert "outstanding · writes" in workbench.headline.accessibleDescription()
    assert "orders" not in workbench.headline.accessibleDescription()

    controller.shell.actions_["levels"].trigger()
    assert workbench.page == LEVELS
    depths = workbench.levels.depths
    labels = {"A reads", "B reads", "A writes", "B writes"}
    for name in (IOPS, LATENCY, THROUGHPUT):
        assert drawn(depths.charts[name]) == {key: [1.0, 4.0] for key in labels}, name
    asked = next(curve for curve in depths.charts[OUTSTANDING].curves if curve.label == "requested")
    assert [point.value for point in asked.points] == [1 * TARGETS, 4 * TARGETS]
    assert "4 × 1 × 4 = 16 requested" in depths.results.text

    depths.passes.setCurrentIndex(1)
    assert set(drawn(depths.charts[LATENCY])) == {"A", "B"}
    whole = {curve.label: curve.points[-1].value for curve in depths.charts[IOPS].curves}
    depths.targets.setCurrentText(EACH)
    each = {curve.label: curve.points[-1].value for curve in depths.charts[IOPS].curves}
    assert set(each) == {f"{letter}{number}" for letter in "AB" for number in range(1, TARGETS + 1)}
    assert sum(value for label, value in each.items() if label[0] == "A") == pytest.approx(whole["A"], rel=0.02)
    assert set(drawn(depths.charts[LATENCY])) == set(drawn(depths.charts[OUTSTANDING])) - {"requested"} == set(each)
    means = {curve.label: [point.value for point in curve.points] for curve in depths.charts[LATENCY].curves}
    depths.latency.setCurrentText("p99")
    assert {curve.label: [p.value for p in curve.points] for curve in depths.charts[LATENCY].curves} != means
    depths.targets.setCurrentIndex(0)
    depths.latency.setCurrentText(TOGETHER)
    latencies = {curve.label: curve.points[-1].value for curve in depths.charts[LATENCY].curves}
    assert set(latencies) == {f"{letter} {figure}" for letter in "AB" for figure in ("mean", "p50", "p99")}
    assert latencies["A p50"] < latencies["A p99"]
    assert "× 1 thread × 4 targets per system" in depths.charts[IOPS].axis


def test_two_chosen_drives_are_started_and_remembered(opened: Opener, engine: FakeEngine, direct_folder, qtbot):
    folders = [direct_folder / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    controller = opened()

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, DrivesDialog)
        assert not dialog.run_button.isEnabled()
        for field, folder in zip(dialog.fields.values(), folders, strict=True):
            field.set_folder(str(folder))
        assert "free" in dialog.facts["A"].text()
        assert "one device" in dialog.note.text()
        assert "1 GB" in dialog.intro.text()
        assert "48 s" in dialog.intro.text()
        dialog.file_size.setCurrentIndex(dialog.file_size.findData("64MB"))
        dialog.seconds.setCurrentIndex(dialog.seconds.findData("2"))
        assert "64 MB" in dialog.intro.text()
        assert "24 s" in dialog.intro.text()
        dialog.run_button.click()

    QTimer.singleShot(0, answer)
    controller.shell.actions_["drives"].trigger()
    assert engine.arguments[:2] == ["run", "drives-patterns"]
    for option, value in (("--file-size", "64MB"), ("--seconds", "2")):
        assert engine.arguments[engine.arguments.index(option) + 1] == value
    assert [engine.arguments[i + 1] for i, word in enumerate(engine.arguments) if word == "--folder"] == [
        f"A={folders[0]}",
        f"B={folders[1]}",
    ]
    again = DrivesDialog(controller.starting._store)
    qtbot.addWidget(again)
    assert [field.folder for field in again.fields.values()] == [str(folder) for folder in folders]
    assert again.file_size.currentData() == "64MB"
    again.test.setCurrentIndex(again.test.findData("drives-sweep"))
    assert again.request.scenario == "drives-sweep"


def test_unusable_folder_is_rejected_with_a_remedy(direct_folder, monkeypatch):
    work = StorageIo(file_size="2MB")
    assert not drive_facts(str(direct_folder), work).problem
    assert "create one first" in drive_facts(str(direct_folder / "missing"), work).problem
    assert "whole path" in drive_facts("drive", work).problem
    too_large = drive_facts(str(direct_folder), StorageIo(file_size="900TB"))
    assert "Make room" in too_large.problem
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "own on this drive" in drive_facts(str(direct_folder), work).problem


def test_shared_device_is_reported_only_if_known():
    first, second = DriveFacts("/dev/a", "ext4", 1.0), DriveFacts("/dev/b", "ext4", 1.0)
    assert "slow each other down" in one_device(first, first)
    assert not one_device(first, second)
    assert not one_device(DriveFacts("", "", -1), DriveFacts("", "", -1))


def test_logarithmic_axes_space_points_by_their_ratios(qtbot):
    chart = LoadChart(LIGHT.chart, lambda value, _: f"{value:g}")
    qtbot.addWidget(chart)
    chart.resize(400, 300)
    chart.set_axis("outstanding per thread", log_values=True, log_loads=True)
    values = (0.001, 0.01, 0.1)
    points = tuple(PlottedPoint(load, value) for load, value in zip((1.0, 2.0, 4.0), values, strict=True))
    chart.set_curves([LoadCurve("A", QColor(LIGHT.chart.error), 0, points)])
    assert not chart.grab().isNull()
    x, y = zip(*(chart.place_of(point.load, point.value) for point in points), strict=True)
    assert math.isclose(x[1] - x[0], x[2] - x[1], abs_tol=0.01)
    assert math.isclose(y[0] - y[1], y[1] - y[2], abs_tol=0.01)
    assert y[0] > y[2]


def test_order_session_does_not_use_storage_terms(opened: Opener, tmp_path: Path):
    run = SyntheticRun(tmp_path / "orders.outpace", PAIR)
    run.seconds(30)
    run.writer.commit()
    controller = opened(run.path)
    assert "orders" in controller.workbench.headline.accessibleDescription()
    assert "IOPS" not in controller.workbench.headline.accessibleName()
    assert QUEUE not in controller.view.layout.charted


def test_access_patterns_are_shown_in_a_table_that_can_be_copied(tmp_path, direct_folder, qtbot):
    text = 'title = "Patterns"\n[workload]\nname = "storage-io"\nfile_size = "4MB"\n[plan]\nname = "access-patterns"\n'
    text += 'patterns = ["SEQ1M Q2T1", "RND4K Q1T1"]\npasses = ["read"]\nsettle_s = 0\ndwell_s = 1\n'
    for name, role in (("first", "baseline"), ("second", "challenger")):
        (direct_folder / name).mkdir()
        target = f'[[systems.targets]]\nengine = "storage"\npath = "{(direct_folder / name).as_posix()}"\n'
        text += f'[[systems]]\nname = "{name}"\nrole = "{role}"\n{target}'
    scenario = direct_folder / "patterns.toml"
    scenario.write_text(text, encoding="utf-8")
    session = tmp_path / "patterns.outpace"
    assert outpace("run", scenario, "--session", session).returncode in {0, 1}
    panel = PatternPanel(LIGHT)
    qtbot.addWidget(panel)
    with closing(SessionReader.open(session)) as reader:
        panel.refresh(reader, 0.0)
        assert not panel.copy_button.isEnabled()
        panel.refresh(reader, reader.length_s)
        rows = panel.table.texts()
        assert [row[:2] for row in rows] == [("SEQ1M Q2T1", "reads"), ("RND4K Q1T1", "reads")]
        assert all("×" in row[-1] for row in rows)
        panel.copy_button.click()
    lines = [line.split("\t") for line in QApplication.clipboard().text().splitlines()]
    assert lines[0][2:] == ["A first, MB/s", "A first, IOPS", "B second, MB/s", "B second, IOPS", "B / A"]
    assert float(lines[1][2]) == pytest.approx(float(lines[1][3]) * 2**20 / 1e6, rel=1e-3)
