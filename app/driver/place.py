# SPDX-License-Identifier: Apache-2.0
"""Where the engine's children run: on this machine, or wherever else a `Place` starts them.

Whoever starts one talks with it over one connection, whatever lies between.
"""

import multiprocessing
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import psutil

from app.driver.process_guard import Family, child_main, interrupts_held_back
from app.driver.worker_messages import Channel


class Process(Protocol):
    """A child process, as its parent sees it. `multiprocessing.process.BaseProcess` is one."""

    @property
    def exitcode(self) -> int | None:
        """None while it lives, or where nobody can tell."""
        ...

    def is_alive(self) -> bool: ...

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end, so many seconds at most."""
        ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


@dataclass(frozen=True)
class Running:
    """A child that was started, and this end of its connection, which is readable when something has arrived."""

    process: Process
    connection: Channel

    def send(self, data: bytes) -> None:
        """Raise OSError where the child is gone."""
        self.connection.send_bytes(data)

    def close(self) -> None:
        """End the connection, and so the child's work. May be called twice."""
        self.connection.close()

    def receive(self) -> bytes | None:
        """The next message that has arrived, None where there is none. Raises EOFError where the child is gone."""
        try:
            return self.connection.recv_bytes() if self.connection.poll() else None
        except OSError as error:
            raise EOFError from error


class Place(Protocol):
    """A machine that children are started on."""

    @property
    def name(self) -> str:
        """As a scenario calls it; "" is this machine."""
        ...

    @property
    def lost(self) -> bool:
        """Whether nothing can be started there any more."""
        ...

    @property
    def cores(self) -> int:
        """Of its processors, as programs see them."""
        ...

    def start(self, name: str, work: Callable[..., None], *arguments: Any, log_path: Path | None) -> Running:
        """Start `work(connection, *arguments)` in a process of its own; it ends with the engine.

        name: for logs. log_path: where its tracebacks go. Raises OSError where no process can be had.
        """
        ...

    def idle_cores(self) -> Callable[[], float]:
        """A meter. Each call: how many of the machine's cores had nothing to do since the call before."""
        ...

    def there_ns(self, here_ns: int) -> int:
        """A moment of this machine's perf_counter_ns on that machine's, as far as is known now."""
        ...


class Here:
    """This machine. Start children from a thread that lives as long as they may (`process_guard.hold_on`)."""

    def __init__(self) -> None:
        """Raise OSError where Windows refuses a job."""
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
        """work: importable; arguments: picklable."""
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
    """Each call: how many cores' worth of time the whole machine had nothing to do since the call before."""

    def __init__(self) -> None:
        self._before = psutil.cpu_times()

    def __call__(self) -> float:
        """From 0 to the number of cores; waiting for a disk is idle."""
        before, self._before = self._before, psutil.cpu_times()
        spent = {name: after - getattr(before, name) for name, after in self._before._asdict().items()}
        # Linux counts guests' time within user and nice as well.
        total_s = sum(spent.values()) - spent.get("guest", 0.0) - spent.get("guest_nice", 0.0)
        idle_s = spent["idle"] + spent.get("iowait", 0.0)
        return (os.cpu_count() or 1) * idle_s / total_s if total_s > 0 else 0.0
