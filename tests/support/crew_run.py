# SPDX-License-Identifier: Apache-2.0
"""Crew that runs a workload's tape in this process."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter_ns, sleep

import numpy as np
from numpy.typing import NDArray

from app.driver.load import Load, Seat
from app.driver.native_crew import NativeCrew
from app.driver.pacing import CommonStart
from app.driver.tally import Codes, Troubles
from app.driver.users import Crew, UserContext
from app.native.native_library import NativeLibrary
from app.workloads.workload import TapedWorkload


@dataclass(slots=True)
class Driven:
    """Crew on an open workload.

    Attributes:
        texts: first errors, by kind.
    """

    crew: NativeCrew | Crew
    around: UserContext
    texts: dict[str, str] = field(default_factory=dict)
    _events: list[NDArray[np.int64]] = field(default_factory=list)

    def follow(self, until: Callable[[], bool]) -> None:
        """Take events until a condition holds, for at most two minutes."""
        end_ns = perf_counter_ns() + 120 * 10**9
        while not until():
            assert perf_counter_ns() < end_ns, self.texts
            sleep(0.005)
            self.take()

    def took_ns(self, code: int) -> NDArray[np.int64]:
        """Return the values of events with this code (see app.driver.tally) so far."""
        found = [events[events[:, 0] == code, 2] for events in self._events]
        return np.concatenate(found) if found else np.empty(0, np.int64)

    def codes(self) -> list[int]:
        """Return the codes of all events so far; those of one user are in order."""
        return [int(code) for events in self._events for code in events[:, 0]]

    def count(self, code: int) -> int:
        """Return the number of events with this code."""
        return len(self.took_ns(code))

    @property
    def orders(self) -> int:
        """Return the number of completed orders."""
        return self.count(self.around.codes.order)

    def take(self) -> None:
        """Take the events recorded since the last call."""
        for log in self.crew.take()[0]:
            whole = len(log) // 3 * 3
            self._events.append(np.array(log[:whole], np.int64).reshape(-1, 3))
            if isinstance(log, list):
                del log[:whole]
        self._events = [np.concatenate(self._events)] if self._events else []
        self.texts |= {trouble.kind: trouble.text for trouble in self.around.troubles.take()}


@contextmanager
def crew_on(
    workload: TapedWorkload, load: Load, library: NativeLibrary | None, grace_s: float = 20
) -> Iterator[Driven]:
    """Start a crew that works immediately, and stop it at the end; without a library, use the Python driver."""
    timed = tuple(operation.timed for operation in workload.operations)
    start = CommonStart()
    around = UserContext(
        workload, load, 0, Codes(len(timed)), timed, start, None, Troubles(), threading.Event()
    )  # fmt: skip
    crew = Crew(around) if library is None else NativeCrew(around, workload, workload.tape(), library)
    crew.assign([Seat(user, 0, 0) for user in range(load.users)])
    start.release(perf_counter_ns())
    driven = Driven(crew, around)
    try:
        yield driven
    finally:
        left = crew.dismiss(grace_s)
        if left and isinstance(crew, NativeCrew):
            left = crew.cancel()
        assert left == 0
        driven.take()
        if isinstance(crew, NativeCrew):
            crew.close()
