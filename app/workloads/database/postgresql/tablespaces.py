# SPDX-License-Identifier: Apache-2.0
"""Tablespaces of a database on PostgreSQL: those requested by a placement, their availability, and contents."""

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from app.databases.failures import DatabaseError, RefusedDatabaseError, server_message
from app.databases.server_inspection import rows_of
from app.model.documents import PlacedPart
from app.model.errors import phrase
from app.model.targets import Placement, is_folder
from app.workloads.database.engine_store import Cursor, Misplaced, placed_indexes, placed_tables
from app.workloads.database.schema import SHARED, Schema

FOLDER = "postgresql"
INDEX = re.compile(r"^CREATE (?:UNIQUE )?INDEX (\w+)\s+ON (\w+)", re.MULTILINE)


def quoted(name: str) -> str:
    """Quote a name as an identifier."""
    return '"' + name.replace('"', '""') + '"'


def space_of(place: str) -> str:
    """Return the tablespace of a place: the one that Outpace creates in a folder, or else the named one."""
    return f"outpace_{blake2b(place.encode(), digest_size=6).hexdigest()}" if is_folder(place) else place


def placed(sql: str, place: Placement, schema: Schema) -> str:
    """Return the statement with the requested tablespace for its table or index."""
    if table := re.search(r"^CREATE TABLE (\w+)", sql, re.MULTILINE):
        wanted = _of_table(table[1], place, schema)
    elif index := INDEX.search(sql):
        wanted = _of_index(index[1], index[2], place, schema)
    else:
        return sql
    return f"SET LOCAL default_tablespace = {quoted(space_of(wanted))};\n{sql}" if wanted else sql


def _of_table(table: str, place: Placement, schema: Schema) -> str:
    return placed_tables(place, schema).get(table.upper(), "")


def _of_index(index: str, table: str, place: Placement, schema: Schema) -> str:
    """Return the place of an index: the index's own, that of all indexes, or its table's."""
    own = placed_indexes(place, _indexes(schema)).get(index.upper(), "")
    return own or place.index or _of_table(table, place, schema)


def _indexes(schema: Schema) -> list[str]:
    found = (INDEX.search(sql) for script in schema.index_scripts for sql in schema.statements(script, FOLDER))
    return [match[1].upper() for match in found if match]


def wanted_places(place: Placement, schema: Schema) -> list[str]:
    """Return the folders and tablespaces of a placement, without duplicates.

    Raises:
        DatabaseError: PostgreSQL does not support the placement.
    """
    if place.log:
        raise DatabaseError(
            "placement on PostgreSQL: the log of all databases lies in the server's own folder pg_wal; leave log empty"
        )
    if place.backup:
        raise DatabaseError(
            "placement on PostgreSQL: a restore copies the template database and needs no backup; leave backup empty"
        )
    if place.data_files > 1:
        raise DatabaseError("placement on PostgreSQL: it splits files by itself, at 1 GiB; leave data_files at 1")
    parts = [*placed_tables(place, schema).values(), *placed_indexes(place, _indexes(schema)).values()]
    return [one for one in dict.fromkeys([place.data, place.index, place.temporary, *parts]) if one]


def check(cursor: Cursor, place: Placement, schema: Schema) -> None:
    """Check that the user can use the requested places, without changing anything.

    Raises:
        RefusedDatabaseError: A place is not usable; the error contains the statement that an administrator must
            execute.
    """
    if not (places := wanted_places(place, schema)):
        return
    (user,) = rows_of(
        cursor,
        "SELECT CURRENT_USER AS NAME, CASE WHEN ROLSUPER THEN 1 ELSE 0 END AS IS_SUPER "
        "FROM PG_ROLES WHERE ROLNAME = CURRENT_USER",
    )
    spaces = {row["name"]: row for row in rows_of(cursor, SHARED.statement("tablespaces", FOLDER))}
    name = str(user["name"])
    for wanted in places:
        space = space_of(wanted)
        if space in spaces:
            if not spaces[space]["is_allowed"]:
                raise _not_allowed(name, space)
        elif not is_folder(wanted):
            allowed = [other for other, row in spaces.items() if row["is_allowed"]]
            raise _unknown(name, wanted, allowed)
        elif existing := [other for other, row in spaces.items() if row["folder"] == wanted.rstrip("/")]:
            raise RefusedDatabaseError(
                phrase("the folder {folder} is that of the tablespace {space}", folder=wanted, space=existing[0]),
                phrase("Write its name, {space}, instead of the folder in the scenario's placement", space=existing[0]),
            )
        elif not int(user["is_super"]):
            raise _no_superuser(name, wanted)
        elif not cursor.execute("SELECT (PG_STAT_FILE(?, true)).ISDIR", wanted).fetchval():
            raise RefusedDatabaseError(
                phrase("PostgreSQL can't keep data in the folder {folder}: the server finds none", folder=wanted),
                phrase("Make it on the server's machine, empty, as the server's own account"),
            )


def _not_allowed(user: str, space: str) -> RefusedDatabaseError:
    grant = f"GRANT CREATE ON TABLESPACE {quoted(space)} TO {quoted(user)}"
    return RefusedDatabaseError(
        phrase("the user {user} may not put anything into the tablespace {space}", user=user, space=space),
        phrase("As an administrator: {grant}", grant=grant),
    )


def _unknown(user: str, space: str, allowed: Sequence[str]) -> RefusedDatabaseError:
    return RefusedDatabaseError(
        phrase("there is no tablespace {space} on this server", space=space),
        phrase(
            "Name one that {user} may use ({names}), or an absolute folder in the scenario's placement",
            user=user,
            names=", ".join(allowed) or phrase("there is none"),
        ),
    )


def _no_superuser(user: str, folder: str) -> RefusedDatabaseError:
    literal = folder.replace("'", "''")
    made = f"CREATE TABLESPACE fast LOCATION '{literal}'; GRANT CREATE ON TABLESPACE fast TO {quoted(user)}"
    return RefusedDatabaseError(
        phrase(
            "only a superuser can make a tablespace in the folder {folder}, and {user} is none",
            folder=folder,
            user=user,
        ),
        phrase(
            "Have an administrator make one ({statements}), then write its name, fast, instead of the folder in the "
            "scenario's placement",
            statements=made,
        ),
    )


def make_spaces(cursor: Cursor, place: Placement, schema: Schema) -> None:
    """Create missing tablespaces in the placement's folders."""
    for folder in filter(is_folder, wanted_places(place, schema)):
        space = space_of(folder)
        if cursor.execute("SELECT 1 FROM PG_TABLESPACE WHERE SPCNAME = ?", space).fetchall():
            continue
        literal = folder.replace("'", "''")
        try:
            cursor.execute(f"CREATE TABLESPACE {space} LOCATION '{literal}'")
        except Exception as error:
            raise DatabaseError(
                "PostgreSQL can't keep data in the folder {folder} ({reason}); it must be an empty folder "
                "on the server that belongs to the server's own account, and the user must be a superuser",
                folder=folder,
                reason=server_message(error),
            ) from error


def parts(cursor: Cursor) -> list[PlacedPart]:
    """Return the places of tables and indexes in the connected database."""
    return [_part(row) for row in rows_of(cursor, SHARED.statement("placement", FOLDER))]


def _part(row: dict[str, object]) -> PlacedPart:
    return PlacedPart(
        kind=str(row["kind"]),
        name=str(row["name"]),
        table=str(row["table_name"]),
        space=str(row["space"]),
        folder=str(row["folder"] or ""),
        size_bytes=int(str(row["size_bytes"] or 0)),
    )


def misplaced(cursor: Cursor, place: Placement, schema: Schema) -> Iterator[Misplaced]:
    """Yield the parts of the connected database that are not in the requested places."""
    for row in rows_of(cursor, SHARED.statement("placement", FOLDER)):
        part = _part(row)
        own = (
            _of_table(part.name, place, schema)
            if part.kind == "table"
            else _of_index(part.name, part.table, place, schema)
        )
        wanted = space_of(own) if own else space_of(place.data) if place.data else ""
        if wanted and part.space != wanted:
            yield Misplaced(part.name, part.space, wanted)
        elif not wanted and (int(str(row["is_own"])) or part.space != _default_space(cursor)):
            yield Misplaced(part.name, part.space, _default_space(cursor))


def _default_space(cursor: Cursor) -> str:
    """Return the default tablespace for databases."""
    return str(
        cursor.execute(
            "SELECT SPCNAME FROM PG_TABLESPACE AS S JOIN PG_DATABASE AS D ON D.DATTABLESPACE = S.OID "
            "WHERE DATNAME = 'template0'"
        ).fetchval()
    )
