# SPDX-License-Identifier: Apache-2.0
"""Machines that run the engine's children: this one, or another one behind the interface `Place`.

The parent communicates with a child over one connection, regardless of the transport.
"""

import atexit
import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import psutil

from app.driver.process_guard import Family, child_main, interrupts_held_back
from app.driver.worker_messages import Channel

if sys.platform == "linux":
    from app.driver import fork_server


class Process(Protocol):
    """Interface of a child process for its parent, implemented by `multiprocessing.process.BaseProcess`."""

    @property
    def exitcode(self) -> int | None:
        """Exit code; None while the process is alive, or if unknown."""
        ...

    def is_alive(self) -> bool: ...

    def join(self, timeout: float | None = None) -> None:
        """Wait for the process to end, for at most `timeout` seconds."""
        ...

    def kill(self) -> None: ...


@dataclass(frozen=True)
class Running:
    """Running child and this end of its connection, which becomes readable when a message arrives."""

    process: Process
    connection: Channel

    def send(self, data: bytes) -> None:
        """Send a message. Raises OSError if the child has ended."""
        self.connection.send_bytes(data)

    def close(self) -> None:
        """Close the connection, which ends the child's work. May be called twice."""
        self.connection.close()

    def receive(self) -> bytes | None:
        """Return the next message that has arrived, if any. Raises EOFError if the child has ended."""
        try:
            return self.connection.recv_bytes() if self.connection.poll() else None
        except OSError as error:
            raise EOFError from error


class Place(Protocol):
    """Machine that runs children."""

    @property
    def name(self) -> str:
        """Name of the machine in scenarios; "" is this machine."""
        ...

    @property
    def lost(self) -> bool:
        """True if no more children can be started there."""
        ...

    @property
    def cores(self) -> int:
        """Number of logical cores."""
        ...

    def start(self, name: str, work: Callable[..., None], *arguments: Any, log_path: Path | None) -> Running:
        """Start `work(connection, *arguments)` in a new process, which ends with the engine.

        Args:
            name: Name for logs.
            work: Function to run.
            arguments: Additional arguments of `work`.
            log_path: File for its tracebacks.

        Raises:
            OSError: If no process can be started.
        """
        ...

    def idle_cores(self) -> Callable[[], float]:
        """Return a meter whose calls return the mean number of idle cores since the previous call."""
        ...

    def there_ns(self, here_ns: int) -> int:
        """Convert a time of this machine's perf_counter_ns to that machine's, using the current offset."""
        ...


@atexit.register
def _kill_children() -> None:
    """Kill remaining spawned children: multiprocessing would send SIGTERM, which they ignore, and then wait."""
    for child in multiprocessing.active_children():
        child.kill()


def fork_children(*, clean: bool) -> None:
    """Fork this process's children from now on, if the system supports it (`app.driver.fork_server`).

    Args:
        clean: Whether this process has no threads yet and no secrets, not even in its environment, so that the fork
            server can be forked from it. Otherwise the server is spawned in a new interpreter when the first child
            starts.
    """
    if sys.platform == "linux":
        fork_server.begin(clean=clean)


class Here:
    """The local machine. Start children from a thread that outlives them (`process_guard.hold_on`)."""

    def __init__(self) -> None:
        """Create the place. Raises OSError if Windows cannot create a job object."""
        self._family = Family()

    @property
    def name(self) -> str:
        return ""

    @property
    def lost(self) -> bool:
        return False

    @property
    def cores(self) -> int:
        return os.cpu_count() or 1

    def start(self, name: str, work: Callable[..., None], *arguments: Any, log_path: Path | None) -> Running:
        """Start a child; `work` must be importable and the arguments picklable."""
        if sys.platform == "linux" and (child := fork_server.start(name, work, arguments, str(log_path or ""))):
            return Running(*child)
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=child_main,
            args=(name, work, theirs, arguments, str(log_path or "")),
            name=f"outpace {name}",
            daemon=True,
        )
        with theirs, interrupts_held_back():
            process.start()
        assert process.pid is not None
        self._family.adopt(process.pid)
        return Running(process, ours)

    def idle_cores(self) -> Callable[[], float]:
        return IdleCores()

    def there_ns(self, here_ns: int) -> int:
        return here_ns


class IdleCores:
    """Meter of idle CPU time of the whole machine since the previous call, in cores."""

    def __init__(self) -> None:
        self._before = psutil.cpu_times()

    def __call__(self) -> float:
        """Return the number of idle cores, from 0 to all; time waiting for a disk counts as idle."""
        before, self._before = self._before, psutil.cpu_times()
        spent = {name: after - getattr(before, name) for name, after in self._before._asdict().items()}
        # On Linux, user and nice already include guest time.
        total_s = sum(spent.values()) - spent.get("guest", 0.0) - spent.get("guest_nice", 0.0)
        idle_s = spent["idle"] + spent.get("iowait", 0.0)
        return (os.cpu_count() or 1) * idle_s / total_s if total_s > 0 else 0.0
