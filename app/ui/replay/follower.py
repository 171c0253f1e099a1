# SPDX-License-Identifier: Apache-2.0
"""Follower of one session file: live while it grows, as a replay afterwards. Other code only uses `now_s`."""

import contextlib
import ctypes
import logging
import math
import sys
import time
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.clock import Clock, LiveClock, ReplayClock
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.workbench.localised_figures import error_text

log = logging.getLogger(__name__)

POLL_MS = 250
QUIET_MS = 700
"""Delay after a commit: the next second is not available before."""
COUNTDOWN_MS = 50
LONGEST_COUNTDOWN_S = 60.0
SILENT_S = 8.0
"""Silence after the last second of a run under load at which it is reported."""
ASLEEP_S = 3.0
"""Interval without a poll that means this process itself was suspended, so that no one else is to blame."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class Follower(QObject):
    """A session, and the moment of it that is shown: `now_s`, seconds since the common start.

    Between the command to start and the start it counts whole seconds down, -3, -2, -1, by the clock that the systems
    start by.

    Attributes:
        advanced: There are new samples, or another moment is shown.
        ended: The recording ended while it was followed.
        failed: The file cannot be read any further; the text is for people.
        silent: Seconds without data of a run under load, which commits once a second; 0 once data arrive again.
    """

    advanced = Signal()
    ended = Signal()
    failed = Signal(str)
    silent = Signal(int)

    def __init__(self, path: Path, *, live: bool, parent: QObject | None = None) -> None:
        """Open the session. Raises SessionError.

        Args:
            path: File of the session.
            live: It may still be being recorded.
            parent: Owner of the object.
        """
        super().__init__(parent)
        self.path = path
        self.reader = SessionReader.open(path)
        self.reader.poll()
        self.live = live and not self.reader.over
        self.unanswered = False
        """True if the session is being recorded by an engine that did not respond."""
        self.now_s = self.reader.length_s
        self._clock: Clock = LiveClock(self._latest_s) if self.live else self._replay()
        self._looked_s = self._heard_s = time.monotonic()
        self._is_silent = False
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self.tick)
        if not self.reader.over:
            self._timer.start()

    @property
    def first_s(self) -> float:
        """Begin of the session on the time axis: the common start, or earlier if that is still to come."""
        return 0.0 if self.reader.started else min(0.0, self.now_s)

    @property
    def playing(self) -> bool:
        """True while a replay runs."""
        return not self.live and self._clock.playing

    @property
    def speed(self) -> float:
        """Speed of the replay; 1 is the speed of the recording."""
        return self._clock.speed

    @property
    def recorded_at(self) -> datetime:
        """Begin of the recording, with its own offset from UTC."""
        return self.reader.info.started

    def tick(self) -> None:
        """Read newly committed data, and move to the moment to be shown."""
        try:
            new = self.reader.poll()
        except SessionError as error:
            self._timer.stop()
            log.warning("%s: %s", self.path, error)
            self.failed.emit(error_text(error))
            return
        if new:
            self.go_live()  # it is being recorded after all
        self._detect_silence(new)
        now_s = self._moment()
        quiet = new and self.live and self.reader.started
        self._timer.setInterval(COUNTDOWN_MS if now_s < 0 else QUIET_MS if quiet else POLL_MS)
        if new or now_s != self.now_s:
            self.now_s = now_s
            self.advanced.emit()
        elif not self.live and not self._clock.playing:
            self._stop_timer()
        if self.live and self.reader.over:
            self._end_live()

    def _detect_silence(self, new: bool) -> None:
        now_s, phases = time.monotonic(), self.reader.phases
        loaded = self.live and self.reader.started and bool(phases) and phases[-1].name != "stop"
        if new or not loaded or now_s - self._looked_s > ASLEEP_S:
            self._heard_s = now_s
        self._looked_s = now_s
        if (now_s - self._heard_s > SILENT_S) != self._is_silent:
            self._is_silent = not self._is_silent
            self.silent.emit(round(now_s - self._heard_s))

    def go_live(self) -> None:
        """Follow the recording from now on: its engine was found, or the file grows. A finished one stays a replay."""
        if self.live or self.reader.over:
            return
        self.live = True
        self._clock = LiveClock(self._latest_s)
        self.now_s = self._moment()
        self._timer.start()

    def play(self) -> None:
        """Replay from the moment shown, or from the common start at the end."""
        if self.live:
            return
        self._clock.play()
        self.now_s = self._moment()
        self._timer.start()
        self.advanced.emit()

    def pause(self) -> None:
        """Pause the replay at the moment shown."""
        self._clock.pause()
        self._clock.seek(self.now_s)
        self._stop_timer()

    def set_speed(self, speed: float) -> None:
        if not self.live:
            self._clock.set_speed(speed)
            self.advanced.emit()

    def seek(self, to_s: float) -> None:
        """Show another moment of a recording."""
        if self.live:
            return
        self._clock.seek(to_s)
        self.now_s = self._moment()
        self.advanced.emit()

    def broke_off(self) -> None:
        """End following: the session is not being recorded although it has no end."""
        self._end_live()

    def close(self) -> None:
        """Release the file, and the memory that former sessions needed."""
        self._timer.stop()
        self.reader.close()
        _return_free_memory()

    def _moment(self) -> float:
        moment_s = self._clock.now_s()
        # Samples come once a second, and a countdown counts whole ones: between them nothing on screen changes.
        return float(math.floor(moment_s)) if self.playing or moment_s < 0 else moment_s

    def _latest_s(self) -> float:
        """Return the latest moment of a recording; before its start, the (negative) time until then."""
        start_ns, length_s = self.reader.start_ns, self.reader.length_s
        if start_ns is None or length_s > 0:
            return length_s
        until_s = (start_ns - time.perf_counter_ns()) / 1e9
        return -until_s if 0 < until_s <= LONGEST_COUNTDOWN_S else length_s

    def _replay(self) -> ReplayClock:
        """Return a replay that rests at its end, so that the whole recording is shown."""
        clock = ReplayClock(time.perf_counter, 0.0, self.reader.length_s)
        clock.seek(self.reader.length_s)
        return clock

    def _stop_timer(self) -> None:
        """Stop the timer without a replay, unless the session may still be being recorded."""
        if self.reader.over:
            self._timer.stop()
        self.advanced.emit()

    def _end_live(self) -> None:
        self.live = False
        self.now_s = self.reader.length_s
        self._clock = self._replay()
        if self.reader.over:
            self._timer.stop()
        self.ended.emit()
        self.advanced.emit()


def _return_free_memory() -> None:
    """Return free pages to the operating system.

    glibc does so only at the end of its heap: the gaps that sessions leave in it added up to 3 MB per live run at a
    stand (`tests/benchmarks/stand_day.py`).
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
