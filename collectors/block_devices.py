# SPDX-License-Identifier: Apache-2.0
"""Whole disks of this machine that store a path; two partitions of one disk count as one disk."""

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
"""Folder with a link per block device, named by its number ("254:0"); Linux only."""

SHARE_READ_WRITE, OPEN_EXISTING, GET_DEVICE_NUMBER, DISK = 3, 3, 0x2D1080, 7
"""Windows constants: dwShareMode, dwCreationDisposition, IOCTL_STORAGE_GET_DEVICE_NUMBER, FILE_DEVICE_DISK."""


def disks_below(path: Path, devices: Path = BLOCK_DEVICES) -> frozenset[str]:
    """Return the disks that store a file, a folder (even one yet to be created) or a block device, such as {"nvme0n1"}.

    For a volume (LVM, md, crypt), these are the disks of all its parts; for a loop device, those of its file. If no
    disk is known (on other systems, for network folders, in memory), the file system's number is returned instead; on
    Windows, where that number means nothing to users, the drive or share ({"PhysicalDrive0"}, {"D:"}).

    Raises:
        OSError: the path cannot be read.
    """
    while not path.exists() and path != path.parent:
        path = path.parent
    if sys.platform == "win32":
        return frozenset({_windows_disk(path.resolve().drive)})
    else:
        number = _number_of(path)
        return frozenset(_disks(number, devices) or _disks(_mounted_number(path, number), devices) or {number})


def device_below(path: Path, devices: Path = BLOCK_DEVICES) -> str:
    """Return the name of the block device that stores a path ("nvme0n1p2", "loop0"); "" if unknown.

    That device's counters include all I/O on the file system.

    Raises:
        OSError: the path cannot be read.
    """
    while not path.exists() and path != path.parent:
        path = path.parent
    number = _number_of(path)
    for one in (number, _mounted_number(path, number)):
        if one and (devices / one).exists():
            return (devices / one).resolve().name
    return ""


def file_system_below(path: Path) -> str:
    """Return the type of the file system that contains a path ("ext4", "tmpfs"); "" if unknown."""
    while not path.exists() and path != path.parent:
        path = path.parent
    mount = _mount_of(path, _number_of(path))
    return mount.kind if mount is not None else ""


class Use(NamedTuple):
    """Storage on this machine used by a party, such as a system under test.

    Attributes:
        who: name of the party.
        device: block device that stores its files; "" if unknown.
        disks: whole disks that store its files.
    """

    who: str
    device: str
    disks: frozenset[str]


def users_of(uses: Sequence[Use], who: str) -> dict[str, tuple[str, ...]]:
    """Return the other parties that share a party's storage, by disk and by device.

    The counters of a volume or loop device cover only its own I/O. A partition's counters also cover the volumes and
    loop devices on it, and a whole disk's counters cover everything.
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
    """Return whether a device is built on top of others (loop, LVM, md)."""
    return device.startswith(("loop", "dm-", "md"))


def disks_of_number(number: str, source: str = "", devices: Path = BLOCK_DEVICES) -> frozenset[str]:
    """Return the disks below a device number ("254:0"); empty if unknown.

    Args:
        number: number of the device.
        source: device from which the file system was mounted, in case its number is not that of a device (btrfs).
        devices: folder of the block devices.
    """
    return frozenset(_disks(number, devices) or _disks(_number_of_source(source), devices))


def device_of_number(number: str, source: str = "", devices: Path = BLOCK_DEVICES) -> str:
    """Return the name of the device with this number ("254:0"), or else of the mounted one ("dm-0"); "" if unknown."""
    for one in (number, _number_of_source(source)):
        if one and (devices / one).exists():
            return (devices / one).resolve().name
    return ""


def _windows_disk(volume: str) -> str:
    """Return the Windows name of the disk that contains a volume ("C:"): "PhysicalDrive0".

    Return the volume's own name if it is a share or spans several disks. Source: Microsoft's documentation of
    IOCTL_STORAGE_GET_DEVICE_NUMBER.
    """
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
        found, size = (wintypes.DWORD * 3)(), wintypes.DWORD()  # device type, device number, partition number
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
    """Return the number of a block device or, for any other path, of its file system."""
    status = path.stat()
    if sys.platform == "win32":
        return _number(status.st_dev)
    else:
        return _number(status.st_rdev if stat.S_ISBLK(status.st_mode) else status.st_dev)


def _disks(number: str, devices: Path) -> set[str]:
    """Return the disks below a device; empty if the device is unknown."""
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
    """Mounted file system, as listed in proc_pid_mountinfo(5)."""

    number: str
    place: Path
    kind: str
    source: str
    options: str


def _mounted_number(path: Path, number: str, depth: int = 0) -> str:
    """Return the number of the device below a file system whose own number is not that of a device; "" if none.

    For btrfs, this is the mounted device; for an overlay, the device of its upper folder. It is taken from the system's
    list of mounts, because accessing each mount point could block forever on an unreachable server.
    """
    mount = _mount_of(path, number)
    if mount is None:
        return ""
    if mount.kind == "overlay":
        upper = next((one[9:] for one in mount.options.split(",") if one.startswith("upperdir=")), "")
        folder = Path(_unescape(upper))
        if not upper or depth > _MOST_OVERLAYS or not folder.exists():  # for example inside a container
            return ""
        below = _number_of(folder)
        return below if not below.startswith("0:") else _mounted_number(folder, below, depth + 1)
    return _number_of_source(_unescape(mount.source))


_MOST_OVERLAYS = 8


def _mount_of(path: Path, number: str) -> _Mount | None:
    """Return the mount of a path by its number or, if subvolumes have separate numbers (btrfs), by its mount point."""
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
            yield _Mount(fields[2], Path(_unescape(fields[4])), more[0], more[1], more[2] if len(more) > 2 else "")


def _unescape(text: str) -> str:
    """Decode a field in which spaces and backslashes are escaped as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _number(device: int) -> str:
    if sys.platform == "win32":
        return str(device)
    else:
        return f"{os.major(device)}:{os.minor(device)}"


def _text(file: Path) -> str:
    """Return the contents of a system file, or "" if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
