# SPDX-License-Identifier: Apache-2.0
"""Layout of the window by its size."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.support.recorded import recorded
from tests.support.ui_window import Opener


def test_narrow_window_has_a_rail_instead_of_the_sidebar(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20), size=(1280, 720))
    sidebar, charts = controller.workbench.sidebar, controller.workbench.charts
    qtbot.waitUntil(lambda: sidebar.width() == 48)
    qtbot.waitUntil(lambda: charts.width() > 1150)
    qtbot.mouseClick(sidebar.rail_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: sidebar.width() == 320)
    qtbot.waitUntil(lambda: charts.width() < 950)
    qtbot.mouseClick(sidebar.rail_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: sidebar.width() == 48)
    controller.shell.resize(1920, 1080)
    qtbot.waitUntil(lambda: sidebar.width() == 272)
    assert not sidebar.rail_button.isVisible()


def test_smallest_window_shows_three_rows_of_charts_and_the_table(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=20), size=(960, 600))
    workbench = controller.workbench
    qtbot.wait(50)
    for row in workbench.charts.rows[:3]:
        for chart in row.charts:
            seen = chart.viewport().visibleRegion().boundingRect()
            assert seen == chart.viewport().rect(), "whole, and not behind the table"
            assert chart.plot_rect().height() >= 20
    assert [chart._plot.timed for row in workbench.charts.rows for chart in row.charts][-2:] == [True, True]
    assert not workbench.charts.rows[0].charts[0]._plot.timed
    table = workbench.counters.table
    assert table.horizontalHeader().visibleRegion().boundingRect().height() == table.horizontalHeader().height()
    assert table.viewport().height() >= table.rowHeight(0)
    bottom = table.mapTo(controller.shell, table.rect().bottomLeft()).y()
    assert bottom <= controller.shell.statusBar().geometry().top()
