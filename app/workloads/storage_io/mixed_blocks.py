# SPDX-License-Identifier: Apache-2.0
"""I/Os of several sizes on a mechanism: each slot's I/O as large as its operation, and told as whole where it was."""

from collections.abc import Sequence
from typing import Protocol

from app.workloads.storage_io.operations import Transfer
from app.workloads.workload import Mechanism


class Resizable(Mechanism, Protocol):
    """A mechanism whose I/Os can have sizes of their own."""

    def resize(self, slot: int, block_bytes: int) -> None:
        """The slot's next I/O is as large; at most as its buffer is."""
        ...


class MixedBlocks:
    """A Mechanism. So the loop of a single size, which compares what moved with one number, stays as it is."""

    def __init__(self, mechanism: Resizable, transfers: Sequence[Transfer], whole_bytes: int) -> None:
        """transfers: by operation. whole_bytes: the result of an I/O that moved all that it was to move; no other
        moves as much."""
        self.name, self.together = mechanism.name, mechanism.together
        self.begin, self.begin_all, self.close = mechanism.begin, mechanism.begin_all, mechanism.close
        self._mechanism = mechanism
        self._transfers = transfers
        self._whole = whole_bytes
        self._sizes: list[int] = []

    def reserve(self, slots: int) -> None:
        """As Mechanism."""
        self._mechanism.reserve(slots)
        self._sizes += [self._whole] * (slots - len(self._sizes))

    def prepare(self, slot: int, offset: int, operation: int) -> None:
        """As Mechanism."""
        wanted = self._transfers[operation]
        if self._sizes[slot] != wanted.block_bytes:
            self._sizes[slot] = wanted.block_bytes
            self._mechanism.resize(slot, wanted.block_bytes)
        self._mechanism.prepare(slot, offset, wanted.write)

    def transfer(self, slot: int) -> int:
        """As Mechanism."""
        return self._moved(slot, self._mechanism.transfer(slot))

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        """As Mechanism."""
        return [(slot, self._moved(slot, moved)) for slot, moved in self._mechanism.wait(timeout_s)]

    def _moved(self, slot: int, moved: int) -> int:
        return self._whole if moved == self._sizes[slot] else moved
