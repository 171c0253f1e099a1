# SPDX-License-Identifier: Apache-2.0
"""Information that a session stores about the agents that drove its load."""

import math
import re
from pathlib import Path

import openpyxl
import pytest

from app.model.documents import AgentSheet
from app.model.events import DriverLimits, LateWorker
from app.model.hardware import Hardware, Memory, Processor
from app.report.outputs import Outputs, write_reports
from app.results.agents import SessionAgents, absences, agent_results, imbalances
from app.session.reader import SessionReader
from tests.support.agent_sessions import AgentRun
from tests.support.engine_runs import outpace
from tests.support.recorded import SECOND
from tests.support.report_rendering import clipped, pages_of

ALIVE, ORDERS = "\\Outpace Driver(_Total)\\Users Alive", "\\Outpace Driver(_Total)\\Orders/sec"
AGENTS = {"lg1": (0,), "lg2": (0,), "lg3": (1,), "lg4": (0, 1)}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = AgentRun(tmp_path_factory.mktemp("agents") / "agents.outpace", AGENTS, gone={"lg2": (15, 20)})
    run.seconds(30)
    return run.finish()


def test_counters_of_one_agent_can_be_read_separately(session: Path) -> None:
    with SessionReader.open(session) as reader:
        counters = {(counter.system, counter.path): counter for counter in reader.counters}
        alive = counters[reader.systems[0].id, ALIVE]
        whole = reader.samples(alive)[1]
        parts = [reader.samples(alive, agent=agent)[1] for agent in ("lg1", "lg2", "lg4")]
        assert whole[9] == pytest.approx(sum(part[9] for part in parts)) == pytest.approx(64)
        assert len(parts[1]) == len(parts[0]) - 5
        assert not len(reader.samples(alive, agent="lg3")[1])
        orders = counters[reader.systems[0].id, ORDERS]
        each = [reader.window(orders, 5, 10, agent=agent).average for agent in ("lg1", "lg2", "lg4")]
        assert reader.window(orders, 5, 10).average == pytest.approx(sum(each))


def test_agent_counters_include_those_of_its_workers(session: Path) -> None:
    with SessionReader.open(session) as reader:
        found = {(counter.system, counter.path) for counter in reader.counters_on("lg4")}
        assert {system for system, path in found if path == ALIVE} == {system.id for system in reader.systems}
        assert (None, "\\Outpace Agent(lg4)\\Clock Offset") in found
        assert not any("lg1" in path for _, path in found)
        assert not reader.counters_on("nobody")


def test_imbalance_between_equal_agents_is_reported(tmp_path: Path) -> None:
    run = AgentRun(tmp_path / "eight.outpace", {f"lg{number}": (0,) for number in range(1, 9)})
    run.seconds(20)
    with SessionReader.open(run.finish()) as reader:
        (told,) = imbalances(SessionAgents(reader), 20)
        assert (told.figure, told.most[0], told.least[0]) == ("processor", "lg8", "lg1")
        assert told.most[1] == pytest.approx(59.5, abs=1)
        assert not imbalances(SessionAgents(reader), 5), "too early"


def test_balanced_agents_are_not_reported(session: Path) -> None:
    with SessionReader.open(session) as reader:
        assert not imbalances(SessionAgents(reader), 14)


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a session with a description of each agent, in which lg2 is lost."""
    path = tmp_path_factory.mktemp("described") / "described.outpace"
    run = AgentRun(path, AGENTS, gone={"lg2": (20, math.inf)})
    for number, agent in enumerate(AGENTS):
        processor, memory = Processor(model="EPYC 7543"), Memory(size_gib=64)
        sheet = AgentSheet(
            host=f"secret-host-{number}",
            outpace="0.1.0",
            system="Debian 12",
            cores=8,
            hardware=Hardware(processor=processor, memory=memory),
            drives=["AB"[place] for place in AGENTS[agent]],
        )
        run.describe(agent, sheet)
    run.seconds(30)
    return run.finish()


def test_result_contains_each_agent_with_its_hardware_and_clock(described: Path) -> None:
    with SessionReader.open(described) as reader:
        found = {one.name: one for one in agent_results(reader)}
    assert list(found) == list(AGENTS)
    first = found["lg1"]
    assert (first.host, first.drives, first.cores, first.memory_gib) == ("secret-host-0", ["A"], 8, 64)
    assert first.uncertainty_s == pytest.approx(0.00033, abs=3e-5)
    assert first.drift_ppm == pytest.approx(50, abs=0.5)
    assert first.away_s == 0
    assert found["lg2"].away_s == pytest.approx(10, abs=1)


def test_report_lists_agents_and_anonymous_report_hides_their_names(described: Path) -> None:
    html, secret = described.with_name("named.html"), described.with_name("anonymous.html")
    book = described.with_name("named.xlsx")
    write_reports([described], Outputs(html=html, xlsx=book))
    write_reports([described], Outputs(html=secret), anonymous=True)
    text, anonymous = html.read_text(encoding="utf-8"), secret.read_text(encoding="utf-8")
    for expected in ("secret-host-3", "EPYC 7543", "64.0 GiB", "Debian 12", "+50.0 ppm"):
        assert expected in text
    assert [row[1] for row in openpyxl.load_workbook(book)["Agents"].values][1:] == list(AGENTS)
    assert "agent 4" in anonymous
    assert not re.search(r"secret-host|lg[1-4]", anonymous)


def test_pdf_report_lists_the_agents(described: Path) -> None:
    pdf = described.with_name("named.pdf")
    done = outpace("report", described, "--pdf", pdf)
    assert done.returncode == 0, done.stderr
    pages = pages_of(pdf)
    assert not clipped(pages)
    (page,) = [page for page in pages if "secret-host-3" in page.text]
    for expected in ("EPYC 7543", "64.0 GiB", "Debian 12", "+50.0 ppm", "10 s"):
        assert expected in page.text


def test_absence_of_an_agent_is_listed_only_after_it_was_reported(described: Path, session: Path) -> None:
    with SessionReader.open(described) as reader:
        assert not absences(reader, 22)
        (silent,), (lost,) = absences(reader, 23.5), absences(reader, 30)
        assert (silent.agent, silent.from_s, silent.lost) == ("lg2", 20, False)
        assert (lost.from_s, lost.to_s, lost.lost) == (20, math.inf, True)
    with SessionReader.open(session) as reader:
        (back,) = absences(reader)
        assert back.from_s == 15
        assert back.to_s == pytest.approx(21, abs=0.1)


def test_agent_of_a_limiting_worker_is_named(tmp_path: Path) -> None:
    run = AgentRun(tmp_path / "limits.outpace", AGENTS)
    run.seconds(12)
    late = LateWorker(worker=1, lag_ms=4, response_ms=10)
    limits = DriverLimits(system="A", reasons=(late,), invalid=False)
    run.writer.event(run.start_ns + 10 * SECOND, limits, severity="warning")
    with SessionReader.open(run.finish()) as reader:
        assert SessionAgents(reader).limiting(12) == {"lg2": ("A",)}
        assert not SessionAgents(reader).limiting(9)
