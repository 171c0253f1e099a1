"""Writing a file full of data, from its beginning to its end."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.workloads.dvdstore.building import BuildCancelledError
from app.workloads.storage_io.buffers import Buffers
from app.workloads.storage_io.opening import open_for_io
from app.workloads.storage_io.parameters import MiB, StorageIoParameters

CHUNK_BYTES = 4 * MiB


def fill(
    path: Path,
    parameters: StorageIoParameters,
    file_bytes: int,
    told: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> None:
    """Writes bytes 0 ... file_bytes - 1, past the system's cache where the I/O goes past it. told(done): bytes.

    Raises OSError, StorageError, and BuildCancelledError soon after `cancelled`.
    """
    data = np.random.Generator(np.random.SFC64())
    buffers = Buffers(CHUNK_BYTES, parameters.pattern)
    for _ in buffers.grow(1):
        pass
    words = np.frombuffer(buffers.views[0], dtype=np.uint64)
    descriptor = _opened(path, parameters)
    try:
        done = 0
        while done < file_bytes:
            if cancelled():
                raise BuildCancelledError(f"preparing {path} was cancelled")
            size = min(CHUNK_BYTES, file_bytes - done)
            if parameters.pattern == "incompressible":
                words[:] = np.frombuffer(data.bytes(CHUNK_BYTES), dtype=np.uint64)
            _write_at(descriptor, buffers.views[0][:size], done)
            done += size
            told(done)
        os.fsync(descriptor)
        if parameters.cached and sys.platform == "linux":
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)


def _opened(path: Path, parameters: StorageIoParameters) -> int:
    if sys.platform == "win32":
        # The cache manager writes long sequential runs well; the I/O that is measured opens the file anew.
        return os.open(path, os.O_RDWR | os.O_BINARY)
    else:
        return open_for_io(path, parameters, writes=True)


def _write_at(descriptor: int, data: memoryview, offset: int) -> None:
    while data:
        if sys.platform == "win32":
            os.lseek(descriptor, offset, os.SEEK_SET)
            written = os.write(descriptor, data)
        else:
            written = os.pwrite(descriptor, data, offset)
        data, offset = data[written:], offset + written


def flushed(path: Path) -> None:
    """Puts the file's last page and its name on the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
