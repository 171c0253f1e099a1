# SPDX-License-Identifier: Apache-2.0
"""Simulated workers that only send one frame per second, a hundred or more in each process.

To the engine they look like a thousand workers on other machines. The frames' latencies are random; nothing was
measured.
"""

import queue
import time
from collections.abc import Sequence
from time import perf_counter_ns
from typing import Any

import msgspec
import numpy as np

from app.agents import far_side
from app.driver.worker_messages import Assign, Command, Finished, Message, Ready, Release, Setup, Stop
from app.workloads.workload import Operation
from tests.support.fake_workload import FakeWorkload
from tests.support.frames_of_workers import KEYS, NS, frame

FAR_SIDE = (
    "import sys\nsys.path.insert(0, {root!r})\nfrom tests.support.simulated_workers import serve\nserve(channel)\n"
)


class SevenOperations(FakeWorkload):
    """Fake with as many operations as DVD Store."""

    @property
    def operations(self) -> Sequence[Operation]:
        return tuple(map(Operation, KEYS[:-1]))


def serve(line: Any) -> None:
    """Replace `far_side.serve` for simulated workers. line: execnet's channel."""
    what, *arguments = line.receive()
    if what == far_side.CLOCK:
        far_side.keep_time(line)
        return
    setup = msgspec.msgpack.decode(arguments[0], type=Setup)
    commands: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    line.setcallback(commands.put, endmarker=None)

    def say(message: Message) -> None:
        line.send(msgspec.msgpack.encode(message))

    start_ns, tick = 0, 0
    whole = frame(np.random.default_rng(setup.worker), setup.worker, 0)
    while True:
        due_s = (start_ns + (tick + 1) * NS - perf_counter_ns()) / NS if start_ns else 3600.0
        try:
            data = commands.get(timeout=max(due_s, 0.0))
        except queue.Empty:
            readings = [float(tick)] * len(whole.readings)
            say(msgspec.structs.replace(whole, tick=tick, from_ns=tick * NS, to_ns=(tick + 1) * NS, readings=readings))
            tick += 1
            continue
        if data is None:
            return
        command: Command = msgspec.msgpack.decode(data, type=Command)
        if isinstance(command, Assign) and not start_ns:
            say(Ready(setup.worker, len(command.seats), len(command.seats), []))
        elif isinstance(command, Release):
            start_ns = command.start_ns
        elif isinstance(command, Stop):
            say(Finished(setup.worker, 0))
            time.sleep(0.1)
            return
