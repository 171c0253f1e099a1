# SPDX-License-Identifier: Apache-2.0
"""Mutations that turn valid inputs into hostile ones: changes to bytes and lines, and typical causes of failures."""

import re
from collections.abc import Callable, Sequence
from random import Random

LARGEST = 1 << 18
"""Size in bytes from which mutations do not enlarge an input."""
NUMBERS = (
    "0", "-1", "1", "NaN", "nan", "inf", "-inf", "+Inf", "1e308", "-1e308", "1e400", "1e-400", "9" * 30, "9" * 400,
    "0x10", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1,5", "1.2.3", "1e",
    "--1", "٣", "true", "null", "0.0", "-0.0", "1_0", "18446744073709551616",
)  # fmt: skip
TOKENS = (
    "", " ", "\t", "\n", "\r\n", "\r", "\0", "\\", '"', "'", ",", ";", "=", "[", "]", "{", "}", "[[", "]]", "(", ")",
    "#", "\x1b[2K", "\u202e", "\ufeff", "\x85", "\u2028", "\ud7ff", "é", "🙂", "=1+1", "@", "%", "{0}", "{a}", "<", ">",
    "<!DOCTYPE x [", "</", "&x;", "<![CDATA[", "]]>", '"""', "'''", "99:99:99", "2026-13-45 00:00:00", "1970-01-01",
    "9999-12-31", "23:59:60", "-", "+", ".", "..", "/", "C:\\", "\\\\", "\\u0000", "\\ud800", "inherit", "__class__",
    "sqlite_master",
)  # fmt: skip
_NUMBER = re.compile(rb"\d[\d.]*")
SEPARATORS = (b"\n", b",", b";", b"\t", b" ", b":", b'"', b"=", b"}", b"]")


def mutated(seed: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    """Mutate a valid input, splicing in parts of `others` and `words`, the keywords of the format."""
    data = seed
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        data = random.choice(_WAYS)(data, others, words, random)
        if len(data) > LARGEST:
            data = data[: LARGEST + random.randrange(64)]
    return data


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _flipped(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(random.choice((1, 1, 2, 8))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _inserted(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    at = _place(data, random)
    word = random.choice((random.choice(TOKENS), random.choice(NUMBERS), random.choice(words or TOKENS)))
    return data[:at] + word.encode("utf-8", "surrogatepass") * random.choice((1, 1, 1, 1, 2, 1000, 20_000)) + data[at:]


def _cut_off(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    return data[: _place(data, random)]


def _left_out(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + data[at + random.choice((1, 2, 8, 64, 1024)) :]


def _repeated(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    at = _place(data, random)
    part = data[at : at + random.choice((1, 4, 32, 256))]
    return data[:at] + part * random.choice((2, 10, 100, 5000)) + data[at:]


def _spliced(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    other = random.choice(others)
    return data[: _place(data, random)] + other[_place(other, random) :]


def _field_replaced(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    """Replace a field between two separators."""
    fields = data.split(separator := random.choice(SEPARATORS))
    at = random.randrange(len(fields))
    fields[at] = random.choice((*NUMBERS, *TOKENS, *words)).encode("utf-8", "surrogatepass")
    return separator.join(fields)


def _number_replaced(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    found = _NUMBER.search(data, _place(data, random))
    if found is None:
        return data
    return data[: found.start()] + random.choice(NUMBERS).encode() + data[found.end() :]


def _lines_shuffled(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    lines = data.split(b"\n")
    for _ in range(random.choice((1, 2, 5))):
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    if random.random() < 0.3:
        lines.insert(random.randrange(len(lines) + 1), random.choice(lines))
    return b"\n".join(lines)


def _encoded(data: bytes, others: Sequence[bytes], words: Sequence[str], random: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(random.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "latin-1")), "replace")


Way = Callable[[bytes, Sequence[bytes], Sequence[str], Random], bytes]
_WAYS: tuple[Way, ...] = (
    *(_flipped, _inserted, _inserted, _cut_off, _left_out, _repeated, _spliced, _field_replaced, _field_replaced),
    *(_field_replaced, _number_replaced, _number_replaced, _number_replaced, _lines_shuffled, _encoded),
)
