# SPDX-License-Identifier: Apache-2.0
"""Cost of counting file calls: the same order cycles without counting, counted in Python, and counted natively.

They run in turn on one database, with users of the native or the Python driver.

    python -m tests.benchmarks.vfs_cost [--rounds 20] [--users 8] [--cycles 60] [--folder FOLDER] [--rate 0]
                                         [--driver native|python]

Prints, for each journal (synchronous=FULL) and each way of counting, the median ratio over rounds, with quartiles, of
the time with counting to the time without, and likewise of the processor time and of the median latency of a purchase.
--rate limits the users to that many cycles per second in total (0: no limit), as think time does in a run; then latency
and processor time are the results, not the time. --synchronous off on a fast disk shows the upper bound of the cost.
"""

import argparse
import gc
import itertools
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw
import numpy as np

from app.databases.sqlite.counting_vfs import CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.databases.sqlite.native_vfs import NativeCountingVfs
from app.driver.load import Load
from app.model.workloads import DvdStore
from app.native.native_library import Absent, NativeLibrary
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.dvdstore.shopper import OPERATIONS
from tests.benchmarks.kept import add_option, keep
from tests.support.crew_run import crew_on
from tests.support.dvdstores import prepare

PURCHASE = [operation.key for operation in OPERATIONS].index("purchase")


class Round:
    """One measurement: seconds and processor seconds per cycle, and the median latency of a purchase in nanoseconds."""

    def __init__(self, workload: EmbeddedWorkload, load: Load, cycles: int, library: NativeLibrary | None) -> None:
        """Run the measurement.

        Args:
            workload: the workload.
            load: the users.
            cycles: minimum number of cycles of all users, after a warm-up of one cycle per user.
            library: the native library, or None for the Python driver.
        """
        gc.collect()
        with crew_on(workload, load, library) as driven:
            driven.follow(lambda: driven.orders >= load.users)
            before = driven.orders
            began, processor = time.perf_counter(), time.process_time()
            driven.follow(lambda: driven.orders >= before + cycles)
            done = driven.orders - before
            self.seconds = (time.perf_counter() - began) / done
            self.processor = (time.process_time() - processor) / done
            self.purchase = float(np.median(driven.took_ns(PURCHASE)))


def compare(folder: Path, settings: SqliteSettings, options: argparse.Namespace) -> None:
    """Print one journal's lines."""
    workload = prepare(folder, DvdStore(), settings)
    shared = workload._shared
    assert shared is not None
    library = NativeLibrary.load({})
    ways = {"uncounted": apsw.vfs_names()[0], "python": CountingVfs().name}
    if isinstance(library, Absent):
        print(f"nothing native: {library.lack}")
    else:
        ways["native"] = NativeCountingVfs(library).name
    crew = library if isinstance(library, NativeLibrary) and options.driver == "native" else None
    rounds: dict[str, list[Round]] = {way: [] for way in ways}
    orders = list(itertools.permutations(ways))
    for number in range(options.rounds):
        load = Load(users=options.users, seed=number, think_time_s=options.users / options.rate if options.rate else 0)
        for way in orders[number % len(orders)]:
            shared.vfs.name = ways[way]
            rounds[way].append(Round(workload, load, options.users * options.cycles, crew))
    workload.close()
    plain = rounds.pop("uncounted")
    rate = statistics.median(1 / one.seconds for one in plain)
    print(
        f"{settings.journal}, {settings.synchronous}: {options.users} users, driven by {options.driver}, "
        f"{options.rounds} rounds, "
        f"{rate:.0f} cycles/s uncounted"
    )
    for way, counted in rounds.items():
        figures = "  ".join(
            f"{name} {ratios([figure(one) for one in counted], [figure(one) for one in plain])}"
            for name, figure in FIGURES.items()
        )
        print(f"  counted by {way:6}  {figures}")
        if options.keep:
            kept = {
                f"{name} counted by {way}, driven by {options.driver}, {settings.journal} / uncounted": [
                    figure(one) / figure(other) for one, other in zip(counted, plain, strict=True)
                ]
                for name, figure in FIGURES.items()
            }
            keep("vfs_cost", kept)


FIGURES: dict[str, Callable[[Round], float]] = {
    "time": lambda one: one.seconds,
    "processor": lambda one: one.processor,
    "purchase": lambda one: one.purchase,
}


def ratios(counted: Sequence[float], plain: Sequence[float]) -> str:
    """Return the median and quartiles of the rounds' ratios."""
    found = sorted(one / other for one, other in zip(counted, plain, strict=True))
    return f"x{statistics.median(found):.3f} ({found[len(found) // 4]:.3f}-{found[len(found) * 3 // 4]:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--users", type=int, default=8)
    parser.add_argument("--cycles", type=int, default=60)
    parser.add_argument("--driver", choices=("native", "python"), default="native")
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--synchronous", choices=("full", "normal", "off"), default="full")
    parser.add_argument("--folder", type=Path)
    add_option(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for journal in ("rollback", "wal"):
            compare(Path(folder) / journal, SqliteSettings(journal, options.synchronous), options)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
