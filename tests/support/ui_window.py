# SPDX-License-Identifier: Apache-2.0
"""Helpers shared by tests of the window. Only the engine is fake; it records its commands."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from app.control.engine_commands import Command, Detach, StopCommand
from app.control.link import EngineLink
from app.model.messages import Sentence
from app.ui.window.session_controller import SessionController

Opener = Callable[..., SessionController]


class FakeEngine:
    """Fake of a running engine."""

    def __init__(self) -> None:
        self.arguments: list[str] = []
        self.commands: list[Command] = []
        self.ended_with: str | None = None
        self.released = False

    def start(self, arguments: Sequence[str]) -> EngineLink:
        """Replace the function with which SessionController starts an engine."""
        self.arguments = list(arguments)
        return self

    @property
    def session(self) -> Path:
        """Return the file that the engine was started to record."""
        return Path(self.arguments[self.arguments.index("--session") + 1])

    @property
    def stopped(self) -> bool:
        """Return whether the engine was stopped."""
        return any(isinstance(command, StopCommand) for command in self.commands)

    @property
    def detached(self) -> bool:
        """Return whether the engine was detached."""
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
    """Return the session controller after its background work has ended and been reported."""
    qtbot.waitUntil(lambda: bool(controller.shell.notice.text), timeout=60_000)
    return controller


def soon(do: Callable[[QDialog], None]) -> None:
    """Call a function with the dialog that opens next."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            do(dialog)
        else:
            QTimer.singleShot(20, look)

    QTimer.singleShot(0, look)
