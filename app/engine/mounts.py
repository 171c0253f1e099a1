# SPDX-License-Identifier: Apache-2.0
"""Mounts of this machine: the file system of a path, determined only from the system's mount table.

This also works for unreadable folders, and does not hang on a network server that is down.
"""

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

import msgspec
import psutil

MOUNTINFO = Path("/proc/self/mountinfo")
NETWORK = re.compile(r"^(//|\\\\|[^/]*:/)")
"""Pattern of the sources of network shares, which contain host names."""
_OCTAL = re.compile(r"\\([0-7]{3})")


class Mount(msgspec.Struct, frozen=True):
    """One mount.

    Attributes:
        number: device number ("254:0"), "" if unknown.
        source: mounted device; "network share" instead of a share's source, to hide the host name.
    """

    point: str
    number: str
    kind: str
    options: str
    source: str


def mounts(listed: Path = MOUNTINFO) -> list[Mount]:
    """Return all mounts in mount order; `listed` is the file described in proc_pid_mountinfo(5), on Linux."""
    try:
        lines = listed.read_text("utf-8", "replace").splitlines()
    except OSError:
        try:
            partitions = psutil.disk_partitions(all=True)
        except OSError:
            return []
        return [Mount(one.mountpoint, "", one.fstype, one.opts, _named(one.device)) for one in partitions]
    return [mount for line in lines if (mount := _mount(line)) is not None]


def mount_of(path: PurePath, among: Sequence[Mount]) -> Mount | None:
    """Return the mount that contains a path: the one with the longest mount point or, of several there, the last."""
    containing = [mount for mount in among if path.is_relative_to(mount.point)]
    longest = max((len(mount.point) for mount in containing), default=0)
    return next((mount for mount in reversed(containing) if len(mount.point) == longest), None)


def _mount(line: str) -> Mount | None:
    before, _, after = line.partition(" - ")
    fields, kind = before.split(), after.split()
    if len(fields) < 6 or len(kind) < 2:
        return None
    options = [*fields[5].split(","), *(kind[2].split(",") if len(kind) > 2 else [])]
    shown = ",".join(one for one in dict.fromkeys(options) if not re.match(r"(addr|clientaddr|mountaddr)=", one))
    return Mount(_plain(fields[4]), fields[2], kind[0], shown, _named(_plain(kind[1])))


def _named(source: str) -> str:
    return "network share" if NETWORK.match(source) and not re.match(r"^[A-Za-z]:\\", source) else source


def _plain(text: str) -> str:
    """Decode the octal escapes of spaces and similar characters."""
    return _OCTAL.sub(lambda escape: chr(int(escape[1], 8)), text)
