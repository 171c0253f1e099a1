# SPDX-License-Identifier: Apache-2.0
"""Cost of the collectors to a server, in percent of its throughput, and in processor time per reading.

    python -m tests.benchmarks.collector_cost [--rounds 10] [--seconds 10] [--clients 8] [--load select] [--sources 1]

A private PostgreSQL under pgbench, in alternating rounds with and without a collector process (the same as in the
engine, with one reading per second; in a real run it is on the driver's machine, here on the server's). Prints the cost
with its 95 % confidence interval. --load select is CPU-bound, --load update is bound by the disk's syncs. --sources 20
reads twenty times as often and prints a twentieth of that cost, because a smaller cost would be lost in the noise.

Before that, on idle private servers, the server's processor time per reading, for PostgreSQL and MariaDB with their
timing settings on: at one reading per second this is the cost under any load, without the noise of throughput.
"""

import argparse
import contextlib
import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

from app.analysis.comparison import compare
from app.databases.mysql.statistics import MySqlCounters
from app.databases.postgresql.statistics import PostgreSqlCounters
from app.databases.server import connect, load_pyodbc
from app.driver.place import Here
from app.engine.child import Child
from app.engine.collector_process import Sample, decode, watch
from app.engine.sources import ServerSource
from tests.support.private_server import PrivateServer, postgresql_programs, server_for_tests
from tests.support.servers import address_of

TIMED = {"track_io_timing": "on", "track_wal_io_timing": "on"}
SCALE = 10
READINGS = 1000
LOADS = {"select": ["--select-only"], "update": []}


class Beside:
    """Running collector process of one system, as started by the engine; counts its readings."""

    def __init__(self, server: PrivateServer, database: str, sources: int) -> None:
        every = [ServerSource(address_of(server, database), server.password)] * sources
        self._child = Child("collectors", watch, every, place=Here(), log_path=Path(os.devnull))
        self._over = threading.Event()
        self._reads = threading.Event()
        self.readings = 0
        self._thread = threading.Thread(target=self._count, daemon=True)
        self._thread.start()
        if not self._reads.wait(60):
            raise RuntimeError("the collectors read nothing in 60 s")
        self.readings = 0

    def _count(self) -> None:
        while not self._over.wait(0.05):
            while (data := self._child.receive()) is not None:
                message = decode(data)
                if isinstance(message, Sample) and not message.trouble:
                    self.readings += 1
                    self._reads.set()

    def end(self) -> None:
        self._over.set()
        self._thread.join()
        self._child.end()


def pgbench(server: PrivateServer, *options: str) -> str:
    programs = postgresql_programs()
    assert programs is not None
    place = [f"--host={server.host}", f"--port={server.port}", f"--username={server.user}"]
    done = subprocess.run(
        [str(programs / "pgbench"), *place, *options, "bench"],
        env={"PGPASSWORD": server.password}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def throughput(server: PrivateServer, load: str, clients: int, seconds: int) -> float:
    """Return the transactions per second."""
    said = pgbench(
        server, *LOADS[load], "--protocol=prepared", "--no-vacuum", f"--client={clients}", f"--time={seconds}"
    )
    found = re.search(r"tps = ([\d.]+)", said)
    assert found is not None, said
    return float(found[1])


def rounds(load: str, count: int, clients: int, seconds: int, sources: int) -> None:
    with server_for_tests("postgresql", TIMED, durable=True) as server:
        with connected(server) as cursor:
            cursor.execute("CREATE DATABASE bench")
        pgbench(server, "--initialize", f"--scale={SCALE}", "--quiet")
        throughput(server, load, clients, seconds)  # warms the cache
        without, beside, readings = [], [], 0
        for number in range(count):
            for watched in (number % 2 == 0, number % 2 == 1):
                if watched:
                    collectors = Beside(server, "bench", sources)
                    beside.append(throughput(server, load, clients, seconds))
                    collectors.end()
                    readings += collectors.readings
                else:
                    without.append(throughput(server, load, clients, seconds))
            print(f"  round {number + 1}: without {without[-1]:,.0f}/s, with {beside[-1]:,.0f}/s", flush=True)
    found = compare(without, beside, "paired")
    cost, least, most = (100 * (1 - ratio) / sources for ratio in (found.ratio, found.high, found.low))
    print(f"{load}: costs {cost:+.2f} % of throughput, 95 % interval {least:+.2f} to {most:+.2f} %")
    print(f"  {count} pairs of {seconds} s, {clients} clients, {readings} readings of {sources} sources")


@contextlib.contextmanager
def connected(server: PrivateServer) -> Iterator[object]:
    connection = connect(address_of(server), server.password)
    cursor = connection.cursor()
    yield cursor
    cursor.close()
    connection.close()


def each_reading() -> None:
    """Print the server's processor time per reading: of the collector's backend on PostgreSQL, of all of MariaDB."""
    errors = (load_pyodbc().Error,)
    with server_for_tests("postgresql", TIMED) as server:
        assert server.process is not None
        parent = psutil.Process(server.process.pid)
        before = {child.pid for child in parent.children()}
        collector = PostgreSqlCounters(lambda: connect(address_of(server), server.password), "postgres", errors=errors)
        (backend,) = [child for child in parent.children() if child.pid not in before and "idle" in child.cmdline()[0]]
        tell("PostgreSQL", backend, collector.read)
        collector.close()
    with server_for_tests("mariadb", {"performance_schema": "ON"}) as server:
        assert server.process is not None
        own = MySqlCounters(lambda: connect(address_of(server), server.password), "mysql", errors=errors)
        tell("MariaDB", psutil.Process(server.process.pid), own.read)
        own.close()


def tell(engine: str, process: psutil.Process, read: Callable[[], object]) -> None:
    read()
    before = process.cpu_times()
    for _ in range(READINGS):
        read()
    after = process.cpu_times()
    spent_ms = 1000 * (after.user + after.system - before.user - before.system) / READINGS
    print(f"{engine}: {spent_ms:.2f} ms of the server's processor a reading = {spent_ms / 10:.3f} % of a core")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--sources", type=int, default=1)
    parser.add_argument("--load", choices=[*LOADS, "both"], default="both")
    given = parser.parse_args()
    each_reading()
    for load in LOADS if given.load == "both" else [given.load]:
        rounds(load, given.rounds, given.clients, given.seconds, given.sources)


if __name__ == "__main__":
    main()
