# SPDX-License-Identifier: Apache-2.0
"""First use of the program: the real process on a private screen, by keyboard alone."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.window.state import default_log_path
from tests.support.stranger_display import Screen, wait

RACE = """
title = "A short race"
[workload]
name = "dvdstore"
db_size = "10MB"
users = 4
[plan]
name = "race"
orders = 300
timeout_s = 60
ramp_users_per_s = 1000
[[systems]]
name = "Rollback journal"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
journal = "rollback"
[[systems]]
name = "Write-ahead log"
role = "challenger"
[[systems.targets]]
engine = "sqlite"
journal = "wal"
"""
MAIN = ".* – Outpace"
CHARTS = np.s_[230:640, 285:1420]
"""Area of the charts on the screen, with or without a notice above them."""


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    shown = Screen(tmp_path)
    yield shown
    shown.close()


def sessions(pattern: str) -> list[Path]:
    return sorted(sessions_folder().glob(f"*{pattern}*.outpace"))


def reached_s(pattern: str) -> float:
    """Return the seconds that the session has recorded since the common start, or -1 before it."""
    try:
        with SessionReader.open(sessions(pattern)[0]) as reader:
            return reader.length_s if reader.started else -1.0
    except (IndexError, SessionError, OSError):
        return -1.0


def ended(pattern: str) -> bool:
    try:
        with SessionReader.open(sessions(pattern)[0]) as reader:
            return reader.end is not None
    except (IndexError, SessionError, OSError):
        return False


def snapshot(screen: Screen, name: str) -> None:
    screen.press(MAIN, "ctrl+s")
    screen.press("Snapshot", f"type:{name}", "Return")
    wait(lambda: sessions(f"_{name}"), f"snapshot {name}")
    wait(lambda: not screen.windows("Snapshot"), "the dialog is closed")
    screen.step(f"snapshot {name}")


def stands_still(screen: Screen, pattern: str) -> bool:
    """Return whether the charts are unchanged two recorded seconds later."""
    before, from_s = screen.pixels()[CHARTS], reached_s(pattern)
    wait(lambda: reached_s(pattern) >= from_s + 2, "recording goes on", every_s=0.5)
    return bool((screen.pixels()[CHARTS] == before).all())


def marked_recorded(screen: Screen) -> bool:
    """Return whether the top of the window has the amber mark.

    Until then, closing the window opens a prompt about the run.
    """
    blue, green, red = np.moveaxis(screen.pixels()[42:82], 2, 0)
    return int(((red > 220) & (green > 180) & (blue < 140)).sum()) > 300


@pytest.mark.xvfb
@pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb or xdotool is missing")
def test_first_use_workflow_works_by_keyboard_alone(screen: Screen, own_home: Path) -> None:
    race = own_home / "race.toml"
    race.write_text(RACE, encoding="utf-8")
    own = {**os.environ, "DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}
    program = subprocess.Popen([sys.executable, "-P", "-m", "app"], env=own, cwd=Path(__file__).parents[2])
    seen: set[psutil.Process] = set()
    try:
        screen.step("first start")
        screen.press("Outpace", "Return")  # the only button, Run the Demo, already has the focus
        wait(lambda: reached_s("sqlite") >= 2, "the demo runs", every_s=0.5)
        seen.update(psutil.Process(program.pid).children(recursive=True))
        screen.step("demo")
        screen.press(MAIN, "ctrl+f")
        wait(lambda: stands_still(screen, "sqlite"), "frozen")
        snapshot(screen, "first")
        screen.press(MAIN, "ctrl+f")
        screen.step("going on")
        snapshot(screen, "second")
        screen.press(MAIN, "ctrl+period")
        wait(lambda: ended("sqlite"), "stopped")
        screen.step("stopped")

        screen.press(MAIN, "ctrl+b")
        screen.step("library")
        screen.press(MAIN, "End", "Return")  # the run itself, which is listed below its snapshots
        screen.step("opened")
        screen.press(MAIN, "ctrl+Home", "space")
        screen.step("replay")
        screen.press(MAIN, "space", "ctrl+b")
        screen.step("library again")
        screen.press(MAIN, "Home", "shift+Down", "ctrl+shift+p")
        wait(lambda: screen.windows("Compare Sessions"), "the choice of what is compared")
        screen.step("compare")
        compared = ".*compared – Outpace"
        screen.press_until("Compare Sessions", "Return", lambda: screen.windows(compared), "compared")
        screen.step("compared")

        screen.press(MAIN, "F11")
        wait(lambda: screen.windows("Outpace"), "the booth view")
        screen.step("booth")
        screen.press("Outpace", "Escape")
        wait(lambda: not screen.windows("Outpace"), "back from the booth view")
        screen.step("back")

        screen.press(MAIN, "ctrl+n")
        screen.press("Run a Comparison", "Tab", "space")
        screen.press("A scenario file", f"type:{race}", "Return")
        wait(lambda: not screen.windows("A scenario file"), "the file is chosen")
        screen.press("Run a Comparison", "Return")
        wait(lambda: reached_s("a-short-race") >= 0, "the race runs")
        seen.update(psutil.Process(program.pid).children(recursive=True))
        screen.press("A short race – Outpace", "F11")
        wait(lambda: screen.windows("Outpace"), "the race in the booth view")
        screen.step("race")
        wait(lambda: ended("a-short-race"), "the race is over", every_s=0.5)
        screen.press("Outpace", "Escape")
        wait(lambda: not screen.windows("Outpace"), "back in the workbench")
        screen.step("back again")
        wait(lambda: not psutil.Process(program.pid).children(), "the engine has gone")
        wait(lambda: marked_recorded(screen), "the mark of a recorded session")
        screen.press(MAIN, "ctrl+q")
        assert program.wait(60) == 0
    finally:
        program.kill()
        program.wait()
    _, left = psutil.wait_procs(seen, timeout=60)
    assert not left
    with SessionReader.open(sessions("a-short-race")[0]) as reader:
        assert reader.end is not None
        assert reader.end.valid, reader.end.reasons
    for name in ("first", "second"):
        with SessionReader.open(sessions(f"_{name}")[0]) as reader:
            assert reader.view is not None
            assert reader.view.name == name
    log = default_log_path().read_text(encoding="utf-8") if default_log_path().exists() else ""
    assert " ERROR " not in log
    assert "Traceback" not in log
