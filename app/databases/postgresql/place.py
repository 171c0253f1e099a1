# SPDX-License-Identifier: Apache-2.0
"""Location of a PostgreSQL server."""

from app.databases.server_place import ServerPlace, sql
from app.databases.server_statistics import Connection, rows


def place(connection: Connection) -> ServerPlace:
    """Return a process of the server that outlives this connection, and its folders if the role may see them.

    The role pg_monitor is sufficient.
    """
    (row,) = rows(connection, sql("postgresql"), ())
    data = str(row["data"] or "")
    folders = [("data", data), ("log", f"{data}/pg_wal")] if data else []
    folders += [("data", one) for one in str(row["tablespaces"] or "").split("\n") if one]
    return ServerPlace(pid=int(row["pid"]), folders=tuple(folders))
