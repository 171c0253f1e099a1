"""All targets of a scenario, as the engine works with them."""

from collections.abc import Collection

import msgspec

from app.databases.address import Address
from app.engine.embedded_target import EmbeddedTarget, target_folders
from app.engine.passwords import Passwords
from app.engine.storage_target import StorageTarget, storage_paths
from app.engine.target import Target, target_label
from app.model.registry import part
from app.model.targets import Embedded, Server, Storage
from app.model.workloads import DvdStore, StorageIo
from app.scenario.order import chosen_order
from app.scenario.reading import ScenarioFile
from app.scenario.workload_registry import WORKLOADS


def targets_of(file: ScenarioFile, passwords: Passwords) -> list[Target]:
    """In the scenario's order; only those of the systems that are present. Raises DatabaseError for an ODBC string that
    can't be taken."""
    work = file.scenario.workload
    assert isinstance(work, msgspec.Struct)
    present = chosen_order(file.scenario, []).present
    targets: list[Target] = part(WORKLOADS[str(work.__struct_config__.tag)].targets)(file, passwords, present)
    return targets


def database_targets(file: ScenarioFile, passwords: Passwords, present: Collection[int]) -> list[Target]:
    """Of DVD Store."""
    work = file.scenario.workload
    assert isinstance(work, DvdStore)
    folders = iter(target_folders(file.scenario, file.folder))
    targets: list[Target] = []
    for index, system in enumerate(file.scenario.systems):
        for number, target in enumerate(system.targets):
            label = target_label(system.name, number, len(system.targets))
            folder = next(folders)
            if index not in present:
                continue
            if isinstance(target, Embedded):
                targets.append(EmbeddedTarget(index, label, str(folder), target, work))
            elif isinstance(target, Server):
                # A run of embedded databases needs no ODBC.
                from app.engine.server_target import server_target  # noqa: PLC0415

                password = passwords.of(Address(target).account)
                targets.append(server_target(index, label, target, work, password))
    return targets


def storage_targets(file: ScenarioFile, _passwords: Passwords, present: Collection[int]) -> list[Target]:
    """Of storage I/O."""
    work = file.scenario.workload
    assert isinstance(work, StorageIo)
    paths = iter(storage_paths(file.scenario, file.folder))
    targets: list[Target] = []
    for index, system in enumerate(file.scenario.systems):
        for number, target in enumerate(system.targets):
            label = target_label(system.name, number, len(system.targets))
            path = next(paths)
            if index in present and isinstance(target, Storage):
                targets.append(StorageTarget(index, label, str(path), target, work))
    return targets
