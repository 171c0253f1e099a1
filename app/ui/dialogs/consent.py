"""Asks for consent to something that a scenario wants on this machine: never without its exact text in sight."""

from dataclasses import dataclass

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.ui.texts import tr


@dataclass(frozen=True, slots=True)
class _Question:
    """title: of the window. wish: what the scenario wants. note: what to think of. yes: the button that allows it."""

    title: str
    wish: str
    note: str
    yes: str


class ConsentDialog(QDialog):
    """Shows the text; Escape and Return both refuse, since what it does nobody but its reader knows."""

    def __init__(self, kind: str, what: str, parent: QWidget | None = None) -> None:
        """kind, what: as the engine lists a consent; "command" is the scenario's own command."""
        super().__init__(parent)
        question = _question(kind)
        self.setWindowTitle(question.title)
        intro = QLabel(question.wish)
        intro.setWordWrap(True)
        self.shown = QPlainTextEdit(what)
        self.shown.setReadOnly(True)
        self.shown.setTabChangesFocus(True)
        self.shown.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.shown.setFixedHeight(130 if kind == "command" else 60)
        note = QLabel(question.note)
        note.setObjectName("dim")
        note.setWordWrap(True)
        self.buttons = QDialogButtonBox()
        self.run_button = self.buttons.addButton(question.yes, QDialogButtonBox.ButtonRole.AcceptRole)
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


def _question(kind: str) -> _Question:
    if kind == "driver":
        return _Question(
            tr("A Library of This Scenario"),
            tr("The scenario wants to load this library on this machine, as you, to reach a server:"),
            tr(
                "Allow it only if you know this file and who made it: it can do whatever you can. "
                "Exactly this path is remembered on this machine, and you are not asked again."
            ),
            tr("Load This Library"),
        )
    if kind == "env":
        return _Question(
            tr("A Password From the Environment"),
            tr("The scenario wants to read this environment variable and send it to this server as a password:"),
            tr(
                "Allow it only if the variable holds the password of exactly this user on this server. "
                "Exactly this is remembered on this machine, and you are not asked again."
            ),
            tr("Send It as the Password"),
        )
    if kind == "clear-text login":
        return _Question(
            tr("A Login in Clear Text"),
            tr(
                "The scenario wants to log in to this server without TLS, so that others on the network may read the "
                "password:"
            ),
            tr(
                'Safer: tls = "require" or "verify" in the scenario. Allow it only in a network that you trust. '
                "Exactly this is remembered on this machine, and you are not asked again."
            ),
            tr("Log In Without TLS"),
        )
    return _Question(
        tr("A Command of This Scenario"),
        tr("The scenario wants to run this command on this machine, as you, before the load:"),
        tr(
            "Read it. Run it only if you know what it does and who wrote it. "
            "Only this text may run, and the window asks every time."
        ),
        tr("Run This Command"),
    )
