# SPDX-License-Identifier: Apache-2.0
"""Users of one worker, each of which is one I/O in flight, driven in C. The interface is that of DepthCrew."""

import errno
import logging
import os
import threading
from collections.abc import Iterator, Sequence
from time import perf_counter_ns

from app.driver.depth_crew import FORGIVEN_NS, NewUser
from app.driver.load import Seat, stream
from app.driver.native_arrivals import NativeArrivals
from app.driver.native_io_loop import NativeIoLoop
from app.driver.native_tally import NativeTally
from app.driver.users import ALL, FIRST_PAUSE_S, MAX_PAUSE_S, OLD_NS, STALLED_NS, Census, UserContext, VirtualUser
from app.workloads.workload import AT_ONCE, CONNECT, Batch, NativeIo, NativeIoWorkload

LOOK_S = 0.02
"""Interval in seconds between checks for the start and for users without a place."""
FEED_NS = 50_000_000
"""Longest wait for a user that needs more choices."""
WRONG = -errno.EBADMSG

log = logging.getLogger(__name__)


class NativeDepthCrew:
    """Users whose I/Os are chosen in Python and run in C.

    Python chooses I/Os in batches ahead of time, with the same results as the Python driver. Everything between two
    I/Os happens in C, without the GIL.
    """

    def __init__(
        self,
        around: UserContext,
        workload: NativeIoWorkload,
        tally: NativeTally,
        arrivals: NativeArrivals | None,
    ) -> None:
        self._around = around
        self._workload = workload
        self._library = tally.library
        self._tally = tally
        self._arrivals = arrivals
        self._lock = threading.Lock()
        self._io: NativeIo | None = None
        self._loop: NativeIoLoop | None = None
        self._requested = 0
        self._places: dict[Seat, int] = {}
        self._batches: dict[int, Iterator[Batch]] = {}
        self._entrants: list[tuple[int, NewUser]] = []
        self._threads: list[threading.Thread] = []
        self._leave = threading.Event()
        self._setbacks = 0

    def assign(self, seats: Sequence[Seat], working: int = ALL) -> list[NewUser]:
        """Set the seats; same as in DepthCrew."""
        seats = [seat for seat in seats if seat.user < working]
        with self._lock:
            loop = self._opened()
            self._requested = len(seats)
            for seat in self._places.keys() - set(seats):
                loop.leave(self._places.pop(seat))
            return [self._enter(loop, seat) for seat in seats if seat not in self._places]

    def _opened(self) -> NativeIoLoop:
        """Return the loop; create it, with its feeder thread, for the first users, when the workload is open."""
        if self._loop is None:
            self._io = self._workload.native_io()
            think_s = self._around.load.think_time_s if self._arrivals is None else 0.0
            self._loop = NativeIoLoop(self._library, self._io, self._tally, think_s=think_s, arrivals=self._arrivals)
            threading.Thread(target=self._feed, args=(self._loop,), name="choices", daemon=True).start()
            if self._io.mechanism != "threads":
                self._begin(threading.Thread(target=self._run, args=(self._loop,), name="I/O", daemon=True))
        return self._loop

    def _begin(self, thread: threading.Thread) -> None:
        self._threads = [one for one in self._threads if one.is_alive()]
        self._threads.append(thread)
        thread.start()

    def _enter(self, loop: NativeIoLoop, seat: Seat) -> NewUser:
        around, new = self._around, NewUser()
        pauses = stream(around.load, around.target, "pauses", seat.user, seat.generation)
        try:
            place = loop.seat(seat.begin_ns, pauses)
        except MemoryError as error:
            around.troubles.add(CONNECT, f"MemoryError: {error}", disconnected=True)
            new.tried.set()
            return new
        first = not self._batches
        rng = stream(around.load, around.target, "user", seat.user, seat.generation)
        self._batches[place] = self._workload.batches(rng)
        if first:
            loop.set_position(self._workload.first_offset())
        self._fill(loop, place, AT_ONCE)
        self._places[seat] = place
        self._entrants.append((place, new))
        if self._io is not None and self._io.mechanism == "threads":
            self._begin(threading.Thread(target=loop.work, args=(place,), name=f"I/O {seat.user}", daemon=True))
        else:
            loop.admit(place)
        return new

    def _fill(self, loop: NativeIoLoop, place: int, most: int) -> None:
        while most and loop.room(place) >= AT_ONCE:
            loop.put(place, next(self._batches[place]))
            most -= AT_ONCE

    def _feed(self, loop: NativeIoLoop) -> None:
        """Run the feeder thread: keep each user's buffer of choices filled."""
        known = self._around.start.known
        while not known.wait(LOOK_S):
            if self._leave.is_set():
                return
            self._mark_ready(loop)
        loop.start(self._around.start.ns)
        while not self._leave.is_set():
            for place in loop.hungry(perf_counter_ns() + FEED_NS):
                with self._lock:
                    self._fill(loop, place, loop.room(place))
            self._mark_ready(loop)

    def _mark_ready(self, loop: NativeIoLoop) -> None:
        if not self._entrants:
            return
        with self._lock:
            arrived = [new for place, new in self._entrants if loop.seated(place)]
            self._entrants = [(place, new) for place, new in self._entrants if new not in arrived]
        for new in arrived:
            new.alive = True
            new.tried.set()

    def _run(self, loop: NativeIoLoop) -> None:
        while not self._leave.is_set():
            began_ns = perf_counter_ns()
            number = loop.run()
            if not number:
                return
            error = OSError(abs(number), os.strerror(abs(number)))
            log.error("the I/O broke off: %s", error)
            if number > 0:
                kind, text = CONNECT, f"OSError: {error}"
            else:
                kind, text = "I/O begun anew: OSError", str(error)
            self._around.troubles.add(kind, text, disconnected=True)
            with self._lock:
                entrants, self._entrants = self._entrants, []
            for _, new in entrants:
                new.tried.set()
            if perf_counter_ns() - began_ns > FORGIVEN_NS:
                self._setbacks = 0
            self._setbacks += 1
            self._leave.wait(min(FIRST_PAUSE_S * 2 ** min(self._setbacks, 16), MAX_PAUSE_S))

    def census(self) -> Census:
        """Return the current user counts."""
        now_ns = perf_counter_ns()
        with self._lock:
            requested, places, loop = self._requested, list(self._places.values()), self._loop
        if loop is None:
            return Census(requested, 0, 0)
        began_ns = loop.under_way()["began_ns"]
        alive = sum(loop.seated(place) for place in places)
        return Census(requested, alive, int((began_ns < now_ns - STALLED_NS).sum()))

    def under_way_s(self, at_ns: int) -> float:
        """Return the sum of the ages of I/Os in flight, as DepthCrew does."""
        if self._loop is None:
            return 0.0
        began_ns = self._loop.under_way()["began_ns"]
        return float((at_ns - began_ns[began_ns < at_ns]).sum()) / 1e9

    def under_way(self, at_ns: int) -> list[tuple[int, int]]:
        """Return `Frame.under_way` at a recent time."""
        found: list[tuple[int, int]] = []
        if self._loop is None:
            return found
        for began_ns, lag_ns, operation in self._loop.under_way().tolist():
            age_ns = at_ns - began_ns
            if age_ns > OLD_NS:
                whole = self._workload.operations[operation].part_of
                found += [(one, age_ns) for one in (operation, whole) if one is not None]
                found.append((self._around.codes.order, age_ns + lag_ns))
        return found

    def threads(self) -> list[int]:
        """Return the native IDs of the threads that perform I/O."""
        with self._lock:
            return [thread.native_id for thread in self._threads if thread.native_id is not None]

    def take(self) -> tuple[list[list[int]], list[VirtualUser]]:
        """Report failed I/Os; return no logs, as C counts everything, and no users to forget."""
        if self._loop is not None:
            wrong = self._loop.wrong()
            for found in self._loop.faults():
                fault = self._workload.io_fault(found.moved)
                if found.moved == WRONG and wrong:
                    fault = self._workload.wrong_data(wrong[0])
                self._around.troubles.add(fault.kind, str(fault), disconnected=fault.reconnect, count=found.count)
        return [], []

    def forget(self, gone: Sequence[VirtualUser]) -> None:
        """Do nothing, because `take` returns no users."""

    def dismiss(self, grace_s: float) -> int:
        """Start no more I/Os; return how many are still in flight after `grace_s` seconds."""
        self._leave.set()
        if self._loop is None:
            return 0
        self._loop.dismiss()
        until_ns = perf_counter_ns() + int(grace_s * 1e9)
        for thread in self._threads:
            thread.join(max((until_ns - perf_counter_ns()) / 1e9, 0))
        return self.unreturned() if any(thread.is_alive() for thread in self._threads) else 0

    def unreturned(self) -> int:
        """Return the number of I/Os that never returned; see DepthCrew.unreturned."""
        return len(self._loop.under_way()) if self._loop is not None else 0
