# SPDX-License-Identifier: Apache-2.0
"""Brokerage with the native driver compared with the Python driver: on PostgreSQL over ODBC and libpq, or embedded.

    python -m tests.benchmarks.brokerage_driver [--engine sqlite] [--rounds 3] [--seconds 8] [--size 50MB]
        [--users 8 32] [--keep]

The drivers take turns. Each measurement starts with restored data, has no think time, and excludes its first second.
Client processor time is that of the driver's workers, which includes the engine if embedded. Writes are not durable, so
that the clients are measured rather than the disk.
"""

import argparse
import os
import statistics
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from app.databases.address import Address
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.model.workloads import Brokerage
from app.native.native_library import CHOICE, NativeLibrary
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from tests.benchmarks.driver_against import LATER_S, Rate, kept_of, rate_of
from tests.benchmarks.kept import add_option, keep
from tests.support.driver_run import started
from tests.support.dvdstores import ignore, never
from tests.support.private_server import server_for_tests
from tests.support.servers import address_of

PEER = "python"
ENGINES = {"postgresql": ("native", "libpq"), "sqlite": ("native",)}
"""Variants of the native driver for each engine."""
NOT_DURABLE = SqliteSettings(journal="wal", synchronous="off")


class OnPostgresql:
    """Brokerage on PostgreSQL; each call of `workload` restores the data."""

    def __init__(self, parameters: Brokerage, address: Address, password: str) -> None:
        self._parameters, self._address, self._password = parameters, address, password
        self._store = ServerStore(address, password, parameters)
        self._store.build(ignore, never)

    def workload(self, variant: str) -> WorkloadOnServer:
        """Return the workload on restored data, using the variant's transport."""
        self._store.restore(ignore, never)
        at = self._address.changed(transport="libpq" if variant == "libpq" else "odbc")
        return WorkloadOnServer(at, self._password, self._parameters)


class OnSqlite:
    """Brokerage on the embedded engine, in a folder."""

    def __init__(self, parameters: Brokerage, folder: Path) -> None:
        self._parameters = parameters
        self._store = EmbeddedStore(folder, parameters)
        self._store.build(ignore, never)

    def workload(self, _variant: str) -> EmbeddedWorkload:
        """Return the workload on restored data."""
        self._store.restore(NOT_DURABLE, ignore, never)
        return EmbeddedWorkload(self._store.folder, self._parameters, NOT_DURABLE)


@contextmanager
def built(engine: str, parameters: Brokerage) -> Iterator[OnPostgresql | OnSqlite]:
    """Build the workload's data on an engine; remove it at the end."""
    if engine == "sqlite":
        with TemporaryDirectory(prefix="outpace-") as folder:
            yield OnSqlite(parameters, Path(folder))
        return
    with server_for_tests("postgresql", {"shared_buffers": "256MB"}) as server:
        yield OnPostgresql(parameters, address_of(server, "benchmark"), server.password)


def rate_on(place: OnPostgresql | OnSqlite, users: int, seconds: int, variant: str) -> Rate:
    """Return the operations per second of a variant of the driver, on restored data."""
    os.environ[CHOICE] = "python" if variant == PEER else "native"
    with TargetLoad(place.workload(variant), Load(users=users, seed=1)) as pool:
        result = started(pool)
        result.follow(pool, seconds + 1 + LATER_S)
        pool.stop(10)
    return rate_of(result, seconds)


def main() -> None:
    """Run the benchmark."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--engine", choices=list(ENGINES), default="postgresql")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=int, default=8)
    options.add_argument("--size", default="50MB")
    options.add_argument("--users", type=int, nargs="+", default=[8, 32])
    add_option(options)
    given = options.parse_args()
    assert isinstance(NativeLibrary.load({}), NativeLibrary), "packaging/native.py builds it"
    variants = (PEER, *ENGINES[given.engine])
    found: dict[int, list[Mapping[str, Rate]]] = {users: [] for users in given.users}
    with built(given.engine, Brokerage(db_size=given.size)) as place:
        for number in range(given.rounds):
            for users, rounds in found.items():
                busy = os.getloadavg()[0]
                first = number % len(variants)
                rates = {
                    variant: rate_on(place, users, given.seconds, variant)
                    for variant in (*variants[first:], *variants[:first])
                }
                rounds.append(rates)
                told = "; ".join(f"{variant} {rates[variant]}" for variant in variants)
                print(f"round {number + 1}, {users:2} users, load {busy:.1f}: {told}", flush=True)
    on = "" if given.engine == "postgresql" else f" on {given.engine}"
    for users, rounds in found.items():
        for variant in variants[1:]:
            ratios = kept_of(f"{variant}{on}, {users} users / {PEER}", variant, PEER, rounds)
            for ratio, values in ratios.items():
                print(f"{ratio}: median {statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})")
            if given.keep:
                keep("brokerage_driver", ratios)


if __name__ == "__main__":
    main()
