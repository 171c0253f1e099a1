# SPDX-License-Identifier: Apache-2.0
"""Building and restoring a workload's database on MySQL 8 and MariaDB.

The schema is created statement by statement, and tables can be placed in folders.
"""

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b

from app.databases.failures import DatabaseError, RefusedDatabaseError, diagnosis, server_message
from app.databases.mysql.grants import Grants
from app.model.documents import DatabasePlacement, PlacedPart
from app.model.errors import phrase
from app.model.targets import Placement, Server, is_folder
from app.workloads.cycle_language import CallForms
from app.workloads.database.engine_part import EnginePart
from app.workloads.database.engine_store import (
    Cursor,
    Misplaced,
    RowGeneration,
    SchemaStatement,
    StoreJob,
    generations,
    placed_tables,
)
from app.workloads.database.mark import BuildMark
from app.workloads.database.schema import Schema
from app.workloads.database.undoing import Undoing, restored

FOLDER = "mysql"
TRIAL = "OUTPACE_TRIAL"
BINARY_LOG_WITHOUT_SUPER = 1419
DENIED = frozenset((1044, 1045, 1142, 1227, 1370, 1410))
TRIED_PROCEDURE = ("CREATE PROCEDURE {0} () SELECT 1", "DROP PROCEDURE {0}")
TRIED_TRIGGER = ("CREATE TRIGGER {0} BEFORE UPDATE ON {0} FOR EACH ROW SET NEW.N = OLD.N",)
TABLE_DONE = "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '{0}'"
EMPTIED = (
    "SELECT 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM information_schema.TABLES "
    "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '{0}')"
)
FILLED = "SELECT 1 FROM {0} LIMIT 1"
INDEX_DONE = (
    "SELECT 1 FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '{0}' "
    "AND INDEX_NAME = '{1}' LIMIT 1"
)
KEY_DONE = (
    "SELECT 1 FROM information_schema.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '{0}' "
    "AND CONSTRAINT_NAME = '{1}'"
)
ROUTINE_DONE = "SELECT 1 FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_NAME = '{0}'"
TRIGGER_DONE = "SELECT 1 FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() AND TRIGGER_NAME = '{0}'"
DONE = (  # pattern of a statement, and the query that finds its object
    (r"CREATE TABLE (\w+)", TABLE_DONE),
    (r"DROP TABLE (\w+)", EMPTIED),
    (r"INSERT INTO (\w+)", FILLED),
    (r"ALTER TABLE (\w+)\s+ADD (?:UNIQUE |FULLTEXT )?INDEX (\w+)", INDEX_DONE),
    (r"ALTER TABLE (\w+)\s+ADD CONSTRAINT (\w+)", KEY_DONE),
    (r"CREATE PROCEDURE (\w+)", ROUTINE_DONE),
    (r"CREATE TRIGGER (\w+)", TRIGGER_DONE),
)


def quoted(identifier: str) -> str:
    """Quote a name as an identifier."""
    return "`" + identifier.replace("`", "``") + "`"


def step(name: str, sql: str, weight: float = 0.0) -> SchemaStatement:
    """Return a statement of a script as a step, with the query that determines whether it has been executed."""
    for pattern, query in DONE:
        if found := re.search(rf"^{pattern}", sql, re.MULTILINE):
            return SchemaStatement(name, sql, weight, done=query.format(*found.groups()))
    return SchemaStatement(name, sql, weight)


def schema_steps(place: Placement, schema: Schema) -> Sequence[SchemaStatement]:
    """Return the steps for tables in their folders, their initial rows, and the table of a chunk's row numbers."""
    steps, tables = [], placed_tables(place, schema)
    for sql in schema.statements("schema", FOLDER):
        table = re.search(r"^CREATE TABLE (\w+)", sql, re.MULTILINE)
        folder = tables.get(table[1], place.data) if table else ""
        steps.append(step("tables", f"{sql} {data_directory(folder)}" if folder else sql))
    return steps


def data_directory(folder: str) -> str:
    """Return the clause that puts a table's file into a folder of the server."""
    escaped = folder.replace("\\", "\\\\").replace("'", "''")
    return f"DATA DIRECTORY = '{escaped}'"


def check_placement(cursor: Cursor, place: Placement, schema: Schema) -> None:
    """Check, without changes, that MySQL or MariaDB and the account can apply a placement. Raises DatabaseError."""
    for part, wanted in (("log", place.log), ("index", place.index), ("backup", place.backup)):
        if wanted:
            raise DatabaseError(
                "MySQL and MariaDB have no {part} folder of a single database: remove placement.{part} "
                '("{wanted}") from the scenario, or set it for the whole server in its own configuration file',
                part=part,
                wanted=wanted,
            )
    if place.temporary or place.data_files > 1:
        raise DatabaseError(
            "MySQL and MariaDB keep one file for each table and temporary files where the server's tmpdir says: remove "
            "placement.temporary and placement.data_files from the scenario"
        )
    if place.indexes:
        raise DatabaseError(
            "InnoDB keeps a table's indexes in the table's own file: remove placement.indexes from the scenario"
        )
    folders = sorted({place.data, *placed_tables(place, schema).values()} - {""})
    for folder in folders:
        if not is_folder(folder):
            raise RefusedDatabaseError(
                phrase("{folder} is no absolute folder, and MySQL and MariaDB place tables by folder", folder=folder),
                phrase("Write the folder's whole path in the scenario's placement"),
            )
    if folders:
        _check_folders(cursor, folders)


def _check_folders(cursor: Cursor, folders: Sequence[str]) -> None:
    """Check on MySQL that the account has the FILE privilege and that the server accepts tables in the folders.

    MariaDB accepts any folder that it can write to, which is known only when the database is created.
    """
    known = cursor.execute(
        "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('datadir', 'innodb_data_home_dir', 'innodb_directories')"
    ).fetchall()
    settings = {str(name): str(value or "") for name, value in known}
    if "innodb_directories" not in settings:
        return
    if not Grants.read(cursor).hold({"FILE"}):
        user = str(cursor.execute("SELECT CURRENT_USER()").fetchval())
        name, _, host = user.rpartition("@")
        raise RefusedDatabaseError(
            phrase("{user} lacks the right FILE, which a table in a folder of its own needs", user=user),
            phrase("As an administrator: {grant}", grant=f"GRANT FILE ON *.* TO '{name}'@'{host}'"),
        )
    allowed = [
        _plain(folder_of_server)
        for value in settings.values()
        for folder_of_server in value.split(";")
        if folder_of_server
    ]
    for folder in folders:
        if not any(
            _plain(folder) == folder_of_server or _plain(folder).startswith(f"{folder_of_server}/")
            for folder_of_server in allowed
        ):
            raise RefusedDatabaseError(
                phrase("MySQL takes no tables from the folder {folder}", folder=folder),
                phrase("Add it to innodb_directories in the server's configuration and restart the server"),
            )


def _plain(folder: str) -> str:
    """Return a folder without its trailing separator, for comparison."""
    return folder.strip().replace("\\", "/").rstrip("/")


def placed_folders(cursor: Cursor) -> dict[str, str]:
    """Return the folder of each table in the connected database, by name in capital letters; "" is the default."""
    names = cursor.execute(
        "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() "
        "AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME NOT LIKE 'OUTPACE%'"
    ).fetchall()
    folders = {}
    for (name,) in names:
        created = str(cursor.execute(f"SHOW CREATE TABLE {quoted(str(name))}").fetchone()[1])
        found = re.search(r"DATA DIRECTORY\s*=\s*'((?:[^'\\]|''|\\.)*)'", created)
        folders[str(name).upper()] = _plain(re.sub(r"'(')|\\(.)", r"\1\2", found[1])) if found else ""
    return folders


def placed_parts(cursor: Cursor) -> DatabasePlacement:
    """Return the tables of the connected database, each with its indexes in one file."""
    sizes = cursor.execute(
        "SELECT TABLE_NAME, DATA_LENGTH + INDEX_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()"
    ).fetchall()
    size_bytes = {str(name).upper(): int(size or 0) for name, size in sizes}
    parts = [
        PlacedPart(kind="table", name=name, table=name, folder=folder, size_bytes=size_bytes.get(name))
        for name, folder in sorted(placed_folders(cursor).items())
    ]
    return DatabasePlacement(parts=parts, indexes_inside=True)


def misplaced(cursor: Cursor, place: Placement, schema: Schema) -> list[Misplaced]:
    """Return the tables whose file is in another folder than the placement requires."""
    own = placed_tables(place, schema)
    usual = _plain(str(cursor.execute("SELECT @@GLOBAL.datadir").fetchval()))
    wrong = []
    for table, folder in placed_folders(cursor).items():
        wanted = _plain(own.get(table, place.data)) or usual
        if wanted != (folder or usual):
            wrong.append(Misplaced(table, folder or usual, wanted))
    return wrong


def create_empty(cursor: Cursor, database: str, folders: Sequence[str], trial: Sequence[str] = ()) -> None:
    """Create an empty schema, and use it to test folders and privileges.

    Raises DatabaseError, which names what is missing.

    Args:
        cursor: Cursor of the server.
        database: Name of the schema.
        folders: Folders of its tables; "" is the server's own folder.
        trial: Statements to try, with {0} in place of the table's name.
    """
    try:
        cursor.execute(f"CREATE DATABASE {quoted(database)} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    except Exception as error:
        raise _refused(error, database, "") from error
    try:
        for folder in folders:
            _try(cursor, database, folder, trial)
    except BaseException:
        cursor.execute(f"DROP DATABASE {quoted(database)}")
        raise


def _try(cursor: Cursor, database: str, folder: str, trial: Sequence[str]) -> None:
    """Create a table in the folder, execute the trial statements, and drop the table."""
    table = f"{quoted(database)}.{TRIAL}"
    try:
        clause = data_directory(folder) if folder else ""
        cursor.execute(f"CREATE TABLE {table} (N INT NOT NULL PRIMARY KEY) ENGINE = InnoDB {clause}")
        created = str(cursor.execute(f"SHOW CREATE TABLE {table}").fetchone()[1])
        if folder and "DATA DIRECTORY" not in created:
            raise DatabaseError(
                "the server ignores the folder {folder} for tables: it runs without innodb_file_per_table, or with "
                "NO_DIR_IN_CREATE; change that on the server, or remove the folder from the scenario's placement",
                folder=folder,
            )
        for statement in trial:
            cursor.execute(statement.format(table))
        cursor.execute(f"DROP TABLE {table}")
    except DatabaseError:
        raise
    except Exception as error:
        raise _refused(error, database, folder) from error


def _refused(error: Exception, database: str, folder: str) -> DatabaseError:
    """Return the error that explains to users why the trial failed."""
    numbers = set(diagnosis(error).natives)
    if BINARY_LOG_WITHOUT_SUPER in numbers:
        return DatabaseError(
            "the server does not let this account make the trigger of {database}, because it writes a binary log; ask "
            "its administrator for SET GLOBAL log_bin_trust_function_creators = 1 (MySQL: SET PERSIST, which outlives "
            "a restart)",
            database=database,
        )
    if numbers & DENIED:
        return DatabaseError(
            "this account may not make the database {database} with its tables, triggers and procedures "
            "({reason}); ask the server's administrator for GRANT ALL PRIVILEGES ON that database{more}",
            database=database,
            reason=server_message(error),
            more=phrase(", and FILE for tables in a folder of their own") if folder else "",
        )
    if folder:
        return DatabaseError(
            "the server can't keep tables in the folder {folder} ({reason}); it must exist on the "
            "server's machine, belong to the server's account and, on MySQL, stand in its setting innodb_directories",
            folder=folder,
            reason=server_message(error),
        )
    return DatabaseError(
        "the database {database} could not be created: {reason}", database=database, reason=server_message(error)
    )


CHUNK = 10_000  # rows of OUTPACE_NUMBER
LOCK_WAIT_S = 60
NO_SUCH_THREAD = 1094
PURGE_S = 60.0
PURGED = 1_000  # history list length below which few deleted rows remain to be purged
BUILDING = (
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
    "SET SESSION optimizer_switch = 'derived_merge=off'",  # makes the server compute each generator step once
    "SET SESSION foreign_key_checks = 0, unique_checks = 0",
    # MariaDB only: with a join buffer, order lines would be inserted by line number instead of order by order.
    "SET SESSION innodb_ft_enable_stopword = 0 /*M!, join_cache_level = 0 */",
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",  # does not lock the rows that a chunk reads
    f"SET SESSION lock_wait_timeout = {LOCK_WAIT_S}",
)


def _wait_for_purge(cursor: Cursor) -> None:
    """Wait until the server has purged most deleted rows, so that it does not purge them during the run.

    MySQL reports their number elsewhere, and only to accounts with the PROCESS privilege, so there is no wait on MySQL.
    """
    end_s = time.monotonic() + PURGE_S
    while time.monotonic() < end_s:
        found = cursor.execute("SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'").fetchall()
        if not found or int(found[0][1]) <= PURGED:
            return
        time.sleep(0.2)


class MySqlPart(EnginePart):
    """MySQL's and MariaDB's part of a workload. Stateless."""

    folder = FOLDER

    def __init__(
        self, schema: Schema, forms: CallForms | None = None, statements: Mapping[str, str] | None = None
    ) -> None:
        """Describe the workload's calls. On MySQL, statements that add a row do not return the row's number."""
        super().__init__(schema, forms, statements)
        if self.forms.operations is not None:
            self.forms = replace(self.forms, asks_row_number=True)

    def schema(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create tables in their folders."""
        return schema_steps(job.target.placement, self.schema_of)

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        return generations(job.data, FOLDER, CHUNK)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, procedures and statistics, and for dropping the table of row numbers."""
        schema = self.schema_of
        indexes = [sql for script in schema.index_scripts for sql in schema.statements(script, FOLDER)]
        tables = ", ".join((*schema.tables, *schema.empty))
        return [
            *(step("indexes", sql) for sql in indexes),
            *(step("procedures", sql) for sql in schema.statements("procedures", FOLDER)),
            step("statistics", "DROP TABLE OUTPACE_NUMBER"),
            step("statistics", f"ANALYZE TABLE {tables}"),
        ]

    def drains(self) -> bool:
        """Return True, because a CALL returns a final status result."""
        return True

    def batches(self) -> bool:
        """Return False, because each script is a single statement."""
        return False

    def claim(self, cursor: Cursor, name: str) -> bool:
        """Acquire a named lock of the server (GET_LOCK), held until the connection is closed."""
        digest = blake2b(name.encode(), digest_size=16).hexdigest()
        return bool(cursor.execute("SELECT GET_LOCK(?, 0)", f"outpace/{digest}").fetchval())

    def exists(self, cursor: Cursor, database: str) -> bool:
        """Return whether a schema of that name exists."""
        found = cursor.execute("SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?", database).fetchall()
        return bool(found)

    def create(self, job: StoreJob, cursor: Cursor) -> None:
        """Create the pristine schema after testing folders and privileges.

        Raises DatabaseError, which names what is missing.
        """
        place = job.target.placement
        check_placement(cursor, place, self.schema_of)
        folders = sorted({place.data, *placed_tables(place, self.schema_of).values()})
        trial = [*TRIED_PROCEDURE, *(TRIED_TRIGGER if self.schema_of.makes_triggers(FOLDER) else ())]
        create_empty(cursor, job.pristine, folders, trial)

    def create_plain(self, cursor: Cursor, database: str, target: Server) -> None:
        """Create the schema after testing privileges."""
        create_empty(cursor, database, [""])

    def remove(self, cursor: Cursor, database: str) -> None:
        """Drop a schema and end the sessions that use it."""
        for (session,) in cursor.execute(
            "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = ? AND ID <> CONNECTION_ID()", database
        ).fetchall():
            self._kill(cursor, f"KILL {int(session)}")
        cursor.execute(f"SET SESSION lock_wait_timeout = {LOCK_WAIT_S}")
        cursor.execute(f"DROP DATABASE {quoted(database)}")

    def remove_placed(self, cursor: Cursor) -> None:
        """Do nothing, because the files of placed tables are dropped with them."""

    def prepare_session(self, cursor: Cursor) -> None:
        """Apply the session settings for builds.

        Whether a commit waits for the disk is a setting of the server, not of the session.
        """
        for setting in BUILDING:
            cursor.execute(setting)

    def prepare_user(self, cursor: Cursor) -> None:
        """Do nothing, because the address's settings already prepare user sessions."""

    def user_statements(self) -> Sequence[str]:
        return ()

    def session_id(self, cursor: Cursor) -> int:
        return int(cursor.execute("SELECT CONNECTION_ID()").fetchval())

    def end_session(self, cursor: Cursor, session: int) -> None:
        self._kill(cursor, f"KILL QUERY {int(session)}")

    def seal(self, job: StoreJob) -> None:
        """Flush the pristine tables to disk, if the account is allowed to."""
        with closing(job.connect(job.pristine)) as connection:
            self.checkpoint(connection.cursor())

    def restore(self, job: StoreJob, mark: BuildMark) -> str:
        """Undo the changes made by runs, because neither engine lets a session copy a schema's files."""
        return restored(job, mark, self, Undoing("mysql", quoted(job.pristine), _wait_for_purge))

    def check_placement(self, cursor: Cursor, place: Placement) -> None:
        check_placement(cursor, place, self.schema_of)

    def placed_parts(self, cursor: Cursor) -> DatabasePlacement:
        """Return the tables with their indexes, each in its folder."""
        return placed_parts(cursor)

    def misplaced(self, cursor: Cursor, place: Placement) -> Sequence[Misplaced]:
        """Return the tables that are not in their requested folder."""
        return misplaced(cursor, place, self.schema_of)

    def size_bytes(self, cursor: Cursor, database: str) -> int:
        """Return the bytes of tables and indexes, including free space in their files."""
        if "mariadb" not in str(cursor.execute("SELECT VERSION()").fetchval()).lower():
            cursor.execute("SET SESSION information_schema_stats_expiry = 0")
        size = cursor.execute(
            "SELECT SUM(DATA_LENGTH + INDEX_LENGTH + DATA_FREE) FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?",
            database,
        ).fetchval()
        return int(size or 0)

    def checkpoint(self, cursor: Cursor) -> str:
        """Flush all dirty pages of the database's tables.

        Returns:
            The reason why it is not possible, or "".
        """
        names = cursor.execute(
            "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() "
            "AND TABLE_TYPE = 'BASE TABLE'"
        ).fetchall()
        try:
            cursor.execute(f"FLUSH TABLES {', '.join(quoted(name) for (name,) in names)} FOR EXPORT")
        except Exception as error:  # noqa: BLE001 - the driver's own class; whatever it is, nothing has been written
            return (
                f"the server refused to write its changed pages ({server_message(error)}); the account may lack RELOAD"
            )
        cursor.execute("UNLOCK TABLES")
        return ""

    def _kill(self, cursor: Cursor, command: str) -> None:
        """Execute a KILL, ignoring a session that has already ended."""
        try:
            cursor.execute(command)
        except Exception as error:
            if NO_SUCH_THREAD not in diagnosis(error).natives:
                raise
