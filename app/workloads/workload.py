"""What a workload is to the driver: its operations, and one virtual user's endless cycles of calls.

A workload knows databases; it knows nothing of threads, pacing or histograms. The driver knows threads, pacing and
histograms; it knows nothing of orders.
"""

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from collectors.series import Reading, Series


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of call. timed: it belongs to the response time of the cycle (an untimed one is recorded apart)."""

    key: str
    timed: bool = True


@dataclass(slots=True)
class Call:
    """One round trip that a user asks the driver to make: `function(*arguments)`.

    retry: a deadlock or a busy database is tried again after a random wait, and the wait belongs to the latency.
    """

    operation: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a cycle ended. rolled_back: its purchase was rolled back by rule (it still counts as an order)."""

    rolled_back: bool = False


Cycle = Generator[Call, Any, Outcome]
"""One order cycle: yields calls, is sent each call's result, returns its outcome."""


class Fault(Exception):  # noqa: N818 - what went wrong with a call, thrown or not
    """A call that failed, in the driver's terms, made from the engine's own exception.

    kind: a short stable name counted in the session ("deadlock", "busy", "disk full", "connection lost", ...).
    retryable: the same call may be tried again at once (deadlock, busy).
    reconnect: the connection is dead.
    """

    def __init__(self, kind: str, message: str, *, retryable: bool = False, reconnect: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable
        self.reconnect = reconnect


class User(Protocol):
    """One virtual user with its own connection. Used by one thread at a time; opened and closed by that thread."""

    def cycle(self) -> Cycle:
        """A new order cycle."""
        ...

    def fault(self, error: Exception) -> Fault:
        """Classifies whatever a call raised. An error it does not know becomes kind = the exception's class name."""
        ...

    def close(self) -> None:
        """Ends the connection. Never raises; may be called twice."""
        ...


class Workload(Protocol):
    """Opened once in every worker process for one target (picklable until `open`)."""

    @property
    def operations(self) -> Sequence[Operation]:
        """All operations; their index is what `Call.operation` means."""
        ...

    @property
    def series(self) -> Sequence[Series]:
        """Counters that the worker itself counts for this target (the embedded engine's file layer); may be empty."""
        ...

    def open(self) -> None:
        """Called once in the worker process, before any user."""
        ...

    def read(self) -> Reading | None:
        """Raw values of `series` now, or None where there are none."""
        ...

    def user(self, rng: random.Random) -> User:
        """Connects one user. All its choices come from `rng`. Raises any exception, which `fault` of no user can name:
        the driver counts it as kind "connect"."""
        ...

    def close(self) -> None:
        """Called once, after the last user."""
        ...
