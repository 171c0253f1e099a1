# SPDX-License-Identifier: Apache-2.0
"""What a run needs of a target, whatever engine it lies in."""

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

import msgspec

from app.model.documents import ChangedSetting, DatabasePlacement, PlacedFile, TargetDetail
from app.model.findings import Finding, Inspected
from app.model.messages import Sentence
from app.model.steps import IoPass
from app.workloads.workload import Cancelled, Ledger, Progress, Workload


@dataclass(frozen=True, slots=True)
class Contents:
    """What a target holds. checksum: equal where the data are identical, "" where they need not be. rows: of all
    tables."""

    size: str
    checksum: str
    rows: int


class Pristine(msgspec.Struct, frozen=True):
    """A target as a run finds it. how: the means of restoring it. size_bytes: as it lies there, 0 if unknown.

    rows: None of what has none; nothing is rolled back there either. warning: what a reader of the result must know.
    placement: where its parts lie, None where that is not asked. existing: nothing restores it.
    """

    contents: Contents
    how: Sentence
    rollback_expected_percent: float
    rows: Ledger | None
    size_bytes: int
    warning: str = ""
    placement: DatabasePlacement | None = None
    existing: bool = False


class Disclosed(msgspec.Struct, frozen=True):
    """What a target tells for the report's appendix: where its files lie, and what of its engine's settings is not as
    it comes."""

    files: Sequence[PlacedFile] = ()
    settings: Sequence[ChangedSetting] = ()


class InspectedData(msgspec.Struct, frozen=True):
    """What is said of a target's database. needed_bytes: of free disk space. data_bytes: of
    the data, or of what they will be. checksum: "" of what is not built, or has none."""

    found: Sequence[Finding]
    built: bool
    checksum: str = ""
    needed_bytes: int = 0
    data_bytes: int = 0


class Target(Protocol):
    """A database, or a file, of a system. Picklable; what touches it runs in child processes, which may hang or
    crash."""

    @property
    def system(self) -> int:
        """Its system's position in the scenario."""
        ...

    @property
    def label(self) -> str:
        """Its system's name, and which target of it where there are several: for people."""
        ...

    @property
    def embedded(self) -> bool:
        """Whether the engine under test runs inside the worker processes."""
        ...

    @property
    def beside(self) -> bool:
        """Whether the system under test works on the cores of this machine."""
        ...

    def unit_of(self, task: str) -> str:
        """What a task of its preparation counts ("rows"); "" where that tells a person nothing."""
        ...

    @property
    def place(self) -> Path | None:
        """Where its files lie on this machine; None where a server keeps them."""
        ...

    def detail(self) -> TargetDetail:
        """What the session says of it; no path, no secret."""
        ...

    def turned_to(self, io_pass: IoPass) -> Self:
        """The same target as a pass of the plan wants it. A database is the same in all."""
        ...

    def workload(self) -> Workload:
        """What its workers open."""
        ...

    def inspect(self, number: int) -> Inspected:
        """What it says of itself; changes nothing. number: its own over all systems. Raises DatabaseError, OSError."""
        ...

    def build(self, progress: Progress, cancelled: Cancelled) -> Contents:
        """Finds its pristine database, or builds it. Raises DatabaseError, BuildCancelledError, OSError."""
        ...

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        """Makes what runs work on anew from the pristine database, and checks it. Raises as `build`."""
        ...

    def disclosed(self) -> Disclosed:
        """Of its working database; what can't be had is missing."""
        ...

    def count(self) -> Ledger | None:
        """Its rows now; None of what has none. Raises DatabaseError or OSError."""
        ...

    def checked(self) -> Sequence[Sentence]:
        """After a run: what the workload's own checks find wrong, each in a sentence; then what a clean-up takes away.
        Raises DatabaseError or OSError."""
        ...

    def size_bytes(self) -> int:
        """Of its files now, 0 where unknown. Raises DatabaseError or OSError."""
        ...

    def make_cold(self) -> tuple[str, bool]:
        """Puts changed pages on the disk and empties what caches can be emptied from here: how, and whether that was
        all of them. Raises DatabaseError or OSError."""
        ...


@runtime_checkable
class Shared(Protocol):
    """A target that others can reach as well, from other machines too."""

    def held(self) -> AbstractContextManager[None]:
        """Inside it nobody else can hold it. Raises DatabaseError where somebody does, and OSError."""
        ...


@runtime_checkable
class Resumable(Protocol):
    """A target whose build, once it was ended, stays for the next one to go on with."""

    def remove_unfinished(self) -> Sequence[str]:
        """Remove what an unfinished build left, where it is ours; return the names. Raises DatabaseError."""
        ...


@runtime_checkable
class Discardable(Protocol):
    """A target whose file need not be kept."""

    def discard(self) -> None:
        """Removes it, where the scenario does not keep it. Raises DatabaseError."""
        ...


def system_slug(name: str) -> str:
    """A system's name as part of a file's or folder's."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "system"


def target_label(system: str, number: int, of: int) -> str:
    """number: from 0, of so many targets of its system."""
    return system if of == 1 else f"{system}, target {number + 1}"
