# SPDX-License-Identifier: Apache-2.0
"""Invalid frames are rejected before any part of them is counted."""

from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from app.driver.frame_check import fault
from app.driver.series import column
from app.driver.worker_messages import Frame, Latencies, Trouble
from tests.support.frames_of_workers import KEYS, NS, frame

NOW_NS = 11 * NS


def frames() -> tuple[Frame, Frame]:
    rng = np.random.default_rng(1)
    return frame(rng, 0, 9), frame(rng, 0, 10)


def changed(**fields: object) -> Callable[[Frame], Frame]:
    return lambda one: msgspec.structs.replace(one, **fields)


def reading(name: str, value: float) -> Callable[[Frame], Frame]:
    def change(one: Frame) -> Frame:
        readings = list(one.readings)
        readings[column(name)] = value
        return msgspec.structs.replace(one, readings=readings)

    return change


def row(**fields: object) -> Callable[[Frame], Frame]:
    def change(one: Frame) -> Frame:
        rows: list[Latencies] = [msgspec.structs.replace(one.latencies[0], **fields), *one.latencies[1:]]
        return msgspec.structs.replace(one, latencies=rows)

    return change


def wrong(before: Frame, one: Frame) -> str:
    return fault(one, before, len(KEYS), 3, NOW_NS)


def test_valid_worker_frames_are_accepted() -> None:
    before, one = frames()
    assert not fault(before, None, len(KEYS), 0, NOW_NS)
    assert not wrong(before, one)
    for fine in (
        reading("run_delay_s", float("nan")),
        reading("wake_up_lag_s", float("nan")),
        changed(engine=[1.0, 2.0, float("nan")], engine_time_s=7.0),
        changed(latencies=[]),
        changed(under_way=[(len(KEYS) - 1, 20 * NS)]),
        changed(stood_still=[(-NS, 2 * NS)]),
    ):
        assert not wrong(before, fine(one))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(changed(tick=9), id="the same second"),
        pytest.param(changed(to_ns=5), id="back in time"),
        pytest.param(changed(tick=1 << 62), id="a second to come"),
        pytest.param(changed(to_ns=1 << 63), id="a time to come"),
        pytest.param(changed(from_ns=-1), id="before the start"),
        pytest.param(changed(readings=[0.0]), id="one reading"),
        pytest.param(reading("cpu_s", float("inf")), id="endless"),
        pytest.param(reading("users_alive", float("nan")), id="no number of users"),
        pytest.param(reading("missed", -1.0), id="less than none missed"),
        pytest.param(changed(engine=[1.0]), id="another engine's readings"),
        pytest.param(changed(engine_time_s=float("nan")), id="no time"),
        pytest.param(changed(orders=-1), id="less than no orders"),
        pytest.param(changed(rollbacks=1 << 63), id="too many rollbacks"),
        pytest.param(changed(troubles=[Trouble("deadlock", -7, "", retried=False)]), id="less than no errors"),
        pytest.param(changed(under_way=[(99, 0)]), id="under way, unknown"),
        pytest.param(changed(under_way=[(0, -1)]), id="under way, to come"),
        pytest.param(changed(stood_still=[(5, 1)]), id="stood still, backwards"),
        pytest.param(row(operation=7), id="unknown operation"),
        pytest.param(row(operation=-1), id="operation from the end"),
        pytest.param(row(count=119), id="another count"),
        pytest.param(row(count=0, counts=b""), id="nothing"),
        pytest.param(row(counts=b"12345"), id="cut off"),
        pytest.param(row(counts=b"\xff\xff\x78\0\0\0"), id="no such bucket"),
        pytest.param(row(min_ns=9 << 50), id="the least is more than the most"),
        pytest.param(row(sum_ns=1 << 62), id="a sum that no file takes"),
    ],
)
def test_invalid_frame_is_rejected(change: Callable[[Frame], Frame]) -> None:
    before, one = frames()
    assert wrong(before, change(one))
