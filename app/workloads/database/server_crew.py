# SPDX-License-Identifier: Apache-2.0
"""Concurrent statements on several connections, supervised by one thread, which can cancel them."""

import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.workloads.database.engine_store import Connect, Connection, EngineStore
from app.workloads.workload import BuildCancelledError, Cancelled

LOOK_S = 0.1
GRACE_S = 1.0
"""Seconds to wait for a canceled statement before its session is terminated."""
HUNG_S = 30.0
"""Seconds after which a thread with a terminated session is abandoned."""
TRIES = 5
Retryable = Callable[[Exception], bool]
"""Function that returns whether a failed unit can be retried immediately (for example after a deadlock)."""


class Unit(msgspec.Struct, frozen=True):
    """Unit of work: `work(connection)` on one of the crew's connections.

    Attributes:
        name: Name of the task in the progress.
        weight: Cost of the unit, expressed in rows.
    """

    name: str
    work: Callable[[Connection], Any]
    weight: float = 0.0


@dataclass(slots=True)
class _Member:
    """Thread of one connection; `session` is the server's ID for its session, or 0 before it exists."""

    session: int = 0
    thread: threading.Thread = field(init=False)


Ended = None
"""Sentinel that a thread sends as its last message."""


@dataclass(slots=True)
class _Shift:
    """State of one `run`: pending units, and results of finished ones."""

    waiting: "queue.SimpleQueue[tuple[int, Unit]]" = field(default_factory=queue.SimpleQueue)
    finished: "queue.SimpleQueue[tuple[int, Unit, Any] | None]" = field(default_factory=queue.SimpleQueue)
    stop: threading.Event = field(default_factory=threading.Event)
    errors: list[Exception] = field(default_factory=list)


class ConnectionPool:
    """Pool that executes units on up to `connections` connections to one database, which stay open until `close`."""

    def __init__(
        self,
        connect: Connect,
        database: str | None,
        part: EngineStore,
        *,
        connections: int,
        cancelled: Cancelled,
        retryable: Retryable = lambda error: False,
    ) -> None:
        self._connect = connect
        self._database = database
        self._part = part
        self._connections = connections
        self._cancelled = cancelled
        self._retryable = retryable
        self._idle: queue.SimpleQueue[tuple[Connection, int]] = queue.SimpleQueue()

    def run(self, units: Sequence[Unit], done: Callable[[Unit], None]) -> list[Any]:
        """Execute all units in any order and return their results; `done` is called in the caller's thread.

        The first error of a unit is raised after all threads have ended.

        Raises:
            BuildCancelledError: It was canceled.
        """
        shift = _Shift()
        for numbered in enumerate(units):
            shift.waiting.put(numbered)
        members = [self._started(shift) for _ in range(min(self._connections, len(units)))]
        results: list[Any] = [None] * len(units)
        at_work, cancelled = len(members), False
        try:
            while at_work and not (cancelled := self._cancelled()):
                try:
                    outcome = shift.finished.get(timeout=LOOK_S)
                except queue.Empty:
                    continue
                if outcome is Ended:
                    at_work -= 1
                else:
                    number, unit, results[number] = outcome
                    done(unit)
        finally:
            shift.stop.set()
            self._end(members)
        if cancelled:
            raise BuildCancelledError("the build was cancelled")
        if shift.errors:
            raise shift.errors[0]
        return results

    def close(self) -> None:
        """Close the connections."""
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait()[0].close()

    def _started(self, shift: _Shift) -> _Member:
        member = _Member()
        member.thread = threading.Thread(target=self._work, args=(shift, member), daemon=True)
        member.thread.start()
        return member

    def _end(self, members: Sequence[_Member]) -> None:
        """Wait for the threads, and terminate the sessions of those whose statements take too long."""
        for member in members:
            member.thread.join(GRACE_S)
        busy = [member for member in members if member.thread.is_alive()]
        if not busy:
            return
        with suppress(Exception), closing(self._connect(None)) as connection:  # a server that is down has no sessions
            for member in busy:
                if member.session:
                    self._part.end_session(connection.cursor(), member.session)
        for member in busy:
            member.thread.join(HUNG_S)

    def _work(self, shift: _Shift, member: _Member) -> None:
        """Execute units until none remains, one fails, or the shift stops."""
        connection: Connection | None = None
        try:
            connection, member.session = self._connection()
            with suppress(queue.Empty):
                while not shift.stop.is_set():
                    number, unit = shift.waiting.get_nowait()
                    shift.finished.put((number, unit, self._result_of(unit, connection, shift)))
            self._idle.put((connection, member.session))
        except Exception as error:  # noqa: BLE001 - any error is raised in the caller's thread
            shift.errors.append(error)
            shift.stop.set()
            if connection is not None:
                with suppress(Exception):  # a lost connection cannot be closed
                    connection.close()
        finally:
            shift.finished.put(Ended)

    def _connection(self) -> tuple[Connection, int]:
        """Return an idle or new connection, with its session ID."""
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            connection = self._connect(self._database)
            cursor = connection.cursor()
            self._part.prepare_session(cursor)
            return connection, self._part.session_id(cursor)

    def _result_of(self, unit: Unit, connection: Connection, shift: _Shift) -> Any:
        """Return the result of a unit, retrying on a deadlock or lock timeout."""
        for tries_left in reversed(range(TRIES)):
            try:
                return unit.work(connection)
            except Exception as error:
                if not tries_left or shift.stop.is_set() or not self._retryable(error):
                    raise
        raise AssertionError("unreachable")
