# SPDX-License-Identifier: Apache-2.0
"""Linux's native asynchronous I/O (fio's libaio), using system calls directly."""

import ctypes
import errno
import struct
from collections.abc import Sequence

from app.workloads.storage_io.buffers import Buffers
from app.workloads.storage_io.linux import SystemCall, aio_numbers, failed
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.synchronous import calls

PREAD, PWRITE = 0, 1
CONTROL_BYTES = 64
EVENT = struct.Struct("=QQqq")
"""Format of struct io_event: data, obj, res, res2 (include/uapi/linux/aio_abi.h)."""
MOST = 1000
"""Maximum number of I/Os in flight, each with a second slot for preparing the next I/O."""


def usable() -> bool:
    """Return whether the system supports it, which some containers do not."""
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

    def __init__(self, descriptor: int, parameters: StorageIoParameters, *, together: bool) -> None:
        """Create the context; `together` is as in `Mechanism`."""
        self.together = together
        numbers = aio_numbers()
        assert numbers is not None
        self._destroy, self._submit = SystemCall(numbers[1], 1), SystemCall(numbers[2], 3)
        self._getevents = SystemCall(numbers[3], 5)
        self._buffers = Buffers(parameters.largest_bytes, parameters.pattern)
        self._calls = calls()
        self._vectors: list[list[memoryview]] = []
        self._descriptor, self._block_bytes = descriptor, parameters.largest_bytes
        self._operation = (PREAD | descriptor << 32, PWRITE | descriptor << 32)
        context = ctypes.c_ulong(0)
        if (result := SystemCall(numbers[0], 2)(MOST, ctypes.addressof(context))) < 0:
            raise failed(result, f"{MOST} I/Os at once are not to be had (see /proc/sys/fs/aio-max-nr)")
        self._context = context.value
        # struct iocb of each slot as 64-bit words, and the pointer to each, as required for submission
        self._control = (ctypes.c_uint64 * (2 * MOST * CONTROL_BYTES // 8))()
        self._fields = memoryview(self._control).cast("B").cast("Q")
        first = ctypes.addressof(self._control)
        self._pointers = (ctypes.c_uint64 * (2 * MOST))(*range(first, first + 2 * MOST * CONTROL_BYTES, CONTROL_BYTES))
        at = ctypes.addressof(self._pointers)
        self._alone = [ctypes.c_void_p(at + 8 * slot) for slot in range(2 * MOST)]
        self._submit_one = self._submit.bound(self._context, 1)
        self._addresses = list(self._pointers)
        self._several = (ctypes.c_uint64 * MOST)()
        self._list = memoryview(self._several).cast("B").cast("Q")
        self._list_at = ctypes.addressof(self._several)
        self._events = (ctypes.c_char * (MOST * EVENT.size))()
        self._ended = memoryview(self._events).cast("B")
        self._ended_at = ctypes.addressof(self._events)
        self._timeout = (ctypes.c_int64 * 2)()
        self._wait = (self._context, 1, MOST, self._ended_at, ctypes.addressof(self._timeout))
        self._wait_quickly = self._getevents.bound(*self._wait)
        self._timeout_s = 0.0

    def reserve(self, slots: int) -> None:
        if slots > 2 * MOST:
            raise OSError(errno.EINVAL, f"{slots} slots: at most {2 * MOST} are possible")
        for slot in self._buffers.grow(slots):
            word = slot * 8
            self._vectors.append(self._buffers.views[slot : slot + 1])
            self._fields[word] = slot
            self._fields[word + 3] = self._buffers.addresses[slot]
            self._fields[word + 4] = self._block_bytes

    def buffer(self, slot: int) -> memoryview:
        return self._buffers.views[slot]

    def resize(self, slot: int, block_bytes: int) -> None:
        self._fields[slot * 8 + 4] = block_bytes
        self._vectors[slot] = [self._buffers.views[slot][:block_bytes]]

    def prepare(self, slot: int, offset: int, write: int) -> None:
        word = slot * 8
        if write:
            self._buffers.stamp(slot)
        self._fields[word + 2] = self._operation[write]
        self._fields[word + 5] = offset

    def begin(self, slot: int) -> int:
        if self._submit_one(self._alone[slot]) == 1:
            return 0
        # repeat the call to get the error number
        begun = self._submit(self._context, 1, self._alone[slot].value or 0)
        return 0 if begun == 1 else begun or -errno.EAGAIN

    def begin_all(self, slots: Sequence[int]) -> Sequence[tuple[int, int]]:
        """Start several I/Os with one call; if the kernel rejects one, start it and the following ones individually."""
        for number, slot in enumerate(slots):
            self._list[number] = self._addresses[slot]
        begun = self._submit(self._context, len(slots), self._list_at)
        if begun == len(slots):
            return ()
        return [(slot, number) for slot in slots[max(begun, 0) :] if (number := self.begin(slot))]

    def transfer(self, slot: int) -> int:
        """Execute the I/O with an ordinary call, which saves one system call and one thread switch."""
        word = slot * 8
        write = self._fields[word + 2] == self._operation[True]
        try:
            return self._calls[write](self._descriptor, self._vectors[slot], self._fields[word + 5])
        except OSError as error:
            return -(error.errno or errno.EIO)

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        if timeout_s != self._timeout_s:
            self._timeout_s = timeout_s
            self._timeout[0], self._timeout[1] = int(timeout_s), int(timeout_s % 1 * 1e9)
        number = self._wait_quickly()
        if number < 0:
            number = self._getevents(*self._wait)
        if number <= 0:
            if number in (0, -errno.EINTR):
                return ()
            raise failed(number, "waiting for I/O")
        return [(slot, size) for slot, _, size, _ in EVENT.iter_unpack(self._ended[: number * EVENT.size])]

    def close(self) -> None:
        if self._context:
            self._destroy(self._context)
            self._context = 0
