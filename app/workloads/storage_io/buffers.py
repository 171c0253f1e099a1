# SPDX-License-Identifier: Apache-2.0
"""Aligned memory for I/O, filled with incompressible, unique data or with easily compressible data."""

import ctypes
import mmap
import os
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from app.model.workloads import WritePattern

PAGE = 4096
"""Unit of deduplication: each page of a written block differs from every earlier page."""
REPEATED = np.random.Generator(np.random.PCG64(4096)).bytes(PAGE)
"""Page of the pattern "repeated", the same in every file and run."""
FEW = 8
"""Maximum pages per block that are stamped in a loop instead of with numpy: two pages take 0.10 us, 0.27 us with numpy.
"""


class Buffers:
    """Memory with one block per slot, aligned to a page."""

    def __init__(self, block_bytes: int, pattern: WritePattern = "incompressible") -> None:
        self._block_bytes = block_bytes
        self._pattern = pattern
        self._pages: list[mmap.mmap] = []
        self._stamps: list[NDArray[np.uint64]] = []
        self._single: list[memoryview] = []
        self._serial = int.from_bytes(os.urandom(8), "little") >> 1
        self.addresses: list[int] = []
        self.views: list[memoryview] = []

    def grow(self, slots: int) -> Iterator[int]:
        """Add the missing slots and yield the number of each."""
        for slot in range(len(self._pages), slots):
            memory = mmap.mmap(-1, -(-self._block_bytes // mmap.PAGESIZE) * mmap.PAGESIZE)
            memory[: self._block_bytes] = self._content()
            numbers = np.frombuffer(memory, dtype=np.uint64, count=self._block_bytes // 8)
            self._pages.append(memory)
            self._stamps.append(numbers[:: PAGE // 8])
            self._single.append(memoryview(memory).cast("Q")[: len(numbers) : PAGE // 8])
            self.addresses.append(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
            self.views.append(memoryview(memory)[: self._block_bytes])
            yield slot

    def _content(self) -> bytes:
        size, page = self._block_bytes, page_of(self._pattern)
        return os.urandom(size) if page is None else (page * -(-size // PAGE))[:size]

    def stamp(self, slot: int) -> None:
        """Make the block differ from all earlier ones, if the pattern requires it."""
        if self._pattern != "incompressible":
            return
        self._serial += 1
        stamps = self._stamps[slot]
        if len(stamps) > FEW:
            stamps[:] = self._serial
            return
        single = self._single[slot]
        for page in range(len(single)):
            single[page] = self._serial


def page_of(pattern: WritePattern) -> bytes | None:
    """Return the page that a pattern writes repeatedly, or None if no two pages are equal."""
    if pattern == "incompressible":
        return None
    return bytes(PAGE) if pattern == "zeros" else REPEATED
