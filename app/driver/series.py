# SPDX-License-Identifier: Apache-2.0
"""The driver's own counters: raw columns of `Frame.readings` and their meaning.

The columns of `DRIVER_SERIES` can be summed over the workers of a target and the targets of a system: they are
cumulative sums, and gauges that count users. A worker's share of a core and its wake-up lag cannot be summed, so each
worker has a separate instance of these (`driver_series`).
"""

from collections.abc import Sequence

from collectors.series import Better, Kind, Layer, Series

COLUMNS = (
    "orders",
    "rollbacks",
    "users_alive",
    "users_requested",
    "users_stalled",
    "response_s",
    "think_s",
    "untimed_s",
    "in_progress_s",
    "lag_s",
    "arrivals",
    "missed",
    "errors",
    "retries",
    "cpu_s",
    "call_cpu_s",
    "wake_up_lag_s",
    "run_delay_s",
    "moved_bytes",
)
"""Names of the raw columns in `Frame.readings`. users_* and wake_up_lag_s are gauges; the others are sums. run_delay_s
is NaN if the operating system does not report it.
"""


def column(name: str) -> int:
    """Return the index of a raw column in `Frame.readings`."""
    return COLUMNS.index(name)


def _total(
    counter: str,
    unit: str,
    kind: Kind,
    value: str,
    *,
    base: str = "",
    scale: float = 1.0,
    better: Better = "",
    layer: Layer = "driver",
) -> Series:
    path = f"\\Outpace Driver(_Total)\\{counter}"
    return Series(path, unit, kind, layer, column(value), column(base) if base else -1, scale, better)


IN_PROGRESS = _total("Orders in Progress", "", "rate", "in_progress_s", layer="application")
"""Mean number of orders in progress over the interval, from arrival to completion.

Orders are counted while they are in progress, so that a stall is visible while it lasts. An arrival is counted once it
begins, including the time that it waited.
"""

DRIVER_SERIES: Sequence[Series] = (
    _total("Orders/min", "/min", "rate", "orders", scale=60, better="more", layer="application"),
    _total("Orders/sec", "/s", "rate", "orders", better="more", layer="application"),
    _total("Rollbacks/sec", "/s", "rate", "rollbacks", layer="application"),
    _total("Rollback %", "%", "average", "rollbacks", base="orders", scale=100, layer="application"),
    _total("Users Alive", "", "gauge", "users_alive"),
    _total("Users Requested", "", "gauge", "users_requested"),
    # Users whose cycle has been running for more than ten seconds, so that its latency is not recorded yet.
    _total("Users Stalled", "", "gauge", "users_stalled", better="less"),
    IN_PROGRESS,
    # Seconds per second, summed over users: users = response + think + untimed (Little's law).
    _total("Response Time/sec", "", "rate", "response_s"),
    _total("Think Time/sec", "", "rate", "think_s"),
    _total("Untimed Time/sec", "", "rate", "untimed_s", better="less"),
    _total("Arrival Lag", "s", "average", "lag_s", base="arrivals", better="less"),
    _total("Missed Arrivals/sec", "/s", "rate", "missed", better="less"),
    _total("Errors/sec", "/s", "rate", "errors", better="less"),
    _total("Retries/sec", "/s", "rate", "retries", better="less"),
)
"""Series that can be added over workers and targets. Their sums over a run (orders, errors) are deltas of the raw
columns.
"""


BYTES = "\\Outpace Driver(_Total)\\Bytes/sec"


def driver_series(worker: int, target: int | None = None, *, storage: bool = False) -> Sequence[Series]:
    """Return all series of a worker's source: `DRIVER_SERIES`, the worker's share of a core, and its wake-up lag.

    Args:
        worker: Number of the worker on its target.
        target: The target's number if the system has several, so that no two workers of a system share an instance
            (readers sum equal paths of one system).
        storage: Whether an order is an I/O, whose bytes are counted.
    """
    moved = [Series(BYTES, "B/s", "rate", "application", column("moved_bytes"), better="more")]
    instance = f"worker {worker}" if target is None else f"target {target} worker {worker}"
    own = f"\\Outpace Driver({instance})\\"
    # An I/O slot also waits for the driver, so the number of outstanding I/Os is their response time per second.
    common = [series for series in DRIVER_SERIES if not (storage and series is IN_PROGRESS)]
    return (
        *common,
        *(moved if storage else ()),
        Series(f"{own}% of a Core", "%", "rate", "driver", column("cpu_s"), scale=100, better="less"),
        # Estimated from sampled calls, and only if the engine under test runs inside the worker.
        Series(f"{own}Embedded Engine % of a Core", "%", "rate", "driver", column("call_cpu_s"), scale=100),
        Series(f"{own}Wake-up Lag p99", "s", "gauge", "driver", column("wake_up_lag_s"), better="less"),
        # Mean number of calling threads that are waiting for a core.
        Series(f"{own}Threads Waiting for a Core", "", "rate", "driver", column("run_delay_s"), better="less"),
    )
