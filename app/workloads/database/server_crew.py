# SPDX-License-Identifier: Apache-2.0
"""Statements at work on several connections at once, watched by one thread that can cancel them."""

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
"""A statement may end by itself for so long before its session is ended."""
HUNG_S = 30.0
"""... and a thread whose session was ended is left to itself after so long."""
TRIES = 5
Retryable = Callable[[Exception], bool]
"""Whether a unit that failed so may be tried again at once (a deadlock)."""


class Unit(msgspec.Struct, frozen=True):
    """A piece of work: `work(connection)` on one of the crew's connections. name: for the progress; weight: in rows."""

    name: str
    work: Callable[[Connection], Any]
    weight: float = 0.0


@dataclass(slots=True)
class _Member:
    """One connection's thread. session: the server's number of the connection; 0 before there is one."""

    session: int = 0
    thread: threading.Thread = field(init=False)


Ended = None
"""What a thread sends last."""


@dataclass(slots=True)
class _Shift:
    """One run of the crew: the units still to do, what came of the done ones."""

    waiting: "queue.SimpleQueue[tuple[int, Unit]]" = field(default_factory=queue.SimpleQueue)
    finished: "queue.SimpleQueue[tuple[int, Unit, Any] | None]" = field(default_factory=queue.SimpleQueue)
    stop: threading.Event = field(default_factory=threading.Event)
    errors: list[Exception] = field(default_factory=list)


class Crew:
    """Makes units of work on up to `connections` connections to one database, kept from run to run until `close`."""

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
        """Makes all units, in no order, and returns what each returned. `done` is told in the caller's thread.

        Raises the first error of a unit after all threads have ended, BuildCancelledError where `cancelled` says so.
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
        """Ends the connections."""
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait()[0].close()

    def _started(self, shift: _Shift) -> _Member:
        member = _Member()
        member.thread = threading.Thread(target=self._work, args=(shift, member), daemon=True)
        member.thread.start()
        return member

    def _end(self, members: Sequence[_Member]) -> None:
        """Waits for the threads; ends the sessions of those that go on with a long statement."""
        for member in members:
            member.thread.join(GRACE_S)
        busy = [member for member in members if member.thread.is_alive()]
        if not busy:
            return
        with suppress(Exception), closing(self._connect(None)) as connection:  # a server that is gone ends none
            for member in busy:
                if member.session:
                    self._part.end_session(connection.cursor(), member.session)
        for member in busy:
            member.thread.join(HUNG_S)

    def _work(self, shift: _Shift, member: _Member) -> None:
        """A thread: units one after the other until none is left, one fails, or the shift stops."""
        connection: Connection | None = None
        try:
            connection, member.session = self._connection()
            with suppress(queue.Empty):
                while not shift.stop.is_set():
                    number, unit = shift.waiting.get_nowait()
                    shift.finished.put((number, unit, self._result_of(unit, connection, shift)))
            self._idle.put((connection, member.session))
        except Exception as error:  # noqa: BLE001 - whatever it is belongs to the caller's thread
            shift.errors.append(error)
            shift.stop.set()
            if connection is not None:
                with suppress(Exception):  # a lost one can't be closed
                    connection.close()
        finally:
            shift.finished.put(Ended)

    def _connection(self) -> tuple[Connection, int]:
        """One of an earlier run, or a new one, with the server's number of it."""
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            connection = self._connect(self._database)
            cursor = connection.cursor()
            self._part.prepare_session(cursor)
            return connection, self._part.session_id(cursor)

    def _result_of(self, unit: Unit, connection: Connection, shift: _Shift) -> Any:
        """The unit's result; a deadlock or lock timeout is tried again."""
        for tries_left in reversed(range(TRIES)):
            try:
                return unit.work(connection)
            except Exception as error:
                if not tries_left or shift.stop.is_set() or not self._retryable(error):
                    raise
        raise AssertionError("unreachable")
