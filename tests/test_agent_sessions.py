# SPDX-License-Identifier: Apache-2.0
"""What a session tells of the agents that drove its load."""

from pathlib import Path

import pytest

from app.results.agents import Agents, imbalances
from app.session.reader import SessionReader
from tests.agent_sessions import AgentRun

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
