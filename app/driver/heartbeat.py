# SPDX-License-Identifier: Apache-2.0
"""A thread that beats for as long as its process runs: what tells that the process, or the whole computer, stood still
(paused virtual machine, stopped processes, frozen container), which no other thread of it can see."""

import threading
from time import perf_counter_ns

BEAT_S = 0.5
STANDSTILL_NS = 3_000_000_000
"""A beat that comes so late did not wait for a core or the interpreter's lock: nothing ran."""


class Heartbeat:
    """Beats from `start` to `stop`. A slow call of another thread (a disk, a server) does not hold it up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last_ns = perf_counter_ns()
        self._found: list[tuple[int, int]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """From now on."""
        self._last_ns = perf_counter_ns()
        self._thread.start()

    def stop(self) -> None:
        """End the thread; may be called twice."""
        self._stop.set()

    def take(self) -> list[tuple[int, int]]:
        """The standstills that ended since the last call, moments of perf_counter_ns; also one that is only just over,
        which the thread itself has not seen yet."""
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
