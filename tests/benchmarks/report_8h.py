# SPDX-License-Identifier: Apache-2.0
"""Cost of a long session's report: 8 hours of 60 counters once per second, with latencies and three repeats.

`python -m tests.benchmarks.report_8h [HOURS]`; the target is below 10 s and 500 MB for each format. Each format is
written by a separate process, as on the command line; the time is that of the whole process, the memory its peak.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from app.driver.series import COLUMNS, column, driver_series
from app.model.documents import TargetDetail
from app.model.histogram import Histogram
from app.session.writer import SessionWriter
from collectors.series import Reading, Series

SECOND = 1_000_000_000
REPEATS = 3
WARM_UP_S = 300
OPERATIONS = ("login", "new_customer", "browse_category", "browse_actor", "browse_title", "purchase", "order")
COUNTERS_A_SYSTEM = 30
CALLS_A_SECOND = 100
ROUNDS = 3


def write(path: Path, seconds: int) -> int:
    """Write a synthetic session and return the number of its counters, without latencies."""
    rng = np.random.default_rng(1)
    pool = []
    for _ in range(50):
        histogram = Histogram()
        histogram.record(rng.lognormal(14, 0.6, CALLS_A_SECOND).astype(np.int64))
        pool.append(histogram)
    driver = driver_series(1)
    more = max(COUNTERS_A_SYSTEM - len(driver), 1)
    files = [Series("\\Engine File(_Total)\\Transfers/sec", "/s", "rate", "engine file", 0, better="more")]
    files += [Series("\\Engine File(_Total)\\Avg. sec/Transfer", "s", "average", "engine file", 1, 0, better="less")]
    files += [Series(f"\\Thing({n})\\Figure/sec", "/s", "rate", "device", n) for n in range(2, more)]
    with SessionWriter.create(path, title="long", scenario_toml="", clock_origin_ns=0) as writer:
        targets, sources = [], []
        for name, role in (("Eight hours of disks", "baseline"), ("Eight hours of flash", "challenger")):
            system = writer.add_system(name, role, "", {})
            targets.append(writer.add_target(system, "target 1", TargetDetail(engine="synthetic")))
            own = writer.add_source("worker", driver, len(COLUMNS), system=system, target=targets[-1], from_zero=True)
            sources.append((own, writer.add_source("files", files, more, system=system, target=targets[-1])))
        operations = [writer.add_operation(key, True) for key in OPERATIONS]
        writer.start(0)
        phases(writer, seconds)
        raw = [np.zeros(len(COLUMNS)) for _ in targets]
        other = [np.zeros(more) for _ in targets]
        for tick in range(seconds):
            at_ns = (tick + 1) * SECOND
            for number, (own, counted) in enumerate(sources):
                orders = rng.poisson(90 * (number + 1))
                raw[number][column("orders")] += orders
                raw[number][column("response_s")] += 6
                raw[number][column("think_s")] += 2
                raw[number][column("users_alive")] = raw[number][column("users_requested")] = 8
                other[number] += rng.integers(1, 5000, more)
                writer.sample(own, at_ns, Reading(tick + 1.0, tuple(raw[number])))
                writer.sample(counted, at_ns, Reading(tick + 1.0, tuple(other[number])))
            for target in targets:
                for operation in operations:
                    histogram = pool[int(rng.integers(len(pool)))]
                    writer.latencies(target, operation, tick, tick * SECOND, at_ns, histogram)
            if tick % 60 == 59:
                writer.commit()
        writer.finish(seconds * SECOND, valid=True, reasons=[], warnings=[])
    return 2 * (len(driver) + len(files))


def phases(writer: SessionWriter, seconds: int) -> None:
    """Write the warm-up and measurement phases of each repeat."""
    each = seconds // REPEATS
    for repeat in range(1, REPEATS + 1):
        begin = (repeat - 1) * each
        writer.phase(begin * SECOND, "warm-up", run=repeat)
        writer.phase((begin + min(WARM_UP_S, each // 2)) * SECOND, "measure", run=repeat)


def measured(session: Path, option: str, output: Path) -> tuple[float, float]:
    """Return the seconds and MB of one report written on the command line."""
    command = [sys.executable, "-m", "app", "report", str(session), option, str(output)]
    began = time.perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    taken = time.perf_counter() - began
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return taken, usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def main() -> None:
    if sys.platform == "win32":
        raise SystemExit("this benchmark needs wait4, which Windows lacks")
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    with tempfile.TemporaryDirectory() as folder:
        session = Path(folder) / "long.outpace"
        counters = write(session, round(hours * 3600))
        print(f"{hours:g} h, {counters} counters, {session.stat().st_size / 1e6:.0f} MB")
        for form in ("html", "pdf", "png", "xlsx"):
            found = []
            for number in range(ROUNDS):
                output = Path(folder) / f"report-{number}.{form}"
                found.append((*measured(session, f"--{form}", output), output.stat().st_size / 1e6))
            seconds = [taken for taken, _, _ in found]
            memory = max(used for _, used, _ in found)
            spread = f"({min(seconds):.1f} - {max(seconds):.1f})"
            print(
                f"{form:5} {statistics.median(seconds):5.1f} s {spread:14} {memory:4.0f} MB, {found[0][2]:.1f} MB file"
            )


if __name__ == "__main__":
    main()
