"""What the checks before a run find."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

Result = Literal["passed", "warning", "failed"]


class Finding(msgspec.Struct, frozen=True):
    """One check. system: its position in the scenario, -1: of the whole. target: its number over all systems, -1: none.

    remedy: what to do, "" where nothing needs doing. A "failed" one stops a run before anything is touched.
    """

    system: int
    target: int
    check: str
    result: Result
    text: str
    remedy: str = ""


class Inspected(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """What one target says of itself. facts: for the disclosure sheet.

    version, settings, transport: for comparing systems. checksum: of its data, "" where they are not built yet.
    data_bytes: of the data, built or to be built. memory_bytes: what its engine keeps data in, 0 where unknown.
    durable: whether a commit is on the disk before its user hears of it, None where unknown. durability: as settings.
    devices: the disks that its files lie on, as far as known. clock_s: how far its clock is ahead of ours.
    """

    target: int
    findings: Sequence[Finding]
    facts: Mapping[str, str | int | float] = {}
    product: str = ""
    version: str = ""
    transport: str = ""
    checksum: str = ""
    data_bytes: int = 0
    memory_bytes: int = 0
    durable: bool | None = None
    durability: str = ""
    devices: Sequence[str] = ()
    server: str = ""
    free_connections: int | None = None
