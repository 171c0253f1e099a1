# SPDX-License-Identifier: Apache-2.0
"""Custom SQL on real engines: pgbench's built-in scripts, and a workload with the same result everywhere."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from app.databases.failures import DatabaseError
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.model.messages import sentence
from app.model.sql_workload import Sql, SqlCheck, SqlStatement, SqlTransaction, SqlVariable
from app.workloads.sql.on_server import SqlOnServer
from app.workloads.sql.on_sqlite import SqlOnSqlite
from app.workloads.sql.server_database import ServerDatabase
from app.workloads.sql.sqlite_file import SqliteFile
from app.workloads.workload import Fault
from tests.support.driver_run import started
from tests.support.dvdstores import ignore, never
from tests.support.pgbench import pgbench
from tests.support.script_examples import BALANCES, cycles
from tests.support.server_stores import Place, place_on
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

ROWS, EACH = 20, 100
MOVE = r"""
\set source random(1, 20)
\set target random(1, 20)
BEGIN;
SELECT amount AS was FROM account WHERE id = :source \gset old_
\if :old_was > 0
UPDATE account SET amount = amount - 1 WHERE id = :source;
UPDATE account SET amount = amount + 1 WHERE id = :target;
INSERT INTO moved (source, target, kind) VALUES (:source, :target, :kind);
\else
ROLLBACK;
BEGIN;
\endif
COMMIT;
"""
ACCOUNTS = ", ".join(f"({number}, {EACH})" for number in range(1, ROWS + 1))
WORK = Sql(
    transactions=(
        SqlTransaction("move", 3, MOVE),
        SqlTransaction("sum", 1, "SELECT SUM(amount) FROM account WHERE id <= :most;"),
    ),
    variables=(
        SqlVariable("most", "zipf", 1, ROWS, 1.1),
        SqlVariable("kind", values=("north", "südlich", "o'hara")),
    ),
    setup=(
        SqlStatement("CREATE TABLE account (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER NOT NULL)"),
        SqlStatement("CREATE TABLE moved (source INTEGER, target INTEGER, kind VARCHAR(20))"),
        SqlStatement(f"INSERT INTO account (id, amount) VALUES {ACCOUNTS}"),
    ),
    checks=(SqlCheck("nothing is lost", "SELECT SUM(amount) FROM account", (ROWS * EACH,)),),
)


@pytest.fixture(params=["postgresql", "mariadb", "sqlserver"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    at_hand = request.getfixturevalue(request.param)
    place = Place(at_hand[0].at("own_sql"), at_hand[1]) if isinstance(at_hand, tuple) else place_on(at_hand, "own_sql")
    yield place
    ServerDatabase(place.address, place.password, WORK).drop()


def test_same_seed_leaves_the_same_rows_on_every_engine(tmp_path: Path, place: Place) -> None:
    file = SqliteFile(tmp_path, WORK, SqliteSettings())
    database = ServerDatabase(place.address, place.password, WORK)
    for made in (file, database):
        made.build(ignore, never)
        assert not made.restore(ignore, never), "a fresh build needs no other"
    found = []
    for workload in (SqlOnSqlite(file), SqlOnServer(database)):
        workload.open()
        user = workload.user(random.Random(7))
        found.append(cycles(user, 300))
        user.close()
        workload.close()
    assert found[0] == found[1]
    assert set(found[0][0]) == {0, 1}
    query = "SELECT source, target, kind FROM moved ORDER BY source, target, kind"
    with file.connect() as connection:
        embedded = [tuple(row) for row in connection.execute(query).fetchall()]
    served = place.rows(query)
    assert Counter(embedded) == Counter(served)
    assert len(embedded) == found[0][0][0] - found[0][1]
    assert [*file.after_run(), *database.after_run()] == []
    assert database.restore(ignore, never), "a used one is made anew"
    assert place.rows("SELECT COUNT(*) FROM moved") == [(0,)]


def test_failed_check_reports_expected_and_found_values(tmp_path: Path) -> None:
    work = Sql(WORK.transactions, setup=WORK.setup, checks=(SqlCheck("two", "SELECT 1, 'x'", (2, "x")),))
    file = SqliteFile(tmp_path, work, SqliteSettings())
    file.build(ignore, never)
    (found,) = file.after_run()
    assert found.values == {"name": "two", "expected": "2, x", "found": "1, x"}


def test_foreign_database_is_left_unchanged(place: Place) -> None:
    foreign = ServerDatabase(place.address.at("own_sql_foreign"), place.password, WORK)
    place.execute("CREATE DATABASE own_sql_foreign", "")
    try:
        with pytest.raises(DatabaseError, match="was not built by Outpace"):
            foreign.build(ignore, never)
        with pytest.raises(DatabaseError, match="was not built by Outpace"):
            foreign.drop()
        existing = ServerDatabase(foreign.address, place.password, Sql(WORK.transactions, database="existing"))
        existing.build(ignore, never)
        assert not existing.restore(ignore, never)
        existing.drop()
        assert place.value("SELECT 1", "own_sql_foreign") == 1
    finally:
        place.execute("DROP DATABASE own_sql_foreign", "")


def test_read_only_workload_cannot_write_and_each_cycle_can_reconnect(place: Place) -> None:
    insert = SqlTransaction("insert", 1, "INSERT INTO moved (source) VALUES (1);")
    database = ServerDatabase(place.address, place.password, Sql((insert,), read_only=True, setup=WORK.setup))
    if place.address.engine == "sqlserver":  # no SQL Server session can be set to refuse writes
        with pytest.raises(DatabaseError, match='the transaction "insert" may change something'):
            database.build(ignore, never)
    else:
        database.build(ignore, never)
        workload = SqlOnServer(database)
        workload.open()
        user = workload.user(random.Random(1))
        with pytest.raises(Exception, match=r"(?i)read.only") as refused:
            cycles(user, 1)
        assert not user.fault(refused.value).reconnect
        user.close()
    each = ServerDatabase(place.address, place.password, Sql((insert,), connect_per_transaction=True, setup=WORK.setup))
    each.build(ignore, never)
    workload = SqlOnServer(each)
    workload.open()
    user = workload.user(random.Random(1))
    cycles(user, 3)
    assert place.rows("SELECT COUNT(*) FROM moved") == [(3,)]
    user.close()


def test_script_that_leaves_its_transaction_open_is_a_fault(tmp_path: Path) -> None:
    left = SqlTransaction("left", 1, "\\set n 1\nBEGIN; DELETE FROM account;\n\\if :n > 1\nCOMMIT;\n\\endif\n")
    file = SqliteFile(tmp_path, Sql((left,), setup=WORK.setup), SqliteSettings())
    file.build(ignore, never)
    workload = SqlOnSqlite(file)
    workload.open()
    user = workload.user(random.Random(1))
    with pytest.raises(Fault, match="ends within a transaction"):
        cycles(user, 1)
    user.close()
    workload.close()
    with file.connect() as connection:
        assert connection.execute("SELECT COUNT(*) FROM account").fetchall() == [(ROWS,)]


RIGHT = r"""
\set n 1
BEGIN;
SELECT amount AS was FROM account WHERE id = :n + 1 \gset
UPDATE account SET amount = :was + :n WHERE id = :n;
INSERT INTO moved (source, target, kind) SELECT :n, id, :kind FROM account WHERE id > :n;
ROLLBACK;
DELETE FROM moved WHERE kind IN (:kind, 'it''s ?');
DROP TABLE IF EXISTS nothing_of_this;
"""
WRONG = {
    "SELEC amount FROM account;": "SELEC",
    "SELECT 1\nSELECT 2;": "near",
    "UPDATE account SET amonut = 1 WHERE id = :most;": "amonut",
    "INSERT INTO acount (id) VALUES (:most);": "acount",
    "CREATE TABEL x (n INTEGER);": "TABEL",
}


@pytest.mark.parametrize("engine", ["sqlite", "postgresql", "mariadb"])
def test_invalid_statement_is_reported_and_none_is_executed(
    tmp_path: Path, request: pytest.FixtureRequest, engine: str
) -> None:
    parts = (SqlTransaction("right", 1, RIGHT), *(SqlTransaction(f"w{n}", 1, text) for n, text in enumerate(WRONG)))
    place = place_on(request.getfixturevalue(engine), "own_prepared") if engine != "sqlite" else None

    def of(*parts: SqlTransaction) -> SqliteFile | ServerDatabase:
        own = replace(WORK, transactions=parts)
        if place is None:
            return SqliteFile(tmp_path, own, SqliteSettings())
        return ServerDatabase(place.address, place.password, own)

    database = of(*parts)
    assert database.refused() is None, "nothing is made yet"
    database.build(ignore, never)
    try:
        found = database.refused()
        assert found is not None
        assert [sentence(one.where) for one in found] == [f'transaction "w{n}", line 1' for n in range(len(WRONG))]
        assert all(word.lower() in one.reason.lower() for one, word in zip(found, WRONG.values(), strict=True))
        assert [one.sure for one in found] == [True, True, False, False, True], (
            "DROP and CREATE may change what is there"
        )
        assert database.is_ready(), "no statement was executed"
        assert [one.sure for one in of(parts[3]).refused() or ()] == [True]
        assert of(parts[0]).refused() == []
    finally:
        if place is not None:
            ServerDatabase(place.address, place.password, WORK).drop()


@pytest.mark.parametrize(
    ("script", "changed"),
    [("tpcb-like", (1, 1, 1, 1)), ("simple-update", (1, 0, 0, 1)), ("select-only", (0, 0, 0, 0))],
)
def test_built_in_pgbench_scripts_run_unchanged(
    postgresql: "PrivateServer", script: str, changed: Sequence[int]
) -> None:
    place = place_on(postgresql, "own_pgbench")
    place.execute("CREATE DATABASE own_pgbench", "")
    try:
        pgbench(postgresql, "--initialize", "--quiet", "own_pgbench")
        text = pgbench(postgresql, f"--show-script={script}")
        work = Sql((SqlTransaction("builtin", 1, text),), database="existing", define={"scale": 1})
        workload = SqlOnServer(ServerDatabase(address_of(postgresql, "own_pgbench"), postgresql.password, work))
        workload.open()
        user = workload.user(random.Random(3))
        cycles(user, 50)
        user.close()
        accounts, tellers, branches, history, rows = place.rows(BALANCES)[0]
        assert rows == (50 if any(changed) else 0)
        assert (accounts, tellers, branches) == tuple(history * times for times in changed[:3])
    finally:
        place.execute("DROP DATABASE own_pgbench WITH (FORCE)", "")


CROSSING = r"""
\set source random(1, 3)
\set target random(1, 3)
BEGIN;
UPDATE account SET amount = amount - 1 WHERE id = :source;
UPDATE account SET amount = amount + 1 WHERE id = :target;
INSERT INTO moved (source, target, kind) VALUES (:source, :target, :kind);
COMMIT;
"""


@pytest.mark.usefixtures("each_driver")
def test_deadlocked_transaction_is_applied_at_most_once(place: Place) -> None:
    work = replace(WORK, transactions=(SqlTransaction("cross", 1, CROSSING),))
    database = ServerDatabase(place.address, place.password, work)
    database.build(ignore, never)
    with TargetLoad(SqlOnServer(database), Load(users=8, seed=2)) as pool:
        run = started(pool)
        run.follow(pool, 30, lambda: run.troubles().get("deadlock", 0) > 0)
        run.frames += pool.stop(20)
    assert run.troubles().get("deadlock", 0) > 0, "the locks cross"
    assert place.rows("SELECT SUM(amount) FROM account") == [(ROWS * EACH,)]
    assert place.rows("SELECT COUNT(*) FROM moved") == [(run.orders.count,)]
