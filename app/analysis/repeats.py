# SPDX-License-Identifier: Apache-2.0
"""The repeats of a run: totals over the targets, the median run, and how far the repeats lie apart."""

import math
import statistics
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.analysis.intervals import t_quantile

Floats = NDArray[np.float64]
CONFIDENCE = 0.95


class Totals(msgspec.Struct, frozen=True):
    """The total of each repeat over its targets; NaN where a target has no figure.

    reasons: for each of those, in words. targets: the names that every repeat should hold.
    """

    values: tuple[float, ...]
    targets: tuple[str, ...]
    reasons: tuple[str, ...]


class Spread(msgspec.Struct, frozen=True):
    """What the repeats of one figure show. repeats: how many hold it; the others are left out.

    mean: arithmetic. geometric_mean, low, high: the geometric mean and its 95 % interval, Student's t on the logarithms
    as the verdict has it (comparison.py): a rate has no negative end. Both ends NaN below 2 repeats; all three where a
    repeat's figure is 0. variation: sample standard deviation / mean (coefficient of variation); NaN below 2 repeats or
    where the mean is 0.
    median: the middle value; of an even number the mean of the two in the middle.
    median_repeat: the repeat, from 1, whose value is the median; of an even number the lower one of the two in the
    middle, which is no median (`exact` is False then); 0 where there is none.
    at_least: a value is a lower bound, so that the means are too; neither interval nor variation is known then.
    """

    repeats: int
    mean: float
    geometric_mean: float
    low: float
    high: float
    minimum: float
    maximum: float
    variation: float
    median: float
    median_repeat: int
    exact: bool
    at_least: bool = False


def totals_of(repeats: Sequence[Mapping[str, float]], targets: Sequence[str] = ()) -> Totals:
    """Each repeat's sum over its targets, none for a repeat that misses one: a part is no total.

    repeats: for each, the figures by target. targets: those that belong to the system, besides those that occur.
    """
    names = tuple(dict.fromkeys([*targets, *(name for figures in repeats for name in figures)]))
    values, reasons = [], []
    for number, figures in enumerate(repeats, 1):
        missing = [name for name in names if not _held(figures.get(name, math.nan))]
        if missing or not names:
            reasons.append(f"repeat {number} has no figure of {', '.join(missing) or 'any target'}")
        values.append(math.nan if missing or not names else math.fsum(figures[name] for name in names))
    return Totals(tuple(values), names, tuple(reasons))


def spread_of(values: Sequence[float], *, confidence: float = CONFIDENCE, at_least: bool = False) -> Spread:
    """The spread of one figure over its repeats, in their order; NaN, infinite and negative ones are left out.

    at_least: whether any of them is a lower bound.
    """
    held = [(value, number) for number, value in enumerate(values, 1) if _held(value)]
    if not held:
        nan = math.nan
        return Spread(0, nan, nan, nan, nan, nan, nan, nan, nan, 0, False)
    count = len(held)
    figures = np.array([value for value, _ in held])
    mean = statistics.mean(figures.tolist())  # exact, and never too large on the way
    variation = float((figures / mean).std(ddof=1)) if count > 1 and mean > 0 else math.nan
    geometric_mean, low, high = log_interval(figures, confidence=confidence)
    if at_least:
        low = high = variation = math.nan
    middle = sorted(held)[(count - 1) // 2]  # of equal values the earlier repeat
    return Spread(
        repeats=count,
        mean=mean,
        geometric_mean=geometric_mean,
        low=low,
        high=high,
        minimum=float(figures.min()),
        maximum=float(figures.max()),
        variation=variation,
        median=middle[0] + (sorted(held)[count // 2][0] - middle[0]) / 2,
        median_repeat=middle[1],
        exact=count % 2 == 1,
        at_least=at_least,
    )


FIGURES_OF_AN_INTERVAL = 3
"""Two say too little of the spread."""


def log_interval(figures: Floats, *, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """The geometric mean of positive figures, shape (n,), and its interval from Student's t on their logarithms.

    All NaN where a figure is 0 or less or there is none; the ends NaN below 3 figures.
    """
    if not len(figures) or float(figures.min()) <= 0:
        return math.nan, math.nan, math.nan
    logs = np.log(figures)
    middle, count = float(logs.mean()), len(figures)
    if count < FIGURES_OF_AN_INTERVAL:
        return math.exp(middle), math.nan, math.nan
    half = t_quantile(confidence, count - 1) * float(logs.std(ddof=1)) / math.sqrt(count)
    return math.exp(middle), math.exp(middle - half), _exp(middle + half)


def _exp(logarithm: float) -> float:
    return math.exp(logarithm) if logarithm < 700 else math.inf


def _held(value: float) -> bool:
    return math.isfinite(value) and value >= 0
