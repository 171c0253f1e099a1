# SPDX-License-Identifier: Apache-2.0
"""Creation of the targets of a scenario, for each kind of workload."""

from collections.abc import Callable, Collection

from msgspec.structs import replace

from app.databases.address import Address
from app.engine.embedded_target import EmbeddedTarget, target_folders
from app.engine.passwords import Passwords
from app.engine.sql_target import SqlTarget
from app.engine.storage_target import StorageTarget, storage_paths
from app.engine.target import Target, target_label
from app.model.registry import part
from app.model.scenario import Scenario
from app.model.targets import Embedded, Server, Storage
from app.model.workloads import StorageIo
from app.scenario.order import chosen_order
from app.scenario.reading import ScenarioFile
from app.scenario.workload_registry import description_of


def targets_of(file: ScenarioFile, passwords: Passwords) -> list[Target]:
    """Return the targets of the present systems, in the scenario's order.

    Raises:
        DatabaseError: an ODBC string is invalid.
    """
    present = chosen_order(file.scenario, []).present
    targets: list[Target] = part(description_of(file.scenario.workload).targets)(file, passwords, present)
    return targets


def drivers_of_targets(scenario: Scenario) -> list[tuple[str, ...]]:
    """Return the names of the agents that drive each target of `targets_of`; empty if this machine does."""
    present = [scenario.systems[place] for place in chosen_order(scenario, []).present]
    return [system.drivers_of(target) for system in present for target in system.targets]


def database_targets(file: ScenarioFile, passwords: Passwords, present: Collection[int]) -> list[Target]:
    """Return the targets of a workload on databases that Outpace builds."""
    return _database_targets(file, passwords, present, EmbeddedTarget, "app.engine.server_target:server_target")


def sql_targets(file: ScenarioFile, passwords: Passwords, present: Collection[int]) -> list[Target]:
    """Return the targets of a custom SQL workload."""
    return _database_targets(file, passwords, present, SqlTarget, "app.engine.sql_server_target:sql_target")


def _database_targets(
    file: ScenarioFile, passwords: Passwords, present: Collection[int], in_file: Callable[..., Target], on_server: str
) -> list[Target]:
    """Return the targets of a database workload.

    Args:
        file: the scenario.
        passwords: passwords of the servers.
        present: positions of the present systems.
        in_file: function that creates a target of the embedded engine.
        on_server: "module:function" of the function that creates a target on a server.
    """
    work = file.scenario.workload
    folders = iter(target_folders(file.scenario, file.folder))
    targets: list[Target] = []
    for index, system in enumerate(file.scenario.systems):
        for number, target in enumerate(system.targets):
            label = target_label(system.name, number, len(system.targets))
            folder = next(folders)
            if index not in present:
                continue
            if isinstance(target, Embedded):
                settings = replace(target, driven_from=system.drivers_of(target))
                targets.append(in_file(index, label, str(folder), settings, work))
            elif isinstance(target, Server):
                # The import is on demand, because a run of embedded databases needs no ODBC.
                password = passwords.of(Address(target).account)
                targets.append(part(on_server)(index, label, target, work, password))
    return targets


def storage_targets(file: ScenarioFile, _passwords: Passwords, present: Collection[int]) -> list[Target]:
    """Return the targets of storage I/O."""
    work = file.scenario.workload
    assert isinstance(work, StorageIo)
    paths = iter(storage_paths(file.scenario, file.folder))
    targets: list[Target] = []
    for index, system in enumerate(file.scenario.systems):
        for number, target in enumerate(system.targets):
            label = target_label(system.name, number, len(system.targets))
            path = next(paths)
            if index in present and isinstance(target, Storage):
                settings = replace(target, driven_from=system.drivers_of(target))
                targets.append(StorageTarget(index, label, str(path), settings, work))
    return targets
