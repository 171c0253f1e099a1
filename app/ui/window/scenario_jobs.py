# SPDX-License-Identifier: Apache-2.0
"""Checks and builds: engine processes started by the window, and the page with their progress and findings."""

import contextlib
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.control.link import ControlError
from app.model.events import DatabaseBuilt, RunFailed
from app.scenario.reading import ScenarioError, read_scenario
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.start.questions import Questions
from app.ui.start.run_request import Answers, JobKind, JobRequest
from app.ui.start.running_engine import RunningEngine, Starter, started_job
from app.ui.window.main_window import MainWindow
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.run_progress import preparation_text
from app.ui.workbench.run_status import finding_counts, finding_rows, messages_text
from widgets.tables.finding_table import FindingRow, FindingTable
from widgets.theme import Theme
from widgets.translation import marked, tr

STEPS = 1000


class Building(QWidget):
    """Page shown while databases are being built for a run.

    Attributes:
        cancelled: The user wants to cancel the run.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel()
        self._title.setObjectName("welcomeTitle")
        self._task = QLabel()
        self._task.setObjectName("welcomeText")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(420)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self._cancel)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        for widget in (self._title, self._task, self._bar, self.cancel_button):
            if isinstance(widget, QLabel):
                widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                widget.setTextFormat(Qt.TextFormat.PlainText)
                widget.setWordWrap(True)
                column.addWidget(widget)
            else:
                column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    @property
    def text(self) -> str:
        """Description of the current task."""
        return self._task.text()

    def begin(self, title: str, *, ours: bool) -> None:
        """Show that a build has started; `ours` is true if it can be canceled from here."""
        self._title.setText(title)
        self.cancel_button.setVisible(ours)
        self.cancel_button.setEnabled(True)
        self.cancel_button.setText(tr("Cancel"))
        self.show_progress(tr("Starting the engine…"), 0.0, 0.0)

    def show_progress(self, task: str, done: float, total: float, text: str = "") -> None:
        """Show the progress of a task; it is unknown if `total` is 0."""
        summary = f"{task} · {text}" if text else task
        if total > 0:
            summary = f"{summary} · {100 * min(done / total, 1.0):.0f} %"
        self._task.setText(summary)
        self._bar.setRange(0, STEPS if total > 0 else 0)
        if total > 0:
            self._bar.setValue(round(min(done / total, 1.0) * STEPS))

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel_button.setText(tr("Cancelling…"))
        self.cancelled.emit()


LOOK_MS = 200


class ScenarioJob(QObject):
    """An engine that runs a job, and the file to which it writes.

    Attributes:
        looked: The file was polled and may contain new data.
        over: The engine has ended; `reader` and `said` contain the result until all receivers have returned.
    """

    looked = Signal()
    over = Signal()

    def __init__(self, starter: Starter, parent: QObject) -> None:
        super().__init__(parent)
        self._starter = starter
        self._run: RunningEngine | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.reader: SessionReader | None = None
        self.details = ""
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._poll)

    @property
    def underway(self) -> bool:
        """True while the engine is running."""
        return self._run is not None

    def start(self, request: JobRequest, answers: Answers) -> None:
        """Stop the current engine, if any, and start a new one. Raises ControlError."""
        self.leave()
        self.details = ""
        self._folder = tempfile.TemporaryDirectory(prefix="outpace-window-", ignore_cleanup_errors=True)
        file = Path(self._folder.name) / "job.outpace"
        try:
            run = started_job(request, file, self, self._starter, answers)
        except BaseException:
            self._forget_file()
            raise
        self._run = run
        run.failed.connect(self._failed)
        run.over.connect(self._handle_end)
        self._timer.start()

    def cancel(self) -> None:
        """Request a clean stop of the engine."""
        if self._run is not None:
            self._run.stop()

    def leave(self) -> None:
        """Release the engine and delete its file."""
        self._timer.stop()
        if self._run is not None:
            run, self._run = self._run, None
            run.stop()
            run.leave(go_on=False)
            run.deleteLater()
        self._forget_file()

    def _failed(self, text: str) -> None:
        self.details = text

    def _poll(self) -> None:
        if self.reader is None and self._run is not None and self._run.session.exists():
            with contextlib.suppress(SessionError):  # the engine is still writing the first rows
                self.reader = SessionReader.open(self._run.session)
        if self.reader is not None:
            with contextlib.suppress(SessionError):  # the engine's own message is reported at the end
                self.reader.poll()
            self.looked.emit()

    def _handle_end(self) -> None:
        self._poll()
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


DOING = {"check": marked("Checking the systems"), "build": marked("Building the databases")}


class JobPage(QWidget):
    """Page of a job.

    Attributes:
        cancelled: The user wants to cancel the job.
        again: The user wants to repeat the job.
        check: The user wants to check this scenario; `build` and `run` are similar.
        closed: The user closed the page.
    """

    cancelled = Signal()
    again = Signal()
    check = Signal()
    build = Signal()
    run = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = ""
        self._title = _label("welcomeTitle")
        self._state = _label("jobState")
        self._text = _label("welcomeText")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Progress"))
        self.findings = FindingTable(theme)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self._cancel)
        self.again_button = QPushButton()
        self.again_button.clicked.connect(self.again)
        self.check_button = QPushButton(tr("Check"))
        self.check_button.clicked.connect(self.check)
        self.build_button = QPushButton(tr("Build"))
        self.build_button.clicked.connect(self.build)
        self.run_button = QPushButton(tr("Run…"))
        self.run_button.clicked.connect(self.run)
        self.close_button = QPushButton(tr("Close"))
        self.close_button.clicked.connect(self.closed)
        buttons = QHBoxLayout()
        buttons.addWidget(self.cancel_button)
        buttons.addStretch()
        for button in (self.close_button, self.again_button, self.check_button, self.build_button, self.run_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        for widget in (self._title, self._state, self._bar, self._text):
            column.addWidget(widget)
        column.addWidget(self.findings, 1)
        self._filler = QWidget()
        column.addWidget(self._filler, 1)
        column.addLayout(buttons)

    @property
    def state(self) -> str:
        """Current task, or the result."""
        return self._state.text()

    @property
    def text(self) -> str:
        """Lines below the task or result."""
        return self._text.text()

    def set_theme(self, theme: Theme) -> None:
        self.findings.set_theme(theme)

    def begin(self, kind: str, title: str) -> None:
        """Show that a job has started; `kind` is "check" or "build"."""
        self._kind = kind
        self._title.setText(title)
        self._show_summary(f"{tr(DOING[kind])}…", "")
        self._text.setText(tr("Starting the engine…"))
        self._text.show()
        self._bar.setRange(0, 0)
        self._bar.show()
        self.set_findings(())
        self.cancel_button.setText(tr("Cancel"))
        self.cancel_button.setEnabled(True)
        self._offer(over=False)
        self.cancel_button.setFocus()

    def show_progress(self, task: str, done: float, total: float, text: str) -> None:
        """Show the progress; it is unknown if `total` is 0."""
        share = min(done / total, 1.0) if total > 0 else 0.0
        percent = f"{100 * share:.0f} %" if total > 0 else ""
        self._text.setText(" · ".join(part for part in (task, percent, text) if part))
        self._bar.setRange(0, STEPS if total > 0 else 0)
        if total > 0:
            self._bar.setValue(round(share * STEPS))

    def set_findings(self, rows: Sequence[FindingRow]) -> None:
        """Show the findings so far."""
        self.findings.set_rows(rows)
        self.findings.setVisible(bool(rows))
        self._filler.setVisible(not rows)

    def end(self, summary: str, severity: str, lines: str) -> None:
        """Show the result of a finished job.

        Args:
            summary: Result in a few words.
            severity: "", "warning" or "error".
            lines: Details.
        """
        self._show_summary(summary, severity)
        self._text.setText(lines)
        self._text.setVisible(bool(lines))
        self._bar.hide()
        self._offer(over=True)
        again = (
            tr("Check Again")
            if self._kind == "check"
            else tr("Build Again")
            if severity != "warning"
            else tr("Keep Building")
        )
        self.again_button.setText(again)
        self.again_button.setVisible(self._kind == "check" or severity != "")
        self.check_button.setVisible(self._kind != "check")
        self.build_button.setVisible(self._kind != "build")
        ready = severity != "error"
        self.run_button.setProperty("go", ready)
        _polish(self.run_button)
        (self.run_button if ready else self.again_button).setFocus()

    def _show_summary(self, summary: str, severity: str) -> None:
        self._state.setText(summary)
        self._state.setProperty("severity", severity)
        _polish(self._state)

    def _offer(self, *, over: bool) -> None:
        self.cancel_button.setVisible(not over)
        for button in (self.close_button, self.again_button, self.check_button, self.build_button, self.run_button):
            button.setVisible(over)

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel_button.setText(tr("Cancelling…"))
        self.cancelled.emit()


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return label


def _polish(widget: QWidget) -> None:
    widget.style().unpolish(widget)
    widget.style().polish(widget)


BUILT = "built"
CANCELLED = "Cancelled"


class ScenarioJobs(QObject):
    """Controller of checks and builds; one runs at a time.

    Attributes:
        wanted_run: The user wants to run this scenario.
        left: The page was closed.
    """

    wanted_run = Signal(str)
    left = Signal()

    def __init__(self, shell: MainWindow, questions: Questions, starter: Starter, theme: Theme) -> None:
        super().__init__(shell)
        self._shell = shell
        self._questions = questions
        self._theme = theme
        self._request: JobRequest | None = None
        self._job = ScenarioJob(starter, self)
        self._job.looked.connect(self._show_progress)
        self._job.over.connect(self._show_end)

    @cached_property
    def page(self) -> JobPage:
        """Page of the job, created on first use."""
        page = JobPage(self._theme)
        self._shell.pages.addWidget(page)
        page.cancelled.connect(self.cancel)
        page.again.connect(lambda: self._repeat(None))
        page.check.connect(lambda: self._repeat("check"))
        page.build.connect(lambda: self._repeat("build"))
        page.run.connect(self._request_run)
        page.closed.connect(self.close)
        return page

    @property
    def underway(self) -> bool:
        """True while an engine is running."""
        return self._job.underway

    @property
    def kind(self) -> str:
        """Kind of the current or last job: "check", "build" or ""."""
        return self._request.kind if self._request is not None else ""

    def begin(self, request: JobRequest) -> None:
        """Ask the required questions, then start the job."""
        try:
            scenario = read_scenario(request.scenario).scenario
        except (ScenarioError, OSError) as error:
            self._shell.notice.say(error_text(error))
            return
        self._questions.ask(
            request.scenario, scenario, lambda answers: self._start(request, tr(scenario.title), answers), runs=False
        )

    def cancel(self) -> None:
        """Stop the job, keeping the finished parts."""
        self._job.cancel()

    def close(self) -> None:
        """Close the page; stop the job if it is running."""
        self.leave()
        self._request = None
        self.page.set_findings(())
        self.left.emit()

    def leave(self) -> None:
        """Release the job's engine and file."""
        self._job.leave()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if "page" in vars(self):
            self.page.set_theme(theme)

    def _start(self, request: JobRequest, title: str, answers: Answers) -> None:
        try:
            self._job.start(request, answers)
        except ControlError as error:
            self._shell.notice.say(error_text(error))
            return
        self._request = request
        self._shell.notice.hide()
        self._shell.set_session_title(title)
        self.page.begin(request.kind, title)
        self._shell.pages.setCurrentWidget(self.page)

    def _show_progress(self) -> None:
        reader = self._job.reader
        assert reader is not None
        self.page.set_findings(finding_rows(reader, self._theme))
        if (progress := reader.progress) is not None:
            task, pace = preparation_text(progress)
            self.page.show_progress(task, progress.done, progress.total, pace)

    def _show_end(self) -> None:
        reader, request = self._job.reader, self._request
        if request is None:
            return
        if reader is None or reader.end is None:
            self.page.end(tr("Failed"), "error", self._job.details or tr("The log of the engine has the details."))
        elif not reader.end.valid:
            self._show_failure(reader, request)
        elif request.kind == "check":
            self._show_check(reader)
        else:
            self._show_build(reader)

    def _show_failure(self, reader: SessionReader, request: JobRequest) -> None:
        assert reader.end is not None
        if not any(isinstance(reason, RunFailed) and reason.cancelled for reason in reader.end.reasons):
            reasons = "\n".join(messages_text(reader, reader.end.reasons))
            self.page.end(tr("Failed"), "error", reasons)
        elif request.kind == "build":
            self.page.end(
                tr("Cancelled"), "warning", tr("Finished parts are kept; the next build continues from there.")
            )
        else:
            self.page.end(tr("Cancelled"), "warning", "")

    def _show_check(self, reader: SessionReader) -> None:
        rows = finding_rows(reader, self._theme)
        results = {row.result for row in rows}
        if "failed" in results:
            self.page.end(
                tr("Not ready to run: {counts}").format(counts=finding_counts(rows)),
                "error",
                tr("Failed checks prevent a run. They come first."),
            )
        elif "warning" in results:
            self.page.end(
                tr("Ready to run: {counts}").format(counts=finding_counts(rows)),
                "warning",
                tr("Read the warnings before you compare."),
            )
        else:
            self.page.end(tr("Ready to run: {counts}").format(counts=finding_counts(rows)), "", "")

    def _show_build(self, reader: SessionReader) -> None:
        built = [event.message for event in reader.events if isinstance(event.message, DatabaseBuilt)]
        lines = messages_text(reader, built)
        checksums = {target.detail.checksum for s in reader.systems for target in s.targets}
        identical = len(lines) > 1 and len(checksums) == 1
        summary = tr("Built: all databases hold identical data") if identical else tr("Built")
        self.page.end(summary, "", "\n".join(lines))

    def _repeat(self, kind: JobKind | None) -> None:
        """Repeat a job on the same scenario; `kind` None stands for the same kind of job."""
        request = self._request
        if request is not None:
            self.begin(JobRequest(kind or request.kind, request.scenario, request.folders))

    def _request_run(self) -> None:
        request = self._request
        if request is not None:
            self.close()
            self.wanted_run.emit(request.scenario)
