# SPDX-License-Identifier: Apache-2.0
"""Virtual users: each is a thread that runs a workload's cycles, call by call, and never ends silently.

A crew consists of all users of one worker: present, leaving and stuck ones.
"""

import logging
import random
import threading
from collections.abc import Sequence
from time import perf_counter_ns, thread_time_ns

import msgspec

from app.driver.load import Load, Seat, stream
from app.driver.pacing import Arrivals, CommonStart, wait_until
from app.driver.tally import Codes, Troubles
from app.model.pause import Pause
from app.workloads.workload import Call, Fault, Operation, PlacedWorkload, User, Workload

MAX_RETRY_WAIT_S = 1.0
FIRST_PAUSE_S = 0.01
MAX_PAUSE_S = 5.0
STALLED_NS = 10_000_000_000
CPU_EVERY = 16
NEVER = 1 << 62
ALL = 1 << 30
"""Sentinel: no limit on working users."""
WORK_LOOK_S = 0.2
OLD_NS = 1_000_000_000
"""Age in ns above which calls in flight are reported individually."""
LONG = 3 * 2048

log = logging.getLogger(__name__)


class _AbandonedError(Exception):
    """The cycle cannot continue, and the error has been counted.

    Attributes:
        reconnect: Whether the connection is no longer usable.
    """

    def __init__(self, reconnect: bool) -> None:
        super().__init__()
        self.reconnect = reconnect


class UserContext(msgspec.Struct, frozen=True):
    """State shared by all users of a worker.

    Attributes:
        arrivals: Arrivals of an open loop; None in a closed one.
        keeping_up: Cleared while a frame is computed. A thread that competes with 32 busy ones gets 1/33 of the
            interpreter, so users with thousands of unread events wait between two cycles until the frame is done. This
            happens only on a target that answers immediately; the driver is then the bottleneck, and the frame must
            arrive in time to report that.
    """

    workload: Workload
    load: Load
    target: int
    codes: Codes
    timed: tuple[bool, ...]
    start: CommonStart
    arrivals: Arrivals | None
    troubles: Troubles
    keeping_up: threading.Event

    def fault_text(self, operation: int, text: str, line: int = 0) -> str:
        """Return a failed call's text, prefixed with its location if the workload provides it; for `line` see Fault."""
        workload = self.workload
        return f"{workload.place_of(operation, line)}: {text}" if isinstance(workload, PlacedWorkload) else text


class Activity(msgspec.Struct, frozen=True):
    """Current activity of one user, as times of perf_counter_ns; 0 means none.

    Attributes:
        busy_since_ns: Start of the current cycle.
        lag_ns: Delay of that start after the cycle's arrival.
        latest_began_ns: Arrival of the previous cycle.
        latest_ended_ns: End of the previous cycle.
        called_ns: Start of the current call.
        operation: Operation of the current call.
        answered_ns: Total duration of the order's earlier calls.
    """

    busy_since_ns: int
    lag_ns: int
    latest_began_ns: int
    latest_ended_ns: int
    called_ns: int
    operation: int
    answered_ns: int

    def stalled(self, now_ns: int) -> bool:
        """Return whether the current cycle has been running for more than ten seconds."""
        return self.busy_since_ns > 0 and now_ns - self.busy_since_ns > STALLED_NS

    def under_way_ns(self, at_ns: int) -> int:
        """Return the age, since its arrival, of the order in progress at a recent time; 0 if there was none.

        An order that was followed by several others since then is not found; it can only have taken microseconds.
        """
        if 0 < self.busy_since_ns < at_ns:
            return at_ns - self.busy_since_ns + self.lag_ns
        return at_ns - self.latest_began_ns if self.latest_began_ns < at_ns < self.latest_ended_ns else 0

    def waiting(self, at_ns: int, operations: Sequence[Operation]) -> list[tuple[int, int]]:
        """Return the call that had been in flight for more than a second at a recent time, and its order.

        The format is that of `Frame.under_way`.
        """
        age_ns = at_ns - self.called_ns
        if not self.called_ns or age_ns <= OLD_NS:
            return []
        whole = operations[self.operation].part_of
        calls = [(one, age_ns) for one in (self.operation, whole) if one is not None]
        return [*calls, (len(operations), age_ns + self.answered_ns + self.lag_ns)]


class VirtualUser:
    """Virtual user and its thread; `log` is its flat log of events (see app.driver.tally)."""

    def __init__(self, seat: Seat, around: UserContext) -> None:
        self.seat = seat
        self.log: list[int] = []
        self.leave = threading.Event()
        self.tried = threading.Event()
        self.working = threading.Event()
        self.alive = False
        self._around = around
        self._workload_rng = stream(around.load, around.target, "user", seat.user, seat.generation)
        # A separate stream is used, so that a retry or a pause on one system does not change later choices.
        self._rng: random.Random = stream(around.load, around.target, "pauses", seat.user, seat.generation)
        self._busy_since_ns = 0
        self._lag_ns = 0
        self._latest_ns = (0, 0)
        # Call in flight: start time, 0 if absent; operation; total duration of the order's earlier calls.
        self._called_ns = 0
        self._operation = 0
        self._answered_ns = 0
        self._setbacks = 0
        self._until_cpu = CPU_EVERY if around.load.embedded else NEVER
        self._thread = threading.Thread(target=self._run, name=f"user {seat.user}", daemon=True)

    def start(self) -> None:
        """Connect immediately and work from the seat's start time; `tried` is set after the first attempt."""
        self._thread.start()

    @property
    def thread(self) -> int | None:
        """Native ID of the user's thread, or None before it runs."""
        return self._thread.native_id

    def running(self) -> bool:
        """Return whether the user's thread is alive."""
        return self._thread.is_alive()

    def join(self, timeout_s: float) -> None:
        self._thread.join(timeout_s)

    def activity(self) -> Activity:
        called_ns, operation, answered_ns = self._called_ns, self._operation, self._answered_ns
        return Activity(self._busy_since_ns, self._lag_ns, *self._latest_ns, called_ns, operation, answered_ns)

    def _run(self) -> None:
        while not self.leave.is_set():
            try:
                self._session()
            except BaseException as error:  # any error: the user starts over
                log.exception("user %d of target %d is replaced", self.seat.user, self._around.target)
                self._around.troubles.add(f"user replaced: {type(error).__name__}", str(error))
                self._setbacks += 1
            finally:
                self.alive = False
                self._busy_since_ns = self._called_ns = 0
                self.tried.set()
            self._pause()

    def _session(self) -> None:
        """Work on one connection until the user must leave or the connection is lost."""
        around = self._around
        try:
            user = around.workload.user(self._workload_rng)
        except Exception as error:  # noqa: BLE001 - any driver's error; there is no user yet that could name it
            around.troubles.refused(error)
            self._setbacks += 1
            return
        try:
            self.alive = True
            self.tried.set()
            if around.start.wait(self.leave, self.seat.begin_ns):
                self._work(user)
        finally:
            self.alive = False
            user.close()

    def _work(self, user: User) -> None:
        arrivals = self._around.arrivals
        while not self.leave.is_set():
            if len(self.log) > LONG and not self._around.keeping_up.is_set():
                self._around.keeping_up.wait(1)
            if not self.working.is_set():
                self.working.wait(WORK_LOOK_S)
                continue
            lag_ns = 0
            if arrivals is not None:
                intended_ns = arrivals.claim(self.leave)
                if intended_ns is None:
                    return
                began_ns = perf_counter_ns()
                lag_ns = began_ns - intended_ns
                self.log += (self._around.codes.lag, began_ns, lag_ns)
            self._lag_ns = lag_ns
            started_ns = self._busy_since_ns = perf_counter_ns()
            try:
                self._cycle(user, started_ns, lag_ns)
                self._setbacks = 0
            except _AbandonedError as abandoned:
                self._setbacks += 1
                if abandoned.reconnect:
                    return
                self._pause()
                ended_ns = perf_counter_ns()
                self.log += (self._around.codes.untimed, ended_ns, ended_ns - started_ns)
            self._latest_ns = (started_ns - lag_ns, perf_counter_ns())
            self._busy_since_ns = 0
            if arrivals is None and self._around.load.think_time_s > 0:
                self._think()

    def _cycle(self, user: User, started_ns: int, lag_ns: int) -> None:
        """Run one cycle of timed calls. Raises _AbandonedError if a call ultimately failed."""
        append = self.log.append
        timed = self._around.timed
        until_cpu = self._until_cpu
        response_ns = 0
        result = None
        cycle = user.cycle()
        send = cycle.send
        try:
            while True:
                call = send(result)
                until_cpu -= 1
                if not until_cpu:
                    cpu_ns = thread_time_ns()
                self._operation = operation = call.operation
                self._answered_ns = response_ns
                self._called_ns = began_ns = perf_counter_ns()
                try:
                    result = call.function(*call.arguments)
                except Exception as error:  # noqa: BLE001 - classified by the user, counted, retried or abandoned
                    result = self._retry_call(user, call, error)
                ended_ns = perf_counter_ns()
                self._called_ns = 0
                append(operation)
                append(ended_ns)
                append(ended_ns - began_ns)
                if timed[operation]:
                    response_ns += ended_ns - began_ns
                if not until_cpu:
                    until_cpu = CPU_EVERY
                    self.log += (self._around.codes.call_cpu, ended_ns, (thread_time_ns() - cpu_ns) * CPU_EVERY)
        except StopIteration as finished:
            outcome = finished.value
        except _AbandonedError:
            self._called_ns = 0
            cycle.close()
            raise
        finally:
            self._until_cpu = max(until_cpu, 1)
        codes = self._around.codes
        ended_ns = perf_counter_ns()
        self.log += (codes.order, ended_ns, response_ns + lag_ns)
        self.log += (codes.untimed, ended_ns, ended_ns - started_ns - response_ns)
        if outcome.rolled_back:
            self.log += (codes.rollback, ended_ns, 0)

    def _retry_call(self, user: User, call: Call, error: Exception) -> object:
        """Retry a failed call as long as its fault is retryable; the waits are part of the call's latency."""
        troubles = self._around.troubles
        while True:
            fault = error if isinstance(error, Fault) else user.fault(error)
            retry = call.retry and fault.retryable and not fault.reconnect
            text = self._around.fault_text(call.operation, str(fault), fault.line)
            troubles.add(fault.kind, text, retried=retry, disconnected=fault.reconnect)
            if not retry or self.leave.wait(self._rng.uniform(0, MAX_RETRY_WAIT_S)):
                raise _AbandonedError(fault.reconnect) from error
            try:
                result: object = call.function(*call.arguments)
            except Exception as again:  # noqa: BLE001 - as above
                error = again
            else:
                return result

    def _think(self) -> None:
        began_ns = perf_counter_ns()
        around = self._around
        pause = around.load.pauses.get(around.workload.operations[self._operation].key, Pause(around.load.think_time_s))
        wait_until(self.leave, began_ns + int(pause.drawn_s(self._rng.random) * 1e9))
        ended_ns = perf_counter_ns()
        self.log += (self._around.codes.think, ended_ns, ended_ns - began_ns)

    def _pause(self) -> None:
        """Pause with exponential back-off, so that repeated errors do not cause a busy loop."""
        if self._setbacks:
            self.leave.wait(min(FIRST_PAUSE_S * 2 ** min(self._setbacks, 16), MAX_PAUSE_S))


class Census(msgspec.Struct, frozen=True):
    """User counts at one point in time.

    Attributes:
        stalled: Users whose current cycle has been running for more than ten seconds.
    """

    requested: int
    alive: int
    stalled: int


class Crew:
    """Virtual users of one worker process."""

    def __init__(self, around: UserContext) -> None:
        self._around = around
        self._lock = threading.Lock()
        self._users: dict[Seat, VirtualUser] = {}
        self._leaving: list[VirtualUser] = []
        self._dismissed_ns = 0

    def assign(self, seats: Sequence[Seat], working: int = ALL) -> list[VirtualUser]:
        """Replace the seats; return the new users, which connect immediately.

        Users without a seat leave after their current cycle.

        Args:
            seats: All seats.
            working: Users with a number below this have work; the others stay connected and idle.
        """
        with self._lock:
            for seat in self._users.keys() - set(seats):
                user = self._users.pop(seat)
                user.leave.set()
                self._leaving.append(user)
            new = [VirtualUser(seat, self._around) for seat in seats if seat not in self._users]
            self._users |= {user.seat: user for user in new}
            for seat, user in self._users.items():
                (user.working.set if seat.user < working else user.working.clear)()
        for user in new:
            user.start()
        return new

    def census(self) -> Census:
        """Return the current user counts. A leaving user is neither requested nor alive, but it can be stalled."""
        now_ns = perf_counter_ns()
        with self._lock:
            everybody = [*self._users.values(), *self._leaving]
            users = [user for user in self._users.values() if user.working.is_set()]
        return Census(
            requested=len(users),
            alive=sum(user.alive for user in users),
            stalled=sum(user.activity().stalled(now_ns) for user in everybody),
        )

    def under_way_s(self, at_ns: int) -> float:
        """Return the sum of the ages of all orders in progress at a recent time, in seconds."""
        with self._lock:
            everybody = [*self._users.values(), *self._leaving]
        return sum(user.activity().under_way_ns(at_ns) for user in everybody) / 1e9

    def under_way(self, at_ns: int) -> list[tuple[int, int]]:
        """Return `Frame.under_way` at a recent time."""
        with self._lock:
            everybody = [*self._users.values(), *self._leaving]
        operations = self._around.workload.operations
        return [each for user in everybody for each in user.activity().waiting(at_ns, operations)]

    def threads(self) -> list[int]:
        """Return the native IDs of the threads that make calls."""
        with self._lock:
            everybody = [*self._users.values(), *self._leaving]
        return [user.thread for user in everybody if user.thread is not None]

    def take(self) -> tuple[list[list[int]], list[VirtualUser]]:
        """Return all logs, and the users that have left; pass these to `forget` after reading the logs."""
        with self._lock:
            gone = [user for user in self._leaving if not user.running()]
            return [user.log for user in (*self._users.values(), *self._leaving)], gone

    def forget(self, gone: Sequence[VirtualUser]) -> None:
        """Drop users that have left."""
        with self._lock:
            self._leaving = [user for user in self._leaving if user not in gone]

    def dismiss(self, grace_s: float) -> int:
        """Let all users leave after their current cycle; return how many are still present after `grace_s` seconds."""
        with self._lock:
            self._leaving += self._users.values()
            self._users = {}
            leaving = list(self._leaving)
        self._dismissed_ns = perf_counter_ns()
        for user in leaving:
            user.leave.set()
        until_ns = perf_counter_ns() + int(grace_s * 1e9)
        for user in leaving:
            user.join(max((until_ns - perf_counter_ns()) / 1e9, 0))
        return sum(user.running() for user in leaving)

    def unreturned(self) -> int:
        """Return how many calls that were in flight at `dismiss` have not returned since."""
        with self._lock:
            leaving = list(self._leaving)
        return sum(user.running() and 0 < user.activity().called_ns <= self._dismissed_ns for user in leaving)
