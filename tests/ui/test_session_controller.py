# SPDX-License-Identifier: Apache-2.0
"""User actions: run, stop, open, close, snapshot, export. The sessions are synthetic and the engine is a fake."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from app.control.engine_commands import SetUsers
from app.session.reader import SessionReader
from app.ui.reports.export_dialog import FORMATS, ExportDialog, ExportRequest, export
from app.ui.reports.snapshot_dialog import SnapshotDialog, snapshot_path
from app.ui.start.run_request import StartRequest, run_arguments
from app.ui.start.running_engine import Closing, ask_closing
from app.ui.start.start_dialog import StartDialog
from app.ui.window.actions import ENTRIES, ActionEntry
from app.ui.window.commands import counter_choices
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from app.ui.workbench.counters_dialog import CountersDialog
from app.ui.workbench.view import CHARTED, curve_key
from tests.support.recorded import SyntheticRun, recorded
from tests.support.ui_window import FakeEngine, Opener, settled

CLOSING = "app.ui.window.session_controller.ask_closing"


def table_texts(controller: SessionController) -> list[list[str]]:
    """Return the cell text of the counter table, by row."""
    model = controller.workbench.counters.table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def test_empty_window_offers_to_run_the_demo(opened, engine, qtbot):
    controller = opened()
    assert controller.shell.pages.currentWidget() is controller.shell.welcome
    for key in ("snapshot", "export", "freeze", "overlay", "stop", "play"):
        assert not controller.shell.actions_[key].isEnabled(), key
    qtbot.mouseClick(controller.shell.welcome.run_button, Qt.MouseButton.LeftButton)
    assert engine.arguments[:2] == ["run", "embedded-demo"]
    assert engine.session.parent.name == "Outpace"
    assert controller.shell.actions_["stop"].isVisible()


def test_started_run_is_followed_from_first_row_to_end(opened, engine):
    controller = opened()
    controller.start(StartRequest("embedded-demo", 30.0))
    assert "--seconds" in engine.arguments
    assert controller.shell.pages.currentWidget() is controller.workbench
    run = SyntheticRun(engine.session, started=False)
    run.building(300, 1000, "orders")
    controller.run.look()
    assert controller.follower.live
    assert controller.workbench.building.isVisible()
    assert "30 %" in controller.workbench.building.text
    run.start()
    run.seconds(3)
    controller.follower.tick()
    assert not controller.workbench.building.isVisible()
    assert len(controller.workbench.charts.charts) == 6
    for _ in range(2):  # the second press skips the countdown
        controller.shell.actions_["stop"].trigger()
    assert engine.stopped
    run.finish()
    engine.ended_with = ""
    controller.follower.tick()
    controller.run.look()
    assert controller.run is None
    assert not controller.follower.live
    assert controller.shell.actions_["start"].isVisible()
    assert controller.shell.notice.text == ""


def running(controller: SessionController, engine: FakeEngine) -> SyntheticRun:
    """Start a run that the window follows, and return it."""
    controller.start(StartRequest("embedded-demo", 30.0, folders=("A=/tmp",)))
    run = SyntheticRun(engine.session)
    run.seconds(3)
    controller.run.look()
    assert controller.follower.live
    return run


def test_pending_stop_can_be_canceled(opened, engine, qtbot):
    controller = opened()
    run = running(controller, engine)
    shell = controller.shell
    shell.actions_["stop"].trigger()
    assert not engine.stopped
    assert shell.notice.text == "Stopping in 5 s"
    assert shell.actions_["stop"].isEnabled()
    keep = next(button for button in shell.notice.offers if "Keep Running" in button.text())
    keep.click()
    assert shell.notice.text == ""
    assert controller.run.stops_in_s == 0
    shell.actions_["stop"].trigger()
    qtbot.waitUntil(lambda: shell.notice.text == "Stopping in 4 s", timeout=60_000)
    assert not engine.stopped
    qtbot.waitUntil(lambda: engine.stopped, timeout=60_000)
    assert shell.notice.text == ""
    assert not shell.actions_["stop"].isEnabled()
    run.finish()


def test_closing_the_window_with_a_pending_stop_stops_the_run(opened, engine, monkeypatch):
    controller = opened()
    run = running(controller, engine)
    monkeypatch.setattr(CLOSING, lambda *_: pytest.fail("asked"))
    controller.shell.actions_["stop"].trigger()
    assert controller.shell.close()
    assert engine.stopped
    assert not engine.detached
    run.finish()


def test_run_again_uses_the_same_choices(opened, engine):
    controller = opened()
    again = controller.shell.actions_["again"]
    assert not again.isEnabled()
    run = running(controller, engine)
    assert not again.isVisible()
    before = engine.arguments
    run.finish()
    engine.ended_with = ""
    controller.follower.tick()
    controller.run.look()
    assert again.isVisible()
    engine.ended_with = None
    again.trigger()
    place = before.index("--session") + 1
    assert engine.arguments[:place] == before[:place]
    assert engine.arguments[place + 1 :] == before[place + 1 :]


@pytest.mark.qt_log_ignore("propagateSizeHints")  # without a window manager
def test_enter_in_the_closing_prompt_keeps_the_window_open(opened, qtbot):
    shell = opened().shell
    answers = []

    def press_enter() -> None:
        box = QApplication.activeModalWidget()
        texts = [button.text() for button in box.buttons()]
        assert len({text[text.index("&") + 1].lower() for text in texts if "&" in text}) >= 2
        qtbot.keyClick(box, Qt.Key.Key_Return)

    QTimer.singleShot(100, press_enter)
    answers.append(ask_closing(shell, "Demo"))
    assert answers == [Closing.STAY]


def test_second_window_only_watches_and_does_not_stop_the_run(opened, engine, tmp_path, monkeypatch):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(8)
    monkeypatch.setattr("app.ui.window.session_controller.attach", lambda _uuid: engine)
    monkeypatch.setattr(CLOSING, lambda *_: pytest.fail("asked"))
    controller = opened()
    assert controller.open(run.path)
    assert "This window only watches" in controller.shell.notice.text
    assert controller.shell.close()
    assert not engine.stopped
    run.finish()


def test_canceling_a_database_build_stops_the_engine(opened, engine):
    controller = opened()
    controller.start(StartRequest("embedded-demo"))
    run = SyntheticRun(engine.session, started=False)
    run.building(1, 10)
    controller.run.look()
    controller.workbench.building.cancel_button.click()
    assert engine.stopped
    run.finish(valid=False, reasons=["cancelled"])


def test_engine_start_failure_is_reported_and_the_window_stays_open(opened, engine):
    controller = opened()
    controller.start(StartRequest("embedded-demo"))
    engine.ended_with = "The folder /nowhere can't be created: Permission denied. Choose another one."
    controller.run.look()
    assert controller.shell.notice.text == engine.ended_with
    assert controller.shell.pages.currentWidget() is controller.shell.welcome
    assert controller.run is None


def test_traceback_is_logged_and_not_shown_to_the_user(opened, engine, caplog):
    controller = opened()
    controller.start(StartRequest("embedded-demo"))
    run = SyntheticRun(engine.session)
    run.seconds(3)
    controller.run.look()
    engine.ended_with = 'Traceback (most recent call last):\n  File "x.py"\nTypeError: broken'
    controller.run.look()
    assert "Traceback" not in controller.shell.notice.text
    assert "TypeError" not in controller.shell.notice.text
    assert "TypeError: broken" in caplog.text
    assert "recording broke off" in controller.status.text
    assert controller.shell.actions_["play"].isEnabled()


def test_unknown_scenario_is_reported_with_a_suggestion(opened):
    controller = opened()
    controller.start(StartRequest("embeded-demo"))
    assert "embedded-demo" in controller.shell.notice.text


def test_users_are_added_and_removed_during_a_run(opened, engine):
    controller = opened()
    controller.start(StartRequest("embedded-demo"))
    run = SyntheticRun(engine.session, users=8)
    run.seconds(2)
    controller.run.look()
    controller.shell.actions_["more_users"].trigger()
    controller.shell.actions_["fewer_users"].trigger()
    asked = [command for command in engine.commands if isinstance(command, SetUsers)]
    assert [(command.system, command.users) for command in asked] == [("A", 9), ("B", 9), ("A", 8), ("B", 8)]
    run.finish()
    engine.ended_with = ""
    controller.run.look()
    assert not controller.shell.actions_["more_users"].isEnabled()
    assert not controller.shell.actions_["fewer_users"].isEnabled()


def test_every_press_counts_without_a_sample_in_between(opened, engine):
    controller = opened()
    controller.start(StartRequest("embedded-demo"))
    run = SyntheticRun(engine.session, users=8)
    run.seconds(2)
    controller.run.look()
    for _ in range(3):
        controller.shell.actions_["more_users"].trigger()
    asked = [command.users for command in engine.commands if isinstance(command, SetUsers) and command.system == "A"]
    assert asked == [9, 10, 11]
    for _ in range(2):
        controller.shell.actions_["stop"].trigger()
    assert not controller.shell.actions_["more_users"].isEnabled()
    run.finish()


def test_attached_session_is_updated_as_it_grows(opened, engine, tmp_path, monkeypatch):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(8)
    monkeypatch.setattr("app.ui.window.session_controller.attach", lambda _uuid: engine)
    controller = opened(run.path)
    controller.view.change(span_s=5.0)
    assert controller.follower.live
    assert controller.shell.actions_["stop"].isVisible()
    moments, tables = [], []
    for _ in range(2):
        run.seconds(4)
        controller.follower.tick()
        moments.append(controller.workbench.time_window.to_s)
        tables.append(table_texts(controller))
    assert moments == [12.0, 16.0]
    assert tables[0] != tables[1]
    run.finish()
    controller.follower.tick()
    assert not controller.follower.live
    assert controller.workbench.time_window.to_s == 16.0


@pytest.mark.parametrize("answer", list(Closing))
def test_closing_while_recording_asks_and_applies_the_answer(opened, engine, monkeypatch, answer):
    controller = opened()
    controller.start(StartRequest("embedded-demo"))
    run = SyntheticRun(engine.session)
    run.seconds(2)
    controller.run.look()
    asked = []
    monkeypatch.setattr(CLOSING, lambda _parent, title: asked.append(title) or answer)
    closed = controller.shell.close()
    assert "SQLite" in asked[0]
    assert closed == (answer is not Closing.STAY)
    assert engine.stopped == (answer is Closing.STOP)
    assert engine.detached == (answer is Closing.GO_ON)
    assert engine.released == (answer is not Closing.STAY)
    run.finish()


def test_closing_without_a_run_saves_the_layout_without_asking(opened, tmp_path, monkeypatch):
    path = recorded(tmp_path / "pair.outpace", seconds=10)
    controller = opened(path, size=(1300, 800))
    monkeypatch.setattr(CLOSING, lambda *_: pytest.fail("asked"))
    controller.view.choose([*controller.view.layout.listed, "\\Engine File(log)\\Transfers/sec"], CHARTED[:2])
    controller.shell.actions_["sidebar"].trigger()
    assert controller.shell.close()
    again = opened(path, size=(1300, 800))
    assert again.view.layout.charted == CHARTED[:2]
    assert "\\Engine File(log)\\Transfers/sec" in again.view.layout.listed
    assert not again.workbench.sidebar.isVisible()
    assert StateStore(tmp_path / "window.json").octets("geometry")


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "does not exist"), (b"", "is empty"), (b"no database" * 100, "not an Outpace session")],
)
def test_invalid_session_file_is_reported_and_the_open_session_stays(opened, tmp_path, content, words):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=5))
    path = tmp_path / "odd.outpace"
    if content is not None:
        path.write_bytes(content)
    assert not controller.open(path)
    assert words in controller.shell.notice.text
    assert controller.follower.path.name == "pair.outpace"


def test_truncated_session_is_reported_as_damaged(opened, tmp_path):
    path = recorded(tmp_path / "pair.outpace", seconds=30)
    cut = tmp_path / "cut.outpace"
    cut.write_bytes(path.read_bytes()[:40_000])
    controller = opened()
    assert not controller.open(cut)
    assert "damaged" in controller.shell.notice.text


def test_snapshot_opens_with_the_same_figures_axes_and_layout(opened, tmp_path, qtbot, monkeypatch):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(50)
    controller = opened(run.path)
    run.second()
    controller.follower.tick()
    controller.view.change(span_s=30.0, log=True, overlay=True)
    controller.view.show_curve(curve_key("A", CHARTED[1]), CHARTED[1], False, [curve_key(c, CHARTED[1]) for c in "AB"])
    figures, axes = table_texts(controller), [row.axis for row in controller.workbench.charts.rows]
    monkeypatch.setattr(SnapshotDialog, "exec", lambda _self: 1)
    monkeypatch.setattr(SnapshotDialog, "name", "Peak / B")
    monkeypatch.setattr(SnapshotDialog, "note", "after the checkpoint")
    controller.shell.actions_["snapshot"].trigger()
    settled(controller, qtbot)
    run.seconds(20)  # recording continues
    run.finish()
    path = tmp_path / "live_peak-b.outpace"
    before = path.read_bytes()
    again = opened(path)
    assert again.shell.title.text().endswith("Peak / B")
    assert again.view.layout.overlay
    assert again.view.layout.log
    assert again.workbench.time_window.to_s == pytest.approx(51.0)
    assert table_texts(again) == figures
    assert [row.axis for row in again.workbench.charts.rows] == axes
    assert again.follower.reader.view.note == "after the checkpoint"
    assert path.read_bytes() == before
    assert "snapshot" in again.status.text


def test_snapshot_picture_has_twice_the_window_size(opened, tmp_path, qtbot, monkeypatch):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20), size=(1280, 720))
    monkeypatch.setattr(SnapshotDialog, "exec", lambda _self: 1)
    controller.shell.actions_["snapshot"].trigger()
    settled(controller, qtbot)
    (path,) = tmp_path.glob("pair_*.outpace")
    with SessionReader.open(path) as reader:
        assert reader.view.png.startswith(b"\x89PNG")
        width, height = (int.from_bytes(reader.view.png[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (2560, 1440)


def test_snapshot_never_reuses_an_existing_name(tmp_path):
    session = tmp_path / "run.outpace"
    first = snapshot_path(session, "../../etc: passwd?")
    assert first.parent == tmp_path
    assert first.name == "run_etc-passwd.outpace"
    first.write_bytes(b"")
    assert snapshot_path(session, "etc passwd").name == "run_etc-passwd-2.outpace"
    assert snapshot_path(session, "").name == "run_snapshot.outpace"


def test_copy_puts_a_picture_of_the_window_on_the_clipboard(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20), size=(1280, 720))
    controller.shell.actions_["copy"].trigger()
    assert QApplication.clipboard().image().width() == 2560


def test_export_contains_the_figures_and_never_overwrites_a_file(opened, tmp_path, qtbot, monkeypatch):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20))
    target = tmp_path / "out.json"
    monkeypatch.setattr(ExportDialog, "exec", lambda _self: 1)
    monkeypatch.setattr(ExportDialog, "request", ExportRequest(controller.follower.path, FORMATS[0], target))
    controller.shell.actions_["export"].trigger()
    settled(controller, qtbot)
    assert json.loads(target.read_text())["systems"][1]["name"] == "Write-ahead log"
    controller.shell.notice.hide()
    controller.shell.actions_["export"].trigger()
    settled(controller, qtbot)
    assert "already exists" in controller.shell.notice.text


def test_every_export_format_creates_its_output(tmp_path):
    session = recorded(tmp_path / "pair.outpace", seconds=5)
    for entry in FORMATS:
        target = tmp_path / f"out{entry.suffix}"
        export(ExportRequest(session, entry, target))
        assert target.is_dir() == entry.folder
        assert target.exists()


def test_counters_are_found_by_parts_of_their_names_and_charted(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10))
    choices = counter_choices(controller.workbench.catalogue)
    layout = controller.view.layout
    dialog = CountersDialog(choices, layout.listed, layout.charted)
    qtbot.addWidget(dialog)
    assert dialog.charted == sorted(CHARTED, key=str.casefold)
    dialog.search.setText("log transfer avg")
    shown = dialog.found
    assert shown == ["\\Engine File(log)\\Avg. sec/Transfer"]
    dialog.mark(shown[0], chart=True)
    controller.view.choose(dialog.listed, dialog.charted)
    assert len(controller.workbench.charts.rows) == 4
    assert controller.view.layout.charted[-1] == shown[0]


def test_driver_machine_counter_has_one_chart_across_all_columns(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10))
    path = "\\Processor(_Total)\\% Processor Time"
    controller.view.choose([*controller.view.layout.listed, path], [*controller.view.layout.charted, path])
    row = controller.workbench.charts.rows[-1]
    assert len(row.charts) == 1
    assert row.charts[0].width() > 0


def test_removing_a_counter_removes_its_rows_and_charts(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10))
    controller.workbench.counters.table.remove_requested.emit([curve_key("A", CHARTED[0])])
    assert CHARTED[0] not in controller.view.layout.listed
    assert len(controller.workbench.charts.rows) == 2
    controller.shell.actions_["reset"].trigger()
    assert len(controller.workbench.charts.rows) == 3


def test_highlight_follows_the_table_selection(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10))
    key = curve_key("B", CHARTED[1])
    controller.workbench.counters.table.select(key)
    controller.shell.actions_["highlight"].trigger()
    assert controller.view.layout.highlighted == key
    controller.workbench.counters.table.select(curve_key("A", CHARTED[0]))
    assert controller.view.layout.highlighted == curve_key("A", CHARTED[0])
    controller.shell.actions_["highlight"].trigger()
    assert controller.view.layout.highlighted == ""


def test_start_dialog_passes_on_folders_and_duration_and_keeps_folders(qtbot, tmp_path):
    store = StateStore(tmp_path / "window.json")
    dialog = StartDialog(store)
    qtbot.addWidget(dialog)
    dialog.seconds.setValue(45)
    first, second = dialog.folders
    dialog.folders[second].set_folder(str(tmp_path))
    request = dialog.request
    assert run_arguments(request, Path("s.outpace")) == [
        *("run", "embedded-demo", "--session", "s.outpace", "--seconds", "45"),
        *("--folder", f"{second}={tmp_path}"),
    ]
    dialog.folders[first].set_folder("relative")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    dialog.run_button.click()
    assert dialog.result() == 0
    assert "A · " in dialog.problem
    dialog.folders[first].set_folder("")
    dialog.run_button.click()
    assert dialog.result() == 1
    again = StartDialog(store)
    qtbot.addWidget(again)
    assert again.folders[second].folder == str(tmp_path)


def test_no_two_actions_share_a_shortcut():
    keys = [QKeySequence(entry.shortcut).toString() for entry in ENTRIES if isinstance(entry, ActionEntry)]
    assert all(keys)
    assert sorted(keys) == sorted(set(keys))


def test_run_that_cannot_be_saved_offers_another_folder(
    opened: Opener, qtbot: QtBot, engine: FakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    wrong, right = tmp_path / "file" / "recordings", tmp_path / "right"
    controller = opened()
    controller._store.put("sessions folder", str(wrong))
    controller.start(StartRequest("embedded-demo"))
    notice = controller.shell.notice
    assert notice.text.startswith(f"Outpace cannot save in {wrong}. Choose another folder")
    assert "Errno" not in notice.text
    assert controller.run is None
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(right))
    (choose,) = notice.offers
    assert choose.text() == "Choose Folder…"
    qtbot.mouseClick(choose, Qt.MouseButton.LeftButton)
    assert controller._store.text("sessions folder") == str(right)
    assert right.is_dir()
    assert controller.run is not None, "the run starts with the chosen folder"
