# SPDX-License-Identifier: Apache-2.0
"""Child process of the engine other than a worker: collectors, preparation, and the check after a run."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.driver.place import Place
from app.driver.worker_messages import Channel

log = logging.getLogger(__name__)


class Child:
    """Process that performs one task, communicates over one connection, and ends with the engine."""

    def __init__(self, name: str, work: Callable[..., None], *arguments: Any, place: Place, log_path: Path) -> None:
        """Start the process.

        Args:
            name: name of the process.
            work: function called as `work(connection, *arguments)`; `place` must be able to start it.
            arguments: arguments of `work`.
            place: machine on which it runs.
            log_path: file for its log.

        Raises:
            OSError: no process can be started.
        """
        self.name = name
        self.place = place
        self._heard_s = time.perf_counter()
        self._running = place.start(name, work, *arguments, log_path=log_path)

    @property
    def connection(self) -> Channel:
        """Connection to use with multiprocessing.connection.wait."""
        return self._running.connection

    def receive(self) -> bytes | None:
        """Return the next message that has arrived, or None.

        Raises:
            EOFError: the child has ended.
        """
        data = self._running.receive()
        if data is not None:
            self._heard_s = time.perf_counter()
        return data

    @property
    def silent_s(self) -> float:
        """Seconds since the child's last message, or since its start."""
        return time.perf_counter() - self._heard_s

    def send(self, data: bytes) -> None:
        """Send a message. A child that has ended is detected by `receive`, not here."""
        try:
            self._running.send(data)
        except OSError as error:
            log.warning("%s no longer listens: %s", self.name, error)

    def join(self, timeout_s: float) -> None:
        """Wait until the process has ended."""
        self._running.process.join(timeout_s)

    def end(self) -> int | None:
        """Close the connection, which ends the work; wait up to two seconds and return the exit code."""
        process = self._running.process
        self._running.close()
        process.join(1)
        if process.is_alive():
            process.kill()
            process.join(1)
        return process.exitcode
