"""Whose database a file is, or a name on a server stands for: Outpace's mark, and the refusal of anything else."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from app.databases.address import Address
from app.databases.dialect import dialect_of
from app.databases.failures import DatabaseError, RefusedDatabaseError
from app.databases.sqlite.embedded_engine import pragma
from app.model.errors import phrase
from app.model.workloads import DvdStore
from app.workloads.dvdstore.generator import GENERATOR_VERSION

APPLICATION_ID = 0x4F757470  # "Outp"
TABLES = ("CATEGORIES", "PRODUCTS", "INVENTORY", "CUSTOMERS", "ORDERS", "ORDERLINES", "CUST_HIST")


@dataclass(frozen=True, slots=True)
class Mark:
    """What a finished build says of itself. rows and checksums: by table."""

    size: str
    seed: int
    generator: int
    rows: Mapping[str, int]
    checksums: Mapping[str, int]

    @property
    def checksum(self) -> str:
        """One short text for all data: equal means identical databases, on any engine."""
        total = sum(self.checksums[table] * (2 * i + 1) for i, table in enumerate(TABLES))
        return f"{total % 2**64:016x}"


def mark_values(mark: Mark) -> dict[str, str]:
    """The mark as the names and values of OUTPACE_MARK."""
    values = {
        **owner_values(mark.size, mark.seed, mark.generator),
        "checksum": mark.checksum,
        **{f"rows {table}": count for table, count in mark.rows.items()},
        **{f"checksum {table}": value for table, value in mark.checksums.items()},
    }
    return {name: str(value) for name, value in values.items()}


def owner_values(size: str, seed: int, generator: int) -> dict[str, str]:
    """The part of a mark that is known before the build."""
    return {
        "application": "outpace",
        "workload": "dvdstore",
        "size": size,
        "seed": str(seed),
        "generator": str(generator),
    }


def mark_from(values: Mapping[str, str]) -> Mark:
    """The mark of the names and values in OUTPACE_MARK. ValueError says why they are none of a finished DVD Store."""
    try:
        if (values["application"], values["workload"]) != ("outpace", "dvdstore"):
            raise ValueError(f"it holds the workload {values['workload']}")
        mark = Mark(
            size=values["size"],
            seed=_whole(values["seed"]),
            generator=_whole(values["generator"]),
            rows={table: _whole(values[f"rows {table}"]) for table in TABLES},
            checksums={table: _whole(values[f"checksum {table}"]) for table in TABLES},
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


def write_mark(connection: apsw.Connection, mark: Mark) -> None:
    """Stores the mark: the last thing that a build does."""
    connection.executemany("INSERT INTO OUTPACE_MARK (NAME, VALUE) VALUES (?, ?)", list(mark_values(mark).items()))


def read_mark(path: Path) -> Mark:
    """The mark of a file. DatabaseError where the file is anything but a finished DVD Store of Outpace's."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            connection.set_busy_timeout(5000)
            return mark_of(connection)
    except apsw.Error as error:
        raise _foreign(path, "it can't be read as a database: {reason}", reason=error) from error


def mark_of(connection: apsw.Connection) -> Mark:
    """The mark of an open database. DatabaseError as `read_mark`."""
    path = Path(connection.filename)
    if pragma(connection, "application_id") != APPLICATION_ID:
        raise _foreign(path, "it is another program's database")
    try:
        rows: list[tuple[Any, ...]] = connection.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()
        return mark_from(dict(rows))
    except apsw.SQLError as error:
        raise _foreign(path, "its mark is missing or damaged") from error
    except ValueError as error:
        raise _foreign(path, "{reason}", reason=error) from error


def check_application(path: Path) -> None:
    """DatabaseError unless the file's header carries our application id. Reads nothing else, so that a database which a
    killed run left with a journal or log counts too."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise _foreign(path, "it can't be read: {reason}", reason=error.strerror) from error
    if not header.startswith(b"SQLite format 3\0") or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise _foreign(path, "it is another program's file")


def check_mark(place: Path | str, mark: Mark, parameters: DvdStore) -> None:
    """DatabaseError unless the mark is of just this size, seed and generator. place: where it was found."""
    check_owner(place, (mark.size, mark.seed, mark.generator), parameters, "file" if isinstance(place, Path) else "")


def check_owner(place: Path | str, found: tuple[str, int, int], parameters: DvdStore, kind: str = "") -> None:
    """As `check_mark`, of (size, seed, generator): all that is known of an unfinished build."""
    size, seed, generator = found
    if (size, seed) != (parameters.size, parameters.data_seed):
        advice = (
            phrase("choose another folder or size, or remove that file yourself")
            if kind == "file"
            else phrase("choose another database name or size, or remove that database yourself")
        )
        raise DatabaseError(
            "{place} holds the DVD Store in size {size} with data seed {seed}, but {wanted_size} with data seed "
            "{wanted_seed} is wanted; {advice}",
            place=place,
            size=size,
            seed=seed,
            wanted_size=parameters.size,
            wanted_seed=parameters.data_seed,
            advice=advice,
        )
    if generator != GENERATOR_VERSION:
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
            own=GENERATOR_VERSION,
            advice=advice,
        )


def _foreign(path: Path, text: str, /, **values: object) -> DatabaseError:
    return DatabaseError(
        "{path} is not a DVD Store built by Outpace ({reason}) and is left unchanged; choose "
        "another folder, or move that file away",
        path=path,
        reason=phrase(text, **values),
    )


UNFINISHED = "unfinished"
TABLE = "CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50) NOT NULL PRIMARY KEY, VALUE VARCHAR(200) NOT NULL)"
INSERT = "INSERT INTO OUTPACE_MARK (NAME, VALUE) VALUES (?, ?)"
FIND = (  # MySQL has the database's name where others have a schema's
    "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES "
    "WHERE LOWER(TABLE_NAME) = ? AND (TABLE_SCHEMA = ? OR TABLE_CATALOG = ?)"
)
Cursor = Any


def place_of(address: Address, database: str) -> str:
    """The database for a person."""
    return f"the database {database} on {address.where}"


def foreign(address: Address, database: str, text: str, /, **values: object) -> DatabaseError:
    """The refusal of a database that is not ours."""
    return RefusedDatabaseError(
        phrase(
            "{place} is not a DVD Store built by Outpace ({reason}) and is left unchanged",
            place=place_of(address, database),
            reason=phrase(text, **values),
        ),
        phrase("Choose another database name, or drop that database yourself"),
    )


def unreadable(address: Address, database: str) -> DatabaseError:
    """The refusal of a database of which this user can't see whose it is."""
    return RefusedDatabaseError(
        phrase(
            '{place} is there, but "{login}" may not read whether Outpace built it; it is left unchanged',
            place=place_of(address, database),
            login=address.login,
        ),
        phrase("Log in as the user who built it, or choose another database name"),
    )


def has_table(cursor: Cursor, table: str, database: str) -> bool:
    """Whether the connected database has a table of that name (in lower case) which we may see."""
    return bool(cursor.execute(FIND, table, database, database).fetchall()[0][0])


def own_values(cursor: Cursor, address: Address, database: str) -> dict[str, str]:
    """The mark's values in the connected database, finished or not. DatabaseError where it is not ours, or where this
    user may not see whether it is."""
    try:
        rows = cursor.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()
    except Exception as error:
        kind = dialect_of(address.engine).failure(error).kind
        if kind == "no rights":
            raise unreadable(address, database) from error
        if kind == "no such object":
            raise foreign(address, database, "it lacks Outpace's mark") from error
        raise
    values = {str(name): str(value) for name, value in rows}
    if (values.get("application"), values.get("workload")) != ("outpace", "dvdstore"):
        raise foreign(address, database, "its mark is missing or damaged")
    return values


def finished_mark(values: Mapping[str, str], address: Address, database: str, parameters: DvdStore) -> Mark | None:
    """The mark of these values, None of an unfinished build. DatabaseError: another size or seed; damaged."""
    place = place_of(address, database)
    try:
        if UNFINISHED in values:
            found = (values["size"], int(values["seed"]), int(values["generator"]))
            check_owner(f"{place} (its build is unfinished)", found, parameters)
            return None
        mark = mark_from(values)
    except (KeyError, ValueError) as error:
        raise foreign(address, database, "{reason}", reason=error) from error
    check_mark(place, mark, parameters)
    return mark


def write_unfinished(cursor: Cursor, parameters: DvdStore, generator: int) -> None:
    """The mark of a build that begins."""
    cursor.execute(TABLE)
    owner = owner_values(parameters.size, parameters.data_seed, generator)
    for name, value in {**owner, UNFINISHED: "yes"}.items():
        cursor.execute(INSERT, name, value)


def write_finished(cursor: Cursor, mark: Mark) -> None:
    """The mark of a finished build; the caller commits it as one transaction."""
    cursor.execute("DELETE FROM OUTPACE_MARK")
    for name, value in mark_values(mark).items():
        cursor.execute(INSERT, name, value)
