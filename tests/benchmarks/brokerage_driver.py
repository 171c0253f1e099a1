# SPDX-License-Identifier: Apache-2.0
"""Brokerage on PostgreSQL by the native driver, over ODBC and libpq, against the driver in Python, in turn.

    python -m tests.benchmarks.brokerage_driver [--rounds 3] [--seconds 8] [--size 50MB] [--users 8 32] [--keep]

Each measurement begins from restored data, has no think time and leaves out its first second. Client processor time is
that of the driver's workers. The server's writes are not durable, so that the clients are seen and not the disk.
"""

import argparse
import os
import statistics
from collections.abc import Mapping

from app.databases.address import Address
from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.model.workloads import Brokerage
from app.native.native_library import CHOICE, NativeLibrary
from app.workloads.brokerage.server_trading import BrokerageOnServer
from app.workloads.database.server_store import ServerStore
from tests.benchmarks.driver_against import LATER_S, Rate, kept_of, rate_of
from tests.benchmarks.kept import add_option, keep
from tests.driver_run import started
from tests.dvdstores import ignore, never
from tests.private_server import server_for_tests
from tests.servers import address_of

PEER = "python"
VARIANTS = (PEER, "native", "libpq")


def rate_on(address: Address, password: str, parameters: Brokerage, users: int, seconds: int, variant: str) -> Rate:
    """Operations a second of a variant of the driver, on a restored database."""
    ServerStore(address, password, parameters).restore(ignore, never)
    os.environ[CHOICE] = "python" if variant == PEER else "native"
    at = address.changed(transport=variant) if variant == "libpq" else address
    with TargetLoad(BrokerageOnServer(at, password, parameters), Load(users=users, seed=1)) as pool:
        result = started(pool)
        result.follow(pool, seconds + 1 + LATER_S)
        pool.stop(10)
    return rate_of(result, seconds)


def main() -> None:
    """Command line."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=int, default=8)
    options.add_argument("--size", default="50MB")
    options.add_argument("--users", type=int, nargs="+", default=[8, 32])
    add_option(options)
    given = options.parse_args()
    parameters = Brokerage(db_size=given.size)
    assert isinstance(NativeLibrary.load({}), NativeLibrary), "packaging/native.py builds it"
    found: dict[int, list[Mapping[str, Rate]]] = {users: [] for users in given.users}
    with server_for_tests("postgresql", {"shared_buffers": "256MB"}) as server:
        address, password = address_of(server, "benchmark"), server.password
        store = ServerStore(address, password, parameters)
        store.build(ignore, never)
        for number in range(given.rounds):
            for users, rounds in found.items():
                busy = os.getloadavg()[0]
                first = number % len(VARIANTS)
                rates = {
                    variant: rate_on(address, password, parameters, users, given.seconds, variant)
                    for variant in (*VARIANTS[first:], *VARIANTS[:first])
                }
                rounds.append(rates)
                told = "; ".join(f"{variant} {rates[variant]}" for variant in VARIANTS)
                print(f"round {number + 1}, {users:2} users, load {busy:.1f}: {told}", flush=True)
        store.drop()
    for users, rounds in found.items():
        for variant in VARIANTS[1:]:
            ratios = kept_of(f"{variant}, {users} users / {PEER}", variant, PEER, rounds)
            for ratio, values in ratios.items():
                print(f"{ratio}: median {statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})")
            if given.keep:
                keep("brokerage_driver", ratios)


if __name__ == "__main__":
    main()
