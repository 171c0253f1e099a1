# SPDX-License-Identifier: Apache-2.0
"""Interface of an engine for building and restoring a workload's database.

app.workloads.database.ENGINE implements it, and the module `store` in the engine's folder of each workload completes
the implementation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from app.databases.failures import DatabaseError
from app.model.documents import DatabasePlacement
from app.model.targets import Placement, Server
from app.workloads.cycle_language import CallForms
from app.workloads.database.dataset import Dataset
from app.workloads.database.mark import BuildMark
from app.workloads.database.schema import Schema
from app.workloads.tables.dialects import DIALECTS
from app.workloads.tables.rendering import is_copied
from app.workloads.workload import Cancelled, Progress

Connection = Any  # a pyodbc.Connection
Cursor = Any  # a pyodbc.Cursor
Connect = Callable[[str | None], Connection]
"""Function that connects, in autocommit mode, to a database of the server (None: the maintenance database).

Raises DatabaseError."""


MANY_ROWS = 2.0
"""Rows per number above which a table is generated in smaller chunks."""


class SchemaStatement(msgspec.Struct, frozen=True):
    """Statement that creates the schema or follows the rows (an index, full text, statistics, ...).

    Attributes:
        name: Name of the task in the progress.
        sql: Statement executed in autocommit in a separate call. It is repeated if a build ended during it, so it must
            be atomic or first remove what it left.
        weight: Cost of the step, expressed in rows.
        alone: True if no other statement runs at the same time.
        done: Query that returns a row if the statement was executed by a build that ended before recording it. The
            statement is then skipped.
        together: True to execute the statement and record it in one transaction, if the engine's DDL is transactional.
    """

    name: str
    sql: str
    weight: float = 0.0
    alone: bool = True
    done: str = ""
    together: bool = False


@dataclass(frozen=True, slots=True)
class RowGeneration:
    """Generation of one table's rows by a script with :first and :last, in one transaction per chunk.

    Attributes:
        table: Table whose key is used to draw the rows (generator.key).
        count: Upper bound of the range that the script covers.
        weight: Rows per number (for example 5 order lines per order).
        after: Names of the tasks whose rows this task reads.
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
        data: Data to generate.
        engine: Folder of the engine's dialect.
        chunk: Count of numbers per transaction.
        chunk_of_lines: Count of numbers per transaction if each number generates several rows; 0 for `chunk`.
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
            [titles[source] for source in table.copied_from] if is_copied(table, DIALECTS[engine]) else (),
        )
        for table in data.schema.described
        if table.is_generated
    ]


@dataclass(frozen=True, slots=True)
class StoreJob:
    """Arguments for restoring or building with an engine's part.

    Attributes:
        name: Name of the working database.
        pristine: Name of the database that a build creates.
        target: Server with its placement. An engine that cannot apply the placement raises DatabaseError.
        connect: Function that connects to any database of the server.
    """

    name: str
    pristine: str
    data: Dataset
    target: Server
    connect: Connect
    progress: Progress
    cancelled: Cancelled


class Misplaced(msgspec.Struct, frozen=True):
    """Table or index that is not in the tablespace, filegroup or folder required by the placement."""

    name: str
    found: str
    wanted: str


class EngineStore(Protocol):
    """One engine's part of a workload. Stateless. Accepts unquoted database names and quotes them."""

    @property
    def schema_of(self) -> Schema:
        """Schema of the workload."""
        ...

    @property
    def forms(self) -> CallForms:
        """Forms of the workload's calls on the engine."""
        ...

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement, with a question mark for each argument. Raises LookupError."""
        ...

    def from_common(self, sql: str) -> str:
        """Return a statement of the folder "common" as the engine needs it."""
        ...

    def drains(self) -> bool:
        """Return whether a call leaves more results on its cursor, which must be fetched before the next call."""
        ...

    def batches(self) -> bool:
        """Return whether a script may contain several statements, whose results must all be fetched.

        MariaDB's driver crashes if more results are requested after it has parsed a procedure's body as several
        statements.
        """
        ...

    def claim(self, cursor: Cursor, name: str) -> bool:
        """Acquire the lock for builds and restores of a database, held until the connection is closed.

        Returns:
            False if another connection holds it.
        """
        ...

    def exists(self, cursor: Cursor, database: str) -> bool:
        """Return whether the server has a database with that name."""
        ...

    def create(self, job: StoreJob, cursor: Cursor) -> None:
        """Create job.pristine as an empty database in its placement, presized with 40 % free space if supported.

        Raises DatabaseError, which names an unusable folder, before anything is created.
        """
        ...

    def create_plain(self, cursor: Cursor, database: str, target: Server) -> None:
        """Create an empty database in the server's default location. Raises DatabaseError."""
        ...

    def remove(self, cursor: Cursor, database: str) -> None:
        """Drop a database and end its sessions. The caller has checked the mark."""
        ...

    def remove_placed(self, cursor: Cursor) -> None:
        """Remove unused objects that `create` created outside the database (tablespaces)."""
        ...

    def schema(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create tables, without OUTPACE_MARK and OUTPACE_CHUNK."""
        ...

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows."""
        ...

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that follow the rows, in order: indexes, constraints, full text, procedures, statistics."""
        ...

    def prepare_session(self, cursor: Cursor) -> None:
        """Apply the session settings for builds (asynchronous commit, no parallel plans, ...)."""
        ...

    def prepare_user(self, cursor: Cursor) -> None:
        """Prepare a user's connection for its first call."""
        ...

    def user_statements(self) -> Sequence[str]:
        """Return the statements that `prepare_user` executes."""
        ...

    def session_id(self, cursor: Cursor) -> int:
        """Return the server's ID for the session of this connection."""
        ...

    def end_session(self, cursor: Cursor, session: int) -> None:
        """Terminate another session, of a canceled build, and its statement."""
        ...

    def seal(self, job: StoreJob) -> None:
        """Finalize the database after the final mark: flush data to disk, make a backup, set the recovery model.

        It is idempotent. A build interrupted here counts as finished, and `restore` performs the missing steps.
        """
        ...

    def restore(self, job: StoreJob, mark: BuildMark) -> str:
        """Restore job.name to the state of job.pristine by the fastest method.

        If job.name exists, the caller has checked its mark. The caller verifies row counts.

        Returns:
            The method ("from a template", ...).
        """
        ...

    def check_placement(self, cursor: Cursor, place: Placement) -> None:
        """Check, without changing anything, that the engine and this user can apply a placement.

        Raises DatabaseError, or RefusedDatabaseError, which has a remedy.
        """
        ...

    def placed_parts(self, cursor: Cursor) -> DatabasePlacement:
        """Return the locations of the parts of the connected database."""
        ...

    def misplaced(self, cursor: Cursor, place: Placement) -> Sequence[Misplaced]:
        """Return the parts of the connected database that are not in the places required by the placement."""
        ...

    def size_bytes(self, cursor: Cursor, database: str) -> int:
        """Return the bytes that the database takes on the server's disks."""
        ...

    def checkpoint(self, cursor: Cursor) -> str:
        """Flush all dirty pages to disk; the cursor is connected to the working database.

        Returns:
            The reason why it is not possible, or "".
        """
        ...


def placed_tables(place: Placement, schema: Schema) -> Mapping[str, str]:
    """Return the folder of each separately placed table, by table name in capital letters.

    Raises DatabaseError for a table that the schema does not have.
    """
    known = (*schema.tables, *schema.empty)
    if unknown := sorted(table for table in place.tables if table.upper() not in known):
        raise DatabaseError(
            "placement: there is no table {name}; the tables are {known}",
            name=unknown[0],
            known=", ".join(sorted(known)),
        )
    return {table.upper(): folder for table, folder in place.tables.items()}


def placed_indexes(place: Placement, known: Sequence[str]) -> Mapping[str, str]:
    """Return the location of each separately placed index, by index name in capital letters.

    Raises DatabaseError for an index that is not in `known`, the indexes that can be placed.
    """
    if unknown := sorted(index for index in place.indexes if index.upper() not in known):
        raise DatabaseError(
            "placement: there is no index {name} that can be placed; the indexes are {known}",
            name=unknown[0],
            known=", ".join(sorted(known)),
        )
    return {index.upper(): folder for index, folder in place.indexes.items()}
