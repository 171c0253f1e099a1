# SPDX-License-Identifier: Apache-2.0
"""Clock of a displayed session, live or replayed. Times are seconds since the common start."""

from collections.abc import Callable
from typing import Protocol

SLOWEST = 0.25
FASTEST = 16.0


class Clock(Protocol):
    """Playback position of a displayed session."""

    @property
    def playing(self) -> bool:
        """True if the position advances."""
        ...

    @property
    def speed(self) -> float:
        """Playback speed, in recorded seconds per second."""
        ...

    def now_s(self) -> float:
        """Return the displayed position."""
        ...

    def play(self) -> None:
        """Resume."""
        ...

    def pause(self) -> None:
        """Pause at the current position."""
        ...

    def seek(self, at_s: float) -> None:
        """Move to a position, limited to the session's length."""
        ...

    def set_speed(self, speed: float) -> None:
        """Change the speed, effective from the current position."""
        ...


class LiveClock:
    """Clock of a running recording: its latest time, or the position at which the clock was paused."""

    def __init__(self, latest_s: Callable[[], float]) -> None:
        self._latest_s = latest_s
        self._paused_s: float | None = None

    @property
    def playing(self) -> bool:
        """True if the latest recorded time is shown."""
        return self._paused_s is None

    @property
    def speed(self) -> float:
        """Always 1."""
        return 1.0

    def now_s(self) -> float:
        """Return the latest recorded time, or the position at which the clock was paused."""
        return self._latest_s() if self._paused_s is None else self._paused_s

    def play(self) -> None:
        """Return to the latest recorded time."""
        self._paused_s = None

    def pause(self) -> None:
        """Pause at the current position."""
        self._paused_s = self.now_s()

    def seek(self, at_s: float) -> None:
        """Pause at an earlier position."""
        self._paused_s = min(at_s, self._latest_s())

    def set_speed(self, speed: float) -> None:
        """Accept speed 1 only.

        Raises:
            ValueError: If the speed is not 1.
        """
        if speed != 1.0:
            raise ValueError("a live session has speed 1")


class ReplayClock:
    """Clock of a replayed session from `from_s` to `to_s`, initially paused at `from_s`.

    `perf_counter` is a function that returns seconds of a monotonic clock (time.perf_counter).
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
        """True while playing; playback stops at the end."""
        return self._playing and self.now_s() < self._to_s

    @property
    def speed(self) -> float:
        """Playback speed, in recorded seconds per second, 0.25 to 16."""
        return self._speed

    def now_s(self) -> float:
        """Return the displayed position."""
        if not self._playing:
            return self._at_s
        return min(self._at_s + (self._perf_counter() - self._since) * self._speed, self._to_s)

    def play(self) -> None:
        """Resume; at the end, restart from the beginning."""
        self._fix_moment()
        if self._at_s >= self._to_s:
            self._at_s = self._from_s
        self._playing = True

    def pause(self) -> None:
        """Pause at the current position."""
        self._fix_moment()
        self._playing = False

    def seek(self, at_s: float) -> None:
        """Move to the nearest position within the session, and continue playing if it was playing."""
        self._at_s = min(max(at_s, self._from_s), self._to_s)
        self._since = self._perf_counter()

    def set_speed(self, speed: float) -> None:
        """Change the speed, limited to 0.25 to 16, and continue playing if it was playing."""
        self._fix_moment()
        self._speed = min(max(speed, SLOWEST), FASTEST)

    def _fix_moment(self) -> None:
        self._at_s = self.now_s()
        self._since = self._perf_counter()
