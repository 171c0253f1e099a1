# SPDX-License-Identifier: Apache-2.0
"""The window's side: starts an engine, sends it commands, or attaches to one that runs."""

import contextlib
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from multiprocessing import AuthenticationError
from pathlib import Path
from typing import IO, Protocol

import msgspec

from app.control.engine_commands import Command, Detach, encode
from app.control.handshake import Channel, connected
from app.control.rendezvous import Rendezvous, rendezvous_file
from app.model.bounds import ENGINE_WORDS_BYTES
from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence


class ControlError(OutpaceError):
    """No engine could be started or reached; the message says why."""


class SilentEngineError(ControlError):
    """An engine that is there and does not answer."""


class EngineLink(Protocol):
    """A running engine, as the window sees it."""

    def send(self, command: Command) -> bool:
        """False where the engine no longer listens."""
        ...

    def alive(self) -> bool:
        """Whether the engine still runs."""
        ...

    def failure(self) -> Sentence | None:
        """Why the engine ended with an error; None while it runs or where it ended well."""
        ...

    def release(self) -> None:
        """Lets go of the engine without stopping it: unless detached, it waits 30 s for another window."""
        ...


def own_program() -> list[str]:
    """The command line that starts this program again. -P: nothing is ever imported from the current folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "app"]


def start_engine(arguments: Sequence[str], *, cwd: Path | None = None) -> "StartedEngine":
    """Starts the engine (`outpace run ...` or `outpace build ...`) as a process of its own, listening to us."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    out, errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115 - StartedEngine closes them
    try:
        process = subprocess.Popen(
            [*own_program(), *arguments, "--control"],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=errors,
            cwd=cwd,
            start_new_session=True,
            creationflags=flags,
            env={**os.environ, "PYTHONSAFEPATH": "1"},
        )
    except OSError as error:
        out.close()
        errors.close()
        raise ControlError("The engine could not be started: {reason}", reason=error) from error
    return StartedEngine(process, out, errors)


def last_message(out: bytes, errors: bytes) -> Sentence | None:
    """Why one of our processes ended with an error: the message on the last line of its standard output
    (app.cli.exit_status.failure), or, where it came to none, what it wrote to standard error."""
    text = errors.decode("utf-8", "replace").strip()
    try:
        return msgspec.json.decode(out.rstrip().rpartition(b"\n")[2], type=Sentence)
    except ValueError:
        return Sentence(text=text) if text else None


def _tail(file: IO[bytes]) -> bytes:
    """The end of what a process wrote."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - ENGINE_WORDS_BYTES))
    return file.read()


class StartedEngine:
    """An engine that is our own child."""

    def __init__(self, process: subprocess.Popen[bytes], out: IO[bytes], errors: IO[bytes]) -> None:
        """out, errors: files that its standard output and error go to."""
        self._process = process
        self._out = out
        self._errors = errors
        self._failure: Sentence | None = None

    @property
    def pid(self) -> int:
        """The engine's process id."""
        return self._process.pid

    def send(self, command: Command) -> bool:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(encode(command))
            stdin.flush()
        except (OSError, ValueError):  # its end, or ours, is closed
            return False
        return True

    def alive(self) -> bool:
        return self._process.poll() is None

    def failure(self) -> Sentence | None:
        code = self._process.poll()
        if code in (None, 0):
            return None
        if self._failure is None and not self._out.closed:
            # Status 1 without a word is a run that is not valid: the session says why.
            status = phrase(
                "The engine ended unexpectedly (status {status}). What it recorded up to then is kept; start it again.",
                status=code,
            )
            self._failure = last_message(_tail(self._out), _tail(self._errors)) or (None if code == 1 else status)
        return self._failure

    def wait(self, timeout_s: float) -> bool:
        """Whether the engine ended within the time."""
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def release(self) -> None:
        stdin = self._process.stdin
        if stdin is not None and not stdin.closed:
            with contextlib.suppress(OSError):  # the engine was gone with our last command unread
                stdin.close()
        self._out.close()
        self._errors.close()
        if self.alive():
            # Reaped when it ends, so that no zombie stays and no ResourceWarning is raised.
            threading.Thread(target=self._process.wait, daemon=True).start()


def attach(session_uuid: str) -> "AttachedEngine":
    """Attaches to the running engine that records this session. Raises ControlError where there is none,
    SilentEngineError where it does not answer within some seconds."""
    try:
        found = msgspec.json.decode(rendezvous_file(session_uuid).read_bytes(), type=Rendezvous)
        connection = connected(found.address, bytes.fromhex(found.token))
    except TimeoutError as error:
        raise SilentEngineError(
            "The engine that records this session does not answer, so that this window can't follow it. "
            "Open the session again in a moment."
        ) from error
    except (OSError, ValueError, EOFError, AuthenticationError) as error:
        raise ControlError("This session is no longer being recorded.") from error
    return AttachedEngine(connection)


class AttachedEngine:
    """An engine that somebody else started."""

    def __init__(self, connection: Channel) -> None:
        self._connection = connection

    def send(self, command: Command) -> bool:
        try:
            self._connection.send_bytes(encode(command))
        except OSError:
            return False
        return True

    def alive(self) -> bool:
        try:
            if self._connection.poll():  # the engine sends nothing: readable means ended
                self._connection.recv_bytes()
        except (OSError, EOFError):
            return False
        return True

    def failure(self) -> Sentence | None:
        return None

    def release(self) -> None:
        self._connection.close()


def detach(link: EngineLink) -> None:
    """Tells the engine to go on without a window, and lets go of it."""
    link.send(Detach())
    link.release()
