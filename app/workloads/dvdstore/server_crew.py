"""Statements at work on several connections at once, watched by one thread that can cancel them."""

import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from app.workloads.dvdstore.building import BuildCancelledError
from app.workloads.dvdstore.server_part import Cancelled, Connect, Connection, ServerPart

LOOK_S = 0.1
GRACE_S = 1.0
"""A statement may end by itself for so long before its session is ended."""
TRIES = 5
Retryable = Callable[[Exception], bool]
"""Whether a unit that failed so may be tried again at once (a deadlock)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work: `work(connection)` on one of the crew's connections. name: for the progress; weight: in rows."""

    name: str
    work: Callable[[Connection], Any]
    weight: float = 0.0


@dataclass(slots=True)
class _Member:
    """One connection's thread. session: the server's number of it."""

    session: int = 0
    busy: bool = False
    thread: threading.Thread | None = None


@dataclass(slots=True)
class _Shift:
    """One run of the crew: the units still to do, what came of the done ones."""

    waiting: "queue.SimpleQueue[tuple[int, Unit]]"
    finished: "queue.SimpleQueue[tuple[int, Unit, Any]]" = field(default_factory=queue.SimpleQueue)
    stop: threading.Event = field(default_factory=threading.Event)
    errors: list[Exception] = field(default_factory=list)


class Crew:
    """Makes units of work on up to `connections` connections to one database, each opened and closed by its thread."""

    def __init__(
        self,
        connect: Connect,
        database: str | None,
        part: ServerPart,
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

    def run(self, units: Sequence[Unit], done: Callable[[Unit], None]) -> list[Any]:
        """Makes all units, in no order, and returns what each returned. `done` is told in the caller's thread.

        Raises the first error of a unit after all threads have ended, BuildCancelledError where `cancelled` says so.
        """
        shift = _Shift(queue.SimpleQueue())
        for numbered in enumerate(units):
            shift.waiting.put(numbered)
        members = [_Member() for _ in range(min(self._connections, len(units)))]
        for member in members:
            member.thread = threading.Thread(target=self._work, args=(shift, member), daemon=True)
            member.thread.start()
        results: list[Any] = [None] * len(units)
        cancelled = False
        try:
            while not cancelled and any(member.thread and member.thread.is_alive() for member in members):
                self._collect(shift, results, done, LOOK_S)
                cancelled = self._cancelled()
        finally:
            shift.stop.set()
            self._end(members)
        self._collect(shift, results, done, 0.0)
        if cancelled:
            raise BuildCancelledError("the build was cancelled")
        if shift.errors:
            raise shift.errors[0]
        return results

    def _collect(self, shift: _Shift, results: list[Any], done: Callable[[Unit], None], patience_s: float) -> None:
        """Takes what has come in, waiting for the first for up to `patience_s`."""
        try:
            while True:
                number, unit, result = shift.finished.get(block=patience_s > 0, timeout=patience_s or None)
                results[number] = result
                done(unit)
                patience_s = 0.0
        except queue.Empty:
            pass

    def _end(self, members: Sequence[_Member]) -> None:
        """Waits for the threads; ends the sessions of those that go on with a long statement."""
        for member in members:
            if member.thread is not None:
                member.thread.join(GRACE_S)
        busy = [member for member in members if member.thread and member.thread.is_alive() and member.busy]
        if not busy:
            return
        with closing(self._connect(None)) as connection:
            for member in busy:
                self._part.end_session(connection.cursor(), member.session)
        for member in busy:
            if member.thread is not None:
                member.thread.join()

    def _work(self, shift: _Shift, member: _Member) -> None:
        try:
            with closing(self._connect(self._database)) as connection:
                cursor = connection.cursor()
                self._part.prepare_session(cursor)
                member.session = self._part.session_id(cursor)
                member.busy = True
                while not shift.stop.is_set():
                    number, unit = shift.waiting.get_nowait()
                    shift.finished.put((number, unit, self._made(unit, connection, shift)))
        except queue.Empty:
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is belongs to the caller's thread
            shift.errors.append(error)
            shift.stop.set()
        finally:
            member.busy = False

    def _made(self, unit: Unit, connection: Connection, shift: _Shift) -> Any:
        """The unit's result; a deadlock or lock timeout is tried again."""
        for tries_left in reversed(range(TRIES)):
            try:
                return unit.work(connection)
            except Exception as error:
                if not tries_left or shift.stop.is_set() or not self._retryable(error):
                    raise
        raise AssertionError("unreachable")
