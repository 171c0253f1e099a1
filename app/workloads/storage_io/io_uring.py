# SPDX-License-Identifier: Apache-2.0
"""I/O with io_uring, using system calls directly.

Requires kernel 6.1 or later: with DEFER_TASKRUN, completions are posted only by this thread within the waiting call, so
that Python, which has no memory barriers, reads only finished entries.
"""

import ctypes
import errno
import mmap
import os
import struct
from collections.abc import Sequence

from app.workloads.storage_io.buffers import Buffers
from app.workloads.storage_io.linux import IO_URING_ENTER, IO_URING_SETUP, SystemCall, aio_numbers, failed
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.synchronous import calls

READ, WRITE = 22, 23
SINGLE_ISSUER, DEFER_TASKRUN = 1 << 12, 1 << 13
SINGLE_MMAP, EXT_ARG = 1 << 0, 1 << 8
GETEVENTS, ENTER_EXT_ARG = 1 << 0, 1 << 3
OFF_SQ_RING, OFF_SQES = 0, 0x10000000
ENTRIES = 2048
"""Number of slots: two for each of 1,000 I/Os in flight."""
SQE_BYTES = 64
CQE = struct.Struct("=QiI")
"""Format of struct io_uring_cqe: user_data, res, flags (include/uapi/linux/io_uring.h)."""
PARAMETERS = struct.Struct("=10I20I")
"""Format of struct io_uring_params: its own ten words, then sq_off and cq_off, ten words each."""


def _set_up() -> tuple[int, tuple[int, ...]]:
    """Return a ring's descriptor, or -errno, and its parameters."""
    parameters = bytearray(PARAMETERS.size)
    struct.pack_into("=I", parameters, 8, SINGLE_ISSUER | DEFER_TASKRUN)
    at = ctypes.addressof(ctypes.c_char.from_buffer(parameters))
    ring = SystemCall(IO_URING_SETUP, 2)(ENTRIES, at)
    return ring, PARAMETERS.unpack(parameters)


def usable() -> bool:
    """Return whether the kernel supports the io_uring features that are needed."""
    if aio_numbers() is None:
        return False
    ring, parameters = _set_up()
    if ring < 0:
        return False
    os.close(ring)
    features = parameters[5]
    return bool(features & SINGLE_MMAP) and bool(features & EXT_ARG)


class IoUring:
    """I/O on one open file."""

    name = "io_uring"

    def __init__(self, descriptor: int, parameters: StorageIoParameters, *, together: bool) -> None:
        """Set up the ring; `together` is as in `Mechanism`."""
        self.together = together
        self._enter = SystemCall(IO_URING_ENTER, 6)
        self._buffers = Buffers(parameters.largest_bytes, parameters.pattern)
        self._calls = calls()
        self._vectors: list[list[memoryview]] = []
        self._descriptor, self._block_bytes = descriptor, parameters.largest_bytes
        self._operation = (READ | descriptor << 32, WRITE | descriptor << 32)
        self._ring, ring_parameters = _set_up()
        if self._ring < 0:
            raise failed(self._ring, "io_uring")
        sq_entries, cq_entries = ring_parameters[0], ring_parameters[1]
        sq, cq = ring_parameters[10:20], ring_parameters[20:30]
        try:
            size = max(sq[6] + sq_entries * 4, cq[5] + cq_entries * CQE.size)
            self._rings = mmap.mmap(self._ring, size, offset=OFF_SQ_RING)
            self._sqes = mmap.mmap(self._ring, sq_entries * SQE_BYTES, offset=OFF_SQES)
        except OSError:
            os.close(self._ring)
            raise
        self._ring_fields = memoryview(self._rings).cast("I")
        self._entries = memoryview(self._sqes).cast("Q")
        self._bytes = memoryview(self._rings)
        self._tail_at, self._order_at, self._mask = sq[1] // 4, sq[6] // 4, sq_entries - 1
        self._head_at, self._done_at, self._cqes_at, self._cq_mask = cq[0] // 4, cq[1] // 4, cq[5], cq_entries - 1
        self._tail = self._ring_fields[self._tail_at]
        self._head = self._ring_fields[self._head_at]
        self._timeout = (ctypes.c_int64 * 2)()
        self._argument = (ctypes.c_uint64 * 3)(0, 0, ctypes.addressof(self._timeout))
        self._timeout_s = 0.0
        self._one = (self._ring, 1, 0, 0, 0, 0)
        self._wait = (self._ring, 0, 1, GETEVENTS | ENTER_EXT_ARG, ctypes.addressof(self._argument), 24)
        self._submit_quickly, self._wait_quickly = self._enter.bound(*self._one), self._enter.bound(*self._wait)

    def reserve(self, slots: int) -> None:
        if slots > ENTRIES:
            raise OSError(errno.EINVAL, f"{slots} slots: at most {ENTRIES} are possible")
        for slot in self._buffers.grow(slots):
            word = slot * 8
            self._vectors.append(self._buffers.views[slot : slot + 1])
            self._entries[word + 2] = self._buffers.addresses[slot]
            self._entries[word + 3] = self._block_bytes
            self._entries[word + 4] = slot

    def buffer(self, slot: int) -> memoryview:
        return self._buffers.views[slot]

    def resize(self, slot: int, block_bytes: int) -> None:
        self._entries[slot * 8 + 3] = block_bytes
        self._vectors[slot] = [self._buffers.views[slot][:block_bytes]]

    def prepare(self, slot: int, offset: int, write: int) -> None:
        """Define the slot's next I/O in the slot's submission entry."""
        word = slot * 8
        if write:
            self._buffers.stamp(slot)
        self._entries[word] = self._operation[write]
        self._entries[word + 1] = offset

    def begin(self, slot: int) -> int:
        tail = self._tail
        self._ring_fields[self._order_at + (tail & self._mask)] = slot
        self._tail = self._ring_fields[self._tail_at] = tail + 1 & 0xFFFFFFFF
        if self._submit_quickly() == 1:
            return 0
        # repeat the call to get the error number
        begun = self._enter(*self._one)
        if begun == 1:
            return 0
        # The kernel did not consume the entry; it must not be submitted with the next one.
        self._tail = self._ring_fields[self._tail_at] = tail
        return -errno.EAGAIN if begun in (0, -errno.EINTR, -errno.EBUSY) else begun

    def begin_all(self, slots: Sequence[int]) -> Sequence[tuple[int, int]]:
        """Start several I/Os with one call, then one by one those that the kernel did not accept."""
        first = self._tail
        for number, slot in enumerate(slots):
            self._ring_fields[self._order_at + (first + number & self._mask)] = slot
        self._ring_fields[self._tail_at] = first + len(slots) & 0xFFFFFFFF
        begun = max(self._enter(self._ring, len(slots), 0, 0, 0, 0), 0)
        self._tail = self._ring_fields[self._tail_at] = first + begun & 0xFFFFFFFF
        return [(slot, number) for slot in slots[begun:] if (number := self.begin(slot))]

    def transfer(self, slot: int) -> int:
        """Execute the I/O with an ordinary call, because the ring has no advantage for a single I/O."""
        word = slot * 8
        write = self._entries[word] == self._operation[True]
        try:
            return self._calls[write](self._descriptor, self._vectors[slot], self._entries[word + 1])
        except OSError as error:
            return -(error.errno or errno.EIO)

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        if timeout_s != self._timeout_s:
            self._timeout_s = timeout_s
            self._timeout[0], self._timeout[1] = int(timeout_s), int(timeout_s % 1 * 1e9)
        if self._wait_quickly() < 0 and not self._done():
            number = self._enter(*self._wait)
            if number < 0 and number not in (-errno.ETIME, -errno.EINTR, -errno.EAGAIN, -errno.EBUSY):
                raise failed(number, "waiting for I/O")
        return self._taken()

    def _done(self) -> bool:
        return self._ring_fields[self._done_at] != self._head

    def _taken(self) -> Sequence[tuple[int, int]]:
        done = self._ring_fields[self._done_at]
        ended = []
        unpack, ring, at, mask = CQE.unpack_from, self._bytes, self._cqes_at, self._cq_mask
        head = self._head
        while head != done:
            slot, size, _ = unpack(ring, at + (head & mask) * 16)
            ended.append((slot, size))
            head = head + 1 & 0xFFFFFFFF
        self._head = self._ring_fields[self._head_at] = head
        return ended

    def close(self) -> None:
        if self._ring >= 0:
            os.close(self._ring)
            self._ring = -1
