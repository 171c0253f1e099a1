"""One check or build: an engine process that is started, whose job file is followed, and that comes to an end."""

import contextlib
import tempfile
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.errors import SessionError
from app.session.reader import SessionReader
from app.ui.request import Answers, JobRequest
from app.ui.run import Run, Starter, started_job

LOOK_MS = 200


class Job(QObject):
    """looked: there may be more in its file. over: the engine has ended; `reader` and `said` tell what came of it, and
    are forgotten afterwards."""

    looked = Signal()
    over = Signal()

    def __init__(self, starter: Starter, parent: QObject) -> None:
        super().__init__(parent)
        self._starter = starter
        self._run: Run | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.reader: SessionReader | None = None
        self.said = ""
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def underway(self) -> bool:
        """Whether an engine is at work."""
        return self._run is not None

    def start(self, request: JobRequest, answers: Answers) -> None:
        """Starts the engine; one that was still at work is ended. Raises ControlError."""
        self.leave()
        self.said = ""
        self._folder = tempfile.TemporaryDirectory(prefix="outpace-window-", ignore_cleanup_errors=True)
        file = Path(self._folder.name) / "job.outpace"
        try:
            run = started_job(request, file, self, self._starter, answers)
        except BaseException:
            self._forget_file()
            raise
        self._run = run
        run.failed.connect(self._failed)
        run.over.connect(self._over)
        self._timer.start()

    def cancel(self) -> None:
        """Asks the engine for a clean end."""
        if self._run is not None:
            self._run.stop()

    def leave(self) -> None:
        """Lets go of the engine and its file."""
        self._timer.stop()
        if self._run is not None:
            run, self._run = self._run, None
            run.stop()
            run.leave(go_on=False)
            run.deleteLater()
        self._forget_file()

    def _failed(self, text: str) -> None:
        self.said = text

    def _look(self) -> None:
        if self.reader is None and self._run is not None and self._run.session.exists():
            with contextlib.suppress(SessionError):  # the engine is still writing its first rows
                self.reader = SessionReader.open(self._run.session)
        if self.reader is not None:
            with contextlib.suppress(SessionError):  # it is told at the end, by the engine's own words
                self.reader.poll()
            self.looked.emit()

    def _over(self) -> None:
        self._look()
        self._timer.stop()
        run, self._run = self._run, None
        if run is not None:
            self.over.emit()
            run.deleteLater()
            self._forget_file()

    def _forget_file(self) -> None:
        if self.reader is not None:
            self.reader.close()
            self.reader = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
