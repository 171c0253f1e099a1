# SPDX-License-Identifier: Apache-2.0
"""CPU time and storage I/O of local processes and their descendants, such as a database server."""

import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import psutil

from collectors.processor import busy_and_all
from collectors.series import Missing, Reading, Series, SourceError

OBJECT = r"\Engine Process(_Total)"
PROCESSOR, READ, WRITTEN = rf"{OBJECT}\% Processor Time", rf"{OBJECT}\Read Bytes/sec", rf"{OBJECT}\Write Bytes/sec"
NO_DATA = (math.nan, math.nan)
TRIES = 3


@dataclass(frozen=True, slots=True)
class Spent:
    """Resources that a process has used.

    Attributes:
        busy_us: microseconds of CPU time, including that of ended child processes.
        read_bytes: bytes read from storage.
        written_bytes: bytes written to storage.
        ended_s: seconds of CPU time of ended child processes.
    """

    busy_us: float
    read_bytes: float
    written_bytes: float
    ended_s: float


class Processes:
    """Process counters. Columns: CPU time of the processes and of all cores (us), bytes read and written.

    The time of an ended process is added to its parent's, if the system does so (Linux). Although processes are read
    one after another, values never decrease slightly.
    """

    name = "processes"

    def __init__(self, find: Callable[[], Sequence[int]]) -> None:
        """Find the processes.

        Args:
            find: function that returns the IDs of the root processes; called again when one of them has ended.

        Raises:
            OSError: `find` failed, or a process does not exist.
        """
        self._find = find
        self._first = _processes(find())
        self._highest = [0.0, 0.0, 0.0]
        self.missing = tuple(missing for path in (READ, WRITTEN) for missing in _missing_io(path, self._first[0]))
        self._with_io = not self.missing
        busy = Series(PROCESSOR, "%", "average", "engine process", 0, 1, scale=100.0)
        bytes_a_second = [Series(path, "B/s", "rate", "engine process", at) for path, at in ((READ, 2), (WRITTEN, 3))]
        self._series = (busy, *(bytes_a_second if self._with_io else ()))

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def read(self) -> Reading:
        """Read the counters; there is no data while the processes do not exist. Restarted processes start from zero."""
        time_s = time.perf_counter()
        spent = [0.0, 0.0, 0.0]
        try:
            if not all(process.is_running() for process in self._first):
                self._first, self._highest = _processes(self._find()), [0.0, 0.0, 0.0]
            for first in self._first:
                for own in _read_usage(first, with_io=self._with_io):
                    spent = [spent[0] + own.busy_us, spent[1] + own.read_bytes, spent[2] + own.written_bytes]
        except OSError:
            return Reading(time_s, (math.nan,) * 4)
        self._highest = [max(before, now) for before, now in zip(self._highest, spent, strict=True)]
        _, all_cores_us = busy_and_all(psutil.cpu_times())
        busy_us, read_bytes, written_bytes = self._highest
        io = (read_bytes, written_bytes) if self._with_io else NO_DATA
        return Reading(time_s, (float(round(busy_us)), all_cores_us, *io))

    def close(self) -> None:
        """Do nothing: no resources are held."""


def _missing_io(path: str, process: psutil.Process) -> Iterator[Missing]:
    """Yield the reason why the storage I/O of a process cannot be read, if there is one."""
    try:
        if sys.platform == "linux":  # other systems also count reads served by the cache
            process.io_counters()
            return
    except psutil.AccessDenied:
        yield Missing(
            path,
            "engine process",
            "the operating system tells what a process reads and writes only to its own user and to administrators. "
            "Start Outpace as the server's user or as an administrator.",
        )
        return
    except (psutil.Error, NotImplementedError, OSError):
        pass
    yield Missing(
        path,
        "engine process",
        "this operating system does not tell what of a process's reads and writes reaches the storage.",
    )


def _processes(ids: Sequence[int]) -> list[psutil.Process]:
    try:
        return [psutil.Process(pid) for pid in ids]
    except psutil.Error as error:
        raise SourceError("the server's process {pid} is gone", pid=str(error.pid)) from error  # type: ignore[attr-defined]


def _read_usage(first: psutil.Process, *, with_io: bool) -> list[Spent]:
    """Return the resources used by a process and its descendants.

    If one ends meanwhile, so that its time is added to the root process, all are read again.
    """
    try:
        for _ in range(TRIES):
            before = _usage(first, with_io=with_io)
            below = list(_running_usage(first.children(recursive=True), with_io=with_io))
            if _ended_s(first) == before.ended_s:
                break
    except psutil.Error as error:
        raise SourceError("the server's process {pid} is gone", pid=str(first.pid)) from error
    return [before, *below]


def _running_usage(processes: Sequence[psutil.Process], *, with_io: bool) -> Iterator[Spent]:
    for process in processes:
        try:
            yield _usage(process, with_io=with_io)
        except psutil.Error:
            continue  # it ended in the meantime


def _ended_s(process: psutil.Process) -> float:
    """Return the CPU seconds of ended child processes, if the system adds them to the parent."""
    times = process.cpu_times()
    return times.children_user + times.children_system if psutil.LINUX else 0.0


def _usage(process: psutil.Process, *, with_io: bool) -> Spent:
    times, ended_s = process.cpu_times(), _ended_s(process)
    busy_us = (times.user + times.system + ended_s) * 1e6
    if sys.platform == "linux" and with_io:
        io = process.io_counters()
        return Spent(busy_us, float(io.read_bytes), float(io.write_bytes), ended_s)
    return Spent(busy_us, 0.0, 0.0, ended_s)
