# SPDX-License-Identifier: Apache-2.0
"""Building and restoring a workload's database on PostgreSQL."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import blake2b

from app.databases.failures import DatabaseError, diagnosis, server_message
from app.model.documents import DatabasePlacement
from app.model.targets import Placement, Server
from app.workloads.database.engine_part import INSERTED_INTO, EnginePart
from app.workloads.database.engine_store import (
    Connection,
    Cursor,
    Misplaced,
    RowGeneration,
    SchemaStatement,
    StoreJob,
    generations,
)
from app.workloads.database.mark import BuildMark
from app.workloads.database.postgresql import tablespaces
from app.workloads.database.postgresql.tablespaces import placed, quoted, space_of
from app.workloads.database.schema import with_numbers
from app.workloads.database.server_crew import ConnectionPool, Unit

BUILDING = (
    "SET synchronous_commit = off",  # the final mark's commit flushes all earlier commits to disk
    "SET jit = off",
    "SET max_parallel_workers_per_gather = 0",
    "SET maintenance_work_mem = '128MB'",
    "SET work_mem = '64MB'",
)
FORCED_DROP = 130000  # server_version_num from which DROP DATABASE can end sessions
STRATEGIES = 150000  # server_version_num from which CREATE DATABASE has an option to copy files
TEMPLATE_BUSY = "55006"
TEMPLATE_BUSY_S = 20.0


CHUNK = 10_000


class PostgreSqlPart(EnginePart):
    """PostgreSQL's part of a workload. Stateless.

    PostgreSQL cannot presize files: they grow in steps of 8 KiB or more while rows are added.
    """

    folder = "postgresql"

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement; a statement that adds a row returns the row's number."""
        sql, keys = super().sql(statement), {one.name: one.key for one in self.schema_of.described}
        if statement not in self.forms.inserts:
            return sql
        table = INSERTED_INTO.match(sql)
        if table is None or table[1].upper() not in keys:
            raise LookupError(f"the statement {statement} adds no row to a described table")
        return f"{sql} RETURNING {keys[table[1].upper()][0]}"

    def schema(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create tables, each in its tablespace."""
        schema = self.schema_of
        return [
            step("tables", placed(sql, job.target.placement, schema))
            for sql in schema.statements("schema", self.folder)
        ]

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows, in parallel because no table's rows are computed from another table's."""
        return generations(job.data, self.folder, CHUNK)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create indexes in parallel, then keys, functions and statistics in sequence."""
        schema, place = self.schema_of, job.target.placement
        indexes = [sql for script in schema.index_scripts for sql in schema.statements(script, self.folder)]
        tables = (*schema.tables, *schema.empty)
        return [
            *(step("indexes", placed(sql, place, schema), alone=False) for sql in indexes),
            *(step("keys", with_numbers(sql, job.data.next_numbers)) for sql in schema.statements("keys", self.folder)),
            *(step("procedures", sql) for sql in schema.statements("procedures", self.folder)),
            *(SchemaStatement("statistics", f"VACUUM (FREEZE, ANALYZE) {table}", alone=False) for table in tables),
        ]

    def drains(self) -> bool:
        """Return False, because a SELECT has one result."""
        return False

    def batches(self) -> bool:
        """Return True, because a script may change a setting before its statement."""
        return True

    def claim(self, cursor: Cursor, name: str) -> bool:
        """Acquire an advisory lock in the maintenance database, held until the connection is closed."""
        number = int.from_bytes(blake2b(f"outpace/{name}".encode(), digest_size=8).digest(), "big", signed=True)
        return bool(int(cursor.execute(f"SELECT PG_TRY_ADVISORY_LOCK({number})::INTEGER").fetchval()))

    def exists(self, cursor: Cursor, database: str) -> bool:
        return bool(cursor.execute("SELECT 1 FROM PG_DATABASE WHERE DATNAME = ?", database).fetchall())

    def create(self, job: StoreJob, cursor: Cursor) -> None:
        """Create tablespaces in the placement's folders, and the database in the tablespace for data."""
        place = job.target.placement
        tablespaces.check(cursor, place, self.schema_of)
        tablespaces.make_spaces(cursor, place, self.schema_of)
        _create(cursor, job.pristine, f" TABLESPACE {quoted(space_of(place.data))}" if place.data else "")

    def create_plain(self, cursor: Cursor, database: str, target: Server) -> None:
        """Create the database with the server's defaults."""
        _create(cursor, database, "")

    def remove(self, cursor: Cursor, database: str) -> None:
        """Drop the database and end its sessions."""
        if _version(cursor) >= FORCED_DROP:
            cursor.execute(f"DROP DATABASE IF EXISTS {quoted(database)} WITH (FORCE)")
            return
        cursor.execute(f"ALTER DATABASE {quoted(database)} WITH ALLOW_CONNECTIONS false")
        cursor.execute("SELECT PG_TERMINATE_BACKEND(PID) FROM PG_STAT_ACTIVITY WHERE DATNAME = ?", database).fetchall()
        _patiently(cursor, f"DROP DATABASE IF EXISTS {quoted(database)}")

    def remove_placed(self, cursor: Cursor) -> None:
        """Drop Outpace's empty tablespaces; PostgreSQL refuses to drop the others."""
        names = cursor.execute("SELECT SPCNAME FROM PG_TABLESPACE WHERE SPCNAME ~ '^outpace_[0-9a-f]{12}$'").fetchall()
        for (name,) in names:
            try:
                cursor.execute(f"DROP TABLESPACE {quoted(name)}")
            except Exception as error:
                if diagnosis(error).state not in ("55000", "42501", "42704"):  # not empty, not owned, or dropped
                    raise

    def prepare_session(self, cursor: Cursor) -> None:
        for setting in BUILDING:
            cursor.execute(setting)

    def prepare_user(self, cursor: Cursor) -> None:
        """Do nothing, because the address's settings already prepare user sessions."""

    def user_statements(self) -> Sequence[str]:
        return ()

    def session_id(self, cursor: Cursor) -> int:
        """Return the process ID of the backend."""
        return int(cursor.execute("SELECT PG_BACKEND_PID()").fetchval())

    def end_session(self, cursor: Cursor, session: int) -> None:
        cursor.execute(f"SELECT PG_TERMINATE_BACKEND({session:d})").fetchall()

    def seal(self, job: StoreJob) -> None:
        """Flush all pages to disk, if the account is allowed to; the log up to the final mark is already on disk."""
        with closing(job.connect(job.pristine)) as connection:
            self.checkpoint(connection.cursor())

    def restore(self, job: StoreJob, mark: BuildMark) -> str:
        """Drop the working database and copy the pristine one's files."""
        with closing(job.connect(None)) as connection:
            cursor = connection.cursor()
            total = float(self.size_bytes(cursor, job.pristine))
            strategy = " STRATEGY FILE_COPY" if _version(cursor) >= STRATEGIES else ""
            if self.exists(cursor, job.name):
                self.remove(cursor, job.name)
        job.progress("restore", 0.0, total)
        copy = f"CREATE DATABASE {quoted(job.name)} TEMPLATE {quoted(job.pristine)}{strategy}"
        settings = _database_settings(job)

        def work(connection: Connection) -> None:
            cursor = connection.cursor()
            _patiently(cursor, copy, job.pristine)
            for setting in settings:
                cursor.execute(setting)

        with closing(ConnectionPool(job.connect, None, self, connections=1, cancelled=job.cancelled)) as crew:
            crew.run([Unit("restore", work)], lambda unit: None)
        job.progress("restore", total, total)
        return "new copy of the template database"

    def check_placement(self, cursor: Cursor, place: Placement) -> None:
        """Check that tablespaces exist and are usable, and that new ones can be created in the folders."""
        tablespaces.check(cursor, place, self.schema_of)

    def placed_parts(self, cursor: Cursor) -> DatabasePlacement:
        """Return tables and indexes, each in its tablespace."""
        return DatabasePlacement(parts=tablespaces.parts(cursor))

    def misplaced(self, cursor: Cursor, place: Placement) -> Sequence[Misplaced]:
        """Return the tables and indexes that are not in their requested tablespace."""
        return list(tablespaces.misplaced(cursor, place, self.schema_of))

    def size_bytes(self, cursor: Cursor, database: str) -> int:
        """Return the bytes of tables, indexes and other objects in all tablespaces."""
        return int(cursor.execute("SELECT PG_DATABASE_SIZE(?::NAME)", database).fetchval())

    def checkpoint(self, cursor: Cursor) -> str:
        """Run CHECKPOINT, which requires a superuser or the role pg_checkpoint (version 15 or later)."""
        try:
            cursor.execute("CHECKPOINT")
        except Exception as error:
            if diagnosis(error).state != "42501":
                raise
            return "the user may not make checkpoints: GRANT pg_checkpoint (PostgreSQL 15 or later)"
        return ""


def _create(cursor: Cursor, database: str, space: str) -> None:
    """Create an empty database; `space` is its tablespace clause or empty."""
    try:
        cursor.execute(
            f"CREATE DATABASE {quoted(database)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'{space}"
        )
    except Exception as error:
        raise DatabaseError(
            "PostgreSQL can't create the database {database} ({reason}); the user needs the right CREATEDB",
            database=database,
            reason=server_message(error),
        ) from error


def _version(cursor: Cursor) -> int:
    return int(cursor.execute("SELECT CURRENT_SETTING('server_version_num')").fetchval())


def step(name: str, sql: str, weight: float = 0.0, *, alone: bool = True) -> SchemaStatement:
    """Return a statement to be executed and recorded in one transaction."""
    return SchemaStatement(name, sql, weight, alone=alone, together=True)


def _database_settings(job: StoreJob) -> Iterator[str]:
    """Yield the statements for settings that belong to the database's name and are not copied from the template."""
    if temporary := job.target.placement.temporary:
        yield f"ALTER DATABASE {quoted(job.name)} SET temp_tablespaces = {quoted(space_of(temporary))}"


END_IDLE = (
    "SELECT PG_TERMINATE_BACKEND(PID) FROM PG_STAT_ACTIVITY "
    "WHERE DATNAME = ? AND STATE = 'idle' AND USENAME = CURRENT_USER AND PID <> PG_BACKEND_PID()"
)


def _patiently(cursor: Cursor, sql: str, template: str = "") -> None:
    """Execute a statement that requires a database without sessions, and retry while sessions are ending.

    Autovacuum and collector sessions end soon. A pooler keeps idle sessions open for minutes, so those of `template`
    are terminated.
    """
    end_s = time.monotonic() + TEMPLATE_BUSY_S
    while True:
        try:
            cursor.execute(sql)
        except Exception as error:
            if diagnosis(error).state != TEMPLATE_BUSY:
                raise
            if time.monotonic() > end_s:
                raise DatabaseError(
                    "PostgreSQL can't copy the database while others are connected to it ({reason}); disconnect them",
                    reason=server_message(error),
                ) from error
            if template:
                cursor.execute(END_IDLE, template).fetchall()
            time.sleep(0.2)
        else:
            return
