# SPDX-License-Identifier: Apache-2.0
"""End of a recording: its hash, and the switch from write-ahead mode to a self-contained file."""

import hashlib
import time
from pathlib import Path

import apsw
import msgspec

from app.model.bounds import FILE_TIMES
from app.session.connection import (
    RECORDED,
    expected_columns,
    file_bytes,
    format_of,
    index_lacks_room,
    open_for_reading,
    open_for_settling,
)
from app.session.session_error import SessionError, damage_named, damaged


def recorded_hash(connection: apsw.Connection) -> str:
    """Return the SHA-256 of the recorded tables, as defined by schema.sql, in hexadecimal."""
    digest = hashlib.sha256()
    encoder = msgspec.msgpack.Encoder()
    remaining_bytes = FILE_TIMES * file_bytes(connection)
    columns_by_table = expected_columns(format_of(connection))
    for table in RECORDED:
        columns = [column for column in columns_by_table[table] if column != "hash" or table != "finish"]
        digest.update(encoder.encode([table, columns]))
        # Names come from schema.sql, not from the file.
        cursor = connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY id")  # noqa: S608
        last_id = None
        for row in cursor:
            if last_id is not None and row[0] <= last_id:
                raise ValueError(f"the rows of {table} are out of order")
            last_id = row[0]
            encoded = encoder.encode(row)
            remaining_bytes -= len(encoded)
            if remaining_bytes < 0:
                raise ValueError("its rows hold more than the file")
            digest.update(encoded)
    return digest.hexdigest()


def verify(path: Path) -> bool:
    """Return whether the file is intact and its recorded tables are those that the engine sealed.

    Raises:
        SessionError: If the file cannot be read or was never sealed (still being recorded, or truncated).
    """
    connection = open_for_reading(path)
    try:
        with damage_named(path):
            finish_rows = connection.execute("SELECT hash FROM finish").fetchall()
            if not finish_rows:
                raise SessionError(
                    "{path} has no end row: it is still being recorded, or its recording was cut off.", path=path
                )
            check_result = connection.execute("PRAGMA integrity_check(1)").fetchall()
            if check_result != [("ok",)]:
                raise damaged(path, "{reason}", reason=" ".join(str(check_result[0][0]).split())[:200])
            return bool(finish_rows[0][0] == recorded_hash(connection))
    finally:
        connection.close()


def leave_wal(connection: apsw.Connection, wait_s: float) -> bool:
    """Switch the file to rollback-journal mode, waiting up to `wait_s` seconds for readers; return False on timeout."""
    until = time.perf_counter() + wait_s
    connection.set_busy_timeout(0)
    while True:
        try:
            return bool(connection.pragma("journal_mode", "DELETE") == "delete")
        except apsw.BusyError:
            if time.perf_counter() >= until:
                return False
            time.sleep(0.02)


def settle(path: Path) -> bool:
    """Merge the -wal file of a killed engine into the session file, and switch to rollback-journal mode.

    No row is changed. Return False if this is currently impossible, because the engine or a reader has the file open,
    or because the file is not writable.

    Raises:
        SessionError: If the file is not a readable session.
    """
    if index_lacks_room(path):
        return False
    try:
        connection = open_for_settling(path)
    except SessionError as error:
        if isinstance(error.__cause__, apsw.CantOpenError | apsw.ReadOnlyError | apsw.BusyError | PermissionError):
            return False
        raise
    try:
        with damage_named(path):
            if connection.pragma("journal_mode") == "delete":
                return True
            return leave_wal(connection, wait_s=0)
    except SessionError as error:
        if isinstance(error.__cause__, apsw.ReadOnlyError | apsw.FullError | apsw.IOError):
            return False
        raise
    finally:
        connection.close()
