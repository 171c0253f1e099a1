# SPDX-License-Identifier: Apache-2.0
"""Presenter's window: state, next key, problems and remedies, the switch to a recording, notes, and the rehearsal."""

import dataclasses
import math
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.ui.presentation.booth_states import BoothState
from app.ui.presentation.playlist import Piece, Playlist, rehearsed
from app.ui.presentation.presenter_status import Situation, in_trouble, status_of
from app.ui.presentation.rehearsal import RehearsalDialog, busy_check, disk_check, piece_checks, screens_check
from app.ui.window.state import StateStore
from tests.support.recorded import PAIR, SyntheticRun, recorded

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "raise")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate the test from this machine's desktop; writer and window share a thread."""
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("app.session.writer.WAIT_FOR_READERS_S", 0.0)


def test_presenter_window_shows_clock_and_remembers_notes_per_scenario(opened, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    controller.shell.actions_["booth"].trigger()
    controller.shell.actions_["presenter"].trigger()
    window = controller.booth.presenter
    assert window is not None
    assert window.isVisible()
    controller.booth.window.follower.seek(20)
    window.tick.emit()
    assert window.bar.time == "0:20"
    assert "measuring" in window.bar.line
    assert window.bar.title == "A recording, one thing to look at"
    assert window.trouble.text().startswith("The screen may turn off")
    assert "What does the journal cost?" in window.notes.toPlainText()
    assert window.key.text() == "F5"
    window.notes.setPlainText("Ask who pulled a disk before")
    assert controller.open(recorded(tmp_path / "two.outpace", seconds=20, seed=2))
    window.tick.emit()
    assert window.notes.toPlainText() == "Ask who pulled a disk before"
    controller.close_session()
    window.tick.emit()
    assert not window.notes.isEnabled()
    assert window.bar.title.startswith("Nothing is running")


def test_trouble_has_a_remedy_and_r_switches_to_the_recording_and_back(opened, qtbot: QtBot, tmp_path: Path) -> None:
    sessions_folder().mkdir(parents=True, exist_ok=True)
    best = recorded(sessions_folder() / "best.outpace", seconds=40)
    run = SyntheticRun(tmp_path / "live.outpace", facts=({}, {"Server": "db2:5432"}))
    run.seconds(40)
    run.stop("B")
    run.seconds(5)
    controller = opened(run.path)
    controller.follower.go_live()
    controller.shell.actions_["booth"].trigger()
    controller.shell.actions_["presenter"].trigger()
    booth, window = controller.booth.window, controller.booth.presenter
    window.tick.emit()
    assert window.bar.title == "Write-ahead log has stopped: disk full"
    assert window.trouble.text() == "Write-ahead log has stopped: disk full"
    assert "It runs on db2:5432" in window.remedy.text()
    assert "Free space" in window.remedy.text()
    assert (window.key.text(), window.next.text()) == ("R", "Switch to the recording")
    assert window.restart.isVisible()
    qtbot.keyClick(booth, Qt.Key.Key_PageDown)  # in trouble, it does the same as R
    qtbot.waitUntil(lambda: booth.follower is not None and booth.follower.path == best, timeout=60_000)
    assert "RECORDED" in booth.board.pill.text
    assert booth.follower.playing
    window.tick.emit()
    assert window.next.text() == "Back to the live run"
    qtbot.mouseClick(window.recording, Qt.MouseButton.LeftButton)
    assert booth.follower.path == run.path
    assert booth.board.pill.text == "LIVE"
    controller.close_session()
    run.finish()


def test_status_names_the_next_key_in_every_state(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(60)
    with SessionReader.open(run.path) as reader:
        now = Situation(reader=reader, at_s=60.0, live=True, state=BoothState.FIRM, free=50e9)
        well = status_of(now)
        assert (well.level, well.title, well.trouble) == ("well", "Live, all well", "Nothing is wrong")
        assert "50 GB free" in well.remedy
        assert well.key == "snapshot"
        assert status_of(dataclasses.replace(now, state=BoothState.SO_FAR)).key == "freeze"
        assert status_of(dataclasses.replace(now, frozen=True)).next == "Go on"
        assert status_of(dataclasses.replace(now, blanked=True)).key == "blank"
        assert status_of(dataclasses.replace(now, free=5e9)).level == "look"
        full = status_of(dataclasses.replace(now, free=1e6))
        assert (full.level, full.trouble) == ("act", "No space left for recordings")
        assert status_of(dataclasses.replace(now, message="The screen may turn off")).level == "look"
        assert not in_trouble(now)
    idle = status_of(Situation())
    assert (idle.title, idle.key) == ("Nothing is running", "start")
    assert status_of(Situation(stage="ready")).next == "Start the run"
    run.finish()


def test_presenter_window_fits_960_by_600(opened, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    controller.shell.actions_["presenter"].trigger()
    window = controller.booth.presenter
    window.resize(960, 600)
    assert not window.preview.isVisible()  # the preview goes first
    for part in (window.bar, window.key, window.next, window.trouble, window.notes, window.recording, window.blank):
        assert part.isVisible()
        assert window.rect().contains(part.mapTo(window, part.rect().center()))
    window.resize(1440, 900)
    assert window.preview.isVisible()


def test_rehearsal_checks_the_stand_and_plays_the_loop_at_ten_times_its_speed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = (PAIR[0], dataclasses.replace(PAIR[1], name="A name that nobody can read from three meters away"))
    good = recorded(tmp_path / "good.outpace", seconds=20)
    bad = recorded(tmp_path / "bad.outpace", long, seconds=20)
    checks = piece_checks([Piece(str(good)), Piece(str(bad)), Piece(str(tmp_path / "gone.outpace"))])
    assert [check.well for check in checks] == [True, False, False]
    assert "Shorten it" in checks[1].remedy
    assert "Remove it from the loop" in checks[2].remedy
    assert not piece_checks([])[0].well
    assert busy_check(0.1).well
    assert "End other programs" in busy_check(0.6).remedy
    assert not screens_check("stand").well
    assert disk_check(tmp_path / "not there yet").text.endswith("GB free for recordings")
    playlist = rehearsed(Playlist((Piece(str(good)),), speed=4.0, piece_s=45.0, card_s=15.0))
    assert (playlist.speed, playlist.piece_s, playlist.card_s) == (10.0, 4.5, 1.5)
    monkeypatch.setattr("app.ui.presentation.rehearsal.SAMPLE_MS", 10)
    dialog = RehearsalDialog(Playlist((Piece(str(good)),)), StateStore(tmp_path / "state.json"))
    qtbot.addWidget(dialog)
    count = len(dialog.checks)
    qtbot.waitUntil(lambda: len(dialog.checks) == count + 1, timeout=60_000)
    assert any("of this machine is in use" in check.text for check in dialog.checks)
    assert dialog.play.isEnabled()
    assert math.isfinite(playlist.result_s)
