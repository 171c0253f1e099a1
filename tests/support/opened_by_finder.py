# SPDX-License-Identifier: Apache-2.0
"""The program receiving the events with which macOS's Finder opens sessions, before and after the window exists.

python -m tests.support.opened_by_finder SESSION OTHER
"""

import sys
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent

from app.ui.window.application import Application, WorkbenchWindow, application
from app.ui.window.state import StateStore, default_state_path

PATIENCE_S = 60


def main(paths: list[Path]) -> None:
    """Print the window's title with each session."""
    app = application()
    assert isinstance(app, Application)
    window = WorkbenchWindow(StateStore(default_state_path()))
    app.file_opened.connect(window.open)
    title = window.shell.windowTitle()
    for path in paths:
        QCoreApplication.sendEvent(app, QFileOpenEvent(str(path)))
        window.shell.show()
        until = time.monotonic() + PATIENCE_S
        while window.shell.windowTitle() == title and time.monotonic() < until:
            app.processEvents()
        title = window.shell.windowTitle()
        sys.stdout.write(f"{title}\n")
    window.shell.close()


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
