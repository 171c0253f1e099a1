"""The collector process: reads the driver's own machine once a second and sends what it read."""

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from app.driver.messages import Channel
from collectors.disks import Disks
from collectors.memory import Memory
from collectors.processor import Processor
from collectors.series import Collector, Series

SECOND_NS = 1_000_000_000


class Watched(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """What a source's columns mean: sent once a source, before any sample."""

    source: int
    name: str
    columns: int
    series: list[Series]


class Sample(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One reading of one source. at_ns: perf_counter_ns of this machine. trouble: why it could not be read, or ""."""

    source: int
    at_ns: int
    time_s: float
    values: list[float]
    trouble: str = ""


Message = Watched | Sample


def decode(data: bytes) -> Message:
    """One message. Raises ValueError for anything else."""
    message: Message = msgspec.msgpack.decode(data, type=Message)
    return message


def machine_collectors(names: Sequence[str]) -> list[Collector]:
    """The collectors of the driver's own machine, by the scenario's names for them."""
    makers: dict[str, Any] = {"processor": Processor, "memory": Memory, "disks": Disks}
    return [makers[name]() for name in names]


def watch_machine(connection: Channel, names: Sequence[str]) -> None:
    """In a child process: `watch` with the collectors of these names."""
    watch(connection, machine_collectors(names))


def watch(connection: Channel, collectors: Sequence[Collector]) -> None:
    """Reads every collector once a second until the connection ends. A message from the engine is the common start
    (perf_counter_ns): from then on the readings are taken at whole seconds since it."""
    for number, collector in enumerate(collectors):
        columns = 1 + max((max(s.value, s.base) for s in collector.series), default=-1)
        watched = Watched(number, collector.name, columns, list(collector.series))
        connection.send_bytes(msgspec.msgpack.encode(watched))
    origin_ns = time.perf_counter_ns()
    tick = 0
    while True:
        now_ns = time.perf_counter_ns()
        # Windows wakes up a little early at times: a second that was read is not read again.
        due = max((now_ns - origin_ns) // SECOND_NS, tick) + 1
        if connection.poll(max(0, origin_ns + due * SECOND_NS - now_ns) / SECOND_NS):
            origin_ns = msgspec.msgpack.decode(connection.recv_bytes(), type=int)
            tick = (time.perf_counter_ns() - origin_ns) // SECOND_NS
            continue
        tick = due
        for number, collector in enumerate(collectors):
            connection.send_bytes(msgspec.msgpack.encode(_sample(number, collector)))


def _sample(number: int, collector: Collector) -> Sample:
    try:
        reading = collector.read()
    except OSError as error:
        return Sample(number, time.perf_counter_ns(), 0.0, [], f"{collector.name}: {error}")
    return Sample(number, time.perf_counter_ns(), reading.time_s, list(reading.values))
