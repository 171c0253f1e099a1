# SPDX-License-Identifier: Apache-2.0
"""Repeats of a run: totals over the targets, the median run, and their spread."""

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
    """Total of each repeat over its targets; NaN if a target has no figure.

    Attributes:
        reasons: Reason for each missing total, as text.
        targets: Names of the targets that every repeat should include.
    """

    values: tuple[float, ...]
    targets: tuple[str, ...]
    reasons: tuple[str, ...]


class Spread(msgspec.Struct, frozen=True):
    """Spread of the repeats of one figure.

    Attributes:
        repeats: Number of repeats that have the figure; others are excluded.
        mean: Arithmetic mean.
        geometric_mean: Geometric mean; NaN if a repeat's figure is 0.
        low: Lower end of its 95 % interval, by Student's t on the logarithms as in the verdict (comparison.py): a rate
            has no negative end. NaN below 2 repeats. Same for `high`.
        variation: Sample standard deviation / mean (coefficient of variation); NaN below 2 repeats or if the mean is 0.
        median: Middle value; for an even number of values, the mean of the middle two.
        median_repeat: Repeat, from 1, whose value is the median; for an even number the lower one of the two in the
            middle, which is not the median (`exact` is False then); 0 without repeats.
        at_least: A value is a lower bound, so that the means are too; neither interval nor variation is known then.
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
    """Return each repeat's sum over its targets; NaN if a target is missing, because a partial sum is not a total.

    Args:
        repeats: Figures by target, for each repeat.
        targets: Targets that belong to the system, in addition to those that occur in `repeats`.
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
    """Return the spread of one figure over its repeats, in order; NaN, infinite and negative values are excluded.

    Args:
        values: One value per repeat.
        confidence: Confidence of the interval.
        at_least: Whether any value is a lower bound.
    """
    held = [(value, number) for number, value in enumerate(values, 1) if _held(value)]
    if not held:
        nan = math.nan
        return Spread(0, nan, nan, nan, nan, nan, nan, nan, nan, 0, False)
    count = len(held)
    figures = np.array([value for value, _ in held])
    mean = statistics.mean(figures.tolist())  # exact, without intermediate overflow
    variation = float((figures / mean).std(ddof=1)) if count > 1 and mean > 0 else math.nan
    geometric_mean, low, high = log_interval(figures, confidence=confidence)
    if at_least:
        low = high = variation = math.nan
    middle = sorted(held)[(count - 1) // 2]  # the earlier repeat of equal values
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
"""Number of figures required for an interval, because two are too few to estimate the spread."""


def log_interval(figures: Floats, *, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """Return the geometric mean of positive figures, shape (n,), and its interval from Student's t on their logarithms.

    All are NaN if a figure is 0 or less, or if there are no figures; the ends are NaN with fewer than 3 figures.
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
