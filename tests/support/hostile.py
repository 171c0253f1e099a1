# SPDX-License-Identifier: Apache-2.0
"""Hostile input for the real command line, in a process with limited memory and measured processor time."""

import os
import re
import select
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.program import Program

if sys.platform != "win32":
    import resource

ROOT = Path(__file__).parents[2]
REFUSED_S = 4.0
"""Limit in seconds on the processor time for rejecting a file: 2 s, doubled because the machine may be busy."""
REFUSED_MIB = 500
MEMORY_BYTES = 3 << 30
"""Limit of the address space: an unbounded reader fails here without affecting the machine."""
LONGEST_CPU_S = 120
"""Processor time in seconds after which the command is ended."""
LONGEST_S = 300.0
"""Wall-clock time in seconds after which the test gives up; not a requirement."""
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that control a terminal or a reader instead of being displayed, except newline and tab."""

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="the limits of a process are set as Linux does")


@dataclass(frozen=True, slots=True)
class Ended:
    """Result of a command.

    Attributes:
        cpu_s: processor time of the command and its children.
        peak_mib: its peak resident memory.
    """

    status: int
    out: str
    err: str
    cpu_s: float
    peak_mib: float

    @property
    def said(self) -> str:
        """Standard output and error together."""
        return self.out + self.err


def outpace(*arguments: str | Path, python: str = "", cwd: Path | None = None) -> Ended:
    """Run an Outpace command, or the code in `python` instead of the command line."""
    limits = [(resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CPU, LONGEST_CPU_S)]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = Program(
            *arguments,
            code=python,
            limits=limits,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=cwd or ROOT,
        )
        handle = os.pidfd_open(process.pid)
        if not select.select([handle], [], [], LONGEST_S)[0]:
            process.kill()
            process.wait()
            pytest.fail(f"{arguments}: no end in {LONGEST_S:g} s")
        os.close(handle)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        for file in (out, err):
            file.seek(0)
        texts = (file.read().decode("utf-8") for file in (out, err))
        return Ended(process.returncode, *texts, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


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
