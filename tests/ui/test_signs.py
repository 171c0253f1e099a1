# SPDX-License-Identifier: Apache-2.0
"""First impression: warnings about this machine share one icon with an explanation, and events are collapsed."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from app.model.events import DriverLimits
from tests.support.recorded import SyntheticRun, recorded
from tests.support.ui_window import Opener


def test_events_are_collapsed_by_default_and_expansion_is_remembered(
    opened: Opener, tmp_path: Path, qtbot: QtBot
) -> None:
    path = recorded(tmp_path / "pair.outpace", seconds=90)
    controller = opened(path)
    sidebar = controller.workbench.sidebar
    assert not sidebar._events.isVisible()
    assert sidebar.heading.text().startswith("Events (")
    qtbot.mouseClick(sidebar.heading, Qt.MouseButton.LeftButton)
    assert sidebar._events.isVisible()
    assert sidebar._events.plain_text()
    text = sidebar._events._text
    assert text.font().pixelSize() == sidebar.font().pixelSize(), "as large as the other texts"
    assert text.font().pointSizeF() == sidebar.font().pointSizeF()
    assert controller.shell.close()
    assert opened(path).workbench.sidebar._events.isVisible(), "remembered"


@pytest.mark.qt_log_ignore("propagateSizeHints")  # without a window manager
def test_driver_limit_is_shown_as_one_icon_with_an_explanation(opened: Opener, tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "pair.outpace")
    run.seconds(10)
    limits = DriverLimits(system="Rollback journal", reasons=(), invalid=False)
    run.writer.event(run.start_ns + 5_000_000_000, limits, severity="warning", system=1)
    run.finish()
    controller = opened(run.path)
    (sign,) = [
        one for one in controller.shell.findChildren(QPushButton) if one.text().startswith("this machine limits")
    ]
    assert sign.isVisible()
    assert sign.text() == "this machine limits A"
    assert "warning" not in controller.workbench.sidebar.heading.text()
    sign.click()
    (box,) = controller.shell.findChildren(QMessageBox)
    assert "A (Rollback journal) is limited by this machine's CPU, not by its own speed." in box.text()
    assert "fewer users" in box.informativeText()
    box.close()
