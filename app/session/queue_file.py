# SPDX-License-Identifier: Apache-2.0
"""A queue of scenarios that are run one after the other: the file that remembers them in the folder of their sessions.

Every change is on the disk before the next step is taken, so that a queue that was killed at any moment goes on where
it was. Whoever runs the queue holds a lock of the operating system, which ends with the process however that ends;
others may add to a queue that runs.
"""

import contextlib
import datetime
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import apsw
import msgspec

from app.session.connection import schema_sql
from app.session.session_error import SessionError

NAME = "outpace-queue.sqlite"
LOCK = "outpace-queue.lock"
APPLICATION_ID = 0x4F757451
BUSY_MS = 5000

ItemState = Literal["waiting", "running", "valid", "not valid", "failed"]
"""The last three are over: it is not run again."""


class QueueError(SessionError):
    """The queue can't be read, written or run; the message says why."""


class Item(msgspec.Struct, frozen=True):
    """A scenario in the queue. id: in the order in which they are run. scenario: a file's absolute path, or a built-in
    one's name. seconds: run time instead of the scenario's. session: its file, "" before it began. began, ended: ISO
    8601, "" where it did not. note: why it failed, or what else must be known."""

    id: int
    scenario: str
    seconds: float | None
    state: ItemState
    session: str = ""
    began: str = ""
    ended: str = ""
    note: str = ""


class QueueFile:
    """The queue of a folder, which is made where it is missing."""

    def __init__(self, folder: Path) -> None:
        """Raises QueueError where the file is none of ours, damaged, or can't be written."""
        self.path = folder / NAME
        self._lock_path = folder / LOCK
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise QueueError("{path}: {reason}", path=folder, reason=error) from error
        with self._named():
            self._connection = apsw.Connection(str(self.path))
            self._connection.set_busy_timeout(BUSY_MS)
            try:
                self._connection.execute("PRAGMA synchronous = FULL")
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def items(self) -> list[Item]:
        """All, in their order."""
        with self._named():
            rows = self._connection.execute("SELECT * FROM item ORDER BY id").fetchall()
            names = Item.__struct_fields__
            return [msgspec.convert(dict(zip(names, row, strict=True)), Item) for row in rows]

    def add(self, scenarios: Sequence[str], seconds: float | None = None) -> None:
        """Appends scenarios that wait."""
        self._write(
            "INSERT INTO item (scenario, seconds, state, session, began, ended, note)"
            " VALUES (?, ?, 'waiting', '', '', '', '')",
            [(scenario, seconds) for scenario in scenarios],
        )

    def begin(self, item: Item, session: Path, note: str) -> None:
        """It runs from now on and records to this file."""
        sql = "UPDATE item SET state = 'running', session = ?, began = ?, ended = '', note = ? WHERE id = ?"
        self._write(sql, [(str(session), _now(), note, item.id)])

    def end(self, item: Item, state: ItemState, note: str) -> None:
        """What came of it."""
        self._write("UPDATE item SET state = ?, ended = ?, note = ? WHERE id = ?", [(state, _now(), note, item.id)])

    def wait_again(self, item: Item, note: str) -> None:
        """It was interrupted, and is to be run again."""
        self._write("UPDATE item SET state = 'waiting', note = ? WHERE id = ?", [(note, item.id)])

    def remove(self, ids: Sequence[int]) -> None:
        """Takes items out; one that runs is not touched."""
        self._write("DELETE FROM item WHERE id = ? AND state <> 'running'", [(number,) for number in ids])

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """While it lasts no other process can run this queue. Raises QueueError where one does."""
        with self._named():
            connection = apsw.Connection(str(self._lock_path))
        try:
            try:
                with self._named():
                    connection.execute("BEGIN EXCLUSIVE")
            except QueueError as error:
                if not isinstance(error.__cause__, apsw.BusyError):
                    raise
                raise QueueError(
                    "The queue of {folder} is being run by another process. Wait for it, or name another folder.",
                    folder=self.path.parent,
                ) from error.__cause__
            yield
        finally:
            connection.close()

    @property
    def running(self) -> bool:
        """Whether a process runs this queue now."""
        try:
            with self.held():
                return False
        except QueueError as error:
            return isinstance(error.__cause__, apsw.BusyError)

    def close(self) -> None:
        """Lets go of the file."""
        self._connection.close()

    def _prepare(self) -> None:
        found = self._connection.pragma("application_id")
        if found == APPLICATION_ID:
            self._connection.execute("SELECT id FROM item LIMIT 1").fetchall()
            return
        if found or self._connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise QueueError("{path} is no queue of Outpace. Move it away, or name another folder.", path=self.path)
        with self._connection:
            self._connection.execute(schema_sql("queue_file.sql"))
            self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _write(self, sql: str, rows: Sequence[tuple[str | float | int | None, ...]]) -> None:
        with self._named(), self._connection:
            self._connection.executemany(sql, rows)

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Turns what SQLite says into a QueueError that names the file."""
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, msgspec.ValidationError, ValueError) as error:
            raise QueueError(
                "{path} is damaged or of another version ({reason}). Move it away; the sessions are not affected.",
                path=self.path,
                reason=error,
            ) from error
        except apsw.Error as error:
            raise QueueError("{path} can't be used: {reason}", path=self.path, reason=error) from error


def _now() -> str:
    return datetime.datetime.now().astimezone().isoformat(timespec="seconds")
