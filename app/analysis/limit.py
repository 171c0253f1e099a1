# SPDX-License-Identifier: Apache-2.0
"""Limit of a comparison, such as `B.opm >= 0.95 A.opm`, parsed by a small grammar and never evaluated as code.

- limit = side (">=" | "<=") [factor] side
- factor = number ["%"] ["of" | "x" | "*" | "×"]
- side = system ["." figure]
- system = letters and digits (A, B2), or a name in quotes
- figure = words joined by "." or "_" (opm, purchase.p95), or a name in quotes

It is case-insensitive. Without a figure, the right side uses that of the left one: a limit compares one figure of two
systems. The default factor is 1. The outcome depends on the ratio left / right over the repeats: its 95 % interval is
on the required side of the factor, on the other side, or contains the factor.
"""

import re
from collections.abc import Iterator
from math import isfinite
from typing import Literal

import msgspec

from app.analysis.comparison import REPEATS_FOR_A_VERDICT, Comparison
from app.model.bounds import LIMIT_LETTERS
from app.model.errors import OutpaceError

LARGEST_FACTOR = 1e6
EXCERPT = 80
"""Maximum number of characters of a limit that a message quotes."""

Operator = Literal[">=", "<="]
Outcome = Literal["met", "not met", "undecided"]

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:\.\d+)?(?![\d.]))
    |(?P<word>[^\W\d]\w*)
    |(?P<text>"[^"]*"|'[^']*')
    |(?P<operator>>=|<=|≥|≤|[=<>!]+)
    |(?P<mark>[.%*×])
    )""",
    re.VERBOSE,
)
_OPERATORS: dict[str, Operator] = {">=": ">=", "≥": ">=", "<=": "<=", "≤": "<="}
_BETWEEN = ("of", "x", "*", "×")
_JOINTS = re.compile(r"[\s._]+")


class LimitError(OutpaceError):
    """A limit cannot be parsed, or needs something that the sessions do not contain; the message names it."""


class Side(msgspec.Struct, frozen=True):
    """A figure of a system.

    Attributes:
        quoted: Whether the system is given by name instead of by letter.
        figure: Key of the figure; see `figure_key`.
    """

    system: str
    quoted: bool
    figure: str


class Limit(msgspec.Struct, frozen=True):
    """A parsed limit: left / right must be at least (">=") or at most ("<=") the factor.

    Attributes:
        text: Limit as typed.
    """

    text: str
    left: Side
    operator: Operator
    factor: float
    right: Side

    def outcome(self, comparison: Comparison) -> Outcome:
        """Return whether the repeats meet the limit; `comparison` compares left (the challenger) with right.

        It is undecided with fewer repeats than a verdict needs, or without an interval.
        """
        if comparison.reason or not (isfinite(comparison.low) and isfinite(comparison.high)):
            return "undecided"
        if self.operator == ">=":
            surely, surely_not = comparison.low >= self.factor, comparison.high < self.factor
        else:
            surely, surely_not = comparison.high <= self.factor, comparison.low > self.factor
        return "met" if surely else "not met" if surely_not else "undecided"


def repeats_missing(comparison: Comparison) -> int:
    """Return how many more valid repeats a verdict needs for the system that has the fewest."""
    return max(0, REPEATS_FOR_A_VERDICT - min(comparison.baseline_repeats, comparison.challenger_repeats))


def figure_key(name: str) -> str:
    """Return the canonical key of a figure: "Purchase.P95" is "purchase p95"."""
    return _JOINTS.sub(" ", name).strip().casefold()


def limit_of(text: str) -> Limit:
    """Parse a limit.

    Raises:
        LimitError: If the text is invalid; the message contains what was expected, and where.
    """
    return _Reading(text).limit()


class _Token(msgspec.Struct, frozen=True):
    """A token; its kind is "number", "word", "text", "operator", "mark", or "end"."""

    kind: str
    text: str


class _Reading:
    """Parser of one text, token by token."""

    def __init__(self, text: str) -> None:
        self._text = text
        if len(text) > LIMIT_LETTERS:
            raise LimitError(
                '--limit "{text}": longer than {most} characters', text=f"{text[:EXCERPT]}…", most=LIMIT_LETTERS
            )
        self._tokens = list(self._split())
        self._place = 0

    def limit(self) -> Limit:
        left = self._side("")
        operator = self._operator()
        factor = self._factor()
        right = self._side(left.figure)
        if (rest := self._next()).kind != "end":
            raise self._wrong("the end", rest)
        if right.figure != left.figure:
            raise LimitError(
                '--limit "{text}": both sides must be the same figure, found "{left}" and "{right}"',
                text=self._excerpt,
                left=left.figure,
                right=right.figure,
            )
        return Limit(" ".join(self._text.split()), left, operator, factor, right)

    @property
    def _excerpt(self) -> str:
        text = "".join(letter if letter.isprintable() else "?" for letter in self._text.strip())
        return text if len(text) <= EXCERPT else f"{text[:EXCERPT]}…"

    def _split(self) -> Iterator[_Token]:
        place = 0
        while match := _TOKEN.match(self._text, place):
            assert match.lastgroup is not None
            yield _Token(match.lastgroup, match[match.lastgroup])
            place = match.end()
        rest = self._text[place:].strip()
        if rest:
            raise LimitError(
                '--limit "{text}": "{found}" can\'t stand there; expected such as {example}',
                text=self._excerpt,
                found=rest[0] if rest[0].isprintable() else f"U+{ord(rest[0]):04X}",
                example="B.opm >= 0.95 A.opm",
            )
        yield _Token("end", "")

    def _next(self) -> _Token:
        token = self._tokens[self._place]
        self._place = min(self._place + 1, len(self._tokens) - 1)
        return token

    def _ahead(self, steps: int = 0) -> _Token:
        return self._tokens[self._place + steps]

    def _side(self, usual: str) -> Side:
        system = self._next()
        if system.kind not in ("word", "text"):
            raise self._wrong("a system's letter, or its name in quotes", system)
        quoted = system.kind == "text"
        name = system.text[1:-1] if quoted else system.text.upper()
        if self._ahead().text != ".":
            if not usual:
                raise self._wrong('"." and a figure', self._ahead())
            return Side(name, quoted, usual)
        parts = []
        while self._ahead().text == ".":
            self._next()
            part = self._next()
            if part.kind not in ("word", "text"):
                raise self._wrong("a figure, such as opm", part)
            parts.append(part.text[1:-1] if part.kind == "text" else part.text)
        return Side(name, quoted, figure_key(" ".join(parts)))

    def _operator(self) -> Operator:
        token = self._next()
        if token.text not in _OPERATORS:
            raise self._wrong(">= or <=", token)
        return _OPERATORS[token.text]

    def _factor(self) -> float:
        if self._ahead().kind != "number":
            return 1.0
        factor = float(self._next().text)
        if self._ahead().text == "%":
            self._next()
            factor /= 100
        if not 0 < factor <= LARGEST_FACTOR:
            raise LimitError(
                '--limit "{text}": the factor must be above 0 and at most {most:,.0f}',
                text=self._excerpt,
                most=LARGEST_FACTOR,
            )
        if self._ahead().text.casefold() in _BETWEEN and self._ahead(1).text != ".":
            self._next()
        return factor

    def _wrong(self, expected: str, found: _Token) -> LimitError:
        if found.kind == "end":
            return LimitError('--limit "{text}": expected {expected} at its end', text=self._excerpt, expected=expected)
        return LimitError(
            '--limit "{text}": expected {expected}, found "{found}"',
            text=self._excerpt,
            expected=expected,
            found=found.text[:EXCERPT],
        )
