# SPDX-License-Identifier: Apache-2.0
"""Frames as workers send them, with random latencies; nothing here was measured."""

from collections.abc import Sequence

import numpy as np

from app.driver.limits import WorkerSecond, worker_second
from app.driver.load import Load
from app.driver.series import COLUMNS
from app.driver.worker_messages import Frame, Latencies
from app.model.histogram import grouped
from app.workloads.workload import Operation

NS = 1_000_000_000
KEYS = ("login", "newcustomer", "browse1", "browse2", "browse3", "purchase", "order")


def frame(rng: np.random.Generator, worker: int, tick: int, calls: int = 120) -> Frame:
    """Build a frame of one second with this many calls of each of `KEYS`."""
    rows = []
    for operation in range(len(KEYS)):
        latency_ns = rng.lognormal(np.log(3e6), 0.5, calls).astype(np.int64)
        (found,) = grouped(np.zeros(calls, dtype=np.int64), latency_ns, 1)
        rows.append(Latencies(operation, found.count, found.sum_ns, found.min_ns, found.max_ns, found.to_bytes()))
    readings = [float(tick * 100 + number) for number in range(len(COLUMNS))]
    return Frame(worker, tick, tick * NS, (tick + 1) * NS, calls, 2, rows, [], readings, 0.0, [])


class CountedLoad:
    """Part of a `TargetLoad` that a recording needs."""

    operations: Sequence[Operation] = tuple(map(Operation, KEYS))
    load = Load(users=8, seed=1)
    storage = embedded = beside = False

    def place_of(self, worker: int) -> str:
        return ""

    def second(self, before: Frame, after: Frame) -> WorkerSecond | None:
        return worker_second(0, before, after, self.load, in_depth=False)
