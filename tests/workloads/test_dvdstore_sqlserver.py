# SPDX-License-Identifier: Apache-2.0
"""DVD Store in T-SQL: run on the server in OUTPACE_TEST_SQLSERVER; the SQL Server branch is always checked as text."""

import random
import re
import threading
from collections.abc import Iterator, Mapping

import pytest

from app.databases.address import Address
from app.databases.failures import DatabaseError
from app.model.targets import Placement
from app.model.workloads import DvdStore
from app.workloads.database.mark import BuildMark
from app.workloads.database.schema import SHARED
from app.workloads.database.sqlserver.database_files import (
    alone,
    backed_up,
    created,
    filegroup_of,
    files,
    half_restored_dropped,
    misplaced,
    placed_parts,
    renamed,
    restored_from,
)
from app.workloads.database.sqlserver.server_part import is_babelfish
from app.workloads.dvdstore import generator
from app.workloads.dvdstore.dataset import DvdStoreData
from app.workloads.dvdstore.shopper import PACKED
from app.workloads.dvdstore.sqlserver.store import bytes_of
from app.workloads.dvdstore.statements import SCHEMA, statements
from app.workloads.workload import BuildCancelledError
from tests.support.dvdstores import SMALL, build, ignore, never, run_cycle
from tests.support.server_stores import Place
from tests.support.user_calls import BROWSE_ACTOR, BROWSE_CATEGORY, BROWSE_TITLE, ShopperCalls, order_counts, shopper_of

ORDERS, CUSTOMERS = SMALL.rows.orders, SMALL.rows.customers
DATE = "2026-11-22 10:00:00"
SPREAD = Placement(
    data="D:\\data", log="/log", index="I:", backup="\\\\nas\\backup", data_files=2, tables={"orders": "O:\\it's"}
)


@pytest.fixture(scope="module")
def built(sqlserver: tuple[Address, str]) -> Iterator[Place]:
    """Build a store and its working database."""
    place = Place(sqlserver[0].at("outpace_ts"), sqlserver[1])
    place.store().drop()
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


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> BuildMark:
    """Return the mark of the same data on the embedded engine."""
    return build(tmp_path_factory.mktemp("sqlite"), SMALL, ignore, never)


def test_canceled_build_resumes_and_matches_the_embedded_engine(
    sqlserver: tuple[Address, str], on_sqlite: BuildMark
) -> None:
    place = Place(sqlserver[0].at("outpace_ts_new"), sqlserver[1])
    store = place.store()
    store.drop()
    told: list[str] = []
    try:
        with pytest.raises(BuildCancelledError):
            store.build(lambda task, done, total: told.append(task), lambda: "order lines" in told)
        assert store.find() is None
        again: list[str] = []
        assert store.build(lambda task, done, total: again.append(task), never) == on_sqlite
        assert "tables" not in again
        assert {"indexes", "full text", "procedures", "ids"} <= set(again)
        with pytest.raises(DatabaseError, match="size 1MB with data seed 1, but 2MB"):
            place.store(DvdStore(db_size="2MB")).build(ignore, never)
    finally:
        store.drop()


def test_restore_removes_the_rows_that_a_run_added(place: Place, on_sqlite: BuildMark) -> None:
    workload = place.workload()
    user = shopper_of(workload, random.Random(3))
    for _ in range(25):
        run_cycle(user)  # type: ignore[arg-type]
    user.close()
    assert ORDERS < order_counts(place.store()).orders <= ORDERS + 25
    how = place.store().restore(ignore, never)
    with place.cursor() as cursor:
        babelfish = is_babelfish(cursor)
    assert how.endswith("orders taken back, stock reloaded" if babelfish else "from our full backup")
    rows = place.rows("SELECT COUNT(*) FROM REORDER UNION ALL SELECT SUM(SALES) FROM INVENTORY")
    assert rows == [(0,), (0,)]
    assert place.checksums() == on_sqlite.checksums
    again = shopper_of(workload, random.Random(1))
    assert again.purchase(7, DATE, 1_000, again.basket([[500, 1]])) == ORDERS + 1
    assert again.new_customer(*generator.customer((1, 2), 1, "newuser5")) == CUSTOMERS + 1
    assert again.new_customer(*generator.customer((1, 2), 1, "newuser5")) == 0
    again.close()
    workload.close()
    assert place.store().size_bytes() > 1_000_000
    assert place.store().checkpoint() == ""


def test_searches_find_phrases_and_every_word(user: ShopperCalls) -> None:
    title = generator.title(123)
    found = user.browse(BROWSE_TITLE, title, 5)
    assert [row[2] for row in found] == [title]
    assert [row[0] for row in user.browse(BROWSE_TITLE, title.split()[0], 7)] == [1, 2, 3, 4, 5, 6, 7]
    for product in range(1, 150):
        actor = str(generator.product(1, product, SMALL.rows.products)[3])
        by_actor = user.browse(BROWSE_ACTOR, actor, 1000)
        assert product in [row[0] for row in by_actor]
        assert all(row[3] == actor for row in by_actor), "no stop words"
    specials = [row[0] for category in range(1, 17) for row in user.browse(BROWSE_CATEGORY, category, 99)]
    assert sorted(specials) == [row for row in range(1, 1001) if generator.product(1, row, 1000)[5]]


def test_purchase_is_atomic(user: ShopperCalls, place: Place) -> None:
    place.execute("DISABLE TRIGGER RESTOCK ON INVENTORY")
    place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 5 WHERE PROD_ID IN (10, 11)")
    try:
        order = user.purchase(7, DATE, 1_000, user.basket([[10, 3], [11, 1], [10, 2]]))
        assert order == ORDERS + 1
        stock = "SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM INVENTORY WHERE PROD_ID IN (10, 11) ORDER BY 1"
        assert place.rows(stock) == [(10, 0, 5), (11, 4, 1)]
        total = f"SELECT CAST(TOTALAMOUNT * 100 AS INT) FROM ORDERS WHERE ORDERID = {order}"
        assert place.value(total) == 1083
        assert user.purchase(7, DATE, 1_000, user.basket([[11, 3], [11, 2]])) == 0  # 4 - 3 < 2
        with pytest.raises(Exception, match=r"(?i)foreign key") as unknown:
            user.purchase(99_999_999, DATE, 1_000, user.basket([[11, 1]]))
        assert user.fault(unknown.value).kind == "constraint"
        assert place.rows(stock) == [(10, 0, 5), (11, 4, 1)]
        assert order_counts(place.store()).orders == ORDERS + 1
        assert user.purchase(7, DATE, 1_000, user.basket([[11, 1]])) > order
    finally:
        place.execute("ENABLE TRIGGER RESTOCK ON INVENTORY")


def test_restock_handles_many_rows_in_one_statement(place: Place) -> None:
    place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 10")
    place.execute("DELETE FROM REORDER")
    place.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = PROD_ID % 5 WHERE PROD_ID <= 100")
    stocks = place.rows("SELECT PROD_ID, QUAN_IN_STOCK FROM INVENTORY WHERE PROD_ID <= 100 ORDER BY 1")
    assert stocks == [(i, i % 5 if i % 5 > 2 else 10) for i in range(1, 101)]
    reordered = place.rows("SELECT PROD_ID, QUAN_LOW FROM REORDER ORDER BY PROD_ID")
    assert reordered == [(i, i % 5) for i in range(1, 101) if i % 5 < 3]


def test_deadlocks_can_be_retried_and_row_counts_add_up(place: Place) -> None:
    store, workload = place.store(), place.workload()
    before = order_counts(store)
    bought: list[int] = []
    troubles: list[BaseException] = []

    def work(seed: int) -> None:
        """Buy the same eight products, in an order specific to the thread."""
        user, rng = shopper_of(workload, random.Random(seed)), random.Random(seed)
        try:
            for _ in range(8):
                items = [[product, 1] for product in rng.sample(range(21, 29), 8)]
                while True:
                    try:
                        bought.append(user.purchase(seed + 1, DATE, 1_000, user.basket(items)))
                    except Exception as error:
                        if user.fault(error).kind != "deadlock":
                            raise
                    else:
                        break
        except BaseException as error:  # noqa: BLE001 - reported in the test's thread
            troubles.append(error)
        finally:
            user.close()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    workload.close()
    assert troubles == []
    orders = sum(order > 0 for order in bought)
    assert len(bought) == 24
    after = order_counts(store)
    assert after.orders - before.orders == orders
    assert after.orderlines - before.orderlines == after.cust_hist - before.cust_hist == 8 * orders
    assert place.value("SELECT SUM(SALES) FROM INVENTORY") == 8 * orders


def test_placement_is_rejected_on_babelfish(sqlserver: tuple[Address, str]) -> None:
    place = Place(sqlserver[0].at("outpace_ts_placed"), sqlserver[1])
    with place.cursor("master") as cursor:
        if not is_babelfish(cursor):
            pytest.skip("SQL Server can place files")
    with pytest.raises(DatabaseError, match="Babelfish keeps its files"):
        place.store(placement=Placement(data="/data")).build(ignore, never)
    assert place.store().find() is None


# Statements that only SQL Server accepts are checked as text.


def sizes(size: str) -> Mapping[str, tuple[float, float]]:
    return bytes_of(DvdStoreData(DvdStore(db_size=size)))


def test_files_are_created_at_their_final_size_with_40_percent_free() -> None:
    wanted = files("ds_pristine", sizes("10GB"), Placement(data_files=4), SCHEMA, "/var/opt/mssql/data/", "/log")
    assert [file.filegroup for file in wanted] == ["PRIMARY", *["DATA"] * 4, ""]
    data = sum(file.megabytes for file in wanted if file.filegroup == "DATA")
    assert 20_000 < data < 40_000, "10 GB of the original's measure take about 15 GB, of which this is 60 %"
    assert wanted[1].path == "/var/opt/mssql/data/ds_pristine_data_1.ndf"
    assert wanted[-1].path == "/log/ds_pristine_log.ldf"
    assert all(file.megabytes >= 16 for file in files("x", sizes("1MB"), Placement(), SCHEMA, "/d", "/l"))


def test_every_part_is_created_in_its_placement_folder() -> None:
    wanted = files("x", sizes("1MB"), SPREAD, SCHEMA, "unused", "unused")
    folders = {file.filegroup: file.path for file in wanted}
    assert folders["DATA"] == "D:\\data\\x_data_2.ndf"
    assert folders["INDEXES"] == "I:\\x_indexes_2.ndf"
    assert folders["TABLE_ORDERS"] == "O:\\it's\\x_table_orders_2.ndf"
    assert folders[""] == "/log/x_log.ldf"
    text = created("x]y", wanted)
    assert text.startswith("CREATE DATABASE [x]]y] ON PRIMARY\n    (NAME = [x_primary], FILENAME = N'D:\\data\\x.mdf'")
    assert "FILENAME = N'O:\\it''s\\x_table_orders_1.ndf'" in text
    assert text.count("FILEGROUP [") == 3
    assert text.index("LOG ON") > text.index("FILEGROUP [TABLE_ORDERS]")
    placed = {sql: filegroup_of(sql, SPREAD, SCHEMA) for sql in statements("schema", "sqlserver")}
    tables = {sql.split("CREATE TABLE ")[1].split()[0]: group for sql, group in placed.items() if "CREATE TABLE" in sql}
    assert set(tables) == {*SCHEMA.tables, *SCHEMA.empty}
    assert {table: group for table, group in tables.items() if group != "DATA"} == {"ORDERS": "TABLE_ORDERS"}
    assert [filegroup_of(sql, SPREAD, SCHEMA) for sql in statements("indexes", "sqlserver")].count("INDEXES") == 9
    beside = Placement(tables={"ORDERS": "O:"})
    assert filegroup_of("CREATE INDEX IX_ORDER_CUSTID ON ORDERS (CUSTOMERID)", beside, SCHEMA) == "TABLE_ORDERS"
    assert filegroup_of("CREATE INDEX IX ON CUSTOMERS (CUSTOMERID)", beside, SCHEMA) == "DATA"
    with pytest.raises(DatabaseError, match="no table ORDERZ"):
        files("x", sizes("1MB"), Placement(tables={"ORDERZ": "O:"}), SCHEMA, "d", "l")
    with pytest.raises(DatabaseError, match="FAST is no absolute folder, and a filegroup belongs to one database"):
        files("x", sizes("1MB"), Placement(data="FAST"), SCHEMA, "d", "l")


def test_index_with_a_placement_has_a_separate_filegroup() -> None:
    place = Placement(tables={"ORDERS": "O:"}, indexes={"ix_order_custid": "F:\\flash"})
    wanted = {file.filegroup: file.path for file in files("x", sizes("1MB"), place, SCHEMA, "D:\\data", "L:")}
    assert wanted["INDEX_IX_ORDER_CUSTID"] == "F:\\flash\\x_index_ix_order_custid_1.ndf"
    placed = {sql: filegroup_of(sql, place, SCHEMA) for sql in statements("indexes", "sqlserver")}
    assert [group for sql, group in placed.items() if "IX_ORDER_CUSTID" in sql] == ["INDEX_IX_ORDER_CUSTID"]
    assert set(placed.values()) == {"INDEX_IX_ORDER_CUSTID", "DATA", ""}


def test_misplaced_tables_and_indexes_are_found() -> None:
    place = Placement(tables={"ORDERS": "O:\\fast\\"})
    row = {"kind": "table", "name": "ORDERS", "table_name": "ORDERS", "space": "TABLE_ORDERS", "size_bytes": 8192}
    index = row | {"kind": "index", "name": "IX_ORDER_CUSTID", "place": None, "size_bytes": None}
    asked = SHARED.statement("placement", "sqlserver")
    assert all(re.search(rf"\b(AS|g\.name AS) {name}\b", asked) for name in [*row, "place"])
    right = placed_parts([row | {"place": "o:\\FAST\\x_table_orders_1.ndf"}, index])
    assert [(part.space, part.folder, part.size_bytes) for part in right] == [
        ("TABLE_ORDERS", "o:\\FAST", 8192),
        ("TABLE_ORDERS", "", None),
    ]
    assert misplaced(right, place, SCHEMA) == []
    moved = placed_parts([row | {"place": "D:\\x_table_orders_1.ndf"}, index | {"space": "DATA"}])
    assert [(one.name, one.found, one.wanted) for one in misplaced(moved, place, SCHEMA)] == [
        ("ORDERS", "D:", "O:\\fast"),
        ("IX_ORDER_CUSTID", "DATA", "TABLE_ORDERS"),
    ]


def test_backup_is_restored_next_to_the_pristine_files() -> None:
    assert backed_up("x_pristine", SPREAD) == (
        "BACKUP DATABASE [x_pristine] TO DISK = N'\\\\nas\\backup\\x_pristine.bak' WITH INIT, FORMAT, CHECKSUM"
    )
    assert "DISK = N'x_pristine.bak'" in backed_up("x_pristine", Placement())
    listed = [("x_pristine_primary", "D:\\x_pristine\\x_pristine.mdf"), ("it's", "/log/other.ldf")]
    assert restored_from("x_pristine", "x", SPREAD, listed) == (
        "RESTORE DATABASE [x] FROM DISK = N'\\\\nas\\backup\\x_pristine.bak' WITH REPLACE, RECOVERY, CHECKSUM, "
        "MOVE N'x_pristine_primary' TO N'D:\\x_pristine\\x.mdf', MOVE N'it''s' TO N'/log/x_other.ldf'"
    )
    assert renamed("x_pristine_log.ldf", "x_pristine", "y") == "y_log.ldf"
    assert alone("x'y").startswith("IF CAST(DATABASEPROPERTYEX(N'x''y', 'Status') AS VARCHAR(20)) = 'ONLINE' ALTER")
    assert half_restored_dropped("x").endswith("IN ('RESTORING', 'SUSPECT') DROP DATABASE [x]")


def test_common_t_sql_uses_only_features_that_all_servers_support() -> None:
    common = "\n".join(
        sql
        for script in ("schema", "products", "customers", "orders", "orderlines", "cust_hist", "inventory", "indexes")
        for sql in (*statements(script, "sqlserver"), *statements("procedures", "sqlserver"))
    ).upper()
    for word in ("MERGE ", "CREATE OR ALTER", "WAITFOR", "WITH TIES", "STRING_SPLIT", "STRING_AGG", "TRIM(", "##"):
        assert word not in common, word
    everything = [sql for script in ("fulltext", "statistics") for sql in statements(script, "sqlserver")]
    assert sum("STOPLIST = OFF" in sql for sql in everything) == 1
    assert sum("TableFulltextPopulateStatus" in sql for sql in everything) == 1


def test_basket_is_packed_at_fixed_positions() -> None:
    basket = PACKED.text([7, 3, 2_500_000_000, 1])
    assert basket == "00000000073" + "25000000001"
    assert [(int(basket[i : i + 10]), int(basket[i + 10])) for i in range(0, len(basket), 11)] == [
        (7, 3),
        (2_500_000_000, 1),
    ]
