"""When the driver, not the system, is what was measured. A pure rule (docs/statistics.md)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import nan
from statistics import fmean, median

from app.driver.load import Load
from app.driver.series import column
from app.driver.worker_messages import Frame
from app.model.events import BusyWorker, DriverLimits, IdleIos, LateWorker, LimitReason

WARN_SHARE = 0.7
INVALID_SHARE = 0.9
LAG_SHARE = 0.1
UNUSED_SHARE = 0.1
SHORTEST_NS = 500_000_000


@dataclass(frozen=True, slots=True)
class WorkerSecond:
    """One whole frame of one worker. tick: as in `Frame`.

    share: of one core, 1.0 is all of it; without the calls of an engine embedded in the worker.
    wake_up_lag_s: p99 in that second; NaN is no data, or says nothing here.
    unused: the share of the outstanding I/Os' time in which they waited for the driver, between one and the next; NaN
    where users are no I/Os, or pause on purpose.
    """

    target: int
    worker: int
    tick: int
    share: float
    wake_up_lag_s: float
    unused: float = nan


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
    if not in_depth:
        return WorkerSecond(target, frame.worker, frame.tick, share, frame.readings[column("wake_up_lag_s")])
    users = frame.readings[column("users_requested")]
    unbroken = load.loop == "closed" and load.think_time_s == 0 and users and not grown("users_requested")
    # After an error an I/O pauses, and the time of the failed one counts as untimed.
    unused = grown("untimed_s") / (users * elapsed_ns / 1e9) if unbroken and not grown("errors") else nan
    return WorkerSecond(target, frame.worker, frame.tick, share, nan, unused)


def driver_limit(system: str, seconds: Iterable[WorkerSecond], median_response_s: float) -> DriverLimits | None:
    """Whether the driver limits `system` (its letter) over a window; None where it does not.

    seconds: all frames of all its workers in the window. The busiest worker's mean share counts, and the largest of
    the workers' median p99 wake-up lags, and of storage I/O the largest of their median unused shares: one bad second
    of a long window condemns nothing.
    median_response_s: the median response of whole orders in the window; NaN where there is none.
    """
    shares: defaultdict[_Worker, list[float]] = defaultdict(list)
    lags: defaultdict[_Worker, list[float]] = defaultdict(list)
    gaps: defaultdict[_Worker, list[float]] = defaultdict(list)
    seconds = list(seconds)
    several = len({second.target for second in seconds}) > 1
    for second in seconds:
        name = second.target + 1 if several else 0, second.worker
        shares[name].append(second.share)
        if second.wake_up_lag_s >= 0:
            lags[name].append(second.wake_up_lag_s)
        if second.unused >= 0:
            gaps[name].append(second.unused)
    nobody: _Worker = (0, 0)
    share, busiest = max(((fmean(values), name) for name, values in shares.items()), default=(0.0, nobody))
    unused, slowest = max(((median(values), name) for name, values in gaps.items()), default=(0.0, nobody))
    lag_s, latest = max(((median(values), name) for name, values in lags.items()), default=(0.0, nobody))
    reasons: list[LimitReason] = []
    if share > WARN_SHARE:
        target, worker = busiest
        reasons.append(BusyWorker(target=target, worker=worker, share=share, limit=WARN_SHARE))
    if lag_s > LAG_SHARE * median_response_s:
        target, worker = latest
        lag_ms, response_ms = lag_s * 1e3, median_response_s * 1e3
        reasons.append(LateWorker(target=target, worker=worker, lag_ms=lag_ms, response_ms=response_ms))
    if unused > UNUSED_SHARE:
        target, worker = slowest
        reasons.append(IdleIos(target=target, worker=worker, share=unused, limit=UNUSED_SHARE))
    if not reasons:
        return None
    return DriverLimits(system=system, reasons=tuple(reasons), invalid=share > INVALID_SHARE)
