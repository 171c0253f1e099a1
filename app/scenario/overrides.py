# SPDX-License-Identifier: Apache-2.0
"""Changes to a scenario that are made when a run starts; the text is rewritten once, with all of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import to_builtins
from msgspec.structs import replace

from app.model.errors import joined, phrase
from app.model.scenario import Scenario, System
from app.model.targets import Embedded, Local, ScenarioTarget
from app.model.thresholds import Threshold
from app.model.workloads import StorageIo
from app.scenario.reading import ScenarioError, ScenarioFile, checked
from app.scenario.writing import text_with_changes


def adjusted(file: ScenarioFile, scenario: Scenario) -> ScenarioFile:
    """Return the file with this scenario; comments and order in its text are kept. Raises ScenarioError."""
    _, mistakes = checked(to_builtins(scenario))
    if mistakes:
        raise ScenarioError(joined([phrase("{key}: {what}", key=m.key_text, what=m.message) for m in mistakes]))
    return ScenarioFile(scenario, text_with_changes(file.text, file.scenario, scenario), file.folder)


def with_run_seconds(scenario: Scenario, run_s: float) -> Scenario:
    """Return the scenario with another run time: for a sweep or search, of each step; for a race, the maximum.

    A warm-up or settling time longer than a quarter of the run time is shortened to a quarter.
    """
    return replace(scenario, plan=scenario.plan.lasting(run_s))


def with_file_size(scenario: Scenario, size: str) -> Scenario:
    """Return the storage I/O scenario with another file size, such as "256MB". Raises ScenarioError."""
    if not isinstance(scenario.workload, StorageIo):
        raise ScenarioError('--file-size needs the workload "storage-io"')
    return replace(scenario, workload=replace(scenario.workload, file_size=size))


def with_thresholds(scenario: Scenario, added: Sequence[Threshold]) -> Scenario:
    """Return the scenario with more thresholds, without duplicates."""
    return replace(scenario, thresholds=tuple(dict.fromkeys((*scenario.thresholds, *added))))


def with_only(scenario: Scenario, name: str) -> Scenario:
    """Return the scenario with only this system present, given by name or letter."""
    chosen = scenario.systems[_place(scenario.systems, name)]
    return replace(scenario, present=chosen.name, order="one at a time")


def with_seed(scenario: Scenario, seed: int) -> Scenario:
    """Return the scenario with the seed drawn for the run, so that the session records it."""
    return replace(scenario, plan=replace(scenario.plan, seed=seed))


def with_folders(scenario: Scenario, folders: Mapping[str, Path]) -> Scenario:
    """Return the scenario with databases or files in other folders, given by a system's name or letter."""
    systems = list(scenario.systems)
    if folders and scenario.workload.existing:
        raise ScenarioError("--folder: the scenario works on existing databases, each where the scenario names it")
    for name, folder in folders.items():
        place = _place(systems, name)
        targets = tuple(_in_folder(target, name, folder.expanduser().resolve()) for target in systems[place].targets)
        systems[place] = replace(systems[place], targets=targets)
    return replace(scenario, systems=tuple(systems))


def _in_folder(target: ScenarioTarget, name: str, folder: Path) -> ScenarioTarget:
    if not isinstance(target, Local):
        raise ScenarioError(
            "--folder {name}: its database is on a server, in the server's folders; see placement", name=name
        )
    if isinstance(target, Embedded):
        return replace(target, folder=str(folder))
    if target.device:
        raise ScenarioError("--folder {name}: its target is a device, not a folder", name=name)
    return replace(target, path=str(folder))


def _place(systems: tuple[System, ...] | list[System], name: str) -> int:
    """Return the index of the system with this name, or else with this letter. Raises ScenarioError."""
    names = [system.name for system in systems]
    letters = [chr(ord("A") + index) for index in range(len(names))]
    for known in (names, letters):
        if name in known:
            return known.index(name)
    known_text = ", ".join(f"{letter} ({known})" for letter, known in zip(letters, names, strict=True))
    raise ScenarioError('no system is named "{name}"; the systems are {known}', name=name, known=known_text)
