# SPDX-License-Identifier: Apache-2.0
"""Comparison of sessions in the window: creating, viewing, saving, canceling, and a damaged file."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.imports.joining.combined_session import JoinedSession
from app.session.paths import output_folder, sessions_folder, unkept_folder
from app.session.reader import SessionReader
from app.ui.compare.compare_commands import CompareCommands
from app.ui.compare.compare_dialog import CompareDialog
from app.ui.importing.join_dialog import JoinDialog
from app.ui.window.session_controller import SessionController
from tests.support.recorded import PAIR, SyntheticRun, recorded
from tests.support.repeated import RepeatedRun

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LONG_MS = 30_000


def recording(path: Path, seed: int, seconds: int = 20) -> Path:
    run = SyntheticRun(path, PAIR, seed=seed)
    run.seconds(seconds)
    return run.finish()


def comparing(controller: SessionController) -> CompareCommands:
    return controller.shell.findChild(CompareCommands)


def read(qtbot, dialog: CompareDialog, sessions: int) -> None:
    qtbot.waitUntil(lambda: dialog.choice.tree.topLevelItemCount() == sessions, timeout=LONG_MS)


def test_comparison_is_created_shown_and_kept(opened, qtbot, tmp_path: Path, own_home: Path) -> None:
    paths = [recording(tmp_path / f"{name}.outpace", seed) for seed, name in enumerate(("before", "after"))]
    controller = opened(paths[0])
    controller.library.compare(paths)
    dialog = controller.shell.findChild(CompareDialog)
    read(qtbot, dialog, 2)
    assert [column.letter for column in dialog.choice.columns] == ["A", "B", "C", "D"]
    assert dialog.shape.currentData() is True, "four do not stand side by side unless asked to"
    for path in paths:
        dialog.choice.tick(path, "B", on=False)
    assert dialog.shape.currentData() is False
    dialog.baseline.setCurrentIndex(1)
    dialog.baseline.activated.emit(1)
    assert dialog.table.texts()[0][1] == "Session · file"
    with qtbot.waitSignal(dialog.finished, timeout=LONG_MS):
        qtbot.mouseClick(dialog.compare_button, Qt.MouseButton.LeftButton)
    made = controller.follower.path
    assert made.parent == unkept_folder()
    assert output_folder(made) == sessions_folder(), "a report of it is not hidden in a cache"
    assert output_folder(made, str(made.parent)) == sessions_folder()
    assert output_folder(made, str(tmp_path)) == tmp_path
    assert [(s.letter, s.role) for s in controller.follower.reader.systems] == [("A", "challenger"), ("B", "baseline")]
    assert controller.shell.badge.text().startswith("COMPARED")
    assert "Not simultaneous" in controller.shell.notice.text
    assert "Not simultaneous" in controller.workbench.sidebar.note
    qtbot.waitUntil(
        lambda: "one run (3 needed" in controller.workbench.headline.accessibleDescription(), timeout=LONG_MS
    )
    controller.follower.seek(12.0)
    assert "no interval" in controller.workbench.headline.accessibleDescription(), "nothing is paired that was not"
    assert len(controller.workbench.charts.rows[0].charts) == 2
    differences = comparing(controller).show_differences()
    assert differences.table.texts()
    differences.reject()
    again = comparing(controller).ask()
    read(qtbot, again, 2)
    again.reject()
    keep = next(button for button in controller.shell.notice.offers if button.text() == "Keep It")
    qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    kept = controller.follower.path
    assert kept.parent == own_home / "Documents" / "Outpace"
    qtbot.waitUntil(lambda: not made.exists(), timeout=LONG_MS)
    controller.close_session()
    assert kept.exists()
    with SessionReader.open(kept) as reader:
        assert reader.info.kind == "compare"


def test_other_session_of_the_same_scenario_is_offered(opened, qtbot, own_home: Path) -> None:
    folder = own_home / "Documents" / "Outpace"
    folder.mkdir(parents=True)
    first, second = (recording(folder / f"{name}.outpace", seed) for seed, name in enumerate(("one", "two")))
    other = RepeatedRun(folder / "other.outpace", PAIR)
    other.seconds(12)
    other.finish()
    controller = opened(first)
    controller.shell.actions_["compare"].trigger()
    dialog = controller.shell.findChild(CompareDialog)
    read(qtbot, dialog, 2)
    assert {column.session.path for column in dialog.choice.columns} == {first, second}
    dialog.reject()


def test_unreadable_session_is_reported_and_the_rest_can_be_compared(opened, qtbot, tmp_path: Path) -> None:
    paths = [recording(tmp_path / f"{name}.outpace", seed) for seed, name in enumerate(("one", "two"))]
    torn = tmp_path / "torn.outpace"
    torn.write_bytes(paths[0].read_bytes()[:9000])
    controller = opened()
    dialog = comparing(controller).compare([paths[0], torn])
    read(qtbot, dialog, 2)
    assert "torn.outpace" in dialog.problem
    assert "Choose systems of at least two sessions." in dialog.problem
    assert not dialog.compare_button.isEnabled()
    dialog.choice.add([paths[1]])
    read(qtbot, dialog, 3)
    assert dialog.compare_button.isEnabled()
    dialog.reject()


def test_creating_a_comparison_or_join_can_be_canceled(opened, qtbot, tmp_path, own_home, monkeypatch) -> None:
    """The comparison is blocked at its first row until Cancel is pressed."""
    paths = [recording(tmp_path / f"{name}.outpace", seed, seconds=10) for seed, name in enumerate(("one", "two"))]
    alone = [SyntheticRun(tmp_path / f"{system.name}.outpace", (system,)) for system in PAIR]
    for run in alone:
        run.seconds(10)
        run.finish()
    asked, begun, whole = threading.Event(), threading.Event(), JoinedSession._samples

    def held(joined: JoinedSession) -> None:
        begun.set()
        assert asked.wait(LONG_MS / 1000)
        whole(joined)

    monkeypatch.setattr(JoinedSession, "_samples", held)
    controller = opened()
    comparison = comparing(controller).compare(paths)
    read(qtbot, comparison, 2)
    join = JoinDialog([run.path for run in alone], controller.shell)
    qtbot.addWidget(join)
    join.open()
    for dialog in (comparison, join):
        asked.clear()
        begun.clear()
        dialog.begin()
        qtbot.waitUntil(begun.is_set, timeout=LONG_MS)
        assert dialog.work.bar.isVisible()
        with qtbot.waitSignal(dialog.finished, timeout=LONG_MS):
            dialog.reject()
            asked.set()
    assert list(unkept_folder().glob("*")) == []
    assert list((own_home / "Documents" / "Outpace").glob("*.outpace*")) == []


def test_differences_of_one_session_are_those_between_its_systems(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60))
    before = controller.shell.notice.text
    dialog = comparing(controller).show_differences()
    assert dialog is not None, controller.shell.notice.text
    assert controller.shell.notice.text == before
    header = dialog.table.model()
    columns = [header.headerData(place, Qt.Orientation.Horizontal) for place in range(header.columnCount())]
    assert columns[-2:] == ["A", "B"]
    dialog.reject()


def test_page_notice_is_cleared_on_leaving_but_errors_stay(opened, tmp_path):
    controller = opened(recorded(tmp_path / "one.outpace", PAIR[:1], seconds=30))
    assert comparing(controller).show_differences() is None
    assert "Only one system" in controller.shell.notice.text
    controller.shell.actions_["library"].trigger()
    assert controller.shell.notice.text == ""
    controller.shell.notice.say("The disk is full.")
    controller.shell.actions_["library"].trigger()
    assert controller.shell.notice.text == "The disk is full.", "an error stays until it is put away"
