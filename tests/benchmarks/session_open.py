# SPDX-License-Identifier: Apache-2.0
"""Time to open a long session, its charts and its table: 8 hours of 60 counters once per second, with latencies.

`python -m tests.benchmarks.session_open [HOURS]`; the target is below 1 s for opening with all chart data.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.model.documents import TargetDetail
from app.model.histogram import Histogram
from app.results.result import result_of
from app.session.reader import SessionReader
from app.session.seal import verify
from app.session.writer import SessionWriter
from collectors.series import Reading, Series

SECOND = 1_000_000_000
SYSTEMS = 2
COUNTERS_A_SYSTEM = 30
OPERATIONS = 7
CALLS_A_SECOND = 100
ROUNDS = 7


def write(path: Path, seconds: int) -> float:
    """Write a synthetic session with two workers per system; return the milliseconds per commit."""
    rng = np.random.default_rng(1)
    pool = []
    for _ in range(50):
        histogram = Histogram()
        histogram.record(rng.lognormal(14, 0.6, CALLS_A_SECOND).astype(np.int64))
        pool.append(histogram)
    series = [Series(f"\\Thing({n})\\Figure/sec", "/s", "rate", "device", n) for n in range(COUNTERS_A_SYSTEM // 3)]
    with SessionWriter.create(path, title="long", scenario_toml="", clock_origin_ns=0) as writer:
        sources, targets = [], []
        for system_name in "AB"[:SYSTEMS]:
            system = writer.add_system(system_name, "baseline", "", {})
            targets.append(writer.add_target(system, "t", TargetDetail()))
            for part in range(3):
                own = [Series(f"\\P{part}{s.path}", s.unit, s.kind, s.layer, s.value) for s in series]
                sources.append(writer.add_source("s", own, len(own), system=system, target=targets[-1]))
        operations = [writer.add_operation(f"operation {n}", True) for n in range(OPERATIONS)]
        writer.start(0)
        raw = np.zeros(len(series))
        spent = []
        for tick in range(seconds):
            raw = raw + rng.integers(0, 5000, len(series))
            for source in sources:
                writer.sample(source, (tick + 1) * SECOND, Reading(tick + 1.0, tuple(raw)))
            for target in targets:
                for operation in operations:
                    histogram = pool[int(rng.integers(len(pool)))]
                    writer.latencies(target, operation, tick, tick * SECOND, (tick + 1) * SECOND, histogram)
            began = time.process_time()
            if tick % 60 == 59 or tick < 600:  # large commits for most of the file, so that writing takes only minutes
                writer.commit()
                spent.append(time.process_time() - began)
        began = time.perf_counter()
        writer.finish(seconds * SECOND, valid=True, reasons=[], warnings=[])
        print(f"finish with hash: {time.perf_counter() - began:.2f} s")
    return statistics.median(spent[:600]) * 1e3


def opened(path: Path) -> SessionReader:
    return SessionReader.open(path)


def charts(path: Path) -> None:
    with SessionReader.open(path) as reader:
        for counter in reader.counters:
            reader.samples(counter)


def table(path: Path) -> None:
    with SessionReader.open(path) as reader:
        result_of(reader)


def main() -> None:
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.outpace"
        commit_ms = write(path, round(hours * 3600))
        print(f"{hours:g} h, {path.stat().st_size / 1e6:.0f} MB; CPU of a commit: {commit_ms:.2f} ms")
        actions: dict[str, Callable[[Path], object]] = {
            "open": lambda p: opened(p).close(),
            "open + all chart arrays": charts,
            "open + whole result": table,
            "verify": verify,
        }
        taken: dict[str, list[float]] = {name: [] for name in actions}
        for _ in range(ROUNDS):
            for name, action in actions.items():
                began = time.perf_counter()
                action(path)
                taken[name].append(time.perf_counter() - began)
        whole = statistics.median(taken["open"])
        for name, seconds in taken.items():
            middle = statistics.median(seconds)
            print(
                f"{name:26} {middle:6.3f} s   ({min(seconds):.3f} - {max(seconds):.3f})   {middle / whole:5.2f} x open"
            )


if __name__ == "__main__":
    main()
