# SPDX-License-Identifier: Apache-2.0
"""Where a PostgreSQL runs."""

from app.databases.server_place import ServerPlace, sql
from app.databases.server_statistics import Connection, rows


def place(connection: Connection) -> ServerPlace:
    """A process of the server's own, which outlives this connection, and the folders where the role may see them
    (pg_monitor)."""
    (row,) = rows(connection, sql("postgresql"), ())
    data = str(row["data"] or "")
    folders = [("data", data), ("log", f"{data}/pg_wal")] if data else []
    folders += [("data", one) for one in str(row["tablespaces"] or "").split("\n") if one]
    return ServerPlace(pid=int(row["pid"]), folders=tuple(folders))
