# SPDX-License-Identifier: Apache-2.0
"""Fork server: starts the engine's children on Linux by fork, without a new interpreter and its imports for each.

A run has ten children and more. Spawned, each takes 0.15 to 0.4 s of processor time before its first line of work;
forked, some milliseconds. The engine itself cannot fork them: it has threads, an open session and passwords. So `begin`
creates one process without these that only forks. It never sees a child's data: they go from the engine to the child,
over the child's own connection.

A child is forked twice. The process between ends at once, and the kernel gives its child to the engine, which is a
subreaper for this moment. It is then a child of the engine like any other: the engine reads its exit status, and the
kernel ends it with the engine. A lost fork server costs no child; later ones are spawned.
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

assert sys.platform == "linux"  # type checkers pass over the rest elsewhere

PR_SET_NAME = 15
PR_SET_CHILD_SUBREAPER = 36
ADOPTED_S = 10.0
"""Within this time a child reports that it is ours; otherwise it is given up."""
LONGEST_REQUEST = 1 << 17
OURS = ("app", "collectors")
"""Packages that the fork server imports before it forks."""
NOT_FOR_CHILDREN = ("app.cli", "app.imports", "app.report", "app.results", "app.ui")
"""Packages in which no child works: importing them would take a spawned fork server a third of its time."""

log = logging.getLogger(__name__)


class ForkedProcess:
    """A forked child of this process, in the form of `app.driver.place.Process`."""

    def __init__(self, pid: int) -> None:
        """Take over a child. Raises OSError where there is no such process."""
        self.pid = pid
        self._status: int | None = None
        self._lock = threading.Lock()
        self._handle = os.pidfd_open(pid)

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):  # without a handle
            os.close(self._handle)

    @property
    def exitcode(self) -> int | None:
        """None while it lives; negative where a signal ended it."""
        with self._lock:
            if self._status is None:
                try:
                    pid, status = os.waitpid(self.pid, os.WNOHANG)
                except ChildProcessError:  # another caller in this process has waited for it
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
            _ = self.exitcode  # leaves no zombie

    def kill(self) -> None:
        if self.exitcode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


class ForkServer:
    """The process that forks, seen from the engine."""

    def __init__(self, requests: socket.socket, end: Callable[[], object], imported: set[str]) -> None:
        """Take over a process.

        Args:
            requests: Our end of its socket.
            end: Ends it, and waits for that.
            imported: Our modules that it has.
        """
        self._requests = requests
        self._end = end
        self._imported = imported

    def start(
        self, name: str, work: Callable[..., None], arguments: tuple[Any, ...], log_path: str
    ) -> tuple[ForkedProcess, Connection]:
        """Start `work(connection, *arguments)` in a child, and return it with our end of its connection.

        One at a time. Raises OSError where no child came.
        """
        # Its environment is ours of now, as a spawned child's is.
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
        """Return the process id of the child that has `theirs`."""
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
        """End the process. The children that it started go on."""
        self._requests.close()
        self._end()


_server: ForkServer | None = None
_forks = False
_starting = threading.Lock()


def begin(*, clean: bool) -> None:
    """See `app.driver.place.fork_children`."""
    global _server, _forks  # noqa: PLW0603 - one per process, whatever is run in it
    with _starting:
        if not _forks:
            try:
                os.close(os.pidfd_open(os.getpid()))
                _server = forked() if clean and is_single_threaded() else None
                _forks = True
                # Before multiprocessing asks its children to end and waits: a spawned one ignores that.
                util.Finalize(None, finish, exitpriority=100)
            except OSError as error:
                log.warning("children are spawned: %s", error)


def start(
    name: str, work: Callable[..., None], arguments: tuple[Any, ...], log_path: str
) -> tuple[ForkedProcess, Connection] | None:
    """Return what `ForkServer.start` does; None where there is no fork server, or no more."""
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
    """End the fork server, if there is one. The children that it started go on."""
    global _server  # noqa: PLW0603 - as above
    if _server is not None:
        _server.end()
        _server = None


def forked() -> ForkServer:
    """Fork the fork server from this process, which has one thread. Raises OSError."""
    lifeline, ours_of_it = os.pipe()  # its other end closes with this process
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
    """Start the fork server with an interpreter of its own: this process has threads. Raises OSError."""
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
    """lasting: the thread that started this process ends with its own."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    assert parent.pid is not None
    if lasting:
        die_with(parent.pid)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as app.__main__ does: a thread of NumPy's could not be forked
    serve(requests, Parent(parent.pid, parent.sentinel))


def serve(requests: socket.socket, parent: Parent) -> NoReturn:
    """Be the fork server, until the engine closes its end of `requests`, or ends."""
    leave_signals_to_engine()
    _prctl(PR_SET_NAME, b"fork server")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # a window sends passwords over the engine's
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
            with contextlib.suppress(Exception):  # the child reports it when it needs it
                importlib.import_module(module)
        if not is_single_threaded():
            os._exit(EXIT_STATUS)
        gc.freeze()  # nothing of it is written to by a child's collections
        _fork_twice(name, requests, Connection(handles[0]), parent)


def _fork_twice(name: str, requests: socket.socket, connection: Connection, parent: Parent) -> None:
    """Fork a child that becomes the engine's; if that fails, the end of its connection reports it."""
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
    """Be a child of the engine's, from its adoption to its end."""
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
        # Without the interpreter's own end: what lies below on this stack is the engine's.
        with contextlib.suppress(Exception):
            for thread in threading.enumerate():
                if not thread.daemon and thread is not threading.current_thread():
                    thread.join()
            logging.shutdown()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def ours() -> set[str]:
    """Return the names of our modules that this process has imported and children may need."""
    return {
        name
        for name in sys.modules
        if name.partition(".")[0] in OURS
        and not name.endswith("__main__")
        and ".".join(name.split(".")[:2]) not in NOT_FOR_CHILDREN
    }


def is_single_threaded() -> bool:
    """Return whether this process has one thread, by the kernel's account."""
    return len(os.listdir("/proc/self/task")) == 1


def _prctl(option: int, value: int | bytes) -> None:
    argument = ctypes.c_char_p(value) if isinstance(value, bytes) else ctypes.c_ulong(value)
    ctypes.CDLL(None, use_errno=True).prctl(option, argument, 0, 0, 0)
