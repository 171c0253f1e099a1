# SPDX-License-Identifier: Apache-2.0
"""Order cycles on the embedded engine: the operation mix, the business rules, and row counts that add up."""

import math
import pickle
import random
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from app.databases.failures import DatabaseError
from app.databases.sqlite.embedded_engine import SqliteSettings, connect
from app.model.workloads import DvdStore
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.dvdstore import generator
from app.workloads.dvdstore.shopper import price
from app.workloads.workload import Workload
from tests.support.dvdstores import ROLLBACK, SMALL, WAL, prepare, run_cycle, run_cycles, working_path
from tests.support.user_calls import ShopperCalls, expected_rollback_percent, order_counts, shopper_of

pytestmark = pytest.mark.usefixtures("each_driver")

BROWSES = ("browse_category", "browse_actor", "browse_title")


def within(count: int, trials: int, probability: float) -> bool:
    """Return whether a count of successes is within 4.5 standard deviations of its expectation."""
    return abs(count - trials * probability) < 4.5 * math.sqrt(trials * probability * (1 - probability))


def test_mix_rollbacks_and_row_counts_match_the_reference(tmp_path: Path) -> None:
    cycles = 4_000
    parameters = DvdStore(db_size="10MB")
    workload = prepare(tmp_path, parameters)
    with closing(connect(working_path(tmp_path), WAL)) as database:
        before = order_counts(database)
        expected = expected_rollback_percent(database, parameters.line_items) / 100
        calls: Counter[str] = Counter()
        results: Counter[str] = Counter()
        rollbacks = 0
        for called, rolled_back in run_cycles(workload, cycles):
            calls.update(key for key, _ in called)
            results.update(key for key, result in called if result)
            rollbacks += rolled_back
            assert [key for key, _ in called[-2:]] == ["price", "purchase"]
            assert called[0][0] in ("login", "new_customer")
            assert all(key in BROWSES for key, _ in called[1:-2])
            assert 1 <= len(called) - 3 <= 5
        workload.close()
        after = order_counts(database)
        lines, history = database.execute(
            "SELECT (SELECT COUNT(*) FROM ORDERLINES WHERE ORDERID > 12000), "
            "(SELECT COUNT(*) FROM CUST_HIST WHERE ORDERID > 12000)"
        ).fetchall()[0]
        sold = database.execute("SELECT SUM(SALES) FROM INVENTORY").fetchall()[0][0]
        ordered = database.execute("SELECT SUM(QUANTITY) FROM ORDERLINES WHERE ORDERID > 12000").fetchall()[0][0]
        new_customers = database.execute("SELECT COUNT(*) FROM CUSTOMERS WHERE USERNAME LIKE 'newuser%'").fetchall()[0][
            0
        ]
        wrong_totals = database.execute(
            "SELECT COUNT(*) FROM ORDERS O WHERE O.ORDERID > 12000 AND ABS(NETAMOUNT - (SELECT SUM(PRICE * QUANTITY) "
            "FROM ORDERLINES L JOIN PRODUCTS USING (PROD_ID) WHERE L.ORDERID = O.ORDERID)) > 0.001"
        ).fetchall()[0][0]

    assert calls["purchase"] == calls["price"] == calls["login"] + calls["new_customer"] == cycles
    assert within(calls["new_customer"], cycles, 0.2)
    browses = sum(calls[key] for key in BROWSES)
    assert abs(browses - 3 * cycles) < 4.5 * math.sqrt(2 * cycles)  # uniform 1 to 5: variance 2
    assert all(within(calls[key], browses, 1 / 3) for key in BROWSES)
    assert results["browse_title"] == calls["browse_title"]  # every title searched for exists
    assert 0 < results["browse_actor"] < calls["browse_actor"]  # 10,000 of 40,000 possible names exist

    assert 0.005 < expected < 0.04
    assert within(rollbacks, cycles, expected)
    assert after.orders - before.orders == cycles - rollbacks
    assert after.orderlines - before.orderlines == after.cust_hist - before.cust_hist == lines == history
    assert sold >= ordered
    assert new_customers == calls["new_customer"]
    assert wrong_totals == 0


def test_expected_rollback_rate_is_computed_from_the_current_stock(tmp_path: Path) -> None:
    prepare(tmp_path, DvdStore(db_size="10MB")).close()
    with closing(connect(working_path(tmp_path), WAL)) as database:
        stocks = [generator.stock(1, row) for row in range(1, 10_001)]
        weights = [10 if row % 10_000 == 0 else 1 for row in range(1, 10_001)]
        p = sum(w * max(0, 3 - s) / 3 for w, s in zip(weights, stocks, strict=True)) / sum(weights)
        rate = 100 * (1 - sum((1 - p) ** n for n in range(1, 10)) / 9)
        assert expected_rollback_percent(database, 5) == pytest.approx(rate)
        database.execute("DROP TRIGGER RESTOCK; UPDATE INVENTORY SET QUAN_IN_STOCK = 0")
        assert expected_rollback_percent(database, 5) == pytest.approx(100)
        database.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 3")
        assert expected_rollback_percent(database, 5) == 0


def test_every_ten_thousandth_product_is_bought_ten_times_as_often_as_others(tmp_path: Path) -> None:
    workload = prepare(tmp_path, DvdStore(db_size="20MB", line_items=1000))
    user = shopper_of(workload, random.Random(4))
    products: Counter[int] = Counter()
    quantities: Counter[int] = Counter()
    for _ in range(400):
        cycle = user.cycle()
        result: object = None
        while (call := cycle.send(result)).arguments[0].procedure is not price:
            result = call.function(*call.arguments)
        basket = call.arguments[0].arguments[0]
        assert 1 <= len(basket) <= 1999
        products.update(product for product, _ in basket)
        quantities.update(quantity for _, quantity in basket)
        cycle.close()
    user.close()
    workload.close()
    drawn = products.total()
    assert min(products) >= 1
    assert max(products) == 20_000
    for popular in (10_000, 20_000):
        assert within(products[popular], drawn, 10 / 20_018)
    assert within(sum(products[p] for p in range(5_001, 15_001) if p != 10_000), drawn, 9_999 / 20_018)
    assert set(quantities) == {1, 2, 3}
    assert all(within(quantities[q], drawn, 1 / 3) for q in quantities)


@pytest.fixture
def user(tmp_path: Path) -> ShopperCalls:
    """Return a user on a small store; its connection is closed with the test's folder."""
    return shopper_of(prepare(tmp_path), random.Random(2))


def test_searches_return_existing_products_in_order_and_within_the_limit(user: ShopperCalls, tmp_path: Path) -> None:
    title = generator.title(123)
    found = user.browse(4, title, 5)
    assert [row[2] for row in found] == [title]
    actor = found[0][3]
    by_actor = user.browse(3, actor, 50)
    assert 123 in [row[0] for row in by_actor]
    assert all(row[3] == actor for row in by_actor)
    first, last = actor.split()
    assert user.browse(3, f"{last} {first}", 5) == []  # a phrase, not two separate words
    assert user.browse(4, actor, 5) == []
    word = title.split()[0]
    many = user.browse(4, word, 7)
    assert [row[0] for row in many] == [1, 2, 3, 4, 5, 6, 7]  # all 1,000 titles begin with the same word
    with closing(connect(working_path(tmp_path), WAL)) as database:
        for category in range(1, 17):
            specials = database.execute(
                "SELECT PROD_ID FROM PRODUCTS WHERE SPECIAL = 1 AND CATEGORY = ? ORDER BY 1 LIMIT 2", (category,)
            ).fetchall()
            assert [row[:1] for row in user.browse(2, category, 2)] == specials
    user.close()


def test_login_returns_the_customer_and_the_related_titles(user: ShopperCalls) -> None:
    orders = [generator.order(1, row, 2_000, 1_200) for row in range(1, 1_201)]
    customer = orders[0][2]
    bought = [
        product
        for order in orders
        if order[2] == customer
        for _, product, _ in generator.order_lines(1, order[0], 1_000)
    ]
    history = user.login(f"user{customer}", "password")
    related = [generator.product(1, product, 1_000) for product in bought]
    assert sorted(history) == sorted((customer, p[2], p[3], generator.title(p[6])) for p in related)
    quiet = next(i for i in range(1, 2_001) if i not in {order[2] for order in orders})
    assert user.login(f"user{quiet}", "password") == [(quiet, None, None, None)]
    with pytest.raises(LookupError, match="nobody"):
        user.login("nobody", "password")
    user.close()


def test_purchase_is_atomic(user: ShopperCalls, tmp_path: Path) -> None:
    with closing(connect(working_path(tmp_path), WAL)) as database:
        database.execute("DROP TRIGGER RESTOCK; UPDATE INVENTORY SET QUAN_IN_STOCK = 5 WHERE PROD_ID IN (10, 11)")
        before = order_counts(database)
        order = user.purchase(7, "2026-11-21 10:00:00", 1_000, user.basket([[10, 3], [11, 1], [10, 2]]))
        assert order == 1_201
        assert database.execute("SELECT * FROM ORDERS WHERE ORDERID = ?", (order,)).fetchall() == [
            (order, "2026-11-21 10:00:00", 7, 10, 0.83, 10.83)
        ]
        assert database.execute("SELECT QUAN_IN_STOCK FROM INVENTORY WHERE PROD_ID IN (10, 11)").fetchall() == [
            (0,),
            (4,),
        ]
        assert user.purchase(7, "2026-11-21 10:00:01", 1_000, user.basket([[11, 3], [11, 2]])) == 0  # 4 - 3 < 2
        assert database.execute("SELECT QUAN_IN_STOCK FROM INVENTORY WHERE PROD_ID = 11").fetchall() == [(4,)]
        after = order_counts(database)
        assert (after.orders - before.orders, after.orderlines - before.orderlines) == (1, 3)
        assert after.cust_hist - before.cust_hist == 3
        with pytest.raises(apsw.ConstraintError) as unknown:
            user.purchase(99_999_999, "2026-11-21 10:00:02", 1_000, user.basket([[11, 1]]))
        assert user.fault(unknown.value).kind == "constraint"
        assert order_counts(database) == after
        assert user.purchase(7, "2026-11-21 10:00:03", 1_000, user.basket([[11, 1]])) == 1_202  # a rollback uses no ID
    user.close()


def test_existing_user_name_adds_nothing_and_the_next_one_is_tried(user: ShopperCalls, tmp_path: Path) -> None:
    row = generator.customer((1, 2), 1, "newuser5")
    assert user.new_customer(*row) == 2_001
    assert user.new_customer(*row) == 0
    user.close()

    class Repeating(random.Random):
        """Random number generator that returns each number twice, so that two new customers have the same name."""

        last: float | None = None

        def random(self) -> float:
            if self.last is None:
                self.last = super().random() * 0.1  # below the share of new customers
                return self.last
            again, self.last = self.last, None
            return again

    workload = prepare(tmp_path / "other", DvdStore(db_size="1MB", new_customers_percent=100))
    other = shopper_of(workload, Repeating(1))
    for _ in range(20):
        assert [key for key, _ in run_cycle(other)[0]].count("new_customer") == 1
    other.close()
    workload.close()


def test_choices_depend_only_on_the_random_generator_passed_in(tmp_path: Path) -> None:
    runs = []
    for name in ("a", "b"):
        workload = prepare(tmp_path / name, settings=ROLLBACK if name == "a" else WAL)
        runs.append(list(run_cycles(workload, 60, seed=9)))
        workload.close()
    assert runs[0] == runs[1]


def test_unopened_workload_can_be_pickled(tmp_path: Path) -> None:
    prepare(tmp_path).close()
    workload: Workload = pickle.loads(pickle.dumps(EmbeddedWorkload(tmp_path, SMALL, WAL)))
    assert workload.read() is None
    assert [operation.key for operation in workload.operations] == [
        "login", "new_customer", "browse_category", "browse_actor", "browse_title", "price", "purchase",
    ]  # fmt: skip
    assert [operation.key for operation in workload.operations if not operation.timed] == ["price"]
    workload.open()
    user = shopper_of(workload, random.Random(1))
    user.close()
    user.close()
    reading = workload.read()
    assert reading is not None
    assert len(reading.values) > max(max(series.value, series.base) for series in workload.series)
    workload.close()
    workload.close()


def test_missing_working_copy_error_suggests_a_restore(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="restore it first"):
        EmbeddedWorkload(tmp_path, SMALL, WAL).open()


@pytest.mark.parametrize("journal", ["rollback", "wal"])
def test_users_in_several_processes_share_one_database(tmp_path: Path, journal: str) -> None:
    prepare(tmp_path, settings=SqliteSettings(journal, "off", 16)).close()  # type: ignore[arg-type]
    script = f"""
import random, threading
from pathlib import Path
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.workloads.database.embedded_workload import EmbeddedWorkload
from tests.support.dvdstores import SMALL, run_cycle
workload = EmbeddedWorkload(Path({str(tmp_path)!r}), SMALL, SqliteSettings({journal!r}, "off", 16))
workload.open()
committed = []
def work(seed):
    user = workload.user(random.Random(seed))
    for _ in range(40):
        committed.append(not run_cycle(user)[1])
    user.close()
def main(base):
    threads = [threading.Thread(target=work, args=(base + i,)) for i in range(3)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    workload.close()
    print(len(committed), sum(committed))
"""
    root = Path(__file__).parents[2]
    children = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(root)!r})\n{script}\nmain({base})"],
            stdout=subprocess.PIPE,
            text=True,
        )
        for base in (100, 200)
    ]
    results = [tuple(map(int, child.communicate()[0].split())) for child in children]
    assert [child.returncode for child in children] == [0, 0]
    assert [cycles for cycles, _ in results] == [120, 120]
    with closing(connect(working_path(tmp_path), SqliteSettings(journal, "off", 16))) as database:  # type: ignore[arg-type]
        assert order_counts(database).orders == 1_200 + sum(committed for _, committed in results)
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_busy_database_is_a_retryable_fault(user: ShopperCalls, tmp_path: Path) -> None:
    with closing(apsw.Connection(str(working_path(tmp_path)))) as other:
        other.execute("BEGIN IMMEDIATE")
        user.user._connection.set_busy_timeout(20)
        with pytest.raises(apsw.BusyError) as busy:
            user.purchase(7, "2026-11-21 10:00:00", 1_000, user.basket([[10, 1]]))
        fault = user.fault(busy.value)
        assert (fault.kind, fault.retryable, fault.reconnect) == ("busy", True, False)
        other.execute("ROLLBACK")
    assert user.purchase(7, "2026-11-21 10:00:00", 1_000, user.basket([[10, 1]])) == 1_201
    user.close()
