# SPDX-License-Identifier: Apache-2.0
"""Fuzz the readers for a given time: print counts, seeds and failures, and store the failing inputs.

python -m tests.fuzz --minutes 60
python -m tests.fuzz --minutes 5 --target session --seed 7
"""

import argparse
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.run import Found, fuzzed
from tests.fuzz.targets import targets

AT_ONCE = 20
MEMORY = Path("/dev/shm")
"""Folder whose files Linux keeps in memory; elsewhere disk I/O would take most of an input's time."""


def main() -> int:
    """Return 1 if anything was found."""
    every = targets()
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Gives hostile inputs to every reader.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--target", action="append", choices=sorted(every), help="this one only; may be repeated")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--first", type=int, default=0, help="number of the first input, to repeat one")
    parser.add_argument("--count", type=int, default=0, help="so many inputs of each instead of a time")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"), help="folder for inputs that fail")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    names = options.target or list(every)
    totals = {name: Found(name) for name in names}
    print(f"seed {options.seed}, {', '.join(names)}", flush=True)
    end_s, first = time.monotonic() + 60 * options.minutes, options.first
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        while not options.count or first < options.first + options.count:
            count = min(AT_ONCE, options.first + options.count - first) if options.count else AT_ONCE
            for name in names:
                if not options.count and time.monotonic() > end_s:
                    return _told(totals)
                found = fuzzed(every[name], Path(folder, "f"), options.seed, first, count)
                _add(totals[name], found, options.seed, options.keep)
            first += count
    return _told(totals)


def _add(total: Found, found: Found, seed: int, keep: Path) -> None:
    total.inputs += found.inputs
    total.refused += found.refused
    total.longest_s = max(total.longest_s, found.longest_s)
    total.failures += found.failures
    for number, wrong, data in found.failures:
        keep.mkdir(parents=True, exist_ok=True)
        path = keep / f"{found.target}-{seed}-{number}"
        path.write_bytes(data)
        print(f"\n{found.target}, seed {seed}, input {number}, kept in {path}:\n{wrong}", flush=True)


def _told(totals: dict[str, Found]) -> int:
    print(f"\n{'reader':20} {'inputs':>9} {'refused':>9} {'failures':>9} {'longest, s':>11}")
    for name, one in totals.items():
        print(f"{name:20} {one.inputs:9,} {one.refused:9,} {len(one.failures):9,} {one.longest_s:11.2f}")
    inputs, failures = (sum(of) for of in zip(*((t.inputs, len(t.failures)) for t in totals.values()), strict=True))
    print(f"{'together':20} {inputs:9,} {'':9} {failures:9,}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
