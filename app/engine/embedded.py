"""Targets in the embedded engine: built if missing, restored before each run, opened by the workers, checked after."""

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Self

import msgspec
import platformdirs

from app.databases.sqlite import SqliteSettings, connect
from app.engine.checking_files import inspected_files
from app.engine.finding import Inspected
from app.engine.targets import Cancelled, Contents, Pristine, RowCounts, Tell, system_slug
from app.plans.repeated import Part
from app.scenario.model import DvdStore, Scenario
from app.scenario.targets import Embedded
from app.workloads.dvdstore.building import build, flush
from app.workloads.dvdstore.checking import expected_rollback_percent, order_counts
from app.workloads.dvdstore.mark import Mark
from app.workloads.dvdstore.on_sqlite import DvdStoreOnSqlite
from app.workloads.dvdstore.parameters import Parameters, size_name
from app.workloads.dvdstore.place import working_path
from app.workloads.dvdstore.restoring import restore


class EmbeddedTarget(msgspec.Struct, frozen=True):
    """One database in the embedded engine. folder: its own."""

    system: int
    label: str
    folder: str
    settings: Embedded
    store: DvdStore

    @property
    def embedded(self) -> bool:
        return True

    def unit_of(self, task: str) -> str:
        return ""

    @property
    def place(self) -> Path | None:
        return Path(self.folder)

    @property
    def sqlite(self) -> SqliteSettings:
        """How the engine runs it."""
        return SqliteSettings(self.settings.journal, self.settings.synchronous, self.settings.cache_mb)

    def turned_to(self, part: Part) -> Self:
        return self

    def workload(self) -> DvdStoreOnSqlite:
        return DvdStoreOnSqlite(Path(self.folder), parameters_of(self.store), self.sqlite)

    def detail(self) -> dict[str, object]:
        journal = {"rollback": "rollback journal", "wal": "write-ahead log"}[self.settings.journal]
        return {
            "engine": "SQLite",
            "database": f"DVD Store {parameters_of(self.store).size}",
            "journal": journal,
            "synchronous": self.settings.synchronous.upper(),
            "cache_mb": self.settings.cache_mb,
            "users": self.store.users,
        }

    def inspect(self, number: int) -> Inspected:
        return inspected_files(
            number, self.system, Path(self.folder), parameters_of(self.store), self.settings.synchronous, self.detail()
        )

    def build(self, tell: Tell, cancelled: Cancelled) -> Contents:
        return contents_of(build(Path(self.folder), parameters_of(self.store), tell, cancelled))

    def restore(self, tell: Tell, cancelled: Cancelled) -> Pristine:
        folder, parameters = Path(self.folder), parameters_of(self.store)
        mark = restore(folder, parameters, self.sqlite, tell, cancelled)
        with closing(connect(working_path(folder), self.sqlite)) as database:
            expected = expected_rollback_percent(database, parameters.line_items)
            counts = order_counts(database)
        rows = (counts.orders, counts.orderlines, counts.cust_hist)
        return Pristine(contents_of(mark), "copied from the pristine file", expected, rows, self.size_bytes())

    def count(self) -> RowCounts:
        with closing(connect(working_path(Path(self.folder)), self.sqlite)) as database:
            counts = order_counts(database)
        return counts.orders, counts.orderlines, counts.cust_hist

    def size_bytes(self) -> int:
        return working_path(Path(self.folder)).stat().st_size

    def make_cold(self) -> tuple[str, bool]:
        """The engine's own cache begins empty in every worker; the file leaves the system's where that takes advice."""
        path = working_path(Path(self.folder))
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


def contents_of(mark: Mark) -> Contents:
    """What a finished build says of itself."""
    return Contents(mark.size, mark.checksum, sum(mark.rows.values()))


def parameters_of(store: DvdStore) -> Parameters:
    """What the workload does. Raises ValueError for a size that does not exist."""
    return Parameters(
        db_size=store.db_size,
        new_customers_percent=store.new_customers_percent,
        searches=store.searches,
        search_batch_size=store.search_batch_size,
        line_items=store.line_items,
        data_seed=store.data_seed,
    )


def target_folders(scenario: Scenario, relative_to: Path) -> list[Path | None]:
    """The folder of each target, in the scenario's order, None for one on a server: below the chosen one, named after
    its system. No two share one, whatever the systems are called. An empty choice is the program's own data folder,
    where each size and seed of the data has its place."""
    own = Path(platformdirs.user_data_dir("outpace", appauthor=False)) / "databases"
    work = scenario.workload
    if isinstance(work, DvdStore) and (size_name(work.db_size), work.data_seed) != ("10MB", 1):
        own /= f"{size_name(work.db_size)}-{work.data_seed}".lower()
    folders: list[Path | None] = []
    for system in scenario.systems:
        slug = system_slug(system.name)
        for number, target in enumerate(system.targets):
            if not isinstance(target, Embedded):
                folders.append(None)
                continue
            root = (relative_to / os.path.expanduser(target.folder) if target.folder else own).resolve()
            folder = root / (slug if number == 0 else f"{slug}-{number + 1}")
            while folder in folders:
                folder = folder.with_name(f"{folder.name}-other")
            folders.append(folder)
    return folders
