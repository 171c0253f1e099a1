# SPDX-License-Identifier: Apache-2.0
"""Real workbench window for tests, with a fake engine."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.window.application import WorkbenchWindow, application
from app.ui.window.languages import speak
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from tests.support.ui_window import FakeEngine, Opener

QLocale.setDefault(QLocale.c())  # regardless of the country in which the tests are run
PATIENCE_MS = 90_000
"""Minimum timeout in milliseconds for conditions that will become true; a busy machine may need a long time."""


class PatientBot(QtBot):
    """QtBot whose waits end as soon as the condition holds, and never fail before PATIENCE_MS."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=max(timeout, PATIENCE_MS))

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **options: Any) -> Any:
        patience_ms = PATIENCE_MS if options.get("raising", True) else 0
        return super().waitSignal(signal, timeout=max(timeout, patience_ms), **options)

    def waitActive(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> Any:
        return super().waitActive(widget, timeout=max(timeout, PATIENCE_MS))


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Replace pytest-qt's fixture, whose default timeout is 5 s."""
    return PatientBot(request)


@pytest.fixture
def german() -> Iterator[None]:
    """Switch the application to German while a test runs."""
    app = application()
    translators = speak(app, QLocale("de_DE"))
    yield
    for translator in translators:
        app.removeTranslator(translator)
    speak(app, QLocale.c())


@pytest.fixture
def engine() -> FakeEngine:
    """Return the engine that the window starts."""
    return FakeEngine()


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch) -> Opener:
    """Provide a function that opens a window at 1600 x 1000; `opened(path)` shows a session's charts in it.

    With result=True, the session opens as users see it, on its result page.
    """
    # In a test, the writer and the window share a thread: the writer would wait forever for the window to release the
    # file.
    monkeypatch.setattr("app.session.writer.WAIT_FOR_READERS_S", 0.0)

    def make(
        path: Path | None = None,
        *,
        size: tuple[int, int] = (1600, 1000),
        state: str = "window.json",
        result: bool = False,
    ) -> SessionController:
        window = WorkbenchWindow(StateStore(tmp_path / state), starter=engine.start)
        qtbot.addWidget(window.shell, before_close_func=lambda _shell: _leave(window))
        window.shell.resize(*size)
        with qtbot.waitActive(window.shell):
            window.shell.show()
            window.shell.activateWindow()
        controller = window.furnish()
        if not result:
            monkeypatch.setattr(controller.workbench, "opens_result", False)
        if path is not None:
            assert controller.open(path), window.shell.notice.text
        return controller

    return make


def _leave(window: WorkbenchWindow) -> None:
    """Close all windows without a prompt, whatever state a failed test left them in."""
    window.shell.may_close = lambda: True
    if window.controller is not None:
        for editor in tuple(window.controller.starting.editing.windows):
            editor.draft.saved_as(Path("nowhere.toml"))
            editor.close()
        window.controller.run = None
        window.controller.close_session()
