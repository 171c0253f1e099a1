# SPDX-License-Identifier: Apache-2.0
"""Order entry: the same rows and transactions on every engine, and consistency conditions that detect damage."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from app.databases.address import Address
from app.databases.server import connect as connect_server
from app.databases.sqlite.embedded_engine import connect as connect_sqlite
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.engine.server_target import ServerTarget
from app.model.events import RowsAdded
from app.model.order_entry_size import OrderEntryRows, order_entry_rows
from app.model.workloads import OrderEntry
from app.session.reader import SessionReader
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.database.mark import BuildMark
from app.workloads.database.python_users import PythonUser
from app.workloads.database.schema import separated
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.order_entry.clerk import COUNTS, OPERATIONS
from app.workloads.order_entry.dataset import SCHEMA, OrderEntryData, broken
from tests.support.driver_run import started
from tests.support.dvdstores import WAL, ignore, never
from tests.support.engine_runs import ended_whole, outpace
from tests.support.server_runs import Server, passwords, written
from tests.support.servers import address_of

PARAMETERS = OrderEntry(db_size="10MB")
CYCLES = 1_000
SEED = 43
Query = Callable[[str], Sequence[Sequence[Any]]]


def clock() -> Callable[[], int]:
    """Return a clock that advances by a second on each call."""
    seconds = count()
    return lambda: next(seconds)


def checksums(query: Query, dialect: str) -> dict[str, tuple[int, int]]:
    """Return the row count and the checksum of each table."""
    script = SCHEMA.statement("checksum", dialect).rstrip().rstrip(";")
    return {
        str(table): (int(rows), int(value)) for part in script.split("UNION ALL") for table, rows, value in query(part)
    }


def driven(user: PythonUser, cycles: int) -> None:
    """Run a user's cycles in Python."""
    user.state._elapsed = clock()
    for _ in range(cycles):
        cycle = user.cycle()
        call = next(cycle)
        with pytest.raises(StopIteration):
            cycle.send(call.function(*call.arguments))
    user.close()


class Embedded:
    """Working database on SQLite."""

    def __init__(self, folder: Path) -> None:
        self.store = EmbeddedStore(folder, PARAMETERS)
        self.mark = self.store.build(ignore, never)
        self.restore()

    def restore(self) -> None:
        self.store.restore(WAL, ignore, never)

    def query(self, sql: str) -> Sequence[Sequence[Any]]:
        with closing(connect_sqlite(self.store.working, WAL)) as database:
            return database.execute(sql).fetchall()

    def change(self, sql: str) -> None:
        with closing(connect_sqlite(self.store.working, WAL)) as database:
            database.execute(sql)

    def value(self, sql: str) -> int:
        return int(self.query(sql)[0][0])

    def broken(self) -> list[str]:
        return [one.text for one in broken(self.value, self.value, OrderEntryData(PARAMETERS))]


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Embedded:
    return Embedded(tmp_path_factory.mktemp("orders"))


@pytest.fixture(scope="module")
def left_on_sqlite(embedded: Embedded) -> tuple[BuildMark, dict[str, tuple[int, int]]]:
    """Run the cycles on SQLite; return the mark of the build and the checksums of the resulting tables."""
    embedded.restore()
    workload = EmbeddedWorkload(embedded.store.folder, PARAMETERS, WAL)
    workload.open()
    driven(workload.user(random.Random(SEED)), CYCLES)
    workload.close()
    assert embedded.broken() == []
    return embedded.mark, checksums(embedded.query, "sqlite")


@pytest.fixture(scope="module", params=["postgresql", "mariadb", "sqlserver"])
def server(request: pytest.FixtureRequest) -> Iterator[tuple[Address, str]]:
    """Build the working database on each engine; yield it with its password, and drop it at the end."""
    at_hand = request.getfixturevalue(request.param)
    if isinstance(at_hand, tuple):
        address, password = at_hand[0].at("outpace_orders"), at_hand[1]
    else:
        address, password = address_of(at_hand, "outpace_orders"), at_hand.password
    store = ServerStore(address, password, PARAMETERS)
    store.build(ignore, never)
    store.restore(ignore, never)
    yield address, password
    store.drop()


def test_same_seed_builds_and_leaves_the_same_rows_on_every_engine(
    server: tuple[Address, str], left_on_sqlite: tuple[BuildMark, dict[str, tuple[int, int]]]
) -> None:
    address, password = server
    store = ServerStore(address, password, PARAMETERS)
    mark, left = left_on_sqlite
    assert store.find() == mark
    workload = WorkloadOnServer(address, password, PARAMETERS)
    workload.open()
    driven(workload.user(random.Random(SEED)), CYCLES)
    workload.close()
    with closing(connect_server(address, password)) as database:
        cursor = database.cursor()
        assert checksums(lambda sql: cursor.execute(sql).fetchall(), address.engine) == left
    assert ServerTarget(0, "A", address, password, PARAMETERS).checked() == []
    store.restore(ignore, never)
    with closing(connect_server(address, password)) as database:
        cursor = database.cursor()
        found = checksums(lambda sql: cursor.execute(sql).fetchall(), address.engine)
    assert {table: value for table, (_, value) in found.items()} == dict(mark.checksums)


def test_native_users_keep_the_consistency_conditions(embedded: Embedded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPACE_DRIVER", "native")
    embedded.restore()
    workload = EmbeddedWorkload(embedded.store.folder, PARAMETERS, WAL)
    with TargetLoad(workload, Load(users=8, seed=SEED)) as pool:
        result = started(pool)
        assert result.follow(pool, 120, lambda: result.total("orders") >= 2_000)
        result.frames += pool.stop(10)
    assert result.troubles() == {}
    assert embedded.broken() == []
    counts = [result.histogram(index).count for index in range(len(OPERATIONS))]
    assert sum(counts) == result.total("orders")
    shares = [100 * one / sum(counts) for one in counts]
    assert all(abs(share - wanted) < 4 for share, wanted in zip(shares, COUNTS, strict=True))
    orders = embedded.value("SELECT COUNT(*) FROM ORDERS") - 10 * PARAMETERS.rows.customers
    assert orders == counts[0] - result.total("rollbacks")
    assert embedded.value("SELECT SUM(D_NEXT_O_ID) FROM DISTRICT") == orders + 10 * (PARAMETERS.rows.customers + 1)


DAMAGES = {
    "UPDATE DISTRICT SET D_YTD = D_YTD + 1 WHERE D_ID = 3": {"districts", "history"},
    "UPDATE DISTRICT SET D_NEXT_O_ID = D_NEXT_O_ID + 1 WHERE D_ID = 3": {"next order number"},
    "DELETE FROM NEW_ORDER WHERE NO_D_ID = 3 AND NO_O_ID = 290": {"wait are missing", "wait with a carrier"},
    "DELETE FROM ORDER_LINE WHERE OL_D_ID = 3 AND OL_O_ID = 290 AND OL_NUMBER = 1": {"number of lines"},
    "UPDATE ORDERS SET O_CARRIER_ID = NULL WHERE O_D_ID = 3 AND O_ID = 7": {
        "wait with a carrier",
        "lines are delivered",
    },
    "UPDATE WAREHOUSE SET W_YTD = W_YTD + 1": {"warehouses are not those of the history"},
    "UPDATE CUSTOMER SET C_BALANCE = C_BALANCE + 1 WHERE C_ID = 5": {"another balance", "another sum"},
    "UPDATE CUSTOMER SET C_DELIVERY_CNT = 1 WHERE C_D_ID = 3 AND C_ID = 5": {"are not those of their customers"},
    "UPDATE STOCK SET S_ORDER_CNT = S_ORDER_CNT + 1 WHERE S_I_ID = 9": {"stock's counters"},
    "UPDATE STOCK SET S_YTD = S_YTD + 1 WHERE S_I_ID = 9": {"stock's counters"},
    "UPDATE ORDER_LINE SET OL_DIST_INFO = '' WHERE OL_D_ID = 3 AND OL_O_ID = 7": {"lack their amount"},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_consistency_conditions_detect_damage(damage: str, embedded: Embedded) -> None:
    embedded.restore()
    assert embedded.broken() == []
    embedded.change(damage)
    found = embedded.broken()
    assert found
    assert all(any(part in sentence for sentence in found) for part in DAMAGES[damage])


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        ("8W", OrderEntryRows(8)),
        ("10MB", OrderEntryRows(1, 1)),
        ("75MB", OrderEntryRows(1, 8)),
        ("1GB", OrderEntryRows(10)),
        ("1W", OrderEntryRows(1)),
    ],
)
def test_size_is_converted_to_warehouses(size: str, rows: OrderEntryRows) -> None:
    assert order_entry_rows(size) == rows


def test_thirty_two_users_keep_the_consistency_conditions_on_servers(
    postgresql: Any, mariadb: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = [Server("PostgreSQL", postgresql, ("outpace_o",)), Server("MariaDB", mariadb, ("outpace_o",))]
    passwords(monkeypatch, systems)
    scenario = written(tmp_path, systems, size="10MB", users=32, think_s=0.4, run_s=4, workload="order-entry")
    session = tmp_path / "orders.outpace"
    done = outpace("run", scenario, "--session", session)
    ended_whole(done, session)
    assert "It is not TPC-C" in done.stdout
    assert "NO/min" in done.stdout
    with SessionReader.open(session) as reader:
        counted = [event.message for event in reader.events if isinstance(event.message, RowsAdded)]
    assert {one.place.system for one in counted} == {"A", "B"}
    assert all(one.added == one.purchases - one.rolled_back > 0 for one in counted)
    report = tmp_path / "orders.html"
    assert outpace("report", session, "--html", report).returncode == 0
    assert "Mix and 90th percentiles" in report.read_text("utf-8")


def test_scripts_contain_every_named_statement() -> None:
    """The condition checks and the procedures of each dialect are all present."""
    assert len(SCHEMA.named("checks", "common")) == 14
    assert all(separated(SCHEMA.statement("procedures", dialect)) for dialect in ("postgresql", "mysql", "sqlserver"))
