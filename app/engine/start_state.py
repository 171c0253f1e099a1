# SPDX-License-Identifier: Apache-2.0
"""Start state of every run, between restore and load; a user-defined command may set it.

The command never runs before this user has confirmed exactly its text on this machine.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

import psutil

from app.engine.consents import Consent, require
from app.engine.preparation import Settled
from app.engine.recording import RecordedSystem, Recording
from app.engine.status import Observer, RunCancelledError, RunError, Status
from app.engine.target import Target
from app.model.events import CachesEmptied, NotWhollyCold, OwnCommand, TargetPlace
from app.model.messages import Message, Sentence
from app.model.scenario import StartState

LOOK_S = 0.1


def run_command(command: str, go_on: Callable[[], bool], log_path: Path) -> float:
    """Run a command in the system's shell and return its duration in seconds. Its output goes to the log.

    Args:
        command: the command.
        go_on: called several times per second; False ends the command.
        log_path: path of the log.

    Raises:
        RunError: the command failed.
        RunCancelledError: `go_on` returned False.
    """
    require([Consent("command", command)])
    began = time.perf_counter()
    with log_path.open("ab") as log:
        process = subprocess.Popen(  # noqa: S602 - the user's own command, confirmed as it is
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
            "The scenario's own command failed (status {status}): {command}\nIts output is in "
            "{log}. Fix it, or remove it from [start].",
            status=process.returncode,
            command=command,
            log=log_path,
        )
    return time.perf_counter() - began


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the shell and its descendants."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        with contextlib.suppress(psutil.NoSuchProcess):
            shell = psutil.Process(process.pid)
            for one in [*shell.children(recursive=True), shell]:
                with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                    one.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


GoOn = Callable[[], bool]
Warn = Callable[[Message], None]


class RestorableDatabases(Protocol):
    """Subset of Databases that this module needs."""

    @property
    def targets(self) -> list[tuple[RecordedSystem, Target]]: ...

    def place_of(self, number: int) -> TargetPlace: ...

    def make_cold(self, go_on: GoOn, systems: Collection[int] | None) -> Mapping[int, Settled]: ...

    def wait_for_answers(self, go_on: GoOn, systems: Collection[int] | None, answer_s: float) -> None: ...


class Settling:
    """Work that brings restored databases to the scenario's start state and records how."""

    def __init__(self, start: StartState, recording: Recording, observer: Observer, warn: Warn, log_path: Path) -> None:
        """Prepare the work. `warn` receives warnings to display with the result."""
        self._start = start
        self._recording = recording
        self._observer = observer
        self._warn = warn
        self._log_path = log_path
        self._warned = False

    def settle(self, databases: RestorableDatabases, go_on: GoOn, systems: Collection[int] | None) -> None:
        """Bring the restored databases to the start state.

        Args:
            databases: the databases.
            go_on: called several times per second; False cancels.
            systems: places of the systems; None: all.

        Raises:
            RunError: the user's command or a database failed.
            RunCancelledError: `go_on` returned False.
        """
        start = self._start
        if start.state == "cold":
            self._observer(Status("preparing", "making the databases cold", 0, 0, {}))
            settled = databases.make_cold(go_on, systems)
            for number, (system, _) in enumerate(databases.targets):
                if (one := settled.get(number)) is None:
                    continue
                place, how = databases.place_of(number), Sentence(text=one.how)
                self._recording.event(CachesEmptied(place=place, how=how), system=system.system)
                if not one.whole and not start.command and not self._warned:
                    self._warn(NotWhollyCold(place=place, how=how))
            self._warned = True
        if start.command:
            self._observer(Status("preparing", "running the scenario's own command", 0, 0, {}))
            taken_s = run_command(start.command, go_on, self._log_path)
            self._recording.event(OwnCommand(seconds=taken_s, command=start.command))
            databases.wait_for_answers(go_on, systems, start.answer_s)
