# SPDX-License-Identifier: Apache-2.0
"""DVD Store version 3: seeded cycles give the same results and rows on every engine.

A restore reverts them, and a run uses the native driver.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.databases.address import Address
from app.databases.server import connect as connect_server
from app.databases.sqlite.embedded_engine import connect as connect_sqlite
from app.model.documents import LoadDriver
from app.model.workloads import DvdStore
from app.native.native_library import INTERFACE
from app.session.reader import SessionReader
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.database.mark import BuildMark
from app.workloads.database.python_users import PythonUser
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.dvdstore import shopper
from app.workloads.dvdstore3.dataset import SCHEMA
from app.workloads.dvdstore3.reviewer import OPERATIONS
from tests.support.dvdstores import SMALL, WAL, Dates, ignore, never, plain_rows, run_cycle
from tests.support.engine_runs import outpace, scenario_file
from tests.support.servers import address_of

PARAMETERS = DvdStore(
    db_size="1MB", version=3, new_members_percent=20, new_reviews_percent=20, ratings_percent=40, reviews=4
)
CYCLES = 200
SEED = 33
SERVERS = ("postgresql", "mariadb", "sqlserver")
TABLES = {
    "MEMBERSHIP": "SELECT CUSTOMERID, MEMBERSHIPTYPE, EXPIREDATE FROM MEMBERSHIP ORDER BY CUSTOMERID",
    "REVIEWS": (
        "SELECT REVIEW_ID, PROD_ID, REVIEW_DATE, STARS, CUSTOMERID, REVIEW_SUMMARY, REVIEW_TEXT FROM REVIEWS "
        "ORDER BY REVIEW_ID"
    ),
    "REVIEWS_HELPFULNESS": (
        "SELECT REVIEW_HELPFULNESS_ID, REVIEW_ID, CUSTOMERID, HELPFULNESS FROM REVIEWS_HELPFULNESS "
        "ORDER BY REVIEW_HELPFULNESS_ID"
    ),
}
MORE = [operation.key for operation in OPERATIONS[len(shopper.OPERATIONS) :]]
Row = tuple[Any, ...]
Query = Callable[[str], Sequence[Sequence[Any]]]


@dataclass(frozen=True)
class Run:
    """Rows returned by each call of version 3's operations, and rows left in each table.

    Attributes:
        mark: mark of the build.
    """

    returned: list[tuple[str, list[Row]]]
    left: dict[str, list[Row]]
    mark: BuildMark | None


def driven(user: PythonUser, query: Query, mark: BuildMark | None) -> Run:
    user.state._date = Dates()
    returned = []
    for _ in range(CYCLES):
        for key, result in run_cycle(user)[0]:
            if key in MORE:
                rows = plain_rows(result)  # type: ignore[arg-type]
                returned.append((key, [] if rows == [(0,)] else rows))
    user.close()
    return Run(returned, {table: plain_rows(query(sql)) for table, sql in TABLES.items()}, mark)


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run the cycles on SQLite, with which every other engine is compared."""
    store = EmbeddedStore(tmp_path_factory.mktemp("three"), PARAMETERS)
    mark = store.build(ignore, never)
    store.restore(WAL, ignore, never)
    workload = EmbeddedWorkload(store.folder, PARAMETERS, WAL)
    workload.open()
    with closing(connect_sqlite(store.working, WAL)) as database:
        user = workload.user(random.Random(SEED))
        run = driven(user, lambda sql: database.execute(sql).fetchall(), mark)
    workload.close()
    return run


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest) -> Iterator[tuple[Address, str]]:
    """Build the working database on each engine; yield it with its password, and drop it at the end."""
    at_hand = request.getfixturevalue(request.param)
    if isinstance(at_hand, tuple):
        address, password = at_hand[0].at("outpace_three"), at_hand[1]
    else:
        address, password = address_of(at_hand, "outpace_three"), at_hand.password
    store = ServerStore(address, password, PARAMETERS)
    store.build(ignore, never)
    store.restore(ignore, never)
    yield address, password
    store.drop()


def test_same_cycles_give_the_same_results_and_rows_on_every_server(
    server: tuple[Address, str], on_sqlite: Run
) -> None:
    address, password = server
    store = ServerStore(address, password, PARAMETERS)
    assert store.find() == on_sqlite.mark, "the rows of the build, by their checksums"
    workload = WorkloadOnServer(address, password, PARAMETERS)
    workload.open()
    with closing(connect_server(address, password)) as database:
        cursor = database.cursor()
        user = workload.user(random.Random(SEED))
        run = driven(user, lambda sql: cursor.execute(sql).fetchall(), store.find())
    workload.close()
    for number, (here, there) in enumerate(zip(run.returned, on_sqlite.returned, strict=True)):
        assert here == there, f"call {number}"
    for table in TABLES:
        assert run.left[table] == on_sqlite.left[table], table
    store.restore(ignore, never)
    queries = SCHEMA.statement("checksum", address.engine).rstrip().rstrip(";").split("UNION ALL")
    with closing(connect_server(address, password)) as database:
        sums = {row[0]: int(row[2]) for sql in queries for row in database.cursor().execute(sql).fetchall()}
    assert on_sqlite.mark is not None
    assert sums == dict(on_sqlite.mark.checksums), "a restore is as the build was"


def test_cycles_cover_every_case_where_engines_could_differ(on_sqlite: Run) -> None:
    """Otherwise the comparison would prove little."""
    by_key = {key: [rows for found, rows in on_sqlite.returned if found == key] for key in MORE}
    assert all(len(found) > 20 for found in by_key.values()), {key: len(found) for key, found in by_key.items()}
    assert [] in by_key["new_member"], "who is a member already"
    assert all(any(by_key[key]) for key in MORE)
    rated = next(rows for rows in by_key["reviews_of_product"] if len(rows) > 3)
    assert [row[7] for row in rated] == sorted((row[7] for row in rated), reverse=True), "the most helpful first"
    dated = next(rows for rows in by_key["reviews_by_date"] if len(rows) > 3)
    assert [row[2] for row in dated] == sorted((row[2] for row in dated), reverse=True), "the newest first"


def test_version_2_tables_have_the_same_checksums_in_version_3(on_sqlite: Run, tmp_path: Path) -> None:
    mark = EmbeddedStore(tmp_path, SMALL).build(ignore, never)
    assert on_sqlite.mark is not None
    assert mark.checksums.items() < on_sqlite.mark.checksums.items()
    assert msgspec.structs.replace(PARAMETERS, version=2).size == "1MB"
    assert on_sqlite.mark.size == "1MB of version 3"


def test_run_uses_the_native_driver(tmp_path: Path) -> None:
    scenario = scenario_file(tmp_path, think_s=0.1, run_s=3)
    scenario.write_text(scenario.read_text("utf-8").replace('db_size = "1MB"', 'db_size = "1MB"\nversion = 3'), "utf-8")
    session = tmp_path / "three.outpace"
    done = outpace("run", scenario, "--session", session)
    assert "reviews_by_stars p50" in done.stdout, done.stderr
    assert "Errors" not in done.stdout or " 0 " in next(line for line in done.stdout.splitlines() if "Errors" in line)
    with SessionReader.open(session) as reader:
        drivers = [one.data for one in reader.documents_of(LoadDriver)]
    assert {driver.calls for driver in drivers} == {f"native {INTERFACE}"}
