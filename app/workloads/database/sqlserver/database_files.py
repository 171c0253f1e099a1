# SPDX-License-Identifier: Apache-2.0
"""Files, backup and restore of a database on SQL Server, as T-SQL: what Babelfish has none of."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.databases.failures import RefusedDatabaseError
from app.model.documents import PlacedPart
from app.model.errors import phrase
from app.model.targets import Placement, is_folder
from app.workloads.database.engine_store import Misplaced, placed_indexes, placed_tables
from app.workloads.database.schema import Schema

MB = 1_000_000
FREE_SHARE = 0.4
"""Of each file, when everything is built: no file grows in a run."""
GROWTH_MB = 64  # where one grows all the same, an event tells it
LEAST_MB = 16
PRIMARY_MB = 64  # the catalog
DATA, INDEXES = "DATA", "INDEXES"


class DatabaseFile(msgspec.Struct, frozen=True):
    """One file: filegroup "" is the log's. megabytes: its size from the beginning."""

    filegroup: str
    name: str
    path: str
    megabytes: int


INDEX = re.compile(r"^CREATE (?:UNIQUE )?INDEX (\w+)\s+ON (\w+)", re.MULTILINE)


def indexes(schema: Schema) -> dict[str, str]:
    """The indexes that can be placed, each with its table: not those of primary keys, which hold the table's rows."""
    found = (INDEX.search(sql) for sql in schema.statements("indexes", "sqlserver"))
    return {match[1]: match[2] for match in found if match}


def filegroups(place: Placement, schema: Schema) -> dict[str, str]:
    """Filegroup to its folder ("" for the server's own). Tables and indexes with a folder have one of their own.
    DatabaseError for what can't be placed."""
    groups = {DATA: place.data}
    if place.index:
        groups[INDEXES] = place.index
    groups |= {f"TABLE_{table}": folder for table, folder in placed_tables(place, schema).items()}
    groups |= {f"INDEX_{index}": folder for index, folder in placed_indexes(place, list(indexes(schema))).items()}
    for folder in (*groups.values(), place.log, place.backup):
        if folder and not is_folder(folder):
            raise RefusedDatabaseError(
                phrase(
                    "{folder} is no absolute folder, and a filegroup belongs to one database, which Outpace makes",
                    folder=folder,
                ),
                phrase("Write the folder's whole path in the scenario's placement: the filegroup is made in it"),
            )
    return groups


def filegroup_of(sql: str, place: Placement, schema: Schema) -> str:
    """The filegroup of what a statement makes; "" for what needs none (a procedure, a key)."""
    if table := re.search(r"^CREATE TABLE (\w+)", sql, re.MULTILINE):
        own = f"TABLE_{table[1]}"
        return own if own in filegroups(place, schema) else DATA
    if index := INDEX.search(sql):
        return filegroup_of_index(index[1], index[2], place, schema)
    return ""


def filegroup_of_index(index: str, table: str, place: Placement, schema: Schema) -> str:
    """That of its own, of all indexes, or of its table."""
    groups = filegroups(place, schema)
    return next(one for one in (f"INDEX_{index}", INDEXES, f"TABLE_{table}", DATA) if one in groups)


def files(  # noqa: PLR0917
    name: str,
    bytes_of: Mapping[str, tuple[float, float]],
    place: Placement,
    schema: Schema,
    data_path: str,
    log_path: str,
) -> Sequence[DatabaseFile]:
    """The files of a database, the catalog's first and the log last. data_path, log_path: the server's own folders.

    bytes_of: of each table's rows, and of its entries in secondary indexes.
    """
    groups = filegroups(place, schema)
    sizes = dict.fromkeys(groups, 0.0)
    for table, (rows, entries) in bytes_of.items():
        own = f"TABLE_{table}" if f"TABLE_{table}" in groups else DATA
        sizes[own] += rows
        of_table = [index for index, at in indexes(schema).items() if at == table]
        for index in of_table:
            sizes[filegroup_of_index(index, table, place, schema)] += entries / len(of_table)
    placed = [DatabaseFile("PRIMARY", f"{name}_primary", beside(place.data or data_path, f"{name}.mdf"), PRIMARY_MB)]
    for group, folder in groups.items():
        megabytes = max(LEAST_MB, round(sizes[group] / (1.0 - FREE_SHARE) / place.data_files / MB))
        for number in range(1, place.data_files + 1):
            file = f"{name}_{group.lower()}_{number}"
            placed.append(DatabaseFile(group, file, beside(folder or data_path, f"{file}.ndf"), megabytes))
    log_mb = max(256, round(0.25 * sum(file.megabytes for file in placed)))
    return (*placed, DatabaseFile("", f"{name}_log", beside(place.log or log_path, f"{name}_log.ldf"), log_mb))


def created(name: str, wanted: Sequence[DatabaseFile]) -> str:
    """CREATE DATABASE with all its files."""
    groups: dict[str, list[str]] = {}
    for file in wanted:
        groups.setdefault(file.filegroup, []).append(
            f"    (NAME = {quoted(file.name)}, FILENAME = {text(file.path)}, SIZE = {file.megabytes}MB, "
            f"FILEGROWTH = {GROWTH_MB}MB)"
        )
    parts = ["PRIMARY\n" + ",\n".join(groups.pop("PRIMARY"))]
    log = ",\n".join(groups.pop(""))
    parts += [f"FILEGROUP {quoted(group)}\n" + ",\n".join(lines) for group, lines in groups.items()]
    return f"CREATE DATABASE {quoted(name)} ON {', '.join(parts)}\nLOG ON\n{log}"


def backed_up(name: str, place: Placement) -> str:
    """A full backup over an older one; a file name alone means the server's own folder for backups."""
    return f"BACKUP DATABASE {quoted(name)} TO DISK = {text(backup_file(name, place))} WITH INIT, FORMAT, CHECKSUM"


def restored_from(pristine: str, name: str, place: Placement, listed: Sequence[tuple[str, str]]) -> str:
    """RESTORE of the pristine database's backup under another name. listed: its files' logical names and paths."""
    moves = ", ".join(f"MOVE {text(logical)} TO {text(renamed(path, pristine, name))}" for logical, path in listed)
    return (
        f"RESTORE DATABASE {quoted(name)} FROM DISK = {text(backup_file(pristine, place))} "
        f"WITH REPLACE, RECOVERY, CHECKSUM, {moves}"
    )


def alone(name: str) -> str:
    """Ends all sessions of a database, which must be open for that (one that is half restored is not)."""
    return (
        f"IF CAST(DATABASEPROPERTYEX({text(name)}, 'Status') AS VARCHAR(20)) = 'ONLINE' "
        f"ALTER DATABASE {quoted(name)} SET SINGLE_USER WITH ROLLBACK IMMEDIATE"
    )


def half_restored_dropped(name: str) -> str:
    """Drops a database that a RESTORE was ended in the middle of."""
    return (
        f"IF CAST(DATABASEPROPERTYEX({text(name)}, 'Status') AS VARCHAR(20)) IN ('RESTORING', 'SUSPECT') "
        f"DROP DATABASE {quoted(name)}"
    )


def backup_file(pristine: str, place: Placement) -> str:
    """Where the pristine database's backup lies."""
    return beside(place.backup, f"{pristine}.bak") if place.backup else f"{pristine}.bak"


def renamed(path: str, pristine: str, name: str) -> str:
    """The path of a file of the pristine database, for the working one beside it."""
    folder, separator, file = re.fullmatch(r"(.*?)([\\/]?)([^\\/]*)", path, re.DOTALL).groups()  # type: ignore[union-attr]
    if not file.startswith(pristine):
        file = f"{pristine}_{file}"
    return f"{folder}{separator}{name}{file.removeprefix(pristine)}"


def beside(folder: str, file: str) -> str:
    """A file in a folder of the server's, which may run on another system than we."""
    if not folder:
        return file
    separator = "\\" if "\\" in folder or re.match(r"[A-Za-z]:", folder) else "/"
    return folder.rstrip("\\/") + separator + file


def quoted(identifier: str) -> str:
    """A name as an identifier."""
    return "[" + identifier.replace("]", "]]") + "]"


def text(value: str) -> str:
    """A text as a literal."""
    return "N'" + value.replace("'", "''") + "'"


def placed_parts(found: Sequence[Mapping[str, Any]]) -> list[PlacedPart]:
    """Of the rows of placement.sql. Files, and with them their folders, are told to whoever may see them."""
    return [
        PlacedPart(
            kind=str(row["kind"]),
            name=str(row["name"]),
            table=str(row["table_name"]),
            space=str(row["space"]),
            folder=re.sub(r"[\\/][^\\/]*$", "", str(row["place"] or "")),
            size_bytes=int(row["size_bytes"]) if row["size_bytes"] is not None else None,
        )
        for row in found
    ]


def misplaced(parts: Sequence[PlacedPart], place: Placement, schema: Schema) -> list[Misplaced]:
    """What lies in another filegroup, or whose filegroup lies in another folder, than the placement wants."""
    groups, wrong = filegroups(place, schema), []
    for part in parts:
        table = f"TABLE_{part.table}"
        own = table if table in groups else DATA
        group = own if part.kind == "table" else filegroup_of_index(part.name, part.table, place, schema)
        folder = groups[group].rstrip("\\/")
        if part.space != group:
            wrong.append(Misplaced(part.name, part.space, group))
        elif folder and part.folder and part.folder.casefold() != folder.casefold():
            wrong.append(Misplaced(part.name, part.folder, folder))
    return wrong
