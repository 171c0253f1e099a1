# SPDX-License-Identifier: Apache-2.0
"""Disclosure of a server for a report's appendix: location of a database's files, and changed settings.

A run does not need it, so everything that the user is not allowed to query is omitted.
"""

from collections.abc import Iterable, Mapping
from contextlib import closing
from ntpath import dirname as windows_folder
from posixpath import dirname as posix_folder
from typing import Any, Protocol

from app.databases.address import Address
from app.databases.registry import ENGINES, server_engine
from app.databases.server import connect, load_pyodbc
from app.databases.server_inspection import Cursor, rows_of, sql
from app.model.documents import ChangedSetting, PlacedFile
from app.model.registry import part

LONGEST = 200
"""Maximum number of characters stored of a setting's value."""


class ServerDisclosure(Protocol):
    """Disclosure for one engine. Both methods raise the driver's error, or return what the user is allowed to see."""

    def layout(self, cursor: Cursor, database: str) -> list[PlacedFile]:
        """Return the file layout of the database to which the cursor is connected."""

    def changed_settings(self, cursor: Cursor) -> list[ChangedSetting]:
        """Return the changed settings of the whole server."""


def disclosed_by(address: Address, password: str) -> tuple[list[PlacedFile], list[ChangedSetting]]:
    """Return the disclosure of the database at an address. Raises DatabaseError, and the driver's error."""
    place = server_engine(address.engine).disclosure
    if not place:
        return [], []
    engine: ServerDisclosure = part(place)()
    with closing(connect(address, password)) as connection, closing(connection.cursor()) as cursor:
        return engine.layout(cursor, address.database), engine.changed_settings(cursor)


def rows_if_allowed(engine: str, cursor: Cursor, name: str, *parameters: object) -> list[dict[str, Any]]:
    """Return the rows of a query; empty if this server does not support or allow it."""
    try:
        return rows_of(cursor, sql(ENGINES[engine].sql, name), *parameters)
    except load_pyodbc().Error:
        return []


def changed(rows: Iterable[Mapping[str, Any]], left_out: Iterable[str] = ()) -> list[ChangedSetting]:
    """Return the changed settings from rows with the columns name, value and standard.

    Args:
        rows: Rows of a query.
        left_out: Parts of names, in lower case, that reveal hosts, users, files or secrets.
    """
    hidden = tuple(left_out)
    return [
        ChangedSetting(
            name=str(row["name"]), value=str(row["value"])[:LONGEST], default=str(row["standard"] or "")[:LONGEST]
        )
        for row in rows
        if not any(one in str(row["name"]).lower() for one in hidden)
    ]


def folder_of(path: str) -> str:
    """Return the folder of a file as a server sees it, on any operating system."""
    return windows_folder(path) if "\\" in path else posix_folder(path)


def in_folders(what: str, files: Iterable[tuple[str, int | None]]) -> list[PlacedFile]:
    """Return files of one purpose grouped by folder, from the path and size of each."""
    folders: dict[str, list[int | None]] = {}
    for path, size in files:
        folders.setdefault(folder_of(path), []).append(size)
    return [
        PlacedFile(
            what=what, place=folder, files=len(sizes),
            size_bytes=None if None in sizes else sum(size for size in sizes if size is not None),
        )
        for folder, sizes in folders.items()
    ]  # fmt: skip
