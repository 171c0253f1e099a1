"""The user's own command before a run: never before this user has confirmed exactly this text on this machine."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.engine.consents import Consent, require
from app.engine.observing import RunCancelledError, RunError

LOOK_S = 0.1


def run_command(command: str, go_on: Callable[[], bool], log_path: Path) -> float:
    """Runs it to its end in the system's shell; how long it took, in seconds. What it prints goes into the log.

    go_on: called some times a second; False ends it. Raises RunError where it fails, RunCancelledError.
    """
    require([Consent("command", command)])
    began = time.perf_counter()
    with log_path.open("ab") as log:
        process = subprocess.Popen(  # noqa: S602 - a command of the user's own, confirmed as it stands
            command,
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            while process.poll() is None:
                if not go_on():
                    raise RunCancelledError("Cancelled while the scenario's own command ran; it was ended.")
                time.sleep(LOOK_S)
        finally:
            _end(process)
    if process.returncode != 0:
        raise RunError(
            f"The scenario's own command failed (status {process.returncode}): {command}\n"
            f"What it said is in {log_path}. Mend it, or remove it from [start]."
        )
    return time.perf_counter() - began


def _end(process: "subprocess.Popen[bytes]") -> None:
    """The shell, and on POSIX whatever it started."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
