"""All targets of a scenario, as the engine works with them."""

from app.engine.embedded import EmbeddedTarget, target_folders
from app.engine.targets import Target, target_label
from app.scenario.reading import ScenarioFile
from app.scenario.targets import Embedded


def targets_of(file: ScenarioFile) -> list[Target]:
    """In the scenario's order."""
    folders = iter(target_folders(file.scenario, file.folder))
    targets: list[Target] = []
    for index, system in enumerate(file.scenario.systems):
        for number, target in enumerate(system.targets):
            label = target_label(system.name, number, len(system.targets))
            folder = next(folders)
            if isinstance(target, Embedded):
                targets.append(EmbeddedTarget(index, label, str(folder), target, file.scenario.workload))
    return targets
