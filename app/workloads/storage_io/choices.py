"""Which block comes next: from each user's seeded stream, so that equal seeds read and write alike on all systems."""

import itertools
import random
from collections.abc import Iterator

import numpy as np

from app.workloads.batched import Choice
from app.workloads.storage_io.parameters import StorageIoParameters

AT_ONCE = 2048
"""Drawn in one go: numpy then costs 60 ns an I/O."""


class Choices:
    """What the users of one worker share. area_bytes: what is read and written."""

    def __init__(self, parameters: StorageIoParameters, area_bytes: int) -> None:
        self._block_bytes = parameters.block_bytes
        self._write_share = 1 - parameters.read_percent / 100
        self._sequential = parameters.access == "sequential"
        self._blocks = area_bytes // parameters.block_bytes
        self._position: Iterator[int] | None = None

    def of(self, rng: random.Random) -> Iterator[Choice]:
        """One user's I/Os without end.

        Sequential: the users of a worker take the next block in turn, from a place that the first user's stream draws,
        so that workers do not follow in one another's tracks.
        """
        drawn = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
        if not self._sequential:
            return itertools.chain.from_iterable(self._random(drawn) for _ in itertools.repeat(None))
        if self._position is None:
            self._position = itertools.count(int(drawn.integers(self._blocks)))
        return self._in_order(self._position, drawn)

    def _random(self, drawn: np.random.Generator) -> list[Choice]:
        offsets = drawn.integers(self._blocks, size=AT_ONCE) * self._block_bytes
        return list(zip(offsets.tolist(), self._writes(drawn), strict=True))

    def _in_order(self, position: Iterator[int], drawn: np.random.Generator) -> Iterator[Choice]:
        blocks, block_bytes = self._blocks, self._block_bytes
        while True:
            for write in self._writes(drawn):
                yield next(position) % blocks * block_bytes, write

    def _writes(self, drawn: np.random.Generator) -> list[bool]:
        if self._write_share in (0.0, 1.0):
            return [self._write_share == 1.0] * AT_ONCE
        writes: list[bool] = (drawn.random(AT_ONCE) < self._write_share).tolist()
        return writes
