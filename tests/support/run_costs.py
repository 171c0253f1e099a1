# SPDX-License-Identifier: Apache-2.0
"""Costs of test files, from tests/costs.json, for a run's order, its remaining time, and a budget per folder.

A whole run updates the file with --record-costs. Times were measured on one machine; `yardstick_s` describes its speed,
so that runs on other machines can be compared.
"""

import json
import time
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

COSTS = Path(__file__).parents[1] / "costs.json"
GROWTH = 1.1
"""Growth factor: a folder that exceeds its budget by this factor is reported."""
LEAST_GROWTH_S = 2.0
"""Growth in seconds below which a change is noise."""


@dataclass(frozen=True)
class FileCost:
    """Cost of one test file.

    Attributes:
        processor_s: processor time of the tests and the processes that they started or used.
        elapsed_s: wall-clock time.
    """

    tests: int
    processor_s: float
    elapsed_s: float


@dataclass(frozen=True)
class Costs:
    """Recorded costs, by path from tests/.

    yardstick_s: `measure_yardstick_s` on the machine that measured the costs; 0 if there are no costs.
    """

    files: Mapping[str, FileCost] = field(default_factory=dict)
    yardstick_s: float = 0.0

    @classmethod
    def read(cls, path: Path = COSTS) -> "Costs":
        """Read a file written by `write`; a missing file is empty."""
        if not path.exists():
            return cls()
        content = json.loads(path.read_text(encoding="utf-8"))
        return cls({name: FileCost(*cost) for name, cost in content["files"].items()}, content["yardstick_s"])

    def write(self, path: Path = COSTS) -> None:
        """Write one line per file, so that concurrent changes can be merged."""
        lines = [
            f'"{name}": {json.dumps([cost.tests, round(cost.processor_s, 1), round(cost.elapsed_s, 1)])}'
            for name, cost in sorted(self.files.items())
        ]
        files = ",\n".join(lines)
        path.write_text(f'{{"yardstick_s": {self.yardstick_s:.3f}, "files": {{\n{files}\n}}}}\n', encoding="utf-8")

    def renewed(self, measured: Mapping[str, FileCost], yardstick_s: float, there: Collection[str]) -> "Costs":
        """Return these costs, updated with those of the completely measured files, and without missing files.

        The other costs are scaled to the new machine's speed.
        """
        factor = yardstick_s / self.yardstick_s if self.yardstick_s else 1.0
        kept = {
            name: FileCost(cost.tests, cost.processor_s * factor, cost.elapsed_s * factor)
            for name, cost in self.files.items()
            if name in there
        }
        return Costs(kept | {name: cost for name, cost in measured.items() if self.is_whole(name, cost)}, yardstick_s)

    def is_whole(self, name: str, cost: FileCost) -> bool:
        """Return whether as many tests of a file ran as are recorded; --fast and -k run only some of them."""
        return name not in self.files or cost.tests >= self.files[name].tests

    def elapsed_s(self, name: str, tests: int, unknown_s: float = 1.0) -> float:
        """Return the expected elapsed time of this many tests of a file; `unknown_s` applies to unrecorded files."""
        if (cost := self.files.get(name)) is None:
            return unknown_s
        return cost.elapsed_s * min(1.0, tests / max(cost.tests, 1))


@dataclass(frozen=True)
class FolderCost:
    """Processor time of a folder's tests in this run.

    Attributes:
        budget_s: recorded time, scaled to this machine's speed; None if only some of the folder's tests ran or nothing
            is recorded.
    """

    name: str
    tests: int
    processor_s: float
    budget_s: float | None

    @property
    def grew(self) -> bool:
        """True if the folder takes more than its budget allows."""
        if self.budget_s is None:
            return False
        return self.processor_s > max(self.budget_s * GROWTH, self.budget_s + LEAST_GROWTH_S)


def by_folder(costs: Costs, measured: Mapping[str, FileCost], yardstick_s: float) -> list[FolderCost]:
    """Return the cost of each folder, the most expensive first. A new file counts as growth of its folder."""
    factor = yardstick_s / costs.yardstick_s if costs.yardstick_s else 0.0
    processor_s: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for name, cost in measured.items():
        processor_s[folder_of(name)] += cost.processor_s
        tests[folder_of(name)] += cost.tests
    found = []
    for folder in processor_s:
        recorded = {name: cost for name, cost in costs.files.items() if folder_of(name) == folder}
        whole = recorded and all(name in measured and costs.is_whole(name, measured[name]) for name in recorded)
        budget_s = factor * sum(cost.processor_s for cost in recorded.values()) if whole and factor else None
        found.append(FolderCost(folder, tests[folder], processor_s[folder], budget_s))
    return sorted(found, key=lambda one: -one.processor_s)


def folder_of(name: str) -> str:
    """Return the folder of a test file, or "." for one in the root."""
    return name.rpartition("/")[0] or "."


def time_left_s(done_s: float, left_s: float, elapsed_s: float, processes: int) -> float:
    """Return the remaining time of a run.

    Args:
        done_s: recorded time of the completed files.
        left_s: recorded time of the others.
        elapsed_s: time since the start of the run.
        processes: number of files that run at the same time.
    """
    share = done_s / (done_s + left_s) if done_s else 0.0
    if share < 0.05:  # too little to estimate the machine's speed
        return left_s / processes
    return elapsed_s * left_s / done_s


def measure_yardstick_s() -> float:
    """Return the processor time of a fixed amount of work, the minimum of three tries."""
    tries = []
    for _ in range(3):
        begin = time.process_time()
        numbers = [number * number % 1009 for number in range(200_000)]
        numbers.sort()
        "".join(map(str, numbers))
        tries.append(time.process_time() - begin)
    return min(tries)
