# SPDX-License-Identifier: Apache-2.0
"""Second copy of the recorded rows, used to rescue a session if its file is truncated or overwritten."""

import contextlib
import logging
import struct
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.session.connection import APPLICATION_ID, FORMAT, RECORDED, expected_columns, schema_sql

log = logging.getLogger(__name__)

Value = str | int | float | bytes | None
Row = tuple[Value, ...]
Batch = Sequence[tuple[str, Sequence[Row]]]
"""Rows by table, as written by one commit."""
LENGTH = struct.Struct("<I")


class RowsCopy:
    """Rows of a session in an unnamed temporary file, which is deleted with the process."""

    def __init__(self) -> None:
        """Create the file.

        Raises:
            OSError: If the file cannot be created.
        """
        self._file = tempfile.TemporaryFile(prefix="outpace-")  # noqa: SIM115 - open as long as the session
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(list[tuple[str, list[list[Any]]]])

    def add(self, batch: Batch) -> None:
        """Append the rows of a commit.

        Raises:
            OSError: If the disk is full; the copy is unusable afterwards.
        """
        data = self._encoder.encode([(table, rows) for table, rows in batch if rows])
        self._file.write(LENGTH.pack(len(data)) + data)

    def session(self) -> apsw.Connection:
        """Return a session with these rows, in a temporary database.

        Raises:
            apsw.Error: If the database cannot be written.
            OSError: If the file cannot be read.
        """
        connection = apsw.Connection("")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT}")
        connection.execute(f"BEGIN; {schema_sql('schema.sql')}")
        for table, rows in self._batches():
            marks = ", ".join("?" * len(expected_columns()[table]))
            connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)  # noqa: S608
        connection.execute("COMMIT")
        return connection

    def close(self) -> None:
        """Delete the rows.

        Raises:
            OSError: If the file cannot be closed.
        """
        self._file.close()

    def __del__(self) -> None:
        # Close the file if the writer was dropped without being closed.
        with contextlib.suppress(OSError, AttributeError):
            self._file.close()

    def _batches(self) -> Iterator[tuple[str, list[list[Any]]]]:
        self._file.seek(0)
        while head := self._file.read(LENGTH.size):
            yield from self._decoder.decode(self._file.read(*LENGTH.unpack(head)))


def holds(path: Path, expected: apsw.Connection) -> bool:
    """Return whether a session file is intact and has exactly the rows of another session."""
    try:
        connection = apsw.Connection(str(path.absolute()), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                return False
            for table in RECORDED:
                query = f"SELECT * FROM {table} ORDER BY id"  # noqa: S608 - constant table names
                if any(
                    expected_row != row
                    for expected_row, row in zip_longest(expected.execute(query), connection.execute(query))
                ):
                    return False
            return True
        finally:
            connection.close()
    except apsw.Error as error:
        log.warning("%s can't be read while it is recorded: %s", path, error)
        return False
