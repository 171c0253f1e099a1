# SPDX-License-Identifier: Apache-2.0
"""Mark by which Outpace identifies its own database files and databases on servers; all others are rejected."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.databases.address import Address
from app.databases.dialect import dialect_of
from app.databases.failures import DatabaseError, RefusedDatabaseError
from app.databases.sqlite.embedded_engine import pragma
from app.model.errors import phrase
from app.workloads.database.dataset import Dataset
from app.workloads.database.schema import Schema

APPLICATION_ID = 0x4F757470  # "Outp"


class BuildMark(msgspec.Struct, frozen=True):
    """Mark of a finished build, with row counts and checksums by table in the order of the schema."""

    workload: str
    size: str
    seed: int
    generator: int
    rows: Mapping[str, int]
    checksums: Mapping[str, int]

    @property
    def checksum(self) -> str:
        """Combined checksum of all tables as a short string, equal for identical data on any engine."""
        total = sum(checksum * (2 * i + 1) for i, checksum in enumerate(self.checksums.values()))
        return f"{total % 2**64:016x}"


def mark_values(mark: BuildMark) -> dict[str, str]:
    """Return the mark as the names and values of OUTPACE_MARK."""
    values = {
        **owner_values(mark.workload, mark.size, mark.seed, mark.generator),
        "checksum": mark.checksum,
        **{f"rows {table}": count for table, count in mark.rows.items()},
        **{f"checksum {table}": value for table, value in mark.checksums.items()},
    }
    return {name: str(value) for name, value in values.items()}


def owner_values(workload: str, size: str, seed: int, generator: int) -> dict[str, str]:
    """Return the values of a mark that are known before the build."""
    return {
        "application": "outpace",
        "workload": workload,
        "size": size,
        "seed": str(seed),
        "generator": str(generator),
    }


def mark_from(values: Mapping[str, str], schema: Schema) -> BuildMark:
    """Parse a mark from the names and values of OUTPACE_MARK.

    Raises:
        ValueError: The values are not those of a finished build; the message contains the reason.
    """
    try:
        if (values["application"], values["workload"]) != ("outpace", schema.workload):
            raise ValueError(f"it holds the workload {values['workload']}")
        mark = BuildMark(
            workload=schema.workload,
            size=values["size"],
            seed=_whole(values["seed"]),
            generator=_whole(values["generator"]),
            rows={table: _whole(values[f"rows {table}"]) for table in schema.tables},
            checksums={table: _whole(values[f"checksum {table}"]) for table in schema.tables},
        )
    except KeyError as error:
        raise ValueError("its mark is missing or damaged") from error
    if mark.checksum != values.get("checksum"):
        raise ValueError("its mark is damaged")
    return mark


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise ValueError("its mark is missing or damaged")
    return int(text)


def write_mark(connection: apsw.Connection, mark: BuildMark) -> None:
    """Store the mark, the last step of a build."""
    connection.executemany("INSERT INTO OUTPACE_MARK (NAME, VALUE) VALUES (?, ?)", list(mark_values(mark).items()))


def read_mark(path: Path, schema: Schema) -> BuildMark:
    """Return the mark of a file.

    Raises:
        DatabaseError: The file is not a finished build of the workload.
    """
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            connection.set_busy_timeout(5000)
            return mark_of(connection, schema)
    except apsw.Error as error:
        raise _foreign(path, schema, "it can't be read as a database: {reason}", reason=error) from error


def mark_of(connection: apsw.Connection, schema: Schema) -> BuildMark:
    """Return the mark of an open database. It raises the errors of `read_mark`."""
    path = Path(connection.filename)
    if pragma(connection, "application_id") != APPLICATION_ID:
        raise _foreign(path, schema, "it is another program's database")
    try:
        rows: list[tuple[Any, ...]] = connection.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()
        return mark_from(dict(rows), schema)
    except apsw.SQLError as error:
        raise _foreign(path, schema, "its mark is missing or damaged") from error
    except ValueError as error:
        raise _foreign(path, schema, "{reason}", reason=error) from error


def check_application(path: Path, schema: Schema) -> None:
    """Check that the file's header has Outpace's application ID.

    Nothing else is read, so that a database passes even if a killed run has left it with a journal or log.

    Raises:
        DatabaseError: The file has another ID.
    """
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise _foreign(path, schema, "it can't be read: {reason}", reason=error.strerror) from error
    if not header.startswith(b"SQLite format 3\0") or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise _foreign(path, schema, "it is another program's file")


def check_mark(place: Path | str, mark: BuildMark, data: Dataset) -> None:
    """Check that a mark, found at `place`, has the right size, seed and generator.

    Raises:
        DatabaseError: The mark differs.
    """
    check_owner(place, (mark.size, mark.seed, mark.generator), data, "file" if isinstance(place, Path) else "")


def check_owner(place: Path | str, found: tuple[str, int, int], data: Dataset, kind: str = "") -> None:
    """Check size, seed and generator like `check_mark`, including those of unfinished builds."""
    size, seed, generator = found
    if (size, seed) != (data.size, data.seed):
        advice = (
            phrase("choose another folder or size, or remove that file yourself")
            if kind == "file"
            else phrase("choose another database name or size, or remove that database yourself")
        )
        raise DatabaseError(
            "{place} holds {title} in size {size} with data seed {seed}, but {wanted_size} with data seed "
            "{wanted_seed} is wanted; {advice}",
            place=place,
            title=data.schema.title,
            size=size,
            seed=seed,
            wanted_size=data.size,
            wanted_seed=data.seed,
            advice=advice,
        )
    if generator != data.schema.generator:
        advice = (
            phrase("choose another folder, or remove that file yourself to have it built anew")
            if kind == "file"
            else phrase("choose another database name, or remove that database yourself to have it built anew")
        )
        raise DatabaseError(
            "{place} was built by another version of Outpace (data generator {generator}, this one has {own}); "
            "{advice}",
            place=place,
            generator=generator,
            own=data.schema.generator,
            advice=advice,
        )


def _foreign(path: Path, schema: Schema, text: str, /, **values: object) -> DatabaseError:
    return DatabaseError(
        "{path} is not a {title} built by Outpace ({reason}) and is left unchanged; choose "
        "another folder, or move that file away",
        path=path,
        title=schema.title,
        reason=phrase(text, **values),
    )


UNFINISHED = "unfinished"
TABLE = "CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50) NOT NULL PRIMARY KEY, VALUE VARCHAR(200) NOT NULL)"
INSERT = "INSERT INTO OUTPACE_MARK (NAME, VALUE) VALUES (?, ?)"
FIND = (  # in MySQL, table_schema contains the database's name
    "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES "
    "WHERE LOWER(TABLE_NAME) = ? AND (TABLE_SCHEMA = ? OR TABLE_CATALOG = ?)"
)
Cursor = Any


def place_of(address: Address, database: str) -> str:
    """Return the location of a database for messages."""
    return f"the database {database} on {address.where}"


def foreign(address: Address, database: str, schema: Schema, text: str, /, **values: object) -> DatabaseError:
    """Return the error for a database that Outpace did not build."""
    return RefusedDatabaseError(
        phrase(
            "{place} is not a {title} built by Outpace ({reason}) and is left unchanged",
            place=place_of(address, database),
            title=schema.title,
            reason=phrase(text, **values),
        ),
        phrase("Choose another database name, or drop that database yourself"),
    )


def unreadable(address: Address, database: str) -> DatabaseError:
    """Return the error for a database whose mark the user cannot read."""
    return RefusedDatabaseError(
        phrase(
            '{place} is there, but "{login}" may not read whether Outpace built it; it is left unchanged',
            place=place_of(address, database),
            login=address.login,
        ),
        phrase("Log in as the user who built it, or choose another database name"),
    )


def has_table(cursor: Cursor, table: str, database: str) -> bool:
    """Return whether the connected database has a visible table with this name, given in lower case."""
    return bool(cursor.execute(FIND, table, database, database).fetchall()[0][0])


def own_values(cursor: Cursor, address: Address, database: str, schema: Schema) -> dict[str, str]:
    """Return the values of the mark in the connected database, finished or not.

    Raises:
        DatabaseError: Outpace did not build it, or the user cannot read the mark.
    """
    try:
        rows = cursor.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()
    except Exception as error:
        kind = dialect_of(address.engine).failure(error).kind
        if kind == "no rights":
            raise unreadable(address, database) from error
        if kind == "no such object":
            raise foreign(address, database, schema, "it lacks Outpace's mark") from error
        raise
    values = {str(name): str(value) for name, value in rows}
    if (values.get("application"), values.get("workload")) != ("outpace", schema.workload):
        raise foreign(address, database, schema, "its mark is missing or damaged")
    return values


def finished_mark(values: Mapping[str, str], address: Address, database: str, data: Dataset) -> BuildMark | None:
    """Parse a mark from its values; return None for an unfinished build.

    Raises:
        DatabaseError: The mark is damaged, or has another size or seed.
    """
    place = place_of(address, database)
    try:
        if UNFINISHED in values:
            owner = (values["size"], int(values["seed"]), int(values["generator"]))
            check_owner(f"{place} (its build is unfinished)", owner, data)
            return None
        mark = mark_from(values, data.schema)
    except (KeyError, ValueError) as error:
        raise foreign(address, database, data.schema, "{reason}", reason=error) from error
    check_mark(place, mark, data)
    return mark


def write_unfinished(cursor: Cursor, data: Dataset) -> None:
    """Write the mark of an unfinished build at its start."""
    cursor.execute(TABLE)
    owner = owner_values(data.schema.workload, data.size, data.seed, data.schema.generator)
    for name, value in {**owner, UNFINISHED: "yes"}.items():
        cursor.execute(INSERT, name, value)


def write_finished(cursor: Cursor, mark: BuildMark) -> None:
    """Write the mark of a finished build; the caller commits it as one transaction."""
    cursor.execute("DELETE FROM OUTPACE_MARK")
    for name, value in mark_values(mark).items():
        cursor.execute(INSERT, name, value)
