# SPDX-License-Identifier: Apache-2.0
"""DVD Store on MariaDB: building, resuming, placement, rejection, load, and restore."""

import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.databases.failures import DatabaseError
from app.engine.server_target import server_target
from app.engine.sql_server_target import sql_target
from app.model.messages import sentence
from app.model.sql_workload import Sql, SqlStatement, SqlTransaction
from app.model.targets import Placement
from app.model.workloads import Brokerage, DvdStore
from app.workloads.database.mark import BuildMark
from app.workloads.dvdstore import generator
from app.workloads.workload import BuildCancelledError
from tests.support.dvdstores import SMALL, build, ignore, never, run_cycle
from tests.support.server_runs import rights_of
from tests.support.server_stores import Place, place_on
from tests.support.servers import started
from tests.support.user_calls import BROWSE_ACTOR, BROWSE_TITLE, ShopperCalls, order_counts, shopper_of

if sys.platform != "win32":
    from tests.support.private_server import PrivateServer, give_to

ORDERS, CUSTOMERS = SMALL.rows.orders, SMALL.rows.customers
DATE = "2026-11-22 10:00:00"


@pytest.fixture(scope="module")
def built(mariadb: "PrivateServer") -> Iterator[Place]:
    """Build a store that tests restore from but do not change."""
    place = place_on(mariadb, "outpace_my")
    place.store().build(ignore, never)
    yield place
    place.store().drop()


@pytest.fixture(scope="module")
def logging() -> Iterator["PrivateServer"]:
    """Start a separate server that writes a binary log."""
    with started("mariadb", {"log_bin": "binlog"}) as server:
        yield server


@pytest.fixture
def place(built: Place) -> Place:
    """Restore the store's working database."""
    built.store().restore(ignore, never)
    return built


@pytest.fixture
def empty(mariadb: "PrivateServer") -> Iterator[Place]:
    """Yield an unused database name; drop the databases that the test creates under that name."""
    place = place_on(mariadb, "outpace_my_new")
    yield place
    for name in ("outpace_my_new", "outpace_my_new_pristine"):
        place.execute(f"DROP DATABASE IF EXISTS {name}", "")


@pytest.fixture
def user(place: Place) -> Iterator[ShopperCalls]:
    """Yield a user on the working database."""
    workload = place.workload()
    user = shopper_of(workload, random.Random(2))
    yield user
    user.close()
    workload.close()


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> BuildMark:
    """Return the mark of the same data on the embedded engine."""
    return build(tmp_path_factory.mktemp("sqlite"), SMALL, ignore, never)


def test_build_matches_the_embedded_engine_and_reports_progress(empty: Place, on_sqlite: BuildMark) -> None:
    told: list[tuple[str, float, float]] = []
    store = empty.store(connections=3)
    assert store.find() is None
    assert store.build(lambda *now: told.append(now), never) == on_sqlite
    assert empty.checksums(store.pristine) == on_sqlite.checksums
    done = [done for _, done, _ in told]
    assert done == sorted(done)
    assert done[-1] == pytest.approx(told[-1][2])
    assert {"products", "order lines", "indexes", "full text", "procedures", "statistics"} <= {
        task for task, *_ in told
    }
    tables = "SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = '{}' AND TABLE_NAME LIKE 'OUTPACE%'"
    assert empty.value(tables.format(store.pristine), "") == 1, "of our own tables the mark alone stays"


@pytest.mark.parametrize("at", ["order lines", "indexes", "checksum"])
def test_canceled_build_resumes_where_it_stopped(empty: Place, on_sqlite: BuildMark, at: str) -> None:
    store = empty.store()
    told: list[tuple[str, float]] = []
    with pytest.raises(BuildCancelledError):
        store.build(lambda task, done, total: told.append((task, done)), lambda: at in {task for task, _ in told})
    assert store.find() is None
    again: list[float] = []
    assert store.build(lambda task, done, total: again.append(done), never) == on_sqlite
    assert again[0] >= max((done for task, done in told if task != at), default=0.0)


@pytest.mark.parametrize("lost", ["tables", "full text", "procedures"])
def test_finished_but_unrecorded_step_does_not_break_the_resumed_build(
    empty: Place, on_sqlite: BuildMark, lost: str
) -> None:
    """The step's record is lost, as if the program were killed between the statement and its record."""
    store = empty.store()
    seen: list[str] = []
    with pytest.raises(BuildCancelledError):
        store.build(lambda task, done, total: seen.append(task), lambda: seen.count(lost) > 1)
    empty.execute("DELETE FROM OUTPACE_CHUNK WHERE TASK IN ('schema', 'finishing')", store.pristine)
    assert store.build(ignore, never) == on_sqlite


def test_another_size_or_a_foreign_database_is_rejected_and_kept(place: Place, empty: Place) -> None:
    with pytest.raises(DatabaseError, match="size 1MB with data seed 1, but 2MB"):
        place.store(DvdStore(db_size="2MB")).build(ignore, never)
    empty.execute("CREATE DATABASE outpace_my_new", "")
    empty.execute("CREATE TABLE NOTES AS SELECT 'precious' AS TEXT")
    for attempt in (empty.store().find, lambda: empty.store().build(ignore, never), empty.store().drop):
        with pytest.raises(DatabaseError, match=r"outpace_my_new on .* is not a DVD Store built by Outpace"):
            attempt()
    assert empty.value("SELECT TEXT FROM NOTES") == "precious"


def test_restore_removes_the_rows_that_a_run_added(place: Place, user: ShopperCalls, on_sqlite: BuildMark) -> None:
    for _ in range(60):
        run_cycle(user)  # type: ignore[arg-type]
    store = place.store(connections=3)
    assert ORDERS < order_counts(store).orders <= ORDERS + 60
    user.close()
    assert store.restore(ignore, never).endswith("orders taken back, stock reloaded")
    assert place.checksums() == on_sqlite.checksums
    assert place.value("SELECT COUNT(*) FROM REORDER") == 0
    next_ids = (
        "SELECT TABLE_NAME, AUTO_INCREMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() "
        "AND TABLE_NAME IN ('ORDERS', 'CUSTOMERS')"
    )
    assert dict(place.rows(next_ids)) == {"ORDERS": ORDERS + 1, "CUSTOMERS": CUSTOMERS + 1}
    again = shopper_of(place.workload(), random.Random(1))
    assert again.purchase(7, DATE, 1_000, again.basket([[500, 1]])) == ORDERS + 1
    again.close()
    assert store.size_bytes() > 1_000_000
    assert store.checkpoint() == ""


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE PRODUCTS SET PRICE = 1 WHERE PROD_ID = 5",
        "UPDATE OUTPACE_MARK SET VALUE = '7' WHERE NAME = 'checksum ORDERS'",
        "INSERT INTO ORDERS (ORDERID, ORDERDATE, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT) "
        f"VALUES ({2 * ORDERS}, NOW(), 1, 1, 1, 1)",
    ],
)
def test_database_with_other_changes_is_rebuilt_on_restore(place: Place, on_sqlite: BuildMark, damage: str) -> None:
    place.execute(damage)
    with place.cursor() as left_over:
        left_over.execute("SELECT 1").fetchall()
        if "OUTPACE_MARK" in damage:
            place.execute("UPDATE OUTPACE_MARK SET VALUE = '7' WHERE NAME = 'rows ORDERS'")
        assert place.store().restore(ignore, never) == "built anew"
        with pytest.raises(Exception, match=r"(?i)gone|lost|killed|broken pipe"):
            left_over.execute("SELECT 1").fetchall()
    assert place.checksums() == on_sqlite.checksums


def test_canceled_restore_resumes(empty: Place, on_sqlite: BuildMark) -> None:
    store = empty.store()
    store.build(ignore, never)
    told: list[str] = []
    with pytest.raises(BuildCancelledError):
        store.restore(lambda task, done, total: told.append(task), lambda: "order lines" in told)
    with pytest.raises(DatabaseError, match="half built; restore it first"):
        empty.workload()
    again: list[str] = []
    store.restore(lambda task, done, total: again.append(task), never)
    assert "tables" not in again
    assert empty.checksums() == on_sqlite.checksums


def test_tables_are_created_in_the_placement_folders(logging: "PrivateServer") -> None:
    folders = {}
    for name in ("data's", "orders"):
        folder = logging.folder / f"placed {name}"
        folder.mkdir()
        give_to(folder, logging.account)
        folders[name] = folder
    place = place_on(logging, "placed")
    store = place.store(placement=Placement(data=str(folders["data's"]), tables={"orders": str(folders["orders"])}))
    store.build(ignore, never)
    store.restore(ignore, never)
    for name in ("placed", store.pristine):
        assert [path.name for path in Path(folders["orders"], name).glob("*.ibd")] == ["ORDERS.ibd"]
        assert {"CUSTOMERS.ibd", "ORDERLINES.ibd"} <= {path.name for path in Path(folders["data's"], name).iterdir()}
    store.drop()
    assert not list(folders["orders"].rglob("*.ibd"))


@pytest.mark.parametrize(
    ("placement", "told"),
    [
        (Placement(data="/nowhere/at all"), "can't keep tables in the folder /nowhere/at all"),
        (Placement(log="/var"), r"no log folder of a single database: remove placement\.log"),
        (Placement(data_files=4), r"remove placement\.temporary and placement\.data_files"),
        (Placement(indexes={"IX_ORDER_CUSTID": "/var"}), r"remove placement\.indexes"),
        (Placement(data="relative"), "relative is no absolute folder"),
        (Placement(tables={"ORDERZ": "/var"}), "no table ORDERZ; the tables are CATEGORIES"),
    ],
)
def test_unsupported_placement_is_rejected(empty: Place, placement: Placement, told: str) -> None:
    with pytest.raises(DatabaseError, match=told):
        empty.store(placement=placement).build(ignore, never)
    found = "SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'outpace_my_new%'"
    assert empty.value(found, "") == 0


def test_missing_privileges_are_reported_before_the_build(logging: "PrivateServer") -> None:
    owner = place_on(logging, "bound")
    owner.execute("CREATE USER limited@'%' IDENTIFIED BY 'l1mited'", "")
    limited = Place(owner.address.changed(user="limited"), "l1mited")
    with pytest.raises(DatabaseError, match="GRANT ALL PRIVILEGES"):
        limited.store().build(ignore, never)
    owner.execute("GRANT ALL PRIVILEGES ON `bound%`.* TO limited@'%'", "")
    with pytest.raises(DatabaseError, match=r"binary log.*log_bin_trust_function_creators"):
        limited.store().build(ignore, never)
    target, password = limited.address.changed(database="bound").target, limited.password
    shop = server_target(0, "A", target, SMALL, password)
    found = rights_of(shop)
    assert {check: one.result for check, one in found.items()} == {"rights": "passed", "triggers": "failed"}
    assert "SET GLOBAL log_bin_trust_function_creators = 1" in sentence(found["triggers"].remedy)
    assert set(rights_of(server_target(0, "A", target, Brokerage(), password))) == {"rights"}
    setup = (SqlStatement("CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW SET NEW.b = 1"),)
    own = Sql(transactions=(SqlTransaction(name="one", script="SELECT 1;"),), setup=setup)
    assert rights_of(sql_target(0, "A", target, own, password))["triggers"].result == "failed"
    assert owner.value("SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'bound%'", "") == 0
    owner.execute("SET GLOBAL log_bin_trust_function_creators = 1", "")
    assert rights_of(shop)["triggers"].result == "passed"
    assert limited.store().build(ignore, never).size == "1MB"
    assert limited.store().restore(ignore, never) == "built anew"


def test_searches_find_phrases_and_every_word(user: ShopperCalls) -> None:
    title = generator.title(123)
    found = user.browse(BROWSE_TITLE, title, 5)
    assert [row[2] for row in found] == [title]
    actor = found[0][3]
    assert all(row[3] == actor for row in user.browse(BROWSE_ACTOR, actor, 50))
    assert not user.browse(BROWSE_ACTOR, " ".join(reversed(actor.split())), 5)
    assert [row[0] for row in user.browse(BROWSE_TITLE, title.split()[0], 7)] == [1, 2, 3, 4, 5, 6, 7]
    for product in range(1, 200):
        actor = str(generator.product(1, product, SMALL.rows.products)[3])
        assert product in [row[0] for row in user.browse(BROWSE_ACTOR, actor, 1000)], "no stop words"


def test_purchase_is_atomic(user: ShopperCalls, place: Place) -> None:
    place.execute("DROP TRIGGER RESTOCK")
    place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 5 WHERE PROD_ID IN (10, 11)")
    try:
        before = order_counts(place.store())
        order = user.purchase(7, DATE, 1_000, user.basket([[10, 3], [11, 1], [10, 2]]))
        assert order == ORDERS + 1
        stock = "SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM INVENTORY WHERE PROD_ID IN (10, 11) ORDER BY 1"
        assert place.rows(stock) == [(10, 0, 5), (11, 4, 1)]
        assert place.value(f"SELECT CAST(TOTALAMOUNT AS CHAR) FROM ORDERS WHERE ORDERID = {order}") == "10.83"
        assert user.purchase(7, DATE, 1_000, user.basket([[11, 3], [11, 2]])) == 0  # 4 - 3 < 2
        assert place.rows(stock) == [(10, 0, 5), (11, 4, 1)]
        with pytest.raises(Exception, match="foreign key") as unknown:
            user.purchase(99_999_999, DATE, 1_000, user.basket([[11, 1]]))
        assert user.fault(unknown.value).kind == "constraint"
        assert order_counts(place.store()).orders == before.orders + 1
        assert user.purchase(7, DATE, 1_000, user.basket([[11, 1]])) > order
    finally:
        place.execute("DROP DATABASE outpace_my")  # the next restore builds it again, with the trigger


def test_deadlock_in_a_purchase_is_raised_and_rolled_back(user: ShopperCalls, place: Place) -> None:
    raised: list[Exception] = []

    def buy() -> None:
        try:
            user.purchase(7, DATE, 1_000, user.basket([[22, 1], [21, 1]]))
        except Exception as error:  # noqa: BLE001 - looked at below
            raised.append(error)

    waits = "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE TRX_STATE = 'LOCK WAIT'"
    with place.cursor() as other:
        other.execute("START TRANSACTION")
        # Make this transaction the larger one, so that InnoDB rolls back the purchase.
        other.execute("UPDATE INVENTORY SET SALES = SALES + 1 WHERE PROD_ID BETWEEN 100 AND 900 OR PROD_ID = 21")
        buyer = threading.Thread(target=buy)
        buyer.start()
        for _ in range(600):
            if place.value(waits) == 1:
                break
            buyer.join(0.1)
        other.execute("UPDATE INVENTORY SET SALES = SALES + 1 WHERE PROD_ID = 22")
        buyer.join(60)
        other.execute("ROLLBACK")
    fault = user.fault(raised[0])
    assert (fault.kind, fault.retryable, fault.reconnect) == ("deadlock", True, False)
    assert order_counts(place.store()).orders == ORDERS
    assert user.purchase(7, DATE, 1_000, user.basket([[22, 1], [21, 1]])) > ORDERS


def test_deadlocks_can_be_retried_and_row_counts_add_up(place: Place) -> None:
    store, workload = place.store(), place.workload()
    before = order_counts(store)
    bought: list[int] = []
    deadlocks: list[str] = []
    troubles: list[BaseException] = []
    start = threading.Barrier(4)

    def work(seed: int) -> None:
        """Buy the same eight products, in an order specific to the thread."""
        user, rng = shopper_of(workload, random.Random(seed)), random.Random(seed)
        try:
            start.wait(60)
            for _ in range(60):
                items = [[product, 1] for product in rng.sample(range(21, 29), 8)]
                while True:
                    try:
                        bought.append(user.purchase(seed + 1, DATE, 1_000, user.basket(items)))
                    except Exception as error:
                        if not user.fault(error).retryable:
                            raise
                        deadlocks.append(user.fault(error).kind)
                    else:
                        break
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
    assert set(deadlocks) <= {"deadlock"}
    orders = sum(order > 0 for order in bought)
    assert len(bought) == 240
    after = order_counts(store)
    assert after.orders - before.orders == orders
    assert after.orderlines - before.orderlines == after.cust_hist - before.cust_hist == 8 * orders
    assert place.value("SELECT SUM(SALES) FROM INVENTORY") == 8 * orders
    assert place.value("SELECT MIN(QUAN_IN_STOCK) FROM INVENTORY") >= 0
