# SPDX-License-Identifier: Apache-2.0
"""Location of a server, as reported by the server in terms of its own machine."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from app.databases.address import Address
from app.databases.registry import server_engine
from app.databases.server_statistics import Connection, text_of
from app.model.registry import part

ANSWER_S = 10.0


class ServerPlace(msgspec.Struct, frozen=True):
    """Process and folders of a server.

    Attributes:
        pid: ID of one of its processes; 0 if not reported.
        pid_file: File with the ID of its main process; "" if missing.
        folders: Data and log folders, each with its contents ("data", "log"); empty if the user may not see them.
    """

    pid: int = 0
    pid_file: str = ""
    folders: tuple[tuple[str, str], ...] = ()


def place_of(address: Address, password: str) -> ServerPlace:
    """Return the location that a server reports; empty if it refuses. Raises OSError if it cannot be reached."""
    from app.databases.server import DatabaseError, connect, load_pyodbc  # noqa: PLC0415 - the others need no ODBC

    described, errors = server_engine(address.engine), (DatabaseError, load_pyodbc().Error)
    if not described.where:
        return ServerPlace()
    ask: Callable[[Connection], ServerPlace] = part(described.where)
    try:
        connection = connect(address.at(""), password, timeout_s=ANSWER_S, query_timeout_s=ANSWER_S)
    except errors as error:
        raise OSError(text_of(error)) from error
    try:
        return ask(connection)
    except errors:
        return ServerPlace()
    finally:
        connection.close()


def sql(engine: str) -> str:
    """Return the query in ENGINE/sql/statistics/place.sql."""
    return (Path(__file__).parent / engine / "sql" / "statistics" / "place.sql").read_text(encoding="utf-8")
