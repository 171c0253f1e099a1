"""All targets of a scenario, as the engine works with them."""

from app.engine.embedded import EmbeddedTarget, target_folders
from app.engine.passwords import Passwords
from app.engine.targets import Target, target_label
from app.scenario.order import chosen_order
from app.scenario.reading import ScenarioFile
from app.scenario.targets import Embedded


def targets_of(file: ScenarioFile, passwords: Passwords) -> list[Target]:
    """In the scenario's order; only those of the systems that are present. Raises DatabaseError for an ODBC string that
    can't be taken."""
    present = chosen_order(file.scenario, []).present
    folders = iter(target_folders(file.scenario, file.folder))
    targets: list[Target] = []
    for index, system in enumerate(file.scenario.systems):
        for number, target in enumerate(system.targets):
            label = target_label(system.name, number, len(system.targets))
            folder = next(folders)
            if index not in present:
                continue
            if isinstance(target, Embedded):
                targets.append(EmbeddedTarget(index, label, str(folder), target, file.scenario.workload))
            else:
                # A run of embedded databases needs no ODBC.
                from app.engine.on_server import address_of, server_target  # noqa: PLC0415

                password = passwords.of(address_of(target).account)
                targets.append(server_target(index, label, target, file.scenario.workload, password))
    return targets
