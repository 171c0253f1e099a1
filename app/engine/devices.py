# SPDX-License-Identifier: Apache-2.0
"""Which device of this machine a path lies on, and how much is free there."""

import ipaddress
import os
import shutil
import socket
from pathlib import Path

import msgspec
import psutil

from app.model.errors import phrase
from app.model.messages import Sentence
from collectors.block_devices import disks_below

GIB, MIB = 2**30, 2**20


def size_phrase(size_bytes: float) -> Sentence:
    """A size as it is told beside free space: "1.50 GiB"; below 1 GiB "26 MiB", below 1 MiB "12 KiB"."""
    if size_bytes >= GIB:
        return phrase("{size:,.2f} GiB", size=size_bytes / GIB)
    if size_bytes >= MIB or not size_bytes:
        return phrase("{size:,.0f} MiB", size=size_bytes / MIB)
    return phrase("{size:,.0f} KiB", size=size_bytes / 1024)


class Device(msgspec.Struct, frozen=True):
    """name: as the system calls it, with the file system. free_bytes: for us. disks: whole ones that it lies on."""

    name: str
    free_bytes: int
    disks: frozenset[str]


def device_of(path: Path) -> Device | None:
    """The device of a path, or of the folder that it will be made in; None where that can't be seen."""
    try:
        path = Path(os.path.realpath(path))
        while not path.exists():
            if path == path.parent:
                return None
            path = path.parent
        free, disks = shutil.disk_usage(path).free, disks_below(path)
        mounts = [p for p in psutil.disk_partitions(all=True) if path.is_relative_to(p.mountpoint)]
    except OSError:
        return None
    if not mounts:
        return Device(path.anchor, free, disks)
    mount = max(mounts, key=lambda partition: len(partition.mountpoint))
    return Device(f"{mount.device} ({mount.fstype}) at {mount.mountpoint}", free, disks)


def is_this_machine(host: str) -> bool:
    """Whether a host's name or address is one of our own. A name that can't be resolved is not."""
    try:
        found = {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(host, None)}
        own = {a.address.partition("%")[0] for addresses in psutil.net_if_addrs().values() for a in addresses}
    except OSError:
        return False
    return any(address in own or _is_loopback(address) for address in found)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
