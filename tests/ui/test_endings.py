# SPDX-License-Identifier: Apache-2.0
"""Messages about runs that failed, never started, or need attention; and the row to which commands apply."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QMessageBox, QPushButton, QToolBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.scenario.reading import read_scenario
from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.ui.library.session_list import recent_sessions
from app.ui.reports.snapshot_dialog import SnapshotDialog, snapshot_path
from app.ui.start.run_request import StartRequest
from app.ui.start.start_dialog import StartDialog
from app.ui.window.notice import NoticeBar
from app.ui.window.state import StateStore
from app.ui.workbench.counters_dialog import CounterChoice, CountersDialog
from app.ui.workbench.status_bar import faults_text
from tests.support.recorded import FAR_APART, TRIO, SyntheticRun, recorded
from tests.support.ui_window import settled
from widgets.theme import DARK, LIGHT

REASON = "the folder /nowhere can't be created: Permission denied"


def selected_pixels(table):
    """Return the number of pixels with the selection color in each table row, from the top."""
    image = table.viewport().grab().toImage()
    wanted = {QColor(theme.selection).rgb() for theme in (DARK, LIGHT)}
    counts = []
    for row in range(table.model().rowCount()):
        top = table.rowViewportPosition(row)
        if top + 4 >= image.height():
            break
        counts.append(sum(image.pixelColor(x, top + 4).rgb() in wanted for x in range(image.width())))
    return counts


def test_selected_row_is_highlighted_and_stays_selected(opened, tmp_path, qtbot):
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(8)
    controller = opened(run.path)
    table = controller.workbench.counters.table
    qtbot.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.model().index(2, 3)).center()
    )
    key = table.current_key()
    for _ in range(3):
        run.second()
        controller.follower.tick()
        counts = selected_pixels(table)
        assert counts[2] > 300
        assert not any(counts[:2] + counts[3:])
    assert (table.current_key(), table.selected_keys()) == (key, [key])
    controller.shell.actions_["theme"].trigger()
    assert selected_pixels(table)[2] > 300
    controller.shell.actions_["remove"].trigger()
    assert table.current_key() != key
    at = table.currentIndex().row()
    assert selected_pixels(table)[at] > 300
    assert table.selected_keys() == [table.current_key()]
    run.finish()


def test_row_selected_by_focus_is_highlighted(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10))
    table = controller.workbench.counters.table
    assert not any(selected_pixels(table))
    table.setFocus(Qt.FocusReason.TabFocusReason)
    assert table.current_key() is not None
    assert selected_pixels(table)[table.currentIndex().row()] > 300


def test_snapshot_shows_its_note_and_saves_a_picture_next_to_it(opened, tmp_path, qtbot, monkeypatch):
    path = recorded(tmp_path / "pair.outpace", seconds=10)
    (tmp_path / "pair_peak.png").write_bytes(b"mine")
    assert snapshot_path(path, "peak").name == "pair_peak-2.outpace"
    controller = opened(path)
    monkeypatch.setattr(SnapshotDialog, "exec", lambda _self: 1)
    monkeypatch.setattr(SnapshotDialog, "name", "peak")
    monkeypatch.setattr(SnapshotDialog, "note", "B stalls while A checkpoints")
    controller.shell.actions_["snapshot"].trigger()
    settled(controller, qtbot)
    made = tmp_path / "pair_peak-2.outpace"
    with SessionReader.open(made) as reader:
        assert reader.view.png, "the window as it was, for the library"
    slide = QImage(str(made.with_suffix(".png")))
    assert (slide.width(), slide.height()) == (3840, 2160)
    assert (tmp_path / "pair_peak.png").read_bytes() == b"mine"
    assert controller.open(made)
    assert controller.workbench.sidebar.note == "B stalls while A checkpoints"
    assert controller.shell.title.explanation == "B stalls while A checkpoints"


@pytest.mark.parametrize("recording", [True, False])
def test_snapshot_dialog_mentions_recording_only_while_it_continues(qtbot, tmp_path, recording):
    dialog = SnapshotDialog(tmp_path / "pair.outpace", "peak", recording=recording)
    qtbot.addWidget(dialog)
    assert ("Recording continues" in dialog.message) == recording


def test_run_that_failed_to_start_is_reported_and_can_be_retried(opened, engine):
    controller = opened()
    controller.start(StartRequest("embedded-demo", 30.0))
    run = SyntheticRun(engine.session, started=False)
    run.building(1, 10)
    controller.run.look()
    run.finish(valid=False, reasons=[REASON])
    engine.ended_with = REASON
    controller.follower.tick()
    controller.run.look()
    said = controller.workbench.headline_panel.content(
        controller.follower.reader, controller.workbench.catalogue, controller.workbench.time_window
    )
    assert said.text.main == "Did not start"
    assert "Permission denied" in said.text.basis
    assert controller.workbench.charts.charts == []
    assert "did not start" in controller.shell.notice.text
    assert REASON[4:] in controller.shell.notice.text
    assert controller.shell.notice.property("severity") == "error"
    first = engine.session
    engine.ended_with = None
    again = next(button for button in controller.shell.notice.offers if button.text() == "Run Again")
    again.click()
    assert engine.session != first
    assert "30" in engine.arguments


def test_each_warning_is_on_a_separate_line(opened, tmp_path):
    run = SyntheticRun(tmp_path / "run.outpace")
    run.seconds(8)
    path = run.finish(warnings=["incomplete: the session is on a device under test", "2 of 99 samples arrived late"])
    controller = opened(path)
    assert controller.shell.notice.text.splitlines() == [
        "2 warnings:",
        "Incomplete: the session is on a device under test.",
        "2 of 99 samples arrived late.",
    ]


def test_every_mistake_in_a_scenario_file_is_shown_in_the_dialog(qtbot, tmp_path, monkeypatch):
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    dialog = StartDialog(StateStore(tmp_path / "window.json"))
    qtbot.addWidget(dialog)
    text = "title = 1\nnonsense = 2\n"
    bad.write_text(text)
    chosen = iter([bad, good])
    monkeypatch.setattr(
        "app.ui.start.start_dialog.QFileDialog.getOpenFileName", lambda *_args, **_more: (str(next(chosen)), "")
    )
    dialog.file_button.click()
    assert len(dialog.problem.splitlines()) > 2
    assert all(line.startswith(str(bad)) for line in dialog.problem.splitlines())
    assert dialog.request.scenario == "embedded-demo"
    good.write_text(read_scenario("embedded-durability").text)
    dialog.file_button.click()
    assert dialog.problem == ""
    assert dialog.request.scenario == str(good)
    assert "good.toml" in dialog.scenarios.currentText()


def test_toolbar_keeps_its_size_when_the_theme_changes(opened, tmp_path, qtbot):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=5))

    def widths():
        return [controller.shell.tool_button(key).width() for key in ("start", "freeze", "overlay", "report")]

    qtbot.wait(50)
    bar = controller.shell.findChild(QToolBar)
    before, height = widths(), bar.height()
    for _ in range(2):
        controller.shell.actions_["theme"].trigger()
        qtbot.wait(50)
        assert (widths(), bar.height()) == (before, height)


def test_playing_a_snapshot_unfreezes_it(opened, tmp_path, qtbot, monkeypatch):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20))
    monkeypatch.setattr(SnapshotDialog, "exec", lambda _self: 1)
    monkeypatch.setattr(SnapshotDialog, "name", "held")
    controller.shell.actions_["freeze"].trigger()
    controller.shell.actions_["snapshot"].trigger()
    settled(controller, qtbot)
    assert controller.open(tmp_path / "pair_held.outpace")
    assert controller.shell.actions_["freeze"].isChecked()
    controller.shell.actions_["play"].trigger()
    assert not controller.shell.actions_["freeze"].isChecked()
    qtbot.waitUntil(lambda: controller.workbench.time_window.to_s >= 1.0, timeout=60_000)
    controller.follower.pause()


def test_counter_search_without_a_match_shows_a_message(qtbot):
    dialog = CountersDialog([CounterChoice("\\Memory\\Available MBytes", "A", "machine")], [], [])
    qtbot.addWidget(dialog)
    dialog.search.setText("memory")
    assert dialog.message == ""
    dialog.search.setText("nonesuch")
    assert "nonesuch" in dialog.message


def test_recent_sessions_show_title_date_and_length(opened):
    folder = sessions_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = recorded(folder / "one.outpace", seconds=75, title="Fish & chips")
    with SessionReader.open(path) as reader:
        started = reader.info.started
    (folder / "two.outpace").write_bytes(b"no session")
    shown = {entry.path.name: entry.text for entry in recent_sessions()}
    assert shown == {"one.outpace": f"Fish & chips · {started:%Y-%m-%d %H:%M} · 1:15", "two.outpace": "two"}
    controller = opened()
    names = [card.accessibleName() for card in controller.shell.welcome.cards]
    assert any(name.startswith(shown["one.outpace"]) for name in names)


@pytest.mark.qt_log_ignore("propagateSizeHints")  # without a window manager
def test_small_window_shows_every_time_axis_and_error_counts(opened, tmp_path, qtbot):
    run = SyntheticRun(tmp_path / "2026-11-20_1402_nvme-against-sas-with-a-long-name.outpace", FAR_APART)
    run.seconds(40)
    controller = opened(run.finish(warnings=["one", "two", "three"]), size=(1280, 690))
    qtbot.wait(50)
    for chart in controller.workbench.charts.charts:
        assert chart.viewport().visibleRegion().boundingRect() == chart.viewport().rect()
    table = controller.workbench.counters.table
    assert table.viewport().height() >= 3 * table.rowHeight(0)
    buttons = controller.shell.statusBar().findChildren(QPushButton)
    well = next(part for part in buttons if part.text() == "Measured well")
    assert well.isVisible()
    assert well.toolTip().startswith("0 late samples\n0 errors")
    qtbot.mouseClick(well, Qt.MouseButton.LeftButton)
    box = controller.shell.findChild(QMessageBox, "driverFigures")
    assert box is not None
    assert box.text().startswith("0 late samples\n0 errors")
    box.close()


def test_status_bar_counts_errors_instead_of_calling_it_well_measured(opened, tmp_path):
    run = SyntheticRun(tmp_path / "full.outpace")
    run.seconds(20)
    run.stop("B")
    run.seconds(5)
    controller = opened(run.finish())
    buttons = [part.text() for part in controller.shell.statusBar().findChildren(QPushButton) if part.isVisible()]
    assert "60 errors" in buttons
    assert "Measured well" not in buttons
    controller.follower.seek(15.0)
    buttons = [part.text() for part in controller.shell.statusBar().findChildren(QPushButton) if part.isVisible()]
    assert "Measured well" in buttons


@pytest.mark.parametrize(
    ("errors", "late", "expected"),
    [
        (0, 0, ""),
        (1, 0, "1 Fehler"),
        (1500, 1, "1.500 Fehler · 1 später Messwert"),
        (0, 3, "3 späte Messwerte"),
    ],
)
def test_faults_are_counted_in_german(german, errors, late, expected):
    assert faults_text(errors, late) == expected


def test_headline_of_three_systems_is_centered(opened, tmp_path):
    controller = opened(recorded(tmp_path / "trio.outpace", TRIO, seconds=20))
    headline = controller.workbench.headline
    picture = headline.grab().toImage()
    ink = QColor(DARK.ink).rgb()
    columns = [x for x in range(picture.width()) if any(picture.pixel(x, y) == ink for y in range(picture.height()))]
    assert abs((columns[0] + columns[-1]) / 2 - picture.width() / 2) < 16  # a chip stands before the first name


def test_multiple_warnings_are_collapsed_until_details_are_opened(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    notice = NoticeBar(window)
    notice.say("2 warnings:\nThe first.\nThe second.", "warning")
    low = notice.sizeHint().height()
    assert notice.text == "2 warnings:\nThe first.\nThe second."
    details = next(button for button in notice.findChildren(QToolButton) if button.text() == "Details")
    details.click()
    assert notice.sizeHint().height() > low
    assert details.isHidden()
