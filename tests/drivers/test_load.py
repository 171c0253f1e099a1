# SPDX-License-Identifier: Apache-2.0
"""Definition of a load, distribution of users to workers, and the rule for driver limits."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.driver.limits import WorkerSecond, driver_limit, worker_second
from app.driver.load import Load, ramp_ns, split, stream
from app.driver.series import COLUMNS, DRIVER_SERIES, driver_series
from app.driver.worker_messages import Frame
from app.model.messages import sentence


@given(
    st.dictionaries(st.integers(0, 60), st.integers(0, 6)),
    st.integers(0, 60),
    st.sets(st.integers(0, 6), min_size=1).map(sorted),
)
def test_users_are_split_evenly_with_the_fewest_moves(owner: dict[int, int], users: int, workers: list[int]) -> None:
    after = split(owner, users, workers)
    assert sorted(after) == list(range(users))
    held = [sum(worker == other for other in after.values()) for worker in workers]
    assert max(held) - min(held) <= 1

    stayed = sum(owner.get(user) == worker for user, worker in after.items())
    before = sorted((sum(owner.get(user) == worker for user in range(users)) for worker in workers), reverse=True)
    fair, larger = divmod(users, len(workers))
    room = [fair + 1] * larger + [fair] * (len(workers) - larger)
    assert stayed == sum(min(had, may) for had, may in zip(before, room, strict=True))


def test_streams_are_equal_only_for_equal_seeds_and_keys() -> None:
    load = Load(users=1, seed=7)
    first = stream(load, 0, "user", 3).random()
    assert first == stream(load, 0, "user", 3).random()
    others = {
        stream(load, 0, "user", 4).random(),
        stream(load, 1, "user", 3).random(),
        stream(load, 0, "user", 3, 1).random(),
        stream(load, 0, "pauses", 3).random(),
        stream(Load(users=1, seed=8), 0, "user", 3).random(),
    }
    assert len(others | {first}) == 6


def test_ramp_staggers_the_start_of_users() -> None:
    load = Load(users=30, seed=1, ramp_users_per_s=10)
    assert [ramp_ns(load, user) for user in (0, 1, 25)] == [0, 100_000_000, 2_500_000_000]
    assert ramp_ns(Load(users=30, seed=1), 25) == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"users": 1001}, "1001 users"),
        ({"users": -1}, "-1 users"),
        ({"loop": "open"}, "rate above 0"),
        ({"workers": 0}, "0 workers"),
        ({"think_time_s": -1.0}, "can't be negative"),
    ],
)
def test_invalid_load_is_rejected(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Load(**{"users": 1, "seed": 1, **wrong})  # type: ignore[arg-type]


def seconds(worker: int, share: float, lag_s: float, number: int = 5) -> list[WorkerSecond]:
    return [WorkerSecond(0, worker, tick, share, lag_s) for tick in range(number)]


def test_driver_with_headroom_is_not_a_limit() -> None:
    assert driver_limit("SSD", seconds(0, 0.7, 0.001), 0.010) is None
    assert driver_limit("SSD", [], math.nan) is None


def test_busiest_worker_determines_the_driver_limit() -> None:
    limit = driver_limit("SSD", seconds(0, 0.2, 0.0) + seconds(1, 0.8, 0.0), 0.010)
    assert limit is not None
    expected = (
        "SSD is limited by the CPU of the driver machine, not by its own speed (worker 1: 80% of a core, warning above "
        "70%, not valid above 90%)"
    )
    assert sentence(limit) == expected
    assert not limit.invalid


def test_driver_limit_above_90_percent_is_invalid() -> None:
    limit = driver_limit("SSD", seconds(0, 0.95, 0.0), 0.010)
    assert limit is not None
    assert limit.invalid


def test_late_worker_is_a_limit_even_with_idle_cpu() -> None:
    limit = driver_limit("SAS", seconds(0, 0.1, 0.0025), 0.020)
    assert limit is not None
    assert "2.5 ms late (p99), median response 20 ms" in sentence(limit)
    assert not limit.invalid


def test_single_bad_second_is_not_a_limit() -> None:
    assert driver_limit("SAS", [*seconds(0, 0.1, 0.001), WorkerSecond(0, 0, 5, 0.9, math.nan)], 0.020) is None
    assert driver_limit("SAS", [*seconds(0, 0.1, 0.001), WorkerSecond(0, 0, 5, 0.1, 0.5)], 0.020) is None


def frame(tick: int, **readings: float) -> Frame:
    """Return a frame with two I/Os in flight."""
    values = {**dict.fromkeys(COLUMNS, 0.0), "users_requested": 2.0, "wake_up_lag_s": 0.002, **readings}
    ns = 1_000_000_000
    return Frame(0, tick, tick * ns, (tick + 1) * ns, 0, 0, [], [], list(values.values()), 0.0, [])


@pytest.mark.parametrize(
    ("untimed_s", "errors", "said"), [(0.1, 0, ""), (0.5, 0, "25% of its I/Os waited"), (0.5, 1, "")]
)
def test_storage_worker_limit_uses_waiting_ios_not_thread_lag(untimed_s: float, errors: int, said: str) -> None:
    closed = Load(users=2, seed=1)
    after = frame(2, untimed_s=untimed_s, errors=errors)
    second = worker_second(0, frame(1), after, closed, in_depth=True)
    assert second is not None
    # I/Os of 0.07 ms, less than a tenth of the lag.
    limit = driver_limit("SSD", [second], 0.00007)
    assert said in sentence(limit) if limit is not None else not said
    asleep = worker_second(0, frame(1), after, closed, in_depth=False)
    assert asleep is not None
    lagging = driver_limit("SSD", [asleep], 0.00007)
    assert lagging is not None
    assert "2 ms late" in sentence(lagging)


def test_intentional_pauses_of_ios_are_not_a_limit() -> None:
    for load in (Load(users=2, seed=1, think_time_s=0.1), Load(users=2, seed=1, loop="open", rate=5)):
        second = worker_second(0, frame(1), frame(2, untimed_s=1.5), load, in_depth=True)
        assert second is not None
        assert driver_limit("SSD", [second], 0.00007) is None


def test_additive_series_have_one_instance_and_others_one_per_worker() -> None:
    assert {series.path.split("\\")[1] for series in DRIVER_SERIES} == {"Outpace Driver(_Total)"}
    own = [series.path for series in driver_series(2) if series not in DRIVER_SERIES]
    assert own[0] == "\\Outpace Driver(worker 2)\\% of a Core"
    assert not set(own) & {series.path for series in driver_series(2, target=1)}.difference(
        series.path for series in DRIVER_SERIES
    )
    assert all(-1 <= max(series.value, series.base) < len(COLUMNS) for series in driver_series(0))
