# SPDX-License-Identifier: Apache-2.0
"""Memory growth of every process over hours, in MB per hour: an embedded pair and a window that follows the run.

    python -P -m tests.benchmarks.soak [--minutes 120] [--users 4] [--think 0.2]

Both systems do the same work with the same journal; A's connections may cache 2 MB of pages each, B's 64 MB (the
default). Growth of B's workers but not of A's is therefore SQLite's page cache, which stops at its limit: users x
cache. The growth is the slope of a line through the second half of the samples, when caches are full.
"""

import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import psutil

from app.control.link import own_program
from tests.support.stranger_display import Screen

SCENARIO = """
title = "Soak"

[workload]
name = "dvdstore"
db_size = "10MB"
users = {users}
think_time_s = {think_s}

[plan]
name = "timed"
ramp_users_per_s = 10
warmup_s = 5
run_s = {seconds}

[[systems]]
name = "2 MB a connection"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
journal = "wal"
folder = "small"
cache_mb = 2

[[systems]]
name = "64 MB a connection"
role = "challenger"
[[systems.targets]]
engine = "sqlite"
journal = "wal"
folder = "large"
cache_mb = 64
"""
SAMPLE_S = 20.0
PRINT_S = 600.0
MB = 1e6


@dataclass(frozen=True)
class Sample:
    """Memory of a process at one time.

    Attributes:
        memory_mb: private memory, in RAM or swapped out; on Windows and macOS, memory that is not shared.
    """

    time_s: float
    memory_mb: float
    files: int
    threads: int


def main() -> None:
    """Run the soak test; print results every ten minutes and at the end."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--users", type=int, default=4)
    parser.add_argument("--think", type=float, default=0.2, help="seconds between the orders of a user")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="outpace-soak-", ignore_cleanup_errors=True) as folder:
        soak(Path(folder), options.minutes * 60, options.users, options.think)


def soak(folder: Path, seconds: float, users: int, think_s: float) -> None:
    """Take samples of one run and its window until the run ends."""
    scenario, session = folder / "soak.toml", folder / "soak.outpace"
    scenario.write_text(SCENARIO.format(users=users, think_s=think_s, seconds=seconds), encoding="utf-8")
    environment = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    folder.chmod(0o700)
    samples: dict[str, list[Sample]] = defaultdict(list)
    with (folder / "output.txt").open("w+", encoding="utf-8") as output, contextlib.ExitStack() as started:

        def start(*command: object, **more: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen([*map(str, command)], env={**environment, **more}, stdout=output, stderr=output)
            started.callback(process.wait)
            started.callback(process.terminate)
            return process

        screen = started.enter_context(contextlib.closing(Screen(folder, width=1920, height=1080)))
        run = start(*own_program(), "run", scenario, "--session", session)
        while not session.exists() and run.poll() is None:
            time.sleep(0.5)
        window = start(*own_program(), "open", session, DISPLAY=screen.name, QT_QPA_PLATFORM="xcb")
        began_s = printed_s = time.monotonic()
        while run.poll() is None:
            time.sleep(SAMPLE_S)
            now_s = time.monotonic()
            for name, process in roles(run.pid, window.pid, folder).items():
                with contextlib.suppress(psutil.Error):
                    if process.status() != psutil.STATUS_ZOMBIE:
                        samples[name].append(sampled(process, now_s - began_s))
            if now_s - printed_s >= PRINT_S:
                printed_s = now_s
                report(samples, now_s - began_s, session)
        print(f"\nThe run ended with status {run.returncode}.")
        output.seek(0)
        print(output.read())
        report(samples, time.monotonic() - began_s, session)


def roles(run: int, window: int, folder: Path) -> dict[str, psutil.Process]:
    """Return the processes by role; a worker is recognized by the database that it has open."""
    found = {}
    for name, pid in (("command", run), ("window", window)):
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            found[name] = process
            for child in process.children(recursive=True):
                found[f"{role(child, folder)}"] = child
    return found


def role(process: psutil.Process, folder: Path) -> str:
    """Return a process's role, or a name with its process ID if the role is unknown."""
    with contextlib.suppress(psutil.Error):
        open_files = [file.path for file in process.open_files()]
        for name in ("small", "large"):
            if any(path.startswith(str(folder / name)) for path in open_files):
                return f"worker, {name} cache, {process.pid}"
        if any(path.endswith(".outpace") for path in open_files):
            return "engine"
        if "resource_tracker" in " ".join(process.cmdline()):
            return "resource tracker"
        if process.name() == "fork server":
            return "fork server"
    return f"child {process.pid}"


def sampled(process: psutil.Process, time_s: float) -> Sample:
    """Take a sample now."""
    if sys.platform == "win32":
        files = process.num_handles()
    else:
        files = process.num_fds()
    return Sample(time_s, memory_mb(process), files, process.num_threads())


def memory_mb(process: psutil.Process) -> float:
    """Return the memory as in `Sample.memory_mb`, without reclaimable file pages if the system reports them."""
    try:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return float(process.memory_full_info().uss / MB)
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Anonymous:", "Swap:"))) * 1024 / MB


def report(samples: dict[str, list[Sample]], elapsed_s: float, session: Path) -> None:
    """Print a line per process: first and last sample, and slope of the second half."""
    sizes = {path.name: path.stat().st_size / MB for path in sorted(session.parent.rglob("*")) if path.is_file()}
    large = ", ".join(f"{name} {mb:.0f} MB" for name, mb in sizes.items() if mb >= 1)
    print(f"\n{elapsed_s / 60:.0f} min; {large}")
    heads = f"{'first MB':>9} {'half MB':>9} {'last MB':>9} {'MB/h, 2nd half':>15} {'files':>9} {'threads':>9}"
    print(f"{'process':32} {heads}")
    for name, all_of_it in sorted(samples.items()):
        first, last = all_of_it[0], all_of_it[-1]
        half = all_of_it[len(all_of_it) // 2 :]
        if len(half) < 3:
            continue
        growth = statistics.linear_regression([s.time_s / 3600 for s in half], [s.memory_mb for s in half]).slope
        print(
            f"{name:32} {first.memory_mb:9.1f} {half[0].memory_mb:9.1f} {last.memory_mb:9.1f} {growth:+15.2f}"
            f" {half[0].files:4d}>{last.files:4d} {half[0].threads:4d}>{last.threads:4d}",
            flush=True,
        )


if __name__ == "__main__":
    main()
