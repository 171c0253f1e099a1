# SPDX-License-Identifier: Apache-2.0
"""Milliseconds from the program's start to the first painted window (target: below 300), and to a usable one.

`python -m tests.benchmarks.window_first_paint`; on the display in DISPLAY, or offscreen without one.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 15


def child(started: float) -> None:
    """Start the window as the command line does, print its two times, and exit."""
    from app.ui.window.application import WorkbenchWindow, application  # noqa: PLC0415 - this is what is measured
    from app.ui.window.state import StateStore, default_state_path  # noqa: PLC0415

    app = application()
    window = WorkbenchWindow(StateStore(default_state_path()))
    times = []

    def painted() -> None:
        times.append(time.perf_counter() - started)
        window.furnish()
        times.append(time.perf_counter() - started)
        app.quit()

    window.shell.painted.disconnect(window.furnish)
    window.shell.painted.connect(painted)
    window.shell.show()
    app.exec()
    print(*(f"{1000 * seconds:.0f}" for seconds in times))


def main() -> None:
    """Print the medians over several new processes."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        if not environment.get("DISPLAY"):
            environment["QT_QPA_PLATFORM"] = "offscreen"
        rounds = []
        for _ in range(ROUNDS):
            done = subprocess.run(
                [sys.executable, "-m", "tests.benchmarks.window_first_paint", repr(time.perf_counter())],
                env=environment,
                cwd=Path(__file__).parents[2],
                capture_output=True,
                text=True,
                check=True,
            )
            rounds.append([float(word) for word in done.stdout.split()])
    for name, values in zip(("first paint", "ready for sessions"), zip(*rounds, strict=True), strict=True):
        print(f"{name}: median {statistics.median(values):.0f} ms ({min(values):.0f} to {max(values):.0f})")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        child(float(sys.argv[1]))
    else:
        main()
