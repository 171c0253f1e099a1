# SPDX-License-Identifier: Apache-2.0
"""Queue-depth sweep as a plan: its steps, their order, and its result."""

import pytest

from app.model.steps import IoPass, Latency, Outcome, Step, StepOutcome, StepSystemResult, TurnLoad
from app.plans.queue_depth_sweep import QueueDepthSweep
from app.plans.turns import turns

READS = IoPass(0, "read", 8, 100.0, "8 KiB random reads")
WRITES = IoPass(1, "write", 8, 0.0, "8 KiB random writes")


def gone_through(io_pass: IoPass, iops: dict[int, tuple[int, int]]) -> tuple[list[Step], tuple[Outcome, ...]]:
    """Return the steps and the outcome of a sweep of two systems; `iops` has their rates at each depth."""
    plan = QueueDepthSweep(depths=tuple(iops), settle_s=1, dwell_s=10).steps(TurnLoad(2, threads=2, io_pass=io_pass))
    steps = [next(plan)]
    while True:
        step = steps[-1]
        result = StepOutcome(step.seconds, (None, None))
        if step.measured:
            depth = step.io.outstanding
            assert isinstance(depth, int)
            latency = {"order": Latency(1, 0.001 * depth, 0, 0, 0, 0, 0)}
            systems = [
                StepSystemResult(load, 10.0, 10 * one, operations=latency)
                for load, one in zip(step.loads, iops[depth], strict=True)
                if load is not None
            ]
            result = StepOutcome(10.0, tuple(systems))
        try:
            steps.append(plan.send(result))
        except StopIteration as finished:
            return steps, finished.value


def test_every_depth_is_settled_and_measured_on_all_systems() -> None:
    steps, _ = gone_through(READS, {1: (10, 20), 4: (40, 30), 16: (35, 90)})
    assert [(step.phase, step.number, step.io.outstanding) for step in steps] == [
        ("settle", 0, 1), ("measure", 0, 1), ("settle", 1, 4), ("measure", 1, 4), ("settle", 2, 16), ("measure", 2, 16),
    ]  # fmt: skip
    for step in steps:
        assert [load.users for load in step.loads if load] == [2 * (step.io.outstanding or 0)] * 2
        assert (step.io.io_pass, step.io.block_kb, step.io.threads) == ("read", 8, 2)
    assert steps[-1].name == "8 KiB random reads · 16 outstanding a thread"


def test_sweep_finds_the_best_depth_of_each_system() -> None:
    _, outcome = gone_through(READS, {1: (10, 20), 4: (40, 30), 16: (35, 90)})
    assert [one["outstanding"] for one in outcome] == [4, 16]
    assert [one["orders_per_s"] for one in outcome] == [40, 90]
    assert [one["mean_s"] for one in outcome] == [0.004, 0.016]


def test_steps_are_numbered_consecutively_across_passes() -> None:
    steps, outcome = gone_through(WRITES, {1: (10, 20), 4: (40, 30)})
    assert [step.number for step in steps] == [2, 2, 3, 3]
    assert outcome[0]["pass"] == "write"


@pytest.mark.parametrize(
    ("alternating", "expected"),
    [
        (False, [(1, (0, 1), "read"), (1, (0, 1), "write"), (2, (0, 1), "read"), (2, (0, 1), "write")]),
        (
            True,
            [
                *[(1, (0,), "read"), (1, (0,), "write"), (1, (1,), "read"), (1, (1,), "write")],
                *[(2, (1,), "read"), (2, (1,), "write"), (2, (0,), "read"), (2, (0,), "write")],
            ],
        ),
    ],
)
def test_every_turn_runs_all_passes(alternating: bool, expected: list[tuple[int, tuple[int, ...], str]]) -> None:
    found = turns([0, 1], 2, alternating=alternating, passes=[READS, WRITES])
    assert [(one.repeat, one.systems, one.io_pass.name if one.io_pass else "") for one in found] == expected
    assert [one.begins for one in found] == [True, False] * (len(expected) // 2)
