# SPDX-License-Identifier: Apache-2.0
"""Verdict over repeats: the ratio of challenger to baseline with its 95 % interval.

The figure is the ratio of geometric means. Its interval is Student's t on logarithms: on the paired log ratios if the
repeats of the systems were simultaneous or alternated (what disturbed one repeat disturbed both), and Welch's (1947,
"The generalization of Student's problem when several different population variances are involved", with the degrees of
freedom of Welch-Satterthwaite) if the systems ran independently, one after the other. Below 3 repeats there may be an
interval, but no verdict. "No significant difference" is also a verdict. The interval is accompanied by the test's t,
its degrees of freedom and the two-sided p of the hypothesis that the ratio is 1: p is below 0.05 exactly if the 95 %
interval excludes 1.

Nothing is assumed about the seconds within a repeat, which are never treated as repeats.
"""

import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.analysis.intervals import t_quantile, t_share

Floats = NDArray[np.float64]
Design = Literal["paired", "independent"]
Verdict = Literal["challenger higher", "baseline higher", "no significant difference", "no verdict"]
Better = Literal["more", "less", ""]
METHODS: dict[Design, str] = {
    "paired": "paired t on log ratios",
    "independent": "Welch's t on logarithms",
}

CONFIDENCE = 0.95
REPEATS_FOR_A_VERDICT = 3


NO_FIGURE = "no repeat gave a valid figure for both systems"
NO_RATIO = "a repeat's figure is 0 or less: it has no ratio"
LOWER_BOUND = "a repeat's figure is a lower bound: it has no ratio"
"""Reason for no ratio: a search or sweep ended before it found the figure, or calls in flight could raise it."""


class RawTest(msgspec.Struct, frozen=True):
    """The same test on the figures themselves instead of their logarithms: challenger minus baseline.

    All values are NaN if there is no verdict.

    Attributes:
        low: Lower end of the difference's 95 % interval; `high` is the upper end.
    """

    difference: float = math.nan
    low: float = math.nan
    high: float = math.nan
    degrees_of_freedom: float = 0.0
    t: float = math.nan
    p: float = math.nan


RAW_METHODS: dict[Design, str] = {"paired": "paired t on differences", "independent": "Welch's t on raw values"}


class Comparison(msgspec.Struct, frozen=True):
    """Comparison of challenger and baseline over the repeats of one figure.

    Attributes:
        ratio: Ratio of the geometric means, challenger / baseline; NaN if undefined.
        low: Lower end of the ratio's interval, NaN if fewer than 2 repeats were compared; `high` is the upper end.
        baseline_mean: Geometric mean of the baseline; `challenger_mean` is that of the challenger.
        baseline_repeats: Number of compared repeats of the baseline; `challenger_repeats` is that of the challenger.
        degrees_of_freedom: Not an integer with Welch's t; 0 if fewer than 2 repeats were compared.
        t: t of the challenger's logarithms minus the baseline's; infinite if the repeats do not vary and the systems
            differ; NaN if fewer than 2 repeats were compared.
        p: Two-sided probability of a difference this large between equal systems; NaN whenever `t` is NaN.
        at_least: Whether the baseline's and the challenger's figures are lower bounds; if either is, only means are
            known.
        left_out: Numbers, from 1, of the repeats in which a system has no figure.
        reason: Why there is no verdict; empty otherwise.
        raw: Test on raw values, which does not affect the verdict.
    """

    design: Design
    ratio: float
    low: float
    high: float
    baseline_mean: float
    challenger_mean: float
    baseline_repeats: int
    challenger_repeats: int
    degrees_of_freedom: float
    t: float
    p: float
    left_out: tuple[int, ...]
    verdict: Verdict
    reason: str
    raw: RawTest = RawTest()
    at_least: tuple[bool, bool] = (False, False)

    @property
    def raw_method(self) -> str:
        """Name of the test on raw values."""
        return RAW_METHODS[self.design]

    @property
    def method(self) -> str:
        """Name of the test from which interval, t and p are computed."""
        return METHODS[self.design]

    def ahead(self, better: Better) -> Literal["challenger", "baseline", ""]:
        """Return which system is better, given the figure's direction; "" if there is no significant difference."""
        if better == "" or self.verdict not in ("challenger higher", "baseline higher"):
            return ""
        return "challenger" if (self.verdict == "challenger higher") == (better == "more") else "baseline"


def compare(
    baseline: Sequence[float] | Floats,
    challenger: Sequence[float] | Floats,
    design: Design,
    *,
    confidence: float = CONFIDENCE,
    at_least: tuple[bool, bool] = (False, False),
) -> Comparison:
    """Compare one figure, given one value per repeat, in order; NaN if a repeat has no value.

    A paired design compares the first value with the first, and so on; a repeat missing on one system is excluded on
    both. Zero and negative values have no logarithm; if there are any, there is no ratio, and `reason` contains the
    explanation.

    Args:
        baseline: Values of the baseline.
        challenger: Values of the challenger.
        design: Design of the comparison.
        confidence: Confidence of the interval.
        at_least: Whether any of the baseline's, and any of the challenger's, values is a lower bound.
    """
    one, other = np.asarray(baseline, dtype=np.float64), np.asarray(challenger, dtype=np.float64)
    one, other, left_out = _compared_values(one, other, design)
    counts = len(one), len(other)
    if min(counts) == 0:
        return _without_ratio(design, counts, left_out, NO_FIGURE)
    if min(one.min(), other.min()) <= 0:
        return _without_ratio(design, counts, left_out, NO_RATIO)
    logs = np.log(one), np.log(other)
    means = float(logs[0].mean()), float(logs[1].mean())
    if any(at_least):
        none = _without_ratio(design, counts, left_out, LOWER_BOUND)
        own = math.exp(means[0]), math.exp(means[1])
        return msgspec.structs.replace(none, baseline_mean=own[0], challenger_mean=own[1], at_least=at_least)
    error, degrees = _paired_error(*logs) if design == "paired" else _welch_error(*logs)
    middle = means[1] - means[0]
    reason, low, high, t, p = "", math.nan, math.nan, math.nan, math.nan
    if min(counts) < REPEATS_FOR_A_VERDICT:
        # Two repeats are too few for an interval, and for a verdict.
        reason = f"{min(counts)} of {REPEATS_FOR_A_VERDICT} repeats needed for a verdict"
    else:
        t, p = _test(middle, error, degrees)
        half = t_quantile(confidence, degrees) * error
        low, high = math.exp(middle - half), math.exp(middle + half)
    return Comparison(
        design=design,
        ratio=math.exp(middle),
        low=low,
        high=high,
        baseline_mean=math.exp(means[0]),
        challenger_mean=math.exp(means[1]),
        baseline_repeats=counts[0],
        challenger_repeats=counts[1],
        degrees_of_freedom=degrees,
        t=t,
        p=p,
        left_out=left_out,
        verdict="no verdict" if reason else _verdict(low, high),
        reason=reason,
        raw=RawTest() if reason else _raw_test(one, other, design, confidence),
    )


def _raw_test(one: Floats, other: Floats, design: Design, confidence: float) -> RawTest:
    error, degrees = _paired_error(one, other) if design == "paired" else _welch_error(one, other)
    difference = float(other.mean() - one.mean())
    if not degrees >= 1:  # figures are so large that their variance is infinite
        return RawTest(difference)
    t, p = _test(difference, error, degrees)
    half = t_quantile(confidence, degrees) * error
    return RawTest(difference, difference - half, difference + half, degrees, t, p)


def _compared_values(one: Floats, other: Floats, design: Design) -> tuple[Floats, Floats, tuple[int, ...]]:
    """Return the compared repeats of both systems, and the numbers of the excluded repeats."""
    if design == "independent":
        missing = {*np.flatnonzero(~np.isfinite(one)).tolist(), *np.flatnonzero(~np.isfinite(other)).tolist()}
        left_out = tuple(number + 1 for number in sorted(missing))
        return one[np.isfinite(one)], other[np.isfinite(other)], left_out
    both, repeats = min(len(one), len(other)), max(len(one), len(other))
    held = np.isfinite(one[:both]) & np.isfinite(other[:both])
    left_out = tuple(number + 1 for number in range(repeats) if number >= both or not held[number])
    return one[:both][held], other[:both][held], left_out


def _paired_error(one: Floats, other: Floats) -> tuple[float, float]:
    """Return the standard error of the mean log ratio, and its degrees of freedom (0 if unknown)."""
    count = len(one)
    if count < 2:
        return math.nan, 0.0
    return float((other - one).std(ddof=1)) / math.sqrt(count), float(count - 1)


def _welch_error(one: Floats, other: Floats) -> tuple[float, float]:
    """Return the standard error of the difference of mean logs, and Welch-Satterthwaite's degrees of freedom.

    The degrees of freedom are 0 if unknown.
    """
    if min(len(one), len(other)) < 2:
        return math.nan, 0.0
    parts = float(one.var(ddof=1)) / len(one), float(other.var(ddof=1)) / len(other)
    squared = sum(parts)
    if squared <= 0:
        return 0.0, float(len(one) + len(other) - 2)
    below = (parts[0] / squared) ** 2 / (len(one) - 1) + (parts[1] / squared) ** 2 / (len(other) - 1)
    return math.sqrt(squared), 1 / below


def _test(middle: float, error: float, degrees: float) -> tuple[float, float]:
    """Return t and the two-sided p of a difference of logarithms; p below about 1e-15 is returned as 0."""
    if error <= 0:
        return (0.0, 1.0) if middle == 0 else (math.copysign(math.inf, middle), 0.0)
    t = middle / error
    return t, max(1 - t_share(abs(t), degrees), 0.0)


def _verdict(low: float, high: float) -> Verdict:
    if low > 1:
        return "challenger higher"
    return "baseline higher" if high < 1 else "no significant difference"


def _without_ratio(design: Design, counts: tuple[int, int], left_out: tuple[int, ...], reason: str) -> Comparison:
    nan = math.nan
    return Comparison(design, nan, nan, nan, nan, nan, *counts, nan, nan, nan, left_out, "no verdict", reason)
