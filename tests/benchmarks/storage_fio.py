# SPDX-License-Identifier: Apache-2.0
"""Outpace's storage I/O compared with fio on the same file: IOPS, mean, p50, p99, and processor time per 100,000 I/Os.

The reference in each cell is the best of fio's engines libaio, io_uring, and psync (one job per thread; with psync as
many jobs as outstanding I/Os). fio's latency is its total latency (submission and completion), as in Outpace. Rounds
are interleaved; each cell's ratio is the median of its rounds' ratios. Requires fio (Debian: apt install fio).

    python -m tests.benchmarks.storage_fio FOLDER [--rounds 3] [--seconds 10] [--depths 1,2,4,8,16,32] [--scout 0]
        [--drivers native,python] [--mechanisms auto] [--operations read,write] [--rate 0] [--size-mb 1024] [--device]

--drivers: Outpace's drivers, each measured in every round.

--scout N: run each of fio's engines for N seconds first; only the best one in each cell is compared with Outpace.
--rate N: limit both to N I/Os per second with random (Poisson) arrivals, to compare latencies at equal IOPS; another
line shows whether the medians of the ratios of mean and p99 are within 10 %. Outpace's line shows which share of its
latencies may be its own wait for a core (app/driver/limits.py), which is close to zero on an idle machine.
--device: use a loop device on a file in memory (/dev/shm) instead, which requires root; FOLDER is then ignored.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import get_args

import msgspec

from app.driver.driver_choice import native_lack
from app.driver.load import Load
from app.driver.series import column
from app.driver.target_load import TargetLoad
from app.native.native_library import CHOICE
from app.workloads.storage_io.file import StorageFile
from app.workloads.storage_io.parameters import MechanismName, StorageIoParameters
from app.workloads.storage_io.storage_workload import StorageIoOnFile
from tests.benchmarks.kept import add_option, keep
from tests.support.driver_run import Run, started

THREADS = 2
ENGINES = ("libaio", "io_uring", "psync")
WARM_UP_S = 1
FIGURES = {"iops": "IOPS", "mean_s": "mean", "p50_s": "p50", "p99_s": "p99", "cpu_s": "cpu"}
TOLERANCE = 0.1


@dataclass(frozen=True)
class Cell:
    """One measurement.

    Attributes:
        cpu_s: processor seconds per 100,000 I/Os.
        delayed: delay caused by Outpace, as a share of its latencies.
    """

    iops: float
    mean_s: float
    p50_s: float
    p99_s: float
    cpu_s: float
    delayed: float = nan


def fio(engine: str, path: Path, parameters: StorageIoParameters, depth: int, seconds: int, rate: int = 0) -> Cell:
    """Return fio's figures."""
    jobs, own_depth = (THREADS * depth, 1) if engine == "psync" else (THREADS, depth)
    operation = "write" if parameters.writes else "read"
    options = {
        "name": "cell",
        "filename": path,
        "size": parameters.file_bytes,
        "rw": f"rand{operation}",
        "bs": parameters.block_bytes,
        "ioengine": engine,
        "iodepth": own_depth,
        "numjobs": jobs,
        "runtime": seconds,
        "ramp_time": WARM_UP_S,
        "direct": 1,
        "time_based": 1,
        "group_reporting": 1,
        "norandommap": 1,
        "randrepeat": 0,
        "lat_percentiles": 1,
        "output-format": "json",
    }
    if rate:
        options |= {"rate_iops": rate // jobs, "rate_process": "poisson"}
    out = subprocess.run(
        ["fio", *(f"--{name}={value}" for name, value in options.items())], capture_output=True, text=True, check=True
    )
    job = json.loads(out.stdout)["jobs"][0]
    found = job[operation]
    percentile = found["lat_ns"]["percentile"]
    # fio reports percent of one core for the group, whose jobs and run times are summed.
    cpu_s = (job["usr_cpu"] + job["sys_cpu"]) / 100 * job["job_runtime"] / 1000
    return Cell(
        found["iops"],
        found["lat_ns"]["mean"] / 1e9,
        percentile["50.000000"] / 1e9,
        percentile["99.000000"] / 1e9,
        cpu_s / found["total_ios"] * 1e5,
    )


def ours(workload: StorageIoOnFile, driver: str, depth: int, seconds: int, rate: int = 0) -> Cell:
    """Return the figures of the driver "native" or "python", as the engine receives them."""
    os.environ[CHOICE] = driver
    lack = native_lack(workload)
    assert (lack is None) == (driver == "native"), lack
    load = Load(users=THREADS * depth, seed=os.getpid(), workers=THREADS, max_workers=THREADS)
    if rate:
        load = msgspec.structs.replace(load, loop="open", rate=float(rate))
    with TargetLoad(workload, load) as pool:
        result = started(pool)
        result.follow(pool, seconds + WARM_UP_S + 0.3)
        pool.stop(10)
    assert not result.troubles(), result.troubles()
    assert not result.facts, result.facts
    frames = [frame for frame in result.frames if WARM_UP_S <= frame.tick < seconds + WARM_UP_S]
    measured = Run(frames=frames, order=result.order)
    spent = 0.0
    for worker in range(THREADS):
        cpu = [frame.readings[column("cpu_s")] for frame in result.frames if frame.worker == worker]
        spent += cpu[-1] - cpu[WARM_UP_S - 1]
    counted = sum(frame.orders for frame in result.frames if frame.tick >= WARM_UP_S)
    time_s = sum((frame.to_ns - frame.from_ns) / 1e9 for frame in frames) / THREADS
    # I/O latencies only: in an open loop, orders also include the wait for their turn.
    latency = measured.histogram(int(workload.parameters.writes))
    return Cell(
        latency.count / time_s,
        latency.mean_ns / 1e9,
        latency.percentile_ns(50) / 1e9,
        latency.percentile_ns(99) / 1e9,
        spent / counted * 1e5,
        _delayed(pool),
    )


def _delayed(pool: TargetLoad) -> float:
    """Return the mean delayed share of the most delayed worker."""
    workers: dict[int, list[float]] = {}
    for second in pool.seconds:
        if second.tick >= WARM_UP_S and second.delayed >= 0:
            workers.setdefault(second.worker, []).append(second.delayed)
    return max((statistics.fmean(shares) for shares in workers.values()), default=nan)


@contextlib.contextmanager
def memory_device(size_bytes: int) -> Iterator[Path]:
    """Create a loop device backed by a file in memory."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as place:
        image = Path(place) / "image"
        image.write_bytes(b"")
        with image.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, size_bytes)
        made = subprocess.run(["losetup", "-f", "--show", str(image)], capture_output=True, text=True, check=True)
        device = Path(made.stdout.strip())
        try:
            yield device
        finally:
            subprocess.run(["losetup", "-d", str(device)], check=True)


def compare(place: Path, parameters: StorageIoParameters, given: argparse.Namespace, *, device: bool) -> None:
    """Print a line per cell and mechanism."""
    path = StorageFile(place, parameters, device=device).prepare(lambda *_: None, lambda: False).path
    names = given.mechanisms.split(",")
    for operation in given.operations.split(","):
        for depth in map(int, given.depths.split(",")):
            share = 100.0 if operation == "read" else 0.0
            base = msgspec.structs.replace(parameters, read_percent=share, force_device=True)
            engines = [best_engine(path, base, depth, given)] if given.scout else ENGINES
            peers: dict[str, list[Cell]] = {engine: [] for engine in engines}
            drivers = given.drivers.split(",")
            own: dict[str, list[Cell]] = {f"{driver} {name}": [] for driver in drivers for name in names}
            for _ in range(given.rounds):
                for engine, cells in peers.items():
                    cells.append(fio(engine, path, base, depth, given.seconds, given.rate))
                for variant, cells in own.items():
                    driver, _, name = variant.partition(" ")
                    wanted = msgspec.structs.replace(base, mechanism=name)
                    workload = StorageIoOnFile(place, wanted, device=device)
                    cells.append(ours(workload, driver, depth, given.seconds, given.rate))
            tell(operation, depth, peers, own, given, "device in memory" if device else "file")


def best_engine(path: Path, parameters: StorageIoParameters, depth: int, given: argparse.Namespace) -> str:
    """Return fio's engine with the most IOPS in a short test of each engine."""
    found = {engine: fio(engine, path, parameters, depth, given.scout).iops for engine in ENGINES}
    print("scouted:", ", ".join(f"{engine} {iops:,.0f}/s" for engine, iops in found.items()), flush=True)
    return max(found, key=found.__getitem__)


def tell(
    operation: str,
    depth: int,
    peers: dict[str, list[Cell]],
    own: dict[str, list[Cell]],
    given: argparse.Namespace,
    place: str,
) -> None:
    """Print one cell's medians, and the ratios to fio's engine with the best median."""
    best = max(peers, key=lambda engine: statistics.median(cell.iops for cell in peers[engine]))
    for name, cells in {**{f"fio {engine}": cells for engine, cells in peers.items()}, **own}.items():
        iops, mean, p50, p99, cpu = (
            statistics.median(getattr(cell, figure) for cell in cells)
            for figure in ("iops", "mean_s", "p50_s", "p99_s", "cpu_s")
        )
        line = f"{operation:5} {THREADS}x{depth:<2} {name:15} {iops:9,.0f}/s  mean {mean * 1e3:7.3f} ms"
        line += f"  p50 {p50 * 1e3:7.3f} ms  p99 {p99 * 1e3:7.3f} ms  cpu {cpu:5.2f} s"
        if name in own:
            pairs = list(zip(cells, peers[best], strict=True))
            line += f"  to {best}:"
            medians = {}
            for figure, title in FIGURES.items():
                if given.rate and figure == "iops":
                    continue
                ratios = [getattr(a, figure) / getattr(b, figure) for a, b in pairs]
                medians[title] = statistics.median(ratios)
                line += f"  {title} {medians[title]:.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
                if given.keep:
                    paced = f" at {given.rate}/s" if given.rate else ""
                    cell = f"{title}, {operation} {THREADS}x{depth}{paced}, {place}, {name} / fio"
                    keep("storage_fio", {cell: ratios})
            line += f"  own waiting at most {max(cell.delayed for cell in cells):.1%}"
            if given.rate:
                near = all(abs(medians[title] - 1) <= TOLERANCE for title in ("mean", "p99"))
                line += f"\n      mean and p99 within {TOLERANCE:.0%}: {'yes' if near else 'NO'}"
        print(line, flush=True)


def main() -> None:
    """Run the benchmark."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=int, default=10)
    options.add_argument("--depths", default="1,2,4,8,16,32")
    options.add_argument("--operations", default="read,write")
    options.add_argument("--drivers", default="native,python")
    options.add_argument("--mechanisms", default="auto", help=f"of {', '.join(get_args(MechanismName))}")
    options.add_argument("--size-mb", type=int, default=1024)
    options.add_argument("--scout", type=int, default=0)
    options.add_argument("--rate", type=int, default=0)
    options.add_argument("--device", action="store_true")
    add_option(options)
    given = options.parse_args()
    parameters = StorageIoParameters(file_bytes=given.size_mb << 20)
    if given.device:
        with memory_device(parameters.file_bytes) as device:
            compare(device, parameters, given, device=True)
        return
    try:
        compare(given.folder, parameters, given, device=False)
    finally:
        StorageFile(given.folder, parameters).remove()


if __name__ == "__main__":
    main()
