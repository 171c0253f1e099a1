# SPDX-License-Identifier: Apache-2.0
"""Whether load from agents is the same load, end to end by the program without a window, in a laboratory of machines
(tests/agent_lab.py; as root on Linux over OpenSSH, elsewhere over pipes).

    python -m tests.benchmarks.agents_lab                                 both, in about ten minutes
    python -m tests.benchmarks.agents_lab --part servers --rounds 2       one of them, for a quick look
    python -m tests.benchmarks.agents_lab --part hosts --session FILE     keeps the session of the two hosts

servers   PostgreSQL under the same load twice at the same time, on two databases. In turns both from here (A/A), and
          one from here, the other from 8 agents of 8 users. The ratios of orders and of latencies of the second kind
          are to lie within those of the first, which is what the machine does to equals; the orders of all workers add
          up to the session's exactly.
hosts     the set-up of the storage papers, scaled down: four agents on each of two "hosts" read their files at rising
          depths, both hosts' own counters are in the same session.

Exit status 1 where something of it does not hold.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from app.session.reader import SessionReader
from tests.agent_lab import laboratory
from tests.lab_runs import parts_of, postgresql_for, run_in, same_load, two_hosts

AGENTS = 8
THINK_S = 1.0
"""Between orders: server, users and everything else are on this one machine, and must not take all of it."""
HOSTS = {"Host A": ("host-a", "vm-a"), "Host B": ("host-b", "vm-b")}
FIGURES = ("orders", "p50", "p99")
wrong: list[str] = []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=("servers", "hosts"), action="append", help="both if not given")
    parser.add_argument("--rounds", type=int, default=5, help="of each kind")
    parser.add_argument("--seconds", type=int, default=20, help="of each run; of each depth a quarter")
    parser.add_argument("--session", type=Path, help="where the session of the two hosts stays")
    parser.add_argument("--pipes", action="store_true", help="no laboratory, as where there is no root")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # What is allowed here is remembered nowhere else.
        os.environ |= {"HOME": folder, **{f"XDG_{kind}_HOME": folder for kind in ("CONFIG", "DATA", "STATE", "CACHE")}}
        for part in given.part or ("servers", "hosts"):
            began_s = time.perf_counter()
            print(part, flush=True)
            (servers if part == "servers" else hosts)(given, Path(folder))
            print(f"  {time.perf_counter() - began_s:.0f} s\n", flush=True)
    for one in wrong:
        print(f"DOES NOT HOLD: {one}")
    return 1 if wrong else 0


def servers(given: argparse.Namespace, folder: Path) -> None:
    """The first part."""
    ratios: dict[str, list[Sequence[float]]] = {"A/A": [], "agents": []}
    with laboratory(AGENTS, real=False if given.pipes else None) as lab, postgresql_for(lab) as server:
        names = [machine.name for machine in lab.machines]
        for number in range(given.rounds):
            for kind, every in (("A/A", []), ("agents", names)):
                session = folder / f"{number} {len(every)}.outpace"
                # The order of the two databases changes, so that neither is always the first.
                drivers = [[], every] if number % 2 == 0 else [every, []]
                text = same_load(
                    server,
                    lab.address,
                    drivers,
                    users=8 * AGENTS,
                    think_s=THINK_S,
                    warmup_s=3,
                    run_s=float(given.seconds),
                )
                said = run_in(lab, text, session, password=server.password)
                found = figures(session)
                first, second = found if number % 2 == 0 else found[::-1]
                ratios[kind].append([b / a for a, b in zip(first, second, strict=True)])
                exact(session, kind, [len(one) or 1 for one in drivers], said)
                each = zip(FIGURES, ratios[kind][-1], strict=True)
                print(f"  {kind}: {', '.join(f'{name} {ratio:.3f}' for name, ratio in each)}", flush=True)
    for place, name in enumerate(FIGURES):
        equals, agents = ([one[place] for one in ratios[kind]] for kind in ("A/A", "agents"))
        middle = statistics.median(agents)
        # Which of two equals is the first is of no meaning.
        most = max(max(one, 1 / one) for one in equals)
        print(
            f"  {name}: A/A {min(equals):.3f} to {max(equals):.3f}; agents {min(agents):.3f} to {max(agents):.3f}, "
            f"median {middle:.3f}"
        )
        if not 1 / most <= middle <= most:
            wrong.append(f"{name} of agents {middle:.3f} times those from here; equals differ by {most:.3f} at most")


def figures(session: Path) -> list[Sequence[float]]:
    """Of each system, over what was measured: orders, p50 and p99 of an order in seconds."""
    with SessionReader.open(session) as reader:
        measured = next(phase for phase in reader.phases if phase.name == "measure")
        found: list[Sequence[float]] = []
        for system in reader.systems:
            histogram = reader.histogram(system.id, "order", measured.from_s, measured.to_s)
            found.append((float(histogram.count), *(ns / 1e9 for ns in histogram.percentiles_ns((50, 99)))))
    return found


def exact(session: Path, kind: str, workers: Sequence[int], said: str) -> None:
    """The parts add up, and nothing but a busy machine spoke against the run."""
    for number, (parts, count) in enumerate(zip(parts_of(session), workers, strict=True), 1):
        if parts.rows != sum(parts.workers):
            wrong.append(f"{kind}, system {number}: {parts.rows} orders, its workers {sum(parts.workers):.0f}")
        if len(parts.workers) < count:
            wrong.append(f"{kind}, system {number}: {len(parts.workers)} workers of {count}")
    with SessionReader.open(session) as reader:
        lost = [event for event in reader.events if event.kind.startswith(("agent", "worker died"))]
    if lost:
        wrong.append(f"{kind}: {said}")


def hosts(given: argparse.Namespace, folder: Path) -> None:
    """The second part."""
    names = {system: (host, [f"{reader}{n}" for n in range(1, 5)]) for system, (host, reader) in HOSTS.items()}
    every = [name for host, readers in names.values() for name in (host, *readers)]
    session = given.session or folder / "hosts.outpace"
    with laboratory(0, names=every, real=False if given.pipes else None) as lab:
        text = two_hosts(
            folder,
            [(system, host, readers) for system, (host, readers) in names.items()],
            depths=[1, 2, 4, 8],
            file_size="32MB",
            settle_s=2,
            dwell_s=max(given.seconds // 4, 2),
        )
        print(run_in(lab, text, session))
    for parts in parts_of(session):
        if parts.rows != sum(parts.workers):
            wrong.append(f"hosts: {parts.rows} reads, their workers {sum(parts.workers):.0f}")
    with SessionReader.open(session) as reader:
        for system in reader.systems:
            counters = [one.path for one in reader.counters if one.system == system.id]
            for wanted in (r"\Processor(_Total)\% Processor Time", "Queue"):
                if not any(wanted in path for path in counters):
                    wrong.append(f"{system.name}: no counter {wanted}")


if __name__ == "__main__":
    sys.exit(main())
