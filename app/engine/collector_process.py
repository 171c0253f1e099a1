# SPDX-License-Identifier: Apache-2.0
"""Collector process, which reads its sources once per second, each in a separate thread, and sends the readings.

A source that is slow or hangs delays no other source.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from app.driver.worker_messages import Channel
from app.engine.sources import Source
from app.model.documents import ServerWork, TableRanking
from app.model.errors import OutpaceError, message_of
from app.model.messages import Sentence
from collectors.series import Collector, Missing, Series, SourceError

log = logging.getLogger(__name__)

SECOND_NS = 1_000_000_000
CLOSE_S = 0.7
"""Timeout in seconds for closing the sources at the end."""


class Start(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Command to take readings at whole seconds after this time of perf_counter_ns."""

    start_ns: int


class Rank(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Request for the ranking of tables and indexes from every source that has one. The answer repeats the number."""

    number: int


class Work(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Command to track statements and waits in every source, until `WorkOver` with the same number."""

    number: int


class WorkOver(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Request for the statements and waits since `Work`."""

    number: int


class Watched(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Description of a source's columns, and the reasons for missing counters.

    It is sent before any sample, and again when the source is reopened after a failure.
    """

    source: int
    columns: int
    series: list[Series]
    missing: dict[str, str | Sentence] = {}


class Sample(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One reading of one source.

    Attributes:
        at_ns: perf_counter_ns of this machine.
        trouble: reason why it could not be read.
    """

    source: int
    at_ns: int
    time_s: float
    values: list[float]
    trouble: Sentence | None = None


class Ranked(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Answer of one source to `Rank`.

    Attributes:
        ranking: None if the source does not support it.
        trouble: reason why it is not available.
    """

    number: int
    source: int
    ranking: TableRanking | None
    trouble: Sentence | None = None


class Worked(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Answer of one source to `WorkOver`.

    Attributes:
        work: None if the source does not support it.
        trouble: reason why it is not available.
    """

    number: int
    source: int
    work: ServerWork | None
    trouble: Sentence | None = None


Command = Start | Rank | Work | WorkOver
Message = Watched | Sample | Ranked | Worked
Send = Callable[[Message], None]


def decode(data: bytes) -> Message:
    """Decode one message.

    Raises:
        ValueError: the data is not a valid message.
    """
    message: Message = msgspec.msgpack.decode(data, type=Message)
    return message


class Beat:
    """Clock of whole seconds for all threads, counted from the process's start and later from the common start."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._origin_ns = time.perf_counter_ns()
        self._over = False

    def start(self, origin_ns: int) -> None:
        """Set the origin of the seconds, a time of perf_counter_ns."""
        with self._changed:
            self._origin_ns = origin_ns
            self._changed.notify_all()

    def end(self) -> None:
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def wait(self, last: tuple[int, int]) -> tuple[int, int] | None:
        """Wait for the next whole second after `last` and return it.

        A second consists of its origin and the number of seconds since then; the result is None after the end.
        """
        with self._changed:
            while not self._over:
                origin_ns, now_ns = self._origin_ns, time.perf_counter_ns()
                tick = (now_ns - origin_ns) // SECOND_NS
                # Windows sometimes wakes a thread slightly early, so make sure not to return the same second twice.
                due = (max(tick, last[1]) if last[0] == origin_ns else tick) + 1
                if not self._changed.wait(max(0, origin_ns + due * SECOND_NS - now_ns) / SECOND_NS):
                    return origin_ns, due
            return None


def watch(connection: Channel, sources: Sequence[Source]) -> None:
    """Read the sources once per second until the connection ends; runs in a child process."""
    sending = threading.Lock()

    def send(message: Message) -> None:
        with sending:
            connection.send_bytes(msgspec.msgpack.encode(message))

    beat, over = Beat(), threading.Event()
    threads = [
        _thread(f"source {number}", _follow, number, source, beat, send) for number, source in enumerate(sources)
    ]
    try:
        while True:
            command: Command = msgspec.msgpack.decode(connection.recv_bytes(), type=Command)
            if isinstance(command, Start):
                beat.start(command.start_ns)
            elif isinstance(command, Rank):
                for number, source in enumerate(sources):
                    _thread(f"ranking {number}", _rank, command.number, number, source, send)
            elif isinstance(command, Work):
                over.set()
                over = threading.Event()
                for number, source in enumerate(sources):
                    _thread(f"work {number}", _work, command.number, number, source, over, send)
            else:
                over.set()
    finally:
        over.set()
        beat.end()
        until = time.perf_counter() + CLOSE_S
        for thread in threads:
            thread.join(max(0.0, until - time.perf_counter()))


def _thread(name: str, work: Callable[..., None], *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=_guarded, args=(work, *arguments), name=name, daemon=True)
    thread.start()
    return thread


def _guarded(work: Callable[..., None], *arguments: Any) -> None:
    try:
        work(*arguments)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the engine closed the connection
    except Exception:
        # This is a defect of the program, not of the source: the engine notices that the process has ended and restarts
        # it.
        log.exception("%s ends", threading.current_thread().name)
        logging.shutdown()
        os._exit(1)


def _follow(number: int, source: Source, beat: Beat, send: Send) -> None:
    """Open a source and read it at every whole second, even after errors; a source without counters is closed."""
    collector: Collector | None = None
    second: tuple[int, int] | None = (0, 0)
    try:
        while second is not None:
            try:
                if collector is None:
                    collector = source.open()
                    send(_watched(number, collector))
                    if not collector.series:
                        return
            except OSError as error:
                send(Sample(number, time.perf_counter_ns(), 0.0, [], _trouble(error)))
            second = beat.wait(second)
            if collector is not None and second is not None:
                send(_sample(number, collector))
    finally:
        if collector is not None:
            collector.close()


def _trouble(error: OSError) -> Sentence:
    """Return why a source could not be read: Outpace's errors as template and values, others as plain text."""
    if isinstance(error, SourceError):
        return Sentence(text=error.text, values={**error.values})
    cause = error.__cause__
    return message_of(cause if isinstance(cause, OutpaceError) else error)


def reason_of(missing: Missing) -> str | Sentence:
    """Return why a counter is missing, and the remedy."""
    if not missing.values and not missing.remedy:
        return missing.reason
    reason = Sentence(text=missing.reason, values={**missing.values})
    if not missing.remedy:
        return reason
    remedy = Sentence(text=missing.remedy, values={**missing.values})
    return Sentence(text="{reason} {remedy}", values={"reason": reason, "remedy": remedy})


def _columns(collector: Collector) -> int:
    """Return how many raw values of a reading its series use; the others are not sent."""
    return 1 + max((max(series.value, series.base) for series in collector.series), default=-1)


def _watched(number: int, collector: Collector) -> Watched:
    columns = _columns(collector)
    missing = {one.path: reason_of(one) for one in getattr(collector, "missing", ())}
    return Watched(number, columns, list(collector.series), missing)


def _sample(number: int, collector: Collector) -> Sample:
    try:
        reading = collector.read()
    except OSError as error:
        return Sample(number, time.perf_counter_ns(), 0.0, [], _trouble(error))
    return Sample(number, time.perf_counter_ns(), reading.time_s, list(reading.values[: _columns(collector)]))


def _rank(ranking: int, number: int, source: Source, send: Send) -> None:
    try:
        result = source.ranking()
    except OSError as error:
        send(Ranked(ranking, number, None, _trouble(error)))
    else:
        send(Ranked(ranking, number, result))


def _work(number: int, position: int, source: Source, over: threading.Event, send: Send) -> None:
    try:
        work = source.work(over.wait)
    except OSError as error:
        send(Worked(number, position, None, _trouble(error)))
    else:
        send(Worked(number, position, work))
