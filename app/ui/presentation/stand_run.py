# SPDX-License-Identifier: Apache-2.0
"""A live run at a stand, from starting the engine to the end of its session."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.session_error import SessionError
from app.ui.replay.follower import Follower
from app.ui.start.running_engine import RunningEngine
from app.ui.workbench.run_status import did_not_start, ending_message

COUNTDOWN_S = 3.0
APPEARS_WITHIN_MS = 15_000
AGAIN_MS = 250
READY = "ready"


class LiveRun(QObject):
    """A run at a stand that waits for the start command.

    Exactly one of `ended` and `failed` is emitted, once, with a message for the operator or "".

    Attributes:
        appeared: Its session exists; the receiver takes ownership of the Follower.
        preparing: Progress of the preparation, in percent.
        ready: All users are connected.
        started: The time of the common start is known.
        ended: The run had started, and its session is complete or was cut off.
        failed: The run never started.
    """

    appeared = Signal(object)
    preparing = Signal(float)
    ready = Signal()
    started = Signal()
    ended = Signal(str)
    failed = Signal(str)

    def __init__(self, run: RunningEngine, parent: QObject) -> None:
        super().__init__(parent)
        self.run = run
        run.setParent(self)
        self._follower: Follower | None = None
        self._wanted = self._ready = self._going = self._started = self._over = False
        self._message = ""
        run.appeared.connect(lambda path: self._follow(path, APPEARS_WITHIN_MS))
        run.failed.connect(self._keep_message)
        run.over.connect(self._handle_engine_exit)

    def want(self) -> None:
        """Request the start: as soon as all users are connected, count down and start all systems together."""
        self._wanted = True
        if self._ready and not self._going:
            self._going = True
            self.run.go(COUNTDOWN_S)

    def stop(self) -> None:
        """Stop the run, keeping the recording."""
        self.run.stop()

    def leave(self) -> None:
        """Release the run. A run under load continues for other followers; an earlier one is stopped."""
        self._over = True
        if not self._started:
            self.run.stop()
        self.run.leave(go_on=self._started)

    def _follow(self, path: Path, patience_ms: int) -> None:
        if self._follower is not None or self._over:
            return
        try:
            follower = Follower(path, live=True, parent=self.parent())
        except SessionError:
            if patience_ms > 0 and self.run.alive:  # the engine is still writing the first rows
                QTimer.singleShot(AGAIN_MS, self, lambda: self._follow(path, patience_ms - AGAIN_MS))
            return
        self._follower = follower
        follower.advanced.connect(self._advance)
        follower.ended.connect(self._report_end)
        self.appeared.emit(follower)
        self._advance()

    def _advance(self) -> None:
        follower = self._follower
        if follower is None or self._over:
            return
        reader = follower.reader
        if reader.started:
            if not self._started:
                self._started = True
                self.started.emit()
        elif reader.progress is not None and not self._ready:
            progress = reader.progress
            if progress.task == READY:
                self._ready = True
                self.ready.emit()
                if self._wanted:
                    self.want()
            elif progress.total > 0:
                self.preparing.emit(100 * min(progress.done / progress.total, 1.0))

    def _report_end(self) -> None:
        """Report the end of the run, as recorded in its session."""
        if self._over or self._follower is None:
            return
        self._over = True
        reader = self._follower.reader
        ending = ending_message(reader)
        message = ending[0] if ending is not None and reader.end is not None and not reader.end.valid else self._message
        (self.failed if did_not_start(reader) or not reader.started else self.ended).emit(message)

    def _keep_message(self, text: str) -> None:
        self._message = text

    def _handle_engine_exit(self) -> None:
        if self._over:
            return
        if self._follower is not None:
            self._follower.tick()
            if not self._over:
                self._follower.broke_off()  # emits the follower's `ended` signal
        else:
            self._over = True
            self.failed.emit(self._message)
