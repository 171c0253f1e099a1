# SPDX-License-Identifier: Apache-2.0
"""A child process of the engine beside the workers: the collectors, the preparation, the check after a run."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.driver.place import Place
from app.driver.worker_messages import Channel

log = logging.getLogger(__name__)


class Child:
    """A process that does one piece of work and talks over one connection. It ends with the engine."""

    def __init__(self, name: str, work: Callable[..., None], *arguments: Any, place: Place, log_path: Path) -> None:
        """work: `work(connection, *arguments)`, as the place can start it. Raises OSError where no process can be
        had."""
        self.name = name
        self.place = place
        self._heard_s = time.perf_counter()
        self._running = place.start(name, work, *arguments, log_path=log_path)

    @property
    def connection(self) -> Channel:
        """For multiprocessing.connection.wait."""
        return self._running.connection

    def receive(self) -> bytes | None:
        """The next message that has arrived, None where there is none. Raises EOFError where the child is gone."""
        data = self._running.receive()
        if data is not None:
            self._heard_s = time.perf_counter()
        return data

    @property
    def silent_s(self) -> float:
        """Seconds since its last message, or since its start."""
        return time.perf_counter() - self._heard_s

    def send(self, data: bytes) -> None:
        """A dead child's silence is noticed where its messages are read."""
        try:
            self._running.send(data)
        except OSError as error:
            log.warning("%s no longer listens: %s", self.name, error)

    def join(self, timeout_s: float) -> None:
        """Waits until it has ended by itself."""
        self._running.process.join(timeout_s)

    def end(self) -> int | None:
        """Closes the connection, which ends its work, and waits two seconds at most. Returns its exit code."""
        process = self._running.process
        self._running.close()
        process.join(1)
        if process.is_alive():
            process.kill()
            process.join(1)
        return process.exitcode
