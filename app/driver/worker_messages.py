# SPDX-License-Identifier: Apache-2.0
"""What the engine and a worker process say to each other: commands, answers, and frames, which tell what happened in
one interval. All travels as msgpack over one Connection."""

import sys

import msgspec

from app.driver.driver_choice import DriverChoice
from app.driver.load import Load, Seat
from app.model.documents import LoadDriver
from app.workloads.described import Described


class Latencies(msgspec.Struct, frozen=True, array_like=True):
    """Histogram increments of one operation (app.model.histogram.Histogram, sparse)."""

    operation: int
    count: int
    sum_ns: int
    min_ns: int
    max_ns: int
    counts: bytes


class Trouble(msgspec.Struct, frozen=True, array_like=True):
    """Errors of one kind in the interval, with the first one's text.

    disconnected: they cost users their connection, or kept them from getting one.
    """

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
    under_way: calls, and the orders that they belong to, that were under way at to_ns for more than a second: the
    operation, as in `latencies`, and how long, nanoseconds.
    stood_still: when this process did not run, from and to, nanoseconds since the common start.
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
    """What a worker is told at its birth: all that it knows."""

    worker: int
    target: int
    load: Load
    workload: Described
    driver: DriverChoice


class Assign(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The worker's users from now on: new ones connect, missing ones end after their present cycle.

    rate: this worker's arrivals a second in the open loop. working: users of a number below it have work, the others
    are connected and wait.
    """

    seats: list[Seat]
    rate: float
    working: int = 1 << 30


class Release(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Moments of perf_counter_ns.

    start_ns: the common start, which ticks are counted from. begin_ns: when users begin, the same or, in a later
    repeat, later.
    """

    start_ns: int
    begin_ns: int


class Steer(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The common start, as this machine's perf_counter_ns has to take it from now on for whole seconds to go on being
    those of the engine's clock. One second is as much longer or shorter."""

    start_ns: int


class Stop(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Users end after their present cycle; those that take longer than grace_s are left where they are."""

    grace_s: float


class Ready(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Every user has tried to connect.

    troubles: what went wrong with those that could not. driver: what this worker drives its load with.
    """

    worker: int
    connected: int
    requested: int
    troubles: list[Trouble]
    driver: LoadDriver = LoadDriver()


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The worker can't work at all (its workload did not open) and ends."""

    worker: int
    text: str


class Finished(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The last message. stuck: calls from before Stop that have not come back."""

    worker: int
    stuck: int


Command = Assign | Release | Steer | Stop
Message = Frame | Ready | Failed | Finished
