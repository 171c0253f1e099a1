"""Asks which sessions become one: those of systems that were run one at a time."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.imports.errors import ImportedFileError
from app.session.errors import SessionError
from app.ui.background import Task
from app.ui.dialogs.session_list import SessionList
from app.ui.importing import Made, joined

LEAST = 2
ABOUT = (
    "Sessions of the same scenario, each with another system, become one: their repeats begin together on the time "
    "axis. The new session is labelled “not simultaneous”; the old ones stay as they are."
)


class JoinDialog(QDialog):
    """`finished(1)` comes when the session is made; `made` then tells which."""

    def __init__(self, sessions: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Join Sessions")
        self._busy = False
        self.made: Made | None = None
        self.sessions = SessionList(sessions)
        self.title = QLineEdit()
        self.title.setPlaceholderText("that of the first session")
        about = QLabel(ABOUT)
        about.setObjectName("dim")
        about.setWordWrap(True)
        self._message = QLabel()
        self._message.setObjectName("problem")
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.join_button = self.buttons.addButton("Join", QDialogButtonBox.ButtonRole.ActionRole)
        self.join_button.setObjectName("primary")
        self.join_button.setDefault(True)
        self.join_button.clicked.connect(self.begin)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("Sessions", self.sessions)
        form.addRow("Title", self.title)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(about)
        column.addLayout(form)
        column.addWidget(self._message)
        column.addStretch()
        column.addWidget(self.buttons)
        self.setMinimumWidth(620)
        self.sessions.changed.connect(self._check)
        self._check()

    @property
    def problem(self) -> str:
        """What went wrong, or what is missing; "" where nothing is."""
        return self._message.text()

    def begin(self) -> None:
        """Makes the session, off the window's thread."""
        paths, title = self.sessions.paths, self.title.text()
        self._say("")
        self._set_busy(True)
        task = Task(lambda: joined(paths, title), (ImportedFileError, SessionError, OSError), self)
        task.done.connect(self._done)
        task.failed.connect(self._failed)
        for signal in (task.done, task.failed):
            signal.connect(task.deleteLater)
        task.start()

    def reject(self) -> None:
        """While the session is made there is nothing to cancel: it is whole or not there."""
        if not self._busy:
            super().reject()

    def _check(self) -> None:
        enough = len(self.sessions.paths) >= LEAST
        self.join_button.setEnabled(enough and not self._busy)
        self._say("" if enough else "Add at least two sessions.")

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.sessions.setEnabled(not busy)
        self.join_button.setEnabled(not busy)
        self.join_button.setText("Joining…" if busy else "Join")

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def _done(self, made: object) -> None:
        self._busy = False
        self.made = made if isinstance(made, Made) else None
        self.accept()

    def _failed(self, text: str) -> None:
        self._set_busy(False)
        self._say(text)
