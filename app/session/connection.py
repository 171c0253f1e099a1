# SPDX-License-Identifier: Apache-2.0
"""Connections to session files: recognizing sessions, and opening untrusted ones safely."""

import contextlib
import os
import shutil
import stat
import struct
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from urllib.parse import quote

import apsw
import msgspec

from app.model.bounds import OPENING_S, SCHEMA_ENTRIES, VALUE_BYTES
from app.model.regular_file import opened_regular
from app.session.session_error import SessionError, damage_named, damaged

APPLICATION_ID = 0x4F757470
FORMAT = 3
HEADER_BYTES = 100
INDEX_BLOCK_BYTES = 4096
INDEX_ROOM_BYTES = 1 << 20
"""Free bytes below which a disk counts as full for SQLite's -shm file, which takes 32 KiB per 16 MiB of log."""
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""Magic number of SQLite's rollback journals, at the start and, if a super-journal is named, at the end."""
STEPS_A_LOOK = 1000
"""Number of SQLite virtual machine instructions between two checks of the time limit."""
LOCKED_MS = 2000
"""Timeout in milliseconds for a locked session: at the end of a recording, a change of journal mode locks the file."""
COMPANIONS = ("-wal", "-shm", "-journal")
"""Suffixes of files next to a database that SQLite opens."""

RECORDED = (
    "session", "origin", "system", "target", "operation", "source", "series", "sample", "latency", "latency_second",
    "latency_minute", "start", "phase", "event", "progress", "document", "finish",
)  # fmt: skip
"""Tables of a recording, in the order of schema.sql and of its hash."""


def schema_sql(name: str) -> str:
    """Return the text of one of the .sql files in this package."""
    return resources.files("app.session").joinpath(name).read_text(encoding="utf-8")


def wal_path(path: Path) -> Path:
    """Return the path of the write-ahead log that SQLite keeps next to the file during recording."""
    return path.with_name(path.name + "-wal")


def open_for_reading(path: Path) -> apsw.Connection:
    """Open a read-only connection to a session of a known format, without executing anything stored in the file.

    Raises:
        SessionError: If the file is not a readable session.
    """
    with damage_named(path):
        _check_header(path)
        if index_lacks_room(path) and (copied := _open_copy(path)) is not None:
            return copied
        try:
            connection = _with_guards(apsw.Connection(str(path.absolute()), flags=apsw.SQLITE_OPEN_READONLY), path)
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            # In write-ahead mode, SQLite needs the -shm file, which cannot be created in a read-only folder.
            if _size(wal_path(path)):
                raise
            flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
            connection = _with_guards(apsw.Connection(_immutable_uri(path), flags=flags), path)
        return connection


def index_lacks_room(path: Path) -> bool:
    """Return whether a session in write-ahead mode is on a full disk with small blocks.

    SQLite maps its -shm file into memory and allocates only one block in each 4 KiB of it. A process that writes to the
    other blocks of such a file on a full disk is terminated by SIGBUS.
    """
    if sys.platform != "win32" and _size(wal_path(path)):
        disk = os.statvfs(path.absolute().parent)
        return disk.f_frsize < INDEX_BLOCK_BYTES and disk.f_bavail * disk.f_frsize < INDEX_ROOM_BYTES
    return False


def _open_copy(path: Path) -> apsw.Connection | None:
    """Open a temporary copy of the session and its log, which is deleted when the connection closes.

    Return None if the session was written meanwhile; if so, the writer has already created the -shm file.

    Raises:
        SessionError: If there is no space for the copy.
    """
    files = [path, wal_path(path)]
    before = [os.stat(file) for file in files]
    try:
        with tempfile.TemporaryDirectory(prefix="outpace-") as folder:
            for file in files:
                shutil.copyfile(file, Path(folder) / file.name)
            if [(one.st_size, one.st_mtime_ns) for one in before] != [
                (now.st_size, now.st_mtime_ns) for now in map(os.stat, files)
            ]:
                return None
            copy = Path(folder) / path.name
            return _with_guards(apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY), path)
    except OSError as error:
        raise SessionError(
            "The disk of {path} is full, and its session can't be read from there ({reason}). Make some room, or copy "
            "it with its -wal file to another disk.",
            path=path,
            reason=error,
        ) from error


def open_for_settling(path: Path) -> apsw.Connection:
    """Open a recorded session for writing, to change its journal mode, with the same protections as for reading."""
    with damage_named(path):
        _check_header(path)
        _check_journal(path)
        return _with_guards(apsw.Connection(str(path.absolute()), flags=apsw.SQLITE_OPEN_READWRITE), path)


def _immutable_uri(path: Path) -> str:
    name = path.absolute().as_posix()
    return f"file://{'' if name.startswith('/') else '/'}{quote(name)}?immutable=1"


def _size(path: Path) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _check_header(path: Path) -> None:
    """Check the type and format of a file by its first bytes, so that other files are rejected without running SQL."""
    if path.is_dir():
        raise SessionError("{path} is a folder. Name a session file (.outpace) in it.", path=path)
    for ending in COMPANIONS:
        companion = path.with_name(path.name + ending)
        if _is_irregular(companion):
            raise SessionError(
                "{path}: {beside} beside it is no regular file. Move it away, or take another copy of the session.",
                path=path,
                beside=companion.name,
            )
    try:
        with opened_regular(path) as file:
            header = file.read(HEADER_BYTES)
    except FileNotFoundError as error:
        raise SessionError("{path} does not exist. Check the name.", path=path) from error
    except OSError as error:
        raise SessionError(
            "{path} can't be read ({reason}). Check its permissions.", path=path, reason=error
        ) from error
    if not header:
        raise SessionError("{path} is empty: its recording never started. Delete it.", path=path)
    if not header.startswith(b"SQLite format 3\0") or len(header) < HEADER_BYTES:
        raise SessionError("{path} is not an Outpace session, or it is damaged. Choose another file.", path=path)
    version, application = struct.unpack_from(">I4xI", header, 60)
    if application != APPLICATION_ID:
        raise SessionError(
            "{path} is a database of another application. Choose an Outpace session (.outpace).", path=path
        )
    if version > FORMAT:
        raise SessionError(
            "{path} has session format {version}; this Outpace reads up to format {format}. Update Outpace to open it.",
            path=path,
            version=version,
            format=FORMAT,
        )
    if version < 1:
        raise damaged(path, "session format {version}", version=version)


def _is_irregular(path: Path) -> bool:
    """Return whether a path is something other than a regular file or a link to one.

    A missing file is not irregular, because a session's recorder can delete its journal at any time.
    """
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return not (path.is_file() if stat.S_ISLNK(mode) else stat.S_ISREG(mode))


def _check_journal(path: Path) -> None:
    """Check that the rollback journal does not name a super-journal, which SQLite would look for and could delete.

    Raises:
        SessionError: If it names one. Outpace never writes such a journal, so the name is not trusted.
    """
    with contextlib.suppress(FileNotFoundError), opened_regular(path.with_name(path.name + "-journal")) as journal:
        journal.seek(max(0, journal.seek(0, os.SEEK_END) - len(JOURNAL_MAGIC)))
        if journal.read() == JOURNAL_MAGIC:
            raise damaged(path, "the journal beside it names another file")


def _with_guards(connection: apsw.Connection, path: Path) -> apsw.Connection:
    until = time.thread_time() + OPENING_S

    def too_long() -> bool:
        return time.thread_time() > until

    try:
        for option, on in (
            (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
            (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0),
            (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
        ):
            connection.config(option, on)
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, VALUE_BYTES)
        connection.limit(apsw.SQLITE_LIMIT_ATTACHED, 1)  # required by VACUUM INTO
        connection.set_busy_timeout(LOCKED_MS)
        connection.set_progress_handler(too_long, STEPS_A_LOOK)
        connection.execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY")
        _check_tables(connection, path)
        connection.set_progress_handler(None)
    except apsw.InterruptError:
        connection.close()
        raise damaged(path, "its tables take too long to look through") from None
    except BaseException:
        connection.close()
        raise
    return connection


def _check_tables(connection: apsw.Connection, path: Path) -> None:
    """Check that every table of the format has the expected shape, and that the file contains no active objects.

    A later version can append plain columns and tables, which are ignored. A column with a default is rejected because
    a single value in the schema would then stand for millions of rows; an unknown index is also rejected.
    """
    ((entries,),) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    if not isinstance(entries, int) or entries > SCHEMA_ENTRIES:
        raise damaged(path, "it has {entries:,} tables and indexes, more than any session", entries=entries)
    active_objects = connection.execute(
        "SELECT type FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'create virtual%'"
    ).fetchall()
    if active_objects:
        part = "virtual table" if active_objects[0][0] == "table" else active_objects[0][0]
        raise damaged(path, "it contains a {part}, which no session has", part=part)
    shapes = table_shapes(connection)
    if any(shape.kind == "virtual" for shape in shapes.values()):
        raise damaged(path, "it contains a {part}, which no session has", part="virtual table")
    for table, shape in expected_shapes(format_of(connection)).items():
        if table not in shapes and table == "view":
            continue
        if table not in shapes or shapes[table].kind != "table":
            raise damaged(path, "the table {table} is missing", table=table)
        if not shapes[table].extends(shape):
            raise damaged(path, "the table {table} has other columns or indexes", table=table)


class TableShape(msgspec.Struct, frozen=True):
    """Shape of a table as reported by SQLite's pragmas."""

    kind: str
    """"table", "view", "virtual" or "shadow"."""
    options: tuple[object, object]
    """Flags of the options WITHOUT ROWID and STRICT."""
    columns: tuple[tuple[object, ...], ...]
    """Name, type, NOT NULL, default, position in the primary key, and hidden (generated) flag of each column."""
    indexes: frozenset[tuple[object, ...]]
    """Name, unique flag, origin, partial flag and columns of each index."""

    def extends(self, expected: "TableShape") -> bool:
        """Return whether this shape equals another, except for additional plain columns without a default."""
        common, additional = self.columns[: len(expected.columns)], self.columns[len(expected.columns) :]
        plain = all(default is None and not key and not hidden for _, _, _, default, key, hidden in additional)
        return (
            plain
            and common == expected.columns
            and (self.options, self.indexes) == (expected.options, expected.indexes)
        )


def table_shapes(connection: apsw.Connection) -> dict[str, TableShape]:
    """Return the shape of each table of a database, by name."""
    tables = connection.execute(
        "SELECT name, type, wr, strict FROM pragma_table_list"
        " WHERE schema = 'main' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    ).fetchall()
    shapes = {}
    for name, kind, without_rowid, strict in tables:
        columns = connection.execute(
            'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)', (name,)
        ).fetchall()
        indexes = connection.execute(
            'SELECT name, "unique", origin, partial FROM pragma_index_list(?)', (name,)
        ).fetchall()
        index_shapes = {
            (*index, *connection.execute("SELECT name FROM pragma_index_info(?)", (index[0],)).fetchall())
            for index in indexes
        }
        shapes[str(name)] = TableShape(str(kind), (without_rowid, strict), tuple(columns), frozenset(index_shapes))
    return shapes


@contextlib.contextmanager
def row_bytes(connection: apsw.Connection, most: int) -> Iterator[None]:
    """Limit the size of a row, in bytes, within a `with` block; larger rows raise apsw.TooBigError.

    Many rows of a damaged file can share the same pages, and are then large in total, however small the file is.
    """
    before = connection.limit(apsw.SQLITE_LIMIT_LENGTH, most)
    try:
        yield
    finally:
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, before)


def file_bytes(connection: apsw.Connection) -> int:
    """Return the size of an open session in bytes, including its write-ahead log."""
    return int(connection.pragma("page_count")) * int(connection.pragma("page_size"))


def format_of(connection: apsw.Connection) -> int:
    """Return the format of an open session."""
    return int(connection.pragma("user_version"))


@cache
def expected_shapes(version: int = FORMAT) -> Mapping[str, TableShape]:
    """Return the shape of each table as defined by the .sql files, or by an earlier format.

    Format 1 had a text column with a sentence, and a data column, instead of messages (app.session.migration reads it).
    """
    memory = apsw.Connection(":memory:")
    memory.execute(schema_sql("schema.sql") + schema_sql("view.sql"))
    if version <= 2:
        memory.execute("DROP TABLE latency; DROP TABLE latency_minute;" + schema_sql("before_format_3.sql"))
    if version == 1:
        memory.execute("ALTER TABLE event RENAME COLUMN message TO text")
        memory.execute("ALTER TABLE event ADD COLUMN data TEXT NOT NULL")
    shapes = table_shapes(memory)
    memory.close()
    return {table: shapes[table] for table in (*RECORDED, "view")}


def expected_columns(version: int = FORMAT) -> Mapping[str, list[str]]:
    """Return the column names of each table; for an earlier format, the names at that time."""
    return {table: [str(column[0]) for column in shape.columns] for table, shape in expected_shapes(version).items()}
