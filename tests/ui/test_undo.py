# SPDX-License-Identifier: Apache-2.0
"""Actions that can be undone, and their names in the menu."""

import gc

import pytest

from app.ui.workbench.view import CHARTED, LISTED
from tests.support.recorded import recorded


def test_undo_restores_a_removed_counter_and_the_menu_names_the_step(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30))
    actions = controller.shell.actions_
    assert not actions["undo"].isEnabled()
    controller.workbench.refresh()
    table = controller.workbench.counters.table
    table.select(f"A|{CHARTED[1]}")
    actions["remove"].trigger()
    assert CHARTED[1] not in controller.view.layout.listed
    assert actions["undo"].text() == "&Undo Remove Counter"
    controller.view.change(span_s=10.0)
    gc.collect()
    actions["undo"].trigger()
    assert controller.view.layout.charted == CHARTED
    assert controller.view.layout.span_s == 10.0, "the time in view was no part of the step"
    assert actions["undo"].text() == "&Undo"
    assert not actions["undo"].isEnabled()
    actions["redo"].trigger()
    assert CHARTED[1] not in controller.view.layout.charted


def test_resetting_counters_can_be_undone(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30))
    actions = controller.shell.actions_
    controller.view.change(charted=CHARTED[:1])
    actions["reset"].trigger()
    assert controller.view.layout.charted == CHARTED
    actions["undo"].trigger()
    assert controller.view.layout.charted == CHARTED[:1]
    actions["reset"].trigger()
    actions["reset"].trigger()
    actions["undo"].trigger()
    assert controller.view.layout.charted == CHARTED[:1], "what changed nothing is no step"
    assert controller.view.layout.listed == LISTED


def test_failed_undo_is_reported_and_discarded(opened, tmp_path):
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30))

    def back():
        raise OSError("the trash is empty")

    controller.undo.did("Delete Session", back, lambda: pytest.fail("was never undone"))
    controller.shell.actions_["undo"].trigger()
    assert "Delete Session" in controller.shell.notice.text
    assert "the trash is empty" in controller.shell.notice.text
    assert not controller.shell.actions_["redo"].isEnabled()
