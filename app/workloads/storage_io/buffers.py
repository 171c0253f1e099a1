"""Aligned memory for I/O, filled with what no storage can compress or find again."""

import ctypes
import mmap
import os
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

PAGE = 4096
"""Unit in which storage looks for repetitions: each page of a written block differs from every page before."""


class Buffers:
    """One block of memory a slot, aligned to a page."""

    def __init__(self, block_bytes: int) -> None:
        self._block_bytes = block_bytes
        self._pages: list[mmap.mmap] = []
        self._stamps: list[NDArray[np.uint64]] = []
        self._serial = int.from_bytes(os.urandom(8), "little") >> 1
        self.addresses: list[int] = []
        self.views: list[memoryview] = []

    def grow(self, slots: int) -> Iterator[int]:
        """Adds what is missing; yields the number of each new slot."""
        for slot in range(len(self._pages), slots):
            memory = mmap.mmap(-1, -(-self._block_bytes // mmap.PAGESIZE) * mmap.PAGESIZE)
            memory[: self._block_bytes] = os.urandom(self._block_bytes)
            words = np.frombuffer(memory, dtype=np.uint64, count=self._block_bytes // 8)
            self._pages.append(memory)
            self._stamps.append(words[:: PAGE // 8])
            self.addresses.append(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
            self.views.append(memoryview(memory)[: self._block_bytes])
            yield slot

    def stamp(self, slot: int) -> None:
        """Makes the block differ from all that were written before."""
        self._serial += 1
        self._stamps[slot][:] = self._serial
