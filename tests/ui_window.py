"""A real workbench window for tests. One thing in it is a fake: the engine, which only notes what it is told."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.control.commands import Command, Detach, Stop
from app.control.link import EngineLink
from app.ui.application import Window
from app.ui.desk import Desk
from app.ui.state import StateStore

Opener = Callable[..., Desk]


class FakeEngine:
    """Looks like a running engine; runs nothing."""

    def __init__(self) -> None:
        self.arguments: list[str] = []
        self.commands: list[Command] = []
        self.ended_with: str | None = None
        self.released = False

    def start(self, arguments: Sequence[str]) -> EngineLink:
        """What Desk calls to start an engine."""
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

    def failure(self) -> str:
        return self.ended_with or ""

    def release(self) -> None:
        self.released = True


@pytest.fixture
def engine() -> FakeEngine:
    """The engine that the window starts."""
    return FakeEngine()


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> Opener:
    """Opens a window at 1600 x 1000, furnished; `opened(path)` shows a session in it."""
    # In a test writer and window share a thread: the writer would wait in vain for the window to let go of the file.
    monkeypatch.setattr("app.session.writer.WAIT_FOR_READERS_S", 0.0)

    def make(path: Path | None = None, *, size: tuple[int, int] = (1600, 1000), state: str = "window.json") -> Desk:
        window = Window(StateStore(tmp_path / state), starter=engine.start)
        qtbot.addWidget(window.shell, before_close_func=lambda _shell: _leave(window))
        window.shell.resize(*size)
        with qtbot.waitActive(window.shell):
            window.shell.show()
            window.shell.activateWindow()
        desk = window.furnish()
        if path is not None:
            assert desk.open(path), window.shell.notice.text
        return desk

    return make


def _leave(window: Window) -> None:
    window.shell.may_close = lambda: True
    if window.desk is not None:
        window.desk.run = None
        window.desk.close_session()


def settled(desk: Desk, qtbot: QtBot) -> Desk:
    """The desk after its background work came to an end and said so."""
    qtbot.waitUntil(lambda: bool(desk.shell.notice.text), timeout=10_000)
    return desk
