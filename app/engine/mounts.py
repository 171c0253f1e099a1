# SPDX-License-Identifier: Apache-2.0
"""Mounts of this machine: the file system of a path, from the system's list only.

Neither a folder without access nor a network server that is down is a problem.
"""

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

import msgspec
import psutil

MOUNTINFO = Path("/proc/self/mountinfo")
NETWORK = re.compile(r"^(//|\\\\|[^/]*:/)")
"""Sources of network shares, which contain host names."""
_OCTAL = re.compile(r"\\([0-7]{3})")


class Mount(msgspec.Struct, frozen=True):
    """One mount.

    Attributes:
        number: number of its device ("254:0"), "" if unknown.
        source: as mounted; "network share" for a network share, to hide the host name.
    """

    point: str
    number: str
    kind: str
    options: str
    source: str


def mounts(listed: Path = MOUNTINFO) -> list[Mount]:
    """Return all mounts, in the order of mounting. `listed` is the file of proc_pid_mountinfo(5), on Linux."""
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
    """Return the mount that a path is on: the last one among the longest mount points, which covers the others."""
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
    """Decode the octal escapes for blanks and the like."""
    return _OCTAL.sub(lambda escape: chr(int(escape[1], 8)), text)
