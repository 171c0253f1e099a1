"""The schema of a DVD Store on MySQL and MariaDB as single statements, and the folders that its tables may lie in."""

import re
from collections.abc import Sequence

from app.databases.errors import DatabaseError, diagnosis, server_words
from app.workloads.dvdstore.placing import placed_tables
from app.workloads.dvdstore.server_part import Cursor, Job, Step, StorePlacement
from app.workloads.dvdstore.statements import statements

FOLDER = "mysql"
TRIAL = "OUTPACE_TRIAL"
BINARY_LOG_WITHOUT_SUPER = 1419
DENIED = frozenset((1044, 1045, 1142, 1227, 1370, 1410))
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
DONE = (  # what a statement makes, and the query that finds it
    (r"CREATE TABLE (\w+)", TABLE_DONE),
    (r"DROP TABLE (\w+)", EMPTIED),
    (r"INSERT INTO (\w+)", FILLED),
    (r"ALTER TABLE (\w+)\s+ADD (?:UNIQUE |FULLTEXT )?INDEX (\w+)", INDEX_DONE),
    (r"ALTER TABLE (\w+)\s+ADD CONSTRAINT (\w+)", KEY_DONE),
    (r"CREATE PROCEDURE (\w+)", ROUTINE_DONE),
    (r"CREATE TRIGGER (\w+)", TRIGGER_DONE),
)


def quoted(identifier: str) -> str:
    """A name as an identifier."""
    return "`" + identifier.replace("`", "``") + "`"


def step(name: str, sql: str, weight: float = 0.0) -> Step:
    """One statement of a script, with the query that tells whether it has been executed already."""
    for pattern, query in DONE:
        if found := re.search(rf"^{pattern}", sql, re.MULTILINE):
            return Step(name, sql, weight, done=query.format(*found.groups()))
    return Step(name, sql, weight)


def schema_steps(place: StorePlacement) -> Sequence[Step]:
    """Tables in their folders, the categories, and the row numbers of a chunk."""
    steps, tables = [], placed_tables(place)
    for sql in statements("schema", FOLDER):
        table = re.search(r"^CREATE TABLE (\w+)", sql, re.MULTILINE)
        folder = tables.get(table[1], place.data) if table else ""
        steps.append(step("tables", f"{sql} {data_directory(folder)}" if folder else sql))
    return steps


def finishing_steps(job: Job) -> Sequence[Step]:
    """Indexes, foreign keys, full text, trigger, procedures, statistics."""
    rows = job.parameters.rows
    steps = [step("indexes", sql, rows.customers * 0.5) for sql in statements("indexes", FOLDER)]
    steps += [step("full text", sql, rows.products * 0.5) for sql in statements("fulltext", FOLDER)]
    steps += [step("procedures", sql) for sql in statements("procedures", FOLDER)]
    steps += [step("statistics", sql, rows.customers * 0.1) for sql in statements("statistics", FOLDER)]
    return steps


def data_directory(folder: str) -> str:
    """The clause that puts a table's file into a folder of the server's."""
    escaped = folder.replace("\\", "\\\\").replace("'", "''")
    return f"DATA DIRECTORY = '{escaped}'"


def made_empty(cursor: Cursor, database: str, place: StorePlacement) -> None:
    """Makes an empty schema, once folders and rights have been tried in it. DatabaseError says what is missing."""
    for part, wanted in (("log", place.log), ("index", place.index), ("backup", place.backup)):
        if wanted:
            raise DatabaseError(
                f"MySQL and MariaDB have no {part} folder of a single database: remove placement.{part} "
                f'("{wanted}") from the scenario, or set it for the whole server in its own configuration file'
            )
    if place.temporary or place.data_files > 1:
        raise DatabaseError(
            "MySQL and MariaDB keep one file for each table and temporary files where the server's tmpdir says: remove "
            "placement.temporary and placement.data_files from the scenario"
        )
    folders = sorted({place.data, *placed_tables(place).values()})
    try:
        cursor.execute(f"CREATE DATABASE {quoted(database)} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    except Exception as error:
        raise _refused(error, database, "") from error
    try:
        for folder in folders:
            _try(cursor, database, folder)
    except BaseException:
        cursor.execute(f"DROP DATABASE {quoted(database)}")
        raise


def _try(cursor: Cursor, database: str, folder: str) -> None:
    """Makes and removes a table in the folder, with a trigger and a procedure."""
    table = f"{quoted(database)}.{TRIAL}"
    try:
        clause = data_directory(folder) if folder else ""
        cursor.execute(f"CREATE TABLE {table} (N INT NOT NULL PRIMARY KEY) ENGINE = InnoDB {clause}")
        made = str(cursor.execute(f"SHOW CREATE TABLE {table}").fetchone()[1])
        if folder and "DATA DIRECTORY" not in made:
            raise DatabaseError(
                f"the server ignores the folder {folder} for tables: it runs without innodb_file_per_table, or with "
                "NO_DIR_IN_CREATE; change that on the server, or remove the folder from the scenario's placement"
            )
        cursor.execute(f"CREATE TRIGGER {table} BEFORE UPDATE ON {table} FOR EACH ROW SET NEW.N = OLD.N")  # noqa: S608 - quoted
        cursor.execute(f"CREATE PROCEDURE {table} () SELECT 1")
        cursor.execute(f"DROP PROCEDURE {table}")
        cursor.execute(f"DROP TABLE {table}")
    except DatabaseError:
        raise
    except Exception as error:
        raise _refused(error, database, folder) from error


def _refused(error: Exception, database: str, folder: str) -> DatabaseError:
    """Why the trial failed, in words for a person."""
    numbers = set(diagnosis(error).natives)
    if BINARY_LOG_WITHOUT_SUPER in numbers:
        return DatabaseError(
            f"the server does not let this account make the trigger of {database}, because it writes a binary log; ask "
            "its administrator for SET GLOBAL log_bin_trust_function_creators = 1, or for the right SUPER"
        )
    if numbers & DENIED:
        return DatabaseError(
            f"this account may not make the database {database} with its tables, triggers and procedures "
            f"({server_words(error)}); ask the server's administrator for GRANT ALL PRIVILEGES ON that database"
            f"{', and FILE for tables in a folder of their own' if folder else ''}"
        )
    if folder:
        return DatabaseError(
            f"the server can't keep tables in the folder {folder} ({server_words(error)}); it must exist on the "
            "server's machine, belong to the server's account and, on MySQL, stand in its setting innodb_directories"
        )
    return DatabaseError(f"the database {database} could not be made: {server_words(error)}")
