# SPDX-License-Identifier: Apache-2.0
"""Runs of a load for a limited time, as the engine performs them, with their results."""

import multiprocessing
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from time import perf_counter_ns

import psutil

from app.driver.load import Load
from app.driver.series import column
from app.driver.target_load import Fact, TargetLoad
from app.driver.worker_messages import Frame
from app.model.histogram import Histogram
from app.workloads.workload import Workload

CONNECT_S = 60.0


def own_children(name: str) -> list[psutil.Process]:
    """Return the child processes started by this process's loads or watchers.

    Args:
        name: prefix of their names.
    """
    prefix = f"outpace {name}"
    spawned = {child.pid for child in multiprocessing.active_children() if child.name.startswith(prefix)}
    forked = set[int]()
    if sys.platform == "linux":  # a slow machine falls back to spawning there too
        forked = {child.pid for child in psutil.Process().children() if child.name().startswith(name)}
    return [psutil.Process(pid) for pid in sorted(forked | {pid for pid in spawned if pid is not None})]


@dataclass
class Run:
    """Frames and facts of one target.

    Attributes:
        alive: users at the end of `follow`.
        order: operation that stands for a whole cycle.
        calls: operations that are calls; each call is counted in one of them.
    """

    frames: list[Frame] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    alive: int = 0
    order: int = 0
    calls: Sequence[int] = ()

    def total(self, name: str) -> float:
        """Return a raw column's last value, summed over the workers."""
        last = {frame.worker: frame.readings[column(name)] for frame in self.frames}
        return sum(last.values())

    def histogram(self, operation: int) -> Histogram:
        """Return all latencies of one operation."""
        merged = Histogram()
        for frame in self.frames:
            for part in frame.latencies:
                if part.operation == operation:
                    merged.add(
                        Histogram.from_bytes(
                            part.counts,
                            count=part.count,
                            sum_ns=part.sum_ns,
                            min_ns=part.min_ns,
                            max_ns=part.max_ns,
                        )
                    )
        return merged

    @property
    def orders(self) -> Histogram:
        return self.histogram(self.order)

    def troubles(self) -> dict[str, int]:
        """Return the errors by kind."""
        found: dict[str, int] = {}
        for frame in self.frames:
            for trouble in frame.troubles:
                found[trouble.kind] = found.get(trouble.kind, 0) + trouble.count
        return found

    def follow(self, pool: TargetLoad, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Take frames for some seconds or until a condition holds; return whether it holds."""
        end_s = time.perf_counter() + seconds
        while not until() and (left_s := end_s - time.perf_counter()) > 0:
            wait(pool.connections, left_s)
            self.frames += pool.frames()
            self.facts += pool.facts()
        self.alive = pool.users_alive
        return until()


def started(pool: TargetLoad) -> Run:
    """Connect all users and release them."""
    pool.start()
    assert pool.wait_ready(CONNECT_S), pool.facts()
    pool.release(perf_counter_ns() + 100_000_000)
    *calls, order = range(len(pool.operations))
    return Run(order=order, calls=[call for call in calls if pool.operations[call].part_of is None])


def run(workload: Workload, load: Load, seconds: float, enough: Callable[[Run], bool] = lambda _: True) -> Run:
    """Run a load for some seconds, then until `enough` holds, because a busy machine needs longer for the same work."""
    with TargetLoad(workload, load) as pool:
        result = started(pool)
        result.follow(pool, seconds)
        assert result.follow(pool, CONNECT_S, lambda: enough(result)), "too little within a minute"
        result.frames += pool.stop(10)
        result.facts += pool.facts()
    return result


def load(users: int, workers: int = 1, **more: object) -> Load:
    return Load(users=users, seed=3, workers=workers, max_workers=workers, **more)  # type: ignore[arg-type]
