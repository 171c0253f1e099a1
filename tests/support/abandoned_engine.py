# SPDX-License-Identifier: Apache-2.0
"""Engine that will be killed by its test.

python -m tests.support.abandoned_engine WORKERS NAME ... connects to these agents, starts a load on them, and prints
"ready".
"""

import sys
import time

from app.agents.machine import Agent
from app.agents.ssh import specification
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from tests.support.driver_run import started
from tests.support.fake_workload import FakeWorkload


def main(workers: int, names: list[str]) -> None:
    agents = [Agent(name, specification(name, name, sys.executable)) for name in names]
    load = Load(users=workers, seed=1, workers=workers)
    with TargetLoad(FakeWorkload(delay_s=0.01), load, places=agents) as pool:
        result = started(pool)
        result.follow(pool, 60, lambda: bool(result.frames))
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        time.sleep(3600)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
