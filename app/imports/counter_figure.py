# SPDX-License-Identifier: Apache-2.0
r"""Counters of imported logs as figures of a run: the mean of one counter over the measured window, or a formula.

    \LogicalDisk(E:)\Disk Reads/sec
    Order rate = \Test\OPM
    Disk cost = [\LogicalDisk(*)\Disk Reads/sec] + 2 x [\LogicalDisk(*)\Disk Writes/sec]

A formula has counters in square brackets, numbers, parentheses and + - x / (also * and ×). It is parsed and computed
here from the window's means; none of it is executed as code. An asterisk in place of the instance creates one figure
per instance. The name of a formula's figure ends in ", derived", so that every output shows its origin.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import isclose, isfinite, nan
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.imports.source import ImportedFileError
from app.model.bounds import COUNTER_FIGURES, FORMULA_DEPTH, FORMULA_LETTERS
from collectors.series import Better

Floats = NDArray[np.float64]

LONGEST_LABEL = 80
_TOKEN = re.compile(r"\s*(?:\[(?P<counter>[^\[\]]+)\]|(?P<number>\d{1,12}(?:\.\d{1,12})?)|(?P<sign>[-+*/()x×]))")
_LABELLED = re.compile(r"([^\[\]\\=]+?)\s*=\s*(.+)")
_EACH = "(*)"


SCALES: tuple[Mapping[str, float], ...] = (
    # Units of one kind, with their sizes relative to the first.
    {"B/s": 1.0, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "KiB/s": 2.0**10, "MiB/s": 2.0**20, "GiB/s": 2.0**30},
    {"B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30},
    {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "min": 60.0, "h": 3600.0},
    {"/s": 1.0, "/min": 1 / 60, "/h": 1 / 3600, "k/s": 1e3, "M/s": 1e6},
    {"W": 1.0, "kW": 1e3, "mW": 1e-3},
)


def scaled_unit(unit: str, factor: float) -> str:
    """Return the unit of a value that was multiplied by `factor`: "MB/s" for bytes per second x 0.000001.

    If the factor leads to no other unit, it is a weight and leaves the unit unchanged.
    """
    for sizes in SCALES:
        if unit in sizes and factor > 0:
            size = sizes[unit] / factor
            return next((name for name, own in sizes.items() if isclose(own, size, rel_tol=1e-9)), unit)
    return unit


@dataclass(frozen=True, slots=True)
class CounterMean:
    """Mean of a counter over a window, with its unit and direction."""

    value: float
    unit: str = ""
    better: Better = ""


@dataclass(frozen=True, slots=True)
class Term:
    """Part of a formula: a counter, a number, or an operation on two terms."""

    kind: Literal["counter", "number", "+", "-", "x", "/"]
    counter: str = ""
    number: float = 0.0
    left: "Term | None" = None
    right: "Term | None" = None

    def values(self, counted: Mapping[str, Floats]) -> Floats:
        """Compute the term from the counters' values.

        Args:
            counted: values of each counter, all of shape (n,) or all scalar.

        Returns:
            The values; NaN means no data, which includes the result of a division by 0.
        """
        if self.kind == "counter":
            return counted.get(self.counter, np.array(nan))
        if self.kind == "number" or self.left is None or self.right is None:
            return np.array(self.number)
        one, other = self.left.values(counted), self.right.values(counted)
        with np.errstate(all="ignore"):
            if self.kind in ("+", "-"):
                return one + other if self.kind == "+" else one - other
            return one * other if self.kind == "x" else np.where(other == 0, nan, one / other)

    def meaning(self, known: Mapping[str, CounterMean]) -> tuple[str, Better]:
        """Return the unit and the better direction; both are empty if the operands' units differ."""
        if self.kind == "counter":
            counter = known.get(self.counter, CounterMean(nan))
            return counter.unit, counter.better
        if self.left is None or self.right is None:
            return "", ""
        one, other = self.left.meaning(known), self.right.meaning(known)
        plain = not self.left.counters, not self.right.counters
        if self.kind in ("x", "/") and any(plain) and not all(plain):
            number = float((self.left if plain[0] else self.right).values({}))
            factor = 1 / number if self.kind == "/" and number else number
            unit, better = other if plain[0] else one
            if self.kind == "/" and plain[0]:
                return "", ""
            return scaled_unit(unit, factor), better
        if self.kind in ("+", "-"):
            unit = one[0] if one[0] == other[0] and not any(plain) else ""
            return unit, one[1] if one == other and unit and self.kind == "+" else ""
        return "", ""

    @property
    def counters(self) -> tuple[str, ...]:
        """Paths of the term's counters, without duplicates."""
        if self.kind == "counter":
            return (self.counter,)
        both = [one.counters for one in (self.left, self.right) if one is not None]
        return tuple(dict.fromkeys(path for paths in both for path in paths))

    @property
    def is_sum(self) -> bool:
        """True for a counter, and for counters that are only added and subtracted."""
        if self.left is None or self.right is None:
            return self.kind == "counter"
        return self.kind in ("+", "-") and self.left.is_sum and self.right.is_sum

    def of_instance(self, instance: str) -> "Term":
        """Return the term with that instance in place of the asterisk."""
        left = self.left.of_instance(instance) if self.left else None
        right = self.right.of_instance(instance) if self.right else None
        return Term(self.kind, self.counter.replace(_EACH, f"({instance})"), self.number, left, right)


@dataclass(frozen=True, slots=True)
class CounterFigure:
    """Figure that a user requested.

    Attributes:
        label: name in all outputs.
        formula: text as written; "" for a single counter.
        unit: unit set by the user; "" if derived from the counters.
        better: direction set by the user; None if derived from the counters.
        decimals: number of decimals to print; None for the unit's default.
        headline: whether the verdict is about this figure.
    """

    label: str
    term: Term
    formula: str = ""
    unit: str = ""
    better: Better | None = None
    decimals: int | None = None
    headline: bool = False

    def described(
        self, unit: str, better: Better | None, decimals: int | None, *, headline: bool = False
    ) -> "CounterFigure":
        """Return the figure with the properties set by the user."""
        return replace(self, unit=unit, better=better, decimals=decimals, headline=headline)

    def each(self, known: Sequence[str]) -> Iterator["CounterFigure"]:
        """Yield the figure itself or, if it has an asterisk, one figure per instance among the known counters.

        Raises:
            ImportedFileError: none of its counters is known.
        """
        starred = next((path for path in self.term.counters if _EACH in path), "")
        if starred:
            begin, _, end = starred.partition(_EACH)
            form = re.compile(rf"{re.escape(begin)}\(([^()]*)\){re.escape(end)}")
            names = dict.fromkeys(found[1] for path in known if (found := form.fullmatch(path)))
            for name in names:
                label = self.label.replace(_EACH, f"({name})")
                label = f"{label} {name}" if label == self.label else label
                formula = self.formula.replace(_EACH, f"({name})")
                yield replace(self, label=label, term=self.term.of_instance(name), formula=formula)
            if names:
                return
        elif any(path in known for path in self.term.counters):
            yield self
            return
        missing = starred or self.term.counters[0]
        close = get_close_matches(missing, known, 1, 0.6)
        if close:
            raise ImportedFileError(
                'no log has the counter "{path}"; did you mean "{near}"?', path=missing, near=close[0]
            )
        raise ImportedFileError('no log has the counter "{path}"', path=missing)

    @property
    def metric(self) -> str:
        """Name in the outputs."""
        return f"{self.label}, derived" if self.formula else self.label


def figure_of(text: str) -> CounterFigure:
    """Parse the text of a figure.

    Raises:
        ImportedFileError: the text cannot be parsed; the message names the position.
    """
    plain = text.strip()
    if not plain or len(plain) > FORMULA_LETTERS:
        raise ImportedFileError(
            'figure "{text}": a counter, or NAME = [counter] + 2 x [counter], of at most {most} characters',
            text=plain[:60],
            most=FORMULA_LETTERS,
        )
    named = _LABELLED.fullmatch(plain)
    label, body = (named[1].strip(), named[2].strip()) if named else ("", plain)
    if len(label) > LONGEST_LABEL or not label.isprintable():
        raise ImportedFileError(
            'figure "{text}": a name has at most {most} printable characters', text=label[:60], most=LONGEST_LABEL
        )
    if body.startswith("\\"):
        return CounterFigure(label or body, Term("counter", body))
    term = _Parser(plain, body).whole()
    if not term.counters:
        raise ImportedFileError('figure "{text}": there is no counter in it', text=plain[:60])
    if term.kind == "counter":
        return CounterFigure(label or term.counter, term)
    return CounterFigure(label or body, term, body)


def figures_of(texts: Sequence[str]) -> tuple[CounterFigure, ...]:
    """Parse several figures.

    Raises:
        ImportedFileError: a text cannot be parsed, or two figures have the same name.
    """
    if len(texts) > COUNTER_FIGURES:
        raise ImportedFileError("more than {most} figures", most=COUNTER_FIGURES)
    return counter_figures([figure_of(text) for text in texts])


def counter_figures(figures: Sequence[CounterFigure]) -> tuple[CounterFigure, ...]:
    """Return the figures after checking that their names are distinct.

    Raises:
        ImportedFileError: two figures have the same name.
    """
    by_metric: dict[str, CounterFigure] = {}
    for one in figures:
        if one.metric in by_metric:
            raise ImportedFileError('two figures are called "{name}"', name=one.metric)
        by_metric[one.metric] = one
    return tuple(by_metric.values())


class _Parser:
    """Recursive-descent parser.

    sum = term {(+|-) term}; term = factor {(x|/) factor}; factor = [counter] | number | (sum).
    """

    def __init__(self, text: str, body: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, str]] = []
        at = 0
        while body[at:].strip():
            token = _TOKEN.match(body, at)
            if token is None or token.lastgroup is None:
                raise self._wrong(body[at:].strip())
            self._tokens.append((token.lastgroup, token[token.lastgroup]))
            at = token.end()
        self._at = 0

    def whole(self) -> Term:
        """Parse the complete formula."""
        term = self._sum(0)
        if self._at < len(self._tokens):
            raise self._wrong(self._tokens[self._at][1])
        return term

    def _sum(self, depth: int) -> Term:
        return self._chain({"+": "+", "-": "-"}, lambda: self._term(depth))

    def _term(self, depth: int) -> Term:
        return self._chain({"x": "x", "*": "x", "×": "x", "/": "/"}, lambda: self._factor(depth))

    def _chain(self, signs: Mapping[str, Literal["+", "-", "x", "/"]], part: Callable[[], Term]) -> Term:
        term = part()
        while self._at < len(self._tokens) and self._tokens[self._at][0] == "sign":
            sign = signs.get(self._tokens[self._at][1])
            if sign is None:
                break
            self._at += 1
            term = Term(sign, left=term, right=part())
        return term

    def _factor(self, depth: int) -> Term:
        if self._at >= len(self._tokens):
            raise self._wrong("")
        kind, text = self._tokens[self._at]
        self._at += 1
        if kind == "counter":
            return Term("counter", text.strip())
        if kind == "number":
            return Term("number", number=float(text))
        if text != "(" or depth >= FORMULA_DEPTH:
            raise self._wrong(text)
        term = self._sum(depth + 1)
        if self._at >= len(self._tokens) or self._tokens[self._at][1] != ")":
            raise self._wrong("")
        self._at += 1
        return term

    def _wrong(self, at: str) -> ImportedFileError:
        if not at:
            return ImportedFileError('figure "{text}": the formula ends too soon', text=self._text[:60])
        return ImportedFileError(
            'figure "{text}": "{at}" can\'t be read here; a formula has counters in [ ], numbers, ( ) and + - x /',
            text=self._text[:60],
            at=at[:40],
        )


def computed(figure: CounterFigure, counted: Mapping[str, CounterMean]) -> CounterMean | None:
    """Return a run's figure, or None if one of its counters has no data."""
    value = float(figure.term.values({path: np.array(one.value) for path, one in counted.items()}))
    return CounterMean(value, *figure.term.meaning(counted)) if isfinite(value) else None
