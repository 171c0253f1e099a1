# SPDX-License-Identifier: Apache-2.0
"""List the regular expressions of the program that take quadratic time, or worse, on some repetitive string.

python -m tests.fuzz.patterns

Each pattern of every module is searched and matched in strings that repeat one piece, in two lengths: four times the
time for a string four times as long is linear. Each row needs an inspection: a pattern that is only matched at the
start of a string, or in strings whose length is limited elsewhere, is acceptable.
"""

import importlib
import pkgutil
import re
import signal
import time
from collections.abc import Callable, Iterator

import app
import collectors

PIECES = (
    *(" ", "\t", "\n", "1", "1,", "1.", "1:", "1 ", "a", "a ", "a.", "a=", "a/", "a\n", "é", "0x", "e1"),
    *(
        ";",
        "; ",
        ",",
        ". ",
        ":",
        "(",
        ")",
        "()",
        "[",
        "](",
        "{",
        "=",
        '"',
        "'",
        "\\",
        "/",
        "://",
        "-",
        "+",
        "%",
        "|",
        "<",
    ),
)
BEGINNINGS = ("", "a", "1", "(", ";")
SHORT, LONG = 2_000, 8_000
LINEAR = 8.0
"""Tolerated ratio of the times; above 4 because short times are imprecise."""
SEEN_S = 0.01
LIMIT_S = 2.0


class _LateError(Exception):
    pass


def main() -> None:
    """Print a line for each slow pattern."""
    signal.signal(signal.SIGVTALRM, _late)
    count = 0
    for name, pattern in patterns():
        count += 1
        literals = re.findall(r"[A-Za-z_ ]{3,}", pattern.pattern)
        for piece in (*PIECES, *literals):
            if found := slow(pattern, piece):
                print(f"{name}: {found}: {pattern.pattern[:100]}", flush=True)
                break
    print(f"{count} patterns")


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns of all modules, including those in tuples and dictionaries, with their locations."""
    seen = set()
    for package in (app, collectors):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if info.name.endswith("__main__"):
                continue
            try:
                held = [
                    (f"{info.name}.{name}", value) for name, value in vars(importlib.import_module(info.name)).items()
                ]
            except ImportError:  # module for another platform
                continue
            while held:
                name, value = held.pop()
                if isinstance(value, tuple | list):
                    held += [(name, each) for each in value]
                elif isinstance(value, dict):
                    held += [(name, each) for each in value.values()]
                elif isinstance(value, re.Pattern) and isinstance(value.pattern, str) and value not in seen:
                    seen.add(value)
                    yield name, value


def slow(pattern: re.Pattern[str], piece: str) -> str:
    """Return the call that takes disproportionately long on the longer string, or "" if absent."""
    for begin in BEGINNINGS:
        for how in ("search", "fullmatch"):
            asked = getattr(pattern, how)
            long_s = taken_s(asked, begin + piece * (LONG // len(piece)) + "\0")
            if long_s > SEEN_S and long_s > LINEAR * taken_s(asked, begin + piece * (SHORT // len(piece)) + "\0"):
                return f"{how} in {begin!r} and {piece!r} again and again, {long_s:.2f} s"
    return ""


def taken_s(asked: Callable[[str], object], text: str) -> float:
    """Return the processor time of one call, which is aborted at the limit."""
    begin_s = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_S)
    try:
        asked(text)
    except _LateError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - begin_s


def _late(*_: object) -> None:
    raise _LateError


if __name__ == "__main__":
    main()
