# SPDX-License-Identifier: Apache-2.0
"""Database folders of a run: each target has a separate folder, whatever its system's name."""

from pathlib import Path

import msgspec
import pytest

from app.engine.embedded_target import target_folders
from app.scenario.reading import read_scenario


def folders_of(names: tuple[str, str], targets: int, folder: str, relative_to: Path) -> list[Path]:
    scenario = read_scenario("embedded-demo").scenario
    systems = []
    for system, name in zip(scenario.systems, names, strict=True):
        target = msgspec.structs.replace(system.targets[0], folder=folder)
        systems.append(msgspec.structs.replace(system, name=name, targets=(target,) * targets))
    return target_folders(msgspec.structs.replace(scenario, systems=tuple(systems)), relative_to)


@pytest.mark.parametrize(
    "names",
    [("固态", "机械"), ("SSD #1", "SSD-1"), ("SSD", "SSD 2"), ("SSD 2", "SSD")],
    ids=["script", "signs", "2", "2b"],
)
def test_no_two_targets_share_a_folder(names: tuple[str, str], tmp_path: Path) -> None:
    folders = folders_of(names, 2, "databases", tmp_path)
    assert len(set(folders)) == 4
    assert {folder.parent for folder in folders} == {tmp_path / "databases"}


def test_folders_are_stable_and_may_start_with_a_tilde(own_home: Path, tmp_path: Path) -> None:
    names = ("Rollback journal", "Write-ahead log")
    folders = folders_of(names, 1, "~/databases", tmp_path)
    assert folders == [own_home.resolve() / "databases" / name for name in ("rollback-journal", "write-ahead-log")]
    assert folders_of(names, 1, "", tmp_path) == folders_of(names, 1, "", tmp_path.parent), "the program's own folder"


def test_each_database_size_has_a_separate_default_folder(tmp_path: Path) -> None:
    scenario = read_scenario("embedded-demo").scenario
    found = {
        size: target_folders(
            msgspec.structs.replace(scenario, workload=msgspec.structs.replace(scenario.workload, db_size=size)),
            tmp_path,
        )
        for size in ("10MB", "10 mb", "1MB")
    }
    assert found["10MB"] == found["10 mb"]
    assert not set(found["10MB"]) & set(found["1MB"])
