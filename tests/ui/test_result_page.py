# SPDX-License-Identifier: Apache-2.0
"""Result page: opens with recorded sessions and when a run ends, and shows the blocks of the report."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.report.content import Chart, Heading, Items, Paragraph, ReportColumn, ReportTable, Row
from app.ui.result.block_widgets import BlockBuilder, BlockCard, DrawingWidget, recolored
from app.ui.window.session_controller import SessionController
from tests.support.recorded import recorded
from tests.support.ui_window import Opener
from widgets.theme import DARK, LIGHT


def shown(qtbot: QtBot, controller: SessionController) -> str:
    """Wait for the result, and return all text of the page."""
    page = controller.workbench.result
    qtbot.waitUntil(lambda: page.result is not None)
    return "\n".join(label.text() for label in page.findChildren(QLabel))


def test_recorded_session_opens_with_its_result(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=60), result=True)
    assert controller.workbench.page == "result"
    texts = shown(qtbot, controller)
    page = controller.workbench.result
    assert "Rollback journal" in page.sentence.accessibleName()
    assert "×" in page.sentence.accessibleName()
    for words in ("Figures", "How far to trust it", "What was tested", "Orders per minute (OPM)"):
        assert words in texts
    assert len(page.findChildren(DrawingWidget)) >= 3
    assert not controller.workbench.replay.isVisible()
    assert not controller.shell.range.isVisible(), "the time range is of the charts"


def test_switch_and_escape_lead_to_the_charts_and_back(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30), result=True)
    shown(qtbot, controller)
    result, charts = controller.shell.tools.pages.buttons
    assert result.isVisible()
    assert result.isChecked()
    qtbot.mouseClick(charts, Qt.MouseButton.LeftButton)
    assert controller.workbench.page == "charts"
    assert controller.workbench.charts.isVisible()
    qtbot.waitUntil(controller.shell.range.isVisible)
    assert charts.isChecked()
    assert not result.isChecked()
    controller.shell.actions_["result"].trigger()
    assert controller.workbench.page == "result"
    qtbot.keyClick(controller.workbench.result, Qt.Key.Key_Escape)
    assert controller.workbench.page == "charts"
    assert charts.isChecked()


def test_moment_of_a_replay_shows_the_charts(opened: Opener, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30), result=True)
    assert controller.follower is not None
    controller.follower.seek(10.0)
    assert controller.workbench.page == "charts"
    controller.follower.seek(30.0)
    assert controller.workbench.page == "charts", "the page does not change by itself"


def test_page_follows_theme_and_width(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30), result=True, size=(960, 600))
    shown(qtbot, controller)
    page = controller.workbench.result
    assert page.sentence.font().pixelSize() == 30
    assert page.widget().minimumSizeHint().width() <= page.viewport().width(), "nothing is cut off at the right"
    controller.shell.actions_["theme"].trigger()
    shown(qtbot, controller)
    ours = controller.workbench.theme
    assert page._theme is ours
    controller.shell.resize(1920, 1080)
    qtbot.waitUntil(lambda: page.sentence.font().pixelSize() == 46)


def test_slide_is_copied(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30), result=True)
    shown(qtbot, controller)
    QGuiApplication.clipboard().clear()
    qtbot.mouseClick(controller.workbench.result.slide_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "copied" in controller.shell.notice.text)
    assert QGuiApplication.clipboard().image().width() > 1000


def test_other_session_replaces_the_result(opened: Opener, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=30), result=True)
    shown(qtbot, controller)
    controller.close_session()
    assert controller.workbench.result.result is None
    assert controller.open(recorded(tmp_path / "other.outpace", seconds=20))
    assert controller.workbench.page == "result"
    shown(qtbot, controller)


@pytest.mark.usefixtures("qtbot")
def test_every_kind_of_block_has_a_widget() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="9" height="9"/></svg>'
    builder = BlockBuilder(DARK, {"A": "#56b4e9"})
    found = builder.widgets(
        [
            Heading("Part"),
            Paragraph("Words", "dim"),
            Items(("one", "two"), "warning"),
            ReportTable((ReportColumn("Figure", "left"), ReportColumn("A  One")), (Row(("Rate", "1,234")),)),
            Heading("Empty"),
            Chart(svg, 10, 10, "Drawing"),
        ]
    )
    assert [type(one) for one in found] == [BlockCard, BlockCard]
    texts = [label.text() for label in found[0].findChildren(QLabel) if label.text()]
    assert texts == ["Part", "Words", "one", "two", "Figure", "A  One", "Rate", "1,234"]
    assert found[1].findChild(DrawingWidget).accessibleName() == "Drawing"


def test_drawing_takes_the_colors_of_the_theme() -> None:
    svg = '<svg font-family="x"><line stroke="#18212c"/><rect fill="#0072b2"/><rect fill="#123456"/></svg>'
    assert DARK.chart.ink in recolored(svg, DARK)
    assert DARK.systems[0] in recolored(svg, DARK)
    assert "#123456" in recolored(svg, DARK)
    assert LIGHT.systems[0] in recolored(svg, LIGHT)
