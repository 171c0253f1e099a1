"""Asks whether a scenario's own command may run on this machine: never without its exact text in sight."""

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.ui.texts import tr


class CommandDialog(QDialog):
    """Shows the text; Escape and Return both refuse, since what it does nobody but its reader knows."""

    def __init__(self, command: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("A Command of This Scenario"))
        intro = QLabel(tr("The scenario wants to run this command on this machine, as you, before the load:"))
        intro.setWordWrap(True)
        self.shown = QPlainTextEdit(command)
        self.shown.setReadOnly(True)
        self.shown.setTabChangesFocus(True)
        self.shown.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.shown.setFixedHeight(130)
        note = QLabel(
            tr(
                "Read it. Run it only if you know what it does and who wrote it. "
                "Only this text may run, and the window asks every time."
            )
        )
        note.setObjectName("dim")
        note.setWordWrap(True)
        self.buttons = QDialogButtonBox()
        self.run_button = self.buttons.addButton(tr("Run This Command"), QDialogButtonBox.ButtonRole.AcceptRole)
        refuse = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        refuse.setDefault(True)
        self.run_button.setAutoDefault(False)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(intro)
        column.addWidget(self.shown, 1)
        column.addWidget(note)
        column.addWidget(self.buttons)
        self.setMinimumWidth(560)
        refuse.setFocus()
