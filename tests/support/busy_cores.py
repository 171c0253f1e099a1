# SPDX-License-Identifier: Apache-2.0
"""Programs that occupy all cores during a run."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator

LOOP = "import time\nend = time.monotonic() + {seconds}\nwhile time.monotonic() < end: pass"


@contextlib.contextmanager
def busy_loops(number: int, seconds: float) -> Iterator[None]:
    """Start busy loops that run for a limited time."""
    command = [sys.executable, "-I", "-S", "-c", LOOP.format(seconds=seconds)]
    loops = [subprocess.Popen(command) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
