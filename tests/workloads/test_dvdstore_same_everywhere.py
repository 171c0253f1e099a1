# SPDX-License-Identifier: Apache-2.0
"""1,000 seeded order cycles give the same results and contents on every engine."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.databases.address import Address
from app.databases.server import connect as connect_server
from app.databases.sqlite.embedded_engine import connect as connect_sqlite
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.database.python_users import PythonUser
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.dvdstore.shopper import OPERATIONS
from tests.support.dvdstores import (
    SMALL,
    WAL,
    Dates,
    Row,
    build,
    ignore,
    never,
    plain_rows,
    restore,
    run_cycle,
    working_path,
)
from tests.support.servers import address_of

CYCLES = 1_000
SEED = 20
SERVERS = ("postgresql", "mariadb", "sqlserver")
"""Server fixtures of tests/support/servers.py; a new engine needs only its name here."""

TABLES = {
    "CATEGORIES": "SELECT CATEGORY, CATEGORYNAME FROM CATEGORIES ORDER BY CATEGORY",
    "PRODUCTS": "SELECT PROD_ID, CATEGORY, TITLE, ACTOR, PRICE, SPECIAL, COMMON_PROD_ID FROM PRODUCTS ORDER BY PROD_ID",
    "INVENTORY": "SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM INVENTORY ORDER BY PROD_ID",
    "CUSTOMERS": (
        "SELECT CUSTOMERID, FIRSTNAME, LASTNAME, ADDRESS1, ADDRESS2, CITY, STATE, ZIP, COUNTRY, REGION, EMAIL, PHONE, "
        "CREDITCARDTYPE, CREDITCARD, CREDITCARDEXPIRATION, USERNAME, PASSWORD, AGE, INCOME, GENDER "
        "FROM CUSTOMERS ORDER BY CUSTOMERID"
    ),
    "ORDERS": "SELECT ORDERID, ORDERDATE, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT FROM ORDERS ORDER BY ORDERID",
    "ORDERLINES": (
        "SELECT ORDERID, ORDERLINEID, PROD_ID, QUANTITY, ORDERDATE FROM ORDERLINES ORDER BY ORDERID, ORDERLINEID"
    ),
    "CUST_HIST": "SELECT ORDERID, CUSTOMERID, PROD_ID FROM CUST_HIST ORDER BY ORDERID, CUSTOMERID, PROD_ID",
    "REORDER": "SELECT PROD_ID, QUAN_LOW FROM REORDER ORDER BY PROD_ID, QUAN_LOW",
}
BY_ORDER = ("ORDERS", "ORDERLINES", "CUST_HIST")
Query = Callable[[str], Sequence[Sequence[Any]]]


@dataclass(frozen=True)
class Run:
    """Rows returned by each call, and rows left in each table."""

    returned: list[tuple[str, object]]
    left: dict[str, list[Row]]


def driven(user: PythonUser, query: Query) -> Run:
    """Run the cycles; number orders by commit order, because a rolled-back purchase consumes an ID on some engines."""
    user.state._date = Dates()
    returned: list[tuple[str, object]] = []
    position = {0: 0}
    for _ in range(CYCLES):
        for key, result in run_cycle(user)[0]:
            if key == "purchase":
                assert isinstance(result, int)
                position.setdefault(result, SMALL.rows.orders + len(position))
                returned.append((key, position[result]))
            elif key == "login":
                returned.append((key, sorted(plain_rows(result), key=str)))  # type: ignore[arg-type]
            elif key in ("price", "new_customer"):
                returned.append((key, result))
            else:
                returned.append((key, plain_rows(result, "PRODUCTS")))  # type: ignore[arg-type]
    user.close()
    left = {table: plain_rows(query(sql), table) for table, sql in TABLES.items()}
    for table in BY_ORDER:
        left[table] = [(position.get(row[0], row[0]), *row[1:]) for row in left[table]]
    return Run(returned, left)


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run the cycles on SQLite, with which every other engine is compared."""
    folder: Path = tmp_path_factory.mktemp("same")
    build(folder, SMALL, ignore, never)
    restore(folder, SMALL, WAL, ignore, never)
    workload = EmbeddedWorkload(folder, SMALL, WAL)
    workload.open()
    with closing(connect_sqlite(working_path(folder), WAL)) as database:
        run = driven(workload.user(random.Random(SEED)), lambda sql: database.execute(sql).fetchall())
    workload.close()
    return run


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest) -> Iterator[tuple[Address, str]]:
    """Build a store's working database on each engine; yield it with its password, and drop it at the end."""
    at_hand = request.getfixturevalue(request.param)
    if isinstance(at_hand, tuple):
        address, password = at_hand[0].at("outpace_same"), at_hand[1]
    else:
        address, password = address_of(at_hand, "outpace_same"), at_hand.password
    store = ServerStore(address, password, SMALL)
    store.build(ignore, never)
    store.restore(ignore, never)
    yield address, password
    store.drop()


def test_same_cycles_give_the_same_results_and_rows_on_every_server(
    server: tuple[Address, str], on_sqlite: Run
) -> None:
    address, password = server
    workload = WorkloadOnServer(address, password, SMALL)
    workload.open()
    with closing(connect_server(address, password)) as database:
        cursor = database.cursor()
        run = driven(workload.user(random.Random(SEED)), lambda sql: cursor.execute(sql).fetchall())
    workload.close()
    assert len(run.returned) == len(on_sqlite.returned)
    for number, (here, there) in enumerate(zip(run.returned, on_sqlite.returned, strict=True)):
        assert here == there, f"call {number}"
    for table in TABLES:
        assert len(run.left[table]) == len(on_sqlite.left[table]), table
        assert run.left[table] == on_sqlite.left[table], table


def test_cycles_cover_every_case_where_engines_could_differ(on_sqlite: Run) -> None:
    """Otherwise the comparison would prove little."""
    counted = {operation.key: [r for key, r in on_sqlite.returned if key == operation.key] for operation in OPERATIONS}
    assert all(len(results) > 100 for results in counted.values())
    assert 5 < counted["purchase"].count(0) < 50, "rolled back"
    assert len(on_sqlite.left["REORDER"]) > 10, "restocked"
    for key in ("browse_category", "browse_actor", "browse_title"):
        assert any(counted[key]), key
    assert [] in counted["browse_actor"]
    orders: dict[int, list[int]] = {}
    for order, _, product, *_ in on_sqlite.left["ORDERLINES"]:
        orders.setdefault(order, []).append(product)
    assert any(len(set(lines)) < len(lines) for order, lines in orders.items() if order > SMALL.rows.orders), "twice"
    assert len(on_sqlite.left["ORDERS"]) == SMALL.rows.orders + CYCLES - counted["purchase"].count(0)
