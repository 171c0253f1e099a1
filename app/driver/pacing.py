# SPDX-License-Identifier: Apache-2.0
"""Timing of users: the common start, interruptible waits, and the open loop's arrivals."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from time import perf_counter_ns

from app.driver.tally import Codes

NS = 1_000_000_000
COARSE_S = 0.05
"""Remaining time in seconds below which a wait uses time.sleep instead of a lock.

Lock timeouts are accurate to 0.1 ms on Linux and to a timer tick of 16 ms on Windows; time.sleep is accurate on both
since Python 3.11, but cannot be interrupted.
"""


def wait_until(leave: threading.Event, at_ns: int) -> bool:
    """Wait until perf_counter_ns() reaches `at_ns`; return False if `leave` was set (detected within 50 ms)."""
    while (left_s := (at_ns - perf_counter_ns()) / NS) > 0:
        if left_s > COARSE_S:
            if leave.wait(left_s - COARSE_S / 2):
                return False
        else:
            time.sleep(left_s)
    return not leave.is_set()


class CommonStart:
    """Common start of all systems, which is unknown until it is released."""

    def __init__(self) -> None:
        self.known = threading.Event()
        self.ns = 0
        self._listeners: list[Callable[[int], None]] = []

    def release(self, start_ns: int) -> None:
        """Set the start, a time of perf_counter_ns in the near future."""
        self.ns = start_ns
        self.known.set()
        for listener in self._listeners:
            listener(start_ns)

    def tell(self, listener: Callable[[int], None]) -> None:
        """Register a function to be called with the start when it is released. Call this before the release."""
        self._listeners.append(listener)

    def wait(self, leave: threading.Event, after_ns: int) -> bool:
        """Wait until `after_ns` after the start; return False if `leave` was set meanwhile."""
        while not self.known.wait(0.2):
            if leave.is_set():
                return False
        return wait_until(leave, self.ns + after_ns)


class Arrivals:
    """Open loop of one worker: a Poisson process whose arrivals are handled in order by idle users.

    One idle user at a time sleeps until the next arrival; the others queue behind it. An arrival that is overdue by
    more than `max_lag_s` is logged as missed and never begins.
    """

    def __init__(self, rng: random.Random, max_lag_s: float, codes: Codes) -> None:
        self.log: list[int] = []
        self._rng = rng
        self._max_lag_ns = int(max_lag_s * NS)
        self._missed = codes.missed
        self._turn = threading.Lock()
        self._state = threading.Lock()
        self._rate = 0.0
        self._next_ns = 0

    @property
    def state(self) -> Sequence[int]:
        """State of the random number generator, from which native/mersenne_twister.c can continue."""
        state: Sequence[int] = self._rng.getstate()[1]
        return state

    def set_rate(self, rate: float, from_ns: int) -> None:
        """Set the arrivals per second from now on, 0 for no arrivals.

        The process is memoryless, so drawing the next arrival again leaves it a Poisson process.

        Args:
            rate: Arrivals per second.
            from_ns: Earliest time of the next arrival (perf_counter_ns).
        """
        with self._state:
            overdue = self._rate > 0 and self._next_ns < from_ns
            self._rate = rate
            if not overdue:
                self._next_ns = from_ns
                self._draw()

    def claim(self, leave: threading.Event) -> int | None:
        """Wait for the next arrival and return its intended time (perf_counter_ns), or None if `leave` was set."""
        while not leave.is_set():
            if not self._turn.acquire(timeout=0.2):
                continue
            try:
                intended_ns = self._lead(leave)
            finally:
                self._turn.release()
            if intended_ns is not None:
                return intended_ns
        return None

    @property
    def next_ns(self) -> int:
        """Time of the next arrival (perf_counter_ns); the far future if the rate is 0."""
        return self._next_ns if self._rate > 0 else perf_counter_ns() + NS

    def due(self, now_ns: int) -> int | None:
        """Take the next arrival if it is due and return its intended time, or else None. Never waits."""
        self.expire(now_ns)
        with self._state:
            if self._rate <= 0 or self._next_ns > now_ns:
                return None
            intended_ns = self._next_ns
            self._draw()
            return intended_ns

    def expire(self, now_ns: int) -> None:
        """Count arrivals that are overdue by now; called once per frame, because all users may be blocked in calls."""
        with self._state:
            while self._rate > 0 and now_ns - self._next_ns > self._max_lag_ns:
                self.log += (self._missed, self._next_ns + self._max_lag_ns, 0)
                self._draw()

    def _lead(self, leave: threading.Event) -> int | None:
        while not leave.is_set():
            now_ns = perf_counter_ns()
            self.expire(now_ns)
            with self._state:
                due_ns = self._next_ns if self._rate > 0 else now_ns + NS
                if due_ns <= now_ns:
                    self._draw()
                    return due_ns
            wait_until(leave, min(due_ns, now_ns + NS // 5))
        return None

    def _draw(self) -> None:
        if self._rate > 0:
            self._next_ns += int(self._rng.expovariate(self._rate) * NS)
