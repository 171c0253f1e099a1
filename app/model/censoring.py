# SPDX-License-Identifier: Apache-2.0
"""Censored calls, which were in flight when a window ended, so that only a lower bound of their latency is known.

See docs/statistics.md. Pure functions.
"""

from collections.abc import Mapping, Sequence
from math import ceil, inf, nan

import msgspec

from app.model.histogram import Histogram

BEYOND_S = 1.0
"""Seconds. A call in flight is censored if its age exceeds the window's 99th percentile by more than this: calls of
ordinary age are in flight at the end of any window and have no effect."""
MOVED = 0.02
"""Minimum relative change that counts as a change of a figure; a histogram's buckets are 1.1 % apart."""
HELD_UP_SHARE = 0.5
HELD_UP_S = 10.0
"""A user is held up if its call is, at the window's end, older than this many seconds and than HELD_UP_SHARE of the
window."""
PERCENTS: Mapping[str, float] = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0}


class Censored(msgspec.Struct, frozen=True):
    """Censored calls of a window.

    Attributes:
        count: Number of calls.
        oldest_s: Age of the oldest call; NaN if absent.
        at_least: Figures of the completed calls that these could raise ("mean", "p95", "max"), and that are therefore
            lower bounds. For the mean, the ages alone show it.
    """

    count: int = 0
    oldest_s: float = nan
    at_least: tuple[str, ...] = ()

    @property
    def in_results(self) -> list[str]:
        """Subset of the figures that results contain."""
        return [name for name in self.at_least if name != "p90"]


NONE = Censored()


def censored(ended: Histogram, ages_s: Sequence[float]) -> Censored:
    """Return the censored calls of a window.

    Args:
        ended: Latencies of the completed calls.
        ages_s: Ages of the calls in flight at its end, seconds.
    """
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

    Only calls older than usual count, as in `censored`. A percentile is computed with the open calls ranked above all
    completed ones: the bound is exact, and infinite where the percentile may be one of the open calls. A mean has no
    bound, because a call may stay open forever; each open call is assumed to last twice its age. For calls found open
    at a random time, the remaining time has the same distribution as their age (Cox, Renewal Theory, 1962, chapter 5).
    """
    late = censored(ended, ages_s)
    if figure == "mean":
        old = sorted(ages_s, reverse=True)[: late.count]
        calls = ended.count + late.count
        return (ended.sum_ns / 1e9 + 2 * sum(old)) / calls if calls else nan
    rank = ceil(PERCENTS[figure] / 100 * (ended.count + late.count) - 1e-9)
    return ended.percentile_ns(100 * rank / ended.count) / 1e9 if 0 < rank <= ended.count else inf


def held_up(ages_s: Sequence[float], window_s: float) -> int:
    """Return how many of the calls in flight at the end of a window took up most of it."""
    return sum(age_s > max(HELD_UP_SHARE * window_s, HELD_UP_S) for age_s in ages_s)


def could_rise(ended: Histogram, percent: float, more: int) -> bool:
    """Return whether a percentile would change if `more` calls, all longer than it, were added."""
    if not ended.count:
        return more > 0
    rank = ceil(percent / 100 * (ended.count + more) - 1e-9)
    if rank > ended.count:
        return True
    before_ns, after_ns = ended.percentiles_ns((percent, 100 * rank / ended.count))
    return after_ns > (1 + MOVED) * before_ns
