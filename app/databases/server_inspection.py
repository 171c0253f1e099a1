# SPDX-License-Identifier: Apache-2.0
"""Results of inspecting a server, in terms common to all engines."""

from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

import msgspec

from app.databases.registry import server_engine
from app.model.errors import phrase
from app.model.findings import Finding
from app.model.registry import part

Value = str | int | float
Cursor = Any  # a pyodbc.Cursor


class Needs(msgspec.Struct, frozen=True):
    """Operations of a scenario on a server.

    Attributes:
        databases: Names of the working and the pristine database.
        create: Whether it creates them; False if it uses an existing one.
        procedures: Whether a built-in workload fills them, with indexes and procedures.
        triggers: Whether it creates triggers or stored functions in them.
    """

    databases: Sequence[str]
    create: bool = True
    procedures: bool = False
    triggers: bool = False


class Inspection(msgspec.Struct, frozen=True):
    """Result of inspecting a server.

    Attributes:
        facts: Lines for the disclosure sheet; settings are listed by their own names.
        memory_bytes: Memory in which the server caches data; 0 if unlimited or unknown.
        durable: Whether a commit is on disk before it is acknowledged; None if unknown.
        durability: Description of durability in one line.
        free_connections: Number of free connections; None if unknown.
        places: Kinds of data and their folders in the server's file system.
    """

    facts: Mapping[str, Value]
    found: Sequence[Finding]
    memory_bytes: int = 0
    durable: bool | None = None
    durability: str = ""
    encrypted: bool | None = None
    compressed: str = ""
    free_connections: int | None = None
    places: Sequence[tuple[str, str]] = ()


def inspection_of(engine: str) -> Callable[[Cursor, Needs], Inspection]:
    """Return the function that inspects servers of an engine."""
    inspect: Callable[[Cursor, Needs], Inspection] = part(server_engine(engine).inspect)
    return inspect


def sql(engine: str, name: str) -> str:
    """Return the query in ENGINE/sql/inspection/NAME.sql."""
    return (resources.files(__package__ or "") / engine / "sql" / "inspection" / f"{name}.sql").read_text("utf-8")


def rows_of(cursor: Cursor, text: str, *parameters: object) -> list[dict[str, Any]]:
    """Return the rows of a query by column name, in lower case. Raises the driver's error."""
    cursor.execute(text, *parameters)
    names = [column[0].lower() for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def on(value: object) -> bool:
    """Return whether a setting's value means "on"."""
    return str(value).strip().lower() in {"1", "on", "true", "yes", "t"}


def rights_found(
    engine: str, account: str, *, create: bool | None, create_how: str, monitor: bool, monitor_how: str
) -> list[Finding]:
    """Check that the user may create databases and read the statistics.

    Args:
        engine: Display name of the engine.
        account: The user, as named in the engine's statements.
        create: Whether the user may create databases; None if the scenario creates none.
        create_how: Statement that grants this right.
        monitor: Whether the user may read the statistics.
        monitor_how: Statement that grants this right.
    """
    found = []
    if create is None:
        found.append(Finding("rights", "passed", phrase("the scenario creates no database on this server")))
    elif create:
        found.append(Finding("rights", "passed", phrase("may create databases")))
    else:
        found.append(
            Finding(
                "rights",
                "failed",
                phrase("{account} may not create databases on this {engine}", account=account, engine=engine),
                phrase("As an administrator: {statement}", statement=create_how),
            )
        )
    if monitor:
        found.append(Finding("statistics", "passed", phrase("may read the server's statistics")))
    else:
        text = phrase("{account} may not read all of the server's statistics: its I/O stays unknown", account=account)
        remedy = phrase("As an administrator: {statement}", statement=monitor_how)
        found.append(Finding("statistics", "warning", text, remedy))
    return found
