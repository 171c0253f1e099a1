# SPDX-License-Identifier: Apache-2.0
"""Sessions with APSW's bundled SQLite that need no Python between two calls (native/sqlite_calls.c).

They are set up like those of `connect`, on the same file layer. APSW exports none of SQLite's functions, but a loadable
extension receives all of them, so the native library is briefly loaded as an extension to get their addresses.
"""

import ctypes
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.databases.failures import DatabaseError
from app.databases.sqlite.embedded_engine import (
    BUSY_PAUSE_S,
    BUSY_TRIES,
    JOURNAL_MODES,
    SqliteSettings,
    journal_refused,
    no_database,
    session_pragmas,
)
from app.model.messages import Sentence
from app.native.native_library import NativeLibrary

READS, WRITES, INSERTS, BEGINS, ENDS, UNDOES = range(6)
"""Kinds of calls: INSERTS writes and returns the last inserted row's ID, or 0 if a trigger refused it; BEGINS starts a
write transaction; ENDS commits it; UNDOES rolls it back.
"""
JOURNAL_STAGE = 1


class NativeCall(msgspec.Struct, frozen=True):
    """SQL of a tape's call, which can be several statements; an argument is ?, ?1 and so on, or :name.

    Attributes:
        names: Names of the arguments in order, if any.
        kind: One of the kinds above; the users of a process write one at a time.
    """

    sql: str
    names: Sequence[str] = ()
    kind: int = READS


class NativeSqlite(msgspec.Struct, frozen=True):
    """Sessions of a crew's users with one database.

    Attributes:
        vfs: Name of its file layer.
        begins: Additional initial statements of a session.
    """

    path: Path
    settings: SqliteSettings
    vfs: str
    calls: Sequence[NativeCall]
    begins: Sequence[str] = ()

    def carry(self, library: NativeLibrary, crew: int) -> Callable[[], None]:
        """Connect a native crew, given by its address, to SQLite.

        Returns:
            Function to call after the crew has ended.

        Raises:
            DatabaseError: If this SQLite cannot load extensions.
            MemoryError: If there is not enough memory.
        """
        address, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32
        new = library.function(
            "outpace_sqlite_new", address, ctypes.c_int64, text, text, number, ctypes.c_int64, ctypes.c_uint32
        )
        add_call = library.function("outpace_sqlite_statement", number, address, ctypes.c_uint32, text, text, number)
        add_setting = library.function("outpace_sqlite_setting", number, address, text, text)
        free = library.function("outpace_sqlite_free", None, address)
        pause_ns = round(BUSY_PAUSE_S * 1e9)
        path, vfs = str(self.path).encode(), self.vfs.encode()
        sqlite: int | None = new(table_address(library), path, vfs, BUSY_TRIES, pause_ns, len(self.calls))
        mode = JOURNAL_MODES[self.settings.journal]
        settings = [
            (f"PRAGMA journal_mode = {mode}", mode),
            *((sql, None) for sql in (*session_pragmas(self.settings), *self.begins)),
        ]
        whole = (
            sqlite
            and all(add_setting(sqlite, sql.encode(), wanted and wanted.encode()) for sql, wanted in settings)
            and all(
                add_call(sqlite, index, call.sql.encode(), ",".join(call.names).encode(), call.kind)
                for index, call in enumerate(self.calls)
            )
        )
        if not whole:
            free(sqlite)
            raise MemoryError("there is no memory for sessions of SQLite")
        library.function("outpace_crew_over_sqlite", None, address, address)(crew, sqlite)
        return lambda: free(sqlite)

    def refusal(self, error: Exception | None, stage: int) -> Exception:
        """Return the error for a session refused at a stage: 0 is opening it, otherwise the number of the statement."""
        if not self.path.exists():
            return no_database(self.path)
        if stage == JOURNAL_STAGE and (error is None or isinstance(error, apsw.BusyError)):
            return journal_refused(str(self.path), self.settings.journal)
        return error or apsw.Error()


def native_error(state: str, text: str) -> Exception:
    """Return the exception that APSW would raise for an extended error code and text of SQLite."""
    try:
        kind = type(apsw.exception_for(int(state)))
    except ValueError:
        kind = apsw.Error
    return kind(text)


def table_lack(library: NativeLibrary) -> Sentence | None:
    """Return why the native driver cannot call SQLite; None if it can."""
    try:
        table_address(library)
    except DatabaseError as error:
        return error.message
    return None


def table_address(library: NativeLibrary) -> int:
    """Return the address of SQLite's functions in APSW (https://sqlite.org/loadext.html). Raises DatabaseError."""
    with closing(apsw.Connection(":memory:")) as connection:
        try:
            connection.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1)
            connection.load_extension(str(library.path), "outpace_sqlite_extension")
            rows: list[tuple[Any, ...]] = connection.execute("SELECT address FROM outpace_library").fetchall()
        except apsw.Error as error:
            raise DatabaseError("SQLite does not take the native driver ({reason})", reason=error) from error
    address: int = rows[0][0]
    return address
