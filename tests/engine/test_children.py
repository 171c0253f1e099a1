# SPDX-License-Identifier: Apache-2.0
"""The engine's children other than workers: how they report failures, and when collectors read."""

import threading
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import pytest

from app.driver.place import Here
from app.engine.child import Child
from app.engine.collector_process import Beat

EARLY_S = 0.005


def fails(connection: Any) -> None:
    """Raise an error, as a defective child would."""
    raise LookupError("a defect of ours")


def test_child_traceback_goes_to_the_log_not_the_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "engine.log"
    child = Child("defective", fails, place=Here(), log_path=log)
    child.join(20)
    assert child.end() == 1
    assert "a defect of ours" in log.read_text(encoding="utf-8")
    assert capfd.readouterr().err == ""


class FakeEarlyBeat(Beat):
    """Clock that wakes its threads slightly before the requested time, as Windows does."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = FakeEarlyCondition()


class FakeEarlyCondition(threading.Condition):
    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        sleep(max(timeout - EARLY_S, 0))
        return False


def test_each_second_is_read_once_even_if_the_wait_ends_early() -> None:
    beat = FakeEarlyBeat()
    second: tuple[int, int] | None = (0, 0)
    seconds, moments = [], []
    for _ in range(3):
        assert second is not None
        second = beat.wait(second)
        assert second is not None
        seconds.append(second[1])
        moments.append(perf_counter())
    assert seconds == list(range(seconds[0], seconds[0] + 3))
    assert min(moments[1] - moments[0], moments[2] - moments[1]) > 10 * EARLY_S
