# SPDX-License-Identifier: Apache-2.0
"""Contents of a session about the agents that drove its load."""

import math
import re
from pathlib import Path

import openpyxl
import pytest

from app.model.documents import AgentSheet
from app.model.events import DriverLimits, LateWorker
from app.model.hardware import Hardware, Memory, Processor
from app.report.outputs import Outputs, write_reports
from app.results.agents import Agents, absences, agent_results, imbalances
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


def test_what_an_agent_counted_is_read_by_itself(session: Path) -> None:
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


def test_the_counters_of_an_agent_are_its_workers_and_its_own(session: Path) -> None:
    with SessionReader.open(session) as reader:
        found = {(counter.system, counter.path) for counter in reader.counters_on("lg4")}
        assert {system for system, path in found if path == ALIVE} == {system.id for system in reader.systems}
        assert (None, "\\Outpace Agent(lg4)\\Clock Offset") in found
        assert not any("lg1" in path for _, path in found)
        assert not reader.counters_on("nobody")


def test_agents_that_should_do_the_same_and_do_not_are_told(tmp_path: Path) -> None:
    run = AgentRun(tmp_path / "eight.outpace", {f"lg{number}": (0,) for number in range(1, 9)})
    run.seconds(20)
    with SessionReader.open(run.finish()) as reader:
        (told,) = imbalances(Agents(reader), 20)
        assert (told.figure, told.most[0], told.least[0]) == ("processor", "lg8", "lg1")
        assert told.most[1] == pytest.approx(59.5, abs=1)
        assert not imbalances(Agents(reader), 5), "too early"


def test_agents_that_do_much_the_same_are_not(session: Path) -> None:
    with SessionReader.open(session) as reader:
        assert not imbalances(Agents(reader), 14)


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the descriptions, with the findings of each agent; lg2 was lost."""
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


def test_the_result_has_each_agent_with_its_hardware_and_clock(described: Path) -> None:
    with SessionReader.open(described) as reader:
        found = {one.name: one for one in agent_results(reader)}
    assert list(found) == list(AGENTS)
    first = found["lg1"]
    assert (first.host, first.drives, first.cores, first.memory_gib) == ("secret-host-0", ["A"], 8, 64)
    assert first.uncertainty_s == pytest.approx(0.00033, abs=3e-5)
    assert first.drift_ppm == pytest.approx(50, abs=0.5)
    assert first.away_s == 0
    assert found["lg2"].away_s == pytest.approx(10, abs=1)


def test_the_report_lists_the_agents_and_an_anonymous_one_does_not_name_them(described: Path) -> None:
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


def test_the_pages_of_a_report_list_the_agents(described: Path) -> None:
    pdf = described.with_name("named.pdf")
    done = outpace("report", described, "--pdf", pdf)
    assert done.returncode == 0, done.stderr
    pages = pages_of(pdf)
    assert not clipped(pages)
    (page,) = [page for page in pages if "secret-host-3" in page.text]
    for expected in ("EPYC 7543", "64.0 GiB", "Debian 12", "+50.0 ppm", "10 s"):
        assert expected in page.text


def test_when_an_agent_was_away_is_known_when_it_was_told(described: Path, session: Path) -> None:
    with SessionReader.open(described) as reader:
        assert not absences(reader, 22)
        (silent,), (lost,) = absences(reader, 23.5), absences(reader, 30)
        assert (silent.agent, silent.from_s, silent.lost) == ("lg2", 20, False)
        assert (lost.from_s, lost.to_s, lost.lost) == (20, math.inf, True)
    with SessionReader.open(session) as reader:
        (back,) = absences(reader)
        assert back.from_s == 15
        assert back.to_s == pytest.approx(21, abs=0.1)


def test_the_agent_whose_worker_limits_a_system_is_named(tmp_path: Path) -> None:
    run = AgentRun(tmp_path / "limits.outpace", AGENTS)
    run.seconds(12)
    late = LateWorker(worker=1, lag_ms=4, response_ms=10)
    limits = DriverLimits(system="A", reasons=(late,), invalid=False)
    run.writer.event(run.start_ns + 10 * SECOND, limits, severity="warning")
    with SessionReader.open(run.finish()) as reader:
        assert Agents(reader).limiting(12) == {"lg2": ("A",)}
        assert not Agents(reader).limiting(9)
