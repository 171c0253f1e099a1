# SPDX-License-Identifier: Apache-2.0
"""Interface between a target and a run, independent of the engine."""

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
class DatabaseContents:
    """Contents of a target's pristine database.

    Attributes:
        checksum: checksum that is equal for identical data; "" if data may differ.
        rows: number of rows in all tables.
        title: name of the workload.
    """

    size: str
    checksum: str
    rows: int
    title: str = ""


class Pristine(msgspec.Struct, frozen=True):
    """State of a target before a run.

    Attributes:
        how: description of how it was restored.
        rollback_expected_percent: expected share of rolled-back orders; 0 if nothing is rolled back.
        rows: row counts; None if the target has no rows.
        size_bytes: size on disk, 0 if unknown.
        warning: warning to display with the result; "" if absent.
        placement: locations of its parts; None if not examined.
        existing: whether it is an existing database, which is not restored.
    """

    contents: DatabaseContents
    how: Sentence
    rollback_expected_percent: float
    rows: Ledger | None
    size_bytes: int
    warning: str = ""
    placement: DatabasePlacement | None = None
    existing: bool = False


class TargetDisclosure(msgspec.Struct, frozen=True):
    """A target's part of the report's appendix: locations of its files, and settings that differ from the defaults."""

    files: Sequence[PlacedFile] = ()
    settings: Sequence[ChangedSetting] = ()


class InspectedData(msgspec.Struct, frozen=True):
    """Result of inspecting a target's database.

    Attributes:
        checksum: checksum of the data; "" if it is not built or has none.
        needed_bytes: disk space needed to build it.
        data_bytes: actual or estimated size of the data.
    """

    found: Sequence[Finding]
    built: bool
    checksum: str = ""
    needed_bytes: int = 0
    data_bytes: int = 0


class Target(Protocol):
    """Database or file of a system. Picklable. All access happens in child processes, which may hang or crash."""

    @property
    def system(self) -> int:
        """Position of its system in the scenario."""
        ...

    @property
    def label(self) -> str:
        """Name of its system, with the target's number if there are several; for users."""
        ...

    @property
    def embedded(self) -> bool:
        """True if the engine under test runs inside the worker processes."""
        ...

    @property
    def beside(self) -> bool:
        """True if the system under test uses the cores of this machine."""
        ...

    def unit_of(self, task: str) -> str:
        """Return the unit of a preparation task's progress ("rows"); "" if it would mean nothing to users."""
        ...

    @property
    def place(self) -> Path | None:
        """Path of its files on this machine, or None if a server manages them."""
        ...

    def detail(self) -> TargetDetail:
        """Return its description in the session, which contains no paths or secrets."""
        ...

    def turned_to(self, io_pass: IoPass) -> Self:
        """Return the target configured for one pass of the plan; a database does not change."""
        ...

    def workload(self) -> Workload:
        """Return the workload that its workers open."""
        ...

    def inspect(self, number: int) -> Inspected:
        """Inspect the target without changing it. `number` is its number over all systems.

        Raises:
            DatabaseError: it cannot be inspected.
            OSError: it cannot be inspected.
        """
        ...

    def build(self, progress: Progress, cancelled: Cancelled) -> DatabaseContents:
        """Find or build its pristine database.

        Raises:
            DatabaseError: the build failed.
            BuildCancelledError: `cancelled` returned True.
            OSError: the build failed.
        """
        ...

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        """Restore the working database from the pristine one, and check it.

        Raises:
            DatabaseError: the restore failed.
            BuildCancelledError: `cancelled` returned True.
            OSError: the restore failed.
        """
        ...

    def disclosed(self) -> TargetDisclosure:
        """Return the disclosure of its working database, omitting unavailable parts."""
        ...

    def count(self) -> Ledger | None:
        """Return its current row counts, or None if it has no rows.

        Raises:
            DatabaseError: it cannot be read.
            OSError: it cannot be read.
        """
        ...

    def checked(self) -> Sequence[Sentence]:
        """Run the workload's own checks after a run, then its clean-up; return a sentence for each fault.

        Raises:
            DatabaseError: it cannot be read.
            OSError: it cannot be read.
        """
        ...

    def size_bytes(self) -> int:
        """Return the current size of its files, or 0 if unknown.

        Raises:
            DatabaseError: it cannot be read.
            OSError: it cannot be read.
        """
        ...

    def make_cold(self) -> tuple[str, bool]:
        """Flush dirty pages to disk and empty caches; return how, and whether every cache was emptied.

        Raises:
            DatabaseError: it failed.
            OSError: it failed.
        """
        ...


@runtime_checkable
class Shared(Protocol):
    """Target that other programs can reach, possibly from other machines."""

    def held(self) -> AbstractContextManager[None]:
        """Return a context manager that locks the target.

        Raises:
            DatabaseError: another program holds the lock.
            OSError: it cannot be locked.
        """
        ...


@runtime_checkable
class Resumable(Protocol):
    """Target whose unfinished build is kept, so that the next build resumes it."""

    def remove_unfinished(self) -> Sequence[str]:
        """Remove what an unfinished build by Outpace left, and return the names.

        Raises:
            DatabaseError: they cannot be removed.
        """
        ...


@runtime_checkable
class Discardable(Protocol):
    """Target whose file may be temporary."""

    def discard(self) -> None:
        """Remove the file unless the scenario keeps it.

        Raises:
            DatabaseError: it cannot be removed.
        """
        ...


def system_slug(name: str) -> str:
    """Return a system's name as part of a file or folder name."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "system"


def target_label(system: str, number: int, of: int) -> str:
    """Return the label of a target: its system's name, with its number if the system has several.

    Args:
        system: name of the system.
        number: number of the target, from 0.
        of: number of the system's targets.
    """
    return system if of == 1 else f"{system}, target {number + 1}"
