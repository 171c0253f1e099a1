# SPDX-License-Identifier: Apache-2.0
"""Heartbeat thread that detects when its process, or the whole computer, was suspended.

Other threads cannot see that a virtual machine was paused, a process stopped or a container frozen.
"""

import threading
from time import perf_counter_ns

BEAT_S = 0.5
STANDSTILL_NS = 3_000_000_000
"""Delay of a beat, in ns, that waiting for a core or the GIL cannot explain: the process was suspended."""


class Heartbeat:
    """Thread that beats from `start` to `stop`, unaffected by slow calls (disk, server) in other threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last_ns = perf_counter_ns()
        self._found: list[tuple[int, int]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        self._last_ns = perf_counter_ns()
        self._thread.start()

    def stop(self) -> None:
        """End the thread. May be called twice."""
        self._stop.set()

    def take(self) -> list[tuple[int, int]]:
        """Return the standstills that ended since the last call, as times of perf_counter_ns.

        The result includes a standstill that has just ended and that the thread has not detected yet.
        """
        self._beat()
        with self._lock:
            found, self._found = self._found, []
        return found

    def _run(self) -> None:
        while not self._stop.wait(BEAT_S):
            self._beat()

    def _beat(self) -> None:
        with self._lock:
            last_ns, self._last_ns = self._last_ns, perf_counter_ns()
            if self._last_ns - last_ns > STANDSTILL_NS:
                self._found.append((last_ns, self._last_ns))
