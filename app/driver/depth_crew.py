# SPDX-License-Identifier: Apache-2.0
"""Users of one worker, each of which is one I/O in flight; a single thread runs all of them."""

import errno
import heapq
import logging
import random
import threading
from collections import deque
from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import TypeGuard

from app.driver.load import Seat, stream
from app.driver.pacing import NS, wait_until
from app.driver.users import ALL, FIRST_PAUSE_S, MAX_PAUSE_S, OLD_NS, STALLED_NS, Census, UserContext, VirtualUser
from app.workloads.workload import BatchedWorkload, Choice, Mechanism, Workload


class DepthUser:
    """User with its seat and its place. Place n has two slots of the mechanism: 2n and 2n + 1.

    While the I/O of one slot is in flight, the other slot holds the next I/O. `ahead` is the slot to start next if none
    is in flight.
    """

    def __init__(self, seat: Seat, place: int, choice: Callable[[], Choice], pauses: random.Random) -> None:
        self.seat = seat
        self.place = place
        self.ahead = 2 * place
        self.choice = choice
        self.pauses = pauses
        self.lag_ns = 0
        self.setbacks = 0
        self.failed_ns = 0
        self.leaving = False


class NewUser:
    """New user for which the worker waits before it reports that it is ready."""

    def __init__(self) -> None:
        self.tried = threading.Event()
        self.alive = False


LOOK_S = 0.05
"""Interval in seconds between checks for new commands while no I/O completes."""
LONG = 3 * 2000
"""Length at which a new log is started, so that numpy never holds the GIL for more than 0.2 ms."""

FORGIVEN_NS = 10_000_000_000
"""Nanoseconds without an error after which the pause for errors restarts at its minimum: twice the longest pause."""

log = logging.getLogger(__name__)


class DepthCrew:
    """Crew that keeps one I/O in flight for each seat. It has the same interface as Crew."""

    def __init__(self, around: UserContext, workload: BatchedWorkload) -> None:
        self._around = around
        self._workload = workload
        self._lock = threading.Lock()
        self._wanted: tuple[Seat, ...] = ()
        self._entrants: list[NewUser] = []
        self._changed = True
        self._leave = threading.Event()
        self._thread: threading.Thread | None = None
        self._by_place: list[DepthUser | None] = []
        # Indexed by slot: start time of the I/O in flight, 0 if absent, and below, the I/O's operation.
        self._began_ns: list[int] = []
        self._operations: list[int] = []
        self._by_seat: dict[Seat, DepthUser] = {}
        self._resting: list[tuple[int, int]] = []
        self._idle: deque[int] = deque()
        self._under_way = 0
        self._leavers = 0
        self._base_ns = 0
        self._log: list[int] = []
        self._full: deque[list[int]] = deque()
        self._setbacks = 0
        self._unbroken = around.arrivals is None and around.load.think_time_s == 0

    def assign(self, seats: Sequence[Seat], working: int = ALL) -> list[NewUser]:
        """Replace the seats; return the new users, whose events are set once they have a place.

        An I/O needs no connection, so an idle user gets no seat.
        """
        seats = [seat for seat in seats if seat.user < working]
        with self._lock:
            new = [NewUser() for _ in set(seats) - set(self._wanted)]
            self._wanted = tuple(seats)
            self._entrants += new
            self._changed = True
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="I/O", daemon=True)
            self._thread.start()
        return new

    def census(self) -> Census:
        """Return the current user counts."""
        now_ns = perf_counter_ns()
        with self._lock:
            requested = len(self._wanted)
        users = [user for user in list(self._by_place) if user is not None]
        return Census(
            requested=requested,
            alive=sum(not user.leaving for user in users),
            stalled=sum(0 < began_ns < now_ns - STALLED_NS for began_ns in list(self._began_ns)),
        )

    def under_way_s(self, at_ns: int) -> float:
        """Return the sum of the ages, in seconds, of the I/Os in flight at a recent time."""
        return sum(at_ns - began_ns for began_ns in list(self._began_ns) if 0 < began_ns < at_ns) / 1e9

    def under_way(self, at_ns: int) -> list[tuple[int, int]]:
        """Return `Frame.under_way` at a recent time."""
        found, order = [], self._around.codes.order
        places = list(self._by_place)
        for slot, (began_ns, operation) in enumerate(zip(list(self._began_ns), list(self._operations), strict=False)):
            age_ns = at_ns - began_ns
            if began_ns and age_ns > OLD_NS:
                user = places[slot >> 1] if slot >> 1 < len(places) else None
                whole = self._workload.operations[operation].part_of
                found += [(int(one), age_ns) for one in (operation, whole) if one is not None]
                found.append((order, age_ns + (user.lag_ns if user is not None else 0)))
        return found

    def threads(self) -> list[int]:
        """Return the native ID of the only thread."""
        thread = self._thread.native_id if self._thread is not None else None
        return [] if thread is None else [thread]

    def take(self) -> tuple[list[list[int]], list[VirtualUser]]:
        """Return the logs, and no users to forget."""
        # The current log is read first: if it is set aside meanwhile, it is returned twice, the second time empty.
        logs = [self._log]
        while self._full:
            logs.append(self._full.popleft())
        return logs, []

    def forget(self, gone: Sequence[VirtualUser]) -> None:
        """Do nothing, because `take` returns no users."""

    def dismiss(self, grace_s: float) -> int:
        """Start no more I/Os; return how many are still in flight after `grace_s` seconds."""
        self._leave.set()
        if self._thread is None:
            return 0
        self._thread.join(grace_s)
        return self._under_way if self._thread.is_alive() else 0

    def unreturned(self) -> int:
        """Return how many I/Os are still in flight. It is called after `dismiss`, which prevents new ones."""
        return self._under_way

    def _run(self) -> None:
        while not self._leave.is_set():
            try:
                mechanism = self._workload.mechanism()
            except Exception as error:
                log.exception("no I/O is possible")
                self._around.troubles.refused(error)
                self._tried(alive=False)
                self._pause()
                continue
            began_ns = perf_counter_ns()
            try:
                self._session(mechanism)
            except Exception as error:
                log.exception("the I/O begins anew")
                self._around.troubles.add(f"I/O begun anew: {type(error).__name__}", str(error), disconnected=True)
                self._tried(alive=False)
            finally:
                mechanism.close()
                self._by_place, self._by_seat, self._resting = [], {}, []
                self._began_ns, self._operations = [], []
                self._idle.clear()
                self._under_way = self._leavers = self._base_ns = 0
                self._changed = True
            if perf_counter_ns() - began_ns > FORGIVEN_NS:
                self._setbacks = 0
            self._pause()

    def _pause(self) -> None:
        self._setbacks += 1
        self._leave.wait(min(FIRST_PAUSE_S * 2 ** min(self._setbacks, 16), MAX_PAUSE_S))

    def _tried(self, *, alive: bool) -> None:
        with self._lock:
            entrants, self._entrants = self._entrants, []
        for entrant in entrants:
            entrant.alive = alive
            entrant.tried.set()

    def _session(self, mechanism: Mechanism) -> None:
        """Run one mechanism until it breaks, or until dismissed with no I/O in flight."""
        self._reseat(mechanism)
        start = self._around.start
        while not start.known.wait(LOOK_S):
            if self._leave.is_set():
                return
            if self._changed:
                self._reseat(mechanism)
        self._base_ns = start.ns
        self._resting = [(start.ns + begin_ns, place) for begin_ns, place in self._resting]
        while not self._leave.is_set() or self._under_way:
            if self._changed:
                self._reseat(mechanism)
            now_ns = perf_counter_ns()
            due = [] if self._leave.is_set() else self._due(now_ns)
            if due and self._unbroken and len(self._by_seat) == 1 and not self._under_way:
                self._one_by_one(mechanism, due[0])
                continue
            for user in due:
                self._begin(mechanism, user)
            if self._under_way:
                self._keep_going(mechanism)
            else:
                wait_until(self._leave, min(self._next_ns(now_ns), now_ns + int(LOOK_S * NS)))

    def _one_by_one(self, mechanism: Mechanism, user: DepthUser) -> None:
        """Run the tight loop for one I/O at a time, started by a call that blocks until it completes."""
        block_bytes, untimed, slot = self._workload.block_bytes, self._around.codes.untimed, user.ahead
        transfer, leave, began = mechanism.transfer, self._leave.is_set, self._began_ns
        self._under_way = 1
        now_ns = perf_counter_ns()
        while not (self._changed or leave()):
            ended_ns = now_ns
            began[slot] = began_ns = perf_counter_ns()
            moved = transfer(slot)
            now_ns = perf_counter_ns()
            if moved != block_bytes:
                self._prepare(mechanism, user, slot)
                self._failed(user, slot, moved, now_ns)
                return
            self._log += (self._operations[slot], now_ns, now_ns - began_ns, untimed, began_ns, began_ns - ended_ns)
            self._prepare(mechanism, user, slot)
            if len(self._log) > LONG:
                self._set_aside()
        self._free(user, slot, now_ns)

    def _keep_going(self, mechanism: Mechanism) -> None:
        """Run the tight loop: start the next I/O whenever one completes, until there is other work.

        The next I/O is started first; counting and preparing follow, so that the storage idles as little as possible:
        up to a quarter more I/Os per second (tests/benchmarks/storage_fio.py). As in fio, the end time of an I/O is the
        moment when it is processed among those that completed together, which is when the next one starts.
        """
        block_bytes, together, wait = self._workload.block_bytes, mechanism.together, mechanism.wait
        begin, prepare, leave = mechanism.begin, mechanism.prepare, self._leave.is_set
        by_place, began, operations = self._by_place, self._began_ns, self._operations
        while self._unbroken and not (self._resting or self._changed or self._idle or self._leavers or leave()):
            ended = wait(LOOK_S)
            if not ended:
                return
            now_ns = perf_counter_ns()
            ready = [slot ^ 1 for slot, moved in ended if moved == block_bytes]
            refused: Sequence[tuple[int, int]] = ()
            if together:
                for slot in ready:
                    began[slot] = now_ns
                refused = mechanism.begin_all(ready)
            else:
                for slot in ready:
                    began[slot] = perf_counter_ns()
                    if number := begin(slot):
                        refused = (*refused, (slot, number))
            entries = self._log
            for slot, moved in ended:
                user = by_place[slot >> 1]
                assert user is not None
                if moved != block_bytes:
                    user.ahead = slot ^ 1
                    self._failed(user, slot, moved, now_ns)
                    continue
                ended_ns = began[slot ^ 1]
                entries += (operations[slot], ended_ns, ended_ns - began[slot])
                began[slot] = 0
                offset, operation = user.choice()
                operations[slot] = operation
                prepare(slot, offset, operation)
            if len(entries) > LONG:
                self._set_aside()
            for slot, number in refused:
                self._refused(slot, number)
        self._finish(mechanism)

    def _finish(self, mechanism: Mechanism) -> None:
        """Process completed I/Os that are not directly followed by a new one."""
        if not self._under_way:
            return
        now_ns = perf_counter_ns()
        ended = mechanism.wait(min(max(self._next_ns(now_ns) - now_ns, 0) / NS, LOOK_S))
        now_ns = perf_counter_ns()
        codes, open_loop = self._around.codes, self._around.arrivals is not None
        for slot, moved in ended:
            user = self._by_place[slot >> 1]
            assert user is not None
            user.ahead = slot ^ 1
            if moved != self._workload.block_bytes:
                self._failed(user, slot, moved, now_ns)
                continue
            latency_ns = now_ns - self._began_ns[slot]
            self._log += (self._operations[slot], now_ns, latency_ns)
            if open_loop:
                self._log += (codes.order, now_ns, latency_ns + user.lag_ns)
            self._free(user, slot, now_ns)
        if len(self._log) > LONG:
            self._set_aside()

    def _free(self, user: DepthUser, slot: int, now_ns: int) -> None:
        """Decide what a user does after an I/O: start another one, think, or leave."""
        self._began_ns[slot] = 0
        self._under_way -= 1
        think_s = self._around.load.think_time_s if self._around.arrivals is None else 0.0
        if user.leaving:
            self._gone(user)
        elif think_s:
            pause_ns = int(user.pauses.uniform(0, 2 * think_s) * NS)
            self._log += (self._around.codes.think, now_ns, pause_ns)
            heapq.heappush(self._resting, (now_ns + pause_ns, user.place))
        else:
            self._idle.append(user.place)

    def _failed(self, user: DepthUser, slot: int, moved: int, now_ns: int) -> None:
        """Count a failed I/O, and pause with exponential back-off so that errors do not cause a busy loop."""
        fault = self._workload.io_fault(moved)
        self._around.troubles.add(fault.kind, str(fault), disconnected=fault.reconnect)
        self._log += (self._around.codes.untimed, now_ns, now_ns - self._began_ns[slot])
        self._began_ns[slot] = 0
        self._under_way -= 1
        if user.leaving:
            self._gone(user)
            return
        user.setbacks = 1 if now_ns - user.failed_ns > FORGIVEN_NS else user.setbacks + 1
        user.failed_ns = now_ns
        pause_s = min(FIRST_PAUSE_S * 2 ** min(user.setbacks, 16), MAX_PAUSE_S)
        heapq.heappush(self._resting, (now_ns + int(pause_s * NS), user.place))

    def _gone(self, user: DepthUser) -> None:
        self._by_place[user.place] = None
        self._leavers -= 1

    def _refused(self, slot: int, number: int) -> None:
        """Handle a prepared I/O that could not be started."""
        now_ns = perf_counter_ns()
        user = self._by_place[slot >> 1]
        assert user is not None
        user.ahead = slot
        if number == -errno.EAGAIN:
            # The operating system's queue is full, which is not an error: retry soon.
            self._began_ns[slot] = 0
            self._under_way -= 1
            heapq.heappush(self._resting, (now_ns + NS // 1000, user.place))
        else:
            self._failed(user, slot, number, now_ns)

    def _set_aside(self) -> None:
        self._full.append(self._log)
        self._log = []

    def _next_ns(self, now_ns: int) -> int:
        """Return when the next pause ends or the next arrival is due, or the far future if neither is pending."""
        next_ns = self._resting[0][0] if self._resting else now_ns + NS
        if self._around.arrivals is not None and self._idle:
            next_ns = min(next_ns, self._around.arrivals.next_ns)
        return next_ns

    def _due(self, now_ns: int) -> list[DepthUser]:
        """Return the users that are due to start an I/O."""
        while self._resting and self._resting[0][0] <= now_ns:
            self._idle.append(heapq.heappop(self._resting)[1])
        arrivals, due = self._around.arrivals, []
        while self._idle:
            intended_ns = now_ns if arrivals is None else arrivals.due(now_ns)
            if intended_ns is None:
                break
            user = self._by_place[self._idle.popleft()]
            if user is None or user.leaving:
                continue
            user.lag_ns = now_ns - intended_ns
            if arrivals is not None:
                self._log += (self._around.codes.lag, now_ns, user.lag_ns)
            due.append(user)
        return due

    def _begin(self, mechanism: Mechanism, user: DepthUser) -> None:
        slot = user.ahead
        self._under_way += 1
        self._began_ns[slot] = perf_counter_ns()
        if number := mechanism.begin(slot):
            self._refused(slot, number)
        else:
            self._prepare(mechanism, user, slot ^ 1)

    def _prepare(self, mechanism: Mechanism, user: DepthUser, slot: int) -> None:
        offset, operation = user.choice()
        self._operations[slot] = operation
        mechanism.prepare(slot, offset, operation)

    def _reseat(self, mechanism: Mechanism) -> None:
        """Match users to the assigned seats; a user with an I/O in flight leaves when it completes."""
        with self._lock:
            wanted, self._changed = self._wanted, False
        for seat in self._by_seat.keys() - set(wanted):
            self._remove_user(self._by_seat.pop(seat))
        new = [seat for seat in wanted if seat not in self._by_seat]
        free = [place for place, user in enumerate(self._by_place) if user is None]
        places = max(len(self._by_place), len(self._by_place) - len(free) + len(new))
        mechanism.reserve(2 * places)
        added = places - len(self._by_place)
        free += range(len(self._by_place), places)
        self._by_place += [None] * added
        self._began_ns += [0] * (2 * added)
        self._operations += [0] * (2 * added)
        around = self._around
        for seat, place in zip(new, free, strict=False):
            rng = stream(around.load, around.target, "user", seat.user, seat.generation)
            pauses = stream(around.load, around.target, "pauses", seat.user, seat.generation)
            user = DepthUser(seat, place, self._workload.choices(rng).__next__, pauses)
            self._prepare(mechanism, user, user.ahead)
            self._by_place[place] = self._by_seat[seat] = user
            heapq.heappush(self._resting, (self._base_ns + seat.begin_ns, place))
        self._tried(alive=True)

    def _remove_user(self, user: DepthUser) -> None:
        place = user.place
        if any(self._began_ns[2 * place : 2 * place + 2]):
            user.leaving = True
            self._leavers += 1
            return
        self._by_place[place] = None
        self._resting = [rest for rest in self._resting if rest[1] != place]
        heapq.heapify(self._resting)
        if place in self._idle:
            self._idle.remove(place)


def in_depth(workload: Workload) -> TypeGuard[BatchedWorkload]:
    """Return whether one thread drives all users of a workload, each of which is one I/O in flight."""
    return isinstance(workload, BatchedWorkload) and workload.batched
