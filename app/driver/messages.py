"""What the engine and a worker process say to each other, beside frames. All travels as msgpack over one Connection."""

import sys

import msgspec

from app.driver.frames import Frame, Trouble
from app.driver.load import Load, Seat

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
    "Stop",
]


class Setup(msgspec.Struct, frozen=True):
    """What a worker is told at its birth. log: a file for tracebacks, "" is none."""

    worker: int
    target: int
    load: Load
    log: str


class Assign(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The worker's users from now on: new ones connect, missing ones end after their present cycle.

    rate: this worker's arrivals a second in the open loop.
    """

    seats: list[Seat]
    rate: float


class Release(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Moments of perf_counter_ns. start_ns: the common start, which ticks are counted from. begin_ns: when users begin,
    the same or, in a later repeat, later."""

    start_ns: int
    begin_ns: int


class Stop(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Users end after their present cycle; those that take longer than grace_s are left where they are."""

    grace_s: float


class Ready(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Every user has tried to connect. troubles: what went wrong with those that could not."""

    worker: int
    connected: int
    requested: int
    troubles: list[Trouble]


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The worker can't work at all (its workload did not open) and ends."""

    worker: int
    text: str


class Finished(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The last message. stuck: users whose call did not come back."""

    worker: int
    stuck: int


Command = Assign | Release | Stop
Message = Frame | Ready | Failed | Finished
