# SPDX-License-Identifier: Apache-2.0
"""Devices of this machine: the device of a path, its free space, and the systems that share its counters."""

import ipaddress
import os
import shutil
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec
import psutil

from app.model.errors import phrase
from app.model.messages import Sentence
from collectors.block_devices import device_below, disks_below, file_system_below
from collectors.series import Missing

GIB, MIB = 2**30, 2**20
IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")
DISK = r"\PhysicalDisk(_Total)"
DISK_COUNTERS = tuple(
    rf"{DISK}\{name}"
    for name in ("Disk Transfers/sec", "Avg. Disk sec/Transfer", "Avg. Disk sec/Read", "Avg. Disk sec/Write",
                 "Avg. Disk Queue Length")
)  # fmt: skip
"""Disk counters, named as by an exporter; they are listed as missing if a server's devices are not watched."""


def size_phrase(size_bytes: float) -> Sentence:
    """Return a size in the unit used for free space: "1.50 GiB"; below 1 GiB "26 MiB", below 1 MiB "12 KiB"."""
    if size_bytes >= GIB:
        return phrase("{size:,.2f} GiB", size=size_bytes / GIB)
    if size_bytes >= MIB or not size_bytes:
        return phrase("{size:,.0f} MiB", size=size_bytes / MIB)
    return phrase("{size:,.0f} KiB", size=size_bytes / 1024)


class Device(msgspec.Struct, frozen=True):
    """Device of a path.

    Attributes:
        name: the operating system's name for the device, and the file system.
        free_bytes: space available to this user.
        disks: whole disks on which it is located.
        volume: identifier that is the same for all paths that share the free space; "" if unknown.
    """

    name: str
    free_bytes: int
    disks: frozenset[str]
    volume: str = ""


def device_of(path: Path) -> Device | None:
    """Return the device of a path, or of the folder in which it will be created; None if unknown."""
    try:
        path = Path(os.path.realpath(path))
        while not path.exists():
            if path == path.parent:
                return None
            path = path.parent
        free, disks = shutil.disk_usage(path).free, disks_below(path)
        mounts = [p for p in psutil.disk_partitions(all=True) if path.is_relative_to(p.mountpoint)]
        number = str(os.stat(path).st_dev)
    except OSError:
        return None
    if not mounts:
        return Device(path.anchor, free, disks, number)
    mount = max(mounts, key=lambda partition: len(partition.mountpoint))
    # Subvolumes and bind mounts of one file system have different device numbers, and datasets of one ZFS pool have
    # different names.
    pool = mount.device.partition("/")[0] if mount.fstype == "zfs" else ""
    volume = pool or (mount.device if mount.device.startswith("/dev/") else number)
    return Device(f"{mount.device} ({mount.fstype}) at {mount.mountpoint}", free, disks, volume)


def is_this_machine(host: str) -> bool:
    """Return whether a host name or address is this machine. A name that cannot be resolved is not."""
    try:
        addresses = {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(host, None)}
        local = {a.address.partition("%")[0] for of_interface in psutil.net_if_addrs().values() for a in of_interface}
    except OSError:
        return False
    return any(address in local or _is_loopback(address) for address in addresses)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class BelowFiles(msgspec.Struct, frozen=True):
    """Block devices below a system's files.

    Attributes:
        names: devices that only these files use.
        missing: counters that are unavailable because there are no such devices, with the reason.
    """

    names: tuple[str, ...]
    missing: tuple[Missing, ...] = ()


def devices_below_files(places: Sequence[Path], shared: Mapping[str, Sequence[str]]) -> BelowFiles:
    """Return the block devices below files on this machine, or why their counters cannot be used.

    Args:
        places: files, folders (possibly not yet created), or block devices.
        shared: users of whole disks of this machine and of devices on them: a system's letter, or "" for Outpace
            itself.
    """
    names: dict[str, None] = {}
    for place in places:
        try:
            name, disks = device_below(place), disks_below(place)
        except OSError:
            continue
        users = shared[name] if name in shared else [other for disk in disks for other in shared.get(disk, ())]
        if users:
            return without_devices(
                _shared(name or ", ".join(sorted(disks)), sorted({other for other in users if other}))
            )
        names |= {name: None} if name else {}
    return BelowFiles(tuple(names)) if names else without_devices(_unknown_device(places[0]))


def _unknown_device(folder: Path) -> Missing:
    with suppress(OSError):
        if (kind := file_system_below(folder)) in IN_MEMORY:
            return Missing(
                "",
                "device",
                "{folder} lies in memory ({kind}): no device is below it, and none can be the limit.",
                {"folder": str(folder), "kind": kind},
            )
    return Missing(
        "",
        "device",
        "this machine does not tell which device {folder} lies on. Watch it with an exporter.",
        {"folder": str(folder)},
    )


def _shared(device: str, letters: Sequence[str]) -> Missing:
    if not letters:
        return Missing(
            "",
            "device",
            "the session is recorded on {device} too, so that nobody can tell what of it is the server's. Record on "
            "another device; what the whole disk does is among the driver's counters.",
            {"device": device},
        )
    return Missing(
        "",
        "device",
        "{systems} uses {device} too, so that nobody can tell what of it is whose. Give each system a device of its "
        "own; what the whole disk does is among the driver's counters.",
        {"device": device, "systems": ", ".join(letters)},
    )


def without_devices(why: Missing) -> BelowFiles:
    """Return an empty result that lists every disk counter as missing for this reason."""
    return BelowFiles((), tuple(replace(why, path=path) for path in DISK_COUNTERS))
