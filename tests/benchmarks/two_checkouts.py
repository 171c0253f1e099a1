# SPDX-License-Identifier: Apache-2.0
"""A benchmark in this checkout compared with the same one in another checkout, to detect a slowdown.

    python -m tests.benchmarks.two_checkouts OTHER [--rounds 5] MODULE [ARGUMENTS ...]

OTHER: folder of the other checkout, with its .venv. MODULE: module of tests/benchmarks, which is run in both checkouts;
the order alternates from round to round. Every figure in lines that both print is compared: the medians, and the median
and range of the ratio of this checkout to the other in each round; figures that never differ are left out.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent.parent
FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")
LIMIT_S = 600


def main() -> None:
    """Print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("module")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    other = options.other.resolve()
    found: dict[Path, list[Mapping[str, float]]] = {HERE: [], other: []}
    for number in range(options.rounds):
        for folder in (HERE, other) if number % 2 == 0 else (other, HERE):
            found[folder].append(figures(folder, options.module, options.arguments))
    for label in found[HERE][0]:
        pairs = [
            (a[label], b[label]) for a, b in zip(found[HERE], found[other], strict=True) if label in a and label in b
        ]
        ratios = [here / there for here, there in pairs if there]
        if ratios and set(ratios) != {1.0}:
            here, there = (statistics.median(values) for values in zip(*pairs, strict=True))
            spread = f"({min(ratios):.3f} - {max(ratios):.3f})"
            print(f"{statistics.median(ratios):6.3f} {spread}  {here:g} / {there:g}  {label}")


def figures(folder: Path, module: str, arguments: list[str]) -> dict[str, float]:
    """Return the figures of each line that a benchmark prints, by the rest of the line and the figure's position."""
    python = folder / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    done = subprocess.run(
        [python, "-m", f"tests.benchmarks.{module}", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT_S,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    found: dict[str, float] = {}
    for line in done.stdout.splitlines():
        label = " ".join(FIGURE.sub("#", line).split())
        for number, figure in enumerate(FIGURE.findall(line), 1):
            found.setdefault(f"{label} [{number}]", float(figure.replace(",", "")))
    return found


if __name__ == "__main__":
    main()
