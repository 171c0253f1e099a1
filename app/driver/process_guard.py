# SPDX-License-Identifier: Apache-2.0
"""Guard that ends every child process (workers, collectors) with the engine, even one that hangs.

In the child, `hold_on` arms two mechanisms: a thread that detects the end of the parent, and a fallback for a child
whose interpreter lock is held by C code, so that this thread cannot run. On Linux the fallback is the kernel's death
signal; on Windows it is the engine's job object (`Family`), which ends with the engine. Both react to the parent's end
only: a child that is suspended together with its engine (a paused virtual machine, stopped processes) resumes with it.
Elsewhere it is a timer of faulthandler in C that ends the process unless the thread re-arms it every half second; it
cannot distinguish a suspension from a dead engine.
"""

import atexit
import contextlib
import ctypes
import faulthandler
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import IO, Any

from app.model.private_log import ChildLog

REARM_S = 0.5
DEAD_MAN_S = 3.5
PR_SET_PDEATHSIG = 1
EXIT_STATUS = 70

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Parent:
    """Process that a child must not outlive.

    Attributes:
        sentinel: Descriptor that becomes readable when the process ends.
    """

    pid: int
    sentinel: int


@contextlib.contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Block Ctrl+C in children started meanwhile, from their first instruction; this process gets it afterward."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_signals_to_engine() -> None:
    """Ignore termination signals; only the engine handles them.

    A terminal sends Ctrl+C to every process of a run, and `timeout`, systemd and a closing terminal do the same with
    their signals. A worker that ended immediately would make the run invalid.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def child_main(
    name: str,
    work: Callable[..., None],
    connection: Any,
    arguments: tuple[Any, ...],
    log_path: str,
    *,
    parent: Parent | None = None,
) -> None:
    """Run `work(connection, *arguments)` as the main function of a child, which always ends with the engine.

    `name` appears in the log; an empty `log_path` disables the log. `parent` is passed to `hold_on`.
    """
    leave_signals_to_engine()
    # This file is never closed, because faulthandler writes to its descriptor.
    file = open(log_path or os.devnull, "a", encoding="utf-8", errors="replace")  # noqa: SIM115
    # force=True is needed because a forked child may have inherited handlers.
    logging.basicConfig(handlers=[ChildLog(file)], format=f"%(asctime)s {name} %(message)s", force=True)
    hold_on(file, parent=parent)
    atexit.register(gc.freeze)  # as in app.__main__
    try:
        work(connection, *arguments)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        # The engine has closed the connection, so the work is over.
        return
    except Exception:
        # The engine detects the end of the child; multiprocessing would print a traceback to the user's terminal.
        log.exception("%s ends", name)
        file.flush()
        os._exit(1)


def hold_on(file: IO[str], *, death_signal: bool = True, parent: Parent | None = None) -> None:
    """Tie this child to its parent. Call it first in the child's main thread.

    The kernel sends the death signal when the *thread* that started the child ends, so children must be started by a
    thread that outlives them.

    Args:
        file: The log, a real file that stays open; the timer's traceback is written there instead of to a terminal.
        death_signal: Whether to use the operating system's mechanism if there is one; False only in tests of the timer.
        parent: Parent process; by default the one that multiprocessing reports.
    """
    parent = parent or _spawning_parent()
    if death_signal and sys.platform == "linux":
        die_with(parent.pid)
    timer = None if death_signal and sys.platform in {"linux", "win32"} else file
    if timer is not None:
        faulthandler.dump_traceback_later(DEAD_MAN_S, exit=True, file=timer)
    threading.Thread(target=_watch, args=(parent.sentinel, timer), name="lifeline", daemon=True).start()


def die_with(parent: int) -> None:
    """Make the Linux kernel kill this process when the parent's thread that started or adopted it ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(EXIT_STATUS)


def _spawning_parent() -> Parent:
    parent = multiprocessing.parent_process()
    if parent is None or parent.pid is None:
        raise RuntimeError("only a child of multiprocessing has a parent to hold on to")
    return Parent(parent.pid, parent.sentinel)


def _watch(parent: int, timer: IO[str] | None) -> None:
    while not wait([parent], timeout=REARM_S):
        if timer is not None:
            faulthandler.dump_traceback_later(DEAD_MAN_S, exit=True, file=timer)
    os._exit(EXIT_STATUS)


if sys.platform == "win32":
    from ctypes import wintypes

    _EXTENDED_LIMIT_INFORMATION = 9
    _KILL_ON_JOB_CLOSE = 0x2000
    _SET_QUOTA_AND_TERMINATE = 0x0101

    class _BasicLimits(ctypes.Structure):
        _fields_ = (
            ("per_process_user_time_limit", ctypes.c_int64),
            ("per_job_user_time_limit", ctypes.c_int64),
            ("limit_flags", wintypes.DWORD),
            ("minimum_working_set_size", ctypes.c_size_t),
            ("maximum_working_set_size", ctypes.c_size_t),
            ("active_process_limit", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority_class", wintypes.DWORD),
            ("scheduling_class", wintypes.DWORD),
        )

    class _ExtendedLimits(ctypes.Structure):
        _fields_ = (
            ("basic", _BasicLimits),
            ("io_counters", ctypes.c_uint64 * 6),
            ("process_memory_limit", ctypes.c_size_t),
            ("job_memory_limit", ctypes.c_size_t),
            ("peak_process_memory_used", ctypes.c_size_t),
            ("peak_job_memory_used", ctypes.c_size_t),
        )

    def _kernel32() -> ctypes.WinDLL:
        kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel32.CreateJobObjectW.argtypes = (ctypes.c_void_p, wintypes.LPCWSTR)
        kernel32.CreateJobObjectW.restype = wintypes.HANDLE
        kernel32.SetInformationJobObject.argtypes = (wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD)
        kernel32.SetInformationJobObject.restype = wintypes.BOOL
        kernel32.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
        kernel32.OpenProcess.restype = wintypes.HANDLE
        kernel32.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
        kernel32.AssignProcessToJobObject.restype = wintypes.BOOL
        kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)
        kernel32.CloseHandle.restype = wintypes.BOOL
        return kernel32

    class Family:
        """Job object with the engine's children, which Windows kills when the engine's last handle to it is closed."""

        def __init__(self) -> None:
            """Create the job object. Raises OSError."""
            self._kernel32 = _kernel32()
            self._job = self._kernel32.CreateJobObjectW(None, None)
            limits = _ExtendedLimits()
            limits.basic.limit_flags = _KILL_ON_JOB_CLOSE
            if not self._job or not self._kernel32.SetInformationJobObject(
                self._job, _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
            ):
                raise ctypes.WinError(ctypes.get_last_error())

        def adopt(self, pid: int) -> None:
            """Add a child, unless it has already ended."""
            process = self._kernel32.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid)
            if process:
                self._kernel32.AssignProcessToJobObject(self._job, process)
                self._kernel32.CloseHandle(process)

else:

    class Family:
        """No-op on this system, where children monitor the engine themselves (`hold_on`)."""

        def adopt(self, pid: int) -> None:
            """Do nothing."""
