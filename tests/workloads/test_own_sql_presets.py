# SPDX-License-Identifier: Apache-2.0
"""Built-in scenarios of custom SQL: their statements run on every engine, in both drivers, and their checks pass."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.databases.sqlite.embedded_engine import SqliteSettings
from app.driver.load import Load
from app.model.messages import Sentence
from app.model.sql_workload import Sql
from app.native.native_library import NativeLibrary
from app.scenario.reading import read_scenario
from app.workloads.sql.on_server import SqlOnServer
from app.workloads.sql.on_sqlite import SqlOnSqlite
from app.workloads.sql.server_database import ServerDatabase
from app.workloads.sql.sqlite_file import SqliteFile
from tests.support.crew_run import crew_on
from tests.support.dvdstores import ignore, never
from tests.support.server_stores import place_on

PRESETS = ("sql-tpcb-like", "sql-oltp-read-write", "sql-oltp-point-select", "sql-oltp-update-index")
TRANSACTIONS = 40


@pytest.mark.parametrize("engine", ["sqlite", "postgresql", "mariadb"])
@pytest.mark.parametrize("preset", PRESETS)
def test_preset_runs_and_its_checks_hold(
    preset: str, engine: str, native_library: NativeLibrary, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    work = read_scenario(preset).scenario.workload
    assert isinstance(work, Sql)
    workload: SqlOnServer | SqlOnSqlite
    checked: Callable[[], Sequence[Sentence]]
    if engine == "sqlite":
        file = SqliteFile(tmp_path, work, SqliteSettings())
        file.restore(ignore, never)
        workload, checked = SqlOnSqlite(file), file.after_run
    else:
        place = place_on(request.getfixturevalue(engine), "own_sql_presets")
        database = ServerDatabase(place.address, place.password, work)
        request.addfinalizer(database.drop)
        database.restore(ignore, never)
        workload, checked = SqlOnServer(database), database.after_run
    for library in (native_library, None):
        workload.open()
        with crew_on(workload, Load(users=4, seed=5), library) as driven:
            driven.follow(lambda found=driven: found.orders >= TRANSACTIONS)  # type: ignore[misc]
        workload.close()
        assert set(driven.texts) <= {"deadlock", "busy"}
    assert list(checked()) == []
