# SPDX-License-Identifier: Apache-2.0
"""Check of all invariants of every workload on every engine after a minute under load from 32 users.

    python -m tests.benchmarks.invariants [--seconds 60] [--users 32] [--size 10MB] [--engines sqlite mariadb]
        [--workloads brokerage]

Each run is a run of the program itself, without think time, on private servers and in a folder; on SQL Server or
Babelfish if OUTPACE_TEST_SQLSERVER holds an ODBC connection string: there the databases remain. The exit status is 1
if a run failed or an invariant does not hold. Warnings about the driver's machine are ignored.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from app.control.link import own_program
from app.engine.consents import Consent, confirm
from app.model.events import DriverLimits, LateSamples
from app.results.result import result_of
from app.session.reader import SessionReader
from tests.support.private_server import Engine, server_for_tests
from tests.support.server_runs import Server, scenario_text, target_on
from tests.support.servers import SQL_SERVER, sqlserver_at_hand

SERVERS: Sequence[Engine] = ("postgresql", "mariadb", "mysql")
ENGINES = ("sqlite", *SERVERS, *(["sqlserver"] if os.environ.get(SQL_SERVER) else []))
WORKLOADS = {
    "DVD Store 2": ("dvdstore", ""),
    "DVD Store 3": ("dvdstore", "version = 3"),
    "brokerage": ("brokerage", ""),
    "order entry": ("order-entry", ""),
}
BUSY_MACHINE = (DriverLimits, LateSamples)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--users", type=int, default=32)
    parser.add_argument("--size", default="10MB")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=ENGINES)
    parser.add_argument("--workloads", nargs="+", choices=WORKLOADS, default=list(WORKLOADS))
    given = parser.parse_args()
    failed = 0
    for engine in given.engines:
        for title in given.workloads:
            with tempfile.TemporaryDirectory(prefix="outpace-invariants-") as folder:
                failed += not is_whole(engine, title, Path(folder), given)
    return 1 if failed else 0


def is_whole(engine: str, title: str, folder: Path, given: argparse.Namespace) -> bool:
    """Run a workload on an engine, print a line, and return whether all invariants hold."""
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    workload, more = WORKLOADS[title]
    options = {"size": given.size, "users": given.users, "think_s": 0, "run_s": given.seconds, "workload": workload}
    if engine == "sqlite":
        target = f'engine = "sqlite"\njournal = "wal"\nfolder = "{folder / "data"}"\n'
        return ran("SQLite", title, scenario_text([], **options) + system_of(target), more, folder)
    if engine == "sqlserver":
        address, password = sqlserver_at_hand()
        confirm(Consent("env", f"OUTPACE_TEST_PASSWORD_0 for {address.who}"))
        os.environ["OUTPACE_TEST_PASSWORD_0"] = password
        target = target_on(address, f"outpace_{title.replace(' ', '_')}", "OUTPACE_TEST_PASSWORD_0")
        return ran("SQL Server", title, scenario_text([], **options) + system_of(target), more, folder)
    with server_for_tests(cast("Engine", engine)) as server:
        system = Server("A", server, ("outpace_invariants",), 'tls = "off"')
        confirm(Consent("env", f"OUTPACE_TEST_PASSWORD_0 for {server.user}@{server.host}:{server.port}"))
        os.environ["OUTPACE_TEST_PASSWORD_0"] = server.password
        return ran(engine, title, scenario_text([system], **options), more, folder)


def system_of(target: str) -> str:
    return f'[[systems]]\nname = "A"\nrole = "baseline"\n[[systems.targets]]\n{target}'


def ran(engine: str, title: str, text: str, more: str, folder: Path) -> bool:
    scenario, session = folder / "scenario.toml", folder / "run.outpace"
    scenario.write_text(text.replace("[workload]\n", f"[workload]\n{more}\n"), encoding="utf-8")
    done = subprocess.run(
        [*own_program(), "run", str(scenario), "--session", str(session)], capture_output=True, text=True, check=False
    )
    if done.returncode not in {0, 1} or not session.exists():
        print(f"{title} on {engine}: FAILED\n{done.stdout}{done.stderr}", flush=True)
        return False
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        wrong = [reader.sentence(one) for one in reader.end.reasons if not isinstance(one, BUSY_MACHINE)]
        (system,) = result_of(reader).systems
    said = "; ".join(wrong) or "all invariants hold"
    print(f"{title} on {engine}: {system.orders:,} orders, {system.errors:,} errors, {said}", flush=True)
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
