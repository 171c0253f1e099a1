# SPDX-License-Identifier: Apache-2.0
"""Building and restoring a workload's database on SQL Server 2016 or later and on Babelfish for PostgreSQL.

Tables, rows, indexes and procedures are T-SQL that both accept. Files, full text, statistics and restore have separate
branches, chosen by the version that the server reports. The SQL Server branch has been tested as text only, because no
SQL Server was available.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import blake2b
from typing import Any

from app.databases.failures import DatabaseError, server_message
from app.databases.server_inspection import rows_of
from app.databases.sqlserver.description import SqlServer
from app.model.documents import DatabasePlacement
from app.model.targets import Placement, Server
from app.workloads.cycle_language import CallForms
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_part import EnginePart
from app.workloads.database.engine_store import (
    Connection,
    Cursor,
    Misplaced,
    RowGeneration,
    SchemaStatement,
    StoreJob,
)
from app.workloads.database.mark import BuildMark
from app.workloads.database.schema import SHARED, Schema
from app.workloads.database.server_crew import ConnectionPool, Unit
from app.workloads.database.sqlserver.database_files import (
    alone,
    backed_up,
    backup_file,
    created,
    filegroup_of,
    filegroups,
    files,
    half_restored_dropped,
    misplaced,
    placed_parts,
    quoted,
    restored_from,
    text,
)
from app.workloads.database.undoing import Undoing, restored

FOLDER = "sqlserver"
CHUNK = 10_000  # row numbers have four digits
OBJECT_DONE = "SELECT 1 FROM sys.objects WHERE name = '{0}'"
DONE = (  # pattern of a statement, and the query that finds its object
    (r"^CREATE (?:TABLE|PROCEDURE|TRIGGER) (\w+)", OBJECT_DONE),
    (r"^INSERT INTO (\w+)", "SELECT TOP (1) 1 FROM {0}"),
    (r"^CREATE (?:UNIQUE )?INDEX (\w+)", "SELECT 1 FROM sys.indexes WHERE name = '{0}'"),
    (r"ADD CONSTRAINT (\w+)", OBJECT_DONE),
    (r"^DROP TABLE (\w+)", "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM sys.objects WHERE name = '{0}')"),
    (r"^CREATE FULLTEXT CATALOG (\w+)", "SELECT 1 FROM sys.fulltext_catalogs WHERE name = '{0}'"),
)
LOCKED = (
    "SET NOCOUNT ON; DECLARE @RESULT INT; EXEC @RESULT = sp_getapplock @Resource = '{}', @LockMode = 'Exclusive', "
    "@LockOwner = 'Session', @LockTimeout = 0; SELECT @RESULT"
)


class SqlServerPart(EnginePart):
    """SQL Server's and Babelfish's part of a workload, except rows and finishing. Stateless."""

    folder = FOLDER

    def __init__(
        self,
        schema: Schema,
        bytes_of: Callable[[Dataset], Mapping[str, tuple[float, float]]],
        forms: CallForms | None = None,
        statements: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(schema, forms, statements)
        self._bytes_of = bytes_of

    def schema(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create tables in their filegroups."""
        return [step("tables", sql) for sql in self.placed("schema", job)]

    @abstractmethod
    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows."""

    @abstractmethod
    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, procedures, the next IDs and statistics."""

    def check_server(self, cursor: Cursor) -> None:
        """Check that this SQL Server has the features that the workload needs. Raises DatabaseError."""

    def prepare_session(self, cursor: Cursor) -> None:
        self.prepare_user(cursor)

    def prepare_user(self, cursor: Cursor) -> None:
        for sql in self.user_statements():
            cursor.execute(sql)

    def user_statements(self) -> Sequence[str]:
        return ()

    def drains(self) -> bool:
        """Return True, because a procedure returns its end status after its result."""
        return True

    def from_common(self, sql: str) -> str:
        """Count in 64 bits, because COUNT fails beyond 2^31 rows."""
        return sql.replace("COUNT(*)", "COUNT_BIG(*)")

    def batches(self) -> bool:
        """Return True, because a script may set an option before its statement."""
        return True

    def claim(self, cursor: Cursor, name: str) -> bool:
        """Acquire an application lock in master, held until the connection is closed."""
        digest = blake2b(name.encode(), digest_size=16).hexdigest()
        return int(row_of(cursor, LOCKED.format(f"outpace/{digest}"))[0]) >= 0

    def exists(self, cursor: Cursor, database: str) -> bool:
        return bool(cursor.execute("SELECT 1 FROM sys.databases WHERE name = ?", database).fetchall())

    def create(self, job: StoreJob, cursor: Cursor) -> None:
        """Create the pristine database; on SQL Server, use files of their final size and bulk-logged recovery."""
        try:
            if is_babelfish(cursor):
                _refuse_placement(job.target.placement)
                cursor.execute(f"CREATE DATABASE {quoted(job.pristine)}")
                return
            self.check_server(cursor)
            sizes = self._bytes_of(job.data)
            wanted = files(job.pristine, sizes, job.target.placement, self.schema_of, *_own_folders(cursor))
            cursor.execute(created(job.pristine, wanted))
            if any(file.filegroup == "DATA" for file in wanted):
                cursor.execute(f"ALTER DATABASE {quoted(job.pristine)} MODIFY FILEGROUP [DATA] DEFAULT")
            cursor.execute(f"ALTER DATABASE {quoted(job.pristine)} SET RECOVERY BULK_LOGGED")
        except DatabaseError:
            raise
        except Exception as error:
            raise _refused(job.pristine, error) from error

    def create_plain(self, cursor: Cursor, database: str, target: Server) -> None:
        """Create a database with the files of the model database; on SQL Server, use the recovery model for runs."""
        try:
            cursor.execute(f"CREATE DATABASE {quoted(database)}")
            if not is_babelfish(cursor):
                cursor.execute(f"ALTER DATABASE {quoted(database)} SET RECOVERY {_recovery(target)}")
        except Exception as error:
            raise _refused(database, error) from error

    def remove(self, cursor: Cursor, database: str) -> None:
        """Drop the database and end its sessions."""
        if is_babelfish(cursor):
            sessions = cursor.execute(
                "SELECT session_id FROM sys.dm_exec_sessions WHERE database_id = DB_ID(?) AND session_id <> @@SPID",
                database,
            ).fetchall()
            for (session,) in sessions:
                self.end_session(cursor, int(session))
        else:
            cursor.execute(alone(database))
        cursor.execute(f"DROP DATABASE {quoted(database)}")

    def remove_placed(self, cursor: Cursor) -> None:
        """Do nothing, because a database's files are dropped with it. The next build overwrites its backup."""

    def session_id(self, cursor: Cursor) -> int:
        return int(row_of(cursor, "SELECT @@SPID")[0])

    def end_session(self, cursor: Cursor, session: int) -> None:
        """Terminate another session; no-op if it has already ended."""
        with suppress(Exception):
            cursor.execute(f"KILL {int(session)}")

    def seal(self, job: StoreJob) -> None:
        """Set the recovery model for runs on SQL Server, then make the full backup that every restore reads."""
        with closing(job.connect(None)) as connection:
            cursor = connection.cursor()
            if is_babelfish(cursor):
                return
            cursor.execute(f"ALTER DATABASE {quoted(job.pristine)} SET RECOVERY {_recovery(job.target)}")
            try:
                cursor.execute(backed_up(job.pristine, job.target.placement))
                _drain(cursor)
            except Exception as error:
                raise DatabaseError(
                    "SQL Server can't write the backup {file} "
                    "({reason}); name a folder that its own account may write to as placement.backup",
                    file=backup_file(job.pristine, job.target.placement),
                    reason=server_message(error),
                ) from error

    def restore(self, job: StoreJob, mark: BuildMark) -> str:
        """Restore the full backup on SQL Server, or undo the changes made by runs on Babelfish."""
        if self.is_babelfish(job):
            return restored(job, mark, self, Undoing("sqlserver", f"{quoted(job.pristine)}.dbo", _no_purge))
        with closing(job.connect(None)) as connection:
            cursor = connection.cursor()
            if not (listed := _listed(cursor, job)):
                self.seal(job)
                listed = _listed(cursor, job)
            there = self.exists(cursor, job.name)
        batches = [alone(job.name)] if there else []
        batches.append(restored_from(job.pristine, job.name, job.target.placement, listed))
        batches.append(f"ALTER DATABASE {quoted(job.name)} SET MULTI_USER")

        def work(session: Connection) -> None:
            with closing(session.cursor()) as cursor:
                for batch in batches:
                    cursor.execute(batch)
                    _drain(cursor)

        job.progress("restore", 0.0, 1.0)
        try:
            with closing(ConnectionPool(job.connect, None, self, connections=1, cancelled=job.cancelled)) as crew:
                crew.run([Unit("restore", work)], lambda unit: None)
        except BaseException:
            self._remove_half_restored(job)
            raise
        job.progress("restore", 1.0, 1.0)
        return "restored from our full backup"

    def check_placement(self, cursor: Cursor, place: Placement) -> None:
        """Check that filegroups can hold the placement; refuse any placement on Babelfish.

        Where SQL Server's own account can write is known only when a database is created.
        """
        if is_babelfish(cursor):
            _refuse_placement(place)
        filegroups(place, self.schema_of)

    def placed_parts(self, cursor: Cursor) -> DatabasePlacement:
        """Return tables and indexes, each in its filegroup."""
        if is_babelfish(cursor):
            return DatabasePlacement()
        return DatabasePlacement(parts=placed_parts(rows_of(cursor, SHARED.statement("placement", FOLDER))))

    def misplaced(self, cursor: Cursor, place: Placement) -> Sequence[Misplaced]:
        """Return the tables and indexes that are not in their requested filegroup."""
        return misplaced(self.placed_parts(cursor).parts, place, self.schema_of)

    def size_bytes(self, cursor: Cursor, database: str) -> int:
        """Return the bytes of the database's files; on Babelfish, of its tables and indexes."""
        if is_babelfish(cursor):
            sql = (
                "SELECT SUM(CAST(pg_total_relation_size(C.oid) AS BIGINT)) FROM pg_class AS C "
                "JOIN pg_namespace AS N ON N.oid = C.relnamespace WHERE C.relkind = 'r' AND N.nspname = ?"
            )
            size = cursor.execute(sql, f"{database.lower()}_dbo").fetchall()[0][0]
        else:
            sql = "SELECT SUM(CAST(size AS BIGINT)) * 8192 FROM sys.master_files WHERE database_id = DB_ID(?)"
            size = cursor.execute(sql, database).fetchall()[0][0]
        return int(size or 0)

    def checkpoint(self, cursor: Cursor) -> str:
        """Flush all dirty pages of the connected database.

        Returns:
            The reason why it is not possible, or "".
        """
        try:
            cursor.execute("CHECKPOINT")
        except Exception as error:  # noqa: BLE001 - the driver's own class; whatever it is, nothing has been written
            return f"the server refused a checkpoint ({server_message(error)})"
        return ""

    def placed(self, script: str, job: StoreJob) -> Sequence[str]:
        """Return the statements of a script, with the filegroups of the objects that they create."""
        texts = self.schema_of.statements(script, FOLDER)
        if self.is_babelfish(job):
            return texts
        groups = ((sql, filegroup_of(sql, job.target.placement, self.schema_of)) for sql in texts)
        return [f"{sql} ON {quoted(group)}" if group else sql for sql, group in groups]

    def _remove_half_restored(self, job: StoreJob) -> None:
        """Drop a half-restored database, whose mark cannot be read; the backup is intact."""
        with suppress(Exception), closing(job.connect(None)) as connection:
            connection.cursor().execute(half_restored_dropped(job.name))

    def is_babelfish(self, job: StoreJob) -> bool:
        """Return True if the job's server is Babelfish."""
        with closing(job.connect(None)) as connection:
            return is_babelfish(connection.cursor())


def is_babelfish(cursor: Cursor) -> bool:
    """Return True if the connected server is Babelfish for PostgreSQL."""
    return str(row_of(cursor, "SELECT @@VERSION")[0]).startswith("Babelfish")


def step(name: str, sql: str, weight: float = 0.0) -> SchemaStatement:
    """Return a statement of a script as a step, with the query that determines whether it has been executed."""
    for pattern, query in DONE:
        if found := re.search(pattern, sql, re.MULTILINE):
            return SchemaStatement(name, sql, weight, done=query.format(found[1]))
    return SchemaStatement(name, sql, weight)


def row_of(cursor: Cursor, sql: str) -> Sequence[Any]:
    """Return the single row that a batch returns, whose first statements may leave empty results."""
    cursor.execute(sql)
    while cursor.description is None and cursor.nextset():
        pass
    row: Sequence[Any] = cursor.fetchall()[0]
    _drain(cursor)
    return row


def _drain(cursor: Cursor) -> None:
    while cursor.nextset():
        pass


def _no_purge(cursor: Cursor) -> None:
    """Do nothing, because Babelfish's autovacuum removes deleted rows asynchronously."""


def _recovery(target: Server) -> str:
    """Return the recovery model for runs in T-SQL."""
    return (target.recovery if isinstance(target, SqlServer) else "full").upper()


def _refused(database: str, error: Exception) -> DatabaseError:
    return DatabaseError(
        "the database {database} could not be made ({reason}); the login needs the role "
        "dbcreator, and the server's own account the right to write in every folder of the placement",
        database=database,
        reason=server_message(error),
    )


def _refuse_placement(place: Placement) -> None:
    if place != Placement():
        raise DatabaseError(
            "Babelfish keeps its files where its PostgreSQL server does and has no files of one database: remove the "
            "placement from the scenario"
        )


def _own_folders(cursor: Cursor) -> tuple[str, str]:
    """Return the server's own folders for data and log."""
    found = row_of(
        cursor,
        "SELECT CAST(SERVERPROPERTY('InstanceDefaultDataPath') AS NVARCHAR(400)), "
        "CAST(SERVERPROPERTY('InstanceDefaultLogPath') AS NVARCHAR(400))",
    )
    return str(found[0] or ""), str(found[1] or "")


def _listed(cursor: Cursor, job: StoreJob) -> list[tuple[str, str]]:
    """Return the logical name and path of each file in the backup; none if there is no such backup."""
    try:
        cursor.execute(f"RESTORE FILELISTONLY FROM DISK = {text(backup_file(job.pristine, job.target.placement))}")
        rows = cursor.fetchall()
    except Exception:  # noqa: BLE001 - the driver's own class; writing a new backup shows what is wrong
        return []
    return [(str(row[0]), str(row[1])) for row in rows]
