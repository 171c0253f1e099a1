# SPDX-License-Identifier: Apache-2.0
"""What building and restoring a workload's database need to know of a server's engine: app.workloads.database.ENGINE
implements it, and the module `store` in the engine's folder of each workload says what it holds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from app.databases.failures import DatabaseError
from app.model.documents import DatabasePlacement
from app.model.targets import Placement, Server
from app.workloads.cycle_language import CallForms
from app.workloads.database.dataset import Dataset
from app.workloads.database.mark import Mark
from app.workloads.database.schema import Schema
from app.workloads.tables.dialects import DIALECTS
from app.workloads.tables.rendering import is_copied
from app.workloads.workload import Cancelled, Progress

Connection = Any  # a pyodbc.Connection
Cursor = Any  # a pyodbc.Cursor
Connect = Callable[[str | None], Connection]
"""Connects to a database of the server (None: the one for maintenance), in autocommit. Raises DatabaseError."""


MANY_ROWS = 2.0
"""A table with more rows than so many for each number is made in smaller chunks."""


class Step(msgspec.Struct, frozen=True):
    """One statement of the schema or of what follows the rows (an index, the full text, statistics, ...).

    name: of the task, for the progress. sql: executed in autocommit, by itself; executed again if a build was ended in
    the middle of it, so it must either be atomic or begin with removing its own rest.
    together: executed in one transaction with its record instead (where the engine's definitions are transactional).
    weight: its share of the whole work, in rows. alone: no other statement runs beside it.
    done: a query that returns a row where the statement has been executed already (by a build that was ended before it
    could record that); the statement is then left out.
    """

    name: str
    sql: str
    weight: float = 0.0
    alone: bool = True
    done: str = ""
    together: bool = False


@dataclass(frozen=True, slots=True)
class RowGeneration:
    """The generation of one table's rows: a script with :first and :last, one chunk a transaction.

    table: whose key its rows draw (generator.key). count: the range that the script is run over. weight: rows that one
    of them makes (5 order lines an order). after: names of tasks whose rows this one reads.
    """

    name: str
    sql: str
    table: str
    count: int
    weight: float = 1.0
    chunk: int = 20_000
    after: Sequence[str] = ()


def generations(data: Dataset, engine: str, chunk: int, chunk_of_lines: int = 0) -> list[RowGeneration]:
    """Return the generation of all rows.

    Args:
        data: What is generated.
        engine: Folder of its dialect.
        chunk: Range of one transaction.
        chunk_of_lines: The same where each number makes several rows; 0 is `chunk`.
    """
    titles = {table.name: table.title or table.name.lower().replace("_", " ") for table in data.schema.described}
    return [
        RowGeneration(
            titles[table.name],
            data.schema.statement(table.name.lower(), engine),
            table.drawn_as or table.name,
            data.generated[table.name],
            table.rows_each,
            (chunk_of_lines or chunk) if table.rows_each > MANY_ROWS else chunk,
            [titles[one] for one in table.copied_from] if is_copied(table, DIALECTS[engine]) else (),
        )
        for table in data.schema.described
        if table.is_generated
    ]


@dataclass(frozen=True, slots=True)
class StoreJob:
    """One restore or build, handed to an engine's part.

    name: the working database; pristine: the one that a build makes. connect: to any database of the server.
    target: an engine that can't place what its placement asks refuses it with a DatabaseError.
    """

    name: str
    pristine: str
    data: Dataset
    target: Server
    connect: Connect
    progress: Progress
    cancelled: Cancelled


class Misplaced(msgspec.Struct, frozen=True):
    """A table or index that lies in another tablespace, filegroup or folder than the placement wants."""

    name: str
    found: str
    wanted: str


class EngineStore(Protocol):
    """One engine's part of a workload. It has no state. Names of databases are handed in plain and quoted by it."""

    @property
    def schema_of(self) -> Schema:
        """The workload's."""
        ...

    @property
    def forms(self) -> CallForms:
        """How the engine takes the workload's calls."""
        ...

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement, with a question mark for each argument. Raises LookupError."""
        ...

    def drains(self) -> bool:
        """Whether a call leaves further results on its cursor that must be fetched before the next."""
        ...

    def batches(self) -> bool:
        """Whether a script may be several statements, whose results must be fetched. MariaDB's driver crashes where
        further results are asked for after it has taken a procedure's body for several statements."""
        ...

    def claim(self, cursor: Cursor, name: str) -> bool:
        """Takes the lock of builds and restores of this database for as long as the connection lives; False where
        another has it."""
        ...

    def exists(self, cursor: Cursor, database: str) -> bool:
        """Whether the server has a database of that name."""
        ...

    def create(self, job: StoreJob, cursor: Cursor) -> None:
        """Makes job.pristine, empty and placed (a presized one with 40 % free, where the engine can). Raises
        DatabaseError that names a folder which can't be used, before anything is made."""
        ...

    def create_plain(self, cursor: Cursor, database: str, target: Server) -> None:
        """Makes an empty database where the server puts new ones. Raises DatabaseError."""
        ...

    def remove(self, cursor: Cursor, database: str) -> None:
        """Drops a database, ending its sessions. The caller has seen the mark."""
        ...

    def remove_placed(self, cursor: Cursor) -> None:
        """Removes what `create` made outside of the database (tablespaces) and nobody uses any more."""
        ...

    def schema(self, job: StoreJob) -> Sequence[Step]:
        """Tables, without OUTPACE_MARK and OUTPACE_CHUNK."""
        ...

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """The generation of all rows."""
        ...

    def finishing(self, job: StoreJob) -> Sequence[Step]:
        """Indexes, constraints, full text, procedures, statistics: in this order, after the rows."""
        ...

    def prepare_session(self, cursor: Cursor) -> None:
        """Settings of a connection that builds (no commit waits for the disk, no parallel plan, ...)."""
        ...

    def prepare_user(self, cursor: Cursor) -> None:
        """What a user's connection needs before its first call."""
        ...

    def user_statements(self) -> Sequence[str]:
        """What `prepare_user` executes."""
        ...

    def session_id(self, cursor: Cursor) -> int:
        """The server's number of this connection."""
        ...

    def end_session(self, cursor: Cursor, session: int) -> None:
        """Ends the statement of another connection (a cancelled build)."""
        ...

    def seal(self, job: StoreJob) -> None:
        """What follows the final mark: data on the disk, a backup that holds the mark, recovery model. May be executed
        again; a build that was ended here counts as finished, so `restore` makes up for what is missing."""
        ...

    def restore(self, job: StoreJob, mark: Mark) -> str:
        """Brings job.name to the state of job.pristine by the fastest means and says how ("from a template", ...).
        Where job.name exists, the caller has seen its mark. Row counts are verified by the caller."""
        ...

    def check_placement(self, cursor: Cursor, place: Placement) -> None:
        """DatabaseError where the engine, or this user, can't put something where the placement wants it;
        RefusedDatabaseError has a remedy of its own. Changes nothing."""
        ...

    def placed_parts(self, cursor: Cursor) -> DatabasePlacement:
        """Where the parts of the connected database lie."""
        ...

    def misplaced(self, cursor: Cursor, place: Placement) -> Sequence[Misplaced]:
        """What of the connected database lies elsewhere than the placement wants it."""
        ...

    def size_bytes(self, cursor: Cursor, database: str) -> int:
        """Bytes that the database takes on the server's disks."""
        ...

    def checkpoint(self, cursor: Cursor) -> str:
        """Puts all changed pages on the disk, connected to the working database; "" or why it is not possible."""
        ...


def placed_tables(place: Placement, schema: Schema) -> Mapping[str, str]:
    """Table, in capital letters, to its own folder. DatabaseError for a table that the schema doesn't have."""
    known = (*schema.tables, *schema.empty)
    if unknown := sorted(table for table in place.tables if table.upper() not in known):
        raise DatabaseError(
            "placement: there is no table {name}; the tables are {known}",
            name=unknown[0],
            known=", ".join(sorted(known)),
        )
    return {table.upper(): folder for table, folder in place.tables.items()}


def placed_indexes(place: Placement, known: Sequence[str]) -> Mapping[str, str]:
    """Index, in capital letters, to its own place. known: all indexes that can be placed. DatabaseError for others."""
    if unknown := sorted(index for index in place.indexes if index.upper() not in known):
        raise DatabaseError(
            "placement: there is no index {name} that can be placed; the indexes are {known}",
            name=unknown[0],
            known=", ".join(sorted(known)),
        )
    return {index.upper(): folder for index, folder in place.indexes.items()}
