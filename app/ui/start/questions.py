# SPDX-License-Identifier: Apache-2.0
"""Questions to ask before an engine starts: passwords, and consent to what a scenario executes or accesses."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.control.engine_commands import PasswordsCommand
from app.control.link import ControlError, EngineLink, last_message, own_program
from app.model.scenario import Scenario
from app.model.targets import Server
from app.model.visible_text import visible
from app.ui.start.run_request import Answers
from app.ui.start.running_engine import Starter, failure_message
from app.ui.window.background import Task
from app.ui.window.notice import NoticeBar
from app.ui.workbench.localised_figures import error_text
from widgets.translation import tr

LISTED_WITHIN_S = 60.0


@dataclass(frozen=True, slots=True)
class RequiredAccount:
    """An account that a scenario needs.

    Attributes:
        name: User and server, such as "postgresql://user@host:port".
        systems: Systems that use the account.
        known: Whether its password is stored.
    """

    name: str
    systems: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class RequestedConsent:
    """A consent that a scenario requires.

    Attributes:
        kind: Kind of consent, such as "driver".
        what: What to consent to, as text for the user.
        text: Value for the engine's --allow option.
        confirmed: Whether this user has already given it on this machine.
    """

    kind: str
    what: str
    text: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """Accounts and consents that a scenario needs, as reported by an engine."""

    accounts: tuple[RequiredAccount, ...] = ()
    consents: tuple[RequestedConsent, ...] = ()


def needs_listing(scenario: Scenario) -> bool:
    """Return whether an engine must be asked what the scenario needs.

    True if a database needs a password or names its driver, or if the scenario contains SQL or names agents.
    """
    targets = (target for system in scenario.systems for target in system.targets)
    return bool(scenario.workload.statements or scenario.agents) or any(map(_needs_consent, targets))


def may_be_remembered(scenario: Scenario) -> bool:
    """Return whether the scenario takes passwords from the keyring."""
    return any(_source(target) == "keyring" for system in scenario.systems for target in system.targets)


def listed(scenario: str) -> Listed:
    """Return what a scenario (a file or a built-in name) needs.

    Waits for a process; do not call it in the GUI thread.

    Raises:
        ControlError: If the process fails; carries its message.
    """
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    try:
        done = subprocess.run(
            [*own_program(), "password", scenario, "--list"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LISTED_WITHIN_S,
            check=False,
            creationflags=flags,
            env={**os.environ, "PYTHONSAFEPATH": "1"},
        )
    except subprocess.TimeoutExpired:
        raise ControlError("The keyring of this machine did not answer. Unlock it, and try again.") from None
    except OSError as error:
        raise ControlError("The engine could not be started: {reason}", reason=error) from error
    if done.returncode != 0:
        if (message := last_message(done.stdout, done.stderr.strip().rpartition(b"\n")[2])) is not None:
            raise ControlError(message)
        raise ControlError("The accounts of this scenario could not be listed.")
    return read_listed(done.stdout.decode("utf-8", "replace"))


def read_listed(text: str) -> Listed:
    """Parse the output of `outpace password SCENARIO --list`. Raises ControlError."""
    accounts, consents = [], []
    try:
        for line in text.splitlines():
            entry = json.loads(line)
            if "consent" in entry:
                texts = str(entry["consent"]), str(entry["what"]), str(entry["text"])
                consents.append(RequestedConsent(*texts, confirmed=entry["confirmed"] is True))
                continue
            account = str(entry["account"]), tuple(map(str, entry["systems"]))
            accounts.append(RequiredAccount(*account, known=entry["known"] is True))
    except (ValueError, KeyError, TypeError) as error:
        raise ControlError("The list of accounts can't be read; is another version of Outpace running?") from error
    return Listed(tuple(accounts), tuple(consents))


def _needs_consent(target: object) -> bool:
    return isinstance(target, Server) and (_source(target) != "none" or bool(target.driver or target.odbc))


def _source(target: object) -> str:
    return target.password if isinstance(target, Server) else "none"


LONGEST = 1024
MOST_IN_SIGHT = 6
LABEL_WIDTH = 420


class PasswordsDialog(QDialog):
    """Dialog with a masked field per account. `take` returns the passwords and clears the fields."""

    def __init__(self, accounts: Sequence[RequiredAccount], parent: QWidget | None = None, *, remember: bool) -> None:
        """Create the dialog.

        Args:
            accounts: Accounts whose passwords are unknown.
            parent: Parent widget.
            remember: Whether the scenario takes passwords from the keyring.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("Passwords"))
        intro = _dim(tr("Passwords go only to the engine. They are not written to the scenario, the session or a log."))
        self.fields: dict[str, QLineEdit] = {}
        board = QWidget()
        form = QFormLayout(board)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(10)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for account in accounts:
            field = self._field()
            label = QLabel(f"{', '.join(account.systems)}\n{account.name}")
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setMinimumWidth(LABEL_WIDTH)
            label.setBuddy(field)
            field.setAccessibleName(
                tr("Password of {name} ({systems})").format(name=account.name, systems=", ".join(account.systems))
            )
            form.addRow(label, field)
            self.fields[account.name] = field
        scroll = QScrollArea()
        scroll.setWidget(board)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        board.setAutoFillBackground(False)
        rows = min(len(self.fields), MOST_IN_SIGHT)
        scroll.setMinimumHeight(min(board.sizeHint().height(), rows * 84) + 4)
        self.remember = QCheckBox(tr("Remember in the keyring of this machine"))
        self.remember.setVisible(remember)
        hint = _dim(tr('With password = "keyring" in the scenario, they can be remembered in this machine\'s keyring.'))
        hint.setVisible(not remember)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go_button = self.buttons.addButton(tr("Continue"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go_button.setObjectName("primary")
        self.go_button.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(intro)
        column.addWidget(scroll, 1)
        column.addWidget(self.remember)
        column.addWidget(hint)
        column.addWidget(self.buttons)
        self.setMinimumWidth(480)
        self._enable()
        if self.fields:
            next(iter(self.fields.values())).setFocus()

    def take(self) -> dict[str, str]:
        """Return the passwords by account, and clear the fields."""
        secrets = {name: field.text() for name, field in self.fields.items()}
        self.forget()
        return secrets

    def forget(self) -> None:
        """Clear the fields, including their undo history."""
        for field in self.fields.values():
            field.setText("")

    def done(self, result: int) -> None:
        """Close the dialog; if canceled, clear the fields."""
        if result != QDialog.DialogCode.Accepted:
            self.forget()
        super().done(result)

    def _field(self) -> QLineEdit:
        field = QLineEdit()
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setMaxLength(LONGEST)
        hint = Qt.InputMethodHint
        field.setInputMethodHints(hint.ImhSensitiveData | hint.ImhNoPredictiveText | hint.ImhNoAutoUppercase)
        field.textChanged.connect(self._enable)
        return field

    def _enable(self) -> None:
        self.go_button.setEnabled(all(field.text() for field in self.fields.values()))


def _dim(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("dim")
    label.setWordWrap(True)
    return label


@dataclass(frozen=True, slots=True)
class _Question:
    """Text of a consent dialog.

    Attributes:
        title: Window title.
        wish: What the scenario requests.
        note: Advice to the user.
        yes: Label of the button that consents.
    """

    title: str
    wish: str
    note: str
    yes: str


class ConsentDialog(QDialog):
    """Dialog that shows what to consent to. Escape and Return both refuse, so that consent is never accidental."""

    def __init__(self, kind: str, what: str, parent: QWidget | None = None) -> None:
        """Create the dialog for a consent listed by the engine; kind "command" is for the scenario's command."""
        super().__init__(parent)
        question = _question(kind)
        self.setWindowTitle(question.title)
        intro = QLabel(question.wish)
        intro.setWordWrap(True)
        self.content = QPlainTextEdit(visible(what))
        self.content.setReadOnly(True)
        self.content.setTabChangesFocus(True)
        self.content.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.content.setFixedHeight({"command": 130, "sql": 320}.get(kind, 60))
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
        column.addWidget(self.content, 1)
        column.addWidget(note)
        column.addWidget(self.buttons)
        self.setMinimumWidth(560)
        refuse.setFocus()


def _question(kind: str) -> _Question:  # noqa: PLR0911 - one for each kind
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
    if kind == "device":
        return _Question(
            tr("A Device That Will Be Overwritten"),
            tr("The scenario wants to write to this device, which destroys what is on it:"),
            tr(
                "Allow it only if this is the right device and nobody needs what is on it. "
                "Exactly this device with these contents is remembered on this machine, and you are not asked again."
            ),
            tr("Overwrite This Device"),
        )
    if kind == "sql":
        return _Question(
            tr("Statements of This Scenario"),
            tr("The scenario wants to send these statements of its own to these databases:"),
            tr(
                "Allow it only if you know what they do there and who wrote them. Exactly these statements on these "
                "databases are remembered on this machine, and you are not asked again."
            ),
            tr("Send These Statements"),
        )
    if kind == "agent":
        return _Question(
            tr("A Machine of This Scenario"),
            tr("The scenario wants to log in to this machine by ssh, as you, and to run Outpace there:"),
            tr(
                "Allow it only if this is a machine that you mean to use, and that path is its Outpace. Passwords of "
                "servers under test are sent to it. Exactly this is remembered here, and you are not asked again."
            ),
            tr("Log In There"),
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
            "Run it only if you know what it does and who wrote it. Only this text is allowed, and "
            "you are asked every time."
        ),
        tr("Run This Command"),
    )


LOOK_MS = 200
Lister = Callable[[str], Listed]
Then = Callable[[Answers], None]


class Questions(QObject):
    """Asks the questions one after the other. If the user declines one, the start is canceled."""

    def __init__(self, window: QMainWindow, notice: NoticeBar, starter: Starter, lister: Lister = listed) -> None:
        """Create the questions.

        Args:
            window: Parent of the dialogs.
            notice: Notice bar for reporting why a start is canceled.
            starter: Starts engines, here to store passwords in the keyring.
            lister: Lists what a scenario needs; may block.
        """
        super().__init__(window)
        self._window = window
        self._notice = notice
        self._starter = starter
        self._lister = lister
        self._turn = 0

    def ask(self, reference: str, scenario: Scenario, then: Then, *, runs: bool) -> None:
        """Call `then` with the answers, or immediately if there is nothing to ask.

        A new call replaces one that is still waiting.

        Args:
            reference: File or name of the scenario.
            scenario: The scenario.
            then: Called with the answers.
            runs: Whether load will be run; false for a check or a build.
        """
        self._turn += 1
        command = scenario.start.command if runs else ""
        if command and not self._allowed("command", command):
            return
        if not needs_listing(scenario):
            then(Answers(command=command))
            return

        def answered(found: Listed) -> None:
            unconfirmed = [consent for consent in found.consents if not consent.confirmed]
            if not all(self._allowed(consent.kind, consent.what) for consent in unconfirmed):
                return
            unknown = [account for account in found.accounts if not account.known]
            secrets = self._secrets(reference, scenario, unknown) if unknown else {}
            if secrets is not None:
                then(Answers(secrets, command, tuple(consent.text for consent in unconfirmed)))

        self._list(reference, answered)

    def store(self, reference: str, stored: Callable[[], object]) -> None:
        """Ask for the scenario's passwords, including stored ones, and store them in the keyring."""
        self._turn += 1

        def answered(found: Listed) -> None:
            dialog = PasswordsDialog(found.accounts, self._window, remember=True)
            dialog.remember.setChecked(True)
            dialog.remember.setEnabled(False)
            try:
                if found.accounts and dialog.exec() == QDialog.DialogCode.Accepted:
                    self._store_secrets(reference, dialog.take(), stored)
            finally:
                dialog.forget()
                dialog.deleteLater()

        self._list(reference, answered)

    def _allowed(self, kind: str, what: str) -> bool:
        """Return whether the user consents; if not, show that in the window."""
        if ConsentDialog(kind, what, self._window).exec() == QDialog.DialogCode.Accepted:
            return True
        if kind == "command":
            self._notice.say(tr("The scenario's own command was not confirmed: nothing was started."), "info")
        else:
            self._notice.say(tr("The scenario's request was not allowed; nothing was started."), "info")
        return False

    def _list(self, reference: str, answered: Callable[[Listed], None]) -> None:
        """List what the scenario needs; discard the result if a newer call has been made."""
        turn, bar = self._turn, self._window.statusBar()
        task = Task(lambda: self._lister(reference), (ControlError,), self)
        bar.showMessage(tr("looking up stored passwords…"))

        def done(found: object) -> None:
            bar.clearMessage()
            if turn == self._turn:
                assert isinstance(found, Listed)
                answered(found)

        def failed(text: str) -> None:
            bar.clearMessage()
            if turn == self._turn:
                self._notice.say(text)

        task.done.connect(done)
        task.failed.connect(failed)
        task.start()

    def _secrets(self, reference: str, scenario: Scenario, unknown: list[RequiredAccount]) -> dict[str, str] | None:
        """Return the passwords; None if the user cancels."""
        dialog = PasswordsDialog(unknown, self._window, remember=may_be_remembered(scenario))
        try:
            if dialog.exec() != QDialog.DialogCode.Accepted:
                return None
            remember, secrets = dialog.remember.isChecked(), dialog.take()
        finally:
            dialog.forget()
            dialog.deleteLater()
        if remember:
            self._store_secrets(reference, secrets)
        return secrets

    def _store_secrets(
        self, reference: str, secrets: dict[str, str], then: Callable[[], object] = lambda: None
    ) -> None:
        """Store the passwords in the keyring, using an engine, then call `then`; report an error."""
        try:
            link = self._starter(["password", reference])
        except ControlError as error:
            self._notice.say(error_text(error), "warning")
            return
        link.send(PasswordsCommand(secrets))
        timer = QTimer(self)
        timer.setInterval(LOOK_MS)
        timer.timeout.connect(lambda: self._poll_engine(link, timer, then))
        timer.start()

    def _poll_engine(self, link: EngineLink, timer: QTimer, then: Callable[[], object]) -> None:
        if link.alive():
            return
        timer.stop()
        timer.deleteLater()
        failure = link.failure()
        link.release()
        if failure:
            self._notice.say(
                tr("The passwords were not remembered. {reason}").format(reason=failure_message(failure)), "warning"
            )
        else:
            then()
