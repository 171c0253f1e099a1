# SPDX-License-Identifier: Apache-2.0
"""Counting of events in users' flat logs: split at exact moments and collected into histograms.

A user's log is a plain list of integers, three per event: code, time (perf_counter_ns), value. Measured in CPython
3.11, per event: three appends of integers take 50 ns less than one append of a tuple to a deque and leave nothing to
the garbage collector, array('q') takes 180 ns more; numpy reads the list at 100 ns per event (from an `array` at 200),
once a second, apart from the timed calls.
"""

import threading
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.driver.worker_messages import Latencies, Trouble
from app.model.errors import OutpaceError
from app.model.histogram import Histogram, grouped
from app.workloads.workload import CONNECT

LONGEST_TEXT = 500


class Codes(msgspec.Struct, frozen=True):
    """Codes of events in a log; those below `order` are the workload's own operations (value: latency in ns).

    Attributes:
        order: A completed cycle, with its response time in ns.
        rollback: A cycle rolled back by rule.
        think: A pause, in ns.
        untimed: The rest of a user's cycle in ns: untimed calls, work of driver and workload, failed cycles.
        lag: An arrival that began this many ns after its intended time.
        missed: An arrival that never began.
        call_cpu: Estimated CPU time inside calls, in ns.
    """

    order: int

    @property
    def rollback(self) -> int:
        return self.order + 1

    @property
    def think(self) -> int:
        return self.order + 2

    @property
    def untimed(self) -> int:
        return self.order + 3

    @property
    def lag(self) -> int:
        return self.order + 4

    @property
    def missed(self) -> int:
        return self.order + 5

    @property
    def call_cpu(self) -> int:
        return self.order + 6

    @property
    def number(self) -> int:
        return self.order + 7


class Tally:
    """Cumulative counts and sums by code, and the latencies in each interval."""

    def __init__(self, codes: Codes, wholes: Sequence[int | None] = (), *, ios: bool = False) -> None:
        """Create an empty tally.

        Args:
            codes: Codes of events.
            wholes: For each operation, the operation of which it is part, which is not logged itself; None if there is
                none.
            ios: Whether every operation is an order with the same latency, which is logged only once.
        """
        self.codes = codes
        self._ios = ios
        self._wholes = {part: whole for part, whole in enumerate(wholes) if whole is not None}
        self.counts: NDArray[np.int64] = np.zeros(codes.number, dtype=np.int64)
        self.sums_ns: NDArray[np.float64] = np.zeros(codes.number)
        self._later: NDArray[np.int64] = np.empty((0, 3), dtype=np.int64)

    def begin(self, zero_ns: int) -> None:
        """Set the start of the beat (perf_counter_ns), before any event. No-op here: logs can be split at any time."""

    def steer(self, zero_ns: int) -> None:
        """Shift the beat slightly, right after a cut. No-op for logs."""

    def count(self, code: int) -> int:
        """Return the number of events of this code before the last cut."""
        return int(self.counts[code])

    def sum_s(self, code: int) -> float:
        """Return the sum of the values of this code in seconds."""
        return float(self.sums_ns[code]) / 1e9

    def cut(self, logs: Iterable[list[int] | NDArray[np.int64]], until_ns: int) -> list[Latencies]:
        """Consume the logs; return the latencies of the events before `until_ns` that no earlier cut returned.

        Later events remain for the next cut. Users may append to lists at the same time; an array is consumed as a
        whole.
        """
        parts = [self._later]
        for log in logs:
            if isinstance(log, np.ndarray):
                parts.append(log.reshape(-1, 3))
                continue
            # Only the owner appends, at the end, so whole triples can be removed from the front at any time.
            whole = len(log) // 3 * 3
            if whole:
                parts.append(np.fromiter(log, np.int64, whole).reshape(-1, 3))
                del log[:whole]
        events = np.concatenate(parts)
        now = events[:, 1] < until_ns
        self._later = events[~now]
        return self._count(events[now])

    def _count(self, events: NDArray[np.int64]) -> list[Latencies]:
        code, value = events[:, 0], events[:, 2]
        number = self.codes.number
        counts = np.bincount(code, minlength=number)
        self.counts += counts
        self.sums_ns += np.bincount(code, weights=value, minlength=number)
        measured = code <= self.codes.order
        return self._completed(grouped(code[measured], value[measured], self.codes.order + 1))

    def _completed(self, histograms: list[Histogram]) -> list[Latencies]:
        """Return the latencies of operations and orders, by code, including those derived rather than logged."""
        order = self.codes.order
        for part, whole in self._wholes.items():
            self._include(histograms, part, whole)
        if self._ios:
            for operation in range(order):
                if operation not in self._wholes:
                    self._include(histograms, operation, order)
        return [
            Latencies(index, found.count, found.sum_ns, found.min_ns, found.max_ns, found.to_bytes())
            for index, found in enumerate(histograms)
            if found.count
        ]

    def _include(self, histograms: list[Histogram], part: int, whole: int) -> None:
        histograms[whole].add(histograms[part])
        self.counts[whole] += histograms[part].count
        self.sums_ns[whole] += histograms[part].sum_ns


class Troubles:
    """Errors by kind, with the first text of each interval. Any thread adds errors; the frame thread takes them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[tuple[str, bool, bool], tuple[int, str]] = {}
        self.errors = 0
        self.retries = 0

    def add(self, kind: str, text: str, *, retried: bool = False, disconnected: bool = False, count: int = 1) -> None:
        """Count one error, or several of the same kind.

        Args:
            kind: Kind of error.
            text: Text of the error.
            retried: Whether the call is retried, so that only time is lost.
            disconnected: Whether a connection was lost or refused.
            count: Number of errors.
        """
        with self._lock:
            before, first = self._found.get((kind, retried, disconnected), (0, text[:LONGEST_TEXT]))
            self._found[kind, retried, disconnected] = (before + count, first)
            self.retries += count if retried else 0
            self.errors += 0 if retried else count

    def refused(self, error: Exception) -> None:
        """Count a user that could not connect.

        An OutpaceError has a message for users; other errors are prefixed with the name of their class.
        """
        text = str(error) if isinstance(error, OutpaceError) else f"{type(error).__name__}: {error}"
        self.add(CONNECT, text, disconnected=True)

    def take(self) -> list[Trouble]:
        """Return the errors since the last call."""
        with self._lock:
            found, self._found = self._found, {}
        return [Trouble(kind, count, text, retried, lost) for (kind, retried, lost), (count, text) in found.items()]
