"""The interval of a ratio of two throughputs that stays valid while somebody keeps looking.

A live window looks at the interval at every update and would, sooner or later, see an ordinary 95 % interval exclude 1
on two equal systems. A confidence sequence (Robbins 1970, "Statistical methods related to the law of the iterated
logarithm"; Howard, Ramdas, McAuliffe, Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence sequences")
covers the truth at all times together with the stated probability. Ours is the one for means of unknown variance with
a Gaussian mixture over the effect size (Lai 1976, "On confidence sequences"; Wang and Ramdas 2023, "Anytime-valid
t-tests and confidence sequences for Gaussian means with unknown variance", arXiv 2310.03722), on paired log ratios of
batch means. What that theory takes for granted and a run of a database does not give is handled so:

- The length of a batch is read from the data: each of the LENGTHS_S has its own sequence at LEVEL / len(LENGTHS_S), so
  the interval holds whichever is chosen (union bound).
- Batches are never quite independent: the standard error is widened as for a first-order autoregression whose lag-1
  coefficient is the estimated one plus one standard error of that estimate.
- A slow swing hides from short batches: the standard error is the largest one that the chosen length or any longer one
  with at least 6 batches shows. A swing slower than the run so far can't be told from a difference by anybody.
- Two systems whose mean log ratio and ratio of totals differ (rare deep stalls on one side): the interval spans both,
  so that the ratio of totals, which everybody can check against the two throughputs beside it, lies inside.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEVEL = 0.05
"""The probability that the interval ever, at any update of a run, misses the true ratio."""

LENGTHS_S = (3, 5, 10, 15, 20, 30, 60, 120, 300, 600)
"""The batch lengths tried, seconds. Not below 3: 20 batches then span 60 s, one period of the commonest checkpoint."""

MINIMUM_BATCHES = 20
EVIDENCE_BATCHES = 6
MAXIMUM_AUTOCORRELATION = 0.1

EFFECT_VARIANCE = 0.5
"""Variance of the Gaussian mixture over effect sizes (mean / standard deviation of one batch): narrow at 20 to 60
batches, and within 8 % of the narrowest up to 600."""

HALF_AN_ORDER = 0.5
"""Added to the orders of each batch so that a batch without any has a logarithm (Haldane 1956, Anscombe 1956)."""


@dataclass(frozen=True, slots=True)
class RatioIntervals:
    """For each number of seconds asked, from the batches complete by then; shape (n,) each.

    low, high: of the ratio challenger / baseline; NaN where no length has enough batches, or all are too correlated.
    batches, batch_s: the chosen length; 0 where none.
    minimum_s: seconds at which the next length gets its 20th batch: the earliest time for a statement; 0 where chosen.
    """

    low: Floats
    high: Floats
    batches: NDArray[np.int64]
    batch_s: NDArray[np.int64]
    minimum_s: NDArray[np.int64]


def ratio_intervals(baseline: Floats, challenger: Floats, seconds: NDArray[np.int64]) -> RatioIntervals:
    """The interval after each of `seconds` (shape (n,), 1 to the length of the run), from the values up to it alone.

    baseline, challenger: shape (length,), orders in each second of the run, finite and not negative.
    """
    totals = _log_ratio_of_totals(baseline, challenger, seconds)
    low, high = np.full(seconds.shape, np.nan), np.full(seconds.shape, np.nan)
    batch_s, minimum_s = np.zeros(seconds.shape, np.int64), np.zeros(seconds.shape, np.int64)
    variance = np.zeros(seconds.shape)
    for length in reversed(LENGTHS_S):  # the shortest that passes comes last and stands
        minimum_s[seconds < length * MINIMUM_BATCHES] = length * MINIMUM_BATCHES
        if seconds.max(initial=0) < length * EVIDENCE_BATCHES:
            continue
        batch = _Batches.of(baseline, challenger, length)
        index = np.maximum(seconds // length, 1) - 1
        seen = np.where(seconds >= length * EVIDENCE_BATCHES, batch.variance_s[index], 0.0)
        variance = np.maximum(variance, seen)
        chosen = batch.independent[index]
        bound = np.where(chosen, batch.bound[index], 0.0)
        half = bound * np.sqrt(variance / ((index + 1) * length))
        mean = batch.mean[index]
        low = np.where(chosen, np.minimum(mean, totals) - half, low)
        high = np.where(chosen, np.maximum(mean, totals) + half, high)
        batch_s[chosen] = length
    batches = seconds // np.maximum(batch_s, 1) * (batch_s > 0)
    minimum_s[batch_s > 0] = 0
    return RatioIntervals(np.exp(low), np.exp(high), batches, batch_s, minimum_s)


def anytime_t(batches: Floats, level: float) -> Floats:
    """The bound that |t| of the first k batches exceeds at any k with probability `level` (shape as `batches`, k).

    Wang and Ramdas 2023, Gaussian mixture: with v = 1 + k·EFFECT_VARIANCE the test martingale is
    v^(-1/2) · [(1 + t²/(k-1)) / (1 + t²/((k-1) v))]^(k/2); it stays below 1 / level (Ville), solved here for t.
    """
    v = 1 + batches * EFFECT_VARIANCE
    edge = np.exp((np.log(v) - 2 * math.log(level)) / batches)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(edge < v, np.sqrt((batches - 1) * (edge - 1) / (1 - edge / v)), np.inf)


@dataclass(frozen=True, slots=True)
class _Batches:
    """What the first k batches of one length show, for every k; shape (batches,) each.

    mean: of the paired log ratios. variance_s: the variance of that mean times the seconds it is made of, widened for
    autocorrelation. independent: this length may be used. bound: of |t|, at this length's share of LEVEL.
    """

    mean: Floats
    variance_s: Floats
    independent: NDArray[np.bool_]
    bound: Floats

    @classmethod
    def of(cls, baseline: Floats, challenger: Floats, length: int) -> "_Batches":
        number = len(baseline) // length
        orders = np.stack((baseline, challenger))[:, : number * length].reshape(2, number, length).sum(axis=2)
        log_orders = np.log(orders + HALF_AN_ORDER)
        ratio = log_orders[1] - log_orders[0]
        k = np.arange(1.0, number + 1)
        # Running sums of distances from the first batch: large common offsets cost no digits.
        distance = ratio - ratio[0]
        total = np.cumsum(distance)
        mean = total / k
        squares = np.maximum(np.cumsum(distance**2) - total * mean, 0.0)
        products = np.concatenate(((0.0,), np.cumsum(distance[1:] * distance[:-1])))
        lagged = products - mean * (2 * total - distance) + (k - 1) * mean**2
        correlation = np.divide(lagged, squares, out=np.zeros_like(k), where=squares > 1e-18 * k)
        upper = np.clip(correlation + 1 / np.sqrt(k), 0.0, 0.95)
        return cls(
            mean=mean + ratio[0],
            variance_s=squares / np.maximum(k - 1, 1) * length * (1 + upper) / (1 - upper),
            independent=_independent(correlation),
            bound=anytime_t(k, LEVEL / len(LENGTHS_S)),
        )


def _independent(correlation: Floats) -> NDArray[np.bool_]:
    """Where a length may be used, shape (batches,): from the first time its lag-1 autocorrelation is below 0.1.

    It is given up when the autocorrelation is above 0.1 by more than one standard error of its estimate, 1/sqrt(k):
    without this an estimate that hovers about 0.1 would switch the words on and off.
    """
    k = np.arange(1, len(correlation) + 1)
    taken = (correlation < MAXIMUM_AUTOCORRELATION) & (k >= MINIMUM_BATCHES)
    given_up = correlation > MAXIMUM_AUTOCORRELATION + 1 / np.sqrt(k)
    last_taken = np.maximum.accumulate(np.where(taken, k, 0))
    last_given_up = np.maximum.accumulate(np.where(given_up, k, 0))
    return np.asarray((last_taken > 0) & (last_taken > last_given_up), dtype=np.bool_)


def _log_ratio_of_totals(baseline: Floats, challenger: Floats, seconds: NDArray[np.int64]) -> Floats:
    """The logarithm of total orders / total orders after each of `seconds`; half an order for none at all."""
    total = np.maximum(np.cumsum(np.stack((baseline, challenger)), axis=1), HALF_AN_ORDER)[:, seconds - 1]
    return np.asarray(np.log(total[1] / total[0]), dtype=np.float64)
