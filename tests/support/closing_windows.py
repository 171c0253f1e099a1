# SPDX-License-Identifier: Apache-2.0
"""Open real windows on a folder of sessions and close them in different ways while the sessions are being read.

`python -m tests.support.closing_windows FOLDER ROUNDS` prints how many windows were closed while their sessions were
being read.
"""

import gc
import os
import sys
import time
from pathlib import Path

import shiboken6
from PySide6.QtCore import QEvent, QLocale

from app.ui.library.library_results import Filling
from app.ui.window.application import WorkbenchWindow, application
from app.ui.window.settings import FOLDER
from app.ui.window.state import StateStore
from tests.support.ui_window import FakeEngine

WAYS = ("closed", "window deleted", "sessions' reader deleted first", "controller deleted first")


def main(folder: Path, rounds: int) -> None:
    """Open and close one window per round."""
    QLocale.setDefault(QLocale.c())
    app = application()
    reading = 0
    for number in range(rounds):
        for path in folder.glob("*.outpace"):
            os.utime(path)  # force the sessions to be read again
        store = StateStore(folder / "window.json")
        store.put(FOLDER, str(folder))
        window = WorkbenchWindow(store, starter=FakeEngine().start)
        window.shell.show()
        window.furnish()
        until = time.monotonic() + number % 13 * 0.01
        while time.monotonic() < until:
            app.processEvents()
        reading += any(filling._busy for filling in window.shell.findChildren(Filling))
        leave(window, WAYS[number % len(WAYS)])
        del window
        gc.collect()
        app.processEvents()
    sys.stdout.write(f"{reading} of {rounds}\n")


def leave(window: WorkbenchWindow, way: str) -> None:
    """Close a window in one of the ways."""
    shell, controller = window.shell, window.controller
    assert controller is not None
    if way == "closed":
        shell.close()
        shell.deleteLater()
        application().sendPostedEvents(shell, QEvent.Type.DeferredDelete)
    elif way == "window deleted":
        shiboken6.delete(shell)
    elif way == "sessions' reader deleted first":
        shiboken6.delete(controller.library)
        shiboken6.delete(shell)
    elif way == "controller deleted first":
        shiboken6.delete(controller)
        shiboken6.delete(shell)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
