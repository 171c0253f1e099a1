# SPDX-License-Identifier: Apache-2.0
"""Offset of another machine's clock, from exchanges of messages: an interval that contains the true value.

A request leaves here at sent_ns and arrives there at came_ns; the reply leaves there at left_ns and arrives here at
back_ns. However long each way took, the offset (there minus here) was at least left - back and at most came - sent.
Because the clocks drift, the bounds of an old exchange are widened by `DRIFT` times its age. The result is the
intersection of all intervals, which contains the true value even if the two ways take unequal times.
"""

from collections import deque
from dataclasses import dataclass

DRIFT = 100e-6
"""Maximum relative difference between two clocks' rates: quartz differs by up to 50 ppm, plus clock discipline."""
KEPT = 64
WHOLE_NS = 1
"""Resolution of the clocks: the difference of two readings is off by less than one nanosecond."""
SLEW = 500e-6
"""Rate at which the applied offset follows the estimate: 0.5 ms per second."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Nanoseconds of perf_counter_ns: sent_ns and back_ns of this machine, came_ns and left_ns of the other."""

    sent_ns: int
    came_ns: int
    left_ns: int
    back_ns: int

    @property
    def is_possible(self) -> bool:
        """True if the time elapsed there exceeds the time elapsed here by no more than clock drift allows."""
        here_ns, there_ns = self.back_ns - self.sent_ns, self.left_ns - self.came_ns
        return 0 <= there_ns <= here_ns + WHOLE_NS + DRIFT * there_ns

    def bounds_at(self, now_ns: int) -> tuple[float, float]:
        """Return the smallest and largest offset possible at `now_ns` (this machine's clock, not before sent_ns)."""
        # The reply left before it arrived here, and the request arrived there after it was sent.
        least = self.left_ns - self.back_ns - WHOLE_NS - DRIFT * (now_ns - self.back_ns)
        largest = self.came_ns - self.sent_ns + WHOLE_NS + DRIFT * (now_ns - self.sent_ns)
        return least, largest


@dataclass(frozen=True, slots=True)
class Offset:
    """The other clock minus this one, in nanoseconds; the true value is within ± uncertainty_ns."""

    ns: float
    uncertainty_ns: float


class RemoteClock:
    """Offset estimate for one other clock. Use it from one thread."""

    def __init__(self) -> None:
        self._exchanges: deque[Exchange] = deque(maxlen=KEPT)
        self._moved: tuple[int, float] | None = None
        self.uneven = 0
        """Number of times that the clock's rate changed by more than `DRIFT`, which discards earlier exchanges."""

    def add(self, exchange: Exchange) -> bool:
        """Add an exchange; return False if it is impossible: it took longer there than here, or went back in time."""
        if not exchange.is_possible:
            return False
        if self._exchanges:
            known, bounds = self._bounds(exchange.back_ns), exchange.bounds_at(exchange.back_ns)
            if bounds[0] > known[1] or bounds[1] < known[0]:
                self._exchanges.clear()
                self.uneven += 1
        self._exchanges.append(exchange)
        return True

    def at(self, now_ns: int) -> Offset | None:
        """Return the offset at a time of perf_counter_ns after the last exchange; None before the first exchange."""
        if not self._exchanges:
            return None
        least, largest = self._bounds(now_ns)
        return Offset((least + largest) / 2, (largest - least) / 2)

    def moved_by(self, now_ns: int) -> float:
        """Return the offset to apply to the other clock's times, in nanoseconds.

        It follows the estimate so slowly that no time series runs backwards. `now_ns` must not decrease between calls.
        Raises LookupError before the first exchange.
        """
        estimate = self.at(now_ns)
        if estimate is None:
            raise LookupError("nothing is known of this clock yet")
        if self._moved is None:
            moved = estimate.ns
        else:
            at_ns, before = self._moved
            most = SLEW * (now_ns - at_ns)
            moved = before + min(max(estimate.ns - before, -most), most)
        self._moved = now_ns, moved
        return moved

    def _bounds(self, now_ns: int) -> tuple[float, float]:
        bounds = [exchange.bounds_at(now_ns) for exchange in self._exchanges]
        return max(least for least, _ in bounds), min(largest for _, largest in bounds)
