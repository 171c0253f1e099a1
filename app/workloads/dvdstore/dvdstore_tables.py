# SPDX-License-Identifier: Apache-2.0
"""Tables of DVD Store, with the value of each column in a generated row."""

from collections.abc import Sequence

from app.workloads.database.draws import ROW_PRIME
from app.workloads.tables import word_lists
from app.workloads.tables.row_expressions import (
    ID,
    R,
    S,
    cents,
    cube,
    date,
    is_equal,
    let,
    letters,
    part,
    pick,
    size,
    text,
    when,
    wide,
)
from app.workloads.tables.table import Column, ForeignKey, Index, RowLoop, Table, column

NAMES = "VARCHAR(50)"
CATEGORIES = (
    "Action", "Animation", "Children", "Classics", "Comedy", "Documentary", "Drama", "Family", "Foreign", "Games",
    "Horror", "Music", "New", "Sci-Fi", "Sports", "Travel",
)  # fmt: skip
STATES = "ALAKAZARCACOCTDEFLGAHIIDILINIAKSKYLAMEMDMAMIMNMSMOMTNENVNHNJNMNYNCNDOHOKORPARISCSDTNTXUTVTVAWAWVWIWY"
COUNTRIES = (
    "Austria", "Brazil", "Denmark", "Egypt", "Finland", "India", "Kenya", "Mexico", "Portugal", "Vietnam",
)  # fmt: skip
MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
YEAR = 2025
MOST_LINES = 9
LINES = 5.0
"""Mean number of lines per order."""
POPULAR_EVERY = 10_000
"""Interval of popular products, which have ten times the stock and are ordered ten times as often."""
POPULAR_WEIGHT = 10

products, customers = size("products"), size("customers")


def product_columns() -> Sequence[Column]:
    """Return the columns of PRODUCTS. Titles do not depend on the seed."""
    first_name, last_name = let("FIRST_NAME", part(742938285) % 200), let("LAST_NAME", part(950706376) % 200)
    word1, word2 = let("WORD1", (ID - 1) // 1000 % 1000), let("WORD2", (ID - 1) % 1000)
    title = text(word_lists.word(word1), " ", word_lists.word(word2))
    actor = text(word_lists.first_name(first_name), " ", word_lists.last_name(last_name))
    special = when(is_equal(part(69621) % size("special_one_in", 10_000), 0), 1, 0)
    return (
        column("PROD_ID", "int", ID, number=1000003),
        column("CATEGORY", "tiny", part(630360016) % len(CATEGORIES) + 1, number=500009),
        column("TITLE", NAMES, title, searched=True, at1=8191, at12=4093, length=509),
        column("ACTOR", NAMES, actor, searched=True, at1=2039, at8=1021, length=251),
        column("PRICE", "money", cents(part(62089911) % 21 * 100 + 999), number=70001),
        column("SPECIAL", "tiny", special, nullable=True, number=30011),
        column("COMMON_PROD_ID", "int", wide(48271, 16807, products) + 1, number=90001),
    )


def customer_columns() -> Sequence[Column]:
    """Return the columns of CUSTOMERS: customers with odd IDs live in the United States, the others elsewhere."""
    first, last, middle = let("FIRST", part(630360016)), let("LAST", part(742938285)), let("MIDDLE", part(950706376))
    street, city = let("STREET", part(62089911)), let("CITY", part(69621))
    place, expiry = let("PLACE", part(16807) % 50), let("EXPIRY", part(12211) % 60)
    at_home = is_equal(ID % 2, 1)
    phone = part(40692) % 900 * 10_000_000 + part(40014) % 10_000_000 + 1_000_000_000
    card = part(45742) % 90_000_000 * 100_000_000 + part(53668) % 100_000_000 + 1_000_000_000_000_000
    expires = text(expiry // 12 + 2027, "/", pick([f"{month:02}" for month in range(1, 13)], expiry % 12))
    return (
        column("CUSTOMERID", "int", ID, number=1000003),
        column("FIRSTNAME", NAMES, letters(first, 6), at1=8191),
        column("LASTNAME", NAMES, text(letters(last, 6), letters(middle, 4)), at1=4093),
        column("ADDRESS1", NAMES, text(part(48271) % 9999 + 1, " ", letters(street, 5), " STREET"), length=1021),
        column("ADDRESS2", NAMES, None, nullable=True),
        column("CITY", NAMES, letters(city, 6), at1=2039),
        column("STATE", NAMES, when(at_home, pick(word_lists.pieces(STATES, 2), place), None), nullable=True),
        column("ZIP", "int", when(at_home, part(39373) % 90_000 + 10_000, 0), nullable=True, number=500009),
        column("COUNTRY", NAMES, when(at_home, "United States", pick(COUNTRIES, place % 10)), at1=509),
        column("REGION", "tiny", when(at_home, 1, 2), number=70001),
        column("EMAIL", NAMES, text(letters(last, 6), "@example.com"), nullable=True),
        column("PHONE", NAMES, text(phone), nullable=True, at10=61),
        column("CREDITCARDTYPE", "tiny", part(52774) % 5 + 1, number=30011),
        column("CREDITCARD", NAMES, text(card), at16=31),
        column("CREDITCARDEXPIRATION", NAMES, expires, at7=13),
        column("USERNAME", NAMES, text("user", ID), exact=True, length=127),
        column("PASSWORD", NAMES, "password", exact=True),
        column("AGE", "tiny", part(3791) % 73 + 18, nullable=True, number=90001),
        column("INCOME", "int", (part(37706) % 5 + 1) * 20_000, nullable=True, number=11),
        column("GENDER", "VARCHAR(1)", pick("MF", part(33852) % 2), nullable=True, at1=251),
    )


month = let("MONTH_NO", (ID - 1) // size("orders_a_month"))
ordered_on = let("ORDERED_ON", date(YEAR, month, let("DAY_NO", part(630360016) % pick(MONTH_DAYS, month))))
"""Date of an order: one twelfth of the orders is in each month of the year before the first run, uniformly over its
days.
"""
customer = let("CUSTOMER", wide(742938285, 950706376, customers) + 1)
"""Customer of an order."""
net = let("NET", part(62089911) % 40_000 + 1)
tax = let("TAX", (net * 825 + 5000) // 10_000)
"""Tax of 8.25 % on an order's amount, rounded to the cent."""
lines = RowLoop("NO", let("LINES", part(69621) % MOST_LINES + 1), MOST_LINES)
"""Lines of an order. The random numbers of a line are derived from those of its order and the line number."""
line_r = let("LINE_R", cube(let("SHIFTED_R", (R + lines.number * 238609294) % ROW_PRIME)))
line_s = let("LINE_S", cube(let("SHIFTED_S", (S + lines.number * 357913941) % ROW_PRIME)))
bought = wide(630360016, 742938285, products, line_r, line_s) + 1
stock = part(630360016) % 501 * when(is_equal(ID % POPULAR_EVERY, 0), POPULAR_WEIGHT, 1)

TABLES = (
    Table(
        "CATEGORIES",
        (column("CATEGORY", "tiny", number=1000003), column("CATEGORYNAME", NAMES, length=8191, at1=127)),
        key=("CATEGORY",),
        given=tuple(enumerate(CATEGORIES, 1)),
    ),
    Table(
        "PRODUCTS",
        tuple(product_columns()),
        key=("PROD_ID",),
        identity=True,
        indexes=(
            Index("IX_PROD_PRODID", ("PROD_ID",), ("TITLE",)),
            Index("IX_PROD_PRODID_COMMON_PRODID", ("PROD_ID", "COMMON_PROD_ID"), ("TITLE", "ACTOR")),
            Index(
                "IX_PROD_SPECIAL_CATEGORY_PRODID",
                ("SPECIAL", "CATEGORY", "PROD_ID"),
                ("TITLE", "ACTOR", "PRICE", "COMMON_PROD_ID"),
            ),
            Index("IX_PROD_CATEGORY", ("CATEGORY",)),
            Index("IX_PROD_SPECIAL", ("SPECIAL",)),
        ),
        comment="Products: a title of two words that follow from the number, an actor, a price, a few specials.",
    ),
    Table(
        "INVENTORY",
        (
            column("PROD_ID", "int", ID, number=1000003),
            column("QUAN_IN_STOCK", "int", stock, number=500009),
            column("SALES", "int", 0, number=70001),
        ),
        key=("PROD_ID",),
        comment="Stock, 0 to 500; ten times that for every 10,000th product.",
    ),
    Table(
        "CUSTOMERS",
        tuple(customer_columns()),
        key=("CUSTOMERID",),
        identity=True,
        indexes=(Index("IX_CUST_USERNAME_PASSWORD", ("USERNAME", "PASSWORD"), unique=True),),
        comment="Customers: names are capital letters, six of one number.",
    ),
    Table(
        "ORDERS",
        (
            column("ORDERID", "int", ID, number=1000003),
            column("ORDERDATE", "date", ordered_on, month=8191, day=4093),
            column("CUSTOMERID", "int", customer, number=500009),
            column("NETAMOUNT", "money", cents(net), number=70001),
            column("TAX", "money", cents(tax), number=30011),
            column("TOTALAMOUNT", "money", cents(net + tax), number=90001),
        ),
        key=("ORDERID",),
        identity=True,
        indexes=(Index("IX_ORDER_CUSTID", ("CUSTOMERID",)),),
        comment="Orders: as many in each month of a year.",
    ),
    Table(
        "ORDERLINES",
        (
            column("ORDERLINEID", "small", lines.number, number=500009),
            column("ORDERID", "int", ID, number=1000003),
            column("PROD_ID", "int", bought, number=70001),
            column("QUANTITY", "small", part(950706376, line_r, line_s) % 3 + 1, number=30011),
            column("ORDERDATE", "date", ordered_on),
        ),
        key=("ORDERID", "ORDERLINEID"),
        foreign_keys=(ForeignKey("ORDERID", "ORDERS"),),
        drawn_as="ORDERS",
        lines=lines,
        rows_each=LINES,
        title="order lines",
        comment="Lines of orders, 1 to 9 each.",
    ),
    Table(
        "CUST_HIST",
        (
            column("CUSTOMERID", "int", customer, number=1000003),
            column("ORDERID", "int", ID, number=500009),
            column("PROD_ID", "int", bought, number=70001),
        ),
        indexes=(
            Index("IX_CUST_HIST_CUSTOMERID", ("CUSTOMERID",)),
            Index("IX_CUST_HIST_CUSTOMERID_PRODID", ("CUSTOMERID", "PROD_ID")),
        ),
        foreign_keys=(ForeignKey("CUSTOMERID", "CUSTOMERS"),),
        drawn_as="ORDERS",
        lines=lines,
        copied_from=("ORDERS", "ORDERLINES"),
        copied=(
            "SELECT O.CUSTOMERID, L.ORDERID, L.PROD_ID\n"
            "FROM ORDERS AS O\n"
            "JOIN ORDERLINES AS L ON L.ORDERID = O.ORDERID\n"
            "WHERE O.ORDERID BETWEEN :first AND :last\n"
            "ORDER BY L.ORDERID, L.ORDERLINEID"
        ),
        rows_each=LINES,
        title="purchase history",
        comment="Purchase history: a row for each order line.",
    ),
    Table(
        "REORDER",
        (
            column("PROD_ID", "int"),
            column("DATE_LOW", "date"),
            column("QUAN_LOW", "int"),
            column("DATE_REORDERED", "date", nullable=True),
            column("QUAN_REORDERED", "int", nullable=True),
            column("DATE_EXPECTED", "date", nullable=True),
        ),
        is_filled=False,
    ),
)
