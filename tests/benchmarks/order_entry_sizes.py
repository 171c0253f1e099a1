# SPDX-License-Identifier: Apache-2.0
"""Bytes of order entry's tables and indexes on each engine, as built, and the seconds of the build.

python -m tests.benchmarks.order_entry_sizes [--size 1W] [--engines sqlite postgresql mariadb]

Servers are private; the files of servers are as large as they are after the build.
"""

import argparse
import tempfile
from pathlib import Path
from time import perf_counter
from typing import cast

from app.model.workloads import OrderEntry
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.server_store import ServerStore
from tests.support.dvdstores import WAL, ignore, never
from tests.support.private_server import Engine, server_for_tests
from tests.support.servers import address_of

ENGINES = ("sqlite", "postgresql", "mariadb")


def built(engine: str, work: OrderEntry) -> tuple[int, float]:
    """Return the size of a new build in bytes, and the seconds it took."""
    if engine == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            embedded = EmbeddedStore(Path(folder), work)
            began_s = perf_counter()
            embedded.build(ignore, never)
            took_s = perf_counter() - began_s
            embedded.restore(WAL, ignore, never)
            return embedded.working.stat().st_size, took_s
    with server_for_tests(cast("Engine", engine)) as server:
        store = ServerStore(address_of(server, "order_entry_sizes"), server.password, work)
        began_s = perf_counter()
        store.build(ignore, never)
        took_s = perf_counter() - began_s
        store.restore(ignore, never)
        return store.size_bytes(), took_s


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--size", default="1W")
    options.add_argument("--engines", nargs="+", default=list(ENGINES), choices=ENGINES)
    given = options.parse_args()
    work = OrderEntry(db_size=given.size)
    for engine in given.engines:
        size_bytes, seconds = built(engine, work)
        print(f"{engine}: {size_bytes / 1e6:,.0f} MB at {given.size}, built in {seconds:,.0f} s", flush=True)


if __name__ == "__main__":
    main()
