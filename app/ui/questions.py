"""What a person has to answer before an engine may begin: passwords, and whether the scenario's own command may run."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog

from app.control.commands import Passwords
from app.control.link import ControlError, EngineLink
from app.scenario.model import Scenario
from app.ui.accounts import AskedAccount, listed_accounts, may_be_remembered, needs_passwords
from app.ui.background import Task
from app.ui.dialogs.command import CommandDialog
from app.ui.dialogs.passwords import PasswordsDialog
from app.ui.request import Answers
from app.ui.run import Starter, told
from app.ui.shell import Shell

LOOK_MS = 200
Lister = Callable[[str], list[AskedAccount]]
Then = Callable[[Answers], None]


class Questions(QObject):
    """Asks one thing after the other. A refusal asks nothing more, and nothing begins."""

    def __init__(self, shell: Shell, starter: Starter, lister: Lister = listed_accounts) -> None:
        """starter: of engines, one of which keeps passwords in the keyring. lister: tells the accounts; it may wait."""
        super().__init__(shell)
        self._shell = shell
        self._starter = starter
        self._lister = lister
        self._asked = 0

    def ask(self, reference: str, scenario: Scenario, then: Then, *, runs: bool) -> None:
        """Calls `then` with the answers: at once where nothing is to be asked. runs: the load is to run, not only a
        check or a build. A newer question takes the place of one that still waits."""
        self._asked += 1
        command = scenario.start.command if runs else ""
        if command and CommandDialog(command, self._shell).exec() != QDialog.DialogCode.Accepted:
            self._shell.notice.say("The scenario's own command was not confirmed: nothing was started.", "info")
            return
        if not needs_passwords(scenario):
            then(Answers(command=command))
            return
        asked, bar = self._asked, self._shell.statusBar()
        task = Task(lambda: self._lister(reference), (ControlError,), self)
        bar.showMessage("looking which passwords are known…")

        def listed(found: object) -> None:
            bar.clearMessage()
            task.deleteLater()
            if asked != self._asked:
                return
            assert isinstance(found, list)
            unknown = [account for account in found if not account.known]
            secrets = self._secrets(reference, scenario, unknown) if unknown else {}
            if secrets is not None:
                then(Answers(secrets, command))

        def failed(text: str) -> None:
            bar.clearMessage()
            task.deleteLater()
            if asked == self._asked:
                self._shell.notice.say(text)

        task.done.connect(listed)
        task.failed.connect(failed)
        task.start()

    def _secrets(self, reference: str, scenario: Scenario, unknown: list[AskedAccount]) -> dict[str, str] | None:
        """What was typed; None where the person gave up."""
        dialog = PasswordsDialog(unknown, self._shell, remember=may_be_remembered(scenario))
        try:
            if dialog.exec() != QDialog.DialogCode.Accepted:
                return None
            remember, secrets = dialog.remember.isChecked(), dialog.take()
        finally:
            dialog.forget()
            dialog.deleteLater()
        if remember:
            self._keep(reference, secrets)
        return secrets

    def _keep(self, reference: str, secrets: dict[str, str]) -> None:
        """Lets an engine put them into the keyring; only a refusal is told."""
        try:
            link = self._starter(["password", reference])
        except ControlError as error:
            self._shell.notice.say(str(error), "warning")
            return
        link.send(Passwords(secrets))
        timer = QTimer(self)
        timer.setInterval(LOOK_MS)
        timer.timeout.connect(lambda: self._look(link, timer))
        timer.start()

    def _look(self, link: EngineLink, timer: QTimer) -> None:
        if link.alive():
            return
        timer.stop()
        timer.deleteLater()
        failure = link.failure()
        link.release()
        if failure:
            self._shell.notice.say(f"The passwords were not remembered. {told(failure)}", "warning")
