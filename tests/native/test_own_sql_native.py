# SPDX-License-Identifier: Apache-2.0
"""Custom SQL with the native driver, compared with the Python driver, on a file and on servers.

Rows and error messages are the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace as changed

from app.databases.sqlite.embedded_engine import SqliteSettings
from app.driver.load import Load, stream
from app.driver.users import Crew
from app.model.messages import sentence
from app.model.pause import Pause
from app.model.sql_workload import Sql, SqlStatement, SqlTransaction, SqlVariable
from app.native.native_library import NativeLibrary
from app.workloads.sql.on_server import SqlOnServer
from app.workloads.sql.on_sqlite import SqlOnSqlite
from app.workloads.sql.server_database import ServerDatabase
from app.workloads.sql.sqlite_file import SqliteFile
from tests.support.crew_run import crew_on
from tests.support.dvdstores import ignore, never
from tests.support.pgbench import pgbench
from tests.support.script_examples import BALANCES, cycles
from tests.support.server_stores import place_on

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

MOVE = r"""
\set source random(1, 20)
\set share :source / 7.0
\set none null
BEGIN;
SELECT amount AS was, name AS called, share AS part FROM account WHERE id = :source \gset old_
SELECT SUM(amount) AS total, AVG(amount) AS mean, COUNT(*) AS rows_there FROM account \gset all_
\if :old_was > 95 and :all_rows_there = 20
UPDATE account SET amount = amount - 1, share = :share, name = :kind WHERE id = :source;
INSERT INTO moved VALUES (:source, :old_was, :old_called, :old_part, :all_total, :all_mean, :none, :listed);
COMMIT;
\else
UPDATE account SET amount = 100, share = NULL WHERE id = :source;
ROLLBACK;
UPDATE account SET amount = 100, name = NULL WHERE id = :source;
\endif
"""
ACCOUNTS = ", ".join(f"({number}, 100, {number / 3}, 'name {number}')" for number in range(1, 21))
WORK = Sql(
    transactions=(
        SqlTransaction("move", 3, MOVE),
        SqlTransaction("sum", 1, "SELECT SUM(amount) FROM account WHERE id <= :most;"),
        SqlTransaction("all", 0.5, "SELECT * FROM account;"),
    ),
    variables=(
        SqlVariable("most", "zipf", 1, 20, 1.1),
        SqlVariable("kind", values=("north", "südlich", "o'hara", "")),
        SqlVariable("listed", "exponential", shape=1.5, values=(2**40, -3, 0)),
    ),
    setup=(
        SqlStatement(
            "CREATE TABLE account (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER NOT NULL, share DOUBLE PRECISION, "
            "name VARCHAR(20))"
        ),
        SqlStatement(
            "CREATE TABLE moved (source INTEGER, was INTEGER, called VARCHAR(20), part DOUBLE PRECISION, total BIGINT, "
            "mean DOUBLE PRECISION, empty INTEGER, listed BIGINT)"
        ),
        SqlStatement(f"INSERT INTO account (id, amount, share, name) VALUES {ACCOUNTS}"),
    ),
)
CONTENTS = "SELECT * FROM account ORDER BY id", "SELECT * FROM moved ORDER BY 1, 2, 3, 4, 5"
AMOUNT = 400
"""Minimum number of transactions per driver."""


@dataclass(frozen=True)
class Target:
    """Target that creates a workload and its database, and reads the rows afterward."""

    built: Callable[[Sql], object]
    on: Callable[[Sql], SqlOnServer | SqlOnSqlite]
    rows: Callable[[str], Sequence[Any]]

    def made(self, work: Sql) -> SqlOnServer | SqlOnSqlite:
        """Create the database and return the workload."""
        self.built(work)
        return self.on(work)


@pytest.fixture(params=["sqlite", "postgresql", "libpq", "mariadb"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Target]:
    """Yield each target; "libpq" is PostgreSQL accessed through its own client library."""
    if request.param == "sqlite":
        yield file_target(tmp_path)
        return
    libpq = request.param == "libpq"
    server: PrivateServer = request.getfixturevalue("postgresql" if libpq else request.param)
    place = place_on(server, "own_sql_native")
    over = place.address
    if request.param != "mariadb":
        over = over.changed(transport="libpq" if libpq else "odbc")

    yield Target(
        lambda work: ServerDatabase(place.address, place.password, work).restore(ignore, never),
        lambda work: SqlOnServer(ServerDatabase(over, place.password, work)),
        lambda query: [tuple(row) for row in place.rows(query)],
    )
    ServerDatabase(place.address, place.password, WORK).drop()


def file_target(folder: Path) -> Target:
    def file(work: Sql) -> SqliteFile:
        return SqliteFile(folder, work, SqliteSettings())

    def rows(query: str) -> Sequence[Any]:
        with file(WORK).connect() as connection:
            return [tuple(row) for row in connection.execute(query).fetchall()]

    return Target(lambda work: file(work).restore(ignore, never), lambda work: SqlOnSqlite(file(work)), rows)


def in_python(workload: SqlOnServer | SqlOnSqlite) -> SqlOnServer | SqlOnSqlite:
    """Return the same workload over ODBC."""
    if isinstance(workload, SqlOnSqlite) or workload.database.address.transport == "odbc":
        return workload
    database = workload.database
    return SqlOnServer(replace(database, address=database.address.changed(transport="odbc")))


def test_native_and_python_users_make_the_same_calls_and_rows(target: Target, native_library: NativeLibrary) -> None:
    load = Load(users=1, seed=3)
    workload = target.made(WORK)
    assert workload.native_lack(native_library) is None
    workload.open()
    with crew_on(workload, load, native_library) as driven:
        driven.follow(lambda: driven.orders >= AMOUNT)
    workload.close()
    assert driven.texts == {}
    native = [target.rows(query) for query in CONTENTS]

    workload = in_python(target.made(WORK))
    workload.open()
    user = workload.user(stream(load, 0, "user", 0))
    called, rolled_back = cycles(user, driven.orders)
    user.close()
    workload.close()
    assert Counter({code: driven.count(code) for code in range(3)}) == called
    assert driven.count(driven.around.codes.rollback) == rolled_back > 0
    for query, rows in zip(CONTENTS, native, strict=True):
        assert target.rows(query) == rows
    assert native[1]


DECK = changed(
    WORK, choice="deck", transactions=(*WORK.transactions[:2], changed(WORK.transactions[2], given_weight=2))
)


def test_both_drivers_deal_the_same_transactions_and_draw_the_same_pauses(
    tmp_path: Path, native_library: NativeLibrary
) -> None:
    """A pause is never shorter than drawn; how much longer it is depends on the machine."""
    target, cycles_each = file_target(tmp_path), 60
    pauses = {
        "move": Pause(0.001, 0.0005, "exponential"),
        "sum": Pause(0.002),
        "all": Pause(0.0, 0.003, "exponential"),
    }
    dealt = []
    for library in (native_library, None):
        workload = target.made(DECK)
        workload.open()
        load = Load(users=1, seed=3, think_time_s=0.002, pauses=pauses)
        with crew_on(workload, load, library) as driven:
            driven.follow(lambda found=driven: found.orders >= cycles_each)  # type: ignore[misc]
        workload.close()
        assert driven.texts == {}
        dealt.append([code for code in driven.codes() if code < len(pauses)][:cycles_each])
        draws = stream(load, 0, "pauses", 0, 0)
        drawn_s = [list(pauses.values())[code].drawn_s(draws.random) for code in dealt[-1][: cycles_each - 1]]
        took_s = driven.took_ns(driven.around.codes.think)[: len(drawn_s)] / 1e9
        assert all(took >= drawn - 1e-6 for took, drawn in zip(took_s, drawn_s, strict=True))
    assert dealt[0] == dealt[1]
    for first in range(0, cycles_each, 6):
        assert Counter(dealt[0][first : first + 6]) == {0: 3, 1: 1, 2: 2}


LOOP = r"""
\set lines random(-1, 4)
BEGIN;
\repeat :lines + 0.5
\set source random(1, 20)
\repeat 2
UPDATE account SET amount = amount + 1 WHERE id = :source;
\endrepeat
\if :source > 10
INSERT INTO moved (source, was) VALUES (:source, :lines);
\endif
\endrepeat
\repeat null
DELETE FROM account;
\endrepeat
COMMIT;
"""


def test_repeated_statements_leave_the_same_rows_in_both_drivers(target: Target, native_library: NativeLibrary) -> None:
    work = changed(WORK, transactions=(SqlTransaction("loop", 1, LOOP),))
    load = Load(users=1, seed=7)
    workload = target.made(work)
    assert workload.native_lack(native_library) is None
    workload.open()
    with crew_on(workload, load, native_library) as driven:
        driven.follow(lambda: driven.orders >= 100)
    workload.close()
    assert driven.texts == {}
    native = [target.rows(query) for query in CONTENTS]

    workload = in_python(target.made(work))
    workload.open()
    user = workload.user(stream(load, 0, "user", 0))
    cycles(user, driven.orders)
    user.close()
    workload.close()
    assert [target.rows(query) for query in CONTENTS] == native
    assert len(native[0]) == 20
    assert native[1]


WRONG = {
    "no table": "BEGIN;\nSELECT 1;\nUPDATE nowhere SET x = 1;\nCOMMIT;",
    "expression": "\\set x 1 / 0\nUPDATE account SET amount = :x;",
    "open transaction": "BEGIN;\nDELETE FROM account;\n\\if :one > 1\nCOMMIT;\n\\endif",
    "no single row": "SELECT id FROM account \\gset x\nSELECT :xid;",
    "column name": 'SELECT COUNT(*) AS "how many" FROM account \\gset\nSELECT 1;',
    "two rows": 'SELECT id AS "an id" FROM account \\gset\nSELECT 1;',
    "column that begins with a digit": 'SELECT COUNT(*) AS "1st" FROM account \\gset\nSELECT 1;',
    "too many rounds": "\\repeat 1001\nSELECT 1;\n\\endrepeat",
    "constraint": "BEGIN;\nINSERT INTO account (id, amount) VALUES (:one, :one);\nCOMMIT;",
}


def test_errors_have_the_same_messages_in_both_drivers(target: Target, native_library: NativeLibrary) -> None:
    target.built(WORK)
    for name, script in WRONG.items():
        work = changed(WORK, transactions=(SqlTransaction("wrong", 1, script),), define={"one": 1})
        told = []
        for library in (native_library, None):
            workload = target.on(work) if library else in_python(target.on(work))
            workload.open()
            with crew_on(workload, Load(users=1, seed=3), library) as driven:
                driven.follow(lambda found=driven: bool(found.texts))  # type: ignore[misc]
            assert isinstance(driven.crew, Crew) is (library is None)
            workload.close()
            told.append({kind: text.split("; Error while")[0] for kind, text in driven.texts.items()})
        assert told[0] == told[1] != {}, name
        line = {"no table": ", line 3", "constraint": ", line 2"}.get(name, "")
        assert all(text.startswith(f'transaction "wrong"{line}: ') for text in told[0].values()), told
        assert target.rows("SELECT COUNT(*) FROM account") == [(20,)], "undone"


WIDE = r"""
\set turn :turn + 1
SELECT id, id AS "3rd" FROM account WHERE id < 4 ORDER BY id \aset of_
SELECT id FROM account WHERE id > 1000 \aset of_
\set same :user_number + hash(1) - hash(1, :default_seed)
\set y :v0 + :v1 + :v2 + :v3 + :v4 + :v5 + :v6 + :v7 + :v8 + :v9 + :v10 + :v11 + :v12 + :v13 + :v14 + :v15 + :v16
\set both :of_id + :client_id
SELECT COUNT(*) AS v17, MIN(id) AS "2nd" FROM account \gset of_
INSERT INTO moved (source, was, listed) SELECT :of_v17, :both, :same
  WHERE 1 IN (PARAMETERS);
"""


def test_wide_statement_and_user_numbers_are_the_same_in_both_drivers(
    target: Target, native_library: NativeLibrary
) -> None:
    """More variables than a result has columns, the most parameters, a column that only a prefix makes a name."""
    many = ", ".join(":v1" for _ in range(251))
    define = {f"v{number}": number for number in range(17)} | {"turn": 0}
    work = changed(
        WORK, transactions=(SqlTransaction("wide", 1, WIDE.replace("PARAMETERS", many)),), define=define, variables=()
    )
    for library in (native_library, None):
        workload = target.made(work) if library else in_python(target.made(work))
        assert library is None or workload.native_lack(library) is None
        workload.open()
        with crew_on(workload, Load(users=3, seed=3), library) as driven:
            driven.follow(lambda found=driven: found.orders >= 30 or bool(found.texts))  # type: ignore[misc]
        workload.close()
        assert driven.texts == {}
        rows = target.rows("SELECT source, was, listed FROM moved")
        assert {tuple(map(int, row)) for row in rows} <= {(20, 3 + user, user) for user in range(3)}
        assert rows


def test_read_only_session_changes_nothing(target: Target, native_library: NativeLibrary) -> None:
    insert = SqlTransaction("insert", 1, "INSERT INTO moved (source) VALUES (:one);")
    workload = target.made(changed(WORK, transactions=(insert,), define={"one": 1}, read_only=True))
    workload.open()
    with crew_on(workload, Load(users=2, seed=3), native_library) as driven:
        driven.follow(lambda: bool(driven.texts))
    workload.close()
    assert all("read" in text.lower() for text in driven.texts.values()), driven.texts
    assert target.rows("SELECT COUNT(*) FROM moved") == [(0,)]


SLEEPING = "BEGIN;\nUPDATE account SET amount = 0;\n\\sleep 3000 s\nCOMMIT;"


def test_sleeping_call_is_canceled_and_rolled_back_at_the_end(target: Target, native_library: NativeLibrary) -> None:
    workload = target.made(changed(WORK, transactions=(SqlTransaction("sleep", 1, SLEEPING),)))
    workload.open()
    with crew_on(workload, Load(users=1, seed=3), native_library, grace_s=0.1) as driven:
        driven.follow(lambda: bool(driven.crew.under_way_s(2**62)))
    workload.close()
    assert target.rows("SELECT SUM(amount) FROM account") == [(2000,)]


@pytest.mark.parametrize("transport", ["odbc", "libpq"])
def test_built_in_pgbench_scripts_change_consistent_rows(
    postgresql: "PrivateServer", native_library: NativeLibrary, transport: str
) -> None:
    place = place_on(postgresql, "own_pgbench_native")
    place.execute("CREATE DATABASE own_pgbench_native", "")
    pgbench(postgresql, "--initialize", "--quiet", "own_pgbench_native")
    scripts = tuple(
        SqlTransaction(name, 1, pgbench(postgresql, f"--show-script={name}"))
        for name in ("tpcb-like", "simple-update", "select-only")
    )
    work = Sql(scripts, database="existing", define={"scale": 1})
    address = place.address.changed(transport=transport)
    workload = SqlOnServer(ServerDatabase(address, postgresql.password, work))
    try:
        workload.open()
        with crew_on(workload, Load(users=4, seed=3), native_library) as driven:
            driven.follow(lambda: driven.orders >= 200)
        workload.close()
        assert driven.texts == {}
        accounts, tellers, branches, history, rows = place.rows(BALANCES)[0]
        assert rows == driven.count(0) + driven.count(1) > 0
        assert accounts == history
        assert tellers == branches, "by one script alone, which changes both"
    finally:
        place.execute("DROP DATABASE own_pgbench_native WITH (FORCE)", "")


def test_unsupported_workload_falls_back_to_python(tmp_path: Path, native_library: NativeLibrary) -> None:
    workload = file_target(tmp_path).made(changed(WORK, connect_per_transaction=True))
    lack = workload.native_lack(native_library)
    assert lack is not None
    assert "connection for each transaction" in sentence(lack)
