"""A child process of the engine beside the workers: the collectors, the preparation, the check after a run."""

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.driver.process_guard import Family, hold_on, interrupts_held_back
from app.driver.worker_messages import Channel

log = logging.getLogger(__name__)


class Child:
    """A process that does one piece of work and talks over one connection. It ends with the engine."""

    def __init__(self, name: str, work: Callable[..., None], *arguments: Any, family: Family, log_path: Path) -> None:
        """work: `work(connection, *arguments)`, importable, picklable. Raises OSError where no process can be had."""
        context = multiprocessing.get_context("spawn")
        self.name = name
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=_main, args=(work, theirs, arguments, str(log_path)), name=f"outpace {name}", daemon=True
        )
        with theirs, interrupts_held_back():
            self.process.start()
        assert self.process.pid is not None
        family.adopt(self.process.pid)

    def receive(self) -> bytes | None:
        """The next message that has arrived, None where there is none. Raises EOFError where the child is gone."""
        try:
            return self.connection.recv_bytes() if self.connection.poll() else None
        except OSError as error:
            raise EOFError from error

    def send(self, data: bytes) -> None:
        """A dead child's silence is noticed where its messages are read."""
        try:
            self.connection.send_bytes(data)
        except OSError as error:
            log.warning("%s no longer listens: %s", self.name, error)

    def end(self) -> int | None:
        """Closes the connection, which ends its work, and waits two seconds at most. Returns its exit code."""
        self.connection.close()
        self.process.join(1)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(1)
        return self.process.exitcode


def _main(work: Callable[..., None], connection: Channel, arguments: tuple[Any, ...], log_path: str) -> None:
    # The engine alone decides what Ctrl+C means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Open for life: faulthandler writes to its descriptor.
    file = open(log_path or os.devnull, "a", encoding="utf-8", errors="replace")  # noqa: SIM115
    logging.basicConfig(stream=file, format=f"%(asctime)s {multiprocessing.current_process().name} %(message)s")
    hold_on(file)
    try:
        work(connection, *arguments)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        # The engine closed the connection: the work is over.
        return
    except Exception:
        # The engine sees that the child is gone; multiprocessing would print this on the user's terminal.
        log.exception("%s ends", multiprocessing.current_process().name)
        file.flush()
        os._exit(1)
