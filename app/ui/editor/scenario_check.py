# SPDX-License-Identifier: Apache-2.0
"""Test of the edited scenario: the checks made before every run, on a temporary copy.

It shows progress, findings and remedies.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.control.link import ControlError
from app.model.events import RunFailed
from app.model.scenario import Scenario
from app.scenario.reading import names_beside
from app.scenario.writing import WritingError
from app.ui.editor.scenario_draft import Draft
from app.ui.editor.scenario_files import Copy
from app.ui.start.questions import Questions
from app.ui.start.run_request import Answers, JobRequest
from app.ui.start.running_engine import Starter
from app.ui.window.notice import NoticeBar
from app.ui.window.scenario_jobs import STEPS, ScenarioJob
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.run_progress import preparation_text
from app.ui.workbench.run_status import finding_counts, finding_rows, messages_text
from widgets.tables.finding_table import RESULTS, SIGNS, FindingRow
from widgets.theme import Theme
from widgets.translation import tr


class CheckPanel(QWidget):
    """Panel that shows a test.

    Attributes:
        cancelled: The user wants to cancel the test.
        again: The user wants to repeat the test.
    """

    cancelled = Signal()
    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[FindingRow] = []
        self.state = _label("jobState")
        self._text = _label("dim")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Progress"))
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self._cancel)
        self.again_button = QPushButton(tr("Test Again"))
        self.again_button.clicked.connect(self.again)
        self.passed_button = QPushButton()
        self.passed_button.setObjectName("link")
        self.passed_button.setCheckable(True)
        self.passed_button.toggled.connect(lambda _on: self._show_rows())
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(8)
        scroll = QScrollArea()
        scroll.setWidget(self._list)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        foot = QHBoxLayout()
        foot.addWidget(self.passed_button)
        foot.addStretch()
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.again_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 10)
        column.setSpacing(8)
        for widget in (self.state, self._bar, self._text):
            column.addWidget(widget)
        column.addWidget(scroll, 1)
        column.addLayout(foot)
        self.clear()

    @property
    def rows(self) -> tuple[FindingRow, ...]:
        """Findings, failures first."""
        return tuple(self._rows)

    def clear(self) -> None:
        """Show that nothing has been tested yet."""
        self._show_summary(tr("Not tested yet"), "")
        self._show_details(tr("Test checks everything that could make a run fail or unfair. It changes nothing."))
        self._bar.hide()
        self.cancel_button.hide()
        self.again_button.setText(tr("Test"))
        self.again_button.show()
        self.set_findings(())

    def begin(self) -> None:
        """Show that a test has started."""
        self._show_summary(tr("Testing…"), "")
        self._show_details(tr("Starting the engine…"))
        self._bar.setRange(0, 0)
        self._bar.show()
        self.set_findings(())
        self.cancel_button.setText(tr("Cancel"))
        self.cancel_button.setEnabled(True)
        self.cancel_button.show()
        self.again_button.hide()

    def show_progress(self, task: str, done: float, total: float, text: str) -> None:
        """Show the progress; it is unknown if `total` is 0."""
        self._show_details(" · ".join(part for part in (task, text) if part))
        self._bar.setRange(0, STEPS if total > 0 else 0)
        if total > 0:
            self._bar.setValue(round(min(done / total, 1.0) * STEPS))

    def set_findings(self, rows: Sequence[FindingRow]) -> None:
        """Show the findings so far."""
        ordered = sorted(rows, key=lambda row: RESULTS.index(row.result))
        if ordered != self._rows:
            self._rows = ordered
        self._show_rows()

    def end(self, summary: str, severity: str, text: str) -> None:
        """Show the result of a finished test.

        Args:
            summary: Result in a few words.
            severity: "", "warning" or "error".
            text: Details.
        """
        self._show_summary(summary, severity)
        self._show_details(text)
        self._bar.hide()
        self.cancel_button.hide()
        self.again_button.setText(tr("Test Again"))
        self.again_button.show()

    def outdated(self) -> None:
        """Show that the scenario has changed since the test."""
        if self._rows and self.cancel_button.isHidden():
            self._show_details(tr("The scenario has changed since this test."))

    def _show_rows(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        passed = sum(row.result == "passed" for row in self._rows)
        self.passed_button.setVisible(passed > 0)
        summary = tr("Hide Passed Checks") if self.passed_button.isChecked() else tr("Show Passed Checks ({number})")
        self.passed_button.setText(summary.format(number=passed))
        for row in self._rows:
            if row.result != "passed" or self.passed_button.isChecked():
                self._column.addWidget(_Finding(row))
        self._column.addStretch(1)

    def _show_details(self, text: str) -> None:
        self._text.setText(text)
        self._text.setVisible(bool(text))

    def _show_summary(self, summary: str, severity: str) -> None:
        self.state.setText(summary)
        self.state.setProperty("severity", severity)
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    def _cancel(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel_button.setText(tr("Cancelling…"))
        self.cancelled.emit()


class _Finding(QFrame):
    """One finding: its subject, text and remedy."""

    def __init__(self, row: FindingRow) -> None:
        super().__init__()
        self.setObjectName("finding")
        self.setProperty("result", row.result)
        head = _label("result")
        head.setProperty("result", row.result)
        head.setText(f"{tr(SIGNS[row.result])} · {row.check}")
        whose = _label("heading")
        whose.setText(row.system)
        text = _label("")
        text.setText(row.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 2, 0, 2)
        column.setSpacing(2)
        for label in (whose, head, text):
            column.addWidget(label)
        if row.remedy and row.result != "passed":
            remedy = _label("dim")
            remedy.setText(row.remedy)
            column.addWidget(remedy)


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


class ShowsTest(Protocol):
    """Interface of a view that shows a test: its progress, findings and result."""

    cancelled: SignalInstance

    def begin(self) -> None: ...

    def show_progress(self, task: str, done: float, total: float, text: str) -> None: ...

    def set_findings(self, rows: Sequence[FindingRow]) -> None: ...

    def end(self, summary: str, severity: str, text: str) -> None: ...


class Testing(QObject):
    """Controller of tests; one test runs at a time."""

    def __init__(
        self, window: QMainWindow, notice: NoticeBar, panel: ShowsTest, starter: Starter, theme: Theme
    ) -> None:
        super().__init__(window)
        self._panel = panel
        self._notice = notice
        self._theme = theme
        self._copy: Copy | None = None
        self._cancelled = False
        self.questions = Questions(window, notice, starter)
        self._job = ScenarioJob(starter, self)
        self._job.looked.connect(self._show_progress)
        self._job.over.connect(self._show_end)
        panel.cancelled.connect(self.cancel)

    @property
    def underway(self) -> bool:
        """True while the test is running."""
        return self._job.underway

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def begin(self, draft: Draft, scenario: Scenario) -> None:
        """Ask for passwords if needed, then start the test."""
        self.begin_text(draft.text, draft.folder, scenario)

    def begin_text(self, text: str, folder: Path, scenario: Scenario) -> None:
        """Test a scenario given as text; see `begin`."""
        path = self._write_copy(text, folder, names_beside(scenario))
        if path:
            self.questions.ask(path, scenario, lambda answers: self._start(path, answers), runs=False)

    def store_passwords(self, draft: Draft) -> None:
        """Ask for the scenario's passwords and store them in this machine's keyring."""
        assert draft.scenario is not None
        path = self._write_copy(draft.text, draft.folder, names_beside(draft.scenario))
        if path:
            message = tr("The passwords are in this machine's keyring.")
            self.questions.store(path, lambda: self._notice.say(message, "info"))

    def cancel(self) -> None:
        self._cancelled = True
        self._job.cancel()

    def leave(self) -> None:
        """Release all resources."""
        self._job.leave()
        self._forget_copy()

    def _write_copy(self, text: str, folder: Path, beside: Sequence[str]) -> str:
        self.leave()
        try:
            self._copy = Copy(text, folder, beside)
        except (OSError, WritingError) as error:
            self._notice.say(tr("A copy to be tested can't be written: {error}").format(error=error_text(error)))
            return ""
        return str(self._copy.path)

    def _start(self, path: str, answers: Answers) -> None:
        self._cancelled = False
        self._panel.begin()
        try:
            self._job.start(JobRequest("check", path), answers)
        except ControlError as error:
            self._panel.end(tr("The test failed"), "error", error_text(error))

    def _show_progress(self) -> None:
        reader = self._job.reader
        assert reader is not None
        self._panel.set_findings(finding_rows(reader, self._theme))
        if (progress := reader.progress) is not None:
            task, pace = preparation_text(progress)
            self._panel.show_progress(task, progress.done, progress.total, pace)

    def _show_end(self) -> None:
        reader = self._job.reader
        if reader is None or reader.end is None:
            if self._cancelled:
                self._panel.end(tr("Cancelled"), "warning", "")
            else:
                details = self._job.details or tr("The log of the engine has the details.")
                self._panel.end(tr("The test failed"), "error", details)
        elif not reader.end.valid:
            if any(isinstance(reason, RunFailed) and reason.cancelled for reason in reader.end.reasons):
                self._panel.end(tr("Cancelled"), "warning", "")
            else:
                reasons = "\n".join(messages_text(reader, reader.end.reasons))
                self._panel.end(tr("The test failed"), "error", reasons)
        else:
            rows = finding_rows(reader, self._theme)
            results = {row.result for row in rows}
            failed, warned = "failed" in results, "warning" in results
            summary = tr("Not ready to run") if failed else tr("Ready to run")
            self._panel.end(summary, "error" if failed else "warning" if warned else "", finding_counts(rows))
        self._forget_copy()

    def _forget_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
            self._copy = None
