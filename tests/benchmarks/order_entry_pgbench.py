# SPDX-License-Identifier: Apache-2.0
"""Order entry compared with pgbench -M prepared, with the same functions in the same mix, on a private PostgreSQL.

    python -m tests.benchmarks.order_entry_pgbench [--rounds 5] [--seconds 6] [--size 1W] [--users 1 8] [--durable]
        [--drivers native libpq]

Clients alternate on one database, which grows. pgbench has one thread per core, and its users have the same warehouses
as the driver's. Each measurement excludes its first second. Client CPU time is measured in the workers or in pgbench.
"""

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.model.order_entry_mix import MIX
from app.model.workloads import OrderEntry
from app.native.native_library import CHOICE
from app.workloads.database.server_store import ServerStore
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.order_entry.clerk import CUSTOMER_A, CUSTOMER_C, ITEM_A, ITEM_C, MOST_LINES, NAME_A, NAME_C
from app.workloads.order_entry.order_entry_tables import BUILT_AT, SYLLABLES
from tests.benchmarks.driver_against import LATER_S, Rate, rate_of, watched
from tests.benchmarks.sql_pgbench import PROGRESS, RETRIED
from tests.support.driver_run import started
from tests.support.dvdstores import ignore, never
from tests.support.private_server import PrivateServer, postgresql_programs, server_for_tests
from tests.support.servers import address_of

DATABASE = "order_entry_benchmark"
VARIANTS, PEER = ("native", "libpq"), "pgbench"
NOW = BUILT_AT + 86_400


def scripts(work: OrderEntry) -> dict[str, str]:
    """Return a pgbench script for each transaction, with the same draws as the workload's cycle."""
    rows = work.rows
    count = rows.warehouses

    def often(bits: int, first: int, most: int, shift: int) -> str:
        return f"((random(0, {bits}) | random({first}, {most + first - 1})) + {shift}) % {most} + {first}"

    def syllable(number: str) -> str:
        return f"CASE {number} {' '.join(f'WHEN {place} THEN {text!r}' for place, text in enumerate(SYLLABLES))} END"

    head = f"\\set w :client_id % {count} + 1\n\\set d random(1, 10)\n"
    customer = f"\\set c {often(CUSTOMER_A, 1, rows.customers, CUSTOMER_C)}\n"
    digits = [f"CAST(:name AS INT) / {power} % 10" for power in (100, 10, 1)]
    named = f"CASE CAST(:named AS INT) WHEN 1 THEN {' || '.join(map(syllable, digits))} ELSE '' END"
    name = f"\\set name {often(NAME_A, 0, rows.names, NAME_C)}\n\\set named random(1, 100) <= 60\n"
    name = name.replace("random(1, 100) <= 60", "CASE WHEN random(1, 100) <= 60 THEN 1 ELSE 0 END")
    other = f"1 + (:w + random(0, {max(count - 2, 0)})) % {count}"

    def remote(percent: int, there: str, here: str) -> str:
        return f"CASE WHEN {count} > 1 AND random(1, 100) <= {percent} THEN {there} ELSE {here} END"

    lines = f"\\set n random(5, {MOST_LINES})\n\\set bad CASE WHEN random(1, 100) = 1 THEN :n ELSE 0 END\n"
    for line in range(1, MOST_LINES + 1):
        lines += f"\\set i{line} CASE WHEN :bad = {line} THEN {rows.items + 1} ELSE "
        lines += f"{often(ITEM_A, 1, rows.items, ITEM_C)} END\n"
        lines += f"\\set s{line} {remote(1, other, ':w')}\n\\set q{line} random(1, 10)\n"
    array = ", ".join(f"CAST(:{part}{line} AS INT)" for line in range(1, MOST_LINES + 1) for part in "isq")
    return {
        "new_order": f"{head}{customer}{lines}SELECT * FROM ENTER_ORDER(:w, :d, :c, {NOW}, "
        f"(ARRAY[{array}])[1:3 * CAST(:n AS INT)]);\n",
        "payment": f"{head}{customer}{name}\\set far {remote(15, '1', '0')}\n"
        f"\\set cw CASE WHEN :far = 1 THEN {other} ELSE :w END\n"
        "\\set cd CASE WHEN :far = 1 THEN random(1, 10) ELSE :d END\n\\set amount random(100, 500000)\n"
        f"SELECT * FROM PAYMENT(:w, :d, :cw, :cd, :c, {named}, :amount, {NOW});\n",
        "order_status": f"{head}{customer}{name}SELECT * FROM ORDER_STATUS(:w, :d, :c, {named});\n",
        "delivery": f"{head}\\set carrier random(1, 10)\nSELECT * FROM DELIVERY(:w, :carrier, {NOW});\n",
        "stock_level": f"{head}\\set least random(10, 20)\nSELECT * FROM STOCK_LEVEL(:w, :d, :least);\n",
    }


def ours(server: PrivateServer, work: OrderEntry, given: argparse.Namespace, users: int, variant: str) -> Rate:
    """Return the driver's transaction rate for one of VARIANTS."""
    os.environ[CHOICE] = "native"
    address = address_of(server, DATABASE).changed(transport="libpq" if variant == "libpq" else "odbc")
    with TargetLoad(WorkloadOnServer(address, server.password, work), Load(users=users, seed=1)) as pool:
        run = started(pool)
        run.follow(pool, given.seconds + 1 + LATER_S)
        pool.stop(10)
    return rate_of(run, given.seconds)


def theirs(server: PrivateServer, files: list[str], given: argparse.Namespace, users: int) -> Rate:
    """Return pgbench's transaction rate."""
    programs = postgresql_programs()
    assert programs is not None
    command = [
        str(programs / "pgbench"), f"--host={server.host}", f"--port={server.port}", f"--username={server.user}",
        "--protocol=prepared", "--no-vacuum", "--progress=1", "--max-tries=10", *files, f"--client={users}",
        f"--jobs={min(users, os.cpu_count() or 1)}", f"--time={given.seconds + 2}", DATABASE,
    ]  # fmt: skip
    environment = {"PGPASSWORD": server.password, "PGSSLMODE": "disable"}
    return watched(command, environment, PROGRESS, RETRIED, given.seconds)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=6)
    options.add_argument("--size", default="1W")
    options.add_argument("--users", type=int, nargs="+", default=[1, 8])
    options.add_argument("--durable", action="store_true", help="writes reach the disk")
    options.add_argument("--drivers", nargs="+", default=list(VARIANTS), choices=VARIANTS)
    given = options.parse_args()
    work = OrderEntry(db_size=given.size)
    variants = (*given.drivers, PEER)
    found: dict[int, list[dict[str, Rate]]] = {}
    settings = {"shared_buffers": "256MB"}
    with server_for_tests("postgresql", settings, durable=given.durable) as server, tempfile.TemporaryDirectory() as at:
        files = []
        for key, text in scripts(work).items():
            path = Path(at) / f"{key}.sql"
            path.write_text(text)
            files.append(f"--file={path}@{MIX[key].percent}")
        store = ServerStore(address_of(server, DATABASE), server.password, work)
        store.build(ignore, never)
        store.restore(ignore, never)
        for number in range(given.rounds):
            first = number % len(variants)
            for users in given.users:
                rates = {}
                for variant in (*variants[first:], *variants[:first]):
                    if variant == PEER:
                        rates[variant] = theirs(server, files, given, users)
                    else:
                        rates[variant] = ours(server, work, given, users, variant)
                found.setdefault(users, []).append(rates)
                told = "; ".join(f"{variant} {rates[variant]}" for variant in variants)
                print(f"round {number + 1}, {users} users: {told}", flush=True)
    for users, rounds in found.items():
        for variant in given.drivers:
            ratios = sorted(rates[variant].calls_s / rates[PEER].calls_s for rates in rounds)
            cpu = statistics.median(rates[variant].cpu_s / rates[PEER].cpu_s for rates in rounds)
            print(
                f"{users} users, {variant}: {statistics.median(ratios):.2f} of pgbench "
                f"({ratios[0]:.2f}-{ratios[-1]:.2f}), client CPU a transaction {cpu:.1f} times its"
            )


if __name__ == "__main__":
    main()
