# SPDX-License-Identifier: Apache-2.0
"""What the checks before a run find."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from app.model.messages import Sentence

Result = Literal["passed", "warning", "failed"]


class Finding(msgspec.Struct, frozen=True):
    """One check. A "failed" one stops a run before anything is touched. remedy: what to do, "" where nothing is to do.

    system: its position in the scenario, -1: of the whole, or what is looked at does not know its place in a scenario.
    target: its number over all systems, -1: none.
    """

    check: str
    result: Result
    text: str | Sentence
    remedy: str | Sentence = ""
    system: int = -1
    target: int = -1


def summary_text(found: Iterable[Finding]) -> str:
    """Return how many checks came to what: "24 passed, 12 warnings, 2 failed"."""
    counts = Counter(finding.result for finding in found)
    warnings = "1 warning" if counts["warning"] == 1 else f"{counts['warning']} warnings"
    return f"{counts['passed']} passed, {warnings}, {counts['failed']} failed"


class Inspected(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """What one target says of itself. facts: for the disclosure sheet.

    version, settings, transport: for comparing systems. checksum: of its data, "" where they are not built yet.
    data_bytes: of the data, built or to be built. memory_bytes: what its engine keeps data in, 0 where unknown.
    durable: whether a commit is on the disk before its user hears of it, None where unknown. durability: as settings.
    devices: the disks that its files lie on, as far as known. clock_s: how far its clock is ahead of ours.
    load_transport: what the native driver's calls to a server go through, as scenarios name it. named_transport: what
    its scenario names, "" where it leaves that to Outpace.
    is_built: whether its data are there already, and need not be built.
    native_lack: why the driver in Python has to drive it; None where the native one can.
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
    load_transport: str = ""
    named_transport: str = ""
    is_built: bool = True
    native_lack: Sentence | None = None
