# SPDX-License-Identifier: Apache-2.0
"""Findings of the checks before a run."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from app.model.messages import Sentence

Result = Literal["passed", "warning", "failed"]


class Finding(msgspec.Struct, frozen=True):
    """Finding of one check; a "failed" one stops the run before anything is touched.

    Attributes:
        remedy: Remedy; "" if absent.
        system: Index of the system in the scenario; -1 if the finding is about the whole scenario, or unknown.
        target: Number of the target, counted over all systems; -1 if absent.
    """

    check: str
    result: Result
    text: str | Sentence
    remedy: str | Sentence = ""
    system: int = -1
    target: int = -1


def summary_text(found: Iterable[Finding]) -> str:
    """Return the number of findings by result: "24 passed, 12 warnings, 2 failed"."""
    counts = Counter(finding.result for finding in found)
    warnings = "1 warning" if counts["warning"] == 1 else f"{counts['warning']} warnings"
    return f"{counts['passed']} passed, {warnings}, {counts['failed']} failed"


class Inspected(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """Facts and findings of one target.

    Attributes:
        facts: Lines for the disclosure sheet.
        version: Version of the engine, compared between systems, as are `settings` and `transport`.
        checksum: Checksum of its data; "" if it is not built yet.
        data_bytes: Size of the data, built or to be built.
        memory_bytes: Memory in which its engine caches data; 0 if unknown.
        durable: Whether a commit is on disk before it is acknowledged; None if unknown.
        durability: Settings that determine this.
        devices: Disks that hold its files, as far as known.
        load_transport: Interface used by the native driver's calls, named as in scenarios.
        named_transport: Interface named in its scenario; "" if Outpace chooses.
        is_built: Whether its data already exists.
        native_lack: Reason why the Python driver must be used; None if the native driver can be used.
        space: Bytes needed and bytes free, by the volume on which it will be built.
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
    space: Mapping[str, tuple[int, int]] = {}
