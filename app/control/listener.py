# SPDX-License-Identifier: Apache-2.0
"""The engine's end: receives the passwords first, then commands from standard input and from attached windows."""

import contextlib
import logging
import os
import queue
import secrets
import sys
import threading
import time
from collections.abc import Mapping
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from pathlib import Path
from typing import Any, BinaryIO

from app.control.engine_commands import Command, Detach, PasswordsCommand, decode
from app.control.handshake import welcome
from app.control.rendezvous import announce, socket_address
from app.model.bounds import COMMAND_BYTES

if sys.platform == "win32":
    import ctypes
    import msvcrt

    STANDARD_INPUT = -10
    """Windows' STD_INPUT_HANDLE."""

WAIT_S = 60.0
BACKLOG = 16
"""Maximum number of callers waiting to be accepted."""


def sent_passwords(stdin: BinaryIO, wait_s: float = WAIT_S) -> Mapping[str, str]:
    """Return the passwords in the first line, by account; empty if it is another command or does not arrive in time.

    Reads no byte beyond that line, because the rest belongs to CommandListener.
    """
    line = bytearray()

    def read() -> None:
        # Not the buffered reader, because it would read ahead.
        while len(line) < COMMAND_BYTES and not line.endswith(b"\n"):
            try:
                byte = os.read(stdin.fileno(), 1)
            except OSError:
                return
            if not byte:
                return
            line.extend(byte)

    reading = threading.Thread(target=read, name="passwords", daemon=True)
    reading.start()
    reading.join(wait_s)
    if not line.endswith(b"\n"):
        return {}
    try:
        command = decode(bytes(line))
    except ValueError:
        return {}
    return command.secrets if isinstance(command, PasswordsCommand) else {}


log = logging.getLogger(__name__)


class CommandListener:
    """Collects commands in background threads."""

    def __init__(self, session_uuid: str, stdin: BinaryIO | None = None) -> None:
        """Start listening.

        Args:
            session_uuid: Session that this engine records, by which windows find the engine.
            stdin: Pipe from the window that started the engine; None if a terminal started it, in which case it cannot
                be abandoned.
        """
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._windows = 0
        self._abandoned_since: float | None = None
        self._detached = stdin is None
        self._closing = False
        self._token = secrets.token_bytes(32)
        self._listener, self._file = self._announce(session_uuid)
        self._accepting = threading.Thread(target=self._accept, name="windows", daemon=True)
        if stdin is not None:
            self._windows = 1
            threading.Thread(target=self._read_lines, args=(stdin,), name="commands", daemon=True).start()
        if self._listener is not None:
            self._accepting.start()

    def take(self) -> Command | None:
        """Return the next command; None if absent."""
        try:
            return self._commands.get_nowait()
        except queue.Empty:
            return None

    def abandoned_s(self) -> float:
        """Return the seconds since the last window left without detaching; 0 if one is attached or none is needed."""
        with self._lock:
            since = self._abandoned_since
        return 0.0 if since is None else time.perf_counter() - since

    def close(self) -> None:
        """Stop listening and remove the rendezvous file."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)
        self._closing = True
        if self._listener is not None and self._accepting.is_alive():
            # Closing a socket does not wake the thread that waits in accept(), but a last connection does. It is made
            # in a thread because it may never be accepted.
            threading.Thread(target=self._call_ourselves, daemon=True).start()
            self._accepting.join(1)
            self._listener.close()

    def _call_ourselves(self) -> None:
        assert self._listener is not None
        with contextlib.suppress(OSError):
            Client(self._listener.address).close()

    def _announce(self, session_uuid: str) -> tuple[Listener | None, Path | None]:
        listener = None
        try:
            listener = Listener(socket_address(session_uuid), backlog=BACKLOG)
            path = announce(session_uuid, str(listener.address), self._token)
        except OSError as error:
            # Without a listener, no other window can attach, but the run can continue.
            if listener is not None:
                listener.close()
            log.warning("a second window can't attach: %s", error)
            return None, None
        return listener, path

    def _read_lines(self, stdin: BinaryIO) -> None:
        # Not the buffered reader: a thread that held its lock at interpreter exit would abort the process.
        buffered = b""
        while data := _read(stdin.fileno()):
            *lines, buffered = (buffered + data).split(b"\n")
            for line in lines:
                self._put(line)
            if len(buffered) > COMMAND_BYTES:
                buffered = b""
        self._window_left()

    def _accept(self) -> None:
        assert self._listener is not None
        while True:
            try:
                connection = self._listener.accept()
            except OSError:
                # The caller has hung up. The pause prevents a broken listener from causing a busy loop.
                time.sleep(0.05)
                continue
            if self._closing:
                connection.close()
                return
            # The handshake also runs in the new thread, so that a silent caller does not block others.
            threading.Thread(target=self._serve, args=(connection,), name="window", daemon=True).start()

    def _serve(self, connection: Any) -> None:
        with connection:
            try:
                welcome(connection, self._token)
            except (AuthenticationError, EOFError, OSError, ValueError):
                return  # not one of our windows
            with self._lock:
                self._windows += 1
                self._abandoned_since = None
            while True:
                try:
                    self._put(connection.recv_bytes(COMMAND_BYTES))
                except (EOFError, OSError):
                    break
        self._window_left()

    def _put(self, line: bytes) -> None:
        try:
            command = decode(line)
        except ValueError as error:
            log.warning("not a command: %s", error)
            return
        if isinstance(command, Detach):
            with self._lock:
                self._detached = True
                self._abandoned_since = None
        self._commands.put(command)

    def _window_left(self) -> None:
        with self._lock:
            self._windows -= 1
            if self._windows == 0 and not self._detached:
                self._abandoned_since = time.perf_counter()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, COMMAND_BYTES)
    except OSError:  # closed by this process, which is about to exit
        return b""


def window_input() -> BinaryIO:
    """Return a duplicate of this process's standard input, which comes from the window that started it.

    Child processes get an empty standard input instead. Call this once, before any child is started. On Windows, a
    child that inherits a pipe which its parent is reading hangs on startup (CPython issue 78961).
    """
    own = os.dup(sys.stdin.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    if sys.platform == "win32":
        handle = ctypes.c_void_p(msvcrt.get_osfhandle(sys.stdin.fileno()))
        if not ctypes.windll.kernel32.SetStdHandle(STANDARD_INPUT, handle):
            raise ctypes.WinError()
    return open(own, "rb", buffering=0)
