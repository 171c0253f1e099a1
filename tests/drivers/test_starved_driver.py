# SPDX-License-Identifier: Apache-2.0
"""A driver starved of processor time measures how long it waits for a core, and the run reports it."""

import math
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from app.driver.limits import DELAY_INVALID_SHARE, DELAY_SHARE, WorkerSecond, driver_limit, worker_second
from app.driver.load import Load
from app.driver.series import COLUMNS
from app.driver.worker import RunDelay
from app.driver.worker_messages import Frame
from app.model.events import DriverLimits, OtherPrograms, StarvedWorker
from app.model.messages import sentence
from app.results.storage_results import storage_steps
from app.session.reader import SessionReader
from tests.support.busy_cores import busy_loops
from tests.support.engine_runs import phase_of, running, scenario_file, until

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how long threads wait for a core")
WAITING = "Threads Waiting for a Core"
PATIENCE_S = 90

STORAGE = """
title = "Beside busy programs"
[workload]
name = "storage-io"
threads = 1
outstanding = 8
file_size = "64MB"
[plan]
name = "timed"
warmup_s = 1
run_s = 3
[[systems]]
name = "A file"
role = "baseline"
[[systems.targets]]
engine = "storage"
path = "files"
"""


def ran_beside(loops: int, scenario: Path, session: Path) -> int:
    """Run a scenario with busy loops from warm-up to the end of the measurement; return the exit status."""
    with running("run", scenario, "--session", session) as run:
        until(lambda: phase_of(session) in {"ramp", "warm-up", "measure"}, PATIENCE_S)
        with busy_loops(loops, PATIENCE_S):
            until(lambda: phase_of(session) == "stop" or run.poll() is not None, PATIENCE_S)
        run.communicate(timeout=PATIENCE_S)
    return run.returncode


@pytest.fixture(scope="module")
def starved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run storage I/O with six busy loops per core."""
    folder = tmp_path_factory.mktemp("starved")
    place = Path(__file__).parent / f"starved-{os.getpid()}"
    place.mkdir()
    try:
        file = place / "scenario.toml"
        (place / "files").mkdir()
        file.write_text(STORAGE, encoding="utf-8")
        session = folder / "starved.outpace"
        assert ran_beside(6 * (os.cpu_count() or 1) // 2 + 3, file, session) == 1
    finally:
        for path in sorted(place.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        place.rmdir()
    return session


@LINUX
def test_starved_storage_run_is_invalid_with_the_reason(starved: Path) -> None:
    with SessionReader.open(starved) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        limits = [reason for reason in reader.end.reasons if isinstance(reason, DriverLimits)]
        assert limits, [reader.sentence(reason) for reason in reader.end.reasons]
        (delay,) = [one for one in limits[0].reasons if isinstance(one, StarvedWorker)]
        assert delay.share > DELAY_INVALID_SHARE
        text = reader.sentence(limits[0])
        assert "of the latency is its own waiting for a core" in text
        assert "end other programs" in text
        others = [warning for warning in reader.end.warnings if isinstance(warning, OtherPrograms)]
        assert others
        assert others[0].share > 0.25
        assert "other programs used" in reader.sentence(others[0])


@LINUX
def test_starved_run_records_waiting_threads_and_device_latency(starved: Path) -> None:
    with SessionReader.open(starved) as reader:
        (step,) = storage_steps(reader)
        measured_s = (step.systems["A"].latency["order"].mean_ms or math.nan) / 1e3
        phase = next(phase for phase in reader.phases if phase.name == "measure")
        own = {counter.path: counter for counter in reader.counters if counter.system == 1}
        (waiting,) = [counter for path, counter in own.items() if path.endswith(WAITING)]
        assert waiting.layer == "driver"
        assert reader.window(waiting, phase.from_s, phase.to_s).average > DELAY_INVALID_SHARE
        devices = [c for path, c in own.items() if path.startswith("\\LogicalDisk(") and path.endswith("sec/Transfer")]
        if not devices:
            pytest.skip("the folder of the tests lies on no block device that the system tells")
        assert {device.layer for device in devices} == {"device"}
        # The block layer measures below the driver, so its latencies exclude the driver's wait for a core.
        assert reader.window(devices[0], phase.from_s, phase.to_s).average < measured_s


@LINUX
def test_embedded_run_is_not_invalidated_by_waiting_for_shared_cores(tmp_path: Path) -> None:
    """A worker's waits for a core are part of this machine's speed. Other programs are reported."""
    file, session = scenario_file(tmp_path, users=8, think_s=0, run_s=2), tmp_path / "embedded.outpace"
    ran_beside(2 * (os.cpu_count() or 1), file, session)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        found = [*reader.end.reasons, *reader.end.warnings]
        assert not [one for limit in found if isinstance(limit, DriverLimits) for one in limit.reasons
                    if isinstance(one, StarvedWorker)]  # fmt: skip
        assert [one for one in reader.end.warnings if isinstance(one, OtherPrograms)]
        assert [counter for counter in reader.counters if counter.path.endswith(WAITING)]


@LINUX
def test_run_delay_agrees_with_the_kernel_and_includes_ended_threads() -> None:
    numbers: list[int] = []
    leave, ready = threading.Event(), threading.Barrier(3)

    def work() -> None:
        numbers.append(threading.get_native_id())
        ready.wait()
        leave.wait()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    ready.wait()
    delay = RunDelay()
    before_s = delay.until_now_s(numbers)
    told_ns = [int(Path(f"/proc/self/task/{one}/schedstat").read_text(encoding="ascii").split()[1]) for one in numbers]
    assert 0 <= before_s <= sum(told_ns) / 1e9
    leave.set()
    for thread in threads:
        thread.join()
    while any(Path(f"/proc/self/task/{one}").exists() for one in numbers):
        time.sleep(0.01)
    assert delay.until_now_s([]) >= before_s


def test_run_delay_adds_up_across_starting_and_ending_threads() -> None:
    told = {1: 5_000_000_000, 2: 1_000_000_000}
    delay = RunDelay(told.get)
    assert delay.until_now_s([1, 2]) == 6
    told[1] = 7_000_000_000
    del told[2]
    assert delay.until_now_s([1, 2]) == 8
    told |= {1: 1_000_000_000, 3: 500_000_000}
    assert delay.until_now_s([1, 3]) == 9.5, "the first one's number is another thread's by now"
    assert math.isnan(RunDelay(lambda _thread: None).until_now_s([1])), "not told"


def frame(tick: int, **readings: float) -> Frame:
    """Return a frame of two users."""
    values = {**dict.fromkeys(COLUMNS, 0.0), "users_requested": 2.0, **readings}
    ns = 1_000_000_000
    return Frame(0, tick, tick * ns, (tick + 1) * ns, 0, 0, [], [], list(values.values()), 0.0, [])


def second(load: Load, *, in_depth: bool, **readings: float) -> WorkerSecond:
    """Return the figures of one second."""
    found = worker_second(0, frame(1), frame(2, **readings), load, in_depth=in_depth)
    assert found is not None
    return found


def test_delayed_share_estimates_latency_from_waiting_for_a_core() -> None:
    closed, opened = Load(users=2, seed=1), Load(users=2, seed=1, loop="open", rate=10)
    of_thread = second(closed, in_depth=True, run_delay_s=0.3, response_s=1.9)
    assert of_thread.delayed == pytest.approx(0.3), "of each second it waited 0.3, with all I/Os"
    seldom = second(opened, in_depth=True, run_delay_s=0.01, response_s=0.04)
    assert seldom.delayed == pytest.approx(0.25), "one I/O at a time"
    users = second(closed, in_depth=False, run_delay_s=0.3, response_s=1.4, in_progress_s=1.5)
    assert users.delayed == pytest.approx(0.2)
    assert math.isnan(second(closed, in_depth=True, run_delay_s=math.nan, response_s=2.0).delayed)
    embedded = Load(users=2, seed=1, embedded=True)
    assert math.isnan(second(embedded, in_depth=False, run_delay_s=0.9, in_progress_s=1.0).delayed)


@pytest.mark.parametrize(
    ("share", "beside", "told", "invalid"),
    [
        (DELAY_SHARE, False, False, False),
        (DELAY_SHARE + 0.01, False, True, False),
        (DELAY_INVALID_SHARE + 0.01, False, True, True),
        (DELAY_INVALID_SHARE + 0.01, True, False, False),
        (0.9, True, True, False),
    ],
)
def test_waiting_for_a_core_above_the_limits_warns_or_invalidates(
    share: float, beside: bool, told: bool, invalid: bool
) -> None:
    seconds = [WorkerSecond(0, 0, tick, 0.2, math.nan, 0.0, share) for tick in range(5)]
    limit = driver_limit("A", seconds, 0.01, shares_cores=beside)
    assert (limit is not None) is told
    if limit is not None:
        assert limit.invalid is invalid
        assert f"worker 0: up to {share:.0%} of the latency is its own waiting for a core" in sentence(limit)
