# SPDX-License-Identifier: Apache-2.0
"""F11 in the workbench, placement of the booth window on a screen, and keeping that screen awake."""

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session.reader import SessionReader
from app.ui.presentation.presentation_commands import PresentationCommands
from app.ui.presentation.presentation_window import PresentationWindow
from app.ui.presentation.screen_saver import Awake
from app.ui.window.screen_fit import WindowPlace, place_for
from app.ui.window.session_controller import SessionController
from tests.support.booth_looks import texts
from tests.support.recorded import SyntheticRun, recorded

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate the test from this machine's desktop."""
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("PATH", "")


def booth_of(controller: SessionController) -> PresentationWindow:
    return controller.shell.findChild(PresentationCommands).window


def test_f11_opens_the_booth_window_and_esc_closes_it(opened, qtbot: QtBot, tmp_path: Path) -> None:
    controller = opened(recorded(tmp_path / "one.outpace", seconds=40))
    action = controller.shell.actions_["booth"]
    action.trigger()
    window = booth_of(controller)
    assert window.isFullScreen()
    assert action.isChecked()
    assert window.follower is not controller.follower
    qtbot.waitUntil(window.isActiveWindow, timeout=60_000)
    assert "Same work, same clock" in texts(window)
    qtbot.keyClick(window, Qt.Key.Key_F5)  # plays in the booth window, not in the workbench
    assert window.follower.playing
    assert not controller.follower.playing
    qtbot.keyClick(window, Qt.Key.Key_Plus)
    assert controller.open(recorded(tmp_path / "two.outpace", seconds=20, seed=2))
    assert window.follower.path.name == "two.outpace"
    controller.close_session()
    assert window.follower is None
    assert not window.waiting.isHidden()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert booth_of(controller) is None
    assert not action.isChecked()
    action.trigger()
    assert booth_of(controller).factor == pytest.approx(1.1)
    controller.shell.close()
    assert booth_of(controller) is None


def test_booth_follows_a_live_session_and_takes_snapshots_without_a_dialog(
    opened, qtbot: QtBot, tmp_path: Path
) -> None:
    run = SyntheticRun(tmp_path / "live.outpace")
    run.seconds(15)
    controller = opened(run.path)
    controller.follower.go_live()
    controller.shell.actions_["booth"].trigger()
    window = booth_of(controller)
    assert window.follower.live
    qtbot.waitUntil(window.isActiveWindow, timeout=60_000)
    assert "RECORDED" not in texts(window)
    qtbot.keyClick(window, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: "Snapshot saved" in controller.shell.notice.text, timeout=60_000)
    (kept,) = tmp_path.glob("live_*.outpace")
    with SessionReader.open(kept) as reader:
        assert reader.view is not None
        assert reader.view.png
        assert reader.view.name == "at 0 min 15 s"
    assert kept.with_suffix(".png").read_bytes() == reader.view.png
    controller.close_session()
    run.finish()


@pytest.mark.parametrize(
    ("preferred", "present", "operator", "opening", "place"),
    [
        ([], ["laptop", "stand"], "laptop", True, WindowPlace("stand", True)),
        ([], ["laptop"], "laptop", True, WindowPlace("laptop", True)),
        (["stand"], ["laptop", "hall", "stand"], "laptop", True, WindowPlace("stand", True)),
        (["stand"], ["laptop"], "laptop", True, WindowPlace("laptop", True)),
        # unplugged: the window leaves the remaining screen to the operator
        (["stand"], ["laptop"], "laptop", False, WindowPlace("laptop", False)),
        (["stand"], ["laptop", "hall"], "laptop", False, WindowPlace("hall", True)),
        (["gone", "stand"], ["laptop", "stand"], "laptop", False, WindowPlace("stand", True)),  # plugged in again
        (["laptop"], ["laptop", "stand"], "laptop", True, WindowPlace("laptop", True)),  # chosen explicitly
        (["stand"], [], "laptop", False, None),
    ],
)
def test_booth_window_is_placed_by_preference_and_available_screens(
    preferred, present, operator, opening, place
) -> None:
    assert place_for(preferred, present, operator, opening=opening) == place


@pytest.mark.skipif(sys.platform != "linux", reason="of Linux desktops")
def test_screen_is_kept_awake_until_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    awake = Awake()
    assert "may turn off" in awake.hold()
    assert not awake.held
    # Fake systemd-inhibit: records its process ID and arguments, and runs until its input closes.
    program, noted = tmp_path / "systemd-inhibit", tmp_path / "noted"
    program.write_text(f'#!/bin/sh\necho "$$ $*" > {noted}.new\n/bin/mv {noted}.new {noted}\nexec /bin/cat\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not awake.hold()
    assert awake.held
    while not noted.exists():
        pass
    process, *told = noted.read_text().split()
    assert "--what=idle" in told
    os.kill(int(process), 0)
    awake.release()
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)
