# SPDX-License-Identifier: Apache-2.0
"""Library page with synthetic sessions, driven from the keyboard: search, rename, delete and restore."""

import re

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from app.model.messages import Sentence
from app.scenario.reading import read_scenario
from app.session.paths import sessions_folder
from app.ui.library.library_results import Came
from tests.support.recorded import PAIR, TRIO, SyntheticRun, recorded
from tests.support.repeated import RepeatedRun

WAIT_MS = 20_000


@pytest.fixture
def folder():
    """Create this test's default folder of sessions."""
    sessions_folder().mkdir(parents=True)
    return sessions_folder()


@pytest.fixture
def shown(opened, qtbot):
    """Provide a function that shows the library in a window and waits until the folder has been read."""

    def make(path=None):
        controller = opened(path, size=(1280, 800))
        with qtbot.waitSignal(controller.library.looked, timeout=WAIT_MS):
            controller.shell.actions_["library"].trigger()
        return controller

    return make


def titles(controller):
    """Return the titles in the list, from the top."""
    return [entry.title for entry in controller.library.page.model.entries]


def key(qtbot, controller, pressed, modifier=Qt.KeyboardModifier.NoModifier):
    """Press a key with the focus on the current widget."""
    qtbot.keyClick(controller.shell.focusWidget(), pressed, modifier)


def test_sessions_are_listed_with_result_and_picture(shown, folder, qtbot):
    recorded(folder / "pair.outpace", seconds=120, title="Two journals")
    repeats = RepeatedRun(folder / "repeats.outpace", title="Five times")
    repeats.repeats(3, seconds=15)
    repeats.finish()
    refused = SyntheticRun(folder / "refused.outpace", title="No server", started=False)
    refused.writer.finish(5, valid=False, reasons=[Sentence(text="B can't be reached")], warnings=[])
    SyntheticRun(folder / "broken.outpace", TRIO, title="Going on").seconds(4)
    controller = shown()
    library = controller.library.library

    def told():
        found = {entry.title: entry for entry in library.entries}
        once, often = Came.of(found["Two journals"].result), Came.of(found["Five times"].result)
        assert re.fullmatch(r"Write-ahead log 1\.9\d× Rollback journal", once.statement)
        assert "one run (3 needed for a verdict)" in once.basis
        assert once.leader == "B"
        assert "Rollback journal" in often.statement
        assert "3 paired repeats" in often.basis
        assert often.leader == "B"
        assert Came.of(found["No server"].result).statement == "Did not start"
        assert found["Going on"].state == "growing"
        assert all(found[title].checked for title in ("Two journals", "Five times", "No server"))
        assert all(found[title].picture for title in ("Two journals", "Five times", "Going on"))

    qtbot.waitUntil(told, timeout=WAIT_MS)
    picture = QImage.fromData(next(entry.picture for entry in library.entries if entry.title == "Two journals"))
    assert (picture.width(), picture.height()) == (256, 144)


def test_typing_filters_sessions_and_the_sort_order_can_be_chosen(shown, folder, qtbot):
    for number, (name, title) in enumerate((("a", "Run 10"), ("b", "Run 9"), ("c", "Durability"))):
        recorded(folder / f"{name}.outpace", TRIO if name == "c" else PAIR, seconds=4 + number, title=title)
    controller = shown()
    page = controller.library.page
    assert len(titles(controller)) == 3
    controller.library.library.set_tags(folder / "b.outpace", ["Lab"])
    controller.library.look()
    qtbot.waitSignal(controller.library.looked, timeout=WAIT_MS).wait()
    page.sorting.setCurrentIndex(page.sorting.findData("title"))
    assert titles(controller) == ["Durability", "Run 9", "Run 10"]
    page.sorting.setCurrentIndex(page.sorting.findData("longest"))
    assert titles(controller) == ["Durability", "Run 9", "Run 10"]
    page.list.setFocus()
    qtbot.keyClicks(controller.shell.focusWidget(), "l")  # elsewhere in the window it switches to a logarithmic scale
    qtbot.keyClicks(controller.shell.focusWidget(), "ab")
    assert page.search.text() == "lab"
    qtbot.waitUntil(lambda: titles(controller) == ["Run 9"], timeout=WAIT_MS)
    page.search.setText("write-ahead normal")
    qtbot.waitUntil(lambda: titles(controller) == ["Durability"], timeout=WAIT_MS)
    assert page.count.text() == "1 of 3 sessions"
    page.search.setText("nothing like it")
    qtbot.waitUntil(page.nothing.isVisible, timeout=WAIT_MS)
    key(qtbot, controller, Qt.Key.Key_Escape)
    assert len(titles(controller)) == 3
    key(qtbot, controller, Qt.Key.Key_Escape)
    assert controller.shell.pages.currentWidget() is controller.shell.welcome


def test_f2_renames_a_session_and_undo_restores_the_title(shown, folder, qtbot):
    path = recorded(folder / "one.outpace", seconds=4, title="As recorded")
    controller = shown(path)  # with a session in the background, whose shortcuts must not apply
    page = controller.library.page
    page.list.setFocus()
    key(qtbot, controller, Qt.Key.Key_F2)
    editor = controller.shell.focusWidget()
    assert (editor.text(), editor.selectedText()) == ("As recorded", "As recorded")
    qtbot.keyClicks(editor, "Mine")
    recorded(folder / "another.outpace", seconds=4, title="Another")
    with qtbot.waitSignal(controller.library.looked, timeout=WAIT_MS):
        controller.library.look()
    assert (controller.shell.focusWidget(), editor.text()) == (editor, "Mine")  # the typed text stays
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sorted(titles(controller)) == ["Another", "Mine"], timeout=WAIT_MS)
    assert [entry.title for entry in page.selected] == ["Mine"]
    page.details.tags.setText("lab, disks")
    page.details.tags.editingFinished.emit()
    assert controller.library.library.entry(path).tags == ("lab", "disks")
    for _ in range(2):
        controller.shell.actions_["undo"].trigger()
    entry = controller.library.library.entry(path)
    assert (entry.title, entry.tags) == ("As recorded", ())
    controller.shell.actions_["redo"].trigger()
    assert "Mine" in titles(controller)


def test_deleted_sessions_go_to_the_trash_and_undo_restores_them(shown, folder, qtbot):
    paths = [recorded(folder / f"{name}.outpace", seconds=4, title=name) for name in ("a", "b", "c")]
    growing = SyntheticRun(folder / "growing.outpace", title="under way")
    growing.seconds(2)
    controller = shown(paths[1])
    page = controller.library.page
    page.select(paths[:2])
    page.list.setFocus()
    key(qtbot, controller, Qt.Key.Key_Delete)
    assert sorted(titles(controller)) == ["c", "under way"]
    assert not paths[0].exists()
    assert controller.follower is None  # the displayed session was deleted
    assert controller.library.in_front
    page.select([growing.path])
    key(qtbot, controller, Qt.Key.Key_Delete)
    assert growing.path.exists()
    assert "being recorded" in controller.shell.notice.text
    controller.shell.actions_["undo"].trigger()
    assert sorted(titles(controller)) == ["a", "b", "c", "under way"]
    assert paths[0].exists()
    controller.shell.actions_["redo"].trigger()
    assert not paths[1].exists()


def test_changed_or_damaged_files_are_reported_with_an_explanation(shown, folder, qtbot):
    path = recorded(folder / "one.outpace", seconds=6, title="Two journals")
    damaged = folder / "two.outpace"
    damaged.write_bytes(path.read_bytes()[:4096] + b"\xff" * 40_000)
    path.write_bytes(path.read_bytes().replace(b"all systems started", b"all systems stopped"))
    controller = shown()
    page = controller.library.page
    page.select([path])
    qtbot.waitUntil(lambda: page.details.state.text == "Changed", timeout=WAIT_MS)
    assert "sealed at the end" in page.details.explanation.text
    page.select([damaged])
    assert page.details.state.text == "Damaged"
    assert not page.details.buttons["open"].isEnabled()
    page.list.setFocus()
    key(qtbot, controller, Qt.Key.Key_Return)
    assert "two.outpace" in controller.shell.notice.text
    page.select([path])
    key(qtbot, controller, Qt.Key.Key_Return)
    assert controller.follower.path == path
    assert controller.shell.pages.currentWidget() is controller.workbench


def test_empty_library_offers_the_demo_and_refreshes_automatically(shown, folder, qtbot, monkeypatch):
    monkeypatch.setattr("app.ui.library.library_commands.LOOK_AGAIN_MS", 100)
    controller = shown()
    page = controller.library.page
    assert page.nothing.isVisible()
    assert page.nothing.buttons["demo"].isVisible()
    recorded(folder / "one.outpace", seconds=4)
    qtbot.waitUntil(lambda: len(titles(controller)) == 1, timeout=WAIT_MS)
    assert page.list.isVisible()


def test_files_dropped_on_the_library_are_opened(shown, folder, qtbot, tmp_path, monkeypatch):
    path = recorded(tmp_path / "elsewhere.outpace", seconds=4)
    scenario = tmp_path / "mine.toml"
    scenario.write_text(read_scenario("embedded-demo").text, "utf-8")
    controller = shown()
    asked = []
    monkeypatch.setattr(controller.starting, "choose_run", asked.append)
    controller.results.run_scenario = controller.starting.choose_run
    dropped(controller, scenario)
    qtbot.waitUntil(lambda: asked == [str(scenario)], timeout=WAIT_MS)
    dropped(controller, path)
    qtbot.waitUntil(lambda: controller.follower is not None and controller.follower.path == path, timeout=WAIT_MS)


def dropped(controller, path):
    """Drop a file on the library's search field."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    mime.setText(str(path))
    where = controller.shell.childAt(controller.library.page.search.mapTo(controller.shell, QPoint(20, 10)))
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    while where is not None:  # as Qt does: find the innermost widget that accepts drops
        if where.acceptDrops():
            break
        where = where.parentWidget()
    assert where is controller.shell
    for kind, at in ((QDragEnterEvent, QPoint(200, 100)), (QDropEvent, QPointF(200, 100))):
        event = kind(at, Qt.DropAction.CopyAction, mime, left, none)
        QApplication.sendEvent(where, event)
        assert event.isAccepted()
