"""What counting the file calls costs: the same order cycles with and without it, in turn, on one database.

    python -m tests.benchmarks.vfs_cost [--rounds 20] [--users 8] [--cycles 60] [--folder FOLDER] [--rate 0]

Prints, for each journal (synchronous=FULL), the median over rounds of time with counting / time without, of processor
time, and of the median latency of a purchase. --rate paces the users to so many cycles a second in all (0: no pause),
as a run with think time does; then time is not a result, latency and processor time are. The ceiling of the counting
(every file call through Python) shows with synchronous=OFF on a fast disk: --synchronous off.
"""

import argparse
import gc
import random
import statistics
import tempfile
import threading
import time
from pathlib import Path

import apsw

from app.databases.sqlite.embedded_engine import SqliteSettings
from app.model.workloads import DvdStore
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
    """Prints one line for one journal."""
    workload = prepare(folder, DvdStore(), settings)
    shared = workload._shared
    assert shared is not None
    counting = shared.vfs.name
    ratios: dict[str, list[float]] = {"time": [], "processor": [], "purchase": []}
    plain_rates = []
    for number in range(options.rounds):
        rounds = {}
        for counted in (True, False) if number % 2 else (False, True):
            shared.vfs.name = counting if counted else apsw.vfs_names()[0]
            rounds[counted] = Round(workload, number, options.users, options.cycles, options.rate)
        ratios["time"].append(rounds[True].seconds / rounds[False].seconds)
        ratios["processor"].append(rounds[True].processor / rounds[False].processor)
        ratios["purchase"].append(
            statistics.median(rounds[True].purchases) / statistics.median(rounds[False].purchases)
        )
        plain_rates.append(options.users * options.cycles / rounds[False].seconds)
    workload.close()
    figures = "  ".join(
        f"{name} x{statistics.median(values):.3f} ({sorted(values)[len(values) // 4]:.3f}-"
        f"{sorted(values)[len(values) * 3 // 4]:.3f})"
        for name, values in ratios.items()
    )
    print(
        f"{settings.journal:8} {settings.synchronous} {options.users} users, {options.rounds} rounds, "
        f"{statistics.median(plain_rates):.0f} cycles/s uncounted: {figures}"
    )


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
