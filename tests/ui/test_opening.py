# SPDX-License-Identifier: Apache-2.0
"""The window from its first paint until a session is shown: no flicker, no stale session, and the welcome page."""

import os
import subprocess
import sys
from multiprocessing.connection import Listener
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.control.rendezvous import announce
from app.session.paths import sessions_folder
from app.ui.start.run_request import StartRequest
from app.ui.window.application import WorkbenchWindow
from app.ui.window.session_controller import SessionController
from app.ui.window.state import StateStore
from app.ui.workbench.status_bar import StatusLine
from tests.support.recorded import SyntheticRun, recorded
from tests.support.ui_window import FakeEngine, Opener
from widgets.presentation.cards import SystemCard

ROOT = Path(__file__).parents[2]


def test_window_started_with_a_session_immediately_shows_opening_page(qtbot: QtBot, tmp_path: Path) -> None:
    path = recorded(tmp_path / "pair.outpace", seconds=12)
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"), path)
    qtbot.addWidget(window.shell)
    seen = []
    window.shell.pages.currentChanged.connect(lambda _index: seen.append(window.shell.pages.currentWidget()))
    assert window.shell.pages.currentWidget() is window.shell.opening
    assert window.shell.opening.text == "Opening pair…"
    window.shell.show()
    assert not window.shell.windowIcon().isNull()
    qtbot.waitUntil(lambda: bool(seen), timeout=60_000)
    assert window.controller is not None
    assert seen == [window.controller.workbench]


def test_opening_a_session_can_be_canceled(qtbot: QtBot, tmp_path: Path) -> None:
    path = recorded(tmp_path / "pair.outpace", seconds=12)
    window = WorkbenchWindow(StateStore(tmp_path / "window.json"), path)
    qtbot.addWidget(window.shell)
    controller = window.furnish()
    window.shell.opening.cancel_button.click()
    qtbot.wait(100)
    assert controller.follower is None
    assert window.shell.pages.currentWidget() is window.shell.welcome


def preparing(controller: SessionController) -> bool:
    """Return whether the window shows the preparation page."""
    assert controller.shell.pages.currentWidget() is controller.workbench
    assert controller.workbench.building.isVisible() != controller.workbench.charts.isVisible()
    return controller.workbench.building.isVisible()


def test_preparation_page_is_shown_only_until_the_common_start(opened: Opener, engine: FakeEngine) -> None:
    controller = opened()
    controller.start(StartRequest("embedded-demo", 30.0))
    assert preparing(controller)
    run = SyntheticRun(engine.session, started=False)
    assert controller.run is not None
    controller.run.look()
    assert controller.follower is not None
    assert preparing(controller), "also before the engine's first word of how far it is"
    for done in (300, 1000):
        run.building(done, 1000, "orders")
        controller.follower.tick()
        assert preparing(controller)
    run.start()
    for _ in range(3):
        run.seconds(1)
        controller.follower.tick()
        assert not preparing(controller)
    run.finish()


def test_starting_a_run_hides_the_previous_session(opened: Opener, engine: FakeEngine, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "pair.outpace", seconds=12))
    sidebar = controller.workbench.sidebar
    assert len([card for card in sidebar.findChildren(SystemCard) if card.isVisible()]) == 2
    controller.start(StartRequest("drives-sweep", 30.0, folders=("A=/tmp", "B=/tmp")))
    assert engine.arguments
    assert not [card for card in sidebar.findChildren(SystemCard) if card.isVisible()]
    assert not sidebar.plan


def test_session_with_an_unresponsive_engine_is_shown_with_a_notice(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine is suspended: it keeps its socket open but does not respond."""
    monkeypatch.setattr("app.control.handshake.HANDSHAKE_S", 0.2)
    run = SyntheticRun(tmp_path / "pair.outpace")
    run.seconds(8)
    with Listener() as silent:
        file = announce(run.writer.uuid, str(silent.address), bytes(32))
        controller = opened(run.path)
        assert controller.run is None
        assert controller.shell.notice.text.startswith("The engine that records this session does not answer")
        assert controller.status.text.startswith("still recording, not followed")
        file.unlink()


def test_status_bar_widgets_never_overlap_a_message(opened: Opener) -> None:
    bar = opened().shell.statusBar()
    bar.showMessage("Run a scenario")  # as if the pointer were on a button
    status = StatusLine(bar)
    status.offer_log("")
    inside = [widget for widget in bar.children() if widget.isWidgetType() and widget.property("visible")]
    assert not [widget for widget in inside if widget.geometry().left() < 200 and widget.width() > 0]


def test_welcome_page_matches_menu_names_and_shows_recent_sessions(opened: Opener, qtbot: QtBot) -> None:
    sessions_folder().mkdir(parents=True, exist_ok=True)
    path = recorded(sessions_folder() / "pair.outpace", seconds=30)
    controller = opened()
    welcome, actions = controller.shell.welcome, controller.shell.actions_
    texts = {button.text() or button.accessibleName() for button in welcome.findChildren(QPushButton)}
    assert {actions[key].text().replace("&", "").rstrip("…") for key in ("start", "open", "import")} <= texts
    assert {"Run the Demo", "Full Screen", "Start a race", "Compare two drives", "Compare two databases"} <= texts
    assert welcome.picture.moves
    (card,) = welcome.cards
    assert card.recent.path == path
    qtbot.waitUntil(lambda: bool(card.result), timeout=60_000)
    assert card.result in card.accessibleName()
    played = []
    controller.stand.play = played.append  # type: ignore[method-assign]
    welcome.race_button.click()
    assert played == [("race",)]
    card.click()
    assert controller.follower is not None
    assert controller.follower.path == path
    assert not welcome.picture.moves, "nothing moves out of sight"


def test_file_opened_in_a_file_manager_is_shown_in_a_running_window(tmp_path: Path) -> None:
    """The operating system sends one event before the window is on screen, and another one afterward."""
    for name in ("first", "second"):
        run = SyntheticRun(tmp_path / f"{name}.outpace", title=f"The {name}")
        run.seconds(12)
        run.finish()
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.opened_by_finder", *map(str, sorted(tmp_path.glob("*.outpace")))],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.stdout.splitlines() == ["The first – Outpace", "The second – Outpace"], done.stderr
