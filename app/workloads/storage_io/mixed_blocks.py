# SPDX-License-Identifier: Apache-2.0
"""I/Os of several sizes on one mechanism; complete I/Os of any size return the same result."""

from collections.abc import Sequence
from typing import Protocol

from app.workloads.storage_io.operations import Transfer
from app.workloads.workload import Mechanism


class Resizable(Mechanism, Protocol):
    """Mechanism whose I/Os can have individual sizes."""

    def resize(self, slot: int, block_bytes: int) -> None:
        """Set the size of the slot's next I/O, at most that of its buffer."""
        ...


class MixedBlocks:
    """Wrapper of a mechanism for several sizes, whose callers compare the bytes moved with a single number."""

    def __init__(self, mechanism: Resizable, transfers: Sequence[Transfer], whole_bytes: int) -> None:
        """Wrap a mechanism.

        Args:
            mechanism: Mechanism that executes the I/Os.
            transfers: Transfers by operation.
            whole_bytes: Result of complete I/Os; an incomplete I/O always moves fewer bytes.
        """
        self.name, self.together = mechanism.name, mechanism.together
        self.begin, self.begin_all, self.close = mechanism.begin, mechanism.begin_all, mechanism.close
        self._mechanism = mechanism
        self._transfers = transfers
        self._whole = whole_bytes
        self._sizes: list[int] = []

    def reserve(self, slots: int) -> None:
        self._mechanism.reserve(slots)
        self._sizes += [self._whole] * (slots - len(self._sizes))

    def prepare(self, slot: int, offset: int, operation: int) -> None:
        wanted = self._transfers[operation]
        if self._sizes[slot] != wanted.block_bytes:
            self._sizes[slot] = wanted.block_bytes
            self._mechanism.resize(slot, wanted.block_bytes)
        self._mechanism.prepare(slot, offset, wanted.write)

    def transfer(self, slot: int) -> int:
        return self._moved(slot, self._mechanism.transfer(slot))

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        return [(slot, self._moved(slot, moved)) for slot, moved in self._mechanism.wait(timeout_s)]

    def _moved(self, slot: int, moved: int) -> int:
        return self._whole if moved == self._sizes[slot] else moved
