"""The user's own command before a run: never before this user has confirmed exactly this text on this machine."""

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import platformdirs

from app.engine.observing import RunCancelledError, RunError

LOOK_S = 0.1


class UnconfirmedError(RunError):
    """The command has not been confirmed by this user on this machine."""


def confirmations() -> Path:
    """The file of the confirmed texts' hashes, one a line."""
    return Path(platformdirs.user_data_dir("outpace", appauthor=False)) / "confirmed-commands.txt"


def is_confirmed(command: str) -> bool:
    """Whether this user has confirmed exactly this text here."""
    try:
        return _hash(command) in confirmations().read_text("ascii", "replace").split()
    except OSError:
        return False


def confirm(command: str) -> None:
    """Remembers that this user wants exactly this text to run. Raises OSError."""
    if is_confirmed(command):
        return
    path = confirmations()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="ascii") as file:
        file.write(_hash(command) + "\n")


def require_confirmed(command: str) -> None:
    """Raises UnconfirmedError, with the text and what to do."""
    if command and not is_confirmed(command):
        raise UnconfirmedError(
            f"The scenario wants to run this command on this machine before the load:\n\n    {command}\n\n"
            "Read it. If you want that, run again with --allow-command: this text is then remembered as confirmed."
        )


def run_command(command: str, go_on: Callable[[], bool], log_path: Path) -> float:
    """Runs it to its end in the system's shell; how long it took, in seconds. What it prints goes into the log.

    go_on: called some times a second; False ends it. Raises RunError where it fails, RunCancelledError.
    """
    require_confirmed(command)
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


def _hash(command: str) -> str:
    return hashlib.sha256(command.encode()).hexdigest()
