# SPDX-License-Identifier: Apache-2.0
"""Follower of a session file: live while it grows, then as a replay. `now_s` hides the difference."""

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
"""Milliseconds to wait after a commit, because the next second of data is not available earlier."""
COUNTDOWN_MS = 50
LONGEST_COUNTDOWN_S = 60.0
SILENT_S = 8.0
"""Seconds without data, in a run under load, after which the engine is reported as silent."""
ASLEEP_S = 3.0
"""Seconds between polls above which this process must have been suspended, so that the silence is not the engine's."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class Follower(QObject):
    """A session and the moment to show: `now_s`, in seconds since the common start.

    After the start command, `now_s` counts down whole seconds (-3, -2, -1) to the start, by the clock that starts the
    systems.

    Attributes:
        advanced: New samples arrived, or the moment changed.
        ended: The recording ended while being followed.
        failed: The file can no longer be read; carries a message for the user.
        silent: Seconds without data in a run under load, which commits once a second; 0 when data arrives again.
    """

    advanced = Signal()
    ended = Signal()
    failed = Signal(str)
    silent = Signal(int)

    def __init__(self, path: Path, *, live: bool, parent: QObject | None = None) -> None:
        """Open the session. Raises SessionError.

        Args:
            path: File of the session.
            live: Whether the session may still be growing.
            parent: Parent object.
        """
        super().__init__(parent)
        self.path = path
        self.reader = SessionReader.open(path)
        self.reader.poll()
        self.live = live and not self.reader.over
        self.unanswered = False
        """True if the session is being recorded by an engine that does not respond."""
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
        """Start of the time axis: the common start, or `now_s` before the start."""
        return 0.0 if self.reader.started else min(0.0, self.now_s)

    @property
    def playing(self) -> bool:
        """True while the replay is playing."""
        return not self.live and self._clock.playing

    @property
    def speed(self) -> float:
        """Replay speed, as a multiple of real time."""
        return self._clock.speed

    @property
    def recorded_at(self) -> datetime:
        """Start time of the recording, with its own UTC offset."""
        return self.reader.info.started

    def tick(self) -> None:
        """Read newly committed data and update the current moment."""
        try:
            new = self.reader.poll()
        except SessionError as error:
            self._timer.stop()
            log.warning("%s: %s", self.path, error)
            self.failed.emit(error_text(error))
            return
        if new:
            self.go_live()  # the file is still being recorded
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
        """Follow the session live, because its engine was found or its file grows. A finished one remains a replay."""
        if self.live or self.reader.over:
            return
        self.live = True
        self._clock = LiveClock(self._latest_s)
        self.now_s = self._moment()
        self._timer.start()

    def play(self) -> None:
        """Play from the current moment, or from the common start if at the end."""
        if self.live:
            return
        self._clock.play()
        self.now_s = self._moment()
        self._timer.start()
        self.advanced.emit()

    def pause(self) -> None:
        """Pause the replay at the current moment."""
        self._clock.pause()
        self._clock.seek(self.now_s)
        self._stop_timer()

    def set_speed(self, speed: float) -> None:
        if not self.live:
            self._clock.set_speed(speed)
            self.advanced.emit()

    def seek(self, to_s: float) -> None:
        """Move a replay to another moment."""
        if self.live:
            return
        self._clock.seek(to_s)
        self.now_s = self._moment()
        self.advanced.emit()

    def broke_off(self) -> None:
        """Stop following live: the session is not being recorded any longer, but has no end record."""
        self._end_live()

    def close(self) -> None:
        """Close the file and return free memory to the operating system."""
        self._timer.stop()
        self.reader.close()
        _return_free_memory()

    def _moment(self) -> float:
        moment_s = self._clock.now_s()
        # Samples arrive once a second and a countdown uses whole seconds; between them, nothing on the screen changes.
        return float(math.floor(moment_s)) if self.playing or moment_s < 0 else moment_s

    def _latest_s(self) -> float:
        """Return the latest recorded moment; before the start, the remaining time as a negative number."""
        start_ns, length_s = self.reader.start_ns, self.reader.length_s
        if start_ns is None or length_s > 0:
            return length_s
        until_s = (start_ns - time.perf_counter_ns()) / 1e9
        return -until_s if 0 < until_s <= LONGEST_COUNTDOWN_S else length_s

    def _replay(self) -> ReplayClock:
        """Return a replay clock that is at the end, so that the whole recording is visible."""
        clock = ReplayClock(time.perf_counter, 0.0, self.reader.length_s)
        clock.seek(self.reader.length_s)
        return clock

    def _stop_timer(self) -> None:
        """Stop the timer, unless the session may still be growing."""
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

    glibc returns only pages at the end of its heap; the gaps left by sessions added up to 3 MB per live run at a stand
    (`tests/benchmarks/stand_day.py`).
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # a C library other than glibc
            ctypes.CDLL(None).malloc_trim(0)
