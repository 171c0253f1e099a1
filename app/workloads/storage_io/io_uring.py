"""io_uring through its system calls.

Wanted of the kernel (6.1 or later): completions are posted by our own thread inside the waiting call and at no other
time (DEFER_TASKRUN), so that Python, which has no memory barriers, reads finished entries only.
"""

import ctypes
import errno
import mmap
import os
import struct
from collections.abc import Sequence

from app.workloads.batched import Request
from app.workloads.storage_io.buffers import Buffers
from app.workloads.storage_io.linux import IO_URING_ENTER, IO_URING_SETUP, SystemCall, aio_numbers, failed
from app.workloads.storage_io.parameters import Pattern

READ, WRITE = 22, 23
SINGLE_ISSUER, DEFER_TASKRUN = 1 << 12, 1 << 13
SINGLE_MMAP, EXT_ARG = 1 << 0, 1 << 8
GETEVENTS, ENTER_EXT_ARG = 1 << 0, 1 << 3
OFF_SQ_RING, OFF_SQES = 0, 0x10000000
ENTRIES = 1024
SQE_BYTES = 64
CQE = struct.Struct("=QiI")
"""struct io_uring_cqe: user_data, res, flags (include/uapi/linux/io_uring.h)."""
PARAMETERS = struct.Struct("=10I20I")
"""struct io_uring_params: its own ten words, then sq_off and cq_off, ten words each."""


def _set_up() -> tuple[int, tuple[int, ...]]:
    """A ring's descriptor, or -errno, and what the kernel says of it."""
    parameters = bytearray(PARAMETERS.size)
    struct.pack_into("=I", parameters, 8, SINGLE_ISSUER | DEFER_TASKRUN)
    at = ctypes.addressof(ctypes.c_char.from_buffer(parameters))
    ring = SystemCall(IO_URING_SETUP, 2)(ENTRIES, at)
    return ring, PARAMETERS.unpack(parameters)


def usable() -> bool:
    """Whether this system has it, in the form that is wanted."""
    if aio_numbers() is None:
        return False
    ring, found = _set_up()
    if ring < 0:
        return False
    os.close(ring)
    features = found[5]
    return bool(features & SINGLE_MMAP) and bool(features & EXT_ARG)


class IoUring:
    """I/O on one open file."""

    name = "io_uring"

    def __init__(self, descriptor: int, block_bytes: int, pattern: Pattern = "incompressible") -> None:
        self._enter = SystemCall(IO_URING_ENTER, 6)
        self._buffers = Buffers(block_bytes, pattern)
        self._block_bytes = block_bytes
        self._operation = (READ | descriptor << 32, WRITE | descriptor << 32)
        self._ring, found = _set_up()
        if self._ring < 0:
            raise failed(self._ring, "io_uring")
        sq_entries, cq_entries = found[0], found[1]
        sq, cq = found[10:20], found[20:30]
        try:
            size = max(sq[6] + sq_entries * 4, cq[5] + cq_entries * CQE.size)
            self._rings = mmap.mmap(self._ring, size, offset=OFF_SQ_RING)
            self._sqes = mmap.mmap(self._ring, sq_entries * SQE_BYTES, offset=OFF_SQES)
        except OSError:
            os.close(self._ring)
            raise
        self._words = memoryview(self._rings).cast("I")
        self._entries = memoryview(self._sqes).cast("Q")
        self._bytes = memoryview(self._rings)
        self._tail_at, self._mask = sq[1] // 4, sq_entries - 1
        self._head_at, self._done_at, self._cqes_at, self._cq_mask = cq[0] // 4, cq[1] // 4, cq[5], cq_entries - 1
        for entry in range(sq_entries):
            self._words[sq[6] // 4 + entry] = entry
        self._tail = self._words[self._tail_at]
        self._head = self._words[self._head_at]
        self._timeout = (ctypes.c_int64 * 2)()
        self._argument = (ctypes.c_uint64 * 3)(0, 0, ctypes.addressof(self._timeout))
        self._argument_at = ctypes.addressof(self._argument)
        self._staged = 0

    def reserve(self, slots: int, depth: int) -> None:
        """As Mechanism."""
        for _ in self._buffers.grow(slots):
            pass

    def submit(self, requests: Sequence[Request]) -> Sequence[tuple[int, int]]:
        """As Mechanism; they begin with the next `wait`, in one system call."""
        entries, addresses, mask, tail = self._entries, self._buffers.addresses, self._mask, self._tail
        read, write = self._operation
        for slot, offset, writes in requests:
            word = (tail & mask) * 8
            if writes:
                self._buffers.stamp(slot)
                entries[word] = write
            else:
                entries[word] = read
            entries[word + 1] = offset
            entries[word + 2] = addresses[slot]
            entries[word + 3] = self._block_bytes
            entries[word + 4] = slot
            tail += 1
        self._tail = tail
        self._words[self._tail_at] = tail & 0xFFFFFFFF
        self._staged += len(requests)
        return ()

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        """As Mechanism."""
        self._timeout[0], self._timeout[1] = int(timeout_s), int(timeout_s % 1 * 1e9)
        begun = self._enter(self._ring, self._staged, 1, GETEVENTS | ENTER_EXT_ARG, self._argument_at, 24)
        if begun >= 0:
            self._staged -= begun
        elif begun == -errno.ETIME:
            self._staged = 0
        elif begun not in (-errno.EINTR, -errno.EAGAIN, -errno.EBUSY):
            raise failed(begun, "waiting for I/O")
        return self._taken()

    def _taken(self) -> Sequence[tuple[int, int]]:
        done = self._words[self._done_at]
        ended = []
        unpack, ring, at, mask = CQE.unpack_from, self._bytes, self._cqes_at, self._cq_mask
        head = self._head
        while head != done:
            slot, moved, _ = unpack(ring, at + (head & mask) * 16)
            ended.append((slot, moved))
            head = head + 1 & 0xFFFFFFFF
        self._head = self._words[self._head_at] = head
        return ended

    def close(self) -> None:
        """As Mechanism."""
        if self._ring >= 0:
            os.close(self._ring)
            self._ring = -1
