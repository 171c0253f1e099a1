# SPDX-License-Identifier: Apache-2.0
"""What the tests of the window share. One thing in them is a fake: the engine, which only notes what it is told."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.control.engine_commands import Command, Detach, Stop
from app.control.link import EngineLink
from app.model.messages import Sentence
from app.ui.window.session_controller import SessionController

Opener = Callable[..., SessionController]


class FakeEngine:
    """Looks like a running engine; runs nothing."""

    def __init__(self) -> None:
        self.arguments: list[str] = []
        self.commands: list[Command] = []
        self.ended_with: str | None = None
        self.released = False

    def start(self, arguments: Sequence[str]) -> EngineLink:
        """What SessionController calls to start an engine."""
        self.arguments = list(arguments)
        return self

    @property
    def session(self) -> Path:
        """The file that it was told to record into."""
        return Path(self.arguments[self.arguments.index("--session") + 1])

    @property
    def stopped(self) -> bool:
        """Whether it was told to stop."""
        return any(isinstance(command, Stop) for command in self.commands)

    @property
    def detached(self) -> bool:
        """Whether it was told to go on alone."""
        return any(isinstance(command, Detach) for command in self.commands)

    def send(self, command: Command) -> bool:
        self.commands.append(command)
        return self.ended_with is None

    def alive(self) -> bool:
        return self.ended_with is None

    def failure(self) -> Sentence | None:
        return Sentence(text=self.ended_with) if self.ended_with else None

    def release(self) -> None:
        self.released = True


def settled(controller: SessionController, qtbot: QtBot) -> SessionController:
    """The session controller once its background work has ended and that was reported."""
    qtbot.waitUntil(lambda: bool(controller.shell.notice.text), timeout=10_000)
    return controller


def soon(do: Callable[[QDialog], None]) -> None:
    """Does something to the dialog that opens next."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            do(dialog)
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(0, look)
