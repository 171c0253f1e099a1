# SPDX-License-Identifier: Apache-2.0
"""Milliseconds from the command to the first painted window: a package's program beside the checkout's, in turns.

python -m tests.benchmarks.package_first_window /usr/lib/outpace/outpace [ROUNDS]
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.control.link import own_program
from tests.stranger_display import Screen

LOOK_S = 0.002
PATIENCE_S = 30.0


def first_paint_ms(program: list[str], screen: Screen, home: str) -> float:
    """Of a fresh process, on a screen that shows nothing else."""
    environment = {"HOME": home, "PATH": os.defpath, "DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb"}
    while screen.pixels().any():
        time.sleep(LOOK_S)
    began = time.perf_counter()
    with subprocess.Popen(program, env=environment, stderr=subprocess.DEVNULL) as process:
        while not screen.pixels().any() and time.perf_counter() < began + PATIENCE_S:
            time.sleep(LOOK_S)
        took = time.perf_counter() - began
        process.terminate()
    return 1000 * took


def main(packaged: str, rounds: int) -> None:
    """Medians, and the median of the rounds' ratios."""
    programs = {"checkout": own_program(), "package": [packaged]}
    with tempfile.TemporaryDirectory() as name:
        screen = Screen(Path(name))
        found = []
        for number in range(rounds + 1):
            times = {which: first_paint_ms(program, screen, name) for which, program in programs.items()}
            if number:  # the first fills the system's file cache
                found.append(times)
        screen.close()
    for which in programs:
        print(f"{which:10} {statistics.median(times[which] for times in found):.0f} ms to the first painted window")
    ratios = [times["package"] / times["checkout"] for times in found]
    print(f"package / checkout: {statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f}), {rounds} rounds")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 11)
