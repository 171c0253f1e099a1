# SPDX-License-Identifier: Apache-2.0
"""The window's end: starts an engine and sends it commands, or attaches to a running engine."""

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
    """An engine could not be started or reached; the message contains the reason."""


class SilentEngineError(ControlError):
    """The engine exists but does not respond."""


class EngineLink(Protocol):
    """A running engine, as seen by the window."""

    def send(self, command: Command) -> bool:
        """Send a command; return False if the engine no longer listens."""
        ...

    def alive(self) -> bool:
        """Return whether the engine is running."""
        ...

    def failure(self) -> Sentence | None:
        """Return why the engine failed; None while it is running and after a normal end."""
        ...

    def release(self) -> None:
        """Close the link without stopping the engine. Unless detached, the engine waits 30 s for another window."""
        ...


def own_program() -> list[str]:
    """Return the command line that starts this program again; -P keeps the current folder off the import path."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "app"]


def start_engine(arguments: Sequence[str], *, cwd: Path | None = None) -> "StartedEngine":
    """Start the engine (`outpace run ...` or `outpace build ...`) as a separate process that receives our commands."""
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
    """Return the error message of a child process that has ended.

    It is the message in the last line of the standard output (app.cli.exit_status.failure) or, if absent, the
    standard error.
    """
    text = errors.decode("utf-8", "replace").strip()
    try:
        return msgspec.json.decode(out.rstrip().rpartition(b"\n")[2], type=Sentence)
    except ValueError:
        return Sentence(text=text) if text else None


def _tail(file: IO[bytes]) -> bytes:
    """Read the end of an output file."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - ENGINE_WORDS_BYTES))
    return file.read()


class StartedEngine:
    """Engine started as a child of this process."""

    def __init__(self, process: subprocess.Popen[bytes], out: IO[bytes], errors: IO[bytes]) -> None:
        """Take over a started process.

        Args:
            process: Process of the engine.
            out: File that receives its standard output.
            errors: File that receives its standard error.
        """
        self._process = process
        self._out = out
        self._errors = errors
        self._failure: Sentence | None = None

    @property
    def pid(self) -> int:
        """Process ID of the engine."""
        return self._process.pid

    def send(self, command: Command) -> bool:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(encode(command))
            stdin.flush()
        except (OSError, ValueError):  # one end of the pipe is closed
            return False
        return True

    def alive(self) -> bool:
        return self._process.poll() is None

    def failure(self) -> Sentence | None:
        code = self._process.poll()
        if code in (None, 0):
            return None
        if self._failure is None and not self._out.closed:
            # Status 1 without a message means an invalid run; the session contains the reasons.
            status = phrase(
                "The engine ended unexpectedly (status {status}). What it recorded up to then is kept; start it again.",
                status=code,
            )
            self._failure = last_message(_tail(self._out), _tail(self._errors)) or (None if code == 1 else status)
        return self._failure

    def wait(self, timeout_s: float) -> bool:
        """Wait for the engine to end; return False on timeout."""
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def release(self) -> None:
        stdin = self._process.stdin
        if stdin is not None and not stdin.closed:
            with contextlib.suppress(OSError):  # the engine ended without reading our last command
                stdin.close()
        self._out.close()
        self._errors.close()
        if self.alive():
            # Reap it when it ends, to avoid a zombie and a ResourceWarning.
            threading.Thread(target=self._process.wait, daemon=True).start()


def attach(session_uuid: str) -> "AttachedEngine":
    """Attach to the running engine that records this session.

    Raises:
        ControlError: If no engine records it.
        SilentEngineError: If the engine does not respond within a few seconds.
    """
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
    """Engine that was started by another process."""

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
            if self._connection.poll():  # the engine sends nothing, so a readable connection means that it has ended
                self._connection.recv_bytes()
        except (OSError, EOFError):
            return False
        return True

    def failure(self) -> Sentence | None:
        return None

    def release(self) -> None:
        self._connection.close()


def detach(link: EngineLink) -> None:
    """Tell the engine to continue without a window, and close the link."""
    link.send(Detach())
    link.release()
