"""What counting the file calls costs: the same order cycles without it, counted in Python and counted natively, in
turn, on one database.

    python -m tests.benchmarks.vfs_cost [--rounds 20] [--users 8] [--cycles 60] [--folder FOLDER] [--rate 0]

Prints, for each journal (synchronous=FULL) and each way of counting, the median over rounds, with quartiles, of time
with counting / time without, of processor time, and of the median latency of a purchase. --rate paces the users to so
many cycles a second in all (0: no pause), as a run with think time does; then time is not a result, latency and
processor time are. The ceiling of the counting shows with synchronous=OFF on a fast disk: --synchronous off.
"""

import argparse
import gc
import itertools
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw

from app.databases.sqlite.counting_vfs import CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.databases.sqlite.native_vfs import NativeCountingVfs
from app.model.workloads import DvdStore
from app.native.native_library import Absent, NativeLibrary
from app.workloads.dvdstore.cycle import PURCHASE
from app.workloads.dvdstore.sqlite.embedded_workload import DvdStoreOnSqlite, DvdStoreUser
from tests.dvdstores import prepare


class Round:
    """One measured piece: seconds, processor seconds, the purchases' seconds."""

    def __init__(self, workload: DvdStoreOnSqlite, seed: int, users: int, cycles: int, rate: float) -> None:
        self.purchases: list[float] = []
        self._interval = users / rate if rate else 0.0
        members = [workload.user(random.Random(seed * 1000 + i)) for i in range(users)]
        for user in members:
            self._cycle(user)
        self.purchases.clear()
        threads = [threading.Thread(target=self._work, args=(user, cycles, i)) for i, user in enumerate(members)]
        gc.collect()
        began, processor = time.perf_counter(), time.process_time()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.seconds, self.processor = time.perf_counter() - began, time.process_time() - processor
        for user in members:
            user.close()

    def _work(self, user: DvdStoreUser, cycles: int, number: int) -> None:
        pauses = random.Random(number)
        for _ in range(cycles):
            if self._interval:
                time.sleep(pauses.uniform(0, 2 * self._interval))
            self._cycle(user)

    def _cycle(self, user: DvdStoreUser) -> None:
        cycle = user.cycle()
        result: object = None
        while True:
            try:
                call = cycle.send(result)
            except StopIteration:
                return
            began = time.perf_counter()
            result = call.function(*call.arguments)
            if call.operation == PURCHASE:
                self.purchases.append(time.perf_counter() - began)


def compare(folder: Path, settings: SqliteSettings, options: argparse.Namespace) -> None:
    """Prints one journal's lines."""
    workload = prepare(folder, DvdStore(), settings)
    shared = workload._shared
    assert shared is not None
    library = NativeLibrary.load({})
    ways = {"uncounted": apsw.vfs_names()[0], "python": CountingVfs().name}
    if isinstance(library, Absent):
        print(f"nothing native: {library.lack}")
    else:
        ways["native"] = NativeCountingVfs(library).name
    rounds: dict[str, list[Round]] = {way: [] for way in ways}
    orders = list(itertools.permutations(ways))
    for number in range(options.rounds):
        for way in orders[number % len(orders)]:
            shared.vfs.name = ways[way]
            rounds[way].append(Round(workload, number, options.users, options.cycles, options.rate))
    workload.close()
    plain = rounds.pop("uncounted")
    rate = statistics.median(options.users * options.cycles / one.seconds for one in plain)
    print(
        f"{settings.journal}, {settings.synchronous}: {options.users} users, {options.rounds} rounds, "
        f"{rate:.0f} cycles/s uncounted"
    )
    for way, counted in rounds.items():
        figures = "  ".join(
            f"{name} {ratios([figure(one) for one in counted], [figure(one) for one in plain])}"
            for name, figure in FIGURES.items()
        )
        print(f"  counted by {way:6}  {figures}")


FIGURES: dict[str, Callable[[Round], float]] = {
    "time": lambda one: one.seconds,
    "processor": lambda one: one.processor,
    "purchase": lambda one: statistics.median(one.purchases),
}


def ratios(counted: Sequence[float], plain: Sequence[float]) -> str:
    """Round by round: the median and the quartiles."""
    found = sorted(one / other for one, other in zip(counted, plain, strict=True))
    return f"x{statistics.median(found):.3f} ({found[len(found) // 4]:.3f}-{found[len(found) * 3 // 4]:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--users", type=int, default=8)
    parser.add_argument("--cycles", type=int, default=60)
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--synchronous", choices=("full", "normal", "off"), default="full")
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for journal in ("rollback", "wal"):
            compare(Path(folder) / journal, SqliteSettings(journal, options.synchronous), options)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
