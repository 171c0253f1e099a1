# SPDX-License-Identifier: Apache-2.0
"""Queue of scenarios to run one after the other, stored in the folder of their sessions.

Every change is written to the disk before the next step, so that a queue can be resumed after being killed at any time.
The process that runs the queue holds an operating-system lock, which is released when it ends; other processes can add
items to a running queue.
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
"""State of an item; the last three states are final."""


class QueueError(SessionError):
    """The queue cannot be read, written or run; the message contains the reason."""


class Item(msgspec.Struct, frozen=True):
    """Scenario in the queue.

    Attributes:
        id: Number, which determines the order of execution.
        scenario: Absolute path of a file, or name of a built-in scenario.
        seconds: Duration that overrides the scenario's.
        session: Session file; "" before the start.
        began: Start time, ISO 8601; "" before the start. `ended` is the end time.
        note: Reason for a failure, or other information.
    """

    id: int
    scenario: str
    seconds: float | None
    state: ItemState
    session: str = ""
    began: str = ""
    ended: str = ""
    note: str = ""


class QueueFile:
    """Queue of a folder, which is created if missing."""

    def __init__(self, folder: Path) -> None:
        """Open the queue.

        Raises:
            QueueError: If the file is not a queue, is damaged or cannot be written.
        """
        self.path = folder / NAME
        self._lock_path = folder / LOCK
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise QueueError("{path}: {reason}", path=folder, reason=error) from error
        with self._queue_errors():
            self._connection = apsw.Connection(str(self.path))
            self._connection.set_busy_timeout(BUSY_MS)
            try:
                self._connection.execute("PRAGMA synchronous = FULL")
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def items(self) -> list[Item]:
        """Return all items in order."""
        with self._queue_errors():
            rows = self._connection.execute("SELECT * FROM item ORDER BY id").fetchall()
            names = Item.__struct_fields__
            return [msgspec.convert(dict(zip(names, row, strict=True)), Item) for row in rows]

    def add(self, scenarios: Sequence[str], seconds: float | None = None) -> None:
        """Append scenarios as waiting items."""
        self._write(
            "INSERT INTO item (scenario, seconds, state, session, began, ended, note)"
            " VALUES (?, ?, 'waiting', '', '', '', '')",
            [(scenario, seconds) for scenario in scenarios],
        )

    def begin(self, item: Item, session: Path, note: str) -> None:
        """Mark an item as running and being recorded to a file."""
        sql = "UPDATE item SET state = 'running', session = ?, began = ?, ended = '', note = ? WHERE id = ?"
        self._write(sql, [(str(session), _now(), note, item.id)])

    def end(self, item: Item, state: ItemState, note: str) -> None:
        """Store the final state of an item."""
        self._write("UPDATE item SET state = ?, ended = ?, note = ? WHERE id = ?", [(state, _now(), note, item.id)])

    def wait_again(self, item: Item, note: str) -> None:
        """Return an interrupted item to the waiting state."""
        self._write("UPDATE item SET state = 'waiting', note = ? WHERE id = ?", [(note, item.id)])

    def remove(self, ids: Sequence[int]) -> None:
        """Remove items, except a running one."""
        self._write("DELETE FROM item WHERE id = ? AND state <> 'running'", [(number,) for number in ids])

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Lock the queue, so that no other process can run it.

        Raises:
            QueueError: If another process is running the queue.
        """
        with self._queue_errors():
            connection = apsw.Connection(str(self._lock_path))
        try:
            try:
                with self._queue_errors():
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
        """True if a process is running this queue."""
        try:
            with self.held():
                return False
        except QueueError as error:
            return isinstance(error.__cause__, apsw.BusyError)

    def close(self) -> None:
        self._connection.close()

    def _prepare(self) -> None:
        application_id = self._connection.pragma("application_id")
        if application_id == APPLICATION_ID:
            self._connection.execute("SELECT id FROM item LIMIT 1").fetchall()
            return
        if application_id or self._connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise QueueError("{path} is no queue of Outpace. Move it away, or name another folder.", path=self.path)
        with self._connection:
            self._connection.execute(schema_sql("queue_file.sql"))
            self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _write(self, sql: str, rows: Sequence[tuple[str | float | int | None, ...]]) -> None:
        with self._queue_errors(), self._connection:
            self._connection.executemany(sql, rows)

    @contextlib.contextmanager
    def _queue_errors(self) -> Iterator[None]:
        """Convert SQLite's errors to a QueueError that names the file."""
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
