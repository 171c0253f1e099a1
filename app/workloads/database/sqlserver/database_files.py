# SPDX-License-Identifier: Apache-2.0
"""T-SQL for files, backup and restore of a database on SQL Server; Babelfish does not support it."""

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
"""Free share of each file after the build, so that no file grows during a run."""
GROWTH_MB = 64  # if a file grows nevertheless, an event records it
LEAST_MB = 16
PRIMARY_MB = 64  # contains only the catalog
DATA, INDEXES = "DATA", "INDEXES"


class DatabaseFile(msgspec.Struct, frozen=True):
    """File of a database, with its initial size; the filegroup "" is that of the log."""

    filegroup: str
    name: str
    path: str
    megabytes: int


INDEX = re.compile(r"^CREATE (?:UNIQUE )?INDEX (\w+)\s+ON (\w+)", re.MULTILINE)


def indexes(schema: Schema) -> dict[str, str]:
    """Return the indexes that can be placed, with their tables; primary keys cannot, because they contain the rows."""
    matches = (INDEX.search(sql) for sql in schema.statements("indexes", "sqlserver"))
    return {match[1]: match[2] for match in matches if match}


def filegroups(place: Placement, schema: Schema) -> dict[str, str]:
    """Return the folder of each filegroup ("" for the server's own); each separately placed table or index has one.

    Raises:
        DatabaseError: The placement is not supported.
    """
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
    """Return the filegroup of the object that a statement creates, or "" if it needs none (a procedure, a key)."""
    if table := re.search(r"^CREATE TABLE (\w+)", sql, re.MULTILINE):
        own_group = f"TABLE_{table[1]}"
        return own_group if own_group in filegroups(place, schema) else DATA
    if index := INDEX.search(sql):
        return filegroup_of_index(index[1], index[2], place, schema)
    return ""


def filegroup_of_index(index: str, table: str, place: Placement, schema: Schema) -> str:
    """Return the filegroup of an index: the index's own, that of all indexes, or its table's."""
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
    """Return the files of a database, starting with the catalog's and ending with the log.

    Args:
        name: Name of the database.
        bytes_of: Bytes of each table's rows, and of its entries in secondary indexes.
        place: Placement of the database.
        schema: Schema of the workload.
        data_path: The server's own folder for data.
        log_path: The server's own folder for logs.
    """
    groups = filegroups(place, schema)
    sizes = dict.fromkeys(groups, 0.0)
    for table, (rows, entries) in bytes_of.items():
        group_of_table = f"TABLE_{table}" if f"TABLE_{table}" in groups else DATA
        sizes[group_of_table] += rows
        indexes_of_table = [index for index, at in indexes(schema).items() if at == table]
        for index in indexes_of_table:
            sizes[filegroup_of_index(index, table, place, schema)] += entries / len(indexes_of_table)
    database_files = [
        DatabaseFile("PRIMARY", f"{name}_primary", beside(place.data or data_path, f"{name}.mdf"), PRIMARY_MB)
    ]
    for group, folder in groups.items():
        megabytes = max(LEAST_MB, round(sizes[group] / (1.0 - FREE_SHARE) / place.data_files / MB))
        for number in range(1, place.data_files + 1):
            file = f"{name}_{group.lower()}_{number}"
            database_files.append(DatabaseFile(group, file, beside(folder or data_path, f"{file}.ndf"), megabytes))
    log_mb = max(256, round(0.25 * sum(file.megabytes for file in database_files)))
    return (*database_files, DatabaseFile("", f"{name}_log", beside(place.log or log_path, f"{name}_log.ldf"), log_mb))


def created(name: str, wanted: Sequence[DatabaseFile]) -> str:
    """Return CREATE DATABASE with all its files."""
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
    """Return the full BACKUP, which replaces an older one; a bare file name refers to the server's backup folder."""
    return f"BACKUP DATABASE {quoted(name)} TO DISK = {text(backup_file(name, place))} WITH INIT, FORMAT, CHECKSUM"


def restored_from(pristine: str, name: str, place: Placement, listed: Sequence[tuple[str, str]]) -> str:
    """Return the RESTORE of the pristine database's backup under another name.

    Args:
        pristine: Name of the pristine database.
        name: Name of the restored database.
        place: Placement of the database.
        listed: Logical names and paths of the backup's files.
    """
    moves = ", ".join(f"MOVE {text(logical)} TO {text(renamed(path, pristine, name))}" for logical, path in listed)
    return (
        f"RESTORE DATABASE {quoted(name)} FROM DISK = {text(backup_file(pristine, place))} "
        f"WITH REPLACE, RECOVERY, CHECKSUM, {moves}"
    )


def alone(name: str) -> str:
    """Return the statement that terminates all sessions of a database, which must be online and not half-restored."""
    return (
        f"IF CAST(DATABASEPROPERTYEX({text(name)}, 'Status') AS VARCHAR(20)) = 'ONLINE' "
        f"ALTER DATABASE {quoted(name)} SET SINGLE_USER WITH ROLLBACK IMMEDIATE"
    )


def half_restored_dropped(name: str) -> str:
    """Return the DROP of a database whose RESTORE was interrupted."""
    return (
        f"IF CAST(DATABASEPROPERTYEX({text(name)}, 'Status') AS VARCHAR(20)) IN ('RESTORING', 'SUSPECT') "
        f"DROP DATABASE {quoted(name)}"
    )


def backup_file(pristine: str, place: Placement) -> str:
    """Return the path of the pristine database's backup."""
    return beside(place.backup, f"{pristine}.bak") if place.backup else f"{pristine}.bak"


def renamed(path: str, pristine: str, name: str) -> str:
    """Return the path for the working database's copy of a pristine file, in the same folder."""
    folder, separator, file = re.fullmatch(r"(.*?)([\\/]?)([^\\/]*)", path, re.DOTALL).groups()  # type: ignore[union-attr]
    if not file.startswith(pristine):
        file = f"{pristine}_{file}"
    return f"{folder}{separator}{name}{file.removeprefix(pristine)}"


def beside(folder: str, file: str) -> str:
    """Return the path of a file in a folder of the server, which may run on another operating system."""
    if not folder:
        return file
    separator = "\\" if "\\" in folder or re.match(r"[A-Za-z]:", folder) else "/"
    return folder.rstrip("\\/") + separator + file


def quoted(identifier: str) -> str:
    """Quote a name as an identifier."""
    return "[" + identifier.replace("]", "]]") + "]"


def text(value: str) -> str:
    """Quote a string as a literal."""
    return "N'" + value.replace("'", "''") + "'"


def placed_parts(found: Sequence[Mapping[str, Any]]) -> list[PlacedPart]:
    """Convert the rows returned by placement.sql; folders are missing if the user is not allowed to see files."""
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
    """Return the parts that are not in the filegroup or folder required by the placement."""
    groups, result = filegroups(place, schema), []
    for part in parts:
        table = f"TABLE_{part.table}"
        group_of_table = table if table in groups else DATA
        group = group_of_table if part.kind == "table" else filegroup_of_index(part.name, part.table, place, schema)
        folder = groups[group].rstrip("\\/")
        if part.space != group:
            result.append(Misplaced(part.name, part.space, group))
        elif folder and part.folder and part.folder.casefold() != folder.casefold():
            result.append(Misplaced(part.name, part.folder, folder))
    return result
