"""Linux's own asynchronous I/O (what fio calls libaio), through its system calls: nothing needs to be installed."""

import ctypes
import errno
import struct
from collections.abc import Sequence

from app.workloads.batched import Request
from app.workloads.storage_io.buffers import Buffers
from app.workloads.storage_io.linux import SystemCall, aio_numbers, failed
from app.workloads.storage_io.parameters import Pattern
from app.workloads.storage_io.synchronous import transfer

PREAD, PWRITE = 0, 1
CONTROL_BYTES = 64
EVENT = struct.Struct("=QQqq")
"""struct io_event: data, obj, res, res2 (include/uapi/linux/aio_abi.h)."""
MOST = 1000


def usable() -> bool:
    """Whether this system has it: some containers refuse it."""
    numbers = aio_numbers()
    if numbers is None:
        return False
    context = ctypes.c_ulong(0)
    if SystemCall(numbers[0], 2)(1, ctypes.addressof(context)) < 0:
        return False
    SystemCall(numbers[1], 1)(context.value)
    return True


class LinuxAio:
    """I/O on one open file."""

    name = "libaio"

    def __init__(self, descriptor: int, block_bytes: int, pattern: Pattern = "incompressible") -> None:
        numbers = aio_numbers()
        assert numbers is not None
        self._destroy, self._begin = SystemCall(numbers[1], 1), SystemCall(numbers[2], 3)
        self._getevents = SystemCall(numbers[3], 5)
        self._buffers = Buffers(block_bytes, pattern)
        self._alone, self._under_way = False, 0
        self._held: Request | None = None
        self._vectors: list[list[memoryview]] = []
        self._descriptor, self._block_bytes = descriptor, block_bytes
        self._operation = (PREAD | descriptor << 32, PWRITE | descriptor << 32)
        context = ctypes.c_ulong(0)
        if (result := SystemCall(numbers[0], 2)(MOST, ctypes.addressof(context))) < 0:
            raise failed(result, f"{MOST} I/Os at once are not to be had (see /proc/sys/fs/aio-max-nr)")
        self._context = context.value
        # struct iocb of each slot, as 64-bit words; and the list of pointers that a submission takes.
        self._control = (ctypes.c_uint64 * (MOST * CONTROL_BYTES // 8))()
        self._words = memoryview(self._control).cast("B").cast("Q")
        self._first = ctypes.addressof(self._control)
        self._pointers = (ctypes.c_uint64 * MOST)()
        self._list = memoryview(self._pointers).cast("B").cast("Q")
        self._list_at = ctypes.addressof(self._pointers)
        self._events = (ctypes.c_char * (MOST * EVENT.size))()
        self._ended = memoryview(self._events).cast("B")
        self._ended_at = ctypes.addressof(self._events)
        self._timeout = (ctypes.c_int64 * 2)()
        self._timeout_at = ctypes.addressof(self._timeout)

    def reserve(self, slots: int, depth: int) -> None:
        """As Mechanism."""
        self._alone = depth == 1
        for slot in self._buffers.grow(slots):
            word = slot * 8
            self._vectors.append(self._buffers.views[slot : slot + 1])
            self._words[word] = slot
            self._words[word + 3] = self._buffers.addresses[slot]
            self._words[word + 4] = self._block_bytes

    def submit(self, requests: Sequence[Request]) -> Sequence[tuple[int, int]]:
        """As Mechanism."""
        if self._alone and len(requests) == 1 and not self._under_way:
            self._held = requests[0]
            return ()
        words, pointers, first = self._words, self._list, self._first
        read, write = self._operation
        number = 0
        for slot, offset, writes in requests:
            word = slot * 8
            if writes:
                self._buffers.stamp(slot)
                words[word + 2] = write
            else:
                words[word + 2] = read
            words[word + 5] = offset
            pointers[number] = first + slot * 64
            number += 1
        begun = self._begin(self._context, number, self._list_at)
        if begun == number:
            self._under_way += number
            return ()
        return self._rest(requests, begun)

    def _rest(self, requests: Sequence[Request], begun: int) -> Sequence[tuple[int, int]]:
        """The system takes I/Os up to the first that it refuses: begins the rest one by one."""
        refused = []
        for index in range(max(begun, 0), len(requests)):
            slot = requests[index][0]
            result = self._begin(self._context, 1, self._list_at + index * 8)
            if result < 1:
                refused.append((slot, result or -errno.EAGAIN))
        self._under_way += len(requests) - len(refused)
        return refused

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        """As Mechanism."""
        if self._held is not None:
            return (self._moved_alone(),)
        self._timeout[0], self._timeout[1] = int(timeout_s), int(timeout_s % 1 * 1e9)
        number = self._getevents(self._context, 1, MOST, self._ended_at, self._timeout_at)
        if number <= 0:
            if number in (0, -errno.EINTR):
                return ()
            raise failed(number, "waiting for I/O")
        self._under_way -= number
        return [(slot, moved) for slot, _, moved, _ in EVENT.iter_unpack(self._ended[: number * EVENT.size])]

    def _moved_alone(self) -> tuple[int, int]:
        """A single I/O: one system call and one change of threads less than by the queue."""
        assert self._held is not None
        slot, offset, writes = self._held
        self._held = None
        try:
            if writes:
                self._buffers.stamp(slot)
            return slot, transfer(self._descriptor, self._vectors[slot], offset, write=writes)
        except OSError as error:
            return slot, -(error.errno or errno.EIO)

    def close(self) -> None:
        """As Mechanism."""
        if self._context:
            self._destroy(self._context)
            self._context = 0
