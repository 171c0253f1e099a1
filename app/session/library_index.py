# SPDX-License-Identifier: Apache-2.0
"""The library's index file: titles, tags and folders of the person's own, and what is known of the session files."""

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


class Known(msgspec.Struct, frozen=True):
    """What is known of a file of this size and time. checked: "", "same", "changed", or why it can't be
    read (a Sentence as JSON).

    result_version, picture_version: of what made them; "" where they were not made yet.
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
    """What a person called a session. title: "" where it has its own."""

    title: str = ""
    tags: tuple[str, ...] = ()


class Baseline(msgspec.Struct, frozen=True):
    """The session that a scenario is compared with. scenario_key: app.scenario.recorded. title: the scenario's, whose
    text the session has recorded. since: ISO 8601."""

    scenario_key: str
    uuid: str
    path: str
    title: str
    scenario_toml: str
    since: str


class LibraryIndex:
    """One SQLite file, made where there is none; for any thread. A damaged one is put aside and made anew with what
    can be read of its titles, tags and folders. Where no file can be had it is kept in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._connection = self._opened()

    def own(self) -> dict[str, Own]:
        """Titles and tags by the session's uuid."""
        with self._lock:
            return {str(uuid): Own(str(title), _tags(tags)) for uuid, title, tags in self._connection.execute(OWN)}

    def folders(self) -> list[Path]:
        """The folders that were added."""
        with self._lock:
            return [Path(str(path)) for (path,) in self._connection.execute(FOLDERS)]

    def baselines(self) -> list[Baseline]:
        """The session of each scenario that has one, in the order in which they were set."""
        with self._lock:
            return [Baseline(*map(str, row)) for row in self._connection.execute(BASELINES)]

    def report_details(self) -> dict[str, ReportDetails]:
        """What was edited for reports, by the session's uuid. A row that makes no sense is left out."""
        found = {}
        with self._lock:
            for uuid, details in self._connection.execute(REPORTS):
                with contextlib.suppress(msgspec.MsgspecError):
                    found[str(uuid)] = msgspec.json.decode(str(details), type=ReportDetails)
        return found

    def known(self) -> dict[str, Known]:
        """What is known of files, by path. A row that makes no sense is left out: it is made again."""
        found = {}
        with self._lock:
            for path, size, mtime_ns, facts, *rest in self._connection.execute("SELECT * FROM known"):
                with contextlib.suppress(msgspec.MsgspecError):
                    read = msgspec.json.decode(str(facts), type=Facts)
                    found[str(path)] = Known(str(path), int(size), int(mtime_ns), read, *rest)
        return found

    def put_own(self, uuid: str, own: Own) -> None:
        """Keeps a title and tags. Raises SessionError where that fails."""
        row = (uuid, own.title, json.dumps(own.tags, ensure_ascii=False))
        self._write("INSERT OR REPLACE INTO own VALUES (?, ?, ?)", [row])

    def put_folder(self, path: Path, *, wanted: bool) -> None:
        """Adds or takes out a folder. Raises SessionError where that fails."""
        sql = "INSERT OR IGNORE INTO folder VALUES (?)" if wanted else "DELETE FROM folder WHERE path = ?"
        self._write(sql, [(str(path),)])

    def put_baseline(self, baseline: Baseline) -> None:
        """Keeps the session of a scenario, in the place of an earlier one. Raises SessionError where that fails."""
        self._require_file()
        row = msgspec.structs.astuple(baseline)
        self._write("INSERT OR REPLACE INTO baseline VALUES (?, ?, ?, ?, ?, ?)", [row])

    def put_report_details(self, uuid: str, details: ReportDetails) -> None:
        """Keeps what was edited for a session's reports. Raises SessionError where that fails."""
        self._require_file()
        row = (uuid, msgspec.json.encode(details).decode())
        self._write("INSERT OR REPLACE INTO report VALUES (?, ?)", [row])

    def drop_baseline(self, scenario_key: str) -> None:
        """Forgets it. Raises SessionError where that fails."""
        self._write("DELETE FROM baseline WHERE scenario_key = ?", [(scenario_key,)])

    def _require_file(self) -> None:
        """Raises SessionError where this index is in memory only."""
        if not self._connection.filename:
            raise SessionError(
                "The library's index {path} can't be used, so nothing is kept in it. The log says why.", path=self.path
            )

    def put_known(self, files: Iterable[Known]) -> None:
        """Keeps what is known of files. It can be made again: a failure is only logged."""
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
        """Drops what is known of files that are gone. Titles and tags stay: the files may come back."""
        try:
            self._write("DELETE FROM known WHERE path = ?", [(path,) for path in paths])
        except SessionError as error:
            log.warning("%s", error)

    def close(self) -> None:
        """Lets go of the file."""
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

    def _opened(self) -> apsw.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return _connected(str(self.path))
            except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError) as error:
                log.warning("%s is damaged (%s): it is made anew", self.path, error)
                return self._rebuilt()
        except (apsw.Error, OSError) as error:
            log.warning("%s can't be used (%s): titles and tags are not kept", self.path, error)
            return _connected(MEMORY)

    def _rebuilt(self) -> apsw.Connection:
        """A new file with the titles, tags and folders that can still be read of the damaged one."""
        rows = {name: list(_readable(self.path, name)) for name in ("own", "folder", "baseline", "report")}
        self.path.replace(self.path.with_name(self.path.name + ".damaged"))
        connection = _connected(str(self.path))
        for name, marks in (("own", "?, ?, ?"), ("folder", "?"), ("baseline", "?, ?, ?, ?, ?, ?"), ("report", "?, ?")):
            with contextlib.suppress(apsw.Error):
                connection.executemany(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", rows[name])  # noqa: S608
        return connection


def _connected(path: str) -> apsw.Connection:
    """A connection to a whole index. Raises apsw.Error."""
    if path != MEMORY:
        with contextlib.suppress(OSError):  # SQLite says what is wrong with the place
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
        # Another table of one of these names is no index either.
        for sql in (OWN, FOLDERS, BASELINES, REPORTS, "SELECT path, facts, picture_made FROM known"):
            connection.execute(f"{sql} LIMIT 1").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _readable(path: Path, table: str) -> Iterator[Values]:
    """The rows of a damaged file's table that can still be read, from both ends up to where it breaks."""
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
