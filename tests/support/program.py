# SPDX-License-Identifier: Apache-2.0
"""The program as a separate process, forked if the system supports it.

An interpreter with the program's imports takes half a second of processor time, and the tests start the program some
hundred times. Here one process per pytest run imports the program's commands and what they load later, runs none of
them, and forks for each start; the new process has its own arguments, environment, folder, limits, import path and
standard streams, runs app.__main__ and exits like an interpreter. Tests of the start itself use
app.control.link.own_program.
"""

import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import app.cli
import app.databases
import app.plans
from app.control.link import own_program

if sys.platform != "win32":
    import resource
if sys.platform == "linux":
    from app.driver import fork_server

PR_SET_CHILD_SUBREAPER = 36
PATIENCE_S = 60.0
LONGEST_REQUEST = 1 << 20
WITH_CHILDREN = (["build"], ["check"], ["run"])
"""Commands that start children for a scenario."""
PASSWORD = "PASSWORD"
"""Part of the names of environment variables with passwords."""
LOADED_LATER = ("app.report.pdf", "app.report.workbook")
"""Modules that commands import only when needed, in addition to the descriptions of plans and engines."""


PATH = "PYTHONPATH"
SAFE_PATH = "PYTHONSAFEPATH"
"""Variable that the program sets in its own environment, even if a test process calls main(); the program starts with
-P anyway.
"""


def _read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that an interpreter and the C library read only when a process starts.

    PYTHONPATH is not among them: a forked process sets its import path itself.
    """
    first = ("PYTHON", "LD_", "LC_", "LANG", "TZ")
    return {
        name: value for name, value in environment.items() if name.startswith(first) and name not in {PATH, SAFE_PATH}
    }


def _import_path(environment: Mapping[str, str]) -> list[str]:
    """Return the folders that an interpreter puts first on its import path."""
    return [folder for folder in environment.get(PATH, "").split(os.pathsep) if folder]


AT_START = _read_at_start(os.environ)


class Program(subprocess.Popen[str]):
    """Running command of the program."""

    def __init__(
        self, *arguments: object, code: str = "", limits: Sequence[tuple[int, int]] = (), **options: Any
    ) -> None:
        """Start it.

        Args:
            arguments: command line of the program.
            code: Python code that receives the arguments instead of the program; only if processes are forked.
            limits: resources for setrlimit with their limits; only if processes are forked.
            options: options of Popen for standard streams and folder.
        """
        self._arguments = [str(argument) for argument in arguments]
        self._code, self._limits = code, limits
        super().__init__([*own_program(), *self._arguments], text=True, **options)

    if sys.platform == "linux":

        def _execute_child(self, *given: Any) -> None:
            """Let the server fork the process, instead of Popen's own step between creating the pipes and waiting."""
            if _read_at_start(os.environ) != AT_START:
                assert not self._code
                assert not self._limits
                super()._execute_child(*given)  # type: ignore[misc]
                return
            folder, pipes = given[5], given[10:16]
            theirs = (pipes[0], pipes[3], pipes[5])
            try:
                handles = [own if pipe == -1 else pipe for own, pipe in enumerate(theirs)]
                self.pid = _server().fork(self._arguments, self._code, self._limits, folder, handles)
                self._child_created = True
            finally:
                self._close_pipe_fds(*pipes)


class _Server:
    """Forking process, as seen by the tests."""

    def __init__(self) -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-P", "-m", "tests.support.program", str(theirs.fileno())]
        with theirs:
            self._process = subprocess.Popen(
                command,
                cwd=Path(__file__).parents[2],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            )
        self._lock = threading.Lock()

    def fork(
        self,
        arguments: list[str],
        code: str,
        limits: Sequence[tuple[int, int]],
        folder: object,
        handles: list[int],
    ) -> int:
        """Return the process ID of a new process, which is a child of this process."""
        request = json.dumps([arguments, code, limits, str(folder or Path.cwd()), dict(os.environ), os.getpid()])
        reported, report = os.pipe()
        with self._lock, open(reported, "rb") as answer:
            _be_subreaper(True)
            socket.send_fds(self._requests, [request.encode()], [*handles, report])
            os.close(report)
            pid = answer.read()
            _be_subreaper(False)
        return int(pid)

    def end(self) -> None:
        self._requests.close()
        self._process.wait(PATIENCE_S)


_servers: list[_Server] = []


def _server() -> _Server:
    if not _servers:
        _servers.append(_Server())
        atexit.register(_servers[0].end)
    return _servers[0]


def _be_subreaper(wanted: bool) -> None:
    """Become the parent of orphans below this process; return whether that worked."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(wanted), 0, 0, 0)


def _next(requests: socket.socket) -> tuple[str, list[int]] | None:
    """Return a request, in the process forked for it; return None in the server at its end."""
    while True:
        request, handles, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 4)
        if not request:
            return None
        if between := os.fork():
            for handle in handles:
                os.close(handle)
            os.waitpid(between, 0)
        elif os.fork():
            os._exit(0)
        else:
            return request.decode(), handles


def fork_the_fork_server() -> None:
    """Fork this program's fork server before the program gets a password in its environment.

    The program would otherwise spawn it, which takes half a second of processor time.
    """
    prepared, spawned = [fork_server.forked()], fork_server.spawned
    atexit.register(prepared.clear)  # unused if the command fails early
    fork_server.spawned = lambda: prepared.pop() if prepared else spawned()


def serve(requests: socket.socket) -> int:
    """Import the program and run it in each forked process; return its exit status."""
    modules = [
        f"{package.__name__}.{module.name}{'.description' if module.ispkg else ''}"
        for package in (app.cli, app.plans, app.databases)
        for module in pkgutil.iter_modules(package.__path__)
    ]
    for name in (*modules, *LOADED_LATER):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    from app.__main__ import main  # noqa: PLC0415 - only for this process

    gc.freeze()
    asked = _next(requests)
    requests.close()
    if asked is None:
        return 0
    arguments, code, limits, folder, environment, parent = json.loads(asked[0])
    for stream, handle in enumerate(asked[1][:3]):
        os.dup2(handle, stream)
        os.close(handle)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    until_s = time.monotonic() + PATIENCE_S
    while os.getppid() != parent and time.monotonic() < until_s:
        time.sleep(0.0002)
    sys.path[: len(_import_path(os.environ))] = _import_path(environment)
    os.chdir(folder)
    with open(asked[1][3], "wb") as report:
        report.write(str(os.getpid()).encode())
    if arguments[:1] in WITH_CHILDREN and not limits and any(PASSWORD in name for name in environment):
        fork_the_fork_server()
    os.environ.clear()
    os.environ.update(environment)
    for kind, limit in limits:
        resource.setrlimit(kind, (limit, limit))
    if code:
        sys.argv = ["-c", *arguments]
        exec(code, {"__name__": "__main__"})
        return 0
    return main(arguments)


if __name__ == "__main__":
    sys.exit(serve(socket.socket(fileno=int(sys.argv[1]))))
