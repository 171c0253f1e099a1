# SPDX-License-Identifier: Apache-2.0
"""Generated data as a pure function of (seed, table, row), with the same arithmetic as the SQL that generates it."""

from collections.abc import Mapping

from app.workloads.database import draws
from app.workloads.database.draws import ROW_PRIME, Pair, cube, draw, first_name, last_name, letters, part, wide, word
from app.workloads.dvdstore.dvdstore_tables import COUNTRIES, MONTH_DAYS, STATES, YEAR
from app.workloads.dvdstore.statements import SCHEMA


def key(seed: int, table: str) -> Mapping[str, int]:
    """Return the parameters of a table's rows."""
    return draws.key(SCHEMA, seed, table)


def title(product: int) -> str:
    """Return the title of a product, numbered from 1: two words, independent of the seed."""
    return f"{word((product - 1) // 1000 % 1000)} {word((product - 1) % 1000)}"


def actor(first: int, last: int) -> str:
    """Return an actor's name, given the indexes of first and last name."""
    return f"{first_name(first)} {last_name(last)}"


def product(seed: int, row: int, products: int) -> tuple[int, int, str, str, float, int, int]:
    """Return a row of PRODUCTS."""
    pair = draw(SCHEMA, seed, "PRODUCTS", row)
    return (
        row,
        part(pair, 630360016) % 16 + 1,
        title(row),
        actor(part(pair, 742938285) % 200, part(pair, 950706376) % 200),
        (part(pair, 62089911) % 21 * 100 + 999) / 100.0,
        int(part(pair, 69621) % special_one_in(products) == 0),
        wide(pair, 48271, 16807, products) + 1,
    )


def special_one_in(products: int) -> int:
    """Return the interval of special offers among the products."""
    return 100 if products <= 100_000 else 10_000


def stock(seed: int, row: int) -> int:
    """Return the QUAN_IN_STOCK of a product after a build."""
    return part(draw(SCHEMA, seed, "INVENTORY", row), 630360016) % 501 * (10 if row % 10_000 == 0 else 1)


Customer = tuple[
    str, str, str, None, str, str | None, int, str, int, str, str, int, str, str, str, str, int, int, str
]  # fmt: skip


def customer(pair: Pair, row: int, username: str) -> Customer:
    """Return a row of CUSTOMERS without its ID; odd rows are in the United States, even rows elsewhere."""
    last, place, expiry = part(pair, 742938285), part(pair, 16807) % 50, part(pair, 12211) % 60
    at_home = row % 2 == 1
    phone = part(pair, 40692) % 900 * 10_000_000 + part(pair, 40014) % 10_000_000
    card = part(pair, 45742) % 90_000_000 * 100_000_000 + part(pair, 53668) % 100_000_000
    return (
        letters(part(pair, 630360016), 6),
        letters(last, 6) + letters(part(pair, 950706376), 4),
        f"{part(pair, 48271) % 9999 + 1} {letters(part(pair, 62089911), 5)} STREET",
        None,
        letters(part(pair, 69621), 6),
        STATES[2 * place : 2 * place + 2] if at_home else None,
        part(pair, 39373) % 90_000 + 10_000 if at_home else 0,
        "United States" if at_home else COUNTRIES[place % 10],
        1 if at_home else 2,
        f"{letters(last, 6)}@example.com",
        str(phone + 1_000_000_000),
        part(pair, 52774) % 5 + 1,
        str(card + 1_000_000_000_000_000),
        f"{2027 + expiry // 12}/{expiry % 12 + 1:02}",
        username,
        "password",
        part(pair, 3791) % 73 + 18,
        (part(pair, 37706) % 5 + 1) * 20_000,
        "MF"[part(pair, 33852) % 2],
    )


def tax_cents(net_cents: int) -> int:
    """Return the tax, 8.25 % of an amount, rounded to the cent."""
    return (net_cents * 825 + 5000) // 10_000


def order(seed: int, row: int, customers: int, orders: int) -> tuple[int, str, int, float, float, float]:
    """Return a row of ORDERS; one twelfth of them are in each month of the year before the first run."""
    pair = draw(SCHEMA, seed, "ORDERS", row)
    month = (row - 1) // (orders // 12)
    cents = part(pair, 62089911) % 40_000 + 1
    tax = tax_cents(cents)
    return (
        row,
        f"{YEAR}-{month + 1:02}-{part(pair, 630360016) % MONTH_DAYS[month] + 1:02} 00:00:00",
        wide(pair, 742938285, 950706376, customers) + 1,
        cents / 100.0,
        tax / 100.0,
        (cents + tax) / 100.0,
    )


def order_lines(seed: int, row: int, products: int) -> list[tuple[int, int, int]]:
    """Return the lines of an order: (line number, product, quantity)."""
    pair = draw(SCHEMA, seed, "ORDERS", row)
    r, s = pair
    lines = []
    for number in range(1, part(pair, 69621) % 9 + 2):
        line = (cube((r + number * 238609294) % ROW_PRIME), cube((s + number * 357913941) % ROW_PRIME))
        lines.append((number, wide(line, 630360016, 742938285, products) + 1, part(line, 950706376) % 3 + 1))
    return lines
