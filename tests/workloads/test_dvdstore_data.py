# SPDX-License-Identifier: Apache-2.0
"""Generated data: as in the reference, identical in SQL and Python, and uniformly distributed."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.dvdstore_size import DvdStoreRows, rows_of, size_name
from app.model.workloads import DvdStore
from app.scenario.document_check import mistakes
from app.workloads.database import draws
from app.workloads.dvdstore import generator
from app.workloads.dvdstore.statements import SCHEMA, statement
from tests.support.dvdstores import build, ignore, never, pristine_path


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[apsw.Connection]:
    """Build a pristine 10MB database with seed 7."""
    folder: Path = tmp_path_factory.mktemp("data")
    build(folder, DvdStore(data_seed=7), ignore, never)
    with closing(apsw.Connection(str(pristine_path(folder)), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        yield connection


def column(store: apsw.Connection, sql: str) -> list[int]:
    return [row[0] for row in store.execute(sql)]


def evenly(values: Sequence[int], classes: int) -> bool:
    """Return whether values from 0 to classes - 1 are uniformly distributed.

    Chi-square must be within 5 standard deviations.
    """
    counts = Counter(values)
    assert set(counts) <= set(range(classes))
    expected = len(values) / classes
    chi_square = sum((counts[i] - expected) ** 2 / expected for i in range(classes))
    return abs(chi_square - (classes - 1)) < 5 * math.sqrt(2 * (classes - 1))


@pytest.mark.parametrize(
    ("size", "name", "rows"),
    [
        ("10MB", "10MB", DvdStoreRows(20_000, 12_000, 10_000)),
        ("small", "10MB", DvdStoreRows(20_000, 12_000, 10_000)),
        (" 500 mb", "500MB", DvdStoreRows(1_000_000, 600_000, 500_000)),
        ("1GB", "1GB", DvdStoreRows(2_000_000, 1_200_000, 100_000)),
        ("Medium", "1GB", DvdStoreRows(2_000_000, 1_200_000, 100_000)),
        ("10gb", "10GB", DvdStoreRows(20_000_000, 12_000_000, 100_000)),
        ("100GB", "100GB", DvdStoreRows(200_000_000, 120_000_000, 1_000_000)),
        ("250GB", "250GB", DvdStoreRows(500_000_000, 300_000_000, 2_500_000)),
    ],
)
def test_sizes_have_the_row_counts_of_the_reference(size: str, name: str, rows: DvdStoreRows) -> None:
    assert size_name(size) == name
    assert rows_of(size) == rows


@pytest.mark.parametrize("size", ["", "10", "MB", "1.5GB", "-1MB", "0MB", "1TB", "huge", "10MBB", "٣MB", "1001GB"])
def test_invalid_size_error_lists_the_valid_forms(size: str) -> None:
    with pytest.raises(ValueError, match=r"valid: small \(10MB\), medium"):
        rows_of(size)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"new_customers_percent": 101.0}, "new_customers_percent"),
        ({"searches": 0}, "searches"),
        ({"line_items": -1}, "line_items"),
        ({"data_seed": -1}, "data_seed"),
        ({"db_size": "big"}, "big"),
    ],
)
def test_invalid_parameters_are_reported_by_name(wrong: dict[str, float], named: str) -> None:
    (mistake,) = mistakes({"name": "dvdstore", **wrong}, DvdStore)
    assert named in f"{mistake.key_text}: {mistake.text}"


def test_words_are_distinct_and_long_enough_for_every_full_text_index() -> None:
    for word, count in ((draws.word, 1000), (draws.first_name, 200), (draws.last_name, 200)):
        words = {word(i) for i in range(count)}
        assert len(words) == count
        assert min(map(len, words)) >= 4


@given(st.integers(0, 2**63 - 1), st.integers(1, 2_000_000_000))
def test_intermediate_values_stay_below_two_to_the_62(seed: int, row: int) -> None:
    largest = max(generator.key(seed, "CUSTOMERS").values())
    assert max(row, draws.ROW_PRIME) * largest + largest < 2**62
    assert (draws.ROW_PRIME - 1) ** 2 + largest < 2**62
    assert (draws.COLUMN_PRIME - 1) * draws.WIDE + draws.WIDE < 2**62
    assert all(0 <= number < draws.ROW_PRIME for number in draws.draw(SCHEMA, seed, "CUSTOMERS", row))


def test_cubing_modulo_the_row_prime_is_a_permutation() -> None:
    prime = draws.ROW_PRIME
    assert all(prime % divisor for divisor in range(2, math.isqrt(prime) + 1))
    assert prime % 3 == 2


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_last_rows_of_the_largest_size_match_in_sql_and_python(seed: int) -> None:
    rows = rows_of("1000GB")
    with closing(apsw.Connection(":memory:")) as connection:
        connection.execute(statement("schema"))
        common = {
            "products": rows.products,
            "customers": rows.customers,
            "orders_a_month": rows.orders // 12,
            "special_one_in": generator.special_one_in(rows.products),
        }
        for script, table, last in (
            ("products", "PRODUCTS", rows.products),
            ("inventory", "INVENTORY", rows.products),
            ("customers", "CUSTOMERS", rows.customers),
            ("orders", "ORDERS", rows.orders),
            ("orderlines", "ORDERS", rows.orders),
            ("cust_hist", "ORDERS", rows.orders),
        ):
            span = {"first": last - 20, "last": last}
            connection.execute(statement(script), {**generator.key(seed, table), **common, **span})
        check_against_python(connection, seed, rows, 21)


def test_every_row_matches_in_sql_and_python(store: apsw.Connection) -> None:
    check_against_python(store, 7, rows_of("10MB"), 1_000_000)


def check_against_python(store: apsw.Connection, seed: int, rows: DvdStoreRows, count: int) -> None:
    """Compare the last `count` rows of each table."""
    last = range(rows.products, max(rows.products - count, 0), -1)
    found: list[object] = list(store.execute("SELECT * FROM PRODUCTS ORDER BY 1 DESC LIMIT ?", (count,)))
    assert found == [generator.product(seed, i, rows.products) for i in last]
    found = list(store.execute("SELECT * FROM INVENTORY ORDER BY 1 DESC LIMIT ?", (count,)))
    assert found == [(i, generator.stock(seed, i), 0) for i in last]

    last = range(rows.customers, max(rows.customers - count, 0), -1)
    found = list(store.execute("SELECT * FROM CUSTOMERS ORDER BY 1 DESC LIMIT ?", (count,)))
    assert found == [(i, *generator.customer(draws.draw(SCHEMA, seed, "CUSTOMERS", i), i, f"user{i}")) for i in last]

    last = range(rows.orders, max(rows.orders - count, 0), -1)
    orders = list(store.execute("SELECT * FROM ORDERS ORDER BY 1 DESC LIMIT ?", (count,)))
    assert orders == [generator.order(seed, i, rows.customers, rows.orders) for i in last]
    lines = [(i, order[1], order[2], *line) for i, order in zip(last, orders, strict=True)
             for line in generator.order_lines(seed, i, rows.products)]  # fmt: skip
    found = list(
        store.execute("SELECT ORDERID, ORDERDATE, ORDERLINEID, PROD_ID, QUANTITY FROM ORDERLINES ORDER BY 1 DESC, 3")
    )
    assert found == [(order, date, number, product, quantity) for order, date, _, number, product, quantity in lines]
    found = list(store.execute("SELECT CUSTOMERID, ORDERID, PROD_ID FROM CUST_HIST ORDER BY ORDERID DESC, ROWID"))
    assert found == [(customer, order, product) for order, _, customer, _, product, _ in lines]


@pytest.mark.parametrize(
    ("sql", "classes"),
    [
        ("SELECT CATEGORY - 1 FROM PRODUCTS", 16),
        ("SELECT (PRICE * 100 - 999 + 0.5) / 100 FROM PRODUCTS", 21),
        ("SELECT (COMMON_PROD_ID - 1) / 100 FROM PRODUCTS", 100),
        ("SELECT QUAN_IN_STOCK FROM INVENTORY WHERE PROD_ID % 10000 > 0", 501),
        ("SELECT AGE - 18 FROM CUSTOMERS", 73),
        ("SELECT INCOME / 20000 - 1 FROM CUSTOMERS", 5),
        ("SELECT CREDITCARDTYPE - 1 FROM CUSTOMERS", 5),
        ("SELECT GENDER = 'M' FROM CUSTOMERS", 2),
        ("SELECT UNICODE(LASTNAME) - 65 FROM CUSTOMERS", 26),
        ("SELECT UNICODE(SUBSTR(LASTNAME, 10)) - 65 FROM CUSTOMERS", 26),
        ("SELECT (CUSTOMERID - 1) / 200 FROM ORDERS", 100),
        ("SELECT (NETAMOUNT * 100 - 0.5) / 400 FROM ORDERS", 100),
        ("SELECT SUBSTR(ORDERDATE, 9, 2) - 1 FROM ORDERS WHERE ORDERDATE LIKE '2025-01%'", 31),
        ("SELECT SUBSTR(ORDERDATE, 9, 2) - 1 FROM ORDERS WHERE ORDERDATE LIKE '2025-02%'", 28),
        ("SELECT COUNT(*) - 1 FROM ORDERLINES GROUP BY ORDERID", 9),
        ("SELECT (PROD_ID - 1) / 50 FROM ORDERLINES", 200),
        ("SELECT QUANTITY - 1 FROM ORDERLINES", 3),
        # The pairs show that columns are independent of each other, and so are consecutive rows.
        ("SELECT (CATEGORY - 1) * 21 + CAST((PRICE * 100 - 998.5) / 100 AS INTEGER) FROM PRODUCTS", 16 * 21),
        ("SELECT (P.CATEGORY - 1) * 16 + N.CATEGORY - 1 FROM PRODUCTS P JOIN PRODUCTS N "
         "ON N.PROD_ID = P.PROD_ID + 1", 256),
        ("SELECT P.CATEGORY % 4 * 20 + QUAN_IN_STOCK % 20 FROM PRODUCTS P JOIN INVENTORY USING (PROD_ID)", 80),
        ("SELECT (AGE - 18) / 8 * 5 + INCOME / 20000 - 1 FROM CUSTOMERS WHERE AGE < 90", 45),
        ("SELECT (A.CUSTOMERID - 1) / 1000 * 20 + (B.CUSTOMERID - 1) / 1000 FROM ORDERS A JOIN ORDERS B "
         "ON B.ORDERID = A.ORDERID + 1", 400),
        ("SELECT (A.PROD_ID - 1) / 500 * 20 + (B.PROD_ID - 1) / 500 FROM ORDERLINES A JOIN ORDERLINES B "
         "ON B.ORDERID = A.ORDERID AND B.ORDERLINEID = A.ORDERLINEID + 1", 400),
        ("SELECT (CUSTOMERID - 1) / 1000 * 20 + (PROD_ID - 1) / 500 FROM CUST_HIST", 400),
    ],
)  # fmt: skip
def test_generated_values_are_uniform(store: apsw.Connection, sql: str, classes: int) -> None:
    assert evenly([int(value) for value in column(store, sql)], classes)


def test_actor_names_are_spread_over_all_combinations(store: apsw.Connection) -> None:
    names = column(store, "SELECT ACTOR FROM PRODUCTS")
    assert len({str(name).split()[0] for name in names}) == 200
    assert len({str(name).split()[1] for name in names}) == 200
    assert 8_000 < len(set(names)) < 9_500  # 10,000 draws from 40,000: 8,848 distinct names expected


def test_generated_rows_match_the_facts_of_the_reference(store: apsw.Connection) -> None:
    def one(sql: str) -> object:
        return column(store, sql)[0]

    assert one("SELECT COUNT(DISTINCT TITLE) FROM PRODUCTS") == 10_000
    assert 60 < len(column(store, "SELECT 1 FROM PRODUCTS WHERE SPECIAL = 1")) < 145  # 1 in 100
    assert one("SELECT COUNT(*) FROM CUSTOMERS WHERE REGION = 1 AND COUNTRY = 'United States' AND ZIP > 0") == 10_000
    assert one("SELECT COUNT(*) FROM CUSTOMERS WHERE REGION = 2 AND STATE IS NULL AND ZIP = 0") == 10_000
    assert (
        one("SELECT COUNT(*) FROM CUSTOMERS WHERE USERNAME = 'user' || CUSTOMERID AND PASSWORD = 'password'") == 20_000
    )
    assert one("SELECT COUNT(*) FROM ORDERS WHERE ABS(TAX - NETAMOUNT * 0.0825) > 0.0051") == 0
    assert one("SELECT COUNT(*) FROM ORDERS WHERE ABS(TOTALAMOUNT - NETAMOUNT - TAX) > 0.0001") == 0
    assert column(store, "SELECT COUNT(*) FROM ORDERS GROUP BY SUBSTR(ORDERDATE, 1, 7)") == [1000] * 12
    assert one("SELECT COUNT(*) FROM REORDER") == 0
    assert one("SELECT QUAN_IN_STOCK % 10 FROM INVENTORY WHERE PROD_ID = 10000") == 0
    assert store.execute("PRAGMA foreign_key_check").fetchall() == []
    assert one("PRAGMA integrity_check") == "ok"


def test_another_seed_gives_different_rows() -> None:
    assert generator.product(7, 1, 10_000)[1:] != generator.product(8, 1, 10_000)[1:]
    assert generator.order(7, 1, 20_000, 12_000) != generator.order(8, 1, 20_000, 12_000)
    assert generator.title(1) == generator.product(8, 1, 10_000)[2]
