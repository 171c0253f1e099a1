"""What a person has to answer before an engine may begin: what the scenario may do on this machine, and passwords."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog, QMainWindow

from app.control.commands import Passwords
from app.control.link import ControlError, EngineLink
from app.scenario.model import Scenario
from app.ui.accounts import AskedAccount, Listed, listed, may_be_remembered, needs_listing
from app.ui.background import Task
from app.ui.dialogs.consent import ConsentDialog
from app.ui.dialogs.passwords import PasswordsDialog
from app.ui.notice import NoticeBar
from app.ui.request import Answers
from app.ui.run import Starter, told
from app.ui.texts import tr

LOOK_MS = 200
Lister = Callable[[str], Listed]
Then = Callable[[Answers], None]


class Questions(QObject):
    """Asks one thing after the other. A refusal asks nothing more, and nothing begins."""

    def __init__(self, window: QMainWindow, notice: NoticeBar, starter: Starter, lister: Lister = listed) -> None:
        """window: that asks, and whose notice says what was refused. starter: of engines, one of which keeps passwords
        in the keyring. lister: lists what a scenario needs; it may wait."""
        super().__init__(window)
        self._window = window
        self._notice = notice
        self._starter = starter
        self._lister = lister
        self._asked = 0

    def ask(self, reference: str, scenario: Scenario, then: Then, *, runs: bool) -> None:
        """Calls `then` with the answers: at once where nothing is to be asked. runs: the load is to run, not only a
        check or a build. A newer question takes the place of one that still waits."""
        self._asked += 1
        command = scenario.start.command if runs else ""
        if command and not self._allowed("command", command):
            return
        if not needs_listing(scenario):
            then(Answers(command=command))
            return

        def answered(found: Listed) -> None:
            asked = [consent for consent in found.consents if not consent.confirmed]
            if not all(self._allowed(consent.kind, consent.what) for consent in asked):
                return
            unknown = [account for account in found.accounts if not account.known]
            secrets = self._secrets(reference, scenario, unknown) if unknown else {}
            if secrets is not None:
                then(Answers(secrets, command, tuple(consent.text for consent in asked)))

        self._list(reference, answered)

    def store(self, reference: str, stored: Callable[[], object]) -> None:
        """Asks for the scenario's passwords, known or not, and puts them into the keyring."""
        self._asked += 1

        def answered(found: Listed) -> None:
            dialog = PasswordsDialog(found.accounts, self._window, remember=True)
            dialog.remember.setChecked(True)
            dialog.remember.setEnabled(False)
            try:
                if found.accounts and dialog.exec() == QDialog.DialogCode.Accepted:
                    self._keep(reference, dialog.take(), stored)
            finally:
                dialog.forget()
                dialog.deleteLater()

        self._list(reference, answered)

    def _allowed(self, kind: str, what: str) -> bool:
        """Whether the person allows it; a refusal is noted in the window."""
        if ConsentDialog(kind, what, self._window).exec() == QDialog.DialogCode.Accepted:
            return True
        if kind == "command":
            self._notice.say(tr("The scenario's own command was not confirmed: nothing was started."), "info")
        else:
            self._notice.say(tr("What the scenario asks for was not allowed: nothing was started."), "info")
        return False

    def _list(self, reference: str, answered: Callable[[Listed], None]) -> None:
        """Lists what the scenario needs, unless something newer is asked meanwhile."""
        asked, bar = self._asked, self._window.statusBar()
        task = Task(lambda: self._lister(reference), (ControlError,), self)
        bar.showMessage("looking which passwords are known…")

        def done(found: object) -> None:
            bar.clearMessage()
            task.deleteLater()
            if asked == self._asked:
                assert isinstance(found, Listed)
                answered(found)

        def failed(text: str) -> None:
            bar.clearMessage()
            task.deleteLater()
            if asked == self._asked:
                self._notice.say(text)

        task.done.connect(done)
        task.failed.connect(failed)
        task.start()

    def _secrets(self, reference: str, scenario: Scenario, unknown: list[AskedAccount]) -> dict[str, str] | None:
        """What was typed; None where the person gave up."""
        dialog = PasswordsDialog(unknown, self._window, remember=may_be_remembered(scenario))
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

    def _keep(self, reference: str, secrets: dict[str, str], kept: Callable[[], object] = lambda: None) -> None:
        """Lets an engine put them into the keyring, and tells a refusal. kept: what to do where they are in it."""
        try:
            link = self._starter(["password", reference])
        except ControlError as error:
            self._notice.say(str(error), "warning")
            return
        link.send(Passwords(secrets))
        timer = QTimer(self)
        timer.setInterval(LOOK_MS)
        timer.timeout.connect(lambda: self._look(link, timer, kept))
        timer.start()

    def _look(self, link: EngineLink, timer: QTimer, kept: Callable[[], object]) -> None:
        if link.alive():
            return
        timer.stop()
        timer.deleteLater()
        failure = link.failure()
        link.release()
        if failure:
            self._notice.say(tr("The passwords were not remembered. {reason}").format(reason=told(failure)), "warning")
        else:
            kept()
