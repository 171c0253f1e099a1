# SPDX-License-Identifier: Apache-2.0
"""Notices: they overlay the page without moving it, disappear after a while, and remain in the list of notes."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.window.notice import NoticeBar
from tests.support.recorded import recorded
from tests.support.ui_window import Opener


def test_notice_moves_nothing_and_stays_within_the_window(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10), size=(960, 600))
    notice, pages = controller.shell.notice, controller.shell.pages
    before = pages.geometry()
    for text in ("Saved", "A long text that says what happened and what to do next. " * 9):
        notice.say(text, "warning")
        qtbot.wait(20)
        assert pages.geometry() == before
        assert notice.height() >= 46
        assert pages.rect().contains(notice.geometry())
        assert notice._text.height() >= notice._text.heightForWidth(notice._text.width())


@pytest.mark.parametrize("size", [(960, 600), (1600, 1000), (2300, 1200)])
@pytest.mark.parametrize("result", [False, True])
def test_notice_covers_neither_the_replay_bar_nor_the_table(
    opened: Opener, qtbot: QtBot, tmp_path: Path, size: tuple[int, int], *, result: bool
) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10), size=size, result=result)
    notice, workbench = controller.shell.notice, controller.workbench
    notice.say("Saved", "info")
    qtbot.waitUntil(lambda: not (workbench.replay.isVisible() and _covers(notice, workbench.replay)))
    if not result:  # the result page has no replay bar
        assert workbench.replay.isVisible()
        assert workbench.counters.isVisible()
        qtbot.waitUntil(lambda: not _covers(notice, workbench.counters))
        workbench.splitter.setSizes([300, 900])
        qtbot.waitUntil(lambda: not _covers(notice, workbench.counters))


def _covers(notice: NoticeBar, part: QWidget) -> bool:
    return notice.geometry().intersects(QRect(part.mapTo(notice.parentWidget(), QPoint(0, 0)), part.size()))


def test_warning_goes_and_stays_as_a_note(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=10))
    notice, notes = controller.shell.notice, controller.shell.notes
    notice._going.setInterval(10)
    notice.say("Not steady while measured", "warning")
    qtbot.waitUntil(notice.isHidden)
    assert notes.isVisible()
    assert notes.text() == "1 note"
    notice.say("Saved", "info")
    qtbot.waitUntil(notice.isHidden)
    assert notes.text() == "1 note", "what only informs is no note"
    qtbot.mouseClick(notes, Qt.MouseButton.LeftButton)
    assert notice.text == "Not steady while measured"
    qtbot.wait(100)
    assert notice.isVisible(), "until it is dismissed"
    controller.close_session()
    assert not notes.isVisible()


def test_error_and_question_stay_until_dismissed(opened: Opener, qtbot: QtBot) -> None:
    notice = opened().shell.notice
    notice._going.setInterval(10)
    notice.say("Outpace cannot save in /x.")
    qtbot.wait(100)
    assert notice.isVisible()
    notice.say("Stopping in 5 s", "warning", offers=[("Keep Running", lambda: None)])
    qtbot.wait(100)
    assert notice.isVisible()
    qtbot.mouseClick(notice._dismiss, Qt.MouseButton.LeftButton)
    assert notice.text == ""


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_alt_opens_the_menus_and_a_letter_opens_one(opened: Opener, qtbot: QtBot) -> None:
    shell = opened().shell
    assert not shell.menuBar().isVisible()
    menu = shell.tools.menus.menu()
    assert [action.text() for action in menu.actions()] == [one.text() for one in shell.menuBar().actions()]
    qtbot.keyPress(shell, Qt.Key.Key_Alt)
    qtbot.keyRelease(shell, Qt.Key.Key_Alt)
    qtbot.waitUntil(menu.isVisible)
    menu.close()
    qtbot.keyPress(shell, Qt.Key.Key_Alt)
    qtbot.keyClick(shell, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.keyRelease(shell, Qt.Key.Key_Alt)
    qtbot.wait(50)
    assert not menu.isVisible(), "Alt was part of another key"
    run = shell.actions_.menus["&Run"]
    qtbot.keyClick(shell, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(run.isVisible)
    run.close()
