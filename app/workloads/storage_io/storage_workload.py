"""Storage I/O as the driver knows it: reads and writes of one file or device, whose blocks come from each user's seeded
stream, so that equal seeds read and write alike on all systems."""

import errno
import itertools
import mmap
import os
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from app.model.errors import phrase
from app.workloads.storage_io.buffers import Buffers
from app.workloads.storage_io.faults import StorageError, fault_of
from app.workloads.storage_io.file import StorageFile
from app.workloads.storage_io.opening import mechanism_name, open_for_io, opened_mechanism
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.synchronous import transfer
from app.workloads.workload import Call, Choice, Cycle, Fault, Mechanism, Operation, Outcome
from collectors.series import Reading, Series

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


READ, WRITE = 0, 1
OPERATIONS = (Operation("read"), Operation("write"))


class StorageIoOnFile:
    """The workload on a file that `StorageFile.prepare` made, or on a device. Picklable until `open`.

    A user is one I/O under way; an order is one I/O.
    """

    def __init__(self, place: Path, parameters: StorageIoParameters, *, device: bool = False) -> None:
        """place: file or folder as for StorageFile. device: it is a block device."""
        self.place = place
        self.parameters = parameters
        self.device = device
        self._opened: _Opened | None = None

    @property
    def operations(self) -> Sequence[Operation]:
        return OPERATIONS

    @property
    def series(self) -> Sequence[Series]:
        """None: the driver's own figures are the storage's."""
        return ()

    @property
    def batched(self) -> bool:
        """Whether one thread keeps all I/Os under way; else each user is a thread."""
        return mechanism_name(self.parameters) != "threads"

    @property
    def block_bytes(self) -> int:
        return self.parameters.block_bytes

    def open(self) -> None:
        """Checks that the file is ours and of the wanted size. Raises StorageError."""
        file = StorageFile(self.place, self.parameters, device=self.device)
        area_bytes = file.verify().file_bytes
        self._opened = _Opened(file.path, self.parameters, area_bytes)

    def read(self) -> Reading | None:
        return None

    def mechanism(self) -> Mechanism:
        """As BatchedWorkload."""
        return self._open().mechanism()

    def choices(self, rng: random.Random) -> Iterator[Choice]:
        """As BatchedWorkload."""
        return self._open().choices.of(rng)

    def io_fault(self, moved: int) -> Fault:
        """As BatchedWorkload."""
        if moved >= 0:
            text = f"an I/O on {self.place} moved {moved} of {self.block_bytes} bytes"
            return Fault("short I/O", text)
        return fault_of(-moved, f"an I/O on {self.place} failed")

    def user(self, rng: random.Random) -> "StorageUser":
        """One user with a buffer of its own, for a thread."""
        opened = self._open()
        return StorageUser(self, opened.descriptor, opened.choices.of(rng))

    def _open(self) -> "_Opened":
        if self._opened is None:
            raise RuntimeError("the workload is not open")
        return self._opened

    def close(self) -> None:
        """May be called twice."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None


class _Opened:
    """What a worker holds open."""

    def __init__(self, path: Path, parameters: StorageIoParameters, area_bytes: int) -> None:
        self.choices = Choices(parameters, area_bytes)
        self._parameters = parameters
        self._path = path
        self.descriptor = -1
        if sys.platform != "win32":
            self.descriptor = open_for_io(path, parameters, writes=parameters.writes)
            self._try(area_bytes)

    def _try(self, area_bytes: int) -> None:
        """A block that the device can't address is told here, once, and not by every I/O."""
        memory = mmap.mmap(-1, -(-self._parameters.block_bytes // mmap.PAGESIZE) * mmap.PAGESIZE)
        block = memoryview(memory)[: self._parameters.block_bytes]
        last = area_bytes // self._parameters.block_bytes - 1
        try:
            transfer(self.descriptor, [block], last * self._parameters.block_bytes, write=False)
        except OSError as error:
            self.close()
            hint = phrase("; take a block of a multiple of 4096 bytes") if error.errno == errno.EINVAL else ""
            raise StorageError(
                "{path} can't be read in blocks of {bytes} bytes: {reason}{hint}",
                path=self._path,
                bytes=self._parameters.block_bytes,
                reason=error.strerror,
                hint=hint,
            ) from error

    def mechanism(self) -> Mechanism:
        if sys.platform == "win32":
            from app.workloads.storage_io.overlapped import Overlapped  # noqa: PLC0415 - Windows alone has it

            return Overlapped(self._path, self._parameters)
        else:
            return opened_mechanism(mechanism_name(self._parameters), self.descriptor, self._parameters)

    def close(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


class StorageUser:
    """One user as a thread: one I/O at a time, synchronously."""

    def __init__(self, workload: StorageIoOnFile, descriptor: int, choices: Iterator[Choice]) -> None:
        self._workload = workload
        self._descriptor = descriptor
        self._choices = choices
        self._buffers = Buffers(workload.block_bytes, workload.parameters.pattern)
        for _ in self._buffers.grow(1):
            pass
        self._vector = self._buffers.views[:1]

    def cycle(self) -> Cycle:
        """One I/O."""
        offset, write = next(self._choices)
        if write:
            self._buffers.stamp(0)
        yield Call(WRITE if write else READ, self._transfer, (offset, write))
        return Outcome()

    def _transfer(self, offset: int, write: bool) -> None:
        moved = transfer(self._descriptor, self._vector, offset, write=write)
        if moved != self._workload.block_bytes:
            raise self._workload.io_fault(moved)

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver."""
        if isinstance(error, OSError) and error.errno:
            return self._workload.io_fault(-error.errno)
        return Fault(type(error).__name__, str(error))

    def close(self) -> None:
        """Nothing: the descriptor is the worker's."""
