# SPDX-License-Identifier: Apache-2.0
"""Agents in the scenario editor: adding, renaming, assigning to systems, removing and testing them."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from app.ui.editor.choice_fields import NamesField
from app.ui.editor.editor_window import EditorWindow
from app.ui.window.application import WorkbenchWindow
from app.ui.window.state import StateStore
from tests.support.agent_lab import laboratory
from tests.support.ui_window import Opener, soon

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", r"raise\(\)|grabbing the keyboard")

TEXT = """\
title = "Eight clients"  # ours

[plan]
name = "timed"

[[agents]]
name = "lg1"
host = "loadgen1"

[[agents]]
name = "lg2"
host = "loadgen2"

[[systems]]
name = "Old"
role = "baseline"
from = ["lg1", "lg2"]

[[systems.targets]]
engine = "postgresql"
host = "db1"
user = "outpace"

[[systems]]
name = "New"
role = "challenger"
from = ["lg2"]

[[systems.targets]]
engine = "postgresql"
host = "db2"
user = "outpace"

[[systems.watch]]
source = "agent"
agent = "lg1"
"""


@pytest.fixture
def editor(opened: Opener, tmp_path: Path, qtbot: QtBot) -> EditorWindow:
    path = tmp_path / "eight.toml"
    path.write_text(TEXT, encoding="utf-8")
    window = opened().starting.editing.edit(str(path))
    assert window is not None
    qtbot.waitExposed(window)
    return window


def driven(editor: EditorWindow, system: int) -> NamesField:
    field = editor.form.systems.cards[system].driven.field
    assert isinstance(field, NamesField)
    return field


def test_form_has_a_card_per_agent_and_shows_the_agents_of_each_system(editor: EditorWindow) -> None:
    assert not editor.draft.mistakes
    assert len(editor.form.agents.cards) == 2
    assert [driven(editor, system).chosen for system in range(2)] == [["lg1", "lg2"], ["lg2"]]
    assert editor.form.unknown.isHidden(), "every key has a field"


def test_renaming_an_agent_updates_its_references(editor: EditorWindow) -> None:
    line = editor.form.agents.cards[0].form.blocks[0].field.input
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    QTest.keyClicks(line, "client-1")
    assert editor.draft.value(("systems", 0, "from")) == ["client-1", "lg2"]
    assert editor.draft.value(("systems", 1, "watch", 0, "agent")) == "client-1"
    assert not editor.draft.mistakes
    editor.draft.undo()
    assert editor.draft.text == TEXT


def test_removing_an_agent_removes_its_references_and_undo_restores_them(editor: EditorWindow) -> None:
    editor.form.agents.cards[0].remove_button.click()
    editor._refresh()
    assert [agent["name"] for agent in editor.draft.value(("agents",))] == ["lg2"]
    assert editor.draft.value(("systems", 0, "from")) == ["lg2"]
    assert not editor.draft.value(("systems", 1, "watch"))
    assert "lg1" in editor.notice.text
    editor.draft.undo()
    editor._refresh()
    assert editor.draft.text == TEXT
    assert len(editor.form.agents.cards) == 2


def test_added_agent_requires_a_host_and_is_selectable_by_keyboard(editor: EditorWindow) -> None:
    editor.form.agents.add_button.click()
    editor._refresh()
    assert editor.draft.value(("agents", 2, "name")) == "lg3"
    assert any(one.key == ("agents", 2, "host") for one in editor.draft.mistakes)
    host = editor.form.agents.cards[2].form.blocks[1]
    assert host.entry.name == "host"
    assert host.mistake
    editor.draft.put(("agents", 2, "host"), "loadgen3")
    field = driven(editor, 1)
    field.box.showPopup()
    menu = QApplication.activePopupWidget()
    assert menu is field.menu
    assert [action.data() for action in menu.actions() if not action.isSeparator()] == ["", "lg1", "lg2", "lg3"]
    menu.setActiveAction(menu.actions()[-1])
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible(), "several can be ticked"
    assert editor.draft.value(("systems", 1, "from")) == ["lg2", "lg3"]
    menu.setActiveAction(menu.actions()[0])
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert editor.draft.value(("systems", 1, "from")) is None
    menu.close()


def test_unknown_agent_name_is_reported_at_its_field(editor: EditorWindow) -> None:
    editor.draft.put(("systems", 1, "from"), ["lg9"])
    editor._refresh()
    assert "lg9" in editor.form.systems.cards[1].driven.mistake


@pytest.mark.skipif(sys.platform == "win32", reason="what stands in for ssh is a shell's")
def test_agent_test_logs_in_and_reports_readiness(tmp_path: Path, qtbot: QtBot) -> None:
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"))
    qtbot.addWidget(window.shell)
    window.shell.show()
    path = tmp_path / "eight.toml"
    with laboratory(1) as lab, lab.on_path():
        text = TEXT.replace('host = "loadgen1"', f'host = "lg1"\npython = "{sys.executable}"')
        path.write_text(text.replace('"loadgen2"', '"lg1"\npython = "/nowhere/python"'), encoding="utf-8")
        editor = window.furnish().starting.editing.edit(str(path))
        assert editor is not None
        for card, state in zip(editor.form.agents.cards, ("ready", "not ready"), strict=True):
            soon(lambda dialog: dialog.accept())
            card.test_button.click()
            qtbot.waitUntil(lambda card=card, state=state: card._state.text().startswith(state), timeout=60_000)
        texts = [label.text() for label in editor.form.agents.cards[1].findChildren(QLabel)]
        assert any("there is no /nowhere/python on lg1. Install Outpace there" in text for text in texts), texts
        editor.close()
    window.shell.close()
