# SPDX-License-Identifier: Apache-2.0
"""Interval of a ratio of throughputs that is valid under continuous monitoring and soon narrow for a large ratio.

A live window checks the interval at every update and would, sooner or later, see an ordinary 95 % interval exclude 1 on
two equal systems. Each interval here is the narrower of two, on paired log ratios of batches of BATCH_S:

- *By the observed autocorrelation.* The confidence sequence for means of unknown variance with a Gaussian mixture over
  the effect size (Robbins 1970; Lai 1976; Howard, Ramdas, McAuliffe, Sekhon 2021, "Time-uniform, nonparametric,
  nonasymptotic confidence sequences"; Wang and Ramdas 2023, arXiv 2310.03722), its standard error widened as for a
  first-order autoregression. To allow for what short runs hide, the lag-1 coefficient is taken UNIT_ROOT / batches
  larger than estimated (an estimate nearer to 1 than that could be one of a random walk: Dickey and Fuller 1979, 5 %
  point of the coefficient's test with a mean), plus 1.5 standard errors. A swing hidden below the noise of short
  batches is visible in longer ones: the standard error is the largest among the LONGER_S with at least 6 batches.
- *Self-normalized.* The mean over the root mean square of the partial sums' distance from their straight line (Kiefer,
  Vogelsang, Bunzel 2000; Lobato 2001; Shao 2010, "A self-normalized approach to confidence interval construction in
  time series"). It estimates no autocorrelation at all, and transient swings cost it little.

A swing slower than the run so far is indistinguishable from a difference. It is bounded instead by the assumed size of
swings (SLOW_SWINGS): the larger a difference, the less of it can be a swing, and the less the standard error is
widened. Within the first minute, one period of the most common checkpoint, no interval is narrower than UNSEEN.

Where the mean log ratio and the ratio of totals differ (rare deep stalls on one side) the interval spans both, so that
it contains the ratio of totals, which readers can verify from the two throughputs shown.

The constants were found by simulation (docs/statistics.md): equal systems with AR(1) noise up to 0.98 per second.
"""

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BATCH_S = 5
LEAST_BATCHES = 6
LEVEL = 0.02
"""Probability that the interval misses the true ratio at any update of a run."""

UNIT_ROOT = 14.0
STANDARD_ERRORS = 1.5
LONGER_S = (10, 20, 30, 60, 120, 300, 600)
LONGER_BATCHES = 6

UNSEEN = math.log(1.5)
SLOW_SWINGS = ((45.0, UNSEEN), (14.0, math.log(2.75)))
"""Pairs of a factor (1 + r) / (1 - r) on the variance of the mean, and a log ratio. They cap the half-width of the
interval: at the half-width that the factor gives, or at the log ratio if it is larger."""

MOST_DEVIATIONS = 2.0
"""Upper limit of the standard error, in standard deviations of a batch."""

FIRST_S = 60

SELF_NORMALISED = (27.0, 1100.0)
"""Reach of the self-normalized interval, in multiples of the norm: the first value plus the second divided by the
number of batches."""

EFFECT_VARIANCE = 0.5
"""Variance of the Gaussian mixture over effect sizes (mean / standard deviation of one batch): narrow at 20 to 60
batches, and within 8 % of the narrowest up to 600."""

HALF_AN_ORDER = 0.5
"""Added to the orders of each batch so that an empty batch has a logarithm (Haldane 1956, Anscombe 1956)."""


class RatioIntervals(msgspec.Struct, frozen=True):
    """Interval after each whole batch, using only the seconds up to its end; logarithms of challenger / baseline.

    Each field has the shape (..., batches).

    Attributes:
        lower: The smaller of the mean log ratio and the logarithm of the ratio of totals.
        upper: The larger of the two.
        half: Reach of the interval beyond them; infinite before LEAST_BATCHES.
    """

    lower: Floats
    upper: Floats
    half: Floats


def ratio_intervals(baseline: Floats, challenger: Floats) -> RatioIntervals:
    """Return the interval after each batch of BATCH_S.

    Args:
        baseline: Shape (..., seconds), orders in each second of the run, finite and not negative.
        challenger: As `baseline`.
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
    with np.errstate(invalid="ignore"):  # infinite bounds of the first batches times zero variance
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
    """Return the bound that |t| of the first k batches exceeds at any k with probability `level` (shape of `batches`).

    Wang and Ramdas 2023, Gaussian mixture: with v = 1 + k·EFFECT_VARIANCE the test martingale is v^(-1/2) · [(1 +
    t²/(k-1)) / (1 + t²/((k-1) v))]^(k/2); it stays below 1 / level (Ville), solved here for t.
    """
    v = 1 + batches * EFFECT_VARIANCE
    edge = np.exp((np.log(v) - 2 * math.log(level)) / batches)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(edge < v, np.sqrt((batches - 1) * (edge - 1) / (1 - edge / v)), np.inf)


class _Series(msgspec.Struct, frozen=True):
    """Running statistics of the first k values for every k; each field has the shape (..., values).

    Attributes:
        norm: Root of sum((S_j - j/k·S_k)²) / k³ over the partial sums S_j, Lobato's and Shao's self-normalizer.
    """

    mean: Floats
    variance: Floats
    correlation: Floats
    norm: Floats

    @classmethod
    def of(cls, values: Floats) -> "_Series":
        k = np.arange(1.0, values.shape[-1] + 1)
        # Running sums of distances from the first value, so that large common offsets cost no precision.
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
    """Return (1 + r) / (1 - r): the factor by which the variance of the mean exceeds that of independent values.

    r is the coefficient of a first-order autoregression, taken STANDARD_ERRORS and unit_root / values larger than
    estimated from this many values.
    """
    estimate = np.clip(correlation, -0.99, 0.999)
    upper = estimate + unit_root / values + STANDARD_ERRORS * np.sqrt((1 - estimate**2) / values)
    upper = np.clip(upper, 0.0, 1 - 1e-9)
    return np.asarray((1 + upper) / (1 - upper), dtype=np.float64)


def _longer_variance_s(orders: Floats) -> Floats:
    """Return the largest variance of the mean of longer batches, times its seconds, at the end of each batch.

    `orders` contains whole batches of BATCH_S of the baseline and the challenger, shape (2, ..., batches).
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
    """Return the orders of each whole batch, shape (..., seconds // length)."""
    number = orders.shape[-1] // length
    return np.asarray(orders[..., : number * length].reshape(*orders.shape[:-1], number, length).sum(axis=-1))


def _log_ratio(orders: Floats) -> Floats:
    """Return the log ratio of batches of the baseline and the challenger, shape (2, ..., batches)."""
    log_orders = np.log(orders + HALF_AN_ORDER)
    return np.asarray(log_orders[1] - log_orders[0], dtype=np.float64)
