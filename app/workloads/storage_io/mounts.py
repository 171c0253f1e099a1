"""What is mounted on this system: Linux alone tells."""

import contextlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mount:
    """device: "major:minor". kind: of the file system ("ext4"). source: as it was mounted ("/dev/sda1")."""

    device: str
    place: str
    kind: str
    source: str


def mounts() -> list[Mount]:
    """Those of this process's view (proc_pid_mountinfo(5)); none where that is unknown."""
    found = []
    text = ""
    with contextlib.suppress(OSError):
        text = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        fields, rest = before.split(), after.split()
        if len(fields) > 4 and len(rest) > 1:
            found.append(Mount(fields[2], fields[4], rest[0], rest[1]))
    return found
