# SPDX-License-Identifier: Apache-2.0
"""Damage to a pristine database is reported, with the remedy, before a run begins."""

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.databases.failures import DatabaseError
from tests.support.dvdstores import SMALL, WAL, build, digest_path, ignore, never, pristine_path, restore, working_path
from tests.support.engine_runs import outpace, scenario_file
from tests.support.server_stores import place_on
from tests.support.servers import OwnServer

if TYPE_CHECKING:
    from tests.support.private_server import Engine

TOLD = "is damaged .*remove that file and build again"
BLOCK = 4096
INNODB_ROOT_PAGE = 3
"""Page number of the root of a table's clustered index, in pages of 16 KiB."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a database that no test changes; return its folder."""
    folder = tmp_path_factory.mktemp("built")
    build(folder, SMALL, ignore, never)
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """Copy the built database for one test."""
    for path in (pristine_path(built), digest_path(built)):
        shutil.copy(path, tmp_path)
    return tmp_path


def damage(path: Path, length: int = BLOCK, *, at: float = 0.5) -> None:
    """Overwrite some bytes in the middle of a file, as a failing disk does."""
    with path.open("r+b") as file:
        file.seek(int(path.stat().st_size * at) // BLOCK * BLOCK)
        before = file.read(length)
        file.seek(-length, os.SEEK_CUR)
        file.write(bytes(byte ^ 0x5A for byte in before))


@pytest.mark.parametrize("length", [1, BLOCK])
def test_flipped_bytes_in_a_file_are_reported(length: int, folder: Path) -> None:
    """A flipped byte may be within a row's text, which leaves the file's structure intact."""
    restore(folder, SMALL, WAL, ignore, never)
    before = working_path(folder).read_bytes()
    damage(pristine_path(folder), length)
    with pytest.raises(DatabaseError, match=TOLD):
        restore(folder, SMALL, WAL, ignore, never)
    assert working_path(folder).read_bytes() == before, "the former working copy stands"
    pristine_path(folder).unlink()
    build(folder, SMALL, ignore, never)
    restore(folder, SMALL, WAL, ignore, never)


def test_file_without_a_digest_has_its_structure_checked_once(folder: Path) -> None:
    digest_path(folder).unlink()
    restore(folder, SMALL, WAL, ignore, never)
    assert digest_path(folder).exists()
    digest_path(folder).unlink()
    damage(pristine_path(folder))
    with pytest.raises(DatabaseError, match=TOLD):
        restore(folder, SMALL, WAL, ignore, never)
    assert not digest_path(folder).exists(), "damage is not taken for what was built"


def test_run_on_a_damaged_file_fails_before_the_load_starts(tmp_path: Path) -> None:
    scenario, session = scenario_file(tmp_path, run_s=1), tmp_path / "damaged.outpace"
    assert outpace("build", scenario).returncode == 0
    (pristine,) = [path for path in (tmp_path / "databases").rglob("*.pristine.db") if "write-ahead" in str(path)]
    damage(pristine)
    answer = outpace("run", scenario, "--session", session)
    assert answer.returncode == 2, answer.stdout + answer.stderr
    assert "Write-ahead log: the pristine database" in answer.stderr
    assert "remove that file and build again" in answer.stderr


@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
def test_damaged_server_database_is_reported(engine: "Engine", own_server: OwnServer) -> None:
    server = own_server(engine)
    store = place_on(server, "outpace_damaged").store()
    store.build(ignore, never)
    if engine == "postgresql":
        with place_on(server, "outpace_damaged_pristine").cursor() as cursor:
            files = cursor.execute("SELECT pg_relation_filepath('orders')").fetchval()
            cursor.execute("CHECKPOINT")
        file = server.data / str(files)
    else:
        # A restore reads the small tables of the pristine database only if a working database exists.
        store.restore(ignore, never)
        file = server.data / "outpace_damaged_pristine" / "INVENTORY.ibd"
    server.stop()
    damage(file, 4 * BLOCK, at=INNODB_ROOT_PAGE * 4 * BLOCK / file.stat().st_size)
    server.start()
    with pytest.raises(DatabaseError) as caught:
        store.restore(ignore, never)
    assert "build again" in str(caught.value)
