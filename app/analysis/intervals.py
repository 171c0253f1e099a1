# SPDX-License-Identifier: Apache-2.0
"""Intervals for a mean: Student's t distribution, and batch means of one run, whose seconds are not independent.

Student 1908, "The probable error of a mean". With t = √v·tan θ the density becomes a power of a cosine: P(|T| <= t) = C
· ∫ cos^(v-1) θ dθ from 0 to atan(t / √v), C = 2 Γ((v+1)/2) / (√π Γ(v/2)). The integrand is smooth, so that
Gauss-Legendre quadrature is exact to the last digits.

Batch means: the series is cut into equal batches so long that their means are nearly independent; Student's t on the
batch means gives the interval (Conway 1963; Schmeiser 1982, "Batch size effects in the analysis of simulation output",
who finds 10 to 30 batches enough). It describes how precisely this run's mean is known, not how much the next run would
differ; that requires repeats (comparison.py).

A rate cannot be negative, and neither can an end of its interval: it is computed on the logarithm of the mean, whose
standard error is the mean's over the mean (Meeker and Escobar 1998, "Statistical Methods for Reliability Data", chapter
7: theta / w to theta · w with w = exp(z · se / theta)). A narrow interval equals the usual mean ± half.
"""

import math
from functools import lru_cache
from statistics import NormalDist

import msgspec
import numpy as np
from numpy.typing import NDArray

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_NORMAL_FROM = 1e6
"""Degrees of freedom above which the normal distribution is the same to seven digits."""


def t_share(t: float, degrees: float) -> float:
    """Return P(|T| <= t) for t >= 0 and `degrees` of freedom, at least 1 (they need not be integers: Welch)."""
    if degrees < 1 or math.isnan(t) or t < 0:
        raise ValueError(f"no t distribution at t = {t} with {degrees} degrees of freedom")
    if degrees >= _NORMAL_FROM:
        return 2 * NormalDist().cdf(t) - 1
    end = math.atan2(t, math.sqrt(degrees))
    angles = (_NODES + 1) * (end / 2)
    integral = float(_WEIGHTS @ np.cos(angles) ** (degrees - 1)) * (end / 2)
    log_scale = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return min(2 / math.sqrt(math.pi) * math.exp(log_scale) * integral, 1.0)


@lru_cache(maxsize=1024)
def t_quantile(confidence: float, degrees: float) -> float:
    """Return the t for which P(|T| <= t) equals `confidence`.

    For example, it is 2.776 for a confidence of 0.95 and 4 degrees of freedom. `confidence` is above 0 and at most
    0.9999. Found by bisection, as P(|T| <= t) rises with t.
    """
    if not 0 < confidence <= 0.9999:
        raise ValueError(f"a confidence of {confidence} is none")
    low, high = 0.0, 1.0
    while t_share(high, degrees) < confidence:
        low, high = high, 2 * high
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if t_share(middle, degrees) < confidence else (low, middle)
    return (low + high) / 2


Floats = NDArray[np.float64]

NUMBERS = (30, 20, 15, 10)
"""Numbers of batches to try, starting with the shortest batches."""
CONFIDENCE = 0.95


class BatchMeans(msgspec.Struct, frozen=True):
    """Mean of a series with its interval.

    Attributes:
        mean: Mean of all values with data.
        low: Lower end of the mean's 95 % interval, above 0 if no value is negative; NaN with fewer than 10 batches.
            `high` is the upper end.
        batches: Number of batches of `batch_s` seconds.
        autocorrelation: Lag-1 autocorrelation of the batch means.
        independent: False if even 10 batches are correlated beyond chance; the interval is then widened, and may still
            be too narrow.
    """

    mean: float
    low: float
    high: float
    batches: int
    batch_s: int
    autocorrelation: float
    independent: bool


def batch_means(values: Floats, *, confidence: float = CONFIDENCE) -> BatchMeans:
    """Return the mean of a per-second series and its interval.

    The largest number of batches is used whose lag-1 autocorrelation is within chance, that is, below 1.645 / √batches,
    the one-sided 5 % limit for independent values. A positive one widens the standard error as for a first-order
    autoregression. Seconds that fill no batch are left out of the interval at the beginning.

    Args:
        values: Shape (n,); NaN means no data.
        confidence: Confidence of the interval.
    """
    nan = math.nan
    held = values[np.isfinite(values)]
    if held.size == 0:
        return BatchMeans(nan, nan, nan, 0, 0, nan, False)
    mean = float(held.mean())
    found = None
    for number in NUMBERS:
        batch_s = len(values) // number
        if batch_s < 1:
            continue
        means = _means(values, number, batch_s)
        if means is None:
            continue
        correlation = _lag_1(means)
        found = (means, batch_s, correlation)
        if correlation < 1.645 / math.sqrt(number):
            break
    if found is None:
        return BatchMeans(mean, nan, nan, 0, 0, nan, False)
    means, batch_s, correlation = found
    number = len(means)
    widening = math.sqrt((1 + max(correlation, 0.0)) / (1 - max(correlation, 0.0)))
    half = t_quantile(confidence, number - 1) * float(means.std(ddof=1)) / math.sqrt(number) * widening
    independent = correlation < 1.645 / math.sqrt(number)
    low, high = _positive(mean, half) if mean > 0 and float(held.min()) >= 0 else (mean - half, mean + half)
    return BatchMeans(mean, low, high, number, batch_s, correlation, independent)


def _positive(mean: float, half: float) -> tuple[float, float]:
    """Return the interval of a nonnegative mean, on its logarithm; `half` is Student's t times the standard error."""
    width = min(half / mean, 700.0)
    return mean * math.exp(-width), mean * math.exp(width)


def _means(values: Floats, number: int, batch_s: int) -> Floats | None:
    """Return the means of the last `number` batches; None if a batch has no data."""
    batches = values[len(values) - number * batch_s :].reshape(number, batch_s)
    held = np.isfinite(batches)
    counts = held.sum(axis=1)
    if not counts.all():
        return None
    means: Floats = np.where(held, batches, 0.0).sum(axis=1) / counts
    return means


def _lag_1(means: Floats) -> float:
    """Return the lag-1 autocorrelation, at most 0.95; 0 if all means are equal."""
    distance = means - means.mean()
    squares = float(distance @ distance)
    if squares <= 1e-24 * len(means) * float(np.abs(means).max()) ** 2:
        return 0.0
    return min(float(distance[1:] @ distance[:-1]) / squares, 0.95)
