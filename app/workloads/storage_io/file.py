# SPDX-License-Identifier: Apache-2.0
"""File or device for storage I/O: functions to find, fill, mark, check and remove it.

Only files created by Outpace are changed, and devices only if they are unused.
"""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import msgspec
import numpy as np
import psutil

from app.model.workloads import WritePattern
from app.workloads.storage_io.buffers import Buffers
from app.workloads.storage_io.faults import StorageError
from app.workloads.storage_io.linux import mounts
from app.workloads.storage_io.opening import open_for_io
from app.workloads.storage_io.parameters import MiB, StorageIoParameters
from app.workloads.workload import BuildCancelledError, Cancelled, Progress

MARK_BYTES = 4096
MAGIC = b"OUTPACE STORAGE I/O FILE\n"


class FileMark(msgspec.Struct, frozen=True):
    """Mark at the end of a file.

    Attributes:
        complete: Whether every byte was written.
        pattern: Pattern of all data ever written to the file.
        trimmed: Whether the file may have holes.
    """

    file_bytes: int
    complete: bool
    version: int = 1
    pattern: WritePattern = "incompressible"
    trimmed: bool = False


class NoMark(msgspec.Struct, frozen=True):
    """Reason why a file is considered not to be Outpace's."""

    reason: str


def page_of(mark: FileMark) -> bytes:
    """Return the mark as the contents of the file's last page."""
    return (MAGIC + msgspec.json.encode(mark) + b"\n").ljust(MARK_BYTES, b"\0")


def mark_of(path: Path) -> FileMark | NoMark:
    """Return the mark of a file if its size is right, without following symbolic links.

    Raises:
        OSError: The file cannot be read.
    """
    status = path.lstat()
    if not os.path.isfile(path) or path.is_symlink():
        return NoMark("it is not a plain file")
    if status.st_size <= MARK_BYTES:
        return NoMark("it has no mark of Outpace's")
    with path.open("rb") as file:
        file.seek(-MARK_BYTES, os.SEEK_END)
        page = file.read(MARK_BYTES)
    if not page.startswith(MAGIC):
        return NoMark("it has no mark of Outpace's")
    try:
        mark = msgspec.json.decode(page[len(MAGIC) :].rstrip(b"\0"), type=FileMark)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return NoMark("its mark is damaged")
    if mark.file_bytes + MARK_BYTES != status.st_size:
        return NoMark("its size is not that of its mark")
    return mark


SYS = Path("/sys/dev/block")
SHARED_S, LOOK_S = 0.5, 0.005
"""Timeout and interval of retries in seconds: another worker's check opens the device exclusively for microseconds."""


def device_bytes(path: Path) -> int:
    """Return the size of an unused block device.

    Raises:
        StorageError: The path is not a block device, or the device or a part of it is mounted.
    """
    try:
        status = path.stat()
    except OSError as error:
        raise StorageError("the device {path} can't be found: {reason}", path=path, reason=error.strerror) from error
    if not stat.S_ISBLK(status.st_mode):
        raise StorageError(
            "{path} is not a block device; name it as a file or folder, without asking for a device", path=path
        )
    if sys.platform == "linux":
        number = f"{os.major(status.st_rdev)}:{os.minor(status.st_rdev)}"
        if used := _user_of_device(number):
            raise StorageError(
                "the device {path} is in use ({used}) and is left alone; name a folder on it", path=path, used=used
            )
        return _size(path)
    else:
        raise StorageError("{path}: who uses a device is known on Linux only; name a folder on it", path=path)


def _size(path: Path) -> int:
    """Return the size of a device that the kernel does not use, as checked by O_EXCL without O_CREAT (open(2))."""
    descriptor = _open_exclusively(path)
    try:
        return os.lseek(descriptor, 0, os.SEEK_END)
    finally:
        os.close(descriptor)


def _open_exclusively(path: Path) -> int:
    until_s = monotonic() + SHARED_S
    while True:
        try:
            return os.open(path, os.O_RDONLY | os.O_EXCL)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise StorageError(
                    "the device {path} can't be opened: {reason}", path=path, reason=error.strerror
                ) from error
            if monotonic() > until_s:
                raise StorageError(
                    "the device {path} is in use (by a mounted file system, a volume or swap space) and is left "
                    "alone; name a folder on it",
                    path=path,
                ) from error
        sleep(LOOK_S)


def _user_of_device(number: str) -> str:
    """Return the user of a device, given as "major:minor", or of a part of the device; "" if none is known."""
    parts = [number, *(file.read_text(encoding="ascii").strip() for file in (SYS / number).glob("*/dev"))]
    mounted = {mount.device: mount.place for mount in mounts()}
    for part in parts:
        if part in mounted:
            return f"a file system on it is mounted at {mounted[part]}"
        if holders := sorted(holder.name for holder in (SYS / part / "holders").glob("*")):
            return f"{', '.join(holders)} is made of it"
    return ""


CHUNK_BYTES = 4 * MiB


def fill(
    path: Path,
    parameters: StorageIoParameters,
    file_bytes: int,
    report: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> None:
    """Write bytes 0 ... file_bytes - 1, bypassing the operating system's cache if the I/O does.

    Args:
        path: File to fill.
        parameters: Parameters of the I/O.
        file_bytes: Number of bytes.
        report: Receives the number of written bytes.
        cancelled: Returns whether to stop.

    Raises:
        OSError: A write failed.
        StorageError: The file cannot be opened.
        BuildCancelledError: It was canceled.
    """
    data = np.random.Generator(np.random.SFC64())
    buffers = Buffers(CHUNK_BYTES, parameters.pattern)
    for _ in buffers.grow(1):
        pass
    numbers = np.frombuffer(buffers.views[0], dtype=np.uint64)
    descriptor = _opened(path, parameters)
    try:
        done = 0
        while done < file_bytes:
            if cancelled():
                raise BuildCancelledError("preparing {path} was cancelled", path=path)
            size = min(CHUNK_BYTES, file_bytes - done)
            if parameters.pattern == "incompressible":
                numbers[:] = np.frombuffer(data.bytes(CHUNK_BYTES), dtype=np.uint64)
            _write_at(descriptor, buffers.views[0][:size], done)
            done += size
            report(done)
        os.fsync(descriptor)
        if parameters.cached and sys.platform == "linux":
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)


def _opened(path: Path, parameters: StorageIoParameters) -> int:
    if sys.platform == "win32":
        # The cache manager is efficient for long sequential writes; the measured I/O opens the file separately.
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
    """Flush the file's last page and its name to the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


FILE_NAME = "outpace-storage-io.dat"
"""Name of the file in a folder that is the target."""
SPARE_BYTES = 64 << 20
"""Disk space to leave free when the file is written."""


class PreparedFile(msgspec.Struct, frozen=True):
    """Target that is ready for I/O.

    Attributes:
        file_bytes: Size of the part that is read and written.
        written: Whether it was written just now instead of found.
    """

    path: Path
    file_bytes: int
    written: bool


class StorageFile:
    """Target of storage I/O; picklable, without open resources."""

    def __init__(self, place: Path, parameters: StorageIoParameters, *, device: bool = False) -> None:
        """Create the target from a file, a folder (for its file `FILE_NAME`) or, with `device`, a block device."""
        self.parameters = parameters
        self.device = device
        # Check only once whether it is a folder: the answer must not change after the file is created. Devices are
        # often named by a link (/dev/disk/by-id).
        self.path = place.resolve() if device else place / FILE_NAME if place.is_dir() else place

    def warnings(self, cache_bytes: int | None = None) -> list[str]:
        """Return warnings about the measurement. `cache_bytes` is the cache size, by default the machine's memory."""
        texts = []
        size, cache = self.parameters.file_bytes, cache_bytes or psutil.virtual_memory().total
        if size and size < 2 * cache:
            owner = "the storage's cache" if cache_bytes else "this machine's memory"
            texts.append(
                f"the file of {size / 1e9:.1f} GB is smaller than twice {owner} ({cache / 1e9:.1f} GB): a cache may "
                "answer in place of the disks"
            )
        if self.device and self.parameters.writes:
            texts.append(f"what is on the device {self.path} will be overwritten")
        return texts

    def verify(self) -> PreparedFile:
        """Check that the target was created by Outpace, is complete and has the requested size; nothing is changed.

        Raises:
            StorageError: The target is unusable.
        """
        if self.device:
            return self._verified_device()
        found = self._existing_mark()
        if found is None:
            raise StorageError("there is no file {path}; prepare it first", path=self.path)
        if not self.suits(found):
            raise StorageError(
                "{path} holds {bytes} bytes ({pattern}), but {wanted_bytes} "
                "({wanted_pattern}) are wanted; prepare it again",
                path=self.path,
                bytes=found.file_bytes,
                pattern=found.pattern,
                wanted_bytes=self.parameters.file_bytes,
                wanted_pattern=self.parameters.pattern,
            )
        return PreparedFile(self.path, found.file_bytes, written=False)

    def suits(self, found: FileMark) -> bool:
        """Return whether a file with this mark is complete and has exactly the requested size and pattern."""
        wanted = self.parameters
        is_whole = found.complete and (wanted.trims or not found.trimmed)
        return is_whole and (found.file_bytes, found.pattern) == (wanted.file_bytes, wanted.pattern)

    def mark_trimmed(self) -> None:
        """Record that the file will have holes, so that it is recreated if a complete one is needed; not for devices.

        Raises:
            OSError: The mark cannot be written.
        """
        if self.device:
            return
        size = self.parameters.file_bytes
        with self.path.open("r+b") as file:
            file.seek(size)
            file.write(page_of(FileMark(size, complete=True, pattern=self.parameters.pattern, trimmed=True)))
        flushed(self.path)

    def _verified_device(self) -> PreparedFile:
        size = device_bytes(self.path)
        if self.parameters.writes and not self.parameters.force_device:
            raise StorageError(
                "{path} is a block device: writing destroys its contents and was not explicitly "
                "allowed; read only, or force writes to this device",
                path=self.path,
            )
        wanted = self.parameters.file_bytes or size // 4096 * 4096
        if wanted > size:
            raise StorageError(
                "the device {path} holds {size} bytes, but {wanted} are wanted",
                path=self.path,
                size=size,
                wanted=wanted,
            )
        return PreparedFile(self.path, wanted, written=False)

    def _existing_mark(self) -> FileMark | None:
        """Return the mark of the file, or None if there is no file.

        Raises:
            StorageError: The file was not created by Outpace.
        """
        try:
            mark = mark_of(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageError("{path} can't be read: {reason}", path=self.path, reason=error.strerror) from error
        if isinstance(mark, NoMark):
            raise StorageError(
                "{path} was not created by Outpace ({reason}) and is left unchanged; name another "
                "file, or move that one away",
                path=self.path,
                reason=mark.reason,
            )
        return mark

    def prepare(self, progress: Progress, cancelled: Cancelled) -> PreparedFile:
        """Return the target, after writing every byte with the pattern's data if it is not already complete.

        Failures leave no files behind.

        Args:
            progress: Receives "file", the written and the total bytes.
            cancelled: Returns whether to stop, checked at least every second.

        Raises:
            StorageError: See `verify`; or there is not enough space or no direct I/O.
            BuildCancelledError: It was canceled.
        """
        if self.device:
            return self._verified_device()
        size = self.parameters.file_bytes
        if not size:
            raise StorageError("the size of the file {path} is missing", path=self.path)
        found = self._existing_mark()
        if found is not None and self.suits(found) and not found.trimmed:
            return PreparedFile(self.path, size, written=False)
        self._remove_leftovers()
        self._check_space(0 if found is None else found.file_bytes)
        if found is not None:
            self.path.unlink()
        unfinished = self.path.with_name(f"{self.path.name}.{os.getpid()}.unfinished")
        try:
            self._write(unfinished, progress, cancelled)
            self._publish(unfinished)
        except OSError as error:
            if error.errno == errno.EDQUOT:
                raise StorageError(
                    "the disk quota of {folder} is used up: the file of {size} bytes was not finished and is removed; "
                    "raise the quota, or name a smaller file or another folder",
                    folder=self.path.parent,
                    size=size,
                ) from error
            if error.errno == errno.ENOSPC:
                raise StorageError(
                    "the disk of {folder} is full: the file of {size} bytes was not finished and is "
                    "removed; free some space, or name a smaller file or another folder",
                    folder=self.path.parent,
                    size=size,
                ) from error
            raise StorageError(
                "{path} can't be prepared: {reason}", path=self.path, reason=error.strerror or error
            ) from error
        finally:
            unfinished.unlink(missing_ok=True)
        return PreparedFile(self.path, size, written=True)

    def _check_space(self, given_back: int) -> None:
        folder = self.path.parent
        try:
            free = shutil.disk_usage(folder).free + given_back
        except OSError as error:
            raise StorageError(
                "the folder {folder} can't be used: {reason}; create it first", folder=folder, reason=error.strerror
            ) from error
        needed = self.parameters.file_bytes + MARK_BYTES
        if free < needed + SPARE_BYTES:
            raise StorageError(
                "the disk of {folder} has {free_gb:.2f} GB free, but a file of {needed_gb:.2f} GB is wanted; "
                "free some space, or name a smaller file or another folder",
                folder=folder,
                free_gb=free / 1000000000.0,
                needed_gb=needed / 1000000000.0,
            )

    def _write(self, path: Path, progress: Progress, cancelled: Cancelled) -> None:
        size = self.parameters.file_bytes
        # The mark comes first, so that the remains of a killed preparation can be identified.
        with path.open("xb") as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size + MARK_BYTES)
            file.seek(size)
            file.write(page_of(FileMark(size, complete=False, pattern=self.parameters.pattern)))
        fill(path, self.parameters, size, lambda done: progress("file", done, size), cancelled)
        with path.open("r+b") as file:
            file.seek(size)
            file.write(page_of(FileMark(size, complete=True, pattern=self.parameters.pattern)))
        flushed(path)

    def _publish(self, unfinished: Path) -> None:
        """Rename the file to its final name, unless that is taken: link(2) never replaces a file."""
        taken = StorageError("{path} was created by another program meanwhile and is left unchanged", path=self.path)
        try:
            os.link(unfinished, self.path)
        except FileExistsError:
            raise taken from None
        except OSError as error:  # file system without hard links (FAT)
            if os.path.lexists(self.path):
                raise taken from error
            unfinished.rename(self.path)

    def _remove_leftovers(self) -> None:
        """Remove the files that killed preparations of this file have left."""
        for path in self.path.parent.glob(f"{self.path.name}.*.unfinished"):
            number = path.name.split(".")[-2]
            if number.isdecimal() and int(number) != os.getpid() and psutil.pid_exists(int(number)):
                continue
            try:
                if isinstance(mark_of(path), FileMark):
                    path.unlink(missing_ok=True)
            except OSError:
                continue

    def remove(self) -> bool:
        """Remove the file if it was created by Outpace, and return whether it existed; devices are never changed.

        Raises:
            StorageError: The file cannot be removed.
        """
        if self.device or self._existing_mark() is None:
            return False
        try:
            self.path.unlink()
        except OSError as error:
            raise StorageError("{path} can't be removed: {reason}", path=self.path, reason=error.strerror) from error
        return True

    def __repr__(self) -> str:
        return f"StorageFile({str(self.path)!r})"
