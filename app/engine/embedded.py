"""Targets in the embedded engine: built if missing, restored before each run, opened by the workers, checked after."""

import os
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import platformdirs

from app.databases.sqlite import DatabaseError, SqliteSettings, connect
from app.driver.messages import Channel
from app.scenario.model import DvdStore, Scenario
from app.scenario.targets import Embedded
from app.workloads.dvdstore.building import BuildCancelledError, build
from app.workloads.dvdstore.checking import expected_rollback_percent, order_counts
from app.workloads.dvdstore.on_sqlite import DvdStoreOnSqlite
from app.workloads.dvdstore.parameters import Parameters
from app.workloads.dvdstore.place import working_path
from app.workloads.dvdstore.restoring import restore


class EmbeddedTarget(msgspec.Struct, frozen=True):
    """One database in the embedded engine. name: of its system, for people. folder: its own."""

    name: str
    folder: str
    settings: Embedded
    store: DvdStore

    @property
    def parameters(self) -> Parameters:
        """What the workload does on it. Raises ValueError for a size that does not exist."""
        return Parameters(
            db_size=self.store.db_size,
            new_customers_percent=self.store.new_customers_percent,
            searches=self.store.searches,
            search_batch_size=self.store.search_batch_size,
            line_items=self.store.line_items,
            data_seed=self.store.data_seed,
        )

    @property
    def sqlite(self) -> SqliteSettings:
        """How the engine runs it."""
        return SqliteSettings(self.settings.journal, self.settings.synchronous, self.settings.cache_mb)

    def workload(self) -> DvdStoreOnSqlite:
        """What its workers open."""
        return DvdStoreOnSqlite(Path(self.folder), self.parameters, self.sqlite)

    def detail(self) -> dict[str, object]:
        """What the session says of it; no path."""
        journal = {"rollback": "rollback journal", "wal": "write-ahead log"}[self.settings.journal]
        return {
            "engine": "SQLite",
            "database": f"DVD Store {self.parameters.size}",
            "journal": journal,
            "synchronous": self.settings.synchronous.upper(),
            "cache_mb": self.settings.cache_mb,
            "users": self.store.users,
        }


class Progressed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """How far the preparation of one target is."""

    task: str
    done: float
    total: float


class Prepared(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One target is in its pristine state. rows: orders, order lines and purchase history before the run."""

    target: int
    checksum: str
    rollback_expected_percent: float
    rows: tuple[int, int, int]


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The preparation is over; the text tells a person why. cancelled: it was asked for."""

    text: str
    cancelled: bool = False


class Counted(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The rows of one target after the run."""

    target: int
    rows: tuple[int, int, int]


Message = Progressed | Prepared | Failed | Counted


def decode(data: bytes) -> Message:
    """One message. Raises ValueError for anything else."""
    message: Message = msgspec.msgpack.decode(data, type=Message)
    return message


def target_folders(scenario: Scenario, relative_to: Path) -> list[Path]:
    """The folder of each target, in the scenario's order: below the chosen one, named after its system. No two share
    one, whatever the systems are called. An empty choice is the program's own data folder."""
    own = Path(platformdirs.user_data_dir("outpace", appauthor=False)) / "databases"
    folders: list[Path] = []
    for system in scenario.systems:
        slug = re.sub(r"[^a-z0-9]+", "-", system.name.casefold()).strip("-") or "system"
        for number, target in enumerate(system.targets):
            root = (relative_to / os.path.expanduser(target.folder) if target.folder else own).resolve()
            folder = root / (slug if number == 0 else f"{slug}-{number + 1}")
            while folder in folders:
                folder = folder.with_name(f"{folder.name}-other")
            folders.append(folder)
    return folders


def prepare(connection: Channel, targets: list[EmbeddedTarget]) -> None:
    """In a child process: builds what is missing, restores all, and tells. Any message from the engine cancels it."""
    for number, target in enumerate(targets):
        of_system = [index for index, other in enumerate(targets) if other.name == target.name]
        label = target.name if len(of_system) == 1 else f"{target.name}, target {of_system.index(number) + 1}"
        try:
            _prepare_one(connection, number, target, label)
        except BuildCancelledError:
            connection.send_bytes(msgspec.msgpack.encode(Failed("cancelled", cancelled=True)))
            return
        except (DatabaseError, ValueError, OSError) as error:
            connection.send_bytes(msgspec.msgpack.encode(Failed(f"{label}: {error}")))
            return
    connection.close()


def _prepare_one(connection: Channel, number: int, target: EmbeddedTarget, label: str) -> None:
    tell = _teller(connection, label)
    folder, parameters = Path(target.folder), target.parameters
    build(folder, parameters, tell, connection.poll)
    mark = restore(folder, parameters, target.sqlite, tell, connection.poll)
    with closing(connect(working_path(folder), target.sqlite)) as database:
        expected = expected_rollback_percent(database, parameters.line_items)
        rows = order_counts(database)
    prepared = Prepared(number, mark.checksum, expected, (rows.orders, rows.orderlines, rows.cust_hist))
    connection.send_bytes(msgspec.msgpack.encode(prepared))


def _teller(connection: Channel, label: str) -> Callable[[str, float, float], None]:
    def tell(task: str, done: float, total: float) -> None:
        connection.send_bytes(msgspec.msgpack.encode(Progressed(f"{label}: {task}", done, total)))

    return tell


def count(connection: Channel, targets: list[EmbeddedTarget]) -> None:
    """In a child process: counts the rows of all targets after a run."""
    for number, target in enumerate(targets):
        with closing(connect(working_path(Path(target.folder)), target.sqlite)) as database:
            rows = order_counts(database)
        counted = Counted(number, (rows.orders, rows.orderlines, rows.cust_hist))
        connection.send_bytes(msgspec.msgpack.encode(counted))
    connection.close()
