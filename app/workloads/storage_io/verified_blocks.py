# SPDX-License-Identifier: Apache-2.0
"""Verification of writes: written blocks identify themselves, and reads check them.

Each written block begins with a header: magic, its offset, the number of the write, the run, its size, and the CRC-32
of the whole block. A worker remembers its writes block by block, so that lost and misplaced writes are detected as well
as corruption. No two I/Os use a block at the same time: an I/O on a block in use takes the next free one.
"""

import errno
import mmap
import os
import struct
import threading
import zlib
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from app.workloads.storage_io.faults import StorageError
from app.workloads.storage_io.mixed_blocks import Resizable
from app.workloads.workload import WrongBlock

MAGIC = b"OUTPACE\x01"
HEADER = struct.Struct("<8sQQQII")
"""Magic, offset, number of the write, run, bytes of the block, CRC-32 of the block with this field zero."""
CHECKSUM_AT = HEADER.size - 4
WRONG_DATA = "wrong data"
"""Kind of fault for wrong contents."""
WRONG = -errno.EBADMSG
"""Result of a read that found wrong contents; the reason is in `WrittenBlocks.wrong`."""


class WrittenBlocks:
    """Record of a worker's writes, and of the blocks in use by its I/Os; thread-safe."""

    def __init__(self, area_bytes: int, block_bytes: int) -> None:
        self.wrong: deque[str] = deque()
        self._bytes = block_bytes
        self._blocks = area_bytes // block_bytes
        self._run = int.from_bytes(os.urandom(8), "little")
        # Number of the latest write to each block, 0 if none; memory is allocated only for written blocks.
        self._latest = memoryview(mmap.mmap(-1, 4 * self._blocks)).cast("I")
        self._used: set[int] = set()
        self._lock = threading.Lock()
        self._number = 0

    def take(self, offset: int) -> int:
        """Reserve the block at an offset, or the next unused one, and return its offset.

        Raises:
            StorageError: All blocks are in use.
        """
        block = offset // self._bytes
        with self._lock:
            if len(self._used) >= self._blocks:
                raise StorageError("every block of the file is under way; take a larger file")
            while block in self._used:
                block = (block + 1) % self._blocks
            self._used.add(block)
        return block * self._bytes

    def release(self, offset: int) -> None:
        """Release a reserved block."""
        with self._lock:
            self._used.discard(offset // self._bytes)

    def stamp(self, block: memoryview, offset: int) -> int:
        """Write the header of a block and return the number of the write, which is above 0."""
        with self._lock:
            self._number = self._number % 0xFFFFFFFF + 1
            number = self._number
        HEADER.pack_into(block, 0, MAGIC, offset, number, self._run, self._bytes, 0)
        struct.pack_into("<I", block, CHECKSUM_AT, zlib.crc32(block))
        return number

    def ended(self, block: memoryview, offset: int, number: int, *, whole: bool) -> bool:
        """Record a completed I/O; return False if a read found something other than this run's write.

        Args:
            block: Contents.
            offset: Offset of the block.
            number: Number of a write; 0 for a read.
            whole: Whether the I/O was complete.
        """
        position = offset // self._bytes
        if number:
            # The result of a failed write is unknown.
            self._latest[position] = number if whole else 0
            return True
        wanted = self._latest[position]
        if not whole or not wanted:
            return True
        difference = self._difference(block, offset, wanted)
        if difference is not None:
            self.wrong.append(described(difference))
        return difference is None

    def _difference(self, block: memoryview, offset: int, number: int) -> WrongBlock | None:
        """Return what was found instead, or None if the block is as written."""
        magic, own_offset, own_number, run, size, checksum = HEADER.unpack_from(block)
        if magic != MAGIC:
            return WrongBlock(offset, number, "header")
        if run != self._run:
            return WrongBlock(offset, number, "run")
        if own_offset != offset or size != self._bytes:
            return WrongBlock(offset, number, "place", found_offset=own_offset, found_bytes=size)
        if own_number != number:
            return WrongBlock(offset, number, "write", found_number=own_number)
        struct.pack_into("<I", block, CHECKSUM_AT, 0)
        computed = zlib.crc32(block)
        if computed == checksum:
            return None
        return WrongBlock(offset, number, "data", checksum=checksum, computed=computed)


def described(found: WrongBlock) -> str:
    """Return the difference as text."""
    match found.difference:
        case "header":
            text = "a block without the header of a write"
        case "run":
            text = "a block of another run"
        case "place":
            text = f"the block of offset {found.found_offset:,} ({found.found_bytes:,} bytes)"
        case "write":
            text = f"write {found.found_number}: a later write was lost"
        case "data":
            text = f"data with checksum {found.computed:08x} in place of {found.checksum:08x}"
    return f"at offset {found.offset:,}: expected write {found.wanted} of this run, found {text}"


class Buffered(Resizable, Protocol):
    """Mechanism with accessible buffers."""

    def buffer(self, slot: int) -> memoryview:
        """Return the buffer of a slot, for the data of a write or a read."""
        ...


class VerifiedBlocks:
    """Mechanism that stamps its writes and verifies its reads."""

    def __init__(self, mechanism: Buffered, written: WrittenBlocks, block_bytes: int) -> None:
        self.name, self.together = mechanism.name, mechanism.together
        self.reserve, self.begin, self.begin_all = mechanism.reserve, mechanism.begin, mechanism.begin_all
        self._mechanism = mechanism
        self._written = written
        self._bytes = block_bytes
        # By slot: offset, and number of the write.
        self._prepared: dict[int, tuple[int, int]] = {}

    def prepare(self, slot: int, offset: int, operation: int) -> None:
        self._release(slot)
        offset = self._written.take(offset)
        self._mechanism.prepare(slot, offset, operation)
        number = self._written.stamp(self._mechanism.buffer(slot), offset) if operation else 0
        self._prepared[slot] = offset, number

    def transfer(self, slot: int) -> int:
        return self._ended(slot, self._mechanism.transfer(slot))

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        return [(slot, self._ended(slot, moved)) for slot, moved in self._mechanism.wait(timeout_s)]

    def close(self) -> None:
        for slot in list(self._prepared):
            self._release(slot)
        self._mechanism.close()

    def _ended(self, slot: int, moved: int) -> int:
        offset, number = self._prepared[slot]
        whole = moved == self._bytes
        is_verified = self._written.ended(self._mechanism.buffer(slot), offset, number, whole=whole)
        self._release(slot)
        return moved if is_verified else WRONG

    def _release(self, slot: int) -> None:
        if slot in self._prepared:
            self._written.release(self._prepared.pop(slot)[0])
