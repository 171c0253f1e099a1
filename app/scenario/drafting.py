# SPDX-License-Identifier: Apache-2.0
"""Edits of a scenario that affect more than one value, such as choosing another engine or plan, or adding a system.

Default names are kept up to date, and values that can be derived are filled in.
"""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from app.databases.registry import ENGINES
from app.model.mistakes import KeyPath
from app.model.targets import Server
from app.plans.registry import PLANS
from app.scenario.collectors import COLLECTORS, watches
from app.scenario.workload_registry import WORKLOADS, parameter_structs
from app.scenario.writing import Writing

NEW = """\
title = "Rollback journal vs. Write-ahead log"

[workload]
name = "dvdstore"
db_size = "10MB"
users = 8
think_time_s = 0.005

[plan]
name = "timed"
warmup_s = 10
run_s = 120

[[systems]]
name = "Rollback journal"
role = "baseline"

[[systems.targets]]
engine = "sqlite"
journal = "rollback"
synchronous = "full"

[[systems]]
name = "Write-ahead log"
role = "challenger"

[[systems.targets]]
engine = "sqlite"
journal = "wal"
synchronous = "full"
"""
"""Text of a new scenario, which runs without changes on any machine."""

Structs = Mapping[str, type[msgspec.Struct]]
Memory = dict[tuple[KeyPath, str], dict[str, Any]]
"""Tables as they were before their kind was changed, by place of the table and previous kind."""


MOST_SYSTEMS, LETTERS = 3, "ABC"
ONE_AT_A_TIME = "one at a time"
STORAGE, STORAGE_IO = "storage", "storage-io"
WORKLOAD, PLAN, SYSTEMS, AGENTS = ("workload",), ("plan",), ("systems",), ("agents",)
DATABASE, EXISTING = (*WORKLOAD, "database"), "existing"


def targets() -> Structs:
    """Return the structs of targets by engine name."""
    return {name: engine.target for name, engine in ENGINES.all.items()}


def kind_of(writing: Writing, key: KeyPath, structs: Structs) -> str:
    """Return the kind of a table: the stated kind, or else the default, which is the first known kind."""
    first = next(iter(structs.values()))
    return str(writing.value((*key, str(first.__struct_config__.tag_field)), next(iter(structs))))


def choose_plan(writing: Writing, kind: str, memory: Memory) -> None:
    """Change the plan; values that both plans share are kept."""
    _choose(writing, PLAN, PLANS.all, kind, memory)


def choose_workload(writing: Writing, kind: str, memory: Memory) -> None:
    """Change the workload, and also targets and plan if they do not support it."""
    if kind == kind_of(writing, WORKLOAD, parameter_structs()):
        return
    with names_followed(writing):
        _choose(writing, WORKLOAD, parameter_structs(), kind, memory)
        if writing.value(DATABASE) == EXISTING:
            _remove_examples(writing)
        for system in range(_count(writing, SYSTEMS)):
            for target in range(_count(writing, (*SYSTEMS, system, "targets"))):
                place = (*SYSTEMS, system, "targets", target)
                if (kind_of(writing, place, targets()) == STORAGE) != (kind == STORAGE_IO):
                    former = [
                        name for (key, name) in memory if key == place and (name == STORAGE) == (kind == STORAGE_IO)
                    ]
                    engine = former[-1] if former else STORAGE if kind == STORAGE_IO else "sqlite"
                    _choose(writing, place, targets(), engine, memory)
                    _with_own_database(writing, place)
        _follow_workload(writing, kind, memory)


def choose_existing(writing: Writing) -> None:
    """Use an existing database for the workload and remove the example statements, which do not apply to it."""
    writing.put(DATABASE, EXISTING)
    _remove_examples(writing)


def untouched_examples(document: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield a workload's unchanged initial values, as names of lists in its table, and indexes in descending order."""
    table = document.get("workload")
    known = WORKLOADS.all.get(str(table.get("name"))) if isinstance(table, Mapping) else None
    if known is None or not isinstance(table, Mapping):
        return
    for name, begun in known.begins_with.items():
        listed = table.get(name)
        if isinstance(begun, list) and isinstance(listed, list):
            yield from ((name, place) for place in reversed(range(len(listed))) if listed[place] in begun)


def _remove_examples(writing: Writing) -> None:
    for name, place in list(untouched_examples(writing.document)):
        key = (*WORKLOAD, name)
        writing.remove((*key, place) if _count(writing, key) > 1 else key)


def plans_for(workload: str) -> list[str]:
    """Return the names of the plans that can run a workload."""
    return [name for name, plan in PLANS.all.items() if not plan.workloads or workload in plan.workloads]


def _follow_workload(writing: Writing, workload: str, memory: Memory) -> None:
    """Replace the default plan with the workload's own default, if any, and an incompatible plan with the default."""
    usual = next(iter(PLANS.all))
    own = [name for name, plan in PLANS.all.items() if workload in plan.workloads]
    plan = kind_of(writing, PLAN, PLANS.all)
    if plan == usual and own:
        choose_plan(writing, own[0], memory)
    elif plan in PLANS.all and plan not in plans_for(workload):
        choose_plan(writing, usual, memory)


def choose_engine(writing: Writing, place: KeyPath, engine: str, memory: Memory) -> None:
    """Change the engine of a target.

    Switching between databases and storage changes all targets and the workload.
    """
    with names_followed(writing):
        _choose(writing, place, targets(), engine, memory)
        _with_own_database(writing, place)
        choose_workload(writing, STORAGE_IO if engine == STORAGE else "dvdstore", memory)


def choose_watch(writing: Writing, place: KeyPath, source: str, memory: Memory) -> None:
    """Change the source of a machine's counters."""
    _choose(writing, place, watches(), source, memory)


def add_system(writing: Writing) -> None:
    """Add a challenger with the last system's engine."""
    with names_followed(writing):
        number = _count(writing, SYSTEMS)
        engines = [kind_of(writing, (*SYSTEMS, number - 1, "targets", 0), targets())] if number else ["sqlite"]
        table = {
            "name": "",
            "role": "challenger" if number else "baseline",
            "targets": [_new_target(writing, engine) for engine in engines],
        }
        writing.append(SYSTEMS, table)
        _with_own_database(writing, (*SYSTEMS, number, "targets", 0))
        writing.put((*SYSTEMS, number, "name"), _own_name(writing, number))


def remove_system(writing: Writing, system: int) -> None:
    """Remove a system; if it was the baseline, the first remaining system becomes the baseline."""
    with names_followed(writing):
        was_baseline = writing.value((*SYSTEMS, system, "role")) == "baseline"
        writing.remove((*SYSTEMS, system))
        if was_baseline and _count(writing, SYSTEMS):
            set_baseline(writing, 0)


def set_baseline(writing: Writing, system: int) -> None:
    """Make this system the baseline and all others challengers."""
    for index in range(_count(writing, SYSTEMS)):
        writing.put((*SYSTEMS, index, "role"), "baseline" if index == system else "challenger")


def add_target(writing: Writing, system: int) -> None:
    """Add a target to a system, like its last target but with a separate database."""
    with names_followed(writing):
        place = (*SYSTEMS, system, "targets")
        number = _count(writing, place)
        last = dict(writing.value((*place, number - 1), {})) if number else _new_target(writing, "sqlite")
        writing.append(place, last)
        _with_own_database(writing, (*place, number))


def copy_system(writing: Writing, source: int, system: int) -> None:
    """Copy a system's targets, agents, counter sources and facts to another one.

    The other system's name, role, color and notes are kept.
    """
    with names_followed(writing):
        for name in ("targets", "watch", "facts", "from"):
            found = writing.value((*SYSTEMS, source, name))
            writing.remove((*SYSTEMS, system, name))
            if found:
                writing.put((*SYSTEMS, system, name), _copied(found))
        for target in range(_count(writing, (*SYSTEMS, system, "targets"))):
            _with_own_database(writing, (*SYSTEMS, system, "targets", target))


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _copied(one) for name, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value


def add_agent(writing: Writing) -> None:
    """Add an agent without a host, which the user has to enter."""
    taken = agent_names(writing)
    name = next(name for number in range(1, 1 + len(taken) + 1) if (name := f"lg{number}") not in taken)
    writing.append(AGENTS, {"name": name})


def remove_agent(writing: Writing, agent: int) -> None:
    """Remove an agent and all references to it."""
    name = writing.value((*AGENTS, agent, "name"))
    writing.remove((*AGENTS, agent))
    for place in _driven_places(writing):
        others = [one for one in _names_in(writing, place) if one != name]
        if others != _names_in(writing, place):
            _put_names(writing, place, others)
    for system in range(_count(writing, SYSTEMS)):
        watches_of = (*SYSTEMS, system, "watch")
        for one in reversed(range(_count(writing, watches_of))):
            if name and writing.value((*watches_of, one, "agent")) == name:
                writing.remove((*watches_of, one))


def agent_alone(agent: Mapping[str, Any]) -> str:
    """Return a scenario with only this agent, so that a check covers no other agents."""
    writing = Writing(NEW)
    writing.put(AGENTS, [dict(agent)])
    writing.put((*SYSTEMS, 0, "watch"), [{"source": "agent", "agent": str(agent.get("name", ""))}])
    return writing.text


def agent_names(writing: Writing) -> list[str]:
    """Return the names of the agents; "" stands for a missing name."""
    return [str(writing.value((*AGENTS, index, "name"), "")) for index in range(_count(writing, AGENTS))]


def _driven_places(writing: Writing) -> Iterator[KeyPath]:
    """Yield the keys in systems and targets that contain names of agents."""
    for system in range(_count(writing, SYSTEMS)):
        yield (*SYSTEMS, system, "from")
        for target in range(_count(writing, (*SYSTEMS, system, "targets"))):
            yield (*SYSTEMS, system, "targets", target, "from")


def _names_in(writing: Writing, place: KeyPath) -> list[str]:
    found = writing.value(place, [])
    return [str(one) for one in found] if isinstance(found, list) else []


def _put_names(writing: Writing, place: KeyPath, names: list[str]) -> None:
    if names:
        writing.put(place, names)
    else:
        writing.remove(place)


def _follow_agents(writing: Writing, before: list[str]) -> None:
    """Rename the references to renamed agents; `before` contains their previous names."""
    now = agent_names(writing)
    if len(before) != len(now):
        return
    pairs = [(old, new) for old, new in zip(before, now, strict=True) if old != new and new]
    renamed = {old: new for old, new in pairs if old and before.count(old) == 1}
    used = {name for place in _driven_places(writing) for name in _names_in(writing, place)}
    lost = used - {*before, *now}
    if len(pairs) == len(lost) == 1 and not pairs[0][0]:  # the name was cleared before a new one was entered
        renamed = {lost.pop(): pairs[0][1]}
    if not renamed:
        return
    for place in _driven_places(writing):
        names = _names_in(writing, place)
        if any(name in renamed for name in names):
            writing.put(place, [renamed.get(name, name) for name in names])
    for system in range(_count(writing, SYSTEMS)):
        for one in range(_count(writing, (*SYSTEMS, system, "watch"))):
            place = (*SYSTEMS, system, "watch", one, "agent")
            if (name := writing.value(place)) in renamed:
                writing.put(place, renamed[name])


@contextlib.contextmanager
def names_followed(writing: Writing) -> Iterator[None]:
    """After a change, update default names of systems, the default title, and references to renamed agents."""
    agents = agent_names(writing)
    own = [index for index in range(_count(writing, SYSTEMS)) if _name(writing, index) == _own_name(writing, index)]
    title = writing.value(("title",), "")
    titled = title in {"", _own_title(writing)}
    names = [_name(writing, index) for index in own]
    everybody = [_name(writing, index) for index in range(_count(writing, SYSTEMS))]
    yield
    for index, name in zip(own, names, strict=True):
        if _name(writing, index) == name:
            writing.put((*SYSTEMS, index, "name"), _own_name(writing, index))
    if titled and writing.value(("title",), "") == title and _own_title(writing):
        writing.put(("title",), _own_title(writing))
    _follow_present(writing, everybody)
    _follow_agents(writing, agents)


def _follow_present(writing: Writing, before: list[str]) -> None:
    """Keep the name of this session's only system if the order needs one; `before` contains the systems' names."""
    present, order = writing.value(("present",), ""), writing.value(("order",), "auto")
    names = [_name(writing, index) for index in range(_count(writing, SYSTEMS))]
    if order != ONE_AT_A_TIME:
        writing.remove(("present",))
    elif present not in names and names:
        index = before.index(present) if present in before and len(before) == len(names) else 0
        writing.put(("present",), names[index])


def _choose(writing: Writing, key: KeyPath, structs: Structs, kind: str, memory: Memory) -> None:
    """Change the kind of a table. Values that the new kind lacks are remembered for the old kind."""
    before = kind_of(writing, key, structs)
    if before == kind:
        return
    struct = structs[kind]
    known = {field.encode_name for field in msgspec.structs.fields(struct)}
    tag_field = str(struct.__struct_config__.tag_field)
    memory.pop((key, before), None)
    memory[key, before] = left = {}
    for name, value in dict(writing.value(key, {})).items():
        if name != tag_field and name not in known:
            left[name] = value
            writing.remove((*key, name))
    writing.put((*key, tag_field), kind)
    for name, value in memory.get((key, kind), {}).items():
        if writing.value((*key, name)) is None:
            writing.put((*key, name), value)
    for name, value in _needed(struct).items():
        if writing.value((*key, name)) is None:
            writing.put((*key, name), value)


def _needed(struct: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the initial values of a new table for this struct."""
    engine = next((engine for engine in ENGINES.all.values() if engine.target is struct), None)
    if engine is not None:
        return engine.begins_with
    workload = next((one for one in WORKLOADS.all.values() if one.parameters is struct), None)
    if workload is not None:
        return workload.begins_with
    collector = next((one for one in COLLECTORS.all.values() if one.settings is struct), None)
    return collector.begins_with if collector is not None else {}


def _new_target(writing: Writing, engine: str) -> dict[str, Any]:
    table: dict[str, Any] = {"engine": engine}
    return table | dict(ENGINES[engine].begins_with if engine in ENGINES else {})


def _with_own_database(writing: Writing, place: KeyPath) -> None:
    """Give a server target a database or folder that no other target uses."""
    table = writing.value(place, {})
    engine = kind_of(writing, place, targets())
    if engine not in ENGINES or not issubclass(ENGINES[engine].target, Server):
        return
    taken = set()
    for system in range(_count(writing, SYSTEMS)):
        for target in range(_count(writing, (*SYSTEMS, system, "targets"))):
            other = (*SYSTEMS, system, "targets", target)
            if other != place and kind_of(writing, other, targets()) == engine:
                taken.add(_database(writing.value(other)))
    assert isinstance(place[1], int)
    names = [_database(table), f"outpace_{LETTERS[place[1] % 3].lower()}"]
    names += [f"{names[-1]}{number}" for number in range(2, 70)]
    free = next(name for name in names if name not in taken)
    if free != _database(table):
        writing.put((*place, "database"), free)


def _database(table: Mapping[str, Any]) -> str:
    return str(table.get("database", "outpace_ds"))


def _count(writing: Writing, key: KeyPath) -> int:
    found = writing.value(key, [])
    return len(found) if isinstance(found, list) else 0


def _name(writing: Writing, system: int) -> str:
    return str(writing.value((*SYSTEMS, system, "name"), ""))


def _own_name(writing: Writing, system: int) -> str:
    """Return the default name of a system."""
    names = [_what(writing, index) for index in range(_count(writing, SYSTEMS))]
    name = names[system]
    return f"{name} {LETTERS[system % 3]}" if names.count(name) > 1 or name == ENGINES[STORAGE].title else name


def _what(writing: Writing, system: int) -> str:
    place = (*SYSTEMS, system, "targets", 0)
    engine = kind_of(writing, place, targets())
    if engine not in ENGINES:
        return engine
    known = ENGINES[engine]
    return known.system_name(writing.value(place, {})) if known.system_name is not None else known.title


def _own_title(writing: Writing) -> str:
    names = [_name(writing, index) for index in range(_count(writing, SYSTEMS))]
    return " vs. ".join(name for name in names if name.strip())[:80]
