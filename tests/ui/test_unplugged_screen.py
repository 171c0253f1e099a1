# SPDX-License-Identifier: Apache-2.0
"""Unplugging a screen that shows windows: they are moved completely onto a remaining screen."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.control.link import own_program
from tests.support.recorded import recorded
from tests.support.stranger_display import Screen, wait

PROGRAMS = ("Xvfb", "xdotool", "openbox", "xrandr")
WIDTH, HEIGHT = 1300, 800
"""Size of each of two adjacent screens."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Two screens with a window manager; the right one can be unplugged."""

    screen: Screen

    def plug(self) -> None:
        """Plug in the right screen."""
        self._xrandr("--setmonitor", "right", f"{WIDTH}/340x{HEIGHT}/210+{WIDTH}+0", "none")

    def unplug(self) -> None:
        self._xrandr("--delmonitor", "right")

    def begin(self) -> None:
        self.plug()
        self._xrandr("--setmonitor", "left", f"{WIDTH}/340x{HEIGHT}/210+0+0", "screen")

    def _xrandr(self, *command: str) -> None:
        subprocess.run(["xrandr", *command], env=self.environment, check=True, capture_output=True)

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.screen.name, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}

    def place(self, title: str) -> tuple[int, int, int, int]:
        """Return the left, top, width and height of a window without its frame, or zeros if it does not exist."""
        for window in self.screen.windows(title)[-1:]:
            told = self.screen.mouse("getwindowgeometry", "--shell", window)
            found = dict(line.split("=", 1) for line in told.split() if "=" in line)
            if "X" in found:
                return int(found["X"]), int(found["Y"]), int(found["WIDTH"]), int(found["HEIGHT"])
        return 0, 0, 0, 0

    def move(self, title: str, left: int, top: int) -> None:
        window = self.screen.windows(title)[-1]
        self.screen.mouse("windowsize", window, "1000", "640")
        self.screen.mouse("windowmove", window, str(left), str(top))

    def inside_left(self, title: str) -> bool:
        """Return whether a window, including its title bar, is completely on the left screen."""
        left, top, width, height = self.place(title)
        return width > 0 and left >= 0 and top >= 0 and left + width <= WIDTH and top + height <= HEIGHT


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    screen = Screen(tmp_path, width=2 * WIDTH, height=HEIGHT)
    found = Desk(screen)
    found.begin()
    manager = subprocess.Popen(["openbox", "--sm-disable"], env=found.environment, stderr=subprocess.DEVNULL)
    yield found
    manager.terminate()
    manager.wait(20)
    screen.close()


@pytest.mark.xvfb
@pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason=f"one of {', '.join(PROGRAMS)} is missing")
def test_windows_on_an_unplugged_screen_move_to_another_one(desk: Desk, tmp_path: Path) -> None:
    session = tmp_path / "pair.outpace"
    recorded(session, seconds=20)
    main, booth = ".* – Outpace", "Outpace"
    program = subprocess.Popen([*own_program(), "open", str(session)], env=desk.environment)
    try:
        wait(lambda: desk.screen.windows(main), "the window with its session")
        desk.move(main, 20, 40)
        wait(lambda: desk.inside_left(main), "the window on the left screen")
        desk.screen.press(main, "F11")
        whole = (WIDTH, 0, WIDTH, HEIGHT)
        wait(lambda: desk.place(booth) == whole, "the booth view fills the right screen")
        desk.unplug()
        wait(lambda: desk.inside_left(booth), "the booth view waits in a small window")
        assert desk.inside_left(main), "the operator's window stays"
        desk.plug()
        wait(lambda: desk.place(booth) == whole, "it is back with the screen")
        desk.screen.press(booth, "Escape")
        wait(lambda: not desk.screen.windows(booth), "the booth view is over")
        desk.move(main, WIDTH + 250, 60)
        wait(lambda: desk.place(main)[0] >= WIDTH, "the window is on the right screen")
        desk.unplug()
        wait(lambda: desk.inside_left(main), "the window came to the left screen", 20)
    finally:
        program.kill()
        program.wait()
