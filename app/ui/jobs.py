"""Checks and builds: engine processes that the window starts, and whose job files it follows."""

import contextlib
import logging
import tempfile
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.control.link import ControlError
from app.scenario.reading import ScenarioError, read_scenario
from app.session.errors import SessionError
from app.session.reader import SessionReader
from app.ui.findings import counts_told, finding_rows
from app.ui.job_page import JobPage
from app.ui.questions import Questions
from app.ui.request import Answers, JobKind, JobRequest
from app.ui.run import Run, Starter, started_job
from app.ui.shell import Shell
from widgets.theme import Theme

log = logging.getLogger(__name__)

LOOK_MS = 200
BUILT = "built"
CANCELLED = "Cancelled"


class Jobs(QObject):
    """One job at a time. wanted_run: a person wants to run this scenario next. left: the page has served."""

    wanted_run = Signal(str)
    left = Signal()

    def __init__(self, shell: Shell, questions: Questions, starter: Starter, theme: Theme) -> None:
        super().__init__(shell)
        self._shell = shell
        self._questions = questions
        self._starter = starter
        self._theme = theme
        self._request: JobRequest | None = None
        self._run: Run | None = None
        self._reader: SessionReader | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._said = ""
        self.page = JobPage(theme)
        shell.pages.addWidget(self.page)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self.page.cancelled.connect(self.cancel)
        self.page.again.connect(lambda: self._next(None))
        self.page.check.connect(lambda: self._next("check"))
        self.page.build.connect(lambda: self._next("build"))
        self.page.run.connect(self._want_run)
        self.page.closed.connect(self.close)

    @property
    def underway(self) -> bool:
        """Whether an engine is at work."""
        return self._run is not None

    @property
    def kind(self) -> str:
        """What is being done, or was done last: "check", "build" or ""."""
        return self._request.kind if self._request is not None else ""

    def begin(self, request: JobRequest) -> None:
        """Asks what has to be asked, and starts."""
        try:
            scenario = read_scenario(request.scenario).scenario
        except (ScenarioError, OSError) as error:
            self._shell.notice.say(str(error))
            return
        self._questions.ask(
            request.scenario, scenario, lambda answers: self._start(request, scenario.title, answers), runs=False
        )

    def cancel(self) -> None:
        """Ends the job; what was built stays."""
        if self._run is not None:
            self._run.stop()

    def close(self) -> None:
        """Puts the page away; a job that still works is ended."""
        self.leave()
        self._request = None
        self.page.set_findings(())
        self.left.emit()

    def leave(self) -> None:
        """Lets go of the job's engine and file."""
        self._timer.stop()
        if self._run is not None:
            run, self._run = self._run, None
            run.stop()
            run.leave(go_on=False)
            run.deleteLater()
        self._forget_file()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        self.page.set_theme(theme)

    def _start(self, request: JobRequest, title: str, answers: Answers) -> None:
        self.leave()
        self._folder = tempfile.TemporaryDirectory(prefix="outpace-window-", ignore_cleanup_errors=True)
        try:
            run = started_job(request, Path(self._folder.name) / "job.outpace", self, self._starter, answers)
        except ControlError as error:
            self._forget_file()
            self._shell.notice.say(str(error))
            return
        self._request, self._run, self._said = request, run, ""
        run.failed.connect(self._failed)
        run.over.connect(self._over)
        self._shell.notice.hide()
        self._shell.set_session_title(title)
        self.page.begin(request.kind, title)
        self._shell.pages.setCurrentWidget(self.page)
        self._timer.start()

    def _failed(self, text: str) -> None:
        self._said = text

    def _look(self) -> None:
        reader = self._opened()
        if reader is None:
            return
        with contextlib.suppress(SessionError):  # it is told at the end, by the engine's own words
            reader.poll()
        self.page.set_findings(finding_rows(reader, self._theme))
        if (progress := reader.progress) is not None:
            self.page.show_progress(progress.task, progress.done, progress.total, progress.text)

    def _opened(self) -> SessionReader | None:
        if self._reader is None and self._run is not None and self._run.session.exists():
            with contextlib.suppress(SessionError):  # the engine is still writing its first rows
                self._reader = SessionReader.open(self._run.session)
        return self._reader

    def _over(self) -> None:
        self._look()
        self._timer.stop()
        run, self._run = self._run, None
        reader, request = self._reader, self._request
        if run is None or request is None:
            return
        if reader is None or reader.end is None:
            self.page.end("It could not be done", "error", self._said or "The log of the engine has the details.")
        elif not reader.end.valid:
            self._end_badly(reader, request)
        elif request.kind == "check":
            self._end_check(reader)
        else:
            self._end_build(reader)
        run.deleteLater()
        self._forget_file()

    def _end_badly(self, reader: SessionReader, request: JobRequest) -> None:
        assert reader.end is not None
        reasons = "\n".join(reader.end.reasons)
        if not reasons.startswith(CANCELLED):
            self.page.end("It could not be done", "error", reasons)
        elif request.kind == "build":
            self.page.end("Cancelled", "warning", "What was built stays: the next build goes on from there.")
        else:
            self.page.end("Cancelled", "warning", "")

    def _end_check(self, reader: SessionReader) -> None:
        rows = finding_rows(reader, self._theme)
        results = {row.result for row in rows}
        if "failed" in results:
            self.page.end(f"Not ready to run: {counts_told(rows)}", "error", "What failed stops a run. It comes first.")
        elif "warning" in results:
            self.page.end(f"Ready to run: {counts_told(rows)}", "warning", "Read the warnings before you compare.")
        else:
            self.page.end(f"Ready to run: {counts_told(rows)}", "", "")

    def _end_build(self, reader: SessionReader) -> None:
        lines = [event.text for event in reader.events if event.kind == BUILT]
        checksums = {str(target.detail.get("checksum", "")) for s in reader.systems for target in s.targets}
        identical = len(lines) > 1 and len(checksums) == 1
        words = "Built: all databases hold identical data" if identical else "Built"
        self.page.end(words, "", "\n".join(lines))

    def _next(self, kind: JobKind | None) -> None:
        """The same scenario once more. kind: None does the same."""
        request = self._request
        if request is not None:
            self.begin(JobRequest(kind or request.kind, request.scenario, request.folders))

    def _want_run(self) -> None:
        request = self._request
        if request is not None:
            self.close()
            self.wanted_run.emit(request.scenario)

    def _forget_file(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
