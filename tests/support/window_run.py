# SPDX-License-Identifier: Apache-2.0
"""Run started and shown by the real window, on the current display; the window closes after the run.

python -m tests.support.window_run SCENARIO --session FILE [--picture FILE]
"""

import argparse
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QTimer

from app.ui.start.run_request import StartRequest
from app.ui.window.application import WorkbenchWindow, application
from app.ui.window.state import StateStore

LOOK_MS = 500
SIZE = (1600, 1000)


def main() -> int:
    """Return the exit status: 1 if no run began. Print the window's final notice to standard error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("--session", type=Path, required=True)
    parser.add_argument("--picture", type=Path, help="of the window at the end of the run, PNG")
    given = parser.parse_args()
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        window = WorkbenchWindow(
            StateStore(Path(folder) / "state.json"), start=StartRequest(given.scenario, session=given.session)
        )
        window.shell.resize(*SIZE)
        window.shell.show()
        shown = False

        def look() -> None:
            nonlocal shown
            controller = window.controller
            if controller is None:
                return
            if controller.run is not None:
                shown = controller.follower is not None
            elif shown or controller.shell.notice.text:
                if given.picture is not None:
                    window.shell.grab().save(str(given.picture))
                sys.stderr.write(f"{controller.shell.notice.text}\n")
                app.quit()

        timer = QTimer(interval=LOOK_MS)
        timer.timeout.connect(look)
        timer.start()
        app.exec()
    return 0 if shown else 1


if __name__ == "__main__":
    sys.exit(main())
