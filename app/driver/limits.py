"""When the driver, not the system, is what was measured. Pure rules (reference/method.md).

Little's law is checked between independently measured quantities: heads counted, and seconds summed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

WARN_SHARE = 0.7
INVALID_SHARE = 0.9
LAG_SHARE = 0.1
LITTLE_TOLERANCE = 0.05


@dataclass(frozen=True, slots=True)
class WorkerSecond:
    """One frame of one worker. share: of one core, 1.0 is all of it; wake_up_lag_s: p99 in that second."""

    worker: int
    share: float
    wake_up_lag_s: float


@dataclass(frozen=True, slots=True)
class DriverLimit:
    """The driver limits a system. invalid: so much that the run is not valid."""

    text: str
    invalid: bool


def driver_limit(system: str, seconds: Sequence[WorkerSecond], median_response_s: float) -> DriverLimit | None:
    """Whether the driver limits `system` over a window.

    seconds: all frames of all its workers in the window. The busiest worker's mean share counts, and the largest of
    the workers' median p99 wake-up lags: one bad second of a long window condemns nothing.
    median_response_s: the median response of whole orders in the window; NaN where there is none.
    """
    workers = sorted({second.worker for second in seconds})
    if not workers:
        return None
    share, busiest = max((fmean(s.share for s in seconds if s.worker == worker), worker) for worker in workers)
    lag_s, latest = max((median(s.wake_up_lag_s for s in seconds if s.worker == worker), worker) for worker in workers)
    reasons = []
    if share > WARN_SHARE:
        reasons.append(f"worker {busiest} used {share:.0%} of a core (limit {WARN_SHARE:.0%})")
    if lag_s > LAG_SHARE * median_response_s:
        reasons.append(
            f"worker {latest} woke up {lag_s * 1e3:.2f} ms late (p99), more than a tenth of the median response "
            f"of {median_response_s * 1e3:.2f} ms"
        )
    if not reasons:
        return None
    return DriverLimit(f"the driver limits {system}: {'; '.join(reasons)}", share > INVALID_SHARE)


def little(users: float, response_s: float, think_s: float, elapsed_s: float) -> float:
    """throughput x (response + think) / users: 1 where Little's law holds. NaN without users or time.

    users: the mean number alive in the window; response_s, think_s: sums over all users' cycles that ended in it, so
    that throughput x response is response_s / elapsed_s. A closed loop only: the open loop's users also wait.
    """
    return (response_s + think_s) / elapsed_s / users if users > 0 and elapsed_s > 0 else float("nan")
