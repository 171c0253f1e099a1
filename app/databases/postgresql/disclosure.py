# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL: location of a database, and settings that differ from the defaults."""

from app.databases.server_disclosure import changed, rows_if_allowed
from app.databases.server_inspection import Cursor
from app.model.documents import ChangedSetting, PlacedFile

ENGINE = "postgresql"


class PostgreSqlDisclosure:
    """See app.databases.server_disclosure."""

    def layout(self, cursor: Cursor, database: str) -> list[PlacedFile]:
        """Return the location of the database, its parts in other tablespaces, and the write-ahead log."""
        folder = next((str(row["place"]) for row in rows_if_allowed(ENGINE, cursor, "data_directory")), "")
        found = [
            PlacedFile(
                what=str(row["what"]),
                name=str(row["name"] or ""),
                place=str(row["place"] or "") or folder,
                files=row["files"],
                size_bytes=row["size_bytes"],
            )
            for row in rows_if_allowed(ENGINE, cursor, "layout")
        ]
        for row in rows_if_allowed(ENGINE, cursor, "log_files"):
            place = f"{folder}/pg_wal" if folder else ""
            found.append(
                PlacedFile(
                    what="write-ahead log", place=place, files=int(row["files"]), size_bytes=int(row["size_bytes"])
                )
            )
        return found

    def changed_settings(self, cursor: Cursor) -> list[ChangedSetting]:
        """Return the settings changed in the server's configuration, and for this user and database."""
        return changed(rows_if_allowed(ENGINE, cursor, "changed"))
