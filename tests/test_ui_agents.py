# SPDX-License-Identifier: Apache-2.0
"""What the window shows of the machines that drive the load."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.agent_sessions import AgentRun
from tests.recorded import recorded
from tests.ui_window import Opener

pytest_plugins = ["tests.ui_fixtures"]

AGENTS = {"lg1": (0,), "lg2": (0,), "lg3": (1,), "a-very-long-name-of-a-load-generator": (0, 1)}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = AgentRun(tmp_path_factory.mktemp("agents") / "agents.outpace", AGENTS, gone={"lg2": (15, 22)})
    run.seconds(30)
    return run.finish()


def test_the_page_has_a_row_for_each_agent_and_one_for_all(opened: Opener, session: Path) -> None:
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
    orders = [int(row["OPM"].replace(",", "")) for name, row in rows.items() if name != "all 4"]
    assert int(whole["OPM"].replace(",", "")) == pytest.approx(sum(orders), abs=3)


def test_an_agent_that_tells_nothing_has_no_figures_then(opened: Opener, session: Path) -> None:
    controller = opened(session)
    controller.viewing.show_page("agents", True)
    follower, panel = controller.follower, controller.workbench.agents_panel
    assert follower is not None
    follower.seek(21.5)
    row = panel.table.texts()[2]
    assert row[0] == "lg2"
    assert "6.5 s" in row
    assert row[3] == "–"


def test_each_agent_has_a_curve_and_the_selected_one_stands_out(opened: Opener, session: Path) -> None:
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


def test_without_agents_nothing_of_it_shows(opened: Opener, tmp_path: Path, qtbot: QtBot) -> None:
    controller = opened(recorded(tmp_path / "plain.outpace", seconds=8))
    assert not controller.shell.actions_["agents"].isVisible()
    assert not controller.status.agents_button.isVisible()
    assert "agent" not in controller.status.text
