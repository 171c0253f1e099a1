# SPDX-License-Identifier: Apache-2.0
"""Plans as generators of steps, driven by simulated servers with known curves."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.model.steps import (
    Latency,
    MeasuredWindow,
    Outcome,
    PlanSteps,
    Step,
    StepLimit,
    StepOutcome,
    StepSystemResult,
    SystemLoad,
    TurnLoad,
    limit_broken,
)
from app.plans.latency_limit import LatencyLimit, Search
from app.plans.race import Race
from app.plans.rate_sweep import RateSweep
from app.plans.timed_run import TimedRun
from app.plans.turns import Turn, seed_of, turns
from app.plans.user_sweep import UserSweep

Server = Callable[[SystemLoad, float], StepSystemResult]
"""Simulated server: a function that returns the result of a load applied for some seconds."""


def latency(value_s: float, count: int) -> Latency:
    return Latency(count, value_s, value_s, value_s, value_s, value_s, value_s)


def server(saturated: int, first_s: float = 0.01) -> Server:
    """Simulate closed-loop throughput that grows with the number of users up to `saturated` and then stays constant."""

    def give(load: SystemLoad, seconds: float) -> StepSystemResult:
        busy = min(load.users, saturated)
        each_s = first_s * load.users / busy
        orders = math.floor(busy / first_s * seconds)
        return StepSystemResult(load, seconds, orders, operations={"order": latency(each_s, orders)})

    return give


def driven(plan: PlanSteps, servers: list[Server]) -> tuple[list[Step], tuple[Outcome, ...]]:
    """Run the plan as the engine does; return its steps and outcomes."""
    steps = [next(plan)]
    while True:
        step = steps[-1]
        results = [
            give(load, step.seconds) if load is not None and step.measured else None
            for give, load in zip(servers, step.loads, strict=True)
        ]
        try:
            steps.append(plan.send(StepOutcome(step.seconds, tuple(results))))
        except StopIteration as finished:
            return steps, finished.value


# Search


@given(st.data(), st.integers(1, 400), st.integers(1, 60))
def test_search_finds_the_highest_load_that_holds(data: st.DataObject, highest: int, step: int) -> None:
    lowest = data.draw(st.integers(1, highest))
    most = data.draw(st.integers(0, highest + 20))
    search = Search(lowest, highest, step)
    tried = []
    while (number := search.next) is not None:
        tried.append(number)
        search.judge(number <= most)
    assert search.held == min(most, highest)
    assert search.broke == (most + 1 if most < highest else None)
    assert len(tried) == len(set(tried))
    assert all(1 <= number <= highest for number in tried)
    assert len(tried) <= (highest - lowest) / step + math.log2(max(step, lowest)) + 3


def test_invalid_search_is_rejected() -> None:
    for lowest, highest, step in ((0, 5, 1), (6, 5, 1), (1, 5, 0)):
        with pytest.raises(ValueError, match="a search from"):
            Search(lowest, highest, step)
    done = Search(1, 1, 1)
    done.judge(True)
    with pytest.raises(ValueError, match="nothing is being tried"):
        done.judge(True)


LIMIT = StepLimit("p95", "order", 0.020)


@given(st.integers(1, 60), st.integers(1, 60))
def test_systems_are_searched_independently_and_simultaneously(first: int, second: int) -> None:
    """The latency of 10 ms doubles at twice the number of users that saturate the server."""
    plan = LatencyLimit(limit_ms=20, from_users=8, to_users=100, step_users=8, settle_s=1, dwell_s=5)
    assert plan.limit == LIMIT
    steps, found = driven(plan.steps(TurnLoad(2)), [server(first), server(second)])
    assert [one["users"] for one in found] == [min(2 * first, 100), min(2 * second, 100)]
    assert [one["next_users"] for one in found] == [2 * most + 1 if most < 50 else None for most in (first, second)]
    assert all(len(step.loads) == 2 for step in steps)
    for index, one in enumerate(found):
        measured = [step for step in steps if step.measured and step.number == one["step"]]
        assert len(measured) == 1
        assert measured[0].loads[index] == SystemLoad(int(str(one["users"])))
    # A system that has finished stays idle.
    for index in (0, 1):
        idle = [step.loads[index] is None for step in steps]
        assert idle == sorted(idle)
    assert not all(load is None for load in steps[-1].loads)


def test_limit_kept_by_no_load_is_reported_as_zero_users() -> None:
    plan = LatencyLimit(
        figure="mean", limit_ms=1, from_users=8, to_users=100, step_users=8, settle_s=0, dwell_s=5, ramp_users_per_s=10
    )
    steps, found = driven(plan.steps(TurnLoad(1)), [server(10)])
    assert (found[0]["users"], found[0]["step"], found[0]["orders_per_s"]) == (0, None, None)
    assert [step.loads[0].users for step in steps if step.measured and step.loads[0]] == [8, 4, 2, 1]


@pytest.mark.parametrize(
    ("orders", "errors", "operation", "value_s", "why"),
    [
        (30, 0, "order", 0.020, ""),
        (29, 0, "order", 0.001, "too few orders"),
        (1000, 10, "order", 0.001, ""),
        (1000, 11, "order", 0.001, "errors"),
        (1000, 0, "order", 0.0201, "latency"),
        (1000, 0, "login", 0.001, "too few orders"),
        (1000, 0, "order", math.nan, "too few orders"),
    ],
)
def test_limit_holds_with_enough_orders_and_few_errors(
    orders: int, errors: int, operation: str, value_s: float, why: str
) -> None:
    operations = {operation: latency(value_s, orders)}
    assert limit_broken(LIMIT, StepSystemResult(SystemLoad(1), 10, orders, 0, errors, operations)) == why


def test_open_calls_break_a_limit_only_if_they_could_reach_it() -> None:
    one = StepSystemResult(
        SystemLoad(4), 60, 5025, operations={"order": replace(latency(0.0377, 5025), at_least=("mean", "max"))}
    )
    limit = StepLimit("mean", "order", 0.1)
    for reach_s, why in ((0.0393, ""), (0.11, "open calls"), (math.inf, "open calls")):
        late = replace(one.operations["order"], censored=1, oldest_s=4.0, could_reach_s={"mean": reach_s})
        assert limit_broken(limit, StepSystemResult(SystemLoad(4), 60, 5025, operations={"order": late})) == why


# Sweeps, timed runs, races


def test_user_sweep_settles_and_measures_each_level_and_finds_the_peak() -> None:
    plan = UserSweep(from_users=25, to_users=100, step_users=25, settle_s=1.5, dwell_s=5)
    steps, found = driven(plan.steps(TurnLoad(2)), [server(60), server(1000)])
    assert [(s.phase, s.number, s.loads[0].users) for s in steps if s.loads[0]] == [
        (phase, number, users) for number, users in enumerate((25, 50, 75, 100)) for phase in ("settle", "measure")
    ]
    assert [step.seconds for step in steps[:2]] == [2.4 + 1.5, 5]
    assert all(step.loads[0] == step.loads[1] for step in steps)
    assert found == ({"users": 75, "orders_per_s": 6000.0}, {"users": 100, "orders_per_s": 10_000.0})


def test_rate_sweep_changes_the_rate_but_not_the_users() -> None:
    def keeps_up(load: SystemLoad, seconds: float) -> StepSystemResult:
        return StepSystemResult(load, seconds, math.floor(min(load.rate, 25) * seconds))

    plan = RateSweep(from_rate=10, to_rate=30, step_rate=10, settle_s=0, dwell_s=4)
    steps, found = driven(plan.steps(TurnLoad(1, users=7)), [keeps_up])
    assert [step.loads[0] for step in steps if step.measured] == [SystemLoad(7, rate) for rate in (10, 20, 30)]
    assert found == ({"users": 7, "rate": 30, "orders_per_s": 25},)


def test_timed_run_skips_phases_of_zero_length() -> None:
    plan = TimedRun(warmup_s=0, run_s=9)
    assert [step.phase for step in driven(plan.steps(TurnLoad(1)), [server(1)])[0]] == ["measure"]


def test_fixed_window_is_relative_to_the_start_of_the_load() -> None:
    plan = TimedRun(warmup_s=56, run_s=600, window="fixed", window_from_s=480, window_to_s=600)
    assert plan.ramp_s(32) == pytest.approx(3.1)
    steps, _ = driven(plan.steps(TurnLoad(1, users=32)), [server(8)])
    assert [step.window for step in steps] == [None, None, MeasuredWindow(420, 540)]


def test_race_reports_the_finish_time_of_each_finisher() -> None:
    def finishes(load: SystemLoad, _: float) -> StepSystemResult:
        return StepSystemResult(load, 4.5, 500, finished_s=4.5)

    def late(load: SystemLoad, seconds: float) -> StepSystemResult:
        return StepSystemResult(load, seconds, 321)

    steps, found = driven(Race(orders=500, timeout_s=60).steps(TurnLoad(2, users=3)), [finishes, late])
    assert [step.orders for step in steps] == [500]
    assert found == ({"orders": 500, "finished_s": 4.5}, {"orders": 321, "finished_s": None})


# Repeats


def test_alternating_systems_swap_order_in_every_other_repeat() -> None:
    order = turns([0, 1], 3, alternating=True)
    assert [turn.systems for turn in order] == [(0,), (1,), (1,), (0,), (0,), (1,)]
    assert [turn.repeat for turn in order] == [1, 1, 2, 2, 3, 3]
    assert [turn.systems[0] for turn in turns([0, 1, 2], 2, alternating=True)] == [0, 1, 2, 2, 1, 0]
    assert turns([0, 1], 2, alternating=False) == [Turn(1, (0, 1)), Turn(2, (0, 1))]


@given(st.integers(1, 2**31 - 1))
def test_each_repeat_has_a_different_reproducible_seed(seed: int) -> None:
    seeds = [seed_of(seed, repeat) for repeat in range(1, 11)]
    assert seeds[0] == seed
    assert seeds == [seed_of(seed, repeat) for repeat in range(1, 11)]
    assert len(set(seeds)) >= 9  # a rare collision is possible
    assert all(1 <= one < 2**31 for one in seeds)
