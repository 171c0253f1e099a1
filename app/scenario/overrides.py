"""A scenario's text with what was chosen at the start of a run put in; comments and order are kept."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit

from app.model.plans import DepthSweep, LatencyLimit, Race, RateSweep, TimedRun, UserSweep
from app.model.targets import Embedded, Local, Storage
from app.scenario.reading import ScenarioError, ScenarioFile, parse_scenario


def with_run_seconds(file: ScenarioFile, run_s: float) -> ScenarioFile:
    """The same scenario with another run time: of a sweep or search that of each step, of a race the longest.

    A warm-up or a settling longer than a quarter of it is shortened to that.
    """
    document = tomlkit.parse(file.text)
    plan = document.setdefault("plan", tomlkit.table())
    match file.scenario.plan:
        case TimedRun(warmup_s=warmup_s):
            plan["run_s"] = run_s
            if warmup_s > run_s / 4:
                plan["warmup_s"] = round(run_s / 4, 1)
        case Race():
            plan["timeout_s"] = run_s
        case (
            UserSweep(settle_s=settle_s)
            | LatencyLimit(settle_s=settle_s)
            | RateSweep(settle_s=settle_s)
            | DepthSweep(settle_s=settle_s)
        ):
            plan["dwell_s"] = run_s
            if settle_s > run_s / 4:
                plan["settle_s"] = round(run_s / 4, 1)
    return _parsed(document, file.folder)


def with_only(file: ScenarioFile, name: str) -> ScenarioFile:
    """The same scenario with only this system present. name: its name or letter."""
    names = [system.name for system in file.scenario.systems]
    letters = {chr(ord("A") + index): known for index, known in enumerate(names)}
    if name not in names and name not in letters:
        known = ", ".join(f"{letter} ({known})" for letter, known in letters.items())
        raise ScenarioError('no system is named "{name}"; the systems are {known}', name=name, known=known)
    document = tomlkit.parse(file.text)
    # What belongs to no table has to stand before the first one.
    for key, value in (("present", name if name in names else letters[name]), ("order", "one at a time")):
        if key in document:
            document[key] = value
        else:
            document.body.insert(0, (tomlkit.items.SingleKey(key), tomlkit.item(value)))
    return _parsed(tomlkit.parse(tomlkit.dumps(document)), file.folder)


def with_seed(file: ScenarioFile, seed: int) -> ScenarioFile:
    """The same scenario with the seed that a run drew, so that the session records it."""
    document = tomlkit.parse(file.text)
    document.setdefault("plan", tomlkit.table())["seed"] = seed
    return _parsed(document, file.folder)


def with_folders(file: ScenarioFile, folders: Mapping[str, Path]) -> ScenarioFile:
    """The same scenario with its databases, or files, in other folders. folders: by a system's name, or its letter."""
    document = tomlkit.parse(file.text)
    names = [system.name for system in file.scenario.systems]
    places = {chr(ord("A") + index): index for index in range(len(names))} | {n: i for i, n in enumerate(names)}
    if unknown := [name for name in folders if name not in places]:
        known = ", ".join(f"{chr(ord('A') + index)} ({name})" for index, name in enumerate(names))
        raise ScenarioError('no system is named "{name}"; the systems are {known}', name=unknown[0], known=known)
    for name, folder in folders.items():
        targets = file.scenario.systems[places[name]].targets
        if any(isinstance(one, Storage) and one.device for one in targets):
            raise ScenarioError("--folder {name}: its target is a device, which lies in no folder", name=name)
        if any(not isinstance(one, Local) for one in targets):
            raise ScenarioError(
                "--folder {name}: its database lies on a server, in folders of the server's; see placement", name=name
            )
        system: Any = document["systems"][places[name]]
        for written, target in zip(system["targets"], targets, strict=True):
            written["folder" if isinstance(target, Embedded) else "path"] = str(folder.expanduser().resolve())
    return _parsed(document, file.folder)


def _parsed(document: tomlkit.TOMLDocument, folder: Path) -> ScenarioFile:
    text = tomlkit.dumps(document)
    return ScenarioFile(parse_scenario(text), text, folder)
