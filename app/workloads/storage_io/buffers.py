# SPDX-License-Identifier: Apache-2.0
"""Aligned memory for I/O, filled with what no storage can compress or find again, or with what it easily can."""

import ctypes
import mmap
import os
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from app.model.workloads import WritePattern

PAGE = 4096
"""Unit in which storage looks for repetitions: each page of a written block differs from every page before."""
REPEATED = np.random.Generator(np.random.PCG64(4096)).bytes(PAGE)
"""The page of the pattern "repeated": the same in every file and run."""
FEW = 8
"""Up to so many pages a block are stamped one by one: two take 0.10 us so, and by numpy 0.27."""


class Buffers:
    """One block of memory a slot, aligned to a page."""

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
        """Adds what is missing; yields the number of each new slot."""
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
        """Makes the block differ from all that were written before, where the pattern is that."""
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
    """The page that a pattern writes again and again; None where no two pages are alike."""
    if pattern == "incompressible":
        return None
    return bytes(PAGE) if pattern == "zeros" else REPEATED
