# SPDX-License-Identifier: Apache-2.0
"""Visible keyboard focus: pressing Tab shows where the focus is, in both themes."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QMenuBar, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.ui.reports.export_dialog import ExportDialog
from app.ui.reports.report_dialog import ReportDialog
from app.ui.reports.snapshot_dialog import SnapshotDialog
from app.ui.start.drives import DrivesDialog
from app.ui.start.start_dialog import StartDialog
from app.ui.window.settings import SettingsDialog
from app.ui.window.state import StateStore
from tests.support.recorded import recorded
from tests.support.ui_window import Opener

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", r"raise\(\)|grabbing the keyboard")

AROUND = 4
"""Width, in logical pixels, of the area around a widget that may show its focus."""
LEAST_PIXELS = 12


def painted(widget: QWidget) -> NDArray[np.uint8]:
    """Return the window's pixels at the widget and in a small area around it."""
    area = widget.rect().translated(widget.mapTo(widget.window(), QPoint())).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    image = widget.window().grab(area).toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].copy()


def unseen(window: QWidget) -> list[str]:
    """Return the widgets that take the Tab focus without a visible change."""
    found = []
    for widget in window.findChildren(QWidget):
        if not (widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled()):
            continue
        inside = isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox) or isinstance(widget, QMenuBar)
        if inside or type(widget) is QScrollArea or widget.window() is not window or widget.visibleRegion().isEmpty():
            continue
        if (focused := window.focusWidget()) is not None:
            focused.clearFocus()
        QApplication.processEvents()
        before = painted(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if not widget.hasFocus():
            continue  # the widget passes the focus on to a widget that is also checked
        after = painted(widget)
        if before.shape == after.shape and (before != after).sum() < LEAST_PIXELS:
            name = widget.accessibleName() or getattr(widget, "text", str)()
            found.append(f"{type(window).__name__}: {type(widget).__name__} {widget.objectName()} {name}")
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_keyboard_focus_is_visible_on_every_widget(opened: Opener, tmp_path, qtbot: QtBot, theme: str) -> None:
    store = StateStore(tmp_path / "window.json")
    store.put("theme", theme)
    store.save()
    path = recorded(tmp_path / "pair.outpace", seconds=30)
    controller = opened()
    shell = controller.shell
    wrong = unseen(shell)
    assert controller.open(path)
    wrong += unseen(shell)
    for page in ("checks", "ranking", "levels"):
        controller.workbench.show_page(page)
        wrong += unseen(shell)
    shell.actions_["library"].trigger()
    wrong += unseen(shell)
    editor = controller.starting.editing.edit("embedded-demo")
    assert editor is not None
    for dialog in (
        StartDialog(store, shell), SettingsDialog(store, shell), ReportDialog([path], store, shell),
        ExportDialog(path, "", shell), SnapshotDialog(path, "now", shell), DrivesDialog(store, shell), editor,
    ):  # fmt: skip
        dialog.show()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow, timeout=60_000)
        wrong += unseen(dialog)
        if dialog is not editor:
            dialog.close()
            dialog.deleteLater()
    assert not wrong, "\n".join(dict.fromkeys(wrong))
