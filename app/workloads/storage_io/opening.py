# SPDX-License-Identifier: Apache-2.0
"""Opening of files and devices for direct I/O, and choice of the fastest mechanism on this system.

Measured on Linux 6.18, 8 KiB, 2 threads, in short rounds (tests/benchmarks/storage_fio.py): on a disk io_uring and
libaio reach the same IOPS within the spread of the rounds; on a device in memory, libaio reaches up to a third more
with 2 and 4 I/Os in flight, the same with 32, and needs less processor time. A single I/O is fastest with an ordinary
call. With a kernel I/O scheduler (a disk's mq-deadline), I/Os started by one call wait for one another: 4 to 12 % fewer
IOPS than if started individually. Without a scheduler, as on fast devices, one call for all saves processor time: 12 to
17 % more IOPS with 8 in flight.
"""

import contextlib
import errno
import os
import platform
import stat
import sys
from pathlib import Path

from app.model.errors import phrase
from app.workloads.storage_io import io_uring, linux_aio
from app.workloads.storage_io.faults import StorageError
from app.workloads.storage_io.linux import mounts
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.storage_io.verified_blocks import Buffered
from app.workloads.workload import NativeMechanism

F_NOCACHE = 48
"""fcntl command of macOS (sys/fcntl.h)."""
BLOCK_DEVICES = Path("/sys/dev/block")
IN_MEMORY = frozenset({"tmpfs", "ramfs"})


def open_for_io(path: Path, parameters: StorageIoParameters, *, writes: bool) -> int:
    """Return a descriptor for reading, and for writing if requested; not on Windows, which uses handles.

    Raises:
        StorageError: The file cannot be opened.
    """
    flags = os.O_RDWR if writes else os.O_RDONLY
    if sys.platform != "win32":
        flags |= os.O_NOFOLLOW | os.O_CLOEXEC
        if parameters.write_through and writes:
            flags |= os.O_DSYNC
    if sys.platform == "linux" and not parameters.cached:
        flags |= os.O_DIRECT
        if file_system_of(path) in IN_MEMORY:
            raise _no_direct_io(path, "its file system ({file_system}) is memory", file_system=file_system_of(path))
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.EINVAL and not parameters.cached:
            raise _no_direct_io(path, "its file system refuses it") from error
        raise StorageError("{path} can't be opened: {reason}", path=path, reason=error.strerror) from error
    if sys.platform == "darwin" and not parameters.cached:
        import fcntl  # noqa: PLC0415 - not on Windows

        fcntl.fcntl(descriptor, F_NOCACHE, 1)
    return descriptor


def _no_direct_io(path: Path, text: str, /, **values: object) -> StorageError:
    return StorageError(
        "{path} can't be read and written past the operating system's cache: {reason}; name a place on a disk, or "
        "allow cached I/O, which every figure will then say",
        path=path,
        reason=phrase(text, **values),
    )


def file_system_of(path: Path) -> str:
    """Return the type of the file system that holds a path ("ext4"), found by its device, or "" if unknown."""
    number = ""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            device = path.stat().st_dev
            number = f"{os.major(device)}:{os.minor(device)}"
    return next((mount.kind for mount in mounts() if mount.device == number), "")


def mechanism_name(parameters: StorageIoParameters) -> NativeMechanism:
    """Return the mechanism that a worker of this system uses.

    Cached I/O uses threads, because Linux executes asynchronous cached I/O synchronously.
    """
    if platform.system() == "Windows":
        return "overlapped"
    wanted = parameters.mechanism
    # Trims are only available as blocking calls.
    if not parameters.cached and not parameters.trims:
        if wanted in ("auto", "libaio") and linux_aio.usable():
            return "libaio"
        if wanted in ("auto", "io_uring") and io_uring.usable():
            return "io_uring"
    return "threads"


def opened_mechanism(name: str, descriptor: int, parameters: StorageIoParameters) -> Buffered:
    """Open the mechanism named by `mechanism_name`, except "threads".

    Raises:
        OSError: It cannot be opened.
    """
    together = not scheduled(os.fstat(descriptor))
    if name == "io_uring":
        return io_uring.IoUring(descriptor, parameters, together=together)
    return linux_aio.LinuxAio(descriptor, parameters, together=together)


def scheduled(status: os.stat_result) -> bool:
    """Return whether an I/O scheduler is active for a device, or for the device of a file; True if unknown."""
    if sys.platform == "linux":
        number = status.st_rdev if stat.S_ISBLK(status.st_mode) else status.st_dev
        device = BLOCK_DEVICES / f"{os.major(number)}:{os.minor(number)}"
        # A partition uses its disk's queue.
        for queue in (device / "queue", device.resolve().parent / "queue"):
            with contextlib.suppress(OSError):
                return "[none]" not in (queue / "scheduler").read_text(encoding="ascii")
    return True
