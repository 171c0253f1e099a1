# SPDX-License-Identifier: Apache-2.0
"""Fork server, which forks the engine's children on Linux and thereby saves a new interpreter and its imports for each.

A run has ten or more children. A spawned child takes 0.15 to 0.4 s of processor time before its work begins; a forked
one takes a few milliseconds. The engine itself cannot fork them: it has threads, an open session and passwords.
Therefore `begin` creates a process that has none of these and only forks. It never sees a child's data, which goes from
the engine to the child over the child's own connection.

A child is forked twice. The intermediate process exits at once, and the kernel reparents its child to the engine, which
is a subreaper at that moment. From then on it is an ordinary child: the engine reads its exit status, and the kernel
ends it with the engine. If the fork server dies, existing children continue and later ones are spawned.
"""

import contextlib
import ctypes
import gc
import importlib
import logging
import multiprocessing
import os
import pickle
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing import util
from multiprocessing.connection import Connection
from typing import Any, NoReturn

from app.driver.process_guard import (
    EXIT_STATUS,
    Parent,
    child_main,
    die_with,
    interrupts_held_back,
    leave_signals_to_engine,
)

assert sys.platform == "linux"  # makes type checkers skip the rest on other platforms

PR_SET_NAME = 15
PR_SET_CHILD_SUBREAPER = 36
ADOPTED_S = 10.0
"""Timeout in seconds for a child to report that it has become the engine's child."""
LONGEST_REQUEST = 1 << 17
OURS = ("app", "collectors")
"""Packages that the fork server imports before it forks."""
NOT_FOR_CHILDREN = ("app.cli", "app.imports", "app.report", "app.results", "app.ui")
"""Packages that children do not need; importing them would take a third of a spawned fork server's start-up time."""

log = logging.getLogger(__name__)


class ForkedProcess:
    """Forked child of this process; implements `app.driver.place.Process`."""

    def __init__(self, pid: int) -> None:
        """Take over a child. Raises OSError if the process does not exist."""
        self.pid = pid
        self._status: int | None = None
        self._lock = threading.Lock()
        self._handle = os.pidfd_open(pid)

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):  # the handle is missing if `__init__` failed
            os.close(self._handle)

    @property
    def exitcode(self) -> int | None:
        """Exit code; None while the child is alive, negative if a signal ended it."""
        with self._lock:
            if self._status is None:
                try:
                    pid, status = os.waitpid(self.pid, os.WNOHANG)
                except ChildProcessError:  # another thread of this process has already reaped it
                    self._status = EXIT_STATUS
                else:
                    self._status = os.waitstatus_to_exitcode(status) if pid else None
            return self._status

    def is_alive(self) -> bool:
        return self.exitcode is None

    def join(self, timeout: float | None = None) -> None:
        if self.exitcode is None:
            ended = select.poll()
            ended.register(self._handle, select.POLLIN)
            ended.poll(None if timeout is None else max(0.0, timeout) * 1000)
            _ = self.exitcode  # reaps the child

    def kill(self) -> None:
        if self.exitcode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


class ForkServer:
    """The engine's handle to the fork server."""

    def __init__(self, requests: socket.socket, end: Callable[[], object], imported: set[str]) -> None:
        """Take over a fork-server process.

        Args:
            requests: This end of its socket.
            end: Function that ends the process and waits for it.
            imported: Outpace's modules that it has imported.
        """
        self._requests = requests
        self._end = end
        self._imported = imported

    def start(
        self, name: str, work: Callable[..., None], arguments: tuple[Any, ...], log_path: str
    ) -> tuple[ForkedProcess, Connection]:
        """Start `work(connection, *arguments)` in a child; return the child and this end of its connection.

        The method is not thread-safe. It raises OSError if no child could be started.
        """
        # The child gets this process's current environment, as a spawned child would.
        wanted = pickle.dumps((work, arguments, log_path, dict(os.environ)))
        connection, theirs = multiprocessing.Pipe()
        try:
            with interrupts_held_back():
                pid = self._fork(name, connection, theirs)
                connection.send_bytes(wanted)
                return ForkedProcess(pid), connection
        except BaseException:
            connection.close()
            raise

    def _fork(self, name: str, connection: Connection, theirs: Connection) -> int:
        """Have a child forked that owns `theirs`, and return its process ID."""
        new = ours() - self._imported
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        try:
            with theirs:
                socket.send_fds(self._requests, [pickle.dumps((name, sorted(new)))], [theirs.fileno()])
            self._imported |= new
            if not connection.poll(ADOPTED_S):
                raise TimeoutError("no child came")
            return int.from_bytes(connection.recv_bytes(), "little")
        except EOFError as error:
            raise ChildProcessError("no child could be forked") from error
        finally:
            _prctl(PR_SET_CHILD_SUBREAPER, 0)

    def end(self) -> None:
        """End the fork server. The children that it started continue."""
        self._requests.close()
        self._end()


_server: ForkServer | None = None
_forks = False
_starting = threading.Lock()


def begin(*, clean: bool) -> None:
    """Set up forking; see `app.driver.place.fork_children`."""
    global _server, _forks  # noqa: PLW0603 - one per process, whatever is run in it
    with _starting:
        if not _forks:
            try:
                os.close(os.pidfd_open(os.getpid()))
                _server = forked() if clean and is_single_threaded() else None
                _forks = True
                # Run before multiprocessing terminates its children and waits: a spawned fork server ignores SIGTERM.
                util.Finalize(None, finish, exitpriority=100)
            except OSError as error:
                log.warning("children are spawned: %s", error)


def start(
    name: str, work: Callable[..., None], arguments: tuple[Any, ...], log_path: str
) -> tuple[ForkedProcess, Connection] | None:
    """Return the result of `ForkServer.start`, or None if there is no fork server or it was lost."""
    global _server, _forks  # noqa: PLW0603 - as above
    with _starting:
        if not _forks:
            return None
        try:
            _server = _server or spawned()
            return _server.start(name, work, arguments, log_path)
        except OSError as error:
            log.warning("children are spawned from now on: %s", error)
            _forks = False
            finish()
            return None


def finish() -> None:
    """End the fork server, if there is one. The children that it started continue."""
    global _server  # noqa: PLW0603 - as above
    if _server is not None:
        _server.end()
        _server = None


def forked() -> ForkServer:
    """Fork the fork server from this process, which must be single-threaded. Raises OSError."""
    lifeline, ours_of_it = os.pipe()  # the write end closes when this process ends
    requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    parent = Parent(os.getpid(), lifeline)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    with interrupts_held_back():
        pid = os.fork()
        if pid == 0:
            requests.close()
            os.close(ours_of_it)
            die_with(parent.pid)
            serve(theirs, parent)
    theirs.close()
    os.close(lifeline)

    process = ForkedProcess(pid)

    def end() -> None:
        process.kill()
        process.join()

    return ForkServer(requests, end, ours())


def spawned() -> ForkServer:
    """Spawn the fork server in a new interpreter, because this process has threads. Raises OSError."""
    requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = multiprocessing.get_context("spawn").Process(
        target=_serve_spawned,
        args=(theirs, threading.current_thread() is threading.main_thread()),
        name="outpace fork server",
        daemon=True,
    )
    with theirs, interrupts_held_back():
        process.start()

    def end() -> None:
        process.kill()
        process.join()

    return ForkServer(requests, end, set())


def _serve_spawned(requests: socket.socket, lasting: bool) -> None:
    """Run a spawned fork server; `lasting` if its starting thread lives as long as the parent process."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    assert parent.pid is not None
    if lasting:
        die_with(parent.pid)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in app.__main__: NumPy's threads would not survive a fork
    serve(requests, Parent(parent.pid, parent.sentinel))


def serve(requests: socket.socket, parent: Parent) -> NoReturn:
    """Run the fork server until the engine closes its end of `requests` or ends."""
    leave_signals_to_engine()
    _prctl(PR_SET_NAME, b"fork server")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # the engine's standard input may carry passwords from a window
    os.close(nothing)
    while True:
        try:
            request, handles, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 1)
        except OSError:
            os._exit(EXIT_STATUS)
        if not handles:
            os._exit(0)
        name, modules = pickle.loads(request)  # noqa: S301 - the engine's words, as below
        for module in modules:
            with contextlib.suppress(Exception):  # a child that needs the module will report the failure
                importlib.import_module(module)
        if not is_single_threaded():
            os._exit(EXIT_STATUS)
        gc.freeze()  # keeps a child's garbage collections from writing to shared pages
        _fork_twice(name, requests, Connection(handles[0]), parent)


def _fork_twice(name: str, requests: socket.socket, connection: Connection, parent: Parent) -> None:
    """Fork a child that the engine adopts. On failure the connection is closed, which notifies the engine."""
    with connection:
        try:
            between = os.fork()
        except OSError:
            return
        if between:
            os.waitpid(between, 0)
            return
        try:
            if os.fork():
                os._exit(0)
        except OSError:
            os._exit(EXIT_STATUS)
        requests.close()
        _be_child(name, connection, parent)


def _be_child(name: str, connection: Connection, parent: Parent) -> NoReturn:
    """Run as a child of the engine: wait for adoption, do the work, exit."""
    status = 1
    try:
        _prctl(PR_SET_NAME, name.encode())
        until_s = time.monotonic() + ADOPTED_S
        while os.getppid() != parent.pid:
            if time.monotonic() > until_s:
                os._exit(EXIT_STATUS)
            time.sleep(0.0002)
        connection.send_bytes(os.getpid().to_bytes(8, "little"))
        work, arguments, log_path, environment = pickle.loads(connection.recv_bytes())  # noqa: S301
        if environment != dict(os.environ):
            os.environ.clear()
            os.environ.update(environment)
        child_main(name, work, connection, arguments, log_path, parent=parent)
        status = 0
    except EOFError:
        status = EXIT_STATUS
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - reported, whatever it is
        traceback.print_exc()
    finally:
        # Skip the interpreter's shutdown: the frames below on this stack belong to the process that forked.
        with contextlib.suppress(Exception):
            for thread in threading.enumerate():
                if not thread.daemon and thread is not threading.current_thread():
                    thread.join()
            logging.shutdown()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def ours() -> set[str]:
    """Return the names of the Outpace modules that this process has imported and that children may need."""
    return {
        name
        for name in sys.modules
        if name.partition(".")[0] in OURS
        and not name.endswith("__main__")
        and ".".join(name.split(".")[:2]) not in NOT_FOR_CHILDREN
    }


def is_single_threaded() -> bool:
    """Return whether this process has a single thread, according to the kernel."""
    return len(os.listdir("/proc/self/task")) == 1


def _prctl(option: int, value: int | bytes) -> None:
    argument = ctypes.c_char_p(value) if isinstance(value, bytes) else ctypes.c_ulong(value)
    ctypes.CDLL(None, use_errno=True).prctl(option, argument, 0, 0, 0)
