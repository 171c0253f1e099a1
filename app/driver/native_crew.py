# SPDX-License-Identifier: Apache-2.0
"""Users of one worker in the native library: one thread per user runs the workload's tape.

The interface is that of Crew, whose rules native/crew.c implements. The dialect classifies failed calls here, as it
does for Python users.
"""

import ctypes
import logging
import os
import threading
from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.databases.odbc_session import LibpqSession, OdbcSession, SessionStatement, driver_manager, numbered
from app.databases.server import load_pyodbc
from app.driver.depth_crew import NewUser
from app.driver.load import MOST_USERS, Load, Seat, stream
from app.driver.users import ALL, CPU_EVERY, Activity, Census, UserContext, VirtualUser
from app.native.native_library import NativeLibrary
from app.native.native_tape import STATE_WORDS, WHY_BYTES, TapeAnswer, TapeError, TapeValue, store_answer
from app.workloads.workload import CONNECT, CarriedCalls, Fault, PlacedWorkload, ServerCalls, TapedWorkload

REFUSED, CALL, NO_ROW, FAULT = range(4)
GIVE_UP, AGAIN, RECONNECT = range(3)
OPEN, CLOSE = -1, -2
NUMBER, TEXT, REAL = range(3)
CANCEL_S = 1.0
"""Timeout in seconds for canceled calls to end."""
ROOM = 4 * MOST_USERS
"""Capacity of a snapshot of users, including those that are leaving."""

_Words = ctypes.c_uint32 * STATE_WORDS
_FAILED = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.c_char_p, ctypes.c_char_p
)
_TRIED = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_int32)
_ANSWERER = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.c_int32,
    ctypes.POINTER(TapeValue),
    ctypes.c_int32,
    ctypes.POINTER(TapeAnswer),
    ctypes.POINTER(ctypes.c_int64),
)

log = logging.getLogger(__name__)


class _Settings(ctypes.Structure):
    """Struct outpace_crew_settings."""

    _fields_ = (
        ("operations", ctypes.c_int32),
        ("open_loop", ctypes.c_int32),
        ("cpu_every", ctypes.c_int32),
        ("think_s", ctypes.c_double),
        ("max_lag_s", ctypes.c_double),
        ("arrivals", _Words),
    )


class _Pause(ctypes.Structure):
    """Struct outpace_crew_pause."""

    _fields_ = (("fixed_s", ctypes.c_double), ("mean_s", ctypes.c_double), ("exponential", ctypes.c_int32))


class _User(ctypes.Structure):
    """Struct outpace_crew_user."""

    _fields_ = (
        *(
            (name, ctypes.c_int32)
            for name in ("number", "alive", "leaving", "running", "operation", "statement", "working")
        ),
        *(
            (name, ctypes.c_int64)
            for name in (
                "thread", "busy_since_ns", "lag_ns", "latest_began_ns", "latest_ended_ns", "called_ns", "answered_ns",
            )
        ),
    )  # fmt: skip

    def activity(self) -> Activity:
        """Return the user's activity, like VirtualUser.activity."""
        return Activity(
            self.busy_since_ns,
            self.lag_ns,
            self.latest_began_ns,
            self.latest_ended_ns,
            self.called_ns,
            self.operation,
            self.answered_ns,
        )


class _Value(ctypes.Structure):
    """Struct outpace_odbc_value."""

    _fields_ = (
        ("kind", ctypes.c_int32),
        ("number", ctypes.c_int64),
        ("real", ctypes.c_double),
        ("text", ctypes.c_char_p),
    )


def loops(load: Load) -> int:
    """Return the number of threads in a worker whose calls never block: the cores divided by initial workers."""
    return max((os.cpu_count() or 1) // load.workers, 1)


class NativeCrew:
    """Virtual users of one worker process, and the arrivals of its open loop (`set_rate`, `expire`, `log`)."""

    def __init__(self, around: UserContext, workload: TapedWorkload, tape: bytes, library: NativeLibrary) -> None:
        """Create the crew of an open workload.

        Raises:
            TapeError: If the tape is invalid.
            DatabaseError: If no session can be prepared.
        """
        self._around = around
        self._library = library
        self._calls = workload.calls()
        self._lock = threading.Lock()
        self._seats: dict[Seat, int] = {}
        self._working: dict[int, bool] = {}
        self._next = 0
        self._new: dict[int, NewUser] = {}
        # Exceptions raised by calls answered in Python, stored until C requests their classification.
        self._raised: dict[int, Exception] = {}
        # C calls these as long as there are users; the references keep them alive.
        self._callbacks = _FAILED(self._failed), _TRIED(self._tried), _ANSWERER(self._answered)
        self._odbc: int | None = None
        self._libpq: int | None = None
        self._let_go: Callable[[], None] = lambda: None
        self._crew = self._new_crew(tape)
        self._connect(tape)
        around.start.tell(self._release)
        self.log: list[int] = []

    @property
    def transport(self) -> str:
        """Interface through which the calls are made: "ODBC", "libpq", "SQLite"."""
        if isinstance(self._calls, CarriedCalls):
            return self._calls.transport
        libpq = isinstance(self._calls, ServerCalls) and isinstance(self._calls.session, LibpqSession)
        return "libpq" if libpq else "ODBC"

    def _call(self, name: str, result: Any, *arguments: Any, quick: bool = False) -> Any:
        """Call the library's function outpace_<name>; each argument is (ctypes type, value)."""
        types, values = [kind for kind, _ in arguments], [value for _, value in arguments]
        return self._library.function(f"outpace_{name}", result, *types, quick=quick)(*values)

    def _of_crew(self, name: str, result: Any, *arguments: Any, quick: bool = False) -> Any:
        return self._call(f"crew_{name}", result, (ctypes.c_void_p, self._crew), *arguments, quick=quick)

    def _new_crew(self, tape: bytes) -> int:
        load, arrivals = self._around.load, self._around.arrivals
        state = _Words(*arrivals.state) if arrivals is not None else _Words()
        cpu_every = CPU_EVERY if load.embedded else 0
        settings = _Settings(
            len(self._around.timed), arrivals is not None, cpu_every, load.think_time_s, load.max_lag_s, state
        )
        why = ctypes.create_string_buffer(WHY_BYTES)
        crew: int | None = self._call(
            "crew_new",
            ctypes.c_void_p,
            (ctypes.c_char_p, tape),
            (ctypes.c_int64, len(tape)),
            (ctypes.POINTER(_Settings), ctypes.byref(settings)),
            (ctypes.c_char_p, bytes(self._around.timed)),
            (_FAILED, self._callbacks[0]),
            (_TRIED, self._callbacks[1]),
            (ctypes.c_char_p, why),
        )
        if not crew:
            raise TapeError(why.value.decode(errors="replace") or "there is no memory for the users")
        if load.pauses:
            pauses = [load.pauses[operation.key] for operation in self._around.workload.operations]
            values = [_Pause(one.fixed_s, one.mean_s, one.spread == "exponential") for one in pauses]
            listed = (_Pause * len(values))(*values)
            if not self._call("crew_pauses", ctypes.c_int32, (ctypes.c_void_p, crew), (ctypes.POINTER(_Pause), listed)):
                raise TapeError("there is no memory for the users")
        return crew

    def _connect(self, tape: bytes) -> None:
        """Connect the crew to the transport of its calls."""
        calls = self._calls
        if isinstance(calls, CarriedCalls):
            self._let_go = calls.carry(self._library, self._crew)
        elif not isinstance(calls, ServerCalls):
            self._of_crew("answered", None, (_ANSWERER, self._callbacks[2]))
        elif isinstance(calls.session, LibpqSession):
            self._connect_libpq(calls.session, calls.statements)
        else:
            self._connect_odbc(calls.session, calls)

    def _connect_libpq(self, session: LibpqSession, statements: Sequence[str]) -> None:
        why = ctypes.create_string_buffer(WHY_BYTES)
        self._libpq = self._call(
            "libpq_new",
            ctypes.c_void_p,
            (ctypes.c_char_p, session.library.encode()),
            (ctypes.c_uint32, len(statements)),
            (ctypes.c_char_p, why),
        )
        if not self._libpq:
            raise TapeError(why.value.decode(errors="replace") or "there is no memory for sessions")
        libpq = (ctypes.c_void_p, self._libpq)
        whole = True
        for keyword, value in session.fields.items():
            words = (ctypes.c_char_p, keyword.encode()), (ctypes.c_char_p, value.encode())
            whole = self._call("libpq_field", ctypes.c_int32, libpq, *words) and whole
        for index, sql in enumerate(statements):
            text = (ctypes.c_char_p, numbered(sql).encode())
            whole = self._call("libpq_statement", ctypes.c_int32, libpq, (ctypes.c_uint32, index), text) and whole
        for statement in session.statements:
            values = (ctypes.c_char_p * max(len(statement.values), 1))(*(str(one).encode() for one in statement.values))
            whole = whole and self._call(
                "libpq_setting",
                ctypes.c_int32,
                libpq,
                (ctypes.c_char_p, numbered(statement.sql).encode()),
                (ctypes.POINTER(ctypes.c_char_p), values),
                (ctypes.c_int32, len(statement.values)),
                (ctypes.c_int32, statement.wanted),
            )
        if not whole:
            raise TapeError("a session has too many fields or statements")
        self._of_crew("over_libpq", None, libpq, (ctypes.c_int32, loops(self._around.load)))

    def _connect_odbc(self, session: OdbcSession, calls: ServerCalls) -> None:
        why = ctypes.create_string_buffer(WHY_BYTES)
        self._odbc = self._call(
            "odbc_new",
            ctypes.c_void_p,
            (ctypes.c_char_p, driver_manager().encode()),
            (ctypes.c_char_p, session.connection.encode()),
            (ctypes.c_int32, session.login_timeout_s),
            (ctypes.c_int32, session.narrow),
            (ctypes.c_int32, calls.drains),
            (ctypes.c_uint32, len(calls.statements)),
            (ctypes.c_char_p, why),
        )
        if not self._odbc:
            raise TapeError(why.value.decode(errors="replace") or "there is no memory for sessions")
        odbc = (ctypes.c_void_p, self._odbc)
        for index, sql in enumerate(calls.statements):
            whole = self._call(
                "odbc_statement", ctypes.c_int32, odbc, (ctypes.c_uint32, index), (ctypes.c_char_p, sql.encode())
            )
            if not whole:
                raise TapeError("there is no memory for the statements")
        for statement in session.statements:
            self._set(odbc, statement)
        self._of_crew("over_odbc", None, odbc)

    def _set(self, odbc: tuple[Any, int | None], statement: SessionStatement) -> None:
        values = (_Value * max(len(statement.values), 1))()
        for to, value in zip(values, statement.values, strict=False):
            match value:
                case str():
                    to.kind, to.text = TEXT, value.encode()
                case int():
                    to.kind, to.number = NUMBER, int(value)
                case float():
                    to.kind, to.real = REAL, value
        whole = self._call(
            "odbc_setting",
            ctypes.c_int32,
            odbc,
            (ctypes.c_char_p, statement.sql.encode()),
            (ctypes.POINTER(_Value), values),
            (ctypes.c_int32, len(statement.values)),
            (ctypes.c_int32, statement.wanted),
        )
        if not whole:
            raise TapeError("a session begins with too many statements")

    # Callbacks from the users' threads

    def _failed(self, user: int, what: int, extra: int, state: bytes, text: bytes) -> int:
        try:
            return self._judged(user, what, extra, state.decode(errors="replace"), text.decode(errors="replace"))
        except Exception as error:
            log.exception("what failed can't be told")
            self._around.troubles.add(type(error).__name__, str(error))
            return GIVE_UP

    def _judged(self, user: int, what: int, extra: int, state: str, text: str) -> int:
        troubles = self._around.troubles
        if what == FAULT:
            troubles.add(f"user replaced: {TapeError.__name__}", text)
            return GIVE_UP
        if what == NO_ROW:
            troubles.add(state, self._fault_text(user, text, 0))
            return GIVE_UP
        calls = self._calls
        to_error = calls.error if isinstance(calls, CarriedCalls) else _odbc_error
        error = self._raised.pop(user, None) or to_error(state, text)
        if what == REFUSED:
            if isinstance(calls, ServerCalls):
                error = calls.session.refusal(error if text else None, extra)
            elif isinstance(calls, CarriedCalls):
                error = calls.refusal(error if text else None, extra)
            troubles.refused(error)
            return GIVE_UP
        fault = error if isinstance(error, Fault) else calls.fault(error)
        retry = bool(extra) and fault.retryable and not fault.reconnect
        told = self._fault_text(user, str(fault))
        troubles.add(fault.kind, told, retried=retry, disconnected=fault.reconnect)
        if retry:
            return AGAIN
        return RECONNECT if fault.reconnect else GIVE_UP

    def _fault_text(self, user: int, text: str, line: int | None = None) -> str:
        """Return an error's text with its location, like UserContext.fault_text; `line` None: the current call's."""
        calls = self._calls
        if not isinstance(self._around.workload, PlacedWorkload) or not isinstance(calls, ServerCalls | CarriedCalls):
            return text
        present = next((one for one in self._snapshot_users() if one.number == user), None)
        if present is None:
            return text
        if line is None:
            line = calls.lines[present.statement] if present.statement < len(calls.lines) else 0
        return self._around.fault_text(present.operation, text, line)

    def _tried(self, user: int, alive: int) -> None:
        new = self._new.pop(user, None)
        if new is not None:
            new.alive = bool(alive)
            new.tried.set()

    def _answered(  # noqa: PLR0917 - C calls it
        self, user: int, statement: int, values: Any, count: int, results: Any, rows: Any
    ) -> int:
        calls = self._calls
        assert not isinstance(calls, ServerCalls | CarriedCalls)
        try:
            if statement == CLOSE:
                calls.close(user)
            elif statement == OPEN:
                calls.open(user)
            else:
                found = calls.call(user, statement, [values[index].plain() for index in range(count)])
                rows[0] = store_answer(found, results)
        except Exception as error:  # noqa: BLE001 - judged in _failed
            self._raised[user] = error
            return 0
        return 1

    # Interface for the worker

    def assign(self, seats: Sequence[Seat], working: int = ALL) -> list[NewUser]:
        """Set the seats; see Crew.assign."""
        new = []
        with self._lock:
            for seat in self._seats.keys() - set(seats):
                number = self._seats.pop(seat)
                del self._working[number]
                self._of_crew("leave", None, (ctypes.c_int32, number))
            for seat in seats:
                works = seat.user < working
                if seat not in self._seats:
                    new.append(self._join(seat, works))
                elif self._working[self._seats[seat]] != works:
                    self._of_crew("work", None, (ctypes.c_int32, self._seats[seat]), (ctypes.c_int32, works))
                self._working[self._seats[seat]] = works
        return new

    def _join(self, seat: Seat, works: bool) -> NewUser:
        around, user = self._around, NewUser()
        number = self._seats[seat] = self._next
        self._next += 1
        self._new[number] = user
        states = [
            _Words(*stream(around.load, around.target, name, seat.user, seat.generation).getstate()[1])
            for name in ("user", "pauses")
        ]
        joined = self._of_crew(
            "join",
            ctypes.c_int32,
            (ctypes.c_int32, number),
            (ctypes.c_int32, seat.user),
            (ctypes.c_int64, seat.begin_ns),
            (ctypes.c_int32, works),
            *((ctypes.POINTER(ctypes.c_uint32), state) for state in states),
        )
        if not joined:
            around.troubles.add(CONNECT, "the system refuses another thread", disconnected=True)
            self._tried(number, alive=False)
        return user

    def _release(self, start_ns: int) -> None:
        self._of_crew("release", None, (ctypes.c_int64, start_ns))

    def _snapshot_users(self) -> list[_User]:
        users = (_User * ROOM)()
        count: int = self._of_crew("look", ctypes.c_int32, (ctypes.POINTER(_User), users), (ctypes.c_int32, ROOM))
        return users[:count]

    def census(self) -> Census:
        """Return the current user counts; see Crew.census."""
        now_ns, everybody = perf_counter_ns(), self._snapshot_users()
        with self._lock:
            requested = sum(self._working.values())
        return Census(
            requested=requested,
            alive=sum(user.alive for user in everybody if user.working and not user.leaving),
            stalled=sum(user.activity().stalled(now_ns) for user in everybody),
        )

    def under_way_s(self, at_ns: int) -> float:
        """Return the sum of the ages of orders in flight; see Crew.under_way_s."""
        return sum(user.activity().under_way_ns(at_ns) for user in self._snapshot_users()) / 1e9

    def under_way(self, at_ns: int) -> list[tuple[int, int]]:
        """Return the long-running calls; see Crew.under_way."""
        operations = self._around.workload.operations
        return [each for user in self._snapshot_users() for each in user.activity().waiting(at_ns, operations)]

    def threads(self) -> list[int]:
        """Return the native IDs of the crew's threads; see Crew.threads."""
        return [user.thread for user in self._snapshot_users() if user.thread and user.running]

    def take(self) -> tuple[list[NDArray[np.int64]], list[VirtualUser]]:
        """Return all events since the last call, and no users to forget."""
        numbers = ctypes.POINTER(ctypes.c_int64)()
        pointers = ctypes.POINTER(ctypes.POINTER(ctypes.c_int64))
        count: int = self._of_crew("take", ctypes.c_int64, (pointers, ctypes.byref(numbers)))
        if not count:
            return [], []
        events = np.ctypeslib.as_array(numbers, (count,)).copy()
        self._call("crew_give_back", None, (ctypes.POINTER(ctypes.c_int64), numbers), quick=True)
        return [events], []

    def forget(self, gone: Sequence[VirtualUser]) -> None:
        """Do nothing, because `take` returns no users."""

    def unreturned(self) -> int:
        """Return the number of calls that never returned; see Crew.unreturned."""
        calls: int = self._of_crew("unreturned", ctypes.c_int32)
        return calls

    def dismiss(self, grace_s: float) -> int:
        """Let all users leave; see Crew.dismiss."""
        with self._lock:
            self._seats, self._working = {}, {}
        left: int = self._of_crew("dismiss", ctypes.c_int32, (ctypes.c_double, grace_s))
        return left

    def cancel(self) -> int:
        """Cancel the calls still running after `dismiss`, if supported; return the number of remaining users."""
        left: int = self._of_crew("cancel", ctypes.c_int32, (ctypes.c_double, CANCEL_S))
        return left

    def close(self) -> None:
        """Free all resources, unless users remain."""
        if not self._of_crew("free", ctypes.c_int32):
            return
        self._let_go()
        for name, of in (("odbc", self._odbc), ("libpq", self._libpq)):
            if of:
                self._call(f"{name}_free", None, (ctypes.c_void_p, of))

    def set_rate(self, rate: float, from_ns: int) -> None:
        """Set the arrival rate; see Arrivals.set_rate."""
        self._of_crew("set_rate", None, (ctypes.c_double, rate), (ctypes.c_int64, from_ns))

    def expire(self, now_ns: int) -> None:
        """Count arrivals that are too late; see Arrivals.expire."""
        self._of_crew("expire", None, (ctypes.c_int64, now_ns))


def _odbc_error(state: str, text: str) -> Exception:
    """Return the exception that pyodbc would raise."""
    error: Exception = load_pyodbc().Error(state, text)
    return error
