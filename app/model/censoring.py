# SPDX-License-Identifier: Apache-2.0
"""Calls that were still under way when a window ended: how long they will take nobody knows yet, only that it is longer
than they have waited. Such observations are called censored (docs/statistics.md). Pure functions."""

from collections.abc import Mapping, Sequence
from math import ceil, inf, nan

import msgspec

from app.model.histogram import Histogram

BEYOND_S = 1.0
"""A call under way is censored where it is older than the window's 99th percentile and this: any window ends with
calls under way, and those that are no older than usual change nothing."""
MOVED = 0.02
"""A figure could change where it would be higher by more than this: a histogram's buckets lie 1.1 % apart."""
HELD_UP_SHARE = 0.5
HELD_UP_S = 10.0
"""A user whose call is older than this share of the window at its end, and than this, was lost to the load."""
PERCENTS: Mapping[str, float] = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0}


class Censored(msgspec.Struct, frozen=True):
    """count: calls; oldest_s: the age of the oldest, NaN where there is none.

    at_least: the figures of the ended calls that these could change ("mean", "p95", "max"): the true one is not below.
    Of the mean it is known by the ages alone.
    """

    count: int = 0
    oldest_s: float = nan
    at_least: tuple[str, ...] = ()

    @property
    def in_results(self) -> list[str]:
        """Those of the figures that results have."""
        return [name for name in self.at_least if name != "p90"]


NONE = Censored()


def censored(ended: Histogram, ages_s: Sequence[float]) -> Censored:
    """ended: the latencies of a window. ages_s: how long the calls under way at its end have been so, seconds."""
    if not ages_s:
        return NONE
    limit_s = BEYOND_S + (ended.percentile_ns(99) / 1e9 if ended.count else 0.0)
    old = [age_s for age_s in ages_s if age_s > limit_s]
    if not old:
        return NONE
    if not ended.count:
        return Censored(len(old), max(old), ("mean", *PERCENTS, "max"))
    names = [name for name, percent in PERCENTS.items() if could_rise(ended, percent, len(old))]
    mean_s = ended.mean_ns / 1e9
    if (ended.sum_ns / 1e9 + sum(old)) / (ended.count + len(old)) > (1 + MOVED) * mean_s:
        names.insert(0, "mean")
    return Censored(len(old), max(old), (*names, "max"))


def could_reach_s(ended: Histogram, ages_s: Sequence[float], figure: str) -> float:
    """Return the largest value that a figure ("mean", "p95") may have once the open calls have ended, seconds.

    Only calls older than usual count, as in `censored`. A percentile is that of the ended calls and so many more, all
    of them longer than any: the bound is exact, and infinite where it may be one of the open calls. A mean has no
    bound, as a call may stay open for ever; each open call is taken to last as long again as it has lasted. Of calls
    that are found open at some moment, what is left is distributed as their age (Cox, Renewal Theory, 1962, chapter 5).
    """
    late = censored(ended, ages_s)
    if figure == "mean":
        old = sorted(ages_s, reverse=True)[: late.count]
        calls = ended.count + late.count
        return (ended.sum_ns / 1e9 + 2 * sum(old)) / calls if calls else nan
    rank = ceil(PERCENTS[figure] / 100 * (ended.count + late.count) - 1e-9)
    return ended.percentile_ns(100 * rank / ended.count) / 1e9 if 0 < rank <= ended.count else inf


def held_up(ages_s: Sequence[float], window_s: float) -> int:
    """How many of the calls under way at the end of a window of so many seconds took most of it."""
    return sum(age_s > max(HELD_UP_SHARE * window_s, HELD_UP_S) for age_s in ages_s)


def could_rise(ended: Histogram, percent: float, more: int) -> bool:
    """Whether a percentile of latencies would be another one with so many more, all of them longer than it."""
    if not ended.count:
        return more > 0
    rank = ceil(percent / 100 * (ended.count + more) - 1e-9)
    if rank > ended.count:
        return True
    before_ns, after_ns = ended.percentiles_ns((percent, 100 * rank / ended.count))
    return after_ns > (1 + MOVED) * before_ns
