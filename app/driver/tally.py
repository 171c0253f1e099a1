# SPDX-License-Identifier: Apache-2.0
"""What users did, from the flat logs they append to, cut at exact moments and made into histograms.

A user's log is a plain list of integers, three an event: code, moment (perf_counter_ns), value. Measured in CPython
3.11, an event: three appends of integers take 50 ns less than one append of a tuple to a deque and leave nothing to
the garbage collector, array('q') takes 180 ns more; numpy reads the list at 100 ns an event (by `array` 200), once a
second, away from the timed calls.
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
    """The codes of events in a log. Below `order` lie the workload's own operations (value: latency in ns).

    order: a cycle that ended; its response in ns. rollback: it was rolled back by rule. think: a pause in ns.
    untimed: the rest of a user's cycle in ns: untimed calls, the driver's and workload's own work, failed cycles.
    lag: an arrival begun so many ns after its intended time. missed: an arrival that nobody began in time.
    call_cpu: estimated processor time inside calls in ns.
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
    """Cumulative counts and sums by code, and the latencies of each interval."""

    def __init__(self, codes: Codes, wholes: Sequence[int | None] = (), *, ios: bool = False) -> None:
        """wholes: of each operation the one that it is part of, which the log does not name; None: it is none's.

        ios: every operation is an order with the same latency, and the log holds it once.
        """
        self.codes = codes
        self._ios = ios
        self._wholes = {part: whole for part, whole in enumerate(wholes) if whole is not None}
        self.counts: NDArray[np.int64] = np.zeros(codes.number, dtype=np.int64)
        self.sums_ns: NDArray[np.float64] = np.zeros(codes.number)
        self._later: NDArray[np.int64] = np.empty((0, 3), dtype=np.int64)

    def begin(self, zero_ns: int) -> None:
        """zero_ns: where the beat of the cuts begins (perf_counter_ns); before anything happens. Logs need not know."""

    def steer(self, zero_ns: int) -> None:
        """The beat has moved a little; right behind a cut."""

    def count(self, code: int) -> int:
        """How many events of this code came before the last cut."""
        return int(self.counts[code])

    def sum_s(self, code: int) -> float:
        """The sum of their values in seconds."""
        return float(self.sums_ns[code]) / 1e9

    def cut(self, logs: Iterable[list[int] | NDArray[np.int64]], until_ns: int) -> list[Latencies]:
        """Take what the logs hold; returns the latencies of the events before `until_ns` that no cut had before.

        Later events wait for the next cut. Users may append to lists meanwhile; an array is taken as a whole.
        """
        parts = [self._later]
        for log in logs:
            if isinstance(log, np.ndarray):
                parts.append(log.reshape(-1, 3))
                continue
            # Only the owner appends, at the end, so whole triples can be taken off the front at any moment.
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
        """Of the operations and of orders, by code: with what the log does not name."""
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
    """Errors by kind with the first text of each interval. Any thread adds; the frame thread takes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[tuple[str, bool, bool], tuple[int, str]] = {}
        self.errors = 0
        self.retries = 0

    def add(self, kind: str, text: str, *, retried: bool = False, disconnected: bool = False, count: int = 1) -> None:
        """Count one, or several alike.

        retried: the call is tried again, so nothing is lost but time. disconnected: a connection is lost or was not to
        be had.
        """
        with self._lock:
            before, first = self._found.get((kind, retried, disconnected), (0, text[:LONGEST_TEXT]))
            self._found[kind, retried, disconnected] = (before + count, first)
            self.retries += count if retried else 0
            self.errors += 0 if retried else count

    def refused(self, error: Exception) -> None:
        """Count a user that got no connection.

        Errors of ours are for a person as they are; a driver's name their class.
        """
        text = str(error) if isinstance(error, OutpaceError) else f"{type(error).__name__}: {error}"
        self.add(CONNECT, text, disconnected=True)

    def take(self) -> list[Trouble]:
        """Those since the last take."""
        with self._lock:
            found, self._found = self._found, {}
        return [Trouble(kind, count, text, retried, lost) for (kind, retried, lost), (count, text) in found.items()]
