# SPDX-License-Identifier: Apache-2.0
"""Milliseconds from the command to the first painted window: a package's program compared with the checkout's.

python -m tests.benchmarks.package_first_window /usr/lib/outpace/outpace [ROUNDS]
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from app.control.link import own_program
from tests.support.stranger_display import Screen

LOOK_S = 0.002
PATIENCE_S = 30.0


def first_paint_ms(program: list[str], home: str) -> float:
    """Return the milliseconds that a new process takes, on a separate empty screen."""
    with tempfile.TemporaryDirectory() as folder:
        screen = Screen(Path(folder))
        empty = screen.pixels()
        environment = {"HOME": home, "PATH": os.defpath, "DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb"}
        began = time.perf_counter()
        with subprocess.Popen(program, env=environment, stderr=subprocess.DEVNULL) as process:
            while np.array_equal(screen.pixels(), empty) and time.perf_counter() < began + PATIENCE_S:
                time.sleep(LOOK_S)
            took = time.perf_counter() - began
            process.terminate()
        screen.close()
    return 1000 * took


def main(packaged: str, rounds: int) -> None:
    """Print the medians, and the median of the rounds' ratios."""
    programs = {"checkout": own_program(), "package": [packaged]}
    with tempfile.TemporaryDirectory() as name:
        found = []
        for number in range(rounds + 1):
            times = {which: first_paint_ms(program, name) for which, program in programs.items()}
            if number:  # the first round warms the system's file cache
                found.append(times)
    for which in programs:
        print(f"{which:10} {statistics.median(times[which] for times in found):.0f} ms to the first painted window")
    ratios = [times["package"] / times["checkout"] for times in found]
    print(f"package / checkout: {statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f}), {rounds} rounds")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 11)
