# SPDX-License-Identifier: Apache-2.0
"""Order cycles on PostgreSQL: searches, purchases, restocking, and concurrent users whose row counts add up."""

import pickle
import random
import sys
import threading
from collections.abc import Iterator

import pytest

from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.dvdstore import generator
from app.workloads.workload import Workload
from tests.support.dvdstores import SMALL, ignore, never, run_cycle
from tests.support.server_stores import Place, place_on
from tests.support.user_calls import (
    BROWSE_ACTOR,
    BROWSE_CATEGORY,
    BROWSE_TITLE,
    ShopperCalls,
    expected_rollback_percent,
    order_counts,
    shopper_of,
)

if sys.platform != "win32":
    from tests.support.private_server import PrivateServer

ORDERS, CUSTOMERS = SMALL.rows.orders, SMALL.rows.customers
DATE = "2026-11-22 10:00:00"


@pytest.fixture(scope="module")
def built(postgresql: "PrivateServer") -> Iterator[Place]:
    """Build a store that tests restore from but do not change."""
    place = place_on(postgresql, "outpace_run")
    place.store().build(ignore, never)
    yield place
    place.store().drop()


@pytest.fixture
def place(built: Place) -> Place:
    """Restore the store's working database."""
    built.store().restore(ignore, never)
    return built


@pytest.fixture
def user(place: Place) -> Iterator[ShopperCalls]:
    """Yield a user on the working database."""
    workload = place.workload()
    user = shopper_of(workload, random.Random(2))
    yield user
    user.close()
    workload.close()


def test_searches_find_phrases_in_order_and_within_the_limit(user: ShopperCalls) -> None:
    title = generator.title(123)
    found = user.browse(BROWSE_TITLE, title, 5)
    assert [row[2] for row in found] == [title]
    actor = found[0][3]
    by_actor = user.browse(BROWSE_ACTOR, actor, 50)
    assert 123 in [row[0] for row in by_actor]
    assert all(row[3] == actor for row in by_actor)
    first, last = actor.split()
    assert not user.browse(BROWSE_ACTOR, f"{last} {first}", 5)  # a phrase, not two separate words
    assert not user.browse(BROWSE_TITLE, actor, 5)
    many = user.browse(BROWSE_TITLE, title.split()[0], 7)
    assert [row[0] for row in many] == [1, 2, 3, 4, 5, 6, 7]
    specials = [row[0] for category in range(1, 17) for row in user.browse(BROWSE_CATEGORY, category, 99)]
    wanted = [row for row in range(1, 1001) if generator.product(1, row, 1000)[5]]
    assert sorted(specials) == wanted


def test_searches_use_the_full_text_indexes(place: Place) -> None:
    with place.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        for name in ("title", "actor"):
            plan = cursor.execute(f"EXPLAIN SELECT * FROM BROWSE_{name}('BABENA RUNUGO', 5)").fetchall()
            assert f"ix_prod_{name}_text" in str(plan)


def test_purchase_is_atomic(user: ShopperCalls, place: Place) -> None:
    place.execute("DROP TRIGGER RESTOCK ON INVENTORY")
    place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 5 WHERE PROD_ID IN (10, 11)")
    stock = "SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM INVENTORY WHERE PROD_ID IN (10, 11) ORDER BY 1"
    store = place.store()
    before = order_counts(store)
    order = user.purchase(7, DATE, 1_000, user.basket([[10, 3], [11, 1], [10, 2]]))
    assert order == ORDERS + 1
    bought = place.rows(
        f"SELECT ORDERID, ORDERDATE::TEXT, CUSTOMERID, TOTALAMOUNT::TEXT FROM ORDERS WHERE ORDERID = {order}"
    )
    assert bought == [(order, DATE, 7, "10.83")]
    assert place.rows(stock) == [(10, 0, 5), (11, 4, 1)]
    assert user.purchase(7, DATE, 1_000, user.basket([[11, 3], [11, 2]])) == 0  # 4 - 3 < 2
    assert place.rows(stock) == [(10, 0, 5), (11, 4, 1)]
    after = order_counts(store)
    assert (after.orders - before.orders, after.orderlines - before.orderlines) == (1, 3)
    assert after.cust_hist - before.cust_hist == 3
    with pytest.raises(Exception, match="violates foreign key") as unknown:
        user.purchase(99_999_999, DATE, 1_000, user.basket([[11, 1]]))
    assert user.fault(unknown.value).kind == "constraint"
    assert order_counts(store) == after
    assert user.purchase(7, DATE, 1_000, user.basket([[11, 1]])) > order
    assert user.price(user.basket([[10, 3], [11, 1], [10, 2]])) == sum(
        round(generator.product(1, p, 1000)[4] * 100) * q for p, q in ((10, 5), (11, 1))
    )


def test_existing_user_name_adds_no_customer(user: ShopperCalls, place: Place) -> None:
    row = generator.customer((1, 2), 1, "newuser5")
    new = user.new_customer(*row)
    assert new == CUSTOMERS + 1
    assert user.new_customer(*row) == 0
    assert place.rows(f"SELECT * FROM CUSTOMERS WHERE CUSTOMERID >= {new}") == [(new, *row)]
    assert [tuple(r) for r in user.login("newuser5", "password")] == [(new, None, None, None)]
    with pytest.raises(LookupError, match="nobody"):
        user.login("nobody", "password")


def test_restock_handles_many_rows_in_one_statement(place: Place) -> None:
    place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 10")
    assert place.value("SELECT COUNT(*) FROM REORDER") == 0
    place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = PROD_ID % 5 WHERE PROD_ID <= 100")
    stocks = place.rows("SELECT PROD_ID, QUAN_IN_STOCK FROM INVENTORY WHERE PROD_ID <= 100 ORDER BY 1")
    assert stocks == [(i, i % 5 if i % 5 > 2 else 10) for i in range(1, 101)]
    reordered = place.rows("SELECT PROD_ID, QUAN_LOW FROM REORDER ORDER BY PROD_ID")
    assert reordered == [(i, i % 5) for i in range(1, 101) if i % 5 < 3]


def test_concurrent_users_roll_back_at_the_expected_rate_and_rows_add_up(place: Place) -> None:
    store, workload = place.store(), place.workload()
    before, expected = order_counts(store), expected_rollback_percent(store, 5) / 100
    ended: list[bool] = []
    troubles: list[BaseException] = []

    def work(seed: int) -> None:
        user = shopper_of(workload, random.Random(seed))
        try:
            for _ in range(250):
                ended.append(_cycle(user))
        except BaseException as error:  # noqa: BLE001 - reported in the test's thread
            troubles.append(error)
        finally:
            user.close()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    workload.close()
    assert troubles == []
    cycles, rollbacks = len(ended), sum(ended)
    assert abs(rollbacks - cycles * expected) < 4.5 * (cycles * expected * (1 - expected)) ** 0.5
    after = order_counts(store)
    assert after.orders - before.orders == cycles - rollbacks
    lines = place.value(f"SELECT COUNT(*) FROM ORDERLINES WHERE ORDERID > {ORDERS}")
    assert after.orderlines - before.orderlines == after.cust_hist - before.cust_hist == lines
    sold, ordered = place.rows(
        f"SELECT (SELECT SUM(SALES) FROM INVENTORY), (SELECT SUM(QUANTITY) FROM ORDERLINES WHERE ORDERID > {ORDERS})"
    )[0]
    assert sold == ordered
    totals = (
        f"SELECT COUNT(*) FROM ORDERS O WHERE O.ORDERID > {ORDERS} AND NETAMOUNT <> (SELECT SUM(PRICE * QUANTITY) "
        "FROM ORDERLINES L JOIN PRODUCTS USING (PROD_ID) WHERE L.ORDERID = O.ORDERID)"
    )
    assert place.value(totals) == 0


def _cycle(user: ShopperCalls) -> bool:
    """Run one cycle, retrying deadlocks as the driver does; return whether it was rolled back."""
    cycle, result = user.cycle(), None
    while True:
        try:
            call = cycle.send(result)
        except StopIteration as ended:
            return bool(ended.value.rolled_back)
        while True:
            try:
                result = call.function(*call.arguments)
            except Exception as error:
                if not user.fault(error).retryable:
                    raise
            else:
                break


def test_unopened_workload_can_be_pickled_and_hides_the_password(place: Place) -> None:
    workload: Workload = pickle.loads(pickle.dumps(WorkloadOnServer(place.address, place.password, SMALL)))
    for shown in (repr(workload), str(workload), repr(place.store()), repr(place.store().__dict__.get("address"))):
        assert place.password not in shown
    assert workload.read() is None
    assert list(workload.series) == []
    with pytest.raises(RuntimeError, match="not open"):
        shopper_of(workload, random.Random(1))
    workload.open()
    user = shopper_of(workload, random.Random(1))
    assert len(run_cycle(user)) == 2  # type: ignore[arg-type]
    user.close()
    user.close()
    workload.close()
    workload.close()
