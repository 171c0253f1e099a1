# SPDX-License-Identifier: Apache-2.0
"""Generated data as a pure function of (seed, table, row), with the same arithmetic as the SQL that generates it.

Every row draws two numbers R and S. Each starts as the row number times one key plus another, and is then cubed and
shifted by a key twice, all modulo a prime for which cubing is a permutation; the keys are derived from seed and table.
(Without the cube, steps x * m + a are far from random, even over several primes.) A column's value is (R * m + S)
modulo a second prime, where m is the column's multiplier: any two columns of a row are as independent as R and S.
Only integers are used, with all intermediate values below 2^62, and no division except integer division of positive
numbers, so that any engine's SQL can compute them.
"""

import hashlib
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Protocol

ROW_PRIME = 2147483399  # 2 modulo 3, so cubing permutes
COLUMN_PRIME = 2147483563
WIDE = 1 << 30

WORD_SYLLABLES = ("BADEFIGOKULAMENIPORU", "BELIMONUPARESITODUGA", "NALEMITOSUVAREDIGOKU")
FIRST_NAME_SYLLABLES = ("ADBECIDOELFAGIHEJOKALUMANEOLPARIROSATOVI", "LANDELMINNORRUSSENTATVERWINZAN")
LAST_NAME_SYLLABLES = (
    "BARBENBORDALDERFALFORGANGORHALHOLKELKORLANMARMOLNORPELSANTOR",
    "BERDENFORGENLOWMANNERSONTONWAY",
)

Pair = tuple[int, int]


class Generated(Hashable, Protocol):
    """Properties that, with seed and table, determine the keys of a workload's draws; implemented by Schema."""

    @property
    def workload(self) -> str:
        """Name of the workload."""
        ...

    @property
    def generator(self) -> int:
        """Version of the generated data."""
        ...


@lru_cache(maxsize=64)
def key(schema: Generated, seed: int, table: str) -> Mapping[str, int]:
    """Return the parameters a1 ... a4, b1 ... b4 of a table's rows, each from 2^29 to 2^30 - 1."""
    text = f"outpace/{schema.workload}/{schema.generator}/{seed}/{table}"
    digest = hashlib.blake2b(text.encode(), digest_size=32).digest()
    numbers = [int.from_bytes(digest[4 * i : 4 * i + 4], "big") % (WIDE // 2) + WIDE // 2 for i in range(8)]
    return dict(zip((f"{stream}{i}" for stream in "ab" for i in range(1, 5)), numbers, strict=True))


def cube(number: int) -> int:
    """Cube a number modulo `ROW_PRIME`, one step of a draw."""
    return number * number % ROW_PRIME * number % ROW_PRIME


def draw(schema: Generated, seed: int, table: str, row: int) -> Pair:
    """Return R and S of a row, numbered from 1."""
    k = key(schema, seed, table)
    r, s = (
        (cube((cube((row * k[a + "1"] + k[a + "2"]) % ROW_PRIME) + k[a + "3"]) % ROW_PRIME) + k[a + "4"]) % ROW_PRIME
        for a in "ab"
    )
    return r, s


def part(pair: Pair, multiplier: int) -> int:
    """Return the random number of a column, 0 to COLUMN_PRIME - 1."""
    return (pair[0] * multiplier + pair[1]) % COLUMN_PRIME


def wide(pair: Pair, high: int, low: int, below: int) -> int:
    """Return a number below a bound that is so large that the remainder of a single value would not be uniform."""
    return (part(pair, high) * WIDE + part(pair, low) % WIDE) % below


def letters(number: int, count: int) -> str:
    """Return capital letters for a number."""
    return "".join(chr(65 + number // 26**place % 26) for place in range(count))


def word(index: int) -> str:
    """Return the title word with an index from 0 to 999: three syllables, six letters."""
    digits = (index // 100, index // 10 % 10, index % 10)
    return "".join(table[2 * d : 2 * d + 2] for table, d in zip(WORD_SYLLABLES, digits, strict=True))


def first_name(index: int) -> str:
    """Return the first name with an index from 0 to 199, five letters."""
    head, tail = FIRST_NAME_SYLLABLES
    return head[index // 10 * 2 :][:2] + tail[index % 10 * 3 :][:3]


def last_name(index: int) -> str:
    """Return the last name with an index from 0 to 199, six letters."""
    head, tail = LAST_NAME_SYLLABLES
    return head[index // 10 * 3 :][:3] + tail[index % 10 * 3 :][:3]
