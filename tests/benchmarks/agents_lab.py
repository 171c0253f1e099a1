# SPDX-License-Identifier: Apache-2.0
"""Load from agents compared with the same local load, end to end with the program, with or without its window.

The machines form a lab (tests/support/agent_lab.py; as root on Linux over OpenSSH, elsewhere over pipes).

    python -m tests.benchmarks.agents_lab                                 all, in about twenty minutes
    python -m tests.benchmarks.agents_lab --part servers --rounds 2       one of them, for a quick look
    python -m tests.benchmarks.agents_lab --part hosts --session FILE     keeps the session of the two hosts

In the first three parts, two systems are under the same load at the same time. Rounds alternate between driving both
locally (A/A), and driving one locally and the other from agents. Every client, local ones included, is a separate
process with a separate target, connected to the server by a virtual wire: the loopback would be a shorter path. The
median ratios of orders and latencies of the second kind must be within the range of the first, which shows the
machine's effect on equal systems, and the orders of all workers must add up exactly to the session's. As root on Linux
the scheduler's autogroups are switched off during the benchmark (sched(7)): each ssh login is a session with a separate
share of the processors, which would favor agents over as many local clients, which share one. With --window each run is
started and shown by the window, on the current display.

servers   8 clients with 8 users per system, each with a database on one PostgreSQL
embedded  8 clients with 8 users per system, each with an embedded database on the client's machine
files     4 clients per system, each reading a file at rising depths
hosts     the setup of the storage papers, scaled down: four agents on each of two "hosts" read their files at rising
          depths; the counters of both hosts are in the same session

Exit status 1 if one of these conditions does not hold.
"""

import argparse
import contextlib
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from app.model.histogram import SUB_BUCKETS
from app.session.reader import SessionReader
from tests.benchmarks.kept import add_option, keep
from tests.support.agent_lab import Lab, laboratory
from tests.support.lab_runs import in_files, on_server, parts_of, postgresql_for, run_in, same_load, two_hosts

AGENTS, USERS, READERS = 8, 8, 4
THINK_S = 0.5
"""Think time in seconds; server, users, and everything else share this machine and must not saturate it."""
DEPTHS = (1, 2, 4, 8)
HOSTS = {"Host A": ("host-a", "vm-a"), "Host B": ("host-b", "vm-b")}
FIGURES = ("orders", "p50", "p99")
WHO = {"A/A": ("one machine", "one machine"), "agents": ("agents", "one machine")}
RESOLUTION = 1 + 1 / SUB_BUCKETS
"""Resolution of a histogram: the largest ratio of latencies in adjacent buckets."""
AUTOGROUPS = Path("/proc/sys/kernel/sched_autogroup_enabled")
wrong: list[str] = []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=PARTS, action="append", help="all of them if not given")
    parser.add_argument("--rounds", type=int, default=5, help="of each kind")
    parser.add_argument("--seconds", type=int, default=20, help="of each run; of each depth a quarter")
    parser.add_argument("--session", type=Path, help="where the session of the two hosts stays")
    parser.add_argument("--window", action="store_true", help="each run is started and shown by the window")
    parser.add_argument("--pipes", action="store_true", help="no laboratory, as where there is no root")
    add_option(parser)
    given = parser.parse_args()
    # Changes to this machine and the lab are undone on exit.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder, one_share_each():
        # Consents are not stored permanently.
        os.environ |= {"HOME": folder, **{f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "STATE", "CACHE")}}
        for part in given.part or PARTS:
            began_s = time.perf_counter()
            print(part, flush=True)
            PARTS[part](given, Path(folder))
            print(f"  {time.perf_counter() - began_s:.0f} s\n", flush=True)
    for one in wrong:
        print(f"DOES NOT HOLD: {one}")
    return 1 if wrong else 0


def servers(given: argparse.Namespace, folder: Path) -> None:
    """Compare remote and local clients of a database server."""
    with laboratory(AGENTS, real=False if given.pipes else None) as lab, postgresql_for(lab) as server:
        target = on_server(server, lab.address)
        compare(given, folder / "servers", lab, lambda drivers: orders(given, drivers, target), server.password)


def embedded(given: argparse.Namespace, folder: Path) -> None:
    """Compare remote and local clients with embedded databases."""
    with laboratory(AGENTS, real=False if given.pipes else None) as lab:
        target = in_files(folder)
        compare(given, folder / "embedded", lab, lambda drivers: orders(given, drivers, target))


def orders(given: argparse.Namespace, drivers: Sequence[Sequence[str]], target: Callable[[int, int], str]) -> str:
    return same_load(drivers, target, users=USERS, think_s=THINK_S, warmup_s=3, run_s=float(given.seconds))


def files(given: argparse.Namespace, folder: Path) -> None:
    """Compare remote and local clients that read files."""

    def sweeps(drivers: Sequence[Sequence[str]]) -> str:
        systems = [(f"System {number}", "", every) for number, every in enumerate(drivers, 1)]
        return two_hosts(folder, systems, depths=DEPTHS, file_size="32MB", dwell_s=max(given.seconds // 4, 2))

    with laboratory(READERS, real=False if given.pipes else None) as lab:
        compare(given, folder / "files", lab, sweeps)


@contextlib.contextmanager
def one_share_each() -> Iterator[None]:
    """Give every process its own share of the processors, regardless of its session."""
    before = AUTOGROUPS.read_text("ascii") if AUTOGROUPS.exists() and os.access(AUTOGROUPS, os.W_OK) else None
    if before is not None:
        AUTOGROUPS.write_text("0", "ascii")
    try:
        yield
    finally:
        if before is not None:
            AUTOGROUPS.write_text(before, "ascii")


def compare(
    given: argparse.Namespace,
    sessions: Path,
    lab: Lab,
    scenario: Callable[[Sequence[Sequence[str]]], str],
    password: str = "",
) -> None:
    """Run rounds of both kinds and print the results. `scenario` returns the TOML text for the given drivers."""
    sessions.mkdir()
    here = [""] * len(lab.machines)
    names = [machine.name for machine in lab.machines]
    ratios: dict[str, list[Sequence[float]]] = {"A/A": [], "agents": []}
    for number in range(given.rounds):
        for kind, every in (("A/A", here), ("agents", names)):
            session = sessions / f"{number} {kind.replace('/', '')}.outpace"
            # The order of the two systems alternates, so that neither is always first.
            drivers = [here, every] if number % 2 == 0 else [every, here]
            said = run_in(lab, scenario(drivers), session, password=password, window=given.window)
            found = figures(session)
            first, second = found if number % 2 == 0 else found[::-1]
            ratios[kind].append([b / a for a, b in zip(first, second, strict=True)])
            exact(session, kind, said)
            each = zip(FIGURES, first, second, ratios[kind][-1], strict=True)
            print(f"  {kind}: " + ", ".join(f"{name} {a:.4g} {b:.4g} ({r:.3f})" for name, a, b, r in each), flush=True)
    for place, name in enumerate(FIGURES):
        equals, agents = ([one[place] for one in ratios[kind]] for kind in ("A/A", "agents"))
        middle = statistics.median(agents)
        # The order of two equal systems is arbitrary.
        most = max(RESOLUTION, *(max(one, 1 / one) for one in equals))
        print(
            f"  {name}: A/A {min(equals):.3f} to {max(equals):.3f}; agents {min(agents):.3f} to {max(agents):.3f}, "
            f"median {middle:.3f}"
        )
        if not 1 / most <= middle <= most:
            wrong.append(
                f"{sessions.name}: {name} of agents {middle:.3f} times those from here; equals differ by {most:.3f} "
                "at most"
            )
    if given.keep:
        part = f"{sessions.name} in the window" if given.window else sessions.name
        keep(
            "agents_lab",
            {
                f"{name}, {part}, {' / '.join(WHO[kind])}": [one[place] for one in rounds]
                for kind, rounds in ratios.items()
                for place, name in enumerate(FIGURES)
            },
        )


def figures(session: Path) -> list[Sequence[float]]:
    """Return the measured figures of each system: orders, p50 and p99 of an order in milliseconds."""
    with SessionReader.open(session) as reader:
        measured = [phase for phase in reader.phases if phase.name == "measure"]
        found: list[Sequence[float]] = []
        for system in reader.systems:
            histogram = reader.histogram(system.id, "order", measured[0].from_s, measured[-1].to_s)
            found.append((float(histogram.count), *(ns / 1e6 for ns in histogram.percentiles_ns((50, 99)))))
    return found


def exact(session: Path, kind: str, said: str) -> None:
    """Check that the workers' orders add up to the session's and that only a busy machine was reported."""
    for number, parts in enumerate(parts_of(session), 1):
        if parts.rows != sum(parts.workers) or not parts.rows:
            wrong.append(f"{kind}, target {number}: {parts.rows} orders, its workers {sum(parts.workers):.0f}")
    with SessionReader.open(session) as reader:
        lost = [event for event in reader.events if event.kind.startswith(("agent", "worker died"))]
    if lost:
        wrong.append(f"{kind}: {said}")


def hosts(given: argparse.Namespace, folder: Path) -> None:
    """Run the scaled-down setup of the storage papers."""
    names = {system: (host, [f"{reader}{n}" for n in range(1, 5)]) for system, (host, reader) in HOSTS.items()}
    every = [name for host, readers in names.values() for name in (host, *readers)]
    session = given.session or folder / "hosts.outpace"
    with laboratory(0, names=every, real=False if given.pipes else None) as lab:
        text = two_hosts(
            folder,
            [(system, host, readers) for system, (host, readers) in names.items()],
            depths=DEPTHS,
            file_size="32MB",
            settle_s=2,
            dwell_s=max(given.seconds // 4, 2),
        )
        print(run_in(lab, text, session, window=given.window))
    for parts in parts_of(session):
        if parts.rows != sum(parts.workers):
            wrong.append(f"hosts: {parts.rows} reads, their workers {sum(parts.workers):.0f}")
    with SessionReader.open(session) as reader:
        for system in reader.systems:
            counters = [one.path for one in reader.counters if one.system == system.id]
            for wanted in (r"\Processor(_Total)\% Processor Time", "Queue"):
                if not any(wanted in path for path in counters):
                    wrong.append(f"{system.name}: no counter {wanted}")


PARTS: dict[str, Callable[[argparse.Namespace, Path], None]] = {
    "servers": servers,
    "embedded": embedded,
    "files": files,
    "hosts": hosts,
}

if __name__ == "__main__":
    sys.exit(main())
