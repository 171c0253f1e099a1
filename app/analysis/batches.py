"""Batch means: an interval for the mean of one run, whose seconds are not independent of each other.

The series is cut into equal batches so long that their means are nearly independent; Student's t on the batch means
gives the interval (Conway 1963; Schmeiser 1982, "Batch size effects in the analysis of simulation output", who finds
10 to 30 batches enough). It says how well this run's mean is known. It says nothing of how far the next run would lie:
that takes repeats (comparing.py).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.analysis.student import t_quantile

Floats = NDArray[np.float64]

NUMBERS = (30, 20, 15, 10)
"""The numbers of batches tried, the shortest batches first."""
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class BatchMeans:
    """mean: of all values that hold data. low, high: its 95 % interval; NaN where there are fewer than 10 batches.

    batches of batch_s seconds. autocorrelation: of neighbouring batch means (lag 1). independent: False where even 10
    batches are correlated beyond chance: the interval is widened for it and may still be too narrow.
    """

    mean: float
    low: float
    high: float
    batches: int
    batch_s: int
    autocorrelation: float
    independent: bool


def batch_means(values: Floats, *, confidence: float = CONFIDENCE) -> BatchMeans:
    """The mean of a per-second series and its interval.

    values: shape (n,), NaN is no data. Seconds that fill no batch are left out of the interval at the beginning.
    The most batches are taken whose lag-1 autocorrelation is within chance: below 1.645 / √batches, the one-sided 5 %
    limit for independent values. A positive one widens the standard error as for a first-order autoregression.
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
    return BatchMeans(
        mean, mean - half, mean + half, number, batch_s, correlation, correlation < 1.645 / math.sqrt(number)
    )


def _means(values: Floats, number: int, batch_s: int) -> Floats | None:
    """The means of the last `number` batches; None where a batch holds no data."""
    batches = values[len(values) - number * batch_s :].reshape(number, batch_s)
    held = np.isfinite(batches)
    counts = held.sum(axis=1)
    if not counts.all():
        return None
    means: Floats = np.where(held, batches, 0.0).sum(axis=1) / counts
    return means


def _lag_1(means: Floats) -> float:
    """Lag-1 autocorrelation, at most 0.95; 0 where all means are the same."""
    distance = means - means.mean()
    squares = float(distance @ distance)
    if squares <= 1e-24 * len(means) * float(np.abs(means).max()) ** 2:
        return 0.0
    return min(float(distance[1:] @ distance[:-1]) / squares, 0.95)
