# SPDX-License-Identifier: Apache-2.0
"""Texts that an author adds to a report: name, logo, executive summary and conclusion.

They are stored by session in the library because conclusions are written after the run.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.model.logo import LogoError
from app.model.report_text import LONGEST_LINE, LONGEST_TEXT, ReportDetails
from app.scenario.logo_file import logo_from
from app.session.reader import SessionReader
from app.session.report_details import details_of, edit_report
from app.session.session_error import SessionError
from app.ui.window.background import Task
from app.ui.workbench.localised_figures import count_text, error_text
from widgets.translation import tr

LINES_IN_SIGHT = 5
LOGO_SIZE = QSize(120, 40)
Found = tuple[Sequence[str], ReportDetails]
"""UUIDs of the sessions, and the report details stored for them."""


class AuthorForm(QWidget):
    """Form of the author's text.

    Attributes:
        changed: The user edited a field, or the stored details were loaded.
        typed: There are unsaved edits.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.typed = False
        self.logo_problem = ""
        self._logo: bytes | None = None
        self._uuids: Sequence[str] = ()
        self._details_read = ReportDetails()
        self._sessions: tuple[Path, ...] = ()
        self.author, self.company, self.date = (QLineEdit() for _ in range(3))
        self.date.setPlaceholderText(tr("as recorded"))
        self.summary, self.conclusion = (QPlainTextEdit() for _ in range(2))
        self.picture = QLabel()
        self.choose_button, self.remove_button = QPushButton(tr("Choose…")), QPushButton(tr("Remove"))
        for line in (self.author, self.company, self.date):
            line.setMaxLength(LONGEST_LINE)
            line.textEdited.connect(self._handle_edit)
        for area in (self.summary, self.conclusion):
            area.setTabChangesFocus(True)
            area.setMinimumHeight(area.fontMetrics().lineSpacing() * LINES_IN_SIGHT + 12)
            area.textChanged.connect(self._handle_edit)
        self.choose_button.clicked.connect(self._choose)
        self.remove_button.clicked.connect(lambda: self._take_logo(b""))
        for button in (self.choose_button, self.remove_button):
            button.setAutoDefault(False)
        self._compose()
        self._show_logo()

    @property
    def details(self) -> ReportDetails:
        """Details as entered; empty if the user changed nothing, in which case the stored details apply."""
        if not self.typed:
            return ReportDetails()
        return ReportDetails(
            author=self.author.text().strip(),
            company=self.company.text().strip(),
            date=self.date.text().strip(),
            summary=self.summary.toPlainText().strip(),
            conclusion=self.conclusion.toPlainText().strip(),
            logo=self._logo or b"",
        )

    @property
    def problem(self) -> str:
        """Error in the fields; "" if absent."""
        if any(len(area.toPlainText()) > LONGEST_TEXT for area in (self.summary, self.conclusion)):
            return tr("Summary and conclusion may have {most} characters each.").format(most=count_text(LONGEST_TEXT))
        return self.logo_problem

    def read(self, sessions: Sequence[Path]) -> None:
        """Load these sessions' stored details, and show them unless the user has started typing."""
        self._sessions = tuple(sessions)
        if not self._sessions:
            self._uuids = ()
            return
        wanted = self._sessions
        task = Task(lambda: _read(wanted), (SessionError, OSError), self)
        task.done.connect(lambda found: self._show(wanted, found))
        task.start()

    def save(self) -> None:
        """Store the texts for the sessions. Raises SessionError."""
        if self.typed and self._uuids:
            edit_report(self._uuids, self._details_read, self.details)
            self.typed = False

    def _show(self, sessions: tuple[Path, ...], found: Found) -> None:
        if sessions != self._sessions:
            return
        self._uuids, details = found
        if not self.typed:
            self._fill(details)
        self.changed.emit()

    def _fill(self, details: ReportDetails) -> None:
        self._details_read = details
        self.author.setText(details.author or "")
        self.company.setText(details.company or "")
        self.date.setText(details.date or "")
        self.summary.setPlainText(details.summary or "")
        self.conclusion.setPlainText(details.conclusion or "")
        self._logo = details.logo
        self._show_logo()
        self.typed = False

    def _handle_edit(self) -> None:
        self.typed = True
        self.changed.emit()

    def _choose(self) -> None:
        filters = tr("Pictures ({pattern})").format(pattern="*.png *.jpg *.jpeg")
        path, _ = QFileDialog.getOpenFileName(self, tr("Choose a Logo"), "", filters)
        if path:
            self.take_logo(Path(path))

    def take_logo(self, path: Path) -> None:
        """Use an image chosen by the user as the logo, or show why it cannot be used."""
        try:
            self._take_logo(logo_from(path).data)
        except LogoError as error:
            self.logo_problem = error_text(error)
            self.changed.emit()

    def _take_logo(self, data: bytes) -> None:
        self._logo, self.logo_problem = data, ""
        self._show_logo()
        self._handle_edit()

    def _show_logo(self) -> None:
        image = QImage.fromData(self._logo or b"")
        if image.isNull():
            self.picture.setPixmap(QPixmap())
            self.picture.setText(tr("none"))
        else:
            smooth = Qt.TransformationMode.SmoothTransformation
            ratio = self.devicePixelRatioF()
            scaled = image.scaled(LOGO_SIZE * ratio, Qt.AspectRatioMode.KeepAspectRatio, smooth)
            paper = QPixmap(scaled.size())
            paper.fill(Qt.GlobalColor.white)  # white as in the report, regardless of the window's theme
            painter = QPainter(paper)
            painter.drawImage(0, 0, scaled)
            painter.end()
            paper.setDevicePixelRatio(ratio)
            self.picture.setPixmap(paper)
        self.remove_button.setEnabled(not image.isNull())

    def _compose(self) -> None:
        hint = QLabel(
            tr("Saved with the session in this computer’s library. Lines that begin with “- ” become a list.")
        )
        hint.setObjectName("dim")
        hint.setWordWrap(True)
        logo = QHBoxLayout()
        logo.addWidget(self.picture, 1)
        logo.addWidget(self.choose_button)
        logo.addWidget(self.remove_button)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Author"), self.author)
        form.addRow(tr("Company"), self.company)
        form.addRow(tr("Date of test"), self.date)
        form.addRow(tr("Logo"), logo)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(form)
        areas: tuple[tuple[str, QPlainTextEdit], ...] = (
            (tr("Executive summary"), self.summary),
            (tr("Conclusion"), self.conclusion),
        )
        for label, area in areas:
            title = QLabel(label)
            title.setBuddy(area)
            area.setAccessibleName(label)
            column.addWidget(title)
            column.addWidget(area, 1)
        column.addWidget(hint)


def _read(sessions: Sequence[Path]) -> Found:
    readers: list[SessionReader] = []
    try:
        for path in sessions:
            readers.append(SessionReader.open(path))
        return [reader.info.uuid for reader in readers], details_of(readers)
    finally:
        for reader in readers:
            reader.close()
