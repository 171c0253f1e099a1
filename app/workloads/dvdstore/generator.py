"""The generated data as a pure function of (seed, table, row): the same arithmetic as the .sql files that build it.

Every row draws two numbers R and S. Each begins as its row number times one key plus another, and is then twice cubed
and shifted by a key, all modulo a prime for which cubing is a permutation; the keys come from seed and table. (Steps
without the cube, x * m + a, are far from random even over several primes.) A column's value is (R * m + S) modulo a
second prime, with the column's own multiplier m: any two columns of a row are as independent as R and S are. Only
integers, every intermediate below 2^62, no division but whole division of positive numbers: any engine's SQL can do it.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache

POPULAR_EVERY = 10_000
"""Every 10,000th product has ten times the stock and is ordered ten times as often."""
POPULAR_WEIGHT = 10
GENERATOR_VERSION = 1
ROW_PRIME = 2147483399  # 2 modulo 3, so cubing permutes
COLUMN_PRIME = 2147483563
WIDE = 1 << 30

WORD_SYLLABLES = ("BADEFIGOKULAMENIPORU", "BELIMONUPARESITODUGA", "NALEMITOSUVAREDIGOKU")
FIRST_NAME_SYLLABLES = ("ADBECIDOELFAGIHEJOKALUMANEOLPARIROSATOVI", "LANDELMINNORRUSSENTATVERWINZAN")
LAST_NAME_SYLLABLES = (
    "BARBENBORDALDERFALFORGANGORHALHOLKELKORLANMARMOLNORPELSANTOR",
    "BERDENFORGENLOWMANNERSONTONWAY",
)
STATES = "ALAKAZARCACOCTDEFLGAHIIDILINIAKSKYLAMEMDMAMIMNMSMOMTNENVNHNJNMNYNCNDOHOKORPARISCSDTNTXUTVTVAWAWVWIWY"
COUNTRIES = (
    "Austria", "Brazil", "Denmark", "Egypt", "Finland", "India", "Kenya", "Mexico", "Portugal", "Vietnam",
)  # fmt: skip
MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
YEAR = 2025

Pair = tuple[int, int]


@lru_cache(maxsize=64)
def key(seed: int, table: str) -> Mapping[str, int]:
    """The eight parameters a1 ... a4, b1 ... b4 of a table's rows, each from 2^29 to 2^30 - 1."""
    digest = hashlib.blake2b(f"outpace/dvdstore/{GENERATOR_VERSION}/{seed}/{table}".encode(), digest_size=32).digest()
    numbers = [int.from_bytes(digest[4 * i : 4 * i + 4], "big") % (WIDE // 2) + WIDE // 2 for i in range(8)]
    return dict(zip((f"{stream}{i}" for stream in "ab" for i in range(1, 5)), numbers, strict=True))


def _cube(number: int) -> int:
    return number * number % ROW_PRIME * number % ROW_PRIME


def draw(seed: int, table: str, row: int) -> Pair:
    """R and S of a row (numbered from 1)."""
    k = key(seed, table)
    r, s = (
        (_cube((_cube((row * k[a + "1"] + k[a + "2"]) % ROW_PRIME) + k[a + "3"]) % ROW_PRIME) + k[a + "4"]) % ROW_PRIME
        for a in "ab"
    )
    return r, s


def part(pair: Pair, multiplier: int) -> int:
    """A column's number, 0 to COLUMN_PRIME - 1."""
    return (pair[0] * multiplier + pair[1]) % COLUMN_PRIME


def _wide(pair: Pair, high: int, low: int, below: int) -> int:
    """0 to below - 1 where `below` may be so large that one number's remainder would be uneven."""
    return (part(pair, high) * WIDE + part(pair, low) % WIDE) % below


def _letters(number: int, count: int) -> str:
    return "".join(chr(65 + number // 26**place % 26) for place in range(count))


def word(index: int) -> str:
    """Title word 0 to 999: three syllables, six letters."""
    digits = (index // 100, index // 10 % 10, index % 10)
    return "".join(table[2 * d : 2 * d + 2] for table, d in zip(WORD_SYLLABLES, digits, strict=True))


def first_name(index: int) -> str:
    """First name 0 to 199, five letters."""
    head, tail = FIRST_NAME_SYLLABLES
    return head[index // 10 * 2 :][:2] + tail[index % 10 * 3 :][:3]


def last_name(index: int) -> str:
    """Last name 0 to 199, six letters."""
    head, tail = LAST_NAME_SYLLABLES
    return head[index // 10 * 3 :][:3] + tail[index % 10 * 3 :][:3]


def title(product: int) -> str:
    """The title of a product (from 1): two words; the same whatever the seed."""
    return f"{word((product - 1) // 1000 % 1000)} {word((product - 1) % 1000)}"


def actor(first: int, last: int) -> str:
    """The actor of a first and a last name's index."""
    return f"{first_name(first)} {last_name(last)}"


def product(seed: int, row: int, products: int) -> tuple[int, int, str, str, float, int, int]:
    """A row of PRODUCTS."""
    pair = draw(seed, "PRODUCTS", row)
    return (
        row,
        part(pair, 630360016) % 16 + 1,
        title(row),
        actor(part(pair, 742938285) % 200, part(pair, 950706376) % 200),
        (part(pair, 62089911) % 21 * 100 + 999) / 100.0,
        int(part(pair, 69621) % special_one_in(products) == 0),
        _wide(pair, 48271, 16807, products) + 1,
    )


def special_one_in(products: int) -> int:
    """One product in so many is a special."""
    return 100 if products <= 100_000 else 10_000


def stock(seed: int, row: int) -> int:
    """QUAN_IN_STOCK of a product in a new build."""
    return part(draw(seed, "INVENTORY", row), 630360016) % 501 * (10 if row % 10_000 == 0 else 1)


Customer = tuple[
    str, str, str, None, str, str | None, int, str, int, str, str, int, str, str, str, str, int, int, str
]  # fmt: skip


def customer(pair: Pair, row: int, username: str) -> Customer:
    """A row of CUSTOMERS without its id. row: odd lives in the United States, even elsewhere."""
    last, place, expiry = part(pair, 742938285), part(pair, 16807) % 50, part(pair, 12211) % 60
    at_home = row % 2 == 1
    phone = part(pair, 40692) % 900 * 10_000_000 + part(pair, 40014) % 10_000_000
    card = part(pair, 45742) % 90_000_000 * 100_000_000 + part(pair, 53668) % 100_000_000
    return (
        _letters(part(pair, 630360016), 6),
        _letters(last, 6) + _letters(part(pair, 950706376), 4),
        f"{part(pair, 48271) % 9999 + 1} {_letters(part(pair, 62089911), 5)} STREET",
        None,
        _letters(part(pair, 69621), 6),
        STATES[2 * place : 2 * place + 2] if at_home else None,
        part(pair, 39373) % 90_000 + 10_000 if at_home else 0,
        "United States" if at_home else COUNTRIES[place % 10],
        1 if at_home else 2,
        f"{_letters(last, 6)}@example.com",
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
    """8.25 %, rounded to the cent."""
    return (net_cents * 825 + 5000) // 10_000


def order(seed: int, row: int, customers: int, orders: int) -> tuple[int, str, int, float, float, float]:
    """A row of ORDERS: a twelfth of them in each month of the year before the first run."""
    pair = draw(seed, "ORDERS", row)
    month = (row - 1) // (orders // 12)
    cents = part(pair, 62089911) % 40_000 + 1
    tax = tax_cents(cents)
    return (
        row,
        f"{YEAR}-{month + 1:02}-{part(pair, 630360016) % MONTH_DAYS[month] + 1:02} 00:00:00",
        _wide(pair, 742938285, 950706376, customers) + 1,
        cents / 100.0,
        tax / 100.0,
        (cents + tax) / 100.0,
    )


def order_lines(seed: int, row: int, products: int) -> list[tuple[int, int, int]]:
    """Lines of an order: (line number, product, quantity)."""
    pair = draw(seed, "ORDERS", row)
    r, s = pair
    lines = []
    for number in range(1, part(pair, 69621) % 9 + 2):
        line = (_cube((r + number * 238609294) % ROW_PRIME), _cube((s + number * 357913941) % ROW_PRIME))
        lines.append((number, _wide(line, 630360016, 742938285, products) + 1, part(line, 950706376) % 3 + 1))
    return lines
