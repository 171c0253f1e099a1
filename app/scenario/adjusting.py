"""A scenario's text with what was chosen at the start of a run put in; comments and order are kept."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit

from app.scenario.reading import ScenarioError, ScenarioFile, parse_scenario
from app.scenario.targets import Embedded


def with_run_seconds(file: ScenarioFile, run_s: float) -> ScenarioFile:
    """The same scenario with another run time; a warm-up longer than a quarter of it is shortened to that."""
    document = tomlkit.parse(file.text)
    plan = document.setdefault("plan", tomlkit.table())
    plan["run_s"] = run_s
    if file.scenario.plan.warmup_s > run_s / 4:
        plan["warmup_s"] = round(run_s / 4, 1)
    return _parsed(document, file.folder)


def with_seed(file: ScenarioFile, seed: int) -> ScenarioFile:
    """The same scenario with the seed that a run drew, so that the session records it."""
    document = tomlkit.parse(file.text)
    document.setdefault("plan", tomlkit.table())["seed"] = seed
    return _parsed(document, file.folder)


def with_folders(file: ScenarioFile, folders: Mapping[str, Path]) -> ScenarioFile:
    """The same scenario with its databases in other folders. folders: by the name of the system, or its letter."""
    document = tomlkit.parse(file.text)
    names = [system.name for system in file.scenario.systems]
    places = {chr(ord("A") + index): index for index in range(len(names))} | {n: i for i, n in enumerate(names)}
    if unknown := [name for name in folders if name not in places]:
        known = ", ".join(f"{chr(ord('A') + index)} ({name})" for index, name in enumerate(names))
        raise ScenarioError(f'no system is named "{unknown[0]}"; the systems are {known}')
    for name, folder in folders.items():
        if any(not isinstance(target, Embedded) for target in file.scenario.systems[places[name]].targets):
            raise ScenarioError(
                f"--folder {name}: its database lies on a server, in folders of the server's; see placement"
            )
        system: Any = document["systems"][places[name]]
        for target in system["targets"]:
            target["folder"] = str(folder.expanduser().resolve())
    return _parsed(document, file.folder)


def _parsed(document: tomlkit.TOMLDocument, folder: Path) -> ScenarioFile:
    text = tomlkit.dumps(document)
    return ScenarioFile(parse_scenario(text), text, folder)
