# SPDX-License-Identifier: Apache-2.0
"""Tables of order entry, with the value of each column in a generated row.

Money is in whole cents, taxes and discounts are basis points, times are seconds since 2000-01-01: no type that engines
store differently. Strings are pieces of one constant, at random offsets.
"""

from collections.abc import Sequence

from app.workloads.database.draws import ROW_PRIME
from app.workloads.tables.row_expressions import (
    ID,
    Expression,
    R,
    S,
    cube,
    either,
    expression,
    is_equal,
    is_less,
    let,
    part,
    pick,
    piece,
    size,
    text,
    when,
)
from app.workloads.tables.table import Column, Index, RowLoop
from app.workloads.tables.table import exact_column as column
from app.workloads.tables.table import weighted_table as table

DISTRICTS = 10
BUILT_AT = 9497 * 86_400
"""Time of all generated rows, 2026-01-01, in seconds since 2000-01-01."""
SYLLABLES = ("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING")
LAST_NAME_A, BUILD_C = 255, 157
"""Parameters of generated last names: bits that make some names more frequent, and a shift."""
LEAST_LINES, MOST_LINES = 5, 15
MEAN_LINES = (LEAST_LINES + MOST_LINES) / 2
STRIDE = 1019
"""Prime that maps a district's orders to a permutation of its customers."""
LONGEST_PIECE = 500
PARTS = (
    630360016, 742938285, 950706376, 62089911, 69621, 48271, 16807, 39373, 40692, 40014, 45742, 53668, 52774, 12211,
    3791, 37706, 33852,
)  # fmt: skip
"""Multipliers of a row's random numbers, one for each use."""


def _letters() -> str:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    made, number = [], 1
    for _ in range(4096):
        number = number * number * number % ROW_PRIME + 7
        made.append(alphabet[number % len(alphabet)])
    return "".join(made)


LETTERS = _letters()
"""Constant from which generated texts are cut."""

items, customers, waiting = size("items", 100_000), size("customers", 3_000), size("waiting", 900)


def drawn_text(number: Expression, least: int, most: int) -> Expression:
    """Return a string of `least` to `most` letters and digits, determined by a random number."""
    count = number // len(LETTERS) % (most - least + 1) + least if most > least else expression(least)
    return piece(LETTERS, number % (len(LETTERS) - LONGEST_PIECE), count)


def address(prefix: str, first: int) -> Sequence[Column]:
    """Return the columns of an address; `first` is the index of its first multiplier in PARTS."""
    street, other, city, state, zip_code = (part(one) for one in PARTS[first : first + 5])
    return (
        column(f"{prefix}_STREET_1", "VARCHAR(20)", drawn_text(street, 10, 20)),
        column(f"{prefix}_STREET_2", "VARCHAR(20)", drawn_text(other, 10, 20)),
        column(f"{prefix}_CITY", "VARCHAR(20)", drawn_text(city, 10, 20)),
        column(f"{prefix}_STATE", "VARCHAR(2)", drawn_text(state, 2, 2)),
        column(f"{prefix}_ZIP", "VARCHAR(9)", text(zip_code % 9000 + 1000, "11111")),
    )


def original(place: int) -> Expression:
    """Return a string of 26 to 50 characters, one in ten of which contains ORIGINAL; `place` is an index in PARTS."""
    number = let("DATA_NO", part(PARTS[place]))
    marked = text(drawn_text(number, 18, 18), "ORIGINAL", drawn_text(number // 4096, 0, 24))
    return when(is_equal(part(PARTS[place + 1]) % 10, 0), marked, drawn_text(number, 26, 50))


def last_name(number: Expression) -> Expression:
    """Return the last name for a number from 0 to 999, which must be a let()."""
    return text(*(pick(SYLLABLES, digit) for digit in (number // 100, number // 10 % 10, number % 10)))


# Rows of a district: customers, their history and their orders, one of each per number

in_all = let("IN_ALL", (ID - 1) // customers)
warehouse, district = in_all // DISTRICTS + 1, in_all % DISTRICTS + 1
number = let("NUMBER", (ID - 1) % customers + 1)
often = (either(part(PARTS[0]) % (LAST_NAME_A + 1), part(PARTS[1]) % size("names", 1000)) + BUILD_C) % size(
    "names", 1000
)
name_number = let("NAME_NO", when(is_less(number - size("names", 1000), 1), number - 1, often))
delivered = let("DELIVERED", when(is_less(number - customers + waiting, 1), 1, 0))
lines = RowLoop("NO", let("LINES", part(PARTS[0]) % (MOST_LINES - LEAST_LINES + 1) + LEAST_LINES), MOST_LINES)
"""Lines of an order. The random numbers of a line are derived from those of its order and the line number."""
line_r = let("LINE_R", cube(let("SHIFTED_R", (R + lines.number * 238609294) % ROW_PRIME)))
line_s = let("LINE_S", cube(let("SHIFTED_S", (S + lines.number * 357913941) % ROW_PRIME)))
waits = let("WAITS_NO", (ID - 1) // waiting)

TABLES = (
    table(
        "WAREHOUSE",
        column("W_ID", "int", ID),
        column("W_NAME", "VARCHAR(10)", drawn_text(part(PARTS[0]), 6, 10)),
        *address("W", 1),
        column("W_TAX", "int", part(PARTS[6]) % 2001),
        column("W_YTD", "big", customers * (DISTRICTS * 1000)),
        key="W_ID",
    ),
    table(
        "DISTRICT",
        column("D_W_ID", "int", (ID - 1) // DISTRICTS + 1),
        column("D_ID", "int", (ID - 1) % DISTRICTS + 1),
        column("D_NAME", "VARCHAR(10)", drawn_text(part(PARTS[0]), 6, 10)),
        *address("D", 1),
        column("D_TAX", "int", part(PARTS[6]) % 2001),
        column("D_YTD", "big", customers * 1000),
        column("D_NEXT_O_ID", "int", customers + 1),
        key="D_W_ID D_ID",
    ),
    table(
        "CUSTOMER",
        column("C_W_ID", "int", warehouse),
        column("C_D_ID", "int", district),
        column("C_ID", "int", number),
        column("C_FIRST", "VARCHAR(16)", drawn_text(part(PARTS[2]), 8, 16)),
        column("C_MIDDLE", "VARCHAR(2)", "OE"),
        column("C_LAST", "VARCHAR(16)", last_name(name_number)),
        *address("C", 3),
        column(
            "C_PHONE",
            "VARCHAR(16)",
            text(part(PARTS[8]) % 9_000_000 + 1_000_000, "-", part(PARTS[9]) % 90_000_000 + 10_000_000),
        ),
        column("C_SINCE", "big", BUILT_AT),
        column("C_CREDIT", "VARCHAR(2)", when(is_equal(part(PARTS[10]) % 10, 0), "BC", "GC")),
        column("C_CREDIT_LIM", "big", 5_000_000),
        column("C_DISCOUNT", "int", part(PARTS[11]) % 5001),
        column("C_BALANCE", "big", -expression(1000)),
        column("C_YTD_PAYMENT", "big", 1000),
        column("C_PAYMENT_CNT", "int", 1),
        column("C_DELIVERY_CNT", "int", 0),
        column("C_DATA", f"VARCHAR({LONGEST_PIECE})", drawn_text(part(PARTS[12]), 300, LONGEST_PIECE)),
        key="C_W_ID C_D_ID C_ID",
        indexes=(Index("IX_CUSTOMER_NAME", ("C_W_ID", "C_D_ID", "C_LAST", "C_FIRST")),),
        comment="Customers of a district: the first have one last name each, the others some names more often.",
    ),
    table(
        "HISTORY",
        column("H_ID", "int", ID),
        column("H_C_ID", "int", number),
        column("H_C_D_ID", "int", district),
        column("H_C_W_ID", "int", warehouse),
        column("H_D_ID", "int", district),
        column("H_W_ID", "int", warehouse),
        column("H_DATE", "big", BUILT_AT),
        column("H_AMOUNT", "big", 1000),
        column("H_DATA", "VARCHAR(24)", drawn_text(part(PARTS[0]), 12, 24)),
        key="H_ID",
        identity=True,
        comment="Payments, one of each customer.",
    ),
    table(
        "ORDERS",
        column("O_W_ID", "int", warehouse),
        column("O_D_ID", "int", district),
        column("O_ID", "int", number),
        column("O_C_ID", "int", (number * STRIDE + in_all * 37) % customers + 1),
        column("O_ENTRY_D", "big", BUILT_AT),
        column("O_CARRIER_ID", "int", when(is_equal(delivered, 1), part(PARTS[1]) % 10 + 1, None), nullable=True),
        column("O_OL_CNT", "int", lines.times),
        column("O_ALL_LOCAL", "int", 1),
        key="O_W_ID O_D_ID O_ID",
        indexes=(Index("IX_ORDERS_CUSTOMER", ("O_W_ID", "O_D_ID", "O_C_ID", "O_ID")),),
        comment="Orders: as many as customers, one of each in some order; the newest wait for their delivery.",
    ),
    table(
        "NEW_ORDER",
        column("NO_W_ID", "int", waits // DISTRICTS + 1),
        column("NO_D_ID", "int", waits % DISTRICTS + 1),
        column("NO_O_ID", "int", (ID - 1) % waiting + customers - waiting + 1),
        key="NO_W_ID NO_D_ID NO_O_ID",
        title="new orders",
    ),
    table(
        "ORDER_LINE",
        column("OL_W_ID", "int", warehouse),
        column("OL_D_ID", "int", district),
        column("OL_O_ID", "int", number),
        column("OL_NUMBER", "int", lines.number),
        column("OL_I_ID", "int", part(PARTS[2], line_r, line_s) % items + 1),
        column("OL_SUPPLY_W_ID", "int", warehouse),
        column("OL_DELIVERY_D", "big", when(is_equal(delivered, 1), BUILT_AT, None), nullable=True),
        column("OL_QUANTITY", "int", 5),
        column("OL_AMOUNT", "big", when(is_equal(delivered, 1), 0, part(PARTS[3], line_r, line_s) % 999_999 + 1)),
        column("OL_DIST_INFO", "VARCHAR(24)", drawn_text(part(PARTS[4], line_r, line_s), 24, 24)),
        key="OL_W_ID OL_D_ID OL_O_ID OL_NUMBER",
        drawn_as="ORDERS",
        lines=lines,
        rows_each=MEAN_LINES,
        title="order lines",
        comment="Lines of orders, 5 to 15 each.",
    ),
    table(
        "ITEM",
        column("I_ID", "int", ID),
        column("I_IM_ID", "int", part(PARTS[0]) % 10_000 + 1),
        column("I_NAME", "VARCHAR(24)", drawn_text(part(PARTS[1]), 14, 24)),
        column("I_PRICE", "int", part(PARTS[2]) % 9901 + 100),
        column("I_DATA", "VARCHAR(50)", original(3)),
        key="I_ID",
    ),
    table(
        "STOCK",
        column("S_W_ID", "int", (ID - 1) // items + 1),
        column("S_I_ID", "int", (ID - 1) % items + 1),
        column("S_QUANTITY", "int", part(PARTS[0]) % 91 + 10),
        *(
            column(f"S_DIST_{no:02}", "VARCHAR(24)", drawn_text(part(PARTS[no]), 24, 24))
            for no in range(1, DISTRICTS + 1)
        ),
        column("S_YTD", "big", 0),
        column("S_ORDER_CNT", "int", 0),
        column("S_REMOTE_CNT", "int", 0),
        column("S_DATA", "VARCHAR(50)", original(11)),
        key="S_W_ID S_I_ID",
    ),
)
