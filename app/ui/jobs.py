"""Checks and builds: engine processes that the window starts, and whose job files it follows."""

from PySide6.QtCore import QObject, Signal

from app.control.link import ControlError
from app.scenario.reading import ScenarioError, read_scenario
from app.session.reader import SessionReader
from app.ui.findings import counts_told, finding_rows
from app.ui.job import Job
from app.ui.job_page import JobPage
from app.ui.questions import Questions
from app.ui.request import Answers, JobKind, JobRequest
from app.ui.run import Starter
from app.ui.shell import Shell
from app.ui.texts import tr
from widgets.theme import Theme

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
        self._theme = theme
        self._request: JobRequest | None = None
        self._job = Job(starter, self)
        self._job.looked.connect(self._look)
        self._job.over.connect(self._over)
        self.page = JobPage(theme)
        shell.pages.addWidget(self.page)
        self.page.cancelled.connect(self.cancel)
        self.page.again.connect(lambda: self._next(None))
        self.page.check.connect(lambda: self._next("check"))
        self.page.build.connect(lambda: self._next("build"))
        self.page.run.connect(self._want_run)
        self.page.closed.connect(self.close)

    @property
    def underway(self) -> bool:
        """Whether an engine is at work."""
        return self._job.underway

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
        self._job.cancel()

    def close(self) -> None:
        """Puts the page away; a job that still works is ended."""
        self.leave()
        self._request = None
        self.page.set_findings(())
        self.left.emit()

    def leave(self) -> None:
        """Lets go of the job's engine and file."""
        self._job.leave()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        self.page.set_theme(theme)

    def _start(self, request: JobRequest, title: str, answers: Answers) -> None:
        try:
            self._job.start(request, answers)
        except ControlError as error:
            self._shell.notice.say(str(error))
            return
        self._request = request
        self._shell.notice.hide()
        self._shell.set_session_title(title)
        self.page.begin(request.kind, title)
        self._shell.pages.setCurrentWidget(self.page)

    def _look(self) -> None:
        reader = self._job.reader
        assert reader is not None
        self.page.set_findings(finding_rows(reader, self._theme))
        if (progress := reader.progress) is not None:
            self.page.show_progress(progress.task, progress.done, progress.total, progress.text)

    def _over(self) -> None:
        reader, request = self._job.reader, self._request
        if request is None:
            return
        if reader is None or reader.end is None:
            self.page.end(
                tr("It could not be done"), "error", self._job.said or tr("The log of the engine has the details.")
            )
        elif not reader.end.valid:
            self._end_badly(reader, request)
        elif request.kind == "check":
            self._end_check(reader)
        else:
            self._end_build(reader)

    def _end_badly(self, reader: SessionReader, request: JobRequest) -> None:
        assert reader.end is not None
        reasons = "\n".join(reader.end.reasons)
        if not reasons.startswith(CANCELLED):
            self.page.end(tr("It could not be done"), "error", reasons)
        elif request.kind == "build":
            self.page.end(tr("Cancelled"), "warning", tr("What was built stays: the next build goes on from there."))
        else:
            self.page.end(tr("Cancelled"), "warning", "")

    def _end_check(self, reader: SessionReader) -> None:
        rows = finding_rows(reader, self._theme)
        results = {row.result for row in rows}
        if "failed" in results:
            self.page.end(
                tr("Not ready to run: {counts}").format(counts=counts_told(rows)),
                "error",
                tr("What failed stops a run. It comes first."),
            )
        elif "warning" in results:
            self.page.end(
                tr("Ready to run: {counts}").format(counts=counts_told(rows)),
                "warning",
                tr("Read the warnings before you compare."),
            )
        else:
            self.page.end(tr("Ready to run: {counts}").format(counts=counts_told(rows)), "", "")

    def _end_build(self, reader: SessionReader) -> None:
        lines = [event.text for event in reader.events if event.kind == BUILT]
        checksums = {str(target.detail.get("checksum", "")) for s in reader.systems for target in s.targets}
        identical = len(lines) > 1 and len(checksums) == 1
        words = tr("Built: all databases hold identical data") if identical else tr("Built")
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
