"""The file or device that storage I/O works on: found, prepared, checked, removed. Only what is ours is changed."""

import errno
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from app.workloads.storage_io.device import device_bytes
from app.workloads.storage_io.errors import StorageError
from app.workloads.storage_io.filling import fill, flushed
from app.workloads.storage_io.mark import MARK_BYTES, Mark, NoMark, mark_of, page_of
from app.workloads.storage_io.parameters import StorageIoParameters

Progress = Callable[[str, float, float], None]
Cancelled = Callable[[], bool]

FILE_NAME = "outpace-storage-io.dat"
"""Of the file in a folder that was named as the target."""
SPARE_BYTES = 64 << 20
"""Left free on the disk beyond the file."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A target that I/O may work on. file_bytes: the part that is read and written. made: it was written just now."""

    path: Path
    file_bytes: int
    made: bool


class StorageFile:
    """One target. Picklable; nothing is open."""

    def __init__(self, place: Path, parameters: StorageIoParameters, *, device: bool = False) -> None:
        """place: a file, a folder (the file in it is then FILE_NAME), or with `device` a block device."""
        self.parameters = parameters
        self.device = device
        # Whether it is a folder is asked once: the answer is the same after the file is made.
        # A device is often named by a link (/dev/disk/by-id).
        self.path = place.resolve() if device else place / FILE_NAME if place.is_dir() else place

    def warnings(self, cache_bytes: int | None = None) -> list[str]:
        """What a person should know before measuring. cache_bytes: of the storage; if None, this machine's memory."""
        said = []
        size, known = self.parameters.file_bytes, cache_bytes or psutil.virtual_memory().total
        if size and size < 2 * known:
            whose = "the storage's cache" if cache_bytes else "this machine's memory"
            said.append(
                f"the file of {size / 1e9:.1f} GB is smaller than twice {whose} ({known / 1e9:.1f} GB): a cache may "
                "answer in place of the disks"
            )
        if self.device and self.parameters.writes:
            said.append(f"what is on the device {self.path} will be overwritten")
        return said

    def verify(self) -> Prepared:
        """Checks that the target is ours, whole and of the wanted size. Changes nothing. Raises StorageError."""
        if self.device:
            return self._verified_device()
        found = self._found()
        if found is None:
            raise StorageError(f"there is no file {self.path}; prepare it first")
        if not self.suits(found):
            raise StorageError(
                f"{self.path} holds {found.file_bytes} bytes ({found.pattern}), but {self.parameters.file_bytes} "
                f"({self.parameters.pattern}) are wanted; prepare it again"
            )
        return Prepared(self.path, found.file_bytes, made=False)

    def suits(self, found: Mark) -> bool:
        """Whether a file with this mark is whole, of the wanted size, and held nothing but the wanted data."""
        wanted = self.parameters
        return found.complete and (found.file_bytes, found.pattern) == (wanted.file_bytes, wanted.pattern)

    def _verified_device(self) -> Prepared:
        size = device_bytes(self.path)
        if self.parameters.writes and not self.parameters.force_device:
            raise StorageError(
                f"{self.path} is a block device: writing destroys what is on it, and that was not asked for expressly; "
                "read only, or force writes to this device"
            )
        wanted = self.parameters.file_bytes or size // 4096 * 4096
        if wanted > size:
            raise StorageError(f"the device {self.path} holds {size} bytes, but {wanted} are wanted")
        return Prepared(self.path, wanted, made=False)

    def _found(self) -> Mark | None:
        """The mark of the file; None where there is no file. StorageError where it is not ours."""
        try:
            mark = mark_of(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StorageError(f"{self.path} can't be read: {error.strerror}") from error
        if isinstance(mark, NoMark):
            raise StorageError(
                f"{self.path} was not made by Outpace ({mark.reason}) and is left as it is; name another file, or move "
                "that one away"
            )
        return mark

    def prepare(self, progress: Progress, cancelled: Cancelled) -> Prepared:
        """The target, found whole or written now: every byte, with data of the pattern.

        progress("file", done, total) in bytes. Raises StorageError (see `verify`; no space; no direct I/O) and
        BuildCancelledError within a second of `cancelled`; neither leaves anything behind.
        """
        if self.device:
            return self._verified_device()
        size = self.parameters.file_bytes
        if not size:
            raise StorageError(f"the size of the file {self.path} is missing")
        found = self._found()
        if found is not None and self.suits(found):
            return Prepared(self.path, size, made=False)
        self._remove_leftovers()
        self._check_space(0 if found is None else found.file_bytes)
        if found is not None:
            self.path.unlink()
        unfinished = self.path.with_name(f"{self.path.name}.{os.getpid()}.unfinished")
        try:
            self._write(unfinished, progress, cancelled)
            self._put(unfinished)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise StorageError(
                    f"the disk of {self.path.parent} is full: the file of {size} bytes was not finished and is "
                    "removed; free some space, or name a smaller file or another folder"
                ) from error
            raise StorageError(f"{self.path} can't be prepared: {error.strerror or error}") from error
        finally:
            unfinished.unlink(missing_ok=True)
        return Prepared(self.path, size, made=True)

    def _check_space(self, given_back: int) -> None:
        folder = self.path.parent
        try:
            free = shutil.disk_usage(folder).free + given_back
        except OSError as error:
            raise StorageError(f"the folder {folder} can't be used: {error.strerror}; make it first") from error
        needed = self.parameters.file_bytes + MARK_BYTES
        if free < needed + SPARE_BYTES:
            raise StorageError(
                f"the disk of {folder} has {free / 1e9:.2f} GB free, but a file of {needed / 1e9:.2f} GB is wanted; "
                "free some space, or name a smaller file or another folder"
            )

    def _write(self, path: Path, progress: Progress, cancelled: Cancelled) -> None:
        size = self.parameters.file_bytes
        # The mark comes first: whatever is left of a killed preparation tells whose it is.
        with path.open("xb") as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size + MARK_BYTES)
            file.seek(size)
            file.write(page_of(Mark(size, complete=False, pattern=self.parameters.pattern)))
        fill(path, self.parameters, size, lambda done: progress("file", done, size), cancelled)
        with path.open("r+b") as file:
            file.seek(size)
            file.write(page_of(Mark(size, complete=True, pattern=self.parameters.pattern)))
        flushed(path)

    def _put(self, unfinished: Path) -> None:
        """Gives the file its name, unless somebody has taken it meanwhile: a link never replaces anything."""
        taken = StorageError(f"{self.path} was made by somebody else meanwhile and is left as it is")
        try:
            os.link(unfinished, self.path)
        except FileExistsError:
            raise taken from None
        except OSError as error:  # a file system without links (FAT)
            if os.path.lexists(self.path):
                raise taken from error
            unfinished.rename(self.path)

    def _remove_leftovers(self) -> None:
        """What killed preparations left of this very file."""
        for path in self.path.parent.glob(f"{self.path.name}.*.unfinished"):
            number = path.name.split(".")[-2]
            if number.isdecimal() and int(number) != os.getpid() and psutil.pid_exists(int(number)):
                continue
            try:
                if isinstance(mark_of(path), Mark):
                    path.unlink(missing_ok=True)
            except OSError:
                continue

    def remove(self) -> bool:
        """Removes the file, if there is one and it is ours; a device is never touched. Returns whether it did. Raises
        StorageError."""
        if self.device or self._found() is None:
            return False
        try:
            self.path.unlink()
        except OSError as error:
            raise StorageError(f"{self.path} can't be removed: {error.strerror}") from error
        return True

    def __repr__(self) -> str:
        return f"StorageFile({str(self.path)!r})"
