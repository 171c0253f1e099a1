# SPDX-License-Identifier: Apache-2.0
"""Storage I/O as a workload: reads and writes on one file or device.

Blocks are drawn from each user's seeded stream, so that equal seeds lead to equal I/Os on all systems.
"""

import errno
import itertools
import mmap
import os
import random
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.errors import phrase
from app.model.messages import Sentence
from app.native.native_library import NativeLibrary
from app.workloads.storage_io.buffers import Buffers, page_of
from app.workloads.storage_io.faults import StorageError, fault_of
from app.workloads.storage_io.file import StorageFile
from app.workloads.storage_io.mixed_blocks import MixedBlocks
from app.workloads.storage_io.opening import mechanism_name, open_for_io, opened_mechanism, scheduled
from app.workloads.storage_io.operations import TRIM, Transfer, io_operations
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.skew import skewed_places
from app.workloads.storage_io.synchronous import transfer
from app.workloads.storage_io.trimming import trim_of
from app.workloads.storage_io.verified_blocks import (
    WRONG,
    WRONG_DATA,
    Buffered,
    VerifiedBlocks,
    WrittenBlocks,
    described,
)
from app.workloads.workload import (
    AT_ONCE,
    Batch,
    Call,
    Choice,
    Cycle,
    Fault,
    IoKind,
    Mechanism,
    NativeIo,
    Operation,
    Outcome,
    WrongBlock,
)
from collectors.series import Reading, Series


class Choices:
    """I/Os chosen for the users of one worker.

    Attributes:
        first: Offset of the first sequential I/O; 0 until it is drawn with the first user's I/Os.
    """

    def __init__(self, parameters: StorageIoParameters, area_bytes: int) -> None:
        self.first = 0
        self._block_bytes = parameters.block_bytes
        self._area_bytes = area_bytes
        self._mix = _Mix(parameters) if parameters.mixed else None
        self._largest = self._mix.largest if self._mix is not None else parameters.block_bytes
        self._sizes = [transfer.block_bytes for transfer in io_operations(parameters).transfers]
        self._skewed = skewed_places(parameters, area_bytes // parameters.largest_bytes)
        self._write_share = 1 - parameters.read_percent / 100
        self._trim_share = parameters.trim_percent / 100
        self._sequential = parameters.access == "sequential"
        self._position: int | None = None

    def of(self, rng: random.Random) -> Iterator[Choice]:
        """Yield one user's I/Os endlessly.

        Sequential users of a worker share one sequence of blocks. It starts at a position drawn from the first user's
        stream, so that workers do not access the same blocks.
        """
        batches = self.batches(rng)
        if self._sequential:
            return self._sequential_choices(batches)
        return itertools.chain.from_iterable(map(self._listed, batches))

    def batches(self, rng: random.Random) -> Iterator[Batch]:
        """Yield the I/Os in batches."""
        drawn = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
        # The position is also drawn for a random mix, so that a seed yields the same I/Os as in earlier versions.
        if (self._sequential or self._mix is not None) and self._position is None:
            self._position = self.first = int(drawn.integers(self._area_bytes // self._largest)) * self._largest
        return self._drawn(drawn)

    def _drawn(self, drawn: np.random.Generator) -> Iterator[Batch]:
        while True:
            if self._mix is not None:
                operations, sizes = self._mix.drawn(drawn, self._writes(drawn).astype(np.intp))
                yield None if self._sequential else self._offsets(self._mix, drawn, sizes), operations
            elif self._sequential:
                yield None, self._writes(drawn)
            else:
                yield self._places(drawn) * self._block_bytes, self._writes(drawn)

    def _listed(self, batch: Batch) -> Iterator[Choice]:
        offsets, operations = batch
        assert offsets is not None
        return zip(offsets.tolist(), operations.tolist(), strict=True)

    def _sequential_choices(self, batches: Iterator[Batch]) -> Iterator[Choice]:
        """Yield consecutive I/Os, which wrap around at the end of the area."""
        sizes, area_bytes = self._sizes, self._area_bytes
        for _, operations in batches:
            for operation in operations.tolist():
                assert self._position is not None
                size = sizes[operation]
                at = self._position if self._position + size <= area_bytes else 0
                self._position = at + size
                yield at, operation

    def _places(self, drawn: np.random.Generator) -> NDArray[np.int64]:
        if self._skewed is not None:
            return self._skewed.drawn(drawn, AT_ONCE)
        return drawn.integers(self._area_bytes // self._block_bytes, size=AT_ONCE)

    def _offsets(self, mix: "_Mix", drawn: np.random.Generator, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the offsets of blocks of several sizes.

        Skewed offsets are drawn for pieces of the largest size; within a piece the block's position is uniform.
        """
        if self._skewed is None:
            offsets: NDArray[np.int64] = drawn.integers(self._area_bytes // sizes) * sizes
            return offsets
        pieces = self._skewed.drawn(drawn, len(sizes)) * mix.largest
        return pieces + drawn.integers(mix.largest // sizes) * sizes

    def _writes(self, drawn: np.random.Generator) -> NDArray[np.intp] | NDArray[np.bool_]:
        """Return the operations of the next I/Os."""
        writes = self._drawn_writes(drawn)
        if not self._trim_share:
            return writes
        return np.where(drawn.random(AT_ONCE) < self._trim_share, TRIM, writes)

    def _drawn_writes(self, drawn: np.random.Generator) -> NDArray[np.bool_]:
        if self._write_share in (0.0, 1.0):
            return np.full(AT_ONCE, self._write_share == 1.0)
        return drawn.random(AT_ONCE) < self._write_share


class _Mix:
    """Mix of block sizes by their shares."""

    def __init__(self, parameters: StorageIoParameters) -> None:
        operations = io_operations(parameters)
        self.largest = parameters.largest_bytes
        self._sizes = np.array([one.block_bytes for one in operations.transfers], dtype=np.int64)
        shares = [np.array([share for _, share in parameters.mix(write=write)]) for write in (False, True)]
        self._bounds = [own.cumsum() / own.sum() if len(own) else own for own in shares]
        self._parts = [np.array(parts, dtype=np.intp) for parts in operations.parts]

    def drawn(self, drawn: np.random.Generator, writes: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """Draw the operation and size of each I/O independently; `writes` marks the I/Os that are writes."""
        numbers = drawn.random(len(writes))
        operations = np.empty(len(writes), dtype=np.intp)
        for write in (0, 1):
            is_selected = writes == write
            if is_selected.any():
                # The last bound is omitted, because rounding could make it slightly less than 1.
                places = np.searchsorted(self._bounds[write], numbers[is_selected], side="right")
                operations[is_selected] = self._parts[write][np.minimum(places, len(self._parts[write]) - 1)]
        return operations, self._sizes[operations]


class StorageDescription(msgspec.Struct, frozen=True):
    """Serializable arguments of StorageIoOnFile."""

    place: str
    parameters: StorageIoParameters
    device: bool

    def workload(self) -> "StorageIoOnFile":
        return StorageIoOnFile(Path(self.place), self.parameters, device=self.device)


class StorageIoOnFile:
    """Workload on a device, or on a file created by `StorageFile.prepare`.

    A user is one I/O in flight; an order is one I/O.
    """

    def __init__(self, place: Path, parameters: StorageIoParameters, *, device: bool = False) -> None:
        """Create the workload on a place, as in StorageFile; `device` selects a block device."""
        self.place = place
        self.parameters = parameters
        self.device = device
        self._io = io_operations(parameters)
        self._opened: _Opened | None = None

    @property
    def description(self) -> StorageDescription:
        return StorageDescription(str(self.place), self.parameters, self.device)

    @property
    def operations(self) -> Sequence[Operation]:
        return self._io.operations

    @property
    def series(self) -> Sequence[Series]:
        """Always empty, because the driver's own figures describe the storage."""
        return ()

    @property
    def batched(self) -> bool:
        """True if one thread keeps all I/Os in flight; otherwise each user is a thread."""
        return mechanism_name(self.parameters) != "threads"

    @property
    def transport(self) -> str:
        """Name of the I/O mechanism."""
        return mechanism_name(self.parameters)

    @property
    def counting(self) -> str:
        """Always empty, because the calls are the I/Os themselves."""
        return ""

    @property
    def transfers(self) -> Sequence[Transfer]:
        """Transfer of each operation."""
        return self._io.transfers

    @property
    def block_bytes(self) -> int:
        """Block size, the largest of a mix."""
        return self.parameters.largest_bytes

    def open(self) -> None:
        """Check that the file was created by Outpace and has the requested size.

        Raises:
            StorageError: The file is not usable.
        """
        file = StorageFile(self.place, self.parameters, device=self.device)
        area_bytes = file.verify().file_bytes
        self._opened = _Opened(file.path, self.parameters, area_bytes)

    def read(self) -> Reading | None:
        return None

    def mechanism(self) -> Mechanism:
        opened = self._open()
        mechanism = opened.mechanism()
        if opened.written is not None:
            return VerifiedBlocks(mechanism, opened.written, self.block_bytes)
        return MixedBlocks(mechanism, self.transfers, self.block_bytes) if self.parameters.mixed else mechanism

    def choices(self, rng: random.Random) -> Iterator[Choice]:
        return self._open().choices.of(rng)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """Return why native I/O, which exists only on Linux and Windows, is not possible; None if it is."""
        return phrase("native storage I/O is there on Linux and Windows alone") if sys.platform == "darwin" else None

    def native_io(self) -> NativeIo:
        opened, wanted = self._open(), self.parameters
        acts: list[IoKind] = ["write" if transfer.write else "read" for transfer in self.transfers]
        if wanted.trims:
            acts[TRIM] = "trim"
        together, device = opened.kind()
        return NativeIo(
            mechanism=mechanism_name(wanted),
            descriptor=opened.native_descriptor(),
            together=together,
            device=device,
            transfers=[(act, one.block_bytes) for act, one in zip(acts, self.transfers, strict=True)],
            block_bytes=self.block_bytes,
            area_bytes=opened.area_bytes,
            sequential=wanted.access == "sequential",
            verified=wanted.verify,
            page=page_of(wanted.pattern),
        )

    def first_offset(self) -> int:
        return self._open().choices.first

    def batches(self, rng: random.Random) -> Iterator[Batch]:
        return self._open().choices.batches(rng)

    def wrong_data(self, found: WrongBlock) -> Fault:
        return Fault(WRONG_DATA, f"{self.place}, {described(found)}")

    def io_fault(self, moved: int) -> Fault:
        written = self._opened.written if self._opened is not None else None
        if moved == WRONG and written is not None and written.wrong:
            return Fault(WRONG_DATA, f"{self.place}, {written.wrong.popleft()}")
        if moved >= 0:
            wanted = "fewer than its" if self.parameters.mixed else f"of {self.block_bytes}"
            text = f"an I/O on {self.place} moved {moved} {wanted} bytes"
            return Fault("short I/O", text)
        return fault_of(-moved, f"an I/O on {self.place} failed")

    def user(self, rng: random.Random) -> "StorageUser":
        """Return a user with its own buffer, for a thread."""
        opened = self._open()
        return StorageUser(self, opened.descriptor, opened.choices.of(rng), opened.written)

    def _open(self) -> "_Opened":
        if self._opened is None:
            raise RuntimeError("the workload is not open")
        return self._opened

    def close(self) -> None:
        """Close the workload; can be called twice."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None


class _Opened:
    """Open resources of a worker."""

    def __init__(self, path: Path, parameters: StorageIoParameters, area_bytes: int) -> None:
        self.area_bytes = area_bytes
        self.choices = Choices(parameters, area_bytes)
        self.written = WrittenBlocks(area_bytes, parameters.block_bytes) if parameters.verify else None
        self._parameters = parameters
        self._path = path
        self.descriptor = -1
        if sys.platform != "win32":
            self.descriptor = open_for_io(path, parameters, writes=parameters.writes)
            self._try_last_block(area_bytes)

    def _try_last_block(self, area_bytes: int) -> None:
        """Read the last block, so that an unusable block size is reported once instead of by every I/O."""
        # For a mix, try the smallest size, because larger blocks need not end at the end of the area.
        block_bytes = self._parameters.sizes[0]
        memory = mmap.mmap(-1, -(-block_bytes // mmap.PAGESIZE) * mmap.PAGESIZE)
        block = memoryview(memory)[:block_bytes]
        last = area_bytes // block_bytes - 1
        try:
            transfer(self.descriptor, [block], last * block_bytes, write=False)
        except OSError as error:
            self.close()
            hint = phrase("; take a block of a multiple of 4096 bytes") if error.errno == errno.EINVAL else ""
            raise StorageError(
                "{path} can't be read in blocks of {bytes} bytes: {reason}{hint}",
                path=self._path,
                bytes=block_bytes,
                reason=error.strerror,
                hint=hint,
            ) from error

    def mechanism(self) -> Buffered:
        if sys.platform == "win32":
            from app.workloads.storage_io.overlapped import Overlapped  # noqa: PLC0415 - Windows only

            return Overlapped(self._path, self._parameters)
        else:
            return opened_mechanism(mechanism_name(self._parameters), self.descriptor, self._parameters)

    def kind(self) -> tuple[bool, bool]:
        """Return whether several I/Os are started by one call, and whether the target is a block device."""
        if sys.platform == "win32":
            return False, False
        else:
            status = os.fstat(self.descriptor)
            return not scheduled(status), stat.S_ISBLK(status.st_mode)

    def native_descriptor(self) -> int:
        if sys.platform == "win32" and self.descriptor < 0:
            from app.workloads.storage_io.overlapped import opened_for_overlapped  # noqa: PLC0415

            self.descriptor = opened_for_overlapped(self._path, self._parameters)
        return self.descriptor

    def close(self) -> None:
        if self.descriptor < 0:
            return
        if sys.platform == "win32":
            from app.workloads.storage_io.overlapped import close_handle  # noqa: PLC0415

            close_handle(self.descriptor)
        else:
            os.close(self.descriptor)
        self.descriptor = -1


class StorageUser:
    """User in a separate thread, which performs one I/O at a time, synchronously."""

    def __init__(
        self,
        workload: StorageIoOnFile,
        descriptor: int,
        choices: Iterator[Choice],
        written: WrittenBlocks | None = None,
    ) -> None:
        self._workload = workload
        self._descriptor = descriptor
        self._choices = choices
        self._written = written
        self._trim = trim_of(descriptor) if workload.parameters.trims else None
        self._buffers = Buffers(workload.block_bytes, workload.parameters.pattern)
        for _ in self._buffers.grow(1):
            pass
        self._vectors = [[self._buffers.views[0][: own.block_bytes]] for own in workload.transfers]

    def cycle(self) -> Cycle:
        """Start a cycle, which consists of one I/O."""
        offset, operation = next(self._choices)
        if operation == TRIM and self._trim is not None:
            yield Call(operation, self._trim, (offset, self._workload.block_bytes))
            return Outcome()
        write = self._workload.transfers[operation].write
        if write:
            self._buffers.stamp(0)
        if self._written is None:
            yield Call(operation, self._transfer, (offset, operation))
            return Outcome()
        offset = self._written.take(offset)
        try:
            number = self._written.stamp(self._buffers.views[0], offset) if write else 0
            yield Call(operation, self._verified, (self._written, offset, operation, number))
        finally:
            self._written.release(offset)
        return Outcome()

    def _verified(self, written: WrittenBlocks, offset: int, operation: int, number: int) -> None:
        """Transfer and verify a block. Here the verification is part of the latency."""
        try:
            self._transfer(offset, operation)
        except BaseException:
            written.ended(self._buffers.views[0], offset, number, whole=False)
            raise
        if not written.ended(self._buffers.views[0], offset, number, whole=True):
            raise self._workload.io_fault(WRONG)

    def _transfer(self, offset: int, operation: int) -> None:
        wanted = self._workload.transfers[operation]
        moved = transfer(self._descriptor, self._vectors[operation], offset, write=wanted.write)
        if moved != wanted.block_bytes:
            raise self._workload.io_fault(moved)

    def fault(self, error: Exception) -> Fault:
        """Classify an error."""
        if isinstance(error, OSError) and error.errno:
            return self._workload.io_fault(-error.errno)
        return Fault(type(error).__name__, str(error))

    def close(self) -> None:
        """Do nothing, because the descriptor belongs to the worker."""
