# SPDX-License-Identifier: Apache-2.0
"""Location of a MySQL or MariaDB server."""

import os.path

from app.databases.server_place import ServerPlace, sql
from app.databases.server_statistics import Connection, rows


def place(connection: Connection) -> ServerPlace:
    """Return the server's PID file and folders, which every user may see."""
    found = {str(row["variable_name"]).lower(): str(row["value"]) for row in rows(connection, sql("mysql"), ())}
    data = found.get("datadir", "")
    named = (("data", data), ("data", found.get("innodb_data_home_dir", "")))
    log = found.get("innodb_log_group_home_dir", "") or data
    folders = [(what, os.path.normpath(os.path.join(data, where))) for what, where in (*named, ("log", log)) if where]
    pid_file = found.get("pid_file", "")
    return ServerPlace(pid_file=os.path.join(data, pid_file) if pid_file else "", folders=tuple(dict.fromkeys(folders)))
