# SPDX-License-Identifier: Apache-2.0
"""Workers that become unresponsive, and targets that end together."""

import os
import signal
import sys

import pytest

from app.driver.load import Load
from app.driver.target_load import TargetLoad
from tests.support.driver_run import own_children, started
from tests.support.fake_workload import FakeWorkload

PATIENCE_S = 60.0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal that halts a process")
def test_users_of_an_unresponsive_worker_are_not_counted_as_alive() -> None:
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=4, seed=1, workers=2)) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 4)
        halted = own_children("worker")[0]
        os.kill(halted.pid, signal.SIGSTOP)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 2)
        os.kill(halted.pid, signal.SIGKILL)
        assert result.follow(pool, PATIENCE_S, lambda: pool.users_alive == 4), "another worker takes them"


def test_targets_dismissed_together_share_one_timeout() -> None:
    load = Load(users=2, seed=1)
    with TargetLoad(FakeWorkload(hang=True), load) as stuck, TargetLoad(FakeWorkload(delay_s=0.01), load) as free:
        started(stuck)
        result = started(free)
        assert result.follow(free, PATIENCE_S, lambda: len(result.frames) >= 1)
        for pool in (stuck, free):
            pool.dismiss(4)
        stuck.stop(4)
        # The idle worker can end during the timeout of the stuck one: no further wait is needed, and nothing is killed.
        assert free.stop(0.5) != []
        assert free.facts() == []
