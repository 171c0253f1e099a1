# SPDX-License-Identifier: Apache-2.0
"""Building, resuming, rejecting, placing, and restoring DVD Store on PostgreSQL."""

import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.databases.failures import DatabaseError
from app.model.targets import Placement
from app.model.workloads import DvdStore
from app.workloads.database import draws
from app.workloads.database.mark import BuildMark, mark_values
from app.workloads.dvdstore import generator
from app.workloads.dvdstore.statements import SCHEMA
from app.workloads.workload import BuildCancelledError
from tests.support.dvdstores import SMALL, build, ignore, never, run_cycle
from tests.support.engine_runs import at_rest
from tests.support.server_stores import Place, place_on
from tests.support.servers import OwnServer
from tests.support.user_calls import order_counts, shopper_of

if sys.platform != "win32":
    from tests.support.private_server import PrivateServer, give_to

ORDERS = SMALL.rows.orders


@pytest.fixture(scope="module")
def built(postgresql: "PrivateServer") -> Iterator[Place]:
    """Build a store that tests restore from but do not change."""
    place = place_on(postgresql, "outpace_pg")
    place.store().build(ignore, never)
    yield place
    place.store().drop()


@pytest.fixture
def place(built: Place) -> Place:
    """Restore the store's working database."""
    built.store().restore(ignore, never)
    return built


@pytest.fixture
def empty(postgresql: "PrivateServer") -> Iterator[Place]:
    """Yield an unused database name; drop the databases that the test creates under that name."""
    place = place_on(postgresql, "outpace_pg_new")
    yield place
    for name in ("outpace_pg_new", "outpace_pg_new_pristine"):
        place.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", "")


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> BuildMark:
    """Return the mark of the same data on the embedded engine."""
    return build(tmp_path_factory.mktemp("sqlite"), SMALL, ignore, never)


def test_build_matches_the_embedded_engine_and_reports_progress(empty: Place, on_sqlite: BuildMark) -> None:
    told: list[tuple[str, float, float]] = []
    store = empty.store(connections=3)
    assert store.find() is None
    mark = store.build(lambda *told_now: told.append(told_now), never)
    assert mark == on_sqlite
    assert store.find() == mark
    assert empty.checksums(store.pristine) == on_sqlite.checksums
    done = [done for _, done, _ in told]
    assert done == sorted(done)
    assert len({total for _, _, total in told}) == 1
    assert done[-1] == pytest.approx(told[-1][2])
    tasks = {task for task, _, _ in told}
    assert {"products", "customers", "order lines", "indexes", "full text", "statistics", "checksum"} <= tasks
    assert store.build(lambda *_: pytest.fail("it was there"), never) == mark


def test_built_rows_match_the_generator(built: Place) -> None:
    rows = SMALL.rows
    name = built.store().pristine
    products = built.rows("SELECT * FROM PRODUCTS ORDER BY PROD_ID", name)
    assert [(*p[:4], float(p[4]), *p[5:]) for p in products] == [
        generator.product(1, row, rows.products) for row in range(1, rows.products + 1)
    ]
    customers = built.rows("SELECT * FROM CUSTOMERS ORDER BY CUSTOMERID", name)
    assert customers == [
        (row, *generator.customer(draws.draw(SCHEMA, 1, "CUSTOMERS", row), row, f"user{row}"))
        for row in range(1, rows.customers + 1)
    ]
    orders = built.rows("SELECT * FROM ORDERS ORDER BY ORDERID", name)
    assert [(o[0], str(o[1]), o[2], *map(float, o[3:])) for o in orders] == [
        generator.order(1, row, rows.customers, rows.orders) for row in range(1, rows.orders + 1)
    ]
    lines = built.rows("SELECT ORDERID, ORDERLINEID, PROD_ID, QUANTITY FROM ORDERLINES ORDER BY 1, 2", name)
    assert lines == [
        (row, *line) for row in range(1, rows.orders + 1) for line in generator.order_lines(1, row, rows.products)
    ]
    wrong_dates = "SELECT COUNT(*) FROM ORDERLINES L JOIN ORDERS O USING (ORDERID) WHERE L.ORDERDATE <> O.ORDERDATE"
    assert built.value(wrong_dates, name) == 0
    history = built.rows("SELECT CUSTOMERID, ORDERID, PROD_ID FROM CUST_HIST ORDER BY 2, 3, 1", name)
    customer_of = {order[0]: order[2] for order in orders}
    assert history == sorted(((customer_of[o], o, p) for o, _, p, _ in lines), key=lambda row: (row[1], row[2]))
    stock = built.rows("SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM INVENTORY ORDER BY 1", name)
    assert stock == [(row, generator.stock(1, row), 0) for row in range(1, rows.products + 1)]


@pytest.mark.parametrize("at", ["tables", "order lines", "indexes", "statistics", "checksum"])
def test_canceled_build_resumes_where_it_stopped(empty: Place, on_sqlite: BuildMark, at: str) -> None:
    store = empty.store()
    told: list[tuple[str, float]] = []
    with pytest.raises(BuildCancelledError):
        store.build(lambda task, done, total: told.append((task, done)), lambda: at in {task for task, _ in told})
    assert store.find() is None
    with pytest.raises(DatabaseError, match="build it first"):
        store.restore(ignore, never)
    again: list[float] = []
    assert store.build(lambda task, done, total: again.append(done), never) == on_sqlite
    assert again[0] >= max((done for task, done in told if task != at), default=0.0)
    assert empty.value("SELECT COUNT(*) FROM PG_TABLES WHERE TABLENAME = 'outpace_chunk'", store.pristine) == 0


def test_build_canceled_between_chunks_creates_each_chunk_once(empty: Place, tmp_path: Path) -> None:
    parameters = DvdStore(db_size="10MB")
    store = empty.store(parameters)
    reached: list[float] = []

    def progress(task: str, done: float, total: float) -> None:
        if task == "order lines":
            reached.append(done)

    with pytest.raises(BuildCancelledError):
        store.build(progress, lambda: len(reached) > 0)
    chunks = "SELECT COUNT(*) FROM OUTPACE_CHUNK WHERE TASK IN ('order lines', 'purchase history')"
    assert empty.value(chunks, store.pristine) >= 1
    assert store.build(ignore, never) == build(tmp_path, parameters, ignore, never)


def test_killed_build_is_unfinished_and_resumes(empty: Place, on_sqlite: BuildMark) -> None:
    script = f"""
import os, pickle, signal, sys
from app.model.workloads import DvdStore
from app.workloads.database.server_store import ServerStore
def progress(task, done, total):
    if task == "full text":
        os.kill(os.getpid(), signal.SIGKILL)
address = pickle.loads({pickle.dumps(empty.address)!r})
ServerStore(address, os.environ["SECRET"], DvdStore(db_size="1MB")).build(progress, lambda: False)
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "SECRET": empty.password}
    ended = subprocess.run([sys.executable, "-P", "-c", script], env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    store = empty.store()
    assert store.find() is None
    told: list[str] = []
    assert store.build(lambda task, done, total: told.append(task), never) == on_sqlite
    assert "customers" not in told, "rows that were there already were made again"


def test_build_resumes_after_its_server_was_killed_and_restarted(own_server: OwnServer, on_sqlite: BuildMark) -> None:
    server = own_server("postgresql")
    store = place_on(server, "crashed").store()

    def crash(task: str, done: float, total: float) -> None:
        if task == "indexes" and server.process is not None:
            server.kill()

    with pytest.raises(DatabaseError, match=r"a build goes on where it stopped|refused"):
        store.build(crash, never)
    server.start()
    # The last commits may be lost, but rows and their progress records are lost only together.
    assert store.build(ignore, never) == on_sqlite


def test_unfinished_build_with_other_statements_starts_over(empty: Place, on_sqlite: BuildMark) -> None:
    store, told = empty.store(), list[str]()
    with pytest.raises(BuildCancelledError):
        store.build(lambda task, done, total: told.append(task), lambda: "customers" in told)
    empty.execute("UPDATE OUTPACE_CHUNK SET TASK = 'plan of another version' WHERE TASK LIKE 'plan %'", store.pristine)
    empty.execute("INSERT INTO REORDER (PROD_ID, DATE_LOW, QUAN_LOW) VALUES (1, '2026-01-01', 1)", store.pristine)
    assert store.build(ignore, never) == on_sqlite
    assert empty.value("SELECT COUNT(*) FROM REORDER", store.pristine) == 0, "a database made anew"


def test_unfinished_build_of_another_size_is_rejected_and_kept(empty: Place) -> None:
    with pytest.raises(BuildCancelledError):
        empty.store().build(ignore, lambda: True)
    for other in (DvdStore(db_size="2MB"), DvdStore(db_size="1MB", data_seed=5)):
        with pytest.raises(DatabaseError, match=r"unfinished.* size 1MB with data seed 1, but"):
            empty.store(other).build(ignore, never)
    empty.store().drop()
    assert empty.value("SELECT COUNT(*) FROM PG_DATABASE WHERE DATNAME LIKE 'outpace_pg_new%'", "") == 0


@pytest.mark.parametrize("other", [DvdStore(db_size="2MB"), DvdStore(db_size="1MB", data_seed=5)])
def test_database_with_another_size_or_seed_is_rejected_and_kept(place: Place, other: DvdStore) -> None:
    store = place.store(other)
    for attempt in (store.find, lambda: store.build(ignore, never), lambda: store.restore(ignore, never)):
        with pytest.raises(DatabaseError, match=f"size 1MB with data seed 1, but {other.size}"):
            attempt()
    with pytest.raises(DatabaseError, match=f"size 1MB with data seed 1, but {other.size}"):
        place.workload(other)
    assert place.store().find() is not None


FOREIGN = {
    "a table of somebody's": "CREATE TABLE NOTES AS SELECT 'precious' AS TEXT",
    "nothing": "SELECT 1",
    "an empty mark": "CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50), VALUE VARCHAR(200))",
    "another workload": (
        "CREATE TABLE OUTPACE_MARK AS SELECT * FROM "
        "(VALUES ('application', 'outpace'), ('workload', 'brokerage')) AS V (NAME, VALUE)"
    ),
}


@pytest.mark.parametrize("which", ["outpace_pg_new", "outpace_pg_new_pristine"])
@pytest.mark.parametrize("holding", FOREIGN)
def test_foreign_database_is_rejected_and_kept(empty: Place, which: str, holding: str) -> None:
    empty.execute(f"CREATE DATABASE {which}", "")
    empty.execute(FOREIGN[holding], which)
    store = empty.store()
    attempts = (store.find, lambda: store.build(ignore, never), lambda: store.restore(ignore, never), store.drop)
    for attempt in attempts:
        with pytest.raises(DatabaseError, match=f"{which} on .* is not a DVD Store built by Outpace"):
            attempt()
    assert empty.rows("SELECT DATNAME FROM PG_DATABASE WHERE DATNAME LIKE 'outpace_pg_new%'", "") == [(which,)]


def test_damaged_mark_is_rejected(empty: Place, on_sqlite: BuildMark) -> None:
    name = empty.store().pristine
    empty.execute(f"CREATE DATABASE {name}", "")
    with empty.cursor(name) as cursor:
        cursor.execute("CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50), VALUE VARCHAR(200))")
        for pair in {**mark_values(on_sqlite), "rows ORDERS": "7"}.items():
            cursor.execute("INSERT INTO OUTPACE_MARK VALUES (?, ?)", *pair)
        assert empty.store().find() is not None, "the checksum stands for the data alone"
        cursor.execute("UPDATE OUTPACE_MARK SET VALUE = '1' WHERE NAME = 'checksum ORDERS'")
    with pytest.raises(DatabaseError, match="its mark is damaged"):
        empty.store().find()


def test_restore_undoes_every_change_and_ends_only_the_runs_sessions(place: Place) -> None:
    store = place.store()
    mark = store.find()
    with place.cursor("postgres") as bystander, place.cursor() as left_over:
        left_over.execute("BEGIN; DELETE FROM CUST_HIST WHERE ORDERID < 50")
        place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 1; DELETE FROM ORDERS WHERE ORDERID < 40")
        place.execute("ALTER TABLE PRODUCTS DROP COLUMN TITLE CASCADE")
        assert store.restore(ignore, never) == "new copy of the template database"
        assert bystander.execute("SELECT 1").fetchval() == 1
        with pytest.raises(Exception, match=r"terminat|connection"):
            left_over.execute("SELECT 1")
    assert mark is not None
    assert place.checksums() == mark.checksums
    assert order_counts(store).orders == ORDERS
    assert order_counts(store).orderlines == mark.rows["ORDERLINES"]
    assert place.value("SELECT COUNT(*) FROM REORDER") == 0
    measured, told = at_rest(lambda: place.value("SELECT PG_DATABASE_SIZE('outpace_pg')"), store.size_bytes)
    assert told == measured > 1_000_000
    assert store.checkpoint() == ""


def test_canceled_restore_raises_and_the_next_one_succeeds(place: Place) -> None:
    with pytest.raises(BuildCancelledError):
        place.store().restore(ignore, lambda: True)
    place.store().restore(ignore, never)
    mark = place.store().find()
    assert mark is not None
    assert place.checksums() == mark.checksums


def test_name_too_long_for_the_pristine_database_is_rejected(empty: Place) -> None:
    Place(empty.address.at("d" * 54), empty.password).store()
    with pytest.raises(DatabaseError, match="55 characters; choose one of at most 54"):
        Place(empty.address.at("d" * 55), empty.password).store()


def test_concurrent_builds_of_one_database_are_rejected(empty: Place) -> None:
    store, other = empty.store(), empty.store()
    refused: list[str] = []

    def meet(task: str, done: float, total: float) -> None:
        if task == "customers" and not refused:
            with pytest.raises(DatabaseError, match="being built or restored by another run") as told:
                other.build(ignore, never)
            refused.append(str(told.value))

    store.build(meet, never)
    assert refused
    other.restore(ignore, never)


def test_all_parts_are_created_in_the_placement_folders(own_server: OwnServer, on_sqlite: BuildMark) -> None:
    server = own_server("postgresql")
    folders = {}
    for name in ("data", "index", "orders", "temporary"):
        folder = server.folder / f"placed {name}"
        folder.mkdir()
        give_to(folder, server.account)
        folders[name] = str(folder)
    place = place_on(server, "placed")
    store = place.store(
        placement=Placement(
            data=folders["data"],
            index=folders["index"],
            temporary=folders["temporary"],
            tables={"ORDERS": folders["orders"], "orderlines": folders["orders"]},
        )
    )
    assert store.build(ignore, never) == on_sqlite
    store.restore(ignore, never)
    spaces = dict(place.rows("SELECT PG_TABLESPACE_LOCATION(OID), SPCNAME FROM PG_TABLESPACE"))
    assert set(folders.values()) <= set(spaces)
    for name in (store.pristine, "placed"):
        sql = (
            f"SELECT SPCNAME FROM PG_DATABASE D JOIN PG_TABLESPACE T ON T.OID = DATTABLESPACE WHERE DATNAME = '{name}'"
        )
        assert place.value(sql) == spaces[folders["data"]]
        where = dict(
            place.rows(
                "SELECT C.RELNAME, T.SPCNAME FROM PG_CLASS C LEFT JOIN PG_TABLESPACE T ON T.OID = C.RELTABLESPACE "
                "WHERE C.RELNAMESPACE = 'public'::REGNAMESPACE AND C.RELKIND IN ('r', 'i')",
                name,
            )
        )
        assert where["orders"] == where["orderlines"] == spaces[folders["orders"]]
        assert where["customers"] is None
        indexes = ("pk_orders", "ix_prod_title_text", "ix_cust_username_password")
        assert all(where[index] == spaces[folders["index"]] for index in indexes)
    assert place.value("SHOW temp_tablespaces") == spaces[folders["temporary"]]
    store.drop()
    assert place.value("SELECT COUNT(*) FROM PG_TABLESPACE WHERE SPCNAME LIKE 'outpace%'", "") == 0


@pytest.mark.parametrize(
    ("placement", "told"),
    [
        (
            Placement(data="/nowhere/at all"),
            "can't keep data in the folder /nowhere/at all: the server finds none",
        ),
        (Placement(index="relative"), "no tablespace relative on this server. Name one that outpace_test may use"),
        (Placement(indexes={"PK_ORDERZ": "/var"}), "no index PK_ORDERZ that can be placed; the indexes are IX_"),
        (Placement(log="/var"), "leave log empty"),
        (Placement(backup="/var"), "leave backup empty"),
        (Placement(data_files=4), "leave data_files at 1"),
        (Placement(tables={"ORDERZ": "/var"}), "no table ORDERZ; the tables are CATEGORIES"),
    ],
)
def test_unsupported_placement_is_rejected_before_the_build(empty: Place, placement: Placement, told: str) -> None:
    with pytest.raises(DatabaseError, match=told):
        empty.store(placement=placement).build(ignore, never)
    assert empty.value("SELECT COUNT(*) FROM PG_DATABASE WHERE DATNAME LIKE 'outpace_pg_new%'", "") == 0


@pytest.fixture
def stranger(empty: Place) -> Iterator[Place]:
    """Yield the same database name on the same server, for a user without privileges."""
    empty.execute("CREATE ROLE outpace_stranger LOGIN PASSWORD 'n0-rights'", "")
    yield Place(empty.address.changed(user="outpace_stranger"), "n0-rights")
    for name in ("outpace_pg_new", "outpace_pg_new_pristine"):
        empty.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", "")
    empty.execute("DROP ROLE outpace_stranger", "")


def test_user_without_createdb_gets_an_error_that_names_it(stranger: Place) -> None:
    with pytest.raises(DatabaseError, match=r"permission denied.*CREATEDB") as told:
        stranger.store().build(ignore, never)
    assert stranger.password not in str(told.value)


def test_createdb_is_the_only_privilege_needed(empty: Place, stranger: Place, on_sqlite: BuildMark) -> None:
    empty.execute("ALTER ROLE outpace_stranger CREATEDB", "")
    store = stranger.store()
    assert store.build(ignore, never) == on_sqlite
    for _ in range(2):
        store.restore(ignore, never)
        workload = stranger.workload()
        user = shopper_of(workload, random.Random(1))
        assert not run_cycle(user)[1]
        user.close()
        workload.close()
    assert "pg_checkpoint" in store.checkpoint()
    assert order_counts(store).orders == ORDERS + 1
    store.drop()


def test_missing_working_database_is_reported_by_name(empty: Place) -> None:
    with pytest.raises(DatabaseError, match="outpace_pg_new"):
        empty.workload()
    empty.store().build(ignore, never)
    with pytest.raises(DatabaseError, match="outpace_pg_new"):
        empty.workload()
    with pytest.raises(DatabaseError, match="outpace_pg_new"):
        order_counts(empty.store())
