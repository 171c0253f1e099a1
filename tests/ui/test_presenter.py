# SPDX-License-Identifier: Apache-2.0
"""Presenter window: the clock of the run, and the scenario's notes, which the user can edit."""

from pathlib import Path

import pytest

from tests.support.recorded import recorded

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "raise")


def test_presenter_window_shows_clock_and_remembers_notes_per_scenario(opened, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    controller.shell.actions_["presenter"].trigger()
    window = controller.booth.presenter
    assert window is not None
    assert window.isVisible()
    controller.follower.seek(20)
    assert window.clock.text() == "0:20 left"
    assert "measuring" in window.step.text()
    assert "What does the journal cost?" in window.notes.toPlainText()
    window.notes.setPlainText("Ask who pulled a disk before")
    assert controller.open(recorded(tmp_path / "two.outpace", seconds=20, seed=2))
    controller.workbench.refresh()
    assert window.notes.toPlainText() == "Ask who pulled a disk before"
    controller.close_session()
    window.show_follower(None)
    assert not window.notes.isEnabled()
