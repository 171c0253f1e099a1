# SPDX-License-Identifier: Apache-2.0
"""Which whole disks of this machine lie below a path: two partitions of one disk are one device."""

import ctypes
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

if sys.platform == "win32":
    from ctypes import wintypes

BLOCK_DEVICES = Path("/sys/dev/block")
"""A link for each block device, named by its number ("254:0"); Linux alone has it."""

SHARE_READ_WRITE, OPEN_EXISTING, GET_DEVICE_NUMBER, DISK = 3, 3, 0x2D1080, 7
"""Windows': dwShareMode, dwCreationDisposition, IOCTL_STORAGE_GET_DEVICE_NUMBER, FILE_DEVICE_DISK."""


def disks_below(path: Path, devices: Path = BLOCK_DEVICES) -> frozenset[str]:
    """The disks that hold a file, a folder (or the one that it will be made in), or a block device: {"nvme0n1"}.

    A volume (LVM, md, crypt) lies on all its parts, a loop device on its file's disks. Where no disk is known (other
    systems, network folders, memory) the number of the file system stands for it; on Windows, where that number says
    nothing to anybody, the drive or share ({"PhysicalDrive0"}, {"D:"}). Raises OSError.
    """
    while not path.exists() and path != path.parent:
        path = path.parent
    if sys.platform == "win32":
        return frozenset({_windows_disk(path.resolve().drive)})
    else:
        number = _number_of(path)
        return frozenset(_disks(number, devices) or _disks(_mounted(path, number), devices) or {number})


def device_below(path: Path, devices: Path = BLOCK_DEVICES) -> str:
    """The one block device that a file's file system lies on, or that the path is, by its name ("nvme0n1p2", "loop0"):
    its counters are of everything that is done there. "" where the system does not tell. Raises OSError."""
    while not path.exists() and path != path.parent:
        path = path.parent
    number = _number_of(path)
    for one in (number, _mounted(path, number)):
        if one and (devices / one).exists():
            return (devices / one).resolve().name
    return ""


def file_system_below(path: Path) -> str:
    """Return the kind of file system that a path lies on ("ext4", "tmpfs"); "" where the system does not tell."""
    while not path.exists() and path != path.parent:
        path = path.parent
    mount = _mount_of(path, _number_of(path))
    return mount.kind if mount is not None else ""


class Use(NamedTuple):
    """Somebody's files on this machine: who, the device below them ("" where it is not known), its whole disks."""

    who: str
    device: str
    disks: frozenset[str]


def users_of(uses: Sequence[Use], who: str) -> dict[str, tuple[str, ...]]:
    """Return who else uses what somebody uses, by disk and by device.

    The counters of a partition, a volume or a loop device are of what is done on it alone; those of a partition hold
    the volumes and loop devices on it too, and those of a whole disk everything.
    """
    others = [one for one in uses if one.who != who]
    found = {disk: {one.who for one in others if disk in one.disks} for use in uses for disk in use.disks}
    for use in uses:
        if use.device and use.device not in use.disks:
            found[use.device] = {
                one.who
                for one in others
                if one.disks & use.disks
                and (one.device in ("", use.device) or (_is_volume(one.device) and not _is_volume(use.device)))
            }
    return {place: tuple(sorted(using)) for place, using in found.items()}


def _is_volume(device: str) -> bool:
    """Return whether a device is made of another one (a loop device, LVM, md)."""
    return device.startswith(("loop", "dm-", "md"))


def disks_of_number(number: str, source: str = "", devices: Path = BLOCK_DEVICES) -> frozenset[str]:
    """The disks below a device by its number ("254:0"), or, of a file system with a number of its own (btrfs), below
    the device that it was mounted from; empty where no disk is known."""
    return frozenset(_disks(number, devices) or _disks(_number_of_source(source), devices))


def device_of_number(number: str, source: str = "", devices: Path = BLOCK_DEVICES) -> str:
    """The name of a block device by its number ("254:0"), else of the one that was mounted ("nvme0n1p2", "dm-0"); ""
    where it is none."""
    for one in (number, _number_of_source(source)):
        if one and (devices / one).exists():
            return (devices / one).resolve().name
    return ""


def _windows_disk(volume: str) -> str:
    """The disk of a volume ("C:"), as Windows names it ("PhysicalDrive0"); the volume's own name where it is a share or
    lies on several. As of Microsoft's documentation of IOCTL_STORAGE_GET_DEVICE_NUMBER."""
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        kernel.CreateFileW.restype = ctypes.c_void_p
        number, pointer = wintypes.DWORD, ctypes.c_void_p
        kernel.CreateFileW.argtypes = (wintypes.LPCWSTR, number, number, pointer, number, number, wintypes.HANDLE)
        kernel.DeviceIoControl.argtypes = (
            wintypes.HANDLE, number, pointer, number, pointer, number, pointer, pointer,
        )  # fmt: skip
        kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
        handle = kernel.CreateFileW(rf"\\.\{volume}", 0, SHARE_READ_WRITE, None, OPEN_EXISTING, 0, None)
        if handle == ctypes.c_void_p(-1).value:
            return volume
        found, size = (wintypes.DWORD * 3)(), wintypes.DWORD()  # the device's type, its number, the partition's
        try:
            known = kernel.DeviceIoControl(
                handle, GET_DEVICE_NUMBER, None, 0, ctypes.byref(found), ctypes.sizeof(found), ctypes.byref(size), None
            )
        finally:
            kernel.CloseHandle(handle)
        return f"PhysicalDrive{found[1]}" if known and found[0] == DISK else volume
    else:
        return volume


def _number_of_source(source: str) -> str:
    try:
        path = Path(source)
        return _number_of(path) if source.startswith("/") and path.is_block_device() else ""
    except OSError:
        return ""


def _number_of(path: Path) -> str:
    """Of a block device itself; of what else there is the one of its file system."""
    status = path.stat()
    if sys.platform == "win32":
        return _number(status.st_dev)
    else:
        return _number(status.st_rdev if stat.S_ISBLK(status.st_mode) else status.st_dev)


def _disks(number: str, devices: Path) -> set[str]:
    """The disks below a device; empty where the system does not know it."""
    block = devices / number
    if not number or not block.exists():
        return set()
    block = block.resolve()
    if parts := [part.resolve() for part in (block / "slaves").glob("*")]:
        return {disk for part in parts for disk in _disks(_text(part / "dev"), devices)}
    if (block / "partition").exists():
        return _disks(_text(block.parent / "dev"), devices)
    if (block / "loop" / "backing_file").exists():
        file = Path(_text(block / "loop" / "backing_file"))
        held = _disks(_number_of(file), devices) if file.exists() else set[str]()
        return held or {block.name}
    return {block.name}


class _Mount(NamedTuple):
    """A mounted file system, as proc_pid_mountinfo(5) lists it."""

    number: str
    place: Path
    kind: str
    source: str
    options: str


def _mounted(path: Path, number: str, depth: int = 0) -> str:
    """Return the number of the device that a file system with a number of its own lies on; "" if none.

    Btrfs was mounted from it; an overlay writes into a folder of another file system. It comes from the system's list
    alone: to look at each mounted place could take for ever where one is of a server that is gone.
    """
    mount = _mount_of(path, number)
    if mount is None:
        return ""
    if mount.kind == "overlay":
        upper = next((one[9:] for one in mount.options.split(",") if one.startswith("upperdir=")), "")
        folder = Path(_unescaped(upper))
        if not upper or depth > _MOST_OVERLAYS or not folder.exists():  # as from within a container
            return ""
        below = _number_of(folder)
        return below if not below.startswith("0:") else _mounted(folder, below, depth + 1)
    return _number_of_source(_unescaped(mount.source))


_MOST_OVERLAYS = 8


def _mount_of(path: Path, number: str) -> _Mount | None:
    """Return the file system by its number, or, of one with a number for each subvolume (btrfs), by where it lies."""
    mounts = list(_mounts())
    if found := [one for one in mounts if one.number == number]:
        return found[-1]
    above = [one for one in mounts if path.is_relative_to(one.place)]
    return max(above, key=lambda one: len(one.place.parts), default=None)


def _mounts() -> Iterator[_Mount]:
    for line in _text(Path("/proc/self/mountinfo")).splitlines():
        before, _, after = line.partition(" - ")
        fields, more = before.split(), after.split()
        if len(fields) > 4 and len(more) > 1:
            yield _Mount(fields[2], Path(_unescaped(fields[4])), more[0], more[1], more[2] if len(more) > 2 else "")


def _unescaped(text: str) -> str:
    """Return a field with the blanks and backslashes that the list has as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _number(device: int) -> str:
    if sys.platform == "win32":
        return str(device)
    else:
        return f"{os.major(device)}:{os.minor(device)}"


def _text(file: Path) -> str:
    """What the system tells; "" where it does not."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
