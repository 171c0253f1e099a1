# SPDX-License-Identifier: Apache-2.0
"""Fake engine: starts children, prints their process IDs and waits to be killed."""

import multiprocessing
import os
import sys
import time

import psutil

from app.agents.machine import Agent
from app.driver.load import Load
from app.driver.place import fork_children
from app.driver.process_guard import hold_on
from app.driver.target_load import TargetLoad
from tests.support.driver_run import CONNECT_S
from tests.support.fake_workload import FakeWorkload, hold_the_interpreter


def child_without_death_signal(stuck: bool) -> None:
    """Run a child that has only its lifeline thread and dead-man timer."""
    hold_on(open(os.devnull, "a"), death_signal=False)  # noqa: SIM115
    if stuck:
        hold_the_interpreter(3600)
    time.sleep(3600)


def main(kind: str) -> None:
    """Start children.

    Kinds: workers, stuck-workers, either of these prefixed with "spawned-" or "late-" (forked by a spawned server),
    agent-workers (on two agents), thread (no death signal), dead-man (no death signal, stuck in C).
    """
    if not kind.startswith("spawned"):
        fork_children(clean=not kind.startswith("late"))
    if kind.endswith("workers"):
        places = [Agent("lg1", "popen"), Agent("lg2", "popen")] if kind == "agent-workers" else []
        load = Load(users=2, seed=1, workers=2)
        pool = TargetLoad(FakeWorkload(delay_s=0.01, stuck="stuck" in kind), load, places=places)
        pool.start()
        assert pool.wait_ready(CONNECT_S)
        pool.release(time.perf_counter_ns())
    else:
        context = multiprocessing.get_context("spawn")
        context.Process(target=child_without_death_signal, args=(kind == "dead-man",), daemon=True).start()
    time.sleep(1)
    everyone = psutil.Process().children(recursive=True)
    found = [
        child for child in everyone if "resource_tracker" not in " ".join(child.cmdline())
    ]  # started by Python itself
    print(*(child.pid for child in found), flush=True)  # noqa: T201
    time.sleep(3600)


if __name__ == "__main__":
    main(sys.argv[1])
