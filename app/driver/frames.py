"""What a worker process sends: what happened in one interval."""

import msgspec


class Latencies(msgspec.Struct, frozen=True, array_like=True):
    """Histogram increments of one operation (app.histogram.Histogram, sparse)."""

    operation: int
    count: int
    sum_ns: int
    min_ns: int
    max_ns: int
    counts: bytes


class Trouble(msgspec.Struct, frozen=True, array_like=True):
    """Errors of one kind in the interval, with the first one's text. disconnected: they cost users their connection, or
    kept them from getting one."""

    kind: str
    count: int
    text: str
    retried: bool
    disconnected: bool = False


class Frame(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One interval of one worker.

    tick: number of the interval: it ends at start + (tick + 1) seconds.
    from_ns, to_ns: perf_counter_ns since the common start; what lies between them is in this frame and no other.
    orders, rollbacks: cycles that ended in the interval, and those of them rolled back by rule.
    readings: the raw values of the driver's own series (see `app.driver.series`).
    engine_time_s, engine: the raw values of the workload's own series (embedded engine's file layer), empty if none.
    """

    worker: int
    tick: int
    from_ns: int
    to_ns: int
    orders: int
    rollbacks: int
    latencies: list[Latencies]
    troubles: list[Trouble]
    readings: list[float]
    engine_time_s: float
    engine: list[float]
