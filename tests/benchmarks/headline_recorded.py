# SPDX-License-Identifier: Apache-2.0
"""The live headline on recorded runs of the program itself: equal embedded pairs, and demos with different systems.

    nice python -m tests.benchmarks.headline_recorded record FOLDER KIND SECONDS...
    python -m tests.benchmarks.headline_recorded judge FOLDER...

record: record runs one after another into FOLDER, each with the given measured seconds; existing recordings are kept.
KIND: "equal" (two write-ahead logs, alternating with two rollback journals, with fewer users, so that several
recordings can run on one machine) or "demo" (the embedded demo: rollback journal against write-ahead log). The load
average before and after each run is also stored.

judge: for every recording in the folders, print the ratio, the second at which a system was significantly ahead, and
whether that verdict was ever withdrawn or reversed. The true ratio of a demo is that of the 10-minute recording with
the closest number. Equal pairs are also resampled: RESAMPLES runs of half an hour from blocks of BLOCK_S seconds of
each recording of that length, once with the recording's ratio removed, once with the two systems of each block swapped
at random, so that neither position has an advantage and every named winner is a false one.
"""

import argparse
import math
import re
import sys
import time
from pathlib import Path
from typing import Literal, get_args

import numpy as np
import psutil
from numpy.random import Generator
from numpy.typing import NDArray

from app.analysis.confidence import BATCH_S
from app.results.measurings import ORDERS, by_second, last_measured
from app.session.reader import SessionReader
from tests.benchmarks.aa_streams import ever_lost, first_named_s, sides_named
from tests.benchmarks.embedded_pair import ROLLBACK, WAL, write_pair
from tests.support.engine_runs import outpace

Floats = NDArray[np.float64]

Kind = Literal["equal", "demo"]
HALF_AN_HOUR_S = 1800
TRUTH_S = 600
BLOCK_S = 120
RESAMPLES = 2000
FIRM_WITHIN_S = 60


def scenario_file(folder: Path, kind: Kind, number: int, seconds: float) -> Path:
    """Write the scenario of one recording, with its databases below the folder."""
    journals = (ROLLBACK, WAL) if kind == "demo" else (WAL, WAL) if number % 2 else (ROLLBACK, ROLLBACK)
    users, think_s = (8, 0.005) if kind == "demo" else (4, 0.02)
    path = folder / "-".join((kind, *journals)) / f"{number}.toml"
    return write_pair(path, kind, journals, users, think_s, seconds)


def record(folder: Path, kind: Kind, lengths_s: list[float]) -> None:
    """Record the runs one after another; each file name contains the kind, number, and length."""
    for number, seconds in enumerate(lengths_s, 1):
        session = folder / f"{kind}-{number:02}-{seconds:.0f}s.outpace"
        if session.exists():
            continue
        scenario = scenario_file(folder, kind, number, seconds)
        began, before = time.strftime("%H:%M:%S"), psutil.getloadavg()[0]
        done = outpace("run", scenario, "--session", session, timeout_s=seconds + 900)
        loads = f"load {before:.1f} before, {psutil.getloadavg()[0]:.1f} after"
        line = f"{session.name}: from {began}, {loads}, exit {done.returncode}"
        with (folder / f"{kind}.txt").open("a", encoding="utf-8") as notes:
            notes.write(line + "\n")
        print(line, flush=True)
        if not session.exists():
            sys.exit(done.stdout + done.stderr)


def orders_by_second(path: Path) -> Floats:
    """Return the orders in each measured second, shape (2, seconds): baseline first, then challenger.

    Seconds without data from both systems are left out. A stopped recording has fewer seconds.
    """
    with SessionReader.open(path) as reader:
        window = last_measured(reader.phases, reader.length_s)
        if window is None:
            return np.empty((2, 0))
        counters = {counter.system: counter for counter in reader.counters if counter.path == ORDERS}
        pair = np.stack([by_second(*reader.samples(counters[system.id]), window) for system in reader.systems])
    return np.asarray(pair[:, np.isfinite(pair).all(axis=0)], dtype=np.float64)


def judge(folders: list[Path]) -> None:
    """Print a line for each recording, and the totals."""
    pairs = {
        path: orders
        for folder in folders
        for path in sorted(folder.glob("*.outpace"))
        if (orders := orders_by_second(path)).shape[1] >= FIRM_WITHIN_S
    }
    demos = {path: orders for path, orders in pairs.items() if path.name.startswith("demo")}
    truths = {path: _log_ratio(orders) for path, orders in demos.items() if orders.shape[1] >= TRUTH_S - BATCH_S}
    told = []
    for path, orders in pairs.items():
        sides = sides_named(orders[None])
        first_s = float(first_named_s(sides)[0])
        tens = orders[:, : orders.shape[1] // 10 * 10].reshape(2, -1, 10).sum(axis=2)
        truth = _nearest(path, truths) if path in demos else 0.0
        wrong = bool((sides[0] * (truth if path in demos else -1) < 0).any()) if path in demos else first_s < math.inf
        firm = f"firm from {first_s:.0f} s" if math.isfinite(first_s) else "never firm"
        print(
            f"{path.parent.name}/{path.name}: {orders.shape[1]} s, ratio {math.exp(_log_ratio(orders)):.3f}, over 10 s"
            f" {np.nanmin(tens[1] / tens[0]):.2f} - {np.nanmax(tens[1] / tens[0]):.2f}, {firm}"
            f"{', TAKEN BACK' if ever_lost(sides)[0] else ''}{', WRONG' if wrong else ''}",
            flush=True,
        )
        if path in demos and path not in truths:
            told.append((first_s, wrong, bool(ever_lost(sides)[0])))
    if told:
        firsts, wrongs, losts = zip(*told, strict=True)
        soon = sum(first <= FIRM_WITHIN_S for first in firsts)
        ratios = ", ".join(f"{math.exp(truth):.2f}" for truth in truths.values())
        print(
            f"\n{len(told)} demos: firm within {FIRM_WITHIN_S} s {soon} ({soon / len(told):.1%}), median"
            f" {np.median(firsts):.0f} s, last {max(firsts):.0f} s; wrong {sum(wrongs)}, taken back {sum(losts)};"
            f" the truths: {ratios or 'none recorded'}"
        )
    equal = [orders for path, orders in pairs.items() if path not in demos and orders.shape[1] >= HALF_AN_HOUR_S * 0.9]
    if equal:
        rng = np.random.default_rng(20261122)
        print(f"\n{len(equal)} half hours of equal pairs, {RESAMPLES} runs of half an hour resampled from each")
        for name, exchanged in (("own ratio taken out", False), ("places exchanged by chance", True)):
            shares = [_named_share(rng, orders, exchanged=exchanged) for orders in equal]
            print(f"  {name}: ever named {np.mean(shares):.2%} ({', '.join(f'{share:.2%}' for share in shares)})")


def _log_ratio(orders: Floats) -> float:
    return math.log(orders[1].sum() / orders[0].sum())


def _nearest(path: Path, truths: dict[Path, float]) -> float:
    """Return the true ratio for a recording: that of the long recording in its folder with the closest number."""
    own = {truth: value for truth, value in truths.items() if truth.parent == path.parent} or truths
    return own[min(own, key=lambda truth: abs(_number(truth) - _number(path)))] if own else 1.0


def _number(path: Path) -> int:
    found = re.search(r"-(\d+)-", path.name)
    return int(found[1]) if found else 0


def _named_share(rng: Generator, orders: Floats, *, exchanged: bool) -> float:
    """Return the share of resampled runs in which a winner is named at any time."""
    number = HALF_AN_HOUR_S // BLOCK_S
    if not exchanged:
        orders = orders / orders.sum(axis=1, keepdims=True) * orders.sum() / 2
    starts = rng.integers(0, orders.shape[1] - BLOCK_S + 1, (RESAMPLES, number))
    blocks = orders[:, starts[..., None] + np.arange(BLOCK_S)]  # (2, resamples, blocks, seconds)
    if exchanged:
        blocks = np.where(rng.random((RESAMPLES, number, 1)) < 0.5, blocks, blocks[::-1])
    pairs = blocks.reshape(2, RESAMPLES, number * BLOCK_S).transpose(1, 0, 2)
    return float(np.isfinite(first_named_s(sides_named(pairs))).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("folder", type=Path)
    recording.add_argument("kind", choices=get_args(Kind))
    recording.add_argument("seconds", type=float, nargs="+")
    judging = commands.add_parser("judge")
    judging.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    if options.command == "judge":
        judge(options.folders)
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    record(options.folder, options.kind, options.seconds)


if __name__ == "__main__":
    main()
