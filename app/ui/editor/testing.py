"""Tests the scenario as it stands in the form: the same check that every run begins with, on a copy for the moment."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.control.link import ControlError
from app.scenario.model import Scenario
from app.scenario.writing import WritingError
from app.ui.editor.check_panel import CheckPanel
from app.ui.editor.draft import Draft
from app.ui.editor.files import Copy
from app.ui.findings import counts_told, finding_rows
from app.ui.job import Job
from app.ui.notice import NoticeBar
from app.ui.questions import Questions
from app.ui.request import Answers, JobRequest
from app.ui.run import Starter
from app.ui.texts import tr
from widgets.theme import Theme

CANCELLED = "Cancelled"


class Testing(QObject):
    """One test at a time, shown in the panel."""

    def __init__(
        self, window: QMainWindow, notice: NoticeBar, panel: CheckPanel, starter: Starter, theme: Theme
    ) -> None:
        super().__init__(window)
        self._panel = panel
        self._notice = notice
        self._theme = theme
        self._copy: Copy | None = None
        self._cancelled = False
        self.questions = Questions(window, notice, starter)
        self._job = Job(starter, self)
        self._job.looked.connect(self._look)
        self._job.over.connect(self._over)
        panel.cancelled.connect(self.cancel)

    @property
    def underway(self) -> bool:
        """Whether an engine is at work."""
        return self._job.underway

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme

    def begin(self, draft: Draft, scenario: Scenario) -> None:
        """Asks for passwords where some are needed, and tests."""
        path = self._copied(draft)
        if path:
            self.questions.ask(path, scenario, lambda answers: self._start(path, answers), runs=False)

    def store_passwords(self, draft: Draft) -> None:
        """Asks for the passwords, and puts them into the keyring of this machine."""
        path = self._copied(draft)
        if path:
            words = tr("The passwords are in this machine's keyring.")
            self.questions.store(path, lambda: self._notice.say(words, "info"))

    def cancel(self) -> None:
        """Ends the test."""
        self._cancelled = True
        self._job.cancel()

    def leave(self) -> None:
        """Lets go of everything."""
        self._job.leave()
        self._forget_copy()

    def _copied(self, draft: Draft) -> str:
        self.leave()
        try:
            self._copy = Copy(draft.text, draft.folder)
        except (OSError, WritingError) as error:
            self._notice.say(tr("A copy to be tested can't be written: {error}").format(error=error))
            return ""
        return str(self._copy.path)

    def _start(self, path: str, answers: Answers) -> None:
        self._cancelled = False
        self._panel.begin()
        try:
            self._job.start(JobRequest("check", path), answers)
        except ControlError as error:
            self._panel.end(tr("It could not be tested"), "error", str(error))

    def _look(self) -> None:
        reader = self._job.reader
        assert reader is not None
        self._panel.set_findings(finding_rows(reader, self._theme))
        if (progress := reader.progress) is not None:
            self._panel.show_progress(progress.task, progress.done, progress.total, progress.text)

    def _over(self) -> None:
        reader = self._job.reader
        if reader is None or reader.end is None:
            if self._cancelled:
                self._panel.end(tr("Cancelled"), "warning", "")
            else:
                said = self._job.said or tr("The log of the engine has the details.")
                self._panel.end(tr("It could not be tested"), "error", said)
        elif not reader.end.valid:
            reasons = "\n".join(reader.end.reasons)
            if reasons.startswith(CANCELLED):
                self._panel.end(tr("Cancelled"), "warning", "")
            else:
                self._panel.end(tr("It could not be tested"), "error", reasons)
        else:
            rows = finding_rows(reader, self._theme)
            results = {row.result for row in rows}
            failed, warned = "failed" in results, "warning" in results
            words = tr("Not ready to run") if failed else tr("Ready to run")
            self._panel.end(words, "error" if failed else "warning" if warned else "", counts_told(rows))
        self._forget_copy()

    def _forget_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
            self._copy = None
