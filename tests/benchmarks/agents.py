# SPDX-License-Identifier: Apache-2.0
"""What agents cost, how well their clocks are known, how close together they begin, and how fast a lost one is told.

    python -m tests.benchmarks.agents [--agents 8] [--seconds 20] [--kills 5]

On one Linux machine, as root: each agent is a process in a time namespace of its own, whose monotonic clock is ahead by
1000, 2000, ... s exactly, so that the true offset is known to the nanosecond. The carrier is execnet over pipes; ssh
adds its own way and processor time to that.

Printed: seconds until all agents are open; processor time of the engine's and of an agent's process, in percent of a
core, while nothing but the heartbeat passes, and under load without the workers; the clocks' largest true error, the
median of the stated ±, and how often that held; the spread of the workers' first calls; from kill -9 of an agent to the
moment that it is known.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter_ns

import psutil

from app.agents.machine import Agent
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from tests.driver_run import CONNECT_S, Run
from tests.fake_workload import FakeWorkload

AHEAD_S = 1000
NS = 1_000_000_000
USERS = 8


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each part")
    parser.add_argument("--kills", type=int, default=5)
    given = parser.parse_args()
    began_s = time.perf_counter()
    agents = [opened(number) for number in range(1, given.agents + 1)]
    try:
        print(f"{len(agents)} agents, open one after the other in {time.perf_counter() - began_s:.1f} s")
        idle(agents, given.seconds)
        load(agents, given.seconds)
    finally:
        for agent in agents:
            agent.close()
    told(given.kills)
    return 0


def opened(number: int) -> Agent:
    namespace = f"unshare --time --monotonic {AHEAD_S * number} --fork --kill-child"
    return Agent(f"lg{number}", f"popen//python={namespace} {sys.executable}")


def process_of(agent: Agent) -> psutil.Process:
    """Python within its namespace."""
    return psutil.Process(agent._gateway._io.popen.pid).children()[0]


class CpuShare:
    """Of processes, in percent of a core since it was made."""

    def __init__(self, processes: Sequence[psutil.Process]) -> None:
        self._processes = processes
        self._began_s, self._spent_s = time.perf_counter(), self._spent()

    def _spent(self) -> list[float]:
        return [sum(one.cpu_times()[:2]) for one in self._processes]

    def percent(self) -> list[float]:
        passed_s = time.perf_counter() - self._began_s
        return [100 * (now - before) / passed_s for before, now in zip(self._spent_s, self._spent(), strict=True)]


def share(agents: Sequence[Agent]) -> CpuShare:
    return CpuShare([psutil.Process(), *map(process_of, agents)])


def tell(what: str, percent: Sequence[float]) -> None:
    print(f"{what}: engine {percent[0]:.2f} % of a core, an agent {statistics.fmean(percent[1:]):.2f} %")


def idle(agents: Sequence[Agent], seconds: float) -> None:
    """The heartbeat alone, and the clocks' truth."""
    errors, stated, held = [], [], 0
    spent, until_s = share(agents), time.perf_counter() + seconds
    while time.perf_counter() < until_s:
        for number, agent in enumerate(agents, 1):
            clock = agent.clock
            error_ns = abs(clock.ns - AHEAD_S * number * NS)
            errors.append(error_ns / 1e3)
            stated.append(clock.uncertainty_ns / 1e3)
            held += error_ns <= clock.uncertainty_ns
        time.sleep(1)
    tell("heartbeat", spent.percent())
    print(
        f"clocks: error up to {max(errors):.0f} us, stated ± {statistics.median(stated):.0f} us (median), "
        f"{max(stated):.0f} us (most); held {held} of {len(errors)}"
    )


def load(agents: Sequence[Agent], seconds: float) -> None:
    """A worker on each agent, with a frame a second."""
    with tempfile.TemporaryDirectory() as folder:
        diary = Path(folder) / "diary"
        workload = FakeWorkload(delay_s=0.002, diary=str(diary))
        wanted = Load(users=USERS * len(agents), seed=1, think_time_s=0.02)
        result = Run()
        with TargetLoad(workload, wanted, places=agents) as pool:
            pool.start()
            if not pool.wait_ready(CONNECT_S):
                raise RuntimeError(f"no load came about: {pool.facts()}")
            start_ns = perf_counter_ns() + NS // 2
            pool.release(start_ns)
            time.sleep(1)
            spent = share(agents)
            result.follow(pool, seconds)
            tell("load", spent.percent())
            result.frames += pool.stop(CONNECT_S)
        begun = [int(line.split()[1]) for line in diary.read_text("utf-8").splitlines() if line.startswith("begin")]
    # A clock is ahead by so many whole thousands of seconds.
    late_us = [(moment - start_ns + NS) % (AHEAD_S * NS) / 1e3 - 1e6 for moment in begun]
    print(
        f"first calls of {len(late_us)} workers: {min(late_us):.0f} to {max(late_us):.0f} us after the start, "
        f"spread {max(late_us) - min(late_us):.0f} us"
    )


def told(kills: int) -> None:
    """From a kill to the moment that it is known."""
    found_ms = []
    for _ in range(kills):
        agent = opened(1)
        try:
            at_ns = perf_counter_ns()
            process_of(agent).kill()
            while not agent.lost:
                time.sleep(0.001)
            assert agent.lost_ns is not None
            found_ms.append((agent.lost_ns - at_ns) / 1e6)
        finally:
            agent.close()
    if found_ms:
        print(f"kill -9 of an agent: known after {statistics.median(found_ms):.1f} ms, at most {max(found_ms):.1f} ms")


if __name__ == "__main__":
    raise SystemExit(main())
