# SPDX-License-Identifier: Apache-2.0
"""The embedded engine: APSW connections, classification of errors, and checks of a database's folder."""

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import apsw

from app.databases.failures import DatabaseError, Failure

Journal = Literal["rollback", "wal"]
Synchronous = Literal["full", "normal", "off"]
BUSY_TRIES = 8_000
BUSY_PAUSE_S = 0.001
JOURNAL_MODES = {"rollback": "delete", "wal": "wal"}


@dataclass(frozen=True, slots=True)
class SqliteSettings:
    """Settings of a database.

    Attributes:
        cache_mb: Page cache of each connection, in 2^20 bytes.
    """

    journal: Journal = "wal"
    synchronous: Synchronous = "full"
    cache_mb: float = 64.0

    def __post_init__(self) -> None:
        if self.journal not in JOURNAL_MODES:
            raise ValueError(f"journal must be rollback or wal, not {self.journal!r}")
        if self.synchronous not in ("full", "normal", "off"):
            raise ValueError(f"synchronous must be full, normal or off, not {self.synchronous!r}")
        if not 0.1 <= self.cache_mb <= 65536:
            raise ValueError(f"cache_mb must lie between 0.1 and 65536, not {self.cache_mb}")


def connect(path: Path, settings: SqliteSettings, *, vfs: str | None = None) -> apsw.Connection:
    """Open a connection to an existing database, in autocommit; a write transaction begins with BEGIN IMMEDIATE.

    The journal mode is stored in the file: a file in another mode is switched, which waits for other connections.
    Temporary tables stay in memory, so that all file calls are the database's own.
    """
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs, statementcachesize=64)
    try:
        connection.set_busy_handler(wait_while_busy)
        # Query planner stability (QPSG). SQLite is built with STAT4 here and would otherwise plan a statement again
        # whenever its parameters change (a login took 23 us instead of 9).
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        set_journal(connection, settings.journal)
        connection.execute(";".join(session_pragmas(settings))).fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def session_pragmas(settings: SqliteSettings) -> tuple[str, ...]:
    """Return the initial statements of each session, which follow the setting of the journal mode."""
    return (
        f"PRAGMA synchronous = {settings.synchronous}",
        f"PRAGMA cache_size = {-round(settings.cache_mb * 1024)}",
        "PRAGMA temp_store = memory",
        "PRAGMA foreign_keys = on",
    )


def wait_while_busy(tries: int) -> bool:
    """Retry every millisecond, for about ten seconds.

    SQLite's own back-off grows to steps of 100 ms: with a rollback journal and 8 users, the longest call took 0.9 to
    1.5 s instead of 0.07 to 0.14 s, while throughput was only a tenth higher.
    """
    time.sleep(BUSY_PAUSE_S)
    return tries < BUSY_TRIES


def set_journal(connection: apsw.Connection, journal: Journal) -> None:
    """Set the file's journal mode. Raises DatabaseError if another connection prevents it."""
    mode = JOURNAL_MODES[journal]
    if pragma(connection, "journal_mode") == mode:
        return
    try:
        now = connection.execute(f"PRAGMA journal_mode = {mode}").fetchall()[0][0]
    except apsw.BusyError:
        now = None
    if now != mode:
        raise journal_refused(connection.filename, journal)


def journal_refused(path: str, journal: Journal) -> DatabaseError:
    """Return the error for a file that cannot be switched to a journal mode."""
    return DatabaseError(
        "{path} can't be switched to the {journal} journal while something else has it open; "
        "end the other program, then try again",
        path=path,
        journal=journal,
    )


def pragma(connection: apsw.Connection, name: str) -> object:
    row = connection.execute(f"PRAGMA {quote_identifier(name)}").fetchone()
    return row[0] if row else None


def quote_identifier(name: str) -> str:
    """Return a name as a quoted SQL identifier. Raises ValueError for a name that is empty or contains a NUL."""
    if not name or "\0" in name:
        raise ValueError(f"{name!r} is not an identifier")
    return '"' + name.replace('"', '""') + '"'


_FAILURES: tuple[tuple[type[apsw.Error], Failure], ...] = (
    (apsw.BusyError, Failure("busy", retryable=True)),
    (apsw.LockedError, Failure("busy", retryable=True)),
    (apsw.FullError, Failure("disk full")),
    (apsw.ReadOnlyError, Failure("read-only")),
    (apsw.IOError, Failure("I/O error")),
    (apsw.CorruptError, Failure("damaged", reconnect=True)),
    (apsw.NotADBError, Failure("damaged", reconnect=True)),
    (apsw.CantOpenError, Failure("can't open", reconnect=True)),
    (apsw.ConnectionClosedError, Failure("connection lost", reconnect=True)),
    (apsw.ConstraintError, Failure("constraint")),
    (apsw.InterruptError, Failure("interrupted")),
    (apsw.NoMemError, Failure("out of memory")),
)


def failure(error: Exception) -> Failure:
    """Classify a call's exception; if it is unknown, the kind is its class name."""
    for kind, meaning in _FAILURES:
        if isinstance(error, kind):
            return meaning
    return Failure(type(error).__name__)


def no_database(path: Path) -> DatabaseError:
    """Return the error for a missing database file."""
    return DatabaseError("there is no database {path}; restore it first", path=path)


def prepare_folder(folder: Path, bytes_needed: int) -> None:
    """Create the folder if missing. Raises DatabaseError unless it is a writable folder with enough free space."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DatabaseError("{folder} is not a folder; name another one for the database", folder=folder) from None
    except OSError as error:
        raise DatabaseError(
            "the folder {folder} can't be created: {reason}; name another one", folder=folder, reason=error.strerror
        ) from error
    probe = folder / f".outpace-{os.getpid()}"
    try:
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError as error:
        raise DatabaseError(
            "the folder {folder} can't be written: {reason}; name another one", folder=folder, reason=error.strerror
        ) from error
    free = shutil.disk_usage(folder).free
    if free < bytes_needed:
        raise DatabaseError(
            "the folder {folder} has {free_mib:,.0f} MiB free, the database needs {needed_mib:,.0f} "
            "MiB; free some space or name another folder",
            folder=folder,
            free_mib=free / 2**20,
            needed_mib=bytes_needed / 2**20,
        )
