"""The progress of a run in a terminal: one line, drawn anew every second; what is over stays above it."""

import os
import shutil
import threading
import time
from collections import deque
from typing import TextIO

from app.engine.status import Status

EVERY_S = 1.0
MEAN_OF = 5
"""A rate is the mean of so many seconds: one alone jumps."""


class LiveLine:
    """Takes the statuses of a run; a thread of its own shows that time goes on where none comes for a while."""

    def __init__(self, out: TextIO, *, iops: bool = False) -> None:
        """iops: an order is an I/O, and is told by the second."""
        self._out = out
        self._unit, self._per_min = ("IOPS", 60.0) if iops else ("orders/min", 1.0)
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._began_s = time.perf_counter()
        self._status: Status | None = None
        self._tasks: dict[str, str] = {}
        self._rates: dict[str, deque[float]] = {}
        self._redrawing = threading.Thread(target=self._redraw, name="progress line", daemon=True)

    def __call__(self, status: Status) -> None:
        """Takes a status, and shows it."""
        with self._lock:
            before, self._status = self._status, status
            if before is None:
                self._redrawing.start()
            elif _kind(before) != _kind(status):
                self._write("\n")
                self._tasks.clear()
            if status.stage == "preparing":
                system, _, task = status.text.rpartition(": ")
                self._tasks[system] = task
            for letter, rate in status.orders_per_min.items():
                self._rates.setdefault(letter, deque(maxlen=MEAN_OF)).append(rate / self._per_min)
            self._draw(status)

    def end(self) -> None:
        """Nothing more comes; what follows begins on a line of its own."""
        self._over.set()
        if self._status is not None:
            self._redrawing.join()
            self._write("\n")

    def _redraw(self) -> None:
        while not self._over.wait(EVERY_S):
            with self._lock:
                # Under load a status comes every second, with the time that counts.
                if self._status is not None and self._status.stage != "running":
                    self._draw(self._status)

    def _draw(self, status: Status) -> None:
        columns = max(20, shutil.get_terminal_size().columns - 1)
        self._write(f"\r{self._text(status)[:columns]:{columns}}")

    def _text(self, status: Status) -> str:
        if status.stage != "running":
            share = f"{100 * status.share:3.0f} %  " if status.share else ""
            tasks = " · ".join(f"{system}: {task}" if system else task for system, task in self._tasks.items())
            text = tasks if status.stage == "preparing" else status.text
            pace = f"{status.pace}  " if status.pace else ""
            return f"{time.perf_counter() - self._began_s:6.0f} s  {share}{pace}{text}"
        means = {letter: sum(rates) / len(rates) for letter, rates in self._rates.items()}
        rates = "   ".join(f"{letter} {mean:9,.0f} {self._unit}" for letter, mean in means.items())
        # The rates last: a narrow terminal cuts them off, not the time left.
        left = f"{status.remaining_s:.0f} s left"
        return f"{status.elapsed_s:6.0f} s  {100 * status.share:3.0f} %  {left}  {status.text:8}  {rates}"

    def _write(self, text: str) -> None:
        """A closed terminal does not end the run."""
        try:
            print(text, end="", file=self._out, flush=True)
        except OSError:
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), self._out.fileno())


def _kind(status: Status) -> str:
    """What a line tells of: a stage, and under load a step of it."""
    if status.stage != "preparing":
        return f"{status.stage} {status.text}"
    *_, task = status.text.rpartition(": ")
    return "restoring" if task.startswith("restor") else status.stage
