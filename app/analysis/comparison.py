# SPDX-License-Identifier: Apache-2.0
"""The verdict over repeats: how many times the baseline the challenger does, with its 95 % interval.

The figure is the ratio of geometric means. Its interval is Student's t on logarithms: on the paired log ratios where
the repeats of the systems were simultaneous or alternated (what disturbed one repeat disturbed both), and Welch's
(1947, "The generalization of Student's problem when several different population variances are involved", with the
degrees of freedom of Welch-Satterthwaite) where the systems ran independently, one after the other. Below 3 repeats
there is an interval perhaps, but no verdict. That no difference was found is a verdict like any other. Beside the
interval stand the test's t, its degrees of freedom and the two-sided p of the hypothesis that the ratio is 1: p is
below 0.05 exactly where the 95 % interval excludes 1.

Within a repeat nothing is assumed: seconds of one run are never taken for repeats.
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
"""A search or sweep ended before the figure was found, or calls that were still open could raise it."""


class RawTest(msgspec.Struct, frozen=True):
    """The same test on the figures themselves, not on their logarithms: challenger less baseline.

    low, high: the difference's 95 % interval. All NaN where there is no verdict.
    """

    difference: float = math.nan
    low: float = math.nan
    high: float = math.nan
    degrees_of_freedom: float = 0.0
    t: float = math.nan
    p: float = math.nan


RAW_METHODS: dict[Design, str] = {"paired": "paired t on differences", "independent": "Welch's t on raw values"}


class Comparison(msgspec.Struct, frozen=True):
    """Challenger against baseline over the repeats of one figure.

    ratio: of the geometric means, challenger / baseline; NaN where there is none. low, high: its interval; NaN where
    fewer than 2 repeats were compared. baseline_mean, challenger_mean: geometric means. baseline_repeats,
    challenger_repeats: how many were compared. degrees_of_freedom: not whole with Welch's t. t: of the challenger's
    logarithms less the baseline's; infinite where the repeats do not differ at all and the systems do. p: two-sided,
    that chance alone puts equal systems so far apart. All three NaN (degrees 0) where fewer than 2 repeats were
    compared. at_least: whether a figure of the baseline, of the challenger is a lower bound: then both means are known,
    and nothing else. left_out: repeats that hold no figure on a system, numbers from 1. reason: why there is no
    verdict; empty where there is one. raw: the test on raw values, which decides nothing.
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
        """The test on raw values."""
        return RAW_METHODS[self.design]

    @property
    def method(self) -> str:
        """The test that interval, t and p are of."""
        return METHODS[self.design]

    def ahead(self, better: Better) -> Literal["challenger", "baseline", ""]:
        """Who is better where more (throughput) or less (latency, watts) is; empty: no significant difference."""
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
    """The comparison of one figure, one value a repeat, in the order of the repeats; NaN: the repeat has none.

    at_least: whether any of the baseline's, of the challenger's values is a lower bound.

    A paired design compares the first with the first, and so on: a repeat that misses on one system is left out on
    both. Zero and negative values have no logarithm: there is no ratio then, and the reason says so.
    """
    one, other = np.asarray(baseline, dtype=np.float64), np.asarray(challenger, dtype=np.float64)
    one, other, left_out = _taken(one, other, design)
    counts = len(one), len(other)
    if min(counts) == 0:
        return _none(design, counts, left_out, NO_FIGURE)
    if min(one.min(), other.min()) <= 0:
        return _none(design, counts, left_out, NO_RATIO)
    logs = np.log(one), np.log(other)
    means = float(logs[0].mean()), float(logs[1].mean())
    if any(at_least):
        none = _none(design, counts, left_out, LOWER_BOUND)
        own = math.exp(means[0]), math.exp(means[1])
        return msgspec.structs.replace(none, baseline_mean=own[0], challenger_mean=own[1], at_least=at_least)
    error, degrees = _paired_error(*logs) if design == "paired" else _welch_error(*logs)
    middle = means[1] - means[0]
    t, p = _test(middle, error, degrees)
    # Degrees below 1: nothing is known of the spread. Of two repeats too little is, for an interval as for a verdict.
    half = t_quantile(confidence, degrees) * error if degrees >= 1 else math.nan
    low, high = math.exp(middle - half), math.exp(middle + half)
    reason = ""
    if min(counts) < REPEATS_FOR_A_VERDICT:
        reason = f"{min(counts)} of {REPEATS_FOR_A_VERDICT} repeats needed for a verdict"
        low = high = t = p = math.nan
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
    t, p = _test(difference, error, degrees)
    if not degrees >= 1:
        return RawTest(difference)
    half = t_quantile(confidence, degrees) * error
    return RawTest(difference, difference - half, difference + half, degrees, t, p)


def _taken(one: Floats, other: Floats, design: Design) -> tuple[Floats, Floats, tuple[int, ...]]:
    """The repeats that are compared, and the numbers of those that are not."""
    if design == "independent":
        missing = {*np.flatnonzero(~np.isfinite(one)).tolist(), *np.flatnonzero(~np.isfinite(other)).tolist()}
        left_out = tuple(number + 1 for number in sorted(missing))
        return one[np.isfinite(one)], other[np.isfinite(other)], left_out
    both, repeats = min(len(one), len(other)), max(len(one), len(other))
    held = np.isfinite(one[:both]) & np.isfinite(other[:both])
    left_out = tuple(number + 1 for number in range(repeats) if number >= both or not held[number])
    return one[:both][held], other[:both][held], left_out


def _paired_error(one: Floats, other: Floats) -> tuple[float, float]:
    """Standard error of the mean log ratio, and its degrees of freedom (0: not known)."""
    count = len(one)
    if count < 2:
        return math.nan, 0.0
    return float((other - one).std(ddof=1)) / math.sqrt(count), float(count - 1)


def _welch_error(one: Floats, other: Floats) -> tuple[float, float]:
    """Standard error of the difference of mean logs, and Welch-Satterthwaite's degrees of freedom (0: not known)."""
    if min(len(one), len(other)) < 2:
        return math.nan, 0.0
    parts = float(one.var(ddof=1)) / len(one), float(other.var(ddof=1)) / len(other)
    squared = sum(parts)
    if squared <= 0:
        return 0.0, float(len(one) + len(other) - 2)
    below = (parts[0] / squared) ** 2 / (len(one) - 1) + (parts[1] / squared) ** 2 / (len(other) - 1)
    return math.sqrt(squared), 1 / below


def _test(middle: float, error: float, degrees: float) -> tuple[float, float]:
    """t and the two-sided p of a difference of logarithms; the smallest p that can be told from 0 is about 1e-15."""
    if degrees < 1:
        return math.nan, math.nan
    if error <= 0:
        return (0.0, 1.0) if middle == 0 else (math.copysign(math.inf, middle), 0.0)
    t = middle / error
    return t, max(1 - t_share(abs(t), degrees), 0.0)


def _verdict(low: float, high: float) -> Verdict:
    if low > 1:
        return "challenger higher"
    return "baseline higher" if high < 1 else "no significant difference"


def _none(design: Design, counts: tuple[int, int], left_out: tuple[int, ...], reason: str) -> Comparison:
    nan = math.nan
    return Comparison(design, nan, nan, nan, nan, nan, *counts, nan, nan, nan, left_out, "no verdict", reason)
