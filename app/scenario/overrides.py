# SPDX-License-Identifier: Apache-2.0
"""What a person chooses at the start of a run, put into the scenario; its text is written once, with all of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import to_builtins
from msgspec.structs import replace

from app.model.errors import joined, phrase
from app.model.scenario import Scenario, System
from app.model.targets import Embedded, Local, Target
from app.model.thresholds import Threshold
from app.model.workloads import StorageIo
from app.scenario.reading import ScenarioError, ScenarioFile, checked
from app.scenario.writing import text_with_changes


def adjusted(file: ScenarioFile, scenario: Scenario) -> ScenarioFile:
    """The file as it would be with this scenario: comments and order of its text are kept. Raises ScenarioError."""
    _, mistakes = checked(to_builtins(scenario))
    if mistakes:
        raise ScenarioError(joined([phrase("{key}: {what}", key=m.key_text, what=m.message) for m in mistakes]))
    return ScenarioFile(scenario, text_with_changes(file.text, file.scenario, scenario), file.folder)


def with_run_seconds(scenario: Scenario, run_s: float) -> Scenario:
    """The same scenario with another run time: of a sweep or search that of each step, of a race the longest.

    A warm-up or a settling longer than a quarter of it is shortened to that.
    """
    return replace(scenario, plan=scenario.plan.lasting(run_s))


def with_file_size(scenario: Scenario, size: str) -> Scenario:
    """The same scenario of storage I/O with files of another size, such as "256MB". Raises ScenarioError."""
    if not isinstance(scenario.workload, StorageIo):
        raise ScenarioError('--file-size needs the workload "storage-io"')
    return replace(scenario, workload=replace(scenario.workload, file_size=size))


def with_thresholds(scenario: Scenario, added: Sequence[Threshold]) -> Scenario:
    """The same scenario with more thresholds; those that it has already are not doubled."""
    return replace(scenario, thresholds=tuple(dict.fromkeys((*scenario.thresholds, *added))))


def with_only(scenario: Scenario, name: str) -> Scenario:
    """The same scenario with only this system present. name: its name or letter."""
    chosen = scenario.systems[_place(scenario.systems, name)]
    return replace(scenario, present=chosen.name, order="one at a time")


def with_seed(scenario: Scenario, seed: int) -> Scenario:
    """The same scenario with the seed that a run drew, so that the session records it."""
    return replace(scenario, plan=replace(scenario.plan, seed=seed))


def with_folders(scenario: Scenario, folders: Mapping[str, Path]) -> Scenario:
    """The same scenario with its databases, or files, in other folders. folders: by a system's name, or its letter."""
    systems = list(scenario.systems)
    if folders and scenario.workload.existing:
        raise ScenarioError("--folder: the scenario works on existing databases, each where the scenario names it")
    for name, folder in folders.items():
        place = _place(systems, name)
        targets = tuple(_in_folder(target, name, folder.expanduser().resolve()) for target in systems[place].targets)
        systems[place] = replace(systems[place], targets=targets)
    return replace(scenario, systems=tuple(systems))


def _in_folder(target: Target, name: str, folder: Path) -> Target:
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
    """Of the system of that name, or else of that letter. Raises ScenarioError."""
    names = [system.name for system in systems]
    letters = [chr(ord("A") + index) for index in range(len(names))]
    for known in (names, letters):
        if name in known:
            return known.index(name)
    known_text = ", ".join(f"{letter} ({known})" for letter, known in zip(letters, names, strict=True))
    raise ScenarioError('no system is named "{name}"; the systems are {known}', name=name, known=known_text)
