# SPDX-License-Identifier: Apache-2.0
"""Display of the agents that drive the load."""

import math
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.results.agents import Imbalance
from app.ui.agents.agent_texts import imbalance_text
from tests.support.agent_sessions import AgentRun
from tests.support.recorded import recorded
from tests.support.ui_window import Opener

AGENTS = {"lg1": (0,), "lg2": (0,), "lg3": (1,), "a-very-long-name-of-a-load-generator": (0, 1)}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = AgentRun(tmp_path_factory.mktemp("agents") / "agents.outpace", AGENTS, gone={"lg2": (15, 22)})
    run.seconds(30)
    return run.finish()


def test_agents_page_has_a_row_per_agent_and_a_total_row(opened: Opener, session: Path) -> None:
    controller = opened(session)
    workbench = controller.workbench
    assert controller.shell.actions_["agents"].isVisible()
    assert "4 agents, clocks ± 0." in controller.status.text
    controller.status.agents_button.click()
    assert workbench.page == "agents"
    assert controller.shell.actions_["agents"].isChecked()
    panel = workbench.agents_panel
    titles = [column.title for column in panel.table.model().columns]
    rows = {row[0]: dict(zip(titles, row, strict=True)) for row in panel.table.texts()}
    assert list(rows) == ["all 4", "lg1", "lg2", "lg3", "a-very-long…d-generator"]
    whole, first = rows["all 4"], rows["lg1"]
    assert whole["Users"] == "128"
    assert first["Systems"] == "A"
    assert rows["a-very-long…d-generator"]["Systems"] == "A, B"
    assert first["Clock"].startswith("+1.5 ms ± 0.")
    assert whole["Clock"].startswith("± 0.")
    assert first["Machine"].endswith(" %")
    assert (first["KB/s"], rows["lg3"]["KB/s"], whole["KB/s"]) == ("2.0", "6.0", "20.0")
    orders = [int(row["OPM"].replace(",", "")) for name, row in rows.items() if name != "all 4"]
    assert int(whole["OPM"].replace(",", "")) == pytest.approx(sum(orders), abs=3)


def test_unresponsive_agent_has_no_figures_for_that_time(opened: Opener, session: Path) -> None:
    controller = opened(session)
    controller.viewing.show_page("agents", True)
    follower, panel = controller.follower, controller.workbench.agents_panel
    assert follower is not None
    follower.seek(21.5)
    row = panel.table.texts()[2]
    assert row[0] == "lg2"
    assert "6.5 s" in row
    assert row[3] == "–"


def test_each_agent_has_a_curve_and_selection_highlights_it(opened: Opener, session: Path) -> None:
    controller = opened(session)
    controller.viewing.show_page("agents", True)
    panel = controller.workbench.agents_panel
    assert set(panel.chart.curve_keys) == set(AGENTS)
    for figure in range(panel.figure.count()):
        panel.figure.setCurrentIndex(figure)
        panel.figure.activated.emit(figure)
        assert all(len(time_s) for _, _, time_s, _ in panel.chart.samples_in_view()), panel.figure.currentText()
    panel.table.selectRow(3)
    assert panel.chart.highlight == "lg3"
    panel.table.selectRow(0)
    assert panel.chart.highlight is None


def test_unresponsive_and_lost_agents_are_reported_during_the_run(opened: Opener, tmp_path: Path, qtbot: QtBot) -> None:
    eight = {f"lg{number}": (0,) if number < 5 else (1,) for number in range(1, 9)}
    run = AgentRun(tmp_path / "live.outpace", eight, gone={"lg3": (8, math.inf)})
    run.seconds(9)
    controller = opened(run.path)
    follower, workbench, notice = controller.follower, controller.workbench, controller.shell.notice
    assert follower is not None

    def seconds(count: int) -> None:
        run.seconds(count)
        follower.tick()

    seconds(1)
    assert follower.live
    assert controller.status.agents_button.text().startswith("8 agents, clocks ±")
    assert not notice.text
    seconds(1)
    assert notice.text.startswith("Agent lg3 has not answered since 8 s")
    assert controller.status.agents_button.text().startswith("7 of 8 agents, clocks ±")
    seconds(1)
    assert "lg3" in notice.text
    assert "64 of 512 users" in notice.text
    seconds(2)
    bands = {chart: chart._plot.bands for row in workbench.charts.rows for chart in row.charts}
    assert {(band.from_s, band.to_s, band.name) for every in bands.values() for band in every} == {(8, math.inf, "lg3")}
    # A chart of B alone has no band, because lg3 drives A.
    assert not all(bands.values())
    notice.offers[0].click()
    assert workbench.page == "agents"
    assert {band.name for band in workbench.agents_panel.chart._plot.bands} == {"lg3"}
    panel_rows = {row[0]: row for row in workbench.agents_panel.table.texts()}
    assert panel_rows["lg3"][1].startswith("lost at")


def test_imbalance_of_storage_agents_is_reported_in_ios() -> None:
    told = Imbalance("orders", ("vm-a1", 200.0), ("vm-a2", 100.0))
    assert "orders" in imbalance_text(told)
    assert imbalance_text(told, "I/O") == "For each outstanding I/O vm-a1 completes 2 times as many as vm-a2."


def test_agents_table_shows_all_rows_if_they_fit_and_never_clips_figures(
    opened: Opener, tmp_path: Path, qtbot: QtBot
) -> None:
    run = AgentRun(tmp_path / "eight.outpace", {f"lg{number}": (0,) for number in range(1, 9)})
    run.seconds(12)
    eight = run.finish()
    for size in ((1920, 1080), (1280, 720)):
        controller = opened(eight, size=size, state=f"{size[0]}.json")
        controller.viewing.show_page("agents", True)
        table = controller.workbench.agents_panel.table
        if size[1] > 1000:
            qtbot.waitUntil(
                lambda table=table: table.viewport().height() >= table.verticalHeader().length(), timeout=60_000
            )
        header = table.horizontalHeader()
        for column in range(header.count()):
            assert header.isSectionHidden(column) or header.sectionSize(column) >= table.sizeHintForColumn(column)


def test_agent_controls_are_hidden_without_agents(opened: Opener, tmp_path: Path, qtbot: QtBot) -> None:
    controller = opened(recorded(tmp_path / "plain.outpace", seconds=8))
    assert not controller.shell.actions_["agents"].isVisible()
    assert not controller.status.agents_button.isVisible()
    assert "agent" not in controller.status.text
