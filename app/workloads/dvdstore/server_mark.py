"""Whose database on a server a name stands for: Outpace's mark there, and the refusal of anything else."""

from collections.abc import Mapping
from typing import Any

from app.databases.address import Address
from app.databases.errors import DatabaseError
from app.workloads.dvdstore.mark import Mark, check_mark, check_owner, mark_from, mark_values, owner_values
from app.workloads.dvdstore.parameters import Parameters

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


def foreign(address: Address, database: str, reason: str) -> DatabaseError:
    """The refusal of a database that is not ours."""
    return DatabaseError(
        f"{place_of(address, database)} is not a DVD Store built by Outpace ({reason}), and is left as it is; choose "
        "another database name, or drop that database yourself"
    )


def has_table(cursor: Cursor, table: str, database: str) -> bool:
    """Whether the connected database has a table of that name (in lower case) which we may see."""
    return bool(cursor.execute(FIND, table, database, database).fetchall()[0][0])


def own_values(cursor: Cursor, address: Address, database: str) -> dict[str, str]:
    """The mark's values in the connected database, finished or not. DatabaseError where it is not ours."""
    if not has_table(cursor, "outpace_mark", database):
        raise foreign(address, database, "it lacks Outpace's mark")
    rows = cursor.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()
    values = {str(name): str(value) for name, value in rows}
    if (values.get("application"), values.get("workload")) != ("outpace", "dvdstore"):
        raise foreign(address, database, "its mark is missing or damaged")
    return values


def finished_mark(values: Mapping[str, str], address: Address, database: str, parameters: Parameters) -> Mark | None:
    """The mark of these values, None of an unfinished build. DatabaseError: another size or seed; damaged."""
    place = place_of(address, database)
    try:
        if UNFINISHED in values:
            found = (values["size"], int(values["seed"]), int(values["generator"]))
            check_owner(f"{place} (its build is unfinished)", found, parameters)
            return None
        mark = mark_from(values)
    except (KeyError, ValueError) as error:
        raise foreign(address, database, str(error)) from error
    check_mark(place, mark, parameters)
    return mark


def write_unfinished(cursor: Cursor, parameters: Parameters, generator: int) -> None:
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
