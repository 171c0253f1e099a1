# SPDX-License-Identifier: Apache-2.0
"""The interval of a ratio of two throughputs that holds while somebody keeps looking, and soon for a large ratio.

A live window looks at the interval at every update and would, sooner or later, see an ordinary 95 % interval exclude 1
on two equal systems. Each interval here is the narrower one of two, on paired log ratios of batches of BATCH_S:

- *By the autocorrelation that is seen.* The confidence sequence for means of unknown variance with a Gaussian mixture
  over the effect size (Robbins 1970; Lai 1976; Howard, Ramdas, McAuliffe, Sekhon 2021, "Time-uniform, nonparametric,
  nonasymptotic confidence sequences"; Wang and Ramdas 2023, arXiv 2310.03722), its standard error widened as for a
  first-order autoregression. What short runs hide is allowed for: the lag-1 coefficient is taken UNIT_ROOT / batches
  larger than it looks (an estimate nearer to 1 than that could be one of a random walk: Dickey and Fuller 1979, 5 %
  point of the coefficient's test with a mean), plus 1.5 standard errors. A swing that hides below the noise of short
  batches shows in longer ones: the standard error is the largest that any of the LONGER_S with at least 6 batches show.
- *Self-normalised.* The mean over the root mean square of the partial sums' distance from their straight line
  (Kiefer, Vogelsang, Bunzel 2000; Lobato 2001; Shao 2010, "A self-normalized approach to confidence interval
  construction in time series"). It estimates no autocorrelation at all, and swings that come and go cost it little.

A swing slower than the run so far can't be told from a difference by anybody. It is bounded instead, by what swings are
believed to reach (SLOW_SWINGS): the larger a difference, the less of it can be a swing, and the less the standard error
is widened. Within the first minute, one period of the commonest checkpoint, no interval is narrower than UNSEEN.

Where the mean log ratio and the ratio of totals differ (rare deep stalls on one side) the interval spans both, so that
the ratio of totals, which everybody can check against the two throughputs beside it, lies inside.

The constants were found by simulation (docs/statistics.md): equal systems with AR(1) noise up to 0.98 a second.
"""

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BATCH_S = 5
LEAST_BATCHES = 6
LEVEL = 0.02
"""The probability that the first interval ever, at any update of a run, misses the true ratio."""

UNIT_ROOT = 14.0
STANDARD_ERRORS = 1.5
LONGER_S = (10, 20, 30, 60, 120, 300, 600)
LONGER_BATCHES = 6

UNSEEN = math.log(1.5)
SLOW_SWINGS = ((45.0, UNSEEN), (14.0, math.log(2.75)))
"""The largest factor (1 + r) / (1 - r) on the variance of the mean that a difference has to pass, if it is above so
much."""

MOST_DEVIATIONS = 2.0
"""The standard error is never taken larger than so many standard deviations of a batch."""

FIRST_S = 60

SELF_NORMALISED = (27.0, 1100.0)
"""The self-normalised interval: so many times the norm, and so many more over the number of batches."""

EFFECT_VARIANCE = 0.5
"""Variance of the Gaussian mixture over effect sizes (mean / standard deviation of one batch): narrow at 20 to 60
batches, and within 8 % of the narrowest up to 600."""

HALF_AN_ORDER = 0.5
"""Added to the orders of each batch so that a batch without any has a logarithm (Haldane 1956, Anscombe 1956)."""


class RatioIntervals(msgspec.Struct, frozen=True):
    """After each whole batch, from the seconds up to its end alone; logarithms of challenger / baseline.

    lower, upper: the smaller and the larger of the mean log ratio and the logarithm of the ratio of totals. half: what
    the interval reaches beyond them; infinite before LEAST_BATCHES. Shape (..., batches) each.
    """

    lower: Floats
    upper: Floats
    half: Floats


def ratio_intervals(baseline: Floats, challenger: Floats) -> RatioIntervals:
    """The interval after each batch of BATCH_S.

    baseline, challenger: shape (..., seconds), orders in each second of the run, finite and not negative.
    """
    orders = _batches(np.stack((baseline, challenger)), BATCH_S)
    totals = np.log(np.maximum(np.cumsum(orders, axis=-1), HALF_AN_ORDER))
    series = _Series.of(_log_ratio(orders))
    difference = totals[1] - totals[0]
    batches = np.arange(1.0, orders.shape[-1] + 1)
    seconds = batches * BATCH_S
    longer = _longer_variance_s(orders)
    bound = anytime_t(batches, LEVEL)

    widening = _widening(series.correlation, batches, UNIT_ROOT)

    def seen_half(most: Floats | float) -> Floats:
        variance_s = np.maximum(series.variance * np.minimum(widening, most) * BATCH_S, longer)
        return np.asarray(bound * np.sqrt(variance_s / seconds), dtype=np.float64)

    fixed, falling = SELF_NORMALISED
    with np.errstate(invalid="ignore"):  # infinite bounds of the first batches, times no variance
        seen = seen_half(MOST_DEVIATIONS**2 * batches)
        for most, reached in SLOW_SWINGS:
            seen = np.minimum(seen, np.maximum(seen_half(most), reached))
        half = np.minimum(seen, (fixed + falling / batches) * series.norm)
        half = np.where(seconds < FIRST_S, np.maximum(half, UNSEEN), half)
    return RatioIntervals(
        lower=np.minimum(series.mean, difference),
        upper=np.maximum(series.mean, difference),
        half=np.where(batches >= LEAST_BATCHES, half, np.inf),
    )


def anytime_t(batches: Floats, level: float) -> Floats:
    """The bound that |t| of the first k batches exceeds at any k with probability `level` (shape as `batches`, k).

    Wang and Ramdas 2023, Gaussian mixture: with v = 1 + k·EFFECT_VARIANCE the test martingale is
    v^(-1/2) · [(1 + t²/(k-1)) / (1 + t²/((k-1) v))]^(k/2); it stays below 1 / level (Ville), solved here for t.
    """
    v = 1 + batches * EFFECT_VARIANCE
    edge = np.exp((np.log(v) - 2 * math.log(level)) / batches)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(edge < v, np.sqrt((batches - 1) * (edge - 1) / (1 - edge / v)), np.inf)


class _Series(msgspec.Struct, frozen=True):
    """What the first k values show, for every k; shape (..., values) each.

    norm: the root of sum((S_j - j/k·S_k)²) / k³ over the partial sums S_j, Lobato's and Shao's self-normaliser.
    """

    mean: Floats
    variance: Floats
    correlation: Floats
    norm: Floats

    @classmethod
    def of(cls, values: Floats) -> "_Series":
        k = np.arange(1.0, values.shape[-1] + 1)
        # Running sums of distances from the first value: large common offsets cost no digits.
        distance = values - values[..., :1]
        total = np.cumsum(distance, axis=-1)
        mean = total / k
        squares = np.maximum(np.cumsum(distance**2, axis=-1) - total * mean, 0.0)
        products = np.zeros_like(distance)
        products[..., 1:] = np.cumsum(distance[..., 1:] * distance[..., :-1], axis=-1)
        lagged = products - mean * (2 * total - distance) + (k - 1) * mean**2
        bridge = np.cumsum(total**2, axis=-1) - 2 * mean * np.cumsum(k * total, axis=-1) + mean**2 * np.cumsum(k**2)
        return cls(
            mean=mean + values[..., :1],
            variance=squares / np.maximum(k - 1, 1),
            correlation=np.divide(lagged, squares, out=np.zeros_like(squares), where=squares > 1e-18 * k),
            norm=np.sqrt(np.maximum(bridge, 0.0) / k**3),
        )


def _widening(correlation: Floats, values: Floats, unit_root: float) -> Floats:
    """(1 + r) / (1 - r): how many times larger the variance of the mean is than of independent values.

    r: the coefficient of a first-order autoregression, taken STANDARD_ERRORS and unit_root / values larger than
    estimated from so many values.
    """
    estimate = np.clip(correlation, -0.99, 0.999)
    upper = estimate + unit_root / values + STANDARD_ERRORS * np.sqrt((1 - estimate**2) / values)
    upper = np.clip(upper, 0.0, 1 - 1e-9)
    return np.asarray((1 + upper) / (1 - upper), dtype=np.float64)


def _longer_variance_s(orders: Floats) -> Floats:
    """The largest variance of the mean, times the seconds it is of, that longer batches show by the end of each batch.

    orders: of whole batches of BATCH_S of the baseline and the challenger, shape (2, ..., batches).
    """
    largest = np.zeros(orders.shape[1:])
    for length in LONGER_S:
        together = length // BATCH_S
        enough = together * LONGER_BATCHES
        if enough > orders.shape[-1]:
            break
        series = _Series.of(_log_ratio(_batches(orders, together)))
        batches = np.arange(1.0, series.mean.shape[-1] + 1)
        widening = np.minimum(_widening(series.correlation, batches, 0.0), MOST_DEVIATIONS**2 * batches)
        whole = np.arange(enough, orders.shape[-1] + 1) // together
        shown = (series.variance * widening * length)[..., whole - 1]
        largest[..., enough - 1 :] = np.maximum(largest[..., enough - 1 :], shown)
    return largest


def _batches(orders: Floats, length: int) -> Floats:
    """The orders of each whole batch, shape (..., seconds // length)."""
    number = orders.shape[-1] // length
    return np.asarray(orders[..., : number * length].reshape(*orders.shape[:-1], number, length).sum(axis=-1))


def _log_ratio(orders: Floats) -> Floats:
    """Of batches of the baseline and the challenger, shape (2, ..., batches)."""
    log_orders = np.log(orders + HALF_AN_ORDER)
    return np.asarray(log_orders[1] - log_orders[0], dtype=np.float64)
