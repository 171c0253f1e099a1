# SPDX-License-Identifier: Apache-2.0
"""When the driver, not the system, is what was measured. A pure rule (docs/statistics.md)."""

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
"""Of an upper bound: a machine with 2 cores at rest has 0.11 to 0.19, with six busy loops beside it 0.51 and more
(docs/statistics.md)."""
DELAY_SHARE_BESIDE = 0.5
"""Where the system under test works on the driver's own cores: who waits for one there waits for the system too."""
SHORTEST_NS = 500_000_000


class WorkerSecond(msgspec.Struct, frozen=True):
    """One whole frame of one worker. tick: as in `Frame`.

    share: of one core, 1.0 is all of it; without the calls of an engine embedded in the worker.
    wake_up_lag_s: p99 in that second; NaN is no data, or says nothing here.
    unused: the share of the outstanding I/Os' time in which they waited for the driver, between one and the next; NaN
    where users are no I/Os, or pause on purpose.
    delayed: the share of the latencies that may be the worker's own, since its threads could have run and waited for a
    core: an upper bound. NaN where the system does not tell, or where calls run in the worker itself.
    """

    target: int
    worker: int
    tick: int
    share: float
    wake_up_lag_s: float
    unused: float = nan
    delayed: float = nan


_Worker = tuple[int, int]
"""The number of its target, from 1, 0 where there is one; its own."""


def worker_second(target: int, before: Frame, frame: Frame, load: Load, *, in_depth: bool) -> WorkerSecond | None:
    """What a frame and the one before tell of their worker; None of a short last one.

    in_depth: one thread keeps the I/Os of all users under way. It hardly ever sleeps, so that an idle thread's wake-up
    lag, which alone is more than a tenth of a fast drive's latency, says nothing of it: what counts is whether the
    outstanding I/Os were there.
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
    # After an error an I/O pauses, and the time of the failed one counts as untimed.
    unused = grown("untimed_s") / (users * elapsed_ns / 1e9) if unbroken and not grown("errors") else nan
    return WorkerSecond(target, frame.worker, frame.tick, share, nan, unused, delayed)


def _delayed(grown: Callable[[str], float], load: Load, elapsed_s: float, *, in_depth: bool) -> float:
    """`WorkerSecond.delayed`.

    A call that ends while its thread waits for a core is taken late by at most that wait. One thread that keeps n I/Os
    under way adds to each of them at most all of its waiting, D in T seconds: to the sum of latencies, which is n T
    (Little's law), at most n D, so that the share is D / T; with less than one I/O under way on the mean D over the sum
    of latencies. Of users with a thread each the sum of their waits over the time of their orders in progress.
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
    system: str, seconds: Iterable[WorkerSecond], median_response_s: float, *, beside: bool = False
) -> DriverLimits | None:
    """Whether the driver limits `system` (its letter) over a window; None where it does not.

    seconds: all frames of all its workers in the window. The busiest worker's mean share counts, and the largest of
    the workers' median p99 wake-up lags, and of storage I/O the largest of their median unused shares: one bad second
    of a long window condemns nothing. Of what waiting for a core adds to latencies the worker's mean counts, as it is
    in the mean latency.
    median_response_s: the median response of whole orders in the window; NaN where there is none.
    beside: the system under test works on this machine's cores too.
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
    most_delayed = DELAY_SHARE_BESIDE if beside else DELAY_SHARE
    if delayed > most_delayed:
        target, worker = starved
        invalid_above = 0.0 if beside else DELAY_INVALID_SHARE
        late = StarvedWorker(
            target=target, worker=worker, share=delayed, limit=most_delayed, invalid_above=invalid_above
        )
        reasons.append(late)
    if not reasons:
        return None
    invalid = share > INVALID_SHARE or (delayed > DELAY_INVALID_SHARE and not beside)
    return DriverLimits(system=system, reasons=tuple(reasons), invalid=invalid)
