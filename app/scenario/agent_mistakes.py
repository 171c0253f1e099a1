# SPDX-License-Identifier: Apache-2.0
"""Mistakes in scenarios that use agents: other machines that drive load or are monitored."""

from collections import Counter
from collections.abc import Iterator

from app.model.mistakes import KeyPath, Mistake
from app.model.scenario import Scenario, System
from app.model.targets import Embedded, ScenarioTarget, Storage, is_folder
from app.model.watch import AgentWatch
from app.scenario.document_check import LONGEST


def agent_mistakes(scenario: Scenario) -> Iterator[Mistake]:
    """Yield every mistake in the agents and in the references to them."""
    names = Counter(agent.name.casefold() for agent in scenario.agents)
    used = {name for system in scenario.systems for name in (*system.agents, *system.driven_from)}
    for index, agent in enumerate(scenario.agents):
        if names[agent.name.casefold()] > 1:
            yield Mistake(("agents", index, "name"), 'two agents are named "{name}"', name=agent.name)
        elif agent.name not in used:
            yield Mistake(
                ("agents", index, "name"),
                'nothing uses the agent "{name}": name it in from of a system or target, or watch it (source = '
                '"agent"), or take it out',
                name=agent.name,
            )
    known = [agent.name for agent in scenario.agents]
    for index, system in enumerate(scenario.systems):
        place: KeyPath = ("systems", index)
        yield from _unknown(system.driven_from, known, (*place, "from"))
        for number, watch in enumerate(system.watch):
            if isinstance(watch, AgentWatch):
                key = (*place, "watch", number, "agent")
                yield from (mistake for mistake in _unknown((watch.agent,), known, key, listed=False))
        for number, target in enumerate(system.targets):
            key = (*place, "targets", number)
            yield from _unknown(getattr(target, "driven_from", ()), known, (*key, "from"))
            yield from _local_mistakes(scenario, system, target, key)


def _unknown(names: tuple[str, ...], known: list[str], key: KeyPath, *, listed: bool = True) -> Iterator[Mistake]:
    for number, name in enumerate(names):
        place = (*key, number) if listed else key
        if name not in known:
            yield Mistake(
                place,
                'there is no agent "{name}"; the agents are {known}',
                name=name[:LONGEST],
                known=", ".join(f'"{one}"' for one in known) or "-",
            )
        elif name in names[:number]:
            yield Mistake(place, '"{name}" is named twice', name=name)


def _local_mistakes(scenario: Scenario, system: System, target: ScenarioTarget, key: KeyPath) -> Iterator[Mistake]:
    """Yield the mistakes in a target stored on the machine that drives it."""
    agents = system.drivers_of(target)
    if not agents or not isinstance(target, Embedded | Storage):
        return
    place, name = (target.path, "path") if isinstance(target, Storage) else (target.folder, "folder")
    if len(agents) > 1:
        yield Mistake(
            key,
            "it lies on the machine that drives it, and {agents} are several: give it one of them (from), and each of "
            "the others a target of its own",
            agents=", ".join(agents),
        )
    if not is_folder(place):
        yield Mistake(
            (*key, name) if place else key,
            'on another machine it needs a whole path: {name} = "/..." as it is called on {agent}',
            name=name,
            agent=agents[0],
        )
    if isinstance(target, Storage) and target.force_write:
        yield Mistake((*key, "force_write"), "a device is overwritten only on the machine that Outpace itself runs on")
    if isinstance(target, Embedded) and scenario.workload.existing:
        yield Mistake(key, "an existing database file is worked on only on the machine that Outpace itself runs on")
