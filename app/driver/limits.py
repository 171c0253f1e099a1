# SPDX-License-Identifier: Apache-2.0
"""Rule that decides whether the driver, not the system, was the bottleneck (docs/statistics.md)."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from math import nan
from statistics import fmean, median

import msgspec

from app.driver.load import Load
from app.driver.series import column
from app.driver.worker_messages import Frame
from app.model.events import BusyWorker, DriverLimits, IdleIos, LateWorker, LimitReason, StarvedWorker

WARN_SHARE = 0.7
INVALID_SHARE = 0.9
LAG_SHARE = 0.1
UNUSED_SHARE = 0.1
DELAY_SHARE = 0.25
DELAY_INVALID_SHARE = 0.4
"""Share of delay in latencies, an upper bound, above which a run is invalid.

A machine with 2 idle cores reaches 0.11 to 0.19; with six busy loops on them, 0.51 or more (docs/statistics.md).
"""
DELAY_SHARE_SHARED_CORES = 0.5
"""Warning limit that replaces DELAY_SHARE if the system under test shares the driver's cores, which adds waits."""
SHORTEST_NS = 500_000_000


class WorkerSecond(msgspec.Struct, frozen=True):
    """Figures of one worker over a full one-second frame.

    Attributes:
        tick: See `Frame`.
        share: CPU time as a share of one core, excluding calls to an embedded engine.
        wake_up_lag_s: 99th percentile in that second; NaN if there is no data or it is not meaningful.
        unused: Share of time in which I/O slots waited for the driver between two I/Os; NaN if users are not I/Os, or
            have think time.
        delayed: Upper bound of the share of latencies that is the worker's own wait for a core. NaN if the
            operating system does not report it, or if calls run in the worker itself.
    """

    target: int
    worker: int
    tick: int
    share: float
    wake_up_lag_s: float
    unused: float = nan
    delayed: float = nan


_Worker = tuple[int, int]
"""Number of the target, from 1, or 0 if it is the only one; and number of the worker."""


def worker_second(target: int, before: Frame, frame: Frame, load: Load, *, in_depth: bool) -> WorkerSecond | None:
    """Return a worker's figures from two consecutive frames, or None if the last one is short.

    One thread that drives the I/Os of all users hardly ever sleeps, so the wake-up lag of an idle thread, which alone
    is more than a tenth of a fast drive's latency, does not apply. Its limit is the share of unused I/O slots.

    Args:
        target: Number of the target.
        before: Previous frame.
        frame: Current frame.
        load: Load of the target.
        in_depth: Whether one thread drives the I/Os of all users.
    """
    elapsed_ns = frame.to_ns - frame.from_ns
    if elapsed_ns < SHORTEST_NS:
        return None

    def grown(name: str) -> float:
        return frame.readings[column(name)] - before.readings[column(name)]

    spent_s = grown("cpu_s") - (grown("call_cpu_s") if load.embedded else 0.0)
    share = max(spent_s, 0.0) / (elapsed_ns / 1e9)
    delayed = _delayed(grown, load, elapsed_ns / 1e9, in_depth=in_depth)
    if not in_depth:
        lag_s = frame.readings[column("wake_up_lag_s")]
        return WorkerSecond(target, frame.worker, frame.tick, share, lag_s, delayed=delayed)
    users = frame.readings[column("users_requested")]
    unbroken = load.loop == "closed" and load.think_time_s == 0 and users and not grown("users_requested")
    # Seconds with errors are skipped: the slot pauses after an error, and the failed I/O is recorded as untimed.
    unused = grown("untimed_s") / (users * elapsed_ns / 1e9) if unbroken and not grown("errors") else nan
    return WorkerSecond(target, frame.worker, frame.tick, share, nan, unused, delayed)


def _delayed(grown: Callable[[str], float], load: Load, elapsed_s: float, *, in_depth: bool) -> float:
    """Return `WorkerSecond.delayed`.

    A call that ends while its thread waits for a core is noticed late by at most that wait. A thread that keeps n I/Os
    in flight and waits for D out of T seconds delays each I/O by at most D. In total this is at most n D out of the sum
    of latencies, which is n T (Little's law), so that the share is D / T. With less than one I/O in flight on average,
    it is D over the sum of latencies. For users with a thread each, it is the sum of their waits over the time of their
    orders in progress.
    """
    if load.embedded:
        return nan
    waited_s = grown("response_s")
    if in_depth:
        waited_s = min(waited_s, elapsed_s) if load.loop == "open" or load.think_time_s else elapsed_s
    else:
        waited_s = max(grown("in_progress_s"), waited_s)
    return min(grown("run_delay_s") / waited_s, 1.0) if waited_s > 0 else nan


def driver_limit(
    system: str, seconds: Iterable[WorkerSecond], median_response_s: float, *, shares_cores: bool = False
) -> DriverLimits | None:
    """Return how the driver limits a system over a window, or None if it does not.

    The criteria are the busiest worker's mean share; the largest of the workers' median p99 wake-up lags; for storage
    I/O, the largest of their median unused shares, as one bad second of a long window proves nothing; and the worker's
    mean delay, as it is part of the mean latency, with another limit if the system under test uses this machine's cores
    too.

    Args:
        system: Letter of the system.
        seconds: All frames of all its workers in the window.
        median_response_s: Median response of whole orders in the window; NaN if there are none.
        shares_cores: Whether the system under test uses this machine's cores too.
    """
    shares: defaultdict[_Worker, list[float]] = defaultdict(list)
    lags: defaultdict[_Worker, list[float]] = defaultdict(list)
    gaps: defaultdict[_Worker, list[float]] = defaultdict(list)
    delays: defaultdict[_Worker, list[float]] = defaultdict(list)
    seconds = list(seconds)
    several = len({second.target for second in seconds}) > 1
    for second in seconds:
        name = second.target + 1 if several else 0, second.worker
        shares[name].append(second.share)
        if second.wake_up_lag_s >= 0:
            lags[name].append(second.wake_up_lag_s)
        if second.unused >= 0:
            gaps[name].append(second.unused)
        if second.delayed >= 0:
            delays[name].append(second.delayed)
    nobody: _Worker = (0, 0)
    share, busiest = max(((fmean(values), name) for name, values in shares.items()), default=(0.0, nobody))
    unused, slowest = max(((median(values), name) for name, values in gaps.items()), default=(0.0, nobody))
    delayed, starved = max(((fmean(values), name) for name, values in delays.items()), default=(0.0, nobody))
    lag_s, latest = max(((median(values), name) for name, values in lags.items()), default=(0.0, nobody))
    reasons: list[LimitReason] = []
    if share > WARN_SHARE:
        target, worker = busiest
        busy = BusyWorker(target=target, worker=worker, share=share, limit=WARN_SHARE, invalid_above=INVALID_SHARE)
        reasons.append(busy)
    if lag_s > LAG_SHARE * median_response_s:
        target, worker = latest
        lag_ms, response_ms = lag_s * 1e3, median_response_s * 1e3
        reasons.append(LateWorker(target=target, worker=worker, lag_ms=lag_ms, response_ms=response_ms))
    if unused > UNUSED_SHARE:
        target, worker = slowest
        reasons.append(IdleIos(target=target, worker=worker, share=unused, limit=UNUSED_SHARE))
    most_delayed = DELAY_SHARE_SHARED_CORES if shares_cores else DELAY_SHARE
    if delayed > most_delayed:
        target, worker = starved
        invalid_above = 0.0 if shares_cores else DELAY_INVALID_SHARE
        late = StarvedWorker(
            target=target, worker=worker, share=delayed, limit=most_delayed, invalid_above=invalid_above
        )
        reasons.append(late)
    if not reasons:
        return None
    invalid = share > INVALID_SHARE or (delayed > DELAY_INVALID_SHARE and not shares_cores)
    return DriverLimits(system=system, reasons=tuple(reasons), invalid=invalid)
