# SPDX-License-Identifier: Apache-2.0
"""ssh as a child process that ends on request or with the engine, including its own children."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO

from app.driver.process_guard import PR_SET_PDEATHSIG, Family, interrupts_held_back
from app.model.bounds import AGENT_OUTPUT_BYTES

CHUNK = 1 << 16
LOOK_S = 0.05
END_S = 1.0
"""Seconds to wait, after a program's end, for its children, which may still have its output open."""

if sys.platform == "win32":
    NEW_GROUP = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    NEW_GROUP = 0

if sys.platform == "linux":
    _LIBC = ctypes.CDLL(None)

    def _end_with_the_engine() -> None:
        _LIBC.prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0)

    BEFORE: Callable[[], None] | None = _end_with_the_engine
    """Hook that runs in the child before exec; a single call into libc, which takes no lock held by another thread."""
else:
    BEFORE = None


class ProgramCanceledError(Exception):
    """The user canceled the program."""


class ChildProgram:
    """A running program with three pipes, in its own session, without Ctrl+C or a terminal.

    Start it in a thread that outlives it: Linux ends it with that thread.
    """

    def __init__(self, command: Sequence[str], *, errors: bool) -> None:
        """Start the program. If `errors` is true, its standard error is a pipe, otherwise discarded. Raises OSError."""
        self._family = Family()
        self._lock = threading.Lock()
        self._killed = False
        with interrupts_held_back():
            self.popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if errors else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                creationflags=NEW_GROUP,
                preexec_fn=BEFORE,  # noqa: PLW1509
            )
        self._family.adopt(self.popen.pid)

    def kill(self) -> None:
        """End the program and its children. Can be called twice, and from any thread."""
        with self._lock:
            if self._killed:
                return
            self._killed = True
        if sys.platform == "win32":
            self.popen.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.popen.pid, signal.SIGKILL)
        try:
            self.popen.wait(END_S)
        except subprocess.TimeoutExpired:  # reaped later if the machine is busy
            threading.Thread(target=self.popen.wait, name="end of ssh", daemon=True).start()


@dataclass(frozen=True)
class Output:
    """Exit code of a program, and the end of its output."""

    code: int
    output: str
    errors: str


def finished(
    command: Sequence[str], sent: bytes = b"", *, within_s: float, silent_s: float, go_on: Callable[[], bool]
) -> Output:
    """Run a program to its end and return the end of its output; it is always killed afterwards.

    Args:
        command: The program and its arguments.
        sent: Data for its standard input.
        within_s: Timeout.
        silent_s: Maximum time during which it neither writes output nor reads input.
        go_on: Called several times per second; if it returns False, the program is stopped.

    Raises:
        OSError: If it cannot be started.
        TimeoutError: If it took too long, or was silent for too long.
        StoppedError: If the user stopped it.
    """
    program = ChildProgram(command, errors=True)
    popen = program.popen
    assert popen.stdin is not None
    assert popen.stdout is not None
    assert popen.stderr is not None
    output, errors = _End(popen.stdout), _End(popen.stderr)
    feeder = _Feeder(popen.stdin, sent)
    threads = (output, errors, feeder)
    began_s = time.monotonic()
    try:
        for thread in threads:
            thread.start()
        while popen.poll() is None:
            now_s = time.monotonic()
            if now_s - began_s > within_s or now_s - max(began_s, *(one.active_s for one in threads)) > silent_s:
                raise TimeoutError
            if not go_on():
                raise ProgramCanceledError
            with contextlib.suppress(subprocess.TimeoutExpired):
                popen.wait(LOOK_S)
        for thread in threads:
            thread.join(END_S)
    finally:
        program.kill()
        for thread in threads:
            thread.join(END_S)
    return Output(popen.returncode, output.text, errors.text)


class _End(threading.Thread):
    """Reader of a pipe that keeps the last bytes; `active_s` is the time of the latest data."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(name="output of ssh", daemon=True)
        self._pipe = pipe
        self._tail = b""
        self.active_s = 0.0

    def run(self) -> None:
        with self._pipe, contextlib.suppress(OSError):
            while data := self._pipe.read(CHUNK):
                self.active_s = time.monotonic()
                self._tail = (self._tail + data)[-AGENT_OUTPUT_BYTES:]

    @property
    def text(self) -> str:
        return self._tail.decode("utf-8", "replace").strip()


class _Feeder(threading.Thread):
    """Writer of a program's standard input; `active_s` is the time of the latest progress."""

    def __init__(self, pipe: IO[bytes], sent: bytes) -> None:
        super().__init__(name="input of ssh", daemon=True)
        self._pipe = pipe
        self._left = memoryview(sent)
        self.active_s = 0.0

    def run(self) -> None:
        with contextlib.suppress(OSError), self._pipe:
            while self._left:
                taken = self._pipe.write(self._left[:CHUNK])
                self._left = self._left[taken:]
                self.active_s = time.monotonic()
