# SPDX-License-Identifier: Apache-2.0
"""Messages between the engine and a worker process: commands, replies, and frames, which report one interval.

All messages are encoded as msgpack and sent over one Connection.
"""

import sys

import msgspec

from app.driver.driver_choice import DriverChoice
from app.driver.load import Load, Seat
from app.model.documents import LoadDriver
from app.workloads.described import EncodedDescription


class Latencies(msgspec.Struct, frozen=True, array_like=True):
    """Histogram increments of one operation (app.model.histogram.Histogram, sparse)."""

    operation: int
    count: int
    sum_ns: int
    min_ns: int
    max_ns: int
    counts: bytes


class Trouble(msgspec.Struct, frozen=True, array_like=True):
    """Errors of one kind in the interval, with the text of the first.

    Attributes:
        retried: Whether the calls were retried.
        disconnected: Whether users lost their connection or could not connect.
    """

    kind: str
    count: int
    text: str
    retried: bool
    disconnected: bool = False


class Frame(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Report of one worker about one interval.

    Attributes:
        tick: Number of the interval: it ends at start + (tick + 1) seconds.
        from_ns: Start of the interval in ns since the common start; only this frame contains the events from here to
            to_ns.
        orders: Cycles that ended in the interval.
        rollbacks: How many of these were rolled back by rule.
        readings: Raw values of the driver's own series (see `app.driver.series`).
        engine_time_s: Time of the readings in `engine`.
        engine: Raw values of the workload's own series (embedded engine's file layer); empty if there are none.
        under_way: Calls, and their orders, that have been in flight for more than a second at to_ns: the operation, as
            in `latencies`, and the age in nanoseconds.
        stood_still: Periods in which this process was suspended, (from, to) in nanoseconds since the common start.
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
    under_way: list[tuple[int, int]] = []
    stood_still: list[tuple[int, int]] = []


if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Channel
else:
    from multiprocessing.connection import Connection as Channel

__all__ = [
    "Assign",
    "Channel",
    "Command",
    "Failed",
    "Finished",
    "Message",
    "Ready",
    "Release",
    "Setup",
    "Steer",
    "Stop",
]


class Setup(msgspec.Struct, frozen=True):
    """Everything that a worker needs to start."""

    worker: int
    target: int
    load: Load
    workload: EncodedDescription
    driver: DriverChoice


class Assign(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """New set of the worker's users: new ones connect, missing ones leave after their current cycle.

    Attributes:
        rate: This worker's arrivals per second in the open loop.
        working: Users with a number below this have work; the others are connected and idle.
    """

    seats: list[Seat]
    rate: float
    working: int = 1 << 30


class Release(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Release of the users, with times of perf_counter_ns.

    Attributes:
        start_ns: Common start, from which ticks are counted.
        begin_ns: When users begin: at the common start or, in a later repeat, after it.
    """

    start_ns: int
    begin_ns: int


class Steer(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Correction of the common start in this machine's perf_counter_ns.

    Whole seconds then follow the engine's clock; one second is longer or shorter by the difference.
    """

    start_ns: int


class Stop(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Command to end users after their current cycle; users that take longer than grace_s are abandoned."""

    grace_s: float


class Ready(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Reply after every user has tried to connect.

    Attributes:
        troubles: Errors of users that could not connect.
        driver: Driver of this worker.
    """

    worker: int
    connected: int
    requested: int
    troubles: list[Trouble]
    driver: LoadDriver = LoadDriver()


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Final reply of a worker that cannot work at all, for example because its workload could not be opened."""

    worker: int
    text: str


class Finished(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Last message of a worker.

    Attributes:
        stuck: Calls from before Stop that have not returned.
    """

    worker: int
    stuck: int


Command = Assign | Release | Steer | Stop
Message = Frame | Ready | Failed | Finished
