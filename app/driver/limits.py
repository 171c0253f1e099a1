"""When the driver, not the system, is what was measured. A pure rule (reference/method.md)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, median

WARN_SHARE = 0.7
INVALID_SHARE = 0.9
LAG_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class WorkerSecond:
    """One whole frame of one worker. tick: as in `Frame`.

    share: of one core, 1.0 is all of it; without the calls of an engine embedded in the worker.
    wake_up_lag_s: p99 in that second; NaN is no data.
    """

    target: int
    worker: int
    tick: int
    share: float
    wake_up_lag_s: float


@dataclass(frozen=True, slots=True)
class DriverLimit:
    """The driver limits a system. invalid: so much that the run is not valid."""

    text: str
    invalid: bool


def driver_limit(system: str, seconds: Iterable[WorkerSecond], median_response_s: float) -> DriverLimit | None:
    """Whether the driver limits `system` over a window; None where it does not.

    seconds: all frames of all its workers in the window. The busiest worker's mean share counts, and the largest of
    the workers' median p99 wake-up lags: one bad second of a long window condemns nothing.
    median_response_s: the median response of whole orders in the window; NaN where there is none.
    """
    shares: defaultdict[str, list[float]] = defaultdict(list)
    lags: defaultdict[str, list[float]] = defaultdict(list)
    seconds = list(seconds)
    several = len({second.target for second in seconds}) > 1
    for second in seconds:
        name = f"worker {second.worker}" + (f" of target {second.target + 1}" if several else "")
        shares[name].append(second.share)
        if second.wake_up_lag_s >= 0:
            lags[name].append(second.wake_up_lag_s)
    share, busiest = max(((fmean(values), name) for name, values in shares.items()), default=(0.0, ""))
    lag_s, latest = max(((median(values), name) for name, values in lags.items()), default=(0.0, ""))
    reasons = []
    if share > WARN_SHARE:
        reasons.append(f"{busiest} used {share:.0%} of a core (limit {WARN_SHARE:.0%})")
    if lag_s > LAG_SHARE * median_response_s:
        reasons.append(
            f"{latest} woke up {lag_s * 1e3:.3g} ms late (p99), more than a tenth of the median response "
            f"of {median_response_s * 1e3:.3g} ms"
        )
    if not reasons:
        return None
    return DriverLimit(f"the driver limits {system}: {'; '.join(reasons)}", share > INVALID_SHARE)
