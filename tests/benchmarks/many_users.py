# SPDX-License-Identifier: Apache-2.0
"""Many users contending for few rows for a minute: brokerage, and pgbench's tpcb-like as custom SQL.

The runs are on private PostgreSQL and MariaDB servers and on the embedded engine, one after another. Each run must be
valid: all invariants hold after it, and every deadlock was retried.

    python -m tests.benchmarks.many_users [--users 32] [--seconds 60] [--only brokerage tpcb-like]
        [--engines sqlite postgresql mariadb]
"""

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app.engine.consents import Consent, confirm
from app.session.reader import SessionReader
from tests.support.contended import TEXTS, contended
from tests.support.engine_runs import outpace
from tests.support.private_server import server_for_tests
from tests.support.server_runs import ENGINES

ALL = ("sqlite", "postgresql", "mariadb")
SHOWN = ("Transactions per second", "Errors", "Users alive", "Rolled back")


@contextlib.contextmanager
def target(engine: str, folder: Path) -> Iterator[str]:
    """Yield the target's TOML keys while its server runs."""
    if engine == "sqlite":
        yield f'engine = "sqlite"\nfolder = "{folder}"'
        return
    with server_for_tests("postgresql" if engine == "postgresql" else "mariadb") as server:
        name = f"OUTPACE_TEST_PASSWORD_{server.port}"
        os.environ[name] = server.password
        confirm(Consent("env", f"{name} for {server.user}@{server.host}:{server.port}"))
        yield (
            f'engine = "{ENGINES[server.engine]}"\nhost = "{server.host}"\nport = {server.port}\n'
            f'user = "{server.user}"\ndatabase = "contended"\npassword = "env:{name}"'
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--users", type=int, default=32)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--only", nargs="+", choices=list(TEXTS), default=list(TEXTS))
    options.add_argument("--engines", nargs="+", choices=ALL, default=ALL)
    given = options.parse_args()
    failed = False
    for name in given.only:
        for engine in given.engines:
            with tempfile.TemporaryDirectory() as place, target(engine, Path(place) / "data") as keys:
                scenario = contended(Path(place), name, {engine: keys}, users=given.users, run_s=given.seconds)
                session = Path(place) / "run.outpace"
                done = outpace("run", scenario, "--session", session, timeout_s=given.seconds + 300)
                lines = [" ".join(line.split()) for line in done.stdout.splitlines() if line.startswith(SHOWN)]
                print(f"{name} on {engine}: {', '.join(lines)}; exit status {done.returncode} {done.stderr[-300:]}")
                with SessionReader.open(session) as reader:
                    end = reader.end
                    reasons = [] if end is None else [reader.sentence(one) for one in (*end.reasons, *end.warnings)]
                    print("".join(f"    {reason}\n" for reason in reasons), end="")
                    failed |= done.returncode != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
