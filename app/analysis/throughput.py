# SPDX-License-Identifier: Apache-2.0
"""Throughput per second: its worst 10 seconds, which a cumulative average hides, and the DVD Store driver's average.

The driver's counter is the number of orders since it started, per minute of the time since then. Published figures are
its last value or its mean over a window; Outpace's are the orders of the window divided by its length. Both are shown
and labeled.
"""

import math
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray


class SeriesWindow(msgspec.Struct, frozen=True):
    """Mean of a series over from_s <= second < to_s, in seconds since the series began."""

    mean: float
    from_s: int
    to_s: int


def worst_window(
    values: NDArray[np.float64], worst: Literal["lowest", "highest"], seconds: int = 10
) -> SeriesWindow | None:
    """Return the first window of `seconds` values with the lowest (throughput) or highest (latency) mean.

    `values` has shape (n,), one value per second. Windows with a NaN are skipped; None if no window is left.
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
"""Seconds by which the counters' log began before the driver in the published timed runs with a window."""


def cumulative_per_minute(orders: Floats) -> Floats:
    """Return the driver's counter after each second since its start, shape (n,).

    `orders` has shape (n,), the orders completed in each second. The counter is NaN from a second without data on,
    because its orders are unknown.
    """
    return np.cumsum(orders) / np.arange(1, len(orders) + 1) * 60


def published_window(orders: Floats, from_s: int, to_s: int, *, log_lead_s: int = LOG_LEAD_S) -> float:
    """Return the mean of the cumulative counter over from_s <= second < to_s of a log that began before the driver.

    NaN if the window is not within the run. The log began `log_lead_s` before the driver.
    """
    begin, end = from_s - log_lead_s, to_s - log_lead_s
    if begin < 0 or end > len(orders) or begin >= end:
        return math.nan
    return float(cumulative_per_minute(orders)[begin:end].mean())


KEPT_UP = 0.95
"""Share of arrivals that a system must complete to keep up with them, apart from what chance may leave unfinished."""


def keeps_up(completed_per_s: float, arrivals_per_s: float, seconds: float) -> bool:
    """Return whether a system completes what arrives in an open loop, so that its own limit is unknown.

    Arrivals are a Poisson process, whose number in this time may well be two standard deviations below its mean.
    """
    arrived = arrivals_per_s * seconds
    return completed_per_s * seconds >= min(KEPT_UP * arrived, arrived - 2 * math.sqrt(arrived))


def interval_per_minute(orders: Floats, from_s: int, to_s: int) -> float:
    """Return the orders of from_s <= second < to_s per minute; NaN if a second is missing."""
    if from_s < 0 or to_s > len(orders) or from_s >= to_s:
        return math.nan
    return float(orders[from_s:to_s].sum()) * 60 / (to_s - from_s)
