# SPDX-License-Identifier: Apache-2.0
"""Rounds of the Python and the native driver on a private server, compared with another client with the same calls.

The driver runs DVD Store as in a run, with its default settings. Each measurement starts with restored data and
excludes its first second. Client processor time is that of the driver's workers, or of the other client's process.
"""

import argparse
import math
import os
import re
import statistics
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from time import perf_counter

import psutil

from app.driver.load import Load
from app.driver.series import column
from app.driver.target_load import TargetLoad
from app.model.histogram import Histogram
from app.model.workloads import DvdStore
from app.native.native_library import CHOICE, NativeLibrary
from tests.benchmarks.kept import add_option, keep
from tests.support.driver_run import Run, started
from tests.support.dvdstores import ignore, never
from tests.support.private_server import Engine, server_for_tests
from tests.support.server_stores import Place, place_on

USERS = (1, 8, 32)
LATER_S = 0.3
"""Delay in seconds from the end of a second to its frame."""


@dataclass(frozen=True)
class Rate:
    """Rate of one client.

    Attributes:
        calls_s: stored procedures called per second.
        cpu_s: the client's processor time for a thousand calls, in seconds.
        errors: failed calls in the whole run, most of them retried deadlocks.
        p99_ms: 99th percentile of the latencies of all calls in the client, in milliseconds; NaN if unknown.
    """

    calls_s: float
    cpu_s: float
    errors: int = 0
    p99_ms: float = math.nan

    def __str__(self) -> str:
        failed = f", {self.errors} errors" if self.errors else ""
        p99 = "" if math.isnan(self.p99_ms) else f", p99 {self.p99_ms:.2f} ms"
        return f"{self.calls_s:,.0f} calls/s, {self.cpu_s:.4f} s/1000{p99}{failed}"


Client = Callable[[int, int], Rate]
"""Function that runs the other client, given the number of users and the seconds after the first one."""


def rate_of(run: Run, seconds: int) -> Rate:
    """Return the rate in the seconds after the first."""
    frames = [frame for frame in run.frames if 1 <= frame.tick <= seconds]
    calls = sum(part.count for frame in frames for part in frame.latencies if part.operation in run.calls)
    spent_s = 0.0
    for worker in {frame.worker for frame in frames}:
        # The last frame may be shorter, so both figures must end with the same frame.
        own = [frame.readings[column("cpu_s")] for frame in run.frames if frame.worker == worker]
        own = own[: 1 + sum(frame.worker == worker for frame in frames)]
        spent_s += own[-1] - own[0]
    latencies, measured = Histogram(), Run(frames)
    for operation in run.calls:
        latencies.add(measured.histogram(operation))
    p99_ms = latencies.percentile_ns(99) / 1e6
    return Rate(calls / seconds, 1000 * spent_s / calls, sum(run.troubles().values()), p99_ms)


DRIVERS = ("python", "native")


def driver(place: Place, parameters: DvdStore, users: int, seconds: int, choice: str = "python") -> Run:
    """Run the chosen driver on a restored database, for `seconds` plus one second."""
    os.environ[CHOICE] = choice
    workload = place.workload(parameters)
    workload.close()
    with TargetLoad(workload, Load(users=users, seed=1)) as pool:
        result = started(pool)
        result.follow(pool, seconds + 1 + LATER_S)
        pool.stop(10)
    return result


def watched(
    command: Sequence[str],
    environment: Mapping[str, str],
    progress: re.Pattern[str],
    retried: re.Pattern[str],
    seconds: int,
) -> Rate:
    """Return a client's rate in the seconds after the first, while the client runs two seconds longer.

    `progress` matches the line with the calls per second that the client prints each second, `retried` the retried
    calls.
    """
    with subprocess.Popen(
        command, env=dict(environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        client, said = psutil.Process(process.pid), ""
        seen: list[tuple[float, float, float]] = []
        for line in process.stdout:
            said += line
            if (found := progress.search(line)) and len(seen) <= seconds:
                spent = client.cpu_times()
                seen.append((perf_counter(), float(found[1]), spent.user + spent.system))
    if process.returncode != 0 or len(seen) <= seconds:
        raise RuntimeError(f"{command[0]} ended with {process.returncode}:\n{said[-4000:]}")
    (begin_s, _, begin_cpu), (end_s, _, end_cpu) = seen[0], seen[-1]
    calls = sum(rate * (at_s - before_s) for (before_s, *_), (at_s, rate, _) in pairwise(seen))
    again = retried.search(said)
    return Rate(calls / (end_s - begin_s), 1000 * (end_cpu - begin_cpu) / calls, int(again[1]) if again else 0)


def given_options(description: str | None) -> argparse.Namespace:
    options = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=int, default=8)
    options.add_argument("--size", default="10MB")
    options.add_argument("--users", type=int, nargs="+", default=list(USERS))
    options.add_argument("--drivers", nargs="+", choices=DRIVERS, default=DRIVERS)
    add_option(options)
    options.add_argument(
        "--durable", action="store_true", help="writes reach the disk: it, not the clients, is the limit"
    )
    return options.parse_args()


def compare_with(
    name: str,
    engine: Engine,
    settings: Mapping[str, str],
    client_on: Callable[[Place, DvdStore], Client],
    given: argparse.Namespace,
    transports: Sequence[str] = (),
) -> None:
    """Print every round, then the medians and the median of the rounds' ratios.

    `transports` lists the native driver's transports other than ODBC.
    """
    parameters = DvdStore(db_size=given.size)
    assert isinstance(NativeLibrary.load({}), NativeLibrary), "packaging/native.py builds it"
    drivers = (*given.drivers, *transports)
    variants = (*drivers, name)
    found: dict[int, list[Mapping[str, Rate]]] = {users: [] for users in given.users}
    with server_for_tests(engine, settings, durable=given.durable) as server:
        place = place_on(server, "benchmark")
        if transports:
            place = replace(place, address=place.address.changed(transport="odbc"))
        store = place.store(parameters)
        store.build(ignore, never)
        client = client_on(place, parameters)
        for number in range(given.rounds):
            for users, rounds in found.items():
                load = os.getloadavg()[0]
                rates: dict[str, Rate] = {}
                first = number % len(variants)
                for variant in (*variants[first:], *variants[:first]):
                    store.restore(ignore, never)
                    if variant in transports:
                        over = replace(place, address=place.address.changed(transport=variant))
                        rates[variant] = rate_of(
                            driver(over, parameters, users, given.seconds, "native"), given.seconds
                        )
                    elif variant in drivers:
                        rates[variant] = rate_of(
                            driver(place, parameters, users, given.seconds, variant), given.seconds
                        )
                    else:
                        rates[variant] = client(users, given.seconds)
                rounds.append(rates)
                told = "; ".join(f"{variant} {rates[variant]}" for variant in variants)
                print(f"round {number + 1}, {users:2} users, load {load:.1f}: {told}", flush=True)
        store.drop()
    for users, rounds in found.items():
        for variant in variants:
            ratios = sorted(rates[variant].calls_s / rates[name].calls_s for rates in rounds)
            rate_s = statistics.median(rates[variant].calls_s for rates in rounds)
            cpu_s = statistics.median(rates[variant].cpu_s for rates in rounds)
            p99 = statistics.median(rates[variant].p99_ms / rates[name].p99_ms for rates in rounds)
            print(
                f"{users:2} users, {variant}: {rate_s:,.0f} calls/s, {statistics.median(ratios):.2f} of {name} "
                f"({ratios[0]:.2f}-{ratios[-1]:.2f}), client CPU a thousand calls {cpu_s:.4f} s"
                + ("" if math.isnan(p99) else f", p99 {p99:.2f} of its")
            )
            if given.keep and variant != name:
                keep(f"driver_{engine}", kept_of(f"{variant}, {users} users / {name}", variant, name, rounds))


def kept_of(ratio: str, variant: str, peer: str, rounds: Sequence[Mapping[str, Rate]]) -> Mapping[str, Sequence[float]]:
    """Return a variant's calls per second, processor time per call, and p99, as ratios to the peer's."""
    found = {
        f"{title}, {ratio}": [getattr(rates[variant], figure) / getattr(rates[peer], figure) for rates in rounds]
        for title, figure in (("calls/s", "calls_s"), ("client CPU", "cpu_s"), ("p99", "p99_ms"))
    }
    return {name: values for name, values in found.items() if not any(map(math.isnan, values))}
