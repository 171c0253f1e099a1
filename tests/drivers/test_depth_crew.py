# SPDX-License-Identifier: Apache-2.0
"""One thread per worker keeps I/Os in flight, on real files and with the same driver interface as the engine."""

import errno
import os
import sys
from pathlib import Path

import pytest

from app.driver.load import stream
from app.driver.target_load import TargetLoad
from app.model.events import WorkerFailed
from app.model.messages import sentence
from app.workloads.storage_io.file import StorageFile
from app.workloads.storage_io.opening import open_for_io, opened_mechanism
from app.workloads.storage_io.parameters import MechanismName, StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageDescription, StorageIoOnFile
from app.workloads.workload import Mechanism
from tests.support.driver_run import Run, load, run, started

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the thread that keeps I/Os under way is Linux's here")

FILE_BYTES = 8 << 20


def prepared(folder: Path, **wanted: object) -> StorageIoOnFile:
    parameters = StorageIoParameters(**{"file_bytes": FILE_BYTES, "block_bytes": 4096, **wanted})  # type: ignore[arg-type]
    StorageFile(folder, parameters).prepare(lambda *_: None, lambda: False)
    return StorageIoOnFile(folder, parameters)


def seconds(result: Run) -> float:
    """Return the user-seconds that the driver reports."""
    return sum(result.total(name) for name in ("response_s", "think_s", "untimed_s"))


def under_way(result: Run) -> float:
    """Return the mean number of I/Os in flight, by Little's law."""
    last = {frame.worker: frame.to_ns for frame in result.frames}
    return seconds(result) / (sum(last.values()) / len(last) / 1e9)


class TogetherDescription(StorageDescription, frozen=True):
    def workload(self) -> "Together":
        return Together(Path(self.place), self.parameters, device=self.device)


class Together(StorageIoOnFile):
    """Workload with the mechanism for a device whose I/Os the kernel does not schedule."""

    @property
    def description(self) -> TogetherDescription:
        return TogetherDescription(str(self.place), self.parameters, self.device)

    def mechanism(self) -> Mechanism:
        mechanism = super().mechanism()
        mechanism.together = True
        return mechanism


@pytest.mark.usefixtures("each_driver")
@pytest.mark.parametrize(
    ("mechanism", "together"),
    [("libaio", False), ("libaio", True), ("io_uring", False), ("io_uring", True), ("threads", False)],
)
def test_every_io_is_counted_as_an_order_with_its_latency(
    direct_folder: Path, mechanism: MechanismName, together: bool
) -> None:
    workload = prepared(direct_folder, mechanism=mechanism, read_percent=50)
    if together:
        workload = Together(workload.place, workload.parameters)
    result = run(workload, load(users=8, workers=2), 0.6)
    reads, writes = result.histogram(0), result.histogram(1)
    assert reads.count > 0
    assert writes.count > 0
    assert result.orders.count == reads.count + writes.count == result.total("orders")
    assert result.orders.sum_ns == reads.sum_ns + writes.sum_ns
    assert not result.troubles()
    assert not result.facts
    # The last frame does not count I/Os that are still in flight at its end, nor does any other.
    assert 4 < under_way(result) < 8.5


@pytest.mark.parametrize("name", ["libaio", "io_uring"])
def test_rejected_io_does_not_delay_others(direct_folder: Path, name: str) -> None:
    workload = prepared(direct_folder)
    descriptor = open_for_io(StorageFile(direct_folder, workload.parameters).path, workload.parameters, writes=False)
    mechanism = opened_mechanism(name, descriptor, workload.parameters)
    try:
        mechanism.reserve(3)
        for slot, write in enumerate((False, True, False)):
            mechanism.prepare(slot, slot * 4096, write)
        ended = dict(mechanism.begin_all([0, 1, 2]))
        while len(ended) < 3:
            ended.update(mechanism.wait(10))
        assert ended == {0: 4096, 1: -errno.EBADF, 2: 4096}
    finally:
        mechanism.close()
        os.close(descriptor)


@pytest.mark.usefixtures("each_driver")
def test_queue_depth_can_change_during_a_run(direct_folder: Path) -> None:
    # The I/Os are large, because many small ones would occupy a core.
    with TargetLoad(prepared(direct_folder, block_bytes=1 << 20), load(users=1)) as pool:
        result = started(pool)
        for users in (4, 16, 2, 1):
            pool.set_users(users)
            assert result.follow(pool, 60, lambda users=users: pool.users_alive == users)  # type: ignore[misc]
            seen = len(result.frames)
            assert result.follow(pool, 60, lambda seen=seen: len(result.frames) >= seen + 2)  # type: ignore[misc]
            frame, before = result.frames[-1], result.frames[-2]
            spent = sum(frame.readings[i] - before.readings[i] for i in (5, 6, 7))
            assert abs(spent / ((frame.to_ns - before.to_ns) / 1e9) - users) < 0.5 * users
            assert frame.orders > 0
        result.frames += pool.stop(10)
    assert not pool.facts()
    assert not result.troubles()


@pytest.mark.usefixtures("each_driver")
def test_open_loop_keeps_its_rate_regardless_of_the_depth(direct_folder: Path) -> None:
    result = run(prepared(direct_folder), load(users=8, loop="open", rate=200.0), 3)
    assert result.total("arrivals") == pytest.approx(600, rel=0.35)
    assert result.total("arrivals") - 8 <= result.orders.count <= result.total("arrivals")
    # The wait for an arrival's turn counts toward the order's latency, not toward its read's.
    waited_s = (result.orders.sum_ns - result.histogram(0).sum_ns) / 1e9
    assert waited_s == pytest.approx(result.total("lag_s"), rel=0.05, abs=0.05)


@pytest.mark.usefixtures("each_driver")
def test_think_time_and_ramp_apply_to_ios(direct_folder: Path) -> None:
    result = run(prepared(direct_folder), load(users=4, think_time_s=0.02, ramp_users_per_s=4), 2.5)
    assert result.total("think_s") > result.total("response_s")
    assert result.orders.count < 4 * 2.6 / 0.02 * 2
    assert result.frames[0].orders < result.frames[1].orders


class ShrinkingDescription(StorageDescription, frozen=True):
    def workload(self) -> "Shrinking":
        return Shrinking(self)


class Shrinking(StorageIoOnFile):
    """File that loses its second half after the workers have opened it, as on a partly failed device."""

    def __init__(self, workload: StorageIoOnFile | StorageDescription) -> None:
        super().__init__(Path(workload.place), workload.parameters)

    @property
    def description(self) -> ShrinkingDescription:
        return ShrinkingDescription(str(self.place), self.parameters, self.device)

    def open(self) -> None:
        super().open()
        os.truncate(StorageFile(self.place, self.parameters).path, FILE_BYTES // 2)


@pytest.mark.usefixtures("each_driver")
@pytest.mark.parametrize("users", [1, 4])
def test_failed_ios_are_counted_by_kind_and_others_continue(direct_folder: Path, users: int) -> None:
    result = run(Shrinking(prepared(direct_folder)), load(users=users), 2.5)
    assert set(result.troubles()) == {"short I/O"}
    assert result.orders.count > 0
    # Growing pauses prevent a busy loop.
    assert result.troubles()["short I/O"] < 40 * users
    assert result.total("errors") == sum(result.troubles().values())


def test_missing_file_ends_the_worker_with_a_reason(tmp_path: Path) -> None:
    workload = StorageIoOnFile(tmp_path, StorageIoParameters(file_bytes=FILE_BYTES))
    with TargetLoad(workload, load(users=1)) as pool:
        pool.start()
        result = Run()
        assert result.follow(pool, 60, lambda: any(isinstance(fact.message, WorkerFailed) for fact in result.facts))
        assert "prepare it first" in sentence(result.facts[0].message)


def test_equal_seeds_choose_the_same_blocks(direct_folder: Path) -> None:
    workload = prepared(direct_folder, read_percent=70)
    workload.open()
    try:
        for user in range(3):
            first = workload.choices(stream(load(1), 0, "user", user))
            second = workload.choices(stream(load(1), 0, "user", user))
            drawn = [next(first) for _ in range(5000)]
            assert drawn == [next(second) for _ in range(5000)]
    finally:
        workload.close()
