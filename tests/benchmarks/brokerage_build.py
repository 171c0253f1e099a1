# SPDX-License-Identifier: Apache-2.0
"""Brokerage built on PostgreSQL: inside the server, compared with CSV files and COPY, alternately on a private server.

    python -m tests.benchmarks.brokerage_build [--size 1GB] [--rounds 3] [--connections 2] [--keep]

Both methods end with the same indexes, keys, functions, statistics, and checksums, created by the same code with the
same number of connections; only the source of the rows differs. The other method's time includes writing the CSV files,
COPY ... FROM on the server, and the remaining steps. One process per connection writes the files on the server's
machine, with SQLite: its scripts generate the same rows, which go to the files without being stored. The other method's
time is also printed without the writing of the files.
"""

import argparse
import csv
import multiprocessing
import os
import shutil
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import apsw

from app.model.workloads import Brokerage
from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.brokerage.postgresql.store import BrokerageOnPostgreSql
from app.workloads.database.engine_store import RowGeneration, StoreJob
from app.workloads.database.schema import with_numbers
from app.workloads.database.server_store import ServerStore
from tests.benchmarks.kept import add_option, keep
from tests.support.dvdstores import ignore, never
from tests.support.private_server import give_to, server_for_tests
from tests.support.servers import address_of

CHUNK = 10_000
"""Rows per execution of a script, which is the maximum."""
PIECE = 5 * CHUNK
"""Rows per file."""
PEER = "generating CSV and COPY"


class CopyPart(BrokerageOnPostgreSql):
    """Variant that is built from CSV files in a folder: TABLE-1.csv, TABLE-2.csv, ..."""

    def __init__(self, folder: Path) -> None:
        super().__init__(SCHEMA)
        self._folder = folder

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return a COPY for each file."""
        assert isinstance(job.data, BrokerageData)
        return [
            RowGeneration(
                table,
                f"COPY {table} FROM '{self._folder}/{table}-:first.csv' (FORMAT csv)",
                "TRADE",
                -(-count // PIECE),
                chunk=1,
            )
            for table, count in generated(job.data).items()
        ]


def generated(data: BrokerageData) -> dict[str, int]:
    """Return the number of source rows of each table, except tables that the schema fills."""
    return {one.name: data.generated[one.name] for one in SCHEMA.described if one.is_generated}


def write_file(path: Path, table: str, begin: int, parameters: Brokerage) -> None:
    """Write the table rows generated from one chunk of the script's source rows."""
    data = BrokerageData(parameters)
    drawn_as = {one.name: one.drawn_as or one.name for one in SCHEMA.described}
    numbers, count = data.numbers(drawn_as[table]), data.generated[table]
    script = SCHEMA.statement(table.lower(), "sqlite")
    select = script[script.index("\n", script.index("INSERT INTO")) :]
    connection = apsw.Connection(":memory:")
    with path.open("w", encoding="ascii", newline="") as file:
        to = csv.writer(file)
        for first in range(begin, min(begin + PIECE, count + 1), CHUNK):
            last = min(first + CHUNK - 1, count)
            to.writerows(connection.execute(with_numbers(select, {**numbers, "first": first, "last": last})))
    connection.close()


def write_files(folder: Path, parameters: Brokerage, processes: int) -> float:
    """Write all files and return the seconds."""
    began = time.perf_counter()
    tasks = [
        (folder / f"{table}-{number}.csv", table, begin, parameters)
        for table, count in generated(BrokerageData(parameters)).items()
        for number, begin in enumerate(range(1, count + 1, PIECE), 1)
    ]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.starmap(write_file, tasks, chunksize=1)
    return time.perf_counter() - began


def built_s(store: ServerStore) -> float:
    """Drop the store, build it from scratch, and return the seconds."""
    began = time.perf_counter()
    mark = store.build(ignore, never)
    seconds = time.perf_counter() - began
    print(f"  {mark.checksum} {seconds:6.1f} s", flush=True)
    store.drop()
    return seconds


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1GB")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=2)
    add_option(parser)
    given = parser.parse_args()
    parameters, connections = Brokerage(db_size=given.size), given.connections
    with_files, files_there = [], []
    settings = {"shared_buffers": "256MB", "max_wal_size": "4GB"}
    with server_for_tests("postgresql", settings, durable=True) as server:
        address = address_of(server, "benchmark").changed(data_connections=connections)
        for number in range(1, given.rounds + 1):
            print(f"round {number}, load {os.getloadavg()[0]:.1f}: inside the server, then from files", flush=True)
            folder = server.folder / "files"
            folder.mkdir()
            give_to(folder, server.account)
            own_s = built_s(ServerStore(address, server.password, parameters))
            files_s = write_files(folder, parameters, connections)
            megabytes = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
            print(f"  {megabytes:,.0f} MB of files made in {files_s:6.1f} s", flush=True)
            copy_s = built_s(ServerStore(address, server.password, parameters, CopyPart(folder)))
            with_files.append((files_s + copy_s) / own_s)
            files_there.append(copy_s / own_s)
            shutil.rmtree(folder)
    for name, ratios in ((PEER, with_files), ("COPY alone", files_there)):
        print(f"{name} / ours: median x{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})")
    if given.keep:
        keep("brokerage_build", {f"seconds, {PEER} / ours, {given.size}": with_files})


if __name__ == "__main__":
    main()
