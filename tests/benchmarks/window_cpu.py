# SPDX-License-Identifier: Apache-2.0
"""CPU seconds per minute of the window and the X server, with 6 charts and one update per second (target: below 1.0).

`python -m tests.benchmarks.window_cpu [SECONDS]`: starts a separate X server (Xvfb), 1920 x 1080, and follows a
synthetic session that another process records. A window that is open but idle is also measured.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
DISPLAY = ":93"
SETTLED_S = 14.0


def record(path: Path, seconds: int) -> None:
    """Write a session live, with ten minutes of history."""
    from tests.support.recorded import SyntheticRun  # noqa: PLC0415

    run = SyntheticRun(path)
    run.seconds(600)
    for _ in range(seconds):
        time.sleep(1.0)
        run.second()


def watch(path: Path, span_s: float) -> None:
    """Show the measured window."""
    from PySide6.QtCore import QTimer  # noqa: PLC0415
    from PySide6.QtGui import QCursor  # noqa: PLC0415

    from app.ui.window.application import WorkbenchWindow, application  # noqa: PLC0415
    from app.ui.window.state import StateStore  # noqa: PLC0415

    app = application()
    window = WorkbenchWindow(StateStore(path.with_suffix(".json")), path if path.exists() else None)
    window.shell.setGeometry(0, 0, 1920, 1080)
    window.shell.show()
    QCursor.setPos(0, 0)  # with the pointer on a chart, all charts show readouts
    if path.exists():
        for after_ms in (3000, 5000, 7000, 9000):  # on a busy machine the window opens late and then sets its own span
            QTimer.singleShot(after_ms, lambda: window.furnish().view.change(span_s=span_s))
    app.exec()


def spent_s(process: psutil.Process) -> float:
    """Return the CPU seconds of a process so far."""
    return float(sum(process.cpu_times()[:2]))


def measured(folder: Path, server: psutil.Process, *, live: bool, span_s: float, seconds: float) -> tuple[float, float]:
    """Return the CPU seconds per minute of one window, and of the X server on its behalf."""
    path = folder / f"{'live' if live else 'none'}{span_s:.0f}.outpace"
    module = [sys.executable, "-m", "tests.benchmarks.window_cpu"]
    started = []
    environment = {**os.environ, "DISPLAY": DISPLAY, "QT_QPA_PLATFORM": "xcb", "HOME": str(folder)}
    try:
        if live:
            started.append(subprocess.Popen([*module, "record", str(path), "1000"], cwd=ROOT))
            while not path.exists():
                time.sleep(0.2)
            time.sleep(4.0)
        started.append(subprocess.Popen([*module, "watch", str(path), str(span_s)], cwd=ROOT, env=environment))
        time.sleep(SETTLED_S)
        window = psutil.Process(started[-1].pid)
        before, began = (spent_s(window), spent_s(server)), time.perf_counter()
        time.sleep(seconds)
        minutes = (time.perf_counter() - began) / 60
        return (spent_s(window) - before[0]) / minutes, (spent_s(server) - before[1]) / minutes
    finally:
        for process in started:
            process.kill()
            process.wait()


def main(seconds: float) -> None:
    """Print the three figures."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1920x1080x24"], stderr=subprocess.DEVNULL)
        try:
            time.sleep(1.0)
            xvfb = psutil.Process(server.pid)
            for name, live, span_s in (
                ("nothing open", False, 0.0),
                ("6 charts, 120 s in view", True, 120.0),
                ("6 charts, 10 min in view", True, 600.0),
            ):
                own, x_server = measured(Path(folder), xvfb, live=live, span_s=span_s, seconds=seconds)
                print(f"{name}: {own + x_server:.2f} CPU s a minute (window {own:.2f}, X {x_server:.2f})", flush=True)
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["record", path, seconds]:
            record(Path(path), int(seconds))
        case ["watch", path, span_s]:
            watch(Path(path), float(span_s))
        case _:
            main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
