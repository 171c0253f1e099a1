# SPDX-License-Identifier: Apache-2.0
"""Load of a target as the engine sees it, on worker processes and a fake workload with known behavior."""

import math
import os
import signal
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import perf_counter_ns

import pytest

from app.driver.limits import driver_limit
from app.driver.load import Load
from app.driver.place import Here, IdleCores
from app.driver.series import column
from app.driver.target_load import BUSY_SECONDS, TargetLoad
from app.model.events import UsersNotConnected, WorkerDied, WorkerFailed, WorkerReplaced, kind_of
from app.model.messages import sentence
from app.workloads.described import EncodedDescription
from tests.support.driver_run import CONNECT_S, Run, own_children, run, started
from tests.support.fake_workload import LOOK, READ, WRITE, FakeWorkload

PATIENCE_S = 60.0


@pytest.fixture(params=["python", "native"], autouse=True)
def driver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run every test with both drivers."""
    monkeypatch.setenv("OUTPACE_DRIVER", request.param)
    return str(request.param)


def noted(diary: Path) -> list[str]:
    return diary.read_text().splitlines() if diary.exists() else []


def workers_of(result: Run) -> int:
    """Return the number of workers that have sent frames."""
    return len({frame.worker for frame in result.frames})


def alive_in_frames(result: Run) -> set[float]:
    return {frame.readings[column("users_alive")] for frame in result.frames[1:-1]}


def test_closed_loop_figures_agree_and_satisfy_littles_law() -> None:
    result = run(FakeWorkload(delay_s=0.02, rollbacks=0.25), Load(users=16, seed=1, think_time_s=0.02), 2.6)

    orders = result.orders
    assert orders.count == sum(frame.orders for frame in result.frames) == result.total("orders") > 0
    assert orders.min_ns >= 20_000_000
    counts = {operation: result.histogram(operation).count for operation in (READ, WRITE, LOOK)}
    assert set(counts.values()) == {orders.count}
    timed_ns = result.histogram(READ).sum_ns + result.histogram(WRITE).sum_ns
    assert orders.sum_ns == timed_ns, "an order's response is the sum of its timed calls"
    rollbacks = sum(frame.rollbacks for frame in result.frames)
    assert abs(rollbacks / orders.count - 0.25) < 5 * (0.25 * 0.75 / orders.count) ** 0.5

    assert alive_in_frames(result) == {16.0}
    seconds = result.frames[-1].to_ns / 1e9
    accounted_s = result.total("response_s") + result.total("think_s") + result.total("untimed_s")
    # On a busy machine all users wait while the one that holds the GIL waits for a processor.
    slack_s = 0.05 * 16 * seconds
    delay_s = result.total("run_delay_s")  # NaN if the driver does not measure it
    assert -slack_s < 16 * seconds - accounted_s < slack_s + (16 * delay_s if math.isfinite(delay_s) else 0)
    assert result.facts == []
    assert result.troubles() == {}


def test_frames_are_contiguous_and_aligned_to_the_common_start() -> None:
    result = run(FakeWorkload(delay_s=0.005), Load(users=2, seed=1, workers=2), 2.1)
    for worker in (0, 1):
        frames = [frame for frame in result.frames if frame.worker == worker]
        assert [frame.tick for frame in frames] == list(range(len(frames)))
        assert [frame.to_ns for frame in frames[:-1]] == [(frame.tick + 1) * 10**9 for frame in frames[:-1]]
        assert [frame.from_ns for frame in frames] == [0, *(frame.to_ns for frame in frames[:-1])]
        assert frames[-1].engine == [frames[-1].readings[column("orders")]], "the workload's own series comes along"


def test_users_on_both_systems_make_the_same_choices_and_start_together(tmp_path: Path) -> None:
    diaries = [tmp_path / "a", tmp_path / "b"]
    load = Load(users=6, seed=5, workers=2)
    pools = [TargetLoad(FakeWorkload(delay_s=0.01, diary=str(diary)), load, target=3) for diary in diaries]
    with pools[0], pools[1]:
        for pool in pools:
            pool.start()
        assert all(pool.wait_ready(CONNECT_S) for pool in pools)
        start_ns = perf_counter_ns() + 300_000_000
        for pool in pools:
            pool.release(start_ns)
        results = [Run(), Run()]
        for pool, diary, result in zip(pools, diaries, results, strict=True):
            # Six users and two first calls; each worker's frame shows how long the worker waited for a processor.
            assert result.follow(
                pool, PATIENCE_S, lambda diary=diary, result=result: len(noted(diary)) == 8 and workers_of(result) == 2
            )
    first, second = ({line for line in noted(diary) if line.startswith("user")} for diary in diaries)
    assert len(first) == 6
    assert first == second
    begins = [int(line.split()[1]) for diary in diaries for line in noted(diary) if line.startswith("begin")]
    assert len(begins) == 4
    assert min(begins) >= start_ns, "nobody begins before the common start"
    delay_s = sum(result.total("run_delay_s") for result in results)
    assert math.isnan(delay_s) or (max(begins) - start_ns) / 1e9 < 0.3 + delay_s


def test_open_loop_reveals_a_stall_that_a_closed_loop_hides() -> None:
    stalling = FakeWorkload(delay_s=0.002, stall=(0.8, 1.3))
    seen = run(stalling, Load(users=8, seed=1, loop="open", rate=60), 2.5)
    hidden = run(stalling, Load(users=1, seed=1), 2.5, lambda result: result.orders.count > 300)
    assert seen.orders.percentile_ns(99) > 300_000_000
    assert hidden.orders.percentile_ns(99) < seen.orders.percentile_ns(99) / 3
    assert hidden.orders.max_ns > 450_000_000, "one order of hundreds"

    arrivals, seconds = seen.total("arrivals"), seen.frames[-1].to_ns / 1e9
    assert abs(arrivals - 60 * seconds) < 5 * (60 * seconds) ** 0.5
    assert seen.total("missed") == 0
    assert seen.total("lag_s") > 0
    timed_ns = seen.histogram(READ).sum_ns + seen.histogram(WRITE).sum_ns
    assert seen.orders.sum_ns / 1e9 == pytest.approx(timed_ns / 1e9 + seen.total("lag_s")), "from the intended start"


def test_open_loop_counts_arrivals_missed_by_a_slow_target() -> None:
    result = run(FakeWorkload(delay_s=0.1), Load(users=2, seed=1, loop="open", rate=60, max_lag_s=0.2), 2.1)
    assert result.total("missed") > 30, "two users can serve twenty a second"
    assert result.total("missed") + result.total("arrivals") == pytest.approx(60 * 2.1, rel=0.5)


def test_arrival_rate_can_change_during_a_run() -> None:
    load = Load(users=4, seed=1, loop="open", rate=10, workers=2)
    with TargetLoad(FakeWorkload(delay_s=0.005), load) as pool:
        result = started(pool)

        def most_in_a_second() -> float:
            """Return the arrivals at the busier worker, which has half of them."""
            counted = [[f.readings[column("arrivals")] for f in result.frames if f.worker == w] for w in (0, 1)]
            return max((b - a for one in counted for a, b in pairwise(one)), default=0.0)

        assert result.follow(pool, PATIENCE_S, lambda: result.total("arrivals") >= 10)
        pool.set_rate(200)
        assert result.follow(pool, PATIENCE_S, lambda: most_in_a_second() > 60), "it was five"
        with pytest.raises(ValueError, match="can't be negative"):
            pool.set_rate(-1)


def test_users_of_a_later_repeat_start_later_on_the_same_clock() -> None:
    """The common start was 100 s ago; these users start in its second 102 or later."""
    start_ns = perf_counter_ns() - 100 * 10**9
    begin_ns = start_ns + 102 * 10**9
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=2, seed=1)) as pool:
        pool.start()
        assert pool.wait_ready(CONNECT_S), pool.facts()
        while begin_ns < perf_counter_ns() + 10**9:
            begin_ns += 10**9
        pool.release(start_ns, begin_ns)
        result = Run(order=len(pool.operations) - 1)
        assert result.follow(pool, PATIENCE_S, lambda: result.total("orders") > 0)
    idle = [frame for frame in result.frames if frame.to_ns <= begin_ns - start_ns]
    assert idle, "frames come before the users begin, too"
    assert {frame.orders for frame in idle} == {0}
    assert {frame.readings[column("users_alive")] for frame in idle} == {2.0}
    for frame in result.frames[1:]:
        assert frame.tick >= 100
        assert frame.from_ns == frame.tick * 10**9


def test_errors_are_counted_by_kind_and_no_user_is_lost(driver: str) -> None:
    faults = (("deadlock", 0.02), ("disk full", 0.02), ("connection lost", 0.02))
    bug, said = {
        "python": ("user replaced: KeyError", "a mistake in the workload"),
        "native": ("user replaced: TapeError", "a division by zero"),
    }[driver]
    every = {"deadlock", "disk full", "connection lost", bug}
    workload = FakeWorkload(delay_s=0.005, faults=faults, bug_every=50)

    def has_met_all(result: Run) -> bool:
        return set(result.troubles()) >= every and result.troubles()["deadlock"] >= 20

    result = run(workload, Load(users=8, seed=1), 1.1, has_met_all)
    troubles = result.troubles()
    assert set(troubles) == every
    assert result.total("retries") == troubles["deadlock"]
    assert result.total("errors") == sum(troubles.values()) - troubles["deadlock"]
    texts = {trouble.kind: trouble.text for frame in result.frames for trouble in frame.troubles}
    assert texts["disk full"] == "fake disk full"
    assert said in texts[bug]
    # The waits average half a second.
    assert result.histogram(WRITE).max_ns > 300_000_000, "the wait belongs to the latency"
    assert {frame.readings[column("users_requested")] for frame in result.frames[:-1]} == {8.0}
    assert result.alive > 0
    assert result.facts == []


def test_users_can_be_added_and_removed_during_a_run() -> None:
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=2, seed=1, workers=2)) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 2)
        pool.set_users(9)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 9)
        pool.set_users(0)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 0)
        pool.set_users(4)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 4)
        assert pool.users_requested == 4
        with pytest.raises(ValueError, match="1001 users"):
            pool.set_users(1001)
        assert pool.stop(10)
        assert result.troubles() == {}
        assert pool.facts() == []


def test_users_start_one_after_another_on_a_ramp() -> None:
    """A user completes at most 100 orders per second, so the count shows how many users have started."""
    result = run(FakeWorkload(delay_s=0.01), Load(users=6, seed=1, ramp_users_per_s=3), 3.1)
    orders = [frame.orders for frame in result.frames[:3]]
    assert 0 < orders[0] <= 100 * (1 + 2 / 3 + 1 / 3)
    assert orders[0] < orders[1] <= 100 * (3 + 1 + 2 / 3 + 1 / 3)
    assert {frame.readings[column("users_alive")] for frame in result.frames[:2]} == {6.0}, "all connect first"


def test_instant_target_is_driver_limited_and_accepts_another_worker() -> None:
    with TargetLoad(FakeWorkload(), Load(users=8, seed=1, max_workers=1)) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: len(pool.seconds) >= 2)
        limit = driver_limit("SSD", pool.seconds, result.orders.percentile_ns(50) / 1e9)
        assert limit is not None
        assert sentence(limit).startswith("SSD is limited by the CPU of the driver machine")
        assert "(worker 0: " in sentence(limit)
        assert pool.busiest is not None

        pool.add_worker()
        assert result.follow(pool, PATIENCE_S, lambda: {frame.worker for frame in result.frames} == {0, 1})
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 8)
        last = {frame.worker: frame for frame in result.frames}
        assert [last[worker].readings[column("users_requested")] for worker in (0, 1)] == [4.0, 4.0]
        # On a busy machine a worker may send its frames some seconds late, but its seconds are aligned.
        assert all(frame.to_ns == (frame.tick + 1) * 1_000_000_000 for frame in last.values()), "the beat is kept"
        assert [kind_of(fact.message) for fact in result.facts] == ["worker added"]


def test_dead_worker_is_reported_and_another_takes_over_its_users(tmp_path: Path) -> None:
    exit_file = tmp_path / "die"
    with TargetLoad(FakeWorkload(delay_s=0.01, exit_file=str(exit_file)), Load(users=4, seed=1, workers=2)) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 4)
        exit_file.touch()
        assert result.follow(
            pool, PATIENCE_S, lambda: any(isinstance(fact.message, WorkerReplaced) for fact in result.facts)
        )
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 4 and 2 in {f.worker for f in result.frames})
    died = next(fact for fact in result.facts if isinstance(fact.message, WorkerDied))
    assert isinstance(died.message, WorkerDied)
    assert (died.severity, died.message.exit_code) == ("error", 9)
    assert sentence(died.message) == f": worker {died.message.worker} died (exit code 9)"


def test_failures_to_open_a_workload_or_connect_users_are_reported() -> None:
    with TargetLoad(FakeWorkload(broken=True), Load(users=2, seed=1)) as pool:
        pool.start()
        assert not pool.wait_ready(CONNECT_S)
        (fact,) = pool.facts()
        assert sentence(fact.message) == ": worker 0 could not start: OSError: the folder is missing"
    with TargetLoad(FakeWorkload(refuse=True), Load(users=2, seed=1)) as pool:
        pool.start()
        assert pool.wait_ready(CONNECT_S)
        (fact,) = pool.facts()
        assert isinstance(fact.message, UsersNotConnected)
        assert sentence(fact.message).startswith(
            ": worker 0 connected 0 of 2 users; the first error: ConnectionRefusedError: nobody"
        )
        pool.release(perf_counter_ns())
        result = Run()
        assert result.follow(pool, PATIENCE_S, lambda: "connect" in result.troubles()), "they try again"


@pytest.mark.parametrize("trap", ["hang", "stuck"])
def test_stopping_ends_workers_with_hung_calls(trap: str) -> None:
    with TargetLoad(FakeWorkload(hang=trap == "hang", stuck=trap == "stuck"), Load(users=2, seed=1)) as pool:
        result = started(pool)
        result.follow(pool, 0.5)
        (worker,) = own_children("worker")
        pool.stop(2)
        assert not worker.is_running()
        kinds = {kind_of(fact.message) for fact in [*result.facts, *pool.facts()]}
        assert kinds == ({"users stuck"} if trap == "hang" else {"worker died"})
        assert pool.stop(2) == [], "stopping twice does no harm"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")
def test_workers_ignore_ctrl_c() -> None:
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=2, seed=1)) as pool:
        pool.start()
        workers = [child.pid for child in own_children("worker")]
        for pid in workers:
            os.kill(pid, signal.SIGINT)
        assert pool.wait_ready(CONNECT_S)
        pool.release(perf_counter_ns())
        for pid in workers:
            os.kill(pid, signal.SIGINT)
        result = Run()
        assert result.follow(pool, PATIENCE_S, lambda: len(result.frames) >= 2)
        assert result.facts == []


class FakeHere(Here):
    """Fake of this machine with a given number of idle cores."""

    def __init__(self, idle: float) -> None:
        super().__init__()
        self._idle = idle

    def idle_cores(self) -> Callable[[], float]:
        return lambda: self._idle


@pytest.mark.parametrize(("idle", "workers"), [(2.0, {0, 1}), (0.1, {0})])
def test_worker_is_added_only_while_a_core_is_idle(
    idle: float, workers: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The worker uses about a fifth of a core, or less when other tests run at the same time.
    monkeypatch.setattr("app.driver.target_load.WARN_SHARE", 0.03)
    load = Load(users=8, seed=1, max_workers=2)
    with TargetLoad(FakeWorkload(delay_s=0.004), load, places=[FakeHere(idle)]) as pool:
        result = started(pool)
        # Three busy seconds, and one more.
        last = BUSY_SECONDS + 1
        assert result.follow(pool, PATIENCE_S, lambda: {f.worker for f in result.frames if f.tick >= last} == workers)
        assert [kind_of(fact.message) for fact in result.facts] == ["worker added"] * (len(workers) - 1)


class FakeFastClock(Here):
    """Fake of this machine with a fast clock."""

    ahead_ns = 0

    def there_ns(self, here_ns: int) -> int:
        return here_ns + self.ahead_ns


def test_worker_seconds_follow_the_clock_of_the_engine() -> None:
    place = FakeFastClock()
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=4, seed=1, workers=2), places=[place]) as pool:
        pool.start()
        assert pool.wait_ready(CONNECT_S), pool.facts()
        start_ns = perf_counter_ns()
        pool.release(start_ns)
        result = Run(order=len(pool.operations) - 1)
        assert result.follow(pool, PATIENCE_S, lambda: {f.worker for f in result.frames if f.tick >= 1} == {0, 1})
        place.ahead_ns = 300_000_000
        assert result.follow(pool, PATIENCE_S, lambda: {f.worker for f in result.frames if f.tick >= 4} == {0, 1})
        passed_ns = perf_counter_ns() - start_ns
        result.frames += pool.stop(PATIENCE_S)
        facts = result.facts + pool.facts()
    # The fifth second ends 0.3 s later than by the clock at the start.
    assert passed_ns >= 5_300_000_000
    for worker in (0, 1):
        frames = [frame for frame in result.frames if frame.worker == worker]
        # All times are covered by exactly one frame, and no order is lost or counted twice.
        assert all(before.to_ns == after.from_ns for before, after in pairwise(frames))
        assert [frame.to_ns for frame in frames[:-1]] == [(frame.tick + 1) * 1_000_000_000 for frame in frames[:-1]]
        assert sum(frame.orders for frame in frames) == frames[-1].readings[column("orders")]
    assert result.orders.count == result.total("orders")
    assert facts == []


def test_missing_workload_module_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = EncodedDescription("app.workloads.of_a_package_that_is_only_here:Description", b"\x80")
    monkeypatch.setattr("app.driver.target_load.EncodedDescription", FakeDescribed(missing))
    with TargetLoad(FakeWorkload(), Load(users=1, seed=1)) as pool:
        pool.start()
        assert not pool.wait_ready(CONNECT_S)
        (fact,) = pool.facts()
    assert isinstance(fact.message, WorkerFailed)
    assert "No module named 'app.workloads.of_a_package_that_is_only_here'" in sentence(fact.message)


class FakeDescribed:
    """Fake that describes every workload in the same way."""

    def __init__(self, described: EncodedDescription) -> None:
        self._described = described

    def of(self, workload: FakeWorkload) -> EncodedDescription:
        return self._described


def test_idle_cores_are_between_zero_and_the_core_count() -> None:
    idle = IdleCores()
    time.sleep(0.2)
    assert 0 <= idle() <= (os.cpu_count() or 1)


def test_orders_in_progress_are_counted_during_a_stall() -> None:
    stalling = FakeWorkload(delay_s=0.002, stall=(0.5, 3.5))
    frames = run(stalling, Load(users=6, seed=1), 4.5).frames
    whole = [frame for frame in frames if frame.to_ns % 1_000_000_000 == 0]
    total = [frame.readings[column("in_progress_s")] for frame in whole]
    mean = [after - before for before, after in pairwise(total)]
    stalled = [number for number, frame in enumerate(whole[1:]) if frame.orders == 0]
    assert len(stalled) >= 2
    assert [mean[number] for number in stalled] == pytest.approx([6.0] * len(stalled), abs=0.1)
    assert all(0 <= value <= 6.1 for value in mean), "a stall that ends is no spike: it was counted all along"


def test_orders_in_progress_include_the_wait_of_arrivals() -> None:
    result = run(FakeWorkload(delay_s=0.05), Load(users=2, seed=1, loop="open", rate=80, max_lag_s=1), 4.0)
    waited = result.total("lag_s")
    assert waited > 1
    assert result.total("in_progress_s") >= waited + 0.9 * 0.05 * result.orders.count
