# SPDX-License-Identifier: Apache-2.0
"""No child outlives the engine: for every child process (workers, collectors), whatever it is stuck in.

In the child, `hold_on` arms two things: a thread that sees the parent end, and what ends a child whose interpreter lock
is held by C code, so that this thread does not get to run. On Linux that is the kernel's death signal, on Windows the
engine's job object (`Family`), which ends with it. Both know the parent's end and nothing else: a child that stands
still together with its engine (a paused virtual machine, stopped processes) goes on with it. Elsewhere it is a timer of
faulthandler's in C that ends the process unless the thread re-arms it every half second; it can't tell such a
standstill from a dead engine.
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
from multiprocessing.connection import wait
from typing import IO, Any

from app.model.private_log import ChildLog

REARM_S = 0.5
DEAD_MAN_S = 3.5
PR_SET_PDEATHSIG = 1
EXIT_STATUS = 70

log = logging.getLogger(__name__)


@contextlib.contextmanager
def interrupts_held_back() -> Iterator[None]:
    """A child born meanwhile never sees Ctrl+C, not even before its first line; ours is delivered afterwards."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def child_main(
    name: str, work: Callable[..., None], connection: Any, arguments: tuple[Any, ...], log_path: str
) -> None:
    """A child's main function (multiprocessing, spawn): does `work(connection, *arguments)`.

    It ends with the engine, whatever it is doing. name: for the log, "" as log_path is none.
    """
    # The engine alone decides what Ctrl+C means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Open for life: faulthandler writes to its descriptor.
    file = open(log_path or os.devnull, "a", encoding="utf-8", errors="replace")  # noqa: SIM115
    logging.basicConfig(handlers=[ChildLog(file)], format=f"%(asctime)s {name} %(message)s")
    hold_on(file)
    atexit.register(gc.freeze)  # as app.__main__ does
    try:
        work(connection, *arguments)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        # The engine closed the connection: the work is over.
        return
    except Exception:
        # The engine sees that the child is gone; multiprocessing would print this on the user's terminal.
        log.exception("%s ends", name)
        file.flush()
        os._exit(1)


def hold_on(file: IO[str], *, death_signal: bool = True) -> None:
    """Tie this multiprocessing child to its parent. Call it from the child's main thread, first thing.

    file: a real one, kept open, of the log; a dead man's traceback goes there, never to a terminal.
    death_signal: rely on what the operating system has, where it has something: False is for tests of the timer. The
    kernel's death signal comes when the *thread* that started the child ends, so children must be started by a thread
    that lives as long as they may.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        raise RuntimeError("only a child of multiprocessing has a parent to hold on to")
    if death_signal and sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent.pid:
            os._exit(EXIT_STATUS)
    timer = None if death_signal and sys.platform in {"linux", "win32"} else file
    if timer is not None:
        faulthandler.dump_traceback_later(DEAD_MAN_S, exit=True, file=timer)
    threading.Thread(target=_watch, args=(parent.sentinel, timer), name="lifeline", daemon=True).start()


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
        """The engine's children: Windows ends them when the engine's last handle to this job is gone."""

        def __init__(self) -> None:
            """Raise OSError where Windows refuses a job."""
            self._kernel32 = _kernel32()
            self._job = self._kernel32.CreateJobObjectW(None, None)
            limits = _ExtendedLimits()
            limits.basic.limit_flags = _KILL_ON_JOB_CLOSE
            if not self._job or not self._kernel32.SetInformationJobObject(
                self._job, _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
            ):
                raise ctypes.WinError(ctypes.get_last_error())

        def adopt(self, pid: int) -> None:
            """Add a child. One that has ended already needs no adopting."""
            process = self._kernel32.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid)
            if process:
                self._kernel32.AssignProcessToJobObject(self._job, process)
                self._kernel32.CloseHandle(process)

else:

    class Family:
        """The engine's children. Here they watch the engine themselves (`hold_on`)."""

        def adopt(self, pid: int) -> None:
            """Nothing to do."""
