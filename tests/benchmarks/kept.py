# SPDX-License-Identifier: Apache-2.0
"""Benchmark results, stored in docs/benchmarks.jsonl, and the page that shows them.

    python -m tests.benchmarks.kept          writes docs/benchmarks.md and draws docs/benchmarks.svg

With --keep a benchmark stores its results: a line for each ratio, with the value of every round, the machine, the
commit, and the date. Lines with the same ratio, machine, and commit form one series, over any number of benchmark runs.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil

from app.engine.preflight import processor_name

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "benchmarks.jsonl"
PAGE, DRAWING = KEPT.with_suffix(".md"), KEPT.with_suffix(".svg")


@dataclass(frozen=True)
class Series:
    """Series of one ratio.

    Attributes:
        ratio: the compared figures, for example "calls/s, native, 8 users / pgbench".
        rounds: value in each interleaved round.
        commit: Git commit, with "-dirty" if the checkout has changes.
    """

    benchmark: str
    ratio: str
    rounds: Sequence[float]
    machine: str
    commit: str
    date: str


def add_option(options: argparse.ArgumentParser) -> None:
    options.add_argument("--keep", action="store_true", help="add the rounds to docs/benchmarks.jsonl")


def keep(benchmark: str, ratios: Mapping[str, Sequence[float]]) -> None:
    """Add a line for each ratio."""
    date = datetime.now(UTC).date().isoformat()
    with KEPT.open("a", encoding="utf-8") as file:
        for ratio, rounds in ratios.items():
            values = [float(f"{value:.4g}") for value in rounds]
            series = Series(benchmark, ratio, values, machine(), commit(), date)
            file.write(json.dumps(asdict(series)) + "\n")


def commit() -> str:
    """Return the checkout's commit, ignoring changes to the stored results and their page."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", f":!docs/{KEPT.stem}.*")
    return git("rev-parse", "--short=7", "HEAD") + ("-dirty" if changed else "")


def machine() -> str:
    """Return this machine's processor, cores, memory, and operating system."""
    memory = psutil.virtual_memory().total / 2**30
    return f"{processor_name()}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release()}"


def kept(path: Path = KEPT) -> Sequence[Series]:
    """Return all series, merged by ratio, machine, and commit, in the order of their first lines."""
    together: dict[tuple[str, str, str, str], Series] = {}
    for line in path.read_text("utf-8").splitlines():
        one = Series(**json.loads(line))
        key = one.benchmark, one.ratio, one.machine, one.commit
        before = together.get(key)
        together[key] = one if before is None else Series(*key[:2], [*before.rounds, *one.rounds], *key[2:], one.date)
    return tuple(together.values())


def latest(all_kept: Iterable[Series]) -> Mapping[str, Sequence[Series]]:
    """Return the latest series of each ratio, by benchmark."""
    found: dict[str, dict[str, Series]] = defaultdict(dict)
    for one in all_kept:
        found[one.benchmark][one.ratio] = one
    return {benchmark: tuple(ratios.values()) for benchmark, ratios in found.items()}


def page(all_kept: Sequence[Series]) -> str:
    """Return docs/benchmarks.md with the latest series of each ratio."""
    lines = [
        "# Benchmarks, as kept",
        "",
        "Ratios of Outpace to its peer, measured in turns on one machine: median of the rounds, lowest and highest. "
        "[benchmarks.jsonl](benchmarks.jsonl) holds every round; `python -m tests.benchmarks.kept` writes this page, "
        "`--keep` of a benchmark adds to it.",
        "",
        f"![Each round and the median of each ratio]({DRAWING.name})",
    ]
    for benchmark, series in latest(all_kept).items():
        lines += ["", f"## {benchmark}", "", "| Ratio | Median | Lowest to highest | Rounds | Commit | Date |"]
        lines.append("|---|---|---|---|---|---|")
        for one in series:
            spread = f"{min(one.rounds):.2f} to {max(one.rounds):.2f}"
            told = (one.ratio, f"{statistics.median(one.rounds):.2f}", spread, len(one.rounds), one.commit, one.date)
            lines.append("| " + " | ".join(map(str, told)) + " |")
        machines = dict.fromkeys(one.machine for one in series)
        lines += ["", "Machine: " + "; ".join(machines) + "."]
    return "\n".join(lines) + "\n"


def draw(all_kept: Sequence[Series], path: Path) -> None:
    """Draw every round as a dot and the median as a bar, on one logarithmic scale of ratios."""
    import matplotlib as mpl  # noqa: PLC0415 - for the drawing alone
    from matplotlib.figure import Figure  # noqa: PLC0415

    rows = [one for series in latest(all_kept).values() for one in series]
    mpl.rcParams.update({"svg.hashsalt": "outpace", "svg.fonttype": "none"})
    figure = Figure(figsize=(11, 1.0 + 0.27 * len(rows)), layout="constrained")
    axes = figure.subplots()
    axes.axvline(1, color="#666666", linewidth=1)
    for at, one in enumerate(rows):
        axes.plot(one.rounds, [at] * len(one.rounds), "o", color="#1f6fb4", alpha=0.35, markersize=4)
        axes.plot([statistics.median(one.rounds)], [at], "|", color="#0b3d66", markersize=13, markeredgewidth=2.5)
    axes.set_yticks(range(len(rows)), [f"{one.benchmark}: {one.ratio}" for one in rows], fontsize=8)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xscale("log")
    ticks = (0.25, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4)
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks], fontsize=8)
    axes.set_xticks([], minor=True)
    axes.set_xlabel("ratio to the peer", fontsize=9)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Run the command line."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    found = kept()
    PAGE.write_text(page(found), "utf-8")
    draw(found, DRAWING)
    print(f"{len(found)} series: {PAGE}, {DRAWING}")


if __name__ == "__main__":
    main()
