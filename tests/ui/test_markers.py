# SPDX-License-Identifier: Apache-2.0
"""Markers: a user's text at a point in a live run, shown in the session, charts, events and report."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.control.engine_commands import MarkCommand, decode, encode
from app.model.bounds import MARKER_LETTERS
from app.model.events import Marker
from app.report.appendix import events_part
from app.report.content import ReportTable
from app.session.reader import SessionReader
from app.session.records import Event
from app.ui.start.run_request import StartRequest
from app.ui.window.application import WorkbenchWindow
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from tests.support.booth_looks import booth, texts
from tests.support.engine_runs import scenario_file
from tests.support.recorded import SyntheticRun, recorded

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LONG_MS = 60_000
WORDS = "now we pull a disk"


@pytest.fixture
def running(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionController]:
    """Open a window that follows a run of the real engine."""
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"))
    qtbot.addWidget(window.shell)
    window.shell.resize(1600, 1000)
    window.shell.show()
    controller = window.furnish()
    controller.start(StartRequest(str(scenario_file(tmp_path)), 40.0, tmp_path / "run.outpace"))
    qtbot.waitUntil(lambda: controller.follower is not None and controller.follower.reader.started, timeout=LONG_MS)
    qtbot.waitUntil(lambda: controller.follower.now_s > 2, timeout=LONG_MS)
    yield controller
    if (run := controller.run) is not None:
        run.stop()
        run.leave(go_on=False)
        controller.run = None
    window.shell.close()


def marker_of(reader: SessionReader) -> Event | None:
    return next((event for event in reader.events if isinstance(event.message, Marker)), None)


def test_marker_round_trips_and_invalid_length_is_rejected() -> None:
    assert decode(encode(MarkCommand("drive pulled", 5))) == MarkCommand("drive pulled", 5)
    for wrong in ("", "x" * (MARKER_LETTERS + 1)):
        with pytest.raises(ValueError, match="length"):
            decode(encode(MarkCommand(wrong)))


@pytest.mark.parametrize("where", ["workbench", "booth"])
def test_m_key_marks_its_moment_on_every_chart_and_in_the_report(
    where: str, running: SessionController, qtbot: QtBot, tmp_path: Path
) -> None:
    controller, follower = running, running.follower
    assert follower is not None
    if where == "booth":
        controller.shell.actions_["booth"].trigger()
        window = controller.booth.window
        assert window is not None
        qtbot.keyClick(window, Qt.Key.Key_M)
    else:
        controller.shell.actions_["mark"].trigger()
    pressed_ns = time.perf_counter_ns()
    entry = controller.booth.markers.entry
    assert entry is not None
    assert entry.field.itemText(0) == "drive pulled"
    entry.field.setEditText("  now we pull   a disk ")
    qtbot.wait(1200)  # the user types for a while: the marker has the time of the key press
    if where == "booth":
        qtbot.keyClick(entry.field.lineEdit(), Qt.Key.Key_Return)
    else:
        qtbot.mouseClick(entry.set_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: marker_of(follower.reader) is not None, timeout=LONG_MS)
    event, start_ns = marker_of(follower.reader), follower.reader.start_ns
    assert event is not None
    assert start_ns is not None
    assert isinstance(event.message, Marker)
    assert event.message.text == WORDS
    assert abs(event.t_s - (pressed_ns - start_ns) / 1e9) < 0.5
    if where == "booth":
        assert controller.booth.window is not None
        board = controller.booth.window.board
        qtbot.waitUntil(lambda: texts(board).count(WORDS) >= 2, timeout=LONG_MS)
        controller.booth.window.close()
    for chart in controller.workbench.charts.charts:
        assert WORDS in chart.svg().decode()
    controller.run.stop()
    qtbot.waitUntil(lambda: follower.reader.end is not None, timeout=LONG_MS)
    with SessionReader.open(tmp_path / "run.outpace") as recording:
        tables = [block for block in events_part([recording]) if isinstance(block, ReportTable)]
        assert any(WORDS in row.cells for table in tables for row in table.rows)


def test_escape_discards_a_marker_and_earlier_text_is_suggested(running: SessionController, qtbot: QtBot) -> None:
    mark, markers = running.shell.actions_["mark"], running.booth.markers
    for key, words in ((Qt.Key.Key_Escape, "not this"), (Qt.Key.Key_Return, "fan off")):
        mark.trigger()
        assert markers.entry is not None
        markers.entry.field.setEditText(words)
        qtbot.keyClick(markers.entry.field.lineEdit(), key)
        qtbot.waitUntil(lambda: markers.entry is None, timeout=LONG_MS)
    mark.trigger()
    assert markers.entry is not None
    offered = [markers.entry.field.itemText(row) for row in range(markers.entry.field.count())]
    assert "fan off" in offered
    assert "not this" not in offered


def test_marking_a_recording_is_rejected_with_a_message(opened, tmp_path: Path) -> None:
    path = recorded(tmp_path / "one.outpace", seconds=20)
    before = path.read_bytes()
    controller = opened(path)
    controller.shell.actions_["mark"].trigger()
    assert controller.booth.markers.entry is None
    assert "never changed" in controller.shell.notice.text
    assert path.read_bytes() == before


def test_marker_label_at_the_edge_is_shown_in_full(qtbot: QtBot, tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "run.outpace")
    run.seconds(29)
    run.writer.event(run.start_ns + 28 * 10**9, Marker(text="cable pulled"))
    run.seconds(1)
    with booth(qtbot, run.finish()) as window:
        assert texts(window.board).count("cable pulled") == 6
