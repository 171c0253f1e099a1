# SPDX-License-Identifier: Apache-2.0
"""Control of a running engine by a window: start or attach, send commands, detach.

Includes the question of what to do with the engine when the window closes.
"""

import logging
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.control.engine_commands import Go, MarkCommand, PasswordsCommand, SetUsers, StopCommand
from app.control.link import EngineLink, detach, start_engine
from app.model.messages import Sentence, sentence
from app.ui.start.run_request import Answers, JobRequest, StartRequest, job_arguments, run_arguments
from app.ui.workbench.localised_figures import message_text
from widgets.translation import tr

log = logging.getLogger(__name__)

LOOK_MS = 200
STOPS_AFTER_S = 5
"""Seconds during which a requested stop can be undone, while the load continues."""
LONGEST_LINES = 4
NOT_FOR_PEOPLE = ("Traceback (most recent call last)", "Fatal Python error")


class RunningEngine(QObject):
    """An engine and the session that it records.

    Attributes:
        appeared: Its session file exists.
        failed: The engine ended with an error; carries a message for the user.
        over: The engine has ended.
        stops: Seconds until the stop command is sent; 0 once it is sent or was undone.
    """

    appeared = Signal(object)
    failed = Signal(str)
    over = Signal()
    stops = Signal(int)

    def __init__(
        self, session: Path, link: EngineLink, parent: QObject | None = None, *, attached: bool = False
    ) -> None:
        """Control an engine; `attached` is true if this window did not start it."""
        super().__init__(parent)
        self.session = session
        self.attached = attached
        self.stops_in_s = 0
        """Seconds until the stop command is sent; 0 if no stop is pending."""
        self._countdown = QTimer(self)
        self._countdown.setInterval(1000)
        self._countdown.timeout.connect(self._count_down)
        self._link: EngineLink | None = link
        self._seen = False
        self.stopping = False
        self.users_a_target: dict[str, int] = {}
        """Last requested number of users per target, by system; samples lag seconds behind a command."""
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @property
    def alive(self) -> bool:
        """True while the engine runs."""
        return self._link is not None and self._link.alive()

    def look(self) -> None:
        """Check whether the session has appeared, and whether the engine is still running."""
        if not self._seen and self.session.exists():
            self._seen = True
            self.appeared.emit(self.session)
        link = self._link
        if link is None or link.alive():
            return
        self._timer.stop()
        self.keep_running()
        self._link = None
        failure = link.failure()
        link.release()
        if failure is not None:
            log.warning("the engine ended: %s", sentence(failure))
            self.failed.emit(failure_message(failure))
        self.over.emit()

    def stop(self) -> None:
        """Request a clean stop immediately; the recording is kept."""
        self.stopping = True
        self.keep_running()
        if self._link is not None and not self._link.send(StopCommand()):
            self.look()

    def stop_soon(self) -> None:
        """Stop after a few seconds unless undone; a second call stops immediately."""
        if self.stops_in_s:
            self.stop()
        elif not self.stopping:
            self.stops_in_s = STOPS_AFTER_S
            self._countdown.start()
            self.stops.emit(self.stops_in_s)

    def keep_running(self) -> None:
        """Cancel a pending stop."""
        self._countdown.stop()
        if self.stops_in_s:
            self.stops_in_s = 0
            self.stops.emit(0)

    def _count_down(self) -> None:
        if self.stops_in_s > 1:
            self.stops_in_s -= 1
            self.stops.emit(self.stops_in_s)
        else:
            self.stop()

    def go(self, in_s: float = 3.0) -> None:
        """Start all systems of a waiting run together, `in_s` seconds from now."""
        if self._link is not None and not self._link.send(Go(in_s)):
            self.look()

    def mark(self, text: str, at_ns: int) -> bool:
        """Send a marker to write into the session at `at_ns` (a perf_counter_ns time); return whether it was sent."""
        return self._link is not None and self._link.send(MarkCommand(text=text, at_ns=at_ns))

    def set_users(self, users: int, system: str = "") -> None:
        """Set the number of users per target, for one system (by letter) or for all."""
        if self._link is not None and self._link.send(SetUsers(users=users, system=system)):
            self.users_a_target[system] = users

    def leave(self, *, go_on: bool) -> None:
        """Detach from the engine. With `go_on`, it continues without a window; otherwise, it was stopped before."""
        self._timer.stop()
        self.keep_running()
        link, self._link = self._link, None
        if link is None:
            return
        if go_on:
            detach(link)
        else:
            link.release()


def failure_message(failure: Sentence) -> str:
    """Return an engine's last message in the window's language; instead of a traceback, a general message."""
    text = message_text(failure)
    if any(sign in text for sign in NOT_FOR_PEOPLE):
        return tr(
            "The engine ended unexpectedly. What it recorded up to then is kept and shown. "
            "Start the run again; the window's log has the details."
        )
    return "\n".join(text.strip().splitlines()[-LONGEST_LINES:])


Starter = Callable[[Sequence[str]], EngineLink]


def started_run(
    request: StartRequest,
    session: Path,
    parent: QObject,
    starter: Starter = start_engine,
    answers: Answers = Answers(),  # noqa: B008 - it never changes
) -> RunningEngine:
    """Start an engine for the request and send it the passwords. Raises ControlError."""
    link = starter(run_arguments(request, session, answers))
    return RunningEngine(session, with_passwords(link, answers), parent)


def started_job(request: JobRequest, file: Path, parent: QObject, starter: Starter, answers: Answers) -> RunningEngine:
    """Start an engine for a job and send it the passwords. Raises ControlError."""
    return RunningEngine(file, with_passwords(starter(job_arguments(request, file, answers)), answers), parent)


def with_passwords(link: EngineLink, answers: Answers) -> EngineLink:
    """Send the passwords, if any, as the first command to the engine; return the link."""
    if answers.secrets:
        link.send(PasswordsCommand(answers.secrets))
    return link


class Closing(Enum):
    """Choices for a run when its window closes."""

    STOP = "stop"
    GO_ON = "go on"
    STAY = "stay"


def ask_closing(parent: QWidget, title: str) -> Closing:
    """Ask whether to stop the run or continue it without a window. Enter and Escape keep the window open."""
    box = QMessageBox(parent)
    box.setObjectName("closing")
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("A run is recording"))
    box.setText(tr("“{title}” is still recording.").format(title=title))
    box.setInformativeText(tr("The recording is kept either way. Open the session to see it again."))
    stop = box.addButton(tr("&Stop the Run"), QMessageBox.ButtonRole.DestructiveRole)
    go_on = box.addButton(tr("&Keep Running in Background"), QMessageBox.ButtonRole.AcceptRole)
    stay = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(stay)
    box.setEscapeButton(stay)
    box.exec()
    clicked = box.clickedButton()
    if clicked is stop:
        return Closing.STOP
    return Closing.GO_ON if clicked is go_on else Closing.STAY


def ask_cancelling(parent: QWidget, title: str) -> bool:
    """Ask whether to cancel a build; Escape lets it continue."""
    box = QMessageBox(parent)
    box.setObjectName("cancelling")
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("Databases are being built"))
    box.setText(tr("The databases of “{title}” are still being built.").format(title=title))
    box.setInformativeText(tr("Finished parts on a server are kept; the next build continues from there."))
    cancel = box.addButton(tr("&Cancel the Build"), QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton(tr("&Keep Building"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(stay)
    box.setEscapeButton(stay)
    box.exec()
    return box.clickedButton() is cancel
