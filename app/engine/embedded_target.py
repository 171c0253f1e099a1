# SPDX-License-Identifier: Apache-2.0
"""Targets in the embedded engine: checked and restored before a run, opened by workers, and counted after it."""

import os
import sys
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Self

import apsw
import msgspec

from app.databases.failures import DatabaseError
from app.databases.registry import engine_of
from app.databases.sqlite.embedded_engine import SqliteSettings, connect
from app.engine.devices import device_of, size_phrase
from app.engine.target import DatabaseContents, InspectedData, Pristine, TargetDisclosure, system_slug
from app.engine.this_machine import placed_here
from app.model.data_folder import data_folder
from app.model.documents import ChangedSetting, DatabasePlacement, PlacedFile, PlacedPart, TargetDetail
from app.model.errors import message_of, phrase
from app.model.findings import Finding, Inspected
from app.model.messages import Sentence
from app.model.scenario import Scenario
from app.model.steps import IoPass
from app.model.targets import Embedded
from app.model.workloads import DatabaseWorkload
from app.workloads.database.dataset import Dataset
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.mark import BuildMark
from app.workloads.database.workload_definition import definition_of
from app.workloads.workload import Cancelled, Ledger, Progress, Workload, flush


def inspected_file(number: int, target: "FileTarget") -> Inspected:
    """Inspect the folder of a database. `number` is the target's number over all systems."""
    try:
        data = target.inspect_data()
    except DatabaseError as error:
        failed = Finding("data", "failed", message_of(error), "", target.system, number)
        return Inspected(number, [failed])
    findings = list(data.found)
    device = device_of(Path(target.folder))
    if device is not None:
        needed = size_phrase(data.needed_bytes)
        text = phrase("{free} free, {needed} needed", free=size_phrase(device.free_bytes), needed=needed)
        findings.append(Finding("device", "passed", device.name))
        if device.free_bytes < data.needed_bytes:
            findings.append(
                Finding("free space", "failed", text, phrase("Make room, or choose another folder or size"))
            )
        elif data.needed_bytes:
            findings.append(Finding("free space", "passed", text))
    synchronous = target.settings.synchronous
    if synchronous != "full":
        text = phrase("a crash may lose commits: synchronous = {setting}", setting=synchronous)
        findings.append(Finding("durability", "warning", text, phrase("State it with every result")))
    detail = target.detail()
    product, version = detail.engine, apsw.sqlite_lib_version()
    settings = {name: str(value) for name, value in detail.settings.items()}
    return Inspected(
        number,
        [msgspec.structs.replace(one, system=target.system, target=number) for one in findings],
        facts={"Product": product, "Version": version, **settings},
        product=product,
        version=version,
        checksum=data.checksum,
        durable=synchronous == "full",
        devices=sorted(device.disks) if device is not None else [],
        is_built=data.built,
        space={device.volume: (data.needed_bytes, device.free_bytes)} if device is not None else {},
    )


def require_folder(folder: Path) -> None:
    """Check that databases can be created in a folder, whether or not it exists yet.

    Raises:
        DatabaseError: the folder is not suitable.
    """
    place = folder.absolute()
    while not os.path.lexists(place):
        place = place.parent
    if not place.is_dir():
        raise DatabaseError("{path} is no folder; name another one for the database", path=place)
    if not os.access(place, os.W_OK | os.X_OK):
        raise DatabaseError("the folder {path} is read-only; name another one for the database", path=place)


class FileTarget(msgspec.Struct, frozen=True):
    """Database in the embedded engine, for any workload.

    Attributes:
        folder: folder that contains only this database.
    """

    system: int
    label: str
    folder: str
    settings: Embedded

    @property
    def embedded(self) -> bool:
        return True

    @property
    def beside(self) -> bool:
        return True

    def unit_of(self, task: str) -> str:
        return ""

    @property
    def place(self) -> Path | None:
        return None if self.settings.driven_from else Path(self.folder)

    @property
    def sqlite(self) -> SqliteSettings:
        """Settings of the engine."""
        return SqliteSettings(self.settings.journal, self.settings.synchronous, self.settings.cache_mb)

    def turned_to(self, io_pass: IoPass) -> Self:
        return self

    def inspect(self, number: int) -> Inspected:
        return inspected_file(number, self)

    @abstractmethod
    def inspect_data(self) -> InspectedData:
        """Describe the database without changing it.

        Raises:
            DatabaseError: it cannot be used.
        """

    @abstractmethod
    def detail(self) -> TargetDetail:
        """Return the target's description in the session, as Target requires."""

    @abstractmethod
    def files(self) -> Mapping[str, Path]:
        """Return the files by kind; "database" is the file that runs use."""

    def described(self, database: str, users: int) -> TargetDetail:
        """Return the target's entry in the session. `database` describes its contents in a few words."""
        journal = {"rollback": "rollback journal", "wal": "write-ahead log"}[self.settings.journal]
        return TargetDetail(
            engine=engine_of(self.settings).title,
            database=database,
            settings={
                "journal": journal,
                "synchronous": self.settings.synchronous.upper(),
                "cache_mb": self.settings.cache_mb,
            },
            users=users,
        )

    def disclosed(self) -> TargetDisclosure:
        files = [
            placed_here(
                PlacedFile(what=what, name=path.name, place=str(path.parent), files=1, size_bytes=path.stat().st_size)
            )
            for what, path in self.files().items()
            if path.exists()
        ]
        return TargetDisclosure(files, _changed(self.settings))

    def size_bytes(self) -> int:
        return self.files()["database"].stat().st_size

    def make_cold(self) -> tuple[str, bool]:
        """Flush the file and, on Linux, drop it from the page cache.

        The engine's own cache is empty at the start of every worker.
        """
        path = self.files()["database"]
        flush(path)
        how = "written to the disk; this system's own cache can't be emptied"
        if sys.platform == "linux":
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(descriptor)
            how = "written to the disk, dropped from the system's cache"
        return how, sys.platform == "linux"


class EmbeddedTarget(FileTarget, frozen=True):
    """Database that Outpace builds."""

    store: DatabaseWorkload

    @property
    def built(self) -> EmbeddedStore:
        """Store that finds, builds and restores the database."""
        return EmbeddedStore(Path(self.folder), self.store)

    def files(self) -> Mapping[str, Path]:
        return {"database": self.built.working, "pristine database": self.built.pristine}

    def workload(self) -> Workload:
        # Only worker processes need this import.
        from app.workloads.database.embedded_workload import EmbeddedWorkload  # noqa: PLC0415

        return EmbeddedWorkload(Path(self.folder), self.store, self.sqlite)

    def detail(self) -> TargetDetail:
        return self.described(f"{self.built.data.schema.title} {self.store.size}", self.store.users)

    def inspect_data(self) -> InspectedData:
        store, title = self.built, self.built.data.schema.title
        require_folder(Path(self.folder))
        mark = store.find()
        expected = store.data.expected_bytes("sqlite")
        if mark is None:
            text = phrase(
                "{title} {size} will be built before the load, up to {bytes}, and as much again for its pristine copy",
                title=title,
                size=self.store.size,
                bytes=size_phrase(expected),
            )
            return InspectedData([Finding("data", "passed", text)], built=False, needed_bytes=2 * expected)
        text = phrase(
            "{title} {size} is built, checksum {checksum}", title=title, size=mark.size, checksum=mark.checksum
        )
        return InspectedData(
            [Finding("data", "passed", text)], built=True, checksum=mark.checksum, needed_bytes=expected
        )

    def build(self, progress: Progress, cancelled: Cancelled) -> DatabaseContents:
        return contents_of(self.built.build(progress, cancelled), self.built.data)

    def restore(self, progress: Progress, cancelled: Cancelled) -> Pristine:
        built = self.built
        mark = built.restore(self.sqlite, progress, cancelled)
        expected, rows = definition_of(self.store).rolled_back_percent(self._row, self.store), self.count()
        size = self.size_bytes()
        file = PlacedPart(kind="file", name=built.working.name, size_bytes=size)
        how = phrase("copied from the pristine file")
        placement = DatabasePlacement(parts=[file], indexes_inside=True)
        return Pristine(contents_of(mark, self.built.data), how, expected, rows, size, placement=placement)

    def count(self) -> Ledger | None:
        return definition_of(self.store).counted(self._row)

    def _row(self, script: str) -> Sequence[Any]:
        with closing(connect(self.built.working, self.sqlite)) as database:
            rows: list[tuple[Any, ...]] = database.execute(
                self.built.data.schema.statement(script, "common")
            ).fetchall()
        return rows[0]

    def checked(self) -> Sequence[Sentence]:
        files = self.built
        working, pristine = (partial(files.value, path) for path in (files.working, files.pristine))
        return list(definition_of(self.store).broken(working, pristine, files.data))


def _changed(settings: Embedded) -> list[ChangedSetting]:
    """Return settings that differ from SQLite's defaults: sqlite.org/pragma.html."""
    cache_kib = round(1024 * settings.cache_mb)
    settings_and_defaults = (
        ("journal_mode", {"rollback": "delete"}.get(settings.journal, settings.journal), "delete"),
        ("synchronous", settings.synchronous, "full"),
        ("cache_size", f"{cache_kib} KiB", "2000 KiB"),
    )
    return [
        ChangedSetting(name=name, value=value, default=default)
        for name, value, default in settings_and_defaults
        if value != default
    ]


def contents_of(mark: BuildMark, data: Dataset) -> DatabaseContents:
    """Return the contents of a finished build."""
    return DatabaseContents(mark.size, mark.checksum, sum(mark.rows.values()), data.schema.title)


def target_folders(scenario: Scenario, relative_to: Path) -> list[Path | None]:
    """Return the folder of each target, in the scenario's order; None for a target on a server.

    A folder is below the chosen one and named after its system; no two targets share one, whatever the systems are
    called. An empty choice is the program's own data folder, with a place for each size and seed of the data. For a
    workload on existing databases it is the choice itself.
    """
    default_root = data_folder() / "databases"
    work = scenario.workload
    if isinstance(work, DatabaseWorkload) and (work.size, work.data_seed) != ("10MB", 1):
        default_root /= f"{work.size}-{work.data_seed}".lower().replace(" ", "-")
    folders: list[Path | None] = []
    for system in scenario.systems:
        slug = system_slug(system.name)
        for number, target in enumerate(system.targets):
            if not isinstance(target, Embedded):
                folders.append(None)
                continue
            if work.existing:
                folders.append((relative_to / os.path.expanduser(target.folder)).resolve())
                continue
            if system.drivers_of(target):
                root = Path(target.folder)  # a path on another machine
            else:
                root = (relative_to / os.path.expanduser(target.folder) if target.folder else default_root).resolve()
            folder = root / (slug if number == 0 else f"{slug}-{number + 1}")
            while folder in folders:
                folder = folder.with_name(f"{folder.name}-other")
            folders.append(folder)
    return folders
