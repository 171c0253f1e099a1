# SPDX-License-Identifier: Apache-2.0
"""Reports from the window: options, writing in the background, canceling, errors, and opening the folder."""

import threading
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.model.report_text import ReportDetails
from app.session.session_error import SessionError
from app.ui.reports.report_dialog import ReportDialog, ReportRequest, ReportWriting, report_paths
from app.ui.reports.show_dialog import ShowDialog
from app.ui.window.commands import ResultCommands
from app.ui.window.session_controller import SessionController
from tests.support.logos import picture
from tests.support.recorded import SyntheticRun, recorded
from tests.support.repeated import RepeatedRun

# Without a window manager, dialogs cannot set their minimum size, and Qt warns about it.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LONG_MS = 60_000


def asked(controller: SessionController) -> tuple[ReportDialog, list[Path]]:
    """Return the dialog that Ctrl+R opens, and the list to which folders opened by the window are added."""
    folders: list[Path] = []
    results = controller.shell.findChild(ResultCommands)
    results.show = folders.append
    controller.shell.actions_["report"].trigger()
    return controller.shell.findChild(ReportDialog), folders


def written(dialog: ReportDialog, qtbot: QtBot) -> tuple[Path, ...]:
    """Write the report; return its files."""
    qtbot.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
    assert dialog.busy
    qtbot.waitUntil(lambda: not dialog.busy, timeout=LONG_MS)
    assert dialog.written
    return dialog.written


def test_session_is_saved_as_a_page_and_opened_in_the_browser(opened, qtbot, tmp_path, monkeypatch):
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    path, shown = tmp_path / "one.html", []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "one"), ""))
    controller.saving.show = shown.append
    controller.shell.actions_["page"].trigger()
    qtbot.waitUntil(path.exists, timeout=LONG_MS)
    qtbot.waitUntil(lambda: str(path) in controller.shell.notice.text, timeout=LONG_MS)
    assert "Write-ahead log" in path.read_text(encoding="utf-8")
    controller.shell.notice.offers[0].click()
    assert shown == [path]


def test_unfinished_recording_is_saved_as_a_page(opened, qtbot, tmp_path, monkeypatch):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(30)
    controller = opened(run.path)
    path = tmp_path / "live.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    controller.shell.actions_["page"].trigger()
    qtbot.waitUntil(path.exists, timeout=LONG_MS)
    assert "Write-ahead log" in path.read_text(encoding="utf-8")


def test_session_is_shown_on_a_chosen_network_until_it_is_stopped(opened, qtbot, tmp_path):
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    controller.shell.actions_["broadcast"].trigger()
    dialog = controller.shell.findChild(ShowDialog)
    assert not dialog.start_button.isEnabled(), "no network is chosen"
    dialog.network.setCurrentIndex(dialog.network.findData("127.0.0.1"))
    qtbot.mouseClick(dialog.start_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.link.text().startswith("http://127.0.0.1:"), timeout=LONG_MS)
    assert not dialog.code.pixmap().isNull()
    with urlopen(dialog.link.text() + "events") as viewer:
        assert viewer.readline().startswith(b"retry")
        qtbot.waitUntil(lambda: "1 viewers now" in dialog.viewers.text(), timeout=LONG_MS)
    link = dialog.link.text()
    qtbot.mouseClick(dialog.stop_button, Qt.MouseButton.LeftButton)
    assert not dialog.is_on
    with pytest.raises(URLError):
        urlopen(link)


def test_report_of_the_displayed_session_is_written_and_folder_opened(opened, qtbot, tmp_path):
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    dialog, folders = asked(controller)
    assert dialog.sessions.paths == (tmp_path / "one.outpace",)
    dialog.folder.setText(str(tmp_path / "reports"))
    for ending, box in dialog.formats.items():
        box.setChecked(ending in ("html", "png"))
    files = written(dialog, qtbot)
    assert files == (tmp_path / "reports" / "one.html", tmp_path / "reports" / "one.png")
    assert "Write-ahead log" in files[0].read_text(encoding="utf-8")
    assert files[1].read_bytes().startswith(b"\x89PNG")
    assert folders == [tmp_path / "reports"]
    assert "one.html, one.png" in controller.shell.notice.text
    controller.shell.notice.offers[0].click()
    assert folders == [tmp_path / "reports"] * 2


def test_anonymous_report_omits_names_and_choices_are_remembered(opened, qtbot, tmp_path):
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    dialog, folders = asked(controller)
    dialog.formats["pdf"].setChecked(False)
    dialog.anonymous.setChecked(True)
    dialog.open_folder.setChecked(False)
    (html,) = written(dialog, qtbot)
    assert "Write-ahead log" not in html.read_text(encoding="utf-8").partition("Scenario")[0]
    assert folders == []
    again, _ = asked(controller)
    assert again.anonymous.isChecked()
    assert not again.open_folder.isChecked()
    assert [ending for ending, box in again.formats.items() if box.isChecked()] == ["html"]
    again.reject()


def test_report_paths_never_overwrite_existing_files(tmp_path):
    (tmp_path / "report.pdf").write_text("mine")
    outputs = report_paths(tmp_path, "report", ["html", "pdf"])
    assert outputs.paths == [tmp_path / "report-2.html", tmp_path / "report-2.pdf"]


def test_report_dialog_requires_a_session_and_a_format(opened, tmp_path):
    one, other = (recorded(tmp_path / f"{name}.outpace", seconds=12) for name in "ab")
    controller = opened()
    dialog, _ = asked(controller)
    assert dialog.problem == "Add at least one session."
    assert not dialog.write_button.isEnabled()
    for path in (one, other, one):
        dialog.sessions.add(path)
    assert dialog.sessions.paths == (one, other)
    assert dialog.write_button.isEnabled()
    dialog.sessions.list.setCurrentRow(0)
    dialog.sessions.remove_button.click()
    assert dialog.sessions.paths == (other,)
    for box in dialog.formats.values():
        box.setChecked(False)
    assert dialog.problem == "Choose at least one format."
    dialog.reject()


def test_report_failure_is_shown_and_the_dialog_stays_open(opened, qtbot, tmp_path):
    broken = tmp_path / "broken.outpace"
    broken.write_bytes(b"no session at all")
    controller = opened()
    dialog, folders = asked(controller)
    dialog.sessions.add(broken)
    dialog.folder.setText(str(tmp_path))
    dialog.write()
    qtbot.waitUntil(lambda: not dialog.busy, timeout=LONG_MS)
    assert "broken.outpace" in dialog.problem
    assert dialog.isVisible()
    dialog.folder.setText(str(broken / "below"))
    dialog.write()
    assert not dialog.busy
    assert "Choose another folder" in dialog.problem
    assert folders == []
    dialog.reject()


def test_canceling_deletes_partial_reports(qtbot, tmp_path, opened):
    controller = opened()
    outputs = report_paths(tmp_path, "report", ["html", "pdf"])
    begun, go_on = threading.Event(), threading.Event()

    def write(_sessions, to, *, details, anonymous, progress, thresholds):
        """Write a fake report of two files, with a wait between them."""
        assert not anonymous
        assert details == ReportDetails()
        assert thresholds == ()
        progress("writing", 0, 2)
        to.html.write_text("half of it")
        begun.set()
        go_on.wait(60)
        progress("writing", 1, 2)
        to.pdf.write_text("the rest")

    writing = ReportWriting(ReportRequest((), outputs), controller, write)
    with qtbot.waitSignal(writing.cancelled, timeout=LONG_MS):
        assert begun.wait(60)
        writing.cancel()
        go_on.set()
    assert not outputs.html.exists()
    assert not outputs.pdf.exists()


def test_write_failure_is_reported(qtbot, tmp_path, opened):
    controller = opened()

    def write(*_sessions, **_rest):
        """Raise the error of a report that cannot be written."""
        raise SessionError("the disk is full")

    writing = ReportWriting(ReportRequest((), report_paths(tmp_path, "report", ["html"])), controller, write)
    with qtbot.waitSignal(writing.failed, timeout=LONG_MS) as told:
        pass
    assert told.args == ["the disk is full"]


def test_conclusion_is_kept_with_the_session_and_restored(opened, qtbot, tmp_path):
    """The fields initially contain the scenario's text; edits appear in the report.

    They are stored with the session even if the dialog is canceled, but the session's file does not change.
    """

    def gone():
        return controller.shell.findChild(ReportDialog) is None

    text = 'name = "timed"\n[report]\nauthor = "E. Example"\nsummary = "From the scenario."'
    run = RepeatedRun(tmp_path / "one.outpace", plan=text)
    run.repeats(1, seconds=11)
    path = run.finish()
    before = path.read_bytes()
    controller = opened(path)
    dialog, _ = asked(controller)
    qtbot.waitUntil(lambda: dialog.author.author.text() == "E. Example", timeout=LONG_MS)
    assert dialog.author.summary.toPlainText() == "From the scenario."
    assert not dialog.author.typed
    (tmp_path / "logo.png").write_bytes(picture("PNG"))
    (tmp_path / "text.png").write_text("no picture")
    dialog.author.take_logo(tmp_path / "text.png")
    assert "neither a whole PNG nor a JPEG" in dialog.problem
    assert not dialog.write_button.isEnabled()
    dialog.author.take_logo(tmp_path / "logo.png")
    dialog.author.conclusion.setPlainText("x" * 4001)
    assert "4,000 characters" in dialog.problem
    dialog.author.conclusion.setPlainText("Buy it.\n\n- now")
    qtbot.keyClicks(dialog.author.company, "Example Laboratories")
    assert dialog.problem == ""
    dialog.formats["pdf"].setChecked(False)
    dialog.open_folder.setChecked(False)
    (html,) = written(dialog, qtbot)
    page = html.read_text(encoding="utf-8")
    for part in ("Example Laboratories · E. Example", "From the scenario.", "Buy it.", "<li>now</li>", "<img"):
        assert part in page
    qtbot.waitUntil(gone, timeout=LONG_MS)
    again, _ = asked(controller)
    qtbot.waitUntil(lambda: again.author.conclusion.toPlainText() == "Buy it.\n\n- now", timeout=LONG_MS)
    assert again.author.remove_button.isEnabled()
    again.author.remove_button.click()
    again.author.conclusion.setPlainText("Buy two.")
    again.reject()
    qtbot.waitUntil(gone, timeout=LONG_MS)
    third, _ = asked(controller)
    qtbot.waitUntil(lambda: third.author.conclusion.toPlainText() == "Buy two.", timeout=LONG_MS)
    assert not third.author.remove_button.isEnabled()
    third.reject()
    assert path.read_bytes() == before
