# SPDX-License-Identifier: Apache-2.0
"""What a server tells of itself for a report's appendix: where a database's files lie, and which settings are not as
the server comes. Nothing of it is needed for a run: what the user may not ask is missing."""

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
"""Letters of a setting's value that are kept."""


class Disclosed(Protocol):
    """One engine. Both raise the driver's error, or tell what the user may know."""

    def layout(self, cursor: Cursor, database: str) -> list[PlacedFile]:
        """Of the database that the cursor is connected to."""

    def changed_settings(self, cursor: Cursor) -> list[ChangedSetting]:
        """Of the whole server."""


def disclosed_by(address: Address, password: str) -> tuple[list[PlacedFile], list[ChangedSetting]]:
    """Of the database at an address. Raises DatabaseError, and the driver's error."""
    place = server_engine(address.engine).disclosure
    if not place:
        return [], []
    engine: Disclosed = part(place)()
    with closing(connect(address, password)) as connection, closing(connection.cursor()) as cursor:
        return engine.layout(cursor, address.database), engine.changed_settings(cursor)


def rows_if_allowed(engine: str, cursor: Cursor, name: str, *parameters: object) -> list[dict[str, Any]]:
    """The rows of a query; none where this server does not know it, or does not allow it."""
    try:
        return rows_of(cursor, sql(ENGINES[engine].sql, name), *parameters)
    except load_pyodbc().Error:
        return []


def changed(rows: Iterable[Mapping[str, Any]], left_out: Iterable[str] = ()) -> list[ChangedSetting]:
    """Of rows with name, value and standard.

    left_out: what names hold, in small letters, that tell of hosts, users, files or secrets.
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
    """Of a file as a server sees it, whichever system it runs on."""
    return windows_folder(path) if "\\" in path else posix_folder(path)


def in_folders(what: str, files: Iterable[tuple[str, int | None]]) -> list[PlacedFile]:
    """Files of one purpose by their folder. files: path and bytes of each."""
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
