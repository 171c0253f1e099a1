# SPDX-License-Identifier: Apache-2.0
"""SQL Server: location of a database, and settings that differ from the defaults."""

from app.databases.server_disclosure import changed, folder_of, rows_if_allowed
from app.databases.server_inspection import Cursor
from app.model.documents import ChangedSetting, PlacedFile

ENGINE = "sqlserver"
DEFAULTS = {
    "cost threshold for parallelism": "5", "fill factor (%)": "0", "lightweight pooling": "0",
    "max degree of parallelism": "0", "max server memory (MB)": "2147483647", "max worker threads": "0",
    "min server memory (MB)": "0", "priority boost": "0", "recovery interval (min)": "0", "user connections": "0",
}  # fmt: skip
"""Documented defaults (Microsoft, "Server configuration options"), because the server does not report them."""


class SqlServerDisclosure:
    """See app.databases.server_disclosure."""

    def layout(self, cursor: Cursor, database: str) -> list[PlacedFile]:
        """Return each file with its filegroup."""
        return [
            PlacedFile(
                what="transaction log" if str(row["what"]).upper() == "LOG" else "data file",
                name=str(row["name"] or ""),
                place=folder_of(str(row["place"])),
                files=1,
                size_bytes=int(row["size_bytes"]),
            )
            for row in rows_if_allowed(ENGINE, cursor, "layout")
        ]

    def changed_settings(self, cursor: Cursor) -> list[ChangedSetting]:
        """Return the changed settings among those with a documented default."""
        rows = [
            {**row, "standard": DEFAULTS[row["name"]]}
            for row in rows_if_allowed(ENGINE, cursor, "configuration")
            if row["name"] in DEFAULTS and str(row["value"]) != DEFAULTS[row["name"]]
        ]
        return changed(rows)
