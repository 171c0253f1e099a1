"""Block devices: how large they are, and who uses them. Linux only."""

import errno
import os
import stat
import sys
from pathlib import Path
from time import monotonic, sleep

from app.workloads.storage_io.errors import StorageError
from app.workloads.storage_io.mounts import mounts

SYS = Path("/sys/dev/block")
SHARED_S, LOOK_S = 0.5, 0.005
"""Another worker of ours that looks at the same moment has the device for itself too, for microseconds."""


def device_bytes(path: Path) -> int:
    """The size of a block device that nobody uses. Raises StorageError where it is none, or mounted, also in part."""
    try:
        status = path.stat()
    except OSError as error:
        raise StorageError(f"the device {path} can't be found: {error.strerror}") from error
    if not stat.S_ISBLK(status.st_mode):
        raise StorageError(f"{path} is not a block device; name it as a file or folder, without asking for a device")
    if sys.platform == "linux":
        number = f"{os.major(status.st_rdev)}:{os.minor(status.st_rdev)}"
        if used := _use(number):
            raise StorageError(f"the device {path} is in use ({used}) and is left alone; name a folder on it")
        return _size(path)
    else:
        raise StorageError(f"{path}: who uses a device is known on Linux only; name a folder on it")


def _size(path: Path) -> int:
    """Of a device that the kernel uses for nothing: so an exclusive opening without creating means (open(2))."""
    descriptor = _opened_alone(path)
    try:
        return os.lseek(descriptor, 0, os.SEEK_END)
    finally:
        os.close(descriptor)


def _opened_alone(path: Path) -> int:
    until_s = monotonic() + SHARED_S
    while True:
        try:
            return os.open(path, os.O_RDONLY | os.O_EXCL)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise StorageError(f"the device {path} can't be opened: {error.strerror}") from error
            if monotonic() > until_s:
                raise StorageError(
                    f"the device {path} is in use (by a mounted file system, a volume or swap space) and is left "
                    "alone; name a folder on it"
                ) from error
        sleep(LOOK_S)


def _use(number: str) -> str:
    """Who uses a device or a part of it, for a person; "" is nobody known. number: "major:minor"."""
    parts = [number, *(file.read_text(encoding="ascii").strip() for file in (SYS / number).glob("*/dev"))]
    mounted = {mount.device: mount.place for mount in mounts()}
    for part in parts:
        if part in mounted:
            return f"a file system on it is mounted at {mounted[part]}"
        if holders := sorted(holder.name for holder in (SYS / part / "holders").glob("*")):
            return f"{', '.join(holders)} is made of it"
    return ""
