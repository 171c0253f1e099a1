"""How long threads of this process waited for a core though they could have run. Linux counts it for each thread (run
delay, Documentation/scheduler/sched-stats.rst); Windows and macOS tell it no program."""

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from math import nan

LONGEST = 128


def linux_run_delay() -> Callable[[int], int | None]:
    """What tells the run delay of a thread of this process by its number, nanoseconds; None of one that is gone.

    Three system calls that never wait, made without letting go of the interpreter's lock: among 32 busy threads it
    would take up to 5 ms to get it back, each time.
    """
    library = ctypes.PyDLL(None)
    buffer = ctypes.create_string_buffer(LONGEST)

    def told(thread: int) -> int | None:
        descriptor = library.open(f"/proc/self/task/{thread}/schedstat".encode(), os.O_RDONLY)
        if descriptor < 0:
            return None
        length = library.read(descriptor, buffer, LONGEST)
        library.close(descriptor)
        fields = buffer.raw[: max(length, 0)].split()
        # Time on a core, time waiting for one, how often it got one.
        return int(fields[1]) if len(fields) == 3 else None

    return told


class RunDelay:
    """The sum over threads that come and go."""

    def __init__(self, told: Callable[[int], int | None] | None = None) -> None:
        """told: of one thread, nanoseconds; the system's own if not given."""
        if told is None and sys.platform == "linux":
            told = linux_run_delay()
        self._told = told
        self._last_ns: dict[int, int] = {}
        self._gone_ns = 0

    def until_now_s(self, threads: Iterable[int]) -> float:
        """Of all threads so far, seconds; NaN where the system does not tell. threads: the system's numbers of those
        that there are now; what was last seen of the others stays."""
        found = {} if self._told is None else {thread: self._told(thread) for thread in threads}
        now_ns = {thread: delay_ns for thread, delay_ns in found.items() if delay_ns is not None}
        if self._told is None or (found and not now_ns):
            return nan
        for thread, last_ns in list(self._last_ns.items()):
            # It has ended, or its number is another thread's by now.
            if now_ns.get(thread, -1) < last_ns:
                self._gone_ns += last_ns
                del self._last_ns[thread]
        self._last_ns |= now_ns
        return (self._gone_ns + sum(self._last_ns.values())) / 1e9
