# SPDX-License-Identifier: Apache-2.0
"""Dialog for a report's contents and destination, which writes the report in the background."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.report_text import ReportDetails
from app.model.thresholds import Threshold
from app.report.outputs import Outputs, write_reports
from app.session.paths import output_folder
from app.session.session_error import SessionError
from app.ui.library.session_list import SessionList
from app.ui.reports.author_form import AuthorForm
from app.ui.window.background import Task
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text, message_text
from widgets.translation import marked, tr

FORMATS: tuple[tuple[str, str, str], ...] = (
    ("html", marked("Web page (HTML)"), marked("One self-contained file for any browser")),
    ("pdf", marked("Document (PDF)"), marked("For printing and sending")),
    ("xlsx", marked("Workbook (XLSX)"), marked("All figures, with charts and raw data")),
    ("png", marked("Picture for a slide (PNG)"), marked("16:9: title, systems, headline and charts")),
)
"""File extension, name and purpose by format."""


class ReportCancelledError(Exception):
    """The user canceled the report."""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """Parameters of a report.

    Attributes:
        sessions: Sessions in display order.
        outputs: Path for each format.
        anonymous: Whether to omit the systems' names.
        details: Texts entered by the author.
        thresholds: Thresholds to mark in addition to those of the scenarios.
    """

    sessions: tuple[Path, ...]
    outputs: Outputs
    anonymous: bool = False
    details: ReportDetails = field(default_factory=ReportDetails)
    thresholds: tuple[Threshold, ...] = ()


def report_paths(folder: Path, name: str, endings: Sequence[str]) -> Outputs:
    """Return the paths of a report: the same name for all formats, numbered if one of them exists."""
    stem, number = name, 2
    while any((folder / f"{stem}.{ending}").exists() for ending in endings):
        stem, number = f"{name}-{number}", number + 1
    wanted = {ending: folder / f"{stem}.{ending}" for ending in endings}
    return Outputs(**{one.name: wanted.get(one.name) for one in fields(Outputs)})


class ReportWriting(QObject):
    """A report being written. Emits exactly one of `done`, `failed` and `cancelled`.

    Attributes:
        progressed: Current task, and the number of completed parts out of the total.
        done: Paths of the written files.
        failed: Error message for the user.
    """

    progressed = Signal(str, int, int)
    done = Signal(object)
    failed = Signal(str)
    cancelled = Signal()

    def __init__(self, request: ReportRequest, parent: QObject, write: Callable[..., None] = write_reports) -> None:
        """Start writing; `write` is app.report.outputs.write_reports."""
        super().__init__(parent)
        self._request = request
        self._write = write
        self._unwanted = threading.Event()
        self._task = Task(self._work, (SessionError, OSError, ReportCancelledError), self)
        self._task.progressed.connect(lambda step: self.progressed.emit(message_text(step[0]), *step[1:]))
        self._task.done.connect(self.done)
        self._task.failed.connect(self._fail)
        self._task.start()

    def cancel(self) -> None:
        """Request to stop after the current part; files that are already written are removed."""
        self._unwanted.set()

    def _work(self) -> tuple[Path, ...]:
        paths = self._request.outputs.paths
        begun = [path for path in paths if not path.exists()]
        try:
            self._write(
                self._request.sessions,
                self._request.outputs,
                details=self._request.details,
                anonymous=self._request.anonymous,
                progress=self._progress,
                thresholds=self._request.thresholds,
            )
        except ReportCancelledError:
            for path in begun:
                path.unlink(missing_ok=True)
            raise
        except OSError as error:
            raise SessionError("{path}: {reason}", path=error.filename or phrase("The report"), reason=error) from error
        return tuple(paths)

    def _progress(self, what: Sentence, done: int, total: int) -> None:
        if self._unwanted.is_set() and done < total:
            raise ReportCancelledError
        self._task.progress((what, done, total))

    def _fail(self, text: str) -> None:
        if self._unwanted.is_set():
            self.cancelled.emit()
        else:
            self.failed.emit(text)


REMINDER = marked(
    "The licences of some databases and storage products restrict publishing benchmark "
    "results. Check yours before you share a report."
)
ANONYMOUS = marked("Leave out names: systems, hosts, files, author")
ANONYMOUS_TIP = marked(
    "The systems become System A, System B. Company, logo, findings, events, thresholds and markers are left out as "
    "well. Facts that you typed stay: read the report before you share it."
)


class ReportDialog(QDialog):
    """Dialog that emits `finished(1)` after writing the report; `written` then contains the paths."""

    def __init__(
        self,
        sessions: Sequence[Path],
        store: StateStore,
        parent: QWidget | None = None,
        *,
        thresholds: Sequence[Threshold] = (),
    ) -> None:
        """Create the dialog.

        Args:
            sessions: Sessions to preset.
            store: Stored settings of the window.
            parent: Parent widget.
            thresholds: Thresholds marked in the window.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("Report"))
        self._store = store
        self._writing: ReportWriting | None = None
        self._thresholds = tuple(thresholds)
        self.written: tuple[Path, ...] = ()
        self.sessions = SessionList(sessions)
        self.sessions.changed.connect(self._check)
        self.author = AuthorForm()
        self.author.read(self.sessions.paths)
        self.sessions.changed.connect(lambda: self.author.read(self.sessions.paths))
        self.author.changed.connect(self._check)
        self.formats = {ending: QCheckBox(tr(title)) for ending, title, _ in FORMATS}
        chosen = store.text("report formats", "html pdf").split()
        for ending, _, about in FORMATS:
            self.formats[ending].setToolTip(tr(about))
            self.formats[ending].setChecked(ending in chosen)
            self.formats[ending].toggled.connect(self._check)
        self.folder = QLineEdit(self._usual_folder(sessions))
        self.folder.setAccessibleName(tr("Folder of the report"))
        self.folder.textChanged.connect(self._check)
        self.name = QLineEdit(sessions[0].stem if sessions else "report")
        self.name.setAccessibleName(tr("Name of the report's files"))
        self.name.textChanged.connect(self._check)
        self.anonymous = QCheckBox(tr(ANONYMOUS))
        self.anonymous.setToolTip(tr(ANONYMOUS_TIP))
        self.anonymous.setChecked(store.flag("report anonymous", False))
        self.open_folder = QCheckBox(tr("Open the folder when it is written"))
        self.open_folder.setChecked(store.flag("report opens folder", True))
        self._message = QLabel()
        self._message.setObjectName("problem")
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Progress of the report"))
        self._step = QLabel()
        self._step.setObjectName("dim")
        self._step.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "report")
        self.write_button = self.buttons.addButton(tr("Write Report"), QDialogButtonBox.ButtonRole.ActionRole)
        self.write_button.setObjectName("primary")
        self.write_button.setDefault(True)
        self.write_button.clicked.connect(self.write)
        self.buttons.rejected.connect(self.reject)
        self._inputs = self._compose()
        self._show_writing(False)
        self._check()

    @property
    def paths(self) -> tuple[Path, ...]:
        """Sessions in display order."""
        return self.sessions.paths

    @property
    def problem(self) -> str:
        """Error message or hint about missing input; "" if absent."""
        return self._message.text()

    @property
    def busy(self) -> bool:
        """True while a report is being written."""
        return self._writing is not None

    def write(self) -> None:
        """Start writing the report."""
        endings = [ending for ending, box in self.formats.items() if box.isChecked()]
        folder = Path(self.folder.text().strip()).expanduser()
        self._remember(endings)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            request = ReportRequest(
                self.paths,
                report_paths(folder, self.name.text().strip(), endings),
                self.anonymous.isChecked(),
                self.author.details,
                self._thresholds,
            )
        except (OSError, SessionError, ValueError) as error:
            self._message.setText(
                tr("{folder}: {reason}. Choose another folder.").format(
                    folder=folder, reason=getattr(error, "strerror", None) or error
                )
            )
            return
        if not self._save_text():
            return
        self._message.clear()
        self._bar.setRange(0, 0)
        self._writing = ReportWriting(request, self)
        self._writing.progressed.connect(self._show_progress)
        self._writing.done.connect(self._finish)
        self._writing.failed.connect(self._show_failure)
        self._writing.cancelled.connect(lambda: self._show_failure(tr("Cancelled: nothing was written.")))
        self._show_writing(True)

    def reject(self) -> None:
        """Cancel the report if it is being written; otherwise, close the dialog."""
        if self._writing is None:
            self._save_text()  # keep the texts that were entered
            super().reject()
            return
        self._writing.cancel()
        self._step.setText(tr("cancelling…"))

    def _save_text(self) -> bool:
        """Store the author's text for the sessions; return whether it succeeded."""
        try:
            self.author.save()
        except SessionError as error:
            self._message.setText(error_text(error))
            self._message.show()
            return False
        return True

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._writing is not None:
            event.ignore()
            self.reject()
            return
        super().closeEvent(event)

    def _compose(self) -> QWidget:
        inputs = QWidget()
        boxes = QGridLayout()
        for number, box in enumerate(self.formats.values()):
            boxes.addWidget(box, number // 2, number % 2)
        where = QHBoxLayout()
        where.addWidget(self.folder, 1)
        choose = QPushButton(tr("&Choose…"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose_folder)
        where.addWidget(choose)
        form = QFormLayout(inputs)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Sessions"), self.sessions)
        form.addRow(tr("Formats"), boxes)
        form.addRow(tr("Folder"), where)
        form.addRow(tr("Name"), self.name)
        form.addRow("", self.anonymous)
        form.addRow("", self.open_folder)
        reminder = QLabel(tr(REMINDER))
        reminder.setObjectName("dim")
        reminder.setWordWrap(True)
        what = QVBoxLayout()
        what.setSpacing(12)
        what.addWidget(inputs)
        what.addWidget(reminder)
        what.addStretch()
        both = QWidget()
        halves = QHBoxLayout(both)
        halves.setContentsMargins(0, 0, 0, 0)
        halves.setSpacing(28)
        halves.addLayout(what, 1)
        halves.addWidget(self.author, 1)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(both, 1)
        for widget in (self._message, self._step, self._bar):
            column.addWidget(widget)
        column.addWidget(self.buttons)
        self.setMinimumWidth(920)
        return both

    def _usual_folder(self, sessions: Sequence[Path]) -> str:
        last = self._store.text("report folder")
        return str(output_folder(sessions[0] if sessions else Path.home() / "any", last))

    def _remember(self, endings: Sequence[str]) -> None:
        self._store.put("report formats", " ".join(endings))
        self._store.put("report folder", self.folder.text().strip())
        self._store.put("report anonymous", self.anonymous.isChecked())
        self._store.put("report opens folder", self.open_folder.isChecked())

    def _check(self) -> None:
        formats = any(box.isChecked() for box in self.formats.values())
        named = bool(self.folder.text().strip() and self.name.text().strip())
        wrong = self.author.problem
        self.write_button.setEnabled(bool(self.paths) and formats and named and not wrong and not self.busy)
        missing = "" if self.paths else tr("Add at least one session.")
        self._message.setText(missing or ("" if formats else tr("Choose at least one format.")) or wrong)
        self._message.setVisible(bool(self._message.text()))

    def _choose_folder(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, tr("A folder for the report"), self.folder.text()):
            self.folder.setText(folder)

    def _show_writing(self, writing: bool) -> None:
        self._inputs.setEnabled(not writing)
        self._bar.setVisible(writing)
        self._step.setVisible(writing)
        self.write_button.setEnabled(not writing)

    def _show_progress(self, text: str, done: int, total: int) -> None:
        self._bar.setRange(0, max(total, 1))
        self._bar.setValue(done)
        self._step.setText(text)

    def _finish(self, paths: object) -> None:
        self._writing = None
        self.written = tuple(paths) if isinstance(paths, tuple) else ()
        self.accept()

    def _show_failure(self, text: str) -> None:
        self._writing = None
        self._show_writing(False)
        self._message.setText(text)
        self._message.show()
