# SPDX-License-Identifier: Apache-2.0
"""Throughput second by second: its worst 10 seconds, which a cumulative average hides, and orders per minute as the DVD
Store driver prints them, a cumulative average.

The driver's counter is all orders since it started, divided by the time since then. Published figures are its last
value, or its mean over a window; ours are the window's own orders over its own length. Both are shown, labelled."""

import math
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray


class SeriesWindow(msgspec.Struct, frozen=True):
    """A stretch of a series: the mean of its values from_s <= second < to_s, seconds since the series began."""

    mean: float
    from_s: int
    to_s: int


def worst_window(
    values: NDArray[np.float64], worst: Literal["lowest", "highest"], seconds: int = 10
) -> SeriesWindow | None:
    """The window of `seconds` consecutive values with the lowest (throughput) or highest (latency) mean; the first one.

    values: shape (n,), one a second. A window with a NaN is no window; None where there is none.
    """
    if len(values) < seconds or seconds < 1:
        return None
    means = np.lib.stride_tricks.sliding_window_view(values, seconds).mean(axis=1)
    if not np.isfinite(means).any():
        return None
    start = int(np.nanargmin(means) if worst == "lowest" else np.nanargmax(means))
    return SeriesWindow(float(means[start]), start, start + seconds)


Floats = NDArray[np.float64]

LOG_LEAD_S = 10
"""In the published timed runs with a window, the log of the counters starts this long before the driver."""


def cumulative_per_minute(orders: Floats) -> Floats:
    """The driver's counter after each second since its start, shape (n,).

    orders: shape (n,), completed in each second. From a second without data on there is none: its orders are unknown.
    """
    return np.cumsum(orders) / np.arange(1, len(orders) + 1) * 60


def published_window(orders: Floats, from_s: int, to_s: int, *, log_lead_s: int = LOG_LEAD_S) -> float:
    """The mean of the cumulative counter in from_s <= second < to_s of a log that began `log_lead_s` before the driver.

    NaN where the window does not lie within the run.
    """
    begin, end = from_s - log_lead_s, to_s - log_lead_s
    if begin < 0 or end > len(orders) or begin >= end:
        return math.nan
    return float(cumulative_per_minute(orders)[begin:end].mean())


KEPT_UP = 0.95
"""A system keeps up with arrivals where it completes this share of them, or as many as chance may leave."""


def keeps_up(completed_per_s: float, arrivals_per_s: float, seconds: float) -> bool:
    """Return whether a system completes what arrives in an open loop: then its own limit is not known.

    Arrivals are a Poisson process, whose number in so many seconds may well lie two standard deviations below its mean.
    """
    arrived = arrivals_per_s * seconds
    return completed_per_s * seconds >= min(KEPT_UP * arrived, arrived - 2 * math.sqrt(arrived))


def interval_per_minute(orders: Floats, from_s: int, to_s: int) -> float:
    """The orders of from_s <= second < to_s over that time, a minute; NaN where a second of it is missing."""
    if from_s < 0 or to_s > len(orders) or from_s >= to_s:
        return math.nan
    return float(orders[from_s:to_s].sum()) * 60 / (to_s - from_s)
