# SPDX-License-Identifier: Apache-2.0
"""Hostile input for the real command line, in a process with limited memory and measured processor time."""

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.control.link import own_program

ROOT = Path(__file__).parents[2]
REFUSED_S = 4.0
"""Processor time of a refusal: 2 s, and 2 s to start on a busy machine."""
REFUSED_MIB = 500
MEMORY_BYTES = 3 << 30
"""Address space: an unbounded reader fails here without affecting the machine."""
LONGEST_S = 120.0
"""Wall time until the test gives up; not a requirement."""
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that control a terminal or a reader instead of being shown, except newline and tab."""

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="the limits of a process are set as Linux does")


@dataclass(frozen=True, slots=True)
class Ended:
    """Result of a command.

    Attributes:
        cpu_s: processor time of it and its children.
        peak_mib: its largest resident memory.
    """

    status: int
    out: str
    err: str
    cpu_s: float
    peak_mib: float

    @property
    def said(self) -> str:
        """Everything that it printed."""
        return self.out + self.err


LAUNCHER = """
import json, os, resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
status = subprocess.Popen(sys.argv[3:]).wait()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(int(sys.argv[1]), "w") as told:
    json.dump([status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024], told)
"""
"""Small intermediate process, because a process's peak memory includes the copy of the process that forks it."""


def outpace(*arguments: str | Path, python: str = "", cwd: Path | None = None) -> Ended:
    """Run a command of Outpace. python: code to run instead of the command line."""
    typed = [*([sys.executable, "-P", "-c", python] if python else own_program()), *map(str, arguments)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as told:
        try:
            subprocess.run(
                [sys.executable, "-I", "-S", "-c", LAUNCHER, str(told.fileno()), str(MEMORY_BYTES), *typed],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=environment,
                cwd=cwd or ROOT,
                pass_fds=[told.fileno()],
                timeout=LONGEST_S,
                check=True,
            )
        except subprocess.TimeoutExpired:
            pytest.fail(f"{arguments}: no end in {LONGEST_S:g} s")
        for file in (out, err, told):
            file.seek(0)
        texts = (file.read().decode("utf-8") for file in (out, err))
        status, cpu_s, peak_mib = json.load(told)
        return Ended(status, *texts, cpu_s, peak_mib)


def refused(ended: Ended, *names: str) -> str:
    """Assert that a command refused its input with a message and within the limits; return the message."""
    assert ended.status in {1, 2, 3}, ended
    assert "Traceback" not in ended.said, ended.said[-2000:]
    assert "error of Outpace's own" not in ended.said, ended.said[-2000:]
    assert ended.cpu_s < REFUSED_S, ended
    assert ended.peak_mib < REFUSED_MIB, ended
    for name in names:
        assert name in ended.said, ended.said[-2000:]
    return ended.said


def visible(ended: Ended) -> None:
    """Assert that the output contains no characters that control a terminal."""
    assert not (found := CONTROLS.search(ended.said)), repr(ended.said[max(found.start() - 60, 0) : found.end() + 60])
