"""Which sessions of the library match what was typed, and in which order they stand."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from app.session.library import Entry
from app.ui.library.words import date_text, kind_words, state_words

Order = Literal["newest", "oldest", "title", "result", "longest"]
_RATIO = re.compile(r"(\d[\d.,]*)\s?×")
_DIGITS = re.compile(r"(\d+)")
_THOUSANDS = 3


class Finder:
    """Remembers each entry's text, so that typing stays quick with thousands of them."""

    def __init__(self) -> None:
        self._texts: dict[object, tuple[Entry, str]] = {}

    def found(self, entries: Iterable[Entry], typed: str, order: Order) -> list[Entry]:
        """The entries that hold every word typed, in title, systems, tags, result, kind, state or date."""
        words = typed.casefold().split()
        found = [entry for entry in entries if all(word in self._text(entry) for word in words)]
        return ordered(found, order)

    def _text(self, entry: Entry) -> str:
        known = self._texts.get(entry.path)
        if known is None or known[0] is not entry:
            known = self._texts[entry.path] = (entry, searched_text(entry))
        return known[1]


def searched_text(entry: Entry) -> str:
    """Everything of an entry that can be searched for, in small letters."""
    systems = [name for _, name, _ in entry.systems]
    own = [entry.title, entry.recorded_title, *systems, *entry.tags, entry.result]
    told = [kind_words(entry), state_words(entry), date_text(entry), f"{entry.started:%Y-%m-%d %H:%M}"]
    return "\n".join([*own, *told, entry.path.stem]).casefold()


def ordered(entries: Sequence[Entry], order: Order) -> list[Entry]:
    """Sorted; what is equal keeps its order, the newest first."""
    keys: dict[Order, Callable[[Entry], tuple[object, ...]]] = {
        "oldest": lambda entry: (entry.started,),
        "title": lambda entry: _natural(entry.title),
        "result": lambda entry: (-_ratio(entry.result), not entry.result, entry.result),
        "longest": lambda entry: (-entry.length_s,),
    }
    key = keys.get(order)
    return list(entries) if key is None else sorted(entries, key=key)


def _natural(text: str) -> tuple[object, ...]:
    """Run 9 comes before run 10."""
    parts = _DIGITS.split(text.casefold())
    return tuple((int(part), "") if part.isdigit() and len(part) < 18 else (0, part) for part in parts)


def _ratio(result: str) -> float:
    """The first ratio that a result names, so that the largest come first; -1 where it names none."""
    match = _RATIO.search(result)
    if match is None:
        return -1.0
    whole, mark, rest = match[1].replace(".", ",").rpartition(",")
    if not mark:
        return float(rest)
    if len(rest) == _THOUSANDS and whole.strip("0"):  # 1,234× is no 1.234×: ratios have three figures
        return float(whole.replace(",", "") + rest)
    return float(f"{whole.replace(',', '')}.{rest or 0}")
