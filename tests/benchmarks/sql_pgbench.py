# SPDX-License-Identifier: Apache-2.0
"""Own SQL against pgbench itself: its three built-in scripts, on the same database of a private PostgreSQL, in turn.

    python -m tests.benchmarks.sql_pgbench [--rounds 3] [--seconds 8] [--scale 10] [--users 1 8] [--durable]

The driver runs them as a run does, in worker processes; pgbench with --protocol=prepared and a thread a core. Each
measurement leaves out its first second. Client processor time is that of the workers, or of pgbench.
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
from tests.benchmarks.driver_against import LATER_S, Rate, rate_of, watched
from tests.driver_run import started
from tests.pgbench import pgbench
from tests.private_server import PrivateServer, postgresql_programs, server_for_tests
from tests.server_stores import place_on
from tests.servers import address_of

SCRIPTS = ("select-only", "simple-update", "tpcb-like")
DATABASE = "own_sql_benchmark"
PROGRESS = re.compile(r"progress: [\d.]+ s, ([\d.]+) tps")
RETRIED = re.compile(r"number of transactions retried: (\d+)")


def ours(server: PrivateServer, script: str, users: int, given: argparse.Namespace) -> Rate:
    """Transactions of the driver."""
    text = pgbench(server, f"--show-script={script}")
    work = Sql((SqlTransaction(script, 1, text),), database="existing", define={"scale": given.scale})
    workload = SqlOnServer(ServerDatabase(address_of(server, DATABASE), server.password, work))
    with TargetLoad(workload, Load(users=users, seed=1)) as pool:
        run = started(pool)
        run.follow(pool, given.seconds + 1 + LATER_S)
        pool.stop(10)
    return rate_of(run, given.seconds)


def theirs(server: PrivateServer, script: str, users: int, given: argparse.Namespace) -> Rate:
    """Transactions of pgbench."""
    programs = postgresql_programs()
    assert programs is not None
    command = [
        str(programs / "pgbench"), f"--host={server.host}", f"--port={server.port}", f"--username={server.user}",
        "--protocol=prepared", "--no-vacuum", "--progress=1", f"--builtin={script}", f"--client={users}",
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
    given = options.parse_args()
    os.environ[CHOICE] = "python"
    found: dict[tuple[str, int], list[tuple[Rate, Rate]]] = {}
    with server_for_tests("postgresql", {"shared_buffers": "256MB"}, durable=given.durable) as server:
        place = place_on(server, DATABASE)
        place.execute(f"CREATE DATABASE {DATABASE}", "")
        pgbench(server, "--initialize", "--quiet", f"--scale={given.scale}", DATABASE)
        for number in range(given.rounds):
            for script in SCRIPTS:
                for users in given.users:
                    both = (ours, theirs) if number % 2 == 0 else (theirs, ours)
                    rates = {run: run(server, script, users, given) for run in both}
                    found.setdefault((script, users), []).append((rates[ours], rates[theirs]))
                    told = f"{script}, {users} users: driver {rates[ours]}; pgbench {rates[theirs]}"
                    print(f"round {number + 1}, {told}", flush=True)
    for (script, users), rounds in found.items():
        ratios = sorted(one.calls_s / other.calls_s for one, other in rounds)
        cpu = statistics.median(one.cpu_s / other.cpu_s for one, other in rounds)
        print(
            f"{script}, {users} users: {statistics.median(ratios):.2f} of pgbench ({ratios[0]:.2f}-{ratios[-1]:.2f}), "
            f"client CPU a transaction {cpu:.1f} times its"
        )


if __name__ == "__main__":
    main()
