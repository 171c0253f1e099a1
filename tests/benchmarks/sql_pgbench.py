# SPDX-License-Identifier: Apache-2.0
"""Custom SQL compared with pgbench: its three built-in scripts, alternately on one database of a private PostgreSQL.

    python -m tests.benchmarks.sql_pgbench [--rounds 3] [--seconds 8] [--scale 10] [--users 1 8] [--durable]
        [--drivers python native libpq] [--scripts select-only simple-update tpcb-like] [--protocol prepared] [--keep]

The driver executes them as in a run, in worker processes: "native" over ODBC, "libpq" over PostgreSQL's client library.
pgbench has one thread per core and uses --protocol=prepared by default, the protocol that costs the server least and is
closest to the driver's. Each measurement excludes its first second. Client processor time is that of the workers, or of
pgbench.
"""

import argparse
import os
import re
import statistics

from app.driver.load import Load
from app.driver.target_load import TargetLoad
from app.model.sql_workload import Sql, SqlTransaction
from app.native.native_library import CHOICE
from app.workloads.sql.on_server import SqlOnServer
from app.workloads.sql.server_database import ServerDatabase
from tests.benchmarks.driver_against import LATER_S, Rate, kept_of, rate_of, watched
from tests.benchmarks.kept import add_option, keep
from tests.support.driver_run import started
from tests.support.pgbench import pgbench
from tests.support.private_server import PrivateServer, postgresql_programs, server_for_tests
from tests.support.server_stores import place_on
from tests.support.servers import address_of

SCRIPTS = ("select-only", "simple-update", "tpcb-like")
VARIANTS, PEER = ("python", "native", "libpq"), "pgbench"
DATABASE = "own_sql_benchmark"
PROGRESS = re.compile(r"progress: [\d.]+ s, ([\d.]+) tps")
RETRIED = re.compile(r"number of transactions retried: (\d+)")


def ours(server: PrivateServer, script: str, users: int, given: argparse.Namespace, variant: str) -> Rate:
    """Return the driver's transaction rate for one of VARIANTS."""
    text = pgbench(server, f"--show-script={script}")
    work = Sql((SqlTransaction(script, 1, text),), database="existing", define={"scale": given.scale})
    os.environ[CHOICE] = "python" if variant == "python" else "native"
    address = address_of(server, DATABASE).changed(transport="libpq" if variant == "libpq" else "odbc")
    workload = SqlOnServer(ServerDatabase(address, server.password, work))
    with TargetLoad(workload, Load(users=users, seed=1)) as pool:
        run = started(pool)
        run.follow(pool, given.seconds + 1 + LATER_S)
        pool.stop(10)
    return rate_of(run, given.seconds)


def theirs(server: PrivateServer, script: str, users: int, given: argparse.Namespace, _: str) -> Rate:
    """Return pgbench's transaction rate."""
    programs = postgresql_programs()
    assert programs is not None
    command = [
        str(programs / "pgbench"), f"--host={server.host}", f"--port={server.port}", f"--username={server.user}",
        f"--protocol={given.protocol}", "--no-vacuum", "--progress=1", f"--builtin={script}", f"--client={users}",
        f"--jobs={min(users, os.cpu_count() or 1)}", f"--time={given.seconds + 2}", DATABASE,
    ]  # fmt: skip
    environment = {"PGPASSWORD": server.password, "PGSSLMODE": "disable"}
    return watched(command, environment, PROGRESS, RETRIED, given.seconds)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=int, default=8)
    options.add_argument("--scale", type=int, default=10)
    options.add_argument("--users", type=int, nargs="+", default=[1, 8])
    options.add_argument("--durable", action="store_true", help="writes reach the disk")
    options.add_argument("--drivers", nargs="+", default=["native", "libpq"], choices=VARIANTS)
    options.add_argument("--scripts", nargs="+", default=SCRIPTS, choices=SCRIPTS)
    options.add_argument("--protocol", default="prepared", choices=("simple", "extended", "prepared"))
    add_option(options)
    given = options.parse_args()
    variants = (*given.drivers, PEER)
    found: dict[tuple[str, int], list[dict[str, Rate]]] = {}
    with server_for_tests("postgresql", {"shared_buffers": "256MB"}, durable=given.durable) as server:
        place = place_on(server, DATABASE)
        place.execute(f"CREATE DATABASE {DATABASE}", "")
        pgbench(server, "--initialize", "--quiet", f"--scale={given.scale}", DATABASE)
        for number in range(given.rounds):
            first = number % len(variants)
            for script in given.scripts:
                for users in given.users:
                    rates = {}
                    for variant in (*variants[first:], *variants[:first]):
                        measured = theirs if variant == PEER else ours
                        rates[variant] = measured(server, script, users, given, variant)
                    found.setdefault((script, users), []).append(rates)
                    told = "; ".join(f"{variant} {rates[variant]}" for variant in variants)
                    print(f"round {number + 1}, {script}, {users} users: {told}", flush=True)
    for (script, users), rounds in found.items():
        for variant in given.drivers:
            ratios = sorted(rates[variant].calls_s / rates[PEER].calls_s for rates in rounds)
            cpu = statistics.median(rates[variant].cpu_s / rates[PEER].cpu_s for rates in rounds)
            print(
                f"{script}, {users} users, {variant}: {statistics.median(ratios):.2f} of pgbench "
                f"({ratios[0]:.2f}-{ratios[-1]:.2f}), client CPU a transaction {cpu:.1f} times its"
            )
            if given.keep:
                name = f"{script}, {variant}, {users} users / {PEER} -M {given.protocol}"
                kept = kept_of(name, variant, PEER, rounds)
                keep("sql_pgbench", {key.replace("calls/s", "TPS"): values for key, values in kept.items()})


if __name__ == "__main__":
    main()
