# SPDX-License-Identifier: Apache-2.0
"""The clock of what is shown: live or replayed, with one face. Times are seconds since the common start."""

from collections.abc import Callable
from typing import Protocol

SLOWEST = 0.25
FASTEST = 16.0


class Clock(Protocol):
    """Says up to which moment a session is shown."""

    @property
    def playing(self) -> bool:
        """Whether the moment moves."""
        ...

    @property
    def speed(self) -> float:
        """Recorded seconds a second."""
        ...

    def now_s(self) -> float:
        """The moment that is shown."""
        ...

    def play(self) -> None:
        """Goes on."""
        ...

    def pause(self) -> None:
        """Stays at this moment."""
        ...

    def seek(self, at_s: float) -> None:
        """Goes to a moment, as far as there is one."""
        ...

    def set_speed(self, speed: float) -> None:
        """Changes the speed, from this moment on."""
        ...


class LiveClock:
    """Follows a recording: its latest moment, or where it was paused. The recording itself never waits."""

    def __init__(self, latest_s: Callable[[], float]) -> None:
        self._latest_s = latest_s
        self._paused_s: float | None = None

    @property
    def playing(self) -> bool:
        """Whether the latest moment is shown."""
        return self._paused_s is None

    @property
    def speed(self) -> float:
        """Live is live."""
        return 1.0

    def now_s(self) -> float:
        """The latest moment, or where it was paused."""
        return self._latest_s() if self._paused_s is None else self._paused_s

    def play(self) -> None:
        """Back to the latest moment."""
        self._paused_s = None

    def pause(self) -> None:
        """Stays at this moment."""
        self._paused_s = self.now_s()

    def seek(self, at_s: float) -> None:
        """Pauses at a moment of the past."""
        self._paused_s = min(at_s, self._latest_s())

    def set_speed(self, speed: float) -> None:
        """Raises ValueError for any speed but 1."""
        if speed != 1.0:
            raise ValueError("a live session has speed 1")


class ReplayClock:
    """Plays a recorded session again, from from_s to to_s; it begins paused at from_s.

    perf_counter: seconds of a steady clock (time.perf_counter).
    """

    def __init__(self, perf_counter: Callable[[], float], from_s: float, to_s: float) -> None:
        self._perf_counter = perf_counter
        self._from_s = from_s
        self._to_s = max(from_s, to_s)
        self._at_s = from_s
        self._since = perf_counter()
        self._speed = 1.0
        self._playing = False

    @property
    def playing(self) -> bool:
        """Whether it plays; at the end it stops."""
        return self._playing and self.now_s() < self._to_s

    @property
    def speed(self) -> float:
        """Recorded seconds a second, 0.25 to 16."""
        return self._speed

    def now_s(self) -> float:
        """The moment that is shown."""
        if not self._playing:
            return self._at_s
        return min(self._at_s + (self._perf_counter() - self._since) * self._speed, self._to_s)

    def play(self) -> None:
        """Goes on; at the end, from the beginning."""
        self._stay()
        if self._at_s >= self._to_s:
            self._at_s = self._from_s
        self._playing = True

    def pause(self) -> None:
        """Stays at this moment."""
        self._stay()
        self._playing = False

    def seek(self, at_s: float) -> None:
        """Goes to a moment, at the nearest within the session, and plays on if it played."""
        self._at_s = min(max(at_s, self._from_s), self._to_s)
        self._since = self._perf_counter()

    def set_speed(self, speed: float) -> None:
        """Plays on with another speed; the nearest of 0.25 to 16."""
        self._stay()
        self._speed = min(max(speed, SLOWEST), FASTEST)

    def _stay(self) -> None:
        self._at_s = self.now_s()
        self._since = self._perf_counter()
