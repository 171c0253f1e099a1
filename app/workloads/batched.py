"""What a workload is to the driver where one thread keeps many calls under way: storage I/O, not conversations."""

import random
from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from app.workloads.workload import Fault, Workload

Choice = tuple[int, bool]
"""Offset in bytes, whether it is a write."""


class Mechanism(Protocol):
    """I/O on slots, numbered from 0, each with a buffer of its own for one I/O at a time. Used by one thread, which
    also opens and closes it.

    An I/O is prepared, which takes time of ours, and begun, which takes as little as can be: the next one of a user is
    prepared while the one before is under way.
    """

    name: str
    together: bool
    """Whether several I/Os are better begun by one call than each for itself."""

    def reserve(self, slots: int) -> None:
        """From now on there are at least so many slots. Raises OSError where memory or the system's limit is short."""
        ...

    def prepare(self, slot: int, offset: int, write: bool) -> None:
        """Says what the slot's next I/O is; it has none under way."""
        ...

    def begin(self, slot: int) -> int:
        """Begins the prepared I/O: 0, or -errno where it did not begin; after -EAGAIN it may be begun later."""
        ...

    def begin_all(self, slots: Sequence[int]) -> Sequence[tuple[int, int]]:
        """As `begin` for each: those that did not begin (slot, -errno)."""
        ...

    def transfer(self, slot: int) -> int:
        """Does the prepared I/O while no other is under way: bytes moved, or -errno."""
        ...

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        """I/Os that ended: (slot, bytes moved, or -errno). Waits until there is at least one, or for the timeout.
        There must be one under way. Raises OSError where nothing more can be waited for."""
        ...

    def close(self) -> None:
        """Gives everything back. Nothing may be under way."""
        ...


@runtime_checkable
class BatchedWorkload(Workload, Protocol):
    """A workload whose operations are 0: read and 1: write, each an order."""

    @property
    def batched(self) -> bool:
        """Whether this system can keep many under way by one thread; else users are threads as ever."""
        ...

    @property
    def block_bytes(self) -> int:
        """Of each I/O."""
        ...

    def mechanism(self) -> Mechanism:
        """Opened by the thread that uses it, after `open`. Raises OSError."""
        ...

    def choices(self, rng: random.Random) -> Iterator[Choice]:
        """One user's I/Os without end. All choices come from `rng`."""
        ...

    def io_fault(self, moved: int) -> Fault:
        """What an I/O that did not move a whole block means. moved: bytes, or -errno."""
        ...
