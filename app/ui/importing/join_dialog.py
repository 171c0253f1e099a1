# SPDX-License-Identifier: Apache-2.0
"""Dialog for joining sessions of systems that were measured one at a time."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.ui.importing.imported_session import ImportedSession, joined
from app.ui.library.session_list import SessionList
from app.ui.window.background import Underway
from app.ui.window.help_window import offer_help
from widgets.translation import tr

LEAST = 2


class JoinDialog(QDialog):
    """Dialog that sets `imported_session` before it emits `finished(1)`."""

    def __init__(self, sessions: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Join Sessions"))
        self.imported_session: ImportedSession | None = None
        self.sessions = SessionList(sessions)
        self.title = QLineEdit()
        self.title.setPlaceholderText(tr("that of the first session"))
        about = QLabel(
            tr(
                "Combines sessions of the same scenario, each with a different system, into one: their "
                "repeats start together on the time axis. The new session is labelled “not "
                "simultaneous”; the originals stay unchanged."
            )
        )
        about.setObjectName("dim")
        about.setWordWrap(True)
        self.work = Underway()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "import")
        self.join_button = self.buttons.addButton(tr("Join"), QDialogButtonBox.ButtonRole.ActionRole)
        self.join_button.setObjectName("primary")
        self.join_button.setDefault(True)
        self.join_button.clicked.connect(self.begin)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Sessions"), self.sessions)
        form.addRow(tr("Title"), self.title)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(about)
        column.addLayout(form)
        column.addWidget(self.work)
        column.addStretch()
        column.addWidget(self.buttons)
        self.setMinimumWidth(620)
        self.sessions.changed.connect(self._check)
        self.work.begun.connect(self._show_busy)
        self.work.over.connect(self._show_busy)
        self.work.done.connect(self._finish)
        self.work.stopped.connect(super().reject)
        self._check()

    @property
    def problem(self) -> str:
        """Error message or hint about missing input; "" if absent."""
        return self.work.text

    def begin(self) -> None:
        """Create the session in the background."""
        paths, title = self.sessions.paths, self.title.text()
        self.work.begin(lambda progress: joined(paths, title, progress))

    def reject(self) -> None:
        """Cancel the work in progress, or close the dialog. A canceled join leaves no session behind."""
        if self.work.busy:
            self.work.stop()
        else:
            super().reject()

    def _check(self) -> None:
        enough = len(self.sessions.paths) >= LEAST
        self.join_button.setEnabled(enough and not self.work.busy)
        self.work.hint("" if enough else tr("Add at least two sessions."))

    def _show_busy(self) -> None:
        busy = self.work.busy
        self.sessions.setEnabled(not busy)
        self.title.setEnabled(not busy)
        self.join_button.setEnabled(not busy)
        self.join_button.setText(tr("Joining…") if busy else tr("Join"))

    def _finish(self, imported_session: object) -> None:
        self.imported_session = imported_session if isinstance(imported_session, ImportedSession) else None
        self.accept()
