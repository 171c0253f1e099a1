# SPDX-License-Identifier: Apache-2.0
"""Private screen with keyboard and screenshots: Xvfb, xdotool, and the file to which Xvfb writes."""

import os
import re
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

WIDTH, HEIGHT = 1440, 900
LONGEST_S = 90.0


def wait(condition: Callable[[], object], what: str, seconds: float = LONGEST_S, *, every_s: float = 0.1) -> None:
    """Wait until the condition holds, checking it every `every_s` seconds; otherwise fail with `what`."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"never: {what}"
        time.sleep(every_s)


class Screen:
    """X screen.

    Attributes:
        pictures: folder of numbered screenshots, one per step.
    """

    def __init__(self, folder: Path, *, width: int = WIDTH, height: int = HEIGHT) -> None:
        """Start the screen. width, height: pixels; `step` only takes pictures of the default size."""
        self.pictures = folder / "pictures"
        self.pictures.mkdir()
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        more = ["-noreset", "-fbdir", str(folder)]
        self.server = subprocess.Popen([*command, *more], pass_fds=(write,), stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            self.name = f":{told.readline().strip()}"
        self._frame = folder / "Xvfb_screen0"
        self._last = self._picture()

    def close(self) -> None:
        """Stop the screen."""
        self.server.terminate()
        self.server.wait(20)

    def windows(self, title: str) -> list[str]:
        """Return the visible windows whose whole title matches the pattern."""
        found = self._do("search", "--onlyvisible", "--name", f"^{title}$")
        return [line for line in found.split() if line.isdigit()]

    def press(self, title: str, *keys: str) -> None:
        """Send keys to the window with this title, once it exists. No window manager focuses the window."""
        wait(lambda: self.windows(title), f"a window {title}")
        self._do("windowfocus", "--sync", self.windows(title)[-1])
        for key in keys:
            if key.startswith("type:"):
                self._do("type", "--delay", "20", key.removeprefix("type:"))
            else:
                self._do("key", key)

    def press_until(self, title: str, key: str, condition: Callable[[], object], what: str) -> None:
        """Send a key to the window with this title until the condition holds; a button may not be enabled yet."""

        def again() -> object:
            for window in self.windows(title)[-1:]:
                self._do("windowfocus", window, "key", key)
            return condition()

        wait(lambda: self.windows(title), f"a window {title}")
        wait(again, what, every_s=1.0)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the left button, move in steps, and release it; positions are in pixels of the screen."""
        self._do("mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, 6):
            place = (a + (b - a) * step // 5 for a, b in zip(start, end, strict=True))
            self._do("mousemove", "--sync", *map(str, place))
        self._do("mouseup", "1")

    def double_click(self, place: tuple[int, int]) -> None:
        """Double-click the left button."""
        self._do("mousemove", *map(str, place), "click", "--repeat", "2", "--delay", "60", "1")

    def pixels(self) -> np.ndarray:
        """Return the screen's pixels, shape (HEIGHT, WIDTH, 3), blue first."""
        picture = self._picture()
        return picture.view(np.uint8).reshape(*picture.shape, 4)[..., :3].copy()

    def _picture(self) -> np.ndarray:
        """Return the screen's pixels as numbers, shape (HEIGHT, WIDTH), from an X window dump (XWDFile.h)."""
        data = self._frame.read_bytes()
        header = struct.unpack(">25I", data[:100])
        size, width, height, stride, colors = header[0], header[4], header[5], header[12], header[19]
        rows = np.frombuffer(data, "<u4", stride // 4 * height, size + colors * 12).reshape(height, stride // 4)
        return np.ascontiguousarray(rows[:, :width] | 0xFF000000)

    def step(self, name: str) -> None:
        """Wait until the picture differs from the previous step's and is not blank, then save it."""
        wait(lambda: self._differs(self._picture()), f"another picture: {name}")
        self._last = self._picture()
        number = len(list(self.pictures.iterdir())) + 1
        image = QImage(self._last.data, WIDTH, HEIGHT, WIDTH * 4, QImage.Format.Format_RGB32)
        assert image.save(str(self.pictures / f"{number:02d} {re.sub(r'[^a-z ]', '', name)}.png"))

    def _differs(self, now: np.ndarray) -> bool:
        return int((now != self._last).sum()) > 2000 and len(np.unique(now[::7, ::7])) > 8

    def mouse(self, *command: str) -> str:
        """Run an xdotool command and return its output."""
        return self._do(*command)

    def _do(self, *command: str) -> str:
        done = subprocess.run(
            ["xdotool", *command],
            env={**os.environ, "DISPLAY": self.name},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        return done.stdout
