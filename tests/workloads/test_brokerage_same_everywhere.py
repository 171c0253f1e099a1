# SPDX-License-Identifier: Apache-2.0
"""1,000 seeded brokerage operations give the same results and contents on every engine."""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from app.databases.address import Address
from app.databases.server import connect as connect_server
from app.databases.sqlite.embedded_engine import connect as connect_sqlite
from app.driver.load import Load, stream
from app.driver.target_load import TargetLoad
from app.engine.server_target import ServerTarget
from app.model.workloads import Brokerage
from app.workloads.brokerage import trader
from app.workloads.brokerage.dataset import DAY_S, FIRST_DAY, SCHEMA
from app.workloads.brokerage.trader import OPENS_S, OPERATIONS, SWAP_KEY, symbol
from app.workloads.cycle_language import Request
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.embedded_workload import EmbeddedUser, EmbeddedWorkload
from app.workloads.database.mark import BuildMark
from app.workloads.database.python_users import PythonUser
from app.workloads.database.schema import separated
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from tests.support.brokerage import CHANGED
from tests.support.driver_run import started
from tests.support.dvdstores import WAL, ignore, never
from tests.support.servers import address_of

PARAMETERS = Brokerage(db_size="2MB")
TRADES = PARAMETERS.rows.trades
CALLS = 1_000
SEED = 22
SERVERS = ("postgresql", "mariadb", "sqlserver")
"""Server fixtures of tests/support/servers.py; a new engine needs only its name here."""
WAITING = {
    "postgresql": "SELECT COUNT(*) FROM PG_STAT_ACTIVITY WHERE WAIT_EVENT_TYPE = 'Lock'",
    "mysql": "SELECT COUNT(*) FROM INFORMATION_SCHEMA.INNODB_TRX WHERE TRX_STATE = 'LOCK WAIT'",
    "sqlserver": "SELECT COUNT(*) FROM SYS.SYSPROCESSES WHERE BLOCKED <> 0",
}
"""Queries that count the sessions waiting for a lock."""
TAX = 13
"""Index of the tax column of TRADE."""
RESTORED = {
    "postgresql": r"new copy",
    "mysql": r"trades taken back, positions and prices reloaded",
    "sqlserver": r"trades taken back, positions and prices reloaded|from our full backup",
}
Row = tuple[Any, ...]
Query = Callable[[str], Sequence[Sequence[Any]]]


@dataclass(frozen=True)
class Run:
    """Rows returned by each call, and rows left in each table.

    Attributes:
        mark: mark of the build.
    """

    returned: list[tuple[str, list[Row]]]
    left: dict[str, list[Row]]
    mark: BuildMark | None


class Positions:
    """Trades by commit order, because a rolled-back order consumes a number on servers but not on SQLite."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of(self, trade: object) -> object:
        if not isinstance(trade, int) or trade <= TRADES:
            return trade
        return self._known.setdefault(trade, TRADES + 1 + len(self._known))


NUMBERED = dict.fromkeys(("trade_order", SWAP_KEY, "market_feed", "trade_status", "trade_lookup", "trade_update"), (0,))


def plain(value: object) -> object:
    return int(value) if isinstance(value, Decimal) else value


READING = {
    "market_watch": ("watch_list", "watch_account", "watch_industry"),
    "security_detail": (
        "detail_security", "detail_competitors", "detail_quarters", "detail_days", "detail_news",
    ),
    "customer_position": ("position_customer", "position_accounts", "position_history"),
    "trade_update": ("trade_lookup_1",),
}  # fmt: skip
"""Statements of the embedded engine that return the rows of a server's procedure, unless they have the procedure's
name.
"""
POSITION_COLUMNS = 6
"""Number of columns of a position. Servers add the columns by which they order a position's rows."""


def rows_of(user: PythonUser, request: Request) -> tuple[Any, list[tuple[str, Sequence[Row]]]]:
    """Perform a call; return the cycle's result, and the rows of each statement."""
    if not isinstance(user, EmbeddedUser):
        rows = user.rows(request)
        return user._forms.answer(request, rows), [(request.procedure.name, rows)]
    found: list[tuple[str, Sequence[Row]]] = []

    def noted(one: Request) -> Sequence[Row]:
        rows = EmbeddedUser.statement(user, one)
        found.append((one.procedure.name, rows))
        return rows

    user.statement = noted  # type: ignore[method-assign]
    answer = user.answered(request)
    del user.statement
    return answer, found


def driven(user: PythonUser, query: Query, mark: BuildMark | None) -> Run:
    user.state._elapsed = clock()
    positions, returned = Positions(), []
    for _ in range(CALLS):
        cycle = user.cycle()
        call = next(cycle)
        (request,) = call.arguments
        answer, made = rows_of(user, request)
        with pytest.raises(StopIteration):
            cycle.send(answer)
        key, procedure = request.procedure.key, request.procedure.name
        numbered: tuple[int, ...] = (0, 1) if procedure == "trade_lookup_4" else NUMBERED.get(key, ())
        if procedure in ("trade_order", "market_feed"):
            rows: Sequence[Row] = answer if procedure == "market_feed" else [answer if answer[0] else (0, 0, 0)]
        else:
            wanted = (procedure, *READING.get(key, ()))
            rows = [row for name, found in made for row in found if name in wanted]
        found = [[plain(value) for value in row] for row in rows]
        if key == "customer_position":  # the customer's trades are among other rows
            found = [[positions.of(v) if i == 1 and row[0] == 2 else v for i, v in enumerate(row)] for row in found]
            found = sorted((row[:POSITION_COLUMNS] for row in found), key=lambda row: row[0])
        told = [tuple(positions.of(v) if i in numbered else v for i, v in enumerate(row)) for row in found]
        returned.append((key, [] if procedure in ("trade_result", "data_maintenance") else told))
    user.close()
    left = {}
    for table, numbered in CHANGED.items():
        rows = query(f"SELECT * FROM {table}")
        left[table] = sorted(
            (tuple(positions.of(plain(v)) if i in numbered else plain(v) for i, v in enumerate(row)) for row in rows),
            key=repr,
        )
    return Run(returned, left, mark)


def first_moment() -> int:
    """Return the start time of a run in seconds since 2000-01-01."""
    return (FIRST_DAY + PARAMETERS.rows.days + 1) * DAY_S + OPENS_S


def clock() -> Callable[[], int]:
    """Return a clock that advances by a second on each call."""
    seconds = count()
    return lambda: next(seconds)


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run the operations on SQLite, with which every other engine is compared."""
    store = EmbeddedStore(tmp_path_factory.mktemp("same"), PARAMETERS)
    mark = store.build(ignore, never)
    store.restore(WAL, ignore, never)
    workload = EmbeddedWorkload(store.folder, PARAMETERS, WAL)
    workload.open()
    with closing(connect_sqlite(store.working, WAL)) as database:
        run = driven(workload.user(random.Random(SEED)), lambda sql: database.execute(sql).fetchall(), mark)
    workload.close()
    return run


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest) -> Iterator[tuple[Address, str]]:
    """Build the working database on each engine; yield it with its password, and drop it at the end."""
    at_hand = request.getfixturevalue(request.param)
    if isinstance(at_hand, tuple):
        address, password = at_hand[0].at("outpace_brokers"), at_hand[1]
    else:
        address, password = address_of(at_hand, "outpace_brokers"), at_hand.password
    store = ServerStore(address, password, PARAMETERS)
    store.build(ignore, never)
    store.restore(ignore, never)
    yield address, password
    store.drop()


def test_same_operations_give_the_same_results_and_rows_on_every_server(
    server: tuple[Address, str], on_sqlite: Run
) -> None:
    address, password = server
    store = ServerStore(address, password, PARAMETERS)
    assert store.find() == on_sqlite.mark, "the rows of the build, by their checksums"
    workload = WorkloadOnServer(address, password, PARAMETERS)
    workload.open()
    with closing(connect_server(address, password)) as database:
        cursor = database.cursor()
        run = driven(workload.user(random.Random(SEED)), lambda sql: cursor.execute(sql).fetchall(), store.find())
    maintained = workload.user(random.Random(SEED))
    for kind in range(1, 7):
        maintained.rows(trader.data_maintenance(kind, 3, FIRST_DAY - 2))
    maintained.close()
    workload.close()
    for number, (here, there) in enumerate(zip(run.returned, on_sqlite.returned, strict=True)):
        assert here == there, f"call {number}"
    for table in CHANGED:
        assert run.left[table] == on_sqlite.left[table], table
    assert ServerTarget(0, "A", address, password, PARAMETERS).checked() == []
    assert re.search(RESTORED[address.engine], store.restore(ignore, never))
    with (
        closing(connect_server(address, password)) as database,
        closing(connect_server(address, password, database=store.pristine)) as pristine,
    ):
        sums = {}
        for query in separated(SCHEMA.statement("checksum", address.engine)):
            for table, _, value in database.cursor().execute(query).fetchall():
                sums[table] = int(value)
        for table in CHANGED:
            rows, built = (
                sorted(map(tuple, one.cursor().execute(f"SELECT * FROM {table}").fetchall()), key=repr)
                for one in (database, pristine)
            )
            assert rows == built, table
    assert on_sqlite.mark is not None
    assert sums == dict(on_sqlite.mark.checksums), "a restore is as the build was"


def contents(query: Query) -> dict[str, list[Row]]:
    """Return the rows that operations have left, without timestamps, which differ between runs."""
    first = first_moment()

    def timeless(value: object) -> object:
        return "run" if isinstance(value, int | Decimal) and first <= value < first + DAY_S else value

    return {
        table: sorted((tuple(map(timeless, row)) for row in query(f"SELECT * FROM {table}")), key=repr)
        for table in CHANGED
    }


def same_by_both_drivers(
    native_workload: WorkloadOnServer | EmbeddedWorkload,
    workload: WorkloadOnServer | EmbeddedWorkload,
    restore: Callable[[], object],
    left: Callable[[], dict[str, list[Row]]],
    transport: str,
    least: int,
) -> None:
    """Run at least `least` operations natively over a transport, then as many in Python."""
    load = Load(users=1, seed=SEED)
    restore()
    with TargetLoad(native_workload, load) as pool:
        result = started(pool)
        assert result.follow(pool, 60, lambda: result.total("orders") >= least)
        result.frames += pool.stop(10)
        assert pool.drivers[0].transport == transport
    assert result.troubles() == {}
    native = left()

    restore()
    workload.open()
    user = workload.user(stream(load, 0, "user", 0))
    calls, rollbacks = Counter[int](), 0
    for _ in range(int(result.total("orders"))):
        cycle = user.cycle()
        call = next(cycle)
        calls[call.operation] += 1
        if (whole := OPERATIONS[call.operation].part_of) is not None:
            calls[whole] += 1
        with pytest.raises(StopIteration) as ended:
            cycle.send(call.function(*call.arguments))
        rollbacks += ended.value.value.rolled_back
    user.close()
    workload.close()
    python = left()
    for table in CHANGED:
        assert native[table] == python[table], table
    assert Counter({index: result.histogram(index).count for index in range(len(OPERATIONS))}) == calls
    assert result.total("rollbacks") == rollbacks


def test_native_and_python_drivers_leave_the_same_rows(
    server: tuple[Address, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, password = server
    monkeypatch.setenv("OUTPACE_DRIVER", "native")

    def left() -> dict[str, list[Row]]:
        with closing(connect_server(address, password)) as database:
            return contents(lambda sql: database.cursor().execute(sql).fetchall())

    store = ServerStore(address, password, PARAMETERS)
    over_odbc = address.changed(transport="odbc") if address.engine == "postgresql" else address
    workload = WorkloadOnServer(over_odbc, password, PARAMETERS)
    same_by_both_drivers(workload, workload, lambda: store.restore(ignore, never), left, "ODBC", CALLS)
    if address.engine == "postgresql":
        over_libpq = WorkloadOnServer(address.changed(transport="libpq"), password, PARAMETERS)
        same_by_both_drivers(over_libpq, workload, lambda: store.restore(ignore, never), left, "libpq", CALLS // 5)


def test_trade_result_sees_the_lots_of_the_transaction_it_waited_for(server: tuple[Address, str]) -> None:
    """Two results wait for an account locked by a third session: a purchase, and a sale of all holdings."""
    address, password = server
    store, workload = ServerStore(address, password, PARAMETERS), WorkloadOnServer(address, password, PARAMETERS)
    store.restore(ignore, never)
    workload.open()
    with (
        closing(connect_server(address, password)) as holder,
        closing(connect_server(address, password)) as watcher,
        ThreadPoolExecutor(2) as calls,
    ):
        holder.autocommit = False
        cursor, waiting = holder.cursor(), watcher.cursor()
        account, security, held, tax_code = cursor.execute(
            "SELECT S.ACCOUNTID, S.SECURITYID, S.QUANTITY, C.TAXCODE FROM HOLDING_SUMMARY AS S "
            "JOIN CUSTOMER_ACCOUNT AS X ON X.ACCOUNTID = S.ACCOUNTID "
            "JOIN CUSTOMER AS C ON C.CUSTOMERID = X.CUSTOMERID WHERE S.QUANTITY > 0"
        ).fetchone()
        results: list[Future[Any]] = []
        holder.autocommit = False
        cursor.execute("UPDATE CUSTOMER_ACCOUNT SET BALANCE = BALANCE WHERE ACCOUNTID = ?", account)
        for kind, quantity in ((1, 100), (2, held + 100)):
            user, now = workload.user(random.Random(kind)), first_moment() + kind
            order = (account, tax_code, symbol(security), "", "", kind, quantity, 0, 1, 0, 0, now)
            trade = user.rows(trader.trade_order(*order))[0][0]
            results.append(calls.submit(user.rows, trader.trade_result(trade, 2_500, now + 1)))
            while waiting.execute(WAITING[address.engine]).fetchval() < len(results):
                assert not results[-1].done()
                time.sleep(0.15)  # InnoDB's list is stale if read more often than every 0.1 s
        holder.commit()
        assert all(len(result.result(60)) == 1 for result in results)
        left = cursor.execute(
            "SELECT COUNT(*) FROM HOLDING WHERE ACCOUNTID = ? AND SECURITYID = ?", account, security
        ).fetchval()
        holder.commit()
    workload.close()
    assert left == 0
    assert ServerTarget(0, "A", address, password, PARAMETERS).checked() == []


def test_native_and_python_drivers_leave_the_same_rows_on_sqlite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTPACE_DRIVER", "native")
    store = EmbeddedStore(tmp_path, PARAMETERS)
    store.build(ignore, never)

    def left() -> dict[str, list[Row]]:
        with closing(connect_sqlite(store.working, WAL)) as database:
            return contents(lambda sql: database.execute(sql).fetchall())

    workload = EmbeddedWorkload(store.folder, PARAMETERS, WAL)
    same_by_both_drivers(workload, workload, lambda: store.restore(WAL, ignore, never), left, "SQLite", 10 * CALLS)
    for table in ("TRADE", "HOLDING", "HOLDING_HISTORY", "SETTLEMENT", "CASH_TRANSACTION"):
        assert left()[table], table


def test_operations_cover_every_case_where_engines_could_differ(on_sqlite: Run) -> None:
    """Otherwise the comparison would prove little."""
    by_key = {one.key: [rows for key, rows in on_sqlite.returned if key == one.key] for one in OPERATIONS}
    assert all(by_key.values())
    assert any(rows[0][0] == 0 for rows in by_key["trade_order"]), "rolled back"
    assert any(by_key["market_feed"]), "triggered"
    assert any(row[TAX] > 0 for row in on_sqlite.left["TRADE"]), "taxed"
    assert len(on_sqlite.left["TRADE"]) > TRADES + 80
    assert on_sqlite.left["TRADE_REQUEST"]
