# SPDX-License-Identifier: Apache-2.0
"""The driver on PostgreSQL, over ODBC and libpq, compared with `pgbench -M prepared` with the same functions and mix.

    python -m tests.benchmarks.driver_postgresql [--rounds 3] [--seconds 8] [--size 10MB] [--users 1 8 32] [--durable]

pgbench draws a script for each call, with the mean frequencies of an order cycle; a script is one call. Numbers, names,
and baskets are drawn from the driver's ranges, search strings from a list. As in the driver, every argument is passed
as a parameter where possible, and deadlocks are retried. pgbench runs with one thread per core.
"""

import os
import random
import re
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from app.model.workloads import DvdStore
from app.workloads.cycle_language import utc_now
from app.workloads.dvdstore.dvdstore_tables import POPULAR_EVERY, POPULAR_WEIGHT
from app.workloads.dvdstore.generator import actor, customer, title
from tests.benchmarks.driver_against import Client, Rate, compare_with, given_options, watched
from tests.support.private_server import postgresql_programs
from tests.support.server_stores import Place

WORDS = 100
"""Number of search strings, which a script contains as one constant array."""
NEW = customer((12345, 67890), 1, "")
"""Columns of every new customer, except the name."""
NAME = 14
SCALE = 90
"""Scale of the weights with which the calls of an order cycle are drawn."""
PROGRESS = re.compile(r"progress: [\d.]+ s, ([\d.]+) tps")
RETRIED = re.compile(r"number of transactions retried: (\d+)")


def array_of(words: Sequence[str]) -> str:
    return "(ARRAY[" + ",".join(f"'{word}'" for word in words) + "]::varchar[])"


def basket(items: int, products: int) -> tuple[str, str]:
    """Return commands that draw a basket with the driver's probabilities, and its SQL array."""
    popular = products // POPULAR_EVERY
    weight = products + popular * (POPULAR_WEIGHT - 1)
    lines = []
    for item in range(items):
        lines.append(f"\\set p{item} random(1, {weight})")
        if popular:
            chosen = f"(:p{item} - {products + 1}) % {popular} * {POPULAR_EVERY} + {POPULAR_EVERY}"
            lines.append(f"\\set p{item} case when :p{item} > {products} then {chosen} else :p{item} end")
        lines.append(f"\\set q{item} random(1, 3)")
    numbers = ",".join(f":p{item},:q{item}" for item in range(items))
    return "\n".join(lines) + "\n", f"ARRAY[{numbers}]::integer[]"


def scripts(parameters: DvdStore) -> Mapping[str, tuple[int, str]]:
    """Return weight and script by name; the weights add up to SCALE times the calls of a mean order cycle."""
    rows, new = parameters.rows, parameters.new_customers_percent / 100
    rng = random.Random(1)
    who = f"\\set n random(1, {rows.customers})\n"
    limit = f"\\set n random(1, {2 * parameters.search_batch_size - 1})\n"
    searched = limit + f"\\set w random(1, {WORDS})\n"
    actors = array_of([actor(rng.randrange(200), rng.randrange(200)) for _ in range(WORDS)])
    titles = array_of([title(rng.randint(1, rows.products)) for _ in range(WORDS)])
    columns = [f":c{number}" if value is not None else "NULL" for number, value in enumerate(NEW)]
    columns[NAME] = "'newuser' || :n::text"
    browses = round(SCALE * parameters.searches / 3)
    every = {
        "login": (round(SCALE * (1 - new)), who + "SELECT * FROM login('user' || :n::text, :password);\n"),
        "new_customer": (
            round(SCALE * new),
            f"\\set n random(0, 999999999)\nSELECT * FROM new_customer({', '.join(columns)});\n",
        ),
        "browse_category": (
            browses, limit + "\\set w random(1, 16)\nSELECT * FROM browse_category(:w, :n);\n",
        ),
        "browse_actor": (browses, searched + f"SELECT * FROM browse_actor({actors}[:w], :n);\n"),
        "browse_title": (browses, searched + f"SELECT * FROM browse_title({titles}[:w], :n);\n"),
    }  # fmt: skip
    lengths = 2 * parameters.line_items - 1
    for items in range(1, lengths + 1):
        drawn, array = basket(items, rows.products)
        each = round(SCALE / lengths)
        every[f"price{items}"] = (each, f"{drawn}SELECT * FROM price({array});\n")
        every[f"purchase{items}"] = (
            each,
            f"{who}{drawn}\\set c random(999, {items * 3 * 2999})\nSELECT * FROM purchase(:n, :date, :c, {array});\n",
        )
    return every


class Pgbench:
    """The command `pgbench -M prepared` on a database, with its scripts in a folder."""

    def __init__(self, place: Place, parameters: DvdStore, folder: Path) -> None:
        programs = postgresql_programs()
        assert programs is not None
        endpoint = place.address.endpoint
        assert endpoint is not None
        self._password = place.password
        self._command = [
            str(programs / "pgbench"), f"--host={endpoint[0]}", f"--port={endpoint[1]}",
            f"--username={place.address.target.user}", "--protocol=prepared", "--no-vacuum",
            "--progress=1", "--max-tries=10",
            *self._variables(),
        ]  # fmt: skip
        for name, (weight, text) in scripts(parameters).items():
            (folder / name).write_text(text, "ascii")
            self._command.append(f"--file={folder / name}@{weight}")
        self._command.append(place.address.database)

    @staticmethod
    def _variables() -> list[str]:
        """Return string parameters, which are the same in each call because pgbench cannot concatenate strings."""
        texts = [f"c{number}={value}" for number, value in enumerate(NEW) if number != NAME and value is not None]
        return [f"--define={text}" for text in (*texts, "password=password", f"date={utc_now()}")]

    def __call__(self, users: int, seconds: int) -> Rate:
        """Return the rate in the seconds after the first."""
        threads = min(users, os.cpu_count() or 1)
        *options, database = self._command
        with tempfile.TemporaryDirectory() as folder:
            # Logging every transaction would cost more than the driver's statistics.
            logged = ["--log", "--sampling-rate=0.1", f"--log-prefix={folder}/log"]
            counts = [f"--client={users}", f"--jobs={threads}", f"--time={seconds + 2}"]
            environment = {"PGPASSWORD": self._password, "PGSSLMODE": "disable"}
            rate = watched([*options, *logged, *counts, database], environment, PROGRESS, RETRIED, seconds)
            rows = [line.split() for path in Path(folder).iterdir() for line in path.read_text().splitlines()]
        first = min(int(row[4]) for row in rows)
        responses_us = [int(row[2]) for row in rows if int(row[4]) > first]
        return replace(rate, p99_ms=statistics.quantiles(responses_us, n=100)[-1] / 1000)


def main() -> None:
    given = given_options(__doc__)
    with tempfile.TemporaryDirectory() as name:

        def client_on(place: Place, parameters: DvdStore) -> Client:
            return Pgbench(place, parameters, Path(name))

        compare_with("pgbench", "postgresql", {"shared_buffers": "256MB"}, client_on, given, ("libpq",))


if __name__ == "__main__":
    main()
