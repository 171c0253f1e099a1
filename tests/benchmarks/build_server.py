# SPDX-License-Identifier: Apache-2.0
"""DVD Store built on PostgreSQL: inside the server, compared with CSV files and COPY, alternately on a private server.

    python -m tests.benchmarks.build_server [--size 200MB] [--rounds 3] [--connections 2]

Both methods end with the same indexes, keys, functions, statistics, and checksums, created by the same code with the
same number of connections; only the source of the rows differs. One process per connection writes the files with the
Python version of the generator; COPY ... FROM reads them on the server itself. Prints the seconds of each round, and
the ratio of the other method's time to ours, with and without the writing of the files.
"""

import argparse
import csv
import multiprocessing
import os
import shutil
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.model.dvdstore_size import DvdStoreRows
from app.model.workloads import DvdStore
from app.workloads.database import draws
from app.workloads.database.engine_store import RowGeneration, StoreJob
from app.workloads.database.server_store import ServerStore
from app.workloads.dvdstore import generator
from app.workloads.dvdstore.dataset import counts_of
from app.workloads.dvdstore.postgresql.store import DvdStoreOnPostgreSql
from app.workloads.dvdstore.statements import SCHEMA
from tests.support.dvdstores import ignore, never
from tests.support.private_server import give_to, server_for_tests
from tests.support.servers import address_of

PIECE = 20_000
Lines = Iterator[Sequence[object]]


class CopyPart(DvdStoreOnPostgreSql):
    """Variant that is built from CSV files in a folder: TABLE-1.csv, TABLE-2.csv, ..."""

    def __init__(self, folder: Path) -> None:
        super().__init__(SCHEMA)
        self.folder = folder

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        return [
            RowGeneration(
                table, f"COPY {table} FROM '{self.folder}/{table}-:first.csv' (FORMAT csv)", "ORDERS", pieces, chunk=1
            )
            for table, pieces in pieces_of(counts_of(job)).items()
        ]


def pieces_of(rows: DvdStoreRows) -> dict[str, int]:
    """Return the number of files of each table."""
    counts = {
        "PRODUCTS": rows.products,
        "INVENTORY": rows.products,
        "CUSTOMERS": rows.customers,
        "ORDERS": rows.orders,
        "ORDERLINES": rows.orders,
        "CUST_HIST": rows.orders,
    }
    return {table: -(-count // PIECE) for table, count in counts.items()}


def lines_of(table: str, ids: range, parameters: DvdStore) -> Lines:
    """Return the rows of a table, or the order lines of the given orders."""
    seed, rows = parameters.data_seed, parameters.rows
    for row in ids:
        if table == "PRODUCTS":
            yield generator.product(seed, row, rows.products)
        elif table == "INVENTORY":
            yield row, generator.stock(seed, row), 0
        elif table == "CUSTOMERS":
            yield row, *generator.customer(draws.draw(SCHEMA, seed, "CUSTOMERS", row), row, f"user{row}")
        elif table == "ORDERS":
            yield generator.order(seed, row, rows.customers, rows.orders)
        else:
            _, date, customer, *_ = generator.order(seed, row, rows.customers, rows.orders)
            for number, product, quantity in generator.order_lines(seed, row, rows.products):
                yield (number, row, product, quantity, date) if table == "ORDERLINES" else (customer, row, product)


def write_piece(folder: Path, table: str, piece: int, parameters: DvdStore) -> None:
    """Write one CSV file."""
    rows = parameters.rows
    last = {"PRODUCTS": rows.products, "INVENTORY": rows.products, "CUSTOMERS": rows.customers}.get(table, rows.orders)
    ids = range((piece - 1) * PIECE + 1, min(piece * PIECE, last) + 1)
    with (folder / f"{table}-{piece}.csv").open("w", encoding="ascii", newline="") as file:
        csv.writer(file).writerows(lines_of(table, ids, parameters))


def write_files(folder: Path, parameters: DvdStore, processes: int) -> float:
    """Write all files and return the seconds."""
    began = time.perf_counter()
    tasks = [
        (folder, table, piece, parameters)
        for table, pieces in pieces_of(parameters.rows).items()
        for piece in range(1, pieces + 1)
    ]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.starmap(write_piece, tasks, chunksize=1)
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="200MB")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=2)
    options = parser.parse_args()
    parameters, connections = DvdStore(db_size=options.size), options.connections
    with_files, files_there = [], []
    settings = {"shared_buffers": "256MB", "max_wal_size": "4GB"}
    with server_for_tests("postgresql", settings, durable=True) as server:
        address = address_of(server, "benchmark").changed(data_connections=connections)
        for number in range(1, options.rounds + 1):
            print(f"round {number}, load {os.getloadavg()[0]:.1f}: inside the server, then from files")
            folder = server.folder / "files"
            folder.mkdir()
            give_to(folder, server.account)
            ours = ServerStore(address, server.password, parameters)
            copying = ServerStore(address, server.password, parameters, CopyPart(folder))
            own_s = built_s(ours)
            files_s = write_files(folder, parameters, connections)
            print(f"  files written in {files_s:6.1f} s", flush=True)
            copy_s = built_s(copying)
            with_files.append((files_s + copy_s) / own_s)
            files_there.append(copy_s / own_s)
            shutil.rmtree(folder)
    for name, ratios in (("generating files and COPY", with_files), ("COPY alone", files_there)):
        print(f"{name} / ours: median x{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})")


if __name__ == "__main__":
    main()
