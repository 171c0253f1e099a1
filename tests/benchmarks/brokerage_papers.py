# SPDX-License-Identifier: Apache-2.0
"""Protocols of two papers with brokerage, scaled down, on private PostgreSQL servers or the embedded engine.

The results are a session and its report as HTML and PDF.

    python -m tests.benchmarks.brokerage_papers FOLDER [--only limit tiering embedded-limit embedded-tiering]
        [--size 20MB] [--users 10 100 30] [--think 0.2] [--dwell 5] [--limit-ms 100] [--device-gib 1]

limit: raise the users until the mean latency reaches --limit-ms on three systems, with the price of an I/O. tiering:
raise the users from 25 before and after the hot tables are moved. The three servers use in-memory devices and commit
delays of different lengths (commit_delay), so the results say nothing about storage.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.brokerage_protocols import Scaled, limit_on_postgresql, scaled, tiering_on_postgresql, written
from tests.support.engine_runs import outpace

PROTOCOLS = ("limit", "tiering", "embedded-limit", "embedded-tiering")


@contextmanager
def protocol(name: str, scale: Scaled, devices: int) -> Iterator[str]:
    """Yield the text of a scenario while its servers run."""
    if name == "limit":
        with limit_on_postgresql(scale, devices) as text:
            yield text
    elif name == "tiering":
        with tiering_on_postgresql(scale) as text:
            yield text
    else:
        yield scaled("embedded-brokerage" + name.removeprefix("embedded").replace("-limit", ""), scale, [])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--only", nargs="+", choices=PROTOCOLS, default=PROTOCOLS)
    options.add_argument("--size", default="20MB")
    options.add_argument("--users", nargs=3, type=int, default=(10, 100, 30), metavar=("FROM", "TO", "STEP"))
    options.add_argument("--think", type=float, default=0.2)
    options.add_argument("--dwell", type=float, default=5.0)
    options.add_argument("--limit-ms", type=float, default=100.0)
    options.add_argument("--device-gib", type=int, default=1, help="of each system's device in memory (root); 0: none")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    scale = Scaled(
        given.size, tuple(given.users), given.think, settle_s=2, dwell_s=given.dwell, limit_ms=given.limit_ms
    )
    for name in given.only:
        with protocol(name, scale, given.device_gib << 30) as text:
            scenario, session = written(given.folder, name, text), given.folder / f"{name}.outpace"
            for old in given.folder.glob(f"{name}.[!t]*"):
                old.unlink()
            done = outpace("run", scenario, "--session", session, timeout_s=1800)
            print(done.stdout, done.stderr)
        pages = [f"--{kind}={given.folder / f'{name}.{kind}'}" for kind in ("html", "pdf", "xlsx")]
        print(outpace("report", session, *pages).stdout)


if __name__ == "__main__":
    main()
