"""What the command search finds: actions, sessions, scenarios and help pages, best match first."""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """One thing to do. text: its name. about: where it is found otherwise, and what it does. keys: its shortcut.
    missing: why it can't be done now; "" where it can. kept: nothing but a search shows it."""

    text: str
    about: str
    do: Callable[[], object]
    keys: str = ""
    missing: str = ""
    kept: bool = False


def ranked(wanted: str, things: Iterable[Found]) -> list[Found]:
    """The things that match every word of what is wanted, the best first; without words all that is not kept for a
    search. What can be done comes before what can't."""
    words = _plain(wanted).split()
    if not words:
        return sorted((thing for thing in things if not thing.kept), key=lambda thing: bool(thing.missing))
    scored = [(_score(words, thing), thing) for thing in things]
    matching = [(score, thing) for score, thing in scored if score > 0]
    matching.sort(key=lambda pair: (bool(pair[1].missing), -pair[0]))
    return [thing for _, thing in matching]


def _score(words: list[str], thing: Found) -> float:
    """0 where a word matches nothing; a match in the name counts more than one in what is said about it."""
    name, about = _plain(thing.text), _plain(f"{thing.about} {thing.keys}")
    total = 0.0
    for word in words:
        best = max(3 * _match(word, name), _match(word, about) if word in about else 0.0)
        if best == 0:
            return 0.0
        total += best
    return total


def _match(word: str, text: str) -> float:
    """How well a word matches: at the start of the text, of one of its words, inside, or as letters in their order."""
    at = text.find(word)
    if at == 0:
        return 4.0
    if f" {word}" in text:
        return 3.0
    if at > 0:
        return 2.0
    initials = "".join(part[0] for part in text.split())
    if len(word) > 1 and word in initials:
        return 1.5
    letters = iter(text)
    return 1.0 if len(word) > 2 and all(letter in letters for letter in word) else 0.0


def _plain(text: str) -> str:
    """Small letters without accents, so that "groesse" needs no key of its own."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter))
