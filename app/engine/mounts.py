# SPDX-License-Identifier: Apache-2.0
"""What is mounted where on this machine: of a path its file system, from the system's list alone, so that neither a
folder that may not be entered nor a server that is gone stands in the way."""

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

import msgspec
import psutil

MOUNTINFO = Path("/proc/self/mountinfo")
NETWORK = re.compile(r"^(//|\\\\|[^/]*:/)")
"""The sources of network shares, which name hosts."""
_OCTAL = re.compile(r"\\([0-7]{3})")


class Mount(msgspec.Struct, frozen=True):
    """number: of its device ("254:0"), "" where the system does not tell. source: as it was mounted; of a network share
    "network share", which names no host."""

    point: str
    number: str
    kind: str
    options: str
    source: str


def mounts(listed: Path = MOUNTINFO) -> list[Mount]:
    """All of them, in the order in which they were mounted. listed: proc_pid_mountinfo(5), of Linux."""
    try:
        lines = listed.read_text("utf-8", "replace").splitlines()
    except OSError:
        try:
            found = psutil.disk_partitions(all=True)
        except OSError:
            return []
        return [Mount(one.mountpoint, "", one.fstype, one.opts, _named(one.device)) for one in found]
    return [mount for line in lines if (mount := _mount(line)) is not None]


def mount_of(path: PurePath, among: Sequence[Mount]) -> Mount | None:
    """The one that a path lies on: of the longest mount points that hold it the last, which covers the others."""
    own = [mount for mount in among if path.is_relative_to(mount.point)]
    longest = max((len(mount.point) for mount in own), default=0)
    return next((mount for mount in reversed(own) if len(mount.point) == longest), None)


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
    """Blanks and the like stand as octal numbers there."""
    return _OCTAL.sub(lambda found: chr(int(found[1], 8)), text)
