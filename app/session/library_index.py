# SPDX-License-Identifier: Apache-2.0
"""Index file of the library: user-defined titles, tags and folders, and cached facts about session files."""

import contextlib
import json
import logging
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import apsw
import msgspec

from app.model.private_file import make_private
from app.model.report_text import ReportDetails
from app.session.connection import schema_sql
from app.session.library_facts import Facts
from app.session.session_error import SessionError

log = logging.getLogger(__name__)

APPLICATION_ID = 0x4F75746C
MEMORY = ":memory:"
OWN = "SELECT uuid, title, tags FROM own ORDER BY rowid"
FOLDERS = "SELECT path FROM folder ORDER BY rowid"
REPORTS = "SELECT uuid, details FROM report ORDER BY rowid"
BASELINES = "SELECT scenario_key, uuid, path, title, scenario_toml, since FROM baseline ORDER BY rowid"
Values = tuple[str | int | bytes, ...]


class CachedFacts(msgspec.Struct, frozen=True):
    """Cached facts about a file, valid while its size and modification time do not change.

    Attributes:
        checked: "", "same", "changed", or why it cannot be read (a Sentence as JSON).
        result_version: Generator of the result, "" if absent; `picture_version` is that of the picture.
    """

    path: str
    size: int
    mtime_ns: int
    facts: Facts
    checked: str = ""
    result: str = ""
    result_version: str = ""
    picture: bytes = b""
    picture_version: str = ""


class Own(msgspec.Struct, frozen=True):
    """User-defined title and tags of a session; if the title is empty, the recorded one applies."""

    title: str = ""
    tags: tuple[str, ...] = ()


class Baseline(msgspec.Struct, frozen=True):
    """Session with which a scenario is compared.

    Attributes:
        scenario_key: Key of app.scenario.recorded.
        title: Title of the scenario.
        scenario_toml: Text of the scenario as recorded.
        since: When the baseline was set, ISO 8601.
    """

    scenario_key: str
    uuid: str
    path: str
    title: str
    scenario_toml: str
    since: str


class LibraryIndex:
    """Thread-safe index in an SQLite file, which is created if missing.

    A damaged file is renamed and re-created from its readable titles, tags and folders. If no file can be created, the
    index is kept in memory.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._connection = self._open()

    def own(self) -> dict[str, Own]:
        """Return user-defined titles and tags by session UUID."""
        with self._lock:
            return {str(uuid): Own(str(title), _tags(tags)) for uuid, title, tags in self._connection.execute(OWN)}

    def folders(self) -> list[Path]:
        """Return the added folders."""
        with self._lock:
            return [Path(str(path)) for (path,) in self._connection.execute(FOLDERS)]

    def baselines(self) -> list[Baseline]:
        """Return the baselines of scenarios, in the order in which they were set."""
        with self._lock:
            return [Baseline(*map(str, row)) for row in self._connection.execute(BASELINES)]

    def report_details(self) -> dict[str, ReportDetails]:
        """Return the edited report details by session UUID; invalid rows are skipped."""
        details_by_uuid = {}
        with self._lock:
            for uuid, details in self._connection.execute(REPORTS):
                with contextlib.suppress(msgspec.MsgspecError):
                    details_by_uuid[str(uuid)] = msgspec.json.decode(str(details), type=ReportDetails)
        return details_by_uuid

    def known(self) -> dict[str, CachedFacts]:
        """Return the cached facts by path; invalid rows are skipped and will be created again."""
        known_by_path = {}
        with self._lock:
            for path, size, mtime_ns, facts, *rest in self._connection.execute("SELECT * FROM known"):
                with contextlib.suppress(msgspec.MsgspecError):
                    decoded = msgspec.json.decode(str(facts), type=Facts)
                    known_by_path[str(path)] = CachedFacts(str(path), int(size), int(mtime_ns), decoded, *rest)
        return known_by_path

    def put_own(self, uuid: str, own: Own) -> None:
        """Store title and tags.

        Raises:
            SessionError: If the index cannot be written.
        """
        row = (uuid, own.title, json.dumps(own.tags, ensure_ascii=False))
        self._write("INSERT OR REPLACE INTO own VALUES (?, ?, ?)", [row])

    def put_folder(self, path: Path, *, wanted: bool) -> None:
        """Add or remove a folder.

        Raises:
            SessionError: If the index cannot be written.
        """
        sql = "INSERT OR IGNORE INTO folder VALUES (?)" if wanted else "DELETE FROM folder WHERE path = ?"
        self._write(sql, [(str(path),)])

    def put_baseline(self, baseline: Baseline) -> None:
        """Store the baseline of a scenario, replacing an earlier one.

        Raises:
            SessionError: If the index cannot be written.
        """
        self._require_file()
        row = msgspec.structs.astuple(baseline)
        self._write("INSERT OR REPLACE INTO baseline VALUES (?, ?, ?, ?, ?, ?)", [row])

    def put_report_details(self, uuid: str, details: ReportDetails) -> None:
        """Store the edited report details of a session.

        Raises:
            SessionError: If the index cannot be written.
        """
        self._require_file()
        row = (uuid, msgspec.json.encode(details).decode())
        self._write("INSERT OR REPLACE INTO report VALUES (?, ?)", [row])

    def drop_baseline(self, scenario_key: str) -> None:
        """Remove the baseline of a scenario.

        Raises:
            SessionError: If the index cannot be written.
        """
        self._write("DELETE FROM baseline WHERE scenario_key = ?", [(scenario_key,)])

    def _require_file(self) -> None:
        """Check that the index is stored in a file.

        Raises:
            SessionError: If it exists only in memory.
        """
        if not self._connection.filename:
            raise SessionError(
                "The library's index {path} can't be used, so nothing is kept in it. The log says why.", path=self.path
            )

    def put_known(self, files: Iterable[CachedFacts]) -> None:
        """Cache facts about files; a failure is only logged because the files can be read again."""
        rows = [
            (k.path, k.size, k.mtime_ns, msgspec.json.encode(k.facts).decode(), k.checked, k.result, k.result_version,
             k.picture, k.picture_version)
            for k in files
        ]  # fmt: skip
        try:
            self._write("INSERT OR REPLACE INTO known VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        except SessionError as error:
            log.warning("%s", error)

    def forget(self, paths: Iterable[str]) -> None:
        """Remove the facts about missing files; titles and tags are kept in case the files reappear."""
        try:
            self._write("DELETE FROM known WHERE path = ?", [(path,) for path in paths])
        except SessionError as error:
            log.warning("%s", error)

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _write(self, sql: str, rows: Sequence[Values]) -> None:
        if not rows:
            return
        try:
            with self._lock, self._connection:
                self._connection.executemany(sql, rows)
        except apsw.Error as error:
            raise SessionError(
                "The library's index {path} can't be written ({reason}). The sessions are not affected.",
                path=self.path,
                reason=error,
            ) from error

    def _open(self) -> apsw.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return _connect(str(self.path))
            except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError) as error:
                log.warning("%s is damaged (%s): it is made anew", self.path, error)
                return self._rebuild()
        except (apsw.Error, OSError) as error:
            log.warning("%s can't be used (%s): titles and tags are not kept", self.path, error)
            return _connect(MEMORY)

    def _rebuild(self) -> apsw.Connection:
        """Create a new file with the readable titles, tags and folders of the damaged file."""
        rows = {name: list(_readable_rows(self.path, name)) for name in ("own", "folder", "baseline", "report")}
        self.path.replace(self.path.with_name(self.path.name + ".damaged"))
        connection = _connect(str(self.path))
        for name, marks in (("own", "?, ?, ?"), ("folder", "?"), ("baseline", "?, ?, ?, ?, ?, ?"), ("report", "?, ?")):
            with contextlib.suppress(apsw.Error):
                connection.executemany(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", rows[name])  # noqa: S608
        return connection


def _connect(path: str) -> apsw.Connection:
    """Open an index with all its tables, creating missing ones.

    Raises:
        apsw.Error: If the file is damaged or unusable.
    """
    if path != MEMORY:
        with contextlib.suppress(OSError):  # SQLite reports problems with the path
            make_private(Path(path))
    connection = apsw.Connection(path)
    try:
        connection.set_busy_timeout(2000)
        if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise apsw.CorruptError("quick_check found damage")
        connection.execute("PRAGMA synchronous = NORMAL")
        complete = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'report'").fetchone()
        if connection.pragma("application_id") != APPLICATION_ID or not complete:
            with connection:
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}; {schema_sql('library_index.sql')}")
        # A database in which tables with these names have other columns is not an index.
        for sql in (OWN, FOLDERS, BASELINES, REPORTS, "SELECT path, facts, picture_made FROM known"):
            connection.execute(f"{sql} LIMIT 1").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _readable_rows(path: Path, table: str) -> Iterator[Values]:
    """Yield the readable rows of a table in a damaged file, from both ends up to the damage."""
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except apsw.Error:
        return
    for order in ("rowid", "rowid DESC"):
        with contextlib.suppress(apsw.Error):
            yield from connection.execute(f"SELECT * FROM {table} NOT INDEXED ORDER BY {order}")  # noqa: S608
    connection.close()


def _tags(text: object) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(str(text), type=tuple[str, ...])
    except msgspec.MsgspecError:
        return ()
