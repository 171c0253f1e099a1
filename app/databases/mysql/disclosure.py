# SPDX-License-Identifier: Apache-2.0
"""MySQL and MariaDB: location of a database, and settings that differ from the defaults."""

import os.path

from app.databases.mysql.inspection import DIRECTORIES
from app.databases.server_disclosure import changed, in_folders, rows_if_allowed
from app.databases.server_inspection import Cursor, on
from app.model.documents import ChangedSetting, PlacedFile

ENGINE = "mysql"
LEFT_OUT = (
    "dir", "file_name", "hostname", "socket", "user", "password", "basename", "pid_file", "ssl_", "tls_", "server_id",
    "bind_address", "server_uuid", "log_error", "init_", "port", "report_host", "admin_address", "character_set",
    "collation", "lc_", "time_zone", "plugin", "general_log", "slow_query", "log_bin_index", "relay_log", "feedback",
)  # fmt: skip
"""Parts of setting names that reveal hosts, users and files, or are irrelevant to performance."""


class MySqlDisclosure:
    """See app.databases.server_disclosure."""

    def layout(self, cursor: Cursor, database: str) -> list[PlacedFile]:
        """Return the files of the tables by folder, the redo log, and the binary log."""
        settings = {str(row["variable_name"]): str(row["value"]) for row in rows_if_allowed(ENGINE, cursor, "settings")}
        data = settings.get("datadir", "")
        return [*_tables(cursor, database, data), *_logs(settings, data)]

    def changed_settings(self, cursor: Cursor) -> list[ChangedSetting]:
        """Return the changed settings as MariaDB or MySQL reports them."""
        rows = rows_if_allowed(ENGINE, cursor, "changed") or rows_if_allowed(ENGINE, cursor, "changed_mysql")
        return changed(rows, LEFT_OUT)


def _tables(cursor: Cursor, database: str, data: str) -> list[PlacedFile]:
    files = rows_if_allowed(ENGINE, cursor, "layout", database)
    files = files or rows_if_allowed(ENGINE, cursor, "layout_mysql", database)
    if files and all(row["place"] for row in files):
        paths = [(os.path.normpath(os.path.join(data, str(row["place"]))), int(row["size_bytes"])) for row in files]
        return in_folders("tables and indexes", paths)
    rows = rows_if_allowed(ENGINE, cursor, "lengths", database)
    return [
        PlacedFile(
            what="tables and indexes", place=os.path.join(data, database) if data else "",
            size_bytes=int(row["size_bytes"]),
        )
        for row in rows
        if row["files"]
    ]  # fmt: skip


def _logs(settings: dict[str, str], data: str) -> list[PlacedFile]:
    places = {name: settings.get(name, "") for _, name in DIRECTORIES}
    redo = settings.get("innodb_redo_log_capacity") or settings.get("innodb_log_file_size", "")
    files = settings.get("innodb_log_files_in_group", "1") if not settings.get("innodb_redo_log_capacity") else ""
    number = int(files) if files.isdecimal() else None
    found = []
    if redo.isdecimal():
        folder = os.path.normpath(os.path.join(data, places["innodb_log_group_home_dir"] or ".")) if data else ""
        found.append(PlacedFile(what="redo log", place=folder, files=number, size_bytes=int(redo) * (number or 1)))
    if on(settings.get("log_bin")) and (binlog := settings.get("log_bin_basename", "")):
        found.append(PlacedFile(what="binary log", place=os.path.dirname(binlog)))
    return found
